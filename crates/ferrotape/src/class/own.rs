//! Values of scripts inside of Rust values, visible to the collector.
//!
//! A handle in a Rust value is a root. If its value leads back to the object of the Rust value, neither is ever freed.
//! An [`Own`] avoids this: objects keep its value alive, and the [`Own`] refers to it weakly, so a cycle through Rust
//! is collected like others.
//!
//! An [`Own`] begins as a root, and is pending until the end of the host call that made it. Every object created or
//! changed meanwhile may contain it, so each of them keeps its value. Some objects then keep a value too many, which
//! does no harm.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use ferrotape_budget::Termination;
use ferrotape_budget::costs::shared_bytes;
use ferrotape_runtime as engine;
use ferrotape_runtime::heap::WeakHandle;
use ferrotape_runtime::hosts;
use ferrotape_runtime::weak;
use ferrotape_runtime::{ObjectId, Vm};

use crate::declarations::Types;
use crate::handle::Handle;
use crate::host_state::HostState;
use crate::{AsContext, Carry, Context, Error, Forking, FromJs, IntoJs, Local};

/// A value of a script that a Rust value owns: a [`Function`](crate::Function), an [`Object`](crate::Object) or the like.
/// Use it in types that are a [`Class`](crate::Class), instead of a handle, so that cycles are collected.
///
/// An [`Own`] made in a constructor or a method of the class belongs to that object. As an argument of either, it is
/// made from the script's value. In another host function it belongs to the objects that the function creates by
/// [`Instance::new`](crate::Instance::new) or changes by [`Instance::borrow_mut`](crate::Instance::borrow_mut). Outside
/// of all functions it belongs to the next object created, and to those changed before that. One that belongs to no
/// object acts as a handle.
///
/// ```
/// use ferrotape::{Class, ClassBuilder, Context, Engine, Error, Function, Own};
///
/// struct Button { on_click: Option<Own<Function>> }
///
/// impl Class for Button {
///     const NAME: &'static str = "Button";
///
///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
///         class.constructor(|| Button { on_click: None })?;
///         class.method_mut("onClick", |button: &mut Button, handler: Own<Function>| {
///             button.on_click = Some(handler);
///         })?;
///         class.method("click", |button: &Button, cx: &mut Context<'_>| match &button.on_click {
///             Some(handler) => handler.get(cx)?.call::<f64>(cx, ()).map(Some),
///             None => Ok(None),
///         })
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Button>()?;
/// let text = "let n = 0; const b = new Button; b.onClick(() => { b; return ++n }); b.click(); b.click()";
/// assert_eq!(engine.eval::<f64>(text)?, 2.0);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Debug)]
pub struct Own<T> {
    place: Arc<Place>,
    what: PhantomData<fn() -> T>,
}

/// The place of the value, one for each [`Own`].
#[derive(Debug)]
pub(crate) struct Place(Mutex<Where>);

/// The owner of a value.
#[derive(Debug)]
enum Where {
    /// The value belongs to no object yet.
    Root(Handle),
    /// An object keeps the value. The handle is of `undefined`, and identifies the engine.
    Kept { weak: WeakHandle, engine: Handle },
}

impl Place {
    fn new(at: Where) -> Place {
        at.handle().take_beside(place_bytes());
        Place(Mutex::new(at))
    }

    fn lock(&self) -> MutexGuard<'_, Where> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Where {
    /// Returns a handle of the value's engine.
    fn handle(&self) -> &Handle {
        match self {
            Where::Root(handle) | Where::Kept { engine: handle, .. } => handle,
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.lock().handle().free_beside(place_bytes());
    }
}

impl Carry for Place {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        let copy = match &*self.lock() {
            Where::Root(handle) => Where::Root(handle.carry(forking)?),
            // Weak handles mean the same in the copy.
            Where::Kept { weak, engine } => Where::Kept { weak: *weak, engine: engine.carry(forking)? },
        };
        Ok(Place::new(copy))
    }
}

impl<T> Own<T> {
    pub(crate) fn place(&self) -> &Arc<Place> {
        &self.place
    }

    pub(crate) fn at(place: Arc<Place>) -> Own<T> {
        Own { place, what: PhantomData }
    }

    /// Creates an [`Own`] that belongs to no object yet.
    pub(crate) fn pending(vm: &mut Vm, value: engine::Value) -> Own<T> {
        let place = Arc::new(Place::new(Where::Root(Handle::new(vm, value))));
        note_pending(vm, &place);
        Own::at(place)
    }

