//! Control flow that both back-ends generate alike: labels, branches of conditions, targets of `break` and `continue`,
//! jumps that lead to jumps.

use ferrotape_budget::{Budget, Termination};

use ferrotape_text::Name;
use rustc_hash::FxHashMap;

use crate::meter::{Pace, filled, push};

/// A position in the code that jumps can name before it is known.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Label(pub u32);

/// The targets of a condition, and which of them comes next in the code.
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

/// The question that a branch asks about a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    True,
    False,
    /// Neither undefined nor null.
    NotNullish,
}

/// The target of a `break` or `continue`.
#[derive(Copy, Clone)]
struct Target {
    to: Label,
    /// Number of things around the target that must be left in order, as a back-end counts them.
    depth: u32,
}

/// A statement that `break` can leave.
#[derive(Copy, Clone)]
struct Breakable {
    target: Target,
    labels: Labels,
    is_plain: bool,
}

/// The labels before a statement: those put on from this index on.
#[derive(Copy, Clone)]
pub(crate) struct Labels(usize);

/// The statement behind a label, as indices of its targets.
#[derive(Copy, Clone)]
struct Labeled {
    on_break: u32,
    on_continue: Option<u32>,
}

/// The enclosing statements that can be left, innermost last. `break` and `continue` find their targets without a
/// search. A loop has one target for each, as the loop's cleanup lies between them.
#[derive(Default)]
pub(crate) struct Targets {
    breaks: Vec<Breakable>,
    /// Indices of the statements that a `break` without a label leaves.
    plain_breaks: Vec<u32>,
    continues: Vec<Target>,
    labels: Vec<Name>,
    /// Statements by label. Labels around each other are different.
    by_label: FxHashMap<Name, Labeled>,
}

/// Bytes that a label takes in both places.
const BYTES_PER_LABEL: usize = 40;

impl Targets {
    /// Returns the set of labels put on from now on.
    pub fn labels(&self) -> Labels {
        Labels(self.labels.len())
    }

    /// Adds a label of the following statement. Returns the bytes that it takes.
    pub fn put_label(&mut self, name: Name) -> usize {
        self.labels.push(name);
        BYTES_PER_LABEL
    }

    pub fn is_labeled(&self, labels: Labels) -> bool {
        self.labels.len() > labels.0
    }

    /// Enters a statement with those labels. If it `is_plain`, `break` without a label leaves it, too. Returns the
    /// bytes taken.
    pub fn enter_break(&mut self, labels: Labels, is_plain: bool, to: Label, depth: u32) -> usize {
        let on_break = self.breaks.len() as u32;
        let labeled = Labeled { on_break, on_continue: None };
        self.by_label.extend(self.labels[labels.0..].iter().map(|&name| (name, labeled)));
        let plain = if is_plain { push(&mut self.plain_breaks, on_break) } else { 0 };
        plain + push(&mut self.breaks, Breakable { target: Target { to, depth }, labels, is_plain })
    }

    /// Leaves the innermost statement.
    pub fn leave_break(&mut self) {
        let Some(Breakable { labels, is_plain, .. }) = self.breaks.pop() else { return };
        for name in self.labels.drain(labels.0..) {
            self.by_label.remove(&name);
        }
        if is_plain {
            self.plain_breaks.pop();
        }
    }

    /// Enters the body of the loop with those labels. Returns the bytes taken.
    pub fn enter_continue(&mut self, labels: Labels, to: Label, depth: u32) -> usize {
        let on_continue = Some(self.continues.len() as u32);
        for name in &self.labels[labels.0..] {
            if let Some(labeled) = self.by_label.get_mut(name) {
                labeled.on_continue = on_continue;
            }
        }
        push(&mut self.continues, Target { to, depth })
    }

    /// Leaves the body of the innermost loop.
    pub fn leave_continue(&mut self) {
        self.continues.pop();
    }

    /// Returns the target of a `break`, and its depth.
    pub fn of_break(&self, label: Option<Name>) -> Option<(Label, u32)> {
        let index = match label {
            Some(label) => self.by_label.get(&label)?.on_break,
            None => *self.plain_breaks.last()?,
        };
        self.breaks.get(index as usize).map(|statement| (statement.target.to, statement.target.depth))
    }

    /// Returns the target of a `continue`, and its depth.
    pub fn of_continue(&self, label: Option<Name>) -> Option<(Label, u32)> {
        let target = match label {
            Some(label) => self.continues.get(self.by_label.get(&label)?.on_continue? as usize),
            None => self.continues.last(),
        };
        target.map(|target| (target.to, target.depth))
    }
}

/// Ends of chains of jumps, each found once.
pub(crate) struct JumpChains {
    /// The end for each jump; [`UNKNOWN`] for one that has not been followed yet.
    ends: Vec<u32>,
    /// Jumps of the chain being followed.
    seen: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl JumpChains {
    /// Makes room for the ends of this many instructions.
    pub fn new(length: usize, budget: &mut Budget) -> Result<Self, Termination> {
        Ok(JumpChains { ends: filled(UNKNOWN, length, budget)?, seen: Vec::new() })
    }

    /// Returns the instruction that a chain from `start` ends at. `jump` returns the target of an instruction that only
    /// jumps.
    pub fn end(&mut self, start: u32, jump: impl Fn(u32) -> Option<u32>, pace: &mut Pace) -> Result<u32, Termination> {
        let mut at = start;
        while let Some(target) = jump(at) {
            pace.row()?;
            if self.ends[at as usize] != UNKNOWN {
                at = self.ends[at as usize];
                break;
            }
            // Marks the jump as seen. A chain that runs into itself is an endless loop, and ends here.
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
