//! Values of scripts inside of Rust values, where the collector sees them.
//!
//! A handle in a Rust value is a root: where what it refers to leads back to the object of that value, neither is ever freed. An
//! [`Own`] is kept by objects instead, and refers to the value weakly: a cycle through Rust is garbage like others. It is
//! made as a root, and pending until the call of the host ends that it was made in. What is made or changed meanwhile may have
//! it, so each such object keeps it: those that do not have it at all lead to a value too many, and nobody misses one.

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

use crate::handle::Handle;
use crate::host_state::HostState;
use crate::{AsContext, Carry, Context, Error, Forking, FromJs, IntoJs, Local};

/// A value of a script that a Rust value owns: a [`Function`](crate::Function), an [`Object`](crate::Object) … To be used in
/// types that are a [`Class`](crate::Class), instead of the handle itself, so that cycles are collected.
///
/// It is made in a constructor or a method of the class, and belongs to that object then. As an argument of either it is made
/// of what the script gives. In another function of the host it belongs to the objects that are made there by
/// [`Instance::new`](crate::Instance::new), or changed by [`Instance::borrow_mut`](crate::Instance::borrow_mut); outside of all
/// functions, to the next object that is made, and those that are changed before. One that belongs to no object is a handle.
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

/// Where the value is: one for each [`Own`].
#[derive(Debug)]
pub(crate) struct Place(Mutex<Where>);

#[derive(Debug)]
enum Where {
    /// It belongs to no object yet.
    Root(Handle),
    /// An object keeps it. The handle, of no value, knows the engine.
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
    /// A handle of the engine that the value is of.
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

    /// One that belongs to no object yet.
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
    /// Takes a value over.
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
    pub fn new(cx: &mut impl AsContext, value: T) -> Result<Own<T>, Error> {
        cx.enter(|cx| {
            let value = value.into_js(cx)?.value;
            Ok(Own::pending(cx.vm, value))
        })
    }

    /// The value. An error where the object that it belonged to is gone.
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
    pub fn get(&self, cx: &mut impl AsContext) -> Result<T, Error> {
        cx.enter(|cx| {
            let value = self.value_in(cx.vm)?;
            let value = cx.kept(value);
            T::from_js(cx, value)
        })
    }
}

/// Another owner of the same value.
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
}

/// What an object keeps for a value of Rust that owns it.
pub(crate) struct Kept {
    object: WeakHandle,
    slot: usize,
    /// What the place refers to the value by, for one of those who keep it.
    weak: Option<WeakHandle>,
    place: Weak<Place>,
}

impl Kept {
    /// What the same object of a copy of the engine keeps for the copy of the Rust value. Where that has not been made nobody
    /// owns it.
    pub(crate) fn fork(&self, copies: &HashMap<usize, Arc<Place>>) -> Kept {
        let &Kept { object, slot, weak, ref place } = self;
        let place = copies.get(&place.as_ptr().addr()).map(Arc::downgrade).unwrap_or_default();
        Kept { object, slot, weak, place }
    }
}

/// An [`Own`] that objects may still come to have.
pub(crate) struct Pending {
    place: Weak<Place>,
    /// Those that have it already.
    owners: Vec<WeakHandle>,
}

/// Where the pending ones of a call begin: see [`enter_call`].
pub(crate) struct OuterCall(usize);

/// A call of the host begins; [`leave_call`] is to follow.
#[inline]
pub(crate) fn enter_call(vm: &mut Vm) -> Option<OuterCall> {
    vm.host.host_calls.depth += 1;
    // With nothing pending the beginning is 0.
    vm.host.host_calls.has_pending.then(|| begin_pending(vm))
}

#[cold]
fn begin_pending(vm: &mut Vm) -> OuterCall {
    let state = HostState::of(vm);
    OuterCall(std::mem::replace(&mut state.pending_base, state.pending.len()))
}

