//! The objects whose parts are being written or read, outermost first: nesting takes no native stack.

use ferrotape_runtime as engine;
use ferrotape_runtime::messages;
use ferrotape_runtime::{ObjectId, PropertyKey};

use crate::{Context, Error};

/// An object that is open.
pub(super) enum Frame {
    Array {
        object: ObjectId,
        index: u32,
        length: u32,
        /// The elements that there are, in order, where most are not.
        present: Option<Vec<u32>>,
        next: usize,
    },
    Properties {
        object: ObjectId,
        /// Keys that are to be written; when reading, the last one.
        keys: Vec<PropertyKey>,
        next: usize,
    },
    Map {
        object: ObjectId,
        /// Keys and values in turn; when reading, the last key.
        entries: Vec<engine::Value>,
        next: usize,
    },
    Set {
        object: ObjectId,
        values: Vec<engine::Value>,
        next: usize,
    },
}

impl Frame {
    /// Adds to a conversion error where in this object it arose.
    fn place(&self, cx: &mut Context<'_>, error: Error) -> Error {
        match self {
            Frame::Array { index, .. } => error.within_index(index.saturating_sub(1) as usize),
            Frame::Properties { keys, next, .. } => match keys.get(next.saturating_sub(1)) {
                Some(&key) => error.within_property(cx, key),
                None => error,
            },
            Frame::Map { entries, next, .. } => match entries.get(next.saturating_sub(1) & !1) {
                Some(&key) => {
                    let key = messages::describe(cx.vm, key);
                    error.within(&format!("[{key}]"))
                }
                None => error,
            },
            Frame::Set { next, .. } => error.within_index(next.saturating_sub(1)),
        }
    }
}

/// Frames whose steps are told in a path, from either end: nobody reads more.
const TOLD: usize = 12;

/// Adds the path through all open objects to a conversion error.
pub(super) fn placed(cx: &mut Context<'_>, frames: &[Frame], mut error: Error) -> Error {
    if !error.is_conversion() {
        return error;
    }
    let inner = frames.len().saturating_sub(TOLD).max(TOLD.min(frames.len()));
    for frame in frames[inner..].iter().rev() {
        error = frame.place(cx, error);
    }
    if inner > TOLD {
        error = error.within("…");
    }
    for frame in frames[..inner.min(TOLD)].iter().rev() {
        error = frame.place(cx, error);
    }
    error
}
