//! The domain Runtime: values outside of frames, properties, what `console` prints, exceptions.

use std::time::{SystemTime, UNIX_EPOCH};

use ferrotape::Error;
use ferrotape::convert::JsValue;
use ferrotape::debug::{Evaluated, Printed, Refusal, Source, Stopped, Values};
use ferrotape::error::StackEntry;
use serde_json::{Value, json};

use super::awaiting::{self, Shape};
use super::debugging;
use super::refusal::{Answer, Refused};
use super::remote::{self, Shower};
use super::scripts::Scripts;
use super::session::State;
use crate::debugger::harmless::is_harmless;
use crate::source_map::units_before;

/// The group of what `console` has printed, in the words of the protocol.
const PRINTED: &str = "console";
/// Most properties of an answer.
const MOST_PROPERTIES: usize = 10_000;
/// Most entries of a Map or a Set that are shown.
const MOST_ENTRIES: usize = 1_000;
/// Most values of a call of `console` that are shown.
const MOST_PRINTED: usize = 100;
/// Most frames of an uncaught error.
const MOST_FRAMES: usize = 200;
/// Most objects of a chain of prototypes whose accessors are shown.
const LONGEST_CHAIN: usize = 100;

/// Answers a method of the domain. None if there is no such method.
pub fn answer(state: &mut State, at: &mut Stopped<'_>, method: &str, params: &Value) -> Option<Answer> {
    Some(match method {
        "Runtime.enable" => {
            state.has_runtime = true;
            state.event("Runtime.executionContextCreated", context());
            Ok(json!({}))
        }
        "Runtime.disable" => {
            state.has_runtime = false;
            Ok(json!({}))
        }
        "Runtime.runIfWaitingForDebugger" => {
            state.is_released = true;
            Ok(json!({}))
        }
        "Runtime.getIsolateId" => Ok(json!({ "id": std::process::id().to_string() })),
        "Runtime.getHeapUsage" => {
            let bytes = at.values().heap_bytes();
            Ok(json!({ "usedSize": bytes, "totalSize": bytes }))
        }
        "Runtime.evaluate" => evaluate(state, at, params),
        "Runtime.callFunctionOn" => call(state, at, params),
        "Runtime.awaitPromise" => awaiting::await_promise(state, &mut at.values(), params),
        "Runtime.compileScript" => compile(state, at, params),
        "Runtime.getProperties" => properties(state, at, params),
        "Runtime.globalLexicalScopeNames" => Ok(json!({ "names": at.values().lexical_names() })),
        "Runtime.releaseObject" => {
            state.objects.release_one(params["objectId"].as_str().unwrap_or_default());
            Ok(json!({}))
        }
        "Runtime.discardConsoleEntries" | "Console.clearMessages" => {
            state.objects.release(PRINTED);
            Ok(json!({}))
        }
        "Runtime.releaseObjectGroup" => {
            state.objects.release(params["objectGroup"].as_str().unwrap_or_default());
            Ok(json!({}))
        }
        _ => return None,
    })
}

fn context() -> Value {
    let id = std::process::id();
    json!({ "context": {
        "id": 1, "origin": "", "name": format!("ferrotape[{id}]"), "uniqueId": "1", "auxData": { "isDefault": true },
    }})
}

/// Milliseconds since 1970.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64() * 1000.0)
}

fn text<'p>(params: &'p Value, name: &str) -> &'p str {
    params[name].as_str().unwrap_or_default()
}

/// Shows the result of a text, or what it has thrown. A promise may be waited for.
pub fn result(state: &mut State, values: &mut Values<'_>, done: Result<JsValue, Refusal>, params: &Value) -> Answer {
    let shape = Shape::of(state, params);
    let awaits = params["awaitPromise"] == true;
    match done {
        Ok(value) => match if awaits { promise_of(values, &value)? } else { None } {
            Some(promise) => awaiting::wait(state, values, &promise, shape),
            None => shape.shown(state, values, &value),
        },
        Err(Refusal { thrown: Some(thrown), .. }) => shape.thrown(state, values, &thrown, "Uncaught"),
        Err(refusal) => {
            state.exception_count += 1;
            let nothing = json!({ "type": "undefined" });
            let details = json!({
                "exceptionId": state.exception_count, "text": refusal.message, "lineNumber": 0, "columnNumber": 0,
                "exception": nothing,
            });
            Ok(json!({ "result": nothing, "exceptionDetails": details }))
        }
    }
}

