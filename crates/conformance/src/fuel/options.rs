//! The command line of `fuel`.

use std::path::PathBuf;

use crate::options::{available_jobs, in_words, jobs, named, number, path, text};
use crate::selection::Set;

pub const HELP: &str = "\
Runs programs on both machines: whole, in slices of the same fuel, in copied and restored engines, and with garbage collections at
other places. The fuel at each pause and at the end must be the same, and so must the place where fuel runs out.

usage: ferrotape-conformance fuel [OPTIONS] [FILE...]

  FILE...               only these scripts
  --generated N         generated programs besides those made for it (default 100)
  --seed N              seed of the first program, and of the places where programs pause (default 1)
  --scripts             the repository's scripts as well
  --set NAME            the tests of a set of test262 as well (es51, core, …)
  --test262 FOLDER      where the suite is
  --filter TEXT         only programs with this in their name. May be given again
  --each N              instead, pause once after every N units, and continue in a restored engine
  --jobs N              threads; as many as there are cores by default
  --all                 show every fault, not just the first

Exit codes: 0; 1 if a fault was found; 2 for wrong usage.
";

/// The command line.
#[derive(Clone, Debug)]
pub struct Options {
    pub generated: u64,
    pub seed: u64,
    pub scripts: bool,
    pub set: Option<Set>,
    pub suite: Option<PathBuf>,
    pub files: Vec<PathBuf>,
    pub filters: Vec<String>,
    pub each: Option<u64>,
    pub jobs: usize,
    pub all: bool,
}

/// Parses the arguments behind the word `fuel`. Returns `None` if help is requested.
pub fn parse(parser: &mut lexopt::Parser) -> Result<Option<Options>, String> {
    use lexopt::prelude::*;
    let mut options = Options {
        generated: 100,
        seed: 1,
        scripts: false,
        set: None,
        suite: None,
        files: Vec::new(),
        filters: Vec::new(),
        each: None,
        jobs: available_jobs(),
        all: false,
    };
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Long("help") | Short('h') => return Ok(None),
            Long("generated") => options.generated = number(parser, "--generated")?,
            Long("seed") => options.seed = number(parser, "--seed")?,
            Long("scripts") => options.scripts = true,
            Long("set") => options.set = Some(named(parser)?),
            Long("test262") => options.suite = Some(path(parser)?),
            Long("filter") => options.filters.push(text(parser)?),
            Long("each") => options.each = Some(number::<u64>(parser, "--each")?.max(1)),
            Long("jobs") => options.jobs = jobs(parser)?,
            Long("all") => options.all = true,
            Value(file) => options.files.push(file.into()),
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
        let options = parse_line(&["--generated", "7", "--seed=9", "--all"]).expect("right").expect("no help");
        assert_eq!((options.generated, options.seed, options.all), (7, 9, true));
        assert!(parse_line(&["--help"]).expect("right").is_none());
        assert_eq!(parse_line(&["file.js"]).expect("right").expect("no help").files.len(), 1);
        assert!(parse_line(&["--files"]).is_err());
    }
}
