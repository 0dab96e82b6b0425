//! Reporters in JavaScript: a program of its own tells what has happened when all files with tests have run.

use std::path::Path;
use std::sync::Arc;

use ferrotape::Engine;
use serde_json::{Value, json};

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

/// Checks that a reporter exists, before tests run: a word that is none would take their results away.
pub fn check(options: &Options) -> Result<(), String> {
    let Testing { style, reporter: name, .. } = &options.testing;
    let is_path = name.starts_with('.') || Path::new(name).is_absolute();
    let is_elsewhere = || name == DOT || name.contains(':') || options.aliases.iter().any(|(alias, _)| alias == name);
    let current = std::env::current_dir().unwrap_or_default();
    if *style != Style::Own || Path::new(name).is_file() || !is_path && (is_elsewhere() || is_package(name, &current)) {
        return Ok(());
    }
    let built_in = "'spec', 'tap', 'junit' and 'dot' are built in";
    Err(format!("cannot read the reporter {name}: there is no such file or package; {built_in}"))
}

/// Returns whether a name begins with that of a package which programs in a folder find, or which the folder belongs to.
fn is_package(name: &str, folder: &Path) -> bool {
    let parts = if name.starts_with('@') { 2 } else { 1 };
    let package = name.split('/').take(parts).collect::<Vec<_>>().join("/");
    let has_it = |folder: &Path| {
        let text = std::fs::read_to_string(folder.join("package.json")).unwrap_or_default();
        let own = serde_json::from_str::<Value>(&text).unwrap_or_default();
        own["name"] == package.as_str() || folder.join("node_modules").join(&package).is_dir()
    };
    !package.is_empty() && folder.ancestors().any(has_it)
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
    fn reporters_exist_before_tests_run() {
        let of = |reporter: &str| {
            let (style, reporter) = (Style::named(reporter), reporter.to_owned());
            let testing = Testing { style, reporter, ..Testing::default() };
            Options { testing, aliases: vec![("known".to_owned(), "a.js".into())], ..Options::default() }
        };
        for name in ["tap", "dot", "known", "file:///a.js", "./Cargo.toml", "Cargo.toml"] {
            assert_eq!(check(&of(name)), Ok(()), "{name}");
        }
        for name in ["./missing.mjs", "../missing/a.js", "/missing/a.js", "jnuit", "@of/some", "sub/a.mjs", ".", ""] {
            assert!(check(&of(name)).is_err_and(|message| message.contains(name)), "{name}");
        }
    }
    #[test]
    fn packages_are_found_where_programs_find_them() {
        let folder = std::env::temp_dir().join(format!("ferrotape-reporters-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("node_modules/@of/some")).expect("a folder");
        std::fs::create_dir_all(folder.join("inside")).expect("a folder");
        std::fs::write(folder.join("package.json"), "{ \"name\": \"own\" }").expect("a file");
        for (name, is_there) in
            [("@of/some", true), ("@of/some/tap.js", true), ("own", true), ("other", false), ("", false)]
        {
            assert_eq!(is_package(name, &folder.join("inside")), is_there, "{name}");
        }
        std::fs::remove_dir_all(folder).expect("gone");
    }
}
