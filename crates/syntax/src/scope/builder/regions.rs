//! Stretches of text that may turn out to be scopes: blocks, and what is in parentheses, which may be the head of an arrow
//! function.
//!
//! Whether a block is a scope of the tree is known only when something is declared in it, and what stands in it before must
//! then be told. So everything is noted with the number of its region, and regions lead to their scopes when all has been read:
//! until then [`Reference::scope`](super::super::Reference::scope) and [`Scope::parent`](super::super::Scope::parent) hold
//! numbers of regions.

use super::super::{ScopeId, ScopeKind};
use crate::by_name::NONE;
use crate::meter::Meter;
use crate::tree::Tree;

#[derive(Default)]
pub(super) struct Regions {
    all: Vec<Region>,
}

struct Region {
    /// The region that this one lies in; the outermost one lies in itself.
    around: u32,
    /// The scope that it turned out to be, or [`NONE`].
    scope: u32,
}

/// Work of one tick.
const PER_TICK: usize = 8;

impl Regions {
    /// A region within another one.
    pub fn open(&mut self, meter: &mut Meter, around: u32) -> u32 {
        let region = self.all.len() as u32;
        meter.push(&mut self.all, Region { around, scope: NONE });
        region
    }

    pub fn realize(&mut self, region: u32, scope: ScopeId) {
        self.all[region as usize].scope = scope.0;
    }

    pub fn around(&self, region: u32) -> u32 {
        self.all[region as usize].around
    }

    /// Puts the scopes in place of the regions.
    pub fn finish(&mut self, tree: &mut Tree, meter: &mut Meter) {
        // A region opens before those within it.
        for region in 0..self.all.len() {
            let around = self.all[self.all[region].around as usize].scope;
            match self.all[region].scope {
                NONE => self.all[region].scope = around,
                // A class in the head of an arrow function was read before it was known whose it is.
                scope if tree.scopes[scope as usize].kind == ScopeKind::Class => {
                    tree.scopes[scope as usize].function = tree.scopes[around as usize].function;
                }
                _ => {}
            }
            if region.is_multiple_of(PER_TICK) && meter.tick(1) {
                return;
            }
        }
        for references in tree.references.blocks_mut().flat_map(|block| block.chunks_mut(PER_TICK)) {
            if meter.tick(1) {
                return;
            }
            for reference in references {
                reference.scope = ScopeId(self.all[reference.scope.0 as usize].scope);
            }
        }
        for scope in &mut tree.scopes {
            if meter.tick(1) {
                return;
            }
            if let Some(parent) = &mut scope.parent {
                *parent = ScopeId(self.all[parent.0 as usize].scope);
            }
        }
    }
}
