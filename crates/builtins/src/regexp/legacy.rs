//! Properties of the constructor for the last match: `RegExp.$1` to `$9`, `input`, `lastMatch` and so on. No edition of
//! ECMA-262 has them; the proposal "Legacy RegExp features" specifies the behaviour of all engines.
//!
//! They are created when they are read; until then there are only positions in the text that was searched last.

use std::ops::Range;

use crate::string::part;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::{Heap, ObjectId};
use ferrotape_runtime::messages;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::regexp::{self, LastMatch};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Name, second name, getter.
type LegacyProperty = (&'static str, &'static str, NativeFunction);

static PROPERTIES: &[LegacyProperty] = &[
    ("lastMatch", "$&", method("get lastMatch", 0, last_match)),
    ("lastParen", "$+", method("get lastParen", 0, last_paren)),
    ("leftContext", "$`", method("get leftContext", 0, left_context)),
    ("rightContext", "$'", method("get rightContext", 0, right_context)),
];

static INPUT: NativeFunction = method("get input", 0, input);
static SET_INPUT: NativeFunction = method("set input", 1, set_input);

static GROUP_GETTERS: &[NativeFunction] = &[
    method("get $1", 0, group::<1>),
    method("get $2", 0, group::<2>),
    method("get $3", 0, group::<3>),
    method("get $4", 0, group::<4>),
    method("get $5", 0, group::<5>),
    method("get $6", 0, group::<6>),
    method("get $7", 0, group::<7>),
    method("get $8", 0, group::<8>),
    method("get $9", 0, group::<9>),
];

/// Defines the accessors of the last match on the constructor, most of them under two names.
pub(super) fn install(realm: &mut RealmBuilder, constructor: ObjectId) -> Completion<()> {
    for name in ["input", "$_"] {
        let key = realm.vm.heap.key(name);
        realm.accessor(constructor, key, Some(&INPUT), Some(&SET_INPUT))?;
    }
    for (name, short, getter) in PROPERTIES {
        for name in [name, short] {
            let key = realm.vm.heap.key(name);
            realm.accessor(constructor, key, Some(getter), None)?;
        }
    }
    for getter in GROUP_GETTERS {
        let key = realm.vm.heap.key(getter.name.trim_start_matches("get "));
        realm.accessor(constructor, key, Some(getter), None)?;
    }
    Ok(())
}

/// get RegExp.lastMatch, Legacy RegExp features
fn last_match(vm: &mut Vm, call: Call) -> Completion<Value> {
    part_of_subject(vm, call, |_, last| last.group(0))
}

/// get RegExp.lastParen, Legacy RegExp features
fn last_paren(vm: &mut Vm, call: Call) -> Completion<Value> {
    part_of_subject(vm, call, |_, last| last.last_group.0 as usize..last.last_group.1 as usize)
}

/// get RegExp.leftContext, Legacy RegExp features
fn left_context(vm: &mut Vm, call: Call) -> Completion<Value> {
    part_of_subject(vm, call, |_, last| 0..last.group(0).start)
}

/// get RegExp.rightContext, Legacy RegExp features
fn right_context(vm: &mut Vm, call: Call) -> Completion<Value> {
    part_of_subject(vm, call, |heap, last| last.group(0).end..heap.string_length(last.subject))
}

/// get RegExp.$1 to RegExp.$9, Legacy RegExp features
fn group<const INDEX: usize>(vm: &mut Vm, call: Call) -> Completion<Value> {
    part_of_subject(vm, call, |_, last| last.group(INDEX))
}

const NO_MATCH: &str = "The last match is that of a subclass of RegExp: take the groups from what exec() returns";

/// Returns a part of the string that was searched last. The getter works for %RegExp% alone.
fn part_of_subject(
    vm: &mut Vm,
    call: Call,
    range: impl FnOnce(&Heap, &LastMatch) -> Range<usize>,
) -> Completion<Value> {
    check_this(vm, call)?;
    if !regexp::last_match(vm).is_valid() {
        return vm.type_error(NO_MATCH);
    }
    let Range { start, end } = range(&vm.heap, regexp::last_match(vm));
    let subject = regexp::last_match(vm).subject;
    let subject = vm.heap.flatten(subject)?;
    part(vm, subject, start, end)
}

/// get RegExp.input, Legacy RegExp features
fn input(vm: &mut Vm, call: Call) -> Completion<Value> {
    check_this(vm, call)?;
    let last = regexp::last_match(vm);
    if last.has_input() { Ok(Value::string(last.input)) } else { vm.type_error(NO_MATCH) }
}

/// set RegExp.input, Legacy RegExp features
fn set_input(vm: &mut Vm, call: Call) -> Completion<Value> {
    check_this(vm, call)?;
    let argument = call.argument(vm, 0);
    let input = convert::to_string(vm, argument)?;
    regexp::set_match_input(vm, input);
    Ok(Value::UNDEFINED)
}

/// Checks that `this` is %RegExp% itself, not a constructor that inherits from it.
fn check_this(vm: &mut Vm, call: Call) -> Completion<()> {
    if call.this == Value::object(realm::intrinsics(vm).regexp) {
        return Ok(());
    }
    let receiver = messages::describe(vm, call.this);
    vm.type_error(messages::incompatible_receiver("RegExp static accessor", &receiver))
}
