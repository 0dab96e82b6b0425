//! A binding of the tests: a host with functions in Rust.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use ferrotape_session::{Handle, Host, Item, Op, Reply, Shell, Status};

/// A function of the tests: it gets the bytes of the arguments, and gives those of the result.
pub type Function = Arc<dyn Fn(&[u8]) -> Result<Vec<u8>, Vec<u8>> + Send + Sync>;

#[derive(Clone)]
pub struct Functions {
    pub all: Arc<Mutex<HashMap<u64, Function>>>,
    start: Instant,
}

impl Shell for Functions {
    fn host_call(&self, function: u64, input: &[u8], output: &mut Vec<u8>) -> Reply {
        let found = self.all.lock().unwrap().get(&function).cloned();
        let (reply, bytes) = match found.map(|function| function(input)) {
            Some(Ok(bytes)) => (Reply::Returned, bytes),
            Some(Err(bytes)) => (Reply::Threw, bytes),
            None => (Reply::Threw, vec![0, 0]),
        };
        *output = bytes;
        reply
    }

    fn now(&self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1000.0
    }
}

pub struct Session {
    pub host: Host,
    pub functions: Functions,
    pub engine: Handle,
}

impl Session {
    pub fn new() -> Session {
        Session::with(vec![])
    }

    pub fn with(options: Vec<(&str, Item)>) -> Session {
        let functions = Functions { all: Arc::default(), start: Instant::now() };
        let mut session = Session { host: Host::new(functions.clone()), functions, engine: Handle::NONE };
        session.engine = session.another(options);
        session
    }

    pub fn another(&mut self, options: Vec<(&str, Item)>) -> Handle {
        let options = Item::Record(options.into_iter().map(|(name, item)| (name.to_owned(), item)).collect());
        let made = self.call(Op::New, &[options], &[]).expect("an engine");
        Handle::from_number(number(&made) as u64)
    }

    /// Performs an operation. The error is its status and the record of the error.
    pub fn call(&mut self, op: Op, items: &[Item], rest: &[u8]) -> Result<Vec<u8>, (Status, Item, Vec<u8>)> {
        match self.status(op, items, rest) {
            (Status::Done, output) => Ok(output),
            (status, output) => {
                let (record, rest) = Item::decode_first(&output).expect("a record");
                Err((status, record, rest.to_vec()))
            }
        }
    }

    pub fn status(&mut self, op: Op, items: &[Item], rest: &[u8]) -> (Status, Vec<u8>) {
        let mut input = Item::List(items.to_vec()).encode();
        input.extend(rest);
        let mut output = Vec::new();
        let status = self.host.call(op as u32, self.engine, &input, &mut output);
        (status, output)
    }

    pub fn eval(&mut self, source: &str) -> Result<Vec<u8>, (Status, Item, Vec<u8>)> {
        self.call(Op::Eval, &["test.js".into(), source.into()], &[])
    }

    pub fn item(&mut self, source: &str) -> Item {
        let bytes = self.eval(source).unwrap_or_else(|error| panic!("{source}: {error:?}"));
        Item::decode(&bytes).unwrap_or_else(|_| panic!("{source}: {bytes:?}"))
    }

    pub fn function(
        &mut self,
        name: &str,
        id: u64,
        function: impl Fn(&[u8]) -> Result<Vec<u8>, Vec<u8>> + Send + Sync + 'static,
    ) {
        self.functions.all.lock().unwrap().insert(id, Arc::new(function));
        self.call(Op::Define, &[name.into(), (id as f64).into()], &[]).expect("a function");
    }
}

pub fn number(bytes: &[u8]) -> f64 {
    Item::decode(bytes).ok().and_then(|item| item.as_number()).expect("a number")
}

pub fn member<'i>(record: &'i Item, name: &str) -> &'i str {
    record.member(name).and_then(Item::as_text).unwrap_or("")
}

/// Returns the id of the handle that bytes are.
pub fn handle(bytes: &[u8]) -> f64 {
    assert_eq!(bytes.first(), Some(&23), "a handle: {bytes:?}");
    let mut id = 0;
    for (place, byte) in bytes[2..].iter().enumerate() {
        id |= u64::from(byte & 0x7F) << (7 * place);
        if *byte < 0x80 {
            break;
        }
    }
    id as f64
}
