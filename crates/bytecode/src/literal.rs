//! Contents of object and array literals, apart from their computed values.

use crate::TextId;

/// Most members of an object's literal; others are defined one by one.
pub const MOST_MEMBERS: usize = 16;

/// Most elements of an array's literal; others are appended.
pub const MOST_ELEMENTS: usize = 4096;

/// The literal of an object or an array, as far as one instruction makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct LiteralTemplate {
    /// Name of each member of an object, none of which is an array index. Empty for arrays.
    pub names: Vec<TextId>,
    /// Value of each member or element.
    pub values: Vec<LiteralValue>,
    /// Number of computed values.
    pub computed: u8,
    /// Number of properties that the object is about to have; more than there are names, if others follow.
    pub room: u8,
}

/// The value of a member of a literal.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum LiteralValue {
    /// The value in the next register.
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

    /// Returns whether the numbers of names, values and computed values are consistent.
    pub(crate) fn is_whole(&self) -> bool {
        let most = if self.is_array() { MOST_ELEMENTS } else { MOST_MEMBERS };
        let has_names = self.is_array() || self.names.len() == self.values.len();
        let computed = self.values.iter().filter(|&&value| value == LiteralValue::Computed).count();
        // An object's cell has a slot for each member, whatever shape other objects of the same code have taught it.
        let has_room = self.names.len() <= usize::from(self.room);
        has_names && has_room && (1..=most).contains(&self.values.len()) && computed == usize::from(self.computed)
    }
}
