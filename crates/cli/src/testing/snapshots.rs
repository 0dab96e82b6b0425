//! Snapshots of tests, in a file beside the one with the tests: `a.test.js.snapshot`.
//!
//! A program may read that file as it may read its modules. It is written only if the command line asks for that. Snapshots with
//! other paths are read and written by `node:fs`, within its permissions.

use std::fs;
use std::path::{Path, PathBuf};

use ferrotape::{Context, Error, Function, Object};

use crate::system_error::in_words;

/// Adds the path of the tests, and functions for the file of their snapshots. `read` gives the text of a file, if it is there.
pub fn add_to(
    cx: &mut Context<'_>,
    native: &Object,
    file: &Path,
    updates: bool,
    read: impl Fn(&mut Context<'_>, &Path) -> Result<Option<String>, Error> + Send + Sync + 'static,
) -> Result<(), Error> {
    native.set(cx, "file", file.to_string_lossy().into_owned())?;
    native.set(cx, "updates", updates)?;
    let path = path_of(file);
    if updates {
        let path = path.clone();
        let write = Function::new(cx, "writeSnapshot", move |text: String| write(&path, &text))?;
        native.set(cx, "writeSnapshot", write)?;
    }
    let read = Function::new(cx, "readSnapshot", move |cx: &mut Context<'_>| read(cx, &path))?;
    native.set(cx, "readSnapshot", read)
}

/// Returns the path of the snapshots of a file with tests.
fn path_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".snapshot");
    PathBuf::from(name)
}

/// Writes the file. Links are not followed: they may lead out of the folder.
fn write(path: &Path, text: &str) -> Result<(), Error> {
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(Error::new("that is not a file"));
    }
    fs::write(path, text).map_err(|error| Error::new(in_words(&error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_stands_beside_the_tests() {
        assert_eq!(path_of(Path::new("a/b.test.ts")), Path::new("a/b.test.ts.snapshot"));
    }
}
