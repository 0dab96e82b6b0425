//! A session: what the client has set, and the answers that need no stop.

use std::any::Any;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use ferrotape::debug::{BreakpointId, DebugHost, Debugger, Exceptions, Hits, HostCheckpoint, Resume, Source, Stopped};
use serde_json::{Value, json};

use super::Shared;
use super::changes::DataBreakpoints;
use super::look::Looking;
use super::wire::Request;
use crate::debugger::places::{self, UserBreakpoint, real_name};
use crate::debugger::{beside_output, is_program};
use crate::host::Output;
use crate::options::{Input, Options};
use crate::reach::SharedReach;
use crate::repeat;
use crate::source_map::{SourceMaps, units_before};
use crate::system_error::in_words;

/// Program to be run, as `launch` names it.
pub struct Launch {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// The time of a program that can go back.
    pub back: Option<SystemTime>,
    /// The current folder of the program, if the client names one.
    pub folder: Option<PathBuf>,
    /// Variables of the environment that the client sets, or takes away.
    pub variables: Vec<(String, Option<String>)>,
}

/// The session as the engine's thread has it.
pub struct Session {
    shared: Arc<Shared>,
    state: Arc<Mutex<State>>,
}

/// Most texts without a file that the client can ask for. Further ones get the number 0, which means no text.
const MOST_SOURCES: usize = 1000;

/// Most places that are told of at once.
const MOST_PLACES: usize = 10_000;

/// Most places of messages that are kept.
const MOST_LOGGED: usize = 1000;

/// The number of the first line and of the first column, as the client counts them: 0 or 1.
#[derive(Copy, Clone)]
pub struct Counting {
    line: u32,
    column: u32,
}

impl Counting {
    fn of(request: &Request) -> Counting {
        let first = |name: &str| u32::from(request.arguments[name] != false);
        Counting { line: first("linesStartAt1"), column: first("columnsStartAt1") }
    }

    /// A place, counted from 1, as the client counts. Columns are UTF-16 units.
    pub fn told(self, line: u32, column: u32) -> (u32, u32) {
        (line.saturating_sub(1 - self.line), column.saturating_sub(1 - self.column))
    }

    /// Reads a place of the client, to be counted from 1. The column is 0 where there is none.
    pub fn read(self, place: &Value) -> (u32, u32) {
        let number = |name: &str| place[name].as_u64().map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        let line = number("line").map_or(1, |line| line.saturating_add(1 - self.line));
        (line, number("column").map_or(0, |column| column.saturating_add(1 - self.column)))
    }
}

/// Settings of the client, and its requests.
pub struct State {
    pub breakpoints: Vec<UserBreakpoint>,
    next_number: u32,
    exceptions: Exceptions,
    pub changes: DataBreakpoints,
    /// The program, until it has begun.
    program: Option<Input>,
    /// Whether it is to stop at its first statement.
    stops_on_entry: bool,
    /// Whether the next pause is that one.
    is_entering: bool,
    /// Whether it never stops: an editor runs it without debugging.
    runs_through: bool,
    requests: Receiver<Request>,
    pub counting: Counting,
    /// Texts without a file that the client has seen: their numbers are their places here, from 1 on.
    sources: Vec<Source>,
    /// The files of the program, once there is an engine.
    reach: Option<SharedReach>,
}

