//! The work of compiling grows with the source (rows C07 and C24 of the seed map): at most 2.5 times for twice the
//! size. That holds for fuel and for processor time, which alone shows work that is not counted.

use std::thread;
use std::time::Duration;

use ferrotape::script::Compiler;
use ferrotape::{Backend, Engine};

use crate::support::Clock;

/// Enough for 200 nested functions.
const NATIVE_STACK: usize = 16 << 20;

#[test]
fn seed_c24_compile_time_grows_with_the_size() {
    /// Three doublings.
    const GROWTH: usize = 8;
    const ATTEMPTS: usize = 10;
    // From here on common allocators keep large pieces. Fresh memory would make the larger text slower.
    drop(std::hint::black_box(vec![0u8; 30 << 20]));
    for ((what, small), (_, large)) in grown_sources(2000).into_iter().zip(grown_sources(2000 * GROWTH)) {
        let (before, after) = (fuel_to_compile(&small), fuel_to_compile(&large));
        assert!(after < before * 125 / 8, "{what}: fuel {before}, then {after}");
        let (mut before, mut after) = (u128::MAX, u128::MAX);
        let is_linear = (0..ATTEMPTS).any(|_| {
            (before, after) = (before.min(time_to_compile(&small)), after.min(time_to_compile(&large)));
            after < before * 125 / 8
        });
        assert!(is_linear, "{what}: {before} ns for {} bytes, {after} ns for {} bytes", small.len(), large.len());
    }
}

/// Saving code grows with the source, with its text and without.
#[test]
fn seed_c24_saving_grows_with_the_size() {
    const GROWTH: usize = 8;
    const ATTEMPTS: usize = 10;
    const CALLS: usize = 4000;
    /// The system counts processor time in steps of milliseconds.
    const LEAST_NANOSECONDS: u128 = 4_000_000;
    let save = |backend: Backend, has_text: bool, source: &str| {
        let compiler = Compiler::new().backend(backend);
        let compiler = if has_text { compiler } else { compiler.without_text() };
        let clock = Clock::start();
        let bytes = compiler.script("grown.js", source).expect("it compiles").to_bytes();
        assert!(bytes.is_ok_and(|bytes| bytes.len() > source.len() / 4));
        clock.elapsed().as_nanos()
    };
    let calls = |count: usize| (0..count).map(|n| format!("a.b{n}(c, i);\n")).collect::<String>();
    let closures = |count: usize| (0..count).map(|n| format!("a(() => c + {n});")).collect::<String>();
    let in_function = |body: String| format!("function f(a, c, i) {{ {body} }}");
    let source = |kind: usize, count: usize| match kind {
        0 => in_function(calls(count)),
        1 => calls(count),
        2 => in_function(closures(count)),
        _ => nested_functions(count / 500),
    };
    for backend in [Backend::Register, Backend::Stack] {
        for (kind, has_text) in (0..4).flat_map(|kind| [(kind, true), (kind, false)]) {
            let (small, large) = (source(kind, CALLS), source(kind, CALLS * GROWTH));
            // As much text at any depth.
            let most = if kind == 3 { 4 } else { 16 };
            let (mut before, mut after) = (u128::MAX, u128::MAX);
            let is_linear = (0..ATTEMPTS).any(|_| {
                before = before.min(save(backend, has_text, &small));
                after = after.min(save(backend, has_text, &large));
                after < before.max(LEAST_NANOSECONDS) * most
            });
            assert!(is_linear, "{backend:?}, kind {kind}, text {has_text}: {before} ns, then {after} ns");
        }
    }
}

#[test]
fn seed_c24_five_megabytes_compile() {
    let part = "var object = {count: 0, list: [1, 2, 3]};\nfunction step(a, b) { if (a > b) { object.count += a - b; } return a * 2 + 'text'; }\n";
    let source = part.repeat(5_000_000 / part.len());
    let per_byte = |source: &str| time_to_compile(source) / source.len() as u128;
    let (small, large) = (per_byte(&part.repeat(1000)), per_byte(&source));
    assert!(large < 4 * (small + 1), "{small} and {large} ns per byte");
}

#[test]
fn seed_c07_each_character_is_parsed_once_however_deep_functions_nest() {
    let thread = thread::Builder::new().stack_size(NATIVE_STACK + (2 << 20));
    let measuring = thread.spawn(|| [1, 20, 200].map(|depth| time_to_compile(&nested_functions(depth))));
    let [flat, middle, deep] = measuring.expect("a thread").join().expect("no panic");
    assert!(middle < flat * 4 && deep < flat * 4, "{flat} ns, {middle} for 20 levels, {deep} for 200 levels");
}

