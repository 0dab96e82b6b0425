//! The functions of `include/ferrotape.h`: pointers and handles of C become operations of `ferrotape-session`.
//!
//! ```text
//! C ──ft_…──▶ handles checked, pointers read ──▶ Record::perform ──▶ Host::call, or Inside::call within a function of the host
//! ```
//!
//! Mistakes of C that can be seen are a status: stale, freed and foreign handles, null pointers, wrong kinds, two threads at
//! once. What cannot be seen is the caller's: pointers to what is not there, lengths that are too long.

mod engines;
mod errors;
mod functions;
#[path = "../../shared/inside.rs"]
mod inside;
mod programs;
mod record;
mod shell;
mod types;
mod values;

use std::panic::{AssertUnwindSafe, catch_unwind};

use types::{Slice, Status};

/// Ends each exported function: a panic is a status.
fn guarded(work: impl FnOnce() -> Result<Status, Status>) -> Status {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(status) | Err(status)) => status,
        Err(_) => Status::Internal,
    }
}

/// Reads bytes of the caller.
///
/// # Safety
///
/// The slice is null, or its length is that of readable bytes, which do not change meanwhile.
unsafe fn bytes<'a>(slice: Slice) -> Result<&'a [u8], Status> {
    match slice {
        Slice { length: 0, .. } => Ok(&[]),
        Slice { bytes, .. } if bytes.is_null() => Err(Status::Null),
        // SAFETY: as the caller promises.
        Slice { bytes, length } => Ok(unsafe { std::slice::from_raw_parts(bytes, length) }),
    }
}

/// Reads a text of the caller.
///
/// # Safety
///
/// As [`bytes`].
unsafe fn text<'a>(slice: Slice) -> Result<&'a str, Status> {
    // SAFETY: as the caller promises.
    std::str::from_utf8(unsafe { bytes(slice) }?).map_err(|_| Status::BadKind)
}

/// Writes a result for the caller.
///
/// # Safety
///
/// The place is null, or can be written.
unsafe fn put<T>(place: *mut T, value: T) -> Result<(), Status> {
    if place.is_null() {
        return Err(Status::Null);
    }
    // SAFETY: as the caller promises.
    unsafe { place.write(value) };
    Ok(())
}

/// As [`put`], for results that nobody has to ask for.
///
/// # Safety
///
/// As [`put`].
unsafe fn put_if_asked<T>(place: *mut T, value: T) {
    // SAFETY: as the caller promises.
    let _ = unsafe { put(place, value) };
}
