//! Files that cannot be read one after the other: circles of imports within a crate, by `use crate::…` and `use super::…`.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, assert_none, crates, sources};

/// The most files that may import each other in a circle.
const MOST_IN_A_CIRCLE: usize = 10;

/// By the file of a module, the files that it imports from.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The paths that a `use` names, as the groups in braces come.
fn expand(prefix: &str, tree: &str, paths: &mut Vec<String>) {
    let mut depth = 0;
    let is_between = |letter: char| {
        depth += match letter {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        letter == ',' && depth == 0
    };
    for part in tree.split(is_between).map(str::trim) {
        match part.split_once('{') {
            Some((start, rest)) => {
                expand(&format!("{prefix}{start}"), rest.trim_end_matches('}'), paths);
            }
            None => paths.push(format!("{prefix}{part}")),
        }
    }
}

/// The modules of a crate by their paths, `object::cell` for `src/object/cell.rs`.
fn module_of(path: &str, name: &str) -> Option<String> {
    let inner = path.strip_prefix(&format!("crates/{name}/src/"))?.strip_suffix(".rs")?;
    Some(inner.replace('/', "::"))
}

fn imports(name: &str, sources: &[Source]) -> Imports {
    let modules: BTreeMap<String, &str> =
        sources.iter().filter_map(|source| Some((module_of(&source.path, name)?, source.text.as_str()))).collect();
    let is_root = |module: &str| matches!(module, "lib" | "main");
    let found = modules.iter().filter(|(module, _)| !is_root(module)).map(|(module, text)| {
        let mut paths = Vec::new();
        let mut lines = text.split("\nuse ").skip(1).chain(text.split("\npub use ").skip(1));
        lines.by_ref().filter_map(|rest| rest.split_once(';')).for_each(|(tree, _)| expand("", tree, &mut paths));
        let imported = paths.iter().filter_map(|path| {
            let parts: Vec<&str> = path.split("::").map(str::trim).collect();
            let ups = parts.iter().take_while(|&&part| part == "super").count();
            let mut whole: Vec<&str> = match parts.first() {
                Some(&"crate") => parts[1..].to_vec(),
                Some(&"super") => {
                    let own: Vec<&str> = module.split("::").collect();
                    own[..own.len().saturating_sub(ups)].iter().chain(&parts[ups..]).copied().collect()
                }
                _ => return None,
            };
            while !whole.is_empty() && !modules.contains_key(&whole.join("::")) {
                whole.pop();
            }
            (!whole.is_empty()).then(|| whole.join("::"))
        });
        (module.clone(), imported.filter(|other| other != module && !is_root(other)).collect())
    });
    found.collect()
}

/// All that a file imports, with all that those import.
fn reached<'a>(imports: &'a Imports, from: &'a str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        let others = imports.get(module).into_iter().flatten().map(String::as_str);
        next.extend(others.filter(|other| seen.insert(*other)));
    }
    seen
}

/// The largest set of files each of which leads to all others.
fn largest_circle(imports: &Imports) -> Vec<&str> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|module| (module.as_str(), reached(imports, module))).collect();
    let circle = |module: &str| -> Vec<&str> {
        let others =
            reached[module].iter().filter(|other| reached.get(*other).is_some_and(|back| back.contains(module)));
        others.copied().collect()
    };
    reached.keys().map(|module| circle(module)).max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn no_circle_of_files_is_large() {
    let sources = sources();
    let mut broken = Vec::new();
    for name in crates() {
        let imports = imports(&name, &sources);
        let circle = largest_circle(&imports);
        if circle.len() > MOST_IN_A_CIRCLE {
            broken.push(format!("{name}: {} files: {}", circle.len(), circle.join(", ")));
        }
    }
    assert_none(broken, "circles of imports");
}

#[test]
fn imports_are_read_and_circles_are_found() {
    let mut paths = Vec::new();
    expand("", "crate::{a::{self, B}, c}", &mut paths);
    assert_eq!(paths, ["crate::a::self", "crate::a::B", "crate::c"]);
    let source = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
    let sources = [
        source("crates/x/src/a.rs", "\nuse crate::b::{C, d};\n"),
        source("crates/x/src/b.rs", "\nuse std::fmt;\n\nuse crate::e::F;\n"),
        source("crates/x/src/b/g.rs", "\nuse super::C;\n"),
        source("crates/x/src/e.rs", "\npub use crate::a::A;\n"),
    ];
    assert_eq!(largest_circle(&imports("x", &sources)), ["a", "b", "e"]);
}
