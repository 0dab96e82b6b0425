//! Decides whether a program is a script or a module.

use std::path::Path;

use ferrotape::{AsContext, Engine, Error, Script};

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
/// `await` at the top of it.
pub fn is_module(engine: &mut Engine, options: &Options, input: &Input, source: &Source) -> bool {
    stated(options, input).unwrap_or_else(|| has_module_syntax(engine, &source.name, &source.text))
}

/// Finds the kind of a program, as [`is_module`] does. Where its text decides, the text is compiled as a script, and read once
/// more only if it is none, or may have a variable `await`.
///
/// # Errors
///
/// Fails if the text decides and is neither, or if a limit ends the run meanwhile.
pub fn find(engine: &mut Engine, options: &Options, input: &Input, source: &Source) -> Result<Found, Error> {
    match stated(options, input) {
        Some(true) => Ok(Found::Module),
        Some(false) => Ok(Found::Script),
        None => {
            let compiled = engine.compile_script(&source.name, &source.text);
            let compiled = compiled.map(|script| (script.may_use("await"), script));
            let script = unless_module(engine, compiled, &source.name, &source.text)?;
            Ok(script.map_or(Found::Module, Found::Compiled))
        }
    }
}

/// Returns the code of a text of which nothing else says what it is. None if it is a module. It was compiled as a script or as
/// a CommonJS file; `compiled` tells first whether it may be a module all the same, as where it may use a variable `await`.
///
/// # Errors
///
/// Fails with the error of compiling if the text is not a module either, or if a limit ends the run meanwhile.
pub fn unless_module<T>(
    engine: &mut Engine,
    compiled: Result<(bool, T), Error>,
    name: &str,
    text: &str,
) -> Result<Option<T>, Error> {
    match compiled {
        Ok((false, code)) => Ok(Some(code)),
        // What has ended at a limit is not begun again.
        Err(error) if error.is_termination() => Err(error),
        _ if reads_as_module(engine, name, text)? => Ok(None),
        // An `await (a)` is a call of what the text declares.
        compiled => compiled.map(|(_, code)| Some(code)),
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

/// Returns whether a source text is a module by its syntax. Where a limit ends the run meanwhile, compiling says so.
pub fn has_module_syntax(engine: &mut Engine, name: &str, text: &str) -> bool {
    reads_as_module(engine, name, text).unwrap_or(false)
}

fn reads_as_module(engine: &mut Engine, name: &str, text: &str) -> Result<bool, Error> {
    let found = engine.enter(|cx| cx.reading(|limits| limits.has_module_syntax(name, text)))?;
    Ok(found == Ok(true))
}

/// Returns whether a file is a module, if its extension says so.
pub fn by_name(path: &Path) -> Option<bool> {
    match path.extension()?.to_str()? {
        "mjs" | "mts" => Some(true),
        "cjs" | "cts" => Some(false),
        _ => None,
    }
}
