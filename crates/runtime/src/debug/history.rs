//! Ways back: a run cannot be turned round, but another run of the same program comes to the same moments.
//!
//! ```text
//! count    statements that have begun: the number of a moment
//! trail    a hash of where they were, which tells a run that goes another way
//! recent   the last ones, with their depths: most steps back need no search
//! goal     where a run is to stop, or what it is to look for
//! edits    texts that were evaluated at stops, which another run evaluates at the same moments
//! ```
//!
//! To go back, the host ends the run, and starts the program again with the same debugger, or continues from a
//! checkpoint before the goal. Until the goal is reached, nothing stops and nothing is reported.

use std::collections::BTreeMap;

use ferrotape_budget::Termination;

use crate::debug::Moment;
use crate::debug::checkpoints::{Checkpoints, Reached};

/// Statements that are remembered one by one.
const RECENT: usize = 4096;
/// Statements between two that a further run is compared at.
const BETWEEN: u64 = 4096;
/// Most edits that are made again.
const MOST_EDITS: usize = 10_000;
/// Most bytes of their texts.
const MOST_BYTES: usize = 1 << 20;

/// Memory of a program's run, and of those that were before it.
#[derive(Default)]
pub(super) struct History {
    pub count: u64,
    trail: u64,
    /// Trail and depth of each, by its number modulo [`RECENT`].
    recent: Vec<(u64, u32)>,
    /// Trails of earlier runs, by numbers of statements.
    known: BTreeMap<u64, u64>,
    /// The first key of `known` that is to come.
    next_known: Option<u64>,
    /// The first statement that is remembered of this run.
    recent_from: u64,
    /// The program's first statement.
    begin: Option<u64>,
    /// The first statement that this run comes to.
    began: u64,
    pub checkpoints: Checkpoints,
    pub goal: Option<Goal>,
    /// The run has ended for another one.
    pub is_left: bool,
    edits: Vec<(u64, Edit)>,
    next_edit: usize,
    /// The statement at whose stop something was changed that cannot be changed again.
    unrepeatable: Option<u64>,
    /// Edits are behind the goal, and so undone.
    pub is_undone: bool,
    /// Something was changed since the last stop began.
    pub has_changed: bool,
    /// The last moment that was counted.
    counted: Option<Moment>,
    /// The run has gone on from a checkpoint, and come to nothing yet.
    is_resumed: bool,
}

/// Purpose of a run until it stops.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// Stops at this statement.
    At(u64),
    /// Finds the last statement up to `last` that is wanted, and ends at `until`.
    Search { last: u64, until: u64, wanted: Sought, found: Option<u64> },
}

/// Statement that a way back leads to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Sought {
    /// In a function as deep as that, or less.
    Depth(usize),
    /// With a breakpoint that stops.
    Breakpoint,
}

/// Text that was evaluated at a stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Edit {
    Text { frame: usize, text: String },
    Variable { frame: usize, scope: usize, name: String, text: String },
}

impl Edit {
    /// Returns whether it is a text that reads something by names, and so changes nothing, but for what getters do.
    fn only_reads(&self) -> bool {
        let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$' | '.');
        matches!(self, Edit::Text { text, .. } if text.trim().chars().all(is_part))
    }

    fn bytes(&self) -> usize {
        match self {
            Edit::Text { text, .. } => text.len(),
            Edit::Variable { name, text, .. } => name.len() + text.len(),
        }
    }
}

/// Result of counting a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Counted {
    /// Nothing: the statement was counted before, or no stop is wanted.
    Goes,
    /// The run goes another way than the one before.
    Departed,
}

impl History {
    /// Begins another run.
    pub fn begin_again(&mut self) {
        self.checkpoints.begin_again();
        self.begin_from(Reached::default(), 0);
    }

    /// Begins a run where a checkpoint is, from which it comes to that statement.
    pub fn begin_from(&mut self, Reached { count, trail, counted }: Reached, next: u64) {
        (self.count, self.trail, self.counted) = (count, trail, counted);
        (self.began, self.recent_from, self.is_left, self.is_resumed) = (next, count + 1, false, true);
        self.next_known = self.known.range(count + 1..).next().map(|(&count, _)| count);
        self.next_edit = self.edits.partition_point(|&(at, _)| at < next);
        self.checkpoints.pass_over(count);
    }

    /// The state that a checkpoint here has.
    pub fn reached(&self) -> Reached {
        Reached { count: self.count, trail: self.trail, counted: self.counted }
    }

    /// The first statement that the goal needs.
    pub fn wanted(&self) -> Option<u64> {
        match self.goal? {
            Goal::At(count) => Some(count),
            Goal::Search { last, .. } => Some(last),
        }
    }

    /// Called when the run has come to the end of its search: returns the goal of the next run.
    pub fn goal_behind(&self, wanted: Sought, found: Option<u64>) -> Goal {
        match found {
            // What is before the checkpoint comes next.
            None if self.began > self.first() => {
                let last = self.began - 1;
                let until = if wanted == Sought::Breakpoint { self.began } else { last };
                Goal::Search { last, until, wanted, found: None }
            }
            found => Goal::At(found.unwrap_or(self.first())),
        }
    }

    /// The next statement is the program's first one.
    pub fn begin_program(&mut self) {
        self.begin.get_or_insert(self.count + 1);
    }

    /// Returns whether the program's first statement has come.
    pub fn has_begun(&self) -> bool {
        self.begin.is_some_and(|begin| self.count >= begin)
    }

