//! The domain Debugger: stops, frames, scopes, steps, breakpoints.

use ferrotape::convert::JsValue;
use ferrotape::debug::{
    BreakKind, BreakPlace, Breakpoint, Exceptions, Frame, Resume, ScopeKind, ScopeValues, StopReason, Stopped,
};
use serde_json::{Value, json};

use super::blackbox::Blackbox;
use super::refusal::{Answer, Refused};
use super::remote::{self, Shower};
use super::runtime;
use super::scripts::place_in;
use super::session::State;
use crate::debugger::harmless::is_harmless;
use crate::source_map::units_before;

/// Frames that a stop shows.
const MOST_FRAMES: usize = 200;
/// Frames of what `console` prints.
const MOST_PLAIN_FRAMES: usize = 10;
/// Places reported to the client.
const MOST_PLACES: usize = 10_000;
/// The group of values that are held for the time of a stop.
const STOP: &str = "backtrace";

/// Answers a method after which stopped code goes on. None for other methods.
pub fn resumes(
    state: &mut State,
    at: &mut Stopped<'_>,
    method: &str,
    params: &Value,
) -> Option<Result<Resume, Refused>> {
    let resume = match method {
        "Debugger.disable" if state.is_stopped => {
            disable(state, at);
            Resume::Run
        }
        "Debugger.resume" => Resume::Run,
        "Debugger.stepInto" => Resume::In,
        "Debugger.stepOver" => Resume::Over,
        "Debugger.stepOut" => Resume::Out,
        "Debugger.continueToLocation" | "Debugger.restartFrame" => Resume::Run,
        _ => return None,
    };
    if !state.is_stopped {
        return Some(Err(Refused::because("Can only perform operation while paused.")));
    }
    if method == "Debugger.restartFrame" {
        let restarted = frame_of(state, &params["callFrameId"])
            .and_then(|frame| at.restart_of(frame).map(|_| Resume::Restart(frame)).map_err(Refused::because));
        return Some(restarted);
    }
    if method == "Debugger.continueToLocation" {
        let location = &params["location"];
        let Some(script) = state.scripts.by_id(&location["scriptId"]) else {
            return Some(Err(Refused::because("there is no such script")));
        };
        let (line, column) = script.place(location);
        let target = Breakpoint::at(script.source.name(), line).column(column).by_whole_name();
        let target = target.in_text(script.source.text());
        state.target = Some(at.debugger().add_breakpoint(target).id);
    }
    Some(Ok(resume))
}

/// Answers a method of the domain. None if there is no such method.
pub fn answer(state: &mut State, at: &mut Stopped<'_>, method: &str, params: &Value) -> Option<Answer> {
    let mut debugger = at.debugger();
    match method {
        "Debugger.enable" => {
            state.has_debugger = true;
            return Some(Ok(json!({ "debuggerId": std::process::id().to_string() })));
        }
        "Debugger.disable" => disable(state, at),
        // At a stop it asks for nothing.
        "Debugger.pause" if state.is_stopped => {}
        "Debugger.pause" => debugger.control().pause(),
        "Debugger.removeBreakpoint" => {
            state.breakpoints.remove(&mut debugger, params["breakpointId"].as_str().unwrap_or_default());
        }
        "Debugger.setBreakpointsActive" => {
            state.breakpoints.set_active(&mut debugger, &state.scripts, params["active"] != false);
        }
        "Debugger.setSkipAllPauses" => state.skips_pauses = params["skip"] == true,
        _ => return answer_with(state, at, method, params),
    }
    Some(Ok(json!({})))
}

/// Forgets what the client has set.
fn disable(state: &mut State, at: &mut Stopped<'_>) {
    state.has_debugger = false;
    state.blackbox = Blackbox::default();
    let mut debugger = at.debugger();
    state.breakpoints.remove_all(&mut debugger);
    debugger.stop_at_exceptions(Exceptions::default());
}

