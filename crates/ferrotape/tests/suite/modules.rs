//! Modules, on both machines and under stress: bindings, order of evaluation, failures.

use ferrotape::modules::{ImportMap, LoadError, LoaderChain, ModuleLoader, ModuleSource, ModuleType, ReadLimits};
use ferrotape::{Backend, Engine, Error, ErrorKind, FileLoader, MemoryLoader, Termination, Value};

/// Creates an engine with `log(text)`; `log()` returns the logged texts, joined.
fn engine(backend: Backend, stress: bool, modules: &[(&str, &str)]) -> Engine {
    let builder = Engine::builder().backend(backend).stress_collection(stress).memory_limit(64 << 20);
    let mut engine = builder.build().expect("an engine");
    engine.set_module_loader(modules.iter().copied().collect::<MemoryLoader>());
    engine
        .run("log.js", "var texts = []; function log(text) { if (text === undefined) return texts.join(' '); texts[texts.length] = String(text) }")
        .expect("a function");
    engine
}

/// Returns the log of modules, of which the first is run. Both machines and stress must agree.
fn logged(modules: &[(&str, &str)]) -> Result<String, String> {
    let mut results = Vec::new();
    for backend in [Backend::Register, Backend::Stack] {
        for stress in [false, true] {
            let mut engine = engine(backend, stress, modules);
            let run = engine.run_module(modules[0].0, modules[0].1);
            let log = match engine.run("log.js", "log()").expect("a text") {
                Value::String(text) => text,
                other => panic!("{other:?}"),
            };
            results.push(run.map(|_| log.clone()).map_err(|error| format!("{log}|{error}")));
        }
    }
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{results:?}");
    results.remove(0)
}

#[track_caller]
fn logs(modules: &[(&str, &str)], expected: &str) {
    assert_eq!(logged(modules).as_deref(), Ok(expected));
}

#[track_caller]
fn fails(modules: &[(&str, &str)], expected: &str) {
    let message = logged(modules).expect_err("an error");
    assert!(message.contains(expected), "{message}");
}

/// CreateImportBinding, ECMA-262 9.1.1.5.5: an import is initialised, though its target is not. So only reads look there.
#[test]
fn assignments_to_imports_are_type_errors_whatever_the_target_is() {
    let assignments = [
        ("v = 1", "TypeError"),
        ("[v] = [1]", "TypeError"),
        ("({ v } = { v: 1 })", "TypeError"),
        ("for (v of [1]);", "TypeError"),
        ("for (v in { a: 1 });", "TypeError"),
        ("eval('v = 1')", "TypeError"),
        ("eval('[v] = [1]')", "TypeError"),
        ("(() => { v = 1 })()", "TypeError"),
        ("(() => eval('v = 1'))()", "TypeError"),
        ("K = 1", "TypeError"),
        ("c = 1", "TypeError"),
        ("f = 1", "TypeError"),
        ("v += 1", "ReferenceError"),
        ("v++", "ReferenceError"),
        ("v ??= 1", "ReferenceError"),
        ("v = v", "ReferenceError"),
        ("typeof v", "ReferenceError"),
        ("eval('v += 1')", "ReferenceError"),
        ("eval('typeof v')", "ReferenceError"),
        ("v = (() => { throw new RangeError })()", "RangeError"),
    ];
    for (assignment, error) in assignments {
        let early = format!(
            "import {{ v, K, c, f }} from 'late'; try {{ {assignment} }} catch (error) {{ log(error.name) }} \
             export const again = () => {{ try {{ v = 1 }} catch (error) {{ log(error.name) }} }}"
        );
        let late = "import { again } from 'early'; export let v = 1; export class K {} export const c = 2; \
                    export function f() {} again(); log(v)";
        // `early` runs first, as `late` imports it.
        let main = "import 'late'; import { again } from 'early'; again()";
        logs(&[("main", main), ("early", &early), ("late", late)], &format!("{error} TypeError 1 TypeError"));
    }
}

