//! The running frame's part of the value stack.

use crate::value::Value;
use crate::vm::WINDOW;

/// Makes registers undefined, a few more than asked for where that is quicker: what lies above them is free.
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

/// The same for the registers of a new frame, which has no others than those of its window.
#[inline(always)]
pub fn clear_window(window: &mut [Value; WINDOW], from: usize, to: usize) {
    const CHUNK: usize = 8;
    if from > WINDOW - CHUNK {
        return clear_many(&mut window[from..to]);
    }
    window[from..from + CHUNK].fill(Value::UNDEFINED);
    if to > from + CHUNK {
        clear_many(&mut window[from + CHUNK..to]);
    }
}

/// Not inline: what the compiler prepares for the loop of a fill, it would prepare before every instruction.
#[inline(never)]
fn clear_many(registers: &mut [Value]) {
    registers.fill(Value::UNDEFINED);
}

/// The registers that instructions name with 8 bits. Every frame has this much stack.
#[inline(always)]
pub fn window(stack: &mut [Value], base: usize) -> &mut [Value; WINDOW] {
    match stack.get_mut(base..base + WINDOW).map(TryInto::try_into) {
        Some(Ok(window)) => window,
        _ => unreachable!("every frame is entered with a window of stack above its base"),
    }
}
