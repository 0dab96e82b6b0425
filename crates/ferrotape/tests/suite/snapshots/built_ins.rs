//! Changes by scripts to built-in objects that are not in their properties.

use ferrotape::handles::Property;
use ferrotape::{Backend, Call, Engine, ErrorKind, Object};

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
    // The first property of all, which leaves its place.
    (
        "delete globalThis.Object",
        "[typeof Object, Reflect.ownKeys(globalThis)[0], typeof Function].join()",
        "undefined,Function,function",
    ),
    (
        "Object.freeze(globalThis)",
        "[Object.isFrozen(globalThis), Reflect.set(globalThis, 'Map', 1), typeof Map].join()",
        "true,false,function",
    ),
    (
        "Object.defineProperty(globalThis, 'escape', { enumerable: true, writable: false }); Object.seal(Math)",
        "[globalThis.propertyIsEnumerable('escape'), Reflect.set(globalThis, 'escape', 1), Object.isSealed(Math), Math.abs(-1)].join()",
        "true,false,true,1",
    ),
    (
        "const { get } = Object.getOwnPropertyDescriptor(Map.prototype, 'size');
         Object.defineProperty(Map.prototype, 'size', { get() { return 10 + get.call(this) } })",
        "new Map([[1, 1]]).size",
        "11",
    ),
    // Behind the others, though all of them are there.
    (
        "const { abs } = Math; delete Math.abs; Math.abs = abs",
        "[Reflect.ownKeys(Math).at(-1), Object.keys(Math), Math.abs(-1)].map(String).join()",
        "Symbol(Symbol.toStringTag),abs,1",
    ),
    (
        "Math.first = 1; delete Math.first; Math.last = parseInt; Object.setPrototypeOf(Reflect, Array.prototype)",
        "[Object.keys(Math), Math.last('3'), Reflect instanceof Array].join()",
        "last,3,true",
    ),
    (
        "Object.defineProperty(parseInt, 'name', { value: 'a' + 'b' }); Object.preventExtensions(Map.prototype); delete Math.trunc",
        "[parseInt.name, Object.isExtensible(Map.prototype), typeof Math.trunc, typeof Math.abs].join()",
        "ab,false,undefined,function",
    ),
    ("[Math.max, Math.min] = [Math.min, Math.max]", "[Math.max(1, 2), Math.min(1, 2), Math.max.name].join()", "1,2,min"),
    (
        "[globalThis.Math, globalThis.JSON] = [JSON, Math]",
        "[Math.parse('[1]')[0], JSON.abs(-2), Math[Symbol.toStringTag], JSON.PI === 3].join()",
        "1,2,JSON,false",
    ),
    ("globalThis.Math = JSON", "[Math === JSON, Math.stringify([1]), Math.PI].join()", "true,[1],"),
    (
        "const before = Math; globalThis.Math = Object.create(before); Math.own = 1; globalThis.Reflect = before",
        "[Math.own, Object.getPrototypeOf(Math) === Reflect, Reflect.max(1, 2), Math.hasOwnProperty('PI')].join()",
        "1,true,2,false",
    ),
    // All that no script can remove has other attributes.
    (
        "globalThis.Math = Object.freeze({ E: 1, LN10: 2, LN2: 3, LOG10E: 4, LOG2E: 5, PI: 6, SQRT1_2: 7, SQRT2: 8 })",
        "[Math.PI, Object.isFrozen(Math), Object.keys(Math).length].join()",
        "6,true,8",
    ),
    (
        "globalThis.JSON = Object.freeze({ __proto__: null, E: 1 }); globalThis.Reflect = [1, 2]; globalThis.Atomics = () => 7",
        "[JSON.E, Reflect.length, Atomics(), Object.isFrozen(JSON)].join()",
        "1,2,7,true",
    ),
    (
        "Symbol.mine = Symbol('s'); Math[Symbol.mine] = 1; Object.defineProperty(Map.prototype, Symbol.for('x'), { value: 2n });
         [Map.prototype.get, Map.prototype.has] = [Map.prototype.has, Map.prototype.get]; globalThis.Set = Map",
        "[Math[Symbol.mine], Map.prototype[Symbol.for('x')], new Map([[1, 5]]).has(1), Set === Map].join()",
        "1,2,5,true",
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
            let of_fork = engine.fork().expect("a copy").snapshot().expect("it can be written as well");
            let of_fork = Engine::restore(&of_fork).expect(change);
            let keys = engine.eval::<String>(KEYS).expect("a string");
            for mut engine in [engine, restored, copy, of_fork] {
                let told = engine.eval::<String>(&format!("String({tell})")).expect("a string");
                assert_eq!(told, *expected, "{change}");
                assert_eq!(engine.eval::<String>(KEYS).expect("a string"), keys, "{change}");
            }
        }
    }
}

