//! Numbers (ECMA-262 12.9.3, with the legacy forms of sloppy code).

use ferrotape_text::{LongDecimal, decimal_value};

use super::identifier::is_identifier_start;
use super::{Lexer, PIECE, byte_of};
use crate::error::Message;
use crate::token::TokenKind;

impl Lexer<'_> {
    /// Reads a number at a digit, or at a dot before a digit.
    pub(super) fn number(&mut self) -> TokenKind {
        let start = self.position;
        if self.byte(start) == b'0' {
            match self.byte(start + 1) | 0x20 {
                b'x' => return self.radix_number(4),
                b'o' => return self.radix_number(3),
                b'b' => return self.radix_number(1),
                _ => {}
            }
            if self.byte(start + 1).is_ascii_digit() {
                self.token.legacy = start as u32;
                let digits = self.decimal_digits(start);
                if self.is_octal(start, digits) {
                    self.token.number = self.digits_value(start, digits, 3);
                    self.position = digits;
                    return self.after_number(start);
                }
            }
        }
        self.decimal(start)
    }

    /// Reads a DecimalLiteral. Up to 15 digits without a fraction or an exponent need no rounding.
    fn decimal(&mut self, start: usize) -> TokenKind {
        let mut end = self.decimal_digits(start);
        if end - start <= 15 && !matches!(self.byte(end), b'.' | b'e' | b'E') {
            let value = self.bytes[start..end].iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
            self.token.number = value as f64;
            self.position = end;
            return self.after_number(start);
        }
        if self.byte(end) == b'.' {
            end = self.decimal_digits(end + 1);
        }
        if matches!(self.byte(end), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(end + 1), b'+' | b'-'));
            let digits = end + 1 + sign;
            end = self.decimal_digits(digits);
            if end == digits {
                return self.invalid(Message::MissingDigits, start, digits);
            }
        }
        self.token.number = self.decimal_value(start, end).unwrap_or(f64::NAN);
        self.position = end;
        self.after_number(start)
    }

    fn decimal_value(&mut self, start: usize, end: usize) -> Option<f64> {
        if end - start <= PIECE {
            return decimal_value(&self.text[start..end]);
        }
        let mut number = LongDecimal::default();
        self.in_pieces(start, end, |piece| number.push(piece));
        number.value()
    }

    /// Passes a part of the text to `look` piece by piece, until a limit is reached.
    fn in_pieces(&mut self, start: usize, end: usize, mut look: impl FnMut(&[u8])) {
        for piece in self.bytes[start..end].chunks(PIECE) {
            look(piece);
            if self.meter.tick_bytes(piece.len()) {
                return;
            }
        }
    }

    fn is_octal(&mut self, start: usize, end: usize) -> bool {
        let mut is_octal = true;
        self.in_pieces(start, end, |piece| is_octal &= piece.iter().all(|digit| matches!(digit, b'0'..=b'7')));
        is_octal
    }

    /// Returns the value of digits of `bits` bits each.
    fn digits_value(&mut self, start: usize, end: usize, bits: u32) -> f64 {
        let mut digits = Digits::new(bits);
        self.in_pieces(start, end, |piece| digits.push(piece));
        digits.value()
    }

    /// Reads a number with the prefix `0x`, `0o` or `0b`, at this many bits to a digit.
    fn radix_number(&mut self, bits: u32) -> TokenKind {
        let start = self.position;
        let digits = start + 2;
        let end = self.digits_end(digits, 1 << bits);
        self.position = end;
        if end == digits {
            return self.invalid(Message::MissingDigits, start, end);
        }
        self.token.number = self.digits_value(digits, end, bits);
        self.after_number(start)
    }

    fn decimal_digits(&mut self, position: usize) -> usize {
        self.digits_end(position, 10)
    }

    /// Returns the end of the digits that start at a position.
    #[inline]
    fn digits_end(&mut self, mut position: usize, radix: u32) -> usize {
        let mut piece = self.piece(position);
        loop {
            while (byte_of(piece, position) as char).is_digit(radix) {
                position += 1;
            }
            if position < piece.len() {
                return position;
            }
            match self.next_piece(position) {
                Some(next) => piece = next,
                None => return position,
            }
        }
    }

    /// Checks that neither an identifier nor another number follows directly. Reads a number with separators or an `n`
    /// again.
    pub(super) fn after_number(&mut self, start: usize) -> TokenKind {
        let end = self.position;
        match self.byte(end) {
            b'n' | b'_' => self.separated_number(start),
            b'\\' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'$' => self.invalid(Message::AfterNumber, end, end + 1),
            0x80.. => match self.character(end) {
                Some(next) if is_identifier_start(next) => {
                    self.invalid(Message::AfterNumber, end, end + next.len_utf8())
                }
                _ => TokenKind::Number,
            },
            _ => TokenKind::Number,
        }
    }
}

/// Value of digits of `bits` bits each, to be rounded once and correctly. Keeps at least the first 61 bits, and whether
/// any later bit is not zero.
pub(super) struct Digits {
    bits: u32,
    mantissa: u64,
    dropped_bits: i32,
}

impl Digits {
    pub fn new(bits: u32) -> Self {
        Digits { bits, mantissa: 0, dropped_bits: 0 }
    }

    /// Appends digits. Those for which the mantissa has no room only count, and set its last bit unless they are zero.
    pub fn push(&mut self, digits: &[u8]) {
        for &digit in digits {
            let digit = u64::from((digit as char).to_digit(16).unwrap_or(0));
            if self.mantissa >> (64 - self.bits) == 0 {
                self.mantissa = self.mantissa << self.bits | digit;
            } else {
                self.mantissa |= u64::from(digit != 0);
                self.dropped_bits = self.dropped_bits.saturating_add(self.bits as i32);
            }
        }
    }

    pub fn value(&self) -> f64 {
        self.mantissa as f64 * 2f64.powi(self.dropped_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::Digits;

    fn digits_value(digits: &[u8], bits: u32) -> f64 {
        let mut value = Digits::new(bits);
        // In pieces, as the lexer reads long numbers.
        digits.chunks(7).for_each(|piece| value.push(piece));
        value.value()
    }

    #[test]
    fn long_hexadecimal_numbers_are_rounded_once() {
        assert_eq!(digits_value(b"ff", 4), 255.0);
        assert_eq!(digits_value(b"777", 3), 511.0);
        assert_eq!(digits_value(b"20000000000001", 4), 9007199254740992.0);
        assert_eq!(digits_value(b"20000000000003", 4), 9007199254740996.0);
        assert_eq!(digits_value(b"200000000000010000000000", 4), 9007199254740992.0 * 2f64.powi(40));
        assert_eq!(digits_value(b"200000000000010000000001", 4), 9007199254740994.0 * 2f64.powi(40));
        assert_eq!(digits_value(&[b'f'; 300], 4), f64::INFINITY);
    }
}
