//! Costs of work: how many units of each kind are done for one tick.
//!
//! A tick is meant to be about an instruction of a script. The clock and the interrupters are checked every
//! [`CHECK_INTERVAL`](crate::CHECK_INTERVAL) ticks. So the work of a tick must never take longer than some thirty
//! nanoseconds: if ticks were too cheap, interrupts would come late by as much.

/// Code units of strings copied, or visited one by one.
pub const UNITS_PER_TICK: u64 = 16;

/// Letters converted to the other case by Unicode's tables.
pub const LETTERS_PER_TICK: u64 = 2;

/// Code units read as a date.
pub const DATE_UNITS_PER_TICK: u64 = 2;

/// Bytes of source text read within a token, or skipped before it.
pub const BYTES_READ_PER_TICK: usize = 16;

/// Code units compared in bulk.
pub const UNITS_COMPARED_PER_TICK: u64 = 128;

/// Bytes copied, or made zero, in bulk.
pub const BYTES_PER_TICK: u64 = 128;

/// Array elements moved or filled.
pub const ELEMENTS_PER_TICK: u64 = 16;

/// Entries of a Map or Set moved to a larger table.
pub const ENTRIES_MOVED_PER_TICK: u64 = 2;

/// Elements put into a sparse map, or taken out of it, one after the other.
pub const SPARSE_ELEMENTS_PER_TICK: u64 = 1;

/// Arguments passed on, and visited by the callee.
pub const ARGUMENTS_PER_TICK: u64 = 8;

/// Rows of a table visited by a pass of the compiler: instructions, bindings, texts.
pub const ROWS_PER_TICK: u32 = 4;

/// Registers of a frame set to undefined.
pub const REGISTERS_PER_TICK: u64 = 64;

/// Ticks for each cell that a collection marks. The cell is found, scanned, and visited again by the sweep, with a
/// cache miss each.
pub const TICKS_PER_MARKED_CELL: u64 = 8;

/// Bytes of live data that a collection scans.
pub const LIVE_BYTES_PER_TICK: u64 = 64;

/// Approximate bytes that an allocation takes besides those requested.
pub const ALLOCATION_OVERHEAD: usize = 16;

/// Fewest bytes of an allocation, which is the size of the smallest pieces of common allocators.
pub const LEAST_ALLOCATION: usize = 32;

/// Returns the bytes of memory that a vector or a box with this many bytes takes.
#[inline]
pub fn allocation_bytes(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { bytes.saturating_add(ALLOCATION_OVERHEAD).max(LEAST_ALLOCATION) }
}

/// Returns the bytes of memory that an `Arc` with this many bytes takes, including its reference counts.
#[inline]
pub fn shared_bytes(bytes: usize) -> usize {
    allocation_bytes(bytes.saturating_add(2 * size_of::<usize>()))
}

/// Ticks for each property of an object that gets another prototype: a shape is found or made.
pub const TICKS_PER_SHAPE: u64 = 8;

// Costs of single operations that clearly exceed one instruction.

/// An activation of a generator or async function: two objects, one of them large, and a promise.
pub const ACTIVATION: u64 = 10;

/// A property name made from an index: a string, or the text of a number.
pub const INDEX_TEXT: u64 = 2;

/// One name or value listed by `Object.entries` and the like: looked up, read, stored.
pub const ENTRY: u64 = 4;

/// A property defined by a descriptor.
pub const DEFINITION: u64 = 6;

/// A descriptor object of a property.
pub const DESCRIPTION: u64 = 16;

/// An object of the host's: a box of data, its class found by name, kept values.
pub const HOST_OBJECT: u64 = 24;

/// A timer put into the queue, or taken out of it.
pub const TIMER: u64 = 20;

/// A string of a few characters read as a number.
pub const NUMBER_READ: u64 = 1;

/// An element with an index too large for a vector, taken from the end of an array.
pub const LARGE_INDEX_REMOVED: u64 = 6;

/// A part cut out of a string.
pub const PART: u64 = 2;

/// A check of whether a character counts for the case of its neighbours.
pub const CASE_CLASS: u64 = 8;

/// An error whose message is composed.
pub const MESSAGE: u64 = 16;

/// The shortest decimal string of a number.
pub const NUMBER_TEXT: u64 = 2;

/// A decimal string of a number with a given number of correct digits, without the digits.
pub const EXACT_DIGITS: u64 = 20;

/// A digit in another radix. Large and small numbers have a thousand, and each one is a division of all the others.
pub const RADIX_DIGIT: u64 = 2;

/// The offset of local time, looked up in the time zone database.
pub const LOCAL_TIME: u64 = 6;

/// The string of a date.
pub const DATE_TEXT: u64 = 16;

/// A reading of the clock.
pub const CLOCK: u64 = 2;

/// A call of a host function: values are converted for the host and back. The function's own work is invisible.
pub const HOST_CALL: u64 = 64;

/// A collection that a host function requests. Its actual work must not affect fuel.
pub const COLLECTION: u64 = 1 << 15;

/// A compilation, besides its ticks for reading: its initial tables, and its unit's.
pub const COMPILATION: u32 = 64;
