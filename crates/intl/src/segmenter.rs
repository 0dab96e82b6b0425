//! Intl.Segmenter, ECMA-402 19, by the rules of the crate `icu_segmenter`, without its dictionaries: texts in Chinese,
//! Japanese, Thai
//! and their like have no breaks within runs of letters.
//!
//! A segment is searched on demand, in a window of the text that grows while it contains no break. So each step
//! is charged before it is done.

use ferrotape_budget::costs::LETTERS_PER_TICK;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{ObjectId, StringId, StringView};
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::{Intl, ObjectKind};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::symbol::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use icu_segmenter::options::{SentenceBreakInvariantOptions, WordBreakInvariantOptions};
use icu_segmenter::{GraphemeClusterSegmenter, SentenceSegmenter, WordSegmenter, WordSegmenterBorrowed};

use crate::resolved::{Resolved, property};
use crate::slots::{self, Type};
use crate::{Class, negotiation, options};

static CONSTRUCTOR: NativeFunction = constructor("Segmenter", 0, segmenter);

static FUNCTIONS: &[NativeFunction] = &[method("supportedLocalesOf", 1, negotiation::supported_locales_of)];

static METHODS: &[NativeFunction] = &[method("resolvedOptions", 0, resolved_options), method("segment", 1, segment)];

pub(crate) static CLASS: Class = Class {
    r#type: Type::Segmenter,
    constructor: Some(&CONSTRUCTOR),
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[],
};

/// %IntlSegmentsPrototype%, ECMA-402 19.5.2
pub(crate) static SEGMENTS: Class = Class {
    r#type: Type::Segments,
    constructor: None,
    functions: &[],
    methods: &[method("containing", 1, containing)],
    getters: &[],
};

/// %IntlSegmentIteratorPrototype%, ECMA-402 19.6.2
pub(crate) static ITERATOR: Class = Class {
    r#type: Type::SegmentIterator,
    constructor: None,
    functions: &[],
    methods: &[method("next", 0, next)],
    getters: &[],
};

/// %IntlSegmentsPrototype% [ %Symbol.iterator% ] ( ), ECMA-402 19.5.2.2
pub(crate) static ITERATE: NativeFunction = method("[Symbol.iterator]", 0, iterate);
pub(crate) const ITERATE_KEY: PropertyKey = symbols::ITERATOR;

/// Code units of the first window.
const FIRST_WINDOW: usize = 256;

/// The most code units of a segment. A longer one is broken there.
const MOST_UNITS: usize = 1 << 16;

/// Code units that rules may have to see behind a break.
const LOOK_AHEAD: usize = 32;

/// Intl.Segmenter ( [ locales [ , options ] ] ), ECMA-402 19.1.1
fn segmenter(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::Segmenter)?;
    let prototype = slots::prototype_for_new(vm, call, Type::Segmenter)?;
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let tags = negotiation::canonicalize_list(vm, locales)?;
    let options = options::get_options_object(vm, options)?;
    options::locale_matcher(vm, options)?;
    let chosen = negotiation::choose(&tags);
    let granularity = options::choice(vm, options, "granularity", &["grapheme", "word", "sentence"])?;
    let mut resolved = Resolved::default();
    resolved.text("locale", &chosen.locale);
    resolved.text("granularity", granularity.unwrap_or("grapheme"));
    Ok(slots::object(vm, prototype, Type::Segmenter, resolved.as_str()))
}

/// Intl.Segmenter.prototype.resolvedOptions ( ), ECMA-402 19.3.2
fn resolved_options(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::Segmenter, "resolvedOptions")?;
    Resolved::read(vm, slots.resolved)?.show(vm)
}

/// Intl.Segmenter.prototype.segment ( string ), ECMA-402 19.3.3
fn segment(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::Segmenter, "segment")?;
    let string = call.argument(vm, 0);
    let string = convert::to_string(vm, string)?;
    vm.keep(Value::string(string));
    let prototype = slots::prototype_here(vm, Type::Segments);
    Ok(slots::object_holding(vm, prototype, Type::Segments, slots.resolved, Value::string(string)))
}

/// Ways to break texts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Granularity {
    Grapheme,
    Word,
    Sentence,
}

fn granularity(vm: &mut Vm, slots: &Intl) -> Completion<Granularity> {
    let resolved = Resolved::read(vm, slots.resolved)?;
    Ok(match resolved.get_text("granularity") {
        "word" => Granularity::Word,
        "sentence" => Granularity::Sentence,
        _ => Granularity::Grapheme,
    })
}

