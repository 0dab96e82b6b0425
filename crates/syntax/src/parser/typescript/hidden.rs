//! Constants that are declared elsewhere, and hidden by what is declared further down:
//! `declare const a = 1; function f() { enum E { b = a } var a: number }`.
//!
//! The value of a member is needed where it stands, but what its names mean is known at the end of the text. So uses of
//! constants are noted, and those that mean something else are found at the end. Then the text is parsed once more, knowing them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::meter::Meter;
use crate::scope::{ReferenceId, Resolution, ScopeBuilder, ScopeId};
use crate::tree::Tree;

/// Positions of names that mean no constant which is declared elsewhere, though it looks so where they stand.
pub(crate) type HiddenNames = Arc<BTreeSet<u32>>;

/// Uses of constants that are declared elsewhere.
#[derive(Default)]
pub(super) struct ConstantUses {
    uses: Vec<ConstantUse>,
    /// Names that are known to mean something else.
    pub hidden: HiddenNames,
}

/// A name that is taken for a constant.
struct ConstantUse {
    at: u32,
    reference: ReferenceId,
    /// Region of the scope that declares the constant as what is elsewhere.
    region: u32,
}

/// Bytes that an entry of the set of hidden names takes.
const ENTRY: usize = 32;

impl ConstantUses {
    /// Begins a text, or a part of it, with the same hidden names.
    pub fn knowing(hidden: &HiddenNames) -> Self {
        ConstantUses { uses: Vec::new(), hidden: hidden.clone() }
    }

    pub fn note(&mut self, meter: &mut Meter, at: u32, reference: ReferenceId, region: u32) {
        meter.push(&mut self.uses, ConstantUse { at, reference, region });
    }

    /// Finds the names that mean something else. All scopes are complete.
    pub fn found(&self, tree: &Tree, scopes: &ScopeBuilder, meter: &mut Meter) -> HiddenNames {
        let mut found = BTreeSet::new();
        for used in &self.uses {
            if is_hidden(tree, meter, used.reference, scopes.scope_of(used.region)) && meter.charge(ENTRY) {
                found.insert(used.at);
            }
        }
        Arc::new(found)
    }
}

/// Returns whether a scope within `declares` has the binding that a reference means.
fn is_hidden(tree: &Tree, meter: &mut Meter, reference: ReferenceId, declares: ScopeId) -> bool {
    let Resolution::Binding(binding) = tree[reference].resolution else { return false };
    let mut next = Some(tree[reference].scope);
    while let Some(scope) = next.filter(|&scope| scope != declares) {
        if scope == tree[binding].scope {
            return true;
        }
        if meter.tick(1) {
            break;
        }
        next = tree[scope].parent;
    }
    false
}
