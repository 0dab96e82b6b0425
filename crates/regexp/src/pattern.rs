//! Searches of Rust strings with one call, for programs without an engine.

use std::fmt;
use std::ops::Range;

use ferrotape_budget::Budget;

use crate::{Error, Flags, Input, Regexp, Scratch, SyntaxError};

/// A regular expression of ECMAScript for Rust strings.
///
/// Positions are bytes of the text. Without the flags `u` and `v` a pattern sees code units. If a match begins or ends
/// in the middle of a character, the character belongs to the match.
///
/// ```
/// use ferrotape_regexp::Pattern;
///
/// let date = Pattern::new(r"(?<year>\d{4})-(?<month>\d\d)", "u")?;
/// let found = date.find("since 2015-06 or so")?.expect("a match");
/// assert_eq!((found.text(), found.range()), ("2015-06", 6..13));
/// assert_eq!((found.named("year"), found.group(2)), (Some("2015"), Some("06")));
/// # Ok::<(), ferrotape_regexp::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pattern {
    regexp: Regexp,
    fuel: Option<u64>,
}

impl Pattern {
    /// Compiles a pattern with the letters of its flags, of which `g` and `d` have no effect here.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Syntax`], which has the position, if the pattern or its flags are wrong.
    pub fn new(pattern: &str, flags: &str) -> Result<Pattern, Error> {
        let [pattern, letters] = [pattern, flags].map(|text| text.encode_utf16().collect::<Vec<u16>>());
        let Some(flags) = Flags::parse(&letters) else {
            return Err(Error::Syntax(SyntaxError { message: "invalid flags".into(), offset: 0 }));
        };
        Ok(Pattern { regexp: Regexp::new(&pattern, flags, &mut Budget::default())?, fuel: None })
    }

    /// Returns the pattern with a limit on each search: this many units of work, about one for each step. Only patterns
    /// that are not linear ([`Regexp::is_linear`]) take time out of proportion to the text.
    ///
    /// ```
    /// use ferrotape_budget::Termination;
    /// use ferrotape_regexp::{Error, Pattern};
    ///
    /// let slow = Pattern::new(r"^(a+)+\1b$", "")?.with_fuel(100_000);
    /// assert_eq!(slow.is_match(&("a".repeat(40) + "cb")), Err(Error::Terminated(Termination::OutOfFuel)));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn with_fuel(self, fuel: u64) -> Pattern {
        Pattern { fuel: Some(fuel), ..self }
    }

    /// Returns whether the text contains a match.
    ///
    /// # Errors
    ///
    /// Fails as [`Pattern::find`] does.
    pub fn is_match(&self, text: &str) -> Result<bool, Error> {
        Ok(self.find(text)?.is_some())
    }

    /// Finds the first match.
    ///
    /// # Errors
    ///
    /// Fails if the fuel is used up, or if the text has 2³² − 1 code units or more.
    pub fn find<'p, 't>(&'p self, text: &'t str) -> Result<Option<Match<'p, 't>>, Error> {
        self.find_all(text).next().transpose()
    }

    /// Iterates over all matches, as [`RegExp.prototype[Symbol.matchAll]`] does. Ends after an error.
    ///
    /// [`RegExp.prototype[Symbol.matchAll]`]: https://tc39.es/ecma262/#sec-regexp-prototype-matchall
    ///
    /// ```
    /// use ferrotape_regexp::Pattern;
    ///
    /// let words = Pattern::new(r"\p{L}+", "u")?;
    /// let all: Result<Vec<&str>, _> = words.find_all("zwölf, ja").map(|found| found.map(|found| found.text())).collect();
    /// assert_eq!(all?, ["zwölf", "ja"]);
    /// # Ok::<(), ferrotape_regexp::Error>(())
    /// ```
    pub fn find_all<'p, 't>(&'p self, text: &'t str) -> Matches<'p, 't> {
        // ASCII is searched without conversion.
        let (units, marks) = match text.is_ascii() {
            true => (Vec::new(), Vec::new()),
            false => (text.encode_utf16().collect(), marks(text)),
        };
        Matches { pattern: self, text, units, marks, next: Some(0), scratch: Scratch::default() }
    }

    /// Returns the compiled pattern, for searches with a budget.
    pub fn regexp(&self) -> &Regexp {
        &self.regexp
    }
}

