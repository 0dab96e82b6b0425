//! The constructor and prototype of ShadowRealm, and wrapped functions, of the proposal ShadowRealm.
//!
//! ```text
//! primitive values  pass the border as they are         functions  pass as wrapped functions, each time as a new one
//! other objects     are a TypeError                     what is thrown becomes a TypeError of the caller's realm
//! ```
//!
//! A wrapped function is a built-in function of the realm that has it. It has captured its target.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::error_report;
use ferrotape_runtime::function::{self, Call, Captured, FUNCTION_PROPERTY, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{ObjectId, RealmId, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::module;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::{self, Kind, ObjectKind};
use ferrotape_runtime::promise::{self, Capability};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::shadow_realm::ShadowRealm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static CONSTRUCTOR: NativeFunction = constructor("ShadowRealm", 0, shadow_realm);

static METHODS: &[NativeFunction] = &[method("evaluate", 1, evaluate), method("importValue", 2, import_value)];

// Captures the target.
static WRAPPED: NativeFunction =
    method("", 0, call_wrapped).capturing([Captured::Function, Captured::Nothing, Captured::Nothing]);

// Captures the name of the export, and the ShadowRealm, which lives until the module is there.
static EXPORT_GETTER: NativeFunction =
    method("", 1, export_getter).capturing([Captured::Value, Captured::Object, Captured::Nothing]);

static IMPORT_FAILED: NativeFunction =
    method("", 1, import_failed).capturing([Captured::Object, Captured::Nothing, Captured::Nothing]);

pub(crate) static CLOSURES: &[&NativeFunction] = &[&WRAPPED, &EXPORT_GETTER, &IMPORT_FAILED];

/// Fuel for a realm, whose prototypes and shapes are made at once.
const WORK_FOR_A_REALM: u64 = 1024;

/// Realms that are looked at in a tick: a new one asks all others for their order.
const REALMS_PER_TICK: u64 = 16;

/// Beginning of the message of a TypeError in the place of what another realm has thrown.
const THROWN: &str = "another realm threw ";

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).shadow_realm_prototype;
    realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.methods(prototype, METHODS)?;
    realm.string_tag(prototype, "ShadowRealm")
}

/// ShadowRealm ( ), of the proposal ShadowRealm
fn shadow_realm(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_none() {
        return vm.type_error(messages::requires_new("ShadowRealm"));
    }
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.shadow_realm_prototype)?;
    vm.keep(Value::object(prototype));
    vm.work(WORK_FOR_A_REALM + vm.heap.realm_count() as u64 / REALMS_PER_TICK)?;
    let realm = realm::new_realm(vm)?;
    let slots = ShadowRealm { global: vm.heap.realm(realm).global };
    let kind = ObjectKind::ShadowRealm(Box::new(slots));
    Ok(Value::object(vm.heap.new_object_with_prototype(Some(prototype), kind)))
}

/// ValidateShadowRealmObject ( O ), of the proposal ShadowRealm. Returns the object and its realm.
fn this_realm(vm: &mut Vm, call: Call, method: &str) -> Completion<(ObjectId, RealmId)> {
    if let Some(object) = call.this.as_object()
        && let Kind::ShadowRealm(shadow) = vm.heap.kind(object)
        && let Some(realm) = vm.heap.realm_of_global(shadow.global)
    {
        return Ok((object, realm));
    }
    let receiver = messages::describe(vm, call.this);
    vm.type_error(messages::incompatible_receiver(method, &receiver))
}

/// ShadowRealm.prototype.evaluate ( sourceText ), of the proposal ShadowRealm
fn evaluate(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, realm) = this_realm(vm, call, "ShadowRealm.prototype.evaluate")?;
    let text = call.argument(vm, 0);
    let Some(text) = text.as_string() else {
        let found = messages::describe(vm, text);
        return vm.type_error(format!("The source text must be a string, found {found}"));
    };
    // PerformShadowRealmEval: what the parser refuses is an error of the caller's realm.
    let unit = eval::compile_indirect_eval(vm, text)?;
    let result = realm::in_realm(vm, realm, |vm| eval::run_indirect_eval(vm, unit));
    let value = or_type_error(vm, result)?;
    let caller = vm.realm.id;
    wrapped_value(vm, caller, value)
}

/// ShadowRealm.prototype.importValue ( specifier, exportName ), of the proposal ShadowRealm
fn import_value(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, realm) = this_realm(vm, call, "ShadowRealm.prototype.importValue")?;
    let specifier = call.argument(vm, 0);
    let specifier = convert::to_string(vm, specifier)?;
    vm.keep(Value::string(specifier));
    let name = call.argument(vm, 1);
    if name.as_string().is_none() {
        let found = messages::describe(vm, name);
        return vm.type_error(format!("The name of an export must be a string, found {found}"));
    }
    // ShadowRealmImportValue
    let loaded = module::import_into_realm(vm, realm, specifier)?;
    vm.keep(Value::object(loaded));
    let mut closure = |function: &'static NativeFunction, captured: [Value; 3]| {
        let closure = Value::object(function::new_native_closure(vm, function, captured));
        vm.keep(closure);
        closure
    };
    let shadow = Value::object(object);
    let on_fulfilled = closure(&EXPORT_GETTER, [name, shadow, Value::UNDEFINED]);
    let on_rejected = closure(&IMPORT_FAILED, [shadow, Value::UNDEFINED, Value::UNDEFINED]);
    let promise = promise::new_promise(vm, None);
    vm.keep(Value::object(promise));
    promise::perform_promise_then(vm, loaded, on_fulfilled, on_rejected, Capability::Promise(promise))?;
    Ok(Value::object(promise))
}

