//! Stack code as people read it: the document's names, and what operands stand for.
//!
//! ```text
//!      1 | a.b = x
//!          0  LITERAL,"b"
//!          1  LOC,1:3
//!          2  B.ALWAYS,6
//! ```
//!
//! Literals and names stand in the place of their indices, locations are `LOC,line:column`, and functions are `FUNC,f3`.

use std::fmt::{self, Display, Formatter};

use super::{Literal, OperandKind, StackCode, StackInstruction};
use crate::{TextId, Unit};

/// The code of a function, without the header.
pub(crate) struct StackListing<'u> {
    pub unit: &'u Unit,
    pub code: &'u StackCode,
}

impl Display for StackListing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.variables(f)?;
        let source = &self.unit.source;
        let mut shown = None;
        for (index, &instruction) in self.code.instructions.iter().enumerate() {
            if let StackInstruction::Loc(location) = instruction
                && let Some(&offset) = self.code.locations.get(location as usize)
            {
                let line = source.position(offset).line;
                if shown.replace(line) != Some(line) {
                    writeln!(f, "{line:6} | {}", source.line(line))?;
                }
            }
            writeln!(f, "{index:10}  {}", self.instruction(instruction))?;
        }
        Ok(())
    }
}

impl StackListing<'_> {
    fn variables(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let code = self.code;
        if let Some(name) = code.self_name {
            writeln!(f, "  named {} inside", self.text(name))?;
        }
        for (index, variable) in (0u32..).zip(&code.variables) {
            write!(f, "  v{index} {}", self.text(variable.name))?;
            for position in (0u32..).zip(&code.parameters).filter(|(_, parameter)| **parameter == index) {
                write!(f, " parameter {}", position.0 + 1)?;
            }
            if let Some(arguments) = code.arguments.filter(|arguments| arguments.variable == index) {
                write!(f, " arguments{}", if arguments.mapped { " mapped" } else { "" })?;
            }
            writeln!(f, "{}", if variable.mutable { "" } else { " immutable" })?;
        }
        if code.dynamic {
            writeln!(f, "  further variables by eval")?;
        }
        Ok(())
    }

    /// One instruction with what its operand means.
    pub fn instruction(&self, instruction: StackInstruction) -> String {
        let Some((kind, operand)) = instruction.operand() else { return instruction.name().to_owned() };
        let index = operand as usize;
        let meaning = match kind {
            OperandKind::Literal => self.code.literals.get(index).map(|&literal| self.literal(literal)),
            OperandKind::Location => self.code.locations.get(index).map(|&offset| {
                let position = self.unit.source.position(offset);
                format!("{}:{}", position.line, position.column)
            }),
            OperandKind::Variable => self.code.variables.get(index).map(|variable| self.text(variable.name)),
            OperandKind::Function => Some(format!("f{operand}")),
            OperandKind::Scope => self
                .code
                .block_scopes
                .get(index)
                .map(|names| names.iter().map(|&name| self.text(name)).collect::<Vec<_>>().join(" ")),
            OperandKind::Count | OperandKind::Target | OperandKind::Block | OperandKind::Attributes => None,
        };
        format!("{},{}", instruction.name(), meaning.unwrap_or_else(|| operand.to_string()))
    }

    fn literal(&self, literal: Literal) -> String {
        match literal {
            Literal::Undefined => "undefined".to_owned(),
            Literal::Null => "null".to_owned(),
            Literal::Boolean(value) => value.to_string(),
            Literal::Number(number) => number.to_string(),
            Literal::String(text) => self.quoted(text),
        }
    }

    fn quoted(&self, text: TextId) -> String {
        self.unit.strings.get(text.0 as usize).map_or_else(|| format!("text {}", text.0), |text| format!("{text:?}"))
    }

    fn text(&self, text: TextId) -> String {
        self.unit.strings.get(text.0 as usize).map_or_else(|| format!("text {}", text.0), |text| text.to_string())
    }
}
