//! The Function constructor and Function.prototype, ECMA-262 20.2.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::function::Closure;
use ferrotape_runtime::function::Native;
use ferrotape_text::{Text, TextView};

use ferrotape_runtime::DynamicKind;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, FUNCTION_PROPERTY, NativeFunction, Role, constructor, method};
use ferrotape_runtime::heap::{CodeId, ObjectId, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::descriptor::PropertyDescriptor;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::operators;
use ferrotape_runtime::realm::{self, Intrinsics, RealmBuilder};
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static CONSTRUCTOR: NativeFunction = constructor("Function", 1, function);

static METHODS: &[NativeFunction] = &[
    method("apply", 2, apply).with_role(Role::Apply),
    method("bind", 1, bind),
    method("call", 1, call_function).with_role(Role::Call),
    method("toString", 0, to_string),
];

static HAS_INSTANCE: NativeFunction = method("[Symbol.hasInstance]", 1, has_instance);

/// %ThrowTypeError%, ECMA-262 10.2.4.1.
static THROW_TYPE_ERROR: NativeFunction = method("", 0, throw_type_error);

/// Defines the global `Function`, and completes Function.prototype. `instanceof` recognizes the remembered
/// `[Symbol.hasInstance]`, and need not call it.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).function_prototype;
    realm.value(prototype, "length", Value::ZERO, FUNCTION_PROPERTY)?;
    realm.value(prototype, "name", Value::string(StringId::EMPTY), FUNCTION_PROPERTY)?;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.realm().intrinsics.function = constructor;
    realm.methods(prototype, METHODS)?;
    let has_instance = realm.symbol_method(prototype, symbols::HAS_INSTANCE, &HAS_INSTANCE, Attributes::NONE)?;
    realm.realm().intrinsics.function_has_instance = has_instance;
    install_throw_type_error(realm, prototype)
}

/// Creates %ThrowTypeError%, one frozen function in each realm, and the properties of functions that call it
/// (AddRestrictedFunctionProperties, ECMA-262 10.2.4).
fn install_throw_type_error(realm: &mut RealmBuilder, prototype: ObjectId) -> Completion<()> {
    let thrower = function::new_native_function(realm.vm, &THROW_TYPE_ERROR);
    realm.realm().intrinsics.throw_type_error = thrower;
    let vm = &mut *realm.vm;
    vm.heap.store_property(thrower, keys::LENGTH, Value::ZERO, Attributes::NONE)?;
    vm.heap.store_property(thrower, keys::NAME, Value::string(StringId::EMPTY), Attributes::NONE)?;
    object::prevent_extensions(vm, thrower)?;
    let thrower = Value::object(thrower);
    let restricted = PropertyDescriptor::accessor(thrower, thrower, Attributes::CONFIGURABLE);
    for key in [keys::CALLER, keys::ARGUMENTS] {
        object::define_property_or_throw(vm, prototype, key, &restricted)?;
    }
    Ok(())
}

/// %ThrowTypeError% ( ), ECMA-262 10.2.4.1.
///
/// Extension: `caller` and `arguments` of sloppy functions that are constructors are undefined, not an error. Much code
/// of the web reads them, and test262 takes undefined for "not supported".
fn throw_type_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(function) = call.this.as_object()
        && let Kind::Closure(Closure { code, .. }) = vm.heap.kind(function)
        && let code = vm.heap.code_cell(code)
        && !code.template().strict
        && code.is_constructor
    {
        return Ok(Value::UNDEFINED);
    }
    vm.type_error("'caller', 'callee' and 'arguments' of strict functions may not be accessed")
}

/// Function ( ...parameterArgs, bodyArg ), ECMA-262 20.2.1.1
fn function(vm: &mut Vm, call: Call) -> Completion<Value> {
    dynamic_function(vm, call, DynamicKind::Plain, |intrinsics| intrinsics.function_prototype)
}

