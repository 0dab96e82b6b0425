//! Keys of calls: a tool that is asked twice for one call does its work once, and two calls are never one.

use std::collections::HashSet;

use ferrotape::{Backend, Call, Engine, Limits, PendingCall, Progress, Run};

use super::{BACKENDS, body};

fn engine(backend: Backend) -> Engine {
    let mut engine = Engine::builder().backend(backend).memory_limit(16 << 20).build().unwrap();
    engine.define_call("pay", Call::blocking().keyed()).unwrap();
    engine.define_call("send", Call::promise().keyed()).unwrap();
    engine.define_call("search", Call::promise()).unwrap();
    engine.define("twice", |n: f64| async move { n * 2.0 }).unwrap();
    engine
}

fn started(backend: Backend, text: &str) -> Run<'static> {
    engine(backend).into_run(&body(backend, text)).map_err(|failed| failed.1).unwrap()
}

fn restored(run: &mut Run<'_>, backend: Backend) -> Run<'static> {
    let bytes = run.save().unwrap();
    Engine::restore_run(engine(backend), &bytes).unwrap()
}

fn waiting(run: &mut Run<'_>) -> PendingCall {
    assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Waiting);
    run.calls().pop().unwrap()
}

fn key(call: &PendingCall) -> String {
    let key = call.key("order 12").unwrap();
    assert!(key.len() == 32 && key.bytes().all(|digit| digit.is_ascii_hexdigit()), "{key}");
    key
}

/// Answers the call that waits, and gives the next one.
fn next(run: &mut Run<'_>, answer: &str) -> PendingCall {
    let id = run.calls().pop().unwrap().id();
    run.answer(id, answer).unwrap();
    waiting(run)
}

#[test]
fn keys_are_the_same_on_both_machines_and_in_other_processes() {
    let text = "pay('Ada', { sum: 5 }); pay('Ada', { sum: 5 }); pay('Ada', { sum: 6 })";
    let all = BACKENDS.map(|backend| {
        let mut run = started(backend, text);
        let mut keys = vec![key(&waiting(&mut run))];
        for _ in 0..2 {
            assert_eq!(restored(&mut run, backend).calls()[0].key("order 12").as_ref(), keys.last());
            run = restored(&mut run, backend);
            keys.push(key(&next(&mut run, "paid")));
        }
        keys
    });
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0].iter().collect::<HashSet<_>>().len(), 3, "{:?}", all[0]);
}

#[test]
fn a_process_that_begins_again_finds_the_same_calls() {
    let text = "const n = pay('Ada', 5); pay('Bob', n)";
    let mut run = started(Backend::Register, text);
    let _ = waiting(&mut run);
    let bytes = run.save().unwrap();
    let again = || {
        let mut run = Engine::restore_run(engine(Backend::Register), &bytes).unwrap();
        key(&next(&mut run, "7"))
    };
    assert_eq!(again(), again());
    let mut other = Engine::restore_run(engine(Backend::Register), &bytes).unwrap();
    assert_ne!(key(&next(&mut other, "8")), again(), "the same call by its number, with other contents");
}

/// Advances a run until it asks for a payment. Gives the key of that.
fn key_of_payment(run: &mut Run<'_>) -> String {
    for _ in 0..50 {
        let _ = run.advance(&Limits::new()).unwrap();
        if let Some(call) = run.calls().pop() {
            return key(&call);
        }
    }
    panic!("it never pays")
}

/// Later calls have the same ids in a process that calls functions of the host again.
#[test]
fn a_function_that_is_called_again_keeps_its_id() {
    for backend in BACKENDS {
        let mut run = started(backend, "const n = await twice(4); pay('Ada', n)");
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Paused);
        let mut second = restored(&mut run, backend);
        second.retry(0).unwrap();
        let mut third = restored(&mut second, backend);
        third.retry(0).unwrap();
        let keys = [run, second, third].map(|mut run| key_of_payment(&mut run));
        assert!(keys.iter().all(|key| *key == keys[0]), "{backend:?}: {keys:?}");
    }
}

#[test]
fn a_run_that_begins_again_in_another_fork_of_an_engine_finds_the_same_calls() {
    for backend in BACKENDS {
        let mut mould = engine(backend);
        let program = body(backend, "pay('Ada', 5); pay('Bob', 7)");
        let keys = [0, 1, 2].map(|others| {
            let mut engine = mould.fork().unwrap();
            for _ in 0..others {
                let _other = engine.fork().unwrap();
            }
            let mut run = engine.into_run(&program).map_err(|failed| failed.1).unwrap();
            let first = key(&waiting(&mut run));
            let mut copy = run.fork().unwrap();
            let second = key(&next(&mut run, "paid"));
            let of_copy = key(&next(&mut copy, "paid"));
            assert_ne!(of_copy, second, "a fork of the run goes its own way");
            [first, second, of_copy]
        });
        assert!(keys.iter().all(|all| *all == keys[0]), "{backend:?}: {keys:?}");
    }
}

