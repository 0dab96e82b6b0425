//! Formats each kind of value.

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::bigints;
use ferrotape_runtime::collection::CollectionIterator;
use ferrotape_runtime::collection::{Collection, CollectionKind};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{BufferId, ObjectId, PatternId};
use ferrotape_runtime::host_part::{self, View as HostView};
use ferrotape_runtime::iteration::Yields;
use ferrotape_runtime::object::Date;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::object::Proxy;
use ferrotape_runtime::promise::PromiseState;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::stack_trace;
use ferrotape_runtime::typed_array::View;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::weak;

use crate::begin::{Begun, Frame, Header};
use crate::layout::{Entries, Shown, width};
use crate::names::prefix;
use crate::numbers::{number_text, separated};
use crate::{Compact, Formatter, Style};

/// The most levels without another limit.
const MOST_LEVELS: usize = 100;

/// The form of an object for display.
#[derive(Copy, Clone)]
pub(crate) enum Form {
    Array(u32),
    Collection(CollectionKind, usize),
    TypedArray(View),
    Iterator { collection: ObjectId, kind: CollectionKind, yields: Yields, position: u64 },
    Arguments,
    Function,
    Pattern(PatternId),
    Date(f64),
    Error,
    Buffer(BufferId),
    DataView(View),
    Promise(PromiseState, Value),
    Weak(&'static str),
    Namespace,
    Boxed(&'static str, Value),
    Other,
}

impl Form {
    /// Returns the form of an object whose constructor is Object, such as a prototype of a class, or an object with another
    /// prototype. It is that of a plain object, unless the object is iterated over, called, or arguments.
    fn of_plain(self) -> Self {
        match self {
            Form::Array(_) | Form::Collection(..) | Form::TypedArray(_) | Form::Iterator { .. } => self,
            Form::Arguments | Form::Function | Form::Namespace => self,
            _ => Form::Other,
        }
    }
}

impl Formatter<'_> {
    /// Formats a value at some level.
    pub(crate) fn value(&mut self, value: Value, depth: usize) -> Completion<String> {
        match value.as_object() {
            None => self.primitive(value, true),
            Some(object) => self.object(object, depth, false),
        }
    }

    /// Formats a value that is no object. Long strings that stand alone are split into lines.
    pub(crate) fn primitive(&mut self, value: Value, splits: bool) -> Completion<String> {
        if let Some(string) = value.as_string() {
            let text = self.string(string, splits)?;
            self.charge(&text)?;
            return Ok(text);
        }
        if let Some(number) = value.as_number() {
            let text = number_text(number);
            let text = if self.options.numeric_separator { separated(&text) } else { text };
            return Ok(self.styled(text, Style::Number));
        }
        if let Some(bigint) = value.as_bigint() {
            let text = match bigints::bigint_to_string(&mut self.vm.heap, bigint, 10)? {
                Some(digits) => {
                    let flat = self.vm.heap.flatten(digits)?;
                    self.vm.heap.view(flat).to_string_lossy() + "n"
                }
                // A string cannot be that long.
                None => bigints::describe_bigint(&self.vm.heap, bigint),
            };
            self.charge(&text)?;
            let text = if self.options.numeric_separator { separated(&text) } else { text };
            return Ok(self.styled(text, Style::Number));
        }
        if value.is_symbol() {
            let text = self.symbol(value, false)?;
            return Ok(self.styled(text, Style::Text));
        }
        Ok(match value.as_bool() {
            Some(truth) => self.styled(truth.to_string(), Style::Number),
            None if value.is_null() => self.styled("null", Style::Null),
            None => self.styled("undefined", Style::Undefined),
        })
    }

    /// Returns the form that an object is shown in, by its internal kind alone. No script runs.
    pub(crate) fn form(&self, object: ObjectId) -> Form {
        let heap = &self.vm.heap;
        match heap.kind(object) {
            Kind::Array(length) => Form::Array(length),
            Kind::Collection(collection) => Form::Collection(collection.kind(), Collection::size(collection)),
            Kind::TypedArray(view) => Form::TypedArray(view),
            Kind::CollectionIterator(CollectionIterator { collection, kind, yields, position }) => {
                Form::Iterator { collection, kind, yields, position }
            }
            Kind::UnmappedArguments | Kind::MappedArguments(_) => Form::Arguments,
            Kind::Closure { .. } | Kind::Native { .. } | Kind::Host(_) | Kind::Bound(_) => Form::Function,
            Kind::RegExp(pattern) => Form::Pattern(pattern),
            Kind::Date(Date { time }) => Form::Date(time),
            Kind::Error(_) if stack_trace::is_call_site(self.vm, object) => Form::Other,
            Kind::Error(_) => Form::Error,
            Kind::ArrayBuffer(buffer) => Form::Buffer(buffer),
            Kind::DataView(view) => Form::DataView(view),
            Kind::Promise(promise) => Form::Promise(promise.state, promise.result),
            Kind::WeakTable(_) => {
                let map = weak::as_weak_collection(heap, Value::object(object), CollectionKind::Map);
                Form::Weak(if map.is_some() { "WeakMap" } else { "WeakSet" })
            }
            Kind::Boolean(value) => Form::Boxed("Boolean", Value::bool(value)),
            Kind::Number(value) => Form::Boxed("Number", Value::number(value)),
            Kind::String(value) => Form::Boxed("String", Value::string(value)),
            Kind::Symbol(value) => Form::Boxed("Symbol", Value::symbol(value)),
            Kind::BigInt(value) => Form::Boxed("BigInt", Value::bigint(value)),
            _ if self.is_namespace(object) => Form::Namespace,
            _ => Form::Other,
        }
    }

    /// Shows an object by its kind, or as it says of itself.
    pub(crate) fn object(&mut self, object: ObjectId, depth: usize, in_view: bool) -> Completion<String> {
        self.vm.work(ENTRY)?;
        let mut object = object;
        while let Kind::Proxy(Proxy { target, handler, .. }) = self.vm.heap.kind(object) {
            self.vm.work(1)?;
            if target == self.vm.heap.nothing() {
                return Ok(self.styled("<Revoked Proxy>", Style::Special));
            }
            if self.options.show_proxy {
                return self.proxy(target, handler, depth);
            }
            object = target;
        }
        if let Some(text) = self.custom(object, depth)? {
            return Ok(text);
        }
        realm::fill_prototypes(self.vm, object);
        if self.seen.contains(&object) {
            let place = self.circular.iter().position(|&known| known == object).unwrap_or_else(|| {
                self.circular.push(object);
                self.circular.len() - 1
            });
            return Ok(self.styled(format!("[Circular *{}]", place + 1), Style::Special));
        }
        let form = match self.form(object) {
            Form::Other if self.inherits_error(object)? => Form::Error,
            form => form,
        };
        let fallback = match form {
            Form::Array(_) => "Array",
            Form::Function => "Function",
            Form::Error => "Error",
            Form::Collection(CollectionKind::Map, _) => "Map",
            Form::Collection(CollectionKind::Set, _) => "Set",
            _ => "Object",
        };
        let constructor = self.constructor_name(object, fallback, depth)?;
        let tag = self.tag(object)?;
        let form = if constructor.as_deref() == Some("Object") { form.of_plain() } else { form };
        if let Form::Other = form
            && let Some(text) = self.host_view(object, constructor.as_deref(), depth)?
        {
            return Ok(text);
        }
        let header = Header { constructor: constructor.as_deref(), tag: &tag };
        let mut shown_keys = self.keys_of(object, form)?;
        if self.runs_script() {
            self.vm.keep(Value::object(object));
            self.vm.keep_many(shown_keys.iter().map(|key| key.kept_form()))?;
        }
        let frame = match self.begin(object, form, &header, &mut shown_keys, depth, in_view)? {
            Begun::Whole(text) => return Ok(text),
            Begun::Frame(frame) => frame,
        };
        if self.is_cut(depth) || self.is_too_deep() {
            let name = prefix(header.constructor, header.tag, "Object", "");
            let name = name.trim_end();
            let name = if constructor.is_some() { format!("[{name}]") } else { name.to_owned() };
            return Ok(self.styled(name, Style::Special));
        }
        self.seen.push(object);
        self.current_depth = depth + 1;
        let lines = self.contents(object, form, frame, &shown_keys, depth + 1);
        self.seen.pop();
        let text = lines?;
        self.charge(&text)?;
        Ok(text)
    }

    /// Shows an object of a part of the host as the part says, unless it is too deep. As in Node, what it shows is laid out for
    /// itself, and its depth is counted from there.
    fn host_view(&mut self, object: ObjectId, constructor: Option<&str>, depth: usize) -> Completion<Option<String>> {
        if self.is_too_deep() {
            return Ok(None);
        }
        let is_cut = self.is_cut(depth);
        let Some(view) = host_part::view(self.vm, object)? else { return Ok(None) };
        match view {
            HostView::Members(_) if is_cut => return Ok(None),
            HostView::Pairs(_) if is_cut => return Ok(Some(self.styled("[Object]", Style::Special))),
            _ => {}
        }
        let name = prefix(constructor, "", "Object", "");
        let around = (std::mem::take(&mut self.indentation), self.current_depth);
        self.seen.push(object);
        let text = match view {
            HostView::Members(members) | HostView::Entries(members) => self.members(name, members),
            HostView::Pairs(values) => self.pairs(&name, &values),
        };
        self.seen.pop();
        (self.indentation, self.current_depth) = around;
        let text = text?;
        self.charge(&text)?;
        let text = text.replace('\n', &format!("\n{}", " ".repeat(self.indentation)));
        self.charge(&text)?;
        Ok(Some(text))
    }

    /// Formats the properties of an object that stands for another one.
    fn members(&mut self, name: String, members: ObjectId) -> Completion<String> {
        let keys = self.shown_keys(members)?;
        if keys.is_empty() {
            return Ok(name + "{}");
        }
        self.current_depth = 1;
        // The name has no part in the layout.
        let frame = Frame { base: String::new(), open: "{".to_owned(), close: "}" };
        Ok(name + &self.contents(members, Form::Other, frame, &keys, 1)?)
    }

    /// Formats names and values in turn, in one line if they fit.
    fn pairs(&mut self, name: &str, values: &[Value]) -> Completion<String> {
        let mut entries = Vec::new();
        for pair in values.chunks(2) {
            self.vm.work(ENTRY)?;
            let [name, value] = [0, 1].map(|place| pair.get(place).copied().unwrap_or(Value::UNDEFINED));
            let entry = format!("{} => {}", self.value(name, 0)?, self.value(value, 0)?);
            self.charge(&entry)?;
            self.vm.heap.lend_room(&mut entries, 1)?;
            entries.push(entry);
        }
        let length: usize = entries.iter().map(|entry| width(entry) + 2).sum();
        Ok(match length.checked_sub(2) {
            None => format!("{name}{{}}"),
            Some(length) if length <= self.options.break_length => format!("{name}{{ {} }}", entries.join(", ")),
            Some(_) => format!("{name}{{\n  {} }}", entries.join(",\n  ")),
        })
    }

    /// Tells whether nothing on that level is shown.
    fn is_cut(&self, depth: usize) -> bool {
        self.options.depth.is_some_and(|most| depth > most)
    }

    /// A proxy with its target and its handler.
    fn proxy(&mut self, target: ObjectId, handler: ObjectId, depth: usize) -> Completion<String> {
        if self.is_cut(depth) || depth > MOST_LEVELS || self.is_too_deep() {
            return Ok(self.styled("Proxy [Array]", Style::Special));
        }
        let mut entries = Vec::with_capacity(2);
        self.indentation += 2;
        for part in [target, handler] {
            self.vm.keep(Value::object(part));
        }
        for part in [target, handler] {
            entries.push(self.value(Value::object(part), depth + 1)?);
        }
        self.indentation -= 2;
        let (base, open, kind) = (String::new(), "Proxy [".to_owned(), Entries::Elements);
        let shown = Shown { base, open, close: "]", entries, kind, is_numeric: false, has_rest: false };
        let text = self.lines(shown, depth + 1);
        self.charge(&text)?;
        Ok(text)
    }

    fn is_too_deep(&self) -> bool {
        self.seen.len() >= MOST_LEVELS || self.vm.native_stack().is_exhausted()
    }

    fn keys_of(&mut self, object: ObjectId, form: Form) -> Completion<Vec<PropertyKey>> {
        match form {
            Form::Array(_) | Form::TypedArray(_) => self.named_keys(object),
            Form::Boxed("String", _) => self.keys_of_string(object),
            _ => self.shown_keys(object),
        }
    }

    /// Formats the contents between the braces, and lays out the whole object.
    fn contents(
        &mut self,
        object: ObjectId,
        form: Form,
        frame: Frame,
        shown_keys: &[PropertyKey],
        depth: usize,
    ) -> Completion<String> {
        let mut kind = Entries::Named;
        let (mut entries, has_rest) = match form {
            Form::Array(length) => {
                kind = Entries::Elements;
                self.elements(object, length as usize, depth)?
            }
            Form::TypedArray(view) => {
                kind = Entries::Elements;
                let (mut entries, has_rest) = self.view_elements(view)?;
                if self.options.show_hidden {
                    self.hidden_of_view(view, &mut entries, depth)?;
                }
                (entries, has_rest)
            }
            Form::Collection(collection, size) => self.collected(object, collection, size, depth)?,
            Form::Iterator { collection, kind: of, yields, position } => {
                if yields == Yields::Entries && of == CollectionKind::Map {
                    kind = Entries::Elements;
                }
                (self.left_over(collection, yields, position, of, depth)?, false)
            }
            Form::Buffer(buffer) => (self.buffer(buffer)?, false),
            Form::DataView(view) => (self.data_view(view, depth)?, false),
            Form::Promise(state, result) => (vec![self.promise(state, result, depth)?], false),
            Form::Weak(_) => (vec![self.styled("<items unknown>", Style::Special)], false),
            _ => (Vec::new(), false),
        };
        let is_numeric =
            kind == Entries::Elements && shown_keys.is_empty() && self.is_numeric(object, form, entries.len());
        let first = entries.len();
        for &key in shown_keys.iter().take(self.options.max_properties) {
            let entry = self.property(object, key, depth, kind)?;
            self.vm.heap.lend_room(&mut entries, 1)?;
            entries.push(entry);
        }
        let entries = self.sort_entries(entries, if kind == Entries::Named { 0 } else { first })?;
        let Frame { mut base, mut open, close } = frame;
        if let Some(place) = self.circular.iter().position(|&known| known == object) {
            let reference = self.styled(format!("<ref *{}>", place + 1), Style::Special);
            match self.options.compact {
                Compact::All => open = format!("{reference} {open}"),
                Compact::Levels(_) if base.is_empty() => base = reference,
                Compact::Levels(_) => base = format!("{reference} {base}"),
            }
        }
        Ok(self.lines(Shown { base, open, close, entries, kind, is_numeric, has_rest }, depth))
    }
}
