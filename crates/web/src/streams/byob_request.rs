//! ReadableStreamBYOBRequest, Streams 4.8.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::{byte_queue, byte_views};
use crate::interface::{self, Interface, Known, attributes, require_arguments};

/// The slots of a request.
const CONTROLLER: usize = 0;
pub(super) const VIEW: usize = 1;

static REQUEST: Interface = Interface {
    known: Known::ReadableStreamByobRequest,
    constructor: constructor("ReadableStreamBYOBRequest", 0, interface::illegal_constructor),
    operations: &[method("respond", 1, respond), method("respondWithNewView", 1, respond_with_new_view)],
    attributes: attributes! { "view": view; },
    statics: &[],
};

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &REQUEST, None).map(drop)
}

/// Makes a request, which is kept.
pub(super) fn new(vm: &mut Vm, controller: ObjectId, view: Value) -> Completion<ObjectId> {
    let prototype = Known::ReadableStreamByobRequest.of_realm(vm);
    let request = fields::new(vm, Kind::ByobRequest, prototype)?;
    fields::set(vm, request, CONTROLLER, Value::object(controller));
    fields::set(vm, request, VIEW, view);
    Ok(request)
}

pub(super) fn invalidate(vm: &mut Vm, request: ObjectId) {
    fields::set(vm, request, CONTROLLER, Value::UNDEFINED);
    fields::set(vm, request, VIEW, Value::NULL);
}

fn this(vm: &mut Vm, call: Call, member: &str) -> Completion<ObjectId> {
    fields::this(vm, call, Kind::ByobRequest, member)
}

/// get ReadableStreamBYOBRequest.prototype.view
fn view(vm: &mut Vm, call: Call) -> Completion<Value> {
    let request = this(vm, call, "view")?;
    Ok(fields::get(vm, request, VIEW))
}

/// Returns the controller of a request that is still valid.
fn controller_of(vm: &mut Vm, request: ObjectId) -> Completion<ObjectId> {
    match fields::link(vm, request, CONTROLLER) {
        Some(controller) => Ok(controller),
        None => vm.type_error("The BYOB request has been answered already"),
    }
}

/// ReadableStreamBYOBRequest.prototype.respond ( bytesWritten )
fn respond(vm: &mut Vm, call: Call) -> Completion<Value> {
    let request = this(vm, call, "respond")?;
    require_arguments(vm, call, 1, "ReadableStreamBYOBRequest.respond")?;
    let written = super::integer(vm, call.argument(vm, 0), "The number of bytes written")?;
    let controller = controller_of(vm, request)?;
    let view = fields::get(vm, request, VIEW);
    let view = byte_views::view_of(vm, view, "The view of the request")?;
    if byte_views::is_detached(vm, view.buffer) {
        return vm.type_error("The buffer of the BYOB request is detached");
    }
    byte_queue::respond(vm, controller, usize::try_from(written).unwrap_or(usize::MAX))?;
    Ok(Value::UNDEFINED)
}

/// ReadableStreamBYOBRequest.prototype.respondWithNewView ( view )
fn respond_with_new_view(vm: &mut Vm, call: Call) -> Completion<Value> {
    let request = this(vm, call, "respondWithNewView")?;
    require_arguments(vm, call, 1, "ReadableStreamBYOBRequest.respondWithNewView")?;
    let view = byte_views::view_of(vm, call.argument(vm, 0), "The new view")?;
    let controller = controller_of(vm, request)?;
    if byte_views::is_detached(vm, view.buffer) {
        return vm.type_error("The buffer of the new view is detached");
    }
    byte_queue::respond_with(vm, controller, view)?;
    Ok(Value::UNDEFINED)
}
