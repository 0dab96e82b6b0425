//! Samples of a profiler: which functions run when a sample is due.
//!
//! A sample comes due at a check of the limits (budget: `sampling`), and is taken at the safepoint that made the
//! check, or at the end of the native function whose work made it. So the loops do nothing for it. The stacks are
//! kept as a tree, whose size is bounded whatever a script does.
//!
//! By memory, the watched loops compare the allocated bytes before each instruction, and natives do so at their end: so bytes
//! belong to the line that took them ([`has_allocated`], [`note_allocations`]).

mod stacks;

use std::time::Duration;

use ferrotape_budget::Instant;

use crate::heap::ObjectId;
use crate::heap::pace::live_bytes;
use crate::vm::Vm;
use crate::watch;

use stacks::{Key, Stacks};
pub use stacks::{Node, Seen, Tree};

/// Samples after which the bytes between samples by memory double, until they are as many as was asked for.
const SAMPLES_OF_A_STEP: u32 = 64;
/// Doublings at the beginning.
const STEPS: u32 = 9;

/// Measure that the weights of samples count.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Weight {
    /// Units of work: about one for each instruction. The same program gives the same profile.
    Fuel,
    /// Nanoseconds.
    Time,
    /// Bytes that were allocated, whatever has become of them.
    Memory,
}

/// The measure between samples.
#[derive(Copy, Clone, Debug)]
enum Every {
    Fuel(u64),
    Time(Duration),
    Memory,
}

/// A profiler of an engine.
pub struct Profile {
    every: Every,
    /// Whether it was begun since the last look at whether samples are taken.
    is_new: bool,
    stacks: Stacks,
    allocated: Allocated,
}

/// Allocations since the last sample.
#[derive(Default)]
struct Allocated {
    /// Bytes between two samples: few at first, so that short programs get some.
    every: u64,
    most: u64,
    samples: u32,
    /// Bytes that were in use at the last look.
    in_use: usize,
    /// Bytes since the last sample.
    pending: u64,
}

impl Profile {
    /// Returns the unit of its weights.
    pub fn weight(&self) -> Weight {
        match self.every {
            Every::Fuel(_) => Weight::Fuel,
            Every::Time(_) => Weight::Time,
            Every::Memory => Weight::Memory,
        }
    }
}

/// Begins a profile in place of any other one.
pub fn begin_by_fuel(vm: &mut Vm, every: u64) {
    begin(vm, Every::Fuel(every), Allocated::default());
}

/// Begins a profile by time.
pub fn begin_by_time(vm: &mut Vm, every: Duration) {
    begin(vm, Every::Time(every), Allocated::default());
}

/// Begins a profile by allocated bytes. Places are exact where code runs in the watched loop.
pub fn begin_by_memory(vm: &mut Vm, every: u64) {
    let most = every.max(1);
    let in_use = live_bytes(&vm.heap);
    begin(vm, Every::Memory, Allocated { every: (most >> STEPS).max(1), most, in_use, ..Allocated::default() });
}

fn begin(vm: &mut Vm, every: Every, allocated: Allocated) {
    vm.heap.end_sample();
    vm.execution.profile = Some(Box::new(Profile { every, is_new: true, stacks: Stacks::default(), allocated }));
    watch::set_profiled(vm, matches!(every, Every::Memory));
    begin_samples(vm);
}

fn begin_samples(vm: &mut Vm) {
    match vm.execution.profile.as_ref().map(|profile| profile.every) {
        None => vm.heap.budget.stop_samples(),
        Some(Every::Fuel(every)) => vm.heap.budget.sample_by_fuel(every),
        Some(Every::Time(every)) => vm.heap.budget.sample_by_time(every),
        Some(Every::Memory) => vm.heap.sample_always(),
    }
}

/// Returns whether there is a profile.
pub fn is_on(vm: &Vm) -> bool {
    vm.execution.profile.is_some()
}

/// Ends the profile, and returns its samples.
pub fn end(vm: &mut Vm) -> Option<(Weight, Tree)> {
    let profile = vm.execution.profile.take()?;
    watch::set_profiled(vm, false);
    vm.heap.budget.stop_samples();
    vm.heap.end_sample();
    Some((profile.weight(), profile.stacks.tree))
}

/// Returns the samples so far.
pub fn so_far(vm: &Vm) -> Option<(Weight, Tree)> {
    vm.execution.profile.as_ref().map(|profile| (profile.weight(), profile.stacks.tree.clone()))
}

/// Makes samples be as the profile wants them, where one was begun or ended while work aside was done.
pub(crate) fn settle(vm: &mut Vm) {
    match &mut vm.execution.profile {
        Some(profile) => {
            profile.allocated.in_use = live_bytes(&vm.heap);
            if std::mem::take(&mut profile.is_new) {
                begin_samples(vm);
            }
        }
        None if vm.heap.budget.is_sampling() => vm.heap.budget.stop_samples(),
        None => {}
    }
}

