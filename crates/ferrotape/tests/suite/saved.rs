//! Compiled code as bytes. `ferrotape-conformance saved` tests all available code, and changed bytes.

use ferrotape::script::{Compiler, SavedProblem};
use ferrotape::{Backend, Engine, ErrorKind, FromJs, MemoryLoader, Module, Program, Script, Termination};

const BACKENDS: [Backend; 2] = [Backend::Register, Backend::Stack];

fn again(compiler: &Compiler, text: &str) -> Script {
    let bytes = compiler.script("saved.js", text).and_then(|script| script.to_bytes()).expect("bytes");
    Script::from_bytes(&bytes).expect("a script")
}

fn result<T: FromJs>(compiler: &Compiler, text: &str) -> T {
    again(compiler, text).run(&mut Engine::new()).expect("a value")
}

#[test]
fn what_was_saved_runs_on_its_machine() {
    for backend in BACKENDS {
        let compiler = Compiler::new().backend(backend);
        let sum = "let sum = 0; for (const [n, { m }] of [[1, { m: 2 }], [3, { m: 4n }]]) sum += n + Number(m); sum";
        assert_eq!(result::<f64>(&compiler, sum), 10.0);
        assert_eq!(
            result::<String>(&compiler, "class A { #x = '\u{20ac}'; get x() { return this.#x } } new A().x"),
            "\u{20ac}"
        );
        assert_eq!(result::<String>(&compiler, "function* g() { yield `a${1}` } [...g()] + /b/g"), "a1/b/g");
        assert_eq!(
            result::<String>(&compiler, "function f(a) { return a } f.toString()"),
            "function f(a) { return a }"
        );
        let bytes = compiler.module("/m.mjs", "import { a } from './a.mjs'; export const b = a + 1").expect("a module");
        let module = Module::from_bytes(&bytes.to_bytes().expect("bytes")).expect("a module");
        let mut engine = Engine::builder().backend(backend).build().expect("an engine");
        engine.set_module_loader(MemoryLoader::from_iter([("/a.mjs", "export let a = 1")]));
        let namespace = module.evaluate(&mut engine).expect("a namespace");
        assert_eq!(namespace.get::<u8>(&mut engine, "b"), Ok(2));
    }
}

/// Patterns of parameters are evaluated before a generator begins: nothing can make it return there.
#[test]
fn generators_with_patterns_can_be_saved() {
    for backend in BACKENDS {
        let compiler = Compiler::new().backend(backend);
        for kind in ["function*", "async function*", "async function", "function"] {
            let text = format!("({kind} ([[x, y] = [1, 2]], {{ z: [w] }} = {{ z: [3] }}) {{ return x }}).length");
            assert_eq!(result::<f64>(&compiler, &text), 1.0, "{text}");
        }
        let text = "function* g([[x] = [1]]) { try { yield x } finally { yield 2 } } const it = g([]); [it.next().value, \
                    it.return(5).value, it.next().value].join()";
        assert_eq!(result::<String>(&compiler, text), "1,2,5");
    }
}

/// Functions with more variables than instructions can name keep them where copies of them are read.
#[test]
fn code_with_many_variables_can_be_saved() {
    let names: Vec<String> = (0..300).map(|index| format!("v{index} = {index}")).collect();
    let many = format!("var {};", names.join(", "));
    for (text, expected) in [
        ("{ let s = (s); } return 1", "ReferenceError"),
        ("{ s; let s = 7; return s }", "ReferenceError"),
        ("for (let n = 0; n < 2; n++) { if (n) { s++; return s } let s = 7; var g = () => s }", "ReferenceError"),
        ("switch (1) { case 0: let s; case 1: s += 1; return s }", "ReferenceError"),
        ("switch (0) { case 0: let s = 3; case 1: s += 1; return s }", "4"),
        (
            "class A extends Array { constructor() { if (v1) super(); %; try { return } finally { v2++ } } } return new A().length",
            "0",
        ),
        (
            "class A extends Array { constructor() { v1--; if (v1) super(); % } } return new A().length",
            "ReferenceError",
        ),
        (
            "const o = { a: 1, b: v7, c: [v8, [9, v9]], d: 's', ['e' + v1]: v2, get f() { return v3 } }; return JSON.stringify(o)",
            r#"{"a":1,"b":7,"c":[8,[9,9]],"d":"s","e1":2,"f":3}"#,
        ),
        ("const f = (...a) => a.length; return [f(1, v2, ...[3, v4]), [1, v1, , v2].length].join()", "4,4"),
    ] {
        let body = text.replace('%', &many.replace(" v", " w"));
        let text = format!("(function () {{ {many} {body} }})()");
        let text = format!("try {{ String({text}) }} catch (error) {{ error.name }}");
        for backend in BACKENDS {
            assert_eq!(result::<String>(&Compiler::new().backend(backend), &text), expected, "{backend:?} {body}");
        }
    }
}

