//! Handles of ArrayBuffers and typed arrays, and bytes in Rust.

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime as engine;
use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::heap::BufferId;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::realm;
use ferrotape_runtime::typed_array::{self, View};
use ferrotape_runtime::views;

use crate::collection::advance;
use crate::context::AsContext;
use crate::declarations::Types;
use crate::handle::object_handle;
use crate::{Context, Error, FromJs, IntoJs, Local};

pub use ferrotape_runtime::typed_array::ElementType;

object_handle! {
    /// A handle of an `ArrayBuffer` or `SharedArrayBuffer`.
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let buffer = ArrayBuffer::new(&mut engine, &[1, 2, 3])?;
    /// engine.set_global("buffer", &buffer)?;
    /// engine.run("a.js", "new Uint8Array(buffer)[1] = 20")?;
    /// assert_eq!(buffer.to_vec(&mut engine)?, [1, 20, 3]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ArrayBuffer, "an ArrayBuffer", |vm, value| {
        value.as_object().is_some_and(|object| buffers::buffer_of(&vm.heap, object).is_some())
    }
}

object_handle! {
    /// A handle of a typed array, of any type of elements.
    ///
    /// ```
    /// use ferrotape::handles::TypedArray;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let numbers: TypedArray = engine.eval("new Float32Array([0.5, 2])")?;
    /// assert_eq!(numbers.to_vec::<f64>(&mut engine)?, [0.5, 2.0]);
    /// assert_eq!(numbers.buffer(&mut engine)?.len(&mut engine)?, 8);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    TypedArray, "a typed array", |vm, value| {
        value.as_object().is_some_and(|object| views::typed_array(&vm.heap, object).is_some())
    }
}

/// Copied bytes. They convert from an `ArrayBuffer`, typed array or `DataView`, and to a `Uint8Array`.
///
/// ```
/// use ferrotape::handles::Bytes;
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// engine.define("reversed", |bytes: Bytes| Bytes(bytes.0.into_iter().rev().collect()))?;
/// let bytes: Bytes = engine.eval("reversed(new Uint8Array([1, 2, 3]))")?;
/// assert_eq!(bytes.0, [3, 2, 1]);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bytes(pub Vec<u8>);

impl ArrayBuffer {
    /// Creates a buffer with a copy of the bytes.
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let buffer = ArrayBuffer::new(&mut engine, &[1, 2])?;
    /// engine.set_global("buffer", buffer)?;
    /// assert_eq!(engine.eval::<u16>("new DataView(buffer).getUint16(0)")?, 0x102);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit.
    pub fn new(cx: &mut impl AsContext, bytes: &[u8]) -> Result<ArrayBuffer, Error> {
        cx.enter(|cx| {
            let (buffer, _) = cx.new_buffer(bytes)?;
            Ok(ArrayBuffer::new_handle(cx.vm, buffer.value))
        })
    }

    pub(crate) fn buffer_id(&self, cx: &Context<'_>) -> Result<BufferId, Error> {
        let object = self.id(cx)?;
        buffers::buffer_of(&cx.vm.heap, object).ok_or_else(|| Error::type_error("not an ArrayBuffer"))
    }

    /// Returns the number of bytes: 0 once the buffer is detached.
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let buffer: ArrayBuffer = engine.eval("new ArrayBuffer(8)")?;
    /// assert!(buffer.len(&mut engine)? == 8 && !buffer.is_empty(&mut engine)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a buffer of another engine.
    pub fn len(&self, cx: &mut impl AsContext) -> Result<usize, Error> {
        cx.enter(|cx| {
            let buffer = self.buffer_id(cx)?;
            Ok(buffers::get(&cx.vm.heap, buffer).byte_length())
        })
    }

    /// Returns whether the buffer has no bytes. See [`ArrayBuffer::len`].
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a buffer of another engine.
    pub fn is_empty(&self, cx: &mut impl AsContext) -> Result<bool, Error> {
        self.len(cx).map(|length| length == 0)
    }

