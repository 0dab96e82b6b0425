//! What objects are. Those internal slots that refer to other objects come later, when all objects are there.

use std::sync::Arc;

use ferrotape_budget::costs::{BYTES_PER_TICK, ELEMENTS_PER_TICK, allocation_bytes};
use ferrotape_bytecode::Saved;

use super::super::{Done, HELPER_FORMS, HELPER_STATES, YIELDS, closures};
use super::{Reading, unreadable};
use ferrotape_runtime::buffer::shared::SharedBytes;
use ferrotape_runtime::buffer::{self, MAX_BYTE_LENGTH};
use ferrotape_runtime::buffers;
use ferrotape_runtime::cell;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::environment::RecordKind;
use ferrotape_runtime::error::ErrorData;
use ferrotape_runtime::finalization;
use ferrotape_runtime::function::{self, BoundFunction};
use ferrotape_runtime::heap::pattern::PatternError;
use ferrotape_runtime::heap::{ObjectId, PatternId, RealmId, StringId};
use ferrotape_runtime::iteration::Yields;
use ferrotape_runtime::iterator_helper::{HelperForm, IteratorHelper};
use ferrotape_runtime::object::arguments::MappedArguments;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{Flags, ObjectKind};
use ferrotape_runtime::pattern;
use ferrotape_runtime::realm;
use ferrotape_runtime::regexp::RegExpStringIterator;
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::weak;

/// The greatest length of an array-like (ToLength, ECMA-262 7.1.20), and more than any collection has.
const MOST_ELEMENTS: u64 = (1 << 53) - 1;

impl Reading<'_, '_> {
    pub(super) fn small(&mut self) -> Done<u32> {
        let number = u32::try_from(self.reader.number()?);
        number.map_or_else(|_| unreadable("a number is too large"), Ok)
    }

    pub(super) fn read_object(&mut self) -> Done<ObjectId> {
        let kind = self.reader.byte()?;
        let prototype = Some(realm::intrinsics(self.vm).object_prototype);
        let kind = match kind {
            0 => ObjectKind::Ordinary,
            1 => {
                let length = u32::read(&mut self.reader)?;
                return Ok(array::new_array_with_length(self.vm, length));
            }
            2 => return self.read_closure(),
            3 => return self.read_host_function(),
            4 => ObjectKind::Error(Box::new(ErrorData {
                stack: Box::default(),
                waiting: Box::default(),
                early: None,
                host: None,
                host_bytes: 0,
                receiver: Value::UNDEFINED,
            })),
            15..=16 => return self.read_callable(kind),
            17 => return self.read_buffer_object(),
            18 | 19 => return self.read_view(kind),
            20..=24 => self.read_iterator(kind)?,
            25 => {
                let (prototype, kind) = (realm::intrinsics(self.vm).object_prototype, self.collection_kind()?);
                return Ok(weak::new_weak_collection(&mut self.vm.heap, prototype, kind));
            }
            28 => {
                let (realm, number) = (self.realm()?, self.reader.number()?);
                let function = usize::try_from(number).ok().and_then(|number| closures(self.vm).nth(number));
                let Some(function) = function else { return unreadable("there is no such built-in function") };
                let captured = [Value::UNDEFINED; 3];
                return Ok(crate::within_realm(self.vm, realm, |vm| {
                    function::new_native_closure(vm, function, captured)
                }));
            }
            30 => return self.read_namespace(),
            31 => return self.read_host_object(),
            32 => return self.read_object_of_class(),
            33 => return self.read_body(),
            29 => self.read_mapped_arguments()?,
            26 => ObjectKind::WeakRef(Value::EMPTY),
            27 => {
                let prototype = realm::intrinsics(self.vm).object_prototype;
                return Ok(finalization::new_finalization_registry(&mut self.vm.heap, prototype, Value::UNDEFINED));
            }
            12 | 13 => {
                let collection = if kind == 12 { CollectionKind::Map } else { CollectionKind::Set };
                let map = realm::intrinsics(self.vm).map_prototype;
                return Ok(collections::new_collection(&mut self.vm.heap, map, collection));
            }
            14 => ObjectKind::UnmappedArguments,
            40 => ObjectKind::Promise(Box::default()),
            41 => self.read_generator_kind()?,
            42 => ObjectKind::AsyncFromSyncIterator(Box::new([Value::UNDEFINED; 2])),
            43 => ObjectKind::Enumeration(Box::default()),
            11 => ObjectKind::RegExp(self.read_pattern_of_object()?),
            5..=10 => {
                let value = self.value()?;
                self.wrapper(kind, value)?
            }
            _ => return unreadable("there is no such kind of objects"),
        };
        if let ObjectKind::RegExp(_) = kind {
            let shape = self.vm.realm.shapes.regexp;
            let legacy = self.legacy_realm()?;
            let regexp = self.vm.heap.new_object_with(shape, kind, &[Value::ZERO]);
            legacy.into_iter().for_each(|realm| cell::enable_legacy_features(&mut self.vm.heap, regexp, realm));
            return Ok(regexp);
        }
        Ok(self.vm.heap.new_object_with_prototype(prototype, kind))
    }

