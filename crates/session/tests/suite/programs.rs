//! Programs with calls: slices, answers in any order, saving.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ferrotape_session::{Handle, Item, Op, Status};

use crate::support::{Session, member, number};

#[test]
fn options_of_calls_with_typing_errors_are_refused() {
    let mut session = Session::new();
    let wrong: [(&str, Item); 7] = [
        ("times", "2".into()),
        ("times", (-1.0).into()),
        ("atOnce", 1.5.into()),
        ("keyed", 1.0.into()),
        ("blocking", "yes".into()),
        ("refused", true.into()),
        ("most", 1.0.into()),
    ];
    for (name, item) in wrong {
        let options = Item::Record(vec![(name.to_owned(), item)]);
        let (status, error, _) = session.call(Op::DefineCall, &["pay".into(), options], &[]).unwrap_err();
        assert!(status == Status::Refused && member(&error, "message").contains(name), "{error:?}");
    }
    assert_eq!(session.item("typeof pay"), "undefined".into());
}

#[test]
fn a_goal_that_there_is_not_is_named() {
    let mut session = Session::new();
    let started = session.call(Op::Start, &["modul".into(), "job.js".into(), "1".into()], &[]);
    let (status, error, _) = started.unwrap_err();
    assert_eq!((status, member(&error, "kind")), (Status::Refused, "usage"));
    assert_eq!(member(&error, "message"), "there is no goal 'modul': there are body, module, script");
}

fn start(session: &mut Session, goal: &str, source: &str) {
    session.call(Op::Start, &[goal.into(), "job.js".into(), source.into()], &[]).expect("a program");
}

fn define_call(session: &mut Session, name: &str, blocking: bool) {
    let options = Item::Record(vec![("blocking".to_owned(), blocking.into())]);
    session.call(Op::DefineCall, &[name.into(), options], &[]).expect("a call");
}

fn advance(session: &mut Session) -> (Status, Vec<u8>) {
    session.status(Op::Advance, &[Item::Undefined, Item::Undefined], &[])
}

#[test]
fn calls_are_answered_in_any_order() {
    let mut session = Session::new();
    define_call(&mut session, "tools.search", false);
    start(
        &mut session,
        "body",
        "const [a, b] = await Promise.all([tools.search('x'), tools.search('y')]); return a + b",
    );
    assert_eq!(advance(&mut session).0, Status::Waiting);
    let calls = Item::decode(&session.call(Op::Calls, &[true.into()], &[]).unwrap()).unwrap();
    let call = |id: f64| Item::List(vec![id.into(), "tools.search".into(), false.into()]);
    assert_eq!(calls, Item::List(vec![call(0.0), call(1.0)]));
    assert_eq!(session.call(Op::Arguments, &[1.0.into()], &[]).unwrap(), [12, 1, 8, 1, b'y']);
    session.call(Op::Answer, &[1.0.into()], &[8, 1, b'2']).unwrap();
    assert!(session.call(Op::Answer, &[1.0.into()], &[0]).is_err(), "it was answered");
    // The engine can be used while its program waits.
    assert_eq!(session.item("typeof tools.search"), "function".into());
    assert_eq!(session.status(Op::Start, &["body".into(), "b".into(), "1".into()], &[]).0, Status::Refused);
    session.call(Op::Answer, &[0.0.into()], &[8, 1, b'1']).unwrap();
    assert_eq!(advance(&mut session), (Status::Done, vec![8, 2, b'1', b'2']));
    assert_eq!(advance(&mut session).0, Status::Refused);
    start(&mut session, "script", "'\\ud800'");
    assert_eq!(advance(&mut session), (Status::Done, vec![9, 1, 0, 0xD8]));
}

