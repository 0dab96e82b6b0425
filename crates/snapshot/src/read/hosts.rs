//! Host parts of the engine that is restored into: they must be those of the other engine.

use rustc_hash::FxHashSet;

use super::super::{DEFERRED_NAMESPACE, Done, INSTALLED, NAMESPACE, OF_CLASS, SnapshotError, class_name, own_slots};
use super::{Reading, unfit, unreadable};
use ferrotape_runtime::environment::RecordKind;
use ferrotape_runtime::function;
use ferrotape_runtime::function::host::{address_of_host_function, name_of_host_function, order_of_host_function};
use ferrotape_runtime::heap::{ObjectId, RealmId};
use ferrotape_runtime::host_part::{self, ClassPart, HostProblem, HostValue, InstalledClass, NotLoaded};
use ferrotape_runtime::hosts;
use ferrotape_runtime::module;
use ferrotape_runtime::object::{self, Class, Kind};
use ferrotape_runtime::realm;

/// Most bytes of data of a class for each byte that it is written as, and for each value beside it.
const MOST_GROWTH: usize = 64;

impl Reading<'_, '_> {
    /// Reads the host's parts by name and realm, which must be installed here in the same order.
    pub(super) fn read_host_parts(&mut self) -> Done<()> {
        let (mut read, mut shared) = (Vec::new(), Vec::new());
        for _ in 0..self.reader.count(3)? {
            self.vm.heap.room(128)?;
            self.vm.heap.work(1)?;
            read.push((self.reader.text()?, self.realm()?));
            shared.push(self.reader.number()?);
        }
        let events = self.reader.number()?;
        let installed = self.vm.host.host_parts.iter();
        let own: Vec<(&[u8], RealmId)> = installed.map(|it| (it.part.name.as_bytes(), it.realm)).collect();
        let told = |&(name, realm): &(&[u8], RealmId)| {
            format!("'{}'{}", String::from_utf8_lossy(name), self.place_of_realm(realm))
        };
        if let Some(missing) = read.iter().find(|it| !own.contains(it)) {
            return unfit(format!("the host has installed no {}", told(missing)));
        }
        if let Some(more) = own.iter().find(|it| !read.contains(it)) {
            return unfit(format!("the host has installed {}, which was not there", told(more)));
        }
        if own != read {
            return unfit("the host has installed the same in another order".to_owned());
        }
        let number = |place: Option<usize>| place.map_or(0, |place| place as u64 + 1);
        let is_as_it_was = |place: usize, shared: u64| number(host_part::sharing_host_part(self.vm, place)) == shared;
        if let Some(other) = shared.into_iter().enumerate().position(|(place, shared)| !is_as_it_was(place, shared)) {
            let which = own.get(other).map(told).unwrap_or_default();
            return unfit(format!("the host has installed {which} with the state of another realm than before"));
        }
        match number(host_part::host_part_of_events(self.vm)) == events {
            true => Ok(()),
            false => unfit("the host has installed the timers of another realm last".to_owned()),
        }
    }

