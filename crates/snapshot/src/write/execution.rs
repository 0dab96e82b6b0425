//! A paused execution: the kind of each of its frames, and then their contents, from the script inwards.
//!
//! Frames of register code overlap the end of their callers', whose registers there are those of a call. So the
//! contents of a frame can be read once the start of the next one is known.

use std::sync::Arc;

use ferrotape_bytecode::{Code, Held};
use ferrotape_heap::stack_activation::SavedActivation;

use super::super::code_states::Known;
use super::super::{Done, FRAME_KINDS, ROOT, is_marked_below};
use super::Writing;
use ferrotape_runtime::error::CodePlace;
use ferrotape_runtime::generator;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::program::{Blocked, Turn};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::throw_site::Waiting;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Frame, FrameKind};

impl Writing<'_> {
    /// Writes the program, then the callee of each frame, then the contents of each frame.
    pub(super) fn execution(&mut self) -> Done<()> {
        (self.current, self.current_key) = (ROOT, PropertyKey::NONE);
        let frames = self.vm.execution.frames.clone();
        let mut bytes = Vec::new();
        self.program(&mut bytes)?;
        self.number(frames.len() as u64, &mut bytes);
        let turn = self.vm.agent.program.as_ref().and_then(|program| program.turn);
        for (number, frame) in frames.iter().enumerate() {
            self.vm.work(1)?;
            let caller = number.checked_sub(1).and_then(|caller| frames.get(caller));
            match (caller, turn) {
                (None, Some(Turn::Script)) => {
                    let unit = self.unit(frame.code)?;
                    self.number(unit, &mut bytes);
                }
                (None, None) => return self.cannot("a run that has not ended"),
                (None, Some(turn)) => self.first_callee(frame, turn, &mut bytes)?,
                (Some(caller), _) => self.callee(frame, caller.base, &mut bytes)?,
            }
        }
        let blocked = self.vm.agent.program.as_ref().and_then(|program| program.blocked);
        for (number, frame) in frames.iter().enumerate() {
            let next = frames.get(number + 1);
            match self.vm.heap.code_block(frame.code).is_stack_code() {
                true => self.running_activation(number, frame, next.is_none(), &mut bytes)?,
                false => self.running_registers(frame, next, blocked.filter(|_| next.is_none()), &mut bytes)?,
            }
        }
        self.waiting_sites(&frames, &mut bytes)?;
        self.paused.bytes.append(&mut bytes);
        Ok(())
    }

    /// Writes where the exceptions were thrown that wait for the end of a `finally` block: the frame, the register or block of
    /// the frame, and the functions that ran.
    fn waiting_sites(&mut self, frames: &[Frame], bytes: &mut Vec<u8>) -> Done<()> {
        let mut sites = Vec::new();
        for (waiting, places) in self.vm.execution.throw_sites.all_waiting() {
            // Others are left over from frames that have ended.
            if let Some(place) = self.place_in_frame(frames, waiting) {
                sites.push((place, places.to_vec()));
            }
        }
        self.number(sites.len() as u64, bytes);
        for ((frame, place), places) in sites {
            self.vm.work(1 + places.len() as u64)?;
            [frame, place, places.len()].into_iter().for_each(|number| self.number(number as u64, bytes));
            for CodePlace { code, pc } in places {
                let unit = self.unit(code)?;
                let index = self.vm.heap.code_cell(code).index;
                [unit, index.into(), pc.into()].into_iter().for_each(|number| self.number(number, bytes));
            }
        }
        Ok(())
    }

    /// The frame in which an exception waits, and the register or block, counted from the first one of the frame.
    fn place_in_frame(&self, frames: &[Frame], waiting: Waiting) -> Option<(usize, usize)> {
        match waiting {
            Waiting::Register(at) => {
                let number = frames.partition_point(|frame| frame.base as usize <= at).checked_sub(1)?;
                let frame = frames.get(number).filter(|frame| at < frame.top as usize)?;
                Some((number, at - frame.base as usize))
            }
            Waiting::Block(at) => {
                let machine = &self.vm.execution.stack_machine;
                let number = machine.activations.partition_point(|it| it.first_block <= at).checked_sub(1)?;
                let activation = machine.activations.get(number).filter(|_| at < machine.blocks.len())?;
                Some((number, at - activation.first_block))
            }
        }
    }

    /// Writes the callee of a turn's first frame, which nobody waits for: it begins where the stacks do. The function that runs a
    /// module is known from the turn.
    fn first_callee(&mut self, frame: &Frame, turn: Turn, bytes: &mut Vec<u8>) -> Done<()> {
        let kind = match (frame.kind, turn) {
            (FrameKind::EntryResume, _) => FrameKind::Resume,
            (FrameKind::Entry, _) => FrameKind::Call,
            _ => return self.cannot("a run that a function of the host has begun"),
        };
        let is_body = matches!(turn, Turn::Body(_)) && kind == FrameKind::Call;
        let callee = if is_body { self.vm.realm.global } else { frame.callee };
        let base = (self.vm.place_of_call(frame) - 1) as u32;
        self.callee(&Frame { kind, callee, ..*frame }, base, bytes)
    }

    /// Writes the callee of a frame that another one waits for, whose registers begin at `low`.
    fn callee(&mut self, frame: &Frame, low: u32, bytes: &mut Vec<u8>) -> Done<()> {
        let Some(kind) = FRAME_KINDS.iter().position(|&known| known == frame.kind) else {
            return self.cannot("a run that a function of the host has begun");
        };
        bytes.push(kind as u8);
        bytes.push(frame.dst);
        let below =
            self.vm.execution.stack.get((frame.base as usize).wrapping_sub(1)).copied().unwrap_or(Value::UNDEFINED);
        let activation = generator::activation_of(self.vm, frame).filter(|_| frame.kind == FrameKind::Resume);
        match activation.map(|object| self.vm.heap.kind(object)) {
            Some(Kind::Generator(generator)) => bytes.push(generator.steps_row.into()),
            _ => self.value(Value::object(frame.callee), bytes)?,
        }
        if is_marked_below(frame.kind) {
            self.value(below, bytes)?;
        }
        let block = self.vm.heap.code_block(frame.code);
        if block.is_stack_code() {
            return Ok(());
        }
        let arguments = self.vm.place_of_arguments(frame);
        let place = self.vm.place_of_call(frame);
        self.number((place - 1).saturating_sub(low as usize) as u64, bytes);
        bytes.push(arguments.is_some().into());
        if let Some(arguments) = arguments {
            self.number(arguments.len() as u64, bytes);
            for place in arguments {
                self.vm.work(1)?;
                let argument = self.vm.execution.stack.get(place).copied().unwrap_or(Value::UNDEFINED);
                self.value(argument, bytes)?;
            }
        }
        Ok(())
    }

    /// Writes the registers of a frame that runs.
    fn running_registers(
        &mut self,
        frame: &Frame,
        next: Option<&Frame>,
        blocked: Option<Blocked>,
        bytes: &mut Vec<u8>,
    ) -> Done<()> {
        let block = Arc::clone(self.vm.heap.code_block(frame.code));
        let known = self.code_states.of(&mut self.vm.heap, &block)?;
        let (Known::Register(states), Code::Register(code)) = (&*known, &block.template().code) else {
            return self.cannot("a frame of the other machine");
        };
        let pc = if next.is_some() { frame.pc } else { self.vm.execution.pc };
        let registers = match (next, blocked) {
            (None, None) => states.before(code, pc as usize),
            _ => (pc as usize).checked_sub(1).and_then(|at| states.after(code, at)),
        };
        let Some(mut registers) = registers else { return self.cannot("a frame that waits where nothing can wait") };
        if let Some(next) = next {
            let below = (self.vm.place_of_call(next) - 1).saturating_sub(frame.base as usize) as u32;
            let dst = (next.kind != FrameKind::Setter).then_some(next.dst);
            if !registers.wait_for_call(below, is_marked_below(next.kind), dst) {
                return self.cannot("a call over registers that are still needed");
            }
        }
        if let Some(Blocked { below, dst, .. }) = blocked
            && !registers.wait_for_call(below, false, Some(dst))
        {
            return self.cannot("a call over registers that are still needed");
        }
        self.number(pc.into(), bytes);
        let (base, end) = (frame.base as usize, next.map_or(usize::MAX, |next| next.base as usize));
        let open: Vec<usize> = self.vm.execution.open_scopes.iter().map(|open| open.place()).collect();
        let open: Vec<usize> = open.into_iter().filter(|place| (base..end).contains(place)).collect();
        self.number(open.len() as u64, bytes);
        for place in open {
            let scope = block.scopes.iter().position(|scope| base + scope.record as usize == place);
            let record = self.vm.execution.stack.get(place).and_then(|value| value.as_record());
            let (Some(scope), Some(_)) = (scope, record) else { return self.cannot("a scope without a record") };
            self.number(scope as u64, bytes);
            self.record_number(record, bytes)?;
            self.note_open_scope(&block, scope, &registers);
        }
        for register in 0..block.register_count {
            self.vm.work(1)?;
            let value = self.vm.execution.stack.get(base + register as usize).copied().unwrap_or(Value::UNDEFINED);
            let held = registers.held(register);
            if !matches!(held, Held::Record | Held::Nothing) {
                self.held_value(value, held, bytes)?;
            }
        }
        Ok(())
    }

    /// Writes a frame of stack code, whose parts of the stacks end where those of the next frame begin.
    fn running_activation(&mut self, number: usize, frame: &Frame, is_last: bool, bytes: &mut Vec<u8>) -> Done<()> {
        let machine = &self.vm.execution.stack_machine;
        let Some(registers) = machine.activations.get(number).cloned() else {
            return self.cannot("a frame without an activation");
        };
        let next = machine.activations.get(number + 1);
        let values_end = next.map_or(machine.values.len(), |next| next.first_held);
        let blocks_end = next.map_or(machine.blocks.len(), |next| next.first_block);
        let values = machine.values.get(registers.first_held..values_end).unwrap_or_default().to_vec();
        let blocks = machine.blocks.get(registers.first_block..blocks_end).unwrap_or_default().to_vec();
        let location = if is_last { self.vm.execution.pc } else { frame.pc };
        let kept = self.vm.execution.stack.get(frame.base as usize..frame.top as usize).unwrap_or_default().to_vec();
        let saved = SavedActivation { values, blocks, registers };
        self.activation(&saved, (location, frame.environment), &kept, bytes)
    }
}
