//! The leading members of a literal, built by one instruction: constants, and values computed in a row of registers.

use ferrotape_bytecode::{Instruction, LiteralTemplate, LiteralValue, MOST_ELEMENTS, MOST_MEMBERS, array_index};
use ferrotape_syntax::tree::{ExpressionId, List, Property, PropertyId, PropertyKind, PropertyName};
use ferrotape_text::Name;

use super::emitter::Mark;
use super::literal::is_spread;
use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler, Register};
use crate::lowering::Forms;
use crate::meter::push;

/// Most members computed before their object exists. Each one holds a register meanwhile, at every level of nesting.
const COMPUTED_MEMBERS: usize = 8;

/// Most elements computed before they are stored in their array.
pub(super) const COMPUTED_ELEMENTS: usize = 32;

/// State of a literal being processed.
struct Parts {
    mark: Mark,
    values: Vec<LiteralValue>,
    computed: Vec<Register>,
}

impl FunctionCompiler<'_> {
    /// Makes the array of an array literal's leading elements. Returns it with their number, or none if an empty array
    /// is the better start.
    pub(super) fn array_boilerplate(
        &mut self,
        elements: List<Option<ExpressionId>>,
        hint: Option<Register>,
    ) -> Compiled<Option<(Register, usize)>> {
        let tree = self.core.tree;
        let mut parts = self.parts();
        for element in tree.list(elements).take(MOST_ELEMENTS) {
            let Some(element) = element.filter(|&element| !is_spread(tree, element)) else { break };
            if !self.literal_part_of(element, &mut parts)? {
                if parts.computed.len() == COMPUTED_ELEMENTS || self.row_within(1) == 0 {
                    break;
                }
                let dst = self.computed_part(&mut parts)?;
                self.expression_to(element, dst)?;
            }
        }
        if parts.values.is_empty() {
            return Ok(None);
        }
        let count = parts.values.len();
        Ok(Some((self.make_literal(Vec::new(), parts, 0, hint)?, count)))
    }

    /// Makes the object of an object literal's leading properties, with this room. Returns it with their number, or
    /// none if an empty object is the better start.
    pub(super) fn object_boilerplate(
        &mut self,
        properties: List<PropertyId>,
        room: u8,
        hint: Option<Register>,
    ) -> Compiled<Option<(Register, usize)>> {
        let tree = self.core.tree;
        let mut parts = self.parts();
        let mut names: Vec<Name> = Vec::new();
        for property in tree.list(properties).take(MOST_MEMBERS) {
            let property = tree[property];
            let Some(name) = self.plain_name(&property).filter(|name| !names.contains(name)) else { break };
            if !self.literal_part_of(property.value, &mut parts)? {
                if parts.computed.len() == COMPUTED_MEMBERS || self.row_within(1) == 0 {
                    break;
                }
                self.core.name_by_property(&property)?;
                let dst = self.computed_part(&mut parts)?;
                self.expression_to(property.value, dst)?;
            }
            self.core.position = property.span.start;
            names.push(name);
        }
        if names.is_empty() {
            return Ok(None);
        }
        let count = names.len();
        Ok(Some((self.make_literal(names, parts, room, hint)?, count)))
    }

    /// Returns the name of a member that is just a name and a value, and that can be evaluated before its object
    /// exists.
    fn plain_name(&self, property: &Property) -> Option<Name> {
        match (property.key, property.kind) {
            (PropertyName::Text(name), PropertyKind::Init)
                if array_index(self.core.session.names.text(name)).is_none() && !self.core.needs_home(property) =>
            {
                Some(name)
            }
            _ => None,
        }
    }

    fn parts(&self) -> Parts {
        Parts { mark: self.mark(), values: Vec::new(), computed: Vec::new() }
    }

    /// Adds a constant to the template. Returns false if the value must be computed.
    fn literal_part_of(&mut self, value: ExpressionId, parts: &mut Parts) -> Compiled<bool> {
        self.core.work(1)?;
        let value = match self.literal_of(value) {
            Some(Literal::Undefined) => LiteralValue::Undefined,
            Some(Literal::Null) => LiteralValue::Null,
            Some(Literal::Boolean(value)) => LiteralValue::Boolean(value),
            Some(Literal::Number(number)) => LiteralValue::Number(number),
            Some(Literal::String(name)) => LiteralValue::String(self.text_id(name)),
            Some(Literal::BigInt(_) | Literal::Joined(_)) | None => return Ok(false),
        };
        self.core.grown += push(&mut parts.values, value);
        Ok(true)
    }

    /// Returns the register of the next computed value.
    fn computed_part(&mut self, parts: &mut Parts) -> Compiled<Register> {
        let register = self.temporary()?;
        parts.computed.push(register);
        self.core.grown += push(&mut parts.values, LiteralValue::Computed);
        Ok(register)
    }

    /// Emits the instruction for the collected members. Without names they are elements of an array.
    fn make_literal(&mut self, names: Vec<Name>, parts: Parts, room: u8, hint: Option<Register>) -> Compiled<Register> {
        let Parts { mark, values, computed } = parts;
        let names: Vec<_> = names.into_iter().map(|name| self.text_id(name)).collect();
        let is_array = names.is_empty();
        self.release(mark);
        let dst = self.hint_or_temporary(hint)?;
        let (first, count) = (computed.first().map_or(0, |first| first.0 as u8), computed.len() as u8);
        let literal = self.literals.len() as u32;
        let template = LiteralTemplate { names, values, computed: count, room };
        self.core.grown += push(&mut self.literals, template);
        self.write(dst, |dst| match is_array {
            true => Instruction::MakeArray { dst, first, count, literal },
            false => Instruction::MakeObject { dst, first, count, literal },
        });
        Ok(dst)
    }

    /// Makes a literal's object, as far as one instruction can. Returns it with the number of its members.
    pub(super) fn object_with_room(
        &mut self,
        properties: List<PropertyId>,
        room: u8,
        hint: Option<Register>,
    ) -> Compiled<(Register, usize)> {
        if let Some(made) = self.object_boilerplate(properties, room, hint)? {
            return Ok(made);
        }
        let object = self.hint_or_temporary(hint)?;
        self.put(Operand::EmptyObject { room }, object)?;
        Ok((object, 0))
    }
}
