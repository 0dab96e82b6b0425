//! Recordings: the same again, on either machine, and where another program departs.

use std::task::Poll;
use std::time::Duration;

use ferrotape::recording::{Departure, Recorder, Recording, Replayed};
use ferrotape::script::Compiler;
use ferrotape::web::{TimerClock, Web};
use ferrotape::{AsContext, Backend, Engine, Error, Function, Limits, Program, Progress, Run, Value};

use super::{BACKENDS, empty, module, ready, script};

const TEXT: &str = "
    const first = ask('first', { a: [1, , 3n] });
    hear(first);
    search('left', new Map([[1, 2]])).then(v => hear('left', v.n), e => hear('left', e.name, e.code));
    search('right').then(v => hear('right', v), e => hear('right', e.message));
    for (let i = 0; i < 500; i++) { Math.random() }
    try { hear(ask('second', Math.random())) } catch (error) { hear(error.message) }
    ask('last')";

fn started(backend: Backend, program: &Program) -> Run<'static> {
    let mut engine = ready(Engine::builder().backend(backend).seed(7));
    engine.start(program).expect("a beginning").fork().expect("a copy")
}

fn heard(run: &mut Run<'_>) -> String {
    run.enter(|cx| cx.eval("heard.join('|')")).expect("words")
}

/// Answers whatever is waited for, the last one first, until the end.
fn recorded(backend: Backend) -> (String, Value, Recording) {
    let mut recorder = Recorder::new(started(backend, &script(backend, TEXT)));
    loop {
        let progress = recorder.run().advance(&Limits::new().fuel(700)).expect("no error");
        match progress {
            Progress::Done(value) => {
                let (mut run, recording) = recorder.into_parts();
                return (heard(&mut run), value, recording);
            }
            Progress::Paused => continue,
            Progress::Waiting => {}
        }
        let call = recorder.run().calls().pop().expect("something waits");
        match call.id() {
            0 => recorder.answer(0, "one"),
            1 => {
                let thrown: ferrotape::Object = recorder
                    .run()
                    .enter(|cx| cx.eval("Object.assign(new RangeError('no'), { code: 7 })"))
                    .expect("an error");
                recorder.answer(1, &thrown)
            }
            2 => recorder.fail(2, Error::new("nothing there")),
            3 => recorder.fail(3, Error::type_error("not now")),
            id => recorder.answer(id, vec![1.5, -0.0]),
        }
        .expect("an answer");
    }
}

#[test]
fn a_replay_is_the_same_run_on_either_machine() {
    for (backend, other) in BACKENDS.into_iter().flat_map(|one| BACKENDS.map(|other| (one, other))) {
        let (words, value, recording) = recorded(backend);
        assert_eq!(recording.len(), 5);
        assert!(words.starts_with("one|") && words.contains("right nothing there"), "{words}");
        let recording = Recording::from_bytes(&recording.to_bytes()).expect("what was written");
        for slice in [Limits::new(), Limits::new().fuel(200)] {
            let mut run = started(other, &script(other, TEXT));
            let again = match recording.replay(&mut run, &slice).expect("no error") {
                Replayed::Whole(Progress::Done(again)) => again,
                other => panic!("{other:?}"),
            };
            assert_eq!(heard(&mut run), words);
            assert_eq!(format!("{again:?}").len(), format!("{value:?}").len());
        }
    }
}

