//! AbortController and AbortSignal, DOM 3.
//!
//! ```text
//! AbortController   data: nothing          kept: its signal
//! AbortSignal       data: of its target    kept: reason, dependents, sources, listeners to remove, dependents that are held
//! ```
//!
//! A signal of `any` follows its sources, which are no such signals themselves, so nothing is deeper than one step. Sources refer
//! to their dependents weakly. They *hold* those that somebody listens to, and count those that somebody waits for.

use std::any::Any;
use std::time::Duration;

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::finalization::{self, WeakTarget};
use ferrotape_runtime::function::{self, Call, Captured, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::object::{ObjectKind, array};
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::events::{self, EventKind, Target, TargetKind};
use crate::interface::{
    self, Interface, Known, attributes, illegal_invocation, kept, new_object, prototype_for_new, require_arguments,
    this_object,
};
use crate::{dom_exception, timers};

/// The class of signals, and the data of a new one.
pub(crate) const SIGNAL_CLASS: PartClass = (TargetKind::Signal.class().0, || Box::new(Target::new(TargetKind::Signal)));

/// The class of controllers, and the data of a new one.
pub(crate) const CONTROLLER_CLASS: PartClass = ("AbortController", || Box::new(Controller));

/// The kept values of a signal.
const REASON: usize = 0;
/// An array of WeakRefs.
const DEPENDENTS: usize = 1;
/// A Set.
const SOURCES: usize = 2;
/// An array of pairs: a target with the number of its listener, or a function without anything.
const ALGORITHMS: usize = 3;
/// A Set. It is the last one: [`TargetKind::class`] says how many there are.
const HELD: usize = 4;

/// Lists shorter than this keep what is of no use any more.
const LEAST_CLEANED: usize = 32;

pub(crate) static GLOBALS: &[&str] = &["AbortController", "AbortSignal"];

pub(crate) static CLOSURES: &[&NativeFunction] = &[&TIME_OUT];

/// Marks an object as an AbortController.
struct Controller;

impl HostData for Controller {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(Controller))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        bytes.is_empty()
    }
}

static CONTROLLER: Interface = Interface {
    known: Known::AbortController,
    constructor: constructor("AbortController", 0, abort_controller),
    operations: &[method("abort", 0, abort)],
    attributes: attributes! { "signal": signal; },
    statics: &[],
};

static SIGNAL: Interface = Interface {
    known: Known::AbortSignal,
    constructor: constructor("AbortSignal", 0, interface::illegal_constructor),
    operations: &[method("throwIfAborted", 0, throw_if_aborted)],
    attributes: attributes! {
        "aborted": aborted;
        "reason": reason;
        "onabort": get_onabort, set_onabort;
    },
    statics: &[method("abort", 0, abort_static), method("timeout", 1, timeout), method("any", 1, any)],
};

static TIME_OUT: NativeFunction =
    method("", 0, time_out).capturing([Captured::Object, Captured::Nothing, Captured::Nothing]);

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let target = [Known::EventTargetConstructor, Known::EventTarget].map(|known| known.of_realm(realm.vm));
    interface::define(realm, &CONTROLLER, None)?;
    interface::define(realm, &SIGNAL, Some(target)).map(drop)
}

/// Makes a signal, which is kept.
pub(crate) fn new_signal(vm: &mut Vm) -> Completion<ObjectId> {
    let prototype = Known::AbortSignal.of_realm(vm);
    events::new_target(vm, TargetKind::Signal, prototype)
}

fn is_signal(vm: &Vm, object: ObjectId) -> bool {
    hosts::host_data::<Target>(&vm.heap, object).is_some_and(|target| target.kind == TargetKind::Signal)
}

/// Converts to a signal.
pub(crate) fn require_signal(vm: &mut Vm, value: Value, what: &str) -> Completion<ObjectId> {
    match value.as_object().filter(|&object| is_signal(vm, object)) {
        Some(signal) => Ok(signal),
        None => vm.type_error(format!("{what} must be an AbortSignal")),
    }
}

