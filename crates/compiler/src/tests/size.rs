//! Big functions, deep nesting, long chains; sizes of tables.

use std::fmt::Write;
use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_bytecode::{Constant, Instruction, RegisterCode};
use ferrotape_syntax::{Goal, ParseOptions};
use ferrotape_text::SourceText;

use super::{count, function, register_code, script, try_compile};
use crate::{Backend, SourceErrorKind, compile_source};

fn repeated(count: usize, mut item: impl FnMut(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, index| {
        let _ = write!(text, "{}", item(index));
        text
    })
}

#[test]
fn seed_c06_temporaries_are_taken_in_stack_order_and_given_back_after_each_statement() {
    assert_eq!(function("function f(a) { a(1, 2, 3) } ").register_count, 7);
    assert_eq!(function("function f(a) { a(1, 2, 3); a(1, 2, 3); a(1); (a.b + a.c) * a.d }").register_count, 7);
}

#[test]
fn seed_c06_thousands_of_variables() {
    let variables = repeated(2000, |index| format!("var v{index} = {index};"));
    let sum = repeated(2000, |index| format!("+ v{index} * v{}", (index * 7) % 2000));
    let body = "for (var k in {a: 1}) v1 += k.length; try { throw v1 } catch (e) { v2 = e }
        v1999[v1998] += v3; [v1, v2, v1999]; v1500(v1, eval('v5')); new v1501(v1).x.y(v3); with (v7) v8 = v9;
        return v3 ? v4 && v5 : function () { return v6 }";
    let function = function(&format!("function f() {{ {variables} v0 = v0 {sum}; {body} }}"));
    assert!((2000..2300).contains(&function.register_count), "{}", function.register_count);
    assert!(count(&function, |i| matches!(i, Instruction::LoadWide { .. })) > 1000);
    assert_eq!(count(&function, |i| matches!(i, Instruction::CallEvalWide { .. })), 1);
}

#[test]
fn seed_c06_thousands_of_temporaries() {
    let deep = format!("{}1{}", "a + (".repeat(60), ")".repeat(60));
    let wide = repeated(1000, |index| format!("a - {index},"));
    let function = function(&format!("function f() {{ a = {deep}; g({wide} a); }}"));
    assert!(function.register_count > 1000, "{}", function.register_count);
    assert_eq!(count(&function, |i| matches!(i, Instruction::CallWide { argc: 1001, .. })), 1);
}

/// Returns the instructions of the first loop, from the target of its backward jump on.
fn first_loop(function: &RegisterCode) -> &[Instruction] {
    let backwards = |(at, instruction): (usize, &Instruction)| {
        instruction.target().filter(|&to| (to as usize) < at).map(|to| to as usize..at + 1)
    };
    let range = function.instructions.iter().enumerate().find_map(backwards).expect("a loop");
    &function.instructions[range]
}

#[test]
fn variables_that_loops_use_are_in_low_registers_wherever_they_are_declared() {
    let variables = repeated(400, |index| format!("var v{index} = {index};"));
    let colder = repeated(390, |index| format!("v{index} + v{index} + v{index} + v{index} + v{index};"));
    for (before, body) in [
        ("", "for (v395 = 0; v395 < 9; v395++) v396 += v397 * v398"),
        ("v399;", "while (v395) v396 = v396 - v395 | v397"),
        // A loop counts more than many uses outside of it, and a nested loop counts more than that.
        (&colder, "for (v395 = 0; v395 < 9; v395++) { v396 += v397 }"),
        ("function other() { while (v1) v1 = v2 }", "do v396 += v397; while (v396 < v398)"),
    ] {
        let unit = script(&format!("function f() {{ {variables} {before} {body} }}"));
        let function = register_code(&unit.functions[1]);
        let is_wide = |i: &&Instruction| matches!(i, Instruction::LoadWide { .. } | Instruction::StoreWide { .. });
        assert_eq!(first_loop(function).iter().find(is_wide), None, "{body}");
        assert!(count(function, |i| is_wide(&i)) > 100);
    }
}

#[test]
fn calls_in_tail_position_are_so_with_many_registers() {
    let variables = repeated(300, |index| format!("var v{index} = {index};"));
    let function = function(&format!("function f() {{ {variables} return g(v0) }}"));
    assert_eq!(count(&function, |i| matches!(i, Instruction::TailCallWide { argc: 1, .. })), 1);
}

