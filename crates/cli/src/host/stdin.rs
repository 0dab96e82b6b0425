//! `process.stdin`: standard input as programs see it.

use std::io::{self, IsTerminal};

use ferrotape::handles::Bytes;
use ferrotape::{Context, Error, Function, Object};

use super::events;
use super::input::StandardInput;

/// Makes what programs see of it.
const STREAM: &str = include_str!("stdin.js");

/// The object that programs see.
pub fn stream(cx: &mut Context<'_>, input: &StandardInput) -> Result<Object, Error> {
    let (read, input) = (input.clone(), input.clone());
    let stream = Object::new(cx)?;
    stream.set(cx, "fd", 0)?;
    stream.set(cx, "isTTY", io::stdin().is_terminal())?;
    events::make_emitter(cx, &stream)?;
    let take = Function::new(cx, "take", move || read.lock().take().map(Bytes))?;
    let is_over = Function::new(cx, "isOver", move || input.lock().is_over())?;
    let make: Function = cx.eval_named("node:internal/stdin", STREAM)?;
    make.call::<()>(cx, (&stream, take, is_over))?;
    Ok(stream)
}
