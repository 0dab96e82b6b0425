//! `ferrotape compile`, and running compiled files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::runner::ferrotape;

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiling");
    fs::create_dir_all(&folder).expect("made");
    folder.canonicalize().expect("it is there")
}

/// Writes a program, compiles it, and returns the path of the code.
fn compiled(name: &str, text: &str, options: &[&str]) -> String {
    let source = folder().join(name);
    fs::write(&source, text).expect("written");
    let (source, code) = (source.to_string_lossy().into_owned(), format!("{}.ft", source.display()));
    let outcome = ferrotape(&[&["compile", &source, "-o", &code], options].concat());
    assert_eq!((outcome.code, outcome.stdout.as_str(), outcome.stderr.as_str()), (Some(0), "", ""));
    code
}

#[test]
fn compiled_programs_run_like_their_sources() {
    let script = "print(scriptArgs.length, (x => x * 2)(21)); setTimeout(() => print('later')); Promise.resolve().then(() => print('soon'))";
    for backend in ["register", "stack"] {
        let code = compiled(&format!("{backend}.js"), script, &["--backend", backend]);
        let outcome = ferrotape(&[&code, "a"]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(0), "1 42\nsoon\nlater\n"), "{}", outcome.stderr);
    }
    fs::write(folder().join("half.mjs"), "export default x => x / 2").expect("written");
    let module = compiled("main.mjs", "import half from './half.mjs'; print(await half(84))", &[]);
    assert_eq!(ferrotape(&[&module]).stdout, "42\n");
    assert_eq!(ferrotape(&["--fuel", "1M", &compiled("endless.js", "for (;;);", &[])]).code, Some(3));
    assert_eq!(ferrotape(&[&compiled("exit.js", "process.exitCode = 9", &[])]).code, Some(9));
}

#[test]
fn programs_are_compiled_however_deep_they_nest() {
    let text = format!("print({}1{}.length)", "[".repeat(1_000), "]".repeat(1_000));
    for backend in ["register", "stack"] {
        let code = compiled(&format!("nested_{backend}.js"), &text, &["--backend", backend]);
        assert_eq!(ferrotape(&[&code]).stdout, "1\n");
    }
}

#[test]
fn errors_of_compiled_programs_have_their_places() {
    let text = "function inner() {\n  throw new Error('no');\n}\ninner();\n";
    let code = compiled("throws.js", text, &[]);
    let outcome = ferrotape(&[&code]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome.stderr.contains("throws.js:2:9\n") && outcome.stderr.contains(" 2 |   throw new"),
        "{}",
        outcome.stderr
    );
    let stripped = compiled("stripped.js", text, &["--strip"]);
    let outcome = ferrotape(&[&stripped]);
    assert!(
        outcome.stderr.starts_with("Uncaught Error: no\n") && !outcome.stderr.contains("throw new"),
        "{}",
        outcome.stderr
    );
    assert!(fs::metadata(stripped).expect("there").len() < fs::metadata(code).expect("there").len());
}

/// Modes that need source text say so when they are given code, and name the source.
#[test]
fn modes_that_read_texts_say_what_to_give_them_instead_of_code() {
    let code = compiled("read.js", "print(1)", &[]);
    let out = format!("{code}.ft");
    for arguments in [
        &["check", &code][..],
        &["disasm", &code],
        &["trace", &code],
        &["bench", &code],
        &["compile", &code, "-o", &out],
    ] {
        let outcome = ferrotape(arguments);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{arguments:?}");
        assert!(
            outcome
                .stderr
                .contains(".ft is compiled code, which can only be run: give this the file that it was compiled from"),
            "{arguments:?}: {}",
            outcome.stderr
        );
    }
}

#[test]
fn what_cannot_be_compiled_or_run_is_told() {
    let out = folder().join("out.ft").to_string_lossy().into_owned();
    let outcome = ferrotape(&["compile", "-e", "let a = ;", "-o", &out]);
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.stderr.starts_with("SyntaxError: "), "{}", outcome.stderr);
    assert_eq!(ferrotape(&["compile", "-e", "1", "-o", "no/such/folder/x"]).code, Some(1));
    assert_eq!(ferrotape(&["compile", "-e", "1"]).code, Some(2));
    let code = compiled("damaged.js", "print('never')", &[]);
    let whole = fs::read(&code).expect("there");
    let mut bytes = whole.clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    for (name, bytes) in [("changed", &bytes[..]), ("cut", &whole[..middle])] {
        let path = folder().join(name).to_string_lossy().into_owned();
        fs::write(&path, bytes).expect("written");
        let outcome = ferrotape(&[&path]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{name}");
        assert!(outcome.stderr.starts_with(&format!("ferrotape: cannot run {path}: ")), "{}", outcome.stderr);
    }
    assert_eq!(ferrotape(&["disasm", &code]).code, Some(1));
}
