//! What the host has put into the engine that is restored into: it has to be what the other engine had.

use rustc_hash::FxHashSet;

use super::super::{Done, SnapshotError, own_slots};
use super::{Reading, unfit, unreadable};
use crate::environment::RecordKind;
use crate::function::host::{address_of_host_function, name_of_host_function};
use crate::heap::{ObjectId, RealmId};
use crate::host_part::{ClassPart, HostProblem, HostValue, InstalledClass, NotLoaded};
use crate::object::{Class, Kind};

/// What data take at most for each byte that they are written as, and each value beside them.
const MOST_GROWTH: usize = 64;

impl Reading<'_, '_> {
    /// The names of what the host had installed: the same has to be there, in the same order.
    pub(super) fn read_host_parts(&mut self) -> Done<()> {
        let mut names = Vec::new();
        for _ in 0..self.reader.count(1)? {
            self.vm.heap.require_room(64)?;
            self.vm.heap.tick(1)?;
            names.push(self.reader.text()?);
        }
        let own: Vec<&str> = self.vm.host_parts.iter().map(|installed| installed.part.name).collect();
        if let Some(name) = names.iter().find(|name| !own.iter().any(|own| own.as_bytes() == **name)) {
            return unfit(format!("the host has installed no '{}'", String::from_utf8_lossy(name)));
        }
        if let Some(name) = own.iter().find(|own| !names.contains(&own.as_bytes())) {
            return unfit(format!("the host has installed '{name}', which was not there"));
        }
        match own.iter().map(|own| own.as_bytes()).eq(names) {
            true => Ok(()),
            false => unfit("the host has installed the same in another order".to_owned()),
        }
    }

    /// The classes that the other engine had, with how many objects are numbered by it: first without classes, then with each.
    pub(super) fn read_classes(&mut self) -> Done<Vec<u64>> {
        let mut counts = vec![self.reader.number()?];
        for _ in 0..self.reader.count(3)? {
            self.room()?;
            let (name, realm) = (self.reader.text()?, self.realm()?);
            let named = |class: &&InstalledClass| class.part.name.as_bytes() == name;
            let other =
                self.vm.class_parts.iter().find(named).filter(|_| self.is_made_here(realm)).map(|class| class.part);
            if let Some(part) = other {
                self.define_class(part, realm)?;
            }
            let mut classes = self.vm.class_parts.iter().filter(|class| class.realm == realm);
            let Some(class) = classes.find(named) else {
                return unfit(format!("the host has no class '{}'", String::from_utf8_lossy(name)));
            };
            if self.classes.iter().any(|known| known.class == class.class && known.realm == realm) {
                return unreadable("a class is there twice");
            }
            self.classes.push(*class);
            counts.push(self.reader.number()?);
        }
        Ok(counts)
    }

    /// Realms that were made here have the functions and classes of the host that the first one has.
    fn is_made_here(&self, realm: RealmId) -> bool {
        self.realms.iter().skip(self.realms_of_host).any(|&(made, _)| made == realm)
    }

    fn define_class(&mut self, part: &ClassPart, realm: RealmId) -> Done<()> {
        match self.vm.within_realm(realm, part.define) {
            Ok(_) => Ok(()),
            Err(HostProblem::Terminated(termination)) => Err(termination.into()),
            Err(HostProblem::Said(what)) => Err(SnapshotError::Host(what)),
        }
    }

    pub(super) fn read_host_function(&mut self) -> Done<ObjectId> {
        let name = String::from_utf8_lossy(self.reader.text()?).into_owned();
        let realm = self.realm()?;
        let mut named = (realm, name);
        if let Some(found) = self.host_function_of(&named)? {
            return Ok(found);
        }
        named.0 = self.vm.realm.id;
        match self.host_function_of(&named)?.filter(|_| self.is_made_here(realm)) {
            Some(of_first) => Ok(self.vm.within_realm(realm, |vm| vm.copy_host_function(of_first))),
            None => {
                let place = if realm == self.vm.realm.id { "" } else { " in a further realm" };
                unfit(format!("the host has no function '{}'{place}", named.1))
            }
        }
    }

    /// The function of that name in that realm. Which of two it was nobody can tell.
    fn host_function_of(&self, named: &(RealmId, String)) -> Done<Option<ObjectId>> {
        match self.hosts.get(named).map_or(&[][..], Vec::as_slice) {
            [] => Ok(None),
            &[found] => Ok(Some(found)),
            _ => unfit(format!("the host has two functions '{}'", named.1)),
        }
    }

    /// Where several functions have a name, members of classes, which have numbers, are not meant by it.
    pub(super) fn leave_out_members_of_classes(&mut self) {
        if self.hosts.values().any(|all| all.len() > 1) {
            let numbered: FxHashSet<ObjectId> = self.objects.iter().copied().flatten().collect();
            let several = self.hosts.values_mut().filter(|all| all.len() > 1);
            several.for_each(|all| all.retain(|object| !numbered.contains(object)));
        }
    }

