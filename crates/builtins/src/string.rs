//! String objects, ECMA-262 22.1. The own properties of String objects are in `object/string.rs`.
//!
//! ```text
//! operands     receiver and arguments; parts as results
//! characters   one code unit or code point at a time
//! search       indexOf and similar methods; find: their algorithms
//! protocol     match, matchAll, search: methods that call a regular expression under a symbol
//! parts        slice, substring, trim, split
//! build        concat, repeat, padding, raw
//! replace      replace and replaceAll; substitution: the meaning of `$1` and similar references
//! letter_case  toLowerCase, toUpperCase; special_case: languages with letter case of their own
//! unicode      normalize, localeCompare
//! well_formed  isWellFormed, toWellFormed
//! html         anchor, big, blink and so on (Annex B)
//! ```
//!
//! Positions are code units. A method converts `this` first and its arguments in order. Only then are strings flattened
//! and read, and all work in proportion to their length ticks the budget.

mod build;
mod characters;
mod decomposition;
pub(crate) mod find;
mod html;
mod letter_case;
mod operands;
mod parts;
mod protocol;
mod replace;
mod search;
#[cfg(feature = "intl")]
mod special_case;
pub(super) mod substitution;
mod unicode;
mod well_formed;

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::StringId;
use ferrotape_runtime::iteration::StringIterator;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::{Kind, ObjectKind};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::symbol::descriptive_string;
pub(crate) use operands::part;
use operands::{method_name, this_string};

static CONSTRUCTOR: NativeFunction = constructor("String", 1, string);

static FUNCTIONS: &[NativeFunction] = &[
    method("fromCharCode", 1, characters::from_char_code),
    method("fromCodePoint", 1, characters::from_code_point),
    method("raw", 1, build::raw),
];

static ITERATOR: NativeFunction = method("[Symbol.iterator]", 0, iterator);

static METHODS: &[NativeFunction] = &[
    method("at", 1, characters::at),
    method("charAt", 1, characters::char_at),
    method("charCodeAt", 1, characters::char_code_at),
    method("codePointAt", 1, characters::code_point_at),
    method("concat", 1, build::concat),
    method("endsWith", 1, search::ends_with),
    method("includes", 1, search::includes),
    method("indexOf", 1, search::index_of),
    method("isWellFormed", 0, well_formed::is_well_formed),
    method("lastIndexOf", 1, search::last_index_of),
    method("localeCompare", 1, unicode::locale_compare),
    method("match", 1, protocol::r#match),
    method("matchAll", 1, protocol::match_all),
    method("normalize", 0, unicode::normalize),
    method("padEnd", 1, build::pad_end),
    method("padStart", 1, build::pad_start),
    method("repeat", 1, build::repeat),
    method("replace", 2, replace::replace),
    method("replaceAll", 2, replace::replace_all),
    method("search", 1, protocol::search),
    method("slice", 2, parts::slice),
    method("split", 2, parts::split),
    method("startsWith", 1, search::starts_with),
    method("substring", 2, parts::substring),
    method("toLocaleLowerCase", 0, letter_case::to_locale_lower_case),
    method("toLocaleUpperCase", 0, letter_case::to_locale_upper_case),
    method("toLowerCase", 0, letter_case::to_lower_case),
    method("toString", 0, value_of),
    method("toUpperCase", 0, letter_case::to_upper_case),
    method("toWellFormed", 0, well_formed::to_well_formed),
    method("trim", 0, parts::trim),
    method("trimEnd", 0, parts::trim_end),
    method("trimStart", 0, parts::trim_start),
    method("valueOf", 0, value_of),
    // Annex B
    method("substr", 2, parts::substr),
    method("anchor", 1, html::anchor),
    method("big", 0, html::big),
    method("blink", 0, html::blink),
    method("bold", 0, html::bold),
    method("fixed", 0, html::fixed),
    method("fontcolor", 1, html::fontcolor),
    method("fontsize", 1, html::fontsize),
    method("italics", 0, html::italics),
    method("link", 1, html::link),
    method("small", 0, html::small),
    method("strike", 0, html::strike),
    method("sub", 0, html::sub),
    method("sup", 0, html::sup),
];

/// Second names of the same function objects, ECMA-262 B.2.2.15 and B.2.2.16.
const ALIASES: [(&str, &str); 2] = [("trimLeft", "trimStart"), ("trimRight", "trimEnd")];

/// Defines the global `String`. Old names on the prototype are second properties with the same function objects.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).string_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.methods(constructor, FUNCTIONS)?;
    realm.methods(prototype, METHODS)?;
    realm.symbol_method(prototype, symbols::ITERATOR, &ITERATOR, Attributes::METHOD)?;
    for (alias, name) in ALIASES {
        let key = realm.vm.heap.key(name);
        let function = shown::own_data(&realm.vm.heap, prototype, key).unwrap_or(Value::UNDEFINED);
        realm.value(prototype, alias, function, Attributes::METHOD)?;
    }
    Ok(())
}

/// String.prototype [ %Symbol.iterator% ] ( ), ECMA-262 22.1.3.36
fn iterator(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let prototype = realm::intrinsics(vm).string_iterator_prototype;
    let kind = ObjectKind::StringIterator(StringIterator { string, position: 0 });
    Ok(Value::object(vm.heap.new_object_with_prototype(Some(prototype), kind)))
}

/// String ( value ), ECMA-262 22.1.1.1
fn string(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let (None, Some(symbol)) = (call.new_target, call.argument(vm, 0).as_symbol()) {
        return descriptive_string(vm, symbol).map(Value::string);
    }
    let string = if call.argument_count() > 0 {
        let argument = call.argument(vm, 0);
        convert::to_string(vm, argument)?
    } else {
        StringId::EMPTY
    };
    if call.new_target.is_none() {
        return Ok(Value::string(string));
    }
    vm.keep(Value::string(string));
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.string_prototype)?;
    Ok(Value::object(vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::String(string))))
}

/// String.prototype.toString ( ), ECMA-262 22.1.3.29, and String.prototype.valueOf ( ), 22.1.3.35
fn value_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.this.is_string() {
        return Ok(call.this);
    }
    match call.this.as_object().map(|object| vm.heap.kind(object)) {
        Some(Kind::String(string)) => Ok(Value::string(string)),
        _ => {
            let (method, receiver) = (method_name(vm, call), messages::describe(vm, call.this));
            vm.type_error(messages::incompatible_receiver(&method, &receiver))
        }
    }
}
