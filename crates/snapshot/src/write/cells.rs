//! Cells that refer to nothing else: code, strings and the bytes of buffers.

use std::borrow::Cow;
use std::sync::Arc;

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_bytecode::{FunctionKind, Writer};
use rustc_hash::FxHashMap;

use super::super::{Done, HASHED, INTERNED, ROPE, SLICE, SnapshotError, WIDE};
use super::Writing;
use ferrotape_runtime::buffer::Bytes;
use ferrotape_runtime::buffers;
use ferrotape_runtime::heap::{Heap, StringId, StringLayout, StringView};
use ferrotape_runtime::string;

impl Writing<'_> {
    /// Writes the units. If some variable has no value, closures check each one that they read: the reader need not
    /// know which it is.
    pub(super) fn write_units(&self, out: &mut Writer) -> Done<()> {
        out.byte(self.lacks_values.into());
        out.number(self.loaded_units.len() as u64);
        for loaded in &self.loaded_units {
            out.number(self.realm_number(loaded.realm));
            let mut unit = Cow::Borrowed(&*loaded.unit);
            if unit.functions.first().is_some_and(|first| first.kind == FunctionKind::Eval) {
                unit = Cow::Owned(ferrotape_bytecode::without_outermost_code(&unit));
            }
            if self.lacks_values {
                unit = Cow::Owned(ferrotape_bytecode::look_at_variables(&unit));
            }
            let is_whole = matches!(unit, Cow::Borrowed(_));
            if !(is_whole && loaded.is_prepared.get().is_some()) {
                let unwritable = |error| SnapshotError::Unwritable(format!("code that cannot be saved: {error}"));
                match ferrotape_bytecode::prepare(&unit).map_err(unwritable)? {
                    Cow::Owned(prepared) => unit = Cow::Owned(prepared),
                    Cow::Borrowed(_) if is_whole => _ = loaded.is_prepared.set(()),
                    Cow::Borrowed(_) => {}
                }
            }
            out.text(&ferrotape_bytecode::save_prepared(&unit, true));
        }
        Ok(())
    }

    /// Writes the strings. Those whose units others share come first.
    pub(super) fn write_strings(&mut self, out: &mut Writer) -> Done<()> {
        out.number(self.strings.all.len() as u64);
        for string in self.strings.all.clone() {
            let layout = string::layout_of_string(&self.vm.heap, string);
            let length = self.vm.heap.string_length(string);
            let length = if layout == StringLayout::Own { length } else { 0 };
            self.check_size(out.bytes.len().saturating_add(2 * length))?;
            self.vm.heap.work(length as u64 / BYTES_PER_TICK)?;
            let heap = &mut self.vm.heap;
            // Work that was done with a string is not paid for again; other work is paid for when it is done.
            let number = |part: StringId| self.strings.of.get(&part).map_or(0, |&number| number as u64);
            match layout {
                StringLayout::Rope(parts) => {
                    out.byte(ROPE);
                    parts.into_iter().for_each(|part| out.number(number(part)));
                    continue;
                }
                StringLayout::Slice { parent, start } => {
                    out.byte(SLICE | known_of(heap, string));
                    let length = heap.string_length(string) as u64;
                    [number(parent), start.into(), length].into_iter().for_each(|number| out.number(number));
                    continue;
                }
                StringLayout::Own => {}
            }
            let known = known_of(heap, string);
            heap.with_units(string, |view, _| {
                out.byte(known | if view.as_latin1().is_some() { 0 } else { WIDE });
                match view {
                    StringView::Latin1(bytes) => out.text(bytes),
                    StringView::Utf16(units) => {
                        out.text(&units.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<u8>>());
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Writes the buffers. Memory shared with other engines is written as it is now: the reader has it alone. Memory
    /// that several buffers of this engine share is written with the first of them.
    pub(super) fn write_buffers(&mut self, out: &mut Writer) -> Done<()> {
        let mut blocks = FxHashMap::default();
        out.number(self.buffers.all.len() as u64);
        for (number, &buffer) in self.buffers.all.iter().enumerate() {
            let found = buffers::get(&self.vm.heap, buffer);
            if let Bytes::Shared(bytes) = found.bytes() {
                let first = *blocks.entry(Arc::as_ptr(bytes)).or_insert(number);
                if first != number {
                    self.vm.heap.work(1)?;
                    out.byte(3);
                    out.number(first as u64);
                    continue;
                }
            }
            let (length, most) = (found.byte_length(), found.max_byte_length());
            let kind = match found.bytes() {
                Bytes::Detached => 0,
                // Whoever has outer bytes forbids snapshots while they can change.
                Bytes::Owned(_) | Bytes::Outer(_) => 1,
                Bytes::Shared(_) => 2,
                Bytes::Immutable(_) => 4,
            };
            self.vm.heap.room(length)?;
            self.vm.heap.work(length as u64 / BYTES_PER_TICK)?;
            out.byte(kind);
            out.number(most.map_or(0, |most| most as u64 + 1));
            let mut bytes = vec![0; length];
            buffers::take_out(&self.vm.heap, buffer, 0, &mut bytes);
            out.text(&bytes);
        }
        Ok(())
    }
}

/// Known facts about a string.
fn known_of(heap: &Heap, string: StringId) -> u8 {
    let (is_hashed, is_interned) = string::is_hashed_and_interned(heap, string);
    u8::from(is_hashed) * HASHED + u8::from(is_interned) * INTERNED
}
