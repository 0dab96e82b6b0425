//! Operations for bindings whose users hold every value, and functions that use the engine which has called them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ferrotape_session::{Handle, Host, Inside, Item, NoShell, Op, Reply, Shell, Status, Watcher};

/// Its functions call their first argument (1), define a global (2), or ask for what must wait (3).
#[derive(Clone, Default)]
struct Nested(Arc<AtomicBool>);

impl Shell for Nested {
    fn host_call(&self, _: u64, _: &[u8], output: &mut Vec<u8>) -> Reply {
        NoShell.host_call(0, &[], output)
    }

    fn host_call_inside(
        &self,
        inside: &mut Inside<'_, '_>,
        function: u64,
        input: &[u8],
        output: &mut Vec<u8>,
    ) -> Reply {
        let held = match Item::decode(input) {
            Ok(Item::List(held)) => held,
            _ => vec![],
        };
        let mut told = Vec::new();
        match function {
            1 => {
                let call = [Item::List(vec![held[0].clone()]).encode(), vec![12, 0]].concat();
                if inside.call(Op::Call as u32, &call, &mut told) != Status::Done {
                    return self.host_call(0, &[], output);
                }
                *output = reference(&told);
            }
            2 => {
                let pair = [Item::List(vec![0.0.into()]).encode(), vec![12, 2, 8, 1, b'g', 4, 84]].concat();
                assert_eq!(inside.call(Op::Set as u32, &pair, &mut told), Status::Done);
                output.push(0);
            }
            _ => {
                for op in
                    [Op::New, Op::Dispose, Op::Fork, Op::Save, Op::Start, Op::Advance, Op::Console, Op::DefineCall]
                {
                    let input = Item::List(vec!["script".into(), "a".into(), "1".into()]).encode();
                    assert_eq!(inside.call(op as u32, &input, &mut told), Status::Refused, "{op:?}");
                }
                output.push(0);
            }
        }
        Reply::Returned
    }

    fn now(&self) -> f64 {
        0.0
    }

    fn watcher(&self) -> Option<Watcher> {
        let flag = Arc::clone(&self.0);
        Some(Box::new(move || flag.load(Ordering::Relaxed)))
    }
}

/// Returns the bytes by which a held value comes back.
fn reference(number: &[u8]) -> Vec<u8> {
    // The number is a tag and zigzag LEB128; handles are plain.
    let id = Item::decode(number).unwrap().as_number().unwrap() as u64;
    let mut bytes = vec![23, 1];
    let mut left = id;
    while left >= 0x80 {
        bytes.push(left as u8 | 0x80);
        left >>= 7;
    }
    bytes.extend([left as u8, 8, 0]);
    bytes
}

struct Held {
    host: Host,
    engine: Handle,
}

impl Held {
    fn new(shell: Nested) -> Held {
        let mut held = Held { host: Host::new(shell), engine: Handle::NONE };
        let options = Item::Record(vec![("hold".to_owned(), true.into()), ("source".to_owned(), 200.0.into())]);
        let made = held.call(Op::New, vec![options], &[]).expect("an engine");
        held.engine = Handle::from_number(Item::decode(&made).unwrap().as_number().unwrap() as u64);
        for (name, number) in [("apply", 1.0), ("defines", 2.0), ("asks", 3.0)] {
            held.call(Op::Define, vec![name.into(), number.into()], &[]).expect("a function");
        }
        held
    }

    fn call(&mut self, op: Op, items: Vec<Item>, rest: &[u8]) -> Result<Vec<u8>, (Status, Vec<u8>)> {
        let mut output = Vec::new();
        let input = [Item::List(items).encode(), rest.to_vec()].concat();
        match self.host.call(op as u32, self.engine, &input, &mut output) {
            Status::Done => Ok(output),
            status => Err((status, output)),
        }
    }

    fn eval(&mut self, source: &str) -> Item {
        let held = self.call(Op::Eval, vec!["a.js".into(), source.into()], &[]).expect(source);
        Item::decode(&held).expect("a number")
    }

    fn data(&mut self, held: Item) -> Item {
        Item::decode(&self.call(Op::Data, vec![held], &[]).expect("a value")).expect("data")
    }
}

#[test]
fn values_are_held_by_number_and_read_when_they_are_asked_for() {
    let mut held = Held::new(Nested::default());
    let list = held.eval("globalThis.list = [1, 'a']");
    let kind = held.call(Op::Kind, vec![list.clone()], &[]).unwrap();
    assert_eq!(Item::decode(&kind), Ok("array".into()));
    assert_eq!(held.data(list.clone()), Item::List(vec![1.0.into(), "a".into()]));
    let text = held.call(Op::Hold, vec![], &Item::from("b").encode()).unwrap();
    let pair = [vec![12, 2, 4, 2], reference(&text)].concat();
    held.call(Op::Set, vec![list], &pair).expect("set");
    let joined = held.eval("list.join()");
    assert_eq!(held.data(joined), "1,b".into());
    let global = held.call(Op::Global, vec![], &[]).unwrap();
    let id = Item::decode(&global).unwrap();
    assert_eq!(held.call(Op::Get, vec![id.clone()], &Item::from("list").encode()).map(|_| ()), Ok(()));
    held.call(Op::Release, vec![id.clone()], &[]).unwrap();
    assert!(held.call(Op::Kind, vec![id.clone()], &[]).is_err() && held.call(Op::Data, vec![id], &[]).is_err());
}

#[test]
fn a_function_of_the_host_uses_the_engine_that_has_called_it() {
    let mut held = Held::new(Nested::default());
    let sum = held.eval("apply(() => 1 + apply(() => { defines(); return g }))");
    assert_eq!(held.data(sum), 43.0.into());
    held.eval("asks()");
    let caught = held.eval("try { apply(() => { throw new RangeError('far') }) } catch (e) { 'caught' }");
    assert_eq!(held.data(caught), "caught".into());
    let (status, _) = held.call(Op::Eval, vec!["a.js".into(), "1 + ".repeat(100).into()], &[]).unwrap_err();
    assert_eq!(status, Status::Ended, "the limit of the source");
}

#[test]
fn a_watcher_ends_runs_in_an_engine_and_in_its_fork() {
    let shell = Nested::default();
    let flag = Arc::clone(&shell.0);
    let mut held = Held::new(shell);
    let fork = held.call(Op::Fork, vec![], &[]).unwrap();
    let fork = Handle::from_number(Item::decode(&fork).unwrap().as_number().unwrap() as u64);
    let (host, engine) = held.host.split(fork).expect("the fork");
    assert!(held.host.split(fork).is_none());
    flag.store(true, Ordering::Relaxed);
    for mut ended in [held, Held { host, engine }] {
        let (status, _) = ended.call(Op::Eval, vec!["a.js".into(), "for (;;) {}".into()], &[]).unwrap_err();
        assert_eq!(status, Status::Ended);
    }
}
