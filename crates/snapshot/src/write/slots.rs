//! Internal slots: what objects refer to besides their properties.

use ferrotape_bytecode::Writer;

use super::super::{Done, says_what_it_captures};
use super::Writing;
use ferrotape_runtime::function::{self, Captured};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::module::ModuleId;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    pub(super) fn slots(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let reference =
            |object: ObjectId| if object == self.vm.heap.nothing { Value::NULL } else { Value::object(object) };
        let mut values = Vec::new();
        match self.vm.heap.kind(object) {
            Kind::Collection(_) => return self.entries(object, bytes),
            Kind::FinalizationRegistry(_) => return self.registry(object, bytes),
            Kind::Promise(_) => return self.promise(object, bytes),
            Kind::Generator(_) => return self.generator(object, bytes),
            Kind::Enumeration(_) => return self.enumeration(object, bytes),
            Kind::WeakTable(_) => return self.weak_table(object),
            Kind::HostObject(_) => return self.host_value(object, bytes),
            Kind::WeakRef(_) => self.weak_refs.push(object),
            Kind::Bound(bound) => {
                values.extend([Value::object(bound.target), bound.this]);
                values.extend(&*bound.arguments);
            }
            Kind::Native { function, .. } if says_what_it_captures(function::native(self.vm, function)) => {
                let captures = function::native(self.vm, function).captures;
                return self.captured(object, captures, bytes);
            }
            Kind::Proxy { target, handler, .. } => values.extend([target, handler].map(reference)),
            Kind::ArrayIterator { array, .. } => values.push(reference(array)),
            Kind::RegExpStringIterator(iterator) => values.push(reference(iterator.regexp)),
            Kind::CollectionIterator { collection, .. } => values.push(reference(collection)),
            Kind::IteratorHelper(helper) => values.extend(helper.values()),
            Kind::AsyncFromSyncIterator(record) => values.extend(record),
            _ => {}
        }
        for value in values {
            bytes.append(&mut self.value(value)?);
        }
        Ok(())
    }

    fn captured(&mut self, object: ObjectId, captures: [Captured; 3], bytes: &mut Vec<u8>) -> Done<()> {
        let values = self.vm.heap.all_captured(object).to_vec();
        for (captured, value) in captures.into_iter().zip(values) {
            if !matches!(captured, Captured::Module | Captured::LoadedModule) {
                bytes.append(&mut self.value(value)?);
                continue;
            }
            match self.modules.number(ModuleId::of_value(value)) {
                Some(number) => self.number(number, bytes),
                None => return self.cannot("a module that is not linked"),
            }
        }
        Ok(())
    }

    /// Entries, and the holes between them.
    fn entries(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let Some(collection) = self.vm.heap.collection(object) else { return Ok(()) };
        let (layout, size) = (collection.layout(), collection.size());
        let mut out = Writer::default();
        [layout.capacity.into(), layout.first.into(), size as u64].into_iter().for_each(|number| out.number(number));
        bytes.append(&mut out.bytes);
        let (mut place, mut holes) = (0, 0);
        while let Some(entry) = self.vm.heap.collection(object).and_then(|collection| collection.place(place)) {
            self.vm.tick(1)?;
            place += 1;
            let Some([key, value]) = entry else {
                holes += 1;
                continue;
            };
            if holes > 0 {
                bytes.append(&mut self.value(Value::EMPTY)?);
                out.number(std::mem::take(&mut holes));
                bytes.append(&mut out.bytes);
            }
            bytes.append(&mut self.value(key)?);
            bytes.append(&mut self.value(value)?);
        }
        out.number(holes);
        bytes.append(&mut out.bytes);
        Ok(())
    }
}
