//! The iterators of arrays and strings: ECMA-262 23.1.5 and 22.1.5.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::iteration::ArrayIterator;
use ferrotape_runtime::iteration::StringIterator;
use ferrotape_runtime::iteration::{self, Yields};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{self, Kind, ObjectKind};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::string;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

static ARRAY_METHODS: &[NativeFunction] = &[method("next", 0, next_of_array).with_step(step_of_array)];

static STRING_METHODS: &[NativeFunction] = &[method("next", 0, next_of_string).with_step(step_of_string)];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let intrinsics = realm::intrinsics(realm.vm);
    let (array, string) = (intrinsics.array_iterator_prototype, intrinsics.string_iterator_prototype);
    realm.methods(array, ARRAY_METHODS)?;
    realm.string_tag(array, "Array Iterator")?;
    realm.methods(string, STRING_METHODS)?;
    realm.string_tag(string, "String Iterator")
}

/// %ArrayIteratorPrototype%.next ( ), ECMA-262 23.1.5.2.1
fn next_of_array(vm: &mut Vm, call: Call) -> Completion<Value> {
    let item = step_of_array(vm, call.this)?;
    Ok(iteration::iterator_result(vm, item.unwrap_or(Value::UNDEFINED), item.is_none()))
}

/// Advances an array iterator. At the end, or by an error, it lets go of its array and stays at its end.
fn step_of_array(vm: &mut Vm, this: Value) -> Completion<Option<Value>> {
    if let Some(iterator) = this.as_object()
        && let Kind::ArrayIterator(ArrayIterator { array, index, yields }) = vm.heap.kind(iterator)
    {
        let nothing = vm.heap.nothing();
        let item = if array == nothing { Ok(None) } else { item_of_array(vm, array, index, yields) };
        // Script that ran meanwhile may have ended the iterator.
        let has_ended = matches!(vm.heap.kind(iterator), Kind::ArrayIterator(now) if now.array == nothing);
        let goes_on = matches!(item, Ok(Some(_))) && !has_ended;
        let (array, index) = if goes_on { (array, index + 1) } else { (nothing, 0) };
        vm.heap.set_internal_slots(iterator, ObjectKind::ArrayIterator { array, index, yields });
        return item;
    }
    incompatible(vm, this, "Array Iterator.prototype.next")
}

/// Step 8.a and 8.b of CreateArrayIterator, ECMA-262 23.1.5.1.
fn iterated_length(vm: &mut Vm, array: ObjectId) -> Completion<u64> {
    let Some(view) = views::typed_array(&vm.heap, array) else { return convert::length_of_array_like(vm, array) };
    match views::length_of_view(&vm.heap, view) {
        Some(length) => Ok(length as u64),
        None => vm.type_error(messages::VIEW_OUT_OF_BOUNDS),
    }
}

/// Returns the iterator's item at an index. None beyond the end.
fn item_of_array(vm: &mut Vm, array: ObjectId, index: u64, yields: Yields) -> Completion<Option<Value>> {
    vm.work(1)?;
    if index >= iterated_length(vm, array)? {
        return Ok(None);
    }
    let position = i32::try_from(index).map_or(Value::double(index as f64), Value::int);
    if yields == Yields::Keys {
        return Ok(Some(position));
    }
    let value = match u32::try_from(index) {
        Ok(index) => iteration::iterated_element(vm, array, index)?,
        Err(_) => {
            let key = vm.heap.key_of_index(index);
            object::get(vm, array, key)?
        }
    };
    match yields {
        Yields::Values | Yields::Keys => Ok(Some(value)),
        Yields::Entries => array::new_array_of(vm, &[position, value]).map(|entry| Some(Value::object(entry))),
    }
}

/// %StringIteratorPrototype%.next ( ), ECMA-262 22.1.5.1.1
fn next_of_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let item = step_of_string(vm, call.this)?;
    Ok(iteration::iterator_result(vm, item.unwrap_or(Value::UNDEFINED), item.is_none()))
}

/// Advances a string iterator by a code point, or by a lone surrogate. At the end it lets go of its string.
fn step_of_string(vm: &mut Vm, this: Value) -> Completion<Option<Value>> {
    if let Some(iterator) = this.as_object()
        && let Kind::StringIterator(StringIterator { string, position }) = vm.heap.kind(iterator)
    {
        vm.work(1)?;
        let flat = vm.heap.flatten(string)?;
        let character = code_point_at(vm, flat.id(), position as usize)?;
        let length = character.map_or(0, |character| vm.heap.string_length(character));
        let slots = match length {
            0 => StringIterator { string: StringId::EMPTY, position: 0 },
            length => StringIterator { string, position: position + length as u32 },
        };
        vm.heap.set_internal_slots(iterator, ObjectKind::StringIterator(slots));
        return Ok(character.map(Value::string));
    }
    incompatible(vm, this, "String Iterator.prototype.next")
}

/// Returns the string of the code point at a position: one code unit, or a surrogate pair. None beyond the end.
fn code_point_at(vm: &mut Vm, string: StringId, position: usize) -> Completion<Option<StringId>> {
    let flat = vm.heap.flatten(string)?;
    let view = vm.heap.view(flat);
    let Some(first) = view.get(position) else { return Ok(None) };
    let second = view.get(position + 1).filter(|second| matches!(second, 0xDC00..=0xDFFF));
    Ok(Some(match second {
        Some(second) if matches!(first, 0xD800..=0xDBFF) => string::new_utf16(&mut vm.heap, [first, second]),
        _ => vm.heap.character(first),
    }))
}

fn incompatible<T>(vm: &mut Vm, this: Value, method: &str) -> Completion<T> {
    let receiver = messages::describe(vm, this);
    vm.type_error(messages::incompatible_receiver(method, &receiver))
}
