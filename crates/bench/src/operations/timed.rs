//! User time of many operations, beside other engines: the programs that are counted elsewhere.

use super::Script;
use super::counted::OPERATIONS;
use crate::engines;
use crate::table;

/// Turns of the loop.
const TURNS: u32 = 1_000_000;
const ROUNDS: usize = 3;

pub fn report() -> Result<(), String> {
    let script = |(number, operation): (usize, &super::counted::Operation)| {
        let script = Script::with_name(&format!("-{number}"), &operation.program(TURNS))?;
        Ok::<_, String>((operation.name.to_owned(), script))
    };
    let scripts: Vec<_> = OPERATIONS.iter().enumerate().map(script).collect::<Result<_, _>>()?;
    let files: Vec<_> = scripts.iter().map(|(name, script)| (name.clone(), script.0.clone())).collect();
    table::compare("A million operations", &engines::installed(), &files, ROUNDS);
    Ok(())
}
