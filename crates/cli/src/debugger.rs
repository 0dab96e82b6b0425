//! `ferrotape debug`: a debugger that reads commands from standard input, one per line, from a person or a program.
//!
//! ```text
//! command    a line as a command          terminal    answers commands at a stop
//! places     places in original sources, by source maps
//! harmless   texts that only read
//! ```

mod command;
pub mod harmless;
pub mod places;
mod terminal;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use ferrotape::Engine;
use ferrotape::debug::{Frame, Resume, Source, StopReason, Stopped};

use crate::host::{Aside, Output};
use crate::options::{Input, Options};
use crate::reach::SharedReach;
use terminal::Terminal;
pub use terminal::name_of as scope_name;

/// Whether the user has ended the program.
#[derive(Clone, Default)]
pub struct Quit(Arc<AtomicBool>);

impl Quit {
    /// Ends the program, for its user: nothing is reported.
    pub fn want(&self) {
        self.0.store(true, Relaxed);
    }

    /// Returns whether the user has ended the program.
    pub fn is_wanted(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Returns the name of a frame as users see it.
pub fn frame_name(frame: &Frame) -> &str {
    match (frame.function.as_str(), frame.is_function) {
        ("", true) => "(anonymous)",
        ("", false) => "(top)",
        (name, _) => name,
    }
}

/// Returns whether a text is that of the program, and not one of the command's own or of a module.
pub fn is_program(source: &Source, program: &Input, reach: &SharedReach) -> bool {
    let Input::File(path) = program else { return source.name() == "<command line>" };
    let real = std::fs::canonicalize(reach.path_of(source.name()));
    real.is_ok_and(|real| std::fs::canonicalize(path).is_ok_and(|path| path == real))
}

/// Lets the user inspect a stop. Output of evaluated expressions is not the program's output, and after a change the program
/// writes anew.
pub fn beside_output(
    output: &Output,
    stopped: &mut Stopped<'_>,
    converse: impl FnOnce(&mut Stopped<'_>) -> Resume,
) -> Resume {
    if matches!(stopped.reason(), StopReason::Back { is_undone: true, .. }) {
        output.note_undone();
    }
    output.set_aside(Aside::Told);
    let resume = converse(stopped);
    output.set_aside(Aside::No);
    // Whoever goes back undoes what was changed here.
    let goes_back = matches!(resume, Resume::BackIn | Resume::BackOver | Resume::BackRun);
    if stopped.has_changed() && !goes_back {
        output.note_other_way();
    }
    resume
}

/// Gives the engine a debugger that stops at the program's first statement, and whenever the user interrupts.
pub fn attach(engine: &mut Engine, options: &Options, output: &Output, reach: &SharedReach, quit: &Quit) {
    let Some(program) = options.inputs.first() else { return };
    let terminal = Terminal::new(program.clone(), output.clone(), Arc::clone(reach), quit.clone());
    let keeps_history = options.back.is_some();
    let control = engine.set_debugger(terminal);
    if keeps_history && let Some(mut debugger) = engine.debugger() {
        debugger.keep_history();
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    if signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&interrupted)).is_ok() {
        let watch = move || loop {
            if interrupted.swap(false, Relaxed) {
                control.pause();
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        };
        // Without the thread, only breakpoints stop.
        let _ = std::thread::Builder::new().name("interrupts".to_owned()).spawn(watch);
    }
}
