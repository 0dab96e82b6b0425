//! Stores: where instances, memories, tables and globals live, and what they take.
//!
//! ```text
//! realm ──weakly──▶ registry, an object  ◀──kept── each object of WebAssembly, exported function, buffer
//!                      │ kept: imported functions, values of `externref`, objects that are handed out again
//!                      ▼
//!                   Shared: wasmi's store   ◀── buffers, for their bytes
//! ```
//!
//! wasmi frees nothing of a store but all of it. So the registry counts what it has taken until the last object of it is
//! gone, and then the realm gets a new one.

use std::any::Any;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrotape_budget::costs::{BYTES_PER_TICK, allocation_bytes};
use ferrotape_runtime::buffer::{MAX_BYTE_LENGTH, OuterBytes, read_from, write_to};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::finalization::{self, WeakTarget};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::ObjectKind;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use rustc_hash::FxHashMap;
use wasmi::{
    CompilationMode, Config, CustomFuelCosts, Engine, ExternRef, Func, FuncType, Memory, ResourceLimiter, Store,
    errors::MemoryError, errors::TableError,
};

use crate::interface::{Known, kept, new_object};

/// The class of registries.
const CLASS: &str = "WebAssembly store";

/// The kept value of each object of WebAssembly: the registry.
pub(super) const REGISTRY: usize = 0;

/// Most bytes of the values of one call into WebAssembly, with the calls that it makes there.
const VALUES: usize = 1 << 20;

/// Most calls that one call into WebAssembly makes within each other. Each takes this many bytes beside its values.
const DEPTH: usize = 1 << 14;
const FRAME: usize = 32;

/// Bytes that a call into WebAssembly may take for its stack.
const STACK: usize = VALUES + DEPTH * FRAME;

/// Bytes of an empty store.
const EMPTY: usize = 1 << 14;

/// Fuel that WebAssembly gets at once. An instruction costs a tick.
const SLICE: u64 = 1 << 16;

/// Local variables that make slices shorter.
const LOCALS: u32 = 1 << 10;

/// Bytes of an entry of a table of the store.
pub(super) const ENTRY: usize = 96;

/// Features of WebAssembly that are there: those of the release 2.0, with tail calls, several memories, and larger constant
/// expressions. The engine has the same by default.
pub(super) fn engine() -> Engine {
    // The code of a function is compiled when it first runs: where fuel ends there, wasmi cannot go on. So it costs nothing
    // then. Whoever reads a module pays for that.
    let costs = CustomFuelCosts {
        bytes_copied_per_fuel: BYTES_PER_TICK as u32,
        fuel_per_bytes_translated: 0,
        fuel_per_bytes_validated: 0,
    };
    let mut config = Config::default();
    config
        .consume_fuel(true)
        .fuel_cost(costs)
        .ignore_custom_sections(true)
        .compilation_mode(CompilationMode::Lazy)
        .set_max_recursion_depth(DEPTH)
        .set_max_stack_height(VALUES);
    Engine::new(&config)
}

/// Limits that wasmi asks before something grows.
pub(super) struct Limits {
    /// Bytes that may still be taken.
    pub(super) left: usize,
    /// Bytes that the store has taken.
    pub(super) taken: usize,
    /// Most bytes of a memory.
    longest: usize,
    /// Bytes that were granted last, and have not failed yet.
    granted: usize,
    /// Set when a memory may have grown.
    has_grown: bool,
    /// Most local variables of a function. Its first call compiles them, and each call sets them, whatever fuel that costs.
    most_locals: u32,
    /// Set when fuel has ended in `table.grow`, where wasmi cannot go on: it does not note the place.
    pub(super) is_stuck: bool,
}

impl Limits {
    fn grant(&mut self, bytes: usize) -> bool {
        let is_granted = bytes <= self.left;
        self.granted = if is_granted { bytes } else { 0 };
        self.left -= self.granted;
        self.taken += self.granted;
        is_granted
    }

    fn take_back(&mut self) {
        let bytes = std::mem::take(&mut self.granted);
        self.left += bytes;
        self.taken -= bytes;
    }

    /// Notes how many local variables the functions of a module have at most.
    pub(super) fn note_locals(&mut self, most: u32) {
        self.most_locals = self.most_locals.max(most);
    }

    /// Returns the fuel that WebAssembly gets at once. The limits are looked at after each slice.
    pub(super) fn slice(&self) -> u64 {
        SLICE / (1 + u64::from(self.most_locals / LOCALS))
    }

    /// Counts bytes that are charged with the next settlement.
    pub(super) fn add(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes);
        self.taken += bytes;
    }
}

