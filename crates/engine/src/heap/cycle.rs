//! Collections: roots, the order of things, and how large ones are done in slices.
//!
//! ```text
//! small    roots, marking, sweeping at one safepoint
//! large    roots at one safepoint; a slice of marking at each following one; sweeping when nothing is pending
//! ```
//!
//! Roots: the value stack up to the top, frames, what native code and the embedder keep, the first and the current realm. Only at
//! safepoints. Near the memory limit a collection is never done in slices, and one that is under way is finished, so that
//! nothing runs out of memory because of garbage.
//!
//! A collection that a script has caused is work of that script: it is charged for, and the deadline or an interrupt ends it
//! half-way: then nothing is freed, or not all of it.

use std::time::Instant;

use ferrotape_budget::costs::{LIVE_BYTES_PER_TICK, TICKS_PER_MARKED_CELL};
use ferrotape_budget::{Budget, Termination};

use crate::heap::collect::Marker;
use crate::heap::marking::Work;
use crate::heap::{Heap, RealmId, StringId};
use crate::names::TEXTS;
use crate::symbol::fixed_symbols;
use crate::throw_site::ThrowSite;
use crate::value::Value;
use crate::vm::{Frame, Vm};

/// Cells that a slice of marking looks into: well under a millisecond.
const MARKED: u32 = 1 << 13;

/// What a slice of sweeping does, in looks at cells, likewise.
const SWEPT: usize = 1 << 17;
const SWEPT_IN_STRESS: usize = 64;

impl Heap {
    /// What a collection costs that finds what is there now alive, in ticks.
    pub fn collection_work(&self) -> u64 {
        self.live_cells() * TICKS_PER_MARKED_CELL + self.live_bytes() as u64 / LIVE_BYTES_PER_TICK
    }
}

impl Vm {
    /// Frees what nothing refers to. To be called only at a safepoint. Within a run the deadline or an interrupt ends it
    /// half-way: a function of the embedder may ask for it again and again.
    pub fn collect_garbage(&mut self) {
        self.collect(Budget::is_to_stop);
    }

    /// The part of a collection that is due at a safepoint, on account of the running script. An error where that must stop, or
    /// where collections free next to nothing.
    #[cold]
    #[inline(never)]
    pub(crate) fn collect_a_slice(&mut self) -> Result<(), Termination> {
        self.measured(Vm::do_slice)
    }

    fn do_slice(&mut self) -> Result<(), Termination> {
        let is_due = self.heap.budget.has_reached_watermark() && !self.heap.stress_slices;
        if !self.heap.is_collecting() && !self.heap.is_worth_slices() {
            return self.collect_for_script();
        }
        if is_due && self.heap.is_collecting() {
            return self.finish_for_script();
        }
        if self.heap.is_sweeping {
            let work = if self.heap.stress_slices { SWEPT_IN_STRESS } else { SWEPT };
            let is_done = self.heap.sweep_slice(work, self.heap.poisons());
            return if is_done { self.end_sweep_for_script() } else { Ok(()) };
        }
        let Some(work) = self.heap.marking.take() else {
            self.begin_marking();
            self.heap.plan_end_of_marking();
            return Ok(());
        };
        let mut marker = Marker { heap: &self.heap, work };
        let is_done = marker.run_slice(if self.heap.stress_slices { 1 } else { MARKED });
        self.heap.marking = Some(marker.work);
        if is_done {
            self.finish_marking(Budget::is_to_stop);
        }
        Ok(())
    }

    /// A whole collection on account of the running script. An error where that must stop, or where collections free next to
    /// nothing.
    #[cold]
    #[inline(never)]
    pub fn collect_for_script(&mut self) -> Result<(), Termination> {
        self.collect(Budget::is_to_stop);
        self.charge_for_collection()
    }

    /// Does what is left of a collection.
    fn finish_for_script(&mut self) -> Result<(), Termination> {
        self.finish_marking(Budget::is_to_stop);
        self.finish_sweeping(Budget::is_to_stop);
        self.charge_for_collection()
    }

    fn end_sweep_for_script(&mut self) -> Result<(), Termination> {
        self.end_sweep(Budget::is_to_stop);
        self.charge_for_collection()
    }

    fn charge_for_collection(&mut self) -> Result<(), Termination> {
        if self.heap.stress || self.heap.stress_slices {
            return Ok(());
        }
        self.heap.tick(self.heap.collection_work())?;
        self.heap.note_gain()
    }

    /// A whole collection: what is garbage now is freed. A cycle that is under way knows of less garbage: if it is still
    /// marking, it is given up.
    pub fn collect(&mut self, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
        self.measured(|vm| vm.do_collection(is_to_stop));
    }

    fn do_collection(&mut self, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
        self.give_up_marking();
        self.finish_sweeping(is_to_stop);
        if self.heap.is_sweeping {
            return;
        }
        self.begin_marking();
        self.finish_marking(is_to_stop);
        self.finish_sweeping(is_to_stop);
        // Where it was to stop on the way.
        self.give_up_marking();
    }

    fn give_up_marking(&mut self) {
        if self.heap.marking.take().is_some() {
            self.heap.clear_marks();
        }
    }

