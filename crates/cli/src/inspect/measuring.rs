//! The domains Profiler and HeapProfiler: profiles, counts, and what is on the heap.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ferrotape::coverage::Coverage;
use ferrotape::debug::{Stopped, Values};
use ferrotape::profile::Sampling;
use serde_json::{Value, json};

use super::refusal::{Answer, Refused};
use super::scripts::Script;
use super::session::State;

/// Bytes of a piece of a snapshot.
const PIECE: usize = 1 << 20;

/// Microseconds between samples, and bytes between those of allocations, as clients expect them.
const INTERVAL: u64 = 1_000;
const BYTES: u64 = 32 << 10;

/// Measuring that has begun.
#[derive(Default)]
pub struct Measured {
    has_coverage: bool,
    /// Microseconds between samples, if the client has set them.
    interval: Option<u64>,
    profile: Option<Begun>,
}

/// A profile that a client has begun: there is one at a time.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Begun {
    /// By time, since then in microseconds.
    Time(u64),
    Memory,
}

/// Answers a method of the domains. None if there is no such method.
pub fn answer(state: &mut State, at: &mut Stopped<'_>, method: &str, params: &Value) -> Option<Answer> {
    let mut values = at.values();
    Some(match method {
        "Profiler.startPreciseCoverage" => {
            values.start_coverage();
            state.measured.has_coverage = true;
            Ok(json!({ "timestamp": 0 }))
        }
        "Profiler.takePreciseCoverage" => match values.end_coverage().filter(|_| state.measured.has_coverage) {
            Some(coverage) => {
                values.start_coverage();
                coverage_of(state, &coverage)
            }
            None => Err(Refused::because("Precise coverage has not been started.")),
        },
        "Profiler.stopPreciseCoverage" => {
            if std::mem::take(&mut state.measured.has_coverage) {
                values.end_coverage();
            }
            Ok(json!({}))
        }
        "Profiler.setSamplingInterval" => set_interval(state, params),
        "Profiler.start" => start(state, &mut values),
        "Profiler.stop" => stop(state, &mut values),
        "Profiler.disable" => {
            if matches!(state.measured.profile, Some(Begun::Time(_))) {
                end(state, &mut values);
            }
            Ok(json!({}))
        }
        "HeapProfiler.startSampling" => start_sampling(state, &mut values, params),
        "HeapProfiler.getSamplingProfile" => sampled(state, &mut values, false),
        "HeapProfiler.stopSampling" => sampled(state, &mut values, true),
        "HeapProfiler.collectGarbage" => {
            values.collect_garbage();
            Ok(json!({}))
        }
        "HeapProfiler.takeHeapSnapshot" => match values.heap_snapshot() {
            Ok(snapshot) => {
                tell_pieces(state, &snapshot);
                Ok(json!({}))
            }
            Err(refusal) => Err(Refused::because(refusal.message)),
        },
        _ => return None,
    })
}

/// Ends what a client has begun that has left.
pub fn leave(state: &mut State, at: &mut Stopped<'_>) {
    let mut values = at.values();
    end(state, &mut values);
    state.measured.interval = None;
    if std::mem::take(&mut state.measured.has_coverage) {
        values.end_coverage();
    }
}

fn set_interval(state: &mut State, params: &Value) -> Answer {
    let interval = params["interval"].as_i64().and_then(|interval| i32::try_from(interval).ok());
    let interval = interval.ok_or_else(|| Refused::wrong_parameters("interval is a number of microseconds"))?;
    if state.measured.profile.is_some() {
        return Err(Refused::because("Cannot change sampling interval when profiling."));
    }
    // What is too short is as short as can be.
    state.measured.interval = Some(interval.max(1).unsigned_abs().into());
    Ok(json!({}))
}

/// Begins a profile, unless another one is being made.
fn begin(state: &mut State, values: &mut Values<'_>, begun: Begun, sampling: Sampling) -> Answer {
    if values.has_profile() {
        return Err(Refused::because("Another profile is being made"));
    }
    values.start_profile(sampling);
    state.measured.profile = Some(begun);
    Ok(json!({}))
}

