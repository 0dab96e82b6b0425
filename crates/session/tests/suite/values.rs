//! The values of `bindings/shared/values.json`, which all bindings test: each is an expression and its bytes.

use std::fmt::Write;

use ferrotape_session::{Item, Op, Status};

use crate::support::{Session, member};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bindings/shared/values.json");

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// Returns the pairs of source and bytes: the engine itself reads the file.
pub fn all() -> Vec<(String, Vec<u8>)> {
    let text = std::fs::read_to_string(FILE).unwrap();
    let Item::List(values) = Session::new().item(&format!("({text})")) else { panic!("a list") };
    values.iter().map(|value| (member(value, "source").to_owned(), unhex(member(value, "bytes")))).collect()
}

/// Writes the file again with `UPDATE=1`: only for a new version of the format, or more values.
#[test]
fn values_have_their_bytes_and_come_back_by_them() {
    let mut session = Session::new();
    let mut written = Vec::new();
    for (source, expected) in all() {
        let bytes = session.eval(&source).unwrap_or_else(|error| panic!("{source}: {error:?}"));
        if std::env::var_os("UPDATE").is_none() {
            assert_eq!(hex(&bytes), hex(&expected), "{source}");
        }
        // Through a variable, and back.
        let mut pair = vec![12, 2, 8, 1, b'v'];
        pair.extend(renumbered(&bytes));
        session.call(Op::Set, &[0.0.into()], &pair).unwrap_or_else(|error| panic!("{source}: {error:?}"));
        if source.contains("Error(") {
            session.eval(WITHOUT_STACKS).expect("no stacks");
        }
        let back = session.call(Op::Get, &[0.0.into()], &[8, 1, b'v']).expect("a value");
        assert_eq!(hex(&back), hex(&bytes), "{source}");
        written.push((source, hex(&bytes)));
    }
    assert!(written.len() >= 200);
    if std::env::var_os("UPDATE").is_some() {
        let values = written.iter().map(|(source, bytes)| {
            let source = source.replace('\\', "\\\\").replace('"', "\\\"");
            let source: String = source.chars().map(escaped).collect();
            format!("  {{ \"source\": \"{source}\", \"bytes\": \"{bytes}\" }}")
        });
        std::fs::write(FILE, format!("[\n{}\n]\n", values.collect::<Vec<_>>().join(",\n"))).unwrap();
    }
}

/// An error that is read takes its stack where it is made, as others do.
const WITHOUT_STACKS: &str = "{
    const met = new Set(), left = [v];
    while (left.length) {
        const next = left.pop();
        if (met.has(next) || typeof next !== 'object') continue;
        met.add(next);
        if (Error.isError(next)) Object.defineProperty(next, 'stack', { value: undefined });
        left.push(...Reflect.ownKeys(next).map(key => next[key]));
    }
}";

fn escaped(letter: char) -> String {
    if letter.is_ascii() {
        return letter.to_string();
    }
    letter.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

/// In an array, each object has a number that is higher by one: the array is the first. Sources of `values.json` hold no
/// byte 22 but as the tag, or this would not be so short; those that do are compared by another test.
fn renumbered(bytes: &[u8]) -> Vec<u8> {
    Renumber { bytes, at: 0, out: Vec::new() }.all()
}

struct Renumber<'b> {
    bytes: &'b [u8],
    at: usize,
    out: Vec<u8>,
}

impl Renumber<'_> {
    fn all(mut self) -> Vec<u8> {
        while self.at < self.bytes.len() {
            self.one();
        }
        self.out
    }

    fn copy(&mut self, count: usize) {
        self.out.extend(&self.bytes[self.at..self.at + count]);
        self.at += count;
    }

    fn number(&mut self) -> usize {
        let (mut number, mut place) = (0, 0);
        loop {
            let byte = self.bytes[self.at];
            self.at += 1;
            number |= usize::from(byte & 0x7F) << place;
            place += 7;
            if byte < 0x80 {
                return number;
            }
        }
    }

    fn put(&mut self, mut number: usize) {
        while number >= 0x80 {
            self.out.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.out.push(number as u8);
    }

    fn same(&mut self) -> usize {
        let number = self.number();
        self.put(number);
        number
    }

    /// Copies a tag with what belongs to it alone.
    fn one(&mut self) {
        let tag = self.bytes[self.at];
        self.copy(1);
        match tag {
            4 | 12 | 13 => drop(self.same()),
            5 | 18 => self.copy(8),
            6..=8 | 19 => {
                let length = self.same();
                self.copy(length);
            }
            9 => {
                let length = self.same();
                self.copy(2 * length);
            }
            20 => {
                self.copy(1);
                self.same();
                self.same();
            }
            22 => {
                let number = self.number();
                self.put(number + 1);
            }
            _ => {}
        }
    }
}

