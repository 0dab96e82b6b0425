//! `ferrotape-conformance`: runs test262, the conformance suite of ECMAScript, on the engine.
//!
//! ```text
//! options -> suite (archive or checkout, in memory) -> list of tests -> test cases (front matter, modes)
//!                                                                          |
//!         report <- expectations (differences) <- results <- pool <- run (an engine of its own for each)
//! ```
//!
//! How a test is to be run is laid down in the suite's INTERPRETING.md. Every run is deterministic but for hash seeds: limits are
//! counted, not measured. What fails must be in the expectations file with its reason, and nothing else may be there.
//!
//! `ferrotape-conformance syntax` only asks the front end whether it accepts and refuses what it should ([`mod@syntax`]);
//! `ferrotape-conformance diff` compares the engine's two back-ends with each other ([`mod@diff`]);
//! `ferrotape-conformance properties` compares both with node ([`mod@properties`]);
//! `ferrotape-conformance crosses` does so with scopes, declarations and direct evals of all kinds in each other
//! ([`mod@crosses`]);
//! `ferrotape-conformance saved` writes code as bytes, and reads bytes that nobody wrote ([`mod@saved`]);
//! `ferrotape-conformance snapshots` goes on with programs in other engines than they began in ([`mod@snapshots`]);
//! `ferrotape-conformance fuel` compares what programs take of it, whatever is done with their engines meanwhile ([`mod@fuel`]);
//! `ferrotape-conformance wpt` runs web platform tests ([`mod@wpt`]).
//!
//! Exit codes: 0; 1 when a result differs from the expectations, or the data cannot be read; 2 for wrong usage.

mod agents;
mod crosses;
mod diff;
mod editions;
mod expectations;
mod front_matter;
mod fuel;
mod harness;
mod host;
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
