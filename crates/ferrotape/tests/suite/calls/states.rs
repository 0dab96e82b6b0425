//! Each state that a run can be in: saved, forked, answered wrongly; and runs that have ended.

use ferrotape::{AsContext, Backend, Engine, Error, Limits, Object, PendingCall, Progress, Run, Value};

use super::{BACKENDS, answered, engine, saved, script};

const TEXT: &str = "hear('begin'); let n = 0; while (n < 500) n++;
const x = ask('a'), later = search('b');
(async () => { for (let i = 0; i < 500; i++) n++; hear(x, await later) })();
hear(ask('c')); n = 0; while (n < 500) n++; hear('end')";

/// Ways to go on by one step, from the beginning: each leads from one state to the next.
const STEPS: &[fn(&mut Run<'static>)] = &[
    |run| assert_eq!(run.advance(&Limits::new().fuel(300)), Ok(Progress::Paused)),
    |run| assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting)),
    |run| answer_last(run, "a"),
    |run| assert_eq!(run.advance(&Limits::new().fuel(300)), Ok(Progress::Paused)),
    |run| assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting)),
    // The promise is answered while the script waits at another call.
    |run| run.answer(1, "early").expect("it waits"),
    |run| assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting)),
    |run| answer_last(run, "c"),
    |run| assert_eq!(run.advance(&Limits::new().fuel(300)), Ok(Progress::Paused)),
];

fn answer_last(run: &mut Run<'static>, words: &str) {
    let call = run.calls().pop().expect("something waits");
    assert_eq!(call.argument::<String>(run, 0).as_deref(), Ok(words));
    answered(run, &call);
}

fn begun(backend: Backend) -> Run<'static> {
    engine(backend).into_run(&script(backend, TEXT)).map_err(|failed| failed.1).expect("a beginning")
}

/// Answers whatever waits. Gives what was heard.
fn to_its_end(mut run: Run<'static>) -> String {
    while run.advance(&Limits::new()).expect("no error") == Progress::Waiting {
        let call = run.calls().pop().expect("something waits");
        answered(&mut run, &call);
    }
    run.into_engine().expect("its own").eval("heard.join()").expect("a text")
}

#[test]
fn runs_are_saved_and_forked_in_each_state() {
    for backend in BACKENDS {
        for done in 0..=STEPS.len() {
            let mut run = begun(backend);
            let before = run.stats().fuel;
            STEPS.iter().take(done).for_each(|step| step(&mut run));
            let mut restored = saved(&mut run, backend);
            assert!(restored.stats().fuel >= run.stats().fuel - before, "what the program has used counts: {done}");
            let again = saved(&mut restored, backend);
            let mut fork = run.fork().expect("a copy");
            let of_fork = saved(&mut fork, backend);
            let copies = [restored.fork().expect("a copy"), run, restored, again, fork, of_fork];
            for (place, run) in copies.into_iter().enumerate() {
                assert_eq!(to_its_end(run), expected(done), "{backend:?}, after {done} steps, copy {place}");
            }
        }
    }
}

/// Returns the text at the end of a run that was treated after so many steps.
fn expected(done: usize) -> &'static str {
    if done > 5 { "begin,<c>,end,<a> early" } else { "begin,<c>,end,<a> <b>" }
}

/// The code of a program is for one machine, and stays on it wherever it goes on.
#[test]
fn a_run_goes_on_in_an_engine_that_chooses_the_other_machine() {
    for (backend, other) in [(Backend::Register, Backend::Stack), (Backend::Stack, Backend::Register)] {
        for done in 0..=STEPS.len() {
            let mut run = begun(backend);
            STEPS.iter().take(done).for_each(|step| step(&mut run));
            let mut moved = saved(&mut run, other);
            let back = saved(&mut moved, backend);
            for run in [moved, back] {
                assert_eq!(to_its_end(run), expected(done), "{backend:?}, after {done} steps");
            }
        }
    }
}

#[test]
fn runs_are_aborted_in_each_state() {
    for backend in BACKENDS {
        for done in 0..=STEPS.len() {
            let mut run = begun(backend);
            STEPS.iter().take(done).for_each(|step| step(&mut run));
            let fork = run.fork().expect("a copy");
            let waiting: Vec<u64> = run.calls().iter().map(PendingCall::id).collect();
            assert_eq!(run.abort("enough"), waiting, "{backend:?}, after {done} steps");
            assert!(run.advance(&Limits::new()).is_err() && run.save().is_err() && run.calls().is_empty());
            // What it has left is not in the way of another program.
            let engine = run.into_engine().expect("its own");
            let mut run = engine.into_run(&script(backend, "ask('again')")).map_err(|it| it.1).expect("a beginning");
            assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
            answer_last(&mut run, "again");
            assert_eq!(run.advance(&Limits::new()), Ok(Progress::Done("<again>".into())));
            assert_eq!(to_its_end(fork), expected(done), "{backend:?}, after {done} steps");
        }
    }
}

