//! Colours of reports: used if standard error is a terminal and the user has not turned them off.

use std::io::{self, IsTerminal};

/// Colours, or none.
#[derive(Copy, Clone, Default)]
pub struct Paint {
    is_on: bool,
}

/// Role of a part of a report.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Tone {
    /// The error itself.
    Error,
    /// A hint.
    Note,
    /// Frame around source text.
    Frame,
}

impl Paint {
    pub fn new(is_on: bool) -> Paint {
        Paint { is_on }
    }

    /// Returns the colours for standard error.
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

/// Returns whether colours are allowed: `NO_COLOR` is unset or empty.
pub fn are_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