#[test]
fn names_of_runs_and_functions_do_not_run_together() {
    let mut engine = Engine::new();
    for name in ["a", "ab"] {
        engine.define_call(name, Call::promise().keyed()).unwrap();
    }
    let keys = [("a", "bb"), ("ab", "b")].map(|(name, run)| {
        let mut fork = engine.fork().unwrap();
        fork.run("a.js", format!("{name}()")).unwrap();
        // Both forks were made of one engine, one after the other: their lines differ anyway.
        fork.calls()[0].key(run).unwrap()
    });
    assert_ne!(keys[0], keys[1]);
    engine.run("a.js", "a(); ab()").unwrap();
    let calls = engine.calls();
    let all: HashSet<_> =
        calls.iter().flat_map(|call| ["", "a", "b", "ab"].map(|run| call.key(run).unwrap())).collect();
    assert_eq!(all.len(), 8);
}

#[test]
fn a_fork_shares_the_call_that_waits_and_no_later_one() {
    for backend in BACKENDS {
        let mut run = started(backend, "for (;;) pay('Ada', 5)");
        let first = key(&waiting(&mut run));
        let mut fork = run.fork().unwrap();
        let mut second_fork = run.fork().unwrap();
        let mut fork_of_fork = fork.fork().unwrap();
        let mut seen = HashSet::new();
        for run in [&mut run, &mut fork, &mut second_fork, &mut fork_of_fork] {
            assert_eq!(key(&run.calls()[0]), first, "the very same call");
            for _ in 0..3 {
                let key = key(&next(run, "paid"));
                assert!(seen.insert(key), "{backend:?}: a key of another call");
            }
        }
        // A fork that goes on elsewhere is still that fork.
        let mut elsewhere = restored(&mut fork, backend);
        assert_eq!(key(&next(&mut elsewhere, "paid")), key(&next(&mut fork, "paid")));
        // Its forks are not those of the process before.
        let (mut a, mut b) = (fork.fork().unwrap(), restored(&mut fork, backend).fork().unwrap());
        let keys = [&mut a, &mut b, &mut fork].map(|run| key(&next(run, "paid")));
        assert_ne!(keys[0], keys[1], "it had been forked once more before it was written down");
        assert!(keys[0] != keys[2] && keys[1] != keys[2]);
    }
}

#[test]
fn what_a_key_tells_of_is_what_the_host_reads() {
    for backend in BACKENDS {
        let text = "
            const order = { to: 'Ada', get sum() { return ++reads } };
            let reads = 0;
            const sent = send(order);
            order.to = 'Eve';
            await sent";
        let mut run = started(backend, text);
        let call = waiting(&mut run);
        let before = key(&call);
        assert_eq!(key(&restored(&mut run, backend).calls()[0]), before);
        let mut plain = started(backend, "await send({ to: 'Ada', sum: 1 })");
        assert_eq!(key(&waiting(&mut plain)), before, "the getter has run once, for the copy");
        let order: ferrotape::Object = call.argument(&mut run, 0).unwrap();
        assert_eq!(order.get::<String>(&mut run, "to").unwrap(), "Ada");
    }
}

#[test]
fn what_is_no_data_has_no_key_and_makes_no_call() {
    for argument in ["() => 1", "Promise.resolve()", "Symbol()", "new Proxy({}, {})"] {
        let mut run = started(Backend::Register, &format!("try {{ pay({argument}) }} catch (e) {{ return e.name }}"));
        assert_eq!(run.advance(&Limits::new()).unwrap(), Progress::Done("TypeError".into()), "{argument}");
    }
    let mut run = started(Backend::Register, "twice(2); await search('a')");
    let _ = run.advance(&Limits::new()).unwrap();
    let fork = run.fork().unwrap();
    assert_eq!(fork.calls().len(), 2);
    assert!(fork.calls().iter().all(|call| call.key("order 12").is_none()), "nobody has asked for keys of these");
}

#[test]
fn a_call_has_the_key_that_it_was_made_with() {
    let unkeyed = || {
        let mut engine = Engine::new();
        engine.define_call("pay", Call::blocking()).unwrap();
        engine.define_call("send", Call::promise()).unwrap();
        engine
    };
    let mut run = started(Backend::Register, "pay(1); pay(2)");
    let first = key(&waiting(&mut run));
    let mut into = unkeyed();
    into.define_call("search", Call::promise()).unwrap();
    into.define("twice", |n: f64| async move { n * 2.0 }).unwrap();
    let mut elsewhere = Engine::restore_run(into, &run.save().unwrap()).unwrap();
    assert_eq!(key(&elsewhere.calls()[0]), first);
    assert_eq!(next(&mut elsewhere, "paid").key("order 12"), None);
    // Nobody knows what was asked for when that call was made.
    let mut unkeyed = unkeyed();
    let mut run = unkeyed.start(&body(Backend::Register, "pay(1)")).unwrap();
    let call = waiting(&mut run);
    assert_eq!(call.key("order 12"), None);
}
