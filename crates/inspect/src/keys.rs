//! The properties of an object that are shown, and how. No getter runs.

use ferrotape_budget::costs::ENTRY;
use ferrotape_budget::order;
use ferrotape_runtime::PropertyDescriptor;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::keys;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::shape;
use ferrotape_runtime::symbol::{self, SymbolKind};
use ferrotape_runtime::value::Value;

use crate::layout::{Entries, width};
use crate::quoting::{escaped, quoted};
use crate::{Compact, Formatter, Getters, Style};

/// Keys between two checks of the limits: each is compared with all others.
const KEYS_PER_TURN: usize = 256;

impl Formatter<'_> {
    fn is_shown(&self, object: ObjectId, key: PropertyKey) -> bool {
        let stored = self.vm.heap.stored_property(object, key);
        // That of a String object is stored nowhere.
        let is_length = || key == keys::LENGTH && matches!(self.vm.heap.kind(object), Kind::String(_));
        self.options.show_hidden || !is_length() && stored.is_none_or(|stored| stored.attributes.is_enumerable())
    }

    /// Returns the keys of an object that are shown. Objects that only their internal methods know are not asked,
    /// except module namespaces.
    pub(crate) fn shown_keys(&mut self, object: ObjectId) -> Completion<Vec<PropertyKey>> {
        if self.vm.heap.class_of(object).is_opaque() && !self.is_namespace(object) {
            return self.named_keys(object);
        }
        let mut keys = object::own_property_keys(self.vm, object)?;
        let mut shown = 0;
        for index in 0..keys.len() {
            if index % KEYS_PER_TURN == 0 {
                self.vm.work(KEYS_PER_TURN as u64)?;
            }
            if self.is_shown(object, keys[index]) {
                keys.swap(shown, index);
                shown += 1;
            }
        }
        keys.truncate(shown);
        Ok(keys)
    }

    /// The keys of a String object that are no places of its characters.
    pub(crate) fn keys_of_string(&mut self, object: ObjectId) -> Completion<Vec<PropertyKey>> {
        let mut keys = Vec::new();
        for index in self.element_indices(object, usize::MAX)? {
            if let Some(key) = PropertyKey::from_index(index)
                && self.is_shown(object, key)
            {
                self.vm.heap.lend_room(&mut keys, 1)?;
                keys.push(key);
            }
        }
        if self.options.show_hidden {
            keys.push(keys::LENGTH);
        }
        let named = self.named_keys(object)?;
        self.vm.heap.lend_room(&mut keys, named.len())?;
        keys.extend(named);
        Ok(keys)
    }

    pub(crate) fn is_namespace(&self, object: ObjectId) -> bool {
        let class = hosts::host_class_of(&self.vm.heap, object);
        class.is_some_and(|class| object::host_class_name(self.vm, class) == "Module")
    }

    /// Returns the keys that are no indices, with symbols last.
    pub(crate) fn named_keys(&mut self, object: ObjectId) -> Completion<Vec<PropertyKey>> {
        let mut keys = Vec::new();
        let count = shape::own_entries(&self.vm.heap, object).count();
        self.vm.heap.lend_room(&mut keys, count + 1)?;
        self.vm.work(count as u64 / 4 + 1)?;
        let is_private = |key: PropertyKey| {
            key.as_symbol().is_some_and(|symbol| symbol::symbol_kind(&self.vm.heap, symbol) == SymbolKind::Private)
        };
        if self.options.show_hidden && self.vm.heap.length_of_array(object).is_some() {
            keys.push(keys::LENGTH);
        }
        let shown = shape::own_entries(&self.vm.heap, object).map(|(_, entry)| entry);
        let shown = shown.filter(|entry| self.options.show_hidden || entry.attributes.is_enumerable());
        keys.extend(shown.map(|entry| entry.key).filter(|&key| !is_private(key)));
        order::sort_by_key(&mut keys, |key| key.as_symbol().is_some());
        Ok(keys)
    }

    fn key_units(&mut self, key: PropertyKey) -> Vec<u16> {
        let heap = &mut self.vm.heap;
        match (key.as_index(), key.as_atom()) {
            (Some(index), _) => index.to_string().encode_utf16().collect(),
            (_, Some(atom)) => heap.atom_view(atom).to_units(),
            _ => Vec::new(),
        }
    }

    /// Returns `Symbol(description)`, as a value or as a key.
    pub(crate) fn symbol(&mut self, symbol: Value, is_key: bool) -> Completion<String> {
        let description = symbol.as_symbol().map(|symbol| symbol::symbol_description(&self.vm.heap, symbol));
        let Some(text) = description.and_then(Value::as_string) else { return Ok("Symbol()".to_owned()) };
        let flat = self.vm.heap.flatten(text)?;
        let units = self.vm.heap.view(flat).slice(0, self.longest_name()).to_units();
        let text = if is_key { escaped(&units, None) } else { String::from_utf16_lossy(&units) };
        Ok(format!("Symbol({text})"))
    }

    /// Returns a key as it could be written in a literal; in brackets for symbols and for properties that are not enumerable.
    fn key_name(&mut self, key: PropertyKey, is_enumerable: bool) -> Completion<String> {
        if key.as_symbol().is_some() {
            let name = self.symbol(key.kept_form(), true)?;
            return Ok(format!("[{}]", self.styled(name, Style::Text)));
        }
        let units = self.key_units(key);
        self.vm.work(units.len() as u64 / 4 + 1)?;
        let name = String::from_utf16_lossy(&units);
        if name == "__proto__" {
            return Ok("['__proto__']".to_owned());
        }
        if !is_enumerable {
            return Ok(format!("[{}]", escaped(&units, Some('\''))));
        }
        let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
        Ok(if is_plain { name } else { self.styled(quoted(&units), Style::Text) })
    }

    /// The property with its name. In the most compact layout, long values stand below the name.
    pub(crate) fn property(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        depth: usize,
        kind: Entries,
    ) -> Completion<String> {
        self.vm.work(ENTRY)?;
        let is_below = self.options.compact == Compact::All && kind == Entries::Named;
        let indent = if is_below { 3 } else { 2 };
        let Some((descriptor, text)) = self.property_value(object, key, depth, indent)? else {
            return Ok(String::new());
        };
        let name = self.key_name(key, descriptor.enumerable != Some(false))?;
        let is_long = is_below && descriptor.value.is_some() && width(&text) > self.options.break_length;
        let text = match is_long {
            true => format!("{name}:\n{:1$}{text}", "", self.indentation + indent),
            false => format!("{name}: {text}"),
        };
        self.charge(&text)?;
        Ok(text)
    }

    /// Returns a property and its formatted value, indented; none where there is no property.
    pub(crate) fn property_value(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        depth: usize,
        indent: usize,
    ) -> Completion<Option<(PropertyDescriptor, String)>> {
        let descriptor = match object::get_own_property(self.vm, object, key) {
            Ok(Some(descriptor)) => descriptor,
            Ok(None) => return Ok(None),
            // A binding of a module without a value.
            Err(Throw::Exception(_)) if self.is_namespace(object) => {
                let text = self.styled("<uninitialized>", Style::Special);
                return Ok(Some((PropertyDescriptor::default(), text)));
            }
            Err(throw) => return Err(throw),
        };
        let is_function = |value: Option<Value>| value.is_some_and(|value| !value.is_undefined());
        let text = match descriptor.value {
            Some(value) => {
                self.indentation += indent;
                let text = self.value(value, depth);
                self.indentation -= indent;
                text?
            }
            None => match (is_function(descriptor.get), is_function(descriptor.set)) {
                (true, has_setter) => self.getter(object, key, has_setter, depth)?,
                (false, true) => self.styled("[Setter]", Style::Special),
                (false, false) => self.styled("undefined", Style::Undefined),
            },
        };
        Ok(Some((descriptor, text)))
    }

    /// Formats a getter, or what it returns where that is wanted.
    fn getter(&mut self, object: ObjectId, key: PropertyKey, has_setter: bool, depth: usize) -> Completion<String> {
        let label = if has_setter { "Getter/Setter" } else { "Getter" };
        let is_called = match self.options.getters {
            Getters::Told => false,
            Getters::Called => true,
            Getters::CalledWithoutSetter => !has_setter,
            Getters::CalledWithSetter => has_setter,
        };
        if !is_called {
            return Ok(self.styled(format!("[{label}]"), Style::Special));
        }
        let given = match object::get(self.vm, object, key) {
            Ok(value) => value,
            Err(Throw::Exception(error)) => return self.getter_that_threw(label, error),
            Err(throw) => return Err(throw),
        };
        self.vm.keep(given);
        self.indentation += 2;
        let text = self.value(given, depth);
        self.indentation -= 2;
        let text = text?;
        Ok(match given.is_object() {
            true => format!("{} {text}", self.styled(format!("[{label}]"), Style::Special)),
            false => self.labelled(label, &text),
        })
    }

    fn labelled(&self, label: &str, text: &str) -> String {
        format!("{} {text}{}", self.styled(format!("[{label}:"), Style::Special), self.styled("]", Style::Special))
    }

    /// Returns the label with the message of the exception. Reading `message` may run script and throw again.
    fn getter_that_threw(&mut self, label: &str, error: Value) -> Completion<String> {
        self.vm.keep(error);
        let message = match error.as_object() {
            Some(error) => object::get(self.vm, error, keys::MESSAGE)?,
            None => Value::UNDEFINED,
        };
        self.vm.keep(message);
        let message = convert::to_string(self.vm, message)?;
        let flat = self.vm.heap.flatten(message)?;
        let message = self.vm.heap.view(flat).slice(0, self.longest_name()).to_string_lossy();
        let text = self.labelled(label, &format!("<Inspection threw ({message})>"));
        self.charge(&text)?;
        Ok(text)
    }

    /// The indices of the first elements that are there.
    pub(crate) fn element_indices(&mut self, array: ObjectId, most: usize) -> Completion<Vec<u32>> {
        let elements = self.vm.heap.elements(array);
        let indices: Vec<u32> = match elements.as_dense() {
            Some(values) => {
                let present = (0..).zip(values).filter(|(_, value)| !value.is_empty()).map(|(index, _)| index);
                present.take(most).collect()
            }
            None => match elements {
                ferrotape_runtime::object::Elements::Sparse(map) => map.keys().copied().take(most).collect(),
                _ => Vec::new(),
            },
        };
        let looked_at = indices.last().copied().unwrap_or_else(|| {
            let values = self.vm.heap.elements(array).as_dense().map_or(0, <[Value]>::len);
            values as u32
        });
        self.vm.work(u64::from(looked_at) / 16 + 1)?;
        Ok(indices)
    }

    pub(crate) fn is_proxy(&self, object: ObjectId) -> bool {
        matches!(self.vm.heap.kind(object), Kind::Proxy { .. })
    }
}
