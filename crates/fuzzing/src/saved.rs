//! Saved code: any bytes are refused or run within limits. The checksum is made correct, as an attacker would do.

use std::sync::OnceLock;

use ferrotape::script::{Compiler, Saved};
use ferrotape::{Backend, ErrorKind, Value};

use crate::edits::{PROGRAMS, Recipe};
use crate::host::{self, BACKENDS, Printed};

/// Reads the input as saved code, or as a recipe to change ours, and runs what is accepted. The engine must stay usable.
pub fn run(input: &[u8]) {
    let (backend, mut bytes) = if Saved::is_saved(input) {
        (Backend::Register, input.to_vec())
    } else {
        let Some(recipe) = Recipe::read(input) else { return };
        (recipe.backend, recipe.changed(original(recipe.program, recipe.backend)))
    };
    ferrotape_bytecode::seal(&mut bytes);
    let saved = match Saved::from_bytes(&bytes) {
        Ok(saved) => saved,
        Err(error) => {
            assert!(matches!(error.kind(), ErrorKind::Saved(_)), "refused otherwise: {error}");
            return;
        }
    };
    let printed = Printed::default();
    let mut engine = host::engine(backend, &printed);
    let _ = match &saved {
        Saved::Script(script) => script.run::<Value>(&mut engine).map(|_| ()),
        Saved::Module(module) => module.evaluate(&mut engine).map(|_| ()),
        _ => Ok(()),
    };
    let _ = engine.run_jobs();
    host::assert_usable(&mut engine);
}

/// Returns the saved code of one of our programs. All are compiled at the first call.
fn original(program: usize, backend: Backend) -> &'static [u8] {
    static ALL: OnceLock<Vec<[Vec<u8>; 2]>> = OnceLock::new();
    let saved = |text: &&str| {
        BACKENDS.map(|backend| {
            let script = Compiler::new().backend(backend).script("fuzz.js", text);
            script.and_then(|script| script.to_bytes()).expect("a program of ours can be saved")
        })
    };
    let of_machines = &ALL.get_or_init(|| PROGRAMS.iter().map(saved).collect())[program];
    &of_machines[BACKENDS.iter().position(|&other| other == backend).unwrap_or(0)]
}
