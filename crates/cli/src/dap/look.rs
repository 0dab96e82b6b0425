//! Answers at a stop: frames, scopes, values, and how it continues.

use ferrotape::debug::{Change, Resume, Shown, StopReason, Stopped, ValueId, Variable, Watchable};
use serde_json::{Value, json};

use super::names::{self, LONGEST_PATH, is_name, is_path};
use super::session::State;
use super::wire::Request;
use crate::debugger::harmless::is_harmless;
use crate::debugger::places;
use crate::debugger::{frame_name, scope_name};
use crate::reach::SharedReach;
use crate::source_map::SourceMaps;

/// Most variables in an answer.
const MOST_VARIABLES: usize = 1000;

/// Meaning of a `variablesReference`.
#[derive(Copy, Clone)]
enum Holder {
    Scope { frame: usize, scope: usize },
    Object(ValueId),
}

/// Scope or object that the client was shown, and a text that gives it in its frame. It is empty for a scope, whose names need
/// nothing before them, and None where there is none.
struct Held {
    holder: Holder,
    path: Option<String>,
}

/// A stop that the client looks at.
pub struct Looking<'a> {
    reach: &'a SharedReach,
    holders: Vec<Held>,
    /// Messages for the user.
    pub notes: Vec<String>,
}

/// About the most characters of the stack of an error.
const LONGEST_STACK: usize = 10_000;

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
            StopReason::Back { is_begin, is_undone, breakpoints, is_statement } => {
                if is_undone {
                    self.notes.push("Changes made at later stops are undone.".to_owned());
                }
                match (breakpoints.is_empty(), is_statement, is_begin) {
                    (false, ..) => {
                        event["hitBreakpointIds"] = json!(state.numbers(&breakpoints));
                        "breakpoint"
                    }
                    (_, true, _) => "debugger statement",
                    (.., true) => "entry",
                    _ => "step",
                }
            }
            StopReason::Departed => {
                let note = "The program behaves differently than before: it is not possible to go back to that moment.";
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
            "stackTrace" => Ok(self.stack(stopped, request, state)),
            "scopes" => Ok(self.scopes(stopped, request)),
            "variables" => self.variables(stopped, request),
            "setVariable" => self.set_variable(stopped, request),
            "evaluate" => {
                let text = request.text("expression");
                let path = is_path(text).then(|| text.to_owned());
                // Moving a pointer must change nothing.
                let done = match (is_harmless(stopped, Some(frame()), text), request.text("context")) {
                    (true, _) => stopped.read(frame(), text),
                    (false, "hover") => Err("it may change something: evaluate it in the console".to_owned()),
                    (false, _) => stopped.evaluate(frame(), text),
                };
                done.map(|shown| self.value("result", &shown, path))
            }
            "setExpression" => {
                let (target, value) = (request.text("expression"), request.text("value"));
                let path = is_path(target).then(|| target.to_owned());
                let done = stopped.evaluate(frame(), &format!("{target} = (\n{value}\n)"));
                done.map(|shown| self.value("value", &shown, path))
            }
            "completions" => Ok(completions(stopped, frame(), request, state)),
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
    /// file. It asks for other texts, as those of evals, by their numbers.
    fn stack(&self, stopped: &mut Stopped<'_>, request: &Request, state: &mut State) -> Value {
        let frames = stopped.frames();
        let (first, levels) = (request.number("startFrame") as usize, request.number("levels") as usize);
        let levels = if levels == 0 { usize::MAX } else { levels };
        let mut maps = SourceMaps::new(self.reach);
        let shown = frames.iter().enumerate().skip(first).take(levels).map(|(index, frame)| {
            let place = places::of_frame(frame, &mut maps);
            let name = frame_name(frame);
            let name = if frame.is_async { format!("async {name}") } else { name.to_owned() };
            let path = self.reach.path_of(&place.source);
            let mut source = json!({ "name": place.source });
            if path.exists() {
                source["path"] = json!(path);
            } else if !place.is_mapped {
                source["sourceReference"] = json!(state.reference_of(&frame.source));
            }
            let (line, column) = state.counting.told(place.line, place.units);
            json!({
                "id": index + 1, "name": name, "source": source, "line": line, "column": column,
                "canRestart": stopped.restart_of(index).is_ok(),
            })
        });
        json!({ "stackFrames": shown.collect::<Vec<_>>(), "totalFrames": frames.len() })
    }

    fn reference(&mut self, holder: Holder, path: Option<String>) -> usize {
        self.holders.push(Held { holder, path });
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
            let reference = self.reference(holder, Some(String::new()));
            let is_dear = scope.object.is_some();
            shown.push(json!({
                "name": scope_name(scope.kind), "variablesReference": reference, "expensive": is_dear,
            }));
        }
        json!({ "scopes": shown })
    }

    fn held(&self, request: &Request) -> Result<&Held, String> {
        let index = (request.number("variablesReference") as usize).checked_sub(1);
        let held = index.and_then(|index| self.holders.get(index));
        held.ok_or_else(|| "this value does not exist any more".to_owned())
    }

    fn holder(&self, request: &Request) -> Result<Holder, String> {
        self.held(request).map(|held| held.holder)
    }

    /// Answers `variables`, at most `MOST_VARIABLES` at a time. No getter runs.
    fn variables(&mut self, stopped: &mut Stopped<'_>, request: &Request) -> Result<Value, String> {
        let (start, wanted) = (request.number("start") as usize, request.number("count") as usize);
        let count = if wanted == 0 { MOST_VARIABLES } else { wanted.min(MOST_VARIABLES) };
        let holder = self.holder(request)?;
        // One more shows whether there are more.
        let mut variables: Vec<Variable> = match holder {
            Holder::Object(object) => stopped.properties(object, start..start.saturating_add(count + 1))?,
            Holder::Scope { frame, scope } => {
                let scope = stopped.scopes(frame).into_iter().nth(scope);
                let all = scope.map_or(Vec::new(), |scope| scope.variables);
                all.into_iter().skip(start).take(count + 1).collect()
            }
        };
        let mut is_cut = variables.len() > count;
        variables.truncate(count);
        let around = self.held(request)?.path.clone();
        let mut shown: Vec<Value> = variables
            .iter()
            .map(|variable| {
                let path = around.as_ref().filter(|_| !variable.is_symbol);
                let path = path.and_then(|path| path_of(path, &variable.name));
                let mut shown = match &variable.value {
                    Some(value) => self.value("value", value, path.clone()),
                    None => json!({ "value": "<not initialised>", "variablesReference": 0 }),
                };
                shown["name"] = json!(variable.name);
                if let Some(path) = path {
                    shown["evaluateName"] = json!(path);
                }
                shown
            })
            .collect();
        if let Holder::Object(object) = holder
            && start == 0
        {
            // Entries of Maps and Sets follow their properties.
            let entries = stopped.entries(object, count + 1)?.unwrap_or_default();
            is_cut |= entries.len() > count;
            for (index, (key, value)) in entries.into_iter().take(count).enumerate() {
                let mut entry = self.value("value", &value, None);
                entry["name"] = json!(format!("[{}]", key.map_or_else(|| index.to_string(), |key| key.text)));
                entry["presentationHint"] = json!({ "attributes": ["readOnly"] });
                shown.push(entry);
            }
        }
        if is_cut && wanted == 0 {
            let text = format!("there are more than {count}: evaluate what you look for");
            shown.push(json!({
                "name": "…", "value": text, "variablesReference": 0, "presentationHint": { "kind": "virtual" },
            }));
        }
        Ok(json!({ "variables": shown }))
    }

    fn set_variable(&mut self, stopped: &mut Stopped<'_>, request: &Request) -> Result<Value, String> {
        let (name, text) = (request.text("name"), request.text("value"));
        let shown = match self.holder(request)? {
            Holder::Scope { frame, scope } => stopped.set_variable(frame, scope, name, text)?,
            Holder::Object(object) => stopped.set_property(0, object, name, text)?,
        };
        let path = self.held(request)?.path.as_ref().and_then(|path| path_of(path, name));
        Ok(self.value("value", &shown, path))
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

    fn value(&mut self, name: &str, shown: &Shown, path: Option<String>) -> Value {
        let reference = shown.id.map_or(0, |id| self.reference(Holder::Object(id), path));
        json!({ name: shown.text, "type": shown.type_name, "variablesReference": reference })
    }
}

