//! Methods of typed arrays that call a function for each element.

use std::ops::ControlFlow;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::typed_array;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use super::construct::converted;
use super::create::{TypedArray, species_create_of_length, this_typed_array};
use crate::array::{callback, number};
use crate::gathered::Gathered;

/// The state common to the methods: the array, and the function with its `this`.
struct Iteration {
    array: TypedArray,
    function: Value,
    this_argument: Value,
}

/// A visited element.
#[derive(Copy, Clone)]
struct Visited {
    index: usize,
    raw: Option<u64>,
    value: Value,
}

impl Iteration {
    fn new(vm: &mut Vm, call: Call, method: &str) -> Completion<Self> {
        let array = this_typed_array(vm, call, method)?;
        let function = callback(vm, call)?;
        Ok(Iteration { array, function, this_argument: call.argument(vm, 1) })
    }

    /// Calls the function with elements until `see` breaks. Keeps each element alive for its call, and the last one
    /// afterwards.
    fn visit(
        &self,
        vm: &mut Vm,
        mut indices: impl Iterator<Item = usize>,
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
            let Some(index) = indices.next() else { return Ok(None) };
            vm.work(1)?;
            let view = self.array.view;
            let raw = views::raw_element(&vm.heap, view, index);
            // A missing element is undefined for the function.
            let value = raw.map_or(Value::UNDEFINED, |raw| typed_array::value_of_raw(vm, view.element, raw));
            vm.keep(value);
            visited = Some(Visited { index, raw, value });
            Ok(Some([value, number(index as u64), Value::object(self.array.object)]))
        })
    }

    /// Calls the function with all elements, and passes each result to `see`.
    fn visit_all(&self, vm: &mut Vm, mut see: impl FnMut(&mut Vm, Visited, Value) -> Completion<()>) -> Completion<()> {
        let indices = 0..self.array.length;
        self.visit(vm, indices, |vm, visited, result| see(vm, visited, result).map(ControlFlow::Continue))
    }

    /// Returns the first element for which the function returns `wanted`, and keeps it: FindViaPredicate, ECMA-262
    /// 23.1.3.12.1
    fn find(
        &self,
        vm: &mut Vm,
        indices: impl Iterator<Item = usize>,
        wanted: bool,
    ) -> Completion<Option<(usize, Value)>> {
        let mut found = None;
        self.visit(vm, indices, |vm, visited, result| {
            if vm.heap.to_boolean(result) != wanted {
                return Ok(ControlFlow::Continue(()));
            }
            found = Some((visited.index, visited.value));
            Ok(ControlFlow::Break(()))
        })?;
        Ok(found)
    }

    /// Returns whether there is an element for which the function returns `wanted`.
    fn any(&self, vm: &mut Vm, wanted: bool) -> Completion<bool> {
        Ok(self.find(vm, 0..self.array.length, wanted)?.is_some())
    }

    fn find_forwards(&self, vm: &mut Vm) -> Completion<Option<(usize, Value)>> {
        self.find(vm, 0..self.array.length, true)
    }

    fn find_backwards(&self, vm: &mut Vm) -> Completion<Option<(usize, Value)>> {
        self.find(vm, (0..self.array.length).rev(), true)
    }
}

fn index_of(found: Option<(usize, Value)>) -> Value {
    found.map_or(Value::int(-1), |(index, _)| number(index as u64))
}

fn value_of(found: Option<(usize, Value)>) -> Value {
    found.map_or(Value::UNDEFINED, |(_, value)| value)
}

/// %TypedArray%.prototype.every ( callback [ , thisArg ] ), ECMA-262 23.2.3.8
pub(super) fn every(vm: &mut Vm, call: Call) -> Completion<Value> {
    let found = Iteration::new(vm, call, "every")?.any(vm, false)?;
    Ok(Value::bool(!found))
}

/// %TypedArray%.prototype.some ( callback [ , thisArg ] ), ECMA-262 23.2.3.28
pub(super) fn some(vm: &mut Vm, call: Call) -> Completion<Value> {
    let found = Iteration::new(vm, call, "some")?.any(vm, true)?;
    Ok(Value::bool(found))
}

/// %TypedArray%.prototype.forEach ( callback [ , thisArg ] ), ECMA-262 23.2.3.15
pub(super) fn for_each(vm: &mut Vm, call: Call) -> Completion<Value> {
    Iteration::new(vm, call, "forEach")?.visit_all(vm, |_, _, _| Ok(()))?;
    Ok(Value::UNDEFINED)
}

