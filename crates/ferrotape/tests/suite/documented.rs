//! Checks that every public item of the crate and of its macros has an example that runs. The rules:
//!
//! - The items that `lib.rs` exports count, with their own functions, and macros. Items that are public only within the
//!   crate need no example.
//! - A type or a trait may refer to an example ("see [`…`]") instead: closures get their types elsewhere. So may a
//!   function that is another one under a different name.
//! - The example of a trait covers its required functions; its provided functions need their own. The type's example
//!   covers variants and fields.

use std::fs;
use std::path::Path;

/// Collects the documentation and the attributes above a line, and the state from the lines before.
#[derive(Default)]
struct Reader<'a> {
    documentation: String,
    is_in_attribute: bool,
    /// The function of a trait that the lines before have begun.
    begun: Option<&'a str>,
    /// The outermost block around the line.
    block: Block<'a>,
    found: Vec<&'a str>,
}

#[derive(Copy, Clone, Default, PartialEq)]
enum Block<'a> {
    #[default]
    None,
    Trait(&'a str),
    /// An implementation of a type, without a trait.
    Implementation(&'a str),
    /// An implementation of a trait for a type, or a module within the crate.
    Other,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str, exported: &str) {
        let trimmed = line.trim_start();
        if trimmed.starts_with("///") || trimmed.starts_with("#[doc") {
            self.documentation += trimmed;
            return;
        }
        if self.is_in_attribute || trimmed.starts_with("#[") {
            self.is_in_attribute = !trimmed.ends_with(']');
            return;
        }
        let is_public = |name: &str| has_word(exported, name);
        self.block = block_of(line).unwrap_or(self.block);
        let begun = self.begun.take().or_else(|| name_behind(line, "    fn "));
        if matches!(self.block, Block::Trait(_)) && begun.is_some() && !trimmed.ends_with([';', '{']) {
            self.begun = begun;
            return;
        }
        let item = match self.block {
            Block::Trait(name) if is_public(name) && begun.is_some() => begun.filter(|_| trimmed.ends_with('{')),
            Block::Implementation(name) if is_public(name) => public_function(trimmed),
            Block::None | Block::Trait(_) if !line.starts_with(' ') => {
                public_type(line).or_else(|| public_function(line)).filter(|name| is_public(name))
            }
            _ => None,
        };
        if let Some(item) = item
            && !self.documentation.contains("```")
            && !self.documentation.to_lowercase().contains("see [`")
        {
            self.found.push(item);
        }
        self.documentation.clear();
        if line == "}" {
            self.block = Block::None;
        }
    }
}

/// Returns the block that a line of the outermost level begins.
fn block_of(line: &str) -> Option<Block<'_>> {
    if let Some(name) = name_behind(line, "pub trait ") {
        return Some(Block::Trait(name));
    }
    if line.starts_with("pub(crate) mod ") || line.starts_with("mod ") {
        return line.ends_with('{').then_some(Block::Other);
    }
    let rest = line.strip_prefix("impl").filter(|rest| rest.starts_with([' ', '<']))?;
    if rest.contains(" for ") {
        return Some(Block::Other);
    }
    Some(Block::Implementation(first_word(without_parameters(rest).trim_start())))
}

/// Returns the text after `<…>`, which may be nested.
fn without_parameters(text: &str) -> &str {
    let mut depth = 0;
    for (place, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ if depth == 0 => return &text[place..],
            _ => {}
        }
    }
    ""
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")
}

fn name_behind<'a>(line: &'a str, start: &str) -> Option<&'a str> {
    line.strip_prefix(start).map(first_word).filter(|name| !name.is_empty())
}

fn public_type(line: &str) -> Option<&str> {
    ["struct", "enum", "trait", "type"].iter().find_map(|kind| name_behind(line, &format!("pub {kind} ")))
}

fn public_function(line: &str) -> Option<&str> {
    name_behind(line, "pub fn ").or_else(|| name_behind(line, "pub const fn "))
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|other| other == word)
}

/// Returns the public items of a file without an example.
fn undocumented<'a>(text: &'a str, exported: &str) -> Vec<&'a str> {
    let mut reader = Reader::default();
    text.lines().take_while(|line| *line != "#[cfg(test)]").for_each(|line| reader.line(line, exported));
    reader.found
}

fn look_into(folder: &Path, root: &Path, exported: &str, wrong: &mut Vec<String>) {
    let mut entries: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            look_into(&path, root, exported, wrong);
            continue;
        }
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy();
        // Items that only the macros' code calls are no part of the interface.
        if name == "generated.rs" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let items = undocumented(&text, exported);
        if !items.is_empty() {
            wrong.push(format!("{name}: {}", items.join(" ")));
        }
    }
}

/// Returns the names in the `pub use` of a file.
fn exports(text: &str) -> String {
    text.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next()).collect::<Vec<_>>().join(" ")
}

#[test]
fn public_items_have_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let exported = exports(&fs::read_to_string(root.join("lib.rs")).expect("a text"));
    let mut wrong = Vec::new();
    look_into(&root, &root, &exported, &mut wrong);
    assert!(wrong.is_empty(), "without an example:\n{}", wrong.join("\n"));
}

#[test]
fn macros_have_examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../macros");
    let mut text = fs::read_to_string(folder.join("src/lib.rs")).expect("a text");
    // Their documents are files, so that this crate tests them.
    for file in ["FromJs", "IntoJs", "class", "methods"] {
        let document = fs::read_to_string(folder.join(format!("docs/{file}.md"))).expect("a document");
        let lines: Vec<_> = document.lines().map(|line| format!("/// {line}")).collect();
        text = text.replace(&format!("#[doc = include_str!(\"../docs/{file}.md\")]"), &lines.join("\n"));
    }
    let names: Vec<_> = text.lines().filter_map(public_function).collect();
    assert!(names.len() >= 4, "{names:?}");
    assert_eq!(undocumented(&text, &names.join(" ")), Vec::<&str>::new());
}

#[test]
fn what_has_no_example_is_found() {
    let text = "/// A type.\npub struct Type;\n\nimpl<'a, T: Into<u8>> Type<T> {\n    /// See [`Type`].\n    pub fn led(self) {}\n\n    \
                /// No.\n    #[cold]\n    pub fn bare(self) {}\n\n    pub(crate) fn inner(self) {}\n}\n\nimpl Hidden {\n    \
                pub fn hidden(self) {}\n}\n\nimpl Trait for Type {\n    fn required() {}\n}\n\n/// ```\n/// run();\n/// ```\n\
                pub trait Trait {\n    fn required();\n\n    fn given() {\n    }\n}\n";
    assert_eq!(undocumented(text, "Type, Trait"), ["Type", "bare", "given"]);
}
