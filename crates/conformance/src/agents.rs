//! `$262.agent`: engines on threads of their own, which share memory and pass messages (ECMA-262 9.7, as the suite's
//! INTERPRETING.md wants it).
//!
//! ```text
//! test      start ──> thread with an engine ──> receiveBroadcast ──> report
//!           broadcast ─────── SharedMemory ──────────^                  │
//!           getReport <─────────────────────────────────────────────────┘
//! ```
//!
//! Whoever waits for another one sleeps in slices and looks whether the test is over, or too late, so that nobody waits for ever.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ferrotape::{Call, Engine, Error, Object, SharedMemory, Value};

use crate::host::{self, STACK_BYTES, Settings};

/// What a test with agents may take. They go by the clock: the suite's longest timeout is 10 s.
const LONGEST: Duration = Duration::from_secs(60);

const SLICE: Duration = Duration::from_millis(2);

/// The agents of a test, the one of the test itself included.
#[derive(Clone)]
pub struct Agents(Arc<Cluster>);

struct Cluster {
    settings: Settings,
    began: Instant,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_over: bool,
    threads: Vec<JoinHandle<()>>,
    /// Of those, how many are there to receive something.
    receivers: usize,
    /// What was broadcast last, how often something was, and how many have received it.
    message: Option<(SharedMemory, Value)>,
    broadcasts: u64,
    received: usize,
    reports: VecDeque<String>,
    /// Why an agent ended early.
    failure: Option<String>,
}

