//! Compares the scope builder with a simple second implementation: in random programs, every reference is looked up
//! again by walking from scope to scope of the finished tree.

use super::parse_as;
use super::robustness::Random;
use crate::Goal;
use crate::scope::{BindingKind, Reference, Resolution, ScopeId, ScopeKind};
use crate::tree::{StatementKind, Tree};

const NAMES: [&str; 6] = ["a", "b", "c", "f", "arguments", "eval"];

#[test]
fn every_reference_resolves_as_the_scopes_say() {
    let mut random = Random(1);
    let mut accepted = 0;
    for round in 0..6000 {
        let mut text = String::new();
        statements(&mut random, 4, &mut text);
        let goal = [Goal::Script, Goal::IndirectEval, Goal::DirectEval][round % 3];
        if let Ok(tree) = parse_as(goal, round % 9 == 2, &text) {
            accepted += 1;
            check(&tree, goal, &text);
        }
    }
    assert!(accepted > 2000, "{accepted}");
}

fn statements(random: &mut Random, depth: usize, out: &mut String) {
    for _ in 0..random.below(4) {
        statement(random, depth, out);
    }
}

fn statement(random: &mut Random, depth: usize, out: &mut String) {
    let name = NAMES[random.below(NAMES.len())];
    let plain = NAMES[random.below(4)];
    if depth == 0 {
        return out.push_str(&format!("{name};"));
    }
    let (head, tail) = match random.below(14) {
        0 => (format!("var {name} = {plain};"), String::new()),
        1 => (format!("{plain} = {name};"), String::new()),
        2 => (format!("function {plain}({name}) {{"), "}".to_owned()),
        3 => (format!("(function {plain}() {{"), "});".to_owned()),
        4 => (format!("(function (b, {plain}) {{ "), "});".to_owned()),
        5 | 6 => ("{".to_owned(), "}".to_owned()),
        7 => (format!("try {{}} catch ({plain}) {{"), "}".to_owned()),
        8 => (format!("with ({plain}) {{"), "}".to_owned()),
        9 if random.below(3) == 0 => ("eval(a);".to_owned(), String::new()),
        10 if random.below(2) == 0 => ("(function () { 'use strict'; ".to_owned(), "});".to_owned()),
        11 => (format!("if ({name}) function {plain}() {{"), "}".to_owned()),
        12 => (format!("switch ({name}) {{ case {plain}:"), "}".to_owned()),
        _ => (format!("{name};"), String::new()),
    };
    out.push_str(&head);
    if !tail.is_empty() {
        statements(random, depth - 1, out);
    }
    out.push_str(&tail);
}

fn check(tree: &Tree, goal: Goal, text: &str) {
    for reference in &tree.references {
        let name = tree.names.text(reference.name);
        assert_eq!(reference.resolution, look_up(tree, goal, reference, text), "{name} in {text}");
    }
    for binding in &tree.bindings {
        let scope = &tree[binding.scope];
        assert!(!binding.captured || scope.needs_record, "{text}");
    }
    for (index, scope) in tree.scopes.iter().enumerate() {
        let names: Vec<_> = scope.bindings.iter().map(|&binding| tree[binding].name).collect();
        assert!((1..names.len()).all(|index| !names[..index].contains(&names[index])), "a name twice in {text}");
        assert!(scope.bindings.iter().all(|&binding| tree[binding].scope == ScopeId(index as u32)), "{text}");
        let contains_eval = tree[scope.function].contains_direct_eval;
        let is_function = matches!(scope.kind, ScopeKind::Function);
        assert!(!(is_function && contains_eval) || scope.needs_record, "{text}");
    }
    check_arguments(tree, text);
}

/// Walks outwards from the reference's scope.
fn look_up(tree: &Tree, goal: Goal, reference: &Reference, text: &str) -> Resolution {
    let mut is_dynamic = false;
    let mut next = Some(reference.scope);
    while let Some(id) = next {
        let scope = &tree[id];
        let found = scope.bindings.iter().find(|&&binding| tree[binding].name == reference.name);
        if let Some(&binding) = found {
            let from_inside = tree[reference.scope].function != scope.function;
            assert!(tree[binding].captured || !(is_dynamic || from_inside), "not captured in {text}");
            return if is_dynamic { Resolution::Dynamic } else { Resolution::Binding(binding) };
        }
        is_dynamic |= scope.kind == ScopeKind::With || scope.kind == ScopeKind::Function && scope.dynamic;
        next = scope.parent;
    }
    if is_dynamic || goal == Goal::DirectEval { Resolution::Dynamic } else { Resolution::Global }
}

/// Checks that functions with a visible `arguments` have the binding, and share their parameters with it in sloppy
/// code.
fn check_arguments(tree: &Tree, text: &str) {
    for function in &tree.functions {
        let scope = &tree[function.scope];
        let is_arguments = |kind| matches!(kind, BindingKind::Arguments);
        let bound = scope.bindings.iter().copied().find(|&binding| is_arguments(tree[binding].kind));
        assert_eq!(function.arguments, bound, "{text}");
        let shares = bound.is_some() && !function.strict;
        let all_captured = function.parameters.iter().all(|parameter| tree[parameter.binding].captured);
        assert!(!shares || all_captured, "{text}");
    }
    for statement in &tree.statements {
        if let StatementKind::FunctionDeclaration { function, outer: Some(outer) } = statement.kind {
            assert_eq!(Some(tree[outer].name), tree[function].name, "{text}");
            let kind = tree[tree[outer].scope].kind;
            assert!(matches!(kind, ScopeKind::Function | ScopeKind::Script | ScopeKind::Eval), "{text}");
        }
    }
}
