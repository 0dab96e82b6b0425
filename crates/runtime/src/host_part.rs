//! Host parts: additions of a host to an engine beside the built-ins, like a console. Snapshots
//! ([`mod@crate::snapshot`]) write such an addition by name: the restored engine has it as well, changed or not.

use ferrotape_budget::Termination;
use ferrotape_heap::object::host::{HostClassId, HostData, hosts};

use crate::error::Completion;
use crate::heap::{ObjectId, RealmId};
use crate::value::Value;
use crate::vm::Vm;

/// Description of a part that hosts install.
pub struct HostPart {
    /// Name in messages.
    pub name: &'static str,
    /// Installs the part in the current realm of an engine that runs nothing, to compare with the original state.
    /// Shares the state of another realm if one is given.
    pub install: fn(&mut Vm, Option<ObjectId>) -> Completion<()>,
    pub classes: &'static [PartClass],
    /// Shows an object of a class as people read it; none for an object that is shown by its properties. Runs no script.
    pub view: fn(&mut Vm, ObjectId) -> Completion<Option<View>>,
}

/// Content that an object of a part shows of itself, behind the name of its class. It is kept.
pub enum View {
    /// The properties of another object, made for it.
    Members(ObjectId),
    /// Properties of such an object that are shown however deep they are.
    Entries(ObjectId),
    /// Names and values in turn.
    Pairs(Vec<Value>),
}

/// A class of objects that scripts create through an installed part: its name, and data for a new object.
pub type PartClass = (&'static str, fn() -> Box<dyn HostData>);

/// A part installed in a realm, with the object that has its state.
#[derive(Copy, Clone)]
pub struct Installed {
    pub part: &'static HostPart,
    pub realm: RealmId,
    /// The state; [`Heap::nothing`](crate::heap::Heap::nothing) once nobody can reach it any more.
    pub state: ObjectId,
    /// Number that parts with the same state share.
    shares: u32,
}

/// A class of a Rust type, which the host defines in each engine by the same name.
pub struct ClassPart {
    /// Name in messages.
    pub name: &'static str,
    /// Defines the class in the current realm of an engine that runs nothing, to compare with the original state.
    /// Returns its constructor and its prototype.
    pub define: fn(&mut Vm) -> Result<[ObjectId; 2], HostProblem>,
    /// Writes the Rust value of an object.
    pub save: fn(&mut Vm, ObjectId) -> Result<HostValue, HostProblem>,
    /// Reads the Rust value of an object. The bytes are untrusted, and the other objects are not ready: no script may
    /// run.
    pub load: fn(&mut Vm, ObjectId, HostValue) -> Result<(), HostProblem>,
}

/// A written Rust value: bytes that its class can read, and the values of scripts that it has.
#[derive(Default)]
pub struct HostValue {
    pub bytes: Vec<u8>,
    pub values: Vec<Value>,
}

/// The reason why a class cannot do a requested operation.
#[derive(Debug)]
pub enum HostProblem {
    /// A reason in words of the host.
    Said(String),
    Terminated(Termination),
}

impl From<Termination> for HostProblem {
    fn from(termination: Termination) -> Self {
        HostProblem::Terminated(termination)
    }
}

/// A class in a realm.
#[derive(Copy, Clone)]
pub struct InstalledClass {
    pub part: &'static ClassPart,
    pub class: HostClassId,
    pub realm: RealmId,
    /// Its constructor and its prototype.
    pub objects: [ObjectId; 2],
}

/// Data of an object that is made before its Rust value.
pub struct NotLoaded;

impl HostData for NotLoaded {
    fn bytes(&self) -> usize {
        0
    }
}

/// Notes that the host has defined a class in the current realm. The host keeps the objects alive.
pub fn note_class_part(vm: &mut Vm, part: &'static ClassPart, class: HostClassId, objects: [ObjectId; 2]) {
    vm.host.class_parts.push(InstalledClass { part, class, realm: vm.realm.id, objects });
}

/// Notes that the host has installed a part in the current realm. It replaces an earlier one of that name.
pub fn note_host_part(vm: &mut Vm, part: &'static HostPart, state: ObjectId) {
    let realm = vm.realm.id;
    let same = vm.host.host_parts.iter().find(|installed| installed.state == state);
    let last = vm.host.host_parts.iter().map(|installed| installed.shares).max();
    let shares = same.map_or(last.map_or(0, |last| last + 1), |same| same.shares);
    let new = Installed { part, realm, state, shares };
    let is_it = |installed: &&mut Installed| installed.part.name == part.name && installed.realm == realm;
    match vm.host.host_parts.iter_mut().find(is_it) {
        Some(installed) => *installed = new,
        None => vm.host.host_parts.push(new),
    }
}

/// Returns whether an installed part has a class of that name, of which scripts make objects.
pub fn is_installed_class(vm: &Vm, name: &str) -> bool {
    let mut classes = vm.host.host_parts.iter().flat_map(|installed| installed.part.classes);
    classes.any(|(known, _)| *known == name)
}

/// Shows an object of an installed part as people read it, without running script.
pub fn view(vm: &mut Vm, object: ObjectId) -> Completion<Option<View>> {
    let Some(class) = hosts::host_class_of(&vm.heap, object) else { return Ok(None) };
    // Classes of the host may have the names of those of a part.
    if vm.host.class_parts.iter().any(|installed| installed.class == class) {
        return Ok(None);
    }
    let realm = vm.realm.id;
    let installed = vm.host.host_parts.iter().filter(|installed| installed.realm == realm);
    let views: Vec<_> = installed.map(|installed| installed.part.view).collect();
    for view in views {
        if let Some(view) = view(vm, object)? {
            return Ok(Some(view));
        }
    }
    Ok(None)
}

/// The first installed part that shares its state with the one at a place, if that is another one.
pub fn sharing_host_part(vm: &Vm, place: usize) -> Option<usize> {
    let shares = vm.host.host_parts.get(place)?.shares;
    vm.host.host_parts.iter().take(place).position(|installed| installed.shares == shares)
}

/// The part whose state the engine asks for events.
pub fn host_part_of_events(vm: &Vm) -> Option<usize> {
    let source = vm.agent.events?.source;
    vm.host.host_parts.iter().position(|installed| installed.state == source)
}

/// Forgets parts of realms that are gone, and states that nobody can reach.
pub(crate) fn forget_host_parts(vm: &mut Vm) {
    let heap = &vm.heap;
    vm.host.host_parts.retain_mut(|installed| {
        if !heap.is_marked(Value::object(installed.state)) {
            installed.state = heap.nothing;
        }
        heap.is_marked(Value::object(heap.realm(installed.realm).global))
    });
}
