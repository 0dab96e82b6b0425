//! RegExp.prototype [ %Symbol.matchAll% ] and its iterators, ECMA-262 22.2.6.9 and 22.2.9.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::{self, Kind, ObjectKind};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::regexp::RegExpStringIterator;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::exec::{regexp_exec, text_argument};
use super::flags::{flags_text, has_letter};
use super::matching::{advance_last_index, matched_text};
use super::this_object;
use crate::species::species_constructor;

static METHODS: &[NativeFunction] = &[method("next", 0, next)];

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).regexp_string_iterator_prototype;
    realm.methods(prototype, METHODS)?;
    realm.string_tag(prototype, "RegExp String Iterator")
}

/// RegExp.prototype [ %Symbol.matchAll% ] ( string ), ECMA-262 22.2.6.9
pub(super) fn symbol_match_all(vm: &mut Vm, call: Call) -> Completion<Value> {
    let regexp = this_object(vm, call, "RegExp.prototype[Symbol.matchAll]")?;
    let string = text_argument(vm, call)?;
    match_all(vm, regexp, string)
}

/// Implements matchAll once `this` and the argument are known.
pub(crate) fn match_all(vm: &mut Vm, regexp: ObjectId, string: StringId) -> Completion<Value> {
    vm.keep(Value::string(string));
    let constructor = species_constructor(vm, regexp)?.unwrap_or(realm::intrinsics(vm).regexp);
    vm.keep(Value::object(constructor));
    let flags = flags_text(vm, regexp)?;
    let arguments = [Value::object(regexp), Value::string(flags)];
    let matcher = vm.construct(constructor, &arguments, constructor)?;
    vm.keep(Value::object(matcher));
    let last_index = object::get(vm, regexp, keys::LAST_INDEX)?;
    let last_index = convert::to_length(vm, last_index)?;
    object::set(vm, matcher, keys::LAST_INDEX, Value::number(last_index as f64), true)?;
    let is_global = has_letter(vm, flags, b'g')?;
    let unicode = has_letter(vm, flags, b'u')? || has_letter(vm, flags, b'v')?;
    let iterator = RegExpStringIterator { regexp: matcher, string, is_global, unicode, is_running: false };
    let prototype = realm::intrinsics(vm).regexp_string_iterator_prototype;
    let kind = ObjectKind::RegExpStringIterator(iterator);
    Ok(Value::object(vm.heap.new_object_with_prototype(Some(prototype), kind)))
}

/// %RegExpStringIteratorPrototype%.next ( ), ECMA-262 22.2.9.2.1
fn next(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(object) = call.this.as_object() else { return incompatible(vm, call) };
    let Kind::RegExpStringIterator(iterator) = vm.heap.kind(object) else { return incompatible(vm, call) };
    if iterator.is_running {
        return vm.type_error("RegExp String Iterator is already running");
    }
    if iterator.regexp == vm.heap.nothing() {
        return Ok(iteration::iterator_result(vm, Value::UNDEFINED, true));
    }
    set_running(vm, object, true);
    let found = next_match(vm, iterator);
    set_running(vm, object, false);
    if !iterator.is_global || !matches!(found, Ok(Some(_))) {
        end(vm, object);
    }
    let found = found?;
    Ok(iteration::iterator_result(vm, found.unwrap_or(Value::UNDEFINED), found.is_none()))
}

/// The closure of CreateRegExpStringIterator, ECMA-262 22.2.9.1, up to the next match.
fn next_match(vm: &mut Vm, iterator: RegExpStringIterator) -> Completion<Option<Value>> {
    let RegExpStringIterator { regexp, string, is_global, unicode, .. } = iterator;
    let Some(result) = regexp_exec(vm, regexp, string)?.as_object() else { return Ok(None) };
    vm.keep(Value::object(result));
    if is_global {
        let matched = matched_text(vm, result)?;
        if vm.heap.string_length(matched) == 0 {
            advance_last_index(vm, regexp, string, unicode)?;
        }
    }
    Ok(Some(Value::object(result)))
}

fn set_running(vm: &mut Vm, object: ObjectId, is_running: bool) {
    if let Kind::RegExpStringIterator(iterator) = vm.heap.kind(object) {
        let slots = RegExpStringIterator { is_running, ..iterator };
        vm.heap.set_internal_slots(object, ObjectKind::RegExpStringIterator(slots));
    }
}

/// Ends the iterator, and releases its regular expression and string.
fn end(vm: &mut Vm, object: ObjectId) {
    let nothing = vm.heap.nothing();
    if let Kind::RegExpStringIterator(iterator) = vm.heap.kind(object) {
        let slots = RegExpStringIterator { regexp: nothing, string: StringId::EMPTY, ..iterator };
        vm.heap.set_internal_slots(object, ObjectKind::RegExpStringIterator(slots));
    }
}

fn incompatible(vm: &mut Vm, call: Call) -> Completion<Value> {
    let receiver = messages::describe(vm, call.this);
    vm.type_error(messages::incompatible_receiver("RegExp String Iterator.prototype.next", &receiver))
}
