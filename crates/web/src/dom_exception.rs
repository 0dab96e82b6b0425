//! DOMException, Web IDL 4.3.
//!
//! Not as Web IDL has it: `name`, `message` and `code` are own properties that are not enumerable, no getters of the prototype,
//! so that whoever shows an error without running script finds them.

use ferrotape_bytecode::ErrorKind;
use ferrotape_engine::error::{Completion, Throw};
use ferrotape_engine::function::{Call, NativeFunction, constructor};
use ferrotape_engine::heap::ObjectId;
use ferrotape_engine::keys;
use ferrotape_engine::object::ObjectKind;
use ferrotape_engine::realm::RealmBuilder;
use ferrotape_engine::shape::Attributes;
use ferrotape_engine::value::Value;
use ferrotape_engine::vm::Vm;

static CONSTRUCTOR: NativeFunction = constructor("DOMException", 0, dom_exception);

/// The names that have codes, and their constants: the first one is 1. Empty for those that are gone.
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

/// Gives the prototype.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<ObjectId> {
    let error = realm.vm.intrinsics().native_error_prototype(ErrorKind::Error);
    let prototype = realm.vm.heap.new_object_with_prototype(Some(error), ObjectKind::Ordinary);
    realm.vm.keep(Value::object(prototype));
    // Many properties that no other object has.
    realm.vm.heap.own_shape(prototype);
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.string_tag(prototype, "DOMException")?;
    for (code, (_, constant)) in (1..).zip(CODES) {
        for object in [constructor, prototype] {
            realm.value(object, constant, Value::int(code), Attributes::ENUMERABLE)?;
        }
    }
    Ok(prototype)
}

/// new DOMException ( message, name )
fn dom_exception(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(new_target) = call.new_target else {
        return vm.type_error("Class constructor DOMException cannot be invoked without 'new'");
    };
    let [message, name] = [0, 1].map(|index| call.argument(vm, index));
    let message = if message.is_undefined() { vm.heap.intern_text("") } else { vm.to_string(message)? };
    vm.keep(Value::string(message));
    let name = match name {
        Value::UNDEFINED => vm.heap.intern_text("Error"),
        // The second argument of Node's may be an object with a name and a cause.
        name => vm.to_string(name)?,
    };
    vm.keep(Value::string(name));
    let prototype = crate::prototype_for(vm, call.callee, new_target)?;
    vm.keep(Value::object(prototype));
    let text = vm.heap.flatten(name)?;
    let text = vm.heap.view(text).slice(0, LONGEST_NAME).to_string_lossy();
    let error = vm.make_error(prototype, Some(message));
    define_name(vm, error, Value::string(name), &text)?;
    Ok(error)
}

/// No name with a code is longer.
const LONGEST_NAME: usize = 40;

fn define_name(vm: &mut Vm, error: Value, name: Value, text: &str) -> Completion<()> {
    let Some(error) = error.as_object() else { return Ok(()) };
    let code = CODES.iter().position(|&(known, _)| !known.is_empty() && known == text);
    let code = code.map_or(0, |index| index as i32 + 1);
    vm.heap.store_property(error, keys::NAME, name, Attributes::METHOD)?;
    let key = vm.heap.key("code");
    Ok(vm.heap.store_property(error, key, Value::int(code), Attributes::METHOD)?)
}

/// Throws one with a prototype that a function has captured in its first place.
pub(crate) fn throw<T>(vm: &mut Vm, call: Call, name: &str, message: &str) -> Completion<T> {
    let prototype = vm.heap.captured(call.callee, 0).as_object();
    let Some(prototype) = prototype else { return vm.type_error(message) };
    let message = vm.heap.new_string(message);
    let error = vm.make_error(prototype, Some(message));
    vm.keep(error);
    let text = Value::string(vm.heap.intern_text(name));
    define_name(vm, error, text, name)?;
    Err(Throw::Exception(error))
}
