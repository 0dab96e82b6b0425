//! Goes on with programs.

use ferrotape::{Call, Engine, Error, Limits, PendingCall, Program, Progress as Advanced, Run, Value};

use crate::store::{Failure, Next, Progress, Store, Taken};

/// Fuel of a program in one go, before another has its turn.
const SLICE: u64 = 2_000_000;

/// The engine that programs are started and restored in: its limits hold for a program as a whole, over all processes.
pub fn engine() -> Result<Engine, Error> {
    let mut engine = Engine::builder().fuel(100_000_000).memory_limit(32 << 20).can_block(false).build()?;
    engine.define_call("approve", Call::blocking().typed::<fn(String) -> String>())?;
    engine.define_call("charge", Call::promise().typed::<fn(String, i64) -> i64>())?;
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
        // What is wrong with the program ends the program.
        Err(error) => Progress::Over(format!("failed: {}", error.message())),
    };
    // Whoever was faster has done the same, with the same answers.
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
    for (call, value) in &taken.new {
        run.answer(*call, &**value)?;
        *answers += 1;
    }
    loop {
        match run.advance(&Limits::new().fuel(SLICE)) {
            Err(error) => return Ok(Err(error)),
            Ok(Advanced::Done(value)) => return Ok(Ok(Progress::Over(shown(&mut run, &value)))),
            Ok(Advanced::Paused) => return Ok(run.save().map(Progress::Paused)),
            Ok(Advanced::Waiting) => {
                let tools: Vec<PendingCall> = run.calls().into_iter().filter(|call| call.name() == "charge").collect();
                if tools.is_empty() {
                    return Ok(asked_for(&mut run, asked));
                }
                for call in tools {
                    charge(store, &mut run, &taken.run, &call)?;
                    *answers += 1;
                }
            }
        }
    }
}

/// Uses the tool. A call that makes no sense fails in the program.
fn charge(store: &mut dyn Store, run: &mut Run<'_>, name: &str, call: &PendingCall) -> Result<(), Failure> {
    match call.arguments::<(String, i64)>(run) {
        Ok((account, amount)) => {
            let receipt = store.charge(&format!("{name}/{}", call.id()), &account, amount)?;
            run.answer(call.id(), receipt)?;
        }
        Err(error) => run.fail(call.id(), Error::type_error(error.message()))?,
    }
    Ok(())
}

/// Notes the calls that wait for people.
fn asked_for(run: &mut Run<'_>, asked: &mut Vec<(u64, String)>) -> OfProgram<Progress> {
    for call in run.calls() {
        let question: Value = call.argument(run, 0)?;
        asked.push((call.id(), shown(run, &question)));
    }
    run.save().map(Progress::Waiting)
}

/// Shows a value to people.
fn shown(run: &mut Run<'_>, value: &Value) -> String {
    let _ = run;
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Boolean(value) => value.to_string(),
        Value::Null => "null".to_owned(),
        Value::Undefined => "undefined".to_owned(),
        _ => "(a value that is no text)".to_owned(),
    }
}
