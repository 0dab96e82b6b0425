//! Pace of collections: when they come, and when they are no longer worth it.
//!
//! ```text
//! accounted     live cells and what they own | garbage | free places | tables, stacks
//! watermark     what may be accounted until the next collection
//! ```
//!
//! All accounted bytes stay below the memory limit, garbage included. Near the limit, collections come earlier. So one
//! large allocation has room although there is garbage that no safepoint could collect before.

use crate::heap::sweep;
use ferrotape_budget::Termination;
use ferrotape_budget::costs::{LIVE_BYTES_PER_TICK, TICKS_PER_MARKED_CELL};

use super::Heap;

/// Least garbage that is allowed, however little is alive. Memory that was never used costs more than memory that is
/// soon collected and used again, as most of the latter is still in the processor's cache.
const LEAST_GARBAGE: usize = 4 << 20;

/// Most garbage of small heaps, in which so little is alive that collections take next to nothing: up to this, garbage
/// may be three times as much as what lives.
const GARBAGE_OF_SMALL_HEAPS: usize = 10 << 20;

/// Cells from which on a collection is done in slices; fewer are looked at in a few milliseconds.
const LEAST_CELLS_OF_SLICES: u64 = 1 << 17;

/// Live bytes from which on less garbage is allowed than that.
const LARGE_HEAP: usize = 32 << 20;

/// A slice of marking looks into cells of so many bytes for each byte that was allocated since the last one.
const MARKED_PER_ALLOCATED: usize = 4;

/// A collection is vain if it frees less than one of so many bytes that were made since the one before it.
const VAIN: usize = 8;

/// Weight of a vain collection among poor ones.
const WEIGHT_OF_VAIN: u32 = 4;

/// Poor collections in a row after which memory has run out: each freed next to nothing, and next to nothing was left.
/// Vain ones count more.
const POOR_COLLECTIONS: u32 = 16;

/// Ticks of collections for each unit of fuel that a script poor in memory may cause.
const WORK_PER_FUEL: u64 = 1 << 10;

/// Collections in a row that took more than that, after which the script does nothing but collect.
const DEAR_COLLECTIONS: u32 = 64;

/// Safepoints that all collect under stress.
const ALL_IN_STRESS: u64 = 1 << 12;

/// Later, one of so many safepoints collects under stress. A prime number, so that each safepoint of a loop has its
/// turn.
const ONE_OF_IN_STRESS: u64 = 11;

/// Room below which every safepoint collects under stress.
const ROOM_TO_PASS_IN_STRESS: usize = 16 << 20;

/// What collections have yielded.
#[derive(Copy, Clone, Default)]
pub(super) struct Yields {
    /// Live bytes when the cycle under way began.
    at_beginning: usize,
    /// Bytes made while the last cycle was marking. They count as live, though part of them is garbage.
    made_meanwhile: usize,
    /// Live bytes after the last collection.
    after: usize,
    /// Live bytes at the last slice of marking.
    at_slice: usize,
    /// Whether the last collection freed next to nothing of what was made since the one before it.
    was_vain: bool,
}

/// Expected garbage of each kind until the next collection, in proportion to the last one.
pub(super) struct Forecast {
    /// Bytes of garbage in all.
    allowed: usize,
    /// Bytes that the last collection has freed.
    freed: usize,
}

impl Forecast {
    /// Expected bytes of a kind of which so many were freed.
    pub fn of(&self, freed: usize) -> usize {
        let share = freed as u128 * self.allowed as u128 / self.freed.max(1) as u128;
        share.min(self.allowed as u128) as usize
    }
}

/// Accounted bytes, without places that no cell uses.
pub fn live_bytes(heap: &Heap) -> usize {
    heap.budget.bytes().saturating_sub(sweep::idle_bytes(heap))
}

/// Garbage to allow: as much as is alive, more in small heaps, less in large ones, and if that would not leave room for
/// three times as much at once. If the last collection was vain, the next one can wait until half of the room is taken.
pub(super) fn garbage_allowance(heap: &Heap) -> usize {
    let live = live_bytes(heap);
    let limit = heap.budget.memory_limit();
    let room = limit.saturating_sub(live);
    let known = live.saturating_sub(heap.yields.made_meanwhile / 2);
    let wanted = known.min(LARGE_HEAP.max(known / 4 * 3));
    let most = if heap.yields.was_vain { room / 2 } else { (room / 4).max((room / 2).min(limit / 16)) };
    wanted.max(known.saturating_mul(3).clamp(LEAST_GARBAGE, GARBAGE_OF_SMALL_HEAPS)).min(most)
}

/// Notes that a cycle has begun.
pub(super) fn note_beginning(heap: &mut Heap) {
    let live = live_bytes(heap);
    (heap.yields.at_beginning, heap.yields.at_slice) = (live, live);
}

/// Notes that a cycle has marked everything.
pub(super) fn note_marked(heap: &mut Heap) {
    heap.live_before_sweep = live_bytes(heap);
    heap.yields.made_meanwhile = heap.live_before_sweep.saturating_sub(heap.yields.at_beginning);
}

/// Notes that a cycle has freed everything that it did not mark.
pub(super) fn note_end(heap: &mut Heap) {
    let live = live_bytes(heap);
    let freed = heap.live_before_sweep.saturating_sub(live);
    let made = heap.live_before_sweep.saturating_sub(heap.yields.after);
    (heap.yields.after, heap.yields.was_vain) = (live, freed < made / VAIN);
}

/// Returns how many cells the next slice of marking looks into, of `least` to 16 times as many: the faster the script
/// allocates, the more, so that the cycle ends before much has been made that it does not look at.
pub(super) fn cells_of_slice(heap: &mut Heap, least: u32) -> u32 {
    let live = live_bytes(heap);
    let allocated = live.saturating_sub(std::mem::replace(&mut heap.yields.at_slice, live));
    let bytes_per_cell = (live as u64 / sweep::live_cells(heap).max(1)).max(1);
    let wanted = allocated as u64 * MARKED_PER_ALLOCATED as u64 / bytes_per_cell;
    wanted.clamp(least.into(), u64::from(least) * 16) as u32
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
    let growth = (garbage_allowance(heap) / 2).min(heap.budget.bytes_left() / 2);
    let watermark = if heap.stress_slices { 0 } else { heap.budget.bytes().saturating_add(growth) };
    heap.budget.set_watermark(watermark);
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
    let weight = if heap.yields.was_vain { WEIGHT_OF_VAIN } else { 1 };
    heap.poor_collections = if is_poor { heap.poor_collections + weight } else { 0 };
    if heap.poor_collections < POOR_COLLECTIONS {
        return Ok(());
    }
    heap.poor_collections = 0;
    Err(Termination::OutOfMemory)
}