/// Iterator over the matches of a pattern in a text: see [`Pattern::find_all`].
pub struct Matches<'p, 't> {
    pattern: &'p Pattern,
    text: &'t str,
    /// Code units of the text, unless it is ASCII.
    units: Vec<u16>,
    /// Beginnings of the characters of each [`UNITS_PER_MARK`]th code unit: the first code unit, and the byte.
    marks: Vec<(usize, usize)>,
    /// Start of the next search, in code units; None after the last one.
    next: Option<usize>,
    scratch: Scratch,
}

impl fmt::Debug for Matches<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matches").field("pattern", self.pattern).field("next", &self.next).finish_non_exhaustive()
    }
}

impl<'p, 't> Iterator for Matches<'p, 't> {
    type Item = Result<Match<'p, 't>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.next.take()?;
        let regexp = &self.pattern.regexp;
        let mut budget = Budget::default();
        budget.set_fuel(self.pattern.fuel);
        let input = match self.units.is_empty() {
            true => Input::Latin1(self.text.as_bytes()),
            false => Input::Utf16(&self.units),
        };
        let found = match regexp.flags().sticky {
            true => regexp.match_at(input, start, &mut budget, &mut self.scratch),
            false => regexp.find(input, start, &mut budget, &mut self.scratch),
        };
        match found {
            Ok(true) => {}
            Ok(false) => return None,
            Err(termination) => return Some(Err(termination.into())),
        }
        let span = self.scratch.span();
        self.next = Some(if span.start == span.end { self.behind(span.end) } else { span.end });
        let groups = (0..regexp.group_count()).map(|index| self.scratch.group(index).map(|range| self.in_bytes(range)));
        let groups = groups.collect();
        Some(Ok(Match { pattern: self.pattern, text: self.text, groups }))
    }
}

impl Matches<'_, '_> {
    /// Returns AdvanceStringIndex, ECMA-262 22.2.7.3.
    fn behind(&self, position: usize) -> usize {
        let is_lead = self.units.get(position).is_some_and(|unit| (0xD800..0xDC00).contains(unit));
        position + if is_lead && self.pattern.regexp.flags().full_unicode() { 2 } else { 1 }
    }

    /// Converts a range of code units to one of bytes.
    fn in_bytes(&self, range: Range<usize>) -> Range<usize> {
        let is_empty = range.is_empty();
        self.byte_of(range.start, false)..self.byte_of(range.end, !is_empty)
    }

    /// Converts a position. In the middle of a character it becomes that character's beginning or, if `is_end`, its end.
    /// Reads on from a mark, so that a search for all matches does not read the text anew for each.
    fn byte_of(&self, position: usize, is_end: bool) -> usize {
        // The end of the text may have no mark.
        let mark = (position / UNITS_PER_MARK).min(self.marks.len().saturating_sub(1));
        // ASCII has none.
        let Some(&(mut unit, mut byte)) = self.marks.get(mark) else { return position };
        for character in self.text.get(byte..).unwrap_or_default().chars() {
            let (next, end) = (unit + character.len_utf16(), byte + character.len_utf8());
            if next > position {
                return if is_end && unit < position { end } else { byte };
            }
            (unit, byte) = (next, end);
        }
        byte
    }
}

/// Code units between two marks.
const UNITS_PER_MARK: usize = 64;

/// Returns [`Matches::marks`] of a text.
fn marks(text: &str) -> Vec<(usize, usize)> {
    let (mut marks, mut unit) = (Vec::new(), 0);
    for (byte, character) in text.char_indices() {
        let next = unit + character.len_utf16();
        if marks.len() * UNITS_PER_MARK < next {
            marks.push((unit, byte));
        }
        unit = next;
    }
    marks
}

/// A match of a pattern in a text.
#[derive(Clone, Debug)]
pub struct Match<'p, 't> {
    pattern: &'p Pattern,
    text: &'t str,
    groups: Vec<Option<Range<usize>>>,
}

