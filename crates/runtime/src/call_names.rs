//! Names of a call, as call sites tell them: of its receiver's type, of its method, and of its function. Extension: as in
//! V8's stack trace API.
//!
//! ```text
//! receiver, function  ──>  CallNames: text        while the call runs, if a script is going to look
//! CallNames           ──>  `Type.method`, `new Type`, `Type.function [as method]`
//! ```
//!
//! A call site keeps the text alone: neither receiver nor function can be had from it. Nothing here runs script, so getters
//! and traps of proxies are not asked. Searches are bounded, and spend fuel.

use ferrotape_bytecode::FunctionKind;
use ferrotape_heap::error::CallNames;
use ferrotape_heap::id::CodeId;
use ferrotape_heap::object::Kind;
use ferrotape_syntax::{is_identifier_part, is_identifier_start};
use ferrotape_text::SHOWN_NAME;

use crate::heap::{Heap, ObjectId, StringId};
use crate::names::keys;
use crate::properties::StoredProperty;
use crate::property_key::PropertyKey;
use crate::shape;
use crate::shown;
use crate::symbol::symbols;
use crate::value::Value;

/// Most prototypes that are looked at for one name.
const LONGEST_CHAIN: usize = 64;

/// Most properties that are looked at for the name of one method.
const MOST_PROPERTIES: usize = 1024;

/// Properties that one unit of fuel pays for.
const PROPERTIES_PER_TICK: usize = 8;

/// Fuel for the names of one call, beside the search for the only property of its method: a few times as many prototypes.
const NAMES: u64 = 4 * LONGEST_CHAIN as u64;

/// A call whose names are asked for.
pub(crate) struct NamedCall {
    pub callee: ObjectId,
    pub code: CodeId,
    pub constructs: bool,
    pub this: Value,
    /// The object that has the properties of `this`: itself, or the prototype of its wrapper; none of undefined and null.
    pub holder: Option<ObjectId>,
}

/// Finds the names of a call without running script.
pub(crate) fn of_call(heap: &mut Heap, call: &NamedCall) -> CallNames {
    heap.budget.work_later(NAMES);
    let mut names =
        CallNames { function: function_name(heap, call).into(), constructs: call.constructs, ..CallNames::default() };
    let block = heap.code_block(call.code);
    let is_function = block.template().kind == FunctionKind::Function;
    let is_global = call.this.as_object() == Some(heap.realm(block.realm).global);
    // Scripts, modules, eval code and `new` have no receiver.
    let Some(holder) = call.holder.filter(|_| is_function && !call.constructs) else { return names };
    if !is_global {
        names.type_name = Some(type_name(heap, call.this, holder).into());
        names.class_name = class_name(heap, call.this).map(String::into);
    }
    names.method = method_name(heap, holder, call).map(String::into);
    names
}

/// The name that the function has by now, if that is a string; else the one of its text.
fn function_name(heap: &mut Heap, call: &NamedCall) -> String {
    if heap.code_block(call.code).template().kind == FunctionKind::Eval {
        return "eval".to_owned();
    }
    match shown::own_data(heap, call.callee, keys::NAME).and_then(Value::as_string) {
        Some(name) => shown::string(heap, name, SHOWN_NAME),
        None => name_of_code(heap, call.code),
    }
}

fn name_of_code(heap: &Heap, code: CodeId) -> String {
    heap.atom_view(heap.code_cell(code).name).shown_name()
}

/// The name of a receiver's type: by its constructor, or by its toStringTag if that tells no more than `Object`.
fn type_name(heap: &mut Heap, this: Value, holder: ObjectId) -> String {
    let of_primitive = match this {
        this if this.is_object() => None,
        this if this.is_string() => Some("String"),
        this if this.is_number() => Some("Number"),
        this if this.is_bool() => Some("Boolean"),
        this if this.is_symbol() => Some("Symbol"),
        _ => Some("BigInt"),
    };
    if let Some(name) = of_primitive {
        return name.to_owned();
    }
    if matches!(heap.kind(holder), Kind::Proxy(_)) {
        return "Proxy".to_owned();
    }
    if heap.has_call(holder) {
        return "Function".to_owned();
    }
    let prototype = heap.known_prototype_of(holder);
    let named = prototype.and_then(|prototype| shown::constructor_name(heap, prototype));
    match named.filter(|name| name != "Object") {
        Some(name) => name,
        None => tag(heap, holder).unwrap_or_else(|| "Object".to_owned()),
    }
}

/// The toStringTag of an object, if it is a string that no getter gives.
fn tag(heap: &mut Heap, object: ObjectId) -> Option<String> {
    let property =
        found(heap, object, symbols::TO_STRING_TAG).filter(|property| property.attributes.is_plain_data())?;
    let tag = shown::string(heap, property.value.as_string()?, SHOWN_NAME);
    (!tag.is_empty()).then_some(tag)
}

/// The name of a class that is the receiver itself, as in static methods.
fn class_name(heap: &mut Heap, this: Value) -> Option<String> {
    let class = this.as_object()?;
    let (code, _) = heap.closure(class)?;
    heap.code_cell(code).class?;
    let name = shown::own_data(heap, class, keys::NAME)?.as_string()?;
    let name = shown::string(heap, name, SHOWN_NAME);
    (!name.is_empty()).then_some(name)
}

