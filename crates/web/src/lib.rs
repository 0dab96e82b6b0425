//! Web globals: what browsers and Node provide in addition to the language, as far as it needs only a clock from
//! outside:
//!
//! ```text
//! structuredClone                       HTML 2.7       clone
//! setTimeout, setInterval, …            HTML 8.6       timers
//! queueMicrotask                        HTML 8.7       timers/microtask.rs
//! atob, btoa                            HTML 8.3       base64
//! TextEncoder, TextDecoder              Encoding 7     encoding
//! performance                           HR-Time 7      performance
//! DOMException                          Web IDL 4.3    dom_exception
//! URL, URLSearchParams                  URL 6          url
//! URLPattern                            URL Pattern 1  url/pattern
//! Event, EventTarget, reportError, …    DOM 2          events
//! AbortController, AbortSignal          DOM 3          abort
//! MessageChannel, MessagePort, …        HTML 9.4       messages
//! Blob, File                            File API 3     blob
//! FileReader                            File API 6     file_reader
//! FormData                              XHR 4          form_data
//! Headers                               Fetch 5.1      headers
//! Request, Response, fetch              Fetch 5.4      fetch
//! crypto                                Web Crypto 10  crypto
//! navigator, self                       HTML 8.10      navigator
//! ReadableStream, WritableStream, …      Streams        streams
//! CompressionStream, …                  Compression    streams/compression
//! WebAssembly                           WebAssembly    wasm
//! ```
//!
//! The globals of [`PARTS`] are created when a script first uses them. A host installs them in a realm with [`install`]. The
//! engine does not know this crate. Timers are the engine's [`Events`](ferrotape_runtime::events::Events), and the objects'
//! internal data is host data.