    /// Returns a copy of all bytes.
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let buffer: ArrayBuffer = engine.eval("new Uint8Array([1, 2]).buffer")?;
    /// assert_eq!(buffer.to_vec(&mut engine)?, [1, 2]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like the memory limit, which counts the copy until the
    /// call ends.
    pub fn to_vec(&self, cx: &mut impl AsContext) -> Result<Vec<u8>, Error> {
        cx.enter(|cx| {
            let buffer = self.buffer_id(cx)?;
            let length = buffers::get(&cx.vm.heap, buffer).byte_length();
            cx.copy_of_bytes(buffer, 0, length)
        })
    }

    /// Returns the byte at a place. None beyond the end.
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let buffer = ArrayBuffer::new(&mut engine, &[1, 2, 3])?;
    /// assert_eq!((buffer.get(&mut engine, 2)?, buffer.get(&mut engine, 3)?), (Some(3), None));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a buffer of another engine.
    pub fn get(&self, cx: &mut impl AsContext, at: usize) -> Result<Option<u8>, Error> {
        let mut byte = [0];
        match at < self.len(cx)? {
            true => self.read(cx, at, &mut byte).map(|()| Some(byte[0])),
            false => Ok(None),
        }
    }

    /// Sets the byte at a place, like [`ArrayBuffer::write`].
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let buffer = ArrayBuffer::new(&mut engine, &[1, 2, 3])?;
    /// buffer.set(&mut engine, 1, 20)?;
    /// assert_eq!(buffer.to_vec(&mut engine)?, [1, 20, 3]);
    /// assert_eq!(buffer.set(&mut engine, 3, 4).unwrap_err().name(), Some("RangeError"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`ArrayBuffer::write`] does.
    pub fn set(&self, cx: &mut impl AsContext, at: usize, byte: u8) -> Result<(), Error> {
        self.write(cx, at, &[byte])
    }

    /// Copies bytes out of the buffer, from an offset on.
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let buffer = ArrayBuffer::new(&mut engine, b"hello world")?;
    /// let mut word = [0; 5];
    /// buffer.read(&mut engine, 6, &mut word)?;
    /// assert_eq!(&word, b"world");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if there are not that many bytes (`RangeError`). Then nothing is copied. Also for a
    /// [shared cause](Error#shared-causes).
    pub fn read(&self, cx: &mut impl AsContext, at: usize, bytes: &mut [u8]) -> Result<(), Error> {
        cx.enter(|cx| {
            let buffer = self.place_in(cx, at, bytes.len())?;
            cx.read_bytes(buffer, at, bytes)
        })
    }

    /// Returns the buffer if it has `count` bytes from a place on.
    fn place_in(&self, cx: &Context<'_>, at: usize, count: usize) -> Result<BufferId, Error> {
        let buffer = self.buffer_id(cx)?;
        let length = buffers::get(&cx.vm.heap, buffer).byte_length();
        match at <= length && count <= length - at {
            true => Ok(buffer),
            false => Err(Error::range_error(format!("{count} bytes at {at} go beyond {length}"))),
        }
    }

    /// Copies bytes into the buffer, from an offset on.
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let buffer = ArrayBuffer::new(&mut engine, &[0; 6])?;
    /// buffer.write(&mut engine, 2, &[7, 8])?;
    /// assert_eq!(buffer.to_vec(&mut engine)?, [0, 0, 7, 8, 0, 0]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the bytes do not fit (`RangeError`), or the buffer is immutable (`TypeError`). Then nothing is written.
    /// Also for a [shared cause](Error#shared-causes).
    pub fn write(&self, cx: &mut impl AsContext, at: usize, bytes: &[u8]) -> Result<(), Error> {
        cx.enter(|cx| {
            let buffer = self.place_in(cx, at, bytes.len())?;
            cx.write_bytes(buffer, at, bytes)
        })
    }

