//! Headers, Fetch 5.1: a list of names in small letters and values, sorted by name. Values of a name are joined when they are
//! added, but those of `set-cookie`. The list is replaced whenever it changes, so that copies share it.
//!
//! ```text
//! Headers   data: nothing   kept: their guard, the list
//! ```

mod guard;

use std::any::Any;

use ferrotape_budget::costs::{BYTES_PER_TICK, ENTRY, UNITS_PER_TICK};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::object::{self, array};
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{self, Interface, Known, kept, new_object, prototype_for_new, require_arguments, this_object};
use crate::pairs::{self, PairIterable, pair, pair_iterable};
use crate::text;

pub(crate) use guard::{Guard, is_forbidden_method};

/// The class of headers, and the data of new ones.
pub(crate) const CLASS: PartClass = ("Headers", || Box::new(Headers));

pub(crate) static GLOBALS: &[&str] = &["Headers"];

/// The name whose values are not joined.
const SET_COOKIE: &[u8] = b"set-cookie";

/// Units that are looked at between two checks of the limits.
const PIECE: usize = 1 << 14;

/// Marks an object as Headers.
struct Headers;

impl HostData for Headers {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(Headers))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        bytes.is_empty()
    }
}

static HEADERS: Interface = Interface {
    known: Known::Headers,
    constructor: constructor("Headers", 0, headers),
    operations: OPERATIONS,
    attributes: &[],
    statics: &[],
};

static OPERATIONS: &[NativeFunction] = &[
    method("append", 2, |vm, call| add(vm, call, "append")),
    method("delete", 1, delete),
    method("get", 1, get),
    method("getSetCookie", 0, get_set_cookie),
    method("has", 1, has),
    method("set", 2, |vm, call| add(vm, call, "set")),
];

static ITERATION: PairIterable = PairIterable {
    name: "Headers",
    iterator: ("Headers Iterator", Known::HeadersIterator),
    is_it: |heap, object| hosts::host_data::<Headers>(heap, object).is_some(),
    functions: pair_iterable!(ITERATION),
};

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let [_, prototype] = interface::define(realm, &HEADERS, None)?;
    pairs::install(realm, prototype, &ITERATION)
}

/// new Headers ( init )
fn headers(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::Headers, "Headers")?;
    let headers = made(vm, prototype, Guard::None)?;
    let init = call.argument(vm, 0);
    if !init.is_undefined() {
        fill(vm, headers, init)?;
    }
    Ok(Value::object(headers))
}

fn made(vm: &mut Vm, prototype: ObjectId, guard: Guard) -> Completion<ObjectId> {
    let headers = new_object(vm, CLASS.0, prototype, Box::new(Headers))?;
    hosts::keep_value(&mut vm.heap, headers, guard.value())?;
    hosts::keep_value(&mut vm.heap, headers, Value::UNDEFINED)?;
    Ok(headers)
}

/// Makes empty headers. They are kept.
pub(crate) fn new_headers(vm: &mut Vm, guard: Guard) -> Completion<ObjectId> {
    let prototype = Known::Headers.of_realm(vm);
    made(vm, prototype, guard)
}

/// Makes headers with all those of others. They are kept.
pub(crate) fn copied(vm: &mut Vm, others: ObjectId, guard: Guard) -> Completion<ObjectId> {
    let headers = new_headers(vm, guard)?;
    let list = kept(vm, others, pairs::LIST);
    hosts::set_kept_value(&mut vm.heap, headers, pairs::LIST, list);
    Ok(headers)
}

/// Returns whether it is an object of this class.
pub(crate) fn is_headers(vm: &Vm, object: ObjectId) -> bool {
    hosts::host_data::<Headers>(&vm.heap, object).is_some()
}

