//! Exported aliases of types: `export import a = N.T`. They export nothing, and have no value.
//!
//! A namespace can be declared behind the alias, so its end is waited for.

use std::collections::BTreeSet;
use std::ops::Range;

use ferrotape_text::Name;

use super::super::Parser;
use super::qualified::{Owner, Symbol};
use crate::scope::{BindingId, ReferenceId, Resolution};
use crate::tree::{Exported, ExpressionId, ExpressionKind, StatementId, StatementKind};

/// `export import a = N.T` of a module or a namespace.
pub(super) struct ExportedAlias {
    statement: StatementId,
    place: AliasPlace,
    /// `N`, and what follows it.
    root: (Name, ReferenceId),
    path: Vec<Name>,
    /// The places that can declare `N`, innermost first.
    around: Vec<Owner>,
    /// The references in it.
    references: Range<u32>,
}

/// The place that an alias is exported from.
#[derive(Copy, Clone)]
pub(super) enum AliasPlace {
    /// A module, with the variable that it exports.
    Module(BindingId),
    /// A namespace, with the member that the alias is.
    Namespace(Symbol, Name),
}

/// Bytes that an entry of the sets of dropped aliases takes.
const ENTRY: usize = 32;

impl Parser<'_> {
    /// Notes an alias with its value, `N.T`. `first` is the first reference in it.
    pub(super) fn note_exported_alias(
        &mut self,
        statement: StatementId,
        value: ExpressionId,
        place: AliasPlace,
        first: ReferenceId,
    ) {
        let (mut path, mut object) = (Vec::new(), value);
        while let ExpressionKind::Member { object: around, property } = self.tree[object].kind {
            self.lexer.meter.push(&mut path, property);
            object = around;
        }
        path.reverse();
        let ExpressionKind::Identifier { name, reference } = self.tree[object].kind else { return };
        let around = self.types.qualified.owners(self.scopes.places());
        let references = first.0..self.tree.references.len() as u32;
        if self.lexer.meter.charge(around.len() * size_of::<Owner>()) {
            let alias = ExportedAlias { statement, place, root: (name, reference), path, around, references };
            self.lexer.meter.push(&mut self.types.exported_aliases, alias);
        }
    }

    /// Drops the exported aliases of types, and those of such aliases. The scopes are complete.
    pub(in super::super) fn drop_aliases_of_types(&mut self) {
        let aliases = std::mem::take(&mut self.types.exported_aliases);
        let mut unexported = BTreeSet::new();
        for alias in aliases {
            let is_stopped = self.lexer.meter.tick(8 + alias.path.len() as u32);
            if is_stopped || self.types.keeps_imports || !self.is_of_type(&alias, &unexported) {
                continue;
            }
            self.tree[alias.statement].kind = StatementKind::Empty;
            if self.lexer.meter.charge(ENTRY) {
                match alias.place {
                    AliasPlace::Module(binding) => _ = unexported.insert(binding.0),
                    AliasPlace::Namespace(namespace, name) => self.types.qualified.add_type_alias(namespace, name),
                }
            }
            self.lexer.meter.push(&mut self.types.dropped, alias.references);
        }
        if let Some(module) = self.tree.module.as_mut().filter(|_| !unexported.is_empty()) {
            self.lexer.meter.tick(module.exports.len() as u32);
            module
                .exports
                .retain(|export| !matches!(export.what, Exported::Local(local) if unexported.contains(&local.0)));
        }
    }

    /// Returns whether an alias is that of a type, and of no value. `aliases` are the variables that are no values.
    fn is_of_type(&self, alias: &ExportedAlias, aliases: &BTreeSet<u32>) -> bool {
        let (name, reference) = alias.root;
        if let Resolution::Binding(binding) = self.tree[reference].resolution
            && aliases.contains(&binding.0)
        {
            return true;
        }
        let qualified = &self.types.qualified;
        if let Some(namespace) = alias.around.iter().find_map(|&owner| qualified.namespace_in(owner, name)) {
            return qualified.is_type_at(namespace, &alias.path);
        }
        if self.tree[reference].resolution != Resolution::Global {
            return false;
        }
        let member_of = alias.around.iter().find_map(|&owner| match owner {
            Owner::Namespace(namespace) if self.is_member(namespace, name) => Some(namespace),
            _ => None,
        });
        match member_of {
            // The name is that of an alias before.
            Some(namespace) => qualified.is_type_at(namespace, &[name]),
            None => self.is_only_type(name),
        }
    }
}
