//! Answers that wait for promises: `awaitPromise`, `Runtime.awaitPromise`, and an `await` at the prompt of DevTools.
//!
//! The engine wakes the session when such a promise is settled. Meanwhile the client is served. At a stop nothing settles
//! them but what the client evaluates, as with other engines: jobs run when the program continues. Before the program and
//! after it, jobs are run here.

use ferrotape::convert::JsValue;
use ferrotape::debug::{Settled, Stopped, Values};
use serde_json::{Value, json};

use super::refusal::{Answer, Refused};
use super::remote::Shower;
use super::session::{Request, State};

/// Most answers that wait.
const MOST: usize = 1_000;
/// Refusal of what waits, in the words that clients know.
const DESTROYED: &str = "Execution context was destroyed.";

/// Answers that wait for promises.
#[derive(Default)]
pub struct Awaited {
    waiting: Vec<Waiting>,
    /// Whether nothing runs, and nothing will before the client has sent something.
    pub is_idle: bool,
    has_ended: bool,
}

/// A request that is answered when its promise is settled.
struct Waiting {
    request: Request,
    promise: JsValue,
    shape: Shape,
}

/// Form in which a value is to be shown.
#[derive(Clone)]
pub struct Shape {
    pub group: String,
    pub is_copy: bool,
    pub has_previews: bool,
}

impl Shape {
    pub fn of(state: &State, params: &Value) -> Shape {
        let group = match params["objectGroup"].as_str() {
            Some(group) => group.to_owned(),
            None => state.objects.group(params["objectId"].as_str().unwrap_or_default()),
        };
        Shape { group, is_copy: params["returnByValue"] == true, has_previews: params["generatePreview"] == true }
    }

    /// Shows a value.
    pub fn shown(&self, state: &mut State, values: &mut Values<'_>, value: &JsValue) -> Answer {
        let mut shower = Shower::new(values, &mut state.objects, &self.group, self.has_previews);
        let shown = if self.is_copy { shower.copied(value) } else { shower.remote(value) };
        Ok(json!({ "result": shown? }))
    }

    /// Shows what was thrown.
    pub fn thrown(&self, state: &mut State, values: &mut Values<'_>, thrown: &JsValue, words: &str) -> Answer {
        state.exception_count += 1;
        let shown = Shower::new(values, &mut state.objects, &self.group, self.has_previews).remote(thrown)?;
        let details = json!({
            "exceptionId": state.exception_count, "text": words, "lineNumber": 0, "columnNumber": 0, "exception": shown,
        });
        Ok(json!({ "result": shown, "exceptionDetails": details }))
    }
}

/// Answers the message that is being answered when a promise is settled.
pub fn wait(state: &mut State, values: &mut Values<'_>, promise: &JsValue, shape: Shape) -> Answer {
    if state.awaited.waiting.len() == MOST {
        return Err(Refused::because("too many promises are waited for"));
    }
    values.await_promise(promise);
    state.awaited.waiting.push(Waiting { request: state.request.clone(), promise: promise.clone(), shape });
    state.is_answered = true;
    Ok(Value::Null)
}

/// Runtime.awaitPromise
pub fn await_promise(state: &mut State, values: &mut Values<'_>, params: &Value) -> Answer {
    let wrong = || Refused::wrong_parameters("promiseObjectId is the id of a promise");
    let id = params["promiseObjectId"].as_str().ok_or_else(wrong)?;
    let promise = state.objects.get(id)?;
    let is_promise = values.facts(&promise, 0).is_ok_and(|facts| facts.kind == Some("promise"));
    if !is_promise {
        return Err(Refused::because("Could not find promise with given id"));
    }
    let shape = Shape { group: state.objects.group(id), ..Shape::of(state, params) };
    wait(state, values, &promise, shape)
}

/// Answers what waits for a promise that is settled.
pub fn settle(state: &mut State, at: &mut Stopped<'_>) {
    if state.awaited.waiting.is_empty() {
        return;
    }
    let values = &mut at.values();
    if state.awaited.is_idle {
        // What takes too long is dropped, and its promises stay as they are.
        let (_, printed) = values.listening(|values| values.run_jobs());
        super::runtime::texts_printed(state, values, &printed);
    }
    for waiting in std::mem::take(&mut state.awaited.waiting) {
        let answer = match values.settled(&waiting.promise) {
            Some(Settled::Fulfilled(value)) => waiting.shape.shown(state, values, &value),
            Some(Settled::Rejected(thrown)) => waiting.shape.thrown(state, values, &thrown, "Uncaught (in promise)"),
            Some(_) => Err(Refused::because("it is settled otherwise")),
            None if state.awaited.has_ended => Err(Refused::because(DESTROYED)),
            None => {
                state.awaited.waiting.push(waiting);
                continue;
            }
        };
        state.reply(&waiting.request, answer);
    }
}

/// Answers all: the program has ended, and so does what waits from now on.
pub fn end(state: &mut State, at: &mut Stopped<'_>) {
    state.awaited.has_ended = true;
    settle(state, at);
}

/// Forgets what a client waits for that has left.
pub fn leave(state: &mut State, at: &mut Stopped<'_>) {
    state.awaited.waiting.clear();
    at.values().forget_promises();
}
