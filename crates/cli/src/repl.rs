//! The prompt: runs entries and shows their values.
//!
//! ```text
//! editor (its own thread)   complete entries, completion, history, colours
//! session                   the engine, timers while the user types, limits, values and errors
//! commands                  entries that begin with a dot
//! ```
//!
//! Nothing of this is set up unless the user wants a prompt. If standard input is no terminal, entries are read from it
//! line by line.

mod commands;
mod complete;
mod editor;
mod highlight;
mod history;
mod limits;
mod session;
mod tokens;

use std::io::{self, BufRead, IsTerminal};

use ferrotape::script::Entry;

use self::editor::{Asked, Editor};
use self::session::{Session, Turn};
use crate::host::{Files, Output};
use crate::options::{FAILURE, Options, WRONG_USAGE};
use crate::{advice, report, run, source};

/// Runs the prompt and returns the exit code.
pub fn run(options: &Options) -> u8 {
    let output = Output::default();
    let files = match Files::new(&options.permissions) {
        Ok(files) => files,
        Err(message) => {
            eprintln!("ferrotape: {message}");
            return WRONG_USAGE;
        }
    };
    let mut session = match Session::new(options, files, &output) {
        Ok(session) => session,
        Err(error) => {
            report::print(&error, &advice::notes(&error, options));
            return FAILURE;
        }
    };
    if let Some(input) = options.inputs.first() {
        match source::read(input) {
            Ok(source) => session.run_file(&source.name, source.text),
            Err(message) => {
                eprintln!("ferrotape: {message}");
                return FAILURE;
            }
        }
    }
    let code = if io::stdin().is_terminal() && output.is_terminal() {
        with_editor(&mut session)
    } else {
        with_lines(&mut session);
        session.exit_code()
    };
    let flushed = output.flush();
    // The process ends now: freeing the heap would only cost time.
    std::mem::forget(session);
    output.finish(flushed, code)
}

/// Runs the prompt with the line editor, until the user leaves.
fn with_editor(session: &mut Session) -> u8 {
    // Handles Ctrl-C while no line is edited.
    let registered = signal_hook::flag::register(signal_hook::consts::SIGINT, session.interrupted.clone());
    let started =
        Editor::start(session.options(), session.colors(), session.is_busy.clone(), session.interrupted.clone());
    let editor = match (started, registered) {
        (Ok(editor), Ok(_)) => editor,
        (Err(message), _) => {
            eprintln!("ferrotape: no prompt: {message}");
            return FAILURE;
        }
        (_, Err(error)) => {
            eprintln!("ferrotape: no prompt: {error}");
            return FAILURE;
        }
    };
    session.print(&format!("Ferrotape {}. Type .help for more.", env!("CARGO_PKG_VERSION")));
    let mut is_leaving = false;
    loop {
        let asked = session.wait(&editor);
        let was_leaving = std::mem::replace(&mut is_leaving, false);
        match asked {
            Asked::Line(line) if session.enter(&line) == Turn::Leave => return session.exit_code(),
            Asked::Interrupted { was_empty: true } if was_leaving => return session.exit_code(),
            Asked::Interrupted { was_empty: true } => {
                session.print("(Ctrl-C again leaves, as Ctrl-D and .exit do)");
                is_leaving = true;
            }
            Asked::End => return session.exit_code(),
            Asked::Broken(message) => {
                eprintln!("ferrotape: {message}");
                return FAILURE;
            }
            Asked::Line(_) | Asked::Interrupted { .. } | Asked::Complete { .. } => {}
        }
    }
}

/// Reads entries from a pipe or a file.
fn with_lines(session: &mut Session) {
    let mut entry = String::new();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if !entry.is_empty() {
            entry.push('\n');
        }
        entry += &line;
        if !commands::is_command(&entry) && run::entry(session.options(), &entry) == Entry::Unfinished {
            continue;
        }
        if session.enter(&std::mem::take(&mut entry)) == Turn::Leave {
            return;
        }
        session.run_due();
    }
    session.enter(&entry);
    session.run_until_idle();
}
