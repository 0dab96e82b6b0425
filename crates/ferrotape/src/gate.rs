//! The only access to files on a script's behalf.
//!
//! ```text
//! path ──> begins in an allowed directory? ──> links followed one by one, none leads out ──> a plain file? opened
//!      ──> the opened file is the checked one? ──> its size is charged ──> read in pieces that tick
//! ```
//!
//! A path outside is refused before anything looks at it, so an error never reveals whether it exists.
//!
//! [`FileLoader`] reads through a gate, and so does everything that the `ferrotape` command reads for scripts.
//!
//! [`FileLoader`]: crate::FileLoader

mod error;
mod walk;

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

pub use error::FileError;
use ferrotape_budget::Termination;
use ferrotape_runtime::module::ReadLimits;

/// The default size limit of a file, in bytes.
const LARGEST_FILE: u64 = 64 << 20;
/// Bytes that are read between two checks of the limits.
const PIECE: usize = 1 << 16;
/// Bytes per unit of work.
const BYTES_PER_TICK: usize = 64;
/// Some editors put it before the text of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// Units of work for a system call.
pub(crate) const CALL: u64 = 20;
/// Bytes of a directory entry beside its name.
const ENTRY_BYTES: usize = 64;

/// System directories without plain files: reading there may block, never end, or show what other options hide.
#[cfg(unix)]
const SYSTEM_FOLDERS: [&str; 3] = ["/proc", "/sys", "/dev"];
#[cfg(not(unix))]
const SYSTEM_FOLDERS: [&str; 0] = [];

/// Directories whose files may be read on a script's behalf, and the rules for reading them.
///
/// - A path must begin in one of the directories, and no link on its way may lead out of all of them. A path outside
///   is refused without touching it: the error is the same whether it exists or not.
/// - Only plain files are opened: no pipe, no device, nothing in `/proc`, `/sys` or `/dev` (unless the directory itself lies
///   there). The opened file is compared with the checked one, so that no other process can replace a file or directory in
///   between.
/// - The size is charged before anything is read, and growth as well. Reading ticks: see [`ReadLimits`].
///
/// ```
/// use ferrotape::modules::{FileError, FileGate, ReadLimits};
///
/// # let folder = std::env::temp_dir().join(format!("ferrotape-gate-{}", std::process::id()));
/// # std::fs::create_dir_all(folder.join("public"))?;
/// std::fs::write(folder.join("public/a.txt"), "a")?;
/// std::fs::write(folder.join("secret.txt"), "secret")?;
/// let gate = FileGate::new().folder(folder.join("public"))?;
/// let mut limits = ReadLimits::none();
/// assert_eq!(gate.read_text(folder.join("public/a.txt"), &mut limits)?, "a");
/// let outside = ["public/../secret.txt", "secret.txt", "none.txt"];
/// assert!(outside.iter().all(|path| matches!(gate.read(folder.join(path), &mut limits), Err(FileError::Outside))));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FileGate {
    folders: Vec<Folder>,
    largest: u64,
}

/// A folder whose files may be read.
#[derive(Clone, Debug)]
struct Folder {
    /// The path as given, made absolute.
    named: PathBuf,
    /// The path without links.
    real: PathBuf,
}

/// An entry of a directory: see [`FileGate::list`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FolderEntry {
    /// The name. If it is not Unicode, it contains replacement characters.
    pub name: String,
    /// The type of the entry itself, without following links.
    pub file_type: FileType,
}

impl Default for FileGate {
    fn default() -> FileGate {
        FileGate { folders: Vec::new(), largest: LARGEST_FILE }
    }
}

impl FileGate {
    /// Creates a gate that refuses every path.
    ///
    /// ```
    /// use ferrotape::modules::{FileError, FileGate, ReadLimits};
    ///
    /// let read = FileGate::new().read("/etc/passwd", &mut ReadLimits::none());
    /// assert!(matches!(read, Err(FileError::Outside)));
    /// ```
    pub fn new() -> FileGate {
        FileGate::default()
    }

