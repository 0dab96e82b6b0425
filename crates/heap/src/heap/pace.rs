//! Pace of collections: when they come, and when they are no longer worth it.
//!
//! ```text
//! accounted     live cells and what they own | garbage | free places | tables, stacks
//! watermark     what may be accounted until the next collection
//! ```
//!
//! All accounted bytes stay below the memory limit, garbage included. Near the limit, collections come earlier. So one
//! large allocation has room although there is garbage that no safepoint could collect before.

use crate::heap::marking::Slices;
use crate::heap::sweep;
use ferrotape_budget::costs::{LIVE_BYTES_PER_TICK, TICKS_PER_MARKED_CELL};
use ferrotape_budget::{CHECK_INTERVAL, Termination};

use super::{Heap, words};

/// Bytes that a script may take on top of what was there when it began, even if the memory limit leaves less.
const ENTRY_BYTES: usize = 64 << 10;

/// Most bytes without a limit: as many as handles of cells of words can address.
const MOST_BYTES: usize = words::MOST_CELL_BYTES;

/// Least garbage that is allowed, however little is alive. Memory that was never used costs more than memory that is
/// soon collected and used again, as most of the latter is still in the processor's cache.
const LEAST_GARBAGE: usize = 4 << 20;

/// Most garbage of small heaps, in which so little is alive that collections take next to nothing: up to this, garbage
/// may be three times as much as what lives.
const GARBAGE_OF_SMALL_HEAPS: usize = 10 << 20;

/// Cells from which on a collection is done in slices; fewer are looked at in a few milliseconds.
const LEAST_CELLS_OF_SLICES: u64 = 1 << 17;

/// Poor collections in a row after which memory has run out: each freed next to nothing, and next to nothing was left.
const POOR_COLLECTIONS: u32 = 16;

/// Ticks of collections for each unit of fuel that a script poor in memory may cause.
const WORK_PER_FUEL: u64 = 1 << 10;

/// Collections in a row that took more than that, after which the script does nothing but collect.
const DEAR_COLLECTIONS: u32 = 64;

/// Safepoints that all collect under stress.
const ALL_IN_STRESS: u64 = 1 << 12;

/// Later, one of this many safepoints collects under stress. A prime number, so that each safepoint of a loop has its
/// turn.
const ONE_OF_IN_STRESS: u64 = 11;

/// Room below which every safepoint collects under stress.
const ROOM_TO_PASS_IN_STRESS: usize = 16 << 20;

/// Bytes that a script may allocate between two slices of marking. A slice looks into several times as much, so little is
/// allocated in a cycle. All of that counts as alive, garbage too.
const ALLOCATED_BETWEEN_SLICES: usize = 32 << 10;

/// Least ticks between two slices.
const LEAST_TICKS_BETWEEN_SLICES: i64 = 1 << 8;

/// Expected garbage of each kind until the next collection, in proportion to the last one.
pub(super) struct Forecast {
    /// Bytes of garbage in all.
    allowed: usize,
    /// Bytes that the last collection has freed.
    freed: usize,
}

impl Forecast {
    /// Expected bytes of a kind of which this many were freed.
    pub fn of(&self, freed: usize) -> usize {
        let share = freed as u128 * self.allowed as u128 / self.freed.max(1) as u128;
        share.min(self.allowed as u128) as usize
    }
}

impl Heap {
    /// Limits the bytes that live data may take; none removes the limit.
    pub fn set_memory_limit(&mut self, bytes: Option<usize>) {
        self.memory_limit = bytes.unwrap_or(usize::MAX);
        self.budget.set_memory_limit(Some(self.memory_limit.min(MOST_BYTES)));
        plan_next_collection(self);
    }

    /// The memory limit as set; none if there is none.
    pub fn memory_limit(&self) -> Option<usize> {
        (self.memory_limit != usize::MAX).then_some(self.memory_limit)
    }

    /// Leaves a script that is about to run a little room if live data has reached the limit. So a full engine answers,
    /// and can be emptied. Many such scripts together get at most a sixteenth of the limit.
    pub fn grant_entry(&mut self) {
        (self.poor_collections, self.dear_collections) = (0, 0);
        if self.memory_limit == usize::MAX {
            return;
        }
        let most = self.memory_limit.saturating_add(self.memory_limit / 16);
        let granted = self.budget.bytes().saturating_add(ENTRY_BYTES).min(most).max(self.memory_limit);
        if granted != self.budget.memory_limit() {
            self.budget.set_memory_limit(Some(granted));
            plan_next_collection(self);
        }
    }
}

/// Accounted bytes, without places that no cell uses.
pub fn live_bytes(heap: &Heap) -> usize {
    heap.budget.bytes().saturating_sub(sweep::idle_bytes(heap))
}

