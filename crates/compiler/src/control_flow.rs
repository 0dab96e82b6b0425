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

/// What a value is asked for a branch.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    True,
    False,
    /// Neither undefined nor null.
    NotNullish,
}

/// What `break` or `continue` leads to.
#[derive(Copy, Clone)]
struct Target {
    to: Label,
    /// How much there is around it that must be left in order: what a back-end counts.
    depth: u32,
}

/// A statement that `break` leaves.
#[derive(Copy, Clone)]
struct Breakable {
    target: Target,
    labels: Labels,
    is_plain: bool,
}

/// The labels before a statement: those that were put on from here on.
#[derive(Copy, Clone)]
pub(crate) struct Labels(usize);

/// What a label stands before: indices of its targets.
#[derive(Copy, Clone)]
struct Labeled {
    on_break: u32,
    on_continue: Option<u32>,
}

/// The statements around that can be left, innermost last. What `break` and `continue` mean is found without a search. A loop
/// has a target for each, as what a loop cleans up lies between the two.
#[derive(Default)]
pub(crate) struct Targets {
    breaks: Vec<Breakable>,
    /// Indices of those that `break` without a label means.
    plain_breaks: Vec<u32>,
    continues: Vec<Target>,
    labels: Vec<Name>,
    /// Labels around each other are different.
    by_label: FxHashMap<Name, Labeled>,
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

    /// A statement with those labels begins; `break` without a label means it, too, if it `is_plain`. Gives the bytes that are
    /// taken.
    pub fn enter_break(&mut self, labels: Labels, is_plain: bool, to: Label, depth: u32) -> usize {
        let on_break = self.breaks.len() as u32;
        let labeled = Labeled { on_break, on_continue: None };
        self.by_label.extend(self.labels[labels.0..].iter().map(|&name| (name, labeled)));
        let plain = if is_plain { push(&mut self.plain_breaks, on_break) } else { 0 };
        plain + push(&mut self.breaks, Breakable { target: Target { to, depth }, labels, is_plain })
    }

    /// The innermost statement ends.
    pub fn leave_break(&mut self) {
        let Some(Breakable { labels, is_plain, .. }) = self.breaks.pop() else { return };
        for name in self.labels.drain(labels.0..) {
            self.by_label.remove(&name);
        }
        if is_plain {
            self.plain_breaks.pop();
        }
    }

    /// The body of the loop with those labels begins. Gives the bytes that are taken.
    pub fn enter_continue(&mut self, labels: Labels, to: Label, depth: u32) -> usize {
        let on_continue = Some(self.continues.len() as u32);
        for name in &self.labels[labels.0..] {
            if let Some(labeled) = self.by_label.get_mut(name) {
                labeled.on_continue = on_continue;
            }
        }
        push(&mut self.continues, Target { to, depth })
    }

    /// The body of the innermost loop ends.
    pub fn leave_continue(&mut self) {
        self.continues.pop();
    }

    /// Where `break` leads to.
    pub fn of_break(&self, label: Option<Name>) -> Option<(Label, u32)> {
        let index = match label {
            Some(label) => self.by_label.get(&label)?.on_break,
            None => *self.plain_breaks.last()?,
        };
        self.breaks.get(index as usize).map(|statement| (statement.target.to, statement.target.depth))
    }

    /// Where `continue` leads to.
    pub fn of_continue(&self, label: Option<Name>) -> Option<(Label, u32)> {
        let target = match label {
            Some(label) => self.continues.get(self.by_label.get(&label)?.on_continue? as usize),
            None => self.continues.last(),
        };
        target.map(|target| (target.to, target.depth))
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
