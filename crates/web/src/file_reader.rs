//! FileReader, File API 6.
//!
//! ```text
//! FileReader   data: of its target   kept: its state, the result, the error, the number of the last read
//! ```
//!
//! The bytes of a blob are there, so a read takes a task for each event.

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{self, Call, Captured, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::array;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_text::Base64;

use crate::blob::{self, Copied};
use crate::events::{self, EventKind, Target, TargetKind};
use crate::interface::{
    self, Interface, Known, attributes, illegal_invocation, kept, prototype_for_new, require_arguments,
};
use crate::{dom_exception, encoding, text, timers};

/// The class of readers, and the data of a new one.
pub(crate) const CLASS: PartClass =
    (TargetKind::FileReader.class().0, || Box::new(Target::new(TargetKind::FileReader)));

/// The kept values of a reader.
const STATE: usize = 0;
const RESULT: usize = 1;
const ERROR: usize = 2;
/// A read whose number is another one was aborted. It is the last one: [`TargetKind::class`] says how many there are.
const NUMBER: usize = 3;

pub(crate) static GLOBALS: &[&str] = &["FileReader"];

pub(crate) static CLOSURES: &[&NativeFunction] = &[&BEGIN, &PROGRESS, &LOAD, &END];

static BEGIN: NativeFunction = method("", 0, begin).capturing(CAPTURES);
static PROGRESS: NativeFunction = method("", 0, progress).capturing(CAPTURES);
static LOAD: NativeFunction = method("", 0, load).capturing(CAPTURES);
static END: NativeFunction = method("", 0, end).capturing(CAPTURES);

/// The reader, the number of the read, and what it is about.
const CAPTURES: [Captured; 3] = [Captured::Object, Captured::Value, Captured::Value];

const EMPTY: i32 = 0;
const LOADING: i32 = 1;
const DONE: i32 = 2;
const STATES: [(&str, i32); 3] = [("EMPTY", EMPTY), ("LOADING", LOADING), ("DONE", DONE)];

/// Form of the result of a read.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Wanted {
    Buffer,
    Binary,
    Text,
    DataUrl,
}

impl Wanted {
    const ALL: [Wanted; 4] = [Wanted::Buffer, Wanted::Binary, Wanted::Text, Wanted::DataUrl];
}

/// Makes the rows of handlers.
macro_rules! handlers {
    ($($on:literal $name:literal;)*) => {
        attributes! {
            "readyState": |vm, call| get(vm, call, "readyState", STATE);
            "result": |vm, call| get(vm, call, "result", RESULT);
            "error": |vm, call| get(vm, call, "error", ERROR);
            $($on: |vm, call| handler(vm, call, $name), |vm, call| set_handler(vm, call, $name);)*
        }
    };
}

static READER: Interface = Interface {
    known: Known::FileReader,
    constructor: constructor("FileReader", 0, file_reader),
    operations: &[
        method("readAsArrayBuffer", 1, |vm, call| read(vm, call, "readAsArrayBuffer", Wanted::Buffer)),
        method("readAsBinaryString", 1, |vm, call| read(vm, call, "readAsBinaryString", Wanted::Binary)),
        method("readAsText", 1, |vm, call| read(vm, call, "readAsText", Wanted::Text)),
        method("readAsDataURL", 1, |vm, call| read(vm, call, "readAsDataURL", Wanted::DataUrl)),
        method("abort", 0, abort),
    ],
    attributes: handlers! {
        "onloadstart" "loadstart";
        "onprogress" "progress";
        "onload" "load";
        "onabort" "abort";
        "onerror" "error";
        "onloadend" "loadend";
    },
    statics: &[],
};

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let target = [Known::EventTargetConstructor, Known::EventTarget].map(|known| known.of_realm(realm.vm));
    let objects = interface::define(realm, &READER, Some(target))?;
    for (name, number) in STATES {
        for object in objects {
            realm.value(object, name, Value::int(number), Attributes::ENUMERABLE)?;
        }
    }
    Ok(())
}

fn set(vm: &mut Vm, reader: ObjectId, place: usize, value: Value) {
    hosts::set_kept_value(&mut vm.heap, reader, place, value);
}

/// new FileReader ( )
fn file_reader(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::FileReader, CLASS.0)?;
    let reader = events::new_target(vm, TargetKind::FileReader, prototype)?;
    for (place, value) in
        [(STATE, Value::int(EMPTY)), (RESULT, Value::NULL), (ERROR, Value::NULL), (NUMBER, Value::int(0))]
    {
        set(vm, reader, place, value);
    }
    Ok(Value::object(reader))
}

