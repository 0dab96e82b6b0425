//! Checkpoints: copies of the engine on the way of a run. Going back continues from the last checkpoint before its
//! goal.
//!
//! ```text
//! main    between two instructions of the program's outermost code, or of what it has called
//! jobs    between two jobs or events: nothing runs
//! ```
//!
//! A copy has no native stack. So none is made while a native function calls back, nor within a job.

mod operations;

pub use operations::*;

use std::any::Any;
use std::time::Duration;

use ferrotape_budget::Instant;

use crate::debug::Moment;
use crate::debug::breakpoints::BreakpointId;
use crate::heap::CodeId;

/// Fewest statements between two checkpoints.
const BETWEEN: u64 = 50_000;
/// Fewest statements between two under stress, whatever time they take.
const BETWEEN_IN_STRESS: u64 = 8;
/// Statements until a place is tried again that could not be one.
const SOON: u64 = 500;
/// Most checkpoints.
const MOST: usize = 24;
/// Most bytes of all copies together, where the engine has no smaller limit.
const MOST_BYTES: usize = 512 << 20;
/// A copy takes at most one part of this many of the time.
const SHARE: u32 = 20;

/// Code that runs where a checkpoint is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Place {
    /// The program's outermost code, with what it has called.
    Main,
    /// Nothing: jobs and events come next.
    Jobs,
}

/// A copy of the engine as the host makes it.
pub struct Copied {
    pub engine: Box<dyn Any + Send>,
    /// Bytes that it takes.
    pub bytes: usize,
}

/// State of a history at a moment.
#[derive(Copy, Clone, Default)]
pub(super) struct Reached {
    pub count: u64,
    pub trail: u64,
    pub counted: Option<Moment>,
}

/// A checkpoint.
pub(super) struct Checkpoint {
    pub place: Place,
    /// The first statement that a run comes to from here.
    pub next: u64,
    pub reached: Reached,
    main: Main,
    hits: Vec<(BreakpointId, u64)>,
    copied: Copied,
}

/// The program's outermost code, as far as it has come.
#[derive(Copy, Clone, PartialEq, Eq, Default)]
enum Main {
    #[default]
    Before,
    /// Code that runs; none where a native function has called it.
    Runs(Option<CodeId>),
    Over,
}

/// The checkpoints of a program, in order.
#[derive(Default)]
pub(super) struct Checkpoints {
    /// The host wants them now.
    pub is_on: bool,
    main: Main,
    all: Vec<Checkpoint>,
    /// The number of statements at which one is to be made.
    due: u64,
    /// Time at which the last one was made, and how long that took.
    made: Option<(Instant, Duration)>,
    is_in_stress: bool,
}

impl Checkpoints {
    /// Returns whether one is to be made at this statement.
    #[inline]
    pub fn is_due(&self, count: u64) -> bool {
        self.is_on && count >= self.due
    }

    /// Forgets those from which a run would come to other statements than these.
    pub fn forget_behind(&mut self, count: u64) {
        self.all.retain(|checkpoint| checkpoint.next <= count);
    }

    /// Forgets all: another engine runs the program.
    pub fn begin_again(&mut self) {
        (self.main, self.due, self.made) = (Main::Before, 0, None);
        self.all.clear();
    }

    /// The run is at a checkpoint with this number of statements.
    pub fn pass_over(&mut self, count: u64) {
        self.put_off(count, self.between());
    }

    /// Fewest statements between two.
    fn between(&self) -> u64 {
        if self.is_in_stress { BETWEEN_IN_STRESS } else { BETWEEN }
    }

    /// The last one from which a run comes to a statement.
    fn before(&self, statement: u64) -> Option<usize> {
        self.all.partition_point(|checkpoint| checkpoint.next <= statement).checked_sub(1)
    }

    /// Puts off the next one. Two are never close.
    fn put_off(&mut self, count: u64, by: u64) {
        self.due = count + by;
        let between = self.between();
        let (near, place) = (self.due.saturating_sub(between), self.before(self.due + between));
        if let Some(known) = place.and_then(|place| self.all.get(place)).filter(|known| known.next > near) {
            self.due = known.next + between;
        }
    }

