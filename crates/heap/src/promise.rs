//! Promises, ECMA-262 27.2: their states, reactions and capabilities.

use ferrotape_budget::costs::allocation_bytes;

use crate::id::ObjectId;
use crate::object::internal_slots::{Cells, InternalSlots, Link, Part, Pieces, SlotReader, Visit, row, saved_as_byte};
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

saved_as_byte! { PromiseState: PromiseState::Pending, PromiseState::Fulfilled, PromiseState::Rejected }

row! {
    /// The internal slots of a promise.
    boxed Promise {
        state {
            state: PromiseState,
            /// [[PromiseIsHandled]]
            is_handled: bool,
            /// Was somebody told that nobody handles its rejection?
            is_told: bool,
        }
        links {
            result: Value = "[[PromiseResult]]",
            /// Reactions to both outcomes in one list: each waits for both.
            reactions: Vec<Reaction> = "what waits for the promise",
        }
    }
    check |promise, _cells| {
        promise.state == PromiseState::Pending || promise.reactions.is_empty()
            => "something waits for a promise that is settled",
    }
}

impl Default for Promise {
    fn default() -> Self {
        let (state, result) = (PromiseState::Pending, Value::UNDEFINED);
        Promise { state, result, is_handled: false, is_told: false, reactions: Vec::new() }
    }
}

impl Clone for Promise {
    fn clone(&self) -> Self {
        let &Promise { state, result, is_handled, is_told, ref reactions } = self;
        Promise { state, result, is_handled, is_told, reactions: with_room_of(reactions) }
    }
}

impl Promise {
    /// Bytes that the slots take.
    pub fn bytes(&self) -> usize {
        InternalSlots::bytes(self)
    }
}

/// PromiseReaction records, ECMA-262 27.2.1.2, for both outcomes. A handler is a function, an activation that waits, or
/// empty.
#[derive(Clone)]
pub struct Reaction {
    pub capability: Capability,
    pub on_fulfilled: Value,
    pub on_rejected: Value,
    /// What followed the code that has added the reaction: the handler has it too.
    pub context: Value,
}

/// PromiseCapability record, ECMA-262 27.2.1.1.
#[derive(Copy, Clone)]
pub enum Capability {
    /// No receiver.
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
        visit(self.context);
    }
}

impl Link for Vec<Reaction> {
    fn unlinked(_: &impl Cells) -> Self {
        Vec::new()
    }

    fn trace(&self, object: ObjectId, visit: &mut impl Visit) {
        if !self.is_empty() {
            visit.later(Part::Reactions, object);
        }
    }

    fn bytes(&self) -> usize {
        allocation_bytes(self.capacity() * size_of::<Reaction>())
    }

    /// Returns true: it is the last link, and there can be any number of reactions.
    fn leads_to(&self, _: ObjectId) -> bool {
        !self.is_empty()
    }

    fn write(&self, _: &impl Cells, out: &mut Pieces) {
        out.bytes.number(self.len() as u64);
        for Reaction { capability, on_fulfilled, on_rejected, context } in self {
            capability.write(out);
            out.value(*on_fulfilled);
            out.value(*on_rejected);
            out.value(*context);
        }
    }

    fn read<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
        let count = from.count(4, size_of::<Reaction>())?;
        let mut reactions = Vec::with_capacity(count);
        for _ in 0..count {
            from.work(1)?;
            let capability = Capability::read(from)?;
            let (on_fulfilled, on_rejected) = (read_handler(from)?, read_handler(from)?);
            reactions.push(Reaction { capability, on_fulfilled, on_rejected, context: from.value()? });
        }
        Ok(reactions)
    }
}

impl Capability {
    /// Writes the variant, and its references.
    pub fn write(&self, out: &mut Pieces) {
        match *self {
            Capability::None => out.bytes.byte(0),
            Capability::Promise(promise) => {
                out.bytes.byte(1);
                out.value(Value::object(promise));
            }
            Capability::Functions { promise, resolve, reject } => {
                out.bytes.byte(2);
                [promise, resolve, reject].into_iter().for_each(|value| out.value(value));
            }
        }
    }

    /// Reads a capability whose functions can be called.
    pub fn read<R: SlotReader>(from: &mut R) -> Result<Capability, R::Error> {
        Ok(match from.saved::<u8>()? {
            0 => Capability::None,
            1 => Capability::Promise(read_promise(from)?),
            2 => Capability::Functions {
                promise: from.value()?,
                resolve: read_function(from)?,
                reject: read_function(from)?,
            },
            _ => return Err(R::damaged("there is no such capability")),
        })
    }
}

/// Reads a promise.
pub fn read_promise<R: SlotReader>(from: &mut R) -> Result<ObjectId, R::Error> {
    let value = from.value()?;
    let promise = value.as_object().filter(|&object| from.cells().is_promise(object));
    promise.ok_or_else(|| R::damaged("what is to be settled is no promise"))
}

/// Reads a function.
pub fn read_function<R: SlotReader>(from: &mut R) -> Result<Value, R::Error> {
    let value = from.value()?;
    let is_callable = value.as_object().is_some_and(|value| from.cells().has_call(value));
    if is_callable { Ok(value) } else { Err(R::damaged("what is to be called is no function")) }
}

/// Reads the handler of a reaction: a function, an activation that waits, or empty. Whether an activation really waits
/// is checked at its turn (`generator::resume_awaiting`).
pub fn read_handler<R: SlotReader>(from: &mut R) -> Result<Value, R::Error> {
    let value = from.any_value()?;
    let cells = from.cells();
    let is_handler = |object| cells.has_call(object) || cells.is_activation(object);
    let is_handler = value.is_empty() || value.as_object().is_some_and(is_handler);
    if is_handler { Ok(value) } else { Err(R::damaged("what reacts is no function")) }
}
