//! Engines and executions as bytes: whatever these are, they are refused, or what is restored keeps to its limits as it goes on.

use ferrotape::{Compiler, Engine, Limits, OwnedExecution};

use crate::edits::{PROGRAMS, Recipe};
use crate::host::{self, Printed};

/// Looks at all that a restored engine has.
const LOOK: &str =
    "for (const k of Reflect.ownKeys(globalThis)) try { print(globalThis[k]); globalThis[k]() } catch {}";

pub fn run(input: &[u8]) {
    let Some(recipe) = Recipe::read(input) else { return };
    let printed = Printed::default();
    let mut engine = host::engine(recipe.backend, &printed);
    let script = Compiler::new().backend(recipe.backend).script("fuzz.js", PROGRAMS[recipe.program]);
    let script = script.expect("a program of ours compiles");
    let mut execution = script.start(&mut engine).expect("it begins");
    let is_paused = execution.resume::<()>(&Limits::new().fuel(recipe.pause)).is_pending();
    let written = if is_paused { execution.snapshot() } else { Err(execution.snapshot().expect_err("it has ended")) };
    drop(execution);
    let Ok(original) = written.or_else(|_| engine.snapshot()) else { return };
    let bytes = recipe.changed(&original);
    let empty = || host::engine(recipe.backend, &printed);
    if is_paused {
        if let Ok(restored) = Engine::restore_execution_into(empty(), &bytes) {
            look(goes_on(restored));
        }
    } else if let Ok(restored) = Engine::restore_into(empty(), &bytes) {
        look(restored);
    }
}

/// Goes on in slices, with another copy on the way, and then to the end.
fn goes_on(mut restored: OwnedExecution) -> Engine {
    let mut execution = restored.execution();
    for _ in 0..3 {
        if execution.resume::<String>(&Limits::new().fuel(500)).is_ready() {
            break;
        }
        let _ = execution.snapshot();
    }
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
