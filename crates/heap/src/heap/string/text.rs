//! Conversions between strings of scripts and Rust text, done in pieces: an interrupt cannot wait until a long string
//! is copied.

use std::ops::Range;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{UNITS_COMPARED_PER_TICK, UNITS_PER_TICK};

use crate::heap::Heap;
use crate::heap::string::{self, FlatString, StringView};
use crate::id::StringId;

/// Units that are scanned at once: it takes some microseconds, and nothing ticks for it besides the copy.
const LOOKED_AT_ONCE: usize = 1 << 17;

/// [`StringView::max_utf8_length`] of a string that may be long.
pub fn max_utf8_length(heap: &mut Heap, string: FlatString) -> Result<usize, Termination> {
    match heap.view_and_budget(string) {
        (StringView::Latin1(bytes), budget) if bytes.len() > LOOKED_AT_ONCE => {
            let is_other = |piece: Range<usize>| (!bytes[piece].is_ascii()).then_some(());
            let other = budget.find_in_pieces(bytes.len(), UNITS_COMPARED_PER_TICK, is_other)?;
            Ok(if other.is_some() { 2 * bytes.len() } else { bytes.len() })
        }
        (view, _) => Ok(view.max_utf8_length()),
    }
}

/// [`StringView::to_string_lossy`] of a string that may be long and takes at most `bytes`: copied in pieces.
pub fn copied_text(heap: &mut Heap, string: FlatString, bytes: usize) -> Result<String, Termination> {
    let (view, budget) = heap.view_and_budget(string);
    let mut text = String::with_capacity(bytes);
    budget.in_pieces(view.len(), UNITS_PER_TICK, |piece| view.append_text(piece, &mut text))?;
    Ok(text)
}

/// [`StringView::to_units`] of a string that may be long.
pub fn copied_units(heap: &mut Heap, string: FlatString) -> Result<Vec<u16>, Termination> {
    let (view, budget) = heap.view_and_budget(string);
    let mut units = Vec::with_capacity(view.len());
    budget.in_pieces(view.len(), UNITS_PER_TICK, |piece| view.slice(piece.start, piece.end).append_to(&mut units))?;
    Ok(units)
}

/// [`Heap::new_string`] of a text that may be long. Ticks for it; there must be room for four times the text.
pub fn new_long_string(heap: &mut Heap, text: &str) -> Result<StringId, Termination> {
    let bytes = text.as_bytes();
    if bytes.len() <= LOOKED_AT_ONCE {
        heap.budget.work(bytes.len() as u64 / UNITS_PER_TICK)?;
        return Ok(heap.new_string(text));
    }
    let is_other = |piece: Range<usize>| (!bytes[piece].is_ascii()).then_some(());
    if heap.budget.find_in_pieces(bytes.len(), UNITS_COMPARED_PER_TICK, is_other)?.is_none() {
        let mut copy = Vec::with_capacity(bytes.len());
        heap.budget.in_pieces(bytes.len(), UNITS_PER_TICK, |piece| copy.extend_from_slice(&bytes[piece]))?;
        return Ok(heap.new_latin1(copy));
    }
    let mut units = Vec::with_capacity(bytes.len());
    heap.budget.in_pieces(bytes.len(), UNITS_PER_TICK, |piece| {
        let part = text.floor_char_boundary(piece.start)..text.floor_char_boundary(piece.end);
        units.extend(text[part].encode_utf16());
    })?;
    string::new_long_utf16(heap, units)
}

impl StringView<'_> {
    /// Appends the text of some units; lone surrogates become U+FFFD. A pair is appended with its first half.
    pub fn append_text(self, units: Range<usize>, text: &mut String) {
        let piece = self.slice(self.behind_pair(units.start), self.behind_pair(units.end));
        match piece.ascii() {
            Some(ascii) => text.push_str(ascii),
            None => {
                text.extend(char::decode_utf16(piece.units()).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)))
            }
        }
    }

    /// The place, or the next one if the place is within a pair.
    fn behind_pair(self, place: usize) -> usize {
        let is_half = |place: usize, halves: Range<u16>| self.get(place).is_some_and(|unit| halves.contains(&unit));
        let is_within = place > 0 && is_half(place - 1, 0xD800..0xDC00) && is_half(place, 0xDC00..0xE000);
        place + usize::from(is_within)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use ferrotape_budget::Watcher;

    use super::*;

    /// Units for more than a piece, with a pair at the end of one.
    fn long_units() -> Vec<u16> {
        let mut units = vec![0x3BB; (1 << 16) - 1];
        units.extend([0xD83D, 0xDE00]);
        units.resize(1 << 17, 0x3BB);
        units.extend([0xD83D, 0xD83D, 0xDE00, 0xDE00]);
        units.repeat(3)
    }

    #[test]
    fn long_texts_are_the_same_as_if_they_were_copied_at_once() {
        let mut heap = Heap::new(1, &[]);
        let latin1 = [b'a', 0xE9].repeat(1 << 18);
        for string in [
            heap.new_latin1(b"abc".repeat(1 << 18)),
            heap.new_latin1(latin1),
            string::new_utf16(&mut heap, long_units()),
            StringId::EMPTY,
        ] {
            let flat = heap.flatten(string).expect("a flat string");
            let bytes = max_utf8_length(&mut heap, flat).expect("a length");
            assert_eq!(bytes, heap.view(flat).max_utf8_length());
            let text = copied_text(&mut heap, flat, bytes).expect("a copy");
            assert!(text == heap.view(flat).to_string_lossy() && text.capacity() <= bytes);
            let units = copied_units(&mut heap, flat).expect("a copy");
            assert!(units == heap.view(flat).to_units());
            let back = new_long_string(&mut heap, &text).expect("a string");
            let at_once = heap.new_string(&text);
            let (back, at_once) = (heap.flatten(back), heap.flatten(at_once));
            assert!(heap.view(back.expect("flat")).equals(heap.view(at_once.expect("flat"))));
        }
    }

    #[test]
    fn copies_are_interrupted_half_way() {
        let mut heap = Heap::new(1, &[]);
        let text = "a".repeat(1 << 23);
        let string = heap.new_string(&text);
        let wide = string::new_utf16(&mut heap, vec![0x3BB; 1 << 23]);
        let (string, wide) = (heap.flatten(string).expect("flat"), heap.flatten(wide).expect("flat"));
        let wide_text = heap.view(wide).to_string_lossy();
        type Copying<'a> = &'a dyn Fn(&mut Heap) -> Result<(), Termination>;
        let copies: [(&str, Copying<'_>); 6] = [
            ("the length", &|heap| max_utf8_length(heap, string).map(drop)),
            ("a text", &|heap| copied_text(heap, string, 1 << 23).map(drop)),
            ("a text of two bytes", &|heap| copied_text(heap, wide, 1 << 24).map(drop)),
            ("units", &|heap| copied_units(heap, string).map(drop)),
            ("a string", &|heap| new_long_string(heap, &text).map(drop)),
            ("a string of two bytes", &|heap| new_long_string(heap, &wide_text).map(drop)),
        ];
        for (name, copy) in copies {
            static LOOKS: AtomicU32 = AtomicU32::new(0);
            LOOKS.store(0, Ordering::Relaxed);
            let second = Watcher::new(|| LOOKS.fetch_add(1, Ordering::Relaxed) == 1);
            let outer = heap.budget.narrow(None, None, Some(second));
            assert_eq!(copy(&mut heap), Err(Termination::Interrupted), "{name}");
            heap.budget.widen(outer);
            assert_eq!(copy(&mut heap), Ok(()), "{name}");
        }
    }
}
