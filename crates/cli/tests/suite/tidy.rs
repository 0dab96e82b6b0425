//! Rules of the source tree that no compiler checks. Each test lists every place that breaks its rule.

mod book;
mod circles;
mod comments;
mod figures;
mod generated;
mod heap_face;
mod seed_map;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::runner::{files_below, root};

/// Files that may be longer than [`MOST_LINES`], with the reason.
const LONG_FILES: &[(&str, usize, &str)] =
    &[("crates/machine/src/interpreter.rs", 980, "the dispatch function is one match over all instructions")];

const MOST_LINES: usize = 800;

/// Longest comment line, with a little tolerance: rustfmt checks everything else.
const MOST_COLUMNS: usize = 130;

/// A file with its path from the root of the repository.
struct Source {
    path: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap_or_default();
        Source { path: relative(&path), text }
    };
    let found: Vec<Source> = files_below(&root().join("crates"), "rs").into_iter().map(read).collect();
    assert!(found.len() > 100, "the sources were not found");
    found
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

fn file(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_default()
}

fn crates() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

#[track_caller]
fn assert_none(broken: impl IntoIterator<Item = String>, rule: &str) {
    let broken: Vec<String> = broken.into_iter().collect();
    assert!(broken.is_empty(), "{rule}:\n  {}", broken.join("\n  "));
}

/// Libraries without tests say so in their manifests, and are not compiled a second time for nothing: it must be true.
#[test]
fn tests_are_where_manifests_let_them_run() {
    let broken = sources().into_iter().filter_map(|source| {
        let (folder, _) = source.path.split_once("/src/")?;
        let manifest = file(&format!("{folder}/Cargo.toml"));
        let library = manifest.split("[lib]").nth(1)?.split("\n[").next()?;
        let has_test = library.contains("\ntest = false") && source.text.contains("#[test]");
        let has_example = library.contains("doctest = false") && opens_example(&source.text);
        (has_test || has_example).then_some(source.path)
    });
    assert_none(broken, "tests that nothing runs");
}

/// Tells whether a doc comment has code of Rust: every other fence opens a block.
fn opens_example(text: &str) -> bool {
    let fences =
        text.lines().filter_map(|line| line.trim_start().strip_prefix("//")?.get(1..)?.trim().strip_prefix("```"));
    fences.step_by(2).any(str::is_empty)
}

#[test]
fn files_and_lines_are_not_too_long() {
    let most = |path: &str| LONG_FILES.iter().find(|(long, ..)| *long == path).map_or(MOST_LINES, |&(_, most, _)| most);
    let mut broken = Vec::new();
    for Source { path, text } in sources() {
        let (lines, most) = (text.lines().count(), most(&path));
        if lines > most {
            broken.push(format!("{path}: {lines} lines, at most {most}"));
        }
        let is_wide = |line: &&str| line.trim_start().starts_with("//") && line.chars().count() > MOST_COLUMNS;
        broken.extend(text.lines().find(is_wide).map(|line| format!("{path}: {line}")));
    }
    assert_none(broken, "too long");
}

/// Each crate root, and each file that has a folder, begins with a doc comment.
#[test]
fn crates_and_folders_begin_with_an_essay() {
    let needs_one = |path: &str| {
        let is_root = path.ends_with("src/lib.rs") || path.ends_with("src/main.rs");
        is_root || root().join(path.trim_end_matches(".rs")).is_dir()
    };
    let silent = sources().into_iter().filter(|source| needs_one(&source.path) && !source.text.starts_with("//!"));
    assert_none(silent.map(|source| source.path), "no `//!` at the beginning");
}

#[test]
fn nothing_is_left_to_be_done() {
    let placeholders = ["todo", "unimplemented", "dbg"].map(|name| format!("{name}!("));
    let mut broken = Vec::new();
    for Source { path, text } in sources() {
        broken.extend(
            placeholders.iter().filter(|&macro_call| text.contains(macro_call)).map(|m| format!("{path}: {m}")),
        );
        if path.ends_with("/mod.rs") || path.ends_with("/utils.rs") {
            broken.push(format!("{path}: not a name for a file"));
        }
    }
    assert_none(broken, "placeholders");
}

/// The compiler forbids unsafe code where the workspace's lints apply, so they must apply everywhere.
#[test]
fn all_crates_have_the_lints_of_the_workspace() {
    assert!(file("Cargo.toml").contains("unsafe_code = \"forbid\""));
    let lacks = |name: &String| !file(&format!("crates/{name}/Cargo.toml")).contains("[lints]\nworkspace = true");
    assert_none(crates().into_iter().filter(lacks), "no `[lints] workspace = true`");
}

/// A failing borrow is a panic that scripts can reach, and an `Rc` keeps engines from moving to another thread.
#[test]
fn the_engine_borrows_nothing_at_run_time_and_is_tied_to_no_thread() {
    let is_engine = |path: &str| {
        [
            "crates/heap/src",
            "crates/runtime/src",
            "crates/machine/src",
            "crates/stack-machine/src",
            "crates/builtins/src",
        ]
        .iter()
        .any(|folder| path.starts_with(folder))
            && !path.ends_with("tests.rs")
    };
    for word in ["RefCell", "rc::Rc"] {
        let broken = sources().into_iter().filter(|source| is_engine(&source.path) && source.text.contains(word));
        assert_none(broken.map(|source| source.path), word);
    }
}

