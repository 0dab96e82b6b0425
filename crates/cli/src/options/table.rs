//! The options, one row for each.

use std::ffi::{OsStr, OsString};

use ferrotape::Backend;
use ferrotape::script::TailCalls;

use crate::inspect::{Inspect, read_address};
use crate::measures::{By, ProfileTo};
use crate::testing::asked::Style;

use super::hosts::NamedHost;
use super::modes::{self, Mode, Takes};
use super::{Environment, Input, Network, Options, units};

/// An option.
pub struct Row {
    pub short: Option<char>,
    pub long: &'static str,
    /// Former names, and names that users may expect.
    pub aliases: &'static [&'static str],
    pub value: Value,
    pub group: Group,
    /// Modes in which the option has a meaning.
    pub modes: &'static [Mode],
    pub help: &'static str,
    pub sets: Sets,
}

/// Value of an option.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Value {
    None,
    /// Name of the value in the help, and its kind.
    Required(&'static str, Takes),
    /// Value that is given only behind `=`.
    Optional(&'static str),
}

/// The groups of options in the help.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Group {
    Program,
    Limits,
    Permissions,
    Engine,
    Measuring,
    Compiling,
    Other,
}

impl Group {
    pub const ALL: [Group; 7] = [
        Group::Program,
        Group::Limits,
        Group::Permissions,
        Group::Engine,
        Group::Measuring,
        Group::Compiling,
        Group::Other,
    ];

    /// Returns the heading of a group.
    pub fn title(self) -> &'static str {
        match self {
            Group::Program => "The program",
            Group::Limits => "Limits (K, M and G as in 10M; ms, s and m as in 1.5s)",
            Group::Permissions => "Permissions (a program can reach nothing else)",
            Group::Engine => "Running",
            Group::Measuring => "Measuring",
            Group::Compiling => "Compiling",
            Group::Other => "Other",
        }
    }
}

/// Effect of an option.
#[derive(Copy, Clone)]
pub enum Sets {
    Flag(fn(&mut Options)),
    /// Stores a value. The error says which values are accepted.
    Value(fn(&mut Options, OsString) -> Result<(), String>),
    Optional(fn(&mut Options, Option<&str>) -> Result<(), String>),
}

use Mode::{Bench, Check, Compile, Dap, Debug, Disassemble, Interactive, Mcp, Run, Step, Test, Trace};

/// Port at which adapters of the Debug Adapter Protocol are mostly looked for.
const DAP_PORT: u16 = 4711;

