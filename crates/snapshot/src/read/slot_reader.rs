//! Reader of written internal slots.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_bytecode::Saved;

use super::super::{Done, SnapshotError};
use super::Reading;
use ferrotape_runtime::heap::{Heap, RecordId};
use ferrotape_runtime::object::kinds::HeapReader;
use ferrotape_runtime::object::{Cells, SlotReader};
use ferrotape_runtime::value::Value;

impl HeapReader for Reading<'_, '_> {
    fn heap(&mut self) -> &mut Heap {
        &mut self.vm.heap
    }
}

impl SlotReader for Reading<'_, '_> {
    type Error = SnapshotError;

    fn damaged(what: &'static str) -> SnapshotError {
        SnapshotError::damaged(what)
    }

    fn cells(&self) -> &impl Cells {
        &self.vm.heap
    }

    fn saved<T: Saved>(&mut self) -> Done<T> {
        Ok(T::read(&mut self.reader)?)
    }

    fn work(&mut self, amount: u64) -> Done<()> {
        Ok(self.vm.heap.work(amount)?)
    }

    fn value(&mut self) -> Done<Value> {
        Reading::value(self)
    }

    fn value_or_empty(&mut self) -> Done<Value> {
        self.stored_value()
    }

    fn any_value(&mut self) -> Done<Value> {
        Reading::any_value(self)
    }

    fn record(&mut self) -> Done<Option<RecordId>> {
        Reading::record(self)
    }

    fn count(&mut self, least: usize, in_memory: usize) -> Done<usize> {
        let count = self.reader.count(least)?;
        self.vm.heap.room(count.saturating_mul(in_memory))?;
        self.vm.heap.work(count as u64 / ELEMENTS_PER_TICK)?;
        Ok(count)
    }
}
