//! Weak references, read when all objects exist.

use super::super::Done;
use super::{Reading, unreadable};
use ferrotape_runtime::finalization::{self, WeakTarget};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::{Kind, ObjectKind};
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::weak;

impl Reading<'_, '_> {
    /// Reads the entries of weak collections, then targets of WeakRefs, then registrations.
    pub(super) fn read_weak(&mut self) -> Done<()> {
        for _ in 0..self.reader.count(3)? {
            self.room()?;
            let (table, key, value) = (self.value()?, self.value()?, self.value()?);
            let table = table.as_object().filter(|&table| matches!(self.vm.heap.kind(table), Kind::WeakTable(_)));
            let Some(table) = table.filter(|_| weak::can_be_held_weakly(&self.vm.heap, key)) else {
                return unreadable("an entry of a weak collection is not valid");
            };
            weak::set_weak_value(&mut self.vm.heap, table, key, value)?;
        }
        for _ in 0..self.reader.count(2)? {
            self.room()?;
            let object = self.value()?;
            let new_target = self.weak_target()?;
            match object.as_object().and_then(|object| self.vm.heap.kind_mut(object)) {
                Some(ObjectKind::WeakRef(WeakTarget(target))) => *target = new_target,
                _ => return unreadable("there is no such reference"),
            }
        }
        for _ in 0..self.reader.count(5)? {
            self.read_registered()?;
        }
        Ok(())
    }

    /// Reads a weak target; empty if it is gone.
    fn weak_target(&mut self) -> Done<Value> {
        let target = self.stored_value()?;
        let is_one = target.is_empty() || weak::can_be_held_weakly(&self.vm.heap, target);
        if is_one { Ok(target) } else { unreadable("a value cannot be held weakly") }
    }

    /// Reads a registry.
    pub(super) fn registry(&mut self) -> Done<ObjectId> {
        let registry = self.value()?.as_object();
        let registry = registry.filter(|&it| matches!(self.vm.heap.kind(it), Kind::FinalizationRegistry(_)));
        registry.map_or_else(|| unreadable("there is no such registry"), Ok)
    }

    /// Reads what is registered for cleanup. A target that was garbage, and not collected yet, is found by the next
    /// collection: the callback comes as it would have come.
    fn read_registered(&mut self) -> Done<()> {
        self.room()?;
        let registry = self.registry()?;
        let target = self.weak_target()?;
        let held = self.value()?;
        let token = self.weak_target()?;
        let is_dead = match (self.reader.number()?, target) {
            (0, _) => false,
            (1, Value::EMPTY) => true,
            _ => return unreadable("a registration is neither dead nor alive"),
        };
        let prototype = Some(realm::intrinsics(self.vm).object_prototype);
        let target = match target {
            Value::EMPTY if !is_dead => {
                Value::object(self.vm.heap.new_object_with_prototype(prototype, ObjectKind::Ordinary))
            }
            target => target,
        };
        Ok(finalization::register_for_cleanup(&mut self.vm.heap, registry, target, held, token)?)
    }
}