/// Own keys of some built-in objects, in their order.
const KEYS: &str =
    "[globalThis, Math, JSON, Map.prototype, parseInt].flatMap(Reflect.ownKeys ?? (() => [])).map(String).join()";

/// A script changes built-ins of a realm that the restoring engine makes itself.
#[test]
fn built_in_objects_of_each_realm_are_what_scripts_have_made_of_them() {
    let mut engine = Engine::new();
    let realm = engine.new_realm().expect("room");
    engine.set_global("other", realm.global()).expect("room");
    let text = "other.Math.abs = 1; [other.Math.max, other.Math.min] = [other.Math.min, other.Math.max]; delete other.Object;
        other.Map.prototype.own = Math; Math.own = other.JSON; other.JSON.parse = JSON.parse; other.Reflect = other.Math; delete other.parseInt";
    engine.run("change.js", text).expect("a script that ends");
    let tell = "[other.Math.abs, other.Math.max(1, 2), typeof other.Object, other.Map.prototype.own === Math, Math.own === other.JSON,
        other.JSON.parse === JSON.parse, other.Reflect === other.Math, typeof other.parseInt, typeof parseInt, Math.max(1, 2)].join()";
    let bytes = engine.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore(&bytes).expect("what was written");
    let again = restored.snapshot().expect("it can be written again");
    let copy = Engine::restore(&again).expect("what was written again");
    for mut engine in [engine, restored, copy] {
        let told = engine.eval::<String>(tell).expect("a string");
        assert_eq!(told, "1,1,undefined,true,true,true,true,undefined,function,2");
    }
}

/// Changes that a host makes to the built-ins of an engine before scripts run.
type Change = fn(&mut Engine);

fn object(engine: &mut Engine, path: [&str; 2]) -> Object {
    let first: Object = engine.global().get(engine, path[0]).expect("it is there");
    if path[1].is_empty() { first } else { first.get(engine, path[1]).expect("it is there") }
}

const NOTHING: Change = |_| {};

const ADDED: Change = |engine| engine.set_global("added", 1).expect("room");

/// Its text is in the restored engine nowhere else.
const RENAMED: Change = |engine| {
    let property = Property::value("renamed").configurable();
    object(engine, ["parseInt", ""]).define(engine, "name", property).expect("room");
};

const NAMELESS: Change = |engine| {
    assert!(object(engine, ["parseInt", ""]).delete(engine, "name").expect("room"));
};

/// The function is at `Map.prototype[Symbol.iterator]` as well.
const REPLACED: Change = |engine| object(engine, ["Map", "prototype"]).set(engine, "entries", 5).expect("room");

const REMOVED: Change = |engine| {
    assert!(object(engine, ["Map", "prototype"]).delete(engine, "entries").expect("room"));
};

/// Hosts change built-ins in one of the engines, or in both: the bytes say what they were in the one that was written.
#[test]
fn hosts_change_built_in_objects_before() {
    let script = "globalThis.own = 1; parseInt.own = 1; Map.prototype.own = 1";
    let tell = "[typeof added, parseInt.name, String(Map.prototype.entries === Map.prototype[Symbol.iterator]), 'entries' in Map.prototype,
        Map.prototype.own + parseInt.own + own, Reflect.ownKeys(parseInt), Object.keys(Map.prototype), typeof Map.prototype.get].join()";
    let cases: [(Change, &str); 6] = [
        (NOTHING, "undefined,parseInt,true,true,3,length,name,own,own,function"),
        (ADDED, "number,parseInt,true,true,3,length,name,own,own,function"),
        (RENAMED, "undefined,renamed,true,true,3,length,name,own,own,function"),
        (NAMELESS, "undefined,,true,true,3,length,own,own,function"),
        (REPLACED, "undefined,parseInt,false,true,3,length,name,own,own,function"),
        (REMOVED, "undefined,parseInt,false,false,3,length,name,own,own,function"),
    ];
    for backend in [Backend::Register, Backend::Stack] {
        let ready = |change: Change| {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            change(&mut engine);
            engine
        };
        for (place, (before, expected)) in cases.iter().enumerate() {
            for (other, (after, _)) in cases.iter().enumerate() {
                let mut engine = ready(*before);
                engine.run("own.js", script).expect("a script that ends");
                let bytes = engine.snapshot().expect("all of it can be written");
                let mut restored = Engine::restore_into(ready(*after), &bytes).expect("what was written");
                let again = restored.snapshot().expect("it can be written again");
                let copy = Engine::restore_into(ready(*before), &again).expect("what was written again");
                for mut engine in [engine, restored, copy] {
                    let told = engine.eval::<String>(tell).expect("a string");
                    assert_eq!(told, *expected, "{place} restored into {other}");
                }
            }
        }
    }
}

