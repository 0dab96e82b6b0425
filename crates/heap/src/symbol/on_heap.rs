//! Operations on symbols of the heap, and the registry of those with keys.

use ferrotape_budget::Termination;
use ferrotape_text::spread;

use crate::heap::Heap;
use crate::id::SymbolId;
use crate::property_key::PropertyKey;
use crate::symbol::{Entry, HIDDEN, Symbol, SymbolKind, WELL_KNOWN, hash};
use crate::value::Value;

/// Makes the symbols with fixed ids, ECMA-262 6.1.5.1, and those that no script sees.
pub(crate) fn make_well_known_symbols(heap: &mut Heap) {
    const PREFIX: &str = "Symbol.";
    let mut text = PREFIX.to_owned();
    for name in WELL_KNOWN {
        text.truncate(PREFIX.len());
        text.push_str(name);
        let description = Value::string(heap.intern_text(&text));
        new_symbol(heap, description);
    }
    for key in HIDDEN {
        let symbol = insert_symbol(heap, Symbol { description: Value::UNDEFINED, kind: SymbolKind::Private });
        debug_assert_eq!(PropertyKey::from_symbol(symbol), key);
    }
}

/// Makes a private name with its text, the sign included.
pub fn new_private_name(heap: &mut Heap, text: Value) -> Value {
    Value::symbol(insert_symbol(heap, Symbol { description: text, kind: SymbolKind::Private }))
}

/// Makes a symbol. The description is a flat string or undefined.
pub fn new_symbol(heap: &mut Heap, description: Value) -> SymbolId {
    insert_symbol(heap, Symbol { description, kind: SymbolKind::Unique })
}

fn insert_symbol(heap: &mut Heap, symbol: Symbol) -> SymbolId {
    SymbolId(heap.symbols.insert_light(symbol, &mut heap.budget))
}

pub fn symbol_description(heap: &Heap, symbol: SymbolId) -> Value {
    heap.symbols.get(symbol.0).description
}

pub fn symbol_kind(heap: &Heap, symbol: SymbolId) -> SymbolKind {
    heap.symbols.get(symbol.0).kind
}

/// Returns whether the key is the name of a private element.
#[inline]
pub fn is_private(heap: &Heap, key: PropertyKey) -> bool {
    key.as_symbol().is_some_and(|symbol| symbol_kind(heap, symbol) == SymbolKind::Private)
}

/// Symbol.for ( key ), ECMA-262 20.4.2.2
pub fn registered_symbol(heap: &mut Heap, key: PropertyKey) -> Result<SymbolId, Termination> {
    let hash_of_key = spread(key.bits());
    if let Some(entry) = heap.symbol_registry.entries.find(hash_of_key, |entry| entry.key == key) {
        let symbol = entry.symbol;
        heap.lose(Value::symbol(symbol));
        return Ok(symbol);
    }
    let growth = heap.symbol_registry.entries.growth(hash_of_key);
    heap.room(growth)?;
    // The string that keeps the key alive.
    let description = heap.value_of_key(key);
    let symbol = insert_symbol(heap, Symbol { description, kind: SymbolKind::Registered });
    let before = heap.symbol_registry.bytes();
    heap.symbol_registry.entries.insert_unique(hash_of_key, Entry { key, symbol }, hash);
    let after = heap.symbol_registry.bytes();
    heap.resized(before, after);
    Ok(symbol)
}
