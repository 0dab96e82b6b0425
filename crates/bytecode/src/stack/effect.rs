//! Stack effects in the document's notation, "before | after", parsed when the engine is compiled.
//!
//! ```text
//! num1 num2 | num3           takes two numbers, the second one from the top, and pushes a number
//! any1 any2 | any2 any1      a word that stands on both sides is the same value
//! anyC val1..valn | valR     as many values as the instruction's operand says
//! - | undef                  takes nothing
//! ```
//!
//! A word is a type of the document, followed by digits or a letter that distinguish words of one type.

/// A set of types of values on the stack.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Types(u8);

impl Types {
    pub const NONE: Types = Types(0);
    pub const BOOL: Types = Types(1);
    pub const NUM: Types = Types(2);
    pub const STR: Types = Types(4);
    pub const NULL: Types = Types(8);
    pub const UNDEF: Types = Types(16);
    pub const OBJ: Types = Types(32);
    pub const REF: Types = Types(64);
    /// Everything but objects.
    pub const PRIM: Types = Types(31);
    /// Any value that a variable can hold.
    pub const VAL: Types = Types(63);
    pub const ANY: Types = Types(127);

    pub const fn union(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    /// Returns whether each of these types is among the others.
    pub const fn is_within(self, others: Types) -> bool {
        self.0 & !others.0 == 0
    }

    pub const fn overlaps(self, others: Types) -> bool {
        self.0 & others.0 != 0
    }

    /// Returns the type that the text begins with, and the length of its name.
    const fn parse(text: &[u8], start: usize) -> (Types, usize) {
        const NAMES: [(&[u8], Types); 10] = [
            (b"bool", Types::BOOL),
            (b"num", Types::NUM),
            (b"str", Types::STR),
            (b"null", Types::NULL),
            (b"undef", Types::UNDEF),
            (b"obj", Types::OBJ),
            (b"ref", Types::REF),
            (b"prim", Types::PRIM),
            (b"val", Types::VAL),
            (b"any", Types::ANY),
        ];
        let mut index = 0;
        while index < NAMES.len() {
            let (name, types) = NAMES[index];
            if begins_with(text, start, name) {
                return (types, name.len());
            }
            index += 1;
        }
        panic!("no such type")
    }
}

/// Most words on one side.
const LONGEST: usize = 3;

/// One value that an instruction takes or pushes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Element {
    pub types: Types,
    /// For a pushed value: the index of the equal value among those taken.
    pub same_as: Option<u8>,
}

/// The values that an instruction takes from the value stack and pushes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    before: Side,
    /// Type of the counted values, whose number is the instruction's operand. They lie above the others.
    counted: Option<Types>,
    after: Side,
}

/// The elements on one side of an effect, the top last.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Side {
    elements: [Element; LONGEST],
    len: usize,
}

impl Side {
    const EMPTY: Side = Side { elements: [Element { types: Types::NONE, same_as: None }; LONGEST], len: 0 };
}

impl Effect {
    /// Parses the notation. A wrong one does not compile.
    pub const fn parse(notation: &str) -> Effect {
        let text = notation.as_bytes();
        let mut effect = Effect { before: Side::EMPTY, counted: None, after: Side::EMPTY };
        let mut words = [(0, 0); LONGEST];
        let mut is_after = false;
        let mut at = 0;
        while at < text.len() {
            let end = end_of_word(text, at);
            if text[at] == b'|' {
                is_after = true;
            } else if text[at] != b'-' {
                let (types, length) = Types::parse(text, at);
                if is_after {
                    let same_as = find_word(text, &words, effect.before.len, at, end);
                    effect.after.elements[effect.after.len] = Element { types, same_as };
                    effect.after.len += 1;
                } else if begins_with(text, at + length + 1, b"..") {
                    effect.counted = Some(types);
                } else {
                    words[effect.before.len] = (at, end);
                    effect.before.elements[effect.before.len] = Element { types, same_as: None };
                    effect.before.len += 1;
                }
            }
            at = end + 1;
        }
        assert!(is_after, "an effect has two sides");
        effect
    }

