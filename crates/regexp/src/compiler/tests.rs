use ferrotape_budget::Budget;

use crate::compiler::compile;
use crate::flags::Flags;
use crate::meter::Meter;
use crate::parser::parse;

#[track_caller]
fn check(pattern: &str, expected: &str) {
    let units: Vec<u16> = pattern.encode_utf16().collect();
    let mut budget = Budget::default();
    let mut meter = Meter::new(&mut budget);
    let tree = parse(&units, Flags::default(), &mut meter).expect("a pattern");
    let listing = compile(&tree, &mut meter).expect("no limits").to_string();
    let lines = |text: &str| text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
    let (found, wanted): (Vec<String>, Vec<String>) = (lines(&listing), lines(expected));
    assert_eq!(found, wanted, "/{pattern}/\n{listing}");
}

#[test]
fn runs_know_what_follows_them() {
    check(
        "ab*c\\d+\\w",
        "0 Character a
         1 Run Possessive [b] 0..
         2 Character c
         3 Run Greedy [0-9] 1..
         4 Set [0-9 A-Z _ a-z]
         5 Match",
    );
}

#[test]
fn choices_and_literals() {
    check(
        "foo|(bar)?",
        "0 Choose or 3
         1 Literal foo
         2 Jump(7)
         3 Choose or 7
         4 Save(2)
         5 Literal bar
         6 Save(3)
         7 Match",
    );
}

#[test]
fn many_alternatives_are_found_by_the_next_unit() {
    check(
        "ab|ac|bc|[^b]d|",
        "0 Switch(0)
         1 Choose or 4
         2 Literal ab
         3 Jump(14)
         4 Choose or 7
         5 Literal ac
         6 Jump(14)
         7 Choose or 10
         8 Literal bc
         9 Jump(14)
         10 Choose or 14
         11 Set [U+0000-a c-U+FFFF]
         12 Character d
         13 Jump(14)
         14 Match",
    );
}

#[test]
fn alternatives_of_one_unit_are_runs_where_nothing_else_begins_with_them() {
    check(
        r#"(?:[^"\\]|\\.)*""#,
        r#"0 Choose or 7
         1 Choose or 4
         2 Run Possessive [U+0000-! #-U+005B U+005D-U+FFFF] 1..
         3 Jump(6)
         4 Character \
         5 Set [U+0000-U+0009 U+000B-U+000C U+000E-U+2027 U+202A-U+FFFF]
         6 Jump(0)
         7 Character "
         8 Match"#,
    );
    check(
        "(?:a|ab|c|d)+[de]",
        "0 Choose or 3
         1 Character a
         2 Jump(10)
         3 Choose or 6
         4 Literal ab
         5 Jump(10)
         6 Choose or 9
         7 Run Possessive [c] 1..
         8 Jump(10)
         9 Character d
         10 Choose or 12
         11 Jump(0)
         12 Either d e
         13 Match",
    );
}

#[test]
fn loops_without_registers() {
    check(
        "(?:ab)*(?:cd)+?e",
        "0 Choose or 3
         1 Literal ab
         2 Jump(0)
         3 Literal cd
         4 Choose or 3
         5 Character e
         6 Match",
    );
}

#[test]
fn loops_that_count_and_reset() {
    check(
        "(a?){2,3}",
        "0 LoopStart greedy 2..3 exit 7
         1 LoopHead(0)
         2 LoopEnter(0)
         3 Save(2)
         4 Run Greedy [a] 0..1
         5 Save(3)
         6 LoopBack(0)
         7 Match",
    );
}

#[test]
fn assertions() {
    check(
        "(?=(a))(?!b)",
        "0 LookStart { registers: 4, negated_end: None }
         1 Save(2)
         2 Character a
         3 Save(3)
         4 LookEnd { registers: 4, has_captures: true }
         5 LookStart { registers: 6, negated_end: Some(8) }
         6 Character b
         7 NegatedLookEnd { registers: 6 }
         8 Match",
    );
}
