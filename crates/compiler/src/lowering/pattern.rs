//! Patterns: destructuring of values (ECMA-262 8.6.2, 13.15.5, 14.3.3).
//!
//! The order is: the parts of a target, the value taken for it, the default value, the store.

use ferrotape_syntax::tree::{
    ExpressionId, ExpressionKind, List, Property, PropertyId, PropertyKind, PropertyName, Tree,
};
use ferrotape_text::Name;

use super::{Compiled, Machine, Stop};

/// The key of a property that a pattern takes.
#[derive(Copy, Clone)]
pub(crate) enum Key<H> {
    Name(Name),
    Number(f64),
    Computed(H),
}

/// Positions that errors point at.
#[derive(Copy, Clone)]
struct Places {
    pattern: u32,
    source: u32,
}

/// Returns whether the expression is a pattern that destructures a value.
pub(crate) fn is_pattern(kind: ExpressionKind) -> bool {
    matches!(kind, ExpressionKind::ArrayPattern { .. } | ExpressionKind::ObjectPattern { .. })
}

/// Destructures a value into the targets of a pattern. If that is impossible, the error points at `source`, the
/// expression that made the value, or at the pattern if there is no `source`.
pub(crate) fn bind_pattern<'t, M: Machine<'t>>(
    m: &mut M,
    id: ExpressionId,
    value: M::Value,
    source: Option<ExpressionId>,
) -> Compiled {
    let core = m.core();
    let pattern = core.tree[id];
    core.node(pattern.span)?;
    let places = Places { pattern: pattern.span.start, source: core.tree[source.unwrap_or(id)].span.start };
    match pattern.kind {
        ExpressionKind::ArrayPattern { elements } => array(m, elements, value, places),
        ExpressionKind::ObjectPattern { properties } => object(m, properties, value, places.source),
        _ => Err(Stop::Misplaced(pattern.span)),
    }
}

/// Emits IteratorBindingInitialization and IteratorDestructuringAssignmentEvaluation.
fn array<'t, M: Machine<'t>>(
    m: &mut M,
    elements: List<Option<ExpressionId>>,
    value: M::Value,
    places: Places,
) -> Compiled {
    let tree = m.core().tree;
    let iterator = m.open_iterator(value, places.source)?;
    m.closing(iterator, true, places.source, |m| {
        for element in tree.list(elements) {
            m.core().work(1)?;
            let mark = m.mark();
            match element {
                None => {
                    m.core().position = places.pattern;
                    m.skip(iterator)?;
                }
                Some(id) => match tree[id].kind {
                    ExpressionKind::Rest { argument } => target(m, argument, None, |m| {
                        m.core().position = tree[id].span.start;
                        rest(m, iterator)
                    })?,
                    _ => element_of(m, id, |m| {
                        m.core().position = tree[id].span.start;
                        m.step_or_undefined(iterator)
                    })?,
                },
            }
            m.release(mark);
        }
        Ok(())
    })
}

/// Makes an array of all remaining values.
fn rest<'t, M: Machine<'t>>(m: &mut M, iterator: M::Iterator) -> Compiled<M::Value> {
    let list = m.new_list()?;
    let (next, end) = (m.core().label(), m.core().label());
    m.branch_done(iterator, end)?;
    m.bind_turn(next);
    let mark = m.mark();
    let value = m.step(iterator, end)?;
    m.append(list, value)?;
    m.release(mark);
    m.jump(next);
    m.bind(end);
    m.held(list)
}

/// Emits PropertyBindingInitialization and PropertyDestructuringAssignmentEvaluation.
fn object<'t, M: Machine<'t>>(m: &mut M, properties: List<PropertyId>, value: M::Value, at: u32) -> Compiled {
    let tree = m.core().tree;
    let source = m.hold(value)?;
    m.core().position = at;
    m.require_coercible(source, first_name(tree, properties))?;
    let has_rest = tree.list(properties).next_back().is_some_and(|last| tree[last].kind == PropertyKind::Spread);
    let taken = if has_rest { Some(m.new_list()?) } else { None };
    for property in tree.list(properties) {
        m.core().work(1)?;
        let mark = m.mark();
        let Property { kind, key, value, span } = tree[property];
        if kind == PropertyKind::Spread {
            if let (ExpressionKind::Rest { argument }, Some(taken)) = (tree[value].kind, taken) {
                target(m, argument, None, |m| {
                    m.core().position = tree[argument].span.start;
                    m.rest_properties(source, taken)
                })?;
            }
        } else {
            let key = match key {
                PropertyName::Text(name) => Key::Name(name),
                PropertyName::Number(number) => Key::Number(number + 0.0),
                PropertyName::Computed(key) => Key::Computed(m.property_key(key)?),
                PropertyName::Private(_) => return Err(Stop::Misplaced(span)),
            };
            if let Some(taken) = taken {
                m.append_key(taken, key)?;
            }
            element_of(m, value, |m| m.member(source, key, span.start))?;
        }
        m.release(mark);
    }
    Ok(())
}

/// Returns the name of a pattern's first property.
fn first_name(tree: &Tree, properties: List<PropertyId>) -> Option<Name> {
    let first = tree.list(properties).next()?;
    match tree[first].key {
        PropertyName::Text(name) if tree[first].kind != PropertyKind::Spread => Some(name),
        _ => None,
    }
}

/// Binds a target, possibly with a default value, to the value that `take` makes.
pub(super) fn element_of<'t, M: Machine<'t>>(
    m: &mut M,
    id: ExpressionId,
    take: impl FnOnce(&mut M) -> Compiled<M::Value>,
) -> Compiled {
    match m.core().tree[id].kind {
        ExpressionKind::AssignmentPattern { left, right } => target(m, left, Some(right), take),
        _ => target(m, id, None, take),
    }
}

/// Binds a target. The parts of a nested pattern come after its value; a name's or member's own parts come before it.
fn target<'t, M: Machine<'t>>(
    m: &mut M,
    id: ExpressionId,
    default: Option<ExpressionId>,
    take: impl FnOnce(&mut M) -> Compiled<M::Value>,
) -> Compiled {
    let tree = m.core().tree;
    let expression = tree[id];
    if is_pattern(expression.kind) {
        let value = take(m)?;
        let value = or_default(m, value, default)?;
        return bind_pattern(m, id, value, None);
    }
    if let (ExpressionKind::Identifier { name, .. }, Some(default), false) =
        (expression.kind, default, expression.parenthesized)
    {
        m.core().session.inferred_names.value(tree, default, name);
    }
    let place = m.place(id)?;
    let value = take(m)?;
    let value = or_default(m, value, default)?;
    m.store(place, value)
}

fn or_default<'t, M: Machine<'t>>(m: &mut M, value: M::Value, default: Option<ExpressionId>) -> Compiled<M::Value> {
    default.map_or(Ok(value), |default| m.or_default(value, default))
}

/// Binds the parameters of a list that is more than plain names (ECMA-262 10.2.11), in order, from the arguments.
pub(super) fn bind_parameters<'t>(m: &mut impl Machine<'t>) -> Compiled {
    let (tree, patterns) = (m.core().tree, m.core().function.patterns);
    for (position, id) in (0..).zip(tree.list(patterns)) {
        m.core().work(1)?;
        m.core().position = tree[id].span.start;
        let mark = m.mark();
        match tree[id].kind {
            ExpressionKind::Rest { argument } => target(m, argument, None, |m| m.rest_arguments(position))?,
            _ => element_of(m, id, |m| m.argument(position))?,
        }
        m.release(mark);
    }
    Ok(())
}
