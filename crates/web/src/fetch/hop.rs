//! One hop of a fetch: what the host is asked, and what it answers.
//!
//! ```text
//! ask(hop)       { id, method, url, headers: [[name, value], …], body: Uint8Array or null }
//!   answers      { status, statusText, headers, body }: what makes a body; or `read` in place of `body`, or `pull`;
//!                `encoded` where it is still as `Content-Encoding` says
//! read()         a piece of the body, null at its end; `pull`: the host's function for that is called with its value
//! abort(id)      nobody waits for that hop any more, or for the rest of its body
//! ```
//!
//! `cancel` of an answer is called in place of `abort` for the rest of its body.
//!
//! Each function may answer with a promise.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::{ObjectKind, array};
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::extract;
use super::fetching::{self, slots};
use super::host::{self, ABORT, ASK, COUNT};
use super::request_init::word_of;
use super::{body, coding, host_body, ports, redirect, response};
use crate::blob_data;
use crate::headers::{self, Guard};
use crate::interface::member;
use crate::pairs;
use crate::streams::fields;
use crate::streams::{byte_views, promises};
use crate::text;
use crate::url::Address;

promises::closures! {
    ANSWERED = answered, 1;
    REFUSED = refused, 1;
}

/// Asks the host for the current hop.
pub(super) fn ask(vm: &mut Vm, fetching: ObjectId, url: &Address) -> Completion<()> {
    if url.port().is_some_and(ports::is_bad) {
        return fetching::fail(vm, fetching, "the port is one that is blocked");
    }
    let function = host::of_realm(vm).map(|host| (host, fields::get(vm, host, ASK)));
    let Some((host, function)) = function.filter(|&(_, function)| vm.heap.is_callable(function)) else {
        return fetching::fail(vm, fetching, "the host gives scripts no network");
    };
    let id = fields::number(vm, host, COUNT);
    fields::set_number(vm, host, COUNT, id + 1.0);
    fields::set_number(vm, fetching, slots::HOP, id);
    let hop = new_hop(vm, fetching, id)?;
    let captured = [Value::object(fetching), Value::number(id), Value::UNDEFINED];
    match vm.call(function, Value::UNDEFINED, &[hop]) {
        Ok(answer) => {
            vm.keep(answer);
            let answer = promises::resolved(vm, answer)?;
            promises::upon(vm, answer, Some(&ANSWERED), Some(&REFUSED), captured)
        }
        Err(Throw::Exception(reason)) => {
            vm.keep(reason);
            fetching::fail_with(vm, fetching, "the host refuses it", reason)
        }
        Err(terminated) => Err(terminated),
    }
}

/// Makes the host's view of a hop. It is kept.
fn new_hop(vm: &mut Vm, fetching: ObjectId, id: f64) -> Completion<Value> {
    let list = fields::linked(vm, fetching, slots::HEADERS)?;
    let headers = array::new_array(vm);
    vm.keep(Value::object(headers));
    let mut index = 0;
    pairs::by_name::refresh(vm, list)?;
    while let Some(pair) = pairs::pair(vm, list, index) {
        index += 1;
        vm.work(1)?;
        let vm = &mut vm.scope();
        let pair = array::new_array_from(vm, pair.to_vec())?;
        iterate::append_value(vm, headers, Value::object(pair))?;
    }
    let body = match fields::link(vm, fetching, slots::BODY) {
        Some(blob) => {
            let bytes = blob_data::piece(vm, blob, 0, usize::MAX)?;
            let view = byte_views::bytes_of(vm, &bytes);
            vm.heap.take_back(&bytes);
            view?
        }
        None => Value::NULL,
    };
    let hop = vm.heap.new_object_with_prototype(None, ObjectKind::Ordinary);
    vm.keep(Value::object(hop));
    let mut url = fetching::current_url(vm, fetching)?;
    let url = url.without_fragment(vm)?;
    let url = Value::string(text::new_string(vm, &url)?);
    let method = fields::get(vm, fetching, slots::METHOD);
    let members = [
        ("id", Value::number(id)),
        ("method", method),
        ("url", url),
        ("headers", Value::object(headers)),
        ("body", body),
    ];
    for (name, value) in members {
        let key = vm.heap.key(name);
        vm.heap.store_property(hop, key, value, Attributes::ALL)?;
    }
    Ok(Value::object(hop))
}

/// Tells the host that the current hop is no longer needed.
pub(super) fn abort(vm: &mut Vm, fetching: ObjectId) -> Completion<()> {
    // Once: an answer may still come.
    let id = fields::take(vm, fetching, slots::HOP);
    let function = host::of_realm(vm).map(|host| fields::get(vm, host, ABORT));
    match function.filter(|&function| id.as_number().is_some() && vm.heap.is_callable(function)) {
        Some(function) => host_body::ignoring(vm, |vm| vm.call(function, Value::UNDEFINED, &[id])),
        None => Ok(()),
    }
}

