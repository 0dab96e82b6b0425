//! %TypedArray%.from and %TypedArray%.of.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::construct::list_of;
use super::create::create_writable;
use crate::array::number;

/// %TypedArray%.from ( source [ , mapper [ , thisArg ] ] ), ECMA-262 23.2.2.1
pub(super) fn from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let constructor = this_constructor(vm, call)?;
    let [source, mapper, this] = [0, 1, 2].map(|index| call.argument(vm, index));
    if !mapper.is_undefined() && !vm.heap.is_callable(mapper) {
        let found = messages::describe(vm, mapper);
        return vm.type_error(messages::not_callable(&found));
    }
    let (values, length) = match iteration::iterator_method(vm, source, symbols::ITERATOR)? {
        Some(method) => {
            vm.keep(method);
            let list = list_of(vm, source, method)?;
            (list, u64::from(array::array_length(vm, list)))
        }
        None => {
            let source = convert::to_object(vm, source)?;
            vm.keep(Value::object(source));
            (source, convert::length_of_array_like(vm, source)?)
        }
    };
    let target = create_writable(vm, constructor, &[number(length)])?;
    for index in 0..length {
        let vm = &mut vm.scope();
        vm.work(1)?;
        let key = vm.heap.key_of_index(index);
        let mut value = object::get(vm, values, key)?;
        if !mapper.is_undefined() {
            value = vm.call(mapper, this, &[value, number(index)])?;
        }
        vm.keep(value);
        target.set(vm, index as usize, value)?;
    }
    Ok(Value::object(target.object))
}

/// %TypedArray%.of ( ...items ), ECMA-262 23.2.2.2
pub(super) fn of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let constructor = this_constructor(vm, call)?;
    let count = call.argument_count();
    let target = create_writable(vm, constructor, &[number(count as u64)])?;
    for index in 0..count {
        vm.work(1)?;
        let item = call.argument(vm, index);
        target.set(vm, index, item)?;
    }
    Ok(Value::object(target.object))
}

fn this_constructor(vm: &mut Vm, call: Call) -> Completion<ObjectId> {
    match call.this.as_object().filter(|&object| vm.heap.has_construct(object)) {
        Some(constructor) => Ok(constructor),
        None => {
            let found = messages::describe(vm, call.this);
            vm.type_error(messages::not_a_constructor(&found))
        }
    }
}
