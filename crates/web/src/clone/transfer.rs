//! StructuredSerializeWithTransfer, HTML 2.7.7: buffers and ports that move to the copy.

use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{BufferId, ObjectId};
use ferrotape_runtime::iteration;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm;
use ferrotape_runtime::symbol::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::Cloning;
use crate::messages::{self, Moved};

/// A thing that moves, and the one that takes its place.
pub(super) enum Move {
    /// A buffer, and the empty one that receives its bytes.
    Buffer {
        from: BufferId,
        to: BufferId,
    },
    Port(Moved),
}

/// Reads the second argument of `postMessage`: a list, or the options that have one.
pub(crate) fn list_or_options(vm: &mut Vm, value: Value) -> Completion<Vec<ObjectId>> {
    if value.is_object() {
        let method = iteration::iterator_method(vm, value, symbols::ITERATOR)?;
        if method.is_some() {
            return objects_of(vm, value);
        }
    }
    list(vm, value)
}

/// Reads the member `transfer` of the options: objects, which are kept.
pub(super) fn list(vm: &mut Vm, options: Value) -> Completion<Vec<ObjectId>> {
    if options.is_nullish() {
        return Ok(Vec::new());
    }
    let Some(options) = options.as_object() else {
        return vm.type_error("The options argument must be either an object or undefined");
    };
    let key = vm.heap.key("transfer");
    let transfer = object::get(vm, options, key)?;
    if transfer.is_undefined() {
        return Ok(Vec::new());
    }
    if !transfer.is_object() {
        return vm.type_error("The option 'transfer' is not iterable");
    }
    vm.keep(transfer);
    objects_of(vm, transfer)
}

/// Reads an iterable of objects, which are kept.
fn objects_of(vm: &mut Vm, transfer: Value) -> Completion<Vec<ObjectId>> {
    let array = array::new_array(vm);
    vm.keep(Value::object(array));
    iteration::sequence(vm, transfer, |vm, value| match value.is_object() {
        true => iterate::append_value(vm, array, value),
        false => vm.type_error("The option 'transfer' has a value that is not an object"),
    })?;
    let mut list = Vec::new();
    let count = vm.heap.length_of_array(array).unwrap_or(0) as usize;
    vm.heap.lend_room(&mut list, count)?;
    let elements = vm.heap.elements(array).as_dense().unwrap_or_default();
    list.extend(elements.iter().filter_map(|value| value.as_object()));
    Ok(list)
}

/// Creates an empty buffer in the copy for each buffer that moves, and a port for each port.
pub(super) fn prepare(vm: &mut Vm, cloning: &Cloning, list: &[ObjectId]) -> Completion<Vec<Move>> {
    let mut moves = Vec::new();
    for &object in list {
        vm.work(1)?;
        if messages::is_port(vm, object) {
            if cloning.known(vm, object)?.is_some() {
                return cloning.fail(vm, "Transfer list contains duplicate MessagePort");
            }
            let Some(moved) = messages::prepare_move(vm, object)? else {
                return cloning.fail(vm, "The MessagePort was closed or transferred already.");
            };
            cloning.remember(vm, object, moved.to)?;
            vm.heap.lend_room(&mut moves, 1)?;
            moves.push(Move::Port(moved));
            continue;
        }
        let buffer = buffers::buffer_of(&vm.heap, object).filter(|&buffer| !buffers::get(&vm.heap, buffer).is_shared());
        let Some(from) = buffer else {
            return cloning.fail(vm, "Value could not be transferred: it is neither an ArrayBuffer nor a MessagePort.");
        };
        if buffers::get(&vm.heap, from).is_immutable() {
            return cloning.fail(vm, "An ArrayBuffer is immutable and could not be transferred.");
        }
        if buffers::get(&vm.heap, from).has_detach_key() {
            return vm.type_error(ferrotape_runtime::messages::UNDETACHABLE_BUFFER);
        }
        if cloning.known(vm, object)?.is_some() {
            return cloning.fail(vm, "Transfer list contains duplicate ArrayBuffer");
        }
        let prototype = realm::intrinsics(vm).array_buffer_prototype;
        let copy = buffer::new_array_buffer(vm, Some(prototype), 0, None)?;
        vm.keep(Value::object(copy));
        cloning.remember(vm, object, copy)?;
        vm.heap.lend_room(&mut moves, 1)?;
        moves.extend(buffers::buffer_of(&vm.heap, copy).map(|to| Move::Buffer { from, to }));
    }
    Ok(moves)
}

/// Moves the bytes and the ports, after everything else was copied.
pub(super) fn finish(vm: &mut Vm, cloning: &Cloning, moves: &[Move], ports: Option<ObjectId>) -> Completion<()> {
    for moved in moves {
        vm.work(1)?;
        match *moved {
            Move::Buffer { from, to } => {
                if buffers::get(&vm.heap, from).is_detached() {
                    return cloning.fail(vm, "An ArrayBuffer is detached and could not be transferred.");
                }
                if buffers::get(&vm.heap, from).is_immutable() {
                    return cloning.fail(vm, "An ArrayBuffer is immutable and could not be transferred.");
                }
                buffers::move_buffer(&mut vm.heap, from, to);
            }
            Move::Port(moved) => {
                if !messages::move_port(vm, moved) {
                    return cloning.fail(vm, "The MessagePort was closed or transferred already.");
                }
                if let Some(ports) = ports {
                    iterate::append_value(vm, ports, Value::object(moved.to))?;
                }
            }
        }
    }
    Ok(())
}
