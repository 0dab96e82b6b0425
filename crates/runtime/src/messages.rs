//! Wording of error messages that are used in more than one place.
//!
//! Messages show values of scripts by [`describe`]: short, and without running script.

mod operations;

pub use operations::*;

use crate::value::Value;

pub const NO_STACK_MACHINE: &str = "this code is for the stack machine, which this program is built without";
pub const STRING_TOO_LONG: &str = "Invalid string length";

pub const INVALID_ARRAY_LENGTH: &str = "Invalid array length";

pub const INVALID_INDEX: &str = "Invalid index";

pub const INVALID_OFFSET: &str = "Invalid offset";

pub const INVALID_BUFFER_LENGTH: &str = "Invalid array buffer length";

pub const INVALID_VIEW_LENGTH: &str = "Invalid DataView length";

pub const INVALID_TYPED_ARRAY_LENGTH: &str = "Invalid typed array length";

pub const IMMUTABLE_BUFFER: &str = "Cannot change an immutable ArrayBuffer";
pub const UNDETACHABLE_BUFFER: &str = "Cannot detach an ArrayBuffer of a WebAssembly.Memory";
pub const VIEW_OUT_OF_BOUNDS: &str = "The buffer is detached, or ends before the view on it does";

pub const NO_CODE_FROM_TEXTS: &str = "Code generation from strings is not allowed in this engine";
pub const TOO_MANY_MODULES: &str = "Cannot load one more module: there are as many as may be";
pub const BUFFER_ALLOCATION_FAILED: &str = "Array buffer allocation failed";

pub const TOO_MUCH_RECURSION: &str = "Maximum call stack size exceeded";

pub(crate) const BIGINT_TO_NUMBER: &str = "Cannot convert a BigInt value to a number";

pub(crate) const BIGINT_TOO_LONG: &str = "Maximum BigInt size exceeded";

pub(crate) const BIGINT_UNSIGNED_SHIFT: &str = "BigInts have no unsigned right shift, use >> instead";

pub(crate) const DIVISION_BY_ZERO: &str = "Division by zero";

pub const MIXED_BIGINT: &str = "Cannot mix BigInt and other types, use explicit conversions";

pub(crate) const NEGATIVE_EXPONENT: &str = "Exponent must be non-negative";

pub(crate) const NO_PRIMITIVE_VALUE: &str = "Cannot convert object to primitive value";

pub(crate) const SYMBOL_TO_NUMBER: &str = "Cannot convert a Symbol value to a number";

pub(crate) const SYMBOL_TO_STRING: &str = "Cannot convert a Symbol value to a string";

pub(crate) const NULLISH_TO_OBJECT: &str = "Cannot convert undefined or null to object";

pub const CYCLIC_PROTOTYPE: &str = "Cyclic prototype value";

pub const PROTOTYPE_REFUSED: &str = "The object does not let its prototype be changed";

pub const IMMUTABLE_PROTOTYPE: &str = "Cannot change the prototype of Object.prototype";

pub(crate) const NOT_AN_OBJECT_CONSTRUCTED: &str = "Constructor did not return an object";

pub const INVALID_ASSIGNMENT_TARGET: &str = "invalid assignment target";

pub const NO_THROW: &str = "The iterator does not provide a 'throw' method.";

pub const TOO_MANY_ARGUMENTS: &str = "Too many arguments";

pub(crate) const DELETE_OF_SUPER: &str = "Unsupported reference to 'super'";

pub(crate) const CONSTANT_ASSIGNMENT: &str = "Assignment to constant variable.";

pub(crate) const PROMISE_OF_ITSELF: &str = "Chaining cycle detected for promise #<Promise>";

pub const URI_MALFORMED: &str = "URI malformed";

pub(crate) const IMPORT_OPTIONS: &str = "The second argument of import() must be an object";

pub(crate) const IMPORT_ATTRIBUTES: &str = "The 'with' option of import() must be an object";

pub(crate) const IMPORT_ATTRIBUTE_VALUE: &str = "Import attribute value must be a string";

pub(crate) const NO_MODULE: &str = "the text is not a module";

pub(crate) fn no_such_export(specifier: &str, name: &str) -> String {
    format!("The requested module '{specifier}' does not provide an export named '{name}'")
}

pub(crate) fn ambiguous_export(specifier: &str, name: &str) -> String {
    format!("The requested module '{specifier}' contains conflicting star exports for name '{name}'")
}

pub(crate) fn no_module_loader(specifier: &str) -> String {
    format!("Cannot load module '{specifier}': there is no module loader")
}

pub(crate) fn loader_panicked() -> String {
    "the loader of modules panicked".to_owned()
}