/// Answers a method whose answer has something in it, or may be a refusal.
fn answer_with(state: &mut State, at: &mut Stopped<'_>, method: &str, params: &Value) -> Option<Answer> {
    let mut debugger = at.debugger();
    Some(match method {
        "Debugger.getScriptSource" => match state.scripts.by_id(&params["scriptId"]) {
            Some(script) => Ok(json!({ "scriptSource": script.source.text() })),
            None => Err(Refused::because("No script for id")),
        },
        "Debugger.setBreakpointByUrl" => state.breakpoints.set_by_url(&mut debugger, &state.scripts, params),
        "Debugger.setBreakpoint" => state.breakpoints.set_in(&mut debugger, &state.scripts, params),
        "Debugger.setPauseOnExceptions" => match params["state"].as_str() {
            Some(which @ ("none" | "uncaught" | "caught" | "all")) => {
                debugger.stop_at_exceptions(Exceptions {
                    caught: matches!(which, "caught" | "all"),
                    uncaught: matches!(which, "uncaught" | "all"),
                });
                Ok(json!({}))
            }
            _ => Err(Refused::wrong_parameters("state is none, uncaught, caught or all")),
        },
        "Debugger.setBlackboxPatterns" => state.blackbox.set_patterns(params).map(|()| json!({})),
        "Debugger.setBlackboxedRanges" => state.blackbox.set_ranges(&state.scripts, params).map(|()| json!({})),
        "Debugger.searchInContent" => match state.scripts.by_id(&params["scriptId"]) {
            Some(script) => script.search(params).map(|found| json!({ "result": found })),
            None => Err(Refused::because("No script for id")),
        },
        "Debugger.getPossibleBreakpoints" => possible(state, at, params),
        "Debugger.evaluateOnCallFrame" => evaluate(state, at, params),
        "Debugger.setVariableValue" => set_variable(state, at, params),
        _ => return None,
    })
}

/// Debugger.getPossibleBreakpoints: the places of a range at which a breakpoint can stop, with their kinds.
fn possible(state: &State, at: &mut Stopped<'_>, params: &Value) -> Answer {
    let script = state.scripts.by_id(&params["start"]["scriptId"]);
    let script = script.ok_or_else(|| Refused::because("there is no such script"))?;
    let start = script.place(&params["start"]);
    let end = params.get("end").map_or((u32::MAX, u32::MAX), |end| place_in(&script.source, end));
    let places = at.debugger().places_in(&script.source, start..end, MOST_PLACES);
    let shown = places.into_iter().map(|BreakPlace { line, column, kind, .. }| {
        let mut location = script.location(line, column);
        if let Some(kind) = type_of_place(kind) {
            location["type"] = json!(kind);
        }
        location
    });
    Ok(json!({ "locations": shown.collect::<Vec<Value>>() }))
}

/// The word of the protocol for a kind of places. Statements have none.
fn type_of_place(kind: BreakKind) -> Option<&'static str> {
    match kind {
        BreakKind::Debugger => Some("debuggerStatement"),
        BreakKind::Call => Some("call"),
        BreakKind::Return => Some("return"),
        _ => None,
    }
}

/// The event of a stop.
pub fn paused(state: &mut State, stopped: &mut Stopped<'_>, reason: &StopReason, why: Option<&str>) -> Value {
    let frames = stopped.frames();
    let mut shown = Vec::new();
    for (index, frame) in frames.iter().enumerate().filter(|(_, frame)| !frame.is_async).take(MOST_FRAMES) {
        shown.push(call_frame(state, stopped, index, frame));
    }
    let mut event = json!({ "callFrames": shown, "reason": "other", "hitBreakpoints": [] });
    match reason {
        StopReason::Breakpoint(hit) => event["hitBreakpoints"] = json!(state.breakpoints.ids(hit)),
        StopReason::Exception { is_caught, .. } => {
            event["reason"] = json!("exception");
            if let Some(thrown) = stopped.thrown() {
                let values = &mut stopped.values();
                let shown = Shower::new(values, &mut state.objects, STOP, true).remote(&thrown);
                let mut data = shown.unwrap_or_else(|_| json!({ "type": "undefined" }));
                data["uncaught"] = json!(!is_caught);
                event["data"] = data;
            }
        }
        _ => {}
    }
    if let Some(why) = why {
        event["reason"] = json!(why);
    }
    if frames.iter().any(|frame| frame.is_async) {
        event["asyncStackTrace"] = json!({ "description": "await", "callFrames": plain_frames(state, stopped, true) });
    }
    event
}

/// Returns a frame as the protocol has it.
fn call_frame(state: &mut State, stopped: &mut Stopped<'_>, index: usize, frame: &Frame) -> Value {
    let id = format!("{}:{index}", state.stop);
    let scopes = stopped.scope_outline(index);
    let this = scopes.iter().flat_map(|scope| &scope.variables).find(|(name, _)| name == "this");
    let this = this.and_then(|(_, value)| value.clone());
    let values = &mut stopped.values();
    let mut shower = Shower::new(values, &mut state.objects, STOP, false);
    let mut remote = |value: Option<&JsValue>| {
        let shown = value.and_then(|value| shower.remote(value).ok());
        shown.unwrap_or_else(|| json!({ "type": "undefined" }))
    };
    let mut chain = Vec::new();
    for (number, scope) in scopes.iter().enumerate() {
        let object = match &scope.object {
            Some(object) => remote(Some(object)),
            None => json!({
                "type": "object", "className": "Object", "description": "Object",
                "objectId": format!("scope:{id}:{number}"),
            }),
        };
        chain.push(json!({ "type": type_of(scope.kind), "object": object }));
    }
    let this = remote(this.as_ref());
    let mut shown = json!({
        "callFrameId": id, "functionName": frame.function, "scopeChain": chain, "this": this,
        "canBeRestarted": stopped.restart_of(index).is_ok(),
        "url": "", "location": { "scriptId": "0", "lineNumber": 0, "columnNumber": 0 },
    });
    if let Some(script) = state.scripts.of(&frame.source) {
        shown["url"] = json!(script.url);
        shown["location"] = script.location(frame.line, frame.column);
    }
    shown
}

