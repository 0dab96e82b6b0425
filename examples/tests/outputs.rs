//! The examples print what is in `expected`.

use std::path::Path;
use std::process::Command;

/// Runs an example without arguments and compares what it prints; with `FERROTAPE_UPDATE` set it is kept instead.
fn check(name: &str, program: &str) {
    let output = Command::new(program).output().expect("the example starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} ended with {}: {errors}", output.status);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("expected").join(format!("{name}.txt"));
    let printed = String::from_utf8_lossy(&output.stdout);
    if std::env::var_os("FERROTAPE_UPDATE").is_some() {
        std::fs::write(&path, &*printed).expect("the output is written");
    }
    let expected = std::fs::read_to_string(&path).expect("the output that is expected");
    assert_eq!(printed, expected, "{name}");
}

#[test]
fn rules() {
    check("rules", env!("CARGO_BIN_EXE_rules"));
}

#[test]
fn plugins() {
    check("plugins", env!("CARGO_BIN_EXE_plugins"));
}

#[test]
fn server() {
    check("server", env!("CARGO_BIN_EXE_server"));
}

#[test]
fn template() {
    check("template", env!("CARGO_BIN_EXE_template"));
}

#[test]
fn game() {
    check("game", env!("CARGO_BIN_EXE_game"));
}
