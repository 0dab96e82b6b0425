//! The globals of the web with an engine, as hosts install them. One program: each would link an engine of its own.

mod bodies;
mod events;
mod streams;
mod timers;
mod url;
