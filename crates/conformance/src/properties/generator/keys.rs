//! Keys: names that some class of objects treats specially, indices, and keys that resemble indices.

use super::Generator;
use crate::diff::{Fragment, Random};

const PLAIN: [&str; 3] = ["a", "b", "x"];

/// Own properties of some classes, made by the engine.
const SPECIAL: [&str; 10] =
    ["length", "length", "length", "name", "prototype", "callee", "lastIndex", "index", "message", "exec"];

const INDICES: [&str; 7] = ["0", "1", "2", "3", "4", "5", "7"];

/// Indices at which representations change, and numbers beyond the largest index.
const LARGE: [&str; 12] = [
    "60",
    "100",
    "1000",
    "65536",
    "1073741824",
    "2147483647",
    "2147483648",
    "4294967294",
    "4294967295",
    "4294967296",
    "9007199254740991",
    "\"4294967294\"",
];

/// Numeric strings: canonical ones, and others.
const NUMERIC: [&str; 14] = [
    "\"-0\"",
    "-0",
    "\"1.5\"",
    "1.5",
    "\"NaN\"",
    "0 / 0",
    "\"00\"",
    "\"01\"",
    "-1",
    "\"Infinity\"",
    "1e21",
    "\"1e3\"",
    "\"+1\"",
    "\"\"",
];

/// Chooses the keys of a program: few, so that they meet.
pub fn choose(random: &mut Random) -> Vec<&'static str> {
    let count = 2 + random.below(4);
    (0..count)
        .map(|_| match random.below(20) {
            0..=5 => random.pick(&PLAIN),
            6..=12 => random.pick(&SPECIAL),
            13..=15 => random.pick(&INDICES),
            16..=17 => random.pick(&LARGE),
            _ => random.pick(&NUMERIC),
        })
        .collect()
}

/// Returns a key as an expression.
pub fn quoted(key: &str) -> String {
    if is_name(key) { format!("\"{key}\"") } else { key.to_owned() }
}

fn is_name(key: &str) -> bool {
    key.starts_with(|first: char| first.is_ascii_lowercase())
}

impl Generator {
    pub(super) fn key(&mut self) -> &'static str {
        self.random.pick(&self.keys)
    }

    /// Makes a member expression of an object with a random key.
    pub(super) fn place(&mut self, object: &str) -> String {
        let key = self.key();
        if is_name(key) && self.random.chance(80) {
            return format!("{object}.{key}");
        }
        format!("{object}[{}]", quoted(key))
    }

    pub(super) fn quoted_key(&mut self) -> String {
        quoted(self.key())
    }

    pub(super) fn key_expression(&mut self) -> Fragment {
        let key = self.quoted_key();
        Fragment::expression().text(key)
    }
}
