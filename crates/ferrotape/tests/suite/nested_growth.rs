//! The work of compiling grows with the depth of nesting and with the nested code, both at once. Twice the source takes
//! at most 2.5 times the fuel, which is deterministic. Time shows work that is not counted: it may grow 3.2 times, since larger
//! sources leave the caches. `benches/growth` counts machine instructions for the same shapes, at most 2.5 times.

use std::thread;
use std::time::Duration;

use ferrotape::{Backend, Engine};

use crate::support::Clock;

const NATIVE_STACK: usize = 256 << 20;
/// Two doublings: work that is the product of depth and size grows sixteenfold.
const DOUBLINGS: u32 = 2;
const MOST_FUEL_PER_DOUBLING: f64 = 2.5;
const MOST_TIME_PER_DOUBLING: f64 = 3.2;
/// From here on functions are compiled in wide mode, where depth takes registers.
const DEPTH: usize = 300;
const INNER: usize = 40;
/// If it takes too long, it is measured again, each time for longer: other tests run at the same time, and the system
/// counts processor time in steps of milliseconds.
const ATTEMPTS: u32 = 20;
const SHORTEST: Duration = Duration::from_millis(10);

#[test]
fn nested_sources_compile_in_time_that_grows_with_their_size() {
    let thread = thread::Builder::new().stack_size(NATIVE_STACK + (8 << 20));
    let slow = thread.spawn(|| {
        let shapes = shapes().into_iter().flat_map(|shape| [(Backend::Register, shape), (Backend::Stack, shape)]);
        shapes.filter_map(|(backend, shape)| too_dear(&shape, backend)).collect::<Vec<String>>()
    });
    let slow = slow.expect("a thread").join().expect("no panic");
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// Describes the excess, if any.
fn too_dear(shape: &Shape, backend: Backend) -> Option<String> {
    let (small, large) = (shape.source(DEPTH), shape.source(DEPTH << DOUBLINGS));
    let (before, after) = (fuel_to_compile(&small, backend), fuel_to_compile(&large, backend));
    if after as f64 > before as f64 * MOST_FUEL_PER_DOUBLING.powi(DOUBLINGS as i32) {
        return Some(format!("{} on {backend:?}: fuel {before}, then {after}", shape.what));
    }
    let (mut before, mut after) = (1.0, f64::INFINITY);
    for attempt in 1..=ATTEMPTS {
        // One pair at a time: the least of many short times may be one cut off by the system's steps.
        let long_enough = SHORTEST * attempt;
        before = time_to_compile(&small, backend, long_enough);
        after = time_to_compile(&large, backend, long_enough);
        if after < before * MOST_TIME_PER_DOUBLING.powi(DOUBLINGS as i32) {
            return None;
        }
    }
    let ratio = (after / before).powf(1.0 / f64::from(DOUBLINGS));
    Some(format!(
        "{} on {backend:?}: {ratio:.2} times the time for twice the size, {:.1} ms at last",
        shape.what,
        after * 1e3
    ))
}

fn fuel_to_compile(source: &str, backend: Backend) -> u64 {
    let mut engine = Engine::builder().native_stack(NATIVE_STACK).backend(backend).build().expect("an engine");
    let before = engine.stats().fuel;
    assert!(engine.check("nested.js", source).is_ok());
    engine.stats().fuel - before
}

/// Returns the seconds of processor time, measured for at least so long.
fn time_to_compile(source: &str, backend: Backend, long_enough: Duration) -> f64 {
    let mut engine = Engine::builder().native_stack(NATIVE_STACK).backend(backend).build().expect("an engine");
    let clock = Clock::start();
    let mut runs = 0;
    while runs == 0 || clock.elapsed() < long_enough {
        let checked = engine.check("nested.js", source);
        assert!(checked.is_ok(), "{checked:?}\n{}", &source[..200]);
        runs += 1;
    }
    clock.elapsed().as_secs_f64() / f64::from(runs)
}

/// A row of the table of shapes.
#[derive(Copy, Clone)]
struct Shape {
    what: &'static str,
    in_function: bool,
    open: &'static str,
    /// The middle, [`INNER`] times for each level. `@` is a number, at several levels that of the level.
    inner: &'static str,
    close: &'static str,
}

fn shapes() -> Vec<Shape> {
    let table = include_str!("../../../../benches/nested_shapes.txt");
    table.lines().filter(|row| !row.starts_with('#')).map(shape).collect()
}

fn shape(row: &'static str) -> Shape {
    let fields: Vec<&str> = row.split('|').map(str::trim).collect();
    let &[what, open, inner, close] = fields.as_slice() else { panic!("not a shape: {row}") };
    Shape { what: what.trim_end_matches(" *"), in_function: what.ends_with('*'), open, inner, close }
}

impl Shape {
    fn source(&self, depth: usize) -> String {
        let numbered = |text: &str, number: usize| text.replace('@', &number.to_string());
        let mut source = if self.in_function { "(function(a){".to_owned() } else { String::new() };
        source.extend((0..depth).map(|level| numbered(self.open, level)));
        source.extend((0..depth * INNER).map(|number| numbered(self.inner, number % depth)));
        source.push_str(&self.close.repeat(depth));
        source.push_str(if self.in_function { "})" } else { "" });
        source
    }
}
