//! Lists, sets, maps and tuples.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};

use ferrotape_runtime as engine;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::convert;
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;

use crate::declarations::{Types, array_of, record_of};
use crate::{Context, Error, FromJs, IntoJs, Local};

impl<T: FromJs> FromJs for Vec<T> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let mut elements = Vec::new();
        cx.each_element("an array", value, |cx, element| {
            cx.reserve_one_more(&mut elements)?;
            elements.push(T::from_js(cx, element)?);
            Ok(())
        })?;
        Ok(elements)
    }

    fn typescript(types: &mut Types) -> String {
        array_of(&T::typescript(types))
    }
}

impl<T: FromJs> FromJs for VecDeque<T> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        Vec::from_js(cx, value).map(Into::into)
    }

    fn typescript(types: &mut Types) -> String {
        array_of(&T::typescript(types))
    }
}

impl<T: FromJs> FromJs for Box<[T]> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        Vec::from_js(cx, value).map(Into::into)
    }

    fn typescript(types: &mut Types) -> String {
        array_of(&T::typescript(types))
    }
}

impl<T: FromJs, const N: usize> FromJs for [T; N] {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let elements = Vec::from_js(cx, value)?;
        let found = elements.len();
        elements.try_into().map_err(|_| wrong_length(N, found))
    }

    fn typescript(types: &mut Types) -> String {
        tuple_of(N, &T::typescript(types))
    }
}

/// Returns the type of an array of a known length. A long one is not written out.
fn tuple_of(length: usize, element: &str) -> String {
    if length > 8 { array_of(element) } else { format!("[{}]", vec![element; length].join(", ")) }
}

fn wrong_length(expected: usize, found: usize) -> Error {
    let (expected, found) = (elements(expected), elements(found));
    Error::conversion("TypeError", format!("expected an array of {expected}, found one of {found}"))
}

fn elements(count: usize) -> String {
    if count == 1 { "1 element".to_owned() } else { format!("{count} elements") }
}

/// The initial number of elements of a hash table.
const LEAST_TABLE: usize = 3;

/// Elements in half a node of a tree. A node splits in halves of this size, and holds one element less than two halves.
const HALF_NODE: usize = 6;

/// Returns the bytes to lend for each [`HALF_NODE`] elements of a tree: a leaf, and its share of the inner node above,
/// which has pointers.
fn bytes_of_nodes<T>() -> usize {
    let leaf = 2 * size_of::<usize>() + (2 * HALF_NODE - 1) * size_of::<T>();
    leaf + (leaf + 2 * HALF_NODE * size_of::<usize>()) / HALF_NODE
}

/// Returns the bytes of an element in a hash table, which is full with seven of eight slots taken.
fn bytes_of_slot<T>() -> usize {
    (size_of::<T>() + 1) * 8 / 7 + 1
}

impl<T: FromJs + Eq + Hash, S: BuildHasher + Default> FromJs for HashSet<T, S> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let mut set = HashSet::default();
        cx.each_element("a set", value, |cx, element| {
            let element = T::from_js(cx, element)?;
            cx.reserve_slot::<T>(set.len(), set.capacity(), |more| set.reserve(more))?;
            set.insert(element);
            Ok(())
        })?;
        Ok(set)
    }

    fn typescript(types: &mut Types) -> String {
        format!("Set<{}>", T::typescript(types))
    }
}

impl<T: FromJs + Ord> FromJs for BTreeSet<T> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let mut set = BTreeSet::new();
        cx.each_element("a set", value, |cx, element| match set.insert(T::from_js(cx, element)?) {
            true => cx.lend_leaf::<T>(set.len()),
            false => Ok(()),
        })?;
        Ok(set)
    }

    fn typescript(types: &mut Types) -> String {
        format!("Set<{}>", T::typescript(types))
    }
}

impl<K: FromJs + Eq + Hash, V: FromJs, S: BuildHasher + Default> FromJs for HashMap<K, V, S> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let mut map = HashMap::default();
        cx.each_entry(value, |cx, key, value| {
            cx.reserve_slot::<(K, V)>(map.len(), map.capacity(), |more| map.reserve(more))?;
            map.insert(key, value);
            Ok(())
        })?;
        Ok(map)
    }

    fn typescript(types: &mut Types) -> String {
        record_of(&K::typescript(types), &V::typescript(types))
    }
}

