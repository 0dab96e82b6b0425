//! Values for clients that keep them: handles instead of numbers of a stop, and facts instead of one text.

use std::ops::Range;

use ferrotape_inspect::Slot;
use ferrotape_runtime::debug::{self as engine, Bounds, Refused};
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::{Completion, Vm, bigints, convert, coverage, messages, profile, realm};
use ferrotape_syntax::Goal;

use super::{Source, heap_snapshot};
use crate::convert::JsValue;
use crate::coverage::Coverage;
use crate::{Context, Error};

/// Access to an engine's values for a debugger's client: see [`Stopped::values`](super::Stopped::values). Its
/// operations do not count against a script's limits, and have bounds of their own. Inspecting runs no script:
/// getters are named, and proxies have no properties.
///
/// ```
/// use ferrotape::Engine;
/// use ferrotape::debug::{Resume, Stopped};
///
/// let mut engine = Engine::new();
/// engine.set_debugger(|stopped: &mut Stopped<'_>| {
///     let list = stopped.evaluate_value(0, "list").unwrap();
///     let mut values = stopped.values();
///     assert_eq!(values.facts(&list, 100).unwrap().text, "Array(2)");
///     let first = &values.properties(&list, 0..1).unwrap()[0];
///     assert_eq!(first.name, "0");
///     Resume::Run
/// });
/// engine.run("a.js", "let list = [7, 8]; debugger")?;
/// # Ok::<(), ferrotape::Error>(())
/// ```
pub struct Values<'a>(pub(super) &'a mut Vm);

/// Facts about a value.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Facts {
    /// Result of `typeof`.
    pub type_name: &'static str,
    /// Its kind, in the words of the Chrome DevTools protocol: `array`, `error`, `null`. None for other objects, and for
    /// primitive values.
    pub kind: Option<&'static str>,
    /// The name of an object's class: a tag, or the name of a constructor.
    pub class_name: Option<String>,
    /// A text: `Array(3)`, the source of a function, the text of a primitive value.
    pub text: String,
    /// The value itself, if it is primitive.
    pub primitive: Option<Primitive>,
}

/// A primitive value.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Primitive {
    /// The value `undefined`.
    Undefined,
    /// The value `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A string, which may be cut.
    String(String),
    /// A BigInt, as `12n`. A long one is described in words.
    BigInt(String),
    /// A symbol, as `Symbol(name)`.
    Symbol(String),
}

/// A property of an object.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Property {
    /// Its key.
    pub name: String,
    /// The key, if that is a symbol.
    pub symbol: Option<JsValue>,
    /// The value. None for accessors.
    pub value: Option<JsValue>,
    /// The getter, which is not called.
    pub getter: Option<JsValue>,
    /// The setter.
    pub setter: Option<JsValue>,
    /// Whether it can be assigned.
    pub is_writable: bool,
    /// Whether it is enumerable.
    pub is_enumerable: bool,
    /// Whether it can be defined again.
    pub is_configurable: bool,
}

/// Entry of a Map or a Set: the key, which sets lack, and the value.
pub type Entry = (Option<JsValue>, JsValue);

/// Reason why something gave no value.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// The reason as text.
    pub message: String,
    /// The thrown value, if something was thrown.
    pub thrown: Option<JsValue>,
}

