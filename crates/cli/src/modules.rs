//! Where imports are found: beside the file that asks, wherever that is.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use ferrotape::{FileLoader, ModuleLoader};

use crate::options;

/// All files of the system, some of them under other names as well. The names of scripts are as they were given; those of modules
/// are absolute.
pub struct FilesOfImports {
    files: FileLoader,
    directory: PathBuf,
    aliases: HashMap<String, String>,
}

impl FilesOfImports {
    /// The files of aliases are found from the current directory.
    pub fn new(aliases: &[(String, PathBuf)]) -> std::io::Result<FilesOfImports> {
        let directory = std::env::current_dir()?;
        let absolute = |file: &PathBuf| directory.join(file).to_string_lossy().into_owned();
        let aliases = aliases.iter().map(|(name, file)| (name.clone(), absolute(file))).collect();
        Ok(FilesOfImports { files: FileLoader::new("/")?, directory, aliases })
    }

    /// The absolute name of a file.
    pub fn name_of(&self, file: &PathBuf) -> Option<String> {
        self.files.name_of(file)
    }
}

/// `: did you mean 'b.mjs'?` where a file is not there, and one with nearly its name is.
pub fn meant(name: &str) -> String {
    let path = Path::new(name);
    let near = if path.exists() { None } else { options::file_meant(path) };
    let near = near.as_deref().and_then(Path::file_name).and_then(|name| name.to_str());
    near.map(|near| format!(": did you mean '{near}'?")).unwrap_or_default()
}

impl ModuleLoader for FilesOfImports {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        if specifier == crate::host::FILES {
            return Err(format!("Cannot find module '{specifier}': --allow-read=DIR or --allow-write=DIR gives it"));
        }
        let specifier = self.aliases.get(specifier).map_or(specifier, String::as_str);
        let found = match Path::new(referrer).is_absolute() {
            true => self.files.resolve(specifier, referrer),
            false => self.files.resolve(specifier, &self.directory.join(referrer).to_string_lossy()),
        };
        let is_name = specifier.starts_with(|first: char| first.is_alphanumeric() || first == '@');
        found.map_err(|message| if is_name { format!("{message}; --commonjs finds packages") } else { message })
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.files.load(name).map_err(|message| format!("{message}{}", meant(name)))
    }
}