#[test]
fn the_first_departure_is_told() {
    let rows = [
        ("ask('first')", "ask('other')", 0, Some("ask('other')")),
        ("ask('first')", "search('first')", 0, Some("search('first')")),
        ("ask('first')", "1", 0, None),
        ("ask('a'); ask('b')", "ask('a'); ask('b', 2)", 1, Some("ask('b', 2)")),
        ("ask('a'); ask('b')", "ask('a'); ask({ b: 1 })", 1, Some("ask({ b: 1 })")),
        ("ask('a'); ask('b')", "ask('a')", 1, None),
        ("ask(() => 1)", "ask('x')", 0, Some("ask('x')")),
        ("ask('x')", "ask(() => 1)", 0, Some("ask(…)")),
    ];
    for backend in BACKENDS {
        for (text, changed, answered, found) in rows {
            let mut recorder = Recorder::new(started(backend, &script(backend, text)));
            while let Progress::Waiting = recorder.run().advance(&Limits::new()).expect("no error") {
                let id = recorder.run().calls()[0].id();
                recorder.answer(id, 1).expect("an answer");
            }
            let mut run = started(backend, &script(backend, changed));
            let replayed = recorder.recording().replay(&mut run, &Limits::new()).expect("no error");
            let Replayed::Departed(Departure { answered: at, found: it, .. }) = replayed else {
                panic!("{text} and {changed} are the same")
            };
            assert_eq!((at, it.as_deref()), (answered, found), "{text}: {changed}");
        }
    }
}

#[test]
fn functions_as_arguments_are_the_same_whatever_they_are() {
    let mut recorder = Recorder::new(started(Backend::Register, &script(Backend::Register, "ask(() => 1) + 1")));
    recorder.run().advance(&Limits::new()).map(drop).expect("a call");
    recorder.answer(0, 1).expect("an answer");
    let mut run = started(Backend::Stack, &script(Backend::Stack, "ask(() => 2) + 1"));
    let replayed = recorder.recording().replay(&mut run, &Limits::new());
    assert_eq!(replayed, Ok(Replayed::Whole(Progress::Done(2.0.into()))));
}

#[test]
fn steps_back_are_as_many_as_there_are_checkpoints() {
    for backend in BACKENDS {
        let text = "let all = ''; for (let i = 0; i < 5; i++) all += await search(i); export { all }";
        let mut recorder = Recorder::new(started(backend, &module(backend, text))).checkpoints(3);
        for id in 0..5 {
            assert_eq!(recorder.run().advance(&Limits::new()), Ok(Progress::Waiting));
            let function: Function = recorder.run().enter(|cx| cx.eval("() => 1")).expect("a function");
            assert!(recorder.answer(id, &function).is_err(), "a function is no data");
            assert!(recorder.answer(id + 1, 1).is_err(), "it was not made");
            recorder.answer(id, "a").expect("an answer");
        }
        let steps = std::iter::from_fn(|| recorder.step_back().then_some(())).count();
        assert_eq!((steps, recorder.recording().len()), (3, 2));
        for id in 2..5 {
            recorder.answer(id, "b").expect("an answer");
            recorder.run().advance(&Limits::new()).map(drop).expect("no error");
        }
        let (mut run, recording) = recorder.into_parts();
        assert_eq!(recording.len(), 5);
        let mut again = started(backend, &module(backend, text));
        let Ok(Replayed::Whole(Progress::Done(namespace))) = recording.replay(&mut again, &Limits::new()) else {
            panic!("it departs")
        };
        let all: String = namespace.as_object().expect("a namespace").get(&mut again, "all").expect("words");
        assert_eq!(all, "aabbb");
        assert!(run.calls().is_empty() && run.abort("done").is_empty());
    }
}

#[test]
fn a_body_of_typescript_with_async_functions_is_recorded_and_stepped_back() {
    const TEXT: &str = "enum Size { Small = 1, Large }
        interface Found { words: string[] }
        async function twice<T extends string>(word: T): Promise<string> { return (await search(word) as string) + word }
        const both: string[] = await Promise.all(['a', 'b'].map(it => twice(it)));
        return both.join() + Size[Size.Large]";
    let program = |backend| Compiler::new().backend(backend).body("job.ts", TEXT).expect("a body");
    for (backend, other) in BACKENDS.into_iter().flat_map(|one| BACKENDS.map(|other| (one, other))) {
        let mut recorder = Recorder::new(started(backend, &program(backend))).checkpoints(2);
        assert_eq!(recorder.run().advance(&Limits::new()), Ok(Progress::Waiting));
        for answers in [[(1, "B"), (0, "A")], [(0, "C"), (1, "D")]] {
            for (id, answer) in answers {
                recorder.answer(id, answer).expect("it waits");
            }
            let expected = if answers[0].0 == 1 { "Aa,BbLarge" } else { "Ca,DbLarge" };
            assert_eq!(recorder.run().advance(&Limits::new()), Ok(Progress::Done(expected.into())), "{backend:?}");
            let mut again = started(other, &program(other));
            let replayed = recorder.recording().replay(&mut again, &Limits::new());
            assert_eq!(replayed, Ok(Replayed::Whole(Progress::Done(expected.into()))), "{backend:?}: {other:?}");
            if answers[0].0 == 1 {
                assert!(recorder.step_back() && recorder.step_back() && !recorder.step_back());
                assert_eq!(recorder.run().calls().len(), 2);
            }
        }
    }
}

