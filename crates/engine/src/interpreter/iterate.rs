//! Iteration by script code: rows of registers that are iterators (ECMA-262 7.4), spread, and calls with lists of arguments.
//!
//! ```text
//! row     object    next      done
//! usual   iterator  function  Boolean
//! array   array     index     Boolean      while nobody can tell it from an iterator
//! ```

use ferrotape_budget::costs::{ARGUMENTS_PER_TICK, ELEMENTS_PER_TICK};
use ferrotape_bytecode::{Instruction, ListCall};

use super::calls::Entered;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::iteration::Yields;
use crate::key_set::KeySet;
use crate::messages;
use crate::names::keys;
use crate::object::{Elements, ObjectKind};
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::{FrameKind, Vm};

/// Keys that are compared one by one.
const MOST_LISTED: usize = 16;

/// Places in a row.
const NEXT: usize = 1;
const DONE: usize = 2;
/// Elements that are appended in one go.
const DENSE_PIECE: usize = 4096;

impl Vm {
    /// GetIterator ( obj, sync ), ECMA-262 7.4.4, into the row that begins there.
    pub(super) fn get_iterator_row(&mut self, value: Value, row: usize) -> Completion<()> {
        let [object, next] = match value.as_object().filter(|&array| self.iterates_plainly(array)) {
            Some(array) => [Value::object(array), Value::int(0)],
            None => {
                let [iterator, next] = self.iterator_and_next(value)?;
                // No index: a `next` that is no function is found out when it is called.
                [iterator, next.as_int().map_or(next, |number| Value::double(number.into()))]
            }
        };
        self.stack[row..=row + DONE].copy_from_slice(&[object, next, Value::FALSE]);
        Ok(())
    }

    /// The iterator of a value and its method `next`.
    pub(crate) fn iterator_and_next(&mut self, value: Value) -> Completion<[Value; 2]> {
        let mark = self.kept_mark();
        let record = self.get_iterator(value);
        self.release_kept(mark);
        let record = record?;
        Ok([record.iterator, record.next])
    }

    /// The same of GetIterator ( obj, async ).
    pub(crate) fn async_iterator_and_next(&mut self, value: Value) -> Completion<[Value; 2]> {
        let iterator = self.get_async_iterator(value)?;
        let next = self.keeping([iterator], |vm| vm.get_remembered(iterator, keys::NEXT))?;
        Ok([iterator, next])
    }

    /// IteratorNext, ECMA-262 7.4.6: the call of `next`, or the element of an array, for which the position is moved past the
    /// instruction that would unpack it. The empty marker stands for the end of an array.
    pub(super) fn next_of_row(&mut self, row: usize, dst: u8) -> Completion<Entered> {
        self.stack[row + DONE] = Value::TRUE;
        let [object, next] = [self.stack[row], self.stack[row + NEXT]];
        // Only saved code that nobody has compiled awaits what an array gives.
        let (Some(index), Some(array)) = (next.as_int(), object.as_object().filter(|_| !self.awaits_result())) else {
            return self.call_next_of_row(row, dst);
        };
        let index = index as u32;
        if index >= self.heap.length_of_array(array).unwrap_or(0) {
            return Ok(Entered::Value(Value::EMPTY));
        }
        let value = self.iterated_element(array, index)?;
        self.stack[row + NEXT] = Value::int(index.wrapping_add(1) as i32);
        self.stack[row + DONE] = Value::FALSE;
        self.pc += 1;
        Ok(Entered::Value(value))
    }

    /// The call of `next`, or what it does without a call, which needs no unpacking either.
    fn call_next_of_row(&mut self, row: usize, dst: u8) -> Completion<Entered> {
        let [object, next] = [self.stack[row], self.stack[row + NEXT]];
        // What awaits the result must be given one.
        let may_step = !self.awaits_result();
        let Some(step) = self.native_step(next).filter(|_| may_step) else {
            if may_step && let Some(entered) = self.step_generator(object, next, dst)? {
                return Ok(entered);
            }
            return self.enter_accessor(next, object, &[], dst, FrameKind::Call);
        };
        let Some(value) = self.step_natively(step, object)? else { return Ok(Entered::Value(Value::EMPTY)) };
        self.stack[row + DONE] = Value::FALSE;
        self.pc += 1;
        Ok(Entered::Value(value))
    }

