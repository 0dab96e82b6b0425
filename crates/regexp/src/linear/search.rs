//! Finds the best match and the captures of its thread.

use ferrotape_budget::Termination;

use super::machine::Machine;
use super::workspace::Workspace;
use crate::character_set::CharacterSet;
use crate::input::InputText;
use crate::scratch::NONE;

/// Units that are skipped in one step.
const UNITS_PER_STEP: usize = 8;

impl<I: InputText> Machine<'_, I> {
    /// Returns the end of the match that begins at `start`; if not `anchored`, of the first match from `start` on. Its
    /// slots are then in `workspace.found`.
    pub fn search(
        &mut self,
        start: usize,
        anchored: bool,
        first_units: Option<&CharacterSet>,
    ) -> Result<Option<usize>, Termination> {
        self.start()?;
        let mut end = None;
        let mut position = start;
        loop {
            // The threads of `next` are those at `position`; a new one has the lowest priority.
            if end.is_none() && (!anchored || position == start) {
                if self.workspace.next.places.is_empty() {
                    if let (Some(units), false) = (first_units, anchored) {
                        match self.skip(position, units)? {
                            Some(found) => position = found,
                            None => return Ok(None),
                        }
                    }
                    self.workspace.seen.clear();
                }
                self.work_on_slots(self.workspace.slots.len())?;
                self.workspace.slots.fill(NONE);
                if self.follow::<false>(0, position)? {
                    end = Some(self.found(position)?);
                }
            }
            let Workspace { current, next, seen, .. } = &mut *self.workspace;
            std::mem::swap(current, next);
            next.clear();
            seen.clear();
            if current.places.is_empty() && (end.is_some() || anchored) {
                break;
            }
            let Some((character, after)) = self.read(position) else { break };
            if self.step(character, after)? {
                end = Some(self.found(after)?);
            }
            position = after;
            self.tick()?;
        }
        self.tick()?;
        Ok(end)
    }

    /// Advances all threads over a character, up to the first one that accepts.
    fn step(&mut self, character: u32, after: usize) -> Result<bool, Termination> {
        let stride = self.code.slots.len();
        self.work(self.workspace.current.places.len())?;
        for index in 0..self.workspace.current.places.len() {
            let at = self.workspace.current.places[index];
            if self.consumes(at, character) {
                self.work_on_slots(stride)?;
                let Workspace { current, slots, .. } = &mut *self.workspace;
                slots.copy_from_slice(&current.slots[index * stride..][..stride]);
                if self.follow::<false>(at + 1, after)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn found(&mut self, position: usize) -> Result<usize, Termination> {
        self.work_on_slots(self.workspace.slots.len())?;
        let Workspace { slots, found, .. } = &mut *self.workspace;
        found.copy_from_slice(slots);
        Ok(position)
    }

    /// Returns the next position with one of the units.
    fn skip(&mut self, start: usize, units: &CharacterSet) -> Result<Option<usize>, Termination> {
        let (mut position, mut counted) = (start, start);
        loop {
            match self.input.unit(position) {
                Some(unit) if units.contains(unit) => return Ok(Some(position)),
                Some(unit) => position += self.input.width(unit),
                None => return Ok(None),
            }
            if position - counted >= UNITS_PER_STEP {
                self.work(1)?;
                counted = position;
            }
        }
    }
}
