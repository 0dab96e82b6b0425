//! Installed parts and classes of the host: their names, and the data of their objects.

use ferrotape_budget::costs::BYTES_PER_TICK;
use ferrotape_bytecode::Writer;

use super::super::{DEFERRED_NAMESPACE, Done, INSTALLED, NAMESPACE, OF_CLASS, ROOT, class_name};
use super::{Writing, unwritable};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::{self, HostProblem, HostValue, InstalledClass};
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::Tag;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::vm::Vm;

/// The classes of all realms. Each has a name of its own in its realm.
pub(super) fn classes_of(vm: &Vm) -> Done<Vec<InstalledClass>> {
    let classes = vm.host.class_parts.clone();
    for (place, class) in classes.iter().enumerate() {
        let name = class.part.name;
        if classes.iter().take(place).any(|other| other.realm == class.realm && other.part.name == name) {
            return Err(unwritable(&format!("two classes of the name '{name}'")));
        }
    }
    Ok(classes)
}

impl Writing<'_> {
    /// Writes the parts that the engine which is restored into must have, and the number of objects that they number.
    pub(super) fn host_parts(&self, built_ins: &[usize], out: &mut Writer) {
        out.number(self.vm.host.host_parts.len() as u64);
        let number = |place: Option<usize>| place.map_or(0, |place| place as u64 + 1);
        for (place, installed) in self.vm.host.host_parts.iter().enumerate() {
            out.text(installed.part.name.as_bytes());
            out.number(self.realm_number(installed.realm));
            out.number(number(host_part::sharing_host_part(self.vm, place)));
        }
        out.number(number(host_part::host_part_of_events(self.vm)));
        let (first, of_classes) = built_ins.split_first().unwrap_or((&0, &[]));
        out.number(*first as u64);
        out.number(self.classes.len() as u64);
        for (class, &count) in self.classes.iter().zip(of_classes) {
            out.text(class.part.name.as_bytes());
            out.number(self.realm_number(class.realm));
            out.number(count as u64);
        }
    }

    /// The class of the host that an object is of, by number.
    pub(super) fn class_of(&self, object: ObjectId) -> Option<(usize, InstalledClass)> {
        let class = hosts::host_class_of(&self.vm.heap, object)?;
        let found = self.classes.iter().enumerate().find(|(_, known)| known.class == class);
        found.map(|(number, class)| (number, *class))
    }

    /// Writes an object of a class of the host, or of an installed part.
    pub(super) fn host_object(&mut self, tag: Tag, object: ObjectId) -> Done<()> {
        self.kinds.byte(tag as u8);
        if let Some((number, is_deferred)) = self.modules.of_namespace(object) {
            self.kinds.byte(if is_deferred { DEFERRED_NAMESPACE } else { NAMESPACE });
            self.kinds.number(number as u64);
            return Ok(());
        }
        if let Some((number, _)) = self.class_of(object) {
            self.kinds.byte(OF_CLASS);
            self.kinds.number(number as u64);
            return Ok(());
        }
        let name = class_name(self.vm, object).unwrap_or_default();
        if !host_part::is_installed_class(self.vm, name) {
            return self.cannot(&format!("an object of the class {name}"));
        }
        self.kinds.byte(INSTALLED);
        self.kinds.text(name.as_bytes());
        Ok(())
    }

    /// Writes a new object of an installed class: its data, and the values beside them.
    fn installed_value(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let name = class_name(self.vm, object).unwrap_or_default();
        if !host_part::is_installed_class(self.vm, name) {
            return Ok(());
        }
        let Some(saved) = hosts::saved_host_data(&self.vm.heap, object) else {
            return self.cannot(&format!("an object of the class {name}"));
        };
        let kept = hosts::kept_values(&self.vm.heap, object).to_vec();
        self.vm.work(saved.len() as u64 / BYTES_PER_TICK)?;
        let mut out = Writer::default();
        out.text(&saved);
        out.number(kept.len() as u64);
        bytes.append(&mut out.bytes);
        for value in kept {
            self.vm.work(1)?;
            self.value(value, bytes)?;
        }
        Ok(())
    }

    /// Writes the Rust value of an object of a class of the host.
    pub(super) fn host_value(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let Some((_, class)) = self.class_of(object) else { return self.installed_value(object, bytes) };
        let saved = (class.part.save)(self.vm, object);
        self.vm.heap.budget.look_after_host();
        let saved = match saved {
            Ok(saved) => saved,
            Err(HostProblem::Terminated(termination)) => return Err(termination.into()),
            Err(HostProblem::Said(what)) => return self.cannot(&what),
        };
        self.vm.work(saved.bytes.len() as u64)?;
        let mut out = Writer::default();
        out.text(&saved.bytes);
        out.number(saved.values.len() as u64);
        bytes.append(&mut out.bytes);
        for value in saved.values {
            self.vm.work(1)?;
            self.value(value, bytes)?;
        }
        Ok(())
    }

    /// Writes what the host wants to find again.
    pub(super) fn held(&mut self, held: HostValue) -> Done<()> {
        (self.current, self.current_key) = (ROOT, PropertyKey::NONE);
        self.vm.work(held.bytes.len() as u64 / BYTES_PER_TICK)?;
        self.waiting.text(&held.bytes);
        self.waiting.number(held.values.len() as u64);
        for value in held.values {
            self.vm.work(1)?;
            let mut bytes = Vec::new();
            self.value(value, &mut bytes)?;
            self.waiting.bytes.append(&mut bytes);
        }
        Ok(())
    }

    /// Writes an installed object: its data, and the values beside them.
    pub(super) fn host_state(&mut self, number: usize, object: ObjectId) -> Done<()> {
        (self.current, self.current_key) = (number, PropertyKey::NONE);
        let Some(saved) = hosts::saved_host_data(&self.vm.heap, object) else {
            return self.cannot("an object of the host");
        };
        let kept = hosts::kept_values(&self.vm.heap, object).to_vec();
        self.host_states.number(number as u64 + 1);
        self.host_states.text(&saved);
        self.host_states.number(kept.len() as u64);
        for value in kept {
            self.vm.work(1)?;
            let mut bytes = Vec::new();
            self.value(value, &mut bytes)?;
            self.host_states.bytes.append(&mut bytes);
        }
        Ok(())
    }
}
