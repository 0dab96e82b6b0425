//! Object and array literals that one instruction builds.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use crate::arrays;
use crate::cell;
use crate::code::{Boilerplate, CodeBlock};
use crate::error::Completion;
use crate::heap::ShapeId;
use crate::operations::class;
use crate::shape::{self, Attributes};
use crate::value::Value;
use crate::vm::Vm;

/// Makes the first object of a literal, ECMA-262 13.2.5.5. Later ones have its shape from the beginning.
#[cold]
pub fn first_object(vm: &mut Vm, code: &CodeBlock, literal: u32, first: usize) -> Completion<Value> {
    let boilerplate = &code.literals[literal as usize];
    let Some(shape) = shape_of_literal(vm, code, boilerplate) else {
        return object_of_odd_literal(vm, code, boilerplate, first);
    };
    boilerplate.set_shape(shape);
    let computed = &vm.execution.stack[first..first + boilerplate.computed as usize];
    Ok(Value::object(vm.heap.new_object_of_boilerplate(code, literal, shape, computed)))
}

fn shape_of_literal(vm: &mut Vm, code: &CodeBlock, literal: &Boilerplate) -> Option<ShapeId> {
    if let Some(shape) = code.literals.get(literal.first_alike as usize).and_then(Boilerplate::shape) {
        return Some(shape);
    }
    literal.members(&code.members).iter().try_fold(vm.realm.shapes.object, |shape, member| {
        let is_new = shape::shape_lookup(&vm.heap, shape, member.key).is_none();
        is_new.then(|| shape::shape_with(&mut vm.heap, shape, member.key, Attributes::ALL))
    })
}

/// Makes an object of a literal in which two members have one name; only code that no compiler made has such.
fn object_of_odd_literal(vm: &mut Vm, code: &CodeBlock, literal: &Boilerplate, first: usize) -> Completion<Value> {
    let object = cell::new_object_of_literal(&mut vm.heap, vm.realm.shapes.object, literal.room);
    let computed = vm.execution.stack[first..first + literal.computed as usize].to_vec();
    for (member, value) in literal.members(&code.members).iter().zip(literal.fill(&code.members, &computed)) {
        class::create_field(vm, object, member.key, value)?;
    }
    Ok(Value::object(object))
}

/// Fast path of [`array_of_literal`]: a short array of computed elements, whose place has room for them.
#[inline(never)]
pub fn array_at_once(vm: &mut Vm, code: &CodeBlock, literal: u32, window: &[Value]) -> Option<Value> {
    let &Boilerplate { count, computed, .. } = &code.literals[literal as usize];
    let is_short = count == computed && u64::from(count) < ELEMENTS_PER_TICK;
    let count = count as usize;
    if !is_short || cell::room_for_array(&vm.heap) < count {
        return None;
    }
    let array = arrays::new_array_of_values(&mut vm.heap, vm.realm.shapes.array, window.get(..count)?).ok()?;
    Some(Value::object(array))
}

/// Makes the array of a literal, ECMA-262 13.2.4.2.
pub fn array_of_literal(vm: &mut Vm, code: &CodeBlock, literal: u32, first: usize) -> Completion<Value> {
    let literal = &code.literals[literal as usize];
    let length = literal.count as usize;
    vm.work(length as u64 / ELEMENTS_PER_TICK)?;
    let computed = &vm.execution.stack[first..first + literal.computed as usize];
    let shape = vm.realm.shapes.array;
    let array = if computed.len() == length {
        arrays::new_array_of_values(&mut vm.heap, shape, computed)?
    } else {
        let mut values = cell::vector_for_array(&mut vm.heap, length)?;
        values.extend(literal.fill(&code.members, computed).take(length));
        cell::new_array_of_vector(&mut vm.heap, shape, values)
    };
    Ok(Value::object(array))
}
