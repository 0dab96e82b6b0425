//! Modules, which are linked before anything else is made: so imports lead to exports, whatever the bytes say.

use std::sync::Arc;

use ferrotape_bytecode::Saved;

use rustc_hash::FxHashMap;

use super::super::{Done, LINKED, MODULE_STATUSES, MODULE_TYPES, SnapshotError};
use super::{Reading, unreadable};
use ferrotape_runtime::environment;
use ferrotape_runtime::error::Throw;
use ferrotape_runtime::heap::{ObjectId, RealmId, RecordId};
use ferrotape_runtime::module::{self, ModuleId, ModuleType, Progress, Status};
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::value::Value;

impl Reading<'_, '_> {
    /// Reads modules, and loads their code.
    pub(super) fn read_modules(&mut self) -> Done<()> {
        let count = self.reader.count(4)?;
        let (mut requests, mut linked, mut asked_for) = (Vec::new(), Vec::new(), Vec::new());
        let mut used = vec![false; self.units.len()];
        for _ in 0..count {
            self.room()?;
            let (module, realm, is_linked) = self.read_module(&mut used)?;
            self.modules.push(module);
            self.bodies.extend(module::body_of_module(self.vm, module));
            linked.extend(is_linked.then_some((module, realm)));
            let asked = self.reader.count(1)?;
            self.vm.heap.room(asked.saturating_mul(16))?;
            self.vm.heap.work(asked as u64)?;
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
            asked_for.extend(&requested);
            if !module::set_requested_modules(self.vm, module, requested) {
                return unreadable("a module asks for other ones than its code");
            }
        }
        // Only a program whose imports are being fetched waits for its modules: nothing else has to do with it.
        let mut must_be_complete = linked.iter().map(|&(module, _)| module).chain(asked_for);
        if must_be_complete.any(|module| !module::is_complete(self.vm, module)) {
            return unreadable("a module asks for other ones than its code");
        }
        for (module, realm) in linked {
            match crate::within_realm(self.vm, realm, |vm| module::link_module(vm, module)) {
                Ok(()) => {}
                Err(Throw::Terminated(termination)) => return Err(termination.into()),
                Err(Throw::Exception(_)) => return unreadable("a module cannot be linked"),
            }
        }
        Ok(())
    }

