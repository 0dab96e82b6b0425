//! Shortened strings of scripts for messages and stacks.
//!
//! A string can be as long as memory allows and cost next to nothing, as ropes do. So text that leaves the engine
//! unasked is read from the front of the string, up to a length. The string is neither flattened nor copied.

use crate::function::Closure;
use ferrotape_text::{SHOWN_NAME, shown};

use crate::heap::Heap;
use crate::heap::string::{StringData, StringView};
use crate::id::{ObjectId, StringId};
use crate::names::keys;
use crate::object::Kind;
use crate::property_key::PropertyKey;
use crate::shape;
use crate::value::Value;

/// Characters of an error's message that stacks and hosts get.
pub const SHOWN_MESSAGE: usize = 4000;

/// Characters of a function's text.
const SHOWN_SOURCE: usize = 40;

/// Most parts of a rope on the way to its front. A rope of more, appended one by one, shows nothing but `…`.
const MAX_ROPE_DEPTH: usize = 1 << 16;

/// The first `most` characters, and `…` if there are more.
pub fn string(heap: &mut Heap, string: StringId, most: usize) -> String {
    let mut text = shown(decoded(front(heap, string, 2 * most + 2).into_iter()), most);
    if text.is_empty() && heap.string_length(string) > 0 {
        text.push('…');
    }
    text
}

/// The shortened string of a name or key, for messages.
pub fn shown_name(heap: &mut Heap, name: StringId) -> String {
    string(heap, name, SHOWN_NAME)
}

/// The first `most` units of a string, or all if it has fewer.
fn front(heap: &mut Heap, string: StringId, most: usize) -> Vec<u16> {
    let mut units = Vec::with_capacity(most.min(heap.string_length(string)));
    let mut depth = 0;
    // Parts that follow, nearest last. No part is empty, so `most` of them are enough.
    let mut behind = std::collections::VecDeque::new();
    let mut next = Some(string);
    while let Some(id) = next.filter(|_| units.len() < most && depth < MAX_ROPE_DEPTH) {
        next = if let StringData::Rope { left, right, .. } = heap.string_cell(id).data {
            depth += 1;
            behind.push_back(right);
            if behind.len() > most {
                behind.pop_front();
            }
            Some(left)
        } else {
            units.extend(heap.strings.view(id).units().take(most - units.len()));
            behind.pop_back()
        };
    }
    // The next tick looks at what this has cost.
    heap.budget.work_later((depth + units.len()) as u64 / 8);
    units
}

impl StringView<'_> {
    /// The shortened form of a name or key, for messages.
    pub fn shown_name(self) -> String {
        shown(decoded(self.slice(0, 2 * SHOWN_NAME + 2).units()), SHOWN_NAME)
    }
}

