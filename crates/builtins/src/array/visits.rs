//! Visits of elements by a function that is called for each: what `map`, `filter`, `find` and their like have in common.
//!
//! ```text
//! Elements   gives the elements to visit:   Present (holes are left out), Places (all)
//! See        takes what the function returns, for the method
//! ```
//!
//! Both have a fast path (`…_at_once`), which neither runs script nor takes memory. While both succeed, the loop stays in
//! the function ([`Repeated`]).

use std::ops::{ControlFlow, Range};

use super::elements::get_element;
use super::gaps::Present;
use super::number;
use ferrotape_runtime::cell;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{Heap, ObjectId};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Repeated, Vm};

/// A visited element and its index.
#[derive(Copy, Clone)]
pub(super) struct Visited {
    pub index: u64,
    pub value: Value,
}

/// The elements to visit, in order.
pub(super) trait Elements {
    /// Returns the next element with its index. Ticks for each index tried.
    fn next(&mut self, vm: &mut Vm) -> Completion<Option<(u64, Value)>>;

    /// Looks at the next element, if it is in the vector of an array. [`Elements::next`] takes one tick for it.
    fn peek(&self, heap: &Heap) -> Option<(u64, Value)>;

    /// Goes on behind the element that was peeked.
    fn pass(&mut self);
}

impl Elements for Present {
    #[inline]
    fn next(&mut self, vm: &mut Vm) -> Completion<Option<(u64, Value)>> {
        Present::next(self, vm)
    }

    #[inline(always)]
    fn peek(&self, heap: &Heap) -> Option<(u64, Value)> {
        self.peek_upwards(heap)
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.pass_upwards();
    }
}

/// All indices of an object, holes included.
pub(super) struct Places {
    object: ObjectId,
    range: Range<u64>,
    is_downwards: bool,
}

impl Places {
    pub fn new(object: ObjectId, range: Range<u64>, is_downwards: bool) -> Self {
        Places { object, range, is_downwards }
    }

    #[inline(always)]
    fn place(&self) -> Option<u64> {
        let place = if self.is_downwards { self.range.end.wrapping_sub(1) } else { self.range.start };
        (!self.range.is_empty()).then_some(place)
    }
}

impl Elements for Places {
    fn next(&mut self, vm: &mut Vm) -> Completion<Option<(u64, Value)>> {
        let Some(index) = self.place() else { return Ok(None) };
        self.pass();
        Ok(Some((index, get_element(vm, self.object, index)?)))
    }

    #[inline(always)]
    fn peek(&self, heap: &Heap) -> Option<(u64, Value)> {
        let index = self.place()?;
        let value = *cell::vector_of_array(heap, self.object)?.get(usize::try_from(index).ok()?)?;
        (!value.is_empty()).then_some((index, value))
    }

    #[inline(always)]
    fn pass(&mut self) {
        if self.is_downwards {
            self.range.end -= 1;
        } else {
            self.range.start += 1;
        }
    }
}

/// Taker of the values that the function returns, for a method.
pub(super) trait See {
    /// The method needs the element after the call, so it is kept alive.
    const KEEPS: bool;

    /// Takes the value for an element; the visits end if it breaks.
    fn see(&mut self, vm: &mut Vm, visited: Visited, result: Value) -> Completion<ControlFlow<()>>;

    /// Fast path of [`See::see`] that does not break. False if nothing was done.
    fn see_at_once(&mut self, heap: &mut Heap, visited: Visited, result: Value) -> bool;
}

/// The visits of one call of a method.
pub(super) struct Visits<'see, E, S> {
    object: ObjectId,
    elements: E,
    see: &'see mut S,
    visited: Option<Visited>,
    /// Mark of the place that keeps the visited element alive.
    mark: usize,
}

impl<'see, E: Elements, S: See> Visits<'see, E, S> {
    /// Begins visits of the object's elements. Values kept by the last visit stay alive.
    pub fn new(vm: &Vm, object: ObjectId, elements: E, see: &'see mut S) -> Self {
        Visits { object, elements, see, visited: None, mark: vm.kept_mark() }
    }

    #[inline(always)]
    fn arguments(&mut self, vm: &mut Vm, (index, value): (u64, Value)) -> [Value; 3] {
        if S::KEEPS {
            vm.keep_at(self.mark, value);
        }
        self.visited = Some(Visited { index, value });
        [value, number(index), Value::object(self.object)]
    }
}

impl<E: Elements, S: See> Repeated<3> for Visits<'_, E, S> {
    const TICKS_AT_ONCE: Option<u32> = Some(1);

    fn next(&mut self, vm: &mut Vm, result: Option<Value>) -> Completion<Option<[Value; 3]>> {
        if let (Some(result), Some(visited)) = (result, self.visited) {
            if self.see.see(vm, visited, result)?.is_break() {
                return Ok(None);
            }
            vm.release_kept(self.mark);
        }
        let next = self.elements.next(vm)?;
        Ok(next.map(|element| self.arguments(vm, element)))
    }

    #[inline(always)]
    fn next_at_once(&mut self, vm: &mut Vm, result: Value) -> Option<[Value; 3]> {
        let (visited, element) = (self.visited?, self.elements.peek(&vm.heap)?);
        if !self.see.see_at_once(&mut vm.heap, visited, result) {
            return None;
        }
        self.elements.pass();
        Some(self.arguments(vm, element))
    }
}
