//! Lists of locales, ECMA-402 9.2.1, and the choice among them, 9.2.2 to 9.2.8.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::StringId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::available;
use crate::options::{self, Options};
use crate::resolved;
use crate::slots::{self, Type};
use crate::tag::Tag;

/// Ticks for a tag: its aliases and subtags are looked up.
pub(crate) const TAG: u64 = 200;

/// The most locales that are read of a list. Each is compared with those before it.
const MOST_LOCALES: usize = 1 << 10;

/// Code units of the longest tag.
const MOST_UNITS: usize = 1 << 10;

/// Bytes that a tag takes, beside those for each unit of its text: its parts, and copies while it is read.
const BYTES_OF_TAG: usize = 512;
const BYTES_PER_UNIT: usize = 32;

fn bytes_of(units: usize) -> usize {
    BYTES_OF_TAG + units.saturating_mul(BYTES_PER_UNIT)
}

/// Charges for a tag before it is read of a string, which is kept meanwhile.
fn charge(vm: &mut Vm, string: StringId) -> Completion<()> {
    let vm = &mut vm.scope();
    vm.keep(Value::string(string));
    let length = vm.heap.string_length(string);
    vm.work(TAG + length as u64)?;
    vm.room(bytes_of(length))
}

/// CanonicalizeUnicodeLocaleId of a string, or a RangeError.
pub(crate) fn tag_of(vm: &mut Vm, string: StringId) -> Completion<Tag> {
    let text = match vm.heap.string_length(string) {
        0..=MOST_UNITS => {
            charge(vm, string)?;
            options::short_text(vm, string)?
        }
        _ => None,
    };
    match text.as_deref().and_then(Tag::canonical) {
        Some(tag) => Ok(tag),
        None => {
            let found = messages::describe(vm, Value::string(string));
            vm.range_error(format!("Incorrect locale: {found}"))
        }
    }
}

/// Returns the tag that an Intl.Locale has.
pub(crate) fn tag_of_locale(vm: &mut Vm, value: Value) -> Completion<Option<Tag>> {
    match slots::of_value(vm, value, Type::Locale) {
        Some(slots) => {
            charge(vm, slots.resolved)?;
            Ok(Tag::parse(&slots::text(vm, slots.resolved)?))
        }
        None => Ok(None),
    }
}

/// Returns the tag of an element of a list. A TypeError for what is neither string nor object.
fn tag_of_element(vm: &mut Vm, value: Value) -> Completion<Tag> {
    if let Some(tag) = tag_of_locale(vm, value)? {
        return Ok(tag);
    }
    if !value.is_string() && !value.is_object() {
        let found = messages::describe(vm, value);
        return vm.type_error(format!("{found} is not a locale"));
    }
    let string = convert::to_string(vm, value)?;
    tag_of(vm, string)
}

/// CanonicalizeLocaleList ( locales ), ECMA-402 9.2.1
pub(crate) fn canonicalize_list(vm: &mut Vm, locales: Value) -> Completion<Vec<Tag>> {
    if locales.is_undefined() {
        return Ok(Vec::new());
    }
    if locales.is_string() || slots::of_value(vm, locales, Type::Locale).is_some() {
        return Ok(vec![tag_of_element(vm, locales)?]);
    }
    let list = convert::to_object(vm, locales)?;
    vm.keep(Value::object(list));
    let length = convert::length_of_array_like(vm, list)?;
    let mut tags = Vec::new();
    for index in 0..length {
        vm.work(1)?;
        let key = vm.heap.key_of_index(index);
        if !object::has_property(vm, list, key)? {
            continue;
        }
        // The key may have been collected: a large index is a text.
        let key = vm.heap.key_of_index(index);
        let value = object::get(vm, list, key)?;
        let tag = tag_of_element(vm, value)?;
        vm.work(tags.len() as u64)?;
        if !tags.contains(&tag) {
            vm.lend(bytes_of(tag.to_string().len()))?;
            tags.push(tag);
        }
        if tags.len() > MOST_LOCALES {
            return vm.range_error("Too many locales");
        }
    }
    Ok(tags)
}

/// The locale and keywords that a constructor resolved: ResolveLocale, ECMA-402 9.2.6.
pub(crate) struct Chosen {
    /// The locale, with the keywords that were used.
    pub(crate) locale: String,
    /// The locale without keywords.
    pub(crate) data: Tag,
    /// The keywords of the request.
    requested: Tag,
    used: Vec<(&'static str, String)>,
}

/// Chooses the first locale that there are data of, else the default.
pub(crate) fn choose(tags: &[Tag]) -> Chosen {
    let found = tags.iter().find_map(|tag| available::best(tag).map(|data| (data, tag.clone())));
    let (data, requested) = found.unwrap_or_else(|| {
        let default = Tag::parse(available::DEFAULT).unwrap_or_default();
        (default.clone(), default)
    });
    Chosen { locale: data.to_string(), data, requested, used: Vec::new() }
}

impl Chosen {
    /// Resolves a keyword: the option, if it is possible, else that of the tag, else the default. A keyword of the tag that
    /// gave the value stays in the locale.
    pub(crate) fn keyword(
        &mut self,
        key: &'static str,
        option: Option<&str>,
        is_possible: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let of_tag = self.requested.keyword(key).map(|value| if value.is_empty() { "true" } else { value }.to_owned());
        let of_tag = of_tag.filter(|value| is_possible(value));
        let option = option.filter(|value| is_possible(value)).map(str::to_owned);
        match (option, of_tag) {
            (Some(option), Some(of_tag)) if option == of_tag => {
                self.used.push((key, of_tag));
                Some(option)
            }
            (Some(option), _) => Some(option),
            (None, Some(of_tag)) => {
                self.used.push((key, of_tag.clone()));
                Some(of_tag)
            }
            (None, None) => None,
        }
    }

    /// Returns the locale with the keywords that were used.
    pub(crate) fn with_keywords(&mut self) -> &str {
        let mut tag = self.data.clone();
        for (key, value) in &self.used {
            tag.set_keyword(key, value);
        }
        self.locale = tag.to_string();
        &self.locale
    }
}

/// The function `supportedLocalesOf` of constructors: FilterLocales, ECMA-402 9.2.7.
pub(crate) fn supported_locales_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let tags = canonicalize_list(vm, locales)?;
    let options: Options = options::coerce_options(vm, options)?;
    options::locale_matcher(vm, options)?;
    let supported: Vec<String> =
        tags.iter().filter(|tag| available::best(tag).is_some()).map(ToString::to_string).collect();
    resolved::string_array(vm, supported.iter().map(String::as_str))
}

/// Returns the language whose rules a conversion of letter case follows: TransformCase, ECMA-402 20.1.1.1, steps 1 to 8.
pub fn case_language(vm: &mut Vm, locales: Value) -> Completion<String> {
    let tags = canonicalize_list(vm, locales)?;
    Ok(tags.into_iter().next().map(|tag| tag.language).unwrap_or_default())
}
