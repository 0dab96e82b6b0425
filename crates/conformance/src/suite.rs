//! Files of the suite, all in memory: read from the archive, or from a checkout of tc39/test262.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ferrotape::modules::{ModuleLoader, ModuleSource};

use crate::harness::Harness;

/// Archive of standard features; below, the archive of newer ones, which is optional.
const ARCHIVE: &str = "test262-core.tar.zst";
const NEXT_ARCHIVE: &str = "test262-next.tar.zst";

/// Environment variable that names the suite's folder. Without it, the first existing folder of the list below is used.
pub const VARIABLE: &str = "FERROTAPE_TEST262";
const USUAL_PLACES: [&str; 2] = ["../shared/test262", ".test262"];

/// The suite.
#[derive(Debug)]
pub struct Suite {
    /// Folder that the suite was read from.
    pub folder: PathBuf,
    /// Texts by their paths from the root of the suite: `harness/…` and `test/…`.
    files: Arc<Files>,
    /// Compiled files of `harness/`, shared by engines.
    pub compiled_harness: Harness,
}

/// Module loader for the files that tests import. Names are paths from the root of the suite.
#[derive(Clone, Debug)]
pub struct SuiteLoader(Arc<Files>);

impl ModuleLoader for SuiteLoader {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        let mut parts: Vec<&str> = referrer.split('/').collect();
        parts.pop();
        for part in specifier.split('/') {
            match part {
                "." => {}
                ".." => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        Ok(parts.join("/"))
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.0.texts.get(name).cloned().ok_or_else(|| format!("the suite has no file {name}"))
    }

    fn load_source(&mut self, name: &str) -> Result<ModuleSource, String> {
        match self.0.bytes.get(name) {
            Some(bytes) => Ok(ModuleSource::Bytes(bytes.clone())),
            None => self.load(name).map(ModuleSource::Text),
        }
    }
}

impl Suite {
    /// Reads the suite from `folder`, or without one from its usual place.
    pub fn open(folder: Option<&Path>) -> Result<Self, String> {
        let folder = match folder.map(Path::to_owned).or_else(|| env::var_os(VARIABLE).map(PathBuf::from)) {
            Some(folder) => folder,
            None => find_usual_place()?,
        };
        let mut files = Files::default();
        if folder.join(ARCHIVE).is_file() {
            for archive in [ARCHIVE, NEXT_ARCHIVE].map(|name| folder.join(name)).iter().filter(|file| file.is_file()) {
                read_archive(archive, &mut files)?;
            }
        } else if is_checkout(&folder) {
            read_folder(&folder.join("harness"), "harness", &mut files)?;
            read_folder(&folder.join("test"), "test", &mut files)?;
        } else {
            return Err(format!("{}: neither {ARCHIVE} nor the folders harness and test are there", folder.display()));
        }
        Ok(Suite { folder, files: Arc::new(files), compiled_harness: Harness::default() })
    }

    pub fn loader(&self) -> SuiteLoader {
        SuiteLoader(Arc::clone(&self.files))
    }

    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.texts.get(path).map(String::as_str)
    }

    pub fn harness(&self, name: &str) -> Option<&str> {
        self.text(&format!("harness/{name}"))
    }

    /// Returns the paths of all tests, in order, without files that tests only import.
    pub fn tests(&self) -> impl Iterator<Item = &str> {
        let is_test = |path: &str| path.starts_with("test/") && path.ends_with(".js") && !path.contains("_FIXTURE");
        self.files.texts.keys().map(String::as_str).filter(move |path| is_test(path))
    }

    /// Makes a suite of these files.
    #[cfg(test)]
    pub fn from_files<const N: usize>(files: [(&str, String); N]) -> Self {
        let texts = files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect();
        let files = Files { texts, bytes: BTreeMap::new() };
        Suite { folder: PathBuf::new(), files: Arc::new(files), compiled_harness: Harness::default() }
    }
}

fn find_usual_place() -> Result<PathBuf, String> {
    let places = USUAL_PLACES.map(|place| root().join(place));
    let found = places.iter().find(|place| place.join(ARCHIVE).is_file() || is_checkout(place));
    found.cloned().ok_or_else(|| {
        let looked = places.map(|place| place.display().to_string()).join(" nor in ");
        format!(
            "test262 is neither in {looked}: run scripts/install-test262, or say where with --test262 or {VARIABLE}"
        )
    })
}

/// Returns the root of this repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

fn is_checkout(folder: &Path) -> bool {
    folder.join("harness").is_dir() && folder.join("test").is_dir()
}

/// Adds all files of an archive.
pub fn read_archive(path: &Path, files: &mut Files) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(|error| failed(&error))?;
    let text = ruzstd::decoding::StreamingDecoder::new(BufReader::new(file)).map_err(|error| failed(&error))?;
    for entry in tar::Archive::new(text).entries().map_err(|error| failed(&error))? {
        let mut entry = entry.map_err(|error| failed(&error))?;
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        files.insert(name.trim_start_matches("./").to_owned(), bytes);
    }
    Ok(())
}

/// Adds all files below a folder.
pub fn read_folder(folder: &Path, name: &str, files: &mut Files) -> Result<(), String> {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        let entry = entry.map_err(failed)?;
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().map_err(failed)?.is_dir() {
            read_folder(&entry.path(), &name, files)?;
        } else {
            files.insert(name, fs::read(entry.path()).map_err(failed)?);
        }
    }
    Ok(())
}

/// Files by their paths.
#[derive(Clone, Default, Debug)]
pub struct Files {
    /// All of them as texts.
    pub texts: BTreeMap<String, String>,
    /// Files that are not UTF-8.
    bytes: BTreeMap<String, Vec<u8>>,
}

impl Files {
    fn insert(&mut self, path: String, bytes: Vec<u8>) {
        let text = String::from_utf8(bytes).unwrap_or_else(|error| {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            self.bytes.insert(path.clone(), error.into_bytes());
            text
        });
        self.texts.insert(path, text);
    }
}
