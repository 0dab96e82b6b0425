//! Blob and File, File API 3 and 4.
//!
//! ```text
//! Blob   data: its bytes, its type       kept: nothing
//! File   data: the same                  kept: its name, when it was changed last
//! ```

mod file;

use ferrotape_budget::costs::{BYTES_PER_TICK, UNITS_PER_TICK};
use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::{BufferId, ObjectId};
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::promise::operations as promises;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use crate::interface::{
    self, Interface, Known, attributes, dictionary, member, prototype_for_new, this_object, with_data,
};
use crate::{blob_data, streams, text};

pub(crate) use crate::blob_data::{Blob, Contents, size as size_of_blob};
pub(crate) use file::{CLASS as FILE_CLASS, cloned, file_of_blob, name_of_file, new_file};

/// The class of blobs, and the data of a new one.
pub(crate) const CLASS: PartClass = ("Blob", || Box::new(Blob::default()));

/// Bytes that are copied between two ticks.
const PIECE: usize = 1 << 14;

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

/// Tells whether an object is a blob or a file.
pub(crate) fn is_blob(vm: &Vm, object: ObjectId) -> bool {
    hosts::host_data::<Blob>(&vm.heap, object).is_some()
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

/// Converts the parts: to an array of buffers, views, blobs and strings, which is kept.
fn list_of_parts(vm: &mut Vm, parts: Value) -> Completion<ObjectId> {
    if !parts.is_object() {
        return vm.type_error("The parts of a Blob are not iterable");
    }
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    iteration::sequence(vm, parts, |vm, part| {
        let is_taken = match part.as_object().map(|part| (part, vm.heap.kind(part))) {
            None => false,
            Some((_, Kind::ArrayBuffer(buffer))) => !buffers::get(&vm.heap, buffer).is_shared(),
            Some((_, Kind::TypedArray(view) | Kind::DataView(view))) => {
                if buffers::get(&vm.heap, view.buffer).is_shared() {
                    return vm.type_error("A part of a Blob must not be a view of shared memory");
                }
                true
            }
            Some((part, _)) => is_blob(vm, part),
        };
        let part = if is_taken { part } else { Value::string(text::to_usv_string(vm, part)?) };
        iterate::append_value(vm, list, part)
    })?;
    Ok(list)
}

/// Reads the options: are line ends to be those of the system, and the type.
fn read_options(vm: &mut Vm, options: Option<ObjectId>) -> Completion<(bool, String)> {
    let is_native = match member(vm, options, "endings")? {
        None => false,
        Some(endings) => {
            let endings = text::to_string(vm, endings)?;
            match &text::utf8(vm, endings)?[..] {
                b"transparent" => false,
                b"native" => true,
                _ => return vm.type_error("The option 'endings' must be 'transparent' or 'native'"),
            }
        }
    };
    let kind = match member(vm, options, "type")? {
        None => String::new(),
        Some(kind) => kind_of(vm, kind)?,
    };
    Ok((is_native, kind))
}

/// Converts a type: in small letters, and empty unless it is printable ASCII.
fn kind_of(vm: &mut Vm, kind: Value) -> Completion<String> {
    let kind = text::to_string(vm, kind)?;
    let mut bytes = text::utf8(vm, kind)?;
    vm.work(bytes.len() as u64 / BYTES_PER_TICK)?;
    if !bytes.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        bytes.clear();
    }
    bytes.make_ascii_lowercase();
    Ok(String::from_utf8(bytes).unwrap_or_default())
}

/// Processes blob parts, File API 3.1.
fn made_of(vm: &mut Vm, parts: Option<ObjectId>, is_native: bool, kind: String) -> Completion<Contents> {
    if let Some(&[only]) = parts.and_then(|parts| vm.heap.elements(parts).as_dense())
        && let Some(blob) = only.as_object().filter(|&only| is_blob(vm, only))
    {
        return Contents::all(vm, blob, kind);
    }
    let mut bytes = Vec::new();
    let mut index = 0;
    while let Some(parts) = parts
        && let Some(part) = vm.heap.elements(parts).as_dense().and_then(|parts| parts.get(index).copied())
    {
        index += 1;
        vm.work(1)?;
        append_part(vm, &mut bytes, part, is_native)?;
    }
    Ok(Contents::of(bytes, kind))
}

/// Appends the bytes of a part.
pub(crate) fn append_part(vm: &mut Vm, bytes: &mut Vec<u8>, part: Value, is_native: bool) -> Completion<()> {
    if let Some(string) = part.as_string() {
        let text = text::utf8(vm, string)?;
        vm.heap.lend_room(bytes, text.len())?;
        if is_native {
            append_lines(vm, bytes, &text)?;
        } else {
            for piece in text.chunks(PIECE) {
                vm.work(piece.len() as u64 / BYTES_PER_TICK + 1)?;
                bytes.extend_from_slice(piece);
            }
        }
        vm.heap.take_back(&text);
        return Ok(());
    }
    let Some(object) = part.as_object() else { return Ok(()) };
    let (buffer, start, length) = match vm.heap.kind(object) {
        Kind::ArrayBuffer(buffer) => (buffer, 0, buffers::get(&vm.heap, buffer).byte_length()),
        Kind::TypedArray(view) | Kind::DataView(view) => {
            let length = views::length_of_view(&vm.heap, view).unwrap_or(0);
            (view.buffer, view.offset(), length.saturating_mul(view.element.size()))
        }
        _ => {
            blob_data::with_bytes(vm, object, |heap, its_bytes| {
                heap.lend_room(bytes, its_bytes.len())?;
                heap.work(its_bytes.len() as u64 / BYTES_PER_TICK)?;
                bytes.extend_from_slice(its_bytes);
                Ok(())
            })?;
            return Ok(());
        }
    };
    append_buffer(vm, bytes, buffer, start, length)
}

/// Copies out a range of a buffer, which the caller has found to be within it. The limits are charged by pieces.
fn append_buffer(vm: &mut Vm, bytes: &mut Vec<u8>, buffer: BufferId, start: usize, length: usize) -> Completion<()> {
    vm.heap.lend_room(bytes, length)?;
    let mut at = 0;
    while at < length {
        let size = PIECE.min(length - at);
        vm.work(size as u64 / BYTES_PER_TICK + 1)?;
        let before = bytes.len();
        bytes.resize(before + size, 0);
        buffers::take_out(&vm.heap, buffer, start + at, &mut bytes[before..]);
        at += size;
    }
    Ok(())
}

/// Converts line ends to native ones, which are line feeds.
fn append_lines(vm: &mut Vm, bytes: &mut Vec<u8>, text: &[u8]) -> Completion<()> {
    let mut before = 0;
    for piece in text.chunks(PIECE) {
        vm.work(piece.len() as u64 / UNITS_PER_TICK + 1)?;
        for &byte in piece {
            match (before, byte) {
                (b'\r', b'\n') => {}
                (_, b'\r') => bytes.push(b'\n'),
                _ => bytes.push(byte),
            }
            before = byte;
        }
    }
    Ok(())
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

/// Returns the type of a blob, in room that is lent.
pub(crate) fn kind_of_blob(vm: &mut Vm, blob: ObjectId) -> Completion<String> {
    let kind = with_data(vm, blob, |heap, blob: &Blob| {
        heap.work(blob.kind.len() as u64 / BYTES_PER_TICK)?;
        heap.lend(blob.kind.len())?;
        Ok(blob.kind.clone())
    })?;
    Ok(kind.unwrap_or_default())
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