#[test]
fn getters_run_and_what_they_throw_is_an_exception() {
    let mut session = Session::new();
    let (status, error, _) = session.eval("({ get a() { throw new TypeError('from the getter') } })").unwrap_err();
    assert_eq!((status, member(&error, "message")), (Status::Threw, "TypeError: from the getter"));
    // A getter that changes what is being written.
    assert_eq!(
        session.item("const o = { get a() { delete o.b; return 1 }, b: 2 }; o"),
        Item::Record(vec![("a".into(), 1.0.into())])
    );
    let list = session.item(
        "const l = [1, 2, 3]; Object.defineProperty(l, 0, { get() { l.length = 1; return 7 } }); [l.length, l[0]]",
    );
    assert_eq!(list, Item::List(vec![3.0.into(), 7.0.into()]));
    assert!(session.eval("const m = new Map([[{ get k() { m.clear(); return 1 } }, 2], [3, 4]]); m").is_ok());
}

#[test]
fn what_cannot_be_written_is_named_by_its_path() {
    let mut session = Session::new();
    let cases = [
        (
            "const b = new ArrayBuffer(8); b.transfer(); ({ orders: [0, { file: b }] })",
            "orders[1].file: the buffer is detached",
        ),
        (
            "const v = new Uint8Array(8); v.buffer.transfer(); new Map([['x y', v]])",
            "[\"x y\"]: the view's buffer is detached or too short",
        ),
    ];
    for (source, expected) in cases {
        let (_, error, _) = session.eval(&format!("{{ {source} }}")).map(drop).unwrap_err();
        assert_eq!((member(&error, "kind"), member(&error, "message")), ("conversion", expected), "{source}");
    }
}

#[test]
fn depth_takes_no_native_stack() {
    let mut session = Session::new();
    let bytes = session.eval("let deep = []; for (let i = 0; i < 1e6; i++) deep = [deep]; deep").expect("bytes");
    assert_eq!(bytes.len(), 2 * 1_000_001);
    let mut pair = vec![12, 2, 8, 1, b'd'];
    pair.extend(&bytes);
    session.call(Op::Set, &[0.0.into()], &pair).expect("it is read");
    assert_eq!(session.item("let n = 0; while (d.length) { d = d[0]; n++ } n"), Item::Number(1e6));
}

#[test]
fn lengths_make_no_room_before_the_bytes_are_there() {
    let mut session = Session::with(vec![("memory", (8e6).into())]);
    // An array of 2^32 - 1 elements, and a buffer, strings and BigInts of as many bytes.
    for hostile in [
        &[12, 255, 255, 255, 255, 15][..],
        &[19, 255, 255, 255, 255, 15],
        &[8, 255, 255, 255, 255, 15],
        &[9, 255, 255, 255, 255, 7],
        &[6, 255, 255, 255, 255, 15],
        &[12, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1],
    ] {
        let (_, error, _) = session.call(Op::Get, &[0.0.into()], hostile).unwrap_err();
        assert_eq!(member(&error, "kind"), "conversion", "{hostile:?}: {error:?}");
    }
    // Holes take no room at all.
    let pair = [&[12, 2, 8, 1, b'h', 12][..], &[255, 255, 255, 255, 15, 13, 255, 255, 255, 255, 15]].concat();
    session.call(Op::Set, &[0.0.into()], &pair).expect("it is read");
    assert_eq!(session.item("h.length"), Item::Number(4294967295.0));
}
