//! Parts that hosts install, a console and web globals: they are matched with those of the other engine.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use ferrotape::console::{InspectOptions, Level};
use ferrotape::web::{TimerClock, Web};
use ferrotape::{Backend, Console, Context, Engine, Limits, Script, Value};

use super::hostile;

/// The messages in order.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<String>>>);

impl Console for Log {
    fn message(&self, level: Level, text: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{level:?} {text}"));
    }
}

impl Log {
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn installed(backend: Backend) -> (Engine, Log, Web) {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    let log = Log::default();
    engine.define_console(log.clone(), Default::default()).expect("a console");
    let web = Web::install(&mut engine, TimerClock::Virtual).expect("timers");
    (engine, log, web)
}

pub const BEGUN: &str = r"
    const { log } = console, heard = [];
    console.count('a'); console.group(); console.time('t'); console.warn = text => log('changed ' + text); delete console.table;
    console.info = console.error; console.extra = { of: console }; log.own = 1;
    let exception; try { atob('*') } catch (e) { exception = e }
    const made = new DOMException('m', 'AbortError'), decoder = new TextDecoder('utf-16le', { ignoreBOM: true }), encoder = new TextEncoder;
    decoder.note = 'mine'; const later = setTimeout;
    const repeated = setInterval((...all) => { heard.push(all + performance.now()); console.count('a') }, 10, 'tick', { toString: () => 'o' });
    setTimeout(function () { heard.push('once' + (this === globalThis)); setTimeout(() => heard.push('nested')) }, 25);
    later(() => clearInterval(repeated), 45); const cleared = setTimeout(() => heard.push('never'), 5); clearTimeout(cleared);
    queueMicrotask(() => heard.push('micro'));
    function tell() {
        console.count('a'); console.warn('w'); console.info('i'); console.log({ a: [1] }); console.timeLog('absent');
        return [exception instanceof DOMException, exception.name, exception.code, made.message, made instanceof Error, decoder.encoding,
            decoder.decode(new Uint8Array([104, 0])), decoder.ignoreBOM, decoder.fatal, decoder.note, encoder.encode('é').join(),
            decoder instanceof TextDecoder, typeof console.table, console.extra.of === console, log === console.log, log.own, later === setTimeout,
            structuredClone(new Map([[1, { deep: [2n] }]])).get(1).deep[0], btoa('hi'), heard.join(), Object.keys(console).length,
            typeof performance.timeOrigin, Object.prototype.toString.call(console), String(Object.getPrototypeOf(performance))].join(' ; ');
    }";

#[test]
fn consoles_and_timers_go_on() {
    for backend in [Backend::Register, Backend::Stack] {
        let (mut engine, log, web) = installed(backend);
        engine.run("begun.js", BEGUN).expect("a script that ends");
        web.advance(&mut engine, Duration::from_millis(12)).expect("timers");
        let bytes = engine.snapshot().expect("all of it can be written");
        let said = log.lines().len();

        let (empty, restored_log, restored_web) = installed(backend);
        let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let (empty, copied_log, copied_web) = installed(backend);
        let mut copied = Engine::restore_into(empty, &again).expect("what was written again");

        let goes_on = |engine: &mut Engine, web: &Web| {
            assert_eq!(web.next_timer(engine), Some(Duration::from_millis(8)));
            let mut told = vec![engine.eval::<String>("tell()").expect("a string")];
            for millis in [10, 10, 100] {
                web.advance(engine, Duration::from_millis(millis)).expect("timers");
                told.push(engine.eval::<String>("tell()").expect("a string"));
            }
            assert_eq!(engine.eval::<u32>("setTimeout(() => {})").expect("a number"), 6);
            told
        };
        let told = goes_on(&mut engine, &web);
        assert!(told[3].contains("micro,tick,o10,tick,o20,oncetrue,nested,tick,o30,tick,o40"), "{}", told[3]);
        assert_eq!(goes_on(&mut restored, &restored_web), told);
        assert_eq!(goes_on(&mut copied, &copied_web), told);
        let lines = log.lines();
        assert!(lines[said..].iter().any(|line| line == "Log   a: 3"), "{:?}", &lines[said..]);
        assert_eq!(restored_log.lines(), lines[said..]);
        assert_eq!(copied_log.lines(), lines[said..]);
    }
}

#[test]
fn what_scripts_have_taken_away_or_hidden_is_found() {
    let (mut engine, ..) = installed(Backend::Register);
    let text = "const { log, error } = console, own = console; let failed; try { atob('*') } catch (e) { failed = e }
        delete globalThis.console; delete globalThis.DOMException; globalThis.performance = 1; const clone = structuredClone; delete globalThis.structuredClone;
        const tell = () => { log('l'); error('e'); own.warn('w'); return [own.log === log, clone([1]).length, failed.name, typeof console, performance].join() }";
    engine.run("hidden.js", text).expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let (empty, log, _) = installed(Backend::Register);
    let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
    assert_eq!(restored.eval::<String>("tell()").expect("a string"), "true,1,InvalidCharacterError,undefined,1");
    assert_eq!(log.lines(), ["Log l", "Error e", "Warn w"]);
}

#[test]
fn the_same_has_to_be_installed() {
    let (mut engine, ..) = installed(Backend::Register);
    let bytes = engine.snapshot().expect("all of it can be written");
    let bare = Engine::new().snapshot().expect("it can be written");
    let refused =
        |empty: Engine, bytes: &[u8]| Engine::restore_into(empty, bytes).err().expect("refused").message().to_owned();
    assert_eq!(refused(Engine::new(), &bytes), "no engine can be restored: the host has installed no 'console'");
    let (other, ..) = installed(Backend::Register);
    let message = "no engine can be restored: the host has installed 'console', which was not there";
    assert_eq!(refused(other, &bare), message);
    let mut other = Engine::new();
    Web::install(&mut other, TimerClock::Virtual).expect("timers");
    other.define_console(Log::default(), Default::default()).expect("a console");
    assert!(refused(other, &bytes).ends_with("the host has installed the same in another order"));
}

#[test]
fn functions_that_objects_got_to_show_themselves_go_on() {
    let ready = |backend| {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let shown = |cx: &mut Context<'_>, value: Value, given: Value| {
            cx.inspect_as_asked(&value, &given, &InspectOptions { custom: true, ..InspectOptions::default() })
        };
        engine.define("shown", shown).expect("a function");
        engine
    };
    let begun = "let kept; const own = { [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
            kept = [options.stylize, inspect]; return 'own' } };
        const first = shown(own, { colors: true });
        const tell = () => [first, kept[0]('n', 'number'), kept[1]({ a: [1] }), kept[1](own), kept[0]('n', 'number')].join()";
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = ready(backend);
        engine.run("begun.js", begun).expect("a script that ends");
        let bytes = engine.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore_into(ready(backend), &bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let mut copied = Engine::restore_into(ready(backend), &again).expect("what was written again");
        let mut fork = engine.fork().expect("a copy");
        let in_fork = fork.snapshot().expect("all of it can be written");
        let mut of_fork = Engine::restore_into(ready(backend), &in_fork).expect("what was written");
        for engine in [&mut engine, &mut restored, &mut copied, &mut fork, &mut of_fork] {
            let told = engine.eval::<String>("tell()").expect("a string");
            assert_eq!(told, "own,\u{1b}[33mn\u{1b}[39m,{ a: [ 1 ] },own,n");
        }
    }
}

