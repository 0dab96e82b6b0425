//! Parts of the book that are made from the sources: `FERROTAPE_UPDATE=1 cargo test -p ferrotape-cli generated` writes
//! them anew. A part stands between two comments, `<!-- made from FILE -->` and `<!-- end -->`.

use super::file;
use crate::reference::is_current;

const REGISTER_TABLE: &str = "crates/bytecode/src/instruction.rs";
const STACK_TABLE: &str = "crates/bytecode/src/stack/instruction.rs";

/// Puts each text between the two comments that name its source.
#[track_caller]
fn is_made(page: &str, parts: &[(&str, String)]) {
    let mut text = file(page);
    for (source, made) in parts {
        let begin = format!("<!-- made from {source} -->\n");
        let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("{page} lacks {begin}"));
        let (_, after) = rest.split_once("<!-- end -->").expect("the end");
        text = [before, &begin, "\n", made.trim(), "\n\n<!-- end -->", after].concat();
    }
    is_current(page, &text);
}

/// A row of a table of instructions, as the source has it.
struct Row<'a> {
    /// The comment above a group of rows.
    section: &'a str,
    meaning: String,
    declaration: &'a str,
}

/// Returns the rows between the line that begins the table and the brace that ends it.
fn rows<'a>(text: &'a str, begin: &str) -> Vec<Row<'a>> {
    let table = text.split(begin).nth(1).and_then(|rest| rest.split("\n}").next()).expect("the table");
    let (mut rows, mut section, mut meaning) = (Vec::new(), "", String::new());
    let mut before = "";
    for line in table.lines().map(str::trim) {
        if let Some(part) = line.strip_prefix("/// ") {
            meaning = format!("{meaning} {part}");
        } else if let Some(heading) = line.strip_prefix("// ") {
            // Further sentences and lines are for those who read the source.
            if before.is_empty() {
                section = heading.split(". ").next().unwrap_or(heading).trim_end_matches('.');
            }
        } else if !line.is_empty() {
            rows.push(Row { section, meaning: std::mem::take(&mut meaning).trim().to_owned(), declaration: line });
        }
        before = line;
    }
    assert!(rows.len() > 50, "only {} instructions", rows.len());
    rows
}

/// Returns tables with a heading for each section.
fn tables(rows: &[Row<'_>], head: &str, cells: impl Fn(&Row<'_>) -> String) -> String {
    let (mut text, mut section) = (String::new(), "");
    for row in rows {
        if row.section != section {
            section = row.section;
            text += &format!("\n### {section}\n\n{head}\n");
        }
        text += &format!("| {} |\n", cells(row));
    }
    text
}

/// Escapes what would end a cell or begin a link, and writes links of the source as code.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace("](", "]\\(").replace("[`", "`").replace("`]", "`")
}

/// Names of the roles of operands: what the instruction does with them, or what they are.
fn role(role: &str) -> String {
    let words = match role {
        "Dst" => "written",
        "Src" => "read",
        "Imm" => "number",
        "To" => "target",
        "Wide" => "register, perhaps above 255",
        "Cache" => "cache site",
        "Text" => "string",
        other => return other.to_lowercase(),
    };
    words.to_owned()
}

/// Returns the tables of the register machine's instructions.
fn register_instructions() -> String {
    let text = file(REGISTER_TABLE);
    let quiet = text.split("fn never_throws").nth(1).and_then(|rest| rest.split("\n    }").next()).expect("the list");
    let quiet: Vec<&str> = quiet.split(|c: char| !c.is_alphanumeric()).collect();
    let head = "| instruction | operands | throws | meaning |\n|---|---|---|---|";
    tables(&rows(&text, "\ninstructions! {\n"), head, |row| {
        let (name, operands) = row.declaration.split_once(" {").expect("a row");
        let operands = operands.trim_end_matches('}').split(',').filter_map(|operand| operand.split_once(':'));
        let operands = operands
            .filter_map(|(name, kind)| Some(format!("`{}` {}", name.trim(), role(kind.split_whitespace().next()?))));
        let operands = operands.collect::<Vec<_>>().join(", ");
        let throws = if quiet.contains(&name) { "–" } else { "may" };
        format!("`{name}` | {operands} | {throws} | {}", cell(&row.meaning))
    })
}

/// Returns the names of the register machine's instructions.
pub(super) fn names_of_register_instructions() -> Vec<String> {
    let text = file(REGISTER_TABLE);
    let rows = rows(&text, "\ninstructions! {\n");
    rows.iter().filter_map(|row| Some(row.declaration.split_once(" {")?.0.to_owned())).collect()
}

/// Returns the tables of the stack machine's instructions.
fn stack_instructions() -> String {
    let text = file(STACK_TABLE);
    let head = "| instruction | operand | before \\| after | throws | meaning |\n|---|---|---|---|---|";
    tables(&rows(&text, "\nstack_instructions! {\n"), head, |row| {
        let mut parts = row.declaration.split('"');
        let (variant, name) = (parts.next().expect("a row"), parts.next().expect("a name"));
        let effect = parts.nth(1).expect("an effect");
        let operand =
            variant.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map_or("–", |(kind, _)| kind);
        let throws = if parts.next().is_some_and(|rest| rest.contains("throws")) { "may" } else { "–" };
        format!("`{name}` | {} | `{}` | {throws} | {}", operand.to_lowercase(), cell(effect), cell(&row.meaning))
    })
}

#[test]
fn the_page_of_instructions_is_that_of_the_tables() {
    let parts = [(REGISTER_TABLE, register_instructions()), (STACK_TABLE, stack_instructions())];
    is_made("docs/how-it-works/instructions.md", &parts);
}

fn before_the_example(text: &str) -> String {
    text.split("\n```").next().unwrap_or(text).to_owned()
}

/// The macros' pages are part of their crate, and the book's page of attributes has their tables.
#[test]
fn the_page_of_attributes_is_that_of_the_macros() {
    let sources = ["crates/macros/docs/FromJs.md", "crates/macros/docs/class.md", "crates/macros/docs/methods.md"];
    is_made("docs/guide/attributes.md", &sources.map(|source| (source, before_the_example(&file(source)))));
}

/// The languages with their regions are a table of the crate.
#[test]
fn the_languages_of_the_guide_are_those_that_there_are() {
    const SOURCE: &str = "crates/intl/src/available.rs";
    let text = file(SOURCE);
    let table = text.split("const LOCALES").nth(1).and_then(|rest| rest.split("\n];").next()).expect("the table");
    let rows = table.lines().filter_map(|line| line.trim().strip_prefix("(\"")?.split_once('"'));
    let languages: Vec<String> = rows.map(|(language, _)| format!("`{language}`")).collect();
    assert!(languages.len() > 40, "only {languages:?}");
    is_made("docs/guide/intl.md", &[(SOURCE, languages.join(", "))]);
}
