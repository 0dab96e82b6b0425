//! Imports that nothing uses as a value, which TypeScript drops: their names may be those of types.
//!
//! An import stays if it is referred to, or is in an `export {…}`. A statement of which nothing stays is dropped with its
//! request, and so is `import {} from "a"`; `import "a"` stays.

use std::collections::BTreeSet;
use std::ops::Range;

use ferrotape_budget::order;
use ferrotape_text::Name;

use super::super::Parser;
use crate::scope::{BindingId, BindingKind, ReferenceId, Resolution};
use crate::tree::{Exported, ExpressionId, ExpressionKind, ImportEntry, Module, StatementId, StatementKind};

/// A statement with a request.
pub(super) struct Requesting {
    request: u32,
    /// Its imports, by their place among those of the module.
    imports: Range<usize>,
    /// The request stays in any case.
    stays: bool,
}

/// Bytes that an entry of a set or a table takes.
const ENTRY: usize = 16;

impl Parser<'_> {
    /// Notes a statement with a request, and the first of its imports.
    #[inline(never)]
    pub(in super::super) fn note_request(&mut self, request: u32, first_import: usize, stays: bool) {
        let end = self.tree.module.as_ref().map_or(0, |module| module.imports.len());
        let imports = first_import.min(end)..end;
        let statement = Requesting { request, imports, stays };
        self.lexer.meter.push(&mut self.types.requesting, statement);
    }

    /// Frees the name of an import for a declaration of the module: the import is that of a type then, and nothing uses it
    /// as a value. Returns whether the name is free.
    #[cold]
    pub(in super::super) fn frees_import(&mut self, name: Name) -> bool {
        if self.types.keeps_imports {
            return false;
        }
        let unused = self.name_of_unused_import();
        self.scopes.rename_import(&mut self.tree, &mut self.lexer.meter, name, unused)
    }

    /// Returns the name that an import gets: no one's, if a declaration of the module has its own.
    #[inline(never)]
    pub(in super::super) fn name_of_import(&mut self, local: Name) -> Name {
        let declared = self.scopes.binding_of(local).map(|binding| self.tree[binding].kind);
        let is_free = declared.is_none_or(|kind| kind == BindingKind::Import);
        if is_free || self.types.keeps_imports { local } else { self.name_of_unused_import() }
    }

    /// Makes a name that no identifier has, and no other import.
    fn name_of_unused_import(&mut self) -> Name {
        let text = format!("import {}", self.tree.bindings.len());
        self.lexer.intern_ascii(&text)
    }

    /// Notes `export default a`, which exports nothing if `a` is a type.
    #[inline(never)]
    pub(in super::super) fn note_default(&mut self, statement: StatementId, expression: ExpressionId) {
        if let ExpressionKind::Identifier { reference, .. } = self.tree[expression].kind
            && !self.tree[expression].parenthesized
        {
            self.types.default = Some((statement, reference));
        }
    }

    /// Drops what only types have used. The scopes are complete.
    #[inline(never)]
    pub(in super::super) fn drop_unused(&mut self) {
        self.drop_default_of_type();
        self.types.dropped = joined(std::mem::take(&mut self.types.dropped));
        let mut dropped = self.drop_unused_aliases();
        dropped.append(&mut self.types.dropped);
        let dropped = joined(dropped);
        let mut unused: Vec<u32> = self.scopes.unused_imports().iter().map(|binding| binding.0).collect();
        if self.types.keeps_imports {
            return;
        }
        self.add_imports_of_dropped(&dropped, &mut unused);
        order::sort(&mut unused);
        let named = std::mem::take(&mut self.types.named_by_keys);
        if !named.is_empty() {
            unused.retain(|&binding| !named.contains(&self.tree[BindingId(binding)].name.0));
        }
        let Some(mut module) = self.tree.module.take() else { return };
        if !self.lexer.meter.charge((module.exports.len() + 2 * module.imports.len()) * ENTRY) {
            return;
        }
        let exported = module.exports.iter().filter_map(|export| match export.what {
            Exported::Local(binding) if unused.binary_search(&binding.0).is_ok() => Some(binding.0),
            _ => None,
        });
        let exported: BTreeSet<u32> = exported.collect();
        unused.retain(|binding| !exported.contains(binding));
        self.drop_imports(&mut module, |binding| unused.binary_search(&binding.0).is_ok());
        let scope = self.tree[self.tree.program].scope;
        self.tree.scopes[scope.0 as usize].bindings.retain(|binding| unused.binary_search(&binding.0).is_err());
        self.tree.module = Some(module);
    }

    /// Adds the imports that only dropped text has used: `import a = A.b`, and the keys of members. And those behind members
    /// of enums and namespaces that nothing else uses.
    fn add_imports_of_dropped(&mut self, dropped: &[Range<u32>], unused: &mut Vec<u32>) {
        let binding = |parser: &Self, index: u32| match parser.tree[ReferenceId(index)].resolution {
            Resolution::Binding(binding) => Some(binding.0),
            _ => None,
        };
        let mut candidates = std::mem::take(&mut self.types.hidden_imports);
        for index in dropped.iter().cloned().flatten() {
            if self.lexer.meter.tick(1) {
                return;
            }
            let used = binding(self, index);
            let may_be_import =
                |&used: &u32| matches!(self.tree[BindingId(used)].kind, BindingKind::Import | BindingKind::Variable);
            candidates.extend(used.filter(may_be_import));
        }
        let mut next = dropped.iter().peekable();
        for index in 0..self.tree.references.len() as u32 {
            if candidates.is_empty() || self.lexer.meter.tick(1) {
                return;
            }
            while next.next_if(|range| range.end <= index).is_some() {}
            if next.peek().is_none_or(|range| index < range.start)
                && let Some(used) = binding(self, index)
            {
                candidates.remove(&used);
            }
        }
        unused.extend(candidates);
    }

    /// Drops imports, and the requests of which nothing stays. The others keep the order of their statements.
    fn drop_imports(&mut self, module: &mut Module, is_unused: impl Fn(BindingId) -> bool) {
        let (mut imports, mut requests) = (Vec::new(), Vec::new());
        let mut numbers: Vec<Option<u32>> = vec![None; module.requests.len()];
        for Requesting { request, imports: own, stays } in std::mem::take(&mut self.types.requesting) {
            let first = imports.len();
            for import in &module.imports[own] {
                self.lexer.meter.tick(1);
                if !is_unused(import.local) {
                    self.lexer.meter.push(&mut imports, *import);
                }
            }
            if !stays && imports.len() == first {
                continue;
            }
            let meter = &mut self.lexer.meter;
            let number = *numbers[request as usize].get_or_insert_with(|| {
                meter.push(&mut requests, module.requests[request as usize].clone());
                requests.len() as u32 - 1
            });
            for import in &mut imports[first..] {
                *import = ImportEntry { request: number, ..*import };
            }
        }
        for export in &mut module.exports {
            match &mut export.what {
                Exported::Indirect { request, .. } | Exported::All { request } => {
                    *request = numbers[*request as usize].unwrap_or(0);
                }
                Exported::Local(_) => {}
            }
        }
        (module.imports, module.requests) = (imports, requests);
    }

    /// Drops `export default a` if `a` is declared as a type only.
    fn drop_default_of_type(&mut self) {
        let Some((statement, reference)) = self.types.default.take() else { return };
        let is_type = self.is_only_type(self.tree[reference].name);
        if !is_type || self.tree[reference].resolution != Resolution::Global {
            return;
        }
        let StatementKind::ExportDefault { reference: declared, .. } = self.tree[statement].kind else { return };
        let Resolution::Binding(binding) = self.tree[ReferenceId(declared.0)].resolution else { return };
        self.tree[statement].kind = StatementKind::Empty;
        let scope = self.tree[self.tree.program].scope;
        self.tree.scopes[scope.0 as usize].bindings.retain(|&bound| bound != binding);
        if let Some(module) = self.tree.module.as_mut() {
            module.exports.retain(|export| !matches!(export.what, Exported::Local(local) if local == binding));
        }
    }
}

/// Sorts ranges of references, and joins those that share some: a key has those of the keys within it.
fn joined(mut ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
    order::sort_by_key(&mut ranges, |references| references.start);
    ranges.dedup_by(|next, before| {
        let shares = next.start < before.end;
        if shares {
            before.end = before.end.max(next.end);
        }
        shares
    });
    ranges
}
