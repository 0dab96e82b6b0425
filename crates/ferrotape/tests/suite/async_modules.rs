//! Modules that the host fetches asynchronously.

use std::collections::HashMap;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context as Task, Poll, Waker};
use std::time::Duration;

use ferrotape::modules::{AsyncLoader, LoadError, LoadFuture, LoaderChain, ModuleLoader, ModuleSource};
use ferrotape::script::Compiler;
use ferrotape::{
    Backend, Call, Engine, Error, ErrorKind, Limits, MemoryLoader, Module, Object, Program, Progress, Run, Termination,
};

/// Modules that arrive when released, with a record of the requests.
#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    modules: HashMap<String, String>,
    asked: Vec<String>,
    /// The names that may arrive.
    released: Vec<String>,
    all: bool,
    wakers: Vec<Waker>,
}

impl Shelf {
    fn new(modules: &[(&str, &str)]) -> Shelf {
        let shelf = Shelf::default();
        let modules = modules.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        shelf.0.lock().expect("a shelf").modules.extend(modules);
        shelf
    }

    fn open(modules: &[(&str, &str)]) -> Shelf {
        let shelf = Shelf::new(modules);
        shelf.0.lock().expect("a shelf").all = true;
        shelf
    }

    fn release(&self, name: &str) {
        let mut state = self.0.lock().expect("a shelf");
        state.released.push(name.to_owned());
        state.wakers.drain(..).for_each(Waker::wake);
    }

    fn asked(&self) -> Vec<String> {
        let mut asked = std::mem::take(&mut self.0.lock().expect("a shelf").asked);
        asked.sort();
        asked
    }

    fn insert(&self, name: &str, text: &str) {
        self.0.lock().expect("a shelf").modules.insert(name.to_owned(), text.to_owned());
    }
}

struct Coming(Shelf, String);

impl Future for Coming {
    type Output = Result<ModuleSource, LoadError>;

    fn poll(self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<Self::Output> {
        let mut state = self.0.0.lock().expect("a shelf");
        if !state.all && !state.released.contains(&self.1) {
            state.wakers.push(task.waker().clone());
            return Poll::Pending;
        }
        let text = state.modules.get(&self.1).cloned();
        Poll::Ready(
            text.map(ModuleSource::Text)
                .ok_or_else(|| LoadError::new(format!("no module '{}'", self.1)).with_code("NO_MODULE")),
        )
    }
}

impl AsyncLoader for Shelf {
    fn resolve(&self, specifier: &str, _: &str) -> Result<String, String> {
        match specifier {
            "unresolved" => Err("cannot be resolved".to_owned()),
            "panic" => panic!("on purpose"),
            _ => Ok(specifier.to_owned()),
        }
    }

    fn load(&self, name: &str) -> LoadFuture {
        assert!(name != "panic-later", "on purpose");
        self.0.lock().expect("a shelf").asked.push(name.to_owned());
        Box::pin(Coming(self.clone(), name.to_owned()))
    }
}

fn engine(shelf: &Shelf) -> Engine {
    let mut engine = Engine::builder().native_stack(1 << 20).build().expect("an engine");
    engine.set_async_loader(shelf.clone());
    engine
}

fn poll<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Task::from_waker(Waker::noop()))
}

fn now<F: Future>(future: F) -> F::Output {
    match poll(pin!(future)) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits"),
    }
}

