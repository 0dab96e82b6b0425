//! Imports and exports of a module, and the environment that linking makes (ECMA-262 16.2.1.6, 16.2.1.7).
//!
//! All bindings of a module's outermost scope are in its environment, which exists before its code runs. So they are
//! outer bindings for that code ([`Core::resolve`]), and linking makes its functions.

use ferrotape_budget::{Budget, Termination};
use ferrotape_bytecode::{
    BindingForm, ExportEntry, Exported, ImportEntry, ModuleFunction, ModuleRequest, ModuleTemplate, Phase, Variable,
};
use ferrotape_syntax::scope::{BindingId, ReferenceId};
use ferrotape_syntax::tree::{self, ExpressionId, FunctionKind, Tree};
use ferrotape_text::Name;

use super::core::Session;
use super::function::declared_functions;
use super::names::form_of;
use super::unit::index_of;
use super::{Compiled, Machine, Tables};
use crate::meter::{Pace, filled, push};

/// Emits `export default expression`, ECMA-262 16.2.3.7. A value without a name is called `default`.
pub(super) fn export_default<'t>(
    m: &mut impl Machine<'t>,
    expression: ExpressionId,
    reference: ReferenceId,
    at: u32,
) -> Compiled {
    let core = m.core();
    let [name, binding] = [DEFAULT, DEFAULT_BINDING].map(|name| core.session.names.intern_ascii(name));
    // The value of a module's last statement gives no name.
    if core.tree[reference].name == binding {
        core.session.inferred_names.value(core.tree, expression, name);
    }
    m.assign(reference, at, expression)
}

/// The export's name, which the parser has interned in each module with such an export.
const DEFAULT: &str = "default";
/// The name of its binding.
const DEFAULT_BINDING: &str = "*default*";

/// Returns the tables of a module; none for other programs.
pub(super) fn module(
    tree: &Tree,
    session: &mut Session,
    tables: &impl Tables,
    budget: &mut Budget,
) -> Result<Option<Box<ModuleTemplate>>, Termination> {
    let function = &tree[tree.program];
    let Some(module) = tree.module.as_ref().filter(|_| function.kind == FunctionKind::Module) else { return Ok(None) };
    let mut template = ModuleTemplate { has_await: function.is_async, ..ModuleTemplate::default() };
    let environment = Environment::new(tree, budget)?;
    let mut pace = Pace::new(budget);
    for request in &module.requests {
        let attributes = request.attributes.iter().map(|&(key, value)| (tables.text_id(key), tables.text_id(value)));
        let request = ModuleRequest {
            phase: match request.phase {
                tree::Phase::Evaluation => Phase::Evaluation,
                tree::Phase::Defer => Phase::Defer,
                tree::Phase::Source => Phase::Source,
            },
            specifier: tables.text_id(request.specifier),
            attributes: attributes.collect(),
            at: request.span.start,
        };
        pace.budget.take(size_of_val(&*request.attributes))?;
        pace.pushed(&mut template.requests, request)?;
    }
    for import in &module.imports {
        let entry = ImportEntry {
            request: import.request,
            import: import.import.map(|name| tables.text_id(name)),
            binding: environment.index(import.local),
            at: import.span.start,
        };
        pace.pushed(&mut template.imports, entry)?;
    }
    for export in &module.exports {
        let what = environment.exported(module, export.what, tables);
        let name = export.name.map(|name| tables.text_id(name));
        pace.pushed(&mut template.exports, ExportEntry { name, what, at: export.span.start })?;
    }
    for &binding in &tree[function.scope].bindings {
        // A namespace exists when the module is linked, so its binding is initialised like a function's.
        let is_namespace = environment.import_of(module, binding).is_some_and(|import| import.import.is_none());
        let form = if is_namespace { BindingForm::Const } else { form_of(tree, binding) };
        pace.pushed(&mut template.bindings, Variable { name: tables.text_id(tree[binding].name), form })?;
    }
    drop(pace);
    functions(tree, session, &mut template, budget)?;
    Ok(Some(Box::new(template)))
}