    /// Detaches the buffer from the script: DetachArrayBuffer, ECMA-262 25.1.3.5.
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let buffer: ArrayBuffer = engine.eval("var buffer = new ArrayBuffer(8); buffer")?;
    /// buffer.detach(&mut engine)?;
    /// assert!(engine.eval::<bool>("buffer.detached")?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails for a buffer that is shared, immutable, or of a `WebAssembly.Memory` (`TypeError`), which stays as it is. Also for a
    /// [shared cause](Error#shared-causes).
    pub fn detach(&self, cx: &mut impl AsContext) -> Result<(), Error> {
        cx.enter(|cx| {
            let buffer = self.buffer_id(cx)?;
            let found = buffers::get(&cx.vm.heap, buffer);
            let which = match found {
                _ if found.is_shared() => "shared",
                _ if found.is_immutable() => "immutable",
                _ if found.has_detach_key() => "that of a WebAssembly.Memory",
                _ => {
                    buffers::detach_buffer(&mut cx.vm.heap, buffer);
                    return Ok(());
                }
            };
            Err(Error::type_error(format!("the buffer is {which}")))
        })
    }
}

impl TypedArray {
    /// Creates a typed array on a whole buffer. The buffer's length must be a multiple of the element size.
    ///
    /// ```
    /// use ferrotape::handles::{ArrayBuffer, ElementType, TypedArray};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let buffer = ArrayBuffer::new(&mut engine, &[0; 8])?;
    /// let words = TypedArray::new(&mut engine, ElementType::Int32, &buffer)?;
    /// assert_eq!(words.len(&mut engine)?, 2);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the buffer's length is not a multiple of the element size (`RangeError`). Also for a
    /// [shared cause](Error#shared-causes).
    pub fn new(cx: &mut impl AsContext, element: ElementType, buffer: &ArrayBuffer) -> Result<TypedArray, Error> {
        cx.enter(|cx| {
            let buffer = buffer.buffer_id(cx)?;
            let length = buffers::get(&cx.vm.heap, buffer).byte_length();
            if !length.is_multiple_of(element.size()) {
                let size = element.size();
                return Err(Error::range_error(format!("a buffer of {length} bytes for elements of {size}")));
            }
            let array = cx.view_of(element, buffer, length / element.size())?;
            Ok(TypedArray::new_handle(cx.vm, array.value))
        })
    }

    fn view(&self, cx: &Context<'_>) -> Result<View, Error> {
        let object = self.id(cx)?;
        views::typed_array(&cx.vm.heap, object).ok_or_else(|| Error::type_error("not a typed array"))
    }

    /// Returns the type of the elements.
    ///
    /// ```
    /// use ferrotape::handles::{ElementType, TypedArray};
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let floats: TypedArray = engine.eval("new Float32Array(1)")?;
    /// assert_eq!(floats.element_type(&mut engine)?, ElementType::Float32);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an array of another engine.
    pub fn element_type(&self, cx: &mut impl AsContext) -> Result<ElementType, Error> {
        cx.enter(|cx| Ok(self.view(cx)?.element))
    }

    /// Returns the current number of elements: 0 if the buffer is detached or too short.
    ///
    /// ```
    /// use ferrotape::handles::TypedArray;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let array: TypedArray = engine.eval("new Int16Array(3)")?;
    /// assert!(array.len(&mut engine)? == 3 && !array.is_empty(&mut engine)?);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an array of another engine.
    pub fn len(&self, cx: &mut impl AsContext) -> Result<usize, Error> {
        cx.enter(|cx| {
            let view = self.view(cx)?;
            Ok(views::length_of_view(&cx.vm.heap, view).unwrap_or(0))
        })
    }

    /// Returns whether the array has no elements. See [`TypedArray::len`].
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an array of another engine.
    pub fn is_empty(&self, cx: &mut impl AsContext) -> Result<bool, Error> {
        self.len(cx).map(|length| length == 0)
    }

    /// Returns the array's buffer.
    ///
    /// ```
    /// use ferrotape::handles::TypedArray;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let array: TypedArray = engine.eval("new Int16Array(3)")?;
    /// assert_eq!(array.buffer(&mut engine)?.len(&mut engine)?, 6);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like an array of another engine.
    pub fn buffer(&self, cx: &mut impl AsContext) -> Result<ArrayBuffer, Error> {
        cx.enter(|cx| {
            let view = self.view(cx)?;
            let buffer = buffer::buffer_value(cx.vm, view.buffer);
            Ok(ArrayBuffer::new_handle(cx.vm, buffer))
        })
    }

