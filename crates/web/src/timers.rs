//! Timers, HTML 8.6: a queue by time and then by creation, on the system's clock or one that the host advances.
//!
//! ```text
//! the timers object      host data: Timers            the clock, and the due time of each timer
//!                        kept values of the object    for each timer an array: its function and arguments
//! ```
//!
//! Each turn of the engine's events runs one timer, and the jobs that it leaves, under the limits of the current run.
//! The memory of a timer is accounted for, so the limit stops a flood of timers.

mod functions;
mod microtask;
mod objects;
mod saved;

use std::any::Any;
use std::collections::BTreeMap;
use std::time::Duration;

use ferrotape_budget::Instant;
use ferrotape_budget::costs::TIMER;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::events::{self, Events, Patience};
use ferrotape_runtime::finalization;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::jobs;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::object::{self, array};
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::stopped;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// The clock of timers and of `performance.now`.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Clock {
    /// The system's clock; runs wait for it.
    #[default]
    Real,
    /// A clock that stands at zero until the host advances it ([`advance`]). A run that waits for timers advances it at
    /// once.
    Virtual,
}

/// The least delay of timers that are nested more deeply than [`DEEPEST`].
const LEAST_WHEN_NESTED: Duration = Duration::from_millis(4);
const DEEPEST: u32 = 5;

/// Bytes of a timer in both maps, roughly.
const TIMER_BYTES: usize = 192;

/// The timers of a realm.
#[derive(Clone)]
struct Timers {
    clock: Clock,
    start: Instant,
    /// The time of a virtual clock, or of a real one at the start.
    time: Duration,
    /// Milliseconds since 1970 at the start.
    origin: f64,
    /// Timers in order: by the time they are due, then by a running number.
    queue: BTreeMap<(Duration, u64), u64>,
    by_id: BTreeMap<u64, Timer>,
    made: u64,
    turns: u64,
    /// Free places among the kept values.
    free: Vec<usize>,
    /// The nesting level of the running timer.
    nesting: u32,
    /// Timers that nobody waits for.
    unreferenced: usize,
}

/// A timer that is due some time.
#[derive(Copy, Clone)]
struct Timer {
    due: (Duration, u64),
    /// The interval of a repeated timer.
    interval: Option<Duration>,
    nesting: u32,
    /// The place among the kept values of the function with its arguments.
    place: usize,
    /// Time until it is due.
    after: Duration,
    /// Whether nobody waits for it.
    is_unreferenced: bool,
}

impl HostData for Timers {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.by_id.len() * TIMER_BYTES + self.free.capacity() * size_of::<usize>()
    }

    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(self.clone()))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(saved::save(self))
    }

    fn restore(&mut self, bytes: &[u8], kept: usize) -> bool {
        saved::restore(self, bytes, kept).is_some()
    }
}

impl Timers {
    fn now(&self) -> Duration {
        match self.clock {
            Clock::Real => self.time.saturating_add(self.start.elapsed()),
            Clock::Virtual => self.time,
        }
    }

    /// Returns the same clock without timers.
    fn without_any(&self) -> Timers {
        Timers {
            queue: BTreeMap::new(),
            by_id: BTreeMap::new(),
            free: Vec::new(),
            nesting: 0,
            unreferenced: 0,
            ..*self
        }
    }

    /// Schedules a timer after some time. Returns its place in the order.
    fn schedule(&mut self, id: u64, after: Duration) -> (Duration, u64) {
        self.turns += 1;
        let due = (self.now().saturating_add(after), self.turns);
        self.queue.insert(due, id);
        due
    }

    fn remove(&mut self, id: u64) -> Option<Timer> {
        let timer = self.by_id.remove(&id)?;
        self.queue.remove(&timer.due);
        self.free.push(timer.place);
        self.unreferenced -= usize::from(timer.is_unreferenced);
        Some(timer)
    }

    /// Says whether the engine is to wait for a timer.
    fn wait_for(&mut self, id: u64, is_waited_for: bool) {
        if let Some(timer) = self.by_id.get_mut(&id)
            && timer.is_unreferenced == is_waited_for
        {
            timer.is_unreferenced = !is_waited_for;
            if is_waited_for { self.unreferenced -= 1 } else { self.unreferenced += 1 }
        }
    }

    fn is_waited_for(&self, id: u64) -> bool {
        self.by_id.get(&id).is_some_and(|timer| !timer.is_unreferenced)
    }