#[test]
fn modules_dispose_of_their_resources() {
    let resource = (
        "resource",
        "export const r = (n, e) => ({ [Symbol.dispose]() { log('d' + n); if (e) throw e }, async [Symbol.asyncDispose]() { log('a' + n); await 0; log('e' + n) } })",
    );
    logs(
        &[
            (
                "main",
                "import { x } from 'first'; import { r } from 'resource'; using z = r('z'); log('main'); log(x === undefined); \
                 export default function () { return z }",
            ),
            (
                "first",
                "import { r } from 'resource'; using y = r('y'); log('first'); export { y as x }; using w = null",
            ),
            resource,
        ],
        "first dy main false dz",
    );
    logs(
        &[
            ("main", "import 'waits'; import { r } from 'resource'; log('main')"),
            (
                "waits",
                "import { r } from 'resource'; await using x = r('x'), n = null; log('body'); await 0; log('after')",
            ),
            resource,
        ],
        "body after ax ex main",
    );
    fails(
        &[
            ("main", "import { r } from 'resource'; using x = r('x', new Error('of disposal')); { using y = r('y') }"),
            resource,
        ],
        "dy dx|main:1:48: Error: of disposal",
    );
    fails(
        &[("main", "import { r } from 'resource'; await using x = null; using y = r('y', 1); throw 2"), resource],
        "dy|main",
    );
}

#[test]
fn bindings_are_live_and_cannot_be_assigned_to() {
    let counter =
        ("counter", "export let count = 0; export function increase() { count += 1 } export {count as default}");
    logs(
        &[
            (
                "main",
                "import n, {count, increase as up} from 'counter'; up(); up(); log(count); log(n); \
            try { count = 5 } catch (e) { log(e.message) } log((() => count)()); log(eval('count + 1')); log(typeof count)",
            ),
            counter,
        ],
        "2 2 Assignment to constant variable. 2 3 number",
    );
}

#[test]
fn cycles_see_functions_before_they_run_and_variables_only_after() {
    logs(
        &[
            (
                "a",
                "import {b, readA} from 'b'; export function f() { return 'f' } export let a = 'a'; log(b); log(readA())",
            ),
            (
                "b",
                "import {a, f} from 'a'; export let b = f(); export function readA() { return a } try { a } catch (e) { log(e.message) }",
            ),
        ],
        "Cannot access 'a' before initialization f a",
    );
}

#[test]
fn modules_run_once_in_the_order_in_which_they_are_asked_for() {
    logs(
        &[
            ("main", "import 'x'; import 'y'; import './z'; log('main')"),
            ("x", "import 'z'; log('x')"),
            ("y", "import 'x'; log('y')"),
            ("z", "log('z')"),
        ],
        "z x y main",
    );
}

#[test]
fn namespaces_have_the_names_in_order_and_refuse_changes() {
    let main = "import * as ns from 'm'; log(Object.keys(ns).join()); log(ns[Symbol.toStringTag]); log(Object.isFrozen(ns)); \
        log(Object.isExtensible(ns)); log(Object.getPrototypeOf(ns)); log(delete ns.none); log('b' in ns); \
        let changes = [() => { ns.b = 1 }, () => delete ns.b, () => { ns.z = 1 }, () => Object.setPrototypeOf(ns, {})]; \
        for (let i = 0; i < changes.length; i++) try { changes[i](); log('?') } catch (e) { log(e.constructor.name) }";
    let module = "export let b = 1, a = 2; export {b as c, a as default}; export * as self from 'm'";
    logs(
        &[("main", main), ("m", module)],
        "a,b,c,default,self Module false false null true true TypeError TypeError TypeError TypeError",
    );
}

#[test]
fn of_star_exports_all_ways_must_lead_to_one_binding() {
    let parts = [("x", "export let v = 'x', only = 1"), ("y", "export let v = 'y'"), ("again", "export * from 'x'")];
    let all = |main: &'static str| {
        let mut modules = vec![("main", main)];
        modules.extend(parts);
        modules.push(("both", "export * from 'x'; export * from 'y'; export * from 'again'"));
        modules.push(("own", "export * from 'x'; export * from 'y'; export let v = 'own'"));
        modules
    };
    logs(
        &all(
            "import * as ns from 'both'; log(Object.keys(ns).join()); import {only} from 'both'; log(only); import {v} from 'own'; log(v)",
        ),
        "only 1 own",
    );
    let namespaces = [
        ("main", "import {ns} from 'all'; log(ns.v)"),
        ("all", "export * from 'a'; export * from 'b'"),
        ("a", "import * as ns from 'x'; export {ns}"),
        ("b", "export * as ns from 'x'"),
        ("x", "export let v = 1"),
    ];
    logs(&namespaces, "1");
    fails(
        &all("import {v} from 'both'"),
        "SyntaxError: The requested module 'both' contains conflicting star exports for name 'v'",
    );
    fails(
        &all("import {none} from 'both'"),
        "SyntaxError: The requested module 'both' does not provide an export named 'none'",
    );
    fails(&all("import d from 'x'"), "does not provide an export named 'default'");
    fails(&all("export {none} from 'x'"), "does not provide an export named 'none'");
    fails(
        &[("a", "export {x} from 'b'; import {x as y} from 'b'"), ("b", "export {x} from 'a'")],
        "does not provide an export named 'x'",
    );
}