/// Frames without what is in them: those that run, or those that wait in an `await`.
pub fn plain_frames(state: &State, stopped: &mut Stopped<'_>, are_async: bool) -> Vec<Value> {
    let most = if are_async { MOST_FRAMES } else { MOST_PLAIN_FRAMES };
    let frames = if are_async { stopped.frames() } else { stopped.innermost_frames(most) };
    let wanted = frames.iter().filter(|frame| frame.is_async == are_async).take(most);
    wanted.filter_map(|frame| plain_frame(state, frame)).collect()
}

/// A frame without what is in it.
pub fn plain_frame(state: &State, frame: &Frame) -> Option<Value> {
    let script = state.scripts.of(&frame.source)?;
    Some(json!({
        "functionName": frame.function, "scriptId": script.id, "url": script.url,
        "lineNumber": frame.line.saturating_sub(1),
        "columnNumber": units_before(frame.source.line(frame.line), frame.column),
    }))
}

/// The word of the protocol for a kind of scopes.
fn type_of(kind: ScopeKind) -> &'static str {
    match kind {
        ScopeKind::Local => "local",
        ScopeKind::Block => "block",
        ScopeKind::Catch => "catch",
        ScopeKind::With => "with",
        ScopeKind::Closure => "closure",
        ScopeKind::Script => "script",
        _ => "global",
    }
}

/// The number of a frame of this stop.
fn frame_of(state: &State, id: &Value) -> Result<usize, Refused> {
    let of_this_stop = |id: &str| {
        let (stop, frame) = id.split_once(':')?;
        (state.is_stopped && stop == state.stop.to_string()).then_some(frame.parse().ok()?)
    };
    id.as_str().and_then(of_this_stop).ok_or_else(|| Refused::because("Can only perform operation while paused."))
}

/// Names of a scope with their values.
pub fn variables(state: &mut State, at: &mut Stopped<'_>, scope: &str, params: &Value) -> Answer {
    let gone = || Refused::because("Could not find object with given id");
    let (id, number) = scope.rsplit_once(':').ok_or_else(gone)?;
    let frame = frame_of(state, &json!(id))?;
    let number: usize = number.parse().map_err(|_| gone())?;
    let ScopeValues { variables, .. } = at.scope_values(frame).into_iter().nth(number).ok_or_else(gone)?;
    let values = &mut at.values();
    let mut shower = Shower::new(values, &mut state.objects, STOP, params["generatePreview"] == true);
    let mut shown = Vec::new();
    for (name, value) in variables.iter().filter(|(name, _)| name != "this") {
        let value = match value {
            Some(value) => shower.remote(value)?,
            None => json!({ "type": "undefined", "description": "<not initialised>" }),
        };
        shown.push(json!({
            "name": name, "value": value, "writable": true, "configurable": true, "enumerable": true, "isOwn": true,
        }));
    }
    Ok(json!({ "result": shown, "internalProperties": [] }))
}

/// Debugger.evaluateOnCallFrame. An expression that must have no side effects is evaluated only if it reads and does
/// nothing else.
fn evaluate(state: &mut State, at: &mut Stopped<'_>, params: &Value) -> Answer {
    let frame = frame_of(state, &params["callFrameId"])?;
    let text = params["expression"].as_str().unwrap_or_default();
    if params["throwOnSideEffect"] == true && !is_harmless(at, Some(frame), text) {
        return runtime::may_have_effects();
    }
    let (done, printed) = at.evaluate_and_listen(frame, text);
    runtime::texts_printed(state, &mut at.values(), &printed);
    runtime::result(state, &mut at.values(), done, params)
}

fn set_variable(state: &mut State, at: &mut Stopped<'_>, params: &Value) -> Answer {
    let frame = frame_of(state, &params["callFrameId"])?;
    let scope = params["scopeNumber"].as_u64().unwrap_or(0) as usize;
    let name = params["variableName"].as_str().unwrap_or_default();
    let value = remote::argument(&mut at.values(), &state.objects, &params["newValue"])?;
    let set = at.set_variable_value(frame, scope, name, &value);
    set.map(|()| json!({})).map_err(|refusal| Refused::because(refusal.message))
}
