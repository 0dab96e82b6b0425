//! Access to internal slots on the heap: reading, overwriting, and facts for their checks.

use crate::collection::{CollectionKind, collections};
use crate::environment::RecordKind;
use crate::heap::{Heap, marking};
use crate::id::{ObjectId, RecordId, StringId};
use crate::object::cell;
use crate::object::internal_slots::{Cells, SlotReader};
use crate::object::{Kind, ObjectKind};
use crate::property_key::PropertyKey;
use crate::symbol;
use crate::value::Value;

/// Reader of slots into the heap that has the object.
pub trait HeapReader: SlotReader {
    fn heap(&mut self) -> &mut Heap;
}

impl Cells for Heap {
    fn nothing(&self) -> ObjectId {
        self.nothing
    }

    fn has_call(&self, object: ObjectId) -> bool {
        Heap::has_call(self, object)
    }

    fn is_promise(&self, object: ObjectId) -> bool {
        matches!(self.kind(object), Kind::Promise(_))
    }

    fn is_global(&self, object: ObjectId) -> bool {
        self.realm_of_global(object).is_some()
    }

    fn is_activation(&self, object: ObjectId) -> bool {
        matches!(self.kind(object), Kind::Generator(_))
    }

    fn is_collection(&self, object: ObjectId, kind: CollectionKind) -> bool {
        collections::as_collection(self, Value::object(object), kind).is_some()
    }

    fn place_in_collection(&self, collection: ObjectId, position: u64) -> usize {
        self.collection(collection).map_or(0, |collection| collection.place_of_iteration(position))
    }

    fn is_private_name(&self, value: Value) -> bool {
        value.as_symbol().is_some_and(|symbol| symbol::is_private(self, PropertyKey::from_symbol(symbol)))
    }

    fn length_of_string(&self, string: StringId) -> usize {
        self.string_length(string)
    }

    fn names_of_record(&self, record: RecordId) -> usize {
        match &self[record].kind {
            RecordKind::Few { scope, .. } | RecordKind::Many { scope, .. } => self.scope(*scope).names.len(),
            _ => 0,
        }
    }
}

/// Reads the references of an object's internal slots; nothing of [`Special`](super::Special) kinds.
pub fn read_links<R: HeapReader>(object: ObjectId, from: &mut R) -> Result<(), R::Error> {
    let Some(mut slots) = from.heap().kind(object).copied() else { return Ok(()) };
    slots.read_links(from)?;
    let heap = from.heap();
    if let Some(kind) = heap.kind_mut(object) {
        let (before, after) = (kind.payload_bytes(), slots.payload_bytes());
        *kind = slots;
        heap.resized(before, after);
    }
    Ok(())
}

impl Heap {
    /// Overwrites the internal slots of an object with others of the same kind, which own no memory. A regular expression keeps
    /// its realm.
    pub fn set_internal_slots(&mut self, object: ObjectId, slots: ObjectKind) {
        marking::lose_internal_slots(self, object);
        match self.kind_mut(object) {
            Some(kind) if std::mem::discriminant(kind) == std::mem::discriminant(&slots) => *kind = slots,
            Some(_) => {}
            None => cell::set_internal_word(self, object, &slots),
        }
    }
}
