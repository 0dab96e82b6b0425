//! States of objects: prototype, home, elements and properties, with their layout.

use ferrotape_bytecode::Saved;
use ferrotape_heap::heap::Accessor;

use super::super::{DELETED_BEFORE, Done, FROZEN, MAP, OWN_SHAPE, VECTOR, both, own_entries, own_slots};
use super::{Reading, unreadable};
use crate::built_ins::{Kept, is_in_all_engines};
use crate::originals::Original;
use ferrotape_runtime::bigints;
use ferrotape_runtime::cell;
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::key_set::KeySet;
use ferrotape_runtime::layout;
use ferrotape_runtime::object::{Class, Flags, Kind, SparseElement};
use ferrotape_runtime::properties;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::shape::{Attributes, Lock};
use ferrotape_runtime::symbol;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// A property as it is written: its value, or getter and setter.
type Listed = (PropertyKey, Attributes, Value, Value);

/// First properties of a built-in object that are as in a new engine.
#[derive(Default)]
pub(super) struct KeptProperties {
    listed: Vec<Listed>,
    /// True if this engine's object has them.
    are_there: bool,
}

impl Reading<'_, '_> {
    /// Reads the state of an object, whose first properties may be as in a new engine ([`Reading::read_kept_properties`]). Flags
    /// that refuse changes are set at the end.
    pub(super) fn read_state(&mut self, object: ObjectId, kept: KeptProperties) -> Done<()> {
        self.room()?;
        realm::fill(self.vm, object);
        let prototype = self.value()?;
        let home = self.value()?;
        let (extensible, fixed) = (bool::read(&mut self.reader)?, bool::read(&mut self.reader)?);
        if !(prototype.is_object() || prototype.is_null()) {
            return unreadable("a prototype is not an object");
        }
        if self.vm.heap.prototype_of(object) != prototype.as_object() {
            self.vm.heap.replace_prototype(object, prototype.as_object());
        }
        if let Some(home) = home.as_object()
            && self.vm.heap.closure(object).is_some()
        {
            cell::set_home_object(&mut self.vm.heap, object, home);
        }
        let stores = self.read_elements(object)?;
        self.read_properties(object, kept)?;
        if let Some(stores) = stores {
            layout::set_stores(&mut self.vm.heap, object, stores);
        }
        self.read_slots(object)?;
        if fixed && self.vm.heap.array(object).is_some() {
            self.vm.heap.insert_flag(object, Flags::FIXED_LENGTH);
        }
        if !extensible {
            self.vm.heap.lock_object(object, Lock::NotExtensible)?;
        }
        Ok(())
    }

    /// Reads the elements of a vector. Those of a map are properties: returns the number of stores behind it.
    fn read_elements(&mut self, object: ObjectId) -> Done<Option<u32>> {
        let layout = self.reader.byte()?;
        if layout == MAP {
            let stores = self.small()?;
            properties::make_sparse(&mut self.vm.heap, object)?;
            return Ok(Some(stores));
        }
        let is_new = self.vm.heap.elements(object).is_empty();
        let count = self.reader.count(1)?;
        if self.vm.heap.length_of_array(object).is_some_and(|length| count > length as usize) {
            return unreadable("an element is behind the end of its array");
        }
        for index in 0..count {
            let value = self.stored_value()?;
            if self.is_private(value) {
                return unreadable("a private name is not a value");
            }
            let key = u32::try_from(index).ok().and_then(PropertyKey::from_index);
            let Some(key) = key else { return unreadable("there is no such element") };
            if !value.is_empty() {
                self.look_at_key(object, key)?;
            }
            if is_new {
                self.vm.heap.work(1)?;
                if !layout::append_element(&mut self.vm.heap, object, value)? {
                    return unreadable("an object has no vector of elements");
                }
            } else if !value.is_empty() {
                // Properties that the host has put there are not there twice.
                self.store(object, key, value, Attributes::ALL)?;
            }
        }
        match layout {
            VECTOR => Ok(None),
            FROZEN if layout::freeze_elements(&mut self.vm.heap, object) => Ok(None),
            _ => unreadable("there are no such elements"),
        }
    }

    /// Checks that the object can have such an own property.
    fn look_at_key(&mut self, object: ObjectId, key: PropertyKey) -> Done<()> {
        self.room()?;
        if let (Some(index), Some(length)) = (key.as_index(), self.vm.heap.length_of_array(object))
            && index >= length
        {
            return unreadable("an element is behind the end of its array");
        }
        if matches!(self.vm.heap.kind(object), Kind::HostObject(_))
            && self.vm.heap.class_of(object) != Class::Host
            && key.as_symbol().is_none()
        {
            return unreadable("an export is not a property");
        }
        if key.as_index().is_some() && self.vm.heap.class_of(object) == Class::TypedArray {
            return unreadable("an element of a view is not a property");
        }
        let heap = &self.vm.heap;
        if self.vm.heap.class_of(object).has_virtual_length() && key == ferrotape_runtime::names::keys::LENGTH {
            return unreadable("a length is not a property");
        }
        if let Some(index) = key.as_index()
            && let Kind::String(string) = heap.kind(object)
            && (index as usize) < heap.string_length(string)
        {
            return unreadable("a character is not a property");
        }
        Ok(())
    }

