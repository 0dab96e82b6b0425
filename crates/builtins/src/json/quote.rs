//! QuoteJSONString, ECMA-262 25.5.2.3.

use crate::string::find::find_unit;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::StringId;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::vm::Vm;

/// Strings that are looked at as a whole before they are written.
const SHORT_STRING: usize = 128;

pub(super) fn quote_key(vm: &mut Vm, text: &mut StringBuilder, key: PropertyKey) -> Completion<()> {
    let name = match key.as_atom() {
        Some(atom) => atom,
        None => vm.heap.value_of_key(key).as_string().unwrap_or(StringId::EMPTY),
    };
    quote(vm, text, name)
}

/// QuoteJSONString ( value ), ECMA-262 25.5.2.3
pub(super) fn quote(vm: &mut Vm, text: &mut StringBuilder, string: StringId) -> Completion<()> {
    let flat = vm.heap.flatten(string)?;
    // Fast path: what most names and values are.
    if text.push_between(vm, flat, b'"', |units| units.len() <= SHORT_STRING && !has_special(units))? {
        return vm.work(1);
    }
    let length = vm.heap.string_length(string);
    text.push_byte(vm, b'"')?;
    let mut position = 0;
    while position < length {
        vm.work(1)?;
        let end = find_unit(&mut vm.heap, flat, position, is_special)?;
        text.push_substring(vm, string, position, end)?;
        position = end;
        let view = vm.heap.view(flat);
        match (view.get(position), view.get(position + 1)) {
            (Some(high @ 0xD800..0xDC00), Some(low @ 0xDC00..0xE000)) => {
                text.push_units(vm, &[high, low])?;
                position += 2;
            }
            (Some(unit), _) => {
                escape(vm, text, unit)?;
                position += 1;
            }
            (None, _) => {}
        }
    }
    text.push_byte(vm, b'"')
}

/// Appends the escape of a code unit: the short one if there is any, else `\u` with small hexadecimal digits.
fn escape(vm: &mut Vm, text: &mut StringBuilder, unit: u16) -> Completion<()> {
    let short = match unit {
        0x08 => b'b',
        0x09 => b't',
        0x0A => b'n',
        0x0C => b'f',
        0x0D => b'r',
        0x22 => b'"',
        0x5C => b'\\',
        _ => {
            let digit = |shift: u16| b"0123456789abcdef"[usize::from(unit >> shift & 15)];
            return text.push_bytes(vm, &[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
        }
    };
    text.push_bytes(vm, &[b'\\', short])
}

/// Returns whether a code unit needs an escape: control characters, `"`, `\` and surrogates. Surrogate pairs stand for
/// themselves.
fn is_special(unit: u16) -> bool {
    matches!(unit, 0..0x20 | 0x22 | 0x5C | 0xD800..0xE000)
}

/// Returns whether one of the bytes is a unit that needs an escape.
fn has_special(units: &[u8]) -> bool {
    let (words, rest) = units.as_chunks::<8>();
    rest.iter().any(|&unit| is_special(unit.into()))
        || words.iter().any(|&word| special_bytes(u64::from_le_bytes(word)) != 0)
}

/// Marks those of eight bytes that are below a space, `"` or `\` by their highest bit. The lowest mark is right: a borrow from
/// a lower byte can only follow one.
pub(super) fn special_bytes(word: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let below = |bytes: u64, bound: u64| bytes.wrapping_sub(EACH * bound) & !bytes;
    let found = below(word, 0x20) | below(word ^ (EACH * 0x22), 1) | below(word ^ (EACH * 0x5C), 1);
    found & (EACH * 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_of_special_units_wherever_they_are() {
        for unit in 0..=255u8 {
            for place in 0..19 {
                for filler in [b' ', b'!', b'#', b'[', b']', 0x7F, 0x80, 0xFF] {
                    let mut units = [filler; 19];
                    units[place] = unit;
                    assert_eq!(has_special(&units), is_special(unit.into()), "{unit} among {filler} at {place}");
                }
            }
        }
    }
}
