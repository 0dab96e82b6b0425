//! Template literals (ECMA-262 13.2.8): their concatenation, and the objects that tags are called with.

use ferrotape_bytecode::TextId;

use crate::code::CodeBlock;
use crate::convert::{self, Hint};
use crate::error::Completion;
use crate::heap::StringId;
use crate::names::keys;
use crate::object::array;
use crate::operators;
use crate::shape::{Attributes, Lock};
use crate::string_builder::StringBuilder;
use crate::value::Value;
use crate::vm::Vm;

/// Length above which results are ropes, which share their parts.
const COPIED: usize = 512;

/// Most characters of a number as text.
const LONGEST_NUMBER: usize = 26;

/// Converts an object or symbol that is added to a string: ApplyStringOrNumericBinaryOperator, ECMA-262 13.15.3, steps
/// 1.a to 1.c.
pub fn to_concatenation_part(vm: &mut Vm, value: Value) -> Completion<Value> {
    let primitive = convert::to_primitive(vm, value, Hint::Default)?;
    if primitive.is_symbol() {
        return convert::to_string(vm, primitive).map(Value::string);
    }
    Ok(primitive)
}

/// Concatenates values of the stack, each as a string.
pub fn concatenate(vm: &mut Vm, first: usize, count: usize) -> Completion<Value> {
    vm.work(count as u64 / 8)?;
    let mut length = 0;
    for place in first..first + count {
        let value = vm.execution.stack[place];
        if value.is_number() {
            length += LONGEST_NUMBER;
            continue;
        }
        let string = convert::to_string(vm, value)?;
        vm.execution.stack[place] = Value::string(string);
        length += vm.heap.string_length(string);
    }
    if length > COPIED {
        return concatenate_long(vm, first, count);
    }
    // The text of a number is not a string of its own.
    let mut whole = StringBuilder::new();
    whole.reserve(vm, length)?;
    for place in first..first + count {
        match (vm.execution.stack[place].as_string(), vm.execution.stack[place].as_number()) {
            (Some(string), _) => whole.push_string(vm, string)?,
            (None, Some(number)) => whole.push_number(vm, number)?,
            (None, None) => {}
        }
    }
    Ok(Value::string(whole.finish(vm)?))
}

/// Joins the parts one after another, as ropes, which copy nothing.
fn concatenate_long(vm: &mut Vm, first: usize, count: usize) -> Completion<Value> {
    let mut whole = StringId::EMPTY;
    for place in first..first + count {
        let stack = vm.execution.stack[place];
        let part = convert::to_string(vm, stack)?;
        // Alive there, as what there is so far is one place below.
        vm.execution.stack[place] = Value::string(part);
        whole = operators::concat(vm, whole, part)?;
        vm.execution.stack[place] = Value::string(whole);
    }
    Ok(Value::string(whole))
}

/// GetTemplateObject ( templateLiteral ), ECMA-262 13.2.8.4: one for each place in the code of a realm.
pub fn template_object(vm: &mut Vm, code: &CodeBlock, index: u32) -> Completion<Value> {
    let cell = &code.template_objects[index as usize];
    if let Some(known) = cell.get() {
        return Ok(Value::object(known));
    }
    let site = &code.template().templates[index as usize];
    vm.heap.room(8 * size_of::<Value>() * site.raw.len())?;
    vm.work(site.raw.len() as u64)?;
    let text = |text: TextId| Value::string(code.string(text));
    let cooked = site.cooked.iter().map(|cooked| cooked.map_or(Value::UNDEFINED, text)).collect();
    let raw = site.raw.iter().map(|&raw| text(raw)).collect();
    let (cooked, raw) = (array::new_array_from(vm, cooked)?, array::new_array_from(vm, raw)?);
    vm.heap.add_slot(cooked, keys::RAW, Value::object(raw), Attributes::NONE)?;
    vm.heap.lock_object(raw, Lock::Frozen)?;
    vm.heap.lock_object(cooked, Lock::Frozen)?;
    cell.set(cooked);
    Ok(Value::object(cooked))
}
