//! Exported functions, and host functions: the WebAssembly JavaScript Interface, 5.6.

use std::fmt;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, Captured, FUNCTION_PROPERTY, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::iteration;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use wasmi::{Error, Func, FuncType, ResumableCall, TrapCode, Val, errors::HostError};

use super::store::{self, Inner, Shared, Sort};
use super::{errors, values};
use crate::interface::kept;

/// An exported function has captured its registry and its number there.
pub(super) static EXPORTED: NativeFunction =
    method("", 0, call_exported).capturing([Captured::Object, Captured::Index, Captured::Nothing]);

/// A call of an imported function, on its way out of wasmi.
struct ImportCall {
    /// The place of the function among the kept values of the registry.
    place: usize,
    arguments: Vec<Val>,
    kind: FuncType,
}

impl fmt::Debug for ImportCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the call of an imported function")
    }
}

impl fmt::Display for ImportCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl HostError for ImportCall {}

/// Create a host function: it leaves wasmi with its arguments.
pub(super) fn import(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    function: Value,
    kind: FuncType,
) -> Completion<Func> {
    let place = hosts::keep_value(&mut vm.heap, registry, function)?;
    store::with(vm, registry, shared, |inner| {
        inner.store.data_mut().add(store::ENTRY);
        let of_import = kind.clone();
        Func::new(&mut inner.store, kind, move |_, arguments, _| {
            Err(Error::host(ImportCall { place, arguments: arguments.to_vec(), kind: of_import.clone() }))
        })
    })
}

/// A new Exported Function, or the one that was made before. `index` is that of the function in its module. It is kept.
pub(super) fn object_of(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    func: Func,
    index: Option<u32>,
) -> Completion<Value> {
    if let Some(known) = store::known_object(vm, registry, shared, Sort::Function, &func) {
        vm.keep(known);
        return Ok(known);
    }
    let (number, parameters) = {
        let mut inner = store::lock(shared);
        let kind = func.ty(&inner.store);
        let parameters = kind.params().len();
        inner.functions.push((func, kind));
        (inner.functions.len() - 1, parameters)
    };
    let captured = [Value::object(registry), Value::int(number as i32), Value::UNDEFINED];
    let object = function::new_native_closure(vm, &EXPORTED, captured);
    vm.keep(Value::object(object));
    let name = index.or_else(|| store::number_of(&func)).unwrap_or(0).to_string();
    let name = Value::string(vm.heap.new_string(&name));
    for (key, value) in [(keys::LENGTH, Value::int(parameters as i32)), (keys::NAME, name)] {
        vm.heap.store_property(object, key, value, FUNCTION_PROPERTY)?;
    }
    store::remember(vm, registry, shared, (Sort::Function, &func), object)?;
    Ok(Value::object(object))
}

/// Returns the registry of an exported function, and its number there.
fn exported(vm: &Vm, value: Value) -> Option<(ObjectId, usize)> {
    let object = value.as_object()?;
    let Kind::Native(native) = vm.heap.kind(object) else { return None };
    if !std::ptr::eq(function::native(vm, native.function), &EXPORTED) {
        return None;
    }
    let [registry, number] = [0, 1].map(|place| vm.heap.captured(object, place));
    Some((registry.as_object()?, usize::try_from(number.as_int()?).ok()?))
}

/// Returns the function of an exported function of that registry.
pub(super) fn exported_by(vm: &Vm, registry: ObjectId, shared: &Shared, value: Value) -> Option<Func> {
    let (found, number) = exported(vm, value)?;
    (found == registry).then(|| store::lock(shared).functions.get(number).map(|(func, _)| *func))?
}

/// Call an Exported Function.
fn call_exported(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some((registry, number)) = exported(vm, Value::object(call.callee)) else {
        return vm.type_error("The exported function is damaged");
    };
    let shared = store::shared(vm, registry)?;
    let Some((func, kind)) = store::lock(&shared).functions.get(number).cloned() else {
        return vm.type_error("The exported function is damaged");
    };
    let mut parameters = Vec::with_capacity(kind.params().len());
    for (index, &kind) in kind.params().iter().enumerate() {
        let argument = call.argument(vm, index);
        parameters.push(values::to_wasm(vm, registry, &shared, argument, kind)?);
    }
    let mut results: Vec<Val> = kind.results().iter().map(|&kind| Val::default_for_ty(kind)).collect();
    run(vm, registry, &shared, func, &parameters, &mut results)?;
    match &results[..] {
        [] => Ok(Value::UNDEFINED),
        [result] => values::to_js(vm, registry, &shared, result),
        _ => {
            let mut list = Vec::with_capacity(results.len());
            for result in &results {
                list.push(values::to_js(vm, registry, &shared, result)?);
            }
            ferrotape_runtime::object::array::new_array_from(vm, list).map(Value::object)
        }
    }
}

