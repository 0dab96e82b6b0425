//! `benches/engines`: the cost of an engine that runs next to nothing, which a server pays for each of its tenants.
//!
//! Times are the best of some rounds, per engine made and dropped. Bytes are those that the engine accounts for, and
//! the growth of the process per engine when many are kept.

use std::fmt::Write as _;
use std::fs;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ferrotape::Engine;
use ferrotape_runtime::{Options, Vm};

const ROUNDS: usize = 20;
const ENGINES: usize = 200;

/// Unit of `/proc/self/statm` on nearly all systems.
const PAGE_BYTES: usize = 4096;

/// A script that uses a little of what most scripts use.
const SMALL_SCRIPT: &str =
    "[3, 1, 2].map(n => n * 2).sort().join() + Math.max(1, 2) + JSON.stringify({ a: 'b'.trim() })";

/// Prints a row for each kind of engine, from a bare `Vm` to a fork of a loaded engine, then the cost of realms.
pub fn execute() -> ExitCode {
    println!("  {:<44}{:>10}{:>14}{:>14}", "", "µs", "KB accounted", "KB resident");
    row(
        "engine without the crate",
        || {
            Vm::new(
                Options::default(),
                ferrotape_builtins::PARTS,
                ferrotape_runtime::machine::Machines::only(&ferrotape_machine::MACHINE),
            )
            .ok()
        },
        |vm| vm.heap.budget.bytes(),
    );
    row("Engine::new()", || Some(Engine::new()), |engine| engine.stats().bytes);
    let with_script = |script: &'static str| {
        move || {
            let mut engine = Engine::new();
            engine.run("bench", script).ok().map(|_| engine)
        }
    };
    row("the same, and \"1\" is run", with_script("1"), |engine| engine.stats().bytes);
    row("the same, and a small script is run", with_script(SMALL_SCRIPT), |engine| engine.stats().bytes);
    let library = library();
    let make_ready = || {
        let mut engine = Engine::new();
        engine.run("library.js", library.as_str()).ok().map(|_| engine)
    };
    row("the same, and a library of 70 KB is run", make_ready, |engine| engine.stats().bytes);
    if let Some(mould) = make_ready() {
        // Forking needs `&mut`, but does not change the engine visibly.
        let mould = std::cell::RefCell::new(mould);
        row("Engine::fork() of that", || mould.borrow_mut().fork().ok(), |engine| engine.stats().bytes);
    }
    realms();
    ExitCode::SUCCESS
}

/// Returns a typical library: functions, tables, classes, closures; about 70 KB.
fn library() -> String {
    let mut text = String::from("'use strict';\nvar Library = {};\n");
    for number in 0..170 {
        let _ = write!(
            text,
            "(function (exports) {{
  const table = {{ first: {number}, second: 'entry {number}', nested: {{ list: [1, 2, 3], flag: true }} }};
  class Shape{number} {{
    constructor(width, height) {{ this.width = width; this.height = height; this.kind = table.second; }}
    get area() {{ return this.width * this.height; }}
    scale(by) {{ this.width *= by; this.height *= by; return this; }}
  }}
  function make{number}(options) {{
    const {{ width = 1, height = 2, ...rest }} = options || {{}};
    return Object.assign(new Shape{number}(width, height), rest);
  }}
  exports.make{number} = make{number};
}})(Library);\n"
        );
    }
    text
}

/// Makes engines, drops some and keeps some, and prints their costs.
fn row<T>(name: &str, make: impl Fn() -> Option<T>, bytes: impl Fn(&T) -> usize) {
    let before = resident_bytes();
    let kept: Vec<T> = (0..ENGINES).filter_map(|_| make()).collect();
    let after = resident_bytes();
    if kept.len() < ENGINES {
        return println!("  {name:<44} fails");
    }
    let accounted = kept.iter().map(bytes).sum::<usize>() / kept.len();
    let resident = before.zip(after).map(|(before, after)| after.saturating_sub(before) / kept.len());
    drop(kept);
    let time = best_time(|| (0..ENGINES).for_each(|_| drop(make()))) / ENGINES as u32;
    print_row(name, time, accounted, resident);
}

/// Prints the cost of each further realm of an engine.
fn realms() {
    let mut engine = Engine::new();
    let before = engine.stats().bytes;
    let start = Instant::now();
    let realms: Vec<_> = (0..ENGINES).filter_map(|_| engine.new_realm().ok()).collect();
    let time = start.elapsed() / ENGINES as u32;
    let accounted = engine.stats().bytes.saturating_sub(before) / realms.len().max(1);
    print_row("a further realm, not dropped", time, accounted, None);
}

fn print_row(name: &str, time: Duration, accounted: usize, resident: Option<usize>) {
    let kilobytes = |bytes: usize| format!("{:.1}", bytes as f64 / 1024.0);
    let resident = resident.map_or("–".to_string(), kilobytes);
    let microseconds = time.as_secs_f64() * 1e6;
    println!("  {name:<44}{microseconds:>10.1}{:>14}{resident:>14}", kilobytes(accounted));
}

fn best_time(work: impl Fn()) -> Duration {
    let times = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

/// Returns the resident memory of this process, if the system tells.
fn resident_bytes() -> Option<usize> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * PAGE_BYTES)
}
