//! The list of event listeners, DOM 2.7. Where it is long, it has an index: adding and removing ask for one that is like it.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::ops::Bound;

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use rustc_hash::FxHasher;

use super::target::{Target, TargetKind};
use crate::abort;
use crate::interface::kept;
use crate::text;

/// Bytes of a listener, and of its row in the index, with their shares of the trees.
pub(super) const LISTENER_BYTES: usize = 2 * size_of::<(u64, Listener)>();
pub(super) const INDEX_BYTES: usize = 2 * size_of::<(u64, u64)>();

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

/// The listener to find among those of a type.
#[derive(Copy, Clone)]
pub(super) enum Wanted {
    /// The one with that callback.
    Callback { callback: Value, captures: bool },
    /// The value of an attribute.
    Handler,
}

impl Wanted {
    fn of(listener: &Listener, callback: Value) -> Self {
        match listener.is_handler {
            true => Wanted::Handler,
            false => Wanted::Callback { callback, captures: listener.captures },
        }
    }

    fn is_it(self, listener: &Listener, found: Value) -> bool {
        match self {
            Wanted::Handler => listener.is_handler,
            Wanted::Callback { callback, captures } => {
                !listener.is_handler && listener.captures == captures && found == callback
            }
        }
    }
}

/// Targets with fewer listeners have no index.
const LEAST_INDEXED: usize = 16;

/// Returns the first listener behind that number with its type and its callback.
pub(super) fn listener_behind(vm: &Vm, target: ObjectId, number: u64) -> Option<(Listener, [Value; 2])> {
    let data = hosts::host_data::<Target>(&vm.heap, target)?;
    let (_, listener) = data.listeners.range((Bound::Excluded(number), Bound::Unbounded)).next()?;
    Some((*listener, values_of(vm, data, target, listener)))
}

fn values_of(vm: &Vm, data: &Target, target: ObjectId, listener: &Listener) -> [Value; 2] {
    let place = data.place(listener);
    [place, place + 1].map(|place| kept(vm, target, place))
}

/// Returns a listener by its number, with its type and its callback.
pub(super) fn listener_of(vm: &Vm, target: ObjectId, number: u64) -> Option<(Listener, [Value; 2])> {
    let data = hosts::host_data::<Target>(&vm.heap, target)?;
    let listener = data.listeners.get(&number)?;
    Some((*listener, values_of(vm, data, target, listener)))
}

/// Code units of a type that count for its key.
const MOST_HASHED: usize = 32;

/// The key of a listener in the index. Listeners with the same key need not be the same.
fn key_of(vm: &mut Vm, text: Value, wanted: Wanted) -> Completion<u64> {
    let mut hasher = FxHasher::default();
    if let Some(text) = text.as_string() {
        let text = vm.heap.flatten(text)?;
        let view = vm.heap.view(text);
        hasher.write_usize(view.len());
        view.slice(0, MOST_HASHED.min(view.len())).units().for_each(|unit| hasher.write_u16(unit));
    }
    if let Wanted::Callback { callback, captures } = wanted {
        callback.as_object().hash(&mut hasher);
        hasher.write_u8(captures.into());
    }
    Ok(hasher.finish())
}

/// Returns whether a target has so many listeners that its index is to be used, and makes the index if it is missing. The work
/// was paid for when the listeners were added: a restored engine, which has no index yet, spends as much as the other one.
fn has_index(vm: &mut Vm, target: ObjectId) -> Completion<bool> {
    let Some(data) = hosts::host_data::<Target>(&vm.heap, target) else { return Ok(false) };
    let (count, is_there) = (data.listeners.len(), data.index.is_some());
    if is_there || count < LEAST_INDEXED {
        return Ok(count >= LEAST_INDEXED);
    }
    vm.room(count * INDEX_BYTES)?;
    let (mut index, mut last) = (BTreeSet::new(), 0);
    while let Some((listener, [text, callback])) = listener_behind(vm, target, last) {
        last = listener.number;
        index.insert((key_of(vm, text, Wanted::of(&listener, callback))?, last));
    }
    hosts::change_host_data(&mut vm.heap, target, |target: &mut Target| target.index = Some(index));
    Ok(true)
}