pub(crate) fn is_aborted(vm: &Vm, signal: ObjectId) -> bool {
    hosts::host_data::<Target>(&vm.heap, signal).is_some_and(|signal| signal.is_marked)
}

fn is_dependent(vm: &Vm, signal: ObjectId) -> bool {
    hosts::host_data::<Target>(&vm.heap, signal).is_some_and(|signal| signal.is_dependent)
}

/// new AbortController ( )
fn abort_controller(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::AbortController, "AbortController")?;
    vm.keep(Value::object(prototype));
    let signal = new_signal(vm)?;
    let controller = new_object(vm, CONTROLLER_CLASS.0, prototype, Box::new(Controller))?;
    hosts::keep_value(&mut vm.heap, controller, Value::object(signal))?;
    Ok(Value::object(controller))
}

/// get AbortController.prototype.signal
fn signal(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this_object::<Controller>(vm, call, "AbortController.prototype.signal")?;
    Ok(kept(vm, controller, 0))
}

/// AbortController.prototype.abort ( reason )
fn abort(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this_object::<Controller>(vm, call, "AbortController.prototype.abort")?;
    if let Some(signal) = kept(vm, controller, 0).as_object() {
        signal_abort(vm, signal, call.argument(vm, 0))?;
    }
    Ok(Value::UNDEFINED)
}

/// Returns the reason for an abort: an AbortError where it is undefined.
fn reason_or_error(vm: &mut Vm, reason: Value) -> Completion<Value> {
    match reason {
        Value::UNDEFINED => dom_exception::new(vm, "AbortError", "This operation was aborted"),
        reason => Ok(reason),
    }
}

/// SignalAbort, DOM 3.2
pub(crate) fn signal_abort(vm: &mut Vm, signal: ObjectId, reason: Value) -> Completion<()> {
    if is_aborted(vm, signal) {
        return Ok(());
    }
    let reason = reason_or_error(vm, reason)?;
    vm.keep(reason);
    let aborted = array::new_array(vm);
    vm.keep(Value::object(aborted));
    mark_aborted(vm, signal, reason)?;
    let dependents = kept(vm, signal, DEPENDENTS);
    hosts::set_kept_value(&mut vm.heap, signal, DEPENDENTS, Value::UNDEFINED);
    vm.keep(dependents);
    let mut index = 0;
    while let Some(weak) = element(vm, dependents, index) {
        index += 1;
        let vm = &mut vm.scope();
        vm.work(ENTRY)?;
        if let Some(dependent) = target_of(vm, weak)
            && !is_aborted(vm, dependent)
        {
            iterate::append_value(vm, aborted, Value::object(dependent))?;
            mark_aborted(vm, dependent, reason)?;
        }
    }
    run_abort_steps(vm, signal)?;
    let mut index = 0;
    while let Some(dependent) = element(vm, Value::object(aborted), index) {
        index += 1;
        if let Some(dependent) = dependent.as_object() {
            run_abort_steps(vm, dependent)?;
        }
    }
    Ok(())
}

fn mark_aborted(vm: &mut Vm, signal: ObjectId, reason: Value) -> Completion<()> {
    hosts::set_kept_value(&mut vm.heap, signal, REASON, reason);
    hosts::change_host_data(&mut vm.heap, signal, |signal: &mut Target| signal.is_marked = true);
    hold(vm, signal, false)?;
    hosts::set_kept_value(&mut vm.heap, signal, SOURCES, Value::UNDEFINED);
    Ok(())
}

/// RunAbortSteps, DOM 3.2
fn run_abort_steps(vm: &mut Vm, signal: ObjectId) -> Completion<()> {
    let vm = &mut vm.scope();
    let algorithms = kept(vm, signal, ALGORITHMS);
    hosts::set_kept_value(&mut vm.heap, signal, ALGORITHMS, Value::UNDEFINED);
    vm.keep(algorithms);
    let mut index = 0;
    while let (Some(target), Some(number)) = (element(vm, algorithms, index), element(vm, algorithms, index + 1)) {
        index += 2;
        vm.work(ENTRY)?;
        match (target.as_object(), number.as_number()) {
            (Some(target), Some(number)) => events::remove_listener(vm, target, number as u64)?,
            (Some(_), None) => drop(vm.call(target, Value::UNDEFINED, &[])?),
            _ => {}
        }
    }
    events::fire(vm, signal, EventKind::Event, "abort", &[])
}

