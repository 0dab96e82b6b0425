//! Dispatch of events, DOM 2.9, and reports of exceptions, HTML 8.1.4.

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::error_report::{self, Report};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::promise::{self, Noted, Unhandled};
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::event::{CURRENT, EventKind, MEMBERS, TARGET, TYPE, cancel, change, data_of, new_trusted};
use super::listeners::{Listener, has_type, listener_behind, remove_listener};
use super::target::{Target, TargetKind};
use crate::interface::{Known, kept};
use crate::text;

/// The members of an ErrorEvent as arguments of `onerror`: message, source, line, column, error.
const ON_ERROR: [usize; 5] = [4, 2, 3, 0, 1];

/// The events for rejected promises.
const UNHANDLED: &str = "unhandledrejection";
const HANDLED: &str = "rejectionhandled";

/// Tells the listeners of the global object of rejected promises, HTML 8.1.4.7: for `unhandledrejection` of those that nobody
/// handles, and for `rejectionhandled` of those that somebody handles after all. Of the first, what the listeners do not cancel
/// is left for the host.
pub(crate) fn tell_of_rejections(vm: &mut Vm) -> Completion<()> {
    if let Some(target) = listening(vm, UNHANDLED)? {
        tell_each(vm, (promise::take_rejections, Unhandled::Rejection), |vm, promise| {
            tell_of_unhandled(vm, target, promise)
        })?;
    }
    let target = listening(vm, HANDLED)?;
    tell_each(vm, (promise::take_late, Unhandled::Late), |vm, rejected| {
        let Some(target) = target else { return Ok(()) };
        let told = promise::promise(vm, Value::object(rejected));
        // Nothing of another realm's.
        let Some((_, promise)) = told.filter(|_| realm::has_our_prototype(vm, rejected)) else { return Ok(()) };
        let reason = promise.result;
        fire(vm, target, EventKind::Rejection, HANDLED, &[Value::object(rejected), reason])
    })
}

/// The function that takes noted promises, and the one that notes unreported ones again.
type Notes = (fn(&mut Vm) -> Completion<Option<ObjectId>>, fn(ObjectId) -> Unhandled);

/// Tells of noted promises, also of those that are noted meanwhile. Listeners run in the async context of each.
fn tell_each(
    vm: &mut Vm,
    (take, note): Notes,
    mut tell: impl FnMut(&mut Vm, ObjectId) -> Completion<()>,
) -> Completion<()> {
    loop {
        let vm = &mut vm.scope();
        let Some(list) = take(vm)? else { return Ok(()) };
        let mut index = 0;
        while let Some((promise, context)) = noted_at(vm, list, index) {
            index += 1;
            let told = {
                let vm = &mut vm.scope();
                let before = std::mem::replace(&mut vm.agent.async_context, context);
                vm.keep(before);
                let told = vm.work(ENTRY).and_then(|()| tell(vm, promise));
                vm.agent.async_context = before;
                told
            };
            if told.is_err() {
                while let Some((promise, context)) = noted_at(vm, list, index) {
                    index += 1;
                    promise::note(vm, Noted { failure: note(promise), context })?;
                }
                return told;
            }
        }
    }
}

/// Returns a promise of such a list, and its async context.
fn noted_at(vm: &Vm, list: ObjectId, index: usize) -> Option<(ObjectId, Value)> {
    let &[promise, context] = vm.heap.elements(list).as_dense()?.get(2 * index..2 * index + 2)? else { return None };
    Some((promise.as_object()?, context))
}

/// Returns the target of the global object, if it has listeners for such events.
fn listening(vm: &mut Vm, name: &str) -> Completion<Option<ObjectId>> {
    let Some(target) = Known::GlobalTarget.if_made(vm) else { return Ok(None) };
    let has_listeners = hosts::host_data::<Target>(&vm.heap, target).is_some_and(Target::has_listeners);
    let text = Value::string(vm.heap.intern_text(name));
    Ok(if has_listeners && has_type(vm, target, text)? { Some(target) } else { None })
}

