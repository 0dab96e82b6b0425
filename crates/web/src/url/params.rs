//! URLSearchParams, URL 6.2: a list of names and values, which are strings of the script. The list is an array that no
//! script sees.

use std::any::Any;

use ferrotape_budget::costs::UNITS_COMPARED_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::sort;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{PARAMS, form};
use crate::interface::{
    self, Interface, Known, attributes, kept, new_object, prototype_for_new, require_arguments, this_object,
};
use crate::pairs::{self, PairIterable, list, pair, pair_count, pair_iterable};
use crate::text;

/// The class of URLSearchParams objects, and the data of a new one.
pub(crate) const CLASS: PartClass = ("URLSearchParams", || Box::new(Params));

/// The kept values: the URL or undefined, and the list.
const URL: usize = 0;
const LIST: usize = pairs::LIST;

/// Marks an object as a URLSearchParams.
pub(super) struct Params;

impl HostData for Params {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(Params))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        bytes.is_empty()
    }
}

static SEARCH_PARAMS: Interface = Interface {
    known: Known::UrlSearchParams,
    constructor: constructor("URLSearchParams", 0, search_params),
    operations: OPERATIONS,
    attributes: attributes! { "size": size; },
    statics: &[],
};

static OPERATIONS: &[NativeFunction] = &[
    method("append", 2, append),
    method("delete", 1, delete),
    method("get", 1, get),
    method("getAll", 1, get_all),
    method("has", 1, has),
    method("set", 2, set),
    method("sort", 0, sort),
    method("toString", 0, to_string),
];

static ITERATION: PairIterable = PairIterable {
    name: "URLSearchParams",
    iterator: ("URLSearchParams Iterator", Known::UrlSearchParamsIterator),
    is_it: |heap, object| hosts::host_data::<Params>(heap, object).is_some(),
    functions: pair_iterable!(ITERATION),
};

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let [_, prototype] = interface::define(realm, &SEARCH_PARAMS, None)?;
    pairs::install(realm, prototype, &ITERATION)
}

fn this_params(vm: &mut Vm, call: Call, what: &str) -> Completion<ObjectId> {
    this_object::<Params>(vm, call, &format!("URLSearchParams.prototype.{what}"))
}

fn new_params(vm: &mut Vm, prototype: ObjectId, url: Value, list: ObjectId) -> Completion<ObjectId> {
    vm.keep(Value::object(list));
    let params = new_object(vm, CLASS.0, prototype, Box::new(Params))?;
    hosts::keep_value(&mut vm.heap, params, url)?;
    hosts::keep_value(&mut vm.heap, params, Value::object(list))?;
    Ok(params)
}

/// Returns the list of a URLSearchParams. None of another object.
pub(crate) fn list_of_params(vm: &mut Vm, object: ObjectId) -> Option<ObjectId> {
    hosts::host_data::<Params>(&vm.heap, object)?;
    Some(list(vm, object))
}

/// Makes the URLSearchParams of a URL.
pub(super) fn of_url(vm: &mut Vm, url: ObjectId) -> Completion<ObjectId> {
    let query = super::query_of(vm, url)?;
    let list = form::parse(vm, &query)?;
    let prototype = Known::UrlSearchParams.of_realm(vm);
    new_params(vm, prototype, Value::object(url), list)
}

/// Parses the query of a URL again, if there is a URLSearchParams of it.
pub(super) fn follow(vm: &mut Vm, url: ObjectId) -> Completion<()> {
    let Some(params) = kept(vm, url, PARAMS).as_object() else { return Ok(()) };
    let query = super::query_of(vm, url)?;
    let list = form::parse(vm, &query)?;
    hosts::set_kept_value(&mut vm.heap, params, LIST, Value::object(list));
    Ok(())
}

/// Gives the object another list, and its URL another query: the update steps.
fn set_list(vm: &mut Vm, params: ObjectId, list: ObjectId) -> Completion<()> {
    hosts::set_kept_value(&mut vm.heap, params, LIST, Value::object(list));
    update(vm, params)
}

