//! Identifier operations on the records of the running code: lookup, reading, writing, declaring and deleting of names.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_bytecode::NameStart;
use ferrotape_heap::environment::on_heap::{open_value, set_value};
use ferrotape_heap::environment::{AddedBindings, Record, RecordKind};

use crate::code::FrameScope;
use crate::environment::{self, NEAR_RECORDS, NO_SCOPE, Place};
use crate::error::Completion;
use crate::heap::{ObjectId, RecordId, ScopeId};
use crate::marking;
use crate::messages;
use crate::names::keys;
use crate::object;
use crate::operations::get;
use crate::property_key::PropertyKey;
use crate::symbol::symbols;
use crate::unwinding;
use crate::value::Value;
use crate::vm::Vm;

/// The record of a scope of the running frame. Opens it, and those around it, if necessary.
pub(crate) fn scope_record(vm: &mut Vm, scope: u16) -> RecordId {
    let frame = vm.frame();
    let (base, environment) = (frame.base as usize, frame.environment);
    let code = vm.heap.code_block(frame.code);
    let wanted = code.scopes[scope as usize];
    if let Some(record) = vm.execution.stack[base + wanted.record as usize].as_record() {
        return record;
    }
    // Most functions have one scope, for which this takes no memory.
    let mut missing_around = Vec::new();
    let mut next = wanted.parent;
    let mut parent = environment;
    while let Some(index) = next {
        let scope = code.scopes[index as usize];
        if let Some(record) = vm.execution.stack[base + scope.record as usize].as_record() {
            parent = Some(record);
            break;
        }
        missing_around.push(scope);
        next = scope.parent;
    }
    // Whoever asks is not the place to stop: the next tick is.
    vm.heap.budget.work_later(1 + missing_around.len() as u64);
    for scope in missing_around.into_iter().rev() {
        parent = Some(open_record(vm, base, scope, parent));
    }
    open_record(vm, base, wanted, parent)
}

/// Opens the record of a scope of the running frame.
fn open_record(vm: &mut Vm, base: usize, scope: FrameScope, parent: Option<RecordId>) -> RecordId {
    let kind = RecordKind::Open { scope: scope.id, base: base as u32, added: None };
    let record = vm.heap.new_record(Record { parent, kind });
    unwinding::open_scope(vm, base, scope, record);
    record
}

/// The environment of code in a scope of the running frame; none stands for the global environment.
pub(crate) fn scope_environment(vm: &mut Vm, scope: u16) -> Option<RecordId> {
    if scope == NO_SCOPE { vm.frame().environment } else { Some(scope_record(vm, scope)) }
}

/// Opens the record of a `with` scope.
pub(crate) fn open_with(vm: &mut Vm, scope: u16, target: ObjectId) {
    let code = vm.running_code();
    let scope = code.scopes[scope as usize];
    let parent = match scope.parent {
        Some(parent) => Some(scope_record(vm, parent)),
        None => vm.frame().environment,
    };
    let record = vm.heap.new_record(Record { parent, kind: RecordKind::Object { target } });
    let base = vm.frame().base as usize;
    unwinding::open_scope(vm, base, scope, record);
}

/// Closes an open record: copies its registers, which are about to be used for something else.
pub(crate) fn close_record(vm: &mut Vm, record: RecordId) {
    let RecordKind::Open { scope, base, ref added } = vm.heap[record].kind else { return };
    let has_added = added.is_some();
    let registers = &vm.heap.scope(scope).registers;
    let values = registers.iter().map(|&register| vm.execution.stack[base as usize + register as usize]);
    let closed = RecordKind::closed(scope, registers.len(), values);
    if matches!(closed, RecordKind::Few { .. }) && !has_added {
        vm.heap.record_mut_light(record).kind = closed;
    } else {
        close_large_record(vm, record, closed);
    }
}

