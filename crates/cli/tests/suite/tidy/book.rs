//! Checks of the book (`docs`) and of [`DOCUMENTS`]: links lead somewhere, the files, functions and tests that they name
//! exist, and examples are tested.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::seed_map::{declares, quoted};
use super::{assert_none, file, relative, sources};
use crate::runner::{files_below, root};
use crate::scripts::SCRIPTS;

const BOOK: &str = "docs";

/// Documents that are checked as the book's pages are.
const DOCUMENTS: [&str; 4] = ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md", "SECURITY.md"];

const MOST_LINES_OF_README: usize = 150;

/// Beginnings of paths in backquotes, except those of documents in the root.
const FOLDERS: [&str; 9] =
    ["crates/", "docs/", "tests/", "benches/", "scripts/", "examples/", "fuzz/", ".ci/", ".cargo/"];

/// Names that are not of this project.
const FOREIGN: [&str; 28] = [
    "__dirname",
    "__filename",
    "_error",
    "_http_agent",
    "_stream_readable",
    "async_hooks",
    "boa_engine",
    "child_process",
    "clock_gettime",
    "debug_assertions",
    "diagnostics_channel",
    "icu_calendar",
    "icu_collator",
    "icu_locale",
    "icu_plurals",
    "icu_segmenter",
    "miniz_oxide",
    "node_modules",
    "once_cell",
    "perf_hooks",
    "serde_core",
    "serde_json",
    "set_interrupt_handler",
    "set_limit",
    "std::net",
    "string_decoder",
    "temporal_rs",
    "worker_threads",
];

fn pages() -> Vec<String> {
    files_below(&root().join(BOOK), "md").iter().map(|path| relative(path)).collect()
}

fn documents() -> impl Iterator<Item = (String, String)> {
    pages().into_iter().chain(DOCUMENTS.map(str::to_owned)).map(|path| {
        let text = file(&path);
        (path, text)
    })
}

/// Returns the text without fenced blocks, which are pictures and examples.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// Returns the targets of links, without addresses.
fn links(text: &str) -> Vec<String> {
    let without_code: Vec<String> = prose(text).split('`').step_by(2).map(str::to_owned).collect();
    let targets = without_code
        .concat()
        .split("](")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()))
        .collect::<Vec<_>>();
    targets.into_iter().filter(|target| !target.contains("://")).collect()
}

/// Returns the fragment that GitHub and mdBook give a heading.
fn fragment(heading: &str) -> String {
    let kept = heading
        .trim()
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .collect::<String>();
    kept.replace(' ', "-")
}

/// Returns the path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part.as_os_str().to_str() {
            Some("..") => drop(normal.pop()),
            Some(".") => {}
            _ => normal.push(part),
        }
    }
    normal
}

#[test]
fn the_summary_of_the_book_reaches_every_page() {
    let listed: BTreeSet<String> =
        links(&file(&format!("{BOOK}/SUMMARY.md"))).iter().map(|link| format!("{BOOK}/{link}")).collect();
    let pages = pages();
    assert!(pages.len() > 10, "only {} pages were found", pages.len());
    let is_page = |path: &String| !path.ends_with("/SUMMARY.md");
    assert_none(pages.iter().filter(|path| is_page(path) && !listed.contains(*path)).cloned(), "not in SUMMARY.md");
    assert_none(listed.into_iter().filter(|path| !pages.contains(path)), "in SUMMARY.md, but not there");
}

/// Parts of each page about how the engine works.
const PARTS: [&str; 4] = ["```text", "## What it promises", "## Where to begin reading", "## Which tests break"];

#[test]
fn pages_about_how_it_works_have_all_parts() {
    let mut broken = Vec::new();
    for path in pages().iter().filter(|path| path.contains("/how-it-works/")) {
        let text = file(path);
        broken.extend(PARTS.iter().filter(|part| !text.contains(*part)).map(|part| format!("{path}: {part}")));
    }
    assert_none(broken, "lacking");
}

/// Parts of each page for those who use the engine.
const PARTS_OF_THE_GUIDE: [&str; 3] = ["## What it promises", "here to begin reading", "tests that break"];

#[test]
fn pages_of_the_guide_have_all_parts() {
    let mut broken = Vec::new();
    for path in pages().iter().filter(|path| path.starts_with("docs/guide/") || path.starts_with("docs/command/")) {
        let text = file(path);
        broken.extend(
            PARTS_OF_THE_GUIDE.iter().filter(|part| !text.contains(*part)).map(|part| format!("{path}: {part}")),
        );
        if !text.contains("```text") && !text.contains("![") {
            broken.push(format!("{path}: a picture"));
        }
    }
    assert_none(broken, "lacking");
}

#[test]
fn links_of_the_book_lead_somewhere() {
    let mut broken = Vec::new();
    for (path, text) in documents() {
        for link in links(&text) {
            let (target, part) = link.split_once('#').unwrap_or((&link, ""));
            let folder = Path::new(&path).parent().unwrap_or(Path::new(""));
            let target =
                if target.is_empty() { path.clone() } else { relative(&root().join(normal(&folder.join(target)))) };
            let is_there = root().join(&target).exists();
            let headings = file(&target);
            let mut headings = headings.lines().filter_map(|line| line.strip_prefix('#'));
            let has_part = part.is_empty() || headings.any(|heading| fragment(heading.trim_start_matches('#')) == part);
            if !is_there || !has_part {
                broken.push(format!("{path}: {link}"));
            }
        }
    }
    assert_none(broken, "links to nothing");
}