#[test]
fn without_text_places_stay() {
    let text = "let \u{e9} = 1; // \u{20ac}\n\nfunction f() { /* \u{1d4b3} */ return \u{e9}.x.y }\r\nf()";
    for backend in BACKENDS {
        let whole = again(&Compiler::new().backend(backend), text).run::<()>(&mut Engine::new()).unwrap_err();
        let bare = Compiler::new().backend(backend).without_text();
        let script = again(&bare, text);
        let error = script.run::<()>(&mut Engine::new()).unwrap_err();
        assert_eq!(error.stack(), whole.stack());
        let place = error.location().expect("a place");
        assert_eq!((place.line, place.text.as_str()), (3, ""));
        assert_eq!(place.column, whole.location().expect("a place").column);
        assert_eq!(result::<String>(&bare, "(function f() {}).toString()"), "function f() { [native code] }");
        let long = format!("/* {} */ 1", "text ".repeat(1000));
        assert!(bare.script("a.js", &long).and_then(|script| script.to_bytes()).expect("bytes").len() < 200);
        // It can be saved again.
        assert_eq!(Script::from_bytes(&script.to_bytes().expect("bytes")).expect("a script").name(), "saved.js");
    }
}

#[test]
fn what_is_wrong_is_told() {
    let bytes = Script::compile("a.js", "1 + f()").and_then(|script| script.to_bytes()).expect("bytes");
    let problem = |bytes: &[u8]| Script::from_bytes(bytes).map(|_| ()).map_err(|error| error.kind());
    assert_eq!(problem(&bytes), Ok(()));
    assert_eq!(problem(b""), Err(ErrorKind::Saved(SavedProblem::NotSaved)));
    let mut newer = bytes.clone();
    newer[7] ^= 1;
    assert_eq!(problem(&newer), Err(ErrorKind::Saved(SavedProblem::OtherVersion)));
    let mut damaged = bytes.clone();
    damaged[30] ^= 1;
    assert!(matches!(problem(&damaged), Err(ErrorKind::Saved(SavedProblem::Damaged { .. }))));
    let error = Module::from_bytes(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Saved(SavedProblem::OtherGoal));
    assert_eq!(error.message(), "the compiled code is a script, not a module");
}

/// Handcrafted code calls with an array that has fewer elements than its length says.
#[test]
fn lists_of_arguments_that_are_not_complete_end_in_undefined() {
    use ferrotape_bytecode::{Code, Instruction::*, read_saved, save};

    let text = "const list = [7]; list.length = 4; ((a, b, c, d, e, f) => a)(1, 2, 3, 4, 5, 6);
                (function (call, list, a, b, c, d) { return a })((...all) => all.map(String).join(), list)";
    let bytes = Compiler::new().script("list.js", text).and_then(|script| script.to_bytes()).expect("bytes");
    let mut unit = read_saved(&bytes).expect("a unit");
    let taking_list = unit.functions.iter_mut().rfind(|function| function.parameter_count == 6);
    let Some(Code::Register(code)) = taking_list.map(|function| &mut function.code) else { panic!("register code") };
    code.register_count = 10;
    code.instructions = [
        Move { dst: 6, src: 1 },
        Move { dst: 7, src: 0 },
        Move { dst: 8, src: 2 },
        CallList { dst: 9, form: 0, scope: u16::MAX, base: 6 },
        Return { src: 9 },
    ]
    .into();
    let script = Script::from_bytes(&save(&unit, true).expect("bytes")).expect("a script");
    let joined: String = script.run(&mut Engine::new()).expect("a string");
    assert_eq!(joined, "7,undefined,undefined,undefined");
}

