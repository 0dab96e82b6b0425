//! Snapshots of engines and executions: any bytes are refused, or what they restore keeps to its limits.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ferrotape::script::{Compiler, OwnedExecution};
use ferrotape::{Backend, Engine, Limits};

use crate::edits::{PROGRAMS, Recipe};
use crate::host::{self, Printed};

/// Script that examines everything in a restored engine.
const LOOK: &str =
    "for (const k of Reflect.ownKeys(globalThis)) try { print(globalThis[k]); globalThis[k]() } catch {}";

/// A snapshot, and whether it contains a paused execution.
#[derive(Clone)]
struct Written {
    bytes: Arc<[u8]>,
    is_paused: bool,
}

/// Changes a snapshot as the input says. The restored engine is run to its end, and everything in it is examined.
pub fn run(input: &[u8]) {
    let Some(recipe) = Recipe::read(input) else { return };
    let Some(Written { bytes, is_paused }) = original(&recipe) else { return };
    let bytes = recipe.changed(&bytes);
    let empty = host::engine(recipe.backend, &Printed::default());
    if is_paused {
        if let Ok(restored) = Engine::restore_execution_into(empty, &bytes) {
            look(goes_on(restored));
        }
    } else if let Ok(restored) = Engine::restore_into(empty, &bytes) {
        look(restored);
    }
}

/// Program, whether it is for the stack machine, and the pause.
type Key = (usize, bool, u64);

/// Returns the unchanged snapshot of a recipe, or `None` if it cannot be written. It is made once, since that takes
/// longest.
fn original(recipe: &Recipe<'_>) -> Option<Written> {
    static ALL: Mutex<BTreeMap<Key, Option<Written>>> = Mutex::new(BTreeMap::new());
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    all.entry((recipe.program, recipe.backend == Backend::Stack, recipe.pause)).or_insert_with(|| write(recipe)).clone()
}

/// Runs the recipe's program until its pause, and writes the execution; or the engine, if the program ends before.
fn write(recipe: &Recipe<'_>) -> Option<Written> {
    let mut engine = host::engine(recipe.backend, &Printed::default());
    let script = Compiler::new().backend(recipe.backend).script("fuzz.js", PROGRAMS[recipe.program]);
    let mut execution = script.and_then(|script| script.start(&mut engine)).expect("a program of ours begins");
    if execution.resume::<()>(&Limits::new().fuel(recipe.pause)).is_pending() {
        let bytes = execution.snapshot().ok()?;
        return Some(Written { bytes: bytes.into(), is_paused: true });
    }
    drop(execution);
    let bytes = engine.snapshot().ok()?;
    Some(Written { bytes: bytes.into(), is_paused: false })
}

/// Continues in slices, writes another snapshot on the way, and then runs to the end.
fn goes_on(mut restored: OwnedExecution) -> Engine {
    let mut execution = restored.execution();
    for _ in 0..3 {
        if execution.resume::<String>(&Limits::new().fuel(500)).is_ready() {
            break;
        }
    }
    let _ = execution.snapshot();
    if execution.is_paused() {
        let _ = execution.resume::<String>(&Limits::new());
    }
    drop(execution);
    restored.into_engine()
}

fn look(mut engine: Engine) {
    let _ = engine.run_jobs();
    let _ = engine.run("look.js", LOOK);
    engine.set_fuel(host::FUEL);
    let _ = engine.snapshot();
    engine.collect_garbage();
    host::assert_usable(&mut engine);
}
