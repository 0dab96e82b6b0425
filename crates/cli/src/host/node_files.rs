//! Natives for Node's `fs`: what [`Folders`] allow, with the errors that programs for Node expect. Paths are absolute
//! and have no `..`: `builtin/fs.js` sees to that, and the gate refuses others.

use std::fs::{self, File, FileTimes};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ferrotape::handles::Bytes;
use ferrotape::host::IntoFunction;
use ferrotape::{Array, Context, Error, Function, Object};

use super::access::{Folders, Refused};
use super::input::StandardInput;
use crate::reach::SharedReach;
use crate::system_error::{code_of, in_words};

/// Bytes written between two checks of the limits.
const PIECE: usize = 1 << 16;
/// Bytes for a tick.
const BYTES_PER_TICK: u64 = 64;
/// Approximate cost of a system call, in ticks.
const CALL: u64 = 100;

/// Adds the functions. A function that fails gives its error to `fail`, of `builtin/fs.js`, as code and message.
pub fn add(cx: &mut Context<'_>, native: &Object, read: &Arc<Folders>, write: &Arc<Folders>) -> Result<(), Error> {
    add_readers(cx, native, read)?;
    add_writers(cx, native, write)?;
    add_setters(cx, native, write)
}

/// Adds `readInput`, which waits for the next bytes of standard input: `undefined` at its end.
pub fn add_input(cx: &mut Context<'_>, native: &Object, input: &StandardInput) -> Result<(), Error> {
    let input = input.clone();
    function(cx, native, "readInput", move |cx: &mut Context<'_>| {
        let piece = input.next(cx)?;
        cx.require_room(piece.as_ref().map_or(0, Vec::len).saturating_mul(2))?;
        Ok::<Option<Bytes>, Error>(piece.map(Bytes))
    })
}

fn function<M>(cx: &mut Context<'_>, native: &Object, name: &str, it: impl IntoFunction<M>) -> Result<(), Error> {
    let function = Function::new(cx, name, it)?;
    native.set(cx, name, function)
}

/// Adds the natives that only look at files: `read`, `list`, `stat` and `realpath`.
fn add_readers(cx: &mut Context<'_>, native: &Object, read: &Arc<Folders>) -> Result<(), Error> {
    let folders = Arc::clone(read);
    function(cx, native, "read", move |cx: &mut Context<'_>, path: String| {
        cx.tick(CALL)?;
        let bytes = cx.reading(|limits| folders.read(&path, limits))?;
        let bytes = given(cx, bytes)?;
        cx.require_room(bytes.capacity().saturating_mul(2))?;
        Ok::<Bytes, Error>(Bytes(bytes))
    })?;
    let folders = Arc::clone(read);
    function(cx, native, "list", move |cx: &mut Context<'_>, path: String| list(cx, &folders, &path))?;
    let folders = Arc::clone(read);
    function(cx, native, "stat", move |cx: &mut Context<'_>, path: String, follows: bool| {
        stat(cx, &folders, &path, follows)
    })?;
    let folders = Arc::clone(read);
    function(cx, native, "realpath", move |cx: &mut Context<'_>, path: String| {
        cx.tick(CALL)?;
        let found = cx.reading(|limits| folders.real(&path, limits))?;
        given(cx, found).map(|path| path.to_string_lossy().into_owned())
    })
}

