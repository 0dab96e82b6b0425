//! Names of groups.

use std::borrow::Cow;
use std::collections::HashMap;

use unicode_id_start::{is_id_continue, is_id_start};

use super::{Parsed, Parser, error, pair};
use crate::meter::Meter;
use crate::tree::{Children, Node, NodeId};

/// A reference `\k<name>`, whose group may come later.
pub(super) struct NamedReference<'p> {
    node: NodeId,
    name: Cow<'p, [u16]>,
    offset: usize,
}

/// The name of a group.
pub(super) struct DefinedName {
    /// Index of the name in the tree.
    index: usize,
    /// Start of the last group with the name.
    offset: usize,
    /// Groups that references to the name mean, once there was one.
    groups: Option<Children>,
}

/// Names of groups, with the facts about them.
pub(super) type Names<'p> = HashMap<Cow<'p, [u16]>, DefinedName>;

/// Bytes of an entry in the table of names, including the table's own byte for it.
const PLACE_BYTES: usize = size_of::<(Cow<'_, [u16]>, DefinedName)>() + 1;

/// Makes a table with room for this many names. If it grew, it would hash all names again at once.
pub(super) fn table_of_names<'p>(count: usize, meter: &mut Meter<'_>) -> Parsed<Names<'p>> {
    if count > 0 {
        // Tables have a power of two of entries, of which an eighth stays free.
        let places = (count + count / 7).next_power_of_two().max(8);
        meter.charge(places * PLACE_BYTES)?;
    }
    Ok(HashMap::with_capacity(count))
}

impl<'p> Parser<'p, '_> {
    /// Parses the name of the group that is being opened.
    pub(super) fn define_name(&mut self, offset: usize) -> Parsed<()> {
        let name = self.group_name(offset)?;
        if let Some(&DefinedName { index, offset: last, .. }) = self.names.get(&name) {
            if self.might_both_participate(last) {
                return Err(error("duplicate capture group name", offset));
            }
            self.names.insert(name, DefinedName { index, offset, groups: None });
            return Ok(self.builder.names.add_group(index, self.next_group, self.meter)?);
        }
        let index = self.builder.names.len();
        self.builder.names.add(&name, self.next_group, self.meter)?;
        self.names.insert(name, DefinedName { index, offset, groups: None });
        Ok(())
    }

    /// MightBothParticipate ( x, y ), ECMA-262 22.2.1.4, of a group that began at an offset and one that begins here.
    /// False if they are in different alternatives. Checking the last group of a name is enough: earlier groups that
    /// exclude the last one also exclude the new one.
    fn might_both_participate(&self, offset: usize) -> bool {
        // The innermost open frame that contains the other group. The pattern itself contains all.
        let inner = &self.frames[1..];
        let frame = &self.frames[inner.partition_point(|frame| frame.offset < offset)];
        offset >= frame.alternative
    }

    /// Parses `\k`, which is a reference if any group has a name, and otherwise stands for itself.
    pub(super) fn named_reference(&mut self, offset: usize) -> Parsed<Option<NodeId>> {
        if !self.has_names || !self.eat(b'k') {
            return Ok(None);
        }
        if !self.eat(b'<') {
            return Err(error("invalid named reference", offset));
        }
        let name = self.group_name(offset)?;
        let (groups, ignore_case) = (Children { start: 0, end: 0 }, self.flags.ignore_case);
        let node = self.add(Node::BackReference { groups, ignore_case })?;
        self.meter.push(&mut self.named_references, NamedReference { node, name, offset })?;
        Ok(Some(node))
    }

    /// Resolves named references, once all groups are known. Those to one name share the list of its groups.
    pub(super) fn resolve_names(&mut self) -> Parsed<()> {
        for NamedReference { node, name, offset } in std::mem::take(&mut self.named_references) {
            self.meter.tick(name.len() / 4 + 4)?;
            let Some(defined) = self.names.get_mut(&name) else {
                return Err(error("invalid named capture referenced", offset));
            };
            let groups = match defined.groups {
                Some(groups) => groups,
                None => self.builder.groups_of_name(defined.index, self.meter)?,
            };
            defined.groups = Some(groups);
            self.builder.set_back_reference(node, groups);
        }
        Ok(())
    }

    /// Parses a GroupName, ECMA-262 22.2.1, behind the `<` up to its end. Only a name with escapes has its own memory.
    fn group_name(&mut self, offset: usize) -> Parsed<Cow<'p, [u16]>> {
        let start = self.position;
        let mut end = start;
        let mut unescaped: Option<Vec<u16>> = None;
        while !self.eat(b'>') {
            self.meter.tick(1)?;
            let is_escape = self.peek() == Some(b'\\'.into());
            let is_part = |character: char| match (character, end == start) {
                ('$' | '_', _) | ('\u{200C}' | '\u{200D}', false) => true,
                (_, true) => is_id_start(character),
                (_, false) => is_id_continue(character),
            };
            let character = self.name_character().and_then(char::from_u32).filter(|&character| is_part(character));
            let Some(character) = character else { return Err(error("invalid capture group name", offset)) };
            if is_escape && unescaped.is_none() {
                let mut before = Vec::new();
                self.meter.reserve(&mut before, end - start)?;
                before.extend_from_slice(&self.pattern[start..end]);
                unescaped = Some(before);
            }
            if let Some(name) = &mut unescaped {
                self.meter.reserve(name, 2)?;
                name.extend_from_slice(character.encode_utf16(&mut [0; 2]));
            }
            end = self.position;
        }
        match unescaped {
            _ if end == start => Err(error("invalid capture group name", offset)),
            Some(name) => Ok(Cow::Owned(name)),
            None => Ok(Cow::Borrowed(&self.pattern[start..end])),
        }
    }

    /// Reads a code point, possibly escaped, of one unit or of two that are written alike.
    fn name_character(&mut self) -> Option<u32> {
        let (lead, is_escaped) = self.name_unit()?;
        let after = self.position;
        if (0xD800..0xDC00).contains(&lead)
            && self.pattern.get(after - 1) != Some(&u16::from(b'}'))
            && let Some((trail @ 0xDC00..0xE000, is_trail_escaped)) = self.name_unit()
            && is_escaped == is_trail_escaped
            && self.pattern.get(self.position - 1) != Some(&u16::from(b'}'))
        {
            return Some(pair(lead, trail));
        }
        self.position = after;
        Some(lead)
    }

    /// Reads a unit. Also returns whether it was escaped.
    fn name_unit(&mut self) -> Option<(u32, bool)> {
        let unit = self.peek()?;
        self.position += 1;
        if unit != u16::from(b'\\') {
            return Some((unit.into(), false));
        }
        if !self.eat(b'u') {
            return None;
        }
        if !self.eat(b'{') {
            return self.hexadecimal(4).map(|unit| (unit, true));
        }
        self.braced_code_point().map(|character| (character, true))
    }
}
