//! Objects of ECMA-402. The options that a constructor resolved are one string, so the objects are copied and saved
//! like all others.

use crate::id::StringId;
use crate::object::internal_slots::row;
use crate::value::Value;

row! {
    /// The internal slots of all objects of ECMA-402.
    #[derive(Copy, Clone)]
    boxed Intl {
        state {
            /// The number of the type in the crate `intl`.
            kind: u8,
            /// [[IteratedStringNextSegmentCodeUnitIndex]] of segment iterators.
            position: u64,
        }
        links {
            /// The resolved options, or the tag of a locale.
            resolved: StringId = "[[ResolvedOptions]]",
            /// [[BoundFormat]], [[BoundCompare]], or the string that is segmented.
            held: Value = "[[BoundFormat]]",
        }
    }
}
