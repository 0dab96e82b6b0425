//! Answers at a stop: frames, scopes, values, and how it goes on.

use ferrotape::debug::{Change, Resume, Shown, StopReason, Stopped, ValueId, Variable, Watchable};
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
    /// Messages for the user.
    pub notes: Vec<String>,
}

type Answer = (Result<Value, String>, Option<Resume>);

impl Looking<'_> {
    pub fn new(reach: &SharedReach) -> Looking<'_> {
        Looking { reach, holders: Vec::new(), notes: Vec::new() }
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
            StopReason::Change(changes) => {
                let said = changes
                    .iter()
                    .map(|Change { name, old, new, .. }| format!("{name} was {}, is {}", old.text, new.text));
                event["text"] = json!(said.collect::<Vec<_>>().join("; "));
                event["hitBreakpointIds"] = json!(state.changes.numbers(&changes));
                "data breakpoint"
            }
            StopReason::Restart => "restart",
            StopReason::Back { is_begin, is_undone } => {
                if is_undone {
                    self.notes.push("What was changed at stops behind this is undone.".to_owned());
                }
                if is_begin { "entry" } else { "step" }
            }
            StopReason::Departed => {
                let note = "The program does something else than before: there is no way back to where it was.";
                self.notes.push(note.to_owned());
                event["text"] = json!(note);
                "pause"
            }
            _ => "step",
        }
        .into();
        event
    }

    /// Answers a request that needs the stop, with how code goes on then. None for others.
    pub fn answer(&mut self, stopped: &mut Stopped<'_>, request: &Request, state: &mut State) -> Option<Answer> {
        let frame = || request.number("frameId").saturating_sub(1) as usize;
        let way = match request.command.as_str() {
            "stepBack" => Some(stopped.can_go_back().map(|()| Resume::BackOver)),
            "reverseContinue" => Some(stopped.can_go_back().map(|()| Resume::BackRun)),
            "restartFrame" => Some(stopped.restart_of(frame()).map(|restart| {
                if !restart.has_arguments {
                    self.notes.push("The arguments are what the parameters hold now.".to_owned());
                }
                Resume::Restart(frame())
            })),
            _ => None,
        };
        if let Some(way) = way {
            let resume = way.as_ref().ok().copied();
            return Some((way.map(|_| json!({ "allThreadsContinued": true })), resume));
        }
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
                stopped.evaluate(frame(), request.text("expression")).map(|shown| self.value("result", &shown))
            }
            "exceptionInfo" => Ok(exception(stopped)),
            "dataBreakpointInfo" => {
                let found = self.watchable(stopped, request);
                Ok(state.changes.info(found))
            }
            "setDataBreakpoints" => Ok(state.changes.set(stopped, request)),
            _ => return None,
        };
        Some((answer, None))
    }

    /// Answers `stackTrace` in original sources. Only paths that exist are named, so that the editor opens no missing
    /// file.
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
            json!({
                "id": index + 1, "name": name, "source": source, "line": place.line, "column": place.column,
                "canRestart": stopped.restart_of(index).is_ok(),
            })
        });
        json!({ "stackFrames": shown.collect::<Vec<_>>(), "totalFrames": frames.len() })
    }

    fn reference(&mut self, holder: Holder) -> usize {
        self.holders.push(holder);
        self.holders.len()
    }

    /// Answers `scopes`. A scope with an object behind it is `expensive`: the editor unfolds it only on demand.
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

    /// Answers `variables`, at most `MOST_VARIABLES` at a time. No getter runs.
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

    /// Finds what a client wants to watch: a variable that it was shown, or what a text names.
    fn watchable(&self, stopped: &mut Stopped<'_>, request: &Request) -> Result<Watchable, String> {
        let name = request.text("name");
        if request.number("variablesReference") == 0 {
            return stopped.watchable(request.number("frameId").saturating_sub(1) as usize, name);
        }
        match self.holder(request)? {
            Holder::Scope { frame, scope } => stopped.watchable_variable(frame, scope, name),
            Holder::Object(object) => stopped.watchable_property(object, name),
        }
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
