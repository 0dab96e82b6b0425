//! Fixed work, every engine in turn: seconds of user CPU time, and ratios of ferrotape's time to the peer's.

use std::path::PathBuf;
use std::time::Duration;

use crate::engines::Engine;
use crate::process::{median, run};

/// Prints one row per program and the geometric means of the ratios. A dash means that the engine fails on the program.
pub fn compare(title: &str, engines: &[Engine], programs: &[(String, PathBuf)], rounds: usize) {
    println!("\n{title}: user CPU seconds, in brackets ferrotape's over this engine's (below 1: ferrotape is faster)");
    if programs.iter().any(|(_, script)| !script.is_file()) {
        println!("  skipped: the programs are missing; scripts/install-test-packages gets them");
        return;
    }
    print_cells("", engines.iter().map(|engine| engine.name.to_string()));
    let mut ratios: Vec<Vec<f64>> = vec![Vec::new(); engines.len()];
    for (name, script) in programs {
        let times = measure(engines, script, rounds);
        let own = times[0];
        let cells = times.iter().zip(&mut ratios).enumerate().map(|(index, (time, ratios))| {
            let Some(time) = time else { return "–".to_string() };
            let ratio = own.map(|own| measurable(own) / measurable(*time));
            match ratio {
                Some(ratio) if index > 0 => {
                    ratios.push(ratio);
                    format!("{:.2} ({ratio:.2})", time.as_secs_f64())
                }
                _ => format!("{:.2}", time.as_secs_f64()),
            }
        });
        print_cells(name, cells);
    }
    print_cells(
        "geometric mean",
        ratios.iter().enumerate().map(|(index, ratios)| match geometric_mean(ratios) {
            Some(mean) => format!("({mean:.2}) of {}", ratios.len()),
            None if index == 0 => String::new(),
            None => "–".to_string(),
        }),
    );
}

/// Returns seconds, at least the system's resolution of a millisecond.
fn measurable(time: Duration) -> f64 {
    time.as_secs_f64().max(0.001)
}

/// Returns the median over the rounds, in each of which the engines take turns. A program that ferrotape, the first
/// engine, cannot run is left out, since there is nothing to compare with.
fn measure(engines: &[Engine], script: &std::path::Path, rounds: usize) -> Vec<Option<Duration>> {
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); engines.len()];
    let mut works = vec![true; engines.len()];
    for _ in 0..rounds {
        for (index, engine) in engines.iter().enumerate().filter(|(index, _)| works[*index]).collect::<Vec<_>>() {
            match run(&mut engine.command(script)) {
                Some(cost) => times[index].push(cost.user),
                None if index == 0 => return vec![None; engines.len()],
                None => works[index] = false,
            }
        }
    }
    times.iter_mut().zip(works).map(|(times, works)| if works { median(times) } else { None }).collect()
}

fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (!ratios.is_empty()).then(|| (sum / ratios.len() as f64).exp())
}

pub fn print_cells(name: &str, cells: impl Iterator<Item = String>) {
    let cells: String = cells.map(|cell| format!(" {cell:>16}")).collect();
    println!("  {name:<16}{cells}");
}
