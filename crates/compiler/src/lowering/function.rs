//! Generation of one function: code before its first statement and after its last one, and the finished template.

use ferrotape_budget::{Budget, Termination, order};
use ferrotape_bytecode::{
    ClassKind, Declarations, DeclaredFunction, FunctionKind, FunctionTemplate, LexicalDeclaration, TemplateSite, TextId,
};
use ferrotape_syntax::scope::{BindingId, LexicalName, Scope, ScopeId, ScopeKind};
use ferrotape_syntax::tree::{
    self, ExpressionId, ExpressionKind, Function, FunctionId, List, StatementId, StatementKind, Tree,
};
use ferrotape_text::{Name, Span};

use super::class::before_body;
use super::debug::note_end;
use super::disposal::disposing;
use super::generators::{activation_of, begin_body, begin_function};
use super::implicit::{around_eval, bind_implicit, note_surroundings};
use super::names::NameMarks;
use super::pattern::bind_parameters;
use super::statement::{in_scope, statement};
use super::unit::index_of;
use super::{Compiled, Core, Machine, Tables};
use crate::meter::{Pace, push};

/// Compiles a function.
pub(crate) fn template<'t>(mut m: impl Machine<'t>) -> Compiled<FunctionTemplate> {
    whole(&mut m).map_err(|stop| stop.at(m.core().position))
}

/// Generates all code of the current function.
fn whole<'t>(m: &mut impl Machine<'t>) -> Compiled<FunctionTemplate> {
    let (tree, function) = (m.core().tree, m.core().function);
    m.lay_out()?;
    begin_function(m)?;
    m.prologue()?;
    if function.kind != tree::FunctionKind::Module {
        m.empty_bindings(function.scope)?;
        if template_kind(function.kind) == FunctionKind::Function {
            bind_implicit(m)?;
        }
        before_body(m)?;
        bind_parameters(m)?;
        // Functions of eval code can access its lexical declarations, whose scope has not been entered yet.
        if template_kind(function.kind) != FunctionKind::Eval {
            hoist_functions(m, function.scope)?;
        }
    }
    begin_body(m)?;
    body(m)?;
    m.core().work(1)?;
    let code = m.finish()?;
    let around_eval = around_eval(m);
    note_surroundings(m);
    let keeps_arguments = m.keeps_arguments();
    let (core, tables) = m.split();
    // Code is not in the order of the text: the test of a loop comes behind its body, and that of a case before others'.
    core.work(core.strict_parts.len() as u32)?;
    order::sort_by_key(&mut core.strict_parts, |part| part.start);
    let text_id = |name| tables.text_id(name);
    Ok(FunctionTemplate {
        name: None,
        kind: template_kind(function.kind),
        strict: function.strict,
        strict_parts: std::mem::take(&mut core.strict_parts),
        chains: core.chain_table()?,
        parameter_count: core.position_count(),
        length: length(tree, function),
        simple_parameters: function.patterns.is_empty(),
        span: span_of(tree, function),
        declarations: declarations(tree, function, text_id, &mut core.session.marks, core.budget)?,
        is_constructor: is_constructor(function),
        class: class_kind(function.kind),
        refuses_tail_calls: function.no_tail_calls,
        keeps_arguments: keeps_arguments
            || is_implicit(tree, function) && function.kind == tree::FunctionKind::DerivedConstructor,
        templates: sites(core, tables)?,
        around_eval,
        activation: activation_of(function),
        code,
    })
}

/// Returns the number of parameters before the first one with a default value or the rest (ExpectedArgumentCount,
/// ECMA-262 15.1.5).
fn length(tree: &Tree, function: &Function) -> u32 {
    use ExpressionKind::{AssignmentPattern, Rest};
    let counts = |&id: &ExpressionId| !matches!(tree[id].kind, AssignmentPattern { .. } | Rest { .. });
    (function.parameters.len() + tree.list(function.patterns).take_while(counts).count()) as u32
}

/// Initialises the body's variables that have the names of parameters with the values of these.
fn copy_parameters<'t>(m: &mut impl Machine<'t>) -> Compiled {
    let (tree, function) = (m.core().tree, m.core().function);
    let Some(scope) = function.body_scope else { return Ok(()) };
    let mut pairs = tree.list(tree[scope].copies);
    while let (Some(variable), Some(parameter)) = (pairs.next(), pairs.next()) {
        m.core().work(1)?;
        m.copy_binding(variable, parameter)?;
    }
    Ok(())
}