    /// Place of a realm in messages.
    fn place_of_realm(&self, realm: RealmId) -> &'static str {
        if realm == self.vm.realm.id { "" } else { " in a further realm" }
    }

    /// Reads the classes of the other engine, with the numbers of objects: first without classes, then with each.
    pub(super) fn read_classes(&mut self) -> Done<Vec<u64>> {
        let mut counts = vec![self.reader.number()?];
        for _ in 0..self.reader.count(3)? {
            self.room()?;
            let (name, realm) = (self.reader.text()?, self.realm()?);
            let named = |class: &&InstalledClass| class.part.name.as_bytes() == name;
            let other = self
                .vm
                .host
                .class_parts
                .iter()
                .find(named)
                .filter(|_| self.is_made_here(realm))
                .map(|class| class.part);
            if let Some(part) = other {
                self.define_class(part, realm)?;
            }
            let mut classes = self.vm.host.class_parts.iter().filter(|class| class.realm == realm);
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

    /// Returns whether a realm was made here: then it has the functions and classes of the host that the first one has.
    fn is_made_here(&self, realm: RealmId) -> bool {
        self.realms.iter().skip(self.realms_of_host).any(|&(made, _)| made == realm)
    }

    fn define_class(&mut self, part: &ClassPart, realm: RealmId) -> Done<()> {
        match crate::within_realm(self.vm, realm, part.define) {
            Ok(_) => Ok(()),
            Err(HostProblem::Terminated(termination)) => Err(termination.into()),
            Err(HostProblem::Said(what)) => Err(SnapshotError::Host(what)),
        }
    }

    /// Finds the host's function by realm and name. Realms that were made here get a copy of the first realm's.
    pub(super) fn read_host_function(&mut self) -> Done<ObjectId> {
        let name = String::from_utf8_lossy(self.reader.text()?).into_owned();
        let realm = self.realm()?;
        let place = String::from_utf8_lossy(self.reader.text()?).into_owned();
        if let Some(found) = self.host_function_of(realm, &name, &place)? {
            return Ok(found);
        }
        let first = self.vm.realm.id;
        if self.is_made_here(realm)
            && let Some(of_first) = self.host_function_of(first, &name, &place)?
        {
            self.vm.host.defined_functions.copy(&name, first, realm);
            return Ok(crate::within_realm(self.vm, realm, |vm| function::copy_host_function(vm, of_first)));
        }
        unfit(format!("the host has no function '{name}'{}", self.place_of_realm(realm)))
    }

    /// The function of that name in that realm; of several the one at that place.
    fn host_function_of(&self, realm: RealmId, name: &str, place: &str) -> Done<Option<ObjectId>> {
        let found = self.hosts.get(&(realm, name.to_owned())).map_or(&[][..], Vec::as_slice);
        if !place.is_empty() && !found.is_empty() {
            let order = self.vm.host.defined_functions.at(realm, name, place);
            let is_it = |object: &&ObjectId| match self.vm.heap.kind(**object) {
                Kind::Host(function) => order.is_some() && order_of_host_function(function) == order,
                _ => false,
            };
            let Some(&found) = found.iter().find(is_it) else {
                let realm = self.place_of_realm(realm);
                return unfit(format!("the host has no function '{name}' at {place}{realm}"));
            };
            return Ok(Some(found));
        }
        match found {
            [] => Ok(None),
            &[found] => Ok(Some(found)),
            _ => unfit(format!("the host has two functions '{name}'")),
        }
    }

    /// Leaves out members of classes, which have numbers, from the functions of a name that several have.
    pub(super) fn leave_out_members_of_classes(&mut self) {
        if self.hosts.values().any(|all| all.len() > 1) {
            let numbered: FxHashSet<ObjectId> = self.objects.iter().copied().flatten().collect();
            let several = self.hosts.values_mut().filter(|all| all.len() > 1);
            several.for_each(|all| all.retain(|object| !numbered.contains(object)));
        }
    }

    /// Checks that installed parts and classes of the host have as many objects as in the other engine, as they are
    /// numbered.
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

    /// Finds functions of the host by walking storage from the global objects; of each name those that do different
    /// things.
    pub(super) fn find_hosts(&mut self) {
        let globals = self.realms.iter().map(|&(realm, _)| self.vm.heap.realm(realm).global);
        let mut objects: Vec<ObjectId> = globals.collect();
        // Hidden objects of a realm keep some too, as whom `fetch` asks.
        for &(realm, _) in &self.realms {
            for &hidden in &self.vm.heap.realm(realm).further {
                let kept = hosts::kept_values(&self.vm.heap, hidden).iter();
                objects.extend(kept.filter_map(|value| value.as_object()));
            }
        }
        for record in module::environments_of_host_modules(self.vm) {
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

    /// Reads the data of installed objects.
    pub(super) fn read_host_states(&mut self) -> Done<()> {
        while let Some(number) = self.reader.number()?.checked_sub(1) {
            let object = self.object_at(number)?;
            let is_installed = number < self.built_ins as u64 && self.vm.heap.class_of(object) == Class::Host;
            if !is_installed || !hosts::kept_values(&self.vm.heap, object).is_empty() {
                return unreadable("there is no such object of the host");
            }
            let bytes = self.reader.text()?;
            for _ in 0..self.reader.count(1)? {
                let value = self.value()?;
                hosts::keep_value(&mut self.vm.heap, object, value)?;
                self.vm.heap.work(1)?;
            }
            self.restore_host_data(object, bytes)?;
        }
        Ok(())
    }

    /// Makes an object of a class that the host has installed.
    pub(super) fn read_host_object(&mut self) -> Done<ObjectId> {
        match self.reader.byte()? {
            NAMESPACE => self.read_namespace(false),
            DEFERRED_NAMESPACE => self.read_namespace(true),
            INSTALLED => self.read_installed_object(),
            OF_CLASS => self.read_object_of_class(),
            _ => unreadable("there is no such object of the host"),
        }
    }

    fn read_installed_object(&mut self) -> Done<ObjectId> {
        let name = self.reader.text()?;
        let mut classes = self.vm.host.host_parts.iter().flat_map(|installed| installed.part.classes);
        let Some(&(name, new_data)) = classes.find(|(known, _)| known.as_bytes() == name) else {
            return unreadable("there is no such class of the host");
        };
        let (class, prototype) = (object::plain_host_class(self.vm, name), realm::intrinsics(self.vm).object_prototype);
        Ok(object::new_host_object(self.vm, class, Some(prototype), new_data())?)
    }

    /// Reads the data of an object of an installed class.
    fn read_installed_value(&mut self, object: ObjectId) -> Done<()> {
        if !class_name(self.vm, object).is_some_and(|name| host_part::is_installed_class(self.vm, name)) {
            return Ok(());
        }
        let bytes = self.reader.text()?;
        for _ in 0..self.reader.count(1)? {
            let value = self.value()?;
            hosts::keep_value(&mut self.vm.heap, object, value)?;
            self.vm.heap.work(1)?;
        }
        self.restore_host_data(object, bytes)
    }

    /// Makes an object of a class of the host, whose Rust value follows with its state.
    fn read_object_of_class(&mut self) -> Done<ObjectId> {
        let number = self.reader.number()?;
        let Some(&class) = usize::try_from(number).ok().and_then(|number| self.classes.get(number)) else {
            return unreadable("there is no such class of the host");
        };
        let prototype = realm::intrinsics(self.vm).object_prototype;
        Ok(object::new_host_object(self.vm, class.class, Some(prototype), Box::new(NotLoaded))?)
    }

    /// Reads the Rust value of an object by its class, which decides whether the bytes fit. Objects of other kinds have none.
    pub(super) fn read_host_value(&mut self, object: ObjectId) -> Done<()> {
        let class = hosts::host_class_of(&self.vm.heap, object);
        let Some(class) = self.classes.iter().find(|known| Some(known.class) == class).copied() else {
            return self.read_installed_value(object);
        };
        let value = self.read_held()?;
        let loaded = (class.part.load)(self.vm, object, value);
        self.vm.heap.budget.look_after_host();
        match loaded {
            Ok(()) => Ok(()),
            Err(HostProblem::Terminated(termination)) => Err(termination.into()),
            Err(HostProblem::Said(what)) => Err(SnapshotError::Unfit(what)),
        }
    }

    /// Reads what the host has written: bytes, and values beside them.
    pub(super) fn read_held(&mut self) -> Done<HostValue> {
        let bytes = self.reader.text()?;
        let count = self.reader.count(1)?;
        self.vm.heap.room((bytes.len() + count).saturating_mul(MOST_GROWTH))?;
        self.vm.heap.work((bytes.len() + count) as u64)?;
        let mut value = HostValue { bytes: bytes.to_vec(), values: Vec::with_capacity(count) };
        for _ in 0..count {
            value.values.push(self.value()?);
        }
        Ok(value)
    }

    fn restore_host_data(&mut self, object: ObjectId, bytes: &[u8]) -> Done<()> {
        let room = hosts::room_to_restore(&self.vm.heap, object, bytes.len());
        self.vm.heap.room(room)?;
        self.vm.heap.work(bytes.len() as u64)?;
        match hosts::restore_host_data(&mut self.vm.heap, object, bytes) {
            true => Ok(()),
            false => unfit("an object of the host was another one".to_owned()),
        }
    }
}
