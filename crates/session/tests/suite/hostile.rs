//! Bytes of an enemy: nothing panics, and the engine goes on.

use ferrotape_session::{Item, Op};

use crate::support::Session;
use crate::values;

/// Numbers that are the same in each run: xorshift.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

fn changed(dice: &mut Dice, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len());
        match dice.below(6) {
            0 if !bytes.is_empty() => bytes[at] = dice.below(256) as u8,
            // A tag that there is.
            1 if !bytes.is_empty() => bytes[at] = dice.below(25) as u8,
            2 => bytes.truncate(at),
            3 => bytes.insert(at, [0, 12, 15, 22, 127, 128, 255][dice.below(7)]),
            4 if !bytes.is_empty() => drop(bytes.remove(at)),
            _ => {
                let from = dice.below(other.len());
                bytes.splice(at..at, other[from..].iter().copied().take(20));
            }
        }
    }
    bytes
}

#[test]
fn changed_values_are_values_or_errors() {
    let values = values::all();
    let mut session = Session::with(vec![("memory", (32e6).into()), ("fuel", (5e6).into())]);
    session.function("given", 5, |_| Ok(vec![0]));
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    let rounds = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
    let mut read = 0;
    for _ in 0..rounds {
        let (first, second) = (dice.below(values.len()), dice.below(values.len()));
        let bytes = changed(&mut dice, &values[first].1, &values[second].1);
        let pair = [&[12, 2, 8, 1, b'v'], &bytes[..]].concat();
        if session.call(Op::Set, &[0.0.into()], &pair).is_ok() {
            read += 1;
            // What was read can be written, or fails by itself.
            let _ = session.call(Op::Get, &[0.0.into()], &[8, 1, b'v']);
        }
    }
    assert!(read > rounds / 50, "most of these are to be values: {read}");
    session.eval("v = undefined").expect("an engine in order");
    assert_eq!(session.item("[1, 2].map(n => n * 21)[1]"), Item::Number(42.0));
}

#[test]
fn changed_operations_are_refused_or_done() {
    let mut dice = Dice(88_172_645_463_325_252);
    let mut session = Session::with(vec![("memory", (32e6).into()), ("fuel", (1e5).into())]);
    let inputs: [Vec<u8>; 8] = [
        Item::List(vec!["a.js".into(), "x = [1, 'a'], () => 1".into()]).encode(),
        Item::List(vec![1.0.into()]).encode(),
        Item::List(vec![(4294967296.0 + 1.0).into(), 3.0.into()]).encode(),
        [Item::List(vec![0.0.into()]).encode(), vec![12, 2, 8, 1, b'x', 4, 2]].concat(),
        Item::List(vec!["body".into(), "b.js".into(), "return await ask(1)".into()]).encode(),
        Item::List(vec!["ask".into(), Item::Record(vec![("blocking".into(), true.into())])]).encode(),
        Item::List(vec![
            "x".into(),
            Item::Record(vec![("methods".into(), Item::Record(vec![("a".into(), 1.0.into())]))]),
        ])
        .encode(),
        [
            Item::List(vec![0.0.into()]).encode(),
            vec![12, 2, 8, 1, b'x', 23, 1, 129, 128, 128, 128, 128, 128, 128, 8, 8, 1, b'x'],
        ]
        .concat(),
    ];
    let mut output = Vec::new();
    for round in 0..4_000 {
        let (first, second) = (dice.below(inputs.len()), dice.below(inputs.len()));
        let input = changed(&mut dice, &inputs[first], &inputs[second]);
        let op = dice.below(Op::ALL.len() + 1) as u32;
        if op == Op::Dispose as u32 || op == Op::New as u32 || op == Op::Fork as u32 {
            continue;
        }
        session.host.call(op, session.engine, &input, &mut output);
        if round % 500 == 0 {
            session.host.call(Op::Dispose as u32, session.engine, &[], &mut output);
            session.engine = session.another(vec![("fuel", (1e5).into()), ("memory", (32e6).into())]);
        }
    }
}
