//! Compilation of source text to code in one step.

use std::sync::Arc;

use ferrotape_budget::costs::COMPILATION;
use ferrotape_budget::{Budget, NativeStack, Termination};
use ferrotape_bytecode::Unit;
use ferrotape_syntax::{
    DynamicFunction, EvalContext, ParseOptions, SourceError, parse, parse_direct_eval, parse_dynamic_function,
};
use ferrotape_text::SourceText;

use crate::{Backend, CompileOptions, compile};

/// Parses and compiles the source text that a host has given, under a name. `text` supplies it once there is room for
/// its `bytes`, which are charged until the unit contains the text. An error comes with the text that its position is
/// in, which is empty if none was read.
pub fn compile_text(
    name: &str,
    bytes: usize,
    text: impl FnOnce(&mut Budget) -> Result<String, Termination>,
    options: &ParseOptions,
    backend: Backend,
    budget: &mut Budget,
) -> Result<Unit, Refused> {
    let unread = |termination: Termination| {
        Box::new((SourceError::from(termination), Arc::new(SourceText::new(name, String::new()))))
    };
    budget.take(bytes).map_err(unread)?;
    let compiled = text(budget).map_err(unread).and_then(|text| {
        let source = Arc::new(SourceText::new(name, text));
        compile_source(Arc::clone(&source), options, backend, budget).map_err(|error| Box::new((error, source)))
    });
    budget.resized(bytes, 0);
    compiled
}

/// The error of source text that was not compiled, with the text.
pub type Refused = Box<(SourceError, Arc<SourceText>)>;

/// Parses and compiles a script or the text of an eval, under the budget's limits. The caller charges the text's own
/// bytes meanwhile. Bytes charged for the work are released in the end. The keeper of the unit, which contains the
/// text, accounts for the unit's bytes.
pub fn compile_source(
    source: Arc<SourceText>,
    options: &ParseOptions,
    backend: Backend,
    budget: &mut Budget,
) -> Result<Unit, SourceError> {
    on_loan(budget, |budget| {
        budget.work(COMPILATION.into())?;
        let tree = parse(source, options, budget)?;
        compile(tree, &CompileOptions { stack: options.stack, backend, ..CompileOptions::default() }, budget)
    })
}

/// Parses and compiles the text of an eval, like [`compile_source`], with its surroundings; an indirect eval has none.
pub fn compile_eval_source(
    source: Arc<SourceText>,
    options: &ParseOptions,
    around: &EvalContext,
    backend: Backend,
    budget: &mut Budget,
) -> Result<Unit, SourceError> {
    on_loan(budget, |budget| {
        budget.work(COMPILATION.into())?;
        let tree = parse_direct_eval(source, options, around, budget)?;
        let options =
            CompileOptions { stack: options.stack, backend, around: around.clone(), ..CompileOptions::default() };
        compile(tree, &options, budget)
    })
}

/// Parses and compiles a function made of texts. Running the unit gives the function.
pub fn compile_dynamic_function(
    function: &DynamicFunction,
    stack: NativeStack,
    backend: Backend,
    budget: &mut Budget,
) -> Result<Unit, SourceError> {
    on_loan(budget, |budget| {
        budget.work(COMPILATION.into())?;
        let tree = parse_dynamic_function(function, stack, budget)?;
        compile(tree, &CompileOptions { stack, backend, ..CompileOptions::default() }, budget)
    })
}

/// Releases the bytes that `work` charges. Only its own memory may be charged meanwhile.
fn on_loan<T>(budget: &mut Budget, work: impl FnOnce(&mut Budget) -> T) -> T {
    let before = budget.bytes();
    let done = budget.without_collections(work);
    budget.resized(budget.bytes().saturating_sub(before), 0);
    done
}
