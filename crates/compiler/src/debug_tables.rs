//! Tables for debuggers, made when one asks for them: the source text is compiled once more. Code does not carry them.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_bytecode::debug::DebugTables;
use ferrotape_bytecode::{Code, FunctionKind, Unit};
use ferrotape_syntax::tree::Tree;
use ferrotape_syntax::{
    DynamicFunction, DynamicKind, EvalContext, Goal, Language, ParseOptions, parse_direct_eval, parse_dynamic_function,
};

use crate::{Backend, CompileOptions, compile_with};

/// Compiles a unit's source text again, and returns the tables for debuggers. None for direct evals that use private names,
/// and where the text no longer gives this code, as for units whose source was left out.
pub fn debug_tables(unit: &Unit, language: Language, stack: NativeStack) -> Option<DebugTables> {
    let first = unit.functions.first()?;
    let goals: &[Goal] = match first.kind {
        FunctionKind::Module => &[Goal::Module],
        FunctionKind::Script => &[Goal::Script, Goal::Prompt],
        FunctionKind::Eval => &[Goal::IndirectEval, Goal::DirectEval],
        FunctionKind::Function => &[],
    };
    let backend = match first.code {
        Code::Register(_) => Backend::Register,
        Code::Stack(_) => Backend::Stack,
    };
    // Direct evals may be strict, and modules may export their value.
    let ways = goals.iter().flat_map(|&goal| [false, true].map(|is_special| (goal, is_special)));
    let ways = ways.filter(|&(goal, is_special)| !is_special || matches!(goal, Goal::DirectEval | Goal::Module));
    let found = ways.into_iter().find_map(|(goal, is_special)| {
        let options = ParseOptions::new(goal, stack).in_language(language);
        let options = ParseOptions { strict: is_special, exports_value: is_special, ..options };
        text_again(unit, &options, backend)
    });
    found.or_else(|| {
        let kinds = [DynamicKind::Plain, DynamicKind::Async, DynamicKind::Generator, DynamicKind::AsyncGenerator];
        kinds.into_iter().filter(|_| first.kind == FunctionKind::Script).find_map(|kind| {
            let function = DynamicFunction::of_source(kind, Arc::clone(&unit.source), language)?;
            let tree = parse_dynamic_function(&function, stack, &mut Budget::default()).ok()?;
            compiled_again(unit, tree, &CompileOptions { stack, backend, ..CompileOptions::default() })
        })
    })
}

/// Parses the source text once more as code of this goal. Returns `None` if it does not parse, or gives other code.
fn text_again(unit: &Unit, options: &ParseOptions, backend: Backend) -> Option<DebugTables> {
    let mut budget = Budget::default();
    let around = match options.goal {
        // Whatever the text may contain: it was allowed where it ran.
        Goal::DirectEval => EvalContext { in_function: true, in_method: true, ..EvalContext::default() },
        _ => EvalContext::default(),
    };
    let tree = parse_direct_eval(Arc::clone(&unit.source), options, &around, &mut budget).ok()?;
    let options = CompileOptions { stack: options.stack, backend, around, ..CompileOptions::default() };
    compiled_again(unit, tree, &options)
}

fn compiled_again(unit: &Unit, tree: Tree, options: &CompileOptions) -> Option<DebugTables> {
    let mut tables = DebugTables::default();
    let again = compile_with(tree, options, Some(&mut tables), &mut Budget::default()).ok()?;
    (is_same_code(unit, &again) && tables.functions.len() == unit.functions.len()).then_some(tables)
}

