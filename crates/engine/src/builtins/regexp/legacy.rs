//! Properties of the constructor that tell of the last match: `RegExp.$1` to `$9`, `input`, `lastMatch` and so on. No
//! edition of ECMA-262 has them; the proposal "Legacy RegExp features" says what all engines do.
//!
//! They are made when somebody asks; until then there are only positions in the text that was searched last.

use std::ops::Range;

use crate::builtins::string::part;
use crate::error::Completion;
use crate::function::{Call, NativeFunction, method};
use crate::heap::{FlatString, Heap, ObjectId, StringId};
use crate::messages;
use crate::realm::RealmBuilder;
use crate::value::Value;
use crate::vm::Vm;

/// Groups that have a property, with group 0.
const GROUPS: usize = 10;

/// The last successful match of any built-in method.
pub(crate) struct LastMatch {
    subject: StringId,
    /// [[RegExpInput]], which scripts can assign to.
    input: StringId,
    groups: [(u32, u32); GROUPS],
    /// How many of them the pattern had.
    group_count: usize,
    /// The last group, whatever its number.
    last_group: (u32, u32),
}

/// A group that took no part in the match is empty here.
const NO_GROUP: (u32, u32) = (0, 0);

impl Default for LastMatch {
    fn default() -> Self {
        LastMatch {
            subject: StringId::EMPTY,
            input: StringId::EMPTY,
            groups: [NO_GROUP; GROUPS],
            group_count: 1,
            last_group: NO_GROUP,
        }
    }
}

impl LastMatch {
    pub fn trace(&self, visit: &mut dyn FnMut(StringId)) {
        visit(self.subject);
        visit(self.input);
    }

    fn group(&self, index: usize) -> Range<usize> {
        let (start, end) = if index < self.group_count { self.groups[index] } else { NO_GROUP };
        start as usize..end as usize
    }
}

impl Vm {
    /// Remembers the match that is in the scratch.
    #[inline]
    pub(super) fn remember_match(&mut self, subject: FlatString, group_count: usize) {
        let positions = |index: usize| match self.scratch.group(index) {
            // Strings are shorter than 2^32.
            Some(range) => (range.start as u32, range.end as u32),
            None => NO_GROUP,
        };
        let last = &mut self.last_match;
        last.subject = subject.id();
        last.input = subject.id();
        last.group_count = group_count.min(GROUPS);
        for (index, group) in last.groups[..last.group_count].iter_mut().enumerate() {
            *group = positions(index);
        }
        last.last_group = if group_count > 1 { positions(group_count - 1) } else { NO_GROUP };
    }
}

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

fn part_of_subject(
    vm: &mut Vm,
    call: Call,
    range: impl FnOnce(&Heap, &LastMatch) -> Range<usize>,
) -> Completion<Value> {
    check_this(vm, call)?;
    let Range { start, end } = range(&vm.heap, &vm.last_match);
    let subject = vm.heap.flatten(vm.last_match.subject)?;
    part(vm, subject, start, end)
}

/// get RegExp.input, Legacy RegExp features
fn input(vm: &mut Vm, call: Call) -> Completion<Value> {
    check_this(vm, call)?;
    Ok(Value::string(vm.last_match.input))
}

/// set RegExp.input, Legacy RegExp features
fn set_input(vm: &mut Vm, call: Call) -> Completion<Value> {
    check_this(vm, call)?;
    vm.last_match.input = vm.to_string(call.argument(vm, 0))?;
    Ok(Value::UNDEFINED)
}

/// The properties are those of %RegExp% itself, not of what inherits from it.
fn check_this(vm: &mut Vm, call: Call) -> Completion<()> {
    if call.this == Value::object(vm.realm.intrinsics.regexp) {
        return Ok(());
    }
    let receiver = vm.describe(call.this);
    vm.type_error(messages::incompatible_receiver("RegExp static accessor", &receiver))
}
