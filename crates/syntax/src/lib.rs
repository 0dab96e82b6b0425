//! Source text to tree.
pub mod scope;
pub mod tree;
