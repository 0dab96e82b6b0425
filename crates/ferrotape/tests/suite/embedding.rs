//! Tools of hosts: data of their own in engines, methods that borrow nothing, how objects are shown, functions in
//! namespaces, modules that are replaced.

use ferrotape::{Engine, Error};

use crate::host_functions::BACKENDS;

mod data {
    use ferrotape::{AsContext, Context};

    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    struct Calls(u32);

    #[test]
    fn host_data_are_one_for_each_type() {
        let mut engine = Engine::new();
        assert_eq!(engine.data::<Calls>(), None);
        assert_eq!((engine.set_data(Calls(0)), engine.set_data(7u8)), (None, None));
        engine
            .define("call", |cx: &mut Context<'_>| {
                let calls = cx.data_mut::<Calls>().ok_or("no data")?;
                calls.0 += 1;
                Ok::<u32, String>(calls.0)
            })
            .expect("a function");
        assert_eq!(engine.eval::<u32>("call() + call()").expect("a number"), 3);
        assert_eq!((engine.data::<Calls>(), engine.data::<u8>()), (Some(&Calls(2)), Some(&7)));
        assert_eq!(engine.set_data(Calls(9)), Some(Calls(2)));
        assert_eq!(engine.enter(|cx| Ok::<_, Error>(cx.take_data::<Calls>())), Ok(Some(Calls(9))));
        let error = engine.run("a.js", "call()").unwrap_err();
        assert_eq!(error.message(), "Error: no data");
        // A panic in a function leaves the data.
        engine.define("fail", |cx: &mut Context<'_>| -> u8 { panic!("{:?}", cx.data::<u8>()) }).expect("a function");
        assert!(engine.run("a.js", "fail()").is_err());
        assert_eq!(engine.take_data::<u8>(), Some(7));
    }

    #[test]
    fn forks_get_clones_where_the_host_says_so() {
        #[derive(Debug)]
        struct Bad;
        impl Clone for Bad {
            fn clone(&self) -> Self {
                panic!("no copy")
            }
        }
        let mut engine = Engine::new();
        engine.set_data(1u8);
        engine.set_cloned_data(Calls(1));
        let mut fork = engine.fork().expect("a fork");
        assert_eq!((fork.data::<u8>(), fork.data::<Calls>()), (None, Some(&Calls(1))));
        fork.set_cloned_data(Calls(2));
        let again = fork.fork().expect("a fork");
        assert_eq!((again.data::<Calls>(), engine.data::<Calls>()), (Some(&Calls(2)), Some(&Calls(1))));
        engine.set_cloned_data(Bad);
        let error = engine.fork().map(drop).unwrap_err();
        assert!(error.message().contains("data of the host, which panicked"), "{error}");
        engine.take_data::<Bad>();
        assert!(engine.fork().is_ok());
    }

    #[test]
    fn snapshots_have_none() {
        let mut engine = Engine::new();
        let without = engine.snapshot().expect("bytes");
        engine.set_cloned_data(Calls(1));
        assert_eq!(engine.snapshot().expect("bytes"), without);
        assert_eq!(Engine::restore(&without).expect("an engine").data::<Calls>(), None);
        // What is restored into an engine leaves its data.
        let mut into = Engine::new();
        into.set_data(Calls(5));
        assert_eq!(Engine::restore_into(into, &without).expect("an engine").data::<Calls>(), Some(&Calls(5)));
    }
}

mod members {
    use std::sync::Mutex;

    use ferrotape::{Context, Function, Instance};

    use super::*;

    #[ferrotape::class]
    struct List {
        items: Vec<i32>,
        lock: Mutex<u8>,
    }

    #[ferrotape::methods]
    impl List {
        #[js(constructor)]
        fn new() -> Self {
            List { items: vec![1, 2], lock: Mutex::new(0) }
        }

        fn push(&mut self, item: i32) {
            self.items.push(item);
        }

        #[js(getter)]
        fn count(&self) -> usize {
            self.items.len()
        }

