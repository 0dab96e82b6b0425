//! Classes of Rust types under hostile use.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ferrotape::handles::Local;
use ferrotape::host::{Opt, Rest};
use ferrotape::{
    AsContext, Class, ClassBuilder, Context, Engine, Error, Function, Instance, IntoJs, Object, Own, Value,
};

/// Counts living values.
struct Alive(Arc<AtomicUsize>);

impl Alive {
    fn new(count: &Arc<AtomicUsize>) -> Alive {
        count.fetch_add(1, Ordering::Relaxed);
        Alive(Arc::clone(count))
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

struct Stack {
    values: Vec<f64>,
    handler: Option<Own<Function>>,
    _alive: Option<Alive>,
}

impl Class for Stack {
    const NAME: &'static str = "Stack";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|values: Rest<f64>| match values.0.len() {
            0..5 => Ok(Stack { values: values.0, handler: None, _alive: None }),
            more => Err(format!("{more} are too many")),
        })?;
        class.method("each", |stack: &Stack, cx: &mut Context<'_>, f: Function| {
            stack.values.iter().try_for_each(|&value| f.call::<()>(cx, (value,)))
        })?;
        class.method_mut("update", |stack: &mut Stack, cx: &mut Context<'_>, f: Function| {
            for value in &mut stack.values {
                *value = f.call(cx, (*value,))?;
            }
            Ok::<_, Error>(())
        })?;
        class.method_mut("push", |stack: &mut Stack, value: f64| stack.values.push(value))?;
        class.method_mut("panics", |stack: &mut Stack| -> () {
            stack.values.clear();
            panic!("on purpose")
        })?;
        class.method_mut("on", |stack: &mut Stack, cx: &mut Context<'_>, handler: Function| {
            stack.handler = Some(Own::new(cx, handler)?);
            Ok::<_, Error>(())
        })?;
        class.method("fire", |stack: &Stack, cx: &mut Context<'_>| match &stack.handler {
            Some(handler) => handler.get(cx)?.call::<Value>(cx, ()),
            None => Ok(Value::Null),
        })?;
        class.getter("size", |stack: &Stack| stack.values.len())?;
        class.getter("top", |stack: &Stack| stack.values.last().copied())?;
        class.setter("top", |stack: &mut Stack, value: f64| {
            stack.values.pop();
            stack.values.push(value);
        })?;
        class.iterator(|stack: &Stack| stack.values.clone())?;
        class.static_method("of", |cx: &mut Context<'_>, value: Opt<f64>| {
            Instance::new(cx, Stack { values: value.0.into_iter().collect(), handler: None, _alive: None })
        })?;
        class.constant("MOST", 4)
    }

    fn bytes(&self) -> usize {
        size_of::<Stack>() + self.values.capacity() * size_of::<f64>()
    }
}

fn engine() -> Engine {
    let mut engine = Engine::builder().native_stack(1 << 20).build().expect("an engine");
    engine.register::<Stack>().expect("a class");
    engine
}

#[test]
fn classes_look_like_those_of_scripts() {
    let engine = &mut engine();
    for (text, expected) in [
        ("let s = new Stack(1, 2); s.push(3); [...s].join() + s.size", "1,2,33"),
        ("s.top = 9; s.top + ''", "9"),
        ("typeof Stack + Stack.length + Stack.name + Stack.MOST + Stack.of(5).size", "function0Stack41"),
        ("String(s) + (s instanceof Stack) + (Stack.of() instanceof Stack)", "[object Stack]truetrue"),
        ("Object.keys(s).length + Object.keys(Stack.prototype).length + ''", "0"),
        ("let d = Object.getOwnPropertyDescriptor(Stack.prototype, 'top'); d.get.name + d.set.name", "get topset top"),
        ("try { Stack(1) } catch (e) { e.message }", "Class constructor Stack cannot be invoked without 'new'"),
        ("try { new Stack(1, 2, 3, 4, 5) } catch (e) { e.message }", "5 are too many"),
        (
            "try { new Stack('x') } catch (e) { e.name + e.message }",
            "TypeErrorargument 1: expected a number, found \"x\"",
        ),
        (
            "class Named extends Stack { constructor(name, ...v) { super(...v); this.name = name } get twice() { return 2 * this.top } \
          push(v) { super.push(v + 1) } } let n = new Named('n', 1); n.push(5); n.name + n.twice + (n instanceof Stack)",
            "n12true",
        ),
        ("Reflect.construct(Stack, [1], Array) instanceof Array && Stack.prototype.size === undefined", ""),
    ] {
        match engine.eval::<String>(text) {
            Ok(found) => assert_eq!(found, expected, "{text}"),
            // The last one: the prototype itself is no Stack.
            Err(error) => {
                assert_eq!(
                    error.message(),
                    "TypeError: Stack.prototype.size was called on #<Stack>, which is not an instance of Stack"
                )
            }
        }
    }
}