/// Returns the text that `toString` shows: for a constructor that of the class.
fn span_of(tree: &Tree, function: &Function) -> Span {
    match function.class {
        Some(class) if class_kind(function.kind).is_some() => tree[class].span,
        _ => function.span,
    }
}

/// Returns whether the function is a constructor that is not in the source text.
fn is_implicit(tree: &Tree, function: &Function) -> bool {
    class_kind(function.kind).is_some() && function.class.is_some_and(|class| tree[class].has_implicit_constructor)
}

/// Returns the strings of the tagged template literals.
fn sites<'t>(core: &mut Core<'t>, tables: &impl Tables) -> Compiled<Vec<TemplateSite>> {
    let mut sites = Vec::new();
    for (cooked, raw) in std::mem::take(&mut core.templates) {
        core.work(1 + raw.len() as u32)?;
        let cooked = cooked.into_iter().map(|name| name.map(|name| tables.text_id(name))).collect();
        let raw = raw.into_iter().map(|name| tables.text_id(name)).collect();
        core.grown += push(&mut sites, TemplateSite { cooked, raw });
    }
    Ok(sites)
}

/// Emits the scope of the body with everything in it, and the end of the function.
fn body<'t>(m: &mut impl Machine<'t>) -> Compiled {
    let (tree, function) = (m.core().tree, m.core().function);
    let keeps_completion = m.core().keeps_completion;
    // Values must be kept only from the last statement on that certainly has one.
    let first = if keeps_completion && m.keeps_few_values() { last_with_value(m, function.body)? } else { 0 };
    in_scope(m, function.body_scope, |m| {
        // Bindings and declarations of eval code belong to the scope of its lexical declarations.
        if template_kind(function.kind) == FunctionKind::Eval {
            bind_implicit(m)?;
            functions_of_eval(m)?;
        }
        copy_parameters(m)?;
        disposing(m, function.scope, |m| {
            for (index, id) in tree.list(function.body).enumerate() {
                m.core().keeps_completion = keeps_completion && index >= first;
                statement(m, id)?;
            }
            Ok(())
        })
    })?;
    if !is_implicit(tree, function) {
        note_end(m);
    }
    m.end()
}

/// Makes the functions that eval code declares (EvalDeclarationInstantiation, ECMA-262 19.2.1.3, step 17). Their
/// environment is that of its lexical declarations. In sloppy code they become variables by name, which are declared
/// before the code begins.
fn functions_of_eval<'t>(m: &mut impl Machine<'t>) -> Compiled {
    let core = m.core();
    let (tree, function) = (core.tree, core.function);
    if function.strict {
        return hoist_functions(m, function.scope);
    }
    let declared = declared_functions(tree, &tree[function.scope], &mut core.session.marks, core.budget)?;
    for (name, function) in declared {
        m.core().work(1)?;
        m.declare_function(name, function)?;
    }
    Ok(())
}

/// Returns the index of the last statement that certainly has a value, or 0 if there is none.
fn last_with_value<'t>(m: &mut impl Machine<'t>, statements: List<StatementId>) -> Compiled<usize> {
    let tree = m.core().tree;
    for (index, statement) in tree.list(statements).enumerate().rev() {
        m.core().work(1)?;
        if has_value(tree[statement].kind) {
            return Ok(index);
        }
    }
    Ok(0)
}

/// Returns whether the statement has a value however it completes normally.
fn has_value(kind: StatementKind) -> bool {
    use StatementKind::*;
    matches!(
        kind,
        Expression { .. }
            | If { .. }
            | DoWhile { .. }
            | While { .. }
            | For { .. }
            | ForIn { .. }
            | ForOf { .. }
            | With { .. }
            | Switch { .. }
            | Try { .. }
    )
}

/// Makes the functions declared in a scope with its own bindings (ECMA-262 10.2.11, 14.2.3). Of equal names the last
/// one counts. Functions of scripts are made by name before the script runs; for sloppy eval code see
/// [`functions_of_eval`].
pub(super) fn hoist_functions<'t>(m: &mut impl Machine<'t>, scope: ScopeId) -> Compiled {
    let core = m.core();
    let (tree, scope) = (core.tree, &core.tree[scope]);
    if scope.functions.is_empty() || scope.bindings.is_empty() {
        return Ok(());
    }
    for &binding in &scope.bindings {
        core.work(1)?;
        core.session.marks.set(tree[binding].name, binding.0);
    }
    for &function in &scope.functions {
        core.work(1)?;
        let mark = tree[function].name.and_then(|name| core.session.marks.get(name));
        core.session.declared_as[function.0 as usize] = mark.map(BindingId);
    }
    for &function in &scope.functions {
        if let Some(binding) = core.session.declared_as[function.0 as usize] {
            core.session.marks.set(tree[binding].name, function.0);
        }
    }
    for &function in &scope.functions {
        let core = m.core();
        core.work(1)?;
        if let Some(binding) = core.session.declared_as[function.0 as usize]
            && core.session.marks.get(tree[binding].name) == Some(function.0)
        {
            m.initialize_function(binding, function)?;
        }
    }
    let core = m.core();
    for &binding in &scope.bindings {
        core.work(1)?;
        core.session.marks.clear(tree[binding].name);
    }
    Ok(())
}

