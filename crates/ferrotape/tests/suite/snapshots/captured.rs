//! Built-in functions with captured values.

use ferrotape::{Backend, Engine};

use super::hostile;

/// One of each, partly called; `tell` continues with them.
const CAPTURED: &str = r"
    const said = [], say = text => value => { said[said.length] = text + ':' + JSON.stringify(value) + String(value?.message); return value };
    const plain = { a: 1 }, open = Proxy.revocable(plain, {}), shut = Proxy.revocable(plain, {}); shut.revoke();
    const first = Promise.withResolvers(), second = Promise.withResolvers(), third = Promise.withResolvers(); first.resolve(1);
    const kept = []; class Own extends Promise { constructor(executor) { kept[kept.length] = executor; super(executor) } }
    new Own(executor => executor); const ofOwn = Own.resolve(5).then(say('own'));
    const thenable = () => ({ all: [], then(...f) { this.all[this.all.length] = f }, resolve(x) { for (const f of this.all) f[0](x) }, reject(x) { for (const f of this.all) f[1](x) } });
    const waiting = thenable(), failing = thenable(), lazy = thenable(), done = thenable(), looked = thenable();
    for (const [how, list] of [['all', [1, waiting, looked]], ['allSettled', [2, waiting, failing]], ['any', [failing, lazy]], ['race', [lazy, done]]])
        Promise[how](list).then(say(how), say(how + ' failed'));
    first.promise.finally(say('finally')).then(say('after')); third.promise.finally(say('late finally')).catch(say('caught'));
    Array.fromAsync([1, waiting, second.promise], x => x).then(say('fromAsync'), say('fromAsync failed'));
    Array.fromAsync({ length: 2, 0: second.promise, 1: lazy }).then(say('of a list'));
    const elements = []; Promise.all.call(class { constructor(f) { f(say('custom'), say('custom failed')) }
        static resolve(x) { return { then(f) { elements[elements.length] = f } } } }, ['x', 'y']);
    let turn = 0;
    function tell() {
        turn++;
        try { said[said.length] = open.proxy.a; if (turn > 1) open.revoke(); shut.revoke(); said[said.length] = shut.proxy.a } catch (e) { say('t')(e) }
        try { kept[0](1, 2); kept[0](3, 4) } catch (e) { say('executor')(e) }
        if (turn === 1) { waiting.resolve('w'); looked.resolve('l'); elements[1]('Y') }
        if (turn === 2) { failing.reject(new Error('f')); second.resolve(['s']); third.reject(new Error('third')) }
        if (turn === 3) { lazy.resolve('z'); done.resolve('d'); elements[0]('X'); elements[0]('again'); first.reject(1) }
    }
    const told = () => said.join(' ; ') + [open.revoke.name, first.resolve.length, typeof first.resolve.prototype].join();";

fn begun(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    engine.run("captured.js", CAPTURED).expect("a script that ends");
    engine.run_jobs().expect("jobs that end");
    engine
}

fn turn(engine: &mut Engine) {
    engine.eval::<()>("tell()").expect("a turn");
    engine.run_jobs().expect("jobs that end");
}

#[test]
fn built_in_functions_keep_what_they_have_captured() {
    const TURNS: usize = 4;
    for backend in [Backend::Register, Backend::Stack] {
        let mut whole = begun(backend);
        (0..TURNS).for_each(|_| turn(&mut whole));
        let expected = whole.eval::<String>("told()").expect("a string");
        for part in ["all:[1", "allSettled:[", "any:", "race:", "late finally", "fromAsync:[", "of a list:", "custom:["]
        {
            assert!(expected.contains(part), "{part}: {expected}");
        }
        for stop in 0..TURNS {
            let mut engine = begun(backend);
            (0..stop).for_each(|_| turn(&mut engine));
            let bytes = engine.snapshot().expect("all of it can be written");
            let mut restored = Engine::restore(&bytes).expect("what was written");
            let bytes = restored.snapshot().expect("it can be written again");
            let mut restored = Engine::restore(&bytes).expect("what was written again");
            (stop..TURNS).for_each(|_| turn(&mut restored));
            assert_eq!(restored.eval::<String>("told()").expect("a string"), expected, "{backend:?} {stop}");
        }
    }
}

#[test]
fn any_bytes_of_captured_values_are_an_error_or_an_engine() {
    let mut engine = begun(Backend::Register);
    turn(&mut engine);
    let bytes = engine.snapshot().expect("all of it can be written");
    hostile::any_bytes_of(&bytes, bytes.len() / 2, hostile::narrow, &["tell()", "tell()", "told()", "tell()"]);
}
