//! `ferrotape step`: the steps of a program, forwards and back, with what each finds.
//!
//! The program runs to its end first, and a window of its steps is kept. Going further than the window runs it again, silently,
//! to the end of another window: the same program takes the same steps. Steps outside of it are only counted. The last windows
//! stay: returning to one needs no new run. Commands come from standard input, a line each.

use std::collections::HashMap;
use std::io::BufRead;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use ferrotape::limits::Interrupter;
use ferrotape::script::{Step, StepDetail, StepState};
use ferrotape::{Engine, Error};

use crate::debugger::Quit;
use crate::excerpt;
use crate::host::Output;
use crate::options::{Input, Options};
use crate::reach::SharedReach;
use crate::run::{self, Attendant};

/// Steps of a window.
const WINDOW: usize = 20_000;
/// Most windows that are kept beside the current one.
const MOST_WINDOWS: usize = 3;
/// Columns of the source text.
const LEFT: usize = 48;
/// Lines of the source text before and behind the current one.
const AROUND: u32 = 3;
/// Most columns of a line of values.
const RIGHT: usize = 100;

const HELP: &str = "\
an empty line, or next [N]   the next step, or N steps further
back [N]                     the previous step, or N steps back
over, out                    over the functions that this step calls; to the caller
line N                       to the next step in that line
find TEXT                    to the next instruction that contains the text
goto N, first, last          to that step
quit                         ends
";

/// Steps of a run: a window of them.
struct Recording {
    /// The number of the first step that is kept.
    first: usize,
    steps: Vec<Step>,
    /// The number of all steps.
    count: usize,
}

/// Runs a program, and answers commands. Returns the program's exit code.
pub fn step(options: &Options) -> u8 {
    // Chance, clock, timers and input are as where a debugger goes back, so that each run takes the same steps.
    let options = &Options { back: options.back.or_else(|| Some(SystemTime::now())), ..options.clone() };
    let (code, mut recording) = record(options, 0, false);
    let mut sources = Sources { options, known: HashMap::new() };
    let (mut at, output) = (0, Output::default());
    let mut earlier: Vec<Recording> = Vec::new();
    show(&recording, at, &mut sources, &output);
    for line in std::io::stdin().lock().lines() {
        // What is no text ends the commands.
        let Ok(line) = line else { break };
        let words: Vec<&str> = line.split_whitespace().collect();
        let wanted = match target(&recording, at, &words) {
            Ok(Some(wanted)) => wanted.min(recording.count.saturating_sub(1)),
            Ok(None) => break,
            Err(message) => {
                say(&output, &message);
                continue;
            }
        };
        if !recording.has(wanted) {
            let next = match earlier.iter().position(|known| known.has(wanted)) {
                Some(index) => earlier.remove(index),
                None => record(options, first_of_window(at, wanted), true).1,
            };
            let next = Recording { count: recording.count, ..next };
            earlier.push(std::mem::replace(&mut recording, next));
            if earlier.len() > MOST_WINDOWS {
                earlier.remove(0);
            }
        }
        at = wanted;
        show(&recording, at, &mut sources, &output);
    }
    code
}

/// The first step of a window around one. A user who steps back usually continues to do so: then most of the window
/// is before that step.
fn first_of_window(at: usize, wanted: usize) -> usize {
    let before = if wanted < at { WINDOW - WINDOW / 10 } else { WINDOW / 2 };
    wanted.saturating_sub(before)
}

/// Runs the program, and keeps its steps from `first` on. One that has run before is silent, and ends with the window.
fn record(options: &Options, first: usize, is_silent: bool) -> (u8, Recording) {
    let quit = Quit::default();
    if is_silent {
        quit.want();
    }
    let mut recorder = Recorder { first, is_silent, steps: Arc::default(), count: 0 };
    let code = run::run_debugged(options, &quit, &mut recorder);
    let steps = std::mem::take(&mut *recorder.steps.lock().unwrap_or_else(PoisonError::into_inner));
    (code, Recording { first, steps, count: recorder.count })
}

/// Observer of a program's steps.
struct Recorder {
    first: usize,
    is_silent: bool,
    steps: Arc<Mutex<Vec<Step>>>,
    count: usize,
}

impl Attendant for Recorder {
    fn begin(&mut self, engine: &mut Engine, output: &Output, _: &SharedReach) {
        if self.is_silent {
            let (sender, receiver) = std::sync::mpsc::channel::<String>();
            let drop_all = move || receiver.iter().for_each(drop);
            if std::thread::Builder::new().name("output".to_owned()).spawn(drop_all).is_ok() {
                output.redirect(Some(sender));
            }
        }
        let (kept, interrupter) = (Arc::clone(&self.steps), self.is_silent.then(|| engine.interrupter()));
        let window = self.first as u64..(self.first + WINDOW) as u64;
        engine.observe_steps_in(StepDetail::Values, window, move |step| {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push(step.clone());
            if kept.len() == WINDOW {
                interrupter.iter().for_each(Interrupter::interrupt);
            }
        });
    }

    fn end(&mut self, engine: &mut Engine, _: &[Error]) {
        self.count = engine.observed_steps() as usize;
    }
}

