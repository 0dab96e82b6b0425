//! Bindings that are without a value until their declaration is evaluated; and the declarative record of the global
//! environment (ECMA-262 9.1.1.4), which has those of scripts.
//!
//! That record is an object without a prototype that no script sees, so that sites which read globals remember a slot of it as
//! they do one of the global object: while the shape of its holder stays. What is not initialised has the empty marker in its
//! place, and no site remembers it. The record comes before the global object, but a site may have found a property there that a
//! later script hides: then all sites forget what they know.

use ferrotape_bytecode::BindingForm;

use crate::environment::RecordKind;
use crate::error::Completion;
use crate::heap::RecordId;
use crate::messages;
use crate::names::keys;
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// The value of a binding; a ReferenceError where it is not initialised.
    #[inline]
    pub(crate) fn initialized(&mut self, value: Value, key: PropertyKey) -> Completion<Value> {
        if value.is_empty() || value.as_record().is_some() { self.imported_or_empty(value, key) } else { Ok(value) }
    }

    /// The same where the value is that of another module's binding, or there is none.
    #[cold]
    fn imported_or_empty(&mut self, value: Value, key: PropertyKey) -> Completion<Value> {
        match value.as_record().and_then(|record| self.imported(record)) {
            Some(value) => Ok(value),
            None => self.not_initialized(key),
        }
    }

    /// The value of an imported binding, if it is initialised.
    #[inline]
    pub(crate) fn imported(&self, import: RecordId) -> Option<Value> {
        let RecordKind::Import { target, index } = self.heap[import].kind else { return None };
        self.closed_value(Some(target), index).filter(|value| !value.is_empty())
    }

    #[cold]
    pub(crate) fn not_initialized<T>(&mut self, key: PropertyKey) -> Completion<T> {
        if key == keys::THIS {
            return self.this_not_bound();
        }
        let message = messages::not_initialized(&self.heap.describe_key(key));
        self.reference_error(message)
    }

    /// SetMutableBinding, ECMA-262 9.1.1.1.5: may the binding that has the value `old` get another one? An error where not, but
    /// for the own names of functions in sloppy code.
    pub(super) fn can_be_assigned(
        &mut self,
        old: Value,
        form: BindingForm,
        key: PropertyKey,
        strict: bool,
    ) -> Completion<bool> {
        self.initialized(old, key)?;
        match form {
            BindingForm::Const => self.type_error(messages::CONSTANT_ASSIGNMENT),
            BindingForm::OwnName if strict => self.type_error(messages::CONSTANT_ASSIGNMENT),
            BindingForm::OwnName => Ok(false),
            BindingForm::Variable | BindingForm::Function | BindingForm::Let => Ok(true),
        }
    }

    /// What a script has declared lexically, with that name.
    pub(crate) fn get_lexical(&mut self, key: PropertyKey) -> Completion<Value> {
        let lexical = self.realm.lexical;
        match self.heap.lexical_binding(lexical, key) {
            Some((slot, _)) => self.initialized(self.heap.slot(lexical, slot), key),
            None => Ok(Value::UNDEFINED),
        }
    }

    /// The value of a global variable, however it was declared; `undefined` where there is none.
    pub fn global_variable(&mut self, key: PropertyKey) -> Completion<Value> {
        match self.heap.lexical_binding(self.realm.lexical, key) {
            Some(_) => self.get_lexical(key),
            None => self.get(self.realm.global, key),
        }
    }

    /// Assigns to a global variable, however it was declared; else to a property of the global object.
    pub fn set_global_variable(&mut self, key: PropertyKey, value: Value) -> Completion<()> {
        match self.heap.lexical_binding(self.realm.lexical, key) {
            Some(_) => self.put_lexical(key, value),
            None => self.set(self.realm.global, key, value, true),
        }
    }

    pub(crate) fn put_lexical(&mut self, key: PropertyKey, value: Value) -> Completion<()> {
        let lexical = self.realm.lexical;
        let Some((slot, attributes)) = self.heap.lexical_binding(lexical, key) else { return Ok(()) };
        let form = if attributes.is_writable() { BindingForm::Let } else { BindingForm::Const };
        if self.can_be_assigned(self.heap.slot(lexical, slot), form, key, true)? {
            self.heap.set_slot(lexical, slot, value);
        }
        Ok(())
    }

    /// InitializeBinding of what a script declares, ECMA-262 9.1.1.1.4.
    pub(crate) fn initialize_lexical(&mut self, key: PropertyKey, value: Value) {
        let lexical = self.realm.lexical;
        if let Some((slot, _)) = self.heap.lexical_binding(lexical, key) {
            self.heap.set_slot(lexical, slot, value);
        }
    }

    /// A script cannot declare lexically what another one has declared, nor what is a property that stays (ECMA-262 16.1.7,
    /// step 3).
    pub(crate) fn check_lexical_declaration(&mut self, key: PropertyKey) -> Completion<()> {
        let is_taken = self.heap.lexical_binding(self.realm.lexical, key).is_some();
        let own = self.get_own_property(self.realm.global, key)?;
        if is_taken || own.is_some_and(|own| own.configurable == Some(false)) {
            return self.declared_twice(key);
        }
        Ok(())
    }

    pub(crate) fn declared_twice<T>(&mut self, key: PropertyKey) -> Completion<T> {
        let message = messages::declared_twice(&self.heap.describe_key(key));
        self.syntax_error(message)
    }

    /// CreateMutableBinding and CreateImmutableBinding of the global environment. Tells whether a property is hidden by it.
    pub(crate) fn declare_lexical(&mut self, key: PropertyKey, is_constant: bool) -> Completion<bool> {
        let attributes = if is_constant { Attributes::NONE } else { Attributes::WRITABLE };
        self.heap.add_slot(self.realm.lexical, key, Value::EMPTY, attributes)?;
        self.has_own_property(self.realm.global, key)
    }
}