/// %TypedArray%.prototype.map ( callback [ , thisArg ] ), ECMA-262 23.2.3.22
pub(super) fn map(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call, "map")?;
    let target = species_create_of_length(vm, iteration.array, iteration.array.length)?;
    iteration.visit_all(vm, |vm, visited, mapped| {
        vm.keep(mapped);
        target.set(vm, visited.index, mapped)
    })?;
    Ok(Value::object(target.object))
}

/// %TypedArray%.prototype.filter ( callback [ , thisArg ] ), ECMA-262 23.2.3.10
pub(super) fn filter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call, "filter")?;
    let array = iteration.array;
    Gathered::with(vm, |vm, found: &mut Gathered<u64>| {
        // The positions of elements that were gone when read: undefined, which only the result converts.
        Gathered::with(vm, |vm, gone: &mut Gathered<usize>| {
            iteration.visit_all(vm, |vm, visited, selected| {
                if vm.heap.to_boolean(selected) {
                    if visited.raw.is_none() {
                        gone.push(&mut vm.heap, found.len())?;
                    }
                    found.push(&mut vm.heap, visited.raw.unwrap_or(0))?;
                }
                Ok(())
            })?;
            let target = species_create_of_length(vm, array, found.len())?;
            let mut gone = gone.as_slice().iter().peekable();
            for (index, &raw) in found.as_slice().iter().enumerate() {
                vm.work(1)?;
                if gone.next_if(|&&place| place == index).is_some() {
                    target.set(vm, index, Value::UNDEFINED)?;
                    continue;
                }
                let raw = converted(raw, array.view.element, target.view.element);
                views::set_raw_element(&mut vm.heap, target.view, index, raw);
            }
            Ok(Value::object(target.object))
        })
    })
}

/// %TypedArray%.prototype.find ( predicate [ , thisArg ] ), ECMA-262 23.2.3.11
pub(super) fn find(vm: &mut Vm, call: Call) -> Completion<Value> {
    Iteration::new(vm, call, "find")?.find_forwards(vm).map(value_of)
}

/// %TypedArray%.prototype.findIndex ( predicate [ , thisArg ] ), ECMA-262 23.2.3.12
pub(super) fn find_index(vm: &mut Vm, call: Call) -> Completion<Value> {
    Iteration::new(vm, call, "findIndex")?.find_forwards(vm).map(index_of)
}

/// %TypedArray%.prototype.findLast ( predicate [ , thisArg ] ), ECMA-262 23.2.3.13
pub(super) fn find_last(vm: &mut Vm, call: Call) -> Completion<Value> {
    Iteration::new(vm, call, "findLast")?.find_backwards(vm).map(value_of)
}

/// %TypedArray%.prototype.findLastIndex ( predicate [ , thisArg ] ), ECMA-262 23.2.3.14
pub(super) fn find_last_index(vm: &mut Vm, call: Call) -> Completion<Value> {
    Iteration::new(vm, call, "findLastIndex")?.find_backwards(vm).map(index_of)
}

/// %TypedArray%.prototype.reduce ( callback [ , initialValue ] ), ECMA-262 23.2.3.23
pub(super) fn reduce(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "reduce")?;
    fold(vm, call, array, 0..array.length)
}

/// %TypedArray%.prototype.reduceRight ( callback [ , initialValue ] ), ECMA-262 23.2.3.24
pub(super) fn reduce_right(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "reduceRight")?;
    fold(vm, call, array, (0..array.length).rev())
}

/// Reduces the elements in the order of the indices. Without an initial value, the first element is that.
fn fold(vm: &mut Vm, call: Call, array: TypedArray, mut indices: impl Iterator<Item = usize>) -> Completion<Value> {
    let function = callback(vm, call)?;
    let mut accumulator = (call.argument_count() > 1).then(|| call.argument(vm, 1));
    vm.call_repeatedly(function, Value::UNDEFINED, |vm, result| {
        accumulator = result.or(accumulator);
        if accumulator.is_none() {
            accumulator = indices.next().map(|first| array.get(vm, first));
        }
        let (Some(accumulator), Some(index)) = (accumulator, indices.next()) else { return Ok(None) };
        vm.work(1)?;
        let value = array.get(vm, index);
        Ok(Some([accumulator, value, number(index as u64), Value::object(array.object)]))
    })?;
    match accumulator {
        Some(result) => Ok(result),
        None => vm.type_error("Reduce of empty array with no initial value"),
    }
}
