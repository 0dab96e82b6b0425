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
            /// Whether somebody was told that nobody handles its rejection.
            is_told: bool,
        }
        links {
            result: Value = "[[PromiseResult]]",
            /// Reactions to both outcomes in one list: each waits for both.
            reactions: Reactions = "what waits for the promise",
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
        Promise { state, result, is_handled: false, is_told: false, reactions: Reactions::default() }
    }
}

impl Clone for Promise {
    fn clone(&self) -> Self {
        let &Promise { state, result, is_handled, is_told, ref reactions } = self;
        Promise { state, result, is_handled, is_told, reactions: reactions.clone() }
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
#[derive(Copy, Clone)]
pub struct Reaction {
    pub capability: Capability,
    pub on_fulfilled: Value,
    pub on_rejected: Value,
    /// The async context of the code that has added the reaction: the handler runs with it too.
    pub context: Value,
}

/// Reactions of a promise that is pending. Most promises have one, and that is an `await`.
pub enum Reactions {
    /// One activation that awaits the promise.
    Await {
        activation: ObjectId,
        context: Value,
    },
    Listed(Vec<Reaction>),
}

impl Default for Reactions {
    fn default() -> Self {
        Reactions::Listed(Vec::new())
    }
}

impl Clone for Reactions {
    fn clone(&self) -> Self {
        match *self {
            Reactions::Await { activation, context } => Reactions::Await { activation, context },
            Reactions::Listed(ref reactions) => Reactions::Listed(with_room_of(reactions)),
        }
    }
}

impl Reactions {
    pub fn len(&self) -> usize {
        match self {
            Reactions::Await { .. } => 1,
            Reactions::Listed(reactions) => reactions.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that a list takes.
    pub fn bytes(&self) -> usize {
        match self {
            Reactions::Await { .. } => 0,
            Reactions::Listed(reactions) => allocation_bytes(reactions.capacity() * size_of::<Reaction>()),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = Reaction> + '_ {
        let (one, listed) = match *self {
            Reactions::Await { activation, context } => (Some(Reaction::of_await(activation, context)), &[][..]),
            Reactions::Listed(ref reactions) => (None, reactions.as_slice()),
        };
        one.into_iter().chain(listed.iter().copied())
    }

    /// The reactions in a list; none if there is only an `await`.
    pub fn as_slice(&self) -> &[Reaction] {
        match self {
            Reactions::Await { .. } => &[],
            Reactions::Listed(reactions) => reactions,
        }
    }

    /// Most bytes that one more reaction takes.
    pub fn growth(&self) -> usize {
        let none = Vec::new();
        let (listed, more) = match self {
            Reactions::Await { .. } => (&none, 2),
            Reactions::Listed(reactions) => (reactions, 1),
        };
        ferrotape_budget::growth(listed, more).map_or(0, |(_, bytes)| bytes)
    }

    /// Adds an `await` if there is no other reaction, which takes no memory; false if there is one.
    pub fn begin_with_await(&mut self, activation: ObjectId, context: Value) -> bool {
        let is_first = matches!(self, Reactions::Listed(reactions) if reactions.capacity() == 0);
        if is_first {
            *self = Reactions::Await { activation, context };
        }
        is_first
    }

    /// Adds a reaction behind the others.
    pub fn push(&mut self, reaction: Reaction) {
        if let Reactions::Await { activation, context } = *self {
            let mut reactions = Vec::new();
            make_room(&mut reactions, 2);
            reactions.push(Reaction::of_await(activation, context));
            *self = Reactions::Listed(reactions);
        }
        if let Reactions::Listed(reactions) = self {
            make_room(reactions, 1);
            reactions.push(reaction);
        }
    }
}

fn make_room(reactions: &mut Vec<Reaction>, more: usize) {
    if let Some((capacity, _)) = ferrotape_budget::growth(reactions, more) {
        reactions.reserve_exact(capacity - reactions.len());
    }
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

    #[inline]
    pub fn trace(&self, visit: &mut (impl FnMut(Value) + ?Sized)) {
        visit(self.promise());
        if let Capability::Functions { resolve, reject, .. } = *self {
            visit(resolve);
            visit(reject);
        }
    }
}

impl Reaction {
    /// The reaction that continues an activation. No script has its capability.
    pub fn of_await(activation: ObjectId, context: Value) -> Self {
        let handler = Value::object(activation);
        Reaction { capability: Capability::None, on_fulfilled: handler, on_rejected: handler, context }
    }

    /// The activation of an `await`.
    fn awaiting(&self, cells: &impl Cells) -> Option<ObjectId> {
        let is_same = self.on_fulfilled == self.on_rejected && matches!(self.capability, Capability::None);
        self.on_fulfilled.as_object().filter(|&handler| is_same && cells.is_activation(handler))
    }

    #[inline]
    pub fn trace(&self, visit: &mut (impl FnMut(Value) + ?Sized)) {
        self.capability.trace(visit);
        visit(self.on_fulfilled);
        visit(self.on_rejected);
        visit(self.context);
    }
}

impl Link for Reactions {
    fn unlinked(_: &impl Cells) -> Self {
        Reactions::default()
    }

    fn trace(&self, object: ObjectId, visit: &mut impl Visit) {
        match *self {
            Reactions::Await { activation, context } => {
                visit.object(activation);
                visit.value(context);
            }
            Reactions::Listed(ref reactions) if !reactions.is_empty() => visit.later(Part::Reactions, object),
            Reactions::Listed(_) => {}
        }
    }

    fn bytes(&self) -> usize {
        Reactions::bytes(self)
    }

    /// Returns true: it is the last link, and there can be any number of reactions.
    fn leads_to(&self, _: ObjectId) -> bool {
        !self.is_empty()
    }

    fn write(&self, _: &impl Cells, out: &mut Pieces) {
        out.bytes.number(self.len() as u64);
        for Reaction { capability, on_fulfilled, on_rejected, context } in self.iter() {
            capability.write(out);
            out.value(on_fulfilled);
            out.value(on_rejected);
            out.value(context);
        }
    }

    fn read<R: SlotReader>(from: &mut R) -> Result<Self, R::Error> {
        let count = from.count(4, size_of::<Reaction>())?;
        let mut reactions = Reactions::default();
        for _ in 0..count {
            from.work(1)?;
            let capability = Capability::read(from)?;
            let (on_fulfilled, on_rejected) = (read_handler(from)?, read_handler(from)?);
            let reaction = Reaction { capability, on_fulfilled, on_rejected, context: from.value()? };
            match reaction.awaiting(from.cells()) {
                Some(activation) if reactions.begin_with_await(activation, reaction.context) => {}
                _ => reactions.push(reaction),
            }
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
    promise.ok_or_else(|| R::damaged("the value to be settled is not a promise"))
}

/// Reads a function.
pub fn read_function<R: SlotReader>(from: &mut R) -> Result<Value, R::Error> {
    let value = from.value()?;
    let is_callable = value.as_object().is_some_and(|value| from.cells().has_call(value));
    if is_callable { Ok(value) } else { Err(R::damaged("the value to be called is not a function")) }
}

/// Reads the handler of a reaction: a function, an activation that waits, or empty. Whether an activation really waits
/// is checked at its turn (`generator::resume_awaiting`).
pub fn read_handler<R: SlotReader>(from: &mut R) -> Result<Value, R::Error> {
    let value = from.any_value()?;
    let cells = from.cells();
    let is_handler = |object| cells.has_call(object) || cells.is_activation(object);
    let is_handler = value.is_empty() || value.as_object().is_some_and(is_handler);
    if is_handler { Ok(value) } else { Err(R::damaged("a reaction is not a function")) }
}