/// Closes a record whose values take memory, or to which eval has added some.
#[cold]
#[inline(never)]
fn close_large_record(vm: &mut Vm, record: RecordId, mut closed: RecordKind) {
    let before = vm.heap[record].payload_bytes();
    let open = &mut vm.heap[record].kind;
    if let RecordKind::Open { added: added @ Some(_), .. } = open
        && let Some(place) = closed.added_mut()
    {
        *place = added.take();
    }
    *open = closed;
    if let RecordKind::Many { values, .. } = open {
        let ticks = values.len() as u64 / ELEMENTS_PER_TICK;
        vm.heap.budget.work_later(ticks);
    }
    let after = vm.heap[record].payload_bytes();
    vm.heap.resized(before, after);
}

/// The record `depth` steps out from `environment`.
#[inline(always)]
pub fn outer_record(vm: &Vm, environment: Option<RecordId>, depth: u16) -> Option<RecordId> {
    let mut record = environment?;
    for _ in 0..depth {
        record = vm.heap[record].parent?;
    }
    Some(record)
}

/// The value of a closed record's binding, by index (the compiler knows the scope).
#[inline(always)]
pub fn closed_value(vm: &Vm, record: Option<RecordId>, index: u32) -> Option<Value> {
    match &vm.heap[record?].kind {
        RecordKind::Few { values, .. } => values.get(index as usize).copied(),
        RecordKind::Many { values, .. } => values.get(index as usize).copied(),
        _ => None,
    }
}

/// Sets a binding of a closed record that keeps its values in itself, by index. Otherwise changes nothing and returns
/// false.
#[inline(always)]
pub fn set_closed_value(vm: &mut Vm, record: RecordId, index: u32, value: Value) -> bool {
    if let RecordKind::Few { values, .. } = &mut vm.heap.record_mut_light(record).kind
        && let Some(place) = values.get_mut(index as usize)
    {
        let old = std::mem::replace(place, value);
        vm.heap.lose(old);
        return true;
    }
    false
}

/// The value of a record's binding, by index.
#[inline]
pub fn bound_value(vm: &Vm, record: RecordId, index: u32) -> Value {
    open_value(&vm.heap, &vm.execution.stack, Some(record), index)
}

#[inline]
pub fn set_bound_value(vm: &mut Vm, record: RecordId, index: u32, value: Value) {
    set_value(&mut vm.heap, &mut vm.execution.stack, record, index, value);
}

/// GETIDREF: finds the binding of a name as seen from the running frame. Walks outwards in a loop.
pub fn get_identifier_reference(vm: &mut Vm, start: NameStart, key: PropertyKey) -> Completion<Place> {
    let frame = vm.frame();
    let (base, environment) = (frame.base as usize, frame.environment);
    let code = vm.running_code();
    let mut skip = 0;
    let mut next = match start {
        NameStart::Scope(scope) => Some(scope),
        NameStart::Environment(records) => {
            skip = records;
            None
        }
    };
    while let Some(index) = next {
        let scope = code.scopes[index as usize];
        let place = match vm.execution.stack[base + scope.record as usize].as_record() {
            Some(record) => find_in_record(vm, record, key)?,
            None => find_in_scope(vm, scope.id, key)?.map_or(Place::NotFound, |place| {
                let scope = vm.heap.scope(scope.id);
                Place::Register {
                    scope: index,
                    index: base + scope.registers[place] as usize,
                    form: scope.forms[place],
                }
            }),
        };
        if place != Place::NotFound {
            return Ok(place);
        }
        vm.work(1)?;
        next = scope.parent;
    }
    let mut record = environment;
    vm.work(skip.saturating_sub(NEAR_RECORDS.into()).into())?;
    for _ in 0..skip {
        record = record.and_then(|record| vm.heap[record].parent);
    }
    find_outwards(vm, record, key)
}

/// GETIDREF from a record on: finds the binding in it, in the records around it, or among the globals.
pub fn find_outwards(vm: &mut Vm, mut record: Option<RecordId>, key: PropertyKey) -> Completion<Place> {
    while let Some(current) = record {
        let place = find_in_record(vm, current, key)?;
        if place != Place::NotFound {
            return Ok(place);
        }
        vm.work(1)?;
        record = vm.heap[current].parent;
    }
    if vm.heap.lexical_binding(vm.realm.lexical, key).is_some() {
        return Ok(Place::Lexical);
    }
    let global = vm.realm.global;
    Ok(if object::has_property(vm, global, key)? { Place::Global } else { Place::NotFound })
}

