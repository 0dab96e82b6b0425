//! Engines: they are made, freed, copied, written down and cancelled.

use ferrotape_session::{Item, Op};

use crate::record::{self, record};
use crate::types::{Buffer, Engine, Options, Slice, Status, Usage, Value};
use crate::{bytes, ended_text, guarded, put, sized};

/// Limits of engines whose maker has named none.
const TIME: u64 = 1000;
const MEMORY: u64 = 64 << 20;

const NO_CONSOLE: &str = "the host gives scripts a console by ft_set_console";

/// Numbers beyond this are no limits: the session's numbers end here.
const NO_LIMIT: u64 = 1 << 53;

/// Reads options, of which the caller may know fewer.
///
/// # Safety
///
/// The pointer is null, or its first field is the number of bytes that can be read.
unsafe fn settings(options: *const Options) -> Result<Item, Status> {
    let zero = Options {
        size: 0,
        fuel: 0,
        memory: 0,
        time_ms: 0,
        depth: 0,
        stack: 0,
        source: 0,
        seed: 0,
        typescript: 0,
        time_zone: std::ptr::null(),
        hints: std::ptr::null(),
        hint_count: 0,
    };
    // SAFETY: as the caller promises.
    let given = unsafe { sized(options, zero) }?;
    let mut members = Vec::new();
    let limits = [
        ("fuel", given.fuel, None),
        ("memory", given.memory, Some(MEMORY)),
        ("time", given.time_ms, Some(TIME)),
        ("depth", given.depth, None),
        ("stack", given.stack, None),
        ("source", given.source, None),
        ("seed", given.seed, None),
    ];
    // No limit, so that a large one must not be left out.
    if given.seed >= NO_LIMIT {
        return Err(Status::Usage);
    }
    for (name, given, default) in limits {
        match (given, default) {
            (0, Some(default)) => members.push((name.to_owned(), Item::Number(default as f64))),
            (1..NO_LIMIT, _) => members.push((name.to_owned(), Item::Number(given as f64))),
            _ => {}
        }
    }
    members.push(("hold".to_owned(), true.into()));
    members.push(("typescript".to_owned(), (given.typescript != 0).into()));
    // SAFETY: it is a text with a zero at its end, as the caller promises.
    if let Some(zone) = unsafe { ended_text(given.time_zone) }.map_err(|_| Status::Usage)? {
        members.push(("timeZone".to_owned(), zone.into()));
    }
    // SAFETY: as the caller promises.
    members.push(("hints".to_owned(), unsafe { hints(&given) }?));
    Ok(Item::Record(members))
}

