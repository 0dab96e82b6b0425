//! Classes defined by the attribute macros.

use ferrotape::host::{Opt, Rest};
use ferrotape::{Context, Engine, Error, Function, Instance, Object, Own};

#[ferrotape::class(name = "Buffer", bytes = Lines::size)]
struct Lines {
    #[js(get, set)]
    file_name: String,
    #[js(get, rename = "ID")]
    id: u32,
    lines: Vec<String>,
    on_change: Option<Own<Function>>,
}

impl Lines {
    fn size(&self) -> usize {
        self.lines.iter().map(|line| line.capacity() + size_of::<String>()).sum::<usize>() + size_of::<Self>()
    }
}

#[ferrotape::methods]
impl Lines {
    const MOST: u32 = 1000;

    #[js(constructor)]
    fn new(file_name: &str, lines: Rest<String>) -> Result<Self, &'static str> {
        match file_name.is_empty() {
            true => Err("a name is needed"),
            false => Ok(Lines { file_name: file_name.to_owned(), id: 7, lines: lines.0, on_change: None }),
        }
    }

    fn append(&mut self, cx: &mut Context<'_>, line: &str) -> Result<usize, Error> {
        self.lines.push(line.to_owned());
        if let Some(on_change) = &self.on_change {
            on_change.get(cx)?.call::<()>(cx, (line,))?;
        }
        Ok(self.lines.len())
    }

    fn on_change(&mut self, cx: &mut Context<'_>, handler: Function) -> Result<(), Error> {
        self.on_change = Some(Own::new(cx, handler)?);
        Ok(())
    }

    fn line(&self, index: usize) -> &str {
        self.lines.get(index).map_or("", String::as_str)
    }

    fn append_all(&mut self, other: Instance<Lines>, cx: Opt<bool>) -> bool {
        let _ = other;
        cx.0.unwrap_or(false)
    }

    #[js(getter)]
    fn length(&self) -> usize {
        self.lines.len()
    }

    #[js(getter)]
    fn first(&self) -> Option<String> {
        self.lines.first().cloned()
    }

    #[js(setter)]
    fn set_first(&mut self, line: String) {
        self.lines.insert(0, line);
    }

    #[js(static, rename = "of")]
    fn of_text(cx: &mut Context<'_>, text: &str) -> Result<Instance<Lines>, Error> {
        let lines = text.lines().map(str::to_owned).collect();
        Instance::new(cx, Lines { file_name: "of".to_owned(), id: 0, lines, on_change: None })
    }

    #[js(iterator)]
    fn iter(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(String::as_str)
    }

    #[js(skip)]
    fn hidden(&self) -> std::thread::ThreadId {
        std::thread::current().id()
    }

    #[cfg(any())]
    fn absent(&self) -> Missing {}

    fn fail(&self) {
        let _ = self.hidden();
        panic!("on purpose");
    }
}

/// Without `#[methods]`, a class has only its fields.
#[ferrotape::class]
struct Plain {
    #[js(get)]
    value: u8,
    #[cfg(any())]
    #[js(get, set)]
    absent: Missing,
}

#[ferrotape::class]
struct Naturals;

#[ferrotape::methods(rename_all = "snake_case")]
impl Naturals {
    #[js(constructor)]
    fn new() -> Self {
        Naturals
    }

    #[js(iterator, lazy)]
    fn all(&self) -> std::ops::RangeFrom<u32> {
        0..
    }

    fn is_natural(&self, number: f64) -> bool {
        number >= 0.0 && number.fract() == 0.0
    }
}

#[ferrotape::class]
struct Stack<T: Send + Sync + Clone + ferrotape::FromJs + ferrotape::IntoJs + 'static> {
    items: Vec<T>,
}

#[ferrotape::methods]
impl<T: Send + Sync + Clone + ferrotape::FromJs + ferrotape::IntoJs + 'static> Stack<T> {
    fn push(&mut self, item: T) -> usize {
        self.items.push(item);
        self.items.len()
    }
}

fn engine() -> Engine {
    // Nested callbacks take much stack in unoptimised builds.
    let mut engine = Engine::builder().native_stack(1 << 20).build().expect("an engine");
    engine.register::<Lines>().expect("a class");
    engine.register::<Naturals>().expect("a class");
    engine
}

#[track_caller]
fn gives(text: &str, expected: &str) {
    assert_eq!(engine().eval::<String>(text).expect(text), expected, "{text}");
}

#[track_caller]
fn fails(text: &str, message: &str) {
    assert_eq!(engine().eval::<()>(text).expect_err(text).message(), message, "{text}");
}

