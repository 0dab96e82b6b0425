//! The command line of `properties`.

use crate::node::NodeOption;
use crate::options::{available_jobs, in_words, jobs, number, path};

pub const HELP: &str = "\
Runs generated programs of property operations on the register machine, the stack machine, the register machine that
collects at every safepoint, and node, and compares what they print.

usage: ferrotape-conformance properties [OPTIONS]

  --count N             programs (default 2,000), of about a hundred operations each
  --seed N              seed of the first program (default 1); each later one adds 1
  --node PATH           the node command (default: node, if it is installed)
  --no-node             without node
  --stress-every N      run every Nth program with a collection at every safepoint, too (default 10; 0: none)
  --jobs N              threads; as many as there are cores by default
  --no-shrink           show programs as they were generated
  --all                 show every difference, not just the first ones
  --print               print the program of the seed instead

Exit codes: 0; 1 if a difference was found; 2 for wrong usage.
";

/// The command line.
#[derive(Clone, Debug)]
pub struct Options {
    pub count: u64,
    pub seed: u64,
    pub node: NodeOption,
    pub stress_every: u64,
    pub jobs: usize,
    pub shrink: bool,
    pub all: bool,
    pub print: bool,
}

/// Parses the arguments behind the word `properties`. Returns `None` if help is requested.
pub fn parse(parser: &mut lexopt::Parser) -> Result<Option<Options>, String> {
    use lexopt::prelude::*;
    let mut options = Options {
        count: 2_000,
        seed: 1,
        node: NodeOption::IfThere,
        stress_every: 10,
        jobs: available_jobs(),
        shrink: true,
        all: false,
        print: false,
    };
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Long("help") | Short('h') => return Ok(None),
            Long("count") => options.count = number(parser, "--count")?,
            Long("seed") => options.seed = number(parser, "--seed")?,
            Long("node") => options.node = NodeOption::Command(path(parser)?),
            Long("no-node") => options.node = NodeOption::Without,
            Long("stress-every") => options.stress_every = number(parser, "--stress-every")?,
            Long("jobs") => options.jobs = jobs(parser)?,
            Long("no-shrink") => options.shrink = false,
            Long("all") => options.all = true,
            Long("print") => options.print = true,
            other => return Err(in_words(other.unexpected())),
        }
    }
    Ok(Some(options))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn options_are_read() {
        let parse_line = |line: &[&str]| parse(&mut lexopt::Parser::from_args(line));
        let options = parse_line(&["--count", "7", "--seed=9", "--node", "/bin/n"]).expect("right").expect("no help");
        assert_eq!((options.count, options.seed), (7, 9));
        assert_eq!(options.node, NodeOption::Command(PathBuf::from("/bin/n")));
        assert!(parse_line(&["--help"]).expect("right").is_none());
        assert!(parse_line(&["--count", "many"]).is_err() && parse_line(&["file.js"]).is_err());
    }
}
