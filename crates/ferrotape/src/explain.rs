//! Explains errors about names: which one was probably meant, where one is declared. Needs the feature `inspect`.
//!
//! An error that ends a run is explained by itself, as far as that is little work. [`Engine::explain`] may do more.

use std::sync::Arc;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_runtime::error::CodePlace;
use ferrotape_runtime::{Completion, Throw, Vm};
use ferrotape_syntax::scope::{Binding, ScopeId};
use ferrotape_syntax::tree::{ExpressionKind, Tree};
use ferrotape_syntax::{Goal, ParseOptions, SourceError, SourceErrorKind};
use ferrotape_text::nearest;

use crate::error::{self, Location, Note};
use crate::host_state::HostState;
use crate::{Engine, Error};

/// The longest source text that is parsed again for its declarations.
const LONGEST_TEXT: usize = 1 << 20;

/// The longest such text where nobody has asked for an explanation.
const LONGEST_UNASKED: usize = 1 << 15;

impl Engine {
    /// Returns notes on an error beyond those that it [has](Error::notes). They suggest the intended name for an undefined name
    /// or a missing method, and show the declaration of a name that is used too early. An error that ended a run has them
    /// already, unless its source text is longer than 32 KB. No script runs.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// let error = engine.run("a.js", "let list = [1]; list.foreach(n => n)").unwrap_err();
    /// assert_eq!(error.notes()[0].message, "did you mean `forEach`?");
    /// assert!(engine.explain(&error).is_empty());
    /// let long = format!("(counter => conuter)(1)\n//{}", "-".repeat(100_000));
    /// let error = engine.run("a.js", long).unwrap_err();
    /// assert_eq!(engine.explain(&error)[0].message, "did you mean `counter`?");
    /// ```
    pub fn explain(&mut self, error: &Error) -> Vec<Note> {
        // After a limit has ended a run, the next one would begin with the collection that there was no time for.
        if error.thrown_in(&self.vm).is_none() {
            return Vec::new();
        }
        let note = self.limited(|engine| {
            let vm = &mut engine.vm;
            note_on(vm, error, LONGEST_TEXT).map_err(|throw| Error::from_throw(vm, throw))
        });
        note.ok().flatten().filter(|note| !error.notes().contains(note)).into_iter().collect()
    }
}

/// Returns the note on an error that ends a run, if it is found with little work.
pub(crate) fn briefly(vm: &mut Vm, error: &Error) -> Option<Note> {
    let thrown = error.thrown_in(vm)?;
    error::bounded(vm, thrown, |vm| note_on(vm, error, LONGEST_UNASKED)).flatten()
}

/// Reads the name from the engine's own message, and seeks the one that was meant. Only source text up to `longest`
/// bytes is parsed.
fn note_on(vm: &mut Vm, error: &Error, longest: usize) -> Completion<Option<Note>> {
    let Some(thrown) = error.thrown_in(vm) else { return Ok(None) };
    let Some((place, receiver)) = vm.place_of_error(thrown) else { return Ok(None) };
    let message = error.message().split_once(": ").map_or("", |(_, message)| message);
    let note = |meant| Note { message: format!("did you mean `{meant}`?"), location: None };
    if let Some(name) = message.strip_suffix(" is not defined") {
        if let Some(hint) = HostState::of(vm).hints.get(name) {
            return Ok(Some(Note { message: hint.clone(), location: None }));
        }
        let mut names = parsed(vm, place, longest, names_at)?.unwrap_or_default();
        vm.heap.lend(names.iter().map(|name| size_of::<String>() + allocation_bytes(name.len())).sum())?;
        names.extend(ferrotape_inspect::completions(vm, None, "")?);
        return meant_of(vm, name, &names).map(|meant| meant.map(note));
    }
    if let Some(rest) = message.strip_prefix("Cannot access '") {
        let Some(name) = rest.strip_suffix("' before initialization") else { return Ok(None) };
        return parsed(vm, place, longest, |tree, offset| declared(tree, offset, name)).map(Option::flatten);
    }
    let Some(callee) = message.strip_suffix(" is not a function") else { return Ok(None) };
    if receiver.is_nullish() {
        return Ok(None);
    }
    let names = ferrotape_inspect::methods_of(vm, receiver)?;
    let name = callee.rsplit('.').next().unwrap_or(callee);
    meant_of(vm, name, &names).map(|meant| meant.map(note))
}

