//! `ferrotape-conformance properties`: operations on objects, compared between all ways to run a program and node.
//!
//! ```text
//! seed ──> generator ──> program ──┬──> register machine ──────────┐
//!                                  ├──> stack machine ─────────────┤
//!                                  ├──> a collection at each step ─┼──> first line that differs ──> shrinker
//!                                  └──> node ──────────────────────┘
//! ```
//!
//! Programs print the result of each operation, and finally every object. A program that differs is shrunk, and its
//! seed generates it again.

mod generator;
mod options;
mod runs;

use std::time::Instant;

use crate::diff::shrink;
use crate::host::STACK_BYTES;
use crate::node::Node;
use crate::{panics, pool};

use runs::compare;

pub use options::{HELP, Options, parse};

/// Script for node that runs the programs.
const NODE_SCRIPT: &str = include_str!("properties/node.js");

/// Limit on the programs that the shrinker tries for one difference.
const SHRINK_ATTEMPTS: usize = 2_000;

/// Limit on the differences that are shrunk and shown.
const MOST_SHOWN: usize = 10;

/// Programs given to the threads at once.
const BATCH: u64 = 500;

/// Compares the programs that the options choose. Returns whether all agree.
pub fn execute(options: &Options) -> Result<bool, String> {
    if options.print {
        println!("{}", generator::generate(options.seed).source());
        return Ok(true);
    }
    panics::remember();
    let node = Node::of_option(&options.node, NODE_SCRIPT)?;
    let started = Instant::now();
    let (mut operations, mut stopped, mut different) = (0, 0, Vec::new());
    for first in (0..options.count).step_by(BATCH as usize) {
        let seeds: Vec<u64> =
            (first..options.count.min(first + BATCH)).map(|index| options.seed.wrapping_add(index)).collect();
        let comparisons = pool::map(&seeds, options.jobs, STACK_BYTES, |&seed| {
            let source = generator::generate(seed).source();
            compare(&source, is_stressed(seed, options), node.as_ref())
        })?;
        for (&seed, comparison) in seeds.iter().zip(comparisons) {
            let comparison = comparison?;
            operations += comparison.operations;
            if comparison.is_stopped {
                println!("beyond a limit: seed {seed}");
                stopped += 1;
            }
            if let Some(difference) = comparison.difference {
                different.push((seed, difference));
            }
        }
    }
    let shown = if options.all { different.len() } else { different.len().min(MOST_SHOWN) };
    let reports = pool::map(&different[..shown], options.jobs, STACK_BYTES, |(seed, difference)| {
        if options.shrink { smaller(*seed, options, node.as_ref()) } else { difference.clone() }
    })?;
    for ((seed, _), report) in different.iter().zip(&reports) {
        println!("different: seed {seed}\n  {report}");
    }
    println!(
        "properties from seed {}: {} programs, {operations} lines, {} different, {stopped} beyond a limit, {:.1} s{}",
        options.seed,
        options.count,
        different.len(),
        started.elapsed().as_secs_f64(),
        if node.is_none() { ", without node" } else { "" },
    );
    Ok(different.is_empty())
}

fn is_stressed(seed: u64, options: &Options) -> bool {
    seed.checked_rem(options.stress_every) == Some(0)
}

/// Shrinks a program that differs. Returns the difference and the smallest program found.
fn smaller(seed: u64, options: &Options, node: Option<&Node>) -> String {
    let stress = is_stressed(seed, options);
    let difference = |source: &str| compare(source, stress, node).ok().and_then(|comparison| comparison.difference);
    let small = shrink::shrink(generator::generate(seed), SHRINK_ATTEMPTS, |source| difference(source).is_some());
    let source = small.source();
    let shown = source.replace(generator::PRELUDE, "// prelude.js\n");
    let kept: Vec<&str> = shown.lines().filter(|line| !matches!(*line, "" | ";")).collect();
    format!("{}\n{}", difference(&source).unwrap_or_default(), kept.join("\n"))
}