/// Returns an element of a list that no script sees.
fn element(vm: &Vm, list: Value, index: usize) -> Option<Value> {
    vm.heap.elements(list.as_object()?).as_dense()?.get(index).copied()
}

/// Returns the target of a WeakRef while there is one. It is kept.
fn target_of(vm: &mut Vm, weak: Value) -> Option<ObjectId> {
    let target = finalization::hidden_target(&mut vm.heap, weak.as_object()?)?;
    vm.keep(Value::object(target));
    Some(target).filter(|&target| is_signal(vm, target))
}

/// Makes a signal remove a listener when it is aborted.
pub(crate) fn remove_with(vm: &mut Vm, signal: ObjectId, target: ObjectId, number: u64) -> Completion<()> {
    add_algorithm(vm, signal, [Value::object(target), Value::number(number as f64)])
}

/// Makes a signal call a function of the host when it is aborted, unless that has captured nothing any more. Somebody waits for
/// what that ends, until [`let_go`].
pub(crate) fn call_with(vm: &mut Vm, signal: ObjectId, function: Value) -> Completion<()> {
    hosts::change_host_data(&mut vm.heap, signal, |signal: &mut Target| signal.busy = signal.busy.saturating_add(1));
    add_algorithm(vm, signal, [function, Value::UNDEFINED])
}

/// Returns the reason of a signal.
pub(crate) fn reason_of(vm: &Vm, signal: ObjectId) -> Value {
    kept(vm, signal, REASON)
}

/// Adds a pair to what an abort runs: a target and the number of its listener to remove, or a function and undefined.
/// Useless ones go when the list has doubled.
fn add_algorithm(vm: &mut Vm, signal: ObjectId, pair: [Value; 2]) -> Completion<()> {
    let list = list_of(vm, signal, ALGORITHMS, |vm, list, left| {
        let mut index = 0;
        while let (Some(target), Some(number)) = (element(vm, list, index), element(vm, list, index + 1)) {
            index += 2;
            vm.work(1)?;
            if is_of_use(vm, target, number) {
                iterate::append_value(vm, left, target)?;
                iterate::append_value(vm, left, number)?;
            }
        }
        Ok(())
    })?;
    for value in pair {
        iterate::append_value(vm, list, value)?;
    }
    attend(vm, signal)
}

/// Tells whether an abort still has something to do with a pair of [`add_algorithm`].
fn is_of_use(vm: &Vm, target: Value, number: Value) -> bool {
    match (target.as_object(), number.as_number()) {
        (Some(target), Some(number)) => events::has_listener(vm, target, number as u64),
        (Some(function), None) => vm.heap.captured(function, 0).is_object(),
        _ => false,
    }
}

/// Notes that a function which a signal calls has nothing to do any more. Where nobody waits for another one, no program waits
/// for the timers of the signal's sources in vain, and where an abort would do nothing else, they let it go.
pub(crate) fn let_go(vm: &mut Vm, signal: ObjectId) -> Completion<()> {
    if !is_signal(vm, signal) {
        return Ok(());
    }
    vm.keep(Value::object(signal));
    let left = hosts::change_host_data(&mut vm.heap, signal, |signal: &mut Target| {
        signal.busy = signal.busy.saturating_sub(1);
        signal.busy
    });
    if left != Some(0) {
        return Ok(());
    }
    if has_nothing_to_do(vm, signal)? {
        hosts::set_kept_value(&mut vm.heap, signal, ALGORITHMS, Value::UNDEFINED);
    }
    attend(vm, signal)
}

