//! The module `ferrotape:fs`: text and bytes of files, within the folders that the command line allows.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use ferrotape::handles::{Bytes, JsString};
use ferrotape::modules::FileGate;
use ferrotape::{Array, Context, Engine, Error, Function, Object};

use super::access::Folders;
use super::input::StandardInput;
use super::node_files;
use crate::options::Permissions;
use crate::system_error::in_words;

/// Name under which programs import or require the module.
pub const MODULE: &str = "ferrotape:fs";

/// Bytes written between two checks of the limits.
const PIECE: usize = 1 << 16;
/// Bytes for a tick.
const BYTES_PER_TICK: u64 = 64;
/// Approximate cost of a system call, in ticks.
const CALL: u64 = 100;

/// Folders that a program may read and write.
#[derive(Clone)]
pub struct Files {
    read: Arc<Folders>,
    write: Arc<Folders>,
    /// Standard input, which needs no permission.
    pub input: StandardInput,
}

impl Files {
    /// Opens the allowed folders. The error names the folder that does not exist.
    pub fn new(permissions: &Permissions) -> Result<Files, String> {
        Ok(Files {
            read: Arc::new(Folders::new(&permissions.read, "--allow-read")?),
            write: Arc::new(Folders::new(&permissions.write, "--allow-write")?),
            input: StandardInput::default(),
        })
    }

    /// Returns whether nothing is allowed; then there is no module.
    pub fn is_empty(&self) -> bool {
        self.read.is_empty() && self.write.is_empty()
    }

    /// Returns the gate for files that may be read.
    pub fn readable(&self) -> &FileGate {
        self.read.gate()
    }

    /// Defines the module and returns its functions as an object.
    pub fn define(&self, engine: &mut Engine) -> Result<Object, Error> {
        let functions = Object::new(engine)?;
        self.add_readers(engine, &functions)?;
        self.add_writers(engine, &functions)?;
        let names = functions.entries::<Function>(engine)?;
        engine.define_module(MODULE, |cx, exports| {
            names.iter().try_for_each(|(name, function)| exports.value(cx, name, function))
        })?;
        Ok(functions)
    }

    /// Adds the functions of Node's `fs` for packages. They are there without any permission, and refuse each path.
    pub fn add_for_node(&self, cx: &mut Context<'_>, native: &Object) -> Result<(), Error> {
        node_files::add(cx, native, &self.read, &self.write)?;
        node_files::add_input(cx, native, &self.input)
    }

    /// Adds `readText`, `readBytes`, `list` and `stat`, each within the folders of `--allow-read`.
    fn add_readers(&self, engine: &mut Engine, functions: &Object) -> Result<(), Error> {
        let folders = Arc::clone(&self.read);
        add(engine, functions, "readText", move |cx: &mut Context<'_>, path: String| {
            let bytes = read(cx, &folders, &path)?;
            String::from_utf8(bytes).map_err(|error| {
                failed("read", format!("'{path}': it is not UTF-8 text, see byte {}", error.utf8_error().valid_up_to()))
            })
        })?;
        let folders = Arc::clone(&self.read);
        add(engine, functions, "readBytes", move |cx: &mut Context<'_>, path: String| {
            read(cx, &folders, &path).map(Bytes)
        })?;
        let folders = Arc::clone(&self.read);
        add(engine, functions, "list", move |cx: &mut Context<'_>, path: String| list(cx, &folders, &path))?;
        let folders = Arc::clone(&self.read);
        add(engine, functions, "stat", move |cx: &mut Context<'_>, path: String| stat(cx, &folders, &path))
    }

    /// Adds the functions that write, make and remove, within the folders of `--allow-write`; reading is another
    /// permission.
    fn add_writers(&self, engine: &mut Engine, functions: &Object) -> Result<(), Error> {
        for (name, appends) in [("writeText", false), ("appendText", true)] {
            let folders = Arc::clone(&self.write);
            add(engine, functions, name, move |cx: &mut Context<'_>, path: String, text: JsString| {
                let text = text.to_text(cx)?;
                write(cx, &folders, &path, text.as_bytes(), appends)
            })?;
        }
        let folders = Arc::clone(&self.write);
        add(engine, functions, "writeBytes", move |cx: &mut Context<'_>, path: String, bytes: Bytes| {
            write(cx, &folders, &path, &bytes.0, false)
        })?;
        let folders = Arc::clone(&self.write);
        add(engine, functions, "makeFolder", move |cx: &mut Context<'_>, path: String| {
            cx.tick(CALL)?;
            let real = cx.reading(|limits| folders.found_or_new(&path, limits))?;
            let real = real.map_err(|refused| failed("make", refused))?;
            match real.is_dir() {
                true => Ok(()),
                false => fs::create_dir(real).map_err(|error| failed("make", of_path(&path, &error))),
            }
        })?;
        let folders = Arc::clone(&self.write);
        add(engine, functions, "remove", move |cx: &mut Context<'_>, path: String| {
            cx.tick(CALL)?;
            let entry = cx.reading(|limits| folders.entry(&path, limits))?;
            remove(&entry.map_err(|message| failed("remove", message))?)
                .map_err(|error| failed("remove", of_path(&path, &error)))
        })
    }
}

