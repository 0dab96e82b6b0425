//! Numbers (ECMA-262 12.9.3, with the legacy forms of sloppy code).

use ferrotape_text::decimal_value;

use super::Lexer;
use super::identifier::is_identifier_start;
use crate::error::Message;
use crate::token::TokenKind;

impl Lexer<'_> {
    /// A number at a digit, or at a dot before a digit.
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
                if self.bytes[start..digits].iter().all(|byte| matches!(byte, b'0'..=b'7')) {
                    self.token.number = digits_value(&self.bytes[start..digits], 3);
                    self.position = digits;
                    return self.after_number(start);
                }
            }
        }
        self.decimal(start)
    }

    /// DecimalLiteral. Up to 15 digits without a fraction or an exponent need no rounding.
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
        self.token.number = decimal_value(&self.text[start..end]).unwrap_or(f64::NAN);
        self.position = end;
        self.after_number(start)
    }

    /// A number after `0x`, `0o` or `0b`, with so many bits to a digit.
    fn radix_number(&mut self, bits: u32) -> TokenKind {
        let start = self.position;
        let digits = start + 2;
        let mut end = digits;
        while (self.byte(end) as char).is_digit(1 << bits) {
            end += 1;
        }
        self.position = end;
        if end == digits {
            return self.invalid(Message::MissingDigits, start, end);
        }
        self.token.number = digits_value(&self.bytes[digits..end], bits);
        self.after_number(start)
    }

    fn decimal_digits(&self, mut position: usize) -> usize {
        while self.byte(position).is_ascii_digit() {
            position += 1;
        }
        position
    }

    /// What follows a number directly must start neither an identifier nor another number.
    fn after_number(&mut self, start: usize) -> TokenKind {
        let end = self.position;
        match self.byte(end) {
            b'n' => self.invalid(Message::Unsupported("BigInt literals"), start, end + 1),
            b'_' => self.invalid(Message::Unsupported("numeric separators"), end, end + 1),
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

/// The value of digits of `bits` bits each, rounded correctly: the first 61 bits or more are kept, and whether anything
/// behind them is not zero.
fn digits_value(digits: &[u8], bits: u32) -> f64 {
    let mut mantissa = 0u64;
    let mut dropped_bits = 0i32;
    for &digit in digits {
        let digit = u64::from((digit as char).to_digit(16).unwrap_or(0));
        if mantissa >> (64 - bits) == 0 {
            mantissa = mantissa << bits | digit;
        } else {
            mantissa |= u64::from(digit != 0);
            dropped_bits = dropped_bits.saturating_add(bits as i32);
        }
    }
    mantissa as f64 * 2f64.powi(dropped_bits)
}

#[cfg(test)]
mod tests {
    use super::digits_value;

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