#[test]
fn calls_have_places_and_keys_and_programs_have_limits() {
    let mut session = Session::new();
    let keyed = Item::Record(vec![("keyed".to_owned(), true.into())]);
    session.call(Op::DefineCall, &["pay".into(), keyed], &[]).expect("a call");
    define_call(&mut session, "ask", true);
    start(&mut session, "body", "const paid = pay(5);\nfunction f() { return ask() }\nreturn f()");
    assert_eq!(advance(&mut session).0, Status::Waiting);
    let told = |session: &mut Session, op: Op, items: &[Item]| {
        Item::decode(&session.call(op, items, &[]).expect("an answer")).expect("an item")
    };
    let Item::List(stack) = told(&mut session, Op::Stack, &[1.0.into()]) else { panic!("a list") };
    let place = |name: &str| stack[0].member(name).cloned();
    assert_eq!((place("function"), place("source")), (Some("f".into()), Some("job.js".into())));
    assert_eq!((place("line"), place("column")), (Some(2.0.into()), Some(23.0.into())));
    let mut key = |run: &str| told(&mut session, Op::Key, &[0.0.into(), run.into()]);
    assert_eq!(key("a").as_text().map(str::len), Some(32));
    assert!(key("a") == key("a") && key("a") != key("b"));
    assert_eq!(told(&mut session, Op::Key, &[1.0.into(), "a".into()]), Item::Undefined);
    for op in [Op::Stack, Op::Key] {
        let (status, error, _) = session.call(op, &[7.0.into(), "a".into()], &[]).unwrap_err();
        assert_eq!((status, member(&error, "kind")), (Status::Refused, "usage"));
    }
    session.call(Op::LimitProgram, &[Item::Undefined, 5.0.into()], &[]).expect("a limit");
    let (_, error, _) = session.call(Op::Answer, &[1.0.into()], &[8, 4, b'l', b'o', b'n', b'g']).unwrap_err();
    assert!(member(&error, "message").starts_with("all answers to this run may have 5 bytes"), "{error:?}");
    session.call(Op::Answer, &[1.0.into()], &[8, 1, b'a']).expect("a short one");
    session.call(Op::LimitProgram, &[0.0.into()], &[]).expect("a limit");
    assert_eq!(advance(&mut session).0, Status::Ended);
    assert!(session.call(Op::LimitProgram, &[0.0.into()], &[]).is_err(), "no program runs any more");
}

#[test]
fn failed_calls_are_exceptions_of_the_host() {
    let mut session = Session::new();
    define_call(&mut session, "ask", true);
    let exception = [&[9, 21][..], &Item::from("Denied").encode(), &Item::from("no").encode(), &[0, 15]].concat();
    start(&mut session, "script", "try { ask() } catch (e) { e.name + e.message }");
    advance(&mut session);
    session.call(Op::Fail, &[0.0.into()], &exception).unwrap();
    assert_eq!(Item::decode(&advance(&mut session).1), Ok("Deniedno".into()));
    start(&mut session, "script", "ask()");
    advance(&mut session);
    session.call(Op::Fail, &[1.0.into()], &exception).unwrap();
    let (status, output) = advance(&mut session);
    let (error, _) = Item::decode_first(&output).unwrap();
    assert_eq!((status, member(&error, "message")), (Status::Threw, "Denied: no"));
    assert_eq!(error.member("host"), Some(&Item::Number(9.0)));
}

#[test]
fn slices_pause_and_time_counts_over_all_of_them() {
    let mut session = Session::with(vec![("time", 60.0.into())]);
    start(&mut session, "script", "for (;;) {}");
    let mut slices = 0;
    let ended = loop {
        match session.status(Op::Advance, &[Item::Undefined, 5.0.into()], &[]) {
            (Status::Paused, _) => slices += 1,
            other => break other,
        }
    };
    let (error, _) = Item::decode_first(&ended.1).unwrap();
    assert_eq!((ended.0, member(&error, "limit")), (Status::Ended, "time"));
    assert!((2..=40).contains(&slices), "{slices}");
    assert_eq!(session.item("1"), Item::Number(1.0));
}

#[test]
fn times_may_be_of_any_length() {
    for time in [1e18, 1e15, 0.0, 1e-9] {
        let mut session = Session::with(vec![("time", time.into())]);
        let ran = session.eval("1 + 1").is_ok();
        assert!(ran || time < 1.0, "{time}");
        if !ran {
            continue;
        }
        start(&mut session, "script", "2");
        for slice in [f64::NAN, -1.0, 1e300, f64::INFINITY] {
            assert_eq!(session.status(Op::Advance, &[Item::Undefined, slice.into()], &[]).0, Status::Refused);
        }
        session.status(Op::Advance, &[Item::Undefined, 1e18.into()], &[]);
    }
}

