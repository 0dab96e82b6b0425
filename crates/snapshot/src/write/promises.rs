//! Jobs that have not run, and unhandled failures.

use super::super::{Done, JOB};
use super::Writing;
use ferrotape_runtime::jobs::{Job, Queued};
use ferrotape_runtime::object::Pieces;
use ferrotape_runtime::promise::{Noted, Unhandled};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    /// Writes the jobs in the order in which they will run. Cells that they lead to are written with all others.
    pub(super) fn jobs(&mut self) -> Done<()> {
        (self.current, self.current_key) = (JOB, PropertyKey::NONE);
        let context = self.vm.agent.async_context;
        let mut current = Vec::new();
        self.value(context, &mut current)?;
        self.waiting.bytes.append(&mut current);
        let jobs: Vec<Queued> = self.vm.agent.jobs.iter().cloned().collect();
        let mut bytes = Vec::new();
        self.waiting.number(jobs.len() as u64);
        for Queued { job, context } in jobs {
            self.vm.work(1)?;
            self.value(context, &mut bytes)?;
            let (number, values) = match job {
                Job::Reaction { capability, handler, argument, is_rejection } => {
                    bytes.push(if is_rejection { 1 } else { 0 });
                    let mut pieces = Pieces::default();
                    capability.write(&mut pieces);
                    self.pieces(&pieces, &mut bytes)?;
                    self.value(handler, &mut bytes)?;
                    self.value(argument, &mut bytes)?;
                    continue;
                }
                Job::Thenable { promise, thenable, then } => (2, vec![Value::object(promise), thenable, then]),
                Job::Cleanup { callback, held } => (3, vec![callback, held]),
                Job::Callback(callback) => (4, vec![callback]),
            };
            bytes.push(number);
            for value in values {
                self.value(value, &mut bytes)?;
            }
        }
        self.waiting.bytes.append(&mut bytes);
        let unhandled = self.vm.agent.unhandled.clone();
        self.waiting.number(unhandled.len() as u64);
        for Noted { failure, context } in unhandled {
            self.vm.work(1)?;
            bytes.push(match failure {
                Unhandled::Rejection(_) => 0,
                Unhandled::Exception(_) => 1,
                Unhandled::Told(_) => 2,
                Unhandled::Late(_) => 3,
            });
            self.value(failure.value(), &mut bytes)?;
            self.value(context, &mut bytes)?;
        }
        self.waiting.bytes.append(&mut bytes);
        Ok(())
    }
}
