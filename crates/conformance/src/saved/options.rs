//! The command line of `saved`.

use std::path::PathBuf;

use crate::options::{available_jobs, in_words, jobs, named, number, path, text};
use crate::selection::Set;

pub const HELP: &str = "\
Saves scripts as compiled code and reads them again, on both machines. Then reads randomly changed code, and runs the code
that is accepted.

usage: ferrotape-conformance saved [OPTIONS]

  --mutations N         changed copies of saved code (default 2,000)
  --seed N              seed of the changes and the generated programs (default 1)
  --only N              make only the Nth change
  --generated N         generated programs besides the repository's scripts (default 20)
  --set NAME            the tests of a set of test262 as well (es51, core, …)
  --test262 FOLDER      where the suite is
  --filter TEXT         only scripts with this in their name. May be given again
  --no-run              do not run unchanged code
  --jobs N              threads; as many as there are cores by default
  --all                 show every fault, not just the first

Exit codes: 0; 1 if a fault was found; 2 for wrong usage.
";

/// The command line.
#[derive(Clone, Debug)]
pub struct Options {
    pub mutations: u64,
    pub seed: u64,
    pub only: Option<u64>,
    pub generated: u64,
    pub set: Option<Set>,
    pub suite: Option<PathBuf>,
    pub filters: Vec<String>,
    pub run: bool,
    pub jobs: usize,
    pub all: bool,
}

/// Parses the arguments behind the word `saved`. Returns `None` if help is requested.
pub fn parse(parser: &mut lexopt::Parser) -> Result<Option<Options>, String> {
    use lexopt::prelude::*;
    let mut options = Options {
        mutations: 2_000,
        seed: 1,
        only: None,
        generated: 20,
        set: None,
        suite: None,
        filters: Vec::new(),
        run: true,
        jobs: available_jobs(),
        all: false,
    };
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Long("help") | Short('h') => return Ok(None),
            Long("mutations") => options.mutations = number(parser, "--mutations")?,
            Long("seed") => options.seed = number(parser, "--seed")?,
            Long("only") => options.only = Some(number(parser, "--only")?),
            Long("generated") => options.generated = number(parser, "--generated")?,
            Long("set") => options.set = Some(named(parser)?),
            Long("test262") => options.suite = Some(path(parser)?),
            Long("filter") => options.filters.push(text(parser)?),
            Long("no-run") => options.run = false,
            Long("jobs") => options.jobs = jobs(parser)?,
            Long("all") => options.all = true,
            other => return Err(in_words(other.unexpected())),
        }
    }
    Ok(Some(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let parse_line = |line: &[&str]| parse(&mut lexopt::Parser::from_args(line));
        let options = parse_line(&["--mutations", "7", "--seed=9", "--no-run"]).expect("right").expect("no help");
        assert_eq!((options.mutations, options.seed, options.run), (7, 9, false));
        assert!(parse_line(&["--help"]).expect("right").is_none());
        assert!(parse_line(&["file.js"]).is_err());
    }
}
