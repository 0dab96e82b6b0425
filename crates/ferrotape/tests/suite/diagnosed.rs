//! Messages of the compiler at a host's first mistakes: the notes of the crate's traits.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Each program is the body of a function with these.
const AROUND: &str = "#![allow(dead_code, unused)]
use ferrotape::*;
struct Point { x: f64 }
pub fn host(engine: &mut Engine, function: &Function, object: &Object) -> Result<(), Error> {
    BODY
    Ok(())
}";

/// Returns the compiler's messages on a program; none if it compiles with the crate.
fn said(library: &Path, body: &str) -> String {
    // Tests run beside each other.
    let test = std::thread::current().name().unwrap_or_default().replace("::", "_");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("diagnosed").join(test);
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join("host.rs");
    std::fs::write(&program, AROUND.replace("BODY", body)).expect("written");
    let mut compiler = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    compiler.args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "--color", "never"]);
    compiler.arg("-L").arg(format!("dependency={}", library.parent().expect("a folder").display()));
    compiler.arg("--extern").arg(format!("ferrotape={}", library.display())).arg("--out-dir").arg(&folder);
    let output = compiler.arg(&program).output().expect("the compiler starts");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the crate that these tests are built with: the newest one that a program compiles with.
fn library() -> PathBuf {
    let own = std::env::current_exe().expect("a path");
    let entries = std::fs::read_dir(own.parent().expect("a folder")).expect("a folder").flatten();
    let is_crate = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libferrotape-") && name.ends_with(".rlib")
    };
    let mut crates: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_crate).collect();
    let made = |path: &PathBuf| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    crates.sort_by_key(|path| std::cmp::Reverse(made(path)));
    let right = "#[derive(FromJs, IntoJs)] struct Own { x: f64 } let own: Own = function.call(engine, (5,))?;";
    let found = crates.iter().find(|path| said(path, right).is_empty());
    found
        .unwrap_or_else(|| {
            panic!("none of {crates:?}: {}", crates.first().map_or(String::new(), |path| said(path, right)))
        })
        .clone()
}

#[test]
fn first_mistakes_are_explained() {
    let library = library();
    let (no_type, derive) =
        ("write `eval::<()>(…)?`, or `run`, which gives a `Value`", "`#[derive(FromJs)]` converts objects");
    for (body, message, note) in [
        (r#"engine.eval("let a = 1")?;"#, "values of scripts cannot be converted to `!`", no_type),
        ("function.call(engine, ())?;", "values of scripts cannot be converted to `!`", no_type),
        (r#"let p: Point = engine.eval("p")?;"#, "values of scripts cannot be converted to `Point`", derive),
        (r#"let p: Vec<Point> = engine.eval("p")?;"#, "values of scripts cannot be converted to `Point`", derive),
        (r#"engine.set_global("p", Point { x: 1.0 })?;"#, "`Point` cannot be given to scripts", "`#[derive(IntoJs)]`"),
        (r#"engine.set_global("p", [1].iter().map(|n| n + 1))?;"#, "cannot be given to scripts", "`Listed(iterator)`"),
        ("function.call::<()>(engine, 5)?;", "is not a list of arguments", "write `(5,)` for a single one"),
        (r#"function.call::<()>(engine, "a")?;"#, "`&str` is not a list of arguments", "write `(5,)` for a single one"),
        (
            r#"object.call_method::<()>(engine, "m", 5)?;"#,
            "is not a list of arguments",
            "write `(5,)` for a single one",
        ),
        (
            "engine.register::<Point>()?;",
            "`Point` is not a class of scripts",
            "`#[ferrotape::class]` makes a class of a struct",
        ),
        (
            r#"engine.define("f", |p: Point| p.x)?;"#,
            "is not a function that scripts can call",
            "`#[derive(FromJs)]` makes an argument",
        ),
        (r#"engine.define("f", 5)?;"#, "is not a function that scripts can call", "closures must be `Fn"),
        (
            r#"engine.define("f", || Err::<u8, Point>(Point { x: 1.0 }))?;"#,
            "is not a function that scripts can call",
            "the error of a `Result` is a string, or implements `std::error::Error`",
        ),
        (
            "engine.define_console(|level, text| (), Default::default())?;",
            "is not a console",
            "implement `Console` for a type of yours",
        ),
        // The page about functions explains this one, which is the compiler's own.
        (
            r#"let mut n = 0; engine.define("f", move || { n += 1; n })?;"#,
            "expected a closure that implements the `Fn` trait, but this closure only implements `FnMut`",
            "`n` here",
        ),
    ] {
        let said = said(&library, body);
        assert!(said.contains(message) && said.contains(note), "{body}:\n{said}");
    }
}

/// An error in a class marks the member, not the attribute of all of them.
#[test]
fn members_that_do_not_fit_are_marked() {
    let library = library();
    for (member, message) in [
        ("fn f(&self, p: Point) -> f64 { p.x }", "`Point` cannot be an argument of a function that scripts call"),
        ("fn f(&mut self, a: f64, p: Vec<Point>) {}", "values of scripts cannot be converted to `Point`"),
        ("fn f(&self) -> Point { Point { x: 1.0 } }", "`Point` cannot be the result of a function that scripts call"),
        ("#[js(getter)] fn f(&self) -> Option<Point> { None }", "`Point` cannot be given to scripts"),
        (
            "fn f(&self) -> Result<f64, Point> { Ok(1.0) }",
            "`Result<f64, Point>` cannot be the result of a function that scripts call",
        ),
        ("async fn f(&self, p: Point) -> f64 { p.x }", "`Point` cannot be an argument of a function that scripts call"),
        ("const ORIGIN: Point = Point { x: 0.0 };", "`Point` cannot be given to scripts"),
        ("#[js(display)] fn shown(&self) -> Point { Point { x: 0.0 } }", "`Point: ToString` is not satisfied"),
        (
            "fn read(&self) -> Result<u8, Box<dyn std::error::Error>> { Ok(1) }",
            "a boxed error is a `Box<dyn Error + Send + Sync>`",
        ),
        ("fn create() -> Lamp { Lamp }", "made by `Instance::new`, or by the function with `#[js(constructor)]`"),
        (
            "#[js(constructor)] fn new() -> Option<Lamp> { None }",
            "a constructor of `Lamp` cannot return `Option<Lamp>`",
        ),
    ] {
        let body = format!("#[ferrotape::class] struct Lamp;\n#[ferrotape::methods]\nimpl Lamp {{\n{member}\n}}");
        let said = said(&library, &body);
        // The line of the member, for each error.
        let line = AROUND.lines().position(|line| line.contains("BODY")).expect("a place") + 1 + 3;
        let places = said.lines().filter_map(|line| line.trim_start().strip_prefix("--> ")?.rsplit(':').nth(1));
        let first = places.map(str::to_owned).next();
        assert!(said.contains(message) && first == Some(line.to_string()), "{member}:\n{said}");
    }
    let borrowed = said(&library, "#[ferrotape::class] struct Lamp<'a>(&'a str);");
    assert!(borrowed.contains("a class has no lifetime, and owns its data"), "{borrowed}");
    let saved = said(&library, "#[ferrotape::class(save)] struct Lamp { at: Point }");
    assert!(saved.contains("`Point` cannot be saved with an engine"), "{saved}");
}
