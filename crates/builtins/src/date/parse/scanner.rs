//! Scans the tokens of dates: numbers, words, symbols.

use std::cell::Cell;

use ferrotape_budget::costs::DATE_UNITS_PER_TICK;
use ferrotape_budget::{Budget, Termination};

use ferrotape_runtime::heap::StringView;
use ferrotape_runtime::number::is_white_space_or_line_terminator;

/// The most digits of a number that count; the others are skipped.
const MOST_DIGITS: usize = 9;

/// The letters of a word that count.
pub(super) const WORD_LETTERS: usize = 3;

/// A token of a date.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Number(Number),
    Word(Word),
    /// One or more code units of white space, or text in parentheses.
    Space,
    /// Any other code unit.
    Symbol(u8),
    End,
}

/// A number of a date.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Number {
    /// The value of the first nine digits after leading zeros.
    pub value: u32,
    /// The number of all digits.
    pub length: usize,
}

/// The first letters of a word in lower case, padded with zeros.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    pub letters: [u8; WORD_LETTERS],
    pub length: usize,
}

/// Ticks for the text as it is read. If a limit is reached, the text seems to end there.
pub(super) struct Watch<'budget> {
    /// Absent only during a call of the budget.
    budget: Cell<Option<&'budget mut Budget>>,
    /// The end of the part paid for.
    paid: Cell<usize>,
    limit: Cell<Option<Termination>>,
}

impl<'budget> Watch<'budget> {
    pub fn new(budget: &'budget mut Budget) -> Self {
        Watch { budget: Cell::new(Some(budget)), paid: Cell::new(0), limit: Cell::new(None) }
    }

    /// Pays for the code units up to `end`. Returns whether they may be read.
    #[cold]
    #[inline(never)]
    fn pay(&self, end: usize) -> bool {
        if self.limit.get().is_none() {
            let ticks = (end - self.paid.replace(end)) as u64 / DATE_UNITS_PER_TICK;
            if let Some(budget) = self.budget.take() {
                self.limit.set(budget.work(ticks).err());
                self.budget.set(Some(budget));
            }
        }
        self.limit.get().is_none()
    }

    /// Fails if a limit was reached.
    pub fn finish(&self) -> Result<(), Termination> {
        self.limit.get().map_or(Ok(()), Err)
    }
}

/// Code units that are paid for together.
const PIECE: usize = 64;

/// A position in a text. Copies remember positions.
#[derive(Copy, Clone)]
pub(super) struct Scanner<'text> {
    text: StringView<'text>,
    at: usize,
    watch: &'text Watch<'text>,
}

impl<'text> Scanner<'text> {
    pub fn new(text: StringView<'text>, watch: &'text Watch<'text>) -> Self {
        Scanner { text, at: 0, watch }
    }

    fn unit(&self) -> Option<u16> {
        if self.at >= self.watch.paid.get() && !self.watch.pay(self.at + PIECE) {
            return None;
        }
        self.text.get(self.at)
    }

    /// Returns the next code unit if it is ASCII.
    pub fn peek(&self) -> Option<u8> {
        self.unit().and_then(|unit| u8::try_from(unit).ok()).filter(u8::is_ascii)
    }

    pub fn is_at_end(&self) -> bool {
        self.unit().is_none()
    }

    pub fn is_at_white_space(&self) -> bool {
        self.unit().is_some_and(is_white_space_or_line_terminator)
    }

    /// Skips the symbol if it is next. Returns whether it was.
    pub fn skip(&mut self, symbol: u8) -> bool {
        let is_next = self.peek() == Some(symbol);
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads a number of exactly this many digits.
    pub fn fixed_number(&mut self, digits: usize) -> Option<u32> {
        let mut ahead = *self;
        let number = ahead.number()?;
        if number.length != digits {
            return None;
        }
        *self = ahead;
        Some(number.value)
    }

    /// Reads all digits that follow, however many: only the first ones behind leading zeros count in the value.
    pub fn number(&mut self) -> Option<Number> {
        let mut number = Number { value: 0, length: 0 };
        let mut digits = 0;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            if digits < MOST_DIGITS {
                number.value = number.value * 10 + u32::from(digit - b'0');
                digits += usize::from(number.value != 0);
            }
            number.length += 1;
            self.at += 1;
        }
        (number.length > 0).then_some(number)
    }

    /// Reads milliseconds after a decimal point, with any number of digits.
    pub fn fraction(&mut self) -> Option<u32> {
        let mut milliseconds = 0;
        let mut weight = 100;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            milliseconds += u32::from(digit - b'0') * weight;
            weight /= 10;
            self.at += 1;
        }
        // Without a digit the weight is unchanged.
        (weight < 100).then_some(milliseconds)
    }

    /// Reads the next token. A token of text in parentheses goes to the matching one, or to the end of the text.
    pub fn next(&mut self) -> Token {
        let Some(unit) = self.unit() else { return Token::End };
        if is_white_space_or_line_terminator(unit) {
            while self.is_at_white_space() {
                self.at += 1;
            }
            return Token::Space;
        }
        if let Some(number) = self.number() {
            return Token::Number(number);
        }
        if is_letter(unit) {
            return Token::Word(self.word());
        }
        if unit == u16::from(b'(') {
            self.skip_parentheses();
            return Token::Space;
        }
        self.at += 1;
        // Every code unit that is no letter is ASCII.
        Token::Symbol(unit as u8)
    }

    /// Reads a whole word, and keeps its first letters. Letters beyond Latin-1 become zeros, which no known word has.
    fn word(&mut self) -> Word {
        let mut word = Word { letters: [0; WORD_LETTERS], length: 0 };
        while let Some(unit) = self.unit().filter(|&unit| is_letter(unit) && !is_white_space_or_line_terminator(unit)) {
            if word.length < WORD_LETTERS {
                word.letters[word.length] = u8::try_from(unit).map_or(0, |letter| letter.to_ascii_lowercase());
            }
            word.length += 1;
            self.at += 1;
        }
        word
    }

    /// Skips to the matching closing parenthesis, or to the end.
    fn skip_parentheses(&mut self) {
        let mut depth = 0;
        while let Some(unit) = self.unit() {
            self.at += 1;
            match u8::try_from(unit) {
                Ok(b'(') => depth += 1,
                Ok(b')') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }
}

/// Returns whether a code unit can be part of a word: everything from the capital letters on.
fn is_letter(unit: u16) -> bool {
    unit >= b'A'.into()
}