#[test]
fn default_exports_are_called_default() {
    logs(
        &[
            ("main", "import f from 'f'; import e from 'e'; import n from 'n'; log(f.name); log(e.name); log(n.name)"),
            ("f", "export default function () {}"),
            ("e", "export default (function () {})"),
            ("n", "export default function named() {}"),
        ],
        "default default named",
    );
}

#[test]
fn imports_at_run_time_give_promises() {
    logs(
        &[
            (
                "main",
                "import('m').then(function (ns) { log(ns.v); return import('m') }).then(function (ns) { log(ns.twice) }); \
                import('none').then(null, function (e) { log(e.name) }); import('bad').then(null, function (e) { log(e.name) }); \
                import({toString: function () { throw 'thrown' }}).then(null, log); \
                import('throws').then(null, log); import('throws').then(null, log); log('first')",
            ),
            ("m", "export let v = 1; export let twice = typeof v"),
            ("bad", "export {"),
            ("throws", "log('once'); throw 'error'"),
        ],
        "first TypeError SyntaxError thrown once 1 error error number",
    );
}

#[test]
fn what_awaits_lets_others_wait() {
    logs(
        &[
            ("main", "import {v} from 'slow'; import 'quick'; log('main ' + v)"),
            ("slow", "log('begin'); export let v = await new Promise(function (resolve) { resolve(7) }); log('end')"),
            ("quick", "log('quick')"),
        ],
        "begin quick end main 7",
    );
    fails(
        &[("main", "import 'slow'; log('never')"), ("slow", "await null; throw new TypeError('late')")],
        "TypeError: late",
    );
    fails(&[("main", "await new Promise(function () {})")], "waits for what never comes");
}

#[test]
fn deferred_modules_run_at_the_first_look() {
    let dep =
        ("dep", "log('dep'); import 'below'; export let n = 1; export const up = () => ++n; export const then = 5");
    let below = ("below", "log('below')");
    logs(
        &[
            (
                "main",
                "import defer * as ns from 'dep'; import defer * as same from 'dep'; log(Object.prototype.toString.call(ns)); \
                 log(ns === same); log('then' in ns); log(String(ns.then)); log(Reflect.set(ns, 'n', 2)); log('before'); log(ns.n); \
                 ns.up(); log(ns.n); log(Reflect.ownKeys(ns).length); log((await import('dep')).n)",
            ),
            dep,
            below,
        ],
        "[object Deferred Module] true false undefined false before below dep 1 2 3 2",
    );
    // Keys and names that are not there are looks too; symbols are none.
    for look in [
        "'x' in ns",
        "Object.keys(ns)",
        "delete ns.x",
        "Object.getOwnPropertyDescriptor(ns, 'x')",
        "({ __proto__: ns }).x",
    ] {
        let main = format!("import defer * as ns from 'dep'; ns[Symbol.iterator]; log(0); {look}; log(1)");
        logs(&[("main", &main), ("dep", "log('dep')")], "0 dep 1");
    }
    // What waits is run early, in its order; what only needs it is not.
    logs(
        &[
            ("main", "import defer * as ns from 'dep'; log('main'); log(ns.x)"),
            ("dep", "import 'waits'; log('dep'); export const x = 1"),
            ("waits", "import 'before'; log('waits'); await 0; log('waited')"),
            ("before", "log('before')"),
        ],
        "before waits waited main dep 1",
    );
    logs(
        &[
            ("main", "const ns = await import.defer('dep'); log('main'); log(ns.x); export {}"),
            ("dep", "import 'waits'; log('dep'); export const x = 1"),
            ("waits", "log('waits'); await 0; log('waited')"),
        ],
        "waits waited main dep 1",
    );
    // Errors come at each look, and a module cannot be looked at while it runs.
    logs(
        &[
            (
                "main",
                "import defer * as ns from 'dep'; for (const i of [1, 2]) try { ns.x } catch (error) { log(error) }",
            ),
            ("dep", "log('dep'); throw 'thrown'"),
        ],
        "dep thrown thrown",
    );
    logs(
        &[
            ("main", "import defer * as ns from 'dep'; log(ns.x)"),
            (
                "dep",
                "import defer * as self from 'dep'; try { self.x } catch (error) { log(error.name) } export const x = 1",
            ),
        ],
        "TypeError 1",
    );
    logs(
        &[
            ("main", "import { ns } from 'mid'; log('main'); log(ns.x)"),
            ("mid", "import defer * as ns from 'dep'; export { ns }"),
            ("dep", "log('dep'); export const x = 1"),
        ],
        "main dep 1",
    );
    fails(
        &[
            ("main", "import defer * as ns from 'dep'; log('never')"),
            ("dep", "import { missing } from 'other'"),
            ("other", ""),
        ],
        "SyntaxError",
    );
    fails(&[("main", "import defer { x } from 'dep'"), ("dep", "")], "SyntaxError");
    logs(
        &[
            ("main", "import defer from 'dep'; import source from 'dep'; log(defer); log(source)"),
            ("dep", "export default 1"),
        ],
        "1 1",
    );
}