impl ResourceLimiter for Limits {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _: Option<usize>,
    ) -> Result<bool, wasmi_core::LimiterError> {
        self.has_grown = true;
        Ok(desired <= self.longest && self.grant(desired.saturating_sub(current)))
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> Result<bool, wasmi_core::LimiterError> {
        let is_allowed = desired <= super::table::MOST as usize && maximum.is_none_or(|maximum| desired <= maximum);
        Ok(is_allowed && self.grant(desired.saturating_sub(current).saturating_mul(size_of::<u64>())))
    }

    fn memory_grow_failed(&mut self, _: &MemoryError) -> Result<(), wasmi_core::LimiterError> {
        self.take_back();
        Ok(())
    }

    fn table_grow_failed(&mut self, error: &TableError) -> Result<(), wasmi_core::LimiterError> {
        self.is_stuck |= matches!(error, TableError::OutOfFuel { .. });
        self.take_back();
        Ok(())
    }

    fn instances(&self) -> usize {
        usize::MAX
    }

    fn tables(&self) -> usize {
        usize::MAX
    }

    fn memories(&self) -> usize {
        usize::MAX
    }
}

/// A store with what the interface knows of it.
pub(super) struct Inner {
    pub(super) store: Store<Limits>,
    /// Functions that have objects, in the order of the numbers that those have captured.
    pub(super) functions: Vec<(Func, FuncType)>,
    /// Objects that are handed out again, as places of kept values of the registry.
    objects: FxHashMap<(Sort, u32), usize>,
    /// Values of `externref` that are objects, by their number.
    pub(super) externals: FxHashMap<u32, ExternRef>,
    /// Places of the objects of memories.
    memories: Vec<usize>,
    /// Calls into WebAssembly that have not returned.
    pub(super) depth: usize,
}

pub(super) type Shared = Arc<Mutex<Inner>>;

/// Sorts of things that have one object each: the caches of the WebAssembly JavaScript Interface, 5.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Sort {
    Function,
    Memory,
    Table,
    Global,
}

/// Rust part of a registry.
struct Registry {
    shared: Shared,
    bytes: usize,
}

impl HostData for Registry {
    fn bytes(&self) -> usize {
        self.bytes
    }
}

pub(super) fn lock(shared: &Shared) -> MutexGuard<'_, Inner> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the registry of the current realm, which is kept. Makes one if there is none that is alive.
pub(super) fn registry(vm: &mut Vm) -> Completion<ObjectId> {
    if let Some(weak) = Known::WasmStore.if_made(vm)
        && let Some(registry) = finalization::hidden_target(&mut vm.heap, weak)
    {
        vm.keep(Value::object(registry));
        return Ok(registry);
    }
    let longest = vm.options.buffer_bytes.min(MAX_BYTE_LENGTH);
    vm.room(EMPTY)?;
    let limits =
        Limits { left: 0, taken: EMPTY, longest, granted: 0, has_grown: false, most_locals: 0, is_stuck: false };
    let mut store = Store::new(&engine(), limits);
    store.limiter(|limits| limits);
    let inner = Inner {
        store,
        functions: Vec::new(),
        objects: FxHashMap::default(),
        externals: FxHashMap::default(),
        memories: Vec::new(),
        depth: 0,
    };
    let data = Registry { shared: Arc::new(Mutex::new(inner)), bytes: EMPTY };
    let prototype = realm::intrinsics(vm).object_prototype;
    let registry = new_object(vm, CLASS, prototype, Box::new(data))?;
    let prototype = realm::intrinsics(vm).weak_ref_prototype;
    let target = ObjectKind::WeakRef(WeakTarget(Value::object(registry)));
    let weak = vm.heap.new_object_with_prototype(Some(prototype), target);
    realm::set_further(vm, Known::WasmStore as usize, weak);
    Ok(registry)
}

/// Returns the registry of an object of WebAssembly.
pub(super) fn registry_of(vm: &mut Vm, object: ObjectId) -> Completion<ObjectId> {
    match kept(vm, object, REGISTRY).as_object() {
        Some(registry) => Ok(registry),
        None => vm.type_error("The object of WebAssembly has no store"),
    }
}

/// Returns the store of a registry.
pub(super) fn shared(vm: &mut Vm, registry: ObjectId) -> Completion<Shared> {
    match hosts::host_data::<Registry>(&vm.heap, registry) {
        Some(registry) => Ok(Arc::clone(&registry.shared)),
        None => vm.type_error("The object of WebAssembly has no store"),
    }
}

/// Makes an object of WebAssembly, which keeps its registry alive. It is kept.
pub(super) fn new_part(
    vm: &mut Vm,
    registry: ObjectId,
    class: &'static str,
    prototype: ObjectId,
    data: Box<dyn HostData>,
) -> Completion<ObjectId> {
    let part = new_object(vm, class, prototype, data)?;
    hosts::keep_value(&mut vm.heap, part, Value::object(registry))?;
    Ok(part)
}

/// Runs work on a store that may take memory, and charges for it.
pub(super) fn with<R>(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    work: impl FnOnce(&mut Inner) -> R,
) -> Completion<R> {
    let mut inner = lock(shared);
    inner.store.data_mut().left = vm.heap.budget.bytes_left();
    let result = work(&mut inner);
    drop(inner);
    settle(vm, registry, shared)?;
    Ok(result)
}