pub(crate) const CLOCK_PANICKED: &str = "the clock of the host panicked";

pub(crate) fn no_text_of_module(name: &str) -> String {
    format!("Cannot load module '{name}' as data: it is compiled code")
}

pub(crate) const NO_MODULE_SOURCE: &str =
    "The module has no source that can be imported: `import source` is not for source text";

pub(crate) const DEFERRED_NOT_READY: &str = "The deferred module cannot be evaluated here: it, or a module that it imports, is being evaluated or awaits something";

pub(crate) fn not_text_of_module(name: &str) -> String {
    format!("Cannot load module '{name}': it is not UTF-8 text")
}

pub(crate) fn unknown_module_type(found: &str) -> String {
    format!("Import attribute 'type' with value '{found}' is not supported")
}

pub(crate) fn unknown_import_attribute(found: &str) -> String {
    format!("Import attribute '{found}' is not supported")
}

pub(crate) fn not_a_bigint(shown: &str) -> String {
    format!("Cannot convert {shown} to a BigInt")
}

pub(crate) fn not_an_integer(shown: &str) -> String {
    format!("The number {shown} cannot be converted to a BigInt because it is not an integer")
}

pub fn not_callable(what: &str) -> String {
    format!("{what} is not a function")
}

pub(crate) fn method_not_callable(key: &str, found: &str) -> String {
    format!("The method {key} is not a function: {found}")
}

pub(crate) fn trap_not_callable(trap: &str, found: &str) -> String {
    format!("The trap '{trap}' of a proxy is not a function: {found}")
}

/// Names the request that a trap has refused.
pub(crate) fn refused_by_trap(trap: &str, key: &str) -> String {
    format!("The trap '{trap}' of a proxy has refused property '{key}'")
}

pub(crate) fn revoked(trap: Option<&str>) -> String {
    match trap {
        Some(trap) => format!("Cannot perform '{trap}' on a proxy that has been revoked"),
        None => "The proxy has been revoked, it can do nothing any more".to_owned(),
    }
}

pub fn not_a_constructor(what: &str) -> String {
    format!("{what} is not a constructor")
}

pub fn requires_new(name: &str) -> String {
    format!("Constructor {name} requires 'new'")
}

pub fn not_extensible(what: &str) -> String {
    format!("{what} is not extensible")
}

/// Name of a method of a class in messages. Names that are symbols are in brackets already.
pub fn method_of(class: &str, method: &str) -> String {
    let dot = if method.starts_with('[') { "" } else { "." };
    format!("{class}.prototype{dot}{method}")
}

/// Message for a method called on an incompatible receiver.
pub fn incompatible_receiver(method: &str, receiver: &str) -> String {
    format!("Method {method} called on incompatible receiver {receiver}")
}

pub fn called_on_nullish(method: &str) -> String {
    format!("{method} called on null or undefined")
}

pub fn called_on_non_object(method: &str) -> String {
    format!("{method} called on non-object")
}

pub fn constructor_without_new(name: &str) -> String {
    format!("Constructor {name} requires 'new'")
}

pub fn must_be_a_function(what: &str, found: &str) -> String {
    format!("{what} must be a function: {found}")
}

pub fn prototype_must_be_object_or_null(found: &str) -> String {
    format!("Object prototype may only be an Object or null: {found}")
}

pub(crate) fn not_a_property_descriptor(found: &str) -> String {
    format!("Property description must be an object: {found}")
}

pub(crate) fn cannot_define(key: &str) -> String {
    format!("Cannot define property '{key}'")
}

pub(crate) fn cannot_define_in_inextensible(key: &str) -> String {
    format!("Cannot define property {key}, object is not extensible")
}

pub(crate) fn cannot_redefine(key: &str) -> String {
    format!("Cannot redefine property: {key}")
}

pub(crate) fn cannot_assign(key: &str, base: &str) -> String {
    format!("Cannot assign to property '{key}' of {base}")
}

/// `base` is `string 'abc'`, `object '#<Object>'`.
pub(crate) fn read_only(key: &str, base: &str) -> String {
    format!("Cannot assign to read only property '{key}' of {base}")
}

pub(crate) fn only_getter(key: &str, base: &str) -> String {
    format!("Cannot set property {key} of {base} which has only a getter")
}

pub(crate) fn cannot_add(key: &str) -> String {
    format!("Cannot add property {key}, object is not extensible")
}

pub(crate) fn cannot_delete(key: &str, base: &str) -> String {
    format!("Cannot delete property '{key}' of {base}")
}

