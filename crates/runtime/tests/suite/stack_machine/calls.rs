//! Functions of both back-ends in one heap, arguments, depth and termination.

use ferrotape_bytecode::StackArguments;

use super::{Function, new_vm, run, run_text, script};
use ferrotape_runtime::tail_calls::TailCalls;
use ferrotape_runtime::vm::{Options, Vm};

/// Defines the global `f` as a function of stack code.
fn define(vm: &mut Vm, function: Function) {
    let code = r#"LITERAL,"f"; LOOKUP; FUNC,1; PUTVALUE; END,0"#;
    assert_eq!(run(vm, &[script(code), function]), "undefined");
}

/// `return this.x + a + b`
const SUM: Function = Function {
    code: r#"THIS; LITERAL,"x"; REF; GETVALUE; TONUMBER
        VREF,0; GETVALUE; TONUMBER; ADD; VREF,1; GETVALUE; TONUMBER; ADD; SETC; END,0"#,
    parameters: &["a", "b"],
    variables: &[],
    arguments: None,
    self_name: None,
    blocks: &[],
    strict: false,
};

#[test]
fn register_code_calls_stack_code() {
    for stress in [false, true] {
        let mut vm = new_vm(stress);
        define(&mut vm, SUM);
        for (text, expected) in [
            ("({x: 1, f: f}).f(2, 3)", "6"),
            ("f.call({x: 10}, 2, 3)", "15"),
            ("f.apply({x: 10}, [2, 3])", "15"),
            ("f.bind({x: 10}, 2)(3)", "15"),
            ("[3, 4].map(f, {x: 1}).join()", r#""4,6""#),
            ("var o = {x: 5}; Object.defineProperty(o, 'g', {get: f}); isNaN(o.g)", "true"),
            ("x = 7; f(1, 1)", "9"),
            ("(function () { return f.call({x: 1}, 1, 1) })()", "3"),
            ("f.length", "2"),
        ] {
            assert_eq!(run_text(&mut vm, text), expected, "{text}");
        }
    }
}

#[test]
fn stack_code_calls_register_code() {
    for stress in [false, true] {
        let mut vm = new_vm(stress);
        run_text(&mut vm, "function g(a, b) { return this.x + a + b }");
        run_text(&mut vm, "function G(a) { this.a = a } var o = {x: 1, g: g, get h() { return this.x + 1 }}");
        for (code, expected) in [
            (r#"LITERAL,"o"; LOOKUP; GETVALUE; LITERAL,"g"; REF; LITERAL,2; LITERAL,3; CALL,2"#, "6"),
            (r#"LITERAL,"o"; LOOKUP; GETVALUE; LITERAL,"h"; REF; GETVALUE"#, "2"),
            (r#"LITERAL,"G"; LOOKUP; GETVALUE; LITERAL,2; NEW,1; LITERAL,"a"; REF; GETVALUE"#, "2"),
        ] {
            assert_eq!(run(&mut vm, &[script(&format!("{code}; SETC; END,0"))]), expected, "{code}");
        }
    }
}

#[test]
fn constructors_of_stack_code() {
    let constructor = Function {
        code: r#"THIS; LITERAL,"a"; REF; VREF,0; GETVALUE; PUTVALUE; LITERAL,undefined; SETC; END,0"#,
        parameters: &["a"],
        ..Function::default()
    };
    for stress in [false, true] {
        let mut vm = new_vm(stress);
        define(&mut vm, constructor);
        assert_eq!(run_text(&mut vm, "var n = new f(5); n.a + ',' + (n instanceof f)"), r#""5,true""#);
        assert_eq!(run_text(&mut vm, "new (f.bind(null, 6))().a"), "6");
        let code = r#"LITERAL,"f"; LOOKUP; GETVALUE; LITERAL,7; NEW,1; LITERAL,"a"; REF; GETVALUE; SETC; END,0"#;
        assert_eq!(run(&mut vm, &[script(code)]), "7");
    }
}

#[test]
fn exceptions_cross_from_one_machine_to_the_other() {
    let thrower = Function {
        code: r#"S.TRYF,6; VREF,0; GETVALUE; CALL,0; THROW; END,0
            END,2; LITERAL,"seen"; LOOKUP; LITERAL,1; PUTVALUE; ENDF"#,
        parameters: &["callback"],
        ..Function::default()
    };
    let mut vm = new_vm(true);
    define(&mut vm, thrower);
    let text = "var seen = 0; try { f(function () { throw 'up' }) } catch (e) { e + seen }";
    assert_eq!(run_text(&mut vm, text), r#""up1""#);
    assert_eq!(run_text(&mut vm, "f(function () { return 3 })"), "throws 3");
}

#[test]
fn arguments_objects_alias_the_parameters_of_sloppy_functions() {
    let arguments = Some(StackArguments { variable: 1, mapped: true });
    let function = Function {
        code: r#"VREF,1; GETVALUE; LITERAL,0; REF; LITERAL,9; PUTVALUE
            VREF,0; GETVALUE; TOSTRING; VREF,1; GETVALUE; LITERAL,"length"; REF; GETVALUE; TOSTRING; ADD; SETC; END,0"#,
        parameters: &["a"],
        variables: &["arguments"],
        arguments,
        ..Function::default()
    };
    let mut vm = new_vm(true);
    define(&mut vm, function);
    assert_eq!(run_text(&mut vm, "f(1, 2, 3)"), r#""93""#);
    let arguments = Some(StackArguments { variable: 1, mapped: false });
    define(&mut vm, Function { arguments, strict: true, ..function });
    assert_eq!(run_text(&mut vm, "f(1, 2, 3)"), r#""13""#);
}

#[test]
fn the_own_name_of_a_function_cannot_be_assigned() {
    let function = Function {
        code: r#"LITERAL,"self"; LOOKUP; LITERAL,1; PUTVALUE; LITERAL,"self"; LOOKUP; TYPEOF; SETC; END,0"#,
        self_name: Some("self"),
        ..Function::default()
    };
    let mut vm = new_vm(false);
    define(&mut vm, function);
    assert_eq!(run_text(&mut vm, "f()"), r#""function""#);
    define(&mut vm, Function { strict: true, ..function });
    assert_eq!(run_text(&mut vm, "f()"), "throws TypeError: Assignment to constant variable.");
}

#[test]
fn this_of_sloppy_functions_is_an_object() {
    let function = Function { code: "THIS; TYPEOF; SETC; END,0", ..Function::default() };
    let mut vm = new_vm(false);
    define(&mut vm, function);
    assert_eq!(run_text(&mut vm, "f.call(1) + f()"), r#""objectobject""#);
    define(&mut vm, Function { strict: true, ..function });
    assert_eq!(run_text(&mut vm, "f.call(1) + f()"), r#""numberundefined""#);
}

const ENDLESS: &str = r#"LITERAL,"f"; LOOKUP; CALL,0; SETC; END,0"#;

#[test]
fn endless_recursion_is_a_range_error_that_can_be_caught() {
    let mut vm = new_vm(false);
    define(&mut vm, script(ENDLESS));
    let expected = "throws RangeError: Maximum call stack size exceeded";
    assert_eq!(run_text(&mut vm, "f()"), expected);
    assert_eq!(run_text(&mut vm, "try { f() } catch (e) { e.name }"), r#""RangeError""#);
    // From one machine to the other and back.
    run_text(&mut vm, "function g() { return f() }");
    define(&mut vm, script(&ENDLESS.replace("\"f\"", "\"g\"")));
    assert_eq!(run_text(&mut vm, "g()"), expected);
    assert_eq!(run_text(&mut vm, "1 + 1"), "2");
}

#[test]
fn a_tail_call_takes_the_place_of_its_caller() {
    // f(n): if (n === 0) return "done"; return f(n - 1)
    let function = Function {
        code: r#"VREF,0; GETVALUE; LITERAL,0; SEQ; B.TRUE,16
            LITERAL,"f"; LOOKUP; CALLEE; VREF,0; GETVALUE; TONUMBER; LITERAL,1; SUB; CALLTAIL,1; SETC; END,0
            LITERAL,"done"; SETC; END,0"#,
        parameters: &["n"],
        ..Function::default()
    };
    let options = Options { stack_values: 4096, tail_calls: TailCalls::Always, ..Options::default() };
    let mut vm = Vm::new(options, ferrotape_builtins::PARTS, crate::MACHINES).expect("a realm");
    define(&mut vm, function);
    assert_eq!(run_text(&mut vm, "f(20000)"), r#""done""#);
    assert_eq!(run_text(&mut vm, "f.call(null, 3) + f.apply(null, [2])"), r#""donedone""#);
}

#[test]
fn a_termination_ends_every_block_and_leaves_the_engine_usable() {
    // try { with (Object) for (k in [1]) for (;;); } catch … finally …
    let code = r#"S.TRYF,10; LITERAL,"e"; S.TRYC,12; OBJECT; S.WITH; LITERAL,"a"; S.ENUM; B.ENUM,9
        POP; B.ALWAYS,9
        END,2; ENDF
        END,3; S.CATCH; B.ALWAYS,14; END,0"#;
    let mut vm = new_vm(false);
    for fuel in 1..40 {
        vm.heap.budget.set_fuel(Some(fuel * 5));
        assert_eq!(run(&mut vm, &[script(code)]), "OutOfFuel");
        vm.heap.budget.set_fuel(None);
        assert_eq!(run(&mut vm, &[script("LITERAL,1; SETC; END,0")]), "1");
    }
}
