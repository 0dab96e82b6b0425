//! What a host installs in an engine beside the built-ins, like a console, so that engines as bytes ([`mod@crate::snapshot`])
//! take it for what it is: something that the engine which goes on has got as well, changed or not.

use ferrotape_budget::Termination;
use ferrotape_heap::object::host::{HostClassId, HostData};

use crate::error::Completion;
use crate::heap::{ObjectId, RealmId};
use crate::value::Value;
use crate::vm::Vm;

/// One for each thing that hosts install.
pub struct HostPart {
    /// What messages call it.
    pub name: &'static str,
    /// Installs the same in the current realm of an engine that runs nothing, which tells what of it is as it was: with the state
    /// that another realm has there, where they share it.
    pub install: fn(&mut Vm, Option<ObjectId>) -> Completion<()>,
    pub classes: &'static [PartClass],
}

/// A class of objects that scripts make by what was installed: its name, and data for a new one.
pub type PartClass = (&'static str, fn() -> Box<dyn HostData>);

/// What has been installed in a realm, with the object that has its state.
#[derive(Copy, Clone)]
pub struct Installed {
    pub part: &'static HostPart,
    pub realm: RealmId,
    /// [`crate::heap::Heap`] once nobody can come to it any more.
    pub state: ObjectId,
    /// The same number where the state is the same object.
    shares: u32,
}

/// A class of Rust types, which the host defines in each engine by the same name.
pub struct ClassPart {
    /// What messages call it.
    pub name: &'static str,
    /// Defines it in the current realm of an engine that runs nothing, which tells what of it is as it was: gives its constructor
    /// and its prototype.
    pub define: fn(&mut Vm) -> Result<[ObjectId; 2], HostProblem>,
    /// What the Rust value of an object is written as.
    pub save: fn(&mut Vm, ObjectId) -> Result<HostValue, HostProblem>,
    /// Gives an object the Rust value that was written. The bytes can be anything, and the other objects are not ready: no script
    /// may run.
    pub load: fn(&mut Vm, ObjectId, HostValue) -> Result<(), HostProblem>,
}

/// What a Rust value is written as: bytes that its class can read, and the values of scripts that it has.
#[derive(Default)]
pub struct HostValue {
    pub bytes: Vec<u8>,
    pub values: Vec<Value>,
}

/// Why a class cannot do what it is asked for.
#[derive(Debug)]
pub enum HostProblem {
    /// In words of the host.
    Said(String),
    Terminated(Termination),
}

impl From<Termination> for HostProblem {
    fn from(termination: Termination) -> Self {
        HostProblem::Terminated(termination)
    }
}

/// A class as a realm has it.
#[derive(Copy, Clone)]
pub struct InstalledClass {
    pub part: &'static ClassPart,
    pub class: HostClassId,
    pub realm: RealmId,
    /// Its constructor and its prototype.
    pub objects: [ObjectId; 2],
}

/// What an object has that is made before its Rust value.
pub struct NotLoaded;

impl HostData for NotLoaded {
    fn bytes(&self) -> usize {
        0
    }
}

/// To be called once the host has defined a class in the current realm. The host keeps the objects alive.
pub fn note_class_part(vm: &mut Vm, part: &'static ClassPart, class: HostClassId, objects: [ObjectId; 2]) {
    vm.host.class_parts.push(InstalledClass { part, class, realm: vm.realm.id, objects });
}

/// To be called once the host has installed something in the current realm, where it takes the place of what has been
/// installed there by that name.
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

/// Is there a class by that name among what has been installed, of which scripts make objects?
pub fn is_installed_class(vm: &Vm, name: &str) -> bool {
    let mut classes = vm.host.host_parts.iter().flat_map(|installed| installed.part.classes);
    classes.any(|(known, _)| *known == name)
}

/// The first of what is installed that has the same state as one of them, if that is another one.
pub fn sharing_host_part(vm: &Vm, place: usize) -> Option<usize> {
    let shares = vm.host.host_parts.get(place)?.shares;
    vm.host.host_parts.iter().take(place).position(|installed| installed.shares == shares)
}

/// The one whose state the engine asks for events.
pub fn host_part_of_events(vm: &Vm) -> Option<usize> {
    let source = vm.agent.events?.source;
    vm.host.host_parts.iter().position(|installed| installed.state == source)
}

/// Realms that are gone have nothing installed, and states nobody can come to say nothing.
pub(crate) fn forget_host_parts(vm: &mut Vm) {
    let heap = &vm.heap;
    vm.host.host_parts.retain_mut(|installed| {
        if !heap.is_marked(Value::object(installed.state)) {
            installed.state = heap.nothing;
        }
        heap.is_marked(Value::object(heap.realm(installed.realm).global))
    });
}
