//! A debugger that looks at a program: what it does must not change what the program does, nor its fuel.

use ferrotape::Engine;
use ferrotape::debug::{Breakpoint, Exceptions, Resume, Stopped};

use crate::diff::Program;

/// Stops at which something is evaluated; later ones go on at once.
const MOST_STOPS: usize = 200;
/// Frames in which something is evaluated.
const MOST_FRAMES: usize = 4;
/// Lines of a script with a breakpoint.
const MOST_LINES: u32 = 300;

/// Ways of a debugger to go on from its stops.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Looks {
    /// From breakpoint to breakpoint.
    Breakpoints,
    /// In steps of all kinds.
    Steps,
}

/// Gives an engine a debugger with a breakpoint on each line of a program, which evaluates something in each frame.
pub fn attach(engine: &mut Engine, program: &Program, looks: Looks) {
    let mut stops = 0;
    engine.set_debugger(move |stopped: &mut Stopped<'_>| {
        stops += 1;
        if stops > MOST_STOPS {
            return Resume::Run;
        }
        let frames = stopped.frames();
        for (index, _) in frames.iter().enumerate().filter(|(_, frame)| !frame.is_async).take(MOST_FRAMES) {
            let seen = stopped.evaluate(index, "1");
            assert!(seen.as_ref().is_ok_and(|shown| shown.text == "1"), "1 is {seen:?}");
        }
        match (looks, stops % 5) {
            (Looks::Breakpoints, _) | (_, 0) => Resume::Run,
            (_, 1) => Resume::Over,
            (_, 2) => Resume::Out,
            (_, 3) => Resume::ToAwait,
            _ => Resume::In,
        }
    });
    let Some(mut debugger) = engine.debugger() else { return };
    debugger.stop_at_exceptions(Exceptions { caught: true, uncaught: true });
    for (name, text) in &program.scripts {
        for line in 1..=(text.lines().count() as u32).min(MOST_LINES) {
            debugger.add_breakpoint(Breakpoint::at(name, line));
        }
    }
}
