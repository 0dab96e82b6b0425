//! Detection of module syntax in source text of no stated kind: as Node detects it.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack, Termination};
use ferrotape_syntax::tree::Tree;
use ferrotape_syntax::{
    DynamicFunction, DynamicKind, Goal, Language, ParseOptions, SourceError, SourceErrorKind, parse_dynamic_function,
};
use ferrotape_text::SourceText;

use super::ReadLimits;

/// Bytes of source text scanned for a unit of work.
const BYTES_PER_TICK: usize = 64;

/// Result of parsing a text. Errors have their offsets.
enum Parsed {
    /// `awaits` if it awaits at its top, as a module, or has a variable of that name, as a script.
    Whole {
        awaits: bool,
    },
    Refused(u32),
}

impl ReadLimits<'_> {
    /// Returns whether a source text is a module and no script: it has an `import`, an `export`, an `import.meta` or an
    /// `await` that no script can have. `await (a)` is no call of a function `await`, unless the text declares one. A text that
    /// is neither counts as the kind whose error comes later in it, since that error says more.
    ///
    /// ```
    /// use ferrotape_runtime::module::ReadLimits;
    ///
    /// let mut limits = ReadLimits::none();
    /// assert_eq!(limits.has_module_syntax("a.js", "export const a = 1"), Ok(true));
    /// assert_eq!(limits.has_module_syntax("a.js", "exports.a = () => import('./b.js')"), Ok(false));
    /// ```
    pub fn has_module_syntax(&mut self, name: &str, text: &str) -> Result<bool, Termination> {
        Ok(match self.as_both(name, text)? {
            Some((Parsed::Refused(as_script), Parsed::Refused(as_module))) => as_module > as_script,
            found => is_module(found),
        })
    }

    /// Returns whether a source text is a module without errors, and no script.
    ///
    /// ```
    /// use ferrotape_runtime::module::ReadLimits;
    ///
    /// let mut limits = ReadLimits::none();
    /// assert_eq!(limits.is_whole_module("a.js", "export const a = 1"), Ok(true));
    /// assert_eq!(limits.is_whole_module("a.js", "export const a ="), Ok(false));
    /// ```
    pub fn is_whole_module(&mut self, name: &str, text: &str) -> Result<bool, Termination> {
        self.as_both(name, text).map(is_module)
    }

    /// Returns whether a source text is the body of a function with such parameters, as a CommonJS file is: it has no errors as
    /// that, and no variable `await`.
    ///
    /// ```
    /// use ferrotape_runtime::module::ReadLimits;
    ///
    /// let mut limits = ReadLimits::none();
    /// assert_eq!(limits.is_function_body("a.js", &["exports"], "exports.a = 1; return"), Ok(true));
    /// assert_eq!(limits.is_function_body("a.js", &["exports"], "export const a = 1"), Ok(false));
    /// assert_eq!(limits.is_function_body("a.js", &["exports"], "await (exports)"), Ok(false));
    /// ```
    pub fn is_function_body(&mut self, name: &str, parameters: &[&str], text: &str) -> Result<bool, Termination> {
        let parse = |budget: &mut Budget, language: Language, stack: NativeStack| {
            parse_on_loan(budget, |budget| {
                let function = DynamicFunction::of_body(DynamicKind::Plain, name, parameters, text, budget)?;
                parse_dynamic_function(&function.in_language(language), stack, budget)
            })
        };
        let mut parsed = None;
        self.asking(|vm| {
            let (language, stack) = (vm.options.languages.of(name), vm.native_stack());
            parsed = Some(parse(&mut vm.heap.budget, language, stack)?);
            Ok(())
        })?;
        let without_limits = || parse(&mut Budget::default(), Language::JavaScript, NativeStack::default());
        let parsed = parsed.map_or_else(without_limits, Ok)?;
        Ok(matches!(parsed, Parsed::Whole { awaits: false }))
    }

    /// Parses a text as a script and as a module. None if it is certainly a script.
    fn as_both(&mut self, name: &str, text: &str) -> Result<Option<(Parsed, Parsed)>, Termination> {
        self.tick((text.len() / BYTES_PER_TICK) as u64 + 1)?;
        if !may_be_module(text) {
            return Ok(None);
        }
        self.charge(text.len())?;
        let source = Arc::new(SourceText::new(name, text));
        let as_script = self.parse(&source, Goal::Script)?;
        if let Parsed::Whole { awaits: false } = as_script {
            return Ok(None);
        }
        Ok(Some((as_script, self.parse(&source, Goal::Module)?)))
    }

    /// Parses under the limits of the machine that asks, or without limits if there is none.
    fn parse(&mut self, source: &Arc<SourceText>, goal: Goal) -> Result<Parsed, Termination> {
        let mut parsed = None;
        self.asking(|vm| {
            let stack = vm.native_stack();
            let options = ParseOptions::new(goal, stack).in_language(vm.options.languages.of(source.name()));
            parsed = Some(parse(&mut vm.heap.budget, source, &options)?);
            Ok(())
        })?;
        let options = ParseOptions::new(goal, NativeStack::default());
        parsed.map_or_else(|| parse(&mut Budget::default(), source, &options), Ok)
    }
}

