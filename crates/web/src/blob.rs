//! Blob and File, File API 3 and 4.
//!
//! ```text
//! Blob   data: its bytes, its type       kept: nothing
//! File   data: the same                  kept: its name, when it was changed last
//! ```

mod file;
mod parts;

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::{BufferId, ObjectId};
use ferrotape_runtime::promise::operations as promises;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{self, Interface, Known, attributes, dictionary, prototype_for_new, this_object};
use crate::{blob_data, streams, text};

use parts::{kind_of, list_of_parts, made_of, read_options};

pub(crate) use crate::blob_data::{Blob, Contents, size as size_of_blob};
pub(crate) use file::{CLASS as FILE_CLASS, cloned, file_of_blob, name_of_file, new_file};
pub(crate) use parts::{CLASS, append_part, is_blob, kind_of_blob};

pub(crate) static GLOBALS: &[&str] = &["Blob", "File"];

static BLOB: Interface = Interface {
    known: Known::Blob,
    constructor: constructor("Blob", 0, blob),
    operations: &[
        method("slice", 0, slice),
        method("stream", 0, stream),
        method("text", 0, |vm, call| promised(vm, call, "text", text_of)),
        method("arrayBuffer", 0, |vm, call| promised(vm, call, "arrayBuffer", array_buffer_of)),
        method("bytes", 0, |vm, call| promised(vm, call, "bytes", bytes_of)),
    ],
    attributes: attributes! { "size": size; "type": kind; },
    statics: &[],
};

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let blob = interface::define(realm, &BLOB, None)?;
    file::install(realm, blob)
}

/// A copy of what a blob has.
pub(crate) struct Copied {
    pub(crate) bytes: Vec<u8>,
    pub(crate) kind: String,
}

/// new Blob ( blobParts, options )
fn blob(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::Blob, "Blob")?;
    vm.keep(Value::object(prototype));
    let parts = match call.argument(vm, 0) {
        Value::UNDEFINED => None,
        parts => Some(list_of_parts(vm, parts)?),
    };
    let options = dictionary(vm, call.argument(vm, 1), "The options of a Blob")?;
    let (is_native, kind) = read_options(vm, options)?;
    let contents = made_of(vm, parts, is_native, kind)?;
    Ok(Value::object(contents.made(vm, CLASS.0, prototype)?))
}

/// get Blob.prototype.size
fn size(vm: &mut Vm, call: Call) -> Completion<Value> {
    let blob = this_object::<Blob>(vm, call, "Blob.prototype.size")?;
    Ok(Value::number(size_of_blob(vm, blob) as f64))
}

/// get Blob.prototype.type
fn kind(vm: &mut Vm, call: Call) -> Completion<Value> {
    let blob = this_object::<Blob>(vm, call, "Blob.prototype.type")?;
    let kind = kind_of_blob(vm, blob)?;
    Ok(Value::string(text::new_string(vm, kind.as_bytes())?))
}

/// Blob.prototype.slice ( start, end, contentType )
fn slice(vm: &mut Vm, call: Call) -> Completion<Value> {
    let blob = this_object::<Blob>(vm, call, "Blob.prototype.slice")?;
    let length = size_of_blob(vm, blob);
    let mut bounds = [0, length];
    for (index, bound) in bounds.iter_mut().enumerate() {
        let argument = call.argument(vm, index);
        if !argument.is_undefined() {
            *bound = clamped(convert::to_number(vm, argument)?, length);
        }
    }
    let kind = match call.argument(vm, 2) {
        Value::UNDEFINED => String::new(),
        kind => kind_of(vm, kind)?,
    };
    let [start, end] = bounds;
    let contents = Contents::part(vm, blob, start..end.max(start), kind)?;
    let prototype = Known::Blob.of_realm(vm);
    Ok(Value::object(contents.made(vm, CLASS.0, prototype)?))
}

/// Blob.prototype.stream ( )
fn stream(vm: &mut Vm, call: Call) -> Completion<Value> {
    let blob = this_object::<Blob>(vm, call, "Blob.prototype.stream")?;
    streams::stream_of_blob(vm, blob)
}

/// Converts a position: [Clamp] long long of Web IDL 3.3.3, from the end where it is negative.
fn clamped(position: f64, length: usize) -> usize {
    let position = if position.is_nan() { 0.0 } else { position.round_ties_even() };
    let position = if position < 0.0 { (length as f64 + position).max(0.0) } else { position };
    position.min(length as f64) as usize
}

/// Makes a promise of what is read, which is rejected where that throws.
fn promised(vm: &mut Vm, call: Call, what: &str, read: fn(&mut Vm, Vec<u8>) -> Completion<Value>) -> Completion<Value> {
    let promise = promises::new_promise(vm, None);
    vm.keep(Value::object(promise));
    let result = read_all(vm, call, what).and_then(|bytes| read(vm, bytes));
    match result {
        Ok(value) => promises::resolve_promise(vm, promise, value)?,
        Err(Throw::Exception(reason)) => {
            vm.keep(reason);
            promises::reject_promise(vm, promise, reason)?;
        }
        Err(terminated) => return Err(terminated),
    }
    Ok(Value::object(promise))
}

/// Copies the bytes, in room that is lent.
fn read_all(vm: &mut Vm, call: Call, what: &str) -> Completion<Vec<u8>> {
    let blob = this_object::<Blob>(vm, call, &format!("Blob.prototype.{what}"))?;
    Ok(copied(vm, blob)?.bytes)
}

/// Copies the data of a blob, in room that is lent.
pub(crate) fn copied(vm: &mut Vm, blob: ObjectId) -> Completion<Copied> {
    Ok(Copied { bytes: blob_data::piece(vm, blob, 0, usize::MAX)?, kind: kind_of_blob(vm, blob)? })
}

fn text_of(vm: &mut Vm, bytes: Vec<u8>) -> Completion<Value> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    Ok(Value::string(text::new_string(vm, text)?))
}

pub(crate) fn array_buffer_of(vm: &mut Vm, bytes: Vec<u8>) -> Completion<Value> {
    new_buffer(vm, &bytes).map(|(object, _)| Value::object(object))
}

fn bytes_of(vm: &mut Vm, bytes: Vec<u8>) -> Completion<Value> {
    let (object, buffer) = new_buffer(vm, &bytes)?;
    let Some(buffer) = buffer else { return Ok(Value::object(object)) };
    let prototype = realm::intrinsics(vm).typed_array_prototypes[ElementType::Uint8 as usize];
    let view = View::new(ElementType::Uint8, buffer, 0, Some(bytes.len()));
    Ok(Value::object(typed_array::new_typed_array(vm, Some(prototype), view)))
}

/// Makes an ArrayBuffer, which is kept, of a copy of the bytes.
fn new_buffer(vm: &mut Vm, bytes: &[u8]) -> Completion<(ObjectId, Option<BufferId>)> {
    let prototype = realm::intrinsics(vm).array_buffer_prototype;
    let object = buffer::new_array_buffer(vm, Some(prototype), bytes.len(), None)?;
    vm.keep(Value::object(object));
    let buffer = buffers::buffer_of(&vm.heap, object);
    if let Some(buffer) = buffer {
        vm.work(bytes.len() as u64 / BYTES_PER_TICK)?;
        buffers::put_in(&mut vm.heap, buffer, 0, bytes);
    }
    Ok((object, buffer))
}