/// Garbage to allow: as much as is alive, more in small heaps, less if that would not leave room for three times as
/// much at once.
pub(super) fn garbage_allowance(heap: &Heap) -> usize {
    let live = live_bytes(heap);
    let limit = heap.budget.memory_limit();
    let room = limit.saturating_sub(live);
    live.max(live.saturating_mul(3).clamp(LEAST_GARBAGE, GARBAGE_OF_SMALL_HEAPS))
        .min((room / 4).max((room / 2).min(limit / 16)))
}

/// Predicts garbage until the next collection, of the same kinds as in the last one.
pub(super) fn forecast(heap: &Heap) -> Forecast {
    Forecast { allowed: garbage_allowance(heap), freed: sweep::freed_bytes(heap).saturating_add(heap.freed_payload) }
}

/// Sets the watermark from the present state. Cells go to free places first, which does not show in the account.
pub fn plan_next_collection(heap: &mut Heap) {
    let forecast = forecast(heap);
    let allowed = forecast.allowed;
    let expected = match forecast.freed >= allowed / 8 {
        true => {
            forecast.of(heap.freed_payload).saturating_add(sweep::expected_growth(heap, &forecast)).max(allowed / 8)
        }
        // Too little to tell.
        false => allowed.saturating_sub(sweep::idle_bytes(heap)).max(allowed / 4),
    };
    let growth = expected.min(heap.budget.bytes_left() / 2);
    let watermark = if heap.stress || heap.stress_slices { 0 } else { heap.budget.bytes().saturating_add(growth) };
    heap.budget.set_watermark(watermark);
}

/// Returns whether this safepoint passes without a collection under stress. The first ones never do. Later most do, as
/// long loops reach the same safepoints again and again. None does near the memory limit.
pub(super) fn passes_in_stress(heap: &mut Heap) -> bool {
    heap.safepoints_in_stress += 1;
    heap.safepoints_in_stress > ALL_IN_STRESS
        && !heap.safepoints_in_stress.is_multiple_of(ONE_OF_IN_STRESS)
        && heap.budget.bytes_left() > ROOM_TO_PASS_IN_STRESS
}

/// Returns whether a collection is done in slices: if it takes long, and there is room for what is allocated meanwhile.
pub(super) fn is_worth_slices(heap: &Heap) -> bool {
    let is_large =
        sweep::live_cells(heap) >= LEAST_CELLS_OF_SLICES && heap.budget.bytes_left() / 2 >= garbage_allowance(heap);
    heap.stress_slices || is_large && !heap.stress
}

/// Sets the amount of allocation after which the cycle that has begun is finished at once.
pub(super) fn plan_end_of_marking(heap: &mut Heap) {
    heap.slices = Slices { ticks: CHECK_INTERVAL, live: live_bytes(heap) };
    let growth = (garbage_allowance(heap) / 2).min(heap.budget.bytes_left() / 2);
    let watermark = if heap.stress_slices { 0 } else { heap.budget.bytes().saturating_add(growth) };
    heap.budget.set_watermark(watermark);
}

/// Returns the ticks until the next slice of the cycle: fewer if the script has allocated much since the last one.
pub fn ticks_to_next_slice(heap: &mut Heap) -> i64 {
    let live = live_bytes(heap);
    // While cells are freed, the account does not tell what is allocated.
    if !heap.is_sweeping {
        let allocated = live.saturating_sub(heap.slices.live).max(1);
        let ticks = heap.slices.ticks.saturating_mul(ALLOCATED_BETWEEN_SLICES as i64) / allocated as i64;
        heap.slices = Slices { ticks: ticks.clamp(LEAST_TICKS_BETWEEN_SLICES, CHECK_INTERVAL), live };
    }
    heap.slices.ticks
}

/// Cost in ticks of a collection that finds everything alive.
fn collection_work(heap: &Heap) -> u64 {
    sweep::live_cells(heap) * TICKS_PER_MARKED_CELL + live_bytes(heap) as u64 / LIVE_BYTES_PER_TICK
}

/// Notes what the last collection has freed, and the work since the one before it. An error if a script goes on with
/// hardly any memory left, collecting most of the time. That takes no fuel, and must end.
pub(super) fn note_gain(heap: &mut Heap) -> Result<(), Termination> {
    let spent = heap.budget.fuel_spent();
    let done = spent - std::mem::replace(&mut heap.spent_at_collection, spent).min(spent);
    let is_dear = collection_work(heap) / WORK_PER_FUEL > done;
    heap.dear_collections = if is_dear { heap.dear_collections + 1 } else { 0 };
    if heap.dear_collections >= DEAR_COLLECTIONS {
        heap.dear_collections = 0;
        return Err(Termination::OutOfMemory);
    }
    let freed = heap.live_before_sweep.saturating_sub(live_bytes(heap));
    let least = heap.budget.memory_limit() / 16;
    let is_poor = freed < least && heap.budget.memory_limit().saturating_sub(live_bytes(heap)) < least;
    heap.poor_collections = if is_poor { heap.poor_collections + 1 } else { 0 };
    if heap.poor_collections < POOR_COLLECTIONS {
        return Ok(());
    }
    heap.poor_collections = 0;
    Err(Termination::OutOfMemory)
}
