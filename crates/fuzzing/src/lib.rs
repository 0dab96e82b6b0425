//! Targets for fuzzers. The input is arbitrary bytes; a target returns nothing, or panics with a description of the
//! fault.
//!
//! ```text
//! fuzz/ (a workspace of its own: bolero, libFuzzer) ──┐
//!                                                     ├──> target(bytes) ──> engines with narrow limits, oracles
//! corpora/ ──> tests/corpora.rs (an ordinary test) ───┘
//! ```
//!
//! A target is a function of its bytes alone: it has no clock and no random numbers, and keeps nothing visible from one
//! call to the next. Fuel and memory limit everything that scripts do in it; the fuzzer limits time.
//!
//! `corpora/` has a folder for each target, with small inputs that fuzzers begin with and former findings.
//! `javascript.dict` has the words of the language for libFuzzer.

mod dates;
mod edits;
mod host;
mod json;
mod regexps;
mod saved;
mod snapshots;
mod sources;

/// A target of fuzzers.
pub struct Target {
    /// Name of the target and of its corpus.
    pub name: &'static str,
    pub run: fn(&[u8]),
}

const fn target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run }
}

pub const TARGETS: &[Target] = &[
    target("dates", dates::run),
    target("json", json::run),
    target("regexps", regexps::run),
    target("saved", saved::run),
    target("snapshots", snapshots::run),
    target("sources", sources::run),
];

/// Runs the target with this name.
pub fn run(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let Target { run, .. } = target.unwrap_or_else(|| panic!("no target {name}"));
    run(input);
}
