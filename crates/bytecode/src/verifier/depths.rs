//! Check that functions are made where their code expects it.
//!
//! `GetOuter` counts records from the function's own environment outwards. So a closure must get an environment with as
//! many records as the function had around it when it was compiled ([`RegisterCode::records_around`]). With another
//! number it would read and write other code's variables. Stack code finds its variables by name.

use super::{Checked, check, check_at};
use crate::{Code, FunctionKind, Instruction, NameStart, RegisterCode, Unit};

const NO_SCOPE: u16 = u16::MAX;

/// Checks the code of a function, and the functions that it makes.
pub(super) fn verify_depths(unit: &Unit, code: &RegisterCode) -> Checked {
    let depths = depths_of_scopes(code);
    for (at, &instruction) in code.instructions.iter().enumerate() {
        match instruction {
            Instruction::MakeClosure { scope, function, .. } => {
                let depth = match scope {
                    NO_SCOPE => Some(code.records_around),
                    scope => depths.get(usize::from(scope)).copied(),
                };
                let is_right = depth.is_some_and(|depth| is_made_at(unit, function, depth));
                check_at(is_right, at, "a closure is made among other records than it was compiled for")?;
            }
            Instruction::GetOuter { depth, .. }
            | Instruction::GetOuterChecked { depth, .. }
            | Instruction::SetOuter { depth, .. } => {
                check_at(u32::from(depth) < code.records_around, at, "a variable beyond the records")?;
            }
            _ => {}
        }
    }
    let is_beyond = |start| matches!(start, NameStart::Environment(depth) if depth > code.records_around);
    check(!code.names.iter().any(|name| is_beyond(name.start)), "a name beyond the records")
}

/// Checks the surroundings of the outermost code, and the functions made before it runs.
pub(super) fn verify_outermost(unit: &Unit) -> Result<(), &'static str> {
    let depth = u32::from(unit.module.is_some());
    let module = unit.module.iter().flat_map(|module| &module.functions).map(|made| made.function);
    // Eval code makes its functions itself.
    let script = unit.functions.iter().take(1).filter(|first| first.kind == FunctionKind::Script);
    let declared = script.flat_map(|first| &first.declarations.functions).map(|made| made.function);
    let mut made = module.chain(declared).chain([0]);
    match made.all(|function| is_made_at(unit, function, depth)) {
        true => Ok(()),
        false => Err("a function is declared among other records than it was compiled for"),
    }
}

/// Returns whether the function was compiled for this many records around it.
fn is_made_at(unit: &Unit, function: u32, depth: u32) -> bool {
    match unit.functions.get(function as usize).map(|function| &function.code) {
        Some(Code::Register(code)) => code.records_around == depth,
        Some(Code::Stack(_)) => true,
        None => false,
    }
}

/// Returns the number of records from each scope outwards, its own included. The chains have been checked to end.
fn depths_of_scopes(code: &RegisterCode) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX;
    let mut depths = vec![UNKNOWN; code.scopes.len()];
    let mut path = Vec::new();
    for start in 0..code.scopes.len() {
        let mut depth = code.records_around;
        let mut next = Some(start);
        while let Some(scope) = next {
            if depths[scope] != UNKNOWN {
                depth = depths[scope];
                break;
            }
            path.push(scope);
            next = code.scopes[scope].parent.map(usize::from);
        }
        while let Some(scope) = path.pop() {
            depth = depth.saturating_add(1);
            depths[scope] = depth;
        }
    }
    depths
}
