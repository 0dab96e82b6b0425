//! Answers at a stop: frames, scopes, values, and how it goes on.

use ferrotape::debug::{Resume, Shown, StopReason, Stopped, ValueId, Variable};
use serde_json::{Value, json};

use super::session::State;
use super::wire::Request;
use crate::debugger::places;
use crate::debugger::scope_name;
use crate::reach::SharedReach;

/// Most variables in an answer.
const MOST_VARIABLES: usize = 1000;

/// Meaning of a `variablesReference`.
#[derive(Copy, Clone)]
enum Holder {
    Scope { frame: usize, scope: usize },
    Object(ValueId),
}

/// A stop that the client looks at.
pub struct Looking<'a> {
    reach: &'a SharedReach,
    holders: Vec<Holder>,
}

type Answer = (Result<Value, String>, Option<Resume>);

impl Looking<'_> {
    pub fn new(reach: &SharedReach) -> Looking<'_> {
        Looking { reach, holders: Vec::new() }
    }

    /// The event of the stop.
    pub fn event(&mut self, stopped: &mut Stopped<'_>, state: &State) -> Value {
        let mut event = json!({ "threadId": 1, "allThreadsStopped": true });
        event["reason"] = match stopped.reason() {
            StopReason::Breakpoint(ids) => {
                event["hitBreakpointIds"] = json!(state.numbers(&ids));
                "breakpoint"
            }
            StopReason::Statement => "debugger statement",
            StopReason::Pause => "pause",
            StopReason::Exception { thrown, .. } => {
                event["text"] = json!(thrown.text);
                "exception"
            }
            _ => "step",
        }
        .into();
        event
    }

    /// Answers a request that needs the stop, with how code goes on then. None for others.
    pub fn answer(&mut self, stopped: &mut Stopped<'_>, request: &Request) -> Option<Answer> {
        let resume = match request.command.as_str() {
            "continue" => Some(Resume::Run),
            "next" => Some(Resume::Over),
            "stepIn" => Some(Resume::In),
            "stepOut" => Some(Resume::Out),
            _ => None,
        };
        if let Some(resume) = resume {
            return Some((Ok(json!({ "allThreadsContinued": true })), Some(resume)));
        }
        let answer = match request.command.as_str() {
            "stackTrace" => Ok(self.stack(stopped, request)),
            "scopes" => Ok(self.scopes(stopped, request)),
            "variables" => self.variables(stopped, request),
            "setVariable" => self.set_variable(stopped, request),
            "evaluate" => {
                let frame = request.number("frameId").saturating_sub(1) as usize;
                stopped.evaluate(frame, request.text("expression")).map(|shown| self.value("result", &shown))
            }
            "exceptionInfo" => Ok(exception(stopped)),
            _ => return None,
        };
        Some((answer, None))
    }

    fn stack(&self, stopped: &mut Stopped<'_>, request: &Request) -> Value {
        let frames = stopped.frames();
        let (first, levels) = (request.number("startFrame") as usize, request.number("levels") as usize);
        let levels = if levels == 0 { usize::MAX } else { levels };
        let shown = frames.iter().enumerate().skip(first).take(levels).map(|(index, frame)| {
            let place = places::of_frame(frame, self.reach);
            let name = if frame.function.is_empty() { "(top)" } else { &frame.function };
            let name = if frame.is_async { format!("async {name}") } else { name.to_owned() };
            let path = self.reach.path_of(&place.source);
            let mut source = json!({ "name": place.source });
            if path.exists() {
                source["path"] = json!(path);
            }
            json!({ "id": index + 1, "name": name, "source": source, "line": place.line, "column": place.column })
        });
        json!({ "stackFrames": shown.collect::<Vec<_>>(), "totalFrames": frames.len() })
    }

    fn reference(&mut self, holder: Holder) -> usize {
        self.holders.push(holder);
        self.holders.len()
    }

    fn scopes(&mut self, stopped: &mut Stopped<'_>, request: &Request) -> Value {
        let frame = request.number("frameId").saturating_sub(1) as usize;
        let mut shown = Vec::new();
        for (index, scope) in stopped.scopes(frame).iter().enumerate() {
            let holder = match scope.object.as_ref().and_then(|object| object.id) {
                Some(object) => Holder::Object(object),
                None => Holder::Scope { frame, scope: index },
            };
            let reference = self.reference(holder);
            let is_dear = scope.object.is_some();
            shown.push(json!({
                "name": scope_name(scope.kind), "variablesReference": reference, "expensive": is_dear,
            }));
        }
        json!({ "scopes": shown })
    }

    fn holder(&self, request: &Request) -> Result<Holder, String> {
        let index = (request.number("variablesReference") as usize).checked_sub(1);
        let holder = index.and_then(|index| self.holders.get(index)).copied();
        holder.ok_or_else(|| "there is no such value any more".to_owned())
    }

    fn variables(&mut self, stopped: &mut Stopped<'_>, request: &Request) -> Result<Value, String> {
        let (start, count) = (request.number("start") as usize, request.number("count") as usize);
        let count = if count == 0 { MOST_VARIABLES } else { count.min(MOST_VARIABLES) };
        let variables: Vec<Variable> = match self.holder(request)? {
            Holder::Object(object) => stopped.properties(object, start..start.saturating_add(count))?,
            Holder::Scope { frame, scope } => {
                let scope = stopped.scopes(frame).into_iter().nth(scope);
                let all = scope.map_or(Vec::new(), |scope| scope.variables);
                all.into_iter().skip(start).take(count).collect()
            }
        };
        let shown: Vec<Value> = variables
            .iter()
            .map(|variable| {
                let mut shown = match &variable.value {
                    Some(value) => self.value("value", value),
                    None => json!({ "value": "<not initialised>", "variablesReference": 0 }),
                };
                shown["name"] = json!(variable.name);
                shown["evaluateName"] = json!(variable.name);
                shown
            })
            .collect();
        Ok(json!({ "variables": shown }))
    }

    fn set_variable(&mut self, stopped: &mut Stopped<'_>, request: &Request) -> Result<Value, String> {
        let (name, text) = (request.text("name"), request.text("value"));
        let shown = match self.holder(request)? {
            Holder::Scope { frame, scope } => stopped.set_variable(frame, scope, name, text)?,
            Holder::Object(object) => stopped.set_property(0, object, name, text)?,
        };
        Ok(self.value("value", &shown))
    }

    fn value(&mut self, name: &str, shown: &Shown) -> Value {
        let reference = shown.id.map_or(0, |id| self.reference(Holder::Object(id)));
        json!({ name: shown.text, "type": shown.type_name, "variablesReference": reference })
    }
}

fn exception(stopped: &mut Stopped<'_>) -> Value {
    let StopReason::Exception { thrown, is_caught } = stopped.reason() else {
        return json!({ "exceptionId": "none", "breakMode": "never" });
    };
    let mode = if is_caught { "always" } else { "unhandled" };
    json!({ "exceptionId": thrown.type_name, "description": thrown.text, "breakMode": mode })
}
