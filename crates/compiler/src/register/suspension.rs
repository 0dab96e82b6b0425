//! Registers that a frame forgets before it is suspended, so that dead values do not live as long as the activation.
//!
//! A suspended frame keeps all of its registers up to the top of the temporaries. Two kinds of them hold dead values:
//! - variables of blocks, loops and `catch` clauses that control is not in;
//! - variables of blocks and temporaries that have not been written since the block began or the temporary was taken.
//!
//! Within a block no backward jump skips the first write. Both kinds are known where code for `yield` and `await` is
//! generated, so the end of a block costs nothing. Instead, one instruction before the suspension empties each row of
//! such registers.
//!
//! In a loop any block may have been left before. Elsewhere only blocks that the code has already been in may have been
//! left.

use std::cmp::Reverse;

use ferrotape_budget::order;
use ferrotape_bytecode::Instruction;
use ferrotape_syntax::scope::{Scope, ScopeId, ScopeKind};

use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler, Register};
use crate::meter::push;

/// Count of a [`Instruction::Forget`] that means all registers from the first one on, as their number is not known yet.
pub(super) const TO_THE_END: u16 = u16::MAX;

/// Most registers that are emptied one by one.
const FEW: u32 = 4;

/// Limit on the rows of blocks that are emptied before one suspension, so that code stays as long as its source text. The
/// values of others live as long as the activation.
const MOST_ROWS: usize = 32;

/// End of the registers that 8 bits can name.
const LOW_END: u32 = 256;

/// Registers from the first one up to the second one, exclusive.
type Row = (u32, u32);

/// Facts about a function that can be suspended. Nothing is noted about others.
#[derive(Default)]
pub(super) struct Suspensions {
    is_wanted: bool,
    /// Registers of block declarations, in ascending order.
    blocks: Vec<Row>,
    /// Registers of the blocks that the code is in.
    in_force: Vec<Row>,
    /// Number of rows before each of these blocks.
    before: Vec<usize>,
    /// End of the registers of all blocks that the code has been in.
    entered_end: u32,
    has_turns: bool,
    /// A bit for each register. It is set for a temporary that was taken, or a variable whose block has begun, until it
    /// is written.
    unwritten: Vec<u64>,
}

/// Returns whether the scope's bindings are dead when control leaves it and the function continues.
pub(super) fn is_of_block(scope: &Scope) -> bool {
    use ScopeKind::{Block, Catch, Class, Loop, StaticBlock};
    matches!(scope.kind, Block | Catch | Class | Loop | StaticBlock)
}

impl Suspensions {
    /// Notes the registers that an emitted instruction writes. Those that are emptied have been noted where they were
    /// found: a row may have as many as a frame.
    #[inline]
    pub fn note_written(&mut self, instruction: Instruction) {
        if self.is_wanted && !matches!(instruction, Instruction::Forget { .. }) {
            instruction.written(|register| self.note_filled(Register(register)));
        }
    }

    /// Notes that the register gets a value, by an instruction or as a handler's exception.
    pub fn note_filled(&mut self, register: Register) {
        if let Some(bits) = self.unwritten.get_mut(register.0 as usize / 64) {
            *bits &= !(1 << (register.0 % 64));
        }
    }

    /// Notes the start of a loop's turn.
    pub fn note_turn(&mut self) {
        self.has_turns = true;
    }

    /// Returns the registers of a row that are unwritten, in ascending order. Takes a step for each and for 64 others.
    fn unwritten_of(&self, (first, end): Row) -> impl Iterator<Item = u32> + '_ {
        let words = (first / 64..end.div_ceil(64))
            .map(move |word| (word, self.unwritten.get(word as usize).copied().unwrap_or(0)));
        let registers = words.flat_map(|(word, bits)| {
            let rest = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            rest.take_while(|&bits| bits != 0).map(move |bits| 64 * word + bits.trailing_zeros())
        });
        registers.filter(move |register| (first..end).contains(register))
    }
}