    fn store(&mut self, object: ObjectId, key: PropertyKey, value: Value, attributes: Attributes) -> Done<()> {
        self.look_at_key(object, key)?;
        if let Some(index) = key.as_index()
            && layout::put_into_map(&mut self.vm.heap, object, index, SparseElement { value, attributes })
        {
            return Ok(());
        }
        Ok(self.vm.heap.store_property(object, key, value, attributes)?)
    }

    /// Reads the properties, and removes those that the new object has beyond them. Slots end up in the order that was written.
    fn read_properties(&mut self, object: ObjectId, kept: KeptProperties) -> Done<()> {
        let on_loan = self.vm.heap.on_loan();
        let layout = self.reader.byte()?;
        let there = if kept.are_there { kept.listed.len() } else { 0 };
        let (listed, places) = self.read_listed(kept.listed)?;
        if layout != OWN_SHAPE && places.contains(&PropertyKey::NONE) {
            return unreadable("deleted properties lie in no shape");
        }
        // Properties in their original places come first, in their order. A property that was removed may have been
        // added again behind them.
        let mut same = Vec::new();
        for own in own_slots(self.vm, object) {
            match listed.get(same.len()) {
                Some(listed) if listed.0 == own.0 => same.push(own),
                _ => remove(self.vm, object, own.0, own.1)?,
            }
        }
        for (place, (key, attributes, value, second)) in listed.into_iter().enumerate().skip(there) {
            self.read_property(object, same.get(place).copied(), (key, attributes), (value, second))?;
        }
        if layout != OWN_SHAPE {
            layout::count_reconfigurations(&mut self.vm.heap, object, layout);
        } else if !layout::arrange_slots(&mut self.vm.heap, object, &places)? {
            return unreadable("a property has no place");
        }
        self.vm.heap.settle_loans(on_loan);
        Ok(())
    }

    /// Reads how many of a built-in object's first properties are as in a new engine, and returns these: from this engine's
    /// object, or from the new engine if this one's host has changed them.
    pub(super) fn read_kept_properties(
        &mut self,
        original: &Original,
        number: usize,
        known: Kept,
    ) -> Done<KeptProperties> {
        let count = self.small()?;
        if count == 0 {
            return Ok(KeptProperties::default());
        }
        let object = self.object_at(number as u64)?;
        let own = own_slots(self.vm, object);
        if count <= known.properties
            && let Some(own) = own.get(..count as usize)
        {
            self.vm.heap.work(count.into())?;
            let listed = own.iter().map(|&(key, attributes, value)| {
                let [value, second] = both(self.vm, value);
                (key, attributes, value, second)
            });
            return Ok(KeptProperties { listed: listed.collect(), are_there: true });
        }
        let mut listed = Vec::new();
        let bare = original.objects.get(number).copied();
        for (_, entry, value) in bare.into_iter().flat_map(|bare| own_entries(&original.vm, bare)).take(count as usize)
        {
            self.room()?;
            let key = match entry.key.as_atom() {
                Some(atom) => PropertyKey::from_atom(text_of(self.vm, original, atom)?),
                None if is_in_all_engines(entry.key) => entry.key,
                None => return unreadable("a symbol is not in all engines"),
            };
            let [value, second] = both(&original.vm, value);
            listed.push((key, entry.attributes, own_value(self, original, value)?, own_value(self, original, second)?));
        }
        if listed.len() < count as usize {
            return unreadable("a built-in object has fewer properties");
        }
        Ok(KeptProperties { listed, are_there: false })
    }

