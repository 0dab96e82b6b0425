//! Modules, which are linked before anything else is made: so imports lead where exports are, whatever the bytes say.

use std::sync::Arc;

use ferrotape_bytecode::Saved;

use super::super::{Done, LINKED, MODULE_TYPES, SnapshotError};
use super::{Reading, unreadable};
use crate::error::Throw;
use crate::heap::{ObjectId, RecordId};
use crate::module::{ModuleId, ModuleType};
use crate::value::Value;

impl Reading<'_, '_> {
    pub(super) fn read_modules(&mut self) -> Done<()> {
        let count = self.reader.count(4)?;
        let mut requests = Vec::new();
        let mut used = vec![false; self.units.len()];
        for _ in 0..count {
            self.room()?;
            let module = self.read_module(&mut used)?;
            self.modules.push(module);
            let asked = self.reader.count(1)?;
            self.vm.heap.require_room(asked.saturating_mul(16))?;
            self.vm.heap.tick(asked as u64)?;
            let mut numbers = Vec::with_capacity(asked);
            for _ in 0..asked {
                numbers.push(self.reader.number()?);
            }
            requests.push(numbers);
        }
        if self.units.iter().zip(used).any(|(set, is_used)| set.unit.unit.module.is_some() != is_used) {
            return unreadable("the code of a module is of none");
        }
        for (module, numbers) in self.modules.clone().into_iter().zip(requests) {
            let requested = numbers.into_iter().map(|number| self.module_at(number)).collect::<Done<Vec<_>>>()?;
            if !self.vm.set_requested_modules(module, requested) {
                return unreadable("a module asks for other ones than its code");
            }
        }
        for module in self.modules.clone() {
            match self.vm.link_module(module) {
                Ok(()) => {}
                Err(Throw::Terminated(termination)) => return Err(termination.into()),
                Err(Throw::Exception(_) | Throw::Return(_)) => return unreadable("a module cannot be linked"),
            }
        }
        Ok(())
    }

    fn read_module(&mut self, used: &mut [bool]) -> Done<ModuleId> {
        let name = String::from_utf8_lossy(self.reader.text()?).into_owned();
        let Some(&module_type) = MODULE_TYPES.get(usize::from(self.reader.byte()?)) else {
            return unreadable("there is no such type of modules");
        };
        let unit = self.reader.number()?.checked_sub(1);
        if (unit, module_type) == (None, ModuleType::Source) {
            let missing = || SnapshotError::Unreadable(format!("the host has no module '{name}'"));
            return self.vm.kept_host_module(&name).ok_or_else(missing);
        }
        let place = unit.map(|unit| usize::try_from(unit).unwrap_or(usize::MAX));
        let set = match place {
            Some(place) => {
                let (set, is_used) = (self.units.get(place).map(Arc::clone), used.get_mut(place));
                match (set, is_used) {
                    (Some(set), Some(is_used)) if !*is_used && set.unit.unit.module.is_some() => {
                        *is_used = true;
                        Some(set)
                    }
                    _ => return unreadable("a module has no code of its own"),
                }
            }
            None => None,
        };
        if set.is_some() != (module_type == ModuleType::Source) {
            return unreadable("a module of values has code");
        }
        let added = self.vm.add_kept_module(&name, module_type, set)?;
        added.map_or_else(|| unreadable("a module is there already, or there are more than there may be"), Ok)
    }

    fn module_at(&self, number: u64) -> Done<ModuleId> {
        let module = usize::try_from(number).ok().and_then(|number| self.modules.get(number));
        module.map_or_else(|| unreadable("there is no such module"), |&module| Ok(module))
    }

    pub(super) fn read_environment(&mut self) -> Done<RecordId> {
        let number = self.reader.number()?;
        let record = self.vm.environment_of_module(self.module_at(number)?);
        self.environments.insert(record);
        Ok(record)
    }

    pub(super) fn read_namespace(&mut self) -> Done<ObjectId> {
        let number = self.reader.number()?;
        Ok(self.vm.module_namespace(self.module_at(number)?)?)
    }

    /// A variable of a module: what linking has put there stays where the bytes say so.
    pub(super) fn is_linked(&mut self, record: RecordId, index: u32) -> Done<bool> {
        if !self.environments.contains(&record) || self.reader.peek() != Some(LINKED) {
            return Ok(false);
        }
        self.reader.byte()?;
        if self.vm.bound_value(record, index).is_empty() && !self.lacks_values {
            return unreadable("a variable has no value");
        }
        Ok(true)
    }

    pub(super) fn read_module_states(&mut self) -> Done<()> {
        for module in self.modules.clone() {
            self.vm.heap.tick(1)?;
            let is_evaluated = bool::read(&mut self.reader)?;
            let (error, meta) = (self.stored_value()?, self.value()?);
            if self.is_private(error) || !(meta.is_null() || meta.is_object()) {
                return unreadable("`import.meta` is no object");
            }
            let error = Some(error).filter(|error: &Value| !error.is_empty());
            self.vm.set_evaluated(module, is_evaluated, error);
            self.vm.set_import_meta(module, meta.as_object());
        }
        Ok(())
    }
}
