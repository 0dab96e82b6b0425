//! The debugger's conversation: a prompt at each stop, and what commands answer.

use std::any::Any;
use std::io::{self, BufRead};
use std::sync::Arc;

use ferrotape::debug::{
    DebugHost, Debugger, Exceptions, Frame, HostCheckpoint, Resume, ScopeKind, Source, StopReason, Stopped, Variable,
    WatchId,
};

use super::command::{self, Catch, Command};
use super::harmless::is_harmless;
use super::places::{self, Place, UserBreakpoint, real_name};
use super::{Quit, beside_output, frame_name, is_program};
use crate::excerpt::one_line;
use crate::host::Output;
use crate::options::Input;
use crate::reach::SharedReach;
use crate::source_map::SourceMaps;

/// Lines that `list` shows on either side.
const AROUND: u32 = 5;
/// Frames that `where` shows.
const MOST_FRAMES: usize = 100;
/// Names of a scope that `locals` shows.
const MOST_NAMES: usize = 200;

/// The debugger's conversation with a terminal or a pipe.
pub struct Terminal {
    /// The program, until it has begun.
    program: Option<Input>,
    output: Output,
    /// Output as the program has it.
    of_program: Output,
    reach: SharedReach,
    quit: Quit,
    breakpoints: Vec<UserBreakpoint>,
    watches: Vec<UserWatch>,
    next_number: u32,
    /// The last command, for an empty line.
    last: Option<Command>,
    /// Nothing more is to be read: the program runs to its end.
    is_over: bool,
}

/// A place that the user watches.
struct UserWatch {
    number: u32,
    text: String,
    id: WatchId,
}

impl Terminal {
    pub fn new(program: Input, of_program: Output, reach: SharedReach, quit: Quit) -> Terminal {
        // What the debugger says is none of the program's output.
        let (program, output) = (Some(program), of_program.beside());
        let (breakpoints, watches) = (Vec::new(), Vec::new());
        let (next_number, last) = (1, None);
        Terminal { program, output, of_program, reach, quit, breakpoints, watches, next_number, last, is_over: false }
    }

    fn say(&self, text: &str) {
        // An error of writing is reported at the end.
        let _ = self.output.write(&format!("{text}\n"));
    }

    /// Reads the next command. None at the end of the input.
    fn read(&mut self) -> Option<Command> {
        loop {
            let _ = self.output.write("(debug) ");
            let _ = self.output.flush();
            let mut line = String::new();
            if !matches!(io::stdin().lock().read_line(&mut line), Ok(1..)) {
                self.say("");
                return None;
            }
            if line.trim().is_empty() {
                match &self.last {
                    Some(last) => return Some(last.clone()),
                    None => continue,
                }
            }
            match command::parse(&line) {
                Ok(command) => {
                    self.last = Some(command.clone());
                    return Some(command);
                }
                Err(message) => self.say(&one_line(&message)),
            }
        }
    }

    fn place(&self, frame: &Frame) -> Place {
        places::of_frame(frame, &mut SourceMaps::new(&self.reach))
    }

    fn said_place(&self, frame: &Frame) -> String {
        said(frame, &mut SourceMaps::new(&self.reach))
    }

    /// Says the line of a frame's place and so many lines on either side, with their numbers: those of the original, if it can be
    /// read.
    fn say_lines(&self, frame: &Frame, around: u32) {
        let original =
            SourceMaps::new(&self.reach).lines_around(frame.source.name(), (frame.line, frame.column), around);
        let (at, lines) = original.unwrap_or_else(|| {
            let first = frame.line.saturating_sub(around).max(1);
            let last = (frame.source.text().lines().count() as u32).min(frame.line + around).max(frame.line);
            (frame.line, (first..=last).map(|line| (line, frame.source.line(line).to_owned())).collect())
        });
        for (number, line) in lines {
            let mark = if number == at { ">" } else { " " };
            self.say(&one_line(&format!("{mark}{number:>5}  {line}")));
        }
    }