/// Each byte of some texts is a decoder's position: within characters and surrogates, before and after byte order
/// marks.
const IN_THE_MIDDLE: &str = r"
    const texts = {
        'utf-8': [0xEF, 0xBB, 0xBF, 0x61, 0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80, 0xE0, 0xED, 0xA0, 0xF4, 0x8F, 0xBF, 0xBF, 0x62],
        'utf-16le': [0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE, 0x3D, 0xD8, 0x61, 0x00, 0x00, 0xDC, 0x62],
        'utf-16be': [0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0x00, 0xD8, 0x3D, 0x00, 0x61, 0xDC, 0x00, 0x62],
        'windows-1252': [0x80, 0x61, 0xFF],
    };
    const begun = [], attempt = (decoder, bytes, options) => {
        try { return decoder.decode(Uint8Array.from(bytes), options) } catch (e) { return e.name }
    };
    for (const [label, bytes] of Object.entries(texts))
        for (const fatal of [false, true])
            for (let at = 0; at < bytes.length; at++) {
                const decoder = new TextDecoder(label, { fatal });
                begun.push([decoder, bytes.slice(at), attempt(decoder, bytes.slice(0, at), { stream: true })]);
            }
    const tell = () => begun.map(([decoder, rest, first]) => first + '|' + attempt(decoder, rest)).join();";

