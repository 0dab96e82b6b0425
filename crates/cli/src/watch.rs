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

/// Endings of files that are as often written by programs.
const DATA: [&str; 2] = ["json", "txt"];

/// Files that are written while the program runs.
struct Written {
    files: Vec<PathBuf>,
    /// Folders whose data the program may write itself.
    folders: Vec<PathBuf>,
}

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

/// The files that the command writes itself, and whose endings are those of programs: at the end of each run, and what its output
/// may have been sent to. Data in folders that the program may write is its own, too.
fn written(options: &Options) -> Written {
    let profile = match &options.measures.profile {
        Some(ProfileTo::File(file)) => Some(file),
        _ => None,
    };
    // Its folder may have files of the program too.
    let coverage = options.measures.coverage.iter().map(|folder| folder.join("v8.json"));
    let output = ["/dev/stdout", "/dev/stderr"].map(PathBuf::from);
    let output = output.into_iter().filter(|path| path.is_file());
    let files = profile.into_iter().cloned().chain(coverage).chain(output).collect();
    Written { files, folders: options.permissions.write.clone() }
}

impl Written {
    fn includes(&self, path: &Path) -> bool {
        let is_data = || path.extension().is_some_and(|ending| DATA.iter().any(|known| ending == *known));
        path.canonicalize().is_ok_and(|real| {
            self.files.contains(&real) || is_data() && self.folders.iter().any(|folder| real.starts_with(folder))
        })
    }
}

/// Lists the program files below the folders, sorted, with their last changes. Hidden folders, `node_modules`, `target` and
/// what the command has written are left out.
fn seen(folders: &[PathBuf], written: &Written) -> Seen {
    let mut seen = Seen::new();
    let mut left = folders.to_vec();
    // Whatever way they are named. They are there after the first run.
    let real =
        |paths: &[PathBuf]| -> Vec<PathBuf> { paths.iter().filter_map(|path| path.canonicalize().ok()).collect() };
    let own = Written { files: real(&written.files), folders: real(&written.folders) };
    let has_own = !own.files.is_empty() || !own.folders.is_empty();
    while let Some(folder) = left.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && name != "node_modules" && name != "target" && !name.starts_with('.') {
                left.push(path);
            } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
                && seen.len() < MOST_FILES
                && !(has_own && own.includes(&path))
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
    use crate::options::Permissions;

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
        // Data that the program may write, and no text of a program.
        let permissions = Permissions { write: vec![folder.join("./coverage")], ..Permissions::default() };
        let names_with = names(&Options { permissions, ..Options::default() });
        assert_eq!(names_with, [program[0].clone(), program[1].clone(), folder.join("./p.json")]);
        std::fs::rename(folder.join("coverage/v8.json"), folder.join("v8.json")).expect("it is there");
        let measures = Measures { profile, coverage: Some(folder.clone()), ..Measures::default() };
        assert_eq!(names(&Options { measures, ..Options::default() }), program);
        std::fs::remove_dir_all(&folder).expect("it is there");
    }
}
