//! Kinds of objects. Internal slots that refer to other objects follow when all objects exist.

use std::sync::Arc;

use ferrotape_budget::costs::{BYTES_PER_TICK, allocation_bytes};
use ferrotape_bytecode::Saved;
use ferrotape_regexp::Error;

use super::super::{Done, closures};
use super::{Reading, unreadable};
use ferrotape_runtime::buffer::shared::SharedBytes;
use ferrotape_runtime::buffer::{self, MAX_BYTE_LENGTH};
use ferrotape_runtime::buffers;
use ferrotape_runtime::cell;
use ferrotape_runtime::collections;
use ferrotape_runtime::finalization::{self, WeakTarget};
use ferrotape_runtime::function;
use ferrotape_runtime::heap::pattern::PatternError;
use ferrotape_runtime::heap::{ObjectId, PatternId, RealmId, StringId};
use ferrotape_runtime::object::{Flags, ObjectKind, Special, Tag};
use ferrotape_runtime::pattern;
use ferrotape_runtime::realm;
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::weak;

impl Reading<'_, '_> {
    pub(super) fn small(&mut self) -> Done<u32> {
        let number = u32::try_from(self.reader.number()?);
        number.map_or_else(|_| unreadable("a number is too large"), Ok)
    }

    pub(super) fn read_object(&mut self) -> Done<ObjectId> {
        let Some(tag) = Tag::of(self.reader.byte()?) else { return unreadable("there is no such kind of objects") };
        match tag.special() {
            Some(special) => self.read_special(special),
            None => self.read_plain(tag),
        }
    }

    /// Reads an object that is nothing but its internal slots, which refer to no object yet.
    fn read_plain(&mut self, tag: Tag) -> Done<ObjectId> {
        let Some(kind) = ObjectKind::read_state(tag, self)? else {
            return unreadable("there is no such kind of objects");
        };
        let intrinsics = realm::intrinsics(self.vm);
        // The one that it most likely gets with its state.
        let prototype = match tag {
            Tag::Array => Some(intrinsics.array_prototype),
            Tag::Bound | Tag::Proxy => None,
            _ => Some(intrinsics.object_prototype),
        };
        let object = self.vm.heap.new_object_with_prototype(prototype, kind);
        if matches!(tag, Tag::Bound | Tag::Proxy) {
            if bool::read(&mut self.reader)? {
                self.vm.heap.insert_flag(object, Flags::CONSTRUCTOR);
            }
            self.forwarding.push(object);
        }
        Ok(object)
    }

    /// Reads a kind that has code of its own.
    fn read_special(&mut self, special: Special) -> Done<ObjectId> {
        let object_prototype = realm::intrinsics(self.vm).object_prototype;
        match special {
            Special::Closure => self.read_closure(),
            Special::Host => self.read_host_function(),
            Special::Native => self.read_native(),
            Special::HostObject => self.read_host_object(),
            Special::RegExp => self.read_regexp(),
            Special::ArrayBuffer => self.read_buffer_object(),
            Special::TypedArray => self.read_view(true),
            Special::DataView => self.read_view(false),
            Special::Global => unreadable("there is no such kind of objects"),
            Special::Collection => {
                let (prototype, kind) = (realm::intrinsics(self.vm).map_prototype, Saved::read(&mut self.reader)?);
                Ok(collections::new_collection(&mut self.vm.heap, prototype, kind))
            }
            Special::WeakTable => {
                let kind = Saved::read(&mut self.reader)?;
                Ok(weak::new_weak_collection(&mut self.vm.heap, object_prototype, kind))
            }
            Special::FinalizationRegistry => {
                let heap = &mut self.vm.heap;
                Ok(finalization::new_finalization_registry(heap, object_prototype, Value::UNDEFINED))
            }
            Special::WeakRef => Ok(self.new_object(ObjectKind::WeakRef(WeakTarget(Value::EMPTY)))),
            Special::Enumeration => Ok(self.new_object(ObjectKind::Enumeration(Box::default()))),
            Special::Generator => {
                let kind = self.read_generator_kind()?;
                Ok(self.new_object(kind))
            }
        }
    }