/// To fill headers with a HeadersInit, Fetch 5.1.
pub(crate) fn fill(vm: &mut Vm, headers: ObjectId, init: Value) -> Completion<()> {
    let Some(object) = init.as_object() else {
        return vm.type_error("The init of Headers must be an object");
    };
    let mut convert = |vm: &mut Vm, value| byte_string(vm, value).map(Value::string);
    let list = match iteration::iterator_method(vm, init, symbols::ITERATOR)? {
        Some(method) => pairs::list_of_pairs(vm, init, method, &mut convert)?,
        None => pairs::list_of_record(vm, object, &mut convert)?,
    };
    let mut index = 0;
    while let Some(values) = vm.heap.elements(list).as_dense()
        && let (Some(&name), Some(&value)) = (values.get(index), values.get(index + 1))
    {
        index += 2;
        let vm = &mut vm.scope();
        put(vm, headers, [name, value], true)?;
    }
    Ok(())
}

/// Fills headers with what a host has answered. Arrays of pairs are read by their indices, so that scripts that change how
/// arrays are iterated have no say in it.
pub(crate) fn fill_from_host(vm: &mut Vm, headers: ObjectId, init: Value) -> Completion<()> {
    let Some(list) = init.as_object().filter(|&list| vm.heap.length_of_array(list).is_some()) else {
        return fill(vm, headers, init);
    };
    let mut index = 0;
    while vm.heap.length_of_array(list).is_some_and(|length| index < length) {
        let vm = &mut vm.scope();
        vm.work(ENTRY)?;
        let key = vm.heap.key_of_index(index.into());
        let pair = object::get(vm, list, key)?;
        let Some(pair) = pair.as_object().filter(|&pair| vm.heap.length_of_array(pair) == Some(2)) else {
            return vm.type_error("Each header of the host's answer must be an array of a name and a value");
        };
        vm.keep(Value::object(pair));
        let mut strings = [Value::UNDEFINED; 2];
        for (place, string) in strings.iter_mut().enumerate() {
            let key = vm.heap.key_of_index(place as u64);
            let value = object::get(vm, pair, key)?;
            *string = Value::string(byte_string(vm, value)?);
        }
        put(vm, headers, strings, true)?;
        index += 1;
    }
    Ok(())
}

/// Appends all headers of others, as far as the guard allows them.
pub(crate) fn append_all(vm: &mut Vm, headers: ObjectId, others: ObjectId) -> Completion<()> {
    let mut index = 0;
    while let Some(pair) = pair(vm, others, index) {
        index += 1;
        let vm = &mut vm.scope();
        put(vm, headers, pair, true)?;
    }
    Ok(())
}

/// Returns the values of a name in small letters, joined.
pub(crate) fn value_of(vm: &mut Vm, headers: ObjectId, name: &[u8]) -> Completion<Option<Vec<u8>>> {
    let mut index = 0;
    while let Some([its_name, its_value]) = pair(vm, headers, index) {
        index += 1;
        vm.work(ENTRY)?;
        if bytes_of(vm, its_name)? == name {
            return bytes_of(vm, its_value).map(Some);
        }
    }
    Ok(None)
}

/// Sets a header whose name is in small letters, whatever the guard is.
pub(crate) fn set_value(vm: &mut Vm, headers: ObjectId, name: &[u8], value: Vec<u8>) -> Completion<()> {
    put_checked(vm, headers, name, value, false)
}

/// Removes the headers with one of these names, which are in small letters, whatever the guard is.
pub(crate) fn remove_all(vm: &mut Vm, headers: ObjectId, names: &[&[u8]]) -> Completion<()> {
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let mut index = 0;
    while let Some([its_name, its_value]) = pair(vm, headers, index) {
        index += 1;
        vm.work(ENTRY)?;
        let name = bytes_of(vm, its_name)?;
        if !names.contains(&&name[..]) {
            iterate::append_value(vm, list, its_name)?;
            iterate::append_value(vm, list, its_value)?;
        }
    }
    pairs::set_list(vm, headers, list);
    Ok(())
}

/// Converts to a ByteString, Web IDL 3.2.11. It is kept.
pub(crate) fn byte_string(vm: &mut Vm, value: Value) -> Completion<ferrotape_runtime::StringId> {
    let string = text::to_string(vm, value)?;
    let flat = vm.heap.flatten(string)?;
    let mut start = 0;
    let is_of_bytes = loop {
        let view = vm.heap.view(flat);
        let end = (start + PIECE).min(view.len());
        if start == end {
            break true;
        }
        if view.slice(start, end).units().any(|unit| unit > 0xFF) {
            break false;
        }
        vm.work((end - start) as u64 / UNITS_PER_TICK + 1)?;
        start = end;
    };
    if is_of_bytes { Ok(string) } else { vm.type_error("A header's name or value has a character above U+00FF") }
}

