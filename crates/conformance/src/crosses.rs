//! `ferrotape-conformance crosses`: nested scopes, declarations and evals of all kinds, on both machines and in node.
//!
//! ```text
//! family (a part for each of its dimensions) ──> case ──> program ──┬──> register machine ──┐
//!                                                                   ├──> stack machine ─────┼──> first difference
//!                                                                   └──> node ──────────────┘
//! ```
//!
//! Faults in scopes appear where two kinds of scopes meet that nobody combines by hand. So each [`family`](mod@family)
//! is a product: eval code × its place × the way to evaluate it; parameters × kinds of functions × evals × bodies; and
//! one name declared in three nested places. A case prints the meaning of every name again and again. Operands meet in
//! the same way: kinds of functions × places of variables × expressions × what stands at one place of them. Node's own
//! deviations are listed with the section of the specification that they violate ([`mod@known`]).

mod evals;
mod family;
mod known;
mod names;
mod operands;
mod options;
mod parameters;
mod runs;

use std::collections::BTreeMap;
use std::time::Instant;

use crate::diff::Random;
use crate::host::STACK_BYTES;
use crate::node::Node;
use crate::{panics, pool};

use family::{Case, Family};
use runs::compare;

pub use options::{HELP, Options, parse};

/// Script for node that runs the programs.
const NODE_SCRIPT: &str = include_str!("crosses/node.js");

/// Limit on the differences shown.
const MOST_SHOWN: usize = 10;

/// Cases given to the threads at once.
const BATCH: usize = 1_000;

/// Compares the cases that the options choose. Returns whether all agree.
pub fn execute(options: &Options) -> Result<bool, String> {
    let families = [evals::family(), parameters::family(), names::family(), operands::family()];
    let chosen = choose(&families, options);
    if options.print {
        for (family, index) in chosen {
            let case = families[family].case(index);
            println!("// {}\n{}", case.name, case.source);
        }
        return Ok(true);
    }
    panics::remember();
    let node = Node::of_option(&options.node, NODE_SCRIPT)?;
    let started = Instant::now();
    let (mut different, mut stopped, mut against_node) = (0, 0, BTreeMap::new());
    for batch in chosen.chunks(BATCH) {
        let cases: Vec<Case> = batch.iter().map(|&(family, index)| families[family].case(index)).collect();
        let comparisons = pool::map(&cases, options.jobs, STACK_BYTES, |case| compare(case, node.as_ref()))?;
        for (case, comparison) in cases.iter().zip(comparisons) {
            let comparison = comparison?;
            if let Some(section) = comparison.against_node {
                *against_node.entry(section).or_insert(0) += 1;
            }
            stopped += usize::from(comparison.is_stopped);
            let Some(difference) = comparison.difference else { continue };
            different += 1;
            if options.all || different <= MOST_SHOWN {
                println!("different: {}\n  {difference}\n{}", case.name, case.text());
            }
        }
    }
    for (section, count) in against_node {
        println!("{count} where node does otherwise: {section}");
    }
    println!(
        "crosses: {} cases, {different} different, {stopped} beyond a limit, {:.1} s{}",
        chosen.len(),
        started.elapsed().as_secs_f64(),
        if node.is_none() { ", without node" } else { "" },
    );
    Ok(different == 0 && stopped == 0)
}

/// Chooses cases by family: all of them, or this many of each family, by the seed.
fn choose(families: &[Family], options: &Options) -> Vec<(usize, u64)> {
    let mut random = Random::new(options.seed);
    let mut chosen = Vec::new();
    for (family, parts) in families.iter().enumerate() {
        let indices: Vec<u64> = match options.count {
            Some(count) => (0..count).map(|_| random.next() % parts.len()).collect(),
            None => (0..parts.len()).collect(),
        };
        let is_meant = |&index: &u64| options.filters.iter().all(|filter| parts.name(index).contains(filter));
        chosen.extend(indices.into_iter().filter(is_meant).map(|index| (family, index)));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(line: &[&str]) -> Options {
        parse(&mut lexopt::Parser::from_args(line)).expect("right").expect("no help")
    }

    #[test]
    fn the_same_seed_chooses_the_same_cases() {
        let families = [evals::family(), names::family()];
        let chosen = choose(&families, &options(&["--count", "50"]));
        assert_eq!(chosen.len(), 100);
        assert_eq!(chosen, choose(&families, &options(&["--count", "50"])));
        assert_ne!(chosen, choose(&families, &options(&["--count", "50", "--seed", "2"])));
        let arrows = choose(&families, &options(&["--filter", "arrow"]));
        assert!(
            !arrows.is_empty() && arrows.iter().all(|&(family, index)| families[family].name(index).contains("arrow"))
        );
    }

    /// Some cases of every family agree on both machines.
    #[test]
    fn machines_agree_on_crosses() {
        let families = [evals::family(), parameters::family(), names::family(), operands::family()];
        for (family, index) in choose(&families, &options(&["--count", "100", "--seed", "7"])) {
            let case = families[family].case(index);
            let comparison = compare(&case, None).expect("a comparison");
            assert_eq!(comparison.difference, None, "{}\n{}", case.name, case.source);
        }
    }
}
