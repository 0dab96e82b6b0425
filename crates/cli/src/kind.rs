//! Decides whether a program is a script or a module.

use std::path::Path;

use ferrotape::{Engine, Error, ErrorKind};

use crate::commonjs::Kinds;
use crate::options::{Input, Options};
use crate::source::Source;

/// Words of which each module that is no script contains at least one.
const WORDS: [&str; 3] = ["import", "export", "await"];

/// Returns whether a program is a module. The first of these that says so decides: `--module` or `--script`, the
/// extension of the file, the `type` of its package. Otherwise the source text decides: an `import`, an `export` or an
/// `await` that no script can have.
pub fn is_module(engine: &mut Engine, options: &Options, input: &Input, source: &Source) -> bool {
    let stated = match input {
        _ if options.module => Some(true),
        _ if options.script => Some(false),
        Input::File(path) => Kinds::default().stated(path),
        Input::Code(_) | Input::Stdin => None,
    };
    stated.unwrap_or_else(|| has_module_syntax(engine, &source.name, &source.text))
}

/// Returns whether a source text is a module and no script. One that is neither counts as the kind whose error comes
/// later in the text, since that error says more.
pub fn has_module_syntax(engine: &mut Engine, name: &str, text: &str) -> bool {
    if !WORDS.iter().any(|word| text.contains(word)) {
        return false;
    }
    let Err(as_script) = engine.check(name, text) else { return false };
    as_script.kind() == ErrorKind::Syntax
        && engine.check_module(name, text).err().is_none_or(|as_module| place(&as_module) > place(&as_script))
}

fn place(error: &Error) -> Option<(u32, u32)> {
    error.location().map(|location| (location.line, location.column))
}

/// Returns whether a file is a module, if its extension says so.
pub fn by_name(path: &Path) -> Option<bool> {
    match path.extension()?.to_str()? {
        "mjs" | "mts" => Some(true),
        "cjs" | "cts" => Some(false),
        _ => None,
    }
}
