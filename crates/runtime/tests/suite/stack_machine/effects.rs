//! Each instruction with the value stack before and after it, as the document writes them.

use ferrotape_bytecode::{Code, StackInstruction};

use super::{Function, assemble, assemble_unverified, new_vm, run, script};
use ferrotape_runtime::code::{CodeSet, LoadedUnit};
use ferrotape_runtime::error_report;
use ferrotape_runtime::messages;
use ferrotape_runtime::realm;
use ferrotape_runtime::scripts::eval;
pub use ferrotape_runtime::stack_machine::state::Slot;
use ferrotape_runtime::value::Value;
pub use ferrotape_runtime::vm::{FrameKind, Vm};
use ferrotape_stack_machine as stack_machine;
pub use ferrotape_stack_machine::Next;

/// Code with a mark before the instruction that is looked at, or else that is the last one; the value stack before and after
/// it. What is left then is popped.
const EFFECTS: &[(&str, &str, &str)] = &[
    // Call instructions
    ("ARRAY; LITERAL,4; LITERAL,5; NEW,2", "(function Array) 4 5", "[object Array]"),
    (r#"LITERAL,"String"; LOOKUP; LITERAL,7; CALL,1"#, "ref(String) 7", r#""7""#),
    ("OBJECT; CALL,0", "(function Object)", "#<Object>"),
    (r#"LITERAL,"abc"; LITERAL,"charAt"; REF; LITERAL,1; CALL,1"#, r#"ref("abc"."charAt") 1"#, r#""b""#),
    // Special instructions
    ("FUNC,1", "-", "function"),
    ("LITERAL,12.5", "-", "12.5"),
    (r#"LITERAL,"x""#, "-", r#""x""#),
    ("LITERAL,null", "-", "null"),
    ("LITERAL,true", "-", "true"),
    ("LITERAL,undefined", "-", "undefined"),
    ("LOC,3", "-", "-"),
    // Generic instructions
    ("NOP", "-", "-"),
    ("LITERAL,1; DUP", "1", "1 1"),
    ("LITERAL,1; LITERAL,2; POP", "1 2", "1"),
    ("LITERAL,1; LITERAL,2; EXCH", "1 2", "2 1"),
    ("LITERAL,1; LITERAL,2; LITERAL,3; ROLL3", "1 2 3", "3 1 2"),
    (r#"LITERAL,"a"; LOOKUP; LITERAL,2; LITERAL,3; ROLL3"#, "ref(a) 2 3", "3 ref(a) 2"),
    // Miscellaneous instructions
    ("LITERAL,5; SETC", "5", "-"),
    ("LITERAL,5; SETC; GETC", "-", "5"),
    ("GETC", "-", "undefined"),
    // Context instructions
    ("THIS", "-", "#<Object>"),
    ("OBJECT", "-", "(function Object)"),
    ("ARRAY", "-", "(function Array)"),
    ("REGEXP", "-", "(function RegExp)"),
    // Primitive instructions
    (r#"OBJECT; LITERAL,"p"; REF"#, r#"(function Object) "p""#, r#"ref((function Object)."p")"#),
    (r#"LITERAL,1; LITERAL,2; REF"#, "1 2", "ref(1.2)"),
    (r#"OBJECT; LITERAL,"length"; REF; GETVALUE"#, r#"ref((function Object)."length")"#, "1"),
    (r#"LITERAL,"abc"; LITERAL,"length"; REF; GETVALUE"#, r#"ref("abc"."length")"#, "3"),
    (r#"LITERAL,"NaN"; LOOKUP"#, r#""NaN""#, "ref(NaN)"),
    (r#"LITERAL,"NaN"; LOOKUP; GETVALUE"#, "ref(NaN)", "NaN"),
    (r#"LITERAL,"a"; LOOKUP; LITERAL,1; PUTVALUE"#, "ref(a) 1", "-"),
    (r#"OBJECT; NEW,0; LITERAL,"a"; REF; LITERAL,1; PUTVALUE,2"#, r#"ref(#<Object>."a") 1"#, "-"),
    ("LITERAL,1; DELETE", "1", "true"),
    (r#"OBJECT; LITERAL,"prototype"; REF; DELETE"#, r#"ref((function Object)."prototype")"#, "false"),
    (r#"LITERAL,"missing"; LOOKUP; DELETE"#, "ref(missing)", "true"),
    (r#"LITERAL,"missing"; LOOKUP; TYPEOF"#, "ref(missing)", r#""undefined""#),
    (r#"LITERAL,"NaN"; LOOKUP; TYPEOF"#, "ref(NaN)", r#""number""#),
    ("OBJECT; TYPEOF", "(function Object)", r#""function""#),
    // Conversion instructions
    ("LITERAL,1; TOOBJECT", "1", "#<Number>"),
    (r#"LITERAL,"0x10"; TONUMBER"#, r#""0x10""#, "16"),
    ("ARRAY; NEW,0; TONUMBER", "[object Array]", "0"),
    (r#"LITERAL,""; TOBOOLEAN"#, r#""""#, "false"),
    ("LITERAL,null; TOSTRING", "null", r#""null""#),
    ("ARRAY; LITERAL,1; LITERAL,2; NEW,2; TOPRIMITIVE", "[object Array]", r#""1,2""#),
    ("LITERAL,1; TOPRIMITIVE", "1", "1"),
    // Arithmetic instructions
    ("LITERAL,5; NEG", "5", "-5"),
    (r#"LITERAL,"5"; INV"#, r#""5""#, "-6"),
    ("LITERAL,true; NOT", "true", "false"),
    ("LITERAL,6; LITERAL,7; MUL", "6 7", "42"),
    ("LITERAL,7; LITERAL,2; DIV", "7 2", "3.5"),
    ("LITERAL,7; LITERAL,4; MOD", "7 4", "3"),
    ("LITERAL,1; LITERAL,2; ADD", "1 2", "3"),
    (r#"LITERAL,1; LITERAL,"2"; ADD"#, r#"1 "2""#, r#""12""#),
    ("LITERAL,null; LITERAL,true; ADD", "null true", "1"),
    ("LITERAL,7; LITERAL,2; SUB", "7 2", "5"),
    ("LITERAL,1; LITERAL,33; LSHIFT", "1 33", "2"),
    ("LITERAL,-8; LITERAL,1; RSHIFT", "-8 1", "-4"),
    (r#"LITERAL,-1; LITERAL,"28"; URSHIFT"#, r#"-1 "28""#, "15"),
    (r#"LITERAL,"5"; PLUS"#, r#""5""#, "5"),
    ("LITERAL,5; ONE", "5", "5 1"),
    // Relational instructions
    ("LITERAL,1; LITERAL,2; LT", "1 2", "true"),
    (r#"LITERAL,"b"; LITERAL,"a"; GT"#, r#""b" "a""#, "true"),
    ("LITERAL,2; LITERAL,2; LE", "2 2", "true"),
    ("LITERAL,undefined; LITERAL,2; LE", "undefined 2", "false"),
    ("LITERAL,1; LITERAL,2; GE", "1 2", "false"),
    ("ARRAY; NEW,0; OBJECT; INSTANCEOF", "[object Array] (function Object)", "true"),
    (r#"LITERAL,"length"; OBJECT; IN"#, r#""length" (function Object)"#, "true"),
    (r#"LITERAL,1; LITERAL,"1"; EQ"#, r#"1 "1""#, "true"),
    (r#"LITERAL,1; LITERAL,"1"; SEQ"#, r#"1 "1""#, "false"),
    // Binary bitwise instructions
    ("LITERAL,12; LITERAL,10; BAND", "12 10", "8"),
    ("LITERAL,12; LITERAL,10; BXOR", "12 10", "6"),
    ("LITERAL,12; LITERAL,10; BOR", "12 10", "14"),
    // Branch instructions
    ("B.ALWAYS,1", "-", "-"),
    ("LITERAL,true; B.TRUE,2", "true", "-"),
    (r#"LITERAL,"xy"; S.ENUM; > B.ENUM,5; POP; B.ALWAYS,2; END,0"#, "-", r#""0""#),
    (r#"LITERAL,null; S.ENUM; > B.ENUM,5; POP; B.ALWAYS,2; END,0"#, "-", "-"),
    // Block instructions
    ("OBJECT; S.ENUM", "(function Object)", "-"),
    ("OBJECT; S.WITH", "(function Object)", "-"),
    (r#"LITERAL,"e"; > S.TRYC,3; END,0; END,2; S.CATCH; END,0"#, r#""e""#, "-"),
    ("> S.TRYF,2; END,0; END,2; ENDF", "-", "-"),
    ("OBJECT; S.WITH; END,1", "-", "-"),
    ("S.BLOCK,0", "-", "-"),
    // Added
    ("OBJECT; CALLEE", "(function Object)", "undefined (function Object)"),
    (r#"LITERAL,"s"; LITERAL,"trim"; REF; CALLEE"#, r#"ref("s"."trim")"#, r#""s" (function trim)"#),
    (r#"LITERAL,"s"; LITERAL,"trim"; REF; CALLEE; CALLV,0"#, r#""s" (function trim)"#, r#""s""#),
    (r#"LITERAL,"eval"; LOOKUP; CALLEE; LITERAL,3; CALLEVAL,1"#, "undefined (function eval) 3", "3"),
    ("OBJECT; CALLEE; CALLTAIL,0", "undefined (function Object)", "#<Object>"),
    (r#"OBJECT; NEW,0; LITERAL,"a"; LITERAL,1; DEFINE"#, r##"#<Object> "a" 1"##, "#<Object>"),
    (r#"OBJECT; NEW,0; LITERAL,"a"; FUNC,1; DEFGET"#, r##"#<Object> "a" function"##, "#<Object>"),
    (r#"OBJECT; NEW,0; LITERAL,"a"; FUNC,1; DEFSET"#, r##"#<Object> "a" function"##, "#<Object>"),
    ("OBJECT; NEW,0; LITERAL,null; SETPROTO", "#<Object> null", "#<Object>"),
    ("OBJECT; LITERAL,1.5; TOKEY", "(function Object) 1.5", r#"(function Object) "1.5""#),
    (r#"LITERAL,"a"; VLOOKUP"#, r#""a""#, "ref(declared a)"),
    (r#"S.BLOCK,0; LITERAL,"g"; LOOKUP; LITERAL,1; INIT"#, "ref(g) 1", "-"),
    ("S.BLOCK,0; FRESH", "-", "-"),
    ("OBJECT; NEW,0; LITERAL,1; FUNC,1; SETHOME", "#<Object> 1 function", "#<Object> 1 function"),
    (r#"LITERAL,"n"; FUNC,1; SETNAME"#, r#""n" function"#, r#""n" (function n)"#),
    (r#"LITERAL,"n"; FUNC,1; SETGNAME"#, r#""n" function"#, r#""n" (function get n)"#),
    (r#"LITERAL,"n"; FUNC,1; SETSNAME"#, r#""n" function"#, r#""n" (function set n)"#),
    ("TEMPLATE,0", "-", "[object Array]"),
    ("ARRAY; NEW,0; LITERAL,1; APPEND", "[object Array] 1", "[object Array]"),
    ("ARRAY; NEW,0; HOLE", "[object Array]", "[object Array]"),
    (r#"ARRAY; NEW,0; LITERAL,"ab"; SPREAD"#, r#"[object Array] "ab""#, "[object Array]"),
    (r#"OBJECT; NEW,0; LITERAL,"ab"; COPYPROPS"#, r##"#<Object> "ab""##, "#<Object>"),
    ("OBJECT; NEW,0; ARRAY; NEW,0; RESTPROPS", "#<Object> [object Array]", "#<Object>"),
    ("LITERAL,1; HOLD,0", "undefined undefined 1", "1 undefined"),
    ("LITERAL,1; HOLD,0; HELD,0", "1 undefined", "1 undefined 1"),
    ("LITERAL,1; LITERAL,2; HOLD,0; HOLD,1; FORGET,1", "2 1", "2 undefined"),
    ("ARG,0", "-", "undefined"),
    ("REST,0", "-", "[object Array]"),
    ("OBJECT; REQOBJ", "(function Object)", "(function Object)"),
    (r#"LITERAL,1; LITERAL,"a"; REQCOERC"#, r#"1 "a""#, "1"),
    ("OBJECT; CALLEE; ARRAY; NEW,0; CALLL", "undefined (function Object) [object Array]", "#<Object>"),
    ("OBJECT; CALLEE; ARRAY; NEW,0; CALLTAILL", "undefined (function Object) [object Array]", "#<Object>"),
    (
        r#"LITERAL,"eval"; LOOKUP; CALLEE; ARRAY; LITERAL,3; LITERAL,4; NEW,2; EVALL"#,
        "undefined (function eval) [object Array]",
        "3",
    ),
    ("OBJECT; ARRAY; NEW,0; NEWL", "(function Object) [object Array]", "#<Object>"),
    ("LITERAL,2; LITERAL,3; POW", "2 3", "8"),
    ("FUNCTION", "-", "function"),
    ("NEWTARGET", "-", "undefined"),
    ("GLOBALTHIS; DUP; EXCH; SEQ; LITERAL,0; > GLOBALTHIS; POP; POP; POP; END,0", "true 0", "true 0 #<Object>"),
    (r#"LITERAL,"x"; LITERAL,undefined; IMPORT"#, r#""x" undefined"#, "#<Promise>"),
    ("FUNC,1; SUPERBASE", "function", "undefined"),
    (r#"LITERAL,1; OBJECT; LITERAL,"a"; SREF"#, r#"1 (function Object) "a""#, r#"ref(super (function Object)."a")"#),
];

/// The instructions that have a test of their own below, or in `blocks`, or that suspend what runs, make
/// classes or dispose of resources: scripts test those.
const ELSEWHERE: &[&str] = &[
    "THROW",
    "VREF",
    "S.CATCH",
    "ENDF",
    "BADREF",
    "BADDEL",
    "IMPORTMETA",
    "IMPORTDEFER",
    "IMPORTSOURCE",
    "ACTIVATE",
    "YIELD",
    "DELEGATE",
    "CALLD",
    "B.DELEGATED",
    "YIELDSTAR",
    "GETITER",
    "GETAITER",
    "B.DONE",
    "B.THROWN",
    "AWAIT",
    "CLASS",
    "SETCNAME",
    "DEFMETHOD",
    "DEFMGET",
    "DEFMSET",
    "SETFIELDS",
    "FIELDS",
    "NEWPRIVATE",
    "DEFFIELD",
    "ADDPRIVATE",
    "ADDPMETHOD",
    "ADDPGET",
    "ADDPSET",
    "PREF",
    "HASPRIVATE",
    "PARENT",
    "SCALL",
    "SCALLL",
    "FORWARD",
    "BINDTHIS",
    "UNBOUND",
    "DERIVED",
    "RESOURCES",
    "ADDRES",
    "ADDARES",
    "NEXTRES",
    "RESVAL",
    "RESAWAITS",
    "THROWN",
    "NOTEERR",
    "THROWNOTED",
];

#[test]
fn seed_s04_every_instruction_has_the_documented_effect() {
    for &(code, before, after) in EFFECTS {
        for stress in [false, true] {
            let mut vm = new_vm(stress);
            assert_eq!(effect(&mut vm, code), (before.to_owned(), after.to_owned()), "{code}");
        }
    }
}

#[test]
fn seed_s04_no_instruction_is_left_out() {
    for instruction in StackInstruction::ALL {
        let name = instruction.name();
        let is_tested = EFFECTS.iter().any(|(code, ..)| tested(code).0.split(',').next() == Some(name));
        assert!(is_tested || ELSEWHERE.contains(&name), "{name}");
    }
}

/// The instruction that is looked at, and its index.
fn tested(code: &str) -> (&str, usize) {
    let instructions: Vec<&str> = code.split(';').map(str::trim).collect();
    let index = instructions.iter().position(|text| text.starts_with('>')).unwrap_or(instructions.len() - 1);
    (instructions[index].trim_start_matches("> "), index)
}

/// The value stack before and after the instruction.
fn effect(vm: &mut Vm, code: &str) -> (String, String) {
    let (_, index) = tested(code);
    let whole = match code.contains('>') {
        true => code.replace('>', ""),
        false => format!("{code}; {} LITERAL,undefined; SETC; END,0", "POP;".repeat(height_after(code))),
    };
    let unit = assemble(&with_function(&whole));
    let unit = LoadedUnit::new(&mut vm.heap, std::sync::Arc::new(unit), vm.options.tail_calls, vm.realm.id)
        .expect("there is memory");
    let id = CodeSet::new(unit).code(&mut vm.heap, 0);
    let callee = realm::intrinsics(vm).function_prototype;
    vm.execution.stack[0] = Value::object(vm.realm.global);
    vm.push_frame(callee, id, None, 0, 0, 0, FrameKind::Entry).expect("there is room");
    let block = vm.running_code();
    for _ in 0..index {
        assert!(matches!(stack_machine::execute(vm, &block), Ok(Next::Instruction)), "{code}");
    }
    let before = show_stack(vm);
    assert!(matches!(stack_machine::execute(vm, &block), Ok(Next::Instruction)), "{code}");
    let after = show_stack(vm);
    assert_eq!(vm.execution.top, vm.frame().top as usize, "{code}");
    vm.pop_frame();
    (before, after)
}

/// The code as a script, and a function for it to close over.
fn with_function(code: &str) -> [Function<'_>; 2] {
    [
        Function { code, blocks: &[&["g"]], ..Function::default() },
        Function { code: "LITERAL,1; SETC; END,0", ..Function::default() },
    ]
}

/// Returns the number of values that straight code leaves, by the table.
fn height_after(code: &str) -> usize {
    let unit = assemble_unverified(&with_function(code));
    let Code::Stack(stack_code) = &unit.functions[0].code else { unreachable!("it was made so") };
    let mut types = Vec::new();
    for &instruction in &stack_code.instructions {
        instruction.apply(stack_code, &mut types).unwrap_or_else(|what| panic!("{code}: {what}"));
    }
    types.len()
}

fn show_stack(vm: &mut Vm) -> String {
    let slots = vm.execution.stack_machine.values.clone();
    let shown: Vec<String> = slots.into_iter().map(|slot| show_slot(vm, slot)).collect();
    if shown.is_empty() { "-".to_owned() } else { shown.join(" ") }
}

fn show_slot(vm: &mut Vm, slot: Slot) -> String {
    match slot {
        Slot::Value(value) => show_value(vm, value),
        Slot::Property { base, key } => format!("ref({}.{})", show_value(vm, base), show_value(vm, key)),
        Slot::Super { base, key, .. } => format!("ref(super {}.{})", show_value(vm, base), show_value(vm, key)),
        Slot::Private { base, name } => format!("ref({}.{})", show_value(vm, base), show_value(vm, name)),
        Slot::Name { key, .. } => format!("ref({})", vm.heap.describe_key(key)),
        Slot::Variable { index } => format!("ref(v{index})"),
        Slot::Declared { key } => format!("ref(declared {})", vm.heap.describe_key(key)),
    }
}

fn show_value(vm: &mut Vm, value: Value) -> String {
    let text = messages::describe(vm, value);
    if text.starts_with("function ") { format!("({text})") } else { text }
}

#[test]
fn throw_throws_and_badref_and_baddel_are_reference_errors() {
    let mut vm = new_vm(false);
    assert_eq!(run(&mut vm, &[script("LITERAL,5; THROW; LITERAL,1; SETC; END,0")]), "throws 5");
    let invalid = "LITERAL,5; BADREF; POP; END,0";
    assert_eq!(run(&mut vm, &[script(invalid)]), "throws ReferenceError: invalid assignment target");
    let deleted = "LITERAL,5; BADDEL; POP; END,0";
    assert_eq!(run(&mut vm, &[script(deleted)]), "throws ReferenceError: Unsupported reference to 'super'");
}

#[test]
fn new_and_call_tell_what_they_cannot_use() {
    let mut vm = new_vm(false);
    assert_eq!(run(&mut vm, &[script("LITERAL,5; NEW,0; SETC; END,0")]), "throws TypeError: 5 is not a constructor");
    // L is at the name in the source text, `abcdefghi()`.
    let call = "LOC,11; LITERAL,5; CALL,0; SETC; END,0";
    assert_eq!(run(&mut vm, &[script(call)]), "throws TypeError: abcdefghi is not a function");
    let missing = r#"LITERAL,"nowhere"; LOOKUP; GETVALUE; SETC; END,0"#;
    assert_eq!(run(&mut vm, &[script(missing)]), "throws ReferenceError: nowhere is not defined");
}

#[test]
fn vref_refers_to_the_variables_of_the_function() {
    let mut vm = new_vm(true);
    let function = Function {
        code: r#"VREF,0; GETVALUE; TONUMBER; VREF,1; GETVALUE; TONUMBER; ADD; SETC
            VREF,2; GETC; PUTVALUE
            LITERAL,"c"; LOOKUP; GETVALUE; SETC; END,0"#,
        parameters: &["a", "b"],
        variables: &["c"],
        ..Function::default()
    };
    assert_eq!(run(&mut vm, &[script("FUNC,1; LITERAL,1; LITERAL,2; CALL,2; SETC; END,0"), function]), "3");
}

#[test]
fn seed_s03_l_is_the_position_of_errors_and_c_survives_calls() {
    let mut vm = new_vm(false);
    let code = r#"LITERAL,7; SETC; LOC,4; FUNC,1; CALL,0; POP; LITERAL,null; LITERAL,"x"; REF; GETVALUE; POP; END,0"#;
    let unit = assemble(&[script(code), script("LOC,12; LITERAL,1; SETC; END,0")]);
    let Err(ferrotape_runtime::error::Throw::Exception(error)) = eval::run_script(&mut vm, unit) else {
        panic!("it throws")
    };
    let stack = error_report::stack_of(&mut vm, error);
    assert_eq!((stack.len(), stack[0].line, stack[0].column), (1, 1, 5));
    assert_eq!(run(&mut vm, &with_function("LITERAL,7; SETC; FUNC,1; CALL,0; POP; END,0")), "7");
}

#[test]
fn putvalue_with_attributes_makes_the_property_so() {
    let mut vm = new_vm(false);
    let code = r#"LITERAL,"o"; LOOKUP; OBJECT; NEW,0; DUP; SETC; PUTVALUE
        GETC; LITERAL,"p"; REF; LITERAL,1; PUTVALUE,7
        GETC; LITERAL,"q"; REF; LITERAL,2; PUTVALUE,2; END,0"#;
    run(&mut vm, &[script(code)]);
    let text = "JSON.stringify([Object.keys(o), o.p, o.q, delete o.p, delete o.q, (o.p = 5, o.p)])";
    assert_eq!(super::run_text(&mut vm, text), r#""[[],1,2,false,true,1]""#);
}
