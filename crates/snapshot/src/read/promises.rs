//! Jobs that have not run, and unhandled rejections.

use super::super::Done;
use super::{Reading, unreadable};
use ferrotape_runtime::jobs::{self, Job, Queued};
use ferrotape_runtime::promise::{self, Capability, Noted, Unhandled, read_function, read_handler, read_promise};

impl Reading<'_, '_> {
    /// Reads the queue of jobs.
    pub(super) fn read_jobs(&mut self) -> Done<()> {
        self.vm.agent.async_context = self.value()?;
        for _ in 0..self.reader.count(3)? {
            self.room()?;
            let context = self.value()?;
            let job = match self.reader.byte()? {
                kind @ (0 | 1) => {
                    let (capability, handler) = (Capability::read(self)?, read_handler(self)?);
                    Job::Reaction { capability, handler, argument: self.value()?, is_rejection: kind == 1 }
                }
                2 => {
                    Job::Thenable { promise: read_promise(self)?, thenable: self.value()?, then: read_function(self)? }
                }
                3 => Job::Cleanup { callback: read_function(self)?, held: self.value()? },
                4 => Job::Callback(read_function(self)?),
                _ => return unreadable("there is no such job"),
            };
            jobs::enqueue(self.vm, Queued { job, context })?;
        }
        for _ in 0..self.reader.count(3)? {
            self.room()?;
            let failure = match self.reader.byte()? {
                0 => Unhandled::Rejection(read_promise(self)?),
                1 => Unhandled::Exception(self.value()?),
                2 => Unhandled::Told(read_promise(self)?),
                3 => Unhandled::Late(read_promise(self)?),
                _ => return unreadable("there is no such failure"),
            };
            let context = self.value()?;
            promise::note(self.vm, Noted { failure, context })?;
        }
        self.vm.account_stacks();
        Ok(())
    }
}
