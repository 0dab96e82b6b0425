//! Operations on BigInts, ECMA-262 6.1.6.2, which are cells of the heap.
//!
//! ```text
//! operators    what the operators of the language do with two BigInts
//! conversion   ToBigInt and its like, comparisons with numbers and strings, asIntN and asUintN
//! ```

mod conversion;
mod operators;

pub use conversion::*;
pub use operators::*;

use ferrotape_budget::Termination;

pub use ferrotape_heap::bigint::{BigInt, BigUint, MAX_BITS, Sign, StringToBigInt};

use crate::bigints;
use crate::error::Completion;
use crate::heap::{BigIntId, Heap, StringId};
use crate::messages;
use crate::value::Value;
use crate::vm::Vm;

pub use conversion::Numeric;

/// Makes a cell for a value; a RangeError if it is too long.
pub fn new_bigint(vm: &mut Vm, value: BigInt) -> Completion<Value> {
    if value.bits() > MAX_BITS {
        return vm.range_error(messages::BIGINT_TOO_LONG);
    }
    Ok(Value::bigint(bigints::insert_bigint(&mut vm.heap, value)?))
}

/// BigInt::toString ( x, radix ), ECMA-262 6.1.6.2.23; a RangeError if it is too long.
pub fn bigint_to_string(vm: &mut Vm, bigint: BigIntId, radix: u32) -> Completion<StringId> {
    match bigints::bigint_to_string(&mut vm.heap, bigint, radix)? {
        Some(text) => Ok(text),
        None => vm.range_error(messages::STRING_TOO_LONG),
    }
}

/// Computes a BigInt with this many limbs of temporary memory, the result included.
fn compute(
    vm: &mut Vm,
    limbs: usize,
    work: impl FnOnce(&mut Heap) -> Result<BigInt, Termination>,
) -> Completion<Value> {
    let value = vm.heap.with_loans(|heap| {
        heap.lend(limbs.saturating_mul(size_of::<u64>()))?;
        work(heap)
    })?;
    new_bigint(vm, value)
}
