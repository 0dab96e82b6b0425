//! Handles, conversions and closures under hostile use.

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, SystemTime};

use ferrotape::handles::{ArrayBuffer, Bytes, JsString, Local, Map, Property, Symbol};
use ferrotape::host::{Opt, Rest, This};
use ferrotape::{
    Array, AsContext, Context, Engine, Error, ErrorKind, FromJs, Function, IntoJs, Object, Promise, Termination, Value,
};

fn message<T: FromJs>(engine: &mut Engine, text: &str) -> String {
    match engine.eval::<T>(text) {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.message().to_owned(),
    }
}

#[test]
fn what_belongs_to_no_thread_says_so() {
    fn anywhere<T: Send + Sync + 'static>() {}
    anywhere::<Object>();
    anywhere::<Function>();
    anywhere::<JsString>();
    anywhere::<Value>();
    anywhere::<Error>();
    fn movable<T: Send>() {}
    movable::<Engine>();
}

#[test]
fn errors_of_conversions_name_the_path() {
    let engine = &mut Engine::new();
    for (text, expected) in [
        ("({ items: [1, 2, '3'] })", "items[2]: expected a number, found \"3\""),
        ("({ items: [1, 256] })", "items[1]: expected an integer from 0 to 255, found 256"),
        ("({ items: [1.5] })", "items[0]: expected an integer, found 1.5"),
        ("({ items: [-0.5 + 0.5, -1] })", "items[1]: expected an integer from 0 to 255, found -1"),
        ("({ items: 'abc' })", "items: expected an array, found \"abc\""),
        ("({ items: null })", "items: expected an array, found null"),
        ("null", "expected an object, found null"),
    ] {
        assert_eq!(message::<BTreeMap<String, Vec<u8>>>(engine, text), expected, "{text}");
    }
    assert_eq!(message::<(u8, String)>(engine, "[1, 2]"), "[1]: expected a string, found 2");
    assert_eq!(message::<(u8, String)>(engine, "[1]"), "expected an array of 2 elements, found one of 1 element");
    assert_eq!(message::<[u8; 1]>(engine, "[1, 2]"), "expected an array of 1 element, found one of 2 elements");
    assert_eq!(message::<Vec<(u8, bool)>>(engine, "[[1, true], [2, 3]]"), "[1][1]: expected a boolean, found 3");
    assert_eq!(message::<char>(engine, "'ab'"), "expected a character, found \"ab\"");
    assert_eq!(
        message::<u64>(engine, "2n ** 64n"),
        format!("expected an integer from 0 to {}, found {}n", u64::MAX, 1u128 << 64)
    );
    assert_eq!(message::<Map>(engine, "new Set"), "expected a Map, found #<Set>");
    let error = engine.set_global("n", u64::MAX).unwrap_err();
    assert_eq!((error.kind(), error.name()), (ErrorKind::Conversion, Some("RangeError")));
}

#[test]
fn values_go_there_and_back() {
    fn both<T: IntoJs + FromJs + Clone + PartialEq + std::fmt::Debug>(engine: &mut Engine, value: T) {
        engine.set_global("value", value.clone()).expect("it goes there");
        assert_eq!(engine.eval::<T>("value"), Ok(value));
    }
    let engine = &mut Engine::new();
    both(engine, ());
    both(engine, true);
    both(engine, (i8::MIN, u16::MAX, i32::MIN, u32::MAX, f64::MAX, f32::MIN));
    both(engine, (1u64 << 53) - 1);
    both(engine, "x\u{10000}λ\0".to_owned());
    both(engine, 'λ');
    both(engine, Some(vec![Some(1u8), None]));
    both(engine, ["a".to_owned(), "b".to_owned()]);
    both(engine, HashSet::from([1, 2, 3]));
    both(engine, BTreeMap::from([("a".to_owned(), (1, "x".to_owned())), ("2".to_owned(), (2, String::new()))]));
    both(engine, BTreeMap::from([(7u32, true), (1000, false)]));
    both(engine, Bytes((0..=255).collect()));
    both(engine, Bytes(vec![7; 1 << 18]));
    both(engine, ferrotape::handles::BigInt::from(i128::MIN));
    both(engine, SystemTime::UNIX_EPOCH + Duration::from_millis(1_700_000_000_123));
    both(engine, SystemTime::UNIX_EPOCH - Duration::from_millis(1));
    assert_eq!(engine.eval::<Bytes>("new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2)"), Ok(Bytes(vec![2, 3])));
    assert_eq!(engine.eval::<Vec<u8>>("new Set([1, 2])"), Ok(vec![1, 2]));
    assert_eq!(engine.eval::<Vec<u8>>("(function* () { yield 1; yield 2 })()"), Ok(vec![1, 2]));
    assert_eq!(engine.eval::<BTreeMap<u8, u8>>("new Map([[1, 2]])"), Ok(BTreeMap::from([(1, 2)])));
    assert_eq!(engine.eval::<Vec<u8>>("Array.prototype[Symbol.iterator] = function* () { yield 9 }; [1]"), Ok(vec![9]));
}

