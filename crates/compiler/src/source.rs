//! From source text to code in one step.

use std::sync::Arc;

use ferrotape_budget::costs::COMPILATION;
use ferrotape_budget::{Budget, NativeStack, Termination};
use ferrotape_bytecode::Unit;
use ferrotape_syntax::{
    DynamicFunction, EvalContext, ParseOptions, SourceError, parse, parse_direct_eval, parse_dynamic_function,
};
use ferrotape_text::SourceText;

use crate::{Backend, CompileOptions, compile};

/// Parses and compiles a text that a host has given, under a name. `text` gives it, once there is room for its `bytes`: they are
/// charged until the unit is there, of which the text is a part then. Errors come with the text that their places are in, which
/// is empty where none was read.
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

/// Why a text was not compiled, and the text.
pub type Refused = Box<(SourceError, Arc<SourceText>)>;

/// Parses and compiles a script or the text of an eval, under the budget's limits. The text's own
/// bytes are the caller's to charge meanwhile; those of the work are given back in the end, and those of the unit, of which the
/// text is a part, are for whoever keeps it to account.
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

/// The same for the text of an eval, of which it is known what stands around it: nothing, where it is an indirect one.
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
        let options = CompileOptions { stack: options.stack, backend, around: around.clone() };
        compile(tree, &options, budget)
    })
}

/// Parses and compiles a function that is made of texts; running the unit gives the function.
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

/// Gives back the bytes that `work` charges: nothing but its own memory is charged meanwhile.
fn on_loan<T>(budget: &mut Budget, work: impl FnOnce(&mut Budget) -> T) -> T {
    let before = budget.bytes();
    let done = budget.without_collections(work);
    budget.resized(budget.bytes().saturating_sub(before), 0);
    done
}