/// Finds a listener of a type. Gives its number.
pub(super) fn find_listener(vm: &mut Vm, target: ObjectId, text: Value, wanted: Wanted) -> Completion<Option<u64>> {
    let key = if has_index(vm, target)? { Some(key_of(vm, text, wanted)?) } else { None };
    let mut last = 0;
    while let Some((listener, [its_text, callback])) = candidate_behind(vm, target, key, last) {
        last = listener.number;
        vm.work(ENTRY)?;
        if wanted.is_it(&listener, callback) && text::is_same(vm, its_text, text)? {
            return Ok(Some(last));
        }
    }
    Ok(None)
}

/// Returns the first listener behind a number, of those with a key where there is one.
fn candidate_behind(vm: &Vm, target: ObjectId, key: Option<u64>, number: u64) -> Option<(Listener, [Value; 2])> {
    let Some(key) = key else { return listener_behind(vm, target, number) };
    let index = hosts::host_data::<Target>(&vm.heap, target)?.index.as_ref()?;
    let (_, number) = *index.range((key, number + 1)..=(key, u64::MAX)).next()?;
    listener_of(vm, target, number)
}

/// Returns whether there is a listener of a type.
pub(super) fn has_type(vm: &mut Vm, target: ObjectId, text: Value) -> Completion<bool> {
    let mut last = 0;
    while let Some((listener, [its_text, _])) = listener_behind(vm, target, last) {
        last = listener.number;
        vm.work(ENTRY)?;
        if text::is_same(vm, its_text, text)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the callbacks that listen to a type, in their order, as an array, which is kept. None if the object is no target.
pub fn event_listeners(vm: &mut Vm, target: ObjectId, name: &str) -> Completion<Option<ObjectId>> {
    if hosts::host_data::<Target>(&vm.heap, target).is_none() {
        return Ok(None);
    }
    let text = Value::string(vm.heap.new_string(name));
    vm.keep(text);
    let list = array::new_array(vm);
    vm.keep(Value::object(list));
    let mut last = 0;
    while let Some((listener, [its_text, callback])) = listener_behind(vm, target, last) {
        last = listener.number;
        vm.work(ENTRY)?;
        if text::is_same(vm, its_text, text)? {
            iterate::append_value(vm, list, callback)?;
        }
    }
    Ok(Some(list))
}

/// Adds a listener. Gives its number unless there is one like it.
pub(crate) fn add_listener(
    vm: &mut Vm,
    target: ObjectId,
    text: Value,
    callback: Value,
    listener: Listener,
) -> Completion<Option<u64>> {
    let wanted = Wanted::of(&listener, callback);
    if find_listener(vm, target, text, wanted)?.is_some() {
        return Ok(None);
    }
    vm.work(2 * ENTRY)?;
    vm.room(LISTENER_BYTES + INDEX_BYTES)?;
    let key = key_of(vm, text, wanted)?;
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
        target.listeners.insert(target.made, listener);
        if let Some(index) = &mut target.index {
            index.insert((key, target.made));
        }
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
    data.listeners.get(&number).map(|listener| data.place(listener))
}

/// Tells whether a listener is still there.
pub(crate) fn has_listener(vm: &Vm, target: ObjectId, number: u64) -> bool {
    place_of(vm, target, number).is_some()
}

/// Removes a listener, if it is still there.
pub(crate) fn remove_listener(vm: &mut Vm, target: ObjectId, number: u64) -> Completion<()> {
    let Some((listener, [text, callback])) = listener_of(vm, target, number) else { return Ok(()) };
    let Some(place) = place_of(vm, target, number) else { return Ok(()) };
    let key = key_of(vm, text, Wanted::of(&listener, callback))?;
    vm.work(1)?;
    hosts::change_host_data(&mut vm.heap, target, |target: &mut Target| {
        if let Some(listener) = target.listeners.remove(&number) {
            target.free.push(listener.place);
        }
        if let Some(index) = &mut target.index {
            index.remove(&(key, number));
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