impl Session {
    /// Makes the state of a client that has set nothing; breakpoints count from 1.
    pub fn new(shared: Arc<Shared>, requests: Receiver<Request>) -> Session {
        let state = State {
            breakpoints: Vec::new(),
            next_number: 1,
            exceptions: Exceptions::default(),
            changes: DataBreakpoints::default(),
            program: None,
            stops_on_entry: false,
            is_entering: false,
            runs_through: false,
            requests,
            counting: Counting { line: 1, column: 1 },
            sources: Vec::new(),
            reach: None,
        };
        Session { shared, state: Arc::new(Mutex::new(state)) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Answers until the program is to begin. None if the client leaves before.
    pub fn configure(&mut self, options: &Options) -> Option<Launch> {
        let (mut launch, mut is_configured) = (None, false);
        loop {
            let request = self.state().requests.recv().ok()?;
            let answer = match request.command.as_str() {
                "launch" => self.launch(&request, options).map(|wanted| {
                    launch = Some(wanted);
                    json!({})
                }),
                "configurationDone" => {
                    is_configured = true;
                    Ok(json!({}))
                }
                "disconnect" | "terminate" => {
                    self.shared.wire.answer(&request, Ok(json!({})));
                    return None;
                }
                _ => self.state().answer(&request, None),
            };
            self.shared.wire.answer(&request, answer);
            if let Some(Launch { back: Some(_), .. }) = &launch
                && request.command == "launch"
            {
                let capabilities = json!({ "supportsStepBack": true });
                self.shared.wire.event("capabilities", json!({ "capabilities": capabilities }));
            }
            if request.command == "initialize" {
                self.shared.wire.event("initialized", json!({}));
            }
            if is_configured && launch.is_some() {
                return launch;
            }
        }
    }

    /// Notes the program and how it begins. Refuses going back with options under which a run cannot be repeated.
    fn launch(&self, request: &Request, options: &Options) -> Result<Launch, String> {
        let program = request.text("program");
        if program.is_empty() {
            return Err("launch takes the path of a program".to_owned());
        }
        let folder = folder_of(request)?;
        let program = folder.as_ref().map_or_else(|| PathBuf::from(program), |folder| folder.join(program));
        if let Err(error) = std::fs::metadata(&program) {
            return Err(format!("cannot read {}: {}", program.display(), in_words(&error)));
        }
        let variables = variables_of(request)?;
        let back = options.back.or_else(|| (request.arguments["back"] == true).then(SystemTime::now));
        if let Some(reason) = repeat::refusal(&Options { back, ..options.clone() }) {
            return Err(reason);
        }
        let arguments = request.arguments["args"].as_array().into_iter().flatten();
        let arguments = arguments.filter_map(Value::as_str).map(str::to_owned).collect();
        let mut state = self.state();
        state.program = Some(Input::File(program.clone()));
        state.stops_on_entry = request.arguments["stopOnEntry"] == true;
        state.runs_through = request.arguments["noDebug"] == true;
        Ok(Launch { program, arguments, back, folder, variables })
    }

    /// The host of the engine's debugger.
    pub fn host(&self, reach: SharedReach, output: Output) -> Host {
        self.state().reach = Some(Arc::clone(&reach));
        let (shared, state) = (Arc::clone(&self.shared), Arc::clone(&self.state));
        Host { shared, state, reach, output, logged: HashMap::new() }
    }

    /// Gives the debugger what was set before it was there.
    pub fn begin(&self, debugger: &mut Option<Debugger<'_>>) {
        let mut state = self.state();
        // Where it runs through, conditions and messages are not evaluated either.
        if state.runs_through {
            return;
        }
        if let (Some(debugger), Some(reach)) = (debugger, state.reach.clone()) {
            debugger.stop_at_exceptions(state.exceptions);
            let mut maps = SourceMaps::new(&reach);
            state.breakpoints.iter_mut().for_each(|breakpoint| {
                breakpoint.add(debugger, &mut maps);
            });
        }
    }

    /// Answers what comes after the end of the program.
    pub fn wait_for_the_end(&self) {
        loop {
            // The lock must not last until the answer.
            let request = self.state().requests.recv();
            let Ok(request) = request else { return };
            let is_last = request.command == "disconnect";
            let answer = self.state().answer(&request, None);
            self.shared.wire.answer(&request, answer);
            if is_last {
                return;
            }
        }
    }
}

/// The folder that `launch` names as `cwd`. A path of the program that is not absolute begins there.
fn folder_of(request: &Request) -> Result<Option<PathBuf>, String> {
    let name = request.text("cwd");
    if name.is_empty() {
        return Ok(None);
    }
    match std::fs::canonicalize(name) {
        Ok(folder) if folder.is_dir() => Ok(Some(folder)),
        Ok(_) => Err(format!("cannot run in {name}: it is not a folder")),
        Err(error) => Err(format!("cannot run in {name}: {}", in_words(&error))),
    }
}

/// The variables that `launch` names as `env`; null takes one away.
fn variables_of(request: &Request) -> Result<Vec<(String, Option<String>)>, String> {
    let variables = match &request.arguments["env"] {
        Value::Null => return Ok(Vec::new()),
        Value::Object(variables) => variables.iter(),
        _ => return Err("env is an object of texts".to_owned()),
    };
    let read = |(name, value): (&String, &Value)| match value {
        Value::Null => Ok((name.clone(), None)),
        Value::String(value) => Ok((name.clone(), Some(value.clone()))),
        _ => Err(format!("the variable {name} of env is not text")),
    };
    variables.map(read).collect()
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Requests that the client may make.
fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsEvaluateForHovers": true,
        "supportsSetVariable": true,
        "supportsSetExpression": true,
        "supportsTerminateRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportsRestartFrame": true,
        "supportsDataBreakpoints": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsCompletionsRequest": true,
        "completionTriggerCharacters": ["."],
        "exceptionBreakpointFilters": [
            { "filter": "all", "label": "All exceptions", "default": false },
            { "filter": "uncaught", "label": "Uncaught exceptions", "default": true },
        ],
    })
}

