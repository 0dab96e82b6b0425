//! Parts of formatted numbers: PartitionNumberPattern, ECMA-402 16.5.6, and ranges, 16.5.21.

use crate::currency_symbols::currency_symbol;
use crate::decimal::{Decimal, Number};
use crate::digits::{Digits, Rounded};
use crate::name_data::{self, NameData};
use crate::number_data::{self, Patterns, Words};
use crate::resolved::Resolved;
use crate::symbols::{self, CurrencyPlace, Symbols};
use crate::tag::Tag;
use crate::{names, plural_ranges, plural_rules};

/// A part of a text, with its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) r#type: &'static str,
    pub(crate) value: String,
    /// The side of a range that it belongs to.
    pub(crate) source: &'static str,
}

/// Makes a part that belongs to no range.
pub(crate) fn part(r#type: &'static str, value: impl Into<String>) -> Part {
    Part { r#type, value: value.into(), source: "shared" }
}

/// Joins parts.
pub(crate) fn text(parts: &[Part]) -> String {
    parts.iter().map(|part| part.value.as_str()).collect()
}

/// A number format: what an object has resolved, and the symbols of its locale.
pub(crate) struct Format {
    pub(crate) tag: Tag,
    symbols: Symbols,
    digits: Digits,
    numbering_system: String,
    style: String,
    currency: String,
    currency_display: String,
    is_accounting: bool,
    unit: String,
    unit_display: String,
    notation: String,
    is_long: bool,
    grouping: String,
    sign: String,
}

/// Sign of a formatted number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Sign {
    None,
    Minus,
    Plus,
}

impl Format {
    /// Takes apart what Intl.NumberFormat resolved.
    pub(crate) fn of(resolved: &Resolved) -> Format {
        let text = |name: &str| resolved.get_text(name).to_owned();
        let tag = Tag::parse(resolved.get_text("locale")).unwrap_or_default();
        let numbering_system = text("numberingSystem");
        let is_amount = resolved.get_text("style") == "currency";
        let symbols =
            if is_amount { symbols::of_amounts(&tag, resolved.get_text("currency")) } else { symbols::of(&tag) };
        let mut symbols = symbols.beside(&numbering_system, &tag);
        // Without signs, accounts are written as other amounts.
        let is_accounting =
            resolved.get_text("currencySign") == "accounting" && resolved.get_text("signDisplay") != "never";
        if let Some((place, mark)) = symbols.accounting.filter(|_| is_accounting) {
            (symbols.currency, symbols.currency_mark) = (place, mark);
        }
        if numbering_system == "beng" && tag.language == "bn" && resolved.get_text("style") == "percent" {
            // Other numbers in Bengali have groups of two digits.
            symbols.further_group = 3;
        }
        Format {
            symbols,
            digits: Digits::of(resolved),
            numbering_system,
            style: text("style"),
            currency: text("currency"),
            currency_display: text("currencyDisplay"),
            is_accounting,
            unit: text("unit"),
            unit_display: text("unitDisplay"),
            notation: text("notation"),
            is_long: resolved.get_text("compactDisplay") == "long",
            grouping: text("useGrouping"),
            sign: text("signDisplay"),
            tag,
        }
    }

    /// ComputeExponentForMagnitude ( numberFormat, magnitude ), 16.5.14
    fn exponent_for(&self, magnitude: i32) -> i32 {
        match &*self.notation {
            "scientific" => magnitude,
            "engineering" => magnitude.div_euclid(3) * 3,
            "compact" => self.compact_word(magnitude).map_or(0, |(power, _)| power),
            _ => 0,
        }
    }

    /// Returns the words for numbers of a magnitude, with their power of ten.
    fn compact_word(&self, magnitude: i32) -> Option<(i32, Patterns)> {
        // Symbols of currencies go with short words.
        let words = match self.has_symbol() {
            true => Words::OfAmounts,
            false if self.is_long => Words::Long,
            false => Words::Short,
        };
        number_data::compact(&self.tag, words, magnitude)
    }

    /// Returns the rounded number, and the power of ten that its notation takes out of it.
    fn rounded(&self, number: &Decimal) -> (Rounded, i32) {
        self.digits.apply_without_exponent(number, |magnitude| self.exponent_for(magnitude))
    }