/// Returns the text that gives a property of what another text gives, or a variable. None where that is too long, and for
/// properties of scopes that are no names.
fn path_of(around: &str, name: &str) -> Option<String> {
    if around.len() + name.len() > LONGEST_PATH {
        return None;
    }
    let is_index = name.parse::<u32>().is_ok_and(|index| index.to_string() == name);
    match around {
        "" => is_name(name).then(|| name.to_owned()),
        _ if is_name(name) => Some(format!("{around}.{name}")),
        _ if is_index => Some(format!("{around}[{name}]")),
        _ => Some(format!("{around}[{}]", json!(name))),
    }
}

/// Answers `completions`: the names that may come next in a text.
fn completions(stopped: &mut Stopped<'_>, frame: usize, request: &Request, state: &State) -> Value {
    let (line, column) = state.counting.read(&request.arguments);
    let text = request.text("text").split('\n').nth(line.saturating_sub(1) as usize).unwrap_or_default();
    let units: Vec<u16> = text.encode_utf16().take(column.saturating_sub(1) as usize).collect();
    let before = String::from_utf16_lossy(&units);
    let (path, prefix) = names::split(&before);
    let length = prefix.encode_utf16().count();
    let kind = if path.is_some() { "property" } else { "variable" };
    let (_, start) = state.counting.told(1, (units.len() - length) as u32 + 1);
    let target = |name: String| json!({ "label": name, "type": kind, "start": start, "length": length });
    let found = names::completed(stopped, frame, path, prefix);
    json!({ "targets": found.into_iter().map(target).collect::<Vec<Value>>() })
}