    pub(crate) fn value_in(&self, vm: &mut Vm) -> Result<engine::Value, Error> {
        match &*self.place.lock() {
            Where::Root(handle) => handle.value_in(vm).ok_or_else(Error::wrong_engine),
            Where::Kept { weak, engine } => {
                engine.value_in(vm).ok_or_else(Error::wrong_engine)?;
                weak::weak_target(&mut vm.heap, *weak)
                    .ok_or_else(|| Error::new("the object that owned this value is gone"))
            }
        }
    }
}

impl<T: FromJs + IntoJs> Own<T> {
    /// Takes ownership of a value.
    ///
    /// ```
    /// use ferrotape::{Class, ClassBuilder, Context, Engine, Error, Instance, Own};
    ///
    /// struct Ratio(f64);
    ///
    /// impl Class for Ratio {
    ///     const NAME: &'static str = "Ratio";
    ///
    ///     fn define(class: &mut ClassBuilder<'_, '_, Self>) -> Result<(), Error> {
    ///         class.method_mut("note", |_: &mut Ratio, cx: &mut Context<'_>| {
    ///             // It belongs to the object of the method when that returns.
    ///             Own::new(cx, "noted".to_owned())?.get(cx)
    ///         })
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// let value = Instance::new(&mut engine, Ratio(0.5))?;
    /// engine.set_global("value", &value)?;
    /// assert_eq!(engine.eval::<String>("value.note()")?, "noted");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value does not convert, or for a [shared cause](Error#shared-causes).
    pub fn new(cx: &mut impl AsContext, value: T) -> Result<Own<T>, Error> {
        cx.enter(|cx| {
            let value = value.into_js(cx)?.value;
            Ok(Own::pending(cx.vm, value))
        })
    }

    /// Returns the value.
    ///
    /// ```
    /// use ferrotape::{Engine, Object, Own};
    ///
    /// let mut engine = Engine::new();
    /// let settings: Object = engine.eval("({ level: 3 })")?;
    /// let owned = Own::new(&mut engine, settings)?;
    /// assert_eq!(owned.get(&mut engine)?.get::<u8>(&mut engine, "level")?, 3);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the object that the value belonged to is gone, or for a [shared cause](Error#shared-causes), like an
    /// engine that is not the value's.
    pub fn get(&self, cx: &mut impl AsContext) -> Result<T, Error> {
        cx.enter(|cx| {
            let value = self.value_in(cx.vm)?;
            let value = cx.kept(value);
            T::from_js(cx, value)
        })
    }
}

/// Clones share the value.
impl<T> Clone for Own<T> {
    fn clone(&self) -> Self {
        Own { place: Arc::clone(&self.place), what: PhantomData }
    }
}

impl<T: FromJs + IntoJs> FromJs for Own<T> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let value = T::from_js(cx, value)?;
        Own::new(cx, value)
    }

    fn typescript(types: &mut Types) -> String {
        <T as FromJs>::typescript(types)
    }
}

/// A value that an object keeps for an [`Own`].
pub(crate) struct Kept {
    object: WeakHandle,
    slot: usize,
    /// The weak handle in the place, on one of the objects that keep the value.
    weak: Option<WeakHandle>,
    place: Weak<Place>,
}

impl Kept {
    /// Copies the entry for a forked engine. If the Rust value was not copied, nobody owns the kept value.
    pub(crate) fn fork(&self, copies: &HashMap<usize, Arc<Place>>) -> Kept {
        let &Kept { object, slot, weak, ref place } = self;
        let place = copies.get(&place.as_ptr().addr()).map(Arc::downgrade).unwrap_or_default();
        Kept { object, slot, weak, place }
    }
}

/// An [`Own`] that further objects may still come to contain.
pub(crate) struct Pending {
    place: Weak<Place>,
    /// The objects that keep the value already.
    owners: Vec<WeakHandle>,
}

/// The start of the outer call's pending [`Own`]s: see [`enter_call`].
pub(crate) struct OuterCall(usize);

/// Begins a host call; [`leave_call`] must follow.
#[inline]
pub(crate) fn enter_call(vm: &mut Vm) -> Option<OuterCall> {
    vm.host.host_calls.depth += 1;
    // With nothing pending, the start is 0.
    vm.host.host_calls.has_pending.then(|| begin_pending(vm))
}

#[cold]
fn begin_pending(vm: &mut Vm) -> OuterCall {
    let state = HostState::of(vm);
    OuterCall(std::mem::replace(&mut state.pending_base, state.pending.len()))
}

