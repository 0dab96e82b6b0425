//! What fuzzers ask of the engine. Bytes come in, whatever they are; what goes out is nothing, or a panic that says what is
//! wrong.
//!
//! ```text
//! fuzz/ (a workspace of its own: bolero, libFuzzer) ──┐
//!                                                     ├──> target(bytes) ──> engines with narrow limits, oracles
//! corpora/ ──> tests/corpora.rs (an ordinary test) ───┘
//! ```
//!
//! A target is a function of bytes alone: no clock, no chance, nothing kept from one call to the next that could be told. All
//! that scripts do in it is limited by fuel and memory; the fuzzer itself sees to time.
//!
//! `corpora/` has a folder for each target, with small inputs that fuzzers begin with and those that once were findings.
//! `javascript.dict` has the words of the language for libFuzzer.

mod dates;
mod edits;
mod host;
mod json;
mod regexps;
mod saved;
mod snapshots;
mod sources;

/// Actions on bytes.
pub struct Target {
    /// The name of its corpus as well.
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

/// Runs the target of this name.
pub fn run(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let Target { run, .. } = target.unwrap_or_else(|| panic!("no target {name}"));
    run(input);
}
