//! Promises with what waits for them, jobs that have not run, and what went wrong without anybody who handles it.

use ferrotape_bytecode::Writer;

use super::super::{Done, JOB, PROMISE_STATES};
use super::Writing;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::jobs::Job;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::promise::{Capability, Reaction, Unhandled};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    pub(super) fn promise(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let Kind::Promise(promise) = self.vm.heap.kind(object) else { return Ok(()) };
        let promise = promise.clone();
        let state = PROMISE_STATES.iter().position(|&known| known == promise.state).unwrap_or(0);
        bytes.push(state as u8);
        bytes.push(promise.is_handled.into());
        bytes.append(&mut self.value(promise.result)?);
        let mut count = Writer::default();
        count.number(promise.reactions.len() as u64);
        bytes.append(&mut count.bytes);
        for Reaction { capability, on_fulfilled, on_rejected } in promise.reactions {
            self.vm.tick(1)?;
            self.capability(capability, bytes)?;
            bytes.append(&mut self.value(on_fulfilled)?);
            bytes.append(&mut self.value(on_rejected)?);
        }
        Ok(())
    }

    fn capability(&mut self, capability: Capability, bytes: &mut Vec<u8>) -> Done<()> {
        let (number, values) = match capability {
            Capability::None => (0, vec![]),
            Capability::Promise(promise) => (1, vec![Value::object(promise)]),
            Capability::Functions { promise, resolve, reject } => (2, vec![promise, resolve, reject]),
        };
        bytes.push(number);
        for value in values {
            bytes.append(&mut self.value(value)?);
        }
        Ok(())
    }

    /// In the order in which they will run. What they lead to is written with all else.
    pub(super) fn jobs(&mut self) -> Done<()> {
        (self.current, self.current_key) = (JOB, PropertyKey::NONE);
        let jobs: Vec<Job> = self.vm.agent.jobs.iter().cloned().collect();
        let mut bytes = Vec::new();
        self.waiting.number(jobs.len() as u64);
        for job in jobs {
            self.vm.tick(1)?;
            let (number, values) = match job {
                Job::Reaction { capability, handler, argument, is_rejection } => {
                    bytes.push(if is_rejection { 1 } else { 0 });
                    self.capability(capability, &mut bytes)?;
                    bytes.append(&mut self.value(handler)?);
                    bytes.append(&mut self.value(argument)?);
                    continue;
                }
                Job::Thenable { promise, thenable, then } => (2, vec![Value::object(promise), thenable, then]),
                Job::Cleanup { callback, held } => (3, vec![callback, held]),
                Job::Callback(callback) => (4, vec![callback]),
            };
            bytes.push(number);
            for value in values {
                bytes.append(&mut self.value(value)?);
            }
        }
        self.waiting.bytes.append(&mut bytes);
        let unhandled = self.vm.agent.unhandled.clone();
        self.waiting.number(unhandled.len() as u64);
        for unhandled in unhandled {
            self.vm.tick(1)?;
            bytes.push(matches!(unhandled, Unhandled::Exception(_)).into());
            bytes.append(&mut self.value(unhandled.value())?);
        }
        self.waiting.bytes.append(&mut bytes);
        Ok(())
    }
}
