//! Fast path: CopyDataProperties, ECMA-262 7.3.26, between plain objects. Nothing runs meanwhile that could tell, so the keys
//! need no list, and an empty object may get the shape of what it is a copy of.

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::object::Flags;
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::vm::Vm;

impl Vm {
    /// Copies the enumerable properties but for those excluded; false where this is to be done one by one, and nothing was done.
    pub(crate) fn copy_plainly(
        &mut self,
        target: ObjectId,
        source: ObjectId,
        excluded: &[PropertyKey],
    ) -> Completion<bool> {
        let Some(are_all_usual) = self.heap.look_for_copy(source) else { return Ok(false) };
        let goes_to = self.heap.shape_of(target);
        if !self.heap.is_plain_object(target) || !self.heap[goes_to].is_extensible() || target == source {
            return Ok(false);
        }
        let from = self.heap.shape_of(source);
        self.tick(u64::from(self.heap[from].count))?;
        let is_empty = self.heap[goes_to].count == 0 && !self.heap[goes_to].dictionary;
        let same_prototype = self.heap[goes_to].prototype == self.heap[from].prototype;
        if are_all_usual
            && excluded.is_empty()
            && is_empty
            && same_prototype
            && !self.heap.has_flag(target, Flags::IS_PROTOTYPE)
        {
            self.copy_shape(target, source)?;
        } else {
            self.copy_slots(target, source, excluded)?;
        }
        Ok(true)
    }

    fn copy_shape(&mut self, target: ObjectId, source: ObjectId) -> Completion<()> {
        let shape = self.heap.shape_of(source);
        let count = self.heap[shape].count;
        // Before the shape says that they are there.
        for slot in 0..count {
            self.heap.reserve_slot(target, slot)?;
        }
        self.heap.set_shape(target, shape);
        for slot in 0..count {
            let value = self.heap.slot(source, slot);
            self.heap.push_slot(target, slot, value);
        }
        Ok(())
    }

    fn copy_slots(&mut self, target: ObjectId, source: ObjectId, excluded: &[PropertyKey]) -> Completion<()> {
        let shape = self.heap.shape_of(source);
        for slot in 0..self.heap[shape].count {
            let Some((_, entry)) = self.heap.shape_entries_from(shape, slot as usize, 1).next() else { continue };
            if !entry.attributes.is_enumerable() || entry.key.as_symbol().is_some() || excluded.contains(&entry.key) {
                continue;
            }
            let value = self.heap.slot(source, slot);
            if self.heap.add_defined(target, entry.key, value) {
                continue;
            }
            match self.heap.shape_lookup(self.heap.shape_of(target), entry.key) {
                None => self.heap.define_slot(target, entry.key, value)?,
                Some((slot, Attributes::ALL)) => self.heap.set_slot(target, slot, value),
                Some(_) => {
                    self.create_data_property(target, entry.key, value)?;
                }
            }
        }
        Ok(())
    }
}