#[test]
fn seed_c06_thousands_of_parameters() {
    let parameters = repeated(1000, |index| format!("p{index},"));
    let source = format!(
        "function f({}) {{ return p0 + p250 + p252 + p254 + p255 + p999 }}",
        &parameters[..parameters.len() - 1]
    );
    let function = function(&source);
    // The parameters in the four registers for shuffling move out at once.
    let moves: Vec<u8> = function
        .instructions
        .iter()
        .take_while(|i| matches!(i, Instruction::StoreWide { .. }))
        .map(|i| if let Instruction::StoreWide { src, .. } = i { *src } else { 0 })
        .collect();
    assert_eq!(moves, [252, 253, 254, 255]);
}

#[test]
fn a_suspension_takes_no_more_code_in_more_blocks() {
    // Variables that are dead lie between those that are not. So many blocks need more native stack than the default.
    let length = |depth: usize| {
        let (blocks, yields) = ("{ let a = x; { let b = x; }".repeat(depth), "yield;".repeat(depth));
        let text = format!("function* f(x) {{ for (;;) {{ {blocks} {yields} {} }} }}", "}".repeat(depth));
        let compile = move || {
            let options = ParseOptions::new(Goal::Script, NativeStack::from_here(48 << 20));
            let source = Arc::new(SourceText::new("test.js", text.as_str()));
            let unit = compile_source(source, &options, Backend::Register, &mut Budget::default());
            let unit = unit.unwrap_or_else(|error| panic!("{error}"));
            register_code(&unit.functions[1]).instructions.len()
        };
        std::thread::Builder::new().stack_size(64 << 20).spawn(compile).unwrap().join().unwrap()
    };
    assert!(length(200) < 6 * length(50), "{} and {}", length(50), length(200));
}

#[test]
fn seed_c24_constants_are_shared_and_their_number_does_not_matter() {
    let function = function("function f(a) { a('x', 1.5, 'x', 1.5); a('x', 0.5, -0.5); return -0 + 'x' }");
    assert_eq!(
        function.constants.iter().filter(|constant| matches!(constant, Constant::Number(n) if *n == 1.5)).count(),
        1
    );
    assert_eq!(function.constants.len(), 5);
    let many = repeated(70_000, |index| format!("a({index}.5);"));
    assert_eq!(super::function(&format!("function f(a) {{ {many} }}")).constants.len(), 70_000);
}

#[test]
fn array_literals_are_appended_in_batches() {
    let elements = repeated(100_000, |index| format!("{index},"));
    let function = function(&format!("function f() {{ return [{elements}] }}"));
    assert!(function.register_count < 40);
    let appended: u32 = function
        .instructions
        .iter()
        .map(|i| if let Instruction::AppendElements { count, .. } = i { *count } else { 0 })
        .sum();
    let at_once = function.literals[0].values.len() as u32;
    assert_eq!(at_once + appended, 100_000);
    assert_eq!((function.literals.len(), at_once), (1, ferrotape_bytecode::MOST_ELEMENTS as u32));
}

#[test]
fn seed_c20_positions_take_at_most_two_bytes_an_instruction() {
    let source = include_str!("sample.js");
    let unit = script(source);
    let code: usize = unit.functions.iter().map(|function| register_code(function).instructions.len()).sum();
    let positions: usize = unit.functions.iter().map(|function| register_code(function).positions.len()).sum();
    assert!(code > 400 && positions <= 2 * code, "{positions} bytes for {code} instructions");
}

#[test]
fn chains_to_the_left_need_no_native_stack() {
    for source in [
        format!("a{}", "+a".repeat(500_000)),
        format!("'a'{}", "+'b'".repeat(500_000)),
        format!("a{}", "&&a".repeat(100_000)),
        format!("if (a{}) b", "||a".repeat(100_000)),
        format!("a{}", ".b".repeat(100_000)),
        format!("a{}", "(1)[2]".repeat(100_000)),
        format!("{} b", "if (a) b; else ".repeat(1_000)),
    ] {
        script(&source);
    }
}

