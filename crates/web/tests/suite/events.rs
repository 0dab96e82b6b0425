//! Events, signals and what belongs to them under limits, in copies, and written down.

use ferrotape::web::{TimerClock, Web};
use ferrotape::{Backend, Builder, Engine, Error, Value};

fn engine(backend: Backend) -> (Engine, Web) {
    let mut engine = Engine::builder()
        .backend(backend)
        .seed(7)
        .fuel(100_000_000)
        .memory_limit(128 << 20)
        .build()
        .expect("an engine");
    let web = Web::install(&mut engine, TimerClock::Virtual).expect("room for the globals");
    (engine, web)
}

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

const BEGUN: &str = "
    const log = [], target = new EventTarget(), controller = new AbortController(), { signal } = controller;
    const any = AbortSignal.any([signal]), late = AbortSignal.timeout(50), both = AbortSignal.any([any, late]);
    const once = e => log.push('once ' + e.type), removed = () => log.push('removed');
    target.addEventListener('x', once, { once: true }); target.addEventListener('x', removed, { signal });
    target.addEventListener('x', { handleEvent(e) { log.push('object ' + e.detail.n + (this === e.currentTarget)); } }, true);
    any.onabort = e => log.push('any ' + e.target.reason); late.onabort = () => log.push('late ' + late.reason.name);
    both.addEventListener('abort', () => log.push('both ' + both.reason));
    addEventListener('error', e => { log.push('global ' + e.message); e.preventDefault(); });
    class Mine extends EventTarget { fire() { return this.dispatchEvent(new Event('y', { cancelable: true })); } }
    const mine = new Mine(); mine.addEventListener('y', e => e.preventDefault());
    const event = new CustomEvent('x', { detail: { n: 1 } }), getter = Object.getOwnPropertyDescriptor(event, 'isTrusted').get;
    const message = new MessageEvent('m', { data: log, ports: [new MessageChannel().port1] }); performance.mark('begun', { startTime: 3, detail: [1] });
    crypto.getRandomValues(new Uint8Array(3));";

const GOES_ON: &str = "
    target.dispatchEvent(event); controller.abort('why'); target.dispatchEvent(event); reportError(1);
    [...log, signal.aborted, any.aborted, both.reason, late.aborted, mine.fire(), mine instanceof Mine, event.target === target,
        getter === Object.getOwnPropertyDescriptor(new Event('z'), 'isTrusted').get, message.data === log, message.ports[0] instanceof MessagePort,
        performance.getEntriesByName('begun')[0].detail[0], performance.measure('m', 'begun').startTime, navigator === navigator,
        self === globalThis, event instanceof CustomEvent, new Event('q') instanceof Event].join(' ; ') + ' ; ' + crypto.randomUUID()";

const EXPECTED: &str = "object 1false ; once x ; removed ; any why ; both why ; object 1false ; global Uncaught 1 ; true ; true ; why ; false ; \
                        false ; true ; true ; true ; true ; true ; 1 ; 3 ; true ; true ; true ; true ; ";

