//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use ferrotape::{Backend, TailCalls};

pub const USAGE: &str = "usage: ferrotape [OPTIONS] FILE [ARGS...]
       ferrotape [OPTIONS] -e CODE [ARGS...]
       ferrotape [OPTIONS] -p CODE [ARGS...]
       ferrotape disasm [--backend stack] FILE
       ferrotape trace FILE
       ferrotape check FILE
Try ferrotape --help.";

pub const HELP: &str = "Runs ECMAScript programs.

usage: ferrotape [OPTIONS] FILE [ARGS...]     runs a file; - is standard input
       ferrotape [OPTIONS] -e CODE [ARGS...]  runs CODE
       ferrotape [OPTIONS] -p CODE [ARGS...]  runs CODE and prints its value
       ferrotape disasm FILE                  prints the code of every function in a file
       ferrotape trace FILE                   runs a file on the stack machine and prints each step
       ferrotape check FILE                   parses and compiles a file, runs nothing

options:
  --backend MACHINE     run on the machine 'register', the fast one, or 'stack', the readable one
  --fuel N              stop after N units of work, about one instruction each
  --timeout MS          stop after MS milliseconds
  --memory-limit BYTES  stop before the program's data takes more than BYTES
  --timezone NAME       local time is that of NAME, like Europe/Berlin (default: TZ, or the system's)
  --tail-calls WHICH    calls in tail position that take their caller's place: 'strict' code's (default), 'always', 'never'
  --module              FILE is a module, as files that end with .mjs are; CODE as well
  --alias NAME=MODULE   imports of NAME mean the file MODULE; any number of times
  --stats               print what the run cost to standard error
  --help, --version

Scripts find ARGS in the array scriptArgs; print and console.log write to standard output. The exit code is 1 after an
uncaught exception, after a limit, or when a file cannot be read, and 2 after wrong usage.
";

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    pub action: Action,
    pub input: Input,
    pub script_arguments: Vec<String>,
    /// The register machine where none is named, but for traces.
    pub backend: Option<Backend>,
    pub tail_calls: TailCalls,
    pub fuel: Option<u64>,
    pub timeout_milliseconds: Option<u64>,
    pub memory_limit: Option<usize>,
    pub time_zone: Option<String>,
    pub stats: bool,
    pub module: bool,
    /// Is the value of a script printed?
    pub prints_value: bool,
    /// What imports name, and the files that they mean.
    pub aliases: Vec<(String, PathBuf)>,
}

impl Options {
    /// Is the input a module?
    pub fn is_module(&self) -> bool {
        let has_ending = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "mjs");
        self.module || matches!(&self.input, Input::File(path) if has_ending(path))
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Action {
    Run,
    Check,
    Disassemble,
    Trace,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    File(PathBuf),
    Code(String),
    Stdin,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Parsed {
    Run(Options),
    Help,
    Version,
}

/// Options stand before FILE; what follows FILE or CODE belongs to the script.
pub fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    use lexopt::prelude::*;
    let mut options = Options {
        action: Action::Run,
        input: Input::Stdin,
        script_arguments: Vec::new(),
        backend: None,
        tail_calls: TailCalls::default(),
        fuel: None,
        timeout_milliseconds: None,
        memory_limit: None,
        time_zone: None,
        stats: false,
        module: false,
        prints_value: false,
        aliases: Vec::new(),
    };
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Long("help") | Short('h') => return Ok(Parsed::Help),
            Long("version") | Short('V') => return Ok(Parsed::Version),
            Long("stats") => options.stats = true,
            Long("module") => options.module = true,
            Long("alias") => options.aliases.push(alias(&mut parser)?),
            Long("backend") => options.backend = Some(backend(&mut parser)?),
            Long("tail-calls") => options.tail_calls = tail_calls(&mut parser)?,
            Long("fuel") => options.fuel = Some(number(&mut parser, "--fuel")?),
            Long("timeout") => options.timeout_milliseconds = Some(number(&mut parser, "--timeout")?),
            Long("memory-limit") => options.memory_limit = Some(number(&mut parser, "--memory-limit")?),
            Long("timezone") => {
                options.time_zone = Some(parser.value().map_err(in_words)?.to_string_lossy().into_owned());
            }
            Short(option @ ('e' | 'p')) => {
                options.prints_value = option == 'p';
                let code = parser.value().map_err(in_words)?;
                options.input = Input::Code(code.into_string().map_err(|_| "CODE is not UTF-8 text".to_string())?);
                return with_script_arguments(options, parser);
            }
            Value(word) if options.action == Action::Run && word == "disasm" => options.action = Action::Disassemble,
            Value(word) if options.action == Action::Run && word == "trace" => options.action = Action::Trace,
            Value(word) if options.action == Action::Run && word == "check" => options.action = Action::Check,
            Value(file) => {
                options.input = if file == "-" { Input::Stdin } else { Input::File(file.into()) };
                return with_script_arguments(options, parser);
            }
            other => return Err(in_words(other.unexpected())),
        }
    }
    Err("no FILE".to_string())
}

