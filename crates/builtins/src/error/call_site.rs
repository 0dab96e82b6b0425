//! CallSite.prototype: what `Error.prepareStackTrace` is given for each function that was running. Extension: as V8 has it.
//!
//! No call site tells of functions and receivers themselves, as V8's do not in strict code: nothing gets hold of what has called
//! it. Their names are text, and no such door: they are found when an error is made while there is an `Error.prepareStackTrace`.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::stack_trace::{self, Site};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static CONSTRUCTOR: NativeFunction = constructor("CallSite", 0, illegal);

static METHODS: &[NativeFunction] = &[
    method("getColumnNumber", 0, get_column_number),
    method("getEnclosingColumnNumber", 0, get_enclosing_column_number),
    method("getEnclosingLineNumber", 0, get_enclosing_line_number),
    method("getEvalOrigin", 0, nothing),
    method("getFileName", 0, get_file_name),
    method("getFunction", 0, nothing),
    method("getFunctionName", 0, get_function_name),
    method("getLineNumber", 0, get_line_number),
    method("getMethodName", 0, get_method_name),
    method("getPosition", 0, get_position),
    method("getPromiseIndex", 0, get_promise_index),
    method("getScriptHash", 0, get_script_hash),
    method("getScriptNameOrSourceURL", 0, get_script_name),
    method("getThis", 0, nothing),
    method("getTypeName", 0, get_type_name),
    method("isAsync", 0, is_async),
    method("isConstructor", 0, is_constructor),
    method("isEval", 0, is_eval),
    method("isNative", 0, is_native),
    method("isPromiseAll", 0, is_promise_all),
    method("isToplevel", 0, is_toplevel),
    method("toString", 0, to_string),
];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).call_site_prototype;
    realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.methods(prototype, METHODS)
}

/// The constructor, V8's stack trace API: call sites are made by the engine.
fn illegal(vm: &mut Vm, _: Call) -> Completion<Value> {
    vm.type_error("CallSite is not a constructor")
}

/// Something that the call site tells, or a TypeError.
fn told(vm: &mut Vm, call: Call, tell: impl FnOnce(&mut Vm, Site) -> Value) -> Completion<Value> {
    match call.this.as_object().and_then(|object| stack_trace::site(vm, object)) {
        Some(site) => Ok(tell(vm, site)),
        // One of an engine that was written down has forgotten its place.
        None if call.this.is_object() => Ok(Value::NULL),
        None => vm.type_error("a method of CallSite was called on something else"),
    }
}

/// A line or a column; of built-in functions there is none.
fn number(value: u32) -> Value {
    if value == 0 { Value::NULL } else { index(value) }
}

fn index(value: u32) -> Value {
    Value::number(value.into())
}

fn text(vm: &mut Vm, text: &str) -> Value {
    Value::string(vm.heap.new_string(text))
}

/// getFunctionName ( ), V8's stack trace API
fn get_function_name(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |vm, site| if site.function.is_empty() { Value::NULL } else { text(vm, &site.function) })
}

/// getFileName ( ), V8's stack trace API: of what eval runs there is no file.
fn get_file_name(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |vm, site| match site.source.filter(|_| !site.is_eval) {
        Some(source) => text(vm, &source),
        None => Value::UNDEFINED,
    })
}

/// getScriptNameOrSourceURL ( ), V8's stack trace API
fn get_script_name(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |vm, site| site.source.map_or(Value::UNDEFINED, |source| text(vm, &source)))
}

/// isPromiseAll ( ), V8's stack trace API
fn is_promise_all(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, site| Value::bool(site.element.is_some_and(|(of, _)| of == "Promise.all")))
}

/// getThis ( ), getFunction ( ) and getEvalOrigin ( ), V8's stack trace API
fn nothing(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, _| Value::UNDEFINED)
}

/// getTypeName ( ), V8's stack trace API
fn get_type_name(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |vm, site| site.type_name.map_or(Value::NULL, |name| text(vm, &name)))
}

/// getMethodName ( ), V8's stack trace API
fn get_method_name(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |vm, site| site.method.map_or(Value::NULL, |name| text(vm, &name)))
}

/// getColumnNumber ( ), V8's stack trace API
fn get_column_number(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, site| number(site.place.1))
}

/// getEnclosingColumnNumber ( ), V8's stack trace API
fn get_enclosing_column_number(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, site| number(site.begin.1))
}

/// getEnclosingLineNumber ( ), V8's stack trace API
fn get_enclosing_line_number(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, site| number(site.begin.0))
}

/// getLineNumber ( ), V8's stack trace API
fn get_line_number(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, site| number(site.place.0))
}

/// getPosition ( ), V8's stack trace API
fn get_position(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, site| index(site.place.2))
}

/// getPromiseIndex ( ), V8's stack trace API
fn get_promise_index(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, site| site.element.map_or(Value::NULL, |(_, place)| index(place)))
}

/// getScriptHash ( ), V8's stack trace API: the engine has no such thing.
fn get_script_hash(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |vm, _| text(vm, ""))
}

/// isAsync ( ), V8's stack trace API
fn is_async(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, site| Value::bool(site.is_async))
}

/// isConstructor ( ), V8's stack trace API
fn is_constructor(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, site| Value::bool(site.is_constructor))
}

/// isEval ( ), V8's stack trace API
fn is_eval(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, site| Value::bool(site.is_eval))
}

/// isNative ( ), V8's stack trace API: built-in functions have no frames.
fn is_native(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, _| Value::bool(false))
}

/// isToplevel ( ), V8's stack trace API
fn is_toplevel(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |_, site| Value::bool(site.is_toplevel))
}

/// toString ( ), V8's stack trace API: a line of the stack.
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    told(vm, call, |vm, site| text(vm, &site.line))
}