#[test]
fn copies_and_what_was_written_go_on() -> Result<(), Error> {
    for backend in BACKENDS {
        let (mut begun, _) = engine(backend);
        begun.run("begun.js", BEGUN)?;
        let bytes = begun.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore_into(engine(backend).0, &bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let mut copied = Engine::restore_into(engine(backend).0, &again).expect("what was written again");
        let mut forked = begun.fork()?;
        let mut uuids = Vec::new();
        for engine in [&mut begun, &mut restored, &mut copied, &mut forked] {
            let told = engine.run("on.js", GOES_ON)?;
            let Value::String(told) = &told else { panic!("{told:?}") };
            let told = told.to_string();
            assert!(told.starts_with(EXPECTED), "{told}");
            uuids.push(told[EXPECTED.len()..].to_owned());
            engine.run_with_jobs("late.js", "0")?;
            assert_eq!(engine.run("log.js", "log.at(-1)")?, Value::from("late TimeoutError"));
        }
        // A fork goes on with numbers of its own where it was given none.
        assert_eq!(uuids[0], uuids[1]);
        assert_eq!(uuids[0], uuids[2]);
    }
    Ok(())
}

#[cfg(all(feature = "crypto", feature = "encodings"))]
#[test]
fn messages_keys_observers_and_decoders_go_on_in_copies() -> Result<(), Error> {
    let begun_text = "
        const log = [], { port1, port2 } = new MessageChannel(), idle = new MessageChannel();
        port2.onmessage = e => log.push('got ' + e.data); port1.postMessage('one'); idle.port1.postMessage('waited');
        const one = new BroadcastChannel('b'), two = new BroadcastChannel('b');
        two.onmessage = e => log.push('heard ' + e.data); one.postMessage(5);
        new PerformanceObserver(list => log.push('marks ' + list.getEntries().length)).observe({ type: 'mark' }); performance.mark('m');
        const decoder = new TextDecoder('iso-2022-jp'); let text = decoder.decode(Uint8Array.of(0x1b, 0x24, 0x42, 0x24), { stream: true });
        const reader = new FileReader(); reader.onload = () => log.push('read ' + reader.result); reader.readAsText(new Blob(['text']));
        onunhandledrejection = e => { log.push('lost ' + e.reason); return false; };
        onrejectionhandled = e => log.push('found ' + e.reason); const lost = Promise.reject('early');
        let key; crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']).then(made => { key = made; });";
    let goes_on = "
        const data = new Uint8Array(1), how = { name: 'ECDSA', hash: 'SHA-1' };
        idle.port2.onmessage = e => log.push(e.data); Promise.reject('it'); lost.catch(() => 0); log.push(text + decoder.decode(Uint8Array.of(0x22)));
        crypto.subtle.sign(how, key.privateKey, data).then(signature => crypto.subtle.verify(how, key.publicKey, signature, data))
            .then(is => log.push(is + key.publicKey.algorithm.namedCurve));";
    for backend in BACKENDS {
        let (mut begun, _) = engine(backend);
        begun.run("begun.js", begun_text)?;
        begun.run_jobs()?;
        let bytes = begun.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore_into(engine(backend).0, &bytes).expect("what was written");
        let mut forked = begun.fork()?;
        for engine in [&mut begun, &mut restored, &mut forked] {
            engine.run_with_jobs("on.js", goes_on)?;
            let log = engine.eval::<String>("log.sort().join()")?;
            assert_eq!(
                log,
                "found early,got one,heard 5,lost early,lost it,marks 1,read text,trueP-256,waited,\u{3042}"
            );
        }
    }
    Ok(())
}

#[test]
fn secret_bytes_are_the_hosts_or_there_are_no_keys() -> Result<(), Error> {
    let with = |builder: Builder| {
        let mut engine = builder.build()?;
        Web::install(&mut engine, TimerClock::Virtual)?;
        Ok::<Engine, Error>(engine)
    };
    let given = |byte| {
        Engine::builder().entropy(move |bytes| {
            bytes.fill(byte);
            true
        })
    };
    let uuid = |engine: &mut Engine| engine.eval::<String>("crypto.randomUUID()");
    let sevens = "07070707-0707-4707-8707-070707070707";
    let mut engine = with(given(7))?;
    assert_eq!(uuid(&mut engine)?, sevens);
    assert_eq!(uuid(&mut engine.fork()?)?, sevens);
    let bytes = engine.snapshot().expect("nothing runs");
    assert!(
        uuid(&mut Engine::restore_into(with(given(9))?, &bytes).expect("what was written"))?.starts_with("09090909")
    );
    let boundary = "new Response(new FormData()).headers.get('content-type')";
    assert!(engine.eval::<String>(boundary)?.ends_with("-0707070707070707"));
    // A seed is for what is the same in each run.
    let seeded = || with(given(7).seed(7)).and_then(|mut engine| uuid(&mut engine));
    assert_eq!(seeded()?, seeded()?);
    assert_ne!(seeded()?, sevens);
    assert!(uuid(&mut with(Engine::builder())?).is_ok());

    let failing: [Builder; 2] =
        [Engine::builder().entropy(|_| false), Engine::builder().entropy(|_| panic!("no bytes"))];
    for builder in failing {
        let mut engine = with(builder)?;
        for text in [
            "crypto.randomUUID()",
            "crypto.getRandomValues(new Uint8Array(1))",
            "URL.createObjectURL(new Blob([]))",
            boundary,
        ] {
            let error = engine.eval::<Value>(text).expect_err(text);
            assert!(error.message().contains("source of secret bytes has failed"), "{text}: {error}");
        }
    }
    Ok(())
}

#[cfg(feature = "crypto")]
#[test]
fn keys_need_secret_bytes_or_a_seed() -> Result<(), Error> {
    let text = "const { subtle } = crypto, told = [], tell = what => what.then(() => told.push('made'), error => told.push(error.message));
        tell(subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt']));
        tell(subtle.generateKey('Ed25519', false, ['sign']));
        const jwk = { kty: 'RSA', n: '_'.repeat(170) + '8', e: 'AQAB' };
        tell(subtle.importKey('jwk', jwk, { name: 'RSA-OAEP', hash: 'SHA-1' }, false, ['encrypt'])
            .then(key => subtle.encrypt('RSA-OAEP', key, new Uint8Array(1))));";
    let told = |builder: Builder| {
        let mut engine = builder.build()?;
        Web::install(&mut engine, TimerClock::Virtual)?;
        engine.run_with_jobs("t.js", text)?;
        engine.eval::<String>("told.join('; ')")
    };
    let made = "made; made; made";
    assert_eq!(told(Engine::builder().seed(7))?, made);
    assert_eq!(
        told(Engine::builder().entropy(|bytes| {
            bytes.fill(1);
            true
        }))?,
        made
    );
    let none = told(Engine::builder())?;
    assert_eq!(none.matches("it must call Builder::entropy").count(), 3, "{none}");
    let failed = told(Engine::builder().entropy(|_| false))?;
    assert_eq!(failed.matches("source of secret bytes has failed").count(), 3, "{failed}");
    Ok(())
}

#[cfg(feature = "crypto")]
#[test]
fn long_cryptography_ends_by_fuel() -> Result<(), Error> {
    for text in [
        "subtle.importKey('raw', new Uint8Array(1), 'PBKDF2', false, ['deriveBits']).then(key => \
         subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(1), iterations: 4294967295 }, key, 512))",
        "for (;;) subtle.digest('SHA-1', new Uint8Array(1 << 20))",
        "for (;;) subtle.generateKey({ name: 'ECDH', namedCurve: 'P-521' }, false, ['deriveBits'])",
        "for (;;) subtle.generateKey({ name: 'HMAC', hash: 'SHA-1', length: 4294967295 }, false, ['sign'])",
        "subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt']).then(key => { \
         for (;;) subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(1) }, key, new Uint8Array(1 << 20)); })",
        "const label = new Uint8Array(1 << 20), jwk = { kty: 'RSA', n: '_'.repeat(170) + '8', e: 'AQAB' }; \
         subtle.importKey('jwk', jwk, { name: 'RSA-OAEP', hash: 'SHA-1' }, false, ['encrypt']).then(key => { \
         for (;;) subtle.encrypt({ name: 'RSA-OAEP', label }, key, new Uint8Array(1)); })",
        // Names that are as good as equal are compared with each other.
        "const start = 'x'.repeat(8192), key_ops = Array.from({ length: 1000 }, (_, index) => start + index); \
         subtle.importKey('jwk', { kty: 'oct', k: 'A'.repeat(22), key_ops }, 'AES-GCM', false, ['encrypt'])",
    ] {
        let mut engine = Engine::builder().seed(7).fuel(2_000_000).memory_limit(64 << 20).build()?;
        Web::install(&mut engine, TimerClock::Virtual)?;
        let ended = engine.run_with_jobs("t.js", format!("const {{ subtle }} = crypto; {text}").as_str());
        assert!(ended.is_err_and(|error| error.is_termination()), "{text}");
    }
    Ok(())
}

#[test]
fn listeners_that_throw_are_the_hosts_errors() -> Result<(), Error> {
    for backend in BACKENDS {
        let (mut engine, _) = engine(backend);
        let text = "const t = new EventTarget(); let n = 0;
            for (const value of [new RangeError('first'), 'second']) t.addEventListener('x', () => { n++; throw value; });
            t.addEventListener('x', {}); t.dispatchEvent(new Event('x')); n";
        assert_eq!(engine.run("t.js", text)?, Value::from(2.0));
        let lost = engine.take_unhandled_rejections();
        assert_eq!(lost.len(), 3, "{lost:?}");
        assert!(lost[0].to_string().ends_with("RangeError: first"), "{lost:?}");
        let text = "addEventListener('error', () => { throw new Error('again'); }); reportError(new TypeError('it'));";
        engine.run("t.js", text)?;
        let lost: Vec<_> = engine.take_unhandled_rejections().iter().map(|error| error.to_string()).collect();
        assert_eq!(lost.len(), 2, "{lost:?}");
    }
    Ok(())
}

#[test]
fn realms_have_their_own() -> Result<(), Error> {
    let mut engine = Engine::new();
    let web = Web::install(&mut engine, TimerClock::Virtual)?;
    let realm = engine.new_realm()?;
    let other = engine.in_realm(&realm, |engine| {
        web.install_in_realm(engine)?;
        engine.eval::<ferrotape::Object>("globalThis")
    })?;
    engine.global().set(&mut engine, "other", &other)?;
    let text = "const e = new other.Event('x'), t = new EventTarget(), log = [];
        t.addEventListener('x', (e) => log.push(e instanceof other.Event, e instanceof Event));
        t.dispatchEvent(e); other.addEventListener('x', (e) => log.push(e.target === other)); other.dispatchEvent(new Event('x'));
        try { addEventListener.call(other, 'x', null); } catch (e) { log.push(e instanceof TypeError); }
        log.push(AbortSignal.any([other.AbortSignal.abort(1)]).reason, Object.getPrototypeOf(other.AbortSignal) === other.EventTarget);
        log.push(other.AbortSignal.abort().reason instanceof other.DOMException, other.performance.now() === performance.now());
        log.join()";
    assert_eq!(engine.run("t.js", text)?, Value::from("true,false,true,true,1,true,true,true"));
    Ok(())
}

#[test]
fn dependents_that_nobody_listens_to_are_collected() -> Result<(), Error> {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).memory_limit(8 << 20).build()?;
        let web = Web::install(&mut engine, TimerClock::Virtual)?;
        let text = "const { signal } = new AbortController(), listen = () => {};
            let heard = 0, i = 0;
            AbortSignal.any([signal]).onabort = () => heard++;
            setInterval(() => {
                for (let n = 0; n < 100; n++) {
                    const any = AbortSignal.any([signal]);
                    any.addEventListener('abort', listen); any.removeEventListener('abort', listen);
                    const t = new EventTarget(); t.addEventListener('x', listen, { signal, once: true }); t.dispatchEvent(new Event('x'));
                }
            }, 10);";
        engine.run("t.js", text)?;
        web.advance(&mut engine, std::time::Duration::from_secs(5))?;
        let text = "const c = new AbortController(), held = AbortSignal.any([c.signal]); held.onabort = () => heard++; c.abort(); heard";
        assert_eq!(engine.run("t.js", text)?, Value::from(1.0));
    }
    Ok(())
}

