//! The iterators of lists of pairs: default iterator objects, Web IDL 3.7.10.2.

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

use super::{PairIterable, by_name, pair};
use crate::interface::{illegal_invocation, kept, new_object, new_prototype};

/// The classes of the iterators, and the data of new ones.
pub(crate) const CLASSES: [PartClass; 3] = [
    ("URLSearchParams Iterator", || Box::new(PairIterator::new("URLSearchParams Iterator"))),
    ("FormData Iterator", || Box::new(PairIterator::new("FormData Iterator"))),
    ("Headers Iterator", || Box::new(PairIterator::new("Headers Iterator"))),
];

/// Part of each pair that an iterator gives.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Yields {
    Names,
    Values,
    Both,
}

/// The state of an iterator. Its target is kept.
#[derive(Copy, Clone)]
struct PairIterator {
    class: &'static str,
    yields: Yields,
    index: usize,
}

impl PairIterator {
    const fn new(class: &'static str) -> Self {
        PairIterator { class, yields: Yields::Both, index: 0 }
    }
}

impl HostData for PairIterator {
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
        (self.yields, self.index) = (yields, usize::try_from(index).unwrap_or(usize::MAX / 4).min(usize::MAX / 4));
        from.left() == 0
    }
}

/// The functions of the prototypes, in the order of [`CLASSES`].
static METHODS: [NativeFunction; 3] = [
    method("next", 0, |vm, call| next(vm, call, CLASSES[0].0)),
    method("next", 0, |vm, call| next(vm, call, CLASSES[1].0)),
    method("next", 0, |vm, call| next(vm, call, CLASSES[2].0)),
];

/// Defines the prototype of a class of iterators, which has no constructor.
pub(super) fn install(realm: &mut RealmBuilder, of: &'static PairIterable) -> Completion<()> {
    let (class, known) = of.iterator;
    let above = realm::intrinsics(realm.vm).iterator_prototype;
    let prototype = new_prototype(realm, above, known);
    for (number, (name, _)) in CLASSES.iter().enumerate() {
        if *name == class {
            crate::define_operations(realm, prototype, &METHODS[number..=number])?;
        }
    }
    realm.string_tag(prototype, class)
}

/// Makes an iterator over the pairs of an object as they are when it gets to them.
pub(crate) fn new_iterator(
    vm: &mut Vm,
    object: ObjectId,
    of: &'static PairIterable,
    yields: Yields,
) -> Completion<Value> {
    let (class, known) = of.iterator;
    let prototype = known.of_realm(vm);
    let data = PairIterator { yields, ..PairIterator::new(class) };
    let iterator = new_object(vm, class, prototype, Box::new(data))?;
    hosts::keep_value(&mut vm.heap, iterator, Value::object(object))?;
    Ok(Value::object(iterator))
}

/// The function `next` of an iterator.
fn next(vm: &mut Vm, call: Call, class: &'static str) -> Completion<Value> {
    let is_it = |&this: &ObjectId| hosts::host_data::<PairIterator>(&vm.heap, this).is_some_and(|it| it.class == class);
    let Some(iterator) = call.this.as_object().filter(is_it) else {
        return illegal_invocation(vm, call, &format!("{class}.prototype.next"));
    };
    let state = hosts::change_host_data(&mut vm.heap, iterator, |state: &mut PairIterator| {
        let before = *state;
        state.index += 1;
        before
    });
    if let Some(object) = kept(vm, iterator, 0).as_object() {
        by_name::refresh(vm, object)?;
    }
    let pair = match (kept(vm, iterator, 0).as_object(), state) {
        (Some(object), Some(state)) => pair(vm, object, state.index).map(|pair| (pair, state)),
        _ => None,
    };
    let Some(([name, value], state)) = pair else {
        // The iterator goes on where pairs are added later.
        hosts::change_host_data(&mut vm.heap, iterator, |state: &mut PairIterator| state.index -= 1);
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
