//! Handles of Maps and Sets.

use ferrotape_runtime as engine;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::realm;

use crate::context::AsContext;
use crate::handle::object_handle;
use crate::{Context, Error, FromJs, IntoJs, Local};

object_handle! {
    /// A handle of a `Map`. `get`, `set`, `has` and `delete` work on its entries. For its properties, use the methods
    /// of [`Object`](crate::Object), by [`Map::as_object`].
    ///
    /// ```
    /// use ferrotape::handles::Map;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let ages = Map::new(&mut engine)?;
    /// ages.set(&mut engine, "Ann", 42)?;
    /// assert_eq!(ages.get::<u8>(&mut engine, "Ann")?, Some(42));
    /// assert_eq!(ages.entries::<String, u8>(&mut engine)?, [("Ann".to_owned(), 42)]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    Map, "a Map", |vm, value| collections::as_collection(&vm.heap, value, CollectionKind::Map).is_some()
}

object_handle! {
    /// A handle of a `Set`. `has` and `delete` work on its values. For its properties, use the methods of
    /// [`Object`](crate::Object), by [`Set::as_object`].
    ///
    /// ```
    /// use ferrotape::handles::Set;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let seen: Set = engine.eval("new Set([1, 2])")?;
    /// seen.add(&mut engine, 2)?;
    /// assert!(seen.len(&mut engine)? == 2 && seen.has(&mut engine, 1)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    Set, "a Set", |vm, value| collections::as_collection(&vm.heap, value, CollectionKind::Set).is_some()
}