    /// The realm whose legacy features a regular expression has, if it has them.
    fn legacy_realm(&mut self) -> Done<Option<RealmId>> {
        let Some(number) = self.reader.number()?.checked_sub(1) else { return Ok(None) };
        self.realm_of(number).map(Some)
    }

    fn wrapper(&mut self, kind: u8, value: Value) -> Done<ObjectKind> {
        let wrapped = match kind {
            5 => value.as_bool().map(ObjectKind::Boolean),
            6 => value.as_number().map(ObjectKind::Number),
            7 => value.as_number().map(ObjectKind::Date),
            8 => value.as_string().map(ObjectKind::String),
            9 => value.as_symbol().map(ObjectKind::Symbol),
            _ => value.as_bigint().map(ObjectKind::BigInt),
        };
        if let Some(ObjectKind::Date(time)) = &wrapped
            && !(time.is_nan() || time.abs() <= 8.64e15 && time.trunc() == *time)
        {
            return unreadable("a date is none");
        }
        wrapped.map_or_else(|| unreadable("an object wraps another kind of values"), Ok)
    }

    /// A pattern that was there before, by its number, or the next one.
    fn read_pattern_of_object(&mut self) -> Done<PatternId> {
        let number = self.small()? as usize;
        if let Some(&pattern) = self.patterns.get(number) {
            return Ok(pattern);
        }
        let (source, flags) = (self.value()?.as_string(), self.value()?.as_string());
        let is_ready = bool::read(&mut self.reader)?;
        match (source, flags) {
            (Some(source), Some(flags)) if number == self.patterns.len() => {
                let pattern = self.pattern_as_it_was(source, flags, is_ready)?;
                self.vm.heap.lend_room(&mut self.patterns, 1)?;
                self.patterns.push(pattern);
                Ok(pattern)
            }
            _ => unreadable("there is no such regular expression"),
        }
    }

    pub(super) fn pattern_as_it_was(&mut self, source: StringId, flags: StringId, is_ready: bool) -> Done<PatternId> {
        match pattern::pattern_as_it_was(&mut self.vm.heap, source, flags, is_ready) {
            Ok(pattern) => Ok(pattern),
            Err(PatternError::Terminated(termination)) => Err(termination.into()),
            Err(_) => unreadable("a regular expression is none"),
        }
    }

    /// Arguments that are mapped to variables of a record. What those hold is looked at when it is asked for.
    fn read_mapped_arguments(&mut self) -> Done<ObjectKind> {
        let Some(record) = self.record()? else { return unreadable("there is no such record") };
        let names = match &self.vm.heap[record].kind {
            RecordKind::Few { scope, .. } | RecordKind::Many { scope, .. } => self.vm.heap.scope(*scope).names.len(),
            _ => 0,
        };
        let count = self.reader.count(1)?;
        self.vm.heap.require_room(count.saturating_mul(size_of::<Option<u32>>()))?;
        self.vm.heap.tick(count as u64 / ELEMENTS_PER_TICK)?;
        let mut mapped = vec![None; count].into_boxed_slice();
        for place in &mut mapped {
            let Some(index) = self.small()?.checked_sub(1) else { continue };
            if index as usize >= names {
                return unreadable("there is no such variable");
            }
            *place = Some(index);
        }
        Ok(ObjectKind::MappedArguments(Box::new(MappedArguments { record, mapped })))
    }

