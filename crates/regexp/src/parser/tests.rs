use ferrotape_budget::Budget;

use super::*;

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn parsed(pattern: &[u16], flags: &str) -> Parsed<Tree> {
    let flags = Flags::parse(&units(flags)).expect("flags");
    let parsed = parse(pattern, flags, &mut Meter::new(&mut Budget::default()));
    let checked = super::check(pattern, flags, &mut Meter::new(&mut Budget::default()));
    assert_eq!(checked.as_ref().err(), parsed.as_ref().err());
    parsed
}

#[track_caller]
fn tree(pattern: &str, flags: &str) -> String {
    match parsed(&units(pattern), flags) {
        Ok(tree) => tree.to_string(),
        Err(Error::Syntax(error)) => format!("{} at {}", error.message, error.offset),
        Err(Error::Terminated(termination)) => panic!("{termination}"),
    }
}

#[track_caller]
fn check(pattern: &str, expected: &str) {
    assert_eq!(tree(pattern, ""), expected, "{pattern}");
}

#[test]
fn terms_and_groups() {
    check("", "empty");
    check("abc", "(seq a b c)");
    check("a|", "(or a empty)");
    check("(a)(?:b|c)", "(seq (group 1 a) (or b c))");
    check("((a)|(b))*", "(repeat 0.. reset 1..4 (group 1 (or (group 2 a) (group 3 b))))");
    check("^$\\b\\B", "(seq ^ $ \\b \\B)");
    check("(?=a)(?!b)", "(seq (look-ahead a) (not-ahead b))");
    check("(?<=a)(?<!(b))", "(seq (look-behind a) (not-behind (group 1 b)))");
    assert_eq!(tree("^a$", "m"), "(seq ^m a $m)");
}

#[test]
fn quantifiers() {
    check("a*b+c?", "(seq (repeat 0.. a) (repeat 1.. b) (repeat 0..1 c))");
    check("a*?b+?c??", "(seq (lazy 0.. a) (lazy 1.. b) (lazy 0..1 c))");
    check("a{2}b{2,}c{2,3}?", "(seq (repeat 2..2 a) (repeat 2.. b) (lazy 2..3 c))");
    check("a{4294967295}", "(repeat 4294967295.. a)");
    check("a{0,99999999999999999999}", "(repeat 0.. a)");
    check("a{00000000000000000000002,0003}", "(repeat 2..3 a)");
    check("a{99999999999999999999,99999999999999999998}", "numbers out of order in {} quantifier at 1");
    check("a{2,1}", "numbers out of order in {} quantifier at 1");
}

/// Checks that repetitions of something that takes nothing are reduced to one or none.
#[test]
fn repetitions_that_say_nothing() {
    check("a{1}b{0}", "(seq a empty)");
    check("(?:){1000000000}", "empty");
    check("(?=a)*b", "(seq empty b)");
    check("(?!(a))+b", "(seq (not-ahead (group 1 a)) b)");
    check("(?:\\b|(^)){3,9}", "(or \\b (group 1 ^))");
}

#[test]
fn braces_that_are_no_quantifier_stand_for_themselves() {
    check("a{", "(seq a {)");
    check("a{}", "(seq a { })");
    check("{,5}", "(seq { , 5 })");
    check("a{1,2", "(seq a { 1 , 2)");
    check("a{ 1}", "(seq a { U+0020 1 })");
    check("]}", "(seq U+005D })");
    check("x{1}{", "(seq x {)");
    check("{1}", "nothing to repeat at 0");
    check("a{1}{1,}", "nothing to repeat at 4");
}

#[test]
fn escapes() {
    check(r"\f\n\r\t\v\0", "(seq U+000C U+000A U+000D U+0009 U+000B U+0000)");
    check(r"\x41\u0042\cC\c\xZ\u004", r"(seq A B U+0003 \ c x Z u 0 0 4)");
    check(r"\c1", r"(seq \ c 1)");
    check(r"\a\-\/\k<a>", "(seq a U+002D / k < a >)");
    check("\\", "\\ at end of pattern at 0");
    check("[\\", "\\ at end of pattern at 1");
    check(
        r"\d\s",
        "(seq [0-9] [U+0009-U+000D U+0020 U+00A0 U+1680 U+2000-U+200A U+2028-U+2029 U+202F U+205F U+3000 U+FEFF])",
    );
    check(r"\W", "[U+0000-/ :-@ U+005B-^ ` {-U+FFFF]");
    check(".", "[U+0000-U+0009 U+000B-U+000C U+000E-U+2027 U+202A-U+FFFF]");
    assert_eq!(tree(".", "s"), "[U+0000-U+FFFF]");
}