impl State {
    /// Answers a request that needs no stop.
    pub fn answer(&mut self, request: &Request, debugger: Option<&mut Debugger<'_>>) -> Result<Value, String> {
        match request.command.as_str() {
            "initialize" => {
                self.counting = Counting::of(request);
                Ok(capabilities())
            }
            "threads" => Ok(json!({ "threads": [{ "id": 1, "name": "scripts" }] })),
            "source" => {
                let number = request
                    .number("sourceReference")
                    .max(request.arguments["source"]["sourceReference"].as_u64().unwrap_or(0));
                let source = (number as usize).checked_sub(1).and_then(|index| self.sources.get(index));
                let source = source.ok_or_else(|| "there is no such text".to_owned())?;
                Ok(json!({ "content": source.text(), "mimeType": "text/javascript" }))
            }
            "setBreakpoints" => Ok(self.set_breakpoints(request, debugger.filter(|_| !self.runs_through))),
            "breakpointLocations" => Ok(self.places(request, debugger)),
            "setDataBreakpoints" => Ok(self.changes.set_running(request, debugger)),
            "setExceptionBreakpoints" => {
                let filters = request.arguments["filters"].as_array().into_iter().flatten();
                let filters: Vec<&str> = filters.filter_map(Value::as_str).collect();
                let has_all = filters.contains(&"all");
                self.exceptions = Exceptions { caught: has_all, uncaught: has_all || filters.contains(&"uncaught") };
                if let Some(debugger) = debugger {
                    debugger.stop_at_exceptions(self.exceptions);
                }
                Ok(json!({}))
            }
            "pause" | "disconnect" | "terminate" => Ok(json!({})),
            command => Err(format!("'{command}' cannot be answered now")),
        }
    }

