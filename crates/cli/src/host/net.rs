//! The network of `fetch`: what `--allow-net` gives.
//!
//! ```text
//! fetch ── hop ──> gate: is the host allowed? ──> a thread of the client ── head, pieces ──> table
//!                                                  resolves by the gate                        │
//! net.js looks into the table by timers, so limits and other timers go on meanwhile  <─────────┘
//! ```
//!
//! The client follows no redirect and knows no proxy: the engine asks again for each hop.

mod client;
mod gate;

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use ferrotape::handles::Bytes;
use ferrotape::web::{FetchRequest, Web};
use ferrotape::{Array, AsContext, Context, Engine, Error, Function, Object, Value};

use crate::options::Options;
use client::{Client, Piece};

/// Makes the function that the engine asks.
const GLUE: &str = include_str!("net.js");

/// The most fetches at once. Further ones wait.
const MOST: usize = 128;

/// What threads have answered, by the number of the hop.
type Table = Arc<Mutex<BTreeMap<u64, Receiver<Piece>>>>;

fn lock(table: &Table) -> MutexGuard<'_, BTreeMap<u64, Receiver<Piece>>> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives the engine a network, or a refusal that says what allows one.
pub fn define(engine: &mut Engine, web: &Web, options: &Options) -> Result<(), Error> {
    let Some(gate) = gate::Gate::new(&options.permissions.network) else {
        let refuse = |_: Object| Err::<(), Error>(Error::type_error("--allow-net=HOST allows it"));
        return web.set_fetch(engine, refuse);
    };
    let until = options.limits.time.and_then(|time| Instant::now().checked_add(time));
    let client = Arc::new(Client::new(gate, until));
    let table = Table::default();
    let (counted, started, taken, stopped) =
        (Arc::clone(&client), Arc::clone(&table), Arc::clone(&table), Arc::clone(&table));
    let has_room = Function::new(engine, "hasRoom", move || counted.running() < MOST)?;
    let start = Function::new(engine, "start", move |request: FetchRequest| {
        let id = request.id;
        let answers = client.start(request).map_err(|why| Error::type_error(&why))?;
        lock(&started).insert(id, answers);
        Ok::<(), Error>(())
    })?;
    let take = Function::new(engine, "take", move |cx: &mut Context<'_>, id: u64| take(cx, &taken, id))?;
    let stop = move |id: u64| drop(lock(&stopped).remove(&id));
    let stop_early = Function::new(engine, "stop", stop.clone())?;
    let ask: Function = engine.enter(|cx| {
        let make: Function = cx.eval(GLUE)?;
        make.call(cx, (has_room, start, take, stop_early))
    })?;
    web.on_fetch_abort(engine, stop)?;
    web.set_fetch(engine, move |cx: &mut Context<'_>, hop: Object| ask.call::<Object>(cx, (hop,)))
}

/// Takes what a thread has answered: undefined while there is nothing, null at the end.
fn take(cx: &mut Context<'_>, table: &Table, id: u64) -> Result<Value, Error> {
    let piece = match lock(table).get(&id) {
        Some(answers) => answers.try_recv(),
        None => return Err(Error::type_error("it was aborted")),
    };
    let over = || drop(lock(table).remove(&id));
    match piece {
        Err(TryRecvError::Empty) => Ok(Value::Undefined),
        Err(TryRecvError::Disconnected) => {
            over();
            Ok(Value::Null)
        }
        Ok(Piece::Failed(why)) => {
            over();
            Err(Error::type_error(&why))
        }
        Ok(Piece::Bytes(bytes)) => {
            let piece = Object::new(cx)?;
            piece.set(cx, "bytes", Bytes(bytes))?;
            Ok(piece.into())
        }
        Ok(Piece::Head { status, text, headers }) => {
            let head = Object::new(cx)?;
            head.set(cx, "status", status)?;
            head.set(cx, "statusText", text)?;
            let list = Array::new(cx)?;
            for (name, value) in headers {
                let pair = Array::from_values(cx, [name, value])?;
                list.push(cx, pair)?;
            }
            head.set(cx, "headers", list)?;
            Ok(head.into())
        }
    }
}
