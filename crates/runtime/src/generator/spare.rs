//! Activations that are used again. No script sees the activation of an async function, and nothing waits for one that has
//! ended. So the next async function gets its cell, with the memory for its registers.

use ferrotape_heap::generator::{Driver, Generator, GeneratorState};

use crate::heap::ObjectId;
use crate::object::ObjectKind;
use crate::value::Value;
use crate::vm::{Frame, Vm};

/// Most activations that are kept for the next functions.
const MOST_SPARE: usize = 64;

/// Most registers that a kept activation has room for.
const MOST_REGISTERS: usize = 64;

/// Makes the activation of a frame that begins.
pub(super) fn new_activation(vm: &mut Vm, driver: Driver, frame: Frame, prototype: Option<ObjectId>) -> ObjectId {
    if let Driver::Async(_) = driver
        && let Some(object) = vm.execution.spare_activations.pop()
        && let Some(ObjectKind::Generator(generator)) = vm.heap.kind_mut(object)
    {
        (generator.state, generator.driver, generator.frame) = (GeneratorState::Executing, driver, frame);
        generator.received = None;
        return object;
    }
    let generator = Generator::new(GeneratorState::Executing, driver, frame);
    vm.heap.new_object_with_prototype(prototype, ObjectKind::Generator(Box::new(generator)))
}

/// Keeps the activation of an async function that has ended, and whose promise is settled or follows another one.
pub(super) fn give_back(vm: &mut Vm, object: ObjectId) {
    // A debugger knows frames by their activations.
    if vm.execution.spare_activations.len() >= MOST_SPARE || vm.execution.watch.is_some() {
        return;
    }
    let Some(ObjectKind::Generator(generator)) = vm.heap.kind_mut(object) else { return };
    let is_idle = generator.state == GeneratorState::Completed && !generator.is_to_return && !generator.steps_row;
    if is_idle && is_small(generator) {
        // Nothing but this list leads to it from now on: a collection that marks cells must not miss it.
        vm.heap.lose(Value::object(object));
        vm.execution.spare_activations.push(object);
    }
}

/// Returns whether an activation has so little memory that it may be kept.
pub(super) fn is_small(generator: &Generator) -> bool {
    let capacity = generator.registers.capacity().max(generator.open_scopes.capacity());
    let has_more = generator.saved.is_some() || generator.delegate.is_some() || generator.requests.capacity() > 0;
    capacity <= MOST_REGISTERS && !has_more
}