/// Fires `unhandledrejection` for an unhandled promise. Unless a listener cancels the event or handles the
/// promise, it is left for the host.
fn tell_of_unhandled(vm: &mut Vm, target: ObjectId, rejected: ObjectId) -> Completion<()> {
    let Some((_, promise)) = promise::promise(vm, Value::object(rejected)).filter(|(_, promise)| !promise.is_handled)
    else {
        return Ok(());
    };
    let reason = promise.result;
    // Promises of other realms, and what they were rejected with, are the host's alone.
    let is_left = if realm::has_our_prototype(vm, rejected) {
        let event = new_trusted(vm, EventKind::Rejection, UNHANDLED, true, &[Value::object(rejected), reason])?;
        dispatch(vm, event, target)?
    } else {
        true
    };
    // A listener may have handled it.
    if promise::mark_told(vm, rejected) && is_left {
        promise::note_unhandled(vm, Unhandled::Told(rejected))?;
    }
    Ok(())
}

/// Fires a trusted event that cannot be canceled.
pub(crate) fn fire(vm: &mut Vm, target: ObjectId, kind: EventKind, name: &str, members: &[Value]) -> Completion<()> {
    let vm = &mut vm.scope();
    let event = new_trusted(vm, kind, name, false, members)?;
    dispatch(vm, event, target).map(drop)
}

/// Dispatches an event. False if it was canceled.
pub(super) fn dispatch(vm: &mut Vm, event: ObjectId, target: ObjectId) -> Completion<bool> {
    vm.keep(Value::object(event));
    vm.keep(Value::object(target));
    let data = hosts::host_data::<Target>(&vm.heap, target);
    let is_global = data.is_some_and(|data| data.kind == TargetKind::Global);
    let shown = Value::object(if is_global { vm.realm.global } else { target });
    change(vm, event, |flags| (flags.is_dispatched, flags.is_at_target) = (true, true));
    hosts::set_kept_value(&mut vm.heap, event, TARGET, shown);
    hosts::set_kept_value(&mut vm.heap, event, CURRENT, shown);
    let invoked = invoke(vm, event, target, true).and_then(|()| invoke(vm, event, target, false));
    hosts::set_kept_value(&mut vm.heap, event, CURRENT, Value::NULL);
    change(vm, event, |flags| {
        (flags.is_dispatched, flags.is_at_target, flags.is_in_passive) = (false, false, false);
        (flags.stops, flags.stops_at_once) = (false, false);
    });
    invoked?;
    Ok(data_of(vm, event).is_none_or(|data| !data.flags.canceled))
}

/// Invokes the listeners of a phase, up to the last one that was there when the phase began.
fn invoke(vm: &mut Vm, event: ObjectId, target: ObjectId, captures: bool) -> Completion<()> {
    if data_of(vm, event).is_none_or(|data| data.flags.stops) {
        return Ok(());
    }
    let last = hosts::host_data::<Target>(&vm.heap, target).map_or(0, |data| data.made);
    let mut number = 0;
    while let Some((listener, [text, callback])) = listener_behind(vm, target, number)
        && listener.number <= last
    {
        number = listener.number;
        let vm = &mut vm.scope();
        vm.work(ENTRY)?;
        let wanted = kept(vm, event, TYPE);
        if listener.captures != captures || !text::is_same(vm, text, wanted)? {
            continue;
        }
        vm.keep(callback);
        if listener.is_once {
            remove_listener(vm, target, number)?;
        }
        call_listener(vm, event, listener, callback)?;
        if data_of(vm, event).is_none_or(|data| data.flags.stops_at_once) {
            break;
        }
    }
    Ok(())
}

