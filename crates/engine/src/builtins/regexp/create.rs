//! How RegExp objects come to be.

use crate::error::Completion;
use crate::function::Call;
use crate::heap::pattern::PatternError;
use crate::heap::{ObjectId, PatternId, StringId};
use crate::messages;
use crate::names::keys;
use crate::object::{Class, Object, ObjectKind};
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

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
    let default = vm.realm.intrinsics.regexp_prototype;
    let prototype = vm.prototype_from_constructor(call.new_target, default)?;
    vm.keep(Value::object(prototype));
    let pattern = initialize(vm, pattern, flags)?;
    Ok(Value::object(new_regexp(vm, prototype, pattern)))
}

/// RegExp.prototype.compile ( pattern, flags ), ECMA-262 B.2.4.1
pub(super) fn compile(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (regexp, _) = this_regexp(vm, call, "RegExp.prototype.compile")?;
    let (pattern, flags) = (call.argument(vm, 0), call.argument(vm, 1));
    if vm.as_regexp(pattern).is_some() && !flags.is_undefined() {
        return vm.type_error("Cannot supply flags when constructing one RegExp from another");
    }
    let pattern = initialize(vm, pattern, flags)?;
    vm.heap.object_mut_light(regexp).kind = ObjectKind::RegExp(pattern);
    vm.set(regexp, keys::LAST_INDEX, Value::int(0), true)?;
    Ok(call.this)
}

/// RegExpCreate ( P, F ), ECMA-262 22.2.3.1, without flags.
pub(super) fn regexp_create(vm: &mut Vm, pattern: Value) -> Completion<ObjectId> {
    let source = text_or_empty(vm, pattern)?;
    let pattern = compile_text(vm, source, StringId::EMPTY)?;
    let prototype = vm.realm.intrinsics.regexp_prototype;
    Ok(new_regexp(vm, prototype, pattern))
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

/// SyntaxError where it is no pattern, or the flags are none.
pub(super) fn compile_text(vm: &mut Vm, source: StringId, flags: StringId) -> Completion<PatternId> {
    match vm.heap.pattern_of_text(source, flags) {
        Ok(pattern) => Ok(pattern),
        Err(error) => pattern_error(vm, source, flags, error),
    }
}

#[cold]
fn pattern_error<T>(vm: &mut Vm, source: StringId, flags: StringId, error: PatternError) -> Completion<T> {
    let message = match error {
        PatternError::Terminated(termination) => return Err(termination.into()),
        PatternError::Flags => messages::invalid_regexp_flags(&vm.heap.shown_name(flags)),
        PatternError::Syntax(error) => {
            let source = vm.heap.shown(source, messages::SHOWN_PATTERN);
            messages::invalid_regexp(&source, &vm.heap.shown_name(flags), &error.message)
        }
    };
    vm.syntax_error(message)
}

/// RegExpAlloc ( newTarget ), ECMA-262 22.2.3.2, with the internal slots set at once.
pub(super) fn new_regexp(vm: &mut Vm, prototype: ObjectId, pattern: PatternId) -> ObjectId {
    let shape = if prototype == vm.realm.intrinsics.regexp_prototype {
        vm.realm.shapes.regexp
    } else {
        let root = vm.heap.root_shape(Some(prototype), Class::RegExp);
        vm.heap.shape_with(root, keys::LAST_INDEX, Attributes::WRITABLE)
    };
    let mut object = Object::new(shape, ObjectKind::RegExp(pattern));
    object.inline[0] = Value::int(0);
    vm.heap.insert_object(object)
}

impl Vm {
    /// The object that a regular expression literal stands for, ECMA-262 13.2.7.3.
    pub(crate) fn new_regexp(&mut self, source: StringId, flags: StringId) -> Completion<Value> {
        let pattern = match self.heap.pattern(source, flags) {
            Ok(pattern) => pattern,
            Err(error) => return pattern_error(self, source, flags, error),
        };
        let prototype = self.realm.intrinsics.regexp_prototype;
        Ok(Value::object(new_regexp(self, prototype, pattern)))
    }
}
