//! The mixin Body, Fetch 5.2: what requests and responses have in common.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::extract::{self, Body};
use super::mime::{self, Mime};
use super::multipart;
use crate::streams::fields::{self, Kind};
use crate::streams::{byte_views, promises, readable};
use crate::{form_data, headers, streams, text, url};

/// The slots that both classes have.
pub(super) const HEADERS: usize = 0;
/// The stream, or undefined where there is no body.
pub(super) const BODY: usize = 1;
/// The Blob with the bytes, unless it is a mere stream.
pub(super) const SOURCE: usize = 2;

/// Form in which a script wants the bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    ArrayBuffer,
    Blob,
    Bytes,
    FormData,
    Json,
    Text,
}

impl Wanted {
    const ALL: [Wanted; 6] =
        [Wanted::ArrayBuffer, Wanted::Blob, Wanted::Bytes, Wanted::FormData, Wanted::Json, Wanted::Text];

    fn method(self) -> &'static str {
        match self {
            Wanted::ArrayBuffer => "arrayBuffer",
            Wanted::Blob => "blob",
            Wanted::Bytes => "bytes",
            Wanted::FormData => "formData",
            Wanted::Json => "json",
            Wanted::Text => "text",
        }
    }
}

/// Makes the rows of the methods of a class.
macro_rules! methods {
    ($kind:expr) => {
        &[
            ferrotape_runtime::function::method("arrayBuffer", 0, |vm, call| {
                $crate::fetch::body::consume(vm, call, $kind, $crate::fetch::body::Wanted::ArrayBuffer)
            }),
            ferrotape_runtime::function::method("blob", 0, |vm, call| {
                $crate::fetch::body::consume(vm, call, $kind, $crate::fetch::body::Wanted::Blob)
            }),
            ferrotape_runtime::function::method("bytes", 0, |vm, call| {
                $crate::fetch::body::consume(vm, call, $kind, $crate::fetch::body::Wanted::Bytes)
            }),
            ferrotape_runtime::function::method("formData", 0, |vm, call| {
                $crate::fetch::body::consume(vm, call, $kind, $crate::fetch::body::Wanted::FormData)
            }),
            ferrotape_runtime::function::method("json", 0, |vm, call| {
                $crate::fetch::body::consume(vm, call, $kind, $crate::fetch::body::Wanted::Json)
            }),
            ferrotape_runtime::function::method("text", 0, |vm, call| {
                $crate::fetch::body::consume(vm, call, $kind, $crate::fetch::body::Wanted::Text)
            }),
        ]
    };
}
pub(super) use methods;

promises::closures! {
    READ = has_read, 1;
    FAILED = has_failed, 1;
}

/// Gives an object a body.
pub(super) fn set(vm: &mut Vm, object: ObjectId, body: &Body) {
    fields::set(vm, object, BODY, Value::object(body.stream));
    fields::set(vm, object, SOURCE, body.source);
}

/// Returns the stream of the body, if there is one.
pub(super) fn stream_of(vm: &Vm, object: ObjectId) -> Option<ObjectId> {
    fields::of_kind(vm, fields::get(vm, object, BODY), Kind::Readable)
}

/// Returns whether there is a body that was used or is being used.
pub(super) fn is_unusable(vm: &Vm, object: ObjectId) -> bool {
    stream_of(vm, object).is_some_and(|stream| extract::is_unusable(vm, stream))
}

/// Clones a body: the object keeps the first branch. None where there is no body.
pub(super) fn clone(vm: &mut Vm, object: ObjectId) -> Completion<Option<Body>> {
    let Some(stream) = stream_of(vm, object) else { return Ok(None) };
    let [own, other] = streams::branches(vm, stream, true)?;
    fields::set(vm, object, BODY, Value::object(own));
    Ok(Some(Body { stream: other, source: fields::get(vm, object, SOURCE), kind: None }))
}

/// get body
pub(super) fn body(vm: &mut Vm, call: Call, kind: Kind) -> Completion<Value> {
    let object = fields::this(vm, call, kind, "body")?;
    Ok(stream_of(vm, object).map_or(Value::NULL, Value::object))
}

/// get bodyUsed
pub(super) fn body_used(vm: &mut Vm, call: Call, kind: Kind) -> Completion<Value> {
    let object = fields::this(vm, call, kind, "bodyUsed")?;
    Ok(Value::bool(stream_of(vm, object).is_some_and(|stream| readable::is_disturbed(vm, stream))))
}

/// get headers
pub(super) fn headers(vm: &mut Vm, call: Call, kind: Kind) -> Completion<Value> {
    let object = fields::this(vm, call, kind, "headers")?;
    Ok(fields::get(vm, object, HEADERS))
}

/// Returns the headers of an object. A TypeError in what was read from damaged bytes.
pub(super) fn headers_of(vm: &mut Vm, object: ObjectId) -> Completion<ObjectId> {
    let list = fields::linked(vm, object, HEADERS)?;
    match headers::is_headers(vm, list) {
        true => Ok(list),
        false => vm.type_error("The state of the headers is damaged"),
    }
}

