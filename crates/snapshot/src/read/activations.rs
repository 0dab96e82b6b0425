//! Waiting activations of stack code, as their code could have left them.
//!
//! The stacks must match what the verifier knows of the place, and of every place that the blocks lead to: handlers,
//! and the END that a `finally` block has interrupted. Below the start of a block nothing changes as long as the block
//! exists, so one check of that part is enough.

use ferrotape_bytecode::{BlockKind, Code, StackCode, StackInstruction, StackShape, StackStates, SuspendedBy, Types};
use ferrotape_heap::stack_activation::{Activation, Block, Resume, SavedActivation, Slot};

use super::super::Done;
use super::super::code_states::Known;
use super::{Reading, unreadable};
use ferrotape_runtime::code::CodeBlock;
use ferrotape_runtime::generator::Generator;
use ferrotape_runtime::heap::RecordId;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::value::Value;

const NOWHERE: &str = "a frame waits where nothing can wait";

/// Parts of the stacks of an activation.
struct Stacks<'s> {
    values: &'s [Slot],
    blocks: &'s [Block],
}

/// Least number of values and blocks: that of the code at the place, except where END goes on after a handler has
/// interrupted it. Some blocks have ended then, and END,0 needs no values.
#[derive(Copy, Clone)]
struct Least {
    values: usize,
    blocks: usize,
}

/// An activation that was read.
pub(super) struct Read {
    pub environment: Option<RecordId>,
    pub location: u32,
    /// `this`, and the kept arguments.
    pub registers: Vec<Value>,
    pub saved: SavedActivation,
}

impl Reading<'_, '_> {
    /// Reads a frame that waits.
    pub(super) fn read_activation(&mut self, generator: &mut Generator) -> Done<SuspendedBy> {
        let block = self.vm.heap.ready_code(generator.frame.code)?;
        let pc = self.small()? as usize;
        let known = self.code_states.of(&mut self.vm.heap, &block)?;
        let (Known::Stack(states), Code::Stack(code)) = (&*known, &block.template().code) else {
            return unreadable(NOWHERE);
        };
        let suspended = pc.checked_sub(1).and_then(|at| code.instructions.get(at)).copied();
        let by = suspended.and_then(StackInstruction::suspends);
        let shape = states.before(code, pc).filter(|shape| !shape.has_more);
        let (Some(by), Some(mut shape)) = (by, shape) else { return unreadable(NOWHERE) };
        if by != SuspendedBy::Start {
            // The sent value is not there yet.
            shape.values.pop();
        }
        let least = Least { values: shape.values.len(), blocks: shape.blocks.len() };
        let read = self.read_stacks(&block, (states, code), &shape, (pc, least))?;
        if suspended == Some(StackInstruction::YieldDelegate) {
            let delegate = match read.saved.values.last() {
                Some(Slot::Value(value)) => value.as_object(),
                _ => None,
            };
            let delegate = delegate.filter(|&it| matches!(self.vm.heap.kind(it), Kind::Array { .. }));
            let Some(delegate) = delegate else { return unreadable("a generator delegates to nothing") };
            generator.delegate = Some(delegate);
        }
        (generator.frame.pc, generator.frame.environment) = (read.location, read.environment);
        generator.received = (by != SuspendedBy::Start).then_some(0);
        generator.registers = read.registers;
        generator.saved = Some(Box::new(read.saved));
        Ok(by)
    }

    /// Reads the stacks of a frame that has paused, or waits for a value, which goes to the top.
    pub(super) fn read_waiting_stacks(&mut self, block: &CodeBlock, has_paused: bool, has_begun: bool) -> Done<Read> {
        let pc = self.small()? as usize;
        let known = self.code_states.of(&mut self.vm.heap, block)?;
        let (Known::Stack(states), Code::Stack(code)) = (&*known, &block.template().code) else {
            return unreadable(NOWHERE);
        };
        let shape = states.before(code, pc).filter(|shape| shape.has_begun == Some(has_begun));
        let Some(mut shape) = shape else { return unreadable(NOWHERE) };
        if !has_paused {
            let gets_value = shape.values.pop().is_some_and(|types| !types.overlaps(Types::REF));
            let is_caught = shape.blocks.iter().any(|block| block.may_be(BlockKind::Caught));
            if !gets_value || shape.has_more || is_caught {
                return unreadable(NOWHERE);
            }
        }
        let mut least = Least { values: shape.values.len(), blocks: shape.blocks.len() };
        if let Some(&StackInstruction::End(first)) = code.instructions.get(pc).filter(|_| has_paused) {
            least.blocks = least.blocks.min((first as usize).saturating_sub(1));
            least.values = if first == 0 { 0 } else { least.values };
        }
        self.read_stacks(block, (states, code), &shape, (pc, least))
    }

    /// Reads L: a place in the text that the code names.
    fn read_location(&mut self, block: &CodeBlock, code: &StackCode) -> Done<u32> {
        let location = self.small()?;
        self.vm.heap.work(code.locations.len() as u64 / 16)?;
        let is_one = location == block.template().span.start || code.locations.contains(&location);
        if is_one { Ok(location) } else { unreadable("a frame is at no place of its code") }
    }

