//! `ferrotape-hostile calls-part I/N/FROM`: tests every N-th pair from the I-th on, starting at number FROM. Before a
//! pair it prints `at NUMBER NAME`, for each fault `wrong TEXT`, and at its end `end CALLS`.

use std::io::{self, Write};
use std::time::Duration;

use ferrotape::Backend;

use super::attempt::{self, Attempt, Observed};
use super::{Pair, pairs};
use crate::host;
use crate::options::{Options, backend_name};

const DEFAULT_SLACK: Duration = Duration::from_millis(10);
/// Limit on attempts: other work of the computer can make one run late, but not all.
const ATTEMPTS: usize = 3;

/// Tests the pairs of the part on all chosen machines. Faults are only printed: an error means that the test itself failed.
pub fn execute(options: &Options) -> Result<bool, String> {
    host::silence_own_panics();
    let operand = options.operand.as_deref().unwrap_or_default();
    let numbers: Option<Vec<usize>> = operand.split('/').map(|number| number.parse().ok()).collect();
    let Some([part, parts, from]) = numbers.as_deref().and_then(|numbers| numbers.first_chunk()) else {
        return Err(format!("not a part: {operand}"));
    };
    let mut calls = 0;
    for (number, pair) in pairs(options)?.iter().enumerate().skip(*from) {
        if number % parts != *part {
            continue;
        }
        say(format_args!("at {number} {}", pair.name))?;
        let mut outcomes: Vec<Vec<Attempt>> = Vec::new();
        for machine in options.backends.iter().copied() {
            let observed = observe(pair, machine, number, options)?;
            for reason in faults(&observed, options) {
                say(format_args!("wrong {:<8} {}: {reason}", backend_name(machine), pair.name))?;
            }
            calls += observed.attempts.len();
            outcomes.push(observed.attempts);
        }
        if let Some((way, one, other)) = first_difference(&outcomes) {
            say(format_args!("wrong machines {}: way {way}: {one} and {other}", pair.name))?;
        }
    }
    say(format_args!("end {calls}"))?;
    Ok(true)
}

fn say(line: std::fmt::Arguments<'_>) -> Result<(), String> {
    let mut output = io::stdout().lock();
    writeln!(output, "{line}").and_then(|()| output.flush()).map_err(|error| format!("nobody listens: {error}"))
}

fn slack(options: &Options) -> Duration {
    options.slack.unwrap_or(DEFAULT_SLACK)
}

/// Observes a pair. A run that is too late is repeated, and the least time of each way counts.
fn observe(pair: &Pair, machine: Backend, turn: usize, options: &Options) -> Result<Observed, String> {
    let mut observed = attempt::observe(pair, machine, turn, options)?;
    for _ in 1..ATTEMPTS {
        if observed.fault.is_some() || observed.attempts.iter().all(|attempt| attempt.gap <= slack(options)) {
            break;
        }
        let again = attempt::observe(pair, machine, turn, options)?;
        for (first, second) in observed.attempts.iter_mut().zip(again.attempts) {
            first.gap = first.gap.min(second.gap);
        }
        observed.resident = observed.resident.min(again.resident);
        observed.fault = again.fault;
    }
    Ok(observed)
}

/// Returns a line for each rule that was broken: checks too far apart, too much memory, an engine that is unusable afterwards.
fn faults(observed: &Observed, options: &Options) -> Vec<String> {
    let mut reasons = Vec::new();
    if let Some(worst) =
        observed.attempts.iter().max_by_key(|attempt| attempt.gap).filter(|worst| worst.gap > slack(options))
    {
        reasons.push(format!("way {}: {:.1} ms without a look", worst.number, worst.gap.as_secs_f64() * 1000.0));
    }
    let most = options.limits().resident_bytes();
    if observed.resident > most {
        reasons.push(format!("{} MB resident", observed.resident >> 20));
    }
    if observed.accounted > options.memory {
        reasons.push(format!("{} KB accounted", observed.accounted >> 10));
    }
    reasons.extend(observed.fault.clone());
    reasons
}

/// Returns the first attempt whose outcomes differ, among those before a limit ended one.
fn first_difference(machines: &[Vec<Attempt>]) -> Option<(usize, &str, &str)> {
    let [one, other] = machines else { return None };
    for (first, second) in one.iter().zip(other) {
        let (Some(first_outcome), Some(second_outcome)) = (&first.outcome, &second.outcome) else { return None };
        // Each machine may have its own limit on the depth of calls.
        let is_depth = |outcome: &str| outcome.contains("RangeError") || outcome.contains("call stack");
        if first_outcome != second_outcome && !is_depth(first_outcome) && !is_depth(second_outcome) {
            return Some((first.number, first_outcome, second_outcome));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(number: usize, outcome: Option<&str>) -> Attempt {
        Attempt { number, gap: Duration::ZERO, outcome: outcome.map(str::to_owned) }
    }

    #[test]
    fn machines_are_compared_up_to_the_first_end_by_a_limit() {
        let one = vec![attempt(0, Some("number")), attempt(1, None), attempt(2, Some("string"))];
        let same = vec![attempt(0, Some("number")), attempt(1, Some("x")), attempt(2, Some("boolean"))];
        assert_eq!(first_difference(&[one, same]), None);
        let one = vec![attempt(4, Some("number")), attempt(5, Some("TypeError"))];
        let other = vec![attempt(4, Some("number")), attempt(5, Some("object"))];
        assert_eq!(first_difference(&[one, other]), Some((5, "TypeError", "object")));
    }

    #[test]
    fn late_large_and_broken_engines_are_told_of() {
        let arguments = ["ferrotape-hostile", "calls-part", "0/1/0"];
        let options = crate::options::parse(lexopt::Parser::from_iter(arguments)).expect("options").expect("no help");
        let late = Attempt { gap: Duration::from_millis(11), ..attempt(3, None) };
        let observed = Observed {
            attempts: vec![attempt(1, None), late],
            resident: 100 << 20,
            accounted: 65 << 20,
            fault: Some("a panic".to_owned()),
        };
        let expected = ["way 3: 11.0 ms without a look", "100 MB resident", "66560 KB accounted", "a panic"];
        assert_eq!(faults(&observed, &options), expected);
        assert!(faults(&Observed::default(), &options).is_empty());
    }
}