#[test]
fn a_graph_is_fetched_at_once() {
    let shelf = Shelf::new(&[
        ("a", "import c from 'c'; import d from 'd'; export default `a${c}${d}`"),
        ("b", "import d from 'd'; export default `b${d}`"),
        ("c", "import 'a'; export default 'c'"),
        ("d", "export default 'd'"),
        ("data", "[1, 2]"),
    ]);
    let mut engine = engine(&shelf);
    engine.define_module("host:x", |cx, exports| exports.value(cx, "default", "x")).expect("a module");
    let text = "import a from 'a'; import b from 'b'; import data from 'data' with { type: 'json' }; import x from 'host:x'; \
        export const all = a + b + x + data.length";
    let main = Module::compile("main", text).expect("a module");
    {
        let mut driven = pin!(main.evaluate_async(&mut engine));
        assert!(poll(driven.as_mut()).is_pending());
        assert_eq!(shelf.asked(), ["a", "b", "data"]);
        shelf.release("b");
        assert!(poll(driven.as_mut()).is_pending());
        assert_eq!(shelf.asked(), ["d"]);
        shelf.release("d");
        shelf.release("data");
        assert!(poll(driven.as_mut()).is_pending());
        shelf.release("a");
        assert!(poll(driven.as_mut()).is_pending());
        assert_eq!(shelf.asked(), ["c"]);
        shelf.release("c");
        let Poll::Ready(namespace) = poll(driven.as_mut()) else { panic!("all is there") };
        let namespace: Object = namespace.expect("a namespace");
        drop(namespace);
    }
    let namespace = now(main.evaluate_async(&mut engine)).expect("it is there");
    assert_eq!(namespace.get::<String>(&mut engine, "all").expect("a text"), "acdbdx2");
    assert!(shelf.asked().is_empty());
}

#[test]
fn dynamic_imports_wait_and_share() {
    let shelf =
        Shelf::new(&[("a", "import 'b'; export default 1"), ("b", "globalThis.ran = (globalThis.ran ?? 0) + 1")]);
    let mut engine = engine(&shelf);
    let text = "globalThis.log = []; \
        Promise.all([import('a'), import('a'), import('b').then(() => log.push('b'))]).then(([x, y]) => x === y)";
    {
        let mut driven = pin!(engine.eval_async::<bool>(text));
        assert!(poll(driven.as_mut()).is_pending());
        assert_eq!(shelf.asked(), ["a", "b"]);
        shelf.release("b");
        assert!(poll(driven.as_mut()).is_pending());
        shelf.release("a");
        let Poll::Ready(same) = poll(driven.as_mut()) else { panic!("all is there") };
        assert!(same.expect("a run"));
    }
    assert_eq!(engine.eval::<u8>("ran").expect("a count"), 1);
    assert_eq!(engine.eval::<u8>("log.length").expect("a count"), 1);
    assert!(shelf.asked().is_empty());
}

#[track_caller]
fn fails(shelf: &Shelf, text: &str, message: &str) {
    let mut engine = engine(shelf);
    let error = now(engine.eval_async::<()>(text)).expect_err(text);
    assert_eq!(error.message(), message, "{text}");
    assert!(engine.take_unhandled_rejections().is_empty() && !engine.has_futures());
}

#[test]
fn what_is_missing_or_broken_is_told() {
    let shelf = Shelf::open(&[
        ("broken", "let"),
        ("deep", "import 'deeper'"),
        ("deeper", "import 'nowhere'"),
        ("throws", "throw new RangeError('in it')"),
        ("wrong", "import { x } from 'throws'"),
        ("json", "{"),
    ]);
    fails(&shelf, "import('nowhere')", "TypeError: no module 'nowhere'");
    fails(&shelf, "import('deep')", "TypeError: no module 'nowhere'");
    fails(&shelf, "import('deep').catch(error => { throw error.code })", "'NO_MODULE'");
    fails(&shelf, "import('unresolved')", "TypeError: cannot be resolved");
    fails(&shelf, "import('panic-later')", "TypeError: the loader of modules panicked");
    fails(&shelf, "import('throws')", "RangeError: in it");
    fails(&shelf, "import({ toString() { throw new Error('no text') } })", "Error: no text");
    let mut engine = engine(&shelf);
    for (text, name) in [
        ("import('broken')", "SyntaxError"),
        ("import('wrong')", "SyntaxError"),
        ("import('json', { with: { type: 'json' } })", "SyntaxError"),
        ("import('deep', { with: { type: 'css' } })", "TypeError"),
    ] {
        assert_eq!(now(engine.eval_async::<()>(text)).expect_err(text).name(), Some(name), "{text}");
    }
    // A missing module is looked for again.
    assert!(now(engine.eval_async::<()>("import('late')")).is_err());
    shelf.insert("late", "export default 1");
    now(engine.eval_async::<()>("import('late')")).expect("it is there now");
}

