//! Classes (ECMA-262 15.7) and construction through `super()` (13.3.7).

use crate::function::Closure;
use ferrotape_bytecode::{ClassKind, LISTED_ARGUMENTS, OWN_ARGUMENTS};

use crate::code::CodeCell;
use crate::convert;
use crate::environment::{self, Place};
use crate::error::Completion;
use crate::function::{self, PROTOTYPE_SLOT};
use crate::heap::{ObjectId, RealmId};
use crate::loop_exit::{Entered, LoopExit};
use crate::messages;
use crate::names::keys;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::{self, Kind, ObjectKind};
use crate::operations::calls;
use crate::operations::iterate;
use crate::operations::set;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::shape::Attributes;
use crate::shown;
use crate::symbol::FIELDS;
use crate::value::Value;
use crate::vm::{FrameKind, Vm};

/// Form of a class member with a method.
pub enum MethodForm {
    Method(Value),
    Getter(Value),
    Setter(Value),
}

/// ClassDefinitionEvaluation, ECMA-262 15.7.14, steps 5 to 19: makes the closure of the constructor a class, and
/// returns the prototype of its instances. Base classes have no parent.
pub fn make_class(vm: &mut Vm, constructor: Value, parent: Value) -> Completion<Value> {
    let Some(class) = constructor.as_object() else { return Ok(Value::UNDEFINED) };
    if class_kind(vm, class).is_none() || vm.heap.shape_of(class) != vm.realm.shapes.constructor {
        return vm.type_error(messages::NOT_A_NEW_CLASS);
    }
    let (parent, prototype) = match class_kind(vm, class) {
        Some(ClassKind::Derived) => {
            let (parent, above) = parents(vm, parent)?;
            let prototype = vm.heap.new_object_with_prototype(above, ObjectKind::Ordinary);
            vm.heap.add_slot(prototype, keys::CONSTRUCTOR, constructor, Attributes::METHOD)?;
            (parent, prototype)
        }
        _ => {
            let shape = vm.realm.shapes.prototype;
            (None, vm.heap.new_object_with(shape, ObjectKind::Ordinary, &[constructor]))
        }
    };
    let shape = vm.realm.shapes.class;
    vm.heap.set_shape(class, shape);
    vm.heap.set_slot(class, PROTOTYPE_SLOT, Value::object(prototype));
    if let Some(parent) = parent.filter(|&parent| parent != realm::intrinsics(vm).function_prototype) {
        vm.heap.replace_prototype(class, Some(parent));
    }
    function::make_method(vm, class, prototype);
    Ok(Value::object(prototype))
}

/// Parents of the constructor of a derived class, and of the prototype of its instances.
fn parents(vm: &mut Vm, parent: Value) -> Completion<(Option<ObjectId>, Option<ObjectId>)> {
    if parent.is_null() {
        return Ok((None, None));
    }
    let Some(object) = parent.as_object().filter(|&object| vm.heap.has_construct(object)) else {
        let what = messages::describe(vm, parent);
        return vm.type_error(messages::not_a_parent(&what));
    };
    let prototype = object::get(vm, object, keys::PROTOTYPE)?;
    if prototype.is_object() || prototype.is_null() {
        return Ok((Some(object), prototype.as_object()));
    }
    let what = messages::describe(vm, prototype);
    vm.type_error(messages::not_a_parent_prototype(&what))
}

fn class_kind(vm: &Vm, constructor: ObjectId) -> Option<ClassKind> {
    match vm.heap.kind(constructor) {
        Kind::Closure(Closure { code, .. }) => vm.heap.code_cell(code).class,
        _ => None,
    }
}

/// DefineMethodProperty, ECMA-262 10.2.8, and its like for accessors: not enumerable.
pub fn define_method(vm: &mut Vm, target: Value, key: Value, form: MethodForm) -> Completion<Value> {
    let key = convert::to_property_key(vm, key)?;
    let Some(object) = target.as_object() else { return Ok(target) };
    if let MethodForm::Method(method) = form
        && set::define_plainly(vm, object, key, method, Attributes::METHOD)?
    {
        return Ok(target);
    }
    refuse_static_prototype(vm, object, key)?;
    let descriptor = match form {
        MethodForm::Method(method) => PropertyDescriptor::data(method, Attributes::METHOD),
        MethodForm::Getter(getter) => accessor(Some(getter), None),
        MethodForm::Setter(setter) => accessor(None, Some(setter)),
    };
    object::define_property_or_throw(vm, object, key, &descriptor)?;
    Ok(target)
}

