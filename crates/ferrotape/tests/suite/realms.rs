//! Further realms: the realm of each object, and what remains of a dropped realm.

use std::panic;

use ferrotape::convert::{Coerced, Null};
use ferrotape::handles::Realm;
use ferrotape::{Backend, Context, Engine, Error, ErrorKind, Function, Object, Value};

use crate::host_functions::{BACKENDS, ON_PURPOSE, without_report_of_expected_panics};

fn engine(backend: Backend) -> (Engine, Realm) {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    let realm = engine.new_realm().expect("a realm");
    engine.set_global("other", realm.global()).expect("a global");
    (engine, realm)
}

fn run_in(engine: &mut Engine, realm: &Realm, text: &str) -> Result<Value, Error> {
    engine.in_realm(realm, |engine| engine.run("realm.js", text))
}

#[test]
fn scripts_run_in_the_realm_that_is_entered() {
    for backend in BACKENDS {
        let (mut engine, realm) = engine(backend);
        let first = engine.realm();
        engine.run("first.js", "var x = 1; let y = 2").expect("variables");
        assert_eq!(run_in(&mut engine, &realm, "typeof x + typeof y"), Ok("undefinedundefined".into()));
        assert_eq!(run_in(&mut engine, &realm, "var x = 3; let y = 4; x + y"), Ok(7.0.into()));
        assert_eq!(engine.run("first.js", "x + y + other.x"), Ok(6.0.into()));
        assert_eq!(engine.realm(), first);
        assert_ne!(first, realm);
        let thrown = run_in(&mut engine, &realm, "null.x").expect_err("an error");
        assert_eq!(thrown.name(), Some("TypeError"));
        engine.set_global("thrown", thrown.thrown().expect("an object")).expect("a global");
        let of_realm = "[thrown instanceof TypeError, thrown instanceof other.TypeError].join()";
        assert_eq!(engine.run("first.js", of_realm), Ok("false,true".into()));
        assert_eq!(engine.realm(), first, "after an error");
    }
}

#[test]
fn what_is_made_in_a_realm_is_of_it() {
    for backend in BACKENDS {
        let (mut engine, realm) = engine(backend);
        let made = engine.in_realm(&realm, |engine| {
            let global = engine.global();
            assert_eq!(global, realm.global());
            engine.define("f", |cx: &mut Context<'_>| cx.run("inner.js", "this"))?;
            let object = Object::new(engine)?;
            engine.set_global("o", &object)
        });
        assert_eq!(made, Ok(()));
        let text = "[other.f() === other, other.f instanceof other.Function, other.o instanceof other.Object].join()";
        assert_eq!(engine.run("first.js", text), Ok("true,true,true".into()));
    }
}

#[test]
fn functions_of_the_embedder_make_realms() {
    for backend in BACKENDS {
        let (mut engine, _) = engine(backend);
        let inside = |cx: &mut Context<'_>| {
            let realm = cx.new_realm()?;
            cx.in_realm(&realm, |cx| {
                let (object, function) = (Object::new(cx)?, Function::new(cx, "f", || Null)?);
                object.set(cx, "f", &function)?;
                realm.global().set(cx, "object", &object)
            })?;
            Ok::<_, Error>(realm.global())
        };
        engine.define("realm", inside).expect("a global");
        let run = |cx: &mut Context<'_>, text: Coerced<String>| cx.run("run.js", text.0);
        engine.define("run", run).expect("a global");
        let text = "var r = realm(); [r.object instanceof r.Object, r.object.f instanceof r.Function, r.object.f(),
            r !== realm(), run('var z = 1; typeof realm'), z].join()";
        assert_eq!(engine.run("first.js", text), Ok("true,true,,true,function,1".into()));
        let caught = engine.run("first.js", "try { run('x y') } catch (e) { e.constructor === SyntaxError }");
        assert_eq!(caught, Ok(true.into()));
    }
}