    fn new_object(&mut self, kind: ObjectKind) -> ObjectId {
        let prototype = Some(realm::intrinsics(self.vm).object_prototype);
        self.vm.heap.new_object_with_prototype(prototype, kind)
    }

    /// Reads a built-in function that captures values, by the number of its row.
    fn read_native(&mut self) -> Done<ObjectId> {
        let (realm, number) = (self.realm()?, self.reader.number()?);
        let function = usize::try_from(number).ok().and_then(|number| closures(self.vm).nth(number));
        let Some(function) = function else { return unreadable("there is no such built-in function") };
        let captured = [Value::UNDEFINED; 3];
        Ok(crate::within_realm(self.vm, realm, |vm| function::new_native_closure(vm, function, captured)))
    }

    fn read_regexp(&mut self) -> Done<ObjectId> {
        let pattern = self.read_pattern_of_object()?;
        let shape = self.vm.realm.shapes.regexp;
        let realm = self.realm_of_regexp()?;
        let regexp = self.vm.heap.new_object_with(shape, ObjectKind::RegExp(pattern), &[Value::ZERO]);
        if let Some((realm, is_enabled)) = realm {
            cell::set_realm_of_regexp(&mut self.vm.heap, regexp, realm, is_enabled);
        }
        Ok(regexp)
    }

    /// The realm of a regular expression, and whether it has the legacy features of that realm.
    fn realm_of_regexp(&mut self) -> Done<Option<(RealmId, bool)>> {
        let Some(number) = self.reader.number()?.checked_sub(1) else { return Ok(None) };
        Ok(Some((self.realm_of(number / 2)?, number % 2 == 1)))
    }

    /// Reads a pattern: an earlier one by its number, or the next one.
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
            Err(PatternError::Source(Error::Terminated(termination))) => Err(termination.into()),
            Err(_) => unreadable("a regular expression is not valid"),
        }
    }

    /// Reads a closure, or a function that runs a module.
    fn read_closure(&mut self) -> Done<ObjectId> {
        if let Some(module) = self.reader.number()?.checked_sub(1) {
            return self.read_body(module);
        }
        let code = self.code_of_function()?;
        let environment = self.record()?;
        let realm = self.vm.heap.code_cell(code).set.unit.realm;
        Ok(crate::within_realm(self.vm, realm, |vm| function::new_closure(vm, code, environment)))
    }

    /// Reads the bytes of buffers.
    pub(super) fn read_buffers(&mut self) -> Done<()> {
        for _ in 0..self.reader.count(2)? {
            self.room()?;
            let kind = self.reader.byte()?;
            if kind == 3 {
                let first = self.reader.number()?;
                let bytes = self.shared_block(first)?;
                self.vm.heap.room(bytes.payload_bytes())?;
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
            self.vm.heap.room(SharedBytes::payload_of(length).max(allocation_bytes(length)))?;
            let prototype = Some(realm::intrinsics(self.vm).object_prototype);
            let object = match kind {
                0 | 1 | 4 => buffer::new_array_buffer(self.vm, prototype, bytes.len(), most)?,
                2 => buffer::new_shared_array_buffer(self.vm, prototype, bytes.len(), most)?,
                _ => return unreadable("there is no such kind of buffers"),
            };
            let Some(buffer) = buffers::buffer_of(&self.vm.heap, object) else {
                return unreadable("there is no buffer");
            };
            self.vm.heap.work(bytes.len() as u64 / BYTES_PER_TICK)?;
            buffers::put_in(&mut self.vm.heap, buffer, 0, bytes);
            match kind {
                0 => buffers::detach_buffer(&mut self.vm.heap, buffer),
                4 => buffers::freeze_buffer(&mut self.vm.heap, buffer),
                _ => {}
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

    /// Reads a typed array or a DataView. It looks at its buffer anew with each access.
    fn read_view(&mut self, is_typed_array: bool) -> Done<ObjectId> {
        let element = match is_typed_array {
            true => ElementType::ALL.get(usize::from(self.reader.byte()?)).copied(),
            false => Some(ElementType::Uint8),
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
        Ok(match is_typed_array {
            true => typed_array::new_typed_array(self.vm, prototype, view),
            false => typed_array::new_data_view(self.vm, prototype, view),
        })
    }
}
