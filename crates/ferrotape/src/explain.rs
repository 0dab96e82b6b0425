//! Suggests similar names for a name that does not exist. Needs the feature `inspect`.

use std::sync::Arc;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_runtime::error::CodePlace;
use ferrotape_runtime::{Completion, Throw, Vm};
use ferrotape_syntax::scope::ScopeId;
use ferrotape_syntax::tree::{ExpressionKind, Tree};
use ferrotape_syntax::{Goal, ParseOptions, SourceError, SourceErrorKind};
use ferrotape_text::nearest;

use crate::error::Note;
use crate::{Engine, Error};

/// The longest source text that is parsed again for its declarations.
const LONGEST_TEXT: usize = 1 << 20;

impl Engine {
    /// Returns notes on an error beyond its message: the probably intended name for a name that is not defined, or for
    /// a missing method. For people who look at the error; it takes longer than the error itself. No script runs.
    ///
    /// ```
    /// let mut engine = ferrotape::Engine::new();
    /// let error = engine.run("a.js", "let list = [1]; list.foreach(n => n)").unwrap_err();
    /// assert_eq!(engine.explain(&error)[0].message, "did you mean `forEach`?");
    /// ```
    pub fn explain(&mut self, error: &Error) -> Vec<Note> {
        // After a limit has ended a run, the next one would begin with the collection that there was no time for.
        if error.thrown_in(&self.vm).is_none() {
            return Vec::new();
        }
        let meant = self.limited(|engine| {
            let vm = &mut engine.vm;
            meant(vm, error).map_err(|throw| Error::from_throw(vm, throw))
        });
        let note = |meant| Note { message: format!("did you mean `{meant}`?"), location: None };
        meant.ok().flatten().map(note).into_iter().collect()
    }
}

fn meant(vm: &mut Vm, error: &Error) -> Completion<Option<String>> {
    let Some(thrown) = error.thrown_in(vm) else { return Ok(None) };
    let Some((place, receiver)) = vm.place_of_error(thrown) else { return Ok(None) };
    let message = error.message().split_once(": ").map_or("", |(_, message)| message);
    if let Some(name) = message.strip_suffix(" is not defined") {
        let mut names = names_around(vm, place)?;
        names.extend(ferrotape_inspect::completions(vm, None, "")?);
        return meant_of(vm, name, &names);
    }
    let Some(callee) = message.strip_suffix(" is not a function") else { return Ok(None) };
    if receiver.is_nullish() {
        return Ok(None);
    }
    let names = ferrotape_inspect::methods_of(vm, receiver)?;
    let name = callee.rsplit('.').next().unwrap_or(callee);
    meant_of(vm, name, &names)
}

/// Returns the names in the scopes around a place, from the innermost on. Parses the source text again, because at run
/// time only names with references remain. This counts as work, and takes memory until the names are known.
fn names_around(vm: &mut Vm, place: CodePlace) -> Completion<Vec<String>> {
    let code = vm.heap.code_block(place.code);
    let (unit, offset) = (&code.unit.unit, code.source_offset(place.pc));
    let text = Arc::clone(&unit.source);
    if text.text().len() > LONGEST_TEXT {
        return Ok(Vec::new());
    }
    let goal = if unit.module.is_some() { Goal::Module } else { Goal::Prompt };
    let language = vm.options.languages.of(text.name());
    let options = ParseOptions::new(goal, vm.native_stack()).in_language(language);
    let before = vm.heap.budget.bytes();
    let parsed = ferrotape_syntax::parse(text, &options, &mut vm.heap.budget);
    let names = parsed.map(|tree| names_at(&tree, offset));
    let taken = vm.heap.budget.bytes().saturating_sub(before);
    vm.heap.budget.resized(taken, 0);
    match names {
        Ok(names) => {
            vm.heap.lend(names.iter().map(|name| size_of::<String>() + allocation_bytes(name.len())).sum())?;
            Ok(names)
        }
        Err(SourceError { kind: SourceErrorKind::Terminated(termination), .. }) => Err(Throw::Terminated(termination)),
        Err(_) => Ok(Vec::new()),
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

fn names_at(tree: &Tree, offset: u32) -> Vec<String> {
    let scope_of = |kind: ExpressionKind| match kind {
        ExpressionKind::Identifier { reference, .. } => Some(tree[reference].scope),
        _ => None,
    };
    let mut at = tree.expressions.iter().filter(|expression| expression.span.start == offset);
    let mut scope: Option<ScopeId> = at.find_map(|expression| scope_of(expression.kind));
    let mut names = Vec::new();
    while let Some(current) = scope {
        let visible = tree[current].bindings.iter().map(|&binding| &tree[binding]);
        let visible = visible.filter(|binding| binding.kind.is_visible()).map(|binding| binding.name);
        names.extend(visible.map(|name| tree.names.text(name).shown_name()));
        scope = tree[current].parent;
    }
    names
}
