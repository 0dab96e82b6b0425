//! Creation of RegExp objects.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call};
use ferrotape_runtime::heap::{ObjectId, PatternId, StringId};
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::pattern;
use ferrotape_runtime::realm;
use ferrotape_runtime::regexp::{self, alloc_without_legacy_features, compile_text, regexp_alloc};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::this_regexp;

/// RegExp ( pattern, flags ), ECMA-262 22.2.4.1
pub(super) fn regexp(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (pattern, flags) = (call.argument(vm, 0), call.argument(vm, 1));
    let is_regexp = regexp::is_regexp(vm, pattern)?;
    let object = pattern.as_object().filter(|_| is_regexp);
    if call.new_target.is_none()
        && flags.is_undefined()
        && let Some(object) = object
        && object::get(vm, object, keys::CONSTRUCTOR)? == Value::object(call.callee)
    {
        return Ok(pattern);
    }
    // The source is read before the prototype is looked up; RegExpInitialize converts afterwards.
    let original = regexp::as_regexp(vm, pattern).and_then(|object| regexp::pattern_of(vm, object));
    let original =
        original.map(|pattern| pattern::pattern_cell(&vm.heap, pattern)).map(|cell| (cell.source, cell.flags));
    if let Some((source, flags)) = original {
        vm.keep(Value::string(source));
        vm.keep(Value::string(flags));
    }
    // A `source` is converted whatever it is, a regular expression too.
    let (pattern, flags) = match object.filter(|_| original.is_none()) {
        Some(object) => {
            let source = object::get(vm, object, keys::SOURCE)?;
            vm.keep(source);
            let flags = if flags.is_undefined() { object::get(vm, object, keys::FLAGS)? } else { flags };
            vm.keep(flags);
            (source, flags)
        }
        None => (pattern, flags),
    };
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.regexp_prototype)?;
    vm.keep(Value::object(prototype));
    let pattern = match original {
        Some((source, original)) => {
            let flags = if flags.is_undefined() { original } else { convert::to_string(vm, flags)? };
            compile_text(vm, source, flags)?
        }
        None => initialize(vm, pattern, flags)?,
    };
    let is_subclass = call.new_target.is_some_and(|target| target != realm::intrinsics(vm).regexp);
    let alloc = if is_subclass { alloc_without_legacy_features } else { regexp_alloc };
    Ok(Value::object(alloc(vm, prototype, pattern)))
}

/// RegExp.prototype.compile ( pattern, flags ), ECMA-262 B.2.4.1, with the checks of the proposal "Legacy RegExp
/// features": regular expressions of subclasses and of other realms are refused.
pub(super) fn compile(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (regexp, _) = this_regexp(vm, call, "RegExp.prototype.compile")?;
    if !regexp::has_legacy_features(vm, regexp) {
        return vm.type_error("RegExp.prototype.compile called on a RegExp of a subclass or of another realm");
    }
    let (pattern, flags) = (call.argument(vm, 0), call.argument(vm, 1));
    let pattern = match regexp::as_regexp(vm, pattern).and_then(|object| regexp::pattern_of(vm, object)) {
        Some(_) if !flags.is_undefined() => {
            return vm.type_error("Cannot supply flags when constructing one RegExp from another");
        }
        Some(pattern) => pattern,
        None => initialize(vm, pattern, flags)?,
    };
    vm.heap.set_internal_slots(regexp, ObjectKind::RegExp(pattern));
    object::set(vm, regexp, keys::LAST_INDEX, Value::int(0), true)?;
    Ok(call.this)
}

/// RegExpCreate ( P, F ), ECMA-262 22.2.3.1. The object is kept.
pub(crate) fn regexp_create(vm: &mut Vm, pattern: Value, flags: StringId) -> Completion<ObjectId> {
    let source = text_or_empty(vm, pattern)?;
    let pattern = compile_text(vm, source, flags)?;
    let prototype = realm::intrinsics(vm).regexp_prototype;
    let regexp = regexp_alloc(vm, prototype, pattern);
    vm.keep(Value::object(regexp));
    Ok(regexp)
}

/// RegExpInitialize ( obj, pattern, flags ), ECMA-262 22.2.3.3, up to the compiled pattern.
fn initialize(vm: &mut Vm, pattern: Value, flags: Value) -> Completion<PatternId> {
    let source = text_or_empty(vm, pattern)?;
    vm.keep(Value::string(source));
    let flags = text_or_empty(vm, flags)?;
    compile_text(vm, source, flags)
}

fn text_or_empty(vm: &mut Vm, value: Value) -> Completion<StringId> {
    if value.is_undefined() { Ok(StringId::EMPTY) } else { convert::to_string(vm, value) }
}
