//! Values as the protocol shows them: remote objects, which handles keep, with previews.
//!
//! Looking runs no script. An answer has a limit on its text and on its time: what comes behind is cut or has no preview.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use ferrotape::convert::JsValue;
use ferrotape::debug::{Facts, Primitive, Property, Values};
use serde_json::{Map, Value, json};

use super::refusal::Refused;

/// Most objects that a client holds.
const MOST_HELD: usize = 100_000;
/// Most printed objects that are held. The oldest ones go.
const MOST_PRINTED: usize = 1_000;
/// Most characters of a text, and of all texts of an answer.
const MOST_OF_TEXT: usize = 1 << 20;
const MOST_OF_TEXTS: usize = 16 << 20;
/// Characters of a text that is cut because there are many.
const LEAST_OF_TEXT: usize = 100;
/// Characters of a text in a preview.
const MOST_IN_PREVIEW: usize = 100;
/// UTF-16 units of a text that is cut for a preview: enough to see that there is more.
const MOST_TO_CUT: usize = 2 * MOST_IN_PREVIEW + 2;
/// Properties and elements of a preview.
const MOST_PROPERTIES: usize = 5;
const MOST_ELEMENTS: usize = 100;
/// Rows and columns of a table.
const MOST_ROWS: usize = 1_000;
const MOST_COLUMNS: usize = 20;
/// Keys that are looked at for a preview, or for one of a table.
const MOST_LOOKS: usize = 200;
const MOST_LOOKS_OF_TABLE: usize = 2_000;
/// Internal slots that previews show.
const IN_PREVIEWS: [&str; 5] =
    ["[[PrimitiveValue]]", "[[PromiseState]]", "[[PromiseResult]]", "[[GeneratorState]]", "[[WeakRefTarget]]"];
/// Time for the previews of an answer.
const TIME: Duration = Duration::from_millis(500);
/// Most properties that are looked at for a copy, the time for it, and its depth.
const MOST_COPIED: usize = 100_000;
const TIME_TO_COPY: Duration = Duration::from_secs(2);
const DEEPEST: usize = 200;

/// The objects that the client holds, by number, with the names of their groups.
#[derive(Default)]
pub struct Objects {
    next: u64,
    held: BTreeMap<u64, (JsValue, String)>,
    /// Numbers of objects that `console` has printed, the oldest first.
    printed: VecDeque<u64>,
}

impl Objects {
    fn hold(&mut self, value: &JsValue, group: &str) -> Result<String, Refused> {
        if self.held.len() == MOST_HELD {
            return Err(Refused::because("too many objects are held: release some"));
        }
        self.next += 1;
        self.held.insert(self.next, (value.clone(), group.to_owned()));
        Ok(self.next.to_string())
    }

    pub fn get(&self, id: &str) -> Result<JsValue, Refused> {
        let held = id.parse().ok().and_then(|id: u64| self.held.get(&id));
        held.map(|(value, _)| value.clone()).ok_or_else(|| Refused::because("Could not find object with given id"))
    }

    /// The group of an object.
    pub fn group(&self, id: &str) -> String {
        id.parse().ok().and_then(|id: u64| self.held.get(&id)).map(|(_, group)| group.clone()).unwrap_or_default()
    }

    pub fn release_one(&mut self, id: &str) {
        id.parse().ok().and_then(|id: u64| self.held.remove(&id));
    }

    /// The number of the newest object.
    pub fn newest(&self) -> u64 {
        self.next
    }

    /// Takes what was held behind a number as printed. Releases the oldest printed ones, if there are many.
    pub fn printed_behind(&mut self, newest: u64) {
        self.printed.extend(newest + 1..=self.next);
        let old = self.printed.len().saturating_sub(MOST_PRINTED);
        for id in self.printed.drain(..old) {
            self.held.remove(&id);
        }
    }

    /// Releases the objects of a group.
    pub fn release(&mut self, group: &str) {
        self.held.retain(|_, (_, known)| known != group);
    }
}

/// Shows the values of an answer.
pub struct Shower<'a, 'v> {
    pub values: &'a mut Values<'v>,
    objects: &'a mut Objects,
    group: String,
    has_previews: bool,
    /// Whether previews are of tables: their rows have previews too.
    pub of_tables: bool,
    /// Characters that are left for texts.
    left: usize,
    until: Instant,
}

impl<'a, 'v> Shower<'a, 'v> {
    pub fn new(values: &'a mut Values<'v>, objects: &'a mut Objects, group: &str, has_previews: bool) -> Self {
        let until = Instant::now() + TIME;
        let (group, of_tables) = (group.to_owned(), false);
        Shower { values, objects, group, has_previews, of_tables, left: MOST_OF_TEXTS, until }
    }

