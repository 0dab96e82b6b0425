//! Functions of the host: scripts call functions of C.

use std::ffi::{c_int, c_void};
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Instant;

use ferrotape_session::{Inside, Item, Op, Reply, Shell, Watcher};

use crate::record::{RUNNING, Record, Thrown, locked};
use crate::types::{Console, Drop as DropData, Engine, Function, Loader, Slice, Value};

/// The functions of an engine and its forks, by number.
#[derive(Default)]
pub struct CShell {
    functions: Mutex<Vec<Option<Arc<HostFunction>>>>,
}

pub enum Code {
    Function(Function),
    Loader(Loader),
    Console(Console),
}

/// A function of C with its data.
struct HostFunction {
    code: Code,
    data: Data,
}

/// Data of C, which are dropped once: with the last engine that knows them, or where they could not be given to one.
pub struct Data {
    data: *mut c_void,
    drop: Option<DropData>,
}

// SAFETY: the pointer is only handed back to C, whose functions are called by one thread at a time for an engine. Who uses an
// engine from several threads has promised in the header that its functions may be called there.
unsafe impl Send for Data {}
// SAFETY: as above.
unsafe impl Sync for Data {}

impl Data {
    pub fn new(data: *mut c_void, drop: Option<DropData>) -> Data {
        Data { data, drop }
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        if let Some(drop) = self.drop {
            // SAFETY: the header says that it is called once, with the data it was given with.
            unsafe { drop(self.data) };
        }
    }
}

impl CShell {
    /// Gives a function a number.
    pub fn add(&self, code: Code, data: Data) -> u64 {
        let mut functions = locked(&self.functions);
        functions.push(Some(Arc::new(HostFunction { code, data })));
        functions.len() as u64 - 1
    }

    /// Drops a function that no engine has got.
    pub fn remove(&self, function: u64) {
        // Its data are dropped without the lock.
        let removed = locked(&self.functions).get_mut(function as usize).and_then(Option::take);
        drop(removed);
    }

    fn get(&self, function: u64) -> Option<Arc<HostFunction>> {
        locked(&self.functions).get(usize::try_from(function).ok()?)?.clone()
    }
}

/// The shell of a host.
pub struct Shared(pub Arc<CShell>);

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Shell for Shared {
    fn host_call(&self, function: u64, input: &[u8], output: &mut Vec<u8>) -> Reply {
        let Some(function) = self.0.get(function) else { return threw(None, output) };
        let Ok(Item::List(items)) = Item::decode(input) else { return threw(None, output) };
        let text = |index: usize| items.get(index).and_then(Item::as_text).unwrap_or_default();
        match function.code {
            Code::Loader(load) if text(0) == "load" => {
                let mut source = Slice::EMPTY;
                // SAFETY: the slices are valid during the call; what it gives is read before anything else is called.
                let status = unsafe { load(function.data.data, slice(text(1)), &mut source) };
                if status != 0 {
                    return threw(Some(error("Error", &format!("the loader has no module '{}'", text(1)))), output);
                }
                // SAFETY: as the header asks of loaders.
                match unsafe { crate::text(source) } {
                    Ok(source) => *output = Item::from(source).encode(),
                    Err(_) => return threw(Some(error("Error", "the loader gives no UTF-8")), output),
                }
            }
            Code::Loader(_) => *output = vec![0],
            Code::Console(tell) => {
                // SAFETY: the slices are valid during the call.
                unsafe { tell(function.data.data, slice(text(0)), slice(text(1))) };
                *output = vec![0];
            }
            Code::Function(_) => return threw(None, output),
        }
        Reply::Returned
    }

    fn host_call_inside(
        &self,
        inside: &mut Inside<'_, '_>,
        function: u64,
        input: &[u8],
        output: &mut Vec<u8>,
    ) -> Reply {
        let found = self.0.get(function);
        let record = RUNNING.with(|stack| stack.innermost());
        let (Some(found), Some(record)) = (found, record) else { return threw(None, output) };
        let Code::Function(code) = found.code else { return threw(None, output) };
        let items = match Item::decode(input) {
            Ok(Item::List(items)) => items,
            _ => Vec::new(),
        };
        // What earlier calls have left goes now: a script may call for long before the host's next operation.
        record.release_pending(&mut |input, output| inside.call(Op::Release as u32, input, output));
        let scope = record.open_scope();
        let arguments: Vec<Value> = items.iter().filter_map(|item| record.made(&item.encode()).ok()).collect();
        let engine = Engine { id: locked(&record.notes).id };
        let mut result = Value { engine: 0, id: 0 };
        let status = RUNNING.with(|stack| {
            // SAFETY: the arguments and the place for the result are valid during the call.
            stack.lend(inside, || unsafe {
                code(found.data.data, engine, arguments.as_ptr(), arguments.len(), &mut result)
            })
        });
        let reply = replied(&record, status, result, output);
        // The reply is read before the next operation, which releases what the scope had.
        let _ = record.close_scope(scope);
        reply
    }

    fn now(&self) -> f64 {
        START.elapsed().as_secs_f64() * 1000.0
    }

    fn watcher(&self) -> Option<Watcher> {
        // Forks share it: the engine that asks is the one that runs.
        Some(Box::new(|| {
            let running = RUNNING.with(|stack| stack.innermost());
            running.is_some_and(|record| record.cancelled.load(Ordering::Relaxed))
        }))
    }
}

fn slice(text: &str) -> Slice {
    Slice { bytes: text.as_ptr(), length: text.len() }
}

/// Turns the status of a C function into the script's reply. Zero returns `result`; others throw the exception that
/// was set, or else that of the last operation.
fn replied(record: &Arc<Record>, status: c_int, result: Value, output: &mut Vec<u8>) -> Reply {
    let thrown = locked(&record.notes).thrown.take();
    if status == 0 {
        return match record.bytes(result) {
            Ok(bytes) => {
                *output = bytes;
                Reply::Returned
            }
            Err(_) => threw(Some(error("TypeError", "the host's function gives a value of another engine")), output),
        };
    }
    let value = match thrown {
        Some(Thrown::Error(name, message)) => Some(error(&name, &message)),
        Some(Thrown::Value(id)) => record.bytes(Value { engine: locked(&record.notes).id, id }).ok(),
        // What has gone wrong in an operation goes on.
        None => passed_on(record, status),
    };
    threw(value, output)
}

/// Returns the bytes of what the last operation has thrown, if that is what the function gives.
fn passed_on(record: &Record, status: c_int) -> Option<Vec<u8>> {
    let value = {
        let notes = locked(&record.notes);
        let fault = notes.error.as_ref().filter(|fault| fault.status as c_int == status)?;
        let text = |member| fault.record.member(member).and_then(Item::as_text);
        match fault.value {
            Some(id) => Value { engine: notes.id, id },
            None => {
                let (name, message) = (text("name").unwrap_or("Error"), text("message").unwrap_or_default());
                let rest = message.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
                return Some(error(name, rest.unwrap_or(message)));
            }
        }
    };
    record.bytes(value).ok()
}

/// Writes an exception, whose number nobody asks for.
fn threw(value: Option<Vec<u8>>, output: &mut Vec<u8>) -> Reply {
    *output = vec![0];
    output.extend(value.unwrap_or_else(|| error("Error", "the host's function has failed")));
    Reply::Threw
}

/// Returns the bytes of an error.
pub fn error(name: &str, message: &str) -> Vec<u8> {
    let mut bytes = vec![21];
    bytes.extend(Item::from(name).encode());
    bytes.extend(Item::from(message).encode());
    bytes.extend([0, 15]);
    bytes
}