/// Returns the first break of a text, that at its end if there is no other.
fn first_break(text: StringView<'_>, granularity: Granularity) -> usize {
    let sentences = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
    let graphemes = GraphemeClusterSegmenter::new();
    let found = match (text, granularity) {
        (StringView::Latin1(bytes), Granularity::Grapheme) => graphemes.segment_latin1(bytes).nth(1),
        (StringView::Utf16(units), Granularity::Grapheme) => graphemes.segment_utf16(units).nth(1),
        (StringView::Latin1(bytes), Granularity::Sentence) => sentences.segment_latin1(bytes).nth(1),
        (StringView::Utf16(units), Granularity::Sentence) => sentences.segment_utf16(units).nth(1),
        (StringView::Latin1(bytes), Granularity::Word) => words().segment_latin1(bytes).nth(1),
        (StringView::Utf16(units), Granularity::Word) => words().segment_utf16(units).nth(1),
    };
    found.unwrap_or(text.len())
}

fn words() -> WordSegmenterBorrowed<'static> {
    WordSegmenter::new_for_non_complex_scripts(WordBreakInvariantOptions::default())
}

/// Returns whether a segment is like a word, if it is one of words: whether a letter, a digit or two joiners are in it (UAX 29,
/// WB13a). `icu_segmenter` tells that of the last character alone, which may be a mark.
fn is_word_like(
    vm: &mut Vm,
    string: StringId,
    [start, end]: [usize; 2],
    granularity: Granularity,
) -> Completion<Option<bool>> {
    if granularity != Granularity::Word {
        return Ok(None);
    }
    let flat = vm.heap.flatten(string)?;
    vm.work((end - start) as u64)?;
    let segment = vm.heap.view(flat).slice(start, end);
    let characters = || char::decode_utf16(segment.units()).flatten();
    let joiners = characters().filter(|&character| JOINERS.contains(character));
    Ok(Some(joiners.take(2).count() == 2 || characters().any(is_of_word)))
}

/// Characters that join words: ExtendNumLet. One alone is not like a word.
const JOINERS: &str = "_\u{202F}\u{203F}\u{2040}\u{2054}\u{FE33}\u{FE34}\u{FE4D}\u{FE4E}\u{FE4F}\u{FF3F}";

fn is_of_word(character: char) -> bool {
    if character.is_ascii() || JOINERS.contains(character) {
        return character.is_ascii_alphanumeric();
    }
    let mut units = [0; 2];
    let mut breaks = words().segment_utf16(character.encode_utf16(&mut units)).iter_with_word_type();
    breaks.nth(1).is_some_and(|(_, kind)| kind.is_word_like())
}

/// FindBoundary ( segmenter, string, startIndex, after ), ECMA-402 19.8.1: the break behind the segment that begins at a place.
fn break_behind(vm: &mut Vm, string: StringId, start: usize, granularity: Granularity) -> Completion<usize> {
    let flat = vm.heap.flatten(string)?;
    let length = vm.heap.view(flat).len();
    let mut window = FIRST_WINDOW;
    loop {
        let end = length.min(start.saturating_add(window));
        vm.work(8)?;
        let found = first_break(vm.heap.view(flat).slice(start, end), granularity);
        vm.work(found as u64 / LETTERS_PER_TICK)?;
        let at = start + found;
        if end == length || window >= MOST_UNITS {
            return Ok(at);
        }
        if at + LOOK_AHEAD < end {
            let near = at + LOOK_AHEAD;
            if is_plain(vm.heap.view(flat).slice(at, near), granularity) {
                return Ok(at);
            }
            for end in [near, end] {
                let units = end - start;
                vm.work((units * ENDS.len()) as u64 / LETTERS_PER_TICK)?;
                vm.room((units + 1) * size_of::<u16>())?;
                if is_settled(vm.heap.view(flat).slice(start, end), granularity, found) {
                    return Ok(at);
                }
            }
        }
        window *= 2;
        vm.work(window as u64 / LETTERS_PER_TICK)?;
    }
}

/// Letters and digits that may undo a break before them, with characters between: rules WB6, WB7b, WB12 and SB8.
const ENDS: [u16; 3] = ['a' as u16, '1' as u16, 'א' as u16];

/// Returns whether the text behind a break has a character of ASCII that ends all looking ahead. In words, rules look past
/// the first one and its marks; in sentences, to the next letter.
fn is_plain(behind: StringView<'_>, granularity: Granularity) -> bool {
    let is_letter = |unit: u16| u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_alphabetic());
    match granularity {
        Granularity::Grapheme => true,
        Granularity::Word => behind.units().skip(1).any(|unit| unit < 0x80),
        Granularity::Sentence => behind.units().any(is_letter),
    }
}

/// Returns whether the first break of a text stays the same whatever follows the text.
fn is_settled(text: StringView<'_>, granularity: Granularity, found: usize) -> bool {
    let mut units = text.to_units();
    // Half a character may be anything.
    units.pop_if(|unit| (0xD800..0xDC00).contains(unit));
    ENDS.into_iter().all(|end| {
        units.push(end);
        let is_same = first_break(StringView::Utf16(&units), granularity) == found;
        units.pop();
        is_same
    })
}

