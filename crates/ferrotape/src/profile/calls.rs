//! The tree of a profile without lines, for formats that know functions alone, and its lines without the tree.

use std::collections::{BTreeMap, HashMap};

use ferrotape_runtime::profile::Tree;

use super::LineCost;

/// A function that was seen, called by those above it in the tree.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// The index of the caller, which is smaller. None for the outermost ones.
    pub caller: Option<u32>,
    pub function: u32,
    /// Samples in the function itself, and their weights.
    pub samples: u64,
    pub weight: u64,
    /// Samples and weights of its lines.
    pub lines: BTreeMap<u32, (u64, u64)>,
}

/// Takes nodes together that differ in their lines alone. Returns the calls, and that of each node.
pub(super) fn calls(tree: &Tree) -> (Vec<Call>, Vec<u32>) {
    let mut known: HashMap<(Option<u32>, u32), u32> = HashMap::new();
    let (mut calls, mut call_of): (Vec<Call>, Vec<u32>) = (Vec::new(), Vec::with_capacity(tree.nodes.len()));
    for node in &tree.nodes {
        let caller = node.caller.map(|caller| call_of[caller as usize]);
        let number = *known.entry((caller, node.function)).or_insert_with(|| {
            let lines = BTreeMap::new();
            calls.push(Call { caller, function: node.function, samples: 0, weight: 0, lines });
            calls.len() as u32 - 1
        });
        call_of.push(number);
        let call = &mut calls[number as usize];
        call.samples += node.samples;
        call.weight = call.weight.saturating_add(node.weight);
        if node.samples > 0 && node.line > 0 {
            let (samples, weight) = call.lines.entry(node.line).or_default();
            *samples += node.samples;
            *weight = weight.saturating_add(node.weight);
        }
    }
    (calls, call_of)
}

/// Returns the share of each line, the heaviest first.
pub(super) fn lines(tree: &Tree) -> Vec<LineCost> {
    let mut totals: Vec<u64> = tree.nodes.iter().map(|node| node.weight).collect();
    // What natives take is their caller's own.
    let mut own = totals.clone();
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let Some(caller) = node.caller else { continue };
        totals[caller as usize] = totals[caller as usize].saturating_add(totals[index]);
        if node.line == 0 {
            own[caller as usize] = own[caller as usize].saturating_add(own[index]);
        }
    }
    let mut costs: BTreeMap<(&str, u32), LineCost> = BTreeMap::new();
    for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.line > 0) {
        let source = tree.functions.get(node.function as usize).map_or("", |seen| seen.source.as_str());
        let cost = costs.entry((source, node.line)).or_insert_with(|| LineCost {
            source: source.to_owned(),
            line: node.line,
            own: 0,
            total: 0,
        });
        cost.own = cost.own.saturating_add(own[index]);
        if !is_below_itself(tree, node.caller, source, node.line) {
            cost.total = cost.total.saturating_add(totals[index]);
        }
    }
    let mut costs: Vec<LineCost> = costs.into_values().collect();
    costs.sort_by_key(|cost| std::cmp::Reverse((cost.own, cost.total)));
    costs
}

/// Returns whether a line is among the callers of what it calls, which counts once.
fn is_below_itself(tree: &Tree, mut caller: Option<u32>, source: &str, line: u32) -> bool {
    while let Some(node) = caller.and_then(|node| tree.nodes.get(node as usize)) {
        let seen = tree.functions.get(node.function as usize);
        if node.line == line && seen.is_some_and(|seen| seen.source == source) {
            return true;
        }
        caller = node.caller;
    }
    false
}
