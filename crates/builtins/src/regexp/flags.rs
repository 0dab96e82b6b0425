//! The accessors of a regular expression: its source, its flags, toString.

use ferrotape_regexp::Flags;

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{ObjectId, StringId, StringView};
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::pattern;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::regexp;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::this_object;

/// get RegExp.prototype.hasIndices, ECMA-262 22.2.6.7
pub(super) fn has_indices(vm: &mut Vm, call: Call) -> Completion<Value> {
    has_flag(vm, call, "hasIndices", |flags| flags.has_indices)
}

/// get RegExp.prototype.global, ECMA-262 22.2.6.5
pub(super) fn global(vm: &mut Vm, call: Call) -> Completion<Value> {
    has_flag(vm, call, "global", |flags| flags.global)
}

/// get RegExp.prototype.ignoreCase, ECMA-262 22.2.6.8
pub(super) fn ignore_case(vm: &mut Vm, call: Call) -> Completion<Value> {
    has_flag(vm, call, "ignoreCase", |flags| flags.ignore_case)
}

/// get RegExp.prototype.multiline, ECMA-262 22.2.6.11
pub(super) fn multiline(vm: &mut Vm, call: Call) -> Completion<Value> {
    has_flag(vm, call, "multiline", |flags| flags.multiline)
}

/// get RegExp.prototype.dotAll, ECMA-262 22.2.6.3
pub(super) fn dot_all(vm: &mut Vm, call: Call) -> Completion<Value> {
    has_flag(vm, call, "dotAll", |flags| flags.dot_all)
}

/// get RegExp.prototype.unicode, ECMA-262 22.2.6.18
pub(super) fn unicode(vm: &mut Vm, call: Call) -> Completion<Value> {
    has_flag(vm, call, "unicode", |flags| flags.unicode)
}

/// get RegExp.prototype.unicodeSets, ECMA-262 22.2.6.19
pub(super) fn unicode_sets(vm: &mut Vm, call: Call) -> Completion<Value> {
    has_flag(vm, call, "unicodeSets", |flags| flags.unicode_sets)
}

/// get RegExp.prototype.sticky, ECMA-262 22.2.6.15
pub(super) fn sticky(vm: &mut Vm, call: Call) -> Completion<Value> {
    has_flag(vm, call, "sticky", |flags| flags.sticky)
}

/// RegExpHasFlag ( R, codeUnit ), ECMA-262 22.2.6.4.1
fn has_flag(vm: &mut Vm, call: Call, name: &str, flag: fn(Flags) -> bool) -> Completion<Value> {
    match call.this.as_object().and_then(|object| regexp::pattern_of(vm, object)) {
        Some(pattern) => Ok(Value::bool(flag(pattern::pattern_cell(&vm.heap, pattern).parsed_flags))),
        None if is_prototype(vm, call) => Ok(Value::UNDEFINED),
        None => not_a_regexp(vm, name),
    }
}

fn is_prototype(vm: &Vm, call: Call) -> bool {
    call.this == Value::object(realm::intrinsics(vm).regexp_prototype)
}

#[cold]
fn not_a_regexp<T>(vm: &mut Vm, name: &str) -> Completion<T> {
    vm.type_error(format!("RegExp.prototype.{name} getter called on non-RegExp object"))
}

/// The letters of flags, in the order of their names in [`flags`].
const FLAG_PROPERTIES: [(PropertyKey, u8); 8] = [
    (keys::HAS_INDICES, b'd'),
    (keys::GLOBAL, b'g'),
    (keys::IGNORE_CASE, b'i'),
    (keys::MULTILINE, b'm'),
    (keys::DOT_ALL, b's'),
    (keys::UNICODE, b'u'),
    (keys::UNICODE_SETS, b'v'),
    (keys::STICKY, b'y'),
];

/// get RegExp.prototype.flags, ECMA-262 22.2.6.4
pub(super) fn flags(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = this_object(vm, call, "RegExp.prototype.flags getter")?;
    let mut letters = Vec::with_capacity(FLAG_PROPERTIES.len());
    for (key, letter) in FLAG_PROPERTIES {
        let value = object::get(vm, object, key)?;
        if vm.heap.to_boolean(value) {
            letters.push(letter);
        }
    }
    Ok(Value::string(vm.heap.new_latin1(letters)))
}

/// Returns `flags` of an object as a string.
pub(super) fn flags_text(vm: &mut Vm, regexp: ObjectId) -> Completion<StringId> {
    let flags = object::get(vm, regexp, keys::FLAGS)?;
    let text = convert::to_string(vm, flags)?;
    vm.heap.flatten(text)?;
    vm.keep(Value::string(text));
    Ok(text)
}