/// Tells whether an abort would do nothing. False for a list that is long, which is not looked through.
fn has_nothing_to_do(vm: &mut Vm, signal: ObjectId) -> Completion<bool> {
    let list = kept(vm, signal, ALGORITHMS);
    let length = list.as_object().and_then(|list| vm.heap.length_of_array(list)).unwrap_or(0);
    if length as usize > LEAST_CLEANED {
        return Ok(false);
    }
    let mut index = 0;
    while let (Some(target), Some(number)) = (element(vm, list, index), element(vm, list, index + 1)) {
        index += 2;
        vm.work(1)?;
        if is_of_use(vm, target, number) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns a list of a signal, which is made if it is not there. Where it has become twice as long, it is first copied by `clean`
/// without what is of no use any more. The copy is only taken if it is at most half as long: a list that stayed about as long
/// would be at the same length again, and be copied again, with each of the next additions.
fn list_of(
    vm: &mut Vm,
    signal: ObjectId,
    place: usize,
    clean: impl FnOnce(&mut Vm, Value, ObjectId) -> Completion<()>,
) -> Completion<ObjectId> {
    let old = kept(vm, signal, place);
    let length = old.as_object().and_then(|list| vm.heap.length_of_array(list));
    if let (Some(list), Some(length)) = (old.as_object(), length)
        && !((length as usize) >= LEAST_CLEANED && length.is_power_of_two())
    {
        return Ok(list);
    }
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    if let (Some(old_list), Some(length)) = (old.as_object(), length) {
        clean(vm, old, list)?;
        if vm.heap.length_of_array(list).is_some_and(|left| left > length / 2) {
            return Ok(old_list);
        }
    }
    hosts::set_kept_value(&mut vm.heap, signal, place, Value::object(list));
    Ok(list)
}

/// Notes that the first listener of a signal has come, or that its last one has gone. By that, the program waits for its
/// timer or not, and its sources hold it or not.
pub(crate) fn attend(vm: &mut Vm, signal: ObjectId) -> Completion<()> {
    wait_for_timer(vm, signal);
    let Some(data) = hosts::host_data::<Target>(&vm.heap, signal) else { return Ok(()) };
    let is_needed = data.has_listeners() || kept(vm, signal, ALGORITHMS).is_object();
    hold(vm, signal, is_needed && !is_aborted(vm, signal))
}

/// Notes whether somebody waits for the one thing that a signal would abort. Otherwise no program waits for the timers of its
/// sources either.
pub(crate) fn set_busy(vm: &mut Vm, signal: ObjectId, is_busy: bool) -> Completion<()> {
    hosts::change_host_data(&mut vm.heap, signal, |signal: &mut Target| signal.busy = is_busy.into());
    attend(vm, signal)
}

/// Makes the program wait for the timer of a signal for which somebody waits, be it by a dependent.
fn wait_for_timer(vm: &mut Vm, signal: ObjectId) {
    let Some(data) = hosts::host_data::<Target>(&vm.heap, signal).filter(|data| data.timer != 0) else { return };
    let (timer, is_waited_for) = (data.timer, data.is_waited_for() || data.awaited > 0);
    if let Some(timers) = timers::of_realm(vm) {
        timers::wait_for(vm, timers, timer, is_waited_for);
    }
}

/// Makes all sources of a signal hold it, or not, and count it where somebody waits for it.
fn hold(vm: &mut Vm, dependent: ObjectId, is_held: bool) -> Completion<()> {
    let Some(sources) = kept(vm, dependent, SOURCES).as_object() else { return Ok(()) };
    let change = hosts::change_host_data(&mut vm.heap, dependent, |dependent: &mut Target| {
        let is_counted = is_held && dependent.is_waited_for();
        (std::mem::replace(&mut dependent.is_counted, is_counted) != is_counted).then_some(is_counted)
    });
    let mut position = 0;
    while let Some(step) = collections::next_collected(&mut vm.heap, sources, position)? {
        position = step.next;
        vm.work(ENTRY)?;
        let Some(source) = step.key.as_object() else { continue };
        if let Some(is_counted) = change.flatten() {
            hosts::change_host_data(&mut vm.heap, source, |source: &mut Target| source.count(is_counted));
            wait_for_timer(vm, source);
        }
        match kept(vm, source, HELD).as_object() {
            Some(held) if is_held => collect(vm, held, dependent)?,
            Some(held) => drop(collections::remove_collected(&mut vm.heap, held, Value::object(dependent))?),
            None if is_held => {
                let held = new_set(vm);
                hosts::set_kept_value(&mut vm.heap, source, HELD, Value::object(held));
                collect(vm, held, dependent)?;
            }
            None => {}
        }
    }
    Ok(())
}

/// Makes a Set that no script sees. It is kept.
fn new_set(vm: &mut Vm) -> ObjectId {
    let prototype = realm::intrinsics(vm).set_prototype;
    let set = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Set);
    vm.keep(Value::object(set));
    set
}

fn collect(vm: &mut Vm, set: ObjectId, object: ObjectId) -> Completion<()> {
    Ok(collections::collect_value(&mut vm.heap, set, Value::object(object), Value::object(object))?)
}

/// The brand check of members of AbortSignal.
fn this_signal(vm: &mut Vm, call: Call, what: &str) -> Completion<ObjectId> {
    match call.this.as_object().filter(|&this| is_signal(vm, this)) {
        Some(signal) => Ok(signal),
        None => illegal_invocation(vm, call, &format!("AbortSignal.prototype.{what}")),
    }
}

/// get AbortSignal.prototype.aborted
fn aborted(vm: &mut Vm, call: Call) -> Completion<Value> {
    let signal = this_signal(vm, call, "aborted")?;
    Ok(Value::bool(is_aborted(vm, signal)))
}

/// get AbortSignal.prototype.reason
fn reason(vm: &mut Vm, call: Call) -> Completion<Value> {
    let signal = this_signal(vm, call, "reason")?;
    Ok(kept(vm, signal, REASON))
}

/// AbortSignal.prototype.throwIfAborted ( )
fn throw_if_aborted(vm: &mut Vm, call: Call) -> Completion<Value> {
    let signal = this_signal(vm, call, "throwIfAborted")?;
    match is_aborted(vm, signal) {
        true => Err(Throw::Exception(kept(vm, signal, REASON))),
        false => Ok(Value::UNDEFINED),
    }
}

/// get AbortSignal.prototype.onabort
fn get_onabort(vm: &mut Vm, call: Call) -> Completion<Value> {
    let signal = this_signal(vm, call, "onabort")?;
    events::handler(vm, signal, "abort")
}

/// set AbortSignal.prototype.onabort
fn set_onabort(vm: &mut Vm, call: Call) -> Completion<Value> {
    let signal = this_signal(vm, call, "onabort")?;
    events::set_handler(vm, signal, "abort", call.argument(vm, 0))?;
    Ok(Value::UNDEFINED)
}

/// AbortSignal.abort ( reason )
fn abort_static(vm: &mut Vm, call: Call) -> Completion<Value> {
    let reason = reason_or_error(vm, call.argument(vm, 0))?;
    vm.keep(reason);
    let signal = new_signal(vm)?;
    mark_aborted(vm, signal, reason)?;
    Ok(Value::object(signal))
}

/// AbortSignal.timeout ( milliseconds ). The program does not wait for it unless somebody listens.
fn timeout(vm: &mut Vm, call: Call) -> Completion<Value> {
    /// The greatest integer of [EnforceRange], Web IDL 3.3.6.
    const MOST: f64 = ((1u64 << 53) - 1) as f64;
    require_arguments(vm, call, 1, "AbortSignal.timeout")?;
    let milliseconds = convert::to_number(vm, call.argument(vm, 0))?.trunc();
    if !(0.0..=MOST).contains(&milliseconds) {
        return vm.type_error("The milliseconds of AbortSignal.timeout must be an integer from 0 to 2^53 - 1");
    }
    let signal = new_signal(vm)?;
    let captured = [Value::object(signal), Value::UNDEFINED, Value::UNDEFINED];
    let function = Value::object(function::new_native_closure(vm, &TIME_OUT, captured));
    vm.keep(function);
    if let Some(timers) = timers::of_realm(vm) {
        let timer = timers::call_after(vm, timers, function, Duration::from_millis(milliseconds as u64))?;
        timers::wait_for(vm, timers, timer, false);
        hosts::change_host_data(&mut vm.heap, signal, |signal: &mut Target| signal.timer = timer);
    }
    Ok(Value::object(signal))
}

/// Ends the time of a signal: its timer calls this.
fn time_out(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(signal) = vm.heap.captured(call.callee, 0).as_object().filter(|&signal| is_signal(vm, signal)) {
        let error = dom_exception::new(vm, "TimeoutError", "The operation was aborted due to timeout")?;
        signal_abort(vm, signal, error)?;
    }
    Ok(Value::UNDEFINED)
}

/// AbortSignal.any ( signals ): CreateDependentAbortSignal, DOM 3.2
fn any(vm: &mut Vm, call: Call) -> Completion<Value> {
    require_arguments(vm, call, 1, "AbortSignal.any")?;
    let signals = array::new_array(vm);
    vm.keep(Value::object(signals));
    let iterable = call.argument(vm, 0);
    if !iterable.is_object() {
        return vm.type_error("The signals of AbortSignal.any are not iterable");
    }
    iteration::sequence(vm, iterable, |vm, value| {
        let signal = require_signal(vm, value, "Each signal of AbortSignal.any")?;
        iterate::append_value(vm, signals, Value::object(signal))
    })?;
    dependent_on(vm, signals).map(Value::object)
}

/// CreateDependentAbortSignal, DOM 3.2, of an array that no script sees. The signal is kept.
pub(crate) fn dependent_on(vm: &mut Vm, signals: ObjectId) -> Completion<ObjectId> {
    let signals = Value::object(signals);
    let result = new_signal(vm)?;
    let mut index = 0;
    while let Some(signal) = element(vm, signals, index).and_then(Value::as_object) {
        index += 1;
        vm.work(1)?;
        if is_aborted(vm, signal) {
            let reason = kept(vm, signal, REASON);
            mark_aborted(vm, result, reason)?;
            return Ok(result);
        }
    }
    let sources = new_set(vm);
    hosts::change_host_data(&mut vm.heap, result, |signal: &mut Target| signal.is_dependent = true);
    hosts::set_kept_value(&mut vm.heap, result, SOURCES, Value::object(sources));
    let mut index = 0;
    while let Some(signal) = element(vm, signals, index).and_then(Value::as_object) {
        index += 1;
        if !is_dependent(vm, signal) {
            link(vm, result, sources, signal)?;
            continue;
        }
        let Some(its_sources) = kept(vm, signal, SOURCES).as_object() else { continue };
        let mut position = 0;
        while let Some(step) = collections::next_collected(&mut vm.heap, its_sources, position)? {
            position = step.next;
            if let Some(source) = step.key.as_object() {
                link(vm, result, sources, source)?;
            }
        }
    }
    Ok(result)
}

/// Makes a signal follow a source, unless it does.
fn link(vm: &mut Vm, dependent: ObjectId, sources: ObjectId, source: ObjectId) -> Completion<()> {
    let vm = &mut vm.scope();
    // With a share of the list's cleaning, which must not depend on what the collector has found.
    vm.work(2 * ENTRY)?;
    if collections::collected_value(&mut vm.heap, sources, Value::object(source))?.is_some() {
        return Ok(());
    }
    collect(vm, sources, source)?;
    let list = list_of(vm, source, DEPENDENTS, |vm, list, left| {
        let mut index = 0;
        while let Some(weak) = element(vm, list, index) {
            index += 1;
            let vm = &mut vm.scope();
            if target_of(vm, weak).is_some_and(|dependent| !is_aborted(vm, dependent)) {
                iterate::append_value(vm, left, weak)?;
            }
        }
        Ok(())
    })?;
    let prototype = realm::intrinsics(vm).weak_ref_prototype;
    let target = ObjectKind::WeakRef(WeakTarget(Value::object(dependent)));
    let weak = vm.heap.new_object_with_prototype(Some(prototype), target);
    vm.keep(Value::object(weak));
    iterate::append_value(vm, list, Value::object(weak))
}
