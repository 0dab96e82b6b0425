//! Waiting frames: contents of registers, or parts of the stacks.
//!
//! The verifier's knowledge of the place decides how each register is written. Registers that are written before they
//! are read are left out.

use std::sync::Arc;

use ferrotape_bytecode::{Code, Held, Registers};
use ferrotape_heap::stack_activation::{Activation, Block, Resume, SavedActivation, Slot};

use super::super::Done;
use super::super::code_states::Known;
use super::Writing;
use ferrotape_runtime::code::CodeBlock;
use ferrotape_runtime::generator::Generator;
use ferrotape_runtime::heap::RecordId;
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    pub(super) fn record_number(&mut self, record: Option<RecordId>, bytes: &mut Vec<u8>) -> Done<()> {
        let number = self.record(record)?;
        self.number(number, bytes);
        Ok(())
    }

    /// Writes the frame of a suspended generator of register code: its place, its open scopes, and registers that are still read.
    pub(super) fn suspended_registers(&mut self, generator: &Generator, bytes: &mut Vec<u8>) -> Done<()> {
        let block = Arc::clone(self.vm.heap.code_block(generator.frame.code));
        let known = self.code_states.of(&mut self.vm.heap, &block)?;
        let (Known::Register(states), Code::Register(code)) = (&*known, &block.template().code) else {
            return self.cannot("a frame of the other machine");
        };
        let Some(registers) = states.before(code, (generator.frame.pc as usize).saturating_sub(1)) else {
            return self.cannot("a frame that waits where nothing can wait");
        };
        self.number(generator.frame.pc.into(), bytes);
        self.number(generator.open_scopes.len() as u64, bytes);
        for open in &generator.open_scopes {
            let scope = block.scopes.iter().position(|scope| scope.record == open.slot);
            let record = generator.registers.get(open.place()).and_then(|value| value.as_record());
            let (Some(scope), Some(_)) = (scope, record) else { return self.cannot("a scope without a record") };
            self.number(scope as u64, bytes);
            self.record_number(record, bytes)?;
            self.note_open_scope(&block, scope, &registers);
        }
        for (register, &value) in (0..).zip(&generator.registers) {
            self.vm.work(1)?;
            self.held_value(value, registers.held(register), bytes)?;
        }
        Ok(())
    }

    /// Notes an open scope: a frame that goes on may empty variables that closures see.
    pub(super) fn note_open_scope(&mut self, block: &CodeBlock, scope: usize, registers: &Registers<'_>) {
        let Some(scope) = block.scopes.get(scope) else { return };
        let mut bound = self.vm.heap.scope(scope.id).registers.iter();
        self.lacks_values |= bound.any(|&register| !registers.always_holds_value(register));
    }

    /// Writes a register as its contents are known: records of variables and waiting returns have tags of their own.
    pub(super) fn held_value(&mut self, value: Value, held: Held, bytes: &mut Vec<u8>) -> Done<()> {
        match held {
            Held::Record | Held::Nothing => return Ok(()),
            Held::OrPlace => {
                if let Some(record) = value.as_record() {
                    bytes.push(11);
                    return self.record_number(Some(record), bytes);
                }
            }
            Held::OrCompletion => {
                if let Some(returned) = self.vm.heap.waiting_return(value) {
                    bytes.push(12);
                    self.value(returned, bytes)?;
                    return Ok(());
                }
            }
            Held::Value | Held::OrEmpty | Held::Enumeration | Held::Delegate => {}
        }
        self.value(value, bytes)?;
        Ok(())
    }

    /// Writes an activation's part of the stacks, its place in the text, its scope chain, `this` and kept arguments.
    pub(super) fn activation(
        &mut self,
        saved: &SavedActivation,
        (location, environment): (u32, Option<RecordId>),
        registers: &[Value],
        bytes: &mut Vec<u8>,
    ) -> Done<()> {
        let &Activation { pc, completion, enumeration, outer_scope, variables, .. } = &saved.registers;
        self.number(pc as u64, bytes);
        self.number(location.into(), bytes);
        for record in [environment, outer_scope, variables] {
            self.record_number(record, bytes)?;
        }
        self.value(completion, bytes)?;
        self.value(enumeration, bytes)?;
        self.number(registers.len() as u64, bytes);
        for &value in registers {
            self.vm.work(1)?;
            self.value(value, bytes)?;
        }
        let height = saved.registers.first_value.saturating_sub(saved.registers.first_held);
        self.number((saved.values.len() - height.min(saved.values.len())) as u64, bytes);
        for &slot in &saved.values {
            self.vm.work(1)?;
            self.slot(slot, bytes)?;
        }
        self.number(saved.blocks.len() as u64, bytes);
        for &block in &saved.blocks {
            self.vm.work(1)?;
            self.block(block, bytes)?;
        }
        Ok(())
    }

    /// Writes a value or reference of the value stack, each kind with a number of its own.
    fn slot(&mut self, slot: Slot, bytes: &mut Vec<u8>) -> Done<()> {
        let (number, values) = match slot {
            Slot::Value(value) => (0, vec![value]),
            Slot::Property { base, key } => (1, vec![base, key]),
            Slot::Super { this, base, key } => (2, vec![this, base, key]),
            Slot::Private { base, name } => (3, vec![base, name]),
            Slot::Name { place, key } => {
                bytes.push(4);
                self.held_value(place, Held::OrPlace, bytes)?;
                self.key(key, bytes);
                return Ok(());
            }
            Slot::Variable { index } => {
                bytes.push(5);
                self.number(index.into(), bytes);
                return Ok(());
            }
            Slot::Declared { key } => {
                bytes.push(6);
                self.key(key, bytes);
                return Ok(());
            }
        };
        bytes.push(number);
        for value in values {
            self.value(value, bytes)?;
        }
        Ok(())
    }

    /// Writes a block of the block stack.
    fn block(&mut self, block: Block, bytes: &mut Vec<u8>) -> Done<()> {
        let value = match block {
            Block::Enum { saved } => {
                bytes.push(0);
                saved
            }
            Block::With { scope } => {
                bytes.push(1);
                return self.record_number(scope, bytes);
            }
            Block::Catch { height: _, handler, name, caught: Some(caught) } => {
                bytes.push(7);
                self.number(handler.into(), bytes);
                self.value(caught, bytes)?;
                name
            }
            Block::Catch { height: _, handler, name, caught: None } => {
                bytes.push(2);
                self.number(handler.into(), bytes);
                name
            }
            Block::Finally { height: _, handler } => {
                bytes.push(3);
                self.number(handler.into(), bytes);
                return Ok(());
            }
            Block::Finally2(Resume::Throw(value)) => {
                bytes.push(4);
                value
            }
            Block::Finally2(Resume::Return(value)) => {
                bytes.push(5);
                value
            }
            Block::Finally2(Resume::At { pc, completion }) => {
                bytes.push(6);
                self.number(pc as u64, bytes);
                completion
            }
        };
        self.value(value, bytes)?;
        Ok(())
    }
}
