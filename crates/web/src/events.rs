//! Events and their targets, DOM 2.
//!
//! ```text
//! Event         data: what it is, and flags           kept: type, target, current target, then the members of its interface
//! EventTarget   data: the order of its listeners      kept: what its kind has, then type and callback of each listener
//! ```
//!
//! There are no trees here. So the path of an event is its target alone: first the listeners that capture, then the others.
//! A listener has a number, and the numbers of a target grow. A dispatch goes on with the next number up to the last one of its
//! beginning, so whatever listeners do to the list meanwhile, it copies nothing.
//!
//! The global object is a target by a hidden one ([`Known::GlobalTarget`]), without EventTarget in its prototype chain.

mod dispatch;
mod event;
mod handler;
mod kinds;
mod listeners;
mod target;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::realm::RealmBuilder;

pub(crate) use dispatch::{fire, report, tell_of_rejections};
pub(crate) use event::{CLASS, EventKind};
pub(crate) use handler::{handler, set_handler};
pub(crate) use kinds::CLASSES;
pub use listeners::event_listeners;
pub(crate) use listeners::{has_listener, remove_listener};
pub(crate) use target::{CLASS as TARGET_CLASS, Target, TargetKind, is_target, new_target};

pub(crate) static GLOBALS: &[&str] = &[
    "Event",
    "CustomEvent",
    "ErrorEvent",
    "MessageEvent",
    "PromiseRejectionEvent",
    "ProgressEvent",
    "EventTarget",
    "addEventListener",
    "removeEventListener",
    "dispatchEvent",
    "reportError",
];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let event = event::install(realm)?;
    kinds::install(realm, event)?;
    target::install(realm)
}