macro_rules! collections {
    ($($name:ident $text:literal),*) => {
        $(
            impl $name {
                /// Creates an empty collection.
                ///
                /// ```
                #[doc = concat!("use ferrotape::{Engine, handles::", stringify!($name), "};")]
                ///
                /// let mut engine = Engine::new();
                #[doc = concat!("let empty = ", stringify!($name), "::new(&mut engine)?;")]
                /// engine.set_global("empty", &empty)?;
                /// assert_eq!(engine.eval::<u8>("empty.size")?, 0);
                /// # Ok::<(), ferrotape::Error>(())
                /// ```
                ///
                /// # Errors
                ///
                /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
                pub fn new(cx: &mut impl AsContext) -> Result<$name, Error> {
                    cx.enter(|cx| {
                        let object = cx.new_collection(CollectionKind::$name)?;
                        Ok($name::new_handle(cx.vm, object.value))
                    })
                }

                /// Returns the number of entries: the collection's `size`.
                ///
                /// ```
                #[doc = concat!("use ferrotape::{Engine, handles::", stringify!($name), "};")]
                ///
                /// let mut engine = Engine::new();
                #[doc = concat!("let two: ", stringify!($name), " = engine.eval(\"", $text, "\")?;")]
                /// assert!(two.len(&mut engine)? == 2 && !two.is_empty(&mut engine)?);
                /// # Ok::<(), ferrotape::Error>(())
                /// ```
                ///
                /// # Errors
                ///
                /// Fails only for a [shared cause](Error#shared-causes), like a collection of another engine.
                pub fn len(&self, cx: &mut impl AsContext) -> Result<usize, Error> {
                    cx.enter(|cx| {
                        let id = self.id(cx)?;
                        Ok(cx.size_of_collection(id))
                    })
                }

                /// Returns whether there are no entries.
                ///
                /// ```
                #[doc = concat!("use ferrotape::{Engine, handles::", stringify!($name), "};")]
                ///
                /// let mut engine = Engine::new();
                #[doc = concat!("assert!(", stringify!($name), "::new(&mut engine)?.is_empty(&mut engine)?);")]
                /// # Ok::<(), ferrotape::Error>(())
                /// ```
                ///
                /// # Errors
                ///
                /// Fails only for a [shared cause](Error#shared-causes), like a collection of another engine.
                pub fn is_empty(&self, cx: &mut impl AsContext) -> Result<bool, Error> {
                    self.len(cx).map(|length| length == 0)
                }

                /// Returns whether the collection has a key. Keys compare by SameValueZero, as in scripts.
                ///
                /// ```
                #[doc = concat!("use ferrotape::{Engine, handles::", stringify!($name), "};")]
                ///
                /// let mut engine = Engine::new();
                #[doc = concat!("let two: ", stringify!($name), " = engine.eval(\"", $text, "\")?;")]
                /// assert!(two.has(&mut engine, "a")? && !two.has(&mut engine, "size")?);
                /// # Ok::<(), ferrotape::Error>(())
                /// ```
                ///
                /// # Errors
                ///
                /// Fails if the key does not convert, or for a [shared cause](Error#shared-causes).
                pub fn has(&self, cx: &mut impl AsContext, key: impl IntoJs) -> Result<bool, Error> {
                    cx.enter(|cx| {
                        let id = self.id(cx)?;
                        let key = key.into_js(cx)?;
                        cx.working(|vm| Ok(collections::collected_value(&mut vm.heap, id, key.value)?.is_some()))
                    })
                }

                /// Removes a key. Returns whether it was there.
                ///
                /// ```
                #[doc = concat!("use ferrotape::{Engine, handles::", stringify!($name), "};")]
                ///
                /// let mut engine = Engine::new();
                #[doc = concat!("let two: ", stringify!($name), " = engine.eval(\"", $text, "\")?;")]
                /// assert!(two.delete(&mut engine, "a")? && !two.delete(&mut engine, "a")?);
                /// # Ok::<(), ferrotape::Error>(())
                /// ```
                ///
                /// # Errors
                ///
                /// Fails if the key does not convert, or for a [shared cause](Error#shared-causes). Nothing is removed
                /// then.
                pub fn delete(&self, cx: &mut impl AsContext, key: impl IntoJs) -> Result<bool, Error> {
                    cx.enter(|cx| {
                        let id = self.id(cx)?;
                        let key = key.into_js(cx)?;
                        cx.working(|vm| Ok(collections::remove_collected(&mut vm.heap, id, key.value)?))
                    })
                }

                /// Removes all keys.
                ///
                /// ```
                #[doc = concat!("use ferrotape::{Engine, handles::", stringify!($name), "};")]
                ///
                /// let mut engine = Engine::new();
                #[doc = concat!("let two: ", stringify!($name), " = engine.eval(\"", $text, "\")?;")]
                /// two.clear(&mut engine)?;
                /// assert!(two.is_empty(&mut engine)?);
                /// # Ok::<(), ferrotape::Error>(())
                /// ```
                ///
                /// # Errors
                ///
                /// Fails only for a [shared cause](Error#shared-causes), like a collection of another engine.
                pub fn clear(&self, cx: &mut impl AsContext) -> Result<(), Error> {
                    cx.enter(|cx| {
                        let id = self.id(cx)?;
                        cx.working(|vm| Ok(collections::clear_collection(&mut vm.heap, id)?))
                    })
                }
            }
        )*
    };
}

collections!(Map "new Map([['a', 1], ['b', 2]])", Set "new Set(['a', 'b'])");

impl Map {
    /// Returns the value of a key. None if the key is missing.
    ///
    /// ```
    /// use ferrotape::handles::Map;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let ages: Map = engine.eval("new Map([['Ann', 42]])")?;
    /// assert_eq!(ages.get::<u8>(&mut engine, "Ann")?, Some(42));
    /// assert_eq!(ages.get::<u8>(&mut engine, "size")?, None);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the key or the value does not convert, or for a [shared cause](Error#shared-causes).
    pub fn get<T: FromJs>(&self, cx: &mut impl AsContext, key: impl IntoJs) -> Result<Option<T>, Error> {
        cx.enter(|cx| {
            let id = self.id(cx)?;
            let key = key.into_js(cx)?;
            match cx.working(|vm| Ok(collections::collected_value(&mut vm.heap, id, key.value)?))? {
                Some(value) => {
                    // The conversion may run code that removes the value from the Map.
                    let value = cx.kept(value);
                    T::from_js(cx, value).map(Some)
                }
                None => Ok(None),
            }
        })
    }

