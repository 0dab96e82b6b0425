//! Array methods that call a function for each element.

use std::ops::ControlFlow;

use super::elements::{create_element, get_element};
use super::gaps::Present;
use super::{array_species_create, number, this_array_like};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Length up to which `map` makes room for all of its result.
const SHORT: u64 = 64;

/// The state common to the methods: the array-like, and the function with its `this`.
struct Iteration {
    object: ObjectId,
    length: u64,
    function: Value,
    this_argument: Value,
}

/// A visited element, which is kept alive, and its index.
#[derive(Copy, Clone)]
struct Visited {
    index: u64,
    value: Value,
}

impl Iteration {
    fn new(vm: &mut Vm, call: Call) -> Completion<Self> {
        let (object, length) = this_array_like(vm, call)?;
        let function = callback(vm, call)?;
        Ok(Iteration { object, length, function, this_argument: call.argument(vm, 1) })
    }

    /// Calls the function with the elements and indices from `next`, until `see` breaks. Keeps the last element alive
    /// then.
    fn visit(
        &self,
        vm: &mut Vm,
        mut next: impl FnMut(&mut Vm) -> Completion<Option<(u64, Value)>>,
        mut see: impl FnMut(&mut Vm, Visited, Value) -> Completion<ControlFlow<()>>,
    ) -> Completion<()> {
        let mark = vm.kept_mark();
        let mut visited = None;
        vm.call_repeatedly(self.function, self.this_argument, |vm, result| {
            if let (Some(result), Some(visited)) = (result, visited) {
                if see(vm, visited, result)?.is_break() {
                    return Ok(None);
                }
                vm.release_kept(mark);
            }
            let Some((index, value)) = next(vm)? else { return Ok(None) };
            vm.keep(value);
            visited = Some(Visited { index, value });
            Ok(Some([value, number(index), Value::object(self.object)]))
        })
    }

    /// Returns an iteration over all elements except holes.
    fn present(&self) -> Present {
        Present::upwards(self.object, 0..self.length)
    }

    /// Calls the function with all elements except holes, and passes each result to `see`.
    fn visit_all(&self, vm: &mut Vm, mut see: impl FnMut(&mut Vm, Visited, Value) -> Completion<()>) -> Completion<()> {
        let mut elements = self.present();
        self.visit(
            vm,
            |vm| elements.next(vm),
            |vm, visited, result| see(vm, visited, result).map(ControlFlow::Continue),
        )
    }

    /// Returns the first element for which the function returns `wanted`.
    fn first(
        &self,
        vm: &mut Vm,
        next: impl FnMut(&mut Vm) -> Completion<Option<(u64, Value)>>,
        wanted: bool,
    ) -> Completion<Option<Visited>> {
        let mut first = None;
        self.visit(vm, next, |vm, visited, result| {
            if vm.heap.to_boolean(result) != wanted {
                return Ok(ControlFlow::Continue(()));
            }
            first = Some(visited);
            Ok(ControlFlow::Break(()))
        })?;
        Ok(first)
    }

    /// Returns whether there is an element, not a hole, for which the function returns `wanted`.
    fn any(&self, vm: &mut Vm, wanted: bool) -> Completion<bool> {
        let mut elements = self.present();
        Ok(self.first(vm, |vm| elements.next(vm), wanted)?.is_some())
    }

    /// FindViaPredicate, ECMA-262 23.1.3.12.1. Keeps the found value alive.
    fn find(&self, vm: &mut Vm, mut indices: impl Iterator<Item = u64>) -> Completion<Option<Visited>> {
        let next = |vm: &mut Vm| match indices.next() {
            Some(index) => Ok(Some((index, get_element(vm, self.object, index)?))),
            None => Ok(None),
        };
        self.first(vm, next, true)
    }
}

/// Returns the first argument, which must be a function.
pub(crate) fn callback(vm: &mut Vm, call: Call) -> Completion<Value> {
    let function = call.argument(vm, 0);
    if vm.heap.is_callable(function) {
        return Ok(function);
    }
    let what = messages::describe(vm, function);
    vm.type_error(messages::not_callable(&what))
}