mod abort;
mod base64;
mod blob;
mod blob_data;
mod clone;
mod crypto;
mod dom_exception;
mod encoding;
mod events;
mod fetch;
mod file_reader;
mod form_data;
mod headers;
mod interface;
mod messages;
mod navigator;
mod pairs;
mod performance;
mod streams;
mod text;
mod timers;
mod url;
mod views;
#[cfg(feature = "wasm")]
mod wasm;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::{self, HostPart, PartClass};
use ferrotape_runtime::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::realm::{self, Install, Part, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use interface::{Attribute, Known, attributes};

pub use crypto::fill_random;
pub use events::event_listeners;
pub use fetch::FetchFunction;
pub use messages::take_message;
pub use streams::{StreamState, stream_end, stream_state};
pub use timers::{
    Clock, advance, are_waited_for as timers_are_waited_for, forget_timers, new_timers, next_timer, run_due_timers,
    use_timer_objects,
};

/// The part of a saved engine for web globals.
static PART: HostPart = HostPart {
    name: "web",
    install: |vm, timers| {
        let timers = timers.map_or_else(|| new_timers(vm, Clock::Virtual), Ok)?;
        install(vm, timers)
    },
    classes: &CLASSES,
    view: views::view,
};

/// The classes that are no cells of streams.
const OWN_CLASSES: &[PartClass] = &[
    encoding::DECODER_CLASS,
    encoding::ENCODER_CLASS,
    url::CLASS,
    url::PARAMS_CLASS,
    url::pattern::CLASS,
    pairs::CLASSES[0],
    pairs::CLASSES[1],
    pairs::CLASSES[2],
    events::CLASS,
    events::CLASSES[0],
    events::CLASSES[1],
    events::CLASSES[2],
    events::CLASSES[3],
    events::CLASSES[4],
    events::TARGET_CLASS,
    abort::SIGNAL_CLASS,
    abort::CONTROLLER_CLASS,
    messages::CHANNEL_CLASS,
    messages::PORT_CLASS,
    messages::BROADCAST_CLASS,
    blob::CLASS,
    blob::FILE_CLASS,
    file_reader::CLASS,
    form_data::CLASS,
    headers::CLASS,
    crypto::CLASS,
    #[cfg(feature = "crypto")]
    crypto::SUBTLE_CLASS,
    #[cfg(feature = "crypto")]
    crypto::KEY_CLASS,
    navigator::CLASS,
    performance::CLASS,
    performance::MARK_CLASS,
    performance::MEASURE_CLASS,
    performance::TIMELINE_CLASS,
    performance::OBSERVER_CLASS,
    performance::OBSERVER_LIST_CLASS,
    #[cfg(feature = "compression")]
    streams::compression::CLASS,
];

static CLASSES: [PartClass; OWN_CLASSES.len() + streams::CLASSES.len()] = joined(&[OWN_CLASSES, streams::CLASSES]);

/// Parts that are made when a script first touches them.
static PARTS: &[Part] = &[
    part(dom_exception::GLOBALS, dom_exception::install),
    part(url::GLOBALS, url::install),
    part(url::pattern::GLOBALS, url::pattern::install),
    part(events::GLOBALS, events::install),
    part(abort::GLOBALS, abort::install).with_closures(abort::CLOSURES),
    part(messages::GLOBALS, messages::install).with_closures(messages::CLOSURES),
    part(blob::GLOBALS, blob::install),
    part(file_reader::GLOBALS, file_reader::install).with_closures(file_reader::CLOSURES),
    part(form_data::GLOBALS, form_data::install),
    part(headers::GLOBALS, headers::install),
    part(fetch::GLOBALS, fetch::install).with_closures(&FETCH_CLOSURES),
    part(crypto::GLOBALS, crypto::install),
    part(navigator::GLOBALS, navigator::install),
    part(performance::GLOBALS, performance::install).with_closures(performance::CLOSURES),
    part(streams::GLOBALS, streams::install).with_closures(&STREAM_CLOSURES),
    #[cfg(feature = "compression")]
    part(streams::compression::GLOBALS, streams::compression::install),
    #[cfg(feature = "wasm")]
    part(wasm::GLOBALS, wasm::install).with_closures(&WASM_CLOSURES),
];

static FETCH_CLOSURES: [&NativeFunction; lengths(fetch::CLOSURES)] = joined(fetch::CLOSURES);

static STREAM_CLOSURES: [&NativeFunction; lengths(streams::CLOSURES)] = joined(streams::CLOSURES);

#[cfg(feature = "wasm")]
static WASM_CLOSURES: [&NativeFunction; lengths(wasm::ALL_CLOSURES)] = joined(wasm::ALL_CLOSURES);

const fn lengths<T>(lists: &[&[T]]) -> usize {
    let (mut sum, mut index) = (0, 0);
    while index < lists.len() {
        sum += lists[index].len();
        index += 1;
    }
    sum
}

/// Makes one list of several, which are not empty.
const fn joined<T: Copy, const N: usize>(lists: &[&[T]]) -> [T; N] {
    let mut all = [lists[0][0]; N];
    let (mut list, mut index, mut place) = (0, 0, 0);
    while list < lists.len() {
        if index == lists[list].len() {
            (list, index) = (list + 1, 0);
            continue;
        }
        all[place] = lists[list][index];
        (place, index) = (place + 1, index + 1);
    }
    all
}

const fn part(globals: &'static [&'static str], install: Install) -> Part {
    Part { globals, objects: |_, _| {}, install, closures: &[] }
}

/// Defines all web globals in the current realm. `timers` comes from [`new_timers`], one for all realms of an engine.
pub fn install(vm: &mut Vm, timers: ObjectId) -> Completion<()> {
    let mut realm = RealmBuilder::new(vm);
    clone::install(&mut realm)?;
    base64::install(&mut realm)?;
    encoding::install(&mut realm)?;
    timers::install(&mut realm, timers)?;
    navigator::define_self(&mut realm)?;
    define_global_attributes(&mut realm)?;
    realm::add_parts(vm, PARTS)?;
    #[cfg(feature = "wasm")]
    ferrotape_runtime::module::set_source_maker(vm, wasm::source_of_module);
    host_part::note_host_part(vm, &PART, timers);
    Ok(())
}

/// Gives `fetch` of the current realm a function of the host. Without one that answers hops, `fetch` of URLs that need a network
/// is refused.
pub fn set_fetch_function(vm: &mut Vm, which: FetchFunction, function: Value) -> Completion<()> {
    fetch::set_host(vm, which, function)
}

/// Gives relative URLs of `fetch`, `Request` and `Response.redirect` in the current realm a base. False if it is no URL.
pub fn set_base_url(vm: &mut Vm, base: &str) -> Completion<bool> {
    fetch::set_base(vm, base)
}

/// Lets scripts of the current realm name all headers of requests and responses, as no browser does.
pub fn allow_all_headers(vm: &mut Vm) -> Completion<()> {
    fetch::allow_all_headers(vm)
}

