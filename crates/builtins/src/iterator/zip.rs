//! Iterator.zip and Iterator.zipKeyed, ECMA-262 27.1.3.2.4 and 27.1.3.2.5: iterators side by side.
//!
//! The helper's state is an array that no script sees. It has four values for each iterator: the iterator, its method
//! `next`, its padding after its end, and the key of its values. An ended iterator is undefined.

use ferrotape_runtime::cell;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::{self, IteratorRecord};
use ferrotape_runtime::iterator_helper::{HelperForm, IteratorHelper, ZipMode};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::helper::{iterator_step, new_helper, record_of};
use super::{Primitives, flattenable_iterator};
use crate::object::KeptKeys;
use crate::options::{option, options};

/// Values in the array for each iterator.
const WIDTH: usize = 4;
const ITERATOR: usize = 0;
const NEXT: usize = 1;
const PADDING: usize = 2;
const KEY: usize = 3;

const MODES: &[(&str, ZipMode)] =
    &[("shortest", ZipMode::Shortest), ("longest", ZipMode::Longest), ("strict", ZipMode::Strict)];

/// Iterator.zip ( iterables [ , options ] ), ECMA-262 27.1.3.2.4
pub(super) fn zip(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (iterables, mode, padding) = arguments(vm, call)?;
    let all = Zipped::new(vm);
    let mut input = iteration::get_iterator(vm, Value::object(iterables))?;
    loop {
        let vm = &mut vm.scope();
        vm.work(1)?;
        let next = iteration::iterator_step_value(vm, &mut input);
        let Some(value) = all.or_close(vm, next)? else { break };
        vm.keep(value);
        match flattenable_iterator(vm, value, Primitives::Rejected) {
            Ok(record) => all.push(vm, record, Value::UNDEFINED)?,
            Err(thrown) => {
                let closed: Completion<Value> = all.close(vm, Err(thrown));
                return iteration::iterator_close(vm, &input, closed);
            }
        }
    }
    if let Some(padding) = padding {
        all.pad(vm, padding)?;
    }
    Ok(new_helper(vm, HelperForm::Zip(mode), [Value::UNDEFINED; 2], Value::object(all.0), 0.0))
}

/// Iterator.zipKeyed ( iterables [ , options ] ), ECMA-262 27.1.3.2.5
pub(super) fn zip_keyed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (iterables, mode, padding) = arguments(vm, call)?;
    let all = Zipped::new(vm);
    for key in KeptKeys::of(vm, iterables)?.keys {
        vm.work(1)?;
        let is_enumerable = object::has_own_enumerable(vm, iterables, key);
        if !all.or_close(vm, is_enumerable)? {
            continue;
        }
        let value = object::get(vm, iterables, key);
        let value = all.or_close(vm, value)?;
        if value.is_undefined() {
            continue;
        }
        vm.keep(value);
        let record = flattenable_iterator(vm, value, Primitives::Rejected);
        let record = all.or_close(vm, record)?;
        let key = vm.heap.value_of_key(key);
        vm.keep(key);
        all.push(vm, record, key)?;
    }
    for place in 0..all.count(vm) {
        let Some(padding) = padding else { break };
        vm.work(1)?;
        let key = all.get(vm, place, KEY);
        let key = convert::to_property_key(vm, key)?;
        let value = object::get(vm, padding, key);
        let value = all.or_close(vm, value)?;
        all.set(vm, place, PADDING, value);
    }
    Ok(new_helper(vm, HelperForm::ZipKeyed(mode), [Value::UNDEFINED; 2], Value::object(all.0), 0.0))
}

/// Common arguments: the iterables, the mode, and the source of the padding, if any.
fn arguments(vm: &mut Vm, call: Call) -> Completion<(ObjectId, ZipMode, Option<ObjectId>)> {
    let iterables = call.argument(vm, 0);
    let Some(object) = iterables.as_object() else {
        let found = messages::describe(vm, iterables);
        return vm.type_error(format!("{found} is not an object"));
    };
    let given = call.argument(vm, 1);
    let given = options(vm, given)?;
    let mode = option(vm, given, "mode", MODES, ZipMode::Shortest)?;
    let Some(given) = given.filter(|_| mode == ZipMode::Longest) else { return Ok((object, mode, None)) };
    let key = vm.heap.key("padding");
    let padding = object::get(vm, given, key)?;
    if !padding.is_undefined() && !padding.is_object() {
        let found = messages::describe(vm, padding);
        return vm.type_error(format!("The padding {found} is not an object"));
    }
    vm.keep(padding);
    Ok((object, mode, padding.as_object()))
}

/// The array of the iterators.
#[derive(Copy, Clone)]
struct Zipped(ObjectId);

impl Zipped {
    /// Creates the array, and keeps it until the native function returns.
    fn new(vm: &mut Vm) -> Zipped {
        let array = array::new_array(vm);
        vm.keep(Value::object(array));
        Zipped(array)
    }

    fn push(self, vm: &mut Vm, record: IteratorRecord, key: Value) -> Completion<()> {
        for value in [record.iterator, record.next, Value::UNDEFINED, key] {
            iterate::append_value(vm, self.0, value)?;
        }
        Ok(())
    }

    fn count(self, vm: &Vm) -> usize {
        vm.heap.elements(self.0).as_dense().map_or(0, <[Value]>::len) / WIDTH
    }

    fn get(self, vm: &Vm, place: usize, which: usize) -> Value {
        let values = vm.heap.elements(self.0).as_dense().unwrap_or_default();
        values.get(place * WIDTH + which).copied().filter(|value| !value.is_empty()).unwrap_or(Value::UNDEFINED)
    }

