//! The host's network as a realm knows it: functions that are asked, the base of relative URLs, and whether headers have
//! guards.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::headers::Guard;
use crate::interface::Known;
use crate::streams::fields::{self, Kind};
use crate::text;
use crate::url::Address;

/// A function of the host. Its number is its slot.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FetchFunction {
    /// Answers a hop.
    Ask,
    /// Gives a piece of a body whose answer had `pull`.
    Read,
    /// Called when a hop is no longer needed.
    Abort,
}

/// The slots of the host.
pub(super) const ASK: usize = FetchFunction::Ask as usize;
pub(super) const READ: usize = FetchFunction::Read as usize;
pub(super) const ABORT: usize = FetchFunction::Abort as usize;
/// The number of hops it was asked for.
pub(super) const COUNT: usize = 3;
/// The base of URLs, or undefined.
const BASE: usize = 4;
/// True if scripts may name all headers.
const ALL_HEADERS: usize = 5;

/// Gives the host of the current realm a function.
pub(crate) fn set_host(vm: &mut Vm, which: FetchFunction, function: Value) -> Completion<()> {
    vm.keep(function);
    let host = or_new(vm)?;
    fields::set(vm, host, which as usize, function);
    Ok(())
}

fn or_new(vm: &mut Vm) -> Completion<ObjectId> {
    if let Some(host) = of_realm(vm) {
        return Ok(host);
    }
    let host = fields::new_hidden(vm, Kind::FetchHost)?;
    realm::set_further(vm, Known::FetchHost as usize, host);
    Ok(host)
}

/// Gives relative URLs of the current realm a base, the API base URL of HTML 8.1.3. False if it is no URL.
pub(crate) fn set_base(vm: &mut Vm, base: &str) -> Completion<bool> {
    let Some(url) = Address::parse(vm, base.as_bytes(), None)? else { return Ok(false) };
    let href = url.href(vm)?;
    let href = text::new_string(vm, &href)?;
    let host = or_new(vm)?;
    fields::set(vm, host, BASE, Value::string(href));
    Ok(true)
}

/// Lets scripts of the current realm name all headers of requests and responses.
pub(crate) fn allow_all_headers(vm: &mut Vm) -> Completion<()> {
    let host = or_new(vm)?;
    fields::set(vm, host, ALL_HEADERS, Value::TRUE);
    Ok(())
}

/// Returns whether the current realm has what Node adds to Fetch: all headers are allowed, and async iterables are bodies.
pub(super) fn is_like_node(vm: &Vm) -> bool {
    of_realm(vm).is_some_and(|host| fields::flag(vm, host, ALL_HEADERS))
}

/// The guard of headers that a script names, if the standard has that one: none where all headers are allowed.
pub(super) fn guard(vm: &Vm, guard: Guard) -> Guard {
    if is_like_node(vm) { Guard::None } else { guard }
}

/// Parses a URL against the base of the realm, if it has one.
pub(super) fn parse_url(vm: &mut Vm, url: &[u8]) -> Completion<Option<Address>> {
    let base = base(vm)?;
    Address::parse(vm, url, base.as_ref())
}

/// Returns the base of the realm, whose origin is that of the realm's requests.
pub(super) fn base(vm: &mut Vm) -> Completion<Option<Address>> {
    let base = of_realm(vm).and_then(|host| fields::get(vm, host, BASE).as_string());
    let Some(base) = base else { return Ok(None) };
    let base = text::utf8(vm, base)?;
    Address::parse(vm, &base, None)
}

/// Returns the host of the current realm.
pub(super) fn of_realm(vm: &Vm) -> Option<ObjectId> {
    Known::FetchHost.if_made(vm).filter(|&host| fields::kind_of(vm, host) == Some(Kind::FetchHost))
}
