//! Elements: properties whose keys are array indices below 2^31.

use std::collections::BTreeMap;

use ferrotape_budget::costs::{SPARSE_ELEMENTS_PER_TICK, allocation_bytes};
use ferrotape_budget::{Budget, Termination};

use crate::object::queue::Queue;
use crate::room::with_room_of;
use crate::shape::Attributes;
use crate::value::Value;

/// A dense vector holds plain data properties with all attributes, and [`Value::EMPTY`] for holes. Anything else goes
/// to a sparse map, which becomes dense again when it is well filled.
pub enum Elements {
    Dense(Vec<Value>),
    /// A dense vector of a frozen object.
    Frozen(Box<[Value]>),
    /// A dense vector whose front has changed while it was long.
    Queue(Box<Queue>),
    /// A map, boxed because few objects have one.
    Sparse(Box<SparseElements>),
}

impl Clone for Elements {
    fn clone(&self) -> Self {
        match self {
            Elements::Dense(values) => Elements::Dense(with_room_of(values)),
            Elements::Frozen(values) => Elements::Frozen(values.clone()),
            Elements::Queue(queue) => Elements::Queue(queue.clone()),
            Elements::Sparse(sparse) => Elements::Sparse(sparse.clone()),
        }
    }
}

/// Elements by index.
#[derive(Clone)]
pub struct SparseElements {
    map: BTreeMap<u32, SparseElement>,
    /// Elements stored, or searched in vain, since the map was made; they pay for the next check.
    stores: usize,
}

impl SparseElements {
    pub(crate) fn stores(&self) -> usize {
        self.stores
    }

    pub(crate) fn set_stores(&mut self, stores: usize) {
        self.stores = stores;
    }
}

impl std::ops::Deref for SparseElements {
    type Target = BTreeMap<u32, SparseElement>;

    fn deref(&self) -> &Self::Target {
        &self.map
    }
}

/// An element with attributes of its own.
#[derive(Copy, Clone)]
pub struct SparseElement {
    /// The value, or an accessor pair.
    pub value: Value,
    pub attributes: Attributes,
}

/// Holes that a dense vector may get behind its end at any time.
const SMALL_GAP: usize = 16;

/// Length up to which vectors are always dense. Longer ones get larger gaps only if most of as many elements before the
/// gap exist.
const DENSE_LENGTH: usize = 1024;

/// Bytes of a sparse map's node with its share of the nodes above it.
const NODE_BYTES: usize = 300;
const NODE_ELEMENTS: usize = 5;

/// Most places for each element of a vector that a sparse map turns into.
const PLACES_PER_ELEMENT: usize = 4;

/// Fewest elements of a map that may become dense.
const LEAST_DENSE_AGAIN: usize = 32;

/// Attributes of the elements of frozen objects.
const FROZEN: Attributes = Attributes::ENUMERABLE;

impl Default for Elements {
    fn default() -> Self {
        Elements::Dense(Vec::new())
    }
}

impl Elements {
    pub fn is_empty(&self) -> bool {
        match self {
            Elements::Sparse(map) => map.is_empty(),
            vector => vector.as_dense().is_none_or(<[Value]>::is_empty),
        }
    }

    /// The attributes of all elements of a vector.
    fn attributes_of_vector(&self) -> Attributes {
        if let Elements::Frozen(_) = self { FROZEN } else { Attributes::ALL }
    }

    /// The values for reading, holes as [`Value::EMPTY`]; none if there is a sparse map.
    #[inline(always)]
    pub fn as_dense(&self) -> Option<&[Value]> {
        match self {
            Elements::Dense(values) => Some(values),
            Elements::Frozen(values) => Some(values),
            Elements::Queue(queue) => Some(queue.live()),
            Elements::Sparse(_) => None,
        }
    }

    /// The memory of the values, and its first place in use. The place of a value stays while values are added and
    /// removed at either end.
    pub(crate) fn as_memory(&self) -> (&[Value], usize) {
        match self {
            Elements::Queue(queue) => queue.as_memory(),
            other => (other.as_dense().unwrap_or_default(), 0),
        }
    }