    /// What the host has installed and defined has to be the same as in the other engine, as its parts have numbers.
    pub(super) fn compare_counts(&self, read: &[u64], own: &[usize]) -> Done<()> {
        match read.iter().zip(own).position(|(&read, &own)| read != own as u64) {
            None => Ok(()),
            Some(0) => unfit("the engine has other built-ins".to_owned()),
            Some(place) => {
                let name = self.classes.get(place - 1).map_or("", |class| class.part.name);
                unfit(format!("the class '{name}' of the host has other members"))
            }
        }
    }

    /// Functions of the host that the global objects lead to by what is stored: of each name those that do different things.
    pub(super) fn find_hosts(&mut self) {
        let globals = self.realms.iter().map(|&(realm, _)| self.vm.heap.realm(realm).global);
        let mut objects: Vec<ObjectId> = globals.collect();
        for record in self.vm.environments_of_host_modules() {
            if let RecordKind::Few { values, .. } = &self.vm.heap[record].kind {
                objects.extend(values.iter().filter_map(|value| value.as_object()));
            } else if let RecordKind::Many { values, .. } = &self.vm.heap[record].kind {
                objects.extend(values.iter().filter_map(|value| value.as_object()));
            }
        }
        let mut seen = FxHashSet::default();
        let mut next = 0;
        while let Some(&object) = objects.get(next) {
            next += 1;
            if !seen.insert(object) {
                continue;
            }
            if let Kind::Host(function) = self.vm.heap.kind(object) {
                let name = name_of_host_function(function).to_owned();
                let code = address_of_host_function(function);
                let heap = &self.vm.heap;
                let is_same = |&known: &ObjectId| match heap.kind(known) {
                    Kind::Host(known) => address_of_host_function(known) == code,
                    _ => false,
                };
                let known = self.hosts.entry((function.realm, name)).or_default();
                if !known.iter().any(is_same) {
                    known.push(object);
                }
            }
            let slots = own_slots(self.vm, object);
            objects.extend(slots.into_iter().filter_map(|(_, _, value)| value.as_object()));
        }
    }

    /// What the objects have inside that were installed.
    pub(super) fn read_host_states(&mut self) -> Done<()> {
        while let Some(number) = self.reader.number()?.checked_sub(1) {
            let object = self.object_at(number)?;
            let is_installed = number < self.built_ins as u64 && self.vm.heap.class_of(object) == Class::Host;
            if !is_installed || !self.vm.heap.kept_values(object).is_empty() {
                return unreadable("there is no such object of the host");
            }
            let bytes = self.reader.text()?;
            for _ in 0..self.reader.count(1)? {
                let value = self.value()?;
                self.vm.heap.keep_value(object, value)?;
                self.vm.heap.tick(1)?;
            }
            self.restore_host_data(object, bytes)?;
        }
        Ok(())
    }

    /// A new object of a class that the host has installed.
    pub(super) fn read_host_object(&mut self) -> Done<ObjectId> {
        let (name, bytes) = (self.reader.text()?, self.reader.text()?);
        let mut classes = self.vm.host_parts.iter().flat_map(|installed| installed.part.classes);
        let Some(&(name, new_data)) = classes.find(|(known, _)| known.as_bytes() == name) else {
            return unreadable("there is no such class of the host");
        };
        let (class, prototype) = (self.vm.plain_host_class(name), self.vm.intrinsics().object_prototype);
        let object = self.vm.new_host_object(class, Some(prototype), new_data())?;
        self.restore_host_data(object, bytes)?;
        Ok(object)
    }

    /// A new object of a class of the host, whose Rust value follows with its state.
    pub(super) fn read_object_of_class(&mut self) -> Done<ObjectId> {
        let number = self.reader.number()?;
        let Some(&class) = usize::try_from(number).ok().and_then(|number| self.classes.get(number)) else {
            return unreadable("there is no such class of the host");
        };
        let prototype = self.vm.intrinsics().object_prototype;
        Ok(self.vm.new_host_object(class.class, Some(prototype), Box::new(NotLoaded))?)
    }

    pub(super) fn read_host_value(&mut self, object: ObjectId) -> Done<()> {
        let class = self.vm.heap.host_class_of(object);
        let Some(class) = self.classes.iter().find(|known| Some(known.class) == class).copied() else { return Ok(()) };
        let bytes = self.reader.text()?;
        let count = self.reader.count(1)?;
        self.vm.heap.require_room((bytes.len() + count).saturating_mul(MOST_GROWTH))?;
        self.vm.heap.tick((bytes.len() + count) as u64)?;
        let mut value = HostValue { bytes: bytes.to_vec(), values: Vec::with_capacity(count) };
        for _ in 0..count {
            value.values.push(self.value()?);
        }
        match (class.part.load)(self.vm, object, value) {
            Ok(()) => Ok(()),
            Err(HostProblem::Terminated(termination)) => Err(termination.into()),
            Err(HostProblem::Said(what)) => Err(SnapshotError::Unfit(what)),
        }
    }

    fn restore_host_data(&mut self, object: ObjectId, bytes: &[u8]) -> Done<()> {
        let kept = self.vm.heap.kept_values(object).len();
        self.vm.heap.require_room((bytes.len() + kept).saturating_mul(MOST_GROWTH))?;
        self.vm.heap.tick(bytes.len() as u64)?;
        match self.vm.heap.restore_host_data(object, bytes) {
            true => Ok(()),
            false => unfit("an object of the host was another one".to_owned()),
        }
    }
}