/// Charges for what the store has taken, and refreshes the buffers of memories that have grown.
pub(super) fn settle(vm: &mut Vm, registry: ObjectId, shared: &Shared) -> Completion<()> {
    let mut inner = lock(shared);
    let taken = inner.store.data().taken;
    let has_grown = std::mem::take(&mut inner.store.data_mut().has_grown);
    let grown: Vec<usize> = match has_grown {
        true => inner.memories.clone(),
        false => Vec::new(),
    };
    drop(inner);
    if hosts::host_data::<Registry>(&vm.heap, registry).is_some_and(|registry| registry.bytes != taken) {
        hosts::change_host_data(&mut vm.heap, registry, |registry: &mut Registry| registry.bytes = taken);
    }
    for place in grown {
        if let Some(memory) = kept(vm, registry, place).as_object() {
            super::memory::refresh(vm, memory, shared, false);
        }
    }
    Ok(())
}

/// Begins a call into WebAssembly. An error where the stacks of all such calls have no room: a
/// RangeError for calls within others.
pub(super) fn enter(vm: &mut Vm, shared: &Shared) -> Completion<()> {
    let depth = lock(shared).depth + 1;
    let needed = depth.saturating_mul(STACK);
    if depth > 1 && vm.heap.budget.would_exceed(needed) {
        return vm.range_error("Maximum call stack size exceeded");
    }
    vm.room(needed)?;
    lock(shared).depth = depth;
    Ok(())
}

/// Ends a call into WebAssembly.
pub(super) fn leave(shared: &Shared) {
    lock(shared).depth -= 1;
}

/// Returns the number of a handle of wasmi in its store. Handles cannot be compared, but the text for people has the number.
pub(super) fn number_of(handle: &impl Debug) -> Option<u32> {
    let text = format!("{handle:?}");
    let (_, digits) = text.split_once("key: ")?;
    let end = digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// Returns the object of a thing that was handed out before.
pub(super) fn known_object(
    vm: &Vm,
    registry: ObjectId,
    shared: &Shared,
    sort: Sort,
    handle: &impl Debug,
) -> Option<Value> {
    let place = *lock(shared).objects.get(&(sort, number_of(handle)?))?;
    Some(kept(vm, registry, place))
}

/// Remembers the object of a thing. Returns its place among the kept values of the registry.
pub(super) fn remember(
    vm: &mut Vm,
    registry: ObjectId,
    shared: &Shared,
    (sort, handle): (Sort, &impl Debug),
    object: ObjectId,
) -> Completion<usize> {
    let place = hosts::keep_value(&mut vm.heap, registry, Value::object(object))?;
    let mut inner = lock(shared);
    if let Some(number) = number_of(handle) {
        inner.objects.insert((sort, number), place);
    }
    inner.store.data_mut().add(ENTRY);
    drop(inner);
    settle(vm, registry, shared)?;
    Ok(place)
}

/// Remembers that the object at that place is a memory, whose buffer changes when it grows.
pub(super) fn watch(shared: &Shared, place: usize) {
    lock(shared).memories.push(place);
}

/// The bytes of a memory as long as it does not grow.
pub(super) struct MemoryBytes {
    pub(super) shared: Shared,
    pub(super) memory: Memory,
    pub(super) length: usize,
}

impl OuterBytes for MemoryBytes {
    fn byte_length(&self) -> usize {
        self.length
    }

    fn read(&self, at: usize, size: usize) -> Option<u64> {
        let inner = lock(&self.shared);
        read_from(self.memory.data(&inner.store).get(..self.length)?, at, size)
    }

    fn write(&self, at: usize, size: usize, raw: u64) -> bool {
        let mut inner = lock(&self.shared);
        let bytes = self.memory.data_mut(&mut inner.store).get_mut(..self.length);
        bytes.is_some_and(|bytes| write_to(bytes, at, size, raw))
    }

    fn take_out(&self, at: usize, piece: &mut [u8]) {
        let inner = lock(&self.shared);
        let bytes = self.memory.data(&inner.store).get(at..).and_then(|rest| rest.get(..piece.len()));
        if let Some(bytes) = bytes {
            piece.copy_from_slice(bytes);
        }
    }

    fn put_in(&self, at: usize, piece: &[u8]) {
        let mut inner = lock(&self.shared);
        let places = self.memory.data_mut(&mut inner.store).get_mut(at..).and_then(|rest| rest.get_mut(..piece.len()));
        if let Some(places) = places {
            places.copy_from_slice(piece);
        }
    }
}

/// Data of objects that have nothing of their own beside a class.
pub(super) fn bytes_of<T>() -> usize {
    allocation_bytes(size_of::<T>())
}

/// Returns the data of an object as another type, if it has it.
pub(super) fn data<T: HostData + Clone>(vm: &Vm, value: Value) -> Option<(ObjectId, T)> {
    let object = value.as_object()?;
    let data: &dyn Any = hosts::host_data::<T>(&vm.heap, object)?;
    Some((object, data.downcast_ref::<T>()?.clone()))
}
