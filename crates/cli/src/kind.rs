//! Decides whether a program is a script or a module.

use std::path::Path;

use ferrotape::{AsContext, Engine, Script};

use crate::commonjs::Kinds;
use crate::options::{Input, Options};
use crate::source::Source;

/// A program whose kind was found.
pub enum Found {
    Module,
    Script,
    /// A script that was compiled to find out.
    Compiled(Script),
}

/// Returns whether a program is a module. The first of these that says so decides: `--module` or `--script`, the
/// extension of the file, the `type` of its package. Otherwise the source text decides: an `import`, an `export` or an
/// `await` that no script can have.
pub fn is_module(engine: &mut Engine, options: &Options, input: &Input, source: &Source) -> bool {
    stated(options, input).unwrap_or_else(|| has_module_syntax(engine, &source.name, &source.text))
}

/// Returns whether a program is a module, as [`is_module`] does. Where its text decides, the text is compiled as a script,
/// and read once more only if it is none.
pub fn find(engine: &mut Engine, options: &Options, input: &Input, source: &Source) -> Found {
    match stated(options, input) {
        Some(true) => Found::Module,
        Some(false) => Found::Script,
        None => match engine.compile_script(&source.name, &source.text) {
            Ok(script) => Found::Compiled(script),
            Err(_) if has_module_syntax(engine, &source.name, &source.text) => Found::Module,
            // Whoever compiles it again tells of the error.
            Err(_) => Found::Script,
        },
    }
}

/// Returns whether a program is a module, if something beside its text says so.
pub fn stated(options: &Options, input: &Input) -> Option<bool> {
    match input {
        _ if options.module => Some(true),
        _ if options.script => Some(false),
        Input::File(path) => Kinds::default().stated(path),
        Input::Code(_) | Input::Stdin => None,
    }
}

/// Returns whether a text that compiles as a CommonJS file is one. In TypeScript it may be a module: these files have
/// `import type` as well.
pub fn commonjs_decides(options: &Options, input: &Input) -> bool {
    let is_typescript = matches!(input, Input::File(path) if path.extension().is_some_and(|ending| ending == "ts"));
    !options.typescript && !is_typescript
}

/// Returns whether a source text is a module by its syntax. Where a limit ends the run meanwhile, compiling says so.
pub fn has_module_syntax(engine: &mut Engine, name: &str, text: &str) -> bool {
    let found = engine.enter(|cx| cx.reading(|limits| limits.has_module_syntax(name, text)));
    found.is_ok_and(|found| found == Ok(true))
}

/// Returns whether a file is a module, if its extension says so.
pub fn by_name(path: &Path) -> Option<bool> {
    match path.extension()?.to_str()? {
        "mjs" | "mts" => Some(true),
        "cjs" | "cts" => Some(false),
        _ => None,
    }
}