        /// Callbacks may change the list.
        fn each(this: Instance<Self>, cx: &mut Context<'_>, each: Function) -> Result<(), Error> {
            let mut at = 0;
            while let Some(item) = this.borrow(cx, |list| list.items.get(at).copied())? {
                each.call::<()>(cx, (item, &this))?;
                at += 1;
            }
            Ok(())
        }

        fn itself(this: Instance<Self>) -> Instance<Self> {
            this
        }

        async fn later(this: Instance<Self>, add: i32) -> (Instance<Self>, i32) {
            (this, add + 1)
        }

        fn borrowed_each(&self, cx: &mut Context<'_>, each: Function) -> Result<(), Error> {
            let _held = self.lock.lock();
            self.items.iter().try_for_each(|item| each.call::<()>(cx, (*item,)))
        }

        #[js(display)]
        fn shown(&self) -> String {
            let _held = self.lock.lock();
            match self.items.len() {
                0..10 => format!("List of {}", self.items.len()),
                10 => "\u{1b}[31m\nred \u{202e}".to_owned(),
                11 => "x".repeat(100_000),
                _ => panic!("too many"),
            }
        }
    }

    fn engine(backend: ferrotape::Backend) -> Engine {
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        engine.register::<List>().expect("a class");
        engine
    }

    #[test]
    fn a_method_with_an_instance_borrows_nothing() {
        for backend in BACKENDS {
            let mut engine = engine(backend);
            let text = "const list = new List;
                list.each((item, same) => { if (same === list && list.count < 5) list.push(item + 10) });
                [list.count, list.itself() === list, List.prototype.each.length, List.prototype.each.name].join()";
            assert_eq!(engine.eval::<String>(text).expect("a text"), "5,true,1,each");
            let error = engine.run("a.js", "list.borrowedEach(() => list.push(1))").unwrap_err();
            assert!(error.message().contains("is being looked at"), "{error}");
            let error = engine.run("a.js", "List.prototype.each.call({}, () => 1)").unwrap_err();
            assert_eq!(error.message(), "TypeError: this: expected a List, found #<Object>");
            let text = "list.later(41).then(([same, n]) => `${same === list} ${n}`)";
            assert_eq!(engine.eval_async::<String>(text).block().expect("a text"), "true 42");
        }
    }

    fn shown(engine: &mut Engine, text: &str) -> String {
        use ferrotape::AsContext;
        engine
            .enter(|cx| {
                let value = cx.eval::<ferrotape::Value>(text)?;
                cx.inspect(&value, &Default::default())
            })
            .expect(text)
    }

    #[test]
    fn a_class_says_how_it_is_shown() {
        for backend in BACKENDS {
            let mut engine = engine(backend);
            engine.run("a.js", "const list = new List").expect("a list");
            assert_eq!(shown(&mut engine, "list"), "List of 2");
            assert_eq!(
                shown(&mut engine, "({ deep: [list, { list }] })"),
                "{ deep: [ List of 2, { list: List of 2 } ] }"
            );
            assert_eq!(shown(&mut engine, "Object.assign(new List, { own: 1 })"), "List of 2 { own: 1 }");
            assert_eq!(shown(&mut engine, "List.prototype.shown"), "undefined");
            assert_eq!(engine.run("a.js", "throw list").unwrap_err().message(), "List of 2");
            assert_eq!(engine.run("a.js", "throw { list }").unwrap_err().message(), "{ list: List of 2 }");
            let error = engine.run("a.js", "throw Object.assign(new Error('no'), { list })").unwrap_err();
            assert_eq!(error.notes()[0].message, "list: List of 2");
            // While the object is at work, it holds its lock.
            engine
                .define("inspected", |cx: &mut Context<'_>, value: ferrotape::Value| {
                    cx.inspect(&value, &Default::default())
                })
                .expect("a function");
            let text = "let seen; list.borrowedEach(() => { seen = inspected(list) }); seen";
            assert_eq!(engine.eval::<String>(text).expect("a text"), "List {}");
            let fill = |count: u8| format!("{{ const it = new List; while (it.count < {count}) it.push(0); it }}");
            assert_eq!(shown(&mut engine, &fill(10)), "\\u{1b}[31m\nred \\u{202e}");
            assert_eq!(shown(&mut engine, &fill(11)), "x".repeat(1000) + "…");
            assert!(shown(&mut engine, &fill(12)).starts_with("List"));
        }
    }
}

