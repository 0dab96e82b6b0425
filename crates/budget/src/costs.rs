//! What work costs: how many units of each kind are done for one tick.
//!
//! A tick is meant to be about an instruction of a script. The clock and the interrupters are looked at every
//! [`CHECK_INTERVAL`](crate::CHECK_INTERVAL) ticks, so what is done for one must never take longer than some thirty nanoseconds:
//! an interrupt would come late by as much as a tick is too cheap.

/// Code units of strings copied, or looked at one by one.
pub const UNITS_PER_TICK: u64 = 16;

/// Letters converted to the other case by Unicode's tables.
pub const LETTERS_PER_TICK: u64 = 2;

/// Code units read as a date.
pub const DATE_UNITS_PER_TICK: u64 = 2;

/// Bytes of source text that are read within a token, or skipped before it.
pub const BYTES_READ_PER_TICK: usize = 16;

/// Code units compared in bulk.
pub const UNITS_COMPARED_PER_TICK: u64 = 128;

/// Bytes copied, or made zero, in bulk.
pub const BYTES_PER_TICK: u64 = 128;

/// Array elements moved or filled.
pub const ELEMENTS_PER_TICK: u64 = 16;

/// Entries of a Map or Set that are moved to a larger table.
pub const ENTRIES_MOVED_PER_TICK: u64 = 2;

/// Elements put into a sparse map, or taken out of it, one after the other.
pub const SPARSE_ELEMENTS_PER_TICK: u64 = 1;

/// Arguments that are passed on, and looked at by the callee.
pub const ARGUMENTS_PER_TICK: u64 = 8;

/// Rows of a table that a pass of the compiler looks at: instructions, bindings, texts.
pub const ROWS_PER_TICK: u32 = 4;

/// Registers of a frame made undefined.
pub const REGISTERS_PER_TICK: u64 = 64;

/// For each cell that a collection marks: it is found, looked into, and looked at again by the sweep, by a cache miss each.
pub const TICKS_PER_MARKED_CELL: u64 = 8;

/// Bytes of live data that a collection goes through.
pub const LIVE_BYTES_PER_TICK: u64 = 64;

/// Bytes that an allocation takes besides those that were asked for, about.
pub const ALLOCATION_OVERHEAD: usize = 16;

/// No allocation takes less than this: that is what the smallest pieces of common allocators are.
pub const LEAST_ALLOCATION: usize = 32;

/// Bytes of memory that a vector or a box with so many bytes takes.
#[inline]
pub fn allocation_bytes(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { bytes.saturating_add(ALLOCATION_OVERHEAD).max(LEAST_ALLOCATION) }
}

/// The same for an `Arc`, which counts beside so many bytes who has it.
#[inline]
pub fn shared_bytes(bytes: usize) -> usize {
    allocation_bytes(bytes.saturating_add(2 * size_of::<usize>()))
}

/// For each property of an object that gets another prototype: a shape is found or made.
pub const TICKS_PER_SHAPE: u64 = 8;

// What one operation costs, where it is clearly more than an instruction.

/// An activation of a generator or async function: two objects, one of them large, and a promise.
pub const ACTIVATION: u64 = 10;

/// A property name made of an index: a string, or the text of a number.
pub const INDEX_TEXT: u64 = 2;

/// One name or value of those that `Object.entries` and its like list: looked up, read, stored.
pub const ENTRY: u64 = 4;

/// A property defined by a descriptor.
pub const DEFINITION: u64 = 6;

/// An object that describes a property.
pub const DESCRIPTION: u64 = 16;

/// A text of a few characters read as a number.
pub const NUMBER_READ: u64 = 1;

/// An element with an index too large for a vector, taken from the end of an array.
pub const LARGE_INDEX_REMOVED: u64 = 6;

/// A part that is cut out of a string.
pub const PART: u64 = 2;

/// Whether a character counts for the case of its neighbours.
pub const CASE_CLASS: u64 = 8;

/// An error whose message is put together.
pub const MESSAGE: u64 = 16;

/// The shortest decimal text of a number.
pub const NUMBER_TEXT: u64 = 2;

/// A decimal text of a number with a given number of correct digits, without the digits.
pub const EXACT_DIGITS: u64 = 20;

/// A digit in another radix: large and small numbers have a thousand, and each is a division of all the others.
pub const RADIX_DIGIT: u64 = 2;

/// The offset of local time, looked up in the time zone database.
pub const LOCAL_TIME: u64 = 6;

/// The text of a date.
pub const DATE_TEXT: u64 = 16;

/// Looking up what the clock says.
pub const CLOCK: u64 = 2;

/// A call of a function of the embedder: values become the embedder's and come back, and what it does by itself nobody sees.
pub const HOST_CALL: u64 = 64;

/// A collection that a function of the embedder asks for. What it finds to do is nothing that fuel may depend on.
pub const COLLECTION: u64 = 1 << 15;

/// A compilation, besides what it ticks as it reads: the tables that it begins with, and its unit's.
pub const COMPILATION: u32 = 64;
