//! `[a, b] = [b, a]` without an array: an array that is destructured at once is not made, as long as iteration over
//! arrays is unmodified.
//!
//! ```text
//!         values        in a row
//!         is_plain = ArraysArePlain; if not ->general
//!         stores        within a catcher, if a target may run script
//!         is_plain = ArraysArePlain; if so ->end
//! close   the array is made late, for a `return` method that has appeared meanwhile
//! throw   likewise
//! general
//! ```

use ferrotape_bytecode::{Instruction, Intrinsic};
use ferrotape_syntax::scope::Resolution;
use ferrotape_syntax::tree::{BinaryOperator, ExpressionId, ExpressionKind, List};

use super::iteration::IteratorRow;
use super::literal::is_spread;
use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Label;
use crate::lowering::{Assignments, Forms, IteratorHint, Jumps, bind_pattern, close, close_thrown};

/// Most values that are exchanged, as the code exists twice.
const MOST_VALUES: u32 = 8;
/// Deepest nodes of a target, whose code exists twice.
const MOST_DEPTH: u32 = 4;

/// The values for the array, in a row of registers.
#[derive(Copy, Clone)]
struct Values {
    first: Register,
    count: u32,
    at: u32,
}

impl FunctionCompiler<'_> {
    /// Assigns an array literal to an array pattern, where the value is not needed. Returns false if it does not apply.
    pub(super) fn exchange(&mut self, left: ExpressionId, right: ExpressionId) -> Compiled<bool> {
        let tree = self.core.tree;
        let (ExpressionKind::ArrayPattern { elements: targets }, ExpressionKind::Array { elements }) =
            (tree[left].kind, tree[right].kind)
        else {
            return Ok(false);
        };
        let count = elements.len() as u32;
        if count == 0 || count > MOST_VALUES || targets.len() > elements.len() {
            return Ok(false);
        }
        let are_values = tree.list(elements).all(|value| value.is_some_and(|value| !is_spread(tree, value)));
        if !are_values || !tree.list(targets).all(|target| target.is_some_and(|target| self.is_plain_target(target))) {
            return Ok(false);
        }
        self.core.node(tree[left].span)?;
        let mark = self.mark();
        let values = self.values_in_row(elements, tree[right].span.start)?;
        let (general, end) = (self.core.label(), self.core.label());
        self.branch_plain(false, general)?;
        self.store_values(targets, values, end)?;
        self.jump(end);
        self.bind(general);
        let array = self.temporary()?;
        self.make_array(array, values);
        bind_pattern(self, left, array, Some(right))?;
        self.bind(end);
        self.release(mark);
        Ok(true)
    }

    fn values_in_row(&mut self, elements: List<Option<ExpressionId>>, at: u32) -> Compiled<Values> {
        let (tree, count) = (self.core.tree, elements.len() as u32);
        let mut first = None;
        for element in tree.list(elements).flatten() {
            let register = self.frame_register()?;
            self.expression_to(element, register)?;
            first.get_or_insert(register);
        }
        Ok(Values { first: first.unwrap_or(Register::THIS), count, at })
    }

    /// Jumps to the label if iteration over arrays is unmodified, or if it is not.
    fn branch_plain(&mut self, is_plain: bool, to: Label) -> Compiled {
        let mark = self.mark();
        let flag = self.frame_register()?;
        self.intrinsic(Intrinsic::ArraysArePlain, flag, flag, self.core.position);
        let a = self.low(flag, 0);
        self.emit(match is_plain {
            true => Instruction::JumpIfTrue { a, to: to.0 },
            false => Instruction::JumpIfFalse { a, to: to.0 },
        });
        self.release(mark);
        Ok(())
    }

    fn make_array(&mut self, array: Register, Values { first, count, at }: Values) {
        self.core.position = at;
        self.write(array, |dst| Instruction::NewArray { dst, capacity: count });
        // In wide mode the instruction may not be able to name the whole row.
        let step = if self.wide { 1 } else { count };
        for index in (0..count).step_by(step as usize) {
            let (array, first) = (self.low(array, 0), self.low(first.offset(index), 1));
            self.emit(Instruction::AppendElements { array, first, count: step });
        }
    }

    /// Stores the row into the targets. If that may run script, the iterator is closed behind it, as a `return` method may have
    /// appeared.
    fn store_values(&mut self, targets: List<Option<ExpressionId>>, values: Values, end: Label) -> Compiled {
        let tree = self.core.tree;
        // A failing assignment to a variable throws an error, but runs no script.
        if tree.list(targets).flatten().all(|target| self.is_bound_name(target)) {
            return self.store_each(targets, values, None);
        }
        let row = self.iterator_row(IteratorHint::Sync)?;
        let (thrown, on_throw) = (self.temporary()?, self.core.label());
        // The row is set before the catcher, which finds a value there from wherever it is reached.
        self.note_taken(row, 0)?;
        self.guarded(on_throw, thrown, self.scope, true, |this| this.store_each(targets, values, Some(row)))?;
        self.branch_plain(true, end)?;
        self.open_late(row, values)?;
        close(self, row)?;
        self.jump(end);
        self.bind(on_throw);
        self.open_late(row, values)?;
        close_thrown(self, row)?;
        self.emit(Instruction::Rethrow { src: thrown.0 });
        Ok(())
    }

    /// Stores the values in order. The iterator's row, if there is one, keeps count of them.
    fn store_each(
        &mut self,
        targets: List<Option<ExpressionId>>,
        values: Values,
        row: Option<IteratorRow>,
    ) -> Compiled {
        let tree = self.core.tree;
        for (index, target) in (0..).zip(tree.list(targets).flatten()) {
            self.core.work(1)?;
            let mark = self.mark();
            let place = self.place(target)?;
            self.core.position = tree[target].span.start;
            if let Some(row) = row {
                self.note_taken(row, index + 1)?;
            }
            let value = self.in_register(Operand::Register(values.first.offset(index)), mark, None)?;
            self.store(place, value)?;
            self.release(mark);
        }
        Ok(())
    }

    /// Stores how many values the iterator would have given.
    fn note_taken(&mut self, row: IteratorRow, count: u32) -> Compiled {
        self.put(Operand::Literal(Literal::Number(count.into())), row.next())
    }

    /// Gives the row the state that it would have had with an array from the beginning.
    fn open_late(&mut self, row: IteratorRow, values: Values) -> Compiled {
        self.make_array(row.object(), values);
        self.put(Operand::Literal(Literal::Boolean(false)), row.done())
    }

    /// Returns whether storing into the target runs no script.
    fn is_bound_name(&self, id: ExpressionId) -> bool {
        let tree = self.core.tree;
        match tree[id].kind {
            ExpressionKind::Identifier { reference, .. } => {
                matches!(tree[reference].resolution, Resolution::Binding(_))
            }
            _ => false,
        }
    }

    /// Returns whether the target's code may exist twice.
    fn is_plain_target(&self, id: ExpressionId) -> bool {
        let is_target = matches!(
            self.core.tree[id].kind,
            ExpressionKind::Identifier { .. } | ExpressionKind::Member { .. } | ExpressionKind::ComputedMember { .. }
        );
        is_target && self.is_plain_part(id, MOST_DEPTH)
    }

    /// Returns whether the expression is small and its code may exist twice: names, literals, members, sums and differences.
    fn is_plain_part(&self, id: ExpressionId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self.core.tree[id].kind {
            ExpressionKind::Identifier { .. }
            | ExpressionKind::This
            | ExpressionKind::NumericLiteral { .. }
            | ExpressionKind::StringLiteral { .. } => true,
            ExpressionKind::Member { object, .. } => self.is_plain_part(object, depth),
            ExpressionKind::ComputedMember { object, property } => {
                self.is_plain_part(object, depth) && self.is_plain_part(property, depth)
            }
            ExpressionKind::Binary { operator: BinaryOperator::Add | BinaryOperator::Subtract, left, right } => {
                self.is_plain_part(left, depth) && self.is_plain_part(right, depth)
            }
            _ => false,
        }
    }
}
