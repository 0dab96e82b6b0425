//! ToJSValue and ToWebAssemblyValue: the WebAssembly JavaScript Interface, 5.6.

use ferrotape_runtime::bigint;
use ferrotape_runtime::bigints;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use wasmi::{ExternRef, Nullable, Ref, RefType, Val, ValType};

use super::function;
use super::store::{self, Shared};
use crate::interface::kept;
use crate::text;

/// Converts to a value of WebAssembly. A TypeError for what has none.
pub(super) fn to_wasm(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    value: Value,
    kind: ValType,
) -> Completion<Val> {
    Ok(match kind {
        ValType::I32 => Val::I32(convert::to_int32(vm, value)?),
        ValType::I64 => Val::I64(bigint::to_bigint64(vm, value)?),
        ValType::F32 => Val::from(convert::to_number(vm, value)? as f32),
        ValType::F64 => Val::from(convert::to_number(vm, value)?),
        ValType::FuncRef => to_ref(vm, registry, shared, value, RefType::Func)?.into(),
        ValType::ExternRef => to_ref(vm, registry, shared, value, RefType::Extern)?.into(),
        ValType::V128 => return vm.type_error("Values of the type v128 cannot be passed from or to JavaScript"),
    })
}

/// Converts to a reference.
pub(super) fn to_ref(vm: &mut Vm, registry: ObjectId, shared: &Shared, value: Value, kind: RefType) -> Completion<Ref> {
    match kind {
        _ if value == Value::NULL => Ok(Ref::null(kind)),
        RefType::Extern => Ok(Ref::Extern(Nullable::Val(external(vm, registry, shared, value)?))),
        RefType::Func => match function::exported_by(vm, registry, shared, value) {
            Some(function) => Ok(Ref::Func(Nullable::Val(function))),
            None => vm.type_error("The value must be null or an exported function of the same store"),
        },
    }
}

/// Makes a reference to a value of the script. Objects have one each.
fn external(vm: &mut Vm, registry: ObjectId, shared: &Shared, value: Value) -> Completion<ExternRef> {
    let number = value.as_object().map(|object| object.0);
    if let Some(known) = number.and_then(|number| store::lock(shared).externals.get(&number).copied()) {
        return Ok(known);
    }
    let place = hosts::keep_value(&mut vm.heap, registry, value)?;
    store::with(vm, registry, shared, |inner| {
        let made = ExternRef::new(&mut inner.store, place);
        if let Some(number) = number {
            inner.externals.insert(number, made);
        }
        inner.store.data_mut().add(store::ENTRY);
        made
    })
}

/// Converts to a value of JavaScript, which is kept.
pub(super) fn to_js(vm: &mut Vm, registry: ObjectId, shared: &Shared, value: &Val) -> Completion<Value> {
    let value = match value {
        Val::I32(value) => Value::int(*value),
        Val::I64(value) => bigints::bigint_of_i64(&mut vm.heap, *value),
        Val::F32(value) => Value::number(value.to_float().into()),
        Val::F64(value) => Value::number(value.to_float()),
        Val::FuncRef(function) => return of_ref(vm, registry, shared, Ref::Func(*function)),
        Val::ExternRef(value) => return of_ref(vm, registry, shared, Ref::Extern(*value)),
        Val::V128(_) => return vm.type_error("Values of the type v128 cannot be passed from or to JavaScript"),
    };
    vm.keep(value);
    Ok(value)
}

/// Converts a reference to a value of JavaScript, which is kept.
pub(super) fn of_ref(vm: &mut Vm, registry: ObjectId, shared: &Shared, value: Ref) -> Completion<Value> {
    match value {
        Ref::Func(Nullable::Null) | Ref::Extern(Nullable::Null) => Ok(Value::NULL),
        Ref::Func(Nullable::Val(function)) => function::object_of(vm, registry, shared, function, None),
        Ref::Extern(Nullable::Val(value)) => {
            let place = value.data(&store::lock(shared).store).downcast_ref().copied();
            let value = place.map_or(Value::UNDEFINED, |place: usize| kept(vm, registry, place));
            vm.keep(value);
            Ok(value)
        }
    }
}

/// Converts the name of a type: the enumerations ValueType and TableKind.
pub(super) fn type_of_name(vm: &mut Vm, value: Value, what: &str) -> Completion<ValType> {
    let name = text::to_string(vm, value)?;
    let name = text::utf8(vm, name)?;
    Ok(match &*name {
        b"i32" => ValType::I32,
        b"i64" => ValType::I64,
        b"f32" => ValType::F32,
        b"f64" => ValType::F64,
        b"v128" => ValType::V128,
        b"externref" => ValType::ExternRef,
        b"anyfunc" => ValType::FuncRef,
        _ => return vm.type_error(format!("{what} must be a WebAssembly type")),
    })
}

/// DefaultValue, 5.6.
pub(super) fn default_value(vm: &mut Vm, registry: ObjectId, shared: &Shared, kind: ValType) -> Completion<Val> {
    match kind {
        ValType::ExternRef => to_wasm(vm, registry, shared, Value::UNDEFINED, kind),
        _ => Ok(Val::default_for_ty(kind)),
    }
}