    /// Returns the values taken, from below, without the counted values.
    pub fn before(&self) -> &[Element] {
        &self.before.elements[..self.before.len]
    }

    pub fn counted(&self) -> Option<Types> {
        self.counted
    }

    /// Returns the pushed values, from below.
    pub fn after(&self) -> &[Element] {
        &self.after.elements[..self.after.len]
    }

    /// Applies the effect to the types of the values on the stack.
    pub fn apply(&self, operand: u32, values: &mut Vec<Types>) -> Result<(), &'static str> {
        const TOO_FEW: &str = "too few values on the stack";
        const WRONG: &str = "a value of the wrong type on the stack";
        if let Some(types) = self.counted {
            let start = values.len().checked_sub(operand as usize).ok_or(TOO_FEW)?;
            if !values.drain(start..).all(|value| value.is_within(types)) {
                return Err(WRONG);
            }
        }
        let start = values.len().checked_sub(self.before.len).ok_or(TOO_FEW)?;
        let mut taken = [Types::NONE; LONGEST];
        for ((place, value), element) in taken.iter_mut().zip(values.drain(start..)).zip(self.before()) {
            if !value.is_within(element.types) {
                return Err(WRONG);
            }
            *place = value;
        }
        values.extend(self.after().iter().map(|element| match element.same_as {
            Some(place) => taken[place as usize],
            None => element.types,
        }));
        Ok(())
    }
}

const fn end_of_word(text: &[u8], start: usize) -> usize {
    let mut end = start;
    while end < text.len() && text[end] != b' ' {
        end += 1;
    }
    end
}

const fn begins_with(text: &[u8], start: usize, word: &[u8]) -> bool {
    let mut index = 0;
    while index < word.len() {
        if start + index >= text.len() || text[start + index] != word[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Returns the index of the word spelled like the text from `start` to `end`.
const fn find_word(
    text: &[u8],
    words: &[(usize, usize); LONGEST],
    count: usize,
    start: usize,
    end: usize,
) -> Option<u8> {
    let mut index = 0;
    while index < count {
        let (first, last) = words[index];
        let (_, word) = text.split_at(first);
        let (word, _) = word.split_at(last - first);
        if last - first == end - start && begins_with(text, start, word) {
            return Some(index as u8);
        }
        index += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(notation: &str, operand: u32, before: &[Types]) -> Result<Vec<Types>, &'static str> {
        let mut values = before.to_vec();
        Effect::parse(notation).apply(operand, &mut values).map(|()| values)
    }

    #[test]
    fn the_top_is_on_the_right() {
        assert_eq!(after("str num | bool", 0, &[Types::STR, Types::NUM]), Ok(vec![Types::BOOL]));
        assert!(after("str num | bool", 0, &[Types::NUM, Types::STR]).is_err());
        assert!(after("str num | bool", 0, &[Types::NUM]).is_err());
    }

    #[test]
    fn equal_words_are_the_same_value() {
        let before = [Types::OBJ, Types::REF, Types::NULL];
        let rolled = vec![Types::NULL, Types::OBJ, Types::REF];
        assert_eq!(after("any1 any2 any3 | any3 any1 any2", 0, &before), Ok(rolled));
        assert_eq!(after("val1 | val2", 0, &[Types::NULL]), Ok(vec![Types::VAL]));
    }

    #[test]
    fn the_operand_counts_values() {
        let before = [Types::NULL, Types::REF, Types::NUM, Types::STR];
        assert_eq!(after("anyC val1..valn | valR", 2, &before), Ok(vec![Types::NULL, Types::VAL]));
        assert!(after("anyC val1..valn | valR", 3, &before).is_err(), "a reference among the arguments");
        assert!(after("anyC val1..valn | valR", 4, &before).is_err());
    }
}
