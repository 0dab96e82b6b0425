//! New engines to compare others with, and the numbers of their objects.
//!
//! Making one takes longer than all else that a small engine's bytes need. So the process keeps the last ones that have no
//! realm but the first, and no classes of the host: nothing in them depends on the engine that they were made for.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::built_ins::roots_of;
use crate::{Done, SnapshotError, TICKS_FOR_A_REALM, both, own_entries, within_realm};
use ferrotape_runtime::heap::{ObjectId, RealmId};
use ferrotape_runtime::host_part::{self, ClassPart, HostPart, HostProblem, InstalledClass};
use ferrotape_runtime::realm::{self, Parts};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Options, Vm};

/// A new engine in which nothing runs or changes, with its objects by number.
pub(crate) struct Original {
    pub vm: Vm,
    /// Realms, as many as the other engine has.
    pub realms: Vec<RealmId>,
    pub objects: Vec<ObjectId>,
    numbers: FxHashMap<ObjectId, usize>,
    /// Number of objects that scripts can reach without classes of the host.
    pub reachable: usize,
    /// Numbers of objects: without those of classes, and with those of each class.
    pub counts: Vec<usize>,
    /// Constructor and prototype of each class.
    pub classes: Vec<[ObjectId; 2]>,
    /// Description of one that others can be compared with.
    description: Option<Description>,
}

/// All that the objects of a kept engine depend on.
#[derive(Clone)]
struct Description {
    parts: Parts,
    made: u64,
    installed: Vec<&'static HostPart>,
}

impl PartialEq for Description {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.parts, other.parts)
            && self.made == other.made
            && self.installed.len() == other.installed.len()
            && self.installed.iter().zip(&other.installed).all(|(a, b)| std::ptr::eq(*a, *b))
    }
}

/// Most engines that are kept, of about 100 KB each.
const MOST_KEPT: usize = 8;

/// Engines that nobody uses, the last one used last.
static KEPT: Mutex<Vec<Original>> = Mutex::new(Vec::new());

impl Original {
    /// Returns a new engine with those parts of each realm, the host's parts, and its classes.
    pub fn of(vm: &mut Vm, realms: &[(RealmId, u64)], classes: &[InstalledClass]) -> Done<Original> {
        vm.heap.work(vm.host.host_parts.len() as u64)?;
        let description = described(vm, realms, classes);
        if let Some(description) = &description {
            let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = kept.iter().position(|original| original.description.as_ref() == Some(description)) {
                return Ok(kept.remove(place));
            }
        }
        Original::new(vm, realms, classes, description)
    }

    /// Keeps the engine for the next one that is alike.
    pub fn keep(self) {
        if self.description.is_some() {
            let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            let oldest = if kept.len() < MOST_KEPT { None } else { Some(kept.remove(0)) };
            kept.push(self);
            drop(kept);
            drop(oldest);
        }
    }

    /// Returns the number of an object.
    pub fn number(&self, object: ObjectId) -> Option<usize> {
        self.numbers.get(&object).copied()
    }

