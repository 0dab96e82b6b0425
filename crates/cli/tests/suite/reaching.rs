//! Files that a program must not reach. A file system made for the test has links of all kinds, pipes, devices, huge
//! and growing files; every way to name one of them is tried under every option. Seen from outside, secrets never occur
//! in the command's output, messages about files outside do not tell whether these exist, and every run ends soon, in
//! little memory.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::ops::Deref;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::runner::Outcome;

/// Text in files outside of all allowed folders, and in the environment.
const SECRET: &str = "zq7secret7qz";
/// Text in files of the program's folder that are no programs.
const INNER: &str = "xk3inner3kx";

/// KiB of address space for a run, with 64 MB for the stack of its thread.
const ADDRESS_SPACE: u32 = 700_000;
/// Limit on the time of a run: one that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pairs of names outside, one of an existing file and one of a missing file: messages must not tell them apart.
const PAIRS: [(&str, &str); 8] = [
    ("../secret/known.mjs", "../secret/other.mjs"),
    ("../secret/known.txt", "../secret/other.txt"),
    ("../secret/known.json", "../secret/other.json"),
    ("../secret/known", "../secret/other"),
    ("./link-known.mjs", "./link-other.mjs"),
    ("./link-known.json", "./link-other.json"),
    ("./up/secret/known.mjs", "./up/secret/other.mjs"),
    ("/etc/passwd", "/etc/nobody"),
];

/// Further names, none of which may reveal a secret or make a run wait.
const NAMES: [&str; 34] = [
    "./zero.mjs",
    "./environ.mjs",
    "./pagemap.mjs",
    "./pipe.mjs",
    "./pipe.json",
    "./pipe",
    "./circle.mjs",
    "./huge.mjs",
    "./huge.json",
    "./folder.mjs",
    "./.env",
    "./note.txt",
    "./inner.mjs",
    "./inner.json",
    "./LIB.MJS",
    "./lib.mjs/x",
    "./lib.mjs\0.txt",
    "./\0",
    ".",
    "..",
    "./",
    "../",
    "/",
    "",
    "/dev/zero",
    "/dev/stdin",
    "/proc/self/environ",
    "/proc/self/pagemap",
    "/proc/self/cwd/note.txt",
    "./up",
    "./up/program/note.txt",
    "../program/note.txt",
    "file:///etc/passwd",
    "./folder.mjs/../../secret/known.mjs",
];

/// Packages that lead elsewhere.
const PACKAGES: [&str; 9] =
    ["linked", "piped", "endless", "large", "main-out", "exports-out", "imports-out", "browser-out", "whole-link"];

/// A folder with `program`, `secret` and `public` in it, removed after the test.
struct FileSystem(PathBuf);

