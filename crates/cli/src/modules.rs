//! Resolution of imports: beside the file that asks, in folders that the program may read.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use ferrotape::modules::{FileError, ModuleLoader, ModuleSource, ModuleType, ReadLimits};

use crate::commonjs::real_path;
use crate::reach::{Purpose, SharedReach, reason};

/// Files by their absolute paths, some of them under other names as well. The names of scripts are as they were given; those of
/// modules are absolute.
pub struct FilesOfImports {
    reach: SharedReach,
    aliases: HashMap<String, String>,
}

impl FilesOfImports {
    /// The files of aliases are found from the current directory.
    pub fn new(reach: SharedReach, aliases: &[(String, PathBuf)]) -> FilesOfImports {
        FilesOfImports { reach, aliases: absolute(aliases) }
    }
}

/// Resolved names, by paths without links.
pub fn absolute(aliases: &[(String, PathBuf)]) -> HashMap<String, String> {
    let path = |file: &PathBuf| real_path(file).to_string_lossy().into_owned();
    aliases.iter().map(|(name, file)| (name.clone(), path(file))).collect()
}

/// The error of an import that is not allowed, whether the file is there or not.
pub fn refused(name: &str, module_type: ModuleType) -> String {
    match module_type {
        ModuleType::Text => {
            format!("Cannot load '{name}' as text: it is in no folder that --allow-read=DIR allows")
        }
        _ => format!(
            "Cannot load module '{name}': programs import .js, .mjs, .cjs and .json files of their own folder; --allow-read=DIR allows others"
        ),
    }
}

/// Purpose that an imported file is read for.
pub fn purpose(module_type: ModuleType) -> Purpose {
    match module_type {
        ModuleType::Text => Purpose::Text,
        _ => Purpose::Program,
    }
}

impl ModuleLoader for FilesOfImports {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        if specifier == crate::host::FILES {
            return Err(format!("Cannot find module '{specifier}': --allow-read=DIR or --allow-write=DIR gives it"));
        }
        let specifier = self.aliases.get(specifier).map_or(specifier, String::as_str);
        if !["/", "./", "../"].iter().any(|start| specifier.starts_with(start)) && !Path::new(specifier).is_absolute() {
            let is_name = specifier.starts_with(|first: char| first.is_alphanumeric() || first == '@');
            let packages = if is_name { "; --commonjs finds packages" } else { "" };
            return Err(format!(
                "Cannot find module '{specifier}': only paths that begin with '/', './' or '../' are known{packages}"
            ));
        }
        let mut path = self.reach.path_of(referrer);
        path.pop();
        path.push(specifier);
        Ok(tidied(&path).to_string_lossy().into_owned())
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.read(name, ModuleType::Source, &mut ReadLimits::none())
    }

    fn load_within(
        &mut self,
        name: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<ModuleSource, String> {
        self.read(name, module_type, limits).map(ModuleSource::Text)
    }
}

impl FilesOfImports {
    fn read(&self, name: &str, module_type: ModuleType, limits: &mut ReadLimits<'_>) -> Result<String, String> {
        let path = Path::new(name);
        self.reach.text(path, purpose(module_type), limits).map_err(|error| match error {
            FileError::Missing => format!("Cannot find module '{name}'{}", self.reach.meant(path, limits)),
            FileError::Outside => refused(name, module_type),
            FileError::NotAFile => format!("Cannot load module '{name}': it is no file"),
            error => format!("Cannot load module '{name}': {}", reason(&error)),
        })
    }
}

/// A path without steps that lead nowhere. Upwards from the root of all files is that root.
pub fn tidied(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if tidy.file_name().is_some() => drop(tidy.pop()),
            Component::ParentDir if tidy.has_root() => {}
            part => tidy.push(part),
        }
    }
    tidy
}
