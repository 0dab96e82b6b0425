//! Runs all threads at once, one character after the other.
//!
//! The threads at a position form a list, in the order in which backtracking would try them. Of two threads at one
//! instruction, the later one can be dropped: the earlier one matches everything that the later one could match, and
//! first. (But a thread that has consumed nothing in its iteration can fail where one that has consumed something
//! continues. So these two differ until a character is consumed.)

use ferrotape_budget::{Budget, Termination};

use super::program::{Assertion, Code, Instruction};
use super::workspace::{Pending, Workspace};
use crate::character_set::{CharacterSet, is_line_terminator, is_word};
use crate::input::InputText;
use crate::scratch::{NONE, Scratch};

/// Most work at one position that is not yet reported to the budget.
const MOST_STEPS: u32 = 1 << 12;

/// State of running one code on one text.
pub(super) struct Machine<'a, I> {
    pub code: &'a Code,
    pub sets: &'a [CharacterSet],
    pub input: I,
    pub workspace: &'a mut Workspace,
    /// Bytes of the workspace that are charged.
    pub charged: &'a mut usize,
    pub budget: &'a mut Budget,
    /// Work not yet reported to the budget.
    pub steps: u32,
}

impl<I: InputText> Machine<'_, I> {
    /// Empties the memory and makes it fit the code.
    pub fn start(&mut self) -> Result<(), Termination> {
        let Workspace { current, next, seen, slots, found, counts, .. } = &mut *self.workspace;
        current.clear();
        next.clear();
        counts.start(self.code.counters.len(), self.charged, self.budget)?;
        seen.fit(self.code.instructions.len(), self.charged, self.budget)?;
        for slots in [slots, found] {
            slots.clear();
            Scratch::grow(slots, self.code.slots.len(), self.charged, self.budget)?;
            slots.resize(self.code.slots.len(), NONE);
        }
        self.work(self.code.slots.len() + self.code.instructions.len() / 8)
    }

    /// Returns the character that the code reads next at a position, and the position after it.
    #[inline(always)]
    pub fn read(&self, position: usize) -> Option<(u32, usize)> {
        match self.code.backward {
            false => {
                let character = self.input.unit(position)?;
                Some((character, position + self.input.width(character)))
            }
            true => {
                let character = self.input.unit_before(position)?;
                Some((character, position - self.input.width(character)))
            }
        }
    }

    #[inline(always)]
    pub fn consumes(&self, at: u32, character: u32) -> bool {
        match self.code.instructions[at as usize] {
            Instruction::Character(expected) => expected == character,
            Instruction::Set(set) => self.sets[set as usize].contains(character),
            _ => false,
        }
    }

    /// Reports the work at one position to the budget.
    #[inline(always)]
    pub fn tick(&mut self) -> Result<(), Termination> {
        self.budget.work(u64::from(std::mem::take(&mut self.steps) + 1))
    }

    /// Counts work, and reports it to the budget when it has become much. One position may take as much work as the
    /// code is long, and for each instruction as much as there are slots.
    #[inline(always)]
    pub fn work(&mut self, amount: usize) -> Result<(), Termination> {
        self.steps = self.steps.saturating_add(amount as u32);
        if self.steps < MOST_STEPS { Ok(()) } else { self.tick() }
    }

    /// Counts `count` slots that are copied or filled.
    #[inline(always)]
    pub fn work_on_slots(&mut self, count: usize) -> Result<(), Termination> {
        self.work(count / 4)
    }

    /// Adds the threads to `next` that a thread with the slots in `workspace.slots` becomes. Returns whether one
    /// accepts. Unless `ALL` are wanted, an accepting thread ends it: `workspace.slots` then has its slots, and later
    /// threads do not matter.
    pub fn follow<const ALL: bool>(&mut self, at: u32, position: usize) -> Result<bool, Termination> {
        self.workspace.pending.clear();
        let (mut at, mut consumed, mut accepts) = (at, true, false);
        loop {
            if self.workspace.seen.insert(at, consumed) {
                self.work(1)?;
                match self.code.instructions[at as usize] {
                    Instruction::Accept if ALL => accepts = true,
                    Instruction::Accept => return Ok(true),
                    Instruction::Character(_) | Instruction::Set(_) => self.wait(at, consumed)?,
                    Instruction::Split { first, second } => {
                        self.push(Pending::Follow { at: second, consumed })?;
                        at = first;
                        continue;
                    }
                    Instruction::Jump(target) => {
                        at = target;
                        continue;
                    }
                    Instruction::Count(counter) => {
                        if self.begin_count(at, counter)? {
                            at += 1;
                            continue;
                        }
                    }
                    instruction => {
                        if let Some(after) = self.pass(instruction, position, consumed)? {
                            at += 1;
                            consumed = after;
                            continue;
                        }
                    }
                }
            }
            loop {
                match self.workspace.pending.pop() {
                    None => return Ok(accepts),
                    Some(Pending::Restore { slot, position }) => self.workspace.slots[slot as usize] = position,
                    Some(Pending::Follow { at: next, consumed: flag }) => {
                        (at, consumed) = (next, flag);
                        break;
                    }
                }
            }
        }
    }

    /// Runs an instruction that neither consumes nor jumps. None if it fails, else whether anything has been consumed.
    #[inline(always)]
    fn pass(&mut self, instruction: Instruction, position: usize, consumed: bool) -> Result<Option<bool>, Termination> {
        let is_passed = match instruction {
            Instruction::Save(slot) => {
                self.set_slot(slot, position as u32)?;
                true
            }
            Instruction::Reset { first, end } => {
                self.work((end - first) as usize)?;
                for slot in first..end {
                    if self.workspace.slots[slot as usize] != NONE {
                        self.set_slot(slot, NONE)?;
                    }
                }
                true
            }
            Instruction::BeginIteration => return Ok(Some(false)),
            Instruction::EndIteration => consumed,
            Instruction::Assert(assertion) => holds(assertion, self.input, position),
            Instruction::Look { look, expected } => self.workspace.tables.get(look, position) == expected,
            _ => false,
        };
        Ok(is_passed.then_some(consumed))
    }

    fn set_slot(&mut self, slot: u32, position: u32) -> Result<(), Termination> {
        let former = std::mem::replace(&mut self.workspace.slots[slot as usize], position);
        match self.workspace.pending.is_empty() {
            // No remaining path needs the old value.
            true => Ok(()),
            false => self.push(Pending::Restore { slot, position: former }),
        }
    }

    #[inline(always)]
    fn push(&mut self, pending: Pending) -> Result<(), Termination> {
        Scratch::grow(&mut self.workspace.pending, 1, self.charged, self.budget)?;
        self.workspace.pending.push(pending);
        Ok(())
    }

    /// Adds a thread at an instruction that consumes. From here on its earlier consumption no longer matters.
    #[inline(always)]
    fn wait(&mut self, at: u32, consumed: bool) -> Result<(), Termination> {
        if self.workspace.seen.contains(at, !consumed) {
            return Ok(());
        }
        self.work_on_slots(self.workspace.slots.len())?;
        let Workspace { next, slots, .. } = &mut *self.workspace;
        Scratch::grow(&mut next.places, 1, self.charged, self.budget)?;
        next.places.push(at);
        if !slots.is_empty() {
            Scratch::grow(&mut next.slots, slots.len(), self.charged, self.budget)?;
            next.slots.extend_from_slice(slots);
        }
        Ok(())
    }
}

/// Returns whether an Assertion holds, ECMA-262 22.2.2.4.
fn holds<I: InputText>(assertion: Assertion, input: I, position: usize) -> bool {
    let before = || input.unit_before(position);
    let after = || input.unit(position);
    match assertion {
        Assertion::InputStart => position == 0,
        Assertion::InputEnd => position == input.len(),
        Assertion::LineStart => before().is_none_or(is_line_terminator),
        Assertion::LineEnd => after().is_none_or(is_line_terminator),
        Assertion::WordBoundary { negated, folded } => {
            let is_word = |character| is_word(character, folded);
            (before().is_some_and(is_word) != after().is_some_and(is_word)) != negated
        }
    }
}
