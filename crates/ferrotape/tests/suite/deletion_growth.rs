//! The cost of removing properties grows linearly: four times as many properties or entries take at most six times the
//! fuel and the processor time. Quadratic work takes sixteen times as much.

use ferrotape::{Backend, Engine};

use crate::support::Clock;

const GROWTH: usize = 4;
const MOST: u128 = 6;
/// The system counts processor time in steps of milliseconds.
const LEAST_NANOSECONDS: u128 = 4_000_000;
const ATTEMPTS: usize = 20;

/// Objects that are filled with COUNT properties or entries, and emptied.
const LOOPS: &[(&str, &str, &str)] = &[
    ("all in one loop", "var o = {}; for (let i = 0; i < COUNT; i++) o['k' + i] = i", "for (var k in o) delete o[k]"),
    (
        "the first one, in a loop for each",
        "var o = {}; for (let i = 0; i < COUNT; i++) o['k' + i] = i",
        "for (let i = 0; i < COUNT; i++) for (var k in o) { delete o[k]; break }",
    ),
    (
        "the first one, of the prototype",
        "var p = {}, o = Object.create(p); for (let i = 0; i < COUNT; i++) p['k' + i] = i",
        "for (let i = 0; i < COUNT; i++) for (var k in o) { delete p[k]; break }",
    ),
    (
        "the first one, while others come",
        "var o = {}; for (let i = 0; i < COUNT; i++) o['k' + i] = i",
        "for (let i = 0; i < COUNT; i++) for (var k in o) { delete o[k]; o['n' + i] = 1; break }",
    ),
    ("elements", "var o = []; for (let i = 0; i < COUNT; i++) o.push(i)", "for (var k in o) delete o[k]"),
    ("elements of an object", "var o = {}; for (let i = 0; i < COUNT; i++) o[i] = i", "for (var k in o) delete o[k]"),
    (
        "elements far apart",
        "var o = {}; for (let i = 0; i < COUNT; i++) o[i * 1000] = i",
        "for (var k in o) delete o[k]",
    ),
    (
        "by Object.keys",
        "var o = {}; for (let i = 0; i < COUNT; i++) o['k' + i] = i",
        "for (var k of Object.keys(o)) delete o[k]",
    ),
    (
        "from the end",
        "var o = {}; for (let i = 0; i < COUNT; i++) o['k' + i] = i",
        "for (var k of Object.keys(o).reverse()) delete o[k]",
    ),
    (
        "symbols",
        "var o = {}; for (let i = 0; i < COUNT; i++) o[Symbol()] = i",
        "for (var k of Reflect.ownKeys(o)) delete o[k]",
    ),
    (
        "a Map's first entry",
        "var o = new Map; for (let i = 0; i < COUNT; i++) o.set(i, i)",
        "for (let i = 0; i < COUNT; i++) for (var k of o.keys()) { o.delete(k); break }",
    ),
    (
        "a Set's first entry",
        "var o = new Set; for (let i = 0; i < COUNT; i++) o.add(i)",
        "for (let i = 0; i < COUNT; i++) for (var k of o) { o.delete(k); break }",
    ),
];

/// Returns fuel and processor time of the second part.
fn cost(backend: Backend, (_, fill, empty): &(&str, &str, &str), count: usize) -> (u64, u128) {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    let script = |text: &str| text.replace("COUNT", &count.to_string());
    engine.run("fill.js", script(fill)).expect("a run");
    let (before, clock) = (engine.stats().fuel, Clock::start());
    engine.run("empty.js", script(empty)).expect("a run");
    (engine.stats().fuel - before, clock.elapsed().as_nanos())
}

#[test]
fn deleting_takes_time_in_proportion_to_what_is_deleted() {
    let mut slow = Vec::new();
    for (backend, count) in [(Backend::Register, 6000), (Backend::Stack, 3000)] {
        for case in LOOPS {
            // One pair at a time: the least of many short times may be one cut off by the system's steps.
            let ((mut fuel, mut time), (mut more_fuel, mut more_time)) = ((0, 0), (0, 0));
            let is_linear = (0..ATTEMPTS).any(|_| {
                (fuel, time) = cost(backend, case, count);
                (more_fuel, more_time) = cost(backend, case, GROWTH * count);
                u128::from(more_fuel) < u128::from(fuel) * MOST && more_time < time.max(LEAST_NANOSECONDS) * MOST
            });
            if !is_linear {
                slow.push(format!(
                    "{backend:?}, {}: fuel {fuel}, then {more_fuel}; {time} ns, then {more_time}",
                    case.0
                ));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
