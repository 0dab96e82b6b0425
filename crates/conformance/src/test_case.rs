//! A test of the suite: its text, and the modes in which it runs.

use std::fmt;

use crate::front_matter::{self, Flag, FrontMatter};

/// A test of the suite.
pub struct TestCase {
    /// Path from the root of the suite: `test/language/…`.
    pub path: String,
    pub text: String,
    pub front_matter: FrontMatter,
}

/// Mode in which the text of a test runs.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// Runs the text unchanged.
    Sloppy,
    /// Runs the text behind a directive `"use strict"`.
    Strict,
}

impl Mode {
    pub const ALL: [Mode; 2] = [Mode::Sloppy, Mode::Strict];

    pub fn name(self) -> &'static str {
        match self {
            Mode::Sloppy => "sloppy",
            Mode::Strict => "strict",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl TestCase {
    pub fn new(path: &str, text: &str) -> Result<Self, String> {
        let front_matter = front_matter::parse(text).map_err(|message| format!("{path}: {message}"))?;
        Ok(TestCase { path: path.to_owned(), text: text.to_owned(), front_matter })
    }

    /// Returns the modes of the test: both, unless it says otherwise.
    pub fn modes(&self) -> &'static [Mode] {
        let has = |flag| self.front_matter.has(flag);
        if has(Flag::OnlyStrict) {
            &[Mode::Strict]
        } else if has(Flag::NoStrict) || has(Flag::Raw) || has(Flag::Module) {
            &[Mode::Sloppy]
        } else {
            &Mode::ALL
        }
    }

    /// Returns the text to run in a mode.
    pub fn source(&self, mode: Mode) -> String {
        match mode {
            Mode::Sloppy => self.text.clone(),
            Mode::Strict => format!("\"use strict\";\n{}", self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(flags: &str) -> TestCase {
        TestCase::new("test/a.js", &format!("/*---\nflags: [{flags}]\n---*/\nx")).expect("a test")
    }

    #[test]
    fn flags_choose_the_modes() {
        assert_eq!(case("").modes(), Mode::ALL);
        assert_eq!(case("generated, async").modes(), Mode::ALL);
        assert_eq!(case("onlyStrict").modes(), [Mode::Strict]);
        assert_eq!(case("noStrict").modes(), [Mode::Sloppy]);
        assert_eq!(case("raw").modes(), [Mode::Sloppy]);
    }

    #[test]
    fn strict_mode_is_a_directive_before_everything() {
        assert!(case("").source(Mode::Strict).starts_with("\"use strict\";\n/*---"));
        assert!(case("").source(Mode::Sloppy).starts_with("/*---"));
    }
}
