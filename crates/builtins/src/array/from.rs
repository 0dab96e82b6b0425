//! Array.from.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::realm;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::elements::{create_element, get_element};
use super::{array_create, check_length, number, set_length};

/// The mapping function, if any.
#[derive(Copy, Clone)]
struct Mapping {
    function: Option<Value>,
    this_argument: Value,
}

impl Mapping {
    fn of(vm: &mut Vm, call: Call) -> Completion<Self> {
        let function = call.argument(vm, 1);
        if !function.is_undefined() && !vm.heap.is_callable(function) {
            let found = messages::describe(vm, function);
            return vm.type_error(messages::not_callable(&found));
        }
        Ok(Mapping { function: Some(function).filter(|it| !it.is_undefined()), this_argument: call.argument(vm, 2) })
    }

    fn apply(&self, vm: &mut Vm, value: Value, index: u64) -> Completion<Value> {
        match self.function {
            Some(function) => vm.call(function, self.this_argument, &[value, number(index)]),
            None => Ok(value),
        }
    }
}

/// Array.from ( items [ , mapper [ , thisArg ] ] ), ECMA-262 23.1.2.1
pub(super) fn from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let items = call.argument(vm, 0);
    let mapping = Mapping::of(vm, call)?;
    if let Some(method) = iteration::iterator_method(vm, items, symbols::ITERATOR)? {
        vm.keep(method);
        return from_iterable(vm, call, items, method, mapping);
    }
    let source = convert::to_object(vm, items)?;
    vm.keep(Value::object(source));
    let length = convert::length_of_array_like(vm, source)?;
    let result = make(vm, call, Some(length))?;
    let fill = |vm: &mut Vm, index, mapped| -> Completion<()> {
        let vm = &mut vm.scope();
        vm.keep(mapped);
        create_element(vm, result, index, mapped)
    };
    match mapping.function {
        Some(function) => {
            let mut index = 0;
            vm.call_repeatedly(function, mapping.this_argument, |vm, mapped| {
                if let Some(mapped) = mapped {
                    fill(vm, index, mapped)?;
                    index += 1;
                }
                if index == length {
                    return Ok(None);
                }
                Ok(Some([get_element(vm, source, index)?, number(index)]))
            })?;
        }
        None => {
            for index in 0..length {
                let value = get_element(vm, source, index)?;
                fill(vm, index, value)?;
            }
        }
    }
    set_length(vm, result, length)?;
    Ok(Value::object(result))
}

/// Array.from for iterables. An error of the mapping, or of the definition in the result, closes the iterator.
fn from_iterable(vm: &mut Vm, call: Call, items: Value, method: Value, mapping: Mapping) -> Completion<Value> {
    let result = make(vm, call, None)?;
    let mut index = 0;
    iteration::iterate_by(vm, items, method, |vm, value| {
        check_length(vm, index + 1)?;
        let mapped = mapping.apply(vm, value, index)?;
        vm.keep(mapped);
        create_element(vm, result, index, mapped)?;
        index += 1;
        Ok(())
    })?;
    set_length(vm, result, index)?;
    Ok(Value::object(result))
}

/// Creates the object to fill, and keeps it alive: `this` constructs it, or it is an array.
fn make(vm: &mut Vm, call: Call, length: Option<u64>) -> Completion<ObjectId> {
    let constructor = call.this.as_object().filter(|&object| vm.heap.has_construct(object));
    let result = match constructor.filter(|&constructor| constructor != realm::intrinsics(vm).array) {
        Some(constructor) => {
            let length = length.map(number);
            vm.construct(constructor, length.as_slice(), constructor)?
        }
        None => array_create(vm, length.unwrap_or(0))?,
    };
    vm.keep(Value::object(result));
    Ok(result)
}
