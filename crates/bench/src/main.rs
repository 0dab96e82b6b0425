//! `benches/run`: compares the speed of the `ferrotape` command with other installed engines.
//!
//! Every engine does the same fixed work in its own process; the user CPU time of the process counts. The engines take
//! turns within a round, so that a change of the computer's load affects all of them. The median over the rounds is
//! shown. These are not tests: compare a figure only with others of the same run. Further commands:
//!
//! - [`instructions`] (`benches/instructions`) counts instructions, which can be compared with those of an earlier
//!   commit.
//! - [`operations`] (`benches/operations`) counts those of single operations.
//! - [`growth`] (`benches/growth`) shows how they grow with the text that is compiled.
//! - [`new_engines`] (`benches/engines`) measures the cost of a new engine.

mod compile_speed;
mod engines;
mod growth;
mod instructions;
mod new_engines;
mod operations;
mod process;
mod startup;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: benches/run [--rounds N] [SECTION...]
sections: micro, modern, v8, real, library, typed, packages, startup, compile (all of them when none is named)";

/// Programs of the V8 suite, then the larger ones of Octane, as `scripts/bundle-octane` names them.
const V8_SUITE: [&str; 8] =
    ["richards", "deltablue", "crypto", "raytrace", "earley-boyer", "regexp", "splay", "navier-stokes"];
const REAL_PROGRAMS: [&str; 5] = ["box2d", "gbemu", "zlib", "pdfjs", "code-load"];
const MICRO: [&str; 3] = ["fib", "loop", "prop"];
/// Common uses of the library and of typed arrays.
const LIBRARY: [&str; 11] = [
    "map-ints",
    "map-strings",
    "map-objects",
    "sets",
    "weak-map",
    "sort",
    "json",
    "bigint",
    "regexps",
    "strings",
    "iterators",
];
const TYPED_ARRAYS: [&str; 6] = ["nbody", "fft", "sha-256", "mandelbrot", "deflate", "json-to-bytes"];
/// Programs in modern style: `benches/modern`.
const MODERN: [&str; 10] = [
    "async",
    "classes",
    "closures",
    "collections",
    "destructuring",
    "generators",
    "interpreter",
    "numeric",
    "spread",
    "templates",
];
/// Recent packages, run as whole processes: drivers of tests/programs, scripts before modules.
const PACKAGES: [&str; 39] = [
    "acorn_today",
    "ajv",
    "babel_today",
    "eslint",
    "highlight_today",
    "immutable_today",
    "liquid",
    "markdown_it",
    "marked_today",
    "peggy",
    "postcss",
    "preact",
    "prettier",
    "rxjs",
    "sucrase",
    "svelte",
    "terser",
    "typescript_today",
    "xstate",
    "zod",
    "chess",
    "chevrotain",
    "css_tree",
    "d3",
    "date_fns",
    "fflate",
    "graphql",
    "immer",
    "katex",
    "lodash_es",
    "meriyah",
    "micromark",
    "minisearch",
    "mobx",
    "ohm",
    "parse5",
    "ramda",
    "valibot",
    "vue_sfc",
];
const SECTIONS: [&str; 9] = ["micro", "modern", "v8", "real", "library", "typed", "packages", "startup", "compile"];

/// Returns the root of the repository that this program was built from.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The command line.
struct Options {
    rounds: usize,
    sections: Vec<String>,
}

/// Hands over to a further command if the first argument names one. Otherwise compares the engines in each wanted section.
fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let first = arguments.next();
    if first.as_ref().is_some_and(|first| first == "instructions") {
        return instructions::execute(lexopt::Parser::from_args(arguments));
    }
    if first.as_ref().is_some_and(|first| first == "growth") {
        return growth::execute(lexopt::Parser::from_args(arguments));
    }
    if first.as_ref().is_some_and(|first| first == "engines") {
        return new_engines::execute();
    }
    if first.is_some_and(|first| first == "operations") {
        return operations::execute(lexopt::Parser::from_args(arguments));
    }
    let options = match parse_options() {
        Ok(Some(options)) => options,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let engines = engines::installed();
    println!("engines: {}", engines.iter().map(|engine| engine.name).collect::<Vec<_>>().join(", "));
    let missing = engines::missing(&engines);
    if !missing.is_empty() {
        println!("not installed: {}", missing.join(", "));
    }
    let wanted = |section: &str| options.sections.is_empty() || options.sections.iter().any(|name| name == section);
    if wanted("micro") {
        table::compare("Micro programs", &engines, &scripts("benches/programs", &MICRO), options.rounds);
    }
    if wanted("modern") {
        table::compare("Modern programs", &engines, &scripts("benches/modern", &MODERN), options.rounds);
    }
    if wanted("v8") {
        table::compare("V8 suite", &engines, &scripts(".packages/octane/bench", &V8_SUITE), options.rounds);
    }
    if wanted("real") {
        table::compare("Octane, larger", &engines, &scripts(".packages/octane/bench", &REAL_PROGRAMS), options.rounds);
    }
    if wanted("library") {
        table::compare("Library", &engines, &scripts("benches/programs/library", &LIBRARY), options.rounds);
    }
    if wanted("typed") {
        table::compare("Typed arrays", &engines, &scripts("benches/programs/library", &TYPED_ARRAYS), options.rounds);
    }
    if wanted("packages") {
        let title = "Packages of today, with start-up";
        table::compare(title, &engines, &scripts(".packages/bundles", &PACKAGES), options.rounds);
    }
    if wanted("startup") {
        startup::report(&engines);
    }
    if wanted("compile") {
        compile_speed::report(&engines);
    }
    ExitCode::SUCCESS
}

/// Returns the files of programs. A program without a script is a module.
fn scripts(folder: &str, names: &[&str]) -> Vec<(String, PathBuf)> {
    let file = |name: &str| {
        let script = root().join(folder).join(format!("{name}.js"));
        if script.is_file() { script } else { script.with_extension("mjs") }
    };
    names.iter().map(|name| (name.to_string(), file(name))).collect()
}

/// Parses the command line. Returns `None` if help is requested.
fn parse_options() -> Result<Option<Options>, String> {
    use lexopt::prelude::*;
    let mut options = Options { rounds: 3, sections: Vec::new() };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        match argument {
            Long("rounds") => {
                let rounds = parser.value().and_then(|value| value.parse()).map_err(|error| error.to_string())?;
                options.rounds = std::cmp::max(rounds, 1);
            }
            Long("help") => return Ok(None),
            Value(section) => {
                let section = section.string().map_err(|error| error.to_string())?;
                if !SECTIONS.contains(&section.as_str()) {
                    return Err(format!("no such section: {section}"));
                }
                options.sections.push(section);
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Some(options))
}
