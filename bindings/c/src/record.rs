//! Engines by their handles, and operations on them.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, TryLockError};

use ferrotape_session::{Handle, Host, Item, Op, Status as Told, Table};

use crate::inside::Stack;
use crate::shell::CShell;
use crate::types::{Engine, Status, Value};

/// All engines of the process.
static ENGINES: LazyLock<Mutex<Table<Arc<Record>>>> = LazyLock::new(Mutex::default);

/// The id of the object 0 of C in the format of values: as `crates/session/src/classes.rs`.
pub const FIRST: u64 = 1 << 52;

thread_local! {
    pub static RUNNING: Stack<Record> = const { Stack::new() };
}

/// An engine, with what belongs to its next call.
pub struct Record {
    /// Taken by the thread that works in the engine; empty once it is freed.
    host: Mutex<Option<(Host, Handle)>>,
    pub shell: Arc<CShell>,
    pub notes: Mutex<Notes>,
    /// Whether what runs in this engine is to end.
    pub cancelled: AtomicBool,
}

/// State of an engine between calls.
#[derive(Default)]
pub struct Notes {
    /// The handle of the engine.
    pub id: u64,
    /// Bytes that slices point to, until the next call.
    pub kept: Vec<Vec<u8>>,
    pub units: Vec<u16>,
    pub error: Option<Fault>,
    /// Error that a function of the host throws.
    pub thrown: Option<Thrown>,
    /// Values made in each open scope.
    scopes: Vec<Vec<u64>>,
    /// Values that nobody has any more.
    released: Vec<u64>,
    pub calls: Vec<Item>,
    /// The stack of a call.
    pub stack: Vec<Item>,
    /// Functions that answer calls, by the names of those.
    pub handlers: HashMap<String, u64>,
    /// Calls whose handlers answer later.
    pub begun: HashSet<u64>,
    /// Number of answers and modules that the host has given by itself.
    pub answers: u64,
}

impl Notes {
    /// Notes that the host has answered a call by itself.
    pub fn answered(&mut self, call: u64) {
        self.begun.remove(&call);
        self.answers += 1;
    }
}

/// Performs an operation in an engine that is this thread's.
type Perform<'a> = &'a mut dyn FnMut(Op, &[u8], &mut Vec<u8>) -> Told;

/// The last error of an engine.
pub struct Fault {
    pub status: Status,
    pub record: Item,
    pub value: Option<u64>,
}

/// Exception of a function of the host.
pub enum Thrown {
    Error(String, String),
    Value(u64),
}

/// Takes a lock. What it guards is whole between any two statements.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes an engine.
pub fn new_engine(settings: Item) -> Result<Engine, Status> {
    let shell = Arc::new(CShell::default());
    let mut host = Host::new(crate::shell::Shared(Arc::clone(&shell)));
    let mut output = Vec::new();
    match host.call(Op::New as u32, Handle::NONE, &Item::List(vec![settings]).encode(), &mut output) {
        Told::Done => {}
        Told::Ended => return Err(Status::Limit),
        _ => return Err(Status::Usage),
    }
    let handle = handle_of(&output).ok_or(Status::Internal)?;
    added(host, handle, shell).ok_or(Status::Usage)
}

fn handle_of(output: &[u8]) -> Option<Handle> {
    Item::decode(output).ok()?.as_number().map(|number| Handle::from_number(number as u64))
}

/// Gives an engine a handle of the process. None if no handle is left, which drops the engine.
fn added(host: Host, handle: Handle, shell: Arc<CShell>) -> Option<Engine> {
    let record = Arc::new(Record {
        host: Mutex::new(Some((host, handle))),
        shell,
        notes: Mutex::default(),
        cancelled: AtomicBool::new(false),
    });
    let id = locked(&ENGINES).insert(Arc::clone(&record))?.number();
    locked(&record.notes).id = id;
    Some(Engine { id })
}

/// Returns the engine of a handle.
pub fn record(engine: Engine) -> Result<Arc<Record>, Status> {
    locked(&ENGINES).get(Handle::from_number(engine.id)).cloned().ok_or(Status::BadHandle)
}

/// Frees an engine, which must not be running. One that a panic has passed through can be freed as well.
pub fn free(engine: Engine) -> Result<(), Status> {
    let record = record(engine)?;
    let host = match record.host.try_lock() {
        Ok(mut turn) => turn.take(),
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner().take(),
        Err(TryLockError::WouldBlock) => return Err(Status::Busy),
    };
    locked(&ENGINES).remove(Handle::from_number(engine.id));
    // Functions of the host may be told that they are over: no lock is held then.
    drop(host);
    Ok(())
}

