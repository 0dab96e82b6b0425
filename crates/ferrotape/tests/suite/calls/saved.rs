//! Runs as bytes: limits hold across them, and any bytes are an error, or a run that keeps to its limits.

use ferrotape::script::SavedProblem;
use ferrotape::{AsContext, Backend, Call, Engine, ErrorKind, Limits, Progress, Run, Termination};

use super::{BACKENDS, empty, engine, module, ready, script};
use crate::snapshots::hostile::{Random, variants};

#[test]
fn fuel_that_was_used_counts_after_restoring() {
    for backend in BACKENDS {
        let limited = || Engine::builder().backend(backend).fuel(20_000);
        let mut first = ready(limited());
        let text = "for (let i = 0; ; i++) { ask(i); for (let j = 0; j < 100; j++); }";
        let mut run = first.start(&script(backend, text)).expect("a beginning").fork().expect("a copy");
        let mut calls = 0;
        let error = loop {
            match run.advance(&Limits::new().fuel(50)) {
                Ok(Progress::Waiting) => {
                    let bytes = run.save().expect("bytes");
                    let into = empty(limited());
                    let before = into.stats().fuel;
                    run = Engine::restore_run(into, &bytes).expect("a run");
                    let spent = run.stats().fuel - before;
                    assert!(spent >= calls * 200 && (calls == 0 || spent < calls * 2_000), "{spent} of {calls}");
                    run.answer(calls, ()).expect("it waits");
                    calls += 1;
                }
                Ok(Progress::Paused) => {}
                Ok(Progress::Done(_)) => panic!("it never ends"),
                Err(error) => break error,
            }
        };
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
        assert!((10..200).contains(&calls), "{calls}");
        // What has used more than there is does not come back.
        let mut large = ready(Engine::builder().backend(backend));
        let mut run = large.start(&script(backend, "for (let i = 0; i < 1e5; i++); ask()")).expect("a beginning");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
        let error = Engine::restore_run(empty(limited()), &run.save().expect("bytes")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
    }
}

#[test]
fn bytes_of_something_else_are_told_apart() {
    let mut engine = engine(Backend::Register);
    let bytes = engine.snapshot().expect("bytes");
    let empty = || empty(Engine::builder());
    let other_goal = |error: ferrotape::Error| error.kind() == ErrorKind::Saved(SavedProblem::OtherGoal);
    assert!(other_goal(Engine::restore_run(empty(), &bytes).unwrap_err()));
    let mut run = engine.start(&script(Backend::Register, "ask()")).expect("a beginning");
    for _ in 0..2 {
        let bytes = run.save().expect("bytes");
        assert!(other_goal(Engine::restore_into(empty(), &bytes).err().expect("a program")));
        assert!(other_goal(Engine::restore_execution_into(empty(), &bytes).unwrap_err()));
        let error = Engine::restore_run(Engine::new(), &bytes).unwrap_err();
        assert_eq!(error.message(), "no engine can be restored: the host has no function 'ask'");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
    }
}

#[test]
fn calls_without_a_program_are_written_with_the_engine() {
    let mut engine = engine(Backend::Register);
    engine
        .run("a.js", "var found = []; search('a').then(x => found.push(x)); search('b').then(x => found.push(x))")
        .expect("calls");
    engine.answer(0, 1).expect("it waits");
    let restored = Engine::restore_into(empty(Engine::builder()), &engine.snapshot().expect("bytes")).expect("it");
    assert_eq!(restored.calls(), engine.calls());
    for mut engine in [engine.fork().expect("a copy"), engine, restored] {
        assert!(engine.answer(0, 1).is_err());
        engine.answer(1, 2).expect("it waits");
        engine.run_jobs().expect("jobs");
        assert_eq!(engine.eval::<Vec<u8>>("found"), Ok(vec![1, 2]));
        engine.run("b.js", "search()").expect("a call");
        assert_eq!(engine.calls()[0].id(), 2, "no id is used twice");
    }
}

/// Calls in all that can wait: nested functions, generators, jobs, scopes that closures see.
const WAITING: &str = r"
    function f(a, ...rest) { let n = 1; const g = () => n++; try { with ({ ask }) { return ask('f', a, g, rest) + n } } finally { g() } }
    function* numbers(n) { for (let i = 0; i < n; i++) yield ask(i) }
    class A { #x = ask('x'); constructor() { this.y = [...'ab'].map(c => c + this.#x) } }
    async function later() { for await (const x of [search('p'), search('q')]) hear(x, ask('later')); return new A }
    hear(f(1, 2)); later().then(it => hear(it.y, ask('end')));
    for (const x of numbers(2)) { hear(x); if (x) { const [y, z = ask('z')] = [x]; hear(y, z) } }
    Promise.resolve().then(() => [1, 2].sort((a, b) => a - b)).then(ask).then(hear);
    eval('var added = 1'); ask('last')";

/// Goes on with whatever was restored, and answers whatever waits.
fn goes_on(mut run: Run<'static>) {
    for turn in 0..40u64 {
        match run.advance(&Limits::new().fuel(3_000)) {
            Ok(Progress::Waiting) => {
                for call in run.calls() {
                    call.argument::<String>(&mut run, 0).ok();
                    if (turn + call.id()).is_multiple_of(5) {
                        run.fail(call.id(), ferrotape::Error::new("no")).ok();
                    } else {
                        run.answer(call.id(), turn).ok();
                    }
                    assert!(run.answer(call.id(), 1).is_err(), "it was answered");
                }
            }
            Ok(Progress::Paused) => drop(run.fork()),
            Ok(Progress::Done(_)) | Err(_) => break,
        }
        if turn % 8 == 3 {
            run.save().ok();
        }
    }
    let mut engine = run.into_engine().expect("its own");
    engine.run_jobs().ok();
    engine.run("churn.js", "for (let i = 0; i < 1e4; i++) [{}]").ok();
    engine.snapshot().ok();
}

#[test]
fn any_bytes_are_an_error_or_a_run() {
    let narrow = || empty(Engine::builder().memory_limit(8 << 20).fuel(200_000));
    let mut random = Random(0x51_7CC1);
    let mut accepted = 0;
    for backend in BACKENDS {
        for program in [
            script(backend, WAITING),
            module(backend, &WAITING.replace("with ({ ask })", "").replace("eval('var added = 1');", "await 0;")),
        ] {
            let mut first = engine(backend);
            let mut run = first.start(&program).expect("a beginning");
            for turn in 0.. {
                let bytes = match run.advance(&Limits::new()) {
                    Ok(Progress::Waiting) => run.save().expect("bytes"),
                    Ok(_) if turn > 10 => break,
                    other => panic!("{other:?} at {turn}"),
                };
                for _ in 0..variants() / 14 {
                    let behind = [40, 200, 1000, bytes.len()][random.below(4)].min(bytes.len());
                    let changed = random.changed(&bytes, bytes.len() - behind);
                    if let Ok(restored) = Engine::restore_run(narrow(), &changed) {
                        accepted += 1;
                        goes_on(restored);
                    }
                }
                let call = run.calls().pop().expect("something waits");
                run.answer(call.id(), f64::from(turn)).expect("it waits");
            }
        }
    }
    assert!(accepted > 0, "some changes are of values");
}

/// Kinds of frames and the like are small numbers: stack code waited for the value of a setter's frame, which gives none.
#[test]
fn any_byte_as_a_small_number_is_an_error_or_a_run() {
    const WAITING: &str = "class A { constructor(word) { this.word = ask(word) } }
        const inner = word => ask(word) + new A(word).word, outer = word => inner(word) * 2;
        [outer('a'), inner('b')].join()";
    let mut went_on = 0;
    for backend in BACKENDS {
        let program = script(backend, WAITING);
        let mut first = engine(backend);
        let mut run = first.start(&program).expect("a beginning");
        for answer in 0..2 {
            assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting), "{backend:?}");
            let bytes = run.save().expect("bytes");
            for (place, number) in (0..bytes.len()).flat_map(|place| (0..4).map(move |number| (place, number))) {
                let mut changed = bytes.clone();
                changed[place] = number;
                let Ok(mut restored) = Engine::restore_run(empty(Engine::builder()), &changed) else { continue };
                for _ in 0..8 {
                    if restored.advance(&Limits::new().fuel(3_000)) != Ok(Progress::Waiting) {
                        break;
                    }
                    restored.calls().iter().for_each(|call| _ = restored.answer(call.id(), 1));
                }
                went_on += 1;
            }
            run.answer(answer, 1).expect("it waits");
        }
    }
    assert!(went_on > 0, "some bytes are values");
}

