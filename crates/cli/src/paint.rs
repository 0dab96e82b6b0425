//! Colours of reports: where a terminal shows them, and nobody has said that they want none.

use std::io::{self, IsTerminal};

#[derive(Copy, Clone, Default)]
pub struct Paint {
    is_on: bool,
}

/// What a text is of a report.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Tone {
    /// What is wrong.
    Error,
    /// What helps.
    Note,
    /// What is drawn around a source text.
    Frame,
}

impl Paint {
    pub fn new(is_on: bool) -> Paint {
        Paint { is_on }
    }

    /// For standard error.
    pub fn of_reports() -> Paint {
        Paint::new(io::stderr().is_terminal() && are_wanted())
    }

    pub fn of(self, tone: Tone, text: &str) -> String {
        let color = match tone {
            Tone::Error => "1;31",
            Tone::Note => "36",
            Tone::Frame => "90",
        };
        if self.is_on { format!("\u{1b}[{color}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// Has nobody said that colours are not wanted?
pub fn are_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
