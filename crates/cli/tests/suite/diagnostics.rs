//! Faulty programs, with the command's reports (`tests/diagnostics`).

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::runner::{files_below, root};

/// Lower bound for the number of programs: with fewer, the lists have lost some.
const FEWEST_PROGRAMS: usize = 60;
const BETWEEN: &str = "\n---\n";

struct Program {
    name: String,
    arguments: Vec<String>,
    text: String,
    diagnostic: String,
}

#[test]
fn diagnostics_say_of_broken_programs_what_is_written_there() {
    let mut count = 0;
    let mut report = String::new();
    for path in files_below(&root().join("tests/diagnostics"), "txt") {
        let listed = programs(&fs::read_to_string(&path).expect("a list"));
        let folder = folder_of(&path, &listed);
        let mut written = String::new();
        for program in &listed {
            let Program { name, arguments, text, diagnostic } = program;
            let is_program = name.ends_with("js");
            let said = if is_program { said_of(&folder, program) } else { String::new() };
            let line = [name.clone()].into_iter().chain(arguments.clone()).collect::<Vec<_>>().join(" ");
            let _ = write!(written, "### {line}\n{text}{BETWEEN}{said}");
            if said != *diagnostic {
                let _ = write!(report, "### {line}\n{text}{BETWEEN}{diagnostic}but now:\n{said}\n");
            }
        }
        count += listed.len();
        if std::env::var_os("FERROTAPE_UPDATE").is_some() {
            fs::write(&path, written).expect("written");
            report.clear();
        }
    }
    assert!(report.is_empty(), "{report}");
    assert!(count >= FEWEST_PROGRAMS, "{count}");
}

fn programs(list: &str) -> Vec<Program> {
    let entries = list.split("### ").filter(|entry| !entry.is_empty());
    let entry = |entry: &str| {
        let (line, rest) = entry.split_once('\n').expect("a line");
        let (text, diagnostic) = rest.split_once(BETWEEN).expect("the end of a program");
        let mut words = line.split_whitespace().map(str::to_owned);
        Program {
            name: words.next().expect("a name"),
            arguments: words.collect(),
            text: text.to_owned(),
            diagnostic: diagnostic.to_owned(),
        }
    };
    entries.map(entry).collect()
}

/// Writes the programs of a list to a folder.
fn folder_of(list: &Path, programs: &[Program]) -> PathBuf {
    let name = list.file_stem().expect("a name");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("diagnostics").join(name);
    fs::create_dir_all(&folder).expect("made");
    for Program { name, text, .. } in programs {
        fs::write(folder.join(name), text).expect("written");
    }
    fs::canonicalize(folder).expect("it is there")
}

/// Returns the report of either machine. Machines may differ only in where limits strike.
fn said_of(folder: &Path, program: &Program) -> String {
    let is_limited = program.arguments.iter().any(|argument| argument.starts_with("--"));
    let said = ["register", "stack"].map(|backend| {
        let outcome = Command::new(env!("CARGO_BIN_EXE_ferrotape"))
            .args(["--backend", backend])
            .args(&program.arguments)
            .arg(&program.name)
            .current_dir(folder)
            .env_remove("FERROTAPE_GC")
            .stdin(Stdio::null())
            .output()
            .expect("it runs");
        // Names of modules are absolute paths.
        String::from_utf8_lossy(&outcome.stderr).replace(&format!("{}/", folder.display()), "")
    });
    let [register, stack] = said;
    assert!(is_limited || register == stack, "the machines differ:\n{}\n{register}\n{stack}", program.text);
    register
}