    /// Reads a waiting frame's part of the stacks.
    fn read_stacks(
        &mut self,
        block: &CodeBlock,
        (states, code): (&StackStates, &StackCode),
        shape: &StackShape,
        (pc, least): (usize, Least),
    ) -> Done<Read> {
        let location = self.read_location(block, code)?;
        let (environment, outer_scope, variables) = (self.record()?, self.record()?, self.record()?);
        let completion = self.value_of_variable()?;
        let enumeration = self.enumeration()?;
        let registers = self.read_kept(block)?;
        let count = self.reader.count(1)?;
        if !(least.values..=shape.values.len()).contains(&count) {
            return unreadable("a stack has another number of values");
        }
        let (held, height) = (code.held as usize, code.held as usize + count);
        self.vm.heap.room(2 * height * size_of::<Slot>())?;
        let mut values = Vec::with_capacity(height);
        for place in 0..height {
            self.vm.heap.work(1)?;
            let slot = self.read_slot(code)?;
            let types = place.checked_sub(held).and_then(|place| shape.values.get(place)).copied();
            if !types_of(slot).is_within(types.unwrap_or(Types::VAL)) {
                return unreadable("a value on a stack is of another type");
            }
            values.push(slot);
        }
        let blocks = self.read_blocks(code, shape, least.blocks)?;
        let stacks = Stacks { values: values.get(held..).unwrap_or_default(), blocks: &blocks };
        self.verify_blocks(states, code, shape, &stacks)?;
        let activation = Activation {
            pc,
            completion,
            enumeration,
            outer_scope,
            variables,
            first_held: 0,
            first_value: held,
            first_block: 0,
        };
        let saved = SavedActivation { values, blocks, registers: activation };
        Ok(Read { environment, location, registers, saved })
    }

    /// Reads `this` and, where the code keeps them, the arguments of the call.
    fn read_kept(&mut self, block: &CodeBlock) -> Done<Vec<Value>> {
        let count = self.reader.count(1)?;
        if count == 0 || (count > 1 && !block.keeps_arguments) {
            return unreadable("a frame keeps other arguments");
        }
        self.vm.heap.room(2 * count * size_of::<Value>())?;
        let mut registers = Vec::with_capacity(count);
        for _ in 0..count {
            self.vm.heap.work(1)?;
            registers.push(self.value_of_variable()?);
        }
        Ok(registers)
    }

    /// Reads the blocks. If an exception has left further ones behind, those end without doing anything.
    fn read_blocks(&mut self, code: &StackCode, shape: &StackShape, least: usize) -> Done<Vec<Block>> {
        let count = self.reader.count(1)?;
        let is_right = match shape.has_more {
            true => (shape.blocks.len()..=code.max_blocks as usize).contains(&count),
            false => (least..=shape.blocks.len()).contains(&count),
        };
        if !is_right {
            return unreadable("a stack has another number of blocks");
        }
        self.vm.heap.room(2 * count * size_of::<Block>())?;
        let mut blocks = Vec::with_capacity(count);
        for number in 0..count {
            self.vm.heap.work(1)?;
            let begun = shape.blocks.get(number);
            let block = self.read_block(begun.map_or(0, |begun| begun.height))?;
            if begun.is_none() && matches!(block, Block::Finally { .. }) {
                return unreadable("a handler was passed by");
            }
            blocks.push(block);
        }
        Ok(blocks)
    }

    fn enumeration(&mut self) -> Done<Value> {
        let value = self.any_value()?;
        let is_one = value.as_object().is_some_and(|object| matches!(self.vm.heap.kind(object), Kind::Enumeration(_)));
        if is_one || value.is_empty() { Ok(value) } else { unreadable("there is no such enumeration") }
    }

    /// Reads a value or reference of the value stack, of any type. The caller compares it with the type that the code expects.
    fn read_slot(&mut self, code: &StackCode) -> Done<Slot> {
        Ok(match self.reader.byte()? {
            0 => Slot::Value(self.value_of_variable()?),
            1 => Slot::Property { base: self.value_of_variable()?, key: self.value_of_variable()? },
            2 => Slot::Super { this: self.value()?, base: self.value()?, key: self.value_of_variable()? },
            3 => Slot::Private { base: self.value_of_variable()?, name: self.value_of_variable()? },
            4 => Slot::Name { place: self.place()?, key: self.key()? },
            5 => {
                let index = self.small()?;
                if index as usize >= code.variables.len() {
                    return unreadable("there is no such variable");
                }
                Slot::Variable { index }
            }
            6 => Slot::Declared { key: self.key()? },
            _ => return unreadable("there is no such kind of references"),
        })
    }

