//! Recorded steps: what `ferrotape trace --values` shows, bounded in number and bytes.
//!
//! Texts are in a table, as most come again with each step. A step is a row of numbers, of which those for texts are places in
//! the table:
//!
//! ```text
//! both      [depth, function, pc, is main, line, name, instruction, caught, …]
//! register  […, base, [number, name, value, …], [record, which, how many, place, …, …], [catcher, …], [place, value, …]]
//! stack     […, 0, [value, …], [block, …], [C, L, E]]
//! ```

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use ferrotape::Backend;
use ferrotape::console::{Console, Level};
use ferrotape::script::{Step, StepDetail, StepState};
use ferrotape_text::{JsonObject, json_string};

use crate::request::Request;
use crate::run::Playing;

/// Most bytes of a machine's rows and texts.
const MOST_BYTES: usize = 6 << 20;
/// Most characters of a text.
const MOST_TEXT: usize = 160;

/// Runs the program once more on a machine, and answers `{machine, cut, texts, steps}`.
pub fn record(request: &Request, is_module: bool, backend: Backend) -> String {
    let recording = Arc::new(Mutex::new(Recording::new(request)));
    let full = Arc::clone(&recording);
    // Timers and jobs are runs of their own, which an interrupter of the first one would not end.
    if let Ok(mut playing) = Playing::new(request, backend, Nobody, move || lock(&full).cut.is_some()) {
        let kept = Arc::clone(&recording);
        playing.engine.observe_steps(StepDetail::Values, move |step| lock(&kept).step(step));
        // How the program ends, the run without an observer has told.
        let _ = playing.run(request, is_module);
    }
    let mut recording = lock(&recording);
    std::mem::take(&mut *recording).finish(backend)
}

fn lock(recording: &Mutex<Recording>) -> std::sync::MutexGuard<'_, Recording> {
    recording.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The console of a run that has been shown already.
struct Nobody;

impl Console for Nobody {
    fn message(&self, _level: Level, _text: &str) {}
}

/// The steps of one machine so far.
#[derive(Default)]
struct Recording {
    name: &'static str,
    most: usize,
    bytes: usize,
    /// Reason for an end before that of the program.
    cut: Option<String>,
    texts: HashMap<String, usize>,
    in_order: Vec<String>,
    steps: Vec<String>,
}

impl Recording {
    fn new(request: &Request) -> Recording {
        Recording { name: request.name(), most: request.steps, ..Recording::default() }
    }

    /// Adds a row for a step. Beyond the most rows or bytes, `cut` says why there are no more, while the program goes
    /// on.
    fn step(&mut self, step: &Step) {
        if self.cut.is_some() {
            return;
        }
        let cut = match (self.steps.len() >= self.most, self.bytes >= MOST_BYTES) {
            (true, _) => Some(format!("the recording ends after {} steps; the program went on", self.steps.len())),
            (_, true) => Some(format!("the recording ends at {} MB; the program went on", MOST_BYTES >> 20)),
            _ => None,
        };
        if cut.is_some() {
            self.cut = cut;
            return;
        }
        let row = self.row(step);
        self.bytes += row.len();
        self.steps.push(row);
    }

    /// Returns a step as a row of JSON.
    fn row(&mut self, step: &Step) -> String {
        let is_main = u8::from(step.source == self.name);
        let (name, instruction) = (self.text(&step.function), self.text(&step.instruction));
        let caught = step.caught.as_ref().map_or(-1, |caught| self.text(caught) as i64);
        let Step { depth, index, pc, line, .. } = step;
        let mut row = format!("[{depth},{index},{pc},{is_main},{line},{name},{instruction},{caught}");
        let parts = match &step.state {
            Some(StepState::Registers {
                base,
                registers,
                numbers,
                records,
                places,
                identities,
                around,
                catchers,
                ..
            }) => {
                let _ = write!(row, ",{base}");
                let (mut cells, mut open) = (Vec::new(), Vec::new());
                for (&number, (name, value)) in numbers.iter().zip(registers) {
                    cells.extend([number as usize, self.text(name), self.text(value)]);
                }
                for ((record, &identity), places) in records.iter().zip(identities).zip(places) {
                    open.extend([self.text(record), identity as usize, places.len()]);
                    open.extend(places.iter().map(|&place| place as usize));
                }
                let around = around.iter().flat_map(|(place, value)| [*place as usize, self.text(value)]).collect();
                vec![cells, open, catchers.iter().map(|&it| it as usize).collect(), around]
            }
            Some(StepState::Stack { values, completion, location, enumeration, .. }) => {
                row.push_str(",0");
                let none = String::from("-");
                let rest = [completion, location, enumeration.as_ref().unwrap_or(&none)];
                vec![self.list(values), self.list(&step.blocks), self.list(rest)]
            }
            _ => Vec::new(),
        };
        for part in parts {
            let numbers: Vec<String> = part.iter().map(usize::to_string).collect();
            let _ = write!(row, ",[{}]", numbers.join(","));
        }
        row.push(']');
        row
    }

    fn list<'s>(&mut self, texts: impl IntoIterator<Item = &'s String>) -> Vec<usize> {
        texts.into_iter().map(|text| self.text(text)).collect()
    }

    /// Returns the place of a text in the table.
    fn text(&mut self, text: &str) -> usize {
        if let Some(&known) = self.texts.get(text) {
            return known;
        }
        let shown: String = match text.char_indices().nth(MOST_TEXT) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        };
        let shown = json_string(&shown);
        self.bytes += shown.len() + text.len();
        self.in_order.push(shown);
        self.texts.insert(text.to_owned(), self.in_order.len() - 1);
        self.in_order.len() - 1
    }

    fn finish(self, backend: Backend) -> String {
        let mut object = JsonObject::default();
        object.text("machine", if backend == Backend::Stack { "stack" } else { "register" });
        object.optional("cut", self.cut.as_deref().map(json_string));
        object.list("texts", self.in_order);
        object.list("steps", self.steps);
        object.finish()
    }
}
