//! Parts of the built-ins, each made when something of it is first touched. Most scripts need few of them, and a realm
//! without any takes a fraction of the time and the memory.
//!
//! ```text
//! globals   lazy properties of the global object: reading one makes its part
//! objects   prototypes, which exist from the beginning: asking one for anything makes its part (`heap/src/object/unfilled.rs`)
//! made      intrinsics that are neither: who needs one says of which part it is
//! ```
//!
//! Scripts do not notice this. A part is created as a whole, from constant tables. What it needs of other
//! parts it takes from the intrinsics, not from objects that scripts may have changed.

pub mod operations;

use crate::error::Completion;
use crate::function::NativeFunction;
use crate::heap::ObjectId;
use crate::realm::Intrinsics;
use crate::vm::Vm;

/// Visits the prototypes of a part.
pub type Prototypes = fn(&Intrinsics, &mut dyn FnMut(ObjectId));

/// Builder by which built-ins install themselves.
pub struct RealmBuilder<'vm> {
    pub vm: &'vm mut Vm,
    /// True for a part that is made later, whose globals exist already, unless somebody has removed them.
    pub(super) is_part: bool,
}

/// Makes a part. Fails only if memory is out.
pub type Install = fn(&mut RealmBuilder) -> Completion<()>;

/// Built-ins that are made together.
pub struct Part {
    /// The globals that it defines by [`RealmBuilder::global`].
    pub globals: &'static [&'static str],
    /// Visits the prototypes that it fills.
    pub objects: Prototypes,
    pub install: Install,
    /// Its functions whose objects capture values.
    pub closures: &'static [&'static NativeFunction],
}

impl Part {
    pub const fn with_closures(self, closures: &'static [&'static NativeFunction]) -> Part {
        Part { closures, ..self }
    }
}

/// All built-ins. The first globals are defined first.
pub type Parts = &'static [Part];