/// `run_module` also waits for modules imported later, if the thread may sleep.
#[test]
fn running_a_module_waits_for_what_it_imports() {
    let shelf = Shelf::new(&[("a", "export default 1"), ("b2", "export default await import('c')"), ("c", "")]);
    let mut engine = engine(&shelf);
    let releasing = shelf.clone();
    let other = std::thread::spawn(move || {
        for name in ["a", "b2", "c"] {
            while !releasing.0.lock().expect("a shelf").asked.contains(&name.to_owned()) {
                std::thread::sleep(Duration::from_millis(1));
            }
            releasing.release(name);
        }
    });
    let text =
        "import a from 'a'; export let b = (await import('b' + (a + 1))).default; import('nowhere').catch(e => e)";
    shelf.release("nowhere");
    let namespace = engine.run_module("main", text).expect("it waits");
    other.join().expect("no panic");
    let namespace = namespace.as_object().expect("a namespace");
    assert!(namespace.get::<Object>(&mut engine, "b").is_ok());
    assert!(!engine.has_futures() && !engine.has_jobs());
    assert!(engine.run_module("n", "import 'absent' with { type: 'wrong' }").is_err());

    engine.set_timeout(Duration::from_millis(30));
    let late = engine.run_module("late", "import 'never'").expect_err("nobody releases it");
    assert_eq!(late.kind(), ErrorKind::Termination(Termination::DeadlineReached));
    assert!(!engine.has_futures());

    // A thread that may not sleep finds only modules that are there.
    let mut engine = Engine::builder().can_block(false).build().expect("an engine");
    engine.set_async_loader(Shelf::open(&[("a", "export default 1")]));
    assert!(engine.run_module("m", "import 'a'").is_err_and(|error| error.message().contains("at once")));
    now(engine.eval_async::<()>("import('a')")).expect("it is fetched");
    engine.run_module("n", "import 'a'").expect("it was fetched");
}

/// Advances a run until it waits or has ended.
fn stopped(run: &mut Run<'_>) -> Progress {
    loop {
        match run.advance(&Limits::new()).expect("it goes on") {
            Progress::Paused => {}
            progress => return progress,
        }
    }
}

/// An import that was on its way is made again by forks and other processes, also by one that loads at once.
#[test]
fn an_import_on_its_way_is_made_again_elsewhere() {
    let modules = [
        ("/a.mjs", "import n from '/b.mjs'; export default n"),
        ("/b.mjs", "export default 40"),
        ("/c.json", "[1, 2]"),
    ];
    let shelf = Shelf::new(&modules);
    let text = "const [a, c] = await Promise.all([import('/a.mjs'), import('/c.json', { with: { type: 'json' } })])
        return a.default + c.default.length";
    let program = Program::body("/job.js", text).expect("a program");
    let mut run = engine(&shelf).into_run(&program).map_err(|failed| failed.1).expect("a run");
    assert_eq!(stopped(&mut run), Progress::Waiting);
    assert!(run.calls().is_empty(), "its own engine fetches them");
    let saved = run.save().expect("bytes");
    let mut at_once = Engine::new();
    at_once.set_module_loader(modules.into_iter().collect::<MemoryLoader>());
    let fork = run.fork().expect("a fork");
    let restored = Engine::restore_run(engine(&shelf), &saved).expect("what was written");
    let at_once = Engine::restore_run(at_once, &saved).expect("what was written");
    for name in ["/a.mjs", "/b.mjs", "/c.json"] {
        shelf.release(name);
    }
    for mut copy in [fork, restored, at_once] {
        assert_eq!(stopped(&mut copy), Progress::Waiting, "nobody else goes on with it");
        let calls = copy.calls();
        let texts = calls.iter().map(|call| call.arguments::<Vec<String>>(&mut copy).expect("texts"));
        assert_eq!(
            texts.collect::<Vec<_>>(),
            [["/a.mjs", "/job.js", "", "evaluation"], ["/c.json", "/job.js", "json", "evaluation"]]
        );
        for call in calls {
            assert!(call.name() == "import" && call.is_of_future());
            copy.retry(call.id()).expect("it is made again");
        }
        assert_eq!(stopped(&mut copy), Progress::Done(42.0.into()));
    }
    assert_eq!(stopped(&mut run), Progress::Done(42.0.into()));
}

