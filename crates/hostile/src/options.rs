//! The command line.

use std::path::PathBuf;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use ferrotape::Backend;

use crate::verdict::Limits;

pub const HELP: &str = "\
Attacks ferrotape's limits.

usage: ferrotape-hostile [OPTIONS]            runs hostile scripts, each in a process, and measures them from outside
       ferrotape-hostile latency [OPTIONS]    how late an interrupt can take effect in each; the worst five
       ferrotape-hostile costs [OPTIONS]      how long a unit of fuel takes in each built-in, slowest first
       ferrotape-hostile calls [OPTIONS]      every built-in with every hostile value, many in a process
       ferrotape-hostile list [OPTIONS]       names the scripts
       ferrotape-hostile show NAME            prints a script

  --filter TEXT         only scripts whose names contain TEXT; may be given again
  --every N             all the scripts of tests/hostile, and about one in N of the others, always the same
  --backend MACHINE     only 'register' or 'stack'; both by default
  --jobs N              processes at a time (default: the number of cores). A failing script runs once more, alone
  --timeout MS          the deadline (300; 40 for calls); for latency and calls, the processor time of a run
  --memory-limit BYTES  the memory cap (64 MB); a process may take a tenth more, and what --beside says
  --beside BYTES        what a process may take beside the cap (8 MB): the program itself and its stacks
  --fuel N              fuel of a run, which must then end before the deadline (1000000 for costs)
  --slack MS            how long after the deadline a run may end (50), and after an interrupt (10)
  --loaded              measure lateness as processor time after the deadline, for busy machines
  --known FILE          scripts that are known to break a rule, one to a line: `name: reason`
  --failures FILE       write the failures to FILE, too
  --command FILE        the command to attack; by default the `ferrotape` beside this program

Exit codes: 0; 1 if a run broke a rule; 2 for wrong usage.
";

/// Deadline of calls: there are very many, and most of them end by themselves.
const DEADLINE_OF_CALLS: Duration = Duration::from_millis(40);

/// The commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Run,
    Latency,
    Costs,
    Calls,
    /// Part of the calls; [`Action::Calls`] starts this.
    CallsPart,
    List,
    Show,
    /// Runs a script in a faulty host; [`Action::Run`] starts this.
    Host,
}

/// The command line.
#[derive(Clone, Debug)]
pub struct Options {
    pub action: Action,
    /// Name of a script, or a file.
    pub operand: Option<String>,
    pub filters: Vec<String>,
    pub every: usize,
    pub backends: Vec<Backend>,
    pub jobs: usize,
    pub deadline: Duration,
    pub memory: usize,
    pub beside: u64,
    pub fuel: Option<u64>,
    pub slack: Option<Duration>,
    pub loaded: bool,
    pub known: Option<PathBuf>,
    pub failures: Option<PathBuf>,
    pub command: Option<PathBuf>,
}

impl Options {
    /// Returns the limits for a run, with a default slack of 50 ms.
    pub fn limits(&self) -> Limits {
        let slack = self.slack.unwrap_or(Duration::from_millis(50));
        Limits {
            deadline: self.deadline,
            memory: self.memory,
            beside: self.beside,
            fuel: self.fuel,
            slack,
            loaded: self.loaded,
        }
    }
}

/// Parses the command line. Returns `None` if help is requested.
pub fn parse(mut parser: lexopt::Parser) -> Result<Option<Options>, String> {
    use lexopt::prelude::*;
    let mut options = Options {
        action: Action::Run,
        operand: None,
        filters: Vec::new(),
        every: 1,
        backends: vec![Backend::Register, Backend::Stack],
        jobs: thread::available_parallelism().map_or(1, usize::from),
        deadline: Duration::from_millis(300),
        memory: 64 << 20,
        beside: 8 << 20,
        fuel: None,
        slack: None,
        loaded: false,
        known: None,
        failures: None,
        command: None,
    };
    let mut is_first = true;
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Value(word) if is_first => match word.to_str() {
                Some("latency") => options.action = Action::Latency,
                Some("costs") => options.action = Action::Costs,
                Some("calls") => {
                    options.action = Action::Calls;
                    options.deadline = DEADLINE_OF_CALLS;
                }
                Some("calls-part") => {
                    options.action = Action::CallsPart;
                    options.deadline = DEADLINE_OF_CALLS;
                }
                Some("list") => options.action = Action::List,
                Some("show") => options.action = Action::Show,
                Some("host") => options.action = Action::Host,
                _ => return Err(format!("no such command: {}", word.display())),
            },
            Value(word)
                if matches!(options.action, Action::Show | Action::Host | Action::CallsPart)
                    && options.operand.is_none() =>
            {
                options.operand = Some(word.string().map_err(in_words)?);
            }
            Long("filter") => options.filters.push(parser.value().and_then(ValueExt::string).map_err(in_words)?),
            Long("every") => options.every = number::<usize>(&mut parser)?.max(1),
            Long("backend") => {
                let name = parser.value().and_then(ValueExt::string).map_err(in_words)?;
                options.backends = vec![backend(&name)?];
            }
            Long("jobs") => options.jobs = number::<usize>(&mut parser)?.max(1),
            Long("timeout") => options.deadline = Duration::from_millis(number(&mut parser)?),
            Long("memory-limit") => options.memory = number(&mut parser)?,
            Long("beside") => options.beside = number(&mut parser)?,
            Long("fuel") => options.fuel = Some(number(&mut parser)?),
            Long("slack") => options.slack = Some(Duration::from_millis(number(&mut parser)?)),
            Long("loaded") => options.loaded = true,
            Long("known") => options.known = Some(parser.value().map_err(in_words)?.into()),
            Long("failures") => options.failures = Some(parser.value().map_err(in_words)?.into()),
            Long("command") => options.command = Some(parser.value().map_err(in_words)?.into()),
            Long("help") | Short('h') => return Ok(None),
            other => return Err(in_words(other.unexpected())),
        }
        is_first = false;
    }
    if matches!(options.action, Action::Show | Action::Host | Action::CallsPart) && options.operand.is_none() {
        return Err("the name of a script is missing".to_owned());
    }
    Ok(Some(options))
}

pub fn backend_name(backend: Backend) -> &'static str {
    match backend {
        Backend::Register => "register",
        Backend::Stack => "stack",
    }
}

fn backend(name: &str) -> Result<Backend, String> {
    let known = [Backend::Register, Backend::Stack].into_iter().find(|backend| backend_name(*backend) == name);
    known.ok_or_else(|| format!("no such machine: {name}"))
}

fn number<T: FromStr>(parser: &mut lexopt::Parser) -> Result<T, String> {
    let text = parser.value().and_then(lexopt::ValueExt::string).map_err(in_words)?;
    text.parse().map_err(|_| format!("not a number: {text}"))
}

fn in_words(error: lexopt::Error) -> String {
    error.to_string()
}