/// What was made in the call and belongs to no object stays a root: nobody takes it for something of theirs later.
#[inline]
pub(crate) fn leave_call(vm: &mut Vm, outer: Option<OuterCall>) {
    vm.host.host_calls.depth -= 1;
    if vm.host.host_calls.has_pending {
        end_pending(vm, outer);
    }
}

#[cold]
fn end_pending(vm: &mut Vm, outer: Option<OuterCall>) {
    let state = HostState::of(vm);
    let base = state.pending_base;
    if let Some(OuterCall(outer)) = outer {
        state.pending_base = outer;
    }
    let room = state.pending.capacity();
    let ended = state.pending.drain(base.min(state.pending.len())..).map(|ended| ended.owners);
    // Few have any.
    let owners: Vec<_> = ended.filter(|owners| !owners.is_empty()).collect();
    if state.pending.capacity() > 4 * state.pending.len() + LEAST_KEPT {
        state.pending.shrink_to(2 * state.pending.len() + LEAST_KEPT / 2);
    }
    vm.host.host_calls.has_pending = !state.pending.is_empty();
    account_pending(vm, room);
    forget(vm, owners);
}

/// Bytes of the list of what is pending, which copies of an engine do not have.
pub(crate) fn bytes_of_pending(pending: &Vec<Pending>) -> usize {
    let owners: usize = pending.iter().map(|pending| pending.owners.capacity()).sum();
    pending.capacity() * size_of::<Pending>() + owners * size_of::<WeakHandle>()
}

/// The list of what is pending had so much room before.
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

fn note_pending(vm: &mut Vm, place: &Arc<Place>) {
    let is_outside = vm.host.host_calls.depth == 0;
    let state = HostState::of(vm);
    let room = state.pending.capacity();
    // Outside of calls there is no end at which they are forgotten.
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

/// Has an object keep what is pending in the current call: it may have come to have it.
#[inline]
pub(super) fn attach(cx: &mut Context<'_>, object: ObjectId) {
    if cx.vm.host.host_calls.has_pending {
        attach_pending(cx, object);
    }
}

/// The same for an object that was made. Outside of calls what is pending is its own.
pub(super) fn attach_to_new(cx: &mut Context<'_>, object: ObjectId) {
    attach(cx, object);
    if cx.vm.host.host_calls.depth == 0 && cx.vm.host.host_calls.has_pending {
        cx.vm.host.host_calls.has_pending = false;
        let pending = std::mem::take(&mut HostState::of(cx.vm).pending);
        account_pending(cx.vm, pending.capacity());
        forget(cx.vm, pending.into_iter().map(|pending| pending.owners));
    }
}

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
        // Numbers and strings lead back to nothing, and stay.
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

/// A slot of an object for a value: one that was used before, if nobody owns what was in it any more.
fn slot_for(cx: &mut Context<'_>, object: ObjectId, value: engine::Value) -> Result<usize, Termination> {
    release_unused(cx);
    let free = HostState::of(cx.vm).free_slots.get_mut(&object).and_then(Vec::pop);
    if let Some(slot) = free
        // The object may be another one with the same number.
        && hosts::kept_values(&cx.vm.heap, object).get(slot).is_some_and(|value| value.is_undefined())
    {
        hosts::set_kept_value(&mut cx.vm.heap, object, slot, value);
        return Ok(slot);
    }
    hosts::keep_value(&mut cx.vm.heap, object, value)
}

/// Empties the slots of what nobody owns any more, when there are many.
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
                // Whoever has the value still is told so when it is asked for.
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

/// With fewer it is not worth to look.
const LEAST_KEPT: usize = 32;

/// Bytes of what is kept for an `Own`: its place, of which the memory is there as long, and an entry of a list that grows by as
/// much again.
const KEPT_BYTES: usize = COUNTED_PLACE_BYTES + 2 * size_of::<Kept>();

/// A place with the counters of its owners.
const COUNTED_PLACE_BYTES: usize = 2 * size_of::<usize>() + size_of::<Place>();

/// Bytes that an `Own` takes beside the handle that it has.
fn place_bytes() -> usize {
    shared_bytes(size_of::<Place>())
}
