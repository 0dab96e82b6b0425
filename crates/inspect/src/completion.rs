//! Completes names: of globals, and of the properties of a value at a path like `a.b`. No script runs: a path ends at
//! getters, and at objects such as proxies that only their internal methods know.

use ferrotape_runtime::function::Closure;
use std::collections::BTreeSet;

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::Vm;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::shape;
use ferrotape_runtime::value::Value;

/// The most objects of a prototype chain that are searched.
const LONGEST_CHAIN: usize = 100;
/// The most names: more would help nobody.
const MOST_NAMES: usize = 10_000;

/// The start of a path.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Start<'a> {
    /// The value of a name in the global scope; `this` is the global object.
    Name(&'a str),
    /// A string literal.
    Text,
}

/// Returns the names that begin with `prefix`, in order. Without a path, these are the names of the global scope; with
/// a path, the properties of the value there.
pub fn completions(vm: &mut Vm, path: Option<(Start, &[&str])>, prefix: &str) -> Completion<Vec<String>> {
    let mut names = BTreeSet::new();
    let mut found = Names { prefix, names: &mut names };
    match path {
        None => {
            let (lexical, global) = (vm.realm.lexical, vm.realm.global);
            found.own(vm, lexical)?;
            found.chain(vm, global)?;
        }
        Some((start, keys)) => {
            if let Some(object) = walk(vm, start, keys)?.and_then(|value| object_of(vm, value)) {
                found.chain(vm, object)?;
            }
        }
    }
    Ok(names.into_iter().collect())
}

/// Returns the names of a value's properties that begin with `prefix`, in order.
pub fn names_of(vm: &mut Vm, value: Value, prefix: &str) -> Completion<Vec<String>> {
    let Some(object) = object_of(vm, value) else { return Ok(Vec::new()) };
    let mut names = BTreeSet::new();
    Names { prefix, names: &mut names }.chain(vm, object)?;
    Ok(names.into_iter().collect())
}

/// Returns the names of a value's methods.
pub fn methods_of(vm: &mut Vm, value: Value) -> Completion<Vec<String>> {
    let Some(object) = object_of(vm, value) else { return Ok(Vec::new()) };
    let names = names_of(vm, value, "")?;
    let mut methods = Vec::new();
    for name in names {
        let key = vm.key_for_host(&name)?;
        let method = property(vm, object, key)?.and_then(Value::as_object);
        if method.is_some_and(|method| vm.heap.has_call(method)) {
            methods.push(name);
        }
    }
    Ok(methods)
}

/// The names that were found so far.
struct Names<'a> {
    prefix: &'a str,
    names: &'a mut BTreeSet<String>,
}

impl Names<'_> {
    fn chain(&mut self, vm: &mut Vm, object: ObjectId) -> Completion<()> {
        let mut next = Some(object);
        for _ in 0..LONGEST_CHAIN {
            next.into_iter().for_each(|object| realm::fill(vm, object));
            let Some(current) = next.filter(|&object| is_told(vm, object)) else { break };
            self.own(vm, current)?;
            next = vm.heap.prototype_of(current);
        }
        Ok(())
    }

    /// Adds the names of an object's own properties that can be written after a dot.
    fn own(&mut self, vm: &mut Vm, object: ObjectId) -> Completion<()> {
        let keys: Vec<PropertyKey> = match is_namespace(vm, object) {
            true => object::own_property_keys(vm, object)?,
            false => shape::own_entries(&vm.heap, object).map(|(_, entry)| entry.key).take(MOST_NAMES).collect(),
        };
        vm.work(ENTRY + keys.len() as u64)?;
        if vm.heap.length_of_array(object).is_some() {
            self.name("length".to_owned());
        }
        for key in keys {
            if let Some(atom) = key.as_atom() {
                let view = vm.heap.atom_view(atom);
                if view.len() <= LONGEST_NAME {
                    self.name(view.to_string_lossy());
                }
            }
        }
        Ok(())
    }

    fn name(&mut self, name: String) {
        if name.starts_with(self.prefix) && is_name(&name) && self.names.len() < MOST_NAMES {
            self.names.insert(name);
        }
    }
}