    /// Reads a block that began at this height. The places that it leads to are verified afterwards.
    fn read_block(&mut self, height: usize) -> Done<Block> {
        Ok(match self.reader.byte()? {
            0 => Block::Enum { saved: self.enumeration()? },
            1 => Block::With { scope: self.record()? },
            2 => {
                let handler = self.small()?;
                Block::Catch { height, handler, name: self.value_of_variable()?, caught: None }
            }
            7 => {
                let (handler, caught) = (self.small()?, self.value_of_variable()?);
                Block::Catch { height, handler, name: self.value_of_variable()?, caught: Some(caught) }
            }
            3 => Block::Finally { height, handler: self.small()? },
            4 => Block::Finally2(Resume::Throw(self.value_of_variable()?)),
            5 => Block::Finally2(Resume::Return(self.value_of_variable()?)),
            6 => {
                let pc = self.small()? as usize;
                Block::Finally2(Resume::At { pc, completion: self.value_of_variable()? })
            }
            _ => return unreadable("there is no such kind of blocks"),
        })
    }

    /// Verifies that the code finds what it relies on wherever a block leads.
    fn verify_blocks(
        &mut self,
        states: &StackStates,
        code: &StackCode,
        shape: &StackShape,
        stacks: &Stacks<'_>,
    ) -> Done<()> {
        let known = stacks.blocks.get(..shape.blocks.len()).unwrap_or(stacks.blocks);
        if !are_blocks(known, shape) {
            return unreadable("a block on a stack is of another kind");
        }
        for (number, (block, begun)) in stacks.blocks.iter().zip(&shape.blocks).enumerate() {
            let below = Stacks {
                values: stacks.values.get(..begun.height).unwrap_or_default(),
                blocks: stacks.blocks.get(..number).unwrap_or_default(),
            };
            let (target, leads_to) = match *block {
                Block::Enum { .. }
                | Block::With { .. }
                | Block::Catch { caught: Some(_), .. }
                | Block::Finally2(Resume::Throw(_) | Resume::Return(_)) => continue,
                Block::Catch { handler, caught: None, .. } => (handler as usize, BlockKind::Caught),
                Block::Finally { handler, .. } => (handler as usize, BlockKind::Finally2),
                Block::Finally2(Resume::At { pc, .. }) => (pc, BlockKind::Finally),
            };
            self.vm.heap.work(1 + (target / 16 + below.values.len() + number) as u64)?;
            let Some(there) = states.before(code, target) else { return unreadable(NOWHERE) };
            let same = there.blocks.get(number).filter(|same| same.height == begun.height);
            let is_right = same.is_some_and(|same| same.may_be(leads_to))
                && match leads_to {
                    BlockKind::Finally => is_interrupted(code, target, number, &there, &below),
                    _ => there.has_more && there.blocks.len() == number + 1 && fits(&below, &there),
                };
            if !is_right {
                return unreadable("a block leads to what it does not belong to");
            }
        }
        Ok(())
    }

    /// Reads the place of a variable that was looked up.
    fn place(&mut self) -> Done<Value> {
        if self.reader.peek() != Some(11) {
            return self.value();
        }
        self.reader.byte()?;
        self.record()?.map_or_else(|| unreadable("there is no such place"), |record| Ok(Value::record(record)))
    }
}

/// Returns whether that is the END to which a handler goes back that has ended the block of that number.
fn is_interrupted(code: &StackCode, at: usize, number: usize, there: &StackShape, below: &Stacks<'_>) -> bool {
    match code.instructions.get(at) {
        // The program ends: nobody asks for values.
        Some(StackInstruction::End(0)) => are_blocks(below.blocks, there),
        Some(&StackInstruction::End(first)) => first as usize <= number + 1 && fits(below, there),
        _ => false,
    }
}

/// Returns whether the values are those that the code expects, and the blocks the outer ones of those.
fn fits(stacks: &Stacks<'_>, shape: &StackShape) -> bool {
    let mut values = stacks.values.iter().zip(&shape.values);
    stacks.values.len() == shape.values.len()
        && values.all(|(&slot, &types)| types_of(slot).is_within(types))
        && are_blocks(stacks.blocks, shape)
}

/// Returns whether the blocks are outer ones of those that the code expects, of the right kinds and heights.
fn are_blocks(blocks: &[Block], shape: &StackShape) -> bool {
    blocks.len() <= shape.blocks.len()
        && blocks.iter().zip(&shape.blocks).all(|(block, known)| match *block {
            Block::Enum { .. } => known.may_be(BlockKind::Enum),
            Block::With { .. } => known.may_be(BlockKind::With),
            Block::Catch { height, caught: None, .. } => known.may_be(BlockKind::Catch) && height == known.height,
            Block::Catch { height, caught: Some(_), .. } => known.may_be(BlockKind::Caught) && height == known.height,
            Block::Finally { height, .. } => known.may_be(BlockKind::Finally) && height == known.height,
            Block::Finally2(_) => known.may_be(BlockKind::Finally2),
        })
}

/// The type of a value in the document's notation. Symbols are not in it: they are taken where anything primitive is.
fn types_of(slot: Slot) -> Types {
    let Slot::Value(value) = slot else { return Types::REF };
    match value {
        Value::UNDEFINED => Types::UNDEF,
        Value::NULL => Types::NULL,
        _ if value.as_bool().is_some() => Types::BOOL,
        _ if value.is_number() || value.is_bigint() => Types::NUM,
        _ if value.as_string().is_some() => Types::STR,
        _ if value.is_object() => Types::OBJ,
        _ => Types::PRIM,
    }
}
