//! Classes (ECMA-262 15.7).
//!
//! Evaluating a class makes the constructor's closure, then constructor and prototype objects from it, and defines the
//! methods. Keys of fields and closures of private methods wait in hidden bindings of the class's scope, which also has
//! the private names. One function initialises instances, and the constructor's object refers to it. Base constructors
//! call that function first; `super()` calls it once there is a `this`. Another function, called once, has the static
//! fields and blocks.

use ferrotape_bytecode::debug::MarkKind;
use ferrotape_syntax::scope::{BindingKind, ReferenceId, ScopeId};
use ferrotape_syntax::tree::{
    Class, ClassId, ClassMember, FunctionKind, MemberKind, Property, PropertyKind, PropertyName,
};
use ferrotape_text::Span;

use super::debug::note_mark;
use super::statement::{in_scope, statements};
use super::{Compiled, Machine};
use crate::meter::push;

/// The form of a private member added to an object.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Private {
    Field,
    Method,
    Getter,
    Setter,
}

/// Evaluates a class as a value. A key may name a class without a name.
pub(crate) fn class<'t, M: Machine<'t>>(m: &mut M, id: ClassId, name: Option<M::NameKey>, join: M::Join) -> Compiled {
    let tree = m.core().tree;
    let class = &tree[id];
    m.core().node(class.span)?;
    let mark = m.mark();
    m.begin_class(name)?;
    let scope = Some(class.scope).filter(|&scope| !tree[scope].bindings.is_empty());
    let around = begin_strict_part(m, class)?;
    in_scope(m, scope, |m| whole(m, class, name, join))?;
    m.core().in_class = around;
    m.release(mark);
    Ok(())
}

/// Makes all parts of a class strict code (ECMA-262 11.2.2); its heritage and computed keys are code of the enclosing
/// function. Returns whether that code belongs to a class already.
fn begin_strict_part<'t>(m: &mut impl Machine<'t>, class: &Class) -> Compiled<bool> {
    let core = m.core();
    let tree = core.tree;
    if core.is_strict() {
        return Ok(std::mem::replace(&mut core.in_class, true));
    }
    if let Some(heritage) = class.heritage {
        core.grown += push(&mut core.strict_parts, tree[heritage].span);
    }
    for id in tree.list(class.members) {
        core.work(1)?;
        if let PropertyName::Computed(key) = tree[id].key {
            core.grown += push(&mut core.strict_parts, tree[key].span);
        }
    }
    Ok(std::mem::replace(&mut core.in_class, true))
}

/// Evaluates a class in its scope (ClassDefinitionEvaluation, ECMA-262 15.7.14).
fn whole<'t, M: Machine<'t>>(m: &mut M, class: &'t Class, name: Option<M::NameKey>, join: M::Join) -> Compiled {
    if class.body_scope.is_none() {
        private_names(m, class.scope)?;
        let made = m.heritage(class)?;
        return body(m, class, made, name, join);
    }
    let made = m.heritage(class)?;
    let scope = class.body_scope.filter(|&scope| !m.core().tree[scope].bindings.is_empty());
    in_scope(m, scope, |m| {
        scope.map_or(Ok(()), |scope| private_names(m, scope))?;
        body(m, class, made, name, join)
    })
}

/// Makes the private names of a scope.
fn private_names<'t>(m: &mut impl Machine<'t>, scope: ScopeId) -> Compiled {
    let tree = m.core().tree;
    for &binding in &tree[scope].bindings {
        m.core().work(1)?;
        if let BindingKind::Private(_) = tree[binding].kind {
            m.new_private_name(binding)?;
        }
    }
    Ok(())
}

/// Makes a class whose heritage is evaluated, with its members.
fn body<'t, M: Machine<'t>>(
    m: &mut M,
    class: &'t Class,
    made: M::Class,
    name: Option<M::NameKey>,
    join: M::Join,
) -> Compiled {
    let tree = m.core().tree;
    m.make_class(class, made, name)?;
    for id in tree.list(class.members) {
        m.core().work(1)?;
        let mark = m.mark();
        member(m, made, &tree[id])?;
        m.release(mark);
    }
    m.core().position = class.name_span.start;
    if let Some(fields) = class.fields {
        m.set_fields(made, fields)?;
    }
    if let Some(binding) = class.binding {
        m.initialize_class_name(made, binding)?;
    }
    if let Some(statics) = class.statics {
        m.run_statics(made, statics)?;
    }
    m.end_class(made, join)
}