/// An import of a ShadowRealm stays in that realm: its module sees no variables of another.
#[test]
fn an_import_is_made_again_in_its_own_realm() {
    let shelf = Shelf::new(&[("late", "export const own = typeof said")]);
    let text = "globalThis.said = 1; return await new ShadowRealm().importValue('late', 'own')";
    let program = Program::body("/job.js", text).expect("a program");
    let mut run = engine(&shelf).into_run(&program).map_err(|failed| failed.1).expect("a run");
    assert_eq!(stopped(&mut run), Progress::Waiting);
    let saved = run.save().expect("bytes");
    let fork = run.fork().expect("a fork");
    let restored = Engine::restore_run(engine(&shelf), &saved).expect("what was written");
    shelf.release("late");
    for mut copy in [fork, restored] {
        assert_eq!(stopped(&mut copy), Progress::Waiting);
        let calls = copy.calls();
        assert_eq!(calls.len(), 1);
        copy.retry(calls[0].id()).expect("it is made again");
        assert_eq!(stopped(&mut copy), Progress::Done("undefined".into()));
    }
    assert_eq!(stopped(&mut run), Progress::Done("undefined".into()));
}

/// A run that owns its engine.
fn started(engine: Engine, program: &Program) -> Run<'static> {
    engine.into_run(program).map_err(|failed| failed.1).expect("a run")
}

/// The value of a program's export `all`.
fn all_of(run: &mut Run<'_>) -> String {
    let Progress::Done(namespace) = stopped(run) else { panic!("it waits") };
    namespace.as_object().expect("a namespace").get(run, "all").expect("a text")
}

/// The static imports of a program are fetched like those of `import()`, and made again by forks and other processes.
#[test]
fn a_program_waits_for_its_static_imports() {
    let modules = [
        ("a", "import 'c'; globalThis.said += 'a'; export default await Promise.resolve(1)"),
        ("b", "import n from 'a'; globalThis.said += 'b'; export default n + 1"),
        ("c", "globalThis.said = 'c'"),
        ("d", "[1, 2]"),
    ];
    for backend in [Backend::Register, Backend::Stack] {
        let shelf = Shelf::new(&modules);
        let ready = |is_fetching: bool| {
            let mut engine = Engine::builder().backend(backend).build().expect("an engine");
            engine.define_call("ask", Call::blocking()).expect("a call");
            match is_fetching {
                true => engine.set_async_loader(shelf.clone()),
                false => engine.set_module_loader(modules.into_iter().collect::<MemoryLoader>()),
            }
            engine
        };
        let text = "import b from 'b'; import d from 'd' with { type: 'json' }; import a from 'a';
            export const all = said + a + b + d + ask('more')";
        let module = Compiler::new().backend(backend).module("/job.mjs", text).expect("a module");
        let program = Program::from(module);
        let mut run = started(ready(true), &program);
        let begun = run.save().expect("nothing is asked for yet");
        assert_eq!(stopped(&mut run), Progress::Waiting);
        assert_eq!(shelf.asked(), ["a", "b", "d"], "{backend:?}");
        assert!(run.calls().is_empty() && run.has_futures(), "its own engine fetches them");
        let saved = run.save().expect("bytes");
        let fork = run.fork().expect("a fork");
        let of_fork = run.fork().expect("a fork").fork().expect("a fork of it");
        let restored = |is_fetching, bytes: &[u8]| Engine::restore_run(ready(is_fetching), bytes).expect("a run");
        let again = restored(true, &saved).save().expect("bytes");
        for name in ["a", "b", "c", "d"] {
            shelf.release(name);
        }
        let left = [fork, of_fork, restored(true, &again), restored(false, &saved)];
        let begun = [restored(true, &begun), restored(false, &begun)];
        for (mut copy, is_left) in left.map(|it| (it, true)).into_iter().chain(begun.map(|it| (it, false))) {
            if is_left {
                assert_eq!(stopped(&mut copy), Progress::Waiting, "nobody else goes on with it");
                let call = copy.calls().remove(0);
                assert!(call.name() == "import" && call.is_of_future() && copy.calls().len() == 1);
                let words: Vec<String> = call.arguments(&mut copy).expect("texts");
                assert_eq!(words, ["/job.mjs", "/job.mjs", "", "program"]);
                copy.retry(call.id()).expect("it is made again");
                assert!(copy.retry(call.id()).is_err());
            }
            // Saved between the fetch and the evaluation, or where the fetch is begun again.
            while copy.calls().iter().all(|call| call.name() == "import") {
                let _ = copy.advance(&Limits::new().fuel(1)).expect("it goes on");
                copy.fork().expect("a fork");
                copy.save().expect("bytes");
            }
            let ask = copy.calls().remove(0);
            assert!(!is_left || ask.id() == 1, "as in the run that was never left: {backend:?}");
            copy.answer(ask.id(), "!").expect("the body of the program's module waits");
            assert_eq!(all_of(&mut copy), "cab121,2!", "{backend:?}");
        }
        assert_eq!(stopped(&mut run), Progress::Waiting);
        run.answer(1, "?").expect("it waits");
        assert_eq!(all_of(&mut run), "cab121,2?", "{backend:?}");
    }
}

