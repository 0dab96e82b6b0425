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
/// ```
fn describe(error: &Error) -> String {
    let mut text = match error.kind() {
        ErrorKind::Exception => format!("Uncaught {}\n", error.message()),
        ErrorKind::Termination(_) => format!("Stopped: {}\n", error.message()),
        ErrorKind::Syntax | ErrorKind::Usage => format!("{}\n", error.message()),
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
    text
}

fn stack_line(entry: &StackEntry) -> String {
    let StackEntry { function, source, line, column } = entry;
    match function.as_str() {
        "" => format!("    at {source}:{line}:{column}\n"),
        name => format!("    at {name} ({source}:{line}:{column})\n"),
    }
}

pub fn print_stats(stats: &Stats) {
    let Stats { instructions, records, collections, bytes, peak_bytes, live_bytes, cache_misses, cache_hits } = stats;
    eprintln!("instructions {instructions}");
    eprintln!("records {records}");
    eprintln!("collections {collections}");
    eprintln!("bytes {bytes}");
    eprintln!("peak-bytes {peak_bytes}");
    eprintln!("live-bytes {live_bytes}");
    eprintln!("cache-hits {cache_hits}");
    eprintln!("cache-misses {cache_misses}");
}
