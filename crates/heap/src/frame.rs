//! Frames: calls of script code while they run or wait, and the scopes open in them.

mod on_heap;

use std::ops::Range;

use crate::id::{CodeId, ObjectId, RecordId};

/// A call of script code.
///
/// Below `this` lies the callee, or for `new` the new target.
///
/// A frame has 32 bytes, so that its place is its number shifted.
#[derive(Copy, Clone)]
#[repr(align(8))]
pub struct Frame {
    pub code: CodeId,
    pub callee: ObjectId,
    /// The environment that the function was made in; none stands for the global one.
    pub environment: Option<RecordId>,
    /// Index of register 0 (`this`) in the value stack.
    pub base: u32,
    /// Index behind the last register.
    pub top: u32,
    /// `Vm::pc` of the frame; up to date only while the frame is not the running one.
    pub pc: u32,
    /// The register of the calling frame that receives the result.
    pub dst: u8,
    pub kind: FrameKind,
    pub ending: Ending,
    /// The run of the loop that has pushed the frame may remember the code of its caller.
    pub is_caller_known: bool,
}

impl Frame {
    /// Makes a frame that has run nothing yet, within a realm.
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
        Frame { code, callee, environment, base, top, pc: 0, dst, kind, ending: kind.ending(), is_caller_known: false }
    }
}

impl Frame {
    /// Returns whether both are frames of one function in one place of the stack.
    #[inline(always)]
    pub fn is_like(&self, other: &Frame) -> bool {
        self.callee == other.callee && self.base == other.base
    }
}

/// Work at the end of a frame.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// Nothing to do: called by script code of the same realm, by `new` or not, with no scope opened so far.
    Plain,
    /// Nothing but the end of the run: called by native code, with no scope opened so far.
    Entry,
    /// Scopes may be open.
    Scopes,
    /// Scopes may be open, and the caller is script code of another realm.
    OtherRealm,
}

/// The kinds of frames: the caller, and the use of the result.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FrameKind {
    /// Called by script code.
    Call,
    /// Called by `new` in script code: the result is `this` if the function returns no object.
    Construct,
    /// Called as a setter by an assignment in script code: the result is dropped.
    Setter,
    /// Called by native code: the run of the loop ends with it.
    Entry,
    /// Constructed by native code: the run of the loop ends with it.
    EntryConstruct,
    /// Frame that can be suspended, resumed by script code. Its activation lies below its `this`.
    Resume,
    /// Frame that can be suspended, resumed by native code: the run of the loop ends with it.
    EntryResume,
}

impl FrameKind {
    /// The ending of a frame of this kind that has opened no scope, within a realm.
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

    /// Returns whether the run of the loop ends with a frame of this kind.
    #[inline(always)]
    pub fn is_entry(self) -> bool {
        matches!(self, FrameKind::Entry | FrameKind::EntryConstruct | FrameKind::EntryResume)
    }

    /// The kind of the same call with a run of the loop for itself.
    pub fn of_entry(self) -> FrameKind {
        match self {
            FrameKind::Call | FrameKind::Setter | FrameKind::Entry => FrameKind::Entry,
            FrameKind::Construct | FrameKind::EntryConstruct => FrameKind::EntryConstruct,
            FrameKind::Resume | FrameKind::EntryResume => FrameKind::EntryResume,
        }
    }

    /// The kind of the same call once the frame can be suspended. Constructors and setters have no such frames.
    pub fn of_resumed(self) -> FrameKind {
        match self {
            FrameKind::Call | FrameKind::Construct | FrameKind::Setter | FrameKind::Resume => FrameKind::Resume,
            FrameKind::Entry | FrameKind::EntryConstruct | FrameKind::EntryResume => FrameKind::EntryResume,
        }
    }

    /// Returns whether a frame of this kind can be suspended.
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
    /// Number of scopes of the function around it.
    pub depth: u32,
}

impl OpenScope {
    pub fn place(&self) -> usize {
        self.slot as usize
    }

    pub fn is_below(&self, base: usize) -> bool {
        self.place() < base
    }

    /// Makes the place relative to the base of its frame.
    pub fn relative_to(self, base: usize) -> Self {
        OpenScope { slot: self.slot - base as u32, ..self }
    }

    /// Makes a relative place absolute; the inverse of `relative_to`.
    pub fn above(self, base: usize) -> Self {
        OpenScope { slot: self.slot + base as u32, ..self }
    }
}
