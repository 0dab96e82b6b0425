//! Files that a program may read.
//!
//! ```text
//! the program's own folder   modules, JSON and snapshots of tests, by file name extension; excerpts of sources that source
//!                            maps name
//! --allow-read=DIR           everything: text, bytes, modules with other extensions
//! ```
//!
//! The program's own folder is the folder of the file on the command line, links followed, with all folders below. For
//! code without a file (`-e`, standard input, the prompt) it is the current folder, with `--commonjs` the program's
//! package. Folders of files that `--alias` names count as well. The root folder never counts as own. All reading goes
//! through [`FileGate`]s.

use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ferrotape::modules::{FileError, FileGate, ReadLimits};

use crate::host::Files;
use crate::options::{Input, Mode, Options, nearest};
use crate::system_error::in_words;

/// Extensions of modules, in JavaScript and TypeScript, and of JSON.
const PROGRAMS: [&str; 7] = ["js", "mjs", "cjs", "json", "ts", "mts", "cts"];
/// Extensions of source files, and of source maps.
const SOURCES: [&str; 13] =
    ["js", "mjs", "cjs", "map", "json", "ts", "mts", "cts", "tsx", "jsx", "vue", "svelte", "coffee"];

/// Limit on the bytes of a module, or of a text that is imported.
const LARGEST: u64 = 64 << 20;
/// Limit on the bytes of a file for excerpts.
const LARGEST_FOR_EXCERPTS: u64 = 16 << 20;

/// Limit on the names of a folder that a wrong name is compared with.
const MOST_ENTRIES: usize = 1000;
/// Limit on the wrong names of a run that get suggestions.
const MOST_SUGGESTIONS: usize = 100;
/// Limit on the bytes of a file name.
const LONGEST_NAME: usize = 255;

/// Purpose that a file is read for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A module, JSON, a manifest of a package.
    Program,
    /// The value of an import as text or bytes.
    Data,
    /// Excerpt of an error.
    Excerpt,
    /// Snapshots of tests.
    Snapshot,
}

impl Purpose {
    /// Returns whether the purpose allows reading a file of the program's own folder, by its extension.
    pub fn fits(self, path: &Path) -> bool {
        let endings: &[&str] = match self {
            Purpose::Program => &PROGRAMS,
            Purpose::Data => &[],
            Purpose::Excerpt => &SOURCES,
            Purpose::Snapshot => &["snapshot"],
        };
        path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| endings.contains(&ending))
    }
}

/// Reach of a program: the files that it may read.
pub struct Reach {
    /// Folders that `--allow-read` names.
    readable: FileGate,
    /// Folders that `--allow-read` names, and the program's own.
    all: FileGate,
    main: Option<Main>,
    largest_for_excerpts: u64,
    suggestions: AtomicUsize,
}

/// The program's file, which may have any name.
struct Main {
    /// Name on the command line.
    name: String,
    real: PathBuf,
}

impl Reach {
    /// Makes the reach that the command line gives.
    pub fn new(options: &Options, files: &Files) -> Reach {
        let current = || std::env::current_dir().ok();
        let main = options.inputs.first().and_then(Main::of);
        let in_no_file = main.is_none() || options.mode == Mode::Interactive;
        let own = if in_no_file { current() } else { None };
        let beside = main.as_ref().and_then(|main| match options.commonjs {
            true => Some(crate::commonjs::root_of(&main.real)),
            false => main.real.parent().map(Path::to_path_buf),
        });
        let beside = match (&beside, options.commonjs) {
            (None, true) => current().map(|folder| crate::commonjs::root_of(&folder.join("code"))),
            _ => beside,
        };
        let aliases =
            options.aliases.iter().filter_map(|(_, file)| file.canonicalize().ok()?.parent().map(Path::to_path_buf));
        let limit = options.limits.memory.map_or(u64::MAX, |limit| limit as u64 / 4);
        Reach {
            main,
            largest_for_excerpts: LARGEST_FOR_EXCERPTS.min(limit),
            ..Reach::of_folders(files.readable(), own.into_iter().chain(beside).chain(aliases))
        }
    }

