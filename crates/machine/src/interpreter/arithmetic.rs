//! Operations on numbers, and jumps on them.

use ferrotape_bytecode::SwitchTable;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::operators::{self, Arithmetic};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Converts an unsigned 32-bit result.
#[inline(always)]
pub(super) fn unsigned(value: u32) -> Value {
    i32::try_from(value).map_or_else(|_| Value::double(value.into()), Value::int)
}

#[cold]
#[inline(never)]
pub(super) fn subtract(vm: &mut Vm, a: Value, b: Value) -> Completion<Value> {
    operators::arithmetic(vm, Arithmetic::Subtract, a, b)
}

/// Returns the target of the case in a jump table that is strictly equal to the value.
#[inline]
pub(super) fn switch_target(table: &SwitchTable, value: Value) -> Option<u32> {
    let int = match value.as_int() {
        Some(int) => int,
        None => Value::number(value.as_number()? + 0.0).as_int()?,
    };
    table.targets.get(int.wrapping_sub(table.low) as u32 as usize).copied()
}
