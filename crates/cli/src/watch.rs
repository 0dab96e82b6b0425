//! `--watch`: runs the command again, without it, whenever a file of the program changes.
//!
//! The command runs in a process of its own, so that whatever it does can be ended.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::measures::ProfileTo;
use crate::options::{FAILURE, Input, Options};
use crate::system_error::in_words;

/// Time between two looks at the files.
const BETWEEN: Duration = Duration::from_millis(250);
/// Most files that are looked at.
const MOST_FILES: usize = 20_000;
/// Endings of files that make up programs.
const ENDINGS: [&str; 8] = ["js", "mjs", "cjs", "json", "ts", "mts", "cts", "txt"];

/// Files with their last changes.
type Seen = Vec<(PathBuf, Option<SystemTime>)>;

/// Runs the command again and again, until somebody ends this process.
pub fn watch(options: &Options) -> u8 {
    let folders: Vec<PathBuf> = options.inputs.iter().filter_map(folder).collect();
    let written = written(options);
    loop {
        let before = seen(&folders, &written);
        let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
        if let Some(at) = arguments.iter().position(|argument| argument == "--watch") {
            arguments.remove(at);
        }
        let program = std::env::current_exe().unwrap_or_else(|_| "ferrotape".into());
        let mut child = match Command::new(program).args(arguments).spawn() {
            Ok(child) => child,
            Err(error) => {
                eprintln!("ferrotape: cannot run the command: {}", in_words(&error));
                return FAILURE;
            }
        };
        let mut has_ended = false;
        while seen(&folders, &written) == before {
            if !has_ended && matches!(child.try_wait(), Ok(Some(_))) {
                has_ended = true;
                eprintln!("ferrotape: waiting for changes");
            }
            std::thread::sleep(BETWEEN);
        }
        // It may have ended by itself.
        let _ = child.kill();
        let _ = child.wait();
        eprintln!("ferrotape: a file has changed");
    }
}

/// The folder that is watched for an input.
fn folder(input: &Input) -> Option<PathBuf> {
    let Input::File(path) = input else { return None };
    if path.is_dir() {
        return Some(path.clone());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    Some(folder.unwrap_or(Path::new(".")).to_path_buf())
}

/// The files that the command writes itself, at the end of each run, and whose endings are those of programs.
fn written(options: &Options) -> Vec<PathBuf> {
    let profile = match &options.measures.profile {
        Some(ProfileTo::File(file)) => Some(file),
        _ => None,
    };
    // Its folder may have files of the program too.
    let coverage = options.measures.coverage.iter().map(|folder| folder.join("v8.json"));
    profile.into_iter().cloned().chain(coverage).collect()
}

/// Lists the program files below the folders, sorted, with their last changes. Hidden folders, `node_modules`, `target` and
/// what the command has written are left out.
fn seen(folders: &[PathBuf], written: &[PathBuf]) -> Seen {
    let mut seen = Seen::new();
    let mut left = folders.to_vec();
    // Whatever way they are named. They are there after the first run.
    let written: Vec<PathBuf> = written.iter().filter_map(|path| path.canonicalize().ok()).collect();
    while let Some(folder) = left.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            if !written.is_empty() && path.canonicalize().is_ok_and(|path| written.contains(&path)) {
                continue;
            }
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && name != "node_modules" && name != "target" && !name.starts_with('.') {
                left.push(path);
            } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
                && seen.len() < MOST_FILES
            {
                let changed = entry.metadata().and_then(|metadata| metadata.modified()).ok();
                seen.push((path, changed));
            }
        }
    }
    seen.sort();
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::Measures;

    #[test]
    fn what_the_command_writes_is_not_watched() {
        let folder = std::env::temp_dir().join(format!("ferrotape-watch-{}", std::process::id()));
        let coverage = folder.join("coverage");
        std::fs::create_dir_all(&coverage).expect("a folder");
        for file in [folder.join("a.js"), folder.join("p.json"), coverage.join("v8.json"), coverage.join("b.js")] {
            std::fs::write(file, "1").expect("a file");
        }
        let names = |options: &Options| -> Vec<PathBuf> {
            seen(&[folder.join(".")], &written(options)).into_iter().map(|(path, _)| path).collect()
        };
        assert_eq!(names(&Options::default()).len(), 4);
        let program = [folder.join("./a.js"), folder.join("./coverage/b.js")];
        let profile = Some(ProfileTo::File(folder.join("p.json")));
        let around = coverage.join("../coverage");
        for coverage in [coverage, around] {
            let measures = Measures { profile: profile.clone(), coverage: Some(coverage), ..Measures::default() };
            assert_eq!(names(&Options { measures, ..Options::default() }), program);
        }
        std::fs::rename(folder.join("coverage/v8.json"), folder.join("v8.json")).expect("it is there");
        let measures = Measures { profile, coverage: Some(folder.clone()), ..Measures::default() };
        assert_eq!(names(&Options { measures, ..Options::default() }), program);
        std::fs::remove_dir_all(&folder).expect("it is there");
    }
}
