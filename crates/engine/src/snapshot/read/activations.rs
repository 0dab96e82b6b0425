//! Activations of stack code that wait, as their code could have left them.
//!
//! What lies on the stacks has to be what the verifier knows of the place, and of every place that the blocks lead to: handlers,
//! and the END that a `finally` block has interrupted. Below where a block began nothing changes as long as it is there, so it is
//! enough to look at that once.

use ferrotape_bytecode::{BlockKind, Code, StackCode, StackInstruction, StackShape, StackStates, SuspendedBy, Types};
use ferrotape_heap::stack_activation::{Activation, Block, Resume, SavedActivation, Slot};

use super::super::Done;
use super::super::code_states::Known;
use super::{Reading, unreadable};
use crate::code::CodeBlock;
use crate::generator::Generator;
use crate::object::Kind;
use crate::value::Value;

const NOWHERE: &str = "a frame waits where nothing can wait";
const OTHER: &str = "a stack holds something else than it can";

/// What an activation has on the stacks.
struct Stacks<'s> {
    values: &'s [Slot],
    blocks: &'s [Block],
}

impl Reading<'_, '_> {
    pub(super) fn read_activation(&mut self, generator: &mut Generator) -> Done<SuspendedBy> {
        let block = self.vm.heap.ready_code(generator.frame.code)?;
        let pc = self.small()? as usize;
        let known = self.code_states.of(&mut self.vm.heap, &block)?;
        let (Known::Stack(states), Code::Stack(code)) = (&*known, &block.template().code) else {
            return unreadable(NOWHERE);
        };
        let at = pc.checked_sub(1);
        let by = at.and_then(|at| code.instructions.get(at)?.suspends());
        let shape = states.before(code, pc);
        let (Some(by), Some(mut shape)) = (by, shape.filter(|shape| !shape.has_more)) else {
            return unreadable(NOWHERE);
        };
        if by != SuspendedBy::Start {
            // What is sent is not there yet.
            shape.values.pop();
        }
        generator.frame.pc = self.read_location(&block, code)?;
        generator.received = (by != SuspendedBy::Start).then_some(0);
        let saved = self.read_stacks(&block, (states, code), &shape, generator, pc)?;
        if let Some(StackInstruction::YieldDelegate) = at.and_then(|at| code.instructions.get(at)) {
            let delegate = match saved.values.last() {
                Some(Slot::Value(value)) => value.as_object(),
                _ => None,
            };
            let delegate = delegate.filter(|&it| matches!(self.vm.heap.kind(it), Kind::Array { .. }));
            let Some(delegate) = delegate else { return unreadable(OTHER) };
            generator.delegate = Some(delegate);
        }
        generator.saved = Some(Box::new(saved));
        Ok(by)
    }

    /// L: a place in the text that the code names.
    fn read_location(&mut self, block: &CodeBlock, code: &StackCode) -> Done<u32> {
        let location = self.small()?;
        self.vm.heap.tick(code.locations.len() as u64 / 16)?;
        let is_one = location == block.template().span.start || code.locations.contains(&location);
        if is_one { Ok(location) } else { unreadable("a frame is at no place of its code") }
    }

