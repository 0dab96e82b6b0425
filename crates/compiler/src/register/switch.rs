//! `switch` (ECMA-262 14.12): first the search for a case, then the bodies one after the other.
//!
//! Where all cases are small integers that lie densely, the search is one `Switch` through a table.

use ferrotape_bytecode::Instruction;
use ferrotape_syntax::scope::ScopeId;
use ferrotape_syntax::tree::{CaseId, ExpressionId, List};
use ferrotape_text::Name;

use super::emitter::LabeledTable;
use super::operand::{Literal, Operand, small_int};
use super::statement::Target;
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Label;
use crate::facts::Effects;

/// Fewer cases are searched one after the other.
const MIN_TABLE_CASES: usize = 4;

impl FunctionCompiler<'_, '_> {
    pub(super) fn switch(
        &mut self,
        labels: Vec<Name>,
        discriminant: ExpressionId,
        cases: List<CaseId>,
        scope: Option<ScopeId>,
    ) -> Compiled {
        let tree = self.tree;
        let later = tree.list(cases).filter_map(|case| tree[case].test);
        let later = later.fold(Effects::NONE, |sum, test| sum.and(self.session.facts.effects(test)));
        self.undefined_completion()?;
        let value = self.expression_kept(discriminant, later)?;
        let on_break = self.label();
        let target = Target { labels, on_break, on_continue: None, takes_plain_break: true };
        self.in_target(target, |this| {
            this.in_scope(scope, |this| {
                let bodies: Vec<Label> = tree.list(cases).map(|_| this.label()).collect();
                let none = this.label();
                this.search(value, cases, &bodies, none)?;
                for (case, &body) in tree.list(cases).zip(&bodies) {
                    this.bind(body);
                    this.statements(tree[case].consequent)?;
                }
                this.bind(none);
                Ok(())
            })
        })?;
        self.bind(on_break);
        Ok(())
    }

    /// Jumps to the body of the case that is strictly equal to the value, of the default case, or to `none`.
    fn search(&mut self, value: Register, cases: List<CaseId>, bodies: &[Label], none: Label) -> Compiled {
        let tree = self.tree;
        let default = tree.list(cases).position(|case| tree[case].test.is_none());
        let otherwise = default.map_or(none, |index| bodies[index]);
        match self.dense_cases(cases) {
            Some(rows) => self.jump_table(value, &rows, bodies, otherwise),
            None => {
                for (case, &body) in tree.list(cases).zip(bodies) {
                    if let Some(test) = tree[case].test {
                        self.case_test(value, test, body)?;
                    }
                }
            }
        }
        self.jump(otherwise);
        Ok(())
    }

    fn case_test(&mut self, value: Register, test: ExpressionId, body: Label) -> Compiled {
        let mark = self.mark();
        self.position = self.tree[test].span.start;
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

    /// The integers of the cases with their indices, if all are integers and a table of them is no waste.
    fn dense_cases(&mut self, cases: List<CaseId>) -> Option<Vec<(i32, usize)>> {
        let tree = self.tree;
        let mut rows = Vec::new();
        for (index, case) in tree.list(cases).enumerate() {
            let Some(test) = tree[case].test else { continue };
            let Literal::Number(number) = self.literal_of(test)? else { return None };
            // Strict equality does not tell zeros apart.
            rows.push((small_int(number + 0.0)?, index));
        }
        let low = rows.iter().map(|row| i64::from(row.0)).min()?;
        let high = rows.iter().map(|row| i64::from(row.0)).max()?;
        let is_dense = high - low < 4 * rows.len() as i64 + 16;
        (rows.len() >= MIN_TABLE_CASES && is_dense).then_some(rows)
    }

    fn jump_table(&mut self, value: Register, rows: &[(i32, usize)], bodies: &[Label], otherwise: Label) {
        let low = rows.iter().map(|row| row.0).min().unwrap_or(0);
        let high = rows.iter().map(|row| row.0).max().unwrap_or(0);
        let mut targets = vec![otherwise; (i64::from(high) - i64::from(low) + 1) as usize];
        // Of equal cases the first one counts.
        for &(int, index) in rows.iter().rev() {
            targets[(i64::from(int) - i64::from(low)) as usize] = bodies[index];
        }
        let table = self.tables.len() as u32;
        self.tables.push(LabeledTable { low, targets });
        let a = self.low(value, 0);
        self.emit(Instruction::Switch { a, table });
    }
}
