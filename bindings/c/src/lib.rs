//! The functions of `include/ferrotape.h`: pointers and handles of C become operations of `ferrotape-session`.
//!
//! ```text
//! C ──ft_…──▶ handles checked, pointers read ──▶ Record::perform ──▶ Host::call, or Inside::call within a function of the host
//! ```
//!
//! Mistakes of C that can be seen are a status: stale, freed and foreign handles, null pointers, wrong kinds, two threads at
//! once. What cannot be seen is the caller's: pointers to what is not there, lengths that are too long.

mod classes;
mod engines;
mod errors;
mod functions;
#[path = "../../python/src/inside.rs"]
mod inside;
mod objects;
mod places;
mod programs;
mod record;
mod shell;
mod types;
mod values;

use std::ffi::{CStr, c_char};
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

/// Reads a text with a zero at its end. None where the pointer is null.
///
/// # Safety
///
/// The pointer is null, or that of such a text, which does not change meanwhile.
unsafe fn ended_text<'a>(text: *const c_char) -> Result<Option<&'a str>, Status> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(text) }.to_str().map(Some).map_err(|_| Status::BadKind)
}

/// Reads a struct that begins with its size, of which the caller may know fewer fields.
///
/// # Safety
///
/// The pointer is null, or the first field is the number of bytes that can be read. Any bytes are fields of these types.
unsafe fn sized<T: Copy>(given: *const T, zero: T) -> Result<T, Status> {
    if given.is_null() {
        return Ok(zero);
    }
    // SAFETY: the size is there, as the caller promises.
    let size = unsafe { given.cast::<usize>().read() };
    if size < size_of::<usize>() {
        return Err(Status::Usage);
    }
    let mut read = zero;
    // SAFETY: so many bytes can be read, as the caller promises, and no more than there are in `read`.
    unsafe {
        std::ptr::copy_nonoverlapping(given.cast::<u8>(), (&raw mut read).cast::<u8>(), size.min(size_of::<T>()));
    }
    Ok(read)
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
