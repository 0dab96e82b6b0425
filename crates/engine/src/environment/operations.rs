//! Names looked up, read, written, declared and deleted in the records of the running code.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_bytecode::NameStart;
use ferrotape_heap::environment::on_heap::{open_value, set_value};
use ferrotape_heap::environment::{AddedBindings, Record, RecordKind};

use crate::code::FrameScope;
use crate::environment::{NEAR_RECORDS, NO_SCOPE, Place};
use crate::error::Completion;
use crate::heap::{ObjectId, RecordId, ScopeId};
use crate::messages;
use crate::property_key::PropertyKey;
use crate::symbol::symbols;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// The record of a scope of the running frame, opened now if it was not, and those around it.
    pub(crate) fn scope_record(&mut self, scope: u16) -> RecordId {
        let frame = self.frame();
        let (base, environment) = (frame.base as usize, frame.environment);
        let code = self.heap.code_block(frame.code);
        let wanted = code.scopes[scope as usize];
        if let Some(record) = self.stack[base + wanted.record as usize].as_record() {
            return record;
        }
        // Most functions have one scope: then this takes no memory.
        let mut missing_around = Vec::new();
        let mut next = wanted.parent;
        let mut parent = environment;
        while let Some(index) = next {
            let scope = code.scopes[index as usize];
            if let Some(record) = self.stack[base + scope.record as usize].as_record() {
                parent = Some(record);
                break;
            }
            missing_around.push(scope);
            next = scope.parent;
        }
        // Whoever asks is not the place to stop: the next tick is.
        self.heap.budget.spend_many(1 + missing_around.len() as u64);
        for scope in missing_around.into_iter().rev() {
            parent = Some(self.open_record(base, scope, parent));
        }
        self.open_record(base, wanted, parent)
    }

    /// Gives a scope of the running frame its record.
    fn open_record(&mut self, base: usize, scope: FrameScope, parent: Option<RecordId>) -> RecordId {
        let kind = RecordKind::Open { scope: scope.id, base: base as u32, added: None };
        let record = self.heap.new_record(Record { parent, kind });
        self.open_scope(base, scope, record);
        record
    }

    /// The environment of code in a scope of the running frame; none stands for the global environment.
    pub(crate) fn scope_environment(&mut self, scope: u16) -> Option<RecordId> {
        if scope == NO_SCOPE { self.frame().environment } else { Some(self.scope_record(scope)) }
    }

    /// Opens the record of a `with` scope.
    pub(crate) fn open_with(&mut self, scope: u16, target: ObjectId) {
        let code = self.running_code();
        let scope = code.scopes[scope as usize];
        let parent = match scope.parent {
            Some(parent) => Some(self.scope_record(parent)),
            None => self.frame().environment,
        };
        let record = self.heap.new_record(Record { parent, kind: RecordKind::Object { target } });
        self.open_scope(self.frame().base as usize, scope, record);
    }

    /// Copies the registers of an open record into it: they are about to be used for something else.
    pub(crate) fn close_record(&mut self, record: RecordId) {
        let RecordKind::Open { scope, base, ref added } = self.heap[record].kind else { return };
        let has_added = added.is_some();
        let registers = &self.heap.scope(scope).registers;
        let values = registers.iter().map(|&register| self.stack[base as usize + register as usize]);
        let closed = RecordKind::closed(scope, registers.len(), values);
        if matches!(closed, RecordKind::Few { .. }) && !has_added {
            self.heap.record_mut_light(record).kind = closed;
        } else {
            self.close_large_record(record, closed);
        }
    }

    /// The same where the values take memory, or eval has added some.
    #[cold]
    #[inline(never)]
    fn close_large_record(&mut self, record: RecordId, mut closed: RecordKind) {
        let before = self.heap[record].payload_bytes();
        let open = &mut self.heap[record].kind;
        if let RecordKind::Open { added: added @ Some(_), .. } = open
            && let Some(place) = closed.added_mut()
        {
            *place = added.take();
        }
        *open = closed;
        if let RecordKind::Many { values, .. } = open {
            let ticks = values.len() as u64 / ELEMENTS_PER_TICK;
            self.heap.budget.spend_many(ticks);
        }
        let after = self.heap[record].payload_bytes();
        self.heap.account_change(before, after);
    }

    /// The record `depth` steps out from `environment`.
    #[inline(always)]
    pub(crate) fn outer_record(&self, environment: Option<RecordId>, depth: u16) -> Option<RecordId> {
        let mut record = environment?;
        for _ in 0..depth {
            record = self.heap[record].parent?;
        }
        Some(record)
    }

    /// The binding of a closed record, by index (the compiler knows the scope).
    #[inline(always)]
    pub(crate) fn closed_value(&self, record: Option<RecordId>, index: u32) -> Option<Value> {
        match &self.heap[record?].kind {
            RecordKind::Few { values, .. } => values.get(index as usize).copied(),
            RecordKind::Many { values, .. } => values.get(index as usize).copied(),
            _ => None,
        }
    }

    /// A binding of a record by index.
    #[inline]
    pub fn bound_value(&self, record: RecordId, index: u32) -> Value {
        open_value(&self.heap, &self.stack, Some(record), index)
    }

    #[inline]
    pub fn set_bound_value(&mut self, record: RecordId, index: u32, value: Value) {
        set_value(&mut self.heap, &mut self.stack, record, index, value);
    }

    /// GETIDREF: finds the binding of a name as seen from the running frame. Walks outwards in a loop.
    pub fn get_identifier_reference(&mut self, start: NameStart, key: PropertyKey) -> Completion<Place> {
        let frame = self.frame();
        let (base, environment) = (frame.base as usize, frame.environment);
        let code = self.running_code();
        let mut skip = 0;
        let mut next = match start {
            NameStart::Scope(scope) => Some(scope),
            NameStart::Environment(records) => {
                skip = records;
                None
            }
        };
        while let Some(index) = next {
            let scope = code.scopes[index as usize];
            let place = match self.stack[base + scope.record as usize].as_record() {
                Some(record) => self.find_in_record(record, key)?,
                None => self.find_in_scope(scope.id, key)?.map_or(Place::NotFound, |place| {
                    let scope = self.heap.scope(scope.id);
                    Place::Register {
                        scope: index,
                        index: base + scope.registers[place] as usize,
                        form: scope.forms[place],
                    }
                }),
            };
            if place != Place::NotFound {
                return Ok(place);
            }
            self.tick(1)?;
            next = scope.parent;
        }
        let mut record = environment;
        self.tick(skip.saturating_sub(NEAR_RECORDS.into()).into())?;
        for _ in 0..skip {
            record = record.and_then(|record| self.heap[record].parent);
        }
        self.find_outwards(record, key)
    }

    /// GETIDREF from a record on: its binding of the name, or that of the records around it, or a global.
    pub fn find_outwards(&mut self, mut record: Option<RecordId>, key: PropertyKey) -> Completion<Place> {
        while let Some(current) = record {
            let place = self.find_in_record(current, key)?;
            if place != Place::NotFound {
                return Ok(place);
            }
            self.tick(1)?;
            record = self.heap[current].parent;
        }
        if self.heap.lexical_binding(self.realm.lexical, key).is_some() {
            return Ok(Place::Lexical);
        }
        let global = self.realm.global;
        Ok(if self.has_property(global, key)? { Place::Global } else { Place::NotFound })
    }

    /// The binding of a scope that has no record yet.
    fn find_in_scope(&mut self, scope: ScopeId, key: PropertyKey) -> Completion<Option<usize>> {
        if self.heap.scope(scope).lacks_index() {
            self.index_names(scope)?;
        }
        Ok(self.heap.scope(scope).find(key))
    }

    /// Many names are looked up by hash, from the first time on that one of them is.
    #[cold]
    fn index_names(&mut self, scope: ScopeId) -> Completion<()> {
        // Whoever compiled the names has paid, and it was done before in some copies of an engine.
        self.heap.budget.tick_aside(self.heap.scope(scope).names.len() as u64)?;
        let bytes = self.heap.scope(scope).index_names();
        self.heap.account(bytes);
        Ok(())
    }

    /// HASVAR: the binding in this very record, if there is one.
    pub fn find_in_record(&mut self, record: RecordId, key: PropertyKey) -> Completion<Place> {
        if let RecordKind::Object { target } = self.heap[record].kind {
            let found = self.has_property(target, key)? && !self.is_unscopable(target, key)?;
            return Ok(if found { Place::With { record, target } } else { Place::NotFound });
        }
        let Some(scope) = self.heap[record].kind.scope() else { return Ok(Place::NotFound) };
        Ok(match self.find_in_scope(scope, key)? {
            Some(index) => Place::Bound { record, index: index as u32, form: self.heap.scope(scope).forms[index] },
            None => match self.heap[record].kind.added().and_then(|added| added.find(key)) {
                Some(index) => Place::Added { record, index: index as u32 },
                None => Place::NotFound,
            },
        })
    }

    /// Does the object of a `with` keep the name out of scopes? ECMA-262 9.1.1.2.1, steps 4 to 6.
    fn is_unscopable(&mut self, target: ObjectId, key: PropertyKey) -> Completion<bool> {
        self.keeping([Value::object(target), key.kept_form()], |vm| {
            let unscopables = vm.get_remembered(Value::object(target), symbols::UNSCOPABLES)?;
            let Some(unscopables) = unscopables.as_object() else { return Ok(false) };
            let blocked = vm.get(unscopables, key)?;
            Ok(vm.heap.to_boolean(blocked))
        })
    }

    /// GETVAR: the value, and the `this` value that the record provides for a call. ReferenceError where there is none.
    pub fn get_variable(&mut self, place: Place, key: PropertyKey) -> Completion<(Value, Value)> {
        match place {
            Place::Register { index, .. } => Ok((self.initialized(self.stack[index], key)?, Value::UNDEFINED)),
            Place::Bound { record, index, .. } => {
                Ok((self.initialized(self.bound_value(record, index), key)?, Value::UNDEFINED))
            }
            Place::Lexical => Ok((self.get_lexical(key)?, Value::UNDEFINED)),
            Place::Added { record, index } => Ok((self.added_value(record, index), Value::UNDEFINED)),
            Place::With { target, .. } => Ok((self.get_object_variable(target, key)?, Value::object(target))),
            Place::Global => Ok((self.get_object_variable(self.realm.global, key)?, Value::UNDEFINED)),
            Place::NotFound => {
                let message = messages::not_defined(&self.heap.describe_key(key));
                self.reference_error(message)
            }
        }
    }

    /// GetBindingValue of an object record, ECMA-262 9.1.1.2.6: the binding may have gone since it was found.
    fn get_object_variable(&mut self, target: ObjectId, key: PropertyKey) -> Completion<Value> {
        self.keeping([Value::object(target), key.kept_form()], |vm| {
            if vm.has_property(target, key)? {
                return vm.get(target, key);
            }
            if !vm.running_code().is_strict_at(vm.pc) {
                return Ok(Value::UNDEFINED);
            }
            let message = messages::not_defined(&vm.heap.describe_key(key));
            vm.reference_error(message)
        })
    }

    fn added_value(&self, record: RecordId, index: u32) -> Value {
        self.heap[record].kind.added().map_or(Value::UNDEFINED, |added| added.value(index as usize))
    }

    /// PUTVAR: assigns to the binding. Unresolvable: a new global in sloppy code, ReferenceError in strict code.
    pub fn put_variable(&mut self, place: Place, key: PropertyKey, value: Value, strict: bool) -> Completion<()> {
        match place {
            Place::Register { index, form, .. } => {
                if self.can_be_assigned(self.stack[index], form, key, strict)? {
                    self.stack[index] = value;
                }
                Ok(())
            }
            Place::Bound { record, index, form } => {
                if self.can_be_assigned(self.bound_value(record, index), form, key, strict)? {
                    self.set_bound_value(record, index, value);
                }
                Ok(())
            }
            Place::Lexical => self.put_lexical(key, value),
            Place::Added { record, index } => {
                self.lose_added(record, index);
                if let Some(Some(added)) = self.heap[record].kind.added_mut() {
                    added.set(index as usize, value);
                }
                Ok(())
            }
            Place::With { target, .. } => self.put_object_variable(target, key, value, strict),
            Place::Global => self.put_object_variable(self.realm.global, key, value, strict),
            Place::NotFound if strict => {
                let message = messages::not_defined(&self.heap.describe_key(key));
                self.reference_error(message)
            }
            Place::NotFound => self.set(self.realm.global, key, value, false),
        }
    }

    /// SetMutableBinding of an object record, ECMA-262 9.1.1.2.5: strict code sees when the binding has gone meanwhile.
    fn put_object_variable(
        &mut self,
        target: ObjectId,
        key: PropertyKey,
        value: Value,
        strict: bool,
    ) -> Completion<()> {
        self.keeping([Value::object(target), key.kept_form(), value], |vm| {
            if !vm.has_property(target, key)? && strict {
                let message = messages::not_defined(&vm.heap.describe_key(key));
                return vm.reference_error(message);
            }
            vm.set(target, key, value, strict)
        })
    }

    /// A binding that eval has added is about to change, or to go: then the last one takes its place.
    fn lose_added(&mut self, record: RecordId, index: u32) {
        if !self.heap.is_marking() {
            return;
        }
        let added = self.heap[record].kind.added().map_or(&[][..], AddedBindings::as_slice);
        let lost: Vec<_> = added.get(index as usize).into_iter().chain(added.last()).copied().collect();
        for (name, value) in lost {
            self.heap.lose_key(name);
            self.heap.lose(value);
        }
    }

    /// DELVAR: deletes the binding where that is allowed, and tells whether the name is gone.
    pub fn delete_variable(&mut self, place: Place, key: PropertyKey) -> Completion<bool> {
        match place {
            Place::Register { .. } | Place::Bound { .. } | Place::Lexical => Ok(false),
            Place::Added { record, index } => {
                self.lose_added(record, index);
                if let Some(Some(added)) = self.heap[record].kind.added_mut() {
                    added.remove(index as usize);
                }
                Ok(true)
            }
            Place::With { target, .. } => self.delete(target, key),
            Place::Global => self.delete(self.realm.global, key),
            Place::NotFound => Ok(true),
        }
    }

    /// A resolved place as a value that a register can hold until [`Vm::place_of_value`]. The frame's own scopes get
    /// their record for it, as bindings may come and go in between.
    pub fn value_of_place(&mut self, place: Place) -> Value {
        match place {
            Place::Register { scope, .. } => Value::record(self.scope_record(scope)),
            Place::Bound { record, .. } | Place::Added { record, .. } | Place::With { record, .. } => {
                Value::record(record)
            }
            Place::Lexical => Value::TRUE,
            Place::Global => Value::NULL,
            Place::NotFound => Value::UNDEFINED,
        }
    }

    /// The binding in a place that was resolved before.
    pub fn place_of_value(&mut self, place: Value, key: PropertyKey) -> Completion<Place> {
        match place.as_record() {
            // A with object that has lost the property is still the base of the reference.
            Some(record) => match self.heap[record].kind {
                RecordKind::Object { target } => Ok(Place::With { record, target }),
                _ => self.find_in_record(record, key),
            },
            None if place.is_null() => Ok(Place::Global),
            None if place == Value::TRUE => Ok(Place::Lexical),
            None => Ok(Place::NotFound),
        }
    }

    /// The variable environment around an environment: the next function's or eval's record that takes declarations.
    pub fn variable_record(&mut self, mut environment: Option<RecordId>) -> Completion<Option<RecordId>> {
        while let Some(record) = environment {
            if self.heap[record].kind.scope().is_some_and(|scope| self.heap.scope(scope).dynamic) {
                return Ok(Some(record));
            }
            self.tick(1)?;
            environment = self.heap[record].parent;
        }
        Ok(None)
    }

    /// Does a scope between an environment and its variable environment, or that of the same function, declare the name
    /// lexically? A variable of eval code cannot get past it (ECMA-262 19.2.1.3, step 3; B.3.4 lets it past a catch parameter).
    pub(crate) fn is_declared_lexically(
        &mut self,
        mut environment: Option<RecordId>,
        key: PropertyKey,
    ) -> Completion<bool> {
        while let Some(record) = environment {
            if let Some(id) = self.heap[record].kind.scope() {
                let found = self.find_in_scope(id, key)?;
                let scope = self.heap.scope(id);
                if found.is_some_and(|index| scope.forms[index].is_lexical()) {
                    return Ok(true);
                }
                if scope.dynamic {
                    return Ok(false);
                }
            }
            self.tick(1)?;
            environment = self.heap[record].parent;
        }
        Ok(self.heap.lexical_binding(self.realm.lexical, key).is_some())
    }

    /// DECLVAR for code of a direct eval: declares a deletable variable, or assigns a function to a declared one.
    pub fn declare_in_record(&mut self, record: RecordId, key: PropertyKey, function: Option<Value>) -> Completion<()> {
        match (self.find_in_record(record, key)?, function) {
            (Place::NotFound, value) => {
                if let Some(added) = self.heap[record].kind.added() {
                    let growth = added.growth(key);
                    self.heap.require_room(growth)?;
                }
                let before = self.heap[record].payload_bytes();
                if let Some(added) = self.heap[record].kind.added_mut() {
                    added.get_or_insert_default().push(key, value.unwrap_or(Value::UNDEFINED));
                }
                let after = self.heap[record].payload_bytes();
                self.heap.account_change(before, after);
                Ok(())
            }
            (place, Some(value)) => self.put_variable(place, key, value, false),
            (_, None) => Ok(()),
        }
    }
}