fn add<M>(
    engine: &mut Engine,
    functions: &Object,
    name: &str,
    function: impl ferrotape::host::IntoFunction<M>,
) -> Result<(), Error> {
    let function = Function::new(engine, name, function)?;
    functions.set(engine, name, function)
}

fn failed(what: &str, message: impl Into<String>) -> Error {
    Error::new(format!("cannot {what} {}", message.into()))
}

/// Reads all bytes of a file, with room for a copy, which the caller makes.
fn read(cx: &mut Context<'_>, folders: &Folders, path: &str) -> Result<Vec<u8>, Error> {
    cx.tick(CALL)?;
    let bytes = cx.reading(|limits| folders.read(path, limits))?.map_err(|message| failed("read", message))?;
    cx.require_room(bytes.capacity().saturating_mul(2))?;
    Ok(bytes)
}

/// Removes a file, an empty folder, or a link (not its target).
fn remove(entry: &Path) -> std::io::Result<()> {
    let kind = fs::symlink_metadata(entry)?.file_type();
    // On Windows, links to folders are removed like folders.
    let is_folder = kind.is_dir() || cfg!(windows) && kind.is_symlink() && entry.is_dir();
    if is_folder { fs::remove_dir(entry) } else { fs::remove_file(entry) }
}

fn of_path(path: &str, error: &std::io::Error) -> String {
    format!("'{path}': {}", in_words(error))
}

fn write(cx: &mut Context<'_>, folders: &Folders, path: &str, bytes: &[u8], appends: bool) -> Result<(), Error> {
    cx.tick(CALL)?;
    let file = cx.reading(|limits| folders.create(path, appends, limits))?;
    let mut file = file.map_err(|message| failed("write", message))?;
    for piece in bytes.chunks(PIECE) {
        cx.tick(piece.len() as u64 / BYTES_PER_TICK + 1)?;
        file.write_all(piece).map_err(|error| failed("write", of_path(path, &error)))?;
    }
    Ok(())
}

/// Lists a folder, sorted by name: `{ name, kind }`.
fn list(cx: &mut Context<'_>, folders: &Folders, path: &str) -> Result<Array, Error> {
    cx.tick(CALL)?;
    let entries = cx.reading(|limits| folders.list(path, limits))?.map_err(|message| failed("list", message))?;
    let mut names: Vec<_> = entries.into_iter().map(|entry| (entry.name, kind(entry.file_type))).collect();
    names.sort();
    let list = Array::new(cx)?;
    for (name, kind) in names {
        let entry = Object::new(cx)?;
        entry.set(cx, "name", name)?;
        entry.set(cx, "kind", kind)?;
        list.push(cx, entry)?;
    }
    Ok(list)
}

fn kind(kind: fs::FileType) -> &'static str {
    match kind {
        kind if kind.is_file() => "file",
        kind if kind.is_dir() => "folder",
        kind if kind.is_symlink() => "link",
        _ => "other",
    }
}

/// Returns `{ kind, size, modified }`, or none if nothing is there.
fn stat(cx: &mut Context<'_>, folders: &Folders, path: &str) -> Result<Option<Object>, Error> {
    cx.tick(CALL)?;
    let metadata = cx.reading(|limits| folders.metadata(path, limits))?;
    let Some(metadata) = metadata.map_err(|message| failed("look at", message))? else { return Ok(None) };
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let facts = Object::new(cx)?;
    facts.set(cx, "kind", kind(metadata.file_type()))?;
    facts.set(cx, "size", metadata.len() as f64)?;
    facts.set(cx, "modified", modified.map(|time| time.as_secs_f64() * 1000.0))?;
    Ok(Some(facts))
}
