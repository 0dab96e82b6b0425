//! Reads values from bytes that may be any: each length is compared with what is left before there is room made for it.
//!
//! No script runs, but the collector may, where memory is short. So all that is numbered is kept.

use std::borrow::Cow;

use ferrotape_budget::costs::{BYTES_PER_TICK, ENTRY, UNITS_PER_TICK};
use ferrotape_bytecode::ErrorKind;
use ferrotape_runtime as engine;
use ferrotape_runtime::bigint;
use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::collection::CollectionKind;
use ferrotape_runtime::collections;
use ferrotape_runtime::keys;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{Date, ObjectKind};
use ferrotape_runtime::realm;
use ferrotape_runtime::stack_trace;
use ferrotape_runtime::string;
use ferrotape_runtime::symbol::{self, WELL_KNOWN, well_known_symbols};
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::{Attributes, ObjectId, PropertyKey, StringView, Vm};
use num_bigint::Sign;

use super::frame::{Frame, placed};
use super::{DATA_VIEW, Fail, Keeper, refused, tag};
use crate::{Context, Error, Local};

/// Bytes that are copied between two looks at the limits.
const PIECE: usize = 1 << 16;

/// The largest time value, ECMA-262 21.4.1.31.
const MAX_TIME: f64 = 8.64e15;

/// Reads a value from bytes, kept alive for the turn. The path of an error leads to the broken part.
pub(super) fn decode<'js>(cx: &mut Context<'js>, bytes: &[u8], keeper: &mut dyn Keeper) -> Result<Local<'js>, Error> {
    cx.check()?;
    let mut reader = Reader { bytes, at: 0, keeper, numbered: Vec::new(), frames: Vec::new() };
    let read = {
        let vm = &mut cx.vm.scope();
        reader.all(vm)
    };
    match read {
        Ok(value) => Ok(cx.kept(value)),
        Err(fail) => {
            let error = fail.into_error(cx);
            Err(placed(cx, &reader.frames, error))
        }
    }
}

/// State of reading, with a stack of its own.
struct Reader<'b, 'k> {
    bytes: &'b [u8],
    at: usize,
    keeper: &'k mut dyn Keeper,
    /// The objects by their numbers.
    numbered: Vec<engine::Value>,
    frames: Vec<Frame>,
}

/// Next item of an open object.
enum Next {
    Value(engine::Value),
    Holes(u32),
    End,
}

/// The code units of a string.
enum Units<'b> {
    Latin1(&'b [u8]),
    Utf16(Vec<u16>),
}

impl Units<'_> {
    fn view(&self) -> StringView<'_> {
        match self {
            Units::Latin1(bytes) => StringView::Latin1(bytes),
            Units::Utf16(units) => StringView::Utf16(units),
        }
    }
}