/// The longest name that is offered.
const LONGEST_NAME: usize = 100;

fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.starts_with(|first: char| is_part(first) && !first.is_numeric()) && text.chars().all(is_part)
}

/// Returns the source text of the function at a path, if it is a function of a script.
pub fn source_of(vm: &mut Vm, start: &str, keys: &[&str]) -> Completion<Option<String>> {
    let value = walk(vm, Start::Name(start), keys)?;
    let Some(Kind::Closure(Closure { code, .. })) = value.and_then(Value::as_object).map(|object| vm.heap.kind(object))
    else {
        return Ok(None);
    };
    let code = vm.heap.code_cell(code);
    let (source, span) = (std::sync::Arc::clone(&code.set.unit.unit.source), code.template().span);
    let text = source.slice(span);
    vm.heap.lend(text.len())?;
    Ok(Some(text.to_owned()).filter(|text| !text.is_empty()))
}

/// Returns the value at a path, as far as it can be read without running script.
fn walk(vm: &mut Vm, start: Start, keys: &[&str]) -> Completion<Option<Value>> {
    let mut value = match start {
        Start::Text => Some(Value::object(realm::intrinsics(vm).string_prototype)),
        Start::Name("this") => Some(Value::object(vm.realm.global)),
        Start::Name(name) => {
            let key = vm.key_for_host(name)?;
            let (lexical, global) = (vm.realm.lexical, vm.realm.global);
            match vm.heap.stored_property(lexical, key) {
                Some(binding) => Some(binding.value).filter(|value| !value.is_empty()),
                None => property(vm, global, key)?,
            }
        }
    };
    for name in keys {
        let Some(object) = value.and_then(|value| object_of(vm, value)) else { return Ok(None) };
        let key = vm.key_for_host(name)?;
        value = property(vm, object, key)?;
    }
    Ok(value)
}

/// Returns the value of a data property, own or inherited.
fn property(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Option<Value>> {
    let mut next = Some(object);
    for _ in 0..LONGEST_CHAIN {
        next.into_iter().for_each(|object| realm::fill(vm, object));
        let Some(current) = next.filter(|&object| is_told(vm, object)) else { break };
        vm.work(1)?;
        match object::get_own_property(vm, current, key) {
            Ok(None) => {}
            Ok(Some(descriptor)) => return Ok(descriptor.value),
            // A binding of a module without a value.
            Err(Throw::Exception(_)) => return Ok(None),
            Err(throw) => return Err(throw),
        }
        next = vm.heap.prototype_of(current);
    }
    Ok(None)
}

/// Returns whether an object can be read without running script. Typed arrays know their own elements, but these have
/// no names.
fn is_told(vm: &Vm, object: ObjectId) -> bool {
    !vm.heap.class_of(object).is_opaque()
        || matches!(vm.heap.kind(object), Kind::TypedArray(_))
        || is_namespace(vm, object)
}

fn is_namespace(vm: &Vm, object: ObjectId) -> bool {
    hosts::host_class_of(&vm.heap, object).is_some_and(|class| object::host_class_name(vm, class) == "Module")
}

/// Returns the object, or the prototype for a primitive value.
fn object_of(vm: &Vm, value: Value) -> Option<ObjectId> {
    let intrinsics = realm::intrinsics(vm);
    match value.as_object() {
        Some(object) => Some(object),
        None if value.is_string() => Some(intrinsics.string_prototype),
        None if value.as_number().is_some() => Some(intrinsics.number_prototype),
        None if value.as_bool().is_some() => Some(intrinsics.boolean_prototype),
        None if value.is_symbol() => Some(intrinsics.symbol_prototype),
        None if value.is_bigint() => Some(intrinsics.bigint_prototype),
        None => None,
    }
}
