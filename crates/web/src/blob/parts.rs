//! Parts of which blobs are made, with their options and types.

use ferrotape_budget::costs::{BYTES_PER_TICK, UNITS_PER_TICK};
use ferrotape_runtime::buffers;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{BufferId, ObjectId};
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use crate::blob_data::{self, Blob, Contents};
use crate::interface::{member, with_data};
use crate::text;

/// The class of blobs, and the data of a new one.
pub(crate) const CLASS: PartClass = ("Blob", || Box::new(Blob::default()));

/// Bytes that are copied between two ticks.
const PIECE: usize = 1 << 14;

/// Tells whether an object is a blob or a file.
pub(crate) fn is_blob(vm: &Vm, object: ObjectId) -> bool {
    hosts::host_data::<Blob>(&vm.heap, object).is_some()
}

/// Converts the parts: to an array of buffers, views, blobs and strings, which is kept.
pub(super) fn list_of_parts(vm: &mut Vm, parts: Value) -> Completion<ObjectId> {
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
pub(super) fn read_options(vm: &mut Vm, options: Option<ObjectId>) -> Completion<(bool, String)> {
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
pub(super) fn kind_of(vm: &mut Vm, kind: Value) -> Completion<String> {
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
pub(super) fn made_of(vm: &mut Vm, parts: Option<ObjectId>, is_native: bool, kind: String) -> Completion<Contents> {
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

/// Returns the type of a blob, in room that is lent.
pub(crate) fn kind_of_blob(vm: &mut Vm, blob: ObjectId) -> Completion<String> {
    let kind = with_data(vm, blob, |heap, blob: &Blob| {
        heap.work(blob.kind.len() as u64 / BYTES_PER_TICK)?;
        heap.lend(blob.kind.len())?;
        Ok(blob.kind.clone())
    })?;
    Ok(kind.unwrap_or_default())
}
