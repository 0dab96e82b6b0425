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

#[test]
fn programs_read_what_is_piped_to_them() {
    let events = "let all = ''; process.stdin.setEncoding('utf8'); \
        process.stdin.on('data', text => all += text).on('end', () => print(all.length, all))";
    assert_eq!(piped(&["-e", events], "hé\nx".as_bytes()), (Some(0), "4 hé\nx\n".into(), String::new()));
    assert_eq!(piped(&["-e", events], b"").1, "0 \n");
    let bytes = "for await (const bytes of process.stdin) print(bytes instanceof Uint8Array, `${bytes}`)";
    assert_eq!(piped(&["-m", "-e", bytes], b"ab").1, "true ab\n");
    let long = "let n = 0; for await (const bytes of process.stdin) n += bytes.length; print(n)";
    assert_eq!(piped(&["-m", "-e", long], &[b'x'; 1 << 20]).1, "1048576\n");
    // Nothing is left of what the program was read from.
    assert_eq!(piped(&[], b"process.stdin.on('data', print).on('end', () => print('end'))").1, "end\n");
    // Who pauses waits for nothing.
    let asked = "let all = ''; process.stdin.on('readable', () => { for (let part; (part = process.stdin.read(3)) !== null;) all += `${part}|` })
        .on('end', () => print(all, process.stdin.readable))";
    for options in [&["-e", asked][..], &["--commonjs", "-e", asked]] {
        assert_eq!(piped(options, b"abcdefgh").1, "abc|def|gh| false\n");
        assert_eq!(piped(options, b"").1, " false\n");
    }
    // What is asked for of nothing is nothing; what is held becomes text when an encoding is set.
    let little = "let all = ''; const { stdin } = process; \
        stdin.on('readable', () => all += `${stdin.read(0)} ${stdin.read(-1)} ${stdin.read()} `).on('end', () => print(all))";
    assert_eq!(piped(&["-e", little], b"ab").1, "null null ab null null null \n");
    let late = "let all = ''; const { stdin } = process; stdin.on('readable', () => { \
        if (stdin.read(1) === null) return; stdin.setEncoding('utf8'); const rest = stdin.read(); all += `${typeof rest} ${rest}` }) \
        .on('end', () => print(all))";
    assert_eq!(piped(&["-e", late], b"abc").1, "string bc\n");
    let paused = "process.stdin.once('data', text => { print(String(text)); process.stdin.pause() })";
    assert_eq!(piped(&["-e", paused], b"one").1, "one\n");
}

#[test]
fn who_listens_is_told_of_the_end() {
    for (text, code, printed) in [
        ("process.on('exit', code => print(code, process.exitCode)); 0", 0, "0 undefined\n"),
        ("process.on('exit', code => print(code)); setTimeout(() => process.exit(3), 1)", 3, "3\n"),
        ("process.on('exit', () => process.exitCode = 4)", 4, ""),
        ("process.on('exit', code => print(code)); throw 1", 1, "1\n"),
        ("process.on('exit', () => process.exit(5))", 5, ""),
        ("process.on('uncaughtException', () => {}); throw 1", 0, ""),
        ("process.on('uncaughtException', () => { throw 2 }); throw 1", 7, ""),
        ("process.on('unhandledRejection', r => print(r)); Promise.reject(1)", 0, "1\n"),
        (
            "process.on('uncaughtException', (e, o) => print(e.code, o)); Promise.reject(1)",
            0,
            "ERR_UNHANDLED_REJECTION unhandledRejection\n",
        ),
        (
            "process.on('uncaughtException', (e, o) => print(e.message, o)); Promise.reject(Error('own'))",
            0,
            "own unhandledRejection\n",
        ),
        ("let n = 0; process.on('beforeExit', async () => { await 1; print(++n) })", 0, "1\n"),
        ("process.on('exit', () => setTimeout(() => print('never')))", 0, ""),
        ("process.emit = 5; process.listenerCount = null; throw 1", 1, ""),
    ] {
        let (found, stdout, _) = piped(&["-e", text], b"");
        assert_eq!((found, stdout.as_str()), (Some(code), printed), "{text}");
    }
}

