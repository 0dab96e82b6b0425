//! Internal slots that refer to other objects, and what has to hold between those.

use rustc_hash::FxHashSet;

use super::super::{Done, says_what_it_captures};
use super::{Reading, unreadable};
use ferrotape_runtime::collections;
use ferrotape_runtime::finalization;
use ferrotape_runtime::function::{self, Captured};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iterator_helper;
use ferrotape_runtime::module;
use ferrotape_runtime::object::{Kind, ObjectKind};
use ferrotape_runtime::value::Value;

/// What is put into the internal slots of one object.
enum Slots {
    None,
    Entries,
    Cleanup,
    Bound(usize),
    Proxy,
    Iterated,
    Helper,
    Promise,
    Generator,
    Enumeration,
    SyncIterator,
    Captured,
    HostValue,
}

impl Reading<'_, '_> {
    pub(super) fn read_slots(&mut self, object: ObjectId) -> Done<()> {
        let slots = match self.vm.heap.kind(object) {
            Kind::Collection(_) => Slots::Entries,
            Kind::FinalizationRegistry(_) => Slots::Cleanup,
            Kind::Bound(bound) => Slots::Bound(bound.arguments.len()),
            Kind::Proxy { .. } => Slots::Proxy,
            Kind::ArrayIterator { .. } | Kind::RegExpStringIterator(_) | Kind::CollectionIterator { .. } => {
                Slots::Iterated
            }
            Kind::IteratorHelper(_) => Slots::Helper,
            Kind::Promise(_) => Slots::Promise,
            Kind::Generator(_) => Slots::Generator,
            Kind::Enumeration(_) => Slots::Enumeration,
            Kind::AsyncFromSyncIterator(_) => Slots::SyncIterator,
            Kind::Native { function, .. } if says_what_it_captures(function::native(self.vm, function)) => {
                Slots::Captured
            }
            Kind::HostObject(_) => Slots::HostValue,
            _ => Slots::None,
        };
        match slots {
            Slots::None => Ok(()),
            Slots::Entries => self.read_entries(object),
            Slots::Cleanup => {
                let cleanup = self.value()?;
                if !self.vm.heap.is_callable(cleanup) {
                    return unreadable("a registry has nothing to call");
                }
                finalization::set_cleanup_callback(&mut self.vm.heap, object, cleanup);
                Ok(())
            }
            Slots::Bound(count) => self.read_bound(object, count),
            Slots::Proxy => self.read_proxy(object),
            Slots::Iterated => self.read_iterated(object),
            Slots::Helper => self.read_helper(object),
            Slots::Promise => self.read_promise(object),
            Slots::Generator => self.read_generator(object),
            Slots::Enumeration => self.read_enumeration(object),
            Slots::SyncIterator => self.read_sync_iterator(object),
            Slots::Captured => self.read_captured(object),
            Slots::HostValue => self.read_host_value(object),
        }
    }

    /// What the function relies on; undefined or null where it has been called.
    fn read_captured(&mut self, object: ObjectId) -> Done<()> {
        let Kind::Native { function, .. } = self.vm.heap.kind(object) else { return Ok(()) };
        for (place, captured) in function::native(self.vm, function).captures.into_iter().enumerate() {
            if matches!(captured, Captured::Module | Captured::LoadedModule) {
                let number = self.reader.number()?;
                let module = self.module_at(number)?;
                if captured == Captured::Module && !module::is_linked(self.vm, module) {
                    return unreadable("a module is not linked");
                }
                self.vm.heap.set_captured(object, place, module.to_value());
                continue;
            }
            let value = self.value()?;
            if !value.is_undefined() && !value.is_null() && !self.can_be(captured, value) {
                return unreadable("a built-in function has captured something else");
            }
            self.vm.heap.set_captured(object, place, value);
        }
        Ok(())
    }

    fn can_be(&self, captured: Captured, value: Value) -> bool {
        let heap = &self.vm.heap;
        let kind = value.as_object().map(|object| heap.kind(object));
        match captured {
            Captured::Nothing | Captured::Module | Captured::LoadedModule => false,
            Captured::Value => true,
            Captured::Boolean => value.as_bool().is_some(),
            Captured::Index => value.as_number().is_some_and(|number| number >= 0.0 && number.trunc() == number),
            Captured::Object => value.is_object(),
            Captured::Function => heap.is_callable(value),
            Captured::Promise => matches!(kind, Some(Kind::Promise(_))),
            Captured::Proxy => matches!(kind, Some(Kind::Proxy { .. })),
            Captured::List => matches!(kind, Some(Kind::Array { .. })),
        }
    }

    fn read_bound(&mut self, object: ObjectId, count: usize) -> Done<()> {
        let Some(target) = self.value()?.as_object().filter(|&target| self.vm.heap.has_call(target)) else {
            return unreadable("a bound function has nothing to call");
        };
        let this = self.value()?;
        for place in 0..count {
            let value = self.value()?;
            if let Some(ObjectKind::Bound(bound)) = self.vm.heap.kind_mut(object)
                && let Some(argument) = bound.arguments.get_mut(place)
            {
                *argument = value;
            }
        }
        if let Some(ObjectKind::Bound(bound)) = self.vm.heap.kind_mut(object) {
            (bound.target, bound.this) = (target, this);
        }
        Ok(())
    }