#[test]
fn a_panic_leaves_the_realm() {
    without_report_of_expected_panics();
    for backend in BACKENDS {
        let (mut engine, realm) = engine(backend);
        let of_panic = realm.clone();
        let panics = move |cx: &mut Context<'_>| cx.in_realm::<()>(&of_panic, |_| panic::panic_any(ON_PURPOSE));
        engine.define("panics", panics).expect("a global");
        let caught =
            engine.run("first.js", "try { panics() } catch (e) { [e instanceof Error, eval('this') === this].join() }");
        assert_eq!(caught, Ok("true,true".into()));
    }
}

#[test]
fn realms_are_of_one_engine_and_count_against_its_limits() {
    let (mut engine, _) = engine(Backend::Register);
    let (_, foreign) = self::engine(Backend::Register);
    let refused = run_in(&mut engine, &foreign, "1").expect_err("another engine's");
    assert_eq!(refused.kind(), ErrorKind::Usage);

    let mut engine = Engine::builder().memory_limit(8 << 20).fuel(1 << 28).build().expect("an engine");
    let make = |cx: &mut Context<'_>| cx.new_realm().map(|realm| realm.global());
    engine.define("realm", make).expect("a global");
    let kept = engine.run("kept.js", "for (var all = [];;) all.push(realm())").expect_err("no room");
    assert!(kept.is_termination(), "{kept}");
    engine.run("dropped.js", "all = null; for (var i = 0; i < 200; i++) realm()").expect("garbage is collected");
}

#[test]
fn a_handle_keeps_a_realm_alive() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).stress_collection(true).build().expect("an engine");
        let realm = engine.new_realm().expect("a realm");
        run_in(&mut engine, &realm, "var x = { y: 1 }").expect("a variable");
        engine.run("first.js", "for (var i = 0; i < 10; i++) [i]").expect("garbage");
        assert_eq!(run_in(&mut engine, &realm, "x.y"), Ok(1.0.into()));
    }
}

#[test]
fn what_has_is_html_dda_passes_for_undefined_where_it_may() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let all = |cx: &mut Context<'_>| {
            let all = Function::new(cx, "all", || Null)?;
            all.make_html_dda(cx).map(|()| all)
        };
        engine.define("all", all).expect("a global");
        assert_eq!(engine.run("before.js", "typeof all + (all == null) + !all"), Ok("functionfalsefalse".into()));
        let text = "var a = all(), f = function () {}, r = [];
            function both(x) { return [typeof x, x == null, null == x, x != undefined, x === undefined, !x, x ? 1 : 2,
                x == null ? 1 : 2, x != null ? 1 : 2, x ?? 'other', x?.name, x == f, x == a].map(function (value) {
                    return value === a ? 'a' : value === f ? 'f' : value }).join() }
            both(a) + ' ' + both(f) + ' ' + a()";
        let expected = "undefined,true,true,false,false,true,2,1,2,a,all,false,true \
                        function,false,false,true,false,false,1,2,1,f,f,true,false null";
        assert_eq!(engine.run("after.js", text), Ok(expected.into()));
    }
}

/// Makes a realm whose global object a proxy stands for, as contexts of `vm` have one: properties of `sandbox` come first.
fn realm_with_scope(engine: &mut Engine) -> Realm {
    let realm = engine.new_realm().expect("a realm");
    let make: Function = engine
        .eval(
            "(global, sandbox) => new Proxy(global, {
                has: (_, key) => key in sandbox || key in global,
                get: (_, key) => key in sandbox ? sandbox[key] : global[key],
                set: (_, key, value) => Reflect.set(sandbox, key, value),
                getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(sandbox, key) ??
                    Reflect.getOwnPropertyDescriptor(global, key),
                defineProperty: (_, key, property) => Reflect.defineProperty(sandbox, key, property),
                deleteProperty: (_, key) => delete sandbox[key],
            })",
        )
        .expect("a function");
    let sandbox = Object::new(engine).expect("an object");
    engine.set_global("sandbox", &sandbox).expect("a global");
    let scope: Object = make.call(engine, (realm.global(), &sandbox)).expect("a proxy");
    realm.set_scope(engine, &scope).expect("a scope");
    realm
}

