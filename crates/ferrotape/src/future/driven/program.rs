//! Drives a program: each poll advances it by a slice.

use std::task::{self, Poll};

use ferrotape_budget::{Deadline, Instant};
use ferrotape_runtime::buffer::waiting;
use ferrotape_runtime::events;

use super::{Driven, State, WAITERS_EVERY, tell_unhandled};
use crate::host_state::HostState;
use crate::limits::Spent;
use crate::{AsContext, Engine, Error, FromJs, Limits, Program, Progress, Run};

/// Fuel of a poll, where the host has not said how much.
const SLICE: u64 = 1 << 20;

impl<T: FromJs> Driven<'_, T> {
    /// Advances the program, and arranges for the next poll.
    pub(super) fn poll_program(
        &mut self,
        begun: Option<Program>,
        task: &mut task::Context<'_>,
    ) -> Poll<Result<T, Error>> {
        let (began, before) = (Instant::now(), self.engine.stats());
        let stood_still = self.engine.vm.heap.budget.stood_still();
        let bytes_before = *self.bytes_before.get_or_insert(before.bytes);
        if let Some(program) = &begun {
            self.engine.begin(program)?;
        }
        let told = self.engine.on_unhandled.clone();
        let slice = self.slice.clone().unwrap_or_else(|| Limits::new().fuel(SLICE));
        let hard = self.limits_until_wait();
        let mut run = Run::of_script(&mut *self.engine, hard, true);
        let advanced = run.advance_for::<T>(&slice);
        let heard = match told {
            Some(told) => run.enter(|cx| tell_unhandled(cx, Some(&*told))),
            None => Ok(()),
        };
        if heard.is_ok() {
            run.lay_aside();
        } else {
            drop(run);
        }
        let after = self.engine.stats();
        self.spent.fuel = self.spent.fuel.saturating_add(after.fuel.saturating_sub(before.fuel));
        self.spent.time = self.spent.time.saturating_add(began.elapsed());
        self.spent.bytes = after.bytes.saturating_sub(bytes_before);
        // That counts for no limit.
        let stood_still = self.engine.vm.heap.budget.stood_still().saturating_sub(stood_still);
        self.waited.time = self.waited.time.saturating_add(stood_still);
        let progress = advanced.and_then(|progress| heard.map(|()| progress))?;
        if let Progress::Done(value) = progress {
            return Poll::Ready(Ok(value));
        }
        let waits = match progress {
            Progress::Waiting => {
                self.waited = self.spent;
                self.wait_for_program(task)
            }
            _ => {
                task.waker().wake_by_ref();
                Ok(())
            }
        };
        if waits.is_err() {
            // The run ends the program.
            drop(Run::of_script(&mut *self.engine, Limits::new(), true));
            waits?;
        }
        // From here on, dropping the driver ends the program.
        self.state = State::Program(None);
        Poll::Pending
    }

    /// The limits that are left until the program waits, in however many slices: else the slices would take them away.
    fn limits_until_wait(&self) -> Limits {
        let spent = Spent {
            fuel: self.spent.fuel.saturating_sub(self.waited.fuel),
            time: self.spent.time.saturating_sub(self.waited.time),
            bytes: self.spent.bytes.saturating_sub(self.waited.bytes),
        };
        let rest = self.limits.rest(spent);
        let deadline = self.engine.timeout.and_then(|time| Deadline::after_rest(time.saturating_sub(spent.time), time));
        match deadline {
            Some(deadline) => rest.until(deadline),
            None => rest,
        }
    }

    /// Sleeps until a future is woken or a timer is due. Fails if the host would have to answer a call: the program never ends
    /// then.
    fn wait_for_program(&mut self, task: &mut task::Context<'_>) -> Result<(), Error> {
        if let Some(call) = self.engine.calls().first() {
            let problem = format!("the program waits for an answer to {}, which cannot be given here", call.name());
            return Err(Error::of_usage(format!("{problem}: `Engine::start` makes a run whose calls are answered")));
        }
        let vm = &mut self.engine.vm;
        let timer = events::next_event(vm);
        let waiters = waiting::has_async_waiters(vm).then_some(WAITERS_EVERY);
        let after = timer.into_iter().chain(waiters).min();
        if !HostState::of(&mut self.engine.vm).tasks.sleep(task.waker()) {
            task.waker().wake_by_ref();
            return Ok(());
        }
        match after {
            Some(after) => self.fall_asleep(after, task)?,
            None => self.sleep = None,
        }
        self.cancelled = self.limits.wake(task.waker());
        Ok(())
    }
}

impl Engine {
    /// Runs a program to its end, while a future drives the engine: with its jobs, timers, dynamic imports, and the async
    /// functions of the host. Its value is that of [`Progress::Done`].
    ///
    /// Each poll is a slice of the program: that of [`Driven::in_slices`], or a million units of fuel. So it can pause in the
    /// middle of a script, and other tasks of the executor can run. Dropping the future ends the program, as dropping a [`Run`]
    /// does. Errors are those of [`Run::advance`].
    ///
    /// Time limits, and those of [`Driven::limits`], apply from one wait of the program to the next, however many
    /// slices that takes. To limit the whole program, use the engine's fuel, [`Driven::block_for`], or drop the
    /// future.
    ///
    /// Calls of [`Engine::define_call`] cannot be answered here. A program that waits for one ends with an error of the kind
    /// [`ErrorKind::Usage`](crate::ErrorKind::Usage). Use an async function instead, or a run ([`Engine::start`]).
    ///
    /// ```
    /// use ferrotape::{Engine, Program};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("search", |words: String| async move { format!("found {words}") })?;
    /// let program = Program::body("job.js", "return (await Promise.all(['a', 'b'].map(search))).join()")?;
    /// assert_eq!(engine.run_program_async::<String>(&program).block()?, "found a,found b");
    ///
    /// let endless = Program::body("job.js", "for (;;);")?;
    /// let limits = ferrotape::Limits::new().time(std::time::Duration::from_millis(20));
    /// assert!(engine.run_program_async::<()>(&endless).limits(limits).block().unwrap_err().is_termination());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn run_program_async<T: FromJs>(&mut self, program: &Program) -> Driven<'_, T> {
        Driven::new(self, State::Program(Some(program.clone())), None)
    }
}
