//! RegExp objects, ECMA-262 22.2. Patterns are compiled and matched in `crates/regexp`; the cells that hold them are in
//! `heap/pattern.rs`.
//!
//! ```text
//! create     RegExpAlloc, RegExpInitialize, literals
//! exec       RegExpExec and RegExpBuiltinExec, the arrays they give, exec and test
//! flags      the getters, toString
//! matching   what String.prototype.match and search do with a regular expression
//! replace    the same of replace
//! split      the same of split
//! legacy     RegExp.$1 and its kind
//! ```
//!
//! Methods that exist for regular expressions as `RegExp.prototype [ %Symbol.replace% ]` and so on are functions that the
//! methods of strings call. Missing: the symbols themselves.
//!
//! A regular expression is *pristine* while no script can tell whether its methods and properties are looked up: its own
//! shape and the first slots of %RegExp.prototype% are as they were made. Then the methods of strings go from match to match
//! without making arrays. `lastIndex` is always the first slot of a RegExp object, and never an accessor.

mod create;
mod exec;
mod flags;
mod legacy;
mod matching;
mod replace;
mod split;

use crate::error::Completion;
use crate::function::{Call, NativeFunction, constructor, method};
use crate::heap::{ObjectId, PatternId, ShapeId};
use crate::messages;
use crate::names::keys;
use crate::object::{INLINE_SLOTS, ObjectKind};
use crate::property_key::PropertyKey;
use crate::realm::RealmBuilder;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) use flags::is_global;
pub(crate) use legacy::LastMatch;
pub(crate) use matching::{match_string, search};
pub(crate) use replace::replace;
pub(crate) use split::split;

static CONSTRUCTOR: NativeFunction = constructor("RegExp", 2, create::regexp);

static METHODS: &[NativeFunction] = &[
    method("exec", 1, exec::exec),
    method("test", 1, exec::test),
    method("toString", 0, flags::to_string),
    // Annex B
    method("compile", 2, create::compile),
];

/// What a pristine regular expression is asked for, first in the prototype.
static GETTERS: &[(PropertyKey, NativeFunction)] = &[
    (keys::FLAGS, method("get flags", 0, flags::flags)),
    (keys::HAS_INDICES, method("get hasIndices", 0, flags::has_indices)),
    (keys::GLOBAL, method("get global", 0, flags::global)),
    (keys::IGNORE_CASE, method("get ignoreCase", 0, flags::ignore_case)),
    (keys::MULTILINE, method("get multiline", 0, flags::multiline)),
    (keys::DOT_ALL, method("get dotAll", 0, flags::dot_all)),
    (keys::UNICODE, method("get unicode", 0, flags::unicode)),
    (keys::UNICODE_SETS, method("get unicodeSets", 0, flags::unicode_sets)),
    (keys::STICKY, method("get sticky", 0, flags::sticky)),
    (keys::SOURCE, method("get source", 0, flags::source)),
];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm.vm.realm.intrinsics.regexp_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.vm.realm.intrinsics.regexp = constructor;
    realm.methods(prototype, METHODS)?;
    for (key, getter) in GETTERS {
        realm.accessor(prototype, *key, Some(getter), None)?;
    }
    legacy::install(realm, constructor)?;
    realm.vm.realm.pristine_regexp = Pristine::of(realm.vm, prototype);
    Ok(())
}

/// What %RegExp.prototype% was when it was made: the constructor, the methods and the getters.
pub(crate) struct Pristine {
    shape: Option<ShapeId>,
    inline: [Value; INLINE_SLOTS],
    slots: Vec<Value>,
}

impl Default for Pristine {
    fn default() -> Self {
        Pristine { shape: None, inline: [Value::UNDEFINED; INLINE_SLOTS], slots: Vec::new() }
    }
}

impl Pristine {
    fn of(vm: &Vm, prototype: ObjectId) -> Self {
        let prototype = &vm.heap[prototype];
        Pristine { shape: Some(prototype.shape), inline: prototype.inline, slots: prototype.slots.clone() }
    }

    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        self.inline.iter().chain(&self.slots).for_each(|&value| visit(value));
    }
}

impl Vm {
    /// Is it unobservable how properties of this regular expression are looked up?
    fn is_pristine_regexp(&self, regexp: ObjectId) -> bool {
        let prototype = &self.heap[self.realm.intrinsics.regexp_prototype];
        let Pristine { shape, inline, slots } = &self.realm.pristine_regexp;
        self.heap[regexp].shape == self.realm.shapes.regexp
            && Some(prototype.shape) == *shape
            && prototype.inline == *inline
            && prototype.slots.starts_with(slots)
    }

    /// [[RegExpMatcher]] of an object, if it is a regular expression.
    #[inline]
    pub(crate) fn pattern_of(&self, object: ObjectId) -> Option<PatternId> {
        match self.heap[object].kind {
            ObjectKind::RegExp(pattern) => Some(pattern),
            _ => None,
        }
    }

    /// IsRegExp ( argument ), ECMA-262 7.2.8
    pub(crate) fn as_regexp(&self, value: Value) -> Option<ObjectId> {
        value.as_object().filter(|&object| self.pattern_of(object).is_some())
    }
}

/// `this` as a regular expression, for methods that work for nothing else.
fn this_regexp(vm: &mut Vm, call: Call, method: &str) -> Completion<(ObjectId, PatternId)> {
    if let Some(regexp) = call.this.as_object()
        && let Some(pattern) = vm.pattern_of(regexp)
    {
        return Ok((regexp, pattern));
    }
    let receiver = vm.describe(call.this);
    vm.type_error(messages::incompatible_receiver(method, &receiver))
}

/// `this` as an object, for methods that work for all objects.
fn this_object(vm: &mut Vm, call: Call, method: &str) -> Completion<ObjectId> {
    match call.this.as_object() {
        Some(object) => Ok(object),
        None => {
            let receiver = vm.describe(call.this);
            vm.type_error(messages::incompatible_receiver(method, &receiver))
        }
    }
}
