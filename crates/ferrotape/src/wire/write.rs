//! Writes values.

use ferrotape_budget::costs::{BYTES_PER_TICK, ELEMENTS_PER_TICK, ENTRY, UNITS_PER_TICK};
use ferrotape_runtime as engine;
use ferrotape_runtime::bigints;
use ferrotape_runtime::buffers;
use ferrotape_runtime::collection::{Collection, CollectionKind};
use ferrotape_runtime::collections;
use ferrotape_runtime::keys;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::{self, Date, Kind};
use ferrotape_runtime::realm;
use ferrotape_runtime::symbol::{self, SymbolKind, WELL_KNOWN, well_known_symbols};
use ferrotape_runtime::typed_array::View;
use ferrotape_runtime::views;
use ferrotape_runtime::{Completion, ObjectId, PropertyKey, StringId, StringView, SymbolId, Throw, Vm};

use super::frame::{Frame, placed};
use super::{DATA_VIEW, DataOnly, Fail, Keeper, kept, refused, tag};
use crate::convert::JsValue;
use crate::{Context, Error, Local};

/// The largest integer below which all are exact.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// Bytes and units that are copied between two looks at the limits.
const PIECE: usize = 1 << 16;

/// Elements that one look for holes is charged for: no vector is longer.
const MOST_LOOKED_AT: u32 = 1 << 26;

/// The most letters of a name for people.
const NAME: usize = 64;

/// Writes a value, which may run getters. The path of an error leads to the part that cannot be written.
pub(super) fn encode<'js>(cx: &mut Context<'js>, value: Local<'js>, keeper: &mut dyn Keeper) -> Result<Vec<u8>, Error> {
    cx.check()?;
    let mut writer = Writer { out: Vec::new(), counted: None, keeper, seen: None, count: 0, frames: Vec::new() };
    let written = {
        let vm = &mut cx.vm.scope();
        writer.all(vm, value.value)
    };
    match written {
        Ok(()) => Ok(writer.out),
        Err(fail) => {
            let error = fail.into_error(cx);
            Err(placed(cx, &writer.frames, error))
        }
    }
}

/// Counts the bytes of a value, without the stacks of errors. None if it is more than data, or has a getter: no script runs.
pub(super) fn count(vm: &mut Vm, value: engine::Value) -> Completion<Option<u64>> {
    let keeper = &mut DataOnly;
    let mut writer = Writer { out: Vec::new(), counted: Some(0), keeper, seen: None, count: 0, frames: Vec::new() };
    let vm = &mut vm.scope();
    match writer.all(vm, value) {
        Ok(()) => Ok(writer.counted),
        Err(Fail::Throw(throw @ Throw::Terminated(_))) => Err(throw),
        Err(_) => Ok(None),
    }
}

/// State of writing, with a stack of its own.
struct Writer<'k> {
    out: Vec<u8>,
    /// The number of bytes, where they are counted and not kept.
    counted: Option<u64>,
    keeper: &'k mut dyn Keeper,
    /// A Map of the objects that were met, with their numbers. It keeps them alive.
    seen: Option<ObjectId>,
    count: u32,
    frames: Vec<Frame>,
}

