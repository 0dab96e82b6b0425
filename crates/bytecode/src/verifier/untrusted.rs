//! Additional checks for code from untrusted bytes instead of the compiler.
//!
//! The tables of a unit must fit together, functions must be of a callable kind, and register code must keep the
//! machine's internal things from scripts ([`super::kinds`]).

use std::borrow::Cow;
use std::sync::Arc;

use super::effects::asks_whether_bound;
use super::environments::Environments;
use super::kinds::{self, Scratch};
use super::{Checked, MOST_STACK_STATES, VerifyError, check, check_at, verify_functions};
use crate::{
    ActivationKind, Code, Declarations, Exported, FunctionKind, FunctionTemplate, Instruction, LiteralTemplate,
    ModuleTemplate, RegisterCode, StackCode, StackInstruction, TextId, Unit, array_index,
};

/// Most registers of a function; the compiler stays below.
const MOST_REGISTERS: u32 = 1 << 16;

/// Checks every function of an untrusted unit. A unit that passes can be run: at worst it computes nonsense. Takes time
/// and memory in proportion to the code.
pub fn verify_saved(unit: &Unit) -> Result<(), VerifyError> {
    whole(unit).map_err(|what| VerifyError { function: 0, instruction: None, what })?;
    for (index, function) in unit.functions.iter().enumerate() {
        let at = |(instruction, what)| VerifyError { function: index, instruction, what };
        shape(unit, index, function).map_err(at)?;
    }
    verify_functions(unit, MOST_STACK_STATES, true)?;
    let environments = Environments::new(unit);
    let mut scratch = Scratch::default();
    for (index, function) in unit.functions.iter().enumerate() {
        let Code::Register(code) = &function.code else { continue };
        kinds::verify_kinds(unit, index, code, &environments, &mut scratch)
            .map_err(|(instruction, what)| VerifyError { function: index, instruction, what })?;
    }
    Ok(())
}

/// Returns the unit with a run-time check wherever the verifier cannot know that a variable is initialised; borrowed if it
/// has them all. Fails if the saved form could not be read again.
pub fn prepare_for_saving(unit: &Unit) -> Result<Cow<'_, Unit>, VerifyError> {
    let mut prepared = Cow::Borrowed(unit);
    let environments = Environments::new(unit);
    for (index, function) in unit.functions.iter().enumerate() {
        let Code::Register(code) = &function.code else { continue };
        // For unreachable code the compiler leaves out the elements, but not always the array.
        let (room, elements) = room_and_elements(code);
        for (at, &instruction) in code.instructions.iter().enumerate() {
            let replacement = match instruction {
                Instruction::NewArray { dst, capacity } if room > elements && capacity > 0 => {
                    Instruction::NewArray { dst, capacity: 0 }
                }
                Instruction::GetOuter { dst, depth, index: binding }
                    if !environments.has_value(unit, index, depth, binding)
                        && !asks_whether_bound(instruction, code.instructions.get(at + 1)) =>
                {
                    Instruction::GetOuterChecked { dst, depth, index: binding }
                }
                _ => continue,
            };
            if let Some(FunctionTemplate { code: Code::Register(code), .. }) =
                prepared.to_mut().functions.get_mut(index)
                && let Some(place) = Arc::make_mut(&mut code.instructions).get_mut(at)
            {
                *place = replacement;
            }
        }
    }
    verify_saved(&prepared)?;
    Ok(prepared)
}

/// Returns the unit with a check at every variable that closures read. It is for closures whose variables were not left
/// by their own code, but were read from somewhere, perhaps without values.
pub fn look_at_variables(unit: &Unit) -> Unit {
    let mut looking = unit.clone();
    for function in &mut looking.functions {
        let Code::Register(code) = &mut function.code else { continue };
        for at in 0..code.instructions.len() {
            if let Some((dst, depth, index)) = read_as_it_is(code, at)
                && let Some(instruction) = Arc::make_mut(&mut code.instructions).get_mut(at)
            {
                *instruction = Instruction::GetOuterChecked { dst, depth, index };
            }
        }
    }
    looking
}

