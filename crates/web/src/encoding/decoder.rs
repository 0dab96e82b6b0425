//! TextDecoder, Encoding 7.2: decodes bytes to strings, in pieces if desired.

use ferrotape_budget::costs::{BYTES_PER_TICK, UNITS_PER_TICK};
use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{BufferId, ObjectId};
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::object::{self, Kind, ObjectKind};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;
use std::any::Any;

use super::label::{Encoding, windows_1252};
#[cfg(feature = "encodings")]
use super::legacy;
use crate::{define_getters, define_operations, prototype_for};

static CONSTRUCTOR: NativeFunction = constructor("TextDecoder", 0, text_decoder);

static METHODS: &[NativeFunction] = &[method("decode", 0, decode)];

static GETTERS: &[NativeFunction] =
    &[method("get encoding", 0, encoding), method("get fatal", 0, fatal), method("get ignoreBOM", 0, ignore_bom)];

/// Bytes decoded between two ticks.
const PIECE: usize = 1 << 10;

const BYTE_ORDER_MARK: u16 = 0xFEFF;

/// The longest string that is read as a label.
const LONGEST_LABEL: usize = 1000;

/// The class of TextDecoder objects, and the data of a new one.
pub(crate) const CLASS: PartClass = ("TextDecoder", || Box::new(TextDecoder::new(Encoding::Utf8, [false, false])));

/// The state of a TextDecoder.
#[derive(Copy, Clone)]
struct TextDecoder {
    encoding: Encoding,
    is_fatal: bool,
    ignores_bom: bool,
    /// True if the last call said that there is more to come.
    goes_on: bool,
    /// True if something was given out already, so that no byte order mark can come.
    bom_seen: bool,
    decoder: Decoder,
    #[cfg(feature = "encodings")]
    place: legacy::Place,
}

impl HostData for TextDecoder {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(*self))
    }

    /// Includes the bytes of an incomplete character, in the middle of a stream.
    fn save(&self) -> Option<Vec<u8>> {
        let mut bytes = vec![self.encoding.number()?, self.is_fatal.into(), self.ignores_bom.into()];
        if self.goes_on {
            bytes.push(self.bom_seen.into());
            bytes.extend(self.decoder.pending(self.encoding));
            #[cfg(feature = "encodings")]
            bytes.extend(self.place.way());
        }
        Some(bytes)
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        let &[encoding, is_fatal @ 0..=1, ignores_bom @ 0..=1, ref middle @ ..] = bytes else { return false };
        let Some(encoding) = Encoding::of_number(encoding) else { return false };
        *self = TextDecoder::new(encoding, [is_fatal, ignores_bom].map(|flag| flag == 1));
        let Some((&bom_seen, pending)) = middle.split_first() else { return true };
        (self.goes_on, self.bom_seen) = (true, bom_seen == 1);
        #[cfg(feature = "encodings")]
        if let Encoding::Legacy(encoding) = encoding {
            pending.iter().for_each(|&byte| self.place.step(encoding, byte));
            return bom_seen <= 1 && self.place.way() == pending;
        }
        // Decoding these bytes again leads back to the saved state, and only to states that decoding can reach.
        let mut units = Vec::new();
        let mut decoded = pending.iter().map(|&byte| self.decoder.byte(encoding, byte, &mut units, true));
        bom_seen <= 1 && decoded.all(|decoded| decoded.is_ok()) && units.is_empty()
    }
}

impl TextDecoder {
    /// Starts with no bytes pending, before a byte order mark. The flags are `fatal` and `ignoreBOM`, in this order.
    fn new(encoding: Encoding, [is_fatal, ignores_bom]: [bool; 2]) -> Self {
        TextDecoder {
            encoding,
            is_fatal,
            ignores_bom,
            goes_on: false,
            bom_seen: false,
            decoder: Decoder::default(),
            #[cfg(feature = "encodings")]
            place: legacy::Place::default(),
        }
    }
}

/// The state of decoding between two bytes. Initially everything is empty.
#[derive(Copy, Clone, Default)]
struct Decoder {
    /// UTF-8 code point, UTF-8 bytes needed and seen, and the bounds of the next byte if they are not the usual ones.
    point: u32,
    needed: u8,
    seen: u8,
    bounds: Option<(u8, u8)>,
    /// UTF-16 leading byte and leading surrogate.
    lead_byte: Option<u8>,
    lead_surrogate: Option<u16>,
}

/// The result of decoding. `Err` for malformed bytes if they are fatal.
type Decoded = Result<(), ()>;

