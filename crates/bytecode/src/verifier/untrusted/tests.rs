use std::sync::Arc;

use ferrotape_text::{SourceText, Text};

use super::*;
use crate::Instruction::*;
use crate::{BindingForm, Catcher, PositionTable, ScopeBinding, ScopeDescriptor, ScopeKind, read_saved, save, seal};

const NO_SCOPE: u16 = u16::MAX;

fn code(instructions: &[Instruction]) -> RegisterCode {
    RegisterCode { register_count: 10, instructions: instructions.into(), ..RegisterCode::default() }
}

fn template(kind: FunctionKind, code: RegisterCode) -> FunctionTemplate {
    FunctionTemplate::new(kind, Code::Register(code))
}

fn unit(functions: Vec<FunctionTemplate>) -> Unit {
    let strings = vec![Text::from_utf8("x"), Text::from_utf8("7"), Text::from_utf8("€uro")];
    Unit {
        source: Arc::new(SourceText::new("t.js", "x")),
        strings,
        functions,
        module: None,
        counted: Default::default(),
    }
}

fn script(code: RegisterCode) -> Unit {
    unit(vec![template(FunctionKind::Script, code)])
}

#[track_caller]
fn accepts(code: RegisterCode) {
    assert_eq!(verify_saved(&script(code)), Ok(()));
}

#[track_caller]
fn refuses(what: &str, unit: &Unit) {
    assert_eq!(verify_saved(unit).map_err(|error| error.what), Err(what));
}

const NOT_A_VALUE: &str = "a register holds what is not a value";

#[test]
fn what_is_no_value_goes_nowhere() {
    let empty = LoadEmpty { dst: 3 };
    for taken in [
        Return { src: 3 },
        Throw { src: 3 },
        Add { dst: 1, a: 1, b: 3 },
        Call { dst: 1, callee: 2, base: 2, argc: 0, plain: 0 },
        Call { dst: 1, callee: 3, base: 4, argc: 0, plain: 1 },
        Call { dst: 1, callee: 2, base: 1, argc: 1, plain: 1 },
        SetGlobal { src: 3, cache: 0 },
        Intrinsic { which: crate::Intrinsic::SetName as u8, dst: 1, first: 2 },
        ForInNext { dst: 1, enumeration: 3, to: 2 },
    ] {
        let caches = vec![TextId(0)];
        let code = RegisterCode { caches, ..code(&[empty, taken, ReturnUndefined {}]) };
        refuses(NOT_A_VALUE, &script(code));
    }
    let make = [MakeClosure { dst: 3, scope: 0, function: 1 }, Return { src: 3 }];
    let inner = [empty, SetOuter { src: 3, depth: 0, index: 0 }, ReturnUndefined {}];
    refuses(NOT_A_VALUE, &outer(&make, 2, &inner));
    accepts(code(&[empty, CheckInitialized { src: 3, name: 0 }, Return { src: 3 }]));
    accepts(code(&[
        empty,
        NewArray { dst: 1, capacity: 1 },
        AppendElements { array: 1, first: 3, count: 1 },
        Return { src: 1 },
    ]));
    refuses(NOT_A_VALUE, &script(code(&[ForInStart { dst: 2, src: 1 }, Return { src: 2 }])));
}

#[test]
fn copies_and_ways_that_meet_are_followed() {
    let through = [LoadEmpty { dst: 3 }, Move { dst: 4, src: 3 }, Move { dst: 5, src: 4 }, Return { src: 5 }];
    refuses(NOT_A_VALUE, &script(code(&through)));
    // On one of two paths, and on a loop's second turn.
    let branch = [JumpIfTrue { a: 1, to: 2 }, LoadEmpty { dst: 3 }, Return { src: 3 }];
    refuses(NOT_A_VALUE, &script(code(&branch)));
    let turn = [Add { dst: 1, a: 3, b: 3 }, LoadEmpty { dst: 3 }, Jump { to: 0 }];
    refuses(NOT_A_VALUE, &script(code(&turn)));
    accepts(code(&[
        LoadEmpty { dst: 3 },
        JumpIfTrue { a: 1, to: 3 },
        LoadNull { dst: 3 },
        LoadTrue { dst: 3 },
        Return { src: 3 },
    ]));
}

