//! Runs a test: a new engine, the harness, the test in one mode, and the verdict.

use ferrotape::{Engine, Error, ErrorKind};

use crate::agents::Agents;
use crate::front_matter::{Flag, Negative, Phase};
use crate::host::{self, Printed, Settings};
use crate::panics;
use crate::suite::Suite;
use crate::test_case::{Mode, TestCase};

const ASYNC_COMPLETE: &str = "Test262:AsyncTestComplete";

/// The result of a test in one mode.
#[derive(Clone, Debug)]
pub struct Run {
    pub mode: Mode,
    /// Failure, if the run failed.
    pub failure: Option<String>,
    /// Units of fuel spent.
    pub cost: u64,
}

/// Runs of a test in all its modes.
pub struct TestResult {
    pub runs: Vec<Run>,
}

impl TestResult {
    pub fn of(test: &TestCase, suite: &Suite, settings: Settings) -> Self {
        TestResult { runs: test.modes().iter().map(|&mode| run(test, mode, suite, settings)).collect() }
    }
}

/// Runs a test in one mode. A panic is a failure of the test, and so is a failure of one of its agents.
fn run(test: &TestCase, mode: Mode, suite: &Suite, settings: Settings) -> Run {
    let mut cost = 0;
    let outcome = panics::caught(|| {
        let printed = Printed::default();
        let agents = Agents::new(settings);
        let mut builder = host::builder(settings).can_block(!test.front_matter.has(Flag::CanBlockIsFalse));
        if test.front_matter.features.iter().any(|feature| feature == "Atomics") {
            let agents = agents.clone();
            builder = builder.interrupt_when(move || agents.is_to_stop(true));
        }
        let mut engine = host::new_engine(builder, &printed, &agents).map_err(|error| format!("no engine: {error}"))?;
        let outcome = suite.compiled_harness.run(&mut engine, settings.backend, test, suite).and_then(|()| {
            engine.set_module_loader(suite.loader());
            let result = match test.front_matter.has(Flag::Module) {
                true => run_module(&mut engine, test),
                false => run_script(&mut engine, test, mode),
            };
            let is_done = || test.front_matter.has(Flag::Async) && !reports(&printed.lines()).is_empty();
            let result = result
                .and_then(|()| agents.await_others(&mut engine, is_done).map_err(|error| (Phase::Runtime, error)));
            judge(test, result, &printed)
        });
        let outcome = outcome.and(agents.end().map_or(Ok(()), Err));
        cost = engine.stats().fuel;
        outcome
    });
    let failure = match outcome {
        Ok(outcome) => outcome.err(),
        Err(message) => Some(format!("panic: {message}")),
    };
    Run { mode, failure, cost }
}

/// Phase and error that ended a test early.
type Failed = (Phase, Error);

fn run_script(engine: &mut Engine, test: &TestCase, mode: Mode) -> Result<(), Failed> {
    let result = engine.run_with_jobs(&test.path, test.source(mode));
    result.map(|_completion_value| ()).map_err(|error| match error.kind() {
        ErrorKind::Syntax => (Phase::Parse, error),
        _ => (Phase::Runtime, error),
    })
}

fn run_module(engine: &mut Engine, test: &TestCase) -> Result<(), Failed> {
    engine.check_module(&test.path, &test.text).map_err(|error| (Phase::Parse, error))?;
    engine.link_module(&test.path, &test.text).map_err(|error| (Phase::Resolution, error))?;
    engine.run_module(&test.path, &test.text).map_err(|error| (Phase::Runtime, error))?;
    Ok(())
}

/// Returns an error unless the test ended as it must.
fn judge(test: &TestCase, result: Result<(), Failed>, printed: &Printed) -> Result<(), String> {
    match (&test.front_matter.negative, result) {
        (_, Err((_, error))) if error.is_termination() => Err(error.to_string()),
        (None, Err((_, error))) => Err(in_words(&error)),
        (None, Ok(())) if test.front_matter.has(Flag::Async) => judge_printed(&printed.lines()),
        (None, Ok(())) => Ok(()),
        (Some(Negative { phase, error }), Ok(())) => Err(format!("no {error} ({})", name_of(*phase))),
        (Some(negative), Err((phase, error))) => judge_negative(negative, phase, &error),
    }
}

fn judge_negative(negative: &Negative, phase: Phase, error: &Error) -> Result<(), String> {
    if phase == negative.phase && error.name() == Some(&negative.error) {
        return Ok(());
    }
    let expected = format!("{} ({})", negative.error, name_of(negative.phase));
    Err(format!("{} ({}) instead of {expected}", in_words(error), name_of(phase)))
}

/// Judges an asynchronous test, which reports by `print` that it is done.
fn judge_printed(lines: &[String]) -> Result<(), String> {
    match reports(lines)[..] {
        [report] if report == ASYNC_COMPLETE => Ok(()),
        [] => Err("it never said that it is done".to_owned()),
        [first, ..] => Err(first.clone()),
    }
}

fn reports(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("Test262:Async")).collect()
}

fn in_words(error: &Error) -> String {
    let place = error.location().map(|place| format!(" ({}:{}:{})", place.source, place.line, place.column));
    format!("{}{}", error.message(), place.unwrap_or_default())
}

fn name_of(phase: Phase) -> &'static str {
    match phase {
        Phase::Parse => "parse",
        Phase::Resolution => "resolution",
        Phase::Runtime => "runtime",
    }
}
