//! Exact decimal numbers, and their rounding: what ECMA-402 calls mathematical values.

/// The value of a number to format: ToIntlMathematicalValue, ECMA-402 16.5.16.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    Nan,
    Infinite { is_negative: bool },
    Finite(Decimal),
}

/// A value 0.d₁d₂d₃… × 10^exponent. Zero has no digits. There are no zeros at either end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Decimal {
    pub(crate) is_negative: bool,
    digits: Vec<u8>,
    exponent: i32,
}

/// Directions and ties of rounding: Table 26, ECMA-402 16.1.1.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Ceil,
    Floor,
    Expand,
    Trunc,
    HalfCeil,
    HalfFloor,
    HalfExpand,
    HalfTrunc,
    HalfEven,
}

pub(crate) const MODES: [&str; 9] =
    ["ceil", "floor", "expand", "trunc", "halfCeil", "halfFloor", "halfExpand", "halfTrunc", "halfEven"];

impl Mode {
    /// Returns the mode of an option's value, one of [`MODES`]. Anything else is `halfExpand`, the default.
    pub(crate) fn of(name: &str) -> Mode {
        match name {
            "ceil" => Mode::Ceil,
            "floor" => Mode::Floor,
            "expand" => Mode::Expand,
            "trunc" => Mode::Trunc,
            "halfCeil" => Mode::HalfCeil,
            "halfFloor" => Mode::HalfFloor,
            "halfTrunc" => Mode::HalfTrunc,
            "halfEven" => Mode::HalfEven,
            _ => Mode::HalfExpand,
        }
    }

    /// ApplyUnsignedRoundingMode, ECMA-402 16.5.20, of a value between two that can be had: whether the larger one is taken.
    fn is_up(self, is_negative: bool, to_half: std::cmp::Ordering, is_odd: bool) -> bool {
        let at_half = match self {
            Mode::Ceil => return !is_negative,
            Mode::Floor => return is_negative,
            Mode::Expand => return true,
            Mode::Trunc => return false,
            Mode::HalfCeil => !is_negative,
            Mode::HalfFloor => is_negative,
            Mode::HalfExpand => true,
            Mode::HalfTrunc => false,
            Mode::HalfEven => is_odd,
        };
        to_half.is_gt() || to_half.is_eq() && at_half
    }
}

impl Decimal {
    /// Makes a value of digits and the place of the point among them.
    fn new(is_negative: bool, mut digits: Vec<u8>, exponent: i32) -> Decimal {
        let leading = digits.iter().take_while(|&&digit| digit == 0).count();
        digits.drain(..leading);
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let exponent = if digits.is_empty() { 0 } else { exponent.saturating_sub(leading as i32) };
        Decimal { is_negative, digits, exponent }
    }

    /// Reads decimal digits with a sign, a point and an exponent: what ToString gives for numbers, and scripts write.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let exponent: i32 = exponent.strip_prefix('+').unwrap_or(exponent).parse().ok()?;
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: Vec<u8> = integer.bytes().chain(fraction.bytes()).map(|byte| byte.wrapping_sub(b'0')).collect();
        if digits.is_empty() || digits.iter().any(|&digit| digit > 9) {
            return None;
        }
        let place = i32::try_from(integer.len()).ok()?.checked_add(exponent)?;
        Some(Decimal::new(text.starts_with('-'), digits, place))
    }

    /// Returns the value with that sign.
    pub(crate) fn with_sign(self, is_negative: bool) -> Decimal {
        Decimal { is_negative, ..self }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Returns the power of ten of the first digit; 0 for zero.
    pub(crate) fn magnitude(&self) -> i32 {
        if self.is_zero() { 0 } else { self.exponent - 1 }
    }

    /// Multiplies by a power of ten.
    pub(crate) fn scaled(mut self, power: i32) -> Decimal {
        if !self.is_zero() {
            self.exponent = self.exponent.saturating_add(power);
        }
        self
    }

    /// Rounds to a multiple of `increment` × 10^-fraction.
    pub(crate) fn rounded(&self, fraction: i32, increment: u32, mode: Mode) -> Decimal {
        let kept = self.exponent.saturating_add(fraction);
        let count = usize::try_from(kept).unwrap_or(0);
        // The number of units of the last place, as digits; then what lies behind.
        let mut units: Vec<u8> = self.digits.iter().copied().take(count).collect();
        units.resize(if self.is_zero() { 0 } else { count }, 0);
        let tail = if kept < 0 { Tail::Small } else { Tail::of(self.digits.get(count..).unwrap_or_default()) };
        let tail = if self.is_zero() { Tail::None } else { tail };
        let (rest, is_odd) = remainder(&units, increment);
        if rest == 0 && tail == Tail::None {
            return self.clone();
        }
        let to_half = match (rest * 2).cmp(&increment) {
            std::cmp::Ordering::Equal if tail == Tail::None => std::cmp::Ordering::Equal,
            std::cmp::Ordering::Less if increment - rest * 2 == 1 => tail.to_half(),
            std::cmp::Ordering::Less => std::cmp::Ordering::Less,
            _ => std::cmp::Ordering::Greater,
        };
        subtract(&mut units, rest);
        if mode.is_up(self.is_negative, to_half, is_odd) {
            add(&mut units, increment);
        }
        let place = i32::try_from(units.len()).unwrap_or(i32::MAX).saturating_sub(fraction);
        Decimal::new(self.is_negative, units, place)
    }

    /// Returns the digits before the point, at least one, and those behind it, at least `fraction`.
    pub(crate) fn digits(&self, fraction: usize) -> (Vec<u8>, Vec<u8>) {
        let before = usize::try_from(self.exponent).unwrap_or(0);
        let mut integer: Vec<u8> = self.digits.iter().copied().take(before).collect();
        integer.resize(before, 0);
        if integer.is_empty() {
            integer.push(0);
        }
        let zeros = if self.is_zero() { 0 } else { usize::try_from(-self.exponent.min(0)).unwrap_or(0) };
        let mut behind = vec![0; zeros];
        behind.extend(self.digits.iter().skip(before));
        if behind.len() < fraction {
            behind.resize(fraction, 0);
        }
        (integer, behind)
    }
}

