//! The debugger, on both machines.

mod changing;
mod going_back;
mod hostile;
mod looking;
mod restarting;
mod same_fuel;
mod stepping;
mod stopping;
mod values;

use std::sync::{Arc, Mutex};

use ferrotape::debug::{Resume, Stopped};
use ferrotape::{Backend, Engine};

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

/// Notes of a host.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Vec<String>>>);

impl Notes {
    fn add(&self, note: impl Into<String>) {
        self.0.lock().unwrap().push(note.into());
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

/// An engine of each machine with a debugger that notes what `look` gives at each stop.
fn each(mut test: impl FnMut(&mut Engine, &Notes), look: fn(&mut Stopped<'_>, &Notes) -> Resume) {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().unwrap();
        let notes = Notes::default();
        let noted = notes.clone();
        engine.set_debugger(move |stopped: &mut Stopped<'_>| look(stopped, &noted));
        test(&mut engine, &notes);
    }
}

/// Function and line of the innermost frame.
fn place(stopped: &Stopped<'_>) -> String {
    let frame = stopped.frames().swap_remove(0);
    format!("{}:{}", frame.function, frame.line)
}
