//! The registers and stacks of the machine. All activations share one value stack and one block stack; each has the
//! part above its start. The generator computes the most that an activation needs, and it is reserved on entry. So
//! neither stack grows while instructions run.

pub(crate) mod operations;

use crate::value::Value;

pub use ferrotape_heap::stack_activation::{Activation, Block, SavedActivation, Slot, VERIFIED};

/// The stacks of the stack machine.
#[derive(Default)]
pub struct StackMachine {
    pub values: Vec<Slot>,
    pub blocks: Vec<Block>,
    pub activations: Vec<Activation>,
}

impl StackMachine {
    /// Copies the state for a fork of the engine.
    pub fn fork(&self) -> Self {
        let StackMachine { values, blocks, activations } = self;
        StackMachine { values: values.clone(), blocks: blocks.clone(), activations: activations.clone() }
    }

    /// Number of places that all activations take, of those that the limit of depth counts.
    #[inline]
    pub fn in_use(&self) -> usize {
        self.values.len() + self.blocks.len() + self.activations.len()
    }

    #[inline(always)]
    pub fn running(&mut self) -> &mut Activation {
        match self.activations.last_mut() {
            Some(activation) => activation,
            None => unreachable!("stack code runs in an activation"),
        }
    }

    /// Number of blocks of the running function.
    #[inline]
    pub fn block_count(&mut self) -> usize {
        self.blocks.len() - self.running().first_block
    }

    /// Number of values that the running function has on the stack.
    pub fn height(&mut self) -> usize {
        self.values.len() - self.running().first_value
    }

    /// Cuts the running function's part of the value stack to that height.
    pub fn cut(&mut self, height: usize) {
        let length = self.running().first_value + height;
        self.values.truncate(length);
    }

    /// Stores a value in a held place of the running activation.
    pub fn hold(&mut self, place: u32, value: Value) {
        let place = self.running().first_held + place as usize;
        self.values[place] = Slot::Value(value);
    }

    /// Empties that held place and those behind it. Returns how many these are.
    pub fn forget(&mut self, place: u32) -> usize {
        let &mut Activation { first_held, first_value, .. } = self.running();
        let emptied = &mut self.values[first_held + place as usize..first_value];
        emptied.fill(Slot::Value(Value::UNDEFINED));
        emptied.len()
    }

    pub fn held(&mut self, place: u32) -> Value {
        let place = self.running().first_held + place as usize;
        self.values[place].value()
    }

    #[inline(always)]
    pub fn push(&mut self, slot: Slot) {
        self.values.push(slot);
    }

    /// Pops the top of the value stack.
    #[inline(always)]
    pub fn pop(&mut self) -> Slot {
        match self.values.pop() {
            Some(slot) => slot,
            None => unreachable!("{VERIFIED}"),
        }
    }

    /// Pops the *val* on top of the value stack.
    #[inline(always)]
    pub fn pop_value(&mut self) -> Value {
        self.pop().value()
    }

    /// The topmost slots, the top last. They stay on the stack: operands remain there while script runs, where the
    /// collector sees them.
    #[inline(always)]
    pub fn top<const N: usize>(&self) -> [Slot; N] {
        match self.values.last_chunk() {
            Some(slots) => *slots,
            None => unreachable!("{VERIFIED}"),
        }
    }

    /// The topmost *val* operands, the top last.
    #[inline(always)]
    pub fn top_values<const N: usize>(&self) -> [Value; N] {
        self.top().map(Slot::value)
    }

    /// Replaces the topmost `count` slots by a result.
    #[inline(always)]
    pub fn replace(&mut self, count: usize, result: Value) {
        self.drop_top(count);
        self.push(Slot::Value(result));
    }

    /// Replaces the topmost `count` slots by any results.
    #[inline(always)]
    pub fn replace_all(&mut self, count: usize, results: &[Slot]) {
        self.drop_top(count);
        self.values.extend_from_slice(results);
    }

    #[inline(always)]
    pub fn drop_top(&mut self, count: usize) {
        self.values.truncate(self.values.len().saturating_sub(count));
    }

    /// Bytes of the stacks.
    pub fn bytes(&self) -> usize {
        let StackMachine { values, blocks, activations } = self;
        values.capacity() * size_of::<Slot>()
            + blocks.capacity() * size_of::<Block>()
            + activations.capacity() * size_of::<Activation>()
    }

    /// Gives back memory that the stacks do not use.
    pub fn shrink(&mut self) {
        self.values.shrink_to_fit();
        self.blocks.shrink_to_fit();
        self.activations.shrink_to_fit();
    }

    /// Visits every value that the machine keeps alive.
    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        let StackMachine { values, blocks, activations } = self;
        values.iter().for_each(|slot| slot.trace(visit));
        blocks.iter().for_each(|block| block.trace(visit));
        activations.iter().for_each(|activation| activation.trace(visit));
    }

    /// Ends the running activation, whatever it has on the stacks.
    pub fn leave(&mut self) {
        if let Some(activation) = self.activations.pop() {
            self.values.truncate(activation.first_held);
            self.blocks.truncate(activation.first_block);
        }
    }
}

impl StackMachine {
    /// Most bytes that [`StackMachine::save`] takes.
    pub fn bytes_of_running(&self) -> usize {
        let Some(running) = self.activations.last() else { return 0 };
        (self.values.len() - running.first_held) * size_of::<Slot>()
            + (self.blocks.len() - running.first_block) * size_of::<Block>()
            + size_of::<SavedActivation>()
    }

    /// Takes the running activation off the stacks.
    pub fn save(&mut self) -> Option<SavedActivation> {
        let registers = self.activations.pop()?;
        let values = self.values[registers.first_held..].to_vec();
        let blocks = self.blocks[registers.first_block..].to_vec();
        self.values.truncate(registers.first_held);
        self.blocks.truncate(registers.first_block);
        Some(SavedActivation { values, blocks, registers })
    }

    /// Puts a suspended activation on the stacks; there must be room for it.
    pub fn restore(&mut self, saved: SavedActivation) {
        let (first_held, first_block) = (self.values.len(), self.blocks.len());
        let first_value = first_held + saved.registers.first_value - saved.registers.first_held;
        self.activations.push(Activation { first_held, first_value, first_block, ..saved.registers });
        self.values.extend_from_slice(&saved.values);
        self.blocks.extend_from_slice(&saved.blocks);
    }
}
