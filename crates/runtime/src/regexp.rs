//! The machine's part of regular expressions: objects for literals, the check whether their properties are looked up as
//! originally, and the last match.

use std::sync::Arc;

use ferrotape_regexp::Error;

use crate::cell;
use crate::error::Completion;
use crate::heap::pattern::PatternError;
use crate::heap::{FlatString, ObjectId, PatternId, StringId};
use crate::marking;
use crate::messages;
use crate::names::keys;
use crate::object::{self, Class, Kind, ObjectKind};
use crate::operations::get;
use crate::pattern;
use crate::realm;
use crate::shape::{self, Attributes};
use crate::shown;
use crate::symbols;
use crate::value::Value;
use crate::vm::Vm;

pub use ferrotape_heap::regexp::{LastMatch, Pristine, RegExpStringIterator};

/// Returns whether the lookup of properties of this regular expression is unobservable.
#[inline]
pub fn is_pristine_regexp(vm: &mut Vm, regexp: ObjectId) -> bool {
    let prototype = realm::intrinsics(vm).regexp_prototype;
    let pristine = &vm.heap.realm(vm.realm.id).pristine_regexp;
    vm.heap.shape_of(regexp) == vm.realm.shapes.regexp
        && (pristine.is_as_it_was(&vm.heap, prototype) || find_pristine_regexp_again(vm, prototype))
}

#[cold]
#[inline(never)]
fn find_pristine_regexp_again(vm: &mut Vm, prototype: ObjectId) -> bool {
    let mut pristine = std::mem::take(&mut vm.heap.realm_mut(vm.realm.id).pristine_regexp);
    let is_found = pristine.find_again(&vm.heap, prototype);
    vm.heap.realm_mut(vm.realm.id).pristine_regexp = pristine;
    is_found
}

/// [[RegExpMatcher]] of an object, if it is a regular expression.
#[inline]
pub fn pattern_of(vm: &Vm, object: ObjectId) -> Option<PatternId> {
    match vm.heap.kind(object) {
        Kind::RegExp(pattern) => Some(pattern),
        _ => None,
    }
}

/// The object, if it has [[RegExpMatcher]].
pub fn as_regexp(vm: &Vm, value: Value) -> Option<ObjectId> {
    value.as_object().filter(|&object| pattern_of(vm, object).is_some())
}

/// IsRegExp ( argument ), ECMA-262 7.2.8
pub fn is_regexp(vm: &mut Vm, value: Value) -> Completion<bool> {
    let Some(object) = value.as_object() else { return Ok(false) };
    if is_pristine_regexp(vm, object) {
        return Ok(true);
    }
    let matcher = get::get_remembered(vm, value, symbols::MATCH)?;
    if matcher.is_undefined() { Ok(pattern_of(vm, object).is_some()) } else { Ok(vm.heap.to_boolean(matcher)) }
}

/// The value of `lastIndex`, the first property of each regular expression.
#[inline]
pub fn last_index(vm: &Vm, regexp: ObjectId) -> Value {
    vm.heap.slot(regexp, 0)
}

/// Sets `lastIndex`. TypeError if it is not writable.
#[inline]
pub fn set_last_index(vm: &mut Vm, regexp: ObjectId, index: usize) -> Completion<()> {
    let value = Value::int(index as i32);
    if vm.heap.shape_of(regexp) == vm.realm.shapes.regexp {
        vm.heap.set_slot(regexp, 0, value);
        return Ok(());
    }
    object::set(vm, regexp, keys::LAST_INDEX, value, true)
}

/// The last match of the current realm.
pub fn last_match(vm: &Vm) -> &LastMatch {
    &vm.heap.realm(vm.realm.id).last_match
}

#[inline(always)]
fn lose_last_match(vm: &mut Vm) {
    if marking::is_marking(&vm.heap) {
        let &LastMatch { subject, input, .. } = last_match(vm);
        vm.heap.lose(Value::string(subject));
        vm.heap.lose(Value::string(input));
    }
}

/// Assigns [[RegExpInput]] of the current realm.
pub fn set_match_input(vm: &mut Vm, input: StringId) {
    lose_last_match(vm);
    vm.heap.realm_mut(vm.realm.id).last_match.set_input(input);
}

/// Returns whether a regular expression has the legacy features, in this realm (the proposal "Legacy RegExp features"): those of
/// subclasses have not.
pub fn has_legacy_features(vm: &Vm, regexp: ObjectId) -> bool {
    cell::legacy_realm(&vm.heap, regexp) == Some(vm.realm.id)
}

