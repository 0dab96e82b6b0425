//! Random sequences of API calls, right and wrong. They have values of other engines, handles dropped in any order and on
//! other threads, runs ended at any point, panicking closures, re-entrance, dropped engines. Nothing may panic, and every
//! engine must go on afterwards.
//!
//! `FERROTAPE_SEQUENCES` sets the number of sequences (a million takes a night), `FERROTAPE_SEED` the first seed. A
//! failure names its seed.

use std::cell::Cell;
use std::thread;

use ferrotape::handles::{Local, Map, Resolver, Symbol};
use ferrotape::{
    Array, AsContext, Backend, CancelToken, Class, ClassBuilder, Context, Engine, Error, FromJs, Function, Instance,
    IntoJs, Limits, Object, Own, Promise, Script, Value,
};

use crate::host_functions::{ON_PURPOSE, without_report_of_expected_panics};

const STEPS: usize = 40;
const ENGINES: usize = 3;
const MEMORY: usize = 4 << 20;

/// Scripts whose values are kept, passed on, and called.
const TEXTS: [&str; 16] = [
    "({ a: 1, get b() { return this.a }, c: { d: [] } })",
    "(function f(x, y) { return x === y ? this : f(y, y) })",
    "(x) => { globalThis.kept = x; return kept }",
    "(f) => f(f, (g) => f(g))",
    "new Proxy({}, { get(t, k, r) { return k === 'then' ? undefined : () => r } })",
    "[1, 'zwei', { three: 3 }, [4], 5n, Symbol('six')]",
    "(function* () { try { for (;;) yield kept } finally { kept = 1 } })()",
    "(async (x) => { await x; await null; throw x })",
    "Promise.reject(new TypeError('no'))",
    "new Map([[{}, 1], ['a', new Set([1])]])",
    "new (class extends Node { get value() { return super.value } })(kept)",
    "node => { node.next = node; return node.value }",
    "(x) => [boom(x), kept]",
    "(f) => { try { return again(f) } catch (error) { return error } finally { kept = f } }",
    "new WeakRef(Object(Symbol.iterator))",
    "let s = 'x'; for (let i = 0; i < 12; i++) s += s; [s, s.split('')]",
];

/// xorshift64*, so that a seed always gives the same sequence.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound.max(1)
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}

/// A class whose values own script values, and can lead back to themselves.
struct Node {
    value: Option<Own<Object>>,
    next: Option<Own<Object>>,
}

impl Class for Node {
    const NAME: &'static str = "Node";

    fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|value: Option<Own<Object>>| Node { value, next: None })?;
        class.getter("value", |node: &Node, cx: &mut Context<'_>| match &node.value {
            Some(value) => value.get(cx).map(Some),
            None => Ok(None),
        })?;
        class.setter("next", |node: &mut Node, next: Own<Object>| node.next = Some(next))?;
        class.method_mut("run", |_: &mut Node, cx: &mut Context<'_>, f: Function| f.call::<Value>(cx, ()))
    }
}

/// A handle of any kind.
#[derive(Clone)]
enum Kept {
    Value(Value),
    Object(Object),
    Function(Function),
    Array(Array),
    Map(Map),
    Symbol(Symbol),
    Promise(Promise),
    Node(Instance<Node>),
}

impl FromJs for Kept {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        Function::from_js(cx, value)
            .map(Kept::Function)
            .or_else(|_| Instance::from_js(cx, value).map(Kept::Node))
            .or_else(|_| Promise::from_js(cx, value).map(Kept::Promise))
            .or_else(|_| Map::from_js(cx, value).map(Kept::Map))
            .or_else(|_| Array::from_js(cx, value).map(Kept::Array))
            .or_else(|_| Symbol::from_js(cx, value).map(Kept::Symbol))
            .or_else(|_| Object::from_js(cx, value).map(Kept::Object))
            .or_else(|_| Value::from_js(cx, value).map(Kept::Value))
    }
}

impl IntoJs for Kept {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        match self {
            Kept::Value(value) => value.into_js(cx),
            Kept::Object(object) => object.into_js(cx),
            Kept::Function(function) => function.into_js(cx),
            Kept::Array(array) => array.into_js(cx),
            Kept::Map(map) => map.into_js(cx),
            Kept::Symbol(symbol) => symbol.into_js(cx),
            Kept::Promise(promise) => promise.into_js(cx),
            Kept::Node(node) => node.into_js(cx),
        }
    }
}

/// Engines and their kept values, mixed.
struct World {
    random: Random,
    engines: Vec<Engine>,
    kept: Vec<Kept>,
    resolvers: Vec<Resolver>,
    scripts: Vec<Script>,
}

