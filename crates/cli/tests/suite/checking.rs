//! `ferrotape check`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::runner::ferrotape;

/// Makes a folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    folder
}

/// Files that neither a name nor a manifest makes modules are bodies of functions there.
#[test]
fn files_for_require_may_return() {
    let folder = folder(
        "commonjs",
        &[
            ("a.js", "if (exports) return; var require = 1"),
            ("b.js", "export {}"),
            ("c.js", "await 1; return"),
            ("mark.js", "\u{feff}#!/usr/bin/env node\nreturn"),
            // As `run` reads it: types alone make no module of what is a CommonJS file otherwise.
            ("both.ts", "import type { A } from './a'\nmodule.exports = 1; return"),
            ("types.ts", "import type { A } from './a'\nexport type B = A // module.exports = require('x')\nawait 1"),
        ],
    );
    let path = |file: &str| folder.join(file).to_string_lossy().into_owned();
    assert_eq!(ferrotape(&["check", "--commonjs", &path("a.js"), &path("b.js")]).code, Some(0));
    let texts = ferrotape(&["check", "--commonjs", &path("mark.js"), &path("both.ts"), &path("types.ts")]);
    assert_eq!(texts.code, Some(0), "{}", texts.stderr);
    assert!(ferrotape(&["check", &path("a.js")]).stderr.contains("`return` outside of a function"));
    assert_eq!(ferrotape(&["check", "--commonjs", &path("c.js")]).code, Some(1));
}

#[test]
fn all_programs_below_a_folder_are_read() {
    let folder = folder(
        "checking",
        &[
            ("good.js", "var a = 1"),
            ("sub/module.mjs", "export default await 1"),
            ("sub/broken.js", "let a = ;"),
            ("sub/again.mjs", "export { b }"),
            ("package/package.json", "{\"type\": \"module\"}"),
            ("package/index.js", "export default await 1"),
            ("package/old.cjs", "return require('x')"),
            ("text.txt", "let a = ;"),
            ("node_modules/p/index.js", "let a = ;"),
            (".hidden/index.js", "let a = ;"),
        ],
    );
    let outcome = ferrotape(&["check", &folder.to_string_lossy()]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""));
    assert!(outcome.stderr.contains("sub/broken.js:1:9\n"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("sub/again.mjs:1:10\n"), "{}", outcome.stderr);
    assert!(outcome.stderr.find("again").expect("there") < outcome.stderr.find("broken").expect("there"));
    assert!(outcome.stderr.contains("\n6 files, 2 with errors ("), "{}", outcome.stderr);
    let good = folder.join("good.js").to_string_lossy().into_owned();
    let module = folder.join("sub/module.mjs").to_string_lossy().into_owned();
    let outcome = ferrotape(&["check", &good, &module]);
    assert_eq!(outcome.code, Some(0));
    assert!(outcome.stderr.starts_with("2 files, 0 with errors ("), "{}", outcome.stderr);
    assert_eq!(ferrotape(&["check", &good]).stderr, "");
    let missing = ferrotape(&["check", &good, "no/such/file.js"]);
    assert_eq!(missing.code, Some(1));
    assert!(missing.stderr.starts_with("ferrotape: cannot read no/such/file.js: "), "{}", missing.stderr);
    let near = good.replace("good.js", "goood.js");
    let near = near.as_str();
    for arguments in [&["check", near][..], &["bench", near], &["compile", near, "-o", "none.ft"]] {
        let said = ferrotape(arguments).stderr;
        assert!(said.contains(&format!("Did you mean {good}?\n")), "{said}");
    }
}