const RUNS_OR_MEASURES: &[Mode] = &[Run, Interactive, Trace, Step, Debug, Dap, Bench, Test];
/// Modes that run programs within limits and permissions.
const RUNS_OR_SERVES: &[Mode] = &[Run, Interactive, Trace, Step, Debug, Dap, Bench, Test, Mcp];
const READS: &[Mode] = &[Run, Interactive, Trace, Step, Debug, Dap, Bench, Test, Check, Compile, Disassemble];
pub const OPTIONS: &[Row] = &[
    Row {
        short: Some('e'),
        long: "eval",
        aliases: &[],
        value: Value::Required("CODE", Takes::Anything),
        group: Group::Program,
        modes: READS,
        help: "run CODE instead of a file",
        sets: Sets::Value(|options, code| options.add_code(code, false)),
    },
    Row {
        short: Some('p'),
        long: "print",
        aliases: &[],
        value: Value::Required("CODE", Takes::Anything),
        group: Group::Program,
        modes: &[Run],
        help: "run CODE and print its value",
        sets: Sets::Value(|options, code| options.add_code(code, true)),
    },
    Row {
        short: Some('i'),
        long: "interactive",
        aliases: &[],
        value: Value::None,
        group: Group::Program,
        modes: &[Run, Interactive],
        help: "start the prompt",
        sets: Sets::Flag(|options| options.mode = Interactive),
    },
    Row {
        short: Some('m'),
        long: "module",
        aliases: &[],
        value: Value::None,
        group: Group::Program,
        modes: READS,
        help: "treat FILE or CODE as a module, whatever its name, package.json and text say",
        sets: Sets::Flag(|options| options.module = true),
    },
    Row {
        short: None,
        long: "script",
        aliases: &[],
        value: Value::None,
        group: Group::Program,
        modes: READS,
        help: "treat FILE or CODE as a script",
        sets: Sets::Flag(|options| options.script = true),
    },
    Row {
        short: None,
        long: "typescript",
        aliases: &["ts"],
        value: Value::None,
        group: Group::Program,
        modes: READS,
        help: "treat CODE, standard input and the prompt as TypeScript, like .ts, .mts and .cts files; types are not checked",
        sets: Sets::Flag(|options| options.typescript = true),
    },
    Row {
        short: None,
        long: "verbatim-imports",
        aliases: &[],
        value: Value::None,
        group: Group::Program,
        modes: READS,
        help: "keep TypeScript imports that only types use, unless they are marked with `type`",
        sets: Sets::Flag(|options| options.verbatim_imports = true),
    },
    Row {
        short: None,
        long: "commonjs",
        aliases: &[],
        value: Value::None,
        group: Group::Program,
        modes: &[Run, Trace, Step, Debug, Dap, Check],
        help: "enable require(), and find packages in node_modules, for imports too; the files of the program's package can be read",
        sets: Sets::Flag(|options| options.commonjs = true),
    },
    Row {
        short: None,
        long: "alias",
        aliases: &[],
        value: Value::Required("NAME=MODULE", Takes::Anything),
        group: Group::Program,
        modes: RUNS_OR_MEASURES,
        help: "resolve imports of NAME to the file MODULE; repeatable",
        sets: Sets::Value(|options, value| options.add_alias(&value)),
    },
    Row {
        short: None,
        long: "test-name-pattern",
        aliases: &[],
        value: Value::Required("PATTERN", Takes::Anything),
        group: Group::Program,
        modes: &[Test],
        help: "run only tests whose name matches the regular expression PATTERN, and the tests in them; repeatable",
        sets: Sets::Value(|options, pattern| {
            options.testing.names.push(text_of(pattern, "PATTERN")?);
            Ok(())
        }),
    },
    Row {
        short: None,
        long: "test-skip-pattern",
        aliases: &[],
        value: Value::Required("PATTERN", Takes::Anything),
        group: Group::Program,
        modes: &[Test],
        help: "skip tests whose name matches PATTERN; repeatable",
        sets: Sets::Value(|options, pattern| {
            options.testing.skipped.push(text_of(pattern, "PATTERN")?);
            Ok(())
        }),
    },
    Row {
        short: None,
        long: "test-only",
        aliases: &[],
        value: Value::None,
        group: Group::Program,
        modes: &[Test],
        help: "run only tests that are marked with `only`",
        sets: Sets::Flag(|options| options.testing.only = true),
    },
    Row {
        short: None,
        long: "test-timeout",
        aliases: &[],
        value: Value::Required("TIME", Takes::Anything),
        group: Group::Program,
        modes: &[Test],
        help: "limit on the time of a test that states none",
        sets: Sets::Value(|options, value| {
            set(&mut options.testing.timeout, units::duration(&value.to_string_lossy()))
        }),
    },
    Row {
        short: None,
        long: "test-update-snapshots",
        aliases: &[],
        value: Value::None,
        group: Group::Program,
        modes: &[Test],
        help: "write the snapshots of tests, and compare with none",
        sets: Sets::Flag(|options| options.testing.updates = true),
    },
    Row {
        short: None,
        long: "test-reporter",
        aliases: &[],
        value: Value::Required("FORM", Takes::Files),
        group: Group::Program,
        modes: &[Test],
        help: "format of the report: 'spec' (default), 'tap', 'junit' or 'dot'; or a file or package with a reporter of its own",
        sets: Sets::Value(|options, value| {
            let name = text_of(value, "FORM")?;
            options.testing.style = Style::named(&name);
            options.testing.reporter = name;
            Ok(())
        }),
    },
    Row {
        short: None,
        long: "watch",
        aliases: &[],
        value: Value::None,
        group: Group::Program,
        modes: &[Run, Test],
        help: "run again when a file in its folder changes",
        sets: Sets::Flag(|options| options.watch = true),
    },
    Row {
        short: None,
        long: "inspect",
        aliases: &[],
        value: Value::Optional("[HOST:]PORT"),
        group: Group::Program,
        modes: &[Run],
        help: "listen for Chrome DevTools or an editor (default: 127.0.0.1:9229)",
        sets: Sets::Optional(|options, address| set(&mut options.inspect, Inspect::read(address, false))),
    },
    Row {
        short: None,
        long: "inspect-brk",
        aliases: &[],
        value: Value::Optional("[HOST:]PORT"),
        group: Group::Program,
        modes: &[Run],
        help: "like --inspect, and wait for the debugger before the first statement",
        sets: Sets::Optional(|options, address| set(&mut options.inspect, Inspect::read(address, true))),
    },
    Row {
        short: None,
        long: "listen",
        aliases: &[],
        value: Value::Optional("[HOST:]PORT"),
        group: Group::Program,
        modes: &[Dap],
        help: "wait for one editor at a port instead of standard input (default: 127.0.0.1:4711)",
        sets: Sets::Optional(|options, address| set(&mut options.listen, read_address(address, DAP_PORT))),
    },
    Row {
        short: None,
        long: "back",
        aliases: &["reverse"],
        value: Value::None,
        group: Group::Program,
        modes: &[Debug, Dap],
        help: "let the debugger go back, by repeating the program: with a clock of its own and fixed random numbers, and \
               without files, network, standard input and --time",
        sets: Sets::Flag(|options| options.back = Some(std::time::SystemTime::now())),
    },
    Row {
        short: None,
        long: "memory",
        aliases: &["memory-limit"],
        value: Value::Required("BYTES", Takes::Anything),
        group: Group::Limits,
        modes: RUNS_OR_SERVES,
        help: "end the program before its data takes more than BYTES",
        sets: Sets::Value(|options, value| set(&mut options.limits.memory, units::bytes(&value.to_string_lossy()))),
    },
    Row {
        short: None,
        long: "time",
        aliases: &["timeout"],
        value: Value::Required("TIME", Takes::Anything),
        group: Group::Limits,
        modes: RUNS_OR_SERVES,
        help: "end the program after TIME",
        sets: Sets::Value(|options, value| set(&mut options.limits.time, units::duration(&value.to_string_lossy()))),
    },
    Row {
        short: None,
        long: "fuel",
        aliases: &[],
        value: Value::Required("N", Takes::Anything),
        group: Group::Limits,
        modes: RUNS_OR_SERVES,
        help: "end the program after N units of work, about one instruction each; always at the same place",
        sets: Sets::Value(|options, value| set(&mut options.limits.fuel, units::count(&value.to_string_lossy()))),
    },
    Row {
        short: None,
        long: "depth",
        aliases: &[],
        value: Value::Required("N", Takes::Anything),
        group: Group::Limits,
        modes: RUNS_OR_SERVES,
        help: "throw a RangeError when nested calls hold more than N values, about ten for each call",
        sets: Sets::Value(|options, value| {
            let count = units::count(&value.to_string_lossy());
            set(&mut options.limits.depth, count.map(|count| usize::try_from(count).unwrap_or(usize::MAX)))
        }),
    },
    Row {
        short: None,
        long: "allow-read",
        aliases: &[],
        value: Value::Required("DIR", Takes::Folders),
        group: Group::Permissions,
        modes: RUNS_OR_SERVES,
        help: "allow reading files in DIR: with 'ferrotape:fs', as imported text, and as modules (those in the program's own folder need no option); repeatable",
        sets: Sets::Value(|options, folder| {
            options.permissions.read.push(folder.into());
            Ok(())
        }),
    },
    Row {
        short: None,
        long: "allow-write",
        aliases: &[],
        value: Value::Required("DIR", Takes::Folders),
        group: Group::Permissions,
        modes: RUNS_OR_SERVES,
        help: "allow writing, creating and removing files in DIR; repeatable",
        sets: Sets::Value(|options, folder| {
            options.permissions.write.push(folder.into());
            Ok(())
        }),
    },
    Row {
        short: None,
        long: "allow-net",
        aliases: &[],
        value: Value::Optional("HOST,..."),
        group: Group::Permissions,
        modes: RUNS_OR_SERVES,
        help: "allow fetch from these hosts (HOST or HOST:PORT), or from all public addresses; localhost and private addresses must be named",
        sets: Sets::Optional(Options::add_network),
    },
    Row {
        short: None,
        long: "allow-env",
        aliases: &[],
        value: Value::Optional("NAME,..."),
        group: Group::Permissions,
        modes: RUNS_OR_MEASURES,
        help: "show these environment variables, or all, in process.env",
        sets: Sets::Optional(Options::add_environment),
    },
    Row {
        short: None,
        long: "backend",
        aliases: &[],
        value: Value::Required("MACHINE", Takes::Words(&["register", "stack"])),
        group: Group::Engine,
        modes: &[Run, Interactive, Trace, Step, Debug, Dap, Bench, Test, Check, Compile, Disassemble, Mcp],
        help: "machine to run on: 'register', the fast one (default, except for trace), or 'stack', the readable one",
        sets: Sets::Value(|options, value| {
            let named = value.to_str().and_then(Backend::from_name);
            set(&mut options.backend, named.ok_or_else(|| one_of("'register' or 'stack'", &value)))
        }),
    },
    Row {
        short: None,
        long: "tail-calls",
        aliases: &[],
        value: Value::Required("WHICH", Takes::Words(&["strict", "always", "never"])),
        group: Group::Engine,
        modes: &[Run, Interactive, Trace, Step, Debug, Dap, Bench, Test, Disassemble],
        help: "which calls in tail position reuse the frame of their caller: those of 'strict' code (default), 'always', or 'never' (default with --commonjs)",
        sets: Sets::Value(|options, value| {
            let named = value.to_str().and_then(TailCalls::from_name);
            options.tail_calls = Some(named.ok_or_else(|| one_of("'strict', 'always' or 'never'", &value))?);
            Ok(())
        }),
    },
    Row {
        short: None,
        long: "timezone",
        aliases: &[],
        value: Value::Required("NAME", Takes::Anything),
        group: Group::Engine,
        modes: RUNS_OR_SERVES,
        help: "time zone of local times, such as Europe/Berlin (default: TZ, or the system's)",
        sets: Sets::Value(|options, value| {
            options.time_zone = Some(value.to_string_lossy().into_owned());
            Ok(())
        }),
    },
    Row {
        short: None,
        long: "values",
        aliases: &[],
        value: Value::None,
        group: Group::Engine,
        modes: &[Trace],
        help: "show the values before and after each step: the value stack with C, L and E, or the registers with the names of \
               their variables, open records and catchers",
        sets: Sets::Flag(|options| options.trace.values = true),
    },
    Row {
        short: None,
        long: "only",
        aliases: &[],
        value: Value::Required("FUNCTION", Takes::Anything),
        group: Group::Engine,
        modes: &[Trace],
        help: "show only the steps of functions with this name",
        sets: Sets::Value(|options, name| {
            options.trace.only = Some(name.to_string_lossy().into_owned());
            Ok(())
        }),
    },
    Row {
        short: None,
        long: "json",
        aliases: &[],
        value: Value::None,
        group: Group::Engine,
        modes: &[Disassemble],
        help: "print JSON, with what each instruction reads, writes and may do",
        sets: Sets::Flag(|options| options.json = true),
    },
    Row {
        short: None,
        long: "stats",
        aliases: &[],
        value: Value::None,
        group: Group::Engine,
        modes: &[Run, Check, Disassemble, Trace, Debug, Dap],
        help: "print fuel, memory and garbage collections to standard error",
        sets: Sets::Flag(|options| options.stats = true),
    },
    Row {
        short: None,
        long: "profile",
        aliases: &[],
        value: Value::Optional("FILE"),
        group: Group::Measuring,
        modes: &[Run],
        help: "show which functions and lines do most work: a table on standard error, or a FILE that ends with .json \
               (speedscope), .cpuprofile or .heapprofile (DevTools), .pb (pprof), .txt (collapsed stacks) or .svg (flame graph)",
        sets: Sets::Optional(|options, file| {
            options.measures.profile = Some(file.map_or(Ok(ProfileTo::Terminal), ProfileTo::file)?);
            Ok(())
        }),
    },
    Row {
        short: None,
        long: "by-time",
        aliases: &[],
        value: Value::None,
        group: Group::Measuring,
        modes: &[Run],
        help: "take samples for --profile every millisecond instead of by units of work",
        sets: Sets::Flag(|options| options.measures.by = By::Time),
    },
    Row {
        short: None,
        long: "by-memory",
        aliases: &[],
        value: Value::None,
        group: Group::Measuring,
        modes: &[Run],
        help: "take samples for --profile every 512 KB allocated, and more often at the beginning",
        sets: Sets::Flag(|options| options.measures.by = By::Memory),
    },
    Row {
        short: None,
        long: "coverage",
        aliases: &[],
        value: Value::Optional("DIR"),
        group: Group::Measuring,
        modes: &[Run, Test],
        help: "record which lines, branches and functions run, as lcov.info, v8.json and index.html in the folder DIR (default: coverage)",
        sets: Sets::Optional(|options, folder| {
            options.measures.coverage = Some(folder.unwrap_or("coverage").into());
            Ok(())
        }),
    },
    Row {
        short: None,
        long: "trace-gc",
        aliases: &[],
        value: Value::None,
        group: Group::Engine,
        modes: RUNS_OR_MEASURES,
        help: "print a line to standard error for each garbage collection",
        sets: Sets::Flag(|options| options.trace_gc = true),
    },
    Row {
        short: Some('o'),
        long: "output",
        aliases: &[],
        value: Value::Required("OUT", Takes::Files),
        group: Group::Compiling,
        modes: &[Compile],
        help: "file to write the code to",
        sets: Sets::Value(|options, file| {
            options.output = Some(file.into());
            Ok(())
        }),
    },
    Row {
        short: None,
        long: "strip",
        aliases: &[],
        value: Value::None,
        group: Group::Compiling,
        modes: &[Compile],
        help: "leave out the source text: smaller, but errors show no lines, and functions no text",
        sets: Sets::Flag(|options| options.strip = true),
    },
    Row {
        short: None,
        long: "setup",
        aliases: &[],
        value: Value::Required("CODE", Takes::Anything),
        group: Group::Measuring,
        modes: &[Bench],
        help: "script to run once, before measuring",
        sets: Sets::Value(|options, value| set(&mut options.bench.setup, text_of(value, "CODE"))),
    },
    Row {
        short: None,
        long: "for",
        aliases: &[],
        value: Value::Required("TIME", Takes::Anything),
        group: Group::Measuring,
        modes: &[Bench],
        help: "measure for TIME (default: 3s)",
        sets: Sets::Value(|options, value| set(&mut options.bench.time, units::duration(&value.to_string_lossy()))),
    },
    Row {
        short: Some('h'),
        long: "help",
        aliases: &[],
        value: Value::None,
        group: Group::Other,
        modes: &modes::ALL,
        help: "print this help; after a command, the help of that command",
        sets: Sets::Flag(|options| {
            options.topic = (options.mode != Run).then(|| modes::row(options.mode).word.to_owned());
            options.mode = Mode::Help;
        }),
    },
    Row {
        short: Some('V'),
        long: "version",
        aliases: &[],
        value: Value::None,
        group: Group::Other,
        modes: &modes::ALL,
        help: "print the version",
        sets: Sets::Flag(|options| options.mode = Mode::Version),
    },
];