#[test]
fn handles_of_another_engine_are_errors() {
    let (one, two) = (&mut Engine::new(), &mut Engine::new());
    let object = Object::new(one).expect("an object");
    let function: Function = one.eval("(x => x)").expect("a function");
    let buffer = ArrayBuffer::new(one, &[1]).expect("a buffer");
    let symbol = Symbol::new(one, "s").expect("a symbol");
    let promise = Promise::new(one).expect("a promise");
    let own = Object::new(two).expect("an object");
    let errors = [
        object.set(two, "a", 1).err(),
        object.keys(two).err(),
        function.call::<()>(two, ()).err(),
        buffer.len(two).err(),
        own.set(two, &symbol, 1).err(),
        own.set(two, "a", &object).err(),
        promise.1.resolve(two, 1).err(),
        own.set_prototype(two, Some(&object)).err(),
        two.set_global("x", Value::Object(object.clone())).err(),
        // An engine inside another one's turn.
        one.enter(|_| own.get::<()>(two, "a").and_then(|()| object.get::<()>(two, "a"))).err(),
    ];
    for error in errors {
        assert_eq!(error.map(|error| error.kind()), Some(ErrorKind::Usage));
    }
}

#[test]
fn handles_are_dropped_in_any_order_on_any_thread() {
    let mut engine = Engine::builder().memory_limit(8 << 20).build().expect("an engine");
    let mut kept = Vec::new();
    for round in 0..40 {
        let handles: Vec<Object> =
            (0..100).map(|_| engine.eval("({ a: new Array(10) })").expect("an object")).collect();
        kept.push(handles[round % 100].clone());
        let copies = handles.clone();
        std::thread::spawn(move || drop(copies)).join().expect("no panic");
        drop(handles);
        if round % 8 == 7 {
            kept.clear();
        }
    }
    drop(engine);
    drop(kept);
}

#[test]
fn types_as_deep_as_a_script_likes_end_in_an_error() {
    #[allow(dead_code)]
    struct Tree(Vec<Tree>);
    impl FromJs for Tree {
        fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
            Vec::from_js(cx, value).map(Tree)
        }
    }
    #[allow(dead_code)]
    struct List(Option<Box<List>>);
    impl FromJs for List {
        fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
            Object::from_js(cx, value)?.get(cx, "next").map(List)
        }
    }
    crate::support::on_small_stack(|| {
        let engine = &mut Engine::new();
        let error = engine.eval::<Tree>("let a = []; a.push(a); a").err().expect("an error");
        assert_eq!(error.name(), Some("RangeError"), "{error}");
        let error = engine.eval::<List>("let b = {}; b.next = b").err().expect("an error");
        assert_eq!(error.name(), Some("RangeError"), "{error}");
    });
}

#[test]
fn what_scripts_make_long_is_limited_in_rust() {
    let builder = Engine::builder().memory_limit(4 << 20).timeout(Duration::from_secs(60));
    let engine = &mut builder.build().expect("an engine");
    for text in ["new Array(1e8)", "new Array(4e9)", "({ *[Symbol.iterator]() { for (;;) yield 1 } })"] {
        let error = engine.eval::<Vec<Option<f64>>>(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory), "{text}");
    }
    let error = engine.eval::<HashSet<u64>>("(function* () { for (let n = 0; ; n++) yield n })()").unwrap_err();
    assert!(error.is_termination());
    let length = 3 << 20;
    let error = engine.eval::<Vec<String>>(&format!("let s = 'a'.repeat({length}); [s, s, s, s]")).unwrap_err();
    assert!(error.is_termination());
    assert_eq!(engine.eval::<u8>("1 + 1"), Ok(2));
}

