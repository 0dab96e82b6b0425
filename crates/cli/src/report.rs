//! What goes to standard error: errors with their place and stack, and statistics.

use std::fmt::Write;

use ferrotape::{Error, ErrorKind, StackEntry, Stats};

use crate::excerpt;

/// More of a stack than this says nothing new.
const STACK_LINES: usize = 20;

pub fn print(error: &Error) {
    eprint!("{}", describe(error));
}

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
pub fn describe(error: &Error) -> String {
    let message = excerpt::lines(error.message());
    let mut text = match error.kind() {
        ErrorKind::Exception => format!("Uncaught {message}\n"),
        ErrorKind::Termination(_) => format!("Stopped: {message}\n"),
        ErrorKind::Syntax | ErrorKind::Usage | ErrorKind::Saved(_) | ErrorKind::Conversion => format!("{message}\n"),
    };
    if let Some(location) = error.location() {
        text.push_str(&excerpt::of(location));
    }
    for entry in error.stack().iter().take(STACK_LINES) {
        text.push_str(&stack_line(entry));
    }
    let hidden = error.stack().len().saturating_sub(STACK_LINES);
    if hidden > 0 {
        let _ = writeln!(text, "    ... and {hidden} more");
    }
    // The chain is a short one.
    let mut cause = error.cause();
    while let Some(error) = cause {
        let _ = writeln!(text, "Caused by: {}", excerpt::lines(error.message()));
        text.push_str(&error.location().map(excerpt::of).unwrap_or_default());
        cause = error.cause();
    }
    text
}

fn stack_line(entry: &StackEntry) -> String {
    format!("    at {}\n", excerpt::one_line(&entry.to_string()))
}

pub fn print_stats(stats: &Stats) {
    let Stats { instructions, records, collections, longest_pause, .. } = stats;
    let Stats { bytes, peak_bytes, live_bytes, cache_misses, cache_hits, .. } = stats;
    eprintln!("instructions {instructions}");
    eprintln!("records {records}");
    eprintln!("collections {collections}");
    eprintln!("longest-pause-microseconds {}", longest_pause.as_micros());
    eprintln!("bytes {bytes}");
    eprintln!("peak-bytes {peak_bytes}");
    eprintln!("live-bytes {live_bytes}");
    eprintln!("cache-hits {cache_hits}");
    eprintln!("cache-misses {cache_misses}");
}
