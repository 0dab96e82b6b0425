//! Streams under limits, in copies, and written down in the middle of a pipe.

use ferrotape::web::{TimerClock, Web};
use ferrotape::{Backend, Engine, Error, Value};

fn engine_with(backend: Backend, memory: usize) -> (Engine, Web) {
    let mut engine =
        Engine::builder().backend(backend).seed(7).fuel(2_000_000_000).memory_limit(memory).build().expect("an engine");
    let web = Web::install(&mut engine, TimerClock::Virtual).expect("room for the globals");
    (engine, web)
}

fn engine(backend: Backend) -> (Engine, Web) {
    engine_with(backend, 128 << 20)
}

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

/// Everything waits: a source for its `pull`, transforms, a sink, a tee, an iterator, a BYOB read, a text decoder within a
/// character, a queue of bytes within a chunk.
const BEGUN: &str = "
    const log = [], waiting = [];
    let n = 0;
    const source = new ReadableStream({ pull(c) {
        return new Promise(resolve => waiting.push(() => { n < 6 ? c.enqueue(n++) : c.close(); resolve(); }));
    } });
    const double = new TransformStream({
        transform(chunk, c) { c.enqueue(chunk); c.enqueue(chunk * 10); }, flush(c) { c.enqueue('flushed'); },
    }, undefined, { highWaterMark: 2 });
    const branches = source.pipeThrough(double).tee();
    const done = branches[0].pipeTo(new WritableStream({
        write(chunk) { log.push('w' + chunk); return new Promise(resolve => waiting.push(resolve)); }, close() { log.push('end'); },
    }), { signal: new AbortController().signal }).then(() => log.push('piped'));
    (async () => { for await (const chunk of branches[1]) log.push('i' + chunk); log.push('iterated'); })();

    let controller;
    const bytes = new ReadableStream({ type: 'bytes', start(c) { controller = c; } });
    const reader = bytes.getReader({ mode: 'byob' }), read = reader.read(new Uint8Array(4), { min: 3 });
    read.then(({ value }) => log.push('b' + value));
    controller.byobRequest.view[0] = 9;
    controller.byobRequest.respond(1);
    const request = controller.byobRequest;

    const text = new TextDecoderStream('utf-8', { fatal: true }), writer = text.writable.getWriter();
    const words = text.readable.getReader();
    words.read().then(({ value }) => log.push('t' + value));
    writer.write(new Uint8Array([0xE2, 0x82]));
    const blob = new Blob(['blob']).stream();

    const partly = new ReadableStream({ type: 'bytes', start(c) { c.enqueue(new Uint8Array(9)); c.enqueue(new Uint8Array(5)); } });
    const taker = partly.getReader({ mode: 'byob' });
    taker.read(new Uint8Array(4));";

const GOES_ON: &str = "
    const { view } = request;
    view[0] = 8; view[1] = 7;
    request.respond(2);
    writer.write(new Uint8Array([0xAC]));
    Array.fromAsync(blob).then(chunks => log.push(String(chunks)));
    taker.read(new Uint8Array(20)).then(({ value }) => log.push('p' + value.length));
    (async () => { for (let i = 0; i < 200; i++) { waiting.shift()?.(); await 0; } })();";

const TOLD: &str = "
    [log.filter(x => x[0] === 'w').join(), log.filter(x => x[0] === 'i').join(), log.filter(x => !'wi'.includes(x[0])).sort().join(' '),
        bytes instanceof ReadableStream, text.fatal].join(' ; ')";

const EXPECTED: &str = "w0,w0,w1,w10,w2,w20,w3,w30,w4,w40,w5,w50,wflushed ; \
    i0,i0,i1,i10,i2,i20,i3,i30,i4,i40,i5,i50,iflushed,iterated ; 98,108,111,98 b9,8,7 end p10 piped t\u{20AC} ; true ; true";

#[test]
fn copies_and_what_was_written_go_on() -> Result<(), Error> {
    for backend in BACKENDS {
        for turns in 0..8 {
            let (mut begun, _) = engine(backend);
            begun.run_with_jobs("begun.js", BEGUN)?;
            for _ in 0..turns {
                begun.run_with_jobs("turn.js", "waiting.shift()?.()")?;
            }
            let bytes = begun.snapshot().expect("all of it can be written");
            let mut restored = Engine::restore_into(engine(backend).0, &bytes).expect("what was written");
            let again = restored.snapshot().expect("it can be written again");
            let mut copied = Engine::restore_into(engine(backend).0, &again).expect("what was written again");
            let mut forked = begun.fork()?;
            for engine in [&mut begun, &mut restored, &mut copied, &mut forked] {
                engine.run_with_jobs("on.js", GOES_ON)?;
                assert_eq!(engine.run("told.js", TOLD)?, Value::from(EXPECTED), "after {turns} turns");
            }
        }
    }
    Ok(())
}

#[test]
fn jobs_that_wait_are_written() -> Result<(), Error> {
    for backend in BACKENDS {
        let (mut begun, _) = engine(backend);
        // Nothing of the pipe has run yet but what runs at once.
        begun.run(
            "begun.js",
            "
            const log = [], [one, two] = ReadableStream.from([1, 2]).tee();
            one.pipeThrough(new TransformStream()).pipeTo(new WritableStream({ write(x) { log.push(x); } }));
            two.getReader().read().then(({ value }) => log.push('read' + value));",
        )?;
        let bytes = begun.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore_into(engine(backend).0, &bytes).expect("what was written");
        for engine in [&mut begun, &mut restored] {
            engine.run_jobs()?;
            assert_eq!(engine.run("told.js", "log.sort().join()")?, Value::from("1,2,read1"));
        }
    }
    Ok(())
}

