//! Sorting by a function of a script, asked for each order in one run of the loop.

use super::MergeSort;
use crate::convert;
use crate::error::Completion;
use crate::value::Value;
use crate::vm::{Repeated, Vm};

/// Sorts items on loan stably by a function: CompareArrayElements, ECMA-262 23.1.3.30.2, and CompareTypedArrayElements,
/// 23.2.4.7. `value_of` gives the value of an item.
pub fn sort_by_function<T: Copy>(
    vm: &mut Vm,
    items: Vec<T>,
    function: Value,
    value_of: impl Fn(&mut Vm, T) -> Value,
) -> Completion<Vec<T>> {
    let mut asked = AskedSort { sort: MergeSort::new(vm, items)?, value_of };
    vm.call_for_each(function, Value::UNDEFINED, &mut asked)?;
    Ok(asked.sort.end(vm))
}

/// A sort that asks a function.
struct AskedSort<T, F> {
    sort: MergeSort<T>,
    value_of: F,
}

impl<T: Copy, F: Fn(&mut Vm, T) -> Value> AskedSort<T, F> {
    #[inline(always)]
    fn arguments(&self, vm: &mut Vm, (left, right): (T, T)) -> [Value; 2] {
        [(self.value_of)(vm, left), (self.value_of)(vm, right)]
    }
}

impl<T: Copy, F: Fn(&mut Vm, T) -> Value> Repeated<2> for AskedSort<T, F> {
    const TICKS_AT_ONCE: Option<u32> = Some(0);

    fn next(&mut self, vm: &mut Vm, order: Option<Value>) -> Completion<Option<[Value; 2]>> {
        let question = match order {
            Some(order) => {
                let is_greater = convert::to_number(vm, order)? > 0.0;
                self.sort.answer(vm, is_greater)?
            }
            None => self.sort.begin(vm)?,
        };
        Ok(question.map(|question| self.arguments(vm, question)))
    }

    #[inline(always)]
    fn next_at_once(&mut self, vm: &mut Vm, order: Value) -> Option<[Value; 2]> {
        let question = self.sort.answer_at_once(order.as_number()? > 0.0)?;
        Some(self.arguments(vm, question))
    }
}
