//! Tests of the code generated from sources, by listing. Everything compiled here is verified. Tests named after rows
//! of the seed map show what the row claims.

mod calls;
mod conditions;
mod exceptions;
mod names;
mod operands;
mod size;
mod stack;
mod ticks;

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_bytecode::{Code, FunctionTemplate, Instruction, RegisterCode, Unit, disassemble, verify};
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::SourceText;

use crate::{Backend, SourceError, compile_source};

fn try_compile(source: &str, goal: Goal) -> Result<Unit, SourceError> {
    let source = Arc::new(SourceText::new("test.js", source));
    let unit = compile_source(
        source,
        &ParseOptions::new(goal, NativeStack::default()),
        Backend::Register,
        &mut Budget::default(),
    )?;
    verify(&unit).unwrap_or_else(|error| panic!("{error}\n{}", disassemble(&unit)));
    Ok(unit)
}

fn compiled(source: &str, goal: Goal) -> Unit {
    try_compile(source, goal).unwrap_or_else(|error| panic!("{error}"))
}

fn script(source: &str) -> Unit {
    compiled(source, Goal::Script)
}

/// Returns the code of the first function inside of a script.
fn function(source: &str) -> RegisterCode {
    register_code(&script(source).functions[1]).clone()
}

fn register_code(function: &FunctionTemplate) -> &RegisterCode {
    match &function.code {
        Code::Register(code) => code,
        Code::Stack(_) => panic!("compiled for the register machine"),
    }
}

/// Returns the names of the instructions of the first function inside of a script.
fn names(source: &str) -> Vec<&'static str> {
    function(source).instructions.iter().map(|instruction| instruction.name()).collect()
}

/// Returns the listing of one function, without lines of source.
fn listing(unit: &Unit, index: usize) -> String {
    let listing = disassemble(unit);
    let function = listing.split("\n\n").nth(index).unwrap_or("");
    let is_code = |line: &&str| !line.get(..9).is_some_and(|start| start.ends_with('|') || start.ends_with("| "));
    function.lines().skip(1).filter(is_code).map(|line| line.trim()).collect::<Vec<_>>().join("\n")
}

/// Checks that the first function inside of the script has this listing. Indentation does not matter.
#[track_caller]
fn check(source: &str, expected: &str) {
    check_unit(&script(source), 1, expected);
}

#[track_caller]
fn check_unit(unit: &Unit, index: usize, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(listing(unit, index), expected.join("\n"), "\n{}", disassemble(unit));
}

fn count(function: &RegisterCode, is_counted: impl Fn(&Instruction) -> bool) -> usize {
    function.instructions.iter().filter(|instruction| is_counted(instruction)).count()
}
