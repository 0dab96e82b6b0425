//! State that scripts can only observe: the order of properties, template objects, the last match, random numbers, and
//! surrogates in the source text of functions.

use std::task::Poll;

use ferrotape::script::Compiler;
use ferrotape::{Backend, Engine, Limits};

use super::hostile;

/// Runs `before`, then `after` in the restored engine and in the original: both must give `expected`.
fn same(before: &str, after: &str, expected: &str) {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        engine.run("before.js", before).expect("a script that ends");
        let bytes = engine.snapshot().expect("it can be written");
        let empty = Engine::builder().backend(backend).build().expect("an engine");
        let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
        assert_eq!(engine.eval::<String>(after).expect("a text"), expected, "{backend:?}, as it was");
        assert_eq!(restored.eval::<String>(after).expect("a text"), expected, "{backend:?}, restored");
        let again = restored.snapshot().expect("it can be written again");
        assert!(
            Engine::builder().backend(backend).build().is_ok_and(|empty| Engine::restore_into(empty, &again).is_ok())
        );
    }
}

#[test]
fn properties_that_were_taken_away_and_put_back_come_last() {
    same(
        "var keys = (o) => Reflect.ownKeys(o).map(String).join(), known = keys(globalThis).split(',');
         var { eval: own, Array: list } = globalThis; delete globalThis.eval; delete globalThis.Array;
         globalThis.eval = own; globalThis.Array = list; delete globalThis.escape;",
        "var left = keys(globalThis).split(','), rest = known.filter((key) => !['eval', 'Array', 'escape'].includes(key));
         [left.slice(0, rest.length).join() === rest.join(), typeof escape, left.indexOf('eval') < left.indexOf('Array'), NaN].join()",
        "true,undefined,true,NaN",
    );
    same(
        "var put = (o, name, value) => Object.defineProperty(o, name, { value, configurable: true, writable: true });
         function f() {} delete f.length; f.other = 2; put(f, 'length', 3); delete f.name; put(f, 'name', 'g');
         class C { static s() {} } delete C.name; put(C, 'name', 1); delete Map.prototype.set; Map.prototype.set = 2;
         delete Math.max; Math.max = 3; var made = new f;",
        "[f, C, Math, Map.prototype].map((o) => Reflect.ownKeys(o).filter((key) => typeof key === 'string').slice(-4)).join(';')
           + (made instanceof f)",
        "prototype,other,length,name;length,prototype,s,name;tan,tanh,trunc,max;keys,values,size,settrue",
    );
}

#[test]
fn template_literals_give_the_object_that_they_gave() {
    same(
        "var seen = new WeakMap, tag = (strings) => (seen.has(strings) || seen.set(strings, ++count), seen.get(strings)), count = 0;
         function once(x) { return tag`a${x}b` } function twice() { return [1, 2].map((x) => tag`c${x}`) }
         var kept = ((strings) => strings)`kept`, mine = () => ((strings) => strings)`mine${1}`, own = mine(); once(); twice();",
        "[once(2), once(3), twice(), count, own === mine(), Object.isFrozen(mine()), mine().raw.length, kept.raw[0]].join()",
        "1,1,2,2,2,true,true,2,kept",
    );
}

/// The outermost code of an eval never runs again, unlike functions in it.
#[test]
fn template_literals_of_eval_code_are_over_with_it() {
    same(
        "var tag = (strings) => strings, [outer, f, g] = eval('var x = tag`outer`; [x, () => x, () => tag`inner`]'), inner = g();
         var [h, own] = (0, eval)('[() => own, tag`a${1}b`]');",
        "[f() === outer, outer[0], g() === inner, inner[0], own.raw.join('|')].join()",
        "true,outer,true,inner,a|b",
    );
}