/// Adds the natives that make and change files.
fn add_writers(cx: &mut Context<'_>, native: &Object, write: &Arc<Folders>) -> Result<(), Error> {
    let folders = Arc::clone(write);
    function(cx, native, "write", move |cx: &mut Context<'_>, path: String, bytes: Bytes, appends: bool| {
        cx.tick(CALL)?;
        let file = cx.reading(|limits| folders.create(&path, appends, limits))?;
        let mut file = given(cx, file)?;
        for piece in bytes.0.chunks(PIECE) {
            cx.tick(piece.len() as u64 / BYTES_PER_TICK + 1)?;
            done(cx, &path, file.write_all(piece))?;
        }
        Ok::<(), Error>(())
    })?;
    let folders = Arc::clone(write);
    function(cx, native, "makeFolder", move |cx: &mut Context<'_>, path: String| {
        // An allowed folder itself lies in no allowed folder, but it is there.
        let is_there = has_folder(cx, &folders, &path)?;
        let made = if is_there {
            Err(ErrorKind::AlreadyExists.into())
        } else {
            fs::create_dir(of_entry(cx, &folders, &path)?)
        };
        done(cx, &path, made)
    })?;
    let folders = Arc::clone(write);
    function(cx, native, "isThere", move |cx: &mut Context<'_>, path: String| {
        let real = of_entry(cx, &folders, &path)?;
        Ok::<bool, Error>(fs::symlink_metadata(real).is_ok())
    })?;
    let folders = Arc::clone(write);
    function(cx, native, "isLink", move |cx: &mut Context<'_>, path: String| {
        let real = of_entry(cx, &folders, &path)?;
        Ok::<bool, Error>(fs::symlink_metadata(real).is_ok_and(|found| found.is_symlink()))
    })?;
    let folders = Arc::clone(write);
    function(cx, native, "hasFolder", move |cx: &mut Context<'_>, path: String| has_folder(cx, &folders, &path))?;
    let folders = Arc::clone(write);
    function(cx, native, "removeFile", move |cx: &mut Context<'_>, path: String| {
        let real = of_entry(cx, &folders, &path)?;
        done(cx, &path, fs::remove_file(real))
    })?;
    let folders = Arc::clone(write);
    function(cx, native, "removeFolder", move |cx: &mut Context<'_>, path: String| {
        let real = of_entry(cx, &folders, &path)?;
        done(cx, &path, fs::remove_dir(real))
    })
}

/// Adds the natives that change rights and times: `setRights`, which may be given none, and `setTimes`.
fn add_setters(cx: &mut Context<'_>, native: &Object, write: &Arc<Folders>) -> Result<(), Error> {
    let folders = Arc::clone(write);
    function(cx, native, "setRights", move |cx: &mut Context<'_>, path: String, rights: Option<u32>| {
        let file = for_facts(cx, &folders, &path)?;
        done(cx, &path, rights.map_or(Ok(()), |rights| set_rights(&file, rights)))
    })?;
    let folders = Arc::clone(write);
    function(cx, native, "setTimes", move |cx: &mut Context<'_>, path: String, accessed: f64, modified: f64| {
        let file = for_facts(cx, &folders, &path)?;
        let Some((accessed, modified)) = time(accessed).zip(time(modified)) else {
            let message = format!("'{path}': there is no such time");
            return given(cx, Err(Refused { code: "EINVAL", message }));
        };
        done(cx, &path, file.set_times(FileTimes::new().set_accessed(accessed).set_modified(modified)))
    })
}

/// Opens a file or folder that may be changed.
fn for_facts(cx: &mut Context<'_>, folders: &Folders, path: &str) -> Result<File, Error> {
    cx.tick(CALL)?;
    let file = cx.reading(|limits| folders.open_for_facts(path, limits))?;
    given(cx, file)
}

/// Sets who may read, write and run a file: never the bits that let it run as somebody else.
fn set_rights(file: &File, rights: u32) -> io::Result<()> {
    #[cfg(unix)]
    let permissions = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(rights & 0o777);
    #[cfg(not(unix))]
    let permissions = {
        let mut permissions = file.metadata()?.permissions();
        permissions.set_readonly(rights & 0o200 == 0);
        permissions
    };
    file.set_permissions(permissions)
}

/// Returns the time so many seconds after 1970, or before; none if the system has no such time.
fn time(seconds: f64) -> Option<SystemTime> {
    let distance = Duration::try_from_secs_f64(seconds.abs()).ok()?;
    if seconds < 0.0 { UNIX_EPOCH.checked_sub(distance) } else { UNIX_EPOCH.checked_add(distance) }
}

/// Adds `rename`. To write is not to read: what may not be read is not moved to where it could be, whether it is there or not.
pub fn add_rename(
    cx: &mut Context<'_>,
    native: &Object,
    reach: &SharedReach,
    read: &Arc<Folders>,
    write: &Arc<Folders>,
) -> Result<(), Error> {
    let (reach, read, folders) = (Arc::clone(reach), Arc::clone(read), Arc::clone(write));
    function(cx, native, "rename", move |cx: &mut Context<'_>, path: String, to: String| {
        let real = of_entry(cx, &folders, &path)?;
        let target = of_entry(cx, &folders, &to)?;
        if reach.would_show(&real, &target) {
            return given(cx, Err(read.refuse(&path)));
        }
        done(cx, &path, fs::rename(real, target))
    })
}