impl<K: FromJs + Ord, V: FromJs> FromJs for BTreeMap<K, V> {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let mut map = BTreeMap::new();
        cx.each_entry(value, |cx, key, value| match map.insert(key, value) {
            None => cx.lend_leaf::<(K, V)>(map.len()),
            Some(_) => Ok(()),
        })?;
        Ok(map)
    }

    fn typescript(types: &mut Types) -> String {
        record_of(&K::typescript(types), &V::typescript(types))
    }
}

impl Context<'_> {
    /// Reserves room in a hash table that grows with a script's data.
    fn reserve_slot<T>(&mut self, length: usize, capacity: usize, reserve: impl FnOnce(usize)) -> Result<(), Error> {
        if length == capacity {
            let more = length.max(LEAST_TABLE);
            self.lend_growth(length, more, bytes_of_slot::<T>())?;
            reserve(more);
        }
        Ok(())
    }

    /// Charges a tree of a given length for each new leaf.
    fn lend_leaf<T>(&mut self, length: usize) -> Result<(), Error> {
        if length % HALF_NODE == 1 { self.lend(bytes_of_nodes::<T>()) } else { Ok(()) }
    }
}

impl<'js> Context<'js> {
    /// Calls `each` with every element of an array or another iterable object. Strings do not count as iterable.
    fn each_element(
        &mut self,
        expected: &str,
        value: Local<'js>,
        mut each: impl FnMut(&mut Self, Local<'js>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.require_depth()?;
        let mut index = 0;
        let mut counted = |cx: &mut Self, element: Local<'js>| {
            let result = each(cx, element).map_err(|error| error.within_index(index));
            index += 1;
            result
        };
        if self.is_read_by_index(value) {
            return self.each_of_array(value, counted);
        }
        self.require_iterable(expected, value)?;
        self.iterate(value, |cx, element| counted(cx, element).map(|()| true))
    }

    /// Returns whether nobody can tell reads by index from an iteration. An array without a prototype has no iterator: it is
    /// a copy of a call's arguments.
    fn is_read_by_index(&mut self, value: Local<'js>) -> bool {
        self.length_of_plain_array(value).is_some()
            && value.value.as_object().is_some_and(|array| {
                self.vm.heap.prototype_of(array).is_none() || iteration::iterates_plainly(self.vm, array)
            })
    }

    /// Reads a plain array by index. Not observable: nothing has changed how arrays are iterated.
    fn each_of_array(
        &mut self,
        array: Local<'js>,
        mut each: impl FnMut(&mut Self, Local<'js>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(object) = array.value.as_object() else { return Ok(()) };
        let mut index = 0;
        // Getters among the elements may change the length.
        while self.length_of_plain_array(array).is_some_and(|length| index < length) {
            self.keeping_nothing(|cx| {
                let key = cx.vm.heap.key_of_index(index.into());
                let element = cx.run_for_value(|vm| object::get(vm, object, key))?;
                each(cx, element)
            })?;
            index += 1;
        }
        Ok(())
    }

    /// Calls `each` with every entry of a Map, or every own enumerable property of another object.
    fn each_entry<K: FromJs, V: FromJs>(
        &mut self,
        value: Local<'js>,
        mut each: impl FnMut(&mut Self, K, V) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(object) = value.value.as_object() else { return Err(self.unexpected("an object", value)) };
        self.require_depth()?;
        if collections::as_collection(&self.vm.heap, value.value, CollectionKind::Map).is_some() {
            return self.each_collected(value, |cx, key, value| {
                let name = messages::describe(cx.vm, key.value);
                let key = K::from_js(cx, key).map_err(|error| error.within("a key"))?;
                let value = V::from_js(cx, value).map_err(|error| error.within(&format!("[{name}]")))?;
                each(cx, key, value)
            });
        }
        self.each_own_key(object, |cx, key| {
            cx.keeping_nothing(|cx| {
                let name = cx.run_for_value(|vm| Ok(vm.heap.value_of_key(key)))?;
                let value = cx.run_for_value(|vm| object::get(vm, object, key))?;
                let name = cx.key_of_name(name)?;
                let value = V::from_js(cx, value).map_err(|error| error.within_property(cx, key))?;
                each(cx, name, value)
            })
        })
    }

    /// Converts a property name to the key of a Rust map. If the key type is no text, numeric names become numbers.
    fn key_of_name<K: FromJs>(&mut self, name: Local<'js>) -> Result<K, Error> {
        K::from_js(self, name).or_else(|error| {
            let number = self.working(|vm| convert::to_number(vm, name.value))?;
            match error.is_conversion() && !number.is_nan() {
                true => K::from_js(self, Local::new(engine::Value::number(number))),
                false => Err(error.within("a key")),
            }
        })
    }

    /// Creates an array of values.
    pub(crate) fn array_of<T: IntoJs>(&mut self, values: impl IntoIterator<Item = T>) -> Result<Local<'js>, Error> {
        self.require_depth()?;
        self.make_room(0)?;
        let array = self.run_for_value(|vm| Ok(engine::Value::object(array::new_array(vm))))?;
        let Some(object) = array.value.as_object() else { return Ok(array) };
        for (index, value) in values.into_iter().enumerate() {
            self.keeping_nothing(|cx| {
                let value = value.into_js(cx).map_err(|error| error.within_index(index))?.value;
                cx.working(|vm| {
                    let key = vm.heap.key_of_index(index as u64);
                    object::create_data_property_or_throw(vm, object, key, value)
                })
            })?;
            if index % VALUES_PER_LOOK == 0 {
                self.make_room(VALUES_PER_LOOK * size_of::<engine::Value>())?;
            }
        }
        Ok(array)
    }

