//! Memory shared by engines on several threads.

use std::sync::Arc;

use ferrotape_runtime as engine;
use ferrotape_runtime::buffer;
use ferrotape_runtime::buffer::shared::SharedBytes;
use ferrotape_runtime::buffers;

use crate::{ArrayBuffer, AsContext, Error};

/// The bytes of a SharedArrayBuffer, which engines on other threads can share. Send it to another engine, which creates
/// its own SharedArrayBuffer from it. Each engine counts all of the bytes against its memory limit.
///
/// ```
/// use ferrotape::handles::ArrayBuffer;
/// use ferrotape::Engine;
///
/// let mut first = Engine::new();
/// let buffer: ArrayBuffer = first.eval("var shared = new SharedArrayBuffer(8); shared")?;
/// let memory = buffer.shared_memory(&mut first)?.expect("a SharedArrayBuffer");
/// std::thread::spawn(move || {
///     let mut second = Engine::new();
///     let buffer = ArrayBuffer::from_shared(&mut second, &memory)?;
///     second.set_global("shared", buffer)?;
///     second.eval::<()>("Atomics.add(new Int32Array(shared), 1, 42)")
/// })
/// .join()
/// .unwrap()?;
/// assert_eq!(first.eval::<i32>("new Int32Array(shared)[1]")?, 42);
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Clone)]
pub struct SharedMemory(Arc<SharedBytes>);

impl SharedMemory {
    /// Returns the current number of bytes; scripts may grow the memory.
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let buffer: ArrayBuffer = engine.eval("var shared = new SharedArrayBuffer(8, { maxByteLength: 64 }); shared")?;
    /// let memory = buffer.shared_memory(&mut engine)?.expect("a SharedArrayBuffer");
    /// engine.eval::<()>("shared.grow(64)")?;
    /// assert_eq!(memory.byte_length(), 64);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn byte_length(&self) -> usize {
        self.0.byte_length()
    }
}

impl ArrayBuffer {
    /// Returns the bytes of a SharedArrayBuffer, for another engine. None if this is an ArrayBuffer:
    /// see [`SharedMemory`].
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let shared: ArrayBuffer = engine.eval("new SharedArrayBuffer(8)")?;
    /// assert!(shared.shared_memory(&mut engine)?.is_some_and(|memory| memory.byte_length() == 8));
    /// let own: ArrayBuffer = engine.eval("new ArrayBuffer(8)")?;
    /// assert!(own.shared_memory(&mut engine)?.is_none());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes), like a buffer of another engine.
    pub fn shared_memory(&self, cx: &mut impl AsContext) -> Result<Option<SharedMemory>, Error> {
        cx.enter(|cx| {
            let buffer = self.buffer_id(cx)?;
            Ok(buffers::shared_bytes(&cx.vm.heap, buffer).map(|bytes| SharedMemory(Arc::clone(bytes))))
        })
    }

    /// Creates a SharedArrayBuffer in this engine from memory of another one: see [`SharedMemory`].
    ///
    /// ```
    /// use ferrotape::handles::ArrayBuffer;
    /// use ferrotape::Engine;
    ///
    /// let (mut first, mut second) = (Engine::new(), Engine::new());
    /// let buffer: ArrayBuffer = first.eval("var bytes = new Uint8Array(new SharedArrayBuffer(1)); bytes.buffer")?;
    /// let memory = buffer.shared_memory(&mut first)?.expect("a SharedArrayBuffer");
    /// let buffer = ArrayBuffer::from_shared(&mut second, &memory)?;
    /// second.set_global("shared", buffer)?;
    /// second.eval::<()>("new Uint8Array(shared)[0] = 42")?;
    /// assert_eq!(first.eval::<u8>("bytes[0]")?, 42);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails only for a [shared cause](Error#shared-causes): the memory counts against this engine's limit as well.
    pub fn from_shared(cx: &mut impl AsContext, memory: &SharedMemory) -> Result<ArrayBuffer, Error> {
        cx.enter(|cx| {
            let buffer = cx
                .run_for_value(|vm| buffer::adopt_shared_bytes(vm, Arc::clone(&memory.0)).map(engine::Value::object))?;
            Ok(ArrayBuffer::new_handle(cx.vm, buffer.value))
        })
    }
}