fn promise_of(values: &mut Values<'_>, value: &JsValue) -> Result<Option<JsValue>, Refused> {
    values.promise_of(value).map_err(|refusal| Refused::because(refusal.message))
}

/// Answer to a text that may do something, where nothing may be done.
pub fn may_have_effects() -> Answer {
    let error = json!({
        "type": "object", "subtype": "error", "className": "EvalError",
        "description": "EvalError: Possible side-effect in debug-evaluate",
    });
    let details = json!({
        "exceptionId": 0, "text": "Uncaught", "lineNumber": 0, "columnNumber": 0, "exception": error,
    });
    Ok(json!({ "result": error, "exceptionDetails": details }))
}

/// Runtime.evaluate, in the global scope. A text with an `await` at its top is answered when its promise is settled.
fn evaluate(state: &mut State, at: &mut Stopped<'_>, params: &Value) -> Answer {
    if params["throwOnSideEffect"] == true && !is_harmless(at, None, text(params, "expression")) {
        return may_have_effects();
    }
    let values = &mut at.values();
    let (done, printed) = values.listening(|values| values.evaluate_entry(text(params, "expression")));
    texts_printed(state, values, &printed);
    match done {
        // An `await` of the prompt is part of its text.
        Ok(Evaluated { value, awaits: true, .. }) => {
            let shape = Shape::of(state, params);
            awaiting::wait(state, values, &value, shape)
        }
        Ok(Evaluated { value, .. }) => result(state, values, Ok(value), params),
        Err(refusal) => result(state, values, Err(refusal), params),
    }
}

/// Runtime.callFunctionOn: the declaration is evaluated as an expression, then called on the object, or on the global
/// one.
fn call(state: &mut State, at: &mut Stopped<'_>, params: &Value) -> Answer {
    if params["throwOnSideEffect"] == true {
        return may_have_effects();
    }
    let values = &mut at.values();
    let this = match params["objectId"].as_str() {
        Some(id) => state.objects.get(id)?,
        None => values.global(),
    };
    let mut arguments = Vec::new();
    for argument in params["arguments"].as_array().into_iter().flatten() {
        arguments.push(remote::argument(values, &state.objects, argument)?);
    }
    let (done, printed) = values.listening(|values| {
        let function = values.evaluate(&format!("(\n{}\n)", text(params, "functionDeclaration")));
        function.and_then(|function| values.call(&function, &this, &arguments))
    });
    texts_printed(state, values, &printed);
    result(state, values, done, params)
}

/// Runtime.compileScript: tells what is wrong with a text. Nothing is kept.
fn compile(state: &mut State, at: &mut Stopped<'_>, params: &Value) -> Answer {
    let values = &mut at.values();
    match values.check(text(params, "expression")) {
        Ok(()) => Ok(json!({})),
        Err(refusal) => {
            let mut answer = result(state, values, Err(refusal), params)?;
            Ok(json!({ "exceptionDetails": answer["exceptionDetails"].take() }))
        }
    }
}

/// Answers `Runtime.getProperties`.
fn properties(state: &mut State, at: &mut Stopped<'_>, params: &Value) -> Answer {
    let id = text(params, "objectId").to_owned();
    if let Some(scope) = id.strip_prefix("scope:") {
        return debugging::variables(state, at, scope, params);
    }
    let values = &mut at.values();
    if let Some(entry) = id.strip_prefix("entries:") {
        return entries(state, values, entry, params);
    }
    let object = state.objects.get(&id)?;
    if params["accessorPropertiesOnly"] == true {
        return accessors(state, values, &object, params);
    }
    let found = values.properties(&object, 0..MOST_PROPERTIES).map_err(|refusal| Refused::because(refusal.message))?;
    let own_entries = values.entries(&object, 1).ok().flatten();
    let (prototype, slots) = (values.prototype(&object), values.internal_slots(&object).unwrap_or_default());
    let beginning = values.beginning(&object);
    let group = state.objects.group(&id);
    let mut shower = Shower::new(values, &mut state.objects, &group, params["generatePreview"] == true);
    let mut shown = Vec::with_capacity(found.len());
    let skips_indices = params["nonIndexedPropertiesOnly"] == true;
    for property in
        found.iter().filter(|it| !skips_indices || it.symbol.is_some() || remote::index_of(&it.name).is_none())
    {
        shown.push(shower.descriptor(property)?);
    }
    let mut internal = Vec::new();
    if let Some(place) =
        beginning.and_then(|(source, line, column)| place_of_function(&state.scripts, &source, line, column))
    {
        internal.push(json!({ "name": "[[FunctionLocation]]", "value": place }));
    }
    if let Some(prototype) = &prototype {
        internal.push(json!({ "name": "[[Prototype]]", "value": shower.remote(prototype)? }));
    }
    for (name, value) in &slots {
        internal.push(json!({ "name": name, "value": shower.remote(value)? }));
    }
    if own_entries.is_some() {
        let value = json!({
            "type": "object", "subtype": "internal#entry", "className": "Array", "description": "Entries",
            "objectId": format!("entries:{id}"),
        });
        internal.push(json!({ "name": "[[Entries]]", "value": value }));
    }
    Ok(json!({ "result": shown, "internalProperties": internal }))
}

