//! Functions of the host: Rust closures that scripts call.
//!
//! A call must hold on to the code, as script may do anything to the function meanwhile. Counting references and
//! checking the type would take longer than the rest of a call. So the code that ran last is kept ready
//! ([`HostCodes`]).

mod codes;

pub use codes::*;

use std::sync::Arc;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{allocation_bytes, shared_bytes};

use super::defined::DefinedFunctions;
use super::{Call, HostFunction, new_function_object};
use crate::error::Completion;
use crate::heap::{ObjectId, StringId};
use crate::names::keys;
use crate::object::{Flags, Kind, ObjectKind};
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

/// Makes a host function; it is no constructor.
pub fn new_host_function(vm: &mut Vm, name: &str, length: u32, code: Arc<HostCode>) -> ObjectId {
    new_host_function_at(vm, name, name, length, code)
}

/// Makes a host function that the host knows by a path, and scripts by the name at its end.
pub fn new_host_function_at(vm: &mut Vm, path: &str, name: &str, length: u32, code: Arc<HostCode>) -> ObjectId {
    let order = vm.host.defined_functions.next(vm.realm.id, path);
    let held = order.map_or(0, |_| DefinedFunctions::bytes_of(path));
    new_function_of_host(vm, (path, name), length, code, held, order)
}

/// Makes a host function whose calls may wait for the host ([`crate::pending`]). The code runs for calls that cannot
/// wait.
pub fn new_waiting_function(vm: &mut Vm, name: &str, length: u32, code: Arc<HostCode>) -> ObjectId {
    let function = new_host_function(vm, name, length, code);
    if let Some(ObjectKind::Host(host)) = vm.heap.kind_mut(function) {
        host.waits = true;
    }
    function
}

/// Makes a host function that is a member of a class, which has its place there.
pub fn new_host_member(vm: &mut Vm, name: &str, length: u32, code: Arc<HostCode>) -> ObjectId {
    new_function_of_host(vm, (name, name), length, code, 0, None)
}

/// Makes a host function without a name, whose code holds this many bytes beyond its own size.
pub fn new_host_function_holding(vm: &mut Vm, length: u32, code: Arc<HostCode>, held: usize) -> ObjectId {
    new_function_of_host(vm, ("", ""), length, code, held, None)
}

/// Makes a host function of the current realm, with the name that the host has given it and that which scripts see. `held` are
/// bytes that the code keeps besides its own size; `order` tells defined functions of one name apart.
fn new_function_of_host(
    vm: &mut Vm,
    (given, seen): (&str, &str),
    length: u32,
    code: Arc<HostCode>,
    held: usize,
    order: Option<u32>,
) -> ObjectId {
    let captured = size_of_val(&*code);
    let body = Body { code: Some(code), name: given.into(), order };
    let name = vm.heap.intern_text(seen);
    let bytes = shared_bytes(captured) + shared_bytes(size_of::<Body>()) + allocation_bytes(body.name.len()) + held;
    let kind = ObjectKind::Host(Box::new(HostFunction::new(vm.realm.id, Arc::new(body), bytes)));
    new_function_object(vm, kind, length as i32, name, false)
}

/// Makes a host constructor with the `prototype` of its objects, each referring to the other (10.2.5).
pub fn new_host_constructor(
    vm: &mut Vm,
    name: &str,
    length: u32,
    code: Arc<HostCode>,
    prototype: ObjectId,
) -> Result<ObjectId, Termination> {
    let function = new_host_member(vm, name, length, code);
    vm.heap.insert_flag(function, Flags::CONSTRUCTOR);
    vm.heap.add_slot(function, keys::PROTOTYPE, Value::object(prototype), Attributes::NONE)?;
    vm.heap.add_slot(prototype, keys::CONSTRUCTOR, Value::object(function), Attributes::METHOD)?;
    Ok(function)
}

/// Copies a host function for the current realm, without properties of its own.
pub fn copy_host_function(vm: &mut Vm, function: ObjectId) -> ObjectId {
    let Kind::Host(host) = vm.heap.kind(function) else { return function };
    let mut copy = host.clone();
    copy.realm = vm.realm.id;
    let is_constructor = vm.heap.has_construct(function);
    let is_html_dda = vm.heap.is_html_dda(Value::object(function));
    let copy = new_function_object(vm, ObjectKind::Host(Box::new(copy)), 0, StringId::EMPTY, is_constructor);
    if is_html_dda {
        vm.heap.make_html_dda(copy);
    }
    copy
}

/// Calls a host function.
pub(crate) fn call_host(vm: &mut Vm, call: Call) -> Completion<Value> {
    let ready = vm.execution.host_codes.take(call.callee);
    let Some(code) = ready.or_else(|| host_code_of(vm, call.callee)) else { return Ok(Value::UNDEFINED) };
    // A getter may have been deleted before it returns: while the code is ready, nobody else may get its id.
    vm.keep(Value::object(call.callee));
    let result = code(vm, call);
    vm.execution.host_codes.give_back(call.callee, code);
    result
}

#[cold]
fn host_code_of(vm: &Vm, function: ObjectId) -> Option<Arc<HostCode>> {
    let Kind::Host(function) = vm.heap.kind(function) else { return None };
    function.code().downcast_ref().and_then(|body: &Body| body.code.clone())
}