/// The name of the property by which the receiver has the function: the function's own name, or the only enumerable one.
fn method_name(heap: &mut Heap, holder: ObjectId, call: &NamedCall) -> Option<String> {
    let name = name_of_code(heap, call.code);
    let property = name.strip_prefix("get ").or_else(|| name.strip_prefix("set ")).unwrap_or(&name);
    if !property.is_empty() {
        let key = heap.key(property);
        if found(heap, holder, key).is_some_and(|stored| is_of(heap, stored, call.callee)) {
            return Some(property.to_owned());
        }
    }
    only_key_of(heap, holder, call.callee).map(|key| heap.atom_view(key).shown_name())
}

/// A property of an object or its prototypes, as far as they are known.
fn found(heap: &Heap, object: ObjectId, key: PropertyKey) -> Option<StoredProperty> {
    let mut next = Some(object);
    for _ in 0..LONGEST_CHAIN {
        let current = next.filter(|&current| !heap.is_opaque(current, key))?;
        if let Some(property) = heap.stored_property(current, key) {
            return Some(property);
        }
        next = heap.known_prototype_of(current);
    }
    None
}

/// Returns whether a property is that function, or has it as its getter or setter.
fn is_of(heap: &Heap, property: StoredProperty, function: ObjectId) -> bool {
    let function = Value::object(function);
    if property.attributes.is_accessor() {
        let accessor = heap.accessor_of(property);
        return accessor.getter == function || accessor.setter == function;
    }
    property.attributes.is_plain_data() && property.value == function
}

/// The name of the only enumerable property that is that function. None if there are several.
fn only_key_of(heap: &mut Heap, object: ObjectId, function: ObjectId) -> Option<StringId> {
    let (mut left, mut only, mut next) = (MOST_PROPERTIES, None, Some(object));
    let mut is_ambiguous = false;
    for _ in 0..LONGEST_CHAIN {
        let Some(current) = next.filter(|&current| !heap.class_of(current).is_asked_for_all_keys()) else { break };
        for (slot, entry) in shape::own_entries(heap, current).take(left) {
            left -= 1;
            let Some(name) = entry.key.as_atom().filter(|_| entry.attributes.is_enumerable()) else { continue };
            let property = StoredProperty { value: heap.slot(current, slot), attributes: entry.attributes };
            if is_of(heap, property, function) {
                is_ambiguous |= only.is_some();
                only = Some(name);
            }
        }
        next = heap.known_prototype_of(current);
    }
    heap.budget.work_later(((MOST_PROPERTIES - left) / PROPERTIES_PER_TICK) as u64);
    only.filter(|_| !is_ambiguous)
}

/// The beginning of a call site's line: `Type.function [as method]`, `new Type`, or the function alone.
pub(crate) fn head(names: &CallNames) -> String {
    let function = &*names.function;
    let or_anonymous = |name: &str| if name.is_empty() { "<anonymous>".to_owned() } else { name.to_owned() };
    if names.constructs {
        return format!("new {}", or_anonymous(function));
    }
    let Some(receiver) = names.class_name.as_deref().or(names.type_name.as_deref()) else {
        return function.to_owned();
    };
    let method = names.method.as_deref().unwrap_or_default();
    if function.is_empty() {
        return format!("{receiver}.{}", or_anonymous(method));
    }
    let receiver = if is_identifier(function) { format!("{receiver}.") } else { String::new() };
    match method.is_empty() || is_end(function, method) {
        true => format!("{receiver}{function}"),
        false => format!("{receiver}{function} [as {method}]"),
    }
}

fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(is_identifier_start) && characters.all(is_identifier_part)
}

/// Returns whether the function is called like its method, as `method` or `object.method`.
fn is_end(function: &str, method: &str) -> bool {
    function.strip_suffix(method).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_lines_name_what_is_not_clear_from_the_function() {
        let names = |type_name: &str, method: &str, function: &str| CallNames {
            type_name: (!type_name.is_empty()).then(|| type_name.into()),
            method: (!method.is_empty()).then(|| method.into()),
            function: function.into(),
            ..CallNames::default()
        };
        for (type_name, method, function, expected) in [
            ("", "", "f", "f"),
            ("", "", "", ""),
            ("A", "m", "m", "A.m"),
            ("A", "x", "m", "A.m [as x]"),
            ("A", "", "", "A.<anonymous>"),
            ("A", "go", "", "A.go"),
            ("A", "go", "A.go", "A.go"),
            ("A", "g", "get g", "get g [as g]"),
            ("A", "", "[sy]", "[sy]"),
            ("A", "", "#p", "#p"),
        ] {
            assert_eq!(head(&names(type_name, method, function)), expected);
        }
        assert_eq!(head(&CallNames { constructs: true, ..CallNames::default() }), "new <anonymous>");
        let class_name = Some("Shop".into());
        assert_eq!(head(&CallNames { class_name, ..names("Function", "open", "open") }), "Shop.open");
    }
}
