//! Errors: their stack with the constructor's name, and the properties that it does not show.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::keys;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm;
use ferrotape_runtime::shown;
use ferrotape_runtime::stack_trace;
use ferrotape_runtime::symbol::{ERROR_STACK, exception_slot};
use ferrotape_runtime::value::Value;

use crate::Formatter;
use crate::names::prefix;

impl Formatter<'_> {
    /// Returns whether Error.prototype is behind an object: of constructors without `class`, as many packages have them.
    pub(crate) fn inherits_error(&mut self, object: ObjectId) -> Completion<bool> {
        let prototype = realm::intrinsics(self.vm).error_prototypes[0];
        let mut next = self.vm.heap.prototype_of(object);
        while let Some(current) = next {
            self.vm.work(1)?;
            if current == prototype {
                return Ok(true);
            }
            next = if self.is_proxy(current) { None } else { self.vm.heap.prototype_of(current) };
        }
        Ok(false)
    }

    /// Returns the text of a property, own or inherited, if it is plain data or in a slot of a DOMException.
    fn inherited_text(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Option<String>> {
        let mut holder = Some(object);
        while let Some(current) = holder {
            self.vm.work(1)?;
            if let Some(property) = self.vm.heap.stored_property(current, key) {
                return match exception_slot(key).filter(|_| property.attributes.is_accessor()) {
                    Some(slot) => self.own_text(object, slot),
                    None => self.own_text(current, key),
                };
            }
            holder = if self.is_proxy(current) { None } else { self.vm.heap.prototype_of(current) };
        }
        Ok(None)
    }

    /// The text of the stack. A lazy stack is built, unless that would run script where objects may not show themselves:
    /// then it is shown as it would be without.
    fn stack_of(&mut self, error: ObjectId) -> Completion<Option<String>> {
        let text = match stack_trace::without_script(self.vm, error)? {
            Some((stack, false)) => self.stack_by_script(error)?.or(stack.as_string()),
            _ => {
                stack_trace::make_now(self.vm, error)?;
                None
            }
        };
        match text {
            Some(text) => {
                let flat = self.vm.heap.flatten(text)?;
                Ok(Some(self.vm.heap.view(flat).slice(0, self.longest_name()).to_string_lossy()))
            }
            None => match self.inherited_text(error, keys::STACK)? {
                // In Node an error has its stack itself, whatever it inherits from.
                None if self.vm.heap.prototype_of(error).is_none() => self.own_text(error, ERROR_STACK),
                text => Ok(text),
            },
        }
    }

    /// The stack that a script would get, where script may run; none if that throws or is no text.
    fn stack_by_script(&mut self, error: ObjectId) -> Completion<Option<StringId>> {
        if !self.options.custom || self.is_brief || self.vm.native_stack().is_exhausted() {
            return Ok(None);
        }
        self.vm.keep(Value::object(error));
        match stack_trace::with_script(self.vm, error) {
            Ok(stack) => Ok(stack.and_then(Value::as_string)),
            Err(Throw::Exception(_)) => Ok(None),
            Err(throw) => Err(throw),
        }
    }

    /// Formats an error; `shown_keys` become those that the text does not tell of.
    pub(crate) fn error(
        &mut self,
        error: ObjectId,
        constructor: Option<&str>,
        tag: &str,
        shown_keys: &mut Vec<PropertyKey>,
    ) -> Completion<String> {
        let name = self.inherited_text(error, keys::NAME)?.unwrap_or_else(|| "Error".to_owned());
        let message = self.inherited_text(error, keys::MESSAGE)?.unwrap_or_default();
        let stack = self.stack_of(error)?.filter(|stack| !stack.is_empty());
        let headline = match (name.is_empty(), message.is_empty()) {
            (true, _) => message.clone(),
            (_, true) => name.clone(),
            _ => format!("{name}: {message}"),
        };
        if self.is_brief {
            // Properties of errors are told elsewhere. Those of objects that only inherit from them are not.
            let is_error = matches!(self.vm.heap.kind(error), Kind::Error(_));
            shown_keys.retain(|key| !is_error && ![keys::NAME, keys::MESSAGE, keys::STACK].contains(key));
            return Ok(format!("[{}]", headline.replace('\n', " ")));
        }
        let stack = stack.unwrap_or(headline);
        self.charge(&stack)?;
        self.forget_told_keys(error, &stack, shown_keys)?;
        let stack = improved(stack, &name, constructor, tag);
        let message_end = match stack.find(&message).filter(|_| !message.is_empty()) {
            Some(start) => start + message.len(),
            None => 0,
        };
        let has_frames = stack.get(message_end..).is_some_and(|rest| rest.contains("\n    at"));
        let stack = if has_frames { stack } else { format!("[{stack}]") };
        Ok(stack.replace('\n', &format!("\n{}", " ".repeat(self.indentation))))
    }

    /// Removes name, message and stack from the keys if the stack shows them. Adds the errors and the cause if they are
    /// not enumerable.
    fn forget_told_keys(&mut self, error: ObjectId, stack: &str, shown_keys: &mut Vec<PropertyKey>) -> Completion<()> {
        if !self.options.show_hidden {
            for key in [keys::NAME, keys::MESSAGE, keys::STACK] {
                let text = self.own_text(error, key)?;
                if text.is_none_or(|text| stack.contains(&text)) {
                    shown_keys.retain(|&shown| shown != key);
                }
            }
        }
        if self.vm.heap.stored_property(error, keys::CAUSE).is_some() && !shown_keys.contains(&keys::CAUSE) {
            shown_keys.push(keys::CAUSE);
        }
        let errors = shown::own_data(&self.vm.heap, error, keys::ERRORS).and_then(Value::as_object);
        let is_list = errors.is_some_and(|errors| self.vm.heap.length_of_array(errors).is_some());
        if is_list && !shown_keys.contains(&keys::ERRORS) {
            shown_keys.push(keys::ERRORS);
        }
        let suppressing = [keys::ERROR, keys::SUPPRESSED];
        if suppressing.iter().all(|&key| shown::own_data(&self.vm.heap, error, key).is_some()) {
            shown_keys.retain(|key| !suppressing.contains(key));
            shown_keys.extend(suppressing);
        }
        Ok(())
    }
}

/// Returns the stack, with the constructor's name if it says more than the error's own.
fn improved(stack: String, name: &str, constructor: Option<&str>, tag: &str) -> String {
    let rest = stack.strip_prefix(name);
    let is_regular =
        name.ends_with("Error") && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '\n']));
    let (told, fallback) = match constructor {
        Some(_) if is_regular => (name.len(), "Error".to_owned()),
        Some(_) => return stack,
        None => {
            let end = stack.find([':', '\n']).unwrap_or(stack.len());
            let start = stack.get(..end).unwrap_or_default();
            let is_name = start.starts_with(|first: char| first.is_ascii_uppercase());
            if is_name { (end, start.to_owned()) } else { (0, "Error".to_owned()) }
        }
    };
    let prefix = prefix(constructor, tag, &fallback, "");
    let prefix = prefix.trim_end();
    let rest = stack.get(told..).unwrap_or_default();
    if name == prefix {
        stack
    } else if !prefix.contains(name) {
        format!("{prefix} [{name}]{rest}")
    } else if told == 0 {
        format!("{prefix}: {stack}")
    } else {
        format!("{prefix}{rest}")
    }
}
