//! Regions: parts of the text that may turn out to be scopes. These are blocks, and parentheses that may be the head of
//! an arrow function.
//!
//! A block becomes a scope of the tree only when something is declared in it, and references before that declaration
//! belong to the scope too. So everything is noted with the number of its region, and regions are mapped to scopes at
//! the end. Until then [`Reference::scope`](super::super::Reference::scope) and
//! [`Scope::parent`](super::super::Scope::parent) hold numbers of regions.

use super::super::{ScopeId, ScopeKind};
use crate::by_name::NONE;
use crate::meter::Meter;
use crate::tree::Tree;

/// The regions of a text.
#[derive(Default)]
pub(super) struct Regions {
    all: Vec<Region>,
}

/// A region with the scope that it may have become.
struct Region {
    /// The region that contains this one. The outermost region contains itself.
    around: u32,
    /// The scope that this region turned out to be, or [`NONE`].
    scope: u32,
}

/// Items handled per tick.
const PER_TICK: usize = 8;

impl Regions {
    /// Opens a region within another one.
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

    /// Returns the scope that a region belongs to, after [`Regions::finish`].
    pub fn scope_of(&self, region: u32) -> ScopeId {
        ScopeId(self.all[region as usize].scope)
    }

    /// Replaces all numbers of regions by scopes.
    pub fn finish(&mut self, tree: &mut Tree, meter: &mut Meter) {
        // A region has a lower number than those within it.
        for region in 0..self.all.len() {
            let around = self.all[self.all[region].around as usize].scope;
            match self.all[region].scope {
                NONE => self.all[region].scope = around,
                // A class in the head of an arrow function was parsed before its function was known.
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
