//! Names of the registers of code that was compiled without them. Tools alone ask for them, so code does not carry them:
//! the source text is compiled once more.

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
#[cfg(doc)]
use ferrotape_bytecode::RegisterCode;
use ferrotape_bytecode::{Code, FunctionKind, TextId, Unit};
use ferrotape_syntax::{Goal, Language, ParseOptions, parse};
use ferrotape_text::Text;

use crate::debug_tables::is_same_code;
use crate::{CompileOptions, compile};

/// The variables of each function of a unit: registers, with the names that they have in the source text.
pub type VariableNames = Vec<Vec<(u32, Text)>>;

/// Compiles a unit's source text again, and returns the names of its registers. None for code of the stack machine, whose
/// variables have their names. None for direct evals and functions made of source text, as the unit does not have their
/// surroundings. None where the text no longer gives this code, as for units whose source was left out.
pub fn variable_names(unit: &Unit, language: Language, stack: NativeStack) -> Option<VariableNames> {
    compiled_with_names(unit, language, stack).map(|again| names_in(&again))
}

/// Gives each function of a unit the names of its registers, if there are any: [`RegisterCode::variables`].
pub fn name_variables(unit: &mut Unit, language: Language, stack: NativeStack) {
    if let Some(again) = compiled_with_names(unit, language, stack) {
        *unit = again;
    }
}

/// Compiles the source text with each goal that the unit may have had. Returns the one that gives the same code.
fn compiled_with_names(unit: &Unit, language: Language, stack: NativeStack) -> Option<Unit> {
    let goals: &[Goal] = match unit.functions.first()?.kind {
        FunctionKind::Module => &[Goal::Module],
        FunctionKind::Script => &[Goal::Script, Goal::Prompt],
        FunctionKind::Eval => &[Goal::IndirectEval],
        FunctionKind::Function => &[],
    };
    let ways = goals.iter().flat_map(|&goal| [false, true].map(|exports_value| (goal, exports_value)));
    let mut ways = ways.filter(|&(goal, exports_value)| !exports_value || goal == Goal::Module);
    ways.find_map(|(goal, exports_value)| {
        let options = ParseOptions { exports_value, ..ParseOptions::new(goal, stack).in_language(language) };
        let tree = parse(Arc::clone(&unit.source), &options, &mut Budget::default()).ok()?;
        let options = CompileOptions { stack, names_variables: true, ..CompileOptions::default() };
        let again = compile(tree, &options, &mut Budget::default()).ok()?;
        is_same_code(unit, &again).then_some(again)
    })
}

fn names_in(unit: &Unit) -> VariableNames {
    let functions = unit.functions.iter().map(|function| match &function.code {
        Code::Register(code) => &code.variables[..],
        Code::Stack(_) => &[],
    });
    let named = |&(register, name): &(u32, TextId)| Some((register, unit.strings.get(name.0 as usize)?.clone()));
    functions.map(|variables| variables.iter().filter_map(named).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backend, compile_source};
    use ferrotape_text::SourceText;

    fn names(text: &str) -> Option<Vec<Vec<String>>> {
        let source = Arc::new(SourceText::new("a.js", text));
        let options = ParseOptions::new(Goal::Script, NativeStack::default());
        let unit = compile_source(source, &options, Backend::Register, &mut Budget::default()).unwrap();
        let names = variable_names(&unit, Language::JavaScript, NativeStack::default())?;
        let shown = |(register, name): &(u32, Text)| format!("r{register} {name}");
        Some(names.iter().map(|function| function.iter().map(shown).collect()).collect())
    }

    #[test]
    fn parameters_and_variables_have_their_registers() {
        let names = names("function add(a, b) { let sum = a + b; { const twice = 2 * sum; return twice } }").unwrap();
        assert_eq!(names, [vec![], vec!["r1 a", "r2 b", "r3 sum", "r4 twice"]]);
    }

    #[test]
    fn code_whose_text_is_another_has_none() {
        let source = |text| Arc::new(SourceText::new("a.js", text));
        let options = ParseOptions::new(Goal::Script, NativeStack::default());
        let compile = |text| compile_source(source(text), &options, Backend::Register, &mut Budget::default()).unwrap();
        let mut unit = compile("function f(a) { return a + 1 }");
        unit.source = source("function f(a) { return a - 1 }");
        assert_eq!(variable_names(&unit, Language::JavaScript, NativeStack::default()), None);
    }
}
