//! Errors as bytes: a record of all known facts, then the thrown value.
//!
//! | member | what it is |
//! |---|---|
//! | `kind` | `syntax`, `exception`, `conversion`, `limit`, `saved`, `usage` |
//! | `name`, `message` | as [`Error::name`] and [`Error::message`] |
//! | `path` | of a conversion error |
//! | `limit`, `problem` | which limit; what is wrong with saved bytes |
//! | `report`, `json` | the report for people; [`Error::to_json`], with places, notes and stack |
//! | `place` | its `source`, `line` and `column` |
//! | `host` | the number of the host's exception behind it |
//!
//! Then 1 and the thrown value in the format of values, or 0.

use std::sync::Arc;

use ferrotape::script::SavedProblem;
use ferrotape::{AsContext, Error, ErrorKind, Termination};

use crate::Shell;
use crate::item::{Item, Malformed};
use crate::values::{HostException, encode};

/// Reason for which an operation has failed.
pub(crate) enum Failure {
    Error(Error),
    /// The binding, or who uses it, did something wrong.
    Usage(String),
    /// A source text is longer than the limit.
    SourceTooLong(String),
}

impl Failure {
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(message.into())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Error(error)
    }
}

impl From<Malformed> for Failure {
    fn from(malformed: Malformed) -> Failure {
        Failure::Usage(malformed.to_string())
    }
}

/// Writes what is wrong with the use of an operation.
pub(crate) fn write_own(kind: &str, limit: Option<&str>, message: &str, output: &mut Vec<u8>) {
    let mut members = vec![("kind", kind.into()), ("message", message.into()), ("report", message.into())];
    if let Some(limit) = limit {
        members.push(("limit", limit.into()));
    }
    record(members, output);
    output.push(0);
}

fn record(members: Vec<(&str, Item)>, output: &mut Vec<u8>) {
    output.clear();
    Item::Record(members.into_iter().map(|(name, item)| (name.to_owned(), item)).collect()).write(output);
}

/// Writes an error. The thrown value is written in the engine, as far as its limits allow that.
pub(crate) fn write(error: &Error, thrown: Option<Vec<u8>>, output: &mut Vec<u8>) {
    let mut members = vec![
        ("kind", kind(error.kind()).into()),
        ("message", error.message().into()),
        ("report", for_all(error, error.report()).into()),
        ("json", for_all(error, error.to_json()).into()),
    ];
    if let Some(name) = error.name() {
        members.push(("name", name.into()));
    }
    match error.kind() {
        ErrorKind::Termination(termination) => members.push(("limit", limit(termination).into())),
        ErrorKind::Saved(problem) => members.push(("problem", self::problem(problem).into())),
        ErrorKind::Conversion => members.push(("path", error.path().into())),
        _ => {}
    }
    if let Some(place) = error.location() {
        let numbers = [("line", place.line), ("column", place.column)];
        let mut place = vec![("source".to_owned(), place.source.as_str().into())];
        place.extend(numbers.map(|(name, number)| (name.to_owned(), Item::Number(number.into()))));
        members.push(("place", Item::Record(place)));
    }
    if let Some(&HostException(id)) = error.downcast_ref() {
        members.push(("host", Item::Number(id as f64)));
    }
    record(members, output);
    match thrown {
        Some(thrown) => {
            output.push(1);
            output.extend(thrown);
        }
        None => output.push(0),
    }
}

/// Says of a limit how hosts of all languages set it: the note of the error names functions of Rust.
fn for_all(error: &Error, text: String) -> String {
    let ErrorKind::Termination(termination) = error.kind() else { return text };
    let Some(note) = error.notes().iter().find(|note| note.message.ends_with(" set it")) else { return text };
    text.replace(&note.message, &format!("the engine's limit `{}` sets it", limit(termination)))
}

/// Returns the thrown value of an error, as bytes.
pub(crate) fn thrown(cx: &mut impl AsContext, shell: &Arc<dyn Shell>, error: &Error) -> Option<Vec<u8>> {
    let thrown = error.thrown()?.clone();
    cx.enter(|cx| encode(cx, shell, thrown)).ok()
}

fn kind(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Syntax => "syntax",
        ErrorKind::Exception => "exception",
        ErrorKind::Conversion => "conversion",
        ErrorKind::Termination(_) => "limit",
        ErrorKind::Saved(_) => "saved",
        _ => "usage",
    }
}

fn limit(termination: Termination) -> &'static str {
    match termination {
        Termination::OutOfFuel => "fuel",
        Termination::DeadlineReached => "time",
        Termination::OutOfMemory => "memory",
        _ => "cancelled",
    }
}

fn problem(problem: SavedProblem) -> &'static str {
    match problem {
        SavedProblem::NotSaved => "notSaved",
        SavedProblem::OtherVersion => "otherVersion",
        SavedProblem::OtherGoal => "otherGoal",
        SavedProblem::Damaged { .. } => "damaged",
        SavedProblem::TooLarge => "tooLarge",
        _ => "other",
    }
}
