//! Handles, which keep values of a script alive for the host, without a lifetime.
//!
//! A handle is a place in its engine's table. Dropping a handle leaves a note with the engine, which empties the place
//! when it is next entered. So handles may be dropped in any order, on any thread, and after their engine.

use std::fmt;
use std::sync::Arc;

use ferrotape_runtime as engine;
use ferrotape_runtime::handles;
use ferrotape_runtime::{DroppedHandles, Vm};

/// The handle inside each public handle type.
#[derive(Clone)]
pub(crate) struct Handle(Arc<Place>);

/// The place of a value in the engine's table, given back when the handle is dropped.
struct Place {
    place: usize,
    value: engine::Value,
    dropped: Arc<DroppedHandles>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.dropped.note(self.place);
    }
}

impl Handle {
    pub fn new(vm: &mut Vm, value: engine::Value) -> Self {
        let place = handles::new_handle(vm, value);
        Handle(Arc::new(Place { place, value, dropped: Arc::clone(handles::dropped_handles(vm)) }))
    }

    /// Returns the handle's place in the engine's table.
    pub(crate) fn place(&self) -> usize {
        self.0.place
    }

    /// Counts bytes beside the handle, until [`Handle::free_beside`].
    pub(crate) fn take_beside(&self, bytes: usize) {
        self.0.dropped.take_beside(bytes);
    }

    /// Releases bytes counted by [`Handle::take_beside`].
    pub(crate) fn free_beside(&self, bytes: usize) {
        self.0.dropped.free_beside(bytes);
    }

    /// Returns the value, for code that only keeps handles of its own engine.
    pub(crate) fn own_value(&self) -> engine::Value {
        self.0.value
    }

    /// Returns the value, if the handle belongs to the engine with this list of dropped handles.
    pub(crate) fn value_for(&self, engine: &Arc<DroppedHandles>) -> Option<engine::Value> {
        Arc::ptr_eq(&self.0.dropped, engine).then_some(self.0.value)
    }

    /// Returns the value, if the handle belongs to this engine.
    pub fn value_in(&self, vm: &Vm) -> Option<engine::Value> {
        self.value_for(handles::dropped_handles(vm))
    }
}

impl crate::Carry for Handle {
    fn carry(&self, forking: &mut crate::Forking) -> Result<Self, crate::Error> {
        let (vm, value) = forking.handle(self)?;
        Ok(Handle::new(vm, value))
    }
}

/// Handles are equal if they refer to the same cell of the same engine.
impl PartialEq for Handle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0.dropped, &other.0.dropped) && self.0.value == other.0.value
    }
}

impl Eq for Handle {}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0.place)
    }
}

/// Defines the conversions of a handle type. `$is_one` recognizes its values.
macro_rules! handle_conversions {
    ($name:ident, $what:literal, $is_one:expr) => {
        impl crate::FromJs for $name {
            fn from_js<'js>(cx: &mut crate::Context<'js>, value: crate::Local<'js>) -> Result<Self, crate::Error> {
                let is_one: fn(&ferrotape_runtime::Vm, ferrotape_runtime::Value) -> bool = $is_one;
                match is_one(cx.vm, value.value) {
                    true => Ok($name::new_handle(cx.vm, value.value)),
                    false => Err(cx.unexpected($what, value)),
                }
            }

            fn typescript(_: &mut crate::declarations::Types) -> String {
                crate::declarations::handle_of($what)
            }
        }

        impl crate::Carry for $name {
            fn carry(&self, forking: &mut crate::Forking) -> Result<Self, crate::Error> {
                let (vm, value) = forking.handle(self.handle())?;
                Ok($name::new_handle(vm, value))
            }
        }

        impl crate::Persist for $name {
            fn save(&self, saving: &mut crate::Saving<'_>) -> Result<(), crate::Error> {
                saving.put_handle(self.handle())
            }

            fn load(loading: &mut crate::Loading<'_>) -> Result<Self, crate::Error> {
                loading.take_handle($is_one, $name::new_handle)
            }
        }

        impl crate::IntoJs for &$name {
            fn into_js<'js>(self, cx: &mut crate::Context<'js>) -> Result<crate::Local<'js>, crate::Error> {
                match self.handle().value_in(cx.vm) {
                    // The handle may be dropped before the turn is over.
                    Some(value) => Ok(cx.kept(value)),
                    None => Err(crate::Error::wrong_engine()),
                }
            }

            fn typescript(_: &mut crate::declarations::Types) -> String {
                crate::declarations::handle_of($what)
            }
        }

        impl crate::IntoJs for $name {
            fn into_js<'js>(self, cx: &mut crate::Context<'js>) -> Result<crate::Local<'js>, crate::Error> {
                (&self).into_js(cx)
            }

            fn typescript(_: &mut crate::declarations::Types) -> String {
                crate::declarations::handle_of($what)
            }
        }
    };
}

/// Defines a handle type.
macro_rules! handle {
    ($(#[$documentation:meta])* $name:ident, $what:literal, $is_one:expr) => {
        $(#[$documentation])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name(crate::handle::Handle);

        impl $name {
            pub(crate) fn new_handle(vm: &mut ferrotape_runtime::Vm, value: ferrotape_runtime::Value) -> Self {
                $name(crate::handle::Handle::new(vm, value))
            }

            pub(crate) fn handle(&self) -> &crate::handle::Handle {
                &self.0
            }
        }

        crate::handle::handle_conversions!($name, $what, $is_one);
    };
}

/// Defines a handle type for a kind of objects. It dereferences to `Object`.
macro_rules! object_handle {
    ($(#[$documentation:meta])* $name:ident, $what:literal, $is_one:expr) => {
        $(#[$documentation])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name(crate::Object);

        impl $name {
            pub(crate) fn new_handle(vm: &mut ferrotape_runtime::Vm, value: ferrotape_runtime::Value) -> Self {
                $name(crate::Object::new_handle(vm, value))
            }

            /// Returns the handle as one of any object, whose methods are about properties.
            ///
            /// ```
            #[doc = concat!("use ferrotape::{Engine, Object, handles::", stringify!($name), "};")]
            ///
            #[doc = concat!("fn label(engine: &mut Engine, handle: &", stringify!($name), ") -> Result<(), ferrotape::Error> {")]
            ///     handle.as_object().set(engine, "label", "a property")
            /// }
            /// ```
            pub fn as_object(&self) -> &crate::Object {
                &self.0
            }
        }

        impl std::ops::Deref for $name {
            type Target = crate::Object;

            fn deref(&self) -> &crate::Object {
                &self.0
            }
        }

        impl From<$name> for crate::Object {
            fn from(handle: $name) -> crate::Object {
                handle.0
            }
        }

        impl From<$name> for crate::Value {
            fn from(handle: $name) -> crate::Value {
                crate::Value::Object(handle.0)
            }
        }

        crate::handle::handle_conversions!($name, $what, $is_one);
    };
}

pub(crate) use {handle, handle_conversions, object_handle};
