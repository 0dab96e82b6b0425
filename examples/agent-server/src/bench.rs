//! The cost of waiting programs.

use std::time::Instant;

use ferrotape::{Engine, Limits, Progress};

use crate::store::Failure;
use crate::worker;

const PROGRAM: &str = "let total = 0
for (const item of ['paper', 'ink', 'pens']) {
    if (approve(`buy ${item}?`) === 'yes') total += item.length
}
return total
";

/// Prints how many programs one core resumes in a second (restore, answer, go on, save), and their bytes.
pub fn run(count: usize) -> Result<(), Failure> {
    let state = worker::begun("shopping.js", PROGRAM)?;
    let mut run = Engine::restore_run(worker::engine()?, &state)?;
    let _ = run.advance(&Limits::new())?;
    let waiting = run.save()?;
    drop(run);
    let all: Vec<Vec<u8>> = vec![waiting; count];
    let bytes: usize = all.iter().map(Vec::len).sum();
    let began = Instant::now();
    for state in &all {
        let mut run = Engine::restore_run(worker::engine()?, state)?;
        run.answer(0, "yes")?;
        if run.advance(&Limits::new())? != Progress::Waiting {
            return Err("it waits for the second answer".into());
        }
        std::hint::black_box(run.save()?);
    }
    let time = began.elapsed();
    let each = time / u32::try_from(count.max(1))?;
    println!("{count} waiting programs: {} bytes each", bytes / count.max(1));
    println!(
        "resumed, answered and saved again: {each:?} each, {:.0} a second on one core",
        count as f64 / time.as_secs_f64()
    );
    Ok(())
}
