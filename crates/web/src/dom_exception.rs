//! DOMException, Web IDL 4.3.
//!
//! Name and message are own properties with keys that scripts cannot see. The getters of the prototype read them, and
//! so does the code that shows an error without running script.

mod quota;

use ferrotape_bytecode::ErrorKind;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{Heap, ObjectId, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbol::{EXCEPTION_MESSAGE, EXCEPTION_NAME};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::define_getters;
use crate::interface::{self, Known, prototype_for_new};

pub(crate) use quota::throw as throw_quota;

pub(crate) static GLOBALS: &[&str] = &["DOMException", "QuotaExceededError"];

static CONSTRUCTOR: NativeFunction = constructor("DOMException", 0, dom_exception);

static GETTERS: &[NativeFunction] =
    &[method("get code", 0, code), method("get message", 0, message), method("get name", 0, name)];

/// The names with codes, and their constants. The first code is 1. Removed names are empty.
const CODES: [(&str, &str); 25] = [
    ("IndexSizeError", "INDEX_SIZE_ERR"),
    ("", "DOMSTRING_SIZE_ERR"),
    ("HierarchyRequestError", "HIERARCHY_REQUEST_ERR"),
    ("WrongDocumentError", "WRONG_DOCUMENT_ERR"),
    ("InvalidCharacterError", "INVALID_CHARACTER_ERR"),
    ("", "NO_DATA_ALLOWED_ERR"),
    ("NoModificationAllowedError", "NO_MODIFICATION_ALLOWED_ERR"),
    ("NotFoundError", "NOT_FOUND_ERR"),
    ("NotSupportedError", "NOT_SUPPORTED_ERR"),
    ("InUseAttributeError", "INUSE_ATTRIBUTE_ERR"),
    ("InvalidStateError", "INVALID_STATE_ERR"),
    ("SyntaxError", "SYNTAX_ERR"),
    ("InvalidModificationError", "INVALID_MODIFICATION_ERR"),
    ("NamespaceError", "NAMESPACE_ERR"),
    ("InvalidAccessError", "INVALID_ACCESS_ERR"),
    ("", "VALIDATION_ERR"),
    ("TypeMismatchError", "TYPE_MISMATCH_ERR"),
    ("SecurityError", "SECURITY_ERR"),
    ("NetworkError", "NETWORK_ERR"),
    ("AbortError", "ABORT_ERR"),
    ("URLMismatchError", "URL_MISMATCH_ERR"),
    ("QuotaExceededError", "QUOTA_EXCEEDED_ERR"),
    ("TimeoutError", "TIMEOUT_ERR"),
    ("InvalidNodeTypeError", "INVALID_NODE_TYPE_ERR"),
    ("DataCloneError", "DATA_CLONE_ERR"),
];

/// Defines the class below Error.prototype, with the codes of the older names on constructor and prototype.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let error = realm::intrinsics(realm.vm).native_error_prototype(ErrorKind::Error);
    let prototype = interface::new_prototype(realm, error, Known::DomException);
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.string_tag(prototype, "DOMException")?;
    define_getters(realm, prototype, GETTERS)?;
    for (code, (_, constant)) in (1..).zip(CODES) {
        for object in [constructor, prototype] {
            realm.value(object, constant, Value::int(code), Attributes::ENUMERABLE)?;
        }
    }
    quota::install(realm, [constructor, prototype])
}

/// new DOMException ( message, name )
fn dom_exception(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::DomException, "DOMException")?;
    vm.keep(Value::object(prototype));
    let [message, name] = [0, 1].map(|index| call.argument(vm, index));
    let message = message_of(vm, message)?;
    let name = match name {
        Value::UNDEFINED => vm.heap.intern_text("Error"),
        name => convert::to_string(vm, name)?,
    };
    vm.keep(Value::string(name));
    new_exception(vm, prototype, name, message)
}

/// Converts the argument of a message, which is empty where it is missing. It is kept.
fn message_of(vm: &mut Vm, argument: Value) -> Completion<StringId> {
    let message = if argument.is_undefined() { vm.heap.intern_text("") } else { convert::to_string(vm, argument)? };
    vm.keep(Value::string(message));
    Ok(message)
}

/// Creates an exception with its name and message. The result is not kept.
fn new_exception(vm: &mut Vm, prototype: ObjectId, name: StringId, message: StringId) -> Completion<Value> {
    let exception = vm.make_error(prototype, None);
    if let Some(object) = exception.as_object() {
        vm.keep(exception);
        vm.heap.store_property(object, EXCEPTION_NAME, Value::string(name), Attributes::NONE)?;
        vm.heap.store_property(object, EXCEPTION_MESSAGE, Value::string(message), Attributes::NONE)?;
    }
    Ok(exception)
}

/// Copies a DOMException of any realm, with the numbers of a QuotaExceededError. The result is not kept. None for other errors.
pub(crate) fn copy(vm: &mut Vm, source: ObjectId) -> Completion<Option<Value>> {
    let Some([name, message]) = parts(&vm.heap, source) else { return Ok(None) };
    match quota::amounts(&vm.heap, source) {
        Some(amounts) => quota::make(vm, message, amounts).map(Some),
        None => make(vm, [name, message]).map(Some),
    }
}

/// Returns the name and message of a DOMException of any realm.
fn parts(heap: &Heap, object: ObjectId) -> Option<[StringId; 2]> {
    if !matches!(heap.kind(object), Kind::Error(_)) {
        return None;
    }
    let slot = |key| shown::own_data(heap, object, key).and_then(Value::as_string);
    Some([slot(EXCEPTION_NAME)?, slot(EXCEPTION_MESSAGE)?])
}

/// Makes an exception of the current realm with this name and message, which are kept. The result is not.
fn make(vm: &mut Vm, [name, message]: [StringId; 2]) -> Completion<Value> {
    let prototype = Known::DomException.of_realm(vm);
    new_exception(vm, prototype, name, message)
}

/// get DOMException.prototype.name
fn name(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_exception(vm, call, "name").map(|[name, _]| Value::string(name))
}

/// get DOMException.prototype.message
fn message(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_exception(vm, call, "message").map(|[_, message]| Value::string(message))
}

/// get DOMException.prototype.code
fn code(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [name, _] = this_exception(vm, call, "code")?;
    let name = vm.heap.flatten(name)?;
    let name = vm.heap.view(name);
    let is_name = |&(known, _): &(&str, &str)| !known.is_empty() && name.ascii() == Some(known);
    Ok(Value::int(CODES.iter().position(is_name).map_or(0, |index| index as i32 + 1)))
}

fn this_exception(vm: &mut Vm, call: Call, attribute: &str) -> Completion<[StringId; 2]> {
    if let Some(parts) = call.this.as_object().and_then(|object| parts(&vm.heap, object)) {
        return Ok(parts);
    }
    let receiver = messages::describe(vm, call.this);
    vm.type_error(messages::incompatible_receiver(&format!("get DOMException.prototype.{attribute}"), &receiver))
}

/// Makes a DOMException of the current realm. The result is not kept.
pub(crate) fn new(vm: &mut Vm, name: &str, message: &str) -> Completion<Value> {
    let message = vm.heap.new_string(message);
    vm.keep(Value::string(message));
    let name = vm.heap.intern_text(name);
    vm.keep(Value::string(name));
    make(vm, [name, message])
}

/// Throws a DOMException of the current realm.
pub(crate) fn throw<T>(vm: &mut Vm, name: &str, message: &str) -> Completion<T> {
    Err(Throw::Exception(new(vm, name, message)?))
}
