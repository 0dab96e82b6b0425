//! Verifier states of the code that frames wait in, computed once for each function, as far as there is room.

use std::sync::Arc;

use ferrotape_bytecode::{Code, RegisterStates, StackStates, Unit};
use rustc_hash::FxHashMap;

use super::{Done, SnapshotError};
use ferrotape_runtime::code::CodeBlock;
use ferrotape_runtime::heap::Heap;

/// Bytes of states that are kept; further ones are computed again.
const MOST_BYTES: usize = 4 << 20;

/// Instructions that are looked at for a unit of fuel.
const INSTRUCTIONS_PER_TICK: u64 = 16;

/// The states of one function's code.
pub(super) enum Known {
    Register(RegisterStates),
    Stack(StackStates),
}

/// The states that were computed so far.
#[derive(Default)]
pub(super) struct CodeStates {
    known: FxHashMap<(*const Unit, u32), Arc<Known>>,
    bytes: usize,
}

impl CodeStates {
    /// Computes the states of a function's code.
    pub fn of(&mut self, heap: &mut Heap, block: &CodeBlock) -> Done<Arc<Known>> {
        let (unit, index) = (&block.unit.unit, block.index);
        let length = match &block.template().code {
            Code::Register(code) => code.instructions.len(),
            Code::Stack(code) => code.instructions.len(),
        };
        // If nothing has to be computed, the code is read from the last jump's target on.
        heap.work(1 + length as u64 / INSTRUCTIONS_PER_TICK)?;
        let key = (Arc::as_ptr(unit), index);
        if let Some(known) = self.known.get(&key) {
            return Ok(Arc::clone(known));
        }
        heap.work(length as u64)?;
        let broken = |error: ferrotape_bytecode::VerifyError| SnapshotError::damaged(error.to_string());
        let (known, bytes) = match RegisterStates::of(unit, index as usize).map_err(broken)? {
            Some(states) => {
                let bytes = states.bytes();
                (Known::Register(states), bytes)
            }
            None => match StackStates::of(unit, index as usize).map_err(broken)? {
                Some(states) => {
                    let bytes = states.bytes();
                    (Known::Stack(states), bytes)
                }
                None => return Err(SnapshotError::damaged("there is no such function")),
            },
        };
        if self.bytes + bytes > MOST_BYTES {
            self.known.clear();
            self.bytes = 0;
        }
        self.bytes += bytes;
        let known = Arc::new(known);
        self.known.insert(key, Arc::clone(&known));
        Ok(known)
    }
}
