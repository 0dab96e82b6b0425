//! The name of an object: its constructor, and its tag.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::keys;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;

use crate::Formatter;

/// Characters of a name, a pattern, or what an error says, that are shown: where strings are to be short, and at most.
pub(crate) const SHORTEST: usize = 100;
pub(crate) const LONGEST: usize = 10_000;

/// Objects of a chain that are asked for a constructor or a tag.
const LONGEST_CHAIN: usize = 1000;

/// Returns the beginning of the text before the brace: `Name(size) [tag] `.
pub(crate) fn prefix(constructor: Option<&str>, tag: &str, fallback: &str, size: &str) -> String {
    match constructor {
        None if !tag.is_empty() && fallback != tag => format!("[{fallback}{size}: null prototype] [{tag}] "),
        None => format!("[{fallback}{size}: null prototype] "),
        Some(name) if !tag.is_empty() && name != tag => format!("{name}{size} [{tag}] "),
        Some(name) => format!("{name}{size} "),
    }
}

impl Formatter<'_> {
    /// Returns the text of a string property, if it is plain data.
    pub(crate) fn own_text(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Option<String>> {
        let Some(text) = shown::own_data(&self.vm.heap, object, key).and_then(Value::as_string) else {
            return Ok(None);
        };
        let flat = self.vm.heap.flatten(text)?;
        Ok(Some(self.vm.heap.view(flat).slice(0, self.longest_name()).to_string_lossy()))
    }

    /// Returns the next object of a prototype chain, as far as it is known without running script.
    fn parent(&self, object: ObjectId) -> Option<ObjectId> {
        let heap = &self.vm.heap;
        if matches!(heap.kind(object), Kind::Proxy { .. }) { None } else { heap.prototype_of(object) }
    }

    fn is_instance(&self, object: ObjectId, constructor: ObjectId) -> bool {
        let prototype = shown::own_data(&self.vm.heap, constructor, keys::PROTOTYPE).and_then(Value::as_object);
        let Some(prototype) = prototype else { return false };
        let chain = std::iter::successors(self.parent(object), |&object| self.parent(object));
        chain.take(LONGEST_CHAIN).any(|object| object == prototype)
    }

    /// Returns the name of the constructor. None for a prototype chain without one. Adds the first prototype if it is
    /// unusual.
    pub(crate) fn constructor_name(
        &mut self,
        object: ObjectId,
        fallback: &str,
        depth: usize,
    ) -> Completion<Option<String>> {
        let mut holder = Some(object);
        for _ in 0..LONGEST_CHAIN {
            let Some(current) = holder else { break };
            self.vm.work(1)?;
            let constructor = shown::own_data(&self.vm.heap, current, keys::CONSTRUCTOR).and_then(Value::as_object);
            if let Some(constructor) = constructor.filter(|&it| self.vm.heap.has_call(it))
                && let Some(name) = self.own_text(constructor, keys::NAME)?.filter(|name| !name.is_empty())
                && self.is_instance(object, constructor)
            {
                return Ok(Some(name));
            }
            holder = self.parent(current);
        }
        let Some(first) = self.parent(object) else { return Ok(None) };
        if self.options.depth.is_some_and(|most| depth > most) || depth > LONGEST_CHAIN {
            return Ok(Some(format!("{fallback} <Complex prototype>")));
        }
        // A chain without any constructor ends in an object without a prototype.
        Ok(Some(match self.parent(first) {
            None => format!("{fallback} <[Object: null prototype] {{}}>"),
            Some(_) => format!("{fallback} <Complex prototype>"),
        }))
    }

    /// Returns the name of an object's class as clients of a debugger show it: the first tag, or name of a constructor, of its
    /// chain. Prototypes have that of their instances.
    pub(crate) fn class_name(&mut self, object: ObjectId, fallback: &str) -> Completion<String> {
        let mut holder = Some(object);
        for _ in 0..LONGEST_CHAIN {
            let Some(current) = holder else { break };
            self.vm.work(1)?;
            if let Some(tag) = self.own_text(current, symbols::TO_STRING_TAG)?.filter(|tag| !tag.is_empty()) {
                return Ok(tag);
            }
            let constructor = shown::own_data(&self.vm.heap, current, keys::CONSTRUCTOR).and_then(Value::as_object);
            if let Some(constructor) = constructor.filter(|&it| self.vm.heap.has_call(it))
                && let Some(name) = self.own_text(constructor, keys::NAME)?.filter(|name| !name.is_empty())
            {
                return Ok(name);
            }
            holder = self.parent(current);
        }
        Ok(fallback.to_owned())
    }

    /// Returns the value of Symbol.toStringTag, if it is no getter and the shown properties do not include it.
    pub(crate) fn tag(&mut self, object: ObjectId) -> Completion<String> {
        if let Kind::TypedArray(view) = self.vm.heap.kind(object) {
            return Ok(view.element.constructor_name().to_owned());
        }
        // A namespace answers for its own properties, so the tag is no stored data that could be read.
        if self.is_namespace(object) && !self.options.show_hidden {
            return Ok("Module".to_owned());
        }
        let key = symbols::TO_STRING_TAG;
        let mut holder = Some(object);
        for _ in 0..LONGEST_CHAIN {
            let Some(current) = holder else { break };
            if let Some(stored) = self.vm.heap.stored_property(current, key) {
                let is_seen = current == object && (self.options.show_hidden || stored.attributes.is_enumerable());
                let text = self.own_text(current, key)?.filter(|_| !is_seen);
                return Ok(text.unwrap_or_default());
            }
            holder = self.parent(current);
        }
        Ok(String::new())
    }
}
