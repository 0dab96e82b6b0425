//! Compact map from code indices to source offsets.
//!
//! ```text
//! entries of:  index delta (varint)   offset delta (zigzag varint)
//! ```
//!
//! An entry stands where the offset changes. An instruction without an entry has the offset of the previous one.

/// Encoded pairs of code index and source offset, ascending by index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionTable {
    bytes: Box<[u8]>,
    /// Index of a long table: a checkpoint after every [`STRETCH`] entries.
    checkpoints: Box<[Checkpoint]>,
}

/// State of the decoder before an entry.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Checkpoint {
    /// Position of the entry in the bytes.
    byte: u32,
    /// Code index of the previous entry; `offset` is its offset.
    index: u32,
    offset: u32,
}

const STRETCH: u32 = 128;

/// Builds a [`PositionTable`].
#[derive(Default)]
pub struct PositionTableBuilder {
    bytes: Vec<u8>,
    checkpoints: Vec<Checkpoint>,
    entries: u32,
    last_index: u32,
    last_offset: Option<u32>,
}

impl PositionTableBuilder {
    /// Adds a code index with its byte offset. Indices ascend.
    #[inline]
    pub fn push(&mut self, index: u32, offset: u32) {
        if self.last_offset != Some(offset) {
            self.add(index, offset);
        }
    }

    /// Writes an entry, with a checkpoint of the previous one before each stretch of entries.
    fn add(&mut self, index: u32, offset: u32) {
        let last_offset = self.last_offset.unwrap_or(0);
        if self.entries > 0 && self.entries.is_multiple_of(STRETCH) {
            let byte = self.bytes.len() as u32;
            self.checkpoints.push(Checkpoint { byte, index: self.last_index, offset: last_offset });
        }
        let delta = i64::from(offset) - i64::from(last_offset);
        write_varint(&mut self.bytes, u64::from(index.saturating_sub(self.last_index)));
        write_varint(&mut self.bytes, ((delta << 1) ^ (delta >> 63)) as u64);
        self.entries += 1;
        (self.last_index, self.last_offset) = (index, Some(offset));
    }

    /// Returns the table, and starts another one.
    pub fn finish(&mut self) -> PositionTable {
        let table = PositionTable { bytes: self.bytes[..].into(), checkpoints: self.checkpoints[..].into() };
        self.bytes.clear();
        self.checkpoints.clear();
        (self.entries, self.last_index, self.last_offset) = (0, 0, None);
        table
    }

    /// Returns the bytes of memory taken.
    pub fn bytes(&self) -> usize {
        self.bytes.capacity() + self.checkpoints.capacity() * size_of::<Checkpoint>()
    }
}

impl PositionTable {
    /// Makes a table of `(code index, byte offset)` pairs with ascending indices.
    pub fn new(entries: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut builder = PositionTableBuilder::default();
        entries.into_iter().for_each(|(index, offset)| builder.push(index, offset));
        builder.finish()
    }

    /// Returns the encoded entries.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Makes a table of encoded entries; None if they are invalid.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let mut builder = PositionTableBuilder::default();
        let (mut rest, mut index, mut offset) = (bytes, 0u32, 0i64);
        while !rest.is_empty() {
            let (delta, zigzag) = (read_varint(&mut rest)?, read_varint(&mut rest)?);
            index = index.checked_add(u32::try_from(delta).ok()?)?;
            offset = offset.checked_add(((zigzag >> 1) as i64) ^ -((zigzag & 1) as i64))?;
            builder.push(index, u32::try_from(offset).ok()?);
        }
        Some(builder.finish())
    }

    /// Returns the source offset of the instruction at `index`.
    pub fn offset(&self, index: u32) -> u32 {
        // A checkpoint records the entry before it.
        let passed = self.checkpoints.partition_point(|checkpoint| checkpoint.index <= index);
        let start = passed.checked_sub(1).map(|last| self.checkpoints[last]);
        let mut found = start.map_or(0, |start| start.offset);
        for (start, offset) in self.entries_from(start) {
            if start > index {
                break;
            }
            found = offset;
        }
        found
    }

    /// Returns the pairs, without repeats of an offset.
    pub fn entries(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.entries_from(None)
    }

    /// Decodes the pairs behind a checkpoint; all of them without one.
    fn entries_from(&self, start: Option<Checkpoint>) -> impl Iterator<Item = (u32, u32)> + '_ {
        let start = start.unwrap_or(Checkpoint { byte: 0, index: 0, offset: 0 });
        let mut rest = &self.bytes[start.byte as usize..];
        let (mut index, mut offset) = (start.index, i64::from(start.offset));
        std::iter::from_fn(move || {
            let delta = read_varint(&mut rest)?;
            let zigzag = read_varint(&mut rest)?;
            index = index.wrapping_add(delta as u32);
            offset += ((zigzag >> 1) as i64) ^ -((zigzag & 1) as i64);
            Some((index, offset as u32))
        })
    }

    /// Returns the size in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len() + size_of_val(&*self.checkpoints)
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

/// Takes a number off the front. Returns `None` if the bytes end in it, or it has more than ten bytes.
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

    #[test]
    fn long_tables_are_entered_in_the_middle() {
        let entries: Vec<(u32, u32)> = (0..10_000u32).map(|index| (3 * index, index * 7919 % 100_003)).collect();
        let table = PositionTable::new(entries.iter().copied());
        assert!(table.entries().eq(entries.iter().copied()));
        for (index, offset) in entries {
            assert_eq!([0, 1, 2].map(|more| table.offset(index + more)), [offset; 3]);
        }
    }
}
