//! Handles of Maps and Sets.

use ferrotape_engine as engine;
use ferrotape_engine::collection::CollectionKind;
use ferrotape_engine::object::Kind;

use crate::context::AsContext;
use crate::handle::object_handle;
use crate::{Context, Error, FromJs, IntoJs, Local};

object_handle! {
    /// A handle of a `Map`.
    ///
    /// ```
    /// use ferrotape::{Engine, Map};
    ///
    /// let mut engine = Engine::new();
    /// let ages = Map::new(&mut engine)?;
    /// ages.insert(&mut engine, "Ann", 42)?;
    /// assert_eq!(ages.find::<u8>(&mut engine, "Ann")?, Some(42));
    /// assert_eq!(ages.entries::<String, u8>(&mut engine)?, [("Ann".to_owned(), 42)]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    Map, "a Map", |vm, value| vm.heap.as_collection(value, CollectionKind::Map).is_some()
}

object_handle! {
    /// A handle of a `Set`.
    ///
    /// ```
    /// use ferrotape::{Engine, Set};
    ///
    /// let mut engine = Engine::new();
    /// let seen: Set = engine.eval("new Set([1, 2])")?;
    /// seen.insert(&mut engine, 2)?;
    /// assert!(seen.len(&mut engine)? == 2 && seen.contains(&mut engine, 1)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    Set, "a Set", |vm, value| vm.heap.as_collection(value, CollectionKind::Set).is_some()
}

macro_rules! collections {
    ($($name:ident),*) => {
        $(
            impl $name {
                /// A new empty one.
                pub fn new(cx: &mut impl AsContext) -> Result<$name, Error> {
                    cx.enter(|cx| {
                        let object = cx.new_collection(CollectionKind::$name)?;
                        Ok($name::new_handle(cx.vm, object.value))
                    })
                }

                /// How many entries it has: its `size`.
                pub fn len(&self, cx: &mut impl AsContext) -> Result<usize, Error> {
                    cx.enter(|cx| {
                        let id = self.id(cx)?;
                        Ok(cx.size_of_collection(id))
                    })
                }

                /// Is it empty?
                pub fn is_empty(&self, cx: &mut impl AsContext) -> Result<bool, Error> {
                    self.len(cx).map(|length| length == 0)
                }

                /// Has it such a key?
                pub fn contains(&self, cx: &mut impl AsContext, key: impl IntoJs) -> Result<bool, Error> {
                    cx.enter(|cx| {
                        let id = self.id(cx)?;
                        let key = key.into_js(cx)?;
                        cx.run(|vm| Ok(vm.heap.collected_value(id, key.value)?.is_some()))
                    })
                }

                /// Takes a key out. Was it there?
                pub fn remove(&self, cx: &mut impl AsContext, key: impl IntoJs) -> Result<bool, Error> {
                    cx.enter(|cx| {
                        let id = self.id(cx)?;
                        let key = key.into_js(cx)?;
                        cx.run(|vm| Ok(vm.heap.remove_collected(id, key.value)?))
                    })
                }

                /// Takes all keys out.
                pub fn clear(&self, cx: &mut impl AsContext) -> Result<(), Error> {
                    cx.enter(|cx| {
                        let id = self.id(cx)?;
                        cx.run(|vm| Ok(vm.heap.clear_collection(id)?))
                    })
                }
            }
        )*
    };
}

collections!(Map, Set);

impl Map {
    /// Gives a key a value.
    pub fn insert(&self, cx: &mut impl AsContext, key: impl IntoJs, value: impl IntoJs) -> Result<(), Error> {
        cx.enter(|cx| {
            let id = self.id(cx)?;
            let key = key.into_js(cx)?;
            let value = value.into_js(cx)?;
            cx.run(|vm| Ok(vm.heap.collect_value(id, key.value, value.value)?))
        })
    }

    /// The value of a key; none where it is not there.
    pub fn find<T: FromJs>(&self, cx: &mut impl AsContext, key: impl IntoJs) -> Result<Option<T>, Error> {
        cx.enter(|cx| {
            let id = self.id(cx)?;
            let key = key.into_js(cx)?;
            match cx.run(|vm| Ok(vm.heap.collected_value(id, key.value)?))? {
                Some(value) => T::from_js(cx, Local::new(value)).map(Some),
                None => Ok(None),
            }
        })
    }

    /// All keys with their values, in the order in which they came.
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
    /// Puts a value in.
    pub fn insert(&self, cx: &mut impl AsContext, value: impl IntoJs) -> Result<(), Error> {
        cx.enter(|cx| {
            let id = self.id(cx)?;
            let value = value.into_js(cx)?;
            cx.run(|vm| Ok(vm.heap.collect_value(id, value.value, engine::Value::UNDEFINED)?))
        })
    }

    /// All values, in the order in which they came.
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

impl<'js> Context<'js> {
    fn size_of_collection(&self, id: engine::ObjectId) -> usize {
        match self.vm.heap.kind(id) {
            Kind::Collection(collection) => collection.size(),
            _ => 0,
        }
    }

    pub(crate) fn new_collection(&mut self, kind: CollectionKind) -> Result<Local<'js>, Error> {
        self.make_room(0)?;
        self.run_for_value(|vm| {
            let intrinsics = vm.intrinsics();
            let prototype = match kind {
                CollectionKind::Map => intrinsics.map_prototype,
                CollectionKind::Set => intrinsics.set_prototype,
            };
            Ok(engine::Value::object(vm.heap.new_collection(prototype, kind)))
        })
    }

    /// Does something with each entry of a Map or Set, those included that come meanwhile.
    pub(crate) fn each_collected(
        &mut self,
        collection: Local<'js>,
        mut each: impl FnMut(&mut Self, Local<'js>, Local<'js>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(id) = collection.value.as_object() else { return Ok(()) };
        let mut position = 0;
        while let Some(step) = self.run(|vm| Ok(vm.heap.next_collected(id, position)?))? {
            position = step.next;
            self.keeping_nothing(|cx| {
                let (key, value) = (cx.kept(step.key), cx.kept(step.value));
                each(cx, key, value)
            })?;
        }
        Ok(())
    }
}
