//! The line editor, on its own thread, so that timers run while the user types.
//!
//! ```text
//! session ──go──> readline ──Line, Interrupted, End──> session
//!                    │  └──Complete──> session ──names──┘
//!                    └ what the session prints meanwhile comes above the prompt
//! ```

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use ferrotape::script::Entry;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{ColorMode, CompletionType, Config, Context, ExternalPrinter, Helper};

use super::complete::{self, Spot, spot};
use super::highlight::colored;
use super::history::{History, MOST_ENTRIES};
use super::{commands, tokens};
use crate::options::Options;
use crate::run;

const PROMPT: &str = "> ";
/// Longest wait for a completion: the session may be running timers.
const PATIENCE: Duration = Duration::from_millis(300);

/// Message from the editor to the session.
pub enum Asked {
    Line(String),
    /// Ctrl-C, and whether the line was empty.
    Interrupted {
        was_empty: bool,
    },
    /// Ctrl-D.
    End,
    /// A request for the names that can come next.
    Complete {
        spot: Spot,
        prefix: String,
        answer: Sender<Vec<String>>,
    },
    Broken(String),
}

/// The session's end of the channels to the editor.
pub struct Editor {
    pub asked: Receiver<Asked>,
    go: Sender<()>,
    /// Prints above the prompt.
    pub printer: Sender<String>,
}

impl Editor {
    /// Starts the thread of the editor. `is_busy` says whether script is running, which Ctrl-C then ends through
    /// `interrupted`.
    pub fn start(
        options: &Options,
        colors: bool,
        is_busy: Arc<AtomicBool>,
        interrupted: Arc<AtomicBool>,
    ) -> Result<Editor, String> {
        let options = options.clone();
        let (ask, asked) = mpsc::channel();
        let (go, wait) = mpsc::channel();
        let (ready, readied) = mpsc::channel();
        let reader = move || match new_editor(options, colors, ask.clone()) {
            Ok((mut editor, printer)) => {
                let _ = ready.send(Ok(printer));
                let history = History::of_user();
                for entry in history.read() {
                    let _ = editor.add_history_entry(entry);
                }
                read(&mut editor, &wait, &ask, &history, (&is_busy, &interrupted));
            }
            Err(error) => drop(ready.send(Err(error.to_string()))),
        };
        thread::Builder::new().spawn(reader).map_err(|error| error.to_string())?;
        let printer = readied.recv().map_err(|_| "the line editor has ended".to_owned())??;
        Ok(Editor { asked, go, printer })
    }

    /// Shows the prompt and lets the user type.
    pub fn go(&self) {
        let _ = self.go.send(());
    }
}

type LineEditor = rustyline::Editor<Typing, MemHistory>;

/// Makes the editor, without history yet, and the sender of what is printed above the prompt.
fn new_editor(options: Options, colors: bool, ask: Sender<Asked>) -> rustyline::Result<(LineEditor, Sender<String>)> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .max_history_size(MOST_ENTRIES)?
        .history_ignore_dups(true)?
        .bracketed_paste(true)
        .color_mode(if colors { ColorMode::Enabled } else { ColorMode::Disabled })
        .build();
    let history = MemHistory::with_config(&config);
    let mut editor = LineEditor::with_history(config, history)?;
    editor.set_helper(Some(Typing { options, ask, colors, is_empty: Cell::new(true) }));
    let printer = editor.create_external_printer()?;
    Ok((editor, print_lines(printer)))
}

/// Starts a thread that prints whole lines above the prompt, so that senders never wait.
fn print_lines(mut printer: impl ExternalPrinter + Send + 'static) -> Sender<String> {
    let (sender, receiver) = mpsc::channel::<String>();
    thread::spawn(move || {
        let mut pending = String::new();
        while let Ok(text) = receiver.recv() {
            pending += &text;
            receiver.try_iter().for_each(|text| pending += &text);
            if let Some(end) = pending.rfind('\n') {
                let rest = pending.split_off(end + 1);
                let _ = printer.print(std::mem::replace(&mut pending, rest));
            }
        }
    });
    sender
}

/// Reads one line for each `go`, until the session ends. Ctrl-C while script runs interrupts it, and is reported as
/// well.
fn read(
    editor: &mut LineEditor,
    go: &Receiver<()>,
    ask: &Sender<Asked>,
    history: &History,
    (is_busy, interrupted): (&AtomicBool, &AtomicBool),
) {
    while go.recv().is_ok() {
        let asked = match editor.readline(PROMPT) {
            Ok(line) => {
                if !line.trim().is_empty() && editor.add_history_entry(line.as_str()).unwrap_or(false) {
                    history.add(&line);
                }
                Asked::Line(line)
            }
            Err(ReadlineError::Eof) => Asked::End,
            Err(ReadlineError::Interrupted) => {
                if is_busy.load(Ordering::Relaxed) {
                    interrupted.store(true, Ordering::Relaxed);
                }
                let was_empty = editor.helper().is_none_or(|typing| typing.is_empty.get());
                Asked::Interrupted { was_empty }
            }
            Err(error) => Asked::Broken(error.to_string()),
        };
        if ask.send(asked).is_err() {
            return;
        }
    }
}

/// Helper of the line editor, called while the user types.
struct Typing {
    options: Options,
    ask: Sender<Asked>,
    colors: bool,
    /// Whether the line is empty.
    is_empty: Cell<bool>,
}

impl Helper for Typing {}

impl Validator for Typing {
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        let text = context.input();
        let is_whole = commands::is_command(text) || run::entry(&self.options, text) != Entry::Unfinished;
        Ok(if is_whole { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Highlighter for Typing {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if self.colors && !commands::is_command(line) { Cow::Owned(colored(line)) } else { Cow::Borrowed(line) }
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.colors && kind != CmdKind::MoveCursor
    }
}

impl Hinter for Typing {
    type Hint = String;

    /// Gives no hints, but notes whether the line is empty, since it is called after every key.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.is_empty.set(line.is_empty());
        None
    }
}

impl Completer for Typing {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let Some(spot) = spot(line, position) else { return Ok((position, Vec::new())) };
        let start = match spot {
            Spot::Command => return Ok((0, commands::names(&line[..position]))),
            Spot::File { start } => return Ok((start, complete::files(&line[start..position]))),
            Spot::Name { start, .. } | Spot::OfText { start } => start,
        };
        let prefix = line[start..position].to_owned();
        let is_global = matches!(&spot, Spot::Name { path, .. } if path.is_empty());
        let words = tokens::WORDS.iter().map(|&(word, _)| word).filter(|word| is_global && word.starts_with(&prefix));
        let mut names: Vec<String> = words.map(str::to_owned).collect();
        let (answer, answered) = mpsc::channel();
        if self.ask.send(Asked::Complete { spot, prefix, answer }).is_ok() {
            names.extend(answered.recv_timeout(PATIENCE).unwrap_or_default());
        }
        names.sort();
        names.dedup();
        Ok((start, names))
    }
}