/// Adds the functions that linking makes.
fn functions(
    tree: &Tree,
    session: &mut Session,
    template: &mut ModuleTemplate,
    budget: &mut Budget,
) -> Result<(), Termination> {
    let scope = &tree[tree[tree.program].scope];
    let [default, default_binding] = [DEFAULT, DEFAULT_BINDING].map(|name| session.names.intern_ascii(name));
    for (name, id) in declared_functions(tree, scope, &mut session.marks, budget)? {
        if name == default_binding {
            session.inferred_names.set(id, default);
        }
        session.marks.set(name, index_of(tree, id));
    }
    let mut pace = Pace::new(budget);
    for (binding, &id) in (0..).zip(&scope.bindings) {
        let name = tree[id].name;
        if let Some(function) = session.marks.get(name) {
            session.marks.clear(name);
            pace.pushed(&mut template.functions, ModuleFunction { binding, function })?;
        }
    }
    Ok(())
}

/// Bindings of the outermost scope.
struct Environment {
    /// Index of each binding of the tree among them.
    indices: Vec<u32>,
    /// Index of each binding of the tree among the imports.
    imports: Vec<u32>,
}

const NONE: u32 = u32::MAX;

fn is_evaluated(module: &tree::Module, request: u32) -> bool {
    module.requests.get(request as usize).is_some_and(|request| request.phase == tree::Phase::Evaluation)
}

impl Environment {
    /// Numbers the bindings of the module's outermost scope, and those of them that are imports.
    fn new(tree: &Tree, budget: &mut Budget) -> Result<Self, Termination> {
        let count = tree.bindings.len();
        let mut environment = Environment { indices: filled(0, count, budget)?, imports: filled(NONE, count, budget)? };
        let mut pace = Pace::new(budget);
        for (index, &binding) in (0..).zip(&tree[tree[tree.program].scope].bindings) {
            pace.row()?;
            environment.indices[binding.0 as usize] = index;
        }
        for (index, import) in (0..).zip(tree.module.iter().flat_map(|module| &module.imports)) {
            pace.row()?;
            environment.imports[import.local.0 as usize] = index;
        }
        Ok(environment)
    }

    fn index(&self, binding: BindingId) -> u32 {
        self.indices[binding.0 as usize]
    }

    fn import_of<'m>(&self, module: &'m tree::Module, binding: BindingId) -> Option<&'m tree::ImportEntry> {
        module.imports.get(self.imports[binding.0 as usize] as usize)
    }

    /// Returns the export. One of an import is an indirect export (ParseModule, ECMA-262 16.2.1.7.1, step 10).
    fn exported(&self, module: &tree::Module, what: tree::Exported, tables: &impl Tables) -> Exported {
        let text_id = |name: Name| tables.text_id(name);
        match what {
            tree::Exported::Local(binding) => match self.import_of(module, binding) {
                Some(&tree::ImportEntry { request, import: Some(import), .. }) => {
                    Exported::Indirect { request, import: text_id(import) }
                }
                Some(&tree::ImportEntry { request, import: None, .. }) if is_evaluated(module, request) => {
                    Exported::All { request }
                }
                // The namespace of a deferred module is a value of its own, and so is the source of a module.
                Some(_) | None => Exported::Local(self.index(binding)),
            },
            tree::Exported::Indirect { request, import } => Exported::Indirect { request, import: text_id(import) },
            tree::Exported::All { request } => Exported::All { request },
        }
    }
}

impl Pace<'_> {
    /// Appends a row to a table that is kept.
    fn pushed<T>(&mut self, table: &mut Vec<T>, row: T) -> Result<(), Termination> {
        self.row()?;
        let grown = push(table, row);
        self.budget.take(grown)
    }
}
