//! Intl.PluralRules, ECMA-402 17, by the rules of the crate `icu_plurals`.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use fixed_decimal::CompactDecimal;
use icu_locale::Locale;
use icu_plurals::{PluralCategory, PluralRuleType, PluralRules};

use crate::decimal::{Decimal, Number};
use crate::digits::{self, Digits};
use crate::number_data::{self, Words};
use crate::number_format::mathematical_value;
use crate::resolved::Resolved;
use crate::slots::{self, Type};
use crate::tag::Tag;
use crate::{Class, negotiation, options, plural_ranges};

static CONSTRUCTOR: NativeFunction = constructor("PluralRules", 0, plural_rules);

static FUNCTIONS: &[NativeFunction] = &[method("supportedLocalesOf", 1, negotiation::supported_locales_of)];

static METHODS: &[NativeFunction] = &[
    method("resolvedOptions", 0, resolved_options),
    method("select", 1, select),
    method("selectRange", 2, select_range),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::PluralRules,
    constructor: Some(&CONSTRUCTOR),
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[],
};

/// Ticks for the rules of a number.
const RULES: u64 = 200;

/// Digits before the point that the rules look at.
const MOST_DIGITS: usize = 17;

/// Intl.PluralRules ( [ locales [ , options ] ] ), ECMA-402 17.1.1
fn plural_rules(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::PluralRules)?;
    let prototype = slots::prototype_for_new(vm, call, Type::PluralRules)?;
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    vm.work(RULES)?;
    let tags = negotiation::canonicalize_list(vm, locales)?;
    let options = options::coerce_options(vm, options)?;
    options::locale_matcher(vm, options)?;
    let chosen = negotiation::choose(&tags);
    let which = options::choice(vm, options, "type", &["cardinal", "ordinal"])?.unwrap_or("cardinal");
    let notations = ["standard", "compact", "scientific", "engineering"];
    let notation = options::choice(vm, options, "notation", &notations)?.unwrap_or("standard");
    let display = options::choice(vm, options, "compactDisplay", &["short", "long"])?.unwrap_or("short");
    let digits = digits::read(vm, options, [0, 3], notation == "compact")?;
    let mut resolved = Resolved::default();
    resolved.text("locale", &chosen.locale);
    resolved.text("type", which);
    resolved.text("notation", notation);
    if notation == "compact" {
        resolved.text("compactDisplay", display);
    }
    digits.show_limits(&mut resolved);
    resolved.list("pluralCategories", &categories(&chosen.data, which == "ordinal"));
    digits.show_rounding(&mut resolved);
    Ok(slots::object(vm, prototype, Type::PluralRules, resolved.as_str()))
}

/// Makes the rules of a locale.
fn rules(tag: &Tag, is_ordinal: bool) -> Option<PluralRules> {
    // Rules are those of languages, and of Portugal. Scripts and other regions would lead away from them: `sr-ME` is written in
    // Latin letters, for which CLDR has no rules.
    let mut base = tag.base();
    base.script.clear();
    if (&*base.language, &*base.region) != ("pt", "pt") {
        base.region.clear();
    }
    let locale = Locale::try_from_str(&base.to_string()).ok()?;
    let which = if is_ordinal { PluralRuleType::Ordinal } else { PluralRuleType::Cardinal };
    PluralRules::try_new(locale.into(), which.into()).ok()
}

fn name(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

fn categories(tag: &Tag, is_ordinal: bool) -> Vec<&'static str> {
    let known: Vec<&str> = rules(tag, is_ordinal).iter().flat_map(|rules| rules.categories().map(name)).collect();
    let order = ["zero", "one", "two", "few", "many", "other"];
    order.into_iter().filter(|name| known.contains(name) || *name == "other").collect()
}

/// Returns the category of a number by its digits, without sign; behind `c` is the power of ten that compact notation leaves
/// out.
pub(crate) fn category(tag: &Tag, is_ordinal: bool, digits: &str) -> &'static str {
    let (number, exponent) = digits.split_once('c').unwrap_or((digits, ""));
    let (integer, fraction) = number.split_once('.').unwrap_or((number, ""));
    // The rules look at the last digits, and at whether there are others.
    let integer = match integer.len().checked_sub(MOST_DIGITS) {
        Some(extra @ 1..) => format!("1{}", integer.get(extra..).unwrap_or_default()),
        _ => integer.to_owned(),
    };
    let fraction = fraction.get(..fraction.len().min(MOST_DIGITS)).unwrap_or_default();
    let point = if fraction.is_empty() { "" } else { "." };
    let mark = if exponent.is_empty() { "" } else { "c" };
    let number = CompactDecimal::try_from_str(&format!("{integer}{point}{fraction}{mark}{exponent}"));
    match (rules(tag, is_ordinal), number) {
        (Some(rules), Ok(number)) => name(rules.category_for(&number)),
        _ => "other",
    }
}