/// Saved between any two steps, also where the imports are there and nothing has run.
#[test]
fn a_program_with_fetched_imports_is_saved_between_any_two_steps() {
    let shelf = Shelf::open(&[("a", "import b from 'b'; export default b + 1"), ("b", "export default 40")]);
    let text = "import a from 'a'; export const all = `${a + await 1}`";
    let program = Program::module("/job.mjs", text).expect("a program");
    let mut run = started(engine(&shelf), &program);
    for steps in 0.. {
        let mut copy = Engine::restore_run(engine(&shelf), &run.save().expect("bytes")).expect("a run");
        for call in copy.calls() {
            copy.retry(call.id()).expect("it is made again");
        }
        assert_eq!(all_of(&mut copy), "42", "{steps}");
        match run.advance(&Limits::new().fuel(1)).expect("it goes on") {
            Progress::Done(_) => {
                assert!(steps > 3, "{steps}");
                break;
            }
            Progress::Paused => {}
            Progress::Waiting => panic!("all of it is released"),
        }
    }
    // Once more in the engine that has the modules.
    let mut run = started(run.into_engine().expect("its own"), &program);
    let mut copy = Engine::restore_run(engine(&shelf), &run.save().expect("bytes")).expect("a run");
    assert_eq!([all_of(&mut run), all_of(&mut copy)], ["42", "42"]);
}

/// An import that cannot be fetched or linked ends the program, and not the engine. Its host may say that it waits for nothing.
#[test]
fn a_program_ends_with_what_its_imports_fail_with() {
    let shelf =
        Shelf::open(&[("a", "export default 1"), ("broken", "let"), ("throws", "throw new RangeError('in it')")]);
    let mut engine = engine(&shelf);
    for (text, message) in [
        ("import 'nowhere'", "TypeError: no module 'nowhere'"),
        ("import 'unresolved'", "TypeError: cannot be resolved"),
        ("import 'throws'", "RangeError: in it"),
        ("import 'broken'", "SyntaxError"),
        ("import { x } from 'a'", "SyntaxError"),
    ] {
        let program = Program::module("/job.mjs", text).expect("a program");
        let mut run = engine.start(&program).expect("a beginning");
        let error = loop {
            match run.advance(&Limits::new()) {
                Ok(Progress::Paused) => {}
                Ok(progress) => panic!("{text}: {progress:?}"),
                Err(error) => break error,
            }
        };
        assert!(error.message().starts_with(message), "{text}: {error}");
        drop(run);
        assert!(engine.take_unhandled_rejections().is_empty() && !engine.has_futures() && engine.calls().is_empty());
    }
    let program = Program::module("/job.mjs", "import a from 'a'; import b from 'late'; export const all = `${a}${b}`");
    let program = program.expect("a program");
    let value = engine.run_program_async::<Object>(&program).block();
    assert!(value.expect_err("late is not there").message().contains("no module 'late'"));
    shelf.insert("late", "export default 2");
    let value = engine.run_program_async::<Object>(&program).block().expect("it is there now");
    assert_eq!(value.get::<String>(&mut engine, "all"), Ok("12".to_owned()));

    let late = Shelf::new(&[]);
    let mut run = started(self::engine(&late), &program);
    assert_eq!(stopped(&mut run), Progress::Waiting);
    let [mut failed, mut answered] = [run.fork().expect("a fork"), run.fork().expect("a fork")];
    failed.fail(0, Error::range_error("not today")).expect("it waits");
    assert_eq!(failed.advance(&Limits::new()).expect_err("it has failed").message(), "RangeError: not today");
    answered.answer(0, ()).expect("it waits");
    let error = answered.advance(&Limits::new()).expect_err("they are not there");
    assert!(error.message().contains("at once"), "{error}");
    assert_eq!(run.abort("enough"), [0]);
    let mut left = run.into_engine().expect("its own");
    assert!(left.calls().is_empty() && !left.has_futures());
}

