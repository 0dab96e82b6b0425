//! The internal slots of functions: built-ins, functions of the embedder, bound functions. Closures of script code are cells of
//! their own kind. What a built-in or a function of the embedder does, only the engine above knows.

mod on_heap;

use std::any::Any;
use std::sync::Arc;

use ferrotape_budget::costs::allocation_bytes;

use crate::id::{CodeId, ObjectId, RealmId, RecordId};
use crate::object::internal_slots::{Cells, InternalSlots, Visit, row};
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
    /// Can a call of it wait for the host? Then only a loop can call it, see `pending` in the runtime.
    pub waits: bool,
}

impl HostFunction {
    /// The code, to be looked at.
    pub fn code(&self) -> &HostPayload {
        &*self.code
    }

    /// A function whose code takes so many bytes.
    pub fn new(realm: RealmId, code: Arc<HostPayload>, bytes: usize) -> Self {
        HostFunction { realm, code, bytes, waits: false }
    }

    /// Bytes of memory that it takes, with what the function has captured.
    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of::<HostFunction>()) + self.bytes
    }
}

/// The internal slots of a function of the script, ECMA-262 10.2.
#[derive(Copy, Clone)]
pub struct Closure {
    pub code: CodeId,
    pub environment: Option<RecordId>,
    /// [[HomeObject]]; [`Heap::nothing`](crate::heap::Heap::nothing) where there is none.
    pub home: ObjectId,
}

/// The internal slots of a built-in function, ECMA-262 10.3.
#[derive(Copy, Clone)]
pub struct Native {
    pub function: NativeId,
    pub realm: RealmId,
}

/// A built-in function that knows more than its arguments.
#[derive(Clone)]
pub struct NativeClosure {
    pub native: Native,
    pub captured: [Value; 3],
}

row! {
    /// The internal slots of a bound function, ECMA-262 10.4.1.
    #[derive(Clone)]
    boxed BoundFunction {
        state {}
        links {
            target: ObjectId = "[[BoundTargetFunction]]",
            this: Value = "[[BoundThis]]",
            arguments: Box<[Value]> = "[[BoundArguments]]",
        }
    }
    check |bound, cells| {
        cells.has_call(bound.target) => "a bound function has nothing to call",
    }
}

impl InternalSlots for Closure {
    #[inline]
    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        let &Closure { code, environment, home } = self;
        visit.code(code);
        visit.object(home);
        environment.iter().for_each(|&record| visit.record(record));
    }

    fn bytes(&self) -> usize {
        0
    }

    fn name_of(&self, to: ObjectId) -> Option<&'static str> {
        (self.home == to).then_some("[[HomeObject]]")
    }
}

/// Traces what a closure has captured as well: it is looked at as this.
impl InternalSlots for Native {
    #[inline]
    fn trace(&self, object: ObjectId, visit: &mut impl Visit) {
        let &Native { function: _, realm } = self;
        visit.realm(realm);
        visit.captured(object);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn name_of(&self, _: ObjectId) -> Option<&'static str> {
        Some("what a built-in function was made with")
    }
}

impl NativeClosure {
    /// Bytes that one takes beside the object's cell.
    pub(crate) fn bytes(&self) -> usize {
        allocation_bytes(size_of::<NativeClosure>())
    }
}

impl InternalSlots for HostFunction {
    #[inline]
    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        let &HostFunction { realm, code: _, bytes: _, waits: _ } = self;
        visit.realm(realm);
    }

    fn bytes(&self) -> usize {
        HostFunction::bytes(self)
    }

    fn name_of(&self, _: ObjectId) -> Option<&'static str> {
        None
    }
}

/// Where the `prototype` of closures lies that are constructors.
pub const PROTOTYPE_SLOT: u32 = 2;

/// Attributes of `length` and `name` of functions.
pub const FUNCTION_PROPERTY: Attributes = Attributes::CONFIGURABLE;
