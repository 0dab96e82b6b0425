//! Kinds of programs: decided by options, names, packages, and otherwise by the source text.

use std::fs;
use std::path::{Path, PathBuf};

use crate::runner::ferrotape;

/// Text that is a module and no script; below, a script and no module.
const MODULE: &str = "import { a } from './a.mjs'; export {}; print(typeof a, this)";
const SCRIPT: &str = "print(typeof await, this === globalThis); var await; with ({}) {}";
/// Text that is both, and prints as which it runs.
const EITHER: &str = "print(this === undefined ? 'module' : 'script') // import";

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kinds").join(name);
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    folder
}

#[track_caller]
fn prints(arguments: &[&str], expected: &str) {
    let outcome = ferrotape(arguments);
    assert_eq!((outcome.stdout.as_str(), outcome.code), (expected, Some(0)), "{arguments:?}: {}", outcome.stderr);
}

/// Files with byte order marks: what stands behind the mark is the text, as for Node and browsers.
#[test]
fn byte_order_marks_are_no_text() {
    let main = "\u{feff}#!/usr/bin/env ferrotape\nimport a from './a.json' with { type: 'json' }; print(a.b)\n\
                import { c } from './c.mjs'; print(c)";
    let files = [("main.mjs", main), ("a.json", "\u{feff}{\"b\": 1}"), ("c.mjs", "\u{feff}#!c\nexport let c = 2")];
    let path = folder("marks", &files).join("main.mjs").to_string_lossy().into_owned();
    prints(&[&path], "1\n2\n");
    prints(&["--commonjs", &path], "1\n2\n");
}