/// Remembers the match of a regular expression in the scratch memory, as the proposal "Legacy RegExp features" has it: those of
/// subclasses leave no match at all, and those of other realms, subclasses or not, leave what there is.
#[inline]
pub fn remember_match_of(vm: &mut Vm, regexp: ObjectId, subject: FlatString, group_count: usize) {
    match cell::realm_of_regexp(&vm.heap, regexp) {
        Some((realm, _)) if realm != vm.realm.id => {}
        Some((_, true)) => remember_match(vm, subject, group_count),
        Some((_, false)) | None => {
            lose_last_match(vm);
            vm.heap.realm_mut(vm.realm.id).last_match.invalidate();
        }
    }
}

/// Remembers the match in the scratch memory, of a regular expression that %RegExp% of the current realm has made.
#[inline]
pub fn remember_match(vm: &mut Vm, subject: FlatString, group_count: usize) {
    lose_last_match(vm);
    let scratch = &vm.execution.scratch;
    let last = &mut vm.heap.realm_mut(vm.realm.id).last_match;
    last.remember(subject, group_count, |index| scratch.group(index));
}

/// Compiles a pattern; a SyntaxError if the pattern or the flags are invalid.
pub fn compile_text(vm: &mut Vm, source: StringId, flags: StringId) -> Completion<PatternId> {
    match pattern::pattern_of_text(&mut vm.heap, source, flags) {
        Ok(pattern) => Ok(pattern),
        Err(error) => pattern_error(vm, source, flags, error),
    }
}

/// Throws the SyntaxError for a pattern or its flags. A limit reached meanwhile is passed on.
#[cold]
fn pattern_error<T>(vm: &mut Vm, source: StringId, flags: StringId, error: PatternError) -> Completion<T> {
    let message = match error {
        PatternError::Source(Error::Terminated(termination)) => return Err(termination.into()),
        PatternError::Flags => messages::invalid_regexp_flags(&shown::shown_name(&mut vm.heap, flags)),
        PatternError::Source(Error::Syntax(error)) => {
            let source = shown::string(&mut vm.heap, source, messages::SHOWN_PATTERN);
            messages::invalid_regexp(&source, &shown::shown_name(&mut vm.heap, flags), &error.message)
        }
    };
    vm.syntax_error(message)
}

/// RegExpAlloc ( newTarget ), ECMA-262 22.2.3.2, with the internal slots set at once, if newTarget is %RegExp%.
pub fn regexp_alloc(vm: &mut Vm, prototype: ObjectId, pattern: PatternId) -> ObjectId {
    alloc(vm, prototype, pattern, true)
}

/// RegExpAlloc for another constructor as newTarget: the realm is the current one, that of %RegExp%, whose static properties a
/// match makes invalid.
pub fn alloc_without_legacy_features(vm: &mut Vm, prototype: ObjectId, pattern: PatternId) -> ObjectId {
    alloc(vm, prototype, pattern, false)
}

/// Makes the object of a regular expression in the current realm.
fn alloc(vm: &mut Vm, prototype: ObjectId, pattern: PatternId, has_legacy_features: bool) -> ObjectId {
    let shape = if prototype == realm::intrinsics(vm).regexp_prototype {
        vm.realm.shapes.regexp
    } else {
        let root = shape::root_shape(&mut vm.heap, Some(prototype), Class::RegExp);
        shape::shape_with(&mut vm.heap, root, keys::LAST_INDEX, Attributes::WRITABLE)
    };
    let regexp = vm.heap.new_object_with(shape, ObjectKind::RegExp(pattern), &[Value::int(0)]);
    cell::set_realm_of_regexp(&mut vm.heap, regexp, vm.realm.id, has_legacy_features);
    regexp
}

/// Makes the object of a regular expression literal, ECMA-262 13.2.7.3.
pub fn new_regexp(vm: &mut Vm, source: StringId, flags: StringId) -> Completion<Value> {
    let unit = Arc::clone(&vm.heap.code_block(vm.frame().code).unit);
    let pattern = match pattern::pattern_of_literal(&mut vm.heap, &unit, source, flags) {
        Ok(pattern) => pattern,
        Err(error) => return pattern_error(vm, source, flags, error),
    };
    let prototype = realm::intrinsics(vm).regexp_prototype;
    Ok(Value::object(regexp_alloc(vm, prototype, pattern)))
}
