//! Promises that clients of a debugger wait for, and what the texts print that they evaluate.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use ferrotape_bytecode::ActivationKind;
use ferrotape_runtime::debug::{self as engine};
use ferrotape_runtime::promise::{self, PromiseState};
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::{Vm, jobs, profile, watch};
use ferrotape_syntax::Goal;

use super::stopped::frame_of;
use super::{Frame, Refusal, Stopped, Values};
use crate::convert::JsValue;

/// Most calls of `console` that are kept of a text, and most values and frames of each.
const MOST_PRINTED: usize = 1_000;
const MOST_VALUES: usize = 100;
const MOST_FRAMES: usize = 10;

/// A call of a `console` method by an evaluated expression.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Printed {
    /// The method.
    pub method: &'static str,
    /// Its arguments, the first hundred.
    pub values: Vec<JsValue>,
    /// The innermost functions that ran.
    pub frames: Vec<Frame>,
}

/// The result of an expression that may await something.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Evaluated {
    /// The value, or a promise of it.
    pub value: JsValue,
    /// Whether it is a promise because the text has an `await` outside of functions.
    pub awaits: bool,
}

/// Outcome of a promise.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Settled {
    /// Fulfilled, with its value.
    Fulfilled(JsValue),
    /// Rejected, with its reason.
    Rejected(JsValue),
}

impl Values<'_> {
    /// Runs an expression as [`Values::evaluate`] does, and reports whether it awaits something.
    ///
    /// # Errors
    ///
    /// Fails with what the text has thrown, or the limit that has ended it.
    pub fn evaluate_entry(&mut self, text: &str) -> Result<Evaluated, Refusal> {
        let mut awaits = false;
        let value = self.result(|vm| {
            let unit = eval::compile_text(vm, "<debugger>", text.to_owned(), Goal::Prompt)?;
            awaits = unit.functions.first().is_some_and(|script| script.activation == ActivationKind::Async);
            profile::with_text(vm, |vm| eval::run_entry(vm, unit))
        })?;
        Ok(Evaluated { value, awaits })
    }

    /// Returns the promise that an `await` of a value would wait for. None if it would wait for nothing.
    ///
    /// # Errors
    ///
    /// Fails if the handle belongs to another engine, or without room for a promise.
    pub fn promise_of(&mut self, handle: &JsValue) -> Result<Option<JsValue>, Refusal> {
        let value = self.value(handle)?;
        if promise::promise(self.0, value).is_some() {
            return Ok(Some(handle.clone()));
        }
        if !value.is_object() {
            return Ok(None);
        }
        let made = self.result(|vm| {
            let made = promise::new_promise(vm, None);
            vm.keep(Value::object(made));
            promise::resolve_promise(vm, made, value)?;
            Ok(Value::object(made))
        })?;
        match self.settled(&made) {
            Some(Settled::Fulfilled(_)) => Ok(None),
            _ => Ok(Some(made)),
        }
    }

    /// Returns how a promise is settled. None if it is pending, or the value is not a promise.
    pub fn settled(&mut self, handle: &JsValue) -> Option<Settled> {
        let value = self.value(handle).ok()?;
        let (_, data) = promise::promise(self.0, value)?;
        let (state, result) = (data.state, data.result);
        let handle = |vm: &mut Vm| JsValue::new_handle(vm, result);
        match state {
            PromiseState::Pending => None,
            PromiseState::Fulfilled => Some(Settled::Fulfilled(handle(self.0))),
            PromiseState::Rejected => Some(Settled::Rejected(handle(self.0))),
        }
    }

    /// Calls [`DebugHost::woken`](super::DebugHost::woken) when that promise is settled. Its rejection counts as handled.
    /// This costs the script nothing, and scripts do not notice it.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// use ferrotape::Engine;
    /// use ferrotape::convert::JsValue;
    /// use ferrotape::debug::{DebugHost, Resume, Settled, Stopped};
    ///
    /// #[derive(Default)]
    /// struct Waiter(Option<JsValue>, Arc<Mutex<bool>>);
    ///
    /// impl DebugHost for Waiter {
    ///     fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume {
    ///         let mut values = stopped.values();
    ///         let promise = values.evaluate("new Promise(done => globalThis.done = done)").unwrap();
    ///         values.await_promise(&promise);
    ///         self.0 = Some(promise);
    ///         Resume::Run
    ///     }
    ///
    ///     fn woken(&mut self, running: &mut Stopped<'_>) {
    ///         let settled = running.values().settled(self.0.as_ref().unwrap());
    ///         *self.1.lock().unwrap() = matches!(settled, Some(Settled::Fulfilled(_)));
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let is_settled = Arc::default();
    /// engine.set_debugger(Waiter(None, Arc::clone(&is_settled)));
    /// engine.run("a.js", "debugger; done(7); 1")?;
    /// assert!(*is_settled.lock().unwrap());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn await_promise(&mut self, handle: &JsValue) {
        let Ok(value) = self.value(handle) else { return };
        if let Some((object, _)) = promise::promise(self.0, value) {
            promise::mark_handled(self.0, object);
            watch::await_promise(self.0, object);
        }
    }

    /// Forgets the promises of [`Values::await_promise`].
    pub fn forget_promises(&mut self) {
        watch::forget_awaited(self.0);
    }

    /// Runs the pending promise jobs, if no code runs. They are bounded like expressions: if they take too long, all
    /// jobs are dropped.
    ///
    /// # Errors
    ///
    /// Fails with the limit that has ended them.
    pub fn run_jobs(&mut self) -> Result<(), Refusal> {
        self.bounded(|vm| profile::with_text(vm, jobs::run_jobs))
    }

    /// Runs some work, and returns its result with the `console` calls of the expressions that it evaluates: the
    /// first thousand calls.
    pub fn listening<T>(&mut self, work: impl FnOnce(&mut Values<'_>) -> T) -> (T, Vec<Printed>) {
        let (before, printed) = begin_listening(self.0);
        let done = work(self);
        (done, end_listening(self.0, before, &printed))
    }
}

impl Stopped<'_> {
    /// Evaluates an expression in a frame, as [`Stopped::evaluate_value`] does, and also returns its `console` calls.
    ///
    /// # Errors
    ///
    /// Fails with what the evaluation has thrown, or the limit that has ended it.
    pub fn evaluate_and_listen(&mut self, frame: usize, text: &str) -> (Result<JsValue, Refusal>, Vec<Printed>) {
        let (before, printed) = begin_listening(self.vm());
        let done = self.evaluate_value(frame, text);
        (done, end_listening(self.vm(), before, &printed))
    }
}

type Kept = Arc<Mutex<Vec<Printed>>>;

/// Keeps what is printed from now on, up to the first thousand calls. Returns the earlier listener, for
/// `end_listening`.
fn begin_listening(vm: &mut Vm) -> (Option<watch::Listener>, Kept) {
    let printed = Kept::default();
    let kept = Arc::clone(&printed);
    let listener = move |vm: &mut Vm, method: &'static str, values: &[Value]| {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MOST_PRINTED {
            let frames = engine::frames(vm, None, MOST_FRAMES).into_iter().map(frame_of).collect();
            let values = values.iter().take(MOST_VALUES).map(|&value| JsValue::new_handle(vm, value)).collect();
            kept.push(Printed { method, values, frames });
        }
    };
    (watch::set_listener(vm, Some(Box::new(listener))), printed)
}

fn end_listening(vm: &mut Vm, before: Option<watch::Listener>, printed: &Kept) -> Vec<Printed> {
    watch::set_listener(vm, before);
    mem::take(&mut *printed.lock().unwrap_or_else(PoisonError::into_inner))
}
