//! The command line of `diff`.

use std::path::PathBuf;

use crate::options::{available_jobs, in_words, jobs, named, number, path, text};
use crate::selection::Set;

pub const HELP: &str = "\
Runs programs on both back-ends and compares everything observable.

usage: ferrotape-conformance diff [OPTIONS] [FILE...]

Programs (default: the ES5.1 set, the repository's programs and 20,000 generated ones)
  FILE...               only these scripts
  --set NAME            the tests of a set of test262 (es51, core, …), in all their modes
  --repository          tests/scripts, tests/seeds, and the packages that are installed
  --generated N         N generated programs

Options
  --seed N              seed of the first generated program (default 1); each later one adds 1
  --filter TEXT         only tests of the set with this in their path
  --test262 FOLDER      where the suite is, as for a conformance run
  --gc-stress           collect garbage wherever that is possible
  --slices N            compare, on each back-end, runs in slices of N units of fuel with whole ones
  --jobs N              threads; as many as there are cores by default
  --no-shrink           show programs as they were generated
  --all                 show every difference, not just the first ones

Exit codes: 0; 1 if a difference was found, or an input cannot be read; 2 for wrong usage.
";

/// Number of generated programs if nothing else is requested.
const USUAL_NUMBER: u64 = 20_000;

/// The command line.
#[derive(Clone, Debug)]
pub struct Options {
    pub files: Vec<PathBuf>,
    pub set: Option<Set>,
    pub repository: bool,
    pub generated: u64,
    pub seed: u64,
    pub filters: Vec<String>,
    pub suite: Option<PathBuf>,
    pub stress_collection: bool,
    pub slices: Option<u64>,
    pub jobs: usize,
    pub shrink: bool,
    pub all: bool,
}

/// Parses the arguments behind the word `diff`. Returns `None` if help is requested.
pub fn parse(parser: &mut lexopt::Parser) -> Result<Option<Options>, String> {
    use lexopt::prelude::*;
    let mut options = Options {
        files: Vec::new(),
        set: None,
        repository: false,
        generated: 0,
        seed: 1,
        filters: Vec::new(),
        suite: None,
        stress_collection: false,
        slices: None,
        jobs: available_jobs(),
        shrink: true,
        all: false,
    };
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Long("help") | Short('h') => return Ok(None),
            Long("set") => options.set = Some(named(parser)?),
            Long("repository") => options.repository = true,
            Long("generated") => options.generated = number(parser, "--generated")?,
            Long("seed") => options.seed = number(parser, "--seed")?,
            Long("filter") => options.filters.push(text(parser)?),
            Long("test262") => options.suite = Some(path(parser)?),
            Long("gc-stress") => options.stress_collection = true,
            Long("slices") => options.slices = Some(number(parser, "--slices")?),
            Long("jobs") => options.jobs = jobs(parser)?,
            Long("no-shrink") => options.shrink = false,
            Long("all") => options.all = true,
            Value(file) => options.files.push(file.into()),
            other => return Err(in_words(other.unexpected())),
        }
    }
    if options.files.is_empty() && options.set.is_none() && !options.repository && options.generated == 0 {
        options.set = Some(Set::Es51);
        options.repository = true;
        options.generated = USUAL_NUMBER;
    }
    Ok(Some(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &[&str]) -> Options {
        parse(&mut lexopt::Parser::from_args(line)).expect("right usage").expect("not help")
    }

    #[test]
    fn everything_is_compared_where_nothing_is_asked_for() {
        let options = parsed(&["--seed", "7"]);
        assert_eq!((options.set, options.repository, options.generated), (Some(Set::Es51), true, USUAL_NUMBER));
        assert_eq!(options.seed, 7);
    }

    #[test]
    fn what_is_asked_for_is_all() {
        let options = parsed(&["--generated", "5", "a.js"]);
        assert_eq!((options.set, options.repository, options.generated), (None, false, 5));
        assert_eq!(options.files, [PathBuf::from("a.js")]);
    }
}