    fn read_closure(&mut self) -> Done<ObjectId> {
        let code = self.code_of_function()?;
        let environment = self.record()?;
        let realm = self.vm.heap.code_cell(code).set.unit.realm;
        Ok(crate::within_realm(self.vm, realm, |vm| function::new_closure(vm, code, environment)))
    }

    /// A bound function or a proxy, which refers to nothing so far.
    fn read_callable(&mut self, kind: u8) -> Done<ObjectId> {
        let nothing = self.vm.heap.nothing;
        let made = if kind == 15 {
            let count = self.reader.count(1)?;
            self.vm.heap.require_room(count.saturating_mul(size_of::<Value>()))?;
            self.vm.heap.tick(count as u64 / ELEMENTS_PER_TICK)?;
            let arguments = vec![Value::UNDEFINED; count].into_boxed_slice();
            ObjectKind::Bound(Box::new(BoundFunction { target: nothing, this: Value::UNDEFINED, arguments }))
        } else {
            let callable = bool::read(&mut self.reader)?;
            ObjectKind::Proxy { target: nothing, handler: nothing, callable }
        };
        let is_constructor = bool::read(&mut self.reader)?;
        let object = self.vm.heap.new_object_with_prototype(None, made);
        if is_constructor {
            self.vm.heap.insert_flag(object, Flags::CONSTRUCTOR);
        }
        self.forwarding.push(object);
        Ok(object)
    }

    pub(super) fn read_buffers(&mut self) -> Done<()> {
        for _ in 0..self.reader.count(2)? {
            self.room()?;
            let kind = self.reader.byte()?;
            if kind == 3 {
                let first = self.reader.number()?;
                let bytes = self.shared_block(first)?;
                self.vm.heap.require_room(bytes.payload_bytes())?;
                let object = buffer::adopt_shared_bytes(self.vm, bytes)?;
                self.buffers.push((object, false));
                continue;
            }
            let most = self.reader.number()?.checked_sub(1).map(usize::try_from).transpose();
            let Ok(most) = most else { return unreadable("a buffer is too long") };
            let bytes = self.reader.text()?;
            if most.is_some_and(|most| most < bytes.len()) {
                return unreadable("a buffer is longer than it can be");
            }
            let length = most.unwrap_or(bytes.len());
            if length > MAX_BYTE_LENGTH {
                return unreadable("a buffer is too long");
            }
            // Afterwards there is room without a collection, which would take what nothing refers to so far.
            self.vm.heap.require_room(SharedBytes::payload_of(length).max(allocation_bytes(length)))?;
            let prototype = Some(realm::intrinsics(self.vm).object_prototype);
            let object = match kind {
                0 | 1 => buffer::new_array_buffer(self.vm, prototype, bytes.len(), most)?,
                2 => buffer::new_shared_array_buffer(self.vm, prototype, bytes.len(), most)?,
                _ => return unreadable("there is no such kind of buffers"),
            };
            let Some(buffer) = buffers::buffer_of(&self.vm.heap, object) else {
                return unreadable("there is no buffer");
            };
            self.vm.heap.tick(bytes.len() as u64 / BYTES_PER_TICK)?;
            buffers::put_in(&mut self.vm.heap, buffer, 0, bytes);
            if kind == 0 {
                buffers::detach_buffer(&mut self.vm.heap, buffer);
            }
            self.buffers.push((object, false));
        }
        Ok(())
    }

    pub(super) fn shared_block(&self, number: u64) -> Done<Arc<SharedBytes>> {
        let buffer = usize::try_from(number).ok().and_then(|number| self.buffers.get(number));
        let buffer = buffer.and_then(|&(object, _)| buffers::buffer_of(&self.vm.heap, object));
        let bytes = buffer.and_then(|buffer| buffers::shared_bytes(&self.vm.heap, buffer));
        bytes.map_or_else(|| unreadable("there is no such memory"), |bytes| Ok(Arc::clone(bytes)))
    }

    fn read_buffer_object(&mut self) -> Done<ObjectId> {
        let number = self.reader.number()?;
        match usize::try_from(number).ok().and_then(|number| self.buffers.get_mut(number)) {
            Some((object, is_taken)) if !*is_taken => {
                *is_taken = true;
                Ok(*object)
            }
            _ => unreadable("there is no such buffer"),
        }
    }

