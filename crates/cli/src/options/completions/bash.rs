//! Completions for bash, from 3.2 on.

use std::fmt::Write;

use super::{commands, names, with_values};
use crate::options::modes::{MODES, Takes};
use crate::options::table::{self, OPTIONS, Row, Value};

const BEGIN: &str = r#"# Completions of ferrotape for bash: source this.
_ferrotape_words() {
    COMPREPLY+=($(compgen -W "$1" -- "$word"))
}

# What a file is called is one word, whatever is in it.
_ferrotape_paths() {
    local path
    while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$word")
}

_ferrotape() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} mode=run is_named='' each last=''
    # bash makes words of their own of what is before and after an =.
    [[ $word == '=' ]] && word=
    [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD-2]}
    COMPREPLY=()
"#;

/// Returns the script, with one case for each option and mode of the tables.
pub fn script() -> String {
    let mut text = BEGIN.to_owned();
    text.push_str("    case $before in\n");
    for row in OPTIONS {
        if let Value::Required(_, takes) = row.value {
            let _ = writeln!(text, "        {}) {}; return ;;", names(row).join("|"), offer(takes));
        }
    }
    text.push_str("    esac\n    for each in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n        case $last in\n");
    let _ = writeln!(text, "            {}) [[ $each == '=' ]] || last=; continue ;;", with_values().join("|"));
    text.push_str("        esac\n        last=$each\n        case $each in\n");
    let _ = writeln!(text, "            {}) mode=$each is_named=1; break ;;", commands().join("|"));
    text.push_str("            -*|=) ;;\n            *) is_named=1; break ;;\n        esac\n    done\n");
    text.push_str("    if [[ $word == -* ]]; then\n        case $mode in\n");
    for row in MODES {
        let options: Vec<String> = table::of_mode(row.mode).map(Row::name).collect();
        let _ = writeln!(text, "            {}) _ferrotape_words '{}' ;;", row.word, options.join(" "));
    }
    text.push_str("        esac\n        return\n    fi\n    case $mode in\n");
    for row in MODES.iter().filter(|row| row.takes != Takes::Files) {
        let _ = writeln!(text, "        {}) {}; return ;;", row.word, offer(row.takes));
    }
    text.push_str("    esac\n");
    let _ = writeln!(text, "    [[ $is_named ]] || _ferrotape_words '{}'", commands().join(" "));
    text.push_str("    _ferrotape_paths -f\n}\ncomplete -o filenames -F _ferrotape ferrotape\n");
    text
}

fn offer(takes: Takes) -> String {
    match takes {
        Takes::Files => "_ferrotape_paths -f".to_owned(),
        Takes::Folders => "_ferrotape_paths -d".to_owned(),
        Takes::Words(words) => format!("_ferrotape_words '{}'", words.join(" ")),
        Takes::Commands => format!("_ferrotape_words '{}'", commands().join(" ")),
        Takes::Nothing | Takes::Anything => ":".to_owned(),
    }
}