    /// Returns the reason of a stop in words.
    fn said_reason(&self, reason: StopReason) -> String {
        match reason {
            StopReason::Breakpoint(ids) => {
                let is_one = |each: &&UserBreakpoint| each.added.iter().any(|id| ids.contains(id));
                let numbers: Vec<String> =
                    self.breakpoints.iter().filter(is_one).map(|each| each.number.to_string()).collect();
                format!("breakpoint {}", numbers.join(", "))
            }
            StopReason::Statement => "debugger statement".to_owned(),
            StopReason::Exception { thrown, is_caught } => {
                let how = if is_caught { "caught" } else { "uncaught" };
                one_line(&format!("{how} exception: {}", thrown.text))
            }
            StopReason::Pause => "stopped".to_owned(),
            StopReason::Restart => "restarted".to_owned(),
            StopReason::Change(changes) => {
                let said = changes.iter().map(|change| {
                    let watch = self.watches.iter().find(|watch| watch.id == change.id);
                    let (number, text) = watch.map_or((0, &change.name), |watch| (watch.number, &watch.text));
                    format!("watch {number}: {text} was {}, is {}", change.old.text, change.new.text)
                });
                one_line(&said.collect::<Vec<_>>().join("; "))
            }
            StopReason::Back { is_begin, is_undone, .. } => {
                let place = if is_begin { "back at the beginning" } else { "back" };
                let undone = if is_undone { ", changes made at later stops are undone" } else { "" };
                format!("{place}{undone}")
            }
            StopReason::Departed => {
                "the program behaves differently than before: it is not possible to go back to that moment; stopped"
                    .to_owned()
            }
            _ => "step".to_owned(),
        }
    }

    /// Reads commands until one says how code goes on.
    fn converse(&mut self, stopped: &mut Stopped<'_>) -> Resume {
        let mut frame = 0;
        loop {
            let Some(command) = self.read() else {
                self.is_over = true;
                return Resume::Run;
            };
            if let Some(resume) = self.answer(stopped, &mut frame, command) {
                return resume;
            }
        }
    }

    /// Answers a command. Returns how the program goes on, if it does.
    fn answer(&mut self, stopped: &mut Stopped<'_>, at: &mut usize, command: Command) -> Option<Resume> {
        let frames = stopped.frames();
        match command {
            Command::Continue => return Some(Resume::Run),
            Command::Step => return Some(Resume::In),
            Command::Next => return Some(Resume::Over),
            Command::Out => return Some(Resume::Out),
            Command::Await => return Some(Resume::ToAwait),
            Command::Back => return self.way_back(stopped, Resume::BackOver),
            Command::BackIn => return self.way_back(stopped, Resume::BackIn),
            Command::BackRun => return self.way_back(stopped, Resume::BackRun),
            Command::Restart => match stopped.restart_of(*at) {
                Ok(restart) => {
                    if !restart.has_arguments {
                        self.say("the arguments are what the parameters hold now");
                    }
                    return Some(Resume::Restart(*at));
                }
                Err(message) => self.say(&message),
            },
            Command::Watch(text) => self.add_watch(stopped, *at, text),
            Command::Quit => {
                self.quit.want();
                return Some(Resume::End);
            }
            Command::Help => self.say(command::HELP.trim_end()),
            Command::Break { source, line, column, condition } => {
                let source = source.or_else(|| frames.get(*at).map(|frame| self.place(frame).source));
                let source = source.unwrap_or_default();
                self.add_breakpoint(&mut stopped.debugger(), source, (line, column), condition);
            }
            Command::Delete(number) => match self.breakpoints.iter().position(|each| each.number == number) {
                Some(index) => self.breakpoints.remove(index).remove(&mut stopped.debugger()),
                None => match self.watches.iter().position(|each| each.number == number) {
                    Some(index) => {
                        stopped.debugger().remove_watch(self.watches.remove(index).id);
                    }
                    None => self.say("there is no such breakpoint"),
                },
            },
            Command::Breakpoints => self.list_breakpoints(&mut stopped.debugger()),
            Command::Where => {
                let mut maps = SourceMaps::new(&self.reach);
                for (index, frame) in frames.iter().take(MOST_FRAMES).enumerate() {
                    let mark = if index == *at { "*" } else { " " };
                    let how = if frame.is_async { "async " } else { "" };
                    self.say(&format!("{mark}{index} {how}{}", said(frame, &mut maps)));
                }
                if frames.len() > MOST_FRAMES {
                    self.say(&format!("… {} more", frames.len() - MOST_FRAMES));
                }
            }
            Command::Frame(number) => match frames.get(number) {
                Some(frame) => {
                    *at = number;
                    self.say(&self.said_place(frame));
                }
                None => self.say("there is no such frame"),
            },
            Command::Locals => self.list_names(stopped, *at),
            Command::Print(text) => {
                // What only reads bars no way back.
                let done = match is_harmless(stopped, Some(*at), &text) {
                    true => stopped.read(*at, &text),
                    false => stopped.evaluate(*at, &text),
                };
                self.say(&one_line(&done.map_or_else(|message| message, |shown| shown.text)));
            }
            Command::List => {
                if let Some(frame) = frames.get(*at) {
                    self.say_lines(frame, AROUND);
                }
            }
            Command::Catch(which) => stopped
                .debugger()
                .stop_at_exceptions(Exceptions { caught: which == Catch::All, uncaught: which != Catch::Off }),
        }
        None
    }

