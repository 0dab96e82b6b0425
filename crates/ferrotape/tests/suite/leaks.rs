//! Engines that are made, used and dropped leave no memory behind, as the system sees it.
//!
//! `FERROTAPE_ENGINES` says how many: 10,000 where nothing is said, or as many as a minute has room for where the code is not
//! optimised; 100,000 take some minutes.

use std::process::Command;
use std::time::{Duration, Instant};

use ferrotape::{Engine, Error, Function, Instance, Object, Own, Promise, Script};

/// Rounds of engines. A leak grows in each of them; what the allocator keeps, or what the system took away before, in some.
const ROUNDS: usize = 4;

/// What the process may grow by in the round in which it grew least: a page in a hundred engines of a round of 2,500.
const MOST_GROWTH: usize = 100 << 10;

/// Engines whose memory the process has had before it is looked at.
const FIRST: usize = 300;

/// Bytes of memory that the process has now, where the system tells.
fn resident() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

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

/// Cycles through Rust, promises that wait, futures, scripts, handles that outlive their engine.
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
    // A full heap takes its time.
    if number.is_multiple_of(1000) {
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
#[ignore = "is run in a process of its own by the test below"]
fn engines_alone() {
    let wanted: Option<usize> = std::env::var("FERROTAPE_ENGINES").ok().and_then(|text| text.parse().ok());
    let (wanted, longest) = wanted.map_or((10_000, Duration::from_secs(60)), |wanted| (wanted, Duration::MAX));
    let script = Script::compile("leaks.js", TEXT).expect("compiled");
    // What outlives its engine is dropped when the next one is there.
    let mut kept = Vec::new();
    // Several of them fill their heaps: what the first of those leaves behind decides what the allocator keeps for the others.
    for number in 0..FIRST {
        kept = use_one(&script, 10 * number).expect("a run");
    }
    let mut sizes: Vec<usize> = resident().into_iter().collect();
    let mut count = 0;
    for _ in 0..ROUNDS {
        let (began, first) = (Instant::now(), count);
        while count - first < wanted.div_ceil(ROUNDS) && began.elapsed() < longest / ROUNDS as u32 {
            kept = use_one(&script, count).expect("a run");
            count += 1;
        }
        sizes.extend(resident());
    }
    drop(kept);
    let growth = sizes.windows(2).map(|sizes| sizes[1].saturating_sub(sizes[0])).min();
    assert!(growth.is_none_or(|growth| growth <= MOST_GROWTH), "{count} engines, in bytes after each round: {sizes:?}");
    println!("{count} engines, in bytes after each round: {sizes:?}");
}

#[test]
fn engines_leave_no_memory_behind() {
    let own = std::env::current_exe().expect("the program");
    let run = Command::new(own).args(["--exact", "leaks::engines_alone", "--ignored", "--nocapture"]).output();
    let output = run.expect("it can be run");
    let told = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
}