/// Combines each way to state the kind × the content of the file × with and without packages.
#[test]
fn programs_are_what_is_said_of_them() {
    let says = [("module", "{\"type\": \"module\"}"), ("commonjs", "{\"type\": \"commonjs\"}"), ("nothing", "{}")];
    let mut files = vec![("a.mjs".to_owned(), "export let a = 1")];
    for (package, manifest) in says {
        files.push((format!("{package}/package.json"), manifest));
        files.push((format!("{package}/a.mjs"), "export let a = 1"));
        for (name, text) in
            [("module.js", MODULE), ("script.js", SCRIPT), ("either.js", EITHER), ("either.mjs", EITHER)]
        {
            files.push((format!("{package}/deep/{name}"), text));
        }
        files.push((format!("{package}/deep/a.mjs"), "export let a = 1"));
        files.push((format!("{package}/deep/either.cjs"), EITHER));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let folder = folder("said", &files);
    let path = |file: &str| folder.join(file).to_string_lossy().into_owned();
    for with in [&[][..], &["--commonjs"]] {
        let run = |file: &str, expected: &str| {
            prints(&[with, &[path(file).as_str()]].concat(), expected);
            let listing = ferrotape(&["disasm", &path(file)]);
            assert_eq!(listing.code, Some(0), "{file}: {}", listing.stderr);
        };
        for package in ["module", "commonjs", "nothing"] {
            run(&format!("{package}/deep/either.mjs"), "module\n");
            run(&format!("{package}/deep/either.cjs"), "script\n");
        }
        run("module/deep/either.js", "module\n");
        run("commonjs/deep/either.js", "script\n");
        run("nothing/deep/either.js", "script\n");
        run("module/deep/module.js", "number undefined\n");
        run("nothing/deep/module.js", "number undefined\n");
        assert_eq!(ferrotape(&[with, &[&path("commonjs/deep/module.js")]].concat()).code, Some(1));
        assert_eq!(ferrotape(&[with, &[&path("module/deep/script.js")]].concat()).code, Some(1));
        prints(&[with, &["-m", &path("commonjs/deep/either.js")]].concat(), "module\n");
        prints(&[with, &["--script", &path("module/deep/either.js")]].concat(), "script\n");
    }
    prints(&[&path("nothing/deep/script.js")], "undefined true\n");
    // Commands that do not run the program agree.
    prints(
        &["check", &path("module/deep/module.js"), &path("nothing/deep/module.js"), &path("nothing/deep/script.js")],
        "",
    );
    assert_eq!(ferrotape(&["check", &path("commonjs/deep/module.js")]).code, Some(1));
    let compiled = path("nothing/deep/module.ft");
    prints(&["compile", "-o", &compiled, &path("nothing/deep/module.js")], "");
    prints(&[&compiled], "number undefined\n");
}

/// A script could have a function or a number by the name `await`: one that declares it has.
#[test]
fn what_looks_like_a_call_of_await_awaits() {
    let texts = [
        "await (async () => print('a'))()",
        "await [print('a')]",
        "await /* x */ `${print('a')}`",
        "await -print('a')",
    ];
    for text in texts {
        prints(&["-e", text], "a\n");
        let folder = folder("await", &[("a.js", text), ("b.mjs", "import './a.js'"), ("package.json", "{}")]);
        for (options, file) in [(&[][..], "a.js"), (&["--commonjs"], "a.js"), (&["--commonjs"], "b.mjs")] {
            prints(&[options, &[&folder.join(file).to_string_lossy()]].concat(), "a\n");
        }
    }
    prints(&["-p", "await (async () => 5)()"], "5\n");
    prints(&["-p", "(await (await (async () => [7])()))[0]"], "7\n");
    prints(&["-e", "var await = f => print('called'); await (1)"], "called\n");
    prints(&["-e", "function f(await) { return await (1) } print(f(n => n + 1))"], "2\n");
    prints(&["-e", "function f() { return await (1) } print(typeof f, this === undefined)"], "function false\n");
}

#[test]
fn code_of_the_command_line_may_await_and_import() {
    prints(&["-e", "print(await Promise.resolve(1))"], "1\n");
    prints(&["-p", "await Promise.resolve([1, 'two'])"], "[ 1, 'two' ]\n");
    prints(&["-p", "let a = await 1; setTimeout(() => print('later'), 1); a + 1"], "later\n2\n");
    prints(&["-p", "1 + 1"], "2\n");
    prints(&["-m", "-p", "export const a = 1"], "[Module: null prototype] { a: 1 }\n");
    for (text, printed) in [
        ("typeof import.meta.url", "string"),
        ("export const a = 6; a * 7; function f() {} let b;", "42"),
        ("export const a = 1; export default 2; 'three'", "three"),
        ("export default 2", "[Module: null prototype] { default: 2 }"),
        (
            "[[[await import('data:text/javascript,export const a = 1')]]]",
            "[ [ [ [Object: null prototype] [Module] ] ] ]",
        ),
        ("export {}; () => 1", "[Function (anonymous)]"),
        ("export {}; (await 1, class {})", "[class (anonymous)]"),
        ("export let a = 1; undefined;", "undefined"),
        ("export let a = 1; 5; if (a) a", "[Module: null prototype] { a: 1 }"),
    ] {
        prints(&["-p", text], &format!("{printed}\n"));
    }
    let rejected = ferrotape(&["-p", "await Promise.reject(new TypeError('no'))"]);
    assert!(rejected.code == Some(1) && rejected.stderr.starts_with("Uncaught TypeError: no\n"), "{}", rejected.stderr);
}

/// A text that is neither a module nor a script reports the error that comes later: its kind is the one that was meant.
#[test]
fn errors_are_those_of_what_was_meant() {
    for (text, message) in [
        ("import './a.mjs';\nlet a = ;", "unexpected `;`"),
        ("let a = ;\nimport './a.mjs'", "unexpected `;`"),
        ("with ({}) ;\nimport './a.mjs'", "only allowed at the top of modules"),
        ("function f() { import './a.mjs' }", "only allowed at the top of modules"),
        ("function f() { await 1 }", "only allowed in async functions"),
    ] {
        let outcome = ferrotape(&["-e", text]);
        assert!(outcome.code == Some(1) && outcome.stderr.contains(message), "{text}: {}", outcome.stderr);
    }
}

/// A limit ends the run in the text, where it was reached: nothing reads the text once more.
#[test]
fn limits_end_the_run_where_a_script_is_compiled() {
    let outcome = ferrotape(&["--fuel", "3000", "-e", &"f(1, 2);\n".repeat(2000)]);
    assert_eq!(outcome.code, Some(3), "{}", outcome.stderr);
    let place = outcome.stderr.split("--> <command line>:").nth(1).unwrap_or_else(|| panic!("{}", outcome.stderr));
    assert!(!place.starts_with("1:1\n"), "{}", outcome.stderr);
}

#[test]
fn errors_name_the_option_that_would_help() {
    let folder = folder("hints", &[("d.json", "{\"a\": 1}"), ("j.mjs", "import d from './d.json'")]);
    let json = ferrotape(&[&folder.join("j.mjs").to_string_lossy()]);
    assert!(json.stderr.contains("with { type: 'json' }"), "{}", json.stderr);
    for text in ["import './j.mjs'", "export let a", "print(import.meta.url)"] {
        let outcome = ferrotape(&["--script", "-e", text]);
        assert!(outcome.stderr.contains("  = -m runs a program as a module; "), "{text}: {}", outcome.stderr);
        let caught = ferrotape(&["-e", &format!("try {{ eval({text:?}) }} catch (error) {{ throw error }}")]);
        assert!(caught.code == Some(1) && !caught.stderr.contains(" -m "), "{text}: {}", caught.stderr);
    }
    for name in ["require('a')", "module.exports = 1", "print(__dirname)"] {
        let outcome = ferrotape(&["-e", name]);
        assert!(outcome.stderr.contains("--commonjs"), "{name}: {}", outcome.stderr);
        let known = ferrotape(&["--commonjs", "-e", "requires"]);
        assert!(!known.stderr.contains("--commonjs"), "{}", known.stderr);
    }
}

#[test]
fn modules_know_where_they_are() {
    let main =
        "import { meta } from './in%20ner/ä b.mjs'; const again = await import(meta.url); print(again.meta === meta);
                for (const [key, text] of [...Object.entries(import.meta), ...Object.entries(meta)]) if (key !== 'resolve') print(key, text)
                const tried = (of, name) => { try { return of.resolve(name) } catch (error) { return error.name } };
                print(tried(import.meta, './in%20ner/ä b.mjs') === meta.url, tried(meta, './ä b.mjs') === meta.url);
                print(tried(meta, '../main.mjs') === import.meta.url, tried(meta, 'no-package'), import.meta.resolve.length, import.meta.resolve.name)";
    let folder = folder(
        "meta",
        &[("main.mjs", &main.replace("%20", " ")), ("in ner/ä b.mjs", "export const meta = import.meta")],
    );
    let folder = folder.canonicalize().expect("it is there").to_string_lossy().into_owned();
    let expected = format!(
        "true\ndirname {folder}\nfilename {folder}/main.mjs\nurl file://{folder}/main.mjs\n\
         dirname {folder}/in ner\nfilename {folder}/in ner/ä b.mjs\nurl file://{folder}/in%20ner/%C3%A4%20b.mjs\n\
         true true\ntrue TypeError 1 resolve\n"
    );
    for with in [&[][..], &["--commonjs"]] {
        prints(&[with, &[&format!("{folder}/main.mjs")]].concat(), &expected);
    }
    prints(&["-m", "-e", "print(import.meta.url, import.meta.dirname)"], "<command line> undefined\n");
}

/// A text that decides what it is costs a script no more than if its kind is said: it is parsed once.
#[test]
fn scripts_whose_text_decides_are_read_once() {
    let text = "async function f(a) { await a.await; return import('x') } // export\n".repeat(500);
    let files = [("a.js", text.as_str()), ("b.cjs", text.as_str()), ("package.json", "{}")];
    let folder = folder("once", &files);
    let path = |file: &str| folder.join(file).to_string_lossy().into_owned();
    let fuel = |arguments: &[&str]| {
        let outcome = ferrotape(&[&["--stats"], arguments].concat());
        let line = outcome.stderr.lines().find_map(|line| line.strip_prefix("fuel ").map(str::to_owned));
        let count = line.and_then(|line| line.parse::<u64>().ok());
        count.unwrap_or_else(|| panic!("{arguments:?}: {}", outcome.stderr))
    };
    let [alone, said] = [fuel(&[&path("a.js")]), fuel(&["--script", &path("a.js")])];
    assert!(alone.abs_diff(said) < said / 20, "fuel {alone}, {said} if the kind is said");
    let [file, said] = ["a.js", "b.cjs"].map(|file| fuel(&["--commonjs", &path(file)]));
    assert!(file.abs_diff(said) < said / 20, "fuel {file}, {said} if the kind is said");
}
