//! Functions of Rust that scripts call: what they may take and give, and how scripts' functions are called with arguments.

pub use crate::arguments::IntoArguments;
pub use crate::closure::{
    Arguments, BorrowedText, FromArguments, IntoFunction, IntoResult, Mutable, NewTarget, Opt, Rest, This, WithContext,
};
