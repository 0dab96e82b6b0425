//! Collections: roots, the order of steps, and how large collections are done in slices.
//!
//! ```text
//! small    roots, marking, sweeping at one safepoint
//! large    roots at one safepoint; a slice of marking at each following one; sweeping when nothing is pending
//! ```
//!
//! The [`Mutator`], which runs scripts, names the roots. Near the memory limit, a collection is never done in slices, and
//! one that is under way is finished. So nothing runs out of memory because of garbage.
//!
//! A collection takes no fuel from the script that caused it: when it comes depends on earlier garbage, and so differs
//! between copies of an engine. The deadline or an interrupt ends it half-way: then nothing is freed, or not all
//! garbage.

use ferrotape_budget::{Budget, Instant, Termination};

use crate::heap::collect::Marker;
use crate::heap::finalization;
use crate::heap::marking::{self, Roots, Work};
use crate::heap::pace;
use crate::heap::retention::Root;
use crate::heap::sweep;
use crate::heap::weak;
use crate::heap::{Collection, Heap};
use crate::id::{PatternId, RealmId, StringId};
use crate::names::TEXTS;
use crate::symbol::fixed_symbols;

/// Cells that a slice of marking looks into: well under a millisecond.
const MARKED: u32 = 1 << 13;

/// Work of a slice of sweeping, in looks at cells: well under a millisecond.
const SWEPT: usize = 1 << 17;
const SWEPT_IN_STRESS: usize = 64;

/// A runner of scripts over a heap: names the roots, and does its part in a collection. Calls the functions of
/// this module only at its safepoints.
pub trait Mutator {
    fn heap(&self) -> &Heap;

    fn heap_mut(&mut self) -> &mut Heap;