/// CreateDynamicFunction, ECMA-262 20.2.1.1.1
pub(crate) fn dynamic_function(
    vm: &mut Vm,
    call: Call,
    kind: DynamicKind,
    default: impl FnOnce(&Intrinsics) -> ObjectId,
) -> Completion<Value> {
    let count = call.argument_count();
    let mut parameters = Vec::new();
    for index in 0..count.saturating_sub(1) {
        if index > 0 {
            vm.heap.lend_room(&mut parameters, 1)?;
            parameters.push(b','.into());
        }
        push_source_text(vm, call.argument(vm, index), &mut parameters)?;
    }
    let body = if count > 0 {
        let body = call.argument(vm, count - 1);
        convert::to_string(vm, body)?
    } else {
        StringId::EMPTY
    };
    let function = eval::instantiate_dynamic_function(vm, kind, &parameters, body)?;
    vm.keep(Value::object(function));
    let prototype = function::prototype_for_new(vm, call, default)?;
    if vm.heap.prototype_of(function) != Some(prototype) {
        vm.heap.replace_prototype(function, Some(prototype));
    }
    Ok(Value::object(function))
}

/// Appends the string of a parameter's or body's source text.
fn push_source_text(vm: &mut Vm, value: Value, source: &mut Vec<u16>) -> Completion<()> {
    let text = convert::to_string(vm, value)?;
    let length = vm.heap.string_length(text);
    let flat = vm.heap.flatten(text)?;
    vm.heap.lend_room(source, length)?;
    let (view, budget) = vm.heap.view_and_budget(flat);
    budget.in_pieces(length, UNITS_PER_TICK, |piece| view.slice(piece.start, piece.end).append_to(source))?;
    Ok(())
}

/// Returns the function that a method of Function.prototype was called on.
fn this_function(vm: &mut Vm, call: Call, method: &str) -> Completion<ObjectId> {
    match call.this.as_object() {
        Some(function) if vm.heap.has_call(function) => Ok(function),
        _ => {
            let found = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(method, &found))
        }
    }
}

/// Function.prototype.apply ( thisArg, argArray ), ECMA-262 20.2.3.1
fn apply(vm: &mut Vm, call: Call) -> Completion<Value> {
    let function = this_function(vm, call, "Function.prototype.apply")?;
    let list = call.argument(vm, 1);
    let arguments = if list.is_nullish() { Vec::new() } else { create_list_from_array_like(vm, list)? };
    let this = call.argument(vm, 0);
    vm.call(Value::object(function), this, &arguments)
}

/// Function.prototype.call ( thisArg, ...args ), ECMA-262 20.2.3.3
fn call_function(vm: &mut Vm, call: Call) -> Completion<Value> {
    let function = Value::object(this_function(vm, call, "Function.prototype.call")?);
    let this = call.argument(vm, 0);
    let count = call.argument_count().saturating_sub(1);
    if count > FEW {
        let arguments = rest_arguments(vm, call, 1)?;
        return vm.call(function, this, &arguments);
    }
    // Fast path: passes few arguments without allocation.
    let mut few = [Value::UNDEFINED; FEW];
    for (index, argument) in few.iter_mut().enumerate().take(count) {
        *argument = call.argument(vm, index + 1);
    }
    vm.call(function, this, &few[..count])
}

/// The most arguments that `call` passes on the fast path.
const FEW: usize = 6;

/// Returns the arguments from `first` on.
fn rest_arguments(vm: &mut Vm, call: Call, first: usize) -> Completion<Box<[Value]>> {
    vm.heap.room(call.argument_count() * size_of::<Value>())?;
    Ok(call.arguments(vm).get(first..).unwrap_or_default().into())
}

/// Function.prototype.bind ( thisArg, ...args ), ECMA-262 20.2.3.2
fn bind(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = this_function(vm, call, "Function.prototype.bind")?;
    let arguments = rest_arguments(vm, call, 1)?;
    let bound_count = arguments.len() as f64;
    let this = call.argument(vm, 0);
    let bound = function::new_bound_function(vm, target, this, arguments)?;
    vm.keep(Value::object(bound));
    let mut length = 0.0;
    if object::has_own_property(vm, target, keys::LENGTH)? {
        let target_length = object::get(vm, target, keys::LENGTH)?;
        if target_length.is_number() {
            length = (convert::to_integer_or_infinity(vm, target_length)? - bound_count).max(0.0);
        }
    }
    let attributes = FUNCTION_PROPERTY;
    vm.heap.store_property(bound, keys::LENGTH, Value::number(length), attributes)?;
    let target_name = object::get(vm, target, keys::NAME)?.as_string().unwrap_or(StringId::EMPTY);
    let prefix = vm.heap.intern_text("bound ");
    let name = operators::concat(vm, prefix, target_name)?;
    vm.heap.store_property(bound, keys::NAME, Value::string(name), attributes)?;
    Ok(Value::object(bound))
}

