//! The manual page `docs/ferrotape.1`, in the format of man.

use std::fmt::Write;

use super::exit_codes::EXIT_CODES;
use super::modes::MODES;
use super::table::{Group, OPTIONS, Row, Value};

/// Returns the manual page, made from the tables.
pub fn manual() -> String {
    let mut page = String::from(".\\\" Made by `ferrotape manual`.\n.TH FERROTAPE 1\n");
    page.push_str(".SH NAME\nferrotape \\- runs ECMAScript programs, within limits\n.SH SYNOPSIS\n");
    for (line, _) in MODES.iter().flat_map(|row| row.usage) {
        let _ = writeln!(page, ".B ferrotape\n{}\n.br", escaped(line));
    }
    page.push_str(".SH COMMANDS\n");
    for row in MODES {
        let _ = writeln!(page, ".TP\n.B {}", escaped(row.word));
        for (index, paragraph) in row.text.split("\n\n").enumerate() {
            let _ = writeln!(page, "{}{}", if index > 0 { ".IP\n" } else { "" }, escaped(paragraph));
        }
    }
    page.push_str(".SH OPTIONS\n");
    for group in Group::ALL {
        let mut rows = OPTIONS.iter().filter(|row| row.group == group).peekable();
        if rows.peek().is_some() {
            let _ = writeln!(page, ".SS {}", escaped(group.title()));
            rows.for_each(|row| option(&mut page, row));
        }
    }
    page.push_str(".SH EXIT STATUS\n");
    for row in EXIT_CODES {
        let _ = writeln!(page, ".TP\n.B {}\n{}", row.code, escaped(row.meaning));
    }
    page.push_str(
        ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nvalues are shown without colours where it is set, and not empty\n",
    );
    page.push_str(".TP\n.B TZ\nthe zone of local time, where no option names one\n.SH EXAMPLES\n");
    for (line, what) in MODES.iter().flat_map(|row| row.examples) {
        let _ = writeln!(page, ".TP\n.B {}\n{}", escaped(line), escaped(what));
    }
    page
}

/// Adds an option in the macros of man. Of several aliases only the first is shown.
fn option(page: &mut String, row: &Row) {
    let value = match row.value {
        Value::None => String::new(),
        Value::Required(name, _) => format!(" \\fI{name}\\fR"),
        Value::Optional(name) => format!("[=\\fI{name}\\fR]"),
    };
    let short = row.short.map(|letter| format!("\\fB\\-{letter}\\fR, ")).unwrap_or_default();
    let _ = writeln!(page, ".TP\n{short}\\fB\\-\\-{}\\fR{value}", escaped(row.long));
    let _ = writeln!(page, "{}", escaped(row.help));
    if let [alias, ..] = row.aliases {
        let _ = writeln!(page, "(also \\fB\\-\\-{}\\fR)", escaped(alias));
    }
}

/// Escapes a text, so that dashes are those of options and no line begins with a command.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('~', "\\(ti");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
