//! Cells: what streams, their readers, their controllers and their helpers consist of.
//!
//! A cell is an object of the host whose state lies in its kept values alone: slots by number. So the collector sees all of it,
//! and forks and snapshots contain it. Numbers and flags are values like the others. Bytes that claim to be a snapshot can put
//! anything in a slot, so readers of slots take what has the wrong type for nothing.

use std::any::Any;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::interface::{illegal_invocation, kept, new_object};

/// Makes the kinds of cells, with their classes and how many slots they have.
macro_rules! kinds {
    ($($kind:ident = $name:literal, $slots:literal;)*) => {
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub(crate) enum Kind { $($kind),* }

        impl Kind {
            pub(crate) fn class(self) -> &'static str {
                match self { $(Kind::$kind => $name),* }
            }

            pub(super) fn slots(self) -> usize {
                match self { $(Kind::$kind => $slots),* }
            }
        }

        /// The classes of cells, and the data of new ones.
        pub(crate) const CLASSES: &[PartClass] = &[$(($name, || Box::new(Cell(Kind::$kind)))),*];
    };
}

kinds! {
    Readable = "ReadableStream", 5;
    DefaultReader = "ReadableStreamDefaultReader", 3;
    ByobReader = "ReadableStreamBYOBReader", 3;
    DefaultController = "ReadableStreamDefaultController", 14;
    ByteController = "ReadableByteStreamController", 17;
    ByobRequest = "ReadableStreamBYOBRequest", 2;
    Iterator = "ReadableStream AsyncIterator", 4;
    IteratorRead = "Read of an iterator", 3;
    Writable = "WritableStream", 12;
    Writer = "WritableStreamDefaultWriter", 3;
    WritableController = "WritableStreamDefaultController", 13;
    Transform = "TransformStream", 5;
    TransformController = "TransformStreamDefaultController", 6;
    Count = "CountQueuingStrategy", 1;
    ByteLength = "ByteLengthQueuingStrategy", 1;
    Encoder = "TextEncoderStream", 2;
    Decoder = "TextDecoderStream", 2;
    Compression = "CompressionStream", 2;
    Decompression = "DecompressionStream", 2;
    Queue = "Queue of a stream", 2;
    Holder = "Queue that is emptied", 1;
    PullInto = "Pull-into descriptor", 9;
    Tee = "Tee", 12;
    ByteTee = "Tee of bytes", 14;
    Pipe = "Pipe", 16;
    From = "Stream of an iterator", 4;
    Piece = "Stream of a blob", 2;
    ReadAll = "Reader of all bytes", 5;
    Request = "Request", 17;
    Response = "Response", 8;
    Fetching = "Fetch", 14;
    FetchHost = "Host of fetch", 6;
    HostBody = "Body of a host", 6;
}

/// Marks an object as a cell of a kind.
pub(crate) struct Cell(pub(crate) Kind);

impl HostData for Cell {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(Cell(self.0)))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], kept: usize) -> bool {
        bytes.is_empty() && kept >= self.0.slots()
    }
}

/// Makes a cell whose slots are undefined. It is kept.
pub(crate) fn new(vm: &mut Vm, kind: Kind, prototype: ObjectId) -> Completion<ObjectId> {
    let cell = new_object(vm, kind.class(), prototype, Box::new(Cell(kind)))?;
    hosts::keep_undefined(&mut vm.heap, cell, kind.slots())?;
    Ok(cell)
}

/// Makes a cell that no script sees. It is kept.
pub(crate) fn new_hidden(vm: &mut Vm, kind: Kind) -> Completion<ObjectId> {
    let prototype = realm::intrinsics(vm).object_prototype;
    new(vm, kind, prototype)
}

pub(crate) fn kind_of(vm: &Vm, object: ObjectId) -> Option<Kind> {
    hosts::host_data::<Cell>(&vm.heap, object).map(|cell| cell.0)
}

/// Returns the object of a value if it is a cell of that kind.
pub(crate) fn of_kind(vm: &Vm, value: Value, kind: Kind) -> Option<ObjectId> {
    value.as_object().filter(|&object| kind_of(vm, object) == Some(kind))
}

/// The brand check of a member.
pub(crate) fn this(vm: &mut Vm, call: Call, kind: Kind, member: &str) -> Completion<ObjectId> {
    match of_kind(vm, call.this, kind) {
        Some(cell) => Ok(cell),
        None => illegal_invocation(vm, call, &format!("{}.prototype.{member}", kind.class())),
    }
}

#[inline]
pub(crate) fn get(vm: &Vm, cell: ObjectId, slot: usize) -> Value {
    kept(vm, cell, slot)
}

#[inline]
pub(crate) fn set(vm: &mut Vm, cell: ObjectId, slot: usize, value: Value) {
    hosts::set_kept_value(&mut vm.heap, cell, slot, value);
}

/// Takes a value out of a slot. It is kept.
pub(crate) fn take(vm: &mut Vm, cell: ObjectId, slot: usize) -> Value {
    let value = get(vm, cell, slot);
    vm.keep(value);
    set(vm, cell, slot, Value::UNDEFINED);
    value
}

#[inline]
pub(crate) fn flag(vm: &Vm, cell: ObjectId, slot: usize) -> bool {
    get(vm, cell, slot) == Value::TRUE
}

#[inline]
pub(crate) fn set_flag(vm: &mut Vm, cell: ObjectId, slot: usize, is_set: bool) {
    set(vm, cell, slot, Value::bool(is_set));
}

#[inline]
pub(crate) fn number(vm: &Vm, cell: ObjectId, slot: usize) -> f64 {
    get(vm, cell, slot).as_number().unwrap_or(0.0)
}

#[inline]
pub(crate) fn set_number(vm: &mut Vm, cell: ObjectId, slot: usize, number: f64) {
    set(vm, cell, slot, Value::number(number));
}

/// Returns a count of a slot.
pub(crate) fn count(vm: &Vm, cell: ObjectId, slot: usize) -> usize {
    count_of(get(vm, cell, slot))
}

/// Converts a value to a count. Damaged bytes can say any number: the sum of two counts still fits. Nothing is longer than that.
pub(crate) fn count_of(value: Value) -> usize {
    (value.as_number().unwrap_or(0.0) as usize).min(usize::MAX / 2)
}

/// Returns the object of a slot, if there is one.
#[inline]
pub(crate) fn link(vm: &Vm, cell: ObjectId, slot: usize) -> Option<ObjectId> {
    get(vm, cell, slot).as_object()
}

/// Returns the object of a slot that always has one. A TypeError in what was read from damaged bytes.
pub(crate) fn linked(vm: &mut Vm, cell: ObjectId, slot: usize) -> Completion<ObjectId> {
    match link(vm, cell, slot) {
        Some(object) => Ok(object),
        None => vm.type_error("The state of the stream is damaged"),
    }
}
