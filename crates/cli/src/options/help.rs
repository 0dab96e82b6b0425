//! The help of the command and of each mode.

use std::fmt::Write;

use super::exit_codes::EXIT_CODES;
use super::modes::{MODES, Mode, Row as ModeRow};
use super::table::{self, Group, Row, Value};
use super::{modes, nearest};

/// Columns that the help takes.
const WIDTH: usize = 100;

/// Returns a few lines to print after wrong usage.
pub fn usage(mode: Mode) -> String {
    let of_all = mode == Mode::Run;
    let rows = MODES.iter().filter(|row| row.mode == mode || of_all && row.mode == Mode::Check);
    let lines: Vec<String> = rows.flat_map(|row| row.usage).map(|(line, _)| format!("ferrotape {line}")).collect();
    let help = if of_all { "ferrotape --help".to_owned() } else { format!("ferrotape help {}", modes::row(mode).word) };
    format!("usage: {}\nTry {help}.", lines.join("\n       "))
}

/// Returns the help of the command, or of one of its modes. The error says that there is no such mode.
pub fn help(topic: Option<&str>) -> Result<String, String> {
    let Some(word) = topic else { return Ok(of_all()) };
    match modes::named(word) {
        Some(mode) => Ok(of_mode(modes::row(mode))),
        None => Err(match nearest(word, MODES.iter().map(|row| row.word)) {
            Some(near) => format!("there is no command '{word}': did you mean '{near}'?"),
            None => format!("there is no command '{word}': ferrotape --help lists them"),
        }),
    }
}

/// Returns the help of the command: all modes, the options by groups, examples of running, exit codes.
fn of_all() -> String {
    let mut text = "Runs ECMAScript programs, within limits.\n\n".to_owned();
    let rows: Vec<(String, &str)> = MODES.iter().flat_map(usage_of).collect();
    columns(&mut text, "", &rows);
    for group in Group::ALL {
        let rows: Vec<(String, &str)> = table::OPTIONS.iter().filter(|row| row.group == group).map(option).collect();
        if !rows.is_empty() {
            let _ = writeln!(text, "\n{}:", group.title());
            columns(&mut text, "  ", &rows);
        }
    }
    examples(&mut text, &[&MODES[0]]);
    text.push_str("\nExit codes:\n");
    let codes: Vec<(String, &str)> = EXIT_CODES.iter().map(|row| (row.code.to_string(), row.meaning)).collect();
    columns(&mut text, "  ", &codes);
    text
}

/// Returns the help of a mode: its text, and only those options that it takes.
fn of_mode(row: &'static ModeRow) -> String {
    let mut text = String::new();
    columns(&mut text, "", &usage_of(row).collect::<Vec<_>>());
    for paragraph in row.text.split("\n\n") {
        text.push('\n');
        wrapped(&mut text, "", paragraph);
    }
    let options: Vec<(String, &str)> = table::of_mode(row.mode).map(option).collect();
    text.push_str("\nOptions:\n");
    columns(&mut text, "  ", &options);
    examples(&mut text, &[row]);
    text
}

fn usage_of(row: &'static ModeRow) -> impl Iterator<Item = (String, &'static str)> {
    row.usage.iter().map(|(line, what)| (format!("ferrotape {line}"), *what))
}

/// Returns the row of an option: `-m, --module`, and its help.
fn option(row: &Row) -> (String, &'static str) {
    (spelled(row), row.help)
}

/// Returns an option as it is written, with its value.
pub fn spelled(row: &Row) -> String {
    let short = row.short.map_or_else(|| "    ".to_owned(), |letter| format!("-{letter}, "));
    let value = match row.value {
        Value::None => String::new(),
        Value::Required(name, _) => format!(" {name}"),
        Value::Optional(name) => format!("[={name}]"),
    };
    format!("{short}--{}{value}", row.long)
}

fn examples(text: &mut String, rows: &[&ModeRow]) {
    text.push_str("\nExamples:\n");
    let lines = rows.iter().flat_map(|row| row.examples);
    for (line, what) in lines {
        let _ = writeln!(text, "  {line}\n      {what}");
    }
}

/// Writes two columns, of which the second is wrapped.
fn columns(text: &mut String, indent: &str, rows: &[(String, &str)]) {
    let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
    for (left, right) in rows {
        let blanks = " ".repeat(width - left.chars().count() + 2);
        let mut lines = String::new();
        wrapped(&mut lines, &" ".repeat(indent.len() + width + 2), right);
        let _ = write!(text, "{indent}{left}{blanks}{}", lines.trim_start());
    }
}

/// Writes a paragraph as wrapped lines.
fn wrapped(text: &mut String, indent: &str, paragraph: &str) {
    let mut line = indent.to_owned();
    for word in paragraph.split_whitespace() {
        if line.len() > indent.len() && line.chars().count() + 1 + word.chars().count() > WIDTH.max(indent.len() + 40) {
            let _ = writeln!(text, "{line}");
            line = indent.to_owned();
        }
        if line.len() > indent.len() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(text, "{line}");
}