fn is_reader(vm: &Vm, object: ObjectId) -> bool {
    events::is_target(vm, object, TargetKind::FileReader)
}

fn this_reader(vm: &mut Vm, call: Call, what: &str) -> Completion<ObjectId> {
    match call.this.as_object().filter(|&this| is_reader(vm, this)) {
        Some(reader) => Ok(reader),
        None => illegal_invocation(vm, call, &format!("FileReader.prototype.{what}")),
    }
}

fn get(vm: &mut Vm, call: Call, name: &str, place: usize) -> Completion<Value> {
    let reader = this_reader(vm, call, name)?;
    Ok(kept(vm, reader, place))
}

fn handler(vm: &mut Vm, call: Call, name: &str) -> Completion<Value> {
    let reader = this_reader(vm, call, &format!("on{name}"))?;
    events::handler(vm, reader, name)
}

fn set_handler(vm: &mut Vm, call: Call, name: &str) -> Completion<Value> {
    let reader = this_reader(vm, call, &format!("on{name}"))?;
    events::set_handler(vm, reader, name, call.argument(vm, 0))?;
    Ok(Value::UNDEFINED)
}

/// Read operation, File API 6.2: FileReader.prototype.readAsText ( blob, encoding ) and its like
fn read(vm: &mut Vm, call: Call, name: &str, wanted: Wanted) -> Completion<Value> {
    let reader = this_reader(vm, call, name)?;
    require_arguments(vm, call, 1, &format!("FileReader.{name}"))?;
    let blob = call.argument(vm, 0);
    if blob.as_object().is_none_or(|blob| !blob::is_blob(vm, blob)) {
        return vm.type_error(format!("FileReader.{name} requires a Blob"));
    }
    let label = match call.argument(vm, 1) {
        label if wanted == Wanted::Text && !label.is_undefined() => Value::string(text::to_string(vm, label)?),
        _ => Value::UNDEFINED,
    };
    if kept(vm, reader, STATE) == Value::int(LOADING) {
        return dom_exception::throw(vm, "InvalidStateError", "The reader is already reading");
    }
    let number = next_number(vm, reader);
    for (place, value) in [(STATE, Value::int(LOADING)), (RESULT, Value::NULL), (ERROR, Value::NULL)] {
        set(vm, reader, place, value);
    }
    let kind = Wanted::ALL.iter().position(|&known| known == wanted).unwrap_or(0);
    // An array that no script sees.
    let what = Value::object(array::new_array_from(vm, vec![blob, label, Value::int(kind as i32)])?);
    queue(vm, &BEGIN, [Value::object(reader), number, what])?;
    Ok(Value::UNDEFINED)
}

fn next_number(vm: &mut Vm, reader: ObjectId) -> Value {
    let number = Value::number(kept(vm, reader, NUMBER).as_number().unwrap_or(0.0) + 1.0);
    set(vm, reader, NUMBER, number);
    number
}

fn queue(vm: &mut Vm, task: &'static NativeFunction, captured: [Value; 3]) -> Completion<()> {
    captured.into_iter().for_each(|value| vm.keep(value));
    let function = Value::object(function::new_native_closure(vm, task, captured));
    vm.keep(function);
    match timers::of_realm(vm) {
        Some(timers) => timers::call_soon(vm, timers, function),
        None => Ok(()),
    }
}

/// The reader of a task, unless that read was aborted.
fn of_task(vm: &Vm, call: Call) -> Option<(ObjectId, Value, Value)> {
    let [reader, number, what] = [0, 1, 2].map(|place| vm.heap.captured(call.callee, place));
    let reader = reader.as_object().filter(|&reader| is_reader(vm, reader))?;
    Some((reader, number, what)).filter(|_| kept(vm, reader, NUMBER) == number)
}

/// Bytes of the blob of a read.
fn length_of(vm: &Vm, what: Value) -> usize {
    let blob = part(vm, what, 0).as_object();
    blob.map_or(0, |blob| blob::size_of_blob(vm, blob))
}

/// Returns a part of a read's description: the blob, the label, or the form that is wanted.
fn part(vm: &Vm, what: Value, place: usize) -> Value {
    let parts = what.as_object().and_then(|what| vm.heap.elements(what).as_dense());
    parts.and_then(|parts| parts.get(place).copied()).unwrap_or(Value::UNDEFINED)
}

/// The first task of a read.
fn begin(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some((reader, number, what)) = of_task(vm, call) {
        fire(vm, reader, "loadstart", 0)?;
        queue(vm, &PROGRESS, [Value::object(reader), number, what])?;
    }
    Ok(Value::UNDEFINED)
}

