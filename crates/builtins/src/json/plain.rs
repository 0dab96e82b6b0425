//! Fast path: values that are written without running script, so that nothing can change meanwhile. These are primitive
//! values, and plain objects and vectors of such values, none of them with a `toJSON`. Where something else is found, what
//! was written is taken back, and the value is written in the way of the specification.

use super::quote::{quote, quote_key};
use super::raw_text;
use ferrotape_runtime::cell;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::{self, Lacking};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Objects within each other that are written in this way. Deeper ones are left to the serializer, which searches a
/// longer path for circles in another way.
const DEEPEST: usize = 16;

/// Result of an attempt.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Attempt {
    Written,
    /// Nothing is to be written: the specification says undefined.
    Omitted,
    /// The value is not plain. Text written so far must be dropped.
    GivenUp,
}

/// Writer of plain values.
pub(super) struct Plain<'s> {
    text: &'s mut StringBuilder,
    gap: &'s [u16],
    /// The objects that are being written around the first one.
    path: &'s [(PropertyKey, ObjectId)],
    to_json: Lacking,
    /// Members and elements that were looked at.
    pub seen: u64,
}

/// An object that is being written, and those around it.
struct Open<'o> {
    object: ObjectId,
    depth: usize,
    around: Option<&'o Open<'o>>,
}

impl Open<'_> {
    fn has(&self, object: ObjectId) -> bool {
        self.object == object || self.around.is_some_and(|around| around.has(object))
    }
}

impl<'s> Plain<'s> {
    pub fn new(text: &'s mut StringBuilder, gap: &'s [u16], path: &'s [(PropertyKey, ObjectId)]) -> Self {
        Plain { text, gap, path, to_json: Lacking::new(keys::TO_JSON), seen: 0 }
    }

    /// SerializeJSONProperty ( state, key, holder ), ECMA-262 25.5.2.2, from step 2 on.
    pub fn value(&mut self, vm: &mut Vm, value: Value) -> Completion<Attempt> {
        self.within(vm, value, None)
    }

    /// Writes a value in the objects of `around`. BigInts are given up: they may have a `toJSON`, or must throw.
    fn within(&mut self, vm: &mut Vm, value: Value, around: Option<&Open>) -> Completion<Attempt> {
        if let Some(string) = value.as_string() {
            quote(vm, self.text, string)?;
        } else if let Some(object) = value.as_object() {
            return match self.to_json.is_lacked_by(vm, object) {
                true => self.object(vm, object, around),
                false => Ok(Attempt::GivenUp),
            };
        } else if let Some(int) = value.as_int() {
            self.text.push_int(vm, int)?;
        } else if let Some(number) = value.as_number() {
            match number.is_finite() {
                true => self.text.push_number(vm, number)?,
                false => self.text.push_bytes(vm, b"null")?,
            }
        } else if let Some(truth) = value.as_bool() {
            self.text.push_bytes(vm, if truth { b"true" } else { b"false" })?;
        } else if value.is_null() {
            self.text.push_bytes(vm, b"null")?;
        } else if value.is_bigint() {
            return Ok(Attempt::GivenUp);
        } else {
            return Ok(Attempt::Omitted);
        }
        Ok(Attempt::Written)
    }

    /// Writes an object that was asked for `toJSON`.
    pub fn asked(&mut self, vm: &mut Vm, object: ObjectId) -> Completion<Attempt> {
        self.object(vm, object, None)
    }

    /// Writes an object whose `toJSON` was looked for. Gives up cycles, great depth, and all objects that are not plain.
    fn object(&mut self, vm: &mut Vm, object: ObjectId, around: Option<&Open>) -> Completion<Attempt> {
        let depth = around.map_or(0, |around| around.depth + 1);
        let is_open =
            around.is_some_and(|around| around.has(object)) || self.path.iter().any(|&(_, open)| open == object);
        if depth >= DEEPEST || is_open {
            return Ok(Attempt::GivenUp);
        }
        vm.check_native_stack()?;
        let open = Open { object, depth, around };
        if cell::vector_of_array(&vm.heap, object).is_some() {
            self.array(vm, &open)
        } else if object::has_plain_members(vm, object) {
            // Raw JSON has no prototype.
            match raw_text(vm, object) {
                None => self.members(vm, &open),
                Some(_) => Ok(Attempt::GivenUp),
            }
        } else if vm.heap.has_call(object) {
            Ok(Attempt::Omitted)
        } else {
            Ok(Attempt::GivenUp)
        }
    }

    /// SerializeJSONObject ( state, value ), ECMA-262 25.5.2.4
    fn members(&mut self, vm: &mut Vm, open: &Open) -> Completion<Attempt> {
        self.text.push_byte(vm, b'{')?;
        let mut is_empty = true;
        let mut slot = 0;
        while let Some(member) = object::plain_member(vm, open.object, slot) {
            slot += 1;
            vm.work(1)?;
            let Some((key, value)) = member else { continue };
            self.seen += 1;
            // Whether the member is written is known only after its value.
            let before = self.text.len();
            if !is_empty {
                self.text.push_byte(vm, b',')?;
            }
            self.line_break(vm, open.depth + 1)?;
            quote_key(vm, self.text, key)?;
            self.text.push_bytes(vm, if self.gap.is_empty() { b":" } else { b": " })?;
            match self.within(vm, value, Some(open))? {
                Attempt::Written => is_empty = false,
                Attempt::Omitted => self.text.truncate(before),
                Attempt::GivenUp => return Ok(Attempt::GivenUp),
            }
        }
        self.end(vm, open.depth, is_empty, b'}')
    }

    /// SerializeJSONArray ( state, value ), ECMA-262 25.5.2.5
    fn array(&mut self, vm: &mut Vm, open: &Open) -> Completion<Attempt> {
        self.text.push_byte(vm, b'[')?;
        let length = vm.heap.length_of_array(open.object).unwrap_or(0);
        for index in 0..length {
            vm.work(1)?;
            self.seen += 1;
            let values = cell::vector_of_array(&vm.heap, open.object);
            let value = values.and_then(|values| values.get(index as usize)).filter(|value| !value.is_empty());
            let Some(&value) = value else { return Ok(Attempt::GivenUp) };
            if index > 0 {
                self.text.push_byte(vm, b',')?;
            }
            self.line_break(vm, open.depth + 1)?;
            match self.within(vm, value, Some(open))? {
                Attempt::Written => {}
                Attempt::Omitted => self.text.push_bytes(vm, b"null")?,
                Attempt::GivenUp => return Ok(Attempt::GivenUp),
            }
        }
        self.end(vm, open.depth, length == 0, b']')
    }

    fn end(&mut self, vm: &mut Vm, depth: usize, is_empty: bool, end: u8) -> Completion<Attempt> {
        if !is_empty {
            self.line_break(vm, depth)?;
        }
        self.text.push_byte(vm, end)?;
        Ok(Attempt::Written)
    }

    /// Writes a line break and the indentation of a level, if there is a gap.
    #[inline]
    fn line_break(&mut self, vm: &mut Vm, depth: usize) -> Completion<()> {
        if self.gap.is_empty() { Ok(()) } else { break_line(vm, self.text, self.gap, self.path.len() + depth) }
    }
}

/// Writes a line break and the indentation of a level.
pub(super) fn break_line(vm: &mut Vm, text: &mut StringBuilder, gap: &[u16], level: usize) -> Completion<()> {
    text.push_byte(vm, b'\n')?;
    for _ in 0..level {
        text.push_units(vm, gap)?;
    }
    Ok(())
}
