//! All hostile scripts: those of `tests/hostile`, by their files, and generated ones.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::source::Source;
use crate::{arguments, discovery, faults, modules, nesting, patterns, root, typed};

/// A hostile script, and how it is run.
#[derive(Clone, Debug)]
pub struct Script {
    /// Origin and description, between slashes.
    pub name: String,
    pub source: Source,
    /// Whether the script calls functions of [`crate::host`].
    pub needs_host: bool,
    /// Whether the script is TypeScript.
    pub is_typed: bool,
    pub settings: Settings,
}

/// Settings that a file makes in its first line, `// --fuel 1000 --timeout 2000`, instead of the suite's.
#[derive(Clone, Copy, Default, Debug)]
pub struct Settings {
    /// Fuel of the run, which must then end before its deadline.
    pub fuel: Option<u64>,
    pub deadline: Option<Duration>,
}

impl Settings {
    /// Reads the settings of a script's first line. An unknown option is an error.
    fn of(text: &str) -> Result<Self, String> {
        let mut settings = Settings::default();
        let Some(line) = text.lines().next().and_then(|line| line.strip_prefix("// --")) else { return Ok(settings) };
        for option in line.split(" --") {
            let number = option.split_once(' ').and_then(|(name, value)| Some((name, value.trim().parse().ok()?)));
            match number {
                Some(("fuel", number)) => settings.fuel = Some(number),
                Some(("timeout", number)) => settings.deadline = Some(Duration::from_millis(number)),
                _ => return Err(format!("what is '--{option}'?")),
            }
        }
        Ok(settings)
    }
}

impl Script {
    pub fn new(name: String, source: Source) -> Self {
        Script { name, source, needs_host: false, is_typed: false, settings: Settings::default() }
    }

    /// Returns the name that tells the script's language.
    pub fn file_name(&self) -> &'static str {
        if self.is_typed { "hostile.ts" } else { "hostile.js" }
    }

    /// Returns whether the script is a file: a former fault, or a case written by hand.
    pub fn is_named(&self) -> bool {
        self.name.starts_with("named/")
    }
}

pub fn all() -> Result<Vec<Script>, String> {
    let mut scripts = named()?;
    scripts.extend(faults::scripts());
    scripts.extend(modules::scripts());
    scripts.extend(nesting::scripts());
    scripts.extend(typed::scripts());
    scripts.extend(patterns::scripts());
    scripts.extend(arguments::scripts(&discovery::built_ins()?));
    Ok(scripts)
}

/// Reads the scripts of `tests/hostile`, ordered by name.
fn named() -> Result<Vec<Script>, String> {
    let folder = root().join("tests/hostile");
    let entries = fs::read_dir(&folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "js"));
    paths.sort();
    let script = |path: PathBuf| {
        let text = fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let settings = Settings::of(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Script { settings, ..Script::new(format!("named/{name}"), Source::text(text)) })
    };
    paths.into_iter().map(script).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn there_are_many_scripts_of_each_kind_and_no_two_with_one_name() {
        let scripts = all().expect("scripts");
        let names: BTreeSet<&str> = scripts.iter().map(|script| script.name.as_str()).collect();
        assert_eq!(names.len(), scripts.len());
        for (kind, least) in [
            ("named/", 40),
            ("builtin/", 600),
            ("source/", 300),
            ("pattern/", 50),
            ("host/", 100),
            ("module/", 10),
            ("typed/", 100),
        ] {
            let count = names.iter().filter(|name| name.starts_with(kind)).count();
            assert!(count >= least, "only {count} of {kind}");
        }
    }

    #[test]
    fn known_failures_are_scripts_that_exist() {
        let scripts = all().expect("scripts");
        let known = crate::suite::known_scripts(Some(&root().join("tests/hostile/known-failures.txt")))
            .expect("a list with reasons");
        let gone: Vec<_> = known.iter().filter(|name| !scripts.iter().any(|script| script.name == **name)).collect();
        assert!(gone.is_empty(), "no such scripts: {gone:?}");
    }
}
