//! Request, Fetch 5.4: the class. Its constructor is in `request_init`.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::body::{self, HEADERS};
use super::request_init;
use crate::abort;
use crate::headers::{self, Guard};
use crate::interface::{self, Interface, Known, attributes, prototype_for_new, require_arguments};
use crate::streams::fields::{self, Kind};

/// The slots beside those of the body. All are strings but those of the signal and of keepalive.
pub(super) const METHOD: usize = 3;
pub(super) const URL: usize = 4;
pub(super) const SIGNAL: usize = 5;
pub(super) const REDIRECT: usize = 6;
pub(super) const MODE: usize = 7;
pub(super) const CREDENTIALS: usize = 8;
pub(super) const CACHE: usize = 9;
pub(super) const REFERRER: usize = 10;
pub(super) const POLICY: usize = 11;
pub(super) const INTEGRITY: usize = 12;
pub(super) const KEEPALIVE: usize = 13;
const DESTINATION: usize = 14;
const DUPLEX: usize = 15;
/// The blob of a `blob:` URL as it was when the request was made.
pub(super) const BLOB: usize = 16;

/// Slots that a copy of a request takes from it.
const COPIED: std::ops::Range<usize> = METHOD..BLOB + 1;

static REQUEST: Interface = Interface {
    known: Known::Request,
    constructor: constructor("Request", 1, request),
    operations: &[method("clone", 0, clone)],
    attributes: attributes! {
        "method": |vm, call| get(vm, call, METHOD, "method");
        "url": |vm, call| get(vm, call, URL, "url");
        "headers": |vm, call| body::headers(vm, call, Kind::Request);
        "destination": |vm, call| get(vm, call, DESTINATION, "destination");
        "referrer": |vm, call| get(vm, call, REFERRER, "referrer");
        "referrerPolicy": |vm, call| get(vm, call, POLICY, "referrerPolicy");
        "mode": |vm, call| get(vm, call, MODE, "mode");
        "credentials": |vm, call| get(vm, call, CREDENTIALS, "credentials");
        "cache": |vm, call| get(vm, call, CACHE, "cache");
        "redirect": |vm, call| get(vm, call, REDIRECT, "redirect");
        "integrity": |vm, call| get(vm, call, INTEGRITY, "integrity");
        "keepalive": |vm, call| get(vm, call, KEEPALIVE, "keepalive");
        "isReloadNavigation": |vm, call| never(vm, call, "isReloadNavigation");
        "isHistoryNavigation": |vm, call| never(vm, call, "isHistoryNavigation");
        "signal": |vm, call| get(vm, call, SIGNAL, "signal");
        "duplex": |vm, call| get(vm, call, DUPLEX, "duplex");
        "body": |vm, call| body::body(vm, call, Kind::Request);
        "bodyUsed": |vm, call| body::body_used(vm, call, Kind::Request);
    },
    statics: &[],
};

static METHODS: &[NativeFunction] = body::methods!(Kind::Request);

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let [_, prototype] = interface::define(realm, &REQUEST, None)?;
    crate::define_operations(realm, prototype, METHODS)
}

/// new Request ( input, init )
fn request(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::Request, "Request")?;
    vm.keep(Value::object(prototype));
    require_arguments(vm, call, 1, "Request constructor")?;
    let [input, init] = [0, 1].map(|index| call.argument(vm, index));
    request_init::new_request(vm, prototype, input, init).map(Value::object)
}

/// Makes a request of arguments, as `fetch` does. It is kept.
pub(super) fn of_arguments(vm: &mut Vm, input: Value, init: Value) -> Completion<ObjectId> {
    let prototype = Known::Request.of_realm(vm);
    request_init::new_request(vm, prototype, input, init)
}

/// Makes a request without anything, whose members are those by default. It is kept.
pub(super) fn empty(vm: &mut Vm, prototype: ObjectId) -> Completion<ObjectId> {
    let request = fields::new(vm, Kind::Request, prototype)?;
    let defaults = [
        (METHOD, "GET"),
        (REDIRECT, "follow"),
        (MODE, "cors"),
        (CREDENTIALS, "same-origin"),
        (CACHE, "default"),
        (REFERRER, "about:client"),
        (POLICY, ""),
        (INTEGRITY, ""),
        (DESTINATION, ""),
        (DUPLEX, "half"),
    ];
    for (slot, text) in defaults {
        let text = Value::string(vm.heap.intern_text(text));
        fields::set(vm, request, slot, text);
    }
    fields::set_flag(vm, request, KEEPALIVE, false);
    Ok(request)
}

/// Gives a request the members of another one, but its headers, body and signal.
pub(super) fn copy_members(vm: &mut Vm, request: ObjectId, from: ObjectId) {
    for slot in COPIED.filter(|&slot| slot != SIGNAL) {
        let value = fields::get(vm, from, slot);
        fields::set(vm, request, slot, value);
    }
}

/// Gives a request a signal of its own, which follows another one.
pub(super) fn follow(vm: &mut Vm, request: ObjectId, signal: Option<ObjectId>) -> Completion<()> {
    let signals = array::new_array(vm);
    vm.keep(Value::object(signals));
    if let Some(signal) = signal {
        iterate::append_value(vm, signals, Value::object(signal))?;
    }
    let signal = abort::dependent_on(vm, signals)?;
    fields::set(vm, request, SIGNAL, Value::object(signal));
    Ok(())
}

fn get(vm: &mut Vm, call: Call, slot: usize, what: &str) -> Completion<Value> {
    let request = fields::this(vm, call, Kind::Request, what)?;
    Ok(fields::get(vm, request, slot))
}

fn never(vm: &mut Vm, call: Call, what: &str) -> Completion<Value> {
    fields::this(vm, call, Kind::Request, what)?;
    Ok(Value::FALSE)
}

/// Request.prototype.clone ( )
fn clone(vm: &mut Vm, call: Call) -> Completion<Value> {
    let request = fields::this(vm, call, Kind::Request, "clone")?;
    if body::is_unusable(vm, request) {
        return vm.type_error("The body of the Request was read already, or is being read");
    }
    let prototype = Known::Request.of_realm(vm);
    let copy = empty(vm, prototype)?;
    copy_members(vm, copy, request);
    let list = body::headers_of(vm, request)?;
    let guard = Guard::of(vm, list);
    let list = headers::copied(vm, list, guard)?;
    fields::set(vm, copy, HEADERS, Value::object(list));
    if let Some(body) = body::clone(vm, request)? {
        body::set(vm, copy, &body);
    }
    let signal = fields::link(vm, request, SIGNAL);
    follow(vm, copy, signal)?;
    Ok(Value::object(copy))
}