#[test]
fn handlers_find_whatever_there_is_at_what_they_protect() {
    let catcher = Catcher { start: 1, end: 4, handler: 5, register: 6, scope: None, is_finally: false };
    let body = [
        LoadNull { dst: 3 },
        LoadEmpty { dst: 3 },
        Throw { src: 1 },
        LoadNull { dst: 3 },
        ReturnUndefined {},
        Return { src: 3 },
    ];
    refuses(NOT_A_VALUE, &script(RegisterCode { catchers: vec![catcher], ..code(&body) }));
    let caught = [&body[..5], &[Return { src: 6 }]].concat();
    accepts(RegisterCode { catchers: vec![catcher], ..code(&caught) });
}

#[test]
fn what_a_callee_leaves_behind_is_not_read() {
    for call in [
        Call { dst: 1, callee: 2, base: 2, argc: 1, plain: 0 },
        Call { dst: 1, callee: 1, base: 2, argc: 1, plain: 1 },
        CallWide { dst: 1, base: 2, argc: 1 },
        CallEval { dst: 1, base: 2, argc: 1, scope: NO_SCOPE.into() },
        New { dst: 1, base: 2, argc: 1 },
    ] {
        accepts(code(&[call, Return { src: 1 }]));
        refuses(NOT_A_VALUE, &script(code(&[call, Return { src: 2 }])));
        refuses(NOT_A_VALUE, &script(code(&[call, Return { src: 4 }])));
    }
}

/// Checks that `this` is a value where constructors return it or evals access it, although no instruction names it.
#[test]
fn this_is_a_value_where_somebody_may_get_it() {
    let eval = CallEval { dst: 1, base: 2, argc: 0, scope: NO_SCOPE.into() };
    for end in [&[ReturnUndefined {}][..], &[Return { src: 1 }], &[eval, LoadNull { dst: 0 }, ReturnUndefined {}]] {
        accepts(code(&[&[LoadNull { dst: 0 }], end].concat()));
        refuses(NOT_A_VALUE, &script(code(&[&[LoadEmpty { dst: 0 }], end].concat())));
        let call = Call { dst: 1, callee: 0, base: 0, argc: 0, plain: 0 };
        refuses(NOT_A_VALUE, &script(code(&[&[call], end].concat())));
    }
}

fn scope(register: u32, form: BindingForm) -> ScopeDescriptor {
    ScopeDescriptor {
        kind: ScopeKind::Function,
        parent: None,
        record: 1,
        bindings: vec![ScopeBinding { name: TextId(0), register, form }],
        dynamic: false,
    }
}

fn outer(instructions: &[Instruction], binding: u32, inner: &[Instruction]) -> Unit {
    let outer = RegisterCode { scopes: vec![scope(binding, BindingForm::Let)], ..code(instructions) };
    let inner = RegisterCode { records_around: 1, ..code(inner) };
    unit(vec![template(FunctionKind::Script, outer), template(FunctionKind::Function, inner)])
}

#[test]
fn closures_read_what_has_a_value_as_it_is() {
    let make = MakeClosure { dst: 3, scope: 0, function: 1 };
    let read = [GetOuter { dst: 1, depth: 0, index: 0 }, Return { src: 1 }];
    assert_eq!(verify_saved(&outer(&[make, Return { src: 3 }], 2, &read)), Ok(()));
    let empty = outer(&[LoadEmpty { dst: 2 }, make, Return { src: 3 }], 2, &read);
    refuses("a binding is read that may have no value", &empty);
    // Such code is saved with a check of the binding.
    let prepared = prepare_for_saving(&empty).expect("it can be saved");
    let Code::Register(inner) = &prepared.functions[1].code else { panic!("register code") };
    assert_eq!(inner.instructions[0], GetOuterChecked { dst: 1, depth: 0, index: 0 });
    // A function made in two places can be anywhere.
    let twice = [make, MakeClosure { dst: 4, scope: 1, function: 1 }, Return { src: 3 }];
    let mut twice = outer(&twice, 2, &read);
    if let Code::Register(code) = &mut twice.functions[0].code {
        code.scopes.push(ScopeDescriptor { record: 5, ..scope(2, BindingForm::Let) });
    }
    refuses("a binding is read that may have no value", &twice);
    let itself = [MakeClosure { dst: 1, scope: NO_SCOPE, function: 1 }, read[0], read[1]];
    refuses("a binding is read that may have no value", &outer(&[ReturnUndefined {}], 2, &itself));
}

