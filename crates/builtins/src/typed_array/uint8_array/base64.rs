//! Base64, RFC 4648, in both of its alphabets.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, ObjectId};
use ferrotape_runtime::object;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_text::Base64;

use super::{
    PIECE, Read, decode, decode_into, for_each_piece, length_of, text, this_uint8_array, this_writable_uint8_array,
};
use crate::gathered::Gathered;
use crate::options::{option, options};

/// The treatment of an incomplete last chunk.
#[derive(Copy, Clone, PartialEq, Eq)]
enum LastChunk {
    Loose,
    Strict,
    StopBeforePartial,
}

const ALPHABETS: &[(&str, Base64)] = &[("base64", Base64::Standard), ("base64url", Base64::Url)];

const LAST_CHUNKS: &[(&str, LastChunk)] = &[
    ("loose", LastChunk::Loose),
    ("strict", LastChunk::Strict),
    ("stop-before-partial", LastChunk::StopBeforePartial),
];

fn alphabet_of(vm: &mut Vm, options: Option<ObjectId>) -> Completion<Base64> {
    option(vm, options, "alphabet", ALPHABETS, Base64::Standard)
}

/// Uint8Array.prototype.toBase64 ( [ options ] ), ECMA-262 23.3.2.3
pub(super) fn to_base64(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_uint8_array(vm, call, "toBase64")?;
    let argument = call.argument(vm, 0);
    let options = options(vm, argument)?;
    let alphabet = alphabet_of(vm, options)?;
    let omits_padding = match options {
        Some(options) => {
            let key = vm.heap.key("omitPadding");
            let omits = object::get(vm, options, key)?;
            vm.heap.to_boolean(omits)
        }
        None => false,
    };
    let mut text = StringBuilder::new();
    // All groups but the last have three bytes.
    for_each_piece(vm, view, PIECE / 4 * 3, |vm, bytes| {
        let mut characters = [0; PIECE];
        let mut length = 0;
        for (place, group) in characters.chunks_exact_mut(4).zip(bytes.chunks(3)) {
            let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
            let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
            place.copy_from_slice(&[18, 12, 6, 0].map(|shift| alphabet.digit(bits >> shift)));
            place[group.len() + 1..].fill(b'=');
            length += if omits_padding { group.len() + 1 } else { 4 };
        }
        text.push_bytes(vm, characters.get(..length).unwrap_or_default())
    })?;
    Ok(Value::string(text.finish(vm)?))
}

/// Uint8Array.fromBase64 ( string [ , options ] ), ECMA-262 23.3.1.1
pub(super) fn from_base64(vm: &mut Vm, call: Call) -> Completion<Value> {
    let text = text(vm, call)?;
    let (alphabet, last_chunk) = decoding_options(vm, call)?;
    decode(vm, |vm, bytes, most| Decoder::new(text, alphabet, last_chunk, most).run(vm, bytes))
}

/// Uint8Array.prototype.setFromBase64 ( string [ , options ] ), ECMA-262 23.3.2.1
pub(super) fn set_from_base64(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_writable_uint8_array(vm, call, "setFromBase64")?;
    let text = text(vm, call)?;
    let (alphabet, last_chunk) = decoding_options(vm, call)?;
    length_of(vm, view)?;
    decode_into(vm, view, |vm, bytes, most| Decoder::new(text, alphabet, last_chunk, most).run(vm, bytes))
}

fn decoding_options(vm: &mut Vm, call: Call) -> Completion<(Base64, LastChunk)> {
    let argument = call.argument(vm, 1);
    let options = options(vm, argument)?;
    let alphabet = alphabet_of(vm, options)?;
    let last_chunk = option(vm, options, "lastChunkHandling", LAST_CHUNKS, LastChunk::Loose)?;
    Ok((alphabet, last_chunk))
}