    /// Returns whether there is time for one more.
    fn has_time(&self) -> bool {
        self.is_in_stress || self.made.is_none_or(|(at, cost)| at.elapsed() >= cost * SHARE)
    }

    /// Adds one in its place. Drops others where there are too many then, in number or bytes.
    fn insert(&mut self, checkpoint: Checkpoint, most_bytes: usize) {
        let now = checkpoint.next;
        let place = self.all.partition_point(|known| known.next < now);
        self.all.insert(place, checkpoint);
        let bytes = |all: &[Checkpoint]| all.iter().map(|each| each.copied.bytes).sum::<usize>();
        while self.all.len() > MOST || self.all.len() > 1 && bytes(&self.all) > most_bytes {
            let Some(least) = self.least_useful(now) else { break };
            self.all.remove(least);
        }
    }

    /// The one whose gap, without it, is smallest beside its distance from now: the older, the fewer.
    fn least_useful(&self, now: u64) -> Option<usize> {
        let next = |index: usize| self.all.get(index).map(|checkpoint| checkpoint.next);
        let gap = |&index: &usize| {
            let before = index.checked_sub(1).and_then(next).unwrap_or(0);
            let behind = next(index + 1).unwrap_or(now);
            let distance = next(index).map_or(0, |here| here.abs_diff(now));
            // In parts of a thousand.
            behind.saturating_sub(before).saturating_mul(1000) / distance.max(1)
        };
        // The last one made is that for the next step back.
        (0..self.all.len()).filter(|&index| next(index) != Some(now)).min_by_key(gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint(next: u64) -> Checkpoint {
        let copied = Copied { engine: Box::new(()), bytes: 10 };
        Checkpoint { place: Place::Jobs, next, reached: Reached::default(), main: Main::Over, hits: Vec::new(), copied }
    }

    fn kept(checkpoints: &Checkpoints) -> Vec<u64> {
        checkpoints.all.iter().map(|checkpoint| checkpoint.next).collect()
    }

    #[test]
    fn old_checkpoints_are_thinned() {
        let mut checkpoints = Checkpoints::default();
        for turn in 1..=1000 {
            checkpoints.insert(checkpoint(turn * BETWEEN), usize::MAX);
        }
        let kept = kept(&checkpoints);
        assert_eq!(kept.len(), MOST);
        assert_eq!(kept.last(), Some(&(1000 * BETWEEN)));
        // The way from the one before is in proportion to the way back.
        for pair in kept.windows(2) {
            let (gap, distance) = (pair[1] - pair[0], 1000 * BETWEEN - pair[0]);
            assert!(gap <= distance * 2 / 3 + BETWEEN, "{kept:?}");
        }
        assert!(kept[0] <= 700 * BETWEEN, "{kept:?}");
    }

    #[test]
    fn bytes_of_all_copies_are_bounded() {
        let mut checkpoints = Checkpoints::default();
        (1..=20).for_each(|turn| checkpoints.insert(checkpoint(turn), 45));
        assert_eq!(checkpoints.all.len(), 4);
        assert_eq!(kept(&checkpoints).last(), Some(&20));
        checkpoints.forget_behind(10);
        assert!(kept(&checkpoints).iter().all(|&next| next <= 10));
    }

    #[test]
    fn no_two_are_close() {
        let mut checkpoints = Checkpoints::default();
        checkpoints.insert(checkpoint(10 * BETWEEN), usize::MAX);
        checkpoints.put_off(4 * BETWEEN, BETWEEN);
        assert_eq!(checkpoints.due, 5 * BETWEEN);
        checkpoints.put_off(8 * BETWEEN + 1, BETWEEN);
        assert_eq!(checkpoints.due, 11 * BETWEEN);
        assert_eq!(checkpoints.before(10 * BETWEEN - 1), None);
        assert_eq!(checkpoints.before(10 * BETWEEN), Some(0));
    }
}
