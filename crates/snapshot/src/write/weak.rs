//! Weak references, written if something else leads to their targets.
//!
//! An entry of a WeakMap is written once its key is: until then it waits under the key. Targets of WeakRefs and
//! registries come last, when all cells are known. Cells that nothing else leads to are gone for the reader, as after a
//! collection.

use ferrotape_bytecode::Writer;

use super::super::Done;
use super::Writing;
use ferrotape_runtime::finalization::WeakTarget;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    /// Writes the entries whose keys are written already. The others wait for their keys.
    pub(super) fn weak_table(&mut self, table: ObjectId) -> Done<()> {
        let Kind::WeakTable(found) = self.vm.heap.kind(table) else { return Ok(()) };
        let entries = found.all_entries();
        for (key, value) in entries {
            self.vm.work(1)?;
            if self.is_written(key) {
                self.weak_entry(table, key, value)?;
            } else {
                self.weak_entries_by_key.entry((key.as_object(), key.as_symbol())).or_default().push((table, value));
            }
        }
        Ok(())
    }

    /// Takes the entries that have waited for a key.
    pub(super) fn entries_of_key(&mut self, key: Value) -> Done<()> {
        for (table, value) in self.weak_entries_by_key.remove(&(key.as_object(), key.as_symbol())).unwrap_or_default() {
            self.vm.work(1)?;
            self.weak_entry(table, key, value)?;
        }
        Ok(())
    }

    fn weak_entry(&mut self, table: ObjectId, key: Value, value: Value) -> Done<()> {
        for value in [Value::object(table), key, value] {
            let mut bytes = Vec::new();
            self.value(value, &mut bytes)?;
            self.weak_entries.bytes.append(&mut bytes);
        }
        self.weak_entry_count += 1;
        Ok(())
    }

    fn is_written(&self, value: Value) -> bool {
        match (value.as_object(), value.as_symbol()) {
            (Some(object), _) => self.objects.of.contains_key(&object),
            (_, Some(symbol)) => ferrotape_runtime::symbol::is_fixed(symbol) || self.symbols.of.contains_key(&symbol),
            _ => false,
        }
    }

    /// Writes the cleanup function and the held values of a registry; the rest follows with [`Writing::write_weak`].
    pub(super) fn registry(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let Kind::FinalizationRegistry(registry) = self.vm.heap.kind(object) else { return Ok(()) };
        let (cleanup, cells) = registry.content();
        self.value(cleanup, bytes)?;
        for [target, held, token] in cells {
            self.vm.work(1)?;
            // Whatever it leads to is written; the rest of the bytes has its number.
            self.value(held, &mut Vec::new())?;
            self.registered.push((object, [target, held, token]));
        }
        Ok(())
    }

    /// Writes weak targets at the end, when no further cell gets a number.
    pub(super) fn write_weak(&mut self) -> Done<Writer> {
        let mut out = Writer::default();
        out.number(self.weak_entry_count);
        out.bytes.append(&mut self.weak_entries.bytes);
        out.number(self.weak_refs.len() as u64);
        for object in std::mem::take(&mut self.weak_refs) {
            let Kind::WeakRef(WeakTarget(target)) = self.vm.heap.kind(object) else { continue };
            self.weak_values([Value::object(object), target], &mut out)?;
        }
        out.number(self.registered.len() as u64);
        for (registry, [target, held, token]) in std::mem::take(&mut self.registered) {
            self.weak_values([Value::object(registry), target, held, token], &mut out)?;
            out.number(target.is_empty().into());
        }
        Ok(out)
    }

    fn weak_values<const N: usize>(&mut self, values: [Value; N], out: &mut Writer) -> Done<()> {
        self.vm.work(1)?;
        for value in values {
            let is_weak = value.is_object() || value.is_symbol();
            let value = if is_weak && !self.is_written(value) { Value::EMPTY } else { value };
            self.value(value, &mut out.bytes)?;
        }
        Ok(())
    }
}
