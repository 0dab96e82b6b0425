//! Loads modules in packages. CommonJS files and built-in modules become source text that calls `require` for them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ferrotape::Termination;
use ferrotape::modules::{LoadError, ModuleLoader, ModuleSource, ModuleType, ReadLimits};

use super::manifest::Asker;
use super::names::{Names, names_of};
use super::require::is_module_unstated;
use super::resolver::{Found, Kind, Resolver, is_path};
use super::{MODULE, builtin, folder_of, locked, words_of};
use crate::modules::{
    MODULE_NOT_FOUND, Pending, Queries, data_url, meta_of, path_of_specifier, purpose, split_query, tidied, url_of_path,
};
use crate::reach::Purpose;

/// Limit on the files whose names other files re-export.
const MOST_FILES: usize = 1000;

/// Prefix for the names of built-in modules.
const BUILTIN: &str = "node:";

/// Bytes of a line for a name, without the name.
const LINE_BYTES: usize = 64;

/// Loader of modules in packages.
pub struct PackageLoader {
    resolver: Arc<Mutex<Resolver>>,
    /// Results of resolution, by the names of modules that are loaded next.
    found: Pending<Found>,
    /// Errors of files that are not there, by the names that they would have. Their URLs are known all the same.
    missing: Pending<LoadError>,
    queries: Queries,
}

impl PackageLoader {
    pub(super) fn new(resolver: Arc<Mutex<Resolver>>) -> PackageLoader {
        PackageLoader { resolver, found: Pending::default(), missing: Pending::default(), queries: Queries::default() }
    }

    /// Returns all names that a file exports, including those re-exported from other files.
    fn all_names(&mut self, file: &Path, limits: &mut ReadLimits<'_>) -> Result<BTreeSet<String>, Termination> {
        let mut names = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut files = vec![file.to_path_buf()];
        let mut resolver = locked(&self.resolver);
        while let Some(file) = files.pop() {
            if seen.len() >= MOST_FILES || !seen.insert(file.clone()) {
                continue;
            }
            let text = resolver.text(&file, Purpose::Program, limits).unwrap_or_default();
            let Names { own, others } = names_of(&text, limits)?;
            names.extend(own);
            let folder = file.parent().unwrap_or(&file);
            for specifier in others {
                let found = resolver.resolve(&specifier, folder, Asker::Require, limits);
                if let Ok(Found::File(file, Kind::CommonJs | Kind::Unstated)) = found {
                    files.push(file);
                }
            }
        }
        Ok(names)
    }

    /// Takes the result of a resolution. One that was forgotten is found again by the name.
    fn take_found(&mut self, name: &str, limits: &mut ReadLimits<'_>) -> Option<Found> {
        let found = self.found.remove(name);
        if found.is_some() || !self.found.has_forgotten() {
            return found;
        }
        if let Some(builtin) = name.strip_prefix(BUILTIN).and_then(builtin::named) {
            return Some(Found::Builtin(builtin));
        }
        let path = PathBuf::from(self.queries.path(name));
        let kind = locked(&self.resolver).kind(&path, limits);
        Some(Found::File(path, kind))
    }

    /// Returns the source text of a module.
    fn read(&mut self, name: &str, module_type: ModuleType, limits: &mut ReadLimits<'_>) -> Result<String, LoadError> {
        if let Some(error) = self.missing.remove(name) {
            return Err(error);
        }
        if name.starts_with(data_url::SCHEME) {
            return data_url::text_of(name, module_type);
        }
        let ended = |termination: Termination| termination.to_string();
        match (self.take_found(name, limits), module_type) {
            (Some(Found::File(path, kind @ (Kind::CommonJs | Kind::Unstated))), ModuleType::Source) => {
                if kind == Kind::Unstated {
                    let text = locked(&self.resolver).text(&path, purpose(module_type), limits)?;
                    if is_module_unstated(limits, name, &text).map_err(ended)? {
                        return Ok(text);
                    }
                }
                let names = self.all_names(&path, limits).map_err(ended)?;
                let path = path.to_string_lossy();
                Ok(module_of("commonjs", &path, names.iter().map(String::as_str), limits).map_err(ended)?)
            }
            (Some(Found::Builtin(builtin)), _) => {
                let names = builtin::exported(builtin, limits).map_err(ended)?;
                Ok(module_of("builtin", builtin, names.iter().map(String::as_str), limits).map_err(ended)?)
            }
            (Some(Found::Nothing), _) => Ok("export default {}".to_owned()),
            (Some(Found::File(path, Kind::Json)), ModuleType::Source) => {
                Err(data_url::without_attribute(&url_of_path(&path.to_string_lossy())))
            }
            (Some(Found::File(path, _)), _) => Ok(locked(&self.resolver).text(&path, purpose(module_type), limits)?),
            (None, _) => {
                let path = Path::new(self.queries.path(name));
                Ok(locked(&self.resolver).text(path, purpose(module_type), limits)?)
            }
        }
    }
}

