//! HTTP-redirect fetch, Fetch 4.4. Each hop is a question of its own to the host.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fetching::{self, slots};
use super::request::{MODE, REDIRECT};
use super::request_init::word_of;
use crate::streams::fields;
use crate::url::Address;
use crate::{headers, text};

/// The most redirects of a fetch.
const MOST: usize = 20;

/// Headers that are dropped with the body.
const OF_BODY: [&[u8]; 5] =
    [b"content-encoding", b"content-language", b"content-length", b"content-location", b"content-type"];

/// Headers that another origin does not get.
const OF_ORIGIN: [&[u8]; 4] = [b"authorization", b"cookie", b"host", b"proxy-authorization"];

/// Next step of a fetch after a redirect.
pub(super) enum Step {
    /// The fetch has failed.
    Ended,
    /// The next hop is to be asked for.
    Follow,
    /// The script gets the redirect itself.
    Give,
}

/// Makes the next hop of a redirect.
pub(super) fn follow(vm: &mut Vm, fetching: ObjectId, status: u16, location: &[u8]) -> Completion<Step> {
    let request = fields::linked(vm, fetching, slots::REQUEST)?;
    match &word_of(vm, request, REDIRECT)?[..] {
        b"error" => return failed(vm, fetching, "the answer is a redirect"),
        // Not an opaque one: there is no document whose secrets it could tell.
        b"manual" => return Ok(Step::Give),
        _ => {}
    }
    let current = fetching::current_url(vm, fetching)?;
    let location = utf8_of(vm, location)?;
    let Some(mut next) = Address::parse(vm, &location, Some(&current))? else {
        return failed(vm, fetching, "the location of the redirect is not a URL");
    };
    next.inherit_fragment(vm, &current)?;
    if !next.is_http() {
        return failed(vm, fetching, "the redirect leads to a URL that is not of HTTP");
    }
    let redirects = fields::count(vm, fetching, slots::REDIRECTS);
    if redirects >= MOST {
        return failed(vm, fetching, "there are too many redirects");
    }
    fields::set_number(vm, fetching, slots::REDIRECTS, (redirects + 1) as f64);
    let is_same_origin = next.is_same_origin(vm, &current)?;
    if next.includes_credentials() && (!is_same_origin || word_of(vm, request, MODE)? == b"cors") {
        return failed(vm, fetching, "the redirect leads to a URL with a user name or a password");
    }
    if status != 303 && fields::flag(vm, fetching, slots::WAS_STREAM) {
        return failed(vm, fetching, "the answer is a redirect, and the body was a stream, which cannot be sent twice");
    }
    let list = fields::linked(vm, fetching, slots::HEADERS)?;
    let method = word_of(vm, fetching, slots::METHOD)?;
    let becomes_get = match status {
        301 | 302 => method == b"POST",
        303 => method != b"GET" && method != b"HEAD",
        _ => false,
    };
    if becomes_get {
        let get = Value::string(vm.heap.intern_text("GET"));
        fields::set(vm, fetching, slots::METHOD, get);
        fields::set(vm, fetching, slots::BODY, Value::UNDEFINED);
        headers::remove_all(vm, list, &OF_BODY)?;
    }
    if !is_same_origin {
        headers::remove_all(vm, list, &OF_ORIGIN)?;
    }
    let href = next.href(vm)?;
    let href = text::new_string(vm, &href)?;
    fields::set(vm, fetching, slots::URL, Value::string(href));
    Ok(Step::Follow)
}

fn failed(vm: &mut Vm, fetching: ObjectId, why: &str) -> Completion<Step> {
    fetching::fail(vm, fetching, why)?;
    Ok(Step::Ended)
}

/// The bytes of a header are its code units. Servers send UTF-8.
fn utf8_of(vm: &mut Vm, bytes: &[u8]) -> Completion<Vec<u8>> {
    match std::str::from_utf8(bytes) {
        Ok(_) => Ok(bytes.to_vec()),
        Err(_) => {
            let text = text::new_byte_string(vm, bytes)?;
            text::utf8(vm, text)
        }
    }
}
