//! Host functions: their arguments and results, and the arguments of calls to script functions.

pub use crate::arguments::IntoArguments;
pub use crate::closure::{
    Arguments, BorrowedText, FromArguments, IntoFunction, IntoResult, Mutable, NewTarget, Opt, Rest, This, WithContext,
};
