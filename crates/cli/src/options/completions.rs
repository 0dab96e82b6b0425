//! What makes shells complete words of a command line: a script for each, made of the tables.

use std::fmt::Write;

use super::modes::{MODES, Takes};
use super::table::{OPTIONS, Row, Value};

/// The script for a shell, of those that [`super::modes`] names.
pub fn completions(shell: &str) -> Option<String> {
    match shell {
        "bash" => Some(bash()),
        "zsh" => Some(zsh()),
        "fish" => Some(fish()),
        _ => None,
    }
}

fn words() -> String {
    MODES.iter().map(|row| row.word).collect::<Vec<_>>().join(" ")
}

fn bash() -> String {
    let mut text = String::from("# Completions of ferrotape for bash: source this.\n_ferrotape() {\n");
    text.push_str("    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} mode=run each\n");
    text.push_str("    # bash makes words of their own of what is before and after an =.\n");
    text.push_str("    [[ $word == '=' ]] && word=\n");
    text.push_str("    [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n    COMPREPLY=()\n");
    text.push_str("    case $before in\n");
    for row in OPTIONS {
        if let Value::Required(_, takes) = row.value {
            let names: Vec<String> = row.short.iter().map(|letter| format!("-{letter}")).chain([row.name()]).collect();
            let _ = writeln!(text, "        {}) {}; return ;;", names.join("|"), bash_values(takes));
        }
    }
    text.push_str("    esac\n    for each in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n        case $each in\n");
    let _ = writeln!(text, "            {}) mode=$each; break ;;", words().replace(' ', "|"));
    text.push_str("        esac\n    done\n    if [[ $word == -* ]]; then\n        case $mode in\n");
    for row in MODES {
        let options: Vec<String> =
            OPTIONS.iter().filter(|option| option.modes.contains(&row.mode)).map(Row::name).collect();
        let _ = writeln!(
            text,
            "            {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")) ;;",
            row.word,
            options.join(" ")
        );
    }
    text.push_str("        esac\n        return\n    fi\n    case $mode in\n");
    for row in MODES.iter().filter(|row| !matches!(row.takes, Takes::Files)) {
        let takes = if row.word == "help" {
            format!("COMPREPLY=($(compgen -W '{}' -- \"$word\"))", words())
        } else {
            bash_values(row.takes)
        };
        let _ = writeln!(text, "        {}) {takes}; return ;;", row.word);
    }
    text.push_str("    esac\n");
    let _ = writeln!(text, "    [[ $COMP_CWORD == 1 ]] && COMPREPLY=($(compgen -W '{}' -- \"$word\"))", words());
    text.push_str("    COMPREPLY+=($(compgen -f -- \"$word\"))\n}\ncomplete -o filenames -F _ferrotape ferrotape\n");
    text
}

fn bash_values(takes: Takes) -> String {
    match takes {
        Takes::Files => "COMPREPLY=($(compgen -f -- \"$word\"))".to_owned(),
        Takes::Folders => "COMPREPLY=($(compgen -d -- \"$word\"))".to_owned(),
        Takes::Words(words) => format!("COMPREPLY=($(compgen -W '{}' -- \"$word\"))", words.join(" ")),
        Takes::Nothing | Takes::Anything => ":".to_owned(),
    }
}

fn zsh() -> String {
    let mut text = String::from("#compdef ferrotape\n# Completions of ferrotape for zsh.\n\n_ferrotape_commands() {\n");
    text.push_str("    local -a commands=(\n");
    for row in MODES {
        let _ = writeln!(text, "        '{}:{}'", row.word, quoted(row.usage[0].1));
    }
    text.push_str("    )\n    _describe command commands\n}\n\n_ferrotape() {\n    _arguments -s \\\n");
    for row in OPTIONS {
        let help = quoted(row.help).replace('[', "\\[").replace(']', "\\]");
        let value = match row.value {
            Value::None => String::new(),
            Value::Required(name, takes) => format!(":{name}:{}", zsh_values(takes)),
            Value::Optional(name) => format!("::{name}:"),
        };
        let sign = match row.value {
            Value::None => "",
            Value::Required(..) => "=",
            Value::Optional(_) => "=-",
        };
        let _ = writeln!(text, "        '*--{}{sign}[{help}]{value}' \\", row.long);
        if let Some(letter) = row.short {
            let _ = writeln!(text, "        '*-{letter}[{help}]{value}' \\");
        }
    }
    text.push_str(
        "        '1: :{ _ferrotape_commands; _files }' \\\n        '*:file:_files'\n}\n\n_ferrotape \"$@\"\n",
    );
    text
}

fn zsh_values(takes: Takes) -> String {
    match takes {
        Takes::Files => "_files".to_owned(),
        Takes::Folders => "_files -/".to_owned(),
        Takes::Words(words) => format!("({})", words.join(" ")),
        Takes::Nothing | Takes::Anything => " ".to_owned(),
    }
}

fn fish() -> String {
    let mut text = String::from("# Completions of ferrotape for fish.\n");
    let words = words();
    for row in MODES {
        let _ = writeln!(
            text,
            "complete -c ferrotape -n 'not __fish_seen_subcommand_from {words}' -a {} -d '{}'",
            row.word,
            quoted(row.usage[0].1)
        );
        if let Takes::Words(words) = row.takes {
            let _ = writeln!(
                text,
                "complete -c ferrotape -n '__fish_seen_subcommand_from {}' -f -a '{}'",
                row.word,
                words.join(" ")
            );
        }
    }
    let _ = writeln!(text, "complete -c ferrotape -n '__fish_seen_subcommand_from help' -f -a '{words}'");
    for row in OPTIONS {
        let short = row.short.map(|letter| format!(" -s {letter}")).unwrap_or_default();
        let value = match row.value {
            Value::None | Value::Optional(_) => String::new(),
            Value::Required(_, Takes::Words(words)) => format!(" -x -a '{}'", words.join(" ")),
            Value::Required(_, Takes::Folders) => " -x -a '(__fish_complete_directories)'".to_owned(),
            Value::Required(_, Takes::Files) => " -r -F".to_owned(),
            Value::Required(_, Takes::Nothing | Takes::Anything) => " -x".to_owned(),
        };
        let _ = writeln!(text, "complete -c ferrotape{short} -l {}{value} -d '{}'", row.long, quoted(row.help));
    }
    text
}

/// Text between single quotes of a shell.
fn quoted(text: &str) -> String {
    text.replace('\'', "’")
}