    /// Makes the reach of one file, its folder: for source text that is read and not run.
    pub fn of_file(file: &Path) -> Reach {
        let main = Main::of(&Input::File(file.to_path_buf()));
        let folder = main.as_ref().and_then(|main| main.real.parent().map(Path::to_path_buf));
        Reach { main, ..Reach::of_folders(&FileGate::new(), folder.into_iter()) }
    }

    /// Makes the reach of programs that are in no file: the allowed folders.
    pub fn allowed(files: &Files) -> Reach {
        Reach::of_folders(files.readable(), std::iter::empty())
    }

    /// Makes a reach of all files: for what the user asks for, never for scripts.
    pub fn everything() -> Reach {
        let all = FileGate::new().folder("/").unwrap_or_default();
        Reach { all: all.clone(), ..Reach::of_folders(&all, std::iter::empty()) }
    }

    /// Makes a reach of readable folders and the program's own. The root folder never counts as own.
    fn of_folders(readable: &FileGate, own: impl Iterator<Item = PathBuf>) -> Reach {
        // A folder that does not exist has no files.
        let add = |gate: FileGate, folder: PathBuf| gate.clone().folder(folder).unwrap_or(gate);
        Reach {
            readable: readable.clone(),
            all: own.filter(|folder| folder.parent().is_some()).fold(readable.clone(), add).largest_file(LARGEST),
            main: None,
            largest_for_excerpts: LARGEST_FOR_EXCERPTS,
            suggestions: AtomicUsize::new(0),
        }
    }

    /// Returns the absolute path for a name. The program's file may have been given under another name than its own.
    pub fn path_of(&self, name: &str) -> PathBuf {
        match &self.main {
            Some(main) if main.name == name => main.real.clone(),
            _ => std::env::current_dir().unwrap_or_default().join(name),
        }
    }

    /// Tells whether a path without links lies in one of the folders.
    pub fn holds(&self, real: &Path) -> bool {
        self.all.holds(real)
    }

    /// Resolves the links of a file. The error for paths that may not be read does not depend on whether they exist.
    pub fn find(&self, path: &Path, purpose: Purpose, limits: &mut ReadLimits<'_>) -> Result<PathBuf, FileError> {
        match self.readable.find(path, limits) {
            Err(FileError::Outside) => {}
            found => return found,
        }
        let may_be_main = !matches!(purpose, Purpose::Data | Purpose::Snapshot);
        let fits = |path: &Path| purpose.fits(path) || may_be_main && self.is_main(path);
        if !fits(path) {
            return Err(FileError::Outside);
        }
        let real = self.all.find(path, limits)?;
        if fits(&real) || self.readable.holds(&real) { Ok(real) } else { Err(FileError::Outside) }
    }

    /// Tells whether moving an entry would let the program read what it may not read where it is: a file by its new folder or
    /// name, or what is in a folder. `from` has no links.
    pub fn would_show(&self, from: &Path, to: &Path) -> bool {
        // A name may differ from that of an allowed folder in the case of its letters alone, where the system does not mind.
        let folder = to.parent().and_then(|folder| folder.canonicalize().ok());
        let to = match (folder, to.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => to.to_path_buf(),
        };
        let enters = |gate: &FileGate| {
            !gate.holds(from) && (gate.holds(&to) || gate.folders().any(|folder| folder.starts_with(&to)))
        };
        let is_part =
            |path: &Path, purpose: Purpose| self.all.holds(path) && (purpose.fits(path) || self.is_main(path));
        let becomes_part = |purpose| is_part(&to, purpose) && !is_part(from, purpose);
        let is_readable = self.readable.holds(from);
        enters(&self.readable)
            || !is_readable && [Purpose::Program, Purpose::Excerpt, Purpose::Snapshot].into_iter().any(becomes_part)
            || !is_readable && enters(&self.all) && !from.is_file()
    }

    fn is_main(&self, path: &Path) -> bool {
        self.main.as_ref().is_some_and(|main| main.real == path)
    }

