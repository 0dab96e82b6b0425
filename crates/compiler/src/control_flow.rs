//! Control flow that both back-ends generate alike: labels, the places that conditions lead to, what `break` and `continue`
//! mean, jumps that lead to jumps.

use ferrotape_budget::{Budget, Termination};

use ferrotape_text::Name;
use rustc_hash::FxHashMap;

use crate::meter::{Pace, filled, push};

/// A place in the code that jumps can name before it is known.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Label(pub u32);

/// Where a condition leads, and which of the two places comes next in the code.
#[derive(Copy, Clone)]
pub(crate) struct Branches {
    pub on_true: Label,
    pub on_false: Label,
    pub next: bool,
}

impl Branches {
    pub fn negated(self) -> Branches {
        Branches { on_true: self.on_false, on_false: self.on_true, next: !self.next }
    }

    pub fn goal(self, truth: bool) -> Label {
        if truth { self.on_true } else { self.on_false }
    }
}

/// A statement that `break` or `continue` can mean.
#[derive(Copy, Clone)]
pub(crate) struct Target {
    pub on_break: Label,
    /// Loops only.
    pub on_continue: Option<Label>,
    /// `break` without a label means it.
    pub takes_plain_break: bool,
    /// How much there is around the statement that must be left in order: what a back-end counts.
    pub depth: u32,
}

/// The labels before a statement: those that were put on from here on.
#[derive(Copy, Clone)]
pub(crate) struct Labels(usize);

/// The statements around that can be left, innermost last. What `break` and `continue` mean is found without a search.
#[derive(Default)]
pub(crate) struct Targets {
    open: Vec<(Target, Labels)>,
    /// Indices of the targets of `break` and `continue` without a label.
    plain_breaks: Vec<u32>,
    loops: Vec<u32>,
    labels: Vec<Name>,
    /// By label: the index of its target. Labels around each other are different.
    by_label: FxHashMap<Name, u32>,
}

/// What a label takes in both places.
const BYTES_PER_LABEL: usize = 40;

impl Targets {
    /// The labels that are put on from now on.
    pub fn labels(&self) -> Labels {
        Labels(self.labels.len())
    }

    /// A further label of the statement that comes. Gives the bytes that it takes.
    pub fn put_label(&mut self, name: Name) -> usize {
        self.labels.push(name);
        BYTES_PER_LABEL
    }

    pub fn is_labeled(&self, labels: Labels) -> bool {
        self.labels.len() > labels.0
    }

    /// A statement with those labels begins. Gives the bytes that are taken.
    pub fn enter(&mut self, labels: Labels, target: Target) -> usize {
        let index = self.open.len() as u32;
        self.by_label.extend(self.labels[labels.0..].iter().map(|&name| (name, index)));
        if target.on_continue.is_some() {
            self.loops.push(index);
        }
        if target.takes_plain_break {
            self.plain_breaks.push(index);
        }
        push(&mut self.open, (target, labels))
    }

    /// The innermost statement ends.
    pub fn leave(&mut self) {
        let Some((target, labels)) = self.open.pop() else { return };
        for name in self.labels.drain(labels.0..) {
            self.by_label.remove(&name);
        }
        if target.on_continue.is_some() {
            self.loops.pop();
        }
        if target.takes_plain_break {
            self.plain_breaks.pop();
        }
    }

    /// Where `break` leads to.
    pub fn of_break(&self, label: Option<Name>) -> Option<(Label, u32)> {
        let target = self.find(label, &self.plain_breaks)?;
        Some((target.on_break, target.depth))
    }

    /// Where `continue` leads to.
    pub fn of_continue(&self, label: Option<Name>) -> Option<(Label, u32)> {
        let target = self.find(label, &self.loops)?;
        Some((target.on_continue?, target.depth))
    }

    fn find(&self, label: Option<Name>, plain: &[u32]) -> Option<Target> {
        let index = match label {
            Some(label) => self.by_label.get(&label),
            None => plain.last(),
        };
        self.open.get(*index? as usize).map(|&(target, _)| target)
    }
}

/// Where chains of jumps end, each found once.
pub(crate) struct JumpChains {
    /// By jump; [`UNKNOWN`] for one that nobody came to yet.
    ends: Vec<u32>,
    /// The jumps of the chain that is being followed.
    seen: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl JumpChains {
    /// For so many instructions.
    pub fn new(length: usize, budget: &mut Budget) -> Result<Self, Termination> {
        Ok(JumpChains { ends: filled(UNKNOWN, length, budget)?, seen: Vec::new() })
    }

    /// The instruction that the way from `start` comes to. `jump` says where an instruction leads that does nothing else.
    pub fn end(&mut self, start: u32, jump: impl Fn(u32) -> Option<u32>, pace: &mut Pace) -> Result<u32, Termination> {
        let mut at = start;
        while let Some(target) = jump(at) {
            pace.row()?;
            if self.ends[at as usize] != UNKNOWN {
                at = self.ends[at as usize];
                break;
            }
            // Marks the jump as seen: a chain that runs into itself is an endless loop, and ends here.
            self.ends[at as usize] = at;
            self.seen.push(at);
            at = target;
        }
        for seen in self.seen.drain(..) {
            self.ends[seen as usize] = at;
        }
        Ok(at)
    }
}
