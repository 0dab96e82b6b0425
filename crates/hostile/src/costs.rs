//! Time per unit of fuel: calls every built-in function again and again with small ordinary arguments until its fuel is
//! spent. A function that takes much longer for a unit than others is charged too little.

use std::time::{Duration, Instant};

use ferrotape::{Backend, Engine, ErrorKind, Termination};

use crate::discovery::{self, BuiltIn};
use crate::engine;
use crate::options::{Options, backend_name};

const DEFAULT_FUEL: u64 = 1_000_000;
/// Limit on the nanoseconds for a unit of fuel, which is about an instruction.
const MOST_NANOSECONDS: f64 = 100.0;
const DEADLINE: Duration = Duration::from_secs(10);
const MEMORY: usize = 256 << 20;
const SHOWN: usize = 25;
const ATTEMPTS: usize = 3;

/// Lists of arguments that many functions accept.
const ARGUMENTS: &[&str] = &[
    "'abc', 'b', 'c'",
    "12.75, 7, 3",
    "20, 20",
    "[3, 1, 2], [1, 2]",
    "{ a: 1, b: 'text' }, 'a', { value: 1, configurable: true }",
    "function (a, b) { return b }, 0",
    "/b/g, '[$&]'",
    "'2000-02-03T04:05:06', 1, 2, 3, 4, 5",
    "'[1, 2.5, {\"a\": null}]'",
    "",
];

/// Calls `f` on a value of the kind that has it, if there is one.
const CALLS: &str = "
var usual = ['abcabc', 1234.5678, true, [3, 1, 2], /b/g, new Date(0), new Error('text'), function (a) { return a }, { a: 1 }];
var receiver = usual.filter(function (value) { return Object.getPrototypeOf(Object(value)) === owner })[0];
if (receiver === undefined) receiver = owner;
for (;;) try { f.call(receiver, ARGUMENTS) } catch (e) { }
";

/// The time that a built-in takes for a unit of fuel.
struct Cost {
    path: String,
    arguments: &'static str,
    machine: Backend,
    /// Nanoseconds for a unit of fuel.
    unit: f64,
}

/// Prints the most expensive functions. Returns whether all are cheap enough.
pub fn execute(options: &Options) -> Result<bool, String> {
    let fuel = options.fuel.unwrap_or(DEFAULT_FUEL).max(1);
    let mut costs = Vec::new();
    for built_in in discovery::built_ins()? {
        if !options.filters.is_empty() && !options.filters.iter().any(|filter| built_in.path.contains(filter)) {
            continue;
        }
        for &arguments in ARGUMENTS {
            for machine in options.backends.iter().copied() {
                let unit = measure(&built_in, arguments, machine, fuel)?;
                costs.extend(unit.map(|unit| Cost { path: built_in.path.clone(), arguments, machine, unit }));
            }
        }
    }
    costs.sort_by(|a, b| b.unit.total_cmp(&a.unit));
    let dear = costs.iter().take_while(|cost| cost.unit > MOST_NANOSECONDS).count();
    println!(
        "{} calls, {dear} of them dearer than {MOST_NANOSECONDS} ns for a unit of fuel; the dearest:",
        costs.len()
    );
    for Cost { path, arguments, machine, unit } in costs.iter().take(SHOWN) {
        println!("{unit:>9.1} ns  {:<8} {path}({arguments})", backend_name(*machine));
    }
    Ok(dear == 0)
}

/// Returns the nanoseconds for a unit: the least of several attempts if it is much. Returns `None` if the run does not
/// end by its fuel.
fn measure(built_in: &BuiltIn, arguments: &str, machine: Backend, fuel: u64) -> Result<Option<f64>, String> {
    let BuiltIn { path, owner } = built_in;
    let text = format!("var f = {path}, owner = {owner};\n{}", CALLS.replace("ARGUMENTS", arguments));
    // Without an argument, the comma is removed too.
    let text = text.replace("receiver, )", "receiver)");
    let mut least: Option<f64> = None;
    for _ in 0..ATTEMPTS {
        let text = text.clone();
        let work = move || -> Result<Option<f64>, String> {
            let builder = engine::builder().backend(machine).timeout(DEADLINE).memory_limit(MEMORY).fuel(fuel);
            let mut engine: Engine = builder.build().map_err(|error| error.to_string())?;
            let start = Instant::now();
            let outcome = engine.run("costs.js", &text);
            let time = start.elapsed();
            let is_spent = outcome.is_err_and(|error| error.kind() == ErrorKind::Termination(Termination::OutOfFuel));
            Ok(is_spent.then(|| time.as_nanos() as f64 / fuel as f64))
        };
        let unit = engine::on_large_stack(work).ok_or("the engine panicked")??;
        let Some(unit) = unit else { return Ok(None) };
        least = Some(least.map_or(unit, |least| least.min(unit)));
        if unit <= MOST_NANOSECONDS {
            break;
        }
    }
    Ok(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_of_arguments_spends_the_fuel() {
        let built_in = BuiltIn { path: "String.prototype.indexOf".to_owned(), owner: "String.prototype".to_owned() };
        for &arguments in ARGUMENTS {
            for machine in [Backend::Register, Backend::Stack] {
                let unit = measure(&built_in, arguments, machine, 20_000).expect("an engine");
                assert!(unit.is_some_and(|unit| unit > 0.0), "{arguments}: {unit:?}");
            }
        }
    }
}