    /// Returns the sign that is shown: steps 8 of 16.5.6.
    fn sign_of(&self, is_negative: bool, is_zero: bool) -> Sign {
        let minus = if is_negative { Sign::Minus } else { Sign::None };
        match &*self.sign {
            "never" => Sign::None,
            "always" if is_negative => Sign::Minus,
            "always" => Sign::Plus,
            "exceptZero" if is_zero => Sign::None,
            "exceptZero" if is_negative => Sign::Minus,
            "exceptZero" => Sign::Plus,
            "negative" if is_zero => Sign::None,
            _ => minus,
        }
    }

    fn digit_text(&self, digits: &[u8]) -> String {
        digits.iter().map(|&digit| names::digit(&self.numbering_system, digit)).collect()
    }

    /// Adds the digits before the point, in groups: step 3.h of 16.5.7.
    fn push_integer(&self, integer: &[u8], parts: &mut Vec<Part>) {
        let least = match &*self.grouping {
            "always" => 1,
            "auto" => self.symbols.least_grouped,
            "min2" => self.symbols.least_grouped.max(2),
            _ => usize::MAX,
        };
        if integer.len() < least.saturating_add(3) {
            return parts.push(part("integer", self.digit_text(integer)));
        }
        let (before, last) = integer.split_at(integer.len() - 3);
        let first = before.len() % self.symbols.further_group;
        let (first, others) = before.split_at(first);
        let firsts = (!first.is_empty()).then_some(first);
        for group in firsts.into_iter().chain(others.chunks(self.symbols.further_group)) {
            parts.push(part("integer", self.digit_text(group)));
            parts.push(part("group", self.symbols.group));
        }
        parts.push(part("integer", self.digit_text(last)));
    }

    /// Adds digits in compact notation, with what is around them.
    fn push_compact(&self, rounded: &Rounded, words: Patterns, parts: &mut Vec<Part>) {
        let text = rounded.text();
        let one = words.of_one().filter(|_| rounded.value == Decimal::parse("1").unwrap_or_default());
        let pattern = one.unwrap_or_else(|| words.of(plural_rules::category(&self.tag, false, &text)));
        match pattern.split_once('#') {
            Some((before, behind)) => {
                if !before.is_empty() {
                    parts.push(part("literal", before));
                }
                self.push_digits(rounded, parts);
                push_word("compact", behind, parts);
            }
            None => parts.push(part("compact", pattern)),
        }
    }

    fn push_digits(&self, rounded: &Rounded, parts: &mut Vec<Part>) {
        self.push_integer(&rounded.integer, parts);
        if !rounded.fraction.is_empty() {
            parts.push(part("decimal", self.symbols.decimal));
            parts.push(part("fraction", self.digit_text(&rounded.fraction)));
        }
    }

    /// PartitionNotationSubPattern, 16.5.7
    fn push_number(&self, rounded: &Rounded, exponent: i32, parts: &mut Vec<Part>) {
        if self.notation == "compact"
            && exponent != 0
            && let Some((_, words)) = self.compact_word(rounded.value.magnitude() + exponent)
        {
            return self.push_compact(rounded, words, parts);
        }
        self.push_digits(rounded, parts);
        match &*self.notation {
            "scientific" | "engineering" => {
                parts.push(part("exponentSeparator", self.symbols.exponent));
                if exponent < 0 {
                    parts.push(part("exponentMinusSign", self.symbols.minus));
                }
                let digits: Vec<u8> = exponent.unsigned_abs().to_string().bytes().map(|byte| byte - b'0').collect();
                parts.push(part("exponentInteger", self.digit_text(&digits)));
            }
            _ => {}
        }
    }

    /// Returns the parts of a number.
    pub(crate) fn parts(&self, number: &Number) -> Vec<Part> {
        self.styled(number, true)
    }