/// The place of a function as a remote object, to which clients can lead.
fn place_of_function(scripts: &Scripts, source: &Source, line: u32, column: u32) -> Option<Value> {
    let location = scripts.of(source)?.location(line, column);
    Some(json!({ "type": "object", "subtype": "internal#location", "description": "Object", "value": location }))
}

/// The accessors of an object and its prototypes, which the client calls where the user asks for it.
fn accessors(state: &mut State, values: &mut Values<'_>, object: &JsValue, params: &Value) -> Answer {
    let group = state.objects.group(text(params, "objectId"));
    let (mut shown, mut holder) = (Vec::new(), Some(object.clone()));
    for depth in 0..LONGEST_CHAIN {
        let Some(current) = holder.take().filter(|_| depth == 0 || params["ownProperties"] != true) else { break };
        let found = values.properties(&current, 0..MOST_PROPERTIES).unwrap_or_default();
        holder = values.prototype(&current);
        let mut shower = Shower::new(values, &mut state.objects, &group, false);
        for property in found.iter().filter(|property| property.value.is_none()) {
            let mut descriptor = shower.descriptor(property)?;
            descriptor["isOwn"] = json!(depth == 0);
            shown.push(descriptor);
        }
    }
    Ok(json!({ "result": shown, "internalProperties": [] }))
}

/// Entries of a Map or a Set, or with `ID:INDEX` the key and value of one.
fn entries(state: &mut State, values: &mut Values<'_>, entry: &str, params: &Value) -> Answer {
    let (id, index) = match entry.split_once(':') {
        Some((id, index)) => (id, index.parse::<usize>().ok()),
        None => (entry, None),
    };
    let object = state.objects.get(id)?;
    let found = values.entries(&object, MOST_ENTRIES).map_err(|refusal| Refused::because(refusal.message))?;
    let found = found.unwrap_or_default();
    let group = state.objects.group(id);
    let mut shower = Shower::new(values, &mut state.objects, &group, params["generatePreview"] == true);
    let described = |name: &str, value: Value| {
        let mut described = json!({ "name": name, "value": value, "configurable": false, "enumerable": true });
        (described["isOwn"], described["writable"]) = (json!(true), json!(false));
        described
    };
    let mut shown = Vec::new();
    match index {
        Some(index) => {
            if let Some((key, value)) = found.get(index) {
                for (name, value) in [("key", key.as_ref()), ("value", Some(value))] {
                    if let Some(value) = value {
                        shown.push(described(name, shower.remote(value)?));
                    }
                }
            }
        }
        None => {
            for (index, (key, value)) in found.iter().enumerate() {
                let value = match key {
                    Some(key) => json!({
                        "type": "object", "subtype": "internal#entry", "className": "Object",
                        "description": shower.entry_text(key, value), "objectId": format!("entries:{id}:{index}"),
                    }),
                    None => shower.remote(value)?,
                };
                shown.push(described(&index.to_string(), value));
            }
        }
    }
    Ok(json!({ "result": shown, "internalProperties": [] }))
}

/// Tells of a call of a method of `console`.
pub fn printed(state: &mut State, running: &mut Stopped<'_>, method: &str, values: &[JsValue]) {
    let frames = debugging::plain_frames(state, running, false);
    tell_printed(state, &mut running.values(), method, values, &frames);
}

/// Tells of what texts have printed.
pub fn texts_printed(state: &mut State, values: &mut Values<'_>, printed: &[Printed]) {
    for Printed { method, values: list, frames, .. } in printed.iter().filter(|_| state.has_runtime).collect::<Vec<_>>()
    {
        let frames: Vec<Value> = frames.iter().filter_map(|frame| debugging::plain_frame(state, frame)).collect();
        tell_printed(state, values, method, list, &frames);
    }
}