/// Function.prototype [ %Symbol.hasInstance% ] ( V ), ECMA-262 20.2.3.6
fn has_instance(vm: &mut Vm, call: Call) -> Completion<Value> {
    let value = call.argument(vm, 0);
    operators::ordinary_has_instance(vm, call.this, value).map(Value::bool)
}

/// Function.prototype.toString ( ), ECMA-262 20.2.3.5
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let function = this_function(vm, call, "Function.prototype.toString")?;
    let text = match vm.heap.kind(function) {
        Kind::Closure(Closure { code, .. }) => return closure_text(vm, code).map(Value::string),
        Kind::Native(Native { function: native, .. }) => native_text(function::native(vm, native).name),
        _ => native_text(""),
    };
    Ok(Value::string(vm.heap.new_text(&text)))
}

/// Bytes of a function's text that are decoded between two checks of the limits.
const DECODED: usize = 1 << 12;

/// Returns the source text matched by the function, character for character.
fn closure_text(vm: &mut Vm, code: CodeId) -> Completion<StringId> {
    let code = vm.heap.code_cell(code).clone();
    let source = &code.set.unit.unit.source;
    let mut rest = source.slice(code.template().span);
    if rest.is_empty() {
        // HostHasSourceTextAvailable: code that was saved without its text has none.
        let text = native_text(&vm.heap.atom_view(code.name).shown_name());
        return Ok(vm.heap.new_text(&text));
    }
    let mut text = StringBuilder::new();
    while !rest.is_empty() {
        let end = (DECODED.min(rest.len())..rest.len()).find(|&end| rest.is_char_boundary(end)).unwrap_or(rest.len());
        let (piece, others) = rest.split_at(end);
        vm.work(piece.len() as u64 / UNITS_PER_TICK)?;
        match source.lone_surrogates().text(piece).view() {
            TextView::Latin1(bytes) => text.push_bytes(vm, bytes)?,
            TextView::Utf16(units) => text.push_units(vm, units)?,
        }
        rest = others;
    }
    text.finish(vm)
}

/// NativeFunction, ECMA-262 20.2.3.5.
fn native_text(name: &str) -> Text {
    Text::from_utf8(&format!("function {name}() {{ [native code] }}"))
}

/// CreateListFromArrayLike ( obj ), ECMA-262 7.3.18. The values are kept until the native returns.
pub(crate) fn create_list_from_array_like(vm: &mut Vm, value: Value) -> Completion<Vec<Value>> {
    let Some(object) = value.as_object() else {
        return vm.type_error(messages::called_on_non_object("CreateListFromArrayLike"));
    };
    let length = convert::length_of_array_like(vm, object)?;
    vm.work(length.min(MAX_LIST_LENGTH))?;
    if length > MAX_LIST_LENGTH {
        return vm.range_error(messages::TOO_MANY_ARGUMENTS);
    }
    // On loan during the call: the list, and the values that it keeps alive.
    vm.heap.lend(2 * length as usize * size_of::<Value>())?;
    if let Some(values) = dense_values(vm, object, length as usize) {
        return Ok(values);
    }
    let mut list = Vec::with_capacity(length as usize);
    for index in 0..length {
        let key = vm.heap.key_of_index(index);
        let value = object::get(vm, object, key)?;
        vm.keep(value);
        list.push(value);
    }
    Ok(list)
}

/// Fast path: returns the first `length` elements of an array or arguments object without holes among them.
fn dense_values(vm: &Vm, object: ObjectId, length: usize) -> Option<Vec<Value>> {
    if !matches!(vm.heap.kind(object), Kind::Array { .. } | Kind::UnmappedArguments) {
        return None;
    }
    let values = vm.heap.elements(object).as_dense()?.get(..length)?;
    (!values.contains(&Value::EMPTY)).then(|| values.to_vec())
}

/// The most arguments of a call.
const MAX_LIST_LENGTH: u64 = 1 << 20;