    /// Marks everything alive because of a root, except for what the heap itself knows.
    fn mark_roots(&self, root: Root, marker: &mut Marker<'_>);

    /// Lets go of handles that the host has dropped; a collection begins.
    fn release_dropped_handles(&mut self);

    /// Empties registers that are dead now but will be looked at again.
    fn empty_dead_registers(&mut self);

    /// Forgets unmarked cells that it refers to without keeping them alive; they are about to be freed.
    fn forget_unmarked(&mut self);

    /// Returns whether the clock measures each part of a collection.
    fn measures_pauses(&self) -> bool;

    /// Tells that a collection is over; called only if pauses are measured.
    fn collected(&mut self, collection: &Collection);

    /// Bytes that are accounted for besides those of the heap.
    #[cfg(debug_assertions)]
    fn other_bytes(&self) -> usize;
}

/// Runs the part of a collection that is due at a safepoint of the running script. An error if collections free next to
/// nothing.
pub fn collect_a_slice(mutator: &mut impl Mutator) -> Result<(), Termination> {
    let aside = mutator.heap_mut().budget.begin_aside();
    let is_over = measured(mutator, do_slice);
    mutator.heap_mut().budget.end_aside(aside);
    if is_over { mutator.heap_mut().end_for_script() } else { Ok(()) }
}

/// Runs a slice, and returns whether a collection is over.
fn do_slice(mutator: &mut impl Mutator) -> bool {
    let heap = mutator.heap_mut();
    if heap.stress && pace::passes_in_stress(heap) {
        return false;
    }
    let is_due = heap.budget.has_reached_watermark() && !heap.stress_slices;
    if !marking::is_collecting(heap) && !pace::is_worth_slices(heap) {
        do_collection(mutator, Budget::is_to_stop);
        return true;
    }
    if is_due && marking::is_collecting(heap) {
        finish_marking(mutator, Budget::is_to_stop);
        finish_sweeping(mutator, Budget::is_to_stop);
        return true;
    }
    if heap.is_sweeping {
        let work = if heap.stress_slices { SWEPT_IN_STRESS } else { SWEPT };
        let poisons = sweep::poisons(heap);
        let is_done = sweep::sweep_slice(heap, work, poisons);
        if is_done {
            end_sweep(mutator, Budget::is_to_stop);
        }
        return is_done;
    }
    let Some(work) = heap.marking.take() else {
        begin_marking(mutator);
        pace::plan_end_of_marking(mutator.heap_mut());
        return false;
    };
    let cells = if heap.stress_slices { 1 } else { MARKED };
    let mut marker = Marker { heap, work };
    let is_done = marker.run_slice(cells);
    let work = marker.work;
    heap.marking = Some(work);
    if is_done {
        finish_marking(mutator, Budget::is_to_stop);
    }
    false
}

/// Runs a whole collection that the running script has caused. An error if collections free next to nothing.
pub fn collect_for_script(mutator: &mut impl Mutator) -> Result<(), Termination> {
    collect(mutator, Budget::is_to_stop);
    mutator.heap_mut().end_for_script()
}

impl Heap {
    fn end_for_script(&mut self) -> Result<(), Termination> {
        if self.stress || self.stress_slices { Ok(()) } else { pace::note_gain(self) }
    }
}

/// Runs a whole collection: all present garbage is freed. A cycle that is still marking is given up, as it knows of
/// less garbage.
pub fn collect(mutator: &mut impl Mutator, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
    let aside = mutator.heap_mut().budget.begin_aside();
    measured(mutator, |mutator| do_collection(mutator, is_to_stop));
    mutator.heap_mut().budget.end_aside(aside);
}

/// Runs a collection from new roots to the end of sweeping. A stop leaves the rest as garbage for the next one.
fn do_collection(mutator: &mut impl Mutator, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
    give_up_marking(mutator.heap_mut());
    finish_sweeping(mutator, is_to_stop);
    if mutator.heap().is_sweeping {
        return;
    }
    if !begin_marking(mutator) {
        return;
    }
    finish_marking(mutator, is_to_stop);
    finish_sweeping(mutator, is_to_stop);
    // Stopped on the way.
    give_up_marking(mutator.heap_mut());
}

/// Finishes or gives up the cycle under way, so that every cell is either in use or free.
pub fn rest(mutator: &mut impl Mutator) {
    give_up_marking(mutator.heap_mut());
    finish_sweeping(mutator, |_| false);
}

fn give_up_marking(heap: &mut Heap) {
    if heap.marking.take().is_some() {
        sweep::clear_marks(heap);
    }
}

/// Measures work for which the script waits: it may be the longest pause.
fn measured<M: Mutator, T>(mutator: &mut M, work: impl FnOnce(&mut M) -> T) -> T {
    if !mutator.measures_pauses() {
        return work(mutator);
    }
    let heap = mutator.heap_mut();
    if !marking::is_collecting(heap) {
        heap.statistics.under_way = Collection { bytes_before: pace::live_bytes(heap), ..Collection::default() };
    }
    let (before, start) = (heap.statistics.collections, Instant::now());
    let was_collecting = marking::is_collecting(heap);
    let result = work(mutator);
    let took = start.elapsed();
    let heap = mutator.heap_mut();
    heap.statistics.longest_pause = heap.statistics.longest_pause.max(took);
    let collection = &mut heap.statistics.under_way;
    collection.pauses += 1;
    collection.time += took;
    collection.longest_pause = collection.longest_pause.max(took);
    let has_collected = was_collecting || heap.statistics.collections > before;
    if has_collected && !marking::is_collecting(heap) {
        let (number, bytes_after) = (heap.statistics.collections, pace::live_bytes(heap));
        let collection = Collection { number, bytes_after, ..heap.statistics.under_way };
        mutator.collected(&collection);
    }
    result
}

/// Takes what roots refer to, from where the marker goes on. False if the run is to stop before all are taken: then no
/// collection has begun.
fn begin_marking(mutator: &mut impl Mutator) -> bool {
    mutator.heap_mut().statistics.collections += 1;
    mutator.release_dropped_handles();
    mutator.empty_dead_registers();
    let work = work_of_roots(mutator, true);
    let is_whole = !work.roots.is_stopped;
    let heap = mutator.heap_mut();
    sweep::begin_marking(heap, work);
    if !is_whole {
        give_up_marking(heap);
    }
    is_whole
}

/// Marks what roots refer to. All of it remains to be looked into.
fn work_of_roots(mutator: &mut impl Mutator, may_stop: bool) -> Box<Work> {
    let heap = mutator.heap_mut();
    let patterns = heap.pattern_cache.take_used();
    heap.marking_count += 1;
    let roots = Roots { may_stop, ..Roots::default() };
    let work = Box::new(Work { collection: heap.marking_count, roots, ..Work::default() });
    let mut marker = Marker { heap: mutator.heap(), work };
    Root::ALL.into_iter().for_each(|root| mutator.mark_roots(root, &mut marker));
    marker.roots_of_heap(patterns);
    marker.work
}

impl Marker<'_> {
    /// Marks what is alive whatever scripts do.
    pub(super) fn roots_of_heap(&mut self, patterns: impl IntoIterator<Item = PatternId>) {
        let heap = self.heap;
        finalization::strong_roots(heap).for_each(|value| self.value(value));
        self.object(heap.nothing);
        // The place that no record has.
        heap.records.mark(0);
        self.realm(RealmId::FIRST);
        fixed_symbols().for_each(|symbol| self.value(symbol));
        for pattern in patterns {
            self.pattern(pattern);
        }
        for fixed in 0..(257 + TEXTS.len()) as u32 {
            self.string(StringId(fixed));
        }
    }
}