    /// Returns the parts of a number, with a unit or the name of a currency or without it.
    fn styled(&self, number: &Number, has_outer: bool) -> Vec<Part> {
        let mut digits = Vec::new();
        let mut plural_text = String::new();
        let (is_negative, is_zero) = match number {
            Number::Nan => {
                digits.push(part("nan", self.symbols.nan));
                (false, true)
            }
            &Number::Infinite { is_negative } => {
                digits.push(part("infinity", "∞"));
                (is_negative, false)
            }
            Number::Finite(decimal) => {
                let power = if self.style == "percent" { 2 } else { 0 };
                let (rounded, exponent) = self.rounded(&decimal.clone().scaled(power));
                self.push_number(&rounded, exponent, &mut digits);
                plural_text = plural_digits(&rounded, exponent);
                (decimal.is_negative, rounded.value.is_zero())
            }
        };
        let sign = self.sign_of(is_negative, is_zero);
        if !has_outer && self.has_outer() {
            return self.with_sign(sign, |parts| parts.extend(digits));
        }
        let category =
            if plural_text.is_empty() { "other" } else { plural_rules::category(&self.tag, false, &plural_text) };
        self.with_sign(sign, |parts| self.push_style(digits, category, parts))
    }

    /// Puts a sign, or the parentheses of accounts, around a number.
    fn with_sign(&self, sign: Sign, push: impl FnOnce(&mut Vec<Part>)) -> Vec<Part> {
        // Names of currencies stand outside of all signs.
        let has_symbol = self.has_symbol();
        let has_parentheses = has_symbol && self.is_accounting && self.symbols.currency.has_parentheses();
        let mut parts = Vec::new();
        match sign {
            Sign::Minus if has_parentheses => {
                // Persian has a mark from left to right before the parenthesis, and none behind it.
                let is_persian = self.tag.language == "fa";
                parts.push(part("literal", if is_persian { "\u{200e}(" } else { "(" }));
                push(&mut parts);
                if is_persian && parts.get(1).is_some_and(|part| part.value == self.symbols.currency_mark) {
                    parts.remove(1);
                }
                parts.push(part("literal", ")"));
                return parts;
            }
            Sign::Minus => parts.push(part("minusSign", self.symbols.minus)),
            Sign::Plus => parts.push(part("plusSign", self.symbols.plus)),
            Sign::None => {}
        }
        push(&mut parts);
        // A mark from right to left stands before a sign that is from left to right.
        let is_marked = self.symbols.currency_mark == "\u{200f}" && self.symbols.minus.starts_with('\u{200e}');
        if sign != Sign::None && has_symbol && is_marked && parts.len() > 1 {
            parts.swap(0, 1);
        }
        // A text before the number of a unit stands before its sign, and so do some currencies.
        if sign != Sign::None
            && (self.has_outer() || has_symbol && self.symbols.currency.has_sign_inside())
            && let Some(place) = parts.iter().position(|part| matches!(part.r#type, "integer" | "infinity" | "nan"))
            && place > 1
        {
            let sign = parts.remove(0);
            parts.insert(place - 1, sign);
            // Some languages have either a sign or a gap there.
            if has_symbol && self.symbols.currency != CurrencyPlace::BeforeGapAndSignP && place > 2 {
                parts.remove(place - 2);
            }
        }
        parts
    }

    /// Adds the digits with what the style puts around them.
    fn push_style(&self, digits: Vec<Part>, category: &str, parts: &mut Vec<Part>) {
        match &*self.style {
            "percent" => self.push_percent("percentSign", digits, parts),
            "unit" if self.is_percent_unit() => self.push_percent("unit", digits, parts),
            "currency" => self.push_currency(digits, category, parts),
            "unit" => self.push_unit(digits, category, parts),
            _ => parts.extend(digits),
        }
    }

    /// Adds the number and its unit. Some languages have words for one and two of a unit, in which the number and its sign are.
    fn push_unit(&self, digits: Vec<Part>, category: &str, parts: &mut Vec<Part>) {
        let pattern = number_data::unit(&self.tag, &self.unit, &self.unit_display, category);
        let Some((before, behind)) = pattern.split_once('#') else {
            parts.clear();
            return parts.push(part("unit", pattern));
        };
        let name = before.trim_end();
        if !name.is_empty() {
            parts.push(part("unit", name));
        }
        if name.len() < before.len() {
            parts.push(part("literal", before.trim_start_matches(name)));
        }
        parts.extend(digits);
        push_word("unit", behind, parts);
    }

    /// Adds the number and a percent sign, which is a part of the given type.
    fn push_percent(&self, r#type: &'static str, digits: Vec<Part>, parts: &mut Vec<Part>) {
        let Symbols { percent_gap, percent_sign, percent_is_first, .. } = self.symbols;
        if percent_is_first {
            parts.push(part(r#type, percent_sign));
            return parts.extend(digits);
        }
        parts.extend(digits);
        if !percent_gap.is_empty() {
            parts.push(part("literal", percent_gap));
        }
        parts.push(part(r#type, percent_sign));
    }

    /// Returns whether there is a unit that the percent sign stands for.
    fn is_percent_unit(&self) -> bool {
        self.style == "unit" && self.unit == "percent" && self.unit_display != "long"
    }

    /// Adds the number and the name of its currency.
    fn push_amount(&self, digits: Vec<Part>, category: &str, parts: &mut Vec<Part>) {
        let data = NameData::of(&self.tag);
        let pattern = data.name(name_data::Field::Patterns, "amount").unwrap_or("# @");
        let name = data.amount(&self.currency, category).unwrap_or(&self.currency);
        let gap = pattern.trim_start_matches(['#', '@']).trim_end_matches(['#', '@']);
        let gap = (!gap.is_empty()).then(|| part("literal", gap));
        if pattern.starts_with('@') {
            parts.push(part("currency", name));
            parts.extend(gap.into_iter().chain(digits));
        } else {
            parts.extend(digits.into_iter().chain(gap));
            parts.push(part("currency", name));
        }
    }

    /// Adds the number and its currency as a symbol, a code or a name.
    fn push_currency(&self, digits: Vec<Part>, category: &str, parts: &mut Vec<Part>) {
        if self.currency_display == "name" {
            return self.push_amount(digits, category, parts);
        }
        let symbol = match &*self.currency_display {
            "code" => self.currency.clone(),
            display => currency_symbol(&self.currency, display == "narrowSymbol", &self.tag),
        };
        // A word stands apart from digits, of which Unicode knows those of `hanidec` as letters.
        let place = self.symbols.currency;
        let near = if place.is_behind() { symbol.chars().next() } else { symbol.chars().next_back() };
        let has_digits = digits.first().is_some_and(|part| part.r#type == "integer");
        let is_apart = near.is_some_and(char::is_alphabetic) && has_digits && self.numbering_system != "hanidec";
        let gap = (place.has_gap() || is_apart).then(|| part("literal", self.symbols.currency_gap));
        if !self.symbols.currency_mark.is_empty() {
            parts.push(part("literal", self.symbols.currency_mark));
        }
        if place.is_behind() {
            parts.extend(digits.into_iter().chain(gap));
            parts.push(part("currency", symbol));
        } else {
            parts.push(part("currency", symbol));
            parts.extend(gap.into_iter().chain(digits));
        }
    }

    /// Returns what stands around numbers with a unit or the name of a currency.
    fn outer(&self, category: &str) -> [Vec<Part>; 2] {
        let mut parts = Vec::new();
        if self.has_outer() {
            self.push_style(vec![part("integer", "")], category, &mut parts);
        }
        let place = parts.iter().position(|part| part.r#type == "integer").unwrap_or(parts.len());
        let behind = parts.split_off(place);
        [parts, behind.into_iter().skip(1).collect()]
    }

    /// Returns whether there is a unit or the name of a currency. A percent sign is like those of numbers in percent, and is
    /// a unit only in compact notation, as in other engines.
    fn has_outer(&self) -> bool {
        let is_unit = self.style == "unit" && (!self.is_percent_unit() || self.notation == "compact");
        is_unit || self.style == "currency" && !self.has_symbol()
    }

    /// Returns whether there is the symbol or the code of a currency.
    fn has_symbol(&self) -> bool {
        self.style == "currency" && self.currency_display != "name"
    }

    /// Takes the parts of a number apart, which have nothing of what `outer` returns.
    fn layers(mut parts: Vec<Part>) -> Layers {
        let is_digit = |part: &Part| {
            matches!(part.r#type, "integer" | "group" | "decimal" | "fraction" | "infinity" | "nan")
                || part.r#type.starts_with("exponent")
        };
        let first = parts.iter().position(is_digit).unwrap_or(0);
        let last = parts.iter().rposition(is_digit).map_or(parts.len(), |last| last + 1);
        let behind = parts.split_off(last);
        let digits = parts.split_off(first);
        Layers { before: parts, digits, behind }
    }

    /// Returns the category of plurals of a number.
    fn category(&self, number: &Number) -> &'static str {
        let Number::Finite(decimal) = number else { return "other" };
        let (rounded, exponent) = self.rounded(&decimal.clone().scaled(if self.style == "percent" { 2 } else { 0 }));
        plural_rules::category(&self.tag, false, &plural_digits(&rounded, exponent))
    }

    /// PartitionNumberRangePattern ( numberFormat, x, y ), 16.5.21. Units and names of currencies are shown once. So is what else
    /// both ends have around their digits, if it is more than one character and no minus sign.
    pub(crate) fn range_parts(&self, from: &Number, to: &Number) -> Vec<Part> {
        let (start, end) = (self.styled(from, false), self.styled(to, false));
        if start == end {
            // FormatApproximately, 16.5.22
            let sign = part("approximatelySign", self.symbols.approximately);
            return std::iter::once(sign).chain(self.parts(from)).collect();
        }
        let (start, end) = (Format::layers(start), Format::layers(end));
        let length = text(&start.before).chars().count() + text(&start.behind).chars().count();
        let is_once = start.before == end.before && start.behind == end.behind && length > 1 && !start.is_minus();
        let has_exponent = start.digits.iter().any(|part| part.r#type.starts_with("exponent"));
        let range = self.symbols.range;
        let is_apart = has_exponent || length > 0 && !is_once;
        let separator = if is_apart && range.trim() == range { format!(" {range} ") } else { range.to_owned() };
        let category = || plural_ranges::category(&self.tag, false, self.category(from), self.category(to));
        let [mut parts, outer_behind] = self.outer(if self.has_outer() { category() } else { "other" });
        if is_once {
            parts.extend(start.before.iter().cloned());
        }
        let behind = if is_once { start.behind.clone() } else { Vec::new() };
        let sourced = |Layers { before, digits, behind }: Layers, source| {
            let around = |parts: Vec<Part>| if is_once { Vec::new() } else { parts };
            let all = around(before).into_iter().chain(digits).chain(around(behind));
            all.map(move |part| Part { source, ..part })
        };
        parts.extend(sourced(start, "startRange"));
        parts.push(part("literal", separator));
        parts.extend(sourced(end, "endRange"));
        parts.extend(behind);
        parts.extend(outer_behind);
        parts
    }
}

/// The parts of a number within its unit: digits, and what is around them.
struct Layers {
    before: Vec<Part>,
    digits: Vec<Part>,
    behind: Vec<Part>,
}

impl Layers {
    /// Returns whether there is a minus sign, or the parentheses of accounts.
    fn is_minus(&self) -> bool {
        self.before.iter().any(|part| part.r#type == "minusSign" || part.value.ends_with('('))
    }
}

/// Returns the digits by which the rules of plurals know a number whose notation takes out a power of ten: that of 1E3 is `1c3`,
/// and that of 1E-3 is `0.001`.
fn plural_digits(rounded: &Rounded, exponent: i32) -> String {
    let text = rounded.text();
    match exponent {
        0 => text,
        1.. => format!("{text}c{exponent}"),
        _ => {
            let digits = text.replacen('.', "", 1);
            let before = rounded.integer.len() as i64 + i64::from(exponent);
            match usize::try_from(before) {
                Ok(before) => {
                    let (integer, fraction) = digits.split_at_checked(before).unwrap_or((&digits, ""));
                    format!("{integer:0>1}.{fraction}")
                }
                Err(_) => format!("0.{}{digits}", "0".repeat(before.unsigned_abs() as usize)),
            }
        }
    }
}

/// Adds a word, with the gap before it as a part of its own.
fn push_word(r#type: &'static str, word: &str, parts: &mut Vec<Part>) {
    let name = word.trim_start();
    let gap = word.strip_suffix(name).unwrap_or_default();
    if !gap.is_empty() {
        parts.push(part("literal", gap));
    }
    if !name.is_empty() {
        parts.push(part(r#type, name));
    }
}