#[test]
fn closures_meet_scripts_that_change_things() {
    let engine = &mut Engine::new();
    engine
        .define("visit", |cx: &mut Context<'_>, array: Array, f: Function| {
            let mut seen = Vec::new();
            array.iterate(cx, |cx, number: f64| {
                seen.push(number);
                f.call::<()>(cx, (number,))?;
                cx.collect_garbage();
                Ok(seen.len() < 5)
            })?;
            Ok::<_, Error>(seen)
        })
        .expect("a function");
    let seen: Vec<f64> = engine.eval("let a = [1]; visit(a, n => { a.push(n + 1); a.unshift(0) })").expect("numbers");
    assert_eq!(seen.len(), 5);
    let closed = engine.eval::<String>(
        "let log = ''; const it = { next: () => ({ value: 1 }), return() { log += 'closed'; return {} }, \
         [Symbol.iterator]() { return this } };
         Object.setPrototypeOf(a, null); a[Symbol.iterator] = () => it;
         try { visit(a, () => { throw 1 }) } catch (e) { log += e } log",
    );
    assert_eq!(closed.as_deref(), Ok("closed1"));
    // The function is deleted while it runs.
    engine
        .define("suicide", |cx: &mut Context<'_>| {
            cx.eval::<()>("delete globalThis.suicide; suicideRef = undefined")?;
            cx.collect_garbage();
            Ok::<_, Error>("alive")
        })
        .expect("a function");
    assert_eq!(engine.eval::<String>("var suicideRef; suicide()").as_deref(), Ok("alive"));
}