impl Decoder {
    /// Decodes a byte of UTF-8.
    fn utf8(&mut self, byte: u8, units: &mut Vec<u16>, fatal: bool) -> Decoded {
        if self.needed > 0 {
            let (lower, upper) = self.bounds.take().unwrap_or((0x80, 0xBF));
            if !(lower..=upper).contains(&byte) {
                *self = Decoder::default();
                malformed(units, fatal)?;
                return self.utf8(byte, units, fatal);
            }
            self.point = self.point << 6 | u32::from(byte & 0x3F);
            self.seen += 1;
            if self.seen == self.needed {
                let point = char::from_u32(self.point).unwrap_or(char::REPLACEMENT_CHARACTER);
                units.extend_from_slice(point.encode_utf16(&mut [0; 2]));
                *self = Decoder::default();
            }
            return Ok(());
        }
        (self.needed, self.point) = match byte {
            0x00..=0x7F => {
                units.push(byte.into());
                return Ok(());
            }
            0xC2..=0xDF => (1, u32::from(byte & 0x1F)),
            0xE0..=0xEF => (2, u32::from(byte & 0xF)),
            0xF0..=0xF4 => (3, u32::from(byte & 0x7)),
            _ => return malformed(units, fatal),
        };
        self.bounds = match byte {
            0xE0 => Some((0xA0, 0xBF)),
            0xED => Some((0x80, 0x9F)),
            0xF0 => Some((0x90, 0xBF)),
            0xF4 => Some((0x80, 0x8F)),
            _ => None,
        };
        Ok(())
    }

    /// Decodes a byte of UTF-16, Encoding 14.2.1. A lead surrogate waits for the unit that must follow.
    fn utf16(&mut self, byte: u8, is_big_endian: bool, units: &mut Vec<u16>, fatal: bool) -> Decoded {
        let Some(first) = self.lead_byte.take() else {
            self.lead_byte = Some(byte);
            return Ok(());
        };
        let unit = if is_big_endian { u16::from_be_bytes([first, byte]) } else { u16::from_le_bytes([first, byte]) };
        if let Some(lead) = self.lead_surrogate.take() {
            if (0xDC00..=0xDFFF).contains(&unit) {
                units.extend([lead, unit]);
                return Ok(());
            }
            malformed(units, fatal)?;
        }
        match unit {
            0xD800..=0xDBFF => self.lead_surrogate = Some(unit),
            0xDC00..=0xDFFF => return malformed(units, fatal),
            _ => units.push(unit),
        }
        Ok(())
    }

    /// Decodes a byte, adding units once a character is complete; with `fatal`, a malformed one is an error instead
    /// of U+FFFD.
    fn byte(&mut self, encoding: Encoding, byte: u8, units: &mut Vec<u16>, fatal: bool) -> Decoded {
        match encoding {
            Encoding::Utf8 => self.utf8(byte, units, fatal),
            Encoding::Utf16Le | Encoding::Utf16Be => self.utf16(byte, encoding == Encoding::Utf16Be, units, fatal),
            Encoding::Windows1252 => {
                units.push(windows_1252(byte));
                Ok(())
            }
            // Those have a decoder of their own.
            #[cfg(feature = "encodings")]
            Encoding::Legacy(_) => Ok(()),
        }
    }

    /// Returns the bytes decoded since the state was last empty.
    fn pending(&self, encoding: Encoding) -> impl Iterator<Item = u8> + use<> {
        let seen = (1..=self.seen).rev().map(|left| self.point >> (6 * (left - 1)) & 0x3F | 0x80);
        let first = (self.needed > 0).then(|| self.point >> (6 * self.seen) | !0x7F >> self.needed & 0xFF);
        let utf8: Vec<u32> = first.into_iter().chain(seen).collect();
        let surrogate = self.lead_surrogate.map(|unit| match encoding {
            Encoding::Utf16Be => unit.to_be_bytes(),
            _ => unit.to_le_bytes(),
        });
        utf8.into_iter().map(|byte| byte as u8).chain(surrogate.into_iter().flatten()).chain(self.lead_byte)
    }

    /// Ends decoding after all bytes.
    fn end(&mut self, units: &mut Vec<u16>, fatal: bool) -> Decoded {
        let is_pending = self.needed > 0 || self.lead_byte.is_some() || self.lead_surrogate.is_some();
        *self = Decoder::default();
        if is_pending { malformed(units, fatal) } else { Ok(()) }
    }
}

