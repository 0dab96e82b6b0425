//! Operations on registries and WeakRefs of the heap.

use ferrotape_budget::costs::{ELEMENTS_PER_TICK, allocation_bytes};
use ferrotape_budget::giving_back::give_back;
use ferrotape_budget::{Budget, Termination, growth};
use ferrotape_text::{SplitTable, spread};

use crate::heap::Heap;
use crate::heap::finalization::WeakTarget;
use crate::heap::finalization::{FinalizationRegistry, NONE, hash_of};
use crate::heap::weak::number_of;
use crate::id::ObjectId;
use crate::object::{Kind, ObjectKind};
use crate::value::Value;

/// Cells that are looked at between two looks at the limits.
const CELLS_PER_CHECK: usize = 1 << 12;

/// A FinalizationRegistry without cells.
pub fn new_finalization_registry(heap: &mut Heap, prototype: ObjectId, cleanup: Value) -> ObjectId {
    let registry = FinalizationRegistry {
        cleanup,
        cells: Vec::new(),
        tokens: SplitTable::new(),
        free: NONE,
        size: 0,
        cleaned: 0,
        is_waiting: false,
    };
    let kind = ObjectKind::FinalizationRegistry(Box::new(registry));
    heap.new_object_with_prototype(Some(prototype), kind)
}

/// Sets the callback of a registry that is being made.
pub fn set_cleanup_callback(heap: &mut Heap, registry: ObjectId, cleanup: Value) {
    if let Some(registry) = registry_mut(heap, registry) {
        registry.cleanup = cleanup;
    }
}

fn registry_mut(heap: &mut Heap, registry: ObjectId) -> Option<&mut FinalizationRegistry> {
    match heap.kind_mut(registry) {
        Some(ObjectKind::FinalizationRegistry(registry)) => Some(registry),
        _ => None,
    }
}

/// Adds a cell. The token is empty if there is none, the target if it is dead.
pub fn register_for_cleanup(
    heap: &mut Heap,
    registry: ObjectId,
    target: Value,
    held: Value,
    token: Value,
) -> Result<(), Termination> {
    let Some(found) = registry_mut(heap, registry) else { return Ok(()) };
    let of_cells = if found.free == NONE { growth(&found.cells, 1) } else { None };
    let of_tokens = if token.is_empty() { 0 } else { found.tokens.growth(spread(number_of(token))) };
    heap.room(of_cells.map_or(0, |(_, bytes)| bytes) + of_tokens)?;
    change_registry(heap, registry, |found| {
        if let Some((capacity, _)) = of_cells {
            found.cells.reserve_exact(capacity - found.cells.len());
        }
        found.add(target, held, token);
    });
    Ok(())
}

/// Removes the cells with a token; false if there was none.
pub fn unregister_from_cleanup(heap: &mut Heap, registry: ObjectId, token: Value) -> Result<bool, Termination> {
    let mut is_removed = false;
    while let Some(place) = registry_mut(heap, registry).and_then(|registry| registry.first_with(token)) {
        heap.work(1)?;
        remove_cell(heap, registry, place);
        is_removed = true;
    }
    Ok(is_removed)
}

/// Removes a cell of a registry and returns its held value. A registry without cells keeps no memory.
fn remove_cell(heap: &mut Heap, registry: ObjectId, place: u32) -> Option<Value> {
    let held = change_registry(heap, registry, |registry| {
        let held = registry.remove(place);
        if registry.size == 0 {
            give_back(std::mem::take(&mut registry.cells));
            registry.tokens = SplitTable::new();
            (registry.free, registry.cleaned) = (NONE, 0);
        }
        held
    })?;
    heap.lose(held);
    Some(held)
}

/// Changes a registry and accounts for its new size. `None` if the object is no registry.
fn change_registry<T>(
    heap: &mut Heap,
    registry: ObjectId,
    change: impl FnOnce(&mut FinalizationRegistry) -> T,
) -> Option<T> {
    let registry = registry_mut(heap, registry)?;
    let before = registry.bytes();
    let result = change(registry);
    let after = registry.bytes();
    heap.resized(before, after);
    Some(result)
}

/// Empties dead targets after marking. False if it was stopped before the end.
pub(in crate::heap) fn sweep_registry(heap: &mut Heap, id: ObjectId, is_to_stop: &impl Fn(&Budget) -> bool) -> bool {
    let Some(registry) = registry_mut(heap, id) else { return true };
    let before = registry.bytes();
    let (mut cells, mut tokens) = (std::mem::take(&mut registry.cells), std::mem::take(&mut registry.tokens));
    let is_token_marked = |first: &mut u32| cells.get(*first as usize).is_some_and(|cell| heap.is_marked(cell.token));
    let mut is_whole = tokens.retain(is_token_marked, |&first| hash_of(&cells, first), || is_to_stop(&heap.budget));
    let mut has_died = false;
    for piece in cells.chunks_mut(CELLS_PER_CHECK) {
        if !is_whole || is_to_stop(&heap.budget) {
            is_whole = false;
            break;
        }
        for cell in piece.iter_mut().filter(|cell| !cell.held.is_empty()) {
            if !heap.is_marked(cell.token) {
                cell.token = Value::EMPTY;
            }
            if !heap.is_marked(cell.target) {
                cell.target = Value::EMPTY;
                has_died = true;
            }
        }
    }
    let Some(registry) = registry_mut(heap, id) else { return is_whole };
    (registry.cells, registry.tokens) = (cells, tokens);
    let is_to_wait = has_died && !registry.is_waiting;
    if has_died {
        (registry.is_waiting, registry.cleaned) = (true, 0);
    }
    let after = registry.bytes();
    heap.resized(before, after);
    if is_to_wait {
        heap.registries_to_clean.push(id);
    }
    is_whole
}

