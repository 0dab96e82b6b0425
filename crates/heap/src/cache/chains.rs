//! Memory of `instanceof`: which prototypes are above objects of a shape, and where functions of a shape have their
//! `prototype`. Both hold for an epoch of prototypes. Collections empty it.

use super::NO_SHAPE;
use crate::id::{ObjectId, ShapeId};

/// Chains that are remembered: a power of two.
const CHAINS: usize = 1024;

/// Shapes of constructors that are remembered: a power of two.
const CONSTRUCTORS: usize = 64;

/// Finding of a walk up the prototypes of objects of a shape.
#[derive(Copy, Clone)]
struct Chain {
    shape: ShapeId,
    prototype: ObjectId,
    epoch: u32,
    steps: u16,
    is_found: bool,
}

/// The place of `prototype` in functions of a shape, which inherit the usual Symbol.hasInstance.
#[derive(Copy, Clone)]
struct Constructor {
    shape: ShapeId,
    epoch: u32,
    slot: u32,
}

const NO_CHAIN: Chain = Chain { shape: NO_SHAPE, prototype: ObjectId(0), epoch: 0, steps: 0, is_found: false };

const NO_CONSTRUCTOR: Constructor = Constructor { shape: NO_SHAPE, epoch: 0, slot: 0 };

/// Tables by shape and prototype, and by the shape of functions. They take memory once something is remembered.
#[derive(Clone, Default)]
pub(crate) struct ChainCache {
    chains: Vec<Chain>,
    constructors: Vec<Constructor>,
}

impl ChainCache {
    pub fn clear(&mut self) {
        self.chains.fill(NO_CHAIN);
        self.constructors.fill(NO_CONSTRUCTOR);
    }

    /// The steps of the walk, and whether it has found the prototype.
    #[inline]
    pub(super) fn chain(&self, shape: ShapeId, prototype: ObjectId, epoch: u32) -> Option<(u32, bool)> {
        let chain = self.chains.get(place_of_chain(shape, prototype))?;
        let holds = chain.shape == shape && chain.prototype == prototype && chain.epoch == epoch;
        holds.then_some((chain.steps.into(), chain.is_found))
    }

    pub(super) fn remember_chain(&mut self, (shape, prototype): (ShapeId, ObjectId), epoch: u32, found: (u16, bool)) {
        if self.chains.is_empty() {
            self.chains = vec![NO_CHAIN; CHAINS];
        }
        let (steps, is_found) = found;
        self.chains[place_of_chain(shape, prototype)] = Chain { shape, prototype, epoch, steps, is_found };
    }

    /// The slot of `prototype`.
    #[inline]
    pub(super) fn constructor(&self, shape: ShapeId, epoch: u32) -> Option<u32> {
        let known = self.constructors.get(place_of_constructor(shape))?;
        (known.shape == shape && known.epoch == epoch).then_some(known.slot)
    }

    pub(super) fn remember_constructor(&mut self, shape: ShapeId, epoch: u32, slot: u32) {
        if self.constructors.is_empty() {
            self.constructors = vec![NO_CONSTRUCTOR; CONSTRUCTORS];
        }
        self.constructors[place_of_constructor(shape)] = Constructor { shape, epoch, slot };
    }
}

fn place_of_chain(shape: ShapeId, prototype: ObjectId) -> usize {
    let mixed = (shape.0 ^ prototype.0.rotate_left(16)).wrapping_mul(0x9E37_79B1);
    (mixed >> 20) as usize & (CHAINS - 1)
}

fn place_of_constructor(shape: ShapeId) -> usize {
    shape.0 as usize & (CONSTRUCTORS - 1)
}