/// Ends a host call. An [`Own`] made in the call that belongs to no object stays a root: no later object takes it over.
#[inline]
pub(crate) fn leave_call(vm: &mut Vm, outer: Option<OuterCall>) {
    vm.host.host_calls.depth -= 1;
    if vm.host.host_calls.has_pending {
        end_pending(vm, outer);
    }
}

/// Ends what became pending in a call that is over, and restores where that of the outer call begins.
#[cold]
fn end_pending(vm: &mut Vm, outer: Option<OuterCall>) {
    let state = HostState::of(vm);
    let base = state.pending_base;
    if let Some(OuterCall(outer)) = outer {
        state.pending_base = outer;
    }
    let room = state.pending.capacity();
    let ended = state.pending.drain(base.min(state.pending.len())..).map(|ended| ended.owners);
    // Few have any owners.
    let owners: Vec<_> = ended.filter(|owners| !owners.is_empty()).collect();
    if state.pending.capacity() > 4 * state.pending.len() + LEAST_KEPT {
        state.pending.shrink_to(2 * state.pending.len() + LEAST_KEPT / 2);
    }
    vm.host.host_calls.has_pending = !state.pending.is_empty();
    account_pending(vm, room);
    forget(vm, owners);
}

/// Returns the bytes of the pending list, which copies of an engine do not have.
pub(crate) fn bytes_of_pending(pending: &Vec<Pending>) -> usize {
    let owners: usize = pending.iter().map(|pending| pending.owners.capacity()).sum();
    pending.capacity() * size_of::<Pending>() + owners * size_of::<WeakHandle>()
}

/// Accounts for a change of the pending list's capacity.
fn account_pending(vm: &mut Vm, before: usize) {
    let after = HostState::of(vm).pending.capacity();
    if after != before {
        vm.heap.resized(before * size_of::<Pending>(), after * size_of::<Pending>());
    }
}

fn forget(vm: &mut Vm, owners: impl IntoIterator<Item = Vec<WeakHandle>>) {
    for owners in owners {
        vm.heap.resized(owners.capacity() * size_of::<WeakHandle>(), 0);
        owners.into_iter().for_each(|owner| weak::drop_weak_handle(&mut vm.heap, owner));
    }
}

/// Notes a value as pending. Outside of calls, entries whose [`Own`] is gone are dropped whenever the list has doubled.
fn note_pending(vm: &mut Vm, place: &Arc<Place>) {
    let is_outside = vm.host.host_calls.depth == 0;
    let state = HostState::of(vm);
    let room = state.pending.capacity();
    // Outside of calls, no end of a call removes them.
    let mut unused: Vec<Pending> = Vec::new();
    if is_outside && state.pending.len() >= state.most_pending {
        let (used, gone) = std::mem::take(&mut state.pending).into_iter().partition(|one| one.place.strong_count() > 0);
        (state.pending, unused) = (used, gone);
        state.most_pending = 2 * state.pending.len() + LEAST_KEPT;
    }
    state.pending.push(Pending { place: Arc::downgrade(place), owners: Vec::new() });
    vm.host.host_calls.has_pending = true;
    account_pending(vm, room);
    forget(vm, unused.into_iter().map(|unused| unused.owners));
}

/// Lets an object keep the pending values of the current call, as it may now contain them.
#[inline]
pub(super) fn attach(cx: &mut Context<'_>, object: ObjectId) {
    if cx.vm.host.host_calls.has_pending {
        attach_pending(cx, object);
    }
}

/// Lets a new object keep the pending values. Outside of calls, they are its own and no longer pending.
pub(super) fn attach_to_new(cx: &mut Context<'_>, object: ObjectId) {
    attach(cx, object);
    if cx.vm.host.host_calls.depth == 0 && cx.vm.host.host_calls.has_pending {
        cx.vm.host.host_calls.has_pending = false;
        let pending = std::mem::take(&mut HostState::of(cx.vm).pending);
        account_pending(cx.vm, pending.capacity());
        forget(cx.vm, pending.into_iter().map(|pending| pending.owners));
    }
}

