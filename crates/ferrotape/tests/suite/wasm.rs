//! WebAssembly within limits, beside copies and bytes of engines, and with modules of any bytes.

use std::time::{Duration, Instant};

use ferrotape::handles::ArrayBuffer;
use ferrotape::web::{TimerClock, Web};
use ferrotape::{
    AsContext, Backend, Builder, Call, Engine, Error, ErrorKind, Limits, MemoryLoader, Program, Progress, Termination,
};

use crate::support::Random;

/// Exports "add", "deep", "endless" and others.
const ARITHMETIC: &str = include_str!("wasm/arithmetic.b64");
/// Exports "memory" of 1 to 3 pages, "load", "store", "grow", "size".
const MEMORY: &str = include_str!("wasm/memory.b64");
/// Imports and exports all kinds of things.
const ALL_KINDS: &str = include_str!("wasm/all_kinds.b64");
/// Imports "m" "f", and exports "f", which calls it and adds 1.
const NESTED: &str = include_str!("wasm/nested.b64");
/// Exports a memory and a table without an upper bound, "grow", "growTable", "endlessGrow", "fill", "work" of so many turns, and
/// "mutual" recursion without an end.
const HUNGRY: &str = include_str!("wasm/hungry.b64");

const MODULES: [&str; 5] = [ARITHMETIC, MEMORY, ALL_KINDS, NESTED, HUNGRY];

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

/// Functions that scripts of this file have.
const PRELUDE: &str = "
    const env = () => ({
        log() {}, pair: value => [value, 1n], memory: new WebAssembly.Memory({ initial: 1 }), c: 1n, x: 1,
        table: new WebAssembly.Table({ element: 'anyfunc', initial: 2 }), g: new WebAssembly.Global({ value: 'i32', mutable: true }),
    });
    const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const instantiate = bytes =>
        new WebAssembly.Instance(new WebAssembly.Module(bytes), { m: { f: value => value }, env: env() }).exports;
";

/// Makes an engine that has the exports of a module as `exports`.
fn engine(builder: Builder, module: &str) -> Result<Engine, Error> {
    let mut engine = builder.build()?;
    Web::install(&mut engine, TimerClock::Virtual)?;
    engine.run("prelude.js", PRELUDE)?;
    engine.run("setup.js", format!("var exports = instantiate(bytesOf('{}'))", module.trim()))?;
    Ok(engine)
}

/// Runs a script that a limit ends.
fn ending(engine: &mut Engine, script: &str) -> Option<Termination> {
    match engine.run("a.js", script).expect_err(script).kind() {
        ErrorKind::Termination(termination) => Some(termination),
        _ => None,
    }
}

#[test]
fn endless_loops_end_by_each_limit() -> Result<(), Error> {
    for backend in BACKENDS {
        let builder = || Engine::builder().backend(backend);
        let mut fueled = engine(builder().fuel(10_000_000), ARITHMETIC)?;
        assert_eq!(ending(&mut fueled, "try { exports.endless() } finally { seen = 1 }"), Some(Termination::OutOfFuel));

        let mut timed = engine(builder(), ARITHMETIC)?;
        timed.set_timeout(Duration::from_millis(20));
        let start = Instant::now();
        assert_eq!(ending(&mut timed, "exports.endless()"), Some(Termination::DeadlineReached));
        assert!(start.elapsed() < Duration::from_secs(5));
        timed.set_timeout(None);
        assert_eq!(timed.eval::<i32>("exports.add(1, 2)")?, 3);

        let interrupter = timed.interrupter();
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            interrupter.interrupt();
        });
        assert_eq!(ending(&mut timed, "exports.endless()"), Some(Termination::Interrupted));
        assert!(other.join().is_ok());
        assert_eq!(timed.eval::<i32>("exports.add(1, 2)")?, 3);
    }
    Ok(())
}

