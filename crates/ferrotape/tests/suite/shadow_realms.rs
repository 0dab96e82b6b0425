//! ShadowRealm: limits, the host's gates, modules, and what remains of a dropped realm.

use ferrotape::{AsContext, Backend, Engine, Error, ErrorKind, Limits, MemoryLoader, Termination};

use crate::host_functions::BACKENDS;

fn engine(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).build().expect("an engine");
    let modules = [
        (
            "/value.mjs",
            "export let n = 0; export const up = () => ++n; export default 'text'; export const object = {}",
        ),
        ("/from.mjs", "export { up as default } from '/value.mjs'; export const own = typeof outer"),
        ("/throws.mjs", "throw new RangeError('in a module')"),
        ("/syntax.mjs", "export const ="),
    ];
    engine.set_module_loader(modules.into_iter().collect::<MemoryLoader>());
    engine.run("begin.js", "var outer = 1, realm = new ShadowRealm(), said = []").expect("a realm");
    engine
}

/// Runs a script and its jobs; gives what it has said.
fn said(engine: &mut Engine, text: &str) -> String {
    engine.run("said.js", text).expect(text);
    engine.run_jobs().expect("jobs that end");
    engine.eval("said.splice(0).join(' | ')").expect("a string")
}

#[test]
fn code_from_texts_is_the_hosts_to_allow() {
    for backend in BACKENDS {
        let mut engine = Engine::builder().backend(backend).code_from_texts(false).build().expect("an engine");
        let text =
            "try { new ShadowRealm().evaluate('1') } catch (error) { [error.name, error instanceof EvalError].join() }";
        assert_eq!(engine.eval::<String>(text), Ok("EvalError,true".to_owned()));
    }
}

#[test]
fn modules_are_those_of_the_realm() {
    for backend in BACKENDS {
        let mut engine = engine(backend);
        let import = |specifier: &str, name: &str| {
            format!(
                "realm.importValue('{specifier}', '{name}').then(value => said.push(typeof value === 'function' ? [value(), value()].join() : value),
                    error => said.push((error instanceof TypeError) + ' ' + error.message)); said.push('later')"
            )
        };
        for (specifier, name, expected) in [
            ("/value.mjs", "default", "later | text"),
            ("/value.mjs", "up", "later | 1,2"),
            ("/from.mjs", "default", "later | 3,4"),
            ("/value.mjs", "n", "later | 4"),
            ("/from.mjs", "own", "later | undefined"),
            ("/value.mjs", "none", "later | true The module has no export 'none'"),
            (
                "/value.mjs",
                "object",
                "later | true Only primitive values and functions pass between realms, found #<Object>",
            ),
            ("/throws.mjs", "x", "later | true another realm threw RangeError: in a module"),
        ] {
            assert_eq!(said(&mut engine, &import(specifier, name)), expected, "{specifier}");
        }
        for specifier in ["/syntax.mjs", "/none.mjs"] {
            let told = said(&mut engine, &import(specifier, "x"));
            assert!(told.starts_with("later | true another realm threw "), "{told}");
        }
        // Modules of the engine's first realm are others.
        assert_eq!(said(&mut engine, "import('/value.mjs').then(module => said.push(module.n))"), "0");
        let another = "new ShadowRealm().importValue('/value.mjs', 'n').then(n => said.push(n))";
        assert_eq!(said(&mut engine, another), "0");
        // Where no code runs that an import could be from.
        let bound = "Promise.resolve('/value.mjs').then(realm.importValue.bind(realm, '/value.mjs', 'default')).then(x => said.push(x))";
        assert_eq!(said(&mut engine, bound), "text");
        let inside = "realm.evaluate(`f => { import('/value.mjs').then(module => f(module.n)) }`)(n => said.push(n))";
        assert_eq!(said(&mut engine, inside), "4");
        let wrong = "try { realm.importValue('/value.mjs', 1) } catch (error) { said.push(error.name) }
            try { realm.importValue({ toString() { throw 'text' } }, 'x') } catch (error) { said.push(error) }";
        assert_eq!(said(&mut engine, wrong), "TypeError | text");
    }
}

#[test]
fn an_import_goes_on_in_a_restored_engine() {
    let mut begun = engine(Backend::Register);
    let text = "realm.importValue('/value.mjs', 'up').then(up => said.push(up(), up())); var back = realm.evaluate('let n = 5; f => f(n++)')";
    begun.run("begun.js", text).expect("begun");
    let bytes = begun.snapshot().expect("all of it can be written");
    let mut host = Engine::new();
    let modules = [("/value.mjs", "export let n = 0; export const up = () => ++n")];
    host.set_module_loader(modules.into_iter().collect::<MemoryLoader>());
    let mut restored = Engine::restore_into(host, &bytes).expect("what was written");
    let mut forked = begun.fork().expect("a copy");
    let mut all = [&mut begun, &mut restored, &mut forked];
    for engine in &mut all {
        engine.collect_garbage();
        assert_eq!(
            said(engine, "said.push(back(x => x + 0.5), back(x => x), realm.evaluate('typeof said'))"),
            "5.5 | 6 | undefined | 1 | 2"
        );
    }
}

/// Terminations pass the border of realms: no code of the other realm catches them.
#[test]
fn limits_end_what_runs_in_a_realm() {
    let texts = [
        "realm.evaluate('for (;;);')",
        "realm.evaluate('f => { for (;;) try { f() } catch {} }')(() => { throw 1 })",
        "for (;;) new ShadowRealm()",
        "const spin = realm.evaluate('f => { try { f(f) } catch {} f(f) }'); const f = g => { try { spin(f) } catch {} spin(f) }; f(f)",
        "realm.evaluate('new Promise(() => { for (;;); })')",
        "for (;;) realm.evaluate('1')",
    ];
    for backend in BACKENDS {
        for text in texts {
            let mut engine = engine(backend);
            let limits = Limits::new().fuel(300_000).memory(64 << 20);
            let ended = engine.with_limits(&limits, |cx| cx.run("text.js", text));
            let error: Error = ended.expect_err(text);
            let kind = error.kind();
            assert!(
                matches!(kind, ErrorKind::Termination(Termination::OutOfFuel | Termination::OutOfMemory)),
                "{text}: {kind:?}"
            );
        }
    }
}

#[test]
fn the_bytes_of_realms_count_and_come_back() {
    let mut engine = Engine::builder().memory_limit(64 << 20).build().expect("an engine");
    let ended = engine.run("many.js", "const all = []; for (let i = 0; i < 1e5; i++) all.push(new ShadowRealm())");
    assert_eq!(ended.expect_err("too many").kind(), ErrorKind::Termination(Termination::OutOfMemory));
    let mut engine = Engine::new();
    let text = "globalThis.kept = []; for (let i = 0; i < 20; i++) { const realm = new ShadowRealm();
        kept.push(realm, realm.evaluate('globalThis.big = Array(1000).fill(Math.PI); f => g => f'), realm.evaluate('f => f')(() => kept)) }";
    let mut least = usize::MAX;
    for _ in 0..3 {
        engine.run("kept.js", text).expect("realms");
        engine.collect_garbage();
        let with = engine.stats().bytes;
        engine.run("gone.js", "kept = undefined").expect("gone");
        engine.collect_garbage();
        let without = engine.stats().bytes;
        assert!(with > without + 20 * (16 << 10), "{with} {without}");
        assert!(without <= least.saturating_add(1 << 14), "{without} {least}");
        least = least.min(without);
    }
}
