//! Which files a program may reach: those in folders that the command line names, wherever links lead.
//!
//! A path is looked at three times. As it is written, it must lie in a folder that is allowed, and go nowhere upwards: what is
//! elsewhere is refused before anybody learns whether it is there. With all links followed it must lie there still. And what
//! was opened must be the file that was looked at, by its number in the system: who exchanges a folder for a link meanwhile
//! gets an error. That much the standard library can do. A race is left where another process moves folders while a new file
//! is made: that may come to be in another place, empty, before the error. Programs that are run here can make no links.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::system_error::in_words;

/// Folders in which something is allowed.
#[derive(Clone, Default, Debug)]
pub struct Folders {
    /// As they were given, made absolute.
    named: Vec<PathBuf>,
    /// Without links.
    real: Vec<PathBuf>,
    /// What paths are relative to.
    current: PathBuf,
    /// What allows more.
    option: &'static str,
}

impl Folders {
    /// The error says which folder is not there.
    pub fn new(folders: &[PathBuf], option: &'static str) -> Result<Folders, String> {
        let current = std::env::current_dir().unwrap_or_default();
        let mut found = Folders { current, option, ..Folders::default() };
        for folder in folders {
            let real = folder.canonicalize().ok().filter(|folder| folder.is_dir());
            let real =
                real.ok_or_else(|| format!("{option} takes a folder that is there, not '{}'", folder.display()))?;
            found.named.push(found.current.join(folder).components().collect());
            found.real.push(real);
        }
        Ok(found)
    }

    pub fn is_empty(&self) -> bool {
        self.real.is_empty()
    }

    /// The folders, without links.
    pub fn real_folders(&self) -> &[PathBuf] {
        &self.real
    }

    /// Does a path without links lie in one of the folders?
    fn hold(&self, real: &Path) -> bool {
        self.real.iter().any(|folder| real.starts_with(folder))
    }

    /// The path as it is written, where it lies in a folder that is allowed.
    fn written(&self, path: &str) -> Result<PathBuf, String> {
        if path.is_empty() || path.contains('\0') {
            return Err(format!("'{}': that is no path", path.replace('\0', "\\0")));
        }
        if Path::new(path).components().any(|part| part == Component::ParentDir) {
            return Err(format!("'{path}': paths with '..' are refused"));
        }
        let whole: PathBuf = self.current.join(path).components().collect();
        let is_within = |folders: &[PathBuf]| folders.iter().any(|folder| whole.starts_with(folder));
        match is_within(&self.named) || is_within(&self.real) {
            true => Ok(whole),
            false => Err(self.refused(path)),
        }
    }

    fn refused(&self, path: &str) -> String {
        match self.is_empty() {
            true => format!("'{path}': {}=DIR allows the files of a folder", self.option),
            false => format!("'{path}': it is in no folder that {} allows", self.option),
        }
    }

    /// The file or folder that a path means, without links.
    pub fn real(&self, path: &str) -> Result<PathBuf, String> {
        let real = self.written(path)?.canonicalize().map_err(|error| of_path(path, &error))?;
        if self.hold(&real) { Ok(real) } else { Err(self.refused(path)) }
    }

    /// A file to read.
    pub fn open(&self, path: &str) -> Result<(File, Metadata), String> {
        let real = self.real(path)?;
        require_file(path, fs::symlink_metadata(&real))?;
        let file = File::open(&real).map_err(|error| of_path(path, &error))?;
        let metadata = self.verified(path, &file, &real)?;
        Ok((file, metadata))
    }

    /// A file to write, which is made where there is none. What was in it is gone, unless more is to be added to its end.
    pub fn create(&self, path: &str, appends: bool) -> Result<File, String> {
        let real = self.real_or_new(path)?;
        let mut how = OpenOptions::new();
        how.write(true);
        match fs::symlink_metadata(&real) {
            Ok(metadata) => require_file(path, Ok(metadata))?,
            // Only where it is still not there: then not through a link either.
            Err(_) => drop(how.create_new(true)),
        }
        if appends {
            how.append(true);
        }
        let file = how.open(&real).map_err(|error| of_path(path, &error))?;
        self.verified(path, &file, &real)?;
        if !appends {
            file.set_len(0).map_err(|error| of_path(path, &error))?;
        }
        Ok(file)
    }

