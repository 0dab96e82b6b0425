//! Reports on standard error: errors with their place and stack trace, and collections.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use ferrotape::error::{Location, Note, StackEntry};
use ferrotape::limits::Collection;
use ferrotape::{Engine, Error, ErrorKind};

use crate::advice;
use crate::excerpt;
use crate::options::{Options, shown_bytes, shown_duration};
use crate::paint::{Paint, Tone};
use crate::reach::Reach;
use crate::source_map::SourceMaps;

/// Limit on the lines of a stack trace: more would say nothing new.
const STACK_LINES: usize = 20;

/// Reports an error for which there is no engine, with notes. Excerpts come from the folder of the faulty source only. An
/// error without a place is the command's, as of a wrong option.
pub fn print(error: &Error, notes: &[Note]) {
    let is_ours = error.location().is_none() && error.thrown().is_none() && !error.is_termination();
    let whose = if is_ours { "ferrotape: " } else { "" };
    let file = error.location().map_or_else(PathBuf::new, |location| PathBuf::from(&location.source));
    eprint!("{whose}{}", describe(error, notes, &Reach::of_file(&file), Paint::of_reports()));
}

/// Reports an error with hints at what was probably meant.
pub fn print_explained(engine: &mut Engine, error: &Error, options: &Options, reach: &Reach) {
    eprint!("{}", explained(engine, error, options, reach, Paint::of_reports()));
}

/// Describes an error with hints at what was probably meant.
pub fn explained(engine: &mut Engine, error: &Error, options: &Options, reach: &Reach, paint: Paint) -> String {
    let mut notes = engine.explain(error);
    notes.extend(advice::notes(error, options));
    describe(error, &notes, reach, paint)
}

/// Describes an error:
///
/// ```text
/// Uncaught TypeError: null has no properties
///   --> file.js:3:9
///    |
///  3 |   return null.x;
///    |               ^
///     at inner (file.js:3:9)
///     at file.js:7:1
/// Caused by: RangeError: too far
///   --> …
/// ```
pub fn describe(error: &Error, further: &[Note], reach: &Reach, paint: Paint) -> String {
    let (headline, rest) = match error.message().split_once('\n') {
        Some((headline, rest)) => (headline, format!("\n{}", excerpt::lines(rest))),
        None => (error.message(), String::new()),
    };
    let what = match error.kind() {
        // The message of an exception without a thrown value needs no prefix.
        ErrorKind::Exception if error.thrown().is_none() => "",
        ErrorKind::Exception => "Uncaught ",
        ErrorKind::Termination(_) => "Stopped: ",
        _ => "",
    };
    let headline = paint.of(Tone::Error, &format!("{what}{}", excerpt::one_line(headline)));
    let mut text = format!("{headline}{rest}\n");
    let mut maps = SourceMaps::new(reach);
    text.push_str(&place(error, further, &mut maps, paint));
    // The message of an error begins with its name; that of another object shows it.
    let is_error = error.name().is_some_and(|name| error.message().starts_with(name));
    if error.thrown().is_some() && !is_error && error.location().is_none() {
        let advice =
            "a value that is not an error has no place: throw or reject with an Error, which records its place";
        let _ = writeln!(text, "  {} {advice}", paint.of(Tone::Frame, "="));
    }
    for entry in error.stack().iter().take(STACK_LINES) {
        text.push_str(&stack_line(&maps.entry(entry)));
    }
    let hidden = error.stack().len().saturating_sub(STACK_LINES);
    if hidden > 0 {
        let _ = writeln!(text, "    ... and {hidden} more");
    }
    behind(error, 0, &mut text, &mut maps, paint);
    text
}

/// Describes the errors of an AggregateError, and the causes. Their number and depth are small.
fn behind(error: &Error, depth: usize, text: &mut String, maps: &mut SourceMaps<'_>, paint: Paint) {
    let numbered = (1..).zip(error.errors()).map(|(number, error)| (format!("Error {number}:"), depth + 1, error));
    let cause = error.cause().map(|cause| ("Caused by:".to_owned(), depth, cause));
    for (title, depth, error) in numbered.chain(cause) {
        let shown = format!("{} {}\n", paint.of(Tone::Error, &title), excerpt::lines(error.message()));
        let shown = shown + &place(error, &[], maps, paint);
        let margin = "  ".repeat(depth);
        shown.lines().for_each(|line| *text += &format!("{margin}{line}\n"));
        behind(error, depth, text, maps, paint);
    }
}

/// Describes the place of an error, mapped to the original source, with the notes. Limits that end a run before its program
/// begins have no place.
fn place(error: &Error, further: &[Note], maps: &mut SourceMaps<'_>, paint: Paint) -> String {
    let Some(location) = place_of_program(error, maps) else {
        return further.iter().map(|note| excerpt::note(note, paint)).collect();
    };
    // The notes on a limit are for hosts; the command has options.
    let own = if error.is_termination() { &[] } else { error.notes() };
    let notes = own.iter().chain(further).map(|note| {
        let location = note.location.as_ref().map(|location| maps.location(location));
        Note::new(&note.message, location)
    });
    let notes: Vec<Note> = notes.collect();
    excerpt::of(&maps.location(&location), &notes, paint)
}

/// Start of the names of the command's own texts in JavaScript.
const OWN: &str = "node:";

/// Returns the place of an error: of those in the command's own texts, the place of the program that called them.
fn place_of_program(error: &Error, maps: &SourceMaps<'_>) -> Option<Location> {
    let location = error.location()?;
    let caller = error.stack().iter().find(|entry| !entry.source.starts_with(OWN) && entry.line > 0);
    let Some(caller) = caller.filter(|_| location.source.starts_with(OWN)) else { return Some(location.clone()) };
    let mut place = Location::new(&caller.source, caller.line, caller.column);
    place.text = maps.line(&caller.source, caller.line).unwrap_or_default();
    Some(place)
}

fn stack_line(entry: &StackEntry) -> String {
    format!("    at {}\n", excerpt::one_line(&entry.to_string()))
}

/// Prints the line for a garbage collection:
///
/// ```text
/// [gc 3] after 12.5 ms: in 4 slices, 9.1 MiB to 3.2 MiB in 2.10 ms, longest pause 812 µs
/// ```
pub fn print_collection(collection: &Collection, since_beginning: Duration) {
    let &Collection { number, pauses, time, longest_pause, bytes_before, bytes_after, .. } = collection;
    let [when, took, longest] =
        [since_beginning, time, longest_pause].map(|time| shown_duration(time.as_nanos() as f64));
    let (before, after) = (shown_bytes(bytes_before), shown_bytes(bytes_after));
    let (way, longest) = match pauses {
        0 | 1 => ("at once".to_owned(), String::new()),
        _ => (format!("in {pauses} slices"), format!(", longest pause {longest}")),
    };
    eprintln!("[gc {number}] after {when}: {way}, {before} to {after} in {took}{longest}");
}