/// The step that a command leads to. None at the end.
fn target(recording: &Recording, at: usize, words: &[&str]) -> Result<Option<usize>, String> {
    let number = |index: usize| match words.get(index) {
        None => Ok(1),
        Some(word) => {
            word.parse::<usize>().map_err(|_| format!("this takes a number, not '{}'", excerpt::one_line(word)))
        }
    };
    let depth = recording.step(at).map_or(0, |step| step.depth);
    let next = |fits: &dyn Fn(&Step) -> bool| {
        let found = (at + 1..recording.first + recording.steps.len()).find(|&at| recording.step(at).is_some_and(fits));
        found.map(Some).ok_or_else(|| "the recording does not contain this step".to_owned())
    };
    match words.first().copied().unwrap_or("next") {
        "next" | "n" => Ok(Some(at.saturating_add(number(1)?))),
        "back" | "b" => Ok(Some(at.saturating_sub(number(1)?))),
        "goto" | "g" => Ok(Some(number(1)?.saturating_sub(1))),
        "first" => Ok(Some(0)),
        "last" => Ok(Some(usize::MAX)),
        "over" | "o" => next(&|step| step.depth <= depth),
        "out" => next(&|step| step.depth < depth),
        "line" | "l" => {
            let line = number(1)?;
            next(&|step| step.line as usize == line)
        }
        "find" | "f" => {
            let text = words.get(1..).unwrap_or_default().join(" ");
            next(&|step| step.instruction.contains(&text))
        }
        "quit" | "q" => Ok(None),
        "help" | "h" => Err(HELP.trim_end().to_owned()),
        word => Err(format!("there is no command '{}': help lists them", excerpt::one_line(word))),
    }
}

impl Recording {
    fn has(&self, at: usize) -> bool {
        self.step(at).is_some()
    }

    fn step(&self, at: usize) -> Option<&Step> {
        self.steps.get(at.checked_sub(self.first)?)
    }
}

/// The texts of the program, as they are now.
struct Sources<'a> {
    options: &'a Options,
    known: HashMap<String, Vec<String>>,
}

impl Sources<'_> {
    fn lines(&mut self, name: &str) -> &[String] {
        let code = match self.options.inputs.first() {
            Some(Input::Code(code)) if name.starts_with('<') => Some(code.clone()),
            _ => None,
        };
        self.known.entry(name.to_owned()).or_insert_with(|| {
            let text = code.or_else(|| std::fs::read_to_string(name).ok()).unwrap_or_default();
            text.lines().map(excerpt::one_line).collect()
        })
    }
}

/// Writes a line. If the output is closed, the process ends.
fn say(output: &Output, line: &str) {
    // Another error of writing is no reason to stop.
    let _ = output.write(&format!("{line}\n")).and_then(|()| output.write_out());
}

/// Prints a step: the source text, and what the instruction finds beside it.
fn show(recording: &Recording, at: usize, sources: &mut Sources<'_>, output: &Output) {
    let Some(step) = recording.step(at) else {
        say(output, "no steps");
        return;
    };
    let function = if step.function.is_empty() { "(top)" } else { &step.function };
    let (number, count) = (at + 1, recording.count);
    let (function, source) = (excerpt::one_line(function), excerpt::one_line(&step.source));
    let (line, depth) = (step.line, step.depth);
    say(output, &format!("\nstep {number} of {count}  {function}  {source}:{line}  depth {depth}"));
    let lines = sources.lines(&step.source);
    let numbers = step.line.saturating_sub(AROUND).max(1)..=step.line.saturating_add(AROUND);
    let left: Vec<String> = numbers
        .filter_map(|number| {
            let text = lines.get(number as usize - 1)?;
            let mark = if number == step.line { '>' } else { ' ' };
            Some(cut(&format!("{mark} {number:4} {text}"), LEFT))
        })
        .collect();
    let right = state(step);
    for index in 0..left.len().max(right.len()) {
        let left = left.get(index).map_or("", String::as_str);
        let blanks = " ".repeat(LEFT.saturating_sub(left.chars().count()));
        let line = format!("{left}{blanks} │ {}", right.get(index).map_or("", String::as_str));
        say(output, line.trim_end());
    }
}

/// The instruction, and what it finds, a line for each kind of things.
fn state(step: &Step) -> Vec<String> {
    let mut lines = vec![format!("PC {}  {}", step.pc, step.instruction)];
    if let Some(caught) = &step.caught {
        lines.push(format!("caught    {caught}"));
    }
    let mut row = |name: &str, values: Vec<String>| {
        if !values.is_empty() {
            lines.push(format!("{name:<9} {}", values.join("  ")));
        }
    };
    match &step.state {
        Some(StepState::Stack { values, completion, location, enumeration, .. }) => {
            row("values", values.clone());
            row("blocks", step.blocks.clone());
            row(
                "C L E",
                vec![completion.clone(), location.clone(), enumeration.clone().unwrap_or_else(|| "-".to_owned())],
            );
        }
        Some(StepState::Registers { registers, records, catchers, .. }) => {
            row("registers", registers.iter().map(|(name, value)| format!("{name}={value}")).collect());
            row("records", records.clone());
            row("catchers", catchers.iter().map(|handler| format!("-> {handler}")).collect());
        }
        _ => {}
    }
    lines.iter().map(|line| cut(&excerpt::one_line(line), RIGHT)).collect()
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