#[test]
fn another_object_has_the_variables_of_a_realm() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let realm = realm_with_scope(&mut engine);
        let text = "var x = 1; function f() { return this } y = 2; let z = 3; eval('var e = 4');
            [x, y, z, e, typeof f, Math.max(5, 6), f() === this, 'x' in this, delete e, typeof e].join()";
        assert_eq!(run_in(&mut engine, &realm, text), Ok("1,2,3,4,function,6,true,true,true,undefined".into()));
        assert_eq!(engine.run("first.js", "Object.keys(sandbox).sort().join()"), Ok("f,x,y".into()));
        // Sites remember no place of a variable that is elsewhere now.
        run_in(&mut engine, &realm, "function get() { return later } function put() { later = 8; x++ }")
            .expect("functions");
        assert_eq!(engine.run("first.js", "sandbox.later = 7; sandbox.get() + sandbox.get()"), Ok(14.0.into()));
        assert_eq!(engine.run("first.js", "sandbox.put(); sandbox.put(); sandbox.later + sandbox.x"), Ok(11.0.into()));
        let thrown = run_in(&mut engine, &realm, "'use strict'; absent = 1").expect_err("an error");
        assert_eq!(thrown.name(), Some("ReferenceError"));
        assert_eq!(engine.run("first.js", "typeof x + typeof Math"), Ok("undefinedobject".into()));
    }
}

#[test]
fn built_ins_of_such_a_realm_are_made_when_they_are_touched() {
    let mut engine = Engine::new();
    let realm = realm_with_scope(&mut engine);
    let text = "new Intl.Collator(), new WeakRef({}), new Uint8Array([1, 2]).join() + typeof new Function('return this')().Temporal";
    assert_eq!(run_in(&mut engine, &realm, text), Ok("1,2object".into()));
    assert_eq!(engine.run("first.js", "Object.keys(sandbox).length"), Ok(0.0.into()));
}

#[test]
fn a_realm_with_another_scope_lives_and_ends_as_others_do() {
    let mut engine = Engine::new();
    for _ in 0..50 {
        let realm = realm_with_scope(&mut engine);
        run_in(&mut engine, &realm, "var f = () => Math").expect("a script");
    }
    engine.collect_garbage();
    let many = engine.stats().bytes;
    for _ in 0..200 {
        let realm = realm_with_scope(&mut engine);
        run_in(&mut engine, &realm, "var f = () => Math").expect("a script");
    }
    engine.collect_garbage();
    assert!(engine.stats().bytes < 2 * many);
    assert_eq!(engine.run("first.js", "sandbox.f().max(1, 2)"), Ok(2.0.into()));
}

#[test]
fn a_realm_with_another_scope_is_forked_and_not_written() {
    let mut engine = Engine::new();
    let realm = realm_with_scope(&mut engine);
    run_in(&mut engine, &realm, "var f = () => x; var x = 1").expect("a script");
    let mut fork = engine.fork().expect("a fork");
    assert_eq!(fork.run("first.js", "sandbox.x = 2; sandbox.f()"), Ok(2.0.into()));
    assert_eq!(engine.run("first.js", "sandbox.f()"), Ok(1.0.into()));
    let error = engine.snapshot().expect_err("no snapshot");
    assert!(error.to_string().contains("global object"), "{error}");
}

/// The proposal "Legacy RegExp features": a match is remembered, or lost, in the realm of the regular expression alone.
#[test]
fn regular_expressions_of_other_realms_leave_the_last_match() {
    let text = "
        /(a)/.exec('a');
        other.RegExp('(c)').exec('c');
        const foreign = new (class extends other.RegExp {})('(b)');
        RegExp.prototype.exec.call(foreign, 'b');
        const before = [RegExp.$1, other.RegExp.$1];
        foreign.exec('b');
        const nameOf = run => { try { return run() } catch (error) { return error instanceof other.TypeError } };
        [...before, RegExp.$1, nameOf(() => other.RegExp.$1)].join()";
    for backend in BACKENDS {
        let (mut engine, _realm) = engine(backend);
        assert_eq!(engine.run("first.js", text), Ok("a,c,a,true".into()), "{backend:?}");
    }
}
