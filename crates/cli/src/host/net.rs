//! The network of `fetch`, and of `http` for packages: what `--allow-net` gives.
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
mod reason;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::TryRecvError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use ferrotape::handles::Bytes;
use ferrotape::web::{FetchRequest, Web};
use ferrotape::{AsContext, Context, Engine, Error, Function, Object, Value};

use super::network::Network;
use crate::options::Options;
use client::{Answers, Client, Piece};

/// Makes the function that the engine asks.
const GLUE: &str = include_str!("net.js");

/// The most fetches at once, with those whose bodies are not read. Further ones wait.
const MOST: usize = 128;

/// The time between two collections of bodies that nothing can read any more.
const COLLECTION: Duration = Duration::from_millis(100);

/// Tries of a fetch that waits, of 10 ms each at least, until it fails where most of the others do not go on.
const PATIENCE: u32 = 500;

/// Time after which an unread answer no longer counts as active.
const IDLE: Duration = Duration::from_secs(4);

/// The fetches that go on, by the numbers of their hops.
#[derive(Default)]
struct Fetches {
    going: BTreeMap<u64, Going>,
    /// Numbers of the fetches that wait for room.
    waiting: BTreeSet<u64>,
    collected: Option<Instant>,
}

/// A fetch that goes on, with the answers of its thread.
struct Going {
    answers: Answers,
    has_head: bool,
    asked: Instant,
}

type Table = Arc<Mutex<Fetches>>;

fn lock(table: &Table) -> MutexGuard<'_, Fetches> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The network of one engine, or of several: what is limited is limited for all of them together.
pub struct Fetcher {
    /// None if the command line allows no network.
    client: Option<Arc<Client>>,
    tables: Mutex<Vec<Weak<Mutex<Fetches>>>>,
}

impl Fetcher {
    pub fn new(options: &Options) -> Fetcher {
        let client = gate::Gate::new(&options.permissions.network).map(|gate| Arc::new(Client::new(gate)));
        let fetcher = Fetcher { client, tables: Mutex::default() };
        if let Some(time) = options.limits.time {
            fetcher.end_after(time);
        }
        fetcher
    }

    /// Ends what begins from now on when so much time has gone by.
    pub fn end_after(&self, time: Duration) {
        if let Some(client) = &self.client {
            client.set_end(Instant::now().checked_add(time));
        }
    }

    /// Stops all that goes on. Threads that wait for a server end at the end that was set.
    pub fn stop_all(&self) {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).retain(|table| {
            let Some(table) = table.upgrade() else { return false };
            let mut fetches = lock(&table);
            fetches.going.clear();
            fetches.waiting.clear();
            true
        });
    }

    /// Gives an engine the network, or a refusal that says what allows one.
    pub fn define(&self, engine: &mut Engine, web: &Web) -> Result<Network, Error> {
        let Some(client) = &self.client else {
            let refuse = |_: Object| Err::<(), Error>(Error::type_error("--allow-net=HOST allows it"));
            web.set_fetch(engine, refuse)?;
            return Network::refusing(engine, "--allow-net=HOST allows it");
        };
        let table = Table::default();
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&table));
        define(engine, web, Arc::clone(client), table)
    }
}

