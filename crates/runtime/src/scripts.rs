//! Code from texts: scripts, eval, functions made of text, and what a text says of a place in it.

pub(crate) mod callee_text;
pub mod eval;
pub mod source_text;
