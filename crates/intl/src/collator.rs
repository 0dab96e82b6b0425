//! Intl.Collator, ECMA-402 11, and String.prototype.localeCompare, 20.1.2, by the crate `icu_collator`.

use std::cmp::Ordering;

use ferrotape_budget::costs::LETTERS_PER_TICK;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, Captured, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{FlatString, StringId, StringView};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use icu_collator::options::{AlternateHandling, CaseLevel, CollatorOptions, MaxVariable, Strength};
use icu_collator::{Collator, CollatorPreferences};
use icu_locale::Locale;
use unicode_normalization::char::is_combining_mark;

use crate::resolved::Resolved;
use crate::slots::{self, Type};
use crate::tag::Tag;
use crate::{Class, locale_facts, negotiation, options};

static CONSTRUCTOR: NativeFunction = constructor("Collator", 0, collator);

static FUNCTIONS: &[NativeFunction] = &[method("supportedLocalesOf", 1, negotiation::supported_locales_of)];

static GETTERS: &[NativeFunction] = &[method("get compare", 0, compare)];

static METHODS: &[NativeFunction] = &[method("resolvedOptions", 0, resolved_options)];

pub(crate) static CLASS: Class = Class {
    r#type: Type::Collator,
    constructor: Some(&CONSTRUCTOR),
    functions: FUNCTIONS,
    methods: METHODS,
    getters: GETTERS,
};

/// The function that the getter `compare` gives: ECMA-402 11.3.3.1.
pub(crate) static BOUND_COMPARE: NativeFunction =
    method("", 2, bound_compare).capturing([Captured::Object, Captured::Nothing, Captured::Nothing]);

/// Ticks for making a collator of what was resolved.
const COLLATOR: u64 = 200;

/// Letters of a piece. Longer strings are compared piece by piece, as a comparison cannot be interrupted.
const MOST_LETTERS: usize = 1 << 14;

/// Most code units of a piece, with the marks and digits that do not count as letters. The decomposition of one letter may have
/// four.
const MOST_UNITS: usize = 5 * MOST_LETTERS;

/// A level of differences.
type Level = (Strength, CaseLevel);

const LETTERS: Level = (Strength::Primary, CaseLevel::Off);
const ACCENTS: Level = (Strength::Secondary, CaseLevel::Off);
const CASES: Level = (Strength::Primary, CaseLevel::On);
const VARIANTS: Level = (Strength::Tertiary, CaseLevel::Off);

/// Returns the levels that count for a sensitivity, the strongest first. Each has those before it.
fn levels_of(sensitivity: &str) -> &'static [Level] {
    match sensitivity {
        "base" => &[LETTERS],
        "accent" => &[LETTERS, ACCENTS],
        "case" => &[LETTERS, CASES],
        _ => &[LETTERS, ACCENTS, VARIANTS],
    }
}

/// Intl.Collator ( [ locales [ , options ] ] ), ECMA-402 11.1.1
fn collator(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = slots::prototype_for_new(vm, call, Type::Collator)?;
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let resolved = resolve(vm, locales, options)?;
    Ok(slots::object(vm, prototype, Type::Collator, resolved.as_str()))
}

/// Reads locales and options, and resolves them.
fn resolve(vm: &mut Vm, locales: Value, options: Value) -> Completion<Resolved> {
    vm.work(COLLATOR)?;
    let tags = negotiation::canonicalize_list(vm, locales)?;
    let options = options::coerce_options(vm, options)?;
    let usage = options::choice(vm, options, "usage", &["sort", "search"])?.unwrap_or("sort");
    options::locale_matcher(vm, options)?;
    let collation = options::type_text(vm, options, "collation")?;
    let numeric = options::boolean(vm, options, "numeric")?.map(|is| if is { "true" } else { "false" });
    let case_first = options::choice(vm, options, "caseFirst", &["upper", "lower", "false"])?;
    let mut chosen = negotiation::choose(&tags);
    let known = locale_facts::collations(&chosen.data);
    let is_search = usage == "search";
    let collation = chosen.keyword("co", collation.as_deref(), |name| !is_search && known.contains(&name));
    let numeric = chosen.keyword("kn", numeric, |value| matches!(value, "true" | "false"));
    let case_first = chosen.keyword("kf", case_first, |value| matches!(value, "upper" | "lower" | "false"));
    let sensitivities = ["base", "accent", "case", "variant"];
    let sensitivity = options::choice(vm, options, "sensitivity", &sensitivities)?.unwrap_or("variant");
    let ignores = options::boolean(vm, options, "ignorePunctuation")?;
    let mut resolved = Resolved::default();
    resolved.text("locale", chosen.with_keywords());
    resolved.text("usage", usage);
    resolved.text("sensitivity", sensitivity);
    resolved.flag("ignorePunctuation", ignores.unwrap_or(chosen.data.language == "th"));
    resolved.text("collation", collation.as_deref().unwrap_or("default"));
    resolved.flag("numeric", numeric.as_deref() == Some("true"));
    let default = if chosen.data.language == "da" { "upper" } else { "false" };
    resolved.text("caseFirst", case_first.as_deref().unwrap_or(default));
    Ok(resolved)
}

