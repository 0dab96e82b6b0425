//! Descriptions of objects, for clients of a debugger: kind, class and a text. No script runs.

use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Closure;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::Kind;
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
    /// The name of its constructor.
    pub class_name: String,
    /// A text: `Array(3)`, the stack of an error, the source of a function.
    pub text: String,
}

/// Describes an object. Texts are cut behind `most` bytes.
pub fn describe(vm: &mut Vm, object: ObjectId, most: usize) -> Completion<Description> {
    let options = Options { max_string_length: most, ..Options::default() };
    let mut formatter = Formatter::new(vm, &options);
    if formatter.is_proxy(object) {
        return Ok(Description { kind: Some("proxy"), class_name: "Proxy".to_owned(), text: "Proxy".to_owned() });
    }
    realm::fill_prototypes(formatter.vm, object);
    let form = formatter.form(object);
    let fallback = if matches!(form, Form::Function) { "Function" } else { "Object" };
    // Depths beyond the limit give names without the objects around.
    let constructor = formatter.constructor_name(object, fallback, 0)?;
    let class_name = constructor.clone().unwrap_or_else(|| fallback.to_owned());
    let (kind, text) = formatter.kind_and_text(object, form, &class_name, constructor.as_deref())?;
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
    /// Returns the word for the kind of object, of which some have none, and the text, which may still be too long.
    fn kind_and_text(
        &mut self,
        object: ObjectId,
        form: Form,
        class_name: &str,
        constructor: Option<&str>,
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
            Form::Error => (Some("error"), self.error(object, constructor, "", &mut Vec::new())?),
            Form::Buffer(buffer) => (Some("arraybuffer"), sized(buffers::get(&self.vm.heap, buffer).byte_length())),
            Form::DataView(_) => (Some("dataview"), plain),
            Form::Promise(..) => (Some("promise"), plain),
            Form::Weak("WeakMap") => (Some("weakmap"), plain),
            Form::Weak(_) => (Some("weakset"), plain),
            Form::Namespace => (None, "Module".to_owned()),
            Form::Boxed(_, value) => (None, format!("{class_name} {{{}}}", self.primitive(value, false)?)),
            Form::Arguments | Form::Other => (None, plain),
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

/// Returns the first `most` entries of a Map or a Set. None of other objects.
pub fn entries(vm: &mut Vm, object: ObjectId, most: usize) -> Completion<Option<Vec<Entry>>> {
    let Form::Collection(kind, _) = Formatter::new(vm, &Options::default()).form(object) else { return Ok(None) };
    let (mut entries, mut position) = (Vec::new(), 0);
    while entries.len() < most
        && let Some(step) = collections::next_collected(&mut vm.heap, object, position)?
    {
        vm.work(1)?;
        entries.push(match kind {
            CollectionKind::Map => (Some(step.key), step.value),
            CollectionKind::Set => (None, step.key),
        });
        position = step.next;
    }
    Ok(Some(entries))
}