    /// Allows the files in a directory and its subdirectories.
    ///
    /// ```
    /// use ferrotape::modules::FileGate;
    ///
    /// assert!(FileGate::new().folder(std::env::temp_dir()).is_ok());
    /// assert!(FileGate::new().folder("/there/is/no/such/folder").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if there is no such directory, with the error of the system.
    pub fn folder(mut self, folder: impl AsRef<Path>) -> io::Result<FileGate> {
        let real = folder.as_ref().canonicalize()?;
        if !real.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let named = std::path::absolute(folder)?.components().collect();
        self.folders.push(Folder { named, real });
        Ok(self)
    }

    /// Refuses files with more bytes. The default is 64 MB.
    ///
    /// ```
    /// use ferrotape::modules::{FileError, FileGate, ReadLimits};
    ///
    /// # let folder = std::env::temp_dir().join(format!("ferrotape-largest-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("large.txt"), " ".repeat(2000))?;
    /// let gate = FileGate::new().folder(&folder)?.largest_file(1000);
    /// let read = gate.read(folder.join("large.txt"), &mut ReadLimits::none());
    /// assert!(matches!(read, Err(FileError::TooLarge(1000))));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn largest_file(mut self, bytes: u64) -> FileGate {
        self.largest = bytes;
        self
    }

    /// Returns the allowed directories, without links.
    ///
    /// ```
    /// use ferrotape::modules::FileGate;
    ///
    /// let folder = std::env::temp_dir().canonicalize()?;
    /// assert!(FileGate::new().folder(&folder)?.folders().eq([folder.as_path()]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.folders.iter().map(|folder| &*folder.real)
    }

    /// Returns whether a path without links lies in one of the directories.
    ///
    /// ```
    /// use ferrotape::modules::FileGate;
    ///
    /// let folder = std::env::temp_dir().canonicalize()?;
    /// let gate = FileGate::new().folder(&folder)?;
    /// assert!(gate.holds(folder.join("any/file")) && !gate.holds("/etc/passwd"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn holds(&self, real: impl AsRef<Path>) -> bool {
        self.folders.iter().any(|folder| real.as_ref().starts_with(&folder.real))
    }

    /// Returns the path of a file or directory without links. Relative paths begin in the current directory.
    ///
    /// ```
    /// use ferrotape::modules::{FileGate, ReadLimits};
    ///
    /// let folder = std::env::temp_dir();
    /// let found = FileGate::new().folder(&folder)?.find(&folder, &mut ReadLimits::none())?;
    /// assert_eq!(found, folder.canonicalize()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails for a path that is missing or [outside](FileError::Outside), or if a limit [stops](FileError::Stopped) the
    /// search.
    pub fn find(&self, path: impl AsRef<Path>, limits: &mut ReadLimits<'_>) -> Result<PathBuf, FileError> {
        walk::Walk::new(self, path.as_ref())?.to_end(limits)
    }

    /// Returns the path of a directory entry, which may be a link or missing. The way to its directory is without
    /// links.
    ///
    /// ```
    /// use ferrotape::modules::{FileGate, ReadLimits};
    ///
    /// let folder = std::env::temp_dir();
    /// let entry = FileGate::new().folder(&folder)?.find_entry(folder.join("not-there"), &mut ReadLimits::none())?;
    /// assert_eq!(entry, folder.canonicalize()?.join("not-there"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the directory of the entry is missing or [outside](FileError::Outside), the name is none that the
    /// system allows, or a limit ends the run.
    pub fn find_entry(&self, path: impl AsRef<Path>, limits: &mut ReadLimits<'_>) -> Result<PathBuf, FileError> {
        let path = path.as_ref();
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Err(FileError::Outside) };
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let folder = self.find(folder, limits)?;
        if walk::is_name(name) { Ok(folder.join(name)) } else { Err(FileError::Missing) }
    }

    /// Returns the metadata of a path, following links.
    ///
    /// ```
    /// use ferrotape::modules::{FileGate, ReadLimits};
    ///
    /// let folder = std::env::temp_dir();
    /// assert!(FileGate::new().folder(&folder)?.metadata(&folder, &mut ReadLimits::none())?.is_dir());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`FileGate::find`] does, or with an error of the system.
    pub fn metadata(&self, path: impl AsRef<Path>, limits: &mut ReadLimits<'_>) -> Result<Metadata, FileError> {
        let real = self.find(path, limits)?;
        Ok(fs::symlink_metadata(real)?)
    }

    /// Opens a plain file for reading.
    ///
    /// ```
    /// use ferrotape::modules::{FileError, FileGate, ReadLimits};
    ///
    /// let folder = std::env::temp_dir();
    /// let opened = FileGate::new().folder(&folder)?.open(&folder, &mut ReadLimits::none());
    /// assert!(matches!(opened, Err(FileError::NotAFile)));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`FileGate::find`] does, for what is [no plain file](FileError::NotAFile), and if the file is
    /// [exchanged](FileError::Exchanged) meanwhile.
    pub fn open(&self, path: impl AsRef<Path>, limits: &mut ReadLimits<'_>) -> Result<(File, Metadata), FileError> {
        let real = self.find(path, limits)?;
        if !fs::symlink_metadata(&real)?.is_file() || self.is_of_system(&real) {
            return Err(FileError::NotAFile);
        }
        limits.tick(CALL)?;
        let file = without_waiting(OpenOptions::new().read(true)).open(&real)?;
        let metadata = self.verify(&file, &real, limits)?;
        Ok((file, metadata))
    }

    /// Verifies that an opened file is the plain file at a path without links, and that the path still leads there.
    ///
    /// ```
    /// use std::fs::File;
    ///
    /// use ferrotape::modules::{FileError, FileGate, ReadLimits};
    ///
    /// # let folder = std::env::temp_dir().join(format!("ferrotape-verify-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("a.txt"), "a")?;
    /// std::fs::write(folder.join("b.txt"), "b")?;
    /// let gate = FileGate::new().folder(&folder)?;
    /// let path = gate.find(folder.join("a.txt"), &mut ReadLimits::none())?;
    /// assert!(gate.verify(&File::open(&path)?, &path, &mut ReadLimits::none()).is_ok());
    /// let other = File::open(folder.join("b.txt"))?;
    /// assert!(matches!(gate.verify(&other, &path, &mut ReadLimits::none()), Err(FileError::Exchanged)));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with [`FileError::Exchanged`] if the file and the path differ, and as [`FileGate::find`] does.
    pub fn verify(&self, file: &File, real: &Path, limits: &mut ReadLimits<'_>) -> Result<Metadata, FileError> {
        let opened = file.metadata()?;
        let there = fs::symlink_metadata(real)?;
        match opened.is_file() && is_same(&opened, &there) && self.find(real, limits)? == real {
            true => Ok(opened),
            false => Err(FileError::Exchanged),
        }
    }

    /// Reads the bytes of a plain file. They are charged before they are read. A caller that keeps them must account
    /// for them.
    ///
    /// ```
    /// use ferrotape::modules::{FileGate, ReadLimits};
    ///
    /// # let folder = std::env::temp_dir().join(format!("ferrotape-read-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("bytes"), [0, 255])?;
    /// let gate = FileGate::new().folder(&folder)?;
    /// assert_eq!(gate.read(folder.join("bytes"), &mut ReadLimits::none())?, [0, 255]);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`FileGate::open`] does, for a file that is [too large](FileError::TooLarge), and if the memory limit
    /// has no room for the bytes.
    pub fn read(&self, path: impl AsRef<Path>, limits: &mut ReadLimits<'_>) -> Result<Vec<u8>, FileError> {
        let (mut file, metadata) = self.open(path, limits)?;
        if metadata.len() > self.largest {
            return Err(FileError::TooLarge(self.largest));
        }
        let mut bytes = Vec::new();
        grow(&mut bytes, metadata.len() as usize, limits)?;
        let mut piece = vec![0; PIECE.min(metadata.len() as usize + 1)];
        loop {
            let length = match file.read(&mut piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                length => length?,
            };
            let Some(read) = piece.get(..length).filter(|read| !read.is_empty()) else { return Ok(bytes) };
            limits.tick((length / BYTES_PER_TICK) as u64 + 1)?;
            // The file may have grown since it was opened.
            if bytes.len() as u64 + length as u64 > self.largest {
                return Err(FileError::TooLarge(self.largest));
            }
            if bytes.capacity() - bytes.len() < length {
                grow(&mut bytes, length.max(PIECE), limits)?;
            }
            bytes.extend_from_slice(read);
        }
    }

    /// Reads the text of a plain file, which must be UTF-8. A byte order mark at its start is left out.
    ///
    /// ```
    /// use ferrotape::modules::{FileError, FileGate, ReadLimits};
    ///
    /// # let folder = std::env::temp_dir().join(format!("ferrotape-text-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("bytes"), [65, 255])?;
    /// let gate = FileGate::new().folder(&folder)?;
    /// let read = gate.read_text(folder.join("bytes"), &mut ReadLimits::none());
    /// assert!(matches!(read, Err(FileError::NotText(1))));
    ///
    /// // Places in a file count what is left out.
    /// std::fs::write(folder.join("bytes"), b"\xef\xbb\xbfA\xff")?;
    /// let read = gate.read_text(folder.join("bytes"), &mut ReadLimits::none());
    /// assert!(matches!(read, Err(FileError::NotText(4))));
    ///
    /// std::fs::write(folder.join("marked"), "\u{feff}text")?;
    /// assert_eq!(gate.read_text(folder.join("marked"), &mut ReadLimits::none()).ok().as_deref(), Some("text"));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`FileGate::read`] does, and with [`FileError::NotText`] if the bytes are not UTF-8.
    pub fn read_text(&self, path: impl AsRef<Path>, limits: &mut ReadLimits<'_>) -> Result<String, FileError> {
        let bytes = self.read(path, limits)?;
        let text = String::from_utf8(bytes).map_err(|error| FileError::NotText(error.utf8_error().valid_up_to()))?;
        Ok(match text.strip_prefix(BYTE_ORDER_MARK) {
            Some(text) => text.to_owned(),
            None => text,
        })
    }

    /// Returns the first `most` entries of a directory, in no particular order.
    ///
    /// ```
    /// use ferrotape::modules::{FileGate, ReadLimits};
    ///
    /// # let folder = std::env::temp_dir().join(format!("ferrotape-list-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("a.txt"), "a")?;
    /// let entries = FileGate::new().folder(&folder)?.list(&folder, 10, &mut ReadLimits::none())?;
    /// assert_eq!((entries.len(), &*entries[0].name), (1, "a.txt"));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails as [`FileGate::find`] does, if the path is no directory, or if a limit ends the run.
    pub fn list(
        &self,
        folder: impl AsRef<Path>,
        most: usize,
        limits: &mut ReadLimits<'_>,
    ) -> Result<Vec<FolderEntry>, FileError> {
        let real = self.find(folder, limits)?;
        let mut entries = Vec::new();
        for entry in fs::read_dir(real)?.take(most) {
            limits.tick(CALL)?;
            let entry = entry?;
            let (name, file_type) = (entry.file_name().to_string_lossy().into_owned(), entry.file_type()?);
            limits.charge(name.len() + ENTRY_BYTES)?;
            entries.push(FolderEntry { name, file_type });
        }
        Ok(entries)
    }

    /// Returns whether a path is a system file, outside of all directories allowed explicitly.
    fn is_of_system(&self, real: &Path) -> bool {
        SYSTEM_FOLDERS.iter().any(|system| {
            let is_named = |folder: &Folder| folder.real.starts_with(system) && real.starts_with(&folder.real);
            real.starts_with(system) && !self.folders.iter().any(is_named)
        })
    }
}

/// Reserves room for more bytes, at least half as many as there are. The old buffer exists until they have moved.
fn grow(bytes: &mut Vec<u8>, more: usize, limits: &mut ReadLimits<'_>) -> Result<(), FileError> {
    let more = more.max(bytes.len() / 2);
    limits.charge(bytes.len().saturating_add(more))?;
    bytes.try_reserve_exact(more).map_err(|_| FileError::Stopped(Termination::OutOfMemory))
}

/// Makes an open return at once if a pipe has taken the place of the file.
#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    /// `O_NONBLOCK` of the systems known here. On others, only the check before the open helps.
    const NON_BLOCKING: i32 = if cfg!(all(target_os = "linux", not(any(target_arch = "mips", target_arch = "mips64"))))
    {
        0o4000
    } else if cfg!(any(target_vendor = "apple", target_os = "freebsd", target_os = "openbsd", target_os = "netbsd")) {
        4
    } else {
        0
    };
    options.custom_flags(NON_BLOCKING)
}

#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Other systems give no file number.
#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    (one.is_file(), one.len()) == (other.is_file(), other.len())
}