#[test]
fn decoders_go_on_in_the_middle_of_a_text() {
    let (mut engine, ..) = installed(Backend::Register);
    engine.run("middle.js", IN_THE_MIDDLE).expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let (empty, ..) = installed(Backend::Register);
    let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
    let again = restored.snapshot().expect("it can be written again");
    let (empty, ..) = installed(Backend::Register);
    let mut copied = Engine::restore_into(empty, &again).expect("what was written again");
    let expected = engine.eval::<String>("tell()").expect("a string");
    assert!(expected.contains("aé|€") && expected.contains("|TypeError"), "{expected}");
    for engine in [&mut restored, &mut copied] {
        assert_eq!(engine.eval::<String>("tell()").expect("a string"), expected);
    }
}

#[test]
fn a_real_clock_goes_on_from_where_it_was() {
    let ready = || {
        let mut engine = Engine::new();
        let web = Web::install(&mut engine, TimerClock::Real).expect("timers");
        (engine, web)
    };
    let (mut engine, _) = ready();
    engine
        .run("a.js", "const before = performance.now(); setTimeout(() => {}, 3_600_000)")
        .expect("a script that ends");
    let bytes = engine.snapshot().expect("it can be written");
    let (empty, web) = ready();
    let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
    let left = web.next_timer(&restored).expect("a timer");
    assert!(left <= Duration::from_secs(3600) && left > Duration::from_secs(3000), "{left:?}");
    assert!(restored.eval::<bool>("performance.now() >= before").expect("a truth"));
}

#[test]
fn an_execution_goes_on_with_its_console() {
    for backend in [Backend::Register, Backend::Stack] {
        let (mut engine, ..) = installed(backend);
        let text =
            "for (let i = 0; i < 2000; i++) if (i % 500 === 0) console.log(i); setTimeout(() => console.log('end'), 5)";
        let script = ferrotape::script::Compiler::new().backend(backend).script("loop.js", text).expect("a script");
        let mut execution = script.start(&mut engine).expect("begun");
        assert!(execution.resume::<f64>(&Limits::new().fuel(3_000)).is_pending());
        let bytes = execution.snapshot().expect("it can be written");
        let (empty, log, web) = installed(backend);
        let mut restored = Engine::restore_execution_into(empty, &bytes).expect("what was written");
        assert!(matches!(restored.execution().resume::<f64>(&Limits::new()), Poll::Ready(Ok(_))));
        let mut engine = restored.into_engine();
        web.run_until_idle(&mut engine).expect("timers");
        let lines = log.lines();
        assert!(lines.ends_with(&["Log 1500".to_owned(), "Log end".to_owned()]) && lines.len() < 5, "{lines:?}");
    }
}