    /// Creates a Set. Values that are equal for scripts become one; an error's path names the index.
    fn set_of<T: IntoJs>(&mut self, values: impl IntoIterator<Item = T>) -> Result<Local<'js>, Error> {
        self.require_depth()?;
        let set = self.new_collection(CollectionKind::Set)?;
        let Some(object) = set.value.as_object() else { return Ok(set) };
        for (index, value) in values.into_iter().enumerate() {
            self.keeping_nothing(|cx| {
                let value = value.into_js(cx).map_err(|error| error.within_index(index))?.value;
                cx.working(|vm| Ok(collections::collect_value(&mut vm.heap, object, value, engine::Value::UNDEFINED)?))
            })?;
        }
        Ok(set)
    }

    /// Creates a plain object. Keys are converted as scripts do, so numbers are good ones; the last of equal keys wins.
    fn object_of<K: IntoJs, V: IntoJs>(
        &mut self,
        entries: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Local<'js>, Error> {
        self.require_depth()?;
        self.make_room(0)?;
        let made = self.run_for_value(|vm| Ok(engine::Value::object(vm.new_plain_object())))?;
        let Some(object) = made.value.as_object() else { return Ok(made) };
        for (key, value) in entries {
            self.keeping_nothing(|cx| {
                let key = key.into_js(cx).map_err(|error| error.within("a key"))?.value;
                let key = cx.working(|vm| convert::to_property_key(vm, key))?;
                cx.vm.keep_key(key);
                let value = value.into_js(cx).map_err(|error| error.within_property(cx, key))?.value;
                cx.working(|vm| object::create_data_property_or_throw(vm, object, key, value))
            })?;
        }
        Ok(made)
    }
}

/// Elements between two checks of the memory left.
const VALUES_PER_LOOK: usize = 64;

macro_rules! lists {
    ($(($($parameter:tt)*) $list:ty, $by:ident, |$types:ident| $told:expr;)*) => {
        $(
            impl<$($parameter)*> IntoJs for $list {
                fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
                    cx.$by(self)
                }

                fn typescript($types: &mut Types) -> String {
                    $told
                }
            }
        )*
    };
}

lists! {
    (T: IntoJs) Vec<T>, array_of, |types| array_of(&T::typescript(types));
    (T: IntoJs) VecDeque<T>, array_of, |types| array_of(&T::typescript(types));
    (T: IntoJs, const N: usize) [T; N], array_of, |types| tuple_of(N, &T::typescript(types));
    (T: IntoJs, S) HashSet<T, S>, set_of, |types| format!("Set<{}>", T::typescript(types));
    (T: IntoJs) BTreeSet<T>, set_of, |types| format!("Set<{}>", T::typescript(types));
    (K: IntoJs, V: IntoJs, S) HashMap<K, V, S>, object_of, |types| record_of(&K::typescript(types), &V::typescript(types));
    (K: IntoJs, V: IntoJs) BTreeMap<K, V>, object_of, |types| record_of(&K::typescript(types), &V::typescript(types));
}

macro_rules! borrowed_lists {
    ($(($($parameter:tt)*) ($($bound:tt)*) $list:ty, $by:ident, |$types:ident| $told:expr;)*) => {
        $(
            impl<'a, $($parameter)*> IntoJs for &'a $list
            where
                $($bound)*
            {
                fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
                    cx.$by(self)
                }

                fn typescript($types: &mut Types) -> String {
                    $told
                }
            }
        )*
    };
}

