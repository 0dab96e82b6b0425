//! Frames: what a call of script code is while it runs or waits, and what is open in it.

mod on_heap;

use std::ops::Range;

use crate::id::{CodeId, ObjectId, RecordId};

/// A call of script code.
///
/// Below `this` lies what was called: for calls the callee, which nobody asks for there, for `new` the new target.
///
/// 32 bytes, so that a frame's place is its number shifted.
#[derive(Copy, Clone)]
#[repr(align(8))]
pub struct Frame {
    pub code: CodeId,
    pub callee: ObjectId,
    /// The environment that the function was made in; none is the global one.
    pub environment: Option<RecordId>,
    /// Index of register 0 (`this`) in the value stack.
    pub base: u32,
    /// Index behind the last register.
    pub top: u32,
    /// `Vm::pc` of the frame; kept up to date only while it is not the running one.
    pub pc: u32,
    /// The register of the calling frame that receives the result.
    pub dst: u8,
    pub kind: FrameKind,
    pub ending: Ending,
}

impl Frame {
    /// A frame that has run nothing yet, within a realm.
    #[inline(always)]
    pub fn new(
        callee: ObjectId,
        code: CodeId,
        environment: Option<RecordId>,
        registers: Range<usize>,
        dst: u8,
        kind: FrameKind,
    ) -> Self {
        let (base, top) = (registers.start as u32, registers.end as u32);
        Frame { code, callee, environment, base, top, pc: 0, dst, kind, ending: kind.ending() }
    }
}

/// What there is to do when a frame ends.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// Called by script code of the same realm, by `new` or not, and no scope was opened in it so far: nothing.
    Plain,
    /// The same for a call by native code: the run of the loop ends.
    Entry,
    /// Scopes may be open.
    Scopes,
    /// The same, and the caller is script code of another realm.
    OtherRealm,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FrameKind {
    /// Called by script code.
    Call,
    /// Called by `new` in script code: the result is `this` where the function gives no object.
    Construct,
    /// A setter, called by an assignment in script code: its result is nothing.
    Setter,
    /// Called by native code: the run of the loop ends with it.
    Entry,
    /// The same by `new`.
    EntryConstruct,
    /// Of a frame that can be suspended: below its `this` lies its activation.
    Resume,
    /// The same as [`FrameKind::Entry`].
    EntryResume,
}

impl FrameKind {
    /// How a frame of this kind ends which has opened no scope, within a realm.
    #[inline(always)]
    fn ending(self) -> Ending {
        match self {
            FrameKind::Call | FrameKind::Construct => Ending::Plain,
            FrameKind::Setter
            | FrameKind::Entry
            | FrameKind::EntryConstruct
            | FrameKind::Resume
            | FrameKind::EntryResume => Ending::Scopes,
        }
    }

    #[inline(always)]
    pub fn constructs(self) -> bool {
        matches!(self, FrameKind::Construct | FrameKind::EntryConstruct)
    }

    /// Does the run of the loop end with a frame of this kind?
    #[inline(always)]
    pub fn is_entry(self) -> bool {
        matches!(self, FrameKind::Entry | FrameKind::EntryConstruct | FrameKind::EntryResume)
    }

    /// The same call with a run of the loop for itself.
    pub fn of_entry(self) -> FrameKind {
        match self {
            FrameKind::Call | FrameKind::Setter | FrameKind::Entry => FrameKind::Entry,
            FrameKind::Construct | FrameKind::EntryConstruct => FrameKind::EntryConstruct,
            FrameKind::Resume | FrameKind::EntryResume => FrameKind::EntryResume,
        }
    }

    /// The same call once the frame can be suspended. Constructors and setters have no such frames.
    pub fn of_resumed(self) -> FrameKind {
        match self {
            FrameKind::Call | FrameKind::Construct | FrameKind::Setter | FrameKind::Resume => FrameKind::Resume,
            FrameKind::Entry | FrameKind::EntryConstruct | FrameKind::EntryResume => FrameKind::EntryResume,
        }
    }

    /// Can a frame of this kind be suspended?
    pub fn is_resumed(self) -> bool {
        matches!(self, FrameKind::Resume | FrameKind::EntryResume)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_small() {
        assert_eq!(size_of::<Frame>(), 32);
    }
}

/// A scope of a frame that has a record.
#[derive(Copy, Clone)]
pub struct OpenScope {
    /// The place of its record register in the value stack.
    pub slot: u32,
    /// How many scopes of the function are around it.
    pub depth: u32,
}

impl OpenScope {
    pub fn place(&self) -> usize {
        self.slot as usize
    }

    pub fn is_below(&self, base: usize) -> bool {
        self.place() < base
    }

    /// With its place counted from the base of its frame.
    pub fn relative_to(self, base: usize) -> Self {
        OpenScope { slot: self.slot - base as u32, ..self }
    }

    /// The same turned round.
    pub fn above(self, base: usize) -> Self {
        OpenScope { slot: self.slot + base as u32, ..self }
    }
}
