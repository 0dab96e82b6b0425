//! Array methods that call a function for each element.

use std::ops::ControlFlow;

use super::elements::create_element;
use super::gaps::Present;
use super::visits::{Elements, Places, See, Visited, Visits};
use super::{array_species_create, number, this_array_like};
use ferrotape_runtime::cell;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{Heap, ObjectId};
use ferrotape_runtime::messages;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Repeated, Vm};

/// Length up to which `map` makes room for all of its result.
const SHORT: u64 = 64;

/// The state common to the methods: the array-like, and the function with its `this`.
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

    /// Calls the function with the elements, until `see` breaks.
    fn visit<E: Elements, S: See>(&self, vm: &mut Vm, elements: E, mut see: S) -> Completion<S> {
        let mut visits = Visits::new(vm, self.object, elements, &mut see);
        vm.call_for_each(self.function, self.this_argument, &mut visits)?;
        Ok(see)
    }

    /// Calls the function with all elements except holes.
    fn visit_all<S: See>(&self, vm: &mut Vm, see: S) -> Completion<S> {
        self.visit(vm, Present::upwards(self.object, 0..self.length), see)
    }

    /// Returns whether there is an element, not a hole, for which the function returns `wanted`.
    fn any(&self, vm: &mut Vm, wanted: bool) -> Completion<bool> {
        Ok(self.visit_all(vm, Sought::<false> { wanted, found: None })?.found.is_some())
    }

    /// FindViaPredicate, ECMA-262 23.1.3.12.1. Keeps the found value alive.
    fn find(&self, vm: &mut Vm, is_downwards: bool) -> Completion<Option<Visited>> {
        let places = Places::new(self.object, 0..self.length, is_downwards);
        Ok(self.visit(vm, places, Sought::<true> { wanted: true, found: None })?.found)
    }
}

/// Nothing is done with the values.
struct Dropped;

impl See for Dropped {
    const KEEPS: bool = false;

    fn see(&mut self, _: &mut Vm, _: Visited, _: Value) -> Completion<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }

    #[inline(always)]
    fn see_at_once(&mut self, _: &mut Heap, _: Visited, _: Value) -> bool {
        true
    }
}

/// The values become the elements of an object.
struct Mapped {
    result: ObjectId,
}

impl See for Mapped {
    const KEEPS: bool = false;

    fn see(&mut self, vm: &mut Vm, visited: Visited, mapped: Value) -> Completion<ControlFlow<()>> {
        create_element(vm, self.result, visited.index, mapped).map(ControlFlow::Continue)
    }

    #[inline(always)]
    fn see_at_once(&mut self, heap: &mut Heap, visited: Visited, mapped: Value) -> bool {
        cell::append_within_room(heap, self.result, visited.index, mapped)
    }
}

/// The values select elements.
struct Selected {
    result: ObjectId,
    count: u64,
}

impl See for Selected {
    const KEEPS: bool = true;

    fn see(&mut self, vm: &mut Vm, visited: Visited, selected: Value) -> Completion<ControlFlow<()>> {
        if vm.heap.to_boolean(selected) {
            create_element(vm, self.result, self.count, visited.value)?;
            self.count += 1;
        }
        Ok(ControlFlow::Continue(()))
    }

    #[inline(always)]
    fn see_at_once(&mut self, heap: &mut Heap, visited: Visited, selected: Value) -> bool {
        if heap.to_boolean(selected) {
            if !cell::append_within_room(heap, self.result, self.count, visited.value) {
                return false;
            }
            self.count += 1;
        }
        true
    }
}

/// The first element is sought for which the value is that.
struct Sought<const KEEPS: bool> {
    wanted: bool,
    found: Option<Visited>,
}

impl<const KEEPS: bool> See for Sought<KEEPS> {
    const KEEPS: bool = KEEPS;

    fn see(&mut self, vm: &mut Vm, visited: Visited, result: Value) -> Completion<ControlFlow<()>> {
        if vm.heap.to_boolean(result) != self.wanted {
            return Ok(ControlFlow::Continue(()));
        }
        self.found = Some(visited);
        Ok(ControlFlow::Break(()))
    }

    #[inline(always)]
    fn see_at_once(&mut self, heap: &mut Heap, _: Visited, result: Value) -> bool {
        heap.to_boolean(result) != self.wanted
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
    Iteration::new(vm, call)?.visit_all(vm, Dropped)?;
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
    iteration.visit_all(vm, Mapped { result })?;
    Ok(Value::object(result))
}

/// Array.prototype.filter ( callback [ , thisArg ] ), ECMA-262 23.1.3.8
pub(super) fn filter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let result = array_species_create(vm, iteration.object, 0)?;
    iteration.visit_all(vm, Selected { result, count: 0 })?;
    Ok(Value::object(result))
}

/// Array.prototype.find ( predicate [ , thisArg ] ), ECMA-262 23.1.3.9
pub(super) fn find(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, false)?;
    Ok(found.map_or(Value::UNDEFINED, |found| found.value))
}

/// Array.prototype.findIndex ( predicate [ , thisArg ] ), ECMA-262 23.1.3.10
pub(super) fn find_index(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, false)?;
    Ok(found.map_or(Value::int(-1), |found| number(found.index)))
}

/// Array.prototype.findLast ( predicate [ , thisArg ] ), ECMA-262 23.1.3.11
pub(super) fn find_last(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, true)?;
    Ok(found.map_or(Value::UNDEFINED, |found| found.value))
}

/// Array.prototype.findLastIndex ( predicate [ , thisArg ] ), ECMA-262 23.1.3.12
pub(super) fn find_last_index(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iteration = Iteration::new(vm, call)?;
    let found = iteration.find(vm, true)?;
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

fn fold(vm: &mut Vm, call: Call, elements: Present) -> Completion<Value> {
    let function = callback(vm, call)?;
    let accumulator = (call.argument_count() > 1).then(|| call.argument(vm, 1));
    let mut fold = Fold { elements, accumulator, mark: vm.kept_mark() };
    vm.call_for_each(function, Value::UNDEFINED, &mut fold)?;
    match fold.accumulator {
        Some(result) => Ok(result),
        None => vm.type_error("Reduce of empty array with no initial value"),
    }
}

/// A fold under way.
struct Fold {
    elements: Present,
    accumulator: Option<Value>,
    /// Mark of the place that keeps the accumulator alive.
    mark: usize,
}

impl Fold {
    #[inline(always)]
    fn arguments(&self, accumulator: Value, (index, value): (u64, Value)) -> [Value; 4] {
        [accumulator, value, number(index), Value::object(self.elements.object())]
    }
}

impl Repeated<4> for Fold {
    const TICKS_AT_ONCE: Option<u32> = Some(1);

    fn next(&mut self, vm: &mut Vm, result: Option<Value>) -> Completion<Option<[Value; 4]>> {
        self.accumulator = result.or(self.accumulator);
        loop {
            vm.release_kept(self.mark);
            // A getter of an element must not free the accumulator.
            vm.keep(self.accumulator.unwrap_or(Value::UNDEFINED));
            let Some(element) = self.elements.next(vm)? else { return Ok(None) };
            match self.accumulator {
                Some(accumulator) => return Ok(Some(self.arguments(accumulator, element))),
                None => self.accumulator = Some(element.1),
            }
        }
    }

    #[inline(always)]
    fn next_at_once(&mut self, vm: &mut Vm, result: Value) -> Option<[Value; 4]> {
        let element = self.elements.peek(&vm.heap)?;
        self.elements.pass();
        self.accumulator = Some(result);
        vm.keep_at(self.mark, result);
        Some(self.arguments(result, element))
    }
}
