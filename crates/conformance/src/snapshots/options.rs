//! The command line of `snapshots`.

use std::path::PathBuf;

use crate::options::{available_jobs, in_words, jobs, named, number, path, text};
use crate::selection::Set;

pub const HELP: &str = "\
Runs programs that pause repeatedly, on both machines. After each pause, the engine is saved as bytes, and another process
restores it and continues. Output and final state must be the same as without a pause.

usage: ferrotape-conformance snapshots [OPTIONS]

  --generated N         generated programs (default 500)
  --seed N              seed of the first program, and of the places where programs pause (default 1)
  --scripts             the repository's scripts as well
  --mutations N         paused executions whose bytes are changed before they continue (default 500)
  --only N              make only the Nth change
  --set NAME            the tests of a set of test262 as well (es51, core, …)
  --test262 FOLDER      where the suite is
  --filter TEXT         only programs with this in their name. May be given again
  --jobs N              threads; as many as there are cores by default
  --guest               be the other process: read programs from standard input, and write them back

A program that cannot be saved where it pauses is not a fault. The report counts these pauses, with an example of each kind.

Exit codes: 0; 1 if a fault was found; 2 for wrong usage.
";

/// The command line.
#[derive(Clone, Debug)]
pub struct Options {
    pub generated: u64,
    pub seed: u64,
    pub scripts: bool,
    pub mutations: u64,
    pub only: Option<u64>,
    pub set: Option<Set>,
    pub suite: Option<PathBuf>,
    pub filters: Vec<String>,
    pub jobs: usize,
    pub guest: bool,
}

/// Parses the arguments behind the word `snapshots`. Returns `None` if help is requested.
pub fn parse(parser: &mut lexopt::Parser) -> Result<Option<Options>, String> {
    use lexopt::prelude::*;
    let mut options = Options {
        generated: 500,
        seed: 1,
        scripts: false,
        mutations: 500,
        only: None,
        set: None,
        suite: None,
        filters: Vec::new(),
        jobs: available_jobs(),
        guest: false,
    };
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Long("help") | Short('h') => return Ok(None),
            Long("generated") => options.generated = number(parser, "--generated")?,
            Long("seed") => options.seed = number(parser, "--seed")?,
            Long("mutations") => options.mutations = number(parser, "--mutations")?,
            Long("only") => options.only = Some(number(parser, "--only")?),
            Long("scripts") => options.scripts = true,
            Long("set") => options.set = Some(named(parser)?),
            Long("test262") => options.suite = Some(path(parser)?),
            Long("filter") => options.filters.push(text(parser)?),
            Long("guest") => options.guest = true,
            Long("jobs") => options.jobs = jobs(parser)?,
            other => return Err(in_words(other.unexpected())),
        }
    }
    Ok(Some(options))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::CORE;

    #[test]
    fn options_are_read() {
        let parse_line = |line: &[&str]| parse(&mut lexopt::Parser::from_args(line));
        let options = parse_line(&["--generated", "7", "--seed=9", "--scripts", "--set", "core"])
            .expect("right")
            .expect("no help");
        assert_eq!((options.generated, options.seed, options.scripts, options.set), (7, 9, true, Some(CORE)));
        assert!(parse_line(&["--help"]).expect("right").is_none());
        assert!(parse_line(&["file.js"]).is_err());
    }
}
