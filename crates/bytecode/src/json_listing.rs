//! Code as JSON, for tools: debuggers, playgrounds, comparisons of compilers.
//!
//! ```text
//! {"functions": [{"index", "name", "kind", "line", "strict", "machine", …, "instructions": [
//!     {"at", "name", "text", "line", "column", "target", "throws",
//!      "operands": [{"name", "role", "value"}], "reads", "writes"       of the register machine
//!      "operand": {"kind", "value"}, "effect", "takes"                   of the stack machine
//!     }]}]}
//! ```

use ferrotape_text::{JsonObject, json_string};

use crate::debug::{DebugTables, Mark};
use crate::stack::StackListing;
use crate::{Code, FunctionTemplate, Instruction, RegisterCode, RegisterListing, Role, TextId, Unit};

/// Returns all functions of a unit as JSON, each on a line of its own. With the unit's tables for debuggers, stack code
/// has the places of its statements: without them, only those that L is set to.
pub fn code_as_json(unit: &Unit, tables: Option<&DebugTables>) -> String {
    let marks = |index| tables.map(|tables| tables.statements(index)).unwrap_or_default();
    let functions = unit.functions.iter().enumerate();
    let functions = functions.map(|(index, function)| function_as_json(unit, function, index, &marks(index)));
    format!("{{\"functions\": [\n{}\n]}}\n", functions.collect::<Vec<_>>().join(",\n"))
}

/// Returns an object with a function's properties and, by its machine, those of its code.
fn function_as_json(unit: &Unit, function: &FunctionTemplate, index: usize, marks: &[Mark]) -> String {
    let mut object = JsonObject::default();
    object.number("index", index as i64);
    object.optional("name", function.name.map(|name| json_string(&text(unit, name))));
    object.text("kind", &format!("{:?}", function.kind).to_lowercase());
    object.number("line", unit.source.position(function.span.start).line.into());
    object.flag("strict", function.strict);
    object.number("parameters", function.parameter_count.into());
    match &function.code {
        Code::Register(code) => add_register_code(&mut object, unit, code),
        Code::Stack(code) => add_stack_code(&mut object, StackListing { unit, code }, function.span.start, marks),
    }
    object.finish()
}

/// Adds the tables and instructions of register code.
fn add_register_code(object: &mut JsonObject, unit: &Unit, code: &RegisterCode) {
    object.text("machine", "register");
    object.number("registers", code.register_count.into());
    object.list("variables", code.variables.iter().map(|&(register, name)| named(unit, name, "register", register)));
    let catchers = code.catchers.iter().map(|row| {
        let mut catcher = JsonObject::default();
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
        let mut object = JsonObject::default();
        object.number("at", at as i64);
        object.text("name", instruction.name());
        object.text("text", &listing.instruction(instruction));
        add_position(&mut object, unit, code.positions.offset(at as u32));
        object.optional("target", instruction.target().map(|target| target.to_string()));
        object.flag("throws", !instruction.never_throws());
        add_operands(&mut object, instruction);
        object.finish()
    });
    object.list("instructions", instructions);
}

/// Adds an instruction's operands by role, and the registers that it reads and writes.
fn add_operands(object: &mut JsonObject, instruction: Instruction) {
    let (mut operands, mut reads, mut writes) = (Vec::new(), Vec::new(), Vec::new());
    instruction.operands(|name, role, value| {
        let mut operand = JsonObject::default();
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

/// Adds the instructions of stack code, with their effects.
fn add_stack_code(object: &mut JsonObject, listing: StackListing<'_>, start: u32, marks: &[Mark]) {
    let StackListing { unit, code } = listing;
    object.text("machine", "stack");
    object.number("values", code.max_values.into());
    object.number("blocks", code.max_blocks.into());
    let variables = (0..).zip(&code.variables).map(|(index, variable)| named(unit, variable.name, "variable", index));
    object.list("variables", variables);
    let (mut offset, mut places) = (start, listing.places(marks).into_iter().peekable());
    let instructions = code.instructions.iter().enumerate().map(|(at, &instruction)| {
        while let Some((_, place)) = places.next_if(|&(first, _)| first <= at) {
            offset = place;
        }
        let mut object = JsonObject::default();
        object.number("at", at as i64);
        object.text("name", instruction.name());
        object.text("text", &listing.instruction(instruction));
        add_position(&mut object, unit, offset);
        object.optional("target", instruction.target().map(|target| target.to_string()));
        object.flag("throws", instruction.throws());
        let operand = instruction.operand().map(|(kind, value)| {
            let mut operand = JsonObject::default();
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
    let mut object = JsonObject::default();
    object.text("name", &text(unit, name));
    object.number(place, index.into());
    object.finish()
}

fn text(unit: &Unit, text: TextId) -> String {
    unit.strings.get(text.0 as usize).map(ToString::to_string).unwrap_or_default()
}

fn add_position(object: &mut JsonObject, unit: &Unit, offset: u32) {
    let position = unit.source.position(offset);
    object.number("line", position.line.into());
    object.number("column", position.column.into());
}
