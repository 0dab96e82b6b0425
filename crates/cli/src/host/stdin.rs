//! `process.stdin`: standard input as programs see it.

use std::io::{self, IsTerminal};

use ferrotape::handles::Bytes;
use ferrotape::{Context, Error, Function, Object, Value};

use super::events;
use super::input::StandardInput;

/// Makes what programs see of it.
const STREAM: &str = include_str!("stdin.js");

/// Makes what programs with packages see of it, which know Node's streams.
const READABLE: &str = include_str!("stdin_stream.js");

/// Makes the object that programs see. `builtin` gives the modules of programs with packages.
pub fn stream(cx: &mut Context<'_>, input: &StandardInput, builtin: Option<&Function>) -> Result<Object, Error> {
    let (read, input) = (input.clone(), input.clone());
    let take = Function::new(cx, "take", move || read.lock().take().map(Bytes))?;
    let is_over = Function::new(cx, "isOver", move || input.lock().is_over())?;
    if let Some(builtin) = builtin {
        let streams: Value = builtin.call(cx, ("stream",))?;
        let make: Function = cx.eval_named("node:internal/stdin", READABLE)?;
        return make.call(cx, (streams, take, is_over, io::stdin().is_terminal()));
    }
    let stream = Object::new(cx)?;
    stream.set(cx, "fd", 0)?;
    stream.set(cx, "isTTY", io::stdin().is_terminal())?;
    events::make_emitter(cx, &stream)?;
    let make: Function = cx.eval_named("node:internal/stdin", STREAM)?;
    make.call::<()>(cx, (&stream, take, is_over))?;
    Ok(stream)
}