#[test]
fn what_is_installed_again_takes_the_place_of_what_was() {
    let again = |times: usize| {
        let mut engine = Engine::new();
        let log = Log::default();
        for _ in 0..times {
            engine.define_console(Log::default(), Default::default()).expect("a console");
        }
        engine.define_console(log.clone(), Default::default()).expect("a console");
        (engine, log)
    };
    let (mut engine, _) = again(3);
    engine
        .run("a.js", "const { count } = console; count(); Promise.resolve().then(count)")
        .expect("a script that ends");
    let bytes = engine.snapshot().expect("it can be written");
    let (empty, log) = again(0);
    let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
    restored.run_jobs().expect("jobs that end");
    restored.eval::<()>("count()").expect("it counts");
    assert_eq!(log.lines(), ["Log default: 2", "Log default: 3"]);
    engine.define_console(Log::default(), Default::default()).expect("a console");
    let error = engine.snapshot().expect_err("another console than that of the engine");
    assert!(error.message().contains("'count', which has captured something, at count"), "{}", error.message());
}

/// Globals that are made together with others are frozen before.
#[test]
fn a_frozen_global_object_stays_so() {
    for backend in [Backend::Register, Backend::Stack] {
        let (mut engine, ..) = installed(backend);
        let tell = "[typeof Request, Object.isFrozen(globalThis), Reflect.set(globalThis, 'fetch', 1), typeof fetch,
            globalThis.propertyIsEnumerable('fetch')].join()";
        let frozen = engine.eval::<String>(&format!("Object.freeze(globalThis); {tell}"));
        assert_eq!(frozen.expect("a string"), "function,true,false,function,true");
        let bytes = engine.snapshot().expect("all of it can be written");
        let (empty, ..) = installed(backend);
        let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
        assert_eq!(restored.eval::<String>(tell).expect("a string"), "function,true,false,function,true");
    }
}

#[test]
fn callbacks_that_wait_are_called() {
    for backend in [Backend::Register, Backend::Stack] {
        let (mut engine, ..) = installed(backend);
        let text = "let said = 0; queueMicrotask(() => { said++; queueMicrotask(() => said++) })";
        engine.run("waits.js", text).expect("a script that ends");
        let bytes = engine.snapshot().expect("it can be written");
        let (empty, ..) = installed(backend);
        let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
        restored.run_jobs().expect("jobs that end");
        assert_eq!(restored.eval::<u8>("said").expect("a number"), 2);
    }
}

#[test]
fn any_bytes_of_host_parts_are_an_error_or_an_engine() {
    [Backend::Register, Backend::Stack].into_iter().for_each(any_bytes_of_host_parts);
}

fn any_bytes_of_host_parts(backend: Backend) {
    let narrow = || {
        let builder = Engine::builder().backend(backend).memory_limit(8 << 20).fuel(200_000);
        let mut engine = builder.build().expect("an engine");
        engine.define_console(Log::default(), Default::default()).expect("a console");
        Web::install(&mut engine, TimerClock::Virtual).expect("timers");
        engine
    };
    let mut engine = narrow();
    engine.run("begun.js", BEGUN).expect("a script that ends");
    engine.run("middle.js", IN_THE_MIDDLE.replace("tell", "decode")).expect("a script that ends");
    let bytes = engine.snapshot().expect("all of it can be written");
    let calls = [
        "tell()",
        "decode()",
        "setTimeout(() => {}, 1); clearTimeout(1); clearInterval(2)",
        "console.timeEnd('t'); console.countReset('a')",
    ];
    hostile::any_bytes_of(&bytes, bytes.len() / 2, narrow, &calls);
}

#[test]
fn scripts_that_were_loaded_are_not_needed() {
    let (mut engine, ..) = installed(Backend::Register);
    let script = Script::compile("a.js", "console.log('loaded')").expect("a script");
    script.run::<()>(&mut engine).expect("it runs");
    let bytes = engine.snapshot().expect("it can be written");
    let (empty, log, _) = installed(Backend::Register);
    let mut restored = Engine::restore_into(empty, &bytes).expect("what was written");
    script.run::<()>(&mut restored).expect("it runs");
    assert_eq!(log.lines(), ["Log loaded"]);
}
