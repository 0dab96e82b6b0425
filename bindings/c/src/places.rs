//! Places in scripts, of errors, calls and entries of stacks: a source with a line and a column.

use ferrotape_session::Item;

use crate::put_if_asked;
use crate::record::Record;
use crate::types::Slice;

/// Line of a place. Built-in functions have the line 0.
pub fn line_of(place: &Item) -> u32 {
    number(place, "line")
}

fn number(place: &Item, member: &str) -> u32 {
    place.member(member).and_then(Item::as_number).unwrap_or_default() as u32
}

/// Text of a member, which lives until the next operation. It is empty where there is none.
pub fn kept_text(record: &Record, place: &Item, member: &str) -> Slice {
    let text = place.member(member).and_then(Item::as_text).unwrap_or_default();
    record.keep(text.as_bytes().to_vec())
}

/// Gives a place. What is not asked for is left out.
///
/// # Safety
///
/// The pointers are null, or can be written.
pub unsafe fn give_place(record: &Record, place: &Item, source: *mut Slice, line: *mut u32, column: *mut u32) {
    // SAFETY: as the caller promises.
    unsafe {
        put_if_asked(source, kept_text(record, place, "source"));
        put_if_asked(line, line_of(place));
        put_if_asked(column, number(place, "column"));
    }
}
