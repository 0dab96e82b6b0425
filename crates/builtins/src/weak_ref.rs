//! The constructors and prototypes of WeakRef and FinalizationRegistry, ECMA-262 26.1 and 26.2. The engine implements
//! them, in its `heap/finalization.rs`.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::finalization;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::weak;

static WEAK_REF: NativeFunction = constructor("WeakRef", 1, weak_ref);

static WEAK_REF_METHODS: &[NativeFunction] = &[method("deref", 0, deref)];

static REGISTRY: NativeFunction = constructor("FinalizationRegistry", 1, registry);

static REGISTRY_METHODS: &[NativeFunction] = &[method("register", 2, register), method("unregister", 1, unregister)];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let intrinsics = realm::intrinsics(realm.vm);
    let (weak_ref, registry) = (intrinsics.weak_ref_prototype, intrinsics.finalization_registry_prototype);
    realm.constructor(&WEAK_REF, weak_ref)?;
    realm.methods(weak_ref, WEAK_REF_METHODS)?;
    realm.string_tag(weak_ref, "WeakRef")?;
    realm.constructor(&REGISTRY, registry)?;
    realm.methods(registry, REGISTRY_METHODS)?;
    realm.string_tag(registry, "FinalizationRegistry")
}

fn require_weak(vm: &mut Vm, value: Value, what: &str) -> Completion<()> {
    if weak::can_be_held_weakly(&vm.heap, value) {
        return Ok(());
    }
    let found = messages::describe(vm, value);
    vm.type_error(format!("{what} must be an object or a symbol that is not registered, found {found}"))
}

/// WeakRef ( target ), ECMA-262 26.1.1.1
fn weak_ref(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_none() {
        return vm.type_error(messages::requires_new("WeakRef"));
    }
    let target = call.argument(vm, 0);
    require_weak(vm, target, "The target of a WeakRef")?;
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.weak_ref_prototype)?;
    Ok(Value::object(finalization::new_weak_ref(&mut vm.heap, prototype, target)?))
}

/// WeakRef.prototype.deref ( ), ECMA-262 26.1.3.2
fn deref(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(object) = call.this.as_object()
        && let Some(target) = finalization::deref(&mut vm.heap, object)?
    {
        return Ok(target);
    }
    incompatible(vm, call, "WeakRef.prototype.deref")
}

/// FinalizationRegistry ( cleanupCallback ), ECMA-262 26.2.1.1
fn registry(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_none() {
        return vm.type_error(messages::requires_new("FinalizationRegistry"));
    }
    let cleanup = call.argument(vm, 0);
    if !vm.heap.is_callable(cleanup) {
        let found = messages::describe(vm, cleanup);
        return vm.type_error(messages::must_be_a_function("The cleanup callback", &found));
    }
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.finalization_registry_prototype)?;
    Ok(Value::object(finalization::new_finalization_registry(&mut vm.heap, prototype, cleanup)))
}

/// FinalizationRegistry.prototype.register ( target, heldValue [ , unregisterToken ] ), ECMA-262 26.2.3.2
fn register(vm: &mut Vm, call: Call) -> Completion<Value> {
    let registry = this_registry(vm, call, "register")?;
    let [target, held, token] = [0, 1, 2].map(|index| call.argument(vm, index));
    require_weak(vm, target, "The target of a FinalizationRegistry")?;
    // Two symbols or two objects are the same value if they are the same cell.
    if target == held {
        return vm.type_error("The target and the held value of a FinalizationRegistry must not be the same");
    }
    let token = if token.is_undefined() {
        Value::EMPTY
    } else {
        require_weak(vm, token, "The token to unregister with")?;
        token
    };
    finalization::register_for_cleanup(&mut vm.heap, registry, target, held, token)?;
    Ok(Value::UNDEFINED)
}

/// FinalizationRegistry.prototype.unregister ( unregisterToken ), ECMA-262 26.2.3.3
fn unregister(vm: &mut Vm, call: Call) -> Completion<Value> {
    let registry = this_registry(vm, call, "unregister")?;
    let token = call.argument(vm, 0);
    require_weak(vm, token, "The token to unregister with")?;
    Ok(Value::bool(finalization::unregister_from_cleanup(&mut vm.heap, registry, token)?))
}

/// RequireInternalSlot ( finalizationRegistry, \[\[Cells]] )
fn this_registry(vm: &mut Vm, call: Call, method: &str) -> Completion<ObjectId> {
    match call.this.as_object() {
        Some(object) if matches!(vm.heap.kind(object), Kind::FinalizationRegistry(_)) => Ok(object),
        _ => incompatible(vm, call, &format!("FinalizationRegistry.prototype.{method}")),
    }
}

fn incompatible<T>(vm: &mut Vm, call: Call, method: &str) -> Completion<T> {
    let receiver = messages::describe(vm, call.this);
    vm.type_error(messages::incompatible_receiver(method, &receiver))
}