#[test]
fn arguments_are_taken_as_their_types_say() {
    let engine = &mut Engine::new();
    engine.define("f", |a: u8, b: Opt<String>, c: Rest<bool>| format!("{a} {:?} {:?}", b.0, c.0)).expect("f");
    engine.define("own", |this: This<Option<f64>>| this.0).expect("own");
    engine.define("text", |text: &str| text.len()).expect("text");
    for (text, expected) in [
        ("f(1)", "1 None []"),
        ("f(1, undefined, true, false)", "1 None [true, false]"),
        ("f(1, 'x')", "1 Some(\"x\") []"),
        ("f.length + f.name + text('abc') + text('λ') + text.length", "1f321"),
        ("String(own.call(7))", "7"),
        (
            "try { f() } catch (e) { e.name + ': ' + e.message }",
            "TypeError: argument 1: expected a number, found undefined",
        ),
        ("try { f(300) } catch (e) { e.name }", "RangeError"),
        ("try { f(1, 2) } catch (e) { e.message }", "argument 2: expected a string, found 2"),
        ("try { f(1, '', 1) } catch (e) { e.message }", "argument 3: expected a boolean, found 1"),
        ("try { text(1) } catch (e) { e.message }", "argument 1: expected a string, found 1"),
        ("try { new f(1) } catch (e) { e.name }", "TypeError"),
    ] {
        assert_eq!(engine.eval::<String>(text).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn no_closure_outlives_the_end_of_a_run() {
    let engine = &mut Engine::new();
    engine
        .define("catcher", |cx: &mut Context<'_>, f: Function| {
            let first = f.call::<()>(cx, ());
            let second = cx.eval::<u8>("1 + 1");
            assert!(first.is_err_and(|error| error.is_termination()));
            assert!(second.is_err_and(|error| error.is_termination()));
            Ok::<_, Error>("went on")
        })
        .expect("a function");
    engine.set_fuel(100_000);
    let error = engine.run("a.js", "try { catcher(() => { for (;;); }) } catch { } finally { x = 1 }").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
    engine.set_fuel(None);
    assert_eq!(engine.eval::<bool>("'x' in globalThis"), Ok(false));
}

#[test]
fn panics_and_errors_of_closures_are_exceptions() {
    #[derive(Debug, PartialEq)]
    struct Own(u8);
    impl std::fmt::Display for Own {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "own error {}", self.0)
        }
    }
    impl std::error::Error for Own {}
    let engine = &mut Engine::new();
    engine.define("panics", |_: Opt<u8>| -> u8 { panic!("on purpose") }).expect("a function");
    engine.define("fails", |n: u8| Err::<u8, _>(Own(n))).expect("a function");
    engine.define("nests", |cx: &mut Context<'_>| cx.eval::<u8>("try { panics() } catch { } fails(3)")).expect("nests");
    assert_eq!(
        engine.eval::<String>("try { panics() } catch (e) { e.message }").as_deref(),
        Ok("the function `panics` of the host panicked")
    );
    let error = engine.eval::<u8>("nests()").unwrap_err();
    assert_eq!(error.downcast_ref::<Own>(), Some(&Own(3)));
    assert_eq!(error.message(), "Error: own error 3");
    // Also as the cause of a script's error.
    let error =
        engine.eval::<u8>("try { fails(4) } catch (cause) { throw new TypeError('no', { cause }) }").unwrap_err();
    assert_eq!(error.downcast_ref::<Own>(), Some(&Own(4)));
    assert!(error.report().contains("caused by Error: own error 4"), "{}", error.report());
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn properties_have_their_attributes() {
    let engine = &mut Engine::new();
    let object = Object::new(engine).expect("an object");
    let getter = Function::new(engine, "get", |this: This<Object>| this.0 == this.0).expect("a getter");
    object.define(engine, "a", Property::value(1).writable()).expect("a");
    object.define(engine, "b", Property::accessor(getter, None).enumerable()).expect("b");
    object.define(engine, 3, Property::value("x").enumerable().configurable()).expect("3");
    assert_eq!(object.keys(engine).expect("keys"), ["3", "b"]);
    assert_eq!(object.get(engine, "b"), Ok(true));
    assert!(object.define(engine, "b", Property::value(1)).is_err());
    assert_eq!((object.delete(engine, "a"), object.delete(engine, 3)), (Ok(false), Ok(true)));
    assert_eq!(object.prevent_extensions(engine), Ok(true));
    assert_eq!(
        object.set(engine, "new", 1).err().and_then(|error| error.name().map(str::to_owned)),
        Some("TypeError".to_owned())
    );
    let proxy: Object =
        engine.eval("new Proxy({}, { get() { throw 'trapped' }, ownKeys() { return ['a', 'a'] } })").expect("a proxy");
    assert_eq!(
        proxy.get::<()>(engine, "x").err().and_then(|error| error.thrown().cloned()),
        Some(Value::from("trapped"))
    );
    assert!(proxy.keys(engine).is_err());
}

#[test]
fn global_variables_are_those_of_scripts_however_they_are_declared() {
    let mut engine = Engine::new();
    engine.run("a.js", "let a = 1; const b = 2; class C { static n = 3 } var d = 4").expect("a script");
    engine.set_global("a", 10).expect("it can be assigned");
    engine.set_global("d", 40).expect("it can be assigned");
    engine.define("added", || 50).expect("a function");
    assert_eq!(engine.eval::<Vec<u8>>("[a, globalThis.d, added()]"), Ok(vec![10, 40, 50]));
    assert_eq!(engine.eval::<bool>("'a' in globalThis"), Ok(false));
    assert_eq!((engine.get_global("a"), engine.get_global("b"), engine.get_global("d")), (Ok(10), Ok(2), Ok(40)));
    assert_eq!(engine.get_global::<ferrotape::Object>("C").and_then(|c| c.get::<u8>(&mut engine, "n")), Ok(3));
    assert_eq!(engine.get_global::<Value>("none"), Ok(Value::Undefined));
    let message = |result: Result<(), Error>| result.expect_err("it fails").message().to_owned();
    assert_eq!(message(engine.set_global("b", 3)), "TypeError: Assignment to constant variable.");
    assert_eq!(message(engine.define("b", || 3)), "TypeError: Assignment to constant variable.");
    assert_eq!(message(engine.get_global::<String>("a").map(drop)), "a: expected a string, found 10");
    // A declaration that its script has not reached.
    engine.run("b.js", "throw 1; let late = 1").expect_err("it throws");
    assert!(message(engine.set_global("late", 1)).starts_with("ReferenceError: "));
    assert!(message(engine.get_global::<Value>("late").map(drop)).starts_with("ReferenceError: "));
    let realm = engine.new_realm().expect("a realm");
    assert_eq!(engine.in_realm(&realm, |engine| engine.get_global::<Value>("a")), Ok(Value::Undefined));
    engine
        .eval::<()>("Object.defineProperty(globalThis, 'got', { get() { throw new RangeError('no') } })")
        .expect("a run");
    assert_eq!(message(engine.get_global::<Value>("got").map(drop)), "RangeError: no");
}

#[test]
fn integers_out_of_range_are_told_with_the_range_of_their_type() {
    let mut engine = Engine::new();
    let mut message = |text: &str| engine.eval::<u8>(text).expect_err("it is out of range").message().to_owned();
    assert!(message("2n ** 200n").starts_with("expected an integer from 0 to 255, found 16069380442589902755"));
    assert_eq!(message("-1n"), "expected an integer from 0 to 255, found -1n");
    let error = engine.eval::<u128>("-1n").expect_err("it is out of range");
    assert_eq!(error.message(), "expected an integer from 0 to 340282366920938463463374607431768211455, found -1n");
}
