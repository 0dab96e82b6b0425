//! The bytes of blobs.

use std::any::Any;

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{Reader, Writer};

use crate::interface::with_data;

/// Rust part of a blob.
#[derive(Clone, Default)]
pub(crate) struct Blob {
    pub(crate) bytes: Vec<u8>,
    /// In small letters, and printable.
    pub(crate) kind: String,
}

impl HostData for Blob {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.bytes.capacity() + self.kind.capacity()
    }

    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(self.clone()))
    }

    fn save(&self) -> Option<Vec<u8>> {
        let mut to = Writer::default();
        to.number(self.kind.len() as u64);
        to.bytes.extend_from_slice(self.kind.as_bytes());
        to.bytes.extend_from_slice(&self.bytes);
        Some(to.bytes)
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        let mut from = Reader::new(bytes, 0);
        let Ok(length) = from.number() else { return false };
        let rest = &bytes[bytes.len() - from.left()..];
        let Some((kind, bytes)) = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length)) else {
            return false;
        };
        let Ok(kind) = std::str::from_utf8(kind) else { return false };
        *self = Blob { bytes: bytes.to_vec(), kind: kind.to_owned() };
        true
    }
}

/// Copies so many bytes of a blob, in room that is lent.
pub(crate) fn piece(vm: &mut Vm, blob: ObjectId, start: usize, most: usize) -> Completion<Vec<u8>> {
    let piece = with_data(vm, blob, |heap, blob: &Blob| {
        let rest = blob.bytes.get(start..).unwrap_or_default();
        let piece = &rest[..rest.len().min(most)];
        let mut bytes = Vec::new();
        heap.lend_room(&mut bytes, piece.len())?;
        heap.work(piece.len() as u64 / BYTES_PER_TICK)?;
        bytes.extend_from_slice(piece);
        Ok(bytes)
    })?;
    Ok(piece.unwrap_or_default())
}
