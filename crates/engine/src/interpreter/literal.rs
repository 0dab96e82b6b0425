//! Literals of objects and arrays that are made by one instruction.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use crate::code::{Boilerplate, CodeBlock};
use crate::error::Completion;
use crate::heap::ShapeId;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// The first object of a literal, ECMA-262 13.2.5.5. Those that follow have its shape from the beginning.
    #[cold]
    pub(super) fn first_object(&mut self, code: &CodeBlock, literal: u32, first: usize) -> Completion<Value> {
        let boilerplate = &code.literals[literal as usize];
        let Some(shape) = self.shape_of_literal(code, boilerplate) else {
            return self.object_of_odd_literal(code, boilerplate, first);
        };
        boilerplate.set_shape(shape);
        let computed = &self.stack[first..first + boilerplate.computed as usize];
        Ok(Value::object(self.heap.new_object_of_boilerplate(code, literal, shape, computed)))
    }

    fn shape_of_literal(&mut self, code: &CodeBlock, literal: &Boilerplate) -> Option<ShapeId> {
        if let Some(shape) = code.literals.get(literal.first_alike as usize).and_then(Boilerplate::shape) {
            return Some(shape);
        }
        literal.members(&code.members).iter().try_fold(self.realm.shapes.object, |shape, member| {
            let is_new = self.heap.shape_lookup(shape, member.key).is_none();
            is_new.then(|| self.heap.shape_with(shape, member.key, Attributes::ALL))
        })
    }

    /// Of code that the compiler does not make: a member of it has the name of an earlier one.
    fn object_of_odd_literal(&mut self, code: &CodeBlock, literal: &Boilerplate, first: usize) -> Completion<Value> {
        let object = self.heap.new_object_of_literal(self.realm.shapes.object, literal.room);
        let computed = self.stack[first..first + literal.computed as usize].to_vec();
        for (member, value) in literal.members(&code.members).iter().zip(literal.fill(&code.members, &computed)) {
            self.create_field(object, member.key, value)?;
        }
        Ok(Value::object(object))
    }

    /// An array of a literal, ECMA-262 13.2.4.2.
    pub(super) fn array_of_literal(&mut self, code: &CodeBlock, literal: u32, first: usize) -> Completion<Value> {
        let literal = &code.literals[literal as usize];
        let length = literal.count as usize;
        self.tick(length as u64 / ELEMENTS_PER_TICK)?;
        let computed = &self.stack[first..first + literal.computed as usize];
        let values: Vec<Value> =
            if computed.len() == length { computed.to_vec() } else { literal.fill(&code.members, computed).collect() };
        self.new_array_from(values).map(Value::object)
    }
}