fn fuel_to_compile(source: &str) -> u64 {
    let mut engine = Engine::builder().native_stack(NATIVE_STACK).build().expect("an engine");
    let before = engine.stats().fuel;
    assert!(engine.check("grown.js", source).is_ok());
    engine.stats().fuel - before
}

/// Returns the processor time for compiling a source, in nanoseconds. The system counts it in steps of milliseconds.
fn time_to_compile(source: &str) -> u128 {
    const LONG_ENOUGH: Duration = Duration::from_millis(50);
    let mut engine = Engine::builder().native_stack(NATIVE_STACK).build().expect("an engine");
    let clock = Clock::start();
    let mut runs = 0;
    while runs == 0 || clock.elapsed() < LONG_ENOUGH {
        let checked = engine.check("grown.js", source);
        assert!(checked.is_ok(), "{checked:?}\n{}", &source[..200]);
        runs += 1;
    }
    clock.elapsed().as_nanos() / runs
}

/// Returns functions nested to a depth, with the same amount of text at each level.
fn nested_functions(depth: usize) -> String {
    let body = "if (a > b) { b = a + 1; } else { a = b.c; } for (var i = 0; i < 10; i++) { a += i; } "
        .repeat(2000 / depth.max(1));
    let open: String = (0..depth).map(|n| format!("return function f{n}(a, b) {{ {body}")).collect();
    format!("(function () {{ {open} {} }})", "}".repeat(depth))
}

/// Returns generated sources that grow with a number, by their kind.
fn grown_sources(size: usize) -> Vec<(&'static str, String)> {
    let repeated = |item: &dyn Fn(usize) -> String| (0..size).map(item).collect::<String>();
    let in_function = |body: String| format!("function f(a, b) {{ {body} }}");
    vec![
        ("statements", repeated(&|n| format!("x = y + {};\n", n % 100))),
        ("globals", repeated(&|n| format!("var v{n} = {n}; v{n}++;"))),
        ("functions", repeated(&|n| format!("function f{n}(a) {{ return a + f{}(a); }}", n / 2))),
        ("closures", in_function(repeated(&|n| format!("b(function () {{ return a + {n}; }});")))),
        ("numbers", in_function(repeated(&|n| format!("a({n}.5);")))),
        ("strings", in_function(repeated(&|n| format!("a('text {n}');")))),
        ("names of properties", in_function(repeated(&|n| format!("a.p{n} = b.q{n};")))),
        ("methods", in_function(repeated(&|n| format!("a.b{n}(b, {n});")))),
        ("suspensions", format!("function* f(a) {{ {} }}", repeated(&|n| format!("{{ let v{n} = a; yield v{n} }}")))),
        ("elements", format!("[{}]", repeated(&|n| format!("{n},")))),
        ("members", format!("({{ {} }})", repeated(&|n| format!("k{n}: {n},")))),
        ("operands", format!("x = 0{}", repeated(&|n| format!(" + y{}", n % 10)))),
        ("concatenated constants", format!("x = ''{}", repeated(&|n| format!(" + 't{}'", n % 10)))),
        ("conditions", in_function(repeated(&|n| format!("if (a && b || a === {n}) b = {n}; else a();")))),
        ("cases", in_function(format!("switch (a) {{ {} }}", repeated(&|n| format!("case 'c{n}': b({n}); break;"))))),
        ("dense cases", in_function(format!("switch (a) {{ {} }}", repeated(&|n| format!("case {n}: b(); break;"))))),
        ("catchers", in_function(repeated(&|n| format!("try {{ a({n}); }} catch (e) {{ b(e); }} finally {{ a(); }}")))),
        ("loops", in_function(repeated(&|n| format!("for (var i in a) {{ if (b) continue; if (a) break; b({n}); }}")))),
        ("labels", in_function(repeated(&|n| format!("l{n}: for (;;) {{ while (a) continue l{n}; break l{n}; }}")))),
        ("direct evals", in_function(repeated(&|n| format!("eval(a); x{n} = y{n};")))),
        ("a long chain", format!("x{}", repeated(&|n| format!(".p{}(1)[2]", n % 10)))),
        ("a long text", format!("x = '{}'", repeated(&|_| "text with \\u0041 escapes ".to_owned()))),
        ("comments", repeated(&|_| "/* comment */ // another\n".to_owned())),
    ]
}
