//! `switch` (ECMA-262 14.12): first the search for a case, then the bodies one after the other.

use ferrotape_bytecode::debug::BranchKind;
use ferrotape_syntax::scope::ScopeId;
use ferrotape_syntax::tree::{CaseId, ExpressionId, List};

use super::debug::branch;
use super::exits::in_break;
use super::statement::{in_scope, statements, undefined_completion};
use super::{Compiled, Machine};
use crate::control_flow::Labels;
use crate::meter::push;

/// Emits `switch`. Its operand is evaluated outside of the scope of its block.
pub(super) fn switch<'t>(
    m: &mut impl Machine<'t>,
    labels: Labels,
    discriminant: ExpressionId,
    cases: List<CaseId>,
    scope: Option<ScopeId>,
) -> Compiled {
    undefined_completion(m)?;
    let value = m.discriminant(discriminant, cases)?;
    let on_break = m.core().label();
    in_break(m, labels, true, on_break, |m| in_scope(m, scope, |m| bodies(m, value, cases)))?;
    m.bind(on_break);
    Ok(())
}

/// Emits the search, which jumps to a body, and the bodies in order. `default` may stand among the cases.
fn bodies<'t, M: Machine<'t>>(m: &mut M, value: M::Value, cases: List<CaseId>) -> Compiled {
    let tree = m.core().tree;
    let none = m.core().label();
    let (mut tests, mut bodies, mut otherwise) = (Vec::new(), Vec::new(), none);
    for case in tree.list(cases) {
        let core = m.core();
        core.work(1)?;
        let body = core.label();
        core.grown += push(&mut bodies, body);
        match tree[case].test {
            Some(test) => core.grown += push(&mut tests, (test, body)),
            None => otherwise = body,
        }
    }
    m.search_cases(value, &tests, otherwise)?;
    drop(tests);
    for (case, body) in tree.list(cases).zip(bodies) {
        m.bind(body);
        let span = tree[case].span;
        branch(m, (BranchKind::Case, span.start, span), |m| statements(m, tree[case].consequent))?;
    }
    m.bind(none);
    Ok(())
}
