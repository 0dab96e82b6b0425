//! Snapshots: engines as bytes. Everything that scripts have made is written, and made again in another engine.
//!
//! ```text
//! "\x7FFTS"   format, version of the engine
//! built-ins   which parts of each realm are made, what the host has installed, its classes, and how many objects all that has:
//!             those are numbered first
//! units       compiled code in its saved form, which its own verifier looks at
//! modules     names, code, and what each asks for: they are linked anew, and wait for each other as they did
//! cells       strings, symbols, BigInts, records, buffers, objects: what they are
//! states      what they hold: any cell can refer to any other
//! weak        what is referred to weakly, as far as something else leads to it
//! jobs        what promises have left to be done
//! calls       what the host has not answered
//! waiters     promises of Atomics.waitAsync: for what memory, and for how long
//! remembered  objects of template literals, the last match, where random numbers are
//! program     what was started, and what its frames are for
//! frames      of an execution that has paused, or of the program
//! ```
//!
//! Nothing is written as it lies in the heap. The reader makes each cell by the same operations as scripts do, in an
//! engine of its own, with the limits of that engine. So shapes, places and accounts are right whatever the bytes are.
//! Properties that fuel depends on are written and restored as well: holes in tables, ropes and slices, deleted
//! properties, ready code. What those operations leave to their callers to verify is verified in `read`.

mod code_states;
mod read;
mod write;

pub use read::*;
pub use write::*;

use ferrotape_runtime::function::Native;
use std::fmt;

use ferrotape_budget::Termination;
use ferrotape_bytecode::SavedError;
/// Writers for [`ferrotape_runtime::object::host::HostData::save`], and for classes of the host.
pub use ferrotape_bytecode::{Read, Reader, Writer};
use rustc_hash::FxHashMap;

use ferrotape_runtime::error::Throw;
use ferrotape_runtime::function::{self, Captured, NativeFunction};
use ferrotape_runtime::generator::{GeneratorState, Resumption};
use ferrotape_runtime::heap::{ObjectId, RealmId, StringView};
use ferrotape_runtime::host_part::{self, ClassPart, HostProblem, InstalledClass};
use ferrotape_runtime::hosts;
use ferrotape_runtime::module::{ModuleType, Status};
use ferrotape_runtime::object::{self, Kind, own_slots};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::string;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{FrameKind, Vm};

const MAGIC: [u8; 4] = *b"\x7FFTS";

/// Number of the format; change it with the meaning of the bytes.
const FORMAT: u64 = 33;

/// Flags of a string: it has units of two bytes, is a rope, has a hash, is interned, is a part of another one.
const WIDE: u8 = 1;
const ROPE: u8 = 2;
const HASHED: u8 = 4;
const INTERNED: u8 = 8;
const SLICE: u8 = 16;

/// Layout of elements: a vector, a frozen one, a map.
const VECTOR: u8 = 0;
const FROZEN: u8 = 1;
const MAP: u8 = 2;

/// Layout of properties: the object has a shape of its own; otherwise the byte counts changes of attributes.
const OWN_SHAPE: u8 = 0xFF;

/// Flag beside the attributes of a property: deleted ones lie before it.
const DELETED_BEFORE: u8 = 0x80;

/// Facts about a unit's code: a function is ready, a template literal has an object, a pattern of a literal is compiled.
const READY: u64 = 0;
const TEMPLATE: u64 = 1;
const PATTERN: u64 = 2;

/// Kind of a host object: a module's namespace, an installed one, one of a class, a namespace of a deferred module.
const NAMESPACE: u8 = 0;
const INSTALLED: u8 = 1;
const OF_CLASS: u8 = 2;
const DEFERRED_NAMESPACE: u8 = 3;

const GENERATOR_STATES: [GeneratorState; 5] = [
    GeneratorState::SuspendedStart,
    GeneratorState::SuspendedYield,
    GeneratorState::Executing,
    GeneratorState::AwaitingReturn,
    GeneratorState::Completed,
];

/// Kinds of a frame that another frame waits for, without native code between them.
const FRAME_KINDS: [FrameKind; 4] = [FrameKind::Call, FrameKind::Construct, FrameKind::Setter, FrameKind::Resume];

/// Returns whether the value below the frame's `this` matters: the new target, or its activation. For other kinds it is
/// a register of the caller.
fn is_marked_below(kind: FrameKind) -> bool {
    matches!(kind, FrameKind::Construct | FrameKind::Resume)
}

const RESUMPTIONS: [Resumption; 3] = [Resumption::Next, Resumption::Throw, Resumption::Return];

/// Starts of ways that messages show, beside the numbers of objects: nowhere in particular, or in a job.
const ROOT: usize = usize::MAX;
const JOB: usize = usize::MAX - 1;
const MODULE: usize = usize::MAX - 2;