#[test]
fn closures_are_made_among_the_records_that_their_code_counts_on() {
    let end = Return { src: 3 };
    let read = [GetOuter { dst: 1, depth: 0, index: 0 }, Return { src: 1 }];
    let make = |scope| MakeClosure { dst: 3, scope, function: 1 };
    const OTHERS: &str = "a closure is made among other records than it was compiled for";
    refuses(OTHERS, &outer(&[make(NO_SCOPE), end], 2, &read));
    let changed = |around: u32, change: &dyn Fn(&mut Unit)| {
        let mut unit = outer(&[make(0), end], 2, &read);
        if let Code::Register(inner) = &mut unit.functions[1].code {
            inner.records_around = around;
        }
        change(&mut unit);
        unit
    };
    refuses(OTHERS, &changed(2, &|_| ()));
    let beyond = |unit: &mut Unit| {
        if let Code::Register(inner) = &mut unit.functions[1].code {
            inner.instructions = [GetOuterChecked { dst: 1, depth: 1, index: 0 }, Return { src: 1 }].into();
        }
    };
    refuses("a variable beyond the records", &changed(1, &beyond));
    let name = |unit: &mut Unit| {
        if let Code::Register(inner) = &mut unit.functions[1].code {
            inner.names.push(crate::NameReference { name: TextId(0), start: crate::NameStart::Environment(2) });
        }
    };
    refuses("a name beyond the records", &changed(1, &name));
    let declared = |unit: &mut Unit| {
        unit.functions[0].declarations.functions.push(crate::DeclaredFunction { name: TextId(0), function: 1 });
    };
    refuses("a function is declared among other records than it was compiled for", &changed(1, &declared));
}

#[test]
fn records_are_apart_from_all_else() {
    const USED: &str = "the register of a record is used for something else";
    let inner = [ReturnUndefined {}];
    refuses(USED, &outer(&[LoadNull { dst: 1 }, ReturnUndefined {}], 2, &inner));
    refuses(USED, &outer(&[Return { src: 1 }], 2, &inner));
    refuses(USED, &outer(&[ReturnUndefined {}], 1, &inner));
    let call = [Call { dst: 0, callee: 0, base: 0, argc: 0, plain: 0 }, ReturnUndefined {}];
    refuses("a call uses registers that closures may see", &outer(&call, 2, &inner));
    for forget in [Forget { first: 1, count: 1 }, Forget { first: 0, count: 10 }] {
        refuses(USED, &outer(&[forget, ReturnUndefined {}], 2, &inner));
    }
    let place = RegisterCode {
        scopes: vec![scope(2, BindingForm::Variable)],
        names: vec![crate::NameReference { name: TextId(0), start: crate::NameStart::Environment(0) }],
        ..code(&[ResolveName { dst: 2, name: 0 }, ReturnUndefined {}])
    };
    refuses("a closure may see what is not a value", &script(place));
}

#[test]
fn activations_begin_once_and_wait_afterwards() {
    let generator = |instructions: &[Instruction]| {
        let function = FunctionTemplate {
            activation: ActivationKind::Generator,
            ..template(FunctionKind::Function, code(instructions))
        };
        unit(vec![template(FunctionKind::Script, code(&[ReturnUndefined {}])), function])
    };
    let (start, wait) = (StartActivation { live: 3 }, Yield { dst: 1, src: 1, live: 3 });
    assert_eq!(verify_saved(&generator(&[start, wait, Return { src: 1 }])), Ok(()));
    refuses("an activation waits that has not begun", &generator(&[wait, Return { src: 1 }]));
    refuses("an activation begins twice", &generator(&[start, start, Return { src: 1 }]));
    let maybe = [JumpIfTrue { a: 1, to: 2 }, start, wait, Return { src: 1 }];
    refuses("an activation waits that has not begun", &generator(&maybe));
}