/// Makes the collator of what was resolved, which sees differences down to a level.
fn made(resolved: &Resolved, (strength, case): Level) -> Option<icu_collator::CollatorBorrowed<'static>> {
    let mut tag = Tag::parse(resolved.get_text("locale")).unwrap_or_default().base();
    let collation = resolved.get_text("collation");
    if collation != "default" {
        tag.set_keyword("co", collation);
    }
    tag.set_keyword("kf", resolved.get_text("caseFirst"));
    tag.set_keyword("kn", if resolved.get_flag("numeric") { "" } else { "false" });
    let locale = Locale::try_from_str(&tag.to_string()).ok()?;
    let mut options = CollatorOptions::default();
    (options.strength, options.case_level) = (Some(strength), Some(case));
    let ignores = resolved.get_flag("ignorePunctuation");
    options.alternate_handling =
        Some(if ignores { AlternateHandling::Shifted } else { AlternateHandling::NonIgnorable });
    options.max_variable = Some(MaxVariable::Punctuation);
    Collator::try_new(CollatorPreferences::from(&locale), options).ok()
}

/// CompareStrings ( collator, x, y ), ECMA-402 11.3.3.2. Long strings are compared on one level after the other: a letter at the
/// end decides before the case at the beginning.
fn compare_strings(vm: &mut Vm, resolved: &Resolved, x: StringId, y: StringId) -> Completion<Value> {
    let texts = [vm.heap.flatten(x)?, vm.heap.flatten(y)?];
    let is_short = texts.iter().all(|&text| vm.heap.view(text).len() <= MOST_LETTERS);
    let levels = levels_of(resolved.get_text("sensitivity"));
    // The last level has the others, so it is enough for a single piece.
    let levels = if is_short { levels.last().map_or(levels, std::slice::from_ref) } else { levels };
    for &level in levels {
        let order = compare_pieces(vm, resolved, level, texts)?;
        if order.is_ne() {
            return Ok(Value::int(order as i32));
        }
    }
    // In longer strings they count as the same character, as one pass through both cannot be interrupted.
    let order = if is_short { compare_surrogates(vm, texts) } else { Ordering::Equal };
    Ok(Value::int(order as i32))
}

/// Compares the lone surrogates of strings that are equal otherwise: the collator takes all of them for U+FFFD.
fn compare_surrogates(vm: &Vm, texts: [FlatString; 2]) -> Ordering {
    let [a, b] = texts.map(|text| vm.heap.view(text));
    // Latin-1 has none, so neither has the string that is equal to it.
    if a.as_latin1().is_some() || b.as_latin1().is_some() {
        return Ordering::Equal;
    }
    replaced(a).cmp(replaced(b))
}