    fn set(self, vm: &mut Vm, place: usize, which: usize, value: Value) {
        cell::replace_element(&mut vm.heap, self.0, place * WIDTH + which, value);
    }

    /// Returns the iterator at a place, unless it has ended.
    fn open(self, vm: &Vm, place: usize) -> Option<IteratorRecord> {
        let iterator = self.get(vm, place, ITERATOR);
        iterator.is_object().then(|| record_of([iterator, self.get(vm, place, NEXT)]))
    }

    /// Marks an iterator as ended: it is not closed any more.
    fn end(self, vm: &mut Vm, place: usize) {
        self.set(vm, place, ITERATOR, Value::UNDEFINED);
    }

    /// IfAbruptCloseIterators ( value, iteratorRecords ), ECMA-262 7.4.13
    fn or_close<T>(self, vm: &mut Vm, completion: Completion<T>) -> Completion<T> {
        match completion {
            Ok(value) => Ok(value),
            Err(thrown) => self.close(vm, Err(thrown)),
        }
    }

    /// IteratorCloseAll ( iteratorRecords, completion ), ECMA-262 7.4.12: the last iterator first.
    fn close<T>(self, vm: &mut Vm, mut completion: Completion<T>) -> Completion<T> {
        for place in (0..self.count(vm)).rev() {
            if let Some(record) = self.open(vm, place) {
                self.end(vm, place);
                vm.heap.work(1)?;
                completion = iteration::iterator_close(vm, &record, completion);
            }
        }
        completion
    }

    /// Reads the padding from its iterator, as far as it goes: step 14.b of Iterator.zip.
    fn pad(self, vm: &mut Vm, padding: ObjectId) -> Completion<()> {
        let record = iteration::get_iterator(vm, Value::object(padding));
        let mut record = self.or_close(vm, record)?;
        for place in 0..self.count(vm) {
            vm.work(1)?;
            let next = iteration::iterator_step_value(vm, &mut record);
            let Some(value) = self.or_close(vm, next)? else { return Ok(()) };
            self.set(vm, place, PADDING, value);
        }
        let closed = iteration::iterator_close(vm, &record, Ok(()));
        self.or_close(vm, closed)
    }
}

/// Closes all open iterators, for `return`.
pub(super) fn close(vm: &mut Vm, helper: &IteratorHelper) -> Completion<()> {
    match helper.function.as_object() {
        Some(array) => Zipped(array).close(vm, Ok(())),
        None => Ok(()),
    }
}

/// A turn of IteratorZip ( iters, mode, padding, finishResults ), ECMA-262 27.1.3.2.6
pub(super) fn step(vm: &mut Vm, helper: &IteratorHelper, mode: ZipMode) -> Completion<Option<Value>> {
    let Some(all) = helper.function.as_object().map(Zipped) else { return Ok(None) };
    let count = all.count(vm);
    if count == 0 {
        return Ok(None);
    }
    let results = array::new_array(vm);
    vm.keep(Value::object(results));
    for place in 0..count {
        vm.work(1)?;
        let value = match all.open(vm, place) {
            None => all.get(vm, place, PADDING),
            Some(mut record) => match iteration::iterator_step_value(vm, &mut record) {
                Ok(Some(value)) => value,
                Ok(None) => {
                    all.end(vm, place);
                    match mode {
                        ZipMode::Shortest => return all.close(vm, Ok(None)),
                        ZipMode::Strict => return all.end_strictly(vm, place),
                        ZipMode::Longest if (0..count).all(|place| all.open(vm, place).is_none()) => return Ok(None),
                        ZipMode::Longest => all.get(vm, place, PADDING),
                    }
                }
                Err(thrown) => {
                    all.end(vm, place);
                    return all.close(vm, Err(thrown));
                }
            },
        };
        iterate::append_value(vm, results, value)?;
    }
    if matches!(helper.form, HelperForm::ZipKeyed(_)) {
        all.keyed(vm, results).map(Some)
    } else {
        Ok(Some(Value::object(results)))
    }
}

impl Zipped {
    /// Handles the end of one iterator: all others must end with it.
    fn end_strictly(self, vm: &mut Vm, place: usize) -> Completion<Option<Value>> {
        if place == 0 {
            for other in 1..self.count(vm) {
                vm.work(1)?;
                let Some(mut record) = self.open(vm, other) else { continue };
                match iterator_step(vm, &mut record) {
                    Ok(true) => return self.differ(vm),
                    Ok(false) => self.end(vm, other),
                    Err(thrown) => {
                        self.end(vm, other);
                        return self.close(vm, Err(thrown));
                    }
                }
            }
            return Ok(None);
        }
        self.differ(vm)
    }

    fn differ(self, vm: &mut Vm) -> Completion<Option<Value>> {
        let thrown = vm.type_error("The iterators do not end together, as the mode 'strict' asks for");
        self.close(vm, thrown)
    }

    /// Returns the results under their keys, in an object without a prototype.
    fn keyed(self, vm: &mut Vm, results: ObjectId) -> Completion<Value> {
        let object = vm.heap.new_object_with_prototype(None, ObjectKind::Ordinary);
        vm.keep(Value::object(object));
        for place in 0..self.count(vm) {
            vm.work(1)?;
            let key = self.get(vm, place, KEY);
            let key = convert::to_property_key(vm, key)?;
            let values = vm.heap.elements(results).as_dense().unwrap_or_default();
            let value = values.get(place).copied().unwrap_or(Value::UNDEFINED);
            object::create_data_property_or_throw(vm, object, key, value)?;
        }
        Ok(Value::object(object))
    }
}