/// Resolved options of an object.
struct Selection {
    tag: Tag,
    is_ordinal: bool,
    /// The words of compact notation.
    compact: Option<Words>,
    digits: Digits,
}

/// Returns the resolved options of the receiver.
fn this_rules(vm: &mut Vm, call: Call, method: &str) -> Completion<Selection> {
    let (_, slots) = slots::this(vm, call, Type::PluralRules, method)?;
    let resolved = Resolved::read(vm, slots.resolved)?;
    Ok(Selection {
        tag: Tag::parse(resolved.get_text("locale")).unwrap_or_default(),
        is_ordinal: resolved.get_text("type") == "ordinal",
        compact: (resolved.get_text("notation") == "compact").then(|| match resolved.get_text("compactDisplay") {
            "long" => Words::Long,
            _ => Words::Short,
        }),
        digits: Digits::of(&resolved),
    })
}

impl Selection {
    /// ResolvePlural ( pluralRules, n ), 17.5.2
    fn category(&self, number: &Number) -> &'static str {
        let Number::Finite(number) = number else { return "other" };
        category(&self.tag, self.is_ordinal, &self.operands(number))
    }

    /// Returns the digits that are shown of a number, and its power of ten; none for infinity.
    fn text(&self, number: &Number) -> Option<String> {
        match number {
            Number::Finite(number) => Some(self.operands(number)),
            Number::Nan | Number::Infinite { .. } => None,
        }
    }

    fn operands(&self, number: &Decimal) -> String {
        let words = |magnitude| number_data::compact(&self.tag, self.compact?, magnitude);
        let exponent_for = |magnitude| words(magnitude).map_or(0, |(power, _)| power);
        match self.digits.apply_without_exponent(number, exponent_for) {
            (rounded, 0) => rounded.text(),
            (rounded, power) => format!("{}c{power}", rounded.text()),
        }
    }
}

/// Intl.PluralRules.prototype.resolvedOptions ( ), ECMA-402 17.3.2
fn resolved_options(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::PluralRules, "resolvedOptions")?;
    Resolved::read(vm, slots.resolved)?.show(vm)
}

/// Intl.PluralRules.prototype.select ( value ), ECMA-402 17.3.3
fn select(vm: &mut Vm, call: Call) -> Completion<Value> {
    let rules = this_rules(vm, call, "select")?;
    let value = call.argument(vm, 0);
    let number = convert::to_number(vm, value)?;
    let number = mathematical_value(vm, Value::number(number))?;
    vm.work(RULES)?;
    Ok(Value::string(vm.heap.new_string(rules.category(&number))))
}

/// Intl.PluralRules.prototype.selectRange ( start, end ), ECMA-402 17.3.4, and ResolvePluralRange, 17.5.4
fn select_range(vm: &mut Vm, call: Call) -> Completion<Value> {
    let rules = this_rules(vm, call, "selectRange")?;
    let (start, end) = (call.argument(vm, 0), call.argument(vm, 1));
    if start.is_undefined() || end.is_undefined() {
        return vm.type_error("Both ends of a range are required");
    }
    let (start, end) = (convert::to_number(vm, start)?, convert::to_number(vm, end)?);
    if start.is_nan() || end.is_nan() {
        return vm.range_error("NaN is not an end of a range");
    }
    vm.work(2 * RULES)?;
    let (start, end) = (mathematical_value(vm, Value::number(start))?, mathematical_value(vm, Value::number(end))?);
    let category = if rules.text(&start) == rules.text(&end) {
        rules.category(&start)
    } else {
        let (start, end) = (rules.category(&start), rules.category(&end));
        plural_ranges::category(&rules.tag, rules.is_ordinal, start, end)
    };
    Ok(Value::string(vm.heap.new_string(category)))
}
