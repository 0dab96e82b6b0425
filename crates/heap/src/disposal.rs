//! Internal slots of stacks of resources. Scripts make some: DisposableStack and AsyncDisposableStack, ECMA-262 27.3 and
//! 27.4. Scopes with `using` declarations have others, which no script sees: DisposeCapability Records, 7.5.1.
//!
//! The resources lie in an array that no script sees, so they are counted and collected like other elements. Each takes
//! [`WIDTH`] places: the value, its method, and the hint. A resource that is null or undefined has no method.

mod on_heap;

pub use on_heap::*;

use crate::id::ObjectId;
use crate::object::internal_slots::{row, saved_as_byte};
use crate::value::Value;

/// Places of the array that a resource takes.
pub const WIDTH: usize = 3;

/// The owner of a stack of resources.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A scope with `using` declarations, or a disposal that waits for promises.
    Scope,
    DisposableStack,
    AsyncDisposableStack,
}

saved_as_byte! { Owner: Owner::Scope, Owner::DisposableStack, Owner::AsyncDisposableStack }

/// Errors of a scope and of its disposal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Errors {
    None,
    /// The code of the scope has thrown.
    OfScope,
    /// A method of a resource has thrown, so that the error is another one than that of the scope.
    OfDisposal,
}

saved_as_byte! { Errors: Errors::None, Errors::OfScope, Errors::OfDisposal }

row! {
    /// The internal slots of a stack of resources.
    #[derive(Copy, Clone)]
    boxed Resources {
        state {
            owner: Owner,
            /// [[DisposableState]], or for a scope: disposal has begun.
            is_disposed: bool,
            /// The current resource is of `await using`.
            is_async: bool,
            /// needsAwait and hasAwaited of DisposeResources, ECMA-262 7.5.8.
            needs_await: bool,
            has_awaited: bool,
            errors: Errors,
        }
        links {
            /// [[DisposableResourceStack]]; [`Heap::nothing`](crate::heap::Heap::nothing) while there are none.
            list: ObjectId = "[[DisposableResourceStack]]",
            current: Value = "the resource that is disposed of",
            error: Value = "an error that waits for the end of a disposal",
        }
    }
}
