//! Input that is piped to the command, and output that is not read.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::runner::{Run, root};

fn piped(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let outcome = Run { arguments, input, ..Run::default() }.outcome();
    (outcome.code, outcome.stdout, outcome.stderr)
}

#[test]
fn what_is_piped_is_the_program_where_no_other_is_named() {
    assert_eq!(piped(&[], b"print(6 * 7)"), (Some(0), "42\n".into(), String::new()));
    assert_eq!(piped(&["--memory", "10M"], b"print(1)").1, "1\n");
    assert_eq!(piped(&["-", "a", "-b"], b"print(scriptArgs)").1, "a,-b\n");
    assert_eq!(piped(&["-m", "-"], b"print(await 5)").1, "5\n");
    assert_eq!(piped(&["-e", "print('not the pipe')"], b"print('the pipe')").1, "not the pipe\n");
    let (code, stdout, stderr) = piped(&[], b"throw new Error('no')");
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.contains("--> <standard input>:1:7"), "{stderr}");
}

/// Runs a program whose output is closed after its first line. Returns the exit code and standard error.
fn closed_after_a_line(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
    command.args(arguments).current_dir(root()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut line = String::new();
    let mut stdout = BufReader::with_capacity(16, child.stdout.take().expect("a pipe"));
    stdout.read_line(&mut line).expect("a line");
    drop(stdout);
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    (child.wait().expect("it ends").code(), said)
}

#[test]
fn a_pipe_that_is_closed_ends_the_program_quietly() {
    for program in [
        "for (;;) print('line of an endless program')",
        "for (;;) console.log('line')",
        "try { for (;;) print('line') } catch { } finally { for (;;); }",
    ] {
        assert_eq!(closed_after_a_line(&["-e", program]), (Some(141), String::new()), "{program}");
    }
    let long = "var text = 'line\\n'.repeat(1 << 20); text";
    assert_eq!(closed_after_a_line(&["-p", long]), (Some(141), String::new()));
    assert_eq!(closed_after_a_line(&["trace", "-e", "for (;;) ;"]), (Some(141), String::new()));
}

#[test]
fn a_device_that_is_full_is_an_error() {
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
    let outcome = command.args(["-e", "print(1)"]).stdin(Stdio::null()).stdout(full).output().expect("it runs");
    assert_eq!(outcome.status.code(), Some(1));
    let said = String::from_utf8_lossy(&outcome.stderr).into_owned();
    assert!(said.starts_with("ferrotape: cannot write to standard output: "), "{said}");
}

#[test]
fn standard_error_that_nobody_reads_ends_the_program_quietly() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
    command.args(["--time=20s", "-e", "for (;;) console.error('more')"]).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(141));
}
