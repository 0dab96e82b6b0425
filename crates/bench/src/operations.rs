//! `benches/operations`: instructions of single operations, and bytes of single objects.
//!
//! Both are differences between two programs: one does an operation N times or keeps N objects, the other 2 N. So
//! neither includes the engine's start or other work done once. `benches/operations.txt` has the figures that changes
//! are compared with.

mod bytes;
mod counted;
mod timed;

use std::process::ExitCode;

use crate::instructions;

const USAGE: &str = "usage: benches/operations [SECTION...]
sections: instructions (of ferrotape, by valgrind), bytes (of all engines that are installed); both when none is named;
times (user time of a million operations, all engines)";

const SECTIONS: [&str; 3] = ["instructions", "bytes", "times"];

/// Carries out the command. Exits with 1 if something cannot be measured, and with 2 on wrong usage.
pub fn execute(parser: lexopt::Parser) -> ExitCode {
    let sections = match parse_sections(parser) {
        Ok(Some(sections)) => sections,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match report(&sections) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("benches/operations: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the wanted sections. Without any named, times are left out: they differ between runs, and the output is kept in a file.
fn report(sections: &[String]) -> Result<(), String> {
    let wanted = |section: &str| sections.is_empty() || sections.iter().any(|name| name == section);
    println!("benches/operations > benches/operations.txt; {}", instructions::compiler_version()?);
    if wanted("instructions") {
        counted::report()?;
    }
    if wanted("bytes") {
        bytes::report()?;
    }
    if sections.iter().any(|name| name == "times") {
        timed::report()?;
    }
    Ok(())
}

/// Parses the arguments. Returns `None` if help is requested.
fn parse_sections(mut parser: lexopt::Parser) -> Result<Option<Vec<String>>, String> {
    use lexopt::prelude::*;
    let mut sections = Vec::new();
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        match argument {
            Long("help") => return Ok(None),
            Value(section) if SECTIONS.iter().any(|known| section == *known) => {
                sections.push(section.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Some(sections))
}

/// A program in its own file, which is removed when this is dropped.
struct Script(std::path::PathBuf);

impl Script {
    fn new(text: &str) -> Result<Self, String> {
        Self::with_name("", text)
    }

    fn with_name(name: &str, text: &str) -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("ferrotape-operation-{}{name}.js", std::process::id()));
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(Script(path))
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        // A file that stays in the folder for temporary files does no harm.
        let _ = std::fs::remove_file(&self.0);
    }
}
