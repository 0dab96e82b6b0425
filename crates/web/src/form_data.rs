//! FormData, XMLHttpRequest 4: a list of names and values, which are strings or files.

use std::any::Any;

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::blob::{file_of_blob, is_blob};
use crate::interface::{self, Interface, Known, new_object, prototype_for_new, require_arguments, this_object};
use crate::pairs::{self, PairIterable, pair, pair_iterable};
use crate::text;

/// The class of form data, and the data of new ones.
pub(crate) const CLASS: PartClass = ("FormData", || Box::new(FormData));

pub(crate) static GLOBALS: &[&str] = &["FormData"];

/// Marks an object as FormData.
struct FormData;

impl HostData for FormData {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(FormData))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        bytes.is_empty()
    }
}

static FORM_DATA: Interface = Interface {
    known: Known::FormData,
    constructor: constructor("FormData", 0, form_data),
    operations: OPERATIONS,
    attributes: &[],
    statics: &[],
};

static OPERATIONS: &[NativeFunction] = &[
    method("append", 2, append),
    method("delete", 1, delete),
    method("get", 1, get),
    method("getAll", 1, get_all),
    method("has", 1, has),
    method("set", 2, set),
];

static ITERATION: PairIterable = PairIterable {
    name: "FormData",
    iterator: ("FormData Iterator", Known::FormDataIterator),
    is_it: |heap, object| hosts::host_data::<FormData>(heap, object).is_some(),
    functions: pair_iterable!(ITERATION),
};

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let [_, prototype] = interface::define(realm, &FORM_DATA, None)?;
    pairs::install(realm, prototype, &ITERATION)
}

/// new FormData ( ): there are no forms.
fn form_data(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::FormData, "FormData")?;
    if !call.argument(vm, 0).is_undefined() {
        return vm.type_error("FormData of forms are not to be had: there are no forms");
    }
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    made(vm, prototype, list).map(Value::object)
}

/// Makes form data of a list of names and values. They are kept.
pub(crate) fn new_form_data(vm: &mut Vm, list: ObjectId) -> Completion<ObjectId> {
    let prototype = Known::FormData.of_realm(vm);
    made(vm, prototype, list)
}

/// Returns whether it is an object of this class.
pub(crate) fn is_form_data(vm: &Vm, object: ObjectId) -> bool {
    hosts::host_data::<FormData>(&vm.heap, object).is_some()
}

fn made(vm: &mut Vm, prototype: ObjectId, list: ObjectId) -> Completion<ObjectId> {
    let data = new_object(vm, CLASS.0, prototype, Box::new(FormData))?;
    hosts::keep_value(&mut vm.heap, data, Value::UNDEFINED)?;
    hosts::keep_value(&mut vm.heap, data, Value::object(list))?;
    Ok(data)
}

fn this_data(vm: &mut Vm, call: Call, what: &str, arguments: usize) -> Completion<ObjectId> {
    let data = this_object::<FormData>(vm, call, &format!("FormData.prototype.{what}"))?;
    require_arguments(vm, call, arguments, &format!("FormData.{what}"))?;
    Ok(data)
}

/// Returns the name of a call.
fn name_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    Ok(Value::string(text::to_usv_string(vm, call.argument(vm, 0))?))
}

/// Makes an entry of the arguments, XMLHttpRequest 4.3. It is kept.
fn new_entry(vm: &mut Vm, call: Call) -> Completion<[Value; 2]> {
    let name = name_of(vm, call)?;
    let value = call.argument(vm, 1);
    let blob = value.as_object().filter(|&value| is_blob(vm, value));
    let value = match blob {
        Some(blob) => {
            let file_name = match call.argument(vm, 2) {
                Value::UNDEFINED => None,
                file_name => Some(Value::string(text::to_usv_string(vm, file_name)?)),
            };
            file_of_blob(vm, blob, file_name)?
        }
        None if call.argument_count() > 2 => {
            return vm.type_error("The value of an entry with a file name must be a Blob");
        }
        None => Value::string(text::to_usv_string(vm, value)?),
    };
    vm.keep(value);
    Ok([name, value])
}

fn append_pair(vm: &mut Vm, list: ObjectId, pair: [Value; 2]) -> Completion<()> {
    for value in pair {
        iterate::append_value(vm, list, value)?;
    }
    Ok(())
}

/// FormData.prototype.append ( name, value, filename )
fn append(vm: &mut Vm, call: Call) -> Completion<Value> {
    let data = this_data(vm, call, "append", 2)?;
    let entry = new_entry(vm, call)?;
    let list = pairs::list(vm, data);
    append_pair(vm, list, entry)?;
    Ok(Value::UNDEFINED)
}

/// FormData.prototype.delete ( name )
fn delete(vm: &mut Vm, call: Call) -> Completion<Value> {
    let data = this_data(vm, call, "delete", 1)?;
    let name = name_of(vm, call)?;
    change(vm, data, name, None)
}

/// FormData.prototype.set ( name, value, filename )
fn set(vm: &mut Vm, call: Call) -> Completion<Value> {
    let data = this_data(vm, call, "set", 2)?;
    let [name, value] = new_entry(vm, call)?;
    change(vm, data, name, Some(value))
}

/// Replaces all values of a name by one, or by none.
fn change(vm: &mut Vm, data: ObjectId, name: Value, mut value: Option<Value>) -> Completion<Value> {
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let mut index = 0;
    while let Some(entry) = pair(vm, data, index) {
        index += 1;
        vm.work(ENTRY)?;
        if !text::is_same(vm, entry[0], name)? {
            append_pair(vm, list, entry)?;
        } else if let Some(value) = value.take() {
            append_pair(vm, list, [name, value])?;
        }
    }
    if let Some(value) = value {
        append_pair(vm, list, [name, value])?;
    }
    pairs::set_list(vm, data, list);
    Ok(Value::UNDEFINED)
}

/// FormData.prototype.get ( name )
fn get(vm: &mut Vm, call: Call) -> Completion<Value> {
    let data = this_data(vm, call, "get", 1)?;
    let name = name_of(vm, call)?;
    Ok(first(vm, data, name)?.unwrap_or(Value::NULL))
}

/// Finds the first entry with a name, for `get` and `has`; each entry that is looked at is charged.
fn first(vm: &mut Vm, data: ObjectId, name: Value) -> Completion<Option<Value>> {
    let mut index = 0;
    while let Some([its_name, value]) = pair(vm, data, index) {
        index += 1;
        vm.work(ENTRY)?;
        if text::is_same(vm, its_name, name)? {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// FormData.prototype.getAll ( name )
fn get_all(vm: &mut Vm, call: Call) -> Completion<Value> {
    let data = this_data(vm, call, "getAll", 1)?;
    let name = name_of(vm, call)?;
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let mut index = 0;
    while let Some([its_name, value]) = pair(vm, data, index) {
        index += 1;
        vm.work(ENTRY)?;
        if text::is_same(vm, its_name, name)? {
            iterate::append_value(vm, list, value)?;
        }
    }
    Ok(Value::object(list))
}

/// FormData.prototype.has ( name )
fn has(vm: &mut Vm, call: Call) -> Completion<Value> {
    let data = this_data(vm, call, "has", 1)?;
    let name = name_of(vm, call)?;
    Ok(Value::bool(first(vm, data, name)?.is_some()))
}
