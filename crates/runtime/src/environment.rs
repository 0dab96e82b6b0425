//! Environment records and the identifier algorithms of the document: GETIDREF and the primitives on it.
//!
//! Variables live in registers while their function runs. A record is made only when something must outlive or look
//! into the frame. Until then the scope's record register holds the empty marker (*delayed creation*). An *open* record
//! names the registers; *closing* copies the captured ones into it. The global environment is no record: a chain that
//! ends leads to the global object.
//!
//! The crate `heap` defines the records themselves.

mod global;
mod lexical;
mod operations;

pub use global::*;
pub use lexical::*;
pub use operations::*;

use ferrotape_bytecode::BindingForm;

use crate::heap::{ObjectId, RecordId};

pub use ferrotape_heap::environment::on_heap::{open_value, set_value};
pub use ferrotape_heap::environment::{AddedBindings, FEW, Record, RecordKind};

/// Place of a binding: the result of GETIDREF. The comments name the row of the document's table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A register of the running frame whose scope has no record yet ("delayed declarative environment").
    Register {
        scope: u16,
        index: usize,
        form: BindingForm,
    },
    /// A binding of a record's scope: a register of the open frame, or the closed copy.
    Bound {
        record: RecordId,
        index: u32,
        form: BindingForm,
    },
    /// A binding that direct eval added to the record: mutable, deletable.
    Added {
        record: RecordId,
        index: u32,
    },
    /// A property of the object of a `with`, which is also the `this` value of calls.
    With {
        record: RecordId,
        target: ObjectId,
    },
    /// A lexical declaration of a script.
    Lexical,
    /// A property of the global object, no `this`.
    Global,
    NotFound,
}

/// Number of steps outwards up to which a record costs no more than an instruction.
pub(crate) const NEAR_RECORDS: u16 = 32;

/// The operand that stands for "no scope of this function".
pub const NO_SCOPE: u16 = u16::MAX;
