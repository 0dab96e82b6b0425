//! The suite's harness: files that tests need to run before them, compiled once for all engines.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use ferrotape::script::Compiler;
use ferrotape::{Backend, Engine, Script, Value};

use crate::front_matter::Flag;
use crate::suite::Suite;
use crate::test_case::TestCase;

/// Files for every test except raw ones; below, the file that asynchronous tests also need.
const ALWAYS: [&str; 2] = ["assert.js", "sta.js"];
const ASYNCHRONOUS: &str = "doneprintHandle.js";

/// Returns the names and texts of the harness files for a test.
pub fn files<'a>(test: &'a TestCase, suite: &'a Suite) -> Result<Vec<(&'a str, &'a str)>, String> {
    if test.front_matter.has(Flag::Raw) {
        return Ok(Vec::new());
    }
    let after_async = test.front_matter.has(Flag::Async).then_some(ASYNCHRONOUS);
    let includes = test.front_matter.includes.iter().map(String::as_str);
    let names = ALWAYS.into_iter().chain(after_async).chain(includes);
    names.map(|name| Ok((name, suite.harness(name).ok_or_else(|| format!("there is no harness/{name}"))?))).collect()
}

/// Compiled harness files, for each machine.
#[derive(Debug, Default)]
pub struct Harness {
    register: Mutex<Scripts>,
    stack: Mutex<Scripts>,
}

type Scripts = BTreeMap<String, Script>;

impl Harness {
    /// Runs the harness files for a test.
    pub fn run(&self, engine: &mut Engine, backend: Backend, test: &TestCase, suite: &Suite) -> Result<(), String> {
        for (name, text) in files(test, suite)? {
            let outcome = self.script(name, text, backend).and_then(|script| script.run::<Value>(engine));
            outcome.map_err(|error| format!("harness/{name}: {error}"))?;
        }
        Ok(())
    }

    /// Returns the compiled file, for one of the machines. It is compiled by the first test that needs it.
    fn script(&self, name: &str, text: &str, backend: Backend) -> Result<Script, ferrotape::Error> {
        let scripts = match backend {
            Backend::Register => &self.register,
            Backend::Stack => &self.stack,
        };
        let mut scripts = scripts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(script) = scripts.get(name) {
            return Ok(script.clone());
        }
        let script = Compiler::new().backend(backend).script(name, text)?;
        scripts.insert(name.to_owned(), script.clone());
        Ok(script)
    }
}
