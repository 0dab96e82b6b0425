use std::ops::Range;

use ferrotape_budget::{Budget, Termination};

use super::{LinearProgram, find};
use crate::flags::Flags;
use crate::meter::Meter;
use crate::parser::parse;
use crate::scratch::Scratch;

fn program(pattern: &str) -> Option<LinearProgram> {
    let units: Vec<u16> = pattern.encode_utf16().collect();
    let mut budget = Budget::default();
    let mut meter = Meter::new(&mut budget);
    let tree = parse(&units, Flags::default(), &mut meter).unwrap_or_else(|error| panic!("/{pattern}/: {error:?}"));
    LinearProgram::new(&tree, &mut meter).expect("no limits")
}

fn groups(pattern: &str, text: &str) -> Option<Vec<Option<Range<usize>>>> {
    let program = program(pattern).expect("a pattern for the linear matcher");
    let mut scratch = Scratch::default();
    let found = find(&program, text.as_bytes(), 0, false, &mut Budget::default(), &mut scratch);
    found.expect("no limits").then(|| (0..program.group_count).map(|group| scratch.group(group)).collect())
}

#[track_caller]
fn check(pattern: &str, text: &str, expected: &[Option<&str>]) {
    let groups = groups(pattern, text).unwrap_or_default();
    let groups: Vec<Option<&str>> = groups.into_iter().map(|group| group.map(|group| &text[group])).collect();
    assert_eq!(groups, expected, "/{pattern}/ on {text:?}");
}

#[test]
fn an_iteration_that_consumes_nothing_fails() {
    check("(a?b??)*", "ab", &[Some("ab"), Some("b")]);
    check("(a*)*", "b", &[Some(""), None]);
    check("(a*)+", "b", &[Some(""), Some("")]);
    check("(?:(a*)*)*b", "aab", &[Some("aab"), Some("aa")]);
    check(
        "(z)((a+)?(b+)?(c))*",
        "zaacbbbcac",
        &[Some("zaacbbbcac"), Some("z"), Some("ac"), Some("a"), None, Some("c")],
    );
    check("(?:(?:|a)+?)*b", "aab", &[Some("aab")]);
    check("(?:()|a)*?b", "ab", &[Some("ab"), None]);
}

#[test]
fn iterations_begin_without_captures() {
    check("(?:(a)|(b))*", "ab", &[Some("ab"), None, Some("b")]);
    check("(?:(?=(a))a|b)*", "ab", &[Some("ab"), None]);
    check("(?:(?:(a)|b){2})*", "abbb", &[Some("abbb"), None]);
    check("((a)|b){2,3}?", "aba", &[Some("ab"), Some("b"), None]);
}

#[test]
fn captures_of_look_aheads() {
    check("(?=(a+))a*b\\w", "baaabac", &[Some("aaaba"), Some("aaa")]);
    check("(?=(a+))", "baaabac", &[Some(""), Some("aaa")]);
    check("(.*?)a(?!(a+)b)(.*)", "baaabaac", &[Some("baaabaac"), Some("baa"), None, Some("baac")]);
    check("(?=(?=((?=(b))a|.)))b", "ab", &[Some("b"), Some("b"), None]);
    check("(?:(?=(a*)(b))a)*ab", "aaab", &[Some("aaab"), Some("aa"), Some("b")]);
    check("(?=(a))?b|a", "a", &[Some("a"), None]);
}

#[test]
fn counts_that_no_text_can_reach_cost_nothing() {
    check("a{4294967295}|b", "ab", &[Some("b")]);
    check("(?:a{0,4294967295}){2}", "aa", &[Some("aa")]);
    check("(?:(?=b)){4294967295}b", "ab", &[Some("b")]);
    check("(?:){1000000,99999999999}a", "a", &[Some("a")]);
    let is_complete = |pattern| program(pattern).is_some_and(|program| program.is_complete());
    assert!(!is_complete("(?:(?:a{1000}){1000}){1000}"));
    assert!(!is_complete("(?:a?){300000}"));
    assert!(program("(a)\\1").is_none());
    assert!(program(&format!("{}a{}", "(?:".repeat(40), ")+".repeat(40))).is_some());
    assert!(program(&format!("{}a*{}", "(?:".repeat(40), ")+".repeat(40))).is_some());
}

