//! Engines: they are made, freed, copied, written down and cancelled.

use std::ffi::CStr;

use ferrotape_session::{Item, Op};

use crate::record::{self, record};
use crate::types::{Buffer, Engine, Options, Slice, Status};
use crate::{bytes, guarded, put};

/// Limits of engines whose maker has named none.
const TIME: u64 = 1000;
const MEMORY: u64 = 64 << 20;

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
    };
    let mut given = zero;
    if !options.is_null() {
        // SAFETY: the size is there, as the caller promises.
        let size = unsafe { options.cast::<usize>().read() };
        if size < size_of::<usize>() {
            return Err(Status::Usage);
        }
        let known = size.min(size_of::<Options>());
        // SAFETY: so many bytes can be read, as the caller promises, and any bytes are fields of these types.
        unsafe { std::ptr::copy_nonoverlapping(options.cast::<u8>(), (&raw mut given).cast::<u8>(), known) };
    }
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
    if !given.time_zone.is_null() {
        // SAFETY: it is a text with a zero at its end, as the caller promises.
        let zone = unsafe { CStr::from_ptr(given.time_zone) }.to_str().map_err(|_| Status::Usage)?;
        members.push(("timeZone".to_owned(), zone.into()));
    }
    Ok(Item::Record(members))
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
        record(engine)?.perform(Op::Restore, vec![(with_program != 0).into()], saved)?;
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
