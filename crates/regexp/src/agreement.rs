//! Test that all matchers agree on generated patterns and texts, in the match and in every capture.
//!
//! The third matcher is [`specification`], which is not fast but follows the specification word by word. A pair on
//! which the matchers disagree is made smaller as long as they do, and printed as a line for [`regressions`].
//! `FERROTAPE_REGEXP_PAIRS` sets the number of pairs, `FERROTAPE_REGEXP_SEED` the first seed.

mod generator;
mod specification;

use std::ops::Range;

use ferrotape_budget::Budget;

use crate::backtracker;
use crate::compiler::compile;
use crate::flags::Flags;
use crate::guard::Guard;
use crate::input::{CodePoints, InputText};
use crate::linear::{self, LinearProgram};
use crate::meter::Meter;
use crate::opening::Opening;
use crate::parser::{check, parse};
use crate::scratch::Scratch;
use crate::starts::Starts;
use crate::tree::{Node, Tree};
use generator::{Case, Random};

type Groups = Option<Vec<Option<Range<usize>>>>;

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// Parses a pattern. None if the stricter grammar of `u` and `v` rejects it.
fn tree_of(pattern: &str, flags: &str) -> Option<Tree> {
    let flags = Flags::parse(&units(flags)).unwrap_or_else(|| panic!("flags {flags}"));
    let mut budget = Budget::default();
    let checked = check(&units(pattern), flags, &mut Meter::new(&mut budget));
    let parsed = parse(&units(pattern), flags, &mut Meter::new(&mut budget));
    assert_eq!(checked.as_ref().err(), parsed.as_ref().err(), "/{pattern}/");
    match parsed {
        Ok(tree) => Some(tree),
        Err(_) if flags.full_unicode() => None,
        Err(error) => panic!("/{pattern}/: {error:?}"),
    }
}

fn groups(found: bool, tree: &Tree, scratch: &Scratch) -> Groups {
    found.then(|| (0..tree.group_count as usize).map(|index| scratch.group(index)).collect())
}

/// Searches with the linear matcher. None if the pattern has back references.
fn linear<I: InputText>(tree: &Tree, input: I, start: usize, sticky: bool, scratch: &mut Scratch) -> Option<Groups> {
    let mut budget = Budget::default();
    let program = LinearProgram::new(tree, &mut Meter::new(&mut budget)).expect("no limits");
    assert_eq!(program.is_none(), tree.has_back_references, "the pattern is small");
    let program = program?;
    let found = linear::find(&program, input, start, sticky, &mut Budget::default(), scratch).expect("no limits");
    let groups = groups(found, tree, scratch);
    if program.knows_beginnings() {
        let beginning = linear::beginning(&program, input, start, sticky, &mut budget, scratch).expect("no limits");
        let expected = groups.as_ref().and_then(|groups| groups[0].as_ref()).map(|group| group.start);
        assert_eq!(beginning, expected, "where a match begins: {tree:?}");
    }
    Some(groups)
}

/// Searches with the backtracker. None if that takes too long.
fn backtrack<I: InputText>(tree: &Tree, input: I, start: usize, sticky: bool, scratch: &mut Scratch) -> Option<Groups> {
    let mut budget = Budget::default();
    let program = compile(tree, &mut Meter::new(&mut budget)).expect("no limits");
    let found = backtracker::find(&program, input, start, sticky, 100_000, &mut Budget::default(), scratch).ok()?;
    Some(groups(found, tree, scratch))
}