#[test]
fn wrong_receivers_and_conflicts_are_errors_that_say_so() {
    let engine = &mut engine();
    engine.run("a.js", "var s = new Stack(1, 2), p = Stack.prototype").expect("a stack");
    for (text, message) in [
        ("p.push.call(null, 1)", "Stack.prototype.push was called on null, which is not an instance of Stack"),
        ("p.push.call([], 1)", "Stack.prototype.push was called on [object Array], which is not an instance of Stack"),
        (
            "p.push.call(Object.create(s), 1)",
            "Stack.prototype.push was called on #<Stack>, which is not an instance of Stack",
        ),
        (
            "p.push.call(new Proxy(s, {}), 1)",
            "Stack.prototype.push was called on #<Object>, which is not an instance of Stack",
        ),
        ("s.each(() => s.push(1))", "Stack.prototype.push was called while the Stack is being looked at"),
        ("s.update(() => s.size)", "Stack.prototype.size was called while the Stack is being changed"),
        ("s.update(() => s.push(1))", "Stack.prototype.push was called while the Stack is being changed"),
        ("s.update(() => { throw TypeError('own') })", "own"),
        ("s.panics()", "the function `panics` of the host panicked"),
        ("new s.push(1)", "s.push is not a constructor"),
    ] {
        let caught = format!("try {{ {text}; 'no error' }} catch (e) {{ e.message }}");
        assert_eq!(engine.eval::<String>(&caught).as_deref(), Ok(message), "{text}");
    }
    // Shared borrows may nest, and all is as before, except for what the panic did.
    assert_eq!(engine.eval::<usize>("s.push(1); s.push(2); let n = 0; s.each(() => s.each(() => n++)); n"), Ok(4));
    let stack: Instance<Stack> = engine.eval("s").expect("a stack");
    let nested = stack.borrow_mut(engine, |_| ()).and_then(|()| stack.borrow(engine, |stack| stack.values.len()));
    assert_eq!(nested, Ok(2));
    let error = engine.eval::<Instance<Stack>>("[]").expect_err("no stack");
    assert_eq!(error.message(), "expected a Stack, found [object Array]");
    assert!(stack.borrow(&mut Engine::new(), |_| ()).is_err());
}

#[test]
fn cycles_through_rust_are_collected() {
    let count = Arc::new(AtomicUsize::new(0));
    let engine = &mut engine();
    let alive = Arc::clone(&count);
    let make = move |cx: &mut Context<'_>| {
        Instance::new(cx, Stack { values: vec![1.0], handler: None, _alive: Some(Alive::new(&alive)) })
    };
    engine.define("make", make).expect("a function");
    engine
        .run("a.js", "for (let i = 0; i < 200; i++) { let s = make(); s.self = s; s.on(() => s); s.fire() } var kept = make(); { let k = kept; k.on(() => k.size) }")
        .expect("no error");
    for _ in 0..3 {
        engine.collect_garbage();
    }
    assert!(count.load(Ordering::Relaxed) <= 2, "{} are left", count.load(Ordering::Relaxed));
    assert_eq!(engine.eval::<u8>("kept.fire()"), Ok(1));
    // Handlers that come and go take no more and more memory.
    engine.run("a.js", "for (let i = 0; i < 20000; i++) kept.on(() => i)").expect("no error");
    engine.collect_garbage();
    let before = engine.stats().live_bytes;
    engine.run("a.js", "for (let i = 0; i < 20000; i++) kept.on(() => i)").expect("no error");
    engine.collect_garbage();
    assert!(engine.stats().live_bytes < before + 100_000, "{before} {}", engine.stats().live_bytes);
    assert_eq!(engine.eval::<u32>("kept.fire()"), Ok(19_999));
}