fn malformed(units: &mut Vec<u16>, fatal: bool) -> Decoded {
    if fatal {
        return Err(());
    }
    units.push(char::REPLACEMENT_CHARACTER as u16);
    Ok(())
}

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let parent = realm::intrinsics(realm.vm).object_prototype;
    let prototype = realm.vm.heap.new_object_with_prototype(Some(parent), ObjectKind::Ordinary);
    realm.vm.keep(Value::object(prototype));
    realm.constructor(&CONSTRUCTOR, prototype)?;
    define_operations(realm, prototype, METHODS)?;
    define_getters(realm, prototype, GETTERS)?;
    realm.string_tag(prototype, "TextDecoder")
}

/// new TextDecoder ( label, options )
fn text_decoder(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(new_target) = call.new_target else {
        return vm.type_error("Class constructor TextDecoder cannot be invoked without 'new'");
    };
    let prototype = prototype_for(vm, call.callee, new_target)?;
    vm.keep(Value::object(prototype));
    let [label, options] = [0, 1].map(|index| call.argument(vm, index));
    let data = read_decoder(vm, label, options)?;
    let class = object::plain_host_class(vm, CLASS.0);
    Ok(Value::object(object::new_host_object(vm, class, Some(prototype), Box::new(data))?))
}

/// Makes a decoder that no script sees. It is kept.
pub(crate) fn new_decoder(vm: &mut Vm, label: Value, options: Value) -> Completion<ObjectId> {
    let data = read_decoder(vm, label, options)?;
    let class = object::plain_host_class(vm, CLASS.0);
    let decoder = object::new_host_object(vm, class, None, Box::new(data))?;
    vm.keep(Value::object(decoder));
    Ok(decoder)
}

/// Converts the arguments of a constructor.
fn read_decoder(vm: &mut Vm, label: Value, given: Value) -> Completion<TextDecoder> {
    let label = if label.is_undefined() { "utf-8".to_owned() } else { text_of(vm, label)? };
    let flags = options(vm, given, ["fatal", "ignoreBOM"])?;
    let Some(encoding) = Encoding::of_label(&label) else {
        let shown: String = label.chars().take(40).collect();
        return vm.range_error(format!("The \"{shown}\" encoding is not supported"));
    };
    Ok(TextDecoder::new(encoding, flags))
}

/// Package data for text, File API 6.4: by a byte order mark, a label, the charset of a type, or as UTF-8. The text is kept.
pub(crate) fn decoded(vm: &mut Vm, bytes: &[u8], label: Value, kind: &str) -> Completion<Value> {
    let marked = match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Some(Encoding::Utf8),
        [0xFE, 0xFF, ..] => Some(Encoding::Utf16Be),
        [0xFF, 0xFE, ..] => Some(Encoding::Utf16Le),
        _ => None,
    };
    let named = match label {
        Value::UNDEFINED => None,
        label => Encoding::of_label(&text_of(vm, label)?),
    };
    let charset = kind.split(';').find_map(|part| part.trim().strip_prefix("charset="));
    let charset = charset.and_then(|charset| Encoding::of_label(charset.trim_matches('"')));
    let encoding = marked.or(named).or(charset).unwrap_or(Encoding::Utf8);
    let class = object::plain_host_class(vm, CLASS.0);
    let decoder = object::new_host_object(vm, class, None, Box::new(TextDecoder::new(encoding, [false, false])))?;
    vm.keep(Value::object(decoder));
    let prototype = realm::intrinsics(vm).array_buffer_prototype;
    let buffer = buffer::new_array_buffer(vm, Some(prototype), bytes.len(), None)?;
    vm.keep(Value::object(buffer));
    if let Some(buffer) = buffers::buffer_of(&vm.heap, buffer) {
        vm.work(bytes.len() as u64 / BYTES_PER_TICK)?;
        buffers::put_in(&mut vm.heap, buffer, 0, bytes);
    }
    let text = decode_chunk(vm, decoder, Value::object(buffer), false)?;
    vm.keep(text);
    Ok(text)
}

/// Returns the text of a possible label. One that is too long is without the white space around it, and what is too long then is
/// cut and marked, so that it is none.
fn text_of(vm: &mut Vm, value: Value) -> Completion<String> {
    let text = convert::to_string(vm, value)?;
    vm.keep(Value::string(text));
    let text = vm.heap.flatten(text)?;
    let length = vm.heap.view(text).len();
    if length <= LONGEST_LABEL {
        return Ok(vm.heap.view(text).to_string_lossy());
    }
    let is_space = |vm: &Vm, place: usize| matches!(vm.heap.view(text).get(place), Some(9 | 10 | 12 | 13 | 32));
    let (mut start, mut end) = (0, length);
    while start < end && is_space(vm, start) {
        start += 1;
        if start.is_multiple_of(PIECE) {
            vm.work(PIECE as u64 / UNITS_PER_TICK)?;
        }
    }
    while start < end && is_space(vm, end - 1) {
        end -= 1;
        if end.is_multiple_of(PIECE) {
            vm.work(PIECE as u64 / UNITS_PER_TICK)?;
        }
    }
    let mut label = vm.heap.view(text).slice(start, end.min(start + LONGEST_LABEL)).to_string_lossy();
    if end - start > LONGEST_LABEL {
        label.push('…');
    }
    Ok(label)
}

