//! Activations of stack code: their part of the machine's stacks, and their registers.

use ferrotape_budget::costs::allocation_bytes;

use crate::id::RecordId;
use crate::property_key::PropertyKey;
use crate::room::with_room_of;
use crate::value::Value;

/// Entry of the value stack: *any* in the document's notation. References are values here and nowhere else.
#[derive(Copy, Clone, Debug)]
pub enum Slot {
    /// *val*
    Value(Value),
    /// *ref*: a property of a value. The key becomes a property key when the reference is used.
    Property { base: Value, key: Value },
    /// *ref*: a property of `super`.
    Super { this: Value, base: Value, key: Value },
    /// *ref*: a private member of a value.
    Private { base: Value, name: Value },
    /// *ref*: a variable that was looked up, its place as `environment::value_of_place` tells it.
    Name { place: Value, key: PropertyKey },
    /// *ref*: a variable of the running function, by index.
    Variable { index: u32 },
    /// *ref*: a variable that the running eval code or script declares by name.
    Declared { key: PropertyKey },
}

/// The registers of a function that runs or waits. L is the frame's position (`Vm::pc` while the function runs). The
/// scope chain is the frame's environment.
#[derive(Clone)]
pub struct Activation {
    /// Index of the next instruction.
    pub pc: usize,
    /// C: the last value resulting from a statement.
    pub completion: Value,
    /// E: the current enumeration; the empty marker while there is none.
    pub enumeration: Value,
    /// The scope chain that the code began with, before its own records.
    pub outer_scope: Option<RecordId>,
    /// The record of the function's variables; scripts and sloppy eval code declare theirs by name.
    pub variables: Option<RecordId>,
    /// Height of the value stack below this activation.
    pub first_held: usize,
    /// Height of the value stack below its values. Held values lie between the two.
    pub first_value: usize,
    /// Height of the block stack below this activation.
    pub first_block: usize,
}

impl Activation {
    /// Visits the values in the activation's registers. Those on the machine's value and block stacks are not among them.
    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        let &Activation {
            pc: _,
            completion,
            enumeration,
            outer_scope,
            variables,
            first_held: _,
            first_value: _,
            first_block: _,
        } = self;
        visit(completion);
        visit(enumeration);
        outer_scope.iter().chain(&variables).for_each(|&record| visit(Value::record(record)));
    }
}

/// An activation's part of the stacks and its registers, while it is suspended.
pub struct SavedActivation {
    pub values: Vec<Slot>,
    pub blocks: Vec<Block>,
    pub registers: Activation,
}

impl Clone for SavedActivation {
    fn clone(&self) -> Self {
        let SavedActivation { values, blocks, registers } = self;
        SavedActivation { values: with_room_of(values), blocks: with_room_of(blocks), registers: registers.clone() }
    }
}

impl SavedActivation {
    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of::<SavedActivation>())
            + allocation_bytes(self.values.capacity() * size_of::<Slot>())
            + allocation_bytes(self.blocks.capacity() * size_of::<Block>())
    }

    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        self.values.iter().for_each(|slot| slot.trace(visit));
        self.blocks.iter().for_each(|block| block.trace(visit));
        self.registers.trace(visit);
    }
}

impl Slot {
    /// The value that a *val* is.
    #[inline(always)]
    pub fn value(self) -> Value {
        match self {
            Slot::Value(value) => value,
            _ => unreachable!("{VERIFIED}"),
        }
    }

    /// Visits the value of a slot, or the parts of a reference that is not resolved yet.
    pub fn trace(self, visit: &mut dyn FnMut(Value)) {
        match self {
            Slot::Value(value) => visit(value),
            Slot::Property { base, key } => {
                visit(base);
                visit(key);
            }
            Slot::Private { base, name } => {
                visit(base);
                visit(name);
            }
            Slot::Super { this, base, key } => [this, base, key].into_iter().for_each(visit),
            Slot::Name { place, key } => {
                visit(place);
                visit(key.kept_form());
            }
            Slot::Variable { index: _ } => {}
            Slot::Declared { key } => visit(key.kept_form()),
        }
    }
}

/// Reason why operands exist and have the right type.
pub const VERIFIED: &str = "the verifier proves the operands of every instruction";

/// A block of the block stack.
#[derive(Copy, Clone, Debug)]
pub enum Block {
    /// Created by S.ENUM. Holds the E register from before.
    Enum { saved: Value },
    /// Created by S.WITH, S.CATCH and S.BLOCK. Holds the scope chain from before.
    With { scope: Option<RecordId> },
    /// Created by S.TRYC, converted by S.CATCH. `caught` is the exception, once there was one.
    Catch { height: usize, handler: u32, name: Value, caught: Option<Value> },
    /// Created by S.TRYF.
    Finally { height: usize, handler: u32 },
    /// A FINALLY block that has ended, with what follows the handler.
    Finally2(Resume),
}

/// Continuation of a FINALLY2 block.
#[derive(Copy, Clone, Debug)]
pub enum Resume {
    /// The exception is thrown again.
    Throw(Value),
    /// The function ends with the value.
    Return(Value),
    /// Goes back to the interrupted END, which still has its operand, with the C register as it was.
    At { pc: usize, completion: Value },
}

impl Block {
    /// Visits the values that the block needs at its end: a saved enumeration, outer scopes, an exception, a pending
    /// completion.
    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        match *self {
            Block::Enum { saved } => visit(saved),
            Block::With { scope } => scope.iter().for_each(|&record| visit(Value::record(record))),
            Block::Catch { height: _, handler: _, name, caught } => {
                visit(name);
                caught.iter().for_each(|&value| visit(value));
            }
            Block::Finally { height: _, handler: _ } => {}
            Block::Finally2(Resume::Throw(value) | Resume::Return(value)) => visit(value),
            Block::Finally2(Resume::At { pc: _, completion }) => visit(completion),
        }
    }
}
