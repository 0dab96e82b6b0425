//! Broken code of each kind, and the sound code that it was made of.

use std::sync::Arc;

use ferrotape_text::{SourceText, Text};

use crate::StackInstruction::{self as I, *};
use crate::verifier::verify_functions;
use crate::{
    BindingForm, BlockScope, Code, FunctionKind, FunctionTemplate, Literal, MOST_STACK_STATES, StackArguments,
    StackCode, TextId, Unit, Variable, verify, verify_in_linear_time,
};

/// Makes a unit of two functions; the code is the second one's.
fn unit(code: StackCode) -> Unit {
    let template = |code| FunctionTemplate {
        parameter_count: 1,
        length: 1,
        is_constructor: true,
        ..FunctionTemplate::new(FunctionKind::Function, Code::Stack(code))
    };
    let first = StackCode { instructions: vec![End(0)], max_values: 0, max_blocks: 0, ..tables() };
    Unit {
        source: Arc::new(SourceText::new("t.js", "")),
        strings: vec![Text::from_utf8("x")],
        functions: vec![template(first), template(code)],
        module: None,
        counted: Default::default(),
    }
}

/// Makes tables with one of everything that instructions can name; literal 0 is a number, 1 a text, 2 true.
fn tables() -> StackCode {
    StackCode {
        literals: vec![Literal::Number(1.0), Literal::String(TextId(0)), Literal::Boolean(true)],
        locations: vec![0],
        variables: vec![Variable { name: TextId(0), form: BindingForm::Variable }],
        parameters: vec![0],
        arguments: Some(StackArguments { variable: 0, mapped: true }),
        self_name: Some(TextId(0)),
        block_scopes: vec![BlockScope {
            variables: vec![Variable { name: TextId(0), form: BindingForm::Let }],
            dynamic: false,
        }],
        ..StackCode::default()
    }
}

fn result(instructions: &[I], max_values: u32, max_blocks: u32) -> Result<(), (Option<usize>, &'static str)> {
    let code = StackCode { instructions: instructions.to_vec(), max_values, max_blocks, ..tables() };
    verify(&unit(code)).map_err(|error| {
        assert_eq!(error.function, 1);
        (error.instruction, error.what)
    })
}

#[track_caller]
fn passes(instructions: &[I], max_values: u32, max_blocks: u32) {
    assert_eq!(result(instructions, max_values, max_blocks), Ok(()));
}

#[track_caller]
fn fails(instructions: &[I], at: usize, what: &'static str) {
    assert_eq!(result(instructions, 9, 9), Err((Some(at), what)));
}

#[test]
fn sound_code_passes() {
    passes(&[End(0)], 0, 0);
    passes(&[Literal(0), Dup, Mul, SetC, End(0)], 2, 0);
    passes(&[Loc(0), Func(1), Call(0), Pop, SBlock(0), End(1), End(0)], 1, 1);
    passes(&[BAlways(0)], 0, 0);
    // The document's handlers.
    passes(&[Literal(1), STryC(4), Vref(0), BAlways(7), End(2), SCatch, Vref(0), Pop, End(1), End(0)], 1, 1);
    passes(&[STryF(2), BAlways(4), End(2), EndF, End(1), End(0)], 0, 1);
    // A branch with values on the stack, a loop over names.
    passes(&[Literal(0), Literal(2), BTrue(5), Pop, Literal(1), SetC, End(0)], 2, 0);
    passes(&[This, SEnum, BEnum(5), Pop, BAlways(2), End(1), End(0)], 1, 1);
}

