//! Interface between the tree and the code generators. A new generator needs a row here, and a kind of
//! [`ferrotape_bytecode::Code`].

use ferrotape_budget::Budget;
use ferrotape_bytecode::Unit;
use ferrotape_bytecode::debug::DebugTables;
use ferrotape_syntax::tree::Tree;
#[cfg(not(feature = "stack-machine"))]
use ferrotape_text::Span;

#[cfg(not(feature = "stack-machine"))]
use crate::SourceErrorKind;
use crate::register::RegisterGenerator;
#[cfg(feature = "stack-machine")]
use crate::stack::StackGenerator;
use crate::{CompileOptions, SourceError};

/// Generates code from trees.
pub trait CodeGenerator {
    /// Generates all functions of a tree; `functions[0]` of the unit is the tree's program. Fills the tables for
    /// debuggers, if they are asked for.
    fn generate(
        &self,
        tree: Tree,
        options: &CompileOptions,
        debug: Option<&mut DebugTables>,
        budget: &mut Budget,
    ) -> Result<Unit, SourceError>;
}

/// The machine that runs the code.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Backend {
    /// The fast machine.
    #[default]
    Register,
    /// The readable machine: `docs/stack-backend.md`. Without the feature `stack-machine`, nothing is compiled for it.
    Stack,
}

impl Backend {
    /// Returns the back-end with this name on the command line.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "register" => Some(Backend::Register),
            "stack" => Some(Backend::Stack),
            _ => None,
        }
    }

    pub fn generator(self) -> &'static dyn CodeGenerator {
        match self {
            Backend::Register => &RegisterGenerator,
            #[cfg(feature = "stack-machine")]
            Backend::Stack => &StackGenerator,
            #[cfg(not(feature = "stack-machine"))]
            Backend::Stack => &NotBuilt,
        }
    }
}

/// Stands for the generator of a machine without which this program is built.
#[cfg(not(feature = "stack-machine"))]
struct NotBuilt;

#[cfg(not(feature = "stack-machine"))]
impl CodeGenerator for NotBuilt {
    fn generate(
        &self,
        _: Tree,
        _: &CompileOptions,
        _: Option<&mut DebugTables>,
        _: &mut Budget,
    ) -> Result<Unit, SourceError> {
        let message = "this program is built without the stack machine (feature stack-machine)";
        Err(SourceError::of_code(SourceErrorKind::Limit, message, Span::default()))
    }
}
