//! Constants and cache sites, shared by hash map.

use std::collections::HashMap;

use ferrotape_bytecode::{Constant, TextId};
use ferrotape_syntax::tree::{ExpressionKind, Tree};
use ferrotape_text::{HashSeed, Name};
use rustc_hash::{FxHashMap, FxHashSet};

use super::FunctionCompiler;

/// The constants of a function, each one once.
#[derive(Default)]
pub(super) struct Constants {
    pub list: Vec<Constant>,
    /// Seeded, as the numbers are the script's.
    indices: HashMap<ConstantKey, u32, HashSeed>,
}

#[derive(PartialEq, Eq, Hash)]
enum ConstantKey {
    /// The bits: negative zero is another constant than zero, and NaN is the same as itself.
    Number(u64),
    String(TextId),
}

impl Constants {
    pub fn number(&mut self, number: f64) -> u32 {
        self.index(ConstantKey::Number(number.to_bits()), Constant::Number(number))
    }

    pub fn string(&mut self, text: TextId) -> u32 {
        self.index(ConstantKey::String(text), Constant::String(text))
    }

    fn index(&mut self, key: ConstantKey, constant: Constant) -> u32 {
        let list = &mut self.list;
        *self.indices.entry(key).or_insert_with(|| {
            list.push(constant);
            list.len() as u32 - 1
        })
    }
}

impl FunctionCompiler<'_, '_> {
    /// A cache site of its own for an access to the property.
    pub(super) fn cache(&mut self, name: Name) -> u32 {
        self.caches.push(self.session.text_id(name));
        self.caches.len() as u32 - 1
    }

    /// The cache site of all reads of a global variable.
    pub(super) fn global_cache(&mut self, name: Name) -> u32 {
        if let Some(&index) = self.global_caches.get(&name) {
            return index;
        }
        let index = self.cache(name);
        self.global_caches.insert(name, index);
        index
    }
}

/// `NewRegExp` has 16 bits for its flags. Where their name needs more, it changes places with a string that is no flags.
/// There is always one: different flags in any order are some ten thousands.
pub(super) fn flags_to_low_ids(tree: &Tree) -> FxHashMap<u32, u32> {
    const LOW_IDS: u32 = 1 << 16;
    let mut exchanged = FxHashMap::default();
    let all = || {
        tree.expressions.iter().filter_map(|expression| match expression.kind {
            ExpressionKind::RegExpLiteral { flags, .. } => Some(flags.0),
            _ => None,
        })
    };
    if all().all(|flags| flags < LOW_IDS) {
        return exchanged;
    }
    let low: FxHashSet<u32> = all().filter(|&flags| flags < LOW_IDS).collect();
    let mut victims = (0..LOW_IDS).rev().filter(|id| !low.contains(id));
    for flags in all().filter(|&flags| flags >= LOW_IDS) {
        if !exchanged.contains_key(&flags)
            && let Some(victim) = victims.next()
        {
            exchanged.insert(flags, victim);
            exchanged.insert(victim, flags);
        }
    }
    exchanged
}