/// Returns a string of bytes.
pub(crate) fn bytes_of(vm: &mut Vm, value: Value) -> Completion<Vec<u8>> {
    let Some(string) = value.as_string() else { return Ok(Vec::new()) };
    let flat = vm.heap.flatten(string)?;
    let length = vm.heap.view(flat).len();
    let mut bytes = Vec::new();
    vm.heap.lend_room(&mut bytes, length)?;
    while bytes.len() < length {
        let (start, end) = (bytes.len(), (bytes.len() + PIECE).min(length));
        bytes.extend(vm.heap.view(flat).slice(start, end).units().map(|unit| unit as u8));
        vm.work((end - start) as u64 / UNITS_PER_TICK + 1)?;
    }
    Ok(bytes)
}

/// Returns whether all bytes are such ones.
pub(crate) fn all(vm: &mut Vm, bytes: &[u8], is_one: impl Fn(&u8) -> bool) -> Completion<bool> {
    for piece in bytes.chunks(PIECE) {
        vm.work(piece.len() as u64 / UNITS_PER_TICK + 1)?;
        if !piece.iter().all(&is_one) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether it is a token, RFC 9110 5.6.2.
pub(crate) fn is_token(vm: &mut Vm, name: &[u8]) -> Completion<bool> {
    let is_of_token = |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte);
    Ok(!name.is_empty() && all(vm, name, is_of_token)?)
}

/// Checks a name, and gives it in small letters.
fn checked_name(vm: &mut Vm, name: Value) -> Completion<Vec<u8>> {
    let mut name = bytes_of(vm, name)?;
    if !is_token(vm, &name)? {
        return vm.type_error("A header's name must be a token");
    }
    for piece in name.chunks_mut(PIECE) {
        vm.work(piece.len() as u64 / BYTES_PER_TICK)?;
        piece.make_ascii_lowercase();
    }
    Ok(name)
}

/// Checks a value, without white space around it.
fn checked_value(vm: &mut Vm, value: Value) -> Completion<Vec<u8>> {
    let mut value = bytes_of(vm, value)?;
    let is_space = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' ');
    let mut end = value.len();
    for piece in value.rchunks(PIECE) {
        vm.work(piece.len() as u64 / UNITS_PER_TICK + 1)?;
        let kept = piece.iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1);
        end -= piece.len() - kept;
        if kept > 0 {
            break;
        }
    }
    value.truncate(end);
    // Less than a piece of it is white space, or it is looked at by the next check.
    let start = value.iter().position(|byte| !is_space(byte)).unwrap_or(end);
    value.drain(..start);
    if !all(vm, &value, |byte| !matches!(byte, 0 | b'\n' | b'\r'))? {
        return vm.type_error("A header's value must have no line breaks and no U+0000");
    }
    Ok(value)
}

fn this_headers(vm: &mut Vm, call: Call, what: &str, arguments: usize) -> Completion<ObjectId> {
    let headers = this_object::<Headers>(vm, call, &format!("Headers.prototype.{what}"))?;
    require_arguments(vm, call, arguments, &format!("Headers.{what}"))?;
    Ok(headers)
}

/// Converts and checks the name of a call.
fn name_of(vm: &mut Vm, call: Call) -> Completion<Vec<u8>> {
    let name = byte_string(vm, call.argument(vm, 0))?;
    checked_name(vm, Value::string(name))
}

/// Adds a value of a name, or has it take the place of all others.
fn put(vm: &mut Vm, headers: ObjectId, [name, value]: [Value; 2], is_added: bool) -> Completion<()> {
    let name = checked_name(vm, name)?;
    let value = checked_value(vm, value)?;
    match guard::allows(vm, headers, &name, &value)? {
        true => put_checked(vm, headers, &name, value, is_added),
        false => Ok(()),
    }
}

