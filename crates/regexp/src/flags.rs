//! Flags: the letters after a pattern.

use crate::canonicalize::Folding;
use crate::{LAST_CODE_POINT, LAST_UNIT};

/// The flags of a regular expression, ECMA-262 22.2.1.1 and 22.2.3.3 RegExpInitialize.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Flags {
    /// `d`
    pub has_indices: bool,
    /// `g`
    pub global: bool,
    /// `i`
    pub ignore_case: bool,
    /// `m`
    pub multiline: bool,
    /// `s`
    pub dot_all: bool,
    /// `u`
    pub unicode: bool,
    /// `v`
    pub unicode_sets: bool,
    /// `y`
    pub sticky: bool,
}

impl Flags {
    /// Returns whether texts are read as code points.
    pub fn full_unicode(self) -> bool {
        self.unicode || self.unicode_sets
    }

    /// Returns the largest character that a text can contain.
    pub fn last_character(self) -> u32 {
        if self.full_unicode() { LAST_CODE_POINT } else { LAST_UNIT }
    }

    /// Returns the way in which characters are compared.
    pub(crate) fn folding(self) -> Folding {
        match (self.ignore_case, self.full_unicode()) {
            (false, _) => Folding::None,
            (true, false) => Folding::UpperCase,
            (true, true) => Folding::Simple,
        }
    }

    /// Parses the letters. None if a letter is no flag or stands twice, or if `u` and `v` stand together.
    pub fn parse(letters: &[u16]) -> Option<Flags> {
        let mut flags = Flags::default();
        for &letter in letters {
            let flag = match u8::try_from(letter).ok()? {
                b'd' => &mut flags.has_indices,
                b'g' => &mut flags.global,
                b'i' => &mut flags.ignore_case,
                b'm' => &mut flags.multiline,
                b's' => &mut flags.dot_all,
                b'u' => &mut flags.unicode,
                b'v' => &mut flags.unicode_sets,
                b'y' => &mut flags.sticky,
                _ => return None,
            };
            if std::mem::replace(flag, true) {
                return None;
            }
        }
        (!(flags.unicode && flags.unicode_sets)).then_some(flags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(letters: &str) -> Option<Flags> {
        Flags::parse(&letters.encode_utf16().collect::<Vec<_>>())
    }

    #[test]
    fn each_letter_at_most_once() {
        assert_eq!(parse(""), Some(Flags::default()));
        let expected = Flags { global: true, ignore_case: true, multiline: true, ..Flags::default() };
        assert_eq!(parse("mig"), Some(expected));
        for wrong in ["gg", "x", "gig", "G", "g ", "\u{167}", "uv"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