    /// Sets the breakpoints of a source, in place of those that it had.
    fn set_breakpoints(&mut self, request: &Request, mut debugger: Option<&mut Debugger<'_>>) -> Value {
        let (source, whole) = self.named_by(request);
        let is_of_source = |known: &UserBreakpoint| known.source == source && known.text == whole;
        let (old, kept) = self.breakpoints.drain(..).partition(is_of_source);
        self.breakpoints = kept;
        if let Some(debugger) = &mut debugger {
            let old: Vec<UserBreakpoint> = old;
            old.iter().for_each(|breakpoint| breakpoint.remove(debugger));
        }
        let reach = self.reach.clone();
        let mut maps = reach.as_deref().map(SourceMaps::new);
        let real = if whole.is_none() { real_name(&source) } else { None };
        let mut answers = Vec::new();
        for wanted in request.arguments["breakpoints"].as_array().into_iter().flatten() {
            let text = |name: &str| wanted[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
            let (line, column) = self.counting.read(wanted);
            let mut breakpoint = UserBreakpoint {
                number: self.next_number,
                source: source.clone(),
                real: real.clone(),
                text: whole.clone(),
                line,
                column,
                in_utf16: true,
                condition: text("condition"),
                message: text("logMessage"),
                hits: text("hitCondition").and_then(|text| hits(&text)),
                added: Vec::new(),
                told: None,
            };
            self.next_number += 1;
            if let Some(text) = text("hitCondition").filter(|_| breakpoint.hits.is_none()) {
                let mut refused = self::shown(&breakpoint, None, self.counting);
                refused["message"] = json!(format!("'{text}' is not a count of hits: 3, >= 3, > 3 or % 3"));
                answers.push(refused);
                continue;
            }
            let place = match (&mut debugger, &mut maps) {
                (Some(debugger), Some(maps)) => breakpoint.add(debugger, maps),
                _ => None,
            };
            answers.push(self::shown(&breakpoint, place, self.counting));
            breakpoint.told = place;
            self.breakpoints.push(breakpoint);
        }
        json!({ "breakpoints": answers })
    }

    /// Answers `breakpointLocations`: where in some lines breakpoints can be, of texts that have run.
    fn places(&self, request: &Request, debugger: Option<&mut Debugger<'_>>) -> Value {
        let (path, whole) = self.named_by(request);
        let first = self.counting.read(&request.arguments);
        let end = json!({ "line": request.arguments["endLine"], "column": request.arguments["endColumn"] });
        let last = match (end["line"].is_u64(), self.counting.read(&end)) {
            (true, (line, 0)) => (line, u32::MAX),
            (true, last) => last,
            (false, _) => (first.0, u32::MAX),
        };
        let real = |path: PathBuf| std::fs::canonicalize(&path).unwrap_or(path);
        let named = real(PathBuf::from(&path));
        let is_it = |source: &Source| match (&whole, &self.reach) {
            (Some(text), _) => source.name() == path && source.text() == text,
            (None, Some(reach)) => real(reach.path_of(source.name())) == named,
            (None, None) => false,
        };
        let mut found = Vec::new();
        if let Some(debugger) = debugger
            && let Some(source) = debugger.sources().iter().rev().find(|source| is_it(source))
        {
            for place in debugger.places_in(source, (first.0, 0)..(last.0, u32::MAX), MOST_PLACES) {
                let units = units_before(source.line(place.line), place.column) + 1;
                if (first..=last).contains(&(place.line, units)) {
                    let (line, column) = self.counting.told(place.line, units);
                    found.push(json!({ "line": line, "column": column }));
                }
            }
        }
        json!({ "breakpoints": found })
    }

    /// The name of the source that a request means, and its text if it is in no file.
    fn named_by(&self, request: &Request) -> (String, Option<String>) {
        let source = &request.arguments["source"];
        let number = source["sourceReference"].as_u64().unwrap_or(0) as usize;
        match number.checked_sub(1).and_then(|index| self.sources.get(index)) {
            Some(known) => (known.name().to_owned(), Some(known.text().to_owned())),
            None => (source["path"].as_str().unwrap_or_default().to_owned(), None),
        }
    }

    /// The number by which the client can ask for a text that is in no file.
    pub fn reference_of(&mut self, source: &Source) -> usize {
        let known = self.sources.iter().position(|known| known.is(source));
        match known {
            Some(index) => index + 1,
            None if self.sources.len() < MOST_SOURCES => {
                self.sources.push(source.clone());
                self.sources.len()
            }
            None => 0,
        }
    }

    /// The numbers that the client knows of these breakpoints.
    pub fn numbers(&self, ids: &[BreakpointId]) -> Vec<u32> {
        let hit = self.breakpoints.iter().filter(|each| each.added.iter().any(|id| ids.contains(id)));
        hit.map(|each| each.number).collect()
    }
}

fn shown(breakpoint: &UserBreakpoint, place: Option<(u32, u32)>, counting: Counting) -> Value {
    let line = counting.told(breakpoint.line, 1).0;
    let mut shown = json!({ "id": breakpoint.number, "verified": place.is_some(), "line": line });
    if let Some((line, column)) = place {
        let (line, column) = counting.told(line, column);
        (shown["line"], shown["column"]) = (json!(line), json!(column));
    }
    shown
}

/// Reads how often a breakpoint is to be come to: `3`, `>= 3`, `> 3`, `% 3`.
fn hits(text: &str) -> Option<Hits> {
    let text = text.trim();
    let number = |sign: &str| text.strip_prefix(sign)?.trim().parse::<u64>().ok();
    None.or_else(|| number(">=").map(Hits::From))
        .or_else(|| number(">").map(|number| Hits::From(number.saturating_add(1))))
        .or_else(|| number("%").map(Hits::Every))
        .or_else(|| number("==").or_else(|| number("=")).or_else(|| number("")).map(Hits::Equal))
}

/// The host of the debugger.
pub struct Host {
    shared: Arc<Shared>,
    state: Arc<Mutex<State>>,
    reach: SharedReach,
    /// The program's output.
    output: Output,
    /// Places with messages as reported to the client, by source, line and column: each file is read once.
    logged: HashMap<(String, u32, u32), Value>,
}

impl Host {
    /// Returns the place of a message as reported to the client, in its original source if there is one. A file that does
    /// not exist is not named as one.
    fn place_of_message(&mut self, source: &str, line: u32, column: u32) -> Value {
        let key = (source.to_owned(), line, column);
        if let Some(known) = self.logged.get(&key) {
            return known.clone();
        }
        let place = places::of_name(source, line, column, &mut SourceMaps::new(&self.reach));
        let path = self.reach.path_of(&place.source);
        let mut shown = json!({ "name": place.source });
        if path.exists() {
            shown["path"] = json!(path);
        }
        let (line, column) = lock(&self.state).counting.told(place.line, place.units);
        let told = json!({ "source": shown, "line": line, "column": column });
        // A program may make any number of texts.
        if self.logged.len() == MOST_LOGGED {
            self.logged.clear();
        }
        self.logged.insert(key, told.clone());
        told
    }

