//! Functions, patterns, dates and objects that wrap primitives.

use ferrotape_budget::order;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Closure;
use ferrotape_runtime::heap::{ObjectId, PatternId};
use ferrotape_runtime::keys;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::pattern;
use ferrotape_runtime::value::Value;
use ferrotape_time::arithmetic::Fields;

use crate::Formatter;
use crate::begin::Header;

impl Formatter<'_> {
    /// Returns `[Number: 1]` and its like, without colors inside, as the caller colors the whole.
    pub(crate) fn boxed(&mut self, name: &str, value: Value, header: &Header<'_>) -> Completion<String> {
        let mut base = format!("[{name}");
        match header.constructor {
            None => base += " (null prototype)",
            Some(constructor) if constructor != name => base += &format!(" ({constructor})"),
            Some(_) => {}
        }
        let colorless = crate::Options { colors: false, ..self.options.clone() };
        let (indentation, is_brief) = (self.indentation, self.is_brief);
        let text = Formatter { indentation, is_brief, ..Formatter::new(self.vm, &colorless) }.primitive(value, true)?;
        base += &format!(": {text}]");
        if !header.tag.is_empty() && Some(header.tag) != header.constructor {
            base += &format!(" [{}]", header.tag);
        }
        Ok(base)
    }

    /// Returns `[Function: name]`, or what a class has. A constructor of another name and a tag stand behind it.
    pub(crate) fn function(&mut self, object: ObjectId, header: &Header<'_>) -> Completion<String> {
        let name = self.own_text(object, keys::NAME)?.unwrap_or_default();
        if let Kind::Closure(Closure { code, .. }) = self.vm.heap.kind(object)
            && self.vm.heap.code_cell(code).class.is_some()
        {
            return self.class(object, &name, header);
        }
        // The intrinsic that creates it: Function, AsyncFunction, and so on.
        let is_kind = |name: &&str| ["AsyncFunction", "GeneratorFunction", "AsyncGeneratorFunction"].contains(name);
        let kind = header.constructor.filter(is_kind).unwrap_or("Function");
        let mut base = format!("[{kind}");
        if header.constructor.is_none() {
            base += " (null prototype)";
        }
        base += &if name.is_empty() { " (anonymous)]".to_owned() } else { format!(": {name}]") };
        if let Some(constructor) = header.constructor.filter(|&constructor| constructor != kind) {
            base += &format!(" {constructor}");
        }
        if !header.tag.is_empty() && Some(header.tag) != header.constructor {
            base += &format!(" [{}]", header.tag);
        }
        Ok(base)
    }

    /// Returns `[class A extends B]`. The parent's name is only read if it is a data property.
    fn class(&mut self, object: ObjectId, name: &str, header: &Header<'_>) -> Completion<String> {
        let name = if name.is_empty() { "(anonymous)" } else { name };
        let mut base = format!("[class {name}");
        if let Some(constructor) = header.constructor.filter(|&constructor| constructor != "Function") {
            base += &format!(" [{constructor}]");
        }
        if !header.tag.is_empty() && Some(header.tag) != header.constructor {
            base += &format!(" [{}]", header.tag);
        }
        if header.constructor.is_none() {
            base += " extends [null prototype]";
        } else if let Some(parent) = self.vm.heap.prototype_of(object).filter(|&parent| !self.is_proxy(parent))
            && let Some(parent) = self.own_text(parent, keys::NAME)?.filter(|parent| !parent.is_empty())
        {
            base += &format!(" extends {parent}");
        }
        Ok(base + "]")
    }

    /// Returns a pattern as written. Slashes outside of classes, and line terminators, are escaped.
    pub(crate) fn pattern(&mut self, pattern: PatternId) -> Completion<String> {
        let cell = pattern::pattern_cell(&self.vm.heap, pattern);
        let (source, flags) = (cell.source, cell.flags);
        let mut texts = [String::new(), String::new()];
        for (string, text) in [source, flags].into_iter().zip(&mut texts) {
            let flat = self.vm.heap.flatten(string)?;
            *text = self.vm.heap.view(flat).slice(0, self.longest_name()).to_string_lossy();
        }
        let [source, flags] = texts;
        let mut sorted: Vec<char> = flags.chars().collect();
        order::sort(&mut sorted);
        let flags: String = sorted.into_iter().collect();
        self.vm.work(source.len() as u64 / 4 + 1)?;
        let (mut text, mut in_class, mut is_escaped) = (String::new(), false, false);
        for character in source.chars() {
            match character {
                '/' if !in_class && !is_escaped => text.push_str("\\/"),
                '\n' => text.push_str(if is_escaped { "n" } else { "\\n" }),
                _ => text.push(character),
            }
            in_class = if is_escaped { in_class } else { (in_class || character == '[') && character != ']' };
            is_escaped = character == '\\' && !is_escaped;
        }
        Ok(if text.is_empty() { format!("/(?:)/{flags}") } else { format!("/{text}/{flags}") })
    }
}

/// Returns a time as `toISOString` does.
pub(crate) fn date_text(time: f64) -> String {
    if time.is_nan() {
        return "Invalid Date".to_owned();
    }
    let Fields { year, month, date, hour, minute, second, millisecond, .. } = Fields::of(time);
    let year = match year {
        0..=9999 => format!("{year:04}"),
        _ => format!("{}{:06}", if year < 0 { '-' } else { '+' }, year.unsigned_abs()),
    };
    format!("{year}-{:02}-{date:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z", month + 1)
}
