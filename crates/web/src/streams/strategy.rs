//! Queuing strategies, Streams 7, and queues with sizes, Streams 8.1.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::readable::callback;
use super::ring;
use crate::interface::{self, Interface, Known, attributes, dictionary, member, prototype_for_new, require_arguments};

static COUNT: Interface = Interface {
    known: Known::CountQueuingStrategy,
    constructor: constructor("CountQueuingStrategy", 1, |vm, call| {
        new_strategy(vm, call, Known::CountQueuingStrategy, Kind::Count)
    }),
    operations: &[],
    attributes: attributes! {
        "highWaterMark": |vm, call| high_water_mark(vm, call, Kind::Count);
        "size": |vm, call| size(vm, call, Kind::Count, Known::CountSize);
    },
    statics: &[],
};

static BYTE_LENGTH: Interface = Interface {
    known: Known::ByteLengthQueuingStrategy,
    constructor: constructor("ByteLengthQueuingStrategy", 1, |vm, call| {
        new_strategy(vm, call, Known::ByteLengthQueuingStrategy, Kind::ByteLength)
    }),
    operations: &[],
    attributes: attributes! {
        "highWaterMark": |vm, call| high_water_mark(vm, call, Kind::ByteLength);
        "size": |vm, call| size(vm, call, Kind::ByteLength, Known::ByteLengthSize);
    },
    statics: &[],
};

static COUNT_SIZE: NativeFunction = method("size", 0, |_, _| Ok(Value::int(1)));

static BYTE_LENGTH_SIZE: NativeFunction = method("size", 1, |vm, call| {
    let chunk = call.argument(vm, 0);
    let key = vm.heap.key("byteLength");
    object::get_v(vm, chunk, key)
});

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &COUNT, None)?;
    interface::define(realm, &BYTE_LENGTH, None)?;
    for (known, row) in [(Known::CountSize, &COUNT_SIZE), (Known::ByteLengthSize, &BYTE_LENGTH_SIZE)] {
        let size = function::new_native_function(realm.vm, row);
        realm::set_further(realm.vm, known as usize, size);
    }
    Ok(())
}

/// The constructor of both strategies, Streams 7.2 and 7.3. Any number is taken as `highWaterMark`: streams refuse NaN
/// and negative ones.
fn new_strategy(vm: &mut Vm, call: Call, known: Known, kind: Kind) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, known, kind.class())?;
    vm.keep(Value::object(prototype));
    require_arguments(vm, call, 1, kind.class())?;
    let init = dictionary(vm, call.argument(vm, 0), "The argument of a queuing strategy")?;
    let Some(mark) = member(vm, init, "highWaterMark")? else {
        return vm.type_error("A queuing strategy must have a highWaterMark");
    };
    let mark = convert::to_number(vm, mark)?;
    let strategy = fields::new(vm, kind, prototype)?;
    fields::set_number(vm, strategy, 0, mark);
    Ok(Value::object(strategy))
}

/// get CountQueuingStrategy.prototype.highWaterMark, get ByteLengthQueuingStrategy.prototype.highWaterMark
fn high_water_mark(vm: &mut Vm, call: Call, kind: Kind) -> Completion<Value> {
    let strategy = fields::this(vm, call, kind, "highWaterMark")?;
    Ok(fields::get(vm, strategy, 0))
}

/// get CountQueuingStrategy.prototype.size, get ByteLengthQueuingStrategy.prototype.size
fn size(vm: &mut Vm, call: Call, kind: Kind, known: Known) -> Completion<Value> {
    fields::this(vm, call, kind, "size")?;
    Ok(Value::object(known.of_realm(vm)))
}

/// A strategy as a dictionary.
pub(super) struct Strategy {
    mark: Option<f64>,
    /// A function or undefined.
    pub(super) size: Value,
}

/// Converts to a dictionary. Its function is kept.
pub(super) fn read(vm: &mut Vm, value: Value) -> Completion<Strategy> {
    let strategy = dictionary(vm, value, "A queuing strategy")?;
    let mark = match member(vm, strategy, "highWaterMark")? {
        Some(mark) => Some(convert::to_number(vm, mark)?),
        None => None,
    };
    let size = callback(vm, strategy, "size")?;
    Ok(Strategy { mark, size })
}

impl Strategy {
    /// ExtractHighWaterMark, Streams 7.4
    pub(super) fn mark_or(&self, vm: &mut Vm, default: f64) -> Completion<f64> {
        match self.mark.unwrap_or(default) {
            mark if mark >= 0.0 => Ok(mark),
            _ => vm.range_error("The highWaterMark must be a number that is not negative"),
        }
    }
}

/// Performs a size algorithm, ExtractSizeAlgorithm, Streams 7.4.
pub(super) fn chunk_size(vm: &mut Vm, function: Value, chunk: Value) -> Completion<f64> {
    if !function.is_object() {
        return Ok(1.0);
    }
    let size = vm.call(function, Value::UNDEFINED, &[chunk])?;
    vm.keep(size);
    convert::to_number(vm, size)
}

/// EnqueueValueWithSize, Streams 8.1
pub(super) fn enqueue_with_size(
    vm: &mut Vm,
    controller: ObjectId,
    [queue, total]: [usize; 2],
    value: Value,
    size: f64,
) -> Completion<()> {
    if !(0.0..f64::INFINITY).contains(&size) {
        return vm.range_error("The size of a chunk must be a finite number that is not negative");
    }
    ring::push(vm, controller, queue, &[value, Value::number(size)])?;
    let before = fields::number(vm, controller, total);
    fields::set_number(vm, controller, total, before + size);
    Ok(())
}

/// Takes the size of a chunk off the total, DequeueValue, Streams 8.1: not below 0, as numbers are rounded.
pub(super) fn subtract(vm: &mut Vm, controller: ObjectId, total: usize, size: Value) {
    let left = fields::number(vm, controller, total) - size.as_number().unwrap_or(0.0);
    fields::set_number(vm, controller, total, left.max(0.0));
}
