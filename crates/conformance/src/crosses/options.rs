//! The command line of `crosses`.

use crate::node::NodeOption;
use crate::options::{available_jobs, in_words, jobs, number, path};

pub const HELP: &str = "\
Runs crosses of scopes on the register machine, the stack machine and node, and compares what they print: eval code ×
contexts × ways to evaluate it; parameters × kinds of functions × evals × bodies; one name declared in nested places;
kinds of functions × places of variables × expressions × operands.

usage: ferrotape-conformance crosses [OPTIONS]

  --count N             N cases of each family, which the seed chooses (default: all, which takes an hour)
  --seed N              chooses other cases (default 1)
  --filter TEXT         only cases whose names contain TEXT; differences are shown with names. May be given again
  --node PATH           the node command (default: node, if it is installed)
  --no-node             without node
  --jobs N              threads; as many as there are cores by default
  --all                 show every difference, not just the first ones
  --print               print the programs instead

Exit codes: 0; 1 if a difference was found; 2 for wrong usage.
";

/// The command line.
#[derive(Clone, Debug)]
pub struct Options {
    pub count: Option<u64>,
    pub seed: u64,
    pub filters: Vec<String>,
    pub node: NodeOption,
    pub jobs: usize,
    pub all: bool,
    pub print: bool,
}

/// Parses the arguments behind the word `crosses`. Returns `None` if help is requested.
pub fn parse(parser: &mut lexopt::Parser) -> Result<Option<Options>, String> {
    use lexopt::prelude::*;
    let mut options = Options {
        count: None,
        seed: 1,
        filters: Vec::new(),
        node: NodeOption::IfThere,
        jobs: available_jobs(),
        all: false,
        print: false,
    };
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Long("help") | Short('h') => return Ok(None),
            Long("count") => options.count = Some(number(parser, "--count")?),
            Long("seed") => options.seed = number(parser, "--seed")?,
            Long("filter") => options.filters.push(parser.value().map_err(in_words)?.string().map_err(in_words)?),
            Long("node") => options.node = NodeOption::Command(path(parser)?),
            Long("no-node") => options.node = NodeOption::Without,
            Long("jobs") => options.jobs = jobs(parser)?,
            Long("all") => options.all = true,
            Long("print") => options.print = true,
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
        let options = parse_line(&["--count", "7", "--filter", "a", "--filter=b"]).expect("right").expect("no help");
        assert_eq!((options.count, options.seed, options.filters), (Some(7), 1, vec!["a".to_owned(), "b".to_owned()]));
        assert!(parse_line(&["--help"]).expect("right").is_none());
        assert!(parse_line(&["--count", "many"]).is_err() && parse_line(&["file.js"]).is_err());
    }
}
