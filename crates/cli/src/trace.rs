//! Steps of a program as lines of text, for `ferrotape trace` and the prompt's `.trace`.
//!
//! A plain line has an instruction and the stack machine's blocks. With `--values` it has what the instruction finds and
//! what it leaves, which is known when the next step comes: until then the line is held back ([`Output::hold`]).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ferrotape::script::{Step, StepDetail, StepState};
use ferrotape::{Backend, Engine};

use crate::host::Output;

/// Limit on the call depth that the indentation of steps shows.
const DEEPEST_INDENT: usize = 10;

/// Columns of the place and of the instruction.
const PLACE: usize = 14;
const INSTRUCTION: usize = 26;

/// Parts of each step that a trace shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    pub values: bool,
    /// The only function whose steps are shown.
    pub only: Option<String>,
}

/// Prints each step from now on. Returns a flag that is true once a step has been shown.
pub fn print_steps(engine: &mut Engine, output: &Output, shown: &Shown) -> Arc<AtomicBool> {
    let detail = if shown.values { StepDetail::Values } else { StepDetail::Instructions };
    let has_shown = Arc::new(AtomicBool::new(false));
    let (output, only) = (output.clone(), shown.only.clone());
    let mut printer = Printer { output, only, held: None, has_shown: Arc::clone(&has_shown) };
    engine.observe_steps(detail, move |step| printer.step(step));
    has_shown
}

/// Returns the machine that a trace shows if none is named: the one whose document has such traces.
pub fn backend(named: Option<Backend>) -> Backend {
    named.unwrap_or(Backend::Stack)
}

/// Prints steps as they come.
struct Printer {
    output: Output,
    only: Option<String>,
    /// The step whose line is held back.
    held: Option<Held>,
    has_shown: Arc<AtomicBool>,
}

/// A step whose result the next step shows.
struct Held {
    depth: usize,
    state: StepState,
}

impl Printer {
    /// Completes the held line with what this step has found, then writes the step's own line, or holds it back with
    /// values.
    fn step(&mut self, step: &Step) {
        self.complete(step);
        if self.only.as_ref().is_some_and(|only| *only != step.function) {
            return;
        }
        self.has_shown.store(true, Ordering::Relaxed);
        let indent = 4 * step.depth.saturating_sub(1).min(DEEPEST_INDENT);
        // An error of writing is reported at the end.
        let _ = match &step.state {
            None => self.output.write(&format!("{:indent$}{}\n", "", plain(step))),
            Some(state) => {
                self.held = Some(Held { depth: step.depth, state: state.clone() });
                self.output.hold(format!("{:indent$}{}", "", with_values(step, state)))
            }
        };
    }

    /// Completes the line that is held back, unless the program has written something since.
    fn complete(&mut self, next: &Step) {
        let (Some(held), Some(line)) = (self.held.take(), self.output.take_held()) else { return };
        let what = match (&next.caught, &next.state) {
            (Some(exception), _) => format!("throws {exception}"),
            (None, _) if next.depth > held.depth => "calls".to_owned(),
            (None, _) if next.depth < held.depth => "leaves".to_owned(),
            (None, state) => state.as_ref().map_or_else(String::new, |after| change(&held.state, after)),
        };
        let _ = self.output.write(&format!("{}\n", format!("{line}  {what}").trim_end()));
    }
}

fn plain(step: &Step) -> String {
    let position = format!("PC={} blocks={{{}}}", step.pc, step.blocks.join(","));
    format!("{position:<34}  {}", step.instruction)
}

/// Returns the line of a step before its result: place, instruction, the machine's state.
fn with_values(step: &Step, state: &StepState) -> String {
    let function = if step.function.is_empty() { "-" } else { &step.function };
    let place = format!("{function}:{}", step.line);
    let instruction = &step.instruction;
    let head = format!("{place:<PLACE$} PC={:<4} {instruction:<INSTRUCTION$}", step.pc);
    match state {
        StepState::Stack { completion, location, enumeration, .. } => {
            let enumeration = enumeration.as_deref().unwrap_or("-");
            let blocks = step.blocks.join(",");
            format!("{head} C={completion} L={location} E={enumeration} blocks={{{blocks}}}  {}", values(state))
        }
        StepState::Registers { records, catchers, .. } => {
            let catchers: Vec<String> = catchers.iter().map(|handler| format!("->{handler}")).collect();
            let around =
                [("records", records), ("catchers", &catchers)].into_iter().filter(|(_, list)| !list.is_empty());
            let around: String = around.map(|(name, list)| format!("{name}={} ", list.join(","))).collect();
            format!("{head} {around} {}", values(state))
        }
        _ => head,
    }
}

/// The value stack, or the registers in use.
fn values(state: &StepState) -> String {
    let listed = match state {
        StepState::Stack { values, .. } => values.join(", "),
        StepState::Registers { registers, .. } => {
            let shown = registers.iter().map(|(name, value)| format!("{name}={value}"));
            shown.collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    };
    format!("[{listed}]")
}

/// Returns what a step has left: the value stack, or the registers that it has changed.
fn change(before: &StepState, after: &StepState) -> String {
    let StepState::Registers { registers: after, .. } = after else { return format!("-> {}", values(after)) };
    let StepState::Registers { registers: before, .. } = before else { return String::new() };
    let changed = after.iter().filter(|register| !before.contains(register));
    let changed: Vec<String> = changed.map(|(name, value)| format!("{name}={value}")).collect();
    if changed.is_empty() { String::new() } else { format!("-> {}", changed.join(", ")) }
}