#[test]
fn hostile_sizes_and_depths_end_by_an_error_or_a_limit() {
    for text in [
        "const t = new EventTarget(); for (let i = 0;; i++) t.addEventListener('x' + i, () => {})",
        "const t = new EventTarget(); for (;;) t.addEventListener('x', () => {}); t.dispatchEvent(new Event('x'))",
        "const t = new EventTarget(); t.addEventListener('x', function f() { t.addEventListener('x', () => f()); }); \
         for (;;) t.dispatchEvent(new Event('x'))",
        "const t = new EventTarget(); t.addEventListener('x', () => t.dispatchEvent(new Event('x'))); t.dispatchEvent(new Event('x'))",
        "addEventListener('error', () => { throw 1 }); for (;;) reportError(1)",
        "addEventListener('error', () => reportError(1)); for (;;) reportError(1)",
        "const c = new AbortController(), all = []; for (;;) all.push(AbortSignal.any([c.signal]))",
        "let s = new AbortController().signal; for (;;) s = AbortSignal.any([s, new AbortController().signal])",
        "const c = new AbortController(), t = new EventTarget(); for (;;) t.addEventListener('x', () => {}, { signal: c.signal })",
        "const all = []; for (;;) all.push(new CustomEvent('x', { detail: all }))",
        "AbortSignal.any({ *[Symbol.iterator]() { for (;;) yield AbortSignal.abort(); } })",
        "const c = new AbortController(); c.signal.onabort = () => c.abort(); c.abort(); for (;;) AbortSignal.timeout(1)",
        "for (let i = 0;; i++) performance.mark('x'.repeat(1000) + i, { detail: { i } })",
        "for (let i = 0; i < 5000; i++) performance.mark('x'); for (;;) performance.getEntries()",
        "const bytes = new Uint8Array(65536); for (;;) crypto.getRandomValues(bytes)",
        "new MessageEvent('x', { ports: { *[Symbol.iterator]() { for (;;) yield {}; } } })",
        "new Event('x'.repeat(1 << 29))",
        "const { port1 } = new MessageChannel(); for (;;) port1.postMessage([1])",
        "const t = new EventTarget(), f = () => {}; for (let i = 0;; i++) t.addEventListener('x'.repeat(40) + i, f)",
        "for (;;) new BroadcastChannel('x').postMessage(1)",
        "new PerformanceObserver(() => {}).observe({ type: 'mark' }); for (;;) performance.mark('x')",
    ] {
        for backend in BACKENDS {
            // Small: what fills a large heap is marked again and again on its way.
            let builder = Engine::builder().backend(backend).seed(7).fuel(3_000_000).memory_limit(8 << 20);
            let mut engine = builder.build().expect("an engine");
            Web::install(&mut engine, TimerClock::Virtual).expect("room for the globals");
            if let Err(error) = engine.run("t.js", text) {
                let is_error = ["RangeError", "TypeError"].map(Some).contains(&error.name());
                assert!(error.is_termination() || is_error, "{text}: {error}");
            }
            assert!(engine.stats().peak_bytes <= 10 << 20, "{text}");
        }
    }
}