#[test]
fn new_calls_are_new_once_also_in_restored_runs() {
    let mut engine = engine(Backend::Register);
    let mut run = engine.start(&script(Backend::Register, "search('a'); search('b')")).expect("a beginning");
    assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
    let untaken = run.save().expect("bytes");
    assert_eq!(run.take_new_calls().len(), 2);
    let taken = run.save().expect("bytes");
    for (bytes, new) in [(untaken, 2), (taken, 0)] {
        let mut restored = Engine::restore_run(empty(Engine::builder()), &bytes).expect("a run");
        assert_eq!((restored.take_new_calls().len(), restored.calls().len()), (new, 2));
    }
}

#[test]
fn calls_defined_in_another_order_have_their_names() {
    let mut first = engine(Backend::Register);
    let mut run = first.start(&script(Backend::Register, "ask('a') + ask('b')")).expect("a beginning");
    assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
    let mut other = Engine::new();
    other.define_call("search", Call::promise()).expect("a function");
    other.define_call("ask", Call::blocking()).expect("a function");
    let mut restored = Engine::restore_run(other, &run.save().expect("bytes")).expect("a run");
    for id in 0..2 {
        restored.answer(id, id).expect("it waits");
        let progress = restored.advance(&Limits::new()).expect("it goes on");
        assert_eq!(progress, if id == 0 { Progress::Waiting } else { Progress::Done(1.0.into()) });
    }
}