    /// Returns Node's code for an import of what is no file of a program: a folder, or a name that says that it is none.
    /// It does not tell whether a file exists.
    pub fn code_of_import(&self, path: &Path, limits: &mut ReadLimits<'_>) -> Option<&'static str> {
        match self.all.metadata(path, limits) {
            Ok(there) if there.is_dir() => Some("ERR_UNSUPPORTED_DIR_IMPORT"),
            _ if path.extension().is_some() && !Purpose::Program.fits(path) => Some("ERR_UNKNOWN_FILE_EXTENSION"),
            _ => None,
        }
    }

    /// Returns the text of a file.
    pub fn text(&self, path: &Path, purpose: Purpose, limits: &mut ReadLimits<'_>) -> Result<String, FileError> {
        let real = self.find(path, purpose, limits)?;
        self.all.read_text(real, limits)
    }

    /// Returns the bytes of a file.
    pub fn bytes(&self, path: &Path, purpose: Purpose, limits: &mut ReadLimits<'_>) -> Result<Vec<u8>, FileError> {
        let real = self.find(path, purpose, limits)?;
        self.all.read(real, limits)
    }

    /// Returns the text of a file of at most `most` bytes.
    pub fn short_text(&self, path: &Path, most: u64, limits: &mut ReadLimits<'_>) -> Result<String, FileError> {
        let real = self.find(path, Purpose::Program, limits)?;
        self.all.clone().largest_file(most).read_text(real, limits)
    }

    /// Returns the metadata of a folder, or of a file that may be read as a part of a program. Other files count as
    /// missing.
    pub fn metadata(&self, path: &Path, limits: &mut ReadLimits<'_>) -> Result<Metadata, FileError> {
        let metadata = self.all.metadata(path, limits)?;
        if metadata.is_file() && self.find(path, Purpose::Program, limits).is_err() {
            return Err(FileError::Missing);
        }
        Ok(metadata)
    }

    /// Opens a file that an error may show an excerpt of. Returns with it the limit on bytes to read.
    pub fn excerpt(&self, path: &Path) -> Option<(File, u64)> {
        let mut limits = ReadLimits::none();
        let real = self.find(path, Purpose::Excerpt, &mut limits).ok()?;
        let (file, _) = self.all.open(real, &mut limits).ok()?;
        Some((file, self.largest_for_excerpts))
    }

    /// Returns `: did you mean 'b.mjs'?` if a missing module has nearly the name of an existing one.
    pub fn meant(&self, path: &Path, limits: &mut ReadLimits<'_>) -> String {
        self.nearest(path, limits).map(|near| format!(": did you mean '{near}'?")).unwrap_or_default()
    }

    /// Finds an entry of nearly the same name, among those that may be told. A program gets `MOST_SUGGESTIONS` at
    /// most.
    fn nearest(&self, path: &Path, limits: &mut ReadLimits<'_>) -> Option<String> {
        let (folder, name) = (path.parent()?, path.file_name()?.to_str()?);
        if name.len() > LONGEST_NAME || self.suggestions.fetch_add(1, Ordering::Relaxed) >= MOST_SUGGESTIONS {
            return None;
        }
        let entries = self.all.list(folder, MOST_ENTRIES, limits).ok()?;
        let may_be_told = |path: &Path| Purpose::Program.fits(path) || self.readable.holds(path);
        let mut names: Vec<String> = entries.into_iter().map(|entry| entry.name).collect();
        names.retain(|name| may_be_told(&folder.join(name)));
        names.sort();
        let comparisons: usize = names.iter().map(|other| other.len() * name.len()).sum();
        limits.tick(comparisons as u64 / 64).ok()?;
        nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
    }
}

impl Main {
    /// Returns `None` for anything but a plain file: a program from a pipe has no folder.
    fn of(input: &Input) -> Option<Main> {
        let Input::File(path) = input else { return None };
        let real = path.canonicalize().ok().filter(|path| path.is_file())?;
        Some(Main { name: path.display().to_string(), real })
    }
}

/// Describes why a file cannot be read, to follow its name and a colon.
pub fn reason(error: &FileError) -> String {
    match error {
        FileError::Missing => "no such file or folder".to_owned(),
        FileError::NotText(at) => format!("it is not UTF-8 text, see byte {at}"),
        FileError::NotAFile => "that is not a file".to_owned(),
        FileError::System(error) => in_words(error),
        error => error.to_string(),
    }
}

/// Reach of a program, shared by its loaders and reports.
pub type SharedReach = Arc<Reach>;
