//! Code as JSON, for tools: the book's pages of instructions, playgrounds, whoever compares two compilers.
//!
//! ```text
//! {"functions": [{"index", "name", "kind", "line", "strict", "machine", …, "instructions": [
//!     {"at", "name", "text", "line", "column", "target", "throws",
//!      "operands": [{"name", "role", "value"}], "reads", "writes"       of the register machine
//!      "operand": {"kind", "value"}, "effect", "takes"                   of the stack machine
//!     }]}]}
//! ```

use std::fmt::Write;

use crate::stack::StackListing;
use crate::{Code, FunctionTemplate, Instruction, RegisterCode, RegisterListing, Role, StackCode, TextId, Unit};

/// Returns all functions of a unit as JSON, each on a line of its own.
pub fn code_as_json(unit: &Unit) -> String {
    let functions = unit.functions.iter().enumerate().map(|(index, function)| function_as_json(unit, function, index));
    format!("{{\"functions\": [\n{}\n]}}\n", functions.collect::<Vec<_>>().join(",\n"))
}

fn function_as_json(unit: &Unit, function: &FunctionTemplate, index: usize) -> String {
    let mut object = Object::default();
    object.number("index", index as i64);
    object.optional("name", function.name.map(|name| quoted(&text(unit, name))));
    object.text("kind", &format!("{:?}", function.kind).to_lowercase());
    object.number("line", unit.source.position(function.span.start).line.into());
    object.flag("strict", function.strict);
    object.number("parameters", function.parameter_count.into());
    match &function.code {
        Code::Register(code) => add_register_code(&mut object, unit, code),
        Code::Stack(code) => add_stack_code(&mut object, unit, code, function.span.start),
    }
    object.finish()
}

fn add_register_code(object: &mut Object, unit: &Unit, code: &RegisterCode) {
    object.text("machine", "register");
    object.number("registers", code.register_count.into());
    object.list("variables", code.variables.iter().map(|&(register, name)| named(unit, name, "register", register)));
    let catchers = code.catchers.iter().map(|row| {
        let mut catcher = Object::default();
        catcher.number("start", row.start.into());
        catcher.number("end", row.end.into());
        catcher.number("handler", row.handler.into());
        catcher.number("register", row.register.into());
        catcher.flag("finally", row.is_finally);
        catcher.finish()
    });
    object.list("catchers", catchers);
    let listing = RegisterListing { unit, code };
    let instructions = code.instructions.iter().enumerate().map(|(at, &instruction)| {
        let mut object = Object::default();
        object.number("at", at as i64);
        object.text("name", instruction.name());
        object.text("text", &listing.instruction(instruction));
        object.position(unit, code.positions.offset(at as u32));
        object.optional("target", instruction.target().map(|target| target.to_string()));
        object.flag("throws", !instruction.never_throws());
        add_operands(&mut object, instruction);
        object.finish()
    });
    object.list("instructions", instructions);
}

fn add_operands(object: &mut Object, instruction: Instruction) {
    let (mut operands, mut reads, mut writes) = (Vec::new(), Vec::new(), Vec::new());
    instruction.operands(|name, role, value| {
        let mut operand = Object::default();
        operand.text("name", name);
        operand.text("role", &format!("{role:?}").to_lowercase());
        operand.number("value", value);
        operands.push(operand.finish());
        if role == Role::Src {
            reads.push(value.to_string());
        }
    });
    instruction.written(|register| writes.push(register.to_string()));
    object.list("operands", operands);
    object.list("reads", reads);
    object.list("writes", writes);
}

fn add_stack_code(object: &mut Object, unit: &Unit, code: &StackCode, start: u32) {
    object.text("machine", "stack");
    object.number("values", code.max_values.into());
    object.number("blocks", code.max_blocks.into());
    let variables = (0..).zip(&code.variables).map(|(index, variable)| named(unit, variable.name, "variable", index));
    object.list("variables", variables);
    let listing = StackListing { unit, code };
    let mut offset = start;
    let instructions = code.instructions.iter().enumerate().map(|(at, &instruction)| {
        if let crate::StackInstruction::Loc(location) = instruction {
            offset = code.locations.get(location as usize).copied().unwrap_or(offset);
        }
        let mut object = Object::default();
        object.number("at", at as i64);
        object.text("name", instruction.name());
        object.text("text", &listing.instruction(instruction));
        object.position(unit, offset);
        object.optional("target", instruction.target().map(|target| target.to_string()));
        object.flag("throws", instruction.throws());
        let operand = instruction.operand().map(|(kind, value)| {
            let mut operand = Object::default();
            operand.text("kind", &format!("{kind:?}").to_lowercase());
            operand.number("value", value.into());
            operand.finish()
        });
        object.optional("operand", operand);
        object.text("effect", instruction.notation());
        object.number("takes", instruction.taken() as i64);
        object.finish()
    });
    object.list("instructions", instructions);
}

/// A variable with its place.
fn named(unit: &Unit, name: TextId, place: &str, index: u32) -> String {
    let mut object = Object::default();
    object.text("name", &text(unit, name));
    object.number(place, index.into());
    object.finish()
}

fn text(unit: &Unit, text: TextId) -> String {
    unit.strings.get(text.0 as usize).map(ToString::to_string).unwrap_or_default()
}

/// A string literal of JSON, RFC 8259 section 7.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => {
                // Writing to a string does not fail.
                let _ = write!(quoted, "\\u{:04x}", character as u32);
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// Members of an object that is being written.
#[derive(Default)]
struct Object(Vec<String>);

impl Object {
    fn add(&mut self, name: &str, value: &str) {
        self.0.push(format!("\"{name}\": {value}"));
    }

    fn number(&mut self, name: &str, value: i64) {
        self.add(name, &value.to_string());
    }

    fn flag(&mut self, name: &str, value: bool) {
        self.add(name, if value { "true" } else { "false" });
    }

    fn text(&mut self, name: &str, value: &str) {
        self.add(name, &quoted(value));
    }

    /// Adds a member, which is null if there is no value.
    fn optional(&mut self, name: &str, value: Option<String>) {
        self.add(name, value.as_deref().unwrap_or("null"));
    }

    fn list(&mut self, name: &str, values: impl IntoIterator<Item = String>) {
        self.add(name, &format!("[{}]", values.into_iter().collect::<Vec<_>>().join(", ")));
    }

    fn position(&mut self, unit: &Unit, offset: u32) {
        let position = unit.source.position(offset);
        self.number("line", position.line.into());
        self.number("column", position.column.into());
    }

    fn finish(self) -> String {
        format!("{{{}}}", self.0.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn texts_are_escaped_as_json_asks() {
        assert_eq!(quoted("a\"b\\c\n\u{7f}é"), r#""a\"b\\c\u000a\u007fé""#);
    }
}
