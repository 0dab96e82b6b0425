//! Internal slots that refer to other objects, and conditions between those.

use rustc_hash::FxHashSet;

use super::super::{Done, says_what_it_captures};
use super::{Reading, unreadable};
use ferrotape_runtime::collections;
use ferrotape_runtime::finalization;
use ferrotape_runtime::function::{self, Captured, Native};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::module;
use ferrotape_runtime::object::{Kind, Proxy, Special, kinds};
use ferrotape_runtime::value::Value;

impl Reading<'_, '_> {
    /// Reads the internal slots of an object by its kind. Weak references follow when all objects are complete.
    pub(super) fn read_slots(&mut self, object: ObjectId) -> Done<()> {
        let Some(special) = self.vm.heap.kind(object).tag().special() else { return kinds::read_links(object, self) };
        match special {
            Special::Collection => self.read_entries(object),
            Special::FinalizationRegistry => self.read_cleanup(object),
            Special::Generator => self.read_generator(object),
            Special::Enumeration => self.read_enumeration(object),
            Special::Native => self.read_captured(object),
            Special::HostObject => self.read_host_value(object),
            Special::WeakTable | Special::WeakRef => Ok(()),
            Special::Closure | Special::Host | Special::RegExp | Special::Global => Ok(()),
            Special::ArrayBuffer | Special::TypedArray | Special::DataView => Ok(()),
        }
    }

    fn read_cleanup(&mut self, object: ObjectId) -> Done<()> {
        let cleanup = self.value()?;
        if !self.vm.heap.is_callable(cleanup) {
            return unreadable("a registry has nothing to call");
        }
        finalization::set_cleanup_callback(&mut self.vm.heap, object, cleanup);
        Ok(())
    }

    /// Reads the captures that the function relies on; undefined or null if it has been called.
    fn read_captured(&mut self, object: ObjectId) -> Done<()> {
        let Kind::Native(Native { function, .. }) = self.vm.heap.kind(object) else { return Ok(()) };
        if !says_what_it_captures(function::native(self.vm, function)) {
            return Ok(());
        }
        for (place, captured) in function::native(self.vm, function).captures.into_iter().enumerate() {
            if matches!(captured, Captured::Module | Captured::LoadedModule) {
                let number = self.reader.number()?;
                let module = self.module_at(number)?;
                let is_ready = match captured {
                    Captured::Module => module::is_linked(self.vm, module),
                    _ => module::is_complete(self.vm, module),
                };
                if !is_ready {
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

    /// Returns whether a built-in function can have captured the value in that place, as it declares.
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

    /// Reads a Map or Set with the layout of its table: capacity, the first entry's place, and the places of deleted ones.
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
            self.vm.heap.work(1)?;
            if !collections::fill_place(&mut self.vm.heap, object, None)? {
                return unreadable("a hole has no place");
            }
        }
        Ok(())
    }

    /// Verifies bound functions and proxies. Their targets are older, so chains of them end. They can be called and
    /// constructed only if their targets can.
    pub(super) fn verify_forwarding(&mut self) -> Done<()> {
        let mut ends = FxHashSet::default();
        let mut open = FxHashSet::default();
        for object in std::mem::take(&mut self.forwarding) {
            let mut path = vec![(object, false)];
            while let Some((object, is_left)) = path.pop() {
                self.vm.heap.work(1)?;
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
            Kind::Proxy(Proxy { target, handler, .. }) if target != heap.nothing => (target, Some(handler)),
            _ => return Ok([None; 2]),
        };
        let is_alike =
            heap.has_call(object) == heap.has_call(target) && heap.has_construct(object) == heap.has_construct(target);
        if is_alike { Ok([Some(target), handler]) } else { unreadable("a function can do what its target cannot") }
    }
}