    /// A generator has given the running frame, which goes on behind its `IteratorNext`, a value that need not be unpacked.
    pub(crate) fn deliver_to_row(&mut self, value: Value) {
        let (base, code) = (self.frame().base as usize, self.heap.code_block(self.frame().code));
        if let Some(&Instruction::IteratorUnpack { dst, iter, .. }) = code.instructions.get(self.pc as usize) {
            self.stack[base + dst as usize] = value;
            self.stack[base + iter as usize + DONE] = Value::FALSE;
            self.pc += 1;
        }
    }

    /// Does an `Await` stand behind the instruction that runs?
    fn awaits_result(&self) -> bool {
        let code = self.heap.code_block(self.frame().code);
        matches!(code.instructions.get(self.pc as usize), Some(Instruction::Await { .. }))
    }

    /// IteratorComplete and IteratorValue, ECMA-262 7.4.7 and 7.4.8; none at the end.
    pub(super) fn unpack_into_row(&mut self, row: usize, result: Value) -> Completion<Option<Value>> {
        let object = self.require_iterator_result(result)?;
        let value = self.iterator_result_value(object)?;
        self.stack[row + DONE] = Value::bool(value.is_none());
        Ok(value)
    }

    /// GetMethod of `return` (IteratorClose, ECMA-262 7.4.11): with the iterator, and none where there is none.
    pub(super) fn return_of_row(&mut self, row: usize) -> Completion<Option<[Value; 2]>> {
        self.stack[row + DONE] = Value::TRUE;
        if let (Some(index), Some(array)) = (self.stack[row + NEXT].as_int(), self.stack[row].as_object()) {
            if !self.array_iterators_have_return() {
                return Ok(None);
            }
            let iterator = self.new_array_iterator(array, Yields::Values, (index as u32).into());
            (self.stack[row], self.stack[row + NEXT]) = (Value::object(iterator), Value::UNDEFINED);
        }
        let iterator = self.stack[row];
        let method = self.get_method(iterator, keys::RETURN)?;
        Ok(method.map(|method| [iterator, Value::object(method)]))
    }

    pub(super) fn enter_return(&mut self, [iterator, method]: [Value; 2], dst: u8) -> Completion<Entered> {
        self.enter_accessor(method, iterator, &[], dst, FrameKind::Call)
    }

    /// Appends the values of an iterable to an array that no script has seen (ArrayAccumulation, ECMA-262 13.2.4.1).
    pub(crate) fn append_iterable(&mut self, array: Value, iterable: Value) -> Completion<()> {
        let Some(array) = array.as_object() else { return Ok(()) };
        let mark = self.kept_mark();
        let result = match iterable.as_object().filter(|&source| self.iterates_plainly(source)) {
            Some(source) => self.append_array(array, source),
            None => self.iterate(iterable, |vm, value| vm.append_value(array, value)),
        };
        self.release_kept(mark);
        result
    }

    fn append_array(&mut self, array: ObjectId, source: ObjectId) -> Completion<()> {
        let mut index = self.append_dense(array, source)?;
        while index < self.heap.length_of_array(source).unwrap_or(0) {
            self.tick(1)?;
            let value = self.iterated_element(source, index)?;
            self.append_value(array, value)?;
            index += 1;
        }
        Ok(())
    }

    /// The elements up to the first hole, in pieces: a copy of all of them would be memory that nobody counts. Gives how many
    /// there are.
    fn append_dense(&mut self, array: ObjectId, source: ObjectId) -> Completion<u32> {
        let length = self.heap.length_of_array(array).unwrap_or(0) as usize;
        let count = self.heap.elements(source).as_dense().map_or(0, <[Value]>::len);
        self.reserve_appended(array, length, length.saturating_add(count))?;
        let mut piece = Vec::with_capacity(count.min(DENSE_PIECE));
        let mut index = 0;
        loop {
            piece.clear();
            let values = self.heap.elements(source).as_dense().unwrap_or_default();
            let rest = values.get(index..).unwrap_or_default();
            piece.extend(rest.iter().take(DENSE_PIECE).take_while(|value| !value.is_empty()));
            self.tick(piece.len() as u64 / ELEMENTS_PER_TICK)?;
            self.append_values(array, &piece)?;
            index += piece.len();
            if piece.len() < DENSE_PIECE {
                return Ok(index as u32);
            }
        }
    }

