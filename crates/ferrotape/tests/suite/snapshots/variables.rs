//! Variables without a value, and those that `arguments` objects show.

use ferrotape::{Backend, Engine};

use super::hostile;

const VARIABLES: &str = r"
    const tried = f => { try { return String(f()) } catch (e) { return e.name + ': ' + e.message } };
    const early = {};
    try { (() => { early.get = () => late; early.set = x => late = x; early.type = () => typeof late; throw 0; let late = 1 })() } catch {}
    try { (() => { { early.klass = () => new K; early.name = () => K.name; throw 0; class K {} } })() } catch {}
    class Base {} class Derived extends Base { constructor(f) { super.x; early.self = () => this; early.again = () => super(); f(); super() } }
    try { new Derived(() => { throw 0 }) } catch {}
    for (let i = 0, f = () => i; i < 2; i++) { early['turn' + i] = f }
    try { switch (1) { case 0: let unreached = 1; case 1: early.inSwitch = () => unreached } } catch {}
    function sloppy(a, b) { return [arguments, () => a + ',' + b, x => { a = x }] }
    const [first, readFirst, writeFirst] = sloppy(1, 2, 3), [short, readShort, writeShort] = sloppy('only');
    const [cut, readCut, writeCut] = sloppy('p', 'q'); delete cut[0]; cut[1] = 'Q'; cut.length = 1; cut[5] = 'five';
    const [frozen, readFrozen, writeFrozen] = sloppy('f', 'g'); Object.freeze(frozen);
    const [got, readGot, writeGot] = sloppy(1, 2); Object.defineProperty(got, 0, { get: () => 'getter', configurable: true });
    const strict = (function (a) { 'use strict'; return arguments })(4), none = (function () { return arguments })(5);
    const twice = (function (a, a) { a = 9; return arguments })(1, 2);
    let turn = 0;
    function tell() {
        turn++;
        const parts = Object.keys(early).map(key => key + ' ' + tried(() => early[key](turn)));
        for (const [it, read, write] of [[first, readFirst, writeFirst], [short, readShort, writeShort], [cut, readCut, writeCut],
            [frozen, readFrozen, writeFrozen], [got, readGot, writeGot]]) {
            it[0] = 'object' + turn; parts.push(read()); write('variable' + turn);
            parts.push(it[0], it.length, JSON.stringify(it), Math.max.apply(null, it), Reflect.ownKeys(it).map(String).join(), [...it].join());
        }
        parts.push(twice[1], strict[0], none[0], tried(() => strict.callee), first.callee === sloppy, Object.prototype.toString.call(cut));
        delete short[0]; first[1] = turn;
        return parts.join(' ; ');
    }";

fn begun(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    engine.run("variables.js", VARIABLES).expect("a script that ends");
    engine
}

#[test]
fn variables_are_without_a_value_or_shown_by_arguments_as_before() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = begun(backend);
        let bytes = engine.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore(&bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let mut restored_again = Engine::restore(&again).expect("what was written again");
        for _ in 0..3 {
            let expected = engine.eval::<String>("tell()").expect("a string");
            assert!(expected.contains("get ReferenceError"), "{expected}");
            assert_eq!(restored.eval::<String>("tell()").expect("the same"), expected);
            assert_eq!(restored_again.eval::<String>("tell()").expect("the same"), expected);
        }
    }
}

#[test]
fn any_bytes_of_variables_are_an_error_or_an_engine() {
    for backend in [Backend::Register, Backend::Stack] {
        let bytes = begun(backend).snapshot().expect("all of it can be written");
        hostile::any_bytes_of(&bytes, bytes.len() / 2, hostile::narrow, &["tell()", "tell()"]);
    }
}

/// Code that assumes initialized variables must check again if one of them has no value.
#[test]
fn code_looks_at_variables_where_one_has_no_value() {
    let mut engine = Engine::new();
    let text = "const read = (() => { const known = 1; return () => known })(); let early;
        try { (() => { early = () => late; throw 0; let late })() } catch {}";
    engine.run("known.js", text).expect("a script that ends");
    let bytes = engine.snapshot().expect("it can be written");
    let mut restored = Engine::restore(&bytes).expect("what was written");
    assert_eq!(restored.eval::<i32>("read()").expect("a value"), 1);
    assert!(restored.eval::<i32>("early()").is_err_and(|error| error.message().contains("late")));
}

/// If variables lie in registers that instructions cannot name, calls are made above them. Nothing may use what a
/// called async function has left there.
#[test]
fn functions_with_many_variables_go_on() {
    let many: Vec<String> = (0..300).map(|index| format!("v{index} = {index}")).collect();
    let text = format!(
        "const said = []; async function wait() {{ var {}; v299 += await (async () => 1)(); const f = () => v298;
         for (const x of [1, await (async () => 2)()]) said.push(x + await f()); said.push(v299) }} wait()",
        many.join(", ")
    );
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        engine.run("many.js", &*text).expect("a script that ends");
        let bytes = engine.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore(&bytes).expect("what was written");
        for engine in [&mut engine, &mut restored] {
            engine.run_jobs().expect("jobs that end");
            assert_eq!(engine.eval::<String>("said.join()").expect("a string"), "299,300,300", "{backend:?}");
        }
    }
}