#[test]
fn nothing_recurses() {
    let nested = |open: &str, close: &str, count: usize| format!("{}a{}", open.repeat(count), close.repeat(count));
    let patterns = [
        nested("(?:", ")*", 5000),
        nested("(", ")?", 5000),
        nested("(?=", ")", 300),
        nested("(?!(", "))", 300),
        format!("a{}", "|a".repeat(20_000)),
    ];
    let run = move || patterns.iter().map(|pattern| groups(pattern, "aab").is_some()).collect::<Vec<_>>();
    let thread = std::thread::Builder::new().stack_size(96 * 1024).spawn(run).expect("a thread");
    assert_eq!(thread.join().expect("no overflow"), [true; 5]);
}

#[test]
fn limits_of_the_budget() {
    let program = program("(?=(a+))(a+)+$").expect("a pattern for the linear matcher");
    let text = [vec![b'a'; 100_000], vec![b'b']].concat();
    let run = |budget: &mut Budget| find(&program, &*text, 0, false, budget, &mut Scratch::default());
    let mut budget = Budget::default();
    assert_eq!(run(&mut budget), Ok(false));
    let (work, bytes) = (budget.fuel_spent(), budget.peak_bytes());
    assert!((100_000..4_000_000).contains(&work), "{work}");
    assert!((100_000 / 8..40_000).contains(&bytes), "{bytes}");
    let mut budget = Budget::default();
    budget.set_fuel(Some(work / 2));
    assert_eq!(run(&mut budget), Err(Termination::OutOfFuel));
    let mut budget = Budget::default();
    budget.set_memory_limit(Some(10_000));
    assert_eq!(run(&mut budget), Err(Termination::OutOfMemory));
}

#[test]
fn a_scratch_serves_many_patterns() {
    let (mut scratch, mut budget) = (Scratch::default(), Budget::default());
    let patterns = ["(a)(b)", "(?=(a*))a", "b", "(?:(a)|(b)|(c))+"].map(|pattern| program(pattern).expect("small"));
    let mut charged = 0;
    for round in 0..3 {
        for program in &patterns {
            assert_eq!(find(program, &b"ab"[..], 0, false, &mut budget, &mut scratch), Ok(true));
        }
        if round == 1 {
            charged = budget.bytes();
        }
    }
    assert_eq!(budget.bytes(), charged);
    assert_eq!(scratch.group(2), Some(1..2));
    assert_eq!(scratch.group(1), None);
}

/// Compares where a match begins by the counting code with the expected results of the specification.
#[test]
fn beginnings_are_counted() {
    let beginning = |pattern: &str, text: &str| {
        let program = program(pattern).expect("a pattern for the linear matcher");
        let (mut budget, mut scratch) = (Budget::default(), Scratch::default());
        super::beginning(&program, text.as_bytes(), 0, false, &mut budget, &mut scratch).expect("no limits")
    };
    let many = "a".repeat(500);
    let texts =
        [format!("{many}b"), format!("{many}cb{many}"), many.clone(), format!("ab{many}cab"), "b".into(), "".into()];
    let patterns = [
        "a{1,100}b",
        "(?:a{1,20}){1,7}b",
        "(a{0,9}){0,11}b",
        "a{90,}b",
        "(?:a{3}){4,9}b",
        "ba{499,500}$",
        "(?:a{2,3}){2}c",
    ];
    for pattern in patterns {
        for text in &texts {
            let expected = groups(pattern, text).and_then(|groups| groups[0].clone()).map(|group| group.start);
            assert_eq!(beginning(pattern, text), expected, "/{pattern}/ on {text}");
        }
    }
    // Threes and fours never add up to five, so such nested repetitions stay two.
    assert_eq!(beginning("^(?:a{3,4}){0,2}$", "aaaaa"), None);
    assert_eq!(beginning("^(?:a{3,4}){0,2}$", "aaaaaaa"), Some(0));
    assert_eq!(beginning("^(?:a{2,3}){0,9}$", "a"), None);
}