fn update(vm: &mut Vm, params: ObjectId) -> Completion<()> {
    let Some(url) = kept(vm, params, URL).as_object() else { return Ok(()) };
    let list = list(vm, params);
    let query = form::serialize(vm, list)?;
    super::set_query(vm, url, query)
}

/// new URLSearchParams ( init )
fn search_params(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::UrlSearchParams, "URLSearchParams")?;
    let init = call.argument(vm, 0);
    let list = match init.as_object() {
        Some(object) => match iteration::iterator_method(vm, init, symbols::ITERATOR)? {
            Some(method) => pairs::list_of_pairs(vm, init, method, &mut to_pair)?,
            None => pairs::list_of_record(vm, object, &mut to_pair)?,
        },
        None if init.is_undefined() => array::new_array(vm),
        None => {
            let text = text::to_string(vm, init)?;
            let text = text::utf8(vm, text)?;
            form::parse(vm, text.strip_prefix(b"?").unwrap_or(&text))?
        }
    };
    Ok(Value::object(new_params(vm, prototype, Value::UNDEFINED, list)?))
}

/// Converts a name or a value.
fn to_pair(vm: &mut Vm, value: Value) -> Completion<Value> {
    Ok(Value::string(text::to_usv_string(vm, value)?))
}

/// get URLSearchParams.prototype.size
fn size(vm: &mut Vm, call: Call) -> Completion<Value> {
    let params = this_params(vm, call, "size")?;
    Ok(Value::number(pair_count(vm, params) as f64))
}

/// URLSearchParams.prototype.append ( name, value )
fn append(vm: &mut Vm, call: Call) -> Completion<Value> {
    let params = this_params(vm, call, "append")?;
    require_arguments(vm, call, 2, "URLSearchParams.append")?;
    let name = text::to_usv_string(vm, call.argument(vm, 0))?;
    let value = text::to_usv_string(vm, call.argument(vm, 1))?;
    let list = list(vm, params);
    iterate::append_value(vm, list, Value::string(name))?;
    iterate::append_value(vm, list, Value::string(value))?;
    update(vm, params)?;
    Ok(Value::UNDEFINED)
}

/// Returns the name, and the value that a pair must have as well if there is one, from this many arguments.
fn wanted(vm: &mut Vm, call: Call, count: usize, what: &str) -> Completion<[Value; 2]> {
    require_arguments(vm, call, 1, what)?;
    let name = text::to_usv_string(vm, call.argument(vm, 0))?;
    let value = match call.argument(vm, 1) {
        value if count == 2 && !value.is_undefined() => Value::string(text::to_usv_string(vm, value)?),
        _ => Value::UNDEFINED,
    };
    Ok([Value::string(name), value])
}

fn is_wanted(vm: &mut Vm, [name, value]: [Value; 2], wanted: [Value; 2]) -> Completion<bool> {
    Ok(text::is_same(vm, name, wanted[0])? && (wanted[1].is_undefined() || text::is_same(vm, value, wanted[1])?))
}

/// URLSearchParams.prototype.delete ( name, value )
fn delete(vm: &mut Vm, call: Call) -> Completion<Value> {
    let params = this_params(vm, call, "delete")?;
    let wanted = wanted(vm, call, 2, "URLSearchParams.delete")?;
    let left = array::new_array(vm);
    vm.keep(Value::object(left));
    let mut index = 0;
    while let Some(pair) = pair(vm, params, index) {
        index += 1;
        if !is_wanted(vm, pair, wanted)? {
            iterate::append_value(vm, left, pair[0])?;
            iterate::append_value(vm, left, pair[1])?;
        }
    }
    set_list(vm, params, left)?;
    Ok(Value::UNDEFINED)
}