impl ModuleLoader for PackageLoader {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        let found = self.resolve_within(specifier, referrer, ModuleType::Source, &mut ReadLimits::none());
        found.map_err(LoadError::into_message)
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.read(name, ModuleType::Source, &mut ReadLimits::none()).map_err(LoadError::into_message)
    }

    fn meta(&mut self, name: &str) -> Vec<(String, String)> {
        meta_of(self.queries.split(name))
    }

    fn resolve_within(
        &mut self,
        specifier: &str,
        referrer: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<String, LoadError> {
        if specifier == crate::host::FILES {
            let message = format!("Cannot find module '{specifier}': --allow-read=DIR or --allow-write=DIR gives it");
            return Err(LoadError::new(message).with_code(MODULE_NOT_FOUND));
        }
        if specifier.starts_with(data_url::SCHEME) {
            return Ok(specifier.to_owned());
        }
        let (specifier, query) = split_query(specifier);
        let of_specifier = path_of_specifier(specifier)?;
        let specifier = &*of_specifier;
        let folder = Path::new(folder_of(self.queries.path(referrer)));
        let mut resolver = locked(&self.resolver);
        let found = match module_type {
            ModuleType::Text | ModuleType::Bytes => {
                let folder = folder.to_path_buf();
                resolver.resolve_data(specifier, module_type, &folder, limits)
            }
            _ => resolver.resolve(specifier, folder, Asker::Import, limits),
        };
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                let message = format!("{error}, imported by '{referrer}'");
                let error = error.with_message(message);
                // `import.meta.resolve` gives the URL of a file that is not there yet, and of a folder.
                let is_known = matches!(error.code(), Some(MODULE_NOT_FOUND | "ERR_UNSUPPORTED_DIR_IMPORT"));
                let missed = match is_path(specifier) {
                    true => Some(tidied(&folder.join(specifier))),
                    false => resolver.take_missed(),
                };
                let Some(path) = missed.filter(|_| is_known) else { return Err(error) };
                let slash = if specifier.ends_with('/') { "/" } else { "" };
                let name = self.queries.named(path.to_string_lossy().into_owned() + slash, query);
                self.missing.insert(&name, error);
                return Ok(name);
            }
        };
        let (name, path) = words_of(found.clone());
        let name = if name == "builtin" { format!("{BUILTIN}{path}") } else { self.queries.named(path, query) };
        self.missing.remove(&name);
        self.found.insert(&name, found);
        Ok(name)
    }

    fn load_within(
        &mut self,
        name: &str,
        module_type: ModuleType,
        limits: &mut ReadLimits<'_>,
    ) -> Result<ModuleSource, LoadError> {
        if module_type == ModuleType::Bytes {
            let path = match self.take_found(name, limits) {
                Some(Found::File(path, _)) => path,
                _ => Path::new(self.queries.path(name)).to_owned(),
            };
            let bytes = locked(&self.resolver).bytes(&path, purpose(module_type), limits)?;
            self.queries.keep(name);
            return Ok(ModuleSource::Bytes(bytes));
        }
        let text = self.read(name, module_type, limits)?;
        self.queries.keep(name);
        Ok(ModuleSource::Text(text))
    }
}

/// Writes a module that exports a result of `require`, and its names.
fn module_of<'a>(
    kind: &str,
    path: &str,
    names: impl Iterator<Item = &'a str>,
    limits: &mut ReadLimits<'_>,
) -> Result<String, Termination> {
    let mut text =
        format!("import {{ load }} from '{MODULE}'; const all = load('{kind}', {path:?}); export default all;\n");
    for (index, name) in names.enumerate() {
        limits.charge(LINE_BYTES + 2 * name.len())?;
        let _ = writeln!(text, "const _{index} = all?.[{name:?}]; export {{ _{index} as {name:?} }};");
    }
    Ok(text)
}
