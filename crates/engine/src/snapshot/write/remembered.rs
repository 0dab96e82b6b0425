//! What a realm and its code remember beside what scripts can come to: the objects of template literals, the last match of a
//! regular expression, where `Math.random` is, and what has been taken out of weak references.

use ferrotape_bytecode::FunctionKind;

use super::super::{Done, ROOT};
use super::Writing;
use crate::property_key::PropertyKey;
use crate::value::Value;

/// Functions that one tick looks at.
const FUNCTIONS_PER_TICK: u64 = 16;

impl Writing<'_> {
    /// The next evaluation of a template literal with a tag gives the same object: tags remember things by it.
    pub(super) fn templates_of_unit(&mut self, number: usize) -> Done<()> {
        (self.current, self.current_key) = (ROOT, PropertyKey::NONE);
        let Some(loaded) = self.loaded_units.get(number).cloned() else { return Ok(()) };
        self.vm.tick(loaded.unit.functions.len() as u64 / FUNCTIONS_PER_TICK)?;
        for (index, template) in (0..).zip(&loaded.unit.functions) {
            if template.kind == FunctionKind::Eval {
                // It never runs again, and is left out.
                continue;
            }
            let Some(code) = loaded.made(index).filter(|_| !template.templates.is_empty()) else { continue };
            let made = &self.vm.heap.code_block(code).template_objects;
            let made: Vec<_> = made.iter().map(|object| object.get()).collect();
            for (place, object) in made.into_iter().enumerate() {
                let Some(object) = object else { continue };
                self.vm.tick(1)?;
                let mut object = self.value(Value::object(object))?;
                self.templates.number(number as u64 + 1);
                self.templates.number(index.into());
                self.templates.number(place as u64);
                self.templates.bytes.append(&mut object);
            }
        }
        Ok(())
    }

    pub(super) fn write_remembered(&mut self) -> Done<()> {
        for (realm, _) in self.realms.clone() {
            let last = self.vm.heap.realm(realm).last_match.clone();
            for string in [last.subject, last.input] {
                let mut bytes = self.value(Value::string(string))?;
                self.remembered.bytes.append(&mut bytes);
            }
            self.remembered.number(last.groups().len() as u64);
            for &(start, end) in last.groups().iter().chain([&last.last_group]) {
                self.remembered.number(start.into());
                self.remembered.number(end.into());
            }
        }
        self.remembered.number(self.vm.random_state);
        let kept: Vec<_> = self.vm.heap.kept_during_job().collect();
        self.remembered.number(kept.len() as u64);
        for value in kept {
            self.vm.tick(1)?;
            let mut bytes = self.value(value)?;
            self.remembered.bytes.append(&mut bytes);
        }
        Ok(())
    }
}