    /// Sets the value of a key.
    ///
    /// ```
    /// use ferrotape::handles::Map;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let ages = Map::new(&mut engine)?;
    /// ages.set(&mut engine, "Ann", 42)?;
    /// ages.set(&mut engine, "Ann", 43)?;
    /// engine.set_global("ages", ages)?;
    /// assert_eq!(engine.eval::<u8>("ages.get('Ann')")?, 43);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the key or the value does not convert, or for a [shared cause](Error#shared-causes). The Map stays as
    /// it was then.
    pub fn set(&self, cx: &mut impl AsContext, key: impl IntoJs, value: impl IntoJs) -> Result<(), Error> {
        cx.enter(|cx| {
            let id = self.id(cx)?;
            let key = key.into_js(cx)?;
            let value = value.into_js(cx)?;
            cx.working(|vm| Ok(collections::collect_value(&mut vm.heap, id, key.value, value.value)?))
        })
    }

    /// Returns an iterator over the entries in insertion order, including entries added meanwhile. Each step is a call
    /// into the engine, which the iterator borrows: see [`Map::entries`] for a list.
    ///
    /// ```
    /// use ferrotape::handles::Map;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let ages: Map = engine.eval("new Map([['Ann', 42], ['Bob', 7], [null, 0]])")?;
    /// let mut adults = Vec::new();
    /// for entry in ages.iter::<Option<String>, u8>(&mut engine) {
    ///     if let (Some(name), 18..) = entry? {
    ///         adults.push(name);
    ///     }
    /// }
    /// assert_eq!(adults, ["Ann"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A step fails if its key or value does not convert, or for a [shared cause](Error#shared-causes). It is the last one then.
    pub fn iter<K: FromJs, V: FromJs>(&self, cx: &mut impl AsContext) -> impl Iterator<Item = Result<(K, V), Error>> {
        let (map, mut position) = (self.clone(), Some(0));
        std::iter::from_fn(move || {
            let step = cx.enter(|cx| match cx.next_collected(map.id(cx)?, position)? {
                Some((key, value, next)) => {
                    let key = K::from_js(cx, key).map_err(|error| error.within("a key"))?;
                    let value = V::from_js(cx, value).map_err(|error| error.within("a value"))?;
                    Ok(Some(((key, value), next)))
                }
                None => Ok(None),
            });
            advance(step, &mut position)
        })
    }

    /// Returns all keys with their values, in insertion order.
    ///
    /// ```
    /// use ferrotape::handles::Map;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let ages: Map = engine.eval("new Map([['Ann', 42], ['Bob', 7]])")?;
    /// assert_eq!(ages.entries::<String, u8>(&mut engine)?, [("Ann".to_owned(), 42), ("Bob".to_owned(), 7)]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a key or a value does not convert, or for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn entries<K: FromJs, V: FromJs>(&self, cx: &mut impl AsContext) -> Result<Vec<(K, V)>, Error> {
        cx.enter(|cx| {
            let mut entries = Vec::new();
            let map = Local::new(engine::Value::object(self.id(cx)?));
            cx.each_collected(map, |cx, key, value| {
                cx.reserve_one_more(&mut entries)?;
                let key = K::from_js(cx, key).map_err(|error| error.within("a key"))?;
                entries.push((key, V::from_js(cx, value).map_err(|error| error.within("a value"))?));
                Ok(())
            })?;
            Ok(entries)
        })
    }
}

impl Set {
    /// Adds a value.
    ///
    /// ```
    /// use ferrotape::handles::Set;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let seen = Set::new(&mut engine)?;
    /// seen.add(&mut engine, "a")?;
    /// seen.add(&mut engine, "a")?;
    /// assert_eq!(seen.len(&mut engine)?, 1);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value does not convert, or for a [shared cause](Error#shared-causes). The Set stays as it was then.
    pub fn add(&self, cx: &mut impl AsContext, value: impl IntoJs) -> Result<(), Error> {
        cx.enter(|cx| {
            let id = self.id(cx)?;
            let value = value.into_js(cx)?;
            cx.working(|vm| Ok(collections::collect_value(&mut vm.heap, id, value.value, engine::Value::UNDEFINED)?))
        })
    }