    /// Number of the program's first statement.
    pub fn first(&self) -> u64 {
        self.begin.unwrap_or(1)
    }

    /// Counts a statement, with its place as far as known.
    pub fn count(&mut self, moment: Moment, place: u64) -> Counted {
        let is_resumed = std::mem::take(&mut self.is_resumed);
        if self.counted.is_some_and(|counted| counted == moment || is_resumed && counted.is_at(moment)) {
            self.counted = Some(moment);
            return Counted::Goes;
        }
        self.counted = Some(moment);
        self.count += 1;
        self.trail =
            (self.trail.rotate_left(5) ^ place ^ (moment.depth as u64) << 48).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entry = (self.trail, moment.depth as u32);
        match self.recent.get_mut(self.count as usize % RECENT) {
            Some(place) => *place = entry,
            None => {
                self.recent.resize(RECENT, (0, 0));
                self.recent[self.count as usize % RECENT] = entry;
            }
        }
        if self.next_known == Some(self.count) {
            let is_same = self.known.get(&self.count) == Some(&self.trail);
            self.next_known = self.known.range(self.count + 1..).next().map(|(&count, _)| count);
            if !is_same {
                self.forget_behind(self.count - 1);
                return Counted::Departed;
            }
        } else if self.next_known.is_none() && self.count.is_multiple_of(BETWEEN) {
            self.know();
        }
        Counted::Goes
    }

    /// Remembers the trail here.
    pub fn know(&mut self) {
        if self.count > 0 {
            self.known.insert(self.count, self.trail);
        }
    }

    /// Forgets what earlier runs did behind a statement: this one goes another way.
    fn forget_behind(&mut self, count: u64) {
        drop(self.known.split_off(&(count + 1)));
        self.checkpoints.forget_behind(count);
        self.next_known = self.known.range(self.count + 1..).next().map(|(&count, _)| count);
    }

    /// Notes a change that was made at a stop; None for one that cannot be repeated. Expressions that only read are
    /// not changes.
    pub fn note_edit(&mut self, edit: Option<Edit>, is_at_statement: bool) {
        if edit.as_ref().is_some_and(Edit::only_reads) {
            return;
        }
        self.has_changed = true;
        // Those that were to come are of another way.
        self.edits.truncate(self.next_edit);
        let bytes: usize = self.edits.iter().map(|(_, edit)| edit.bytes()).sum();
        let has_room = |edit: &Edit| self.edits.len() < MOST_EDITS && bytes + edit.bytes() <= MOST_BYTES;
        match edit.filter(|edit| is_at_statement && has_room(edit)) {
            Some(edit) => {
                self.edits.push((self.count, edit));
                self.next_edit = self.edits.len();
            }
            None => {
                self.unrepeatable.get_or_insert(self.count);
            }
        }
        self.forget_behind(self.count);
    }

    /// The next edit that is to be made here.
    pub fn take_edit(&mut self) -> Option<Edit> {
        let (count, edit) = self.edits.get(self.next_edit)?;
        if *count != self.count {
            return None;
        }
        self.next_edit += 1;
        Some(edit.clone())
    }

    /// The last statement before a stop, or the reason why it is not possible to go back from it.
    pub fn last_before(&self, is_at_statement: bool) -> Result<u64, &'static str> {
        let last = if is_at_statement { self.count.saturating_sub(1) } else { self.count };
        if last < self.first() {
            return Err("the program begins here");
        }
        if self.unrepeatable.is_some_and(|count| last > count) {
            return Err("something was changed or evaluated at a stop before, which cannot be repeated");
        }
        Ok(last)
    }

    /// Returns the statement at which a search for breakpoints up to `last` ends. Those within that one are behind its
    /// beginning. But what was changed at it may lead another run elsewhere, if it cannot be changed again.
    pub fn end_of_search(&self, last: u64, is_at_statement: bool) -> u64 {
        last + u64::from(is_at_statement && self.unrepeatable != Some(last))
    }

    /// The last one up to `last` that is not deeper, if it is remembered.
    pub fn recent_at(&self, last: u64, depth: usize) -> Option<u64> {
        let oldest = (self.count + 1).saturating_sub(RECENT as u64).max(self.first()).max(self.recent_from);
        (oldest..=last)
            .rev()
            .find(|&count| self.recent.get(count as usize % RECENT).is_some_and(|&(_, known)| known as usize <= depth))
    }

    /// Ends this run, for another one with this goal.
    pub fn leave(&mut self, goal: Goal) -> Termination {
        self.know();
        self.is_left = true;
        if let Goal::At(count) = goal {
            // The trail of a remembered one is known exactly.
            if count + RECENT as u64 > self.count
                && count >= self.recent_from
                && let Some(&(trail, _)) = self.recent.get(count as usize % RECENT)
                && count <= self.count
            {
                self.known.insert(count, trail);
            }
            let kept = self.edits.partition_point(|&(at, _)| at < count);
            if kept < self.edits.len() {
                self.is_undone = true;
                let first = self.edits[kept].0;
                self.edits.truncate(kept);
                drop(self.known.split_off(&(first + 1)));
                self.checkpoints.forget_behind(first);
            }
            if self.unrepeatable.is_some_and(|at| count <= at) {
                self.is_undone = true;
                let at = self.unrepeatable.take().unwrap_or(count);
                drop(self.known.split_off(&(at + 1)));
                self.checkpoints.forget_behind(at);
            }
        }
        self.goal = Some(goal);
        Termination::Interrupted
    }
}
