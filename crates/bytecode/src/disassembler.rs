//! Listings of code: every function of a unit with its tables, and its instructions between the lines of source that
//! they come from.
//!
//! ```text
//! function fib (line 1), 1 parameter, 7 registers
//!      1 | function fib(n) {
//!      2 |   if (n < 2) return n;
//!          0  JumpIfNotLessInt r1, 2, ->2
//!          1  Return r1
//! ```
//!
//! Operands are shown by role:
//!
//! | shown | operand |
//! |---|---|
//! | `r1` | register |
//! | `k2="foo"` | constant |
//! | `c0="x"` | cache site with its name |
//! | `{a: 1, b: -}` | literal whose `b` is computed |
//! | `n0="x"` | lookup by name, and where it begins |
//! | `f3` | function |
//! | `s0` | scope |
//! | `t0` | switch table |
//! | `->12` | position in the code |
//!
//! Empty tables are not shown.

use std::fmt::{self, Display, Formatter};

use crate::debug::{DebugTables, Mark};
use crate::stack::StackListing;
use crate::{
    Code, Constant, FunctionKind, FunctionTemplate, Instruction, Intrinsic, LiteralTemplate, LiteralValue, NameStart,
    OperandValue, RegisterCode, Role, ScopeKind, StackInstruction, TextId, TypeName, Unit,
};

/// Lists all functions of a unit.
pub fn disassemble(unit: &Unit) -> String {
    listing(unit, None, |_| None)
}

/// Lists all functions of a unit. Those that make tail calls say whether these replace their frame, for which an engine
/// decides: `makes_tail_calls` tells it for strict code and other. With the unit's tables for debuggers, stack code has
/// the lines of its statements: without them, only those that L is set to.
pub fn disassemble_with(unit: &Unit, tables: Option<&DebugTables>, makes_tail_calls: impl Fn(bool) -> bool) -> String {
    listing(unit, tables, |function| has_tail_calls(function).then(|| makes_tail_calls(function.strict)))
}

/// Lists all functions, each with the lines of its statements as far as the tables tell them.
fn listing(
    unit: &Unit,
    tables: Option<&DebugTables>,
    makes_tail_calls: impl Fn(&FunctionTemplate) -> Option<bool>,
) -> String {
    let functions = unit.functions.iter().enumerate().map(|(index, function)| {
        let marks = tables.map(|tables| tables.statements(index)).unwrap_or_default();
        FunctionListing { unit, function, index, marks, makes_tail_calls: makes_tail_calls(function) }.to_string()
    });
    functions.collect::<Vec<_>>().join("\n")
}

fn has_tail_calls(function: &FunctionTemplate) -> bool {
    match &function.code {
        Code::Register(code) => code.instructions.iter().any(|it| matches!(it, Instruction::TailCall { .. })),
        Code::Stack(code) => code
            .instructions
            .iter()
            .any(|it| matches!(it, StackInstruction::CallTail(_) | StackInstruction::CallTailList)),
    }
}

/// Displays one function of a unit.
struct FunctionListing<'u> {
    unit: &'u Unit,
    function: &'u FunctionTemplate,
    index: usize,
    /// Beginnings of its statements, as far as they are known.
    marks: Vec<Mark>,
    /// Whether its tail calls replace its frame. None if it has none, or this is not told.
    makes_tail_calls: Option<bool>,
}

impl Display for FunctionListing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.header(f)?;
        self.declarations(f)?;
        match &self.function.code {
            Code::Register(code) => RegisterListing { unit: self.unit, code }.fmt(f),
            Code::Stack(code) => StackListing { unit: self.unit, code }.write(f, &self.marks),
        }
    }
}

