//! `ferrotape-conformance`: runs test262, the conformance suite of ECMAScript, on the engine.
//!
//! ```text
//! options -> suite (archive or checkout, in memory) -> list of tests -> test cases (front matter, modes)
//!                                                                          |
//!         report <- expectations (differences) <- results <- pool <- run (an engine of its own for each)
//! ```
//!
//! The suite's INTERPRETING.md defines how a test is run. Every run is deterministic except for hash seeds: limits are
//! counted, not measured. Each failure must be in the expectations file with its reason, and nothing else may be there.
//!
//! Further commands:
//!
//! - `syntax` only checks that the front end accepts and refuses the right tests ([`mod@syntax`]).
//! - `diff` compares the engine's two back-ends with each other ([`mod@diff`]).
//! - `properties` compares both with node, on property operations ([`mod@properties`]).
//! - `crosses` compares both with node, on nested scopes, declarations and direct evals of all kinds ([`mod@crosses`]).
//! - `saved` writes code as bytes, and reads changed bytes ([`mod@saved`]).
//! - `snapshots` continues programs in other engines than they began in ([`mod@snapshots`]).
//! - `calls` answers the calls of programs in other engines and processes than they were made in ([`mod@calls`]).
//! - `fuel` compares the fuel of programs, whatever is done with their engines meanwhile ([`mod@fuel`]).
//! - `wpt` runs web platform tests ([`mod@wpt`]).
//!
//! Exit codes: 0; 1 if a result differs from the expectations, or the data cannot be read; 2 for wrong usage.

mod agents;
mod calls;
mod crosses;
mod diff;
mod editions;
mod expectations;
mod front_matter;
mod fuel;
mod guest;
mod harness;
mod host;
mod mutants;
mod node;
mod options;
mod panics;
mod pool;
mod properties;
mod report;
mod run;
mod saved;
mod selection;
mod snapshots;
mod suite;
mod syntax;
mod test262;
mod test_case;
mod wpt;

use std::process::ExitCode;

const WRONG_USAGE: u8 = 2;

/// Runs the command that is named. Code 0 is a good verdict, 1 a bad one or an error, 2 wrong usage.
fn main() -> ExitCode {
    let parsed = match options::parse(lexopt::Parser::from_env()) {
        Ok(parsed) => parsed,
        Err(message) => {
            eprintln!("ferrotape-conformance: {message}\n{}", options::USAGE);
            return ExitCode::from(WRONG_USAGE);
        }
    };
    let verdict = match parsed {
        options::Parsed::Test262(options) => test262::execute(&options),
        options::Parsed::Diff(options) => diff::execute(&options),
        options::Parsed::Properties(options) => properties::execute(&options),
        options::Parsed::Crosses(options) => crosses::execute(&options),
        options::Parsed::Saved(options) => saved::execute(&options),
        options::Parsed::Snapshots(options) => snapshots::execute(&options),
        options::Parsed::Calls(options) => calls::execute(&options),
        options::Parsed::Fuel(options) => fuel::execute(&options),
        options::Parsed::Wpt(options) => wpt::execute(&options),
        options::Parsed::Help(text) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
    };
    match verdict {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("ferrotape-conformance: {message}");
            ExitCode::FAILURE
        }
    }
}