/// A value, an expression of the script for it, and what that gives.
const VALUES: &[[&str; 3]] = &[
    ["10n ** 30n", "String(told)", "1000000000000000000000000000000"],
    ["-0", "String(Object.is(told, -0))", "true"],
    ["[1, , 3]", "told.length + String(1 in told)", "3false"],
    ["new Map([['a', new Set([2])]])", "[...told.get('a')].join()", "2"],
    ["new Date(86400000)", "told.toISOString()", "1970-01-02T00:00:00.000Z"],
    ["new Uint8Array([1, 2, 3]).subarray(1)", "told.join() + told.byteOffset + told.buffer.byteLength", "2,313"],
    ["/a(?<n>b)/gi", "told.exec('AB').groups.n + told.flags", "Bgi"],
    ["Symbol.for('x')", "Symbol.keyFor(told)", "x"],
    ["(() => { const it = { n: 1 }; it.self = it; return it })()", "String(told.self.self === told) + told.n", "true1"],
    [
        "Object.assign(new RangeError('out', { cause: new TypeError('in') }), { code: 7 })",
        "[told instanceof RangeError, told.cause.message, told.code].join()",
        "true,in,7",
    ],
];

#[test]
fn an_answer_of_each_kind_goes_with_the_run() {
    for backend in BACKENDS {
        for (call, [value, tell, expected]) in
            ["ask('x')", "await search('x')"].into_iter().flat_map(|call| VALUES.iter().map(move |row| (call, row)))
        {
            let program = super::module(backend, &format!("const told = {call}; heard.push({tell}); export {{}}"));
            let mut run = engine(backend).into_run(&program).map_err(|failed| failed.1).expect("a beginning");
            assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
            let answer: Value = run.enter(|cx| cx.eval(value)).expect("a value");
            run.answer(0, answer).expect("it waits");
            // The answer is there, and nobody has seen it.
            let copies = [saved(&mut run, backend), run.fork().expect("a copy"), run];
            for mut run in copies {
                assert!(matches!(run.advance(&Limits::new()), Ok(Progress::Done(_))), "{call}: {value}");
                let heard: String = run.into_engine().expect("its own").eval("heard.join('|')").expect("a text");
                assert_eq!(heard, *expected, "{backend:?}: {call}: {value}");
            }
        }
    }
}

/// A program's text, and what ends its run.
type Ending = (&'static str, fn(&mut Run<'static>));

#[test]
fn ended_runs_say_so_whatever_is_asked_of_them() {
    let endings: [Ending; 4] = [
        ("1", |run| assert_eq!(run.advance(&Limits::new()), Ok(Progress::Done(Value::Number(1.0))))),
        ("search('x'); throw 1", |run| assert!(run.advance(&Limits::new()).is_err())),
        ("for (;;);", |run| {
            run.limit(&Limits::new().fuel(1000));
            assert!(run.advance(&Limits::new()).unwrap_err().is_termination());
        }),
        ("search('x'); ask('y')", |run| {
            assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
            assert_eq!(run.abort("enough"), [0, 1]);
            assert!(run.abort("again").is_empty());
        }),
    ];
    for backend in BACKENDS {
        for (text, end) in endings {
            let program = script(backend, text);
            let mut run = engine(backend).into_run(&program).map_err(|failed| failed.1).expect("a beginning");
            end(&mut run);
            assert!(run.save().is_err() && run.fork().is_err() && run.advance(&Limits::new()).is_err(), "{text}");
            for id in [0, 1, u64::MAX] {
                assert!(run.answer(id, 1).is_err() && run.fail(id, Error::new("no")).is_err(), "{text}");
                assert!(run.retry(id).is_err() && run.allow(id).is_err() && run.refuse(id, "no").is_err(), "{text}");
            }
            assert!(run.calls().is_empty() && run.take_new_calls().is_empty() && run.stack().is_empty(), "{text}");
            assert_eq!(run.into_engine().expect("its own").eval::<u8>("1 + 1"), Ok(2), "{text}");
        }
    }
}

#[test]
fn an_answer_is_any_value_of_the_runs_own_engine() {
    for backend in BACKENDS {
        for (call, text) in [("ask", "ask('x')"), ("search", "await search('x')")] {
            let foreign: Object = Engine::new().eval("({})").expect("an object");
            let told = format!("const told = {text}; heard.push(typeof told, String(told)); export {{}}");
            let program = super::module(backend, &told);
            for (answer, expected) in
                [("undefined", "undefined,undefined"), ("10n", "bigint,10"), ("() => 1", "function,() => 1")]
            {
                let mut engine = engine(backend);
                let value: Value = engine.eval(answer).expect("a value");
                let mut run = engine.into_run(&program).map_err(|failed| failed.1).expect("a beginning");
                assert_eq!(run.advance(&Limits::new()), Ok(Progress::Waiting));
                assert!(run.answer(0, foreign.clone()).is_err(), "{call}: an object of another engine");
                assert_eq!(run.calls().len(), 1, "it still waits");
                run.answer(0, value).expect("it waits");
                let mut run = saved(&mut run, backend);
                assert!(matches!(run.advance(&Limits::new()), Ok(Progress::Done(_))));
                let heard: String = run.into_engine().expect("its own").eval("heard.join()").expect("a text");
                assert_eq!(heard, expected);
            }
        }
    }
}
