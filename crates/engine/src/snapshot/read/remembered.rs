//! What a realm and its code remember: see [`super::super::write`].

use super::super::Done;
use super::{Reading, unreadable};
use crate::heap::StringId;
use crate::regexp::LastMatch;

impl Reading<'_, '_> {
    pub(super) fn read_templates(&mut self) -> Done<()> {
        const NONE: &str = "there is no such template literal";
        loop {
            let number = self.reader.number()?;
            let Some(number) = number.checked_sub(1) else { return Ok(()) };
            self.room()?;
            let set = usize::try_from(number).ok().and_then(|number| self.units.get(number)).cloned();
            let (index, place) = (self.small()?, self.small()?);
            let Some(set) = set.filter(|set| (index as usize) < set.unit.unit.functions.len()) else {
                return unreadable(NONE);
            };
            let code = set.code(&mut self.vm.heap, index);
            let block = self.vm.heap.ready_code(code)?;
            let object = self.value()?.as_object();
            match (block.template_objects.get(place as usize), object) {
                (Some(cell), Some(object)) => cell.set(object),
                _ => return unreadable(NONE),
            }
        }
    }

    pub(super) fn read_remembered(&mut self) -> Done<()> {
        for (realm, _) in self.realms.clone() {
            self.vm.heap.tick(1)?;
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
            state => self.vm.random_state = state,
        }
        for _ in 0..self.reader.count(1)? {
            self.room()?;
            let value = self.value()?;
            if !value.is_object() && !value.is_symbol() {
                return unreadable("a value cannot be weakly held");
            }
            self.vm.heap.keep_during_job(value)?;
        }
        Ok(())
    }

    fn text_value(&mut self) -> Done<StringId> {
        self.value()?.as_string().map_or_else(|| unreadable("what was searched is no text"), Ok)
    }
}