    /// A path whose last part need not be there.
    pub fn real_or_new(&self, path: &str) -> Result<PathBuf, String> {
        let written = self.written(path)?;
        if fs::symlink_metadata(&written).is_ok() {
            return self.real(path);
        }
        let (Some(folder), Some(name)) = (written.parent(), written.file_name()) else {
            return Err(self.refused(path));
        };
        let folder = folder.canonicalize().map_err(|error| of_path(path, &error))?;
        if self.hold(&folder) { Ok(folder.join(name)) } else { Err(self.refused(path)) }
    }

    /// An error where the file that was opened is not the one at the path, or the path leads elsewhere now.
    fn verified(&self, path: &str, file: &File, real: &Path) -> Result<Metadata, String> {
        let opened = file.metadata().map_err(|error| of_path(path, &error))?;
        let there = fs::symlink_metadata(real).map_err(|error| of_path(path, &error))?;
        let is_where_it_was = real.canonicalize().is_ok_and(|now| now == real);
        match is_where_it_was && opened.is_file() && is_same(&opened, &there) {
            true => Ok(opened),
            false => Err(format!("'{path}': it was exchanged while it was opened")),
        }
    }
}

fn require_file(path: &str, metadata: io::Result<Metadata>) -> Result<(), String> {
    match metadata {
        Ok(metadata) if metadata.is_file() => Ok(()),
        // Devices and pipes could make a program wait without an end.
        Ok(_) => Err(format!("'{path}': that is not a file")),
        Err(error) => Err(of_path(path, &error)),
    }
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Other systems tell no number of a file.
#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    (one.is_file(), one.len()) == (other.is_file(), other.len())
}

pub fn of_path(path: &str, error: &io::Error) -> String {
    format!("'{path}': {}", in_words(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder for a test, with `allowed/a.txt` and `secret.txt` in it.
    fn folder(name: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("ferrotape-access-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("allowed/sub")).expect("a folder");
        fs::write(root.join("allowed/a.txt"), "a").expect("a file");
        fs::write(root.join("secret.txt"), "secret").expect("a file");
        root.canonicalize().expect("it is there")
    }

    fn at(root: &Path, path: &str) -> String {
        root.join(path).to_string_lossy().into_owned()
    }

    #[test]
    fn only_what_lies_in_a_folder_is_opened() {
        let root = folder("open");
        let folders = Folders::new(&[root.join("allowed")], "--allow-read").expect("a folder");
        assert!(folders.open(&at(&root, "allowed/a.txt")).is_ok());
        assert!(folders.open(&at(&root, "allowed/./a.txt")).is_ok());
        for path in [
            "secret.txt",
            "allowed/../secret.txt",
            "allowed/sub/../a.txt",
            "allowed",
            "allowed/none",
            "",
            "allowed/a.txt\0",
        ] {
            let path = if path.is_empty() { String::new() } else { at(&root, path) };
            assert!(folders.open(&path).is_err(), "{path}");
        }
        // Whether it is there is nothing to be learned.
        let refusals = ["secret.txt", "none.txt"].map(|path| folders.open(&at(&root, path)).expect_err("refused"));
        assert_eq!(refusals[0].replace("secret", "none"), refusals[1]);
        assert!(Folders::default().open(&at(&root, "allowed/a.txt")).is_err());
        assert!(Folders::new(&[root.join("nowhere")], "--allow-read").is_err());
        fs::remove_dir_all(root).expect("gone");
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_else() {
        use std::os::unix::fs::symlink;
        let root = folder("links");
        symlink(root.join("secret.txt"), root.join("allowed/link.txt")).expect("a link");
        symlink(&root, root.join("allowed/up")).expect("a link");
        symlink(root.join("new.txt"), root.join("allowed/dangling.txt")).expect("a link");
        symlink(root.join("allowed/a.txt"), root.join("allowed/inside.txt")).expect("a link");
        symlink(root.join("allowed"), root.join("alias")).expect("a link");
        let folders = Folders::new(&[root.join("alias")], "--allow-write").expect("a folder");
        for path in ["allowed/link.txt", "allowed/up/secret.txt", "allowed/dangling.txt", "allowed/up/new.txt"] {
            assert!(folders.open(&at(&root, path)).is_err(), "{path}");
            assert!(folders.create(&at(&root, path), false).is_err(), "{path}");
        }
        assert_eq!(fs::read_to_string(root.join("secret.txt")).expect("there"), "secret");
        assert!(!root.join("new.txt").exists());
        for path in ["allowed/inside.txt", "alias/a.txt", "allowed/a.txt", "alias/fresh.txt"] {
            assert!(folders.create(&at(&root, path), true).is_ok(), "{path}");
        }
        assert!(folders.create(&at(&root, "allowed/sub"), false).is_err());
        fs::remove_dir_all(root).expect("gone");
    }
}
