//! The command line of `wpt`.

use std::path::PathBuf;

use ferrotape::Backend;

use crate::options::{available_jobs, in_words, jobs, path, text};

pub const HELP: &str = "\
Runs web platform tests that need no document, network or worker.

usage: ferrotape-conformance wpt [OPTIONS] [PATH...]

  PATH                  tests or folders by their paths from the root of the suite, instead of all with expectations
  --wpt FOLDER          where the suite is: a folder with wpt.tar.zst, or a checkout. Default: the variable FERROTAPE_WPT,
                        else ../shared/wpt from the root of the repository
  --except FOLDER       leave out the tests below FOLDER. May be given again
  --backend NAME        register (default) or stack
  --show-failures       each failure with its message, expected ones too
  --jobs N              threads; as many as there are cores by default

Exit codes: 0; 1 if a result differs from tests/wpt/expectations.txt; 2 for wrong usage.
";

/// The command line.
#[derive(Clone, Debug)]
pub struct Options {
    pub paths: Vec<String>,
    pub except: Vec<String>,
    pub suite: Option<PathBuf>,
    pub backend: Backend,
    pub show_failures: bool,
    pub jobs: usize,
}

/// Reads what stands after the word `wpt`; none where help is asked for.
pub fn parse(parser: &mut lexopt::Parser) -> Result<Option<Options>, String> {
    use lexopt::prelude::*;
    let mut options = Options {
        paths: Vec::new(),
        except: Vec::new(),
        suite: None,
        backend: Backend::Register,
        show_failures: false,
        jobs: available_jobs(),
    };
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Long("help") | Short('h') => return Ok(None),
            Long("wpt") => options.suite = Some(path(parser)?),
            Long("except") => options.except.push(text(parser)?),
            Long("backend") => {
                let name = text(parser)?;
                options.backend = Backend::from_name(&name).ok_or_else(|| format!("no back-end '{name}'"))?;
            }
            Long("show-failures") => options.show_failures = true,
            Long("jobs") => options.jobs = jobs(parser)?,
            Value(path) => options.paths.push(path.to_string_lossy().into_owned()),
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
        let options =
            parse_line(&["--backend", "stack", "--except", "url/a", "url/"]).expect("right").expect("no help");
        assert_eq!((options.backend, options.paths.len(), options.except.len()), (Backend::Stack, 1, 1));
        assert!(parse_line(&["--help"]).expect("right").is_none());
        assert!(parse_line(&["--backend=other"]).is_err());
    }
}
