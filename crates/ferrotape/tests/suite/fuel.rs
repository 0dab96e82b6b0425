//! A script takes the same fuel whatever is done with its engine meanwhile. `ferrotape-conformance fuel` has many more
//! programs.

use std::task::Poll;

use ferrotape::script::{Execution, OwnedExecution};
use ferrotape::{Backend, Builder, Engine, Error, Limits, Script, Value};

use crate::host_functions::BACKENDS;

const SCRIPTS: [&str; 5] = [
    "let all = []; for (let i = 0; i < 30_000; i++) { all.push({ a: i, b: [i], c: '' + i }); if (all.length > 500) all = [] }",
    "class A { m(x) { return x + 1 } } class B extends A { m(x) { return super.m(x) + 1 } } let s = 0;
     for (let i = 0; i < 4000; i++) { s += new B().m(i); s += Object.create({ x: 1 }).x } s",
    "let n = 0; for (let i = 0; i < 600; i++) { if (/(a|b)*c{2,4}[x-z]/.test('ababccx')) n++; new RegExp('k' + i % 30 + '+').test('k') } n",
    "function* g(n) { for (let i = 0; i < n; i++) yield i } let s = 0; for (let i = 0; i < 200; i++) for (const x of g(9)) s += x;
     function late() { return [3, 1, 2].sort().map(x => x * 2).join() } for (let i = 0; i < 90; i++) s += late().length; s",
    "const w = new WeakMap; let k = {}; for (let i = 0; i < 3000; i++) { const n = {}; w.set(k, n); k = n; '𐀀'.repeat(i % 50).indexOf('x') }",
];

#[derive(Copy, Clone, PartialEq, Debug)]
enum Way {
    Slices,
    BesideCopies,
    InCopies,
    InRestored,
}

/// Returns the fuel at each pause, at least `apart` from the last, and at the end.
fn taken(builder: &Builder, script: &Script, way: Way, apart: u64) -> Result<Vec<u64>, Error> {
    let mut engine = builder.clone().build()?;
    let mut slices = Slices { taken: Vec::new(), before: engine.stats().fuel as i64, builder, way, apart };
    let mut step = slices.go_on(&mut script.start(&mut engine)?)?;
    while let Some(mut owned) = step {
        step = slices.go_on(&mut owned.execution())?;
    }
    Ok(slices.taken)
}

struct Slices<'a> {
    taken: Vec<u64>,
    /// The engine's earlier fuel, which may be less than another engine's.
    before: i64,
    builder: &'a Builder,
    way: Way,
    apart: u64,
}

impl Slices<'_> {
    fn go_on(&mut self, execution: &mut Execution<'_>) -> Result<Option<OwnedExecution>, Error> {
        loop {
            let spent = (execution.stats().fuel as i64 - self.before) as u64;
            let next = (self.taken.len() as u64 + 1) * self.apart;
            let ended = execution.resume::<Value>(&Limits::new().fuel(next.saturating_sub(spent).max(1)));
            let spent = execution.stats().fuel as i64 - self.before;
            self.taken.push(spent as u64);
            if let Poll::Ready(value) = ended {
                return value.map(|_| None);
            }
            match self.way {
                Way::Slices => {}
                Way::BesideCopies => drop((execution.fork()?, execution.snapshot()?)),
                Way::InCopies => return execution.fork().map(Some),
                Way::InRestored => {
                    let bytes = execution.snapshot()?;
                    let owned = Engine::restore_execution_into(self.builder.clone().build()?, &bytes)?;
                    self.before = owned.stats().fuel as i64 - spent;
                    return Ok(Some(owned));
                }
            }
        }
    }
}

