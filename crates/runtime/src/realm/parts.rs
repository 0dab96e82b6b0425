//! The built-ins come in parts, and a part is made when somebody first touches something of it: most scripts need few of them,
//! and a realm without any is made in a fraction of the time and the memory.
//!
//! ```text
//! globals   lazy properties of the global object: reading one makes its part
//! objects   prototypes, which exist from the beginning: asking one for anything makes its part (`heap/src/object/unfilled.rs`)
//! made      intrinsics that are neither: who needs one says of which part it is
//! ```
//!
//! Nothing of it can be seen by scripts: a part is made as a whole, from tables that nobody can change, and what it needs of
//! other parts it takes from the intrinsics and not from what scripts can have changed.

pub mod operations;

use super::RealmBuilder;
use crate::error::Completion;
use crate::function::NativeFunction;
use crate::heap::ObjectId;
use crate::realm::Intrinsics;

/// What shows the prototypes of a part.
pub type Prototypes = fn(&Intrinsics, &mut dyn FnMut(ObjectId));

/// What makes a part. It may fail only where the memory is at an end.
pub type Install = fn(&mut RealmBuilder) -> Completion<()>;

/// Built-ins that are made together.
pub struct Part {
    /// The globals that it defines by [`RealmBuilder::global`].
    pub globals: &'static [&'static str],
    /// Shows the prototypes that it fills.
    pub objects: Prototypes,
    pub install: Install,
    /// The functions of it whose objects capture values.
    pub closures: &'static [&'static NativeFunction],
}

impl Part {
    pub const fn with_closures(self, closures: &'static [&'static NativeFunction]) -> Part {
        Part { closures, ..self }
    }
}

/// All built-ins. The first globals are defined first.
pub type Parts = &'static [Part];