#[test]
fn seed_s02_instructions_find_the_values_that_they_take() {
    const FEW: &str = "too few values on the stack";
    const TYPE: &str = "a value of the wrong type on the stack";
    fails(&[Pop, End(0)], 0, FEW);
    fails(&[Literal(0), Mul, End(0)], 1, FEW);
    fails(&[Literal(0), Literal(0), CallV(1), End(0)], 2, FEW);
    fails(&[Literal(0), Call(u32::MAX), End(0)], 1, FEW);
    fails(&[Literal(1), Neg, End(0)], 1, TYPE);
    fails(&[Literal(0), BTrue(0), End(0)], 1, TYPE);
    fails(&[Literal(0), GetValue, End(0)], 1, TYPE);
    fails(&[Vref(0), SetC, End(0)], 1, TYPE);
    fails(&[Literal(0), Vref(0), Call(1), End(0)], 2, TYPE);
    // A number on one path, a text on the other.
    fails(&[Literal(0), Literal(2), BTrue(5), Pop, Literal(1), Neg, SetC, End(0)], 5, TYPE);
}

#[test]
fn seed_s02_heights_are_the_same_on_all_ways_and_those_that_were_computed() {
    const VALUES: &str = "value stacks of different heights meet";
    const BLOCKS: &str = "block stacks of different heights meet";
    fails(&[Literal(2), BTrue(3), Literal(0), End(0)], 3, VALUES);
    fails(&[Literal(0), BAlways(0)], 0, VALUES);
    fails(&[Literal(2), BTrue(3), SBlock(0), End(0)], 3, BLOCKS);
    fails(&[SBlock(0), BAlways(0)], 0, BLOCKS);
    let code = [Literal(0), Pop, SBlock(0), End(0)];
    passes(&code, 1, 1);
    let values = Err((None, "the height of the value stack is another"));
    assert_eq!((result(&code, 0, 1), result(&code, 2, 1)), (values, values));
    let blocks = Err((None, "the height of the block stack is another"));
    assert_eq!((result(&code, 1, 0), result(&code, 1, 2)), (blocks, blocks));
}

#[test]
fn operands_name_what_exists() {
    fails(&[Literal(3), End(0)], 0, "no such literal");
    fails(&[Loc(1), End(0)], 0, "no such location");
    fails(&[Func(2), End(0)], 0, "no such function");
    fails(&[Func(0), End(0)], 0, "no such function");
    fails(&[Vref(1), End(0)], 0, "no such variable");
    fails(&[SBlock(1), End(0)], 0, "no such block scope");
    fails(&[Vref(0), Literal(0), PutValueWith(8), End(0)], 2, "no such attributes");
    fails(&[BAlways(1)], 0, "a target out of the code");
    fails(&[STryF(2), End(0)], 0, "a target out of the code");
}

#[test]
fn control_stays_in_the_code() {
    for code in [&[][..], &[Nop], &[End(1)], &[Literal(2), BTrue(0)], &[Literal(0), Throw]] {
        assert_eq!(result(code, 9, 9), Err((None, "control leaves the code")), "{code:?}");
    }
}

#[test]
fn seed_s05_handlers_are_as_the_document_says() {
    const BEGIN: &str = "a handler must begin by ending the blocks above its own";
    const CAUGHT: &str = "S.CATCH does not stand where something has been caught";
    fails(&[Literal(1), STryC(3), End(0), SCatch, End(0)], 1, BEGIN);
    fails(&[Literal(1), STryC(3), End(0), End(1), End(0)], 1, BEGIN);
    fails(&[STryF(2), End(0), Nop, EndF], 0, BEGIN);
    fails(&[Literal(1), STryC(3), End(0), End(2), End(1), End(0)], 4, CAUGHT);
    fails(&[SCatch, End(0)], 0, CAUGHT);
    fails(&[SBlock(0), SCatch, End(0)], 1, CAUGHT);
    fails(&[EndF], 0, "ENDF does not stand in a handler");
    fails(&[STryF(1), End(2), EndF], 1, "block stacks of different heights meet");
    fails(&[STryF(3), BAlways(2), EndF, End(2), EndF], 2, "ENDF does not stand in a handler");
}

