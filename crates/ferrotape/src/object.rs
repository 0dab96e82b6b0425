//! Handles of objects, and operations on any object.

use ferrotape_runtime as engine;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object;
use ferrotape_runtime::object::proxy;
use ferrotape_runtime::operators;
use ferrotape_runtime::{Attributes, ObjectId, PropertyDescriptor, PropertyKey};

use crate::arguments::IntoArguments;
use crate::context::AsContext;
use crate::handle::handle;
use crate::key::Key;
use crate::{Context, Error, FromJs, Function, IntoJs, Local, Value};

handle! {
    /// A handle of an object, which keeps it alive.
    ///
    /// A handle has no lifetime and belongs to no thread. It can be cloned, stored, sent and dropped anywhere, even
    /// after its engine. Its methods need its engine, as [`AsContext`]; another engine gives an error.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let point = Object::new(&mut engine)?;
    /// point.set(&mut engine, "x", 1.5)?;
    /// point.set(&mut engine, "label", "a point")?;
    /// assert_eq!(point.get::<f64>(&mut engine, "x")?, 1.5);
    /// assert_eq!(point.keys(&mut engine)?, ["x", "label"]);
    /// assert!(point.delete(&mut engine, "x")? && !point.has(&mut engine, "x")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    Object, "an object", |_, value| value.is_object()
}

/// A property and its attributes, for [`Object::define`]. Initially no attribute is set.
///
/// ```
/// use ferrotape::handles::Property;
/// use ferrotape::{Engine, Object};
///
/// let mut engine = Engine::new();
/// let object = Object::new(&mut engine)?;
/// object.define(&mut engine, "id", Property::value(7).enumerable())?;
/// let error = object.set(&mut engine, "id", 8).unwrap_err();
/// assert_eq!(error.name(), Some("TypeError"));
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Property<V> {
    what: What<V>,
    attributes: Attributes,
}

/// The value of a property, or its accessor.
#[derive(Clone, Debug)]
enum What<V> {
    Value(V),
    Accessor { getter: Option<Function>, setter: Option<Function> },
}

impl<V: IntoJs> Property<V> {
    /// Creates a property with a value.
    ///
    /// ```
    /// use ferrotape::handles::Property;
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object = Object::new(&mut engine)?;
    /// object.define(&mut engine, "p", Property::value(1))?;
    /// assert!(object.set(&mut engine, "p", 2).is_err() && object.get::<u8>(&mut engine, "p")? == 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn value(value: V) -> Self {
        Property { what: What::Value(value), attributes: Attributes::NONE }
    }

    /// Makes the property writable.
    ///
    /// ```
    /// use ferrotape::handles::Property;
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object = Object::new(&mut engine)?;
    /// object.define(&mut engine, "p", Property::value(1).writable())?;
    /// object.set(&mut engine, "p", 2)?;
    /// assert_eq!(object.get::<u8>(&mut engine, "p")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn writable(mut self) -> Self {
        self.attributes = self.attributes.with(Attributes::WRITABLE);
        self
    }

    /// Makes the property enumerable, so that loops over the object's properties find it.
    ///
    /// ```
    /// use ferrotape::handles::Property;
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object = Object::new(&mut engine)?;
    /// object.define(&mut engine, "p", Property::value(1).enumerable())?;
    /// assert_eq!(object.keys(&mut engine)?, ["p"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn enumerable(mut self) -> Self {
        self.attributes = self.attributes.with(Attributes::ENUMERABLE);
        self
    }

    /// Makes the property configurable: it can be deleted, and its attributes can be changed.
    ///
    /// ```
    /// use ferrotape::handles::Property;
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object = Object::new(&mut engine)?;
    /// object.define(&mut engine, "p", Property::value(1).configurable())?;
    /// assert!(object.delete(&mut engine, "p")? && !object.has(&mut engine, "p")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn configurable(mut self) -> Self {
        self.attributes = self.attributes.with(Attributes::CONFIGURABLE);
        self
    }
}