#[test]
fn files_that_the_book_names_exist() {
    let mut broken = Vec::new();
    for (path, text) in documents() {
        let prose = prose(&text);
        let named = quoted(&prose).filter_map(|words| words.split_whitespace().next());
        let is_path = |name: &str| FOLDERS.iter().any(|folder| name.starts_with(folder)) || name.ends_with(".md");
        let named = named.filter(|name| is_path(name));
        broken.extend(named.filter(|name| !root().join(name).exists()).map(|name| format!("{path}: {name}")));
    }
    assert_none(broken, "named, but not there");
}

/// Functions, tests, fields and files of the sources by their names, and scripts of the tests by theirs.
#[test]
fn functions_and_tests_that_the_book_names_exist() {
    let sources = sources();
    let scripts: Vec<PathBuf> = SCRIPTS.iter().flat_map(|folder| files_below(&root().join(folder), "js")).collect();
    let is_name = |name: &&str| {
        let is_long = name.contains('_') || name.contains("::");
        is_long
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':'))
            && name.chars().any(char::is_lowercase)
    };
    let header = fs::read_to_string(root().join("bindings/c/include/ferrotape.h")).unwrap_or_default();
    let is_there = |name: &str| {
        let name = name.rsplit("::").next().unwrap_or(name);
        let is_of_c = || header.split(|c: char| c != '_' && !c.is_ascii_alphanumeric()).any(|word| word == name);
        if name.starts_with("ft_") && is_of_c() {
            return true;
        }
        scripts.iter().any(|path| path.file_stem().is_some_and(|stem| stem == name))
            || sources.iter().any(|source| declares(&source.text, name))
    };
    let mut broken = Vec::new();
    for (path, text) in documents() {
        let prose = prose(&text);
        let names: BTreeSet<&str> = quoted(&prose).filter(is_name).collect();
        broken.extend(
            names
                .into_iter()
                .filter(|name| !FOREIGN.contains(name) && !is_there(name))
                .map(|name| format!("{path}: {name}")),
        );
    }
    assert_none(broken, "named, but not in the sources");
}

/// The doc tests of `crates/ferrotape` run the examples of the documents that it includes.
#[test]
fn examples_of_the_book_are_tested() {
    let tested = file("crates/ferrotape/src/lib.rs");
    let has_example = |text: &str| text.lines().any(|line| line.starts_with("```rust"));
    let with_examples: Vec<String> = documents().filter(|(_, text)| has_example(text)).map(|(path, _)| path).collect();
    assert!(with_examples.len() > 10, "only {with_examples:?} have examples");
    let is_tested = |path: &String| tested.contains(&format!("\"../../../{path}\""));
    assert_none(with_examples.into_iter().filter(|path| !is_tested(path)), "not in crates/ferrotape/src/lib.rs");
}

/// mdBook renders the pages alone: a link to anything else leads nowhere there. It takes `{{#` for a command of its own.
#[test]
fn the_book_stands_by_itself() {
    let mut broken = Vec::new();
    for path in pages() {
        let (text, folder) = (file(&path), Path::new(&path).parent().unwrap_or(Path::new("")).to_path_buf());
        let targets = links(&text).into_iter().map(|link| link.split('#').next().unwrap_or("").to_owned());
        let leaves = |target: &String| !target.is_empty() && !normal(&folder.join(target)).starts_with(BOOK);
        broken.extend(targets.filter(leaves).map(|target| format!("{path}: {target}")));
        if text.contains("{{#") || text.lines().filter(|line| line.starts_with("```")).count() % 2 == 1 {
            broken.push(format!("{path}: a command of mdBook, or a block that is not closed"));
        }
    }
    assert_none(broken, "not for mdBook");
}

/// Each feature of the crate is on its page and on the page of the guide.
#[test]
fn the_documents_name_each_feature() {
    let manifest = file("crates/ferrotape/Cargo.toml");
    let section = manifest.split("[features]").nth(1).and_then(|rest| rest.split("\n[").next()).expect("the features");
    let names = section.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.trim());
    let names: Vec<&str> = names.filter(|name| !name.starts_with('#') && *name != "default").collect();
    assert!(names.len() > 10, "only {names:?}");
    for place in ["crates/ferrotape/src/lib.rs", "docs/guide/features.md"] {
        let text = file(place);
        let rows = text.lines().filter(|line| line.trim_start_matches("//! ").starts_with("| `"));
        let rows: String = rows.collect();
        let lacking = names.iter().filter(|name| !rows.contains(&format!("`{name}`")));
        assert_none(lacking.map(|name| (*name).to_owned()), &format!("not in a table of {place}"));
    }
}

#[test]
fn the_readme_is_read_in_three_minutes() {
    let lines = file("README.md").lines().count();
    assert!(lines <= MOST_LINES_OF_README, "README.md has {lines} lines, at most {MOST_LINES_OF_README}");
}

/// `scripts/speed-chart` draws the table of the README.
#[test]
fn the_chart_of_the_readme_has_the_numbers_of_its_table() {
    let (readme, chart) = (file("README.md"), file("docs/screens/speed.svg"));
    let section = readme.split("## How fast").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("the section");
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    let numbers: Vec<&str> =
        rows.flat_map(|row| row.split('|').map(str::trim).filter(|cell| cell.parse::<f64>().is_ok())).collect();
    let drawn: Vec<&str> =
        chart.lines().filter_map(|line| line.strip_suffix("</text>")?.rsplit_once('>')).map(|(_, text)| text).collect();
    let drawn: Vec<&str> = drawn.into_iter().filter(|text| text.parse::<f64>().is_ok()).collect();
    assert!(numbers.len() >= 20, "only {numbers:?} are in the table");
    assert_eq!(drawn, numbers, "run scripts/speed-chart");
}
