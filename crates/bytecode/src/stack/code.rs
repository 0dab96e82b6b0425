//! Stack code of one function, as its generator makes it.

use ferrotape_budget::costs::ALLOCATION_OVERHEAD;

use super::StackInstruction;
use crate::template::vector_bytes;
use crate::{BindingForm, TextId};

/// The stack machine's part of a function.
///
/// Variables live in a record made on entry. It has one binding for each of `variables`, undefined at first, then set
/// to the arguments. Scripts and sloppy eval code have no such record: they declare by name ([`crate::Declarations`]).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StackCode {
    pub instructions: Vec<StackInstruction>,
    /// Literals that `LITERAL,n` pushes.
    pub literals: Vec<Literal>,
    /// Source offsets that `LOC,n` puts into L.
    pub locations: Vec<u32>,
    /// Greatest height of the value stack.
    pub max_values: u32,
    /// Greatest height of the block stack.
    pub max_blocks: u32,
    /// Bindings of the variable record, by the index in `VREF,n`.
    pub variables: Vec<Variable>,
    /// Variable that receives each argument, by position. Of parameters with equal names the last one counts: the
    /// arguments are stored in order, and a mapped `arguments` object shares a variable with its last position only.
    pub parameters: Vec<u32>,
    pub arguments: Option<StackArguments>,
    /// The own name of a function expression: an immutable binding in a record around the variables.
    pub self_name: Option<TextId>,
    /// True if a sloppy direct eval may add variables.
    pub dynamic: bool,
    /// Declarations of blocks, for the record that `S.BLOCK,n` makes.
    pub block_scopes: Vec<BlockScope>,
    /// Number of places below the values, for `HOLD,n`.
    pub held: u32,
}

/// A value spelled in the source text.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Literal {
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    String(TextId),
    /// A BigInt with these digits, with a prefix if they are not decimal.
    BigInt(TextId),
}

/// Declarations of a block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockScope {
    pub variables: Vec<Variable>,
    /// True for the body of a function whose parameters have expressions. Declarations by name are looked up here, and
    /// a sloppy direct eval may add variables.
    pub dynamic: bool,
}

/// A binding of the record that a function makes on entry.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: TextId,
    pub form: BindingForm,
}

/// The `arguments` object that a function makes on entry.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct StackArguments {
    /// The variable that receives the object.
    pub variable: u32,
    /// The object's elements share the values of the parameters (sloppy functions with parameters).
    pub mapped: bool,
}

impl StackCode {
    /// Returns the bytes of the tables, without the struct's own size.
    pub(crate) fn payload_bytes(&self) -> usize {
        let scopes: usize = self.block_scopes.iter().map(|scope| vector_bytes(&scope.variables)).sum();
        vector_bytes(&self.instructions)
            + vector_bytes(&self.literals)
            + vector_bytes(&self.locations)
            + vector_bytes(&self.variables)
            + vector_bytes(&self.parameters)
            + vector_bytes(&self.block_scopes)
            + scopes
            + ALLOCATION_OVERHEAD
    }
}