borrowed_lists! {
    (T) (&'a T: IntoJs) [T], array_of, |types| array_of(&<&'a T>::typescript(types));
    (T) (&'a T: IntoJs) Vec<T>, array_of, |types| array_of(&<&'a T>::typescript(types));
    (T, const N: usize) (&'a T: IntoJs) [T; N], array_of, |types| tuple_of(N, &<&'a T>::typescript(types));
    (T, S) (&'a T: IntoJs) HashSet<T, S>, set_of, |types| format!("Set<{}>", <&'a T>::typescript(types));
    (T) (&'a T: IntoJs) BTreeSet<T>, set_of, |types| format!("Set<{}>", <&'a T>::typescript(types));
    (K, V, S) (&'a K: IntoJs, &'a V: IntoJs) HashMap<K, V, S>, object_of, |types| record_of(&<&'a K>::typescript(types), &<&'a V>::typescript(types));
    (K, V) (&'a K: IntoJs, &'a V: IntoJs) BTreeMap<K, V>, object_of, |types| record_of(&<&'a K>::typescript(types), &<&'a V>::typescript(types));
}

/// The items of a Rust iterator, as an array.
///
/// ```
/// use ferrotape::Engine;
/// use ferrotape::convert::Listed;
///
/// let mut engine = Engine::new();
/// engine.set_global("squares", Listed((1..4).map(|n| n * n)))?;
/// assert_eq!(engine.eval::<String>("squares.join()")?, "1,4,9");
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Listed<I>(pub I);

impl<I: IntoIterator<Item: IntoJs>> IntoJs for Listed<I> {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        cx.array_of(self.0)
    }

    fn typescript(types: &mut Types) -> String {
        array_of(&I::Item::typescript(types))
    }
}

macro_rules! tuples {
    ($($count:literal ($($name:ident $number:tt),*))*) => {
        $(
            impl<$($name: FromJs),*> FromJs for ($($name,)*) {
                fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
                    let elements = cx.elements_of_tuple($count, value)?;
                    Ok(($($name::from_js(cx, elements[$number]).map_err(|error| error.within_index($number))?,)*))
                }

                fn typescript(types: &mut Types) -> String {
                    format!("[{}]", [$($name::typescript(types)),*].join(", "))
                }
            }

            impl<$($name: IntoJs),*> IntoJs for ($($name,)*) {
                fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
                    let elements = [$(self.$number.into_js(cx).map_err(|error| error.within_index($number))?),*];
                    cx.array_of(elements)
                }

                fn typescript(types: &mut Types) -> String {
                    format!("[{}]", [$($name::typescript(types)),*].join(", "))
                }
            }

            impl<'a, $($name),*> IntoJs for &'a ($($name,)*)
            where
                $(&'a $name: IntoJs),*
            {
                fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
                    ($(&self.$number,)*).into_js(cx)
                }

                fn typescript(types: &mut Types) -> String {
                    format!("[{}]", [$(<&'a $name>::typescript(types)),*].join(", "))
                }
            }
        )*
    };
}

tuples! {
    1 (A 0)
    2 (A 0, B 1)
    3 (A 0, B 1, C 2)
    4 (A 0, B 1, C 2, D 3)
    5 (A 0, B 1, C 2, D 3, E 4)
    6 (A 0, B 1, C 2, D 3, E 4, F 5)
    7 (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    8 (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}

impl<'js> Context<'js> {
    /// Returns the elements for a tuple, kept alive. Fails if their number differs.
    pub(crate) fn elements_of_tuple(&mut self, count: usize, value: Local<'js>) -> Result<Vec<Local<'js>>, Error> {
        let (mut elements, mut handles) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut found = 0;
        let mut take = |cx: &mut Self, element: Local<'js>| {
            found += 1;
            // Each turn of the iteration releases its values.
            handles.push(crate::handle::Handle::new(cx.vm, element.value));
            elements.push(element);
            found <= count
        };
        match self.length_of_plain_array(value) {
            Some(length) if length as usize <= count && self.is_read_by_index(value) => {
                self.each_of_array(value, |cx, element| {
                    take(cx, element);
                    Ok(())
                })?;
            }
            _ => {
                self.require_iterable("an array", value)?;
                self.iterate(value, |cx, element| Ok(take(cx, element)))?;
            }
        }
        if found != count {
            return Err(wrong_length(count, found));
        }
        Ok(elements.into_iter().map(|element| self.kept(element.value)).collect())
    }
}