    /// Answers requests until one says how code goes on.
    fn converse(&self, stopped: &mut Stopped<'_>, looking: &mut Looking<'_>) -> Resume {
        loop {
            let request = lock(&self.state).requests.recv();
            let Ok(request) = request else { return Resume::End };
            let answered = looking.answer(stopped, &request, &mut lock(&self.state));
            self.tell(looking);
            let (answer, resume) = match answered {
                Some(answer) => answer,
                None => (lock(&self.state).answer(&request, Some(&mut stopped.debugger())), None),
            };
            self.shared.wire.answer(&request, answer);
            if matches!(request.command.as_str(), "disconnect" | "terminate") {
                return Resume::End;
            }
            if let Some(resume) = resume {
                return resume;
            }
        }
    }

    /// Tells the user what is to be told beside answers.
    fn tell(&self, looking: &mut Looking<'_>) {
        for note in looking.notes.drain(..) {
            self.shared.wire.event("output", json!({ "category": "important", "output": format!("{note}\n") }));
        }
    }
}

impl DebugHost for Host {
    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume {
        if self.shared.is_over.load(Relaxed) {
            return Resume::End;
        }
        if lock(&self.state).runs_through {
            return Resume::Run;
        }
        let mut looking = Looking::new(&self.reach);
        for lost in lock(&self.state).changes.take_lost(&stopped.debugger()) {
            self.shared.wire.event("breakpoint", json!({ "reason": "changed", "breakpoint": lost }));
        }
        let mut event = looking.event(stopped, &lock(&self.state));
        if std::mem::take(&mut lock(&self.state).is_entering) && event["reason"] == "pause" {
            event["reason"] = json!("entry");
        }
        // What was written before is told before.
        self.output.settle();
        self.tell(&mut looking);
        self.shared.wire.event("stopped", event);
        beside_output(&self.output, stopped, |stopped| self.converse(stopped, &mut looking))
    }

    fn evaluates(&mut self, begins: bool, is_again: bool) {
        self.output.note_evaluation(begins, is_again);
    }

    fn checkpoint(&mut self) -> HostCheckpoint {
        Arc::new(self.output.mark())
    }

    fn returned(&mut self, state: &(dyn Any + Send + Sync)) {
        state.downcast_ref().iter().for_each(|mark| self.output.go_back(mark));
    }

    fn loaded(&mut self, debugger: &mut Debugger<'_>, source: &Source) {
        let mut state = lock(&self.state);
        let state = &mut *state;
        if state.program.take_if(|program| is_program(source, program, &self.reach)).is_some() {
            debugger.begin_program();
            if state.stops_on_entry {
                debugger.control().pause();
                state.is_entering = true;
            }
        }
        if state.runs_through {
            return;
        }
        let mut maps = SourceMaps::new(&self.reach);
        for breakpoint in &mut state.breakpoints {
            let place = match breakpoint.add_in(debugger, source, &mut maps) {
                Some(_) => Some((breakpoint.line, breakpoint.column.max(1))),
                None => breakpoint.place(debugger),
            };
            // A program may load any number of texts that change nothing.
            if place.is_some() && place != breakpoint.told && !debugger.is_replaying() {
                breakpoint.told = place;
                let breakpoint = shown(breakpoint, place, state.counting);
                self.shared.wire.event("breakpoint", json!({ "reason": "changed", "breakpoint": breakpoint }));
            }
        }
    }

    fn logged(&mut self, message: &str, source: &str, line: u32, column: u32) {
        let mut body = self.place_of_message(source, line, column);
        body["category"] = json!("console");
        body["output"] = json!(format!("{message}\n"));
        self.output.settle();
        self.shared.wire.event("output", body);
    }

    fn woken(&mut self, running: &mut Stopped<'_>) {
        let debugger = &mut running.debugger();
        loop {
            let request = lock(&self.state).requests.try_recv();
            let Ok(request) = request else { break };
            // At a stop it asks for nothing: only what runs can pause.
            if request.command == "pause" {
                debugger.control().pause();
            }
            let answer = lock(&self.state).answer(&request, Some(debugger));
            self.shared.wire.answer(&request, answer);
        }
        if self.shared.is_over.load(Relaxed) {
            // It ends at the next statement.
            debugger.control().pause();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_hits_are_read() {
        assert_eq!(hits("3"), Some(Hits::Equal(3)));
        assert_eq!(hits(" == 3 "), Some(Hits::Equal(3)));
        assert_eq!(hits("> 3"), Some(Hits::From(4)));
        assert_eq!(hits(">=3"), Some(Hits::From(3)));
        assert_eq!(hits("%2"), Some(Hits::Every(2)));
        assert_eq!((hits("often"), hits("")), (None, None));
    }
}
