//! Modules: what is bound to what, what was evaluated, and what is loaded anew.

use ferrotape::{Backend, Engine, MemoryLoader};

use super::hostile;

const MODULES: &[(&str, &str)] = &[
    ("/counter.mjs", "export let n = 0; export function up() { return ++n } export default class Counter { n = n } export { n as 'a name' };"),
    ("/cycle.mjs", "import { tell, counter as shown } from '/main.mjs'; export const name = 'cycle'; export const back = () => tell.name + shown.n;"),
    ("/all.mjs", "export * from '/counter.mjs'; export * as counter from '/counter.mjs'; export { name } from '/cycle.mjs'; export let late = 1;"),
    ("/data.json", r#"{ "list": [1, 2] }"#),
    ("/failing.mjs", "export const get = () => never; globalThis.getNever = get; throw new RangeError('failed'); export let never = 1;"),
    ("/awaiting.mjs", "export const awaited = await Promise.resolve('awaited');"),
    ("/later.mjs", "import { up } from '/counter.mjs'; export const seen = up();"),
    ("/broken.mjs", "import { missing } from '/counter.mjs';"),
    (
        "/main.mjs",
        "import Counter, { n, up } from '/counter.mjs'; import * as all from '/all.mjs'; import { back, name as cycled } from '/cycle.mjs';
        import data from '/data.json' with { type: 'json' }; import { awaited } from '/awaiting.mjs'; import { rate } from 'host';
        import * as host from 'host'; export * as counter from '/counter.mjs';
        import.meta.extra = { n: 1 }; const seen = []; let before = globalThis.turn ?? 0; data.list.push(3);
        globalThis.all = all; export const private_ = (class { #x = 5; static get(o) { return o.#x } });
        export function tell() {
            const tried = f => { try { return String(f()) } catch (e) { return e.name + ': ' + e.message } };
            const names = Object.keys(all), tag = Object.prototype.toString.call(all);
            return [n, up(), n, new Counter().n, all.n, all.counter.up(), all['a name'], names.join(), tag, Reflect.ownKeys(all).length,
                tried(() => { all.n = 3 }), tried(() => { n = 3 }), Object.isExtensible(all), back(), cycled, data.list.push(4),
                awaited, rate(), host.rate === rate, import.meta.url, ++import.meta.extra.n, tried(getNever), before++,
                private_.get(new private_), all.counter === globalThis.again?.counter, tried(() => delete all.n), 'n' in all].join(' ; ');
        }
        export function more() {
            const note = what => r => { seen[seen.length] = what + ' ' + (r.seen ?? r.default?.list?.join() ?? r.name + ': ' + r.message) };
            for (const path of ['/later.mjs', '/failing.mjs', '/broken.mjs']) import(path).then(note('got'), note('failed'));
            import('/data.json', { with: { type: 'json' } }).then(note('data'));
            import('/main.mjs').then(m => { seen[seen.length] = m.tell === tell });
        }
        export const told = () => seen.join(' ; ');
        Object.assign(globalThis, { tell, more, told });",
    ),
];

fn empty(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    prepared(&mut engine);
    engine
}

fn prepared(engine: &mut Engine) {
    engine.set_module_loader(MODULES.iter().copied().collect::<MemoryLoader>());
    engine.define_module("host", |cx, exports| exports.function(cx, "rate", || 21)).expect("a module of the host");
}

fn begun(backend: Backend) -> Engine {
    let mut engine = empty(backend);
    engine.run_module("/main.mjs", MODULES.last().expect("the last one").1).expect("a module");
    let text = "import * as all from '/all.mjs'; globalThis.again = all; import('/failing.mjs').catch(() => 0)";
    engine.run_module("/second.mjs", text).expect("another one");
    engine.run_jobs().expect("jobs that end");
    engine
}

#[test]
fn modules_are_linked_and_evaluated_as_before() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = begun(backend);
        let bytes = engine.snapshot().expect("all of it can be written");
        let mut restored = Engine::restore_into(empty(backend), &bytes).expect("what was written");
        let again = restored.snapshot().expect("it can be written again");
        let mut restored_again = Engine::restore_into(empty(backend), &again).expect("what was written again");
        for _ in 0..3 {
            let [expected, found, again] = [&mut engine, &mut restored, &mut restored_again].map(|engine| {
                let told = engine.eval::<String>("tell()").expect("a string");
                engine.eval::<()>("more()").expect("imports");
                engine.run_jobs().expect("jobs that end");
                told + " | " + &engine.eval::<String>("told()").expect("a string")
            });
            assert!(
                expected.contains("ReferenceError") && expected.contains("failed RangeError: failed"),
                "{expected}"
            );
            assert_eq!(found, expected);
            assert_eq!(again, expected);
        }
        // A module that was evaluated is what the host gets of that name.
        let text = "import { n } from '/counter.mjs'; globalThis.n = n; import '/fresh.mjs'";
        let fresh = MODULES.iter().copied().chain([("/fresh.mjs", "globalThis.fresh = true")]);
        restored.set_module_loader(fresh.collect::<MemoryLoader>());
        restored.run_module("/new.mjs", text).expect("modules go on");
        assert!(restored.eval::<bool>("fresh && n > 0").expect("a value"));
    }
}

#[test]
fn modules_that_cannot_be_written_or_read_are_named() {
    let mut engine = begun(Backend::Register);
    let bytes = engine.snapshot().expect("all of it can be written");
    let error = Engine::restore(&bytes).err().expect("nobody has defined it");
    assert_eq!(error.message(), "no engine can be restored: the host has no module 'host'");
    let mut few = Engine::builder().modules(4).build().expect("an engine");
    prepared(&mut few);
    assert!(Engine::restore_into(few, &bytes).is_err_and(|error| error.message().contains("more than there may be")));
    engine.run_module("/waits.mjs", "await new Promise(() => 0)").ok();
    let error = engine.snapshot().expect_err("it has not ended");
    assert!(
        error.message().contains("with the module '/waits.mjs', whose evaluation has not come to its end"),
        "{error}"
    );
}

#[test]
fn any_bytes_of_modules_are_an_error_or_an_engine() {
    for backend in [Backend::Register, Backend::Stack] {
        let bytes = begun(backend).snapshot().expect("all of it can be written");
        let empty = || {
            let mut engine = hostile::narrow();
            prepared(&mut engine);
            engine
        };
        let calls = ["tell()", "more()", "tell()", "Object.entries(all).join()", "told()"];
        hostile::any_bytes_of(&bytes, bytes.len() / 2, empty, &calls);
    }
}