    /// How long the script waits for it may be the longest pause.
    fn measured<T>(&mut self, work: impl FnOnce(&mut Vm) -> T) -> T {
        if !self.options.measure_pauses {
            return work(self);
        }
        let start = Instant::now();
        let result = work(self);
        let longest = &mut self.heap.statistics.longest_pause;
        *longest = (*longest).max(start.elapsed());
        result
    }

    /// Takes what roots refer to, from where the marker goes on.
    fn begin_marking(&mut self) {
        self.heap.statistics.collections += 1;
        self.release_dropped_handles();
        self.empty_dead_registers();
        let work = self.work_of_roots();
        self.heap.begin_marking(work);
    }

    /// Registers above the top are dead, but callers will have them below their own top again.
    fn empty_dead_registers(&mut self) {
        self.checked_in = None;
        let end = self.frames.iter().map(|frame| frame.top as usize).fold(self.top, usize::max);
        self.stack[self.top..end].fill(Value::UNDEFINED);
        self.throw_sites.forget_above(end, self.stack_machine.blocks.len());
    }

    /// Marks what roots refer to. All of it is still to be looked into.
    fn work_of_roots(&mut self) -> Box<Work> {
        let patterns = self.heap.pattern_cache.take_used();
        self.heap.marking_count += 1;
        let work = Box::new(Work { collection: self.heap.marking_count, ..Work::default() });
        let mut marker = Marker { heap: &self.heap, work };
        for &value in self.stack[..self.top].iter().chain(&self.kept).chain(self.handles.values()) {
            marker.value(value);
        }
        for &Frame { code, callee, environment, base: _, top: _, pc: _, dst: _, kind: _, ending: _ } in &self.frames {
            marker.code(code);
            marker.object(callee);
            environment.iter().for_each(|&record| marker.record(record));
        }
        self.jobs.trace(&mut |value| marker.value(value));
        if let Some(events) = self.events {
            marker.value(Value::object(events.source));
        }
        self.async_waiters.trace(&mut |value| marker.value(value));
        self.modules.trace(&mut |value| marker.value(value));
        self.modules.realms().for_each(|realm| marker.realm(realm));
        self.unhandled.iter().for_each(|unhandled| marker.value(unhandled.value()));
        self.stack_machine.trace(&mut |value| marker.value(value));
        self.heap.strong_roots().for_each(|value| marker.value(value));
        marker.object(self.heap.nothing);
        // The place that no record has.
        self.heap.records.mark(0);
        for realm in [RealmId::FIRST, self.realm.id] {
            marker.realm(realm);
        }
        fixed_symbols().for_each(|symbol| marker.value(symbol));
        for pattern in patterns {
            marker.pattern(pattern);
        }
        for fixed in 0..(257 + TEXTS.len()) as u32 {
            marker.string(StringId(fixed));
        }
        self.throw_sites.places().for_each(|place| marker.code(place.code));
        marker.work
    }

    /// Marks what is left, and frees what has no mark. Where it was to stop before that, the cycle is still under way.
    fn finish_marking(&mut self, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
        let Some(work) = self.heap.marking.take() else { return };
        let mut marker = Marker { heap: &self.heap, work };
        let is_whole = marker.run(is_to_stop);
        let work = marker.work;
        if !is_whole {
            self.heap.marking = Some(work);
            return;
        }
        #[cfg(debug_assertions)]
        if self.heap.stress_slices {
            self.check_marks();
        }
        self.empty_dead_registers();
        if !self.heap.sweep_weak(&work.weak_tables, is_to_stop) {
            return self.heap.clear_marks();
        }
        if self.throw_sites.last.value.is_some_and(|value| !self.heap.is_marked(value)) {
            self.throw_sites.last = ThrowSite::default();
        }
        self.heap.begin_sweep(is_to_stop);
    }

    /// Frees what has no mark. Where it was to stop before the end, the sweep is still under way.
    fn finish_sweeping(&mut self, is_to_stop: impl Fn(&Budget) -> bool + Copy) {
        while self.heap.is_sweeping {
            if self.heap.sweep_slice(SWEPT, self.heap.poisons()) {
                return self.end_sweep(is_to_stop);
            }
            if is_to_stop(&self.heap.budget) {
                return;
            }
        }
    }

    fn end_sweep(&mut self, is_to_stop: impl Fn(&Budget) -> bool) {
        self.heap.end_sweep(is_to_stop);
        #[cfg(debug_assertions)]
        self.audit_memory();
    }

    /// Marks anew with the world stopped: what that reaches must have a mark of the slices, or a store has missed the barrier.
    #[cfg(debug_assertions)]
    fn check_marks(&mut self) {
        let marks = self.heap.take_marks();
        self.empty_dead_registers();
        let work = self.work_of_roots();
        let mut marker = Marker { heap: &self.heap, work };
        marker.run(|_| false);
        self.heap.assert_marked_before(marks);
    }

    /// Is all that there is accounted for? What natives have charged for a while comes on top.
    #[cfg(debug_assertions)]
    fn audit_memory(&self) {
        let counted = self.heap.counted_bytes() + self.stack_bytes() + self.scratch.bytes();
        let accounted = self.heap.budget.bytes();
        assert!(accounted >= counted, "{counted} bytes are there, {accounted} are accounted for");
    }
}
