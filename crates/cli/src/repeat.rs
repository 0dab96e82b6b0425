//! Programs that are repeated, for a debugger that goes back: they do the same in each run.
//!
//! Random numbers have one seed. The clock begins with the command, and advances by a millisecond at each read;
//! timers have a virtual one. Options that reach outside are refused.

use std::time::{Duration, SystemTime};

use ferrotape::Builder;

use crate::host::Output;
use crate::options::{Network, Options};

/// The seed of random numbers.
const SEED: u64 = 1;

/// Returns why a program with these options cannot be repeated, if it is to be.
pub fn refusal(options: &Options) -> Option<String> {
    options.back?;
    let permissions = &options.permissions;
    let given = [
        (!permissions.read.is_empty(), "--allow-read"),
        (!permissions.write.is_empty(), "--allow-write"),
        (permissions.network != Network::None, "--allow-net"),
        (options.limits.time.is_some(), "--time"),
    ];
    let (_, name) = given.into_iter().find(|(is_given, _)| *is_given)?;
    Some(format!("--back cannot be used with {name}: the program is repeated, and that would not be the same again"))
}

/// Makes the engine one whose program can be repeated.
pub fn prepare(builder: Builder, begin: SystemTime, output: &Output) -> Builder {
    let output = output.clone();
    let now = move || begin.checked_add(Duration::from_millis(output.look_at_clock())).unwrap_or(begin);
    builder.seed(SEED).clock(now)
}
