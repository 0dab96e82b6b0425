//! The iterators of URLSearchParams: default iterator objects, Web IDL 3.7.10.2.

use std::any::Any;

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::host_part::PartClass;
use ferrotape_runtime::hosts;
use ferrotape_runtime::iteration;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::host::HostData;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_runtime::{Reader, Writer};

use super::params;
use crate::interface::{Known, kept, new_object, new_prototype, this_object};

/// The class of the iterators, and the data of a new one.
pub(crate) const CLASS: PartClass =
    ("URLSearchParams Iterator", || Box::new(ParamsIterator { yields: Yields::Both, index: 0 }));

/// What an iterator gives of each pair.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Yields {
    Names,
    Values,
    Both,
}

/// The state of an iterator. Its URLSearchParams is kept.
#[derive(Copy, Clone)]
struct ParamsIterator {
    yields: Yields,
    index: usize,
}

impl HostData for ParamsIterator {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(*self))
    }

    fn save(&self) -> Option<Vec<u8>> {
        let mut to = Writer::default();
        to.byte(self.yields as u8);
        to.number(self.index as u64);
        Some(to.bytes)
    }

    fn restore(&mut self, bytes: &[u8], _: usize) -> bool {
        let mut from = Reader::new(bytes, 0);
        let yields = match from.byte() {
            Ok(0) => Yields::Names,
            Ok(1) => Yields::Values,
            Ok(2) => Yields::Both,
            _ => return false,
        };
        let Ok(index) = from.number() else { return false };
        *self = ParamsIterator { yields, index: usize::try_from(index).unwrap_or(usize::MAX / 4).min(usize::MAX / 4) };
        from.left() == 0
    }
}

static METHODS: &[NativeFunction] = &[method("next", 0, next)];

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let above = realm::intrinsics(realm.vm).iterator_prototype;
    let prototype = new_prototype(realm, above, Known::UrlSearchParamsIterator);
    crate::define_operations(realm, prototype, METHODS)?;
    realm.string_tag(prototype, CLASS.0)
}

pub(super) fn new_iterator(vm: &mut Vm, params: ObjectId, yields: Yields) -> Completion<Value> {
    let prototype = Known::UrlSearchParamsIterator.of_realm(vm);
    let iterator = new_object(vm, CLASS.0, prototype, Box::new(ParamsIterator { yields, index: 0 }))?;
    hosts::keep_value(&mut vm.heap, iterator, Value::object(params))?;
    Ok(Value::object(iterator))
}

/// %URLSearchParamsIteratorPrototype%.next ( )
fn next(vm: &mut Vm, call: Call) -> Completion<Value> {
    let iterator = this_object::<ParamsIterator>(vm, call, "URLSearchParams Iterator.prototype.next")?;
    let state = hosts::change_host_data(&mut vm.heap, iterator, |state: &mut ParamsIterator| {
        let before = *state;
        state.index += 1;
        before
    });
    let pair = match (kept(vm, iterator, 0).as_object(), state) {
        (Some(params), Some(state)) => params::pair(vm, params, state.index).map(|pair| (pair, state)),
        _ => None,
    };
    let Some(([name, value], state)) = pair else {
        // The iterator goes on where pairs are added later.
        hosts::change_host_data(&mut vm.heap, iterator, |state: &mut ParamsIterator| state.index -= 1);
        return Ok(iteration::iterator_result(vm, Value::UNDEFINED, true));
    };
    let item = match state.yields {
        Yields::Names => name,
        Yields::Values => value,
        Yields::Both => Value::object(array::new_array_from(vm, vec![name, value])?),
    };
    vm.keep(item);
    Ok(iteration::iterator_result(vm, item, false))
}
