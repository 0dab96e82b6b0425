//! `fetch` as a call of the host: waiting, half read, saved and forked.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ferrotape::handles::Bytes;
use ferrotape::host::Mutable;
use ferrotape::script::Compiler;
use ferrotape::web::{FetchRequest, FetchResponse, TimerClock, Web};
use ferrotape::{Backend, Builder, Call, Engine, Error, Limits, Progress, Run};

use super::{BACKENDS, MEANWHILE, Meanwhile};

fn ready(builder: Builder) -> Engine {
    let mut engine = builder.build().expect("an engine");
    let web = Web::install(&mut engine, TimerClock::Virtual).expect("web globals");
    web.set_fetch_call(&mut engine, Call::promise()).expect("a call");
    engine
}

fn builder(backend: Backend) -> Builder {
    Engine::builder().backend(backend).memory_limit(16 << 20)
}

/// Answers a call: `/old` leads to `/new`, whose body comes in pieces, each of which is a call.
fn answer(run: &mut Run<'_>, call: &ferrotape::PendingCall, left: &mut u8) -> Result<(), Error> {
    if call.name() == "fetch.read" {
        assert_eq!(call.argument::<u64>(run, 0)?, 7);
        *left -= 1;
        let piece = (*left > 0).then(|| Bytes(vec![b'0' + *left; 2]));
        return run.answer(call.id(), piece);
    }
    let request: FetchRequest = call.argument(run, 0)?;
    match &request.url[..] {
        "https://a.example/old" => {
            assert_eq!((&request.method[..], request.body.as_deref()), ("POST", Some(&b"key"[..])));
            run.answer(call.id(), FetchResponse::new(303).header("Location", "new"))
        }
        "https://a.example/new" => {
            assert_eq!((&request.method[..], request.header("x-a")), ("GET", Some("b")));
            assert_eq!(request.body, None);
            run.answer(call.id(), FetchResponse::new(200).status_text("Fine").pulled(7))
        }
        url => run.fail(call.id(), Error::type_error(format!("{url} is not allowed"))),
    }
}

const TEXT: &str = "
    const response = await fetch('https://a.example/old', { method: 'POST', body: 'key', headers: { 'X-A': 'b' } });
    const copy = response.clone(), reader = response.body.getReader();
    const first = (await reader.read()).value;
    let text = String.fromCharCode(...first);
    for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        text += String.fromCharCode(...value);
    }
    const refused = await fetch('https://b.example/').catch((error) => error.message);
    return [response.status, response.statusText, response.redirected, response.url, text, await copy.text(), refused].join();
";

#[test]
fn a_fetch_waits_and_its_body_is_read_by_pieces_in_any_process() {
    for backend in BACKENDS {
        for meanwhile in MEANWHILE {
            let program = Compiler::new().backend(backend).body("job.js", TEXT).expect("a body");
            let mut engine = ready(builder(backend));
            let mut run = engine.start(&program).expect("a run").fork().expect("a run of its own");
            let mut left = 4;
            let done = loop {
                match run.advance(&Limits::new()).expect("no error") {
                    Progress::Done(value) => break value,
                    Progress::Waiting => {}
                    Progress::Paused => continue,
                }
                let calls = run.take_new_calls();
                assert!(!calls.is_empty());
                match meanwhile {
                    Meanwhile::Nothing => {}
                    Meanwhile::Saved => {
                        let saved = run.save().expect("bytes");
                        run = Engine::restore_run(ready(builder(backend)), &saved).expect("a run");
                    }
                    Meanwhile::Forked => {
                        let mut fork = run.fork().expect("a fork");
                        for call in &calls {
                            fork.fail(call.id(), Error::type_error("elsewhere")).expect("a call");
                        }
                        let _ = fork.advance(&Limits::new());
                    }
                }
                for call in &calls {
                    answer(&mut run, call, &mut left).expect("a call");
                }
            };
            let expected = "200,Fine,true,https://a.example/new,332211,332211,\
                            fetch of https://b.example/ failed: the host could not do it: https://b.example/ is not allowed";
            assert_eq!(done, expected.into(), "{backend:?} {meanwhile:?}");
        }
    }
}