/// Returns whether a path leads to a folder in which files may be written.
fn has_folder(cx: &mut Context<'_>, folders: &Folders, path: &str) -> Result<bool, Error> {
    cx.tick(CALL)?;
    let found = cx.reading(|limits| folders.metadata(path, limits))?;
    Ok(found.ok().flatten().is_some_and(|found| found.is_dir()))
}

/// Finds an entry of a folder that may be written; links are not followed.
fn of_entry(cx: &mut Context<'_>, folders: &Folders, path: &str) -> Result<PathBuf, Error> {
    cx.tick(CALL)?;
    let entry = cx.reading(|limits| folders.entry(path, limits))?;
    given(cx, entry)
}

/// Throws what was refused: an object with `code` and `message`, of which the module makes an Error.
fn given<T>(cx: &mut Context<'_>, result: Result<T, Refused>) -> Result<T, Error> {
    match result {
        Ok(value) => Ok(value),
        Err(refused) => {
            let object = Object::new(cx)?;
            object.set(cx, "code", refused.code)?;
            object.set(cx, "message", refused.message)?;
            Err(cx.throw(object))
        }
    }
}

fn done<T>(cx: &mut Context<'_>, path: &str, result: std::io::Result<T>) -> Result<T, Error> {
    let result =
        result.map_err(|error| Refused { code: code_of(&error), message: format!("'{path}': {}", in_words(&error)) });
    given(cx, result)
}

/// Lists a folder, sorted by name: pairs of name and kind.
fn list(cx: &mut Context<'_>, folders: &Folders, path: &str) -> Result<Array, Error> {
    cx.tick(CALL)?;
    let entries = cx.reading(|limits| folders.list(path, limits))?;
    let entries = given(cx, entries)?;
    let mut names: Vec<_> = entries.into_iter().map(|entry| (entry.name, kind(entry.file_type))).collect();
    names.sort();
    let list = Array::new(cx)?;
    for (name, kind) in names {
        list.push(cx, (name, kind))?;
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

/// Returns what `fs.Stats` is made of. Times are milliseconds since 1970, and missing where the system does not know
/// them.
fn stat(cx: &mut Context<'_>, folders: &Folders, path: &str, follows: bool) -> Result<Object, Error> {
    cx.tick(CALL)?;
    let metadata = if follows {
        let found = cx.reading(|limits| folders.metadata(path, limits))?;
        let missing = || Refused { code: "ENOENT", message: format!("'{path}': no such file or folder") };
        let found = given(cx, found)?.ok_or_else(missing);
        given(cx, found)?
    } else {
        match cx.reading(|limits| folders.entry(path, limits))? {
            Ok(entry) => done(cx, path, fs::symlink_metadata(entry))?,
            // An allowed folder itself lies in no allowed folder, but may be looked at.
            Err(refused) => match cx.reading(|limits| folders.metadata(path, limits))? {
                Ok(Some(found)) if found.is_dir() => found,
                _ => return given(cx, Err(refused)),
            },
        }
    };
    // Seconds times 1000 would be less than the milliseconds of 1.001 seconds.
    let whole = |distance: Duration| distance.as_secs() as f64 * 1000.0 + f64::from(distance.subsec_nanos()) / 1e6;
    let milliseconds = |time: io::Result<SystemTime>| {
        Some(match time.ok()?.duration_since(UNIX_EPOCH) {
            Ok(after) => whole(after),
            Err(before) => -whole(before.duration()),
        })
    };
    let facts = Object::new(cx)?;
    facts.set(cx, "kind", kind(metadata.file_type()))?;
    facts.set(cx, "size", metadata.len() as f64)?;
    facts.set(cx, "mtime", milliseconds(metadata.modified()))?;
    facts.set(cx, "atime", milliseconds(metadata.accessed()))?;
    facts.set(cx, "birthtime", milliseconds(metadata.created()))?;
    facts.set(cx, "isReadOnly", metadata.permissions().readonly())?;
    facts.set(cx, "isExecutable", is_executable(&metadata))?;
    // Elsewhere there are no such rights.
    #[cfg(unix)]
    facts.set(cx, "rights", std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o777)?;
    Ok(facts)
}

/// Returns whether somebody may run a file. Elsewhere than on Unix that is no right of files.
fn is_executable(metadata: &fs::Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    return !metadata.permissions().readonly();
}