/// Connects `fetch` to a client by `net.js`, which polls the table by timers. Aborted fetches leave the table at
/// once.
fn define(engine: &mut Engine, web: &Web, client: Arc<Client>, table: Table) -> Result<Network, Error> {
    let (counted, waiting) = (Arc::clone(&client), Arc::clone(&table));
    let (started, taken, stopped) = (Arc::clone(&table), Arc::clone(&table), table);
    let has_room = Function::new(engine, "hasRoom", move |cx: &mut Context<'_>, id: u64, tries: u32| {
        has_room(cx, &counted, &waiting, id, tries)
    })?;
    let start = Function::new(engine, "start", move |request: FetchRequest| {
        let id = request.id;
        let answers = client.start(request).map_err(|why| Error::type_error(&why))?;
        lock(&started).going.insert(id, Going { answers, has_head: false, asked: Instant::now() });
        Ok::<(), Error>(())
    })?;
    let take = Function::new(engine, "take", move |cx: &mut Context<'_>, id: u64| take(cx, &taken, id))?;
    let stop = move |id: u64| {
        let mut fetches = lock(&stopped);
        fetches.going.remove(&id);
        fetches.waiting.remove(&id);
    };
    let stop_early = Function::new(engine, "stop", stop.clone())?;
    let ask: Function = engine.enter(|cx| {
        // By a name that coverage and debuggers know for none of the program's.
        let make: Function = cx.eval_named("node:internal/fetch", GLUE)?;
        make.call(cx, (has_room, start, take, &stop_early))
    })?;
    web.on_fetch_abort(engine, stop)?;
    let network = Network { ask: ask.clone(), stop: stop_early };
    web.set_fetch(engine, move |cx: &mut Context<'_>, hop: Object| ask.call::<Object>(cx, (hop,)))?;
    Ok(network)
}

/// Returns whether a fetch may begin now. An error if it was aborted while it waited, or if too many others are stuck.
fn has_room(cx: &mut Context<'_>, client: &Client, table: &Table, id: u64, tries: u32) -> Result<bool, Error> {
    if tries > 0 && !lock(table).waiting.contains(&id) {
        return Err(Error::type_error("it was aborted"));
    }
    if client.running() < MOST {
        lock(table).waiting.remove(&id);
        return Ok(true);
    }
    let mut fetches = lock(table);
    if fetches.collected.is_none_or(|last| last.elapsed() > COLLECTION) {
        fetches.collected = Some(Instant::now());
        drop(fetches);
        // Bodies of responses that are garbage end by that: see net.js.
        cx.collect_garbage();
        fetches = lock(table);
    }
    let busy = fetches.going.values().filter(|going| going.asked.elapsed() < IDLE).count();
    if tries >= PATIENCE && 2 * busy < MOST {
        fetches.waiting.remove(&id);
        return Err(Error::type_error("too many fetches whose bodies were not read, or that were aborted"));
    }
    fetches.waiting.insert(id);
    Ok(false)
}

/// Takes what a thread has answered: undefined while there is nothing, null at the end.
fn take(cx: &mut Context<'_>, table: &Table, id: u64) -> Result<Value, Error> {
    let (piece, had_head) = match lock(table).going.get_mut(&id) {
        Some(going) => {
            going.asked = Instant::now();
            let piece = going.answers.pieces.try_recv();
            let had_head = going.has_head;
            going.has_head |= piece.is_ok();
            (piece, had_head)
        }
        None => return Err(Error::type_error("it was aborted")),
    };
    let over = || drop(lock(table).going.remove(&id));
    match piece {
        Err(TryRecvError::Empty) => Ok(Value::Undefined),
        Err(TryRecvError::Disconnected) => {
            over();
            match had_head {
                true => Ok(Value::Null),
                false => Err(Error::type_error("the client ended without an answer")),
            }
        }
        Ok(Piece::Failed(why)) => {
            over();
            Err(Error::type_error(&why))
        }
        Ok(Piece::Bytes(bytes, _share)) => {
            let piece = new_record(cx)?;
            piece.set(cx, "bytes", Bytes(bytes))?;
            Ok(piece.into())
        }
        Ok(Piece::Head { status, text, headers }) => {
            let head = new_record(cx)?;
            head.set(cx, "status", status)?;
            head.set(cx, "statusText", text)?;
            head.set(cx, "headers", headers)?;
            Ok(head.into())
        }
    }
}

/// Makes an object of which nothing is what scripts put into Object.prototype.
fn new_record(cx: &mut Context<'_>) -> Result<Object, Error> {
    let record = Object::new(cx)?;
    record.set_prototype(cx, None)?;
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_ends_without_an_answer_fails() {
        let table = Table::default();
        let (sender, pieces) = std::sync::mpsc::channel();
        let going = Going { answers: Answers::of(pieces), has_head: false, asked: Instant::now() };
        lock(&table).going.insert(1, going);
        let mut engine = Engine::new();
        assert_eq!(engine.enter(|cx| take(cx, &table, 1)).expect("nothing yet"), Value::Undefined);
        drop(sender);
        let error = engine.enter(|cx| take(cx, &table, 1)).expect_err("an error");
        assert!(error.to_string().contains("ended without an answer"), "{error}");
        assert!(lock(&table).going.is_empty());
    }

    #[test]
    fn what_was_aborted_while_it_waited_does_not_begin() {
        let gate = gate::Gate::new(&crate::options::Network::Public(Vec::new())).expect("a gate");
        let (client, table) = (Client::new(gate), Table::default());
        let mut engine = Engine::new();
        let mut try_again = |tries| engine.enter(|cx| has_room(cx, &client, &table, 7, tries));
        assert!(try_again(0).expect("room"));
        lock(&table).waiting.insert(7);
        assert!(try_again(1).expect("room"));
        try_again(2).expect_err("it waits no more");
    }

    #[test]
    fn fetches_of_all_engines_are_stopped_together() {
        let mut options = crate::options::Options::default();
        options.permissions.network = crate::options::Network::Public(Vec::new());
        let fetcher = Fetcher::new(&options);
        let table = Table::default();
        fetcher.tables.lock().expect("tables").extend([Arc::downgrade(&table), Weak::new()]);
        let (sender, pieces) = std::sync::mpsc::sync_channel(1);
        let going = Going { answers: Answers::of(pieces), has_head: false, asked: Instant::now() };
        lock(&table).going.insert(1, going);
        lock(&table).waiting.insert(2);
        fetcher.stop_all();
        assert!(lock(&table).going.is_empty() && lock(&table).waiting.is_empty());
        sender.send(Piece::Failed(String::new())).expect_err("nobody listens");
        assert_eq!(fetcher.tables.lock().expect("tables").len(), 1);
    }
}