    /// A typed array or a DataView. What it sees of its buffer is found out with each look.
    fn read_view(&mut self, kind: u8) -> Done<ObjectId> {
        let element = match kind {
            18 => ElementType::ALL.get(usize::from(self.reader.byte()?)).copied(),
            _ => Some(ElementType::Uint8),
        };
        let number = self.reader.number()?;
        let buffer = usize::try_from(number).ok().and_then(|number| self.buffers.get(number));
        let buffer = buffer.and_then(|&(object, _)| buffers::buffer_of(&self.vm.heap, object));
        let (offset, length) = (self.small()?, self.small()?);
        let (Some(element), Some(buffer)) = (element, buffer) else { return unreadable("a view is of nothing") };
        let view = View { element, buffer, offset, length };
        let end = u64::from(offset) + (u64::from(length) << element.shift());
        if !(offset as usize).is_multiple_of(element.size())
            || !view.is_length_tracking() && end > MAX_BYTE_LENGTH as u64
        {
            return unreadable("a view is of no part of a buffer");
        }
        let prototype = Some(realm::intrinsics(self.vm).object_prototype);
        Ok(match kind {
            18 => typed_array::new_typed_array(self.vm, prototype, view),
            _ => typed_array::new_data_view(self.vm, prototype, view),
        })
    }

    fn collection_kind(&mut self) -> Done<CollectionKind> {
        Ok(if bool::read(&mut self.reader)? { CollectionKind::Set } else { CollectionKind::Map })
    }

    fn yields(&mut self) -> Done<Yields> {
        let yields = YIELDS.get(usize::from(self.reader.byte()?));
        yields.map_or_else(|| unreadable("there is no such kind of iterators"), |&yields| Ok(yields))
    }

    /// An iterator, which refers to nothing so far.
    fn read_iterator(&mut self, kind: u8) -> Done<ObjectKind> {
        let nothing = self.vm.heap.nothing;
        Ok(match kind {
            20 => {
                let (yields, index) = (self.yields()?, self.reader.number()?);
                if index > MOST_ELEMENTS {
                    return unreadable("an iterator is behind the end");
                }
                ObjectKind::ArrayIterator { array: nothing, index, yields }
            }
            21 | 22 => {
                let Some(string) = self.value()?.as_string() else { return unreadable("an iterator has no string") };
                if kind == 21 {
                    let position = self.small()?;
                    if position as usize > self.vm.heap.string_length(string) {
                        return unreadable("an iterator is behind the end");
                    }
                    return Ok(ObjectKind::StringIterator { string, position });
                }
                let mut flag = || bool::read(&mut self.reader);
                let (is_global, unicode, is_running) = (flag()?, flag()?, flag()?);
                let regexp = nothing;
                ObjectKind::RegExpStringIterator(RegExpStringIterator {
                    regexp,
                    string,
                    is_global,
                    unicode,
                    is_running,
                })
            }
            23 => {
                let (kind, yields, position) = (self.collection_kind()?, self.yields()?, self.reader.number()?);
                if position > MOST_ELEMENTS {
                    return unreadable("an iterator is behind the end");
                }
                ObjectKind::CollectionIterator { collection: nothing, kind, yields, position }
            }
            _ => {
                let form = HELPER_FORMS.get(usize::from(self.reader.byte()?));
                let state = HELPER_STATES.get(usize::from(self.reader.byte()?));
                let count = f64::read(&mut self.reader)?;
                let (Some(&form), Some(&state)) = (form, state) else { return unreadable("there is no such iterator") };
                let is_endless = count == f64::INFINITY && matches!(form, HelperForm::Take | HelperForm::Drop);
                let is_count = (0.0..=MOST_ELEMENTS as f64).contains(&count) && count.trunc() == count;
                if !(is_count || is_endless) {
                    return unreadable("a count is none");
                }
                let (iterated, inner, function) = ([Value::UNDEFINED; 2], [Value::EMPTY; 2], Value::UNDEFINED);
                ObjectKind::IteratorHelper(Box::new(IteratorHelper { form, state, iterated, inner, function, count }))
            }
        })
    }
}
