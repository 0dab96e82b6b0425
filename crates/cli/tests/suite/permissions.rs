//! Access of programs beyond computing: `process`, the environment, files; and its bounds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::runner::{Outcome, ferrotape, root};

fn printed(arguments: &[&str]) -> String {
    let outcome = ferrotape(arguments);
    assert_eq!(outcome.code, Some(0), "{arguments:?}: {}", outcome.stderr);
    outcome.stdout
}

#[test]
fn process_has_what_programs_ask_for_most() {
    let script =
        "console.log(typeof process.argv[0], process.argv.slice(1), process.platform.length > 0, process.exitCode)";
    assert_eq!(printed(&["-e", script, "a", "--b"]), "string [ 'a', '--b' ] true undefined\n");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("argv.js");
    fs::write(&path, "print(process.argv[1] === scriptArgs[0], process.argv.length)").expect("written");
    let path = path.to_string_lossy();
    assert_eq!(printed(&[&path, &path]), "true 3\n");
    assert_eq!(printed(&["-e", "process.stdout.write('a'); process.stdout.write(1)"]), "a1");
    assert_eq!(printed(&["-e", "process.nextTick(print, 1, 2); print(0)"]), "0\n1 2\n");
    assert_eq!(printed(&["-p", "process === process && process.stdout.isTTY"]), "false\n");
    let outcome = ferrotape(&["-e", "process.stderr.write('told')"]);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", "told"));
    assert_eq!(printed(&["-p", "process = 5; process"]), "5\n");
    assert_eq!(printed(&["-p", "Object.keys(globalThis).includes('process')"]), "false\n");
    assert_eq!(printed(&["-p", "typeof process.cwd"]), "undefined\n");
}

#[test]
fn programs_choose_their_exit_codes() {
    for (script, code) in [
        ("process.exit()", 0),
        ("process.exit(7)", 7),
        ("process.exit('5')", 5),
        ("process.exit(-1)", 255),
        ("process.exit(256 + 3)", 3),
        ("process.exitCode = 4", 4),
        ("process.exitCode = 4; process.exit()", 4),
        ("process.exitCode = 4; process.exit(0)", 0),
        ("setTimeout(() => { process.exitCode = 6 })", 6),
        ("try { process.exit(3) } finally { for (;;); }", 3),
        ("process.exitCode = 4; throw 1", 1),
        ("process.exitCode = 4; Promise.reject(1)", 1),
    ] {
        let outcome = ferrotape(&["--time", "20s", "-e", &format!("print('before'); {script}; ")]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(code), "before\n"), "{script}: {}", outcome.stderr);
    }
}

fn with_environment(options: &[&str], script: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
    command.args(options).args(["-p", script]).env("SECRET", "hidden").env("SHOWN", "seen").stdin(Stdio::null());
    String::from_utf8_lossy(&command.output().expect("it runs").stdout).into_owned()
}

#[test]
fn the_environment_is_hidden_unless_it_is_allowed() {
    let both = "[process.env.SECRET, process.env.SHOWN, process.env.NOT_THERE]";
    assert_eq!(with_environment(&[], "Object.keys(process.env)"), "[]\n");
    assert_eq!(with_environment(&["--allow-env=SHOWN,NOT_THERE"], both), "[ undefined, 'seen', undefined ]\n");
    assert_eq!(with_environment(&["--allow-env"], both), "[ 'hidden', 'seen', undefined ]\n");
}

/// Makes a folder with `in/a.txt`, `secret.txt`, and links from the one to the other.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("in/sub")).expect("made");
    fs::write(folder.join("in/a.txt"), "text ä").expect("written");
    fs::write(folder.join("in/bytes"), [0, 255, 7]).expect("written");
    fs::write(folder.join("secret.txt"), "secret").expect("written");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.join("secret.txt"), folder.join("in/link.txt")).expect("a link");
        std::os::unix::fs::symlink(&folder, folder.join("in/up")).expect("a link");
    }
    folder.canonicalize().expect("it is there")
}

/// Runs a module in a folder.
fn run(folder: &Path, options: &[&str], module: &str) -> Outcome {
    let text = format!("import * as fs from 'ferrotape:fs';\n{module}");
    let mut command = Command::new(root().join(env!("CARGO_BIN_EXE_ferrotape")));
    command.args(options).args(["-m", "-e", &text]).current_dir(folder).stdin(Stdio::null());
    let outcome = command.output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Outcome { code: outcome.status.code(), stdout: text(&outcome.stdout), stderr: text(&outcome.stderr) }
}

#[test]
fn files_are_read_where_that_is_allowed() {
    let folder = folder("reading");
    let outcome = run(
        &folder,
        &["--allow-read=in"],
        "console.log(fs.readText('in/a.txt'), fs.readBytes('in/bytes'), fs.list('in').map(e => e.name + ':' + e.kind).join());
         console.log(fs.stat('in/a.txt').size, fs.stat('in/sub').kind, fs.stat('in/none'), process.cwd().length > 3);",
    );
    let listed = if cfg!(unix) {
        "a.txt:file,bytes:file,link.txt:link,sub:folder,up:link"
    } else {
        "a.txt:file,bytes:file,sub:folder"
    };
    let expected = format!("text ä Uint8Array(3) [ 0, 255, 7 ] {listed}\n7 folder undefined true\n");
    assert_eq!((outcome.code, outcome.stdout), (Some(0), expected), "{}", outcome.stderr);
}