/// Returns the registries that wait for jobs; the last one is cleaned first.
pub fn waiting_registries(heap: &Heap) -> &[ObjectId] {
    &heap.registries_to_clean
}

/// Lets a registry wait for jobs, if it does not yet. Its dead targets are found then.
pub fn wait_for_cleanup(heap: &mut Heap, registry: ObjectId) {
    if let Some(found) = registry_mut(heap, registry)
        && !found.is_waiting
    {
        (found.is_waiting, found.cleaned) = (true, 0);
        heap.registries_to_clean.push(registry);
    }
}

/// The function to call for a dead target, with the held value; none if nothing is left to clean.
pub fn next_cleanup(heap: &mut Heap) -> Result<Option<[Value; 2]>, Termination> {
    while let Some(&id) = heap.registries_to_clean.last() {
        let Some(registry) = registry_mut(heap, id) else { return Ok(None) };
        let (before, cleanup, length) = (registry.cleaned, registry.cleanup, registry.cells.len());
        let dead = registry.find_dead(CELLS_PER_CHECK);
        let looked = registry.cleaned - before;
        heap.work(looked as u64 / ELEMENTS_PER_TICK)?;
        if let Some(held) = dead.and_then(|place| remove_cell(heap, id, place)) {
            return Ok(Some([cleanup, held]));
        }
        if before + looked >= length {
            forget_cleanup(heap);
        }
    }
    Ok(None)
}

/// Takes the next registry off the list, until another target dies.
fn forget_cleanup(heap: &mut Heap) {
    if let Some(id) = heap.registries_to_clean.pop()
        && let Some(registry) = registry_mut(heap, id)
    {
        registry.is_waiting = false;
        heap.lose(Value::object(id));
    }
}

pub fn forget_all_cleanups(heap: &mut Heap) {
    while !heap.registries_to_clean.is_empty() {
        forget_cleanup(heap);
    }
}

/// A WeakRef.
pub fn new_weak_ref(heap: &mut Heap, prototype: ObjectId, target: Value) -> Result<ObjectId, Termination> {
    keep_during_job(heap, target)?;
    Ok(heap.new_object_with_prototype(Some(prototype), ObjectKind::WeakRef(WeakTarget(target))))
}

/// The target of a WeakRef that no script sees, while it is there. It may be gone before the job is over: the caller keeps it.
pub fn hidden_target(heap: &mut Heap, object: ObjectId) -> Option<ObjectId> {
    let Kind::WeakRef(WeakTarget(target)) = heap.kind(object) else { return None };
    if !target.is_empty() {
        heap.lose(target);
    }
    target.as_object()
}

/// WeakRefDeref ( weakRef ), ECMA-262 26.1.4.1; none if the object is no WeakRef.
pub fn deref(heap: &mut Heap, object: ObjectId) -> Result<Option<Value>, Termination> {
    let Kind::WeakRef(WeakTarget(target)) = heap.kind(object) else { return Ok(None) };
    if target.is_empty() {
        return Ok(Some(Value::UNDEFINED));
    }
    heap.lose(target);
    keep_during_job(heap, target)?;
    Ok(Some(target))
}

pub(in crate::heap) fn empty_weak_ref(heap: &mut Heap, object: ObjectId) {
    if let Some(ObjectKind::WeakRef(WeakTarget(target))) = heap.kind_mut(object) {
        *target = Value::EMPTY;
    }
}

/// AddToKeptObjects ( value ), ECMA-262 9.10.3
pub fn keep_during_job(heap: &mut Heap, value: Value) -> Result<(), Termination> {
    let hash = spread(number_of(value));
    if heap.kept_during_job.find(hash, |&kept| kept == value).is_some() {
        return Ok(());
    }
    heap.room(heap.kept_during_job.growth(hash))?;
    let before = allocation_bytes(heap.kept_during_job.bytes());
    heap.kept_during_job.insert_unique(hash, value, |&kept| spread(number_of(kept)));
    let after = allocation_bytes(heap.kept_during_job.bytes());
    heap.resized(before, after);
    Ok(())
}

/// \[\[KeptAlive\]\], ECMA-262 9.10.
pub fn kept_during_job(heap: &Heap) -> impl Iterator<Item = Value> {
    heap.kept_during_job.iter().copied()
}

/// Values kept during a job, and registries that wait for one.
pub(in crate::heap) fn strong_roots(heap: &Heap) -> impl Iterator<Item = Value> {
    let registries = heap.registries_to_clean.iter().map(|&registry| Value::object(registry));
    heap.kept_during_job.iter().copied().chain(registries)
}

pub fn has_cleanups(heap: &Heap) -> bool {
    !heap.registries_to_clean.is_empty()
}

/// Returns whether the running job has read a weak reference.
#[inline(always)]
pub fn has_kept_objects(heap: &Heap) -> bool {
    !heap.kept_during_job.is_empty()
}

/// ClearKeptObjects ( ), ECMA-262 9.10.2
#[inline(never)]
pub fn clear_kept_objects(heap: &mut Heap) {
    if has_kept_objects(heap) {
        let before = allocation_bytes(heap.kept_during_job.bytes());
        heap.kept_during_job = SplitTable::new();
        heap.resized(before, 0);
    }
}
