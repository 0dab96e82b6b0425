//! The constructors and prototypes of DisposableStack and AsyncDisposableStack, ECMA-262 27.3 and 27.4. How resources
//! are added and disposed of is in the runtime, in its `disposal.rs`.
//!
//! ```text
//! in_turn   disposeAsync: methods of resources, of which each may be awaited
//! ```

mod in_turn;

use ferrotape_runtime::disposal::{self, Hint, Owner};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, Captured, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm::{self, Intrinsics, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static CONSTRUCTOR: NativeFunction = constructor("DisposableStack", 0, disposable_stack);
static ASYNC_CONSTRUCTOR: NativeFunction = constructor("AsyncDisposableStack", 0, async_disposable_stack);

static METHODS: &[NativeFunction] = &[
    method("adopt", 2, adopt),
    method("defer", 1, defer),
    method("dispose", 0, dispose),
    method("move", 0, move_resources),
    method("use", 1, use_value),
];

static ASYNC_METHODS: &[NativeFunction] = &[
    method("adopt", 2, async_adopt),
    method("defer", 1, async_defer),
    method("disposeAsync", 0, in_turn::dispose_async),
    method("move", 0, async_move_resources),
    method("use", 1, async_use_value),
];

static DISPOSED: NativeFunction = method("get disposed", 0, disposed);
static ASYNC_DISPOSED: NativeFunction = method("get disposed", 0, async_disposed);

// Captures the function and its argument.
static ADOPTED: NativeFunction =
    method("", 0, adopted).capturing([Captured::Function, Captured::Value, Captured::Nothing]);

pub(crate) static CLOSURES: &[&NativeFunction] = &[&ADOPTED, &in_turn::GO_ON, &in_turn::FAIL];

pub(crate) const NAMES: &[&str] = &["DisposableStack", "AsyncDisposableStack"];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    install_stack(realm, &SYNC, &CONSTRUCTOR, METHODS, &DISPOSED)?;
    install_stack(realm, &ASYNC, &ASYNC_CONSTRUCTOR, ASYNC_METHODS, &ASYNC_DISPOSED)
}

/// Defines the constructor as a global. Its prototype gets one function twice: as `dispose` or `disposeAsync`, and
/// under the symbol.
fn install_stack(
    realm: &mut RealmBuilder,
    form: &Form,
    constructor: &'static NativeFunction,
    methods: &'static [NativeFunction],
    disposed: &'static NativeFunction,
) -> Completion<()> {
    let prototype = (form.prototype)(realm::intrinsics(realm.vm));
    realm.constructor(constructor, prototype)?;
    realm.methods(prototype, methods)?;
    let key = realm.vm.heap.key("disposed");
    realm.accessor(prototype, key, Some(disposed), None)?;
    // The method has two names.
    let dispose = realm.vm.heap.key(form.dispose);
    let dispose = shown::own_data(&realm.vm.heap, prototype, dispose).unwrap_or(Value::UNDEFINED);
    realm.vm.heap.store_property(prototype, form.symbol, dispose, Attributes::METHOD)?;
    realm.string_tag(prototype, form.name)
}

/// Differences of the two kinds of stacks.
struct Form {
    name: &'static str,
    owner: Owner,
    hint: Hint,
    prototype: fn(&Intrinsics) -> ObjectId,
    dispose: &'static str,
    symbol: PropertyKey,
}

static SYNC: Form = Form {
    name: "DisposableStack",
    owner: Owner::DisposableStack,
    hint: Hint::Sync,
    prototype: |intrinsics| intrinsics.disposable_stack_prototype,
    dispose: "dispose",
    symbol: symbols::DISPOSE,
};

static ASYNC: Form = Form {
    name: "AsyncDisposableStack",
    owner: Owner::AsyncDisposableStack,
    hint: Hint::Async,
    prototype: |intrinsics| intrinsics.async_disposable_stack_prototype,
    dispose: "disposeAsync",
    symbol: symbols::ASYNC_DISPOSE,
};

impl Form {
    fn construct(&self, vm: &mut Vm, call: Call) -> Completion<Value> {
        if call.new_target.is_none() {
            return vm.type_error(messages::requires_new(self.name));
        }
        let prototype = function::prototype_for_new(vm, call, self.prototype)?;
        Ok(Value::object(disposal::new_resources(&mut vm.heap, Some(prototype), self.owner)))
    }

    /// RequireInternalSlot ( stack, \[\[DisposableState]] ). Returns the stack, and whether it is disposed.
    fn this_stack(&self, vm: &mut Vm, call: Call, method: &str) -> Completion<(ObjectId, bool)> {
        let stack = call.this.as_object().and_then(|object| Some((object, disposal::resources(&vm.heap, object)?)));
        match stack {
            Some((object, resources)) if resources.owner == self.owner => Ok((object, resources.is_disposed)),
            _ => {
                let receiver = messages::describe(vm, call.this);
                vm.type_error(messages::incompatible_receiver(&format!("{}.prototype.{method}", self.name), &receiver))
            }
        }
    }

    /// Returns the stack unless it is disposed.
    fn pending_stack(&self, vm: &mut Vm, call: Call, method: &str) -> Completion<ObjectId> {
        let (stack, is_disposed) = self.this_stack(vm, call, method)?;
        if is_disposed {
            return vm.reference_error(format!("The {} is already disposed", self.name));
        }
        Ok(stack)
    }

