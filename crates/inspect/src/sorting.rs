//! The order of an object's entries, if one is requested.

use std::cmp::Ordering;

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::sort;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::Formatter;

impl Formatter<'_> {
    /// Puts the texts from `first` on in order: as strings, or as a function of the script says.
    pub(crate) fn sort_entries(&mut self, mut entries: Vec<String>, first: usize) -> Completion<Vec<String>> {
        if self.comparator.is_none() && !self.options.sorted {
            return Ok(entries);
        }
        let mut order = Vec::new();
        self.vm.heap.lend_room(&mut order, entries.len())?;
        order.extend(first..entries.len());
        let order = match self.comparator {
            Some(comparator) => sort::sort_by_function(self.vm, order, comparator, |vm, index: usize| {
                vm.heap.budget.work_later(entries[index].len() as u64 / UNITS_PER_TICK);
                Value::string(vm.heap.new_string(&entries[index]))
            })?,
            None => {
                sort::merge_sort(self.vm, order, |vm, left, right| is_greater(vm, &entries[left], &entries[right]))?
            }
        };
        self.vm.heap.lend(entries.len().saturating_mul(size_of::<String>()))?;
        let mut sorted: Vec<String> = Vec::with_capacity(entries.len());
        sorted.extend(entries[..first].iter_mut().map(std::mem::take));
        sorted.extend(order.into_iter().filter_map(|index| entries.get_mut(index).map(std::mem::take)));
        Ok(sorted)
    }
}

/// Tells whether a text belongs behind another, by their UTF-16 units as strings are compared.
fn is_greater(vm: &mut Vm, left: &str, right: &str) -> Completion<bool> {
    vm.work(left.len().min(right.len()) as u64 / UNITS_PER_TICK)?;
    Ok(left.encode_utf16().cmp(right.encode_utf16()) == Ordering::Greater)
}
