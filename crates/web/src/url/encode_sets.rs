//! Percent-encode sets and percent-encoding, URL 1.3.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::heap::Heap;

/// The ASCII characters of a percent-encode set, a bit for each. Characters beyond ASCII are in all sets.
#[derive(Copy, Clone)]
pub(super) struct EncodeSet(u128);

impl EncodeSet {
    pub(super) const C0_CONTROL: EncodeSet = EncodeSet(u32::MAX as u128 | 1 << 0x7F);
    pub(super) const FRAGMENT: EncodeSet = Self::C0_CONTROL.with(b" \"<>`");
    pub(super) const QUERY: EncodeSet = Self::C0_CONTROL.with(b" \"#<>");
    pub(super) const SPECIAL_QUERY: EncodeSet = Self::QUERY.with(b"'");
    pub(super) const PATH: EncodeSet = Self::QUERY.with(b"?^`{}");
    pub(super) const USERINFO: EncodeSet = Self::PATH.with(b"/:;=@[\\]|");
    const COMPONENT: EncodeSet = Self::USERINFO.with(b"$%&+,");
    pub(super) const FORM: EncodeSet = Self::COMPONENT.with(b"!'()~");

    const fn with(self, more: &[u8]) -> EncodeSet {
        let (mut bits, mut index) = (self.0, 0);
        while index < more.len() {
            bits |= 1 << more[index];
            index += 1;
        }
        EncodeSet(bits)
    }

    #[inline]
    pub(super) fn has(self, byte: u8) -> bool {
        byte >= 0x80 || self.0 >> byte & 1 != 0
    }
}

/// Bytes that are worked on between two ticks.
pub(super) const PIECE: usize = 1 << 10;

const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

/// Appends UTF-8 percent-encoded. The room that it takes is lent.
pub(super) fn encode(heap: &mut Heap, out: &mut Vec<u8>, text: &[u8], set: EncodeSet) -> Result<(), Termination> {
    for piece in text.chunks(PIECE) {
        heap.work(piece.len() as u64 / UNITS_PER_TICK + 1)?;
        let encoded = piece.iter().filter(|&&byte| set.has(byte)).count();
        heap.lend_room(out, piece.len() + 2 * encoded)?;
        if encoded == 0 {
            out.extend_from_slice(piece);
            continue;
        }
        for &byte in piece {
            if set.has(byte) {
                out.extend([b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 0xF)]]);
            } else {
                out.push(byte);
            }
        }
    }
    Ok(())
}

/// Percent-decodes bytes. The room that it takes is lent.
pub(super) fn decode(heap: &mut Heap, text: &[u8]) -> Result<Vec<u8>, Termination> {
    let mut out = Vec::new();
    heap.lend_room(&mut out, text.len())?;
    let mut at = 0;
    while at < text.len() {
        let end = text.len().min(at + PIECE);
        heap.work((end - at) as u64 / UNITS_PER_TICK + 1)?;
        while at < end {
            let escaped = match (text[at], text.get(at + 1), text.get(at + 2)) {
                (b'%', Some(&high), Some(&low)) => digit(high).zip(digit(low)).map(|(high, low)| high << 4 | low),
                _ => None,
            };
            out.push(escaped.unwrap_or(text[at]));
            at += if escaped.is_some() { 3 } else { 1 };
        }
    }
    Ok(out)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Returns the place of the first byte that is looked for, or the length.
pub(super) fn find(heap: &mut Heap, text: &[u8], is_it: impl Fn(u8) -> bool) -> Result<usize, Termination> {
    let mut start = 0;
    for piece in text.chunks(PIECE) {
        let found = piece.iter().position(|&byte| is_it(byte));
        heap.work(found.unwrap_or(piece.len()) as u64 / UNITS_PER_TICK)?;
        if let Some(found) = found {
            return Ok(start + found);
        }
        start += piece.len();
    }
    Ok(start)
}

/// Copies bytes, in room that is lent.
pub(super) fn copied(heap: &mut Heap, bytes: &[u8]) -> Result<Vec<u8>, Termination> {
    let mut copy = Vec::new();
    append(heap, &mut copy, bytes)?;
    Ok(copy)
}

/// Appends bytes, in room that is lent.
pub(super) fn append(heap: &mut Heap, out: &mut Vec<u8>, bytes: &[u8]) -> Result<(), Termination> {
    heap.work(bytes.len() as u64 / ferrotape_budget::costs::BYTES_PER_TICK)?;
    heap.lend_room(out, bytes.len())?;
    out.extend_from_slice(bytes);
    Ok(())
}
