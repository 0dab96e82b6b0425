//! Conversions between half precision, IEEE 754 binary16, and doubles: rounded once, to the nearest, ties to even.

const INFINITY: u16 = 0x7C00;

/// Bits of a double's mantissa that a half has no place for.
const LOST_BITS: u32 = 52 - 10;

/// The bits of the half nearest to a number.
pub fn float16_bits(number: f64) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 48) as u16 & 0x8000;
    let magnitude = number.abs();
    sign | if number.is_nan() {
        INFINITY | 0x200
    } else if magnitude >= 65_520.0 {
        INFINITY
    } else if magnitude < 6.103_515_625e-5 {
        // Below 2^-14 all halves are multiples of 2^-24; the product is exact. The largest ones round to 2^-14 itself.
        (magnitude * 16_777_216.0).round_ties_even() as u16
    } else {
        // Moves from the exponent of a double to that of a half; rounding up may carry into the exponent.
        let rebased = (bits & (u64::MAX >> 1)) - ((1023 - 15) << 52);
        let kept = rebased >> LOST_BITS;
        let lost = rebased & ((1 << LOST_BITS) - 1);
        let half = 1 << (LOST_BITS - 1);
        let rounds_up = lost > half || (lost == half && kept & 1 == 1);
        kept as u16 + u16::from(rounds_up)
    }
}

/// The number of a half.
pub fn float16_value(bits: u16) -> f64 {
    let mantissa = f64::from(bits & 0x3FF);
    let magnitude = match bits >> 10 & 0x1F {
        0 => mantissa / 16_777_216.0,
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1024.0 + mantissa) * f64::from_bits((u64::from(exponent) + 1023 - 25) << 52),
    };
    if bits & 0x8000 == 0 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_comes_back() {
        for bits in 0..=u16::MAX {
            let value = float16_value(bits);
            if value.is_nan() {
                assert!(float16_value(float16_bits(value)).is_nan());
            } else {
                assert_eq!(float16_bits(value), bits, "{value}");
            }
        }
    }

    #[test]
    fn what_lies_between_goes_to_the_nearest_and_ties_to_even() {
        for low in (0..0x7BFF).chain(0x8000..0xFBFF) {
            let (below, above) = (float16_value(low), float16_value(low + 1));
            let middle = (below + above) / 2.0;
            assert_eq!(float16_bits(middle), low + (low & 1), "{middle}");
            let towards = |other: f64| {
                f64::from_bits(if other.abs() < middle.abs() { middle.to_bits() - 1 } else { middle.to_bits() + 1 })
            };
            assert_eq!((float16_bits(towards(below)), float16_bits(towards(above))), (low, low + 1), "{middle}");
        }
        assert_eq!([65_519.999, 65_520.0, f64::INFINITY, -1e300].map(float16_bits), [0x7BFF, 0x7C00, 0x7C00, 0xFC00]);
        assert_eq!([0.0, -0.0, f64::from_bits(1), 2.98e-8, 2.99e-8].map(float16_bits), [0, 0x8000, 0, 0, 1]);
    }
}
