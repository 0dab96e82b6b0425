//! Bindings that sloppy direct eval adds to a record. They can be deleted, and there may be many.

use ferrotape_budget::costs::allocation_bytes;

use super::names::{LINEAR_NAMES, NameIndex};
use crate::property_key::PropertyKey;
use crate::room::with_room_of;
use crate::value::Value;

/// Names and values, in no order that anyone sees.
#[derive(Default)]
pub struct AddedBindings {
    bindings: Vec<(PropertyKey, Value)>,
    /// Index by name, made when there are many.
    index: Option<NameIndex>,
}

impl Clone for AddedBindings {
    fn clone(&self) -> Self {
        AddedBindings { bindings: with_room_of(&self.bindings), index: self.index.clone() }
    }
}

impl AddedBindings {
    pub fn find(&self, name: PropertyKey) -> Option<usize> {
        match &self.index {
            Some(index) => index.find(name, |place| self.bindings[place].0),
            None => self.bindings.iter().position(|&(other, _)| other == name),
        }
    }

    pub fn value(&self, place: usize) -> Value {
        self.bindings.get(place).map_or(Value::UNDEFINED, |&(_, value)| value)
    }

    pub fn set(&mut self, place: usize, value: Value) {
        if let Some(binding) = self.bindings.get_mut(place) {
            binding.1 = value;
        }
    }

    /// Adds a name, which must be new.
    pub fn push(&mut self, name: PropertyKey, value: Value) {
        let place = self.bindings.len() as u32;
        self.bindings.push((name, value));
        let bindings = &self.bindings;
        match &mut self.index {
            Some(index) => index.insert(name, place, |place| bindings[place].0),
            None if bindings.len() > LINEAR_NAMES => {
                let names: Vec<PropertyKey> = bindings.iter().map(|&(name, _)| name).collect();
                self.index = Some(NameIndex::of(&names));
            }
            None => {}
        }
    }

    /// Removes a binding; the last one takes its place.
    pub fn remove(&mut self, place: usize) {
        if place >= self.bindings.len() {
            return;
        }
        let (name, _) = self.bindings.swap_remove(place);
        let Some(index) = &mut self.index else { return };
        index.remove(name, place);
        if let Some(&(moved, _)) = self.bindings.get(place) {
            index.move_to(moved, self.bindings.len(), place as u32);
        }
    }

    pub fn as_slice(&self) -> &[(PropertyKey, Value)] {
        &self.bindings
    }

    pub(super) fn bytes(&self) -> usize {
        allocation_bytes(size_of::<AddedBindings>())
            + allocation_bytes(self.bindings.capacity() * size_of::<(PropertyKey, Value)>())
            + self.index.as_ref().map_or(0, NameIndex::bytes)
    }

    /// Bytes that one more binding takes now.
    pub fn growth(&self, name: PropertyKey) -> usize {
        let is_full = self.bindings.len() == self.bindings.capacity();
        let bindings = if is_full { self.bindings.capacity() * size_of::<(PropertyKey, Value)>() } else { 0 };
        bindings + self.index.as_ref().map_or(0, |index| index.growth(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(number: u32) -> PropertyKey {
        PropertyKey::from_index(number).expect("a small number")
    }

    #[test]
    fn names_are_found_however_many_come_and_go() {
        let mut added = AddedBindings::default();
        let mut expected = std::collections::BTreeMap::new();
        let mut state = 7u32;
        for step in 0..5000 {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            let number = (state >> 16) % 60;
            match (added.find(name(number)), state & 0x3000) {
                (Some(place), 0) => {
                    added.remove(place);
                    expected.remove(&number);
                }
                (Some(place), _) => {
                    added.set(place, Value::int(step));
                    expected.insert(number, Value::int(step));
                }
                (None, _) => {
                    added.push(name(number), Value::int(step));
                    expected.insert(number, Value::int(step));
                }
            }
            for number in 0..60 {
                let found = added.find(name(number)).map(|place| added.value(place));
                assert_eq!(found, expected.get(&number).copied(), "{number} after {step}");
            }
        }
        assert!(added.bytes() > 0 && added.as_slice().len() == expected.len());
    }
}
