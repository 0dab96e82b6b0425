//! Saved form of code for the register machine.

use super::bytes::{Read, Reader, Saved, Writer};
use super::saved;
use crate::{
    ArgumentsObject, Catcher, Constant, Instruction, LiteralTemplate, LiteralValue, LoopHead, MappedParameters,
    NameReference, NameStart, PositionTable, RegisterCode, ScopeBinding, ScopeDescriptor, ScopeKind, SwitchTable,
};

saved! {
    enum ScopeKind { Function, FunctionName, Catch, Block, With, Eval }
}

saved! {
    struct ArgumentsObject { register, on_demand, mapped }
    struct MappedParameters { scope, bindings }
    struct NameReference { name, start }
    struct ScopeDescriptor { kind, parent, record, bindings, dynamic }
    struct ScopeBinding { name, register, form }
    struct Catcher { start, end, handler, register, scope, is_finally }
    struct LoopHead { start, live }
    struct SwitchTable { low, targets }
    struct LiteralTemplate { names, values, computed, room }
}

impl Saved for Instruction {
    #[inline]
    fn save(&self, to: &mut Writer) {
        self.save_to(to);
    }

    #[inline]
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let number = from.byte()?;
        Instruction::read_from(number, from)
    }
}

impl Saved for Constant {
    fn save(&self, to: &mut Writer) {
        match *self {
            Constant::Number(number) => {
                to.byte(0);
                number.save(to);
            }
            Constant::String(text) => (1u8, text).save(to),
            Constant::BigInt(digits) => (2u8, digits).save(to),
        }
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        match from.byte()? {
            0 => Ok(Constant::Number(Saved::read(from)?)),
            1 => Ok(Constant::String(Saved::read(from)?)),
            2 => Ok(Constant::BigInt(Saved::read(from)?)),
            _ => from.damaged("there is no such kind of constant"),
        }
    }
}

impl Saved for LiteralValue {
    fn save(&self, to: &mut Writer) {
        match *self {
            LiteralValue::Computed => to.byte(0),
            LiteralValue::Undefined => to.byte(1),
            LiteralValue::Null => to.byte(2),
            LiteralValue::Boolean(value) => to.byte(3 + u8::from(value)),
            LiteralValue::Number(number) => (5u8, number).save(to),
            LiteralValue::String(text) => (6u8, text).save(to),
        }
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Ok(match from.byte()? {
            0 => LiteralValue::Computed,
            1 => LiteralValue::Undefined,
            2 => LiteralValue::Null,
            3 => LiteralValue::Boolean(false),
            4 => LiteralValue::Boolean(true),
            5 => LiteralValue::Number(Saved::read(from)?),
            6 => LiteralValue::String(Saved::read(from)?),
            _ => return from.damaged("there is no such part of a literal"),
        })
    }
}

impl Saved for NameStart {
    fn save(&self, to: &mut Writer) {
        match *self {
            NameStart::Scope(scope) => (0u8, scope).save(to),
            NameStart::Environment(records) => (1u8, records).save(to),
        }
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        match from.byte()? {
            0 => Ok(NameStart::Scope(Saved::read(from)?)),
            1 => Ok(NameStart::Environment(Saved::read(from)?)),
            _ => from.damaged("there is no such kind of name"),
        }
    }
}

impl Saved for PositionTable {
    fn save(&self, to: &mut Writer) {
        to.text(self.bytes());
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let bytes = from.text()?;
        match PositionTable::of_bytes(bytes) {
            Some(table) => Ok(table),
            None => from.damaged("the positions are not in order"),
        }
    }
}

/// Number of tables that most code has none of.
const TABLES: usize = 7;

impl Saved for RegisterCode {
    fn save(&self, to: &mut Writer) {
        let RegisterCode { register_count, instructions, constants, caches, positions, .. } = self;
        let RegisterCode { names, scopes, catchers, switches, loops, arguments, literals, .. } = self;
        register_count.save(to);
        self.records_around.save(to);
        instructions.save(to);
        constants.save(to);
        caches.save(to);
        positions.save(to);
        let present: [bool; TABLES] = [
            !names.is_empty(),
            !scopes.is_empty(),
            !catchers.is_empty(),
            !switches.is_empty(),
            !loops.is_empty(),
            arguments.is_some(),
            !literals.is_empty(),
        ];
        to.byte(present.iter().rev().fold(0, |bits, &is_there| bits << 1 | u8::from(is_there)));
        save_if(names, to);
        save_if(scopes, to);
        save_if(catchers, to);
        save_if(switches, to);
        save_if(loops, to);
        arguments.iter().for_each(|arguments| arguments.save(to));
        save_if(literals, to);
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let register_count = Saved::read(from)?;
        let records_around = Saved::read(from)?;
        let instructions = Saved::read(from)?;
        let constants = Saved::read(from)?;
        let caches = Saved::read(from)?;
        let positions = Saved::read(from)?;
        let bits = from.byte()?;
        if bits >> TABLES != 0 {
            return from.damaged("there is no such table");
        }
        let has = |place: usize| bits >> place & 1 != 0;
        Ok(RegisterCode {
            register_count,
            records_around,
            instructions,
            constants,
            caches,
            positions,
            names: read_if(has(0), from)?,
            scopes: read_if(has(1), from)?,
            catchers: read_if(has(2), from)?,
            switches: read_if(has(3), from)?,
            loops: read_if(has(4), from)?,
            arguments: if has(5) { Some(Saved::read(from)?) } else { None },
            literals: read_if(has(6), from)?,
            variables: Vec::new(),
        })
    }
}

fn save_if<T: Saved>(list: &Vec<T>, to: &mut Writer) {
    if !list.is_empty() {
        list.save(to);
    }
}

fn read_if<T: Saved>(is_there: bool, from: &mut Reader<'_>) -> Read<Vec<T>> {
    if is_there { from.list() } else { Ok(Vec::new()) }
}
