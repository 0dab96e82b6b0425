//! `atob` and `btoa`, HTML 8.3: forgiving base64 of "binary strings".

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::FlatString;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_text::Base64;

use crate::{define_operations, dom_exception};

static FUNCTIONS: &[NativeFunction] = &[method("atob", 1, atob), method("btoa", 1, btoa)];

/// Code units processed between two ticks; a multiple of three.
const PIECE: usize = 3 << 9;

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let global = realm.vm.realm.global;
    define_operations(realm, global, FUNCTIONS)
}

/// Returns the string argument of a function.
fn argument(vm: &mut Vm, call: Call, function: &str) -> Completion<FlatString> {
    if call.argument_count() == 0 {
        return vm.type_error(format!("{function} requires an argument"));
    }
    let argument = call.argument(vm, 0);
    let text = convert::to_string(vm, argument)?;
    vm.keep(Value::string(text));
    Ok(vm.heap.flatten(text)?)
}

/// Copies a piece of a string. The piece is empty at the end.
fn piece(vm: &mut Vm, text: FlatString, start: usize, units: &mut Vec<u16>) -> Completion<()> {
    let view = vm.heap.view(text);
    units.clear();
    units.extend(view.slice(start.min(view.len()), (start + PIECE).min(view.len())).units());
    vm.work(units.len() as u64 / UNITS_PER_TICK + 1)
}

/// btoa ( data )
fn btoa(vm: &mut Vm, call: Call) -> Completion<Value> {
    let text = argument(vm, call, "btoa")?;
    let mut result = StringBuilder::new();
    let (mut units, mut digits) = (Vec::with_capacity(PIECE), Vec::with_capacity(PIECE / 3 * 4));
    let mut start = 0;
    loop {
        piece(vm, text, start, &mut units)?;
        if units.is_empty() {
            return result.finish(vm).map(Value::string);
        }
        start += units.len();
        digits.clear();
        for group in units.chunks(3) {
            if group.iter().any(|&unit| unit > 0xFF) {
                return dom_exception::throw(vm, "InvalidCharacterError", "Invalid character");
            }
            push_digits(group, &mut digits);
        }
        result.push_bytes(vm, &digits)?;
    }
}

/// Appends up to three bytes as four digits.
fn push_digits(group: &[u16], digits: &mut Vec<u8>) {
    let bits = (0..3).fold(0, |bits, index| bits << 8 | u32::from(group.get(index).copied().unwrap_or(0)));
    for place in 0..4 {
        let is_padding = place > group.len();
        digits.push(if is_padding { b'=' } else { Base64::Standard.digit(bits >> (18 - 6 * place)) });
    }
}

/// Forgiving-base64 decode, Infra 7, one code unit at a time.
#[derive(Default)]
struct Decoder {
    bits: u32,
    /// The number of digits in `bits`, up to three.
    digits: usize,
    /// The number of all digits so far.
    count: u64,
    padding: u64,
    is_wrong: bool,
}

impl Decoder {
    /// Takes one unit. White space counts nothing, and a digit behind padding is wrong; whether the padding fits is
    /// known at the end.
    fn push(&mut self, unit: u16, bytes: &mut Vec<u8>) {
        match unit {
            // ASCII whitespace
            0x09 | 0x0A | 0x0C | 0x0D | 0x20 => {}
            0x3D => self.padding += 1,
            _ => match Base64::Standard.value(unit) {
                Some(value) if self.padding == 0 => self.push_digit(value, bytes),
                _ => self.is_wrong = true,
            },
        }
    }

    fn push_digit(&mut self, value: u32, bytes: &mut Vec<u8>) {
        self.bits = self.bits << 6 | value;
        self.digits += 1;
        self.count += 1;
        if self.digits == 4 {
            bytes.extend_from_slice(&self.bits.to_be_bytes()[1..]);
            (self.bits, self.digits) = (0, 0);
        }
    }

    /// Appends the remaining bytes. None if the text is not well-formed. With padding, the count must be a multiple of
    /// four.
    fn finish(self, bytes: &mut Vec<u8>) -> Option<()> {
        let padded = self.padding == 0 || (self.padding <= 2 && (self.count + self.padding).is_multiple_of(4));
        if self.is_wrong || self.digits == 1 || !padded {
            return None;
        }
        match self.digits {
            2 => bytes.push((self.bits >> 4) as u8),
            3 => bytes.extend_from_slice(&(self.bits >> 2).to_be_bytes()[2..]),
            _ => {}
        }
        Some(())
    }
}

/// Forgiving-base64 decode, Infra 7, of bytes. The room is lent. None of what is not well-formed.
pub(crate) fn decoded(vm: &mut Vm, text: &[u8]) -> Completion<Option<Vec<u8>>> {
    let (mut decoder, mut bytes) = (Decoder::default(), Vec::new());
    vm.heap.lend_room(&mut bytes, text.len() / 4 * 3 + 3)?;
    for piece in text.chunks(PIECE) {
        vm.work(piece.len() as u64 / UNITS_PER_TICK + 1)?;
        piece.iter().for_each(|&byte| decoder.push(byte.into(), &mut bytes));
    }
    Ok(decoder.finish(&mut bytes).map(|()| bytes))
}

/// atob ( data )
fn atob(vm: &mut Vm, call: Call) -> Completion<Value> {
    let text = argument(vm, call, "atob")?;
    let mut result = StringBuilder::new();
    let (mut units, mut bytes) = (Vec::with_capacity(PIECE), Vec::with_capacity(PIECE));
    let (mut decoder, mut start) = (Decoder::default(), 0);
    loop {
        piece(vm, text, start, &mut units)?;
        bytes.clear();
        if units.is_empty() {
            break;
        }
        start += units.len();
        units.iter().for_each(|&unit| decoder.push(unit, &mut bytes));
        if decoder.is_wrong {
            break;
        }
        result.push_bytes(vm, &bytes)?;
    }
    if decoder.finish(&mut bytes).is_none() {
        let message = "The string to be decoded is not correctly encoded.";
        return dom_exception::throw(vm, "InvalidCharacterError", message);
    }
    result.push_bytes(vm, &bytes)?;
    result.finish(vm).map(Value::string)
}
