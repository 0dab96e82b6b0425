//! Functions of the host: scripts call functions of C.

use std::ffi::{c_int, c_void};
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Instant;

use ferrotape_session::{Inside, Item, Reply, Shell, Watcher};

use crate::objects::{Class, Objects};
use crate::record::{RUNNING, Record, Thrown, locked};
use crate::types::{
    CallEvent, CallLog, Console, Constructor, Drop as DropData, Engine, Function, Handler, Loader, Slice, Status, Value,
};

/// Functions that an engine and its forks may have: scripts can make the host give new ones without end.
const MOST_FUNCTIONS: usize = 100_000;
pub const TOO_MANY: &str =
    "the engine has 100000 functions of the host: give the same one again by ft_keep, not new ones";

/// A count of an event that is not known: `FT_UNKNOWN`.
const UNKNOWN: u64 = u64::MAX;

/// The functions of an engine and its forks, by number, and the objects of C that they have.
#[derive(Default)]
pub struct CShell {
    functions: Mutex<Vec<Option<Arc<HostFunction>>>>,
    pub objects: Mutex<Objects>,
}

impl Drop for CShell {
    fn drop(&mut self) {
        // Before the data of classes, in which objects may be. Finalizers run without the lock.
        let all = locked(&self.objects).take_all();
        drop(all);
    }
}

/// A function of C, by what it is for.
#[derive(Clone)]
pub enum Code {
    Function(Function),
    Loader(Loader),
    Console(Console),
    Handler(Handler),
    CallLog(CallLog),
    /// The constructor of a class.
    Constructor(Constructor, Arc<Class>),
    /// A method, getter or setter: its first argument is the pointer of an object of the class.
    Member(Function, Arc<Class>),
}

/// A function of C with its data, which those of a class share.
pub struct HostFunction {
    pub code: Code,
    data: Arc<Data>,
}

impl HostFunction {
    pub fn data(&self) -> *mut c_void {
        self.data.pointer()
    }
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

    pub fn pointer(&self) -> *mut c_void {
        self.data
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
    /// Returns whether so many functions more may come.
    pub fn has_room(&self, count: usize) -> bool {
        locked(&self.functions).len().saturating_add(count) <= MOST_FUNCTIONS
    }

    /// Gives a function a number.
    pub fn add(&self, code: Code, data: Arc<Data>) -> u64 {
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

    pub fn get(&self, function: u64) -> Option<Arc<HostFunction>> {
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
                let status = unsafe { load(function.data(), slice(text(1)), &mut source) };
                if status == Status::Waiting as c_int {
                    *output = Item::Boolean(true).encode();
                    return Reply::Returned;
                }
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
                unsafe { tell(function.data(), slice(text(0)), slice(text(1))) };
                *output = vec![0];
            }
            Code::CallLog(tell) => {
                let Some(event) = items.first() else { return threw(None, output) };
                let text = |member| slice(event.member(member).and_then(Item::as_text).unwrap_or_default());
                let number = |member| event.member(member).and_then(Item::as_number);
                let count = |member| number(member).map_or(UNKNOWN, |number| number as u64);
                let told = CallEvent {
                    id: count("id"),
                    name: text("name"),
                    end: text("end"),
                    reason: text("reason"),
                    fuel: count("fuel"),
                    argument_bytes: count("argumentBytes"),
                    answer_bytes: count("answerBytes"),
                    waited: number("waited").unwrap_or(f64::NAN),
                };
                // SAFETY: the event and its slices are valid during the call.
                unsafe { tell(function.data(), &told) };
                *output = vec![0];
            }
            Code::Function(_) | Code::Handler(_) | Code::Constructor(..) | Code::Member(..) => {
                return threw(None, output);
            }
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
        let mut items = match Item::decode(input) {
            Ok(Item::List(items)) => items,
            _ => Vec::new(),
        };
        // What earlier calls have left goes now: a script may call for long before the host's next operation.
        record.begin_within(&mut |op, input, output| inside.call(op as u32, input, output));
        // The session gives the number of an object in front, which is not kept.
        let number = match &found.code {
            Code::Member(..) if !items.is_empty() => items.remove(0),
            _ => Item::Undefined,
        };
        // From here on, the arguments go with the scope, whatever becomes of the call.
        let scope = record.open_scope();
        let arguments: Vec<Value> = items.iter().filter_map(|item| record.made(&item.encode()).ok()).collect();
        let object = match &found.code {
            Code::Member(_, class) => {
                let Some(object) = self.receiver(&number, class) else {
                    let _ = record.close_scope(scope);
                    let message = format!("the object is not an instance of {}, or is gone", class.name);
                    return threw(Some(error("TypeError", &message)), output);
                };
                object
            }
            _ => found.data(),
        };
        let engine = Engine { id: locked(&record.notes).id };
        let mut result = Value { engine: 0, id: 0 };
        let mut made = std::ptr::null_mut();
        let (first, count) = (arguments.as_ptr(), arguments.len());
        let status = RUNNING.with(|stack| {
            // SAFETY: the arguments and the places for results are valid during the call.
            stack.lend(inside, || unsafe {
                match &found.code {
                    Code::Function(code) | Code::Member(code, _) => code(object, engine, first, count, &mut result),
                    Code::Constructor(code, _) => code(object, engine, first, count, &mut made),
                    Code::Loader(_) | Code::Console(_) | Code::Handler(_) | Code::CallLog(_) => {
                        Status::Internal as c_int
                    }
                }
            })
        });
        let reply = match &found.code {
            Code::Constructor(_, class) if status == 0 => self.constructed(class, made, output),
            _ => replied(&record, status, result, output),
        };
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

impl Shared {
    /// Returns the pointer of the object on which a member is called.
    fn receiver(&self, number: &Item, class: &Class) -> Option<*mut c_void> {
        locked(&self.0.objects).pointer(number.as_number()? as u64, class.id).ok()
    }

    /// Gives the number of what a constructor has made.
    fn constructed(&self, class: &Arc<Class>, made: *mut c_void, output: &mut Vec<u8>) -> Reply {
        let message = match made.is_null() {
            true => "the host's constructor gives no object",
            false => {
                if let Some((number, _)) = locked(&self.0.objects).number_of(class, made) {
                    *output = Item::Number(number as f64).encode();
                    return Reply::Returned;
                }
                "the host's constructor gives an object of another class"
            }
        };
        threw(Some(error("TypeError", message)), output)
    }
}

fn slice(text: &str) -> Slice {
    Slice { bytes: text.as_ptr(), length: text.len() }
}

/// Turns the status of a C function into the script's reply. Zero returns `result`; others throw the exception that
/// was set, or else that of the last operation.
pub fn replied(record: &Arc<Record>, status: c_int, result: Value, output: &mut Vec<u8>) -> Reply {
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
