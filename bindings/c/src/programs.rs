//! Programs that go on in slices, and wait for answers of the host.

use std::ffi::c_int;
use std::sync::Arc;

use ferrotape_session::{Item, Op, Reply};

use crate::places::{give_place, kept_text, line_of};
use crate::record::{Record, length, locked, record};
use crate::shell::{Code, replied};
use crate::types::{Engine, Slice, Status, Value};
use crate::{guarded, put, put_if_asked, text};

/// Longest slice, in fuel or milliseconds: more is no limit.
const MOST: u64 = 1 << 40;

fn limit(given: u64) -> Item {
    if (1..MOST).contains(&given) { Item::Number(given as f64) } else { Item::Undefined }
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_start(engine: Engine, goal: u32, source: Slice, name: Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let (source, name) = (text(source)?, text(name)?);
        // A number that is none is told of as other wrong goals are.
        let named = ["body", "script", "module"].get(goal as usize).map(|&goal| goal.to_owned());
        let goal = named.unwrap_or_else(|| goal.to_string());
        let name = if name.is_empty() { "program.js" } else { name };
        let record = record(engine)?;
        record.perform(Op::Start, vec![goal.as_str().into(), name.into(), source.into()], &[])?;
        locked(&record.notes).begun.clear();
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_advance(
    engine: Engine,
    fuel: u64,
    milliseconds: u64,
    result: *mut Value,
    timer: *mut f64,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let (status, output) = record.perform(Op::Advance, vec![limit(fuel), limit(milliseconds)], &[])?;
        match status {
            Status::Ok if result.is_null() => record.release(record.made(&output)?)?,
            Status::Ok => put(result, record.made(&output)?)?,
            Status::Waiting => {
                let due = Item::decode(&output).ok().and_then(|item| item.as_number());
                put_if_asked(timer, due.unwrap_or(f64::INFINITY));
            }
            _ => {}
        }
        Ok(status)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_calls(engine: Engine, only_new: u32, count: *mut usize) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let (_, output) = record.perform(Op::Calls, vec![(only_new != 0).into()], &[])?;
        let Ok(Item::List(calls)) = Item::decode(&output) else { return Err(Status::Internal) };
        put(count, calls.len())?;
        locked(&record.notes).calls = calls;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_call_at(
    engine: Engine,
    index: usize,
    id: *mut u64,
    name: *mut Slice,
    blocking: *mut u32,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let call = locked(&record.notes).calls.get(index).cloned();
        let Some(Item::List(call)) = call else { return Err(Status::Usage) };
        let [number, called, blocks] = &call[..] else { return Err(Status::Internal) };
        put(id, number.as_number().unwrap_or_default() as u64)?;
        if !name.is_null() {
            put(name, record.keep(called.as_text().unwrap_or_default().as_bytes().to_vec()))?;
        }
        put_if_asked(blocking, u32::from(blocks.as_bool() == Some(true)));
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_call_arguments(engine: Engine, id: u64, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        if result.is_null() {
            return Err(Status::Null);
        }
        put(result, record.value(Op::Arguments, vec![Item::Number(id as f64)], &[])?)?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_call_key(engine: Engine, id: u64, run: Slice, key: *mut Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let (record, run) = (record(engine)?, text(run)?);
        let (_, output) = record.perform(Op::Key, vec![Item::Number(id as f64), run.into()], &[])?;
        let told = Item::decode(&output).map_err(|_| Status::Internal)?;
        let found = told.as_text().map(|text| record.keep(text.as_bytes().to_vec()));
        put(key, found.unwrap_or(Slice::EMPTY))?;
        Ok(Status::Ok)
    })
}

/// Returns the entries of a call's stack.
fn stack(record: &Arc<Record>, id: u64) -> Result<Vec<Item>, Status> {
    let (_, output) = record.perform(Op::Stack, vec![Item::Number(id as f64)], &[])?;
    match Item::decode(&output) {
        Ok(Item::List(entries)) => Ok(entries),
        _ => Err(Status::Internal),
    }
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_call_stack(engine: Engine, id: u64, count: *mut usize) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let entries = stack(&record, id)?;
        put(count, entries.len())?;
        locked(&record.notes).stack = entries;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_stack_at(
    engine: Engine,
    index: usize,
    function: *mut Slice,
    source: *mut Slice,
    line: *mut u32,
    column: *mut u32,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let entry = locked(&record.notes).stack.get(index).cloned().ok_or(Status::Usage)?;
        put_if_asked(function, kept_text(&record, &entry, "function"));
        give_place(&record, &entry, source, line, column);
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_call_place(
    engine: Engine,
    id: u64,
    source: *mut Slice,
    line: *mut u32,
    column: *mut u32,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let entries = stack(&record, id)?;
        // A call that no script has made has none.
        let place = entries.iter().find(|entry| line_of(entry) > 0).unwrap_or(&Item::Undefined);
        give_place(&record, place, source, line, column);
        Ok(Status::Ok)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn ft_limit_program(engine: Engine, milliseconds: u64, answers: u64) -> Status {
    guarded(|| {
        record(engine)?.perform(Op::LimitProgram, vec![limit(milliseconds), limit(answers)], &[])?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_finish(engine: Engine, result: *mut Value, timer: *mut f64) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        loop {
            match ft_advance(engine, 0, 0, result, timer) {
                Status::Waiting => {}
                Status::Paused => continue,
                ended => return Ok(ended),
            }
            if !handled(&record, engine)? {
                return Ok(Status::Waiting);
            }
        }
    })
}

/// Lets handlers answer the calls that wait. Returns whether one of them has answered its call, or any other.
fn handled(record: &Arc<Record>, engine: Engine) -> Result<bool, Status> {
    let answers = locked(&record.notes).answers;
    let (_, output) = record.perform(Op::Calls, vec![false.into()], &[])?;
    let Ok(Item::List(calls)) = Item::decode(&output) else { return Err(Status::Internal) };
    let mut has_answered = false;
    for call in calls {
        let Item::List(call) = call else { return Err(Status::Internal) };
        let [id, name, _] = &call[..] else { return Err(Status::Internal) };
        let (id, name) = (id.as_number().unwrap_or_default() as u64, name.as_text().unwrap_or_default());
        let handler = {
            let notes = locked(&record.notes);
            notes.handlers.get(name).copied().filter(|_| !notes.begun.contains(&id))
        };
        let Some(handler) = handler.and_then(|handler| record.shell.get(handler)) else { continue };
        let Code::Handler(code) = handler.code else { return Err(Status::Internal) };
        let scope = record.open_scope();
        // The values of the scope are gone with the next operation after it.
        let answered = handle(record, id, |arguments, result| {
            // SAFETY: the arguments and the place for the result are valid during the call, as the data are.
            unsafe { code(handler.data(), engine, id, arguments.as_ptr(), arguments.len(), result) }
        });
        let _ = record.close_scope(scope);
        has_answered |= answered?;
    }
    Ok(has_answered || locked(&record.notes).answers != answers)
}

/// Gives a call's arguments to its handler, and the script what that has given. Returns whether it has answered.
fn handle(record: &Arc<Record>, id: u64, handler: impl FnOnce(&[Value], *mut Value) -> c_int) -> Result<bool, Status> {
    let id_item = || vec![Item::Number(id as f64)];
    // Arguments that cannot be had are the script's mistake.
    let status_of = |status: Status| status as c_int;
    let mut result = Value { engine: 0, id: 0 };
    let status = match arguments(record, id) {
        Ok(arguments) => {
            locked(&record.notes).begun.insert(id);
            handler(&arguments, &mut result)
        }
        Err(status) => status_of(status),
    };
    if status == status_of(Status::Waiting) {
        return Ok(false);
    }
    locked(&record.notes).begun.remove(&id);
    let mut output = Vec::new();
    if replied(record, status, result, &mut output) == Reply::Returned {
        match record.perform(Op::Answer, id_item(), &output) {
            Ok(_) => return Ok(true),
            // It cannot be given: the script is told.
            Err(status) => {
                replied(record, status_of(status), result, &mut output);
            }
        }
    }
    // It may have been answered by the handler, or the program may be over: then there is no such call.
    if !is_waiting(record, id)? {
        return Ok(true);
    }
    record.perform(Op::Fail, id_item(), &output)?;
    Ok(true)
}

fn is_waiting(record: &Arc<Record>, id: u64) -> Result<bool, Status> {
    let (_, output) = record.perform(Op::Calls, vec![false.into()], &[])?;
    let Ok(Item::List(calls)) = Item::decode(&output) else { return Err(Status::Internal) };
    Ok(calls.iter().any(|call| match call {
        Item::List(call) => call.first().and_then(Item::as_number) == Some(id as f64),
        _ => false,
    }))
}

/// Returns the arguments of a call, which belong to the open scope.
fn arguments(record: &Arc<Record>, id: u64) -> Result<Vec<Value>, Status> {
    let list = record.value(Op::Arguments, vec![Item::Number(id as f64)], &[])?;
    let object = || vec![Item::Number(list.id as f64)];
    let length = record.value(Op::Get, object(), &Item::from("length").encode())?;
    let (_, length) = record.perform(Op::Data, vec![Item::Number(length.id as f64)], &[])?;
    let length = Item::decode(&length).ok().and_then(|item| item.as_number()).ok_or(Status::Internal)?;
    let each = (0..length as u32).map(|index| record.value(Op::Get, object(), &Item::Number(index.into()).encode()));
    each.collect()
}

#[unsafe(no_mangle)]
pub extern "C" fn ft_answer(engine: Engine, id: u64, value: Value) -> Status {
    guarded(|| {
        let record = record(engine)?;
        record.perform(Op::Answer, vec![Item::Number(id as f64)], &record.bytes(value)?)?;
        locked(&record.notes).answered(id);
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_fail(engine: Engine, id: u64, name: Slice, message: Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let mut exception = Vec::new();
        length(0, &mut exception);
        exception.extend(crate::shell::error(text(name)?, text(message)?));
        let record = record(engine)?;
        record.perform(Op::Fail, vec![Item::Number(id as f64)], &exception)?;
        locked(&record.notes).answered(id);
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_abort(engine: Engine, reason: Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        record(engine)?.perform(Op::Abort, vec![text(reason)?.into()], &[])?;
        Ok(Status::Ok)
    })
}
