//! The beginning of an object, before its braces, or the whole object if it has none.

use ferrotape_budget::costs::HOST_CALL;
use ferrotape_runtime::buffers;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::iteration::Yields;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::shown_on_terminal;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;

use crate::base::date_text;
use crate::names::prefix;
use crate::value::Form;
use crate::{Formatter, Style};

/// The constructor and the tag of an object.
pub(crate) struct Header<'a> {
    pub constructor: Option<&'a str>,
    pub tag: &'a str,
}

impl Header<'_> {
    pub fn prefix(&self, fallback: &str, size: &str) -> String {
        prefix(self.constructor, self.tag, fallback, size)
    }
}

/// The most characters of what the host shows of one object.
const MOST_OF_HOST: usize = 1000;

/// The beginning of an object, or all of it.
pub(crate) enum Begun {
    Whole(String),
    Frame(Frame),
}

/// The text around the entries.
pub(crate) struct Frame {
    pub base: String,
    pub open: String,
    pub close: &'static str,
}

impl Formatter<'_> {
    /// Returns what the host shows of one of its objects.
    fn host_text(&mut self, object: ObjectId) -> Completion<Option<String>> {
        if hosts::host_class_of(&self.vm.heap, object).is_none() {
            return Ok(None);
        }
        self.vm.work(HOST_CALL)?;
        let text = hosts::shown_host_data(&self.vm.heap, object).map(|text| shown_on_terminal(&text, MOST_OF_HOST));
        self.vm.heap.budget.look_after_host();
        if let Some(text) = &text {
            self.charge(text)?;
        }
        Ok(text)
    }

    /// Returns the text before the brace, or the whole object.
    pub(crate) fn begin(
        &mut self,
        object: ObjectId,
        form: Form,
        header: &Header<'_>,
        shown_keys: &mut Vec<PropertyKey>,
        depth: usize,
        in_view: bool,
    ) -> Completion<Begun> {
        let has_keys = !shown_keys.is_empty();
        let cut = self.options.depth.is_some_and(|most| depth > most);
        let frame = |base: String, open: String, close| Ok(Begun::Frame(Frame { base, open, close }));
        let braced = |name: &str| frame(String::new(), header.prefix(name, "") + "{", "}");
        match form {
            Form::Array(length) => {
                let is_plain = header.constructor == Some("Array") && header.tag.is_empty();
                let prefix = if is_plain { String::new() } else { header.prefix("Array", &format!("({length})")) };
                match length == 0 && !has_keys {
                    true => Ok(Begun::Whole(prefix + "[]")),
                    false => frame(String::new(), prefix + "[", "]"),
                }
            }
            Form::TypedArray(view) => {
                let length = views::length_of_view(&self.vm.heap, view).unwrap_or(0);
                let prefix = header.prefix(view.element.constructor_name(), &format!("({length})"));
                match length == 0 && !has_keys {
                    true => Ok(Begun::Whole(prefix + "[]")),
                    false => frame(String::new(), prefix + "[", "]"),
                }
            }
            Form::Collection(kind, size) => {
                let name = if kind == CollectionKind::Map { "Map" } else { "Set" };
                let prefix = header.prefix(name, &format!("({size})"));
                match size == 0 && !has_keys {
                    true => Ok(Begun::Whole(prefix + "{}")),
                    false => frame(String::new(), prefix + "{", "}"),
                }
            }
            Form::Iterator { kind, yields, .. } => frame(String::new(), iterator_brace(kind, yields, header.tag), "}"),
            Form::Function => {
                let base = self.function(object, header)?;
                match has_keys {
                    false => Ok(Begun::Whole(self.styled(base, Style::Special))),
                    true => frame(base, "{".to_owned(), "}"),
                }
            }
            Form::Pattern(pattern) => {
                let text = self.pattern(pattern)?;
                let prefix = header.prefix("RegExp", "");
                let base = if prefix == "RegExp " { text } else { prefix + &text };
                match has_keys && !cut {
                    false => Ok(Begun::Whole(self.styled(base, Style::Pattern))),
                    true => frame(base, "{".to_owned(), "}"),
                }
            }
            Form::Date(time) => {
                let prefix = header.prefix("Date", "");
                let text = date_text(time);
                let base = if prefix == "Date " { text } else { prefix + &text };
                match has_keys {
                    false => Ok(Begun::Whole(self.styled(base, Style::Date))),
                    true => frame(base, "{".to_owned(), "}"),
                }
            }
            Form::Error => {
                let base = self.error(object, header.constructor, header.tag, shown_keys)?;
                match shown_keys.is_empty() {
                    true => Ok(Begun::Whole(base)),
                    false => frame(base, "{".to_owned(), "}"),
                }
            }
            Form::Buffer(buffer) => {
                let prefix = header.prefix(self.buffer_name(buffer), "");
                if in_view && !has_keys {
                    let length = buffers::get(&self.vm.heap, buffer).byte_length().to_string();
                    let length = self.styled(length, Style::Number);
                    return Ok(Begun::Whole(format!("{prefix}{{ byteLength: {length} }}")));
                }
                frame(String::new(), prefix + "{", "}")
            }
            Form::DataView(_) => braced("DataView"),
            Form::Promise(..) => braced("Promise"),
            Form::Weak(name) => braced(name),
            Form::Namespace => frame(String::new(), "[Module: null prototype] {".to_owned(), "}"),
            Form::Boxed(name, value) => {
                let base = self.boxed(name, value, header)?;
                match has_keys {
                    false => Ok(Begun::Whole(self.styled(base, boxed_style(value)))),
                    true => frame(base, "{".to_owned(), "}"),
                }
            }
            Form::Arguments if header.constructor == Some("Object") => match has_keys {
                false => Ok(Begun::Whole("[Arguments] {}".to_owned())),
                true => frame(String::new(), "[Arguments] {".to_owned(), "}"),
            },
            Form::Other if let Some(text) = self.host_text(object)? => match has_keys && !cut {
                false => Ok(Begun::Whole(text)),
                true => frame(text, "{".to_owned(), "}"),
            },
            Form::Arguments | Form::Other => {
                let is_plain = header.constructor == Some("Object") && header.tag.is_empty();
                let open = if is_plain { "{".to_owned() } else { header.prefix("Object", "") + "{" };
                if has_keys { frame(String::new(), open, "}") } else { Ok(Begun::Whole(open + "}")) }
            }
        }
    }
}

fn iterator_brace(kind: CollectionKind, yields: Yields, tag: &str) -> String {
    let name = if kind == CollectionKind::Map { "Map" } else { "Set" };
    let what = if yields == Yields::Entries { "Entries" } else { "Iterator" };
    match tag == format!("{name} Iterator") || tag.is_empty() {
        true => format!("[{name} {what}] {{"),
        false => format!("[{tag}] [{name} {what}] {{"),
    }
}

fn boxed_style(value: Value) -> Style {
    if value.is_string() || value.is_symbol() { Style::Text } else { Style::Number }
}
