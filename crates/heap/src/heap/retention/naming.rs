//! Names for the references from one cell to another.

use ferrotape_budget::Termination;

use super::{Cell, Step};
use crate::collection::{CollectionKind, Entry};
use crate::environment::RecordKind;
use crate::heap::Heap;
use crate::id::{ObjectId, RecordId};
use crate::object::cell;
use crate::object::{Class, Elements};
use crate::property_key::PropertyKey;
use crate::shape;
use crate::shown;
use crate::value::Value;

/// Properties, elements or entries that are searched in one tick.
const LOOKS_PER_TICK: usize = 16;

/// The step from one cell to the next; none if scripts see no step there, as from a function to the variables around
/// it.
pub(super) fn step(heap: &mut Heap, from: Cell, to: Cell) -> Result<Option<Step>, Termination> {
    let Cell::Object(to) = to else { return Ok(None) };
    Ok(Some(match from {
        Cell::Object(object) => {
            heap.work((looks(heap, object) / LOOKS_PER_TICK) as u64)?;
            of_object(heap, object, to)
        }
        Cell::Record(record) => of_record(heap, record, to),
        Cell::Shape(_) => Step::Prototype,
        Cell::Code(_) => Step::Internal("the code of a function"),
    }))
}

impl Heap {
    /// The step from an object by one of its properties.
    pub fn step_by(&self, key: PropertyKey) -> Step {
        match key.as_index() {
            Some(index) => Step::Element(index),
            None if key.as_symbol().is_some() => Step::Property(format!("[{}]", self.describe_key(key))),
            None => Step::Property(self.describe_key(key)),
        }
    }
}

/// Number of places that may have to be searched.
pub(super) fn looks(heap: &Heap, object: ObjectId) -> usize {
    let elements = match heap.elements(object) {
        Elements::Sparse(map) => map.len(),
        vector => vector.as_dense().map_or(0, <[Value]>::len),
    };
    let entries = heap.collection(object).map_or(0, |collection| collection.entries().len());
    elements + entries + cell::further_slots(heap, object).len()
}

fn of_object(heap: &mut Heap, object: ObjectId, to: ObjectId) -> Step {
    let found = property(heap, object, to).or_else(|| element(heap, object, to));
    let found = found.or_else(|| entry(heap, object, to));
    found.unwrap_or_else(|| Step::Internal(internal_slot(heap, object, to)))
}

fn is(value: Value, object: ObjectId) -> bool {
    value.as_object() == Some(object)
}

/// Finds the first own property, in order of slots, whose value, getter or setter is the other object.
fn property(heap: &Heap, object: ObjectId, to: ObjectId) -> Option<Step> {
    if heap.class_of(object) == Class::Unfilled {
        return None;
    }
    shape::shape_entries(heap, heap.shape_of(object)).find_map(|(slot, entry)| {
        let value = heap.slot(object, slot);
        if is(value, to) {
            return Some(heap.step_by(entry.key));
        }
        let accessor = &heap[value.as_accessor()?];
        let is_there = is(accessor.getter, to) || is(accessor.setter, to);
        is_there.then(|| Step::Accessor(heap.describe_key(entry.key)))
    })
}

/// Finds an element with an index that is the other object.
fn element(heap: &Heap, object: ObjectId, to: ObjectId) -> Option<Step> {
    let elements = heap.elements(object);
    let index = match elements {
        Elements::Sparse(map) => map.iter().find_map(|(&index, element)| is(element.value, to).then_some(index)),
        _ => {
            let place = elements.as_dense().unwrap_or_default().iter().position(|&value| is(value, to));
            place.and_then(|place| u32::try_from(place).ok())
        }
    };
    index.map(Step::Element)
}

/// The step by an entry of a Map or Set.
fn entry(heap: &mut Heap, object: ObjectId, to: ObjectId) -> Option<Step> {
    let collection = heap.collection(object)?;
    let &Entry { key, .. } = collection.entries().iter().find(|entry| is(entry.key, to) || is(entry.value, to))?;
    if collection.kind() == CollectionKind::Set || is(key, to) {
        return Some(Step::Key);
    }
    let key = match (key.as_string(), key.as_number()) {
        (Some(text), _) => format!("'{}'", shown::shown_name(heap, text)),
        (_, Some(number)) => number.to_string(),
        _ => "…".to_owned(),
    };
    Some(Step::Entry(key))
}

/// Name of an internal slot, in words of the specification if it has one.
fn internal_slot(heap: &Heap, object: ObjectId, to: ObjectId) -> &'static str {
    // A value of a weak collection is found with its key, which may be any object.
    heap.kind(object).name_of(to).unwrap_or("a value of a weak collection with this as its key")
}

/// The step by the variable of a record that has a value.
fn of_record(heap: &Heap, record: RecordId, to: ObjectId) -> Step {
    if let RecordKind::Object { .. } = heap[record].kind {
        return Step::Internal("the object of a 'with'");
    }
    match variables(heap, record).find(|&(_, value)| is(value, to)) {
        Some((name, _)) => Step::Variable(heap.describe_key(name)),
        None => Step::Internal("a variable"),
    }
}

/// The variables of a record that has their values.
pub(super) fn variables(heap: &Heap, record: RecordId) -> impl Iterator<Item = (PropertyKey, Value)> {
    let kind = &heap[record].kind;
    let closed: (&[PropertyKey], &[Value]) = match kind {
        RecordKind::Few { scope, values } => (&heap.scope(*scope).names, values),
        RecordKind::Many { scope, values, .. } => (&heap.scope(*scope).names, values),
        RecordKind::Object { .. } | RecordKind::Open { .. } | RecordKind::Import { .. } => (&[], &[]),
    };
    let added = kind.added().map_or(&[][..], |added| added.as_slice()).iter().copied();
    closed.0.iter().copied().zip(closed.1.iter().copied()).chain(added)
}