/// Errors of timers and rejections during a wait at the top level are told as they come. They end the program unless a handler
/// is there.
#[test]
fn errors_during_a_wait_are_told_as_they_come() {
    let wait = "await new Promise(done => setTimeout(done, 20))";
    let throwing = "setTimeout(() => { null.x }, 1)";
    let rejecting = "setTimeout(() => Promise.reject(new Error('lost')), 1)";
    let on = |event: &str| format!("process.on('{event}', error => print(error.message))");
    for (text, code, printed, told) in [
        (format!("{throwing}; {wait}; print('end')"), 1, "", "TypeError: Cannot read properties of null"),
        (format!("{rejecting}; {wait}; print('end')"), 1, "", "Error: lost"),
        (format!("{}; {rejecting}; {wait}; print('end')", on("unhandledRejection")), 0, "lost\nend\n", ""),
        (format!("{}; {rejecting}; {wait}; print('end')", on("uncaughtException")), 0, "lost\nend\n", ""),
        (
            format!("{}; {throwing}; {rejecting}; {wait}; print('end')", on("uncaughtException")),
            0,
            "Cannot read properties of null (reading 'x')\nlost\nend\n",
            "",
        ),
        (format!("process.on('uncaughtException', () => {{ throw 2 }}); {throwing}; {wait}"), 7, "", "2"),
        ("setTimeout(print, 50, 'late'); await null; throw new Error('own')".into(), 1, "", "Error: own"),
        (
            format!("{}; setTimeout(print, 5, 'late'); await null; throw new Error('own')", on("uncaughtException")),
            0,
            "own\nlate\n",
            "",
        ),
        ("setTimeout(() => { throw 1 }, 1); await new Promise(() => {})".into(), 1, "", "Uncaught 1"),
        ("await new Promise(() => {})".into(), 1, "", "waits for what never comes"),
    ] {
        for options in [&[][..], &["--commonjs"], &["--backend", "stack"]] {
            let arguments = [options, &["-e", &text]].concat();
            let (found, stdout, stderr) = piped(&arguments, b"");
            assert_eq!((found, stdout.as_str()), (Some(code), printed), "{arguments:?}: {stderr}");
            let fits = if told.is_empty() { stderr.is_empty() } else { stderr.contains(told) };
            assert!(fits && !(told.is_empty() && stderr.contains("never comes")), "{arguments:?}: {stderr}");
        }
    }
    for text in
        ["await new Promise(done => setTimeout(() => { null.x; done() }, 1))", "setTimeout(() => { null.x }, 1); 0"]
    {
        let (code, _, stderr) = piped(&["-p", text], b"");
        assert_eq!(code, Some(1), "{stderr}");
        assert!(stderr.contains("TypeError") && !stderr.contains("never comes"), "{stderr}");
    }
}

/// Runs a program whose output nobody reads after its first line: the exit code, and what it says of that.
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
fn what_was_written_is_seen_before_the_program_waits() {
    for waits in [
        "setTimeout(() => print('never'), 1e6)",
        "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)",
        "Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e6)",
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
        command.args(["-e", &format!("print('seen'); {waits}")]).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        assert_eq!(line, "seen\n", "{waits}");
        assert!(child.try_wait().expect("a state").is_none(), "it waits: {waits}");
        child.kill().expect("it ends");
        child.wait().expect("it ends");
    }
}

#[test]
fn both_outputs_are_in_the_order_in_which_they_were_written() {
    let program = "print(1); console.error(2); print(3); process.stderr.write('4\\n'); print(5); throw 6";
    let command = format!("exec 2>&1; exec '{}' -e \"{program}\"", env!("CARGO_BIN_EXE_ferrotape"));
    let outcome = Command::new("sh").args(["-c", &command]).stdin(Stdio::null()).output().expect("it runs");
    let text = String::from_utf8_lossy(&outcome.stdout);
    assert!(text.starts_with("1\n2\n3\n4\n5\nUncaught 6"), "{text}");
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