/// Array.prototype.every ( callback [ , thisArg ] ), ECMA-262 23.1.3.6
pub(super) fn every(vm: &mut Vm, call: Call) -> Completion<Value> {
    let found = Iteration::new(vm, call)?.any(vm, false)?;
    Ok(Value::bool(!found))
}

/// Array.prototype.some ( callback [ , thisArg ] ), ECMA-262 23.1.3.29
pub(super) fn some(vm: &mut Vm, call: Call) -> Completion<Value> {
    let found = Iteration::new(vm, call)?.any(vm, true)?;
    Ok(Value::bool(found))
}

/// Array.prototype.forEach ( callback [ , thisArg ] ), ECMA-262 23.1.3.15
pub(super) fn for_each(vm: &mut Vm, call: Call) -> Completion<Value> {
    Iteration::new(vm, call)?.visit_all(vm, |_, _, _| Ok(()))?;
    Ok(Value::UNDEFINED)
}

/// Array.prototype.map ( callback [ , thisArg ] ), ECMA-262 23.1.3.21
pub(super) fn map(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let result = array_species_create(vm, iteration.object, iteration.length)?;
    // Short results need to grow only once.
    if iteration.length <= SHORT && vm.heap.length_of_array(result).is_some() {
        vm.heap.reserve_elements(result, iteration.length as usize)?;
    }
    iteration.visit_all(vm, |vm, visited, mapped| create_element(vm, result, visited.index, mapped))?;
    Ok(Value::object(result))
}

/// Array.prototype.filter ( callback [ , thisArg ] ), ECMA-262 23.1.3.8
pub(super) fn filter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let result = array_species_create(vm, iteration.object, 0)?;
    let mut count = 0;
    iteration.visit_all(vm, |vm, visited, selected| {
        if vm.heap.to_boolean(selected) {
            create_element(vm, result, count, visited.value)?;
            count += 1;
        }
        Ok(())
    })?;
    Ok(Value::object(result))
}

/// Array.prototype.find ( predicate [ , thisArg ] ), ECMA-262 23.1.3.9
pub(super) fn find(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, 0..iteration.length)?;
    Ok(found.map_or(Value::UNDEFINED, |found| found.value))
}

/// Array.prototype.findIndex ( predicate [ , thisArg ] ), ECMA-262 23.1.3.10
pub(super) fn find_index(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, 0..iteration.length)?;
    Ok(found.map_or(Value::int(-1), |found| number(found.index)))
}

/// Array.prototype.findLast ( predicate [ , thisArg ] ), ECMA-262 23.1.3.11
pub(super) fn find_last(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, (0..iteration.length).rev())?;
    Ok(found.map_or(Value::UNDEFINED, |found| found.value))
}

/// Array.prototype.findLastIndex ( predicate [ , thisArg ] ), ECMA-262 23.1.3.12
pub(super) fn find_last_index(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, (0..iteration.length).rev())?;
    Ok(found.map_or(Value::int(-1), |found| number(found.index)))
}

/// Array.prototype.reduce ( callback [ , initialValue ] ), ECMA-262 23.1.3.24
pub(super) fn reduce(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    fold(vm, call, Present::upwards(object, 0..length))
}

/// Array.prototype.reduceRight ( callback [ , initialValue ] ), ECMA-262 23.1.3.25
pub(super) fn reduce_right(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    fold(vm, call, Present::downwards(object, 0..length))
}

fn fold(vm: &mut Vm, call: Call, mut elements: Present) -> Completion<Value> {
    let function = callback(vm, call)?;
    let mut accumulator = (call.argument_count() > 1).then(|| call.argument(vm, 1));
    let mark = vm.kept_mark();
    vm.call_repeatedly(function, Value::UNDEFINED, |vm, result| {
        accumulator = result.or(accumulator);
        loop {
            vm.release_kept(mark);
            // A getter of an element must not free the accumulator.
            vm.keep(accumulator.unwrap_or(Value::UNDEFINED));
            let Some((index, value)) = elements.next(vm)? else { return Ok(None) };
            match accumulator {
                Some(accumulator) => {
                    return Ok(Some([accumulator, value, number(index), Value::object(elements.object())]));
                }
                None => accumulator = Some(value),
            }
        }
    })?;
    match accumulator {
        Some(result) => Ok(result),
        None => vm.type_error("Reduce of empty array with no initial value"),
    }
}
