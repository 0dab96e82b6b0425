//! Cost of a start: wall time and peak memory of an empty script in a cold process, beside a process that does nothing.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::engines::Engine;
use crate::process::{Cost, median, run};
use crate::table::print_cells;

const RUNS: usize = 25;

/// Prints a row for each engine, after one for a process that does nothing.
pub fn report(engines: &[Engine]) {
    println!("\nStart-up, whole process: wall milliseconds (median of {RUNS}) and peak MiB");
    let Some(script) = write_scratch("empty.js", "1\n") else { return };
    let mut programs = vec![empty_program()];
    programs.extend(engines.iter().map(|engine| {
        let mut command = engine.bare_command();
        match engine.is_ferrotape() {
            true => command.args(["-e", "1"]),
            false => command.arg(&script),
        };
        (engine.name, command)
    }));
    let costs = measure(&mut programs);
    for ((name, _), costs) in programs.iter().zip(costs) {
        print_row(name, costs.and_then(middle));
    }
}

/// Runs the programs in turns. Returns `None` for one that fails.
fn measure(programs: &mut [(&str, Command)]) -> Vec<Option<Vec<Cost>>> {
    let mut costs = vec![Some(Vec::new()); programs.len()];
    for _ in 0..RUNS {
        for ((_, command), costs) in programs.iter_mut().zip(&mut costs) {
            match run(command) {
                Some(cost) => costs.iter_mut().for_each(|costs| costs.push(cost)),
                None => *costs = None,
            }
        }
    }
    costs
}

fn middle(costs: Vec<Cost>) -> Option<(Duration, u64)> {
    let wall = median(&mut costs.iter().map(|cost| cost.wall).collect::<Vec<_>>())?;
    let peak = median(&mut costs.iter().map(|cost| cost.peak_bytes).collect::<Vec<_>>())?;
    Some((wall, peak))
}

fn print_row(name: &str, cost: Option<(Duration, u64)>) {
    let cells = match cost {
        Some((wall, peak)) => {
            [format!("{:.2} ms", wall.as_secs_f64() * 1000.0), format!("{:.1} MiB", peak as f64 / 1_048_576.0)]
        }
        None => ["–".to_string(), "–".to_string()],
    };
    print_cells(name, cells.into_iter());
}

/// Compiles `int main(void) { return 0; }` if there is a C compiler, else takes the system's `true`.
fn empty_program() -> (&'static str, Command) {
    let compiled = write_scratch("empty.c", "int main(void) { return 0; }\n").and_then(|source| {
        let program = source.with_extension("");
        let built = Command::new("cc").arg("-O1").arg("-o").arg(&program).arg(&source).status().ok()?.success();
        built.then_some(program)
    });
    match compiled {
        Some(program) => ("empty C program", Command::new(program)),
        None => ("true", Command::new("true")),
    }
}

/// Writes a file in the build folder.
pub fn write_scratch(name: &str, text: &str) -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.join("bench-scratch");
    fs::create_dir_all(&folder).ok()?;
    let path = folder.join(name);
    fs::write(&path, text).ok()?;
    Some(path)
}
