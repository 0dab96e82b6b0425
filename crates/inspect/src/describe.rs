//! Descriptions of objects, for clients of a debugger: kind, class and a text. No script runs.

use ferrotape_runtime::collection::{CollectionIterator, CollectionKind};
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::finalization;
use ferrotape_runtime::function::Closure;
use ferrotape_runtime::generator::GeneratorState;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration::Yields;
use ferrotape_runtime::object::{Kind, Proxy, array};
use ferrotape_runtime::promise::PromiseState;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::{Vm, buffers, realm, views};

use crate::base::date_text;
use crate::value::Form;
use crate::{Formatter, Options};

/// Description of an object that is not opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// Its kind, in the words of the Chrome DevTools protocol. None for plain objects and functions.
    pub kind: Option<&'static str>,
    /// The name of its class: the first tag, or name of a constructor, of its chain of prototypes.
    pub class_name: String,
    /// A text: `Array(3)`, the stack of an error, the source of a function.
    pub text: String,
}

/// Describes an object. Texts are cut behind `most` bytes.
pub fn describe(vm: &mut Vm, object: ObjectId, most: usize) -> Completion<Description> {
    let options = Options { max_string_length: most, ..Options::default() };
    let mut formatter = Formatter::new(vm, &options);
    if formatter.is_proxy(object) {
        return formatter.describe_proxy(object, most);
    }
    realm::fill_prototypes(formatter.vm, object);
    let form = formatter.form(object);
    let fallback = if matches!(form, Form::Function) { "Function" } else { "Object" };
    let class_name = formatter.class_name(object, fallback)?;
    let (kind, text) = formatter.kind_and_text(object, form, &class_name)?;
    Ok(Description { kind, class_name, text: cut(text, most) })
}

fn cut(mut text: String, most: usize) -> String {
    if text.len() > most {
        text.truncate(text.floor_char_boundary(most));
        text.push('…');
    }
    text
}

impl Formatter<'_> {
    /// Describes a proxy, with the class of its target. That of a revoked one is gone.
    fn describe_proxy(&mut self, object: ObjectId, most: usize) -> Completion<Description> {
        let mut target = object;
        while let Kind::Proxy(Proxy { target: next, .. }) = self.vm.heap.kind(target) {
            self.vm.work(1)?;
            target = next;
        }
        let kind = Some("proxy");
        if target == self.vm.heap.nothing() {
            return Ok(Description { kind, class_name: "Proxy".to_owned(), text: "Proxy".to_owned() });
        }
        realm::fill_prototypes(self.vm, target);
        let fallback = if matches!(self.form(target), Form::Function) { "Function" } else { "Object" };
        let class_name = self.class_name(target, fallback)?;
        let text = cut(format!("Proxy({class_name})"), most);
        Ok(Description { kind, class_name, text })
    }

    /// Returns the word for the kind of object, of which some have none, and the text, which may still be too long.
    fn kind_and_text(
        &mut self,
        object: ObjectId,
        form: Form,
        class_name: &str,
    ) -> Completion<(Option<&'static str>, String)> {
        let sized = |size: usize| format!("{class_name}({size})");
        let plain = class_name.to_owned();
        Ok(match form {
            Form::Array(length) => (Some("array"), sized(length as usize)),
            Form::Collection(CollectionKind::Map, size) => (Some("map"), sized(size)),
            Form::Collection(CollectionKind::Set, size) => (Some("set"), sized(size)),
            Form::TypedArray(view) => {
                (Some("typedarray"), sized(views::length_of_view(&self.vm.heap, view).unwrap_or(0)))
            }
            Form::Iterator { .. } => (Some("iterator"), plain),
            Form::Function => (None, self.source(object)?),
            Form::Pattern(pattern) => (Some("regexp"), self.pattern(pattern)?),
            Form::Date(time) => (Some("date"), date_text(time)),
            Form::Error => {
                let constructor = self.constructor_name(object, "Object", 0)?;
                (Some("error"), self.error(object, constructor.as_deref(), "", &mut Vec::new())?)
            }
            Form::Buffer(buffer) => (Some("arraybuffer"), sized(buffers::get(&self.vm.heap, buffer).byte_length())),
            Form::DataView(view) => (Some("dataview"), sized(views::length_of_view(&self.vm.heap, view).unwrap_or(0))),
            Form::Promise(..) => (Some("promise"), plain),
            Form::Weak("WeakMap") => (Some("weakmap"), plain),
            Form::Weak(_) => (Some("weakset"), plain),
            Form::Namespace => (None, "Module".to_owned()),
            Form::Other if matches!(self.vm.heap.kind(object), Kind::Generator(_)) => (Some("generator"), plain),
            Form::Boxed(..) | Form::Arguments | Form::Other => (None, plain),
        })
    }

    /// The source text of a function.
    fn source(&mut self, object: ObjectId) -> Completion<String> {
        if let Kind::Closure(Closure { code, .. }) = self.vm.heap.kind(object) {
            let code = self.vm.heap.code_cell(code);
            let (source, span) = (std::sync::Arc::clone(&code.set.unit.unit.source), code.template().span);
            let text = source.slice(span);
            let text = &text[..text.floor_char_boundary(self.options.max_string_length.min(text.len()))];
            if !text.is_empty() {
                self.charge(text)?;
                return Ok(text.to_owned());
            }
        }
        let name = self.own_text(object, ferrotape_runtime::keys::NAME)?.unwrap_or_default();
        Ok(format!("function {name}() {{ [native code] }}"))
    }
}

