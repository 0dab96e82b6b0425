//! Concatenations: copied if short, otherwise ropes, which are flattened when somebody needs the units.

use ferrotape_budget::costs::{UNITS_PER_TICK, allocation_bytes};
use ferrotape_budget::{Budget, Termination};

use super::Heap;
use super::string::{FlatString, MAX_STRING_LENGTH, SHORT_LENGTH, StringData, StringView};
use crate::id::StringId;

/// Length below which concatenations are copied at once.
const ROPE_MIN_LENGTH: usize = 24;

// Flat ropes are charged as memory of their own.
const _: () = assert!(ROPE_MIN_LENGTH > SHORT_LENGTH);

/// Bytes of a rope's units in a flat string.
fn rope_bytes(length: usize, latin1: bool) -> usize {
    allocation_bytes(if latin1 { length } else { length * 2 })
}

impl Heap {
    /// Makes the units of a string contiguous, for ropes of any depth, without recursion.
    #[inline]
    pub fn flatten(&mut self, id: StringId) -> Result<FlatString, Termination> {
        match self.string_cell(id).data {
            StringData::Rope { length, latin1, .. } => {
                flatten_rope(self, id, length as usize, latin1)?;
                Ok(FlatString::of_flattened(id))
            }
            _ => Ok(FlatString::of_flattened(id)),
        }
    }

    /// Passes the units of a string to `work`. A rope stays a rope: its copy is freed as soon as it is not needed,
    /// while a flat string would wait for the next collection.
    pub fn with_units<T>(
        &mut self,
        id: StringId,
        work: impl FnOnce(StringView<'_>, &mut Budget) -> Result<T, Termination>,
    ) -> Result<T, Termination> {
        let StringData::Rope { length, latin1, .. } = self.string_cell(id).data else {
            return work(self.strings.view(id), &mut self.budget);
        };
        let bytes = rope_bytes(length as usize, latin1);
        self.take(bytes)?;
        let data = join_rope(self, id, length as usize, latin1)?;
        let done = work(data.own_view(), &mut self.budget);
        data.give_back();
        self.budget.resized(bytes, 0);
        done
    }
}

/// Most units of a string that an operation makes of others.
#[inline]
pub fn longest_string(heap: &Heap) -> usize {
    heap.longest_string
}

/// Sets the most units of a string. Messages and names are strings as well, so there is a least length.
pub fn set_longest_string(heap: &mut Heap, units: usize) {
    const LEAST: usize = 1 << 10;
    heap.longest_string = units.clamp(LEAST, MAX_STRING_LENGTH);
}

/// Concatenates two strings: a copy if short, otherwise a rope. `None` if it would be longer than [`longest_string`].
pub fn concat(heap: &mut Heap, left: StringId, right: StringId) -> Option<StringId> {
    let (left_length, right_length) = (heap.string_length(left), heap.string_length(right));
    if left_length == 0 {
        return Some(right);
    }
    if right_length == 0 {
        return Some(left);
    }
    let length = left_length + right_length;
    if length > heap.longest_string {
        return None;
    }
    let latin1 = is_latin1(heap, left) && is_latin1(heap, right);
    if length < ROPE_MIN_LENGTH
        && latin1
        && let (Some(a), Some(b)) = (flat_latin1(heap, left), flat_latin1(heap, right))
    {
        let mut bytes = [0; ROPE_MIN_LENGTH];
        bytes[..left_length].copy_from_slice(a);
        bytes[left_length..length].copy_from_slice(b);
        return Some(heap.new_latin1(&bytes[..length]));
    }
    Some(heap.insert_string(StringData::Rope { left, right, length: length as u32, latin1 }))
}

/// The characters of a flat string of Latin-1; none for other strings.
fn flat_latin1(heap: &Heap, id: StringId) -> Option<&[u8]> {
    if let StringData::Rope { .. } = heap.string_cell(id).data { None } else { heap.strings.view(id).as_latin1() }
}

pub(super) fn is_latin1(heap: &Heap, id: StringId) -> bool {
    match &heap.string_cell(id).data {
        StringData::Short { .. } | StringData::Latin1(_) => true,
        StringData::Utf16(_) => false,
        StringData::Rope { latin1, .. } => *latin1,
        StringData::Slice { parent, .. } => !matches!(heap.string_cell(*parent).data, StringData::Utf16(_)),
    }
}

fn flatten_rope(heap: &mut Heap, id: StringId, length: usize, latin1: bool) -> Result<(), Termination> {
    heap.take(rope_bytes(length, latin1))?;
    let data = join_rope(heap, id, length, latin1)?;
    heap.strings.get_mut(id.0).data = data;
    Ok(())
}

/// Makes a flat copy, whose bytes have been charged; they are released if there is none.
fn join_rope(heap: &mut Heap, id: StringId, length: usize, latin1: bool) -> Result<StringData, Termination> {
    let data = heap.with_loans(|heap| {
        // Ropes are longer than what fits a cell.
        if latin1 {
            let copy = |to: &mut [u8], leaf: StringView<'_>| {
                to.copy_from_slice(leaf.as_latin1().unwrap_or_default());
            };
            join_leaves(heap, id, length, copy).map(|bytes| StringData::Latin1(bytes.into()))
        } else {
            let copy = |to: &mut [u16], leaf: StringView<'_>| match leaf {
                StringView::Latin1(bytes) => to.iter_mut().zip(bytes).for_each(|(to, &byte)| *to = byte.into()),
                StringView::Utf16(units) => to.copy_from_slice(units),
            };
            join_leaves(heap, id, length, copy).map(|units| StringData::Utf16(units.into()))
        }
    });
    data.inspect_err(|_| heap.budget.resized(rope_bytes(length, latin1), 0))
}

/// Collects the units of a rope, which have been charged for. A tick pays for each node, as nodes are spread in memory,
/// and for some units. Of two sides the flat one comes first, so nothing has to wait in a rope that has grown at one
/// end.
fn join_leaves<U: Copy + Default>(
    heap: &mut Heap,
    rope: StringId,
    length: usize,
    copy: impl Fn(&mut [U], StringView<'_>),
) -> Result<Vec<U>, Termination> {
    let mut joined = vec![U::default(); length];
    // Ropes, and where they begin.
    let mut pending: Vec<(StringId, u32)> = Vec::new();
    let mut next = Some((rope, 0));
    while let Some((id, start)) = next {
        let Heap { strings, budget, .. } = heap;
        let StringData::Rope { left, right, .. } = strings.get(id.0).data else {
            next = pending.pop();
            continue;
        };
        budget.work(1)?;
        let mut copy_flat = |id: StringId, start: u32| {
            if let StringData::Rope { .. } = strings.get(id.0).data {
                return Ok(false);
            }
            let leaf = strings.view(id);
            let to = &mut joined[start as usize..][..leaf.len()];
            if leaf.len() < UNITS_PER_TICK as usize {
                copy(to, leaf);
                return Ok(true);
            }
            budget.in_pieces(leaf.len(), UNITS_PER_TICK, |piece| {
                copy(&mut to[piece.clone()], leaf.slice(piece.start, piece.end));
            })?;
            Ok(true)
        };
        let middle = start + strings.get(left.0).data.length() as u32;
        next = match (copy_flat(left, start)?, copy_flat(right, middle)?) {
            (true, true) => pending.pop(),
            (true, false) => Some((right, middle)),
            (false, true) => Some((left, start)),
            (false, false) => {
                heap.lend_room(&mut pending, 1)?;
                pending.push((right, middle));
                Some((left, start))
            }
        };
    }
    Ok(joined)
}