/// The index of a name's binding in a scope that has no record yet.
fn find_in_scope(vm: &mut Vm, scope: ScopeId, key: PropertyKey) -> Completion<Option<usize>> {
    if vm.heap.scope(scope).lacks_index() {
        index_names(vm, scope)?;
    }
    Ok(vm.heap.scope(scope).find(key))
}

/// Indexes a scope of many names, when one of them is first looked up.
#[cold]
fn index_names(vm: &mut Vm, scope: ScopeId) -> Completion<()> {
    // Whoever compiled the names has paid, and it was done before in some copies of an engine.
    vm.heap.budget.tick_aside(vm.heap.scope(scope).names.len() as u64)?;
    let bytes = vm.heap.scope(scope).index_names();
    vm.heap.resized(0, bytes);
    Ok(())
}

/// HASVAR: finds the binding in this very record, if there is one.
pub fn find_in_record(vm: &mut Vm, record: RecordId, key: PropertyKey) -> Completion<Place> {
    if let RecordKind::Object { target } = vm.heap[record].kind {
        let found = !is_implicit(key) && object::has_property(vm, target, key)? && !is_unscopable(vm, target, key)?;
        return Ok(if found { Place::With { record, target } } else { Place::NotFound });
    }
    let Some(scope) = vm.heap[record].kind.scope() else { return Ok(Place::NotFound) };
    Ok(match find_in_scope(vm, scope, key)? {
        Some(index) => Place::Bound { record, index: index as u32, form: vm.heap.scope(scope).forms[index] },
        None => match vm.heap[record].kind.added().and_then(|added| added.find(key)) {
            Some(index) => Place::Added { record, index: index as u32 },
            None => Place::NotFound,
        },
    })
}

/// Returns whether the name is that of `this`, `new.target` or the function of `super`. No object of a `with` has them, as its
/// record has no `this` binding (HasThisBinding, ECMA-262 9.1.1.2.8).
fn is_implicit(key: PropertyKey) -> bool {
    key == keys::THIS || key == keys::NEW_TARGET || key == keys::SUPER
}

/// Returns whether the object of a `with` keeps the name out of scopes: ECMA-262 9.1.1.2.1, steps 4 to 6.
fn is_unscopable(vm: &mut Vm, target: ObjectId, key: PropertyKey) -> Completion<bool> {
    vm.keeping([Value::object(target), key.kept_form()], |vm| {
        let unscopables = get::get_remembered(vm, Value::object(target), symbols::UNSCOPABLES)?;
        let Some(unscopables) = unscopables.as_object() else { return Ok(false) };
        let blocked = object::get(vm, unscopables, key)?;
        Ok(vm.heap.to_boolean(blocked))
    })
}

/// GETVAR: returns the value, and the `this` value that the record provides for a call. A ReferenceError if there is no
/// binding.
pub fn get_variable(vm: &mut Vm, place: Place, key: PropertyKey) -> Completion<(Value, Value)> {
    match place {
        Place::Register { index, .. } => Ok((
            {
                let stack = vm.execution.stack[index];
                environment::initialized(vm, stack, key)
            }?,
            Value::UNDEFINED,
        )),
        Place::Bound { record, index, .. } => {
            let bound_value = bound_value(vm, record, index);
            Ok((environment::initialized(vm, bound_value, key)?, Value::UNDEFINED))
        }
        Place::Lexical => Ok((environment::get_lexical(vm, key)?, Value::UNDEFINED)),
        Place::Added { record, index } => Ok((added_value(vm, record, index), Value::UNDEFINED)),
        Place::With { target, .. } => Ok((get_object_variable(vm, target, key)?, Value::object(target))),
        Place::Global => Ok((
            {
                let global = vm.realm.global;
                get_object_variable(vm, global, key)
            }?,
            Value::UNDEFINED,
        )),
        Place::NotFound => {
            let message = messages::not_defined(&vm.heap.describe_key(key));
            vm.reference_error(message)
        }
    }
}

