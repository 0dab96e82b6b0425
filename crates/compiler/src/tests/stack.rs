//! Tests of the stack machine's generator. Everything compiled here is verified.
//!
//! Code is compared without its `LOC` instructions, renumbered: it reads like the document's examples.
//!
//! [`check`] takes the instructions in a row, [`check_lines`] one on each line with its number.

mod blocks;
mod expressions;
mod locations;
mod peephole;
mod statements;

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_bytecode::{Code, StackCode, Unit, disassemble, verify};
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::SourceText;

use crate::{Backend, compile_source};

fn unit(source: &str, goal: Goal) -> Unit {
    let source = Arc::new(SourceText::new("test.js", source));
    let options = ParseOptions::new(goal, NativeStack::default());
    let unit = compile_source(source, &options, Backend::Stack, &mut Budget::default())
        .unwrap_or_else(|error| panic!("{error}"));
    verify(&unit).unwrap_or_else(|error| panic!("{error}\n{}", disassemble(&unit)));
    unit
}

/// Returns the code of one of the functions of a script.
fn code(source: &str, index: usize) -> StackCode {
    match &unit(source, Goal::Script).functions[index].code {
        Code::Stack(code) => code.clone(),
        Code::Register(_) => panic!("compiled for the stack machine"),
    }
}

/// Returns the instructions of a function as listings show them.
fn listed(unit: &Unit, index: usize) -> Vec<String> {
    let listing = disassemble(unit);
    let function = listing.split("\n\n").nth(index).unwrap_or("");
    let is_code =
        |line: &&str| line.trim_start().starts_with(|first: char| first.is_ascii_digit()) && !line.contains(" | ");
    let lines = function.lines().skip(1).filter(is_code);
    lines.filter_map(|line| line.trim().split_once("  ")).map(|(_, instruction)| instruction.to_owned()).collect()
}

/// Returns the instructions of a function as listings show them, without `LOC`.
fn without_locations(unit: &Unit, index: usize) -> Vec<String> {
    let listed = listed(unit, index);
    let is_location = |line: &String| line.starts_with("LOC,");
    let renumbered = |line: &String| match line.split_once(',') {
        Some((name @ ("B.ALWAYS" | "B.TRUE" | "B.ENUM" | "S.TRYC" | "S.TRYF"), target)) => {
            let target: usize = target.parse().expect("targets are numbers");
            let locations = listed[..target].iter().filter(|line| is_location(line)).count();
            format!("{name},{}", target - locations)
        }
        _ => line.clone(),
    };
    listed.iter().filter(|line| !is_location(line)).map(renumbered).collect()
}

/// Checks that the first function inside of a script has this code, all in a row.
#[track_caller]
fn check(source: &str, expected: &str) {
    check_unit(&unit(source, Goal::Script), 1, expected);
}

#[track_caller]
fn check_unit(unit: &Unit, index: usize, expected: &str) {
    let expected: Vec<&str> = expected.split_whitespace().collect();
    assert_eq!(without_locations(unit, index).join(" "), expected.join(" "), "\n{}", disassemble(unit));
}

/// Checks that the first function inside of a script has this code, in numbered lines.
#[track_caller]
fn check_lines(source: &str, expected: &str) {
    let unit = unit(source, Goal::Script);
    let lines = without_locations(&unit, 1);
    let lines: Vec<String> = lines.iter().enumerate().map(|(index, line)| format!("{index}: {line}")).collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.join("\n"), expected.join("\n"), "\n{}", disassemble(&unit));
}

#[test]
fn seed_s01_both_back_ends_make_code_of_the_same_trees() {
    for (backend, is_right) in [
        (Backend::Register, (|code| matches!(code, Code::Register(_))) as fn(&Code) -> bool),
        (Backend::Stack, |code| matches!(code, Code::Stack(_))),
    ] {
        let source = Arc::new(SourceText::new("test.js", include_str!("sample.js")));
        let options = ParseOptions::new(Goal::Script, NativeStack::default());
        let unit =
            compile_source(source, &options, backend, &mut Budget::default()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(verify(&unit), Ok(()));
        assert!(unit.functions.iter().all(|function| is_right(&function.code)));
    }
}

#[test]
fn templates_of_both_back_ends_say_the_same() {
    let source = "var g = function (a, b) { 'use strict' }; ({get x() { return 1 }}); { function h() {} }";
    let stack = unit(source, Goal::Script);
    let register = super::script(source);
    for (stack, register) in stack.functions.iter().zip(&register.functions) {
        assert_eq!(stack.name.map(|name| name.0), register.name.map(|name| name.0));
        assert_eq!((stack.kind, stack.strict, stack.span), (register.kind, register.strict, register.span));
        assert_eq!(stack.parameter_count, register.parameter_count);
        assert_eq!(stack.declarations, register.declarations);
        assert_eq!(stack.is_constructor, register.is_constructor);
    }
    assert_eq!(stack.functions.len(), register.functions.len());
}
