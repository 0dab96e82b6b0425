//! Internal slots of functions: built-in functions, functions of the host, bound functions. Closures of script code are
//! cells of their own kind. Only the engine above knows what a built-in or host function does.

mod on_heap;

use std::any::Any;
use std::sync::Arc;

use ferrotape_budget::costs::allocation_bytes;

use crate::id::{CodeId, ObjectId, RealmId, RecordId};
use crate::object::internal_slots::{Cells, InternalSlots, Visit, row};
use crate::shape::Attributes;
use crate::value::Value;

/// The number of a built-in function. Its name and code are in the engine's table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NativeId(pub u32);

/// A callee that is not script code.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NativeCallee {
    BuiltIn(NativeId),
    /// A function of the host. Its object has the code.
    Host,
}

/// The code of a host function, whose type only the engine knows.
pub type HostPayload = dyn Any + Send + Sync;

/// A host function. Forks share the code.
#[derive(Clone)]
pub struct HostFunction {
    pub realm: RealmId,
    code: Arc<HostPayload>,
    /// Bytes of the code with its captured values.
    bytes: usize,
    /// Whether a call of it can wait for the host. Then only a loop can call it, see `pending` in the runtime.
    pub waits: bool,
}

impl HostFunction {
    /// The code, for reading.
    pub fn code(&self) -> &HostPayload {
        &*self.code
    }

    /// Makes a function whose code takes this many bytes.
    pub fn new(realm: RealmId, code: Arc<HostPayload>, bytes: usize) -> Self {
        HostFunction { realm, code, bytes, waits: false }
    }

    /// Bytes of memory that the function takes, with its captured values.
    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of::<HostFunction>()) + self.bytes
    }
}

/// The internal slots of a function of the script, ECMA-262 10.2.
#[derive(Copy, Clone)]
pub struct Closure {
    pub code: CodeId,
    pub environment: Option<RecordId>,
    /// [[HomeObject]]; [`Heap::nothing`](crate::heap::Heap::nothing) if there is none.
    pub home: ObjectId,
}

/// The internal slots of a built-in function, ECMA-262 10.3.
#[derive(Copy, Clone)]
pub struct Native {
    pub function: NativeId,
    pub realm: RealmId,
}

/// A built-in function with captured values.
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

/// Traces captured values as well: a function with captures is viewed as this kind.
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
    /// Bytes that a bound function takes beside the object's cell.
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

/// Slot of `prototype` in closures that are constructors.
pub const PROTOTYPE_SLOT: u32 = 2;

/// Attributes of `length` and `name` of functions.
pub const FUNCTION_PROPERTY: Attributes = Attributes::CONFIGURABLE;
