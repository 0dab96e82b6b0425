//! Bodies of what scripts give for one, Fetch 5.2.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::{self, Kind as ObjectKind};
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{host, multipart};
use crate::blob::{self, Contents};
use crate::interface::Known;
use crate::streams::fields::{self, Kind};
use crate::streams::{self, byte_views, readable};
use crate::{form_data, text, url};

/// A body.
pub(super) struct Body {
    pub(super) stream: ObjectId,
    /// The Blob with its bytes, unless it is a mere stream.
    pub(super) source: Value,
    /// The `Content-Type` that goes with it.
    pub(super) kind: Option<Vec<u8>>,
}

/// Makes a blob of bytes, which are no longer on loan. It is kept.
pub(super) fn new_blob(vm: &mut Vm, bytes: Vec<u8>, kind: String) -> Completion<ObjectId> {
    let prototype = Known::Blob.of_realm(vm);
    Contents::of(bytes, kind).made(vm, blob::CLASS.0, prototype)
}

/// Makes a body of bytes, which are no longer on loan.
pub(super) fn of_bytes(vm: &mut Vm, bytes: Vec<u8>, kind: Option<&[u8]>) -> Completion<Body> {
    let blob = new_blob(vm, bytes, String::new())?;
    of_blob(vm, blob, kind.map(<[u8]>::to_vec))
}

/// Makes a body of the bytes of a blob.
pub(super) fn of_blob(vm: &mut Vm, blob: ObjectId, kind: Option<Vec<u8>>) -> Completion<Body> {
    let stream = streams::stream_of_blob(vm, blob)?;
    match stream.as_object() {
        Some(stream) => Ok(Body { stream, source: Value::object(blob), kind }),
        None => vm.type_error("The state of the body is damaged"),
    }
}

/// Returns whether anybody has read from the stream, or does so.
pub(super) fn is_unusable(vm: &Vm, stream: ObjectId) -> bool {
    readable::is_disturbed(vm, stream) || readable::is_locked(vm, stream)
}

/// Converts to a nullable BodyInit, Web IDL 3.2.25: what is none of its kinds becomes a string, which is kept. Where other
/// arguments or members come before the body is extracted, its conversion is not to come after theirs.
pub(super) fn converted(vm: &mut Vm, value: Value) -> Completion<Value> {
    let is_body = match value.as_object() {
        None => value.is_nullish(),
        Some(object) => is_of_standard(vm, object) || is_iterable(vm, object)?,
    };
    if is_body {
        return Ok(value);
    }
    text::to_usv_string(vm, value).map(Value::string)
}

/// Returns whether an object is one of the kinds of BodyInit.
fn is_of_standard(vm: &mut Vm, object: ObjectId) -> bool {
    let is_bytes = matches!(
        vm.heap.kind(object),
        ObjectKind::ArrayBuffer(_) | ObjectKind::TypedArray(_) | ObjectKind::DataView(_)
    );
    is_bytes
        || fields::of_kind(vm, Value::object(object), Kind::Readable).is_some()
        || blob::is_blob(vm, object)
        || form_data::is_form_data(vm, object)
        || url::list_of_params(vm, object).is_some()
}

/// Returns whether an object is an async iterable where those are bodies, as Node's streams are in Node.
fn is_iterable(vm: &mut Vm, object: ObjectId) -> Completion<bool> {
    if !host::is_like_node(vm) {
        return Ok(false);
    }
    let method = object::get(vm, object, symbols::ASYNC_ITERATOR)?;
    Ok(vm.heap.is_callable(method))
}

/// Extracts a body, whose values are kept.
pub(super) fn extract(vm: &mut Vm, value: Value) -> Completion<Body> {
    if let Some(stream) = fields::of_kind(vm, value, Kind::Readable) {
        if is_unusable(vm, stream) {
            return vm.type_error("The stream is locked, or somebody has read from it");
        }
        return Ok(Body { stream, source: Value::UNDEFINED, kind: None });
    }
    if let Some(object) = value.as_object() {
        if blob::is_blob(vm, object) {
            let kind = blob::kind_of_blob(vm, object)?;
            return of_blob(vm, object, Some(kind.into_bytes()).filter(|kind| !kind.is_empty()));
        }
        if form_data::is_form_data(vm, object) {
            let (bytes, boundary) = multipart::write(vm, object)?;
            return of_bytes(vm, bytes, Some(format!("multipart/form-data; boundary={boundary}").as_bytes()));
        }
        if let Some(list) = url::list_of_params(vm, object) {
            let bytes = url::serialize_form(vm, list)?;
            return of_bytes(vm, bytes, Some(b"application/x-www-form-urlencoded;charset=UTF-8"));
        }
        if let Some(bytes) = bytes_of_buffer(vm, object)? {
            return of_bytes(vm, bytes, None);
        }
        if is_iterable(vm, object)? {
            let stream = streams::encoded_from_iterable(vm, value)?;
            vm.keep(Value::object(stream));
            return Ok(Body { stream, source: Value::UNDEFINED, kind: None });
        }
    }
    let string = text::to_usv_string(vm, value)?;
    let bytes = text::utf8(vm, string)?;
    of_bytes(vm, bytes, Some(b"text/plain;charset=UTF-8"))
}

/// Copies the bytes of a buffer or a view, in room that is lent. None of another object.
pub(super) fn bytes_of_buffer(vm: &mut Vm, object: ObjectId) -> Completion<Option<Vec<u8>>> {
    match vm.heap.kind(object) {
        ObjectKind::ArrayBuffer(_) | ObjectKind::TypedArray(_) | ObjectKind::DataView(_) => {}
        _ => return Ok(None),
    }
    let bytes = byte_views::source_of(vm, Value::object(object), "The body")?;
    byte_views::copied(vm, bytes).map(Some)
}
