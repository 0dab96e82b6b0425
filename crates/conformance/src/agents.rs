//! `$262.agent`: engines on their own threads, which share memory and pass messages (ECMA-262 9.7, as the suite's
//! INTERPRETING.md demands).
//!
//! ```text
//! test      start ──> thread with an engine ──> receiveBroadcast ──> report
//!           broadcast ─────── SharedMemory ──────────^                  │
//!           getReport <─────────────────────────────────────────────────┘
//! ```
//!
//! Each wait sleeps in slices and checks whether the test is over, or too late, so that nothing waits forever.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ferrotape::convert::Coerced;
use ferrotape::handles::{ArrayBuffer, SharedMemory};
use ferrotape::host::IntoFunction;
use ferrotape::{Context, Engine, Error, Function, Object, Value};

use crate::host::{self, STACK_BYTES, Settings};

/// Longest time for a test with agents. Agents go by the clock: the suite's longest timeout is 10 s.
const LONGEST: Duration = Duration::from_secs(60);

const SLICE: Duration = Duration::from_millis(2);

/// Agents of a test, including the agent of the test itself.
#[derive(Clone)]
pub struct Agents(Arc<Cluster>);

/// The agents of one test.
struct Cluster {
    settings: Settings,
    began: Instant,
    state: Mutex<State>,
    changed: Condvar,
}

/// The state that agents share.
#[derive(Default)]
struct State {
    is_over: bool,
    threads: Vec<JoinHandle<()>>,
    /// Number of threads that can still receive broadcasts.
    receivers: usize,
    /// Last message that was broadcast; below, the number of broadcasts, and how many agents have received the last
    /// one.
    message: Option<(SharedMemory, Value)>,
    broadcasts: u64,
    received: usize,
    reports: VecDeque<String>,
    /// Failure of an agent that ended early.
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

