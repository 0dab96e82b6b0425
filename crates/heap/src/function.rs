//! The internal slots of functions: built-ins, functions of the embedder, bound functions. Closures of script code are cells of
//! their own kind. What a built-in or a function of the embedder does, only the engine above knows.

mod on_heap;

use std::any::Any;
use std::sync::Arc;

use ferrotape_budget::costs::allocation_bytes;

use crate::id::{ObjectId, RealmId};
use crate::shape::Attributes;
use crate::value::Value;

/// The number of a built-in function: its name and code are in the engine's table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NativeId(pub u32);

/// What runs when a function is called that is none of the script's.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NativeCallee {
    BuiltIn(NativeId),
    /// Of the embedder: its object has the code.
    Host,
}

/// The code of a function of the embedder: the engine knows what it is.
pub type HostPayload = dyn Any + Send + Sync;

/// Forks share the code.
#[derive(Clone)]
pub struct HostFunction {
    pub realm: RealmId,
    code: Arc<HostPayload>,
    /// Bytes of the code, with what it has captured.
    bytes: usize,
}

impl HostFunction {
    /// The code, to be looked at.
    pub fn code(&self) -> &HostPayload {
        &*self.code
    }

    /// A function whose code takes so many bytes.
    pub fn new(realm: RealmId, code: Arc<HostPayload>, bytes: usize) -> Self {
        HostFunction { realm, code, bytes }
    }

    /// Bytes of memory that it takes, with what the function has captured.
    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of::<HostFunction>()) + self.bytes
    }
}

/// A built-in function that knows more than its arguments.
#[derive(Clone)]
pub struct NativeClosure {
    pub function: NativeId,
    pub realm: RealmId,
    pub captured: [Value; 3],
}

/// The internal slots of a bound function, ECMA-262 10.4.1.
#[derive(Clone)]
pub struct BoundFunction {
    pub target: ObjectId,
    pub this: Value,
    pub arguments: Box<[Value]>,
}

/// Where the `prototype` of closures lies that are constructors.
pub const PROTOTYPE_SLOT: u32 = 2;

/// Attributes of `length` and `name` of functions.
pub const FUNCTION_PROPERTY: Attributes = Attributes::CONFIGURABLE;
