//! The cost of frames, scopes, handlers and enumerations. Fuel is about one per instruction, in functions of any size
//! and with any part of them running. Measured in processor time, which alone shows work that is not counted.

use std::thread;
use std::time::Duration;

use ferrotape::{Backend, Engine, Termination};

use crate::support::{Clock, Outcome, check_all, expect, run};

/// Enough for the part of a program before its endless part.
const FUEL: u64 = 3_000_000;

/// Ten times as long as so many instructions take.
const MOST: Duration = Duration::from_millis(3000);

/// Enough for deeply nested statements.
const NATIVE_STACK: usize = 16 << 20;

fn repeat(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

/// Endless programs, each with much of something that one instruction could have to search.
fn programs() -> Vec<String> {
    let withs = |count| repeat(count, |_| "with (o) x = 1;".to_owned());
    let tries = repeat(16_000, |n| format!("try {{ c({n}) }} catch (e) {{ }}"));
    let captured = repeat(5000, |_| "try { c() } catch (e) { c(function () { return e }) }".to_owned());
    let variables = repeat(20_000, |n| format!("var v{n} = {n};"));
    let parameters = repeat(30_000, |n| format!("p{n},")) + "p";
    let hidden = "var p = {}; for (var i = 0; i < 50000; i++) Object.defineProperty(p, 'k' + i, { value: 1 });";
    let chain = "for (var i = 0; i < 50000; i++) p = Object.create(p);";
    let bound = "var f = function () { }; for (var i = 0; i < 50000; i++) f = f.bind(null);";
    let nested_withs = "with (o) {".repeat(1500);
    let ends = "}".repeat(1500);
    vec![
        // Scopes that are not entered, and scopes that are.
        format!("function f(o, c) {{ if (c) {{ {} }} }} for (;;) f({{}}, false)", withs(20_000)),
        format!(
            "function f(o, c) {{ if (c) {{ {} }} for (;;) try {{ throw 1 }} catch (e) {{ }} }} f({{}}, false)",
            withs(20_000)
        ),
        format!("function f(o) {{ for (;;) {{ {nested_withs} x = y {ends} }} }} var x, y; f({{}})"),
        format!("function f(o) {{ {nested_withs} for (;;) try {{ throw x }} catch (x) {{ }} {ends} }} var x; f({{}})"),
        format!("function f(o) {{ l: for (;;) {{ {nested_withs} break l {ends} }} }} for (;;) f({{}})"),
        format!("function f(c) {{ if (c) {{ {captured} }} }} for (;;) f(false)"),
        format!("for (;;) {{ {} }}", repeat(3000, |n| format!("function g{n}() {{ return g{n} }}"))),
        // Handlers.
        format!("function f(c) {{ if (c) {{ {tries} }} for (;;) try {{ throw 1 }} catch (e) {{ }} }} f(false)"),
        format!("function f(c) {{ if (c) {{ {tries} }} throw 1 }} for (;;) try {{ f(false) }} catch (e) {{ }}"),
        format!(
            "function f() {{ {} for (;;) try {{ throw 1 }} catch (e) {{ }} {} }} f()",
            "try {".repeat(1500),
            "} finally { }".repeat(1500)
        ),
        "function f(n) { if (n) f(n - 1); else throw 1 } for (;;) try { f(20000) } catch (e) { }".to_owned(),
        "function f(n) { var a = n; g = function () { return a }; if (n) f(n - 1); else throw 1 } \
         for (;;) try { f(20000) } catch (e) { }"
            .to_owned(),
        "function f(n) { try { if (n) f(n - 1); else throw 1 } finally { n++ } } for (;;) try { f(5000) } catch (e) { }"
            .to_owned(),
        // Names and registers.
        format!("function f(c) {{ if (c) {{ {variables} }} }} for (;;) f(false)"),
        format!("function f(o) {{ {variables} eval(''); with (o) for (;;) v0 = v19999 }} f({{}})"),
        format!("function f(o) {{ {variables} eval(''); for (;;) (function () {{ nowhere = v1 }})() }} f({{}})"),
        format!("function f() {{ eval('{variables}'); for (;;) v0 = v19999 }} f()"),
        format!("function f() {{ eval('{variables}'); for (;;) {{ delete v77; eval('var v77') }} }} f()"),
        format!("function f({parameters}) {{ return arguments.length }} for (;;) f(1)"),
        format!("function f({parameters}) {{ return arguments.length }} for (;;) new f"),
        "function f() { return arguments.length } var a = []; a[30000] = 1; for (;;) f.apply(null, a)".to_owned(),
        // Chains of prototypes and of bound functions.
        format!("{hidden} p.z = 1; var o = Object.create(p); for (;;) for (var k in o) ;"),
        format!("{hidden} var o = Object.create(p); for (;;) for (var k in o) ;"),
        format!("{hidden} var o = Object.create(p); for (i = 0; i < 50000; i++) o['l' + i] = 1; for (;;) for (k in o) ;"),
        format!("{hidden} for (;;) Object.keys(p)"),
        "var a = []; for (var i = 0; i < 50000; i++) a[4294967294 - i] = a[i * 7000] = 1; for (;;) Object.keys(a)".to_owned(),
        format!("var p = {{ z: 1 }}; {chain} for (;;) for (var k in p) ;"),
        format!("var p = {{}}; {chain} for (;;) for (var k in p) ;"),
        format!("var p = {{}}; {chain} for (;;) p.x"),
        format!("var p = {{}}; {chain} for (;;) 'x' in p"),
        format!("var p = {{}}; {chain} for (;;) p instanceof String"),
        format!("var p = {{}}; {chain} for (;;) String.isPrototypeOf(p)"),
        format!("var p = {{}}; {chain} for (;;) Object.setPrototypeOf({{}}, p)"),
        format!("var p = {{}}; {chain} with (p) for (;;) x; var x"),
        format!("{bound} for (;;) f()"),
        format!("{bound} for (;;) new f"),
        format!("{bound} for (;;) p instanceof f; var p = {{}}"),
    ]
}

fn check_fuel(backend: Backend) {
    let programs = programs();
    let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
    check_all(&programs, |program| {
        let builder = Engine::builder().backend(backend).native_stack(NATIVE_STACK).memory_limit(256 << 20).fuel(FUEL);
        let mut engine = builder.build().expect("an engine");
        let clock = Clock::start();
        let outcome = run(&mut engine, program);
        let took = clock.elapsed();
        expect(outcome == Outcome::Stopped(Termination::OutOfFuel), &outcome)?;
        if took < MOST { Ok(()) } else { Err(format!("took {took:?}")) }
    });
}

fn on_large_stack(work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(NATIVE_STACK + (2 << 20)).spawn(work);
    thread.expect("a thread").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

#[test]
fn fuel_is_about_an_instruction_however_large_functions_are() {
    on_large_stack(|| check_fuel(Backend::Register));
}

#[test]
fn fuel_is_about_an_instruction_on_the_stack_machine_too() {
    on_large_stack(|| check_fuel(Backend::Stack));
}
