//! The document's worked traces, and what blocks do when they are left in other ways.

use std::sync::mpsc;

use super::{Function, new_vm, run, script};
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::watch::{self, Detail};

/// Runs a function in which what the document leaves out has its place, and gives the steps as the document writes them.
/// `offset` instructions stand before those that the document shows; positions are told without them.
fn trace(vm: &mut Vm, code: &str, offset: usize) -> (Vec<String>, String) {
    let (seen, steps) = mpsc::channel();
    watch::observe(
        vm,
        Detail::Instructions,
        0..u64::MAX,
        Box::new(move |step| {
            if let Some(pc) = step.pc.checked_sub(offset) {
                let blocks: Vec<String> = step.blocks.iter().map(|block| moved(block, offset)).collect();
                let instruction = moved(&step.instruction, offset);
                let _ = seen.send(format!("PC={pc} blocks={{{}}} {instruction}", blocks.join(",")));
            }
        }),
    );
    let result = run(vm, &[script(code)]);
    (steps.try_iter().collect(), result)
}

/// A block or an instruction with the document's addresses.
fn moved(text: &str, offset: usize) -> String {
    let (name, rest) = match text.split_once(['<', ',']) {
        Some((name, rest)) if !name.starts_with("END") => (name, rest),
        _ => return text.to_owned(),
    };
    let digits = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
    match rest[..digits].parse::<usize>() {
        Ok(address) => format!("{name}{}{}{}", &text[name.len()..=name.len()], address - offset, &rest[digits..]),
        Err(_) => text.to_owned(),
    }
}

#[test]
fn seed_s05_try_catch_that_completes() {
    let mut vm = new_vm(false);
    let code = r#"LITERAL,"e"; S.TRYC,4; NOP; B.ALWAYS,7; END,2; S.CATCH; NOP; END,1; END,0"#;
    let (steps, result) = trace(&mut vm, code, 1);
    assert_eq!(result, "undefined");
    assert_eq!(
        steps,
        [
            "PC=0 blocks={} S.TRYC,3",
            "PC=1 blocks={CATCH<3>} NOP",
            "PC=2 blocks={CATCH<3>} B.ALWAYS,6",
            "PC=6 blocks={CATCH<3>} END,1",
            "PC=7 blocks={} END,0",
        ]
    );
}

#[test]
fn seed_s05_try_catch_that_throws() {
    let mut vm = new_vm(false);
    // {AAA} throws 9, which waits in C.
    let code = r#"LITERAL,9; SETC; LITERAL,"e"; S.TRYC,7
        GETC; THROW; B.ALWAYS,10
        END,2; S.CATCH; NOP; END,1; END,0"#;
    let (steps, result) = trace(&mut vm, code, 3);
    assert_eq!(result, "9");
    // {AAA} is two instructions here, so that the document's addresses from 2 on are one less than ours.
    assert_eq!(
        steps,
        [
            "PC=0 blocks={} S.TRYC,4",
            "PC=1 blocks={CATCH<4>} GETC",
            "PC=2 blocks={CATCH<4>} THROW",
            "PC=4 blocks={CATCH<4,9>} END,2",
            "PC=5 blocks={CATCH<4,9>} S.CATCH",
            "PC=6 blocks={WITH} NOP",
            "PC=7 blocks={WITH} END,1",
            "PC=8 blocks={} END,0",
        ]
    );
}

#[test]
fn seed_s05_blocks_above_a_catch_block_are_ended_by_its_handler() {
    let mut vm = new_vm(true);
    let code = r#"LITERAL,"e"; S.TRYC,8; OBJECT; S.WITH; LITERAL,9; THROW; END,2; B.ALWAYS,14
        END,2; S.CATCH; LITERAL,"e"; LOOKUP; GETVALUE; SETC; END,1; END,0"#;
    let (steps, result) = trace(&mut vm, code, 1);
    assert_eq!(result, "9");
    assert!(steps.contains(&"PC=7 blocks={CATCH<7,9>,WITH} END,2".to_owned()), "{steps:?}");
    assert!(steps.contains(&"PC=8 blocks={CATCH<7,9>} S.CATCH".to_owned()), "{steps:?}");
}

/// The listing as `docs/stack-backend.md` corrects it: ENDF ends the handler, and the END that the block was ended by stands
/// behind it.
const TRY_FINALLY: &str = "S.TRYF,3; NOP; B.ALWAYS,6; END,2; NOP; ENDF; END,1; END,0";