impl FunctionListing<'_> {
    /// Writes the line above a function's code, with its facts.
    fn header(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let function = self.function;
        match function.kind {
            FunctionKind::Script => write!(f, "script")?,
            FunctionKind::Eval => write!(f, "eval")?,
            FunctionKind::Module => write!(f, "module")?,
            FunctionKind::Function => match function.name {
                Some(name) => write!(f, "f{} function {}", self.index, self.unit.text(name))?,
                None => write!(f, "f{} function", self.index)?,
            },
        }
        write!(f, " (line {})", self.unit.source.position(function.span.start).line)?;
        if function.kind == FunctionKind::Function {
            write!(f, ", {}", counted(function.parameter_count, "parameter"))?;
        }
        match &function.code {
            Code::Register(code) => write!(f, ", {}", counted(code.register_count, "register"))?,
            Code::Stack(code) => {
                write!(f, ", {}, {}", counted(code.max_values, "value"), counted(code.max_blocks, "block"))?;
            }
        }
        if function.strict {
            write!(f, ", strict")?;
        }
        match self.makes_tail_calls {
            Some(true) => write!(f, ", tail calls replace its frame")?,
            Some(false) => write!(f, ", tail calls are calls")?,
            None => {}
        }
        if let Code::Register(RegisterCode { arguments: Some(arguments), .. }) = &function.code {
            write!(f, ", arguments in r{}", arguments.register)?;
            if let Some(mapped) = &arguments.mapped {
                write!(f, " mapped to s{}", mapped.scope)?;
            }
        }
        writeln!(f)
    }

    fn declarations(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let declarations = &self.function.declarations;
        for declared in &declarations.functions {
            writeln!(f, "  declares function {} = f{}", self.unit.text(declared.name), declared.function)?;
        }
        for &name in declarations.variables.iter().chain(&declarations.hoisted) {
            writeln!(f, "  declares {}", self.unit.text(name))?;
        }
        Ok(())
    }
}

/// A function's code for the register machine, without the header.
pub struct RegisterListing<'u> {
    pub unit: &'u Unit,
    pub code: &'u RegisterCode,
}

impl Display for RegisterListing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.scopes(f)?;
        self.instructions(f)?;
        self.catchers(f)?;
        self.switches(f)
    }
}

