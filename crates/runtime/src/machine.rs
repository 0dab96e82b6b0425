//! Interface of machines: a table of functions, so that the runtime names no machine.
//!
//! The functions are called only at edges: where a run of the loop begins, where a frame begins that is more than
//! registers, where something is thrown. A loop calls the runtime directly, and moves from one frame to the next by itself.

use std::ops::{ControlFlow, Range};

use ferrotape_budget::Termination;
use ferrotape_bytecode::{Code, Unit};

use crate::code::{CodeBlock, CodeSet};
use crate::error::Completion;
use crate::loop_exit::LoopExit;
use crate::stack_machine::state::SavedActivation;
use crate::value::Value;
use crate::vm::{Frame, Vm};

/// Continuation of a run when the function that native code has called returns a value in it: pushes the frame of the
/// next call, or ends the run.
pub type Again<'a> = dyn FnMut(&mut Vm, Value) -> Completion<ControlFlow<()>> + 'a;

/// A machine, which runs code of one kind.
pub struct Machine {
    /// Runs the running frame and its calls, as long as frames belong to one set of code. Calls `again` when the frame
    /// that the run began with returns.
    pub run: fn(&mut Vm, set: &CodeSet, again: Option<&mut Again<'_>>) -> LoopExit,
    /// Begins a frame that is not plain; `this` and this many arguments are at its base.
    pub begin: fn(&mut Vm, Frame, &CodeBlock, usize) -> Completion<()>,
    /// Goes on with the handler of the running frame for an exception; returns whether there is one.
    pub catch: fn(&mut Vm, Value) -> Result<bool, Termination>,
    /// Goes on with the innermost `finally` block of the running frame, after which the function returns the value;
    /// returns whether there is one.
    pub finally: fn(&mut Vm, Value) -> bool,
    /// Delivers the result of a call, a `yield` or an `await` to the running frame, at the place named for it.
    pub deliver: fn(&mut Vm, dst: u8, Value),
    /// Finds the arguments of a frame whose code keeps them. None where it was suspended and has lost them.
    pub arguments: fn(&Vm, &Frame) -> Option<Range<usize>>,
    /// Takes what the machine has of the running frame beside its registers, which is to wait with its activation. Before it
    /// does, it asks for room for that and for this many further bytes.
    pub save: fn(&mut Vm, further: usize) -> Completion<Option<Box<SavedActivation>>>,
}

/// The machines of an engine. Without a stack machine, its code is refused.
#[derive(Copy, Clone)]
pub struct Machines {
    pub register: &'static Machine,
    pub stack: Option<&'static Machine>,
}

impl Machines {
    /// Makes the set with the register machine alone.
    pub const fn only(register: &'static Machine) -> Self {
        Machines { register, stack: None }
    }

    /// Returns whether there is a machine for the code of a unit, all of which is for the same one.
    pub fn can_run(&self, unit: &Unit) -> bool {
        self.stack.is_some() || unit.functions.iter().all(|function| matches!(function.code, Code::Register(_)))
    }

    /// The machine of a piece of code. Stack code exists only if its machine does.
    #[inline(always)]
    pub fn of(&self, code: &CodeBlock) -> &'static Machine {
        match self.stack {
            Some(stack) if code.is_stack_code() => stack,
            _ => self.register,
        }
    }
}

/// The machine of the running frame.
#[inline]
pub fn running(vm: &Vm) -> &'static Machine {
    vm.machines.of(vm.heap.code_block(vm.frame().code))
}
