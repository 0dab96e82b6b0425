//! Completions for shells: a script for each shell, made from the tables.
//!
//! Each script first finds the command in the line, skipping the values of options, and then offers words for it.

mod bash;
mod fish;
mod zsh;

use super::modes::MODES;
use super::table::{OPTIONS, Row, Value};

/// Returns the script for a shell that [`super::modes`] names.
pub fn completions(shell: &str) -> Option<String> {
    match shell {
        "bash" => Some(bash::script()),
        "zsh" => Some(zsh::script()),
        "fish" => Some(fish::script()),
        _ => None,
    }
}

/// Returns the words of all commands.
fn commands() -> Vec<&'static str> {
    MODES.iter().map(|row| row.word).collect()
}

/// Returns the names of options whose value is the next word.
fn with_values() -> Vec<String> {
    OPTIONS.iter().filter(|row| matches!(row.value, Value::Required(..))).flat_map(names).collect()
}

/// Returns the names of an option: `-e` and `--eval`.
fn names(row: &Row) -> Vec<String> {
    row.short.iter().map(|letter| format!("-{letter}")).chain([row.name()]).collect()
}

/// Makes a text safe between single quotes of a shell.
fn quoted(text: &str) -> String {
    text.replace('\'', "’")
}
