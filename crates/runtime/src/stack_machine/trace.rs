//! Steps of the machine as the document's worked traces show them:
//!
//! ```text
//! PC=3 blocks={CATCH<3,e>}  END,2
//! ```

use std::fmt::{self, Display, Formatter};

use crate::vm::Vm;

/// Observer that is told each step before it is taken.
pub type StepObserver = Box<dyn FnMut(&Step) + Send>;

/// An instruction that is about to be executed, and the block stack at that moment.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// Number of activations of stack code, this one included.
    pub depth: usize,
    pub pc: usize,
    /// The blocks of the running function, from the bottom.
    pub blocks: Vec<String>,
    pub instruction: String,
}

impl Step {
    /// The step at `pc` of one of `depth` activations.
    pub fn new(depth: usize, pc: usize, blocks: Vec<String>, instruction: String) -> Self {
        Step { depth, pc, blocks, instruction }
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let position = format!("PC={} blocks={{{}}}", self.pc, self.blocks.join(","));
        write!(f, "{position:<34}  {}", self.instruction)
    }
}

/// Makes the observer see each step of stack code from now on.
pub fn observe_steps(vm: &mut Vm, observer: StepObserver) {
    vm.execution.stack_machine.observer = Some(observer);
}