#[test]
fn answers_that_were_given_at_once_are_given_at_once_again() {
    let text = "for (const name of 'ab') {
        search(name).then(v => { hear(name, v); return 2 }).then(v => { hear(name, v) })
    }";
    for (backend, other) in BACKENDS.into_iter().flat_map(|one| BACKENDS.map(|other| (one, other))) {
        let mut recorder = Recorder::new(started(backend, &script(backend, text))).checkpoints(2);
        assert_eq!(recorder.run().advance(&Limits::new()), Ok(Progress::Waiting));
        recorder.answer(0, 1).expect("it waits");
        recorder.answer(1, 0).expect("it waits");
        // Another one in its place is given at once as well.
        assert!(recorder.step_back());
        recorder.answer(1, 1).expect("it waits");
        let done = recorder.run().advance(&Limits::new());
        assert!(matches!(done, Ok(Progress::Done(_))), "{done:?}");
        let (mut run, recording) = recorder.into_parts();
        assert_eq!(heard(&mut run), "a 1|b 1|a 2|b 2", "{backend:?}");
        let recording = Recording::from_bytes(&recording.to_bytes()).expect("what was written");
        let mut run = started(other, &script(other, text));
        let replayed = recording.replay(&mut run, &Limits::new());
        assert!(matches!(replayed, Ok(Replayed::Whole(Progress::Done(_)))), "{replayed:?}");
        assert_eq!(heard(&mut run), "a 1|b 1|a 2|b 2", "{other:?}");
    }
}

/// A recorder that goes on in another engine, with what was written of its run and its recording.
fn resumed(mut recorder: Recorder, backend: Backend) -> Recorder {
    let (run, recording) = (recorder.run().save().expect("bytes"), recorder.recording().to_bytes());
    let run = Engine::restore_run(empty(Engine::builder().backend(backend)), &run).expect("what was written");
    Recorder::resume(run, Recording::from_bytes(&recording).expect("what was written"))
}

/// Before and after each answer, the run and its recording go to another engine. So many calls are answered before it goes on.
fn recorded_on_the_way(backend: Backend, text: &str, at_once: usize) -> (String, Recording) {
    let mut recorder = Recorder::new(started(backend, &script(backend, text)));
    while let Progress::Waiting = recorder.run().advance(&Limits::new()).expect("no error") {
        for call in recorder.run().calls().into_iter().take(at_once) {
            recorder = resumed(recorder, backend);
            recorder.answer(call.id(), call.id() as f64).expect("it waits");
            recorder = resumed(recorder, backend);
        }
    }
    let (mut run, recording) = recorder.into_parts();
    (heard(&mut run), recording)
}

