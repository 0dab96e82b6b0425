//! Streams, Streams Standard: readable, writable and transform streams, and those that Encoding makes of them.
//!
//! ```text
//!  ReadableStream ── controller ── source          cells: their slots have all of the state
//!       │                │                         queue: chunks with sizes, requests, descriptors
//!    reader           queue                        promises: reactions with captured cells
//!       │
//!  requests: promise, iterator, tee, pipe          pipe, tee, from, piece: who is no script
//! ```
//!
//! All of it is native. Nothing looks at what scripts have changed, except where the standard says so: a result of `read` settles
//! its promise, so `then` of `Object.prototype` is seen. A stream that waits is no more than cells and promises with reactions by
//! name: it can be written and forked wherever it waits. Nothing recurses by the number of chunks; a chain of tees or transforms
//! does by its length, with a RangeError in place of an overflow.

mod byob_request;
pub(crate) mod byte_controller;
mod byte_queue;
mod byte_read;
mod byte_tee;
pub(crate) mod byte_views;
#[cfg(feature = "compression")]
pub(crate) mod compression;
mod controller;
mod ended;
pub(crate) mod fields;
mod from;
mod iterator;
mod own;
mod piece;
mod pipe;
pub(crate) mod promises;
mod pull_into;
mod read_all;
pub(crate) mod readable;
mod reader;
mod requests;
mod ring;
mod sink;
mod source;
mod strategy;
mod tee;
mod text_streams;
mod transform;
mod transform_controller;
mod writable;
mod writable_controller;
mod writer;

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::NativeFunction;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

pub(crate) use byte_tee::stream_with;
pub use ended::{StreamState, stream_end, stream_state};
pub(crate) use fields::CLASSES;
use fields::Kind;
pub(crate) use from::encoded_from_iterable;
pub(crate) use piece::{close_controller, stream_of_blob};
pub(crate) use read_all::read_all;
pub(crate) use tee::{branches, proxy};

pub(crate) static GLOBALS: &[&str] = &[
    "ReadableStream",
    "ReadableStreamDefaultReader",
    "ReadableStreamBYOBReader",
    "ReadableStreamDefaultController",
    "ReadableByteStreamController",
    "ReadableStreamBYOBRequest",
    "WritableStream",
    "WritableStreamDefaultWriter",
    "WritableStreamDefaultController",
    "TransformStream",
    "TransformStreamDefaultController",
    "CountQueuingStrategy",
    "ByteLengthQueuingStrategy",
    "TextEncoderStream",
    "TextDecoderStream",
];

/// Attributes apart, all that a stream shows of itself: its state, and a flag with its name.
type Shown = (Option<&'static str>, Option<(&'static str, bool)>);

/// The state and flag of a stream. None for other objects.
pub(crate) fn shown_state(vm: &Vm, stream: ObjectId) -> Option<Shown> {
    match fields::kind_of(vm, stream)? {
        Kind::Readable => {
            let state = match readable::state(vm, stream) {
                readable::State::Readable => "readable",
                readable::State::Closed => "closed",
                readable::State::Errored => "errored",
            };
            let controller = fields::get(vm, stream, readable::CONTROLLER);
            let takes_views = fields::of_kind(vm, controller, Kind::ByteController).is_some();
            Some((Some(state), Some(("supportsBYOB", takes_views))))
        }
        Kind::Writable => {
            let state = match writable::state(vm, stream) {
                writable::State::Writable => "writable",
                writable::State::Erroring => "erroring",
                writable::State::Errored => "errored",
                writable::State::Closed => "closed",
            };
            Some((Some(state), None))
        }
        Kind::Transform => Some((None, Some(("backpressure", transform::has_backpressure(vm, stream))))),
        _ => None,
    }
}

/// The reactions and algorithms, by where they are.
pub(crate) const CLOSURES: &[&[&NativeFunction]] = &[
    byte_tee::CLOSURES,
    from::CLOSURES,
    iterator::CLOSURES,
    pipe::CLOSURES,
    read_all::CLOSURES,
    readable::CLOSURES,
    sink::CLOSURES,
    source::CLOSURES,
    tee::CLOSURES,
    transform_controller::CLOSURES,
    writable::CLOSURES,
    writable_controller::CLOSURES,
];

/// Defines the classes of streams, except those of Compression, which are a part of their own.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    readable::install(realm)?;
    reader::install(realm)?;
    controller::install(realm)?;
    byte_controller::install(realm)?;
    byob_request::install(realm)?;
    iterator::install(realm)?;
    writable::install(realm)?;
    writer::install(realm)?;
    writable_controller::install(realm)?;
    transform::install(realm)?;
    transform_controller::install(realm)?;
    strategy::install(realm)?;
    text_streams::install(realm)
}

/// Converts to an unsigned long long with [EnforceRange] (Web IDL 3.3.6).
fn integer(vm: &mut Vm, value: Value, what: &str) -> Completion<u64> {
    const MOST: f64 = ((1u64 << 53) - 1) as f64;
    let number = convert::to_number(vm, value)?.trunc();
    if (0.0..=MOST).contains(&number) || number == 0.0 {
        return Ok(number as u64);
    }
    vm.type_error(format!("{what} must be an integer from 0 to 2^53 - 1"))
}
