//! How RegExp objects come to be.

use ferrotape_engine::error::Completion;
use ferrotape_engine::function::Call;
use ferrotape_engine::heap::{ObjectId, PatternId, StringId};
use ferrotape_engine::names::keys;
use ferrotape_engine::regexp::{compile_text, regexp_alloc};
use ferrotape_engine::value::Value;
use ferrotape_engine::vm::Vm;

use super::this_regexp;

/// RegExp ( pattern, flags ), ECMA-262 22.2.4.1
pub(super) fn regexp(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (pattern, flags) = (call.argument(vm, 0), call.argument(vm, 1));
    let regexp = vm.as_regexp(pattern);
    if call.new_target.is_none()
        && flags.is_undefined()
        && let Some(regexp) = regexp
        && vm.get(regexp, keys::CONSTRUCTOR)? == Value::object(call.callee)
    {
        return Ok(pattern);
    }
    // RegExpAlloc comes before the arguments are converted.
    let prototype = vm.prototype_for_new(call, |intrinsics| intrinsics.regexp_prototype)?;
    vm.keep(Value::object(prototype));
    let pattern = initialize(vm, pattern, flags)?;
    Ok(Value::object(regexp_alloc(vm, prototype, pattern)))
}

/// RegExp.prototype.compile ( pattern, flags ), ECMA-262 B.2.4.1
pub(super) fn compile(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (regexp, _) = this_regexp(vm, call, "RegExp.prototype.compile")?;
    let (pattern, flags) = (call.argument(vm, 0), call.argument(vm, 1));
    if vm.as_regexp(pattern).is_some() && !flags.is_undefined() {
        return vm.type_error("Cannot supply flags when constructing one RegExp from another");
    }
    let pattern = initialize(vm, pattern, flags)?;
    vm.heap.set_pattern(regexp, pattern);
    vm.set(regexp, keys::LAST_INDEX, Value::int(0), true)?;
    Ok(call.this)
}

/// RegExpCreate ( P, F ), ECMA-262 22.2.3.1, without flags.
pub(super) fn regexp_create(vm: &mut Vm, pattern: Value) -> Completion<ObjectId> {
    let source = text_or_empty(vm, pattern)?;
    let pattern = compile_text(vm, source, StringId::EMPTY)?;
    let prototype = vm.intrinsics().regexp_prototype;
    Ok(regexp_alloc(vm, prototype, pattern))
}

/// What is common to the constructor and `compile`: a regular expression in place of a source stands for its source, and
/// for its flags where none are given (RegExpInitialize, ECMA-262 22.2.3.3).
fn initialize(vm: &mut Vm, pattern: Value, flags: Value) -> Completion<PatternId> {
    let from = pattern.as_object().and_then(|object| vm.pattern_of(object));
    if let Some(from) = from {
        if flags.is_undefined() {
            return Ok(from);
        }
        let source = vm.heap.pattern_cell(from).source;
        vm.keep(Value::string(source));
        let flags = vm.to_string(flags)?;
        return compile_text(vm, source, flags);
    }
    let source = text_or_empty(vm, pattern)?;
    vm.keep(Value::string(source));
    let flags = text_or_empty(vm, flags)?;
    compile_text(vm, source, flags)
}

fn text_or_empty(vm: &mut Vm, value: Value) -> Completion<StringId> {
    if value.is_undefined() { Ok(StringId::EMPTY) } else { vm.to_string(value) }
}