fn put_checked(vm: &mut Vm, headers: ObjectId, name: &[u8], mut value: Vec<u8>, is_added: bool) -> Completion<()> {
    let is_cookie = name == SET_COOKIE;
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let (mut index, mut is_there) = (0, false);
    while let Some([its_name, its_value]) = pair(vm, headers, index) {
        index += 1;
        vm.work(ENTRY)?;
        let vm = &mut vm.scope();
        let found = bytes_of(vm, its_name)?;
        if !is_there && &found[..] > name {
            is_there = true;
            put_pair(vm, list, name, &value)?;
        }
        if found != name || (is_cookie && is_added) {
            iterate::append_value(vm, list, its_name)?;
            iterate::append_value(vm, list, its_value)?;
        } else if is_added {
            let mut joined = bytes_of(vm, its_value)?;
            vm.heap.lend_room(&mut joined, value.len() + 2)?;
            joined.extend_from_slice(b", ");
            joined.append(&mut value);
            is_there = true;
            put_pair(vm, list, name, &joined)?;
        }
    }
    if !is_there {
        put_pair(vm, list, name, &value)?;
    }
    pairs::set_list(vm, headers, list);
    Ok(())
}

fn put_pair(vm: &mut Vm, list: ObjectId, name: &[u8], value: &[u8]) -> Completion<()> {
    for bytes in [name, value] {
        let string = text::new_byte_string(vm, bytes)?;
        iterate::append_value(vm, list, Value::string(string))?;
    }
    Ok(())
}

/// Headers.prototype.append ( name, value ) and set ( name, value )
fn add(vm: &mut Vm, call: Call, what: &str) -> Completion<Value> {
    let headers = this_headers(vm, call, what, 2)?;
    let name = Value::string(byte_string(vm, call.argument(vm, 0))?);
    let value = Value::string(byte_string(vm, call.argument(vm, 1))?);
    put(vm, headers, [name, value], what == "append")?;
    Ok(Value::UNDEFINED)
}

/// Headers.prototype.delete ( name )
fn delete(vm: &mut Vm, call: Call) -> Completion<Value> {
    let headers = this_headers(vm, call, "delete", 1)?;
    let name = name_of(vm, call)?;
    if guard::allows(vm, headers, &name, b"")? {
        remove_all(vm, headers, &[&name])?;
    }
    Ok(Value::UNDEFINED)
}

/// Headers.prototype.get ( name )
fn get(vm: &mut Vm, call: Call) -> Completion<Value> {
    let headers = this_headers(vm, call, "get", 1)?;
    let name = name_of(vm, call)?;
    let mut joined: Option<Vec<u8>> = None;
    let mut index = 0;
    while let Some([its_name, its_value]) = pair(vm, headers, index) {
        index += 1;
        vm.work(ENTRY)?;
        if bytes_of(vm, its_name)? != name {
            continue;
        }
        if name != SET_COOKIE {
            return Ok(its_value);
        }
        let value = bytes_of(vm, its_value)?;
        match &mut joined {
            None => joined = Some(value),
            Some(joined) => {
                vm.heap.lend_room(joined, value.len() + 2)?;
                joined.extend_from_slice(b", ");
                joined.extend_from_slice(&value);
            }
        }
    }
    match joined {
        Some(joined) => Ok(Value::string(text::new_byte_string(vm, &joined)?)),
        None => Ok(Value::NULL),
    }
}

/// Headers.prototype.getSetCookie ( )
fn get_set_cookie(vm: &mut Vm, call: Call) -> Completion<Value> {
    let headers = this_headers(vm, call, "getSetCookie", 0)?;
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let mut index = 0;
    while let Some([its_name, its_value]) = pair(vm, headers, index) {
        index += 1;
        vm.work(ENTRY)?;
        if bytes_of(vm, its_name)? == SET_COOKIE {
            iterate::append_value(vm, list, its_value)?;
        }
    }
    Ok(Value::object(list))
}

/// Headers.prototype.has ( name )
fn has(vm: &mut Vm, call: Call) -> Completion<Value> {
    let headers = this_headers(vm, call, "has", 1)?;
    let name = name_of(vm, call)?;
    let mut index = 0;
    while let Some([its_name, _]) = pair(vm, headers, index) {
        index += 1;
        vm.work(ENTRY)?;
        if bytes_of(vm, its_name)? == name {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}
