//! Completions for zsh.

use std::fmt::Write;

use super::{commands, quoted, with_values};
use crate::options::modes::{MODES, Takes};
use crate::options::table::{self, Row, Value};

/// Returns the script: a list of `_arguments` for each mode, of which the function chooses one.
pub fn script() -> String {
    let mut text = String::from("#compdef ferrotape\n# Completions of ferrotape for zsh.\n\n_ferrotape_commands() {\n");
    text.push_str("    local -a commands=(\n");
    for row in MODES {
        let _ = writeln!(text, "        '{}:{}'", row.word, quoted(row.usage[0].1));
    }
    text.push_str("    )\n    _describe command commands\n}\n\n_ferrotape() {\n");
    text.push_str("    local mode=run each last=\n    local -a takes\n    for each in ${words[2,CURRENT-1]}; do\n");
    let _ = writeln!(text, "        case $last in\n            ({}) last=; continue ;;", with_values().join("|"));
    text.push_str("        esac\n        last=$each\n        case $each in\n");
    let _ = writeln!(text, "            ({}) mode=$each; break ;;", commands().join("|"));
    text.push_str("            (-*) ;;\n            (*) break ;;\n        esac\n    done\n    case $mode in\n");
    for row in MODES {
        let _ = writeln!(text, "        ({}) takes=(", row.word);
        table::of_mode(row.mode).for_each(|option| put_option(&mut text, option));
        match row.takes {
            Takes::Nothing => {}
            takes => {
                let _ = writeln!(text, "            '*:what it takes:{}'", action(takes));
            }
        }
        text.push_str("        ) ;;\n");
    }
    text.push_str("    esac\n    _arguments -s $takes '1: :{ _ferrotape_commands; _files }'\n}\n\n_ferrotape \"$@\"\n");
    text
}

/// Adds the specification of an option, each of which may be given more than once. Brackets of its help are escaped.
fn put_option(text: &mut String, row: &Row) {
    let help = quoted(row.help).replace('[', "\\[").replace(']', "\\]");
    let (sign, value) = match row.value {
        Value::None => ("", String::new()),
        Value::Required(name, takes) => ("=", format!(":{name}:{}", action(takes))),
        Value::Optional(name) => ("=-", format!("::{name}:")),
    };
    let _ = writeln!(text, "            '*--{}{sign}[{help}]{value}'", row.long);
    if let Some(letter) = row.short {
        let _ = writeln!(text, "            '*-{letter}[{help}]{value}'");
    }
}

fn action(takes: Takes) -> String {
    match takes {
        Takes::Files => "_files".to_owned(),
        Takes::Folders => "_files -/".to_owned(),
        Takes::Words(words) => format!("({})", words.join(" ")),
        Takes::Commands => "_ferrotape_commands".to_owned(),
        Takes::Nothing | Takes::Anything => " ".to_owned(),
    }
}
