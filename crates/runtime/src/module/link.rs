//! Linking: environments get their imports and functions (ECMA-262 16.2.1.6.1.2, 16.2.1.7.2.4).

use crate::function::Closure;
use std::sync::Arc;

use ferrotape_budget::order;
use ferrotape_bytecode::{ModuleTemplate, Phase};
use ferrotape_text::{Note, nearest};
use rustc_hash::FxHashMap;

use super::Resolved;
use super::{Body, Export, Module, ModuleId, Status};
use super::{deferred, exports};
use crate::code::LoadedUnit;
use crate::environment::{self, Record, RecordKind};
use crate::error::Completion;
use crate::function;
use crate::messages;
use crate::module;
use crate::object::Kind;
use crate::property_key::PropertyKey;
use crate::shown;
use crate::value::Value;
use crate::vm::Vm;

/// A module whose requests are being followed.
pub(super) struct Step {
    pub module: ModuleId,
    pub next_request: usize,
    /// The modules that are evaluated before it, if they are not simply those that it requests.
    pub evaluated: Option<Vec<ModuleId>>,
}

/// Most exports that a name is compared with for suggestions.
const MOST_EXPORTS: usize = 1000;
/// Limit on the bytes of an export's name that a hint shows.
const MOST_SHOWN: usize = 40;
/// Ticks for describing and comparing a name.
const TICKS_PER_NAME: u64 = 16;

/// Link ( ), ECMA-262 16.2.1.6.1.2. An error leaves unlinked modules as they were.
pub fn link_module(vm: &mut Vm, module: ModuleId) -> Completion<()> {
    let mut open = Vec::new();
    let result = inner_linking(vm, module, &mut open);
    // Nothing keeps the names alive any longer.
    vm.agent.modules.resolved = FxHashMap::default();
    if result.is_err() {
        for module in open {
            vm.agent.modules[module].status = Status::Unlinked;
        }
    }
    result
}

/// InnerModuleLinking, ECMA-262 16.2.1.6.1.2.1: strongly connected components by depth-first search, as a loop.
fn inner_linking(vm: &mut Vm, root: ModuleId, open: &mut Vec<ModuleId>) -> Completion<()> {
    let mut path: Vec<Step> = Vec::new();
    begin_linking(vm, root, &mut path, open)?;
    while let Some(step) = path.last_mut() {
        let module = step.module;
        let request = step.next_request;
        let requested = vm.agent.modules[module].requested.get(request).copied();
        step.next_request += 1;
        if vm.agent.modules[module].phase(request) == Phase::Source {
            continue;
        }
        if let Some(requested) = requested {
            begin_linking(vm, requested, &mut path, open)?;
            continue;
        }
        initialize_environment(vm, module)?;
        path.pop();
        close_component(vm, module, open, |module| module.status = Status::Linked);
        if let Some(parent) = path.last() {
            note_ancestor(vm, parent.module, module, Status::Linking);
        }
    }
    Ok(())
}

/// Enters a module that is new to linking. Of one met before, the parent only notes what it reaches.
fn begin_linking(vm: &mut Vm, module: ModuleId, path: &mut Vec<Step>, open: &mut Vec<ModuleId>) -> Completion<()> {
    vm.work(4)?;
    match vm.agent.modules[module].status {
        Status::Unlinked => {
            open_module(vm, module, Status::Linking, path, open)?;
        }
        _ => {
            if let Some(parent) = path.last() {
                note_ancestor(vm, parent.module, module, Status::Linking);
            }
        }
    }
    Ok(())
}

/// Puts a module onto the path and into the component that is being found.
pub(super) fn open_module(
    vm: &mut Vm,
    module: ModuleId,
    status: Status,
    path: &mut Vec<Step>,
    open: &mut Vec<ModuleId>,
) -> Completion<()> {
    vm.heap.room((path.len() + open.len()).saturating_mul(2 * size_of::<Step>()))?;
    let index = open.len() as u32;
    let entered = &mut vm.agent.modules[module];
    entered.status = status;
    entered.dfs_index = index;
    entered.dfs_ancestor = index;
    open.push(module);
    path.push(Step { module, next_request: 0, evaluated: None });
    Ok(())
}

/// Notes for a parent what a requested module of the same component can reach.
pub(super) fn note_ancestor(vm: &mut Vm, parent: ModuleId, module: ModuleId, open: Status) {
    let modules = &mut vm.agent.modules;
    if modules[module].status == open {
        let reached = modules[module].dfs_ancestor;
        let ancestor = &mut modules[parent].dfs_ancestor;
        *ancestor = reached.min(*ancestor);
    }
}

/// Closes each module of a component if its root is complete.
pub(super) fn close_component(vm: &mut Vm, root: ModuleId, open: &mut Vec<ModuleId>, close: impl Fn(&mut Module)) {
    if vm.agent.modules[root].dfs_ancestor != vm.agent.modules[root].dfs_index {
        return;
    }
    while let Some(module) = open.pop() {
        close(&mut vm.agent.modules[module]);
        if module == root {
            break;
        }
    }
}

/// InitializeEnvironment ( ), ECMA-262 16.2.1.7.2.4
fn initialize_environment(vm: &mut Vm, module: ModuleId) -> Completion<()> {
    let Body::Source { unit, function } = &vm.agent.modules[module].body else { return Ok(()) };
    let (unit, function) = (Arc::clone(unit), *function);
    let Some(template) = unit.unit.module.as_deref() else { return Ok(()) };
    check_indirect_exports(vm, module, &unit)?;
    bind_imports(vm, module, &unit, template)?;
    let record = vm.agent.modules[module].record;
    let Kind::Closure(Closure { code, .. }) = vm.heap.kind(function) else { return Ok(()) };
    let set = Arc::clone(&vm.heap.code_cell(code).set);
    for declared in &template.functions {
        vm.work(4)?;
        let code = set.code(&mut vm.heap, declared.function);
        let closure = Value::object(function::new_closure(vm, code, Some(record)));
        environment::set_bound_value(vm, record, declared.binding, closure);
    }
    Ok(())
}

