//! Headers, Fetch 5.1: a list of names in small letters and values, sorted by name. Values of a name are joined when they are
//! added, but those of `set-cookie`.
//!
//! ```text
//! Headers   data: nothing   kept: their guard, the list and the Map of `pairs::by_name`
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
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{self, Interface, Known, kept, new_object, prototype_for_new, require_arguments, this_object};
use crate::pairs::by_name::{self, Change};
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
        let list = converted(vm, init)?;
        fill(vm, headers, list)?;
    }
    Ok(Value::object(headers))
}

fn made(vm: &mut Vm, prototype: ObjectId, guard: Guard) -> Completion<ObjectId> {
    let headers = new_object(vm, CLASS.0, prototype, Box::new(Headers))?;
    hosts::keep_value(&mut vm.heap, headers, guard.value())?;
    hosts::keep_value(&mut vm.heap, headers, Value::UNDEFINED)?;
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
    by_name::refresh(vm, others)?;
    let list = kept(vm, others, pairs::LIST);
    hosts::set_kept_value(&mut vm.heap, headers, pairs::LIST, list);
    Ok(headers)
}

/// Returns whether it is an object of this class.
pub(crate) fn is_headers(vm: &Vm, object: ObjectId) -> bool {
    hosts::host_data::<Headers>(&vm.heap, object).is_some()
}

/// Converts to a HeadersInit, Web IDL 3.2.25: a list of names and values in turn, which is kept. Where it is a member of a
/// dictionary, its conversion is not to come after those of the members behind it.
pub(crate) fn converted(vm: &mut Vm, init: Value) -> Completion<ObjectId> {
    let Some(object) = init.as_object() else {
        return vm.type_error("The init of Headers must be an object");
    };
    let mut convert = |vm: &mut Vm, value| byte_string(vm, value).map(Value::string);
    match iteration::iterator_method(vm, init, symbols::ITERATOR)? {
        Some(method) => pairs::list_of_pairs(vm, init, method, &mut convert),
        None => pairs::list_of_record(vm, object, &mut convert),
    }
}

/// Fills headers with a converted HeadersInit, Fetch 5.1.
pub(crate) fn fill(vm: &mut Vm, headers: ObjectId, list: ObjectId) -> Completion<()> {
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
        let list = converted(vm, init)?;
        return fill(vm, headers, list);
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
    by_name::refresh(vm, others)?;
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
    match by_name::values_of(vm, headers, name)?.first() {
        Some(&first) => bytes_of(vm, first).map(Some),
        None => Ok(None),
    }
}

/// Sets a header whose name is in small letters, whatever the guard is.
pub(crate) fn set_value(vm: &mut Vm, headers: ObjectId, name: &[u8], value: Vec<u8>) -> Completion<()> {
    by_name::put(vm, headers, name, &value, Change::Set)
}

/// Removes the headers with one of these names, which are in small letters, whatever the guard is.
pub(crate) fn remove_all(vm: &mut Vm, headers: ObjectId, names: &[&[u8]]) -> Completion<()> {
    names.iter().try_for_each(|name| by_name::remove(vm, headers, name))
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
    let before = match is_added && Guard::of(vm, headers) == Guard::RequestNoCors {
        true => value_of(vm, headers, &name)?,
        false => None,
    };
    let is_allowed = match before {
        // All that the name has then must be safe.
        Some(mut whole) => {
            vm.heap.lend_room(&mut whole, value.len() + 2)?;
            whole.extend_from_slice(b", ");
            whole.extend_from_slice(&value);
            guard::allows(vm, headers, &name, &whole)?
        }
        None => guard::allows(vm, headers, &name, &value)?,
    };
    if !is_allowed {
        return Ok(());
    }
    let change = match is_added {
        true if name == SET_COOKIE => Change::Add,
        true => Change::Join,
        false => Change::Set,
    };
    by_name::put(vm, headers, &name, &value, change)
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
    if guard::allows_removal(vm, headers, &name)? {
        remove_all(vm, headers, &[&name])?;
    }
    Ok(Value::UNDEFINED)
}

/// Headers.prototype.get ( name )
fn get(vm: &mut Vm, call: Call) -> Completion<Value> {
    let headers = this_headers(vm, call, "get", 1)?;
    let name = name_of(vm, call)?;
    let values = by_name::values_of(vm, headers, &name)?;
    let Some((&first, others)) = values.split_first() else { return Ok(Value::NULL) };
    if others.is_empty() {
        return Ok(first);
    }
    let mut joined = bytes_of(vm, first)?;
    for &value in others {
        let value = bytes_of(vm, value)?;
        vm.heap.lend_room(&mut joined, value.len() + 2)?;
        joined.extend_from_slice(b", ");
        joined.extend_from_slice(&value);
        vm.heap.take_back(&value);
    }
    Ok(Value::string(text::new_byte_string(vm, &joined)?))
}

/// Headers.prototype.getSetCookie ( )
fn get_set_cookie(vm: &mut Vm, call: Call) -> Completion<Value> {
    let headers = this_headers(vm, call, "getSetCookie", 0)?;
    let values = by_name::values_of(vm, headers, SET_COOKIE)?;
    array::new_array_from(vm, values).map(Value::object)
}

/// Headers.prototype.has ( name )
fn has(vm: &mut Vm, call: Call) -> Completion<Value> {
    let headers = this_headers(vm, call, "has", 1)?;
    let name = name_of(vm, call)?;
    Ok(Value::bool(!by_name::values_of(vm, headers, &name)?.is_empty()))
}