/// Answers `exceptionInfo`: the class of what was thrown, and the headline and the stack of an error.
fn exception(stopped: &mut Stopped<'_>) -> Value {
    let StopReason::Exception { thrown, is_caught } = stopped.reason() else {
        return json!({ "exceptionId": "none", "breakMode": "never" });
    };
    let mode = if is_caught { "always" } else { "unhandled" };
    let facts = stopped.thrown().and_then(|thrown| stopped.values().facts(&thrown, LONGEST_STACK).ok());
    let is_error = facts.as_ref().is_some_and(|facts| facts.kind == Some("error"));
    let (class, text) = facts.map_or((None, String::new()), |facts| (facts.class_name, facts.text));
    let name = class.unwrap_or_else(|| thrown.type_name.to_owned());
    if !is_error {
        return json!({ "exceptionId": name, "description": thrown.text, "breakMode": mode });
    }
    let headline = text.split("\n    at ").next().unwrap_or_default();
    json!({
        "exceptionId": name, "description": headline, "breakMode": mode,
        "details": { "message": headline, "typeName": name, "stackTrace": text },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_properties_as_texts_do() {
        let path = |around: &str, name: &str| path_of(around, name).unwrap_or_default();
        assert_eq!([path("", "a"), path("", "a b"), path("", "0")], ["a", "", ""]);
        assert_eq!([path("a", "b"), path("a", "0"), path("a", "00")], ["a.b", "a[0]", "a[\"00\"]"]);
        assert_eq!([path("a.b", "x \"y\""), path("a", "")], ["a.b[\"x \\\"y\\\"\"]", "a[\"\"]"]);
        assert_eq!(path_of("a", &"x".repeat(LONGEST_PATH)), None);
    }
}