pub(crate) fn template_kind(kind: tree::FunctionKind) -> FunctionKind {
    match kind {
        tree::FunctionKind::Script => FunctionKind::Script,
        tree::FunctionKind::Eval => FunctionKind::Eval,
        tree::FunctionKind::Module => FunctionKind::Module,
        _ => FunctionKind::Function,
    }
}

fn is_constructor(function: &Function) -> bool {
    use tree::FunctionKind::{Declaration, Expression};
    let is_plain = !function.is_generator && !function.is_async;
    matches!(function.kind, Declaration | Expression) && is_plain || class_kind(function.kind).is_some()
}

fn class_kind(kind: tree::FunctionKind) -> Option<ClassKind> {
    match kind {
        tree::FunctionKind::Constructor => Some(ClassKind::Base),
        tree::FunctionKind::DerivedConstructor => Some(ClassKind::Derived),
        _ => None,
    }
}

/// Returns the functions to be made for a scope's declarations. Of equal names the last one counts. No name is marked
/// before and afterwards.
pub(super) fn declared_functions(
    tree: &Tree,
    scope: &Scope,
    marks: &mut NameMarks,
    budget: &mut Budget,
) -> Result<Vec<(Name, FunctionId)>, Termination> {
    let mut functions = Vec::new();
    let mut pace = Pace::new(budget);
    for &id in scope.functions.iter().rev() {
        pace.row()?;
        if let Some(name) = tree[id].name
            && marks.get(name).is_none()
        {
            marks.set(name, 0);
            let grown = push(&mut functions, (name, id));
            pace.budget.take(grown)?;
        }
    }
    for &(name, _) in &functions {
        pace.row()?;
        marks.clear(name);
    }
    functions.reverse();
    Ok(functions)
}

/// Returns the names that scripts and sloppy eval code declare (GlobalDeclarationInstantiation, ECMA-262 16.1.7).
fn declarations(
    tree: &Tree,
    function: &Function,
    text_id: impl Fn(Name) -> TextId,
    marks: &mut NameMarks,
    budget: &mut Budget,
) -> Result<Declarations, Termination> {
    let scope = &tree[function.scope];
    let by_name = match scope.kind {
        ScopeKind::Script => true,
        ScopeKind::Eval => !function.strict,
        _ => false,
    };
    if !by_name {
        return Ok(Declarations::default());
    }
    let lexical_names = if function.kind == tree::FunctionKind::Script { &tree.lexical_names[..] } else { &[] };
    let declared = declared_functions(tree, scope, marks, budget)?;
    let mut declarations = Declarations::default();
    let rows = declared.len() * size_of::<DeclaredFunction>()
        + (scope.declared_names.len() + scope.hoisted_names.len()) * size_of::<TextId>()
        + lexical_names.len() * size_of::<LexicalDeclaration>();
    budget.take(rows)?;
    declarations.functions.reserve_exact(declared.len());
    declarations.variables.reserve_exact(scope.declared_names.len());
    declarations.hoisted.reserve_exact(scope.hoisted_names.len());
    declarations.lexical.reserve_exact(lexical_names.len());
    let mut pace = Pace::new(budget);
    for (name, id) in declared {
        pace.row()?;
        declarations.functions.push(DeclaredFunction { name: text_id(name), function: index_of(tree, id) });
    }
    for &name in &scope.declared_names {
        pace.row()?;
        declarations.variables.push(text_id(name));
    }
    for &name in &scope.hoisted_names {
        pace.row()?;
        declarations.hoisted.push(text_id(name));
    }
    for &LexicalName { name, is_constant, .. } in lexical_names {
        pace.row()?;
        declarations.lexical.push(LexicalDeclaration { name: text_id(name), is_constant });
    }
    Ok(declarations)
}