/// Calls a listener. An exception is reported.
fn call_listener(vm: &mut Vm, event: ObjectId, listener: Listener, callback: Value) -> Completion<()> {
    change(vm, event, |flags| flags.is_in_passive = listener.is_passive);
    let current = kept(vm, event, CURRENT);
    // OnErrorEventHandler, HTML 8.1.8.1: that of the global object takes what the event says, and true cancels it. Handlers of
    // other types take the event also if it is an ErrorEvent.
    let is_for_errors = listener.is_handler
        && current == Value::object(vm.realm.global)
        && data_of(vm, event).is_some_and(|data| data.kind == EventKind::Error)
        && has_name(vm, event, "error")?;
    let result = match vm.heap.is_callable(callback) {
        true if is_for_errors => {
            let arguments = ON_ERROR.map(|member| kept(vm, event, MEMBERS + member));
            vm.call(callback, current, &arguments).map(|result| Value::bool(result != Value::TRUE))
        }
        true => vm.call(callback, current, &[Value::object(event)]),
        // A handler that is an object does nothing, HTML 8.1.8.
        false if listener.is_handler => Ok(Value::UNDEFINED),
        false => call_method(vm, event, callback),
    };
    change(vm, event, |flags| flags.is_in_passive = false);
    match result {
        Ok(Value::FALSE) if listener.is_handler => {
            cancel(vm, event);
            Ok(())
        }
        Err(Throw::Exception(exception)) => report(vm, exception),
        result => result.map(drop),
    }
}

/// Returns whether an event has that type.
fn has_name(vm: &mut Vm, event: ObjectId, name: &str) -> Completion<bool> {
    let (found, name) = (kept(vm, event, TYPE), Value::string(vm.heap.intern_text(name)));
    text::is_same(vm, found, name)
}

/// Calls the method of a callback interface, Web IDL 3.11.
fn call_method(vm: &mut Vm, event: ObjectId, callback: Value) -> Completion<Value> {
    let key = vm.heap.key("handleEvent");
    let method = object::get_v(vm, callback, key)?;
    vm.keep(method);
    if !vm.heap.is_callable(method) {
        let found = messages::describe(vm, method);
        return vm.type_error(messages::must_be_a_function("The handleEvent of a listener", &found));
    }
    vm.call(method, callback, &[Value::object(event)])
}

/// Reports an exception, HTML 8.1.4: to the listeners of the global object for `error`, and to the host unless one of them
/// cancels that. An exception of such a listener goes to the host.
pub(crate) fn report(vm: &mut Vm, exception: Value) -> Completion<()> {
    let vm = &mut vm.scope();
    vm.keep(exception);
    let target = Known::GlobalTarget.if_made(vm);
    let is_heard = |target: &ObjectId| {
        let data = hosts::host_data::<Target>(&vm.heap, *target);
        data.is_some_and(|data| data.has_listeners() && !data.is_marked)
    };
    let Some(target) = target.filter(is_heard) else { return promise::report_exception(vm, exception) };
    let members = members_of_report(vm, exception)?;
    let event = new_trusted(vm, EventKind::Error, "error", true, &members)?;
    set_reporting(vm, target, true);
    let is_left = dispatch(vm, event, target);
    set_reporting(vm, target, false);
    if is_left? { promise::report_exception(vm, exception) } else { Ok(()) }
}

/// Returns the members of the ErrorEvent for an exception.
fn members_of_report(vm: &mut Vm, exception: Value) -> Completion<[Value; 5]> {
    let Report { message, stack, .. } = error_report::report(vm, exception);
    let message = Value::string(text::new_string(vm, format!("Uncaught {message}").as_bytes())?);
    let place = stack.into_iter().find(|entry| entry.line > 0);
    let (source, line, column) = place.map_or((String::new(), 0, 0), |entry| (entry.source, entry.line, entry.column));
    let source = Value::string(text::new_string(vm, source.as_bytes())?);
    Ok([Value::number(column.into()), exception, source, Value::number(line.into()), message])
}

fn set_reporting(vm: &mut Vm, target: ObjectId, is_reporting: bool) {
    hosts::change_host_data(&mut vm.heap, target, |target: &mut Target| target.is_marked = is_reporting);
}