    /// The values, for changes.
    #[inline(always)]
    pub fn as_dense_mut(&mut self) -> Option<&mut [Value]> {
        match self {
            Elements::Dense(values) => Some(values),
            Elements::Queue(queue) => Some(queue.live_mut()),
            Elements::Frozen(_) | Elements::Sparse(_) => None,
        }
    }

    /// The vector and the position from which on it has the values. Only for changes behind that position which keep
    /// the vector within its capacity; see `Heap::reserve_elements`.
    #[inline(always)]
    pub fn vector_mut(&mut self) -> Option<(&mut Vec<Value>, usize)> {
        match self {
            Elements::Dense(values) => Some((values, 0)),
            Elements::Queue(queue) => Some(queue.vector_mut()),
            Elements::Frozen(_) | Elements::Sparse(_) => None,
        }
    }

    /// The memory of vectors, to be freed.
    pub fn into_memory(self) -> Vec<Value> {
        match self {
            Elements::Dense(values) => values,
            Elements::Frozen(values) => values.into_vec(),
            Elements::Queue(queue) => queue.into_memory(),
            Elements::Sparse(_) => Vec::new(),
        }
    }

    #[inline]
    pub fn get(&self, index: u32) -> Option<SparseElement> {
        match self {
            Elements::Sparse(map) => map.get(&index).copied(),
            vector => {
                let value = *vector.as_dense()?.get(index as usize)?;
                (!value.is_empty()).then(|| SparseElement { value, attributes: vector.attributes_of_vector() })
            }
        }
    }

    /// Returns whether a plain element at `index` would be kept densely.
    pub fn fits_densely(&self, index: u32) -> bool {
        let (values, index) = match self {
            Elements::Dense(values) => (&values[..], index as usize),
            Elements::Queue(queue) => (queue.live(), index as usize),
            Elements::Frozen(_) | Elements::Sparse(_) => return false,
        };
        index < values.len() + SMALL_GAP
            || index < DENSE_LENGTH
            || (index < values.len().saturating_mul(2) && is_well_filled(values))
    }

    /// The contents of a map made from the vector; none if it is a map already.
    pub fn to_sparse(&self, budget: &mut Budget) -> Result<Option<SparseElements>, Termination> {
        let Some(values) = self.as_dense() else { return Ok(None) };
        let attributes = self.attributes_of_vector();
        let mut map = BTreeMap::new();
        budget.in_pieces(values.len(), SPARSE_ELEMENTS_PER_TICK, |piece| {
            for (index, &value) in piece.clone().zip(&values[piece]) {
                if !value.is_empty() {
                    map.insert(index as u32, SparseElement { value, attributes });
                }
            }
        })?;
        Ok(Some(SparseElements { map, stores: 0 }))
    }

    /// Puts an element into the map, if there is one.
    pub fn insert_sparse(&mut self, index: u32, element: SparseElement) {
        if let Elements::Sparse(sparse) = self {
            sparse.map.insert(index, element);
            sparse.stores += 1;
        }
    }

    /// Length of a vector with the elements of the map, when it is time to make one. Checked each time that half as
    /// many elements were stored as there are. So the check costs about as much as the stores, whatever changes again
    /// and again.
    pub fn length_if_dense_again(&mut self) -> Option<usize> {
        let Elements::Sparse(sparse) = self else { return None };
        if sparse.len() < LEAST_DENSE_AGAIN || sparse.stores < sparse.len() / 2 {
            return None;
        }
        sparse.stores = 0;
        let length = *sparse.last_key_value()?.0 as usize + 1;
        (length <= sparse.len().saturating_mul(PLACES_PER_ELEMENT)).then_some(length)
    }

    /// Makes a vector of that length with the elements of the map, if all of them are plain.
    pub fn to_dense(&self, length: usize, budget: &mut Budget) -> Result<Option<Vec<Value>>, Termination> {
        let Elements::Sparse(map) = self else { return Ok(None) };
        let mut values = vec![Value::EMPTY; length];
        for (&index, element) in map.iter() {
            if element.attributes != Attributes::ALL {
                return Ok(None);
            }
            values[index as usize] = element.value;
            budget.work(1)?;
        }
        Ok(Some(values))
    }

