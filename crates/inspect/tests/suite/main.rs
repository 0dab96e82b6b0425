//! Values and calls as the console shows them, beside node's. One program: each would link an engine of its own.

mod calls;
mod values;
