//! Suspended frames: what generators and async functions (ECMA-262 27.5 and 27.7) keep while they wait.
//!
//! The cell of an activation takes the frame: its registers, or its part of the stack machine's stacks. Open records
//! are closed then, and reopened when the activation continues. So reads of outer variables need no special case.

use std::collections::VecDeque;

use ferrotape_budget::costs::allocation_bytes;

use crate::error::CodePlace;
use crate::frame::{Frame, OpenScope};
use crate::id::ObjectId;
use crate::object::internal_slots::{InternalSlots, Visit};
use crate::room::with_room_of;
use crate::stack_activation::SavedActivation;
use crate::value::Value;

/// [[GeneratorState]]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GeneratorState {
    SuspendedStart,
    SuspendedYield,
    Executing,
    /// Async generators only: the body has ended, but some requests are unanswered.
    AwaitingReturn,
    Completed,
}

/// The way in which a suspended frame continues.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Resumption {
    Next,
    Throw,
    Return,
}

/// Receiver of the values of a frame that waits or ends.
#[derive(Copy, Clone)]
pub enum Driver {
    /// The caller of `next`.
    Generator,
    /// The promise of an async function.
    Async(ObjectId),
    /// The requests of an async generator.
    AsyncGenerator,
}

/// A frame that can be suspended. While it runs, the saved state is empty.
pub struct Generator {
    pub state: GeneratorState,
    pub driver: Driver,
    /// The frame as it was when suspended, except for its place.
    pub frame: Frame,
    /// The live registers; for stack code `this` and the kept arguments.
    pub registers: Vec<Value>,
    /// Open scopes, with places relative to the base.
    pub open_scopes: Vec<OpenScope>,
    /// The register that gets the value sent to `yield`; for stack code any. None before the first `yield`.
    pub received: Option<u8>,
    /// Resumed by an `IteratorNext` of register code, which takes values without result objects.
    pub steps_row: bool,
    pub saved: Option<Box<SavedActivation>>,
    /// The iterator of a `yield*` that waits for this generator: `delegation.rs`.
    pub delegate: Option<ObjectId>,
    /// Requests of an async generator.
    pub requests: VecDeque<Request>,
    /// The value that an async generator waits for is to be returned.
    pub is_to_return: bool,
}

impl Generator {
    /// Makes the activation of a frame, with nothing saved.
    pub fn new(state: GeneratorState, driver: Driver, frame: Frame) -> Generator {
        Generator {
            state,
            driver,
            frame,
            registers: Vec::new(),
            open_scopes: Vec::new(),
            received: None,
            steps_row: false,
            saved: None,
            delegate: None,
            requests: VecDeque::new(),
            is_to_return: false,
        }
    }
}

impl Clone for Generator {
    fn clone(&self) -> Self {
        let mut requests = VecDeque::with_capacity(self.requests.capacity());
        requests.extend(&self.requests);
        Generator {
            state: self.state,
            driver: self.driver,
            frame: self.frame,
            registers: with_room_of(&self.registers),
            open_scopes: with_room_of(&self.open_scopes),
            received: self.received,
            steps_row: self.steps_row,
            saved: self.saved.clone(),
            delegate: self.delegate,
            requests,
            is_to_return: self.is_to_return,
        }
    }
}

impl Generator {
    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of::<Generator>())
            + allocation_bytes(self.registers.capacity() * size_of::<Value>())
            + allocation_bytes(self.open_scopes.capacity() * size_of::<OpenScope>())
            + allocation_bytes(self.requests.capacity() * size_of::<Request>())
            + self.saved.as_ref().map_or(0, |saved| saved.bytes())
    }

    pub fn is_async_generator(&self) -> bool {
        matches!(self.driver, Driver::AsyncGenerator)
    }

    /// Most bytes that one more request takes.
    pub fn growth_of_requests(&self) -> usize {
        let requests = &self.requests;
        let is_full = requests.len() == requests.capacity();
        if is_full { 2 * allocation_bytes((requests.len() + 4) * size_of::<Request>()) } else { 0 }
    }

    /// The promise that its next step settles: that of the next request, or its own.
    pub fn promise(&self) -> Option<ObjectId> {
        match self.driver {
            Driver::Generator => None,
            Driver::Async(promise) => Some(promise),
            Driver::AsyncGenerator => self.requests.front().map(|request| request.promise),
        }
    }

    /// Returns whether the body has ended, or will never begin.
    pub fn has_ended(&self) -> bool {
        matches!(self.state, GeneratorState::Completed | GeneratorState::AwaitingReturn)
    }

    /// Returns whether it continues by itself, once a promise is settled.
    pub fn is_awaiting(&self) -> bool {
        match (self.driver, self.state) {
            (Driver::Generator, _) => false,
            // A frame that runs has its registers on the stack; `this` is always one.
            (_, GeneratorState::Executing) => !self.registers.is_empty(),
            (_, state) => state == GeneratorState::AwaitingReturn,
        }
    }

    /// The place of its `await`; none unless something will resume it and its body has not ended.
    pub fn place_of_await(&self) -> Option<CodePlace> {
        let waits = self.state == GeneratorState::Executing;
        waits.then_some(CodePlace { code: self.frame.code, pc: self.frame.pc })
    }

    /// Returns whether it can take this many registers and open scopes without growing.
    pub fn has_room_for(&self, registers: usize, open_scopes: usize) -> bool {
        registers <= self.registers.capacity() && open_scopes <= self.open_scopes.capacity()
    }
}

/// AsyncGeneratorRequest record, ECMA-262 27.6.3.1.
#[derive(Copy, Clone)]
pub struct Request {
    pub resumption: Resumption,
    pub value: Value,
    pub promise: ObjectId,
}

impl Request {
    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.value);
        visit(Value::object(self.promise));
    }
}

impl InternalSlots for Generator {
    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        let Generator {
            state: _,
            driver,
            frame,
            registers,
            open_scopes: _,
            received: _,
            steps_row: _,
            saved,
            delegate,
            requests,
            is_to_return: _,
        } = self;
        visit.code(frame.code);
        visit.object(frame.callee);
        frame.environment.iter().for_each(|&record| visit.record(record));
        visit.values(registers);
        let visit_value = &mut |value| visit.value(value);
        saved.iter().for_each(|saved| saved.trace(visit_value));
        requests.iter().for_each(|request| request.trace(visit_value));
        delegate.iter().for_each(|&delegate| visit.object(delegate));
        if let &Driver::Async(promise) = driver {
            visit.object(promise);
        }
    }

    fn bytes(&self) -> usize {
        Generator::bytes(self)
    }

    fn name_of(&self, _: ObjectId) -> Option<&'static str> {
        Some("a variable of a function that waits")
    }
}
