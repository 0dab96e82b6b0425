//! Intrinsics at once: those of classes are short, run no script, and need no value stack.

use ferrotape_bytecode::Intrinsic;

use crate::definitions;
use crate::function;
use crate::heap::ObjectId;
use crate::object;
use crate::operations::class;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

const NEW_TARGET: u8 = Intrinsic::NewTarget as u8;
const GET_SUPER: u8 = Intrinsic::GetSuper as u8;
const SUPER_BASE: u8 = Intrinsic::SuperBase as u8;
const FIELDS_OF: u8 = Intrinsic::FieldsOf as u8;
const ADD_PRIVATE_FIELD: u8 = Intrinsic::AddPrivateField as u8;
const PARENT_CONSTRUCTOR: u8 = Intrinsic::ParentConstructor as u8;
const CHECK_UNBOUND: u8 = Intrinsic::CheckUnbound as u8;

/// Fast path of [`super::intrinsic::numbered_intrinsic`], while the loop has the stack; `below` is the part of the
/// stack below the frame. None if nothing was done.
#[inline(never)]
pub fn intrinsic_at_once(vm: &mut Vm, number: u8, operands: &[Value], below: Value) -> Option<Value> {
    match (number, operands) {
        (NEW_TARGET, _) => vm.frame().kind.constructs().then_some(below),
        (CHECK_UNBOUND, [this, ..]) => this.is_empty().then_some(Value::UNDEFINED),
        (PARENT_CONSTRUCTOR, [function, ..]) => known_prototype(vm, function.as_object()?),
        (SUPER_BASE, [function, ..]) => known_prototype(vm, function::home_object(vm, function.as_object()?)?),
        (GET_SUPER, [_, base, key, ..]) => {
            object::known_data(&vm.heap, base.as_object()?, object::known_key(&vm.heap, *key)?)
        }
        (FIELDS_OF, [class, ..]) => Some(class::fields_of(vm, *class)),
        (ADD_PRIVATE_FIELD, [target, name, value, ..]) => {
            let key = PropertyKey::from_symbol(name.as_symbol()?);
            definitions::add_defined(&mut vm.heap, target.as_object()?, key, *value).then_some(*target)
        }
        _ => None,
    }
}

/// [[GetPrototypeOf]], ECMA-262 10.1.1, of an object that is not asked for it. Null if it has none.
fn known_prototype(vm: &Vm, object: ObjectId) -> Option<Value> {
    let shape = &vm.heap[vm.heap.shape_of(object)];
    (!shape.class.is_opaque()).then(|| shape.prototype.map_or(Value::NULL, Value::object))
}