impl Writer<'_> {
    fn all(&mut self, vm: &mut Vm, value: engine::Value) -> Result<(), Fail> {
        vm.keep(value);
        self.value(vm, value)?;
        while !self.frames.is_empty() {
            vm.work(1)?;
            self.step(vm)?;
        }
        Ok(())
    }

    /// Writes the next part of the innermost open object.
    fn step(&mut self, vm: &mut Vm) -> Result<(), Fail> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        match frame {
            Frame::Array { object, index, length, present, next } => {
                let (array, at, length) = (*object, *index, *length);
                if at >= length {
                    self.frames.pop();
                    return Ok(());
                }
                let end = match present {
                    Some(present) => {
                        let end = present.get(*next).copied().unwrap_or(length);
                        *next += usize::from(end == at);
                        end
                    }
                    None => at,
                };
                *index = if end > at { end } else { at + 1 };
                if end > at {
                    return self.holes(vm, end - at);
                }
                self.element(vm, array, at)
            }
            Frame::Properties { object, keys, next } => {
                let Some(&key) = keys.get(*next) else { return self.end(vm) };
                *next += 1;
                let object = *object;
                self.property(vm, object, key)
            }
            Frame::Map { entries: values, next, .. } | Frame::Set { values, next, .. } => {
                let Some(&value) = values.get(*next) else { return self.end(vm) };
                *next += 1;
                self.value(vm, value)
            }
        }
    }

    fn end(&mut self, vm: &mut Vm) -> Result<(), Fail> {
        self.frames.pop();
        self.byte(vm, tag::END)
    }

    fn element(&mut self, vm: &mut Vm, array: ObjectId, index: u32) -> Result<(), Fail> {
        let key = vm.heap.key_of_index(index.into());
        match self.own_value(vm, array, key)? {
            Some(value) => self.value(vm, value),
            None => self.holes(vm, 1),
        }
    }

    fn holes(&mut self, vm: &mut Vm, count: u32) -> Result<(), Fail> {
        self.byte(vm, tag::HOLES)?;
        self.number(vm, count.into())
    }

    /// Writes a key and its value; neither if a getter has removed the property meanwhile.
    fn property(&mut self, vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Result<(), Fail> {
        let Some(value) = self.own_value(vm, object, key)? else { return Ok(()) };
        // Writing the key allocates nothing, but the name of an index is made.
        match key.as_index() {
            Some(index) => self.text(vm, &index.to_string())?,
            None => match key.as_atom() {
                Some(name) => self.string(vm, name)?,
                None => return Ok(()),
            },
        }
        self.value(vm, value)
    }

    /// Writes a value, or opens it.
    fn value(&mut self, vm: &mut Vm, value: engine::Value) -> Result<(), Fail> {
        if let Some(number) = value.as_number() {
            return self.float_or_integer(vm, number);
        }
        if let Some(string) = value.as_string() {
            return self.string(vm, string);
        }
        if let Some(object) = value.as_object() {
            return self.object(vm, object);
        }
        if let Some(symbol) = value.as_symbol() {
            return self.symbol(vm, symbol);
        }
        if let Some(bigint) = value.as_bigint() {
            return self.bigint(vm, bigint);
        }
        let tag = match value.as_bool() {
            Some(false) => tag::FALSE,
            Some(true) => tag::TRUE,
            None if value.is_null() => tag::NULL,
            None => tag::UNDEFINED,
        };
        self.byte(vm, tag)
    }

    fn float_or_integer(&mut self, vm: &mut Vm, number: f64) -> Result<(), Fail> {
        if number.trunc() == number && number.abs() <= MAX_SAFE && !(number == 0.0 && number.is_sign_negative()) {
            let integer = number as i64;
            self.byte(vm, tag::INTEGER)?;
            return self.number(vm, ((integer << 1) ^ (integer >> 63)) as u64);
        }
        self.byte(vm, tag::NUMBER)?;
        let number = if number.is_nan() { f64::NAN.abs() } else { number };
        self.bytes(vm, &number.to_bits().to_le_bytes())
    }

    /// Writes a BigInt, which a getter may just have made.
    fn bigint(&mut self, vm: &mut Vm, bigint: engine::BigIntId) -> Result<(), Fail> {
        let vm = &mut vm.scope();
        // A getter may have made it.
        vm.keep(engine::Value::bigint(bigint));
        let bytes = (bigints::get(&vm.heap, bigint).bits() / 8) as usize + 1;
        vm.work(bytes as u64 / BYTES_PER_TICK)?;
        vm.lend(bytes)?;
        let (sign, magnitude) = bigints::get(&vm.heap, bigint).to_bytes_le();
        let is_negative = sign == num_bigint::Sign::Minus;
        self.byte(vm, if is_negative { tag::NEGATIVE_BIGINT } else { tag::BIGINT })?;
        self.number(vm, magnitude.len() as u64)?;
        self.bytes(vm, &magnitude)
    }

    /// Writes a symbol by its registered key or its well-known name. Any other one is kept, as a handle.
    fn symbol(&mut self, vm: &mut Vm, symbol: SymbolId) -> Result<(), Fail> {
        if symbol::symbol_kind(&vm.heap, symbol) == SymbolKind::Registered
            && let Some(key) = symbol::symbol_description(&vm.heap, symbol).as_string()
        {
            self.byte(vm, tag::REGISTERED)?;
            return self.string(vm, key);
        }
        let value = engine::Value::symbol(symbol);
        if let Some(place) = well_known_symbols().position(|known| known == value) {
            self.byte(vm, tag::WELL_KNOWN)?;
            return self.text(vm, WELL_KNOWN[place]);
        }
        if !self.met(vm, value)? {
            let name = symbol::symbol_description(&vm.heap, symbol).as_string();
            self.handle(vm, value, kept::SYMBOL, name)?;
        }
        Ok(())
    }

    /// Writes the number of an object that was met before. Notes any other.
    fn met(&mut self, vm: &mut Vm, value: engine::Value) -> Result<bool, Fail> {
        let seen = match self.seen {
            Some(seen) => seen,
            None => {
                let prototype = realm::intrinsics(vm).map_prototype;
                let seen = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Map);
                vm.keep(engine::Value::object(seen));
                *self.seen.insert(seen)
            }
        };
        vm.work(ENTRY)?;
        if let Some(number) = collections::collected_value(&mut vm.heap, seen, value)? {
            self.byte(vm, tag::BACK)?;
            self.number(vm, number.as_number().unwrap_or(0.0) as u64)?;
            return Ok(true);
        }
        let number = engine::Value::number(self.count.into());
        self.count = self.count.saturating_add(1);
        collections::collect_value(&mut vm.heap, seen, value, number)?;
        Ok(false)
    }

    /// Writes an object by its kind, or its number if it was met before.
    fn object(&mut self, vm: &mut Vm, object: ObjectId) -> Result<(), Fail> {
        let value = engine::Value::object(object);
        if self.met(vm, value)? {
            return Ok(());
        }
        match vm.heap.kind(object) {
            Kind::Array(length) => self.array(vm, object, length),
            Kind::Ordinary if is_plain(vm, object) => {
                self.byte(vm, tag::OBJECT)?;
                self.open_properties(vm, object, false)
            }
            Kind::HostObject(_)
                if self.counted.is_none() && vm.heap.prototype_of(object).is_none() && !vm.heap.is_callable(value) =>
            {
                self.byte(vm, tag::OBJECT)?;
                self.open_properties(vm, object, false)
            }
            Kind::Collection(collection) => {
                let is_map = collection.kind() == CollectionKind::Map;
                self.collection(vm, object, is_map)
            }
            Kind::Date(Date { time }) => {
                self.byte(vm, tag::DATE)?;
                let time = if time.is_nan() { f64::NAN.abs() } else { time };
                self.bytes(vm, &time.to_bits().to_le_bytes())
            }
            Kind::ArrayBuffer(buffer) if !buffers::get(&vm.heap, buffer).is_shared() => self.buffer(vm, buffer),
            Kind::TypedArray(view) if !buffers::get(&vm.heap, view.buffer).is_shared() => {
                self.view(vm, view, view.element as u8)
            }
            Kind::DataView(view) if !buffers::get(&vm.heap, view.buffer).is_shared() => self.view(vm, view, DATA_VIEW),
            Kind::Error(_) => self.error(vm, object),
            Kind::Promise(_) => self.handle(vm, value, kept::PROMISE, None),
            _ => self.other(vm, object),
        }
    }

    /// Writes what stays in the engine, with the name of a function or of an object's class.
    fn other(&mut self, vm: &mut Vm, object: ObjectId) -> Result<(), Fail> {
        let value = engine::Value::object(object);
        let is_function = vm.heap.is_callable(value);
        let named = if is_function {
            Some(object)
        } else {
            own_data_of_chain(vm, object, keys::CONSTRUCTOR).and_then(engine::Value::as_object)
        };
        let name = named.and_then(|named| own_data_of_chain(vm, named, keys::NAME)).and_then(engine::Value::as_string);
        self.handle(vm, value, if is_function { kept::FUNCTION } else { kept::OBJECT }, name)
    }

    /// Hands a value to the keeper and writes its number. Fails if the keeper takes data alone; a long name is left out.
    fn handle(&mut self, vm: &mut Vm, value: engine::Value, kind: u8, name: Option<StringId>) -> Result<(), Fail> {
        let handle = JsValue::new_handle(vm, value);
        let Some(id) = self.keeper.keep(&mut Context::nested(vm), handle) else {
            let found = messages::describe(vm, value);
            return refused(format!("expected data, found {found}"));
        };
        self.byte(vm, tag::HANDLE)?;
        self.byte(vm, kind)?;
        self.number(vm, id)?;
        match name {
            Some(name) if vm.heap.string_length(name) <= NAME => self.string(vm, name),
            _ => self.text(vm, ""),
        }
    }

    /// Writes the head of an array and opens it. The indices present are listed now, unless it has no holes.
    fn array(&mut self, vm: &mut Vm, object: ObjectId, length: u32) -> Result<(), Fail> {
        self.byte(vm, tag::ARRAY)?;
        self.number(vm, length.into())?;
        vm.work(u64::from(length.min(MOST_LOOKED_AT)) / ELEMENTS_PER_TICK)?;
        let is_full =
            |dense: &[engine::Value]| dense.len() == length as usize && !dense.iter().any(|element| element.is_empty());
        let is_full = vm.heap.elements(object).as_dense().is_some_and(is_full);
        let present = match is_full {
            true => None,
            false => {
                let keys = object::own_property_keys(vm, object)?;
                let mut present = Vec::new();
                vm.work(keys.len() as u64)?;
                vm.heap.lend_room(&mut present, keys.len())?;
                present.extend(keys.iter().filter_map(|&key| vm.heap.array_index_of(key)));
                Some(present)
            }
        };
        self.open(vm, Frame::Array { object, index: 0, length, present, next: 0 })
    }

    /// Opens an object for its own enumerable properties; an error also for its cause and errors.
    fn open_properties(&mut self, vm: &mut Vm, object: ObjectId, is_error: bool) -> Result<(), Fail> {
        let mut keys = object::own_property_keys(vm, object)?;
        vm.lend(keys.len().saturating_mul(size_of::<PropertyKey>()))?;
        let mut count = 0;
        for index in 0..keys.len() {
            let key = keys[index];
            vm.work(1)?;
            if key.as_symbol().is_some() || (is_error && [keys::NAME, keys::MESSAGE, keys::STACK].contains(&key)) {
                continue;
            }
            let is_always = is_error && (key == keys::CAUSE || key == keys::ERRORS);
            let property = object::own_property(vm, object, key)?;
            if property.is_some_and(|property| is_always || property.attributes.is_enumerable()) {
                keys[count] = key;
                count += 1;
            }
        }
        keys.truncate(count);
        vm.keep_many(keys.iter().map(|key| key.kept_form()))?;
        self.open(vm, Frame::Properties { object, keys, next: 0 })
    }

    /// Writes the head of a Map or Set, and opens it with a copy of its entries, which getters cannot change.
    fn collection(&mut self, vm: &mut Vm, object: ObjectId, is_map: bool) -> Result<(), Fail> {
        self.byte(vm, if is_map { tag::MAP } else { tag::SET })?;
        let size = vm.heap.collection(object).map_or(0, Collection::size);
        let mut values = Vec::new();
        vm.heap.lend_room(&mut values, size.saturating_mul(1 + usize::from(is_map)))?;
        let mut position = 0;
        while let Some(step) = collections::next_collected(&mut vm.heap, object, position)? {
            vm.work(1)?;
            values.push(step.key);
            if is_map {
                values.push(step.value);
            }
            position = step.next;
        }
        vm.keep_many(values.iter().copied())?;
        self.open(
            vm,
            match is_map {
                true => Frame::Map { object, entries: values, next: 0 },
                false => Frame::Set { object, values, next: 0 },
            },
        )
    }

    /// Writes the bytes of a buffer in pieces, between looks at the limits. Refuses one that is detached.
    fn buffer(&mut self, vm: &mut Vm, buffer: engine::heap::BufferId) -> Result<(), Fail> {
        let source = buffers::get(&vm.heap, buffer);
        if source.is_detached() {
            return refused("the buffer is detached");
        }
        let length = source.byte_length();
        self.byte(vm, tag::BUFFER)?;
        self.number(vm, length as u64)?;
        if self.counts(length) {
            return Ok(());
        }
        vm.heap.lend_room(&mut self.out, length)?;
        let start = self.out.len();
        self.out.resize(start + length, 0);
        for (index, piece) in self.out[start..].chunks_mut(PIECE).enumerate() {
            vm.work(piece.len() as u64 / BYTES_PER_TICK)?;
            buffers::take_out(&vm.heap, buffer, index * PIECE, piece);
        }
        Ok(())
    }

    /// Writes a view with the length it has now, and its buffer behind it, or the number of that.
    fn view(&mut self, vm: &mut Vm, view: View, element: u8) -> Result<(), Fail> {
        let Some(length) = views::length_of_view(&vm.heap, view) else {
            return refused("the view's buffer is detached or too short");
        };
        self.byte(vm, tag::VIEW)?;
        self.byte(vm, element)?;
        self.number(vm, view.offset() as u64)?;
        self.number(vm, length as u64)?;
        let buffer = buffers::get(&vm.heap, view.buffer).object;
        self.object(vm, buffer)
    }

    /// Opens an error, after its name, message and stack.
    fn error(&mut self, vm: &mut Vm, object: ObjectId) -> Result<(), Fail> {
        self.byte(vm, tag::ERROR)?;
        for key in [keys::NAME, keys::MESSAGE, keys::STACK] {
            let value = match self.counted {
                None => object::get(vm, object, key)?,
                Some(_) if key == keys::STACK => engine::Value::UNDEFINED,
                Some(_) => own_data_of_chain(vm, object, key).unwrap_or(engine::Value::UNDEFINED),
            };
            match value.as_string() {
                Some(text) => self.string(vm, text)?,
                None => self.byte(vm, tag::UNDEFINED)?,
            }
        }
        self.open_properties(vm, object, true)
    }

    fn open(&mut self, vm: &mut Vm, frame: Frame) -> Result<(), Fail> {
        vm.heap.lend_room(&mut self.frames, 1)?;
        self.frames.push(frame);
        Ok(())
    }

    /// Counts bytes, if they are not to be kept.
    fn counts(&mut self, bytes: usize) -> bool {
        if let Some(counted) = &mut self.counted {
            *counted = counted.saturating_add(bytes as u64);
        }
        self.counted.is_some()
    }

    /// Returns the value of an own property, by its getter if it has one. None if there is no such property any more.
    fn own_value(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Result<Option<engine::Value>, Fail> {
        let Some(property) = object::own_property(vm, object, key)? else { return Ok(None) };
        match property.attributes.is_accessor() {
            true if self.counted.is_some() => refused("a getter is not data"),
            true => Ok(Some(object::get(vm, object, key)?)),
            false => Ok(Some(property.value)),
        }
    }

    fn byte(&mut self, vm: &mut Vm, byte: u8) -> Result<(), Fail> {
        if self.counts(1) {
            return Ok(());
        }
        vm.heap.lend_room(&mut self.out, 1)?;
        self.out.push(byte);
        Ok(())
    }

    fn bytes(&mut self, vm: &mut Vm, bytes: &[u8]) -> Result<(), Fail> {
        if self.counts(bytes.len()) {
            return Ok(());
        }
        vm.heap.lend_room(&mut self.out, bytes.len())?;
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    fn number(&mut self, vm: &mut Vm, number: u64) -> Result<(), Fail> {
        let mut left = number;
        while left >= 0x80 {
            self.byte(vm, left as u8 | 0x80)?;
            left >>= 7;
        }
        self.byte(vm, left as u8)
    }

    /// Writes text of ASCII letters as a string.
    fn text(&mut self, vm: &mut Vm, text: &str) -> Result<(), Fail> {
        self.byte(vm, tag::LATIN1)?;
        self.number(vm, text.len() as u64)?;
        self.bytes(vm, text.as_bytes())
    }

    /// Writes a string, narrow if all its units are, so that equal strings have equal bytes.
    fn string(&mut self, vm: &mut Vm, string: StringId) -> Result<(), Fail> {
        let flat = vm.heap.flatten(string)?;
        let length = vm.heap.string_length(string);
        vm.work(length as u64 / UNITS_PER_TICK)?;
        // Wide units may all be narrow.
        let is_narrow = match vm.heap.view(flat) {
            StringView::Latin1(_) => true,
            StringView::Utf16(units) => units.iter().all(|&unit| unit <= 0xFF),
        };
        self.byte(vm, if is_narrow { tag::LATIN1 } else { tag::UTF16 })?;
        self.number(vm, length as u64)?;
        let bytes = if is_narrow { length } else { 2 * length };
        if self.counts(bytes) {
            return Ok(());
        }
        vm.heap.lend_room(&mut self.out, bytes)?;
        match vm.heap.view(flat) {
            StringView::Latin1(bytes) => self.out.extend_from_slice(bytes),
            StringView::Utf16(units) if is_narrow => self.out.extend(units.iter().map(|&unit| unit as u8)),
            StringView::Utf16(units) => self.out.extend(units.iter().flat_map(|unit| unit.to_le_bytes())),
        }
        Ok(())
    }
}

/// Returns whether an object is one of data: an instance of no class.
fn is_plain(vm: &Vm, object: ObjectId) -> bool {
    let prototype = vm.heap.prototype_of(object);
    prototype.is_none_or(|prototype| prototype == realm::intrinsics(vm).object_prototype)
}

/// Prototypes that are asked for a name.
const STEPS: usize = 4;

/// Returns the data of a property, own or inherited from near. No script runs.
fn own_data_of_chain(vm: &Vm, object: ObjectId, key: PropertyKey) -> Option<engine::Value> {
    let mut next = Some(object);
    for _ in 0..STEPS {
        let current = next?;
        if vm.heap.is_proxy(current) {
            return None;
        }
        if let Some(stored) = vm.heap.stored_property(current, key) {
            let is_there = !stored.attributes.is_accessor() && !stored.attributes.is_lazy();
            return is_there.then_some(stored.value);
        }
        next = vm.heap.prototype_of(current);
    }
    None
}