    /// Makes a new engine with realms, host parts and classes as the other one has, and numbers its objects. Further realms are
    /// charged to the other engine.
    fn new(
        vm: &mut Vm,
        realms: &[(RealmId, u64)],
        classes: &[InstalledClass],
        description: Option<Description>,
    ) -> Done<Original> {
        let mut bare = Vm::new(Options::default(), vm.host.parts, vm.machines)?;
        let mut pairs = vec![(bare.realm.id, vm.realm.id)];
        for &(ours, _) in realms.iter().skip(1) {
            vm.heap.work(TICKS_FOR_A_REALM)?;
            let theirs = realm::new_realm(&mut bare)?;
            bare.keep(Value::object(bare.heap.realm(theirs).global));
            pairs.push((theirs, ours));
        }
        let make_parts = |bare: &mut Vm| {
            for (&(theirs, _), &(_, parts)) in pairs.iter().zip(realms) {
                within_realm(bare, theirs, |bare| realm::make_parts(bare, parts));
            }
        };
        make_parts(&mut bare);
        let beside = |realm: RealmId| pairs.iter().find(|pair| pair.1 == realm).map_or(bare.realm.id, |pair| pair.0);
        let installed = vm.host.host_parts.iter().enumerate();
        let installed: Vec<_> =
            installed.map(|(place, it)| (beside(it.realm), it.part, host_part::sharing_host_part(vm, place))).collect();
        let parts: Vec<_> = classes.iter().map(|class| (beside(class.realm), class.part)).collect();
        for (realm, part, shares) in installed {
            let state = shares.and_then(|first| bare.host.host_parts.get(first)).map(|first| first.state);
            within_realm(&mut bare, realm, |bare| (part.install)(bare, state))?;
        }
        // Those of installed parts of the host are known by now.
        make_parts(&mut bare);
        let defined =
            parts.into_iter().map(|(realm, part)| within_realm(&mut bare, realm, |bare| defined_again(bare, part)));
        let classes = defined.collect::<Done<Vec<[ObjectId; 2]>>>()?;
        let realms = pairs.into_iter().map(|pair| pair.0).collect();
        let original = Original {
            vm: bare,
            realms,
            objects: Vec::new(),
            numbers: FxHashMap::default(),
            reachable: 0,
            counts: Vec::new(),
            classes,
            description,
        };
        Ok(original.numbered())
    }

    /// Numbers the objects: those that scripts can reach, others that only the host has, and those of its classes.
    fn numbered(mut self) -> Original {
        for realm in self.realms.clone() {
            roots_of(&self.vm, realm).into_iter().for_each(|root| self.meet(root));
        }
        let mut next = 0;
        self.look_further(&mut next);
        self.reachable = next;
        let states: Vec<ObjectId> = self.vm.host.host_parts.iter().map(|part| part.state).collect();
        states.into_iter().for_each(|state| self.meet(Value::object(state)));
        self.look_further(&mut next);
        self.counts.push(next);
        for class in self.classes.clone() {
            class.into_iter().for_each(|object| self.meet(Value::object(object)));
            self.look_further(&mut next);
            self.counts.push(next);
        }
        self
    }

    fn meet(&mut self, value: Value) {
        let Some(object) = value.as_object().filter(|&object| object != self.vm.heap.nothing) else { return };
        self.numbers.entry(object).or_insert_with(|| {
            self.objects.push(object);
            self.objects.len() - 1
        });
    }

    /// Looks into everything that was met since.
    fn look_further(&mut self, next: &mut usize) {
        while let Some(&object) = self.objects.get(*next) {
            let prototype = self.vm.heap.prototype_of(object).map(Value::object);
            let mut found: Vec<Value> = prototype.into_iter().collect();
            found.extend(own_entries(&self.vm, object).flat_map(|(_, _, value)| both(&self.vm, value)));
            found.extend(self.vm.heap.all_captured(object));
            found.into_iter().for_each(|value| self.meet(value));
            *next += 1;
        }
    }
}

fn described(vm: &Vm, realms: &[(RealmId, u64)], classes: &[InstalledClass]) -> Option<Description> {
    match (realms, classes) {
        ([(_, made)], []) => {
            let installed = vm.host.host_parts.iter().map(|installed| installed.part).collect();
            Some(Description { parts: vm.host.parts, made: *made, installed })
        }
        _ => None,
    }
}

fn defined_again(bare: &mut Vm, part: &ClassPart) -> Done<[ObjectId; 2]> {
    (part.define)(bare).map_err(|problem| match problem {
        HostProblem::Said(what) => {
            SnapshotError::Host(format!("the class {} cannot be defined again: {what}", part.name))
        }
        HostProblem::Terminated(termination) => termination.into(),
    })
}