#[test]
fn each_instruction_costs_fuel_once() -> Result<(), Error> {
    let mut engine = engine(Engine::builder(), HUNGRY)?;
    let mut spent = |turns: u32| -> Result<u64, Error> {
        let before = engine.stats().fuel;
        engine.run("a.js", format!("exports.work({turns})"))?;
        Ok(engine.stats().fuel - before)
    };
    spent(1)?;
    let [few, many, more] = [spent(10)?, spent(1_000_010)?, spent(2_000_010)?];
    assert!(many - few > 1_000_000, "{few} {many}");
    // Slices change little.
    assert!((more - many).abs_diff(many - few) < 1000, "{few} {many} {more}");
    assert_eq!(spent(1_000_010)?, many);
    Ok(())
}

/// A few bytes say how many local variables a function has, and its first call has to compile all of them.
#[test]
fn local_variables_are_paid_for_where_a_module_is_read() -> Result<(), Error> {
    let mut engine = engine(Engine::builder(), HUNGRY)?;
    let before = engine.stats().fuel;
    let text = "const many = (...values) => Array(50).fill(values).flat(), body = [6, 1, 0xb0, 0xea, 0x01, 0x7e, 0x0b];
        const bytes = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 51, 50, ...many(0), 7, 5, 1, 1, 0x66, 0, 49,
            10, 0xdf, 2, 50, ...many(...body)];
        new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports.f()";
    engine.run("a.js", text)?;
    let spent = engine.stats().fuel - before;
    assert!((50 * 30_000..2 * 50 * 30_000).contains(&spent), "{spent}");
    Ok(())
}

#[test]
fn memory_keeps_to_the_limit() -> Result<(), Error> {
    const LIMIT: usize = 32 << 20;
    for backend in BACKENDS {
        let mut engine = engine(Engine::builder().backend(backend).memory_limit(LIMIT), HUNGRY)?;
        assert_eq!(engine.eval::<i32>("exports.grow(65535)")?, -1);
        assert_eq!(engine.eval::<i32>("exports.growTable(9e6)")?, -1);
        assert_eq!(engine.eval::<i32>("exports.grow(100)")?, 1);
        assert!(engine.stats().bytes > 100 << 16, "{}", engine.stats().bytes);
        assert_eq!(engine.eval::<i32>("exports.fill(7), new Uint8Array(exports.memory.buffer)[6000000]")?, 7);
        for refused in [
            "exports.memory.grow(65000)",
            "new WebAssembly.Memory({ initial: 65535 })",
            "new WebAssembly.Memory({ initial: 1000 })",
            "exports.table.grow(9e6)",
            "new WebAssembly.Table({ element: 'anyfunc', initial: 1e7 })",
        ] {
            let error = engine.run("a.js", refused).expect_err(refused);
            assert_eq!(error.name(), Some("RangeError"), "{refused}: {error}");
        }
        assert_eq!(engine.eval::<i32>("exports.grow(65535)")?, -1);
        engine.set_timeout(Duration::from_millis(50));
        assert_eq!(ending(&mut engine, "exports.endlessGrow()"), Some(Termination::DeadlineReached));
        assert!(engine.stats().bytes <= LIMIT);
    }
    Ok(())
}

/// Bytes that are filled cost what they cost in scripts. So many short fills are seen by the limits as soon as many instructions.
#[test]
fn fills_cost_fuel_by_their_bytes() -> Result<(), Error> {
    let mut engine = engine(Engine::builder(), HUNGRY)?;
    assert_eq!(engine.eval::<i32>("exports.grow(100)")?, 1);
    let (filled, spent) = engine.measure(&Limits::new(), |cx| cx.eval::<()>("exports.fill(7)"));
    filled?;
    let least = (101 << 16) / 128;
    assert!((least..2 * least).contains(&spent.fuel), "{}", spent.fuel);
    engine.set_fuel(least / 2);
    assert_eq!(ending(&mut engine, "exports.fill(8)"), Some(Termination::OutOfFuel));
    engine.set_fuel(None);
    assert_eq!(engine.eval::<i32>("new Uint8Array(exports.memory.buffer)[6000000]")?, 7);
    Ok(())
}

