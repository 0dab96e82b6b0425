//! Transform streams whose algorithms are ours, by the kinds of the objects that have them (GenericTransformStream, Streams 9.2).

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

#[cfg(feature = "compression")]
use super::compression;
use super::fields::{self, Kind};
use super::{text_streams, transform};

/// The slot of the transform stream. The second slot is of the kind.
const TRANSFORM: usize = 0;
pub(super) const STATE: usize = 1;

/// Makes an object of a kind with its transform stream. It is kept.
pub(super) fn new(vm: &mut Vm, kind: Kind, prototype: ObjectId) -> Completion<ObjectId> {
    let object = fields::new(vm, kind, prototype)?;
    let stream = transform::create(vm, object)?;
    fields::set(vm, object, TRANSFORM, Value::object(stream));
    Ok(object)
}

/// get readable
pub(super) fn readable(vm: &mut Vm, call: Call, kind: Kind) -> Completion<Value> {
    side(vm, call, kind, "readable", transform::READABLE)
}

/// get writable
pub(super) fn writable(vm: &mut Vm, call: Call, kind: Kind) -> Completion<Value> {
    side(vm, call, kind, "writable", transform::WRITABLE)
}

fn side(vm: &mut Vm, call: Call, kind: Kind, member: &str, slot: usize) -> Completion<Value> {
    let object = fields::this(vm, call, kind, member)?;
    let stream = fields::linked(vm, object, TRANSFORM)?;
    Ok(fields::get(vm, stream, slot))
}

/// The transform algorithm.
pub(super) fn transform(vm: &mut Vm, of: ObjectId, controller: ObjectId, chunk: Value) -> Completion<()> {
    match fields::kind_of(vm, of) {
        Some(Kind::Encoder) => text_streams::encode(vm, of, controller, chunk),
        Some(Kind::Decoder) => text_streams::decode(vm, of, controller, chunk),
        #[cfg(feature = "compression")]
        Some(Kind::Compression | Kind::Decompression) => compression::transform(vm, of, controller, chunk),
        _ => Ok(()),
    }
}

/// The flush algorithm.
pub(super) fn flush(vm: &mut Vm, of: ObjectId, controller: ObjectId) -> Completion<()> {
    match fields::kind_of(vm, of) {
        Some(Kind::Encoder) => text_streams::flush_encoder(vm, of, controller),
        Some(Kind::Decoder) => text_streams::flush_decoder(vm, of, controller),
        #[cfg(feature = "compression")]
        Some(Kind::Compression | Kind::Decompression) => compression::flush(vm, of, controller),
        _ => Ok(()),
    }
}
