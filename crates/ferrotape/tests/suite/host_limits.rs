//! The cost that scripts can cause in the host and the API, beyond their own values: memory, time, native stack.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ferrotape::handles::Local;
use ferrotape::modules::{AsyncLoader, ImportMap, LoadFuture, LoaderChain, ModuleLoader};
use ferrotape::{
    Context, Engine, Error, ErrorKind, FileLoader, FromJs, Function, IntoJs, MemoryLoader, Object, Termination, Value,
};

use crate::support::on_small_stack;

const MEMORY: usize = 16 << 20;

fn small_engine() -> Result<Engine, Error> {
    Engine::builder().memory_limit(MEMORY).timeout(Duration::from_secs(60)).build()
}

/// Checks that the memory limit ends a run.
fn runs_out_of_memory(engine: &mut Engine, script: &str) {
    let error = engine.run("a.js", script).expect_err("more than there may be");
    assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfMemory), "{script}: {error}");
}

#[test]
fn futures_count_with_the_arguments_that_they_hold() -> Result<(), Error> {
    let wait = |text: String| async move {
        std::future::pending::<()>().await;
        text.len() as u32
    };
    let mut engine = small_engine()?;
    engine.define("wait", wait)?;
    engine.define("waitFor", move |_: &mut Context<'_>, text: String| wait(text))?;
    for call in ["wait", "waitFor"] {
        runs_out_of_memory(&mut engine, &format!("var s = 'x'.repeat(1e6); for (let i = 0; i < 100; i++) {call}(s)"));
        // Dropped futures hold nothing.
        engine.cancel_futures();
        engine.collect_garbage();
        assert!(engine.stats().bytes < 4 << 20, "{call}: {}", engine.stats().bytes);
    }
    // Finished futures return their memory.
    engine.define("pass", |text: String| async move { text.len() as u32 })?;
    let text = "(async () => { let n = 0; for (let i = 0; i < 100; i++) n += await pass(s); return n })()";
    assert_eq!(engine.eval_async::<f64>(text).block()?, 1e8);
    Ok(())
}

#[test]
fn handles_count_where_nothing_else_is_made() -> Result<(), Error> {
    let mut engine = small_engine()?;
    let kept: Arc<Mutex<Vec<Value>>> = Arc::default();
    let keeps = Arc::clone(&kept);
    engine.define("keep", move |value: Value| {
        let mut kept = keeps.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(kept.len() < 1_000_000, "more than there is room for");
        kept.push(value);
    })?;
    runs_out_of_memory(&mut engine, "const object = {}; for (;;) keep(object)");
    Ok(())
}

/// A list within a list, to any depth.
#[derive(Clone, Default)]
struct Nest(Vec<Nest>);

impl FromJs for Nest {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        Vec::from_js(cx, value).map(Nest)
    }
}

impl IntoJs for Nest {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        self.0.into_js(cx)
    }
}

struct Chain(Option<Box<Chain>>);

impl IntoJs for Chain {
    fn into_js<'js>(mut self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        self.0.take().into_js(cx)
    }
}

impl Drop for Chain {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut link) = next {
            next = link.0.take();
        }
    }
}

struct Tree(std::collections::BTreeMap<String, Tree>);

impl IntoJs for Tree {
    fn into_js<'js>(mut self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        std::mem::take(&mut self.0).into_js(cx)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let mut next = std::mem::take(&mut self.0);
        while let Some((_, mut inner)) = next.pop_first() {
            next = std::mem::take(&mut inner.0);
        }
    }
}

#[test]
fn deep_values_of_rust_are_an_error_where_the_stack_is_short() -> Result<(), Error> {
    const DEPTH: usize = 1_000;
    let is_refused = |result: Result<(), Error>| result.is_err_and(|error| error.name() == Some("RangeError"));
    on_small_stack(|| {
        let mut engine = Engine::new();
        let nest = (0..DEPTH).fold(Nest::default(), |inner, _| Nest(vec![inner]));
        assert!(is_refused(engine.set_global("nest", nest)));
        let tree = (0..DEPTH).fold(Tree(Default::default()), |inner, _| Tree([("a".to_owned(), inner)].into()));
        assert!(is_refused(engine.set_global("tree", tree)));
        let chain = (0..20 * DEPTH).fold(Chain(None), |inner, _| Chain(Some(Box::new(inner))));
        assert!(is_refused(engine.set_global("chain", chain)));
        // A value converts back to the script, with less stack left.
        let stored: Arc<Mutex<Nest>> = Arc::default();
        let stores = Arc::clone(&stored);
        engine.define("store", move |nest: Nest| *stores.lock().unwrap_or_else(PoisonError::into_inner) = nest)?;
        engine.define("load", move || stored.lock().unwrap_or_else(PoisonError::into_inner).clone())?;
        engine.define("call", |cx: &mut Context<'_>, function: Function| function.call::<()>(cx, ()))?;
        let text = "let nest = []; for (let i = 0; i < 60; i++) nest = [nest]; store(nest);
            function deeper() { try { load() } catch {} call(deeper) }
            try { deeper(); 'no error' } catch (error) { error.name }";
        assert_eq!(engine.eval::<String>(text)?, "RangeError");
        Ok(())
    })
}

/// An error of the host with the exception of a callback, as many hosts report it.
#[derive(Debug)]
struct Failed(Error);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the callback failed: {}", self.0)
    }
}

