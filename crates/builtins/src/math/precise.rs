//! Rounding to half precision, and sums with a single rounding.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Returns the nearest number of binary16; of two equally near ones, the even one.
pub(super) fn to_half(number: f64) -> f64 {
    const LARGEST: f64 = 65504.0;
    const LEAST_EXPONENT: i32 = -14;
    const FRACTION_BITS: i32 = 10;
    if !number.is_finite() || number == 0.0 {
        return number;
    }
    // Subnormal doubles have the least exponent too, and so has every number below the least normal number of binary16.
    let exponent = ((number.to_bits() >> 52 & 0x7FF) as i32 - 1023).max(LEAST_EXPONENT);
    let step = power_of_two(exponent - FRACTION_BITS);
    let rounded = (number / step).round_ties_even() * step;
    if rounded.abs() > LARGEST { f64::INFINITY.copysign(number) } else { rounded }
}

/// Returns 2^`exponent`, from the least double on.
fn power_of_two(exponent: i32) -> f64 {
    let bits = if exponent >= -1022 { ((exponent + 1023) as u64) << 52 } else { 1 << (exponent + 1074) };
    f64::from_bits(bits)
}

/// Math.sumPrecise ( items ), ECMA-262 21.3.2.36
pub(super) fn sum_precise(vm: &mut Vm, call: Call) -> Completion<Value> {
    let mut sum = Sum::new();
    let items = call.argument(vm, 0);
    iteration::iterate(vm, items, |vm, item| {
        vm.work(1)?;
        match item.as_number() {
            Some(number) => {
                sum.add(number);
                Ok(())
            }
            None => {
                let found = messages::describe(vm, item);
                vm.type_error(format!("Math.sumPrecise: {found} is not a number"))
            }
        }
    })?;
    Ok(Value::number(sum.value()))
}

/// Limbs of 32 bits from 2^-1074 on, for 2^53 of the largest numbers.
const LIMBS: usize = 70;

/// Numbers added before carries are needed: a limb has room for twice as many.
const ADDED_AT_ONCE: u32 = 1 << 30;

/// An exact sum: a fixed-point number whose limbs are not carried yet.
struct Sum {
    limbs: Box<[i64; LIMBS]>,
    added: u32,
    /// The sum of the infinities and NaNs, which alone counts if there are any.
    special: f64,
    is_minus_zero: bool,
}

impl Sum {
    fn new() -> Self {
        Sum { limbs: Box::new([0; LIMBS]), added: 0, special: 0.0, is_minus_zero: true }
    }

    /// Adds the mantissa to the three limbs that it can touch. Carries wait until a limb could overflow.
    fn add(&mut self, number: f64) {
        if !number.is_finite() {
            // Opposite infinities make NaN.
            self.special += number;
            return;
        }
        self.is_minus_zero &= number == 0.0 && number.is_sign_negative();
        let bits = number.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, place) = match (bits >> 52 & 0x7FF) as usize {
            0 => (fraction, 0),
            biased => (fraction | 1 << 52, biased - 1),
        };
        let wide = u128::from(mantissa) << (place % 32);
        for (limb, part) in self.limbs[place / 32..].iter_mut().zip([wide, wide >> 32, wide >> 64]) {
            let part = i64::from(part as u32);
            *limb += if number < 0.0 { -part } else { part };
        }
        self.added += 1;
        if self.added == ADDED_AT_ONCE {
            self.carry();
        }
    }

    /// Carries, so that all limbs but the highest are digits to base 2^32. The highest one has the sign.
    fn carry(&mut self) {
        self.added = 0;
        let mut carried = 0;
        for limb in &mut self.limbs[..LIMBS - 1] {
            let sum = *limb + carried;
            *limb = sum & 0xFFFF_FFFF;
            carried = sum >> 32;
        }
        self.limbs[LIMBS - 1] += carried;
    }

    /// Returns the double nearest to the sum; of two equally near ones, the even one.
    fn value(mut self) -> f64 {
        if self.special != 0.0 {
            return self.special;
        }
        if self.is_minus_zero {
            return -0.0;
        }
        self.carry();
        let is_negative = self.limbs[LIMBS - 1] < 0;
        if is_negative {
            self.limbs.iter_mut().for_each(|limb| *limb = -*limb);
            self.carry();
        }
        let Some(top) = self.limbs.iter().rposition(|&limb| limb != 0) else { return 0.0 };
        let length = 32 * top as u32 + (64 - self.limbs[top].leading_zeros());
        let shift = length.saturating_sub(64);
        let limb = |index: usize| u128::from(self.limbs.get(index).copied().unwrap_or(0) as u64);
        let first = shift as usize / 32;
        let bits = ((limb(first) | limb(first + 1) << 32 | limb(first + 2) << 64) >> (shift % 32)) as u64;
        // The cast rounds. Lower bits matter only as "more than nothing".
        let has_more =
            self.limbs[..first].iter().any(|&limb| limb != 0) || self.limbs[first] & ((1 << (shift % 32)) - 1) != 0;
        let magnitude = (bits | u64::from(has_more)) as f64 * power_of_two(shift as i32 - 1074);
        if is_negative { -magnitude } else { magnitude }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(numbers: &[f64]) -> f64 {
        let mut sum = Sum::new();
        numbers.iter().for_each(|&number| sum.add(number));
        sum.value()
    }

    #[test]
    fn sums_are_rounded_once() {
        assert_eq!(sum(&[1e20, 0.1, -1e20]), 0.1);
        assert_eq!(sum(&[f64::MAX, f64::MAX, -f64::MAX]), f64::MAX);
        assert_eq!(sum(&[f64::MAX, f64::MAX]), f64::INFINITY);
        assert_eq!(sum(&[-f64::MAX, -f64::MAX]), f64::NEG_INFINITY);
        assert_eq!(sum(&[5e-324, 5e-324, -1e-323]).to_bits(), 0.0f64.to_bits());
        assert_eq!(sum(&[5e-324, -1e-323]), -5e-324);
        assert_eq!(sum(&[]).to_bits(), (-0.0f64).to_bits());
        assert_eq!(sum(&[-0.0, 0.0]).to_bits(), 0.0f64.to_bits());
        assert_eq!(sum(&[1.0, f64::EPSILON / 2.0]), 1.0);
        assert_eq!(sum(&[1.0, f64::EPSILON / 2.0, 5e-324]), 1.0 + f64::EPSILON);
        assert_eq!(sum(&[-1.0, -f64::EPSILON / 2.0, -5e-324]), -1.0 - f64::EPSILON);
        assert_eq!(sum(&[0.1; 10]), 1.0);
        assert!(sum(&[f64::INFINITY, f64::NEG_INFINITY]).is_nan());
        assert_eq!(sum(&[f64::INFINITY, -f64::MAX]), f64::INFINITY);
    }

    #[test]
    fn halves_are_rounded_to_even() {
        for (number, half) in [
            (1.0 + 1.0 / 2048.0, 1.0),
            (1.0 + 3.0 / 2048.0, 1.0 + 1.0 / 512.0),
            (65519.99, 65504.0),
            (65520.0, f64::INFINITY),
            (-65520.0, f64::NEG_INFINITY),
            (2.980232238769531e-8, 0.0),
            (2.980232238769532e-8, 5.960464477539063e-8),
            (1.337, 1.3369140625),
            (5e-324, 0.0),
        ] {
            assert_eq!(to_half(number), half, "{number}");
        }
        assert!(to_half(-5e-324).is_sign_negative());
    }
}