/// The state of FromBase64, ECMA-262 23.3.3.8.
struct Decoder {
    text: FlatString,
    alphabet: Base64,
    last_chunk: LastChunk,
    /// The most bytes to decode.
    most: usize,
    /// The index of the next code unit.
    index: usize,
    /// The number of code units in complete chunks.
    read: usize,
    /// The characters of the incomplete chunk, six bits each, and their number.
    bits: u32,
    count: usize,
}

impl Decoder {
    fn new(text: FlatString, alphabet: Base64, last_chunk: LastChunk, most: usize) -> Self {
        Decoder { text, alphabet, last_chunk, most, index: 0, read: 0, bits: 0, count: 0 }
    }

    fn failed(&self) -> Completion<Read> {
        Ok(Read { units: self.read, is_error: true })
    }

    fn done(units: usize) -> Completion<Read> {
        Ok(Read { units, is_error: false })
    }

    /// SkipAsciiWhitespace, then returns the next code unit.
    fn next(&mut self, vm: &mut Vm) -> Completion<Option<u16>> {
        loop {
            if self.index.is_multiple_of(16) {
                vm.work(1)?;
            }
            match vm.heap.view(self.text).get(self.index) {
                Some(0x9 | 0xA | 0xC | 0xD | 0x20) => self.index += 1,
                unit => return Ok(unit),
            }
        }
    }

    /// Decodes unit by unit, until the text ends or no room is left.
    fn run(mut self, vm: &mut Vm, bytes: &mut Gathered<u8>) -> Completion<Read> {
        if self.most == 0 {
            return Self::done(0);
        }
        while let Some(unit) = self.next(vm)? {
            self.index += 1;
            if unit == u16::from(b'=') {
                return self.padding(vm, bytes);
            }
            let Some(bits) = self.alphabet.value(unit) else { return self.failed() };
            let room = self.most - bytes.len();
            // The chunk has more bytes than there is room for, regardless of its rest.
            if (room == 1 && self.count == 2) || (room == 2 && self.count == 3) {
                return Self::done(self.read);
            }
            (self.bits, self.count) = (self.bits << 6 | bits, self.count + 1);
            if self.count == 4 {
                bytes.extend(&mut vm.heap, &self.bits.to_be_bytes()[1..])?;
                (self.bits, self.count, self.read) = (0, 0, self.index);
                if bytes.len() == self.most {
                    return Self::done(self.read);
                }
            }
        }
        match self.last_chunk {
            _ if self.count == 0 => Self::done(self.index),
            LastChunk::StopBeforePartial => Self::done(self.read),
            LastChunk::Strict => self.failed(),
            LastChunk::Loose if self.count == 1 => self.failed(),
            LastChunk::Loose => {
                self.last_bytes(vm, bytes)?;
                Self::done(self.index)
            }
        }
    }

    /// Handles the end after a first `=`: the text ends here, or after another one.
    fn padding(mut self, vm: &mut Vm, bytes: &mut Gathered<u8>) -> Completion<Read> {
        if self.count < 2 {
            return self.failed();
        }
        let mut next = self.next(vm)?;
        if self.count == 2 {
            match next {
                None if self.last_chunk == LastChunk::StopBeforePartial => return Self::done(self.read),
                None => return self.failed(),
                Some(unit) if unit == u16::from(b'=') => {
                    self.index += 1;
                    next = self.next(vm)?;
                }
                Some(_) => {}
            }
        }
        let unused = if self.count == 2 { 0xF } else { 0x3 };
        if next.is_some() || (self.last_chunk == LastChunk::Strict && self.bits & unused != 0) {
            return self.failed();
        }
        self.last_bytes(vm, bytes)?;
        Self::done(self.index)
    }

    /// DecodeFinalBase64Chunk: two characters make one byte, three make two.
    fn last_bytes(&self, vm: &mut Vm, bytes: &mut Gathered<u8>) -> Completion<()> {
        let whole = (self.bits << (6 * (4 - self.count))).to_be_bytes();
        Ok(bytes.extend(&mut vm.heap, whole.get(1..self.count).unwrap_or_default())?)
    }
}
