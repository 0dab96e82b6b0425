//! Response, Fetch 5.5.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::body::{self, HEADERS};
use super::extract::{self, Body};
use super::host;
use crate::headers::{self, Guard};
use crate::interface::{self, Interface, Known, attributes, dictionary, member, prototype_for_new, require_arguments};
use crate::streams::fields::{self, Kind};
use crate::text;

/// The slots beside those of the body.
pub(super) const TYPE: usize = 3;
/// A string without a fragment, which is empty where there is no URL.
pub(super) const URL: usize = 4;
pub(super) const REDIRECTED: usize = 5;
pub(super) const STATUS: usize = 6;
pub(super) const STATUS_TEXT: usize = 7;

static RESPONSE: Interface = Interface {
    known: Known::Response,
    constructor: constructor("Response", 0, response),
    operations: &[method("clone", 0, clone)],
    attributes: attributes! {
        "type": |vm, call| get(vm, call, TYPE, "type");
        "url": |vm, call| get(vm, call, URL, "url");
        "redirected": |vm, call| get(vm, call, REDIRECTED, "redirected");
        "status": |vm, call| get(vm, call, STATUS, "status");
        "ok": ok;
        "statusText": |vm, call| get(vm, call, STATUS_TEXT, "statusText");
        "headers": |vm, call| body::headers(vm, call, Kind::Response);
        "body": |vm, call| body::body(vm, call, Kind::Response);
        "bodyUsed": |vm, call| body::body_used(vm, call, Kind::Response);
    },
    statics: STATICS,
};

static METHODS: &[NativeFunction] = body::methods!(Kind::Response);

static STATICS: &[NativeFunction] =
    &[method("error", 0, error), method("json", 1, json), method("redirect", 1, redirect)];

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let [_, prototype] = interface::define(realm, &RESPONSE, None)?;
    crate::define_operations(realm, prototype, METHODS)
}

/// Makes a response with that status, without a body. It is kept.
pub(super) fn new(vm: &mut Vm, prototype: Option<ObjectId>, guard: Guard, status: u16) -> Completion<ObjectId> {
    let prototype = match prototype {
        Some(prototype) => prototype,
        None => Known::Response.of_realm(vm),
    };
    vm.keep(Value::object(prototype));
    let response = fields::new(vm, Kind::Response, prototype)?;
    let list = headers::new_headers(vm, guard)?;
    fields::set(vm, response, HEADERS, Value::object(list));
    let [kind, empty] = ["default", ""].map(|text| Value::string(vm.heap.intern_text(text)));
    fields::set(vm, response, TYPE, kind);
    fields::set(vm, response, URL, empty);
    fields::set(vm, response, STATUS_TEXT, empty);
    fields::set_flag(vm, response, REDIRECTED, false);
    fields::set(vm, response, STATUS, Value::int(status.into()));
    Ok(response)
}

pub(super) fn set_type(vm: &mut Vm, response: ObjectId, kind: &'static str) {
    let kind = Value::string(vm.heap.intern_text(kind));
    fields::set(vm, response, TYPE, kind);
}

/// Returns whether a status is a null body status.
pub(super) fn has_no_body(status: u16) -> bool {
    matches!(status, 101 | 103 | 204 | 205 | 304)
}

/// Returns whether a status is a redirect status.
pub(super) fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

/// new Response ( body, init )
fn response(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::Response, "Response")?;
    vm.keep(Value::object(prototype));
    let value = extract::converted(vm, call.argument(vm, 0))?;
    let init = Init::read(vm, call.argument(vm, 1))?;
    let guard = host::guard(vm, Guard::Response);
    let response = new(vm, Some(prototype), guard, 200)?;
    let body = if value.is_nullish() { None } else { Some(extract::extract(vm, value)?) };
    initialize(vm, response, &init, body)?;
    Ok(Value::object(response))
}

/// A ResponseInit.
struct Init {
    /// A converted HeadersInit.
    headers: Option<ObjectId>,
    status: u16,
    status_text: Option<StringId>,
}

impl Init {
    /// Converts to a dictionary, each member before the next one is read. Its members are kept.
    fn read(vm: &mut Vm, init: Value) -> Completion<Init> {
        let init = dictionary(vm, init, "The init of a Response")?;
        let headers = match member(vm, init, "headers")? {
            Some(headers) => Some(headers::converted(vm, headers)?),
            None => None,
        };
        let status = match member(vm, init, "status")? {
            Some(status) => to_unsigned_short(convert::to_number(vm, status)?),
            None => 200,
        };
        let status_text = match member(vm, init, "statusText")? {
            Some(status_text) => Some(headers::byte_string(vm, status_text)?),
            None => None,
        };
        Ok(Init { headers, status, status_text })
    }
}

/// ConvertToInt of an `unsigned short`, Web IDL 3.3.4
fn to_unsigned_short(number: f64) -> u16 {
    if number.is_finite() { number.trunc().rem_euclid(65_536.0) as u16 } else { 0 }
}

