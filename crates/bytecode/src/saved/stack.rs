//! Saved form of code for the stack machine.

use super::bytes::{Read, Reader, Saved, Writer};
use super::saved;
use crate::{BlockScope, Literal, StackArguments, StackCode, StackInstruction, Variable};

saved! {
    struct Variable { name, form }
    struct BlockScope { variables, dynamic }
    struct StackArguments { variable, mapped }
    struct StackCode {
        instructions, literals, locations, max_values, max_blocks, variables, parameters, arguments, self_name, dynamic,
        block_scopes, held
    }
}

impl Saved for StackInstruction {
    fn save(&self, to: &mut Writer) {
        let zero = self.with_operand(0);
        to.byte(StackInstruction::ALL.iter().position(|&known| known == zero).unwrap_or(0) as u8);
        self.operand().iter().for_each(|(_, operand)| operand.save(to));
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let number = from.byte()?;
        match StackInstruction::ALL.get(usize::from(number)) {
            Some(instruction) if instruction.operand().is_some() => Ok(instruction.with_operand(Saved::read(from)?)),
            Some(&instruction) => Ok(instruction),
            None => from.damaged("there is no such instruction"),
        }
    }
}

impl Saved for Literal {
    fn save(&self, to: &mut Writer) {
        match *self {
            Literal::Undefined => to.byte(0),
            Literal::Null => to.byte(1),
            Literal::Boolean(value) => (2u8, value).save(to),
            Literal::Number(number) => (3u8, number).save(to),
            Literal::String(text) => (4u8, text).save(to),
            Literal::BigInt(digits) => (5u8, digits).save(to),
        }
    }

    fn read(from: &mut Reader<'_>) -> Read<Self> {
        match from.byte()? {
            0 => Ok(Literal::Undefined),
            1 => Ok(Literal::Null),
            2 => Ok(Literal::Boolean(Saved::read(from)?)),
            3 => Ok(Literal::Number(Saved::read(from)?)),
            4 => Ok(Literal::String(Saved::read(from)?)),
            5 => Ok(Literal::BigInt(Saved::read(from)?)),
            _ => from.damaged("there is no such kind of literal"),
        }
    }
}