/// A host may have used what the other engine has not made yet.
#[test]
fn hosts_use_built_in_objects_before() {
    for (script, can_change) in [("globalThis.own = 1", true), ("globalThis.own = 1; Object.freeze(globalThis)", false)]
    {
        let mut engine = Engine::new();
        engine.run("own.js", script).expect("a script that ends");
        let bytes = engine.snapshot().expect("all of it can be written");
        let mut used = Engine::new();
        let made: Object = used.global().get(&mut used, "Map").expect("it is there");
        drop(made);
        let mut restored = Engine::restore_into(used, &bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let copy = Engine::restore(&again).expect("what was written again");
        let tell = "[own, new Map([[1, 2]]).get(1), globalThis.propertyIsEnumerable('Map'), Reflect.set(globalThis, 'Map', 1)].join()";
        for mut engine in [engine, restored, copy] {
            assert_eq!(engine.eval::<String>(tell).expect("a string"), format!("1,2,false,{can_change}"));
        }
    }
}

/// A number that a host has put into the place of what is made later is not taken for that.
#[test]
fn what_a_host_has_replaced_is_not_made_later() {
    let mut engine = Engine::new();
    engine.run("own.js", "globalThis.own = 1").expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let mut other = Engine::new();
    other.set_global("Map", 5).expect("room");
    let error = Engine::restore_into(other, &bytes).err().expect("it is refused");
    assert!(error.message().contains("cannot be made later"), "{}", error.message());
}

/// A function that a host has taken away altogether is nowhere to be found.
#[test]
fn what_a_host_has_removed_is_missing() {
    let mut engine = Engine::new();
    engine.run("own.js", "Map.prototype.own = Map.prototype.get").expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let mut other = Engine::new();
    assert!(object(&mut other, ["Map", "prototype"]).delete(&mut other, "get").expect("room"));
    let error = Engine::restore_into(other, &bytes).err().expect("it is refused");
    assert!(error.message().contains("there is no such object"), "{}", error.message());
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
    for text in ["var y = 1", "delete Array.prototype.filter"] {
        let mut used = Engine::new();
        used.run("b.js", text).expect("it runs");
        let error = Engine::restore_into(used, &bytes).err().expect("it is refused");
        assert!(error.message().contains("code has run in the engine"), "{text}: {}", error.message());
    }
    // What can be taken back is.
    let mut used = Engine::new();
    used.run("b.js", "Array.prototype.zip = 1; Math.own = 1").expect("it runs");
    let mut restored = Engine::restore_into(used, &bytes).expect("what was written");
    let told =
        restored.eval::<String>("[typeof Array.prototype.zip, typeof Array.prototype.map, x, Math.abs(-1)].join()");
    assert_eq!(told.expect("a string"), "undefined,undefined,5,1");
}

/// Its jobs and calls would continue among those of the other engine.
#[test]
fn an_engine_whose_own_jobs_or_calls_wait_is_not_restored_into() {
    let used = |text: &str| {
        let mut engine = Engine::new();
        engine.define_call("search", Call::promise()).expect("a function");
        engine.run("b.js", text).expect("it runs");
        engine
    };
    let bytes = used("0").snapshot().expect("it can be written");
    for text in ["Promise.resolve(1).then(n => { globalThis.late = n })", "search('words')"] {
        let error = Engine::restore_into(used(text), &bytes).err().expect("it is refused");
        assert!(error.kind() == ErrorKind::Usage && error.message().contains("of its own"), "{text}: {error}");
    }
    let mut answered = used("search('words')");
    answered.answer(0, ()).expect("it waits");
    answered.run_jobs().expect("they run");
    assert_eq!(Engine::restore_into(answered, &bytes).expect("what was written").eval::<u8>("6 * 7"), Ok(42));
}
