//! When collections come, and when they are not worth it any more.
//!
//! ```text
//! accounted     live cells and what they own | garbage | free places | tables, stacks
//! watermark     what may be accounted until the next collection
//! ```
//!
//! All that is accounted stays below the memory limit, garbage included. Where the limit is near, collections come
//! earlier: so that one large allocation has room although there is garbage which no safepoint could collect before.

use crate::heap::sweep;
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

/// Bytes accounted for, but for places that no cell uses.
pub fn live_bytes(heap: &Heap) -> usize {
    heap.budget.bytes().saturating_sub(sweep::idle_bytes(heap))
}

/// As much garbage as is alive, more in small heaps; less where that would not leave room for three times as much at once.
pub(super) fn garbage_allowance(heap: &Heap) -> usize {
    let live = live_bytes(heap);
    let limit = heap.budget.memory_limit();
    let room = limit.saturating_sub(live);
    live.max(live.saturating_mul(3).clamp(LEAST_GARBAGE, GARBAGE_OF_SMALL_HEAPS))
        .min((room / 4).max((room / 2).min(limit / 16)))
}

/// What there will be until the next collection, if garbage is of the same kinds as in the last one.
pub(super) fn forecast(heap: &Heap) -> Forecast {
    Forecast { allowed: garbage_allowance(heap), freed: sweep::freed_bytes(heap).saturating_add(heap.freed_payload) }
}

/// Sets the watermark by what is there now. Cells come to free places first, which does not show in what is accounted.
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

/// Under stress: does this safepoint go without a collection? None of the first ones does, then most do: long loops come by
/// the same ones again and again. Near the memory limit none does.
pub(super) fn passes_in_stress(heap: &mut Heap) -> bool {
    heap.safepoints_in_stress += 1;
    heap.safepoints_in_stress > ALL_IN_STRESS
        && !heap.safepoints_in_stress.is_multiple_of(ONE_OF_IN_STRESS)
        && heap.budget.bytes_left() > ROOM_TO_PASS_IN_STRESS
}

/// Is a collection to be done in slices: where it takes long, and there is room for what comes meanwhile?
pub(super) fn is_worth_slices(heap: &Heap) -> bool {
    let is_large =
        sweep::live_cells(heap) >= LEAST_CELLS_OF_SLICES && heap.budget.bytes_left() / 2 >= garbage_allowance(heap);
    heap.stress_slices || is_large && !heap.stress
}

/// A cycle has begun: where so much is allocated before its end, it is finished at once.
pub(super) fn plan_end_of_marking(heap: &mut Heap) {
    let growth = (garbage_allowance(heap) / 2).min(heap.budget.bytes_left() / 2);
    let watermark = if heap.stress_slices { 0 } else { heap.budget.bytes().saturating_add(growth) };
    heap.budget.set_watermark(watermark);
}

/// Cost in ticks of a collection that finds all that is there now alive.
fn collection_work(heap: &Heap) -> u64 {
    sweep::live_cells(heap) * TICKS_PER_MARKED_CELL + live_bytes(heap) as u64 / LIVE_BYTES_PER_TICK
}

/// Takes note of what the last collection has freed, and of what was done since the one before it. An error where a script
/// goes on with hardly any memory left, collecting most of the time: that takes no fuel, and must come to an end.
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