#[test]
fn source_text_has_no_source_to_import() {
    fails(&[("main", "import source x from 'dep'; log('never')"), ("dep", "import 'missing'")], "SyntaxError");
    logs(
        &[
            ("main", "try { await import.source('dep') } catch (error) { log(error.name) }"),
            ("dep", "import 'missing'"),
        ],
        "SyntaxError",
    );
    fails(&[("main", "import source x from 'missing'")], "TypeError");
}

#[test]
fn json_text_and_bytes_are_modules() {
    logs(
        &[
            (
                "main",
                "import data from 'data.json' with {type: 'json'}; import same from 'data.json' with {'type': 'json'}; \
                import text from 'data.json' with {type: 'text'}; log(data.list.length); log(data === same); log(text.length);
                import bytes from 'data.json' with {type: 'bytes'}; import * as all from 'data.json' with {type: 'bytes'};
                log(bytes.length); log(bytes[0]); log(bytes.buffer.immutable && bytes === all.default); log(Object.isFrozen(bytes));
                log((await import('data.json', {with: {type: 'bytes'}})).default === bytes)",
            ),
            ("data.json", "{\"list\": [1, 2, 3]}"),
        ],
        "3 true 19 19 123 true false true",
    );
    fails(
        &[("main", "import 'm' with {type: 'css'}"), ("m", "")],
        "SyntaxError: Import attribute 'type' with value 'css' is not supported",
    );
    fails(
        &[("main", "import 'm' with {kind: 'json'}"), ("m", "")],
        "SyntaxError: Import attribute 'kind' is not supported",
    );
    fails(&[("main", "import 'm' with {type: 'json'}"), ("m", "{")], "SyntaxError");
}

#[test]
fn errors_point_into_the_module_that_has_them() {
    let mut engine =
        engine(Backend::Register, false, &[("b", "\n\n  export {"), ("c", "1;\nimport {x} from 'd'"), ("d", "")]);
    for (main, place) in [("import 'b'", ("b", 3)), ("import 'c'", ("c", 2)), ("\nthrow 1", ("a2", 2))] {
        let name = if main.starts_with('i') { "a" } else { "a2" };
        let error = engine.run_module(&format!("{name}{}", place.1), main).expect_err("an error");
        let location = error.location().expect("a place");
        let source = location.source.trim_end_matches(|last: char| last.is_ascii_digit() && place.0 != "a2");
        assert!(source.starts_with(place.0), "{location:?}");
        assert_eq!(location.line, place.1);
    }
}