/// Reads boolean options, in the order of their names.
fn options<const N: usize>(vm: &mut Vm, options: Value, names: [&str; N]) -> Completion<[bool; N]> {
    let mut values = [false; N];
    if options.is_nullish() {
        return Ok(values);
    }
    let Some(options) = options.as_object() else { return vm.type_error("The options are not an object") };
    for (name, value) in names.into_iter().zip(&mut values) {
        let key = vm.heap.key(name);
        let option = object::get(vm, options, key)?;
        *value = vm.heap.to_boolean(option);
    }
    Ok(values)
}

fn this_decoder(vm: &mut Vm, call: Call) -> Completion<(ObjectId, TextDecoder)> {
    let this = call.this.as_object().and_then(|this| Some((this, *hosts::host_data::<TextDecoder>(&vm.heap, this)?)));
    match this {
        Some(this) => Ok(this),
        None => vm.type_error("The receiver is not a TextDecoder"),
    }
}

/// Returns an attribute of a decoder that no script sees.
pub(crate) fn attribute_of_decoder(vm: &mut Vm, object: ObjectId, name: &str) -> Completion<Value> {
    let Some(decoder) = hosts::host_data::<TextDecoder>(&vm.heap, object).copied() else { return not_bytes(vm) };
    Ok(match name {
        "encoding" => Value::string(vm.heap.intern_text(&decoder.encoding.name())),
        "fatal" => Value::bool(decoder.is_fatal),
        _ => Value::bool(decoder.ignores_bom),
    })
}

/// get TextDecoder.prototype.encoding
fn encoding(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, decoder) = this_decoder(vm, call)?;
    Ok(Value::string(vm.heap.intern_text(&decoder.encoding.name())))
}

/// get TextDecoder.prototype.fatal
fn fatal(vm: &mut Vm, call: Call) -> Completion<Value> {
    Ok(Value::bool(this_decoder(vm, call)?.1.is_fatal))
}

/// get TextDecoder.prototype.ignoreBOM
fn ignore_bom(vm: &mut Vm, call: Call) -> Completion<Value> {
    Ok(Value::bool(this_decoder(vm, call)?.1.ignores_bom))
}

/// Returns the present bytes of a buffer or view: the buffer, the start, and the length.
fn bytes_of(vm: &mut Vm, input: Value) -> Completion<Option<(BufferId, usize, usize)>> {
    let Some(object) = input.as_object() else {
        return if input.is_undefined() { Ok(None) } else { not_bytes(vm) };
    };
    let view = match vm.heap.kind(object) {
        Kind::ArrayBuffer(buffer) => return Ok(Some((buffer, 0, buffers::get(&vm.heap, buffer).byte_length()))),
        Kind::TypedArray(view) | Kind::DataView(view) => view,
        _ => return not_bytes(vm),
    };
    let length = views::length_of_view(&vm.heap, view).unwrap_or(0);
    Ok(Some((view.buffer, view.offset(), length * view.element.size())))
}

fn not_bytes<T>(vm: &mut Vm) -> Completion<T> {
    vm.type_error("The input of decode is neither a buffer nor a view of one")
}

/// TextDecoder.prototype.decode ( input, options )
fn decode(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_decoder(vm, call)?;
    let input = call.argument(vm, 0);
    bytes_of(vm, input)?;
    let [goes_on] = options(vm, call.argument(vm, 1), ["stream"])?;
    // Any of the above may have run script.
    let (object, _) = this_decoder(vm, call)?;
    decode_chunk(vm, object, input, goes_on)
}