/// A module that is on its way when the host sets another loader still arrives. Its imports come from that loader.
#[test]
fn another_loader_loses_no_import() {
    let shelf = Shelf::new(&[("a", "import b from 'b'; export default b")]);
    let mut engine = engine(&shelf);
    engine.run("a.js", "import('a').then(a => globalThis.a = a.default)").expect("a script");
    engine.set_module_loader(MemoryLoader::from_iter([("a", "export default 1"), ("b", "export default 2")]));
    assert!(engine.has_futures() && engine.fork().is_ok());
    shelf.release("a");
    engine.idle().block_for(Duration::from_secs(10)).expect("it arrives");
    assert_eq!(engine.eval::<u8>("a"), Ok(2));
    assert!(engine.calls().is_empty() && !engine.has_futures());
    // No program waits for an import of before.
    let program = Program::compile("job.js", "3").expect("a program");
    assert_eq!(engine.start(&program).expect("a run").advance(&Limits::new()), Ok(Progress::Done(3.0.into())));
}

/// A cancelled fetch does not keep other graphs waiting.
#[test]
fn cancelled_fetching_begins_anew() {
    let shelf = Shelf::new(&[("a", "export default 1")]);
    let mut engine = engine(&shelf);
    assert!(poll(pin!(engine.eval_async::<()>("import('a')"))).is_pending());
    assert_eq!(shelf.asked(), ["a"]);
    assert!(!engine.has_futures());
    // Nothing waits for it any more.
    let program = Program::compile("job.js", "1").expect("a program");
    assert_eq!(engine.start(&program).expect("a run").advance(&Limits::new()), Ok(Progress::Done(1.0.into())));
    assert!(engine.calls().is_empty() && engine.fork().is_ok());
    {
        let mut driven = pin!(engine.eval_async::<u8>("import('a').then(a => a.default)"));
        assert!(poll(driven.as_mut()).is_pending());
        assert_eq!(shelf.asked(), ["a"]);
        shelf.release("a");
        let Poll::Ready(one) = poll(driven.as_mut()) else { panic!("it is there") };
        assert_eq!(one.expect("a run"), 1);
    }
}

#[test]
fn a_module_does_not_run_after_its_program() {
    let shelf = Shelf::new(&[("a", "globalThis.ran = true")]);
    let mut engine = engine(&shelf);
    let mut run = engine.start(&Program::compile("job.js", "import('a')").expect("a program")).expect("a run");
    while run.advance(&Limits::new()).expect("it goes on") != Progress::Waiting {}
    run.abort("now");
    drop(run);
    assert!(!engine.has_futures(), "nobody wants the module");
    shelf.release("a");
    engine.idle().block_for(Duration::from_secs(10)).expect("nothing is left to wait for");
    assert_eq!(engine.eval::<bool>("'ran' in globalThis"), Ok(false));
    let imported = engine.eval_async::<bool>("import('a').then(() => ran)").block_for(Duration::from_secs(10));
    assert_eq!(imported, Ok(true));
}