/// ExportGetter functions, of the proposal ShadowRealm
fn export_getter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let name = vm.heap.captured(call.callee, 0);
    let (Some(namespace), Some(name)) = (call.argument(vm, 0).as_object(), name.as_string()) else {
        return Ok(Value::UNDEFINED);
    };
    let key = vm.heap.key_of_string(name)?;
    if !object::has_own_property(vm, namespace, key)? {
        let shown = error_report::shown_text(vm, name);
        return vm.type_error(format!("The module has no export '{shown}'"));
    }
    let value = object::get(vm, namespace, key)?;
    let realm = vm.realm.id;
    wrapped_value(vm, realm, value)
}

/// %ThrowTypeError% as a reaction, of the proposal ShadowRealm: the error says why there is no module.
fn import_failed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let reason = call.argument(vm, 0);
    or_type_error(vm, Err(Throw::Exception(reason)))
}

/// GetWrappedValue ( callerRealm, value ), of the proposal ShadowRealm. The value is kept until the native returns.
fn wrapped_value(vm: &mut Vm, realm: RealmId, value: Value) -> Completion<Value> {
    let Some(object) = value.as_object() else { return Ok(value) };
    vm.keep(value);
    if !vm.heap.has_call(object) {
        let found = messages::describe(vm, value);
        return vm.type_error(format!("Only primitive values and functions pass between realms, found {found}"));
    }
    let wrapped = Value::object(new_wrapped_function(vm, realm, object)?);
    vm.keep(wrapped);
    Ok(wrapped)
}

/// WrappedFunctionCreate ( callerRealm, Target ), of the proposal ShadowRealm
fn new_wrapped_function(vm: &mut Vm, realm: RealmId, target: ObjectId) -> Completion<ObjectId> {
    let copied = name_and_length(vm, target);
    let (name, length) = or_type_error(vm, copied)?;
    let captured = [Value::object(target), Value::UNDEFINED, Value::UNDEFINED];
    let wrapped = realm::in_realm(vm, realm, |vm| Ok(function::new_native_closure(vm, &WRAPPED, captured)))?;
    vm.heap.store_property(wrapped, keys::LENGTH, Value::number(length), FUNCTION_PROPERTY)?;
    vm.heap.store_property(wrapped, keys::NAME, Value::string(name), FUNCTION_PROPERTY)?;
    Ok(wrapped)
}

/// CopyNameAndLength ( F, Target ), of the proposal ShadowRealm: finds them.
fn name_and_length(vm: &mut Vm, target: ObjectId) -> Completion<(StringId, f64)> {
    let mut length = 0.0;
    if object::has_own_property(vm, target, keys::LENGTH)? {
        let target_length = object::get(vm, target, keys::LENGTH)?;
        if target_length.is_number() {
            length = convert::to_integer_or_infinity(vm, target_length)?.max(0.0);
        }
    }
    let name = object::get(vm, target, keys::NAME)?.as_string().unwrap_or(StringId::EMPTY);
    Ok((name, length))
}

/// OrdinaryWrappedFunctionCall ( F, thisArgument, argumentsList ), of the proposal ShadowRealm. The current realm is that
/// of the wrapped function.
fn call_wrapped(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = vm.heap.captured(call.callee, 0);
    let Some(object) = target.as_object() else { return Ok(Value::UNDEFINED) };
    let (caller, count) = (vm.realm.id, call.argument_count());
    let target_realm = function::function_realm(vm, object)?;
    vm.work(1 + count as u64)?;
    // On loan during the call: the list, and the values that it keeps alive.
    vm.heap.lend(3 * count * size_of::<Value>())?;
    let mut arguments = Vec::with_capacity(count);
    for index in 0..count {
        let argument = call.argument(vm, index);
        arguments.push(wrapped_value(vm, target_realm, argument)?);
    }
    let this = wrapped_value(vm, target_realm, call.this)?;
    let result = vm.call(target, this, &arguments);
    let value = or_type_error(vm, result)?;
    wrapped_value(vm, caller, value)
}

/// CreateTypeErrorCopy ( realmRecord, originalError ), of the proposal ShadowRealm, in the place of what was thrown. No
/// code of the other realm runs for the message.
fn or_type_error<T>(vm: &mut Vm, result: Completion<T>) -> Completion<T> {
    let thrown = match result {
        Err(Throw::Exception(thrown)) => thrown,
        result => return result,
    };
    vm.keep(thrown);
    if let Some(object) = thrown.as_object() {
        realm::fill_prototypes(vm, object);
    }
    let said = error_report::describe_exception(vm, thrown);
    // Behind many borders the message is as long as behind one.
    match said.strip_prefix("TypeError: ").filter(|said| said.starts_with(THROWN)) {
        Some(said) => vm.type_error(said.to_owned()),
        None => vm.type_error(format!("{THROWN}{said}")),
    }
}
