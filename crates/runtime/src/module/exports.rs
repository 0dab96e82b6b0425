//! Resolution of exports: the binding that a name means (ECMA-262 16.2.1.7.2).

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Export, ModuleId};
use crate::error::Completion;
use crate::names::keys;
use crate::property_key::PropertyKey;
use crate::vm::Vm;

use super::Resolved;

/// [`resolve_export`] while modules are linked: each finding is stored for the modules that lead there.
pub(super) fn resolve_export_once(vm: &mut Vm, module: ModuleId, name: PropertyKey) -> Completion<Resolved> {
    if let Some(&known) = vm.agent.modules.resolved.get(&(module, name)) {
        return Ok(known);
    }
    let resolved = resolve_export(vm, module, name)?;
    let count = vm.agent.modules.resolved.len() + 1;
    vm.heap.room(count.saturating_mul(2 * size_of::<(ModuleId, PropertyKey, Resolved)>()))?;
    vm.agent.modules.resolved.insert((module, name), resolved);
    Ok(resolved)
}

/// ResolveExport ( exportName ), ECMA-262 16.2.1.7.2.2. All ways of `export *` must lead to the same binding, so they
/// can be followed in any order.
fn resolve_export(vm: &mut Vm, module: ModuleId, name: PropertyKey) -> Completion<Resolved> {
    let mut found = Resolved::NotFound;
    let mut seen = FxHashSet::default();
    let mut pending = vec![(module, name)];
    while let Some((module, name)) = pending.pop() {
        vm.work(4)?;
        if !seen.insert((module, name)) {
            continue;
        }
        vm.heap.room((seen.len() + pending.len()).saturating_mul(2 * size_of::<(ModuleId, PropertyKey)>()))?;
        let current = &vm.agent.modules[module];
        let known = vm.agent.modules.resolved.get(&(module, name)).copied();
        let resolved = match current.exports.named.get(&name) {
            _ if let Some(known) = known => match known {
                Resolved::NotFound => continue,
                Resolved::Ambiguous => return Ok(known),
                Resolved::Binding { .. } | Resolved::Namespace(_) => known,
            },
            Some(&Export::Local(index)) => Resolved::Binding { module, index },
            Some(&Export::Bound { module, index }) => Resolved::Binding { module, index },
            Some(&Export::Namespace { request }) => Resolved::Namespace(current.requested[request as usize]),
            Some(&Export::Indirect { request, import, .. }) => {
                pending.push((current.requested[request as usize], import));
                continue;
            }
            None if name == keys::DEFAULT => continue,
            None => {
                for &request in &current.exports.stars {
                    pending.push((current.requested[request as usize], name));
                }
                continue;
            }
        };
        if found == Resolved::NotFound {
            found = resolved;
        } else if found != resolved {
            return Ok(Resolved::Ambiguous);
        }
    }
    Ok(found)
}

/// GetExportedNames ( ), ECMA-262 16.2.1.7.2.1, in no order, with their meanings. A name that only one module exports
/// has its meaning there, whichever way leads to it. So chains of `export *` are followed once.
pub(super) fn resolved_exports(vm: &mut Vm, module: ModuleId) -> Completion<Vec<(PropertyKey, Resolved)>> {
    let names = exporters(vm, module)?;
    let mut resolved = Vec::with_capacity(names.len());
    for (name, exporter) in names {
        vm.work(1)?;
        let found = resolve_export(vm, exporter.unwrap_or(module), name)?;
        resolved.push((name, found));
    }
    Ok(resolved)
}

/// The exported names, each with the module that exports it under its own name; none if several do.
fn exporters(vm: &mut Vm, module: ModuleId) -> Completion<FxHashMap<PropertyKey, Option<ModuleId>>> {
    let mut names = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let mut pending = vec![module];
    while let Some(current) = pending.pop() {
        if !seen.insert(current) {
            continue;
        }
        let exports = &vm.agent.modules[current].exports;
        vm.heap.budget.work(1 + exports.named.len() as u64)?;
        let room = exports.named.len() + names.len() + seen.len();
        vm.heap.room(room.saturating_mul(4 * size_of::<(PropertyKey, Resolved)>()))?;
        let exports = &vm.agent.modules[current].exports;
        for &name in exports.named.keys().filter(|&&name| current == module || name != keys::DEFAULT) {
            names.entry(name).and_modify(|exporter| *exporter = None).or_insert(Some(current));
        }
        let stars = exports.stars.iter().map(|&request| vm.agent.modules[current].requested[request as usize]);
        pending.extend(stars);
    }
    Ok(names)
}
