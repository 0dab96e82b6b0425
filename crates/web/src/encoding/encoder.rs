//! TextEncoder, Encoding 7.4: encodes strings as UTF-8. Lone surrogates become U+FFFD.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::FlatString;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::typed_array::{self, ElementType, View};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;
use std::any::Any;

use crate::{define_getters, define_operations, prototype_for};

static CONSTRUCTOR: NativeFunction = constructor("TextEncoder", 0, text_encoder);

static METHODS: &[NativeFunction] = &[method("encode", 0, encode), method("encodeInto", 2, encode_into)];

static GETTERS: &[NativeFunction] = &[method("get encoding", 0, encoding)];

/// The class of TextEncoder objects, and the data of a new one.
pub(crate) const CLASS: PartClass = ("TextEncoder", || Box::new(TextEncoder));

/// Marks an object as a TextEncoder.
struct TextEncoder;

impl HostData for TextEncoder {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(TextEncoder))
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        bytes.is_empty()
    }
}

/// Code units encoded between two ticks.
const PIECE: usize = 1 << 10;

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let parent = realm::intrinsics(realm.vm).object_prototype;
    let prototype = realm.vm.heap.new_object_with_prototype(Some(parent), ObjectKind::Ordinary);
    realm.vm.keep(Value::object(prototype));
    realm.constructor(&CONSTRUCTOR, prototype)?;
    define_operations(realm, prototype, METHODS)?;
    define_getters(realm, prototype, GETTERS)?;
    realm.string_tag(prototype, "TextEncoder")
}

/// new TextEncoder ( )
fn text_encoder(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(new_target) = call.new_target else {
        return vm.type_error("Class constructor TextEncoder cannot be invoked without 'new'");
    };
    let prototype = prototype_for(vm, call.callee, new_target)?;
    vm.keep(Value::object(prototype));
    let class = object::plain_host_class(vm, CLASS.0);
    Ok(Value::object(object::new_host_object(vm, class, Some(prototype), Box::new(TextEncoder))?))
}

fn require_encoder(vm: &mut Vm, call: Call) -> Completion<()> {
    let is_encoder =
        call.this.as_object().is_some_and(|this| hosts::host_data::<TextEncoder>(&vm.heap, this).is_some());
    if is_encoder { Ok(()) } else { vm.type_error("The receiver is not a TextEncoder") }
}

/// get TextEncoder.prototype.encoding
fn encoding(vm: &mut Vm, call: Call) -> Completion<Value> {
    require_encoder(vm, call)?;
    Ok(Value::string(vm.heap.intern_text("utf-8")))
}

/// Returns the string argument, kept.
fn source(vm: &mut Vm, call: Call) -> Completion<FlatString> {
    let argument = call.argument(vm, 0);
    let text = convert::to_string(vm, argument)?;
    vm.keep(Value::string(text));
    Ok(vm.heap.flatten(text)?)
}

/// Returns a piece of the string as UTF-8, and its end. Surrogate pairs stay together. None at the end.
fn piece(vm: &mut Vm, text: FlatString, start: usize) -> Completion<Option<(String, usize)>> {
    let view = vm.heap.view(text);
    let mut end = (start + PIECE).min(view.len());
    if end < view.len() && view.get(end - 1).is_some_and(|unit| (0xD800..0xDC00).contains(&unit)) {
        end += 1;
    }
    let piece = (start < end).then(|| (view.slice(start, end).to_string_lossy(), end));
    vm.work((end - start) as u64 / UNITS_PER_TICK + 1)?;
    Ok(piece)
}

/// TextEncoder.prototype.encode ( input )
fn encode(vm: &mut Vm, call: Call) -> Completion<Value> {
    require_encoder(vm, call)?;
    let text = match call.argument(vm, 0) {
        Value::UNDEFINED => vm.heap.flatten(ferrotape_runtime::StringId::EMPTY)?,
        _ => source(vm, call)?,
    };
    let (mut length, mut start) = (0, 0);
    while let Some((piece, end)) = piece(vm, text, start)? {
        (length, start) = (length + piece.len(), end);
    }
    let prototype = realm::intrinsics(vm).array_buffer_prototype;
    let object = buffer::new_array_buffer(vm, Some(prototype), length, None)?;
    vm.keep(Value::object(object));
    let Some(buffer) = buffers::buffer_of(&vm.heap, object) else { return Ok(Value::UNDEFINED) };
    let (mut at, mut start) = (0, 0);
    while let Some((piece, end)) = piece(vm, text, start)? {
        buffers::put_in(&mut vm.heap, buffer, at, piece.as_bytes());
        (at, start) = (at + piece.len(), end);
    }
    let prototype = realm::intrinsics(vm).typed_array_prototypes[ElementType::Uint8 as usize];
    let view = View::new(ElementType::Uint8, buffer, 0, Some(length));
    Ok(Value::object(typed_array::new_typed_array(vm, Some(prototype), view)))
}

/// TextEncoder.prototype.encodeInto ( source, destination )
fn encode_into(vm: &mut Vm, call: Call) -> Completion<Value> {
    require_encoder(vm, call)?;
    let text = source(vm, call)?;
    let view = call.argument(vm, 1).as_object().and_then(|object| views::typed_array(&vm.heap, object));
    let Some(view) = view.filter(|view| view.element == ElementType::Uint8) else {
        return vm.type_error("The destination of encodeInto is not a Uint8Array");
    };
    if buffers::get(&vm.heap, view.buffer).is_immutable() {
        return vm.type_error(messages::IMMUTABLE_BUFFER);
    }
    let room = views::length_of_view(&vm.heap, view).unwrap_or(0);
    let (mut read, mut written) = (0, 0);
    while let Some((mut piece, end)) = piece(vm, text, read)? {
        let fits = fitting(&piece, room - written);
        let is_cut = fits < piece.len();
        piece.truncate(fits);
        buffers::put_in(&mut vm.heap, view.buffer, view.place_of(written), piece.as_bytes());
        written += fits;
        // A replaced character was one code unit, like its replacement.
        read = if is_cut { read + piece.chars().map(char::len_utf16).sum::<usize>() } else { end };
        if is_cut {
            break;
        }
    }
    let result = vm.new_plain_object();
    vm.keep(Value::object(result));
    for (name, count) in [("read", read), ("written", written)] {
        let key = vm.heap.key(name);
        vm.heap.store_property(result, key, Value::number(count as f64), Attributes::ALL)?;
    }
    Ok(Value::object(result))
}

/// Returns how many bytes of the text fit in the room as whole characters.
fn fitting(text: &str, room: usize) -> usize {
    let mut end = room.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}
