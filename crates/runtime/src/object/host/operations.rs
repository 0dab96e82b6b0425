//! Internal methods of objects of the host.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::allocation_bytes;
use ferrotape_heap::object::host::{HostClassId, HostData, HostObject};

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::object::host::{AskedKeys, Hooked, HostClass, InternalMethods};
use crate::object::{Class, Kind, ObjectKind};
use crate::property_key::PropertyKey;
use crate::realm;
use crate::typed_array;
use crate::value::Value;
use crate::vm::Vm;

/// Registers a class for as long as the engine lives.
pub fn register_host_class(vm: &mut Vm, class: HostClass) -> HostClassId {
    let id = HostClassId(vm.host.host_classes.len() as u32);
    vm.host.host_classes.push(class);
    id
}

/// The class of that name, whose objects have ordinary internal methods. Registers it if necessary.
pub fn plain_host_class(vm: &mut Vm, name: &'static str) -> HostClassId {
    let is_it = |class: &HostClass| class.methods.is_none() && class.name == name;
    match vm.host.host_classes.iter().position(is_it) {
        Some(index) => HostClassId(index as u32),
        None => register_host_class(vm, HostClass { name, methods: None, asked: AskedKeys::All }),
    }
}

/// Makes an object of a class. An error if there is no room for its data.
pub fn new_host_object(
    vm: &mut Vm,
    class: HostClassId,
    prototype: Option<ObjectId>,
    data: Box<dyn HostData>,
) -> Result<ObjectId, Termination> {
    let bytes = data.bytes();
    vm.heap.room(allocation_bytes(bytes))?;
    let properties = match vm.host.host_classes.get(class.0 as usize) {
        Some(HostClass { methods: Some(_), asked: AskedKeys::All, .. }) => Class::OpaqueHost,
        Some(HostClass { methods: Some(_), asked: AskedKeys::Numeric, .. }) => Class::NumericHost,
        _ => Class::Host,
    };
    let host = HostObject::new(class, properties, data);
    Ok(vm.heap.new_object_with_prototype(prototype, ObjectKind::HostObject(Box::new(host))))
}

/// Calls the internal methods of an object's class. Held values are kept alive meanwhile, like the object and the key.
/// Typed arrays need none of it except when they convert an assigned value, for which they use [`Vm::keeping`].
pub(crate) fn ask_host<T, const N: usize>(
    vm: &mut Vm,
    object: ObjectId,
    key: Option<PropertyKey>,
    held: [Value; N],
    ask: impl FnOnce(&dyn InternalMethods, &mut Vm) -> Completion<Hooked<T>>,
) -> Completion<Hooked<T>> {
    if vm.heap.class_of(object) == Class::Unfilled {
        realm::fill(vm, object);
        return Ok(Hooked::Ordinary);
    }
    if let Kind::TypedArray(_) = vm.heap.kind(object) {
        return ask(&typed_array::methods::Methods, vm);
    }
    let Kind::HostObject(host) = vm.heap.kind(object) else { return Ok(Hooked::Ordinary) };
    let Some(methods) = vm.host.host_classes.get(host.class.0 as usize).and_then(|class| class.methods.clone()) else {
        return Ok(Hooked::Ordinary);
    };
    vm.check_native_stack()?;
    vm.work(1)?;
    let vm = &mut vm.scope();
    vm.keep(Value::object(object));
    held.into_iter().for_each(|value| vm.keep(value));
    if let Some(key) = key {
        vm.keep_key(key);
    }

    ask(&*methods, vm)
}
