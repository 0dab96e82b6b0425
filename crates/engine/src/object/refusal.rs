//! Why an object has refused a change, for messages. Nothing of this runs script: what cannot be told without is left out.

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages;
use crate::names::keys;
use crate::object::properties::StoredProperty;
use crate::object::{Class, Kind};
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

/// Objects of a prototype chain that are looked at.
const MOST_PROTOTYPES: usize = 64;

impl Vm {
    /// The TypeError of a \[\[Set]] that was refused.
    #[cold]
    pub(crate) fn refuse_assignment<T>(&mut self, base: Value, key: PropertyKey) -> Completion<T> {
        let name = self.heap.describe_key(key);
        let shown = self.describe(base);
        let Some(object) = base.as_object() else {
            let own = match base.as_string() {
                Some(string) => self.string_own_property(string, key)?,
                None => None,
            };
            let prototype = self.prototype_of_primitive(base, key)?;
            let what = self.described_primitive(base);
            return self.type_error(match own.or_else(|| self.property_of_chain(prototype, key)) {
                Some(property) if property.attributes.is_accessor() => messages::only_getter(&name, &what),
                Some(property) if !property.attributes.is_writable() => messages::read_only(&name, &what),
                _ => messages::cannot_create_on_primitive(&name, &what),
            });
        };
        let message = match self.property_of_chain(object, key) {
            Some(property) if property.attributes.is_accessor() => messages::only_getter(&name, &shown),
            Some(property) if !property.attributes.is_writable() => {
                messages::read_only(&name, &format!("object '{shown}'"))
            }
            None if let Some(trap) = self.trap_of(object, keys::SET) => messages::refused_by_trap(&trap, &name),
            None if self.heap.class_of(object) == Class::Proxy => messages::cannot_assign(&name, "a proxy"),
            None if self.heap.is_opaque(object, key) => messages::cannot_assign(&name, &shown),
            None if !self.heap.is_extensible(object) => messages::cannot_add(&name),
            _ => messages::cannot_assign(&name, &shown),
        };
        self.type_error(message)
    }

    /// The same of \[\[DefineOwnProperty]].
    #[cold]
    pub(crate) fn refuse_definition<T>(&mut self, object: ObjectId, key: PropertyKey) -> Completion<T> {
        let name = self.heap.describe_key(key);
        let message = match self.heap.stored_property(object, key) {
            _ if let Some(trap) = self.trap_of(object, keys::DEFINE_PROPERTY) => {
                messages::refused_by_trap(&trap, &name)
            }
            _ if self.heap.is_opaque(object, key) => messages::cannot_define(&name),
            Some(_) => messages::cannot_redefine(&name),
            None if !self.heap.is_extensible(object) => messages::cannot_define_in_inextensible(&name),
            None => messages::cannot_define(&name),
        };
        self.type_error(message)
    }

    /// The same of \[\[Delete]].
    #[cold]
    pub(crate) fn refuse_deletion<T>(&mut self, object: ObjectId, key: PropertyKey) -> Completion<T> {
        let (name, shown) = (self.heap.describe_key(key), self.describe(Value::object(object)));
        let message = match self.trap_of(object, keys::DELETE_PROPERTY) {
            Some(trap) => messages::refused_by_trap(&trap, &name),
            None => messages::cannot_delete(&name, &shown),
        };
        self.type_error(message)
    }

    /// The name of the trap, if the object is a proxy whose handler has it, as far as it can be told.
    fn trap_of(&mut self, object: ObjectId, name: PropertyKey) -> Option<String> {
        let Kind::Proxy { handler, .. } = self.heap.kind(object) else { return None };
        let trap = self.heap.own_data(handler, name)?;
        self.heap.is_callable(trap).then(|| self.heap.describe_key(name))
    }

    /// The property that an assignment finds, as far as it can be told.
    fn property_of_chain(&self, object: ObjectId, key: PropertyKey) -> Option<StoredProperty> {
        let mut next = Some(object).filter(|&object| !self.heap.class_of(object).is_opaque());
        for _ in 0..MOST_PROTOTYPES {
            let current = next?;
            if let Some(property) = self.heap.stored_property(current, key) {
                return Some(property);
            }
            next = self.heap.known_prototype_of(current);
        }
        None
    }

    /// `number '5'`
    fn described_primitive(&mut self, value: Value) -> String {
        let kind = self.type_of(value);
        let kind = self.heap.shown_name(kind);
        let shown = self.describe_plainly(value);
        format!("{kind} '{shown}'")
    }
}