#[test]
fn any_number_of_rejections_is_told_of_in_time() -> Result<(), Error> {
    let text = "
        let lost = 0, found = 0; const all = [];
        onunhandledrejection = e => { lost++; e.preventDefault(); }; onrejectionhandled = e => { found++; };
        for (let i = 0; i < 100000; i++) all.push(Promise.reject(i));";
    let handled = "all.forEach(promise => promise.catch(() => 0))";
    // A list that is nearly full of what nobody handles.
    let swaps = "for (let i = 0; i < 5000; i++) { all[i] = Promise.reject(i); all[i - 1]?.catch(() => 0); all[i + 6000] = all[i] }";
    let (mut engine, _) = engine(Backend::Register);
    let begun = std::time::Instant::now();
    engine.run_with_jobs("all.js", text)?;
    engine.run_with_jobs("handled.js", handled)?;
    assert_eq!(engine.eval::<String>("lost + ' ' + found")?, "100000 100000");
    engine.run("nobody.js", "onunhandledrejection = onrejectionhandled = null; all.fill().forEach((_, i) => { all[i] = Promise.reject(i); })")?;
    engine.run("swaps.js", swaps)?;
    assert!(begun.elapsed() < std::time::Duration::from_secs(8), "{:?}", begun.elapsed());
    Ok(())
}

#[test]
fn who_is_told_of_failures_takes_nothing_from_the_script() -> Result<(), Error> {
    for backend in BACKENDS {
        let (mut engine, _) = engine(backend);
        engine.run_with_jobs(
            "lost.js",
            "const lost = Promise.reject('it'), found = []; onrejectionhandled = e => found.push(e.reason);",
        )?;
        assert_eq!(engine.take_unhandled_rejections().len(), 1);
        engine.run("found.js", "lost.catch(() => 0)")?;
        assert!(engine.take_unhandled_rejections().is_empty());
        engine.run_jobs()?;
        assert_eq!(engine.eval::<String>("found.join()")?, "it");
    }
    Ok(())
}