#[test]
fn floods_of_imports_end_by_the_limits() {
    let shelf = Shelf::new(&[]);
    let mut engine = Engine::builder().memory_limit(16 << 20).native_stack(1 << 20).build().expect("an engine");
    engine.set_async_loader(shelf);
    let error = now(engine.eval_async::<()>("for (let i = 0; ; i++) import(`m${i}`)")).unwrap_err();
    assert!(error.is_termination());
    // What one flood has taken is there for the next one.
    let reached = [(); 4].map(|()| {
        let error = now(engine.eval_async::<()>("for (globalThis.n = 0; ; n++) import('same')")).unwrap_err();
        assert!(error.is_termination());
        engine.eval::<f64>("n").expect("a number")
    });
    assert!(reached[3] > 0.7 * reached[1], "{reached:?}");
    assert_eq!(engine.eval::<u8>("1").expect("it goes on"), 1);
}

/// A partly read module looks for its missing parts again.
#[test]
fn half_loaded_graphs_are_completed_or_fail_again() {
    let mut engine = Engine::builder().native_stack(1 << 20).build().expect("an engine");
    let modules =
        [("/a.mjs", "import './b.mjs'; export default 1"), ("/b.mjs", "import { x } from './missing.mjs'; x")];
    engine.set_module_loader(MemoryLoader::from_iter(modules));
    for name in ["/m.mjs", "/n.mjs", "/o.mjs"] {
        assert!(engine.run_module(name, "import a from './a.mjs'").unwrap_err().message().contains("missing"));
    }
}

/// Every loader reads each module once.
#[test]
fn chains_read_once() {
    #[derive(Clone)]
    struct Counting(Arc<Mutex<Vec<String>>>, &'static str);
    impl ModuleLoader for Counting {
        fn resolve(&mut self, specifier: &str, _: &str) -> Result<String, String> {
            Ok(specifier.to_owned())
        }

        fn load(&mut self, name: &str) -> Result<String, String> {
            self.0.lock().expect("a log").push(format!("{} {name}", self.1));
            if name.starts_with(self.1) { Ok(format!("export default '{name}'")) } else { Err(format!("no {name}")) }
        }
    }
    let log = Arc::new(Mutex::new(Vec::new()));
    let mut engine = Engine::new();
    let chain = LoaderChain::new().and(Counting(Arc::clone(&log), "a")).and(Counting(Arc::clone(&log), "b"));
    engine.set_module_loader(chain);
    engine.run_module("m", "import a from 'a1'; import b from 'b1'; import 'a1'; import c from 'a1'").expect("modules");
    engine.run_module("n", "import a from 'a1'; import b from 'b1'").expect("modules");
    assert_eq!(*log.lock().expect("a log"), ["a a1", "a b1", "b b1", "a b1"]);
    assert_eq!(engine.run_module("o", "import 'c1'").unwrap_err().message(), "TypeError: no c1");
}

/// The realm that imports is kept, even if nothing of it leads there.
#[test]
fn a_realm_lives_until_its_modules_are_there() {
    let shelf = Shelf::new(&[("late", "export default 'late'; export const own = typeof said")]);
    let mut engine = engine(&shelf);
    let cut = "for (const key of Reflect.ownKeys(Promise.prototype)) delete Promise.prototype[key];
        Object.setPrototypeOf(Promise.prototype, null); 0";
    let text = format!(
        "var said = []; new ShadowRealm().importValue('late', 'own').then(own => said.push(own));
        {{ const realm = new ShadowRealm(); realm.evaluate(`{cut}`);
           realm.importValue('late', 'default').then(text => said.push(text)) }}
        {{ const realm = new ShadowRealm(); realm.evaluate(`import('late'); {cut}`) }}"
    );
    engine.run("realms.js", text).expect("it waits");
    engine.collect_garbage();
    engine.run("others.js", "for (let i = 0; i < 5; i++) new ShadowRealm()").expect("realms");
    engine.collect_garbage();
    shelf.release("late");
    now(engine.idle()).expect("all is there");
    assert_eq!(engine.eval::<String>("said.join()"), Ok("undefined,late".to_owned()));
}