/// Entry of a Map or a Set: the key, which sets lack, and the value.
pub type Entry = (Option<Value>, Value);

/// Returns the first `most` entries of a Map or a Set, or of those that an iterator over one has before it. None of other
/// objects.
pub fn entries(vm: &mut Vm, object: ObjectId, most: usize) -> Completion<Option<Vec<Entry>>> {
    let form = Formatter::new(vm, &Options::default()).form(object);
    let (collection, kind, yields, mut position) = match form {
        Form::Collection(kind, _) => (object, kind, Yields::Entries, 0),
        Form::Iterator { collection, kind, yields, position } => (collection, kind, yields, position),
        _ => return Ok(None),
    };
    let mut entries = Vec::new();
    // An iterator that has ended has no collection.
    while collection != vm.heap.nothing()
        && entries.len() < most
        && let Some(step) = collections::next_collected(&mut vm.heap, collection, position)?
    {
        vm.work(1)?;
        entries.push(match (kind, yields) {
            (CollectionKind::Map, Yields::Entries) => (Some(step.key), step.value),
            (CollectionKind::Map, Yields::Values) => (None, step.value),
            _ => (None, step.key),
        });
        position = step.next;
    }
    Ok(Some(entries))
}

/// Value of an internal slot.
#[derive(Copy, Clone, Debug)]
pub enum Slot {
    /// A value of the script.
    Value(Value),
    /// A word, such as the state of a promise.
    Text(&'static str),
}

/// Returns the internal slots of an object that clients of a debugger show, by the names that DevTools have for them. No script
/// runs.
pub fn internal_slots(vm: &mut Vm, object: ObjectId) -> Completion<Vec<(&'static str, Slot)>> {
    let nothing = vm.heap.nothing();
    let whole = |object: ObjectId| Slot::Value(if object == nothing { Value::NULL } else { Value::object(object) });
    if let Form::Boxed(_, value) = Formatter::new(vm, &Options::default()).form(object) {
        return Ok(vec![("[[PrimitiveValue]]", Slot::Value(value))]);
    }
    Ok(match vm.heap.kind(object) {
        Kind::Promise(promise) => {
            let state = match promise.state {
                PromiseState::Pending => "pending",
                PromiseState::Fulfilled => "fulfilled",
                PromiseState::Rejected => "rejected",
            };
            let is_pending = promise.state == PromiseState::Pending;
            let result = if is_pending { Value::UNDEFINED } else { promise.result };
            vec![("[[PromiseState]]", Slot::Text(state)), ("[[PromiseResult]]", Slot::Value(result))]
        }
        Kind::Proxy(Proxy { target, handler, .. }) => {
            let is_revoked = Slot::Value(Value::bool(target == nothing));
            vec![("[[Handler]]", whole(handler)), ("[[Target]]", whole(target)), ("[[IsRevoked]]", is_revoked)]
        }
        Kind::Bound(bound) => {
            let (target, this, arguments) = (bound.target, bound.this, bound.arguments.to_vec());
            let arguments = Slot::Value(Value::object(array::new_array_from(vm, arguments)?));
            vec![
                ("[[TargetFunction]]", whole(target)),
                ("[[BoundThis]]", Slot::Value(this)),
                ("[[BoundArgs]]", arguments),
            ]
        }
        Kind::Generator(generator) => {
            let state = match generator.state {
                GeneratorState::SuspendedStart | GeneratorState::SuspendedYield => "suspended",
                GeneratorState::Executing => "running",
                GeneratorState::AwaitingReturn | GeneratorState::Completed => "closed",
            };
            let mut slots = vec![("[[GeneratorState]]", Slot::Text(state))];
            // One that has ended has let its function go.
            let callee = Some(generator.frame.callee).filter(|&callee| callee != nothing);
            slots.extend(callee.map(|callee| ("[[GeneratorFunction]]", whole(callee))));
            slots
        }
        // What was only held weakly is held from now on, as by `deref`.
        Kind::WeakRef(_) => {
            let target = finalization::deref(&mut vm.heap, object)?.unwrap_or(Value::UNDEFINED);
            vec![("[[WeakRefTarget]]", Slot::Value(target))]
        }
        Kind::CollectionIterator(CollectionIterator { collection, yields, position, .. }) => {
            let kind = match yields {
                Yields::Keys => "keys",
                Yields::Values => "values",
                Yields::Entries => "entries",
            };
            let has_more =
                collection != nothing && collections::next_collected(&mut vm.heap, collection, position)?.is_some();
            vec![("[[IteratorHasMore]]", Slot::Value(Value::bool(has_more))), ("[[IteratorKind]]", Slot::Text(kind))]
        }
        Kind::ArrayBuffer(buffer) => {
            let length = buffers::get(&vm.heap, buffer).byte_length();
            vec![("[[ArrayBufferByteLength]]", Slot::Value(Value::number(length as f64)))]
        }
        _ => Vec::new(),
    })
}