mod namespaces {
    use ferrotape::ErrorKind;

    use super::*;

    #[test]
    fn dots_lead_into_objects() {
        let mut engine = Engine::new();
        engine
            .run("a.js", "let files = { own: 1 }; var text = 'x'; const deep = Object.create({ inherited: {} })")
            .expect("a run");
        engine.define("files.read", |path: String| format!("<{path}>")).expect("a function");
        engine.define("files.text.lines.count", |text: String| text.lines().count()).expect("a function");
        engine.define("deep.inherited.f", || 1).expect("a function");
        engine.define("made.here", |n: f64| async move { n + 1.0 }).expect("a function");
        let text = "[files.own, files.read('a'), files.text.lines.count('a\\nb'), files.read.name, files.read.length,
            Object.getPrototypeOf(deep).inherited.f, Object.keys(made)].join()";
        assert_eq!(engine.eval::<String>(text).expect("a text"), "1,<a>,2,read,1,,here");
        assert_eq!(engine.eval_async::<f64>("made.here(1)").block(), Ok(2.0));
        // Another one of that path replaces the first.
        engine.define("files.read", || 7).expect("a function");
        assert_eq!(engine.eval::<u8>("files.read()"), Ok(7));
        for (path, message) in [
            ("text.f", "`text.f` cannot be defined: `text` is \"x\", not an object"),
            ("files.own.a.b", "`files.own.a.b` cannot be defined: `files.own` is 1, not an object"),
            ("files..read", "`files..read` is not a path: a name is missing beside a dot"),
            (".read", "`.read` is not a path: a name is missing beside a dot"),
            ("files.", "`files.` is not a path: a name is missing beside a dot"),
        ] {
            let error = engine.define(path, || 1).expect_err(path);
            assert_eq!((error.kind(), error.message()), (ErrorKind::Usage, message));
        }
        engine.run("b.js", "Object.freeze(files)").expect("a run");
        assert!(engine.define("files.write", || 1).is_err());
    }

    #[test]
    fn snapshots_find_functions_by_their_paths() {
        let with_functions = || {
            let mut engine = Engine::new();
            engine.define("a.get", || 1).expect("a function");
            engine.define("b.get", || 2).expect("a function");
            engine
        };
        let mut engine = with_functions();
        engine.run("a.js", "var both = [a.get, b.get]").expect("a run");
        let bytes = engine.snapshot().expect("bytes");
        let mut restored = Engine::restore_into(with_functions(), &bytes).expect("an engine");
        assert_eq!(restored.eval::<Vec<u8>>("both.map(f => f())"), Ok(vec![1, 2]));
    }
}

mod replaced_modules {
    use ferrotape::modules::{AsyncLoader, LoadFuture};
    use ferrotape::{ErrorKind, MemoryLoader, Module, Value};

    use super::*;

    fn export(engine: &mut Engine, namespace: &Value, name: &str) -> f64 {
        namespace.as_object().expect("a namespace").get(engine, name).expect("a number")
    }

    #[test]
    fn another_text_by_the_same_name_is_an_error() {
        for backend in BACKENDS {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            let text = "\u{feff}export let n = 1; globalThis.runs = (globalThis.runs ?? 0) + 1";
            let first = engine.run_module("/a.mjs", text).expect("a module");
            assert_eq!(engine.run_module("/a.mjs", text).expect("the same"), first);
            assert_eq!(engine.eval::<u8>("runs"), Ok(1));
            let message =
                "the module '/a.mjs' is there already, with another text: `Engine::replace_module` replaces it";
            let compiled = Module::compile("/a.mjs", "export let n = 2").expect("a module");
            for error in [
                engine.run_module("/a.mjs", "export let n = 2").expect_err("another text"),
                engine.link_module("/a.mjs", "export let n = 2").expect_err("another text"),
                compiled.evaluate(&mut engine).map(drop).expect_err("another text"),
                compiled.evaluate_async(&mut engine).block().map(drop).expect_err("another text"),
            ] {
                assert_eq!((error.kind(), error.message()), (ErrorKind::Usage, message));
            }
            engine.define_module("host:a", |cx, exports| exports.value(cx, "n", 1)).expect("a module");
            assert!(engine.run_module("host:a", "export let n = 1").is_err());
            // Another realm has modules of its own.
            let realm = engine.new_realm().expect("a realm");
            engine
                .in_realm(&realm, |engine| engine.run_module("/a.mjs", "export let n = 2").map(drop))
                .expect("a module");
        }
    }

