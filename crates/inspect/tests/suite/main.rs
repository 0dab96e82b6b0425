//! What the console shows, beside what node shows. One program: each would link an engine of its own.

mod calls;
mod values;