/// URLSearchParams.prototype.get ( name )
fn get(vm: &mut Vm, call: Call) -> Completion<Value> {
    let params = this_params(vm, call, "get")?;
    let [name, _] = wanted(vm, call, 1, "URLSearchParams.get")?;
    let mut index = 0;
    while let Some(pair) = pair(vm, params, index) {
        index += 1;
        if text::is_same(vm, pair[0], name)? {
            return Ok(pair[1]);
        }
    }
    Ok(Value::NULL)
}

/// URLSearchParams.prototype.getAll ( name )
fn get_all(vm: &mut Vm, call: Call) -> Completion<Value> {
    let params = this_params(vm, call, "getAll")?;
    let [name, _] = wanted(vm, call, 1, "URLSearchParams.getAll")?;
    let all = array::new_array(vm);
    vm.keep(Value::object(all));
    let mut index = 0;
    while let Some(pair) = pair(vm, params, index) {
        index += 1;
        if text::is_same(vm, pair[0], name)? {
            iterate::append_value(vm, all, pair[1])?;
        }
    }
    Ok(Value::object(all))
}

/// URLSearchParams.prototype.has ( name, value )
fn has(vm: &mut Vm, call: Call) -> Completion<Value> {
    let params = this_params(vm, call, "has")?;
    let wanted = wanted(vm, call, 2, "URLSearchParams.has")?;
    let mut index = 0;
    while let Some(pair) = pair(vm, params, index) {
        index += 1;
        if is_wanted(vm, pair, wanted)? {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

/// URLSearchParams.prototype.set ( name, value )
fn set(vm: &mut Vm, call: Call) -> Completion<Value> {
    let params = this_params(vm, call, "set")?;
    require_arguments(vm, call, 2, "URLSearchParams.set")?;
    let name = Value::string(text::to_usv_string(vm, call.argument(vm, 0))?);
    let value = Value::string(text::to_usv_string(vm, call.argument(vm, 1))?);
    let changed = array::new_array(vm);
    vm.keep(Value::object(changed));
    let (mut index, mut is_there) = (0, false);
    while let Some([found, old]) = pair(vm, params, index) {
        index += 1;
        let is_it = text::is_same(vm, found, name)?;
        if !is_it || !is_there {
            iterate::append_value(vm, changed, found)?;
            iterate::append_value(vm, changed, if is_it { value } else { old })?;
        }
        is_there |= is_it;
    }
    if !is_there {
        iterate::append_value(vm, changed, name)?;
        iterate::append_value(vm, changed, value)?;
    }
    set_list(vm, params, changed)?;
    Ok(Value::UNDEFINED)
}

/// URLSearchParams.prototype.sort ( ): stably, by the code units of names.
fn sort(vm: &mut Vm, call: Call) -> Completion<Value> {
    let params = this_params(vm, call, "sort")?;
    let count = pair_count(vm, params);
    let mut pairs: Vec<[Value; 2]> = Vec::new();
    vm.heap.lend_room(&mut pairs, count)?;
    while let Some(pair) = pair(vm, params, pairs.len()) {
        vm.work(1)?;
        pairs.push(pair);
    }
    let sorted = sort::merge_sort(vm, pairs, |vm, [left, _], [right, _]| {
        let (Some(left), Some(right)) = (left.as_string(), right.as_string()) else { return Ok(false) };
        let [left, right] = [vm.heap.flatten(left)?, vm.heap.flatten(right)?];
        let length = vm.heap.view(left).len().min(vm.heap.view(right).len());
        vm.work(length as u64 / UNITS_COMPARED_PER_TICK)?;
        Ok(vm.heap.view(left).compare(vm.heap.view(right)).is_gt())
    })?;
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    for pair in sorted {
        vm.work(1)?;
        iterate::append_value(vm, list, pair[0])?;
        iterate::append_value(vm, list, pair[1])?;
    }
    set_list(vm, params, list)?;
    Ok(Value::UNDEFINED)
}

/// URLSearchParams.prototype.toString ( )
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let params = this_params(vm, call, "toString")?;
    let list = list(vm, params);
    let text = form::serialize(vm, list)?;
    Ok(Value::string(text::new_string(vm, &text)?))
}
