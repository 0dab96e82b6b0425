//! Promises, ECMA-262 27.2: their states, reactions and capabilities.

use ferrotape_budget::costs::allocation_bytes;

use crate::id::ObjectId;
use crate::room::with_room_of;
use crate::value::Value;

/// [[PromiseState]]
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum PromiseState {
    #[default]
    Pending,
    Fulfilled,
    Rejected,
}

/// The internal slots of a promise.
pub struct Promise {
    pub state: PromiseState,
    /// [[PromiseResult]]
    pub result: Value,
    pub is_handled: bool,
    /// Both lists of reactions in one: what waits for the one outcome waits for the other as well.
    pub reactions: Vec<Reaction>,
}

impl Default for Promise {
    fn default() -> Self {
        Promise { state: PromiseState::Pending, result: Value::UNDEFINED, is_handled: false, reactions: Vec::new() }
    }
}

impl Clone for Promise {
    fn clone(&self) -> Self {
        let &Promise { state, result, is_handled, ref reactions } = self;
        Promise { state, result, is_handled, reactions: with_room_of(reactions) }
    }
}

impl Promise {
    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of::<Promise>()) + allocation_bytes(self.reactions.capacity() * size_of::<Reaction>())
    }
}

/// PromiseReaction records, ECMA-262 27.2.1.2, for both outcomes. A handler is a function, an activation that waits, or empty.
#[derive(Clone)]
pub struct Reaction {
    pub capability: Capability,
    pub on_fulfilled: Value,
    pub on_rejected: Value,
}

/// PromiseCapability record, ECMA-262 27.2.1.1.
#[derive(Copy, Clone)]
pub enum Capability {
    /// Nobody wants to know.
    None,
    /// A promise of the engine's own, which is settled once.
    Promise(ObjectId),
    Functions {
        promise: Value,
        resolve: Value,
        reject: Value,
    },
}

impl Capability {
    pub fn promise(&self) -> Value {
        match *self {
            Capability::None => Value::UNDEFINED,
            Capability::Promise(promise) => Value::object(promise),
            Capability::Functions { promise, .. } => promise,
        }
    }

    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.promise());
        if let Capability::Functions { resolve, reject, .. } = *self {
            visit(resolve);
            visit(reject);
        }
    }
}

impl Reaction {
    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        self.capability.trace(visit);
        visit(self.on_fulfilled);
        visit(self.on_rejected);
    }
}