#[test]
fn changed_bytes_never_panic() {
    let (mut begun, _) = engine(Backend::Register);
    begun.run_with_jobs("begun.js", BEGUN).expect("it begins");
    let bytes = begun.snapshot().expect("all of it can be written");
    let (mut state, mut taken) = (1u64, 0);
    for _ in 0..3000 {
        let mut changed = bytes.clone();
        for _ in 0..2 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let place = (state >> 33) as usize % changed.len();
            changed[place] = (state >> 24) as u8;
        }
        // Damaged bytes that are taken all the same do something else, and no harm.
        if let Ok(mut engine) = Engine::restore_into(engine(Backend::Register).0, &changed) {
            taken += 1;
            let _ = engine.run_with_jobs("on.js", GOES_ON);
        }
    }
    assert!(taken > 0, "all of them were refused");
}

#[test]
fn queues_count_against_the_memory() {
    let endless = [
        "let c; new ReadableStream({ start(x) { c = x; } }); for (;;) c.enqueue('x');",
        "const r = new ReadableStream().getReader(); for (;;) r.read();",
        "const w = new WritableStream({ write: () => new Promise(() => {}) }).getWriter(); for (;;) w.write(1);",
        "let c; new ReadableStream({ type: 'bytes', start(x) { c = x; } }); for (;;) c.enqueue(new Uint8Array(10));",
        "const r = new ReadableStream({ type: 'bytes' }).getReader({ mode: 'byob' }); for (;;) r.read(new Uint8Array(1));",
        "let s = new ReadableStream(); for (;;) s = s.tee()[0];",
        "let s = new ReadableStream(); for (;;) s = s.pipeThrough(new TransformStream());",
        "const i = new ReadableStream().values(); for (;;) i.next();",
        "const w = new TextEncoderStream().writable.getWriter(); for (;;) w.write('x');",
    ];
    for backend in BACKENDS {
        for text in endless {
            let (mut engine, _) = engine_with(backend, 24 << 20);
            let ended = engine.run_with_jobs("endless.js", text).expect_err("it is endless");
            assert!(ended.is_termination(), "{text}: {ended}");
        }
    }
}

#[test]
fn loops_take_fuel() {
    for backend in BACKENDS {
        let (mut engine, _) = engine(backend);
        let begun = "let c; const r = new ReadableStream({ start(x) { c = x; } }).getReader();
            for (let i = 0; i < 100000; i++) r.read();";
        engine.run("begun.js", begun).expect("there is room");
        engine.set_fuel(1000);
        let ended = engine.run("close.js", "c.close()").expect_err("so many are to be told");
        assert!(ended.is_termination(), "{ended}");
    }
}

#[test]
fn parts_of_blobs_share_their_bytes_in_copies_too() -> Result<(), Error> {
    let begun_text = "
        let big = new Blob([new Uint8Array(200_000).fill(66)]), log = [];
        const parts = Array.from({ length: 200 }, (_, i) => big.slice(i, -i - 1).slice(1));
        const file = new File([parts[9]], 'f'), reader = parts[3].stream().getReader(), headers = new Headers();
        for (let i = 0; i < 200; i++) headers.append('h' + i, 'v');
        big = undefined;";
    let goes_on = "
        headers.append('h1', 'w'); headers.append('h200', 'x');
        reader.read().then(({ value }) => log.push(value.length));
        file.slice(0, 3).text().then(text => log.push(text));";
    for backend in BACKENDS {
        let (mut begun, _) = engine(backend);
        begun.run("begun.js", begun_text)?;
        let bytes = begun.snapshot().expect("all of it can be written");
        assert!(bytes.len() < 300_000, "{}", bytes.len());
        // A fork has the bytes once.
        let mut forked = begun.fork()?;
        let mut restored = Engine::restore_into(engine_with(backend, 32 << 20).0, &bytes).expect("what was written");
        for engine in [&mut begun, &mut forked, &mut restored] {
            engine.run_with_jobs("on.js", goes_on)?;
            let told = engine.eval::<String>(
                "[...log.sort(), file.size, parts[199].size, headers.get('h1'), [...headers].length].join()",
            )?;
            assert_eq!(told, "65536,BBB,199980,199600,v, w,201");
        }
    }
    Ok(())
}

#[test]
fn a_blob_is_restored_in_little_more_room_than_its_own() -> Result<(), Error> {
    let limited = || {
        let mut engine = Engine::builder().memory_limit(8 << 20).build().expect("an engine");
        Web::install(&mut engine, TimerClock::Virtual).expect("room for the globals");
        engine
    };
    let mut begun = limited();
    begun.run("begun.js", "const blob = new Blob([new Uint8Array(1 << 20)], { type: 'a/b' }), part = blob.slice(1)")?;
    let bytes = begun.snapshot().expect("all of it can be written");
    let mut restored = Engine::restore_into(limited(), &bytes).expect("it fits");
    assert_eq!(restored.eval::<String>("[blob.size, part.size, blob.type].join()")?, "1048576,1048575,a/b");
    Ok(())
}