/// Forgets the profile.
fn end(state: &mut State, values: &mut Values<'_>) {
    if state.measured.profile.take().is_some() {
        values.end_profile();
    }
}

fn start(state: &mut State, values: &mut Values<'_>) -> Answer {
    if matches!(state.measured.profile, Some(Begun::Time(_))) && values.has_profile() {
        return Ok(json!({}));
    }
    let interval = Duration::from_micros(state.measured.interval.unwrap_or(INTERVAL));
    // DevTools take zero for no time at all.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_micros() as u64);
    begin(state, values, Begun::Time(now), Sampling::Time(interval))
}

fn stop(state: &mut State, values: &mut Values<'_>) -> Answer {
    let none = || Refused::because("No recording profiles found");
    let Some(Begun::Time(start)) = state.measured.profile else { return Err(none()) };
    state.measured.profile = None;
    let profile = values.end_profile().ok_or_else(none)?;
    let text = profile.to_cpuprofile_with(start, &|name| known(state, name));
    state.reply_with(&format!("{{\"profile\":{text}}}"));
    Ok(Value::Null)
}

/// HeapProfiler.startSampling: begins a profile of allocations, unless one is going on already.
fn start_sampling(state: &mut State, values: &mut Values<'_>, params: &Value) -> Answer {
    let every = match &params["samplingInterval"] {
        Value::Null => BYTES as f64,
        every => every.as_f64().ok_or_else(|| Refused::wrong_parameters("samplingInterval is a number of bytes"))?,
    };
    if every < 1.0 {
        return Err(Refused::because("Invalid sampling interval"));
    }
    if state.measured.profile == Some(Begun::Memory) && values.has_profile() {
        return Ok(json!({}));
    }
    begin(state, values, Begun::Memory, Sampling::Memory(every as u64))
}

/// HeapProfiler.stopSampling, and getSamplingProfile where the profile goes on.
fn sampled(state: &mut State, values: &mut Values<'_>, ends: bool) -> Answer {
    let none = || Refused::because("V8 sampling heap profiler was not started.");
    if state.measured.profile != Some(Begun::Memory) {
        return Err(none());
    }
    let profile = if ends { values.end_profile() } else { values.profile() };
    if ends {
        state.measured.profile = None;
    }
    let text = profile.ok_or_else(none)?.to_heapprofile_with(&|name| known(state, name));
    state.reply_with(&format!("{{\"profile\":{text}}}"));
    Ok(Value::Null)
}

/// The number and the address of a text, by its name.
fn known(state: &State, name: &str) -> Option<(String, String)> {
    let is_it = |script: &&Script| script.source.name() == name || script.url == name;
    let known = state.scripts.iter().find(is_it).map(|script| (script.id.clone(), script.url.clone()));
    // A number of its own would lead to another text.
    known.or_else(|| (!name.is_empty()).then(|| ("0".to_owned(), name.to_owned())))
}

/// Gives a place its script, by the name of its text.
fn put_script(state: &State, place: &mut Value) {
    if let Some((id, url)) = known(state, place["url"].as_str().unwrap_or_default()) {
        (place["scriptId"], place["url"]) = (json!(id), json!(url));
    }
}

fn coverage_of(state: &State, coverage: &Coverage) -> Answer {
    let text = coverage.to_v8_json();
    let mut answer: Value = serde_json::from_str(&text).map_err(|error| Refused::because(error.to_string()))?;
    for file in answer["result"].as_array_mut().into_iter().flatten() {
        put_script(state, file);
    }
    answer["timestamp"] = json!(0);
    Ok(answer)
}

fn tell_pieces(state: &State, snapshot: &str) {
    let mut rest = snapshot;
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at(rest.floor_char_boundary(PIECE));
        state.event("HeapProfiler.addHeapSnapshotChunk", json!({ "chunk": piece }));
        rest = behind;
    }
}
