//! WebAssembly.Table: the WebAssembly JavaScript Interface, 5.4.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use wasmi::{Ref, RefType, TableType, ValType};

use super::descriptors::{limits, unsigned_long};
use super::store::{self, Shared, Sort};
use super::values;
use crate::interface::{
    Interface, Known, attributes, illegal_invocation, member, prototype_for_new, require_arguments,
};

const CLASS: &str = "WebAssembly.Table";

/// Most elements of a table.
pub(super) const MOST: u32 = 10_000_000;

pub(super) static TABLE: Interface = Interface {
    known: Known::WasmTable,
    constructor: constructor("Table", 1, table),
    operations: &[method("grow", 1, grow), method("get", 1, get), method("set", 1, set)],
    attributes: attributes! { "length": length; },
    statics: &[],
};

#[derive(Copy, Clone)]
struct Table(wasmi::Table);

impl HostData for Table {}

/// Returns the table of an object.
pub(super) fn of(vm: &Vm, value: Value) -> Option<(ObjectId, wasmi::Table)> {
    store::data::<Table>(vm, value).map(|(object, table)| (object, table.0))
}

/// A table with its store.
struct This {
    table: wasmi::Table,
    registry: ObjectId,
    shared: Shared,
}

fn this(vm: &mut Vm, call: Call, member: &str) -> Completion<This> {
    let Some((object, table)) = of(vm, call.this) else {
        return illegal_invocation(vm, call, &format!("WebAssembly.Table.{member}"));
    };
    let registry = store::registry_of(vm, object)?;
    Ok(This { table, registry, shared: store::shared(vm, registry)? })
}

/// new WebAssembly.Table ( descriptor, value )
fn table(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.Table()";
    let prototype = prototype_for_new(vm, call, Known::WasmTable, CLASS)?;
    vm.keep(Value::object(prototype));
    let Some(descriptor) = call.argument(vm, 0).as_object() else {
        return vm.type_error(format!("{WHAT}: Argument 0 must be a table descriptor"));
    };
    let Some(element) = member(vm, Some(descriptor), "element")? else {
        return vm.type_error(format!("{WHAT}: Property 'element' is required"));
    };
    let element = match values::type_of_name(vm, element, &format!("{WHAT}: Property 'element'"))? {
        ValType::FuncRef => RefType::Func,
        ValType::ExternRef => RefType::Extern,
        _ => return vm.type_error(format!("{WHAT}: Property 'element' must be a WebAssembly reference type")),
    };
    let (initial, maximum) = limits(vm, descriptor, MOST, WHAT)?;
    let registry = store::registry(vm)?;
    let shared = store::shared(vm, registry)?;
    let first = optional_reference(vm, call, 1, (registry, &shared), element)?;
    vm.work(u64::from(initial) / ELEMENTS_PER_TICK)?;
    let kind = TableType::new(element, initial, maximum);
    let made = store::with(vm, registry, &shared, |inner| {
        inner.store.data_mut().add(store::ENTRY);
        wasmi::Table::new(&mut inner.store, kind, first)
    })?;
    match made {
        Ok(table) => object(vm, registry, &shared, table, Some(prototype)),
        Err(_) => vm.range_error(format!("{WHAT}: could not allocate the table")),
    }
}

/// Converts an optional argument, which `undefined` leaves out as well (Web IDL 3.6).
fn optional_reference(
    vm: &mut Vm,
    call: Call,
    place: usize,
    (registry, shared): (ObjectId, &Shared),
    kind: RefType,
) -> Completion<Ref> {
    match (kind, call.argument(vm, place)) {
        (RefType::Func, Value::UNDEFINED) => Ok(Ref::null(kind)),
        (_, value) => values::to_ref(vm, registry, shared, value, kind),
    }
}

/// Converts an argument to a reference of that type. A missing one is the default value, and `undefined` none, as in V8.
fn reference(
    vm: &mut Vm,
    call: Call,
    place: usize,
    (registry, shared): (ObjectId, &Shared),
    kind: RefType,
) -> Completion<Ref> {
    if call.argument_count() <= place {
        return optional_reference(vm, call, place, (registry, shared), kind);
    }
    values::to_ref(vm, registry, shared, call.argument(vm, place), kind)
}

/// Returns the object of a table: create a Table object. It is kept.
pub(super) fn object(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    table: wasmi::Table,
    prototype: Option<ObjectId>,
) -> Completion<Value> {
    if let Some(known) = store::known_object(vm, registry, shared, Sort::Table, &table) {
        vm.keep(known);
        return Ok(known);
    }
    let prototype = match prototype {
        Some(prototype) => prototype,
        None => Known::WasmTable.of_realm(vm),
    };
    let object = store::new_part(vm, registry, CLASS, prototype, Box::new(Table(table)))?;
    store::remember(vm, registry, shared, (Sort::Table, &table), object)?;
    Ok(Value::object(object))
}

/// get WebAssembly.Table.prototype.length
fn length(vm: &mut Vm, call: Call) -> Completion<Value> {
    let This { table, shared, .. } = this(vm, call, "length")?;
    let length = table.size(&store::lock(&shared).store);
    Ok(Value::number(length as f64))
}

/// WebAssembly.Table.prototype.get ( index )
fn get(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.Table.get()";
    let This { table, registry, shared } = this(vm, call, "get")?;
    require_arguments(vm, call, 1, WHAT)?;
    let index = unsigned_long(vm, call.argument(vm, 0), &format!("{WHAT}: Argument 0"))?;
    let found = table.get(&store::lock(&shared).store, index.into());
    match found {
        Some(found) => values::of_ref(vm, registry, &shared, found),
        None => vm.range_error(format!("{WHAT}: invalid address {index}")),
    }
}

/// WebAssembly.Table.prototype.set ( index, value )
fn set(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.Table.set()";
    let This { table, registry, shared } = this(vm, call, "set")?;
    require_arguments(vm, call, 1, WHAT)?;
    let index = unsigned_long(vm, call.argument(vm, 0), &format!("{WHAT}: Argument 0"))?;
    let element = table.ty(&store::lock(&shared).store).element();
    let value = reference(vm, call, 1, (registry, &shared), element)?;
    let is_set = table.set(&mut store::lock(&shared).store, index.into(), value).is_ok();
    if is_set { Ok(Value::UNDEFINED) } else { vm.range_error(format!("{WHAT}: invalid address {index}")) }
}

/// WebAssembly.Table.prototype.grow ( delta, value )
fn grow(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.Table.grow()";
    let This { table, registry, shared } = this(vm, call, "grow")?;
    require_arguments(vm, call, 1, WHAT)?;
    let delta = unsigned_long(vm, call.argument(vm, 0), &format!("{WHAT}: Argument 0"))?;
    let element = table.ty(&store::lock(&shared).store).element();
    let value = optional_reference(vm, call, 1, (registry, &shared), element)?;
    vm.work(u64::from(delta.min(MOST)) / ELEMENTS_PER_TICK)?;
    let grown = store::with(vm, registry, &shared, |inner| table.grow(&mut inner.store, delta.into(), value))?;
    match grown {
        Ok(before) => Ok(Value::number(before as f64)),
        Err(_) => vm.range_error(format!("{WHAT}: failed to grow table by {delta}")),
    }
}
