//! The header and the library say the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Returns the words of a text that follow a mark, in its lines that fit.
fn names(text: &str, before: &str) -> BTreeSet<String> {
    let found = text.lines().filter_map(|line| line.split_once(before)).map(|(_, rest)| rest);
    found
        .map(|rest| {
            rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or("").to_owned()
        })
        .collect()
}

#[test]
fn each_export_is_in_the_header_with_so_many_parameters() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = fs::read_to_string(folder.join("include/ferrotape.h")).expect("the header");
    let mut sources = String::new();
    for entry in fs::read_dir(folder.join("src")).expect("the sources") {
        sources += &fs::read_to_string(entry.expect("a file").path()).expect("a source");
    }
    let exported = names(&sources, "extern \"C\" fn ");
    let mut declared = BTreeSet::new();
    declared.extend(header.lines().filter_map(|line| {
        let rest = line.strip_prefix("ft_status ").or_else(|| line.strip_prefix("uint32_t "))?;
        Some(rest.split('(').next()?.to_owned())
    }));
    assert_eq!(exported, declared);
    for name in &exported {
        let count = |text: &str, mark: String| {
            let start = text.find(&mark)? + mark.len();
            let inside = &text[start..start + text[start..].find(')')?];
            Some(
                inside
                    .split(',')
                    .filter(|parameter| !parameter.trim().is_empty() && parameter.trim() != "void")
                    .count(),
            )
        };
        let ours = count(&sources, format!("extern \"C\" fn {name}(")).expect("a function");
        let theirs = count(&header, format!("\nft_status {name}("));
        let theirs = theirs.or_else(|| count(&header, format!("\nuint32_t {name}("))).expect("a declaration");
        assert_eq!(ours, theirs, "{name}");
    }
}