#[test]
fn seed_s05_try_finally_that_completes() {
    let mut vm = new_vm(false);
    let (steps, result) = trace(&mut vm, TRY_FINALLY, 0);
    assert_eq!(result, "undefined");
    assert_eq!(
        steps,
        [
            "PC=0 blocks={} S.TRYF,3",
            "PC=1 blocks={FINALLY<3>} NOP",
            "PC=2 blocks={FINALLY<3>} B.ALWAYS,6",
            "PC=6 blocks={FINALLY<3>} END,1",
            "PC=3 blocks={FINALLY2<6>} END,2",
            "PC=4 blocks={FINALLY2<6>} NOP",
            "PC=5 blocks={FINALLY2<6>} ENDF",
            "PC=6 blocks={} END,1",
            "PC=7 blocks={} END,0",
        ]
    );
}

#[test]
fn seed_s05_try_finally_that_throws() {
    let mut vm = new_vm(false);
    // {CCC} is two instructions here.
    let code = "S.TRYF,4; LITERAL,9; THROW; B.ALWAYS,7; END,2; NOP; ENDF; END,1; END,0";
    let (steps, result) = trace(&mut vm, code, 0);
    assert_eq!(result, "throws 9");
    assert_eq!(
        steps,
        [
            "PC=0 blocks={} S.TRYF,4",
            "PC=1 blocks={FINALLY<4>} LITERAL,9",
            "PC=2 blocks={FINALLY<4>} THROW",
            "PC=4 blocks={FINALLY2<9>} END,2",
            "PC=5 blocks={FINALLY2<9>} NOP",
            "PC=6 blocks={FINALLY2<9>} ENDF",
        ]
    );
}

#[test]
fn a_return_passes_every_finally_and_keeps_its_value() {
    // try { try { return 1 } finally { C = 2 } } finally { C = 3 }
    let code = "S.TRYF,9; S.TRYF,5; LITERAL,1; SETC; END,0
        END,3; LITERAL,2; SETC; ENDF
        END,2; LITERAL,3; SETC; ENDF";
    assert_eq!(run(&mut new_vm(true), &[script(code)]), "1");
}

#[test]
fn leaving_a_finally_handler_loses_what_it_was_to_go_on_with() {
    // try { throw 1 } finally { return 2 }
    let code = "S.TRYF,4; LITERAL,1; THROW; END,0; END,2; LITERAL,2; SETC; END,0";
    assert_eq!(run(&mut new_vm(true), &[script(code)]), "2");
}

#[test]
fn an_exception_in_a_handler_is_for_the_next_block() {
    // try { try { throw 1 } finally { throw 2 } } catch (e) { C = e }
    let code = r#"LITERAL,"e"; S.TRYC,10; S.TRYF,6; LITERAL,1; THROW; END,0
        END,3; LITERAL,2; THROW; END,0
        END,2; S.CATCH; LITERAL,"e"; LOOKUP; GETVALUE; SETC; END,0"#;
    assert_eq!(run(&mut new_vm(true), &[script(code)]), "2");
}

