//! What embedders can do with ArrayBuffers and SharedArrayBuffers.

use std::sync::Arc;

use ferrotape_engine::buffer::shared::SharedBytes;

use crate::call::or_error;
use crate::{Call, Error, Value};

/// The bytes of a SharedArrayBuffer. Engines on other threads can have it as well: it is sent to one, which makes a
/// SharedArrayBuffer of its own on it. Each engine counts all of the bytes against its memory limit.
#[derive(Clone)]
pub struct SharedMemory(Arc<SharedBytes>);

impl SharedMemory {
    /// How many bytes there are now; scripts may have it grow.
    pub fn byte_length(&self) -> usize {
        self.0.byte_length()
    }
}

impl Call<'_> {
    /// DetachArrayBuffer, ECMA-262 25.1.3.5: the bytes of an ArrayBuffer are gone for the script.
    pub fn detach_array_buffer(&mut self, buffer: &Value) -> Result<(), Error> {
        self.in_engine(|vm| {
            let object = buffer.to_engine(vm)?.as_object();
            match object.and_then(|object| vm.heap.buffer_of(object)) {
                Some(buffer) if !vm.heap.buffer(buffer).is_shared() => {
                    vm.heap.detach_buffer(buffer);
                    Ok(())
                }
                _ => Err(Error::new("not an ArrayBuffer")),
            }
        })
    }

    /// The bytes of a SharedArrayBuffer, to be given to another engine; none where the value is no such object.
    pub fn shared_memory(&mut self, buffer: &Value) -> Result<Option<SharedMemory>, Error> {
        self.in_engine(|vm| {
            let object = buffer.to_engine(vm)?.as_object();
            let bytes = object.and_then(|object| vm.heap.shared_bytes(vm.heap.buffer_of(object)?));
            Ok(bytes.map(|bytes| SharedMemory(Arc::clone(bytes))))
        })
    }

    /// A SharedArrayBuffer of this engine on memory that another one has as well.
    pub fn new_shared_array_buffer(&mut self, memory: &SharedMemory) -> Result<Value, Error> {
        self.in_engine(|vm| {
            let result = vm.adopt_shared_bytes(Arc::clone(&memory.0));
            let object = or_error(vm, result)?;
            Ok(Value::Object(crate::Object::new_handle(vm, ferrotape_engine::Value::object(object))))
        })
    }
}
