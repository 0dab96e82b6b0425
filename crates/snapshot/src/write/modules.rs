//! Modules: their names, code and requests come before all cells, so that the reader can link them. Their variables
//! come with all other variables, except for imports, which linking restores.

use ferrotape_bytecode::Writer;
use rustc_hash::FxHashMap;

use super::super::{Done, MODULE, MODULE_STATUSES, MODULE_TYPES, SnapshotError};
use super::Writing;
use ferrotape_runtime::heap::{ObjectId, RecordId};
use ferrotape_runtime::module::{self, KeptModule, ModuleId, Status};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;

/// The modules that are written, by number.
#[derive(Default)]
pub(super) struct Modules {
    kept: Vec<KeptModule>,
    numbers: FxHashMap<ModuleId, usize>,
    environments: FxHashMap<RecordId, usize>,
    /// Namespaces by module, and whether they are deferred.
    namespaces: FxHashMap<ObjectId, (usize, bool)>,
    bodies: FxHashMap<ObjectId, usize>,
}

impl Modules {
    /// The number of the module whose environment it is.
    pub fn of_environment(&self, record: RecordId) -> Option<usize> {
        self.environments.get(&record).copied()
    }

    /// The number of the module that a function runs.
    pub fn of_body(&self, function: ObjectId) -> Option<usize> {
        self.bodies.get(&function).copied()
    }

    pub fn number(&self, module: ModuleId) -> Option<u64> {
        self.numbers.get(&module).map(|&number| number as u64)
    }

    pub fn of_namespace(&self, object: ObjectId) -> Option<(usize, bool)> {
        self.namespaces.get(&object).copied()
    }
}

impl Writing<'_> {
    /// Finds the modules, and numbers their environments.
    pub(super) fn find_modules(&mut self) -> Done<()> {
        (self.current, self.current_key) = (MODULE, PropertyKey::NONE);
        let kept = module::kept_modules(self.vm);
        let kept = kept.map_err(|name| {
            SnapshotError::Unwritable(format!("the module '{name}' in the middle of its evaluation"))
        })?;
        let mut modules = Modules::default();
        for (number, module) in kept.iter().enumerate() {
            self.vm.work(1)?;
            modules.numbers.insert(module.id, number);
            modules.environments.insert(module.record, number);
            modules.bodies.extend(module.body.map(|body| (body, number)));
            modules.namespaces.extend(module.namespace.map(|namespace| (namespace, (number, false))));
            modules.namespaces.extend(module.deferred_namespace.map(|namespace| (namespace, (number, true))));
        }
        let records: Vec<RecordId> = kept.iter().map(|module| module.record).collect();
        modules.kept = kept;
        self.modules = modules;
        for record in records {
            self.record(Some(record))?;
        }
        Ok(())
    }

    /// Writes the data that linking needs.
    pub(super) fn write_modules(&mut self) -> Done<Writer> {
        let mut out = Writer::default();
        let modules = std::mem::take(&mut self.modules);
        out.number(modules.kept.len() as u64);
        for module in &modules.kept {
            self.vm.work(1)?;
            out.text(module.name.as_bytes());
            out.number(self.realm_number(module.realm));
            let place = MODULE_TYPES.iter().position(|&known| known == module.module_type).unwrap_or(0);
            out.byte(place as u8);
            out.byte((module.progress.status != Status::Unlinked).into());
            match module.code {
                Some(code) => {
                    let unit = self.unit(code)?;
                    out.number(unit + 1);
                }
                None => out.number(0),
            }
            out.number(module.requested.len() as u64);
            for requested in &module.requested {
                self.vm.work(1)?;
                out.number(modules.number(*requested).unwrap_or(u64::MAX));
            }
        }
        self.modules = modules;
        Ok(out)
    }

    /// Writes the progress of modules: errors of evaluation, modules that wait for each other, and `import.meta`.
    pub(super) fn write_module_states(&mut self) -> Done<()> {
        (self.current, self.current_key) = (MODULE, PropertyKey::NONE);
        let states = self.modules.kept.iter().map(|module| (module.progress.clone(), module.meta));
        for (progress, meta) in states.collect::<Vec<_>>() {
            let status = MODULE_STATUSES.iter().position(|&known| known == progress.status).unwrap_or(0);
            self.module_states.byte(status as u8);
            let objects = [meta, progress.top_level].map(|object| object.map_or(Value::NULL, Value::object));
            for value in [progress.error.unwrap_or(Value::EMPTY)].into_iter().chain(objects) {
                let mut bytes = Vec::new();
                self.value(value, &mut bytes)?;
                self.module_states.bytes.append(&mut bytes);
            }
            let root = progress.cycle_root.and_then(|root| self.modules.number(root));
            let numbers = [root.map_or(0, |root| root + 1), progress.async_order.unwrap_or(0)];
            numbers.into_iter().for_each(|number| self.module_states.number(number));
            self.module_states.number(progress.pending_dependencies.into());
            self.module_states.number(progress.async_parents.len() as u64);
            for parent in progress.async_parents {
                self.vm.work(1)?;
                self.module_states.number(self.modules.number(parent).unwrap_or(u64::MAX));
            }
        }
        Ok(())
    }

    /// Writes a variable of a module. Values of the host are left to it, and imports to linking.
    pub(super) fn module_variable(&mut self, number: usize, value: Value, to: &mut Vec<u8>) -> Done<()> {
        let is_of_host = self.modules.kept.get(number).is_some_and(|module| {
            module.code.is_none() && MODULE_TYPES.first().is_some_and(|&source| source == module.module_type)
        });
        if is_of_host || value.as_record().is_some() {
            to.push(super::super::LINKED);
            return Ok(());
        }
        self.lacks_values |= value.is_empty();
        self.value(value, to)
    }
}
