//! Host functions: their arguments and results, the arguments of calls to script functions, and the ends of calls that wait.

pub use crate::arguments::IntoArguments;
pub use crate::closure::{
    Arguments, BorrowedText, FromArguments, IntoFunction, IntoResult, Mutable, NewTarget, Opt, Rest, This, WithContext,
};
pub use ferrotape_runtime::pending::{CallEnd, CallEvent};
