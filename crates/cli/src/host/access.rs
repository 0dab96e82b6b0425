//! Folders that the command line names for the functions of `ferrotape:fs`.
//!
//! A [`FileGate`] looks at the paths: they must begin in a folder that is allowed, no link leads out, and what was opened must be
//! what was looked at. Paths with `..` are refused besides. A race is left where another process moves folders while a new file
//! is made: that may come to be in another place, empty, before the error. Programs that are run here can make no links.

use std::fs::{self, File, OpenOptions};
use std::path::{Component, Path, PathBuf};

use ferrotape::modules::{FileError, FileGate, FolderEntry, ReadLimits};

use crate::reach::reason;

/// No text has more.
const LARGEST_FILE: u64 = 1 << 30;

/// Folders in which something is allowed.
#[derive(Clone, Default, Debug)]
pub struct Folders {
    gate: FileGate,
    /// What allows more.
    option: &'static str,
}

impl Folders {
    /// The error says which folder is not there.
    pub fn new(folders: &[PathBuf], option: &'static str) -> Result<Folders, String> {
        let mut gate = FileGate::new().largest_file(LARGEST_FILE);
        for folder in folders {
            gate = gate
                .folder(folder)
                .map_err(|_| format!("{option} takes a folder that is there, not '{}'", folder.display()))?;
        }
        Ok(Folders { gate, option })
    }

    pub fn is_empty(&self) -> bool {
        self.gate.folders().next().is_none()
    }

    pub fn gate(&self) -> &FileGate {
        &self.gate
    }

    /// Calls a function with a path, where that is one.
    fn with<T>(&self, path: &str, work: impl FnOnce(&Path) -> Result<T, FileError>) -> Result<T, String> {
        if path.is_empty() || path.contains('\0') {
            return Err(format!("'{}': that is no path", path.replace('\0', "\\0")));
        }
        if Path::new(path).components().any(|part| part == Component::ParentDir) {
            return Err(format!("'{path}': paths with '..' are refused"));
        }
        work(Path::new(path)).map_err(|error| match error {
            FileError::Outside if self.is_empty() => {
                format!("'{path}': {}=DIR allows the files of a folder", self.option)
            }
            FileError::Outside => format!("'{path}': it is in no folder that {} allows", self.option),
            error => format!("'{path}': {}", reason(&error)),
        })
    }

    /// All bytes of a file.
    pub fn read(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<Vec<u8>, String> {
        self.with(path, |whole| self.gate.read(whole, limits))
    }

    /// Lists a folder.
    pub fn list(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<Vec<FolderEntry>, String> {
        self.with(path, |whole| self.gate.list(whole, usize::MAX, limits))
    }

    /// Finds the file or folder that a path leads to.
    pub fn metadata(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<Option<fs::Metadata>, String> {
        self.with(path, |whole| match self.gate.metadata(whole, limits) {
            Err(FileError::Missing) => Ok(None),
            found => found.map(Some),
        })
    }

    /// The path of an entry of a folder, not followed where it is a link.
    pub fn entry(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<PathBuf, String> {
        self.with(path, |whole| self.gate.find_entry(whole, limits))
    }

    /// A path whose last part need not be there.
    pub fn found_or_new(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<PathBuf, String> {
        self.with(path, |whole| match self.gate.find(whole, limits) {
            Err(FileError::Missing) => self.gate.find_entry(whole, limits),
            found => found,
        })
    }

    /// A file to write, which is made where there is none. What was in it is gone, unless more is to be added to its end.
    pub fn create(&self, path: &str, appends: bool, limits: &mut ReadLimits<'_>) -> Result<File, String> {
        let real = self.found_or_new(path, limits)?;
        self.with(path, |_| {
            let mut how = OpenOptions::new();
            how.write(true).append(appends);
            match fs::symlink_metadata(&real) {
                // Devices and pipes could make a program wait without an end.
                Ok(there) if !there.is_file() => return Err(FileError::NotAFile),
                Ok(_) => {}
                // Only where it is still not there: then not through a link either.
                Err(_) => drop(how.create_new(true)),
            }
            let file = how.open(&real)?;
            self.gate.verify(&file, &real, limits)?;
            if !appends {
                file.set_len(0)?;
            }
            Ok(file)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> ReadLimits<'static> {
        ReadLimits::none()
    }

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
        assert!(folders.read(&at(&root, "allowed/a.txt"), &mut none()).is_ok());
        assert!(folders.read(&at(&root, "allowed/./a.txt"), &mut none()).is_ok());
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
            assert!(folders.read(&path, &mut none()).is_err(), "{path}");
        }
        // Whether it is there is nothing to be learned.
        let refusals =
            ["secret.txt", "none.txt"].map(|path| folders.read(&at(&root, path), &mut none()).expect_err("refused"));
        assert_eq!(refusals[0].replace("secret", "none"), refusals[1]);
        assert!(Folders::default().read(&at(&root, "allowed/a.txt"), &mut none()).is_err());
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
            assert!(folders.read(&at(&root, path), &mut none()).is_err(), "{path}");
            assert!(folders.create(&at(&root, path), false, &mut none()).is_err(), "{path}");
        }
        assert_eq!(fs::read_to_string(root.join("secret.txt")).expect("there"), "secret");
        assert!(!root.join("new.txt").exists());
        for path in ["allowed/inside.txt", "alias/a.txt", "allowed/a.txt", "alias/fresh.txt"] {
            assert!(folders.create(&at(&root, path), true, &mut none()).is_ok(), "{path}");
        }
        assert!(folders.create(&at(&root, "allowed/sub"), false, &mut none()).is_err());
        fs::remove_dir_all(root).expect("gone");
    }
}