    /// Appends a value to an array that no script has seen.
    pub fn append_value(&mut self, array: ObjectId, value: Value) -> Completion<()> {
        self.append_values(array, &[value])
    }

    fn append_values(&mut self, array: ObjectId, values: &[Value]) -> Completion<()> {
        let length = self.heap.length_of_array(array).unwrap_or(0);
        let Some(new_length) = u32::try_from(values.len()).ok().and_then(|count| length.checked_add(count)) else {
            return self.range_error(messages::INVALID_ARRAY_LENGTH);
        };
        self.reserve_appended(array, length as usize, new_length as usize)?;
        if let Elements::Dense(elements) = self.heap.elements_mut(array) {
            elements.extend_from_slice(values);
        }
        self.heap.set_array_length(array, new_length);
        Ok(())
    }

    /// Room for more elements: as much again, where there is not enough.
    fn reserve_appended(&mut self, array: ObjectId, length: usize, wanted: usize) -> Completion<()> {
        let capacity = match self.heap.elements(array) {
            Elements::Dense(values) => values.capacity(),
            _ => 0,
        };
        if wanted > capacity {
            self.heap.reserve_elements(array, wanted.max(2 * length).max(4))?;
        }
        Ok(())
    }

    /// A call with the arguments in an array: callee, `this` and the array are at `base`.
    pub(super) fn enter_list_call(&mut self, form: u8, base: usize, dst: u8, scope: u16) -> Completion<Entered> {
        let form = ListCall::from_number(form).unwrap_or(ListCall::Call);
        if form.applies() {
            return self.enter_apply(base, dst, form == ListCall::TailApply);
        }
        let [callee, this, list] = [self.stack[base], self.stack[base + 1], self.stack[base + 2]];
        let first = self.frame().top as usize + 1;
        let count = self.spread_on_stack(callee, this, list, first)?;
        match form {
            ListCall::New => self.enter_new(callee, first, count, dst),
            ListCall::Eval => self.enter_eval_call(callee, first, count, dst, scope),
            ListCall::TailCall if self.heap.code_block(self.frame().code).makes_tail_calls => {
                self.enter_tail_call(callee, first, count, dst)
            }
            ListCall::Call | ListCall::TailCall | ListCall::Apply | ListCall::TailApply => {
                self.enter_call(callee, first, count, dst)
            }
        }
    }

    /// Puts callee, `this` and the elements of a list on the stack, `this` at `first`. Gives how many elements there are.
    pub(crate) fn spread_on_stack(
        &mut self,
        callee: Value,
        this: Value,
        list: Value,
        first: usize,
    ) -> Completion<usize> {
        let count = list.as_object().and_then(|list| self.heap.length_of_array(list)).unwrap_or(0) as usize;
        self.tick(count as u64 / ARGUMENTS_PER_TICK)?;
        self.reserve_stack(first - 1, count + 2)?;
        (self.stack[first - 1], self.stack[first]) = (callee, this);
        let elements = list.as_object().and_then(|list| self.heap.elements(list).as_dense()).unwrap_or_default();
        let (given, holes) = self.stack[first + 1..=first + count].split_at_mut(elements.len().min(count));
        for (place, &value) in given.iter_mut().zip(elements) {
            *place = if value.is_empty() { Value::UNDEFINED } else { value };
        }
        // Lists that the compiler makes have all their elements; those of saved code may be anything.
        holes.fill(Value::UNDEFINED);
        self.top = first + 1 + count;
        Ok(count)
    }