    /// Restarts the time of a timer; false if there is none.
    fn begin_anew(&mut self, id: u64) -> bool {
        let Some(mut timer) = self.by_id.get(&id).copied() else { return false };
        self.queue.remove(&timer.due);
        timer.due = self.schedule(id, timer.after);
        self.by_id.insert(id, timer);
        true
    }

    /// The first timer, if it is due.
    fn next_due(&self) -> Option<(u64, Timer)> {
        let (&(due, _), id) = self.queue.first_key_value()?;
        let timer = self.by_id.get(id)?;
        (due <= self.now()).then_some((*id, *timer))
    }

    /// Returns the time until the next timer is due.
    fn time_left(&self) -> Option<Duration> {
        let (&(due, _), _) = self.queue.first_key_value()?;
        Some(due.saturating_sub(self.now()))
    }
}

/// Creates the timers of an engine, which watches their events and keeps them alive.
pub fn new_timers(vm: &mut Vm, clock: Clock) -> Completion<ObjectId> {
    let origin = vm.host_time()?;
    let class = object::plain_host_class(vm, "Timers");
    let timers = Timers {
        clock,
        start: Instant::now(),
        time: Duration::ZERO,
        origin,
        queue: BTreeMap::new(),
        by_id: BTreeMap::new(),
        made: 0,
        turns: 0,
        free: Vec::new(),
        nesting: 0,
        unreferenced: 0,
    };
    let object = object::new_host_object(vm, class, None, Box::new(timers))?;
    events::set_events(
        vm,
        Some(Events {
            source: object,
            turn,
            rejected: crate::events::tell_of_rejections,
            report: crate::events::report,
            next: next_timer,
            are_waited_for,
            forget: forget_timers,
        }),
    );
    Ok(object)
}

pub(crate) fn install(realm: &mut RealmBuilder, timers: ObjectId) -> Completion<()> {
    functions::install(realm, timers)?;
    microtask::install(realm)
}

/// Makes `setTimeout` and its like give objects in the current realm, as Node's do, and not numbers.
pub fn use_timer_objects(vm: &mut Vm, timers: ObjectId) -> Completion<()> {
    functions::use_objects(&mut RealmBuilder::new(vm), timers)
}

/// Returns the timers of the current realm.
pub(crate) fn of_realm(vm: &Vm) -> Option<ObjectId> {
    let realm = vm.realm.id;
    let mut parts = vm.host.host_parts.iter().filter(|installed| installed.realm == realm);
    let timers = parts.find(|installed| std::ptr::eq(installed.part, &crate::PART))?.state;
    hosts::host_data::<Timers>(&vm.heap, timers).map(|_| timers)
}

/// Returns the milliseconds since the timers were made, to a microsecond, since scripts are not trusted.
pub(crate) fn now_in_milliseconds(vm: &Vm, timers: ObjectId) -> f64 {
    now(vm, timers).as_micros() as f64 / 1000.0
}

/// Calls a function after some time. Returns the number of the timer.
pub(crate) fn call_after(vm: &mut Vm, timers: ObjectId, function: Value, after: Duration) -> Completion<u64> {
    let action = new_action(vm, vec![function])?;
    add(vm, timers, action, When::After(after))
}

/// Calls a function as soon as nothing else runs, after the timers that are due.
pub(crate) fn call_soon(vm: &mut Vm, timers: ObjectId, function: Value) -> Completion<()> {
    let action = new_action(vm, vec![function])?;
    add(vm, timers, action, When::Immediately).map(drop)
}

/// Makes what a timer does from a function with its arguments: an array.
fn new_action(vm: &mut Vm, call: Vec<Value>) -> Completion<Value> {
    let action = Value::object(array::new_array_from(vm, call)?);
    vm.keep(action);
    Ok(action)
}

/// Says whether a program is not over before a timer was called.
pub(crate) fn wait_for(vm: &mut Vm, timers: ObjectId, timer: u64, is_waited_for: bool) {
    hosts::change_host_data(&mut vm.heap, timers, |timers: &mut Timers| timers.wait_for(timer, is_waited_for));
}

/// The time since the timers were made.
fn now(vm: &Vm, timers: ObjectId) -> Duration {
    hosts::host_data(&vm.heap, timers).map_or(Duration::ZERO, Timers::now)
}

