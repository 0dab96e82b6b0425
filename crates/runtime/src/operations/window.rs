//! The running frame's part of the value stack.

use crate::value::Value;
use crate::vm::WINDOW;

/// Makes registers undefined, a few more than asked for if that is quicker: the stack above them is free.
#[inline(always)]
pub(crate) fn clear(stack: &mut [Value], from: usize, to: usize) {
    const CHUNK: usize = 8;
    if let Some(chunk) = stack.get_mut(from..).and_then(|rest| rest.first_chunk_mut::<CHUNK>()) {
        *chunk = [Value::UNDEFINED; CHUNK];
    }
    if to > from + CHUNK {
        clear_many(&mut stack[from + CHUNK..to]);
    }
}

/// Makes the registers of a new frame undefined, all of which are in its window.
#[inline(always)]
pub fn clear_window(window: &mut [Value; WINDOW], from: usize, to: usize) {
    const CHUNK: usize = 8;
    let Some(chunk) = window.get_mut(from..).and_then(|rest| rest.first_chunk_mut::<CHUNK>()) else {
        return clear_many(&mut window[from..to]);
    };
    *chunk = [Value::UNDEFINED; CHUNK];
    if to > from + CHUNK {
        clear_many(&mut window[from + CHUNK..to]);
    }
}

/// Not inlined: otherwise the loop would set up for a fill before every instruction.
#[inline(never)]
fn clear_many(registers: &mut [Value]) {
    registers.fill(Value::UNDEFINED);
}

/// The registers that instructions name with 8 bits. Every frame has at least this much stack.
#[inline(always)]
pub fn window(stack: &mut [Value], base: usize) -> &mut [Value; WINDOW] {
    match stack.get_mut(base..base + WINDOW).map(TryInto::try_into) {
        Some(Ok(window)) => window,
        _ => unreachable!("every frame is entered with a window of stack above its base"),
    }
}
