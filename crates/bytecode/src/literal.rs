//! What the literals of objects and arrays are made of, apart from what is computed for them.

use crate::TextId;

/// No literal of an object has more members; others are defined one by one.
pub const MOST_MEMBERS: usize = 16;

/// No literal of an array has more elements; others are appended.
pub const MOST_ELEMENTS: usize = 4096;

/// The literal of an object or an array, as far as one instruction makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct LiteralTemplate {
    /// By member of an object: its name, which is no array index. Empty for arrays.
    pub names: Vec<TextId>,
    /// By member or element.
    pub values: Vec<LiteralValue>,
    /// How many of the values are computed.
    pub computed: u8,
    /// How many properties the object is about to have, more of them than names where others follow.
    pub room: u8,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub enum LiteralValue {
    /// What is in the next register.
    Computed,
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    String(TextId),
}

impl LiteralTemplate {
    pub fn is_array(&self) -> bool {
        self.names.is_empty()
    }

    /// Is what is said of its parts true?
    pub(crate) fn is_whole(&self) -> bool {
        let most = if self.is_array() { MOST_ELEMENTS } else { MOST_MEMBERS };
        let has_names = self.is_array() || self.names.len() == self.values.len();
        let computed = self.values.iter().filter(|&&value| value == LiteralValue::Computed).count();
        // The cell of an object has a slot for each member, whatever shape others of the same code have taught it.
        let has_room = self.names.len() <= usize::from(self.room);
        has_names && has_room && (1..=most).contains(&self.values.len()) && computed == usize::from(self.computed)
    }
}
