//! Changes by scripts to built-in objects that are not in their properties.

use ferrotape::{Backend, Engine};

/// A script, and an expression that shows its effect.
const CHANGES: &[(&str, &str, &str)] = &[
    ("Array.prototype.length = 5", "Array.prototype.length", "5"),
    (
        "Object.defineProperty(Array.prototype, 'length', { writable: false })",
        "Object.getOwnPropertyDescriptor(Array.prototype, 'length').writable",
        "false",
    ),
    ("Array.prototype.push('a', 'b')", "[Array.prototype.length, [][1], [, 'c'][0]].join()", "2,b,a"),
    (
        "Array.prototype[70_000] = 'far'; Array.prototype.push('on')",
        "[][70_000] + [][70_001] + Array.prototype.length",
        "faron70002",
    ),
    (
        "Array.prototype.push(1, 2); delete Array.prototype[1]; Object.freeze(Array.prototype)",
        "[Array.prototype.length, Object.isFrozen(Array.prototype), [][0], [][1]].join()",
        "2,true,1,",
    ),
    (
        "Object.prototype[1] = 'o'; Function.prototype[1] = 'f'; String.prototype[1] = 's'",
        "[{}[1], (() => 0)[1], 's'[1], [, ,][1]].join()",
        "o,f,s,o",
    ),
    (
        "class Mark extends (function (it) { return it }) { #n = 1; static of(it) { return it.#n++ } }
         [Math, Array.prototype, Array, globalThis, parseInt].forEach(it => new Mark(it)); Mark.of(Math)",
        "[Math, Array.prototype, Array, globalThis, parseInt].map(Mark.of).join()",
        "2,1,1,1,1",
    ),
];

#[test]
fn built_in_objects_are_what_scripts_have_made_of_them() {
    for backend in [Backend::Register, Backend::Stack] {
        for (change, tell, expected) in CHANGES {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            engine.run("change.js", *change).expect("a script that ends");
            let bytes = engine.snapshot().expect("all of it can be written");
            let mut restored = Engine::restore(&bytes).expect(change);
            let again = restored.snapshot().expect("it can be written again");
            let copy = Engine::restore(&again).expect(change);
            for mut engine in [engine, restored, copy] {
                let told = engine.eval::<String>(&format!("String({tell})")).expect("a string");
                assert_eq!(told, *expected, "{change}");
            }
        }
    }
}

/// Scripts that touch different parts of the built-ins, and change some of them.
const TOUCHES: &[&str] = &[
    "Math.max = 1",
    "JSON.parse = null; Math.sin(1)",
    "delete Map.prototype.get",
    "new Set([1, 2])",
    "Date.now = 5; Array.prototype.at = Array.prototype.map",
    "Reflect.a = {}; Object.prototype.b = 1",
    "Promise.resolve(1)",
    "[/a/.exec('a'), Symbol('c'), new WeakMap]",
    "new Proxy({}, {}); new Uint8Array(2)",
    "'x'.localeCompare('y'); isNaN = 3",
    "globalThis.Array = class extends Array {}",
    "1",
];

#[test]
fn bytes_do_not_depend_on_what_was_written_before() {
    fn written(script: &str) -> Vec<u8> {
        let mut engine = Engine::builder().seed(7).build().expect("an engine");
        engine.run("touch.js", script).expect("a script that ends");
        engine.snapshot().expect("all of it can be written")
    }
    let first: Vec<Vec<u8>> = TOUCHES.iter().map(|script| written(script)).collect();
    let first = &first;
    std::thread::scope(|scope| {
        for thread in 0..3 {
            scope.spawn(move || {
                for turn in 0..2 * TOUCHES.len() {
                    let at = (turn * 5 + thread) % TOUCHES.len();
                    assert!(written(TOUCHES[at]) == first[at], "{}", TOUCHES[at]);
                    let again =
                        Engine::restore(&first[at]).expect(TOUCHES[at]).snapshot().expect("it can be written again");
                    Engine::restore(&again).expect(TOUCHES[at]);
                }
            });
        }
    });
}

#[test]
fn an_engine_in_which_code_has_run_is_told_as_what_does_not_fit() {
    let mut engine = Engine::new();
    engine.run("a.js", "var x = 5; delete Array.prototype.map").expect("it runs");
    let bytes = engine.snapshot().expect("it can be written");
    for text in ["var y = 1", "delete Array.prototype.filter", "Array.prototype.zip = 1"] {
        let mut used = Engine::new();
        used.run("b.js", text).expect("it runs");
        let error = Engine::restore_into(used, &bytes).err().expect("it is refused");
        assert!(error.message().contains("code has run in the engine"), "{text}: {}", error.message());
    }
}