/// Marks the rest, and frees unmarked cells. If stopped before that, the cycle is still under way.
fn finish_marking(mutator: &mut impl Mutator, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
    let heap = mutator.heap_mut();
    let Some(work) = heap.marking.take() else { return };
    let mut marker = Marker { heap, work };
    let is_whole = marker.run(is_to_stop);
    let work = marker.work;
    if !is_whole {
        heap.marking = Some(work);
        return;
    }
    #[cfg(debug_assertions)]
    if heap.stress_slices {
        check_marks(mutator);
    }
    mutator.empty_dead_registers();
    let heap = mutator.heap_mut();
    if !weak::sweep_weak(heap, &work.weak_tables, is_to_stop) {
        return sweep::clear_marks(heap);
    }
    mutator.forget_unmarked();
    sweep::begin_sweep(mutator.heap_mut(), is_to_stop);
}

/// Frees unmarked cells. If stopped before the end, the sweep is still under way.
fn finish_sweeping(mutator: &mut impl Mutator, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
    let heap = mutator.heap_mut();
    while heap.is_sweeping {
        let poisons = sweep::poisons(heap);
        if sweep::sweep_slice(heap, SWEPT, poisons) {
            return end_sweep(mutator, is_to_stop);
        }
        if is_to_stop(&heap.budget) {
            return;
        }
    }
}

fn end_sweep(mutator: &mut impl Mutator, is_to_stop: impl Fn(&Budget) -> bool) {
    sweep::end_sweep(mutator.heap_mut(), is_to_stop);
    #[cfg(debug_assertions)]
    audit_memory(mutator);
}

/// Checks marks against a second marking with the world stopped: a cell without a mark of the slices shows a store that
/// missed the barrier.
#[cfg(debug_assertions)]
fn check_marks(mutator: &mut impl Mutator) {
    let marks = sweep::take_marks(mutator.heap_mut());
    mutator.empty_dead_registers();
    let work = work_of_roots(mutator, false);
    let mut marker = Marker { heap: mutator.heap(), work };
    marker.run(|_| false);
    sweep::assert_marked_before(mutator.heap_mut(), marks);
}

/// Checks that all memory is accounted for, besides what native functions have charged for a while.
#[cfg(debug_assertions)]
fn audit_memory(mutator: &impl Mutator) {
    let counted = sweep::counted_bytes(mutator.heap()) + mutator.other_bytes();
    let accounted = mutator.heap().budget.bytes();
    assert!(accounted >= counted, "{counted} bytes are there, {accounted} are accounted for");
}
