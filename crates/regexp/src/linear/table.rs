//! Tables of the positions at which a look-around matches, made in one pass.
//!
//! A look-ahead matches at each position that its body, read backwards from any later position, arrives at. So threads
//! of the reversed body begin at every position from the end of the text down, and each position at which one accepts
//! gets a bit. A look-behind is the mirror image.

use ferrotape_budget::Termination;

use super::machine::Machine;
use super::program::Instruction;
use super::workspace::Workspace;
use crate::input::InputText;

impl<I: InputText> Machine<'_, I> {
    /// Fills in the bits of the look-around with this code. Those of the look-arounds inside must be there.
    pub fn fill_table(&mut self, look: usize) -> Result<(), Termination> {
        self.start()?;
        let base = self.workspace.tables.base();
        let mut position = if self.code.backward { self.input.len() } else { base };
        self.workspace.seen.clear();
        let mut accepts = false;
        loop {
            accepts |= self.follow::<true>(0, position)?;
            if accepts {
                self.workspace.tables.set(look, position);
            }
            let Workspace { current, next, seen, .. } = &mut *self.workspace;
            std::mem::swap(current, next);
            next.clear();
            seen.clear();
            if self.code.backward && position == base {
                return self.tick();
            }
            let Some((character, after)) = self.read(position) else { return self.tick() };
            accepts = self.step_all(character, after)?;
            position = after;
            self.tick()?;
        }
    }

    /// Lets all threads take a character. Returns whether one of them then accepts at `after`.
    fn step_all(&mut self, character: u32, after: usize) -> Result<bool, Termination> {
        let mut accepts = false;
        self.workspace.counts.advance();
        self.work(self.workspace.current.places.len())?;
        for index in 0..self.workspace.current.places.len() {
            let at = self.workspace.current.places[index];
            let is_taken = match self.code.instructions[at as usize] {
                Instruction::Count(counter) => self.count(at, counter, character)?,
                _ => self.consumes(at, character),
            };
            if is_taken {
                accepts |= self.follow::<true>(at + 1, after)?;
            }
        }
        Ok(accepts)
    }
}
