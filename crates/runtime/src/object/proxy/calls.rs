//! [[Call]] and [[Construct]] of proxies, 10.5.12 and 10.5.13: the callee in their place.

use super::Trapped;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::names::keys;
use crate::object::array;
use crate::object::proxy;
use crate::operations::calls::Callee;
use crate::value::Value;
use crate::vm::Vm;

/// The callee for [[Call]] or, with a new target, [[Construct]] of a proxy. The arguments lie on the stack from `first`
/// on, below the top. Nothing of the answer is kept.
#[cold]
pub(crate) fn callee_of_proxy(
    vm: &mut Vm,
    proxy: ObjectId,
    this: Value,
    (first, count): (usize, usize),
    new_target: Option<ObjectId>,
) -> Completion<Callee> {
    let name = if new_target.is_some() { keys::CONSTRUCT } else { keys::APPLY };
    let held = [Value::object(proxy), this, new_target.map_or(Value::UNDEFINED, Value::object)];
    vm.keeping(held, |vm| {
        let trap = match proxy::find_trap(vm, proxy, name)? {
            Trapped::Not(target) => return Ok(Callee::Target(target)),
            Trapped::By(trap) => trap,
        };
        vm.heap.room(2 * count * size_of::<Value>())?;
        let list = vm.execution.stack[first..first + count].to_vec();
        let list = Value::object(array::new_array_from(vm, list)?);
        let target = Value::object(trap.target);
        let arguments = match new_target {
            Some(new_target) => [target, list, Value::object(new_target)],
            None => [target, this, list],
        };
        let Some(function) = trap.function.as_object() else { return Ok(Callee::Target(trap.target)) };
        Ok(Callee::Trap { function, handler: trap.handler, arguments })
    })
}