#[test]
fn what_is_owned_is_told_to_be_gone() {
    let engine = &mut engine();
    let function: Function = engine.eval("() => 7").expect("a function");
    let own = Own::new(engine, function).expect("owned");
    assert_eq!(own.get(engine).and_then(|function| function.call(engine, ())), Ok(7));
    let other: Object = engine.eval("({})").expect("an object");
    let owned = Own::new(engine, other).expect("owned");
    let stack = Instance::new(engine, Stack { values: Vec::new(), handler: None, _alive: None }).expect("a stack");
    assert!(owned.get(engine).is_ok());
    drop(stack);
    engine.collect_garbage();
    engine.collect_garbage();
    assert!(owned.get(engine).is_err_and(|error| error.message().contains("is gone")));
    assert!(owned.get(&mut Engine::new()).is_err());
}

#[test]
fn values_of_classes_count_against_the_limit() {
    let mut engine = Engine::builder().memory_limit(8 << 20).build().expect("an engine");
    engine.register::<Stack>().expect("a class");
    let text =
        "{ let all = []; for (;;) { let s = new Stack; all.push(s); for (let i = 0; i < 1000; i++) s.push(i) } }";
    assert!(engine.run("a.js", text).is_err_and(|error| error.is_termination()));
    let realm = engine.new_realm().expect("a realm");
    let other = engine.in_realm(&realm, |engine| {
        engine.register::<Stack>()?;
        engine.enter(|cx| cx.eval::<usize>("new Stack(1, 2).size"))
    });
    assert_eq!(other, Ok(2));
}

/// A class with a constant of itself, created on access.
struct Colour(u8);

struct Red;

impl IntoJs for Red {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        Instance::new(cx, Colour(1))?.into_js(cx)
    }
}

struct ItsConstructor;

impl IntoJs for ItsConstructor {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        Function::of_class::<Endless>(cx)?.into_js(cx)
    }
}

impl Class for Colour {
    const NAME: &'static str = "Colour";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constant("RED", Red)?;
        class.getter("number", |colour: &Colour| colour.0)
    }
}

struct Line {
    points: Vec<(f64, f64)>,
}

impl Class for Line {
    const NAME: &'static str = "Line";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Line { points: Vec::new() })?;
        class.getter("points", |line: &Line| line.points.clone())?;
        class.setter("points", |line: &mut Line, points: Vec<(f64, f64)>| line.points = points)
    }
}

#[test]
fn errors_of_setters_name_the_property() {
    let mut engine = Engine::new();
    engine.register::<Line>().expect("a class");
    engine.eval::<()>("const line = new Line; line.points = [[1, 2]]").expect("a run");
    for (value, message) in [
        ("5", "TypeError: points: expected an array, found 5"),
        ("[[1, 2], [3, 'x']]", "TypeError: points[1][1]: expected a number, found \"x\""),
    ] {
        let error = engine.eval::<()>(&format!("line.points = {value}")).expect_err("it is of another type");
        assert_eq!(error.message(), message);
    }
    assert_eq!(engine.eval::<u8>("line.points[0][1]"), Ok(2));
}

struct Endless;

impl Class for Endless {
    const NAME: &'static str = "Endless";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constant("SELF", ItsConstructor)
    }
}

#[test]
fn classes_have_constants_of_themselves() {
    let mut engine = Engine::new();
    engine.register::<Colour>().expect("a class");
    let text = "Colour.RED instanceof Colour && Colour.RED.number === 1 && Colour.RED.constructor === Colour";
    assert_eq!(engine.eval::<bool>(text), Ok(true));
    for _ in 0..2 {
        let error = engine.register::<Endless>().expect_err("it is not there yet");
        assert_eq!(error.message(), "the class Endless is being defined");
    }
}

/// A class with the name of one of the web, which shows names and values there.
struct Headers;

impl Class for Headers {
    const NAME: &'static str = "Headers";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Headers)
    }
}

#[test]
fn classes_with_names_of_the_web_are_shown_as_those_of_the_host() {
    let mut engine = Engine::new();
    ferrotape::web::Web::install(&mut engine, ferrotape::web::TimerClock::Virtual).expect("timers");
    let of_web: Value = engine.eval("new Headers({ a: 'b' })").expect("an object");
    engine.register::<Headers>().expect("a class");
    let of_host: Value = engine.eval("Object.assign(new Headers(), { own: 1 })").expect("an object");
    let options = ferrotape::console::InspectOptions::default();
    assert_eq!(engine.inspect(&of_web, &options).expect("a text"), "Headers { a: 'b' }");
    assert_eq!(engine.inspect(&of_host, &options).expect("a text"), "Headers { own: 1 }");
}
