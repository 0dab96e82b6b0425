//! Goes on with programs.

use ferrotape::script::SavedProblem;
use ferrotape::{Call, Engine, Error, ErrorKind, Limits, PendingCall, Program, Progress as Advanced, Run, Value};

use crate::store::{Failure, Next, Progress, Store, Taken};

/// Fuel of a program in one go, before another has its turn.
const SLICE: u64 = 2_000_000;

/// The engine that programs are started and restored in: its limits hold for a program as a whole, over all processes.
pub fn engine() -> Result<Engine, Error> {
    let mut engine = Engine::builder().fuel(100_000_000).memory_limit(32 << 20).can_block(false).build()?;
    engine.define_call("approve", Call::blocking().typed::<fn(String) -> String>())?;
    // Each is a transaction: a program that asks for any number would keep its process from all others.
    engine.define_call("charge", Call::promise().keyed().at_once(16).typed::<fn(String, i64) -> i64>())?;
    Ok(engine)
}

/// Returns the state of a program that was begun, and of which nothing has run.
pub fn begun(name: &str, text: &str) -> Result<Vec<u8>, Error> {
    let program = Program::body(name, text)?;
    engine()?.start(&program)?.save()
}

/// Goes on with a program that can. False if there is none.
pub fn go_on(store: &mut dyn Store) -> Result<bool, Failure> {
    let Some(taken) = store.take()? else { return Ok(false) };
    let mut answers = taken.answers;
    let mut asked = Vec::new();
    let progress = match advanced(store, &taken, &mut answers, &mut asked)? {
        Ok(progress) => progress,
        // The next release may be on other machines already: its processes go on with what they have written.
        Err(error) if error.kind() == ErrorKind::Saved(SavedProblem::OtherVersion) => return Ok(true),
        // What is wrong with the program ends the program.
        Err(error) => Progress::Over(format!("failed: {}", storable(error.message()))),
    };
    // If somebody else was faster, nothing of this was seen by anybody: tools were asked for what the state before asks for.
    store.put(&taken, &Next { progress, answers, asked })?;
    Ok(true)
}

type OfProgram<T> = Result<T, Error>;

fn advanced(
    store: &mut dyn Store,
    taken: &Taken,
    answers: &mut i64,
    asked: &mut Vec<(u64, String)>,
) -> Result<OfProgram<Progress>, Failure> {
    let mut run = match Engine::restore_run(engine()?, &taken.state) {
        Ok(run) => run,
        Err(error) => return Ok(Err(error)),
    };
    // An answer that the program has no room for is wrong with the program: it must not end one process after the other.
    for (call, value) in &taken.new {
        if let Err(error) = run.answer(*call, &**value) {
            return Ok(Err(error));
        }
        *answers += 1;
    }
    // Tools are used for a state that lies in the database: whoever goes on with it asks for the same under the same keys, even
    // if the program looks at the clock before it asks.
    for call in tools(&run) {
        if let Err(error) = charge(store, &mut run, &taken.run, &call)? {
            return Ok(Err(error));
        }
        *answers += 1;
    }
    Ok(match run.advance(&Limits::new().fuel(SLICE)) {
        Err(error) => Err(error),
        Ok(Advanced::Done(value)) => Ok(Progress::Over(shown(&value))),
        Ok(Advanced::Waiting) if tools(&run).is_empty() => asked_for(&mut run, asked),
        Ok(Advanced::Paused | Advanced::Waiting) => run.save().map(Progress::Paused),
    })
}

/// The calls that wait for the tool.
fn tools(run: &Run<'_>) -> Vec<PendingCall> {
    run.calls().into_iter().filter(|call| call.name() == "charge").collect()
}

/// Uses the tool. A call that makes no sense fails in the program.
fn charge(store: &mut dyn Store, run: &mut Run<'_>, name: &str, call: &PendingCall) -> Result<OfProgram<()>, Failure> {
    Ok(match call.arguments::<(String, i64)>(run) {
        Ok((account, amount)) => {
            let Some(key) = call.key(name) else { return Err("a call of the tool has no key".into()) };
            let receipt = store.charge(&key, &storable(&account), amount)?;
            run.answer(call.id(), receipt)
        }
        Err(error) => run.fail(call.id(), Error::type_error(error.message())),
    })
}

/// Notes the calls that wait for people. A program that waits for something else, as by `Atomics.waitAsync`, does so for ever.
fn asked_for(run: &mut Run<'_>, asked: &mut Vec<(u64, String)>) -> OfProgram<Progress> {
    let calls = run.calls();
    if calls.is_empty() {
        return Err(Error::new("the program waits, and not for a call"));
    }
    for call in calls {
        let question: Value = call.argument(run, 0)?;
        asked.push((call.id(), shown(&question)));
    }
    run.save().map(Progress::Waiting)
}

/// Shows a value to people.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => storable(text),
        Value::Number(number) => number.to_string(),
        Value::Boolean(value) => value.to_string(),
        Value::Null => "null".to_owned(),
        Value::Undefined => "undefined".to_owned(),
        _ => "(a value that is not text)".to_owned(),
    }
}

/// PostgreSQL has no text with U+0000, and a program may make one.
fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}