    fn facts(&mut self, value: &JsValue, most: usize) -> Facts {
        let most = most.min(self.left.max(LEAST_OF_TEXT));
        let facts = match self.values.facts(value, most) {
            Ok(facts) => facts,
            // It is too large to be looked at.
            Err(_) => self.values.facts_without_look(value),
        };
        self.left = self.left.saturating_sub(facts.text.len());
        facts
    }

    /// A value as a remote object. Objects are held.
    pub fn remote(&mut self, value: &JsValue) -> Result<Value, Refused> {
        let facts = self.facts(value, MOST_OF_TEXT);
        let mut remote = bare(&facts);
        if let Some(class_name) = &facts.class_name {
            remote["className"] = json!(class_name);
        }
        let is_symbol = matches!(facts.primitive, Some(Primitive::Symbol(_)));
        if facts.primitive.is_none() || is_symbol {
            remote["objectId"] = json!(self.objects.hold(value, &self.group)?);
        }
        if facts.primitive.is_none() && facts.type_name != "function" && self.has_previews {
            remote["preview"] = self.preview(value, &facts, true);
        }
        Ok(remote)
    }

    /// The object behind a proxy with such slots, and behind all proxies between. None of what is no proxy.
    fn behind_proxies(&mut self, slots: &[(&str, JsValue)]) -> Option<JsValue> {
        let target_in = |slots: &[(&str, JsValue)]| {
            let target = slots.iter().find(|(name, _)| *name == "[[Target]]");
            target.map(|(_, target)| target.clone())
        };
        let mut target = target_in(slots)?;
        while Instant::now() <= self.until
            && let Some(next) = target_in(&self.values.internal_slots(&target).unwrap_or_default())
        {
            target = next;
        }
        Some(target)
    }

    /// A preview: properties and some internal slots, and entries unless it is one within a preview. A proxy has those of its
    /// target.
    fn preview(&mut self, value: &JsValue, facts: &Facts, is_outer: bool) -> Value {
        let mut preview = json!({ "type": facts.type_name, "description": short(&facts.text), "overflow": false });
        preview["properties"] = json!([]);
        if let Some(kind) = facts.kind {
            preview["subtype"] = json!(kind);
        }
        if facts.primitive.is_some() {
            return preview;
        }
        preview["overflow"] = json!(true);
        if Instant::now() > self.until {
            return preview;
        }
        let slots = self.values.internal_slots(value).unwrap_or_default();
        let target = self.behind_proxies(&slots);
        let kind = target.as_ref().map_or(facts.kind, |target| self.facts(target, LEAST_OF_TEXT).kind);
        let is_list = matches!(kind, Some("array" | "typedarray"));
        let (most, most_looks) = match (is_list, self.of_tables) {
            (true, true) => (MOST_ROWS, MOST_LOOKS_OF_TABLE),
            (true, false) => (MOST_ELEMENTS, MOST_LOOKS),
            (false, true) if is_outer => (MOST_ROWS, MOST_LOOKS_OF_TABLE),
            (false, true) => (MOST_COLUMNS, MOST_LOOKS),
            (false, false) => (MOST_PROPERTIES, MOST_LOOKS),
        };
        let found = self.values.properties(target.as_ref().unwrap_or(value), 0..most_looks);
        let Ok(properties) = found else { return preview };
        let mut names = Vec::new();
        for (name, value) in slots.iter().filter(|(name, _)| IN_PREVIEWS.contains(name)) {
            names.push(self.value_preview(name, value, false));
        }
        let is_shown = |it: &&Property| it.is_enumerable && (it.value.is_some() || it.getter.is_some());
        let mut shown = properties.iter().filter(is_shown);
        for property in shown.by_ref().take(most) {
            names.push(match &property.value {
                Some(value) => self.value_preview(&property.name, value, is_outer && self.of_tables),
                // No accessor is called.
                None => json!({ "name": short(&property.name), "type": "accessor" }),
            });
        }
        let mut overflows = properties.len() == most_looks || shown.next().is_some();
        if is_outer && let Ok(Some(entries)) = self.values.entries(value, MOST_PROPERTIES + 1) {
            overflows |= entries.len() > MOST_PROPERTIES;
            let entries = entries.iter().take(MOST_PROPERTIES).map(|(key, value)| self.entry(key.as_ref(), value));
            preview["entries"] = json!(entries.collect::<Vec<_>>());
        }
        (preview["properties"], preview["overflow"]) = (json!(names), json!(overflows));
        preview
    }

    fn entry(&mut self, key: Option<&JsValue>, value: &JsValue) -> Value {
        let mut entry = json!({});
        for (name, value) in [("key", key), ("value", Some(value))] {
            if let Some(value) = value {
                let facts = self.facts(value, MOST_TO_CUT);
                entry[name] = self.preview(value, &facts, false);
            }
        }
        entry
    }