/// Parses the source text of a place again, since at run time only names with references remain, and gives the tree and
/// the place's offset to a function. This counts as work, and takes memory until it is done. None if the text is longer
/// than that.
fn parsed<T>(
    vm: &mut Vm,
    place: CodePlace,
    longest: usize,
    look: impl FnOnce(&Tree, u32) -> T,
) -> Completion<Option<T>> {
    let code = vm.heap.code_block(place.code);
    let (unit, offset) = (&code.unit.unit, code.source_offset(place.pc));
    let text = Arc::clone(&unit.source);
    if text.text().len() > longest {
        return Ok(None);
    }
    let goal = if unit.module.is_some() { Goal::Module } else { Goal::Prompt };
    let language = vm.options.languages.of(text.name());
    let options = ParseOptions::new(goal, vm.native_stack()).in_language(language);
    let before = vm.heap.budget.bytes();
    let tree = ferrotape_syntax::parse(text, &options, &mut vm.heap.budget);
    let found = tree.map(|tree| look(&tree, offset));
    let taken = vm.heap.budget.bytes().saturating_sub(before);
    vm.heap.budget.resized(taken, 0);
    match found {
        Ok(found) => Ok(Some(found)),
        Err(SourceError { kind: SourceErrorKind::Terminated(termination), .. }) => Err(Throw::Terminated(termination)),
        Err(_) => Ok(None),
    }
}

/// Returns the most similar of the names. Comparing them costs fuel.
fn meant_of(vm: &mut Vm, name: &str, names: &[String]) -> Completion<Option<String>> {
    let mut paid = Ok(());
    let candidates = names.iter().map(String::as_str).take_while(|_| {
        paid = vm.work(TICKS_PER_NAME);
        paid.is_ok()
    });
    let meant = nearest(name, candidates).map(str::to_owned);
    paid.map(|()| meant)
}

/// Units of work for comparing two names, which takes a microsecond or two.
const TICKS_PER_NAME: u64 = 128;

/// Returns the names in the scopes around a place, from the innermost on.
fn names_at(tree: &Tree, offset: u32) -> Vec<String> {
    let visible = bindings_at(tree, offset).filter(|binding| binding.kind.is_visible());
    visible.map(|binding| tree.names.text(binding.name).shown_name()).collect()
}

/// Returns the note on a name that is used too early: where it is declared.
fn declared(tree: &Tree, offset: u32, name: &str) -> Option<Note> {
    let is_it = |of| tree.names.text(of).shown_name() == name;
    let bound = bindings_at(tree, offset).find(|binding| is_it(binding.name)).map(|binding| binding.span);
    // What a script declares at its top is no binding of a scope.
    let at_top = || tree.lexical_names.iter().find(|lexical| is_it(lexical.name)).map(|lexical| lexical.span);
    let span = bound.or_else(at_top)?;
    let message = match span.start < offset {
        true => format!("`{name}` is used before its own declaration is over"),
        false => format!("`{name}` is used before its declaration"),
    };
    Some(Note { message, location: Some(Location::in_text(&tree.source, span)) })
}

fn bindings_at(tree: &Tree, offset: u32) -> impl Iterator<Item = &Binding> {
    let scope_of = |kind: ExpressionKind| match kind {
        ExpressionKind::Identifier { reference, .. } => Some(tree[reference].scope),
        _ => None,
    };
    let mut at = tree.expressions.iter().filter(move |expression| expression.span.start == offset);
    let innermost: Option<ScopeId> = at.find_map(|expression| scope_of(expression.kind));
    let scopes = std::iter::successors(innermost, |&scope| tree[scope].parent);
    scopes.flat_map(|scope| tree[scope].bindings.iter().map(|&binding| &tree[binding]))
}