impl Property<Value> {
    /// Creates an accessor property: the getter gives its value, the setter takes a new one.
    ///
    /// ```
    /// use ferrotape::handles::Property;
    /// use ferrotape::{Engine, Function, Object};
    ///
    /// let mut engine = Engine::new();
    /// let double = Function::new(&mut engine, "double", || 2)?;
    /// let object = Object::new(&mut engine)?;
    /// object.define(&mut engine, "double", Property::accessor(double, None))?;
    /// assert_eq!(object.get::<u8>(&mut engine, "double")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn accessor(getter: impl Into<Option<Function>>, setter: impl Into<Option<Function>>) -> Self {
        let what = What::Accessor { getter: getter.into(), setter: setter.into() };
        Property { what, attributes: Attributes::NONE }
    }
}

impl Object {
    /// Creates an empty object.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object = Object::new(&mut engine)?;
    /// assert!(object.keys(&mut engine)?.is_empty());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn new(cx: &mut impl AsContext) -> Result<Object, Error> {
        cx.enter(|cx| {
            cx.make_room(0)?;
            let object = cx.vm.new_plain_object();
            Ok(Object::new_handle(cx.vm, engine::Value::object(object)))
        })
    }

    /// Returns the object's id in its engine.
    pub(crate) fn id(&self, cx: &Context<'_>) -> Result<ObjectId, Error> {
        let value = self.handle().value_in(cx.vm).ok_or_else(Error::wrong_engine)?;
        value.as_object().ok_or_else(|| Error::new("not an object"))
    }

    /// Returns the value of a property, own or inherited, as a Rust value. A missing property is `undefined`: ask for
    /// an `Option`.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let order: Object = engine.eval("({ price: 3, note: null })")?;
    /// assert_eq!(order.get::<f64>(&mut engine, "price")?, 3.0);
    /// assert_eq!(order.get::<Option<String>>(&mut engine, "note")?, None);
    /// let error = order.get::<String>(&mut engine, "price").unwrap_err();
    /// assert_eq!(error.message(), "price: expected a string, found 3");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value does not convert: [`Error::path`] has the key. Also for a
    /// [shared cause](Error#shared-causes), like an exception of a getter.
    pub fn get<T: FromJs>(&self, cx: &mut impl AsContext, key: impl Key) -> Result<T, Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            let key = key.to_key(cx)?;
            // Types may be as deep as the values they are read from.
            let value = cx.require_depth().and_then(|()| cx.run_for_value(|vm| object::get(vm, object, key)))?;
            T::from_js(cx, value).map_err(|error| error.within_property(cx, key))
        })
    }

    /// Assigns a property.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let frozen: Object = engine.eval("Object.freeze({ n: 1 })")?;
    /// assert_eq!(frozen.set(&mut engine, "n", 2).unwrap_err().name(), Some("TypeError"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value does not convert, or the object refuses it (`TypeError`): a frozen one, or a property without
    /// a setter. Also for a [shared cause](Error#shared-causes), like an exception of a setter.
    pub fn set(&self, cx: &mut impl AsContext, key: impl Key, value: impl IntoJs) -> Result<(), Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            let key = key.to_key(cx)?;
            let value = value.into_js(cx).map_err(|error| error.within_property(cx, key))?;
            cx.working(|vm| object::set(vm, object, key, value.value, true))
        })
    }

    /// Returns whether the object has a property, own or inherited.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object: Object = engine.eval("({ n: 1 })")?;
    /// assert!(object.has(&mut engine, "n")? && object.has(&mut engine, "toString")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an exception of a proxy's trap.
    pub fn has(&self, cx: &mut impl AsContext, key: impl Key) -> Result<bool, Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            let key = key.to_key(cx)?;
            cx.working(|vm| object::has_property(vm, object, key))
        })
    }

    /// Returns whether the object has an own property.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object: Object = engine.eval("({ n: 1 })")?;
    /// assert!(object.has_own(&mut engine, "n")? && !object.has_own(&mut engine, "toString")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an exception of a proxy's trap.
    pub fn has_own(&self, cx: &mut impl AsContext, key: impl Key) -> Result<bool, Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            let key = key.to_key(cx)?;
            cx.working(|vm| object::has_own_property(vm, object, key))
        })
    }

    /// Deletes an own property. Returns false if the object refuses.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object: Object = engine.eval("Object.defineProperty({ n: 1 }, 'fixed', { value: 2 })")?;
    /// assert!(object.delete(&mut engine, "n")? && !object.delete(&mut engine, "fixed")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an exception of a proxy's trap.
    pub fn delete(&self, cx: &mut impl AsContext, key: impl Key) -> Result<bool, Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            let key = key.to_key(cx)?;
            cx.working(|vm| object::delete(vm, object, key))
        })
    }

    /// Creates or changes an own property with its attributes.
    ///
    /// ```
    /// use ferrotape::handles::Property;
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object = Object::new(&mut engine)?;
    /// object.define(&mut engine, "hidden", Property::value(1).writable().configurable())?;
    /// assert!(object.keys(&mut engine)?.is_empty());
    /// assert_eq!(object.get::<u8>(&mut engine, "hidden")?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value does not convert, or the object refuses (`TypeError`). Also for a
    /// [shared cause](Error#shared-causes), like an exception of a proxy's trap.
    pub fn define<V: IntoJs>(
        &self,
        cx: &mut impl AsContext,
        key: impl Key,
        property: Property<V>,
    ) -> Result<(), Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            let key = key.to_key(cx)?;
            let descriptor = match property.what {
                What::Value(value) => {
                    let value = value.into_js(cx).map_err(|error| error.within_property(cx, key))?;
                    PropertyDescriptor::data(value.value, property.attributes)
                }
                What::Accessor { getter, setter } => {
                    let [get, set] = [getter, setter].map(|function| Ok(function.into_js(cx)?.value));
                    PropertyDescriptor::accessor(get?, set?, property.attributes)
                }
            };
            cx.working(|vm| object::define_property_or_throw(vm, object, key, &descriptor))
        })
    }

    /// Returns the names of the own enumerable properties, without symbols, in the language's order.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object: Object = engine.eval("({ b: 1, a: 2, 7: 3, [Symbol.iterator]: 4 })")?;
    /// assert_eq!(object.keys(&mut engine)?, ["7", "b", "a"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an exception of a proxy's trap.
    pub fn keys(&self, cx: &mut impl AsContext) -> Result<Vec<String>, Error> {
        cx.enter(|cx| {
            let mut names = Vec::new();
            let object = self.id(cx)?;
            cx.each_own_key(object, |cx, key| {
                let name = cx.name_of_key(key)?;
                cx.reserve_one_more(&mut names)?;
                names.push(name);
                Ok(())
            })?;
            Ok(names)
        })
    }

    /// Returns the own enumerable properties, without symbols, with their values.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let prices: Object = engine.eval("({ tea: 3, coffee: 4 })")?;
    /// assert_eq!(prices.entries::<u32>(&mut engine)?, [("tea".into(), 3), ("coffee".into(), 4)]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a value does not convert: [`Error::path`] has its key. Also for a [shared cause](Error#shared-causes),
    /// like an exception of a getter.
    pub fn entries<T: FromJs>(&self, cx: &mut impl AsContext) -> Result<Vec<(String, T)>, Error> {
        cx.enter(|cx| {
            let mut entries = Vec::new();
            let object = self.id(cx)?;
            cx.each_own_property(object, |cx, name, value| {
                cx.reserve_one_more(&mut entries)?;
                entries.push((name, T::from_js(cx, value)?));
                Ok(())
            })?;
            Ok(entries)
        })
    }

    /// Returns the prototype. None if the object has none.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let array: Object = engine.eval("[]")?;
    /// assert_eq!(array.prototype(&mut engine)?, Some(engine.eval("Array.prototype")?));
    /// let bare: Object = engine.eval("Object.create(null)")?;
    /// assert_eq!(bare.prototype(&mut engine)?, None);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an exception of a proxy's trap.
    pub fn prototype(&self, cx: &mut impl AsContext) -> Result<Option<Object>, Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            let prototype = cx.working(|vm| object::get_prototype_of(vm, object))?;
            Ok(prototype.map(|prototype| Object::new_handle(cx.vm, engine::Value::object(prototype))))
        })
    }

    /// Sets the prototype.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let [child, parent]: [Object; 2] = engine.eval("[{}, { inherited: 1 }]")?;
    /// child.set_prototype(&mut engine, Some(&parent))?;
    /// assert_eq!(child.get::<u8>(&mut engine, "inherited")?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the object refuses (`TypeError`): one that is not extensible, or a prototype that leads back to it.
    /// Also for a [shared cause](Error#shared-causes), like an exception of a proxy's trap.
    pub fn set_prototype(&self, cx: &mut impl AsContext, prototype: Option<&Object>) -> Result<(), Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            let prototype = prototype.map(|prototype| prototype.id(cx)).transpose()?;
            match cx.working(|vm| object::set_prototype_of(vm, object, prototype))? {
                true => Ok(()),
                false => Err(Error::type_error("the object refuses another prototype")),
            }
        })
    }

    /// Prevents further properties. Returns false if the object refuses.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object: Object = engine.eval("({ n: 1 })")?;
    /// assert!(object.prevent_extensions(&mut engine)?);
    /// assert!(object.set(&mut engine, "n", 2).is_ok() && object.set(&mut engine, "m", 2).is_err());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an exception of a proxy's trap.
    pub fn prevent_extensions(&self, cx: &mut impl AsContext) -> Result<bool, Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            cx.working(|vm| object::prevent_extensions(vm, object))
        })
    }

    /// Returns the value of `object instanceof constructor`.
    ///
    /// ```
    /// use ferrotape::{Engine, Function, Object};
    ///
    /// let mut engine = Engine::new();
    /// let map: Function = engine.eval("Map")?;
    /// let object: Object = engine.eval("new (class extends Map {})")?;
    /// assert!(object.instance_of(&mut engine, &map)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the constructor cannot be called (`TypeError`), or its `Symbol.hasInstance` throws. Also for a
    /// [shared cause](Error#shared-causes).
    pub fn instance_of(&self, cx: &mut impl AsContext, constructor: &Object) -> Result<bool, Error> {
        cx.enter(|cx| {
            let [value, constructor] = [self.id(cx)?, constructor.id(cx)?].map(engine::Value::object);
            cx.working(|vm| operators::instance_of(vm, value, constructor))
        })
    }

    /// Calls a method: the function in a property, with the object as `this`.
    ///
    /// ```
    /// use ferrotape::{Array, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let array: Array = engine.eval("[3, 1, 2]")?;
    /// let text: String = array.call_method(&mut engine, "join", ("-",))?;
    /// assert_eq!(text, "3-1-2");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the property is not a function (`TypeError`), and as [`Function::call`](crate::Function::call) does.
    pub fn call_method<R: FromJs>(
        &self,
        cx: &mut impl AsContext,
        key: impl Key,
        arguments: impl IntoArguments,
    ) -> Result<R, Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            let key = key.to_key(cx)?;
            let function = cx.run_for_value(|vm| object::get(vm, object, key))?;
            let this = Local::new(engine::Value::object(object));
            let result = arguments.pass(cx, |cx, arguments| cx.call(function, this, arguments))?;
            R::from_js(cx, result).map_err(|error| error.within("the result"))
        })
    }

    /// Iterates over the object, and calls `each` with every value until `each` returns false.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let numbers: Object = engine.eval("(function* () { for (let n = 1; ; n *= 2) yield n })()")?;
    /// let mut sum = 0;
    /// numbers.iterate(&mut engine, |_, number: u32| {
    ///     sum += number;
    ///     Ok(sum < 100)
    /// })?;
    /// assert_eq!(sum, 127);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the object cannot be iterated (`TypeError`), a value does not convert ([`Error::path`] has its index),
    /// or with the error of `each`; the iterator is then closed. Also for a [shared cause](Error#shared-causes).
    pub fn iterate<T: FromJs>(
        &self,
        cx: &mut impl AsContext,
        mut each: impl FnMut(&mut Context<'_>, T) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        cx.enter(|cx| {
            let iterable = engine::Value::object(self.id(cx)?);
            let mut index = 0;
            cx.iterate(Local::new(iterable), |cx, value| {
                let on_loan = cx.vm.heap.on_loan();
                let value = T::from_js(cx, value).map_err(|error| error.within_index(index))?;
                index += 1;
                let goes_on = each(cx, value);
                // The copy of each value belongs to the host by now, however many there are.
                cx.vm.heap.settle_loans(on_loan);
                goes_on
            })
        })
    }

    /// Returns whether the object is an array, or a proxy of an array.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object: Object = engine.eval("new Proxy([], {})")?;
    /// assert!(object.is_array(&mut engine)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails for a proxy that was revoked (`TypeError`), or for a [shared cause](Error#shared-causes).
    pub fn is_array(&self, cx: &mut impl AsContext) -> Result<bool, Error> {
        cx.enter(|cx| {
            let object = engine::Value::object(self.id(cx)?);
            cx.working(|vm| proxy::is_array(vm, object))
        })
    }

    /// Returns whether the object is a proxy, even one that was revoked. No script runs.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object: Object = engine.eval("new Proxy({}, {})")?;
    /// assert!(object.is_proxy(&mut engine)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an object of another engine.
    pub fn is_proxy(&self, cx: &mut impl AsContext) -> Result<bool, Error> {
        cx.enter(|cx| self.id(cx).map(|object| cx.vm.heap.is_proxy(object)))
    }

    /// Returns whether the object can be called.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object: Object = engine.eval("class A {}; A")?;
    /// assert!(object.is_callable(&mut engine)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an object of another engine.
    pub fn is_callable(&self, cx: &mut impl AsContext) -> Result<bool, Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            Ok(cx.vm.heap.has_call(object))
        })
    }

    /// Gives the object the internal slot `[[IsHTMLDDA]]`, ECMA-262 B.3.6, like `document.all` in browsers. From
    /// now on `typeof` gives `"undefined"` for the object, it equals null, and it is false in conditions.
    ///
    /// ```
    /// use ferrotape::{Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let all: Object = engine.eval("var all = function () {}; all")?;
    /// all.make_html_dda(&mut engine)?;
    /// assert_eq!(engine.eval::<String>("typeof all")?, "undefined");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    #[cfg(feature = "testing")]
    #[doc(hidden)]
    pub fn make_html_dda(&self, cx: &mut impl AsContext) -> Result<(), Error> {
        cx.enter(|cx| {
            let object = self.id(cx)?;
            cx.vm.heap.make_html_dda(object);
            Ok(())
        })
    }

    /// Converts the object to another type of handle, or to any type that it converts to.
    ///
    /// ```
    /// use ferrotape::{Array, Engine, Object};
    ///
    /// let mut engine = Engine::new();
    /// let object: Object = engine.eval("[1, 2]")?;
    /// let array: Array = object.convert(&mut engine)?;
    /// assert_eq!(array.len(&mut engine)?, 2);
    /// assert_eq!(object.convert::<Vec<u8>>(&mut engine)?, [1, 2]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the object does not convert, or for a [shared cause](Error#shared-causes).
    pub fn convert<T: FromJs>(&self, cx: &mut impl AsContext) -> Result<T, Error> {
        cx.enter(|cx| {
            let value = self.into_js(cx)?;
            T::from_js(cx, value)
        })
    }
}

