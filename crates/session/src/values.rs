//! Values of scripts that a host holds by number, and functions of the host as values of scripts.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrotape::convert::JsValue;
use ferrotape::handles::Local;
use ferrotape::host::Rest;
use ferrotape::wire::{self, Keeper};
use ferrotape::{Context, Error, FromJs, Function, IntoJs};

use crate::classes::{self, Objects};
use crate::item::{Item, Malformed};
use crate::place::Inside;
use crate::table::{Handle, Table};
use crate::{Reply, Shell};

/// The values of one engine, kept among its data. Each engine has its own: a fork knows no handle of the first one.
#[derive(Clone)]
pub(crate) struct Values {
    table: Arc<Mutex<Table<JsValue>>>,
    /// Whether all values are kept, and told by their numbers.
    holds: bool,
    /// The most bytes of a source text.
    pub source: Option<usize>,
    /// Objects of the host in this engine.
    pub objects: Objects,
}

impl Values {
    pub fn new(holds: bool, source: Option<usize>) -> Values {
        Values { table: Arc::default(), holds, source, objects: Objects::default() }
    }

    /// Forgets all values, as those of an engine that is gone. Their handles stay stale.
    pub fn clear(&self) {
        self.objects.clear();
        let old = self.table().take_all();
        drop(old);
    }

    pub fn table(&self) -> MutexGuard<'_, Table<JsValue>> {
        // A table is whole between any two of its methods.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a value, and returns its number.
    pub fn hold(&self, value: JsValue) -> Result<Item, Error> {
        let held = self.table().insert(value).map(|handle| Item::Number(handle.number() as f64));
        held.ok_or_else(|| Error::new("too many values are held"))
    }

    pub fn of(cx: &mut Context<'_>) -> Result<Values, Error> {
        cx.data::<Values>().cloned().ok_or_else(|| Error::new("the engine belongs to no session"))
    }

    pub fn get(&self, id: u64) -> Result<JsValue, Error> {
        let found = self.table().get(Handle::from_number(id)).cloned();
        found.ok_or_else(|| Error::type_error("the handle was released, or belongs to another engine"))
    }
}

/// Part of a session that the format needs.
struct Session<'s> {
    values: Values,
    shell: &'s Arc<dyn Shell>,
}

impl Keeper for Session<'_> {
    fn keep(&mut self, cx: &mut Context<'_>, value: JsValue) -> Option<u64> {
        match classes::number_of(cx, &value) {
            Some(number) => Some(classes::FIRST + number),
            None => self.values.table().insert(value).map(Handle::number),
        }
    }

    fn kept(&mut self, cx: &mut Context<'_>, id: u64, name: &str) -> Result<Option<JsValue>, Error> {
        match id.checked_sub(classes::FIRST) {
            Some(number) => self.values.objects.object(cx, number, name, None).map(Some),
            None => Ok(self.values.table().get(Handle::from_number(id)).cloned()),
        }
    }

    fn function(&mut self, cx: &mut Context<'_>, id: u64, name: &str) -> Result<Function, Error> {
        host_function(cx, self.shell, id, name)
    }
}

/// Writes a value, with handles for what is not copied; or keeps it, and writes its number.
pub(crate) fn encode<'js>(cx: &mut Context<'js>, shell: &Arc<dyn Shell>, value: impl IntoJs) -> Result<Vec<u8>, Error> {
    let values = Values::of(cx)?;
    if !values.holds {
        return encode_data(cx, shell, value);
    }
    let value = value.into_js(cx)?;
    let value = JsValue::from_js(cx, value)?;
    Ok(values.hold(value)?.encode())
}

/// Writes a value, with handles for what is not copied.
pub(crate) fn encode_data<'js>(
    cx: &mut Context<'js>,
    shell: &Arc<dyn Shell>,
    value: impl IntoJs,
) -> Result<Vec<u8>, Error> {
    let values = Values::of(cx)?;
    let value = value.into_js(cx)?;
    wire::encode(cx, value, &mut Session { values, shell })
}

