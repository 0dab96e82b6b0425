//! Enumerations of `for`-`in`, and iterators that async iteration has made of sync ones.

use ferrotape_bytecode::Saved;

use super::super::Done;
use super::{Reading, unreadable};
use ferrotape_heap::enumeration::Enumeration;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::ObjectKind;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::shape;

impl Reading<'_, '_> {
    /// Reads the names that a `for`-`in` loop still has to give.
    pub(super) fn read_enumeration(&mut self, object: ObjectId) -> Done<()> {
        let [current, awaited] = [self.object_or_none()?, self.object_or_none()?];
        let (position, found) = (self.small()? as usize, self.small()? as usize);
        let detours = self.small()?;
        if bool::read(&mut self.reader)? {
            let slots = [self.small()?, self.small()?];
            self.vm.heap.lend_room(&mut self.rests, 1)?;
            self.rests.push((object, slots));
        }
        let count = self.reader.count(2)?;
        if position > count || found > position {
            return unreadable("an enumeration is behind its end");
        }
        self.vm.heap.room(count * size_of::<PropertyKey>())?;
        let mut keys = Vec::with_capacity(count);
        for _ in 0..count {
            self.vm.heap.work(1)?;
            keys.push(self.key()?);
        }
        self.change_enumeration(object, |it| {
            (it.object, it.awaited, it.position, it.found, it.detours) = (current, awaited, position, found, detours);
            it.keys = keys;
        });
        for _ in 0..self.reader.count(2)? {
            self.room()?;
            let key = self.key()?;
            let mut room = 0;
            self.change_enumeration(object, |it| room = it.shadowed.growth(1));
            self.vm.heap.room(room)?;
            self.change_enumeration(object, |it| {
                it.shadowed.insert(key);
            });
        }
        Ok(())
    }

    /// Names that an enumeration takes later are by the slots of its object, which has all of its properties by now.
    pub(super) fn set_rests(&mut self) -> Done<()> {
        for (object, slots) in std::mem::take(&mut self.rests) {
            self.vm.heap.work(1)?;
            let mut current = None;
            self.change_enumeration(object, |it| current = it.object);
            let rest = current.and_then(|current| shape::rest_of_slots(&self.vm.heap, current, slots));
            if rest.is_none() {
                return unreadable("an enumeration goes on behind the end");
            }
            self.change_enumeration(object, |it| it.rest = rest);
        }
        Ok(())
    }

    fn object_or_none(&mut self) -> Done<Option<ObjectId>> {
        let value = self.value()?;
        match value.as_object() {
            None if !value.is_null() => unreadable("an enumeration is of no object"),
            object => Ok(object),
        }
    }

    fn change_enumeration(&mut self, object: ObjectId, change: impl FnOnce(&mut Enumeration)) {
        let Some(ObjectKind::Enumeration(enumeration)) = self.vm.heap.kind_mut(object) else { return };
        let before = enumeration.bytes();
        change(enumeration);
        let after = enumeration.bytes();
        self.vm.heap.resized(before, after);
    }
}