/// Calls a function of the store, and whatever that imports.
pub(super) fn run(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    func: Func,
    parameters: &[Val],
    results: &mut [Val],
) -> Completion<()> {
    store::enter(vm, shared)?;
    let done = run_to_end(vm, registry, shared, func, parameters, results);
    store::leave(shared);
    done
}

/// Calls a function by slices of fuel, and its imports in between, as they may not run while the store is locked.
fn run_to_end(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    func: Func,
    parameters: &[Val],
    results: &mut [Val],
) -> Completion<()> {
    let mut step = go_on(vm, registry, shared, 0, |inner| func.call_resumable(&mut inner.store, parameters, results))?;
    loop {
        step = match step {
            Ok(ResumableCall::Finished) => return Ok(()),
            Ok(ResumableCall::OutOfFuel(call)) => {
                let needed = call.required_fuel();
                if std::mem::take(&mut store::lock(shared).store.data_mut().is_stuck) {
                    vm.work(needed)?;
                    return errors::runtime(vm, "a large table.grow met the end of a slice of fuel");
                }
                go_on(vm, registry, shared, needed, |inner| call.resume(&mut inner.store, results))?
            }
            Ok(ResumableCall::HostTrap(call)) => {
                let Some(import) = call.host_error().downcast_ref::<ImportCall>() else {
                    return errors::runtime(vm, "unexpected error of the host");
                };
                let given = call_import(vm, registry, shared, import)?;
                go_on(vm, registry, shared, 0, |inner| call.resume(&mut inner.store, &given, results))?
            }
            Err(error) => match error.downcast_ref::<ImportCall>() {
                // The function itself is an imported one.
                Some(import) => {
                    let given = call_import(vm, registry, shared, import)?;
                    results.iter_mut().zip(given).for_each(|(result, given)| *result = given);
                    return Ok(());
                }
                None => return trap(vm, &error),
            },
        };
    }
}

/// Runs WebAssembly until it ends, leaves for an import, or has used up its slice of fuel, which is charged.
fn go_on<R>(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    needed: u64,
    work: impl FnOnce(&mut Inner) -> R,
) -> Completion<R> {
    if vm.heap.budget.fuel_left().is_some_and(|left| left <= needed) {
        vm.work(needed + 1)?;
    }
    let left = vm.heap.budget.fuel_left();
    let (result, spent) = store::with(vm, registry, shared, |inner| {
        let slice = inner.store.data().slice();
        let granted = left.map_or(slice, |left| left.min(slice)).max(needed);
        // Fuel is counted in each store.
        let _ = inner.store.set_fuel(granted);
        let result = work(inner);
        (result, granted.saturating_sub(inner.store.get_fuel().unwrap_or(0)))
    })?;
    vm.work(spent + 1)?;
    Ok(result)
}

/// Run a host function.
fn call_import(vm: &mut Vm, registry: ObjectId, shared: &Shared, import: &ImportCall) -> Completion<Vec<Val>> {
    let vm = &mut vm.scope();
    let mut arguments = Vec::with_capacity(import.arguments.len());
    for argument in &import.arguments {
        arguments.push(values::to_js(vm, registry, shared, argument)?);
    }
    let function = kept(vm, registry, import.place);
    let returned = vm.call(function, Value::UNDEFINED, &arguments)?;
    vm.keep(returned);
    let kinds = import.kind.results();
    match kinds {
        [] => Ok(Vec::new()),
        [kind] => Ok(vec![values::to_wasm(vm, registry, shared, returned, *kind)?]),
        _ => {
            let mut list = Vec::new();
            iteration::iterate(vm, returned, |vm, value| {
                vm.keep(value);
                vm.heap.lend_room(&mut list, 1)?;
                list.push(value);
                Ok(())
            })?;
            if list.len() != kinds.len() {
                return vm.type_error("multi-return length mismatch");
            }
            let mut given = Vec::with_capacity(list.len());
            for (value, &kind) in list.into_iter().zip(kinds) {
                given.push(values::to_wasm(vm, registry, shared, value, kind)?);
            }
            Ok(given)
        }
    }
}

/// Throws what a trap is in JavaScript, in the words of V8 where wasmi knows as much.
pub(super) fn trap<T>(vm: &mut Vm, error: &Error) -> Completion<T> {
    let message = match error.as_trap_code() {
        Some(TrapCode::StackOverflow) => return vm.range_error("Maximum call stack size exceeded"),
        Some(TrapCode::UnreachableCodeReached) => "unreachable",
        Some(TrapCode::MemoryOutOfBounds) => "memory access out of bounds",
        Some(TrapCode::TableOutOfBounds) => "table index is out of bounds",
        Some(TrapCode::IndirectCallToNull | TrapCode::BadSignature) => "null function or function signature mismatch",
        Some(TrapCode::IntegerDivisionByZero) => "divide by zero",
        // V8 tells the overflow of a division from that of a conversion.
        Some(TrapCode::IntegerOverflow) => "integer overflow",
        Some(TrapCode::BadConversionToInteger) => "float unrepresentable in integer range",
        _ => &error.to_string(),
    };
    errors::runtime(vm, message)
}