/// Initialize a response, Fetch 5.5.
fn initialize(vm: &mut Vm, response: ObjectId, init: &Init, body: Option<Body>) -> Completion<()> {
    let status = init.status;
    if !(200..600).contains(&status) {
        return vm.range_error(format!("The status of a Response must be from 200 to 599, and is {status}"));
    }
    fields::set(vm, response, STATUS, Value::int(status.into()));
    if let Some(status_text) = init.status_text {
        let is_of_phrase = |byte: &u8| matches!(byte, b'\t' | b' '..=b'~' | 0x80..);
        let bytes = headers::bytes_of(vm, Value::string(status_text))?;
        if !headers::all(vm, &bytes, is_of_phrase)? {
            return vm.type_error("The statusText of a Response must be a reason phrase");
        }
        fields::set(vm, response, STATUS_TEXT, Value::string(status_text));
    }
    let list = body::headers_of(vm, response)?;
    if let Some(given) = init.headers {
        headers::fill(vm, list, given)?;
    }
    let Some(body) = body else { return Ok(()) };
    if has_no_body(status) {
        return vm.type_error(format!("A Response with the status {status} must have no body"));
    }
    body::set(vm, response, &body);
    if let Some(kind) = body.kind
        && headers::value_of(vm, list, b"content-type")?.is_none()
    {
        headers::set_value(vm, list, b"content-type", kind)?;
    }
    Ok(())
}

/// Response.error ( )
fn error(vm: &mut Vm, _: Call) -> Completion<Value> {
    let response = new(vm, None, Guard::Immutable, 0)?;
    set_type(vm, response, "error");
    Ok(Value::object(response))
}

/// Response.redirect ( url, status )
fn redirect(vm: &mut Vm, call: Call) -> Completion<Value> {
    require_arguments(vm, call, 1, "Response.redirect")?;
    let url = text::to_usv_string(vm, call.argument(vm, 0))?;
    let status = match call.argument(vm, 1) {
        Value::UNDEFINED => 302,
        status => to_unsigned_short(convert::to_number(vm, status)?),
    };
    let url = text::utf8(vm, url)?;
    let Some(url) = host::parse_url(vm, &url)? else {
        return vm.type_error("The URL of a redirect must be absolute");
    };
    if !is_redirect(status) {
        return vm.range_error(format!("{status} is not a redirect status"));
    }
    let response = new(vm, None, Guard::Immutable, status)?;
    let list = body::headers_of(vm, response)?;
    let location = url.href(vm)?;
    headers::set_value(vm, list, b"location", location)?;
    Ok(Value::object(response))
}

/// Response.json ( data, init )
fn json(vm: &mut Vm, call: Call) -> Completion<Value> {
    require_arguments(vm, call, 1, "Response.json")?;
    let data = call.argument(vm, 0);
    let init = Init::read(vm, call.argument(vm, 1))?;
    let stringify = realm::made(vm, "JSON", |intrinsics| intrinsics.json_stringify);
    let text = vm.call(Value::object(stringify), Value::UNDEFINED, &[data])?;
    vm.keep(text);
    let Some(text) = text.as_string() else { return vm.type_error("The data of Response.json is not serializable") };
    let bytes = text::utf8(vm, text)?;
    let body = extract::of_bytes(vm, bytes, Some(b"application/json"))?;
    let guard = host::guard(vm, Guard::Response);
    let response = new(vm, None, guard, 200)?;
    initialize(vm, response, &init, Some(body))?;
    Ok(Value::object(response))
}

fn get(vm: &mut Vm, call: Call, slot: usize, what: &str) -> Completion<Value> {
    let response = fields::this(vm, call, Kind::Response, what)?;
    Ok(fields::get(vm, response, slot))
}

/// get Response.prototype.ok
fn ok(vm: &mut Vm, call: Call) -> Completion<Value> {
    let response = fields::this(vm, call, Kind::Response, "ok")?;
    Ok(Value::bool((200..300).contains(&fields::count(vm, response, STATUS))))
}

/// Response.prototype.clone ( )
fn clone(vm: &mut Vm, call: Call) -> Completion<Value> {
    let response = fields::this(vm, call, Kind::Response, "clone")?;
    if body::is_unusable(vm, response) {
        return vm.type_error("The body of the Response was read already, or is being read");
    }
    let list = body::headers_of(vm, response)?;
    let copy = new(vm, None, Guard::None, 0)?;
    let guard = Guard::of(vm, list);
    let list = headers::copied(vm, list, guard)?;
    fields::set(vm, copy, HEADERS, Value::object(list));
    for slot in [TYPE, URL, REDIRECTED, STATUS, STATUS_TEXT] {
        let value = fields::get(vm, response, slot);
        fields::set(vm, copy, slot, value);
    }
    if let Some(body) = body::clone(vm, response)? {
        body::set(vm, copy, &body);
    }
    Ok(Value::object(copy))
}

/// The bytes of a response of WebAssembly, as a promise, which is kept: compile a potential WebAssembly response, WebAssembly Web
/// API 3. A TypeError for others.
#[cfg(feature = "wasm")]
pub(crate) fn wasm_body(vm: &mut Vm, value: Value) -> Completion<ObjectId> {
    const WHAT: &str = "WebAssembly.compileStreaming()";
    let Some(response) = fields::of_kind(vm, value, Kind::Response) else {
        return vm.type_error(format!("{WHAT}: the source must be a Response or a promise of one"));
    };
    let list = body::headers_of(vm, response)?;
    let kind = headers::value_of(vm, list, b"content-type")?.unwrap_or_default();
    if !kind.trim_ascii().eq_ignore_ascii_case(b"application/wasm") {
        return vm.type_error(format!("{WHAT}: Incorrect response MIME type. Expected 'application/wasm'."));
    }
    if !(200..300).contains(&fields::count(vm, response, STATUS)) {
        return vm.type_error(format!("{WHAT}: HTTP status code is not ok"));
    }
    body::consume_object(vm, response, body::Wanted::ArrayBuffer)
}