/// Writes the arguments of a function of the host; before them the number of its object, if it is called on one.
fn encode_arguments(
    cx: &mut Context<'_>,
    shell: &Arc<dyn Shell>,
    object: Option<u64>,
    mut arguments: Vec<JsValue>,
) -> Result<Vec<u8>, Error> {
    let values = Values::of(cx)?;
    if !values.holds {
        if let Some(number) = object {
            let number = (number as f64).into_js(cx)?;
            arguments.insert(0, JsValue::from_js(cx, number)?);
        }
        return encode(cx, shell, arguments);
    }
    let mut held: Vec<Item> = object.into_iter().map(|number| Item::Number(number as f64)).collect();
    for argument in arguments {
        held.push(values.hold(argument)?);
    }
    Ok(Item::List(held).encode())
}

/// Reads a value.
pub(crate) fn decode<'js>(cx: &mut Context<'js>, shell: &Arc<dyn Shell>, bytes: &[u8]) -> Result<Local<'js>, Error> {
    let values = Values::of(cx)?;
    wire::decode(cx, bytes, &mut Session { values, shell })
}

/// Reads an array of values.
pub(crate) fn decode_list(cx: &mut Context<'_>, shell: &Arc<dyn Shell>, bytes: &[u8]) -> Result<Vec<JsValue>, Error> {
    let list = decode(cx, shell, bytes)?;
    Vec::from_js(cx, list)
}

/// Makes the script's function for a function of the host.
pub(crate) fn host_function(
    cx: &mut Context<'_>,
    shell: &Arc<dyn Shell>,
    id: u64,
    name: &str,
) -> Result<Function, Error> {
    let shell = Arc::clone(shell);
    Function::new(cx, name, move |cx: &mut Context<'_>, arguments: Rest<JsValue>| {
        call_host(cx, &shell, id, None, arguments.0)
    })
}

/// Calls a function of the host with values of the script, perhaps on an object of the host.
pub(crate) fn call_host(
    cx: &mut Context<'_>,
    shell: &Arc<dyn Shell>,
    id: u64,
    object: Option<u64>,
    arguments: Vec<JsValue>,
) -> Result<JsValue, Error> {
    let input = encode_arguments(cx, shell, object, arguments).map_err(|error| error.within("the arguments"))?;
    let mut output = Vec::new();
    match shell.host_call_inside(&mut Inside::new(cx, shell), id, &input, &mut output) {
        Reply::Returned => {
            let value = decode(cx, shell, &output).map_err(|error| error.within("the result"))?;
            JsValue::from_js(cx, value)
        }
        Reply::Threw => Err(host_error(cx, shell, &output)),
    }
}

/// Returns the error for an exception of the host: its number, and the value that the script gets.
pub(crate) fn host_error(cx: &mut Context<'_>, shell: &Arc<dyn Shell>, bytes: &[u8]) -> Error {
    let Ok((id, bytes)) = leading_number(bytes) else { return Error::from_host(Malformed) };
    match decode(cx, shell, bytes) {
        Ok(value) => cx.throw_for(value, HostException(id)),
        Err(error) => error,
    }
}

/// Reads LEB128, and returns the bytes behind it.
pub(crate) fn leading_number(bytes: &[u8]) -> Result<(u64, &[u8]), Malformed> {
    let mut number = 0;
    for (place, &byte) in bytes.iter().take(9).enumerate() {
        number |= u64::from(byte & 0x7F) << (7 * place);
        if byte < 0x80 {
            return Ok((number, &bytes[place + 1..]));
        }
    }
    Err(Malformed)
}

/// An exception of the host, which only the host knows by this number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct HostException(pub u64);

impl fmt::Display for HostException {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exception {} of the host", self.0)
    }
}

impl std::error::Error for HostException {}
