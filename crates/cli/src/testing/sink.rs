//! The way from the tests of a file to the report.

use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, Mutex, PoisonError};

use ferrotape::{Array, Context, Error, Function, Object};

use super::Testing;
use super::report::Reporter;

/// Receiver of what happens. All are equal: options are compared by what was given.
#[derive(Clone, Default)]
pub struct Sink(Option<Arc<Mutex<Reporter>>>);

impl Sink {
    pub fn new(reporter: Reporter) -> Sink {
        Sink(Some(Arc::new(Mutex::new(reporter))))
    }

    /// Works with the reporter, or with one that says nothing. A panic leaves nothing half done there.
    pub fn with<T>(&self, work: impl FnOnce(&mut Reporter) -> T) -> T {
        match &self.0 {
            Some(reporter) => work(&mut reporter.lock().unwrap_or_else(PoisonError::into_inner)),
            None => work(&mut Reporter::default()),
        }
    }
}

impl PartialEq for Sink {
    fn eq(&self, _: &Sink) -> bool {
        true
    }
}

impl Eq for Sink {}

impl Debug for Sink {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Sink")
    }
}

impl Testing {
    /// Adds what the module `node:test` asks for: which tests are wanted, and who is told.
    pub fn add_to(&self, cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
        native.set(cx, "only", self.only)?;
        for (name, patterns) in [("names", &self.names), ("skipped", &self.skipped)] {
            let patterns = Array::from_values(cx, patterns)?;
            native.set(cx, name, patterns)?;
        }
        if self.sink.0.is_some() {
            let sink = self.sink.clone();
            let report =
                Function::new(cx, "report", move |event: String| sink.with(|reporter| reporter.event(&event)))?;
            native.set(cx, "report", report)?;
        }
        Ok(())
    }
}
