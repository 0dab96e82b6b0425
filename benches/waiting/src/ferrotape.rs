//! Ferrotape: a program is the body of an async function.

use ferrotape::{Call, Engine, Limits, Program, Progress, Run};

use crate::Peer;

const SMALL: &str = include_str!("../programs/small.js");
const LARGE: &str = include_str!("../programs/large.js");

pub struct Ferrotape {
    text: &'static str,
}

impl Ferrotape {
    pub fn new(is_large: bool) -> Self {
        Ferrotape { text: if is_large { LARGE } else { SMALL } }
    }

    fn engine() -> Engine {
        let mut engine = Engine::untrusted();
        engine.define_call("search", Call::promise()).expect("a name that is free");
        engine
    }
}

impl Peer for Ferrotape {
    type Run = Run<'static>;

    fn start(&self) -> Self::Run {
        let program = Program::body("job.js", self.text).expect("a program");
        let mut run = Self::engine().into_run(&program).map_err(|failed| failed.1).expect("a run");
        assert_eq!(run.advance(&Limits::new()).expect("no error"), Progress::Waiting);
        run
    }

    fn save(&self, run: &mut Self::Run) -> Option<Vec<u8>> {
        Some(run.save().expect("bytes"))
    }

    fn finish(&self, bytes: &[u8]) -> String {
        let mut run = Engine::restore_run(Self::engine(), bytes).expect("what was written");
        run.answer(0, ["tide", "moon"]).expect("a call that waits");
        match run.advance(&Limits::new()).expect("no error") {
            Progress::Done(value) => value.as_str().expect("a text").to_owned(),
            other => panic!("{other:?}"),
        }
    }
}