    fn read_stacks(
        &mut self,
        block: &CodeBlock,
        (states, code): (&StackStates, &StackCode),
        shape: &StackShape,
        generator: &mut Generator,
        pc: usize,
    ) -> Done<SavedActivation> {
        generator.frame.environment = self.record()?;
        let (outer_scope, variables) = (self.record()?, self.record()?);
        let completion = self.value_of_variable()?;
        let enumeration = self.enumeration()?;
        let count = self.reader.count(1)?;
        if count == 0 || (count > 1 && !block.keeps_arguments) {
            return unreadable("a frame keeps other arguments");
        }
        let (height, held) = (code.held as usize + shape.values.len(), code.held as usize);
        self.vm.heap.require_room(2 * count * size_of::<Value>() + 2 * height * size_of::<Slot>())?;
        for _ in 0..count {
            self.vm.heap.tick(1)?;
            let value = self.value_of_variable()?;
            generator.registers.push(value);
        }
        let mut values = Vec::with_capacity(height);
        for place in 0..height {
            self.vm.heap.tick(1)?;
            let slot = self.read_slot(code)?;
            let types = place.checked_sub(held).and_then(|place| shape.values.get(place)).copied();
            if !types_of(slot).is_within(types.unwrap_or(Types::VAL)) {
                return unreadable(OTHER);
            }
            values.push(slot);
        }
        self.vm.heap.require_room(2 * shape.blocks.len() * size_of::<Block>())?;
        let mut blocks = Vec::with_capacity(shape.blocks.len());
        for begun in &shape.blocks {
            self.vm.heap.tick(1)?;
            let block = self.read_block(begun.height)?;
            blocks.push(block);
        }
        let stacks = Stacks { values: values.get(held..).unwrap_or_default(), blocks: &blocks };
        self.verify_blocks(states, code, shape, &stacks)?;
        let registers = Activation {
            pc,
            completion,
            enumeration,
            outer_scope,
            variables,
            first_held: 0,
            first_value: held,
            first_block: 0,
        };
        Ok(SavedActivation { values, blocks, registers })
    }

    fn enumeration(&mut self) -> Done<Value> {
        let value = self.any_value()?;
        let is_one = value.as_object().is_some_and(|object| matches!(self.vm.heap.kind(object), Kind::Enumeration(_)));
        if is_one || value.is_empty() { Ok(value) } else { unreadable("there is no such enumeration") }
    }

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

    fn read_block(&mut self, height: usize) -> Done<Block> {
        Ok(match self.reader.byte()? {
            0 => Block::Enum { saved: self.enumeration()? },
            1 => Block::With { scope: self.record()? },
            2 => {
                let handler = self.small()?;
                Block::Catch { height, handler, name: self.value_of_variable()?, caught: None }
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

    /// Wherever a block leads to, the code finds there what it relies on.
    fn verify_blocks(
        &mut self,
        states: &StackStates,
        code: &StackCode,
        shape: &StackShape,
        stacks: &Stacks<'_>,
    ) -> Done<()> {
        if !are_blocks(stacks.blocks, shape) {
            return unreadable(OTHER);
        }
        for (number, (block, begun)) in stacks.blocks.iter().zip(&shape.blocks).enumerate() {
            let below = Stacks {
                values: stacks.values.get(..begun.height).unwrap_or_default(),
                blocks: stacks.blocks.get(..number).unwrap_or_default(),
            };
            let (target, leads_to) = match *block {
                Block::Enum { .. } | Block::With { .. } | Block::Finally2(Resume::Throw(_) | Resume::Return(_)) => {
                    continue;
                }
                Block::Catch { handler, .. } => (handler as usize, BlockKind::Caught),
                Block::Finally { handler, .. } => (handler as usize, BlockKind::Finally2),
                Block::Finally2(Resume::At { pc, .. }) => (pc, BlockKind::Finally),
            };
            self.vm.heap.tick(1 + (target / 16 + below.values.len() + number) as u64)?;
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

    /// Where a variable was found that was looked up.
    fn place(&mut self) -> Done<Value> {
        if self.reader.peek() != Some(11) {
            return self.value();
        }
        self.reader.byte()?;
        self.record()?.map_or_else(|| unreadable("there is no such place"), |record| Ok(Value::record(record)))
    }
}

/// Is that the END which a handler goes back to that has ended the block of that number?
fn is_interrupted(code: &StackCode, at: usize, number: usize, there: &StackShape, below: &Stacks<'_>) -> bool {
    match code.instructions.get(at) {
        // The program ends: nobody asks for values.
        Some(StackInstruction::End(0)) => are_blocks(below.blocks, there),
        Some(&StackInstruction::End(first)) => first as usize <= number + 1 && fits(below, there),
        _ => false,
    }
}

/// Are the values those that the code finds there, and the blocks the outer ones of those?
fn fits(stacks: &Stacks<'_>, shape: &StackShape) -> bool {
    let mut values = stacks.values.iter().zip(&shape.values);
    stacks.values.len() == shape.values.len()
        && values.all(|(&slot, &types)| types_of(slot).is_within(types))
        && are_blocks(stacks.blocks, shape)
}

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