    pub fn remove(&mut self, index: u32) {
        if let Elements::Sparse(sparse) = self {
            sparse.map.remove(&index);
        } else if let Some(value) = self.as_dense_mut().and_then(|values| values.get_mut(index as usize)) {
            // Elements of frozen vectors cannot be deleted, and are not lent for changes.
            *value = Value::EMPTY;
        }
    }

    /// Removes elements from the end down to `length`, or to one that cannot be deleted; returns the length reached.
    /// None if there is more to do after `most` elements of a map.
    pub fn truncate(&mut self, length: u32, most: usize) -> Option<u32> {
        match self {
            Elements::Dense(values) => {
                values.truncate(length as usize);
                if values.capacity() > values.len() * 4 + 64 {
                    values.shrink_to(values.len() * 2);
                }
            }
            Elements::Queue(queue) => {
                queue.truncate(length as usize);
                if queue.is_short() {
                    *self = Elements::Dense(std::mem::take(&mut **queue).into_vector());
                }
            }
            Elements::Frozen(values) => return Some(values.len() as u32),
            Elements::Sparse(sparse) => {
                let mut removed = 0;
                while let Some((&index, element)) = sparse.last_key_value()
                    && index >= length
                {
                    if !element.attributes.is_configurable() {
                        return Some(index + 1);
                    }
                    if removed == most {
                        return None;
                    }
                    sparse.map.pop_last();
                    removed += 1;
                }
            }
        }
        Some(length)
    }

    pub fn bytes(&self) -> usize {
        match self {
            Elements::Dense(values) => allocation_bytes(values.capacity() * size_of::<Value>()),
            Elements::Frozen(values) => allocation_bytes(size_of_val(&**values)),
            Elements::Queue(queue) => queue.bytes(),
            Elements::Sparse(map) => sparse_bytes(map.len()),
        }
    }
}

/// Approximate bytes of a sparse map with this many elements.
pub fn sparse_bytes(elements: usize) -> usize {
    allocation_bytes(size_of::<SparseElements>()) + elements.div_ceil(NODE_ELEMENTS) * NODE_BYTES
}

/// Returns whether at least a quarter of the last elements exist. Otherwise gap after gap would make a vector of
/// nothing but holes.
#[cold]
fn is_well_filled(values: &[Value]) -> bool {
    let last = &values[values.len().saturating_sub(DENSE_LENGTH)..];
    last.iter().filter(|value| !value.is_empty()).count() >= last.len() / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_do_not_make_vectors_of_holes() {
        let filled = |length: usize, step: usize| {
            let value = |index| if index % step == 0 { Value::ZERO } else { Value::EMPTY };
            Elements::Dense((0..length).map(value).collect())
        };
        assert!(filled(0, 1).fits_densely(1000));
        assert!(!filled(0, 1).fits_densely(5000));
        assert!(filled(5000, 1).fits_densely(9000));
        assert!(!filled(5000, 1).fits_densely(10_000));
        assert!(filled(5000, 100).fits_densely(5010));
        assert!(!filled(5000, 100).fits_densely(5100));
        // Holes that were made on purpose, by `new Array(5000)`, can be filled from either end.
        assert!(filled(5000, 5000).fits_densely(4999));
    }

    #[test]
    fn a_map_is_looked_through_once_for_half_as_many_stores_as_it_has_elements() {
        let mut budget = Budget::default();
        let dense = Elements::Dense(vec![Value::ZERO; 1024]);
        let map = dense.to_sparse(&mut budget).expect("no limit").expect("was dense");
        let mut elements = Elements::Sparse(Box::new(map));
        let element = SparseElement { value: Value::ZERO, attributes: Attributes::ALL };
        let looks = (0..10 * 1024u32).filter(|&store| {
            elements.remove(store % 7);
            elements.insert_sparse(store % 7, element);
            elements.length_if_dense_again().is_some()
        });
        assert_eq!(looks.count(), 20);
    }
}