/// Returns whether the instructions of all functions are the same.
pub(crate) fn is_same_code(one: &Unit, other: &Unit) -> bool {
    let functions = one.functions.iter().zip(&other.functions);
    one.functions.len() == other.functions.len()
        && functions.into_iter().all(|(one, other)| match (&one.code, &other.code) {
            (Code::Register(one), Code::Register(other)) => one.instructions == other.instructions,
            (Code::Stack(one), Code::Stack(other)) => one.instructions == other.instructions,
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use ferrotape_bytecode::debug::{MarkKind, NamePlace};
    use ferrotape_text::SourceText;

    use super::*;
    use crate::compile_source;

    fn tables(text: &str, backend: Backend) -> (Unit, DebugTables) {
        let source = Arc::new(SourceText::new("a.js", text));
        let options = ParseOptions::new(Goal::Script, NativeStack::default());
        let unit = compile_source(source, &options, backend, &mut Budget::default()).unwrap();
        let tables = debug_tables(&unit, Language::JavaScript, NativeStack::default()).unwrap();
        (unit, tables)
    }

    /// The texts at which the marks of all functions stand, up to a blank or a sign.
    fn marked(text: &str, backend: Backend) -> Vec<Vec<String>> {
        let (unit, tables) = tables(text, backend);
        let shown = |offset: u32| {
            let rest = &unit.source.text()[offset as usize..];
            let end = rest[1..].find(|c: char| !c.is_alphanumeric()).map_or(rest.len(), |end| end + 1);
            rest[..end].to_owned()
        };
        let functions = tables.functions.iter();
        functions.map(|function| function.marks.iter().map(|mark| shown(mark.offset)).collect()).collect()
    }

    #[test]
    fn each_statement_has_a_mark_on_both_machines() {
        let text =
            "function f(a) { let sum = 0; for (let i = 0; i < a; i++) { if (i) sum += i; else g() } while (h()) k(); }";
        for backend in [Backend::Register, Backend::Stack] {
            let marks = marked(text, backend);
            assert!(marks[0].is_empty(), "{backend:?}: a function's declaration is no statement");
            for wanted in ["let", "for", "i", "if", "sum", "g", "h", "k", "}"] {
                assert!(marks[1].iter().any(|mark| mark == wanted), "{backend:?} {wanted}: {:?}", marks[1]);
            }
        }
    }

    #[test]
    fn a_statement_with_a_completion_value_has_one_mark() {
        let text = "for (const x of a) { if (x) b; else if (y) c }\nif (d) e; else if (f) g";
        for backend in [Backend::Register, Backend::Stack] {
            let marks = &marked(text, backend)[0];
            assert_eq!(marks.iter().filter(|mark| *mark == "if").count(), 4, "{backend:?}: {marks:?}");
        }
    }

    /// A jump to a return becomes a return of its own.
    #[test]
    fn each_copy_of_a_return_has_the_mark_of_its_statement() {
        let count =
            |text: &str, wanted: &str| marked(text, Backend::Register)[1].iter().filter(|&mark| mark == wanted).count();
        assert_eq!(count("function f(a) { if (a) g(); else h(); return a }", "return"), 2);
        assert_eq!(count("function f(a) { try { g() } catch { return 1 } return a }", "return"), 2);
        assert_eq!(count("function f(a) { switch (a) { case 1: g(); break; case 2: h() } return a }", "return"), 3);
        assert_eq!(count("function f(a) { if (a) g(); else h(); }", "}"), 2);
    }

    #[test]
    fn what_cannot_be_reached_has_none() {
        for backend in [Backend::Register, Backend::Stack] {
            assert_eq!(marked("function f() { return 1; never() }", backend)[1], ["return"]);
            assert_eq!(marked("let f = () => 1", backend)[1], ["1"]);
        }
    }

    /// The places are those that node names, as `call` and `return`, where no statement begins.
    #[test]
    fn calls_and_returns_within_statements_are_points() {
        for marked in [
            "let a = ^f(1), b = ^g(^f(2)); h(3); i(^f(4))",
            "a.^b(1).^c(^f(2)); let q = ^f(1)^(2)",
            "new A(^f(1)); let v = ^new A; let w = ^new A(1)",
            "function k(x) { if (x) return x + 1;^ return -x;^ }",
            "function k(x) { try { return x + ^f(x);^ } finally { f(x) } }",
            "let y = x => x + ^f(x)^, z = x => x^",
            "class A extends B { constructor() { let z = ^super(^f(1)); } }",
            "let q = ^f?.(1), w = a?.^b(1), l = ^f(...[1])",
            "async function k() { let x = await ^f(1); return x;^ }",
            "function* k() { let x = yield ^f(1); return x;^ }",
            "let o = { a: ^f(1), ...^f(2) }, [d = ^f(3)] = ^f(4)",
        ] {
            let text = marked.replace('^', "");
            let wanted: Vec<usize> =
                marked.match_indices('^').enumerate().map(|(before, (at, _))| at - before).collect();
            for backend in [Backend::Register, Backend::Stack] {
                let (_, tables) = tables(&text, backend);
                let points = tables.functions.iter().flat_map(|function| &function.points);
                let mut found: Vec<usize> = points.map(|point| point.offset as usize).collect();
                found.sort_unstable();
                found.dedup();
                assert_eq!(found, wanted, "{backend:?}: {marked}");
            }
        }
    }

    #[test]
    fn a_debugger_statement_has_an_instruction_of_its_own() {
        for backend in [Backend::Register, Backend::Stack] {
            let (_, tables) = tables("function f(a) { if (a) debugger; g() }", backend);
            let kinds: Vec<MarkKind> = tables.functions[1].marks.iter().map(|mark| mark.kind).collect();
            assert_eq!(kinds[..3], [MarkKind::Statement, MarkKind::Debugger, MarkKind::Statement]);
        }
    }

    #[test]
    fn names_have_their_scopes_and_registers() {
        let text = "function f(a) { let b = a; { const c = g(); h(c) } try { g() } catch (e) { h(e) } }";
        let (_, tables) = tables(text, Backend::Register);
        let named = |scope: usize| {
            let names = tables.functions[1].scopes[scope].names.iter();
            names.map(|name| tables.names[name.name.0 as usize].to_string()).collect::<Vec<_>>()
        };
        assert_eq!([named(0), named(1), named(2)], [vec!["a", "b"], vec!["c"], vec!["e"]]);
        let scopes = &tables.functions[1].scopes;
        assert!(matches!(scopes[0].names[0].place, NamePlace::Register(1)));
        assert!(scopes[1].names[0].from > scopes[1].code.start, "`c` has no value before its declaration");
        assert!(scopes[1].code.end <= scopes[2].code.start);
    }

    #[test]
    fn functions_made_of_texts_have_tables_too() {
        let stack = NativeStack::default();
        for backend in [Backend::Register, Backend::Stack] {
            for kind in [DynamicKind::Plain, DynamicKind::Async] {
                let budget = &mut Budget::default();
                let of_body =
                    DynamicFunction::of_body(kind, "a.js", &["module", "b"], "let c = b;\nc", budget).unwrap();
                let lone = ferrotape_text::LoneSurrogates::default();
                let of_texts = DynamicFunction::new(kind, "f", "a, b", "return a", lone, budget).unwrap();
                for function in [of_body, of_texts] {
                    let unit = crate::compile_dynamic_function(&function, stack, backend, budget).unwrap();
                    let tables = debug_tables(&unit, Language::JavaScript, stack)
                        .unwrap_or_else(|| panic!("{backend:?} {kind:?} {:?}", function.source().text()));
                    assert!(tables.functions.iter().any(|function| !function.marks.is_empty()));
                }
            }
        }
    }

    #[test]
    fn evals_have_tables_too() {
        let source = Arc::new(SourceText::new("eval", "let a = new.target; a"));
        let options = ParseOptions { strict: true, ..ParseOptions::new(Goal::DirectEval, NativeStack::default()) };
        let around = EvalContext { in_function: true, ..EvalContext::default() };
        for backend in [Backend::Register, Backend::Stack] {
            let (source, budget) = (Arc::clone(&source), &mut Budget::default());
            let unit = crate::compile_eval_source(source, &options, &around, backend, budget).unwrap();
            assert!(debug_tables(&unit, Language::JavaScript, NativeStack::default()).is_some(), "{backend:?}");
        }
    }

    #[test]
    fn modules_that_export_their_value_have_them() {
        let options = ParseOptions { exports_value: true, ..ParseOptions::new(Goal::Module, NativeStack::default()) };
        for backend in [Backend::Register, Backend::Stack] {
            let source = Arc::new(SourceText::new("a.mjs", "let a = 1; a + 1; function f() {}"));
            let unit = compile_source(source, &options, backend, &mut Budget::default()).unwrap();
            let exports = unit.module.as_ref().map_or(0, |module| module.exports.len());
            assert_eq!(exports, 1, "{backend:?}");
            assert!(debug_tables(&unit, Language::JavaScript, NativeStack::default()).is_some(), "{backend:?}");
        }
    }
}
