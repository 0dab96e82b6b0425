//! What dates are written with: numbers, words, signs.

use std::cell::Cell;

use ferrotape_budget::costs::DATE_UNITS_PER_TICK;
use ferrotape_budget::{Budget, Termination};

use ferrotape_runtime::heap::StringView;
use ferrotape_runtime::number::is_white_space_or_line_terminator;

/// Digits of a number that count; the others are skipped.
const MOST_DIGITS: usize = 9;

/// Letters of a word that count.
pub(super) const WORD_LETTERS: usize = 3;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Number(Number),
    Word(Word),
    /// One or more units of white space, or a text in parentheses.
    Space,
    /// Any other unit.
    Symbol(u8),
    End,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Number {
    /// Of the first nine digits behind leading zeros.
    pub value: u32,
    /// Of all its digits.
    pub length: usize,
}

/// The first letters of a word in lower case, filled up with zeros.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    pub letters: [u8; WORD_LETTERS],
    pub length: usize,
}

/// Ticks for the text as it is read. When a limit is reached, the text ends there for those who read it.
pub(super) struct Watch<'budget> {
    /// There but while it is asked.
    budget: Cell<Option<&'budget mut Budget>>,
    /// What has been ticked for ends here.
    paid: Cell<usize>,
    limit: Cell<Option<Termination>>,
}

impl<'budget> Watch<'budget> {
    pub fn new(budget: &'budget mut Budget) -> Self {
        Watch { budget: Cell::new(Some(budget)), paid: Cell::new(0), limit: Cell::new(None) }
    }

    /// May the units up to `end` be read?
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

    /// Fails where a limit was reached.
    pub fn finish(&self) -> Result<(), Termination> {
        self.limit.get().map_or(Ok(()), Err)
    }
}

/// Units that are ticked for together.
const PIECE: usize = 64;

/// A place in a text; copies of it remember places.
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

    /// The next unit, where it is in ASCII.
    pub fn peek(&self) -> Option<u8> {
        self.unit().and_then(|unit| u8::try_from(unit).ok()).filter(u8::is_ascii)
    }

    pub fn is_at_end(&self) -> bool {
        self.unit().is_none()
    }

    pub fn is_at_white_space(&self) -> bool {
        self.unit().is_some_and(is_white_space_or_line_terminator)
    }

    /// Is this the next unit? Then it is read.
    pub fn skip(&mut self, symbol: u8) -> bool {
        let is_next = self.peek() == Some(symbol);
        self.at += usize::from(is_next);
        is_next
    }

    /// The value of exactly so many digits, which are read.
    pub fn fixed_number(&mut self, digits: usize) -> Option<u32> {
        let mut ahead = *self;
        let number = ahead.number()?;
        if number.length != digits {
            return None;
        }
        *self = ahead;
        Some(number.value)
    }

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

    /// Milliseconds behind a decimal point, of which any number of digits are read.
    pub fn fraction(&mut self) -> Option<u32> {
        let mut milliseconds = 0;
        let mut weight = 100;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            milliseconds += u32::from(digit - b'0') * weight;
            weight /= 10;
            self.at += 1;
        }
        // Without a digit the weight is as it was.
        (weight < 100).then_some(milliseconds)
    }

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
        // All that is no letter is in ASCII.
        Token::Symbol(unit as u8)
    }

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

    /// To the parenthesis that closes the one here, or to the end.
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

/// Whatever may be part of a word: all from the capital letters on.
fn is_letter(unit: u16) -> bool {
    unit >= b'A'.into()
}
