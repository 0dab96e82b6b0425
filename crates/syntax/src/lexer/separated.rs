//! Numbers with separators, and BigInts (ECMA-262 12.9.3). Both are read again from their start, without separators and
//! suffix.

use ferrotape_budget::most_bigint_digits;
use ferrotape_text::{LongDecimal, decimal_value};

use super::number::Digits;
use super::{Lexer, PIECE};
use crate::error::Message;
use crate::token::TokenKind;

impl Lexer<'_> {
    /// Reads a number from its start again, one that contains a separator or ends in `n`.
    #[cold]
    #[inline(never)]
    pub(super) fn separated_number(&mut self, start: usize) -> TokenKind {
        let mut text = Vec::new();
        match self.read_separated(start, &mut text) {
            Ok(kind) => kind,
            Err((message, start, end)) => self.invalid(message, start, end),
        }
    }

    /// Reads a number again that has separators or ends with `n`.
    fn read_separated(&mut self, start: usize, text: &mut Vec<u8>) -> Result<TokenKind, (Message, usize, usize)> {
        let bits = match (self.byte(start), self.byte(start + 1) | 0x20) {
            (b'0', b'x') => 4,
            (b'0', b'o') => 3,
            (b'0', b'b') => 1,
            _ => 0,
        };
        let mut is_integer = true;
        let mut end = match bits {
            0 if self.byte(start) == b'.' => start,
            0 => self.separated_digits(start, 10, text)?,
            _ => self.separated_digits(start + 2, 1 << bits, text)?,
        };
        if bits == 0 && self.byte(start) == b'0' && end > start + 1 {
            if text.len() != end - start {
                return Err((Message::SeparatorAfterZero, start + 1, start + 2));
            }
            if self.byte(end) == b'n' {
                return Err((Message::AfterNumber, end, end + 1));
            }
        }
        if bits == 0 && self.byte(end) == b'.' {
            is_integer = false;
            text.push(b'.');
            end += 1;
            if self.byte(end).is_ascii_digit() || self.byte(end) == b'_' {
                end = self.separated_digits(end, 10, text)?;
            }
        }
        if bits == 0 && matches!(self.byte(end), b'e' | b'E') {
            is_integer = false;
            let sign = usize::from(matches!(self.byte(end + 1), b'+' | b'-'));
            text.extend(&self.bytes[end..=end + sign]);
            end = self.separated_digits(end + 1 + sign, 10, text)?;
        }
        self.position = end;
        if self.byte(end) == b'n' && is_integer {
            self.position = end + 1;
            return Ok(self.bigint(bits, text));
        }
        self.token.number = self.separated_value(bits, text);
        // Another separator cannot follow.
        Ok(match self.byte(end) {
            b'n' | b'_' => self.invalid(Message::AfterNumber, end, end + 1),
            _ => self.after_number(start),
        })
    }

    /// Adds digits with single separators between them to `text`, and returns their end.
    fn separated_digits(
        &mut self,
        first: usize,
        radix: u32,
        text: &mut Vec<u8>,
    ) -> Result<usize, (Message, usize, usize)> {
        let mut position = first;
        loop {
            let byte = self.byte(position);
            if (byte as char).is_digit(radix) {
                self.meter.push(text, byte);
            } else if byte == b'_' {
                let is_between = position > first
                    && (self.byte(position - 1) as char).is_digit(radix)
                    && (self.byte(position + 1) as char).is_digit(radix);
                if !is_between {
                    return Err((Message::MisplacedSeparator, position, position + 1));
                }
            } else if position == first {
                return Err((Message::MissingDigits, first, position));
            } else {
                return Ok(position);
            }
            position += 1;
            if (position - first).is_multiple_of(PIECE) && self.meter.tick_bytes(PIECE) {
                return Ok(position);
            }
        }
    }

    /// Makes a BigInt. Its name is the literal without separators and `n`.
    fn bigint(&mut self, bits: u32, text: &mut [u8]) -> TokenKind {
        let prefix = match bits {
            4 => "0x",
            3 => "0o",
            1 => "0b",
            _ => "",
        };
        let radix = if bits == 0 { 10 } else { 1 << bits };
        let zeros = text.iter().take_while(|&&digit| digit == b'0').count();
        if text.len() - zeros > most_bigint_digits(radix) {
            return self.invalid(Message::BigIntTooLong, self.position - 1, self.position);
        }
        text.make_ascii_lowercase();
        let digits = std::str::from_utf8(text).unwrap_or_default();
        self.token.name = match prefix {
            "" => self.intern_ascii(digits),
            prefix => self.intern_ascii(&[prefix, digits].concat()),
        };
        match self.byte(self.position) {
            b'n' | b'_' => self.invalid(Message::AfterNumber, self.position, self.position + 1),
            _ => match self.after_number(self.position) {
                TokenKind::Number => TokenKind::BigInt,
                invalid => invalid,
            },
        }
    }

    /// Returns the value of digits without separators: decimal ones if `bits` is 0, else of `bits` bits each.
    /// Meaningless once a limit is reached.
    fn separated_value(&mut self, bits: u32, text: &[u8]) -> f64 {
        if bits == 0 && text.len() <= PIECE {
            return std::str::from_utf8(text).ok().and_then(decimal_value).unwrap_or(f64::NAN);
        }
        let (mut decimal, mut digits) = (LongDecimal::default(), Digits::new(bits));
        for piece in text.chunks(PIECE) {
            if bits == 0 {
                decimal.push(piece)
            } else {
                digits.push(piece)
            }
            if self.meter.tick_bytes(piece.len()) {
                break;
            }
        }
        if bits == 0 { decimal.value().unwrap_or(f64::NAN) } else { digits.value() }
    }
}