/// Defines global functions. Operations of Web IDL are enumerable, those of the global object too.
fn define_global_closures(
    realm: &mut RealmBuilder,
    functions: &'static [NativeFunction],
    captured: Value,
) -> Completion<()> {
    for function in functions {
        let closure = function::new_native_closure(realm.vm, function, [captured, Value::UNDEFINED, Value::UNDEFINED]);
        let global = realm.vm.realm.global;
        realm.value(global, function.name, Value::object(closure), Attributes::ALL)?;
    }
    Ok(())
}

/// Attributes of the global object. Their objects are made when a script asks for them.
static GLOBAL_ATTRIBUTES: &[Attribute] = attributes! {
    "crypto": |vm, call| global_attribute(vm, call, Known::CryptoObject);
    "navigator": |vm, call| global_attribute(vm, call, Known::NavigatorObject);
    "onerror": |vm, call| global_handler(vm, call, "error"), |vm, call| set_global_handler(vm, call, "error");
    "onrejectionhandled":
        |vm, call| global_handler(vm, call, "rejectionhandled"),
        |vm, call| set_global_handler(vm, call, "rejectionhandled");
    "onunhandledrejection":
        |vm, call| global_handler(vm, call, "unhandledrejection"),
        |vm, call| set_global_handler(vm, call, "unhandledrejection");
};

fn define_global_attributes(realm: &mut RealmBuilder) -> Completion<()> {
    let global = realm.vm.realm.global;
    interface::define_attributes(realm, global, GLOBAL_ATTRIBUTES)
}

/// The object that an attribute of the global object concerns. That object stands for a missing `this` (Web IDL 3.7.6).
fn global_object(vm: &mut Vm, call: Call, known: Known) -> Completion<ObjectId> {
    let realm = function::function_realm(vm, call.callee)?;
    match call.this {
        this if this.is_nullish() || this == Value::object(vm.heap.realm(realm).global) => Ok(known.of(vm, realm)),
        _ => interface::illegal_invocation(vm, call, "An attribute of the global object"),
    }
}

fn global_attribute(vm: &mut Vm, call: Call, known: Known) -> Completion<Value> {
    global_object(vm, call, known).map(Value::object)
}

fn global_handler(vm: &mut Vm, call: Call, name: &str) -> Completion<Value> {
    let target = global_object(vm, call, Known::GlobalTarget)?;
    events::handler(vm, target, name)
}

fn set_global_handler(vm: &mut Vm, call: Call, name: &str) -> Completion<Value> {
    let target = global_object(vm, call, Known::GlobalTarget)?;
    events::set_handler(vm, target, name, call.argument(vm, 0))?;
    Ok(Value::UNDEFINED)
}

/// Defines operations of an interface, which are enumerable.
fn define_operations(
    realm: &mut RealmBuilder,
    object: ObjectId,
    functions: &'static [NativeFunction],
) -> Completion<()> {
    for function in functions {
        let value = Value::object(function::new_native_function(realm.vm, function));
        realm.value(object, function.name, value, Attributes::ALL)?;
    }
    Ok(())
}

/// Defines read-only attributes of an interface, named by the part of a getter's name after `get`.
fn define_getters(realm: &mut RealmBuilder, object: ObjectId, getters: &'static [NativeFunction]) -> Completion<()> {
    for getter in getters {
        let key = realm.vm.heap.key(getter.name.trim_start_matches("get "));
        let function = Value::object(function::new_native_function(realm.vm, getter));
        let attributes = Attributes::ENUMERABLE.with(Attributes::CONFIGURABLE);
        let descriptor = ferrotape_runtime::PropertyDescriptor::accessor(function, Value::UNDEFINED, attributes);
        object::define_property_or_throw(realm.vm, object, key, &descriptor)?;
    }
    Ok(())
}

/// Returns the prototype for a constructor of this crate: GetPrototypeFromConstructor, ECMA-262 10.1.14. One
/// difference: for a constructor of another realm without a prototype object, the prototype is that of this realm.
fn prototype_for(vm: &mut Vm, callee: ObjectId, new_target: ObjectId) -> Completion<ObjectId> {
    if new_target != callee
        && let Some(prototype) = object::get(vm, new_target, keys::PROTOTYPE)?.as_object()
    {
        return Ok(prototype);
    }
    let own = shown::own_data(&vm.heap, callee, keys::PROTOTYPE).and_then(Value::as_object);
    Ok(own.unwrap_or(realm::intrinsics(vm).object_prototype))
}