#[test]
fn chains_and_cycles_of_modules_are_as_long_as_they_like() {
    struct Chain(u32);
    impl ModuleLoader for Chain {
        fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
            Ok(specifier.to_owned())
        }

        fn load(&mut self, name: &str) -> Result<String, String> {
            let number: u32 = name.parse().map_err(|_| "no number".to_owned())?;
            let next = (number + 1) % self.0;
            Ok(format!("import {{v as w}} from '{next}'; export let v = {number}; export * from '{next}'"))
        }
    }
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        engine.set_module_loader(Chain(3000));
        engine.run_module("main", "import {v} from '0'").expect("a chain");
        let mut engine = Engine::builder().backend(backend).memory_limit(4 << 20).build().expect("an engine");
        engine.set_module_loader(Chain(u32::MAX));
        let error = engine.run_module("main", "import {v} from '0'").expect_err("no memory");
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory));
    }
}

#[test]
fn a_module_that_was_stopped_does_not_run_on() {
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = engine(backend, false, &[("m", "log('m'); for (;;) {}"), ("n", "import 'm'; log('n')")]);
        engine.set_fuel(Some(100_000));
        let error = engine.run_module("main", "import 'n'; log('main')").expect_err("out of fuel");
        assert!(error.is_termination());
        engine.set_fuel(None);
        assert_eq!(engine.run("log.js", "log()"), Ok(Value::from("m")));
    }
}

#[test]
fn chains_of_exports_are_gone_through_once() {
    const LENGTH: usize = 2_000;
    let texts: Vec<(String, String)> = (0..LENGTH)
        .map(|n| (format!("m{n}"), format!("export {{x}} from 'm{}'; export let y{n} = 1;", n + 1)))
        .chain([(format!("m{LENGTH}"), "import 'm0'; export let x = 1;".to_owned())])
        .collect();
    let modules: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = engine(backend, false, &modules);
        engine.set_fuel(Some(2_000_000));
        engine.run_module("main", "import {x, y0} from 'm0'; log(x + y0)").expect("enough fuel");
    }
}

#[test]
fn chains_of_star_exports_are_gone_through_once() {
    const LENGTH: usize = 2_000;
    let texts: Vec<(String, String)> = (0..LENGTH)
        .map(|n| {
            let next = n + 1;
            (
                format!("m{n}"),
                format!("export * from 'm{next}'; import {{last}} from 'm{next}'; export let y{n} = last;"),
            )
        })
        .chain([(format!("m{LENGTH}"), "export let last = 1;".to_owned())])
        .collect();
    let modules: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = engine(backend, false, &modules);
        engine.set_fuel(Some(2_000_000));
        let text = "import * as all from 'm0'; import {last} from 'm0'; log(Object.keys(all).length + last)";
        engine.run_module("main", text).expect("enough fuel");
        assert_eq!(engine.run("log.js", "log()"), Ok(Value::from("2002")));
    }
}

#[test]
fn what_was_found_for_one_module_is_right_for_those_before_it() {
    let modules = [
        (
            "main",
            "import {a} from 'both'; import {b} from 'left'; import * as both from 'both'; log(a, Object.keys(both)); log(b)",
        ),
        ("both", "export * from 'left'; export * from 'right'; export let a = 'own'"),
        ("left", "export * from 'right'; import {b} from 'right'; export let a = 'left'; export let c = b"),
        ("right", "export * from 'left'; export let b = 'b'; export let a = 'right'; export default 1"),
    ];
    assert_eq!(logged(&modules), Ok("own b".to_owned()));
    let conflicting = [
        ("main", "import {a} from 'left'; import {a as b} from 'right'; import {a as c} from 'both'"),
        ("both", "export * from 'left'; export * from 'right'"),
        ("left", "export let a = 'left'"),
        ("right", "export let a = 'right'"),
    ];
    let error = logged(&conflicting).expect_err("two of the name");
    assert!(error.contains("conflicting star exports for name 'a'"), "{error}");
}

