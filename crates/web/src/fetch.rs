//! Request, Response and `fetch`, Fetch 5: classes by themselves, and a network that the host gives or not.
//!
//! ```text
//! Request, Response      cells: headers, the stream of the body, the Blob with its bytes, words
//! body                   what both have in common; `extract` makes bodies, `multipart` and `mime` read and write
//! fetching               a call of `fetch`: `data_url`, `blob:`, or hops ── hop ── the host
//!                                                                   redirect    host_body: pulls
//! ```

mod body;
mod coding;
mod data_url;
mod extract;
mod fetching;
mod hop;
mod host;
mod host_body;
mod mime;
mod multipart;
mod ports;
mod redirect;
mod request;
mod request_init;
mod response;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{NativeFunction, method};
use ferrotape_runtime::realm::RealmBuilder;

pub use host::FetchFunction;
pub(crate) use host::{allow_all_headers, set_base, set_host};
#[cfg(feature = "wasm")]
pub(crate) use response::wasm_body;

pub(crate) static GLOBALS: &[&str] = &["Request", "Response", "fetch"];

/// The reactions, by where they are.
pub(crate) const CLOSURES: &[&[&NativeFunction]] =
    &[body::CLOSURES, fetching::CLOSURES, hop::CLOSURES, host_body::CLOSURES];

static FETCH: NativeFunction = method("fetch", 1, fetching::fetch);

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    request::install(realm)?;
    response::install(realm)?;
    // Its property may be frozen by now, or another one's.
    realm.global_function(&FETCH)?;
    Ok(())
}
