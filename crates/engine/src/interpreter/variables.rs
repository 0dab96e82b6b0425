//! Global variables, variables by name, closures, `this`.

use std::sync::Arc;

use ferrotape_bytecode::TextId;

use crate::cache::{Access, InlineCache, Lookup, Meaning};
use crate::environment::{Place, open_value};
use crate::error::Completion;
use crate::heap::{CodeId, RecordId};
use crate::messages;
use crate::object::ObjectKind;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// Reads a global variable, and caches where it is.
    #[cold]
    #[inline(never)]
    pub(super) fn get_global(&mut self, cache: &InlineCache) -> Completion<Value> {
        let (global, key) = (self.realm.global, cache.key);
        if let Some(value) = self.read_lexical(cache)? {
            return Ok(value);
        }
        let shape = self.heap.shape_of(global);
        if let Some(Meaning::Data { holder: None, slot }) = self.heap.recall(Access::Read, cache, shape) {
            self.count_hit();
            cache.place_in(global);
            return Ok(self.heap.slot(global, slot));
        }
        self.cache_misses += 1;
        let found = self.heap.look_up(global, key);
        if let Lookup::Found { holder, slot, attributes } = found
            && holder == global
            && !attributes.is_accessor()
        {
            self.heap.learn(Access::Read, cache, shape, Some(global), &found);
            cache.place_in(global);
            return Ok(self.heap.slot(global, slot));
        }
        if !self.has_property(global, key)? {
            return self.not_defined(key);
        }
        self.get(global, key)
    }

    /// A global variable that the site has read before, whose slot is in no cell of words.
    #[inline(never)]
    pub(super) fn known_global(&self, cache: &InlineCache) -> Option<Value> {
        cache.read_placed_far(&self.heap)
    }

    /// Reads what a script has declared lexically, if it is that, and caches where it is.
    fn read_lexical(&mut self, cache: &InlineCache) -> Completion<Option<Value>> {
        let lexical = self.realm.lexical;
        let shape = self.heap.shape_of(lexical);
        if let Some(slot) = cache.own_slot(shape) {
            return Ok(Some(self.heap.slot(lexical, slot)));
        }
        let Some((slot, attributes)) = self.heap.lexical_binding(lexical, cache.key) else { return Ok(None) };
        let value = self.initialized(self.heap.slot(lexical, slot), cache.key)?;
        self.cache_misses += 1;
        let found = Lookup::Found { holder: lexical, slot, attributes };
        self.heap.learn(Access::Read, cache, shape, Some(lexical), &found);
        cache.place_in(lexical);
        Ok(Some(value))
    }

    /// Assigns to what a script has declared lexically, and caches where it is; false if it is not that.
    fn write_lexical(&mut self, cache: &InlineCache, value: Value) -> Completion<bool> {
        let lexical = self.realm.lexical;
        let shape = self.heap.shape_of(lexical);
        if let Some(slot) = cache.own_slot(shape) {
            self.heap.set_slot(lexical, slot, value);
            return Ok(true);
        }
        let Some((slot, attributes)) = self.heap.lexical_binding(lexical, cache.key) else { return Ok(false) };
        self.put_lexical(cache.key, value)?;
        self.cache_misses += 1;
        let found = Lookup::Found { holder: lexical, slot, attributes };
        self.heap.learn(Access::Write, cache, shape, Some(lexical), &found);
        cache.place_in(lexical);
        Ok(true)
    }

    pub(super) fn get_global_or_undefined(&mut self, key: PropertyKey) -> Completion<Value> {
        match self.heap.lexical_binding(self.realm.lexical, key) {
            Some(_) => self.get_lexical(key),
            None => self.get(self.realm.global, key),
        }
    }

    pub(super) fn has_global(&mut self, key: PropertyKey) -> Completion<bool> {
        if self.heap.lexical_binding(self.realm.lexical, key).is_some() {
            return Ok(true);
        }
        self.has_property(self.realm.global, key)
    }

    pub(super) fn delete_global(&mut self, key: PropertyKey) -> Completion<bool> {
        if self.heap.lexical_binding(self.realm.lexical, key).is_some() {
            return Ok(false);
        }
        self.delete(self.realm.global, key)
    }

    /// Reads a binding of a record that may be open, or not be initialised.
    #[cold]
    pub(super) fn get_outer_checked(&mut self, record: Option<RecordId>, index: u32) -> Completion<Value> {
        let value = open_value(&self.heap, &self.stack, record, index);
        if let Some(import) = value.as_record()
            && let Some(value) = self.imported(import)
        {
            return Ok(value);
        }
        if (value.is_empty() || value.as_record().is_some())
            && let Some(scope) = record.and_then(|record| self.heap[record].kind.scope())
            && let Some(&name) = self.heap.scope(scope).names.get(index as usize)
        {
            return self.not_initialized(name);
        }
        Ok(value)
    }

    #[cold]
    pub(super) fn throw_not_initialized(&mut self, name: u32) -> Completion<()> {
        let key = self.heap.key_of_string(self.running_text(TextId(name)))?;
        self.not_initialized(key)
    }

    /// Assigns a global variable, and caches where it is.
    #[cold]
    #[inline(never)]
    pub(super) fn set_global(&mut self, cache: &InlineCache, value: Value, strict: bool) -> Completion<()> {
        if cache.write_placed_far(&mut self.heap, value) {
            return Ok(());
        }
        let (global, key) = (self.realm.global, cache.key);
        if self.write_lexical(cache, value)? {
            return Ok(());
        }
        let shape = self.heap.shape_of(global);
        if let Some(Meaning::Data { slot, .. }) = self.heap.recall(Access::Write, cache, shape) {
            self.count_hit();
            cache.place_in(global);
            self.heap.set_slot(global, slot, value);
            return Ok(());
        }
        self.cache_misses += 1;
        let found = self.heap.look_up(global, key);
        if let Lookup::Found { holder, slot, attributes } = found
            && holder == global
            && !attributes.is_accessor()
            && attributes.is_writable()
        {
            self.heap.learn(Access::Write, cache, shape, Some(global), &found);
            cache.place_in(global);
            self.heap.set_slot(global, slot, value);
            return Ok(());
        }
        if strict && !self.has_property(global, key)? {
            return self.not_defined(key);
        }
        self.set(global, key, value, strict)
    }

    pub(super) fn set_global_if_exists(&mut self, cache: &InlineCache, value: Value, exists: Value) -> Completion<()> {
        if exists == Value::TRUE { self.set_global(cache, value, true) } else { self.not_defined(cache.key) }
    }

    fn not_defined<T>(&mut self, key: PropertyKey) -> Completion<T> {
        let message = messages::not_defined(&self.heap.describe_key(key));
        self.reference_error(message)
    }

    pub(super) fn get_name(&mut self, name: u32) -> Completion<Value> {
        let (place, name) = self.resolve(name)?;
        Ok(self.get_variable(place, name.key)?.0)
    }

    pub(super) fn get_name_or_undefined(&mut self, name: u32) -> Completion<Value> {
        let (place, name) = self.resolve(name)?;
        if place == Place::NotFound { Ok(Value::UNDEFINED) } else { Ok(self.get_variable(place, name.key)?.0) }
    }

    pub(super) fn get_name_and_this(&mut self, name: u32) -> Completion<(Value, Value)> {
        let (place, name) = self.resolve(name)?;
        self.get_variable(place, name.key)
    }

    pub(super) fn resolve_name(&mut self, name: u32) -> Completion<Value> {
        let (place, _) = self.resolve(name)?;
        Ok(self.value_of_place(place))
    }

    /// GetValue of a place that was resolved before, ECMA-262 9.1.1.2.6 where it is the object of a `with`.
    pub(super) fn get_resolved(&mut self, place: Value, name: u32) -> Completion<Value> {
        let (key, _) = self.name_of_running(name);
        self.get_binding(place, key)
    }

    pub(crate) fn get_binding(&mut self, place: Value, key: PropertyKey) -> Completion<Value> {
        let place = self.place_of_value(place, key)?;
        Ok(self.get_variable(place, key)?.0)
    }

    pub(super) fn set_resolved(&mut self, place: Value, name: u32, value: Value) -> Completion<()> {
        let (key, strict) = self.name_of_running(name);
        let place = self.place_of_value(place, key)?;
        self.put_variable(place, key, value, strict)
    }

    fn name_of_running(&self, name: u32) -> (PropertyKey, bool) {
        let code = self.heap.code_block(self.frame().code);
        (code.names[name as usize].key, code.is_strict_at(self.pc))
    }

    pub(super) fn delete_name(&mut self, name: u32) -> Completion<bool> {
        let (place, name) = self.resolve(name)?;
        self.delete_variable(place, name.key)
    }

    /// Assigns in the variable environment of the running eval code, unless a block kept the name from being declared.
    pub(super) fn set_variable(&mut self, name: u32, value: Value) -> Completion<()> {
        let (key, strict) = self.name_of_running(name);
        self.set_declared_variable(self.frame().environment, key, value, strict)
    }

    /// The same for code that began in that environment.
    pub(crate) fn set_declared_variable(
        &mut self,
        environment: Option<RecordId>,
        key: PropertyKey,
        value: Value,
        strict: bool,
    ) -> Completion<()> {
        if self.is_declared_lexically(environment, key)? {
            return Ok(());
        }
        match self.variable_record(environment)? {
            Some(record) => self.declare_in_record(record, key, Some(value)),
            None => self.set(self.realm.global, key, value, strict),
        }
    }

    /// Opens the record of a `with`, ECMA-262 14.11.2.
    pub(super) fn enter_with(&mut self, value: Value, scope: u16) -> Completion<()> {
        let object = self.to_object(value)?;
        self.open_with(scope, object);
        Ok(())
    }

    pub(super) fn make_closure(&mut self, scope: u16, function: u32) -> Value {
        let code = self.code_of_function(function);
        let environment = self.scope_environment(scope);
        Value::object(self.new_closure(code, environment))
    }

    /// The code of a function of the running frame's unit.
    #[inline]
    pub(crate) fn code_of_function(&mut self, function: u32) -> CodeId {
        let cell = self.heap.code_cell(self.frame().code);
        match cell.block.unit.made(function) {
            Some(code) => code,
            None => Arc::clone(&cell.set).code(&mut self.heap, function),
        }
    }

    /// OrdinaryCallBindThis, ECMA-262 10.2.1.2, steps 5 and 6: `this` of sloppy code is an object.
    pub(crate) fn coerce_this(&mut self, this: Value) -> Completion<Value> {
        if this.is_nullish() {
            return Ok(Value::object(self.realm.global));
        }
        Ok(Value::object(self.to_object(this)?))
    }

    /// The array of a literal, with room for its elements.
    pub(super) fn new_array_with_capacity(&mut self, capacity: u32) -> Completion<Value> {
        let array = self.heap.new_object(self.realm.shapes.array, ObjectKind::Array { length: 0 });
        if capacity > 0 {
            self.heap.reserve_elements(array, capacity as usize)?;
        }
        Ok(Value::object(array))
    }
}
