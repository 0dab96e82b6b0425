//! Compares the table of instructions with the document's.

use super::*;

/// The document's table: names, effects, and `*` for instructions that may throw.
const DOCUMENTED: &str = "
    * NEW,n       objC any1..anyn | objR
    * CALL,n      anyC any1..anyn | valR
      FUNC,func   - | obj
      LITERAL,val - | val
      LOC,loc     - | -
      NOP         - | -
      DUP         any1 | any1 any1
      POP         any1 | -
      EXCH        any1 any2 | any2 any1
      ROLL3       any1 any2 any3 | any3 any1 any2
    * THROW       val | -
      SETC        val | -
      GETC        - | val
      THIS        - | obj
      OBJECT      - | obj
      ARRAY       - | obj
      REGEXP      - | obj
      REF         obj str | ref
    * GETVALUE    ref | val
      LOOKUP      str | ref
    * PUTVALUE    ref val | -
    * PUTVALUE,n  ref val | -
      VREF,n      - | ref
    * DELETE      any1 | bool1
      TYPEOF      any1 | str1
    * TOOBJECT    val | obj
    * TONUMBER    val | num
      TOBOOLEAN   val | bool
    * TOSTRING    val | str
    * TOPRIMITIVE val | prim
      NEG         num1 | num2
      INV         val1 | num2
      NOT         bool1 | bool2
      MUL         num1 num2 | num3
      DIV         num1 num2 | num3
      MOD         num1 num2 | num3
    * ADD         prim1 prim2 | prim3
      SUB         num1 num2 | num3
      LSHIFT      val1 val2 | num3
      RSHIFT      val1 val2 | num3
      URSHIFT     val1 val2 | num3
      LT          val1 val2 | bool
      GT          val1 val2 | bool
      LE          val1 val2 | bool
      GE          val1 val2 | bool
    * INSTANCEOF  val1 val2 | bool
    * IN          str1 val2 | bool
      EQ          val1 val2 | bool
      SEQ         val1 val2 | bool
      BAND        val1 val2 | num3
      BXOR        val1 val2 | num3
      BOR         val1 val2 | num3
      B.ALWAYS,x  - | -
      B.TRUE,x    bool | -
      B.ENUM,x    - | str
      S.ENUM      obj | -
      S.WITH      obj | -
      S.TRYC,x    str | -
      S.TRYF,x    - | -
      S.CATCH     - | -
      END,n       - | -
      ENDF        - | -";

/// Instructions whose types differ from the document's. `docs/stack-backend.md` has the reasons.
const CHANGED: &[(&str, &str)] = &[
    ("NEW,n", "valC val1..valn | objR"),
    ("CALL,n", "anyC val1..valn | valR"),
    ("THIS", "- | val"),
    ("REF", "val1 val2 | ref"),
    ("IN", "val1 val2 | bool"),
    ("S.ENUM", "val | -"),
];

/// Instructions that may throw or run script although the document does not say so.
const THROWS_TOO: &[&str] = &[
    "TYPEOF", "INV", "LSHIFT", "RSHIFT", "URSHIFT", "LT", "GT", "LE", "GE", "EQ", "BAND", "BXOR", "BOR", "B.ENUM",
    "S.ENUM", "ENDF", "MUL", "DIV", "MOD", "SUB",
];

