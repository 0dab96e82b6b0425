//! What makes shells complete words of a command line: a script for each, made of the tables.
//!
//! Each script looks first which command the line names, going past the values of options, and offers what that one takes.

mod bash;
mod fish;
mod zsh;

use super::modes::MODES;
use super::table::{OPTIONS, Row, Value};

/// The script for a shell, of those that [`super::modes`] names.
pub fn completions(shell: &str) -> Option<String> {
    match shell {
        "bash" => Some(bash::script()),
        "zsh" => Some(zsh::script()),
        "fish" => Some(fish::script()),
        _ => None,
    }
}

/// The words of all commands.
fn commands() -> Vec<&'static str> {
    MODES.iter().map(|row| row.word).collect()
}

/// The names of the options that the next word belongs to.
fn with_values() -> Vec<String> {
    OPTIONS.iter().filter(|row| matches!(row.value, Value::Required(..))).flat_map(names).collect()
}

/// `-e` and `--eval`
fn names(row: &Row) -> Vec<String> {
    row.short.iter().map(|letter| format!("-{letter}")).chain([row.name()]).collect()
}

/// Text between single quotes of a shell.
fn quoted(text: &str) -> String {
    text.replace('\'', "’")
}
