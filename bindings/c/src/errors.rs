//! Facts about the last error of an engine. Asking for it ends no slice and changes nothing.

use ferrotape_session::Item;

use crate::places::give_place;
use crate::record::{locked, record};
use crate::types::{Engine, Slice, Status, Value};
use crate::{guarded, put};

/// Gives a text of the last error.
///
/// # Safety
///
/// The place is null, or can be written.
unsafe fn told(engine: Engine, member: &str, utf8: *mut Slice) -> Result<Status, Status> {
    let record = record(engine)?;
    let text = {
        let notes = locked(&record.notes);
        let fault = notes.error.as_ref().ok_or(Status::Usage)?;
        fault.record.member(member).and_then(Item::as_text).unwrap_or_default().to_owned()
    };
    // SAFETY: as the caller promises.
    unsafe { put(utf8, record.keep(text.into_bytes())) }?;
    Ok(Status::Ok)
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_error_report(engine: Engine, utf8: *mut Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { told(engine, "report", utf8) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_error_message(engine: Engine, utf8: *mut Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { told(engine, "message", utf8) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_error_name(engine: Engine, utf8: *mut Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { told(engine, "name", utf8) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_error_json(engine: Engine, utf8: *mut Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { told(engine, "json", utf8) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_error_kind(engine: Engine, utf8: *mut Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { told(engine, "kind", utf8) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_error_path(engine: Engine, utf8: *mut Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { told(engine, "path", utf8) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_error_limit(engine: Engine, utf8: *mut Slice) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe { told(engine, "limit", utf8) })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_error_value(engine: Engine, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let id = locked(&record.notes).error.as_mut().and_then(|fault| fault.value.take());
        match id {
            Some(id) => put(result, record.made(&Item::Number(id as f64).encode())?)?,
            None => put(result, Value { engine: 0, id: 0 })?,
        }
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_error_place(
    engine: Engine,
    source: *mut Slice,
    line: *mut u32,
    column: *mut u32,
) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        let place = locked(&record.notes).error.as_ref().and_then(|fault| fault.record.member("place").cloned());
        let place = place.ok_or(Status::Usage)?;
        if source.is_null() {
            return Err(Status::Null);
        }
        give_place(&record, &place, source, line, column);
        Ok(Status::Ok)
    })
}
