//! The classes of each realm, which are defined on first use.

use std::any::TypeId;
use std::marker::PhantomData;

use ferrotape_runtime as engine;
use ferrotape_runtime::function;
use ferrotape_runtime::host_part;
use ferrotape_runtime::object;
use ferrotape_runtime::object::host::{AskedKeys, HostClass, HostClassId, HostData};
use ferrotape_runtime::realm;
use ferrotape_runtime::{Attributes, ObjectId, PropertyDescriptor};

use super::borrow::Shared;
use super::{Class, ClassBuilder, DefinedClass, part};
use crate::closure::{host_code, unless_panics};
use crate::handle::Handle;
use crate::host_state::HostState;
use crate::key::sealed::Key as _;
use crate::{Context, Error, IntoJs, Local, trace};

impl<'js> Context<'js> {
    /// Returns the class of a type in the current realm. Defines it on first use.
    pub(crate) fn class_of<T: Class>(&mut self) -> Result<DefinedClass, Error> {
        let key = (TypeId::of::<T>(), self.vm.realm.id);
        if let Some(defined) = HostState::of(self.vm).classes.get(&key) {
            return Ok(defined.clone());
        }
        let class = self.class_id::<T>();
        self.make_room(0)?;
        let prototype = self.run_for_value(|vm| Ok(engine::Value::object(vm.new_plain_object())))?;
        let Some(prototype_id) = prototype.value.as_object() else { return Err(Error::new("no prototype")) };
        // The definition may contain objects of the class itself.
        let constructor = None;
        let defined = DefinedClass { class, prototype: Handle::new(self.vm, prototype.value), constructor };
        HostState::of(self.vm).classes.insert(key, defined.clone());
        let made = unless_panics(self, |cx| cx.constructor_of_class::<T>(class, prototype_id)).unwrap_or_else(|| {
            trace::panicked("a class");
            Err(Error::new(format!("the class {} panicked while it was defined", T::NAME)))
        });
        let constructor = match made {
            Ok(constructor) => Some(Handle::new(self.vm, constructor.value)),
            Err(error) => {
                HostState::of(self.vm).classes.remove(&key);
                return Err(error);
            }
        };
        let defined = DefinedClass { constructor, ..defined };
        HostState::of(self.vm).classes.insert(key, defined.clone());
        Ok(defined)
    }

    /// Defines a class whose prototype exists already.
    fn constructor_of_class<T: Class>(&mut self, class: HostClassId, prototype: ObjectId) -> Result<Local<'js>, Error> {
        let mut builder = ClassBuilder::<T> {
            cx: self,
            class,
            prototype,
            constructor: None,
            statics: Vec::new(),
            is_of_host: true,
            declared: Vec::new(),
            described: ("", &[]),
            what: PhantomData,
        };
        T::define(&mut builder)?;
        let is_of_host = builder.is_of_host;
        let (constructor, statics, declared) = (builder.constructor.take(), builder.statics, builder.declared);
        if is_of_host {
            HostState::of(self.vm).declared().add_class(T::NAME, declared);
        }
        let (length, code) = constructor.unwrap_or_else(|| host_code(illegal::<T>));
        let constructor = self.run_for_value(|vm| {
            Ok(engine::Value::object(function::new_host_constructor(vm, T::NAME, length, code, prototype)?))
        })?;
        self.finish_class::<T>(prototype, constructor, &statics)?;
        if let Some(constructor) = constructor.value.as_object().filter(|_| is_of_host) {
            host_part::note_class_part(self.vm, part::of::<T>(), class, [constructor, prototype]);
        }
        Ok(constructor)
    }

    /// Returns the engine's number for a type, which is the same in all realms.
    pub(crate) fn class_id<T: Class>(&mut self) -> HostClassId {
        let known = HostState::of(self.vm).class_ids.get(&TypeId::of::<T>()).copied();
        known.unwrap_or_else(|| {
            let class = HostClass { name: T::NAME, methods: None, asked: AskedKeys::Numeric };
            let class = object::register_host_class(self.vm, class);
            HostState::of(self.vm).class_ids.insert(TypeId::of::<T>(), class);
            class
        })
    }

    /// Defines what needs the made constructor: its static members, and the prototype's tag.
    fn finish_class<T: Class>(
        &mut self,
        prototype: ObjectId,
        constructor: Local<'js>,
        statics: &[(&'static str, Local<'js>)],
    ) -> Result<(), Error> {
        let name = T::NAME.into_js(self)?;
        let tag = PropertyDescriptor::data(name.value, Attributes::CONFIGURABLE);
        self.working(|vm| object::define_property_or_throw(vm, prototype, engine::symbols::TO_STRING_TAG, &tag))?;
        let Some(constructor) = constructor.value.as_object() else { return Ok(()) };
        for (name, value) in statics {
            let key = name.to_key(self)?;
            let descriptor = PropertyDescriptor::data(value.value, Attributes::METHOD);
            self.working(|vm| object::define_property_or_throw(vm, constructor, key, &descriptor))?;
        }
        Ok(())
    }

    /// Creates an object of a class, with the prototype that `new_target` gives.
    pub(super) fn new_instance<T: Class>(
        &mut self,
        class: HostClassId,
        new_target: ObjectId,
        value: T,
    ) -> Result<Local<'js>, Error> {
        let prototype = self.class_of::<T>()?.prototype.value_in(self.vm).and_then(engine::Value::as_object);
        let object_prototype = realm::intrinsics(self.vm).object_prototype;
        let default = prototype.unwrap_or(object_prototype);
        let prototype = self.working(|vm| function::prototype_from_constructor(vm, new_target, |_| default))?;
        // A getter may have made it.
        self.vm.keep(engine::Value::object(prototype));
        self.instance_with(class, prototype, value)
    }

    pub(crate) fn instance_with<T: Class>(
        &mut self,
        class: HostClassId,
        prototype: ObjectId,
        value: T,
    ) -> Result<Local<'js>, Error> {
        let data = Box::new(Shared::new(value));
        self.make_room(data.bytes())?;
        self.run_for_value(|vm| Ok(engine::Value::object(object::new_host_object(vm, class, Some(prototype), data)?)))
    }
}

/// Constructor of classes that define none.
fn illegal<T: Class>() -> Result<(), Error> {
    Err(Error::type_error(format!("{} cannot be constructed", T::NAME)))
}

impl DefinedClass {
    /// Returns the constructor and the prototype.
    pub(super) fn objects_in(&self, vm: &engine::Vm) -> Result<[ObjectId; 2], Error> {
        let object = |handle: Option<&Handle>| handle?.value_in(vm)?.as_object();
        match [self.constructor.as_ref(), Some(&self.prototype)].map(object) {
            [Some(constructor), Some(prototype)] => Ok([constructor, prototype]),
            _ => Err(Error::wrong_engine()),
        }
    }

    /// Returns the class's number and its prototype.
    pub(super) fn prototype_in(&self, cx: &Context<'_>) -> Result<(HostClassId, ObjectId), Error> {
        let prototype = self.prototype.value_in(cx.vm).and_then(engine::Value::as_object);
        Ok((self.class, prototype.ok_or_else(Error::wrong_engine)?))
    }
}