#[test]
fn numbers_are_back_references_if_there_are_so_many_groups() {
    check(r"\1(a)", r"(seq \1 (group 1 a))");
    check(r"(a)\2", "(seq (group 1 a) U+0002)");
    check(r"(a)\10", "(seq (group 1 a) U+0008)");
    check(r"\8\9\08", "(seq 8 9 U+0000 8)");
    check(r"\101\400\377\0101\78", "(seq A U+0020 0 U+00FF U+0008 1 U+0007 8)");
    check(r"[(](?:(?!(a))\\\()\1", r"(seq ( (seq (not-ahead (group 1 a)) \ () \1)");
    check(r"(a)\99999999999999999999", "(seq (group 1 a) 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9)");
}

#[test]
fn classes() {
    check("[]", "[]");
    check("[^]", "[U+0000-U+FFFF]");
    check("[a-c-x]", "[U+002D a-c x]");
    check("[-a]", "[U+002D a]");
    check("[a-]", "[U+002D a]");
    check("[--/]", "[U+002D-/]");
    check("[^a-z]", "[U+0000-` {-U+FFFF]");
    check(r"[\w-a]", "[U+002D 0-9 A-Z _ a-z]");
    check(r"[a-\d]", "[U+002D 0-9 a]");
    check(r"[\b\c1\c_\cA\c*]", r"[U+0001 U+0008 U+0011 U+001F * \ c]");
    check(r"[\1\8\012\B]", "[U+0001 U+000A 8 B]");
    check(r"[\]]", "U+005D");
    check("[z-a]", "range out of order in character class at 1");
    check("[a", "unterminated character class at 0");
    check("[a-", "unterminated character class at 0");
}

#[test]
fn without_regard_to_case() {
    assert_eq!(tree("a1", "i"), "(seq [A a] 1)");
    assert_eq!(tree("[a-c]", "i"), "[A-C a-c]");
    assert_eq!(tree("[^x]", "i"), "[U+0000-W Y-w y-U+FFFF]");
    assert_eq!(tree("[^\\W]", "i"), "[0-9 A-Z _ a-z]");
    assert_eq!(tree("\u{DF}\u{17F}\u{3C3}", "i"), "(seq U+00DF U+017F [U+03A3 U+03C2-U+03C3])");
}

#[test]
fn names() {
    check("(?<a>.)(?<$\\u0062_\\u{63}>x)\\k<$b_c>", &format!("(seq (group 1 {}) (group 2 x) \\2)", tree(".", "")));
    check("\\k<a>(?<a>x)", "(seq \\1 (group 1 x))");
    check("(?<\u{1D4D0}\\ud835\\udcd1>x)", "(group 1 x)");
    check("\\k<a>", "(seq k < a >)");
    check("(?<a>x)\\k", "invalid named reference at 7");
    check("(?<a>x)[\\k]", "invalid escape at 8");
    check("(?<a>x)\\k<b>", "invalid named capture referenced at 7");
    check("(?<a>x)(?<a>x)", "duplicate capture group name at 7");
    for wrong in ["(?<>x)", "(?<1>x)", "(?<a", "(?<a b>x)", "(?<\\x61>x)", "(?<\\ud835>x)", "(?<\\u{110000}>x)"] {
        check(wrong, "invalid capture group name at 0");
    }
}

#[test]
fn names_of_several_alternatives() {
    check("(?:(?<a>x)|(?<a>y))\\k<a>", "(seq (or (group 1 x) (group 2 y)) \\1\\2)");
    check("(?<a>x)|(?<a>y)|(?<a>z)", "(or (group 1 x) (group 2 y) (group 3 z))");
    check("(?:(?<a>x)|y)|(?<a>y)", "(or (or (group 1 x) y) (group 2 y))");
    check("(?:(?<a>x)|y)(?<a>y)", "duplicate capture group name at 13");
    check("(?<a>x)|(?:(?<a>y)|z(?<a>y))|(?:(?<a>z)(?<a>z))", "duplicate capture group name at 39");
    check("(?<a>(?<a>x))", "duplicate capture group name at 5");
    check("(?<a>x|(?<a>x))", "duplicate capture group name at 7");
}