#[test]
fn operands_that_the_machine_adds_one_to_are_in_the_window() {
    let wide = |instruction| {
        let code =
            RegisterCode { register_count: 300, caches: vec![TextId(0)], ..code(&[instruction, ReturnUndefined {}]) };
        script(code)
    };
    for instruction in [GetMethod { base: 255, object: 1, cache: 0 }, GetGlobalAndThis { base: 255, cache: 0 }] {
        refuses("registers beyond the window", &wide(instruction));
    }
    refuses("an array has room for more than its elements", &wide(NewArray { dst: 1, capacity: u32::MAX }));
    refuses("a tick of nothing", &wide(Tick { amount: 0 }));
    let element = RegisterCode { caches: vec![TextId(1)], ..code(&[ReturnUndefined {}]) };
    refuses("a cache site for an element", &script(element));
    let many = RegisterCode { register_count: 1 << 17, ..code(&[ReturnUndefined {}]) };
    refuses("there are too many registers", &script(many));
}

#[test]
fn work_is_bounded() {
    // Each instruction copies a state into each of the handlers around it.
    let mut instructions = vec![LoadNull { dst: 1 }; 4000];
    for (index, instruction) in instructions.iter_mut().enumerate() {
        *instruction = match index % 4 {
            0 => LoadEmpty { dst: (index % 200) as u8 },
            1 => JumpIfTrue { a: 201, to: (index * 7919 % 3999) as u32 },
            2 => Tick { amount: 1 },
            _ => Move { dst: (index % 199) as u8, src: (index % 197) as u8 },
        };
    }
    instructions.push(ReturnUndefined {});
    let many = RegisterCode { register_count: 256, ..code(&instructions) };
    // Whatever the result, it comes soon.
    let _ = verify_saved(&script(many));
}

/// A row costs as much as it has registers, and takes no memory each time that an instruction names it.
#[test]
fn rows_of_registers_are_bounded() {
    let wide = |instructions: &[Instruction]| {
        let code = code(&[instructions, &[ReturnUndefined {}]].concat());
        verify_saved(&script(RegisterCode { register_count: 65_000, ..code })).map_err(|error| error.what)
    };
    const TOO_MUCH: Result<(), &str> = Err("the code takes too long to verify");
    for row in [
        CallWide { dst: 1, base: 2, argc: 60_000 },
        NewWide { dst: 1, base: 2, argc: 60_000 },
        AppendElements { array: 1, first: 2, count: 60_000 },
        Concatenate { dst: 1, first: 2, count: 60_000 },
    ] {
        assert_eq!(wide(&[row]), Ok(()));
        assert_eq!(wide(&vec![row; 200]), TOO_MUCH);
    }
    let forgets = [Forget { first: 1, count: 64_999 }, Tick { amount: 1 }];
    assert_eq!(wide(&forgets.repeat(20_000)), Ok(()));
}

#[test]
fn what_is_forgotten_is_a_value() {
    let call = Call { dst: 1, callee: 2, base: 2, argc: 1, plain: 0 };
    for before in [LoadEmpty { dst: 4 }, call] {
        accepts(code(&[before, Forget { first: 2, count: 8 }, Return { src: 4 }]));
        refuses(NOT_A_VALUE, &script(code(&[before, Forget { first: 5, count: 5 }, Return { src: 4 }])));
    }
}

#[test]
fn a_unit_comes_back_as_it_was() {
    let mut whole =
        outer(&[MakeClosure { dst: 3, scope: 0, function: 1 }, Return { src: 3 }], 2, &[ReturnUndefined {}]);
    whole.functions[0].name = Some(TextId(2));
    if let Code::Register(code) = &mut whole.functions[0].code {
        code.positions = PositionTable::new([(0, 1), (1, 0)]);
        code.constants = vec![crate::Constant::Number(0.5), crate::Constant::BigInt(TextId(1))];
    }
    let bytes = save(&whole, true).expect("it can be saved");
    let again = read_saved(&bytes).expect("it can be read");
    assert_eq!(format!("{again:?}"), format!("{whole:?}"));
    for end in 0..bytes.len() {
        assert!(read_saved(&bytes[..end]).is_err());
        let mut cut = bytes[..end].to_vec();
        seal(&mut cut);
        assert!(read_saved(&cut).is_err());
    }
    let mut other = bytes.clone();
    other[4] += 1;
    assert_eq!(read_saved(&other).unwrap_err(), crate::SavedError::OtherVersion);
}
