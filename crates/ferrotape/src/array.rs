//! Handles of arrays.

use ferrotape_runtime as engine;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;

use crate::context::AsContext;
use crate::handle::object_handle;
use crate::{Error, FromJs, IntoJs};

object_handle! {
    /// A handle of an array.
    ///
    /// ```
    /// use ferrotape::{Array, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let array = Array::new(&mut engine)?;
    /// array.push(&mut engine, 1)?;
    /// array.push(&mut engine, "two")?;
    /// assert_eq!(array.len(&mut engine)?, 2);
    /// assert_eq!(array.get::<String>(&mut engine, 1)?, "two");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    Array, "an array", |vm, value| value.as_object().is_some_and(|object| vm.heap.is_array(object))
}

impl Array {
    /// Creates an empty array.
    ///
    /// ```
    /// use ferrotape::{Array, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let array = Array::new(&mut engine)?;
    /// engine.set_global("array", &array)?;
    /// assert_eq!(engine.eval::<u8>("array.push(7, 8)")?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn new(cx: &mut impl AsContext) -> Result<Array, Error> {
        cx.enter(|cx| {
            cx.make_room(0)?;
            let array = array::new_array(cx.vm);
            Ok(Array::new_handle(cx.vm, engine::Value::object(array)))
        })
    }

    /// Creates an array from values.
    ///
    /// ```
    /// use ferrotape::{Array, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let array = Array::from_values(&mut engine, 1..=3)?;
    /// assert_eq!(array.call_method::<String>(&mut engine, "join", ("+",))?, "1+2+3");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a value does not convert: [`Error::path`] has its index. Also for a
    /// [shared cause](Error#shared-causes).
    pub fn from_values<T: IntoJs>(
        cx: &mut impl AsContext,
        values: impl IntoIterator<Item = T>,
    ) -> Result<Array, Error> {
        cx.enter(|cx| {
            let array = cx.array_of(values)?;
            Ok(Array::new_handle(cx.vm, array.value))
        })
    }

    /// Returns the number of elements: the array's `length`.
    ///
    /// ```
    /// use ferrotape::{Array, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let array: Array = engine.eval("[1, , 3]")?;
    /// assert!(array.len(&mut engine)? == 3 && !array.is_empty(&mut engine)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an array of another engine.
    pub fn len(&self, cx: &mut impl AsContext) -> Result<usize, Error> {
        cx.enter(|cx| {
            let array = self.id(cx)?;
            Ok(cx.vm.heap.length_of_array(array).unwrap_or(0) as usize)
        })
    }

    /// Returns whether the array is empty. See [`Array::len`].
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an array of another engine.
    pub fn is_empty(&self, cx: &mut impl AsContext) -> Result<bool, Error> {
        self.len(cx).map(|length| length == 0)
    }

    /// Adds an element at the end.
    ///
    /// ```
    /// use ferrotape::{Array, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let array: Array = engine.eval("[1]")?;
    /// array.push(&mut engine, 2)?;
    /// assert_eq!(array.to_vec::<u8>(&mut engine)?, [1, 2]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value does not convert, or the array is frozen or not extensible (`TypeError`). Also for a
    /// [shared cause](Error#shared-causes).
    pub fn push(&self, cx: &mut impl AsContext, value: impl IntoJs) -> Result<(), Error> {
        cx.enter(|cx| {
            let array = self.id(cx)?;
            let value = value.into_js(cx)?;
            cx.working(|vm| {
                let index = vm.heap.length_of_array(array).unwrap_or(0);
                let key = vm.heap.key_of_index(index.into());
                object::set(vm, array, key, value.value, true)
            })
        })
    }

    /// Returns the elements as Rust values.
    ///
    /// ```
    /// use ferrotape::{Array, Engine};
    ///
    /// let mut engine = Engine::new();
    /// let array: Array = engine.eval("['a', 'b']")?;
    /// assert_eq!(array.to_vec::<String>(&mut engine)?, ["a", "b"]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if an element does not convert: [`Error::path`] has its index. Also for a
    /// [shared cause](Error#shared-causes), like an exception of a getter.
    pub fn to_vec<T: FromJs>(&self, cx: &mut impl AsContext) -> Result<Vec<T>, Error> {
        self.convert(cx)
    }
}