#[test]
fn handlers_find_what_lay_below_their_blocks() {
    const LOST: &str = "values are lost that lie above a block with a handler";
    const LEFT: &str = "a handler leaves values on the stack";
    const TAKEN: &str = "a value is taken that a handler wants back";
    // A number is added to after the statement; both handlers may push above it.
    passes(
        &[
            Literal(0),
            STryF(4),
            Literal(0),
            BAlways(9),
            End(2),
            Literal(0),
            Pop,
            EndF,
            Nop,
            Pop,
            End(1),
            Dup,
            Add,
            SetC,
            End(0),
        ],
        2,
        1,
    );
    passes(&[Literal(0), Literal(1), STryC(5), Nop, BAlways(7), End(2), SCatch, End(1), Dup, Add, SetC, End(0)], 2, 1);
    // The program ends: values above the block are cut off.
    passes(&[Literal(0), STryF(4), Literal(1), End(0), End(2), EndF], 2, 1);
    fails(&[Literal(0), STryF(4), Literal(0), End(1), End(2), EndF], 3, LOST);
    fails(&[STryF(4), Literal(0), STryF(8), End(1), End(2), EndF, End(1), End(0), End(3), EndF], 3, LOST);
    fails(&[STryF(2), End(0), End(2), Literal(0), EndF], 4, LEFT);
    fails(&[Literal(0), STryF(4), Pop, End(0), End(2), EndF], 2, TAKEN);
    fails(&[Literal(0), STryF(3), End(0), End(2), Pop, Literal(1), EndF], 4, TAKEN);
    fails(&[Literal(0), Literal(1), STryC(5), Neg, End(0), End(2), SCatch, End(1), End(0)], 3, TAKEN);
    fails(&[Literal(0), Literal(0), STryF(5), CallV(0), End(0), End(2), EndF], 3, TAKEN);
    // The handler of an inner block has been left: the values below that block are free again.
    passes(&[Literal(0), STryF(3), BAlways(5), End(2), EndF, End(1), SetC, End(0)], 1, 1);
    let heights = "blocks meet that began at different heights";
    let code =
        [Literal(2), BTrue(6), SBlock(0), Literal(0), BAlways(8), Nop, Literal(0), SBlock(0), End(1), Pop, End(0)];
    fails(&code, 8, heights);
}

#[test]
fn names_are_enumerated_in_enum_blocks() {
    const NONE: &str = "B.ENUM does not stand in an ENUM block";
    fails(&[BEnum(1), End(0)], 0, NONE);
    fails(&[SBlock(0), BEnum(2), End(0)], 1, NONE);
    fails(&[This, SEnum, End(1), BEnum(3), End(0)], 3, NONE);
    passes(&[This, SEnum, SBlock(0), BEnum(5), Pop, End(2), BAlways(2)], 1, 2);
}

#[test]
fn tables_refer_only_to_what_exists() {
    let rejects = |what: &'static str, change: fn(&mut StackCode)| {
        let mut code = StackCode { instructions: vec![End(0)], ..tables() };
        change(&mut code);
        assert_eq!(verify(&unit(code)).map_err(|error| error.what), Err(what));
    };
    rejects("a literal without text", |code| code.literals[1] = Literal::String(TextId(1)));
    rejects("a variable without text", |code| code.variables[0].name = TextId(1));
    rejects("a binding without text", |code| code.self_name = Some(TextId(1)));
    rejects("a binding without text", |code| code.block_scopes[0].variables[0].name = TextId(1));
    rejects("a parameter is not a variable", |code| code.parameters[0] = 1);
    rejects("there are fewer or more parameters", |code| code.parameters.push(0));
    rejects("the arguments are not a variable", |code| {
        code.arguments = Some(StackArguments { variable: 1, mapped: false });
    });
}

