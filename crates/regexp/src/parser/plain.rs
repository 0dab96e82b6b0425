//! Quick check of plain patterns. Most literals are of a plain kind, which one look at each unit recognizes as valid,
//! without a tree. The front end needs no more.
//!
//! Every accepted pattern is valid under any flags, with or without Annex B. Uncertain ones are left to the parser,
//! which also reports errors: named groups and modifiers, back references, atoms that only Annex B lets repeat, classes
//! of `v`.

use crate::flags::Flags;

/// Most units of a pattern that is checked here. The parser bounds the cost of classes in longer ones.
const LONGEST: usize = 4096;

/// Most digits in a bound of a repetition; longer ones are left to the parser.
const MOST_DIGITS: usize = 9;

/// Returns whether the pattern is certainly valid.
pub(super) fn is_plain(pattern: &[u16], flags: Flags) -> bool {
    pattern.len() <= LONGEST && Plain { rest: pattern, flags }.disjunction().is_some()
}

/// The rest of a pattern. Methods return None for anything uncertain.
struct Plain<'p> {
    rest: &'p [u16],
    flags: Flags,
}

/// An atom of a class: one character, or many.
enum Atom {
    Unit(u16),
    Set,
}

impl Plain<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.first().and_then(|&unit| char::from_u32(unit.into()))
    }

    fn next(&mut self) -> Option<u16> {
        let (&unit, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(unit)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.next();
        }
        is_there
    }

    /// Checks the whole pattern.
    fn disjunction(&mut self) -> Option<()> {
        let mut depth = 0u32;
        let mut has_look = false;
        let mut is_atom = false;
        while let Some(unit) = self.next() {
            is_atom = match char::from_u32(unit.into()) {
                Some('(') => {
                    depth += 1;
                    if self.eat('?') && !self.eat(':') {
                        has_look = true;
                        (self.eat('=') || self.eat('!')).then_some(())?;
                    }
                    false
                }
                Some(')') => {
                    depth = depth.checked_sub(1)?;
                    // The parenthesis may close a look-around.
                    !has_look
                }
                Some('|' | '^' | '$') => false,
                Some('*' | '+' | '?') if is_atom => self.lazy(),
                Some('{') if is_atom => self.bounds()?,
                Some('*' | '+' | '?' | '{' | '}' | ']') => return None,
                Some('[') => self.class()?,
                Some('\\') if matches!(self.peek(), Some('b' | 'B')) => {
                    self.next();
                    false
                }
                Some('\\') => self.escape().map(|_| true)?,
                _ => true,
            };
        }
        (depth == 0).then_some(())
    }

    /// Reads the question mark that may follow a repetition, but only once.
    fn lazy(&mut self) -> bool {
        self.eat('?');
        false
    }

    /// Reads the bounds of a repetition behind their brace.
    fn bounds(&mut self) -> Option<bool> {
        let least = self.number()?;
        if self.eat(',') && self.peek() != Some('}') {
            let most = self.number()?;
            (least <= most).then_some(())?;
        }
        self.eat('}').then_some(())?;
        Some(self.lazy())
    }

    fn number(&mut self) -> Option<u32> {
        let count = self.rest.iter().take_while(|unit| matches!(unit, 0x30..=0x39)).count();
        if count == 0 || count > MOST_DIGITS {
            return None;
        }
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        Some(digits.iter().fold(0, |number, &digit| number * 10 + u32::from(digit - 0x30)))
    }

    /// Reads an escape behind its backslash that begins no assertion.
    fn escape(&mut self) -> Option<Atom> {
        let unit = self.next()?;
        let digits = match char::from_u32(unit.into())? {
            'd' | 'D' | 'w' | 'W' | 's' | 'S' => return Some(Atom::Set),
            't' => return Some(Atom::Unit(0x09)),
            'n' => return Some(Atom::Unit(0x0A)),
            'v' => return Some(Atom::Unit(0x0B)),
            'f' => return Some(Atom::Unit(0x0C)),
            'r' => return Some(Atom::Unit(0x0D)),
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/' => {
                return Some(Atom::Unit(unit));
            }
            'x' => 2,
            'u' => 4,
            _ => return None,
        };
        let mut value = 0;
        for _ in 0..digits {
            let digit = char::from_u32(self.next()?.into())?.to_digit(16)?;
            value = value << 4 | digit as u16;
        }
        self.not_half(value).map(Atom::Unit)
    }

    /// Returns the unit unless it is a surrogate, which has another meaning under `u`.
    fn not_half(&self, unit: u16) -> Option<u16> {
        (!matches!(unit, 0xD800..=0xDFFF)).then_some(unit)
    }

    /// Reads a class behind its bracket. Returns that it can be repeated.
    fn class(&mut self) -> Option<bool> {
        if self.flags.unicode_sets {
            return None;
        }
        self.eat('^');
        while !self.eat(']') {
            let first = self.class_atom()?;
            // A hyphen at the end stands for itself.
            if self.peek() != Some('-') || self.rest.get(1) == Some(&u16::from(b']')) {
                continue;
            }
            self.next();
            match (first, self.class_atom()?) {
                (Atom::Unit(from), Atom::Unit(to)) if from <= to => {}
                _ => return None,
            }
        }
        Some(true)
    }

    /// Reads an atom of a class. Only those that all grammars read equally are certain.
    fn class_atom(&mut self) -> Option<Atom> {
        let unit = self.next()?;
        if unit != u16::from(b'\\') {
            return self.not_half(unit).map(Atom::Unit);
        }
        if self.eat('b') {
            return Some(Atom::Unit(0x08));
        }
        if self.eat('-') {
            return Some(Atom::Unit(u16::from(b'-')));
        }
        self.escape()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_plain_text(pattern: &str, flags: &str) -> bool {
        let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        is_plain(&units(pattern), Flags::parse(&units(flags)).expect("flags"))
    }

    #[test]
    fn usual_literals_are_plain() {
        for pattern in [
            r"",
            r"abc",
            r"^\s+|\s+$",
            r"(?:a|b)*?c+",
            r"[^\]\\-a-z_\-]{2,}",
            r"\d{1,3}(\.\d+)?",
            r"[-+]",
            r"[a-]",
            r"(?=a)b(?!c)",
            r"\x41\u0042",
            r"é[à-ü]",
            r"\/\*[\s\S]*?\*\/",
        ] {
            for flags in ["", "gi", "u"] {
                assert!(is_plain_text(pattern, flags), "/{pattern}/{flags}");
            }
        }
    }

    #[test]
    fn what_is_wrong_or_uncertain_is_left_to_the_parser() {
        for pattern in [
            "*", "a**", "a???", "(", ")", "a{2,1}", "{1}", "a{", "}", "]", "[", "[b-a]", r"[\d-z]", r"[a-\d]", r"\",
            r"\1", r"\k<a>", r"(?<a>b)", r"(?i:a)", r"(?<=a)", r"(?=a)*", "^*", r"\b+", r"\c", r"\ca", r"\p{L}",
            r"\u{61}", r"\u12", r"\x1", r"\a", r"\-", "(?)", "a|*", r"\uD83D", r"\0",
        ] {
            assert!(!is_plain_text(pattern, ""), "/{pattern}/");
        }
        assert!(!is_plain_text("[a]", "v"));
    }
}