/// Fields of an execution that all crates may use, not only the runtime, the machines and snapshots. They are the number of
/// frames, the scratch memory of matching, and the arrays that are being joined.
const OPEN_FIELDS: [&str; 4] = ["frames.len()", "frames.is_empty()", "joining", "scratch"];

/// Fields of an execution are public for machines; other crates must use functions of the runtime.
#[test]
fn only_machines_reach_into_an_execution() {
    let above = ["builtins", "ferrotape", "inspect", "web", "bench", "cli"].map(|name| format!("crates/{name}/src/"));
    let mut broken = Vec::new();
    for Source { path, text } in
        sources().iter().filter(|source| above.iter().any(|folder| source.path.starts_with(folder)))
    {
        let uses = text.split("vm.execution.").skip(1);
        let closed = uses.filter(|rest| !OPEN_FIELDS.iter().any(|field| rest.starts_with(field)));
        broken.extend(closed.map(|rest| format!("{path}: {}", rest.lines().next().unwrap_or(rest))));
    }
    assert_none(broken, "fields of an execution");
}

/// Crates are in the overview, their folders in the book's map.
#[test]
fn the_architecture_names_every_crate_and_folder() {
    let (text, map) = (file("ARCHITECTURE.md"), file("docs/how-it-works/map.md"));
    let crates = crates().into_iter().map(|name| format!("`crates/{name}`"));
    assert_none(crates.filter(|name| !text.contains(name.as_str())), "not in ARCHITECTURE.md");
    let mut folders: BTreeSet<String> = BTreeSet::new();
    for Source { path, .. } in sources().iter().filter(|source| !source.path.contains("/tests")) {
        let (krate, inner) = path.split_once("/src/").unwrap_or((path, ""));
        if let Some((folder, _)) = inner.split_once('/') {
            folders.insert(format!("`{krate}/src/{folder}`"));
        }
    }
    assert_none(folders.into_iter().filter(|name| !map.contains(name.as_str())), "not in the book's map");
}

/// Places where built-ins are specified: the standard, proposals for it, and what V8 adds.
const PLACES: [&str; 13] = [
    "ECMA-262",
    "ECMA-402",
    "Legacy RegExp features",
    "proposal Await Dictionary",
    "proposal Error Stack Accessor",
    "proposal Error.captureStackTrace",
    "proposal Immutable ArrayBuffers",
    "proposal Iterator Chunking",
    "proposal Iterator Includes",
    "proposal Iterator.prototype.join",
    "proposal ShadowRealm",
    ", Temporal ",
    "V8's stack trace API",
];

/// The body of each row of a table of built-ins names its place in the specification.
#[test]
fn built_ins_say_where_they_are_specified() {
    let is_library = |path: &str| {
        ["crates/builtins/src/", "crates/intl/src/", "crates/temporal/src/"]
            .iter()
            .any(|folder| path.starts_with(folder))
    };
    let sources: Vec<Source> = sources().into_iter().filter(|source| is_library(&source.path)).collect();
    let mut broken = Vec::new();
    let mut count = 0;
    for table in sources.iter().filter(|source| !source.path.ends_with("tests.rs")) {
        for body in rows(&table.text) {
            count += 1;
            let (module, function) = body.rsplit_once("::").unwrap_or(("", body));
            let home = table.path.trim_end_matches(".rs");
            // A name without a path is defined in the file, or in one that the file imports from.
            let is_place = |path: &str| match module {
                "" => path == table.path || path.starts_with(&format!("{home}/")),
                module => {
                    let folder = table.path.rsplit_once('/').map_or("", |(folder, _)| folder);
                    path == format!("{home}/{module}.rs") || path == format!("{folder}/{module}.rs")
                }
            };
            let comments = sources.iter().filter(|source| is_place(&source.path));
            let mut comments = comments.flat_map(|source| comments_of(&source.text, function));
            if !comments.any(|comment| PLACES.iter().any(|place| comment.contains(place))) {
                broken.push(format!("{}: {body}", table.path));
            }
        }
    }
    assert!(count > 150, "only {count} built-ins were found");
    assert_none(broken, "no section in the comment of the function");
}

/// Returns the functions that `method("name", length, function)` and the like name; not the parameters of functions
/// that make rows.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    let forms =
        [("method(\"", 2), ("constructor(\"", 2), ("NativeFunction = element(\"", 1), ("NativeFunction = step(", 0)];
    let rows = forms.into_iter().flat_map(|(start, place)| text.split(start).skip(1).map(move |row| (row, place)));
    let bodies = rows.filter_map(|(row, place)| row.split(')').next()?.split(", ").nth(place));
    bodies.filter_map(|body| body.split("::<").next()).filter(|body| *body != "code")
}

/// Returns the doc comments above functions of a name. Methods, which are indented, have none here.
fn comments_of(text: &str, function: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let heads = [format!("fn {function}("), format!("fn {function}<")];
    let places = (0..lines.len()).filter(|&at| heads.iter().any(|head| lines[at].contains(head)));
    let comment = |at: usize| lines[..at].iter().rev().take_while(|line| line.starts_with("///")).copied().collect();
    places.map(comment).collect()
}