/// Runs a text aside whose time and memory belong to the profile. Its fuel counts for nothing.
pub fn with_text<T>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> T) -> T {
    if vm.execution.profile.as_ref().is_none_or(|profile| profile.weight() == Weight::Fuel) {
        return work(vm);
    }
    let in_use = live_bytes(&vm.heap);
    with_profile(vm, |_, profile| profile.allocated.in_use = in_use);
    begin_samples(vm);
    let done = work(vm);
    if vm.heap.budget.is_sample_due() {
        take(vm, None);
    }
    vm.heap.budget.stop_samples();
    vm.heap.end_sample();
    done
}

/// Takes the sample that is due, in the functions that run, and in a native one that they have called.
#[cold]
#[inline(never)]
pub(crate) fn take(vm: &mut Vm, native: Option<ObjectId>) {
    if vm.execution.profile.as_ref().is_some_and(|profile| profile.weight() == Weight::Memory) {
        return note_allocations(vm, native);
    }
    let weight = vm.heap.end_sample();
    with_profile(vm, |vm, profile| profile.take(vm, native, weight));
}

/// Returns whether a profile by memory must record allocations since its last check.
#[inline(always)]
pub fn has_allocated(vm: &Vm) -> bool {
    watch::is_profiled(vm) && is_more_in_use(vm)
}

#[inline(never)]
fn is_more_in_use(vm: &Vm) -> bool {
    vm.execution.profile.as_ref().is_some_and(|profile| profile.allocated.in_use != live_bytes(&vm.heap))
}

/// Records allocations since the last check: by a native function, or by the running one at its position.
#[cold]
#[inline(never)]
pub fn note_allocations(vm: &mut Vm, native: Option<ObjectId>) {
    let in_use = live_bytes(&vm.heap);
    with_profile(vm, |vm, profile| {
        if let Some(weight) = profile.allocated.look(in_use) {
            profile.take(vm, native, weight);
        }
    });
}

/// Records allocations before the running function did anything, for its caller.
#[cold]
#[inline(never)]
pub fn note_allocations_outside(vm: &mut Vm) {
    let in_use = live_bytes(&vm.heap);
    with_profile(vm, |vm, profile| {
        if let Some(weight) = profile.allocated.look(in_use) {
            profile.stacks.look_outside(vm);
            profile.stacks.add(weight);
        }
    });
}

/// Runs a part of a collection, which has its own entry in a profile by time. Freed memory does not count as an
/// allocation.
pub(crate) fn around_collection<T>(vm: &mut Vm, collect: impl FnOnce(&mut Vm) -> T) -> T {
    match vm.execution.profile.as_ref().map(|profile| profile.weight()) {
        None => collect(vm),
        Some(Weight::Fuel) => {
            let done = collect(vm);
            with_profile(vm, |_, profile| profile.stacks.forget_frames());
            done
        }
        Some(Weight::Memory) => {
            note_allocations(vm, None);
            let done = collect(vm);
            let in_use = live_bytes(&vm.heap);
            with_profile(vm, |_, profile| {
                profile.allocated.in_use = in_use;
                profile.stacks.forget_frames();
            });
            done
        }
        Some(Weight::Time) => {
            let began = Instant::now();
            let done = collect(vm);
            let weight = vm.heap.budget.leave_out_of_sample(began);
            with_profile(vm, |vm, profile| {
                profile.stacks.look(vm);
                profile.stacks.add_inside(Key::Collector, "(garbage collector)");
                profile.stacks.add(weight);
                profile.stacks.forget_frames();
            });
            done
        }
    }
}

/// Sleeps, which is a function of its own in a profile by time.
pub(crate) fn around_sleep(vm: &mut Vm, sleep: impl FnOnce()) {
    if vm.execution.profile.as_ref().is_none_or(|profile| profile.weight() != Weight::Time) {
        return sleep();
    }
    let began = Instant::now();
    sleep();
    let weight = vm.heap.budget.leave_out_of_sample(began);
    with_profile(vm, |_, profile| profile.stacks.add_alone(Key::Idle, "(idle)", weight));
}

fn with_profile(vm: &mut Vm, work: impl FnOnce(&mut Vm, &mut Profile)) {
    if let Some(mut profile) = vm.execution.profile.take() {
        work(vm, &mut profile);
        vm.execution.profile = Some(profile);
    }
}

impl Profile {
    /// Takes a sample of the running frames, with the native function on top of them if there is one.
    fn take(&mut self, vm: &mut Vm, native: Option<ObjectId>, weight: u64) {
        self.stacks.look(vm);
        if let Some(native) = native {
            self.stacks.add_native(vm, native);
        }
        // Something else than functions runs: jobs are taken, texts are compiled.
        if self.stacks.is_empty() && self.weight() == Weight::Time {
            return self.stacks.add_alone(Key::Program, "(program)", weight);
        }
        self.stacks.add(weight);
    }
}

impl Allocated {
    /// Notes how many bytes are in use. Returns the weight of a sample that is due.
    fn look(&mut self, in_use: usize) -> Option<u64> {
        let more = in_use.saturating_sub(std::mem::replace(&mut self.in_use, in_use));
        self.pending = self.pending.saturating_add(more as u64);
        if self.pending < self.every {
            return None;
        }
        self.samples += 1;
        if self.samples.is_multiple_of(SAMPLES_OF_A_STEP) && self.every < self.most {
            self.every = (self.every * 2).min(self.most);
        }
        Some(std::mem::take(&mut self.pending))
    }
}