/// Built-in functions that capture values, in the order of their numbers.
fn closures(vm: &Vm) -> impl Iterator<Item = &'static NativeFunction> + use<> {
    let further = vm.host.further_parts.clone();
    let of_parts = vm.host.parts.iter().chain(further).flat_map(|part| part.closures);
    let of_machine =
        ferrotape_runtime::promise::operations::CLOSURES.iter().copied().chain(ferrotape_runtime::module::closures());
    let of_machine = of_machine.chain(ferrotape_runtime::disposal::CLOSURES.iter().copied());
    of_machine.chain(of_parts.copied())
}

/// Ticks for making the built-ins of a further realm, which is not the work of a script.
const TICKS_FOR_A_REALM: u64 = 4096;

const MODULE_STATUSES: [Status; 4] = [Status::Unlinked, Status::Linked, Status::EvaluatingAsync, Status::Evaluated];

const MODULE_TYPES: [ModuleType; 4] = [ModuleType::Source, ModuleType::Json, ModuleType::Text, ModuleType::Bytes];

/// Marks a variable that keeps the value that linking the module has put there.
const LINKED: u8 = 13;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Reason why an engine cannot be written, or bytes cannot be read.
#[derive(Clone, Debug)]
pub enum SnapshotError {
    /// Something cannot be written: what it is, and the way to it.
    Unwritable(String),
    /// The bytes never were a snapshot.
    NotSaved,
    /// Another version has written the bytes.
    OtherVersion,
    /// The bytes were changed, or made by somebody else: what is wrong, and roughly where.
    Damaged { what: String, offset: usize },
    /// The engine is not one that the bytes fit into.
    Unfit(String),
    /// The host does something else each time.
    Host(String),
    /// A limit was reached.
    Terminated(Termination),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SnapshotError::Unwritable(what) => write!(f, "the engine cannot be written down with {what}"),
            SnapshotError::NotSaved => f.write_str("no engine can be restored: the bytes are no snapshot"),
            SnapshotError::OtherVersion => {
                f.write_str("no engine can be restored: another version of the engine has written the bytes")
            }
            SnapshotError::Damaged { what, .. } | SnapshotError::Unfit(what) => {
                write!(f, "no engine can be restored: {what}")
            }
            SnapshotError::Host(what) => f.write_str(what),
            SnapshotError::Terminated(_) => f.write_str("a limit was reached"),
        }
    }
}

impl SnapshotError {
    /// The error for damaged bytes, with the reason. The reader adds the place.
    fn damaged(what: impl Into<String>) -> SnapshotError {
        SnapshotError::Damaged { what: what.into(), offset: 0 }
    }
}

impl From<SavedError> for SnapshotError {
    fn from(error: SavedError) -> Self {
        match error {
            SavedError::OtherVersion => SnapshotError::OtherVersion,
            error => SnapshotError::damaged(error.to_string()),
        }
    }
}

impl From<Termination> for SnapshotError {
    fn from(termination: Termination) -> Self {
        SnapshotError::Terminated(termination)
    }
}

impl From<Throw> for SnapshotError {
    fn from(throw: Throw) -> Self {
        match throw {
            Throw::Terminated(termination) => SnapshotError::Terminated(termination),
            Throw::Exception(_) => SnapshotError::damaged("a value is out of range"),
        }
    }
}

type Done<T> = Result<T, SnapshotError>;

/// Works in a realm that something else keeps alive.
fn within_realm<T>(vm: &mut Vm, realm: RealmId, work: impl FnOnce(&mut Vm) -> T) -> T {
    let before = vm.realm;
    realm::enter_realm(vm, realm);
    let result = work(vm);
    vm.realm = before;
    result
}

/// Enters the realm that engines begin in.
fn enter_first_realm(vm: &mut Vm) {
    if let Some(&first) = vm.heap.all_realms().first() {
        realm::enter_realm(vm, first);
    }
}

/// The built-in objects of a new engine, by number, and the matching ones of another engine. Classes of the host count
/// as built in; they follow one after the other.
struct BuiltIns {
    bare: Vm,
    /// Realms, as many as the other engine has.
    realms: Vec<RealmId>,
    objects: Vec<(ObjectId, Option<ObjectId>)>,
    /// Numbers of objects: without those of classes, and with those of each class.
    counts: Vec<usize>,
}