/// Resolves the re-exports, in the order of the text, so that the first one that fails is reported (ECMA-262
/// 16.2.1.7.2.4, step 1).
fn check_indirect_exports(vm: &mut Vm, module: ModuleId, unit: &LoadedUnit) -> Completion<()> {
    let exports = vm.agent.modules[module].exports.named.iter();
    let indirect = exports.filter_map(|(&name, export)| match *export {
        Export::Indirect { request, import, at } => Some((at, request, import, name)),
        Export::Local(_) | Export::Bound { .. } | Export::Namespace { .. } => None,
    });
    let mut indirect: Vec<(u32, u32, PropertyKey, PropertyKey)> = indirect.collect();
    order::sort_by_key(&mut indirect, |&(at, ..)| at);
    for (at, request, import, name) in indirect {
        if let Resolved::Binding { module: target, index } = resolve_import(vm, module, unit, (request, import), at)? {
            vm.agent.modules[module].exports.named.insert(name, Export::Bound { module: target, index });
        }
    }
    Ok(())
}

/// Points each import of a module to the binding that it means.
fn bind_imports(vm: &mut Vm, module: ModuleId, unit: &LoadedUnit, template: &ModuleTemplate) -> Completion<()> {
    let record = vm.agent.modules[module].record;
    for entry in &template.imports {
        vm.work(4)?;
        let value = match entry.import {
            None => {
                let requested = vm.agent.modules[module].requested[entry.request as usize];
                let request = template.requests.get(entry.request as usize);
                match request.map_or(Phase::Evaluation, |request| request.phase) {
                    Phase::Evaluation => Value::object(module::module_namespace(vm, requested)?),
                    Phase::Defer => Value::object(module::deferred_namespace(vm, requested)?),
                    Phase::Source => {
                        // What attributes ask for has no source.
                        let is_plain = request.is_some_and(|request| request.attributes.is_empty());
                        let source = if is_plain { deferred::module_source(vm, requested)? } else { None };
                        let Some(source) = source else {
                            return module::module_error(vm, &unit.unit.source, entry.at, messages::NO_MODULE_SOURCE);
                        };
                        Value::object(source)
                    }
                }
            }
            Some(name) => {
                let name = vm.heap.key_of_string(unit.strings[name.0 as usize])?;
                match resolve_import(vm, module, unit, (entry.request, name), entry.at)? {
                    Resolved::Binding { module, index } => {
                        let target = vm.agent.modules[module].record;
                        let kind = RecordKind::Import { target, index };
                        Value::record(vm.heap.new_record(Record { parent: None, kind }))
                    }
                    Resolved::Namespace(requested) => Value::object(module::module_namespace(vm, requested)?),
                    // These have thrown already.
                    Resolved::NotFound | Resolved::Ambiguous => Value::UNDEFINED,
                }
            }
        };
        environment::set_bound_value(vm, record, entry.binding, value);
    }
    Ok(())
}

/// Resolves an import, which must be found, without ambiguity.
fn resolve_import(
    vm: &mut Vm,
    module: ModuleId,
    unit: &LoadedUnit,
    (request, name): (u32, PropertyKey),
    at: u32,
) -> Completion<Resolved> {
    let requested = vm.agent.modules[module].requested[request as usize];
    let message = match exports::resolve_export_once(vm, requested, name)? {
        found @ (Resolved::Binding { .. } | Resolved::Namespace(_)) => return Ok(found),
        Resolved::NotFound => messages::no_such_export,
        Resolved::Ambiguous => messages::ambiguous_export,
    };
    let requests = unit.unit.module.as_ref().map_or(&[][..], |template| &template.requests);
    let specifier = requests.get(request as usize).map(|request| unit.strings[request.specifier.0 as usize]);
    let specifier = specifier.map_or(String::new(), |text| shown::shown_name(&mut vm.heap, text));
    let message = message(&specifier, &vm.heap.describe_key(name));
    let meant = export_meant(vm, requested, name)?;
    let notes: Vec<Note> = meant.map(|meant| Note { message: meant, span: None }).into_iter().collect();
    module::module_error_with(vm, &unit.unit.source, at, &message, &notes)
}

/// The export that was probably meant, as a question; where there is none, what the module exports instead.
fn export_meant(vm: &mut Vm, module: ModuleId, name: PropertyKey) -> Completion<Option<String>> {
    let exports = exports::resolved_exports(vm, module)?;
    let mut names = Vec::new();
    for (key, _) in exports.into_iter().take(MOST_EXPORTS) {
        vm.work(TICKS_PER_NAME)?;
        names.push(vm.heap.describe_key(key));
    }
    let wanted = vm.heap.describe_key(name);
    let meant = nearest(&wanted, names.iter().map(String::as_str));
    let exported = || match names.as_slice() {
        [] => Some("the module exports nothing".to_owned()),
        [only] if only == "default" => Some("there is only a default export".to_owned()),
        [first, ..] if wanted == "default" && first.len() <= MOST_SHOWN => {
            Some(format!("there is no default export: `import {{ {first} }}` takes one by its name"))
        }
        _ => None,
    };
    Ok(meant.map(|meant| format!("did you mean `{meant}`?")).or_else(exported))
}