fn with_script_arguments(mut options: Options, mut parser: lexopt::Parser) -> Result<Parsed, String> {
    if options.action == Action::Trace && options.backend.replace(Backend::Stack) == Some(Backend::Register) {
        return Err("trace shows the steps of the stack machine".to_string());
    }
    let rest = parser.raw_args().map_err(in_words)?;
    options.script_arguments = rest.map(|argument: OsString| argument.to_string_lossy().into_owned()).collect();
    let takes_arguments = matches!(options.action, Action::Run | Action::Trace);
    if !takes_arguments && !options.script_arguments.is_empty() {
        return Err(format!("unexpected argument '{}'", options.script_arguments[0]));
    }
    Ok(Parsed::Run(options))
}

fn backend(parser: &mut lexopt::Parser) -> Result<Backend, String> {
    let value = parser.value().map_err(in_words)?;
    let named = value.to_str().and_then(Backend::from_name);
    named.ok_or_else(|| format!("--backend takes 'register' or 'stack', not '{}'", value.to_string_lossy()))
}

fn alias(parser: &mut lexopt::Parser) -> Result<(String, PathBuf), String> {
    let value = parser.value().map_err(in_words)?;
    let parts = value
        .to_str()
        .and_then(|text| text.split_once('='))
        .filter(|(name, file)| !name.is_empty() && !file.is_empty());
    let (name, file) = parts.ok_or_else(|| format!("--alias takes NAME=MODULE, not '{}'", value.to_string_lossy()))?;
    Ok((name.to_owned(), file.into()))
}

fn tail_calls(parser: &mut lexopt::Parser) -> Result<TailCalls, String> {
    let value = parser.value().map_err(in_words)?;
    let named = value.to_str().and_then(TailCalls::from_name);
    named.ok_or_else(|| format!("--tail-calls takes 'strict', 'always' or 'never', not '{}'", value.to_string_lossy()))
}

fn number<T: std::str::FromStr>(parser: &mut lexopt::Parser, option: &str) -> Result<T, String> {
    let value = parser.value().map_err(in_words)?;
    let text = value.to_string_lossy();
    text.parse().map_err(|_| format!("{option} takes a whole number, not '{text}'"))
}

fn in_words(error: lexopt::Error) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &[&str]) -> Result<Parsed, String> {
        parse(lexopt::Parser::from_args(line))
    }

    fn run(line: &[&str]) -> Options {
        match parsed(line) {
            Ok(Parsed::Run(options)) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_follows_the_file_belongs_to_the_script() {
        let options = run(&["--fuel", "5", "a.js", "--fuel", "x", "-e"]);
        assert_eq!(options.fuel, Some(5));
        assert_eq!(options.input, Input::File("a.js".into()));
        assert_eq!(options.script_arguments, ["--fuel", "x", "-e"]);
        assert_eq!(run(&["-e", "1", "two"]).script_arguments, ["two"]);
    }

    #[test]
    fn inputs_and_actions() {
        assert_eq!(run(&["-"]).input, Input::Stdin);
        assert_eq!(run(&["-e", "-"]).input, Input::Code("-".into()));
        assert!(run(&["-p", "1"]).prints_value && !run(&["-e", "1"]).prints_value);
        assert!(run(&["a.mjs"]).is_module() && run(&["--module", "a.js"]).is_module() && !run(&["a.js"]).is_module());
        assert_eq!(run(&["--alias", "a=b=c", "x.mjs"]).aliases, [("a".to_owned(), "b=c".into())]);
        assert_eq!(run(&["disasm", "disasm"]).input, Input::File("disasm".into()));
        assert_eq!(run(&["disasm", "-e", "1"]).action, Action::Disassemble);
        assert_eq!(run(&["--tail-calls", "never", "a.js"]).tail_calls, TailCalls::Never);
        assert_eq!(run(&["--stats", "check", "a.js"]).action, Action::Check);
        assert_eq!(run(&["disasm", "--backend", "stack", "a.js"]).backend, Some(Backend::Stack));
        let trace = run(&["trace", "a.js", "argument"]);
        assert_eq!((trace.action, trace.backend), (Action::Trace, Some(Backend::Stack)));
    }

    #[test]
    fn wrong_usage_is_refused_in_words() {
        for line in [
            &[][..],
            &["--fuel", "many", "a.js"],
            &["--fuel"],
            &["--timezone"],
            &["--timeout", "-1", "a.js"],
            &["--backend", "heap", "a.js"],
            &["--tail-calls", "sloppy", "a.js"],
            &["--backend", "register", "trace", "a.js"],
            &["--no-such-option", "a.js"],
            &["-x", "a.js"],
            &["disasm"],
            &["disasm", "a.js", "b.js"],
            &["-e"],
        ] {
            let message = parsed(line).expect_err("wrong usage");
            assert!(!message.is_empty());
        }
    }
}