    #[test]
    fn a_module_is_replaced_and_its_importers_keep_it() {
        for backend in BACKENDS {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            engine.set_module_loader(MemoryLoader::default());
            engine
                .run_module("a.mjs", "export let n = 1; export const self = () => import('./a.mjs')")
                .expect("a module");
            engine
                .run_module(
                    "old.mjs",
                    "import { n, self } from './a.mjs'; globalThis.old = () => n; globalThis.self = self",
                )
                .expect("a module");
            let new = engine.replace_module("a.mjs", "export let n = 2").expect("a module");
            assert_eq!(export(&mut engine, &new, "n"), 2.0);
            engine
                .run_module("new.mjs", "import { n } from './a.mjs'; globalThis.both = () => [old(), n].join()")
                .expect("a module");
            assert_eq!(engine.eval::<String>("both()").expect("a text"), "1,2");
            assert_eq!(engine.eval_async::<f64>("self().then(module => module.n)").block(), Ok(2.0));
            for broken in
                ["export let n = ", "throw new Error('no')", "import './missing.mjs'", "import { x } from './new.mjs'"]
            {
                assert!(engine.replace_module("a.mjs", broken).is_err(), "{broken}");
                let text = "import('./a.mjs').then(module => module.n)";
                assert_eq!(engine.eval_async::<f64>(text).block(), Ok(2.0), "{broken}");
            }
            assert_eq!(engine.drop_module("a.mjs"), Ok(true));
            assert_eq!(engine.drop_module("a.mjs"), Ok(false));
            assert!(engine.eval_async::<f64>("import('./a.mjs')").block().is_err());
            assert_eq!(engine.eval::<String>("both()").expect("a text"), "1,2");
            engine.run_module("a.mjs", "export let n = 3").expect("a module");
            assert_eq!(engine.eval_async::<f64>("self().then(module => module.n)").block(), Ok(3.0));
        }
    }

    #[test]
    fn a_module_that_failed_makes_way() {
        for broken in ["export let n = ", "throw new Error('no')", "import './missing.mjs'", "await null; nowhere"] {
            let mut engine = Engine::new();
            engine.set_module_loader(MemoryLoader::default());
            assert!(engine.run_module("a.mjs", broken).is_err(), "{broken}");
            assert!(engine.run_module("a.mjs", broken).is_err(), "{broken}");
            let namespace = engine.run_module("a.mjs", "export let n = 1").expect(broken);
            assert_eq!(export(&mut engine, &namespace, "n"), 1.0);
            assert!(engine.run_module("a.mjs", "export let n = 2").is_err(), "{broken}");
        }
    }

    #[test]
    fn data_are_dropped_as_well() {
        let mut engine = Engine::new();
        let with = |text: &str| [("/a.json".to_owned(), text.to_owned())].into_iter().collect::<MemoryLoader>();
        let load = "import('/a.json', { with: { type: 'json' } }).then(module => module.default.n)";
        engine.set_module_loader(with("{ \"n\": 1 }"));
        assert_eq!(engine.eval_async::<f64>(load).block(), Ok(1.0));
        engine.set_module_loader(with("{ \"n\": 2 }"));
        assert_eq!(engine.eval_async::<f64>(load).block(), Ok(1.0));
        assert_eq!(engine.drop_module("/a.json"), Ok(true));
        assert_eq!(engine.eval_async::<f64>(load).block(), Ok(2.0));
    }