    /// Sets a breakpoint and says where it is, or that it waits for source text that is not loaded yet.
    fn add_breakpoint(
        &mut self,
        debugger: &mut Debugger<'_>,
        source: String,
        (line, column): (u32, u32),
        condition: Option<String>,
    ) {
        let number = self.next_number;
        self.next_number += 1;
        let mut breakpoint = UserBreakpoint {
            number,
            real: real_name(&source),
            source,
            text: None,
            line,
            column,
            in_utf16: false,
            condition,
            message: None,
            hits: None,
            added: Vec::new(),
            told: None,
        };
        let place = breakpoint.add(debugger, &mut SourceMaps::new(&self.reach));
        let source = one_line(&breakpoint.source);
        self.say(&match place {
            Some((line, column)) => format!("breakpoint {number} at {source}:{line}:{column}"),
            None => format!("breakpoint {number} waits for {source}:{line}"),
        });
        self.breakpoints.push(breakpoint);
    }

    /// Shows breakpoints with the hits of all texts that were made of their source, then watches.
    fn list_breakpoints(&self, debugger: &mut Debugger<'_>) {
        let known = debugger.breakpoints();
        for breakpoint in &self.breakpoints {
            let hits: u64 = known.iter().filter(|each| breakpoint.added.contains(&each.id)).map(|each| each.hits).sum();
            let condition = breakpoint.condition.as_ref().map_or(String::new(), |text| format!(" if {text}"));
            let UserBreakpoint { number, source, line, .. } = breakpoint;
            self.say(&one_line(&format!("{number} {source}:{line}{condition}, {hits} hits")));
        }
        let watches = debugger.watches();
        for UserWatch { number, text, id } in &self.watches {
            let is_over = watches.iter().any(|watch| watch.id == *id && watch.is_over);
            let state = if is_over { ", its function has returned" } else { "" };
            self.say(&one_line(&format!("{number} watch {text}{state}")));
        }
    }

    /// Stops from now on where a variable or a property changes; says why where it cannot be watched.
    fn add_watch(&mut self, stopped: &mut Stopped<'_>, frame: usize, text: String) {
        match stopped.watchable(frame, &text) {
            Ok(place) => {
                let id = stopped.watch(&place).id;
                let number = self.next_number;
                self.next_number += 1;
                self.say(&one_line(&format!("watch {number}: {text}")));
                self.watches.push(UserWatch { number, text, id });
            }
            Err(message) => self.say(&one_line(&message)),
        }
    }