/// Size of the digits behind the last place that is kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Tail {
    None,
    /// Less than a half.
    Small,
    Half,
    Large,
}

impl Tail {
    fn of(digits: &[u8]) -> Tail {
        match digits {
            [] => Tail::None,
            [5] => Tail::Half,
            [first, ..] if *first >= 5 => Tail::Large,
            _ => Tail::Small,
        }
    }

    fn to_half(self) -> std::cmp::Ordering {
        match self {
            Tail::None | Tail::Small => std::cmp::Ordering::Less,
            Tail::Half => std::cmp::Ordering::Equal,
            Tail::Large => std::cmp::Ordering::Greater,
        }
    }
}

/// Divides: the remainder, and whether the quotient is odd.
fn remainder(digits: &[u8], divisor: u32) -> (u32, bool) {
    let divisor = divisor.max(1);
    let mut rest = 0;
    let mut last = 0;
    for &digit in digits {
        let value = rest * 10 + u32::from(digit);
        (last, rest) = (value / divisor, value % divisor);
    }
    (rest, last % 2 == 1)
}

/// Subtracts in place. The number must not be greater than the digits.
fn subtract(digits: &mut [u8], number: u32) {
    let mut left = number;
    let mut borrow = 0;
    for digit in digits.iter_mut().rev() {
        if left == 0 && borrow == 0 {
            return;
        }
        let taken = (left % 10) as u8 + borrow;
        borrow = u8::from(*digit < taken);
        *digit = *digit + 10 * borrow - taken;
        left /= 10;
    }
}

/// Adds in place. A carry makes further digits at the front.
fn add(digits: &mut Vec<u8>, number: u32) {
    let mut carry = number;
    for digit in digits.iter_mut().rev() {
        if carry == 0 {
            return;
        }
        let sum = carry + u32::from(*digit);
        (*digit, carry) = ((sum % 10) as u8, sum / 10);
    }
    while carry > 0 {
        digits.insert(0, (carry % 10) as u8);
        carry /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::{Decimal, Mode};

    fn text(number: &Decimal, fraction: usize) -> String {
        let (integer, fraction) = number.digits(fraction);
        let all = integer.iter().chain(&fraction).map(|digit| char::from(b'0' + digit)).collect::<String>();
        let (integer, fraction) = all.split_at(integer.len());
        format!("{}{integer}.{fraction}", if number.is_negative { "-" } else { "" })
    }

    fn round(number: &str, fraction: i32, increment: u32, mode: Mode) -> String {
        text(&Decimal::parse(number).unwrap_or_default().rounded(fraction, increment, mode), 0)
    }

    #[test]
    fn values_are_rounded_exactly() {
        assert_eq!(round("1.005", 2, 1, Mode::HalfExpand), "1.01");
        assert_eq!(round("-1.5", 0, 1, Mode::HalfCeil), "-1.");
        assert_eq!(round("2.5", 0, 1, Mode::HalfEven), "2.");
        assert_eq!(round("999.99", 1, 1, Mode::HalfExpand), "1000.");
        assert_eq!(round("0.04", 0, 1, Mode::Expand), "1.");
        assert_eq!(round("1.125", 2, 25, Mode::HalfExpand), "1.25");
        assert_eq!(round("1.1249", 2, 25, Mode::HalfExpand), "1.");
        assert_eq!(round("1e21", 3, 5000, Mode::HalfEven), "1000000000000000000000.");
        assert_eq!(round("123", -2, 1, Mode::HalfExpand), "100.");
        assert_eq!(round("5e-7", 6, 1, Mode::HalfExpand), "0.000001");
        assert_eq!(round("0", 2, 5, Mode::Ceil), "0.");
    }

    #[test]
    fn digits_are_filled_up() {
        assert_eq!(text(&Decimal::parse("-0.05").unwrap_or_default(), 4), "-0.0500");
        assert_eq!(text(&Decimal::parse("12e3").unwrap_or_default(), 0), "12000.");
        assert_eq!(Decimal::parse("1x"), None);
    }
}
