//! Template literals (ECMA-262 13.2.8): their concatenation, and the objects that tags are called with.

use ferrotape_bytecode::TextId;

use crate::code::CodeBlock;
use crate::convert::Hint;
use crate::error::Completion;
use crate::heap::StringId;
use crate::names::keys;
use crate::shape::{Attributes, Lock};
use crate::string_builder::StringBuilder;
use crate::value::Value;
use crate::vm::Vm;

/// Longer results are ropes, which share their parts.
const COPIED: usize = 512;

/// No number is longer as text.
const LONGEST_NUMBER: usize = 26;

impl Vm {
    /// An object or symbol that is added to a string: ApplyStringOrNumericBinaryOperator, ECMA-262 13.15.3, steps 1.a to 1.c.
    pub(super) fn to_concatenation_part(&mut self, value: Value) -> Completion<Value> {
        let primitive = self.to_primitive(value, Hint::Default)?;
        if primitive.is_symbol() {
            return self.to_string(primitive).map(Value::string);
        }
        Ok(primitive)
    }

    /// The concatenation of values of the stack, each as a string.
    pub(super) fn concatenate(&mut self, first: usize, count: usize) -> Completion<Value> {
        self.tick(count as u64 / 8)?;
        let mut length = 0;
        for place in first..first + count {
            let value = self.stack[place];
            if value.is_number() {
                length += LONGEST_NUMBER;
                continue;
            }
            let string = self.to_string(value)?;
            self.stack[place] = Value::string(string);
            length += self.heap.string_length(string);
        }
        if length > COPIED {
            return self.concatenate_long(first, count);
        }
        // What numbers are as text, no string of its own has.
        let mut whole = StringBuilder::new();
        whole.reserve(self, length)?;
        for place in first..first + count {
            match (self.stack[place].as_string(), self.stack[place].as_number()) {
                (Some(string), _) => whole.push_string(self, string)?,
                (None, Some(number)) => whole.push_number(self, number)?,
                (None, None) => {}
            }
        }
        Ok(Value::string(whole.finish(self)?))
    }

    fn concatenate_long(&mut self, first: usize, count: usize) -> Completion<Value> {
        let mut whole = StringId::EMPTY;
        for place in first..first + count {
            let part = self.to_string(self.stack[place])?;
            // Alive there, as what there is so far is one place below.
            self.stack[place] = Value::string(part);
            whole = self.concat(whole, part)?;
            self.stack[place] = Value::string(whole);
        }
        Ok(Value::string(whole))
    }

    /// GetTemplateObject ( templateLiteral ), ECMA-262 13.2.8.4: one for each place in the code of a realm.
    pub(crate) fn template_object(&mut self, code: &CodeBlock, index: u32) -> Completion<Value> {
        let cell = &code.template_objects[index as usize];
        if let Some(known) = cell.get() {
            return Ok(Value::object(known));
        }
        let site = &code.template().templates[index as usize];
        self.heap.require_room(8 * size_of::<Value>() * site.raw.len())?;
        self.tick(site.raw.len() as u64)?;
        let text = |text: TextId| Value::string(code.string(text));
        let cooked = site.cooked.iter().map(|cooked| cooked.map_or(Value::UNDEFINED, text)).collect();
        let raw = site.raw.iter().map(|&raw| text(raw)).collect();
        let (cooked, raw) = (self.new_array_from(cooked)?, self.new_array_from(raw)?);
        self.heap.add_slot(cooked, keys::RAW, Value::object(raw), Attributes::NONE)?;
        self.heap.lock_object(raw, Lock::Frozen)?;
        self.heap.lock_object(cooked, Lock::Frozen)?;
        cell.set(cooked);
        Ok(Value::object(cooked))
    }
}
