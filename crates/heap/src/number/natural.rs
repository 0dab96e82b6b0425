//! Natural numbers of any size, with just the operations that the conversions need.

use std::cmp::Ordering;

/// Little-endian digits to base 2^32, without leading zeros; zero has none.
pub(super) struct Natural {
    limbs: Vec<u32>,
}

impl Natural {
    pub fn from_u64(value: u64) -> Self {
        let mut natural = Natural { limbs: vec![value as u32, (value >> 32) as u32] };
        natural.drop_leading_zeros();
        natural
    }

    /// `value * 2^shift`.
    pub fn shifted(value: u64, shift: u32) -> Self {
        let mut limbs = vec![0; shift as usize / 32];
        let wide = u128::from(value) << (shift % 32);
        limbs.extend([wide as u32, (wide >> 32) as u32, (wide >> 64) as u32]);
        let mut natural = Natural { limbs };
        natural.drop_leading_zeros();
        natural
    }

    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    pub fn bit_length(&self) -> usize {
        self.limbs.last().map_or(0, |top| self.limbs.len() * 32 - top.leading_zeros() as usize)
    }

    /// `self = self * factor + addend`.
    pub fn multiply_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for limb in &mut self.limbs {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = product as u32;
            carry = product >> 32;
        }
        if carry != 0 {
            self.limbs.push(carry as u32);
        }
    }

    /// `self = self + other * factor`.
    pub fn add_multiple(&mut self, other: &Natural, factor: u32) {
        if factor == 0 {
            return;
        }
        self.limbs.resize(self.limbs.len().max(other.limbs.len()), 0);
        let mut carry = 0;
        for (index, limb) in self.limbs.iter_mut().enumerate() {
            let addend = u64::from(other.limbs.get(index).copied().unwrap_or(0));
            let sum = u64::from(*limb) + addend * u64::from(factor) + carry;
            *limb = sum as u32;
            carry = sum >> 32;
        }
        if carry != 0 {
            self.limbs.push(carry as u32);
        }
    }

    pub fn compare(&self, other: &Natural) -> Ordering {
        let (ours, others) = (self.limbs.iter().rev(), other.limbs.iter().rev());
        self.limbs.len().cmp(&other.limbs.len()).then_with(|| ours.cmp(others))
    }

    /// `self = self / divisor`; gives the remainder.
    pub fn divide(&mut self, divisor: u32) -> u32 {
        let mut remainder = 0;
        for limb in self.limbs.iter_mut().rev() {
            let dividend = remainder << 32 | u64::from(*limb);
            *limb = (dividend / u64::from(divisor)) as u32;
            remainder = dividend % u64::from(divisor);
        }
        self.drop_leading_zeros();
        remainder as u32
    }

    /// The nearest double; of two equally near ones the even one.
    pub fn to_f64(&self) -> f64 {
        let length = self.bit_length();
        if length > f64::MAX_EXP as usize {
            return f64::INFINITY;
        }
        if length <= 64 {
            return self.bits_from(0) as f64;
        }
        let shift = length - 64;
        // The cast rounds; whatever lies below matters only as "more than nothing".
        let sticky = self.has_bits_below(shift);
        let scale = f64::from_bits((1023 + shift as u64) << 52);
        (self.bits_from(shift) | u64::from(sticky)) as f64 * scale
    }

    /// The 64 bits from bit `shift` up.
    fn bits_from(&self, shift: usize) -> u64 {
        let limb = |index: usize| u128::from(self.limbs.get(index).copied().unwrap_or(0));
        let index = shift / 32;
        ((limb(index) | limb(index + 1) << 32 | limb(index + 2) << 64) >> (shift % 32)) as u64
    }

    fn has_bits_below(&self, shift: usize) -> bool {
        let (whole, rest) = self.limbs.split_at(shift / 32);
        whole.iter().any(|&limb| limb != 0) || rest.first().is_some_and(|limb| limb & ((1 << (shift % 32)) - 1) != 0)
    }

    fn drop_leading_zeros(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }
}
