//! Hexadecimal strings.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::FlatString;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{PIECE, Read, decode, decode_into, for_each_piece, text, this_uint8_array, this_writable_uint8_array};
use crate::gathered::Gathered;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Uint8Array.prototype.toHex ( ), ECMA-262 23.3.2.4
pub(super) fn to_hex(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_uint8_array(vm, call, "toHex")?;
    let mut text = StringBuilder::new();
    for_each_piece(vm, view, PIECE / 2, |vm, bytes| {
        let mut digits = [0; PIECE];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(bytes) {
            pair.copy_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
        }
        text.push_bytes(vm, digits.get(..2 * bytes.len()).unwrap_or_default())
    })?;
    Ok(Value::string(text.finish(vm)?))
}

/// Uint8Array.fromHex ( string ), ECMA-262 23.3.1.2
pub(super) fn from_hex(vm: &mut Vm, call: Call) -> Completion<Value> {
    let text = text(vm, call)?;
    decode(vm, |vm, bytes, most| read_hex(vm, text, bytes, most))
}

/// Uint8Array.prototype.setFromHex ( string ), ECMA-262 23.3.2.2
pub(super) fn set_from_hex(vm: &mut Vm, call: Call) -> Completion<Value> {
    let view = this_writable_uint8_array(vm, call, "setFromHex")?;
    let text = text(vm, call)?;
    decode_into(vm, view, |vm, bytes, most| read_hex(vm, text, bytes, most))
}

/// FromHex, ECMA-262 23.3.3.9
fn read_hex(vm: &mut Vm, text: FlatString, bytes: &mut Gathered<u8>, most: usize) -> Completion<Read> {
    let length = vm.heap.view(text).len();
    if !length.is_multiple_of(2) {
        return Ok(Read { units: 0, is_error: true });
    }
    let mut units = 0;
    while units < length && bytes.len() < most {
        if units.is_multiple_of(16) {
            vm.work(1)?;
        }
        let view = vm.heap.view(text);
        let digit = |place| view.get(place).and_then(|unit| char::from_u32(unit.into())?.to_digit(16));
        let Some(byte) = digit(units).zip(digit(units + 1)) else { return Ok(Read { units, is_error: true }) };
        bytes.push(&mut vm.heap, (byte.0 << 4 | byte.1) as u8)?;
        units += 2;
    }
    Ok(Read { units, is_error: false })
}