    #[test]
    fn modules_that_are_fetched_are_fetched_again() {
        struct Counted(std::sync::atomic::AtomicU32);
        impl AsyncLoader for Counted {
            fn resolve(&self, specifier: &str, _: &str) -> Result<String, String> {
                Ok(specifier.to_owned())
            }

            fn load(&self, _: &str) -> LoadFuture {
                let n = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                Box::pin(async move { Ok(format!("export default {n}").into()) })
            }
        }
        let mut engine = Engine::new();
        engine.set_async_loader(Counted(Default::default()));
        let load = "import('n').then(module => module.default)";
        assert_eq!(engine.eval_async::<f64>(load).block(), Ok(0.0));
        assert_eq!(engine.eval_async::<f64>(load).block(), Ok(0.0));
        assert_eq!(engine.drop_module("n"), Ok(true));
        assert_eq!(engine.eval_async::<f64>(load).block(), Ok(1.0));
        engine.run_module("main", "import n from 'n'; globalThis.n = n").expect("a module");
        assert!(engine.run_module("main", "globalThis.n = 7").is_err());
        engine.replace_module("main", "globalThis.n = 7").expect("a module");
        assert_eq!(engine.eval::<f64>("n"), Ok(7.0));
    }

    #[test]
    fn copies_and_bytes_have_what_was_replaced() {
        let mut engine = Engine::new();
        engine.set_module_loader(MemoryLoader::default());
        engine.run_module("a.mjs", "export let n = 1; export const next = () => ++n").expect("a module");
        engine.run_module("old.mjs", "import { next } from './a.mjs'; globalThis.old = next").expect("a module");
        engine.replace_module("a.mjs", "export let n = 10; globalThis.now = () => n++").expect("a module");
        let bytes = engine.snapshot().expect("bytes");
        let mut restored = Engine::restore(&bytes).expect("an engine");
        restored.set_module_loader(MemoryLoader::default());
        let fork = engine.fork().expect("a fork");
        for mut engine in [engine, restored, fork] {
            let text = "import('./a.mjs').then(module => [old(), now(), now(), module.n].join())";
            assert_eq!(engine.eval_async::<String>(text).block().expect("a text"), "2,10,11,12");
            let text = "export let n = 20";
            engine.replace_module("a.mjs", text).expect("a module");
            assert_eq!(engine.eval_async::<f64>("import('./a.mjs').then(module => module.n)").block(), Ok(20.0));
        }
    }
}

mod async_bodies {
    use ferrotape::{ErrorKind, Function, Promise};

    use super::*;

    #[test]
    fn an_async_body_awaits() {
        for backend in BACKENDS {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            let body = "#!/usr/bin/env of-host\nlet sum = 0\nfor await (const n of list) sum += n\nreturn sum + await this.more";
            let sum = Function::compile_async(&mut engine, "sum.js", &["list"], body).expect("a function");
            let this: ferrotape::Object = engine.eval("({ more: Promise.resolve(10) })").expect("an object");
            let promise: Promise = sum.call_with(&mut engine, &this, (vec![1, 2, 3],)).expect("a promise");
            assert_eq!(promise.wait::<f64>(&mut engine).block(), Ok(16.0));
            // What it throws rejects, with the place in the body.
            let fails = Function::compile_async(&mut engine, "fails.js", &[], "await 0\nnowhere").expect("a function");
            let promise: Promise = fails.call(&mut engine, ()).expect("a promise");
            let error = promise.wait::<()>(&mut engine).block().unwrap_err();
            assert_eq!(error.location().map(|place| (place.source.as_str(), place.line)), Some(("fails.js", 2)));
            for (body, place) in [("let a = 1\n}", (2, 1)), ("let await = 1", (1, 5)), ("return 1 +", (1, 11))] {
                let error = Function::compile_async(&mut engine, "wrong.js", &[], body).expect_err(body);
                assert_eq!(error.kind(), ErrorKind::Syntax);
                assert_eq!(error.location().map(|place| (place.line, place.column)), Some(place), "{error}");
            }
            assert!(Function::compile(&mut engine, "plain.js", &[], "await 0").is_err());
        }
    }
}
