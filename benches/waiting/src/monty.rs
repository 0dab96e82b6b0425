//! monty, the interpreter of a subset of Python, by its crate.

use monty::{MontyRun, RunProgress};
use monty_types::{CompileOptions, MontyObject, PrintWriter, ResourceTracker};

use crate::Peer;

const SMALL: &str = include_str!("../programs/small.py");
const LARGE: &str = include_str!("../programs/large.py");

pub struct Monty {
    text: &'static str,
}

impl Monty {
    pub fn new(is_large: bool) -> Self {
        Monty { text: if is_large { LARGE } else { SMALL } }
    }
}

impl Peer for Monty {
    type Run = RunProgress;

    fn start(&self) -> RunProgress {
        let names = vec!["search".to_owned()];
        let run = MontyRun::new(self.text.to_owned(), "job.py", names, CompileOptions::default()).expect("a program");
        let search = MontyObject::function("search".to_owned(), None);
        let progress = run.start(vec![search], ResourceTracker::default(), PrintWriter::Disabled).expect("no error");
        assert!(matches!(progress, RunProgress::FunctionCall(_)));
        progress
    }

    fn save(&self, run: &RunProgress) -> Option<Vec<u8>> {
        Some(postcard::to_stdvec(run).expect("bytes"))
    }

    fn finish(&self, bytes: &[u8]) -> String {
        let progress: RunProgress = postcard::from_bytes(bytes).expect("what was written");
        let call = progress.into_function_call().expect("a call");
        let found = ["tide", "moon"].map(|text| MontyObject::string(text.to_owned()));
        let progress = call.resume(MontyObject::list(found.to_vec()), PrintWriter::Disabled).expect("no error");
        String::try_from(&progress.into_complete().expect("an end")).expect("a text")
    }
}