/// Decodes a buffer or a view of one, and says whether there is more to come.
pub(crate) fn decode_chunk(vm: &mut Vm, object: ObjectId, input: Value, goes_on: bool) -> Completion<Value> {
    let Some(mut state) = hosts::host_data::<TextDecoder>(&vm.heap, object).copied() else { return not_bytes(vm) };
    if !state.goes_on {
        (state.decoder, state.bom_seen) = (Decoder::default(), false);
        #[cfg(feature = "encodings")]
        {
            state.place = legacy::Place::default();
        }
    }
    state.goes_on = goes_on;
    let mut text = StringBuilder::new();
    let bytes = bytes_of(vm, input)?;
    #[cfg(feature = "encodings")]
    if let Encoding::Legacy(encoding) = state.encoding {
        let is_valid = decode_legacy(vm, &mut state, encoding, bytes, &mut text)?;
        hosts::change_host_data(&mut vm.heap, object, |data: &mut TextDecoder| *data = state);
        return if is_valid { text.finish(vm).map(Value::string) } else { not_valid(vm, &state) };
    }
    let decoded = match bytes {
        Some(bytes) => decode_bytes(vm, &mut state, bytes, &mut text)?,
        None => Ok(()),
    };
    let mut units = Vec::new();
    let decoded = decoded.and_then(|()| if goes_on { Ok(()) } else { state.decoder.end(&mut units, state.is_fatal) });
    give_out(vm, &mut state, &mut units, &mut text)?;
    hosts::change_host_data(&mut vm.heap, object, |data: &mut TextDecoder| *data = state);
    if decoded.is_err() {
        return not_valid(vm, &state);
    }
    text.finish(vm).map(Value::string)
}

fn not_valid<T>(vm: &mut Vm, state: &TextDecoder) -> Completion<T> {
    let name = state.encoding.name();
    vm.type_error(format!("The encoded data was not valid for encoding {name}"))
}

/// Decodes bytes of an encoding of the past piece by piece. False where they are malformed and that is fatal.
#[cfg(feature = "encodings")]
fn decode_legacy(
    vm: &mut Vm,
    state: &mut TextDecoder,
    encoding: &'static encoding_rs::Encoding,
    bytes: Option<(BufferId, usize, usize)>,
    text: &mut StringBuilder,
) -> Completion<bool> {
    let mut decoding = legacy::Decoding::new(encoding, &state.place, state.is_fatal);
    let mut piece = [0; PIECE];
    let mut done = 0;
    while let Some((buffer, start, length)) = bytes
        && done < length
    {
        let count = PIECE.min(length - done);
        vm.work(count as u64 / UNITS_PER_TICK * 2 + 1)?;
        buffers::take_out(&vm.heap, buffer, start + done, &mut piece[..count]);
        done += count;
        if !decoding.take(vm, &mut state.place, &piece[..count], false, text)? {
            return Ok(false);
        }
    }
    if state.goes_on { Ok(true) } else { decoding.take(vm, &mut state.place, &[], true, text) }
}

/// Decodes bytes piece by piece.
fn decode_bytes(
    vm: &mut Vm,
    state: &mut TextDecoder,
    (buffer, start, length): (BufferId, usize, usize),
    text: &mut StringBuilder,
) -> Completion<Decoded> {
    let mut piece = [0; PIECE];
    let mut units = Vec::with_capacity(PIECE + 2);
    let mut done = 0;
    while done < length {
        let count = PIECE.min(length - done);
        vm.work(count as u64 / UNITS_PER_TICK + 1)?;
        buffers::take_out(&vm.heap, buffer, start + done, &mut piece[..count]);
        done += count;
        let mut rest = &piece[..count];
        // Fast path: ASCII is Latin-1 unchanged.
        if state.encoding == Encoding::Utf8 && state.decoder.needed == 0 {
            let plain = rest.iter().take_while(|byte| byte.is_ascii()).count();
            if plain > 0 {
                text.push_bytes(vm, &rest[..plain])?;
                state.bom_seen = true;
            }
            rest = &rest[plain..];
        }
        for &byte in rest {
            if state.decoder.byte(state.encoding, byte, &mut units, state.is_fatal).is_err() {
                return Ok(Err(()));
            }
        }
        give_out(vm, state, &mut units, text)?;
    }
    Ok(Ok(()))
}

/// Serialize I/O queue: gives out decoded code units, without a byte order mark at the beginning.
fn give_out(vm: &mut Vm, state: &mut TextDecoder, units: &mut Vec<u16>, text: &mut StringBuilder) -> Completion<()> {
    let Some(&first) = units.first() else { return Ok(()) };
    let has_mark = !state.bom_seen && first == BYTE_ORDER_MARK && !state.ignores_bom;
    let is_unicode = state.encoding.is_unicode();
    state.bom_seen = true;
    text.push_units(vm, &units[usize::from(has_mark && is_unicode)..])?;
    units.clear();
    Ok(())
}