/// Reads what errors say of globals that scripts look for in vain.
///
/// # Safety
///
/// There are so many hints to be read, whose texts end with a zero.
unsafe fn hints(options: &Options) -> Result<Item, Status> {
    let mut all = vec![("console".to_owned(), Item::from(NO_CONSOLE))];
    if options.hint_count > 0 {
        if options.hints.is_null() {
            return Err(Status::Null);
        }
        // SAFETY: as the caller promises.
        for hint in unsafe { std::slice::from_raw_parts(options.hints, options.hint_count) } {
            // SAFETY: as the caller promises.
            let (global, hint) = unsafe { (ended_text(hint.global)?, ended_text(hint.hint)?) };
            all.push((global.ok_or(Status::Null)?.to_owned(), hint.ok_or(Status::Null)?.into()));
        }
    }
    Ok(Item::Record(all))
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_engine_new(options: *const Options, engine: *mut Engine) -> Status {
    guarded(|| {
        // SAFETY: as the header asks.
        let settings = unsafe { settings(options) }?;
        if engine.is_null() {
            return Err(Status::Null);
        }
        let made = record::new_engine(settings)?;
        // SAFETY: as the header asks.
        unsafe { put(engine, made) }?;
        Ok(Status::Ok)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn ft_engine_free(engine: Engine) -> Status {
    guarded(|| record::free(engine).map(|()| Status::Ok))
}

#[unsafe(no_mangle)]
pub extern "C" fn ft_engine_cancel(engine: Engine) -> Status {
    guarded(|| record::cancel(engine).map(|()| Status::Ok))
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_fork(engine: Engine, fork: *mut Engine) -> Status {
    guarded(|| {
        if fork.is_null() {
            return Err(Status::Null);
        }
        let made = record::fork(engine)?;
        // SAFETY: as the header asks.
        unsafe { put(fork, made) }?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_save(engine: Engine, buffer: *mut Buffer) -> Status {
    guarded(|| {
        let (_, saved) = record(engine)?.perform(Op::Save, vec![], &[])?;
        // SAFETY: as the header asks.
        unsafe { give(saved, buffer) }
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_restore(engine: Engine, saved: Slice, with_program: u32) -> Status {
    guarded(|| {
        // SAFETY: as the header asks.
        let saved = unsafe { bytes(saved) }?;
        let record = record(engine)?;
        record.perform(Op::Restore, vec![(with_program != 0).into()], saved)?;
        crate::record::locked(&record.notes).begun.clear();
        Ok(Status::Ok)
    })
}

/// Gives bytes to the caller, who frees them.
///
/// # Safety
///
/// The place is null, or can be written.
pub unsafe fn give(given: Vec<u8>, buffer: *mut Buffer) -> Result<Status, Status> {
    if buffer.is_null() {
        return Err(Status::Null);
    }
    let mut given = std::mem::ManuallyDrop::new(given);
    let parts = Buffer { bytes: given.as_mut_ptr(), length: given.len(), capacity: given.capacity() };
    // SAFETY: as the caller promises.
    unsafe { put(buffer, parts) }?;
    Ok(Status::Ok)
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_buffer_free(buffer: *mut Buffer) -> Status {
    guarded(|| {
        if buffer.is_null() {
            return Err(Status::Null);
        }
        // SAFETY: as the header asks.
        let parts = unsafe { buffer.replace(Buffer { bytes: std::ptr::null_mut(), length: 0, capacity: 0 }) };
        if !parts.bytes.is_null() {
            // SAFETY: a buffer that is not empty has come from `give`, and is emptied by this.
            drop(unsafe { Vec::from_raw_parts(parts.bytes, parts.length, parts.capacity) });
        }
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_stats(engine: Engine, usage: *mut Usage) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let (_, output) = record(engine)?.perform(Op::Stats, vec![], &[])?;
        let stats = Item::decode(&output).map_err(|_| Status::Internal)?;
        let number = |name| stats.member(name).and_then(Item::as_number).unwrap_or_default() as u64;
        let used = Usage {
            fuel: number("fuel"),
            bytes: number("bytes"),
            peak_bytes: number("peakBytes"),
            values: number("handles"),
        };
        put(usage, used)?;
        Ok(Status::Ok)
    })
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_unhandled(engine: Engine, result: *mut Value) -> Status {
    // SAFETY: pointers are as the header asks.
    guarded(|| unsafe {
        let record = record(engine)?;
        if result.is_null() {
            return Err(Status::Null);
        }
        let (_, reports) = record.perform(Op::Unhandled, vec![], &[])?;
        put(result, record.value(Op::Hold, vec![], &reports)?)?;
        Ok(Status::Ok)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn ft_version() -> u32 {
    1
}

/// # Safety
///
/// See the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ft_scope_open(engine: Engine, scope: *mut u32) -> Status {
    guarded(|| {
        let record = record(engine)?;
        if scope.is_null() {
            return Err(Status::Null);
        }
        // SAFETY: as the header asks.
        unsafe { put(scope, record.open_scope()) }?;
        Ok(Status::Ok)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn ft_scope_close(engine: Engine, scope: u32) -> Status {
    guarded(|| record(engine)?.close_scope(scope).map(|()| Status::Ok))
}
