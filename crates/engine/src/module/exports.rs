//! Which binding of which module a name means (ECMA-262 16.2.1.7.2).

use rustc_hash::FxHashSet;

use super::{Export, ModuleId};
use crate::error::Completion;
use crate::names::keys;
use crate::property_key::PropertyKey;
use crate::vm::Vm;

/// ResolvedBinding Record, or none: ECMA-262 16.2.1.7
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Resolved {
    Binding { module: ModuleId, index: u32 },
    Namespace(ModuleId),
    NotFound,
    Ambiguous,
}

impl Vm {
    /// ResolveExport ( exportName ), ECMA-262 16.2.1.7.2.2. Of `export *` all ways must lead to the same binding, so all of
    /// them can be gone in any order.
    pub(super) fn resolve_export(&mut self, module: ModuleId, name: PropertyKey) -> Completion<Resolved> {
        let mut found = Resolved::NotFound;
        let mut seen = FxHashSet::default();
        let mut pending = vec![(module, name)];
        while let Some((module, name)) = pending.pop() {
            self.tick(4)?;
            if !seen.insert((module, name)) {
                continue;
            }
            self.heap
                .require_room((seen.len() + pending.len()).saturating_mul(2 * size_of::<(ModuleId, PropertyKey)>()))?;
            let current = &self.modules[module];
            let resolved = match current.exports.named.get(&name) {
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

    /// GetExportedNames ( ), ECMA-262 16.2.1.7.2.1, in no order.
    pub(super) fn exported_names(&mut self, module: ModuleId) -> Completion<Vec<PropertyKey>> {
        let mut names = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut pending = vec![module];
        while let Some(current) = pending.pop() {
            if !seen.insert(current) {
                continue;
            }
            let exports = &self.modules[current].exports;
            self.heap.budget.tick_many(1 + exports.named.len() as u64)?;
            let room = exports.named.len() + names.len() + seen.len();
            self.heap.require_room(room.saturating_mul(4 * size_of::<PropertyKey>()))?;
            let exports = &self.modules[current].exports;
            names.extend(exports.named.keys().filter(|&&name| current == module || name != keys::DEFAULT));
            let stars = exports.stars.iter().map(|&request| self.modules[current].requested[request as usize]);
            pending.extend(stars);
        }
        Ok(names.into_iter().collect())
    }
}
