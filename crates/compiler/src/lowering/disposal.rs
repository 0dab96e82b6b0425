//! Scopes with `using` declarations (ECMA-262 14.3.1): every exit from one disposes of its resources, the last first.
//!
//! ```text
//! protected, an exception of the body is noted:  {body}
//! cleanup:  turn:  method = next_resource, or jump to end
//!                  noting: dispose
//!                  jump to turn
//!           end:   throw_noted
//! ```
//!
//! The loop is code, so it can be suspended like any other, and a method runs in a frame of the machine.

use ferrotape_syntax::scope::{Disposal, ScopeId};
use ferrotape_syntax::tree::{BindingTarget, DeclaratorId, ExpressionId, ForTarget, LexicalKind};

use super::{Compiled, Machine};

/// Emits the body of a scope so that every exit from it disposes of the resources that it declares
/// (DisposeResources, ECMA-262 7.5.8).
pub(super) fn disposing<'t, M: Machine<'t>>(
    m: &mut M,
    scope: ScopeId,
    body: impl FnOnce(&mut M) -> Compiled,
) -> Compiled {
    let Some(disposal) = m.core().tree[scope].disposes else { return body(m) };
    let at = m.core().position;
    let resources = m.new_resources()?;
    let around = m.resources().replace(resources);
    m.protected(
        Some(resources),
        |m| {
            m.core().position = at;
            dispose_all(m, resources, disposal)
        },
        body,
    )?;
    *m.resources() = around;
    Ok(())
}

/// Emits the cleanup. An error of a method is noted too, so that the remaining resources are disposed of.
fn dispose_all<'t, M: Machine<'t>>(m: &mut M, resources: M::Held, disposal: Disposal) -> Compiled {
    let (turn, end) = (m.core().label(), m.core().label());
    m.bind_turn(turn);
    let mark = m.mark();
    let method = m.next_resource(resources, end)?;
    m.noting(resources, |m| m.dispose(resources, method, disposal == Disposal::Async))?;
    m.release(mark);
    m.jump(turn);
    m.bind(end);
    m.throw_noted(resources)
}

/// Emits `using x = init`. The value becomes a resource before the name has it (InitializeBinding, ECMA-262
/// 9.1.1.1.4).
pub(super) fn using<'t>(m: &mut impl Machine<'t>, id: DeclaratorId, kind: LexicalKind, init: ExpressionId) -> Compiled {
    let core = m.core();
    let declarator = core.tree[id];
    let BindingTarget::Identifier { name, reference } = declarator.target else { return Ok(()) };
    core.session.inferred_names.value(core.tree, init, name);
    let mark = m.mark();
    let value = m.value(init)?;
    let held = m.hold(value)?;
    let at = m.core().tree[init].span.start;
    add(m, held, kind, at)?;
    let value = m.held(held)?;
    let place = m.place_of(reference, declarator.span.start)?;
    m.store_earlier(place, value)?;
    m.release(mark);
    Ok(())
}

/// Emits a turn of a loop within the scope of its head's names. The value that `bind` gets becomes a resource first if
/// the head is a `using` declaration.
pub(super) fn disposing_turn<'t, M: Machine<'t>>(
    m: &mut M,
    left: ForTarget,
    value: M::Value,
    at: u32,
    body: impl FnOnce(&mut M, M::Value) -> Compiled,
) -> Compiled {
    let (kind, scope) = match left {
        ForTarget::Lexical { kind, scope, .. } if kind.disposes() => (kind, scope),
        _ => return body(m, value),
    };
    let held = m.hold(value)?;
    disposing(m, scope, |m| {
        add(m, held, kind, at)?;
        let value = m.held(held)?;
        body(m, value)
    })
}

/// Makes a value a resource of the innermost scope that has some (AddDisposableResource, ECMA-262 7.5.4).
fn add<'t, M: Machine<'t>>(m: &mut M, value: M::Held, kind: LexicalKind, at: u32) -> Compiled {
    let Some(resources) = *m.resources() else { return Ok(()) };
    m.core().position = at;
    m.add_resource(resources, value, kind == LexicalKind::AwaitUsing)
}
