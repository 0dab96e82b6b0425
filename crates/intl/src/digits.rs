//! Options of digits, ECMA-402 16.1.3, and how numbers follow them, 16.5.4 to 16.5.9. PluralRules has them too.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::vm::Vm;

use crate::decimal::{Decimal, MODES, Mode};
use crate::options::{self, Options};
use crate::resolved::Resolved;

const INCREMENTS: [u32; 15] = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000];

/// The most digits behind the point.
const MOST_FRACTION: u32 = 100;

/// Limits of the digits of a number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Digits {
    minimum_integer: u32,
    fraction: Option<[u32; 2]>,
    significant: Option<[u32; 2]>,
    increment: u32,
    mode: &'static str,
    priority: &'static str,
    trailing_zeros: &'static str,
}

/// SetNumberFormatDigitOptions ( intlObj, options, mnfdDefault, mxfdDefault, notation ), ECMA-402 16.1.3
pub(crate) fn read(vm: &mut Vm, options: Options, defaults: [u32; 2], is_compact: bool) -> Completion<Digits> {
    let minimum_integer = options::number(vm, options, "minimumIntegerDigits", [1, 21])?.unwrap_or(1);
    let [least_fraction, most_fraction, least_significant, most_significant] = read_limits(vm, options)?;
    let increment = options::number(vm, options, "roundingIncrement", [1, 5000])?.unwrap_or(1);
    if !INCREMENTS.contains(&increment) {
        return vm.range_error(format!("{increment} is not a value of the option 'roundingIncrement'"));
    }
    let mode = options::choice(vm, options, "roundingMode", &MODES)?.unwrap_or("halfExpand");
    let priority = options::choice(vm, options, "roundingPriority", &["auto", "morePrecision", "lessPrecision"])?;
    let trailing_zeros = options::choice(vm, options, "trailingZeroDisplay", &["auto", "stripIfInteger"])?;
    let (priority, trailing_zeros) = (priority.unwrap_or("auto"), trailing_zeros.unwrap_or("auto"));
    let [least_default, most_default] = if increment == 1 { defaults } else { [defaults[0], defaults[0]] };
    let has_significant = !least_significant.is_undefined() || !most_significant.is_undefined();
    let has_fraction = !least_fraction.is_undefined() || !most_fraction.is_undefined();
    let needs_significant = priority != "auto" || has_significant;
    let needs_fraction = priority != "auto" || !(has_significant || !has_fraction && is_compact);
    let mut digits =
        Digits { minimum_integer, fraction: None, significant: None, increment, mode, priority, trailing_zeros };
    if needs_significant {
        digits.significant = Some(if has_significant {
            let least = options::number_of(vm, least_significant, "minimumSignificantDigits", [1, 21])?.unwrap_or(1);
            let most = options::number_of(vm, most_significant, "maximumSignificantDigits", [least, 21])?;
            [least, most.unwrap_or(21)]
        } else {
            [1, 21]
        });
    }
    if needs_fraction {
        digits.fraction = Some(if has_fraction {
            let least = options::number_of(vm, least_fraction, "minimumFractionDigits", [0, MOST_FRACTION])?;
            let most = options::number_of(vm, most_fraction, "maximumFractionDigits", [0, MOST_FRACTION])?;
            fraction_limits(vm, least, most, [least_default, most_default])?
        } else {
            [least_default, most_default]
        });
    }
    if !needs_significant && !needs_fraction {
        digits.fraction = Some([0, 0]);
        digits.significant = Some([1, 2]);
        digits.priority = "morePrecision";
    }
    check_increment(vm, &digits, needs_fraction && !needs_significant)?;
    Ok(digits)
}

type Value = ferrotape_runtime::value::Value;

/// Reads the limits in their order. They are converted later.
fn read_limits(vm: &mut Vm, options: Options) -> Completion<[Value; 4]> {
    let names =
        ["minimumFractionDigits", "maximumFractionDigits", "minimumSignificantDigits", "maximumSignificantDigits"];
    let mut limits = [Value::UNDEFINED; 4];
    for (limit, name) in limits.iter_mut().zip(names) {
        *limit = options::get(vm, options, name)?;
        vm.keep(*limit);
    }
    Ok(limits)
}

/// Completes one limit by the other and the defaults: steps 25 of ECMA-402 16.1.3.
fn fraction_limits(vm: &mut Vm, least: Option<u32>, most: Option<u32>, defaults: [u32; 2]) -> Completion<[u32; 2]> {
    let [least_default, most_default] = defaults;
    match (least, most) {
        (Some(least), Some(most)) if least > most => {
            vm.range_error("minimumFractionDigits must not be greater than maximumFractionDigits")
        }
        (Some(least), Some(most)) => Ok([least, most]),
        (None, Some(most)) => Ok([least_default.min(most), most]),
        (Some(least), None) => Ok([least, most_default.max(least)]),
        (None, None) => Ok(defaults),
    }
}

/// Refuses increments that are not those of digits behind the point: steps 28 and 29 of ECMA-402 16.1.3.
fn check_increment(vm: &mut Vm, digits: &Digits, is_fraction: bool) -> Completion<()> {
    if digits.increment == 1 {
        return Ok(());
    }
    if !is_fraction {
        return vm.type_error("roundingIncrement is for digits of the fraction alone");
    }
    match digits.fraction {
        Some([least, most]) if least == most => Ok(()),
        _ => vm.range_error("roundingIncrement needs as many minimumFractionDigits as maximumFractionDigits"),
    }
}