#[test]
fn the_last_match_and_random_numbers_go_on() {
    same(
        "/(b)(c)?(d)/.exec('abde')",
        "[RegExp.$1, RegExp.$2, RegExp.$3, RegExp.lastMatch, RegExp['$`'], RegExp[\"$'\"], RegExp['$+'], RegExp.input].join()",
        "b,,d,bd,a,e,d,abde",
    );
    same("/x/.test('x'); RegExp.input = 'other'", "[RegExp.lastMatch, RegExp.$1, RegExp.input].join()", "x,,other");
    // A match of a subclass leaves none, and an input can be assigned then.
    let told = "['lastMatch', '$1', '$+', 'input'].map(key => { try { return RegExp[key]; } catch { return 'none'; } }).join()";
    let subclass = "/(x)/.test('x'); new class extends RegExp {}('(y)').test('y')";
    same(subclass, told, "none,none,none,none");
    same(&format!("{subclass}; RegExp.input = 'other'"), told, "none,none,none,other");
    same(&format!("{subclass}; /(z)/.test('z')"), told, "z,z,z,z");
    let mut engine = Engine::builder().seed(7).build().expect("an engine");
    engine.run("random.js", "Math.random()").expect("a script that ends");
    let bytes = engine.snapshot().expect("it can be written");
    let mut restored = Engine::restore(&bytes).expect("what was written");
    let next = |engine: &mut Engine| engine.eval::<f64>("Math.random()").expect("a number");
    assert_eq!(next(&mut engine), next(&mut restored));
    engine.seed_random(1);
    assert_ne!(next(&mut engine), next(&mut restored));
}

