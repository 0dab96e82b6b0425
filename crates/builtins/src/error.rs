//! The Error constructor, Error.prototype, and the native errors, ECMA-262 20.5.

pub(crate) mod call_site;

use ferrotape_bytecode::ErrorKind;

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::names::{keys, strings};
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::operators;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::stack_trace;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::home_setter::set_but_on_home;

/// The constructors in the order of [`ErrorKind::ALL`].
static CONSTRUCTORS: &[NativeFunction] = &[
    constructor("Error", 1, error),
    constructor("EvalError", 1, eval_error),
    constructor("RangeError", 1, range_error),
    constructor("ReferenceError", 1, reference_error),
    constructor("SyntaxError", 1, syntax_error),
    constructor("TypeError", 1, type_error),
    constructor("URIError", 1, uri_error),
];

pub(crate) const NAMES: &[&str] = &[
    "Error",
    "EvalError",
    "RangeError",
    "ReferenceError",
    "SyntaxError",
    "TypeError",
    "URIError",
    "AggregateError",
    "SuppressedError",
];

static AGGREGATE_ERROR: NativeFunction = constructor("AggregateError", 2, aggregate_error);

static SUPPRESSED_ERROR: NativeFunction = constructor("SuppressedError", 3, suppressed_error);

static FUNCTIONS: &[NativeFunction] =
    &[method("captureStackTrace", 2, capture_stack_trace), method("isError", 1, is_error)];

/// The initial `stackTraceLimit`: the number of frames that are recorded.
const STACK_TRACE_LIMIT: i32 = 32;

static GET_STACK: NativeFunction = method("get stack", 0, get_stack);
static SET_STACK: NativeFunction = method("set stack", 1, set_stack);

static METHODS: &[NativeFunction] = &[method("toString", 0, to_string)];

/// Defines all constructors of errors as globals; those of the others inherit from `Error`. `stack` is an accessor of
/// Error.prototype.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let error = install_constructor(realm, ErrorKind::Error, &CONSTRUCTORS[0])?;
    let error_prototype = realm::intrinsics(realm.vm).native_error_prototype(ErrorKind::Error);
    realm.methods(error, FUNCTIONS)?;
    realm.value(error, "stackTraceLimit", Value::int(STACK_TRACE_LIMIT), Attributes::ALL)?;
    realm.methods(error_prototype, METHODS)?;
    realm.accessor(error_prototype, keys::STACK, Some(&GET_STACK), Some(&SET_STACK))?;
    for (&kind, function) in ErrorKind::ALL.iter().zip(CONSTRUCTORS).skip(1) {
        let native_error = install_constructor(realm, kind, function)?;
        realm.vm.heap.replace_prototype(native_error, Some(error));
    }
    let intrinsics = realm::intrinsics(realm.vm);
    let (aggregate, suppressed) = (intrinsics.aggregate_error_prototype, intrinsics.suppressed_error_prototype);
    for (prototype, function) in [(aggregate, &AGGREGATE_ERROR), (suppressed, &SUPPRESSED_ERROR)] {
        let constructor = install_with_prototype(realm, prototype, function)?;
        realm.vm.heap.replace_prototype(constructor, Some(error));
    }
    Ok(())
}

fn install_constructor(
    realm: &mut RealmBuilder,
    kind: ErrorKind,
    function: &'static NativeFunction,
) -> Completion<ObjectId> {
    let prototype = realm::intrinsics(realm.vm).native_error_prototype(kind);
    install_with_prototype(realm, prototype, function)
}

/// Defines a constructor as a global. Its prototype gets a `name`, and an empty `message`, of its own.
fn install_with_prototype(
    realm: &mut RealmBuilder,
    prototype: ObjectId,
    function: &'static NativeFunction,
) -> Completion<ObjectId> {
    let constructor = realm.constructor(function, prototype)?;
    let name = Value::string(realm.vm.heap.intern_text(function.name));
    realm.value(prototype, "name", name, Attributes::METHOD)?;
    realm.value(prototype, "message", Value::string(StringId::EMPTY), Attributes::METHOD)?;
    Ok(constructor)
}