impl std::error::Error for Failed {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

fn forward(cx: &mut Context<'_>, function: Function) -> Result<Value, Failed> {
    function.call(cx, ()).map_err(Failed)
}

#[test]
fn errors_of_errors_end_one_behind_the_other() -> Result<(), Error> {
    on_small_stack(|| {
        let mut engine = Engine::new();
        engine.define("forward", forward)?;
        let text = "let error = 1; const fail = () => { throw error };
            for (let i = 0; i < 50_000; i++) { try { forward(fail) } catch (next) { next.message = i; error = next } }
            throw error";
        let error = engine.run("a.js", text).expect_err("an error");
        assert!(error.downcast_ref::<Failed>().is_some());
        // Only the error still has the others.
        drop(engine);
        let shown = format!("{error:?} {error:#?}");
        assert!(shown.len() < 100_000 && shown.contains("the callback failed"), "{}", shown.len());
        assert_eq!(error, error.clone());
        drop(error);
        Ok(())
    })
}

#[test]
fn what_errors_of_the_host_were_made_of_counts() -> Result<(), Error> {
    let mut engine = small_engine()?;
    engine.define("forward", forward)?;
    let text = "const long = 'x'.repeat(4000), all = []; let cause;
        for (let i = 0; i < 8; i++) cause = new Error(long, { cause });
        const fail = () => { throw cause };
        for (let i = 0; i < 2000; i++) { try { forward(fail) } catch (error) { error.message = ''; all.push(error) } }";
    runs_out_of_memory(&mut engine, text);
    Ok(())
}

struct Never;

impl AsyncLoader for Never {
    fn resolve(&self, specifier: &str, _: &str) -> Result<String, String> {
        Ok(specifier.to_owned())
    }

    fn load(&self, _: &str) -> LoadFuture {
        Box::pin(std::future::pending())
    }
}

/// Finds every module, and loads none.
struct Anything;

impl ModuleLoader for Anything {
    fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
        Ok(specifier.to_owned())
    }

    fn load(&mut self, _: &str) -> Result<String, String> {
        Ok("let let".to_owned())
    }
}

#[test]
fn long_specifiers_count_as_often_as_they_are_copied() -> Result<(), Error> {
    let folder = std::env::temp_dir();
    let files = || FileLoader::new(&folder).map_err(Error::from_host);
    let memory = MemoryLoader::new;
    let loaders: [fn(&mut Engine, FileLoader); 4] = [
        |engine, _| engine.set_module_loader(MemoryLoader::new()),
        |engine, files| engine.set_module_loader(files),
        |engine, _| engine.set_module_loader(ImportMap::new(MemoryLoader::new()).import("./", "/lib/")),
        |engine, files| engine.set_module_loader(LoaderChain::new().and(MemoryLoader::new()).and(files)),
    ];
    for set in loaders {
        let mut engine = small_engine()?;
        set(&mut engine, files()?);
        // A string made of one repeated piece takes no memory until it is read.
        runs_out_of_memory(&mut engine, "import('./' + 'x'.repeat(3.3e6)); 1");
        assert_eq!(engine.eval::<f64>("import('./' + 'x'.repeat(1e5)); 1")?, 1.0);
    }
    let mut engine = small_engine()?;
    engine.set_module_loader(LoaderChain::new().and(memory()).and(Anything));
    // A chain remembers no more names than it has room for.
    engine.run("a.js", "for (let i = 0; i < 500; i++) import('x'.repeat(1e4) + i).catch(() => 0); 1")?;
    let mut engine = small_engine()?;
    engine.set_async_loader(Never);
    runs_out_of_memory(&mut engine, "for (let i = 0; i < 100; i++) import('./' + 'x'.repeat(1e5) + i)");
    Ok(())
}

