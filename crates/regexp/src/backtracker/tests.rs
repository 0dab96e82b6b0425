use ferrotape_budget::{Budget, Termination};

use crate::{Flags, Input, Regexp, Scratch};

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn compile(pattern: &str, flags: &str) -> Regexp {
    let flags = Flags::parse(&units(flags)).expect("flags");
    Regexp::new(&units(pattern), flags, &mut Budget::default()).expect("a pattern")
}

/// Returns the result of exec: `index:match,group,…`, where `-` is undefined.
fn exec(pattern: &str, flags: &str, text: &str) -> String {
    let (regexp, text) = (compile(pattern, flags), units(text));
    let (mut budget, mut scratch) = (Budget::default(), Scratch::default());
    let found = regexp.find(Input::Utf16(&text), 0, &mut budget, &mut scratch);
    let wide = show(&regexp, &text, found, &scratch);
    if let Ok(bytes) = text.iter().map(|&unit| u8::try_from(unit)).collect::<Result<Vec<u8>, _>>() {
        let found = regexp.find(Input::Latin1(&bytes), 0, &mut budget, &mut scratch);
        assert_eq!(show(&regexp, &text, found, &scratch), wide, "both widths");
    }
    wide
}

fn show(regexp: &Regexp, text: &[u16], found: Result<bool, Termination>, scratch: &Scratch) -> String {
    match found {
        Err(termination) => termination.to_string(),
        Ok(false) => "null".into(),
        Ok(true) => {
            let group = |index| match scratch.group(index) {
                Some(range) => String::from_utf16_lossy(&text[range]),
                None => "-".into(),
            };
            let groups: Vec<String> = (0..regexp.group_count()).map(group).collect();
            format!("{}:{}", scratch.span().start, groups.join(","))
        }
    }
}

#[track_caller]
fn check(pattern: &str, text: &str, expected: &str) {
    assert_eq!(exec(pattern, "", text), expected, "/{pattern}/ on {text:?}");
}

#[test]
fn characters_and_alternatives() {
    check("b", "abc", "1:b");
    check("bc|a", "abc", "0:a");
    check("a|ab", "abc", "0:a");
    check("((a)|(ab))((c)|(bc))", "abc", "0:abc,a,a,-,bc,-,bc");
    check("(?:one|two|three|)$", "onethree", "3:three");
    check("", "abc", "0:");
    check("x|", "abc", "0:");
    check("[]", "abc", "null");
    check("[^]", "abc", "0:a");
    check("a[a-z]{2,4}", "abcdefghi", "0:abcde");
    check("a[a-z]{2,4}?", "abcdefghi", "0:abc");
}

/// Checks alternations with more alternatives than a table of bytes can tell apart.
#[test]
fn very_many_alternatives() {
    let words: Vec<String> = (0..600).map(|number| format!("{}{number}", ['x', 'y', 'z'][number % 3])).collect();
    let pattern = words.join("|");
    for word in words.iter().step_by(7) {
        let found = words.iter().find(|found| word.starts_with(*found)).expect("a word");
        check(&pattern, &format!("yyz{word}"), &format!("3:{found}"));
    }
    check(&format!("{pattern}|$"), "xyz", "3:");
}

#[test]
fn repetitions() {
    check("(aa|aabaac|ba|b|c)*", "aabaac", "0:aaba,ba");
    check("a*?b", "aaab", "0:aaab");
    check("a{2}", "aaa", "0:aa");
    check("(?:ab){2,3}", "abababab", "0:ababab");
    check("(?:ab){2,3}?c", "abababc", "0:abababc");
    check("(?:ab)+?c", "ababc", "0:ababc");
    check("(?:a|b){3,}c", "abxabac", "3:abac");
    check("x*y+z?", "xxyyz", "0:xxyyz");
    check(".*\\d(\\d)", "a1b23c", "0:a1b23,3");
    check("\\s*(\\w+)\\s*=\\s*(.*?)\\s*$", "  key = some value  ", "0:  key = some value  ,key,some value");
    check("(?:(\\w)|-)+", "ab-", "0:ab-,-");
    check("((a{0,3}){0,2}){0,2}b", "aaaaaaaaaaab", "0:aaaaaaaaaaab,aaaaa,aa");
}

/// Checks step 4 of RepeatMatcher: each iteration forgets what a group matched in the previous one.
#[test]
fn captures_are_reset_in_each_iteration() {
    check("(z)((a+)?(b+)?(c))*", "zaacbbbcac", "0:zaacbbbcac,z,ac,a,-,c");
    check("(?:(a)|(b)|(c))+", "abc", "0:abc,-,-,c");
    check("(?:(a)|b){2}", "ab", "0:ab,-");
    check("((a)|b)*?c", "abc", "0:abc,b,-");
}

#[test]
fn an_empty_iteration_beyond_the_minimum_fails() {
    check("(a*)*", "b", "0:,-");
    check("(a*)+", "b", "0:,");
    check("(?:a*)*?b", "aab", "0:aab");
    check("(a*)?", "b", "0:,-");
    check("(?:a?){3}b", "aab", "0:aab");
    check("(\\b|a)*?c", "aac", "0:aac,a");
    check("(?:$|a)*", "aa", "0:aa");
    check("(?:|a)*b", "aab", "0:aab");
    check("(a?b??)*", "ab", "0:ab,b");
    check("(?:(x)|(?:)){2}", "x", "0:x,-");
}