impl FunctionCompiler<'_> {
    pub(super) fn can_be_suspended(&self) -> bool {
        self.core.function.is_generator || self.core.function.is_async
    }

    /// Notes the registers of blocks, once all bindings have theirs.
    pub(super) fn note_block_registers(&mut self, scopes: &[ScopeId]) -> Compiled {
        self.suspensions.is_wanted = self.can_be_suspended();
        if !self.suspensions.is_wanted {
            return Ok(());
        }
        let mut rows = Vec::new();
        for &scope in scopes {
            self.rows_of(scope, &mut rows)?;
        }
        order::sort(&mut rows);
        for row in rows {
            self.core.grown += join(&mut self.suspensions.blocks, row, 0);
        }
        Ok(())
    }

    /// Appends the registers of a block's bindings.
    fn rows_of(&mut self, scope: ScopeId, rows: &mut Vec<Row>) -> Compiled {
        let (tree, first) = (self.core.tree, rows.len());
        if tree[scope].function == self.core.id && is_of_block(&tree[scope]) {
            for &binding in &tree[scope].bindings {
                self.core.work(1)?;
                let register = self.register_of(binding).0;
                self.core.grown += join(rows, (register, register + 1), first);
            }
        }
        Ok(())
    }

    /// Notes that the code is in the scope from here on, if it is a block of a function that can be suspended.
    pub(super) fn note_scope_entered(&mut self, scope: ScopeId) -> Compiled {
        if !self.suspensions.is_wanted {
            return Ok(());
        }
        let mut rows = std::mem::take(&mut self.suspensions.in_force);
        let before = rows.len();
        self.rows_of(scope, &mut rows)?;
        // A block begins without values; declarations of loops and handlers already have theirs.
        if self.core.tree[scope].kind == ScopeKind::Block {
            rows[before..]
                .iter()
                .for_each(|&(first, end)| (first..end).for_each(|each| self.note_empty(Register(each))));
        }
        let end = rows[before..].iter().map(|row| row.1).max();
        let suspensions = &mut self.suspensions;
        suspensions.in_force = rows;
        suspensions.entered_end = suspensions.entered_end.max(end.unwrap_or(0));
        self.core.grown += push(&mut suspensions.before, before);
        Ok(())
    }

    pub(super) fn note_scope_left(&mut self) {
        if let Some(before) = self.suspensions.before.pop() {
            self.suspensions.in_force.truncate(before);
        }
    }

    /// Notes that the register has no value, as a temporary was just taken or a block began.
    pub(super) fn note_empty(&mut self, register: Register) {
        let suspensions = &mut self.suspensions;
        if !suspensions.is_wanted {
            return;
        }
        while suspensions.unwritten.len() <= register.0 as usize / 64 {
            self.core.grown += push(&mut suspensions.unwritten, 0);
        }
        suspensions.unwritten[register.0 as usize / 64] |= 1 << (register.0 % 64);
    }

    /// Takes a temporary that may get a value at any time while something is emitted. It is emptied now, and not before
    /// each suspension.
    pub(super) fn reserved(&mut self) -> Compiled<Register> {
        let register = self.temporary()?;
        if self.suspensions.is_wanted {
            self.put(Operand::Literal(Literal::Undefined), register)?;
        }
        Ok(register)
    }

    /// Empties dead registers before an instruction that suspends the frame. That instruction reads only temporaries
    /// that have been written, and variables in scope.
    pub(super) fn forget(&mut self) -> Compiled {
        let mut rows = self.blocks_not_in_force()?;
        self.unwritten(&mut rows)?;
        for (first, end) in rows {
            // A few loads take less time than leaving the loop for one instruction.
            if end - first <= FEW && self.fits(Register(end - 1)) {
                (first..end).for_each(|register| self.emit(Instruction::LoadUndefined { dst: register as u8 }));
            } else {
                self.emit(Instruction::Forget { first: first as u16, count: (end - first) as u16 });
            }
        }
        if self.wide {
            // All registers are kept, including the free ones.
            let first = self.temporaries.high as u16;
            self.emit(Instruction::Forget { first, count: TO_THE_END });
        }
        Ok(())
    }

    /// Returns the rows of left blocks whose registers may have values: the longest ones, if there are many.
    fn blocks_not_in_force(&mut self) -> Compiled<Vec<Row>> {
        let Suspensions { blocks, in_force, entered_end, has_turns, .. } = &mut self.suspensions;
        let end = if *has_turns { u32::MAX } else { *entered_end };
        let work = blocks.len() + in_force.len();
        let mut taken = in_force.clone();
        order::sort(&mut taken);
        let mut rows = without(blocks, &taken, end);
        if rows.len() > MOST_ROWS {
            order::sort_by_key(&mut rows, |&(first, end)| (Reverse(end - first), first));
            rows.truncate(MOST_ROWS);
        }
        self.core.work(work as u32)?;
        Ok(rows)
    }

    /// Appends the variables in force and the temporaries that have no value yet.
    fn unwritten(&mut self, rows: &mut Vec<Row>) -> Compiled {
        let super::Temporaries { low_start, low, high_start, high, .. } = self.temporaries;
        let high = if self.wide { high } else { high_start };
        let suspensions = &self.suspensions;
        let looked_at = || suspensions.in_force.iter().copied().chain([(low_start, low), (high_start, high)]);
        let steps: u32 = looked_at().map(|(first, end)| 1 + (end - first) / 64).sum();
        let found: Vec<u32> = looked_at().flat_map(|row| suspensions.unwritten_of(row)).collect();
        self.core.work(steps + found.len() as u32)?;
        for register in found {
            self.suspensions.note_filled(Register(register));
            join(rows, (register, register + 1), 0);
        }
        if self.wide {
            join(rows, (low, LOW_END), 0);
        }
        Ok(())
    }
}