fn new_engine(random: &mut Random) -> Engine {
    let backend = if random.below(2) == 0 { Backend::Register } else { Backend::Stack };
    let stress = random.below(40) == 0;
    let builder = Engine::builder().backend(backend).memory_limit(MEMORY).fuel(2_000_000).stress_slices(stress);
    let mut engine = builder.build().expect("an engine");
    prepare(&mut engine).expect("an engine has room for this");
    engine
}

fn prepare(engine: &mut Engine) -> Result<(), Error> {
    engine.register::<Node>()?;
    engine.define("boom", |value: Kept| match value {
        Kept::Object(_) => std::panic::panic_any(ON_PURPOSE),
        _ => Err::<(), _>("boom"),
    })?;
    engine.define("again", |cx: &mut Context<'_>, f: Function| {
        let global = cx.global();
        global.set(cx, "again", Value::Null)?;
        let limits = Limits::new().fuel(300);
        let inner = cx.with_limits(&limits, |cx| f.call::<Kept>(cx, (f.clone(), 1)));
        cx.collect_garbage();
        inner
    })?;
    engine.eval("globalThis.kept = undefined")
}

impl World {
    fn new(seed: u64) -> World {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let engines = (0..ENGINES).map(|_| new_engine(&mut random)).collect();
        World { random, engines, kept: Vec::new(), resolvers: Vec::new(), scripts: Vec::new() }
    }

    fn kept(&mut self) -> Kept {
        self.random.of(&self.kept).cloned().unwrap_or(Kept::Value(Value::Undefined))
    }

    fn text(&mut self) -> &'static str {
        self.random.of(&TEXTS).copied().unwrap_or("0")
    }

    /// Runs one step, and keeps its result. A failure is fine.
    fn step(&mut self) {
        let at = self.random.below(ENGINES);
        let (value, other, text, amount) = (self.kept(), self.kept(), self.text(), self.random.below(4_000));
        let engine = &mut self.engines[at];
        let result: Result<Kept, Error> = match self.random.below(18) {
            0 | 1 => engine.eval(text),
            2 => engine.enter(|cx| cx.global().get(cx, "kept")),
            3 | 4 => call(engine, &value, other),
            5 => {
                let limits = Limits::new().fuel(amount as u64);
                engine.with_limits(&limits, |cx| call(cx, &value, other))
            }
            6 => {
                let limits = Limits::new().memory(amount * 16).depth(amount);
                engine.with_limits(&limits, |cx| cx.eval(text))
            }
            7 => cancelled(engine, text),
            8 => change(engine, &value, other).map(|()| value),
            9 => engine.run_jobs().map(|()| Kept::Value(Value::from(engine.take_unhandled_rejections().len() as f64))),
            10 => Promise::new(engine).map(|(promise, resolver)| {
                self.resolvers.push(resolver);
                Kept::Promise(promise)
            }),
            11 => match self.resolvers.pop() {
                Some(resolver) => resolver.resolve(engine, value.clone()).map(|()| value),
                None => Ok(value),
            },
            12 => Script::compile("kept.js", text).and_then(|script| {
                self.scripts.push(script.clone());
                script.run(engine)
            }),
            13 => match self.random.of(&self.scripts) {
                Some(script) => script.run(engine),
                None => Ok(value),
            },
            14 => borrowed(engine, &value, other),
            15 => {
                self.elsewhere();
                Ok(value)
            }
            16 => {
                // The old engine's values stay, and are of no use.
                self.engines[at] = new_engine(&mut self.random);
                Ok(value)
            }
            _ => {
                engine.collect_garbage();
                self.kept.truncate(amount % 20);
                Ok(other)
            }
        };
        // An error may hold a thrown value.
        let kept = result.or_else(|error| error.thrown().cloned().map(Kept::Value).ok_or(error));
        if let Ok(kept) = kept {
            self.kept.insert(amount % (self.kept.len() + 1), kept);
        }
        // With its fuel used up, an engine would do nothing in the rest of the sequence.
        self.engines[at].set_fuel(2_000_000);
    }

    /// Moves the engines to another thread, and drops handles there in another order.
    fn elsewhere(&mut self) {
        let (mut engines, mut kept) = (std::mem::take(&mut self.engines), std::mem::take(&mut self.kept));
        let work = move || {
            kept.reverse();
            let rest = kept.split_off(kept.len() / 2);
            for engine in &mut engines {
                let _ = engine.eval::<Kept>("typeof kept");
            }
            drop(kept);
            (engines, rest)
        };
        (self.engines, self.kept) = thread::spawn(work).join().expect("no panic on another thread");
    }

    /// Checks that every engine still runs scripts.
    fn end(mut self) {
        if self.random.below(2) == 0 {
            self.kept.clear();
        }
        for engine in &mut self.engines {
            engine.set_fuel(None);
            let _ = engine.enter(|cx| cx.global().set(cx, "kept", Value::Null));
            engine.collect_garbage();
            assert_eq!(
                engine.eval::<f64>("[1, 2, 3].map((n) => n * 2).reduce((a, b) => a + b)").map_err(told),
                Ok(12.0)
            );
        }
    }
}

