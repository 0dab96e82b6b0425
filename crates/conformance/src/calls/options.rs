//! The command line of `calls`.

use crate::options::{available_jobs, in_words, jobs, number};

pub const HELP: &str = "\
Runs generated programs that call the host, on both machines. At its calls a program is saved. It continues in other engines and
processes, which answer the calls in random order. Output and final state must be the same as in one engine. Where each call could
wait, they must also be the same as with plain functions, and on the other machine. Then changes bytes of waiting programs.

usage: ferrotape-conformance calls [OPTIONS]

  --generated N         generated programs (default 500): scripts, modules and bodies
  --seed N              seed of the first program (default 1)
  --mutations N         waiting programs whose bytes are changed before they are answered and run under limits (default 500)
  --only N              make only the Nth change
  --jobs N              threads; as many as there are cores by default
  --no-shrink           show programs as they were generated
  --guest               be the other process: read programs from standard input, and write them back

Exit codes: 0; 1 if a fault was found; 2 for wrong usage.
";

/// The command line.
#[derive(Clone, Debug)]
pub struct Options {
    pub generated: u64,
    pub seed: u64,
    pub mutations: u64,
    pub only: Option<u64>,
    pub jobs: usize,
    pub shrink: bool,
    pub guest: bool,
}

/// Parses the arguments behind the word `calls`. Returns `None` if help is requested.
pub fn parse(parser: &mut lexopt::Parser) -> Result<Option<Options>, String> {
    use lexopt::prelude::*;
    let mut options = Options {
        generated: 500,
        seed: 1,
        mutations: 500,
        only: None,
        jobs: available_jobs(),
        shrink: true,
        guest: false,
    };
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Long("help") | Short('h') => return Ok(None),
            Long("generated") => options.generated = number(parser, "--generated")?,
            Long("seed") => options.seed = number(parser, "--seed")?,
            Long("mutations") => options.mutations = number(parser, "--mutations")?,
            Long("only") => options.only = Some(number(parser, "--only")?),
            Long("jobs") => options.jobs = jobs(parser)?,
            Long("no-shrink") => options.shrink = false,
            Long("guest") => options.guest = true,
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
        let options = parse_line(&["--generated", "7", "--seed=9", "--no-shrink"]).expect("right").expect("no help");
        assert_eq!((options.generated, options.seed, options.mutations, options.shrink), (7, 9, 500, false));
        assert!(parse_line(&["--help"]).expect("right").is_none());
        assert!(parse_line(&["file.js"]).is_err());
    }
}
