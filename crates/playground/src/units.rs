//! Places of a text as JavaScript counts them.

/// The UTF-16 offset of each byte offset.
pub struct Units {
    /// None for a text of ASCII, whose offsets are the same.
    table: Option<Vec<u32>>,
}

impl Units {
    /// Counts the units before each byte and before the end, once for a text; ASCII needs no table.
    pub fn of(text: &str) -> Units {
        if text.is_ascii() {
            return Units { table: None };
        }
        let mut table = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for character in text.chars() {
            table.extend(std::iter::repeat_n(units, character.len_utf8()));
            units += character.len_utf16() as u32;
        }
        table.push(units);
        Units { table: Some(table) }
    }

    /// Returns the UTF-16 offset of a byte offset; what is beyond the end counts as the end.
    pub fn at(&self, offset: u32) -> u32 {
        match &self.table {
            Some(table) => table.get(offset as usize).or(table.last()).copied().unwrap_or(0),
            None => offset,
        }
    }
}