#[test]
fn a_program_goes_on_from_bytes() {
    let mut session = Session::new();
    define_call(&mut session, "approve", true);
    start(&mut session, "script", "let sum = 0; for (const price of [20, 300]) if (approve(price)) sum += price; sum");
    advance(&mut session);
    for id in 0..2 {
        let saved = session.call(Op::Save, &[], &[]).unwrap();
        session.call(Op::Dispose, &[], &[]).unwrap();
        session.engine = session.another(vec![]);
        define_call(&mut session, "approve", true);
        assert!(session.call(Op::Restore, &[false.into()], &saved).is_err(), "there is a program in it");
        session.call(Op::Restore, &[true.into()], &saved).unwrap();
        session.call(Op::Answer, &[f64::from(id).into()], &[3 - id as u8]).unwrap();
        let (status, output) = advance(&mut session);
        if id == 1 {
            assert_eq!((status, number(&output)), (Status::Done, 20.0));
        }
    }
}

#[test]
fn a_fork_has_the_program_and_gets_other_answers() {
    let mut session = Session::new();
    define_call(&mut session, "ask", true);
    start(&mut session, "script", "ask() + '!'");
    advance(&mut session);
    let fork = number(&session.call(Op::Fork, &[], &[]).unwrap()) as u64;
    let first = session.engine;
    for (engine, letter) in [(first, b'a'), (Handle::from_number(fork), b'b')] {
        session.engine = engine;
        session.call(Op::Answer, &[0.0.into()], &[8, 1, letter]).unwrap();
        assert_eq!(advance(&mut session), (Status::Done, vec![8, 2, letter, b'!']));
    }
}

#[test]
fn a_program_is_aborted() {
    let mut session = Session::new();
    define_call(&mut session, "ask", false);
    start(&mut session, "body", "try { await ask() } finally { globalThis.late = 1 }");
    advance(&mut session);
    let waited = session.call(Op::Abort, &["enough".into()], &[]).unwrap();
    assert_eq!(Item::decode(&waited), Ok(Item::List(vec![0.0.into()])));
    assert_eq!(session.item("typeof late"), "undefined".into());
}

#[test]
fn modules_are_loaded_by_the_host() {
    let mut session = Session::new();
    session.function("unused", 1, |input| {
        let Ok(Item::List(request)) = Item::decode(input) else { return Err(vec![0, 0]) };
        let texts: Vec<&str> = request.iter().filter_map(Item::as_text).collect();
        match texts[..] {
            ["resolve", specifier, _] => Ok(Item::from(specifier.trim_start_matches("./")).encode()),
            ["load", "half.js"] => Ok(Item::from("export default n => n / 2").encode()),
            _ => {
                let mut error = vec![0, 21];
                error.extend(Item::from("Error").encode());
                error.extend(Item::from("there is no such file").encode());
                error.extend([0, 15]);
                Err(error)
            }
        }
    });
    session.call(Op::Modules, &[1.0.into()], &[]).unwrap();
    start(&mut session, "module", "import half from './half.js'; export const n = half(84)");
    let (status, output) = advance(&mut session);
    assert_eq!((status, Item::decode(&output)), (Status::Done, Ok(Item::Record(vec![("n".into(), 42.0.into())]))));
    let (_, error, _) = session
        .call(Op::Start, &["module".into(), "b.js".into(), "import './none.js'".into()], &[])
        .and_then(|_| match advance(&mut session) {
            (Status::Done, output) => Ok(output),
            (status, output) => {
                let (record, rest) = Item::decode_first(&output).unwrap();
                Err((status, record, rest.to_vec()))
            }
        })
        .unwrap_err();
    assert!(member(&error, "message").contains("there is no such file"), "{error:?}");
}

/// Returns the answer that the tests' async loader gives at once: later, but for `now.js`.
fn load_later(input: &[u8]) -> Result<Vec<u8>, Vec<u8>> {
    let Ok(Item::List(request)) = Item::decode(input) else { return Err(vec![0, 0]) };
    let texts: Vec<&str> = request.iter().filter_map(Item::as_text).collect();
    Ok(match texts[..] {
        ["load", "now.js"] => Item::from("export const now = 2").encode(),
        ["load", _] => Item::Boolean(true).encode(),
        _ => vec![0],
    })
}

