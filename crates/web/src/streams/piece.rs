//! Streams of blobs, File API 3.3.3: the bytes in pieces, on demand.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::source::Algorithm;
use super::{byte_controller, byte_queue, byte_tee, byte_views, promises, ring};
use crate::blob_data;

/// The slots of what a stream reads from.
const BLOB: usize = 0;
const POSITION: usize = 1;

/// Bytes of a chunk.
const MOST: usize = 1 << 16;

/// Makes the stream of a blob.
pub(crate) fn stream_of_blob(vm: &mut Vm, blob: ObjectId) -> Completion<Value> {
    let piece = fields::new_hidden(vm, Kind::Piece)?;
    fields::set(vm, piece, BLOB, Value::object(blob));
    fields::set_number(vm, piece, POSITION, 0.0);
    byte_tee::create(vm, piece, Algorithm::Piece).map(Value::object)
}

/// The pull algorithm.
pub(super) fn pull(vm: &mut Vm, piece: ObjectId, controller: ObjectId) -> Completion<ObjectId> {
    let blob = fields::linked(vm, piece, BLOB)?;
    let position = fields::count(vm, piece, POSITION);
    let bytes = blob_data::piece(vm, blob, position, MOST)?;
    if bytes.is_empty() {
        close_controller(vm, controller)?;
        return promises::done(vm);
    }
    fields::set_number(vm, piece, POSITION, (position + bytes.len()) as f64);
    let chunk = byte_views::bytes_of(vm, &bytes);
    vm.heap.take_back(&bytes);
    let chunk = byte_views::view_of(vm, chunk?, "The chunk")?;
    byte_controller::enqueue(vm, controller, chunk)?;
    promises::done(vm)
}

/// Closes a stream of bytes, even if reads are waiting.
pub(crate) fn close_controller(vm: &mut Vm, controller: ObjectId) -> Completion<()> {
    byte_controller::close(vm, controller)?;
    match ring::is_empty(vm, controller, byte_queue::PENDING) {
        true => Ok(()),
        false => byte_queue::respond(vm, controller, 0),
    }
}
