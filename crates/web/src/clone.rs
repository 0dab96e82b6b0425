//! `structuredClone`, HTML 2.7: copies values with everything they refer to.
//!
//! ```text
//! memory      a Map: objects met, and their copies           so cycles end, and nothing is copied twice
//! frames      the objects being copied, outermost first      so nesting takes no native stack
//! shell       the copy of an object, without its parts yet   its kind with its internal slots
//! transfer    buffers and ports that move instead of being copied
//! ```
//!
//! HTML serializes all of a value before it makes any of the copy. This makes the copy on the way. The difference is
//! not observable, since nothing sees the copy before it is complete. A buffer that moves is empty until then.

mod shell;
mod transfer;

pub(crate) use transfer::list_or_options as transfer_list;

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::keys;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::{define_operations, dom_exception};

static FUNCTIONS: &[NativeFunction] = &[method("structuredClone", 1, structured_clone)];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let global = realm.vm.realm.global;
    define_operations(realm, global, FUNCTIONS)
}

/// structuredClone ( value, options )
fn structured_clone(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.argument_count() == 0 {
        return vm.type_error("The value argument must be specified");
    }
    let transferred = transfer::list(vm, call.argument(vm, 1))?;
    copied(vm, call.argument(vm, 0), &transferred, None)
}

/// Copies a value, and moves what is to be transferred: its ports go to a list too. The copy is kept.
pub(crate) fn copied(
    vm: &mut Vm,
    value: Value,
    transferred: &[ObjectId],
    ports: Option<ObjectId>,
) -> Completion<Value> {
    let prototype = realm::intrinsics(vm).map_prototype;
    let memory = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Map);
    vm.keep(Value::object(memory));
    let mut cloning = Cloning { memory, frames: Vec::new() };
    let moves = transfer::prepare(vm, &cloning, transferred)?;
    let copy = cloning.copy(vm, value)?;
    vm.keep(copy);
    cloning.run(vm)?;
    transfer::finish(vm, &cloning, &moves, ports)?;
    Ok(copy)
}

/// The state of a copy in progress.
struct Cloning {
    memory: ObjectId,
    frames: Vec<Frame>,
}

/// An object whose copy exists, but not all of its parts.
struct Frame {
    source: ObjectId,
    target: ObjectId,
    parts: Parts,
    next: usize,
    /// The marks of the kept values and of the loan.
    mark: usize,
    on_loan: usize,
}

/// The parts of an object that are still to be copied.
enum Parts {
    Properties(Vec<PropertyKey>),
    /// A snapshot of a Map's entries, keys and values in turn; then the copy of the last key.
    Entries(Vec<Value>, Value),
    /// A snapshot of a Set's values.
    Values(Vec<Value>),
    /// The cause of an error. Not in HTML, but other engines copy it.
    Cause(Value),
}

impl Parts {
    fn len(&self) -> usize {
        match self {
            Parts::Properties(keys) => keys.len(),
            Parts::Entries(values, _) | Parts::Values(values) => values.len(),
            Parts::Cause(_) => 1,
        }
    }

    fn take_back(&self, vm: &mut Vm) {
        match self {
            Parts::Properties(keys) => vm.heap.take_back(keys),
            Parts::Entries(values, _) | Parts::Values(values) => vm.heap.take_back(values),
            Parts::Cause(_) => {}
        }
    }
}

impl Cloning {
    fn fail<T>(&self, vm: &mut Vm, message: &str) -> Completion<T> {
        dom_exception::throw(vm, "DataCloneError", message)
    }

    fn not_cloneable<T>(&self, vm: &mut Vm, value: Value) -> Completion<T> {
        let found = messages::describe(vm, value);
        self.fail(vm, &format!("{found} could not be cloned."))
    }

    /// Returns the copy of an object that was met before.
    fn known(&self, vm: &mut Vm, source: ObjectId) -> Completion<Option<Value>> {
        Ok(collections::collected_value(&mut vm.heap, self.memory, Value::object(source))?)
    }

    fn remember(&self, vm: &mut Vm, source: ObjectId, copy: ObjectId) -> Completion<()> {
        Ok(collections::collect_value(&mut vm.heap, self.memory, Value::object(source), Value::object(copy))?)
    }