#[test]
fn a_recording_goes_on_in_other_engines() {
    let texts = [
        "for (const name of 'abc') search(name).then(v => { hear(name, v); return v }).then(v => hear('then', name, v))",
        "search('a').then(v => hear(v, ask('b'), ask('c'))); search('d').then(hear); hear(ask('e'))",
        "(async () => { for (let i = 0; i < 3; i++) hear(i, ask(i), await search(i)) })(); search('x').finally(() => hear('x'))",
    ];
    for (backend, other) in BACKENDS.into_iter().flat_map(|one| BACKENDS.map(|other| (one, other))) {
        for (text, at_once) in texts.into_iter().flat_map(|text| [(text, 1), (text, 2), (text, 9)]) {
            let (words, recording) = recorded_on_the_way(backend, text, at_once);
            let mut run = started(other, &script(other, text));
            let replayed = recording.replay(&mut run, &Limits::new());
            assert!(matches!(replayed, Ok(Replayed::Whole(Progress::Done(_)))), "{text}, {at_once}: {replayed:?}");
            assert_eq!(heard(&mut run), words, "{text}, {at_once}: {backend:?}, {other:?}");
        }
    }
}

/// A run that was saved in the middle of a turn has used its last answer, although jobs are left.
#[test]
fn a_recording_goes_on_where_a_run_has_paused() {
    let text = "search('a').then(v => {
        hear(v); Promise.resolve().then(() => hear('x')); search('b').then(v => hear(v));
        for (let i = 0; i < 10_000; i++) {}
    })";
    for (backend, other) in BACKENDS.into_iter().flat_map(|one| BACKENDS.map(|other| (one, other))) {
        let mut recorder = Recorder::new(started(backend, &script(backend, text)));
        assert_eq!(recorder.run().advance(&Limits::new()), Ok(Progress::Waiting));
        recorder.answer(0, 1).expect("it waits");
        while recorder.run().calls().is_empty() {
            assert_eq!(recorder.run().advance(&Limits::new().fuel(100)), Ok(Progress::Paused));
        }
        let mut recorder = resumed(recorder, backend);
        recorder.answer(1, 2).expect("it waits");
        let done = recorder.run().advance(&Limits::new());
        assert!(matches!(done, Ok(Progress::Done(_))), "{done:?}");
        let (mut run, recording) = recorder.into_parts();
        let mut again = started(other, &script(other, text));
        let replayed = recording.replay(&mut again, &Limits::new());
        assert!(matches!(replayed, Ok(Replayed::Whole(Progress::Done(_)))), "{replayed:?}");
        assert_eq!(heard(&mut again), heard(&mut run), "{backend:?}, {other:?}");
    }
}

/// Answers a call, goes on by so many of the smallest slices, and answers the other one, perhaps in another engine. Also returns
/// whether the run had paused in between.
fn answered_after(backend: Backend, slices: usize, is_moved: bool) -> (Recording, String, bool) {
    let text =
        "search('a').then(v => { hear(v); return v }).then(v => hear('then', v)); search('b').then(v => hear(v))";
    let mut recorder = Recorder::new(started(backend, &script(backend, text)));
    assert_eq!(recorder.run().advance(&Limits::new()), Ok(Progress::Waiting));
    recorder.answer(0, 1).expect("it waits");
    let mut progress = Progress::Paused;
    for _ in 0..slices {
        progress = recorder.run().advance(&Limits::new().fuel(1)).expect("no error");
    }
    if is_moved {
        recorder = resumed(recorder, backend);
    }
    recorder.answer(1, 2).expect("it waits");
    let done = recorder.run().advance(&Limits::new());
    assert!(matches!(done, Ok(Progress::Done(_))), "{done:?}");
    let (mut run, recording) = recorder.into_parts();
    (recording, heard(&mut run), progress == Progress::Paused)
}

/// Before the answer is used, between two jobs, in the middle of one, and where nothing is left to do.
#[test]
fn a_recording_goes_on_from_each_state_of_a_run() {
    for backend in BACKENDS {
        let mut slices = 0;
        loop {
            let (recording, words, has_paused) = answered_after(backend, slices, true);
            let whole = answered_after(backend, slices, false);
            assert_eq!((&recording, &words), (&whole.0, &whole.1), "{backend:?}, {slices}");
            let mut again = started(backend, &script(backend, "search('a'); search('b'); 1"));
            let replayed = recording.replay(&mut again, &Limits::new());
            assert_eq!(replayed, Ok(Replayed::Whole(Progress::Done(1.0.into()))), "{backend:?}, {slices}");
            if !has_paused {
                break;
            }
            slices += 1;
        }
        assert!(slices > 3, "{slices}");
    }
}

