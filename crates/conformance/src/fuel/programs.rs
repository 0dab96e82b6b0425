//! Programs whose work depends most on earlier work: caches, shared data, and garbage.

use crate::diff::Program;

/// Texts of programs, each headed by its name. Each takes some hundred thousand units of fuel, so that pauses are well
/// apart.
const TEXTS: &str = include_str!("programs.js");

const BEFORE_A_NAME: &str = "//: ";

/// Returns all programs, including two of two scripts each.
pub fn made_for_it() -> Vec<Program> {
    let mut programs: Vec<Program> =
        TEXTS.split(BEFORE_A_NAME).filter_map(|part| part.split_once('\n')).map(single).collect();
    programs.push(program(
        "two scripts",
        &[
            "function f(x) { return x + 1 } let kept = []; for (let i = 0; i < 4000; i++) kept.push({ i })",
            "let s = 0; for (const k of kept) s += f(k.i); print(s)",
        ],
    ));
    programs.push(program(
        "an error",
        &[
            "let t = 0; for (let i = 0; i < 9000; i++) t += i; null.x",
            "print(t); for (let i = 0; i < 3000; i++) t++; print(t)",
        ],
    ));
    programs
}

fn single((name, text): (&str, &str)) -> Program {
    program(name, &[text])
}

fn program(name: &str, texts: &[&str]) -> Program {
    let scripts = texts.iter().enumerate().map(|(index, text)| (format!("{index}.js"), (*text).to_owned())).collect();
    Program { name: name.to_owned(), scripts }
}