#[test]
fn stores_count_until_nothing_of_them_is_left() -> Result<(), Error> {
    let mut engine = engine(Engine::builder().memory_limit(64 << 20), HUNGRY)?;
    engine.run(
        "a.js",
        "exports.grow(300); var view = new Uint8Array(exports.memory.buffer); view[5] = 1; exports = null",
    )?;
    engine.collect_garbage();
    assert!(engine.stats().bytes > 300 << 16, "a view keeps the memory: {}", engine.stats().bytes);
    assert_eq!(engine.eval::<i32>("view[5] + view.length / 65536")?, 302);
    engine.run("a.js", "view = null")?;
    engine.collect_garbage();
    assert!(engine.stats().bytes < 2 << 20, "{}", engine.stats().bytes);
    Ok(())
}

#[test]
fn instances_and_references_count() -> Result<(), Error> {
    for (module, script) in [
        (HUNGRY, "const all = []; for (;;) all.push(instantiate(bytes))"),
        (HUNGRY, "const all = []; for (;;) all.push(new WebAssembly.Module(bytes))"),
        (HUNGRY, "for (let i = 0; ; i++) exports.table.set(0, `text ${i}`)"),
        (HUNGRY, "for (let i = 0; ; i++) new WebAssembly.Global({ value: 'i32' }, i)"),
        (NESTED, "for (;;) new WebAssembly.Instance(module, { m: { f() {} } })"),
    ] {
        let mut engine = engine(Engine::builder().memory_limit(16 << 20), module)?;
        let before = format!("var bytes = bytesOf('{}'), module = new WebAssembly.Module(bytes);", module.trim());
        // Where a memory is what has no room, scripts can handle it.
        let error = engine.run("a.js", before + script).expect_err(script);
        let is_full = error.kind() == ErrorKind::Termination(Termination::OutOfMemory);
        assert!(is_full || error.name() == Some("RangeError"), "{script}: {error}");
        assert!(engine.stats().bytes < 17 << 20);
    }
    Ok(())
}

/// WebAssembly stands on the native stack: what it imports cannot wait for the host, and says so. The program goes on.
#[test]
fn imports_cannot_wait() -> Result<(), Error> {
    for backend in BACKENDS {
        let mut engine = engine(Engine::builder().backend(backend), ARITHMETIC)?;
        engine.define_call("ask", Call::blocking())?;
        let text = format!(
            "const nested = new WebAssembly.Instance(new WebAssembly.Module(bytesOf('{}')), {{ m: {{ f: ask }} }}).exports;
             const scripted = new WebAssembly.Instance(new WebAssembly.Module(bytesOf('{0}')), {{ m: {{ f: n => ask(n) }} }}).exports;
             let said = [];
             for (const {{ f }} of [nested, scripted]) try {{ f(1) }} catch (error) {{ said.push(error.name, error.message) }}
             said.push(ask(2))",
            NESTED.trim()
        );
        let program = Program::compile("waits.js", &text)?;
        let mut run = engine.start(&program)?;
        assert!(matches!(run.advance(&Limits::new())?, Progress::Waiting));
        let calls = run.calls();
        assert_eq!(calls.len(), 1);
        run.answer(calls[0].id(), 3)?;
        assert!(matches!(run.advance(&Limits::new())?, Progress::Done(_)));
        drop(run);
        let said: String = engine.eval("said.join()")?;
        assert_eq!(said.matches("TypeError").count(), 2, "{said}");
        assert_eq!(said.matches("stands in between, at waits.js").count(), 2, "{said}");
        assert!(said.ends_with(",3"), "{said}");
    }
    Ok(())
}