/// An async function whose value comes from another thread, after a while.
fn later() -> impl Future<Output = u8> {
    let mut has_begun = false;
    std::future::poll_fn(move |task| {
        if std::mem::replace(&mut has_begun, true) {
            return Poll::Ready(7);
        }
        let waker = task.waker().clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            waker.wake();
        });
        Poll::Pending
    })
}

#[test]
fn a_replay_waits_for_async_functions_of_the_host() {
    let program = Program::body("job.js", "return await search(await later()) + 1").expect("a body");
    let started = || {
        let mut engine = empty(Engine::builder());
        engine.define("later", later).expect("a function");
        engine.into_run(&program).map_err(|failed| failed.1).expect("a run")
    };
    let mut recorder = Recorder::new(started());
    let value = loop {
        match recorder.run().advance(&Limits::new()).expect("no error") {
            Progress::Done(value) => break value,
            Progress::Paused => {}
            Progress::Waiting => match recorder.run().calls().pop() {
                Some(call) => recorder.answer(call.id(), 1).expect("it waits"),
                None => std::thread::sleep(Duration::from_millis(1)),
            },
        }
    };
    assert_eq!((value, recorder.recording().len()), (Value::from(2.0), 1));
    let replayed = recorder.recording().replay(&mut started(), &Limits::new());
    assert_eq!(replayed, Ok(Replayed::Whole(Progress::Done(2.0.into()))));

    let mut engine = empty(Engine::builder().can_block(false));
    engine.define("later", std::future::pending::<u8>).expect("a function");
    let mut run = engine.start(&program).expect("a run");
    let refused = recorder.recording().replay(&mut run, &Limits::new()).expect_err("it would block");
    assert!(refused.message().contains("may not block the thread"), "{refused}");
}

/// A future that never comes keeps no timer waiting.
#[test]
fn a_replay_waits_for_timers_beside_async_functions() {
    let text = "later(); await new Promise(done => setTimeout(done, 5)); return await search('next')";
    let program = Program::body("job.js", text).expect("a body");
    let started = || {
        let mut engine = empty(Engine::builder());
        Web::install(&mut engine, TimerClock::Real).expect("timers");
        engine.define("later", std::future::pending::<u8>).expect("a function");
        engine.into_run(&program).map_err(|failed| failed.1).expect("a run")
    };
    let mut recorder = Recorder::new(started());
    let id = loop {
        let _ = recorder.run().advance(&Limits::new()).expect("no error");
        match recorder.run().calls().pop() {
            Some(call) => break call.id(),
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    recorder.answer(id, 1).expect("it waits");
    let replayed = recorder.recording().replay(&mut started(), &Limits::new());
    assert_eq!(replayed, Ok(Replayed::Whole(Progress::Waiting)), "only the future is left");
}

#[test]
fn any_bytes_are_an_error_or_a_recording() {
    let (_, _, recording) = recorded(Backend::Register);
    let bytes = recording.to_bytes();
    for length in 0..bytes.len() {
        assert!(Recording::from_bytes(&bytes[..length]).is_err());
    }
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xFF] {
            let mut bytes = bytes.clone();
            bytes[at] ^= change;
            if let Ok(recording) = Recording::from_bytes(&bytes) {
                let mut run = started(Backend::Register, &script(Backend::Register, TEXT));
                let _same = recording.replay(&mut run, &Limits::new().fuel(100_000));
            }
        }
    }
}

#[test]
fn random_numbers_are_the_same_in_slices() {
    for backend in BACKENDS {
        let text = "for (let i = 0; i < 500; i++) { Math.random() } String(Math.random())";
        let values = [u64::MAX, 700, 200].map(|fuel| {
            let mut run = started(backend, &script(backend, text));
            loop {
                match run.advance(&Limits::new().fuel(fuel)).expect("no error") {
                    Progress::Done(value) => break value,
                    _ => continue,
                }
            }
        });
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    }
}
