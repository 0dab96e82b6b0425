//! The domains Profiler and HeapProfiler: counts, and what is on the heap.

use ferrotape::coverage::Coverage;
use ferrotape::debug::Stopped;
use serde_json::{Value, json};

use super::session::{Answer, Refused, State};

/// Bytes of a piece of a snapshot.
const PIECE: usize = 1 << 20;

/// Measuring that has begun.
#[derive(Default)]
pub struct Measured {
    has_coverage: bool,
}

/// Answers a method of the domains. None if there is no such method.
pub fn answer(state: &mut State, at: &mut Stopped<'_>, method: &str) -> Option<Answer> {
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
    if std::mem::take(&mut state.measured.has_coverage) {
        values.end_coverage();
    }
}

/// Gives a place its script, by the name of its text.
fn put_script(state: &State, place: &mut Value) {
    let name = place["url"].as_str().unwrap_or_default();
    if let Some(script) = state.scripts.iter().find(|script| script.source.name() == name || script.url == name) {
        (place["scriptId"], place["url"]) = (json!(script.id), json!(script.url));
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
