//! The answer to `look`: facts about a text without running it.

use std::sync::Arc;

use ferrotape::{AsContext, Backend, Engine, Error};
use ferrotape_budget::{Budget, NativeStack};
use ferrotape_bytecode::Unit;
use ferrotape_compiler::{compile_source, debug_tables};
use ferrotape_syntax::{Goal, Languages, ParseOptions, parse};
use ferrotape_text::{JsonObject, SourceText};

use crate::request::{MOST_SHOWN, Request};
use crate::units::Units;
use crate::{listing, run, tree};

/// Fuel and memory for one compilation of a text.
const FUEL: u64 = 50_000_000;
const MEMORY: usize = 256 << 20;

/// Answers `{kind, error, tree, treeCut, code, omitted}`.
pub fn look(request: &Request) -> String {
    let mut object = JsonObject::default();
    let (is_module, checked) = check(request);
    object.text("kind", if is_module { "module" } else { "script" });
    object.optional("error", checked.as_ref().err().map(Error::to_json));
    let is_long = request.text.len() > MOST_SHOWN;
    let omitted = is_long.then(|| {
        format!("texts of more than {} KB run, but their tree, code and steps are not shown", MOST_SHOWN >> 10)
    });
    object.optional("omitted", omitted.as_deref().map(ferrotape_text::json_string));
    if checked.is_ok() && !is_long {
        show(request, is_module, &mut object);
    }
    object.finish()
}

/// Tells whether a text is a module, and what is wrong with it.
pub fn check(request: &Request) -> (bool, Result<(), Error>) {
    let mut engine = match Engine::builder().fuel(FUEL).memory_limit(MEMORY).native_stack(run::NATIVE_STACK).build() {
        Ok(engine) => engine,
        Err(error) => return (false, Err(error)),
    };
    let name = request.name();
    let found = engine.enter(|cx| cx.reading(|limits| limits.has_module_syntax(name, request.text)));
    let is_module = found.is_ok_and(|found| found == Ok(true));
    let checked = match is_module {
        true => engine.check_module(name, request.text),
        false => engine.check(name, request.text),
    };
    (is_module, checked)
}

/// Compiles a text as an engine does.
pub fn compiled(request: &Request, is_module: bool, backend: Backend) -> Option<Unit> {
    let source = Arc::new(SourceText::new(request.name(), request.text));
    compile_source(source, &options(request, is_module), backend, &mut budget()).ok()
}

/// Adds the tree, and the code of both machines, of a text that compiles. The caller has checked its length.
fn show(request: &Request, is_module: bool, object: &mut JsonObject) {
    let units = Units::of(request.text);
    let source = Arc::new(SourceText::new(request.name(), request.text));
    if let Ok(tree) = parse(Arc::clone(&source), &options(request, is_module), &mut budget()) {
        let (rows, is_cut) = tree::rows(&tree, &source, &units);
        object.list("tree", rows);
        object.flag("treeCut", is_cut);
    }
    let listings = [Backend::Register, Backend::Stack].into_iter().filter_map(|backend| {
        let unit = compiled(request, is_module, backend)?;
        let tables = debug_tables(&unit, Languages::default().of(request.name()), stack());
        Some(listing::listing(&unit, tables.as_ref(), &units))
    });
    object.list("code", listings);
}

fn options(request: &Request, is_module: bool) -> ParseOptions {
    let goal = if is_module { Goal::Module } else { Goal::Script };
    ParseOptions::new(goal, stack()).in_language(Languages::default().of(request.name()))
}

fn stack() -> NativeStack {
    NativeStack::from_here(run::NATIVE_STACK)
}

fn budget() -> Budget {
    let mut budget = Budget::default();
    budget.set_fuel(Some(FUEL));
    budget.set_memory_limit(Some(MEMORY));
    budget.begin_run(None);
    budget
}
