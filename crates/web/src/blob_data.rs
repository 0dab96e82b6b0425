//! The bytes of blobs. A blob has bytes of its own, or it is a part of another blob, which has them and is kept by it. So a part
//! of a blob takes no further bytes, in copies of an engine and in written ones too.
//!
//! ```text
//! slice ──kept──▶ blob with bytes of its own ◀──kept── slice of a slice
//! ```

use std::any::Any;
use std::ops::Range;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{BYTES_PER_TICK, LEAST_ALLOCATION, allocation_bytes};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{Heap, ObjectId};
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{Reader, Writer};

use crate::interface::{kept, new_object, with_data};

/// The kept value of each blob: the blob with its bytes, or undefined if it has them itself.
const WHOLE: usize = 0;

/// The number of values that each blob keeps. Those of files follow.
pub(crate) const KEPT: usize = 1;

/// A part is copied if it is no longer than this: it would keep more alive than it saves.
const LEAST_SHARED: usize = 256;

/// Rust part of a blob.
#[derive(Clone, Default)]
pub(crate) struct Blob {
    bytes: Vec<u8>,
    /// The place of its bytes in the blob that has them.
    part: Option<[usize; 2]>,
    /// The type, in small letters, and printable.
    pub(crate) kind: String,
}

impl Blob {
    fn range(&self, length: usize) -> Range<usize> {
        match self.part {
            Some([start, end]) => start.min(end).min(length)..end.min(length),
            None => 0..length,
        }
    }
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
        to.byte(self.part.is_some().into());
        for place in self.part.into_iter().flatten() {
            to.number(place as u64);
        }
        to.bytes.extend_from_slice(&self.bytes);
        Some(to.bytes)
    }

    fn restore(&mut self, bytes: &[u8], kept: usize) -> bool {
        match read(bytes) {
            Some(blob) => {
                *self = blob;
                kept >= KEPT
            }
            None => false,
        }
    }

    fn room_to_restore(&self, written: usize, _: usize) -> usize {
        // Its bytes are written as they are; its type takes further room of its own.
        allocation_bytes(written).saturating_add(LEAST_ALLOCATION)
    }
}

/// Reads what `save` has written: type, place in another blob, bytes. A part has no bytes of its own.
fn read(bytes: &[u8]) -> Option<Blob> {
    let mut from = Reader::new(bytes, 0);
    let length = usize::try_from(from.number().ok()?).ok()?;
    let (kind, rest) = bytes[bytes.len() - from.left()..].split_at_checked(length)?;
    let kind = std::str::from_utf8(kind).ok()?.to_owned();
    let mut from = Reader::new(rest, 0);
    let place = |from: &mut Reader| usize::try_from(from.number().ok()?).ok();
    let part = match from.byte().ok()? {
        0 => None,
        _ => Some([place(&mut from)?, place(&mut from)?]),
    };
    let bytes = rest[rest.len() - from.left()..].to_vec();
    (part.is_none() || bytes.is_empty()).then_some(Blob { bytes, part, kind })
}

/// Contents of a new blob: bytes of its own, or a place in those of another one.
pub(crate) struct Contents {
    blob: Blob,
    whole: Value,
}

impl Contents {
    /// The contents of bytes of its own.
    pub(crate) fn of(bytes: Vec<u8>, kind: String) -> Contents {
        Contents { blob: Blob { bytes, part: None, kind }, whole: Value::UNDEFINED }
    }

    /// Returns the contents of a part of a blob, which shares its bytes if it is not short.
    pub(crate) fn part(vm: &mut Vm, blob: ObjectId, range: Range<usize>, kind: String) -> Completion<Contents> {
        let range = range.start..range.end.min(size(vm, blob));
        if range.len() <= LEAST_SHARED {
            return Ok(Contents::of(piece(vm, blob, range.start, range.len())?, kind));
        }
        let offset = hosts::host_data::<Blob>(&vm.heap, blob).map_or(0, |data| data.part.map_or(0, |[start, _]| start));
        let part = Some([offset + range.start, offset + range.end]);
        let whole = Value::object(owner(vm, blob));
        vm.keep(whole);
        Ok(Contents { blob: Blob { bytes: Vec::new(), part, kind }, whole })
    }

    /// Returns the contents of all of a blob.
    pub(crate) fn all(vm: &mut Vm, blob: ObjectId, kind: String) -> Completion<Contents> {
        let size = size(vm, blob);
        Contents::part(vm, blob, 0..size, kind)
    }

    /// Makes the blob. Its bytes are no longer on loan. It is kept.
    pub(crate) fn made(self, vm: &mut Vm, class: &'static str, prototype: ObjectId) -> Completion<ObjectId> {
        let Contents { blob, whole } = self;
        let blob = new_object(vm, class, prototype, Box::new(blob))?;
        hosts::keep_value(&mut vm.heap, blob, whole)?;
        Ok(blob)
    }
}

/// Returns the blob that has the bytes of a blob.
fn owner(vm: &Vm, blob: ObjectId) -> ObjectId {
    let is_part = hosts::host_data::<Blob>(&vm.heap, blob).is_some_and(|blob| blob.part.is_some());
    kept(vm, blob, WHOLE).as_object().filter(|_| is_part).unwrap_or(blob)
}

/// Returns how many bytes a blob has.
pub(crate) fn size(vm: &Vm, blob: ObjectId) -> usize {
    let length = hosts::host_data::<Blob>(&vm.heap, owner(vm, blob)).map_or(0, |owner| owner.bytes.len());
    hosts::host_data::<Blob>(&vm.heap, blob).map_or(0, |blob| blob.range(length).len())
}

/// Reads the bytes of a blob while the heap may change. None of anything else.
pub(crate) fn with_bytes<R>(
    vm: &mut Vm,
    blob: ObjectId,
    read: impl FnOnce(&mut Heap, &[u8]) -> Result<R, Termination>,
) -> Completion<Option<R>> {
    let owner = owner(vm, blob);
    let length = hosts::host_data::<Blob>(&vm.heap, owner).map_or(0, |owner| owner.bytes.len());
    let Some(range) = hosts::host_data::<Blob>(&vm.heap, blob).map(|blob| blob.range(length)) else { return Ok(None) };
    with_data(vm, owner, |heap, owner: &Blob| read(heap, owner.bytes.get(range).unwrap_or_default()))
}

/// Copies this many bytes of a blob, in room that is lent.
pub(crate) fn piece(vm: &mut Vm, blob: ObjectId, start: usize, most: usize) -> Completion<Vec<u8>> {
    let piece = with_bytes(vm, blob, |heap, bytes| {
        let rest = bytes.get(start..).unwrap_or_default();
        let piece = &rest[..rest.len().min(most)];
        let mut bytes = Vec::new();
        heap.lend_room(&mut bytes, piece.len())?;
        heap.work(piece.len() as u64 / BYTES_PER_TICK)?;
        bytes.extend_from_slice(piece);
        Ok(bytes)
    })?;
    Ok(piece.unwrap_or_default())
}