    /// Returns an element. None beyond the end.
    ///
    /// ```
    /// use ferrotape::handles::TypedArray;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let numbers: TypedArray = engine.eval("new Int16Array([5, -5])")?;
    /// assert_eq!(numbers.get::<i16>(&mut engine, 1)?, Some(-5));
    /// assert_eq!(numbers.get::<i16>(&mut engine, 2)?, None);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the element does not convert: [`Error::path`] has its index. Also for a
    /// [shared cause](Error#shared-causes).
    pub fn get<T: FromJs>(&self, cx: &mut impl AsContext, index: usize) -> Result<Option<T>, Error> {
        cx.enter(|cx| match self.element(cx, index)? {
            Some(element) => T::from_js(cx, element).map(Some).map_err(|error| error.within_index(index)),
            None => Ok(None),
        })
    }

    fn element<'js>(&self, cx: &mut Context<'js>, index: usize) -> Result<Option<Local<'js>>, Error> {
        let view = self.view(cx)?;
        let element = cx.working(|vm| Ok(typed_array::element_of_view(vm, view, index)))?;
        Ok(element.map(|element| cx.kept(element)))
    }

    /// Assigns an element, converted to the element type.
    ///
    /// ```
    /// use ferrotape::handles::TypedArray;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let bytes: TypedArray = engine.eval("new Uint8Array(2)")?;
    /// bytes.set(&mut engine, 0, 257)?;
    /// assert_eq!(bytes.to_vec::<u8>(&mut engine)?, [1, 0]);
    /// assert_eq!(bytes.set(&mut engine, 2, 1).unwrap_err().name(), Some("RangeError"));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails beyond the end (`RangeError`), if the value does not convert to a number or BigInt, or if the buffer is
    /// immutable (`TypeError`). Also for a [shared cause](Error#shared-causes).
    pub fn set(&self, cx: &mut impl AsContext, index: usize, value: impl IntoJs) -> Result<(), Error> {
        cx.enter(|cx| {
            let (array, view) = (self.id(cx)?, self.view(cx)?);
            let length = views::length_of_view(&cx.vm.heap, view).unwrap_or(0);
            if index >= length {
                return Err(Error::range_error(format!("element {index} of {length}")));
            }
            let value = value.into_js(cx)?;
            cx.working(|vm| {
                let key = vm.heap.key_of_index(index as u64);
                object::set(vm, array, key, value.value, true)
            })
        })
    }

    /// Returns an iterator over the elements, like [`crate::handles::Map::iter`].
    ///
    /// ```
    /// use ferrotape::handles::TypedArray;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let numbers: TypedArray = engine.eval("new Float64Array([0.5, 1, 1.5])")?;
    /// assert_eq!(numbers.iter::<f64>(&mut engine).sum::<Result<f64, _>>()?, 3.0);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A step fails as [`TypedArray::get`] does. It is the last one then.
    pub fn iter<T: FromJs>(&self, cx: &mut impl AsContext) -> impl Iterator<Item = Result<T, Error>> {
        let (array, mut position) = (self.clone(), Some(0));
        std::iter::from_fn(move || {
            let index = position?;
            let element = array.get(cx, index);
            advance(element.map(|element| Some((element?, index + 1))), &mut position)
        })
    }

    /// Returns the elements as Rust values.
    ///
    /// ```
    /// use ferrotape::handles::TypedArray;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let numbers: TypedArray = engine.eval("new BigInt64Array([1n, -(2n ** 40n)])")?;
    /// assert_eq!(numbers.to_vec::<i64>(&mut engine)?, [1, -(1 << 40)]);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if an element does not convert: [`Error::path`] has its index. Also for a
    /// [shared cause](Error#shared-causes).
    pub fn to_vec<T: FromJs>(&self, cx: &mut impl AsContext) -> Result<Vec<T>, Error> {
        cx.enter(|cx| {
            let view = self.view(cx)?;
            let length = views::length_of_view(&cx.vm.heap, view).unwrap_or(0);
            let mut elements = Vec::new();
            for index in 0..length {
                cx.reserve_one_more(&mut elements)?;
                let element = cx.keeping_nothing(|cx| match self.element(cx, index)? {
                    Some(element) => T::from_js(cx, element).map(Some),
                    None => Ok(None),
                });
                let Some(element) = element.map_err(|error| error.within_index(index))? else { break };
                elements.push(element);
            }
            Ok(elements)
        })
    }
}

