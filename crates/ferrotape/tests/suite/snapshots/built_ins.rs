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
