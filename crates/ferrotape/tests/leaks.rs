//! Engines leave no memory behind once they are dropped. The allocator counts exactly: it sees a leak of a few bytes,
//! and not what the system does with pages. This needs a program of its own.

use std::alloc::System;

use cap::Cap;
use ferrotape::{Engine, Error, Function, Instance, Object, Own, Promise, Script};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Engines that create everything made once in a process: tables, thread-local buffers.
const FIRST: usize = 50;

const ENGINES: usize = 500;

/// The most bytes left behind by all engines together: less than two for each.
const MOST_GROWTH: usize = 1000;

struct Node {
    next: Option<Own<Object>>,
}

impl ferrotape::Class for Node {
    const NAME: &'static str = "Node";

    fn define(class: &mut ferrotape::ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
        class.constructor(|| Node { next: None })?;
        class.setter("next", |node: &mut Node, next: Own<Object>| node.next = Some(next))
    }
}

/// Uses cycles through Rust, waiting promises, futures, scripts, and handles that outlive their engine.
fn use_one(script: &Script, number: usize) -> Result<Vec<Object>, Error> {
    let mut engine = Engine::builder().memory_limit(8 << 20).fuel(1_000_000).build()?;
    engine.register::<Node>()?;
    let callback: Function = engine.eval("let kept = []; (f) => { kept.push(f); return kept }")?;
    let own = callback.clone();
    engine.define("callback", move || own.clone())?;
    engine.define("never", std::future::pending::<()>)?;
    script.run::<()>(&mut engine)?;
    let (_, resolver) = Promise::new(&mut engine)?;
    let node = Instance::new(&mut engine, Node { next: None })?;
    let object: Object = callback.call(&mut engine, (&node, 1))?;
    assert!(engine.eval::<()>("throw new Error('text '.repeat(100))").is_err());
    // Filling a heap is slow.
    if number.is_multiple_of(100) {
        let full = engine.eval::<()>("let list = []; for (;;) list.push([{}])");
        assert!(full.is_err_and(|error| error.is_termination()));
    }
    drop(engine);
    drop(resolver);
    Ok(vec![object])
}

const TEXT: &str = "
    const node = new Node();
    node.next = { node, callback };
    class A { #x = new Map([[this, node]]); get x() { return this.#x } }
    globalThis.all = [new A(), /a+/g.exec('caat'), new Date(0), new Proxy({}, {}), (function* () { yield 1 })(), 2n ** 200n];
    all[4].next();
    never().then(() => all);
    new Promise(() => {}).then(() => node);
    JSON.stringify([1, 'text', { all: [] }]).split('');
    undefined";

#[test]
fn engines_leave_no_memory_behind() {
    let script = Script::compile("leaks.js", TEXT).expect("compiled");
    // Handles that outlive their engine are dropped when the next one exists.
    let mut kept = Vec::new();
    for number in 0..FIRST {
        kept = use_one(&script, number).expect("a run");
    }
    drop(std::mem::take(&mut kept));
    let before = ALLOCATOR.allocated();
    for number in 0..ENGINES {
        kept = use_one(&script, number).expect("a run");
    }
    drop(kept);
    let after = ALLOCATOR.allocated();
    assert!(after <= before + MOST_GROWTH, "{ENGINES} engines: {before} bytes became {after}");
}