/// Returns the unit without its outermost code, which has run. So eval code can be saved as a script, for the functions
/// that it has made.
pub fn without_outermost_code(unit: &Unit) -> Unit {
    let mut rest = unit.clone();
    if let Some(first) = rest.functions.first_mut() {
        first.kind = FunctionKind::Script;
        first.declarations = Declarations::default();
        first.templates = Vec::new();
        first.code = match first.code {
            Code::Register(_) => {
                let instructions = [Instruction::ReturnUndefined {}].into();
                Code::Register(RegisterCode { register_count: 1, instructions, ..RegisterCode::default() })
            }
            Code::Stack(_) => {
                let instructions = vec![StackInstruction::End(0)];
                Code::Stack(StackCode { instructions, ..StackCode::default() })
            }
        };
    }
    rest
}

/// Returns whether every variable that closures read is checked.
pub fn looks_at_variables(unit: &Unit) -> bool {
    unit.functions.iter().all(|function| match &function.code {
        Code::Register(code) => (0..code.instructions.len()).all(|at| read_as_it_is(code, at).is_none()),
        Code::Stack(_) => true,
    })
}

fn read_as_it_is(code: &RegisterCode, at: usize) -> Option<(u8, u16, u32)> {
    match *code.instructions.get(at)? {
        instruction @ Instruction::GetOuter { dst, depth, index } => {
            (!asks_whether_bound(instruction, code.instructions.get(at + 1))).then_some((dst, depth, index))
        }
        _ => None,
    }
}

/// Checks the unit as a whole.
fn whole(unit: &Unit) -> Result<(), &'static str> {
    let Some(first) = unit.functions.first() else { return Err("there is no function") };
    let is_whole = match (&unit.module, first.kind) {
        (None, FunctionKind::Script) => first.activation == ActivationKind::Plain,
        (Some(_), FunctionKind::Module) => matches!(first.activation, ActivationKind::Plain | ActivationKind::Async),
        _ => false,
    };
    if !is_whole || first.is_constructor || first.parameter_count > 0 {
        return Err("the outermost code is neither a script nor a module");
    }
    unit.module.as_ref().map_or(Ok(()), |module| module_tables(unit, module))
}

/// Checks that imports and exports name what is there.
fn module_tables(unit: &Unit, module: &ModuleTemplate) -> Result<(), &'static str> {
    let is_text = |text: TextId| (text.0 as usize) < unit.strings.len();
    let is_request = |request: u32| (request as usize) < module.requests.len();
    let is_binding = |binding: u32| (binding as usize) < module.bindings.len();
    let mut are_right = true;
    for request in &module.requests {
        are_right &= is_text(request.specifier) && request.attributes.iter().all(|&(a, b)| is_text(a) && is_text(b));
    }
    let mut is_imported = vec![false; module.bindings.len()];
    for import in &module.imports {
        are_right &= is_request(import.request) && import.import.is_none_or(is_text);
        match is_imported.get_mut(import.binding as usize) {
            Some(imported) => *imported |= import.import.is_some(),
            None => are_right = false,
        }
    }
    for export in &module.exports {
        are_right &= export.name.is_none_or(is_text);
        are_right &= match export.what {
            // An import is another module's binding.
            Exported::Local(binding) => export.name.is_some() && is_imported.get(binding as usize) == Some(&false),
            Exported::Indirect { request, import } => export.name.is_some() && is_request(request) && is_text(import),
            Exported::All { request } => is_request(request),
        };
    }
    are_right &= module.bindings.iter().all(|binding| is_text(binding.name));
    for function in &module.functions {
        let is_function = function.function != 0 && (function.function as usize) < unit.functions.len();
        are_right &= is_binding(function.binding) && is_function;
    }
    if are_right { Ok(()) } else { Err("the tables of the module are broken") }
}