impl BuiltIns {
    /// Makes those parts of each realm in a new engine, and walks through its built-ins and those of the other engine
    /// side by side. The other engine's object under the same key matches only if it is of the same kind: otherwise a
    /// script has put it there.
    fn of(vm: &mut Vm, realms: &[(RealmId, u64)], classes: &[InstalledClass]) -> Done<BuiltIns> {
        let mut bare = Vm::new(vm.options.clone(), vm.host.parts, vm.machines)?;
        let mut pairs = vec![(bare.realm.id, vm.realm.id)];
        for &(ours, _) in realms.iter().skip(1) {
            vm.heap.work(TICKS_FOR_A_REALM)?;
            let theirs = realm::new_realm(&mut bare)?;
            bare.keep(Value::object(bare.heap.realm(theirs).global));
            pairs.push((theirs, ours));
        }
        for (place, (&(theirs, ours), &(_, parts))) in pairs.iter().zip(realms).enumerate() {
            // Parts of one realm may go over the limits. Whoever restores an engine is told how many realms there are.
            let are_further = place > 0 && vm.heap.realm(ours).parts_made & parts != parts;
            let before = vm.heap.budget.bytes();
            if are_further {
                vm.heap.work(TICKS_FOR_A_REALM)?;
                vm.heap.room(0)?;
            }
            within_realm(vm, ours, |vm| realm::make_parts(vm, parts));
            if are_further {
                // On loan for what is made beside.
                vm.heap.lend(vm.heap.budget.bytes().saturating_sub(before))?;
            }
            within_realm(&mut bare, theirs, |bare| realm::make_parts(bare, parts));
        }
        let beside = |realm: RealmId| pairs.iter().find(|pair| pair.1 == realm).map_or(bare.realm.id, |pair| pair.0);
        let installed = vm.host.host_parts.iter().enumerate();
        let installed: Vec<_> =
            installed.map(|(place, it)| (beside(it.realm), it.part, host_part::sharing_host_part(vm, place))).collect();
        let parts: Vec<_> = classes.iter().map(|class| (beside(class.realm), class.part)).collect();
        for (realm, part, shares) in installed {
            vm.heap.work(1)?;
            let state = shares.and_then(|first| bare.host.host_parts.get(first)).map(|first| first.state);
            within_realm(&mut bare, realm, |bare| (part.install)(bare, state))?;
        }
        // Those of installed parts of the host are known by now.
        for (&(theirs, _), &(_, parts)) in pairs.iter().zip(realms) {
            within_realm(&mut bare, theirs, |bare| realm::make_parts(bare, parts));
        }
        let defined =
            parts.into_iter().map(|(realm, part)| within_realm(&mut bare, realm, |bare| defined_again(bare, part)));
        let defined = defined.collect::<Done<Vec<[ObjectId; 2]>>>()?;
        let (numbers, taken) = (FxHashMap::default(), FxHashMap::default());
        let realms = pairs.iter().map(|pair| pair.0).collect();
        let beside = pairs.iter().copied().collect();
        let mut walk = Walk { beside, numbers, taken, objects: Vec::new() };
        for (theirs, ours) in pairs {
            let (theirs, ours) = (roots_of(&bare, theirs), roots_of(vm, ours));
            theirs.into_iter().zip(ours).for_each(|(theirs, ours)| walk.meet(&bare, vm, theirs, ours));
        }
        let mut next = 0;
        // Objects that no script can reach any more are met at the end.
        for are_states_met in [false, true] {
            for (theirs, ours) in bare.host.host_parts.iter().zip(&vm.host.host_parts).filter(|_| are_states_met) {
                walk.meet(&bare, vm, Value::object(theirs.state), Value::object(ours.state));
            }
            walk.look_further(&mut bare, vm, &mut next)?;
        }
        let mut counts = vec![walk.objects.len()];
        for (theirs, ours) in defined.into_iter().zip(classes) {
            for (theirs, ours) in theirs.into_iter().zip(ours.objects) {
                walk.meet(&bare, vm, Value::object(theirs), Value::object(ours));
            }
            walk.look_further(&mut bare, vm, &mut next)?;
            counts.push(walk.objects.len());
        }
        Ok(BuiltIns { bare, realms, objects: walk.objects, counts })
    }
}

/// Starting points of a realm's built-ins.
fn roots_of(vm: &Vm, realm: RealmId) -> Vec<Value> {
    let realm = vm.heap.realm(realm);
    let mut roots = vec![Value::object(realm.global), Value::object(realm.lexical)];
    realm.intrinsics.for_each(&mut |value| roots.push(value));
    roots.extend(realm.further.iter().map(|&object| Value::object(object)));
    roots
}

fn defined_again(bare: &mut Vm, part: &ClassPart) -> Done<[ObjectId; 2]> {
    (part.define)(bare).map_err(|problem| match problem {
        HostProblem::Said(what) => {
            SnapshotError::Host(format!("the class {} cannot be defined again: {what}", part.name))
        }
        HostProblem::Terminated(termination) => termination.into(),
    })
}