/// Error ( message [ , options ] ), ECMA-262 20.5.1.1
fn error(vm: &mut Vm, call: Call) -> Completion<Value> {
    construct(vm, call, ErrorKind::Error)
}

/// EvalError ( message [ , options ] ), ECMA-262 20.5.6.1.1
fn eval_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    construct(vm, call, ErrorKind::EvalError)
}

/// RangeError ( message [ , options ] ), ECMA-262 20.5.6.1.1
fn range_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    construct(vm, call, ErrorKind::RangeError)
}

/// ReferenceError ( message [ , options ] ), ECMA-262 20.5.6.1.1
fn reference_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    construct(vm, call, ErrorKind::ReferenceError)
}

/// SyntaxError ( message [ , options ] ), ECMA-262 20.5.6.1.1
fn syntax_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    construct(vm, call, ErrorKind::SyntaxError)
}

/// TypeError ( message [ , options ] ), ECMA-262 20.5.6.1.1
fn type_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    construct(vm, call, ErrorKind::TypeError)
}

/// URIError ( message [ , options ] ), ECMA-262 20.5.6.1.1
fn uri_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    construct(vm, call, ErrorKind::UriError)
}

/// Implements the constructors, called by `new` or not.
fn construct(vm: &mut Vm, call: Call, kind: ErrorKind) -> Completion<Value> {
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.native_error_prototype(kind))?;
    vm.keep(Value::object(prototype));
    let message = match call.argument(vm, 0) {
        Value::UNDEFINED => None,
        message => Some(convert::to_string(vm, message)?),
    };
    let error = vm.make_error_for(prototype, message, call.new_target);
    vm.keep(error);
    install_error_cause(vm, error, call.argument(vm, 1))?;
    Ok(error)
}

/// AggregateError ( errors, message [ , options ] ), ECMA-262 20.5.7.1.1
fn aggregate_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.aggregate_error_prototype)?;
    vm.keep(Value::object(prototype));
    let message = match call.argument(vm, 1) {
        Value::UNDEFINED => None,
        message => Some(convert::to_string(vm, message)?),
    };
    let error = vm.make_error_for(prototype, message, call.new_target);
    vm.keep(error);
    install_error_cause(vm, error, call.argument(vm, 2))?;
    let errors = array::new_array(vm);
    vm.keep(Value::object(errors));
    let mut count = 0;
    let iterable = call.argument(vm, 0);
    iteration::iterate(vm, iterable, |vm, value| {
        let index = vm.heap.key_of_index(count);
        count += 1;
        object::create_data_property_or_throw(vm, errors, index, value)
    })?;
    install_errors(vm, error, errors)
}

/// The last steps of AggregateError. Returns the error.
fn install_errors(vm: &mut Vm, error: Value, errors: ObjectId) -> Completion<Value> {
    if let Some(object) = error.as_object() {
        vm.heap.store_property(object, keys::ERRORS, Value::object(errors), Attributes::METHOD)?;
    }
    Ok(error)
}

/// Creates the error of Promise.any if all promises are rejected.
pub(crate) fn new_aggregate_error(vm: &mut Vm, errors: ObjectId) -> Completion<Value> {
    let prototype = realm::intrinsics(vm).aggregate_error_prototype;
    let message = vm.heap.intern_text("All promises were rejected");
    let error = vm.make_error(prototype, Some(message));
    install_errors(vm, error, errors)
}

/// SuppressedError ( error, suppressed, message ), ECMA-262 20.5.8.1
fn suppressed_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.suppressed_error_prototype)?;
    vm.keep(Value::object(prototype));
    let message = match call.argument(vm, 2) {
        Value::UNDEFINED => None,
        message => Some(convert::to_string(vm, message)?),
    };
    message.iter().for_each(|&message| vm.keep(Value::string(message)));
    // The properties that the specification has come one after the other.
    let made = vm.make_error_for(prototype, None, call.new_target);
    vm.keep(made);
    if let Some(object) = made.as_object() {
        if let Some(message) = message {
            vm.heap.store_property(object, keys::MESSAGE, Value::string(message), Attributes::METHOD)?;
        }
        let [error, suppressed] = [0, 1].map(|index| call.argument(vm, index));
        vm.heap.store_property(object, keys::ERROR, error, Attributes::METHOD)?;
        vm.heap.store_property(object, keys::SUPPRESSED, suppressed, Attributes::METHOD)?;
    }
    Ok(made)
}

