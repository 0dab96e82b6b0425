//! The growth of a host's process while scripts with a memory limit fill Rust values from theirs. The system measures
//! each case in a process of its own. The limit times 1.1 and 2 MB are allowed.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::process::Command;

use ferrotape::handles::{ArrayBuffer, BigInt, Bytes, JsString, Symbol};
use ferrotape::host::Rest;
use ferrotape::{
    Array, Backend, Class, ClassBuilder, Engine, Error, ErrorKind, FromJs, Object, Own, Script, Termination, Value,
};

use crate::memory::peak_resident_bytes;

mod many;

/// The limit for scripts that fill Rust values.
const LIMIT: usize = 32 << 20;

/// The limit for scripts that make many small things: uncounted memory shows the more, the smaller the limit is.
const LIMIT_OF_MANY: usize = 8 << 20;

type Case = (&'static str, fn(&mut Engine) -> Result<(), Error>);

/// Scripts whose values are small because their parts are shared.
const NUMBERS: &str = "Array(10_000).fill(Array(10_000).fill(1.5))";
const NAMES: &str = "Array(1000).fill('x'.repeat(1e6))";
const BUFFERS: &str = "Array(1000).fill(new Uint8Array(1 << 20))";
const TABLES: &str = "Array(10_000).fill(Object.fromEntries(Array(1000).keys().map(i => ['key' + i, i])))";
const MAPS: &str = "Array(10_000).fill(new Map(Array.from({ length: 1000 }, (_, i) => [i, i])))";
const SETS: &str = "Array(10_000).fill(new Set(Array(1000).keys()))";
const COUNTER: &str = "(function* () { for (let i = 0; ; i++) yield i })()";

const CASES: &[Case] = &[
    ("lists of numbers", |engine| ends::<Vec<Vec<f64>>>(engine, NUMBERS)),
    ("boxed lists", |engine| ends::<Vec<Box<[u8]>>>(engine, "Array(1000).fill(Array(100_000).fill(1))")),
    ("queues", |engine| ends::<VecDeque<VecDeque<f64>>>(engine, NUMBERS)),
    ("arrays", |engine| ends::<Vec<Box<[f64; 1000]>>>(engine, "Array(10_000).fill(Array(1000).fill(1))")),
    ("tuples", |engine| ends::<Vec<(f64, [f64; 30])>>(engine, "Array(1e6).fill([1, Array(30).fill(1)])")),
    ("optional values", |engine| ends::<Vec<Option<[f64; 30]>>>(engine, "Array(1e6).fill(null)")),
    ("texts", |engine| ends::<Vec<String>>(engine, NAMES)),
    ("texts of two bytes", |engine| ends::<Vec<String>>(engine, "Array(1000).fill('λ'.repeat(1e6))")),
    ("values", |engine| ends::<Vec<Value>>(engine, NAMES)),
    ("buffers", |engine| ends::<Vec<Bytes>>(engine, BUFFERS)),
    ("integers", |engine| ends::<Vec<BigInt>>(engine, "Array(1000).fill(1n << 8_000_000n)")),
    ("sets", |engine| ends::<Vec<HashSet<u64>>>(engine, SETS)),
    ("ordered sets", |engine| ends::<Vec<BTreeSet<u64>>>(engine, SETS)),
    ("maps", |engine| ends::<Vec<HashMap<u64, u64>>>(engine, MAPS)),
    ("ordered maps", |engine| ends::<Vec<BTreeMap<u64, u64>>>(engine, MAPS)),
    ("maps by names", |engine| ends::<Vec<HashMap<String, u64>>>(engine, TABLES)),
    ("a list without end", |engine| ends::<Vec<u64>>(engine, COUNTER)),
    ("a set without end", |engine| ends::<HashSet<u64>>(engine, COUNTER)),
    ("an ordered set without end", |engine| ends::<BTreeSet<u64>>(engine, COUNTER)),
    ("handles", |engine| ends::<Vec<Object>>(engine, "Array(10_000_000).fill({})")),
    ("handles of texts", |engine| ends::<Vec<JsString>>(engine, "Array(10_000_000).fill('text')")),
    ("arguments", |engine| {
        engine.define("take", |lists: Rest<Vec<f64>>| lists.0.len() as f64)?;
        ends::<()>(engine, "take(...Array(1000).fill(Array(100_000).fill(1)))")
    }),
    ("arguments again and again", |engine| {
        engine.define("take", |list: Vec<f64>| list.len() as f64)?;
        engine.eval::<()>("const list = Array(100_000).fill(1); for (let i = 0; i < 300; i++) take(list)")
    }),
    ("results", |engine| {
        engine.define("give", || vec![1.5; 100_000])?;
        ends::<()>(engine, "const all = []; for (;;) all.push(give())")
    }),
    ("results of texts", |engine| {
        engine.define("give", || "λόγος".repeat(10_000))?;
        ends::<()>(engine, "const all = []; for (;;) all.push(give())")
    }),
    ("results of bytes", |engine| {
        engine.define("give", || Bytes(vec![1; 1 << 20]))?;
        ends::<()>(engine, "const all = []; for (;;) all.push(give())")
    }),
    ("errors of the host", |engine| {
        engine.define("fail", |text: String| -> Result<(), String> { Err(text) })?;
        ends::<()>(
            engine,
            "const all = [], text = 'x'.repeat(1e6); for (;;) try { fail(text) } catch (e) { all.push(e) }",
        )
    }),
    ("short errors of the host", |engine| {
        engine.define("fail", |text: String| -> Result<(), String> { Err(text) })?;
        ends::<()>(
            engine,
            "const all = [], text = 'x'.repeat(1e3); for (;;) try { fail(text) } catch (e) { all.push(e) }",
        )
    }),
    ("errors of the host that are small", |engine| {
        engine.define("fail", || Err::<(), _>(std::io::Error::other("x")))?;
        ends::<()>(engine, "const all = []; for (;;) try { fail() } catch (e) { all.push(e) }")
    }),
    ("errors of the host in others", |engine| {
        engine.define("fail", |text: String| Err::<(), _>(std::io::Error::other(text)))?;
        ends::<()>(
            engine,
            "const all = [], text = 'λ'.repeat(1e6); for (;;) try { fail(text) } catch (e) { all.push(e) }",
        )
    }),
    ("errors of the host as rejections", |engine| {
        engine.define("fail", |text: String| async move { Err::<(), _>(std::io::Error::other(text)) })?;
        let fill = "const all = [], text = 'x'.repeat(1e6);
            (async () => { for (;;) try { await fail(text) } catch (e) { all.push(e) } })()";
        match engine.eval_async::<()>(fill).block() {
            Err(error) if error.kind() == ErrorKind::Termination(Termination::OutOfMemory) => Ok(()),
            other => other.and(Err(Error::new("it went on"))),
        }
    }),
    ("one large error of the host", |engine| {
        engine.define("fail", |text: String| -> Result<(), String> { Err(text) })?;
        ends::<()>(engine, "const text = 'x'.repeat(10e6); fail(text)")
    }),
    ("values that nobody owns in the end", |engine| {
        engine.define("own", |list: Vec<Own<Object>>| list.len() as f64)?;
        let fill = "const all = []; for (;;) { all.push(() => all); if (all.length % 50_000 === 0) own(all) }";
        ends::<()>(engine, fill)
    }),
    ("texts that an object owns", |engine| {
        struct Owner(Vec<Own<JsString>>);

        impl Class for Owner {
            const NAME: &'static str = "Owner";

            fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
                class.constructor(|| Owner(Vec::new()))?;
                class.method_mut("own", |owner: &mut Owner, text: Own<JsString>| owner.0.push(text))
            }

            fn bytes(&self) -> usize {
                size_of::<Self>() + self.0.capacity() * size_of::<Own<JsString>>()
            }
        }

        engine.register::<Owner>()?;
        ends::<()>(engine, "const owner = new Owner; for (;;) owner.own('text')")
    }),
    ("symbols", |engine| {
        engine.define("give", |cx: &mut ferrotape::Context<'_>| Symbol::new(cx, "a symbol"))?;
        ends::<()>(engine, "const all = []; for (;;) all.push(give())")
    }),
    ("properties", |engine| {
        let object: Object = engine.eval("({ list: Array(100_000).fill(1) })")?;
        for _ in 0..300 {
            object.get::<Vec<f64>>(engine, "list")?;
        }
        Ok(())
    }),
    ("keys", |engine| {
        let object: Object = engine.eval("Object.fromEntries(Array(20_000).keys().map(i => ['key' + i, i]))")?;
        for _ in 0..100 {
            object.keys(engine)?;
        }
        Ok(())
    }),
    ("turns of an iteration", |engine| {
        let texts: Object = engine.eval("Array(1000).fill('x'.repeat(1e6))")?;
        texts.iterate(engine, |_, text: String| Ok(!text.is_empty()))
    }),
    ("elements", |engine| {
        let texts: Array = engine.eval("Array(1000).fill('x'.repeat(1e6))")?;
        for index in 0..1000 {
            texts.get::<String>(engine, index)?;
        }
        Ok(())
    }),
    ("units", |engine| {
        let text: JsString = engine.eval("'x'.repeat(1e6)")?;
        (0..100).try_for_each(|_| text.to_units(engine).map(|_| ()))
    }),
    ("copies of buffers", |engine| {
        let buffer: ArrayBuffer = engine.eval("new ArrayBuffer(10 << 20)")?;
        (0..100).try_for_each(|_| buffer.to_vec(engine).map(|_| ()))
    }),
    ("runs of a script", |engine| {
        let script = Script::compile("text.js", "'x'.repeat(1e7)")?;
        (0..100).try_for_each(|_| script.run::<String>(engine).map(|_| ()))
    }),
    ("types of many parts", |engine| {
        ferrotape::web::Web::install(engine, ferrotape::web::TimerClock::Virtual)?;
        let text = "new Response('', { headers: { 'content-type': ','.repeat(3e6) } }).blob()";
        engine.run_with_jobs("types.js", text).map(drop)
    }),
    ("errors", |engine| {
        (0..100).for_each(|_| drop(engine.eval::<()>("throw new Error('λ'.repeat(3e6))")));
        (0..100).for_each(|_| drop(engine.eval::<()>("throw 'λ'.repeat(3e6)")));
        Ok(())
    }),
];

mod by_serde {
    use ferrotape::Json;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Tree {
        #[serde(rename = "value")]
        _value: [f64; 8],
        #[serde(rename = "left")]
        _left: Option<Box<Tree>>,
        #[serde(rename = "right")]
        _right: Option<Box<Tree>>,
    }

    pub const CASES: &[Case] = &[
        ("serde: lists", |engine| ends::<Json<Vec<Vec<f64>>>>(engine, NUMBERS)),
        ("serde: texts", |engine| ends::<Json<Vec<String>>>(engine, NAMES)),
        ("serde: maps", |engine| ends::<Json<Vec<HashMap<u64, u64>>>>(engine, MAPS)),
        ("serde: maps by names", |engine| ends::<Json<Vec<HashMap<String, f64>>>>(engine, TABLES)),
        ("serde: ordered maps", |engine| ends::<Json<Vec<BTreeMap<String, f64>>>>(engine, TABLES)),
        ("serde: sets", |engine| ends::<Json<Vec<BTreeSet<u64>>>>(engine, SETS)),
        ("serde: an iteration without end", |engine| ends::<Json<Vec<u64>>>(engine, COUNTER)),
        ("serde: bytes as integers", |engine| ends::<Json<Vec<Vec<u128>>>>(engine, BUFFERS)),
        ("serde: trees", |engine| {
            let grow = "let tree = null; const value = Array(8).fill(1);
                for (let i = 0; i < 24; i++) tree = { value, left: tree, right: tree }; tree";
            ends::<Json<Tree>>(engine, grow)
        }),
    ];
}

/// Converts a value that no process could hold.
fn ends<T: FromJs>(engine: &mut Engine, script: &str) -> Result<(), Error> {
    match engine.eval::<T>(script) {
        Err(error) if error.kind() == ErrorKind::Termination(Termination::OutOfMemory) => Ok(()),
        Err(error) => Err(error),
        Ok(_) => Err(Error::new("it was converted")),
    }
}

/// Runs cases in processes of their own.
fn keep_to(limit: usize, names: impl Iterator<Item = &'static str>) {
    keep_to_on("register", limit, names);
}

fn keep_to_on(machine: &str, limit: usize, names: impl Iterator<Item = &'static str>) {
    if !cfg!(target_os = "linux") {
        return;
    }
    let allowed = limit + limit / 10 + (2 << 20);
    let mut wrong = Vec::new();
    for name in names {
        let output = Command::new(std::env::current_exe().expect("a path"))
            .args(["--exact", "process_growth::grows", "--nocapture"])
            .envs([
                ("FERROTAPE_GROWS", name),
                ("FERROTAPE_GROWS_TO", &limit.to_string()),
                ("FERROTAPE_GROWS_ON", machine),
            ])
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        match text.lines().find_map(|line| line.split_once("grown by: ")?.1.parse::<usize>().ok()) {
            Some(bytes) if bytes <= allowed => {}
            Some(bytes) => wrong.push(format!("{name}: {bytes} bytes, where {allowed} are allowed")),
            None => wrong.push(format!("{name}: {output:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_process_keeps_to_the_memory_limit() {
    keep_to(LIMIT, CASES.iter().chain(by_serde::CASES).map(|case| case.0));
}

#[test]
fn the_process_keeps_to_the_limit_with_many_small_things() {
    keep_to(LIMIT_OF_MANY, many::CASES.iter().map(|case| case.0));
}

#[test]
fn the_process_keeps_to_the_limit_with_what_scripts_make_many_of() {
    keep_to(LIMIT_OF_MANY, many::OF_CODE.iter().chain(many::OF_HEAP).chain(many::OF_HOSTS).copied());
}

#[test]
fn the_process_keeps_to_the_limit_on_the_stack_machine_too() {
    keep_to_on("stack", LIMIT_OF_MANY, many::OF_CODE.iter().copied());
}

/// Returns the bytes of the program's file in memory: a test program has many, and scripts do not determine when they
/// are loaded.
fn program_bytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssFile:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("kilobytes") * 1024
}

/// The child process of the tests above.
#[test]
fn grows() {
    let (Ok(name), Ok(limit)) = (std::env::var("FERROTAPE_GROWS"), std::env::var("FERROTAPE_GROWS_TO")) else { return };
    let machine = if std::env::var("FERROTAPE_GROWS_ON").is_ok_and(|it| it == "stack") {
        Backend::Stack
    } else {
        Backend::Register
    };
    let limit = limit.parse::<usize>().expect("bytes");
    let mut engine = Engine::builder().backend(machine).memory_limit(limit).build().expect("an engine");
    let (before, program) = (peak_resident_bytes(), program_bytes());
    let result = match CASES.iter().chain(by_serde::CASES).chain(many::CASES).find(|case| case.0 == name) {
        Some((_, work)) => work(&mut engine),
        None => many::fills(&mut engine, &name),
    };
    result.unwrap_or_else(|error| panic!("{name}: {error}"));
    println!("grown by: {}", peak_resident_bytes() - before - (program_bytes() - program));
    engine.set_memory_limit(None);
    assert_eq!(engine.eval::<u8>("1 + 1").expect("a usable engine"), 2);
}
