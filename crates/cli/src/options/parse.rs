//! Parses arguments into options.

use std::path::Path;

use lexopt::Arg;

use super::modes::{self, Mode, Takes};
use super::table::{self, Row, Sets, Value};
use super::{Input, Options, nearest};
use crate::{repeat, trace};

/// A command line that is not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub message: String,
    /// Mode whose usage is shown.
    pub mode: Mode,
}

/// Parses a command line. Options stand before FILE; words after FILE or CODE are arguments of the program. If there is
/// neither, the program comes from standard input, or the mode is interactive if that is a terminal (`is_terminal`).
pub fn parse(mut parser: lexopt::Parser, is_terminal: bool) -> Result<Options, Wrong> {
    let mut options = Options::default();
    let read = read(&mut parser, &mut options, is_terminal);
    read.map(|()| options.clone()).map_err(|message| Wrong { message, mode: options.mode })
}

/// Reads all arguments, and checks that they go together.
fn read(parser: &mut lexopt::Parser, options: &mut Options, is_terminal: bool) -> Result<(), String> {
    let mut given: Vec<&'static Row> = Vec::new();
    let mut is_mode_named = false;
    while let Some(argument) = parser.next().map_err(in_words)? {
        let row = match argument {
            Arg::Long(name) => table::long(name).ok_or_else(|| unknown(name, is_mode_named.then_some(options.mode)))?,
            Arg::Short(letter) => table::short(letter).ok_or_else(|| format!("there is no option '-{letter}'"))?,
            Arg::Value(word) => {
                if let Some(mode) = word.to_str().and_then(modes::named).filter(|_| !is_mode_named) {
                    (options.mode, is_mode_named) = (mode, true);
                } else if word_is_topic(options.mode) {
                    let word = word.to_string_lossy().into_owned();
                    if options.topic.replace(word).is_some() {
                        return Err("one word is enough".to_owned());
                    }
                } else {
                    options.inputs.push(if word == "-" { Input::Stdin } else { Input::File(word.into()) });
                    if takes_arguments(options.mode) {
                        break;
                    }
                }
                continue;
            }
        };
        apply(row, parser, options)?;
        if matches!(options.mode, Mode::Help | Mode::Version) {
            return Ok(());
        }
        given.push(row);
        if !options.inputs.is_empty() && takes_arguments(options.mode) {
            break;
        }
    }
    if takes_arguments(options.mode) {
        let rest = parser.raw_args().map_err(in_words)?;
        options.script_arguments = rest.map(|argument| argument.to_string_lossy().into_owned()).collect();
    }
    complete(options, is_terminal, &given)
}

/// Returns whether words after the input are arguments of the program.
fn takes_arguments(mode: Mode) -> bool {
    matches!(mode, Mode::Run | Mode::Interactive | Mode::Trace | Mode::Step | Mode::Debug)
}

fn word_is_topic(mode: Mode) -> bool {
    matches!(mode, Mode::Help | Mode::Completions)
}

/// Takes the value that an option's row asks for, and sets it. The error says what the option takes.
fn apply(row: &Row, parser: &mut lexopt::Parser, options: &mut Options) -> Result<(), String> {
    match (row.sets, row.value) {
        (Sets::Flag(set), _) => set(options),
        (Sets::Optional(set), _) => {
            let value = parser.optional_value();
            let set = set(options, value.as_ref().map(|value| value.to_string_lossy()).as_deref());
            set.map_err(|expected| format!("{} takes {expected}", row.name()))?;
        }
        (Sets::Value(set), value) => {
            let taken = parser.value().map_err(|_| match value {
                Value::Required(name, _) => format!("{} takes {name}", row.name()),
                Value::None | Value::Optional(_) => format!("{} takes a value", row.name()),
            })?;
            set(options, taken).map_err(|expected| format!("{} takes {expected}", row.name()))?;
        }
    }
    Ok(())
}

/// Limit on the commands that take an option to be listed where another one does not.
const MOST_TAKERS: usize = 2;

/// Completes and checks the options once the whole line is parsed.
fn complete(options: &mut Options, is_terminal: bool, given: &[&Row]) -> Result<(), String> {
    let mode = options.mode;
    if mode == Mode::Run && options.inputs.is_empty() {
        if is_terminal {
            options.mode = Mode::Interactive;
        } else {
            options.inputs.push(Input::Stdin);
        }
    }
    if let Some(row) = given.iter().find(|row| !row.modes.contains(&options.mode)) {
        let takers: Vec<String> = row.modes.iter().map(|&mode| format!("'{}'", modes::row(mode).word)).collect();
        let takers =
            if takers.len() <= MOST_TAKERS { format!(", only to {}", takers.join(" and ")) } else { String::new() };
        return Err(format!("{} means nothing to '{}'{takers}", row.name(), modes::row(options.mode).word));
    }
    if options.watch && !options.inputs.iter().any(|input| matches!(input, Input::File(_))) {
        return Err("--watch takes a FILE, whose folder is watched".to_owned());
    }
    let most = match mode {
        Mode::Check | Mode::Test => usize::MAX,
        Mode::Run | Mode::Interactive | Mode::Trace | Mode::Step | Mode::Debug => 1,
        Mode::Bench | Mode::Compile | Mode::Disassemble => 1,
        _ => 0,
    };
    if let Some(Input::File(file)) = options.inputs.get(most) {
        return Err(format!("unexpected argument '{}'", file.display()));
    }
    if options.inputs.len() > most {
        return Err("one program is enough".to_owned());
    }
    match mode {
        Mode::Check
        | Mode::Test
        | Mode::Trace
        | Mode::Step
        | Mode::Debug
        | Mode::Bench
        | Mode::Compile
        | Mode::Disassemble
            if options.inputs.is_empty() =>
        {
            let word = modes::row(mode).word;
            // Those who have a script of that name mean it.
            return Err(match Path::new(word).is_file() {
                true => format!("no FILE: ferrotape run {word} runs the file of that name"),
                false => "no FILE".to_owned(),
            });
        }
        Mode::Debug | Mode::Step if options.inputs.contains(&Input::Stdin) => {
            return Err(format!("{} takes a FILE: commands come from standard input", modes::row(mode).word));
        }
        Mode::Compile if options.output.is_none() => return Err("compile takes a file for the code: -o OUT".to_owned()),
        Mode::Completions if options.topic.is_none() => {
            return Err(format!("completions takes one of {}", modes::SHELLS.join(", ")));
        }
        Mode::Trace => options.backend = Some(trace::backend(options.backend)),
        _ => {}
    }
    if let Some(reason) = repeat::refusal(options) {
        return Err(reason);
    }
    if let (Takes::Words(words), Some(topic)) = (modes::row(mode).takes, &options.topic)
        && !words.contains(&&**topic)
    {
        return Err(format!("{} takes one of {}, not '{topic}'", modes::row(mode).word, words.join(", ")));
    }
    Ok(())
}

/// Says that there is no such option, and which one is near: one of the command, if that was named before.
fn unknown(name: &str, mode: Option<Mode>) -> String {
    let rows = table::OPTIONS.iter().filter(|row| mode.is_none_or(|mode| row.modes.contains(&mode)));
    let known = rows.flat_map(|row| row.aliases.iter().chain([&row.long])).copied();
    match nearest(name, known) {
        Some(near) => format!("there is no option '--{name}': did you mean '--{near}'?"),
        None => format!("there is no option '--{name}'"),
    }
}

fn in_words(error: lexopt::Error) -> String {
    error.to_string()
}
