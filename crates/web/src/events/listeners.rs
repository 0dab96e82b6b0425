//! The list of event listeners, DOM 2.7.

use ferrotape_budget::costs::{ELEMENTS_PER_TICK, ENTRY, allocation_bytes};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::target::{Target, TargetKind};
use crate::abort;
use crate::interface::kept;
use crate::text;

/// The greatest number of a listener that is accepted.
pub(super) const MOST: u64 = 1 << 53;

/// An event listener. Its type and its callback are kept by the target.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Listener {
    pub(super) number: u64,
    pub(super) place: u32,
    pub(super) captures: bool,
    pub(super) is_once: bool,
    pub(super) is_passive: bool,
    /// Whether it is the value of an attribute like `onabort`.
    pub(super) is_handler: bool,
}

impl Listener {
    pub(super) fn flags(&self) -> u8 {
        let Listener { captures, is_once, is_passive, is_handler, .. } = *self;
        [is_handler, is_passive, is_once, captures].into_iter().fold(0, |bits, flag| bits << 1 | u8::from(flag))
    }

    pub(super) fn read(number: u64, place: u32, flags: u8) -> Self {
        let has = |place: u8| flags >> place & 1 != 0;
        Listener { number, place, captures: has(0), is_once: has(1), is_passive: has(2), is_handler: has(3) }
    }
}

fn list(vm: &Vm, target: ObjectId) -> &[Listener] {
    hosts::host_data::<Target>(&vm.heap, target).map_or(&[], |target| &target.listeners)
}

/// Returns the first listener behind that number with its type and its callback.
pub(super) fn listener_behind(vm: &Vm, target: ObjectId, number: u64) -> Option<(Listener, [Value; 2])> {
    let data = hosts::host_data::<Target>(&vm.heap, target)?;
    let index = data.listeners.partition_point(|listener| listener.number <= number);
    let listener = *data.listeners.get(index)?;
    let place = data.place(&listener);
    Some((listener, [place, place + 1].map(|place| kept(vm, target, place))))
}

/// Finds a listener of a type. Gives its number.
pub(crate) fn find_listener(
    vm: &mut Vm,
    target: ObjectId,
    text: Value,
    is_it: impl Fn(&Listener, Value) -> bool,
) -> Completion<Option<u64>> {
    let mut last = 0;
    while let Some((listener, [its_text, callback])) = listener_behind(vm, target, last) {
        last = listener.number;
        vm.work(ENTRY)?;
        if is_it(&listener, callback) && text::is_same(vm, its_text, text)? {
            return Ok(Some(last));
        }
    }
    Ok(None)
}

/// Adds a listener. Gives its number unless there is one like it.
pub(crate) fn add_listener(
    vm: &mut Vm,
    target: ObjectId,
    text: Value,
    callback: Value,
    listener: Listener,
) -> Completion<Option<u64>> {
    let captures = listener.captures;
    let known = find_listener(vm, target, text, |it, found| {
        found == callback && it.captures == captures && !it.is_handler && !listener.is_handler
    })?;
    if known.is_some() {
        return Ok(None);
    }
    let grown = (list(vm, target).len() + 1).next_power_of_two().max(4) * size_of::<Listener>();
    vm.room(allocation_bytes(grown))?;
    let free = hosts::change_host_data(&mut vm.heap, target, |target: &mut Target| target.free.pop()).flatten();
    let place = match free {
        Some(place) => place,
        None => {
            let before = hosts::kept_values(&vm.heap, target).len();
            let first = hosts::host_data::<Target>(&vm.heap, target).map_or(0, |target| target.kind.class().1);
            for _ in 0..2 {
                hosts::keep_value(&mut vm.heap, target, Value::UNDEFINED)?;
            }
            (before.saturating_sub(first) / 2) as u32
        }
    };
    let added = hosts::change_host_data(&mut vm.heap, target, |target: &mut Target| {
        target.made += 1;
        let listener = Listener { number: target.made, place, ..listener };
        target.listeners.push(listener);
        (target.made, target.place(&listener))
    });
    let Some((number, place)) = added else { return Ok(None) };
    hosts::set_kept_value(&mut vm.heap, target, place, text);
    hosts::set_kept_value(&mut vm.heap, target, place + 1, callback);
    listeners_changed(vm, target)?;
    Ok(Some(number))
}

/// Gives a listener another callback.
pub(super) fn set_callback(vm: &mut Vm, target: ObjectId, number: u64, callback: Value) {
    if let Some(place) = place_of(vm, target, number) {
        hosts::set_kept_value(&mut vm.heap, target, place + 1, callback);
    }
}

fn place_of(vm: &Vm, target: ObjectId, number: u64) -> Option<usize> {
    let data = hosts::host_data::<Target>(&vm.heap, target)?;
    let index = data.listeners.binary_search_by_key(&number, |listener| listener.number).ok()?;
    Some(data.place(&data.listeners[index]))
}

/// Tells whether a listener is still there.
pub(crate) fn has_listener(vm: &Vm, target: ObjectId, number: u64) -> bool {
    place_of(vm, target, number).is_some()
}

/// Removes a listener, if it is still there.
pub(crate) fn remove_listener(vm: &mut Vm, target: ObjectId, number: u64) -> Completion<()> {
    let Some(place) = place_of(vm, target, number) else { return Ok(()) };
    vm.work(list(vm, target).len() as u64 / ELEMENTS_PER_TICK)?;
    hosts::change_host_data(&mut vm.heap, target, |target: &mut Target| {
        if let Ok(index) = target.listeners.binary_search_by_key(&number, |listener| listener.number) {
            let listener = target.listeners.remove(index);
            target.free.push(listener.place);
        }
    });
    hosts::set_kept_value(&mut vm.heap, target, place, Value::UNDEFINED);
    hosts::set_kept_value(&mut vm.heap, target, place + 1, Value::UNDEFINED);
    listeners_changed(vm, target)
}

/// Tells a signal whether somebody listens to it.
fn listeners_changed(vm: &mut Vm, target: ObjectId) -> Completion<()> {
    match hosts::host_data::<Target>(&vm.heap, target) {
        Some(data) if data.kind == TargetKind::Signal && data.listeners.len() <= 1 => abort::attend(vm, target),
        _ => Ok(()),
    }
}
