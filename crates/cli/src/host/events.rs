//! Events of `process`: something was not handled, the program ends; and `process.nextTick`.

use ferrotape::{Context, Error, Function, Object, Value};

use super::{context, errors};

/// Gives an object `on` and its like.
const EVENTS: &str = include_str!("events.js");

/// Makes `nextTick`.
const TICKS: &str = include_str!("ticks.js");

/// Gives an object the functions of Node's EventEmitter.
pub fn make_emitter(cx: &mut Context<'_>, object: &Object) -> Result<(), Error> {
    let make: Function = cx.eval_named("node:internal/process_events", EVENTS)?;
    let errors = errors::maker(cx)?;
    make.call(cx, (object, errors))
}

/// Adds the functions to the process.
pub fn add(cx: &mut Context<'_>, process: &Object) -> Result<(), Error> {
    let queue = Function::new(cx, "queue", |cx: &mut Context<'_>, callback: Function| cx.queue_first(&callback))?;
    let queue_next =
        Function::new(cx, "queueNext", |cx: &mut Context<'_>, callback: Function| cx.queue_next(&callback))?;
    let has_jobs = Function::new(cx, "hasJobs", |cx: &mut Context<'_>| cx.has_jobs())?;
    let make: Function = cx.eval_named("node:internal/ticks", TICKS)?;
    let (current, enter, errors) = (context::current(cx)?, context::enter(cx)?, errors::maker(cx)?);
    let next_tick: Function = make.call(cx, (queue, queue_next, has_jobs, current, enter, errors))?;
    process.set(cx, "nextTick", next_tick)?;
    make_emitter(cx, process)
}

/// Tells who listens that the program ends, once; gives the exit code, which they may change.
pub fn tell_exit(cx: &mut Context<'_>, process: &Object, code: u8) -> Result<u8, Error> {
    if process.get::<Value>(cx, "_exiting")?.as_bool() == Some(true) || !listens(cx, process, "exit")? {
        return Ok(code);
    }
    process.set(cx, "_exiting", true)?;
    if code != 0 {
        process.set(cx, "exitCode", code)?;
    }
    let emit: Function = process.get(cx, "emit")?;
    emit.call_with::<Value>(cx, process, ("exit", code))?;
    let told: Value = process.get(cx, "exitCode")?;
    Ok(told.as_number().map_or(code, super::process::as_exit_code))
}

/// Tells listeners that nothing is left to do: they may begin something. Returns whether there is one.
pub fn tell_before_exit(cx: &mut Context<'_>, process: &Object) -> Result<bool, Error> {
    if !listens(cx, process, "beforeExit")? {
        return Ok(false);
    }
    let code: Value = process.get(cx, "exitCode")?;
    let code = code.as_number().map_or(0, super::process::as_exit_code);
    let emit: Function = process.get(cx, "emit")?;
    emit.call_with::<Value>(cx, process, ("beforeExit", code))?;
    Ok(true)
}

/// Most prototypes that are looked at for the realm of an object.
const LONGEST_CHAIN: usize = 1000;

/// Tells whether an object may be given to the program's realm: `Object.prototype` is behind it, as of nothing in a
/// ShadowRealm.
fn is_ours(cx: &mut Context<'_>, object: &Object) -> Result<bool, Error> {
    let ours = Object::new(cx)?.prototype(cx)?;
    let mut next = Some(object.clone());
    for _ in 0..LONGEST_CHAIN {
        if next.is_none() || next == ours {
            break;
        }
        next = match next.map(|object| object.prototype(cx)) {
            Some(Ok(prototype)) => prototype,
            _ => None,
        };
    }
    Ok(next.is_some() && next == ours)
}

/// Makes the error of a rejection whose reason is none, for who listens for exceptions.
const REASON: &str = "(reason) => {
  if (reason instanceof Error || Object(reason) === reason && Object.hasOwn(reason, 'stack')) return reason;
  const shown = Object(reason) === reason ? `#<${reason.constructor?.name ?? 'Object'}>` : String(reason);
  const error = new Error('This error originated either by throwing inside of an async function without a catch block, ' +
    'or by rejecting a promise which was not handled with .catch(). ' +
    `The promise rejected with the reason \"${shown}\".`);
  Object.defineProperty(error, 'name', { value: 'UnhandledPromiseRejection', configurable: true, writable: true });
  error.code = 'ERR_UNHANDLED_REJECTION';
  return error;
}";

/// Ways in which a program can handle what was rejected or thrown.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Handled {
    No,
    AsRejection,
    /// As an uncaught exception. Rejections without listeners come here too.
    AsException,
}

/// Outcome of telling the program of something that was not handled.
pub enum Told {
    Heard(Handled),
    /// A listener for exceptions has thrown this.
    Broken(Error),
}

/// Calls the listeners for rejections and exceptions. Those of a ShadowRealm are not reported.
pub fn tell_unhandled(
    cx: &mut Context<'_>,
    process: &Object,
    thrown: &Value,
    promise: Option<&Object>,
) -> Result<Told, Error> {
    let object = promise.or(thrown.as_object());
    if let Some(object) = object
        && !is_ours(cx, object)?
    {
        return Ok(Told::Heard(Handled::No));
    }
    let Some(promise) = promise else { return tell_uncaught(cx, process, thrown, "uncaughtException") };
    if listens(cx, process, "unhandledRejection")? {
        let emit: Function = process.get(cx, "emit")?;
        let told = emit.call_with::<Value>(cx, process, ("unhandledRejection", thrown, promise));
        let Err(error) = told else { return Ok(Told::Heard(Handled::AsRejection)) };
        // What a listener throws is an exception that nobody has caught.
        let Some(thrown) = error.thrown() else { return Err(error) };
        let told = tell_uncaught(cx, process, thrown, "uncaughtException")?;
        return if matches!(told, Told::Heard(Handled::No)) { Err(error) } else { Ok(told) };
    }
    if !hears_uncaught(cx, process)? {
        return Ok(Told::Heard(Handled::No));
    }
    let reason: Function = cx.eval_named("node:internal/rejections", REASON)?;
    let error: Value = reason.call(cx, (thrown,))?;
    tell_uncaught(cx, process, &error, "unhandledRejection")
}

/// Tells whether anybody would be told of an exception.
fn hears_uncaught(cx: &mut Context<'_>, process: &Object) -> Result<bool, Error> {
    let captures = process.get::<Option<Function>>(cx, "_capture")?.is_some();
    Ok(captures || listens(cx, process, "uncaughtException")? || listens(cx, process, "uncaughtExceptionMonitor")?)
}

/// Tells who listens of an exception.
fn tell_uncaught(cx: &mut Context<'_>, process: &Object, thrown: &Value, origin: &str) -> Result<Told, Error> {
    match is_handled(cx, process, thrown, origin) {
        Ok(true) => Ok(Told::Heard(Handled::AsException)),
        Ok(false) => Ok(Told::Heard(Handled::No)),
        Err(error) if error.thrown().is_some() => Ok(Told::Broken(error)),
        Err(error) => Err(error),
    }
}

/// Tells who listens of an exception. Is there anybody who handles it? Who monitors is told before.
fn is_handled(cx: &mut Context<'_>, process: &Object, thrown: &Value, origin: &str) -> Result<bool, Error> {
    if listens(cx, process, "uncaughtExceptionMonitor")? {
        let emit: Function = process.get(cx, "emit")?;
        emit.call_with::<Value>(cx, process, ("uncaughtExceptionMonitor", thrown, origin))?;
    }
    if let Some(capture) = process.get::<Option<Function>>(cx, "_capture")? {
        capture.call::<()>(cx, (thrown,))?;
        return Ok(true);
    }
    if !listens(cx, process, "uncaughtException")? {
        return Ok(false);
    }
    let emit: Function = process.get(cx, "emit")?;
    emit.call_with::<Value>(cx, process, ("uncaughtException", thrown, origin))?;
    Ok(true)
}

/// Tells whether anybody listens, as far as the program has left that as it was.
fn listens(cx: &mut Context<'_>, process: &Object, name: &str) -> Result<bool, Error> {
    let Ok(count) = process.get::<Function>(cx, "listenerCount") else { return Ok(false) };
    let count: Value = count.call_with(cx, process, (name,))?;
    Ok(count.as_number().is_some_and(|count| count > 0.0))
}