/// A walk over the built-ins, which numbers them.
struct Walk {
    /// Matching realm of each realm.
    beside: FxHashMap<RealmId, RealmId>,
    numbers: FxHashMap<ObjectId, usize>,
    taken: FxHashMap<ObjectId, usize>,
    objects: Vec<(ObjectId, Option<ObjectId>)>,
}

impl Walk {
    fn meet(&mut self, bare: &Vm, vm: &Vm, value: Value, other: Value) {
        let Some(object) = value.as_object().filter(|&object| object != bare.heap.nothing) else { return };
        let other = other.as_object().filter(|&other| {
            other != vm.heap.nothing && self.are_alike(bare, object, vm, other) && !self.taken.contains_key(&other)
        });
        let number = *self.numbers.entry(object).or_insert_with(|| {
            self.objects.push((object, None));
            self.objects.len() - 1
        });
        if let (Some(other), Some(pair)) = (other, self.objects.get_mut(number))
            && pair.1.is_none()
        {
            pair.1 = Some(other);
            self.taken.insert(other, number);
        }
    }

    fn are_alike(&self, bare: &Vm, object: ObjectId, vm: &Vm, other: ObjectId) -> bool {
        let is_beside = |theirs, ours| self.beside.get(&theirs) == Some(&ours);
        match (bare.heap.kind(object), vm.heap.kind(other)) {
            (
                Kind::Native(Native { function: a, realm: theirs }),
                Kind::Native(Native { function: b, realm: ours }),
            ) => is_beside(theirs, ours) && std::ptr::eq(function::native(bare, a), function::native(vm, b)),
            (Kind::Host(a), Kind::Host(b)) => is_beside(a.realm, b.realm),
            (Kind::Global(theirs), Kind::Global(ours)) => is_beside(theirs, ours),
            (Kind::HostObject(_), Kind::HostObject(_)) => class_name(bare, object) == class_name(vm, other),
            (a, b) => std::mem::discriminant(&a) == std::mem::discriminant(&b),
        }
    }

    /// Looks into everything that was met since.
    fn look_further(&mut self, bare: &mut Vm, vm: &mut Vm, next: &mut usize) -> Done<()> {
        while let Some(&(object, other)) = self.objects.get(*next) {
            vm.heap.work(1)?;
            self.look_into(bare, vm, object, other)?;
            *next += 1;
        }
        Ok(())
    }

    fn look_into(&mut self, bare: &mut Vm, vm: &mut Vm, object: ObjectId, other: Option<ObjectId>) -> Done<()> {
        let prototype = |vm: &Vm, object| vm.heap.prototype_of(object).map_or(Value::NULL, Value::object);
        let theirs = other.map_or(Value::NULL, |other| prototype(vm, other));
        self.meet(bare, vm, prototype(bare, object), theirs);
        for (key, attributes, value) in own_slots(bare, object) {
            let ours = match other {
                Some(other) => {
                    let key = key_in(bare, key, vm)?;
                    let stored = vm.heap.stored_property(other, key);
                    stored.filter(|stored| stored.attributes == attributes).map(|stored| stored.value)
                }
                None => None,
            };
            let (own, theirs) = (both(bare, value), ours.map_or([Value::NULL; 2], |ours| both(vm, ours)));
            own.into_iter().zip(theirs).for_each(|(own, theirs)| self.meet(bare, vm, own, theirs));
        }
        let captured = other.map_or(&[][..], |other| vm.heap.all_captured(other));
        for (place, &value) in bare.heap.all_captured(object).iter().enumerate() {
            self.meet(bare, vm, value, captured.get(place).copied().unwrap_or(Value::NULL));
        }
        Ok(())
    }
}

/// The value of a property, or its getter and setter.
fn both(vm: &Vm, value: Value) -> [Value; 2] {
    match value.as_accessor() {
        Some(accessor) => [vm.heap[accessor].getter, vm.heap[accessor].setter],
        None => [value, Value::NULL],
    }
}

/// Name of a host object's class.
fn class_name(vm: &Vm, object: ObjectId) -> Option<&'static str> {
    hosts::host_class_of(&vm.heap, object).map(|class| object::host_class_name(vm, class))
}

/// Returns whether a built-in or installed function declares what it captures. Captures of other functions are never
/// written.
fn says_what_it_captures(function: &NativeFunction) -> bool {
    function.captures.iter().any(|captured| !matches!(captured, Captured::Nothing))
}

/// The key in another engine: symbols of built-ins have the same numbers in all engines.
fn key_in(from: &Vm, key: PropertyKey, to: &mut Vm) -> Done<PropertyKey> {
    match key.as_atom() {
        Some(atom) => {
            let view: StringView<'_> = from.heap.atom_view(atom);
            Ok(string::key_of_view(&mut to.heap, view)?)
        }
        None => Ok(key),
    }
}
