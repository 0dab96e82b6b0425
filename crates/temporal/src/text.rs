//! Strings that are read.

use ferrotape_runtime::convert::{self, Hint};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::StringId;
use ferrotape_runtime::messages;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use ferrotape_budget::costs::DATE_UNITS_PER_TICK;

use crate::calendar;

/// Code units of a string that is read. Only annotations can make one so long, and reading one is not to be interrupted.
const MOST_UNITS: usize = 1 << 14;

/// Copies a string that is to be read as a date or a name, of which all have ASCII characters alone. A RangeError for others.
pub(crate) fn ascii(vm: &mut Vm, string: StringId) -> Completion<String> {
    let length = vm.heap.string_length(string);
    if length <= MOST_UNITS {
        vm.work(length as u64 / DATE_UNITS_PER_TICK + 1)?;
        let flat = vm.heap.flatten(string)?;
        if let Some(text) = vm.heap.view(flat).ascii() {
            return Ok(text.to_owned());
        }
    }
    let found = messages::describe(vm, Value::string(string));
    vm.range_error(format!("{found} cannot be read"))
}

/// Copies an argument that has to be a string. A TypeError for others.
pub(crate) fn required(vm: &mut Vm, value: Value, what: &str) -> Completion<String> {
    match value.as_string() {
        Some(string) => ascii(vm, string),
        None => {
            let found = messages::describe(vm, value);
            vm.type_error(format!("{found} is not a {what}"))
        }
    }
}

/// Copies an argument that has to be the text of a date in a known calendar.
pub(crate) fn date(vm: &mut Vm, value: Value, what: &str) -> Completion<String> {
    let text = required(vm, value, what)?;
    if text.to_ascii_lowercase().contains("islamic") {
        calendar::check_annotation(vm, &text)?;
    }
    Ok(text)
}

/// Copies an argument that has to be the text of a time.
pub(crate) fn time(vm: &mut Vm, value: Value, what: &str) -> Completion<String> {
    let text = required(vm, value, what)?;
    Ok(marked(&text).unwrap_or(text))
}

/// Puts a `T` before the text of a time, if it may have one. `temporal_rs` asks for it where the first digits look like a month;
/// only a text that is `MM-DD` or `YYYY-MM` as a whole needs it: the early errors of AnnotatedTime, Temporal 13.33.
pub(crate) fn marked(text: &str) -> Option<String> {
    let own = without_annotations(text);
    let is_lone = own.starts_with(is_digit) && !own.contains(DATE_END) && !is_day_or_month(own);
    is_lone.then(|| format!("T{text}"))
}

/// Characters behind the date of a text.
const DATE_END: [char; 3] = ['t', 'T', ' '];

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

fn without_annotations(text: &str) -> &str {
    text.split('[').next().unwrap_or_default()
}

/// Returns whether a text is a DateSpecMonthDay or a DateSpecYearMonth of digits, Temporal 13.33.
fn is_day_or_month(text: &str) -> bool {
    const DAYS: [u8; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let split = |at: usize| {
        let (before, behind) = text.split_at_checked(at)?;
        let behind = behind.strip_prefix('-').unwrap_or(behind);
        (behind.len() == 2 && before.chars().chain(behind.chars()).all(is_digit)).then_some((before, behind))
    };
    let number = |digits: &str| digits.parse::<u8>().unwrap_or(0);
    let is_month = split(4).is_some_and(|(_, month)| (1..=12).contains(&number(month)));
    let is_day = split(2).is_some_and(|(month, day)| {
        let most = usize::from(number(month)).checked_sub(1).and_then(|month| DAYS.get(month));
        most.is_some_and(|most| (1..=*most).contains(&number(day)))
    });
    is_month || is_day
}

/// Returns whether a text may be read for its zone, its calendar, or as what a duration is relative to: Temporal 13.33. Beside
/// what is in the grammar, `temporal_rs` takes those of times of UTC without a date, `T12:34Z`, and of fractions with more than
/// nine digits.
pub(crate) fn is_in_grammar(text: &str) -> bool {
    let own = without_annotations(text);
    let time = own.strip_prefix(['t', 'T']).unwrap_or(own);
    let is_time_of_utc = own.ends_with(['z', 'Z']) && time.starts_with(is_digit) && !time.contains(DATE_END);
    let is_long = |fraction: &str| fraction.bytes().take_while(u8::is_ascii_digit).count() > 9;
    !is_time_of_utc && !own.split(['.', ',']).skip(1).any(is_long)
}

/// ToPrimitiveAndRequireString ( argument ), Temporal 13.39
pub(crate) fn primitive(vm: &mut Vm, value: Value, what: &str) -> Completion<String> {
    let primitive = convert::to_primitive(vm, value, Hint::String)?;
    required(vm, primitive, what)
}

/// Makes a string of a short text.
pub(crate) fn value(vm: &mut Vm, text: &str) -> Value {
    Value::string(vm.heap.new_string(text))
}
