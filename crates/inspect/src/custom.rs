//! Objects that show themselves: `[Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect)`, as Node calls it.
//!
//! Only where the host allows it ([`Options::custom`]), since script runs.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, Captured, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::key_set::KeySet;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::operations::iterate::copy_data_properties;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbol;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::dir::inspect_as_asked;
use crate::{Compact, Formatter, Getters, Options, Style};

const NAME: &str = "nodejs.util.inspect.custom";

/// Functions that are given to objects that show themselves: whoever makes an engine notes them, so that it can be written down.
pub static CLOSURES: &[&NativeFunction] = &[&INSPECT, &STYLIZE];

static INSPECT: NativeFunction =
    method("inspect", 2, inspect).capturing([Captured::Nothing, Captured::Nothing, Captured::Nothing]);
static STYLIZE: NativeFunction =
    method("stylize", 2, stylize).capturing([Captured::Boolean, Captured::Nothing, Captured::Nothing]);

impl Formatter<'_> {
    /// Returns what an object says of itself. None if it says nothing, or is its own answer.
    pub(crate) fn custom(&mut self, object: ObjectId, depth: usize) -> Completion<Option<String>> {
        if !self.options.custom || self.is_brief || self.vm.native_stack().is_exhausted() {
            return Ok(None);
        }
        self.vm.keep(Value::object(object));
        let name = self.vm.heap.key(NAME);
        let key = PropertyKey::from_symbol(symbol::registered_symbol(&mut self.vm.heap, name)?);
        let method = object::get(self.vm, object, key)?;
        if !method.as_object().is_some_and(|method| self.vm.heap.has_call(method)) {
            return Ok(None);
        }
        self.vm.keep(method);
        // As in Node, the options have the whole depth, and the first argument has what is left of it.
        let (given, whole) = self.given()?;
        let left = whole.as_number().map_or(Value::NULL, |whole| Value::number(whole - depth as f64));
        let inspect = function::new_native_closure(self.vm, &INSPECT, [Value::UNDEFINED; 3]);
        let inspect = Value::object(inspect);
        self.vm.keep(inspect);
        let said = self.vm.call(method, Value::object(object), &[left, given, inspect])?;
        if said == Value::object(object) {
            return Ok(None);
        }
        self.vm.keep(said);
        let Some(text) = said.as_string() else { return self.value(said, depth).map(Some) };
        let flat = self.vm.heap.flatten(text)?;
        let text = self.vm.heap.view(flat).to_string_lossy();
        self.charge(&text)?;
        let blanks = format!("\n{}", " ".repeat(self.indentation));
        let text = text.replace('\n', &blanks);
        self.charge(&text)?;
        Ok(Some(text))
    }

    /// Makes the object with the options, which `inspect` takes again: those of the script first, with what else they have.
    /// Returns it with its depth, which is null where the script said so.
    fn given(&mut self) -> Completion<(Value, Value)> {
        let (options, own) = (self.options.clone(), self.given);
        let vm = &mut *self.vm;
        let parent = realm::intrinsics(vm).object_prototype;
        let given = vm.heap.new_object_with_prototype(Some(parent), ObjectKind::Ordinary);
        vm.keep(Value::object(given));
        let stylize = function::new_native_closure(
            vm,
            &STYLIZE,
            [Value::bool(options.colors), Value::UNDEFINED, Value::UNDEFINED],
        );
        let key = vm.heap.key("stylize");
        object::create_data_property_or_throw(vm, given, key, Value::object(stylize))?;
        if let Some(own) = own {
            copy_data_properties(vm, Value::object(given), Value::object(own), &KeySet::default())?;
        }
        let count = |count: usize| Value::number(count as f64);
        let key = vm.heap.key("depth");
        let said = own.and_then(|own| shown::own_data(&vm.heap, own, key)).filter(|depth| depth.is_null());
        let depth = options.depth.map_or(said.unwrap_or(Value::number(f64::INFINITY)), count);
        let compact = match options.compact {
            Compact::Levels(levels) => count(levels),
            Compact::All => Value::bool(true),
        };
        let entries = [
            ("showHidden", Value::bool(options.show_hidden)),
            ("depth", depth),
            ("colors", Value::bool(options.colors)),
            ("customInspect", Value::bool(true)),
            ("showProxy", Value::bool(options.show_proxy)),
            ("maxArrayLength", count(options.max_array_length)),
            ("maxStringLength", count(options.max_string_length)),
            ("breakLength", count(options.break_length)),
            ("compact", compact),
            ("sorted", Value::bool(options.sorted)),
            ("getters", Value::bool(options.getters != Getters::Told)),
            ("numericSeparator", Value::bool(options.numeric_separator)),
        ];
        for (name, value) in entries {
            let key = vm.heap.key(name);
            object::create_data_property_or_throw(vm, given, key, value)?;
        }
        Ok((Value::object(given), depth))
    }
}

/// inspect ( value, options ), as `util.inspect` of Node.
fn inspect(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [item, given] = [0, 1].map(|index| call.argument(vm, index));
    let text = inspect_as_asked(vm, item, given, Options { custom: true, ..Options::default() })?;
    Ok(Value::string(vm.heap.new_string(&text)))
}

/// stylize ( text, style ), with the styles of Node's `util.inspect.styles`.
fn stylize(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [text, style] = [0, 1].map(|index| call.argument(vm, index));
    let is_coloured = vm.heap.captured(call.callee, 0).as_bool() == Some(true);
    let style = style.as_string().map(|style| shown::string(&mut vm.heap, style, NAME.len()));
    let (Some(string), true, Some(style)) = (text.as_string(), is_coloured, style) else { return Ok(text) };
    let style = match style.as_str() {
        "special" => Style::Special,
        "number" | "bigint" | "boolean" => Style::Number,
        "undefined" => Style::Undefined,
        "null" => Style::Null,
        "string" | "symbol" => Style::Text,
        "date" => Style::Date,
        "regexp" => Style::Pattern,
        _ => return Ok(text),
    };
    let flat = vm.heap.flatten(string)?;
    let text = vm.heap.view(flat).to_string_lossy();
    vm.heap.lend(2 * text.len())?;
    let (begin, end) = style.codes();
    Ok(Value::string(vm.heap.new_string(&format!("\u{1b}[{begin}m{text}\u{1b}[{end}m"))))
}
