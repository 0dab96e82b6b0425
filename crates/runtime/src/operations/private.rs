//! Private members: own properties whose keys are private names, which only the code of a class can name.
//!
//! Neither prototypes nor internal methods of an object have a say in them. *Enumerable* marks a field here; the others
//! are methods and accessors. Freezing an object does not change them.

use crate::cache::InlineCache;
use crate::definitions;
use crate::error::Completion;
use crate::heap::{Accessor, Heap, ObjectId, SymbolId};
use crate::loop_exit::Entered;
use crate::messages;
use crate::operations::get;
use crate::operations::set;
use crate::property_key::PropertyKey;
use crate::shape::{self, Attributes};
use crate::value::Value;
use crate::vm::{FrameKind, Vm};

/// Form of a private member to add.
pub enum PrivateForm {
    Field(Value),
    Method(Value),
    Getter(Value),
    Setter(Value),
}

const METHOD: Attributes = Attributes::NONE;

/// A private member that has been found.
struct Found {
    object: ObjectId,
    name: SymbolId,
    slot: u32,
    attributes: Attributes,
}

/// PrivateElementFind, ECMA-262 7.3.26.
fn find_private(vm: &Vm, target: Value, name: Value) -> Option<Found> {
    let (object, name) = (target.as_object()?, name.as_symbol()?);
    let key = PropertyKey::from_symbol(name);
    let (slot, attributes) = shape::shape_lookup(&vm.heap, vm.heap.shape_of(object), key)?;
    Some(Found { object, name, slot, attributes })
}

/// PrivateGet ( O, P ), ECMA-262 7.3.30. The getter of script code gets a frame.
#[inline(never)]
pub fn get_private(
    vm: &mut Vm,
    target: Value,
    name: Value,
    cache: Option<&InlineCache>,
    dst: u8,
) -> Completion<Entered> {
    let Some(Found { object, name: symbol, slot, attributes }) = find_private(vm, target, name) else {
        let name = text_of_private(vm, name);
        let message = match target.is_nullish() {
            true => messages::property_of_nullish(target, &name),
            false => messages::no_private_to_read(&name),
        };
        return vm.type_error(message);
    };
    let value = vm.heap.slot(object, slot);
    if !attributes.is_accessor() {
        if let Some(cache) = cache {
            cache.learn_private(vm.heap.shape_of(object), symbol, slot);
        }
        return Ok(Entered::Value(value));
    }
    let getter = value.as_accessor().map_or(Value::UNDEFINED, |pair| vm.heap[pair].getter);
    if getter.is_undefined() {
        let name = text_of_private(vm, name);
        return vm.type_error(messages::no_private_getter(&name));
    }
    get::enter_accessor(vm, getter, target, &[], dst, FrameKind::Call)
}

/// PrivateSet ( O, P, value ), ECMA-262 7.3.31. The setter of script code gets a frame.
#[inline(never)]
pub fn set_private(
    vm: &mut Vm,
    target: Value,
    name: Value,
    value: Value,
    cache: Option<&InlineCache>,
) -> Completion<Entered> {
    let Some(Found { object, name: symbol, slot, attributes }) = find_private(vm, target, name) else {
        let name = text_of_private(vm, name);
        let message = match target.is_nullish() {
            true => messages::cannot_set_of_nullish(&name, messages::nullish_text(target)),
            false => messages::no_private_to_write(&name),
        };
        return vm.type_error(message);
    };
    if attributes.is_enumerable() {
        if let Some(cache) = cache {
            cache.learn_private(vm.heap.shape_of(object), symbol, slot);
        }
        vm.heap.set_slot(object, slot, value);
        return Ok(Entered::Value(Value::UNDEFINED));
    }
    if !attributes.is_accessor() {
        let name = text_of_private(vm, name);
        return vm.type_error(messages::private_method_written(&name));
    }
    let pair = vm.heap.slot(object, slot);
    let setter = pair.as_accessor().map_or(Value::UNDEFINED, |pair| vm.heap[pair].setter);
    if setter.is_undefined() {
        let name = text_of_private(vm, name);
        return vm.type_error(messages::no_private_setter(&name));
    }
    get::enter_accessor(vm, setter, target, &[value], 0, FrameKind::Setter)
}