/// Returns the code units of a string that the collator takes for U+FFFD.
fn replaced(text: StringView<'_>) -> impl Iterator<Item = u16> + '_ {
    char::decode_utf16(text.units()).filter_map(|character| match character {
        Ok(char::REPLACEMENT_CHARACTER) => Some(char::REPLACEMENT_CHARACTER as u16),
        Ok(_) => None,
        Err(lone) => Some(lone.unpaired_surrogate()),
    })
}

/// Compares strings piece by piece, down to a level of differences.
fn compare_pieces(vm: &mut Vm, resolved: &Resolved, level: Level, texts: [FlatString; 2]) -> Completion<Ordering> {
    vm.work(COLLATOR)?;
    let Some(collator) = made(resolved, level) else { return Ok(Ordering::Equal) };
    let ignores = resolved.get_flag("ignorePunctuation");
    let mut starts = [0, 0];
    loop {
        let ends = [0, 1].map(|side: usize| end_of_piece(vm.heap.view(texts[side]), starts[side], ignores));
        let count = ends[0] - starts[0] + ends[1] - starts[1];
        if count == 0 {
            return Ok(Ordering::Equal);
        }
        vm.work(count as u64 / LETTERS_PER_TICK)?;
        vm.room(count * size_of::<u16>())?;
        let [a, b] = [0, 1].map(|side: usize| vm.heap.view(texts[side]).slice(starts[side], ends[side]).to_units());
        let order = collator.compare_utf16(&a, &b);
        if order.is_ne() {
            return Ok(order);
        }
        starts = ends;
    }
}

/// Returns the end of the piece that begins at `start`. Pieces of both strings have as many letters, whether these have their
/// marks in them or behind them. A number is cut only if it has more digits than a piece has units. A letter that is equal to
/// two is not known: `\u{df}` to `ss`.
fn end_of_piece(text: StringView<'_>, start: usize, ignores_punctuation: bool) -> usize {
    if text.len() - start <= MOST_LETTERS {
        return text.len();
    }
    let most = text.len().min(start + MOST_UNITS);
    let (mut letters, mut last, mut place) = (0, start, start);
    for character in char::decode_utf16(text.slice(start, most).units()) {
        // The collator takes lone surrogates for this character.
        let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
        if is_letter(character, ignores_punctuation) {
            if letters == MOST_LETTERS {
                return place;
            }
            (letters, last) = (letters + 1, place);
        }
        place += character.len_utf16();
    }
    // The last letter may have more marks.
    if most < text.len() && last > start { last } else { most }
}

/// Returns whether a character counts as a letter. Each character has as many letters as its canonical decomposition: one or
/// none. Those that the collator may ignore are none.
fn is_letter(character: char, ignores_punctuation: bool) -> bool {
    !is_part(character)
        && !is_number(character)
        && !character.is_control()
        && (!ignores_punctuation || character.is_alphabetic() || is_symbol(character))
}

/// Returns whether a character belongs to the letter before it, or is ignored.
fn is_part(character: char) -> bool {
    match character {
        '\0'..='\x7F' => false,
        // Vowels and final consonants of Hangul syllables; vowels of Kirat Rai, of which one may be two.
        '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FB}' | '\u{16D63}'..='\u{16D6A}' => true,
        // Soft hyphens, joiners, marks of direction and other controls of a format, tags.
        '\u{AD}'
        | '\u{61C}'
        | '\u{180A}'..='\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{13430}'..='\u{1343F}'
        | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E007F}' => true,
        // Arabic signs around numbers, tatweel, and marks that stand alone; such signs of related scripts.
        '\u{600}'..='\u{605}'
        | '\u{640}'
        | '\u{6DD}'
        | '\u{70F}'
        | '\u{7FA}'
        | '\u{824}'
        | '\u{828}'
        | '\u{890}'..='\u{891}'
        | '\u{8E2}'
        | '\u{1CD3}'
        | '\u{1CF2}'..='\u{1CF3}'
        | '\u{FC5E}'..='\u{FC63}'
        | '\u{FCF2}'..='\u{FCF4}'
        | '\u{FE70}'..='\u{FE7F}'
        | '\u{110BD}'
        | '\u{110CD}' => true,
        // Marks of voice behind narrow kana; vowels and final consonants of Hangul that stand alone, wide and narrow.
        '\u{FF9E}'..='\u{FFA0}'
        | '\u{FFA3}'
        | '\u{FFA5}'..='\u{FFA6}'
        | '\u{FFAA}'..='\u{FFAF}'
        | '\u{FFC2}'..='\u{FFDC}'
        | '\u{3133}'
        | '\u{3135}'..='\u{3136}'
        | '\u{313A}'..='\u{313F}'
        | '\u{314F}'..='\u{3164}'
        | '\u{3167}'..='\u{316D}'
        | '\u{316F}'..='\u{3170}'
        | '\u{3182}'..='\u{3183}'
        | '\u{3187}'..='\u{318E}' => true,
        _ => is_combining_mark(character),
    }
}

/// Returns whether a character may be equal to digits. Roman numerals are equal to Latin letters, others to ideographs.
fn is_number(character: char) -> bool {
    let is_like_letter = matches!(
        character,
        '\u{2160}'..='\u{217F}' | '\u{3038}'..='\u{303A}' | '\u{3192}'..='\u{3195}' | '\u{3280}'..='\u{3289}'
    );
    character.is_numeric() && !is_like_letter
}

/// Returns whether a character is a symbol that is equal to a letter, as radicals and letters in circles or squares are, or
/// lies near those. None of them is punctuation.
fn is_symbol(character: char) -> bool {
    matches!(
        character,
        '\u{2E80}'..='\u{2FDF}' | '\u{3190}'..='\u{33FF}' | '\u{1CC00}'..='\u{1CCEF}' | '\u{1F000}'..='\u{1FAFF}'
    )
}

/// get Intl.Collator.prototype.compare, ECMA-402 11.3.3
fn compare(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, slots) = slots::this(vm, call, Type::Collator, "compare")?;
    slots::bound(vm, object, slots, &BOUND_COMPARE)
}

/// Collator Compare Functions, ECMA-402 11.3.3.1
fn bound_compare(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = vm.heap.captured(call.callee, 0);
    let (x, y) = (call.argument(vm, 0), call.argument(vm, 1));
    let x = convert::to_string(vm, x)?;
    vm.keep(Value::string(x));
    let y = convert::to_string(vm, y)?;
    vm.keep(Value::string(y));
    let (_, slots) = slots::this(vm, call.with_this(object), Type::Collator, "compare")?;
    let resolved = Resolved::read(vm, slots.resolved)?;
    compare_strings(vm, &resolved, x, y)
}

/// Intl.Collator.prototype.resolvedOptions ( ), ECMA-402 11.3.2
fn resolved_options(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::Collator, "resolvedOptions")?;
    Resolved::read(vm, slots.resolved)?.show(vm)
}

/// String.prototype.localeCompare ( that [ , locales [ , options ] ] ), ECMA-402 20.1.2, of strings that the caller has read
/// and keeps.
pub fn locale_compare(vm: &mut Vm, call: Call, string: StringId, that: StringId) -> Completion<Value> {
    let (locales, options) = (call.argument(vm, 1), call.argument(vm, 2));
    let resolved = resolve(vm, locales, options)?;
    compare_strings(vm, &resolved, string, that)
}
