//! Symbols on the heap, and the registry of those with keys.

use ferrotape_budget::Termination;
use ferrotape_text::spread;

use crate::heap::Heap;
use crate::id::SymbolId;
use crate::property_key::PropertyKey;
use crate::symbol::{Entry, HIDDEN, Symbol, SymbolKind, WELL_KNOWN, hash};
use crate::value::Value;

impl Heap {
    pub(crate) fn make_well_known_symbols(&mut self) {
        for name in WELL_KNOWN {
            let description = Value::string(self.intern_text(&format!("Symbol.{name}")));
            self.new_symbol(description);
        }
        for key in HIDDEN {
            let symbol = self.insert_symbol(Symbol { description: Value::UNDEFINED, kind: SymbolKind::Private });
            debug_assert_eq!(PropertyKey::from_symbol(symbol), key);
        }
    }

    /// NewPrivateName, with the text that it has, the sign included.
    pub fn new_private_name(&mut self, text: Value) -> Value {
        Value::symbol(self.insert_symbol(Symbol { description: text, kind: SymbolKind::Private }))
    }

    /// A symbol that nobody else has. The description is a flat string or undefined.
    pub fn new_symbol(&mut self, description: Value) -> SymbolId {
        self.insert_symbol(Symbol { description, kind: SymbolKind::Unique })
    }

    fn insert_symbol(&mut self, symbol: Symbol) -> SymbolId {
        SymbolId(self.symbols.insert_light(symbol, &mut self.budget))
    }

    pub fn symbol_description(&self, symbol: SymbolId) -> Value {
        self.symbols.get(symbol.0).description
    }

    pub fn symbol_kind(&self, symbol: SymbolId) -> SymbolKind {
        self.symbols.get(symbol.0).kind
    }

    /// Is the key the name of a private element?
    #[inline]
    pub fn is_private(&self, key: PropertyKey) -> bool {
        key.as_symbol().is_some_and(|symbol| self.symbol_kind(symbol) == SymbolKind::Private)
    }

    /// Symbol.for ( key ), ECMA-262 20.4.2.2
    pub fn registered_symbol(&mut self, key: PropertyKey) -> Result<SymbolId, Termination> {
        let hash_of_key = spread(key.bits());
        if let Some(entry) = self.symbol_registry.entries.find(hash_of_key, |entry| entry.key == key) {
            let symbol = entry.symbol;
            self.lose(Value::symbol(symbol));
            return Ok(symbol);
        }
        let growth = self.symbol_registry.entries.growth(hash_of_key);
        self.require_room(growth)?;
        // The string that keeps the key alive.
        let description = self.value_of_key(key);
        let symbol = self.insert_symbol(Symbol { description, kind: SymbolKind::Registered });
        let before = self.symbol_registry.bytes();
        self.symbol_registry.entries.insert_unique(hash_of_key, Entry { key, symbol }, hash);
        let after = self.symbol_registry.bytes();
        self.account_change(before, after);
        Ok(symbol)
    }
}
