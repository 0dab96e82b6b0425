//! Reporters in JavaScript: a program of its own tells what has happened when all files with tests have run.

use std::path::Path;
use std::sync::Arc;

use ferrotape::Engine;
use serde_json::json;

use super::asked::{Style, Testing};
use crate::debugger::Quit;
use crate::host::Output;
use crate::measures::Measures;
use crate::modules::tidied;
use crate::options::{Input, Mode, Options};
use crate::reach::SharedReach;
use crate::run;

/// The reporter of the module `node:test/reporters` that has a name on the command line.
const DOT: &str = "dot";

/// Checks that a reporter given by a path exists, before tests run.
pub fn check(testing: &Testing) -> Result<(), String> {
    let name = &testing.reporter;
    let is_path = name.starts_with("./") || name.starts_with("../") || Path::new(name).is_absolute();
    if testing.style == Style::Own && is_path && !Path::new(name).is_file() {
        return Err(format!("cannot read the reporter {name}"));
    }
    Ok(())
}

/// Runs the reporter with what has happened, within the limits and permissions of the command. Returns its exit code.
pub fn tell(options: &Options, events: Vec<String>) -> u8 {
    let reporters = "require('node:test/reporters')";
    let name = &options.testing.reporter;
    let file = std::path::absolute(name).ok().filter(|path| path.is_file()).map(|path| tidied(&path));
    let loaded = match &file {
        Some(path) => format!("import({})", json!(path.to_string_lossy())),
        None if name == DOT => format!("Promise.resolve({reporters}.dot)"),
        None => format!("import({})", json!(name)),
    };
    let text = format!("{loaded}.then({reporters}[Symbol.for('ferrotape.report')]);");
    let mut own = Options { mode: Mode::Run, inputs: vec![Input::Code(text)], commonjs: true, ..options.clone() };
    (own.module, own.script, own.typescript, own.prints_value) = (false, true, false, false);
    own.measures = Measures::default();
    // Whoever names a reporter wants it to be read, wherever it is.
    own.permissions.read.extend(file.iter().filter_map(|path| path.parent()).map(Path::to_path_buf));
    own.testing = Testing { events: Some(Arc::new(events)), ..Testing::default() };
    run::run_debugged(&own, &Quit::default(), &mut |_: &mut Engine, _: &Output, _: &SharedReach| {})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_reporters_are_checked() {
        let of = |reporter: &str| Testing {
            style: Style::named(reporter),
            reporter: reporter.to_owned(),
            ..Testing::default()
        };
        for name in ["tap", "dot", "some-package", "@of/some", "./Cargo.toml"] {
            assert_eq!(check(&of(name)), Ok(()), "{name}");
        }
        for name in ["./missing.mjs", "../missing/a.js", "/missing/a.js"] {
            assert!(check(&of(name)).is_err_and(|message| message.contains(name)), "{name}");
        }
    }
}