    /// Changes the state and wakes all waiting threads.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.state());
        self.0.changed.notify_all();
        result
    }

    /// Waits until `ready` returns a value.
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

    /// Returns whether the run of the test, or of another agent, must stop.
    pub fn is_to_stop(&self, of_test: bool) -> bool {
        self.is_late() || !of_test && self.state().is_over
    }

    /// Runs jobs until `is_done`, or until nothing is awaited any more.
    pub fn await_others(&self, engine: &mut Engine, is_done: impl Fn() -> bool) -> Result<(), Error> {
        while engine.has_async_waiters() && !is_done() && !self.is_late() && !self.state().is_over {
            thread::sleep(SLICE);
            engine.run_jobs()?;
        }
        Ok(())
    }

    /// Ends all threads. Returns the failure of one of them, if any.
    pub fn end(&self) -> Option<String> {
        let threads = self.change(|state| {
            state.is_over = true;
            std::mem::take(&mut state.threads)
        });
        let panicked = threads.into_iter().filter_map(|thread| thread.join().err()).count();
        let failure = self.state().failure.take();
        failure.or_else(|| (panicked > 0).then(|| "an agent panicked".to_owned()))
    }

    /// Defines `$262.agent` for the test itself.
    pub fn define(&self, cx: &mut Context<'_>, host: &Object) -> Result<(), Error> {
        let agent = Object::new(cx)?;
        let agents = self.clone();
        define(cx, &agent, "start", move |script: Coerced<String>| agents.start(script.0))?;
        let agents = self.clone();
        define(cx, &agent, "broadcast", move |cx: &mut Context<'_>, buffer: ArrayBuffer, value: Value| {
            let memory = buffer.shared_memory(cx)?.ok_or_else(|| Error::new("not a SharedArrayBuffer"))?;
            agents.broadcast(memory, value)
        })?;
        let agents = self.clone();
        define(cx, &agent, "getReport", move || agents.get_report())?;
        self.define_clock(cx, &agent)?;
        host.set(cx, "agent", &agent)
    }

    fn define_clock(&self, cx: &mut Context<'_>, agent: &Object) -> Result<(), Error> {
        let agents = self.clone();
        define(cx, agent, "sleep", move |milliseconds: Coerced<f64>| agents.sleep(milliseconds.0))?;
        let began = self.0.began;
        define(cx, agent, "monotonicNow", move || began.elapsed().as_secs_f64() * 1000.0)
    }

    /// Starts an agent's thread, which counts as a receiver until its script has ended. A failure of the script waits
    /// for [`Agents::end`].
    fn start(&self, script: String) -> Result<(), Error> {
        let agents = self.clone();
        let mut state = self.state();
        let broadcasts = state.broadcasts;
        let run = move || {
            let failure = agents.run(&script, broadcasts).err();
            agents.change(|state| {
                // If the test did not wait for the script, an unfinished script is no failure.
                let failure = failure.filter(|_| !state.is_over).map(|error| format!("an agent: {error}"));
                state.failure = state.failure.take().or(failure);
                state.receivers = state.receivers.saturating_sub(1);
            });
        };
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(run);
        state.threads.push(thread.map_err(|error| Error::new(format!("no thread: {error}")))?);
        state.receivers += 1;
        Ok(())
    }

    /// Runs an agent that was started after this many broadcasts: the work of its thread.
    fn run(&self, script: &str, broadcasts: u64) -> Result<(), Error> {
        let watched = self.clone();
        let builder = host::builder(self.0.settings).interrupt_when(move || watched.is_to_stop(false));
        let mut engine = builder.build()?;
        let agents = self.clone();
        engine.define("$262", move |cx: &mut Context<'_>| agents.object_of_agent(cx, broadcasts))?;
        engine.run("host", host::COMPLETE)?;
        engine.run_with_jobs("agent", script)?;
        self.await_others(&mut engine, || false)
    }

    /// Makes `$262` for an agent that was started after this many broadcasts.
    fn object_of_agent(&self, cx: &mut Context<'_>, broadcasts: u64) -> Result<Object, Error> {
        let (host, agent) = (Object::new(cx)?, Object::new(cx)?);
        let (agents, seen) = (self.clone(), Mutex::new(broadcasts));
        define(cx, &agent, "receiveBroadcast", move |cx: &mut Context<'_>, callback: Function| {
            agents.receive(cx, &callback, &seen)
        })?;
        let agents = self.clone();
        define(cx, &agent, "report", move |text: Coerced<String>| {
            agents.change(|state| state.reports.push_back(text.0));
        })?;
        define(cx, &agent, "leaving", || ())?;
        self.define_clock(cx, &agent)?;
        host.set(cx, "agent", &agent)?;
        Ok(host)
    }

    fn broadcast(&self, memory: SharedMemory, value: Value) -> Result<(), Error> {
        self.change(|state| {
            (state.message, state.received) = (Some((memory, value)), 0);
            state.broadcasts += 1;
        });
        self.wait(|state| (state.received >= state.receivers || state.failure.is_some()).then_some(()))
    }

    /// Waits for a broadcast after the first `seen` ones, and calls back with its message.
    fn receive(&self, cx: &mut Context<'_>, callback: &Function, seen: &Mutex<u64>) -> Result<Value, Error> {
        let mut last = seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (broadcasts, message) =
            self.wait(|state| (state.broadcasts > *last).then(|| (state.broadcasts, state.message.clone())))?;
        *last = broadcasts;
        drop(last);
        let Some((memory, value)) = message else { return Ok(Value::Undefined) };
        let buffer = ArrayBuffer::from_shared(cx, &memory)?;
        self.change(|state| state.received += 1);
        callback.call(cx, (buffer, value))
    }

    fn get_report(&self) -> Result<Value, Error> {
        let mut state = self.state();
        match (state.reports.pop_front(), &state.failure) {
            (Some(report), _) => Ok(Value::String(report)),
            (None, Some(failure)) => Err(Error::new(failure.clone())),
            (None, None) => Ok(Value::Null),
        }
    }

    fn sleep(&self, milliseconds: f64) {
        let time = Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default();
        let began = Instant::now();
        while began.elapsed() < time && !self.is_to_stop(false) {
            thread::sleep(SLICE.min(time.saturating_sub(began.elapsed())));
        }
    }
}

/// Defines a method of an object.
fn define<M>(cx: &mut Context<'_>, object: &Object, name: &str, function: impl IntoFunction<M>) -> Result<(), Error> {
    let function = Function::new(cx, name, function)?;
    object.set(cx, name, function)
}