    fn disposed(&self, vm: &mut Vm, call: Call) -> Completion<Value> {
        let (_, is_disposed) = self.this_stack(vm, call, "disposed")?;
        Ok(Value::bool(is_disposed))
    }

    fn use_value(&self, vm: &mut Vm, call: Call) -> Completion<Value> {
        let stack = self.pending_stack(vm, call, "use")?;
        let value = call.argument(vm, 0);
        disposal::add_resource(vm, Value::object(stack), value, self.hint)?;
        Ok(value)
    }

    fn adopt(&self, vm: &mut Vm, call: Call) -> Completion<Value> {
        let stack = self.pending_stack(vm, call, "adopt")?;
        let value = call.argument(vm, 0);
        let on_dispose = require_function(vm, call, 1)?;
        let adopted = function::new_native_closure(vm, &ADOPTED, [on_dispose, value, Value::UNDEFINED]);
        disposal::add_method(vm, stack, Value::UNDEFINED, Value::object(adopted), self.hint)?;
        Ok(value)
    }

    fn defer(&self, vm: &mut Vm, call: Call) -> Completion<Value> {
        let stack = self.pending_stack(vm, call, "defer")?;
        let on_dispose = require_function(vm, call, 0)?;
        disposal::add_method(vm, stack, Value::UNDEFINED, on_dispose, self.hint)?;
        Ok(Value::UNDEFINED)
    }

    fn move_resources(&self, vm: &mut Vm, call: Call) -> Completion<Value> {
        let stack = self.pending_stack(vm, call, "move")?;
        let prototype = (self.prototype)(realm::intrinsics(vm));
        let moved = disposal::new_resources(&mut vm.heap, Some(prototype), self.owner);
        disposal::move_resources(vm, stack, moved);
        Ok(Value::object(moved))
    }
}

fn require_function(vm: &mut Vm, call: Call, position: usize) -> Completion<Value> {
    let function = call.argument(vm, position);
    if vm.heap.is_callable(function) {
        return Ok(function);
    }
    let found = messages::describe(vm, function);
    vm.type_error(messages::must_be_a_function("What disposes", &found))
}

/// The closure of DisposableStack.prototype.adopt, ECMA-262 27.3.3.1, and of AsyncDisposableStack.prototype.adopt,
/// 27.4.3.1
fn adopted(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [on_dispose, value] = [0, 1].map(|index| vm.heap.captured(call.callee, index));
    vm.call(on_dispose, Value::UNDEFINED, &[value])
}

/// DisposableStack ( ), ECMA-262 27.3.1.1
fn disposable_stack(vm: &mut Vm, call: Call) -> Completion<Value> {
    SYNC.construct(vm, call)
}

/// AsyncDisposableStack ( ), ECMA-262 27.4.1.1
fn async_disposable_stack(vm: &mut Vm, call: Call) -> Completion<Value> {
    ASYNC.construct(vm, call)
}

/// DisposableStack.prototype.adopt ( value, onDispose ), ECMA-262 27.3.3.1
fn adopt(vm: &mut Vm, call: Call) -> Completion<Value> {
    SYNC.adopt(vm, call)
}

/// AsyncDisposableStack.prototype.adopt ( value, onDisposeAsync ), ECMA-262 27.4.3.1
fn async_adopt(vm: &mut Vm, call: Call) -> Completion<Value> {
    ASYNC.adopt(vm, call)
}

/// DisposableStack.prototype.defer ( onDispose ), ECMA-262 27.3.3.2
fn defer(vm: &mut Vm, call: Call) -> Completion<Value> {
    SYNC.defer(vm, call)
}

/// AsyncDisposableStack.prototype.defer ( onDisposeAsync ), ECMA-262 27.4.3.2
fn async_defer(vm: &mut Vm, call: Call) -> Completion<Value> {
    ASYNC.defer(vm, call)
}

/// DisposableStack.prototype.dispose ( ), ECMA-262 27.3.3.3
fn dispose(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (stack, is_disposed) = SYNC.this_stack(vm, call, "dispose")?;
    if is_disposed {
        return Ok(Value::UNDEFINED);
    }
    let resources = disposal::take_resources(vm, stack);
    vm.keep(resources);
    disposal::dispose_resources(vm, resources)
}

/// get DisposableStack.prototype.disposed, ECMA-262 27.3.3.4
fn disposed(vm: &mut Vm, call: Call) -> Completion<Value> {
    SYNC.disposed(vm, call)
}

/// get AsyncDisposableStack.prototype.disposed, ECMA-262 27.4.3.4
fn async_disposed(vm: &mut Vm, call: Call) -> Completion<Value> {
    ASYNC.disposed(vm, call)
}

/// DisposableStack.prototype.move ( ), ECMA-262 27.3.3.5
fn move_resources(vm: &mut Vm, call: Call) -> Completion<Value> {
    SYNC.move_resources(vm, call)
}

/// AsyncDisposableStack.prototype.move ( ), ECMA-262 27.4.3.5
fn async_move_resources(vm: &mut Vm, call: Call) -> Completion<Value> {
    ASYNC.move_resources(vm, call)
}

/// DisposableStack.prototype.use ( value ), ECMA-262 27.3.3.6
fn use_value(vm: &mut Vm, call: Call) -> Completion<Value> {
    SYNC.use_value(vm, call)
}

/// AsyncDisposableStack.prototype.use ( value ), ECMA-262 27.4.3.6
fn async_use_value(vm: &mut Vm, call: Call) -> Completion<Value> {
    ASYNC.use_value(vm, call)
}