/// Appends a row, or extends the last one if they meet, but none before `first`. Returns the bytes of growth.
fn join(rows: &mut Vec<Row>, row: Row, first: usize) -> usize {
    match rows[first..].last_mut() {
        Some(last) if last.1 == row.0 => {
            last.1 = row.1;
            0
        }
        _ => push(rows, row),
    }
}

/// Returns the registers of `rows` below `end` that are not among `taken`. Both are in ascending order.
fn without(rows: &[Row], taken: &[Row], end: u32) -> Vec<Row> {
    let mut left = Vec::new();
    let mut taken = taken.iter().peekable();
    for &(mut first, last) in rows {
        let last = last.min(end);
        while let Some(&&(start, stop)) = taken.peek() {
            if start >= last {
                break;
            }
            if first < start {
                left.push((first, start));
            }
            first = first.max(stop);
            if stop > last {
                break;
            }
            taken.next();
        }
        if first < last {
            left.push((first, last));
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::{Suspensions, without};

    #[test]
    fn unwritten_registers_are_found_by_words() {
        let suspensions = Suspensions { unwritten: vec![0b1011, 0, u64::MAX], ..Suspensions::default() };
        let found = |row| suspensions.unwritten_of(row).collect::<Vec<_>>();
        assert_eq!(found((0, 128)), [0, 1, 3]);
        assert_eq!(found((1, 3)), [1]);
        assert_eq!(found((3, 130)), [3, 128, 129]);
        assert_eq!(found((190, 400)), [190, 191]);
        assert_eq!(found((128, 128)), []);
    }

    #[test]
    fn rows_lose_what_is_taken() {
        assert_eq!(without(&[(3, 9)], &[], u32::MAX), [(3, 9)]);
        assert_eq!(without(&[(3, 9)], &[(3, 9)], u32::MAX), []);
        assert_eq!(without(&[(3, 9)], &[(3, 4), (5, 7)], u32::MAX), [(4, 5), (7, 9)]);
        assert_eq!(without(&[(3, 9), (20, 30)], &[(8, 9), (20, 21), (29, 30)], u32::MAX), [(3, 8), (21, 29)]);
        assert_eq!(without(&[(3, 9), (20, 30)], &[(25, 26)], 28), [(3, 9), (20, 25), (26, 28)]);
        assert_eq!(without(&[(3, 9), (20, 30)], &[(4, 6)], 5), [(3, 4)]);
        assert_eq!(without(&[(3, 9)], &[], 3), []);
    }
}
