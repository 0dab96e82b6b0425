//! Folders that the command line names for the functions of `ferrotape:fs`.
//!
//! A [`FileGate`] checks the paths: they must begin in an allowed folder, no link may lead out, and the opened file
//! must be the checked one. Paths with `..` are refused too. One race remains: another process moves folders while a
//! new file is made. The file may then be made in another place, empty, before the error. Programs that run here cannot
//! make links.

use std::fs::{self, File, OpenOptions};
use std::path::{Component, Path, PathBuf};

use ferrotape::modules::{FileError, FileGate, FolderEntry, ReadLimits};

use crate::reach::reason;
use crate::system_error::code_of;

/// Limit on the bytes of a file.
const LARGEST_FILE: u64 = 1 << 30;

/// Folders in which reading or writing is allowed.
#[derive(Clone, Default, Debug)]
pub struct Folders {
    gate: FileGate,
    /// Option that allows more folders.
    option: &'static str,
}

/// Reason why a path is not used.
#[derive(Debug)]
pub struct Refused {
    /// Name of the error, as the system's headers have it.
    pub code: &'static str,
    /// Message that begins with the path in quotes.
    pub message: String,
}

impl From<Refused> for String {
    fn from(refused: Refused) -> String {
        refused.message
    }
}

impl Folders {
    /// Opens the folders. The error names the folder that does not exist.
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

    /// Calls a function with a checked path.
    fn with<T>(&self, path: &str, work: impl FnOnce(&Path) -> Result<T, FileError>) -> Result<T, Refused> {
        let refused = |code, message| Err(Refused { code, message });
        if path.is_empty() || path.contains('\0') {
            return refused("ENOENT", format!("'{}': that is not a path", path.replace('\0', "\\0")));
        }
        if Path::new(path).components().any(|part| part == Component::ParentDir) {
            return refused("EACCES", format!("'{path}': paths with '..' are refused"));
        }
        match work(Path::new(path)) {
            Ok(done) => Ok(done),
            Err(FileError::Outside) => Err(self.refuse(path)),
            Err(error) => {
                let code = match &error {
                    FileError::Missing => "ENOENT",
                    FileError::NotAFile => "EISDIR",
                    FileError::TooLarge(_) => "ERR_FS_FILE_TOO_LARGE",
                    FileError::System(error) => code_of(error),
                    _ => "EIO",
                };
                refused(code, format!("'{path}': {}", reason(&error)))
            }
        }
    }

    /// Returns the error for a path in no allowed folder. It does not depend on whether anything is there.
    pub fn refuse(&self, path: &str) -> Refused {
        let message = match self.is_empty() {
            true => format!("'{path}': {}=DIR allows the files of a folder", self.option),
            false => format!("'{path}': it is in no folder that {} allows", self.option),
        };
        Refused { code: "EACCES", message }
    }

    /// Returns all bytes of a file.
    pub fn read(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<Vec<u8>, Refused> {
        self.with(path, |whole| self.gate.read(whole, limits))
    }

    /// Lists a folder.
    pub fn list(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<Vec<FolderEntry>, Refused> {
        self.with(path, |whole| self.gate.list(whole, usize::MAX, limits))
    }

    /// Returns the metadata of the file or folder that a path leads to, or `None` if nothing is there.
    pub fn metadata(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<Option<fs::Metadata>, Refused> {
        self.with(path, |whole| match self.gate.metadata(whole, limits) {
            Err(FileError::Missing) => Ok(None),
            found => found.map(Some),
        })
    }

    /// Returns the path of a file or folder, links followed.
    pub fn real(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<PathBuf, Refused> {
        self.with(path, |whole| self.gate.find(whole, limits))
    }

    /// Finds an entry of a folder, without following it if it is a link.
    pub fn entry(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<PathBuf, Refused> {
        self.with(path, |whole| self.gate.find_entry(whole, limits))
    }

    /// Finds a path whose last part need not exist.
    pub fn found_or_new(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<PathBuf, Refused> {
        self.with(path, |whole| match self.gate.find(whole, limits) {
            Err(FileError::Missing) => self.gate.find_entry(whole, limits),
            found => found,
        })
    }

    /// Opens a file or folder that is there, to change its rights or times: nothing is written.
    pub fn open_for_facts(&self, path: &str, limits: &mut ReadLimits<'_>) -> Result<File, Refused> {
        self.with(path, |whole| {
            let real = self.gate.find(whole, limits)?;
            let there = fs::symlink_metadata(&real)?;
            // Devices and pipes could block a program forever.
            if !there.is_file() && !there.is_dir() {
                return Err(FileError::NotAFile);
            }
            let file = OpenOptions::new().write(true).open(&real).or_else(|_| File::open(&real))?;
            if there.is_file() {
                self.gate.verify(&file, &real, limits)?;
            } else if !is_same(&file.metadata()?, &there) || self.gate.find(&real, limits)? != real {
                return Err(FileError::Exchanged);
            }
            Ok(file)
        })
    }

    /// Opens a file for writing, and makes it if there is none. Empties it, unless `appends` is set.
    pub fn create(&self, path: &str, appends: bool, limits: &mut ReadLimits<'_>) -> Result<File, Refused> {
        let real = self.found_or_new(path, limits)?;
        self.with(path, |_| {
            let mut how = OpenOptions::new();
            how.write(true).append(appends);
            match fs::symlink_metadata(&real) {
                // Devices and pipes could block a program forever.
                Ok(there) if !there.is_file() => return Err(FileError::NotAFile),
                Ok(_) => {}
                // Fails if something is there by now, so that no link is followed either.
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

/// Returns whether both are of the same folder, where the system tells folders apart.
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    #[cfg(unix)]
    return {
        use std::os::unix::fs::MetadataExt;
        one.is_dir() && (one.dev(), one.ino()) == (other.dev(), other.ino())
    };
    #[cfg(not(unix))]
    return one.is_dir() && other.is_dir();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> ReadLimits<'static> {
        ReadLimits::none()
    }

    /// Makes a folder for a test, with `allowed/a.txt` and `secret.txt` in it.
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
        // The refusal does not tell whether the file exists.
        let refusals = ["secret.txt", "none.txt"]
            .map(|path| folders.read(&at(&root, path), &mut none()).expect_err("refused").message);
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
            assert!(folders.open_for_facts(&at(&root, path), &mut none()).is_err(), "{path}");
            assert!(folders.create(&at(&root, path), false, &mut none()).is_err(), "{path}");
        }
        assert_eq!(fs::read_to_string(root.join("secret.txt")).expect("there"), "secret");
        assert!(!root.join("new.txt").exists());
        for path in ["allowed/inside.txt", "alias/a.txt", "allowed/a.txt", "alias/fresh.txt"] {
            assert!(folders.create(&at(&root, path), true, &mut none()).is_ok(), "{path}");
        }
        assert!(folders.create(&at(&root, "allowed/sub"), false, &mut none()).is_err());
        for path in ["allowed/inside.txt", "allowed/a.txt", "allowed/sub"] {
            assert!(folders.open_for_facts(&at(&root, path), &mut none()).is_ok(), "{path}");
        }
        assert!(folders.open_for_facts(&at(&root, "allowed/up"), &mut none()).is_err());
        fs::remove_dir_all(root).expect("gone");
    }
}
