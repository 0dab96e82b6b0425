//! Listings of stack code, with the document's names and the meanings of operands.
//!
//! ```text
//!      1 | a.b = x
//!          0  LITERAL,"b"
//!          1  LOC,1:3
//!          2  B.ALWAYS,6
//! ```
//!
//! Literals and names replace their indices. Locations are `LOC,line:column`, functions are `FUNC,f3`.

use std::fmt::{self, Formatter};

use ferrotape_budget::order;

use super::{Literal, OperandKind, StackCode, StackInstruction, Variable};
use crate::debug::Mark;
use crate::{TextId, Unit};

/// A function's code, without the header.
pub struct StackListing<'u> {
    pub unit: &'u Unit,
    pub code: &'u StackCode,
}

impl StackListing<'_> {
    /// Writes the code between the lines of source that it comes from. Statements begin at `marks`.
    pub(crate) fn write(&self, f: &mut Formatter<'_>, marks: &[Mark]) -> fmt::Result {
        self.variables(f)?;
        let source = &self.unit.source;
        let (mut shown, mut places) = (None, self.places(marks).into_iter().peekable());
        for (index, &instruction) in self.code.instructions.iter().enumerate() {
            while let Some((_, offset)) = places.next_if(|&(first, _)| first <= index) {
                let line = source.position(offset).line;
                if shown.replace(line) != Some(line) {
                    writeln!(f, "{line:6} | {}", source.line(line))?;
                }
            }
            writeln!(f, "{index:10}  {}", self.instruction(instruction))?;
        }
        Ok(())
    }

    /// Returns where the code of each place in the source text begins: that of a statement at its mark, other code where
    /// L is set. A loop that turns has L of a statement in it, which is left out.
    pub(crate) fn places(&self, marks: &[Mark]) -> Vec<(usize, u32)> {
        let mut begins: Vec<u32> = marks.iter().map(|mark| mark.offset).collect();
        order::sort(&mut begins);
        let statement_of = |offset: u32| {
            let index = begins.partition_point(|&begin| begin <= offset).checked_sub(1)?;
            Some(begins[index])
        };
        let (mut places, mut statement, mut marks) = (Vec::new(), None, marks.iter().peekable());
        for (index, &instruction) in self.code.instructions.iter().enumerate() {
            while let Some(mark) = marks.next_if(|mark| mark.at as usize <= index) {
                statement = Some(mark.offset);
                places.push((index, mark.offset));
            }
            let StackInstruction::Loc(location) = instruction else { continue };
            let located = self.code.locations.get(location as usize);
            places.extend(located.filter(|&&offset| statement_of(offset) == statement).map(|&offset| (index, offset)));
        }
        places
    }

    /// Writes a line for each variable, with its parameters and the `arguments` object, and the other names that code may find.
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
            writeln!(f, "{}", variable.form.shown())?;
        }
        if code.dynamic {
            writeln!(f, "  further variables by eval")?;
        }
        Ok(())
    }

    /// Returns an instruction with the meaning of its operand.
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
            OperandKind::Scope => self.code.block_scopes.get(index).map(|scope| {
                scope.variables.iter().map(|&variable| self.declared(variable)).collect::<Vec<_>>().join(" ")
            }),
            OperandKind::Count
            | OperandKind::Target
            | OperandKind::Block
            | OperandKind::Attributes
            | OperandKind::Held
            | OperandKind::Template => None,
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
            Literal::BigInt(digits) => format!("{}n", self.text(digits)),
        }
    }

    fn quoted(&self, text: TextId) -> String {
        self.unit.strings.get(text.0 as usize).map_or_else(|| format!("text {}", text.0), |text| format!("{text:?}"))
    }

    fn declared(&self, variable: Variable) -> String {
        format!("{}{}", self.text(variable.name), variable.form.shown())
    }

    fn text(&self, text: TextId) -> String {
        self.unit.strings.get(text.0 as usize).map_or_else(|| format!("text {}", text.0), |text| text.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ferrotape_text::{SourceText, Text};

    use crate::StackInstruction::*;
    use crate::debug::{DebugTables, FunctionDebug, Mark, MarkKind};
    use crate::{
        BindingForm, BlockScope, Code, FunctionKind, FunctionTemplate, StackArguments, StackCode, TextId, Unit,
        Variable, disassemble, disassemble_with,
    };

    #[test]
    fn a_listing_shows_everything_that_is_there() {
        let variable = |name, form| Variable { name: TextId(name), form };
        let instructions = vec![
            Vref(1),
            Literal(0),
            Func(3),
            Loc(0),
            CallV(2),
            SetC,
            Vref(1),
            Loc(1),
            GetValue,
            SetC,
            SBlock(0),
            End(0),
        ];
        let code = StackCode {
            instructions,
            literals: vec![crate::Literal::String(TextId(2))],
            locations: vec![5, 10],
            max_values: 1,
            max_blocks: 2,
            variables: vec![variable(0, BindingForm::OwnName), variable(1, BindingForm::Variable)],
            parameters: vec![1],
            arguments: Some(StackArguments { variable: 0, mapped: true }),
            self_name: Some(TextId(1)),
            dynamic: true,
            block_scopes: vec![BlockScope {
                variables: vec![variable(0, BindingForm::Const), variable(1, BindingForm::Function)],
                dynamic: false,
            }],
            held: 0,
        };
        let function = FunctionTemplate {
            name: Some(TextId(0)),
            parameter_count: 1,
            length: 1,
            is_constructor: true,
            ..FunctionTemplate::new(FunctionKind::Function, Code::Stack(code))
        };
        let unit = Unit {
            source: Arc::new(SourceText::new("t.js", "line 1;\nline 2;")),
            strings: ["f", "b", "a\nb"].map(Text::from_utf8).to_vec(),
            functions: vec![function],
            module: None,
            counted: Default::default(),
        };
        let expected = r#"f0 function f (line 1), 1 parameter, 1 value, 2 blocks
  named b inside
  v0 f arguments mapped immutable
  v1 b parameter 1
  further variables by eval
     1 | line 1;
         0  VREF,b
         1  LITERAL,"a\nb"
         2  FUNC,f3
         3  LOC,1:6
         4  CALLV,2
         5  SETC
     2 | line 2;
         6  VREF,b
         7  LOC,2:3
         8  GETVALUE
         9  SETC
        10  S.BLOCK,f const b
        11  END,0
"#;
        let mark = |at, offset| Mark { at, offset, kind: MarkKind::Statement };
        let function = FunctionDebug { marks: vec![mark(0, 0), mark(6, 8)], ..FunctionDebug::default() };
        let tables = DebugTables { functions: vec![function], names: Vec::new() };
        assert_eq!(disassemble_with(&unit, Some(&tables), |_| false), expected);
        let without_tables: Vec<String> = disassemble(&unit).lines().skip(5).map(str::to_owned).collect();
        assert_eq!((without_tables[3].as_str(), without_tables[8].as_str()), ("     1 | line 1;", "     2 | line 2;"));
    }
}