#[test]
fn nesting_ends_in_an_error_on_a_small_stack() {
    let deep = |open: &str, middle: &str, close: &str| {
        let text = format!("{}{middle}{}", open.repeat(100_000), close.repeat(100_000));
        let thread = std::thread::Builder::new().stack_size(256 * 1024);
        let done = thread.spawn(move || try_compile(&text, Goal::Script).map(|_| ()).map_err(|error| error.kind));
        done.unwrap().join().unwrap()
    };
    for (open, middle, close) in [
        ("a+(", "a", ")"),
        ("[", "", "]"),
        ("f(", "", ")"),
        ("{", "", "}"),
        ("!", "a", ""),
        ("a ? b : ", "c", ""),
        ("if(a)", ";", ""),
    ] {
        let result = deep(open, middle, close);
        assert!(matches!(result, Ok(()) | Err(SourceErrorKind::Limit)), "{open}: {result:?}");
    }
}

#[test]
fn limits_are_errors() {
    let arguments = "1,".repeat(70_000);
    let error = try_compile(&format!("f({arguments} 1)"), Goal::Script).unwrap_err();
    assert_eq!((error.kind, error.message.as_str()), (SourceErrorKind::Limit, "too many arguments in a call"));
    let variables = repeated(66_000, |index| format!("var v{index};"));
    let error = try_compile(&format!("function f() {{ {variables} }}"), Goal::Script).unwrap_err();
    assert_eq!((error.kind, error.message.as_str()), (SourceErrorKind::Limit, "function needs too many registers"));
}

/// Each block has a variable: there are more than registers, but never many at a time.
#[test]
fn blocks_beside_each_other_share_registers_where_those_are_short() {
    let blocks = repeated(70_000, |index| format!("{{ let a = {index}; {{ let b = a; g(a, b) }} }}"));
    let unit = script(&format!("function f(c) {{ var d; {blocks} }}"));
    let count = register_code(&unit.functions[1]).register_count;
    assert!((256..1000).contains(&count), "{count}");
    // A function that can wait forgets the registers of blocks that it has left: they are its blocks' own.
    let error = try_compile(&format!("async function f() {{ {blocks} }}"), Goal::Script).unwrap_err();
    assert_eq!((error.kind, error.message.as_str()), (SourceErrorKind::Limit, "function needs too many registers"));
}

#[test]
fn flags_of_regular_expressions_get_ids_that_fit() {
    let strings = repeated(70_000, |index| format!("'s{index}',"));
    let unit = script(&format!("[{strings}]; /first/; [/second/g, /first/]"));
    let patterns: Vec<String> = register_code(&unit.functions[0])
        .instructions
        .iter()
        .filter_map(|i| match i {
            Instruction::NewRegExp { pattern, flags, .. } => {
                Some(format!("{}/{}", unit.strings[*pattern as usize], unit.strings[usize::from(*flags)]))
            }
            _ => None,
        })
        .collect();
    assert_eq!(patterns, ["first/", "second/g", "first/"]);
}

#[test]
fn a_unit_may_have_any_number_of_regular_expressions() {
    let unit = script(&repeated(140_000, |index| format!("/p{index}/g;")));
    let code = register_code(&unit.functions[0]);
    let literals = code.instructions.iter().filter_map(|instruction| match instruction {
        Instruction::NewRegExp { pattern, flags, .. } => {
            Some((unit.strings[*pattern as usize].to_string(), unit.strings[usize::from(*flags)].to_string()))
        }
        _ => None,
    });
    let mut count = 0;
    for (index, (pattern, flags)) in literals.enumerate() {
        assert_eq!((pattern, flags), (format!("p{index}"), "g".to_owned()));
        count += 1;
    }
    assert_eq!(count, 140_000);
}

#[test]
fn seed_c07_functions_nest_deeply_at_no_cost() {
    const DEPTH: usize = 100;
    let source = format!("function f(a) {{ {}a{} }}", "return function (b) { b;".repeat(DEPTH), "}".repeat(DEPTH));
    let unit = script(&source);
    assert_eq!(unit.functions.len(), DEPTH + 2);
    // One record lies between, whatever the depth: that of the only function with captured variables.
    let reads = unit.functions.iter().flat_map(|function| register_code(function).instructions.iter());
    let outer: Vec<_> = reads.filter(|i| matches!(i, Instruction::GetOuter { .. })).collect();
    assert!(outer.is_empty(), "an expression statement that reads a variable needs no code");
    let unit = script(&source.replace("a}", "return a}"));
    let innermost = unit
        .functions
        .iter()
        .map(register_code)
        .find(|code| count(code, |i| matches!(i, Instruction::GetOuter { .. })) > 0);
    assert_eq!(innermost.map(|code| code.instructions[0]), Some(Instruction::GetOuter { dst: 2, depth: 0, index: 0 }));
}
