//! The code of a machine as JSON: each instruction with its place in the text.

use ferrotape_bytecode::debug::{DebugTables, Mark};
use ferrotape_bytecode::{Code, FunctionTemplate, RegisterListing, StackCode, StackInstruction, StackListing, Unit};
use ferrotape_text::JsonObject;
use ferrotape_text::json_string;

use crate::units::Units;

/// Most instructions that are shown.
const MOST_INSTRUCTIONS: usize = 6_000;

/// Returns the functions of a unit. Instructions are `[offset, text, target]`; a place is the last one that the code
/// tells: that of an instruction that may throw, or the beginning of a statement, which the tables know.
pub fn listing(unit: &Unit, tables: Option<&DebugTables>, units: &Units) -> String {
    let mut left = MOST_INSTRUCTIONS;
    let mut functions = Vec::new();
    for (index, function) in unit.functions.iter().enumerate() {
        if left == 0 {
            break;
        }
        let marks = tables.and_then(|tables| tables.functions.get(index)).map_or(&[][..], |table| &table.marks);
        functions.push(shown(unit, function, index, marks, units, &mut left));
    }
    let machine = match unit.functions.first().map(|function| &function.code) {
        Some(Code::Stack(_)) => "stack",
        _ => "register",
    };
    let mut object = JsonObject::default();
    object.text("machine", machine);
    object.flag("cut", left == 0);
    object.list("functions", functions);
    object.finish()
}

/// Returns the most registers or values that a function of the unit needs at once.
pub fn widest(unit: &Unit) -> u32 {
    let width = |function: &FunctionTemplate| match &function.code {
        Code::Register(code) => code.register_count,
        Code::Stack(code) => code.max_values,
    };
    unit.functions.iter().map(width).max().unwrap_or(0)
}

/// Returns the listing of a unit as rows.
fn shown(
    unit: &Unit,
    function: &FunctionTemplate,
    index: usize,
    marks: &[Mark],
    units: &Units,
    left: &mut usize,
) -> String {
    let mut object = JsonObject::default();
    object.number("index", index as i64);
    let name = function.name.and_then(|name| unit.strings.get(name.0 as usize)).map(ToString::to_string);
    object.text("name", &name.unwrap_or_default());
    object.text("kind", &format!("{:?}", function.kind).to_lowercase());
    object.number("start", units.at(function.span.start).into());
    object.number("end", units.at(function.span.end).into());
    let start = function.span.start;
    let mut add = |instructions: Vec<(String, Option<u32>)>, places: Vec<(u32, u32)>| {
        let mut places = Places::new(start, places, marks);
        let taken = instructions.len().min(*left);
        *left -= taken;
        let rows = instructions.into_iter().take(taken).enumerate().map(|(at, (text, target))| {
            let offset = units.at(places.at(at as u32));
            match target {
                Some(target) => format!("[{offset},{},{target}]", json_string(&text)),
                None => format!("[{offset},{}]", json_string(&text)),
            }
        });
        object.list("instructions", rows);
    };
    match &function.code {
        Code::Register(code) => {
            let listing = RegisterListing { unit, code };
            let instruction = |&it| (listing.instruction(it), it.target());
            add(code.instructions.iter().map(instruction).collect(), code.positions.entries().collect());
            object.number("registers", code.register_count.into());
            let catchers = code.catchers.iter().map(|row| {
                let is_finally = u8::from(row.is_finally);
                format!("[{},{},{},{is_finally}]", row.start, row.end, row.handler)
            });
            object.list("catchers", catchers);
        }
        Code::Stack(code) => {
            let listing = StackListing { unit, code };
            let places = stack_places(code, marks);
            let instruction = |&it: &StackInstruction| (listing.instruction(it), it.target());
            add(code.instructions.iter().map(instruction).collect(), places);
        }
    }
    object.finish()
}

/// Returns where the place changes in stack code. L is set behind the operands of what may throw: so a value that is pushed
/// belongs to the next place of its statement.
fn stack_places(code: &StackCode, marks: &[Mark]) -> Vec<(u32, u32)> {
    let located: Vec<(u32, u32)> = (0..)
        .zip(&code.instructions)
        .filter_map(|(at, &instruction)| match instruction {
            StackInstruction::Loc(location) => Some((at, *code.locations.get(location as usize)?)),
            _ => None,
        })
        .collect();
    let mut places = Vec::new();
    let (mut next, mut next_mark) = (0, 0);
    for (at, &instruction) in (0..).zip(&code.instructions) {
        if let Some(&place) = located.get(next).filter(|(first, _)| *first == at) {
            places.push(place);
            next += 1;
            continue;
        }
        next_mark += marks[next_mark..].iter().take_while(|mark| mark.at <= at).count();
        // `ONE` is the second operand of `++`, whose place has been told.
        let pushes = instruction.taken() == 0 && !instruction.effect().after().is_empty();
        if !pushes || instruction == StackInstruction::One {
            continue;
        }
        let of_statement = |&&(first, _): &&(u32, u32)| marks.get(next_mark).is_none_or(|mark| first < mark.at);
        if let Some(&(_, offset)) = located.get(next).filter(of_statement) {
            places.push((at, offset));
        }
    }
    places
}

/// Places of instructions, asked for in the order of the code.
struct Places<'t> {
    places: std::iter::Peekable<std::vec::IntoIter<(u32, u32)>>,
    marks: std::iter::Peekable<std::slice::Iter<'t, Mark>>,
    last: u32,
}

impl<'t> Places<'t> {
    fn new(start: u32, places: Vec<(u32, u32)>, marks: &'t [Mark]) -> Places<'t> {
        Places { places: places.into_iter().peekable(), marks: marks.iter().peekable(), last: start }
    }

    fn at(&mut self, at: u32) -> u32 {
        while let Some(mark) = self.marks.next_if(|mark| mark.at <= at) {
            self.last = mark.offset;
        }
        while let Some((_, offset)) = self.places.next_if(|&(first, _)| first <= at) {
            self.last = offset;
        }
        self.last
    }
}