/// DefineField of a public field, ECMA-262 7.3.34.
pub fn define_field(vm: &mut Vm, target: Value, key: Value, value: Value) -> Completion<()> {
    let key = convert::to_property_key(vm, key)?;
    target.as_object().map_or(Ok(()), |object| create_field(vm, object, key, value))
}

/// CreateDataPropertyOrThrow, ECMA-262 7.3.6.
pub(crate) fn create_field(vm: &mut Vm, object: ObjectId, key: PropertyKey, value: Value) -> Completion<()> {
    refuse_static_prototype(vm, object, key)?;
    object::define_property_or_throw(vm, object, key, &PropertyDescriptor::data(value, Attributes::ALL))
}

/// Throws a better error than that for a property that cannot be redefined.
fn refuse_static_prototype(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<()> {
    if key == keys::PROTOTYPE && class_kind(vm, object).is_some() {
        return vm.type_error(messages::STATIC_PROTOTYPE);
    }
    Ok(())
}

pub fn set_fields(vm: &mut Vm, class: Value, function: Value) -> Completion<Value> {
    if let Some(class) = class.as_object() {
        vm.heap.store_property(class, FIELDS, function, Attributes::NONE)?;
    }
    Ok(class)
}

/// The function that gives the instances of a class their fields. It is called with the instance.
pub fn fields_of(vm: &Vm, class: Value) -> Value {
    let stored = class.as_object().and_then(|class| vm.heap.stored_property(class, FIELDS));
    stored.map_or(Value::UNDEFINED, |stored| stored.value)
}

/// GetSuperConstructor ( ), ECMA-262 13.3.7.2
pub fn parent_constructor(vm: &mut Vm, function: Value) -> Completion<Value> {
    let Some(function) = function.as_object() else { return Ok(Value::NULL) };
    Ok(object::get_prototype_of(vm, function)?.map_or(Value::NULL, Value::object))
}

/// `super()`: the parent and the new target lie on the stack at `at`, followed by the arguments, or an array of them,
/// unless they are those of the running function.
#[inline(never)]
pub fn construct_super(vm: &mut Vm, at: usize, count: u16, dst: u8) -> Completion<Entered> {
    let (parent, new_target) = (vm.execution.stack[at], vm.execution.stack[at + 1]);
    if count == LISTED_ARGUMENTS {
        let stack = vm.execution.stack[at + 2];
        return construct_super_with(vm, parent, new_target, stack, dst);
    }
    if count != OWN_ARGUMENTS {
        vm.execution.stack[at] = new_target;
        if let (Some(object), Some(target)) = (parent.as_object(), new_target.as_object())
            && let Some(entered) = calls::enter_constructor_here(vm, object, target, at + 1, count.into(), dst)
        {
            return entered;
        }
        return enter_super(vm, parent, new_target, at + 1, count.into(), dst);
    }
    // Those that the frame keeps are put where a callee wants them: above what it has.
    let kept = vm.place_of_arguments(vm.frame()).unwrap_or_default();
    let (arguments, first) = (kept.len(), vm.frame().top as usize + 1);
    vm.reserve_stack(first, arguments + 1)?;
    vm.execution.stack.copy_within(kept, first + 1);
    (vm.execution.stack[first - 1], vm.execution.stack[first]) = (new_target, Value::UNDEFINED);
    vm.execution.top = first + 1 + arguments;
    vm.work(arguments as u64 / ferrotape_budget::costs::ARGUMENTS_PER_TICK)?;
    enter_super(vm, parent, new_target, first, arguments, dst)
}

/// `super()` with the arguments in an array.
fn construct_super_with(vm: &mut Vm, parent: Value, new_target: Value, list: Value, dst: u8) -> Completion<Entered> {
    let first = vm.frame().top as usize + 1;
    let count = iterate::spread_on_stack(vm, new_target, Value::UNDEFINED, list, first)?;
    enter_super(vm, parent, new_target, first, count, dst)
}

/// Construct of the parent. The arguments are on the stack behind `first`, which becomes `this`; the new target lies
/// below.
pub fn enter_super(
    vm: &mut Vm,
    parent: Value,
    new_target: Value,
    first: usize,
    count: usize,
    dst: u8,
) -> Completion<Entered> {
    let (Some(object), Some(target)) =
        (parent.as_object().filter(|&object| vm.heap.has_construct(object)), new_target.as_object())
    else {
        let what = describe_parent(vm, parent);
        let class = name_of_running_class(vm);
        return vm.type_error(messages::not_a_super_constructor(&what, &class));
    };
    if vm.heap.budget.spend(1) && vm.keeping([parent], |vm| vm.safepoint_of_window(first + 1 + count))? {
        return Ok(Entered::Exit(LoopExit::Paused));
    }
    match vm.heap.kind(object) {
        Kind::Closure(Closure { code, environment, .. }) => {
            vm.execution.stack[first] = calls::object_to_construct(vm, target, code)?;
            calls::enter_closure(vm, (object, code, environment), first, count, dst, FrameKind::Construct)
        }
        Kind::Native { .. } | Kind::Host(_) => {
            vm.execution.stack[first] = Value::UNDEFINED;
            Ok(Entered::Value(vm.call_native(object, first, count, Some(target))?))
        }
        _ => {
            let arguments = vm.execution.stack[first + 1..=first + count].to_vec();
            Ok(Entered::Value(Value::object(vm.construct(object, &arguments, target)?)))
        }
    }
}

/// Describes a parent that is no constructor: by the name of a function. The parent of a class that extends null is a
/// function without a name.
fn describe_parent(vm: &mut Vm, parent: Value) -> String {
    if !vm.heap.is_callable(parent) {
        return messages::describe(vm, parent);
    }
    let name = parent.as_object().and_then(|function| vm.heap.stored_property(function, keys::NAME));
    match name.and_then(|name| name.value.as_string()).map(|name| shown::shown_name(&mut vm.heap, name)) {
        Some(name) if !name.is_empty() => name,
        _ => "null".to_owned(),
    }
}

/// The name of the class whose constructor runs, for messages.
fn name_of_running_class(vm: &Vm) -> String {
    vm.heap.atom_view(vm.heap.code_cell(vm.frame().code).name).shown_name()
}

/// Throws the error of a class that is called like a function, in the class's realm.
#[cold]
pub(crate) fn refuse_call_of_class(vm: &mut Vm, class: ObjectId, realm: RealmId) -> Completion<()> {
    let name = match vm.heap.kind(class) {
        Kind::Closure(Closure { code, .. }) => vm.heap.atom_view(vm.heap.code_cell(code).name).shown_name(),
        _ => String::new(),
    };
    realm::in_realm(vm, realm, |vm| vm.type_error(messages::class_called(&name)))
}

/// A ReferenceError if the value of the binding of `this` shows that `super()` has been called before.
pub fn check_unbound(vm: &mut Vm, this: Value) -> Completion<Value> {
    if this.is_empty() { Ok(Value::UNDEFINED) } else { vm.reference_error(messages::THIS_BOUND_TWICE) }
}

/// BindThisValue ( V ), ECMA-262 9.1.1.3.1, for a variable that was looked up by name.
pub fn bind_this_in(vm: &mut Vm, place: Value, this: Value) -> Completion<Value> {
    if let Place::Bound { record, index, .. } = environment::place_of_value(vm, place, keys::THIS)? {
        let bound_value = environment::bound_value(vm, record, index);
        check_unbound(vm, bound_value)?;
        environment::set_bound_value(vm, record, index, this);
    }
    Ok(this)
}

/// [[Construct]], ECMA-262 10.2.2, step 13, of a derived constructor that has not returned undefined.
pub fn derived_result(vm: &mut Vm, value: Value) -> Completion<Value> {
    if value.is_object() {
        return Ok(value);
    }
    at_end_of_constructor(vm, |vm| vm.type_error(messages::DERIVED_RESULT))
}

/// Throws the error that `this` is not bound.
#[cold]
pub fn this_not_bound<T>(vm: &mut Vm) -> Completion<T> {
    at_end_of_constructor(vm, |vm| vm.reference_error(messages::THIS_NOT_BOUND))
}

/// Throws an error that may be one of [[Construct]], ECMA-262 10.2.2 steps 13 and 14, of a derived constructor that has
/// ended: then it belongs to the caller's realm. Its place is the closing brace, where no expression is.
fn at_end_of_constructor<T>(vm: &mut Vm, throw: impl FnOnce(&mut Vm) -> Completion<T>) -> Completion<T> {
    let CodeCell { class, block, .. } = vm.heap.code_cell(vm.frame().code);
    let text = block.unit.unit.source.text().as_bytes();
    let is_end =
        *class == Some(ClassKind::Derived) && text.get(block.source_offset(vm.execution.pc) as usize) == Some(&b'}');
    let caller =
        vm.execution.frames.len().checked_sub(2).filter(|_| is_end).and_then(|caller| vm.execution.frames.get(caller));
    match caller.map(|caller| vm.heap.code_block(caller.code).realm) {
        Some(realm) => realm::in_realm(vm, realm, throw),
        None => throw(vm),
    }
}

fn accessor(get: Option<Value>, set: Option<Value>) -> PropertyDescriptor {
    PropertyDescriptor { get, set, enumerable: Some(false), configurable: Some(true), ..PropertyDescriptor::default() }
}
