//! Literals of objects and arrays that are made by one instruction.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use crate::code::Boilerplate;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// The first object of a literal, ECMA-262 13.2.5.5. Those that follow have its shape from the beginning.
    #[cold]
    pub(super) fn first_object(&mut self, literal: &Boilerplate, first: usize) -> Completion<Value> {
        let object = self.heap.new_object_of_literal(self.realm.shapes.object, literal.room);
        let computed = self.stack[first..first + literal.computed as usize].to_vec();
        for (&key, value) in literal.keys.iter().zip(literal.fill(&computed)) {
            self.create_field(object, key, value)?;
        }
        self.learn_shape(literal, object);
        Ok(Value::object(object))
    }

    fn learn_shape(&mut self, literal: &Boilerplate, object: ObjectId) {
        let shape = self.heap.shape_of(object);
        let is_shared = !self.heap[shape].dictionary && self.heap[shape].count as usize == literal.keys.len();
        if is_shared {
            literal.set_shape(shape);
        }
    }

    /// An array of a literal, ECMA-262 13.2.4.2.
    pub(super) fn array_of_literal(&mut self, literal: &Boilerplate, first: usize) -> Completion<Value> {
        let length = literal.values.len();
        self.tick(length as u64 / ELEMENTS_PER_TICK)?;
        let computed = &self.stack[first..first + literal.computed as usize];
        let values: Vec<Value> =
            if computed.len() == length { computed.to_vec() } else { literal.fill(computed).collect() };
        self.new_array_from(values).map(Value::object)
    }
}
