//! From code index to source offset, compactly.
//!
//! ```text
//! entries of:  index delta (varint)   offset delta (zigzag varint)
//! ```
//!
//! An entry stands where the offset changes; an instruction without one has that of the instruction before it.

/// Encoded pairs of code index and source offset, ascending by index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionTable {
    bytes: Box<[u8]>,
}

impl PositionTable {
    /// Takes `(code index, byte offset)` pairs with ascending indices.
    pub fn new(entries: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut bytes = Vec::new();
        let (mut last_index, mut last_offset) = (0u32, None);
        for (index, offset) in entries {
            if last_offset == Some(offset) {
                continue;
            }
            let delta = i64::from(offset) - i64::from(last_offset.unwrap_or(0));
            write_varint(&mut bytes, u64::from(index.saturating_sub(last_index)));
            write_varint(&mut bytes, ((delta << 1) ^ (delta >> 63)) as u64);
            (last_index, last_offset) = (index, Some(offset));
        }
        PositionTable { bytes: bytes.into() }
    }

    /// The source offset of the instruction at `index`.
    pub fn offset(&self, index: u32) -> u32 {
        let mut found = 0;
        for (start, offset) in self.entries() {
            if start > index {
                break;
            }
            found = offset;
        }
        found
    }

    /// The pairs again, without repeats of an offset.
    pub fn entries(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mut rest = &self.bytes[..];
        let (mut index, mut offset) = (0u32, 0i64);
        std::iter::from_fn(move || {
            let delta = read_varint(&mut rest)?;
            let zigzag = read_varint(&mut rest)?;
            index = index.wrapping_add(delta as u32);
            offset += ((zigzag >> 1) as i64) ^ -((zigzag & 1) as i64);
            Some((index, offset as u32))
        })
    }

    /// Size in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

fn write_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn read_varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, tail) = rest.split_first()?;
        *rest = tail;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_come_back_also_backwards_and_far() {
        let table = PositionTable::new([(0, 10), (2, 5), (3, 5), (1000, 2_000_000_000), (1001, 0)]);
        let found: Vec<u32> = [0, 1, 2, 3, 999, 1000, 1001, 5000].iter().map(|&index| table.offset(index)).collect();
        assert_eq!(found, [10, 10, 5, 5, 5, 2_000_000_000, 0, 0]);
        assert_eq!(table.entries().count(), 4);
        assert_eq!(PositionTable::default().offset(3), 0);
    }
}
