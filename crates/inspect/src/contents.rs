//! The contents of arrays, collections, buffers and promises. Long contents are cut.

use std::fmt::Write;

use ferrotape_runtime::buffers;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{BufferId, ObjectId};
use ferrotape_runtime::iteration::Yields;
use ferrotape_runtime::promise::PromiseState;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::typed_array::{self, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;

use crate::value::Form;
use crate::{Formatter, Style};

/// Bytes of text for a byte of a buffer.
const HEX_BYTES: usize = "00 ".len();

fn more(count: usize, what: &str) -> String {
    format!("... {count} more {what}{}", if count > 1 { "s" } else { "" })
}

impl Formatter<'_> {
    /// Returns the elements of an array, with its holes.
    pub(crate) fn elements(&mut self, array: ObjectId, length: usize, depth: usize) -> Completion<(Vec<String>, bool)> {
        let most = self.options.max_array_length;
        let mut entries = Vec::new();
        let mut next = 0usize;
        for index in self.element_indices(array, most.saturating_add(1))? {
            if entries.len() >= most {
                break;
            }
            let index = index as usize;
            if index > next {
                entries.push(self.holes(index - next));
                next = index;
                if entries.len() >= most {
                    break;
                }
            }
            let Some(key) = PropertyKey::from_index(index as u32) else { break };
            if let Some((_, text)) = self.property_value(array, key, depth, 2)? {
                self.charge(&text)?;
                self.vm.heap.lend_room(&mut entries, 2)?;
                entries.push(text);
            }
            next = index + 1;
        }
        let rest = length.saturating_sub(next);
        let is_cut = entries.len() >= most && rest > 0;
        if is_cut {
            entries.push(more(rest, "item"));
        } else if rest > 0 {
            entries.push(self.holes(rest));
        }
        Ok((entries, is_cut))
    }

    fn holes(&self, count: usize) -> String {
        self.styled(format!("<{count} empty item{}>", if count > 1 { "s" } else { "" }), Style::Undefined)
    }

    /// Returns whether the shown elements are numbers only, which are aligned to the right.
    pub(crate) fn is_numeric(&self, object: ObjectId, form: Form, count: usize) -> bool {
        let elements = || self.vm.heap.elements(object).as_dense();
        match form {
            Form::TypedArray(view) => views::length_of_view(&self.vm.heap, view).is_some_and(|length| length >= count),
            Form::Array(length) => {
                // The entry for more items takes the place of one.
                let most = self.options.max_array_length.saturating_add(1).min(length as usize);
                let is_number = |value: &Value| value.is_number() || value.is_bigint();
                elements().is_some_and(|values| values.len() >= most && values[..most].iter().all(is_number))
            }
            _ => false,
        }
    }

    /// Returns the elements of a typed array, and whether it has more of them than are shown.
    pub(crate) fn view_elements(&mut self, view: View) -> Completion<(Vec<String>, bool)> {
        let length = views::length_of_view(&self.vm.heap, view).unwrap_or(0);
        let shown = length.min(self.options.max_array_length);
        let mut entries = Vec::new();
        self.vm.heap.lend_room(&mut entries, shown + 1)?;
        for index in 0..shown {
            self.vm.work(1)?;
            let value = typed_array::element_of_view(self.vm, view, index).unwrap_or(Value::UNDEFINED);
            let text = self.primitive(value, false)?;
            self.charge(&text)?;
            entries.push(text);
        }
        if length > shown {
            entries.push(more(length - shown, "item"));
        }
        Ok((entries, length > shown))
    }

    /// Adds the properties that a typed array has from its prototypes.
    pub(crate) fn hidden_of_view(&mut self, view: View, entries: &mut Vec<String>, depth: usize) -> Completion<()> {
        let length = views::length_of_view(&self.vm.heap, view).unwrap_or(0);
        let size = view.element.size();
        let numbers = [
            ("BYTES_PER_ELEMENT", size),
            ("length", length),
            ("byteLength", length.saturating_mul(size)),
            ("byteOffset", view.offset()),
        ];
        self.vm.heap.lend_room(entries, numbers.len() + 1)?;
        for (name, number) in numbers {
            entries.push(format!("[{name}]: {}", self.styled(number.to_string(), Style::Number)));
        }
        let object = buffers::get(&self.vm.heap, view.buffer).object;
        self.indentation += 2;
        let buffer = self.object(object, depth, true);
        self.indentation -= 2;
        entries.push(format!("[buffer]: {}", buffer?));
        Ok(())
    }

    /// The entries of a Map or Set.
    pub(crate) fn collected(
        &mut self,
        object: ObjectId,
        kind: CollectionKind,
        size: usize,
        depth: usize,
    ) -> Completion<(Vec<String>, bool)> {
        let most = self.options.max_array_length;
        let (mut entries, mut position) = (Vec::new(), 0);
        self.indentation += 2;
        while entries.len() < most
            && let Some(step) = collections::next_collected(&mut self.vm.heap, object, position)?
        {
            if self.runs_script() {
                self.vm.keep_many([step.key, step.value].into_iter())?;
            }
            let key = self.value(step.key, depth)?;
            let entry = match kind {
                CollectionKind::Map => format!("{key} => {}", self.value(step.value, depth)?),
                CollectionKind::Set => key,
            };
            self.charge(&entry)?;
            self.vm.heap.lend_room(&mut entries, 2)?;
            entries.push(entry);
            position = step.next;
        }
        self.indentation -= 2;
        if size > entries.len() {
            entries.push(more(size - entries.len(), "item"));
        }
        Ok((entries, false))
    }

    /// Returns the remaining items of a Map or Set iterator.
    pub(crate) fn left_over(
        &mut self,
        collection: ObjectId,
        yields: Yields,
        position: u64,
        kind: CollectionKind,
        depth: usize,
    ) -> Completion<Vec<String>> {
        let (mut entries, mut position, mut left) = (Vec::new(), position, 0usize);
        if collection == self.vm.heap.nothing() {
            return Ok(entries);
        }
        self.vm.keep(Value::object(collection));
        self.indentation += 2;
        while let Some(step) = collections::next_collected(&mut self.vm.heap, collection, position)? {
            self.vm.work(1)?;
            position = step.next;
            if entries.len() >= self.options.max_array_length {
                left += 1;
                continue;
            }
            if self.runs_script() {
                self.vm.keep_many([step.key, step.value].into_iter())?;
            }
            let second = if kind == CollectionKind::Set { step.key } else { step.value };
            let entry = match yields {
                Yields::Keys => self.value(step.key, depth)?,
                Yields::Values => self.value(second, depth)?,
                Yields::Entries => format!("[ {}, {} ]", self.value(step.key, depth)?, self.value(second, depth)?),
            };
            self.charge(&entry)?;
            self.vm.heap.lend_room(&mut entries, 2)?;
            entries.push(entry);
        }
        self.indentation -= 2;
        if left > 0 {
            entries.push(more(left, "item"));
        }
        Ok(entries)
    }

    pub(crate) fn buffer_name(&self, buffer: BufferId) -> &'static str {
        if buffers::get(&self.vm.heap, buffer).is_shared() { "SharedArrayBuffer" } else { "ArrayBuffer" }
    }

    /// Returns the bytes in hexadecimal, and their number. Those of a detached buffer are gone.
    pub(crate) fn buffer(&mut self, buffer: BufferId) -> Completion<Vec<String>> {
        let cell = buffers::get(&self.vm.heap, buffer);
        let length = cell.byte_length();
        let byte_length = format!("byteLength: {}", self.styled(length.to_string(), Style::Number));
        if cell.is_detached() {
            return Ok(vec![self.styled("(detached)", Style::Special), byte_length]);
        }
        let shown = length.min(self.options.max_array_length);
        self.vm.work(shown as u64)?;
        self.vm.heap.lend(shown.saturating_mul(HEX_BYTES))?;
        let mut text = String::with_capacity(shown * HEX_BYTES);
        let mut bytes = [0; 64];
        for first in (0..shown).step_by(bytes.len()) {
            let count = (shown - first).min(bytes.len());
            buffers::take_out(&self.vm.heap, buffer, first, &mut bytes[..count]);
            for (index, byte) in bytes[..count].iter().enumerate() {
                let blank = if first + index > 0 { " " } else { "" };
                // Writing to a string does not fail.
                let _ = write!(text, "{blank}{byte:02x}");
            }
        }
        if length > shown {
            text += &format!(" {}", more(length - shown, "byte"));
        }
        Ok(vec![format!("{}: <{text}>", self.styled("[Uint8Contents]", Style::Special)), byte_length])
    }

    /// Returns length and offset in bytes, and the buffer, which is shown as an object of its own.
    pub(crate) fn data_view(&mut self, view: View, depth: usize) -> Completion<Vec<String>> {
        let length = views::length_of_view(&self.vm.heap, view).unwrap_or(0);
        let object = buffers::get(&self.vm.heap, view.buffer).object;
        let numbers = [("byteLength", length), ("byteOffset", view.offset())];
        let mut entries: Vec<String> = numbers
            .into_iter()
            .map(|(name, number)| format!("{name}: {}", self.styled(number.to_string(), Style::Number)))
            .collect();
        self.indentation += 2;
        let buffer = self.object(object, depth, false);
        self.indentation -= 2;
        entries.push(format!("buffer: {}", buffer?));
        Ok(entries)
    }

    /// Returns the state, with the value or the reason. A fulfilled promise shows its value alone.
    pub(crate) fn promise(&mut self, state: PromiseState, result: Value, depth: usize) -> Completion<String> {
        if state == PromiseState::Pending {
            return Ok(self.styled("<pending>", Style::Special));
        }
        self.indentation += 2;
        let text = self.value(result, depth);
        self.indentation -= 2;
        let text = text?;
        Ok(match state {
            PromiseState::Rejected => format!("{} {text}", self.styled("<rejected>", Style::Special)),
            _ => text,
        })
    }
}