/// Evaluates a member at its place in the class (ClassElementEvaluation).
fn member<'t, M: Machine<'t>>(m: &mut M, made: M::Class, member: &'t ClassMember) -> Compiled {
    name_by_key(m, member)?;
    m.core().position = member.span.start;
    match (member.kind, member.key) {
        (MemberKind::Method | MemberKind::Get | MemberKind::Set, PropertyName::Private(_)) => {
            m.keep_private_method(made, member)
        }
        (MemberKind::Method | MemberKind::Get | MemberKind::Set, _) => m.define_method(made, member),
        (MemberKind::Field, PropertyName::Computed(key)) => match member.hidden {
            Some(hidden) => m.keep_field_key(made, key, hidden.outside),
            None => Ok(()),
        },
        (MemberKind::Field | MemberKind::StaticBlock, _) => Ok(()),
    }
}

/// Names functions and classes without a name after a member whose key is known.
fn name_by_key<'t>(m: &mut impl Machine<'t>, member: &ClassMember) -> Compiled {
    let Some(value) = member.value else { return Ok(()) };
    let kind = match member.kind {
        MemberKind::Get => PropertyKind::Get,
        MemberKind::Set => PropertyKind::Set,
        MemberKind::Method | MemberKind::Field | MemberKind::StaticBlock => PropertyKind::Init,
    };
    m.core().name_by_property(&Property { span: member.span, kind, key: member.key, value })
}

/// Evaluates `class C {}` and initialises the outer binding with the class.
pub(super) fn class_declaration<'t>(m: &mut impl Machine<'t>, id: ClassId, reference: ReferenceId) -> Compiled {
    let core = m.core();
    let at = core.tree[id].span.start;
    if core.tree[id].name.is_none() {
        // `export default class {}`
        let name = core.session.names.intern_ascii("default");
        core.session.inferred_names.set(core.tree[id].constructor, name);
    }
    let mark = m.mark();
    let join = m.new_join()?;
    class(m, id, None, join)?;
    let value = m.joined(join);
    let place = m.place_of(reference, at)?;
    m.store_earlier(place, value)?;
    m.release(mark);
    Ok(())
}

/// Emits what a constructor, or a function for fields or static elements, does before its body.
pub(super) fn before_body<'t>(m: &mut impl Machine<'t>) -> Compiled {
    let (tree, function) = (m.core().tree, m.core().function);
    let Some(class) = function.class.map(|class| &tree[class]) else { return Ok(()) };
    m.core().position = class.name_span.start;
    match function.kind {
        FunctionKind::Constructor if class.fields.is_some() => m.initialize_instance(),
        FunctionKind::DerivedConstructor if class.has_implicit_constructor => {
            m.forward_construct(class.fields.is_some())
        }
        FunctionKind::Fields => elements(m, class, false),
        FunctionKind::Statics => elements(m, class, true),
        _ => Ok(()),
    }
}

/// Initialises an instance (InitializeInstanceElements, ECMA-262 7.3.33) or the class itself: private methods first,
/// then fields and static blocks in order.
fn elements<'t>(m: &mut impl Machine<'t>, class: &'t Class, is_static: bool) -> Compiled {
    let tree = m.core().tree;
    let chosen = || tree.list(class.members).map(|id| &tree[id]).filter(|member| member.is_static == is_static);
    for member in chosen() {
        m.core().work(1)?;
        let form = match member.kind {
            MemberKind::Method => Private::Method,
            MemberKind::Get => Private::Getter,
            MemberKind::Set => Private::Setter,
            MemberKind::Field | MemberKind::StaticBlock => continue,
        };
        if let (Some(name), Some(hidden)) = (member.private_name, member.hidden) {
            m.core().position = member.span.start;
            m.add_private_method(name, hidden.inside, form)?;
        }
    }
    for member in chosen() {
        m.core().work(1)?;
        let mark = m.mark();
        match member.kind {
            MemberKind::Field => {
                name_by_key(m, member)?;
                field(m, member)?;
            }
            MemberKind::StaticBlock => in_scope(m, member.scope, |m| statements(m, member.body))?,
            MemberKind::Method | MemberKind::Get | MemberKind::Set => {}
        }
        m.release(mark);
    }
    Ok(())
}

/// Defines a field (DefineField, ECMA-262 7.3.34).
fn field<'t>(m: &mut impl Machine<'t>, member: &'t ClassMember) -> Compiled {
    let Span { start, .. } = member.span;
    m.core().position = start;
    note_mark(m, start, MarkKind::Statement);
    match (member.private_name, member.hidden) {
        (Some(name), _) => m.add_private_field(name, member.value, start),
        (None, Some(hidden)) => {
            // The key names a value without a name.
            let class = member.value.and_then(|value| m.core().anonymous_class(value));
            m.define_computed_field(hidden.inside, member.value, class, start)
        }
        (None, None) => m.define_field(member.key, member.value, start),
    }
}