fn told(error: Error) -> String {
    error.to_string()
}

fn call(cx: &mut impl AsContext, function: &Kept, argument: Kept) -> Result<Kept, Error> {
    match function {
        Kept::Function(function) => function.call(cx, (argument, 2, "three")),
        Kept::Object(object) => object.call_method(cx, "toString", (argument,)),
        Kept::Array(array) => array.call_method(cx, "map", (argument,)),
        Kept::Map(map) => map.call_method(cx, "get", (argument,)),
        Kept::Node(node) => node.call_method(cx, "run", (argument,)),
        Kept::Promise(promise) => promise.result(cx).map(|result| result.unwrap_or(argument)),
        Kept::Symbol(symbol) => cx.enter(|cx| cx.global().set(cx, symbol.clone(), argument)).map(|()| function.clone()),
        Kept::Value(_) => Ok(argument),
    }
}

fn change(engine: &mut Engine, value: &Kept, other: Kept) -> Result<(), Error> {
    match value {
        Kept::Array(array) => array.push(engine, other),
        Kept::Map(map) => map.call_method(engine, "set", (other.clone(), other)),
        Kept::Object(object) => object.set(engine, "a", other),
        _ => engine.set_global("kept", other),
    }
}

fn cancelled(engine: &mut Engine, text: &str) -> Result<Kept, Error> {
    let token = CancelToken::new();
    token.cancel();
    engine.with_limits(&Limits::new().cancel(&token), |cx| cx.eval(text))
}

/// Lends the Rust value of a node while scripts ask for it again.
fn borrowed(engine: &mut Engine, node: &Kept, other: Kept) -> Result<Kept, Error> {
    let Kept::Node(node) = node else {
        return Instance::new(engine, Node { value: None, next: None }).map(Kept::Node);
    };
    let owned = Object::new(engine).and_then(|object| Own::new(engine, object))?;
    node.borrow_mut(engine, |node| node.next = Some(owned))?;
    call(engine, &Kept::Node(node.clone()), other)
}

thread_local! {
    /// The seed of the running sequence, for the message.
    static SEED: Cell<u64> = const { Cell::new(0) };
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn no_sequence_of_calls_panics_or_breaks_an_engine() {
    let (first, count) = (number("FERROTAPE_SEED", 1), number("FERROTAPE_SEQUENCES", 1_000));
    let sequences = || {
        for seed in first..first + count {
            SEED.set(seed);
            let mut world = World::new(seed);
            (0..STEPS).for_each(|_| world.step());
            world.end();
        }
    };
    without_report_of_expected_panics();
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(sequences));
    assert!(result.is_ok(), "sequence {} panicked", SEED.get());
}

/// Sequences leave only garbage behind: an engine after many is no larger than after a few.
#[test]
fn sequences_leave_nothing_behind() {
    without_report_of_expected_panics();
    let mut random = Random(77);
    let mut engine = new_engine(&mut random);
    let mut sizes = Vec::new();
    for round in 0..12 {
        for _ in 0..60 {
            let text = random.of(&TEXTS).copied().unwrap_or("0");
            let first: Kept = engine.eval(text).unwrap_or(Kept::Value(Value::Null));
            let other: Kept = engine.eval("kept").unwrap_or(Kept::Value(Value::Null));
            let _ = call(&mut engine, &first, other.clone());
            let _ = borrowed(&mut engine, &first, other);
            let _ = engine.run_jobs();
            engine.take_unhandled_rejections();
            engine.set_fuel(2_000_000);
        }
        let _ = engine.set_global("kept", Value::Null);
        engine.collect_garbage();
        engine.collect_garbage();
        if round % 4 == 3 {
            sizes.push(engine.stats().live_bytes);
        }
    }
    let (first, last) = (sizes[0], sizes[sizes.len() - 1]);
    assert!(last <= first + first / 10 + 4096, "{sizes:?}");
}
