//! Constants and cache sites, shared by hash map.

use ferrotape_budget::{Budget, Termination, order};
use ferrotape_bytecode::{Constant, TextId};
use ferrotape_syntax::tree::{ExpressionKind, Tree};
use ferrotape_text::{HashSeed, Interner, Name};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::FunctionCompiler;
use crate::meter::{Numbering, Pace, push};

/// Constants of a function, each one once.
#[derive(Default)]
pub(super) struct Constants {
    pub list: Vec<Constant>,
    /// Number of each constant. Seeded, as the script chooses the constants.
    indices: Numbering<ConstantKey, HashSeed>,
    /// Bytes that both have grown by since they were last read.
    pub grown: usize,
}

/// A constant as a key of the map that shares it.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum ConstantKey {
    /// The number's bits: negative zero differs from zero, and NaN equals itself.
    Number(u64),
    String(TextId),
    BigInt(TextId),
}

impl Constants {
    pub fn number(&mut self, number: f64) -> u32 {
        self.index(ConstantKey::Number(number.to_bits()), Constant::Number(number))
    }

    pub fn string(&mut self, text: TextId) -> u32 {
        self.index(ConstantKey::String(text), Constant::String(text))
    }

    pub fn bigint(&mut self, digits: TextId) -> u32 {
        self.index(ConstantKey::BigInt(digits), Constant::BigInt(digits))
    }

    fn index(&mut self, key: ConstantKey, constant: Constant) -> u32 {
        let next = self.list.len() as u32;
        let index = self.indices.number(key, next);
        if index == next {
            self.grown += push(&mut self.list, constant) + Numbering::<ConstantKey, HashSeed>::BYTES_PER_KEY;
        }
        index
    }
}

impl FunctionCompiler<'_> {
    /// Makes a cache site for one access to the property.
    pub(super) fn cache(&mut self, name: Name) -> u32 {
        let text = self.text_id(name);
        self.core.grown += push(&mut self.caches, text);
        self.caches.len() as u32 - 1
    }

    /// Returns the cache site shared by all reads of a global variable.
    pub(super) fn global_cache(&mut self, name: Name) -> u32 {
        if let Some(index) = self.global_caches.get(&name) {
            return index;
        }
        let index = self.cache(name);
        self.core.grown += Numbering::<Name, FxBuildHasher>::BYTES_PER_KEY;
        self.global_caches.number(name, index)
    }
}

/// Moves flags of regular expressions to low ids, as `NewRegExp` has 16 bits for them. If the id of some flags needs
/// more, it is exchanged with that of a string not used as flags. There are far fewer spellings of flags than low ids.
pub(super) fn flags_to_low_ids(
    tree: &Tree,
    names: &Interner,
    budget: &mut Budget,
) -> Result<FxHashMap<u32, u32>, Termination> {
    const LOW_IDS: usize = 1 << 16;
    let mut exchanged = FxHashMap::default();
    if names.len() <= LOW_IDS {
        return Ok(exchanged);
    }
    let mut all_flags = FxHashSet::default();
    let mut pace = Pace::new(budget);
    for expression in &tree.expressions {
        pace.row()?;
        if let ExpressionKind::RegExpLiteral { flags, .. } = expression.kind {
            all_flags.insert(flags.0);
        }
    }
    let mut high: Vec<u32> = all_flags.iter().copied().filter(|&flags| flags as usize >= LOW_IDS).collect();
    order::sort(&mut high);
    let free = (0..LOW_IDS as u32).rev().filter(|id| !all_flags.contains(id));
    for (flags, other) in high.into_iter().zip(free) {
        exchanged.insert(flags, other);
        exchanged.insert(other, flags);
    }
    Ok(exchanged)
}
