//! Options of the command line for tests, and the part that the module `node:test` gets.

use std::fmt::{self, Debug, Formatter};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ferrotape::{Array, Context, Error, Function, Object};

/// Options of the command line for tests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Testing {
    /// Whether only tests run that are marked so.
    pub only: bool,
    /// Patterns of names, of which one must fit.
    pub names: Vec<String>,
    /// Patterns of names that are left out.
    pub skipped: Vec<String>,
    /// Limit on the time of a test that states none.
    pub timeout: Option<Duration>,
    /// Whether tests write their snapshots, and do not compare with them.
    pub updates: bool,
    /// Path of the file with the tests, while they run.
    pub file: Option<PathBuf>,
    pub style: Style,
    /// The reporter that [`Style::Own`] means: a path, the name of a package, or `dot`.
    pub reporter: String,
    /// Events of all files, as the reporter is told them.
    pub events: Option<Arc<Vec<String>>>,
    /// Receiver of what happens, while tests run.
    pub told: Told,
}

/// Form of the report.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Style {
    #[default]
    Spec,
    Tap,
    Junit,
    /// A reporter in JavaScript. It is told what has happened when all files have run.
    Own,
}

impl Style {
    /// Returns the form with this name. Other names are those of reporters in JavaScript.
    pub fn named(name: &str) -> Style {
        match name {
            "spec" => Style::Spec,
            "tap" => Style::Tap,
            "junit" => Style::Junit,
            _ => Style::Own,
        }
    }
}

type Receive = dyn Fn(&str) + Send + Sync;

/// Receiver of events, each a text in JSON. All are equal: options are compared by what was given.
#[derive(Clone, Default)]
pub struct Told(Option<Arc<Receive>>);

impl Told {
    pub fn new(receive: impl Fn(&str) + Send + Sync + 'static) -> Told {
        Told(Some(Arc::new(receive)))
    }
}

impl PartialEq for Told {
    fn eq(&self, _: &Told) -> bool {
        true
    }
}

impl Eq for Told {}

impl Debug for Told {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Told")
    }
}

impl Testing {
    /// Adds what the module `node:test` asks for: which tests are wanted, and who is told.
    pub fn add_to(&self, cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
        native.set(cx, "only", self.only)?;
        if let Some(timeout) = self.timeout {
            native.set(cx, "timeout", timeout.as_millis() as f64)?;
        }
        for (name, patterns) in [("names", &self.names), ("skipped", &self.skipped)] {
            let patterns = Array::from_values(cx, patterns)?;
            native.set(cx, name, patterns)?;
        }
        if let Some(receive) = self.told.0.clone() {
            let report = Function::new(cx, "report", move |event: String| receive(&event))?;
            native.set(cx, "report", report)?;
        }
        Ok(())
    }

    /// Adds what the module `node:test/reporters` asks for: what has happened, if a reporter is to be told.
    pub fn add_events_to(&self, cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
        let Some(events) = &self.events else { return Ok(()) };
        let events = Array::from_values(cx, events.as_slice())?;
        native.set(cx, "events", events)
    }
}