fn refused(vm: &mut Vm, call: Call) -> Completion<Value> {
    let fetching = fetching::captured(vm, call);
    fetching::go_on(vm, fetching, |vm, fetching| {
        let reason = call.argument(vm, 0);
        fetching::fail_with(vm, fetching, "the host could not do it", reason)
    })
}

/// Reaction to the host's answer. One that comes after an abort is cancelled and not used.
fn answered(vm: &mut Vm, call: Call) -> Completion<Value> {
    let fetching = fetching::captured(vm, call);
    let value = call.argument(vm, 0);
    if let Some(fetching) = fetching.filter(|&fetching| fetching::is_settled(vm, fetching)) {
        // It was aborted meanwhile.
        if let Some(answer) = value.as_object() {
            let cancel = member(vm, Some(answer), "cancel")?.unwrap_or(Value::UNDEFINED);
            fields::set(vm, fetching, slots::CANCEL, cancel);
            host_body::cancel_of(vm, fetching)?;
        }
        return Ok(Value::UNDEFINED);
    }
    fetching::go_on(vm, fetching, |vm, fetching| match value.as_object() {
        Some(answer) => take(vm, fetching, answer),
        None => fetching::fail(vm, fetching, "the host's answer is not a response"),
    })
}

/// Goes on with the host's answer.
fn take(vm: &mut Vm, fetching: ObjectId, answer: ObjectId) -> Completion<()> {
    let cancel = member(vm, Some(answer), "cancel")?.unwrap_or(Value::UNDEFINED);
    fields::set(vm, fetching, slots::CANCEL, cancel);
    let status = match member(vm, Some(answer), "status")? {
        Some(status) => convert::to_number(vm, status)?,
        None => 200.0,
    };
    if !(200.0..600.0).contains(&status) {
        host_body::cancel_of(vm, fetching)?;
        return fetching::fail(vm, fetching, &format!("the host's answer has the status {status}"));
    }
    let status = status as u16;
    let list = headers::new_headers(vm, Guard::None)?;
    if let Some(all) = member(vm, Some(answer), "headers")? {
        headers::fill_from_host(vm, list, all)?;
    }
    if response::is_redirect(status)
        && let Some(location) = headers::value_of(vm, list, b"location")?
    {
        match redirect::follow(vm, fetching, status, &location)? {
            redirect::Step::Ended => return host_body::cancel_of(vm, fetching),
            redirect::Step::Follow => {
                host_body::cancel_of(vm, fetching)?;
                return fetching::hop(vm, fetching);
            }
            redirect::Step::Give => {}
        }
    }
    give(vm, fetching, answer, status, list)
}

/// Makes a body of what is there at once.
fn whole(vm: &mut Vm, value: Value, decoder: Option<ObjectId>) -> Completion<extract::Body> {
    if let Some(decoder) = decoder
        && let Some(object) = value.as_object()
        && let Some(bytes) = extract::bytes_of_buffer(vm, object)?
    {
        let decoded = coding::decoded(vm, decoder, &bytes)?;
        return extract::of_bytes(vm, decoded, None);
    }
    extract::extract(vm, value)
}

/// Gives the script a response.
fn give(vm: &mut Vm, fetching: ObjectId, answer: ObjectId, status: u16, list: ObjectId) -> Completion<()> {
    let status_text = match member(vm, Some(answer), "statusText")? {
        Some(text) => Value::string(headers::byte_string(vm, text)?),
        None => Value::string(vm.heap.intern_text("")),
    };
    let response = fetching::new_response(vm, fetching, status, status_text, list)?;
    if response::has_no_body(status) || word_of(vm, fetching, slots::METHOD)? == b"HEAD" {
        host_body::cancel_of(vm, fetching)?;
        fetching::resolve(vm, fetching, response)?;
        return fetching::finish(vm, fetching);
    }
    let decoder = coding::of_answer(vm, answer, list)?;
    if let Some(stream) = host_body::of_answer(vm, fetching, answer, decoder)? {
        let body = extract::Body { stream, source: Value::UNDEFINED, kind: None };
        body::set(vm, response, &body);
        fields::set(vm, fetching, slots::STREAM, Value::object(stream));
        fetching::set_busy(vm, fetching, false)?;
        return fetching::resolve(vm, fetching, response);
    }
    let body = match member(vm, Some(answer), "body")? {
        Some(value) if value != Value::NULL => whole(vm, value, decoder)?,
        _ => extract::of_bytes(vm, Vec::new(), None)?,
    };
    body::set(vm, response, &body);
    fetching::resolve(vm, fetching, response)?;
    fetching::finish(vm, fetching)
}
