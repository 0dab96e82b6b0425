//! Array methods that call a function for each element.

use super::elements::{create_element, get_element, get_if_present};
use super::{array_species_create, number, this_array_like};
use ferrotape_engine::error::Completion;
use ferrotape_engine::function::Call;
use ferrotape_engine::heap::ObjectId;
use ferrotape_engine::messages;
use ferrotape_engine::value::Value;
use ferrotape_engine::vm::Vm;

/// What the methods have in common: the array-like, and the function with its `this`.
struct Iteration {
    object: ObjectId,
    length: u64,
    function: Value,
    this_argument: Value,
}

impl Iteration {
    fn new(vm: &mut Vm, call: Call) -> Completion<Self> {
        let (object, length) = this_array_like(vm, call)?;
        let function = callback(vm, call)?;
        Ok(Iteration { object, length, function, this_argument: call.argument(vm, 1) })
    }

    /// Calls the function for one element.
    #[inline]
    fn apply(&self, vm: &mut Vm, index: u64, value: Value) -> Completion<Value> {
        vm.call(self.function, self.this_argument, &[value, number(index), Value::object(self.object)])
    }

    /// Calls the function for an element and says whether the result is true.
    #[inline]
    fn test(&self, vm: &mut Vm, index: u64, value: Value) -> Completion<bool> {
        let result = self.apply(vm, index, value)?;
        Ok(vm.heap.to_boolean(result))
    }

    /// Is there an element, not a hole, for which the function says `wanted`?
    fn any(&self, vm: &mut Vm, wanted: bool) -> Completion<bool> {
        for index in 0..self.length {
            if let Some(value) = get_if_present(vm, self.object, index)?
                && self.test(vm, index, value)? == wanted
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// FindViaPredicate, ECMA-262 23.1.3.12.1; the value found is kept alive.
    fn find(&self, vm: &mut Vm, indices: impl Iterator<Item = u64>) -> Completion<Option<(u64, Value)>> {
        let mark = vm.kept_mark();
        for index in indices {
            let value = get_element(vm, self.object, index)?;
            vm.keep(value);
            if self.test(vm, index, value)? {
                return Ok(Some((index, value)));
            }
            vm.release_kept(mark);
        }
        Ok(None)
    }
}

/// The first argument, which must be a function.
pub(crate) fn callback(vm: &mut Vm, call: Call) -> Completion<Value> {
    let function = call.argument(vm, 0);
    if vm.heap.is_callable(function) {
        return Ok(function);
    }
    let what = vm.describe(function);
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
    let iteration = Iteration::new(vm, call)?;
    for index in 0..iteration.length {
        if let Some(value) = get_if_present(vm, iteration.object, index)? {
            iteration.apply(vm, index, value)?;
        }
    }
    Ok(Value::UNDEFINED)
}

/// Array.prototype.map ( callback [ , thisArg ] ), ECMA-262 23.1.3.21
pub(super) fn map(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let result = array_species_create(vm, iteration.object, iteration.length)?;
    for index in 0..iteration.length {
        if let Some(value) = get_if_present(vm, iteration.object, index)? {
            let mapped = iteration.apply(vm, index, value)?;
            create_element(vm, result, index, mapped)?;
        }
    }
    Ok(Value::object(result))
}

/// Array.prototype.filter ( callback [ , thisArg ] ), ECMA-262 23.1.3.8
pub(super) fn filter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let result = array_species_create(vm, iteration.object, 0)?;
    let mut count = 0;
    let mark = vm.kept_mark();
    for index in 0..iteration.length {
        if let Some(value) = get_if_present(vm, iteration.object, index)? {
            vm.keep(value);
            if iteration.test(vm, index, value)? {
                create_element(vm, result, count, value)?;
                count += 1;
            }
            vm.release_kept(mark);
        }
    }
    Ok(Value::object(result))
}

/// Array.prototype.find ( predicate [ , thisArg ] ), ECMA-262 23.1.3.9
pub(super) fn find(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, 0..iteration.length)?;
    Ok(found.map_or(Value::UNDEFINED, |(_, value)| value))
}

/// Array.prototype.findIndex ( predicate [ , thisArg ] ), ECMA-262 23.1.3.10
pub(super) fn find_index(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, 0..iteration.length)?;
    Ok(found.map_or(Value::int(-1), |(index, _)| number(index)))
}

/// Array.prototype.findLast ( predicate [ , thisArg ] ), ECMA-262 23.1.3.11
pub(super) fn find_last(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, (0..iteration.length).rev())?;
    Ok(found.map_or(Value::UNDEFINED, |(_, value)| value))
}

/// Array.prototype.findLastIndex ( predicate [ , thisArg ] ), ECMA-262 23.1.3.12
pub(super) fn find_last_index(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, (0..iteration.length).rev())?;
    Ok(found.map_or(Value::int(-1), |(index, _)| number(index)))
}

/// Array.prototype.reduce ( callback [ , initialValue ] ), ECMA-262 23.1.3.24
pub(super) fn reduce(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    fold(vm, call, object, 0..length)
}

/// Array.prototype.reduceRight ( callback [ , initialValue ] ), ECMA-262 23.1.3.25
pub(super) fn reduce_right(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    fold(vm, call, object, (0..length).rev())
}

fn fold(vm: &mut Vm, call: Call, object: ObjectId, indices: impl Iterator<Item = u64>) -> Completion<Value> {
    let function = callback(vm, call)?;
    let mut accumulator = (call.argument_count() > 1).then(|| call.argument(vm, 1));
    let mark = vm.kept_mark();
    for index in indices {
        vm.release_kept(mark);
        // The getter of an element must not lose what came out so far.
        vm.keep(accumulator.unwrap_or(Value::UNDEFINED));
        if let Some(value) = get_if_present(vm, object, index)? {
            accumulator = Some(match accumulator {
                Some(accumulator) => {
                    vm.call(function, Value::UNDEFINED, &[accumulator, value, number(index), Value::object(object)])?
                }
                None => value,
            });
        }
    }
    match accumulator {
        Some(result) => Ok(result),
        None => vm.type_error("Reduce of empty array with no initial value"),
    }
}