/// Returns the option for a name without dashes.
pub fn long(name: &str) -> Option<&'static Row> {
    OPTIONS.iter().find(|row| row.long == name || row.aliases.contains(&name))
}

pub fn short(letter: char) -> Option<&'static Row> {
    OPTIONS.iter().find(|row| row.short == Some(letter))
}

/// Returns the options of a mode.
pub fn of_mode(mode: Mode) -> impl Iterator<Item = &'static Row> {
    OPTIONS.iter().filter(move |row| row.modes.contains(&mode))
}

impl Row {
    /// Returns the name with dashes: `--memory`.
    pub fn name(&self) -> String {
        format!("--{}", self.long)
    }
}

fn set<T>(place: &mut Option<T>, value: Result<T, String>) -> Result<(), String> {
    *place = Some(value?);
    Ok(())
}

fn one_of(words: &str, found: &OsStr) -> String {
    format!("{words}, not '{}'", found.to_string_lossy())
}

fn text_of(value: OsString, what: &str) -> Result<String, String> {
    value.into_string().map_err(|_| format!("{what} that is UTF-8 text"))
}

impl Options {
    fn add_code(&mut self, code: OsString, prints: bool) -> Result<(), String> {
        self.inputs.push(Input::Code(text_of(code, "CODE")?));
        self.prints_value = prints;
        Ok(())
    }