/// InstallErrorCause ( O, options ), ECMA-262 20.5.8.1
fn install_error_cause(vm: &mut Vm, error: Value, options: Value) -> Completion<()> {
    if let (Some(error), Some(options)) = (error.as_object(), options.as_object())
        && object::has_property(vm, options, keys::CAUSE)?
    {
        let cause = object::get(vm, options, keys::CAUSE)?;
        vm.heap.store_property(error, keys::CAUSE, cause, Attributes::METHOD)?;
    }
    Ok(())
}

/// Error.captureStackTrace ( object, constructorOpt ), proposal Error.captureStackTrace. Extension: as V8 has it, on which many
/// programs rely.
fn capture_stack_trace(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [object, above] = [0, 1].map(|index| call.argument(vm, index));
    let Some(object) = object.as_object() else {
        let found = messages::describe(vm, object);
        return vm.type_error(format!("{found} is not an object"));
    };
    let above = above.as_object().filter(|&above| vm.heap.has_call(above));
    stack_trace::capture(vm, object, above)?;
    Ok(Value::UNDEFINED)
}

/// Error.isError ( arg ), ECMA-262 20.5.2.1
fn is_error(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = call.argument(vm, 0).as_object().filter(|&object| matches!(vm.heap.kind(object), Kind::Error(_)));
    Ok(Value::bool(object.is_some_and(|object| !stack_trace::is_call_site(vm, object))))
}

/// get Error.prototype.stack, of the proposal Error Stack Accessor
fn get_stack(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(object) = call.this.as_object() else {
        return vm.type_error(messages::called_on_non_object("get Error.prototype.stack"));
    };
    stack_trace::of_error(vm, object).map(|stack| stack.unwrap_or(Value::UNDEFINED))
}

/// set Error.prototype.stack, of the proposal Error Stack Accessor
fn set_stack(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(object) = call.this.as_object() else {
        return vm.type_error(messages::called_on_non_object("set Error.prototype.stack"));
    };
    let stack = call.argument(vm, 0);
    // Extension: what is no error takes any value. Constructors from before classes make objects that only inherit from
    // Error.prototype, and copy the stack of something that may have none.
    if !stack.is_string() && matches!(vm.heap.kind(object), Kind::Error(_)) {
        let found = messages::describe(vm, stack);
        return vm.type_error(format!("The stack of an error must be a string, not {found}"));
    }
    let home = realm::intrinsics(vm).native_error_prototype(ErrorKind::Error);
    set_but_on_home(vm, call, (home, "Error.prototype"), keys::STACK)
}

/// Error.prototype.toString ( ), ECMA-262 20.5.3.4
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(object) = call.this.as_object() else {
        return vm.type_error(messages::called_on_non_object("Error.prototype.toString"));
    };
    let name = string_property(vm, object, keys::NAME, strings::ERROR_NAME)?;
    vm.keep(Value::string(name));
    let message = string_property(vm, object, keys::MESSAGE, StringId::EMPTY)?;
    if vm.heap.string_length(name) == 0 {
        return Ok(Value::string(message));
    }
    if vm.heap.string_length(message) == 0 {
        return Ok(Value::string(name));
    }
    let separator = vm.heap.intern_text(": ");
    let start = operators::concat(vm, name, separator)?;
    operators::concat(vm, start, message).map(Value::string)
}

fn string_property(vm: &mut Vm, object: ObjectId, key: PropertyKey, default: StringId) -> Completion<StringId> {
    let value = object::get(vm, object, key)?;
    if value.is_undefined() { Ok(default) } else { convert::to_string(vm, value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constructors_stand_in_the_order_of_their_kinds() {
        let names: Vec<_> = CONSTRUCTORS.iter().map(|function| function.name).collect();
        assert_eq!(names, ErrorKind::ALL.map(ErrorKind::name));
    }
}
