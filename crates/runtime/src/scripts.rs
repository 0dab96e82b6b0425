//! Code from source text: scripts, eval, functions made from text, and the names that messages take from the text.

pub(crate) mod callee_text;
pub mod eval;
pub mod source_text;