/// Methods that consume the body, Fetch 5.2.
pub(super) fn consume(vm: &mut Vm, call: Call, kind: Kind, wanted: Wanted) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let object = fields::this(vm, call, kind, wanted.method())?;
        consume_object(vm, object, wanted)
    })
}

/// Consume body, Fetch 5.2, of a request or response: a promise, which is kept.
pub(super) fn consume_object(vm: &mut Vm, object: ObjectId, wanted: Wanted) -> Completion<ObjectId> {
    if is_unusable(vm, object) {
        return vm.type_error("The body was read already, or is being read");
    }
    let promise = promises::pending(vm);
    let Some(stream) = stream_of(vm, object) else {
        let nothing = byte_views::bytes_of(vm, &[])?;
        settle(vm, promise, object, wanted, nothing)?;
        return Ok(promise);
    };
    let captured = [Value::object(promise), Value::object(object), Value::int(wanted as i32)];
    let functions = [&READ, &FAILED].map(|function| promises::closure(vm, function, captured));
    streams::read_all(vm, stream, functions)?;
    Ok(promise)
}

fn has_read(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [promise, object, wanted] = [0, 1, 2].map(|place| vm.heap.captured(call.callee, place));
    let wanted = wanted.as_int().and_then(|wanted| Wanted::ALL.get(usize::try_from(wanted).ok()?).copied());
    if let (Some(promise), Some(object), Some(wanted)) = (promise.as_object(), object.as_object(), wanted) {
        settle(vm, promise, object, wanted, call.argument(vm, 0))?;
    }
    Ok(Value::UNDEFINED)
}

fn has_failed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let promise = vm.heap.captured(call.callee, 0);
    promises::reject(vm, promise, call.argument(vm, 0))?;
    Ok(Value::UNDEFINED)
}

/// Settles a promise with what the bytes are converted to.
fn settle(vm: &mut Vm, promise: ObjectId, object: ObjectId, wanted: Wanted, bytes: Value) -> Completion<()> {
    match converted(vm, object, wanted, bytes) {
        Ok(value) => {
            vm.keep(value);
            promises::resolve(vm, Value::object(promise), value)
        }
        Err(Throw::Exception(reason)) => {
            vm.keep(reason);
            promises::reject(vm, Value::object(promise), reason)
        }
        Err(terminated) => Err(terminated),
    }
}

/// Converts the bytes that were read to what the script wants, Fetch 5.2. Throws what parsing them throws.
fn converted(vm: &mut Vm, object: ObjectId, wanted: Wanted, view: Value) -> Completion<Value> {
    let bytes = byte_views::view_of(vm, view, "The body")?;
    match wanted {
        Wanted::ArrayBuffer => return Ok(Value::object(bytes.buffer)),
        Wanted::Bytes => return Ok(view),
        _ => {}
    }
    let bytes = byte_views::copied(vm, bytes)?;
    match wanted {
        Wanted::Blob => {
            let kind = type_of(vm, object)?.map(|mime| mime.serialized()).unwrap_or_default();
            // As of all blobs: in small letters, and printable.
            let kind = String::from_utf8(kind.to_ascii_lowercase()).unwrap_or_default();
            let kind = if kind.bytes().all(|byte| (b' '..=b'~').contains(&byte)) { kind } else { String::new() };
            extract::new_blob(vm, bytes, kind).map(Value::object)
        }
        Wanted::FormData => form_data_of(vm, object, &bytes),
        Wanted::Json => {
            let text = text_of(vm, &bytes)?;
            vm.heap.take_back(&bytes);
            drop(bytes);
            let parse = realm::made(vm, "JSON", |intrinsics| intrinsics.json_parse);
            vm.call(Value::object(parse), Value::UNDEFINED, &[text])
        }
        _ => text_of(vm, &bytes),
    }
}

/// UTF-8 decode. The string is kept.
fn text_of(vm: &mut Vm, bytes: &[u8]) -> Completion<Value> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    Ok(Value::string(text::new_string(vm, text)?))
}

fn type_of(vm: &mut Vm, object: ObjectId) -> Completion<Option<Mime>> {
    let list = headers_of(vm, object)?;
    mime::of_headers(vm, list)
}

/// Parses form data of the two types that have some; any other Content-Type is a TypeError.
fn form_data_of(vm: &mut Vm, object: ObjectId, bytes: &[u8]) -> Completion<Value> {
    let list = match type_of(vm, object)? {
        Some(mime) if mime.essence == b"multipart/form-data" => multipart::parse(vm, bytes, &mime)?,
        Some(mime) if mime.essence == b"application/x-www-form-urlencoded" => Some(url::parse_form(vm, bytes)?),
        _ => return vm.type_error("The Content-Type of the body is none of form data"),
    };
    match list {
        Some(list) => form_data::new_form_data(vm, list).map(Value::object),
        None => vm.type_error("The body is not well-formed multipart/form-data"),
    }
}
