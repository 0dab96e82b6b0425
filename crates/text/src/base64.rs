//! The digits of base64, RFC 4648.

/// An alphabet of base64. The two differ in two digits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Base64 {
    Standard,
    /// The alphabet for file names and addresses.
    Url,
}

impl Base64 {
    /// Returns the digit of the lowest six bits.
    pub fn digit(self, bits: u32) -> u8 {
        match (bits & 63) as u8 {
            bits @ 0..26 => b'A' + bits,
            bits @ 26..52 => b'a' + bits - 26,
            bits @ 52..62 => b'0' + bits - 52,
            62 => [b'+', b'-'][self as usize],
            _ => [b'/', b'_'][self as usize],
        }
    }

    /// Returns the value of a code unit, if it is a digit.
    pub fn value(self, unit: u16) -> Option<u32> {
        let unit = u8::try_from(unit).ok()?;
        Some(match unit {
            b'A'..=b'Z' => u32::from(unit - b'A'),
            b'a'..=b'z' => u32::from(unit - b'a') + 26,
            b'0'..=b'9' => u32::from(unit - b'0') + 52,
            _ if unit == self.digit(62) => 62,
            _ if unit == self.digit(63) => 63,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_for_what_they_are_made_of() {
        for alphabet in [Base64::Standard, Base64::Url] {
            for bits in 0..64 {
                assert_eq!(alphabet.value(alphabet.digit(bits).into()), Some(bits));
            }
            assert_eq!([0, 0x3D, 0x2E, 0x141].map(|unit| alphabet.value(unit)), [None; 4]);
        }
        assert_eq!((Base64::Url.value(0x2B), Base64::Standard.value(0x5F)), (None, None));
    }
}