/// The second task: the bytes are there.
fn progress(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some((reader, number, what)) = of_task(vm, call) {
        let length = length_of(vm, what);
        if length > 0 {
            fire(vm, reader, "progress", length)?;
        }
        queue(vm, &LOAD, [Value::object(reader), number, what])?;
    }
    Ok(Value::UNDEFINED)
}

/// The third task: it packages the data, File API 6.4.
fn load(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some((reader, number, what)) = of_task(vm, call) else { return Ok(Value::UNDEFINED) };
    let [blob, label, kind] = [0, 1, 2].map(|place| part(vm, what, place));
    let Some(blob) = blob.as_object() else { return Ok(Value::UNDEFINED) };
    let bytes = blob::copied(vm, blob)?;
    let length = bytes.bytes.len();
    let wanted = kind.as_int().and_then(|kind| Wanted::ALL.get(kind as usize).copied()).unwrap_or(Wanted::Text);
    let packaged = package(vm, bytes, label, wanted);
    set(vm, reader, STATE, Value::int(DONE));
    queue(vm, &END, [Value::object(reader), number, what])?;
    match packaged {
        Ok(result) => {
            set(vm, reader, RESULT, result);
            fire(vm, reader, "load", length)?;
        }
        Err(Throw::Exception(error)) => {
            set(vm, reader, ERROR, error);
            fire(vm, reader, "error", length)?;
        }
        Err(terminated) => return Err(terminated),
    }
    Ok(Value::UNDEFINED)
}

/// The last task, unless a listener has begun to read again.
fn end(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some((reader, _, what)) = of_task(vm, call) {
        let length = length_of(vm, what);
        fire(vm, reader, "loadend", length)?;
    }
    Ok(Value::UNDEFINED)
}

fn fire(vm: &mut Vm, reader: ObjectId, name: &str, loaded: usize) -> Completion<()> {
    let loaded = Value::number(loaded as f64);
    events::fire(vm, reader, EventKind::Progress, name, &[Value::FALSE, loaded, Value::int(0)])
}

/// Packages data, File API 6.4: the result of a read in the form that it was asked for. `label` may name the encoding
/// of text.
fn package(vm: &mut Vm, blob: Copied, label: Value, wanted: Wanted) -> Completion<Value> {
    match wanted {
        Wanted::Buffer => blob::array_buffer_of(vm, blob.bytes),
        Wanted::Binary => text::new_byte_string(vm, &blob.bytes).map(Value::string),
        Wanted::Text => encoding::decoded(vm, &blob.bytes, label, &blob.kind),
        Wanted::DataUrl => {
            let kind = if blob.kind.is_empty() { "application/octet-stream" } else { &blob.kind };
            let mut url = Vec::new();
            vm.heap.lend_room(&mut url, blob.bytes.len() / 3 * 4 + kind.len() + 32)?;
            url.extend_from_slice(b"data:");
            url.extend_from_slice(kind.as_bytes());
            url.extend_from_slice(b";base64,");
            for piece in blob.bytes.chunks(3 << 10) {
                vm.work(piece.len() as u64 / BYTES_PER_TICK * 8 + 1)?;
                append_base64(&mut url, piece);
            }
            text::new_string(vm, &url).map(Value::string)
        }
    }
}

fn append_base64(to: &mut Vec<u8>, bytes: &[u8]) {
    for piece in bytes.chunks(3) {
        let bits = piece.iter().fold(0, |bits: u32, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - piece.len()));
        for digit in 0..4 {
            to.push(if digit <= piece.len() { Base64::Standard.digit(bits >> (18 - 6 * digit)) } else { b'=' });
        }
    }
}

/// FileReader.prototype.abort ( )
fn abort(vm: &mut Vm, call: Call) -> Completion<Value> {
    let reader = this_reader(vm, call, "abort")?;
    set(vm, reader, RESULT, Value::NULL);
    if kept(vm, reader, STATE) != Value::int(LOADING) {
        return Ok(Value::UNDEFINED);
    }
    next_number(vm, reader);
    set(vm, reader, STATE, Value::int(DONE));
    let error = dom_exception::new(vm, "AbortError", "The read was aborted")?;
    set(vm, reader, ERROR, error);
    fire(vm, reader, "abort", 0)?;
    if kept(vm, reader, STATE) != Value::int(LOADING) {
        fire(vm, reader, "loadend", 0)?;
    }
    Ok(Value::UNDEFINED)
}