#[test]
fn modifiers() {
    check("(?i:a)a", "(seq [A a] a)");
    assert_eq!(tree("(?-i:a(?i:b))c", "i"), "(seq (seq a [B b]) [C c])");
    assert_eq!(tree("(?m-s:^.)|^", "s"), format!("(or (seq ^m {}) ^)", tree(".", "")));
    check("(?i-:a)", "[A a]");
    for wrong in ["(?ii:a)", "(?i-i:a)", "(?-ss:a)"] {
        check(wrong, "repeated flag of a group at 0");
    }
    check("(?-:a)", "invalid flags of a group at 0");
    check("(?u:a)", "invalid group at 0");
    check("(?i)", "invalid group at 0");
}

#[test]
fn code_points() {
    assert_eq!(tree("\u{1F600}\\u{1F600}\\ud83d\\ude00", "u"), "(seq U+1F600 U+1F600 U+1F600)");
    assert_eq!(tree("(?:\\ud83d)\\ude00", "u"), "(seq U+D83D U+DE00)");
    assert_eq!(tree("[^\u{1F600}-\u{1F610}]", "u"), "[U+0000-U+1F5FF U+1F611-U+10FFFF]");
    assert_eq!(tree("\\w", "iu"), "[0-9 A-Z _ a-z U+017F U+212A]");
    assert_eq!(tree("\\p{AHex}[\\P{ASCII}]", "u"), "(seq [0-9 A-F a-f] [U+0080-U+10FFFF])");
    assert_eq!(tree("\u{10400}", "iu"), "[U+10400 U+10428]");
}

#[test]
fn the_strict_grammar() {
    for (pattern, expected) in [
        ("{", "incomplete quantifier at 0"),
        ("a{1", "incomplete quantifier at 1"),
        ("}", "lone quantifier brackets at 0"),
        ("a]", "lone quantifier brackets at 1"),
        ("(?=a)*", "nothing to repeat at 5"),
        ("\\a", "invalid escape at 0"),
        ("\\-", "invalid escape at 0"),
        ("\\1", "invalid escape at 0"),
        ("\\00", "invalid decimal escape at 0"),
        ("\\c1", "invalid unicode escape at 0"),
        ("\\u{110000}", "invalid unicode escape at 0"),
        ("\\u{}", "invalid unicode escape at 0"),
        ("\\x1", "invalid escape at 0"),
        ("\\k", "invalid named reference at 0"),
        ("\\p{Greek}", "invalid property name at 0"),
        ("\\p{RGI_Emoji}", "invalid property name at 0"),
        ("\\pL", "invalid property name at 0"),
        ("[\\d-a]", "invalid character class at 1"),
        ("[a-\\d]", "invalid character class at 1"),
        ("[\\c0]", "invalid unicode escape at 1"),
    ] {
        assert_eq!(tree(pattern, "u"), expected, "{pattern}");
    }
    assert_eq!(tree("[\\-\\^]\\/", "u"), "(seq [U+002D ^] /)");
}