    /// Reads a module with its realm, and whether it is linked.
    fn read_module(&mut self, used: &mut [bool]) -> Done<(ModuleId, RealmId, bool)> {
        let name = String::from_utf8_lossy(self.reader.text()?).into_owned();
        let realm = self.realm()?;
        let Some(&module_type) = MODULE_TYPES.get(usize::from(self.reader.byte()?)) else {
            return unreadable("there is no such type of modules");
        };
        let is_linked = bool::read(&mut self.reader)?;
        let unit = self.reader.number()?.checked_sub(1);
        if (unit, module_type) == (None, ModuleType::Source) {
            let missing = || SnapshotError::Unfit(format!("the host has no module '{name}'"));
            let module =
                crate::within_realm(self.vm, realm, |vm| module::kept_host_module(vm, &name)).ok_or_else(missing)?;
            return Ok((module, realm, is_linked));
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
        if set.as_ref().is_some_and(|set| set.unit.realm != realm) {
            return unreadable("a module has code of another realm");
        }
        if set.is_some() != (module_type == ModuleType::Source) {
            return unreadable("a module of values has code");
        }
        let added = crate::within_realm(self.vm, realm, |vm| module::add_kept_module(vm, &name, module_type, set))?;
        match added {
            Some(module) => Ok((module, realm, is_linked)),
            None => unreadable("a module is there already, or there are more than there may be"),
        }
    }

    pub(super) fn module_at(&self, number: u64) -> Done<ModuleId> {
        let module = usize::try_from(number).ok().and_then(|number| self.modules.get(number));
        module.map_or_else(|| unreadable("there is no such module"), |&module| Ok(module))
    }

    pub(super) fn read_environment(&mut self) -> Done<RecordId> {
        let number = self.reader.number()?;
        let record = module::environment_of_module(self.vm, self.module_at(number)?);
        self.environments.insert(record);
        Ok(record)
    }

    /// Reads the namespace of a module, which must be linked: its exports are known by then.
    pub(super) fn read_namespace(&mut self, is_deferred: bool) -> Done<ObjectId> {
        let number = self.reader.number()?;
        let module = self.module_at(number)?;
        if !module::is_linked(self.vm, module) {
            return unreadable("a module is not linked");
        }
        match is_deferred {
            true => Ok(module::deferred_namespace(self.vm, module)?),
            false => Ok(module::module_namespace(self.vm, module)?),
        }
    }

    /// Reads the function that runs a module.
    pub(super) fn read_body(&mut self, number: u64) -> Done<ObjectId> {
        let body = module::body_of_module(self.vm, self.module_at(number)?);
        body.map_or_else(|| unreadable("a module has no code"), Ok)
    }

    /// Returns whether a variable of a module keeps the value that linking has put there.
    pub(super) fn is_linked(&mut self, record: RecordId, index: u32) -> Done<bool> {
        if !self.environments.contains(&record) || self.reader.peek() != Some(LINKED) {
            return Ok(false);
        }
        self.reader.byte()?;
        if environment::bound_value(self.vm, record, index).is_empty() && !self.lacks_values {
            return unreadable("a variable has no value");
        }
        Ok(true)
    }

    /// Reads how far each module was.
    pub(super) fn read_module_states(&mut self) -> Done<()> {
        let mut waiting: FxHashMap<ModuleId, u32> = FxHashMap::default();
        let mut waited_for = Vec::new();
        for module in self.modules.clone() {
            self.vm.heap.work(1)?;
            let Some(&status) = MODULE_STATUSES.get(usize::from(self.reader.byte()?)) else {
                return unreadable("there is no such state of a module");
            };
            let (error, meta) = (self.stored_value()?, self.value()?);
            if self.is_private(error) || !(meta.is_null() || meta.is_object()) {
                return unreadable("`import.meta` is not an object");
            }
            module::set_import_meta(self.vm, module, meta.as_object());
            let mut progress = self.read_progress(status)?;
            progress.error = Some(error).filter(|error: &Value| !error.is_empty());
            if !module::is_linked(self.vm, module) && status != Status::Unlinked {
                return unreadable("a module is not linked");
            }
            for &parent in &progress.async_parents {
                if !module::is_linked(self.vm, parent) {
                    return unreadable("a module waits that is not linked");
                }
                *waiting.entry(parent).or_default() += 1;
            }
            waited_for.push((module, progress.pending_dependencies));
            module::set_progress(self.vm, module, progress);
        }
        match waited_for
            .into_iter()
            .all(|(module, count)| waiting.get(&module).is_some_and(|&has| has >= count) || count == 0)
        {
            true => Ok(()),
            false => unreadable("a module waits for more than there is"),
        }
    }

    /// Reads the modules that wait for a module, and the number that it waits for. An ended module that none waits for
    /// stays as it is.
    fn read_progress(&mut self, status: Status) -> Done<Progress> {
        let top_level = self.value()?;
        let is_promise = |object| matches!(self.vm.heap.kind(object), Kind::Promise(_));
        if !(top_level.is_null() || top_level.as_object().is_some_and(is_promise)) {
            return unreadable("a module settles something that is not a promise");
        }
        let cycle_root = match self.reader.number()?.checked_sub(1) {
            Some(root) => Some(self.module_at(root)?),
            None => None,
        };
        if cycle_root.is_some_and(|root| !module::is_linked(self.vm, root)) {
            return unreadable("a module is evaluated with one that is not linked");
        }
        let async_order = Some(self.reader.number()?).filter(|&order| order > 0);
        let pending_dependencies = self.small()?;
        let count = self.reader.count(1)?;
        let waits = status == Status::EvaluatingAsync;
        let has_order = async_order.is_some_and(|order| order <= self.modules.len() as u64);
        if has_order != waits || async_order.is_some() != waits || !waits && (count > 0 || pending_dependencies > 0) {
            return unreadable("a module waits where it cannot");
        }
        self.vm.heap.take(count.saturating_mul(2 * size_of::<ModuleId>()))?;
        self.vm.heap.work(count as u64)?;
        let mut async_parents = Vec::with_capacity(count);
        for _ in 0..count {
            let number = self.reader.number()?;
            async_parents.push(self.module_at(number)?);
        }
        Ok(Progress {
            status,
            error: None,
            cycle_root,
            async_order,
            top_level: top_level.as_object(),
            async_parents,
            pending_dependencies,
        })
    }
}
