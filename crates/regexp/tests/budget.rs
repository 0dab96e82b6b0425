//! No pattern gets past a limit, neither while it is compiled nor while it is matched. Work is reported to the budget
//! as it is done, and memory before it is taken.

use std::time::Duration;

use cpu_time::ThreadTime;
use ferrotape_budget::{Budget, Deadline, Termination};
use ferrotape_regexp::{Error, Flags, Input, Regexp, Scratch};

struct Hostile {
    name: &'static str,
    pattern: String,
    flags: &'static str,
    text: String,
}

fn hostile() -> Vec<Hostile> {
    let new = |name, pattern: String, flags, text: String| Hostile { name, pattern, flags, text };
    let names: String = (0..20_000).map(|name| format!("(?<n{name}>a)?")).collect();
    let classes: String =
        (0..20_000).filter_map(|n| char::from_u32(300 + n)).map(|c| format!("[{c}-\u{D7FF}]")).collect();
    let odd: String = (300..40_000).step_by(2).filter_map(char::from_u32).collect();
    vec![
        new("nested groups", "(".repeat(30_000) + "a" + &")".repeat(30_000), "", "b".repeat(1000) + "a"),
        new("nested groups that repeat", "(".repeat(30_000) + "a" + &")*".repeat(30_000) + "b", "", "a".repeat(1000)),
        new("alternatives", "ab|".repeat(100_000), "", "ac".repeat(1000)),
        new("optional units", "a?".repeat(100_000) + "b", "", "a".repeat(100_000)),
        new("optional group", "(a?){1000}b".to_owned(), "", "a".repeat(100_000)),
        new("a great count", "(?:(?:(a|b){1,1000}){1,1000}){1,1000}c".to_owned(), "", "a".repeat(100_000)),
        new("looks in looks", "(?=".repeat(20_000) + "a" + &")".repeat(20_000), "", "b".repeat(10_000)),
        new("looks behind", "(?<=a*)".repeat(1000) + "b", "", "a".repeat(100_000)),
        new("groups in a loop", format!("({})+$", "(a?)".repeat(10_000)), "", "a".repeat(10_000) + "b"),
        new("names", names, "", "a".repeat(100)),
        new("named references", r"\k<b>".repeat(50_000) + "(?<b>a)", "", "a".repeat(100)),
        new("a large class", format!("[{odd}]"), "i", odd.clone()),
        new("different classes", classes, "i", "\u{1000}".repeat(1000)),
        new("a long text", "abcdefgh".repeat(100_000), "i", "abcdefgh".repeat(10)),
        new("back references", format!("(.*){}x", r"\1".repeat(1000)), "i", "\u{101}".repeat(1_000_000)),
        new("runs", ".*".repeat(1000) + "x", "", "a".repeat(1_000_000)),
        new("a lazy run", ".*?x".to_owned(), "", "a".repeat(4_000_000)),
        new("starts", "[xyz]".to_owned(), "", "a".repeat(4_000_000)),
        new("windows", "(?:aaaaaaab|aaaaaab)".to_owned(), "", "a".repeat(4_000_000)),
        new("restored registers", "(?!(?:(a)|(b))*c)z|(?=(?:(a)|(b))*)z".to_owned(), "", "ab".repeat(200_000)),
    ]
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn compile(hostile: &Hostile, budget: &mut Budget) -> Result<Regexp, Termination> {
    let flags = Flags::parse(&units(hostile.flags)).expect("flags");
    Regexp::new(&units(&hostile.pattern), flags, budget).map_err(|error| match error {
        Error::Terminated(termination) => termination,
        Error::Syntax(error) => panic!("{}: {}", hostile.name, error.message),
    })
}

#[test]
fn what_compiling_took_is_held_or_given_back() {
    for case in &hostile() {
        let mut budget = Budget::default();
        let regexp = compile(case, &mut budget).expect("no limits");
        let (fuel, held) = (budget.fuel_spent(), regexp.memory());
        assert_eq!(budget.bytes(), held, "{}", case.name);
        assert!(fuel >= case.pattern.len() as u64 / 8, "{}: {fuel}", case.name);

        let mut budget = Budget::default();
        budget.set_fuel(Some(fuel / 2));
        assert_eq!(compile(case, &mut budget).err(), Some(Termination::OutOfFuel), "{}", case.name);
        assert_eq!(budget.bytes(), 0, "{}", case.name);

        let mut budget = Budget::default();
        budget.set_memory_limit(Some(held - 1));
        assert_eq!(compile(case, &mut budget).err(), Some(Termination::OutOfMemory), "{}", case.name);
        assert_eq!(budget.bytes(), 0, "{}", case.name);
    }
}

/// Checks that work is reported in time. A tick is some nanoseconds; an attack that hid its work would take minutes.
#[test]
fn work_is_told_as_it_is_done() {
    const FUEL: u64 = 3_000_000;
    const LIMIT: Duration = Duration::from_secs(3);
    for case in &hostile() {
        let regexp = compile(case, &mut Budget::default()).expect("no limits");
        let text = units(&case.text);
        let mut budget = Budget::default();
        budget.set_fuel(Some(FUEL));
        let (mut scratch, start) = (Scratch::default(), ThreadTime::now());
        while regexp.find(Input::Utf16(&text), 0, &mut budget, &mut scratch).is_ok() {}
        assert!(start.elapsed() < LIMIT, "{}: {:?}", case.name, start.elapsed());
        assert!(budget.fuel_spent() < FUEL + FUEL / 4, "{}: {}", case.name, budget.fuel_spent());
    }
}

#[test]
fn a_deadline_is_seen_inside_of_a_match() {
    const TIME: Duration = Duration::from_millis(30);
    for case in &hostile() {
        let regexp = compile(case, &mut Budget::default()).expect("no limits");
        let text = units(&case.text);
        let mut budget = Budget::default();
        // Time in which other threads run is no lateness.
        let start = ThreadTime::now();
        budget.begin_run(Deadline::after(TIME));
        let mut scratch = Scratch::default();
        let end = loop {
            if let Err(termination) = regexp.find(Input::Utf16(&text), 0, &mut budget, &mut scratch) {
                break termination;
            }
        };
        assert_eq!(end, Termination::DeadlineReached, "{}", case.name);
        assert!(start.elapsed() < TIME + Duration::from_secs(1), "{}: {:?}", case.name, start.elapsed());
    }
}

#[test]
fn what_matching_took_is_given_back() {
    const MOST_KEPT: usize = 300 << 10;
    let small = Regexp::new(&units("a"), Flags::default(), &mut Budget::default()).expect("a pattern");
    for case in &hostile() {
        let regexp = compile(case, &mut Budget::default()).expect("no limits");
        let text = units(&case.text);
        let (mut budget, mut scratch) = (Budget::default(), Scratch::default());
        budget.set_fuel(Some(3_000_000));
        let _ = regexp.find(Input::Utf16(&text), 0, &mut budget, &mut scratch);
        budget.set_fuel(None);
        assert_eq!(small.find(Input::Latin1(b"ba"), 0, &mut budget, &mut scratch), Ok(true));
        let kept = budget.bytes() - regexp.linear_memory();
        assert!(kept <= MOST_KEPT, "{}: {kept}", case.name);
    }
}

/// Checks the crate's documentation of linear time.
#[test]
fn all_but_two_kinds_of_patterns_are_linear() {
    let is_linear = |pattern: &str| {
        let mut budget = Budget::default();
        let regexp = Regexp::new(&units(pattern), Flags::default(), &mut budget).expect(pattern);
        let is_linear = regexp.is_linear(&mut budget).expect("no limits");
        assert_eq!(budget.bytes(), regexp.memory() + regexp.linear_memory());
        is_linear
    };
    for pattern in [
        "(a+)+$",
        "(a|aa)*?b",
        "(?=(a*))b|(?!a+b)c",
        "(?<=(a*))b|(?<!a+b)c",
        "(?:(a)|(b)|^)*c",
        "(a?){1000}",
        "(?:a{100}){1000}",
        "a{262000}",
        "(?:){1000000000}",
        "(?:a*){1000}",
    ] {
        assert!(is_linear(pattern), "{pattern}");
    }
    for pattern in [r"(a)\1", r"(?<x>a)|\k<x>", "(?:a{1000}){1000}", "(?:(?:(?:ab?){100}){100}){0,100}", "a{262144}"] {
        assert!(!is_linear(pattern), "{pattern}");
    }
}
