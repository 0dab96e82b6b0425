//! Documents of the command are generated from its own output: `FERROTAPE_UPDATE=1` writes them anew.

use std::fs;
use std::process::{Command, Stdio};

use crate::runner::{ferrotape, root};

/// Compares a file with its expected content, or writes it.
#[track_caller]
pub(crate) fn is_current(path: &str, expected: &str) {
    let file = root().join(path);
    if std::env::var_os("FERROTAPE_UPDATE").is_some() {
        fs::write(file, expected).expect("written");
        return;
    }
    let found = fs::read_to_string(file).unwrap_or_default();
    assert!(found == expected, "{path} is not what the command says: run with FERROTAPE_UPDATE=1");
}

#[test]
fn the_manual_page_is_current() {
    is_current("docs/ferrotape.1", &ferrotape(&["manual"]).stdout);
}

#[test]
fn the_reference_is_current() {
    const BEGIN: &str = "<!-- ferrotape --help -->\n```text\n";
    const END: &str = "```\n<!-- end -->\n";
    let text = fs::read_to_string(root().join("docs/command/options.md")).expect("it is there");
    let (before, rest) = text.split_once(BEGIN).expect("where it begins");
    let (_, after) = rest.split_once(END).expect("where it ends");
    let help = ferrotape(&["--help"]).stdout;
    is_current("docs/command/options.md", &[before, BEGIN, &help, END, after].concat());
}

/// Checks a script with its shell; passes if the shell is not installed.
fn is_understood(shell: &str, check: &[&str]) {
    let script = ferrotape(&["completions", shell]).stdout;
    let mut command = Command::new(shell);
    let Ok(mut child) = command.args(check).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn() else { return };
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), script.as_bytes()).expect("written");
    let outcome = child.wait_with_output().expect("it ends");
    assert!(outcome.status.success(), "{shell}: {}", String::from_utf8_lossy(&outcome.stderr));
}

#[test]
fn completions_are_scripts_that_shells_understand() {
    is_understood("bash", &["-n"]);
    is_understood("zsh", &["-n"]);
    is_understood("fish", &["--no-execute"]);
    for shell in ["bash", "zsh", "fish"] {
        let script = ferrotape(&["completions", shell]).stdout;
        assert!(script.contains("timezone") && script.contains("disasm"), "{script}");
    }
}

/// Returns bash's completions for a line.
fn offered(words: &[&str]) -> Option<Vec<String>> {
    let script = ferrotape(&["completions", "bash"]).stdout;
    let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let ask = format!(
        "{script}\nCOMP_WORDS=({}); COMP_CWORD={}; _ferrotape; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.join(" "),
        words.len() - 1
    );
    let outcome = Command::new("bash").args(["-c", &ask]).current_dir(root()).output().ok()?;
    Some(String::from_utf8_lossy(&outcome.stdout).lines().map(str::to_owned).collect())
}

#[test]
fn bash_offers_what_fits() {
    let Some(offers) = offered(&["ferrotape", "--mem"]) else { return };
    assert_eq!(offers, ["--memory"]);
    assert_eq!(offered(&["ferrotape", "--backend", ""]).expect("bash"), ["register", "stack"]);
    assert_eq!(offered(&["ferrotape", "completions", "z"]).expect("bash"), ["zsh"]);
    assert_eq!(offered(&["ferrotape", "check", "--fu"]).expect("bash"), [""]);
    assert_eq!(offered(&["ferrotape", "che"]).expect("bash"), ["check"]);
    assert_eq!(offered(&["ferrotape", "Cargo.t"]).expect("bash"), ["Cargo.toml"]);
    // Values of options name no command, and words after a file belong to the program.
    assert_eq!(offered(&["ferrotape", "--memory", "=", "10M", "chec"]).expect("bash"), ["check"]);
    assert_eq!(offered(&["ferrotape", "--setup", "check", "bench", "--fo"]).expect("bash"), ["--for"]);
    assert_eq!(offered(&["ferrotape", "program.js", "chec"]).expect("bash"), [""]);
}

/// Returns fish's completions for a line.
fn offered_by_fish(line: &str) -> Option<Vec<String>> {
    let script = ferrotape(&["completions", "fish"]).stdout;
    let ask = format!("{script}\ncomplete -C '{line}'");
    let outcome = Command::new("fish").args(["--no-config", "-c", &ask]).current_dir(root()).output().ok()?;
    let lines = String::from_utf8_lossy(&outcome.stdout).into_owned();
    Some(lines.lines().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect())
}

#[test]
fn fish_offers_what_fits() {
    let Some(offers) = offered_by_fish("ferrotape --mem") else { return };
    assert_eq!(offers, ["--memory"]);
    assert_eq!(offered_by_fish("ferrotape --time 1s chec").expect("fish"), ["check"]);
    assert_eq!(offered_by_fish("ferrotape check --s").expect("fish"), ["--stats"]);
    assert_eq!(offered_by_fish("ferrotape completions ").expect("fish"), ["bash", "fish", "zsh"]);
    assert_eq!(offered_by_fish("ferrotape program.js chec").expect("fish"), Vec::<String>::new());
}
