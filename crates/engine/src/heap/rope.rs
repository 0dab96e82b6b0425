//! Concatenations: copied where short, else ropes, which are flattened when somebody needs the units.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::UNITS_PER_TICK;

use super::string::{FlatString, MAX_STRING_LENGTH, SHORT_LENGTH, StringData, StringView};
use super::{Heap, StringId, allocation_bytes};

/// Concatenations shorter than this are copied at once.
const ROPE_MIN_LENGTH: usize = 24;

// Flat ropes are charged as memory of their own.
const _: () = assert!(ROPE_MIN_LENGTH > SHORT_LENGTH);

impl Heap {
    /// The concatenation, copied where short, else a rope. `None` where it would be longer than [`MAX_STRING_LENGTH`].
    pub fn concat(&mut self, left: StringId, right: StringId) -> Option<StringId> {
        let (left_length, right_length) = (self.string_length(left), self.string_length(right));
        if left_length == 0 {
            return Some(right);
        }
        if right_length == 0 {
            return Some(left);
        }
        let length = left_length + right_length;
        if length > MAX_STRING_LENGTH {
            return None;
        }
        let latin1 = self.is_latin1(left) && self.is_latin1(right);
        if length < ROPE_MIN_LENGTH
            && latin1
            && let (Some(a), Some(b)) = (self.flat_latin1(left), self.flat_latin1(right))
        {
            let mut bytes = [0; ROPE_MIN_LENGTH];
            bytes[..left_length].copy_from_slice(a);
            bytes[left_length..length].copy_from_slice(b);
            let data = StringData::latin1(&bytes[..length]);
            return Some(self.insert_string(data));
        }
        Some(self.insert_string(StringData::Rope { left, right, length: length as u32, latin1 }))
    }

    /// The characters, unless this is a rope or of two bytes each.
    fn flat_latin1(&self, id: StringId) -> Option<&[u8]> {
        let cell = self.string_cell(id);
        if let StringData::Rope { .. } = cell.data { None } else { cell.view().as_latin1() }
    }

    fn is_latin1(&self, id: StringId) -> bool {
        match &self.string_cell(id).data {
            StringData::Short { .. } | StringData::Latin1(_) => true,
            StringData::Utf16(_) => false,
            StringData::Rope { latin1, .. } => *latin1,
        }
    }

    /// Makes the units of a string contiguous. Ropes of any depth, without recursion.
    #[inline]
    pub fn flatten(&mut self, id: StringId) -> Result<FlatString, Termination> {
        match self.string_cell(id).data {
            StringData::Rope { length, latin1, .. } => {
                self.flatten_rope(id, length as usize, latin1)?;
                Ok(FlatString::of_flattened(id))
            }
            _ => Ok(FlatString::of_flattened(id)),
        }
    }

    fn flatten_rope(&mut self, id: StringId, length: usize, latin1: bool) -> Result<(), Termination> {
        let bytes = allocation_bytes(if latin1 { length } else { length * 2 });
        self.charge(bytes)?;
        let data = self.with_loans(|heap| {
            // Ropes are longer than what fits a cell.
            if latin1 {
                let push = |bytes: &mut Vec<u8>, leaf: StringView<'_>| {
                    bytes.extend_from_slice(leaf.as_latin1().unwrap_or_default());
                };
                heap.join_leaves(id, length, push).map(|bytes| StringData::Latin1(bytes.into()))
            } else {
                let push = |units: &mut Vec<u16>, leaf: StringView<'_>| leaf.append_to(units);
                heap.join_leaves(id, length, push).map(|units| StringData::Utf16(units.into()))
            }
        });
        match data {
            Ok(data) => {
                self.strings.get_mut(id.0).data = data;
                Ok(())
            }
            Err(termination) => {
                self.budget.release(bytes);
                Err(termination)
            }
        }
    }

    /// The units of a rope, which have been charged for. A tick pays for each node, which is somewhere in memory, and for some
    /// units.
    fn join_leaves<U>(
        &mut self,
        rope: StringId,
        length: usize,
        push: impl Fn(&mut Vec<U>, StringView<'_>),
    ) -> Result<Vec<U>, Termination> {
        let mut joined = Vec::with_capacity(length);
        let mut pending = Vec::new();
        let mut next = Some(rope);
        while let Some(id) = next {
            self.lend_room(&mut pending, 1)?;
            let Heap { strings, budget, .. } = self;
            let cell = strings.get(id.0);
            next = match cell.data {
                StringData::Rope { left, right, .. } => {
                    budget.tick(1)?;
                    pending.push(right);
                    Some(left)
                }
                _ => {
                    let leaf = cell.view();
                    budget.in_pieces(leaf.len(), UNITS_PER_TICK, |piece| {
                        push(&mut joined, leaf.slice(piece.start, piece.end));
                    })?;
                    pending.pop()
                }
            };
        }
        Ok(joined)
    }
}