impl Agents {
    pub fn new(settings: Settings) -> Self {
        let (state, changed) = (Mutex::default(), Condvar::new());
        Agents(Arc::new(Cluster { settings, began: Instant::now(), state, changed }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and tells those who wait.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.state());
        self.0.changed.notify_all();
        result
    }

    /// Waits until the state gives something.
    fn wait<T>(&self, mut ready: impl FnMut(&mut State) -> Option<T>) -> Result<T, Error> {
        let mut state = self.state();
        loop {
            if let Some(value) = ready(&mut state) {
                return Ok(value);
            }
            if state.is_over || self.is_late() {
                return Err(Error::new("nobody came"));
            }
            let (later, _) = self.0.changed.wait_timeout(state, SLICE).unwrap_or_else(PoisonError::into_inner);
            state = later;
        }
    }

    fn is_late(&self) -> bool {
        self.0.began.elapsed() > LONGEST
    }

    /// Is a run of one of them to be stopped?
    pub fn is_to_stop(&self, of_test: bool) -> bool {
        self.is_late() || !of_test && self.state().is_over
    }

    /// Runs jobs until `is_done` or nothing can come any more that is waited for.
    pub fn await_others(&self, engine: &mut Engine, is_done: impl Fn() -> bool) -> Result<(), Error> {
        while engine.has_async_waiters() && !is_done() && !self.is_late() && !self.state().is_over {
            thread::sleep(SLICE);
            engine.run_jobs()?;
        }
        Ok(())
    }

    /// Ends all threads. Why one of them failed, if one did.
    pub fn end(&self) -> Option<String> {
        let threads = self.change(|state| {
            state.is_over = true;
            std::mem::take(&mut state.threads)
        });
        let panicked = threads.into_iter().filter_map(|thread| thread.join().err()).count();
        let failure = self.state().failure.take();
        failure.or_else(|| (panicked > 0).then(|| "an agent panicked".to_owned()))
    }

    /// `$262.agent` of the test itself.
    pub fn define(&self, call: &mut Call<'_>, host: &Object) -> Result<(), Error> {
        let agent = Object::new(call)?;
        self.function(call, &agent, "start", 1, Agents::start)?;
        self.function(call, &agent, "broadcast", 2, Agents::broadcast)?;
        self.function(call, &agent, "getReport", 0, Agents::get_report)?;
        self.define_clock(call, &agent)?;
        host.set(call, "agent", &agent)
    }

    fn define_clock(&self, call: &mut Call<'_>, agent: &Object) -> Result<(), Error> {
        self.function(call, agent, "sleep", 1, Agents::sleep)?;
        self.function(call, agent, "monotonicNow", 0, Agents::monotonic_now)
    }

    fn function(
        &self,
        call: &mut Call<'_>,
        agent: &Object,
        name: &str,
        length: u32,
        function: impl Fn(&Agents, &mut Call<'_>) -> Result<Value, Error> + Send + Sync + 'static,
    ) -> Result<(), Error> {
        let agents = self.clone();
        let function = call.new_function(name, length, move |call| function(&agents, call))?;
        agent.set(call, name, &function)
    }

    fn start(&self, call: &mut Call<'_>) -> Result<Value, Error> {
        let script = call.to_text(&call.argument(0))?;
        let agents = self.clone();
        let mut state = self.state();
        let broadcasts = state.broadcasts;
        let run = move || {
            let failure = agents.run(&script, broadcasts).err();
            agents.change(|state| {
                // What a script has not done that its test did not wait for is no failure.
                let failure = failure.filter(|_| !state.is_over).map(|error| format!("an agent: {error}"));
                state.failure = state.failure.take().or(failure);
                state.receivers = state.receivers.saturating_sub(1);
            });
        };
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(run);
        state.threads.push(thread.map_err(|error| Error::new(format!("no thread: {error}")))?);
        state.receivers += 1;
        Ok(Value::Undefined)
    }

    /// What the thread of an agent does, which was started after so many broadcasts.
    fn run(&self, script: &str, broadcasts: u64) -> Result<(), Error> {
        let watched = self.clone();
        let builder = host::builder(self.0.settings).interrupt_when(move || watched.is_to_stop(false));
        let mut engine = builder.build()?;
        let agents = self.clone();
        engine.define_function("$262", 0, move |call| {
            let (host, agent) = (Object::new(call)?, Object::new(call)?);
            let seen = Mutex::new(broadcasts);
            agents.function(call, &agent, "receiveBroadcast", 1, move |agents, call| agents.receive(call, &seen))?;
            agents.function(call, &agent, "report", 1, Agents::report)?;
            agents.function(call, &agent, "leaving", 0, |_, _| Ok(Value::Undefined))?;
            agents.define_clock(call, &agent)?;
            host.set(call, "agent", &agent)?;
            Ok(host.into())
        })?;
        engine.run("host", host::COMPLETE)?;
        engine.run_with_jobs("agent", script)?;
        self.await_others(&mut engine, || false)
    }

    fn broadcast(&self, call: &mut Call<'_>) -> Result<Value, Error> {
        let memory = call.shared_memory(&call.argument(0))?.ok_or_else(|| Error::new("not a SharedArrayBuffer"))?;
        let message = Some((memory, call.argument(1)));
        self.change(|state| {
            (state.message, state.received) = (message, 0);
            state.broadcasts += 1;
        });
        self.wait(|state| (state.received >= state.receivers || state.failure.is_some()).then_some(Value::Undefined))
    }

    /// `seen`: how many broadcasts there were when the agent received one last.
    fn receive(&self, call: &mut Call<'_>, seen: &Mutex<u64>) -> Result<Value, Error> {
        let mut last = seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (broadcasts, message) =
            self.wait(|state| (state.broadcasts > *last).then(|| (state.broadcasts, state.message.clone())))?;
        *last = broadcasts;
        drop(last);
        let Some((memory, value)) = message else { return Ok(Value::Undefined) };
        let buffer = call.new_shared_array_buffer(&memory)?;
        self.change(|state| state.received += 1);
        let callback = call.argument(0);
        call.call(&callback, &Value::Undefined, &[buffer, value])
    }

    fn report(&self, call: &mut Call<'_>) -> Result<Value, Error> {
        let text = call.to_text(&call.argument(0))?;
        self.change(|state| state.reports.push_back(text));
        Ok(Value::Undefined)
    }

    fn get_report(&self, _: &mut Call<'_>) -> Result<Value, Error> {
        let mut state = self.state();
        match (state.reports.pop_front(), &state.failure) {
            (Some(report), _) => Ok(Value::String(report)),
            (None, Some(failure)) => Err(Error::new(failure.clone())),
            (None, None) => Ok(Value::Null),
        }
    }

    fn sleep(&self, call: &mut Call<'_>) -> Result<Value, Error> {
        let time = call.to_number(&call.argument(0))?;
        let time = Duration::try_from_secs_f64(time / 1000.0).unwrap_or_default();
        let began = Instant::now();
        while began.elapsed() < time && !self.is_to_stop(false) {
            thread::sleep(SLICE.min(time.saturating_sub(began.elapsed())));
        }
        Ok(Value::Undefined)
    }

    fn monotonic_now(&self, _: &mut Call<'_>) -> Result<Value, Error> {
        Ok(Value::Number(self.0.began.elapsed().as_secs_f64() * 1000.0))
    }
}