impl<'js> Context<'js> {
    /// Calls a value as a function.
    pub(crate) fn call(
        &mut self,
        function: Local<'js>,
        this: Local<'js>,
        arguments: &[engine::Value],
    ) -> Result<Local<'js>, Error> {
        self.run_for_value(|vm| vm.call(function.value, this.value, arguments))
    }

    /// Returns the keys of the own enumerable properties that are not symbols, on loan and kept alive for the turn.
    #[cfg(feature = "serde")]
    pub(crate) fn own_names(&mut self, object: ObjectId) -> Result<Vec<PropertyKey>, Error> {
        self.working(|vm| {
            let mut keys = object::own_property_keys(vm, object)?;
            keys.iter().for_each(|&key| vm.keep_key(key));
            vm.lend(keys.len().saturating_mul(size_of::<PropertyKey>()))?;
            let mut count = 0;
            for index in 0..keys.len() {
                let key = keys[index];
                vm.work(1)?;
                if key.as_symbol().is_none()
                    && object::own_property(vm, object, key)?
                        .is_some_and(|property| property.attributes.is_enumerable())
                {
                    keys[count] = key;
                    count += 1;
                }
            }
            keys.truncate(count);
            Ok(keys)
        })
    }

    /// Calls `each` with the key of every own enumerable property that is not a symbol.
    pub(crate) fn each_own_key(
        &mut self,
        object: ObjectId,
        mut each: impl FnMut(&mut Self, PropertyKey) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let keys = self.working(|vm| object::own_property_keys(vm, object))?;
        for &key in &keys {
            self.vm.keep_key(key);
        }
        for key in keys {
            if key.as_symbol().is_some() {
                continue;
            }
            let property = self.working(|vm| object::own_property(vm, object, key))?;
            if property.is_some_and(|property| property.attributes.is_enumerable()) {
                each(self, key)?;
            }
        }
        Ok(())
    }

    /// Calls `each` with the name and value of every own enumerable property that is not a symbol.
    pub(crate) fn each_own_property(
        &mut self,
        object: ObjectId,
        mut each: impl FnMut(&mut Self, String, Local<'js>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.each_own_key(object, |cx, key| {
            let name = cx.name_of_key(key)?;
            cx.keeping_nothing(|cx| {
                let value = cx.run_for_value(|vm| object::get(vm, object, key))?;
                each(cx, name, value).map_err(|error| error.within_property(cx, key))
            })
        })
    }

    /// Calls `each` with every value of an iterable. If `each` returns false or fails, the iterator is closed (7.4.11).
    pub(crate) fn iterate(
        &mut self,
        iterable: Local<'js>,
        mut each: impl FnMut(&mut Self, Local<'js>) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let mut record = self.working(|vm| iteration::get_iterator(vm, iterable.value))?;
        self.vm.keep(record.iterator);
        self.vm.keep(record.next);
        loop {
            let turn =
                self.keeping_nothing(|cx| match cx.working(|vm| iteration::iterator_step_value(vm, &mut record))? {
                    Some(value) => {
                        let value = cx.kept(value);
                        Ok(Some(each(cx, value)))
                    }
                    None => Ok(None),
                })?;
            match turn {
                None => return Ok(()),
                Some(Ok(true)) => {}
                Some(Ok(false)) => return self.working(|vm| iteration::iterator_close(vm, &record, Ok(()))),
                Some(Err(error)) => {
                    // An exception from closing does not replace the first error.
                    let _ = self.working(|vm| iteration::iterator_close(vm, &record, Ok(())));
                    return Err(error);
                }
            }
        }
    }

    /// Reserves room for one more element of a vector that grows with a script's data.
    #[inline]
    pub(crate) fn reserve_one_more<T>(&mut self, vector: &mut Vec<T>) -> Result<(), Error> {
        if vector.len() == vector.capacity() {
            let more = vector.len().max(4);
            self.lend_growth(vector.len(), more, size_of::<T>())?;
            vector.reserve(more);
        }
        Ok(())
    }

    /// Charges memory for `more` elements of a Rust collection of `length` elements, which holds script values. The
    /// charge lasts until the surrounding call is over, so that many small parts together keep to the limit.
    pub(crate) fn lend_growth(&mut self, length: usize, more: usize, bytes: usize) -> Result<(), Error> {
        self.working(|vm| {
            // While the collection moves, its old place is taken as well.
            vm.room(length.saturating_add(more).saturating_mul(bytes))?;
            vm.lend(more.saturating_mul(bytes))
        })
    }

    /// Charges memory for something that does not move, until the surrounding call is over.
    pub(crate) fn lend(&mut self, bytes: usize) -> Result<(), Error> {
        self.working(|vm| vm.lend(bytes))
    }
}