impl<'t> Match<'_, 't> {
    /// Returns the part of the text that matches.
    pub fn text(&self) -> &'t str {
        self.group(0).unwrap_or_default()
    }

    /// Returns the byte range of the match.
    pub fn range(&self) -> Range<usize> {
        self.group_range(0).unwrap_or_default()
    }

    /// Returns the text that a group has matched; group 0 is the whole match. None if the group took no part, or does
    /// not exist.
    pub fn group(&self, index: usize) -> Option<&'t str> {
        self.text.get(self.group_range(index)?)
    }

    /// Returns the byte range that a group has matched.
    pub fn group_range(&self, index: usize) -> Option<Range<usize>> {
        self.groups.get(index)?.clone()
    }

    /// Returns the text that the group of that name has matched. Of several groups, that is the one that took part.
    pub fn named(&self, name: &str) -> Option<&'t str> {
        let names = self.pattern.regexp.group_names();
        let place = (0..names.len()).find(|&place| names.name(place).iter().copied().eq(name.encode_utf16()))?;
        names.groups(place).find_map(|group| self.group(group as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(pattern: &str, flags: &str, text: &str) -> Vec<(Range<usize>, String)> {
        let pattern = Pattern::new(pattern, flags).expect("a pattern");
        let found = pattern.find_all(text).map(|found| found.expect("no limit"));
        found.map(|found| (found.range(), found.text().to_owned())).collect()
    }

    #[test]
    fn places_are_bytes_of_the_text() {
        for before in ["", "a", "é", "λ", "漢", "😀", "é😀漢"] {
            let text = format!("{before}x😀y");
            let start = before.len();
            assert_eq!(all("x..?.?y", "", &text), [(start..text.len(), "x😀y".to_owned())]);
            assert_eq!(all("😀", "u", &format!("x😀{before}")), all("😀", "", &format!("x😀{before}")));
            assert_eq!(all("y", "", &text), [(start + 5..start + 6, "y".to_owned())]);
        }
    }

    /// Takes minutes if places are counted from the beginning of the text for each match.
    #[test]
    fn places_of_many_matches_are_found_from_marks() {
        for text in ["aé漢😀", "😀", "é", "ab", "a😀"].map(|part| part.repeat(10_000)) {
            let found: Vec<_> = all("[^]", "u", &text).into_iter().map(|found| found.0).collect();
            let expected: Vec<_> =
                text.char_indices().map(|(byte, character)| byte..byte + character.len_utf8()).collect();
            assert_eq!(found, expected);
            assert_eq!(all("$", "", &text), [(text.len()..text.len(), String::new())]);
        }
    }

    #[test]
    fn halves_of_characters_are_whole_ones() {
        assert_eq!(all(r"\ud83d", "", "a😀b"), [(1..5, "😀".to_owned())]);
        assert_eq!(all(r"\ude00", "", "a😀b"), [(1..5, "😀".to_owned())]);
        assert_eq!(all(r"\ud83d", "u", "a😀b"), []);
        let halves = Pattern::new(r"(\ud83d)(\ude00)", "").expect("a pattern");
        let found = halves.find("😀").expect("no limit").expect("a match");
        assert_eq!((found.group(1), found.group(2)), (Some("😀"), Some("😀")));
    }

    #[test]
    fn empty_matches_go_on() {
        let places =
            |flags: &str, text: &str| all("", flags, text).into_iter().map(|found| found.0.start).collect::<Vec<_>>();
        assert_eq!(places("", "ab"), [0, 1, 2]);
        assert_eq!(places("u", "é😀"), [0, 2, 6]);
        assert_eq!(places("", ""), [0]);
        assert_eq!(all("b*", "", "abb"), [(0..0, String::new()), (1..3, "bb".to_owned()), (3..3, String::new())]);
    }

    #[test]
    fn sticky_ones_stand_at_once() {
        assert_eq!(all("a", "y", "aaba").len(), 2);
        assert!(all("b", "y", "ab").is_empty());
    }

    #[test]
    fn groups_have_names() {
        let pattern = Pattern::new("(?<a>x)|(?<a>y)|(?<b>z)", "").expect("a pattern");
        let named = |text: &str, name: &str| {
            let found = pattern.find(text).expect("no limit").expect("a match");
            found.named(name).map(str::to_owned)
        };
        assert_eq!(named("x", "a").as_deref(), Some("x"));
        assert_eq!(named("y", "a").as_deref(), Some("y"));
        assert_eq!((named("z", "a"), named("z", "c")), (None, None));
    }

    #[test]
    fn what_is_no_pattern_is_an_error() {
        for (pattern, flags, message) in
            [("a(", "", "unterminated group at 1"), ("a", "gg", "invalid flags"), ("a", "uv", "invalid flags")]
        {
            let error = Pattern::new(pattern, flags).expect_err("no pattern").to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