#[test]
fn fuel_is_the_same_in_slices_copies_and_restored_engines_whenever_garbage_is_collected() -> Result<(), Error> {
    for (number, text) in SCRIPTS.into_iter().enumerate() {
        for backend in BACKENDS {
            let script = ferrotape::script::Compiler::new().backend(backend).script("a.js", text)?;
            let builder = Engine::builder().backend(backend).seed(1);
            let whole = taken(&builder, &script, Way::Slices, u64::MAX / 2)?;
            let apart = whole[0] / 11 + 1;
            let in_slices = taken(&builder, &script, Way::Slices, apart)?;
            assert_eq!(whole.last(), in_slices.last(), "script {number} on {backend:?}");
            assert!(in_slices.len() > 8, "{in_slices:?}");
            let slices_of_collections = builder.clone().stress_slices(true);
            let small = builder.clone().memory_limit(24 << 20);
            for builder in [&builder, &slices_of_collections, &small] {
                for way in [Way::Slices, Way::BesideCopies, Way::InCopies, Way::InRestored] {
                    let again = taken(builder, &script, way, apart)?;
                    assert_eq!(again, in_slices, "script {number} on {backend:?}, {way:?}");
                }
            }
        }
    }
    Ok(())
}

#[test]
fn what_only_collects_ends_under_fuel_alone() {
    // Nearly all of the memory is alive: each buffer needs a collection.
    let text = "const kept = []; try { for (;;) { kept.push({ a: 1 }); if (kept.length % 4096 == 0) probe(kept.length) } } catch {}
        function probe(n) { if (n >= 100_000) throw 0 } for (;;) new ArrayBuffer(1 << 20)";
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).memory_limit(32 << 20).fuel(6_000_000).build().unwrap();
        assert!(engine.run("a.js", text).unwrap_err().is_termination());
        engine.set_fuel(None);
        assert_eq!(engine.eval::<u8>("1 + 1").unwrap(), 2);
    }
}

#[test]
fn fuel_ends_at_the_same_place_wherever_it_goes_on() -> Result<(), Error> {
    for backend in BACKENDS {
        let text = "var n = 0; function f(x) { n++; return x > 0 ? f(x - 1) : 0 } for (;;) f(n % 5)";
        let script = ferrotape::script::Compiler::new().backend(backend).script("a.js", text)?;
        for fuel in (5_000..5_040).chain([40_000, 40_001]) {
            let mut places = Vec::new();
            for pause in [None, Some(700), Some(2_345), Some(4_900)] {
                let mut engine = Engine::builder().backend(backend).fuel(fuel).build()?;
                let mut execution = script.start(&mut engine)?;
                if let Some(pause) = pause {
                    assert!(execution.resume::<()>(&Limits::new().fuel(pause)).is_pending());
                    let mut fork = execution.fork()?;
                    places.push(end_of(&mut fork.execution()));
                }
                places.push(end_of(&mut execution));
            }
            assert!(places.windows(2).all(|pair| pair[0] == pair[1]), "{backend:?}, {fuel}: {places:?}");
        }
    }
    Ok(())
}

/// Each private name that the compiler is told of takes some 200 nanoseconds.
#[test]
fn an_eval_pays_for_the_private_names_around_it_if_it_uses_any() -> Result<(), Error> {
    const NAMES: u64 = 2000;
    for backend in BACKENDS {
        let taken = |names: u64, text: &str| -> Result<u64, Error> {
            let mut engine = Engine::builder().backend(backend).build()?;
            let members: String = (0..names).map(|index| format!("#p{index};")).collect();
            let class = format!("class C {{ {members} #q = 1; m(text) {{ return eval(text) }} }} const c = new C()");
            engine.run("a.js", class.as_str())?;
            let before = engine.stats().fuel;
            assert_eq!(engine.eval::<u8>(&format!("c.m('{text}')"))?, 1);
            Ok(engine.stats().fuel - before)
        };
        assert!(taken(NAMES, "1")? < taken(0, "1")? + NAMES / 2);
        assert!(taken(NAMES, "this.#q")? > taken(0, "this.#q")? + 8 * NAMES);
    }
    Ok(())
}

fn end_of(execution: &mut Execution<'_>) -> String {
    match execution.resume::<()>(&Limits::new()) {
        Poll::Ready(Err(error)) => format!("{error} {:?} {}", error.location(), error.stack().len()),
        other => format!("{other:?}"),
    }
}