#[test]
fn ends_restore_the_enumeration_and_the_scope() {
    // for (x in "ab") { C += x; for (y in "xyz") { C += y; break } }
    let code = r#"LITERAL,""; SETC; LITERAL,"ab"; S.ENUM
        B.ENUM,20; GETC; TOSTRING; EXCH; ADD; SETC
        LITERAL,"xyz"; S.ENUM; B.ENUM,18; GETC; TOSTRING; EXCH; ADD; SETC
        END,2; B.ALWAYS,4
        END,1; END,0"#;
    assert_eq!(run(&mut new_vm(true), &[script(code)]), r#""0010""#);
}

#[test]
fn a_with_block_is_the_innermost_scope_and_gives_this() {
    let code = r#"ARRAY; LITERAL,7; LITERAL,8; NEW,2; S.WITH
        LITERAL,"join"; LOOKUP; CALL,0; SETC
        LITERAL,"length"; LOOKUP; LITERAL,1; PUTVALUE
        LITERAL,"join"; LOOKUP; CALL,0; GETC; TOSTRING; EXCH; TOSTRING; ADD; SETC
        END,1; LITERAL,"join"; LOOKUP; TYPEOF; GETC; TOSTRING; EXCH; ADD; SETC; END,0"#;
    assert_eq!(run(&mut new_vm(true), &[script(code)]), r#""7,87undefined""#);
}

#[test]
fn a_block_scope_hides_variables_and_ends_with_its_block() {
    let inner = Function {
        code: r#"VREF,0; LITERAL,1; PUTVALUE
            S.BLOCK,0; LITERAL,"f"; LOOKUP; LITERAL,2; PUTVALUE
            LITERAL,"f"; LOOKUP; GETVALUE; TONUMBER; END,1
            LITERAL,"f"; LOOKUP; GETVALUE; TONUMBER; LITERAL,10; MUL; ADD; SETC; END,0"#,
        variables: &["f"],
        blocks: &[&["f"]],
        ..Function::default()
    };
    assert_eq!(run(&mut new_vm(true), &[script("FUNC,1; CALL,0; SETC; END,0"), inner]), "12");
}

#[test]
fn what_a_block_declares_lexically_is_initialised_once_and_copied_for_a_turn() {
    let block = |code| Function { code, blocks: &[&["let a", "const b"]], ..Function::default() };
    let early = r#"S.BLOCK,0; LITERAL,"a"; LOOKUP; GETVALUE; SETC; END,0"#;
    let too_early = "throws ReferenceError: Cannot access 'a' before initialization";
    assert_eq!(run(&mut new_vm(true), &[block(early)]), too_early);
    let early = r#"S.BLOCK,0; LITERAL,"a"; LOOKUP; LITERAL,1; PUTVALUE; END,0"#;
    assert_eq!(run(&mut new_vm(true), &[block(early)]), too_early);
    let constant =
        r#"S.BLOCK,0; LITERAL,"b"; LOOKUP; LITERAL,1; INIT; LITERAL,"b"; LOOKUP; LITERAL,2; PUTVALUE; END,0"#;
    assert_eq!(run(&mut new_vm(true), &[block(constant)]), "throws TypeError: Assignment to constant variable.");
    let outer = r#"S.BLOCK,0; LITERAL,"a"; LOOKUP; LITERAL,1; INIT; FUNC,1; FRESH
        LITERAL,"a"; LOOKUP; LITERAL,2; PUTVALUE; CALL,0; TONUMBER
        LITERAL,"a"; LOOKUP; GETVALUE; TONUMBER; LITERAL,10; MUL; ADD; SETC; END,0"#;
    let inner = Function { code: r#"LITERAL,"a"; LOOKUP; GETVALUE; SETC; END,0"#, ..Function::default() };
    assert_eq!(run(&mut new_vm(true), &[block(outer), inner]), "21");
}

#[test]
fn an_iterator_is_asked_until_it_is_done() {
    let code =
        "ARRAY; LITERAL,7; LITERAL,8; NEW,2; GETITER; HOLD,1; HOLD,0; LITERAL,0; HELD,0; HELD,1; CALLV,0; B.DONE,15
        TONUMBER; ADD; B.ALWAYS,8; SETC; END,0";
    assert_eq!(run(&mut new_vm(true), &[script(code)]), "15");
}

#[test]
fn a_handler_knows_whether_there_is_an_exception() {
    let handler = "END,1; END,0; END,2; B.THROWN,8; ENDF; LITERAL,9; THROW; ENDF";
    let thrown = format!("S.TRYF,5; LITERAL,5; THROW; {handler}");
    assert_eq!(run(&mut new_vm(true), &[script(&thrown)]), "throws 9");
    let passed = format!("S.TRYF,5; LITERAL,5; SETC; {handler}");
    assert_eq!(run(&mut new_vm(true), &[script(&passed)]), "5");
}

/// A handler finds on the value stack what lay there where its block began, whatever lies below the activation.
#[test]
fn handlers_find_the_values_below_their_blocks() {
    let caught = r#"LITERAL,20; LITERAL,"e"; S.TRYC,8; LITERAL,1; LITERAL,2; THROW; POP; B.ALWAYS,10
        END,2; S.CATCH; END,1; LITERAL,3; ADD; SETC; END,0"#;
    let returned = "LITERAL,5; LITERAL,6; S.TRYF,8; LITERAL,7; SETC; LITERAL,8; LITERAL,9; END,0
        END,2; GETC; POP; ENDF";
    let passed = r#"LITERAL,10; LITERAL,"e"; S.TRYC,15; LITERAL,20; S.TRYF,10; LITERAL,30; LITERAL,"x"; THROW; POP; B.ALWAYS,12
        END,3; ENDF; END,2; POP; B.ALWAYS,17
        END,2; S.CATCH; END,1; SETC; END,0"#;
    let finished = "LITERAL,1; S.TRYF,4; LITERAL,2; B.ALWAYS,7; END,2; LITERAL,4; B.ALWAYS,9
        POP; B.ALWAYS,11; POP; ENDF; END,1; SETC; END,0";
    for (code, result) in [(caught, "23"), (returned, "7"), (passed, "10"), (finished, "1")] {
        let mut vm = new_vm(true);
        assert_eq!(run(&mut vm, &[script(code)]), result, "{code}");
        let outer = "LITERAL,100; FUNC,1; CALL,0; TOPRIMITIVE; ADD; SETC; END,0";
        let function = Function { code, ..Function::default() };
        let sum = 100 + result.parse::<i32>().unwrap_or_default();
        assert_eq!(run(&mut vm, &[script(outer), function]), sum.to_string(), "{code}");
    }
}