/// Returns how the matchers disagree, if they do. `None` also if the specification's matcher takes too long.
fn disagreement(case: &Case, behind: bool, scratch: &mut Scratch) -> Option<String> {
    let mut tree = tree_of(&case.pattern.to_string(), case.flags)?;
    if behind {
        look_behind(&mut tree);
    }
    let expected = specification::find(&tree, &case.text, case.start, case.sticky).ok()?;
    let compare = |name: &str, actual: Groups| {
        (actual != expected).then(|| format!("{name}: {actual:?}, specification: {expected:?}"))
    };
    // Some texts that would fit into bytes are searched as code units.
    let narrow: Option<Vec<u8>> = case.text.iter().map(|&unit| u8::try_from(unit).ok()).collect();
    let narrow = narrow.filter(|text| text.len() % 4 != 3);
    let (text, mut start, sticky) = (&*case.text, case.start, case.sticky);
    if tree.flags.full_unicode() {
        start = CodePoints(text).boundary(start);
    }
    let skipped = match &narrow {
        Some(text) => skipped(&tree, &**text, start, &expected),
        None if tree.flags.full_unicode() => skipped(&tree, CodePoints(text), start, &expected),
        None => skipped(&tree, text, start, &expected),
    };
    if skipped.is_some() {
        return skipped;
    }
    let linear_finds = match &narrow {
        Some(text) => linear(&tree, &**text, start, sticky, scratch),
        None if tree.flags.full_unicode() => linear(&tree, CodePoints(text), start, sticky, scratch),
        None => linear(&tree, text, start, sticky, scratch),
    };
    linear_finds.and_then(|groups| compare("linear", groups)).or_else(|| {
        let backtracker_finds = match &narrow {
            Some(text) => backtrack(&tree, &**text, start, sticky, scratch)?,
            None if tree.flags.full_unicode() => backtrack(&tree, CodePoints(text), start, sticky, scratch)?,
            None => backtrack(&tree, text, start, sticky, scratch)?,
        };
        compare("backtracker", backtracker_finds)
    })
}

/// Returns by which test of beginnings the match is excluded, if by one.
fn skipped<I: InputText>(tree: &Tree, text: I, start: usize, expected: &Groups) -> Option<String> {
    let Range { start: wanted, end } = expected.as_ref()?.first()?.clone()?;
    let opening = Opening::new(tree, Guard::ANYTHING, &mut Meter::new(&mut Budget::default())).expect("no limits");
    let length = if opening.is_possible { opening.sets().len() } else { 0 };
    if end - wanted < length && wanted > 0 {
        return Some(format!("no match is shorter than {length}, specification: {expected:?}"));
    }
    let spans = (0..length).flat_map(|first| (first + 1..=length).map(move |after| first..after));
    let mut all = spans.map(|span| Starts::at(&opening, span)).chain([Starts::new(&opening)]);
    let excluding = all.find(|starts| {
        let mut position = start;
        while let Some(found) = starts.next(text, position, text.len() + 1).0.filter(|&found| found < wanted) {
            position = found + 1;
        }
        starts.next(text, position, text.len() + 1).0 != Some(wanted)
    });
    excluding.map(|starts| format!("excluded by {starts:?}, specification: {expected:?}"))
}

/// Turns look-aheads into look-behinds. For the matchers only the direction differs.
fn look_behind(tree: &mut Tree) {
    for (index, node) in tree.nodes.iter_mut().enumerate() {
        if let Node::Look { behind, .. } = node {
            *behind = index % 3 != 0;
        }
    }
}

fn shrink(mut case: Case, behind: bool, scratch: &mut Scratch) -> Case {
    while let Some(smaller) = case.smaller().into_iter().find(|case| disagreement(case, behind, scratch).is_some()) {
        case = smaller;
    }
    case
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Compares the matchers on generated pairs. With `behind`, look-aheads become look-behinds. At most ten failures are shown.
fn pairs_agree(behind: bool) {
    let (count, seed) = (setting("FERROTAPE_REGEXP_PAIRS", 20_000), setting("FERROTAPE_REGEXP_SEED", 1));
    let mut scratch = Scratch::default();
    let mut failures = Vec::new();
    for index in 0..count {
        let case = generator::case(&mut Random::new(seed.wrapping_add(index)));
        if disagreement(&case, behind, &mut scratch).is_some() {
            let case = shrink(case, behind, &mut scratch);
            let reason = disagreement(&case, behind, &mut scratch).unwrap_or_default();
            let (pattern, text) = (case.pattern.to_string(), String::from_utf16_lossy(&case.text));
            let Case { flags, start, sticky, .. } = case;
            failures.push(format!("({pattern:?}, {flags:?}, {text:?}, {start}, {sticky}), // {reason}"));
            if failures.len() >= 10 {
                break;
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn generated_pairs() {
    pairs_agree(false);
}

#[test]
fn generated_pairs_with_look_behind() {
    pairs_agree(true);
}
