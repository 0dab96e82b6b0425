//! TextEncoderStream and TextDecoderStream, Encoding 8: transform streams whose algorithms are ours.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::{byte_views, own, transform_controller};
use crate::encoding;
use crate::interface::{self, Interface, Known, attributes, prototype_for_new};

/// The state of both: the TextDecoder, or the leading surrogate that ended the last chunk.
const DECODER: usize = own::STATE;
const SURROGATE: usize = own::STATE;

/// Code units that are encoded between two ticks.
const PIECE: usize = 1 << 10;

static ENCODER: Interface = Interface {
    known: Known::TextEncoderStream,
    constructor: constructor("TextEncoderStream", 0, text_encoder_stream),
    operations: &[],
    attributes: attributes! {
        "encoding": encoding_of_encoder;
        "readable": |vm, call| own::readable(vm, call, Kind::Encoder);
        "writable": |vm, call| own::writable(vm, call, Kind::Encoder);
    },
    statics: &[],
};

static DECODER_STREAM: Interface = Interface {
    known: Known::TextDecoderStream,
    constructor: constructor("TextDecoderStream", 0, text_decoder_stream),
    operations: &[],
    attributes: attributes! {
        "encoding": |vm, call| of_decoder(vm, call, "encoding");
        "fatal": |vm, call| of_decoder(vm, call, "fatal");
        "ignoreBOM": |vm, call| of_decoder(vm, call, "ignoreBOM");
        "readable": |vm, call| own::readable(vm, call, Kind::Decoder);
        "writable": |vm, call| own::writable(vm, call, Kind::Decoder);
    },
    statics: &[],
};

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &ENCODER, None)?;
    interface::define(realm, &DECODER_STREAM, None).map(drop)
}

/// new TextEncoderStream ( )
fn text_encoder_stream(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::TextEncoderStream, "TextEncoderStream")?;
    own::new(vm, Kind::Encoder, prototype).map(Value::object)
}

/// new TextDecoderStream ( label, options )
fn text_decoder_stream(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::TextDecoderStream, "TextDecoderStream")?;
    vm.keep(Value::object(prototype));
    let [label, options] = [0, 1].map(|index| call.argument(vm, index));
    let decoder = encoding::new_decoder(vm, label, options)?;
    let object = own::new(vm, Kind::Decoder, prototype)?;
    fields::set(vm, object, DECODER, Value::object(decoder));
    Ok(Value::object(object))
}

/// get TextEncoderStream.prototype.encoding
fn encoding_of_encoder(vm: &mut Vm, call: Call) -> Completion<Value> {
    fields::this(vm, call, Kind::Encoder, "encoding")?;
    Ok(Value::string(vm.heap.intern_text("utf-8")))
}

/// get TextDecoderStream.prototype.encoding, get TextDecoderStream.prototype.fatal, get TextDecoderStream.prototype.ignoreBOM
fn of_decoder(vm: &mut Vm, call: Call, member: &str) -> Completion<Value> {
    let object = fields::this(vm, call, Kind::Decoder, member)?;
    let decoder = fields::linked(vm, object, DECODER)?;
    encoding::attribute_of_decoder(vm, decoder, member)
}

/// Encodes and flushes, Encoding 8.1.
pub(super) fn flush_encoder(vm: &mut Vm, of: ObjectId, controller: ObjectId) -> Completion<()> {
    match fields::get(vm, of, SURROGATE).is_int() {
        true => enqueue(vm, controller, "\u{FFFD}".as_bytes()),
        false => Ok(()),
    }
}

/// Decodes and enqueues a chunk, Encoding 8.2.
pub(super) fn decode(vm: &mut Vm, of: ObjectId, controller: ObjectId, chunk: Value) -> Completion<()> {
    if !chunk.is_object() {
        return vm.type_error("A chunk for a TextDecoderStream must be a buffer or a view of one");
    }
    decode_some(vm, of, controller, chunk, true)
}

/// Flushes and enqueues, Encoding 8.2.
pub(super) fn flush_decoder(vm: &mut Vm, of: ObjectId, controller: ObjectId) -> Completion<()> {
    decode_some(vm, of, controller, Value::UNDEFINED, false)
}

fn decode_some(vm: &mut Vm, of: ObjectId, controller: ObjectId, chunk: Value, goes_on: bool) -> Completion<()> {
    let decoder = fields::linked(vm, of, DECODER)?;
    let text = encoding::decode_chunk(vm, decoder, chunk, goes_on)?;
    vm.keep(text);
    let is_empty = text.as_string().is_none_or(|text| vm.heap.string_length(text) == 0);
    if is_empty { Ok(()) } else { transform_controller::enqueue(vm, controller, text) }
}

/// Encodes and enqueues a chunk, Encoding 8.1.
pub(super) fn encode(vm: &mut Vm, of: ObjectId, controller: ObjectId, chunk: Value) -> Completion<()> {
    let text = convert::to_string(vm, chunk)?;
    vm.keep(Value::string(text));
    let text = vm.heap.flatten(text)?;
    let length = vm.heap.view(text).len();
    let mut before = fields::take(vm, of, SURROGATE).as_int().and_then(|unit| u16::try_from(unit).ok());
    vm.room(length.saturating_mul(3))?;
    let mut bytes = Vec::new();
    vm.heap.lend_room(&mut bytes, length.saturating_mul(3).saturating_add(3))?;
    for start in (0..length).step_by(PIECE) {
        let end = (start + PIECE).min(length);
        vm.work((end - start) as u64 / UNITS_PER_TICK + 1)?;
        for index in start..end {
            let unit = vm.heap.view(text).get(index).unwrap_or(0);
            push_unit(&mut bytes, &mut before, unit);
        }
    }
    if let Some(unit) = before {
        fields::set(vm, of, SURROGATE, Value::int(unit.into()));
    }
    let enqueued = if bytes.is_empty() { Ok(()) } else { enqueue(vm, controller, &bytes) };
    vm.heap.take_back(&bytes);
    enqueued
}

/// Converts a code unit to scalar values, Encoding 8.1, and these to bytes.
fn push_unit(bytes: &mut Vec<u8>, before: &mut Option<u16>, unit: u16) {
    let mut push = |scalar: char| bytes.extend_from_slice(scalar.encode_utf8(&mut [0; 4]).as_bytes());
    let is_trailing = (0xDC00..0xE000).contains(&unit);
    if let Some(leading) = before.take() {
        if is_trailing {
            let pair = char::decode_utf16([leading, unit]).next().and_then(Result::ok);
            return push(pair.unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        push(char::REPLACEMENT_CHARACTER);
    }
    match unit {
        0xD800..0xDC00 => *before = Some(unit),
        _ => push(char::from_u32(unit.into()).unwrap_or(char::REPLACEMENT_CHARACTER)),
    }
}

/// Enqueues a Uint8Array of such bytes.
fn enqueue(vm: &mut Vm, controller: ObjectId, bytes: &[u8]) -> Completion<()> {
    let chunk = byte_views::bytes_of(vm, bytes)?;
    transform_controller::enqueue(vm, controller, chunk)
}
