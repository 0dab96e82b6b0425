//! The seed map (`docs/seed-map.md`) leads from the documents to code and tests: everything that it names must exist.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::{Source, assert_none, file, sources};
use crate::runner::{files_below, root};
use crate::scripts::SCRIPTS;

/// File of the table of instructions, which the map names without their file.
const INSTRUCTIONS: &str = "bytecode/src/instruction.rs";

/// Returns the parts of a text in backquotes.
pub(super) fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn is_part_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns whether a text declares a function, a type, a constant, or a variant or field on its own line.
pub(super) fn declares(text: &str, name: &str) -> bool {
    let is_keyword = |word: &str| ["fn", "struct", "enum", "trait", "type", "const", "static", "mod"].contains(&word);
    // To look for the name is much less work than to read the lines.
    let mut lines = text.lines().filter(|line| line.contains(name));
    text.contains(name)
        && lines.any(|line| {
            let line = line.trim_start();
            let line =
                line.strip_prefix("pub").map_or(line, |rest| rest.split_once(' ').map_or(rest, |(_, rest)| rest));
            let words: Vec<&str> = line.split(|c| !is_part_of_name(c)).filter(|word| !word.is_empty()).collect();
            let is_item = words.windows(2).any(|pair| is_keyword(pair[0]) && pair[1] == name);
            let rest = line.strip_prefix(name).map(str::trim_start);
            is_item || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['{', '(', ',', ':', '=']))
        })
}

/// The code column names files by their paths below `crates/`, and names that one of the row's files declares.
#[test]
fn the_seed_map_names_code_that_exists() {
    let sources = sources();
    let text_of = |path: &str| {
        let path = format!("crates/{path}");
        sources.iter().find(|source| source.path == path).map(|source| source.text.as_str())
    };
    let is_instruction = |name: &str| text_of(INSTRUCTIONS).is_some_and(|text| declares(text, name));
    let mut broken = Vec::new();
    let map = file("docs/seed-map.md");
    let rows: Vec<Vec<&str>> = map.lines().map(|line| line.split(" | ").collect()).collect();
    let rows: Vec<(&str, &str)> = rows.iter().filter(|row| row.len() == 4).map(|row| (row[0], row[2])).collect();
    for (row, code) in rows.into_iter().filter(|(row, _)| *row != "| row") {
        let (files, names): (Vec<&str>, Vec<&str>) =
            quoted(code).filter(|name| name.len() > 1).partition(|name| name.contains('/') || name.ends_with(".rs"));
        let texts: Vec<&str> = files.iter().filter_map(|path| text_of(path)).collect();
        broken.extend(files.iter().filter(|path| text_of(path).is_none()).map(|path| format!("{row}: {path}")));
        for name in names {
            let last = name.rsplit("::").next().unwrap_or(name);
            if !texts.iter().any(|text| declares(text, last)) && !is_instruction(last) {
                broken.push(format!("{row}: {name}"));
            }
        }
    }
    assert_none(broken, "named in docs/seed-map.md, but not there");
}

/// Files are named by their whole paths below `crates/`, and a test with a file beside it is in that file.
#[test]
fn the_seed_map_names_files_that_exist() {
    let (map, sources) = (file("docs/seed-map.md"), sources());
    let find = |path: &str| sources.iter().find(|source| source.path == format!("crates/{path}"));
    let is_part_of_path = |c: char| is_part_of_name(c) || matches!(c, '/' | '.' | '-');
    let paths: BTreeSet<&str> = map.split(|c| !is_part_of_path(c)).filter(|word| word.ends_with(".rs")).collect();
    assert!(paths.len() > 60, "only {} files are named", paths.len());
    assert_none(paths.iter().filter(|path| find(path).is_none()).map(|path| (*path).to_owned()), "no such file");
    let mut broken = Vec::new();
    for (name, rest) in map.split("`seed_").skip(1).filter_map(|part| part.split_once("` (")) {
        let place = rest.split(')').next().unwrap_or(rest);
        let function = format!("fn seed_{name}(");
        if place.ends_with(".rs") && !find(place).is_some_and(|Source { text, .. }| text.contains(&function)) {
            broken.push(format!("seed_{name} in {place}"));
        }
    }
    assert_none(broken, "the test is not in the file");
    // Other tests, functions and scripts are named in the prose.
    let prose = map.split("| row |").next().unwrap_or(&map);
    let scripts: Vec<PathBuf> = SCRIPTS.iter().flat_map(|folder| files_below(&root().join(folder), "js")).collect();
    let is_script = |name: &str| scripts.iter().any(|path| path.file_stem().is_some_and(|stem| stem == name));
    let is_name = |name: &&str| name.contains('_') && name.chars().all(is_part_of_name);
    let is_there = |name: &str| is_script(name) || sources.iter().any(|Source { text, .. }| declares(text, name));
    assert_none(quoted(prose).filter(is_name).filter(|name| !is_there(name)).map(str::to_owned), "no such name");
}