#[test]
fn a_program_waits_for_modules_of_an_async_loader() {
    let mut session = Session::new();
    session.function("unused", 1, load_later);
    session.call(Op::Modules, &[1.0.into(), true.into()], &[]).unwrap();
    let provide = |session: &mut Session, name: &str, text: &str| {
        session.call(Op::Provide, &[name.into(), text.into()], &[]).unwrap();
    };
    // Statically, two deep, beside one that is there.
    start(
        &mut session,
        "module",
        "import { a } from './lib/a.js'; import { now } from 'now.js'; export const n = a * now",
    );
    assert_eq!(advance(&mut session).0, Status::Paused);
    while advance(&mut session).0 == Status::Paused {}
    let saved = session.call(Op::Save, &[], &[]);
    assert_eq!(
        member(&saved.unwrap_err().1, "message"),
        "a module is being fetched: advance the program until it has arrived"
    );
    assert_eq!(session.call(Op::Calls, &[false.into()], &[]).unwrap(), Item::List(vec![]).encode());
    provide(&mut session, "lib/a.js", "import { b } from './b.js'; export const a = b + 1");
    while advance(&mut session).0 == Status::Paused {}
    provide(&mut session, "lib/b.js", "export const b = 20");
    let end = |session: &mut Session| loop {
        match advance(session) {
            (Status::Paused, _) => {}
            other => return other,
        }
    };
    let (status, output) = end(&mut session);
    assert_eq!((status, Item::decode(&output)), (Status::Done, Ok(Item::Record(vec![("n".into(), 42.0.into())]))));
    // By `import()`, where the host has no such module.
    start(&mut session, "body", "try { await import('none.js') } catch (e) { return e.message }");
    assert_eq!(end(&mut session).0, Status::Waiting);
    session.call(Op::Provide, &["none.js".into(), Item::Undefined, "it is not there".into()], &[]).unwrap();
    let (status, output) = end(&mut session);
    assert_eq!(status, Status::Done);
    assert!(Item::decode(&output).unwrap().as_text().unwrap().contains("it is not there"));
    // What nobody waits for is nothing; a program that waits can be ended.
    provide(&mut session, "other.js", "1");
    start(&mut session, "body", "await import('late.js')");
    assert_eq!(end(&mut session).0, Status::Waiting);
    session.call(Op::Abort, &["enough".into()], &[]).unwrap();
    provide(&mut session, "late.js", "1");
    assert_eq!(session.item("1 + 1"), 2.0.into());
    let broken = session.call(Op::Start, &["module".into(), "bad.js".into(), "import {".into()], &[]);
    assert_eq!(member(&broken.unwrap_err().1, "kind"), "syntax");
}

/// The body of the program's module can wait, and a program that has not begun is saved.
#[test]
fn a_module_with_fetched_imports_waits_for_its_calls() {
    let mut session = Session::new();
    session.function("unused", 1, load_later);
    session.call(Op::Modules, &[1.0.into(), true.into()], &[]).unwrap();
    define_call(&mut session, "ask", true);
    start(&mut session, "module", "import { now } from 'now.js'; export const n = now * ask()");
    session.call(Op::Save, &[], &[]).expect("nothing is on its way");
    while advance(&mut session).0 == Status::Paused {}
    let fork = number(&session.call(Op::Fork, &[], &[]).expect("nothing is on its way any more")) as u64;
    session.engine = Handle::from_number(fork);
    // The import was the call 0.
    session.call(Op::Answer, &[1.0.into()], &Item::from(21.0).encode()).unwrap();
    let (status, output) = advance(&mut session);
    assert_eq!((status, Item::decode(&output)), (Status::Done, Ok(Item::Record(vec![("n".into(), 42.0.into())]))));
}

/// A program that was ended leaves nothing on its way: the engine can be copied, and the next program asks again.
#[test]
fn a_module_is_asked_for_again_after_its_program() {
    let mut session = Session::new();
    session.function("unused", 1, load_later);
    session.call(Op::Modules, &[1.0.into(), true.into()], &[]).unwrap();
    let [module, body] = [("module", "import x from 'x.js'; export const n = x"), ("body", "await import('x.js')")];
    for (goal, text) in [body, module, body] {
        start(&mut session, goal, text);
        while advance(&mut session).0 == Status::Paused {}
        assert!(session.call(Op::Fork, &[], &[]).is_err(), "{goal}");
        session.call(Op::Abort, &["enough".into()], &[]).unwrap();
        session.call(Op::Fork, &[], &[]).expect("nothing is on its way");
    }
    start(&mut session, module.0, module.1);
    while advance(&mut session).0 == Status::Paused {}
    session.call(Op::Provide, &["x.js".into(), "export default 7".into()], &[]).unwrap();
    let (status, output) = loop {
        match advance(&mut session) {
            (Status::Paused, _) => {}
            ended => break ended,
        }
    };
    assert_eq!((status, Item::decode(&output)), (Status::Done, Ok(Item::Record(vec![("n".into(), 7.0.into())]))));
}