/// Code of a hostile script, which changes arrays and objects before it fetches.
const HOSTILE: &str = "
    let touched = 0;
    ['read', 'pull', 'cancel', 'headers', 'status'].forEach((name) =>
        Object.defineProperty(Object.prototype, name, { __proto__: null, set() { touched++; }, get() { touched++; } }));
    ['0', '1', '2', '3'].forEach((name) =>
        Object.defineProperty(Array.prototype, name, { __proto__: null, set() { touched++; }, get() { touched++; return 'x'; } }));
    Object.getPrototypeOf([].values()).next = () => { touched++; return { done: true }; };
    Array.prototype[Symbol.iterator] = () => { touched++; return [['host', 'other.example'], ['content-length', '0']].values(); };
    let text;
    const send = () => fetch('https://a.example/', { __proto__: null, headers: { __proto__: null, 'X-A': 'b', Host: 'evil' } })
        .then((response) => { text = response.headers.get('x-c') + response.headers.get('x-host'); });";

#[test]
fn scripts_that_change_arrays_have_no_say_in_headers() {
    for backend in BACKENDS {
        let answer = |request: FetchRequest| {
            assert_eq!(request.header("x-a"), Some("b"));
            assert!(request.headers.iter().all(|(name, _)| ["accept", "x-a"].contains(&&name[..])), "{request:?}");
            FetchResponse::new(200).header("X-C", "d").header("X-Host", "e")
        };
        let mut engine = builder(backend).build().expect("an engine");
        let web = Web::install(&mut engine, TimerClock::Virtual).expect("web globals");
        web.set_fetch(&mut engine, answer).expect("a host");
        engine.run_with_jobs("a.js", format!("{HOSTILE} send();")).expect("no error");
        assert_eq!(engine.eval::<String>("text + touched").expect("a text"), "de0", "{backend:?}");

        let text = format!("{HOSTILE} await send(); return text + touched");
        let program = Compiler::new().backend(backend).body("job.js", &text).expect("a body");
        let mut engine = ready(builder(backend));
        let mut run = engine.start(&program).expect("a run");
        assert_eq!(run.advance(&Limits::new()).expect("no error"), Progress::Waiting);
        let call = run.take_new_calls().remove(0);
        let request = call.argument(&mut run, 0).expect("a request");
        run.answer(call.id(), answer(request)).expect("a call");
        assert_eq!(run.advance(&Limits::new()).expect("no error"), Progress::Done("de0".into()), "{backend:?}");
    }
}

#[test]
fn bodies_without_an_end_are_ended_by_each_limit() {
    for backend in BACKENDS {
        for (limits, name) in [
            (Limits::new().fuel(3_000_000), "fuel"),
            (Limits::new().time(Duration::from_millis(200)), "time"),
            (Limits::new(), "memory"),
        ] {
            let mut engine = Engine::builder().backend(backend).memory_limit(8 << 20).build().expect("an engine");
            let web = Web::install(&mut engine, TimerClock::Virtual).expect("web globals");
            let size = if name == "memory" { 1 << 16 } else { 1 };
            web.set_fetch(&mut engine, move |_: FetchRequest| {
                FetchResponse::new(200).chunks(move || Some(Bytes(vec![b'a'; size])))
            })
            .expect("a host");
            let text = match name {
                "memory" => "fetch('https://a.example/').then(r => r.text())",
                _ => "(async () => { for await (const piece of (await fetch('https://a.example/')).body); })()",
            };
            let error = engine.eval_async::<()>(text).limits(limits).block().expect_err("a limit");
            assert!(error.is_termination() || name == "memory", "{name}: {error}");
        }
    }
}

#[test]
fn an_abort_is_told_to_the_host_at_each_stage() {
    for backend in BACKENDS {
        let mut engine = builder(backend).build().expect("an engine");
        let web = Web::install(&mut engine, TimerClock::Virtual).expect("web globals");
        let told = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&told);
        web.set_fetch(&mut engine, |_: FetchRequest| async {
            let mut left = 2;
            FetchResponse::new(200).chunks(Mutable::new(move || {
                left -= 1;
                (left >= 0).then(|| Bytes(vec![b'x'; 3]))
            }))
        })
        .expect("a host");
        let count = move |_: u64| {
            counted.fetch_add(1, Ordering::Relaxed);
        };
        web.on_fetch_abort(&mut engine, count).expect("a function");
        let text = "(async () => {
            const log = [], url = 'https://a.example/';
            const caught = (promise) => promise.then(() => log.push('none'), (reason) => log.push(reason));
            await caught(fetch(url, { signal: AbortSignal.abort('before') }));
            let c = new AbortController();
            let going = fetch(url, { signal: c.signal });
            c.abort('in the same turn');
            await caught(going);
            c = new AbortController();
            going = fetch(url, { signal: c.signal });
            await null; await null;
            c.abort('asked');
            await caught(going);
            c = new AbortController();
            let response = await fetch(url, { signal: c.signal });
            const reader = response.body.getReader();
            await reader.read();
            c.abort('half');
            await caught(reader.read());
            c = new AbortController();
            response = await fetch(new Request(url, { signal: c.signal }));
            log.push(await response.text());
            c.abort('late');
            response = await fetch(url);
            await response.body.cancel();
            return log.join();
        })()";
        let log: String = engine.eval_async(text).block().expect("a log");
        assert_eq!(log, "before,in the same turn,asked,half,xxxxxx");
        assert_eq!(told.load(Ordering::Relaxed), 3);
    }
}

