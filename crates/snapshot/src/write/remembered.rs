//! Memory of realms and code beside what scripts can reach: the objects of template literals, the last match of a
//! regular expression, the state of `Math.random`, targets read from weak references, and registries whose callbacks are
//! due.

use ferrotape_budget::order;
use ferrotape_bytecode::FunctionKind;

use rustc_hash::FxHashMap;

use super::super::{Done, PATTERN, READY, ROOT, TEMPLATE};
use super::Writing;
use ferrotape_runtime::finalization;
use ferrotape_runtime::heap::{PatternId, StringId};
use ferrotape_runtime::pattern;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;

/// Functions that one tick looks at.
const FUNCTIONS_PER_TICK: u64 = 16;

impl Writing<'_> {
    /// Writes facts about ready code and template objects. Ready code is ready in the other engine as well, as it is
    /// paid for. The next evaluation of a template literal with a tag gives the same object, by which tags remember
    /// things.
    pub(super) fn templates_of_unit(&mut self, number: usize) -> Done<()> {
        (self.current, self.current_key) = (ROOT, PropertyKey::NONE);
        let Some(loaded) = self.loaded_units.get(number).cloned() else { return Ok(()) };
        self.vm.work(loaded.unit.functions.len() as u64 / FUNCTIONS_PER_TICK)?;
        for (index, template) in (0..).zip(&loaded.unit.functions) {
            if template.kind == FunctionKind::Eval {
                // It never runs again, and is left out.
                continue;
            }
            let Some(code) = loaded.made(index) else { continue };
            // The outermost code never runs again, unless it has a frame.
            if index > 0 && self.vm.heap.code_cell(code).is_ready() {
                self.vm.work(1)?;
                self.say_of_code(&[number as u64 + 1, READY, index.into()]);
            }
            let made = &self.vm.heap.code_block(code).template_objects;
            let made: Vec<_> = made.iter().map(|object| object.get()).collect();
            for (place, object) in made.into_iter().enumerate() {
                let Some(object) = object else { continue };
                self.vm.work(1)?;
                let mut bytes = Vec::new();
                self.value(Value::object(object), &mut bytes)?;
                self.say_of_code(&[number as u64 + 1, TEMPLATE, index.into(), place as u64]);
                self.templates.bytes.append(&mut bytes);
            }
        }
        Ok(())
    }

    /// Writes patterns of literals that are compiled, or that objects have, whose numbers they get.
    pub(super) fn patterns_of_unit(&mut self, number: usize) -> Done<()> {
        let Some(loaded) = self.loaded_units.get(number).cloned() else { return Ok(()) };
        let mut known = loaded.patterns.all();
        let is_told = |pattern: PatternId| self.patterns.of.contains_key(&pattern);
        known.retain(|&(_, pattern)| is_told(pattern) || pattern::is_pattern_ready(&self.vm.heap, pattern));
        if known.is_empty() {
            return Ok(());
        }
        self.vm.work((known.len() + loaded.strings.len()) as u64)?;
        let places: FxHashMap<StringId, u64> = loaded.strings.iter().copied().zip(0..).collect();
        let mut patterns: Vec<_> = known
            .iter()
            .filter_map(|((source, flags), pattern)| {
                let told = self.patterns.of.get(pattern).map_or(0, |&number| number as u64 + 1);
                Some([*places.get(source)?, *places.get(flags)?, told])
            })
            .collect();
        order::sort(&mut patterns);
        for [source, flags, told] in patterns {
            self.say_of_code(&[number as u64 + 1, PATTERN, source, flags, told]);
        }
        Ok(())
    }

    fn say_of_code(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|&number| self.templates.number(number));
    }

    /// Writes each realm's last match, then for the engine the random state, kept targets, and registries whose callbacks are
    /// due.
    pub(super) fn write_remembered(&mut self) -> Done<()> {
        for (realm, _) in self.realms.clone() {
            let last = self.vm.heap.realm(realm).last_match.clone();
            for string in [last.subject, last.input] {
                let mut bytes = Vec::new();
                self.value(Value::string(string), &mut bytes)?;
                self.remembered.bytes.append(&mut bytes);
            }
            self.remembered.number(last.groups().len() as u64);
            for &(start, end) in last.groups().iter().chain([&last.last_group]) {
                self.remembered.number(start.into());
                self.remembered.number(end.into());
            }
        }
        self.remembered.number(self.vm.agent.random_state);
        let kept: Vec<_> = finalization::kept_during_job(&self.vm.heap).collect();
        self.remembered.number(kept.len() as u64);
        for value in kept {
            self.vm.work(1)?;
            let mut bytes = Vec::new();
            self.value(value, &mut bytes)?;
            self.remembered.bytes.append(&mut bytes);
        }
        let waiting = finalization::waiting_registries(&self.vm.heap).to_vec();
        self.remembered.number(waiting.len() as u64);
        for registry in waiting {
            self.vm.work(1)?;
            let mut bytes = Vec::new();
            self.value(Value::object(registry), &mut bytes)?;
            self.remembered.bytes.append(&mut bytes);
        }
        Ok(())
    }
}