/// Sends Runtime.consoleAPICalled. Objects of earlier messages are released where too many are held.
fn tell_printed(state: &mut State, known: &mut Values<'_>, method: &str, values: &[JsValue], frames: &[Value]) {
    let mut shown = Vec::new();
    let newest = state.objects.newest();
    let mut shower = Shower::new(known, &mut state.objects, PRINTED, true);
    shower.of_tables = method == "table";
    for value in values.iter().take(MOST_PRINTED) {
        // Without room for more objects, their texts are all that is told.
        shown
            .push(shower.remote(value).unwrap_or_else(|refused| json!({ "type": "string", "value": refused.message })));
    }
    state.objects.printed_behind(newest);
    let kind = kind_of(method);
    if shown.is_empty() && matches!(method, "group" | "groupCollapsed" | "groupEnd" | "clear" | "trace" | "assert") {
        // As V8 does: clients show the first value.
        shown.push(json!({ "type": "string", "value": format!("console.{method}") }));
    }
    state.event(
        "Runtime.consoleAPICalled",
        json!({
            "type": kind, "args": shown, "executionContextId": 1, "timestamp": now(),
            "stackTrace": { "callFrames": frames },
        }),
    );
}

/// The protocol's word for a call of a method of `console`.
fn kind_of(method: &str) -> &str {
    match method {
        "warn" => "warning",
        "group" => "startGroup",
        "groupCollapsed" => "startGroupCollapsed",
        "groupEnd" => "endGroup",
        "timeLog" => "log",
        method => method,
    }
}

/// Tells of the message of a breakpoint.
pub fn logged(state: &mut State, message: &str, source: &str, line: u32, column: u32) {
    let frame = match state.scripts.named(source) {
        Some(script) => json!({
            "functionName": "", "scriptId": script.id, "url": script.url, "lineNumber": line.saturating_sub(1),
            "columnNumber": units_before(script.source.line(line), column),
        }),
        None => Value::Null,
    };
    let frames: Vec<Value> = Some(frame).filter(|frame| !frame.is_null()).into_iter().collect();
    state.event(
        "Runtime.consoleAPICalled",
        json!({
            "type": "log", "args": [{ "type": "string", "value": message }], "executionContextId": 1, "timestamp": now(),
            "stackTrace": { "callFrames": frames },
        }),
    );
}

/// Reports an uncaught error.
pub fn failed(state: &mut State, at: &mut Stopped<'_>, error: &Error, thrown: Option<&JsValue>) {
    if !state.has_runtime {
        return;
    }
    state.exception_count += 1;
    let mut details = json!({
        "exceptionId": state.exception_count, "text": "Uncaught", "lineNumber": 0, "columnNumber": 0,
        "executionContextId": 1,
    });
    if let Some(location) = error.location() {
        details["lineNumber"] = json!(location.line.saturating_sub(1));
        details["columnNumber"] = json!(location.column.saturating_sub(1));
        if let Some(script) = state.scripts.named(&location.source) {
            details["columnNumber"] = script.location(location.line, location.column)["columnNumber"].take();
            (details["scriptId"], details["url"]) = (json!(script.id), json!(script.url));
        }
    }
    let ran = error.stack().iter().filter(|entry| !entry.is_async).take(MOST_FRAMES);
    let frames: Vec<Value> = ran.filter_map(|entry| frame_of_entry(&state.scripts, entry)).collect();
    if !frames.is_empty() {
        details["stackTrace"] = json!({ "callFrames": frames });
    }
    let values = &mut at.values();
    let exception = thrown.and_then(|thrown| Shower::new(values, &mut state.objects, "", true).remote(thrown).ok());
    match exception {
        Some(exception) => details["exception"] = exception,
        None => details["text"] = json!(error.message()),
    }
    state.event("Runtime.exceptionThrown", json!({ "timestamp": now(), "exceptionDetails": details }));
}

/// A line of a stack as a frame of the protocol, if its text is known.
fn frame_of_entry(scripts: &Scripts, entry: &StackEntry) -> Option<Value> {
    let script = scripts.named(&entry.source)?;
    let mut frame = script.location(entry.line, entry.column);
    (frame["functionName"], frame["url"]) = (json!(entry.function), json!(script.url));
    Some(frame)
}
