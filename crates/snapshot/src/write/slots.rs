//! Internal slots: references of objects besides their properties.

use ferrotape_bytecode::Writer;

use super::super::{Done, says_what_it_captures};
use super::Writing;
use ferrotape_runtime::function::{self, Captured, Native};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::module::ModuleId;
use ferrotape_runtime::object::{Kind, Pieces, Special};
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    /// Writes the internal slots that refer to other cells. Weak references are left for the end.
    pub(super) fn slots(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let Some(special) = self.vm.heap.kind(object).tag().special() else {
            let mut links = Pieces::default();
            self.vm.heap.kind(object).write_links(&self.vm.heap, &mut links);
            return self.pieces(&links, bytes);
        };
        match special {
            Special::Collection => self.entries(object, bytes),
            Special::FinalizationRegistry => self.registry(object, bytes),
            Special::Generator => self.generator(object, bytes),
            Special::Enumeration => self.enumeration(object, bytes),
            Special::WeakTable => self.weak_table(object),
            Special::HostObject => self.host_value(object, bytes),
            Special::Native => self.captured(object, bytes),
            Special::WeakRef => {
                self.weak_refs.push(object);
                Ok(())
            }
            // Home objects are written with the state of each object.
            Special::Closure | Special::Host | Special::RegExp | Special::Global => Ok(()),
            Special::ArrayBuffer | Special::TypedArray | Special::DataView => Ok(()),
        }
    }

    /// Writes the captures of a built-in function that declares them.
    fn captured(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let Kind::Native(Native { function, .. }) = self.vm.heap.kind(object) else { return Ok(()) };
        let function = function::native(self.vm, function);
        if !says_what_it_captures(function) {
            return Ok(());
        }
        let captures = function.captures;
        let values = self.vm.heap.all_captured(object).to_vec();
        for (captured, value) in captures.into_iter().zip(values) {
            if !matches!(captured, Captured::Module | Captured::LoadedModule) {
                self.value(value, bytes)?;
                continue;
            }
            match self.modules.number(ModuleId::of_value(value)) {
                Some(number) => self.number(number, bytes),
                None => return self.cannot("a module that is not linked"),
            }
        }
        Ok(())
    }

    /// Writes entries, and the holes between them.
    fn entries(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let Some(collection) = self.vm.heap.collection(object) else { return Ok(()) };
        let (layout, size) = (collection.layout(), collection.size());
        let mut out = Writer::default();
        [layout.capacity.into(), layout.first.into(), size as u64].into_iter().for_each(|number| out.number(number));
        bytes.append(&mut out.bytes);
        let (mut place, mut holes) = (0, 0);
        while let Some(entry) = self.vm.heap.collection(object).and_then(|collection| collection.place(place)) {
            self.vm.work(1)?;
            place += 1;
            let Some([key, value]) = entry else {
                holes += 1;
                continue;
            };
            if holes > 0 {
                self.value(Value::EMPTY, bytes)?;
                out.number(std::mem::take(&mut holes));
                bytes.append(&mut out.bytes);
            }
            self.value(key, bytes)?;
            self.value(value, bytes)?;
        }
        out.number(holes);
        bytes.append(&mut out.bytes);
        Ok(())
    }
}
