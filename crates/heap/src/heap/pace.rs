//! When collections come, and when they are not worth it any more.
//!
//! ```text
//! accounted     live cells and what they own | garbage | free places | tables, stacks
//! watermark     what may be accounted until the next collection
//! ```
//!
//! All that is accounted stays below the memory limit, garbage included. Where the limit is near, collections come
//! earlier: so that one large allocation has room although there is garbage which no safepoint could collect before.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{LIVE_BYTES_PER_TICK, TICKS_PER_MARKED_CELL};

use super::Heap;

/// Bytes of garbage that are allowed however little is alive. Memory that was never used costs more than what is collected soon
/// and used again: most of that is still in the processor's cache.
const LEAST_GARBAGE: usize = 4 << 20;

/// While so little is alive that collections take next to nothing, up to this there is garbage of three times as much.
const GARBAGE_OF_SMALL_HEAPS: usize = 10 << 20;

/// Fewer cells are looked at in a few milliseconds.
const LEAST_CELLS_OF_SLICES: u64 = 1 << 17;

/// After so many collections one after the other that freed next to nothing where next to nothing is left, memory has run out.
const POOR_COLLECTIONS: u32 = 16;

/// For each unit of fuel so many ticks of collections are no more than what a script may cause that is poor in memory.
const WORK_PER_FUEL: u64 = 1 << 10;

/// After so many collections one after the other that took more than that, the script only collects any more.
const DEAR_COLLECTIONS: u32 = 64;

/// Under stress as many safepoints collect as there are, up to here.
const ALL_IN_STRESS: u64 = 1 << 12;

/// Then one of so many: a prime number, so that each of those in a loop has its turn.
const ONE_OF_IN_STRESS: u64 = 11;

/// With less room every safepoint collects.
const ROOM_TO_PASS_IN_STRESS: usize = 16 << 20;

/// How much garbage of which kind is expected: as it was, in proportion to what is allowed.
pub(super) struct Forecast {
    /// Bytes of garbage in all.
    allowed: usize,
    /// Bytes that the last collection has freed.
    freed: usize,
}

impl Forecast {
    /// Bytes that are expected of a kind of which so many were freed.
    pub fn of(&self, freed: usize) -> usize {
        let share = freed as u128 * self.allowed as u128 / self.freed.max(1) as u128;
        share.min(self.allowed as u128) as usize
    }
}

impl Heap {
    /// Bytes accounted for, but for places that no cell uses.
    pub fn live_bytes(&self) -> usize {
        self.budget.bytes().saturating_sub(self.idle_bytes())
    }

    /// As much garbage as is alive, more in small heaps; less where that would not leave room for three times as much at once.
    pub(super) fn garbage_allowance(&self) -> usize {
        let live = self.live_bytes();
        let limit = self.budget.memory_limit();
        let room = limit.saturating_sub(live);
        live.max(live.saturating_mul(3).clamp(LEAST_GARBAGE, GARBAGE_OF_SMALL_HEAPS))
            .min((room / 4).max((room / 2).min(limit / 16)))
    }

    /// What there will be until the next collection, if garbage is of the same kinds as in the last one.
    pub(super) fn forecast(&self) -> Forecast {
        Forecast { allowed: self.garbage_allowance(), freed: self.freed_bytes().saturating_add(self.freed_payload) }
    }

    /// Sets the watermark by what is there now. Cells come to free places first, which does not show in what is accounted.
    pub fn plan_next_collection(&mut self) {
        let forecast = self.forecast();
        let allowed = forecast.allowed;
        let expected = match forecast.freed >= allowed / 8 {
            true => forecast.of(self.freed_payload).saturating_add(self.expected_growth(&forecast)).max(allowed / 8),
            // Too little to tell.
            false => allowed.saturating_sub(self.idle_bytes()).max(allowed / 4),
        };
        let growth = expected.min(self.budget.room() / 2);
        let watermark = if self.stress || self.stress_slices { 0 } else { self.budget.bytes().saturating_add(growth) };
        self.budget.set_watermark(watermark);
    }

    /// Under stress: does this safepoint go without a collection? None of the first ones does, then most do: long loops come by
    /// the same ones again and again. Near the memory limit none does.
    pub(super) fn passes_in_stress(&mut self) -> bool {
        self.safepoints_in_stress += 1;
        self.safepoints_in_stress > ALL_IN_STRESS
            && !self.safepoints_in_stress.is_multiple_of(ONE_OF_IN_STRESS)
            && self.budget.room() > ROOM_TO_PASS_IN_STRESS
    }

    /// Is a collection to be done in slices: where it takes long, and there is room for what comes meanwhile?
    pub(super) fn is_worth_slices(&self) -> bool {
        let is_large = self.live_cells() >= LEAST_CELLS_OF_SLICES && self.budget.room() / 2 >= self.garbage_allowance();
        self.stress_slices || is_large && !self.stress
    }

    /// A cycle has begun: where so much is allocated before its end, it is finished at once.
    pub(super) fn plan_end_of_marking(&mut self) {
        let growth = (self.garbage_allowance() / 2).min(self.budget.room() / 2);
        let watermark = if self.stress_slices { 0 } else { self.budget.bytes().saturating_add(growth) };
        self.budget.set_watermark(watermark);
    }

    /// Cost in ticks of a collection that finds all that is there now alive.
    fn collection_work(&self) -> u64 {
        self.live_cells() * TICKS_PER_MARKED_CELL + self.live_bytes() as u64 / LIVE_BYTES_PER_TICK
    }

    /// Takes note of what the last collection has freed, and of what was done since the one before it. An error where a script
    /// goes on with hardly any memory left, collecting most of the time: that takes no fuel, and must come to an end.
    pub(super) fn note_gain(&mut self) -> Result<(), Termination> {
        let spent = self.budget.fuel_spent();
        let done = spent - std::mem::replace(&mut self.spent_at_collection, spent).min(spent);
        let is_dear = self.collection_work() / WORK_PER_FUEL > done;
        self.dear_collections = if is_dear { self.dear_collections + 1 } else { 0 };
        if self.dear_collections >= DEAR_COLLECTIONS {
            self.dear_collections = 0;
            return Err(Termination::OutOfMemory);
        }
        let freed = self.live_before_sweep.saturating_sub(self.live_bytes());
        let least = self.budget.memory_limit() / 16;
        let is_poor = freed < least && self.budget.memory_limit().saturating_sub(self.live_bytes()) < least;
        self.poor_collections = if is_poor { self.poor_collections + 1 } else { 0 };
        if self.poor_collections < POOR_COLLECTIONS {
            return Ok(());
        }
        self.poor_collections = 0;
        Err(Termination::OutOfMemory)
    }
}