#[test]
fn set_notation() {
    for (pattern, expected) in [
        ("[a-z&&[aeiou]]", "invalid set operation in character class at 4"),
        ("[[a-z]&&[aeiou]]", "[a e i o u]"),
        ("[[a-z]--[aeiou]--x]", "[b-d f-h j-n p-t v-w y-z]"),
        ("[\\w&&\\d&&[^0]]", "[1-9]"),
        ("[^[^a]]", "a"),
        ("[a[b[c]]\\&\\-]", "[& U+002D a-c]"),
        ("[[a]&&]", "invalid set operation in character class at 6"),
        ("[[a]&&&[a]]", "invalid set operation in character class at 4"),
        ("[[a]&&[b]--[c]]", "invalid set operation in character class at 9"),
        ("[ab--c]", "invalid set operation in character class at 3"),
        ("[a--bc]", "invalid set operation in character class at 5"),
        ("[--a]", "invalid set operation in character class at 1"),
        ("[a!!]", "invalid set operation in character class at 2"),
        ("[(]", "invalid character in character class at 1"),
        ("[a-]", "invalid character in character class at 3"),
        ("[z-a]", "range out of order in character class at 1"),
        ("[[a]", "unterminated character class at 0"),
        ("[\\q{ab|c|}]", "(or (seq a b) c empty)"),
        ("(?<=[\\q{ab|c}])", "(look-behind (or (seq a b) c))"),
        ("[\\q{abc|abd|ab}]", "(seq a b (or [c-d] empty))"),
        ("[\\q{ab|cd}--\\q{cd}]", "(seq a b)"),
        ("[^\\q{ab}]", "negated character class may contain strings at 0"),
        ("[^\\q{ab}&&\\q{a}]", "[U+0000-U+10FFFF]"),
        ("\\P{RGI_Emoji}", "invalid property name at 0"),
        ("\\p{Emoji_Keycap_Sequence}", "(seq [# * 0-9] U+FE0F U+20E3)"),
    ] {
        assert_eq!(tree(pattern, "v"), expected, "{pattern}");
    }
    assert_eq!(tree("[[A-Z]--[b]]", "iv"), "[A C-Z a c-z U+017F U+212A]");
    assert_eq!(tree("[^\\P{Lu}&&\\p{ASCII}]", "iv"), "[A-Z a-z U+0080-U+10FFFF]");
    assert_eq!(tree("[\\q{aK}&&\\q{Ak}]", "iv"), "(seq [A a] [K k U+212A])");
}

#[test]
fn nested_classes_are_not_too_deep() {
    let depth = 100_000;
    let nested = "[".repeat(depth) + "a" + &"]".repeat(depth);
    assert!(parsed(&units(&nested), "v").is_ok());
    assert!(parsed(&units(&format!("[\\q{{{}}}]", "a".repeat(depth))), "v").is_ok());
}

/// Checks that sets waiting for the right side of an operator are charged.
#[test]
fn sets_that_wait_are_charged() {
    let depth = 5000;
    let nested = "[\\p{L}--".repeat(depth) + "[a]" + &"]".repeat(depth);
    let flags = Flags::parse(&units("v")).expect("flags");
    let mut budget = Budget::default();
    budget.set_memory_limit(Some(10_000_000));
    let result = parse(&units(&nested), flags, &mut Meter::new(&mut budget));
    assert!(matches!(result, Err(Error::Terminated(Termination::OutOfMemory))));
    assert_eq!(budget.bytes(), 0);
}

#[test]
fn errors() {
    check("(", "unterminated group at 0");
    check("a(b(c)", "unterminated group at 1");
    check("a)", "unmatched ')' at 1");
    check("*", "nothing to repeat at 0");
    check("a|+", "nothing to repeat at 2");
    check("a**", "nothing to repeat at 2");
    check("^*", "nothing to repeat at 1");
    check("\\b+", "nothing to repeat at 2");
    check("(?<=a)*", "nothing to repeat at 6");
    check("(?a)", "invalid group at 0");
    check("(?", "invalid group at 0");
}

#[test]
fn no_nesting_is_too_deep() {
    let depth = 200_000;
    let nested = "(".repeat(depth) + "a" + &")*".repeat(depth);
    assert!(parsed(&units(&nested), "").is_ok_and(|tree| tree.group_count == depth as u32 + 1));
    let too_long = parsed(&vec![0x28; LONGEST_PATTERN + 1], "");
    assert!(matches!(too_long, Err(Error::Syntax(SyntaxError { offset: 0, .. }))));
}

#[test]
fn sets_are_bounded() {
    let class = "[\u{80}-\u{FFFF}]".repeat(LONGEST_PATTERN / 5);
    let is_too_large = |error| matches!(error, Error::Syntax(error) if error.message.contains("too large"));
    assert!(parsed(&units(&class), "i").is_err_and(is_too_large));
    assert!(parsed(&units(&class), "").is_ok_and(|tree| tree.sets().len() == 1));
}
