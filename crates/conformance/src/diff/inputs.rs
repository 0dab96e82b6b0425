//! Programs to compare: the conformance set, the scripts and programs of the repository, generated ones.

use std::fs;
use std::path::{Path, PathBuf};

use super::observation::Program;
use crate::front_matter::Flag;
use crate::harness;
use crate::selection::{self, Set};
use crate::suite::{self, Suite};
use crate::test_case::TestCase;

/// Folders of scripts, relative to the root of the repository.
const SCRIPT_FOLDERS: [&str; 2] = ["tests/scripts", "tests/seeds"];

/// Folders of package bundles, if they are installed.
const PROGRAM_FOLDERS: [&str; 2] = [".packages/bundles", ".packages/octane/check"];

/// Returns the tests of a set in all their modes.
pub fn test262(suite: &Suite, set: Set, filters: &[String]) -> Result<Vec<Program>, String> {
    let mut programs = Vec::new();
    for path in selection::select(suite, set, None, &[])?.paths {
        if !filters.is_empty() && !filters.iter().any(|filter| selection::matches(filter, &path)) {
            continue;
        }
        let text = suite.text(&path).ok_or_else(|| format!("{path} is on the list, but not in the suite"))?;
        let test = TestCase::new(&path, text)?;
        if !test.front_matter.has(Flag::Module) {
            let owned = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
            let harness: Vec<_> = harness::files(&test, suite)?.into_iter().map(owned).collect();
            programs.extend(test.modes().iter().map(|&mode| {
                let mut scripts = harness.clone();
                scripts.push((path.clone(), test.source(mode)));
                Program { name: format!("{path} ({mode})"), scripts }
            }));
        }
    }
    Ok(programs)
}

/// Returns the feature scripts of the repository.
pub fn scripts() -> Result<Vec<Program>, String> {
    programs_below(&SCRIPT_FOLDERS)
}

/// Returns the installed packages and benchmarks.
pub fn packages() -> Result<Vec<Program>, String> {
    programs_below(&PROGRAM_FOLDERS)
}

fn programs_below(folders: &[&str]) -> Result<Vec<Program>, String> {
    let mut files = Vec::new();
    for folder in folders {
        find_scripts(&suite::root().join(folder), &mut files)?;
    }
    files.sort();
    files.iter().map(|file| program(file)).collect()
}

/// Reads the script in a file.
pub fn program(file: &Path) -> Result<Program, String> {
    let text = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let name = file.strip_prefix(suite::root()).unwrap_or(file).display().to_string();
    let script = (name.clone(), String::from_utf8_lossy(&text).into_owned());
    Ok(Program { name, scripts: vec![script] })
}

/// Adds all scripts below a folder, none if the folder does not exist.
fn find_scripts(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        if path.is_dir() {
            find_scripts(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "js") {
            files.push(path);
        }
    }
    Ok(())
}