#[test]
fn what_waits_at_the_limit_of_depth_is_restored_within_the_same_limits() {
    let text = "let deepest = 0;
        function down(n) { deepest = n; try { down(n + 1) } catch { } if (n >= deepest - 100) hear(n, ask(n)) }
        down(0)";
    for backend in BACKENDS {
        let builder = || Engine::builder().backend(backend).memory_limit(16 << 20).stack_values(10_000);
        let mut engine = super::ready(builder());
        let mut run = engine.start(&script(backend, text)).expect("a beginning");
        for _ in 0..60 {
            assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
            let bytes = run.save().expect("bytes");
            let mut restored = Engine::restore_run(super::empty(builder()), &bytes).expect("what was written");
            for run in [&mut run, &mut restored] {
                let call = run.calls().pop().expect("it waits");
                run.answer(call.id(), 1).expect("it waits");
            }
            assert_eq!(restored.advance(&Limits::new()), Ok(Progress::Waiting));
        }
    }
}

#[test]
fn closures_take_no_more_memory_in_a_restored_run() {
    let text = "const all = []; for (let i = 0; i < 50_000; i++) { all.push(() => i) } ask('x'); all[1]()";
    for backend in BACKENDS {
        let builder = || Engine::builder().backend(backend).memory_limit(16 << 20);
        let mut engine = super::ready(builder());
        let mut run = engine.start(&script(backend, text)).expect("a beginning");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
        let bytes = run.save().expect("bytes");
        let used = run.stats().bytes;
        let restored = Engine::restore_run(super::empty(builder()), &bytes).expect("what was written");
        let again = restored.stats().bytes;
        assert!(again < used + used / 10, "{backend:?}: {used} bytes, and {again} after restoring");
    }
}