    /// Returns an iterator over the values, like [`Map::iter`].
    ///
    /// ```
    /// use ferrotape::handles::Set;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let numbers: Set = engine.eval("new Set([3, 1, 2])")?;
    /// assert_eq!(numbers.iter::<u32>(&mut engine).sum::<Result<u32, _>>()?, 6);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A step fails if its value does not convert, or for a [shared cause](Error#shared-causes). It is the last one then.
    pub fn iter<T: FromJs>(&self, cx: &mut impl AsContext) -> impl Iterator<Item = Result<T, Error>> {
        let (set, mut position) = (self.clone(), Some(0));
        std::iter::from_fn(move || {
            let step = cx.enter(|cx| match cx.next_collected(set.id(cx)?, position)? {
                Some((value, _, next)) => Ok(Some((T::from_js(cx, value)?, next))),
                None => Ok(None),
            });
            advance(step, &mut position)
        })
    }

    /// Returns all values, in insertion order.
    ///
    /// ```
    /// use ferrotape::handles::Set;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let letters: Set = engine.eval("new Set('hello')")?;
    /// assert_eq!(letters.values::<char>(&mut engine)?, ['h', 'e', 'l', 'o']);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a value does not convert, or for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn values<T: FromJs>(&self, cx: &mut impl AsContext) -> Result<Vec<T>, Error> {
        cx.enter(|cx| {
            let mut values = Vec::new();
            let set = Local::new(engine::Value::object(self.id(cx)?));
            cx.each_collected(set, |cx, value, _| {
                cx.reserve_one_more(&mut values)?;
                values.push(T::from_js(cx, value)?);
                Ok(())
            })?;
            Ok(values)
        })
    }
}

type Entry<'js> = (Local<'js>, Local<'js>, u64);

/// Returns the iterator's next item, and updates its position. After the end or an error there is none.
pub(crate) fn advance<T, P>(step: Result<Option<(T, P)>, Error>, position: &mut Option<P>) -> Option<Result<T, Error>> {
    *position = None;
    match step {
        Ok(Some((item, next))) => {
            *position = Some(next);
            Some(Ok(item))
        }
        Ok(None) => None,
        Err(error) => Some(Err(error)),
    }
}

impl<'js> Context<'js> {
    fn size_of_collection(&self, id: engine::ObjectId) -> usize {
        match self.vm.heap.kind(id) {
            Kind::Collection(collection) => collection.size(),
            _ => 0,
        }
    }

    /// Makes an empty Map or Set of the current realm, and keeps it alive for the turn.
    pub(crate) fn new_collection(&mut self, kind: CollectionKind) -> Result<Local<'js>, Error> {
        self.make_room(0)?;
        self.run_for_value(|vm| {
            let intrinsics = realm::intrinsics(vm);
            let prototype = match kind {
                CollectionKind::Map => intrinsics.map_prototype,
                CollectionKind::Set => intrinsics.set_prototype,
            };
            Ok(engine::Value::object(collections::new_collection(&mut vm.heap, prototype, kind)))
        })
    }

    /// Returns the first entry from a position on, and the position after it.
    fn next_collected(&mut self, id: engine::ObjectId, position: Option<u64>) -> Result<Option<Entry<'js>>, Error> {
        let Some(position) = position else { return Ok(None) };
        let step = self.working(|vm| Ok(collections::next_collected(&mut vm.heap, id, position)?))?;
        Ok(step.map(|step| (self.kept(step.key), self.kept(step.value), step.next)))
    }

    /// Calls `each` with every entry of a Map or Set, including entries added meanwhile.
    pub(crate) fn each_collected(
        &mut self,
        collection: Local<'js>,
        mut each: impl FnMut(&mut Self, Local<'js>, Local<'js>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(id) = collection.value.as_object() else { return Ok(()) };
        let mut position = 0;
        while let Some(step) = self.working(|vm| Ok(collections::next_collected(&mut vm.heap, id, position)?))? {
            position = step.next;
            self.keeping_nothing(|cx| {
                let (key, value) = (cx.kept(step.key), cx.kept(step.value));
                each(cx, key, value)
            })?;
        }
        Ok(())
    }
}