/// CreateSegmentDataObject ( segmenter, string, startIndex, endIndex ), ECMA-402 19.7.1
fn segment_data(vm: &mut Vm, string: StringId, range: [usize; 2], word: Option<bool>) -> Completion<Value> {
    let [start, end] = range;
    let data = vm.new_plain_object();
    vm.keep(Value::object(data));
    let flat = vm.heap.flatten(string)?;
    let segment = vm.heap.substring(flat, start, end)?;
    property(vm, data, "segment", Value::string(segment))?;
    property(vm, data, "index", Value::number(start as f64))?;
    property(vm, data, "input", Value::string(string))?;
    if let Some(is_word_like) = word {
        property(vm, data, "isWordLike", Value::bool(is_word_like))?;
    }
    Ok(Value::object(data))
}

/// Returns the string that is segmented, and how.
fn segmented(
    vm: &mut Vm,
    call: Call,
    which: Type,
    method: &str,
) -> Completion<(ObjectId, Intl, StringId, Granularity)> {
    let (object, slots) = slots::this(vm, call, which, method)?;
    let granularity = granularity(vm, &slots)?;
    Ok((object, slots, slots.held.as_string().unwrap_or(StringId::EMPTY), granularity))
}

/// %IntlSegmentsPrototype%.containing ( index ), ECMA-402 19.5.2.1
fn containing(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, _, string, granularity) = segmented(vm, call, Type::Segments, "containing")?;
    let index = call.argument(vm, 0);
    let index = convert::to_integer_or_infinity(vm, index)?;
    let length = vm.heap.string_length(string);
    if index < 0.0 || index >= length as f64 {
        return Ok(Value::UNDEFINED);
    }
    let (index, mut start) = (index as usize, 0);
    loop {
        let found = break_behind(vm, string, start, granularity)?;
        if found > index || found >= length || found <= start {
            let word = is_word_like(vm, string, [start, found], granularity)?;
            return segment_data(vm, string, [start, found], word);
        }
        start = found;
    }
}

/// %SegmentsPrototype% [ %Symbol.iterator% ] ( ), ECMA-402 19.5.2.2
fn iterate(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::Segments, "[Symbol.iterator]")?;
    let prototype = slots::prototype_here(vm, Type::SegmentIterator);
    Ok(slots::object_holding(vm, prototype, Type::SegmentIterator, slots.resolved, slots.held))
}

/// %IntlSegmentIteratorPrototype%.next ( ), ECMA-402 19.6.2.1
fn next(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, slots, string, granularity) = segmented(vm, call, Type::SegmentIterator, "next")?;
    let length = vm.heap.string_length(string);
    let start = usize::try_from(slots.position).unwrap_or(usize::MAX).min(length);
    if start >= length {
        return Ok(iteration::iterator_result(vm, Value::UNDEFINED, true));
    }
    let at = break_behind(vm, string, start, granularity)?.max(start + 1);
    let word = is_word_like(vm, string, [start, at], granularity)?;
    vm.heap.set_internal_slots(object, ObjectKind::Intl(Box::new(Intl { position: at as u64, ..slots })));
    let data = segment_data(vm, string, [start, at], word)?;
    Ok(iteration::iterator_result(vm, data, false))
}

#[cfg(test)]
mod tests {
    use ferrotape_runtime::heap::StringView;

    use super::{Granularity, first_break, is_plain, is_settled};

    fn settled(text: &str, granularity: Granularity) -> (usize, bool) {
        let units: Vec<u16> = text.encode_utf16().collect();
        let found = first_break(StringView::Utf16(&units), granularity);
        let behind = StringView::Utf16(&units).slice(found, units.len());
        (found, is_plain(behind, granularity) || is_settled(StringView::Utf16(&units), granularity, found))
    }

    #[test]
    fn breaks_may_depend_on_what_follows() {
        let ones = "1".repeat(300);
        assert_eq!(settled(&format!("a. {ones}"), Granularity::Sentence), (3, false));
        assert_eq!(settled(&format!("a. {ones}B"), Granularity::Sentence), (3, true));
        assert_eq!(settled(&format!("a. {ones}。"), Granularity::Sentence), (3, true));
        assert_eq!(settled(&format!("a? {ones}"), Granularity::Sentence), (3, true));
        let marks = "\u{301}".repeat(300);
        assert_eq!(settled(&format!("a:{marks}"), Granularity::Word), (1, false));
        assert_eq!(settled(&format!("1,{marks}"), Granularity::Word), (1, false));
        assert_eq!(settled(&format!("a:{marks} "), Granularity::Word), (1, true));
        assert_eq!(settled(&format!("a {marks}"), Granularity::Word), (1, true));
        assert_eq!(settled("é è", Granularity::Word), (1, true));
    }
}
