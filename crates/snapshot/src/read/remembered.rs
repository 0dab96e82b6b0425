//! Memory of realms and their code: see [`super::super::write`].

use std::sync::Arc;

use super::super::{Done, PATTERN, READY, TEMPLATE};
use super::{Reading, unreadable};
use ferrotape_runtime::code::{CodeBlock, CodeSet};
use ferrotape_runtime::finalization;
use ferrotape_runtime::heap::StringId;
use ferrotape_runtime::pattern;
use ferrotape_runtime::regexp::LastMatch;

impl Reading<'_, '_> {
    /// Reads facts about code until a zero: ready functions, objects of template literals, and compiled patterns.
    pub(super) fn read_templates(&mut self) -> Done<()> {
        const NONE: &str = "there is no such template literal";
        loop {
            let number = self.reader.number()?;
            let Some(number) = number.checked_sub(1) else { return Ok(()) };
            self.room()?;
            let set = usize::try_from(number).ok().and_then(|number| self.units.get(number)).cloned();
            let Some(set) = set else { return unreadable(NONE) };
            match self.reader.number()? {
                READY => {
                    let index = self.function_of(&set)?;
                    self.ready(&set, index)?;
                }
                TEMPLATE => {
                    let (index, place) = (self.function_of(&set)?, self.small()?);
                    let block = self.ready(&set, index)?;
                    let object = self.value()?.as_object();
                    match (block.template_objects.get(place as usize), object) {
                        (Some(cell), Some(object)) => cell.set(object),
                        _ => return unreadable(NONE),
                    }
                }
                PATTERN => self.read_pattern(&set)?,
                _ => return unreadable("nothing of the kind is known of code"),
            }
        }
    }

    fn function_of(&mut self, set: &CodeSet) -> Done<u32> {
        let index = self.small()?;
        match (index as usize) < set.unit.unit.functions.len() {
            true => Ok(index),
            false => unreadable("there is no such function"),
        }
    }

    fn ready(&mut self, set: &Arc<CodeSet>, index: u32) -> Done<Arc<CodeBlock>> {
        let code = set.code(&mut self.vm.heap, index);
        Ok(self.vm.heap.ready_code(code)?)
    }

    /// Reads the compiled pattern of a literal. It is one that objects have as well, or is compiled here.
    fn read_pattern(&mut self, set: &CodeSet) -> Done<()> {
        const NONE: &str = "there is no such regular expression";
        let [source, flags] = [self.small()?, self.small()?].map(|text| set.unit.strings.get(text as usize).copied());
        let (Some(source), Some(flags)) = (source, flags) else { return unreadable(NONE) };
        let pattern = match self.small()?.checked_sub(1) {
            Some(number) => self.patterns.get(number as usize).copied(),
            None => Some(self.pattern_as_it_was(source, flags, true)?),
        };
        match pattern {
            Some(pattern) if pattern::is_pattern_of(&mut self.vm.heap, pattern, source, flags)? => {
                pattern::set_pattern_of_literal(&set.unit, source, flags, pattern);
                Ok(())
            }
            _ => unreadable(NONE),
        }
    }

    /// Reads what realms and code remember.
    pub(super) fn read_remembered(&mut self) -> Done<()> {
        for (realm, _) in self.realms.clone() {
            self.vm.heap.work(1)?;
            let (subject, input) = (self.text_value()?, self.text_value()?);
            let count = self.reader.count(2)?;
            let mut groups = Vec::new();
            for _ in 0..count.min(LastMatch::MOST_GROUPS) {
                groups.push((self.small()?, self.small()?));
            }
            let last_group = (self.small()?, self.small()?);
            let length = self.vm.heap.string_length(subject);
            let Some(last) = LastMatch::of_groups((subject, length), input, &groups, last_group) else {
                return unreadable("there is no such match");
            };
            self.vm.heap.realm_mut(realm).last_match = last;
        }
        match self.reader.number()? {
            0 => return unreadable("there are no random numbers"),
            state => self.vm.agent.random_state = state,
        }
        for _ in 0..self.reader.count(1)? {
            self.room()?;
            let value = self.value()?;
            if !value.is_object() && !value.is_symbol() {
                return unreadable("a value cannot be weakly held");
            }
            finalization::keep_during_job(&mut self.vm.heap, value)?;
        }
        for _ in 0..self.reader.count(1)? {
            self.room()?;
            let registry = self.registry()?;
            finalization::wait_for_cleanup(&mut self.vm.heap, registry);
        }
        Ok(())
    }

    fn text_value(&mut self) -> Done<StringId> {
        self.value()?.as_string().map_or_else(|| unreadable("the searched value is not a string"), Ok)
    }
}