/// Copies an engine.
pub fn fork(engine: Engine) -> Result<Engine, Status> {
    let record = record(engine)?;
    let made = {
        let mut turn = record.turn()?;
        let (host, handle) = turn.as_mut().ok_or(Status::BadHandle)?;
        let mut output = Vec::new();
        record.cancelled.store(false, Ordering::Relaxed);
        let told =
            RUNNING.with(|stack| stack.running(&record, || host.call(Op::Fork as u32, *handle, &[], &mut output)));
        match told {
            Told::Done => handle_of(&output).and_then(|handle| host.split(handle)),
            _ => return Err(record.noted(told, &output)),
        }
    };
    let (host, handle) = made.ok_or(Status::Internal)?;
    let fork = added(host, handle, Arc::clone(&record.shell)).ok_or(Status::Usage)?;
    let handlers = locked(&record.notes).handlers.clone();
    locked(&self::record(fork)?.notes).handlers = handlers;
    Ok(fork)
}

impl Record {
    /// Takes the engine, which must be free.
    fn turn(&self) -> Result<MutexGuard<'_, Option<(Host, Handle)>>, Status> {
        match self.host.try_lock() {
            Ok(turn) => Ok(turn),
            Err(TryLockError::WouldBlock) => Err(Status::Busy),
            // A panic has passed through the engine: nobody knows what it is now.
            Err(TryLockError::Poisoned(_)) => Err(Status::Internal),
        }
    }

    /// Performs an operation: on this thread within the run that has called the host, or as a run of its own.
    pub fn perform(self: &Arc<Self>, op: Op, items: Vec<Item>, rest: &[u8]) -> Result<(Status, Vec<u8>), Status> {
        let mut input = Item::List(items).encode();
        input.extend_from_slice(rest);
        let (told, output) = self.raw(op, &input)?;
        match told {
            Told::Done => Ok((Status::Ok, output)),
            Told::Paused => Ok((Status::Paused, output)),
            Told::Waiting => Ok((Status::Waiting, output)),
            _ => Err(self.noted(told, &output)),
        }
    }

    /// Releases what nobody has any more, by a function that performs [`Op::Release`].
    pub fn release_pending(&self, release: &mut dyn FnMut(&[u8], &mut Vec<u8>) -> Told) {
        let released = std::mem::take(&mut locked(&self.notes).released);
        if !released.is_empty() {
            let ids = released.iter().map(|&id| Item::Number(id as f64)).collect();
            if release(&Item::List(ids).encode(), &mut Vec::new()) != Told::Done {
                locked(&self.notes).released.extend(released);
            }
        }
    }

    /// Finalizes objects of C that no script has any more, now and then. Finalizers run while the engine is busy.
    fn finalize_pending(&self, perform: Perform<'_>) {
        if !locked(&self.shell.objects).is_due() {
            return;
        }
        let mut output = Vec::new();
        let told = perform(Op::Gone, &[], &mut output);
        let gone = match Item::decode(&output) {
            Ok(Item::List(gone)) if told == Told::Done => gone,
            _ => Vec::new(),
        };
        let numbers = gone.iter().filter_map(Item::as_number).map(|number| number as u64);
        let taken = locked(&self.shell.objects).take(numbers);
        // Without the lock: finalizers are functions of C.
        drop(taken);
    }

    /// Lets go of what nobody has any more, before the engine does something else.
    pub fn begin_within(&self, perform: Perform<'_>) {
        self.release_pending(&mut |input, output| perform(Op::Release, input, output));
        self.finalize_pending(perform);
    }

    /// Begins an operation. The engine is this thread's: another one that finds it busy takes no bytes away.
    fn begin(&self, perform: Perform<'_>) {
        locked(&self.notes).kept.clear();
        self.begin_within(perform);
    }

    /// Notes a wrong use that has reached no operation, and returns its status.
    pub fn refused(&self, message: &str) -> Status {
        let members = [("kind", "usage"), ("message", message), ("report", message)];
        let record = Item::Record(members.map(|(name, text)| (name.to_owned(), text.into())).into());
        self.remember(Fault { status: Status::Usage, record, value: None });
        Status::Usage
    }

    /// Keeps an error in the place of the last one.
    fn remember(&self, fault: Fault) {
        let mut notes = locked(&self.notes);
        if let Some(Fault { value: Some(old), .. }) = notes.error.replace(fault) {
            notes.released.push(old);
        }
    }

    /// Runs an operation through the loan of a host function on this thread, or as a run of its own, which forgets an
    /// earlier cancellation.
    fn raw(self: &Arc<Self>, op: Op, input: &[u8]) -> Result<(Told, Vec<u8>), Status> {
        let mut output = Vec::new();
        RUNNING.with(|stack| {
            let is_this = |other: &Record| std::ptr::eq(other, &**self);
            let within = stack.borrowed(is_this, |inside| {
                stack.running(self, || {
                    self.begin(&mut |op, input, output| inside.call(op as u32, input, output));
                    inside.call(op as u32, input, &mut output)
                })
            });
            let told = match within {
                Some(told) => told.map_err(|_| Status::Busy)?,
                None => {
                    let mut turn = self.turn()?;
                    let (host, handle) = turn.as_mut().ok_or(Status::BadHandle)?;
                    self.cancelled.store(false, Ordering::Relaxed);
                    stack.running(self, || {
                        self.begin(&mut |op, input, output| host.call(op as u32, *handle, input, output));
                        host.call(op as u32, *handle, input, &mut output)
                    })
                }
            };
            Ok((told, output))
        })
    }

    /// Remembers an error, and returns its status.
    fn noted(&self, told: Told, output: &[u8]) -> Status {
        let (record, rest) = Item::decode_first(output).unwrap_or((Item::Undefined, &[]));
        let value = match rest.split_first() {
            Some((1, held)) => Item::decode(held).ok().and_then(|held| held.as_number()).map(|id| id as u64),
            _ => None,
        };
        let kind = record.member("kind").and_then(Item::as_text);
        let status = match (told, kind) {
            (Told::Ended, _) => Status::Limit,
            (_, Some("syntax")) => Status::Syntax,
            (_, Some("saved")) => Status::Saved,
            (_, Some("conversion")) => Status::BadKind,
            (Told::Refused, _) => Status::Usage,
            _ => Status::Threw,
        };
        // What is wrong with a handle is not the script's matter.
        let message = record.member("message").and_then(Item::as_text).unwrap_or_default();
        // Errors of scripts have a value, but for what says words of their source.
        let is_told = value.is_none() && kind != Some("syntax");
        let is_stale = is_told && message.contains("the handle ") && message.contains("released");
        let status = if is_stale { Status::BadHandle } else { status };
        self.remember(Fault { status, record, value });
        status
    }

    /// Performs an operation that gives a value, which belongs to the open scope.
    pub fn value(self: &Arc<Self>, op: Op, items: Vec<Item>, rest: &[u8]) -> Result<Value, Status> {
        let (_, output) = self.perform(op, items, rest)?;
        self.made(&output)
    }

    /// Returns the value whose number an operation has given.
    pub fn made(&self, output: &[u8]) -> Result<Value, Status> {
        let id = handle_of(output).ok_or(Status::Internal)?.number();
        let mut notes = locked(&self.notes);
        if let Some(scope) = notes.scopes.last_mut() {
            scope.push(id);
        }
        Ok(Value { engine: notes.id, id })
    }

    /// Returns the number of a value, which must be one of this engine. Numbers from [`FIRST`] on are of objects of C: no handle
    /// is one, and who makes one up gets none.
    pub fn id(&self, value: Value) -> Result<u64, Status> {
        let is_handle = value.engine == locked(&self.notes).id && (1..FIRST).contains(&value.id);
        if is_handle { Ok(value.id) } else { Err(Status::BadHandle) }
    }

    /// Returns the bytes by which the session knows a value.
    pub fn bytes(&self, value: Value) -> Result<Vec<u8>, Status> {
        if value == (Value { engine: 0, id: 0 }) {
            return Ok(vec![0]);
        }
        let mut bytes = vec![23, 1];
        length(self.id(value)?, &mut bytes);
        bytes.extend([8, 0]);
        Ok(bytes)
    }

    pub fn open_scope(&self) -> u32 {
        let mut notes = locked(&self.notes);
        notes.scopes.push(Vec::new());
        notes.scopes.len() as u32
    }

    /// Ends a scope and those opened in it. Their values are gone with the next operation.
    pub fn close_scope(&self, scope: u32) -> Result<(), Status> {
        let mut notes = locked(&self.notes);
        let first = (scope as usize).checked_sub(1).filter(|&first| first < notes.scopes.len()).ok_or(Status::Usage)?;
        let ended: Vec<u64> = notes.scopes.drain(first..).flatten().collect();
        notes.released.extend(ended);
        Ok(())
    }

    /// Releases a value at once.
    pub fn release(self: &Arc<Self>, value: Value) -> Result<(), Status> {
        let id = self.id(value)?;
        self.perform(Op::Kind, vec![Item::Number(id as f64)], &[])?;
        {
            let mut notes = locked(&self.notes);
            for scope in &mut notes.scopes {
                scope.retain(|&other| other != id);
            }
        }
        self.perform(Op::Release, vec![Item::Number(id as f64)], &[]).map(drop)
    }

    /// Keeps bytes until the next call.
    pub fn keep(&self, bytes: Vec<u8>) -> crate::types::Slice {
        let slice = crate::types::Slice { bytes: bytes.as_ptr(), length: bytes.len() };
        // The vector moves; its bytes stay where they are.
        locked(&self.notes).kept.push(bytes);
        slice
    }
}

/// Writes LEB128.
pub fn length(number: u64, out: &mut Vec<u8>) {
    let mut left = number;
    while left >= 0x80 {
        out.push(left as u8 | 0x80);
        left >>= 7;
    }
    out.push(left as u8);
}

/// Ends what runs in an engine; its forks go on.
pub fn cancel(engine: Engine) -> Result<(), Status> {
    record(engine)?.cancelled.store(true, Ordering::Relaxed);
    Ok(())
}
