//! Walks a path part by part, so that nothing outside is looked at.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::{CALL, FileError, FileGate, Folder};
use ferrotape_runtime::module::ReadLimits;

/// The most links that are followed on the way to one file.
const MOST_LINKS: usize = 40;
/// The most parts of a path, including those of links.
const MOST_PARTS: usize = 4096;
/// The most bytes of a path.
const MOST_BYTES: usize = 1 << 16;

/// A walk along a path.
pub(super) struct Walk<'a> {
    gate: &'a FileGate,
    /// The part walked so far, without links. It lies in a directory of the gate, or on the way to one.
    current: PathBuf,
    /// The remaining parts, the next one last.
    parts: Vec<Part>,
    links: usize,
}

/// A part of a path.
enum Part {
    Name(OsString),
    Up,
}

impl<'a> Walk<'a> {
    /// Begins a walk. The path as written must begin in a directory of the gate.
    pub fn new(gate: &'a FileGate, path: &Path) -> Result<Walk<'a>, FileError> {
        let bytes = path.as_os_str().as_encoded_bytes();
        if bytes.len() > MOST_BYTES || bytes.contains(&0) {
            return Err(FileError::Missing);
        }
        let path = if path.is_absolute() { path.to_path_buf() } else { std::env::current_dir()?.join(path) };
        let (current, rest) = beginning(gate, &path).ok_or(FileError::Outside)?;
        let mut walk = Walk { gate, current: current.to_path_buf(), parts: Vec::new(), links: 0 };
        walk.add(rest)?;
        Ok(walk)
    }

    /// Walks to the end of the path.
    pub fn to_end(mut self, limits: &mut ReadLimits<'_>) -> Result<PathBuf, FileError> {
        while let Some(part) = self.parts.pop() {
            match part {
                Part::Up => drop(self.current.pop()),
                Part::Name(name) => self.current.push(name),
            }
            if self.is_on_the_way() {
                continue;
            }
            if !self.gate.holds(&self.current) {
                return Err(FileError::Outside);
            }
            limits.tick(CALL)?;
            if fs::symlink_metadata(&self.current)?.is_symlink() {
                self.follow()?;
            }
        }
        if self.gate.holds(&self.current) { Ok(self.current) } else { Err(FileError::Outside) }
    }

    /// Returns whether the current path is a directory of the gate or above one. It exists, and is no link.
    fn is_on_the_way(&self) -> bool {
        self.gate.folders.iter().any(|folder| folder.real.starts_with(&self.current))
    }

    /// Replaces the link at the current path by the parts of its target. An absolute target must begin in a directory
    /// of the gate.
    fn follow(&mut self) -> Result<(), FileError> {
        self.links += 1;
        if self.links > MOST_LINKS {
            return Err(FileError::Missing);
        }
        let target = fs::read_link(&self.current)?;
        self.current.pop();
        if !target.has_root() {
            return self.add(&target);
        }
        let (current, rest) = beginning(self.gate, &target).ok_or(FileError::Outside)?;
        self.current = current.to_path_buf();
        self.add(rest)
    }

    /// Puts the parts of a relative path before those that are left. Refuses a path with a root, and more parts than
    /// anyone needs.
    fn add(&mut self, path: &Path) -> Result<(), FileError> {
        for part in path.components().rev() {
            match part {
                Component::Normal(name) if is_name(name) => self.parts.push(Part::Name(name.to_owned())),
                Component::Normal(_) => return Err(FileError::Missing),
                Component::ParentDir => self.parts.push(Part::Up),
                Component::CurDir => {}
                Component::RootDir | Component::Prefix(_) => return Err(FileError::Outside),
            }
        }
        if self.parts.len() > MOST_PARTS { Err(FileError::Missing) } else { Ok(()) }
    }
}

/// Returns the gate's directory in which an absolute path begins as written, and the rest of the path.
fn beginning<'a>(gate: &'a FileGate, path: &'a Path) -> Option<(&'a Path, &'a Path)> {
    let rests = gate.folders.iter().flat_map(|folder| {
        let Folder { named, real } = folder;
        [named, real].into_iter().filter_map(|written| Some((&**real, path.strip_prefix(written).ok()?)))
    });
    rests.min_by_key(|(_, rest)| rest.as_os_str().len())
}

/// Returns whether a plain file may have the name. On Windows a colon names a stream of a file, and some names are
/// devices.
pub(super) fn is_name(name: &OsStr) -> bool {
    if !cfg!(windows) {
        return true;
    }
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "COM", "LPT"];
    let Some(name) = name.to_str() else { return false };
    let stem = name.split(['.', ' ']).next().unwrap_or_default().to_ascii_uppercase();
    let is_device = DEVICES.contains(&stem.trim_end_matches(|c: char| c.is_ascii_digit()));
    !name.contains(':') && !is_device && !name.ends_with(['.', ' '])
}