    /// Makes a PropertyPreview of a value: one line, without text for functions. A row of a table has a preview of its own.
    fn value_preview(&mut self, name: &str, value: &JsValue, is_row: bool) -> Value {
        let facts = self.facts(value, MOST_TO_CUT);
        let text = if facts.type_name == "function" { String::new() } else { short(&facts.text) };
        let mut preview = json!({ "name": short(name), "type": facts.type_name, "value": text });
        if let Some(kind) = facts.kind {
            preview["subtype"] = json!(kind);
        }
        if is_row && facts.primitive.is_none() && facts.type_name != "function" {
            preview["valuePreview"] = self.preview(value, &facts, false);
        }
        preview
    }

    /// The text of an entry, which is shown where it is not opened.
    pub fn entry_text(&mut self, key: &JsValue, value: &JsValue) -> String {
        let mut text = |value: &JsValue| {
            let facts = self.facts(value, MOST_TO_CUT);
            match facts.primitive {
                Some(Primitive::String(_)) => json!(short(&facts.text)).to_string(),
                _ => short(&facts.text),
            }
        };
        format!("{{{} => {}}}", text(key), text(value))
    }

    /// A property as a descriptor.
    pub fn descriptor(&mut self, property: &Property) -> Result<Value, Refused> {
        let mut shown = json!({
            "name": short_name(&property.name), "configurable": property.is_configurable,
            "enumerable": property.is_enumerable, "isOwn": true,
        });
        if let Some(symbol) = &property.symbol {
            shown["symbol"] = self.remote(symbol)?;
        }
        match &property.value {
            Some(value) => {
                shown["value"] = self.remote(value)?;
                shown["writable"] = json!(property.is_writable);
            }
            None => {
                for (name, function) in [("get", &property.getter), ("set", &property.setter)] {
                    shown[name] = match function {
                        Some(function) => self.remote(function)?,
                        None => json!({ "type": "undefined" }),
                    };
                }
            }
        }
        Ok(shown)
    }

    /// A value as JSON, as far as it is data: no getter is called.
    pub fn copied(&mut self, value: &JsValue) -> Result<Value, Refused> {
        let mut left = MOST_COPIED;
        self.until = Instant::now() + TIME_TO_COPY;
        let copy = self.copy(value, &mut left, 0)?;
        let facts = self.facts(value, LEAST_OF_TEXT);
        let mut remote = json!({ "type": facts.type_name });
        match facts.primitive {
            Some(_) => remote = bare(&self.facts(value, MOST_OF_TEXT)),
            None => remote["value"] = copy,
        }
        Ok(remote)
    }

    /// Copies a value as JSON, within bounds of time, depth and size.
    fn copy(&mut self, value: &JsValue, left: &mut usize, depth: usize) -> Result<Value, Refused> {
        let too_large = || Refused::because("Object is too large to be returned by value");
        if Instant::now() > self.until {
            return Err(Refused::because("It takes too long to return the object by value"));
        }
        if depth > DEEPEST {
            return Err(Refused::because("Object reference chain is too long"));
        }
        let facts = self.facts(value, MOST_OF_TEXT);
        Ok(match &facts.primitive {
            Some(Primitive::Boolean(value)) => json!(value),
            // What JSON has not is null, as there.
            Some(Primitive::Number(number)) => match number_value(*number) {
                ("value", value) => value,
                _ if *number == 0.0 => json!(0),
                _ => Value::Null,
            },
            Some(Primitive::String(text)) => json!(text),
            Some(_) => Value::Null,
            None if facts.type_name == "function" => json!({}),
            None => {
                let properties = self.values.properties(value, 0..*left + 1);
                let properties = properties.map_err(|refusal| Refused::because(refusal.message))?;
                // Whatever is looked at counts, shown or not.
                *left = left.checked_sub(properties.len()).ok_or_else(too_large)?;
                let shown = properties.iter().filter(|it| it.is_enumerable && it.symbol.is_none());
                let (mut list, mut map) = (Vec::new(), Map::new());
                for property in shown {
                    let Some(value) = &property.value else { continue };
                    // As in JSON.
                    if facts.kind != Some("array") && self.values.facts_without_look(value).type_name == "undefined" {
                        continue;
                    }
                    let copy = self.copy(value, left, depth + 1)?;
                    match facts.kind {
                        Some("array") => {
                            if let Some(index) = index_of(&property.name) {
                                fill(&mut list, index, left)?;
                                list.push(copy);
                            }
                        }
                        _ => {
                            self.left = self.left.checked_sub(property.name.len()).ok_or_else(too_large)?;
                            map.insert(property.name.clone(), copy);
                        }
                    }
                }
                if facts.kind != Some("array") {
                    return Ok(Value::Object(map));
                }
                let length = properties.iter().find(|property| property.name == "length");
                if let Some(length) = length.and_then(|length| length.value.as_ref())
                    && let Some(Primitive::Number(length)) = self.facts(length, LEAST_OF_TEXT).primitive
                {
                    fill(&mut list, length as usize, left)?;
                }
                Value::Array(list)
            }
        })
    }
}