/// `value` is undefined or null.
pub(crate) fn property_of_nullish(value: Value, key: &str) -> String {
    format!("Cannot read properties of {value:?} (reading '{key}')")
}

/// The text of undefined or null.
pub(crate) fn nullish_text(value: Value) -> &'static str {
    if value.is_null() { "null" } else { "undefined" }
}

pub(crate) fn cannot_set_of_nullish(key: &str, base: &str) -> String {
    format!("Cannot set properties of {base} (setting '{key}')")
}

pub(crate) fn cannot_create_on_primitive(key: &str, base: &str) -> String {
    format!("Cannot create property '{key}' on {base}")
}

pub(crate) fn cannot_convert_to_object(key: &str, base: &str) -> String {
    format!("Cannot convert {base} to object (deleting '{key}')")
}

/// Characters of a pattern that a message shows.
pub(crate) const SHOWN_PATTERN: usize = 1000;

/// `what` begins with a small letter, as messages of the compiler do.
pub(crate) fn invalid_regexp(source: &str, flags: &str, what: &str) -> String {
    let (first, rest) = what.split_at_checked(1).unwrap_or_default();
    format!("Invalid regular expression: /{source}/{flags}: {}{rest}", first.to_ascii_uppercase())
}

pub(crate) fn invalid_regexp_flags(flags: &str) -> String {
    format!("Invalid flags supplied to RegExp constructor '{flags}'")
}

pub(crate) fn not_defined(name: &str) -> String {
    format!("{name} is not defined")
}

pub(crate) fn not_initialized(name: &str) -> String {
    format!("Cannot access '{name}' before initialization")
}

/// Message for a value that cannot be destructured; `what` is its source text, as far as it is known.
pub(crate) fn cannot_destructure(found: &str, what: Option<String>, name: Option<String>) -> String {
    let property = name.map_or(String::new(), |name| format!("property '{name}' of "));
    format!("Cannot destructure {property}'{}' as it is {found}.", what.as_deref().unwrap_or(found))
}

pub(crate) fn declared_twice(name: &str) -> String {
    format!("Identifier '{name}' has already been declared")
}

pub(crate) fn cannot_declare_global(name: &str) -> String {
    format!("Cannot declare global '{name}'")
}

pub(crate) const THIS_NOT_BOUND: &str =
    "Must call super constructor in derived class before accessing 'this' or returning from derived constructor";

pub(crate) const THIS_BOUND_TWICE: &str = "Super constructor may only be called once";

/// Reached only by saved code that no compiler made.
pub(crate) const NOT_A_NEW_CLASS: &str = "A class is made of a constructor that is new";

pub(crate) const STATIC_PROTOTYPE: &str = "Classes may not have a static property named 'prototype'";

pub(crate) const DERIVED_RESULT: &str = "Derived constructors may only return object or undefined";

pub(crate) fn class_called(name: &str) -> String {
    match name {
        "" => "Class constructors cannot be invoked without 'new'".to_owned(),
        name => format!("Class constructor {name} cannot be invoked without 'new'"),
    }
}

pub(crate) fn not_a_parent(value: &str) -> String {
    format!("Class extends value {value} is not a constructor or null")
}

pub(crate) fn not_a_parent_prototype(value: &str) -> String {
    format!("Class extends value does not have valid prototype property {value}")
}

pub(crate) fn not_a_super_constructor(value: &str, class: &str) -> String {
    match class {
        "" => format!("Super constructor {value} of anonymous class is not a constructor"),
        class => format!("Super constructor {value} of {class} is not a constructor"),
    }
}

pub(crate) fn no_private_to_read(name: &str) -> String {
    format!("Cannot read private member {name} from an object whose class did not declare it")
}

pub(crate) fn no_private_to_write(name: &str) -> String {
    format!("Cannot write private member {name} to an object whose class did not declare it")
}

pub(crate) fn private_method_written(name: &str) -> String {
    format!("Private method '{name}' is not writable")
}

pub(crate) fn no_private_getter(name: &str) -> String {
    format!("'{name}' was defined without a getter")
}

pub(crate) fn no_private_setter(name: &str) -> String {
    format!("'{name}' was defined without a setter")
}

pub(crate) fn in_operator_on_primitive(key: &str, found: &str) -> String {
    format!("Cannot use 'in' operator to search for '{key}' in {found}")
}

pub(crate) fn private_on_nonextensible(name: &str) -> String {
    format!("Cannot add {name}, object is not extensible")
}

pub(crate) fn private_twice(name: &str) -> String {
    format!("Cannot initialize {name} twice on the same object")
}

/// Characters of a string that a message shows where it stands for a value.
pub(crate) const SHOWN_VALUE: usize = 40;
