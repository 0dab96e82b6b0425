//! ReadableStreamBYOBReader.prototype.read, Streams 4.5.3.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::readable::{self, State};
use super::{byte_queue, byte_views, promises, reader, requests};
use crate::interface::{dictionary, member, require_arguments};

/// ReadableStreamBYOBReader.prototype.read ( view, options )
pub(super) fn read_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let reader = fields::this(vm, call, Kind::ByobReader, "read")?;
        require_arguments(vm, call, 1, "ReadableStreamBYOBReader.read")?;
        let value = call.argument(vm, 0);
        byte_views::view_of(vm, value, "The view to read into")?;
        let options = dictionary(vm, call.argument(vm, 1), "The options of read")?;
        let minimum = match member(vm, options, "min")? {
            None => 1,
            Some(minimum) => super::integer(vm, minimum, "The option 'min'")?,
        };
        // The options may have run script.
        let view = byte_views::view_of(vm, value, "The view to read into")?;
        if byte_views::is_detached(vm, view.buffer) {
            return vm.type_error("The buffer of the view is detached");
        }
        if view.length == 0 || byte_views::buffer_length(vm, view.buffer) == 0 {
            return vm.type_error("The view to read into must have at least one byte");
        }
        if minimum == 0 {
            return vm.type_error("The option 'min' must be greater than 0");
        }
        if minimum > (view.length / view.element_size()) as u64 {
            return vm.range_error("The option 'min' is greater than the length of the view");
        }
        reader::stream_of(vm, reader)?;
        let promise = promises::pending(vm);
        read(vm, reader, view, minimum as usize, Value::object(promise))?;
        Ok(promise)
    })
}

/// ReadableStreamBYOBReaderRead, Streams 4.9.3. The request must be kept.
pub(super) fn read(
    vm: &mut Vm,
    reader: ObjectId,
    view: byte_views::Bytes,
    minimum: usize,
    request: Value,
) -> Completion<()> {
    let stream = fields::linked(vm, reader, reader::STREAM)?;
    readable::disturb(vm, stream);
    if readable::state(vm, stream) == State::Errored {
        let error = readable::error_of(vm, stream);
        return requests::fail(vm, request, error);
    }
    let controller = fields::linked(vm, stream, readable::CONTROLLER)?;
    byte_queue::pull_into(vm, controller, view, minimum, request)
}
