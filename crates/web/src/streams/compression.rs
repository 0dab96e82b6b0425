//! CompressionStream and DecompressionStream, Compression 5 and 6.
//!
//! The state in the middle of a compression cannot be saved: a snapshot or a fork gives an error that says so. Before the first
//! byte and after the last one both work. Each piece that comes out is a chunk of the readable side, where it counts: bombs are
//! charged to the script.

mod codec;
mod gzip;

use std::any::Any;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::{byte_views, own, transform_controller};
use crate::interface::{self, Interface, Known, attributes, prototype_for_new, require_arguments};
use crate::text;

pub(crate) use codec::CLASS;
use codec::{Codec, Format, Step};

pub(crate) static GLOBALS: &[&str] = &["CompressionStream", "DecompressionStream"];

/// Most bytes that come out in one step.
const PIECE: usize = 1 << 14;

static COMPRESSION: Interface = Interface {
    known: Known::CompressionStream,
    constructor: constructor("CompressionStream", 1, |vm, call| {
        new_stream(vm, call, Known::CompressionStream, Kind::Compression)
    }),
    operations: &[],
    attributes: attributes! {
        "readable": |vm, call| own::readable(vm, call, Kind::Compression);
        "writable": |vm, call| own::writable(vm, call, Kind::Compression);
    },
    statics: &[],
};

static DECOMPRESSION: Interface = Interface {
    known: Known::DecompressionStream,
    constructor: constructor("DecompressionStream", 1, |vm, call| {
        new_stream(vm, call, Known::DecompressionStream, Kind::Decompression)
    }),
    operations: &[],
    attributes: attributes! {
        "readable": |vm, call| own::readable(vm, call, Kind::Decompression);
        "writable": |vm, call| own::writable(vm, call, Kind::Decompression);
    },
    statics: &[],
};

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &COMPRESSION, None)?;
    interface::define(realm, &DECOMPRESSION, None).map(drop)
}

/// new CompressionStream ( format ), new DecompressionStream ( format )
fn new_stream(vm: &mut Vm, call: Call, known: Known, kind: Kind) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, known, kind.class())?;
    vm.keep(Value::object(prototype));
    require_arguments(vm, call, 1, kind.class())?;
    let format = text::to_string(vm, call.argument(vm, 0))?;
    let Some(format) = Format::of_name(&text::utf8(vm, format)?) else {
        return vm.type_error("The format must be 'deflate', 'deflate-raw' or 'gzip'");
    };
    let stream = own::new(vm, kind, prototype)?;
    let codec = new_codec(vm, format, kind == Kind::Compression)?;
    fields::set(vm, stream, own::STATE, Value::object(codec));
    Ok(Value::object(stream))
}

fn new_codec(vm: &mut Vm, format: Format, is_compressing: bool) -> Completion<ObjectId> {
    let class = object::plain_host_class(vm, CLASS.0);
    let codec = object::new_host_object(vm, class, None, Box::new(Codec::new(format, is_compressing)))?;
    vm.keep(Value::object(codec));
    Ok(codec)
}

/// Makes what decodes a content coding, RFC 9110 8.4.1. It is kept. None for a coding that is not known.
pub(crate) fn decoder(vm: &mut Vm, coding: &[u8]) -> Completion<Option<ObjectId>> {
    match coding {
        b"gzip" | b"x-gzip" => new_codec(vm, Format::GzipCoding, false).map(Some),
        b"deflate" => new_codec(vm, Format::DeflateCoding, false).map(Some),
        _ => Ok(None),
    }
}

/// Compress and enqueue a chunk, decompress and enqueue a chunk: Compression 5 and 6.
pub(super) fn transform(vm: &mut Vm, of: ObjectId, controller: ObjectId, chunk: Value) -> Completion<()> {
    let bytes = byte_views::source_of(vm, chunk, "A chunk to compress or decompress")?;
    let bytes = byte_views::copied(vm, bytes)?;
    let done = run(vm, of, controller, &bytes, false);
    vm.heap.take_back(&bytes);
    done
}

/// Compress flush and enqueue, decompress flush and enqueue: Compression 5 and 6.
pub(super) fn flush(vm: &mut Vm, of: ObjectId, controller: ObjectId) -> Completion<()> {
    run(vm, of, controller, &[], true)
}

fn run(vm: &mut Vm, of: ObjectId, controller: ObjectId, input: &[u8], ends: bool) -> Completion<()> {
    let codec = fields::linked(vm, of, own::STATE)?;
    code(vm, codec, input, ends, |vm, piece| {
        let chunk = byte_views::bytes_of(vm, piece)?;
        transform_controller::enqueue(vm, controller, chunk)
    })
}

/// Runs a codec over bytes, and gives the pieces that come out.
pub(crate) fn code(
    vm: &mut Vm,
    codec: ObjectId,
    input: &[u8],
    ends: bool,
    mut give: impl FnMut(&mut Vm, &[u8]) -> Completion<()>,
) -> Completion<()> {
    let mut at = 0;
    loop {
        let vm = &mut vm.scope();
        let mut piece = Vec::new();
        vm.heap.lend_room(&mut piece, PIECE)?;
        let step = step(vm, codec, &input[at..], ends, &mut piece)?;
        at += step.taken;
        if !piece.is_empty() {
            give(vm, &piece)?;
        }
        vm.heap.take_back(&piece);
        if step.is_over {
            return Ok(());
        }
    }
}

/// Takes one step of the work.
fn step(vm: &mut Vm, codec: ObjectId, input: &[u8], ends: bool, piece: &mut Vec<u8>) -> Completion<Step> {
    let needed = hosts::host_data::<Codec>(&vm.heap, codec).map_or(0, Codec::room_for_start);
    vm.room(needed)?;
    let Some(mut data) = hosts::take_host_data(&mut vm.heap, codec) else {
        return vm.type_error("The state of the stream is damaged");
    };
    let any: &mut dyn Any = &mut *data;
    let step = any.downcast_mut::<Codec>().map(|codec| codec.step(input, ends, piece));
    hosts::put_host_data(&mut vm.heap, codec, data);
    match step {
        Some(Ok(step)) => {
            vm.work(step.cost + 1)?;
            Ok(step)
        }
        Some(Err(problem)) => vm.type_error(problem),
        None => vm.type_error("The state of the stream is damaged"),
    }
}