/// GetBindingValue of an object record, ECMA-262 9.1.1.2.6: the binding may have been deleted since it was found.
fn get_object_variable(vm: &mut Vm, target: ObjectId, key: PropertyKey) -> Completion<Value> {
    vm.keeping([Value::object(target), key.kept_form()], |vm| {
        if object::has_property(vm, target, key)? {
            return object::get(vm, target, key);
        }
        if !vm.running_code().is_strict_at(vm.execution.pc) {
            return Ok(Value::UNDEFINED);
        }
        let message = messages::not_defined(&vm.heap.describe_key(key));
        vm.reference_error(message)
    })
}

fn added_value(vm: &Vm, record: RecordId, index: u32) -> Value {
    vm.heap[record].kind.added().map_or(Value::UNDEFINED, |added| added.value(index as usize))
}

/// PUTVAR: assigns to the binding. An unresolvable name makes a new global in sloppy code, and throws a ReferenceError
/// in strict code.
pub fn put_variable(vm: &mut Vm, place: Place, key: PropertyKey, value: Value, strict: bool) -> Completion<()> {
    match place {
        Place::Register { index, form, .. } => {
            let stack = vm.execution.stack[index];
            if environment::can_be_assigned(vm, stack, form, key, strict)? {
                vm.execution.stack[index] = value;
            }
            Ok(())
        }
        Place::Bound { record, index, form } => {
            let bound_value = bound_value(vm, record, index);
            if environment::can_be_assigned(vm, bound_value, form, key, strict)? {
                set_bound_value(vm, record, index, value);
            }
            Ok(())
        }
        Place::Lexical => environment::put_lexical(vm, key, value),
        Place::Added { record, index } => {
            lose_added(vm, record, index);
            if let Some(Some(added)) = vm.heap[record].kind.added_mut() {
                added.set(index as usize, value);
            }
            Ok(())
        }
        Place::With { target, .. } => put_object_variable(vm, target, key, value, strict),
        Place::Global => {
            let global = vm.realm.global;
            put_object_variable(vm, global, key, value, strict)
        }
        Place::NotFound if strict => {
            let message = messages::not_defined(&vm.heap.describe_key(key));
            vm.reference_error(message)
        }
        Place::NotFound => {
            let global = vm.realm.global;
            object::set(vm, global, key, value, false)
        }
    }
}

/// SetMutableBinding of an object record, ECMA-262 9.1.1.2.5: strict code notices if the binding has been deleted
/// meanwhile.
fn put_object_variable(vm: &mut Vm, target: ObjectId, key: PropertyKey, value: Value, strict: bool) -> Completion<()> {
    vm.keeping([Value::object(target), key.kept_form(), value], |vm| {
        if !object::has_property(vm, target, key)? && strict {
            let message = messages::not_defined(&vm.heap.describe_key(key));
            return vm.reference_error(message);
        }
        object::set(vm, target, key, value, strict)
    })
}

/// Write barrier for a binding that eval has added, before it changes or is removed. The last one takes the place of a
/// removed one.
fn lose_added(vm: &mut Vm, record: RecordId, index: u32) {
    if !marking::is_marking(&vm.heap) {
        return;
    }
    let added = vm.heap[record].kind.added().map_or(&[][..], AddedBindings::as_slice);
    let lost: Vec<_> = added.get(index as usize).into_iter().chain(added.last()).copied().collect();
    for (name, value) in lost {
        marking::lose_key(&mut vm.heap, name);
        vm.heap.lose(value);
    }
}