    /// Returns the way if the program can go back, or says why it cannot.
    fn way_back(&self, stopped: &Stopped<'_>, way: Resume) -> Option<Resume> {
        match stopped.can_go_back() {
            Ok(()) => Some(way),
            Err(message) => {
                let advice =
                    if message.starts_with("no history") { ": `ferrotape debug --back` keeps one" } else { "" };
                self.say(&format!("{message}{advice}"));
                None
            }
        }
    }

    /// Forgets what was watched in a run that is over.
    fn forget_watches(&mut self, debugger: &Debugger<'_>) {
        let known = debugger.watches();
        let (kept, over): (Vec<_>, Vec<_>) =
            self.watches.drain(..).partition(|watch| known.iter().any(|known| known.id == watch.id));
        self.watches = kept;
        for watch in over {
            self.say(&one_line(&format!("watch {}: {} is over: it was of the run before", watch.number, watch.text)));
        }
    }

    /// Shows the variables of a frame, scope by scope, without the global ones; at most `MOST_NAMES` of each.
    fn list_names(&self, stopped: &mut Stopped<'_>, frame: usize) {
        for scope in stopped.scopes(frame).into_iter().filter(|scope| scope.kind != ScopeKind::Global) {
            self.say(&format!("{}:", name_of(scope.kind)));
            if let Some(object) = &scope.object {
                self.say(&one_line(&format!("  {}", object.text)));
            }
            for Variable { name, value, .. } in scope.variables.iter().take(MOST_NAMES) {
                let value = value.as_ref().map_or("<not initialised>", |value| &value.text);
                self.say(&one_line(&format!("  {name} = {value}")));
            }
        }
    }
}

/// The function and the place of a frame.
fn said(frame: &Frame, maps: &mut SourceMaps<'_>) -> String {
    let Place { source, line, column, .. } = places::of_frame(frame, maps);
    let name = frame_name(frame);
    one_line(&format!("{name} {source}:{line}:{column}"))
}

/// The word for a kind of scopes.
pub fn name_of(kind: ScopeKind) -> &'static str {
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

impl DebugHost for Terminal {
    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume {
        if self.is_over {
            return Resume::Run;
        }
        let reason = stopped.reason();
        self.forget_watches(&stopped.debugger());
        if let Some(frame) = stopped.frames().first() {
            self.say(&format!("{} in {}", self.said_reason(reason), self.said_place(frame)));
            self.say_lines(frame, 0);
        }
        let of_program = self.of_program.clone();
        beside_output(&of_program, stopped, |stopped| self.converse(stopped))
    }

    fn evaluates(&mut self, begins: bool, is_again: bool) {
        self.of_program.note_evaluation(begins, is_again);
    }

    fn checkpoint(&mut self) -> HostCheckpoint {
        Arc::new(self.of_program.mark())
    }

    fn returned(&mut self, state: &(dyn Any + Send + Sync)) {
        state.downcast_ref().iter().for_each(|mark| self.of_program.go_back(mark));
    }

    fn loaded(&mut self, debugger: &mut Debugger<'_>, source: &Source) {
        if self.program.take_if(|program| is_program(source, program, &self.reach)).is_some() {
            debugger.begin_program();
            debugger.control().pause();
        }
        let mut mapped = Vec::new();
        let mut maps = SourceMaps::new(&self.reach);
        for breakpoint in &mut self.breakpoints {
            if breakpoint.add_in(debugger, source, &mut maps).is_some() && !debugger.is_replaying() {
                mapped.push(breakpoint.number);
            }
        }
        for number in mapped {
            self.say(&one_line(&format!("breakpoint {number} is in {}", source.name())));
        }
    }
}