pub(crate) fn time_origin(vm: &Vm, timers: ObjectId) -> f64 {
    hosts::host_data(&vm.heap, timers).map_or(0.0, |timers: &Timers| timers.origin)
}

/// Returns the time until the next timer is due. None if there is none.
pub fn next_timer(vm: &Vm, timers: ObjectId) -> Option<Duration> {
    hosts::host_data::<Timers>(&vm.heap, timers)?.time_left()
}

/// Returns whether there are timers that somebody waits for.
pub fn are_waited_for(vm: &Vm, timers: ObjectId) -> bool {
    hosts::host_data::<Timers>(&vm.heap, timers).is_some_and(|timers| timers.by_id.len() > timers.unreferenced)
}

/// The time when a new timer is due.
#[derive(Copy, Clone)]
enum When {
    /// After the timers that are already due; on a real clock, at any nesting level.
    Immediately,
    After(Duration),
    Every(Duration),
}

/// The timer initialization steps. Returns the number of the new timer.
///
/// What follows the running code is kept with the action, in an array that no script sees.
fn add(vm: &mut Vm, timers: ObjectId, action: Value, when: When) -> Completion<u64> {
    let context = vm.agent.async_context;
    let action = Value::object(array::new_array_from(vm, vec![context, action])?);
    let free = hosts::change_host_data(&mut vm.heap, timers, |timers: &mut Timers| timers.free.pop()).flatten();
    let place = match free {
        Some(place) => {
            hosts::set_kept_value(&mut vm.heap, timers, place, action);
            place
        }
        None => hosts::keep_value(&mut vm.heap, timers, action)?,
    };
    vm.heap.room(TIMER_BYTES)?;
    vm.work(TIMER)?;
    let id = hosts::change_host_data(&mut vm.heap, timers, |timers: &mut Timers| {
        let nesting = match when {
            // A virtual clock has to advance. Otherwise a timer that sets itself again would never let it reach an end.
            When::Immediately if timers.clock == Clock::Real => 0,
            _ => timers.nesting + 1,
        };
        let least = if nesting > DEEPEST { LEAST_WHEN_NESTED } else { Duration::ZERO };
        let (after, interval) = match when {
            When::Immediately => (least, None),
            When::After(after) => (after.max(least), None),
            When::Every(after) => (after.max(least), Some(after.max(least))),
        };
        timers.made += 1;
        let id = timers.made;
        let due = timers.schedule(id, after);
        timers.by_id.insert(id, Timer { due, interval, nesting, place, after, is_unreferenced: false });
        id
    });
    Ok(id.unwrap_or(0))
}

fn clear(vm: &mut Vm, timers: ObjectId, id: u64) {
    let removed = hosts::change_host_data(&mut vm.heap, timers, |timers: &mut Timers| timers.remove(id)).flatten();
    if let Some(timer) = removed {
        hosts::set_kept_value(&mut vm.heap, timers, timer.place, Value::UNDEFINED);
    }
}

/// Removes all timers.
pub fn forget_timers(vm: &mut Vm, timers: ObjectId) {
    hosts::change_host_data(&mut vm.heap, timers, |timers: &mut Timers| {
        timers.queue.clear();
        // Numbers are never reused.
        for (_, timer) in std::mem::take(&mut timers.by_id) {
            timers.free.push(timer.place);
        }
        (timers.nesting, timers.unreferenced) = (0, 0);
    });
    for place in 0..hosts::kept_values(&vm.heap, timers).len() {
        hosts::set_kept_value(&mut vm.heap, timers, place, Value::UNDEFINED);
    }
}

