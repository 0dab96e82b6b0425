//! The methods of strings that call a method of their argument under a symbol: match, matchAll, replace, replaceAll,
//! search and split.
//!
//! Fast path: a pristine regular expression has the built-in methods, which are called as native code.

use super::operands::{check_coercible, method_name, string_argument, this_string};
use crate::regexp as built_in;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::operations::get;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::regexp;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// The implementation that does the work of a method.
pub(super) enum Worker {
    /// A pristine regular expression: the built-in method.
    Regexp(ObjectId),
    Method(ObjectId),
    /// The string method itself.
    String,
}

/// GetMethod of an argument. Primitives are not asked.
pub(super) fn worker(vm: &mut Vm, argument: Value, key: PropertyKey) -> Completion<Worker> {
    let Some(object) = argument.as_object() else { return Ok(Worker::String) };
    if regexp::is_pristine_regexp(vm, object) {
        return Ok(Worker::Regexp(object));
    }
    let method = get::get_remembered(vm, argument, key)?;
    match method.as_object() {
        None if method.is_nullish() => Ok(Worker::String),
        Some(function) if vm.heap.is_callable(method) => Ok(Worker::Method(function)),
        _ => vm.type_error(messages::not_callable(&vm.heap.describe_key(key))),
    }
}

/// String.prototype.match ( regexp ), ECMA-262 22.1.3.13
pub(super) fn r#match(vm: &mut Vm, call: Call) -> Completion<Value> {
    match_by(vm, call, symbols::MATCH, StringId::EMPTY, built_in::match_string)
}

/// String.prototype.matchAll ( regexp ), ECMA-262 22.1.3.14
pub(super) fn match_all(vm: &mut Vm, call: Call) -> Completion<Value> {
    check_coercible(vm, call)?;
    check_global(vm, call, "matchAll")?;
    let flags = vm.heap.character(b'g'.into());
    match_by(vm, call, symbols::MATCH_ALL, flags, built_in::match_all)
}

/// String.prototype.search ( regexp ), ECMA-262 22.1.3.21
pub(super) fn search(vm: &mut Vm, call: Call) -> Completion<Value> {
    match_by(vm, call, symbols::SEARCH, StringId::EMPTY, built_in::search)
}

/// Common steps of three methods: an argument that is no regular expression becomes one, with `flags`.
fn match_by(
    vm: &mut Vm,
    call: Call,
    key: PropertyKey,
    flags: StringId,
    builtin: fn(&mut Vm, ObjectId, StringId) -> Completion<Value>,
) -> Completion<Value> {
    check_coercible(vm, call)?;
    let argument = call.argument(vm, 0);
    match worker(vm, argument, key)? {
        Worker::Regexp(regexp) => {
            let string = this_string(vm, call)?;
            builtin(vm, regexp, string)
        }
        Worker::Method(method) => vm.call(Value::object(method), argument, &[call.this]),
        Worker::String => {
            let string = this_string(vm, call)?;
            let regexp = built_in::regexp_create(vm, argument, flags)?;
            match worker(vm, Value::object(regexp), key)? {
                Worker::Regexp(regexp) => builtin(vm, regexp, string),
                Worker::Method(method) => {
                    vm.call(Value::object(method), Value::object(regexp), &[Value::string(string)])
                }
                Worker::String => vm.type_error(messages::not_callable(&vm.heap.describe_key(key))),
            }
        }
    }
}

/// Throws if a regular expression is not global, for methods that need all matches.
pub(super) fn check_global(vm: &mut Vm, call: Call, method: &str) -> Completion<()> {
    let argument = call.argument(vm, 0);
    match argument.as_object() {
        Some(object) if regexp::is_regexp(vm, argument)? => built_in::require_global(vm, object, method),
        _ => Ok(()),
    }
}

/// Returns `this` and the first argument as strings, for methods that refuse regular expressions.
pub(super) fn string_and_text(vm: &mut Vm, call: Call) -> Completion<(StringId, StringId)> {
    let string = this_string(vm, call)?;
    let argument = call.argument(vm, 0);
    if regexp::is_regexp(vm, argument)? {
        let method = method_name(vm, call);
        return vm.type_error(format!("First argument to {method} must not be a regular expression"));
    }
    Ok((string, string_argument(vm, call, 0)?))
}