/// Checks that the function can be called.
fn shape(unit: &Unit, index: usize, function: &FunctionTemplate) -> Checked {
    check(index == 0 || function.kind == FunctionKind::Function, "a function is of the kind of whole programs")?;
    let is_plain = function.activation == ActivationKind::Plain;
    check(is_plain || !function.is_constructor, "what constructs cannot be suspended")?;
    check(function.class.is_none() || function.is_constructor, "a class does not construct")?;
    match &function.code {
        Code::Register(code) => register_code(unit, code),
        Code::Stack(code) => stack_code(function, code),
    }
}

/// Checks what trusted code satisfies by the way it is made.
fn register_code(unit: &Unit, code: &RegisterCode) -> Checked {
    check(code.register_count <= MOST_REGISTERS, "there are too many registers")?;
    kinds::verify_rows(code)?;
    let is_index = |text: &TextId| unit.strings.get(text.0 as usize).is_some_and(|text| array_index(text).is_some());
    check(!code.caches.iter().any(is_index), "a cache site for an element")?;
    let has_index = |literal: &LiteralTemplate| literal.names.iter().any(is_index);
    check(!code.literals.iter().any(has_index), "a member of a literal that is an element")?;
    for (at, &instruction) in code.instructions.iter().enumerate() {
        use Instruction::*;
        match instruction {
            GetMethod { base, .. }
            | GetMethodElement { base, .. }
            | GetNameAndThis { base, .. }
            | GetGlobalAndThis { base, .. }
            | Call { base, .. }
            | TailCall { base, .. }
            | CallDelegate { base }
            | JumpIfDelegated { base, .. }
            | YieldDelegate { base, .. } => {
                check_at(base < u8::MAX, at, "registers beyond the window")?;
            }
            Tick { amount: 0 } => return Err((Some(at), "a tick of nothing")),
            EnterWith { scope, .. } => {
                let scope = code.scopes.get(scope as usize);
                let is_with = scope.is_some_and(|scope| scope.kind == crate::ScopeKind::With);
                check_at(is_with, at, "a scope that is not that of a `with`")?;
            }
            _ => {}
        }
    }
    let (room, elements) = room_and_elements(code);
    check(room <= elements, "an array has room for more than its elements")?;
    for scope in &code.scopes {
        let is_bare = scope.kind != crate::ScopeKind::With || scope.bindings.is_empty();
        check(is_bare, "the scope of a `with` has bindings")?;
    }
    Ok(())
}

/// Returns for how many elements new arrays have room, and how many are appended.
fn room_and_elements(code: &RegisterCode) -> (u64, u64) {
    code.instructions.iter().fold((0, 0), |(room, elements), instruction| match *instruction {
        Instruction::NewArray { capacity, .. } => (room + u64::from(capacity), elements),
        Instruction::AppendElements { count, .. } => (room, elements + u64::from(count)),
        _ => (room, elements),
    })
}

/// Checks that the code's tables fit the function's kind, and that each suspending instruction stands in such a function.
fn stack_code(function: &FunctionTemplate, code: &StackCode) -> Checked {
    check(code.held as usize <= code.instructions.len(), "there are too many places for values")?;
    let declares_by_name = match function.kind {
        FunctionKind::Script => true,
        FunctionKind::Eval => !function.strict,
        FunctionKind::Module | FunctionKind::Function => false,
    };
    check(!declares_by_name || code.variables.is_empty(), "a script has variables of its own")?;
    for (at, &instruction) in code.instructions.iter().enumerate() {
        use StackInstruction as I;
        let is_right = match instruction {
            I::Activate => function.activation != ActivationKind::Plain,
            I::Yield | I::YieldDelegate | I::GetDelegate | I::CallDelegate | I::BDelegated(_) => {
                matches!(function.activation, ActivationKind::Generator | ActivationKind::AsyncGenerator)
            }
            I::Await => matches!(function.activation, ActivationKind::Async | ActivationKind::AsyncGenerator),
            _ => true,
        };
        check_at(is_right, at, "the function is of another kind")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
