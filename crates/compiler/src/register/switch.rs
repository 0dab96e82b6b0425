//! The search of `switch` for a case (ECMA-262 14.12).
//!
//! Dense integers are searched by one `Switch` through a table. Cases that are no literals are evaluated in order.
//! Between two such cases the order of comparisons cannot be observed, so tables come first there.

use ferrotape_budget::order;
use ferrotape_bytecode::Instruction;
use ferrotape_syntax::tree::{CaseId, ExpressionId, List};

use super::emitter::LabeledTable;
use super::operand::{Literal, Operand, small_int};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Label;
use crate::facts::Effects;
use crate::lowering::{Forms, Jumps, Switches};
use crate::meter::{filled, push};

/// Fewest cases of a table; fewer are searched one after the other.
const MIN_TABLE_CASES: usize = 4;

/// Most cases sorted at once, which takes a millisecond or two.
const MAX_SORTED: usize = 1 << 14;

impl<'t> Switches<'t> for FunctionCompiler<'t> {
    /// Evaluates the discriminant to a register that keeps the value while the cases are evaluated.
    fn discriminant(&mut self, id: ExpressionId, cases: List<CaseId>) -> Compiled<Register> {
        let tree = self.core.tree;
        let mut later = Effects::NONE;
        for test in tree.list(cases).filter_map(|case| tree[case].test) {
            self.core.work(1)?;
            later = later.and(self.tables.facts.effects(test));
        }
        self.expression_kept(id, later)
    }

    /// Jumps to the body of the first case that is strictly equal to the value.
    fn search_cases(&mut self, value: Register, cases: &[(ExpressionId, Label)], otherwise: Label) -> Compiled {
        let mut rest = cases;
        while !rest.is_empty() {
            // Literals can be compared in any order, as it cannot be observed.
            let literals = rest.iter().take_while(|&&(test, _)| self.literal_of(test).is_some()).count();
            let (literals, others) = rest.split_at(literals.min(MAX_SORTED));
            self.core.work(literals.len() as u32)?;
            self.search_literals(value, literals)?;
            rest = others;
            if let Some((&(test, body), others)) = rest.split_first()
                && self.literal_of(test).is_none()
            {
                self.case_test(value, test, body)?;
                rest = others;
            }
        }
        self.jump(otherwise);
        Ok(())
    }
}

impl FunctionCompiler<'_> {
    /// Evaluates the test of one case, and jumps to its body if the value is strictly equal.
    fn case_test(&mut self, value: Register, test: ExpressionId, body: Label) -> Compiled {
        let mark = self.mark();
        self.core.position = self.core.tree[test].span.start;
        let operand = self.operand(test, None)?;
        let small = match operand {
            Operand::Literal(Literal::Number(number)) => small_int(number).and_then(|int| i16::try_from(int).ok()),
            _ => None,
        };
        if let Some(small) = small {
            let a = self.low(value, 0);
            self.emit(Instruction::JumpIfStrictEqualInt { a, value: small, to: body.0 });
        } else {
            let test = self.in_register(operand, mark, None)?;
            let (a, b) = (self.low(value, 0), self.low(test, 1));
            self.emit(Instruction::JumpIfStrictEqual { a, b, to: body.0 });
        }
        self.release(mark);
        Ok(())
    }

    /// Searches cases that are literals: dense integers by tables, the others one after the other.
    fn search_literals(&mut self, value: Register, cases: &[(ExpressionId, Label)]) -> Compiled {
        let integers: Vec<Option<i32>> = cases.iter().map(|&(test, _)| self.integer_of(test)).collect();
        let rows = integers.iter().zip(cases).filter_map(|(&integer, &(_, body))| Some((integer?, body))).collect();
        let runs = dense_runs(rows);
        for run in &runs {
            self.jump_table(value, run)?;
        }
        for (integer, &(test, body)) in integers.iter().zip(cases) {
            self.core.work(1)?;
            if !integer.is_some_and(|integer| is_in(&runs, integer)) {
                self.case_test(value, test, body)?;
            }
        }
        Ok(())
    }

    /// Returns the integer that a case certainly is. Strict equality does not distinguish zeros.
    fn integer_of(&self, test: ExpressionId) -> Option<i32> {
        match self.literal_of(test)? {
            Literal::Number(number) => small_int(number + 0.0),
            _ => None,
        }
    }

    /// Jumps to the label of the integer in the register, if it is in a row.
    pub(super) fn dispatch(&mut self, value: Register, rows: Vec<(i32, Label)>) -> Compiled {
        let runs = dense_runs(rows.clone());
        for run in &runs {
            self.jump_table(value, run)?;
        }
        for (integer, label) in rows.into_iter().filter(|&(integer, _)| !is_in(&runs, integer)) {
            self.core.work(1)?;
            let mark = self.mark();
            let wanted = self.temporary()?;
            self.put(Operand::Literal(Literal::Number(integer.into())), wanted)?;
            let (a, b) = (self.low(value, 0), self.low(wanted, 1));
            self.emit(Instruction::JumpIfStrictEqual { a, b, to: label.0 });
            self.release(mark);
        }
        Ok(())
    }

    /// Emits a `Switch` through a table over a dense run, which is ascending. Gaps and other values continue behind it.
    fn jump_table(&mut self, value: Register, run: &[(i32, Label)]) -> Compiled {
        let (Some(&(low, _)), Some(&(high, _))) = (run.first(), run.last()) else { return Ok(()) };
        let otherwise = self.core.label();
        let length = (i64::from(high) - i64::from(low) + 1) as usize;
        let mut targets = filled(otherwise, length, self.core.budget)?;
        // Of equal cases the first one counts.
        for &(integer, label) in run.iter().rev() {
            targets[(i64::from(integer) - i64::from(low)) as usize] = label;
        }
        let table = self.switches.len() as u32;
        self.core.grown += push(&mut self.switches, LabeledTable { low, targets });
        let a = self.low(value, 0);
        self.emit(Instruction::Switch { a, table });
        self.bind(otherwise);
        Ok(())
    }
}

/// Returns the dense runs of some integers, ascending; equal integers stay in order. Integers so sparse that a table
/// would be wasteful are in no run.
fn dense_runs(mut rows: Vec<(i32, Label)>) -> Vec<Vec<(i32, Label)>> {
    order::sort_by_key(&mut rows, |row| row.0);
    let mut runs = Vec::new();
    let mut rest = &rows[..];
    while let Some(&(low, _)) = rest.first() {
        let is_dense = |count: usize, high: i32| i64::from(high) - i64::from(low) < 4 * count as i64 + 16;
        let gaps = rest.windows(2).enumerate();
        let end = gaps.take_while(|(index, pair)| is_dense(index + 2, pair[1].0)).count() + 1;
        if end >= MIN_TABLE_CASES {
            runs.push(rest[..end].to_vec());
        }
        // Integers too few for a table here may belong to the next run.
        rest = &rest[if end >= MIN_TABLE_CASES { end } else { 1 }..];
    }
    runs
}

/// Returns whether the integer is in one of the ascending runs.
fn is_in(runs: &[Vec<(i32, Label)>], integer: i32) -> bool {
    let next = runs.partition_point(|run| run.last().is_some_and(|last| last.0 < integer));
    runs.get(next).is_some_and(|run| run.binary_search_by_key(&integer, |row| row.0).is_ok())
}