#[test]
fn assertions() {
    check("^b|c$", "abc", "2:c");
    check("\\bfoo\\b", "a foo.", "2:foo");
    check("\\Boo\\B", "fooo", "1:oo");
    check("\\b", "", "null");
    check("\\B", "", "0:");
    check("^", "\nb", "0:");
    assert_eq!(exec("^b$", "m", "a\u{2028}b\u{2029}c"), "2:b");
    assert_eq!(exec("^b$", "m", "a\rb\nc"), "2:b");
    assert_eq!(exec("$", "m", "a\n"), "1:");
    check("(?=(a+))", "baaabac", "1:,aaa");
    check("(?=(a+))a*b\\1", "baaabac", "3:aba,a");
    check("(.*?)a(?!(a+)b\\2c)\\2(.*)", "baaabaac", "0:baaabaac,ba,-,abaac");
    check("(?=(a))\\1b", "aab", "1:ab,a");
    check("(?!(a))b|(a)", "ba", "0:b,-,-");
    check("(?:(?=(a|ab))\\1)+c", "aababc", "null");
    check("(?:(?!b)(\\w))*", "aab", "0:aa,a");
    check("(?=(?=(a))b|(a))\\2", "a", "0:a,-,a");
    check("(?!(?!a))a", "ba", "1:a");
}

/// Checks that going back past an assertion restores its captures, but finds no other path through it.
#[test]
fn assertions_are_not_tried_again() {
    check("(?:(?=(a+?))a|ab)c", "abc", "0:abc,-");
    check("(?=(a*?))\\1b", "ab", "1:b,");
    check("(?:(?=(a)|b)x|a)", "a", "0:a,-");
}

/// Checks that lookbehinds match their terms from right to left.
#[test]
fn lookbehinds() {
    check("(?<=\\$)\\d+(\\.\\d*)?", "cost $10.46 1", "6:10.46,.46");
    check("(?<!\\$)\\b\\d+", "$10 20", "4:20");
    check("(?<=(\\d+)(\\d+))$", "1053", "4:,1,053");
    check("(?<=\\1(a))b", "aab", "2:b,a");
    check("(?<=(a|ab)c{2,3})d", "abcccd", "5:d,ab");
    check("(?<=^|b)a", "bab", "1:a");
    check("(?<=(?=a)a)b", "ab", "1:b");
    check("(?<=(?:(a)|b)*)c", "abc", "2:c,a");
    check("(?<!abc)\\w\\w\\w", "abcdef", "0:abc");
    check("(?<=a)", "", "null");
}

#[test]
fn back_references() {
    check("(a*)b\\1", "aabaaa", "0:aabaa,aa");
    check("\\1(a)", "aa", "0:a,a");
    check("(a\\1)", "aa", "0:a,a");
    check("(?:(a)|b\\1)*", "aba", "0:aba,a");
    check("(?:\\2b|(a)(b))*", "abb", "0:abb,-,-");
    check("(a)|\\1b", "b", "0:b,-");
    check("(.)\\1", "abccd", "2:cc,c");
    assert_eq!(exec("(.)\\1", "i", "abCcd"), "2:Cc,C");
    assert_eq!(exec("(\u{3c3}.)\\1", "i", "\u{3c3}a\u{3c2}A"), "0:\u{3c3}a\u{3c2}A,\u{3c3}a");
    check("(abc)\\1", "abcab", "null");
}

#[test]
fn references_to_several_groups_mean_the_one_that_has_matched() {
    check("(?:(?<a>x)|(?<a>y))\\k<a>z", "xyyyz", "2:yyz,-,y");
    check("(?:(?<a>x)|(?<a>y)|z)\\k<a>-", "z-", "0:z-,-,-");
    check("(?:(?:(?<a>x)|(?<a>y))\\k<a>)*", "xxyyx", "0:xxyy,-,y");
    check("(?<=\\k<a>(?:(?<a>xy)|(?<a>z)))-", "xyxy-", "4:-,xy,-");
    check("(?:(?<a>x)|(?<a>y))(?<b>\\k<a>)\\k<b>", "yyy", "0:yyy,-,y,y");
    assert_eq!(exec("(?:(?<a>x)|(?<a>y\u{17F}))\\k<a>", "iu", "Y\u{17F}ys"), "0:Y\u{17F}ys,-,Y\u{17F}");
    // A list of the groups for each reference would take a megabyte.
    let (groups, references) = (vec!["(?<a>x)"; 500].join("|"), "\\k<a>".repeat(500));
    let regexp = compile(&format!("(?:{groups}){references}"), "");
    assert!(regexp.memory() < 200_000, "{} bytes", regexp.memory());
}