#[test]
fn nothing_else_is_read() {
    let folder = folder("not-reading");
    let secret = folder.join("secret.txt");
    let elsewhere =
        ["secret.txt", "in/../secret.txt", "in/link.txt", "in/up/secret.txt", "/etc/passwd", "in", "", "in/none"];
    for path in elsewhere.iter().copied().chain([&*secret.to_string_lossy()]) {
        let outcome = run(&folder, &["--allow-read=in", "--allow-write=in"], &format!("print(fs.readText({path:?}))"));
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{path}");
        assert!(outcome.stderr.starts_with("Uncaught Error: cannot read '"), "{}", outcome.stderr);
    }
    let outcome = run(&folder, &["--allow-read=in"], "fs.writeText('in/new.txt', '')");
    assert!(outcome.stderr.contains("cannot write 'in/new.txt': --allow-write=DIR"), "{}", outcome.stderr);
    let outcome = run(&folder, &["--allow-write=in"], "fs.readText('in/a.txt')");
    assert!(outcome.stderr.contains("cannot read 'in/a.txt': --allow-read=DIR"), "{}", outcome.stderr);
    let outcome = run(&folder, &[], "fs.readText('in/a.txt')");
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome.stderr.contains("'ferrotape:fs': --allow-read=DIR or --allow-write=DIR gives it"),
        "{}",
        outcome.stderr
    );
    let outcome = run(&folder, &["--allow-read=nowhere"], "");
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome.stderr.starts_with("ferrotape: --allow-read takes a folder that is there, not 'nowhere'"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn files_are_written_where_that_is_allowed() {
    let folder = folder("writing");
    let outcome = run(
        &folder,
        &["--allow-write=in"],
        "fs.writeText('in/a.txt', 'new'); fs.appendText('in/a.txt', ' and more'); fs.writeBytes('in/b', new Uint8Array([1, 2]));
         fs.makeFolder('in/made'); fs.writeText('in/made/c', 'c'); fs.makeFolder('in/gone'); fs.remove('in/gone'); fs.remove('in/bytes');",
    );
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let text = |path: &str| fs::read_to_string(folder.join(path)).unwrap_or_default();
    assert_eq!(
        (text("in/a.txt").as_str(), text("in/b").as_str(), text("in/made/c").as_str()),
        ("new and more", "\u{1}\u{2}", "c")
    );
    assert!(!folder.join("in/gone").exists() && !folder.join("in/bytes").exists());
    for script in [
        "fs.writeText('secret.txt', '')",
        "fs.writeText('in/../secret.txt', '')",
        "fs.writeText('in/link.txt', '')",
        "fs.writeText('in/up/new.txt', '')",
        "fs.appendText('in/up/secret.txt', 'x')",
        "fs.remove('in/up/secret.txt')",
        "fs.remove('in')",
        "fs.makeFolder('in/up/new')",
        "fs.writeText('in/sub', '')",
        "fs.writeText('in/none/new.txt', '')",
    ] {
        let outcome = run(&folder, &["--allow-write=in"], script);
        assert_eq!(outcome.code, Some(1), "{script}");
        assert!(outcome.stderr.starts_with("Uncaught Error: cannot "), "{script}: {}", outcome.stderr);
    }
    assert_eq!(text("secret.txt"), "secret");
    assert!(!folder.join("new.txt").exists() && !folder.join("new").exists());
}

/// Removing a link removes the link, not its target.
#[cfg(unix)]
#[test]
fn links_are_removed_and_not_what_they_lead_to() {
    let folder = folder("removing");
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, folder.join("in").join(name)).expect("a link");
    };
    ["a.txt", "sub", "nothing", "../secret.txt"]
        .into_iter()
        .zip(["file", "folder", "none", "out"])
        .for_each(|(target, name)| link(target, name));
    let script = "for (const name of ['file', 'folder', 'none', 'out', 'up', 'link.txt']) fs.remove('in/' + name)";
    let outcome = run(&folder, &["--allow-write=in"], script);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let mut left: Vec<_> =
        fs::read_dir(folder.join("in")).expect("there").map(|entry| entry.expect("there").file_name()).collect();
    left.sort();
    assert_eq!(left, ["a.txt", "bytes", "sub"]);
    assert!(folder.join("secret.txt").exists());
}

#[test]
fn what_is_read_counts() {
    let folder = folder("counting");
    fs::write(folder.join("in/large"), vec![b'a'; 20 << 20]).expect("written");
    let outcome =
        run(&folder, &["--allow-read=in", "--memory=10M"], "try { fs.readText('in/large') } catch { print('caught') }");
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(3), ""), "{}", outcome.stderr);
    let outcome = run(&folder, &["--allow-read=in", "--fuel=1M"], "for (;;) fs.readBytes('in/large')");
    assert_eq!(outcome.code, Some(3), "{}", outcome.stderr);
}
