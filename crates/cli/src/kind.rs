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
/// `await` that no script can have.
pub fn is_module(engine: &mut Engine, options: &Options, input: &Input, source: &Source) -> bool {
    stated(options, input).unwrap_or_else(|| has_module_syntax(engine, &source.name, &source.text))
}

/// Finds the kind of a program, as [`is_module`] does. Where its text decides, the text is compiled as a script, and read once
/// more only if it is none.
///
/// # Errors
///
/// Fails if the text decides and is neither, or if a limit ends the run meanwhile.
pub fn find(engine: &mut Engine, options: &Options, input: &Input, source: &Source) -> Result<Found, Error> {
    match stated(options, input) {
        Some(true) => Ok(Found::Module),
        Some(false) => Ok(Found::Script),
        None => match engine.compile_script(&source.name, &source.text) {
            Ok(script) => Ok(Found::Compiled(script)),
            Err(refused) => ensure_module(engine, refused, &source.name, &source.text).map(|()| Found::Module),
        },
    }
}

/// Succeeds if a text that was refused as a script is a module, and gives back the error otherwise.
///
/// # Errors
///
/// Fails with the error, or because a limit ends the run meanwhile.
pub fn ensure_module(engine: &mut Engine, refused: Error, name: &str, text: &str) -> Result<(), Error> {
    // What has ended at a limit is not begun again.
    if !refused.is_termination() && reads_as_module(engine, name, text)? { Ok(()) } else { Err(refused) }
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
