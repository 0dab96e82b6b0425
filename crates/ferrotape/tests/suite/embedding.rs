//! What hosts build with: data of their own in engines, methods that borrow nothing, how objects are shown, functions in
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

    #[cfg(feature = "snapshot")]
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

#[cfg(feature = "macros")]
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

    #[cfg(feature = "inspect")]
    fn shown(engine: &mut Engine, text: &str) -> String {
        use ferrotape::AsContext;
        engine
            .enter(|cx| {
                let value = cx.eval::<ferrotape::Value>(text)?;
                cx.inspect(&value, &Default::default())
            })
            .expect(text)
    }

    #[cfg(feature = "inspect")]
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