#[test]
fn deep_recursion_is_a_range_error() -> Result<(), Error> {
    for backend in BACKENDS {
        for (module, script) in [
            (HUNGRY, "exports.mutual(0)"),
            (ARITHMETIC, "exports.deep(1e9)"),
            (
                NESTED,
                "const f = new WebAssembly.Instance(new WebAssembly.Module(bytes), { m: { f: value => f(value) } }).exports.f; f(1)",
            ),
        ] {
            let mut engine = engine(Engine::builder().backend(backend).memory_limit(64 << 20), module)?;
            engine.run("a.js", format!("var bytes = bytesOf('{}')", module.trim()))?;
            for _ in 0..3 {
                let error = engine.run("a.js", format!("{{{script}}}")).expect_err(script);
                assert_eq!(error.name(), Some("RangeError"), "{script}: {error}");
            }
        }
    }
    Ok(())
}

#[test]
fn what_has_a_store_is_neither_copied_nor_written() -> Result<(), Error> {
    let mut fresh = Engine::builder().build()?;
    Web::install(&mut fresh, TimerClock::Virtual)?;
    fresh.run("a.js", "WebAssembly.validate(new Uint8Array(8))")?;
    assert!(fresh.fork().is_ok() && fresh.snapshot().is_ok());
    for (script, what) in [
        ("", "WebAssembly"),
        ("exports = new WebAssembly.Memory({ initial: 1 }).buffer", "WebAssembly"),
        ("exports = new Uint8Array(exports.memory.buffer)", "WebAssembly"),
        ("exports = exports.load", "WebAssembly"),
    ] {
        let mut engine = engine(Engine::builder(), MEMORY)?;
        engine.run("a.js", script)?;
        let error = engine.fork().err().expect("no copy");
        assert!(error.message().contains(what), "{error}");
        let error = engine.snapshot().expect_err("no bytes");
        assert!(error.message().contains(what), "{error}");
        engine.run("a.js", "exports = null")?;
        engine.collect_garbage();
        assert!(engine.fork().is_ok(), "{script}");
    }
    Ok(())
}

#[test]
fn hosts_read_and_write_memories() -> Result<(), Error> {
    let mut engine = engine(Engine::builder(), MEMORY)?;
    let buffer: ArrayBuffer = engine.eval("exports.memory.buffer")?;
    let mut word = [0; 5];
    buffer.read(&mut engine, 8, &mut word)?;
    assert_eq!(&word, b"hello");
    buffer.write(&mut engine, 9, b"u")?;
    assert_eq!(engine.eval::<i32>("exports.load(9)")?, i32::from(b'u'));
    assert_eq!(buffer.detach(&mut engine).expect_err("no").name(), Some("TypeError"));
    engine.run("a.js", "exports.grow(1)")?;
    assert!(buffer.read(&mut engine, 0, &mut word).is_err());
    Ok(())
}

#[test]
fn views_of_memories_are_sources_of_bytes() -> Result<(), Error> {
    let mut engine = engine(Engine::builder(), MEMORY)?;
    let valid = format!(
        "const view = new Uint8Array(exports.memory.buffer), bytes = bytesOf('{}'); view.set(bytes, 1000);
         WebAssembly.validate(new DataView(view.buffer, 1000, bytes.length)) && WebAssembly.validate(view.subarray(1000, 1000 + bytes.length))",
        MEMORY.trim()
    );
    assert!(engine.eval::<bool>(&valid)?);
    Ok(())
}

/// Calls whatever a module exports, with all kinds of arguments.
const CALL_ALL: &str = "
    var outcome = (() => {
        let exports;
        try {
            exports = instantiate(bytes);
        } catch (error) {
            return error.name;
        }
        for (const value of Object.values(exports)) {
            try {
                if (typeof value === 'function') value(1n, 2, {}, null);
            } catch {}
            try {
                if (typeof value === 'function') value(3, 4n, 5, 6n);
            } catch {}
        }
        return 'ran';
    })()";

