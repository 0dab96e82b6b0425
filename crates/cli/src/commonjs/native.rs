//! Functions that the built-in modules get from the command, each module only what it needs.
//!
//! ```text
//! async_hooks  what follows code across awaits
//! console      tables
//! bytes        text to bytes and back, for buffer
//! hashes       hashes, HMAC and secret bytes, for crypto    scrypt: keys of passwords    ciphers: AES
//! events       who listens to targets of the web
//! vm           scripts in the program's own realm and in others: contexts
//! worker_threads  the message that waits at a port
//! zlib         compression and check sums
//! stream       the end of streams of the web
//! http         the network, as `fetch` has it
//! test         which tests are wanted, and who is told: crate::testing
//! fs           files: crate::host, which asks the gate
//! internal     what a value is, for util.types
//! ```

#[cfg(feature = "compression")]
mod brotli;
mod bytes;
#[cfg(feature = "crypto")]
mod ciphers;
mod contexts;
#[cfg(feature = "compression")]
mod flate;
mod hashes;
mod scrypt;

use std::path::Path;
use std::sync::Arc;

use ferrotape::console::InspectOptions;
use ferrotape::convert::JsValue;
use ferrotape::host::{IntoFunction, Rest};
use ferrotape::modules::FileError;
use ferrotape::{Context, Error, Function, Object, Promise, Value};

use super::Given;
use crate::host::context;
use crate::host::errors::inspect;
use crate::reach::{Purpose, reason};
use crate::testing::snapshots;

/// Makes the object for a module.
pub fn for_module(cx: &mut Context<'_>, name: &str, given: &Given) -> Result<Object, Error> {
    let native = Object::new(cx)?;
    match name {
        "async_hooks" => {
            let (current, enter) = (context::current(cx)?, context::enter(cx)?);
            native.set(cx, "current", current)?;
            native.set(cx, "enter", enter)?;
        }
        "buffer" => bytes::add_to(cx, &native)?,
        "console" => {
            add(cx, &native, "table", |cx: &mut Context<'_>, data: Value, columns: Value, given: Value| {
                let options = InspectOptions { custom: true, ..InspectOptions::default() };
                cx.table_as_asked(&data, &columns, &given, &options)
            })?;
        }
        "crypto" => {
            hashes::add_to(cx, &native)?;
            scrypt::add_to(cx, &native)?;
            // The work of subtle is done when it returns.
            add(cx, &native, "settled", |cx: &mut Context<'_>, promise: Promise| promise.result::<Value>(cx))?;
            #[cfg(feature = "crypto")]
            ciphers::add_to(cx, &native)?;
        }
        "events" => add(cx, &native, "listenersOf", |cx: &mut Context<'_>, target: Object, name: String| {
            target.event_listeners(cx, &name)
        })?,
        "fs" => given.files.add_for_node(cx, &native, &given.reach)?,
        "internal/http_client" => {
            native.set(cx, "ask", &given.network.ask)?;
            native.set(cx, "stop", &given.network.stop)?;
        }
        "internal/stream_ends" => {
            add(cx, &native, "endOf", |cx: &mut Context<'_>, stream: Object| stream.stream_end(cx))?;
            add(cx, &native, "stateOf", state_of)?;
        }
        "internal/types" => {
            add(cx, &native, "isPromise", is_promise)?;
            add(cx, &native, "isProxy", |cx: &mut Context<'_>, value: Value| match value.as_object() {
                Some(object) => object.is_proxy(cx),
                None => Ok(false),
            })?;
        }
        "test" => add_tests(cx, &native, given)?,
        "test/reporters" => given.testing.add_events_to(cx, &native)?,
        "vm" => contexts::add_to(cx, &native)?,
        "worker_threads" => add(cx, &native, "takeMessage", take_message)?,
        "util" => {
            add(cx, &native, "inspect", inspect)?;
            add(cx, &native, "format", |cx: &mut Context<'_>, values: Rest<JsValue>| {
                cx.format(values.0, &InspectOptions { custom: true, ..InspectOptions::default() })
            })?;
        }
        #[cfg(feature = "compression")]
        "zlib" => {
            flate::add_to(cx, &native)?;
            brotli::add_to(cx, &native)?;
        }
        _ => {}
    }
    Ok(native)
}

/// Adds what the command line says of tests, and the file of their snapshots.
fn add_tests(cx: &mut Context<'_>, native: &Object, given: &Given) -> Result<(), Error> {
    let testing = &given.testing;
    testing.add_to(cx, native)?;
    let Some(file) = &testing.file else { return Ok(()) };
    let reach = Arc::clone(&given.reach);
    let read = move |cx: &mut Context<'_>, path: &Path| match cx
        .reading(|limits| reach.text(path, Purpose::Snapshot, limits))?
    {
        Ok(text) => Ok(Some(text)),
        Err(FileError::Missing) => Ok(None),
        Err(error) => Err(Error::new(reason(&error))),
    };
    snapshots::add_to(cx, native, file, testing.updates, read)
}

/// Adds a function to the object.
fn add<M>(cx: &mut Context<'_>, native: &Object, name: &str, function: impl IntoFunction<M>) -> Result<(), Error> {
    let function = Function::new(cx, name, function)?;
    native.set(cx, name, function)
}

/// util.types.isPromise ( value )
fn is_promise(cx: &mut Context<'_>, value: Value) -> Result<bool, Error> {
    let Some(object) = value.as_object() else { return Ok(false) };
    match object.convert::<Promise>(cx) {
        Ok(_) => Ok(true),
        Err(error) if error.is_termination() => Err(error),
        Err(_) => Ok(false),
    }
}

/// Tells the state of a stream of the web, if the object is one to read from.
fn state_of(cx: &mut Context<'_>, stream: Object) -> Result<Option<Object>, Error> {
    let Some(state) = stream.stream_state(cx)? else { return Ok(None) };
    let shown = Object::new(cx)?;
    shown.set(cx, "isReadable", state.is_readable)?;
    shown.set(cx, "isErrored", state.is_errored)?;
    shown.set(cx, "isDisturbed", state.is_disturbed)?;
    Ok(Some(shown))
}

/// worker_threads.receiveMessageOnPort ( port )
fn take_message(cx: &mut Context<'_>, port: Object) -> Result<Option<Object>, Error> {
    let Some(message) = port.take_message::<Value>(cx)? else { return Ok(None) };
    let taken = Object::new(cx)?;
    taken.set(cx, "message", message)?;
    Ok(Some(taken))
}
