//! Profiles as the protocol buffer of pprof (`profile.proto`).
//!
//! A message is a list of fields: a number, and a value that is a varint or bytes. Messages within are bytes.

use std::collections::HashMap;

use ferrotape_runtime::profile::Node;

use super::{Profile, name_of};

/// A message that is being written.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn number(&mut self, field: u64, value: u64) -> &mut Message {
        self.varint(field << 3);
        self.varint(value);
        self
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) -> &mut Message {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        self
    }

    /// Repeated numbers, packed.
    fn numbers(&mut self, field: u64, values: impl IntoIterator<Item = u64>) -> &mut Message {
        let mut packed = Message::default();
        values.into_iter().for_each(|value| packed.varint(value));
        self.bytes(field, &packed.0)
    }
}

/// The table of strings, whose first one is empty.
struct Strings {
    texts: Vec<String>,
    known: HashMap<String, u64>,
}

impl Strings {
    fn number(&mut self, text: &str) -> u64 {
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        let number = self.texts.len() as u64;
        self.texts.push(text.to_owned());
        self.known.insert(text.to_owned(), number);
        number
    }
}

/// The profile, with lines: `sample_type` 1, `sample` 2, `location` 4, `function` 5, `string_table` 6, `period_type` 11.
pub(super) fn encoded(profile: &Profile) -> Vec<u8> {
    let mut strings = Strings { texts: Vec::new(), known: HashMap::new() };
    strings.number("");
    let (name, unit) = profile.measure();
    let count = if profile.is_by_memory() { "alloc_samples" } else { "samples" };
    let mut out = Message::default();
    for (name, unit) in [(count, "count"), (name, unit)] {
        let (name, unit) = (strings.number(name), strings.number(unit));
        let mut kind = Message::default();
        kind.number(1, name).number(2, unit);
        out.bytes(1, &kind.0);
    }
    // A location is a line of a function.
    let mut locations: HashMap<(u32, u32), u64> = HashMap::new();
    let mut listed = Vec::new();
    for node in profile.tree.nodes.iter().filter(|node| node.samples > 0) {
        let mut sample = Message::default();
        let stack = stack(profile, node).into_iter().map(|place| {
            let next = locations.len() as u64 + 1;
            *locations.entry(place).or_insert_with(|| {
                listed.push(place);
                next
            })
        });
        sample.numbers(1, stack.collect::<Vec<_>>());
        sample.numbers(2, [node.samples, node.weight]);
        out.bytes(2, &sample.0);
    }
    for (index, (function, line_number)) in listed.into_iter().enumerate() {
        let (mut line, mut location) = (Message::default(), Message::default());
        line.number(1, u64::from(function) + 1).number(2, line_number.into());
        location.number(1, index as u64 + 1).bytes(4, &line.0);
        out.bytes(4, &location.0);
    }
    for (index, seen) in profile.tree.functions.iter().enumerate() {
        let mut function = Message::default();
        let (name, source) =
            (strings.number(&name_of(seen).replace(char::is_control, "_")), strings.number(&seen.source));
        let number = index as u64 + 1;
        function.number(1, number).number(2, name).number(3, name).number(4, source).number(5, seen.line.into());
        out.bytes(5, &function.0);
    }
    let mut period = Message::default();
    period.number(1, strings.number(name)).number(2, strings.number(unit));
    strings.texts.iter().for_each(|text| {
        out.bytes(6, text.as_bytes());
    });
    out.bytes(11, &period.0).number(12, profile.total() / profile.samples().max(1));
    out.0
}

/// The functions of a stack with their lines, innermost first.
fn stack(profile: &Profile, node: &Node) -> Vec<(u32, u32)> {
    let mut stack = vec![(node.function, node.line)];
    let mut caller = node.caller;
    while let Some(above) = caller.and_then(|caller| profile.tree.nodes.get(caller as usize)) {
        stack.push((above.function, above.line));
        caller = above.caller;
    }
    stack
}
