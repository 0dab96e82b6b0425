//! Generators as `IteratorNext` of register code goes through them: values come without result objects, and where nothing but
//! registers has to be kept, frames come and go by a copy of those.

use crate::error::Completion;
use crate::function::Role;
use crate::generator::{Driver, Generator, GeneratorState, Resumption};
use crate::heap::ObjectId;
use crate::interpreter::calls::Entered;
use crate::object::ObjectKind;
use crate::value::Value;
use crate::vm::{Ending, Frame, FrameKind, Vm, WINDOW};
use ferrotape_budget::costs::REGISTERS_PER_TICK;

/// Keeps it, or is it to keep, nothing but registers, and so few that no tick is due for them?
fn is_simple(generator: &Generator, registers: usize) -> bool {
    matches!(generator.driver, Driver::Generator)
        && generator.open_scopes.is_empty()
        && generator.saved.is_none()
        && generator.delegate.is_none()
        && registers < REGISTERS_PER_TICK as usize
}

impl Vm {
    /// The frame of a generator is pushed for an `IteratorNext` that would call `next`, as nobody can tell that there was no
    /// result object. None where it has to be called.
    pub(crate) fn step_generator(&mut self, iterator: Value, next: Value, dst: u8) -> Completion<Option<Entered>> {
        let Some((number, realm)) = next.as_object().and_then(|next| self.heap.native_function(next)) else {
            return Ok(None);
        };
        if realm != self.realm.id || self.native(number).role != Role::Resume(Resumption::Next) {
            return Ok(None);
        }
        let Some(object) = iterator.as_object() else { return Ok(None) };
        let Some(generator) = self.generator_mut(object) else { return Ok(None) };
        let is_waiting = matches!(generator.state, GeneratorState::SuspendedStart | GeneratorState::SuspendedYield);
        let code = generator.frame.code;
        let is_generator = matches!(generator.driver, Driver::Generator);
        if !is_generator || !is_waiting || self.heap.code_block(code).is_stack_code() {
            return Ok(None);
        }
        let first = self.frame().top as usize + 1;
        if self.heap.budget.spend(1) {
            self.safepoint()?;
        }
        if self.push_simple(object, first, dst) {
            return Ok(Some(Entered::Frame));
        }
        self.push_resumed(object, (first, dst, FrameKind::Resume), Resumption::Next, Value::UNDEFINED)?;
        if let Some(generator) = self.generator_mut(object) {
            // A `yield*` passes the results on that it gets.
            generator.steps_row = true;
        }
        Ok(Some(Entered::Frame))
    }

    /// Fast path: what [`Vm::push_resumed`] does, where there is room for the frame, nobody has to hear of what the generator
    /// loses, and it has nothing but registers. False where that is not so.
    fn push_simple(&mut self, object: ObjectId, base: usize, dst: u8) -> bool {
        if self.heap.is_marking() || self.frames.len() == self.frames.capacity() || base + 2 * WINDOW > self.stack.len()
        {
            return false;
        }
        let Some(generator) = self.generator_mut(object) else { return false };
        let (code, count) = (generator.frame.code, generator.registers.len());
        if !is_simple(generator, count) {
            return false;
        }
        let block = self.heap.code_block(code);
        let (realm, registers) = (block.realm, block.register_count as usize);
        if realm != self.realm.id || registers > WINDOW {
            return false;
        }
        let Some(ObjectKind::Generator(generator)) = self.heap.kind_mut(object) else { return false };
        let Some(window) = self.stack.get_mut(base - 1..base + registers.max(count)) else { return false };
        let (below, window) = window.split_at_mut(1);
        let (kept, others) = window.split_at_mut(count);
        below[0] = Value::object(object);
        kept.copy_from_slice(&generator.registers);
        others.fill(Value::UNDEFINED);
        if let Some(received) = generator.received
            && let Some(register) = window.get_mut(received as usize)
        {
            *register = Value::UNDEFINED;
        }
        generator.registers.clear();
        generator.state = GeneratorState::Executing;
        generator.steps_row = true;
        let (base, top) = (base as u32, (base + registers) as u32);
        let (kind, ending) = (FrameKind::Resume, Ending::Scopes);
        let frame = Frame { base, top, dst, kind, ending, ..generator.frame };
        if let Some(caller) = self.frames.last_mut() {
            caller.pc = self.pc;
        }
        self.frames.push(frame);
        (self.top, self.pc) = (top as usize, frame.pc);
        // Nothing waits there any more that began before.
        self.throw_sites.forget_above(base as usize, self.stack_machine.blocks.len());
        true
    }

    /// Fast path: what `yield` does in the frame of a generator that an `IteratorNext` goes through, where nothing but registers
    /// has to be kept and there is room for them. False where that is not so.
    pub(super) fn yield_to_row(&mut self, value: Value, live: usize, received: Option<u8>) -> bool {
        let frame = *self.frame();
        let base = frame.base as usize;
        let has_open = self.open_scopes.last().is_some_and(|open| !open.is_below(base));
        if has_open || frame.ending != Ending::Scopes || frame.kind != FrameKind::Resume {
            return false;
        }
        let Some(object) = self.activation_of(&frame) else { return false };
        let live = live.min(frame.top as usize - base);
        let Some(ObjectKind::Generator(generator)) = self.heap.kind_mut(object) else { return false };
        if !generator.steps_row || !is_simple(generator, live) || live > generator.registers.capacity() {
            return false;
        }
        generator.state = GeneratorState::SuspendedYield;
        generator.frame = Frame { pc: self.pc, ..frame };
        generator.registers.clear();
        generator.registers.extend_from_slice(&self.stack[base..base + live]);
        generator.received = received;
        self.pop_plain_frame();
        self.deliver_to_row(value);
        true
    }
}