impl Values<'_> {
    fn handle(&mut self, value: Value) -> JsValue {
        JsValue::new_handle(self.0, value)
    }

    pub(super) fn refusal(&mut self, refused: Refused) -> Refusal {
        let thrown = refused.thrown.map(|thrown| self.handle(thrown));
        Refusal { message: refused.message, thrown }
    }

    pub(super) fn value(&self, handle: &JsValue) -> Result<Value, Refusal> {
        let value = handle.handle().value_in(self.0);
        value.ok_or_else(|| Refusal { message: "the value is of another engine".to_owned(), thrown: None })
    }

    /// Works within bounds.
    pub(super) fn bounded<T>(&mut self, work: impl FnOnce(&mut Vm) -> Completion<T>) -> Result<T, Refusal> {
        self.bounded_by(Bounds::TEXT, work)
    }

    fn bounded_by<T>(&mut self, bounds: Bounds, work: impl FnOnce(&mut Vm) -> Completion<T>) -> Result<T, Refusal> {
        let (mark, on_loan) = (self.0.kept_mark(), self.0.heap.on_loan());
        let done = engine::bounded_by(self.0, bounds, work).map_err(|refused| self.refusal(refused));
        self.0.release_kept(mark);
        self.0.heap.settle_loans(on_loan);
        done
    }

    pub(super) fn result(&mut self, work: impl FnOnce(&mut Vm) -> Completion<Value>) -> Result<JsValue, Refusal> {
        let value = self.bounded(work)?;
        Ok(self.handle(value))
    }

    /// Returns the facts about a value. Texts have at most about `most` characters.
    ///
    /// # Errors
    ///
    /// Fails if the handle belongs to another engine, or without room for the facts.
    pub fn facts(&mut self, handle: &JsValue, most: usize) -> Result<Facts, Refusal> {
        let value = self.value(handle)?;
        let type_name = engine::type_name(self.0, value);
        if let Some(object) = value.as_object() {
            let described = self.bounded(|vm| ferrotape_inspect::describe(vm, object, most))?;
            return Ok(Facts {
                type_name,
                kind: described.kind,
                class_name: Some(described.class_name),
                text: described.text,
                primitive: None,
            });
        }
        let primitive = self.primitive(value, most)?;
        let text = match &primitive {
            Primitive::Undefined => "undefined".to_owned(),
            Primitive::Null => "null".to_owned(),
            Primitive::Boolean(value) => value.to_string(),
            Primitive::Number(_) => messages::describe(self.0, value),
            Primitive::String(text) | Primitive::BigInt(text) | Primitive::Symbol(text) => text.clone(),
        };
        let (type_name, kind) = if value.is_null() { ("object", Some("null")) } else { (type_name, None) };
        Ok(Facts { type_name, kind, class_name: None, text, primitive: Some(primitive) })
    }

    /// Returns the facts about a value that are known without reading its contents.
    pub fn facts_without_look(&self, handle: &JsValue) -> Facts {
        let value = self.value(handle).unwrap_or(Value::UNDEFINED);
        let is_object = value.is_object();
        Facts {
            type_name: if value.is_null() { "object" } else { engine::type_name(self.0, value) },
            kind: value.is_null().then_some("null"),
            class_name: is_object.then(|| "Object".to_owned()),
            text: if is_object { "Object".to_owned() } else { String::new() },
            primitive: (!is_object).then(|| match value.is_string() {
                true => Primitive::String(String::new()),
                false => Primitive::Undefined,
            }),
        }
    }

    /// Returns a primitive value itself, except that long ones are shortened: strings to `most` units, BigInts above as
    /// many bits.
    fn primitive(&mut self, value: Value, most: usize) -> Result<Primitive, Refusal> {
        if let Some(string) = value.as_string() {
            let text = |vm: &mut Vm| {
                let flat = vm.heap.flatten(string)?;
                vm.work(most as u64 / 16 + 1)?;
                Ok(vm.heap.view(flat).slice(0, most).to_string_lossy())
            };
            return Ok(Primitive::String(self.bounded(text)?));
        }
        if let Some(bigint) = value.as_bigint() {
            if bigints::get(&self.0.heap, bigint).bits() > most as u64 {
                return Ok(Primitive::BigInt(bigints::describe_bigint(&self.0.heap, bigint)));
            }
            let digits = self.bounded(|vm| {
                let digits = convert::to_string(vm, value)?;
                let flat = vm.heap.flatten(digits)?;
                Ok(vm.heap.view(flat).to_string_lossy())
            })?;
            return Ok(Primitive::BigInt(digits + "n"));
        }
        Ok(match (value.as_bool(), value.as_number()) {
            (Some(value), _) => Primitive::Boolean(value),
            (_, Some(number)) => Primitive::Number(number),
            _ if value.is_null() => Primitive::Null,
            _ if value.is_symbol() => Primitive::Symbol(messages::describe(self.0, value)),
            _ => Primitive::Undefined,
        })
    }

    /// Returns a range of an object's own properties, by their positions. Proxies have none.
    ///
    /// # Errors
    ///
    /// Fails if the handle is of no object or of another engine, or without room for the list.
    pub fn properties(&mut self, object: &JsValue, places: Range<usize>) -> Result<Vec<Property>, Refusal> {
        let value = self.value(object)?;
        let mark = self.0.kept_mark();
        let views = engine::properties(self.0, value, places);
        let properties = match views {
            Ok(views) => {
                let shown = views.into_iter().map(|view| Property {
                    name: view.name,
                    symbol: view.symbol.map(|value| self.handle(value)),
                    value: view.value.map(|value| self.handle(value)),
                    getter: view.getter.filter(|value| value.is_object()).map(|value| self.handle(value)),
                    setter: view.setter.filter(|value| value.is_object()).map(|value| self.handle(value)),
                    is_writable: !view.is_constant,
                    is_enumerable: view.is_enumerable,
                    is_configurable: view.is_configurable,
                });
                Ok(shown.collect())
            }
            Err(refused) => Err(self.refusal(refused)),
        };
        self.0.release_kept(mark);
        properties
    }

    /// Returns the first `most` entries of a Map or a Set, or of those that are left for an iterator over one. None of other
    /// objects.
    ///
    /// # Errors
    ///
    /// Fails if the handle belongs to another engine, or without room for the entries.
    pub fn entries(&mut self, object: &JsValue, most: usize) -> Result<Option<Vec<Entry>>, Refusal> {
        let Some(object) = self.value(object)?.as_object() else { return Ok(None) };
        let entries = self.bounded(|vm| ferrotape_inspect::entries(vm, object, most))?;
        Ok(entries.map(|entries| {
            let shown = entries.into_iter().map(|(key, value)| {
                let key = key.map(|key| self.handle(key));
                (key, self.handle(value))
            });
            shown.collect()
        }))
    }

    /// Returns the internal slots that a client shows, under the names used by Chrome DevTools: state and result of a
    /// promise, target and handler of a proxy, and what is behind a bound function, a generator, an iterator, a WeakRef or an
    /// object around a primitive value. Other values have none.
    ///
    /// # Errors
    ///
    /// Fails if the handle belongs to another engine, or without room for the values.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Resume, Stopped};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_debugger(|stopped: &mut Stopped<'_>| {
    ///     let mut values = stopped.values();
    ///     let promise = values.evaluate("Promise.resolve(7)").unwrap();
    ///     let slots = values.internal_slots(&promise).unwrap();
    ///     let shown = slots.iter().map(|(name, value)| format!("{name} {}", values.facts(value, 100).unwrap().text));
    ///     assert_eq!(shown.collect::<Vec<_>>(), ["[[PromiseState]] fulfilled", "[[PromiseResult]] 7"]);
    ///     Resume::Run
    /// });
    /// engine.run("a.js", "debugger")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn internal_slots(&mut self, object: &JsValue) -> Result<Vec<(&'static str, JsValue)>, Refusal> {
        let Some(object) = self.value(object)?.as_object() else { return Ok(Vec::new()) };
        let mut shown = Vec::new();
        for (name, slot) in self.bounded(|vm| ferrotape_inspect::internal_slots(vm, object))? {
            let value = match slot {
                Slot::Value(value) => self.handle(value),
                Slot::Text(text) => self.primitive_value(&Primitive::String(text.to_owned()))?,
            };
            shown.push((name, value));
        }
        Ok(shown)
    }

    /// Returns where a function of a script begins: its source text, and line and column, counted from 1. None for
    /// other values.
    ///
    /// ```
    /// use ferrotape::Engine;
    /// use ferrotape::debug::{Resume, Stopped};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_debugger(|stopped: &mut Stopped<'_>| {
    ///     let mut values = stopped.values();
    ///     let function = values.evaluate("f").unwrap();
    ///     let (source, line, column) = values.beginning(&function).unwrap();
    ///     assert_eq!((source.name(), line, column), ("a.js", 1, 11));
    ///     Resume::Run
    /// });
    /// engine.run("a.js", "debugger; function f() {}")?;
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn beginning(&mut self, function: &JsValue) -> Option<(Source, u32, u32)> {
        let (source, position) = engine::beginning(self.0, self.value(function).ok()?)?;
        Some((Source(source), position.line, position.column))
    }

    /// Returns the prototype. None for proxies, whose trap is not called.
    pub fn prototype(&mut self, object: &JsValue) -> Option<JsValue> {
        let object = self.value(object).ok()?.as_object()?;
        let prototype = engine::prototype(self.0, object)?;
        Some(self.handle(prototype))
    }

    /// Runs source text as an entry of a prompt: its declarations replace earlier ones. An error contains the thrown
    /// value.
    ///
    /// # Errors
    ///
    /// Fails with what the text has thrown, or the limit that has ended it.
    pub fn evaluate(&mut self, text: &str) -> Result<JsValue, Refusal> {
        self.evaluate_entry(text).map(|evaluated| evaluated.value)
    }

    /// Compiles source text as a script, and discards the code. An error says what is wrong with it.
    ///
    /// # Errors
    ///
    /// Fails with the syntax error of the text.
    pub fn check(&mut self, text: &str) -> Result<(), Refusal> {
        self.bounded(|vm| eval::compile_text(vm, "<debugger>", text.to_owned(), Goal::Script).map(|_| ()))
    }

    /// Calls a function.
    ///
    /// # Errors
    ///
    /// Fails with what the function has thrown, or the limit that has ended it, or if it is not a function.
    pub fn call(&mut self, function: &JsValue, this: &JsValue, arguments: &[JsValue]) -> Result<JsValue, Refusal> {
        let (function, this) = (self.value(function)?, self.value(this)?);
        let arguments: Result<Vec<Value>, Refusal> = arguments.iter().map(|argument| self.value(argument)).collect();
        let arguments = arguments?;
        self.result(|vm| profile::with_text(vm, |vm| vm.call(function, this, &arguments)))
    }

    /// Makes a handle of a primitive value, other than a symbol.
    ///
    /// # Errors
    ///
    /// Fails without room for the value.
    pub fn primitive_value(&mut self, primitive: &Primitive) -> Result<JsValue, Refusal> {
        match primitive {
            Primitive::String(text) => self.result(|vm| {
                vm.heap.room(text.len().saturating_mul(4))?;
                Ok(Value::string(vm.heap.new_string(text)))
            }),
            Primitive::BigInt(digits) => {
                let is_number = digits.strip_suffix('n').is_some_and(|digits| {
                    let digits = digits.strip_prefix('-').unwrap_or(digits);
                    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
                });
                let wrong = || Refusal { message: "it is not a BigInt".to_owned(), thrown: None };
                if is_number { self.evaluate(digits) } else { Err(wrong()) }
            }
            Primitive::Null => Ok(self.handle(Value::NULL)),
            Primitive::Boolean(value) => Ok(self.handle(Value::bool(*value))),
            Primitive::Number(number) => Ok(self.handle(Value::number(*number))),
            Primitive::Undefined | Primitive::Symbol(_) => Ok(self.handle(Value::UNDEFINED)),
        }
    }

    /// Makes the value of a JSON text, as the realm's original `JSON.parse` does.
    ///
    /// # Errors
    ///
    /// Fails if it is not JSON, or without room for the value.
    pub fn parse_json(&mut self, text: &str) -> Result<JsValue, Refusal> {
        self.result(|vm| {
            vm.heap.room(text.len().saturating_mul(4))?;
            let text = Value::string(vm.heap.new_string(text));
            let parse = realm::made(vm, "JSON", |intrinsics| intrinsics.json_parse);
            vm.call(Value::object(parse), Value::UNDEFINED, &[text])
        })
    }

    /// Returns the global object.
    pub fn global(&mut self) -> JsValue {
        let global = self.0.realm.global;
        self.handle(Value::object(global))
    }

    /// Returns the names of declarations of scripts by `let`, `const` and `class`.
    pub fn lexical_names(&mut self) -> Vec<String> {
        let scopes = engine::lexical_names(self.0);
        scopes.into_iter().map(|variable| variable.name).collect()
    }

    /// Returns the engine's memory use in bytes.
    pub fn heap_bytes(&mut self) -> usize {
        Context::new(self.0).stats().bytes
    }

    /// Collects garbage.
    pub fn collect_garbage(&mut self) {
        Context::new(self.0).collect_garbage();
    }

    /// Returns all live objects as a `.heapsnapshot` file for Chrome DevTools. References that scripts do not see may
    /// be left out if other references lead to the same object. Sizes are approximate.
    ///
    /// # Errors
    ///
    /// Fails if there is no room for the text in half of the memory that is left, or the snapshot takes longer than a minute.
    pub fn heap_snapshot(&mut self) -> Result<String, Refusal> {
        self.bounded_by(Bounds::HEAP, heap_snapshot::snapshot)
    }

    /// Starts counting the code that runs, from zero: see [`crate::coverage`].
    pub fn start_coverage(&mut self) {
        coverage::begin(self.0, None);
    }

    /// Ends counting. None if it was not begun.
    pub fn end_coverage(&mut self) -> Option<Coverage> {
        Coverage::ended(self.0)
    }
}

impl Context<'_> {
    /// Returns the value that an error has thrown, for a debugger's client: see [`Values`].
    pub fn thrown_value(&mut self, error: &Error) -> Option<JsValue> {
        let value = error.thrown_in(self.vm)?;
        Some(JsValue::new_handle(self.vm, value))
    }
}
