//! Intrinsics at once: those of classes and of rest parameters are short, run no script, and leave the value stack as it
//! is.

use ferrotape_bytecode::Intrinsic;

use crate::arrays;
use crate::cell;
use crate::definitions;
use crate::function;
use crate::heap::ObjectId;
use crate::object;
use crate::operations::class;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::{HIDDEN_REGISTERS, Vm};

const NEW_TARGET: u8 = Intrinsic::NewTarget as u8;
const GET_SUPER: u8 = Intrinsic::GetSuper as u8;
const SUPER_BASE: u8 = Intrinsic::SuperBase as u8;
const FIELDS_OF: u8 = Intrinsic::FieldsOf as u8;
const ADD_PRIVATE_FIELD: u8 = Intrinsic::AddPrivateField as u8;
const PARENT_CONSTRUCTOR: u8 = Intrinsic::ParentConstructor as u8;
const REST_ARGUMENTS: u8 = Intrinsic::RestArguments as u8;
const CHECK_UNBOUND: u8 = Intrinsic::CheckUnbound as u8;

/// Fast path of [`super::intrinsic::numbered_intrinsic`], while the loop has the stack. None if nothing was done.
#[inline(never)]
pub fn intrinsic_at_once(vm: &mut Vm, number: u8, stack: &[Value], first: usize) -> Option<Value> {
    match (number, stack.get(first..)?) {
        (NEW_TARGET, _) => {
            let frame = vm.frame();
            if frame.kind.constructs() { stack.get(frame.base as usize - 1).copied() } else { None }
        }
        (CHECK_UNBOUND, [this, ..]) => this.is_empty().then_some(Value::UNDEFINED),
        (PARENT_CONSTRUCTOR, [function, ..]) => Some(known_prototype(vm, function.as_object()?)?),
        (SUPER_BASE, [function, ..]) => known_prototype(vm, function::home_object(vm, function.as_object()?)?),
        (GET_SUPER, [_, base, key, ..]) => {
            object::known_data(&vm.heap, base.as_object()?, object::known_key(&vm.heap, *key)?)
        }
        (FIELDS_OF, [class, ..]) => Some(class::fields_of(vm, *class)),
        (ADD_PRIVATE_FIELD, [target, name, value, ..]) => {
            let key = PropertyKey::from_symbol(name.as_symbol()?);
            definitions::add_defined(&mut vm.heap, target.as_object()?, key, *value).then_some(*target)
        }
        (REST_ARGUMENTS, [start, ..]) => rest_within_room(vm, stack, start.as_int()? as usize),
        _ => None,
    }
}

/// Fast path of [`crate::operations::iterate::rest_arguments`]: the place of the array has room for them.
fn rest_within_room(vm: &mut Vm, stack: &[Value], start: usize) -> Option<Value> {
    let frame = vm.frame();
    if frame.kind.is_resumed() || !vm.heap.code_block(frame.code).keeps_arguments {
        return None;
    }
    let end = (frame.base as usize).checked_sub(HIDDEN_REGISTERS)?;
    let count = stack.get(end)?.as_int()? as usize;
    let values = stack.get(end.checked_sub(count)?..end)?.get(start..).unwrap_or_default();
    if cell::room_for_array(&vm.heap) < values.len() {
        return None;
    }
    arrays::new_array_of_values(&mut vm.heap, vm.realm.shapes.array, values).ok().map(Value::object)
}

/// [[GetPrototypeOf]], ECMA-262 10.1.1, of an object that is not asked for it. Null if it has none.
fn known_prototype(vm: &Vm, object: ObjectId) -> Option<Value> {
    let shape = &vm.heap[vm.heap.shape_of(object)];
    (!shape.class.is_opaque()).then(|| shape.prototype.map_or(Value::NULL, Value::object))
}
