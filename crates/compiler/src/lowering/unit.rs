//! Generation of a unit's functions, one after the other.

use ferrotape_budget::{Budget, Termination};
use ferrotape_bytecode::debug::DebugTables;
use ferrotape_bytecode::{FunctionTemplate, TextId, Unit};
use ferrotape_syntax::tree::{FunctionId, Tree};
use ferrotape_text::{Interner, Name, Text};

use super::module::module;
use super::{Compiled, Core, Session, Stop};
use crate::{CompileOptions, SourceError};

/// A machine's state for all functions of a unit.
pub(crate) trait Tables: Sized {
    fn new(tree: &Tree, names: &Interner, budget: &mut Budget) -> Result<Self, Termination>;

    /// Compiles one function, in one [`attempt`] or more.
    fn function(
        &mut self,
        tree: &Tree,
        session: &mut Session,
        budget: &mut Budget,
        id: FunctionId,
    ) -> Compiled<FunctionTemplate>;

    /// Returns the unit's index of a name's text.
    fn text_id(&self, name: Name) -> TextId;

    /// Returns the texts of the names, in the order of those indices.
    fn strings(self, names: Interner) -> Vec<Text>;
}

/// Compiles all functions of the tree. Fills the tables for debuggers, if they are asked for.
pub(crate) fn generate<T: Tables>(
    mut tree: Tree,
    options: &CompileOptions,
    debug: Option<&mut DebugTables>,
    budget: &mut Budget,
) -> Result<Unit, SourceError> {
    let names = std::mem::take(&mut tree.names);
    let all = tree[tree.program].span;
    let whole = |stopped: Termination| Stop::from(stopped).error(all);
    let mut tables = T::new(&tree, &names, budget).map_err(whole)?;
    let mut session = Session::new(&tree, names, options, budget).map_err(whole)?;
    session.debug = debug.is_some().then(Vec::new);
    budget.take(tree.functions.len() * size_of::<FunctionTemplate>()).map_err(whole)?;
    let mut functions = Vec::with_capacity(tree.functions.len());
    for index in 0..tree.functions.len() {
        let id = function_at(&tree, index as u32);
        let template = tables.function(&tree, &mut session, budget, id);
        functions.push(template.map_err(|stop| stop.error(tree[id].span))?);
    }
    let module = module(&tree, &mut session, &tables, budget).map_err(whole)?;
    for (index, template) in (0..).zip(&mut functions) {
        budget.work(1).map_err(whole)?;
        let name = session.inferred_names.name_of(&tree, function_at(&tree, index));
        template.name = name.map(|name| tables.text_id(name));
    }
    let strings = tables.strings(session.names);
    if let Some(debug) = debug {
        *debug = DebugTables { functions: session.debug.unwrap_or_default(), names: strings.clone() };
    }
    Ok(Unit { source: tree.source, strings, functions, module, counted: Default::default() })
}

/// Compiles a function. Releases what has been charged for the work alone; the template and new names stay charged.
pub(crate) fn attempt<T: Tables>(
    tables: &mut T,
    tree: &Tree,
    session: &mut Session,
    budget: &mut Budget,
    id: FunctionId,
    compile: impl for<'t> FnOnce(Core<'t>, &'t mut T) -> Compiled<FunctionTemplate>,
) -> Compiled<FunctionTemplate> {
    let (before, kept) = (budget.bytes(), session.kept);
    let done = compile(Core::new(tree, session, budget, id), tables);
    let charged = budget.bytes().saturating_sub(before);
    budget.resized(charged.saturating_sub(session.kept - kept), 0);
    let template = done?;
    budget.take(template.payload_bytes())?;
    Ok(template)
}

/// Returns the tree's function at a unit's index. The program comes first, the others keep the tree's order.
fn function_at(tree: &Tree, index: u32) -> FunctionId {
    match index {
        0 => tree.program,
        index if index <= tree.program.0 => FunctionId(index - 1),
        index => FunctionId(index),
    }
}

/// Returns the unit's index of a function: the inverse of [`function_at`].
pub(crate) fn index_of(tree: &Tree, id: FunctionId) -> u32 {
    match id {
        id if id == tree.program => 0,
        id if id.0 < tree.program.0 => id.0 + 1,
        id => id.0,
    }
}
