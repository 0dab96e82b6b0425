//! Programs that go on in slices, and wait for answers of the host.

use ferrotape_session::{Item, Op};

use crate::record::{length, locked, record};
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
        record(engine)?.perform(Op::Start, vec![goal.as_str().into(), name.into(), source.into()], &[])?;
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

#[unsafe(no_mangle)]
pub extern "C" fn ft_answer(engine: Engine, id: u64, value: Value) -> Status {
    guarded(|| {
        let record = record(engine)?;
        record.perform(Op::Answer, vec![Item::Number(id as f64)], &record.bytes(value)?)?;
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
        record(engine)?.perform(Op::Fail, vec![Item::Number(id as f64)], &exception)?;
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