#[test]
fn chains_tell_what_the_loader_said_that_knew_what_was_meant() -> Result<(), Error> {
    /// Knows addresses only, and has no module.
    struct Addresses;
    impl ModuleLoader for Addresses {
        fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
            match specifier.starts_with("https:") {
                true => Ok(specifier.to_owned()),
                false => Err("no address".to_owned()),
            }
        }

        fn load(&mut self, name: &str) -> Result<String, String> {
            Err(format!("404: {name}"))
        }
    }
    let folder = std::env::temp_dir().join(format!("ferrotape-chains-{}", std::process::id()));
    let [first, second] = ["first", "second"].map(|name| folder.join(name));
    for folder in [&first, &second] {
        std::fs::create_dir_all(folder).map_err(Error::from_host)?;
    }
    for (file, text) in [
        (first.join("large.mjs"), "export default 'much too large for the first'"),
        (second.join("large.mjs"), "export default 2"),
        (second.join("other.mjs"), "export default 3"),
    ] {
        std::fs::write(file, text).map_err(Error::from_host)?;
    }
    let files = |folder| FileLoader::new(folder).map_err(Error::from_host);
    let mut engine = Engine::new();
    let chain = LoaderChain::new().and(files(&first)?.largest_file(20)).and(Addresses).and(files(&second)?);
    // The same holds for a chain within another, and behind a map.
    engine.set_module_loader(LoaderChain::new().and(MemoryLoader::new()).and(ImportMap::new(chain)));
    for (specifier, told) in [
        ("./none.mjs", "Cannot find module '/none.mjs'"),
        ("https://a/b", "404: https://a/b"),
        ("bare", "Cannot find module 'bare': only paths that begin with '/', './' or '../' are known"),
        // The second directory has one that would do.
        ("./large.mjs", "Cannot load module '/large.mjs': it has more than 20 bytes"),
    ] {
        let error =
            engine.run_module(&format!("/{}", told.len()), format!("import '{specifier}'")).expect_err("no module");
        assert_eq!(error.message(), format!("TypeError: {told}"), "{specifier}");
    }
    let main = engine.run_module("/last.mjs", "export { default } from './other.mjs'")?;
    assert_eq!(main.as_object().expect("a namespace").get::<u8>(&mut engine, "default")?, 3);
    std::fs::remove_dir_all(folder).map_err(Error::from_host)
}

/// Refuses every module, with a code.
struct Refusing;

impl ModuleLoader for Refusing {
    fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
        Ok(specifier.to_owned())
    }

    fn load(&mut self, _: &str) -> Result<String, String> {
        Err("without a code".to_owned())
    }

    fn resolve_within(
        &mut self,
        specifier: &str,
        referrer: &str,
        _: ModuleType,
        _: &mut ReadLimits<'_>,
    ) -> Result<String, LoadError> {
        match specifier {
            "unknown" => Err(LoadError::from("no such name").with_code(format!("E_{}", specifier.to_uppercase()))),
            _ => Ok(self.resolve(specifier, referrer)?),
        }
    }

    fn load_within(&mut self, name: &str, _: ModuleType, _: &mut ReadLimits<'_>) -> Result<ModuleSource, LoadError> {
        Err(LoadError::new("no such module").with_code("E_LOAD").with_message(format!("no module {name}")))
    }
}

/// The code is an own property like any other, behind maps and in chains, and in what is kept of a rejection.
#[test]
fn errors_of_loaders_have_codes() {
    let text = "var kept = {}; for (const name of ['x', 'unknown', 'mapped', 'late'])
        import(name, name === 'late' ? { with: { type: 'json' } } : undefined).catch(error => kept[name] = error)";
    let show = "Object.entries(kept).map(([name, error]) => `${name}: ${error} ${error.code} ${Object.keys(error)}`).join('; ')";
    let expected = "x: TypeError: no module x E_LOAD code; unknown: TypeError: no such name E_UNKNOWN code; \
        mapped: TypeError: no module x E_LOAD code; late: TypeError: no module late E_LOAD code";
    for backend in [Backend::Register, Backend::Stack] {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        let chain = LoaderChain::new().and(Refusing).and(MemoryLoader::new());
        engine.set_module_loader(ImportMap::new(chain).import("mapped", "x"));
        engine.run_with_jobs("a.js", text).expect("promises");
        assert_eq!(engine.eval::<String>(show).as_deref(), Ok(expected));
        let mut restored = Engine::restore(&engine.snapshot().expect("bytes")).expect("an engine");
        assert_eq!(restored.eval::<String>(show).as_deref(), Ok(expected));
        let error = engine.run_module("main.mjs", "import 'x'").expect_err("no module");
        assert_eq!(error.message(), "TypeError: no module x");
    }
}