/// Each test that a row names must exist: test functions and scripts by their names, examples by their files.
#[test]
fn the_seed_map_names_tests_that_exist() {
    let sources = sources();
    let scripts: Vec<PathBuf> = SCRIPTS.iter().flat_map(|folder| files_below(&root().join(folder), "js")).collect();
    let script_names: BTreeSet<_> = scripts.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
    let is_there = |name: &str| {
        let function = format!("fn {name}(");
        script_names.contains(name) || sources.iter().any(|source| source.text.contains(&function))
    };
    let map = file("docs/seed-map.md");
    let names: BTreeSet<&str> =
        map.split(|c| !is_part_of_name(c)).filter(|word| word.starts_with("seed_") && !word.ends_with('_')).collect();
    assert_none(names.iter().filter(|name| !is_there(name)).map(|name| (*name).to_owned()), "named but not there");
    let functions = sources.iter().flat_map(|source| source.text.split("\nfn ").chain(source.text.split("\n    fn ")));
    let there = functions.filter_map(|text| text.split('(').next()).chain(script_names.iter().copied());
    let unnamed = there.filter(|name| name.starts_with("seed_") && !names.contains(name)).map(str::to_owned);
    assert_none(unnamed, "there but not named");
    let rows = [("i", 13), ("c", 25), ("s", 7)];
    let rows = rows.into_iter().flat_map(|(letter, last)| (1..=last).map(move |n| format!("{letter}{n:02}")));
    let is_held = |row: &String| names.iter().any(|name| name.starts_with(&format!("seed_{row}_")));
    assert_none(rows.filter(|row| !is_held(row)), "rows without a test");
}

/// Each example of the documents is in the table of examples and in the row of its mechanism; the examples that these
/// name exist.
#[test]
fn the_seed_map_names_every_example_of_the_documents() {
    let folder = root().join("tests/seeds");
    let relative = |path: PathBuf| Some(path.strip_prefix(&folder).ok()?.to_string_lossy().replace('\\', "/"));
    let files: BTreeSet<String> = files_below(&folder, "js").into_iter().filter_map(relative).collect();
    for place in ["docs/seed-map.md", "tests/seeds/README.md"] {
        let text = file(place);
        let quoted: BTreeSet<&str> = quoted(&text).collect();
        let examples = files.iter().filter(|path| !path.starts_with("rows/"));
        let unnamed = examples.filter(|path| !quoted.contains(path.as_str())).cloned();
        assert_none(unnamed, &format!("not named in {place}"));
        let gone = quoted.iter().filter(|name| name.ends_with(".js") && !files.contains(**name));
        assert_none(gone.map(|name| (*name).to_owned()), &format!("named in {place} but not there"));
    }
    let map = file("docs/seed-map.md");
    let readme = file("tests/seeds/README.md");
    let tests = quoted(&readme).filter(|name| name.starts_with("seed_"));
    let unmapped = tests.filter(|name| !map.contains(&format!("`{name}`"))).map(str::to_owned);
    assert_none(unmapped, "among the examples but not in the seed map");
}