impl<'b> Reader<'b, '_> {
    /// Reads the outermost value, then the parts of all that is open. Nothing may follow.
    fn all(&mut self, vm: &mut Vm) -> Result<engine::Value, Fail> {
        let whole = match self.next(vm)? {
            Next::Value(whole) => whole,
            Next::Holes(_) | Next::End => return refused("not a value"),
        };
        vm.keep(whole);
        while !self.frames.is_empty() {
            vm.work(1)?;
            self.step(vm)?;
        }
        if self.at < self.bytes.len() { refused("there are bytes after the value") } else { Ok(whole) }
    }

    /// Reads the next part of the innermost open object. An object that it opens is stored at once.
    fn step(&mut self, vm: &mut Vm) -> Result<(), Fail> {
        let depth = self.frames.len() - 1;
        match &mut self.frames[depth] {
            &mut Frame::Array { object, index, length, .. } => self.element(vm, depth, object, index, length),
            Frame::Properties { object, .. } => {
                let object = *object;
                self.property(vm, depth, object)
            }
            Frame::Map { object, entries, next } => {
                let (object, key, is_key) = (*object, entries.first().copied(), next.is_multiple_of(2));
                *next += 1;
                match (self.next(vm)?, key) {
                    (Next::Value(value), _) if is_key => {
                        vm.keep(value);
                        if let Some(Frame::Map { entries, .. }) = self.frames.get_mut(depth) {
                            entries.clear();
                            entries.push(value);
                        }
                        Ok(())
                    }
                    (Next::Value(value), Some(key)) => {
                        vm.work(ENTRY)?;
                        Ok(collections::collect_value(&mut vm.heap, object, key, value)?)
                    }
                    (Next::End, _) if is_key => self.close(depth),
                    _ => refused("not an entry of a Map"),
                }
            }
            Frame::Set { object, next, .. } => {
                let object = *object;
                *next += 1;
                match self.next(vm)? {
                    Next::Value(value) => {
                        vm.work(ENTRY)?;
                        Ok(collections::collect_value(&mut vm.heap, object, value, value)?)
                    }
                    Next::End => self.close(depth),
                    Next::Holes(_) => refused("not a value of a Set"),
                }
            }
        }
    }

    fn close(&mut self, depth: usize) -> Result<(), Fail> {
        self.frames.truncate(depth);
        Ok(())
    }

    /// Reads an element or a run of holes. The array is closed at its length, without a tag.
    fn element(&mut self, vm: &mut Vm, depth: usize, array: ObjectId, index: u32, length: u32) -> Result<(), Fail> {
        if index >= length {
            return self.close(depth);
        }
        self.advance(depth, 1);
        match self.next(vm)? {
            Next::Value(value) => {
                let key = vm.heap.key_of_index(index.into());
                Ok(vm.heap.store_property(array, key, value, Attributes::ALL)?)
            }
            Next::Holes(count) if count <= length - index => {
                self.advance(depth, count - 1);
                Ok(())
            }
            Next::Holes(_) | Next::End => refused("not an element"),
        }
    }

    fn advance(&mut self, depth: usize, by: u32) {
        if let Some(Frame::Array { index, .. }) = self.frames.get_mut(depth) {
            *index += by;
        }
    }

    /// Reads a property, or the end of the object. `cause` and `errors` of an error are again not enumerable.
    fn property(&mut self, vm: &mut Vm, depth: usize, object: ObjectId) -> Result<(), Fail> {
        let tag = self.byte()?;
        if tag == tag::END {
            return self.close(depth);
        }
        let key = self.key(vm, tag)?;
        vm.heap.lend(size_of::<engine::Value>())?;
        vm.keep_key(key);
        let is_error = matches!(vm.heap.kind(object), engine::object::Kind::Error(_));
        if let Some(Frame::Properties { keys, next, .. }) = self.frames.get_mut(depth) {
            keys.clear();
            keys.push(key);
            *next = 1;
        }
        let Next::Value(value) = self.next(vm)? else { return refused("not the value of a property") };
        let is_hidden = is_error && (key == keys::CAUSE || key == keys::ERRORS);
        let attributes = if is_hidden { Attributes::METHOD } else { Attributes::ALL };
        Ok(vm.heap.store_property(object, key, value, attributes)?)
    }

    /// Reads a value. Arrays and the like are opened: their parts come next.
    fn next(&mut self, vm: &mut Vm) -> Result<Next, Fail> {
        let tag = self.byte()?;
        let value = match tag {
            tag::UNDEFINED => engine::Value::UNDEFINED,
            tag::NULL => engine::Value::NULL,
            tag::FALSE => engine::Value::FALSE,
            tag::TRUE => engine::Value::TRUE,
            tag::INTEGER => {
                let number = self.number()?;
                let integer = (number >> 1) as i64 ^ -((number & 1) as i64);
                engine::Value::number(integer as f64)
            }
            tag::NUMBER => engine::Value::number(self.float()?),
            tag::BIGINT | tag::NEGATIVE_BIGINT => self.bigint(vm, tag)?,
            tag::LATIN1 | tag::UTF16 => self.string(vm, tag)?,
            tag::REGISTERED => {
                let key = self.byte()?;
                let key = self.key(vm, key)?;
                vm.keep_key(key);
                let symbol = engine::Value::symbol(symbol::registered_symbol(&mut vm.heap, key)?);
                vm.keep(symbol);
                symbol
            }
            tag::WELL_KNOWN => {
                let name = self.name()?;
                let place = WELL_KNOWN.iter().position(|known| **known == *name);
                match place.and_then(|place| well_known_symbols().nth(place)) {
                    Some(symbol) => symbol,
                    None => return refused(format!("there is no symbol Symbol.{name}")),
                }
            }
            tag::HOLES => {
                let count = self.number()?;
                return match u32::try_from(count) {
                    Ok(count @ 1..) => Ok(Next::Holes(count)),
                    _ => refused("not a number of holes"),
                };
            }
            tag::END => return Ok(Next::End),
            tag::BACK => {
                let number = self.number()?;
                let met = usize::try_from(number).ok().and_then(|number| self.numbered.get(number)).copied();
                match met {
                    // A view takes its number before its buffer does.
                    Some(value) if !value.is_undefined() => value,
                    _ => return refused("an object that was not met before"),
                }
            }
            _ => self.numbered(vm, tag)?,
        };
        Ok(Next::Value(value))
    }

    /// Reads what takes a number.
    fn numbered(&mut self, vm: &mut Vm, tag: u8) -> Result<engine::Value, Fail> {
        vm.work(1)?;
        let place = self.numbered.len();
        vm.heap.lend_room(&mut self.numbered, 1)?;
        self.numbered.push(engine::Value::UNDEFINED);
        // What the next allocation may cost, and what keeps the value.
        vm.heap.lend(size_of::<engine::Value>())?;
        let value = match tag {
            tag::ARRAY => self.array(vm)?,
            tag::OBJECT => {
                let object = vm.new_plain_object();
                self.open(vm, Frame::Properties { object, keys: Vec::new(), next: 0 })?;
                engine::Value::object(object)
            }
            tag::MAP => {
                let prototype = realm::intrinsics(vm).map_prototype;
                let object = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Map);
                self.open(vm, Frame::Map { object, entries: Vec::new(), next: 0 })?;
                engine::Value::object(object)
            }
            tag::SET => {
                let prototype = realm::intrinsics(vm).set_prototype;
                let object = collections::new_collection(&mut vm.heap, prototype, CollectionKind::Set);
                self.open(vm, Frame::Set { object, values: Vec::new(), next: 0 })?;
                engine::Value::object(object)
            }
            tag::DATE => self.date(vm)?,
            tag::BUFFER => self.buffer(vm)?,
            tag::VIEW => self.view(vm)?,
            tag::ERROR => self.error(vm)?,
            tag::HANDLE => self.handle(vm)?,
            tag::HOST_FUNCTION => self.host_function(vm)?,
            _ => return refused(format!("there is no tag {tag}")),
        };
        vm.keep(value);
        self.numbered[place] = value;
        Ok(value)
    }

    fn open(&mut self, vm: &mut Vm, frame: Frame) -> Result<(), Fail> {
        vm.heap.lend_room(&mut self.frames, 1)?;
        self.frames.push(frame);
        Ok(())
    }

    fn array(&mut self, vm: &mut Vm) -> Result<engine::Value, Fail> {
        let length = self.number()?;
        let Ok(length) = u32::try_from(length) else { return refused("not the length of an array") };
        // Elements make their room as they come.
        let object = array::new_array_with_length(vm, length);
        self.open(vm, Frame::Array { object, index: 0, length, present: None, next: 0 })?;
        Ok(engine::Value::object(object))
    }

    /// Reads a Date. Its number must be NaN or a time value, so no script meets another one.
    fn date(&mut self, vm: &mut Vm) -> Result<engine::Value, Fail> {
        let time = self.float()?;
        if !time.is_nan() && (time.trunc() != time || time.abs() > MAX_TIME) {
            return refused("not a time");
        }
        // There is no -0 among the times.
        let time = time + 0.0;
        let prototype = realm::intrinsics(vm).date_prototype;
        let date = vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Date(Date { time }));
        Ok(engine::Value::object(date))
    }

    /// Reads an ArrayBuffer, which cannot be resized. Its bytes are copied in pieces, between looks at the limits.
    fn buffer(&mut self, vm: &mut Vm) -> Result<engine::Value, Fail> {
        let length = self.length(1)?;
        let bytes = self.take(length)?;
        let prototype = realm::intrinsics(vm).array_buffer_prototype;
        let object = buffer::new_array_buffer(vm, Some(prototype), length, None)?;
        let value = engine::Value::object(object);
        vm.keep(value);
        if let Some(buffer) = buffers::buffer_of(&vm.heap, object) {
            for (index, piece) in bytes.chunks(PIECE).enumerate() {
                vm.work(piece.len() as u64 / BYTES_PER_TICK)?;
                buffers::put_in(&mut vm.heap, buffer, index * PIECE, piece);
            }
        }
        Ok(value)
    }

    /// Reads a typed array or a DataView.
    fn view(&mut self, vm: &mut Vm) -> Result<engine::Value, Fail> {
        let element = self.byte()?;
        let (offset, length) = (self.number()?, self.number()?);
        // Not `next`: only a buffer may come.
        let whole = match self.byte()? {
            tag::BUFFER => self.numbered(vm, tag::BUFFER)?,
            tag::BACK => {
                let number = self.number()?;
                let met = usize::try_from(number).ok().and_then(|number| self.numbered.get(number)).copied();
                met.unwrap_or(engine::Value::UNDEFINED)
            }
            _ => engine::Value::UNDEFINED,
        };
        let buffer = whole.as_object().and_then(|whole| buffers::buffer_of(&vm.heap, whole));
        let Some(buffer) = buffer else { return refused("not the buffer of a view") };
        let kind = match ElementType::ALL.get(usize::from(element)) {
            Some(&kind) => kind,
            None if element == DATA_VIEW => ElementType::Uint8,
            None => return refused("not the type of a view"),
        };
        let size = kind.size() as u64;
        let end = length.checked_mul(size).and_then(|bytes| bytes.checked_add(offset));
        let room = buffers::get(&vm.heap, buffer).byte_length() as u64;
        if !offset.is_multiple_of(size) || end.is_none_or(|end| end > room) {
            return refused("a view beyond its buffer");
        }
        let view = View::new(kind, buffer, offset as usize, Some(length as usize));
        let intrinsics = realm::intrinsics(vm);
        let view = if element == DATA_VIEW {
            let prototype = intrinsics.data_view_prototype;
            typed_array::new_data_view(vm, Some(prototype), view)
        } else {
            let prototype = intrinsics.typed_array_prototypes[kind as usize];
            typed_array::new_typed_array(vm, Some(prototype), view)
        };
        Ok(engine::Value::object(view))
    }

    /// Reads the head of an error. The name chooses the prototype; an unknown one becomes a property of an Error.
    fn error(&mut self, vm: &mut Vm) -> Result<engine::Value, Fail> {
        let name = self.optional_string(vm)?;
        let message = self.optional_string(vm)?;
        let stack = self.optional_string(vm)?;
        let known = match name.and_then(engine::Value::as_string) {
            Some(name) => {
                let flat = vm.heap.flatten(name)?;
                let name = vm.heap.view(flat).ascii();
                ErrorKind::ALL.into_iter().find(|kind| name == Some(kind.name()))
            }
            None => Some(ErrorKind::Error),
        };
        let prototype = realm::intrinsics(vm).native_error_prototype(known.unwrap_or(ErrorKind::Error));
        let error = vm.make_error(prototype, message.and_then(engine::Value::as_string));
        vm.keep(error);
        let Some(object) = error.as_object() else { return refused("not an error") };
        if let Some(name) = name.filter(|_| known.is_none()) {
            vm.heap.store_property(object, keys::NAME, name, Attributes::METHOD)?;
        }
        if let Some(stack) = stack {
            stack_trace::set_of_error(vm, object, stack)?;
        }
        self.open(vm, Frame::Properties { object, keys: Vec::new(), next: 0 })?;
        Ok(error)
    }

    /// Returns the value that the keeper has under a number. Fails if it was released, or is another engine's.
    fn handle(&mut self, vm: &mut Vm) -> Result<engine::Value, Fail> {
        let _kind = self.byte()?;
        let id = self.number()?;
        let name = self.name()?;
        let kept = self.keeper.kept(&mut Context::nested(vm), id, &name).map_err(Fail::Error)?;
        let Some(kept) = kept else {
            return refused(format!("the handle of {name:?} was released"));
        };
        match kept.handle().value_in(vm) {
            Some(value) => Ok(value),
            None => Err(Fail::Error(Error::wrong_engine())),
        }
    }

    fn host_function(&mut self, vm: &mut Vm) -> Result<engine::Value, Fail> {
        let id = self.number()?;
        let name = self.name()?;
        let made = self.keeper.function(&mut Context::nested(vm), id, &name);
        let function = made.map_err(Fail::Error)?;
        match function.handle().value_in(vm) {
            Some(value) => Ok(value),
            None => Err(Fail::Error(Error::wrong_engine())),
        }
    }

    fn bigint(&mut self, vm: &mut Vm, tag: u8) -> Result<engine::Value, Fail> {
        let length = self.length(1)?;
        let bytes = self.take(length)?;
        vm.work(length as u64 / BYTES_PER_TICK)?;
        vm.room(length.saturating_mul(2))?;
        let sign = if tag == tag::BIGINT { Sign::Plus } else { Sign::Minus };
        let value = bigint::new_bigint(vm, num_bigint::BigInt::from_bytes_le(sign, bytes))?;
        vm.keep(value);
        Ok(value)
    }

    /// Reads a string, which is kept, or none.
    fn optional_string(&mut self, vm: &mut Vm) -> Result<Option<engine::Value>, Fail> {
        match self.byte()? {
            tag::UNDEFINED => Ok(None),
            tag => {
                let string = self.string(vm, tag)?;
                vm.keep(string);
                Ok(Some(string))
            }
        }
    }

    /// Reads a string whose tag has been read. Wide units that fit are narrowed again.
    fn string(&mut self, vm: &mut Vm, tag: u8) -> Result<engine::Value, Fail> {
        let string = match self.units(vm, tag)? {
            Units::Latin1(bytes) => {
                vm.room(bytes.len())?;
                vm.heap.new_latin1(bytes)
            }
            Units::Utf16(units) => {
                vm.room(units.len().saturating_mul(2))?;
                string::new_long_utf16(&mut vm.heap, units)?
            }
        };
        Ok(engine::Value::string(string))
    }

    fn key(&mut self, vm: &mut Vm, tag: u8) -> Result<PropertyKey, Fail> {
        let units = self.units(vm, tag)?;
        vm.room(units.view().len().saturating_mul(2))?;
        Ok(string::key_of_view(&mut vm.heap, units.view())?)
    }

    /// Reads the units of a string or key. Narrow ones stay in the bytes; wide ones are copied, as they may lie unaligned.
    fn units(&mut self, vm: &mut Vm, tag: u8) -> Result<Units<'b>, Fail> {
        match tag {
            tag::LATIN1 => {
                let length = self.length(1)?;
                vm.work(length as u64 / UNITS_PER_TICK)?;
                Ok(Units::Latin1(self.take(length)?))
            }
            tag::UTF16 => {
                let length = self.length(2)?;
                vm.work(length as u64 / UNITS_PER_TICK)?;
                let bytes = self.take(2 * length)?;
                vm.room(bytes.len())?;
                Ok(Units::Utf16(bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect()))
            }
            _ => refused("not a string"),
        }
    }

    /// Reads a string for the host, which is short.
    fn name(&mut self) -> Result<Cow<'b, str>, Fail> {
        match self.byte()? {
            tag::LATIN1 => {
                let length = self.length(1)?;
                let bytes = self.take(length)?;
                Ok(match std::str::from_utf8(bytes) {
                    Ok(text) if text.is_ascii() => Cow::Borrowed(text),
                    _ => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
                })
            }
            tag::UTF16 => {
                let length = self.length(2)?;
                let bytes = self.take(2 * length)?;
                let units = bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
                Ok(Cow::Owned(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()))
            }
            _ => refused("not a name"),
        }
    }

    fn byte(&mut self) -> Result<u8, Fail> {
        let Some(&byte) = self.bytes.get(self.at) else { return refused("the bytes end within the value") };
        self.at += 1;
        Ok(byte)
    }

    fn take(&mut self, length: usize) -> Result<&'b [u8], Fail> {
        match self.bytes[self.at..].split_at_checked(length) {
            Some((taken, _)) => {
                self.at += length;
                Ok(taken)
            }
            None => refused("the bytes end within the value"),
        }
    }

    fn float(&mut self) -> Result<f64, Fail> {
        let bytes = self.take(8)?;
        let mut raw = [0; 8];
        raw.copy_from_slice(bytes);
        let number = f64::from_le_bytes(raw);
        Ok(if number.is_nan() { f64::NAN } else { number })
    }

    /// Reads LEB128 of at most 64 bits.
    fn number(&mut self) -> Result<u64, Fail> {
        let mut number = 0;
        for place in 0..10 {
            let byte = self.byte()?;
            if place == 9 && byte > 1 {
                break;
            }
            number |= u64::from(byte & 0x7F) << (7 * place);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        refused("a number of more than 64 bits")
    }

    /// Reads the number of things that take this many bytes each, all of which must still come.
    fn length(&mut self, bytes: usize) -> Result<usize, Fail> {
        let length = self.number()?;
        let left = (self.bytes.len() - self.at) / bytes;
        match usize::try_from(length) {
            Ok(length) if length <= left => Ok(length),
            _ => refused("a length beyond the end of the bytes"),
        }
    }
}