    /// Copies a value. For an object this may be a shell, with a frame for the rest.
    fn copy(&mut self, vm: &mut Vm, value: Value) -> Completion<Value> {
        let Some(source) = value.as_object() else {
            return if value.is_symbol() { self.not_cloneable(vm, value) } else { Ok(value) };
        };
        if let Some(copy) = self.known(vm, source)? {
            return Ok(copy);
        }
        let (target, parts) = {
            let vm = &mut vm.scope();
            vm.keep(value);
            let (target, parts) = shell::of(vm, self, source)?;
            vm.keep(Value::object(target));
            self.remember(vm, source, target)?;
            (target, parts)
        };
        if let Some(kind) = parts {
            self.push_frame(vm, source, target, kind)?;
        }
        Ok(Value::object(target))
    }

    /// Begins to copy the parts of an object, whose copy is empty so far. They are kept and paid for until the frame
    /// is done.
    fn push_frame(&mut self, vm: &mut Vm, source: ObjectId, target: ObjectId, kind: shell::Deep) -> Completion<()> {
        vm.heap.lend_room(&mut self.frames, 1)?;
        let (mark, before) = (vm.kept_mark(), vm.heap.on_loan());
        let parts = shell::parts(vm, source, kind)?;
        let kept = match &parts {
            Parts::Properties(keys) => keys.iter().map(|key| key.kept_form()).collect(),
            Parts::Entries(values, _) | Parts::Values(values) => values.clone(),
            Parts::Cause(cause) => vec![*cause],
        };
        vm.work(kept.len() as u64 / 8 + 1)?;
        vm.keep_many(kept.into_iter())?;
        let on_loan = vm.heap.on_loan() - before;
        self.frames.push(Frame { source, target, parts, next: 0, mark, on_loan });
        Ok(())
    }

    /// Copies the remaining parts of all frames.
    fn run(&mut self, vm: &mut Vm) -> Completion<()> {
        while let Some(frame) = self.frames.last_mut() {
            vm.work(ENTRY)?;
            if frame.next < frame.parts.len() {
                let index = frame.next;
                frame.next += 1;
                self.copy_part(vm, index)?;
            } else if let Some(frame) = self.frames.pop() {
                frame.parts.take_back(vm);
                vm.release_kept(frame.mark);
                // The vector is taken back from the loan already; the charge for keeping its values is left.
                let values = frame.parts.loan();
                let left = vm.heap.on_loan().saturating_sub(frame.on_loan.saturating_sub(values));
                vm.heap.settle_loans(left);
            }
        }
        Ok(())
    }

    /// Copies a part of the last frame's object.
    fn copy_part(&mut self, vm: &mut Vm, index: usize) -> Completion<()> {
        let depth = self.frames.len() - 1;
        let Frame { source, target, ref parts, .. } = self.frames[depth];
        match *parts {
            Parts::Properties(ref keys) => {
                let key = keys[index];
                self.copy_property(vm, source, target, key)
            }
            Parts::Cause(cause) => {
                let copy = self.copy(vm, cause)?;
                Ok(vm.heap.store_property(target, keys::CAUSE, copy, Attributes::METHOD)?)
            }
            Parts::Values(ref values) => {
                let value = values[index];
                let copy = self.copy(vm, value)?;
                Ok(collections::collect_value(&mut vm.heap, target, copy, copy)?)
            }
            Parts::Entries(ref entries, key) => {
                let value = entries[index];
                let copy = self.copy(vm, value)?;
                if index % 2 == 1 {
                    return Ok(collections::collect_value(&mut vm.heap, target, key, copy)?);
                }
                // The memory keeps an object alive; the list keeps other values.
                if let Parts::Entries(_, key) = &mut self.frames[depth].parts {
                    *key = copy;
                }
                Ok(())
            }
        }
    }

    /// Copies an own enumerable property, unless it has been deleted meanwhile.
    fn copy_property(&mut self, vm: &mut Vm, source: ObjectId, target: ObjectId, key: PropertyKey) -> Completion<()> {
        if !object::has_own_property(vm, source, key)? {
            return Ok(());
        }
        let value = object::get(vm, source, key)?;
        let copy = self.copy(vm, value)?;
        object::create_data_property_or_throw(vm, target, key, copy)
    }
}
