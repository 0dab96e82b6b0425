//! Calls one built-in function with one hostile value on one machine, in a new engine: an attempt for each way of
//! calling.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ferrotape::{Backend, Engine, Error, ErrorKind, Termination, Value};

use super::{PRELUDE, Pair};
use crate::engine;
use crate::latency::Looks;
use crate::options::Options;
use crate::process::Residence;

/// Limit on attempts that a limit ends: more would only take time.
const MOST_ENDED: usize = 3;
/// Limit on wall-clock time, for calls that wait and so take no processor time.
const WALL_CLOCK: Duration = Duration::from_millis(400);
/// Limit on the preparation: nothing is attacked before the attempts.
const TIME_TO_PREPARE: Duration = Duration::from_secs(5);

/// Observation of an engine.
#[derive(Debug, Default)]
pub struct Observed {
    pub attempts: Vec<Attempt>,
    /// Growth of the process's peak memory in bytes, or 0 if the system does not tell.
    pub resident: u64,
    /// Peak of the bytes that the engine accounted for.
    pub accounted: usize,
    pub fault: Option<String>,
}

/// The result of one call.
#[derive(Debug)]
pub struct Attempt {
    /// Number of the way of calling.
    pub number: usize,
    /// Longest time without a check of the limits.
    pub gap: Duration,
    /// Short description of the outcome, or `None` if a limit ended the attempt.
    pub outcome: Option<String>,
}

/// Makes the attempts of a pair. `turn` decides which way of calling is first.
pub fn observe(pair: &Pair, machine: Backend, turn: usize, options: &Options) -> Result<Observed, String> {
    let (pair, options) = (pair.clone(), options.clone());
    let work = move || {
        let residence = Residence::begin();
        let mut observed = run(&pair, machine, turn, &options)?;
        observed.resident = residence.most_since();
        Ok(observed)
    };
    // The process's hook has shown the panic.
    engine::on_large_stack(work)
        .unwrap_or_else(|| Ok(Observed { fault: Some("a panic".to_owned()), ..Observed::default() }))
}

/// Makes the attempts, each with fuel of its own and its longest gap measured. Stops after `MOST_ENDED` that a limit ended.
fn run(pair: &Pair, machine: Backend, turn: usize, options: &Options) -> Result<Observed, String> {
    let looks = Arc::new(Mutex::new(Looks::begin()));
    let (watched, allowed) = (Arc::clone(&looks), Arc::new(Mutex::new(TIME_TO_PREPARE)));
    let allowed_now = Arc::clone(&allowed);
    let is_to_stop = move || locked(&watched).note(false) >= *locked(&allowed_now);
    let builder = engine::builder().backend(machine).memory_limit(options.memory).seed(1).fuel(options.fuel);
    let mut engine = builder.interrupt_when(is_to_stop).build().map_err(|error| error.to_string())?;
    let mut observed = Observed::default();
    let count = match prepare(&mut engine, pair, turn) {
        Ok(count) => count,
        // Some values cannot be made under these limits.
        Err(error) if error.is_termination() => return Ok(observed),
        Err(error) => return Err(format!("{}: {error}", pair.name)),
    };
    *locked(&allowed) = options.deadline;
    engine.set_timeout(WALL_CLOCK);
    let mut ended = 0;
    for number in (0..count).map(|number| (number + turn) % count) {
        engine.set_fuel(options.fuel);
        *locked(&looks) = Looks::begin();
        let result = engine.run_with_jobs("attempt.js", format!("$attempts[{number}]()"));
        locked(&looks).note(true);
        let gap = locked(&looks).longest();
        let outcome = match result {
            Ok(Value::String(outcome)) => Some(outcome),
            Ok(other) => Some(format!("{other:?}").chars().take(80).collect()),
            Err(error) => (!error.is_termination()).then(|| in_a_word(&error)),
        };
        ended += usize::from(outcome.is_none());
        observed.attempts.push(Attempt { number, gap, outcome });
        if ended == MOST_ENDED {
            break;
        }
    }
    observed.accounted = engine.stats().peak_bytes;
    *locked(&allowed) = TIME_TO_PREPARE;
    *locked(&looks) = Looks::begin();
    observed.fault = fault_afterwards(&mut engine);
    Ok(observed)
}

fn prepare(engine: &mut Engine, pair: &Pair, turn: usize) -> Result<usize, Error> {
    engine.run("calls.js", PRELUDE)?;
    let (path, owner) = (&pair.built_in.path, &pair.built_in.owner);
    let text = format!("attack({path}, {owner}, '{}', {turn})", pair.value);
    match engine.run("attack.js", text)? {
        Value::Number(count) => Ok(count as usize),
        _ => Err(Error::new("attack gives no number")),
    }
}

/// Runs a harmless script, which must work after any other. Only running out of memory is allowed.
fn fault_afterwards(engine: &mut Engine) -> Option<String> {
    engine.set_fuel(None);
    match engine.run("after.js", "1 + 1") {
        Ok(Value::Number(2.0)) => None,
        Ok(value) => Some(format!("afterwards 1 + 1 is {value:?}")),
        Err(error) if error.kind() == ErrorKind::Termination(Termination::OutOfMemory) => None,
        Err(error) => Some(format!("afterwards: {error}")),
    }
}

/// Describes an error of `attempt` itself, mostly a too deep recursion.
fn in_a_word(error: &Error) -> String {
    error.message().chars().take(80).collect()
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