    /// CopyDataProperties ( target, source, excludedItems ), ECMA-262 7.3.26.
    pub(crate) fn copy_data_properties(&mut self, target: Value, source: Value, excluded: &KeySet) -> Completion<()> {
        let Some(target) = target.as_object() else { return Ok(()) };
        if source.is_nullish() {
            return Ok(());
        }
        if let Some(from) = source.as_object()
            && excluded.is_empty()
            && self.copy_plainly(target, from, &[])?
        {
            return Ok(());
        }
        let from = self.to_object(source)?;
        let on_loan = self.heap.on_loan();
        let copied = self.keeping([Value::object(from), Value::object(target)], |vm| {
            let keys = vm.own_property_keys(from)?;
            // A getter may delete properties that are still to come.
            vm.keep_many(keys.iter().map(|key| key.kept_form()))?;
            for key in keys {
                vm.tick(1)?;
                if excluded.contains(key) {
                    continue;
                }
                if let Some(property) = vm.get_own_property(from, key)?
                    && property.enumerable == Some(true)
                {
                    let value = vm.get(from, key)?;
                    vm.create_data_property(target, key, value)?;
                }
            }
            Ok(())
        });
        self.heap.settle_loans(on_loan);
        copied
    }

    /// The rest of an object pattern: the properties whose keys are not in the array.
    pub(crate) fn rest_properties(&mut self, source: Value, excluded: Value) -> Completion<Value> {
        let list = excluded.as_object();
        let length = list.and_then(|list| self.heap.length_of_array(list)).unwrap_or(0);
        if let (Some(list), Some(from)) = (list, source.as_object())
            && let Some(rest) = self.plain_rest(from, list, length)?
        {
            return Ok(rest);
        }
        let mut keys = KeySet::default();
        self.heap.require_room(keys.growth(length as usize))?;
        for index in 0..length {
            self.tick(1)?;
            let Some(list) = list else { break };
            let key = self.iterated_element(list, index)?;
            let key = self.to_property_key(key)?;
            keys.insert(key);
        }
        let target = self.heap.new_object(self.realm.shapes.object, ObjectKind::Ordinary);
        self.keeping([Value::object(target)], |vm| vm.copy_data_properties(Value::object(target), source, &keys))?;
        Ok(Value::object(target))
    }

    /// Fast path: the same where few keys are left out of a plain object.
    fn plain_rest(&mut self, source: ObjectId, list: ObjectId, length: u32) -> Completion<Option<Value>> {
        let mut keys = [PropertyKey::NONE; MOST_LISTED];
        let Some(keys) = keys.get_mut(..length as usize) else { return Ok(None) };
        for (index, place) in keys.iter_mut().enumerate() {
            let key = self.iterated_element(list, index as u32)?;
            *place = self.to_property_key(key)?;
        }
        let room = (self.heap[self.heap.shape_of(source)].count as usize).min(MOST_LISTED);
        let target = self.heap.new_object_of_literal(self.realm.shapes.object, room as u8);
        let is_copied = self.keeping([Value::object(target)], |vm| vm.copy_plainly(target, source, keys))?;
        Ok(is_copied.then_some(Value::object(target)))
    }

    /// The array of the running function's arguments from a position on.
    pub(crate) fn rest_arguments(&mut self, start: usize) -> Completion<Value> {
        let count = self.kept_arguments().len().saturating_sub(start);
        self.heap.require_room(2 * count * size_of::<Value>())?;
        let values = self.kept_arguments().get(start..).unwrap_or_default().to_vec();
        Ok(Value::object(self.new_array_from(values)?))
    }

    /// What `return` of an iterator has given must be an object.
    pub(crate) fn require_object(&mut self, value: Value) -> Completion<Value> {
        if value.is_object() {
            return Ok(value);
        }
        let found = self.describe(value);
        self.type_error(format!("Iterator result {found} is not an object"))
    }

    /// RequireObjectCoercible, ECMA-262 7.2.1, of what a pattern takes apart, of which it asks for a property of that name first.
    pub(crate) fn require_coercible(&mut self, value: Value, name: Value) -> Completion<Value> {
        if value.is_nullish() {
            let name = name.as_string().map(|name| self.heap.shown_name(name));
            let what = self.text_of_operand();
            return self.type_error(messages::cannot_destructure(messages::nullish_text(value), what, name));
        }
        Ok(value)
    }
}
