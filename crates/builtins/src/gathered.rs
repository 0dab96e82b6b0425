//! Vectors that a built-in gathers before it makes its result. Their memory is on loan, and returned as soon as they
//! are done with, on every path.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{Heap, ObjectId};
use ferrotape_runtime::object::array;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// A vector whose memory is on loan.
pub(crate) struct Gathered<T> {
    values: Vec<T>,
}

impl<T> Gathered<T> {
    /// Runs `work` with an empty vector, and returns its memory.
    pub fn with<R>(vm: &mut Vm, work: impl FnOnce(&mut Vm, &mut Gathered<T>) -> Completion<R>) -> Completion<R> {
        let mut gathered = Gathered { values: Vec::new() };
        let result = work(vm, &mut gathered);
        vm.heap.take_back(&gathered.values);
        result
    }

    pub fn as_slice(&self) -> &[T] {
        &self.values
    }

    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.values
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Makes room for `more` further elements.
    #[inline]
    pub fn reserve(&mut self, heap: &mut Heap, more: usize) -> Result<(), Termination> {
        if more > self.values.capacity() - self.values.len() {
            heap.work(self.values.len() as u64 / ELEMENTS_PER_TICK)?;
            heap.lend_room(&mut self.values, more)?;
        }
        Ok(())
    }

    #[inline]
    pub fn push(&mut self, heap: &mut Heap, value: T) -> Result<(), Termination> {
        self.reserve(heap, 1)?;
        self.values.push(value);
        Ok(())
    }

    pub fn clear(&mut self) {
        self.values.clear();
    }
}

impl<T: Copy> Gathered<T> {
    /// Adds values within reserved room. The caller ticks for them.
    pub fn extend_within_room(&mut self, values: &[T]) {
        self.values.extend_from_slice(values);
    }

    pub fn extend(&mut self, heap: &mut Heap, values: &[T]) -> Result<(), Termination> {
        self.reserve(heap, values.len())?;
        heap.work(values.len() as u64 / ELEMENTS_PER_TICK)?;
        self.values.extend_from_slice(values);
        Ok(())
    }
}

impl Gathered<Value> {
    /// Creates an array with the gathered elements.
    pub fn to_array(&mut self, vm: &mut Vm) -> Completion<ObjectId> {
        // The array is charged with the memory taken back here.
        vm.heap.take_back(&self.values);
        array::new_array_from(vm, std::mem::take(&mut self.values))
    }
}