/// `prototype` of functions, and most globals.
#[test]
fn what_is_made_later_may_have_been_frozen() {
    let of = "(o, name) => JSON.stringify(Object.getOwnPropertyDescriptor(o, name), (key, value) => key === 'value' ? typeof value : value)";
    same(
        &format!("var of = {of}; function f() {{}} function* g() {{}} function h() {{}}
            Object.freeze(f); Object.freeze(g); Object.seal(h); var kept = Object.create(Object.freeze(function () {{}}))"),
        "[of(f, 'prototype'), of(g, 'prototype'), of(h, 'prototype'), of(Object.getPrototypeOf(kept), 'prototype'), new f instanceof f].join()",
        r#"{"value":"object","writable":false,"enumerable":false,"configurable":false},{"value":"object","writable":false,"enumerable":false,"configurable":false},{"value":"object","writable":true,"enumerable":false,"configurable":false},{"value":"object","writable":false,"enumerable":false,"configurable":false},true"#,
    );
    same(
        &format!("var of = {of}; Object.freeze(globalThis)"),
        "[of(globalThis, 'Map'), new Map([[1, 2]]).get(1), of(globalThis, 'Missing'), Object.isFrozen(globalThis), new WeakMap().has(1)].join()",
        r#"{"value":"function","writable":false,"enumerable":false,"configurable":false},2,,true,false"#,
    );
    same(
        &format!("var of = {of}; Object.seal(globalThis)"),
        "[of(globalThis, 'Set'), typeof Proxy, Object.isSealed(globalThis), Object.isFrozen(globalThis)].join()",
        r#"{"value":"function","writable":true,"enumerable":false,"configurable":false},function,true,false"#,
    );
}

/// KeepDuringJob, ECMA-262 9.10.3: until the job ends.
#[test]
fn what_was_taken_out_of_a_weak_reference_stays_alive_while_a_script_has_paused() {
    let text = "var a = new WeakRef({}), b = new WeakRef(Symbol()); for (let i = 0; i < 2000; i++); [a.deref(), b.deref()].map((x) => typeof x).join()";
    for backend in [Backend::Register, Backend::Stack] {
        let script = Compiler::new().backend(backend).script("weak.js", text).expect("a script");
        let mut first = Engine::builder().backend(backend).build().expect("an engine");
        let mut execution = script.start(&mut first).expect("a beginning");
        assert!(execution.resume::<String>(&Limits::new().fuel(1000)).is_pending());
        let bytes = execution.snapshot().expect("it can be written");
        let empty = Engine::builder().backend(backend).build().expect("an engine");
        let mut restored = Engine::restore_execution_into(empty, &bytes).expect("what was written");
        let mut execution = restored.execution();
        let again = execution.snapshot().expect("it can be written again");
        let Poll::Ready(Ok(said)) = execution.resume::<String>(&Limits::new()) else { panic!("a script that ends") };
        assert_eq!(said, "object,symbol");
        let mut engine = Engine::restore_execution(&again).expect("what was written").into_engine();
        engine.collect_garbage();
        assert_eq!(engine.eval::<String>("typeof a.deref()").expect("a text"), "undefined");
    }
}

#[test]
fn texts_of_functions_have_the_surrogates_that_they_had() {
    same(
        r#"var made = new Function("return '\uD83D'"), inner = eval("(function () { return '\uDC00' })")"#,
        r"[made.toString().length, inner.toString().charCodeAt(22).toString(16), made() === '\uD83D', escape(inner())].join()",
        "36,dc00,true,%uDC00",
    );
}

#[test]
fn any_bytes_of_what_is_remembered_are_an_error_or_an_engine() {
    let mut engine = hostile::narrow();
    let text = "var tag = (strings) => strings, f = () => tag`a${1}b`, o = f(), m = /(b)(c)?/.exec('abde');
        delete globalThis.eval; globalThis.eval = 1; delete f.name; f.name = 'n'; new Function('\\uD800', '');";
    engine.run("remembered.js", text).ok();
    let bytes = engine.snapshot().expect("it can be written");
    let calls =
        ["f() === o", "f().raw.length", "RegExp.$1 + RegExp['$`'] + RegExp[\"$'\"] + RegExp['$+']", "Math.random()"];
    hostile::any_bytes_of(&bytes, bytes.len() / 2, hostile::narrow, &calls);
}

/// Callbacks of dead targets that are due come without another collection, in the order in which they would have come. A registry
/// that nothing else leads to is there for them, and one whose callbacks a limit has taken away waits for its next dead target.
#[test]
fn callbacks_of_dead_targets_are_due_in_the_restored_engine() {
    let made = "var told = [], alive = {}, token = {}, cleared = new FinalizationRegistry(held => told.push('cleared ' + held));
        var one = new FinalizationRegistry(held => told.push(held)), other = new FinalizationRegistry(held => told.push(held.name));
        cleared.register({}, 'a');";
    let registered = "(() => {
            for (let i = 0; i < 4; i++) one.register({}, i, i % 2 ? token : undefined);
            one.register(alive, 'alive'); one.register(Symbol('s'), 's'); one.register({}, 'never', alive); one.unregister(alive);
            other.register({}, { name: 'x' });
        })();";
    let told = "told.join()";
    for backend in [Backend::Register, Backend::Stack] {
        let ready = || Engine::builder().backend(backend).build().expect("an engine");
        let mut engine = ready();
        engine.run("made.js", made).expect("a script that ends");
        engine.collect_garbage();
        engine.set_fuel(Some(0));
        assert!(engine.run_jobs().is_err(), "the limit takes the callbacks away");
        engine.set_fuel(None);
        assert!(!engine.has_jobs());
        engine.run("registered.js", registered).expect("a script that ends");
        engine.collect_garbage();
        engine.run("alone.js", "other = undefined").expect("a script that ends");

        let bytes = engine.snapshot().expect("it can be written");
        let mut restored = Engine::restore_into(ready(), &bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let mut twice = Engine::restore_into(ready(), &again).expect("what was written");
        let mut later = Vec::new();
        for engine in [&mut engine, &mut restored, &mut twice] {
            assert!(engine.has_jobs(), "{backend:?}");
            engine.run_jobs().expect("jobs that end");
            assert!(!engine.has_jobs());
            later.push(engine.eval::<String>(told).expect("a text"));
            engine
                .run("late.js", "told = []; cleared.register({}, 'b'); one.unregister(token)")
                .expect("a script that ends");
            engine.collect_garbage();
            engine.run_jobs().expect("jobs that end");
            later.push(engine.eval::<String>(told).expect("a text"));
        }
        let expected = ["0,1,2,3,s,x", "cleared a,cleared b"];
        assert_eq!(later[..2], expected, "{backend:?}");
        assert_eq!(later[2..4], expected, "{backend:?}, restored");
        assert_eq!(later[4..], expected, "{backend:?}, restored twice");
    }
}

/// Garbage that was not collected yet is found by the next collection, as it would have been.
#[test]
fn callbacks_of_targets_that_are_not_dead_yet_come_with_a_collection() {
    let made = "var told = []; var one = new FinalizationRegistry(held => told.push(held)); one.register({}, 'late')";
    let mut engine = Engine::new();
    engine.run("made.js", made).expect("a script that ends");
    let bytes = engine.snapshot().expect("it can be written");
    let mut restored = Engine::restore(&bytes).expect("what was written");
    assert!(!restored.has_jobs());
    restored.collect_garbage();
    assert!(restored.has_jobs());
    restored.run_jobs().expect("jobs that end");
    assert_eq!(restored.eval::<String>("told.join()").expect("a text"), "late");
}