#[test]
fn handles_are_found_again_in_a_restored_run() {
    use ferrotape::handles::Resolver;
    use ferrotape::{AsContext, Error, Function, Object, Promise};
    type Held = (Function, Vec<Object>, Option<Resolver>, String);
    for backend in BACKENDS {
        let builder = || Engine::builder().backend(backend);
        let mut engine = super::ready(builder());
        let (promise, resolver) = Promise::new(&mut engine).expect("a promise");
        engine.set_global("news", &promise).expect("a global");
        let text =
            "const box = { n: 1 }; function more() { return ++box.n } news.then(v => hear('news', v)); ask('x'); box.n";
        let mut run = engine.start(&script(backend, text)).expect("a beginning");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
        let (more, held): (Function, Object) =
            run.enter(|cx| Ok::<_, Error>((cx.get_global("more")?, cx.eval("box")?))).expect("both");
        let held: Held = (more, vec![held.clone(), held], Some(resolver), "words".to_owned());
        let bytes = run.save_with(&held).expect("bytes");
        for _ in 0..2 {
            let restored = Engine::restore_run_with::<Held>(super::empty(builder()), &bytes);
            let (mut restored, (more, boxes, resolver, words)) = restored.expect("what was written");
            assert_eq!((boxes.len(), words.as_str()), (2, "words"));
            assert_eq!(more.call::<u32>(&mut restored, ()), Ok(2));
            assert_eq!(boxes[1].get::<u32>(&mut restored, "n"), Ok(2));
            resolver.expect("one").resolve(&mut restored, "rain").expect("it is pending");
            restored.answer(0, 1).expect("it waits");
            assert_eq!(restored.advance(&Limits::new()), Ok(Progress::Done(2.0.into())));
            assert_eq!(restored.enter(|cx| cx.eval::<String>("heard.join()")).as_deref(), Ok("news rain"));
        }
        // Of another type, and of another engine.
        let wrong = Engine::restore_run_with::<(String, String)>(super::empty(builder()), &bytes);
        assert!(wrong.map(drop).expect_err("an error").message().contains("other values of the host"));
        let mut other = Engine::new();
        let foreign: Object = other.eval("({})").expect("an object");
        assert!(run.save_with(&foreign).is_err());
        // A resolver of what is settled is none.
        drop(run);
        let settled: Promise = engine.eval("Promise.resolve(1)").expect("a promise");
        let bytes = engine.snapshot_with(&settled).expect("bytes");
        assert!(Engine::restore_with::<Promise>(super::empty(builder()), &bytes).is_ok());
        assert!(Engine::restore_with::<Resolver>(super::empty(builder()), &bytes).is_err());
    }
}

/// A registry whose target is gone calls its function after the next collection of the process that goes on.
#[test]
fn finalizers_that_were_due_are_called_after_restoring() {
    let collected = |run: &mut Run<'_>| {
        let turn = run.enter(|cx| {
            cx.collect_garbage();
            Ok(())
        });
        turn.expect("a turn");
    };
    for backend in BACKENDS {
        let text = "const registry = new FinalizationRegistry(hear);
            (() => registry.register({}, 'lost'))(); ask('a'); ask('b'); 0";
        let mut engine = engine(backend);
        let mut run = engine.start(&script(backend, text)).expect("a beginning").fork().expect("a copy");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
        collected(&mut run);
        let mut run = super::saved(&mut run, backend);
        run.answer(0, "b").expect("it waits");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
        collected(&mut run);
        run.answer(1, "c").expect("it waits");
        assert_eq!(run.advance(&Limits::new()), Ok(Progress::Done(0.0.into())));
        let mut engine = run.into_engine().expect("its own");
        assert_eq!(engine.eval::<String>("heard.join()"), Ok("lost".to_owned()), "{backend:?}");
    }
}