/// HTML 8.1.6.2: neither an outer scope nor the loader is asked for such a specifier.
#[test]
fn no_specifier_leads_out_of_a_prefix_of_an_import_map() {
    for (specifier, is_below) in [
        ("lib/a", true),
        ("lib/..a/b..", true),
        ("lib/../secret", false),
        ("lib/a/../../secret", false),
        ("lib/..", false),
        ("lib/..\\..\\secret", false),
    ] {
        let loader: MemoryLoader = [("/files/a", ""), ("/files/..a/b..", ""), ("/secret", "")].into_iter().collect();
        let map = ImportMap::new(loader).import("lib/", "/all/").scope("/main", "lib/", "/files/");
        let mut engine = Engine::new();
        engine.set_module_loader(map);
        let text = format!("import {specifier:?}");
        let ended = engine.run_module("/main", &text).map(drop).map_err(|error| error.message().to_owned());
        let refused = format!("TypeError: the specifier '{specifier}' leads out of 'lib/' of the import map");
        assert_eq!(ended, if is_below { Ok(()) } else { Err(refused) });
    }
}

#[test]
fn specifiers_are_paths_beside_the_one_that_asks() {
    let mut loader = FileLoader::new("/").expect("a directory");
    for (specifier, referrer, found) in [
        ("./b.mjs", "/a.mjs", "/b.mjs"),
        ("./b.mjs", "a.mjs", "/b.mjs"),
        ("../b.mjs", "/x/y/a.mjs", "/x/b.mjs"),
        ("../../../b.mjs", "/x/a.mjs", "/b.mjs"),
        ("/lib/./c/../d.mjs", "/x/a.mjs", "/lib/d.mjs"),
        ("./c//d.mjs", "/x/../y/./a.mjs", "/y/c/d.mjs"),
        ("../..", "/x/y/a.mjs", "/"),
    ] {
        assert_eq!(loader.resolve(specifier, referrer).as_deref(), Ok(found), "{specifier} in {referrer}");
    }
    assert!(loader.resolve("lodash", "/a.mjs").is_err());
}

#[test]
fn nothing_outside_of_the_directory_is_read() {
    let root = std::env::temp_dir().join(format!("ferrotape-modules-{}", std::process::id()));
    std::fs::create_dir_all(root.join("inside")).expect("a directory");
    std::fs::write(root.join("secret.mjs"), "1").expect("a file");
    std::fs::write(root.join("inside/a.mjs"), "2").expect("a file");
    let mut loader = FileLoader::new(root.join("inside")).expect("a directory");
    assert_eq!(loader.load("/a.mjs").as_deref(), Ok("2"));
    assert_eq!(loader.name_of(root.join("inside/a.mjs")).as_deref(), Some("/a.mjs"));
    assert_eq!(loader.name_of(root.join("secret.mjs")), None);
    assert!(loader.load("/../secret.mjs").is_err());
    let mut everything = FileLoader::new("/").expect("a directory");
    let secret = everything.name_of(root.join("secret.mjs")).expect("it is below the root");
    assert_eq!(everything.load(&secret).as_deref(), Ok("1"));
    assert!(everything.load(&format!("{secret}.gone")).is_err());
    assert!(FileLoader::new(root.join("secret.mjs")).is_err(), "no directory");
    let no_file = |name: &str| Err(format!("Cannot load module '{name}': it is not a file"));
    assert_eq!(loader.load("/"), no_file("/"));
    assert_eq!(loader.clone().largest_file(1).load("/a.mjs").as_deref(), Ok("2"));
    let too_large = "Cannot load module '/a.mjs': it has more than 0 bytes";
    assert_eq!(loader.clone().largest_file(0).load("/a.mjs"), Err(too_large.to_owned()));
    #[cfg(unix)]
    {
        // A pipe that nobody writes to.
        let pipe = std::process::Command::new("mkfifo").arg(root.join("inside/pipe.mjs")).status();
        if pipe.is_ok_and(|status| status.success()) {
            assert_eq!(loader.load("/pipe.mjs"), no_file("/pipe.mjs"));
        }
        assert_eq!(everything.load("/dev/null"), no_file("/dev/null"));
        std::os::unix::fs::symlink(root.join("secret.mjs"), root.join("inside/link.mjs")).expect("a link");
        assert!(loader.load("/link.mjs").is_err());
    }
    std::fs::remove_dir_all(root).expect("gone");
}