impl Deref for FileSystem {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for FileSystem {
    fn drop(&mut self) {
        if !thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

fn file_system(name: &str) -> FileSystem {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reaching").join(name);
    let _ = fs::remove_dir_all(&root);
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    write("secret/known.mjs", &format!("export default '{SECRET}'"));
    write("secret/known.js", &format!("module.exports = '{SECRET}'"));
    write("secret/known.json", &format!("\"{SECRET}\""));
    write("secret/known.txt", &format!("KEY={SECRET}\n{SECRET}\n{SECRET}\n"));
    write("secret/known", &format!("KEY={SECRET}"));
    write("secret/package.json", r#"{"main": "../../../secret/known.js"}"#);
    write("public/open.txt", "open");
    write("program/lib.mjs", "export default 'lib'");
    write("program/.env", &format!("API_KEY={INNER}\n{INNER}\n{INNER}\n"));
    write("program/note.txt", &format!("API_KEY={INNER}"));
    write("program/folder.mjs/a", "");
    write("program/package.json", r##"{"name": "program", "imports": {"#out": "../secret/known.js"}}"##);
    write("program/node_modules/main-out/package.json", r#"{"main": "../../../secret/known.js"}"#);
    write("program/node_modules/exports-out/package.json", r#"{"exports": "./../../../secret/known.js"}"#);
    write(
        "program/node_modules/imports-out/package.json",
        r##"{"name": "imports-out", "imports": {"#a": "../../../secret/known.js"}}"##,
    );
    write("program/node_modules/imports-out/index.js", "module.exports = require('#a')");
    write("program/node_modules/browser-out/package.json", r#"{"browser": {"sqlite": "../../../secret/known.js"}}"#);
    write("program/node_modules/browser-out/index.js", "module.exports = require('sqlite')");
    let large = format!("{{\"x\": [{}1]}}", "1,".repeat(15 << 20));
    write("program/node_modules/large/package.json", &large);
    for package in ["linked", "piped", "endless"] {
        fs::create_dir_all(root.join("program/node_modules").join(package)).expect("made");
    }
    let link = |target: &str, path: &str| symlink(target, root.join("program").join(path)).expect("a link");
    link("../secret/known.mjs", "link-known.mjs");
    link("../secret/other.mjs", "link-other.mjs");
    link("../secret/known.json", "link-known.json");
    link("../secret/other.json", "link-other.json");
    link("..", "up");
    link("/dev/zero", "zero.mjs");
    link("/proc/self/environ", "environ.mjs");
    link("/proc/self/pagemap", "pagemap.mjs");
    link("circle.mjs", "circle.mjs");
    link(".env", "inner.mjs");
    link("note.txt", "inner.json");
    link("../../../secret/package.json", "node_modules/linked/package.json");
    link("/dev/zero", "node_modules/endless/package.json");
    link("../../secret", "node_modules/whole-link");
    for pipe in ["pipe.mjs", "pipe.json", "pipe", "node_modules/piped/package.json"] {
        let made = Command::new("mkfifo").arg(root.join("program").join(pipe)).status();
        assert!(made.is_ok_and(|status| status.success()), "no pipe");
    }
    for huge in ["huge.mjs", "huge.json"] {
        File::create(root.join("program").join(huge)).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
    }
    FileSystem(root.canonicalize().expect("it is there"))
}

/// Runs the command in the program's folder with little memory.
fn run(folder: &Path, arguments: &[&str]) -> Outcome {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {ADDRESS_SPACE}; exec \"$0\" \"$@\""));
    command.arg(env!("CARGO_BIN_EXE_ferrotape")).args(arguments).current_dir(folder);
    command.env("SECRET", SECRET).env_remove("FERROTAPE_GC");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let collect = |mut pipe: Box<dyn std::io::Read + Send>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            pipe.read_to_end(&mut bytes).expect("read");
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = collect(Box::new(child.stdout.take().expect("piped")));
    let stderr = collect(Box::new(child.stderr.take().expect("piped")));
    let began = Instant::now();
    let code = loop {
        match child.try_wait().expect("it can be waited for") {
            Some(status) => break status.code(),
            None if began.elapsed() > PATIENCE => {
                child.kill().expect("killed");
                panic!("{arguments:?} hangs");
            }
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    Outcome { code, stdout: stdout.join().expect("read"), stderr: stderr.join().expect("read") }
}

/// Checks that a run reveals no secret, and does not end by a signal or a panic.
#[track_caller]
fn keeps_secrets(outcome: &Outcome, allows_inner: bool, what: &str) {
    let said = format!("{}{}", outcome.stdout, outcome.stderr);
    assert!(!said.contains(SECRET), "{what}: {said}");
    assert!(allows_inner || !said.contains(INNER), "{what}: {said}");
    assert!(matches!(outcome.code, Some(0..=3)), "{what}: {:?} {said}", outcome.code);
}

/// Writes an array literal of strings.
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let quoted = names.map(|name| format!("\"{}\"", name.replace('\0', "\\0")));
    format!("[{}]", quoted.collect::<Vec<_>>().join(", "))
}

fn all_names() -> Vec<String> {
    let mut names: Vec<String> = PAIRS.iter().flat_map(|(one, other)| [*one, *other]).map(str::to_owned).collect();
    names.extend(NAMES.iter().chain(&PACKAGES).map(|name| (*name).to_owned()));
    names.extend(["#out".to_owned(), format!("./{}", "x".repeat(300)), format!("./{}", "a/".repeat(5000))]);
    names
}

/// Returns a script that tries each way for each name, and prints the result: `way`, `name`, `told`, with tabs between.
fn probe(names: &[String]) -> String {
    let names = listed(names.iter().map(String::as_str));
    format!(
        "const names = {names};
         const say = (way, name, told) => print([way, JSON.stringify(name).slice(0, 80), String(told).split('\\n')[0].slice(0, 300)].join('\\t'));
         const fs = await import('ferrotape:fs').catch(() => null);
         const ways = {{
             source: name => import(name),
             json: name => import(name, {{ with: {{ type: 'json' }} }}),
             text: name => import(name, {{ with: {{ type: 'text' }} }}),
         }};
         if (fs) Object.assign(ways, {{ readText: fs.readText, readBytes: n => String.fromCharCode(...fs.readBytes(n).slice(0, 1000)),
             list: n => JSON.stringify(fs.list(n)), stat: n => JSON.stringify(fs.stat(n)) }});
         if (globalThis.asked) Object.assign(ways, {{ require: asked, resolve: n => asked.resolve(n) }});
         for (const way in ways) for (const name of names) {{
             try {{ const got = await ways[way](name); say(way, name, 'got ' + (got?.default ?? got)) }} catch (error) {{ say(way, name, error.message ?? error) }}
         }}
         print('end');"
    )
}

/// Returns the lines of a probe by way and name.
fn told(outcome: &Outcome) -> HashMap<(String, String), String> {
    let line = |line: &str| {
        let mut parts = line.split('\t').map(str::to_owned);
        Some(((parts.next()?, parts.next()?), parts.next()?))
    };
    outcome.stdout.lines().filter_map(line).collect()
}

#[test]
fn no_name_leads_out_of_what_is_allowed() {
    let root = file_system("names");
    let program = root.join("program");
    let names = all_names();
    fs::write(program.join("main.mjs"), probe(&names)).expect("written");
    let in_commonjs = format!("globalThis.asked = require; (async () => {{ {} }})()", probe(&names));
    fs::write(program.join("main.cjs"), in_commonjs).expect("written");
    for (main, code) in [("main.mjs", "main.ft"), ("main.cjs", "asked.ft")] {
        assert_eq!(run(&program, &["compile", main, "-o", code]).code, Some(0));
    }
    let readings: [&[&str]; 4] =
        [&[], &["--allow-read=../public"], &["--allow-read=."], &["--allow-read=.", "--allow-write=."]];
    let runs: [&[&str]; 5] = [
        &["main.mjs"],
        &["main.ft"],
        &["--commonjs", "main.mjs"],
        &["--commonjs", "main.cjs"],
        &["--commonjs", "asked.ft"],
    ];
    for reading in readings {
        for run_of in runs {
            let arguments: Vec<&str> = reading.iter().chain(run_of).copied().collect();
            let outcome = run(&program, &arguments);
            keeps_secrets(&outcome, reading.contains(&"--allow-read=."), &format!("{arguments:?}"));
            assert!(outcome.stdout.ends_with("end\n"), "{arguments:?}: {}{}", outcome.stdout, outcome.stderr);
            nobody_tells_what_is_there(&told(&outcome), &format!("{arguments:?}"));
        }
    }
}

#[track_caller]
fn nobody_tells_what_is_there(told: &HashMap<(String, String), String>, what: &str) {
    let plain =
        |text: &str| text.replace("known", "X").replace("other", "X").replace("passwd", "X").replace("nobody", "X");
    let mut compared = 0;
    for (there, missing) in PAIRS {
        let names = [there, missing].map(|name| format!("{name:?}"));
        for ((way, name), told_there) in told.iter().filter(|((_, name), _)| *name == names[0]) {
            let told_missing = told.get(&(way.clone(), names[1].clone())).expect("asked for both");
            assert_eq!(plain(told_there), plain(told_missing), "{what}: {way} {name}");
            compared += 1;
        }
    }
    assert!(compared >= 3 * PAIRS.len(), "{what}: {compared}");
}

/// Tries static imports, by a module for each name.
#[test]
fn static_imports_lead_nowhere_else() {
    let root = file_system("static");
    let program = root.join("program");
    let mut main = String::new();
    for (index, name) in all_names().iter().enumerate() {
        let name = name.replace('\0', "\\0");
        for (way, attribute) in [
            ("source", ""),
            ("json", " with { type: 'json' }"),
            ("text", " with { type: 'text' }"),
            ("bytes", " with { type: 'bytes' }"),
        ] {
            let file = format!("static-{way}-{index}.mjs");
            fs::write(program.join(&file), format!("import it from \"{name}\"{attribute}; print(it)"))
                .expect("written");
            main += &format!("await import('./{file}').catch(error => print(error.message ?? error));\n");
        }
    }
    fs::write(program.join("main.mjs"), main + "print('end')").expect("written");
    for options in [&[][..], &["--commonjs"]] {
        let outcome = run(&program, &[options, &["main.mjs"]].concat());
        keeps_secrets(&outcome, false, "static imports");
        assert!(outcome.stdout.ends_with("end\n"), "{}{}", outcome.stdout, outcome.stderr);
    }
}

/// Tries source maps with secret files as their sources, and secret files as source maps.
#[test]
fn source_maps_show_nothing_that_is_not_the_programs() {
    let root = file_system("maps");
    let program = root.join("program");
    let absolute = root.join("secret/known.txt").to_string_lossy().into_owned();
    let mut names: Vec<String> =
        ["./note.txt", "./inner.mjs", "./pipe", "./zero.mjs", "/proc/self/environ", "./huge.mjs"]
            .iter()
            .chain(PAIRS.iter().flat_map(|(one, other)| [one, other]))
            .map(|name| (*name).to_owned())
            .collect();
    names.push(absolute.clone());
    names.push(format!("file://{absolute}"));
    for name in &names {
        let map = format!(r#"{{"version":3,"sources":["{name}"],"mappings":"AAEA"}}"#);
        fs::write(program.join("beside.map"), &map).expect("written");
        let data = format!("data:application/json,{map}");
        for url in [&data, "beside.map", name] {
            fs::write(program.join("mapped.js"), format!("throw 'x'\n//# sourceMappingURL={url}\n")).expect("written");
            for arguments in [&["mapped.js"][..], &["--commonjs", "mapped.js"], &["check", "mapped.js"]] {
                let outcome = run(&program, arguments);
                keeps_secrets(&outcome, false, &format!("{arguments:?} {url}"));
            }
        }
    }
}

/// Tries source maps that would take much memory: far lines, many values, many sources.
#[test]
fn source_maps_take_little() {
    let root = file_system("map-sizes");
    let program = root.join("program");
    let far = r#"{"sections":[{"offset":{"line":9999999,"column":0},"map":{"sources":["a"],"mappings":"AAAA"}}]}"#;
    let many = format!(r#"{{"sources":["a"],"x":[{}0],"mappings":"AAAA"}}"#, "0,".repeat(4_000_000));
    let one_file = format!(r#"{{"sources":[{}"lib.ts"],"mappings":"AAAA"}}"#, "\"lib.ts\",".repeat(40));
    fs::write(program.join("lib.ts"), vec![b'x'; 60 << 20]).expect("written");
    for map in
        [far.to_owned(), many, one_file, format!(r#"{{"sources":["a"],"mappings":"{}"}}"#, "AAAA,".repeat(2_000_000))]
    {
        fs::write(program.join("mapped.js"), format!("throw 'x'\n//# sourceMappingURL=data:application/json,{map}\n"))
            .expect("written");
        let outcome = run(&program, &["mapped.js"]);
        assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
        assert!(outcome.stderr.starts_with("Uncaught"), "{}", outcome.stderr);
    }
}

/// A file looked at for its source map counts with its size, so that a stack may lead through many files.
#[test]
fn source_maps_are_found_behind_many_files() {
    let root = file_system("map-many");
    let program = root.join("program");
    for file in 1..10 {
        let next = file + 1;
        let text = format!("import {{ f{next} }} from './m{next}.mjs';\nexport function f{file}() {{ f{next}(); }}\n");
        fs::write(program.join(format!("m{file}.mjs")), text).expect("written");
    }
    fs::write(program.join("m10.mjs"), "export function f10() { throw new Error('deep'); }\n").expect("written");
    let main = "'use strict';\nimport { f1 } from './m1.mjs';\nf1();\n//# sourceMappingURL=main.mjs.map\n";
    fs::write(program.join("main.mjs"), main).expect("written");
    let map = r#"{"version":3,"sources":["main.ts"],"names":[],"mappings":";AAAA;AACA"}"#;
    fs::write(program.join("main.mjs.map"), map).expect("written");
    let outcome = run(&program, &["main.mjs"]);
    assert!(outcome.stderr.contains("main.ts:2:1") && outcome.stderr.contains("m1.mjs:2:"), "{}", outcome.stderr);
}

#[test]
fn what_is_read_counts_before_it_is_read() {
    let root = file_system("sizes");
    let program = root.join("program");
    fs::write(program.join("large.mjs"), vec![b' '; 60 << 20]).expect("written");
    fs::write(program.join("large.json"), vec![b' '; 60 << 20]).expect("written");
    let ways = [
        "await import('./large.mjs')",
        "await import('./large.json', { with: { type: 'json' } })",
        "await import('./large.mjs', { with: { type: 'text' } })",
        "import './large.mjs'",
    ];
    for (way, option) in ways.iter().flat_map(|way| [(way, "--allow-read=."), (way, "--commonjs")]) {
        if option == "--commonjs" && way.contains("text") {
            continue;
        }
        let outcome = run(&program, &["--memory=16M", option, "-m", "-e", way]);
        assert_eq!(outcome.code, Some(3), "{way} {option}: {}", outcome.stderr);
    }
    let outcome = run(&program, &["--memory=16M", "--commonjs", "-e", "require('./large.json')"]);
    assert_eq!(outcome.code, Some(3), "{}", outcome.stderr);
    // Failed modules are not kept: together these exceed the limit.
    let broken = [b"(".as_slice(), &[b' '; 3 << 20]].concat();
    let many: String = (0..20).map(|n| format!("await import('./broken{n}.mjs').catch(() => 0);\n")).collect();
    (0..20).for_each(|n| fs::write(program.join(format!("broken{n}.mjs")), &broken).expect("written"));
    let outcome = run(&program, &["--memory=16M", "-m", "-e", &many]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

#[test]
fn growing_files_are_read_within_the_limits() {
    let root = file_system("growing");
    let program = root.join("program");
    let path = program.join("growing.mjs");
    fs::write(&path, " ").expect("written");
    let is_over = Arc::new(AtomicBool::new(false));
    let over = Arc::clone(&is_over);
    let writer = thread::spawn(move || {
        let mut file = fs::OpenOptions::new().append(true).open(path).expect("it is there");
        for _ in 0..300 {
            if over.load(Ordering::Relaxed) {
                break;
            }
            file.write_all(&[b' '; 1 << 20]).expect("written");
        }
    });
    for _ in 0..5 {
        let script = "for (let i = 0; i < 100; i++) { await import('./growing.mjs?' + i).catch(() => 0); await import('./growing.mjs').catch(() => 0) }";
        let outcome = run(&program, &["--memory=16M", "--time=5s", "-m", "-e", script]);
        assert!(matches!(outcome.code, Some(0 | 3)), "{:?} {}", outcome.code, outcome.stderr);
    }
    is_over.store(true, Ordering::Relaxed);
    writer.join().expect("it ends");
}

/// Loaders keep to the deadline while they search files, and count their work.
#[test]
fn looking_ends_by_the_deadline() {
    let root = file_system("deadlines");
    let program = root.join("program");
    fs::create_dir(program.join("many")).expect("made");
    (0..3000).for_each(|n| fs::write(program.join(format!("many/module{n}.mjs")), "").expect("written"));
    let exports = "module.exports = {/* ".repeat(200_000);
    fs::write(program.join("names.js"), exports).expect("written");
    for (arguments, script) in [
        (&["-m"][..], "for (let i = 0; ; i++) await import('./many/modul' + i + '.mjs').catch(() => 0)"),
        (&["--commonjs", "-m"], "for (let i = 0; ; i++) await import('./many/modul' + i + '.mjs').catch(() => 0)"),
        (&["--commonjs"], "for (let i = 0; ; i++) try { require('./many/modul' + i) } catch {}"),
        (&["--commonjs"], "for (let i = 0; ; i++) try { require('large') } catch {}"),
        (&["--commonjs", "-m"], "for (;;) await import('./names.js').catch(() => 0)"),
        (
            &["--allow-read=/"],
            "import('ferrotape:fs').then(fs => { for (;;) try { fs.readText('/proc/self/pagemap') } catch {} })",
        ),
    ] {
        let began = Instant::now();
        let outcome = run(&program, &[&["--time=300ms"], arguments, &["-e", script]].concat());
        assert_eq!(outcome.code, Some(3), "{script}: {}", outcome.stderr);
        assert!(began.elapsed() < Duration::from_secs(10), "{script}: {:?}", began.elapsed());
    }
}

/// Programs may read the files that the documents say.
#[test]
fn the_programs_own_folder_is_read() {
    let root = file_system("own");
    let program = root.join("program");
    fs::write(program.join("data.json"), "[42]").expect("written");
    let import =
        "import lib from './lib.mjs'; import data from './data.json' with { type: 'json' }; print(lib, data[0])";
    assert_eq!(run(&program, &["-m", "-e", import]).stdout, "lib 42\n");
    fs::write(program.join("own.mjs"), import).expect("written");
    assert_eq!(run(&root.join("public"), &["../program/own.mjs"]).stdout, "lib 42\n");
    symlink("../program/own.mjs", root.join("public/linked.mjs")).expect("a link");
    assert_eq!(run(&root, &["public/linked.mjs"]).stdout, "lib 42\n");
    // Importing a text needs the option, and so does a file elsewhere.
    let text = "import text from '../public/open.txt' with { type: 'text' }; print(text)";
    let refused = run(&program, &["-m", "-e", text]);
    assert!(refused.stderr.contains("as text: it is in no folder that --allow-read=DIR allows"), "{}", refused.stderr);
    assert_eq!(run(&program, &["--allow-read=../public", "-m", "-e", text]).stdout, "open\n");
    assert_eq!(run(&program, &["--allow-read=../public", "--commonjs", "-m", "-e", text]).stdout, "open\n");
    let bytes =
        "import bytes from '../public/raw.bin' with { type: 'bytes' }; print(bytes.join(), bytes.buffer.immutable)";
    fs::write(root.join("public/raw.bin"), [0, 255, 128]).expect("written");
    let refused = run(&program, &["-m", "-e", bytes]);
    assert!(refused.stderr.contains("as bytes: it is in no folder that --allow-read=DIR allows"), "{}", refused.stderr);
    assert_eq!(run(&program, &["--allow-read=../public", "-m", "-e", bytes]).stdout, "0,255,128 true\n");
    assert_eq!(run(&program, &["--allow-read=../public", "--commonjs", "-m", "-e", bytes]).stdout, "0,255,128 true\n");
    let elsewhere = run(&root.join("public"), &["-m", "-e", "import '../program/lib.mjs'"]);
    assert!(
        elsewhere.stderr.contains("files of their own folder; --allow-read=DIR allows others"),
        "{}",
        elsewhere.stderr
    );
    let named = run(
        &root.join("public"),
        &["--alias", "lib=../program/lib.mjs", "-m", "-e", "import lib from 'lib'; print(lib)"],
    );
    assert_eq!(named.stdout, "lib\n", "{}", named.stderr);
}

/// Compiled programs have `require`, like their sources.
#[test]
fn compiled_programs_have_require() {
    let root = file_system("compiled");
    let program = root.join("program");
    fs::write(program.join("asks.js"), "print(require('./part').n, require.main === module, typeof exports)")
        .expect("written");
    fs::write(program.join("part.js"), "exports.n = 42").expect("written");
    assert_eq!(run(&program, &["compile", "asks.js", "-o", "asks.ft"]).code, Some(0));
    assert_eq!(run(&program, &["--commonjs", "asks.ft"]).stdout, "42 true object\n");
    fs::write(program.join("asks.mjs"), "import part from './part.js'; print(part.n)").expect("written");
    assert_eq!(run(&program, &["compile", "asks.mjs", "-o", "module.ft"]).code, Some(0));
    assert_eq!(run(&program, &["--commonjs", "module.ft"]).stdout, "42\n");
}
