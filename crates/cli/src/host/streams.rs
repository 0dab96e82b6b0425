//! `process.stdout` and `process.stderr`.

use std::sync::Arc;

use ferrotape::convert::Coerced;
use ferrotape::handles::Bytes;
use ferrotape::{Context, Error, Function, Object};

use super::events;

/// Makes what programs see of one.
const STREAM: &str = include_str!("streams.js");

/// Makes the object for an output with this number, which writes text and bytes.
pub fn new(
    cx: &mut Context<'_>,
    number: u8,
    is_terminal: bool,
    write: impl Fn(&[u8]) -> Result<(), Error> + Send + Sync + 'static,
) -> Result<Object, Error> {
    let stream = Object::new(cx)?;
    events::make_emitter(cx, &stream)?;
    let write = Arc::new(write);
    let own = Arc::clone(&write);
    let put_text = Function::new(cx, "putText", move |text: Coerced<String>| own(text.0.as_bytes()))?;
    let put_bytes = Function::new(cx, "putBytes", move |bytes: Bytes| write(&bytes.0))?;
    let make: Function = cx.eval_named("node:internal/outputs", STREAM)?;
    make.call::<()>(cx, (&stream, put_text, put_bytes, number, is_terminal))?;
    Ok(stream)
}
