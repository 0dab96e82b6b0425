//! Conversions between property keys, values and text.

use crate::heap::Heap;
use crate::heap::string::StringView;
use crate::number::{NumberBuffer, number_to_string};
use crate::property_key::PropertyKey;
use crate::symbol::{self, SymbolKind};
use crate::value::Value;

impl Heap {
    /// The key of an index below 2^53: a name if it is too large for a number.
    pub fn key_of_index(&mut self, index: u64) -> PropertyKey {
        match u32::try_from(index).ok().and_then(PropertyKey::from_index) {
            Some(key) => key,
            None => self.key(&index.to_string()),
        }
    }

    /// The array index (below 2^32 - 1) that a key stands for, large ones included.
    pub fn array_index_of(&self, key: PropertyKey) -> Option<u32> {
        key.as_index().or_else(|| self.atom_view(key.as_atom()?).array_index())
    }

    /// Returns whether the key spells a number: CanonicalNumericIndexString, ECMA-262 7.1.21.
    #[inline]
    pub(crate) fn is_canonical_numeric(&self, key: PropertyKey) -> bool {
        key.as_index().is_some() || self.canonical_number(key).is_some()
    }

    /// The number that a name spells; none for indices that are no names.
    pub fn canonical_number(&self, key: PropertyKey) -> Option<f64> {
        let StringView::Latin1(text) = self.atom_view(key.as_atom()?) else { return None };
        // No number takes more characters, and all begin with one of these.
        if text.len() > 25 || !matches!(text.first(), Some(b'0'..=b'9' | b'-' | b'I' | b'N')) {
            return None;
        }
        let text = std::str::from_utf8(text).ok()?;
        if text == "-0" {
            return Some(-0.0);
        }
        let number = text.parse().ok()?;
        (number_to_string(number, &mut NumberBuffer::new()) == text).then_some(number)
    }

    /// The key as a value of the language: a string or a symbol.
    pub fn value_of_key(&mut self, key: PropertyKey) -> Value {
        match (key.as_index(), key.as_atom(), key.as_symbol()) {
            (Some(index), _, _) => Value::string(self.new_string(&index.to_string())),
            (_, Some(atom), _) => Value::string(atom),
            (_, _, Some(symbol)) => Value::symbol(symbol),
            _ => Value::UNDEFINED,
        }
    }

    /// `Symbol(description)`, or the private name.
    fn describe_symbol(&self, key: PropertyKey) -> String {
        let Some(symbol) = key.as_symbol() else { return String::new() };
        let description = symbol::symbol_description(self, symbol).as_string();
        let description = description.map_or(String::new(), |text| self.strings.view(text).shown_name());
        match symbol::symbol_kind(self, symbol) {
            SymbolKind::Private => description,
            SymbolKind::Unique | SymbolKind::Registered => format!("Symbol({description})"),
        }
    }

    /// Describes the key for messages; a long one is cut.
    pub fn describe_key(&self, key: PropertyKey) -> String {
        match (key.as_index(), key.as_atom()) {
            (Some(index), _) => index.to_string(),
            (_, Some(atom)) => self.atom_view(atom).shown_name(),
            _ => self.describe_symbol(key),
        }
    }
}