/// Attaches the values that wait for an owner to the object that was made.
#[cold]
fn attach_pending(cx: &mut Context<'_>, object: ObjectId) {
    let state = HostState::of(cx.vm);
    for index in state.pending_base..state.pending.len() {
        let Some(pending) = HostState::of(cx.vm).pending.get(index) else { return };
        let Some(place) = pending.place.upgrade() else { continue };
        let owners = pending.owners.clone();
        let is_it =
            |owner: WeakHandle| weak::weak_target(&mut cx.vm.heap, owner) == Some(engine::Value::object(object));
        if owners.into_iter().any(is_it) {
            continue;
        }
        let mut at = place.lock();
        let value = match &*at {
            Where::Root(handle) => handle.value_in(cx.vm),
            Where::Kept { weak, .. } => weak::weak_target(&mut cx.vm.heap, *weak),
        };
        // Numbers and strings lead back to nothing, and stay roots.
        let Some(value) = value.filter(|value| value.is_object()) else { continue };
        let Ok(slot) = slot_for(cx, object, value) else { continue };
        let weak = matches!(&*at, Where::Root(_)).then(|| weak::new_weak_handle(&mut cx.vm.heap, value));
        if let Some(weak) = weak {
            *at = Where::Kept { weak, engine: Handle::new(cx.vm, engine::Value::UNDEFINED) };
        }
        drop(at);
        let [kept_by, owner] = [(); 2].map(|()| weak::new_weak_handle(&mut cx.vm.heap, engine::Value::object(object)));
        let state = HostState::of(cx.vm);
        state.kept.push(Kept { object: kept_by, slot, weak, place: Arc::downgrade(&place) });
        cx.vm.heap.resized(0, KEPT_BYTES);
        let state = HostState::of(cx.vm);
        if let Some(pending) = state.pending.get_mut(index) {
            let room = pending.owners.capacity();
            pending.owners.push(owner);
            let more = pending.owners.capacity() - room;
            cx.vm.heap.resized(0, more * size_of::<WeakHandle>());
        }
    }
}

/// Returns a slot of an object for a value. Reuses a slot whose value nobody owns any more.
fn slot_for(cx: &mut Context<'_>, object: ObjectId, value: engine::Value) -> Result<usize, Termination> {
    release_unused(cx);
    let free = HostState::of(cx.vm).free_slots.get_mut(&object).and_then(Vec::pop);
    if let Some(slot) = free
        // The object may be a new one with the old id.
        && hosts::kept_values(&cx.vm.heap, object).get(slot).is_some_and(|value| value.is_undefined())
    {
        hosts::set_kept_value(&mut cx.vm.heap, object, slot, value);
        return Ok(slot);
    }
    hosts::keep_value(&mut cx.vm.heap, object, value)
}

/// Empties the slots of values that nobody owns any more, if there are many.
fn release_unused(cx: &mut Context<'_>) {
    let state = HostState::of(cx.vm);
    if state.kept.len() < state.most_kept {
        return;
    }
    state.free_slots.clear();
    let kept = std::mem::take(&mut state.kept);
    let before = kept.len();
    let mut used = Vec::with_capacity(kept.len());
    for entry in kept {
        let object = weak::weak_target(&mut cx.vm.heap, entry.object).and_then(engine::Value::as_object);
        match object {
            Some(_) if entry.place.strong_count() > 0 => {
                used.push(entry);
                continue;
            }
            Some(object) => {
                hosts::set_kept_value(&mut cx.vm.heap, object, entry.slot, engine::Value::UNDEFINED);
                HostState::of(cx.vm).free_slots.entry(object).or_default().push(entry.slot);
            }
            None if entry.place.strong_count() > 0 => {
                // Asking for the value gives an error later.
                used.push(entry);
                continue;
            }
            None => {}
        }
        for weak in [Some(entry.object), entry.weak].into_iter().flatten() {
            weak::drop_weak_handle(&mut cx.vm.heap, weak);
        }
    }
    let state = HostState::of(cx.vm);
    state.most_kept = 2 * used.len() + LEAST_KEPT;
    let after = used.len();
    state.kept = used;
    cx.vm.heap.resized(before * KEPT_BYTES, after * KEPT_BYTES);
}

/// The least number of entries for which cleaning up is worth the time.
const LEAST_KEPT: usize = 32;

/// Bytes kept for an `Own`: its place, whose memory lasts as long, and an entry of a list that doubles as it grows.
const KEPT_BYTES: usize = COUNTED_PLACE_BYTES + 2 * size_of::<Kept>();

/// A place with its reference counts.
const COUNTED_PLACE_BYTES: usize = 2 * size_of::<usize>() + size_of::<Place>();

/// Bytes of an `Own` beside its handle.
fn place_bytes() -> usize {
    shared_bytes(size_of::<Place>())
}
