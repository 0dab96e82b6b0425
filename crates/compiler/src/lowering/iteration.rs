//! `for`-`of` and `for await` (ECMA-262 14.7.5), and closing of iterators (7.4.11 and 7.4.13).
//!
//! An iterator counts as done from before a call of `next` or `return` until the call has given a value. So if anything
//! happens in between, the closing code sees that nothing is to be done.

use ferrotape_syntax::tree::{ExpressionId, ForTarget, StatementId};

use super::disposal::disposing_turn;
use super::exits::{in_break, in_continue};
use super::loops::{bind_turn_value, in_turn, note_end_of_body, note_turn, scope_before_turns};
use super::statement::{statement, undefined_completion};
use super::{Compiled, Machine};
use crate::control_flow::Labels;

/// The kind of iterator that GetIterator gets.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum IteratorHint {
    Sync,
    Async,
}

/// Generates a `for`-`of` or `for await` loop.
pub(super) fn for_of<'t>(
    m: &mut impl Machine<'t>,
    labels: Labels,
    hint: IteratorHint,
    left: ForTarget,
    right: ExpressionId,
    body: StatementId,
) -> Compiled {
    undefined_completion(m)?;
    let around = scope_before_turns(m, left)?;
    let at = m.core().tree[right].span.start;
    let iterator = m.open_iterator_in(right, around, hint, at)?;
    let on_break = m.core().label();
    in_break(m, labels, true, on_break, |m| {
        m.closing(iterator, false, at, |m| {
            let (on_continue, end) = (m.core().label(), m.core().label());
            m.bind_turn(on_continue);
            note_turn(m, left);
            m.core().position = at;
            let mark = m.mark();
            let value = m.step(iterator, end)?;
            in_continue(m, labels, on_continue, |m| {
                in_turn(m, left, |m| {
                    disposing_turn(m, left, value, at, |m, value| {
                        bind_turn_value(m, left, value)?;
                        statement(m, body)
                    })
                })
            })?;
            note_end_of_body(m, left);
            m.release(mark);
            m.jump(on_continue);
            m.bind(end);
            Ok(())
        })
    })?;
    m.bind(on_break);
    Ok(())
}

/// Closes an iterator on an exit other than an exception. An exception of `return` counts, and `return` must give an
/// object.
pub(crate) fn close<'t, M: Machine<'t>>(m: &mut M, iterator: M::Iterator) -> Compiled {
    let (over, none) = (m.core().label(), m.core().label());
    let mark = m.mark();
    m.branch_done(iterator, over)?;
    let result = m.return_of(iterator, none)?;
    m.require_object(result)?;
    m.release(mark);
    m.bind(none);
    m.bind(over);
    Ok(())
}

/// Closes an iterator on an exception, which wins over one of `return`.
pub(crate) fn close_thrown<'t, M: Machine<'t>>(m: &mut M, iterator: M::Iterator) -> Compiled {
    let over = m.core().label();
    m.branch_done(iterator, over)?;
    m.ignoring(|m| {
        let none = m.core().label();
        let mark = m.mark();
        let result = m.return_of(iterator, none)?;
        m.drop_value(result);
        m.release(mark);
        m.bind(none);
        Ok(())
    })?;
    m.bind(over);
    Ok(())
}
