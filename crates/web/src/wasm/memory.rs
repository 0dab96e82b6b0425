//! WebAssembly.Memory: the WebAssembly JavaScript Interface, 5.3.
//!
//! ```text
//! WebAssembly.Memory   data: wasmi's memory   kept: registry, the ArrayBuffer of its bytes as it is now
//! ```
//!
//! The buffer shows the bytes where they lie. When the memory grows, it is detached, and there is another one.

use std::sync::Arc;

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{buffer, buffers};
use wasmi::MemoryType;

use super::descriptors::{limits, unsigned_long};
use super::store::{self, MemoryBytes, Shared, Sort};
use crate::interface::{
    Interface, Known, attributes, flag, illegal_invocation, kept, prototype_for_new, require_arguments,
};

const CLASS: &str = "WebAssembly.Memory";

/// The kept value beside the registry.
const BUFFER: usize = 1;

/// Most pages of a memory, and the bytes of a page.
const MOST: u32 = 65_536;
const PAGE: u64 = 65_536;

pub(super) static MEMORY: Interface = Interface {
    known: Known::WasmMemory,
    constructor: constructor("Memory", 1, memory),
    operations: &[method("grow", 1, grow)],
    attributes: attributes! { "buffer": get_buffer; },
    statics: &[],
};

#[derive(Copy, Clone)]
struct Memory(wasmi::Memory);

impl HostData for Memory {}

/// Returns the memory of an object.
pub(super) fn of(vm: &Vm, value: Value) -> Option<(ObjectId, wasmi::Memory)> {
    store::data::<Memory>(vm, value).map(|(object, memory)| (object, memory.0))
}

fn this(vm: &mut Vm, call: Call, member: &str) -> Completion<(ObjectId, wasmi::Memory)> {
    match of(vm, call.this) {
        Some(memory) => Ok(memory),
        None => illegal_invocation(vm, call, &format!("WebAssembly.Memory.{member}")),
    }
}

/// new WebAssembly.Memory ( descriptor )
fn memory(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.Memory()";
    let prototype = prototype_for_new(vm, call, Known::WasmMemory, CLASS)?;
    vm.keep(Value::object(prototype));
    let Some(descriptor) = call.argument(vm, 0).as_object() else {
        return vm.type_error(format!("{WHAT}: Argument 0 must be a memory descriptor"));
    };
    let (initial, maximum) = limits(vm, descriptor, MOST, WHAT)?;
    if maximum.is_some_and(|maximum| maximum > MOST) {
        return vm.range_error(format!("{WHAT}: Property 'maximum' is above the upper bound {MOST}"));
    }
    if flag(vm, Some(descriptor), "shared")? {
        return vm.type_error(format!("{WHAT}: memories that threads share are not supported"));
    }
    let registry = store::registry(vm)?;
    let shared = store::shared(vm, registry)?;
    // No garbage is collected later.
    let bytes = u64::from(initial) * PAGE;
    if vm.heap.budget.would_exceed(bytes as usize) {
        vm.collect_for_script()?;
    }
    vm.work(bytes / BYTES_PER_TICK)?;
    let kind = MemoryType::new(initial, maximum);
    let made = store::with(vm, registry, &shared, |inner| {
        inner.store.data_mut().add(store::ENTRY);
        wasmi::Memory::new(&mut inner.store, kind)
    })?;
    match made {
        Ok(memory) => object(vm, registry, &shared, memory, Some(prototype)),
        Err(_) => vm.range_error(format!("{WHAT}: could not allocate memory")),
    }
}

/// Returns the object of a memory: create a memory object. It is kept.
pub(super) fn object(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    memory: wasmi::Memory,
    prototype: Option<ObjectId>,
) -> Completion<Value> {
    if let Some(known) = store::known_object(vm, registry, shared, Sort::Memory, &memory) {
        vm.keep(known);
        return Ok(known);
    }
    let prototype = match prototype {
        Some(prototype) => prototype,
        None => Known::WasmMemory.of_realm(vm),
    };
    let object = store::new_part(vm, registry, CLASS, prototype, Box::new(Memory(memory)))?;
    hosts::keep_value(&mut vm.heap, object, Value::UNDEFINED)?;
    let place = store::remember(vm, registry, shared, (Sort::Memory, &memory), object)?;
    store::watch(shared, place);
    Ok(Value::object(object))
}

/// Refresh the memory buffer: detaches it if the memory is longer, or `anyway`.
pub(super) fn refresh(vm: &mut Vm, object: ObjectId, shared: &Shared, anyway: bool) {
    let Some((_, memory)) = of(vm, Value::object(object)) else { return };
    let found = kept(vm, object, BUFFER).as_object().and_then(|found| buffers::buffer_of(&vm.heap, found));
    let Some(buffer) = found else { return };
    let length = memory.data_size(&store::lock(shared).store);
    if anyway || buffers::get(&vm.heap, buffer).byte_length() != length {
        buffers::detach_outer(&mut vm.heap, buffer);
        hosts::set_kept_value(&mut vm.heap, object, BUFFER, Value::UNDEFINED);
    }
}

/// WebAssembly.Memory.prototype.grow ( delta )
fn grow(vm: &mut Vm, call: Call) -> Completion<Value> {
    const WHAT: &str = "WebAssembly.Memory.grow()";
    let (object, memory) = this(vm, call, "grow")?;
    require_arguments(vm, call, 1, WHAT)?;
    let delta = unsigned_long(vm, call.argument(vm, 0), &format!("{WHAT}: Argument 0"))?;
    let registry = store::registry_of(vm, object)?;
    let shared = store::shared(vm, registry)?;
    let bytes = u64::from(delta) * PAGE;
    if delta <= MOST {
        if vm.heap.budget.would_exceed(bytes as usize) {
            vm.collect_for_script()?;
        }
        vm.work(bytes / BYTES_PER_TICK)?;
    }
    let grown = store::with(vm, registry, &shared, |inner| memory.grow(&mut inner.store, delta.into()))?;
    match grown {
        Ok(before) => {
            refresh(vm, object, &shared, true);
            Ok(Value::number(before as f64))
        }
        Err(_) => vm.range_error(format!("{WHAT}: Maximum memory size exceeded")),
    }
}

/// get WebAssembly.Memory.prototype.buffer
fn get_buffer(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, memory) = this(vm, call, "buffer")?;
    let found = kept(vm, object, BUFFER);
    if !found.is_undefined() {
        return Ok(found);
    }
    let registry = store::registry_of(vm, object)?;
    let shared = store::shared(vm, registry)?;
    let length = memory.data_size(&store::lock(&shared).store);
    let bytes = Arc::new(MemoryBytes { shared, memory, length });
    let buffer = Value::object(buffer::new_outer_buffer(vm, bytes, object)?);
    hosts::set_kept_value(&mut vm.heap, object, BUFFER, buffer);
    Ok(buffer)
}