    fn add_alias(&mut self, value: &OsStr) -> Result<(), String> {
        let parts = value.to_str().and_then(|text| text.split_once('='));
        let (name, file) = parts
            .filter(|(name, file)| !name.is_empty() && !file.is_empty())
            .ok_or_else(|| one_of("NAME=MODULE", value))?;
        self.aliases.push((name.to_owned(), file.into()));
        Ok(())
    }

    /// Adds hosts to those allowed so far; without hosts, all with public addresses. Neither takes back the other.
    fn add_network(&mut self, hosts: Option<&str>) -> Result<(), String> {
        if !cfg!(feature = "net") {
            return Err("hosts where the command was built with its feature net, which it was not".to_owned());
        }
        let network = std::mem::take(&mut self.permissions.network);
        let added = hosts.into_iter().flat_map(|hosts| hosts.split(','));
        let is_public = hosts.is_none() || matches!(network, Network::Public(_));
        let mut named = match network {
            Network::None => Vec::new(),
            Network::Named(named) | Network::Public(named) => named,
        };
        for host in added.filter(|host| !host.is_empty()) {
            named.push(NamedHost::parse(host).ok_or_else(|| one_of("HOST or HOST:PORT", OsStr::new(host)))?);
        }
        self.permissions.network = if is_public { Network::Public(named) } else { Network::Named(named) };
        Ok(())
    }

    /// Adds names to the visible variables; without names all are visible, whatever follows.
    fn add_environment(&mut self, names: Option<&str>) -> Result<(), String> {
        let environment = &mut self.permissions.environment;
        let named = || names.into_iter().flat_map(|names| names.split(',')).map(str::to_owned);
        match (names, &mut *environment) {
            (None, _) => *environment = Environment::Whole,
            (Some(_), Environment::Whole) => {}
            (Some(_), Environment::Named(known)) => known.extend(named()),
            (Some(_), Environment::Hidden) => *environment = Environment::Named(named().collect()),
        }
        Ok(())
    }
}
