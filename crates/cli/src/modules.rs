//! Where imports are found: beside the file that asks, wherever that is.

use std::path::PathBuf;

use ferrotape::{FileLoader, ModuleLoader};

/// All files of the system. The names of scripts are as they were given; those of modules are absolute.
pub struct Files {
    files: FileLoader,
    directory: PathBuf,
}

impl Files {
    pub fn new() -> std::io::Result<Files> {
        Ok(Files { files: FileLoader::new("/")?, directory: std::env::current_dir()? })
    }

    /// The absolute name of a file.
    pub fn name_of(&self, file: &PathBuf) -> Option<String> {
        self.files.name_of(file)
    }
}

impl ModuleLoader for Files {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        self.files.resolve(specifier, &self.directory.join(referrer).to_string_lossy())
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.files.load(name)
    }
}