impl Digits {
    /// Adds the limits, which come first among the resolved options.
    pub(crate) fn show_limits(&self, resolved: &mut Resolved) {
        resolved.number("minimumIntegerDigits", self.minimum_integer);
        if let Some([least, most]) = self.fraction {
            resolved.number("minimumFractionDigits", least);
            resolved.number("maximumFractionDigits", most);
        }
        if let Some([least, most]) = self.significant {
            resolved.number("minimumSignificantDigits", least);
            resolved.number("maximumSignificantDigits", most);
        }
    }

    /// Adds the rules of rounding, which come last.
    pub(crate) fn show_rounding(&self, resolved: &mut Resolved) {
        resolved.number("roundingIncrement", self.increment);
        resolved.text("roundingMode", self.mode);
        resolved.text("roundingPriority", self.priority);
        resolved.text("trailingZeroDisplay", self.trailing_zeros);
    }

    /// Reads what an object has.
    pub(crate) fn of(resolved: &Resolved) -> Digits {
        let pair = |least: &str, most: &str| Some([resolved.get_number(least)?, resolved.get_number(most)?]);
        let known =
            |names: &[&'static str], name: &str| names.iter().find(|&&known| known == name).copied().unwrap_or("auto");
        Digits {
            minimum_integer: resolved.get_number("minimumIntegerDigits").unwrap_or(1).min(21),
            fraction: pair("minimumFractionDigits", "maximumFractionDigits")
                .map(|pair| pair.map(|it| it.min(MOST_FRACTION))),
            significant: pair("minimumSignificantDigits", "maximumSignificantDigits")
                .map(|pair| pair.map(|it| it.clamp(1, 21))),
            increment: resolved.get_number("roundingIncrement").unwrap_or(1).clamp(1, 5000),
            mode: known(&MODES, resolved.get_text("roundingMode")),
            priority: known(&["morePrecision", "lessPrecision"], resolved.get_text("roundingPriority")),
            trailing_zeros: known(&["stripIfInteger"], resolved.get_text("trailingZeroDisplay")),
        }
    }

    /// ToRawFixed ( n, minFraction, maxFraction, roundingIncrement, unsignedRoundingMode ), 16.5.9, with the digits that are
    /// shown and the rounding magnitude.
    fn fixed(&self, number: &Decimal, [least, most]: [u32; 2]) -> (Decimal, usize, i32) {
        let rounded = number.rounded(most as i32, self.increment, Mode::of(self.mode));
        (rounded, least as usize, -(most as i32))
    }

    /// ToRawPrecision ( n, minPrecision, maxPrecision, unsignedRoundingMode ), 16.5.8
    fn precise(&self, number: &Decimal, [least, most]: [u32; 2]) -> (Decimal, usize, i32) {
        let place = most as i32 - 1 - number.magnitude();
        let rounded = number.rounded(place, 1, Mode::of(self.mode));
        let shown = (least as i32 - 1).saturating_sub(rounded.magnitude()).max(0);
        let magnitude = rounded.magnitude() - most as i32 + 1;
        (rounded, shown as usize, magnitude)
    }

    /// FormatNumericToString ( intlObject, x ), 16.5.3: the rounded value with its digits before and behind the point.
    pub(crate) fn apply(&self, number: &Decimal) -> Rounded {
        let (value, shown, _) = match (self.fraction, self.significant) {
            (Some(fraction), Some(significant)) => {
                let (by_fraction, by_digits) = (self.fixed(number, fraction), self.precise(number, significant));
                let is_finer = by_digits.2 <= by_fraction.2;
                if is_finer == (self.priority == "morePrecision") { by_digits } else { by_fraction }
            }
            (Some(fraction), None) => self.fixed(number, fraction),
            (None, significant) => self.precise(number, significant.unwrap_or([1, 21])),
        };
        let (mut integer, mut fraction) = value.digits(shown);
        if self.trailing_zeros == "stripIfInteger" && fraction.iter().all(|&digit| digit == 0) {
            fraction.clear();
        }
        let missing = (self.minimum_integer as usize).saturating_sub(integer.len());
        integer.splice(0..0, std::iter::repeat_n(0, missing));
        Rounded { value, integer, fraction }
    }

    /// ComputeExponent ( numberFormat, x ), 16.5.13: the power of ten that the notation takes out of a number, by its magnitude,
    /// and the rounded rest. Rounding may add a digit.
    pub(crate) fn apply_without_exponent(&self, number: &Decimal, exponent_for: impl Fn(i32) -> i32) -> (Rounded, i32) {
        let magnitude = number.magnitude();
        let exponent = if number.is_zero() { 0 } else { exponent_for(magnitude) };
        let rounded = self.apply(&number.clone().scaled(-exponent));
        if rounded.value.is_zero() || rounded.value.magnitude() == magnitude - exponent {
            return (rounded, exponent);
        }
        let exponent = exponent_for(magnitude + 1);
        (self.apply(&number.clone().scaled(-exponent)), exponent)
    }
}

/// A rounded number with the digits that are shown of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rounded {
    pub(crate) value: Decimal,
    pub(crate) integer: Vec<u8>,
    pub(crate) fraction: Vec<u8>,
}

impl Rounded {
    /// Returns the digits as text, without sign.
    pub(crate) fn text(&self) -> String {
        let digits = |digits: &[u8]| digits.iter().map(|digit| char::from(b'0' + digit)).collect::<String>();
        let point = if self.fraction.is_empty() { "" } else { "." };
        format!("{}{point}{}", digits(&self.integer), digits(&self.fraction))
    }
}