impl RegisterListing<'_> {
    /// Writes a line for each scope: its record's register, the scope around it, and the registers of its bindings.
    fn scopes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, scope) in self.code.scopes.iter().enumerate() {
            write!(f, "  s{index} {} in r{}", scope_kind(scope.kind), scope.record)?;
            if let Some(parent) = scope.parent {
                write!(f, " inside s{parent}")?;
            }
            if scope.dynamic {
                write!(f, " dynamic")?;
            }
            for (position, binding) in scope.bindings.iter().enumerate() {
                let separator = if position == 0 { ": " } else { ", " };
                let (name, form) = (self.unit.text(binding.name), binding.form.shown());
                write!(f, "{separator}{name}=r{}{form}", binding.register)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// Writes the instructions, and a line of source wherever it changes.
    fn instructions(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let source = &self.unit.source;
        let mut entries = self.code.positions.entries().peekable();
        let mut shown = None;
        for (index, &instruction) in self.code.instructions.iter().enumerate() {
            while let Some((_, offset)) = entries.next_if(|&(start, _)| start as usize <= index) {
                let line = source.position(offset).line;
                if shown.replace(line) != Some(line) {
                    writeln!(f, "{line:6} | {}", source.line(line))?;
                }
            }
            writeln!(f, "{index:10}  {}", self.instruction(instruction))?;
        }
        Ok(())
    }

    fn catchers(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for catcher in &self.code.catchers {
            write!(f, "  catch {}..{} ->{} in r{}", catcher.start, catcher.end, catcher.handler, catcher.register)?;
            if let Some(scope) = catcher.scope {
                write!(f, " within s{scope}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn switches(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, table) in self.code.switches.iter().enumerate() {
            write!(f, "  t{index} from {}:", table.low)?;
            for target in &table.targets {
                write!(f, " ->{target}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// Returns an instruction with its operands, shown by role.
    pub fn instruction(&self, instruction: Instruction) -> String {
        let mut line = instruction.name().to_owned();
        let mut separator = " ";
        instruction.operands(|_, role, value| {
            line.push_str(separator);
            line.push_str(&self.operand(role, value));
            separator = ", ";
        });
        line
    }

    /// Returns an operand as listings show it.
    fn operand(&self, role: Role, value: OperandValue) -> String {
        let index = usize::try_from(value).unwrap_or(usize::MAX);
        match role {
            Role::Dst | Role::Src | Role::Wide => format!("r{value}"),
            Role::Imm => value.to_string(),
            Role::To => format!("->{value}"),
            Role::Constant => match self.code.constants.get(index) {
                Some(Constant::Number(number)) => format!("k{value}={number}"),
                Some(&Constant::String(text)) => format!("k{value}={}", self.quoted(text)),
                Some(&Constant::BigInt(digits)) => format!("k{value}={}n", self.plain(digits)),
                None => format!("k{value}"),
            },
            Role::Cache => match self.code.caches.get(index) {
                Some(&name) => format!("c{value}={}", self.quoted(name)),
                None => format!("c{value}"),
            },
            Role::Name => match self.code.names.get(index) {
                Some(reference) => match reference.start {
                    NameStart::Scope(scope) => format!("n{value}={} from s{scope}", self.quoted(reference.name)),
                    NameStart::Environment(skipped) => {
                        format!("n{value}={} skip {skipped}", self.quoted(reference.name))
                    }
                },
                None => format!("n{value}"),
            },
            Role::Function => format!("f{value}"),
            Role::Scope if value == i64::from(u16::MAX) => "-".to_owned(),
            Role::Scope => format!("s{value}"),
            Role::Table => format!("t{value}"),
            Role::Template => format!("template {value}"),
            Role::Intrinsic => {
                let which = u8::try_from(value).ok().and_then(Intrinsic::from_number);
                which.map_or_else(|| value.to_string(), |which| which.name().to_owned())
            }
            Role::Literal => match self.code.literals.get(index) {
                Some(literal) => self.literal(literal),
                None => format!("literal {value}"),
            },
            Role::Type => {
                let name = u8::try_from(value).ok().and_then(TypeName::from_number);
                name.map_or_else(|| value.to_string(), |name| name.text().to_owned())
            }
            Role::Text => match self.unit.strings.get(index) {
                Some(text) => format!("{text:?}"),
                None => format!("text {value}"),
            },
        }
    }

    /// Shows a literal like `{a: 1, b: -}`. Computed values are dashes; long literals are cut off.
    fn literal(&self, literal: &LiteralTemplate) -> String {
        const SHOWN: usize = 8;
        let values = literal.values.iter().take(SHOWN).enumerate().map(|(place, &value)| {
            let value = self.value(value);
            match literal.names.get(place) {
                Some(&name) => format!("{}: {value}", self.plain(name)),
                None => value,
            }
        });
        let mut values: Vec<String> = values.collect();
        if literal.values.len() > SHOWN {
            values.push(format!("… {} in all", literal.values.len()));
        }
        let values = values.join(", ");
        if literal.is_array() { format!("[{values}]") } else { format!("{{{values}}}") }
    }

    fn value(&self, value: LiteralValue) -> String {
        match value {
            LiteralValue::Computed => "-".to_owned(),
            LiteralValue::Undefined => "undefined".to_owned(),
            LiteralValue::Null => "null".to_owned(),
            LiteralValue::Boolean(value) => value.to_string(),
            LiteralValue::Number(number) => number.to_string(),
            LiteralValue::String(text) => self.quoted(text),
        }
    }

    fn plain(&self, text: TextId) -> String {
        self.unit.strings.get(text.0 as usize).map_or_else(|| format!("text {}", text.0), |text| text.to_string())
    }

    fn quoted(&self, text: TextId) -> String {
        self.unit.strings.get(text.0 as usize).map_or_else(|| format!("text {}", text.0), |text| format!("{text:?}"))
    }
}

fn counted(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn scope_kind(kind: ScopeKind) -> &'static str {
    match kind {
        ScopeKind::Function => "function",
        ScopeKind::FunctionName => "function name",
        ScopeKind::Catch => "catch",
        ScopeKind::Block => "block",
        ScopeKind::With => "with",
        ScopeKind::Eval => "eval",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ferrotape_text::{SourceText, Text};

    use super::*;

    use crate::BindingForm;
    use crate::{
        ArgumentsObject, Catcher, Declarations, MappedParameters, NameReference, PositionTable, ScopeBinding,
        ScopeDescriptor, SwitchTable,
    };

    #[test]
    fn a_listing_shows_everything_that_is_there() {
        let code = RegisterCode {
            register_count: 5,
            records_around: 2,
            instructions: [
                Instruction::LoadConstant { dst: 3, constant: 1 },
                Instruction::GetProperty { dst: 3, object: 1, cache: 0 },
                Instruction::GetName { dst: 3, name: 0 },
                Instruction::MakeClosure { dst: 3, scope: u16::MAX, function: 0 },
                Instruction::JumpIfLessInt { a: 3, value: -1, to: 0 },
                Instruction::Switch { a: 1, table: 0 },
                Instruction::ThrowError { kind: 5, message: 1 },
                Instruction::MakeObject { dst: 3, first: 1, count: 1, literal: 0 },
                Instruction::MakeArray { dst: 3, first: 0, count: 0, literal: 1 },
                Instruction::JumpIfTypeOf { a: 1, name: 4, to: 0 },
            ]
            .into(),
            constants: vec![Constant::Number(0.5), Constant::String(TextId(2))],
            caches: vec![TextId(1)],
            names: vec![NameReference { name: TextId(1), start: NameStart::Environment(2) }],
            scopes: vec![ScopeDescriptor {
                kind: ScopeKind::Function,
                parent: None,
                record: 2,
                bindings: vec![ScopeBinding { name: TextId(1), register: 1, form: BindingForm::OwnName }],
                dynamic: true,
            }],
            catchers: vec![Catcher { start: 0, end: 2, handler: 5, register: 3, scope: Some(0), is_finally: false }],
            switches: vec![SwitchTable { low: -1, targets: vec![0, 6] }],
            literals: vec![
                LiteralTemplate {
                    names: vec![TextId(0), TextId(1)],
                    values: vec![LiteralValue::Computed, LiteralValue::String(TextId(2))],
                    computed: 1,
                    room: 2,
                },
                LiteralTemplate { names: vec![], values: vec![LiteralValue::Number(1.0); 9], computed: 0, room: 0 },
            ],
            loops: Vec::new(),
            positions: PositionTable::new([(0, 0), (2, 8), (4, 8)]),
            arguments: Some(ArgumentsObject {
                register: 4,
                on_demand: false,
                mapped: Some(MappedParameters { scope: 0, bindings: vec![Some(0)] }),
            }),
            variables: Vec::new(),
        };
        let function = FunctionTemplate {
            name: Some(TextId(0)),
            strict: true,
            parameter_count: 1,
            length: 1,
            declarations: Declarations { variables: vec![TextId(1)], ..Declarations::default() },
            is_constructor: true,
            ..FunctionTemplate::new(FunctionKind::Function, Code::Register(code))
        };
        let unit = Unit {
            source: Arc::new(SourceText::new("t.js", "line 1;\nline 2;")),
            strings: ["f", "b", "a\nb"].map(Text::from_utf8).to_vec(),
            functions: vec![function],
            module: None,
            counted: Default::default(),
        };
        let expected = r#"f0 function f (line 1), 1 parameter, 5 registers, strict, arguments in r4 mapped to s0
  declares b
  s0 function in r2 dynamic: b=r1 immutable
     1 | line 1;
         0  LoadConstant r3, k1="a\nb"
         1  GetProperty r3, r1, c0="b"
     2 | line 2;
         2  GetName r3, n0="b" skip 2
         3  MakeClosure r3, -, f0
         4  JumpIfLessInt r3, -1, ->0
         5  Switch r1, t0
         6  ThrowError 5, "b"
         7  MakeObject r3, r1, 1, {f: -, b: "a\nb"}
         8  MakeArray r3, r0, 0, [1, 1, 1, 1, 1, 1, 1, 1, … 9 in all]
         9  JumpIfTypeOf r1, string, ->0
  catch 0..2 ->5 in r3 within s0
  t0 from -1: ->0 ->6
"#;
        assert_eq!(disassemble(&unit), expected);
    }
}