impl FromJs for Bytes {
    fn from_js<'js>(cx: &mut Context<'js>, value: Local<'js>) -> Result<Self, Error> {
        let Some(object) = value.value.as_object() else { return Err(cx.unexpected("bytes", value)) };
        if let Some(buffer) = buffers::buffer_of(&cx.vm.heap, object) {
            let length = buffers::get(&cx.vm.heap, buffer).byte_length();
            return cx.copy_of_bytes(buffer, 0, length).map(Bytes);
        }
        match cx.vm.heap.kind(object) {
            Kind::TypedArray(view) | Kind::DataView(view) => {
                let Some(length) = views::length_of_view(&cx.vm.heap, view) else {
                    return Err(Error::type_error("the buffer is detached or too short"));
                };
                cx.copy_of_bytes(view.buffer, view.offset(), length * view.element.size()).map(Bytes)
            }
            _ => Err(cx.unexpected("bytes", value)),
        }
    }

    fn typescript(_: &mut Types) -> String {
        "ArrayBuffer | ArrayBufferView".to_owned()
    }
}

impl IntoJs for Bytes {
    fn into_js<'js>(self, cx: &mut Context<'js>) -> Result<Local<'js>, Error> {
        let (_, buffer) = cx.new_buffer(&self.0)?;
        cx.view_of(ElementType::Uint8, buffer, self.0.len())
    }

    fn typescript(_: &mut Types) -> String {
        "Uint8Array".to_owned()
    }
}

/// Bytes that are copied between two checks of the limits.
const PIECE: usize = 1 << 16;

impl<'js> Context<'js> {
    fn new_buffer(&mut self, bytes: &[u8]) -> Result<(Local<'js>, BufferId), Error> {
        let buffer = self.run_for_value(|vm| {
            let prototype = realm::intrinsics(vm).array_buffer_prototype;
            buffer::new_array_buffer(vm, Some(prototype), bytes.len(), None).map(engine::Value::object)
        })?;
        let id = buffer.value.as_object().and_then(|object| buffers::buffer_of(&self.vm.heap, object));
        let id = id.ok_or_else(|| Error::type_error("not an ArrayBuffer"))?;
        self.write_bytes(id, 0, bytes)?;
        Ok((buffer, id))
    }

    fn view_of(&mut self, element: ElementType, buffer: BufferId, length: usize) -> Result<Local<'js>, Error> {
        let place = ElementType::ALL.iter().position(|&other| other == element).unwrap_or(0);
        self.run_for_value(|vm| {
            let prototype = realm::intrinsics(vm).typed_array_prototypes.get(place).copied();
            let view = View::new(element, buffer, 0, Some(length));
            Ok(engine::Value::object(typed_array::new_typed_array(vm, prototype, view)))
        })
    }

    fn copy_of_bytes(&mut self, buffer: BufferId, start: usize, length: usize) -> Result<Vec<u8>, Error> {
        self.lend(length)?;
        let mut bytes = vec![0; length];
        self.read_bytes(buffer, start, &mut bytes)?;
        Ok(bytes)
    }

    fn read_bytes(&mut self, buffer: BufferId, start: usize, bytes: &mut [u8]) -> Result<(), Error> {
        for (index, piece) in bytes.chunks_mut(PIECE).enumerate() {
            self.tick(piece.len() as u64 / BYTES_PER_TICK)?;
            buffers::take_out(&self.vm.heap, buffer, start + index * PIECE, piece);
        }
        Ok(())
    }

    fn write_bytes(&mut self, buffer: BufferId, start: usize, bytes: &[u8]) -> Result<(), Error> {
        if buffers::get(&self.vm.heap, buffer).is_immutable() {
            return Err(Error::type_error("the buffer is immutable"));
        }
        for (index, piece) in bytes.chunks(PIECE).enumerate() {
            self.tick(piece.len() as u64 / BYTES_PER_TICK)?;
            buffers::put_in(&mut self.vm.heap, buffer, start + index * PIECE, piece);
        }
        Ok(())
    }
}