    /// Reads the properties behind those that are known already, and the keys of all slots.
    fn read_listed(&mut self, kept: Vec<Listed>) -> Done<(Vec<Listed>, Vec<PropertyKey>)> {
        let (count, mut keys) = (self.reader.count(5)?, KeySet::default());
        let (mut listed, mut places) = (kept, Vec::new());
        let all = count.saturating_add(listed.len());
        self.vm.heap.lend(keys.growth(all))?;
        self.vm.heap.lend_room(&mut listed, count)?;
        self.vm.heap.lend_room(&mut places, all)?;
        for &(key, ..) in &listed {
            keys.insert(key);
            places.push(key);
        }
        for _ in 0..count {
            self.vm.heap.work(1)?;
            let key = self.key()?;
            let attributes = self.reader.byte()?;
            if attributes & DELETED_BEFORE != 0 {
                self.read_deleted(&mut places)?;
            }
            let Some(attributes) = Attributes::of_bits(attributes & !DELETED_BEFORE) else {
                return unreadable("there are no such attributes");
            };
            let (value, second) = (self.stored_value()?, self.stored_value()?);
            if self.is_private(value) || self.is_private(second) {
                return unreadable("a private name is not a value");
            }
            listed.push((key, attributes, value, second));
            if key.as_index().is_none() {
                self.vm.heap.lend_room(&mut places, 1)?;
                places.push(key);
            }
            if !keys.insert(key) {
                return unreadable("a property is there twice");
            }
        }
        self.read_deleted(&mut places)?;
        Ok((listed, places))
    }

    /// Reads the slots of deleted properties.
    fn read_deleted(&mut self, places: &mut Vec<PropertyKey>) -> Done<()> {
        let count = self.small()? as usize;
        self.vm.heap.lend_room(places, count)?;
        self.vm.heap.work(count as u64)?;
        places.extend(std::iter::repeat_n(PropertyKey::NONE, count));
        Ok(())
    }

    /// Reads a property, and defines it.
    fn read_property(
        &mut self,
        object: ObjectId,
        own: Option<(PropertyKey, Attributes, Value)>,
        (key, attributes): (PropertyKey, Attributes),
        (value, second): (Value, Value),
    ) -> Done<()> {
        if let Some((_, before, _)) = own {
            let kept = Attributes::WRITABLE.with(Attributes::LAZY);
            if !before.is_configurable() && before.without(kept) != attributes.without(kept) {
                return unreadable("a property has changed that nobody can change");
            }
        }
        if attributes.is_lazy() {
            // A lazy property is what it was going to be in this engine, though it may have been frozen, or the host may have
            // asked for it before.
            return match own {
                Some((_, before, _)) if before == attributes => Ok(()),
                Some((_, before, later)) if before.is_lazy() && !attributes.is_accessor() => {
                    self.store(object, key, later, attributes)
                }
                // All that is made later is an object; anything else the host has put there.
                Some((_, _, made)) if made.is_object() && !attributes.is_accessor() => {
                    self.store(object, key, made, attributes.without(Attributes::LAZY))
                }
                _ => unreadable("a property cannot be made later"),
            };
        }
        if value.is_empty() && !self.realms.iter().any(|&(realm, _)| self.vm.heap.realm(realm).lexical == object) {
            return unreadable("a property has no value");
        }
        if !attributes.is_accessor() {
            return self.store(object, key, value, attributes);
        }
        let is_function = |value: Value| {
            value.is_undefined() || value.as_object().is_some_and(|object| self.vm.heap.has_call(object))
        };
        if !is_function(value) || !is_function(second) {
            return unreadable("a getter cannot be called");
        }
        let accessor = self.vm.heap.new_accessor(Accessor { getter: value, setter: second });
        self.store(object, key, Value::accessor(accessor), attributes)
    }
}

/// The value of this engine that is a new engine's value.
fn own_value(reading: &mut Reading<'_, '_>, original: &Original, value: Value) -> Done<Value> {
    if let Some(object) = value.as_object() {
        let Some(number) = original.number(object) else { return unreadable("a built-in object has no number") };
        return Ok(Value::object(reading.object_at(number as u64)?));
    }
    if let Some(text) = value.as_string() {
        return Ok(Value::string(text_of(reading.vm, original, text)?));
    }
    if let Some(bigint) = value.as_bigint() {
        let bigint = bigints::get(&original.vm.heap, bigint).into_owned();
        return Ok(Value::bigint(bigints::insert_bigint(&mut reading.vm.heap, bigint)?));
    }
    match value.as_symbol().is_none_or(symbol::is_fixed) {
        true => Ok(value),
        false => unreadable("a symbol is not in all engines"),
    }
}

/// Interns a text of a new engine, whose built-ins have no lone surrogates.
fn text_of(vm: &mut Vm, original: &Original, text: StringId) -> Done<StringId> {
    let text = original.vm.heap.atom_view(text).to_string_lossy();
    vm.heap.work(text.len() as u64)?;
    Ok(vm.heap.intern_text(&text))
}

/// Removes a property that the written object had not.
fn remove(vm: &mut Vm, object: ObjectId, key: PropertyKey, attributes: Attributes) -> Done<()> {
    vm.heap.work(1)?;
    if !attributes.is_configurable() {
        return unreadable("a property is missing that nobody can remove");
    }
    vm.heap.remove_property(object, key);
    Ok(())
}