fn decoded(units: impl Iterator<Item = u16>) -> impl Iterator<Item = char> {
    char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// `#<Constructor>` for most objects, `function name`, `[object Array]`; the text of functions without a name.
pub fn describe_object(heap: &mut Heap, object: ObjectId) -> String {
    match heap.kind(object) {
        Kind::Array { .. } => "[object Array]".to_owned(),
        Kind::Native { .. } | Kind::Closure { .. } | Kind::Host(_) | Kind::Bound(_) => {
            match own_text(heap, object, keys::NAME) {
                Some(name) if !name.is_empty() => format!("function {name}"),
                _ => source_of_closure(heap, object).unwrap_or_else(|| "function".to_owned()),
            }
        }
        _ => format!("#<{}>", constructor_name(heap, object).unwrap_or_else(|| "Object".to_owned())),
    }
}

/// The beginning of a function's text, in one line.
fn source_of_closure(heap: &Heap, object: ObjectId) -> Option<String> {
    let Kind::Closure(Closure { code, .. }) = heap.kind(object) else { return None };
    let code = heap.code_cell(code);
    let text = code.set.unit.unit.source.slice(code.template().span);
    let in_line = text.chars().map(|character| if character.is_whitespace() { ' ' } else { character });
    // Code that was made without a text has none to show.
    (!text.is_empty()).then(|| shown(in_line, SHOWN_SOURCE))
}

/// The name of an object's constructor, as far as plain data properties tell it.
pub fn constructor_name(heap: &mut Heap, object: ObjectId) -> Option<String> {
    let mut holder = object;
    // Nobody needs the name behind a long chain.
    for _ in 0..16 {
        if let Some(constructor) = own_data(heap, holder, keys::CONSTRUCTOR) {
            return own_text(heap, constructor.as_object()?, keys::NAME).filter(|name| !name.is_empty());
        }
        holder = heap.known_prototype_of(holder)?;
    }
    None
}

/// The value of an own property, if it can be read without running script.
pub fn own_data(heap: &Heap, object: ObjectId, key: PropertyKey) -> Option<Value> {
    let (slot, attributes) = shape::shape_lookup(heap, heap.shape_of(object), key)?;
    (attributes.is_plain_data() && !heap.is_opaque(object, key)).then(|| heap.slot(object, slot))
}

fn own_text(heap: &mut Heap, object: ObjectId, key: PropertyKey) -> Option<String> {
    let text = own_data(heap, object, key)?.as_string()?;
    Some(shown_name(heap, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::rope;

    fn heap() -> Heap {
        Heap::new(1, crate::names::TEXTS)
    }

    fn shown_of(heap: &mut Heap, string: StringId, most: usize) -> String {
        let before = heap.budget.bytes();
        let text = super::string(heap, string, most);
        assert_eq!(heap.budget.bytes(), before, "the string has been flattened");
        text
    }

    #[test]
    fn strings_of_every_kind_are_cut_at_characters() {
        let mut heap = heap();
        for (text, most, expected) in [
            ("", 3, ""),
            ("abc", 3, "abc"),
            ("abcd", 3, "abc…"),
            ("ä𝒳ö𝒳", 4, "ä𝒳ö𝒳"),
            ("ä𝒳ö𝒳", 3, "ä𝒳ö…"),
            ("𝒳𝒳𝒳", 2, "𝒳𝒳…"),
        ] {
            let string = heap.new_string(text);
            assert_eq!(shown_of(&mut heap, string, most), expected, "{text}");
        }
    }

    #[test]
    fn ropes_are_read_from_the_front_whichever_way_they_hang() {
        let mut heap = heap();
        let piece = heap.new_string("0123456789abcdefghijklmnopqrstuvwxyz");
        for left_first in [true, false] {
            let mut rope = piece;
            for _ in 0..1000 {
                let (left, right) = if left_first { (rope, piece) } else { (piece, rope) };
                rope = rope::concat(&mut heap, left, right).expect("a string");
            }
            let expected = "0123456789abcdefghijklmnopqrstuvwxyz".repeat(3);
            assert_eq!(shown_of(&mut heap, rope, 105), format!("{}…", &expected[..105]));
        }
        let mut doubled = piece;
        while let Some(longer) = rope::concat(&mut heap, doubled, doubled) {
            doubled = longer;
        }
        assert_eq!(shown_of(&mut heap, doubled, 5), "01234…");
    }

    #[test]
    fn a_rope_that_is_too_deep_is_given_up_and_what_it_cost_is_spent() {
        let mut heap = heap();
        let mut rope = heap.new_string("0123456789abcdefghijklmnopqrstuvwxyz");
        for _ in 0..=MAX_ROPE_DEPTH {
            rope = rope::concat(&mut heap, rope, StringId::character(b'x')).expect("a string");
        }
        let before = heap.budget.fuel_spent();
        assert_eq!(shown_of(&mut heap, rope, 5), "…");
        assert!(heap.budget.fuel_spent() - before >= MAX_ROPE_DEPTH as u64 / 8);
    }
}
