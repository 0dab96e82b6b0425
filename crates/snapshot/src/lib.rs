//! Snapshots: engines as bytes. Everything that scripts created is written, and created again in another engine.
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
//! frames      of an execution that has paused, or of the program, and where what waits in them was thrown
//! ```
//!
//! Heap memory is not written directly. The reader creates each cell with the operations that scripts use, in a new engine with
//! its own limits. So shapes, places and accounts are right whatever the bytes are. Properties that fuel depends on are written
//! and restored as well: holes in tables, ropes and slices, deleted properties, ready code. `read` verifies the conditions that
//! those operations leave to their callers.

mod built_ins;
mod code_states;
mod originals;
mod read;
mod write;

pub use read::*;
pub use write::*;

use std::fmt;

use ferrotape_budget::Termination;
use ferrotape_bytecode::SavedError;
/// Writers for [`ferrotape_runtime::object::host::HostData::save`], and for classes of the host.
pub use ferrotape_bytecode::{Read, Reader, Writer};
use ferrotape_runtime::error::Throw;
use ferrotape_runtime::function::{Captured, NativeFunction};
use ferrotape_runtime::generator::{GeneratorState, Resumption};
use ferrotape_runtime::heap::{ObjectId, RealmId};
use ferrotape_runtime::hosts;
use ferrotape_runtime::module::{ModuleType, Status};
use ferrotape_runtime::object::{self, Class, own_slots};
use ferrotape_runtime::realm;
use ferrotape_runtime::shape::{self, PropertyEntry};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{FrameKind, Vm};

const MAGIC: [u8; 4] = *b"\x7FFTS";

/// Number of the format; change it with the meaning of the bytes.
const FORMAT: u64 = 39;

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
    of_machine.chain(of_parts.copied()).chain(vm.host.further_closures.iter().copied())
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
            SnapshotError::Unwritable(what) => write!(f, "the engine cannot be saved with {what}"),
            SnapshotError::NotSaved => f.write_str("no engine can be restored: the bytes are not a snapshot"),
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

/// Returns whether a built-in or installed function declares what it captures. Captures of other functions are never
/// written.
fn says_what_it_captures(function: &NativeFunction) -> bool {
    function.captures.iter().any(|captured| !matches!(captured, Captured::Nothing))
}

/// Properties of an object in its storage, with their slots; none of a built-in object that has not got its properties.
fn own_entries(vm: &Vm, object: ObjectId) -> impl Iterator<Item = (u32, PropertyEntry, Value)> + '_ {
    let is_filled = vm.heap.class_of(object) != Class::Unfilled;
    let shape = is_filled.then(|| vm.heap.shape_of(object));
    let entries = shape.into_iter().flat_map(|shape| shape::shape_entries(&vm.heap, shape));
    entries.map(move |(slot, entry)| (slot, entry, vm.heap.slot(object, slot)))
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