/// Another loader of the host is given what the one before was asked for.
#[test]
fn modules_on_their_way_come_after_another_loader_was_set() {
    let mut session = Session::new();
    session.function("unused", 1, load_later);
    let set = |session: &mut Session| session.call(Op::Modules, &[1.0.into(), true.into()], &[]).map(drop);
    set(&mut session).unwrap();
    session.item("import('x.js').then(x => { globalThis.x = x.default }); 1");
    set(&mut session).unwrap();
    session.call(Op::Provide, &["x.js".into(), "export default 5".into()], &[]).unwrap();
    start(&mut session, "body", "return 1");
    assert_eq!(set(&mut session).unwrap_err().0, Status::Refused, "a program runs");
    while advance(&mut session).0 == Status::Paused {}
    assert_eq!(session.item("x"), 5.0.into());
}

/// Before the program begins and while it waits for something else, both engines get what they ask for, and not each other's.
#[test]
fn a_fork_asks_for_its_own_modules() {
    for is_running in [false, true] {
        let mut session = Session::new();
        let asked = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&asked);
        session.function("unused", 1, move |input| {
            let is_load = matches!(Item::decode(input), Ok(Item::List(request)) if request[0] == "load".into());
            counted.fetch_add(usize::from(is_load), Ordering::Relaxed);
            load_later(input)
        });
        session.call(Op::Modules, &[1.0.into(), true.into()], &[]).unwrap();
        let text = "return (await import('x.js')).default";
        if is_running {
            start(&mut session, "body", text);
        }
        let fork = Handle::from_number(number(&session.call(Op::Fork, &[], &[]).unwrap()) as u64);
        let engines = [session.engine, fork];
        for engine in engines {
            session.engine = engine;
            if !is_running {
                start(&mut session, "body", text);
            }
            while advance(&mut session).0 == Status::Paused {}
        }
        assert_eq!(asked.load(Ordering::Relaxed), 2, "{is_running}");
        for (engine, n) in engines.into_iter().zip([1.0, 2.0]) {
            session.engine = engine;
            let text = format!("export default {n}");
            session.call(Op::Provide, &["x.js".into(), text.as_str().into()], &[]).unwrap();
            let (status, output) = loop {
                match advance(&mut session) {
                    (Status::Paused, _) => {}
                    ended => break ended,
                }
            };
            assert_eq!((status, Item::decode(&output)), (Status::Done, Ok(n.into())), "{is_running}");
        }
    }
}

#[test]
fn a_module_that_is_imported_as_several_types_comes_to_all_of_them() {
    let mut session = Session::new();
    session.function("unused", 1, load_later);
    session.call(Op::Modules, &[1.0.into(), true.into()], &[]).unwrap();
    let import = |kind: &str| format!("import('d.json', {{ with: {{ type: '{kind}' }} }})");
    let (json, text) = (import("json"), import("text"));
    let body =
        format!("const [a, b] = await Promise.all([{json}, {text}]); return a.default.length + b.default.length");
    start(&mut session, "body", &body);
    while advance(&mut session).0 == Status::Paused {}
    // The host is asked once. Whoever answers twice does no harm.
    for _ in 0..2 {
        session.call(Op::Provide, &["d.json".into(), "[1, 2]".into()], &[]).unwrap();
    }
    let ended = loop {
        match advance(&mut session) {
            (Status::Paused, _) => {}
            (status, output) => break (status, Item::decode(&output)),
        }
    };
    assert_eq!(ended, (Status::Done, Ok(8.0.into())));
}

#[test]
fn a_module_runs_whatever_has_run_by_its_name() {
    for is_async in [false, true] {
        let mut session = Session::new();
        if is_async {
            session.function("unused", 1, load_later);
            session.call(Op::Modules, &[1.0.into(), true.into()], &[]).unwrap();
        }
        for (times, n) in [(1.0, 1.0), (2.0, 5.0), (3.0, 5.0)] {
            let text = format!("globalThis.ran = (globalThis.ran ?? 0) + 1; export const n = {n}, times = ran");
            start(&mut session, "module", &text);
            let (status, output) = loop {
                match advance(&mut session) {
                    (Status::Paused, _) => {}
                    ended => break ended,
                }
            };
            let expected = Item::Record(vec![("n".into(), n.into()), ("times".into(), times.into())]);
            assert_eq!((status, Item::decode(&output)), (Status::Done, Ok(expected)), "{is_async}");
        }
    }
}