    fn read_proxy(&mut self, object: ObjectId) -> Done<()> {
        match (self.value()?, self.value()?) {
            (Value::NULL, Value::NULL) => Ok(()),
            (new_target, new_handler) => {
                let (Some(new_target), Some(new_handler)) = (new_target.as_object(), new_handler.as_object()) else {
                    return unreadable("a proxy is of no object");
                };
                if let Some(ObjectKind::Proxy { target, handler, .. }) = self.vm.heap.kind_mut(object) {
                    (*target, *handler) = (new_target, new_handler);
                }
                Ok(())
            }
        }
    }

    /// What an iterator goes by; null where it has come to its end.
    fn read_iterated(&mut self, object: ObjectId) -> Done<()> {
        let value = self.value()?;
        let Some(iterated) = value.as_object() else {
            return if value.is_null() { Ok(()) } else { unreadable("an iterator goes by no object") };
        };
        if let Kind::CollectionIterator { kind, .. } = self.vm.heap.kind(object)
            && collections::as_collection(&self.vm.heap, value, kind).is_none()
        {
            return unreadable("an iterator goes by no collection");
        }
        match self.vm.heap.kind_mut(object) {
            Some(ObjectKind::ArrayIterator { array, .. }) => *array = iterated,
            Some(ObjectKind::RegExpStringIterator(iterator)) => iterator.regexp = iterated,
            Some(ObjectKind::CollectionIterator { collection, .. }) => *collection = iterated,
            _ => {}
        }
        Ok(())
    }

    fn read_helper(&mut self, object: ObjectId) -> Done<()> {
        let iterated = [self.value()?, self.value()?];
        let inner = [self.stored_value()?, self.stored_value()?];
        let function = self.value()?;
        if inner[0].is_empty() != inner[1].is_empty() || inner.into_iter().any(|value| self.is_private(value)) {
            return unreadable("an iterator goes by half of another one");
        }
        iterator_helper::change_iterator_helper(&mut self.vm.heap, object, |helper| {
            (helper.iterated, helper.inner, helper.function) = (iterated, inner, function);
        });
        Ok(())
    }

    fn read_entries(&mut self, object: ObjectId) -> Done<()> {
        let (capacity, first) = (self.small()?, self.small()?);
        if !collections::make_table(&mut self.vm.heap, object, capacity)? {
            return unreadable("there is no such table");
        }
        for _ in 0..self.reader.count(2)? {
            self.room()?;
            let mut key = self.stored_value()?;
            if key.is_empty() {
                self.read_holes(object)?;
                key = self.value()?;
            }
            let value = self.value()?;
            if self.is_private(key) || !collections::fill_place(&mut self.vm.heap, object, Some([key, value]))? {
                return unreadable("an entry has no place");
            }
        }
        self.read_holes(object)?;
        match collections::set_first_place(&mut self.vm.heap, object, first) {
            true => Ok(()),
            false => unreadable("an entry is before the first one"),
        }
    }

    fn read_holes(&mut self, object: ObjectId) -> Done<()> {
        for _ in 0..self.small()? {
            self.vm.heap.tick(1)?;
            if !collections::fill_place(&mut self.vm.heap, object, None)? {
                return unreadable("a hole has no place");
            }
        }
        Ok(())
    }

    /// What calls are handed on to is older than who hands them on, so chains of bound functions and proxies come to an end; and
    /// who hands on can be called and constructed as the other one can.
    pub(super) fn verify_forwarding(&mut self) -> Done<()> {
        let mut ends = FxHashSet::default();
        let mut open = FxHashSet::default();
        for object in std::mem::take(&mut self.forwarding) {
            let mut path = vec![(object, false)];
            while let Some((object, is_left)) = path.pop() {
                self.vm.heap.tick(1)?;
                if is_left {
                    open.remove(&object);
                    ends.insert(object);
                    continue;
                }
                if ends.contains(&object) {
                    continue;
                }
                let next = self.forwarded_to(object)?;
                if !open.insert(object) {
                    return unreadable("a function leads to itself");
                }
                path.push((object, true));
                path.extend(next.into_iter().flatten().map(|next| (next, false)));
            }
        }
        Ok(())
    }

    /// The target of a bound function; target and handler of a proxy that has not been revoked.
    fn forwarded_to(&self, object: ObjectId) -> Done<[Option<ObjectId>; 2]> {
        let heap = &self.vm.heap;
        let (target, handler) = match heap.kind(object) {
            Kind::Bound(bound) => (bound.target, None),
            Kind::Proxy { target, handler, .. } if target != heap.nothing => (target, Some(handler)),
            _ => return Ok([None; 2]),
        };
        let is_alike =
            heap.has_call(object) == heap.has_call(target) && heap.has_construct(object) == heap.has_construct(target);
        if is_alike { Ok([Some(target), handler]) } else { unreadable("a function can do what its target cannot") }
    }
}