/// DELVAR: deletes the binding if that is allowed, and returns whether the name is gone.
pub fn delete_variable(vm: &mut Vm, place: Place, key: PropertyKey) -> Completion<bool> {
    match place {
        Place::Register { .. } | Place::Bound { .. } | Place::Lexical => Ok(false),
        Place::Added { record, index } => {
            lose_added(vm, record, index);
            if let Some(Some(added)) = vm.heap[record].kind.added_mut() {
                added.remove(index as usize);
            }
            Ok(true)
        }
        Place::With { target, .. } => object::delete(vm, target, key),
        Place::Global => {
            let global = vm.realm.global;
            object::delete(vm, global, key)
        }
        Place::NotFound => Ok(true),
    }
}

/// A resolved place as a value that a register can hold until [`place_of_value`]. The frame's own scopes get their
/// records for it, as bindings may come and go meanwhile.
pub fn value_of_place(vm: &mut Vm, place: Place) -> Value {
    match place {
        Place::Register { scope, .. } => Value::record(scope_record(vm, scope)),
        Place::Bound { record, .. } | Place::Added { record, .. } | Place::With { record, .. } => Value::record(record),
        Place::Lexical => Value::TRUE,
        Place::Global => Value::NULL,
        Place::NotFound => Value::UNDEFINED,
    }
}

/// The binding at a place that was resolved before.
pub fn place_of_value(vm: &mut Vm, place: Value, key: PropertyKey) -> Completion<Place> {
    match place.as_record() {
        // A with object that has lost the property is still the base of the reference.
        Some(record) => match vm.heap[record].kind {
            RecordKind::Object { target } => Ok(Place::With { record, target }),
            _ => find_in_record(vm, record, key),
        },
        None if place.is_null() => Ok(Place::Global),
        None if place == Value::TRUE => Ok(Place::Lexical),
        None => Ok(Place::NotFound),
    }
}

/// The variable environment around an environment: the next record of a function or eval that takes declarations.
pub fn variable_record(vm: &mut Vm, mut environment: Option<RecordId>) -> Completion<Option<RecordId>> {
    while let Some(record) = environment {
        if vm.heap[record].kind.scope().is_some_and(|scope| vm.heap.scope(scope).dynamic) {
            return Ok(Some(record));
        }
        vm.work(1)?;
        environment = vm.heap[record].parent;
    }
    Ok(None)
}

/// Returns whether a scope between an environment and its variable environment, or that of the same function, declares
/// the name lexically. A variable of eval code cannot get past it (ECMA-262 19.2.1.3, step 3; B.3.4 lets it past a
/// catch parameter).
pub(crate) fn is_declared_lexically(
    vm: &mut Vm,
    mut environment: Option<RecordId>,
    key: PropertyKey,
) -> Completion<bool> {
    while let Some(record) = environment {
        if let Some(id) = vm.heap[record].kind.scope() {
            let found = find_in_scope(vm, id, key)?;
            let scope = vm.heap.scope(id);
            if found.is_some_and(|index| scope.forms[index].is_lexical()) {
                return Ok(true);
            }
            if scope.dynamic {
                return Ok(false);
            }
        }
        vm.work(1)?;
        environment = vm.heap[record].parent;
    }
    Ok(vm.heap.lexical_binding(vm.realm.lexical, key).is_some())
}

/// DECLVAR for direct eval: declares a deletable variable, or assigns a function to a declared one.
pub fn declare_in_record(vm: &mut Vm, record: RecordId, key: PropertyKey, function: Option<Value>) -> Completion<()> {
    match (find_in_record(vm, record, key)?, function) {
        (Place::NotFound, value) => {
            if let Some(added) = vm.heap[record].kind.added() {
                let growth = added.growth(key);
                vm.heap.room(growth)?;
            }
            let before = vm.heap[record].payload_bytes();
            if let Some(added) = vm.heap[record].kind.added_mut() {
                added.get_or_insert_default().push(key, value.unwrap_or(Value::UNDEFINED));
            }
            let after = vm.heap[record].payload_bytes();
            vm.heap.resized(before, after);
            Ok(())
        }
        (place, Some(value)) => put_variable(vm, place, key, value, false),
        (_, None) => Ok(()),
    }
}
