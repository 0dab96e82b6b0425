//! Completions for fish.

use std::fmt::Write;

use super::{commands, quoted, with_values};
use crate::options::modes::{MODES, Mode, Takes};
use crate::options::table::{OPTIONS, Row, Value};

/// Finds the command that a line names, and succeeds if it is one of the arguments; `none` is a line without any word
/// yet.
const BEGIN: &str = "# Completions of ferrotape for fish.
function __ferrotape_is
    set -l mode none
    set -l last
    for each in (commandline -opc)[2..-1]
        if contains -- \"$last\" WITH_VALUES
            set last
            continue
        end
        set last $each
        if contains -- $each COMMANDS
            set mode $each
            break
        end
        if not string match -q -- '-*' $each
            set mode run
            break
        end
    end
    contains -- $mode $argv
end
";

/// Returns the script: a `complete` line for each mode and option, on conditions of the mode so far.
pub fn script() -> String {
    let begin = BEGIN.replace("COMMANDS", &commands().join(" "));
    let mut text = begin.replace("WITH_VALUES", &with_values().join(" "));
    for row in MODES {
        let (word, what) = (row.word, quoted(row.usage[0].1));
        let _ = writeln!(text, "complete -c ferrotape -n '__ferrotape_is none' -a {word} -d '{what}'");
        let words = match row.takes {
            Takes::Words(words) => words.join(" "),
            Takes::Commands => commands().join(" "),
            Takes::Nothing => String::new(),
            Takes::Files | Takes::Folders | Takes::Anything => continue,
        };
        let _ = writeln!(text, "complete -c ferrotape -n '__ferrotape_is {word}' -f -a '{words}'");
    }
    OPTIONS.iter().for_each(|row| put_option(&mut text, row));
    text
}

/// Adds the line of an option, offered in its modes; those of `run` also where no mode is named.
fn put_option(text: &mut String, row: &Row) {
    let of_it = MODES.iter().filter(|mode| row.modes.contains(&mode.mode)).map(|mode| mode.word);
    let nameless = row.modes.contains(&Mode::Run).then_some("none");
    let modes: Vec<&str> = nameless.into_iter().chain(of_it).collect();
    let short = row.short.map(|letter| format!(" -s {letter}")).unwrap_or_default();
    let value = match row.value {
        Value::None | Value::Optional(_) => String::new(),
        Value::Required(_, Takes::Words(words)) => format!(" -x -a '{}'", words.join(" ")),
        Value::Required(_, Takes::Commands) => format!(" -x -a '{}'", commands().join(" ")),
        Value::Required(_, Takes::Folders) => " -x -a '(__fish_complete_directories)'".to_owned(),
        Value::Required(_, Takes::Files) => " -r -F".to_owned(),
        Value::Required(_, Takes::Nothing | Takes::Anything) => " -x".to_owned(),
    };
    let _ = writeln!(
        text,
        "complete -c ferrotape -n '__ferrotape_is {}'{short} -l {}{value} -d '{}'",
        modes.join(" "),
        row.long,
        quoted(row.help)
    );
}
