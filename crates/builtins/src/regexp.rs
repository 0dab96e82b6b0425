//! RegExp objects, ECMA-262 22.2. Patterns are compiled and matched in `crates/regexp`; the cells that hold them are in
//! `heap/pattern.rs`.
//!
//! ```text
//! create     RegExpAlloc, RegExpInitialize, literals
//! exec       RegExpExec and RegExpBuiltinExec, their result arrays, exec and test
//! flags      the getters, toString
//! matching   RegExp.prototype [ %Symbol.match% ] and [ %Symbol.search% ]
//! match_all  RegExp.prototype [ %Symbol.matchAll% ] and its iterators
//! replace    RegExp.prototype [ %Symbol.replace% ]
//! split      RegExp.prototype [ %Symbol.split% ]
//! escape     RegExp.escape
//! legacy     RegExp.$1 and similar properties
//! ```
//!
//! Methods of strings call the methods under symbols as native code if this is not observable (`string/protocol.rs`).
//!
//! A regular expression is *pristine* if no script can observe the lookup of its methods and properties: its own shape
//! and the first slots of %RegExp.prototype% are unchanged. The methods of strings then go from match to match without
//! making arrays. `lastIndex` is always the first slot of a RegExp object, and never an accessor.

mod create;
mod escape;
mod exec;
mod flags;
mod legacy;
mod match_all;
mod matching;
mod replace;
mod split;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{ObjectId, PatternId};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::regexp::{self, Pristine};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::symbols;
use ferrotape_runtime::vm::Vm;

use crate::species;

pub(crate) use create::regexp_create;
pub(crate) use flags::require_global;
pub(crate) use match_all::match_all;
pub(crate) use matching::{match_string, search};
pub(crate) use replace::replace;
pub(crate) use split::split;

static CONSTRUCTOR: NativeFunction = constructor("RegExp", 2, create::regexp);

static FUNCTIONS: &[NativeFunction] = &[method("escape", 1, escape::escape)];

static METHODS: &[NativeFunction] = &[
    method("exec", 1, exec::exec),
    method("test", 1, exec::test),
    method("toString", 0, flags::to_string),
    // Annex B
    method("compile", 2, create::compile),
];

/// The properties that are read from a pristine regular expression, first in the prototype.
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

/// The methods that the methods of strings look up.
static PROTOCOLS: &[(PropertyKey, NativeFunction)] = &[
    (symbols::MATCH, method("[Symbol.match]", 1, matching::symbol_match)),
    (symbols::MATCH_ALL, method("[Symbol.matchAll]", 1, match_all::symbol_match_all)),
    (symbols::REPLACE, method("[Symbol.replace]", 2, replace::symbol_replace)),
    (symbols::SEARCH, method("[Symbol.search]", 1, matching::symbol_search)),
    (symbols::SPLIT, method("[Symbol.split]", 2, split::symbol_split)),
];

/// Defines the global `RegExp`, and notes the whole prototype's shape and first slots. Fast paths hold as long as they stay so.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).regexp_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.realm().intrinsics.regexp = constructor;
    realm.methods(constructor, FUNCTIONS)?;
    realm.methods(prototype, METHODS)?;
    for (key, method) in PROTOCOLS {
        realm.symbol_method(prototype, *key, method, Attributes::METHOD)?;
    }
    for (key, getter) in GETTERS {
        realm.accessor(prototype, *key, Some(getter), None)?;
    }
    species::install(realm, constructor)?;
    match_all::install(realm)?;
    legacy::install(realm, constructor)?;
    let pristine = Pristine::of(&realm.vm.heap, prototype);
    realm.keep_pristine_regexp(pristine);
    Ok(())
}

/// Returns `this` as a regular expression, for methods that accept nothing else.
fn this_regexp(vm: &mut Vm, call: Call, method: &str) -> Completion<(ObjectId, PatternId)> {
    if let Some(regexp) = call.this.as_object()
        && let Some(pattern) = regexp::pattern_of(vm, regexp)
    {
        return Ok((regexp, pattern));
    }
    let receiver = messages::describe(vm, call.this);
    vm.type_error(messages::incompatible_receiver(method, &receiver))
}

/// Returns `this` as an object, for methods that accept all objects.
fn this_object(vm: &mut Vm, call: Call, method: &str) -> Completion<ObjectId> {
    match call.this.as_object() {
        Some(object) => Ok(object),
        None => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(method, &receiver))
        }
    }
}