#[test]
fn what_a_host_answers_wrongly_is_a_type_error() {
    for answer in [
        "() => 1",
        "() => ({ status: 100 })",
        "() => ({ headers: { 'a b': '' } })",
        "() => ({ headers: { a: 'x\\r\\ny: z' } })",
        "() => ({ pull: 1 })",
        "() => ({ read: 1 })",
        "() => { throw new RangeError('no') }",
        "() => Promise.reject(1)",
        "() => ({ get status() { throw new TypeError('hostile') } })",
    ] {
        let mut engine = Engine::builder().memory_limit(16 << 20).build().expect("an engine");
        let web = Web::install(&mut engine, TimerClock::Virtual).expect("web globals");
        let function: ferrotape::Function = engine.eval(&format!("({answer})")).expect("a function");
        let ask = move |cx: &mut ferrotape::Context<'_>, hop: ferrotape::Object| {
            function.call::<ferrotape::convert::JsValue>(cx, (hop,))
        };
        web.set_fetch(&mut engine, ask).expect("a host");
        let text = "fetch('https://a.example/').then(() => 'no error', error => error.constructor.name)";
        assert_eq!(engine.eval_async::<String>(text).block().expect("a name"), "TypeError", "{answer}");
    }
}

/// Each hop asks, and what was allowed is what is sent, whatever the script has done since.
#[test]
fn a_fetch_that_asks_is_allowed_or_refused_in_any_process() {
    let text = "
        const headers = { 'X-A': 'b' }, body = new Uint8Array([107]);
        const sent = fetch('https://a.example/old', { method: 'POST', headers, body });
        body[0] = 0; headers['X-A'] = 'c';
        const refused = await fetch('https://b.example/').catch(error => error.message);
        const response = await sent;
        return [response.url, await response.text(), refused].join();";
    let asking = |backend| {
        let mut engine = builder(backend).build().expect("an engine");
        let web = Web::install(&mut engine, TimerClock::Virtual).expect("web globals");
        web.set_fetch_call(&mut engine, Call::promise().asks()).expect("a call");
        engine
    };
    for backend in BACKENDS {
        for meanwhile in MEANWHILE {
            let program = Compiler::new().backend(backend).body("job.js", text).expect("a body");
            let mut run = asking(backend).into_run(&program).map_err(|failed| failed.1).expect("a run");
            let mut asked = 0;
            let done = loop {
                match run.advance(&Limits::new()).expect("no error") {
                    Progress::Done(value) => break value,
                    Progress::Waiting => {}
                    Progress::Paused => continue,
                }
                match meanwhile {
                    Meanwhile::Nothing => {}
                    Meanwhile::Saved => {
                        run = Engine::restore_run(asking(backend), &run.save().expect("bytes")).expect("a run");
                    }
                    Meanwhile::Forked => run = run.fork().expect("a fork"),
                }
                let call = run.calls().remove(0);
                let request: FetchRequest = call.argument(&mut run, 0).expect("a request");
                if call.asks() {
                    asked += 1;
                    assert!(run.answer(call.id(), FetchResponse::new(200)).is_err(), "nobody has allowed it");
                    match request.url.contains("b.example") {
                        true => run.refuse(call.id(), "not there"),
                        false => run.allow(call.id()),
                    }
                    .expect("it asks");
                    continue;
                }
                let answer = match &request.url[..] {
                    "https://a.example/old" => {
                        let sent = (request.header("x-a"), request.body.as_deref());
                        assert_eq!(sent, (Some("b"), Some(&b"k"[..])));
                        FetchResponse::new(307).header("Location", "new")
                    }
                    _ => FetchResponse::new(200).body("fine"),
                };
                run.answer(call.id(), answer).expect("it was allowed");
            };
            let expected = "https://a.example/new,fine,\
                            fetch of https://b.example/ failed: the host could not do it: fetch was refused: not there";
            assert_eq!(done, expected.into(), "{backend:?} {meanwhile:?}");
            assert_eq!(asked, 3);
        }
    }
}
