//! Views on buffers, ECMA-262 10.4.5 and 25.3: what they see of the buffer as it is now.
//!
//! ```text
//! element   the types of elements, and how numbers become bytes
//! access    element access as the instructions of both machines do it
//! ```

mod access;
pub mod element;
pub mod views;

use crate::id::{BufferId, ObjectId};
use crate::object::internal_slots::{InternalSlots, Visit};

pub use element::ElementType;

/// Length of views that track the length of their buffer.
const TRACKING: u32 = u32::MAX;

/// The internal slots of a typed array, or of a DataView, which is one of bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub element: ElementType,
    pub buffer: BufferId,
    pub offset: u32,
    /// Length in elements.
    pub length: u32,
}

impl View {
    /// Makes a view of a part of a buffer that exists; without a length it tracks the buffer's.
    pub fn new(element: ElementType, buffer: BufferId, offset: usize, length: Option<usize>) -> View {
        // Buffers are no longer than that.
        let length = length.map_or(TRACKING, |length| length as u32);
        View { element, buffer, offset: offset as u32, length }
    }

    /// [[ByteOffset]]
    pub fn offset(self) -> usize {
        self.offset as usize
    }

    /// Returns whether [[ArrayLength]] or [[ByteLength]] is auto.
    pub fn is_length_tracking(self) -> bool {
        self.length == TRACKING
    }

    /// Number of elements that it sees of a buffer of this many bytes; none if it is out of bounds
    /// (IsTypedArrayOutOfBounds and TypedArrayLength, ECMA-262 10.4.5.13 and 10.4.5.12).
    #[inline(always)]
    pub fn length_in(self, byte_length: usize) -> Option<usize> {
        let room = byte_length.checked_sub(self.offset as usize)?;
        if self.length == TRACKING {
            return Some(room >> self.element.shift());
        }
        let length = self.length as usize;
        (length << self.element.shift() <= room).then_some(length)
    }

    /// Byte offset of the element in the buffer.
    #[inline(always)]
    pub fn place_of(self, index: usize) -> usize {
        self.offset as usize + (index << self.element.shift())
    }
}

impl InternalSlots for View {
    #[inline]
    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        let &View { element: _, buffer, offset: _, length: _ } = self;
        visit.buffer(buffer);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn name_of(&self, _: ObjectId) -> Option<&'static str> {
        Some("[[ViewedArrayBuffer]]")
    }
}
