//! Values of scripts inside of Rust values, where the collector sees them.
//!
//! A handle in a Rust value is a root: where what it refers to leads back to the object of that value, neither is ever freed. An
//! [`Own`] is kept by the object instead, and refers to the value weakly: a cycle through Rust is garbage like others. It is
//! made as a root, and given to the object whose constructor or method it was made in when that returns.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use ferrotape_budget::Termination;
use ferrotape_engine as engine;
use ferrotape_engine::heap::WeakHandle;
use ferrotape_engine::{ObjectId, Vm};

use crate::handle::Handle;
use crate::host_state::HostState;
use crate::{AsContext, Carry, Context, Error, Forking, FromJs, IntoJs, Local};

/// A value of a script that a Rust value owns: a [`Function`](crate::Function), an [`Object`](crate::Object) … To be used in
/// types that are a [`Class`](crate::Class), instead of the handle itself, so that cycles are collected.
///
/// It is made in a constructor of the class, or in a method that changes the value, and belongs to that object then. As an
/// argument of either it is made of what the script gives.
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
    fn lock(&self) -> MutexGuard<'_, Where> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Carry for Place {
    fn carry(&self, forking: &mut Forking) -> Result<Self, Error> {
        let copy = match &*self.lock() {
            Where::Root(handle) => Where::Root(handle.carry(forking)?),
            // Weak handles mean the same in the copy.
            Where::Kept { weak, engine } => Where::Kept { weak: *weak, engine: engine.carry(forking)? },
        };
        Ok(Place(Mutex::new(copy)))
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
        let place = Arc::new(Place(Mutex::new(Where::Root(Handle::new(vm, value)))));
        HostState::of(vm).pending.push(Arc::downgrade(&place));
        Own::at(place)
    }

    pub(crate) fn value_in(&self, vm: &mut Vm) -> Result<engine::Value, Error> {
        match &*self.place.lock() {
            Where::Root(handle) => handle.value_in(vm).ok_or_else(Error::wrong_engine),
            Where::Kept { weak, engine } => {
                engine.value_in(vm).ok_or_else(Error::wrong_engine)?;
                vm.heap.weak_target(*weak).ok_or_else(|| Error::new("the object that owned this value is gone"))
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
    weak: WeakHandle,
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

/// Gives what was made since a mark to an object; without one it stays as it is.
pub(super) fn attach(cx: &mut Context<'_>, mark: usize, object: Option<ObjectId>) {
    let state = HostState::of(cx.vm);
    if state.pending.len() <= mark {
        return;
    }
    let made = state.pending.split_off(mark);
    let Some(object) = object else { return };
    for place in made.iter().filter_map(Weak::upgrade) {
        let mut at = place.lock();
        let Where::Root(handle) = &*at else { continue };
        // Numbers and strings lead back to nothing, and stay.
        let Some(value) = handle.value_in(cx.vm).filter(|value| value.is_object()) else { continue };
        let Ok(slot) = slot_for(cx, object, value) else { continue };
        let weak = cx.vm.heap.new_weak_handle(value);
        let engine = Handle::new(cx.vm, engine::Value::UNDEFINED);
        *at = Where::Kept { weak, engine };
        drop(at);
        let object = cx.vm.heap.new_weak_handle(engine::Value::object(object));
        HostState::of(cx.vm).kept.push(Kept { object, slot, weak, place: Arc::downgrade(&place) });
    }
}

/// A slot of an object for a value: one that was used before, if nobody owns what was in it any more.
fn slot_for(cx: &mut Context<'_>, object: ObjectId, value: engine::Value) -> Result<usize, Termination> {
    release_unused(cx);
    let free = HostState::of(cx.vm).free_slots.get_mut(&object).and_then(Vec::pop);
    if let Some(slot) = free
        // The object may be another one with the same number.
        && cx.vm.heap.kept_values(object).get(slot).is_some_and(|value| value.is_undefined())
    {
        cx.vm.heap.set_kept_value(object, slot, value);
        return Ok(slot);
    }
    cx.vm.heap.keep_value(object, value)
}

/// Empties the slots of what nobody owns any more, when there are many.
fn release_unused(cx: &mut Context<'_>) {
    let state = HostState::of(cx.vm);
    if state.kept.len() < state.most_kept {
        return;
    }
    state.free_slots.clear();
    let kept = std::mem::take(&mut state.kept);
    let mut used = Vec::with_capacity(kept.len());
    for entry in kept {
        let object = cx.vm.heap.weak_target(entry.object).and_then(engine::Value::as_object);
        match object {
            Some(_) if entry.place.strong_count() > 0 => {
                used.push(entry);
                continue;
            }
            Some(object) => {
                cx.vm.heap.set_kept_value(object, entry.slot, engine::Value::UNDEFINED);
                HostState::of(cx.vm).free_slots.entry(object).or_default().push(entry.slot);
            }
            None if entry.place.strong_count() > 0 => {
                // Whoever has the value still is told so when it is asked for.
                used.push(entry);
                continue;
            }
            None => {}
        }
        cx.vm.heap.drop_weak_handle(entry.object);
        cx.vm.heap.drop_weak_handle(entry.weak);
    }
    let state = HostState::of(cx.vm);
    state.most_kept = 2 * used.len() + LEAST_KEPT;
    state.kept = used;
}

/// With fewer it is not worth to look.
const LEAST_KEPT: usize = 32;
