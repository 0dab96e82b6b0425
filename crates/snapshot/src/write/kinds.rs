//! Kinds of objects, with the internal slots that refer to no other object.

use ferrotape_bytecode::Saved;

use super::super::{Done, closures, says_what_it_captures};
use super::Writing;
use ferrotape_runtime::buffers;
use ferrotape_runtime::cell;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::function::host::{address_of_host_function, name_of_host_function, order_of_host_function};
use ferrotape_runtime::function::{self, Closure, Native};
use ferrotape_runtime::heap::{BufferId, ObjectId, PatternId};
use ferrotape_runtime::object::{Kind, Pieces, Special, Tag};
use ferrotape_runtime::pattern;
use ferrotape_runtime::typed_array::{ElementType, View};
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    /// Writes the kind of an object. Errors name the way on which it was found.
    pub(super) fn kind(&mut self, number: usize, object: ObjectId) -> Done<()> {
        self.vm.work(1)?;
        if let Some(&(from, key)) = self.ways.get(number) {
            (self.current, self.current_key) = (from, key);
        }
        let tag = self.vm.heap.kind(object).tag();
        match tag.special() {
            Some(special) => self.special(special, tag, object),
            None => self.plain(tag, object),
        }
    }

    /// Writes an object that is nothing but its internal slots.
    fn plain(&mut self, tag: Tag, object: ObjectId) -> Done<()> {
        let mut state = Pieces::default();
        self.vm.heap.kind(object).write_state(&self.vm.heap, &mut state);
        let mut bytes = std::mem::take(&mut self.kinds.bytes);
        bytes.push(tag as u8);
        self.pieces(&state, &mut bytes)?;
        self.kinds.bytes = bytes;
        if matches!(tag, Tag::Bound | Tag::Proxy) {
            self.kinds.byte(self.vm.heap.has_construct(object).into());
        }
        Ok(())
    }

    /// Writes internal slots with the numbers of the values between them.
    pub(super) fn pieces(&mut self, pieces: &Pieces, to: &mut Vec<u8>) -> Done<()> {
        for (bytes, value) in pieces.in_order() {
            self.vm.work(1)?;
            to.extend_from_slice(bytes);
            if let Some(record) = value.and_then(Value::as_record) {
                let number = self.record(Some(record))?;
                self.number(number, to);
            } else if let Some(value) = value {
                self.value(value, to)?;
            }
        }
        Ok(())
    }

    /// Writes an object of a kind that is made with more than its slots.
    fn special(&mut self, special: Special, tag: Tag, object: ObjectId) -> Done<()> {
        match special {
            Special::Closure => self.closure(tag, object),
            Special::Host => self.host_function(tag, object),
            Special::Native => self.native(tag, object),
            Special::HostObject => self.host_object(tag, object),
            Special::Generator => self.generator_kind(tag, object),
            Special::RegExp => self.regexp(tag, object),
            Special::Global => self.cannot("another realm"),
            Special::ArrayBuffer | Special::TypedArray | Special::DataView => {
                self.kinds.byte(tag as u8);
                self.buffer_or_view(object);
                Ok(())
            }
            Special::Collection | Special::WeakTable => {
                self.kinds.byte(tag as u8);
                let kind = match self.vm.heap.kind(object) {
                    Kind::Collection(collection) => collection.kind(),
                    Kind::WeakTable(table) => table.kind,
                    _ => CollectionKind::Map,
                };
                kind.save(&mut self.kinds);
                Ok(())
            }
            Special::WeakRef | Special::FinalizationRegistry | Special::Enumeration => {
                self.kinds.byte(tag as u8);
                Ok(())
            }
        }
    }

    /// Writes a closure: its code and environment, or the number of the module whose body it is.
    fn closure(&mut self, tag: Tag, object: ObjectId) -> Done<()> {
        let Kind::Closure(Closure { code, environment, home: _ }) = self.vm.heap.kind(object) else { return Ok(()) };
        if let Some(number) = self.modules.of_body(object) {
            self.kinds.byte(tag as u8);
            self.kinds.number(number as u64 + 1);
            return Ok(());
        }
        let unit = self.unit(code)?;
        let environment = self.record(environment)?;
        let index = self.vm.heap.code_cell(code).index;
        self.kinds.byte(tag as u8);
        [0, unit, index.into(), environment].into_iter().for_each(|number| self.kinds.number(number));
        Ok(())
    }

    /// Writes the name, realm and place by which the host's function is found. Fails if these could mean two functions.
    fn host_function(&mut self, tag: Tag, object: ObjectId) -> Done<()> {
        let Kind::Host(function) = self.vm.heap.kind(object) else { return Ok(()) };
        let (name, realm) = (name_of_host_function(function).to_owned(), function.realm);
        if name.is_empty() {
            return self.cannot("a function of the host without a name");
        }
        let (address, order) = (address_of_host_function(function), order_of_host_function(function));
        let place = self.vm.host.defined_functions.place(realm, &name, order).unwrap_or_default().to_owned();
        let own = (address, !place.is_empty());
        let known = *self.host_functions.entry((realm, name.clone())).or_insert(own);
        if known.0 != own.0 && !(known.1 && own.1) {
            return self.cannot(&format!("two functions of the host by the name '{name}'"));
        }
        self.kinds.byte(tag as u8);
        self.kinds.text(name.as_bytes());
        self.kinds.number(self.realm_number(realm));
        self.kinds.text(place.as_bytes());
        Ok(())
    }

    fn regexp(&mut self, tag: Tag, object: ObjectId) -> Done<()> {
        let Kind::RegExp(pattern) = self.vm.heap.kind(object) else { return Ok(()) };
        let realm = cell::realm_of_regexp(&self.vm.heap, object)
            .map_or(0, |(realm, is_enabled)| 2 * self.realm_number(realm) + u64::from(is_enabled) + 1);
        self.kinds.byte(tag as u8);
        self.pattern(pattern)?;
        self.kinds.number(realm);
        Ok(())
    }

    /// Writes a built-in function. One that captures values has the number of its row; others are where they are in a
    /// new engine.
    fn native(&mut self, tag: Tag, object: ObjectId) -> Done<()> {
        let Kind::Native(Native { function, realm }) = self.vm.heap.kind(object) else { return Ok(()) };
        let function = function::native(self.vm, function);
        let name = function.name;
        if self.vm.heap.all_captured(object).is_empty() {
            return self.cannot(&format!("the built-in function '{name}', of which there are more than before"));
        }
        // What a function does not say it captures is not written: it would be lost.
        let says =
            says_what_it_captures(function) || self.vm.heap.all_captured(object).iter().all(|it| it.is_undefined());
        match closures(self.vm).position(|known| std::ptr::eq(known, function)).filter(|_| says) {
            Some(number) => {
                self.kinds.byte(tag as u8);
                self.kinds.number(self.realm_number(realm));
                self.kinds.number(number as u64);
                Ok(())
            }
            None => self.cannot(&format!("the built-in function '{name}', which has captured something")),
        }
    }

    /// The number of a pattern, which is written with the first object that has it.
    fn pattern(&mut self, pattern: PatternId) -> Done<()> {
        let known = self.patterns.all.len() as u64;
        let number = self.patterns.number(pattern);
        self.kinds.number(number);
        if number == known {
            let is_ready = pattern::is_pattern_ready(&self.vm.heap, pattern);
            let pattern = pattern::pattern_cell(&self.vm.heap, pattern);
            let parts = [pattern.source, pattern.flags].map(Value::string);
            for part in parts {
                let mut bytes = Vec::new();
                self.value(part, &mut bytes)?;
                self.kinds.bytes.append(&mut bytes);
            }
            self.kinds.byte(is_ready.into());
        }
        Ok(())
    }

    /// Writes a buffer, or a view with its type of elements.
    fn buffer_or_view(&mut self, object: ObjectId) {
        match self.vm.heap.kind(object) {
            Kind::ArrayBuffer(buffer) => self.buffer(buffer),
            Kind::TypedArray(view) => {
                self.kinds.byte(ElementType::ALL.iter().position(|&known| known == view.element).unwrap_or(0) as u8);
                self.view(view);
            }
            Kind::DataView(view) => self.view(view),
            _ => {}
        }
    }

    /// The number of a buffer, whose object is written as well: views give it.
    fn buffer(&mut self, buffer: BufferId) {
        let object = buffers::get(&self.vm.heap, buffer).object;
        self.object(object);
        let number = self.buffers.number(buffer);
        self.kinds.number(number);
    }

    fn view(&mut self, view: View) {
        self.buffer(view.buffer);
        self.kinds.number(view.offset.into());
        self.kinds.number(view.length.into());
    }
}