#[test]
fn without_regard_to_case() {
    assert_eq!(exec("straSSe", "i", "STRAsse"), "0:STRAsse");
    assert_eq!(exec("\u{17F}", "i", "sS"), "null");
    assert_eq!(exec("\u{B5}", "i", "\u{3BC}"), "0:\u{3BC}");
    assert_eq!(exec("[^x]+", "i", "xXaX"), "2:a");
    assert_eq!(exec("\\w+", "i", "\u{17F}\u{212A}aZ"), "2:aZ");
}

#[test]
fn searching_goes_on_from_a_position() {
    let (regexp, text) = (compile("a(b)?", ""), b"abcab".as_slice());
    let (mut budget, mut scratch) = (Budget::default(), Scratch::default());
    for (start, sticky, expected) in [
        (0, false, Some(0..2)),
        (1, false, Some(3..5)),
        (4, false, None),
        (5, false, None),
        (6, false, None),
        (3, true, Some(3..5)),
        (2, true, None),
    ] {
        let input = Input::Latin1(text);
        let found = match sticky {
            true => regexp.match_at(input, start, &mut budget, &mut scratch),
            false => regexp.find(input, start, &mut budget, &mut scratch),
        };
        assert_eq!(found.map(|found| found.then(|| scratch.span())), Ok(expected), "{start}");
    }
}

/// Checks that counters are not expanded, so such patterns are small. Without back references they end soon.
#[test]
fn repetitions_without_end() {
    check("((a{0,9}){0,9}){0,9}b", &"a".repeat(1000), "null");
    check("(?:(?:a*)*)*b", &"a".repeat(1000), "null");
    check("(?:){1000000000}b", "ab", "1:b");
    check("(?:a{4294967295}){4294967295}", "aa", "null");
    assert!(compile(&["(?:a{9}".repeat(1000), "){9}".repeat(1000)].concat(), "").memory() < 1 << 20);
}

/// Checks that what begins with a run is not tried again inside of the run, unless a back reference depends on it.
#[test]
fn a_leading_run_fails_only_once() {
    check("\\w+:(\\w)", "abc abcd:e", "4:abcd:e,e");
    check("(a+)b\\1", "aaabab", "2:aba,a");
    check("(?:a+b)+c", "aababd aabc", "7:aabc");
    check("a{2,}?b", "aacaaab", "3:aaab");
    check("a*(?<=^.)b", "aab ab", "null");
    for pattern in ["\\s+$", "(\\s+)x", "[^]*x", "\\s{2,}?x"] {
        let text = [b" ".repeat(10_000), b"-".to_vec()].concat();
        let mut budget = Budget::default();
        let found = compile(pattern, "").find(Input::Latin1(&text), 0, &mut budget, &mut Scratch::default());
        assert!(found == Ok(false) && budget.fuel_spent() < 100_000, "/{pattern}/ {}", budget.fuel_spent());
    }
}

#[test]
fn fuel_ends_what_only_a_backtracker_can_match() {
    let regexp = compile("(a+)+\\1$", "");
    let text = [b"a".repeat(100), b"b".to_vec()].concat();
    let mut budget = Budget::default();
    budget.set_fuel(Some(1_000_000));
    let found = regexp.find(Input::Latin1(&text), 0, &mut budget, &mut Scratch::default());
    assert_eq!(found, Err(Termination::OutOfFuel));
}

#[test]
fn the_backtrack_stack_is_charged_and_given_back() {
    let regexp = compile("(?:(a)|b)*\\1", "");
    let text = b"a".repeat(1_000_000);
    let (mut budget, mut scratch) = (Budget::default(), Scratch::default());
    budget.set_memory_limit(Some(1 << 20));
    let found = regexp.find(Input::Latin1(&text), 0, &mut budget, &mut scratch);
    assert_eq!(found, Err(Termination::OutOfMemory));
    budget.set_memory_limit(None);
    assert_eq!(regexp.find(Input::Latin1(&text), 0, &mut budget, &mut scratch), Ok(true));
    assert_eq!(scratch.span(), 0..1_000_000);
    assert!(budget.peak_bytes() > 1 << 20 && budget.bytes() < 1 << 20, "{}", budget.bytes());
}

#[test]
fn the_linear_program_is_charged_when_it_is_made() {
    let regexp = compile("(?:a|a)*b|(?:a|a)*c", "");
    let text = b"a".repeat(1000);
    let (mut budget, mut scratch) = (Budget::default(), Scratch::default());
    assert_eq!(regexp.linear_memory(), 0);
    for _ in 0..2 {
        assert_eq!(regexp.find(Input::Latin1(&text), 0, &mut budget, &mut scratch), Ok(false));
        assert!(regexp.linear_memory() > 0);
        assert_eq!(budget.bytes(), regexp.linear_memory() + scratch.charged);
    }
}

#[test]
fn steps_are_the_same_every_time() {
    let regexp = compile("(?:a|b)*?c|\\w+d", "");
    let text = b"ab ".repeat(1000);
    let spent = || {
        let mut budget = Budget::default();
        assert_eq!(regexp.find(Input::Latin1(&text), 0, &mut budget, &mut Scratch::default()), Ok(false));
        budget.fuel_spent()
    };
    assert_eq!(spent(), spent());
    assert!((3_000..60_000).contains(&spent()), "{}", spent());
}