const ADDED: &[&str] = &[
    "CALLEE",
    "CALLV",
    "CALLEVAL",
    "CALLTAIL",
    "DEFINE",
    "DEFGET",
    "DEFSET",
    "SETPROTO",
    "SETHOME",
    "SETNAME",
    "SETGNAME",
    "SETSNAME",
    "TEMPLATE",
    "APPEND",
    "HOLE",
    "SPREAD",
    "COPYPROPS",
    "RESTPROPS",
    "HOLD",
    "HELD",
    "FORGET",
    "ARG",
    "REST",
    "GETITER",
    "GETAITER",
    "B.DONE",
    "REQOBJ",
    "REQCOERC",
    "B.THROWN",
    "CALLL",
    "CALLTAILL",
    "EVALL",
    "NEWL",
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
    "POW",
    "PLUS",
    "ONE",
    "FUNCTION",
    "NEWTARGET",
    "GLOBALTHIS",
    "IMPORTMETA",
    "IMPORT",
    "IMPORTDEFER",
    "IMPORTSOURCE",
    "SUPERBASE",
    "SREF",
    "BADDEL",
    "TOKEY",
    "VLOOKUP",
    "BADREF",
    "INIT",
    "S.BLOCK",
    "FRESH",
    "ACTIVATE",
    "YIELD",
    "DELEGATE",
    "CALLD",
    "B.DELEGATED",
    "YIELDSTAR",
    "AWAIT",
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
fn seed_s04_every_documented_instruction_is_in_the_table_with_its_effect() {
    let mut rest = StackInstruction::ALL.iter();
    for line in DOCUMENTED.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (throws, line) = line.strip_prefix("* ").map_or((false, line), |line| (true, line));
        let (name, effect) = line.split_once(' ').unwrap_or((line, ""));
        let instruction = rest.next().copied().expect("a row for each");
        assert_eq!(instruction.operand().is_some(), name.contains(','), "{name}");
        assert_eq!(instruction.name(), name.split(',').next().unwrap_or(""), "in the order of the document");
        let changed = CHANGED.iter().find(|changed| changed.0 == name);
        assert_eq!(instruction.notation(), changed.map_or(effect.trim(), |changed| changed.1), "{name}");
        assert_eq!(instruction.throws(), throws || THROWS_TOO.contains(&instruction.name()), "{name}");
    }
    assert_eq!(rest.map(|added| added.name()).collect::<Vec<_>>(), ADDED);
}

#[test]
fn seed_s07_the_document_of_the_back_end_describes_every_departure() {
    let document = include_str!("../../../../../docs/stack-backend.md");
    let described = |name: &str, notation: &str| {
        let rows = document.lines().filter(|line| line.contains(&format!("`{name}")));
        rows.filter(|line| line.contains(&format!("`{}`", notation.replace('|', "\\|")))).count() > 0
    };
    for instruction in StackInstruction::ALL {
        let (name, notation) = (instruction.name(), instruction.notation());
        let is_changed = CHANGED.iter().any(|changed| changed.0.split(',').next() == Some(name));
        if is_changed || ADDED.contains(&name) {
            assert!(described(name, notation), "{name} {notation} is not described");
        }
    }
    for name in THROWS_TOO {
        assert!(document.contains(&format!("`{name}`")), "{name} throws, and nothing says so");
    }
}

#[test]
fn an_instruction_is_eight_bytes() {
    assert_eq!(size_of::<StackInstruction>(), 8);
}

#[test]
fn operands_and_targets_are_shown() {
    assert_eq!(StackInstruction::End(2).to_string(), "END,2");
    assert_eq!(StackInstruction::EndF.to_string(), "ENDF");
    assert_eq!(StackInstruction::STryC(7).target(), Some(7));
    assert_eq!(StackInstruction::STryC(7).with_target(|old| old + 1), StackInstruction::STryC(8));
    assert_eq!(StackInstruction::Call(7).target(), None);
    assert_eq!(StackInstruction::Call(7).with_target(|old| old + 1), StackInstruction::Call(7));
}

fn typed(instructions: &[StackInstruction], literals: Vec<Literal>) -> Vec<Types> {
    let code = StackCode { literals, ..StackCode::default() };
    let mut values = Vec::new();
    for instruction in instructions {
        instruction.apply(&code, &mut values).expect("the types fit");
    }
    values
}

#[test]
fn types_are_as_exact_as_can_be_told() {
    use StackInstruction::{Add, GetC, Literal as Push, ToNumber, ToPrimitive};
    let literals = || vec![Literal::Number(1.0), Literal::String(crate::TextId(0))];
    assert_eq!(typed(&[Push(0), ToPrimitive], literals()), [Types::NUM]);
    assert_eq!(typed(&[Push(0), Push(0), Add], literals()), [Types::NUM]);
    assert_eq!(typed(&[Push(1), GetC, ToPrimitive, Add], literals()), [Types::STR]);
    assert_eq!(typed(&[GetC, ToPrimitive, Push(0), Add], literals()), [Types::NUM.union(Types::STR)]);
    assert_eq!(typed(&[GetC, ToNumber], literals()), [Types::NUM]);
}