/// Runs one turn of the engine's events: the next timer, or a wait for it.
fn turn(vm: &mut Vm, timers: ObjectId, patience: Patience) -> Completion<bool> {
    if patience == Patience::Sleep && !are_waited_for(vm, timers) {
        return Ok(false);
    }
    if run_next(vm, timers)? {
        return Ok(true);
    }
    let Some(left) = next_timer(vm, timers) else { return Ok(false) };
    match hosts::host_data(&vm.heap, timers).map(|timers: &Timers| timers.clock) {
        _ if patience == Patience::None => Ok(false),
        Some(Clock::Virtual) => {
            move_clock(vm, timers, left);
            Ok(true)
        }
        Some(Clock::Real) if patience == Patience::Sleep && vm.options.can_block => {
            vm.sleep(left)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

fn move_clock(vm: &mut Vm, timers: ObjectId, by: Duration) {
    hosts::change_host_data(&mut vm.heap, timers, |timers: &mut Timers| timers.time = timers.time.saturating_add(by));
}

/// Calls the function of the first timer, if it is due.
fn run_next(vm: &mut Vm, timers: ObjectId) -> Completion<bool> {
    let next = hosts::host_data(&vm.heap, timers).and_then(Timers::next_due);
    let Some((id, timer)) = next else { return Ok(false) };
    vm.work(TICKS_PER_TURN)?;
    let action = hosts::kept_values(&vm.heap, timers).get(timer.place).copied().unwrap_or(Value::UNDEFINED);
    vm.keep(action);
    if timer.interval.is_none() {
        clear(vm, timers, id);
    }
    set_nesting(vm, timers, timer.nesting);
    let result = functions::call_action(vm, action);
    set_nesting(vm, timers, 0);
    if let Some(interval) = timer.interval {
        repeat(vm, timers, id, interval);
    }
    let reported = match result {
        Err(Throw::Exception(exception)) => crate::events::report(vm, exception),
        result => result,
    };
    vm.agent.async_context = Value::UNDEFINED;
    reported.map(|()| true)
}

/// Units of work for finding a timer, calling it and updating the queue.
const TICKS_PER_TURN: u64 = 8;

fn set_nesting(vm: &mut Vm, timers: ObjectId, nesting: u32) {
    hosts::change_host_data(&mut vm.heap, timers, |timers: &mut Timers| timers.nesting = nesting);
}

/// Schedules a repeated timer again, unless it was cleared meanwhile. It counts as nested in itself.
fn repeat(vm: &mut Vm, timers: ObjectId, id: u64, interval: Duration) {
    hosts::change_host_data(&mut vm.heap, timers, |timers: &mut Timers| {
        let Some(mut timer) = timers.by_id.get(&id).copied() else { return };
        timers.queue.remove(&timer.due);
        timer.nesting = (timer.nesting + 1).min(DEEPEST + 1);
        let after = if timer.nesting > DEEPEST { interval.max(LEAST_WHEN_NESTED) } else { interval };
        timer.due = timers.schedule(id, after);
        timers.by_id.insert(id, timer);
    });
}

/// Runs the timers that are due now, each with the jobs that it leaves. Must be called while no code runs.
pub fn run_due_timers(vm: &mut Vm, timers: ObjectId) -> Completion<()> {
    jobs::run_jobs(vm)?;
    // Timers set meanwhile wait for the next call, or this would never end.
    let last = hosts::host_data(&vm.heap, timers).map_or(0, |timers: &Timers| timers.turns);
    while let Some((_, timer)) = hosts::host_data(&vm.heap, timers).and_then(Timers::next_due)
        && timer.due.1 <= last
    {
        one_turn(vm, timers)?;
    }
    Ok(())
}

/// Advances a virtual clock, and runs each timer on the way. A real clock does not advance: only due timers run.
pub fn advance(vm: &mut Vm, timers: ObjectId, by: Duration) -> Completion<()> {
    if hosts::host_data(&vm.heap, timers).is_some_and(|timers: &Timers| timers.clock == Clock::Real) {
        return run_due_timers(vm, timers);
    }
    jobs::run_jobs(vm)?;
    let end = now(vm, timers).saturating_add(by);
    loop {
        while hosts::host_data(&vm.heap, timers).and_then(Timers::next_due).is_some() {
            one_turn(vm, timers)?;
        }
        let now = now(vm, timers);
        let left = next_timer(vm, timers).filter(|&left| now.saturating_add(left) <= end);
        match left {
            Some(left) => move_clock(vm, timers, left),
            None => {
                move_clock(vm, timers, end.saturating_sub(now));
                return Ok(());
            }
        }
    }
}

/// Runs the next timer and its jobs as a turn of their own, for hosts. A termination forgets all timers.
fn one_turn(vm: &mut Vm, timers: ObjectId) -> Completion<()> {
    finalization::clear_kept_objects(&mut vm.heap);
    let vm = &mut vm.scope();
    let result = run_next(vm, timers);
    match result {
        Err(Throw::Terminated(termination)) => {
            forget_timers(vm, timers);
            stopped::note_termination(vm, termination);
            Err(termination.into())
        }
        result => result.and_then(|_| jobs::run_jobs(vm)),
    }
}