#[test]
fn truncated_modules_are_refused() -> Result<(), Error> {
    for module in MODULES {
        let mut engine = engine(Engine::builder().fuel(1 << 40), module)?;
        engine.run("a.js", format!("var whole = bytesOf('{}'), bytes", module.trim()))?;
        for length in 0..engine.eval::<u32>("whole.length")? {
            engine.run("a.js", format!("bytes = whole.subarray(0, {length})"))?;
            engine.run("a.js", CALL_ALL)?;
            let outcome = engine.eval::<String>("outcome")?;
            // A module may end where a section does: imports, or functions, are missing then.
            let is_valid = engine.eval::<bool>("WebAssembly.validate(bytes)")?;
            assert_eq!(outcome == "CompileError", !is_valid, "{length}: {outcome}");
        }
    }
    Ok(())
}

#[test]
fn changed_modules_do_no_harm() -> Result<(), Error> {
    let mut random = Random(7);
    for turn in 0..10_000 {
        if turn % 500 != 0 {
            continue;
        }
        let module = random.pick(&MODULES);
        let mut engine = engine(Engine::builder().memory_limit(64 << 20), module)?;
        engine.run("a.js", format!("var whole = bytesOf('{}'), bytes", module.trim()))?;
        let length = engine.eval::<u32>("whole.length")? as usize;
        for _ in 0..500 {
            let mut change = "bytes = whole.slice();".to_owned();
            for _ in 0..1 + random.below(3) {
                change.push_str(&format!("bytes[{}] = {};", random.below(length), random.below(256)));
            }
            engine.run("a.js", &change)?;
            engine.set_fuel(200_000);
            match engine.run("a.js", CALL_ALL) {
                Ok(_) => {}
                Err(error) => assert!(matches!(error.kind(), ErrorKind::Termination(_)), "{change} {error}"),
            }
            engine.set_fuel(None);
            if engine.stats().bytes > 32 << 20 {
                engine.collect_garbage();
            }
        }
    }
    Ok(())
}

/// The source of a module is the same for all that import it.
#[test]
fn sources_of_modules_are_imported() -> Result<(), Error> {
    // Exports "f", which returns 7.
    let seven =
        "\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x06\x01\x04\0\x41\x07\x0b";
    let main = "
        import source seven from './seven.wasm';
        import { same } from './other.mjs';
        const nameOf = promise => promise.then(() => 'none', error => error.name);
        const withType = type => ({ with: { type } });
        globalThis.seen = [seven instanceof WebAssembly.Module, seven === same, new WebAssembly.Instance(seven).exports.f()];
        seen.push(
            await import.source('./seven.wasm') === seven,
            await nameOf(import.source('./broken.wasm')),
            await nameOf(import.source('./other.mjs')),
            await nameOf(import.source('./seven.wasm', withType('bytes'))),
            (await import('./seven.wasm', withType('bytes'))).default.length);
        globalThis.done = true";
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).build()?;
        let modules = [
            ("/seven.wasm", seven),
            ("/broken.wasm", "\0asm?"),
            ("/other.mjs", "import source same from './seven.wasm'; export { same }"),
            ("/typed.mjs", "import source same from './seven.wasm' with { type: 'bytes' }"),
        ];
        engine.set_module_loader(MemoryLoader::from_iter(modules));
        let refused = engine.run_module("/early.mjs", "import source seven from './seven.wasm'").expect_err("no web");
        assert_eq!(refused.name(), Some("SyntaxError"));

        let web = Web::install(&mut engine, TimerClock::Virtual)?;
        engine.run_module("/main.mjs", main)?;
        web.run_until_idle(&mut engine)?;
        let expected = "true,true,7,true,CompileError,SyntaxError,SyntaxError,34";
        assert_eq!(engine.eval::<String>("String(globalThis.done && seen)")?, expected, "{backend:?}");
        let refused = engine.run_module("/last.mjs", "import './typed.mjs'").expect_err("bytes have no source");
        assert_eq!(refused.name(), Some("SyntaxError"));
    }
    Ok(())
}