/// Handcrafted code appends a whole frame to an array in each turn of a loop.
#[test]
fn appended_registers_are_paid_for() {
    use ferrotape_bytecode::{Code, Instruction::*, read_saved, save};

    let bytes = Compiler::new().script("append.js", "0").and_then(|script| script.to_bytes()).expect("bytes");
    let mut unit = read_saved(&bytes).expect("a unit");
    let Code::Register(code) = &mut unit.functions[0].code else { panic!("register code") };
    code.register_count = 60_010;
    code.instructions = [
        LoadInt { dst: 2, value: 0 },
        NewArray { dst: 1, capacity: 0 },
        AppendElements { array: 1, first: 3, count: 60_000 },
        AddInt { dst: 2, a: 2, value: 1 },
        JumpIfLessInt { a: 2, value: 300, to: 1 },
        Return { src: 2 },
    ]
    .into();
    let script = Script::from_bytes(&save(&unit, true).expect("bytes")).expect("a script");
    let run = |fuel: u64| script.run::<f64>(&mut Engine::builder().fuel(fuel).build().expect("an engine"));
    assert_eq!(run(100_000).map_err(|error| error.kind()), Err(ErrorKind::Termination(Termination::OutOfFuel)));
    assert_eq!(run(1_000_000), Ok(300.0));
}

/// A generator that goes on finds the registers empty that it has not kept, however many these are.
#[test]
fn registers_that_are_emptied_are_paid_for() {
    use ferrotape_bytecode::{ActivationKind, Code, read_saved, save};

    let text =
        "function* endless() { for (;;) yield } const it = endless(); let n = 0; for (; n < 1000; n++) it.next(); n";
    let bytes = Compiler::new().script("emptied.js", text).and_then(|script| script.to_bytes()).expect("bytes");
    let mut unit = read_saved(&bytes).expect("a unit");
    let generator = unit.functions.iter_mut().find(|function| function.activation == ActivationKind::Generator);
    let Some(Code::Register(code)) = generator.map(|function| &mut function.code) else { panic!("register code") };
    code.register_count = 60_000;
    let script = Script::from_bytes(&save(&unit, true).expect("bytes")).expect("a script");
    let run = |fuel: u64| script.run::<f64>(&mut Engine::builder().fuel(fuel).build().expect("an engine"));
    assert_eq!(run(100_000).map_err(|error| error.kind()), Err(ErrorKind::Termination(Termination::OutOfFuel)));
    assert_eq!(run(10_000_000), Ok(1000.0));
}

#[test]
fn two_modules_without_a_text_are_not_one() {
    let read = |text: &str| {
        let module = Compiler::new().without_text().module("/n.mjs", text).expect("a module");
        Module::from_bytes(&module.to_bytes().expect("bytes")).expect("a module")
    };
    let (one, two) = (read("export const n = 1"), read("export const n = 2"));
    let engine = &mut Engine::new();
    assert_eq!(one.evaluate(engine).and_then(|one| one.get::<u8>(engine, "n")), Ok(1));
    let error = two.evaluate(engine).unwrap_err();
    assert!(error.kind() == ErrorKind::Usage && error.message().contains("is there already"), "{error}");
    assert!(engine.start(&Program::from(two)).is_err());
    // The same code is the same module, wherever it was read.
    assert_eq!(read("export const n = 1").evaluate(engine).and_then(|one| one.get::<u8>(engine, "n")), Ok(1));
    // A text is none of them, not even an empty one.
    assert!(engine.run_module("/n.mjs", "").is_err() && engine.run_module("/n.mjs", "export const n = 1").is_err());
}
