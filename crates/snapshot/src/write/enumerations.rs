//! Enumerations of `for`-`in`, which no script sees.

use ferrotape_bytecode::Writer;

use super::super::Done;
use super::Writing;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::shape;
use ferrotape_runtime::value::Value;

impl Writing<'_> {
    /// Writes how far an enumeration has come: its objects, the slots not yet reached, names found, and names that are shadowed.
    pub(super) fn enumeration(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let Kind::Enumeration(enumeration) = self.vm.heap.kind(object) else { return Ok(()) };
        let (current, awaited) = (enumeration.object, enumeration.awaited);
        let numbers = [enumeration.position as u64, enumeration.found as u64, enumeration.detours.into()];
        let (keys, rest) = (enumeration.known_names(&self.vm.heap), enumeration.rest);
        let parts = (0..).map_while(|part| enumeration.shadowed.part(part));
        let shadowed: Vec<PropertyKey> = parts.flatten().collect();
        let slots = rest.zip(current).and_then(|(rest, current)| shape::slots_of_rest(&self.vm.heap, current, &rest));
        for object in [current, awaited] {
            self.value(object.map_or(Value::NULL, Value::object), bytes)?;
        }
        let mut out = Writer::default();
        numbers.into_iter().for_each(|number| out.number(number));
        bytes.append(&mut out.bytes);
        out.byte(slots.is_some().into());
        slots.into_iter().flatten().for_each(|slot| out.number(slot.into()));
        bytes.append(&mut out.bytes);
        for keys in [keys, shadowed] {
            out.number(keys.len() as u64);
            bytes.append(&mut out.bytes);
            for key in keys {
                self.vm.work(1)?;
                self.key(key, bytes);
            }
        }
        Ok(())
    }
}