/// Throws a TypeError if `flags` of a regular expression does not contain `g`: the first steps of
/// String.prototype.matchAll and replaceAll.
pub(crate) fn require_global(vm: &mut Vm, regexp: ObjectId, method: &str) -> Completion<()> {
    let flags = object::get(vm, regexp, keys::FLAGS)?;
    if flags.is_nullish() {
        return vm.type_error(format!("String.prototype.{method} called with a RegExp without flags"));
    }
    let flags = convert::to_string(vm, flags)?;
    vm.keep(Value::string(flags));
    if has_letter(vm, flags, b'g')? {
        return Ok(());
    }
    vm.type_error(format!("String.prototype.{method} called with a non-global RegExp argument"))
}

/// Code units of flags between two checks of the clock: a script may give flags of any length.
const UNITS_PER_LOOK: usize = 1 << 14;

/// Returns whether a letter is among the flags from [`flags_text`].
pub(super) fn has_letter(vm: &mut Vm, flags: StringId, letter: u8) -> Completion<bool> {
    let flat = vm.heap.flatten(flags)?;
    let length = vm.heap.view(flat).len();
    let mut start = 0;
    while start < length {
        let end = length.min(start + UNITS_PER_LOOK);
        vm.work((end - start) as u64)?;
        if vm.heap.view(flat).slice(start, end).units().any(|unit| unit == letter.into()) {
            return Ok(true);
        }
        start = end;
    }
    Ok(false)
}

/// RegExp.prototype.toString ( ), ECMA-262 22.2.6.17
pub(super) fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = this_object(vm, call, "RegExp.prototype.toString")?;
    let source = object::get(vm, object, keys::SOURCE)?;
    let source = convert::to_string(vm, source)?;
    vm.keep(Value::string(source));
    let flags = flags_text(vm, object)?;
    let mut text = StringBuilder::new();
    text.push_byte(vm, b'/')?;
    text.push_string(vm, source)?;
    text.push_byte(vm, b'/')?;
    text.push_string(vm, flags)?;
    text.finish(vm).map(Value::string)
}

/// get RegExp.prototype.source, ECMA-262 22.2.6.13
pub(super) fn source(vm: &mut Vm, call: Call) -> Completion<Value> {
    match call.this.as_object().and_then(|object| regexp::pattern_of(vm, object)) {
        Some(pattern) => {
            let source = pattern::pattern_cell(&vm.heap, pattern).source;
            escape_pattern(vm, source).map(Value::string)
        }
        None if is_prototype(vm, call) => Ok(Value::string(vm.heap.intern_text("(?:)"))),
        None => not_a_regexp(vm, "source"),
    }
}

/// Code units of a pattern between two checks of the limits while it is escaped: each is a tick.
const ESCAPED_AT_ONCE: usize = 1 << 12;

/// EscapeRegExpPattern ( P, F ), ECMA-262 22.2.6.13.1: escapes slashes outside of classes and line terminators, and
/// writes the empty pattern as `(?:)`.
fn escape_pattern(vm: &mut Vm, source: StringId) -> Completion<StringId> {
    let flat = vm.heap.flatten(source)?;
    let length = vm.heap.view(flat).len();
    if length == 0 {
        return Ok(vm.heap.intern_text("(?:)"));
    }
    vm.work(length as u64)?;
    if !needs_escapes(vm.heap.view(flat)) {
        return Ok(source);
    }
    let mut text = StringBuilder::new();
    let (mut is_escaped, mut in_class) = (false, false);
    for index in 0..length {
        if index % ESCAPED_AT_ONCE == 0 {
            vm.work((length - index).min(ESCAPED_AT_ONCE) as u64)?;
        }
        let unit = vm.heap.view(flat).get(index).unwrap_or(0);
        let letters: &[u8] = match unit {
            0x0A => b"n",
            0x0D => b"r",
            0x2028 => b"u2028",
            0x2029 => b"u2029",
            0x2F if !in_class => b"/",
            _ => b"",
        };
        if letters.is_empty() {
            text.push_units(vm, &[unit])?;
        } else {
            if !is_escaped {
                text.push_byte(vm, b'\\')?;
            }
            text.push_bytes(vm, letters)?;
        }
        match unit {
            0x5B if !is_escaped => in_class = true,
            0x5D if !is_escaped => in_class = false,
            _ => {}
        }
        is_escaped = unit == 0x5C && !is_escaped;
    }
    text.finish(vm)
}

fn needs_escapes(source: StringView<'_>) -> bool {
    match source {
        StringView::Latin1(bytes) => bytes.iter().any(|byte| matches!(byte, b'/' | b'\n' | b'\r')),
        StringView::Utf16(units) => units.iter().any(|unit| matches!(unit, 0x2F | 0x0A | 0x0D | 0x2028 | 0x2029)),
    }
}
