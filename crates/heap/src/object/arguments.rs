//! The `arguments` object, ECMA-262 10.4.4: what a mapped one remembers.

use crate::id::RecordId;

/// The internal slot [[ParameterMap]]. A mapped argument is a hole among the object's elements until something other than
/// its value is changed.
#[derive(Clone)]
pub struct MappedArguments {
    /// The record of the function scope.
    pub record: RecordId,
    /// For each argument that is still mapped, the index of the parameter's binding in the record.
    pub mapped: Box<[Option<u32>]>,
}
