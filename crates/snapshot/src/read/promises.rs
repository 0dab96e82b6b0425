//! Promises with what waits for them, and jobs that have not run.
//!
//! What reacts is called, so it has to be a function, or the activation of an async function; whether that waits is found out
//! when its turn comes (`generator::resume_awaiting`).

use ferrotape_bytecode::Saved;

use super::super::{Done, PROMISE_STATES};
use super::{Reading, unreadable};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::jobs::{self, Job};
use ferrotape_runtime::object::{Kind, ObjectKind};
use ferrotape_runtime::promise::{self, Capability, Promise, PromiseState, Reaction, Unhandled};
use ferrotape_runtime::value::Value;

impl Reading<'_, '_> {
    pub(super) fn read_promise(&mut self, object: ObjectId) -> Done<()> {
        let Some(&state) = PROMISE_STATES.get(usize::from(self.reader.byte()?)) else {
            return unreadable("there is no such state of a promise");
        };
        let is_handled = bool::read(&mut self.reader)?;
        let result = self.value()?;
        let count = self.reader.count(3)?;
        if state != PromiseState::Pending && count > 0 {
            return unreadable("something waits for a promise that is settled");
        }
        self.vm.heap.require_room(count.saturating_mul(size_of::<Reaction>()))?;
        let mut reactions = Vec::with_capacity(count);
        for _ in 0..count {
            self.vm.heap.tick(1)?;
            let capability = self.capability()?;
            let (on_fulfilled, on_rejected) = (self.handler()?, self.handler()?);
            reactions.push(Reaction { capability, on_fulfilled, on_rejected });
        }
        let Some(ObjectKind::Promise(promise)) = self.vm.heap.kind_mut(object) else { return Ok(()) };
        let before = promise.bytes();
        **promise = Promise { state, result, is_handled, reactions };
        let after = promise.bytes();
        self.vm.heap.account_change(before, after);
        Ok(())
    }

    fn capability(&mut self) -> Done<Capability> {
        Ok(match self.reader.byte()? {
            0 => Capability::None,
            1 => Capability::Promise(self.promise()?),
            2 => Capability::Functions { promise: self.value()?, resolve: self.function()?, reject: self.function()? },
            _ => return unreadable("there is no such capability"),
        })
    }

    pub(super) fn promise(&mut self) -> Done<ObjectId> {
        let value = self.value()?;
        let promise = value.as_object().filter(|&object| matches!(self.vm.heap.kind(object), Kind::Promise(_)));
        promise.map_or_else(|| unreadable("what is to be settled is no promise"), Ok)
    }

    fn function(&mut self) -> Done<Value> {
        let value = self.value()?;
        if self.vm.heap.is_callable(value) { Ok(value) } else { unreadable("what is to be called is no function") }
    }

    /// A function, an activation that waits, or empty.
    fn handler(&mut self) -> Done<Value> {
        let value = self.any_value()?;
        let is_activation = |object| matches!(self.vm.heap.kind(object), Kind::Generator(_));
        let is_handler =
            value.is_empty() || self.vm.heap.is_callable(value) || value.as_object().is_some_and(is_activation);
        if is_handler { Ok(value) } else { unreadable("what reacts is no function") }
    }

    pub(super) fn read_jobs(&mut self) -> Done<()> {
        for _ in 0..self.reader.count(2)? {
            self.room()?;
            let job = match self.reader.byte()? {
                kind @ (0 | 1) => {
                    let (capability, handler) = (self.capability()?, self.handler()?);
                    Job::Reaction { capability, handler, argument: self.value()?, is_rejection: kind == 1 }
                }
                2 => Job::Thenable { promise: self.promise()?, thenable: self.value()?, then: self.function()? },
                3 => Job::Cleanup { callback: self.function()?, held: self.value()? },
                4 => Job::Callback(self.function()?),
                _ => return unreadable("there is no such job"),
            };
            jobs::enqueue_job(self.vm, job)?;
        }
        for _ in 0..self.reader.count(2)? {
            self.room()?;
            let unhandled = match bool::read(&mut self.reader)? {
                true => Unhandled::Exception(self.value()?),
                false => Unhandled::Rejection(self.promise()?),
            };
            promise::note_unhandled(self.vm, unhandled)?;
        }
        self.vm.account_stacks();
        Ok(())
    }
}
