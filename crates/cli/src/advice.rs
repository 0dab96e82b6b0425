//! Which option of the command a program that failed was probably written for.

use std::path::Path;

use ferrotape::Error;
use ferrotape::error::Note;

use crate::options::Options;

/// What files of packages for Node have as variables.
const OF_COMMONJS: [&str; 5] = ["require", "module", "exports", "__dirname", "__filename"];

/// What the command's options could have done about an error.
pub fn notes(error: &Error, options: &Options) -> Vec<Note> {
    let missing =
        error.message().strip_prefix("ReferenceError: ").and_then(|rest| rest.strip_suffix(" is not defined"));
    let is_of_commonjs = !options.commonjs && missing.is_some_and(|name| OF_COMMONJS.contains(&name));
    let is_json = error.message().starts_with("SyntaxError: ")
        && error.location().is_some_and(|location| has_ending(&location.source, "json"));
    let texts = [
        (is_of_commonjs, "--commonjs runs programs that are written for Node's `require`"),
        (is_json, "JSON is imported by `import … from '….json' with { type: 'json' }`"),
    ];
    texts.into_iter().filter(|(applies, _)| *applies).map(|(_, text)| Note::new(text, None)).collect()
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == ending)
}
