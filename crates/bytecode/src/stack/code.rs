//! What the stack machine's code generator makes of one function.

use ferrotape_budget::costs::ALLOCATION_OVERHEAD;

use super::StackInstruction;
use crate::template::vector_bytes;
use crate::{BindingForm, TextId};

/// The stack machine's part of a function.
///
/// Variables live in a record that is made on entry: one binding for each of `variables`, undefined at first, then the
/// arguments. Scripts and sloppy eval code have no such record; they declare by name ([`crate::Declarations`]).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StackCode {
    pub instructions: Vec<StackInstruction>,
    /// What `LITERAL,n` pushes.
    pub literals: Vec<Literal>,
    /// Source offsets: what `LOC,n` puts into L.
    pub locations: Vec<u32>,
    /// The most values that lie on the value stack at once.
    pub max_values: u32,
    /// The most blocks that lie on the block stack at once.
    pub max_blocks: u32,
    /// The bindings of the variable record, by the index that `VREF,n` names.
    pub variables: Vec<Variable>,
    /// By position: the variable that receives the argument. Of parameters with equal names the last one counts, so the
    /// arguments are stored in order, and a mapped `arguments` object shares a variable with its last position only.
    pub parameters: Vec<u32>,
    pub arguments: Option<StackArguments>,
    /// The own name of a function expression: an immutable binding in a record around the variables.
    pub self_name: Option<TextId>,
    /// A sloppy direct eval may add variables.
    pub dynamic: bool,
    /// What blocks declare: the record that `S.BLOCK,n` makes.
    pub block_scopes: Vec<BlockScope>,
    /// Places below the values: what `HOLD,n` puts away.
    pub held: u32,
}

/// A value that the source text spells.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Literal {
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    String(TextId),
    /// A BigInt of these digits, with a prefix where they are not decimal.
    BigInt(TextId),
}

/// What a block declares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockScope {
    pub variables: Vec<Variable>,
    /// The body of a function whose parameters have expressions: what is declared by name is looked for here, and a sloppy direct
    /// eval may add variables.
    pub dynamic: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: TextId,
    pub form: BindingForm,
}

/// The `arguments` object that a function makes on entry.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct StackArguments {
    /// The variable that receives it.
    pub variable: u32,
    /// Its elements share the values of the parameters (sloppy functions with parameters).
    pub mapped: bool,
}

impl StackCode {
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
