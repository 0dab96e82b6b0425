//! Array.prototype.flat and flatMap.

use super::elements::create_element;
use super::gaps::Present;
use super::iterate::callback;
use super::{array_species_create, check_length, number, this_array_like};
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::proxy;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// The most arrays that are open at once: an array that contains itself has no end.
const MOST_LEVELS: usize = 100_000;

/// An array whose elements are being taken.
struct Level {
    source: ObjectId,
    elements: Present,
}

impl Level {
    fn new((source, length): (ObjectId, u64)) -> Self {
        Level { source, elements: Present::upwards(source, 0..length) }
    }
}

/// The function of `flatMap` with its `this`.
type Mapper = Option<(Value, Value)>;

/// Array.prototype.flat ( [ depth ] ), ECMA-262 23.1.3.13
pub(super) fn flat(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let depth = match call.argument(vm, 0) {
        Value::UNDEFINED => 1.0,
        depth => convert::to_integer_or_infinity(vm, depth)?,
    };
    let result = array_species_create(vm, object, 0)?;
    flatten_into(vm, result, (object, length), depth, None)?;
    Ok(Value::object(result))
}

/// Array.prototype.flatMap ( mapperFunction [ , thisArg ] ), ECMA-262 23.1.3.14
pub(super) fn flat_map(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let function = callback(vm, call)?;
    let mapper = Some((function, call.argument(vm, 1)));
    let result = array_species_create(vm, object, 0)?;
    flatten_into(vm, result, (object, length), 1.0, mapper)?;
    Ok(Value::object(result))
}

/// FlattenIntoArray, ECMA-262 23.1.3.13.1, with an explicit stack. Keeps one value alive for each open level.
fn flatten_into(
    vm: &mut Vm,
    target: ObjectId,
    (source, length): (ObjectId, u64),
    depth: f64,
    mapper: Mapper,
) -> Completion<()> {
    let mut levels = Vec::new();
    vm.heap.lend_room(&mut levels, 1)?;
    levels.push(Level::new((source, length)));
    let (mut filled, mark) = (0, vm.kept_mark());
    while let Some(level) = levels.last_mut() {
        let source = level.source;
        let open = vm.kept_mark();
        let Some((index, element)) = level.elements.next(vm)? else {
            levels.pop();
            vm.release_kept(mark + levels.len().saturating_sub(1));
            continue;
        };
        let element = match mapper.filter(|_| levels.len() == 1) {
            Some((function, this)) => vm.call(function, this, &[element, number(index), Value::object(source)])?,
            None => element,
        };
        vm.keep(element);
        if levels.len() as f64 <= depth
            && proxy::is_array(vm, element)?
            && let Some(source) = element.as_object()
        {
            let length = convert::length_of_array_like(vm, source)?;
            if levels.len() == MOST_LEVELS {
                return vm.range_error(messages::TOO_MUCH_RECURSION);
            }
            vm.heap.lend_room(&mut levels, 1)?;
            vm.heap.lend(size_of::<Value>())?;
            levels.push(Level::new((source, length)));
            continue;
        }
        check_length(vm, filled + 1)?;
        create_element(vm, target, filled, element)?;
        filled += 1;
        vm.release_kept(open);
    }
    Ok(())
}
