//! isWellFormed and toWellFormed, which deal with lone surrogates.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, Heap, StringView};
use ferrotape_runtime::string;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::operands::this_string;

const REPLACEMENT: u16 = 0xFFFD;

/// String.prototype.isWellFormed ( ), ECMA-262 22.1.3.10
pub(super) fn is_well_formed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let flat = vm.heap.flatten(string)?;
    Ok(Value::bool(!has_lone_surrogate(&mut vm.heap, flat)?))
}

/// String.prototype.toWellFormed ( ), ECMA-262 22.1.3.31
pub(super) fn to_well_formed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let flat = vm.heap.flatten(string)?;
    if !has_lone_surrogate(&mut vm.heap, flat)? {
        return Ok(Value::string(string));
    }
    vm.keep(Value::string(string));
    // There is a copy here, and one in the string.
    let length = vm.heap.string_length(string);
    vm.room(4 * length)?;
    let mut copy = Vec::with_capacity(length);
    let (view, budget) = vm.heap.view_and_budget(flat);
    if let StringView::Utf16(units) = view {
        budget.in_pieces(units.len(), UNITS_PER_TICK, |piece| {
            copy.extend(piece.map(|at| if is_lone(units, at) { REPLACEMENT } else { units[at] }));
        })?;
    }
    Ok(Value::string(string::new_long_utf16(&mut vm.heap, copy)?))
}

fn has_lone_surrogate(heap: &mut Heap, string: FlatString) -> Result<bool, Termination> {
    let (view, budget) = heap.view_and_budget(string);
    let StringView::Utf16(units) = view else { return Ok(false) };
    let find = |mut piece: std::ops::Range<usize>| piece.find(|&at| is_lone(units, at));
    Ok(budget.find_in_pieces(units.len(), UNITS_PER_TICK, find)?.is_some())
}

/// Returns whether a code unit is a surrogate that is no half of a pair.
fn is_lone(units: &[u16], at: usize) -> bool {
    match units[at] {
        0xD800..0xDC00 => !matches!(units.get(at + 1), Some(0xDC00..0xE000)),
        0xDC00..0xE000 => !at.checked_sub(1).is_some_and(|before| matches!(units[before], 0xD800..0xDC00)),
        _ => false,
    }
}