#[test]
fn members_are_what_the_attributes_say() {
    gives("const b = new Buffer('a', 'x', 'y'); b.append('z'); `${[b.length, b.first, b.line(2), b.ID]}`", "3,x,z,7");
    gives("const b = new Buffer('a'); b.fileName += 'b'; b.first = 'f'; `${[b.fileName, ...b]}`", "ab,f");
    gives("`${[...Buffer.of('k\\nl')]} ${Buffer.MOST} ${Buffer.of('a') instanceof Buffer}`", "k,l 1000 true");
    gives("let seen; const b = new Buffer('a'); b.onChange(line => seen = line); b.append('new'); seen", "new");
    gives("new (class extends Buffer { get twice() { return this.fileName.repeat(2) } })('ab').twice", "abab");
    gives(
        "Object.getOwnPropertyNames(Buffer.prototype).sort().join()",
        "ID,append,appendAll,constructor,fail,fileName,first,length,line,onChange",
    );
    gives("`${[Buffer.length, Buffer.prototype.append.length, Buffer.prototype.appendAll.length]}`", "1,1,1");
    gives("String(Object.getOwnPropertyDescriptor(Buffer.prototype, 'ID').set)", "undefined");
    gives("'use strict'; try { Buffer.MOST = 1; 'set' } catch (e) { Buffer.MOST === 1 ? 'set' : e.name }", "set");
}

#[test]
fn iterators_are_lists_or_lazy() {
    gives("let n = 0; for (const i of new Naturals) { n += i; if (i == 10) break } String(n)", "55");
    gives("`${[...new Naturals()[Symbol.iterator]().map(n => n * n).drop(2).take(3)]}`", "4,9,16");
    gives(
        "const i = new Naturals()[Symbol.iterator](); i.next(); i.return('r').value + JSON.stringify(i.next())",
        "r{\"done\":true}",
    );
    gives(
        "const i = new Naturals()[Symbol.iterator](); `${i[Symbol.iterator]() === i} ${i}`",
        "true [object Host Iterator]",
    );
    gives("String(new Naturals().is_natural(1.5))", "false");
}

#[test]
fn misuse_is_an_error_of_the_script() {
    fails("Buffer('a')", "TypeError: Class constructor Buffer cannot be invoked without 'new'");
    fails("new Buffer('')", "Error: a name is needed");
    fails("new Buffer(1)", "TypeError: argument 1: expected a string, found 1");
    fails("new Buffer('a', 1)", "TypeError: argument 2: expected a string, found 1");
    fails(
        "Buffer.prototype.length",
        "TypeError: Buffer.prototype.length was called on #<Buffer>, which is not an instance of Buffer",
    );
    fails(
        "new Buffer('a').append.call(new Naturals, '')",
        "TypeError: Buffer.prototype.append was called on #<Naturals>, which is not an instance of Buffer",
    );
    fails("new Buffer('a').appendAll({})", "TypeError: argument 1: expected a Buffer, found #<Object>");
    fails("new Buffer('a').fail()", "Error: the function `fail` of the host panicked");
    fails(
        "const b = new Buffer('a'); b.onChange(() => b.length); b.append('')",
        "TypeError: Buffer.prototype.length was called while the Buffer is being changed",
    );
    fails(
        "const b = new Buffer('a'); b.onChange(() => [...b]); b.append('')",
        "TypeError: Buffer.prototype[Symbol.iterator] was called while the Buffer is being changed",
    );
    fails(
        "new Naturals()[Symbol.iterator]().next.call({})",
        "TypeError: Host Iterator.prototype.next was called on #<Object>, which is not an instance of Host Iterator",
    );
}

#[test]
fn what_a_value_takes_counts() {
    let mut engine = Engine::builder().memory_limit(8 << 20).build().expect("an engine");
    engine.register::<Lines>().expect("a class");
    let error =
        engine.eval::<()>("const all = []; for (;;) all.push(new Buffer('a', 'x'.repeat(1 << 16)))").unwrap_err();
    assert!(error.is_termination());
}

#[test]
fn hosts_make_objects_of_plain_and_generic_classes() {
    let mut engine = engine();
    let plain = Instance::new(&mut engine, Plain { value: 9 }).expect("an object");
    engine.set_global("plain", &plain).expect("a variable");
    assert_eq!(engine.eval::<u8>("plain.value").expect("a number"), 9);
    assert_eq!(
        engine.eval::<()>("new plain.constructor").unwrap_err().message(),
        "TypeError: Plain cannot be constructed"
    );
    let stack = Instance::new(&mut engine, Stack::<String> { items: Vec::new() }).expect("an object");
    let texts: Object = stack.convert(&mut engine).expect("the object");
    assert_eq!(texts.call_method::<usize>(&mut engine, "push", ("a",)).expect("a count"), 1);
    let error = texts.call_method::<usize>(&mut engine, "push", (1,)).unwrap_err();
    assert_eq!(error.message(), "TypeError: argument 1: expected a string, found 1");
}