#[test]
fn what_is_kept_for_values_that_rust_owns_counts() -> Result<(), Error> {
    #[ferrotape::class]
    struct Bag {
        all: Vec<ferrotape::Own<Object>>,
    }

    #[ferrotape::methods]
    impl Bag {
        #[js(constructor)]
        fn new() -> Self {
            Bag { all: Vec::new() }
        }

        fn put(&mut self, object: ferrotape::Own<Object>) {
            self.all.push(object);
        }

        fn clear(&mut self) {
            self.all.clear();
        }
    }

    /// The size of a place, an entry of the list, a handle and two weak ones.
    const LEAST: usize = 180;
    const COUNT: usize = 20_000;
    let mut engine = Engine::new();
    engine.register::<Bag>()?;
    engine.run("a.js", "const bag = new Bag(), object = {}")?;
    let fill = format!("for (let i = 0; i < {COUNT}; i++) bag.put(object)");
    let mut full = Vec::new();
    for _ in 0..5 {
        engine.collect_garbage();
        let before = engine.stats().bytes;
        engine.run("b.js", fill.as_str())?;
        let taken = engine.stats().bytes.saturating_sub(before);
        assert!(!full.is_empty() || taken > COUNT * LEAST, "{} for each", taken / COUNT);
        engine.collect_garbage();
        full.push(engine.stats().bytes);
        engine.run("c.js", "bag.clear()")?;
    }
    // Dropped values are found when there are twice as many.
    assert!(full[4] < 2 * full[0], "what is gone counts no longer: {full:?}");
    Ok(())
}

mod shown {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use ferrotape::Console;
    use ferrotape::console::{InspectOptions, Level};

    use super::*;

    struct Counts(Arc<AtomicUsize>);

    impl Console for Counts {
        fn message(&self, _: Level, text: &str) {
            self.0.fetch_max(text.len(), Ordering::Relaxed);
        }
    }

    #[test]
    fn messages_are_no_longer_than_there_is_room_for() -> Result<(), Error> {
        for script in [
            "for (let i = 0; i < 50; i++) console.group(); console.log('\\n'.repeat(1e6))",
            "const wide = {}; for (let i = 0; i < 100; i++) wide['c' + i] = 'x'.repeat(9000);
                const narrow = {}; for (let i = 0; i < 100; i++) narrow['c' + i] = 1;
                console.table([wide, ...Array(900).fill(narrow)])",
        ] {
            let mut engine = small_engine()?;
            let longest = Arc::new(AtomicUsize::new(0));
            engine.define_console(Counts(Arc::clone(&longest)), InspectOptions::default())?;
            runs_out_of_memory(&mut engine, script);
            assert!(longest.load(Ordering::Relaxed) < MEMORY, "{script}");
        }
        Ok(())
    }

    #[test]
    fn groups_and_tables_look_as_ever() -> Result<(), Error> {
        struct Kept(Arc<Mutex<String>>);
        impl Console for Kept {
            fn message(&self, _: Level, text: &str) {
                let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                *kept += text;
                kept.push('\n');
            }
        }
        let kept: Arc<Mutex<String>> = Arc::default();
        let mut engine = Engine::new();
        engine.define_console(Kept(Arc::clone(&kept)), InspectOptions::default())?;
        engine.run(
            "a.js",
            "console.group('g'); console.log('a\\n\\nb'); console.groupEnd(); console.table([[1, '世']])",
        )?;
        let text = kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let table = "┌─────────┬───┬──────┐\n│ (index) │ 0 │ 1    │\n├─────────┼───┼──────┤\n│ 0       │ 1 │ '世' │\n\
            └─────────┴───┴──────┘\n";
        assert_eq!(text, format!("g\n  a\n  \n  b\n{table}"));
        Ok(())
    }

    #[test]
    fn looking_for_what_was_meant_is_work() -> Result<(), Error> {
        let text = format!("{}\nfoo.bar()", "x = [[[]]];".repeat(20_000));
        let mut engine = Engine::new();
        let error = engine.run("a.js", text.as_str()).expect_err("there is no foo");
        let before = engine.stats().fuel;
        assert!(engine.explain(&error).is_empty());
        let spent = engine.stats().fuel - before;
        assert!(spent > 20_000, "{spent}");
        engine.set_fuel(spent / 10);
        assert!(engine.explain(&error).is_empty());
        engine.set_fuel(None);
        engine.set_memory_limit(engine.stats().bytes + 1000);
        assert!(engine.explain(&error).is_empty());
        engine.set_memory_limit(None);
        let error = engine.run("b.js", "let counter = 1; conuter").expect_err("a typing error");
        assert_eq!(error.notes()[0].message, "did you mean `counter`?");
        Ok(())
    }

    #[test]
    fn each_key_of_a_large_object_that_is_shown_is_paid_for() -> Result<(), Error> {
        const KEYS: u64 = 100_000;
        let mut engine = Engine::new();
        let object: Object =
            engine.eval(&format!("const o = {{}}; for (let i = 0; i < {KEYS}; i++) o['k' + i] = i; o"))?;
        let before = engine.stats().fuel;
        // The values do not count: only those read before the end.
        engine.set_fuel(KEYS * 3 / 2);
        assert!(engine.inspect(&Value::from(object), &InspectOptions::default()).is_err_and(|it| it.is_termination()));
        assert!(engine.stats().fuel - before >= KEYS);
        Ok(())
    }
}