/// The index of an element, by the name of its property: its digits, without a sign or zeros before them.
pub fn index_of(name: &str) -> Option<usize> {
    name.parse::<u32>().ok().filter(|index| index.to_string() == name).map(|index| index as usize)
}

/// Lengthens a list by holes, which are null, as in JSON, unless there are too many.
fn fill(list: &mut Vec<Value>, length: usize, left: &mut usize) -> Result<(), Refused> {
    let holes = length.saturating_sub(list.len());
    *left = left.checked_sub(holes).ok_or_else(|| Refused::because("it has too many holes"))?;
    list.resize(list.len() + holes, Value::Null);
    Ok(())
}

/// A remote object of what is known without holding it.
fn bare(facts: &Facts) -> Value {
    let mut remote = json!({ "type": facts.type_name });
    if let Some(kind) = facts.kind {
        remote["subtype"] = json!(kind);
    }
    match &facts.primitive {
        Some(Primitive::Undefined) => return remote,
        // Clients show the value itself.
        Some(Primitive::Null) => {
            remote["value"] = Value::Null;
            return remote;
        }
        Some(Primitive::Boolean(value)) => {
            remote["value"] = json!(value);
            return remote;
        }
        Some(Primitive::String(text)) => {
            remote["value"] = json!(text);
            return remote;
        }
        Some(Primitive::Number(number)) => {
            let (name, value) = number_value(*number);
            remote[name] = value;
            if name == "unserializableValue" {
                remote["description"] = remote[name].clone();
                return remote;
            }
        }
        Some(Primitive::BigInt(text)) => {
            // One that is too long for a text is only described.
            if text.ends_with('n') && !text.contains('…') {
                remote["unserializableValue"] = json!(text);
            }
            remote["description"] = json!(text);
            return remote;
        }
        Some(_) | None => {}
    }
    remote["description"] = json!(facts.text);
    remote
}

/// A number, under the name that the protocol has for it.
fn number_value(number: f64) -> (&'static str, Value) {
    let text = match number {
        _ if number.is_nan() => "NaN",
        f64::INFINITY => "Infinity",
        f64::NEG_INFINITY => "-Infinity",
        _ if number == 0.0 && number.is_sign_negative() => "-0",
        // As integers, where they are.
        _ if number.fract() == 0.0 && number.abs() < 1e15 => return ("value", json!(number as i64)),
        _ => return ("value", json!(number)),
    };
    ("unserializableValue", json!(text))
}

fn short(text: &str) -> String {
    match text.char_indices().nth(MOST_IN_PREVIEW) {
        Some((end, _)) => text[..end].to_owned() + "…",
        None => text.to_owned(),
    }
}

/// A key, which a script may make as long as it likes.
fn short_name(name: &str) -> &str {
    name.char_indices().nth(10_000).map_or(name, |(end, _)| &name[..end])
}

/// The value of an argument of a call: a plain one, one that JSON has not, or one that is held.
pub fn argument(values: &mut Values<'_>, objects: &Objects, argument: &Value) -> Result<JsValue, Refused> {
    if let Some(id) = argument["objectId"].as_str() {
        return objects.get(id);
    }
    let primitive = match argument["unserializableValue"].as_str() {
        Some("NaN") => Primitive::Number(f64::NAN),
        Some("Infinity") => Primitive::Number(f64::INFINITY),
        Some("-Infinity") => Primitive::Number(f64::NEG_INFINITY),
        Some("-0") => Primitive::Number(-0.0),
        Some(text) => Primitive::BigInt(text.to_owned()),
        None => match &argument["value"] {
            Value::Null if argument.get("value").is_some() => Primitive::Null,
            Value::Null => Primitive::Undefined,
            Value::Bool(value) => Primitive::Boolean(*value),
            Value::Number(number) => Primitive::Number(number.as_f64().unwrap_or(f64::NAN)),
            Value::String(text) => Primitive::String(text.clone()),
            data => {
                let made = values.parse_json(&data.to_string());
                return made.map_err(|refusal| Refused::wrong_parameters(refusal.message));
            }
        },
    };
    values.primitive_value(&primitive).map_err(|refusal| Refused::wrong_parameters(refusal.message))
}