#[test]
fn strict_code_deletes_no_names() {
    for (instructions, is_name) in [
        (vec![Vref(0), Delete, Pop, End(0)], true),
        (vec![Literal(1), Lookup, Loc(0), Delete, Pop, End(0)], true),
        (vec![This, Literal(1), Ref, Delete, Pop, End(0)], false),
    ] {
        let max_values = if is_name { 1 } else { 2 };
        let mut unit = unit(StackCode { instructions, max_values, ..tables() });
        assert_eq!(verify(&unit), Ok(()));
        unit.functions[1].strict = true;
        let what = verify(&unit).map_err(|error| error.what);
        assert_eq!(what, if is_name { Err("strict code deletes a name") } else { Ok(()) });
    }
}

/// Verifies calls in a row: the instructions times the height of the stack exceed the allowed cells of states.
#[test]
fn long_code_without_branches_is_verified_in_proportion_to_its_length() {
    let call = [This, Literal(0), Ref, Callee, This, This, CallV(2), Pop];
    let code = |calls: usize, end: &[I]| {
        let instructions = call.iter().copied().cycle().take(call.len() * calls).chain(end.iter().copied()).collect();
        StackCode { instructions, max_values: 4, ..tables() }
    };
    let verified = |code| verify_functions(&unit(code), MOST_STACK_STATES, true).map_err(|error| error.what);
    assert_eq!(verified(code(300_000, &[End(0)])), Ok(()));
    // Each turn consists of branches only, so every instruction has a state.
    let height = 100;
    let mut instructions = vec![This; height];
    instructions.extend((0..200_000).map(|index| BAlways((height + index + 1) as u32)));
    instructions.push(End(0));
    let states = StackCode { instructions, max_values: height as u32, ..tables() };
    assert_eq!(verified(states), Err("the code takes too long to verify"));
}

#[test]
fn forgetting_takes_as_much_as_there_are_places() {
    let code = |count: u32| {
        let mut instructions = vec![Forget(0); count as usize];
        instructions.push(End(0));
        StackCode { instructions, held: count, ..tables() }
    };
    let verified = |code| verify_functions(&unit(code), MOST_STACK_STATES, true).map_err(|error| error.what);
    assert_eq!(verified(code(1_000)), Ok(()));
    assert_eq!(verified(code(60_000)), Err("the code takes too long to verify"));
}

#[test]
fn what_takes_long_to_verify_is_left_out_on_request() {
    let code = |max_blocks| StackCode { instructions: vec![End(0)], max_blocks, ..tables() };
    let (small, large) = (unit(code(1)), unit(code(MOST_STACK_STATES as u32)));
    assert!(verify_in_linear_time(&small).is_err(), "it is not as high as it says");
    assert!(verify(&large).is_err());
    assert_eq!(verify_in_linear_time(&large), Ok(()));
}

/// Verifies code within many blocks. No instruction looks through them, and what states have in common is not copied, or taken
/// apart by recursion.
#[test]
fn deep_blocks_cost_nothing_for_each_instruction() {
    let depth = 100_000;
    let straight = [SBlock(0)].into_iter().cycle().take(depth);
    let straight = straight.chain([This, Pop].into_iter().cycle().take(4 * depth)).chain([End(0)]).collect();
    assert_eq!(result_of(straight, 1, depth), Ok(()));
    // Each handler has a state: the blocks around it, and its own.
    let depth = 20_000;
    let place = |level: usize| (depth + 4 * (depth - 1 - level)) as u32;
    let mut nested: Vec<I> = (0..depth).map(|level| STryF(place(level) + 1)).collect();
    for level in (0..depth).rev() {
        let number = level as u32 + 1;
        nested.extend([BAlways(place(level) + 3), End(number + 1), EndF, End(number)]);
    }
    nested.push(End(0));
    assert_eq!(result_of(nested, 0, depth), Ok(()));
}

fn result_of(instructions: Vec<I>, max_values: u32, max_blocks: usize) -> Result<(), (Option<usize>, &'static str)> {
    result(&instructions, max_values, max_blocks as u32)
}