/// PrivateGet for the stack machine, which calls accessors natively.
pub fn private_value(vm: &mut Vm, target: Value, name: Value) -> Completion<Value> {
    let getter = private_accessor(vm, target, name).map(|pair| pair.getter);
    match getter.filter(|getter| !getter.is_undefined()) {
        Some(getter) => vm.call(getter, target, &[]),
        None => match get_private(vm, target, name, None, 0)? {
            Entered::Value(value) => Ok(value),
            Entered::Frame | Entered::Return(_) | Entered::Exit(_) => unreachable!("no getter"),
        },
    }
}

pub fn set_private_value(vm: &mut Vm, target: Value, name: Value, value: Value) -> Completion<()> {
    let setter = private_accessor(vm, target, name).map(|pair| pair.setter);
    match setter.filter(|setter| !setter.is_undefined()) {
        Some(setter) => vm.call(setter, target, &[value]).map(|_| ()),
        None => set_private(vm, target, name, value, None).map(|_| ()),
    }
}

fn private_accessor(vm: &Vm, target: Value, name: Value) -> Option<Accessor> {
    let found = find_private(vm, target, name).filter(|found| found.attributes.is_accessor())?;
    vm.heap.slot(found.object, found.slot).as_accessor().map(|pair| vm.heap[pair])
}

/// `#name in target`, ECMA-262 13.10.1.
pub fn has_private(vm: &mut Vm, name: Value, target: Value) -> Completion<Value> {
    if !target.is_object() {
        let (name, target) = (text_of_private(vm, name), messages::describe_plainly(vm, target));
        return vm.type_error(messages::in_operator_on_primitive(&name, &target));
    }
    Ok(Value::bool(find_private(vm, target, name).is_some()))
}

/// PrivateFieldAdd and PrivateMethodOrAccessorAdd, ECMA-262 7.3.27 and 7.3.28: a TypeError if the object has the
/// member, or is not extensible (proposal Nonextensible Applies to Private).
pub fn add_private(vm: &mut Vm, target: Value, name: Value, form: PrivateForm) -> Completion<Value> {
    let (Some(object), Some(symbol)) = (target.as_object(), name.as_symbol()) else { return Ok(target) };
    if let PrivateForm::Field(value) = form
        && definitions::add_defined(&mut vm.heap, object, PropertyKey::from_symbol(symbol), value)
    {
        return Ok(target);
    }
    if let Some(found) = find_private(vm, target, name) {
        if complete_accessor(vm, &found, &form) {
            return Ok(target);
        }
        let name = text_of_private(vm, name);
        return vm.type_error(messages::private_twice(&name));
    }
    if !vm.heap.is_extensible(object) {
        let name = text_of_private(vm, name);
        return vm.type_error(messages::private_on_nonextensible(&name));
    }
    let (value, attributes) = match form {
        PrivateForm::Field(value) => {
            let slot = vm.heap[vm.heap.shape_of(object)].count;
            set::learn_room(vm, object, slot);
            definitions::define_slot(&mut vm.heap, object, PropertyKey::from_symbol(symbol), value)?;
            return Ok(target);
        }
        PrivateForm::Method(method) => (method, METHOD),
        PrivateForm::Getter(getter) => {
            (accessor(&mut vm.heap, getter, Value::UNDEFINED), METHOD.with(Attributes::ACCESSOR))
        }
        PrivateForm::Setter(setter) => {
            (accessor(&mut vm.heap, Value::UNDEFINED, setter), METHOD.with(Attributes::ACCESSOR))
        }
    };
    vm.heap.add_slot(object, PropertyKey::from_symbol(symbol), value, attributes)?;
    Ok(target)
}

/// Joins getter and setter of the same name into one accessor.
fn complete_accessor(vm: &mut Vm, found: &Found, form: &PrivateForm) -> bool {
    let Some(pair) = vm.heap.slot(found.object, found.slot).as_accessor() else { return false };
    if !found.attributes.is_accessor() {
        return false;
    }
    let Accessor { getter, setter } = vm.heap[pair];
    let whole = match *form {
        PrivateForm::Getter(new) if getter.is_undefined() => (new, setter),
        PrivateForm::Setter(new) if setter.is_undefined() => (getter, new),
        _ => return false,
    };
    let pair = accessor(&mut vm.heap, whole.0, whole.1);
    vm.heap.set_slot(found.object, found.slot, pair);
    true
}

fn text_of_private(vm: &Vm, name: Value) -> String {
    name.as_symbol().map_or(String::new(), |symbol| vm.heap.describe_key(PropertyKey::from_symbol(symbol)))
}

fn accessor(heap: &mut Heap, getter: Value, setter: Value) -> Value {
    Value::accessor(heap.new_accessor(Accessor { getter, setter }))
}
