//! RegExp.escape, ECMA-262 22.2.5.1.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_regexp::character_set::is_white_space;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// The cost of an escape beyond reading its character.
const TICKS_PER_ESCAPE: u64 = 4;

/// Code units between two checks of the budget.
const PIECE: usize = 1 << 12;

/// RegExp.escape ( S ), ECMA-262 22.2.5.1
pub(super) fn escape(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(string) = call.argument(vm, 0).as_string() else {
        return vm.type_error("RegExp.escape must be called with a string");
    };
    let flat = vm.heap.flatten(string)?;
    let length = vm.heap.view(flat).len();
    let mut text = StringBuilder::new();
    let mut start = 0;
    for index in 0..length {
        if index % PIECE == 0 {
            vm.work((PIECE.min(length - index) as u64).div_ceil(UNITS_PER_TICK))?;
        }
        let unit = |index: usize| vm.heap.view(flat).get(index);
        let before = index.checked_sub(1).and_then(unit);
        let Some(escape) = unit(index).and_then(|here| Escape::of(before, here, unit(index + 1))) else { continue };
        vm.work(TICKS_PER_ESCAPE)?;
        text.push_substring(vm, string, start, index)?;
        escape.push(vm, &mut text)?;
        start = index + 1;
    }
    text.push_substring(vm, string, start, length)?;
    text.finish(vm).map(Value::string)
}

/// The escape of a code unit that cannot stand for itself.
enum Escape {
    /// A backslash and this letter.
    Letter(u8),
    /// `\x` and two digits.
    Hexadecimal(u8),
    /// `\u` and four digits.
    Unit(u16),
}

impl Escape {
    /// EncodeForRegExpEscape ( cp ), ECMA-262 22.2.5.1.1, and the escape of the first character. Paired surrogates need
    /// none.
    fn of(before: Option<u16>, unit: u16, after: Option<u16>) -> Option<Escape> {
        let is_paired = match unit {
            0xD800..=0xDBFF => matches!(after, Some(0xDC00..=0xDFFF)),
            0xDC00..=0xDFFF => matches!(before, Some(0xD800..=0xDBFF)),
            _ => false,
        };
        let byte = u8::try_from(unit);
        match byte.unwrap_or(0) {
            first @ (b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z') if before.is_none() => Some(Escape::Hexadecimal(first)),
            sign @ (b'^' | b'$' | b'\\' | b'.' | b'*' | b'+' | b'?' | b'(' | b')') => Some(Escape::Letter(sign)),
            sign @ (b'[' | b']' | b'{' | b'}' | b'|' | b'/') => Some(Escape::Letter(sign)),
            b'\t' => Some(Escape::Letter(b't')),
            b'\n' => Some(Escape::Letter(b'n')),
            0x0B => Some(Escape::Letter(b'v')),
            0x0C => Some(Escape::Letter(b'f')),
            b'\r' => Some(Escape::Letter(b'r')),
            sign if b",-=<>#&!%:;@~'`\"".contains(&sign) => Some(Escape::Hexadecimal(sign)),
            _ if is_white_space(unit.into()) => Some(byte.map_or(Escape::Unit(unit), Escape::Hexadecimal)),
            _ if (0xD800..=0xDFFF).contains(&unit) && !is_paired => Some(Escape::Unit(unit)),
            _ => None,
        }
    }

    fn push(self, vm: &mut Vm, text: &mut StringBuilder) -> Completion<()> {
        match self {
            Escape::Letter(letter) => text.push_bytes(vm, &[b'\\', letter]),
            Escape::Hexadecimal(byte) => text.push_bytes(vm, format!("\\x{byte:02x}").as_bytes()),
            Escape::Unit(unit) => text.push_bytes(vm, format!("\\u{unit:04x}").as_bytes()),
        }
    }
}