#[ferrotape::class(fork)]
#[derive(Clone)]
struct Cloned {
    #[js(get, set)]
    n: u32,
}

/// Values of scripts in all places that a clone for a fork looks at.
#[ferrotape::class(fork)]
#[derive(Clone)]
struct Handlers {
    one: Option<Own<Function>>,
    all: Vec<Own<Function>>,
    by_name: std::collections::HashMap<String, Own<Function>>,
    calls: u32,
}

#[ferrotape::methods]
impl Handlers {
    #[js(constructor)]
    fn new(one: Own<Function>) -> Self {
        let by_name = [("one".to_owned(), one.clone())].into();
        Handlers { one: Some(one.clone()), all: vec![one], by_name, calls: 0 }
    }

    fn call(&mut self, cx: &mut Context<'_>) -> Result<Vec<u32>, ferrotape::Error> {
        self.calls += 1;
        let all = self.one.iter().chain(&self.all).chain(self.by_name.values());
        all.map(|one| one.get(cx)?.call(cx, (self.calls,))).collect()
    }
}

#[ferrotape::class(fork)]
#[derive(Clone)]
enum Watcher {
    #[allow(dead_code)]
    Nobody,
    One(u32, Own<Function>),
    Named {
        own: Own<Function>,
    },
}

#[ferrotape::methods]
impl Watcher {
    #[js(constructor)]
    fn new(own: Own<Function>, place: Option<u32>) -> Self {
        place.map_or(Watcher::Named { own: own.clone() }, |place| Watcher::One(place, own))
    }

    fn tell(&self, cx: &mut Context<'_>) -> Result<u32, ferrotape::Error> {
        match self {
            Watcher::Nobody => Ok(0),
            Watcher::One(place, own) => Ok(own.get(cx)?.call::<u32>(cx, ())? + place),
            Watcher::Named { own } => own.get(cx)?.call(cx, ()),
        }
    }
}

#[test]
fn clones_for_a_fork_own_values_of_the_fork() {
    let mut engine = Engine::new();
    engine.register::<Handlers>().unwrap();
    engine.register::<Watcher>().unwrap();
    let text = "let n = 0; const handlers = new Handlers(call => call * 100 + ++n);
        const named = new Watcher(() => ++n), placed = new Watcher(() => ++n, 50); handlers.call().join()";
    assert_eq!(engine.eval::<String>(text).unwrap(), "101,102,103");
    let mut fork = engine.fork().unwrap();
    assert_eq!(fork.eval::<String>("handlers.call().join()").unwrap(), "204,205,206");
    assert_eq!(fork.eval::<u32>("named.tell() + placed.tell()").unwrap(), 7 + 8 + 50);
    // The first engine has not seen these calls.
    assert_eq!(engine.eval::<String>("handlers.call().join()").unwrap(), "204,205,206");
    drop(engine);
    assert_eq!(fork.fork().unwrap().eval::<u32>("named.tell()").unwrap(), 9);
}

#[ferrotape::class(fork = Carried::again)]
struct Carried {
    f: Own<Function>,
}

impl Carried {
    fn again(&self, forking: &mut ferrotape::snapshot::Forking) -> Result<Self, ferrotape::Error> {
        Ok(Carried { f: forking.carry(&self.f)? })
    }
}

#[ferrotape::methods]
impl Carried {
    fn call(&self, cx: &mut Context<'_>) -> Result<u32, ferrotape::Error> {
        self.f.get(cx)?.call(cx, ())
    }
}

#[test]
fn values_are_copied_with_their_engine() {
    let mut engine = Engine::new();
    let cloned = Instance::new(&mut engine, Cloned { n: 1 }).unwrap();
    engine.set_global("cloned", &cloned).unwrap();
    let f: Function = engine.eval("let n = 1; () => ++n").unwrap();
    let f = Own::new(&mut engine, f).unwrap();
    let carried = Instance::new(&mut engine, Carried { f }).unwrap();
    engine.set_global("carried", &carried).unwrap();
    let (mut fork, its) = engine.fork_with(&cloned).unwrap();
    engine.run("a.js", "cloned.n = 5; carried.call()").unwrap();
    assert_eq!(its.borrow(&mut fork, |cloned| cloned.n).unwrap(), 1);
    assert_eq!(fork.eval::<u32>("carried.call() + cloned.n").unwrap(), 3);
}