/// Returns whether a text, parsed as a script and as a module, is a module. `await (a)`, `await [a]` and `await -a` are calls
/// and operations in scripts. No module declares an `await`.
fn is_module(found: Option<(Parsed, Parsed)>) -> bool {
    match found {
        Some((Parsed::Refused(_), as_module)) => matches!(as_module, Parsed::Whole { .. }),
        Some((Parsed::Whole { .. }, as_module)) => matches!(as_module, Parsed::Whole { awaits: true }),
        None => false,
    }
}

/// Parses a text.
fn parse(budget: &mut Budget, source: &Arc<SourceText>, options: &ParseOptions) -> Result<Parsed, Termination> {
    parse_on_loan(budget, |budget| ferrotape_syntax::parse(Arc::clone(source), options, budget))
}

/// Tells what parsing gives. The tree is gone afterwards, and its memory given back.
fn parse_on_loan(
    budget: &mut Budget,
    parse: impl FnOnce(&mut Budget) -> Result<Tree, SourceError>,
) -> Result<Parsed, Termination> {
    let before = budget.bytes();
    let result = parse(budget);
    let taken = budget.bytes().saturating_sub(before);
    budget.resized(taken, 0);
    match result {
        Ok(mut tree) => {
            let name = tree.names.intern_ascii("await");
            let awaits = match tree.module {
                Some(_) => tree[tree.program].is_async,
                None => tree.references.iter().any(|reference| reference.name == name),
            };
            Ok(Parsed::Whole { awaits })
        }
        Err(SourceError { kind: SourceErrorKind::Terminated(termination), .. }) => Err(termination),
        Err(SourceError { span, .. }) => Ok(Parsed::Refused(span.start)),
    }
}

/// Returns whether a word is there that each module which is no script contains. Most CommonJS files have none, so they
/// are not parsed twice.
fn may_be_module(text: &str) -> bool {
    let is_part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_$".contains(byte));
    let has = |word: &str, goes_on: fn(&str) -> bool| {
        text.match_indices(word).any(|(at, word)| {
            let (before, behind) = (&text.as_bytes()[..at], &text[at + word.len()..]);
            !is_part(before.last()) && !is_part(behind.as_bytes().first()) && goes_on(behind)
        })
    };
    // `import(…)` is for scripts as well.
    has("export", |_| true) || has("import", |behind| !behind.trim_start().starts_with('(')) || has("await", |_| true)
}

#[cfg(test)]
mod tests {
    use super::may_be_module;

    #[test]
    fn words_of_commonjs_files_are_not_those_of_modules() {
        for text in ["exports.a = 1; module.exports = reexport", "import('a'); import (b)", "$export, _import, awaits"]
        {
            assert!(!may_be_module(text), "{text}");
        }
        for text in ["export{}", "1;export default 1", "import'a'", "import\n{a} from 'a'", "import.meta", "await 1"] {
            assert!(may_be_module(text), "{text}");
        }
    }
}
