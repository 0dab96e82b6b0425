//! Commands of the prompt, which begin with a dot.

use std::fmt::Write;
use std::fs;

use ferrotape::Backend;

use super::session::{Session, Turn};
use crate::excerpt;
use crate::options::nearest;
use crate::system_error::in_words;

/// Names of the commands, their arguments, and their effects.
const COMMANDS: [(&str, &str, &str); 8] = [
    (".clear", "", "starts again, without the declarations so far"),
    (".disasm", "CODE", "shows the compiled code of CODE, or of the function with that name"),
    (".exit", "", "exits, as Ctrl-D does"),
    (".help", "", "shows this"),
    (".limits", "[NAME VALUE]", "shows the limits, or sets one: time 5s, memory 64M, fuel 1000000, or off"),
    (".load", "FILE", "runs a file here, or as a module if its name ends with .mjs"),
    (".stats", "", "shows what the last entry used, and the total"),
    (".trace", "CODE", "runs CODE on the stack machine, and shows each step"),
];

const KEYS: &str = "
Enter runs a complete entry, and begins a new line if a bracket or the like is still open.
Tab completes, the arrows go through earlier entries, Ctrl-R searches them.
Ctrl-C stops the script, or discards the line; twice on an empty line it exits.
_ is the last value, _error the last thrown value.
";

/// Returns whether an entry is a command. `.5` is a number.
pub fn is_command(text: &str) -> bool {
    text.trim_start().strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns the commands with a prefix.
pub fn names(prefix: &str) -> Vec<String> {
    COMMANDS.iter().map(|(name, ..)| (*name).to_owned()).filter(|name| name.starts_with(prefix)).collect()
}

/// Runs the command that a line with a dot names. An unknown one is only complained of.
pub fn run(session: &mut Session, text: &str) -> Turn {
    let text = text.trim();
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    match name {
        ".exit" => return Turn::Leave,
        ".help" => session.print(&help()),
        ".clear" => session.clear(),
        ".stats" => session.print_stats(),
        ".limits" => limits(session, rest),
        ".load" => load(session, rest),
        ".trace" => session.trace(rest),
        ".disasm" => disassemble(session, rest),
        _ => session.complain(&unknown(name)),
    }
    Turn::GoOn
}

fn unknown(name: &str) -> String {
    match nearest(name, COMMANDS.iter().map(|(name, ..)| *name)) {
        Some(near) => format!("There is no command {}: did you mean {near}?", excerpt::one_line(name)),
        None => format!("There is no command {}. Try .help.", excerpt::one_line(name)),
    }
}

/// Returns the command for a name as other programs have it, like `quit()`.
pub fn meant(text: &str) -> Option<&'static str> {
    let word = text.trim().trim_end_matches(';').trim_end_matches("()");
    let word = if word == "quit" { "exit" } else { word };
    COMMANDS.iter().map(|(name, ..)| *name).find(|name| name.strip_prefix('.') == Some(word))
}

fn help() -> String {
    let mut text = String::new();
    for (name, argument, what) in COMMANDS {
        let _ = writeln!(text, "{:<22} {what}", format!("{name} {argument}"));
    }
    text + KEYS
}

fn limits(session: &mut Session, rest: &str) {
    if !rest.is_empty()
        && let Err(message) = session.limits.set(rest)
    {
        return session.complain(&message);
    }
    session.apply_limits();
    let text = session.limits.to_string();
    session.print(&text);
}

fn load(session: &mut Session, file: &str) {
    if file.is_empty() {
        return session.complain(".load takes the name of a file");
    }
    match fs::read_to_string(file) {
        Ok(text) => session.run_file(file, text),
        Err(error) => session.complain(&format!("cannot read {}: {}", excerpt::one_line(file), in_words(&error))),
    }
}

fn disassemble(session: &mut Session, code: &str) {
    if code.is_empty() {
        return session.complain(".disasm takes CODE, or the name of a function");
    }
    let text = session.text_of_function(code).unwrap_or_else(|| code.to_owned());
    match session.engine().disassemble("code", text) {
        Ok(listing) => session.print(&listing),
        Err(error) => session.show_error(&error),
    }
}

impl Session {
    fn trace(&mut self, code: &str) {
        if code.is_empty() {
            return self.complain(".trace takes CODE");
        }
        let before = self.engine().backend();
        self.engine().set_backend(Backend::Stack);
        self.evaluate(code, true);
        self.engine().set_backend(before);
    }
}
