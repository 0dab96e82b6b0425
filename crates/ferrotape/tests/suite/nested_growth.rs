//! How the work of compiling grows with the depth of nesting and with what is nested, both at once: twice the source takes at
//! most 2.5 times the time, whatever is in whatever.

use std::thread;
use std::time::Duration;

use ferrotape::{Backend, Engine};

use crate::support::Clock;

const NATIVE_STACK: usize = 256 << 20;
/// Two doublings: work that is the product of depth and size grows sixteenfold.
const DOUBLINGS: u32 = 2;
const MOST_PER_DOUBLING: f64 = 2.5;
/// From here on functions are compiled in wide mode, where depth takes registers.
const DEPTH: usize = 300;
const INNER: usize = 40;
/// The least of several times is taken, and several times more where it is too long: other tests run at the same time.
const ATTEMPTS: usize = 6;

#[test]
fn nested_sources_compile_in_time_that_grows_with_their_size() {
    let thread = thread::Builder::new().stack_size(NATIVE_STACK + (8 << 20));
    let slow = thread.spawn(|| {
        let shapes =
            SHAPES.iter().flat_map(|shape| [Backend::Register, Backend::Stack].map(|backend| (shape, backend)));
        shapes.filter_map(|(shape, backend)| too_slow(shape, backend)).collect::<Vec<String>>()
    });
    let slow = slow.expect("a thread").join().expect("no panic");
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// In words, if it is.
fn too_slow(shape: &Shape, backend: Backend) -> Option<String> {
    let most = MOST_PER_DOUBLING.powi(DOUBLINGS as i32);
    let (small, large) = (shape.source(DEPTH), shape.source(DEPTH << DOUBLINGS));
    let (mut before, mut after) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ATTEMPTS {
        before = before.min(time_to_compile(&small, backend));
        after = after.min(time_to_compile(&large, backend));
        if after < before * most {
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

/// Seconds of processor time.
fn time_to_compile(source: &str, backend: Backend) -> f64 {
    const LONG_ENOUGH: Duration = Duration::from_millis(10);
    let mut engine = Engine::builder().native_stack(NATIVE_STACK).backend(backend).build().expect("an engine");
    let clock = Clock::start();
    let mut runs = 0;
    while runs == 0 || clock.elapsed() < LONG_ENOUGH {
        let checked = engine.check("nested.js", source);
        assert!(checked.is_ok(), "{checked:?}\n{}", &source[..200]);
        runs += 1;
    }
    clock.elapsed().as_secs_f64() / f64::from(runs)
}

struct Shape {
    what: &'static str,
    first: &'static str,
    open: &'static str,
    /// In the middle, [`INNER`] times for each level. `@` is a number, that of a level where there are so many.
    inner: &'static str,
    close: &'static str,
}

impl Shape {
    fn source(&self, depth: usize) -> String {
        let numbered = |text: &str, number: usize| text.replace('@', &number.to_string());
        let mut source = self.first.to_owned();
        source.extend((0..depth).map(|level| numbered(self.open, level)));
        source.extend((0..depth * INNER).map(|number| numbered(self.inner, number % depth)));
        source.push_str(&self.close.repeat(depth));
        source.push_str(if self.first.is_empty() { "" } else { "})" });
        source
    }
}

const fn shape(what: &'static str, open: &'static str, inner: &'static str, close: &'static str) -> Shape {
    Shape { what, first: "", open, inner, close }
}

const fn in_function(what: &'static str, open: &'static str, inner: &'static str, close: &'static str) -> Shape {
    Shape { what, first: "(function(a){", open, inner, close }
}

const SHAPES: &[Shape] = &[
    shape("free names in functions", "(function(){", "x;", "})"),
    shape("many free names in functions", "(function(){", "x@;", "})"),
    in_function("a captured name in functions", "(function(){", "a;", "})"),
    shape("captured names of each function", "(function(p@){", "p@;", "})"),
    shape("names of each function captured by the next", "(function(p@){x(p@);(function(){p@});", "x;", "})"),
    shape("variables of functions", "(function(){", "var v@;", "})"),
    shape("functions that name themselves", "(function g@(){", "g@;", "})"),
    shape("function declarations", "function f@(){", "f@;", "}"),
    shape("arguments of functions", "(function(){arguments;", "x;", "})"),
    in_function("catch blocks and free names", "try{}catch(e){", "x;", "}"),
    in_function("catch blocks and their variable", "try{}catch(e){", "e;", "}"),
    in_function("catch blocks and var of the same name", "try{}catch(e){", "var e;", "}"),
    in_function("catch blocks and var of other names", "try{}catch(e@){", "var v@;", "}"),
    in_function("catch blocks and closures", "try{}catch(e@){(function(){e@});", "e@;", "}"),
    in_function("try blocks and returns", "try{", "if(a)return;", "}finally{a}"),
    in_function("try blocks and calls", "try{", "a();", "}finally{a}"),
    in_function("finally blocks", "try{a}finally{", "a;", "}"),
    in_function("labels and labels", "l@:{", "m:;", "}"),
    in_function("labels on one statement", "l@:", ";", ""),
    in_function("loops over names", "for(var i in a){", "if(a)break;", "}"),
    in_function("with and names", "with(a){", "x@;", "}"),
    in_function("with and variables", "with(a){", "var v@;", "}"),
    in_function("with and functions", "with(a){(function(){", "x@;", "})}"),
    in_function("direct eval and names", "(function(){eval('');", "x@;", "})"),
    in_function("direct eval and variables", "(function(){eval('');", "var v@;", "})"),
    in_function("direct eval inside and names", "(function(v@){", "eval('');v@;", "})"),
    in_function("blocks and functions", "{", "function f@(){}", "}"),
    in_function("blocks with functions", "{function f@(){}", "f@;", "}"),
    in_function("blocks with one function", "{function f(){}", "f;", "}"),
    in_function("blocks and variables", "{", "var v@;", "}"),
    in_function("switches and names", "switch(a){case 1:", "x@;", "}"),
    in_function("switches and breaks", "switch(a){case 1:", "if(a)break;", "}"),
    in_function("switches with functions", "switch(a){case 1:function f@(){}", "f@;", "}"),
    in_function("conditions", "if(a){", "x;", "}else a;"),
    shape("arrays", "x=[", "1,", "]"),
    shape("calls", "x(", "+1", ")"),
];
